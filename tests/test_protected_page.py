"""No byte beyond a board is read or written, wherever it lies: behind it is a protected page."""

import os
import platform
import subprocess
import sys
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import protected_page
import pytest

X86 = platform.machine() in ("x86_64", "AMD64")
# What the core can be told to use: what is wider than the processor has is as wide as that.
KERNELS = ["plain", "sse2", "avx2", "avx512"] if X86 else ["plain", "neon"]
# Where squares lie side by side they are read by the kernels themselves, elsewhere one by one.
SIDE_BY_SIDE = ["bytes", "rows reversed", "slice of wider rows"]
STACKS = ["stacks"] if find_spec("numpy") else []
OTHERS = [layout for layout in protected_page.LAYOUTS if layout not in SIDE_BY_SIDE]


@pytest.mark.skipif(not protected_page.is_possible(), reason="no page can be protected here")
@pytest.mark.parametrize(
    ("layout", "kernels"),
    [*product(SIDE_BY_SIDE + STACKS, KERNELS), *product(OTHERS, KERNELS[-1:])],
)
def test_boards_between_protected_pages(layout: str, kernels: str) -> None:
    done = subprocess.run(
        [sys.executable, protected_page.__file__, layout],
        cwd=Path(__file__).parent,
        env=os.environ | {"MINESWEEP_KERNELS": kernels},
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stdout.splitlines()[-1:]
    assert (last, done.returncode, done.stderr) == (["done"], 0, "")
