"""No byte beyond a board is read or written, wherever it lies: behind it is a protected page."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import protected_page
import pytest

LAYOUTS = [*protected_page.LAYOUTS, *(["stacks"] if find_spec("numpy") else [])]


@pytest.mark.skipif(not protected_page.is_possible(), reason="no page can be protected here")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_between_protected_pages(layout: str) -> None:
    """In a process of its own, which a byte too far would end."""
    done = subprocess.run(
        [sys.executable, protected_page.__file__, layout],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    last = done.stdout.splitlines()[-1:]
    assert (last, done.returncode, done.stderr) == (["done"], 0, "")
