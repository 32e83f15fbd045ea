"""Run tests under coverage, and keep which lines of the Cython sources they reach.

    measure_coverage.py RECORD TEST...

Only the process that has seen the core at work finds out what C file its .pxd files went into.
"""

import json
import re
import sys
from pathlib import Path

import coverage
import pytest

FUNCTION = re.compile(r"^\s*(cdef|cpdef|def)\b.*\(", re.MULTILINE)
# Lines that begin a function or a class: what runs of them runs at the import, or is no code.
HEADER = re.compile(r"\s*(cdef|cpdef|def|class)\b.*\(|\s*cdef class\b|\) (noexcept|except)|@")


def has_code(path: Path) -> bool:
    """Whether a file has functions, and not only declarations of what C headers have."""
    return FUNCTION.search(path.read_text(encoding="utf-8")) is not None


def reached(measured: coverage.Coverage, path: Path) -> dict[str, list[int]]:
    """The numbers of the lines that hold statements, and those among them that ran.

    Of a file that no test came to, neither is known.
    """
    if str(path.resolve()) not in measured.get_data().measured_files():
        return {"statements": [], "ran": []}
    _, lines, _, missing, _ = measured.analysis2(str(path))
    source = path.read_text(encoding="utf-8").splitlines()
    statements = {line for line in lines if not HEADER.match(source[line - 1])}
    return {"statements": sorted(statements), "ran": sorted(statements - set(missing))}


def main(record: str, *tests: str) -> int:
    measured = coverage.Coverage()
    measured.start()
    failed = pytest.main([*tests])
    measured.stop()
    paths = sorted(path for path in Path("src/minesweep").rglob("*.p[xy][dx]") if has_code(path))
    lines = {str(path): reached(measured, path) for path in paths}
    Path(record).write_text(json.dumps(lines), encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
