"""The command line as ``python -m minesweep``."""

import sys

from minesweep._cli import main

if __name__ == "__main__":
    sys.exit(main())
