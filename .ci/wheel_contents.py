"""Refuse a wheel that is large, carries sources of the core, or names a folder of its builder."""

import re
import sys
import zipfile
from pathlib import Path

LARGEST = 250_000  # bytes for each compiled module
SOURCES = (".pyx", ".pxd", ".pxi", ".c", ".h")
ABSOLUTE = re.compile(rb"/(?:home|root|tmp|usr|opt|var|builds?|Users)/[\w./+-]+")


def faults(path: Path) -> list[str]:
    size = path.stat().st_size
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        compiled = [name for name in names if name.endswith((".so", ".pyd"))]
        found = [f"{name} is a source" for name in names if name.endswith(SOURCES)]
        found += [] if compiled else ["no compiled module"]
        largest = LARGEST * len(compiled)
        found += [f"{size} bytes, more than {largest}"] if size > largest else []
        for name in compiled:
            paths = set(ABSOLUTE.findall(wheel.read(name)))
            found += [f"{name} names {place.decode()}" for place in sorted(paths)]
    print(f"{path.name}: {size} bytes, {len(names)} files, {len(found)} faults")
    return found


def main() -> int:
    found = [f"{path}: {fault}" for path in sys.argv[1:] for fault in faults(Path(path))]
    print(*found, sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
