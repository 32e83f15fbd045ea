"""Run tests under coverage and report on the Cython sources, in one process.

Only the process that has seen the core at work finds out what C file its .pxd files went into.
"""

import re
import sys
from pathlib import Path

import coverage
import pytest

# Every traced line takes the GIL, so that large floods and many examples would last for minutes.
TESTS = ("rule", "errors", "arrays", "hostile", "false_buffers", "changes_under_way", "sequence")
TESTS += ("batch", "cli", "package")

# Lines that begin a function or a class: what runs of them runs at the import, or is no code.
HEADER = re.compile(r"\s*(cdef|cpdef|def|class)\b.*\(|\s*cdef class\b|\) (noexcept|except)|@")


def reached(measured: coverage.Coverage, path: str) -> tuple[set[int], set[int]]:
    """The numbers of the lines that hold statements, and those among them that ran."""
    _, lines, _, missing, _ = measured.analysis2(path)
    source = Path(path).read_text(encoding="utf-8").splitlines()
    statements = {line for line in lines if not HEADER.match(source[line - 1])}
    return statements, statements - set(missing)


def main() -> int:
    measured = coverage.Coverage()
    measured.start()
    failed = pytest.main([f"tests/test_{name}.py" for name in TESTS])
    measured.stop()
    count = hit = 0
    for path in sorted(Path("src/minesweep").glob("*.p[xy][dx]")):
        statements, ran = reached(measured, str(path))
        count, hit = count + len(statements), hit + len(ran)
        print(f"{path.name}: {len(ran)} of {len(statements)} lines", sorted(statements - ran))
    least = measured.get_option("report:fail_under")
    print(f"{100 * hit / count:.1f} % of the lines are reached, at least {least} % must be")
    return int(failed or 100 * hit < least * count)


if __name__ == "__main__":
    sys.exit(main())
