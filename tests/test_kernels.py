"""Every set of kernels that this machine has, each in a process of its own: `kernel_checks.py`.

What is wrong with one may end the process.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minesweep import _core

CHECKS = Path(__file__).with_name("kernel_checks.py")
# Of a machine with the last ones of these, which can be told to use the others.
LEVELS = [["plain", "sse2", "avx2", "avx512"], ["plain", "neon"]]
HERE = next(names[: names.index(_core.KERNELS) + 1] for names in LEVELS if _core.KERNELS in names)


@pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")
@pytest.mark.parametrize("kernels", HERE)
def test_kernels(kernels: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", CHECKS]
    environment = os.environ | {"MINESWEEP_KERNELS": kernels}
    child = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stdout + child.stderr
