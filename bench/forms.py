"""The forms of board that contestants take.

Every board is made from a NumPy array of letters (``uint8``) and read back into one; neither is
timed. A contestant with a form of its own defines it in its own file.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boards import Letters


@dataclass(frozen=True)
class Form:
    name: str
    make: Callable[[Letters], Any]
    """Makes a board that shares no memory with the letters."""
    letters: Callable[[Any], Letters]
    """Reads the board back."""
    pack: Callable[[list[Any]], Sequence[Any]] = list
    """How several boards are kept together."""


def _lists(letters: Letters) -> list[list[str]]:
    return [list(row.tobytes().decode("ascii")) for row in letters]


def _from_lists(board: list[list[str]]) -> Letters:
    rows = ["".join(row).encode("ascii") for row in board]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)


def _u1(letters: Letters) -> Any:
    return letters.astype(np.uint32).view("U1")


def _from_u1(board: Any) -> Letters:
    return board.view(np.uint32).astype(np.uint8)


def _every_other(letters: Letters) -> Letters:
    """A view that is contiguous along neither axis."""
    rows, cols = letters.shape
    view = np.zeros((2 * rows, 2 * cols), np.uint8)[::2, ::2]
    view[...] = letters
    return view


LISTS = Form("list of lists", _lists, _from_lists)
UINT8 = Form("uint8", np.copy, np.asarray)
STRIDED = Form("strided uint8", _every_other, np.asarray)
U1 = Form("U1", _u1, _from_u1)
STACK = Form("stack of uint8", np.asarray, np.asarray, pack=np.stack)
