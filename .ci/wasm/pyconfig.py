"""Write the pyconfig.h of a runtime that comes without it, from the values in its sysconfig.

    python pyconfig.py HEADER DATA

HEADER is the pyconfig.h of another system's CPython of the same version, which has all names; DATA
is the runtime's _sysconfigdata module. The header goes to standard output.
"""

import re
import runpy
import sys
from pathlib import Path

NAME = re.compile(r"^(?:#define|/\* #undef) (\w+)", re.MULTILINE)


def main(header: str, data: str) -> None:
    values = runpy.run_path(data)["build_time_vars"]
    names = NAME.findall(Path(header).read_text(encoding="utf-8"))
    for name in sorted(set(names) & set(values)):
        if values[name] != 0 or name.startswith("SIZEOF_"):  # sysconfig has 0 for what is undefined
            print(f"#define {name} {values[name]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
