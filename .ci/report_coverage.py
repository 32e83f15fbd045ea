"""Report on the lines of the Cython sources that were reached in any of some measurements.

    report_coverage.py LEAST RECORD...

The status is 1 if fewer than LEAST per cent were, or none of a file.
"""

import json
import sys
from pathlib import Path


def main(least: str, *records: str) -> int:
    measured = [json.loads(Path(record).read_text(encoding="utf-8")) for record in records]
    count = hit = 0
    unreached = []
    for name in measured[0]:
        statements = {line for record in measured for line in record[name]["statements"]}
        ran = {line for record in measured for line in record[name]["ran"]}
        count, hit = count + len(statements), hit + len(ran)
        unreached += [] if ran else [name]
        print(f"{name}: {len(ran)} of {len(statements)} lines", sorted(statements - ran))
    print(f"{100 * hit / count:.1f} % of the lines are reached, at least {least} % must be")
    print("files that nothing reached:", unreached)
    return int(unreached != [] or 100 * hit < float(least) * count)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
