"""Run the tests under coverage and report on the Cython sources, in one process.

Only the process that has seen the core at work finds out what C file its .pxd files went into.
"""

import sys

import coverage
import pytest

# Every traced line takes the GIL, so that large floods last for minutes; and a tracer itself does
# not survive when memory runs out.
LEFT_OUT = ("big", "memory", "out_of_memory", "processes", "threads")


def main() -> int:
    measured = coverage.Coverage()
    measured.start()
    failed = pytest.main([f"--ignore=tests/test_{name}.py" for name in LEFT_OUT])
    measured.stop()
    reached, least = measured.report(), measured.get_option("report:fail_under")
    print(f"{reached:.1f} % of the lines are reached, at least {least} % must be")
    return int(failed or reached < least)


if __name__ == "__main__":
    sys.exit(main())
