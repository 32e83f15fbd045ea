"""zig-minesolver: text, and a process a position."""

import numpy as np
from zig_minesolver import get_board_probs

name = "zig-minesolver"
requires = ("zig-minesolver",)
remark = "starts a process for each position"
tolerance = 1e-5  # it prints five digits

SIGNS = np.array(list("012345678*##"))


def prepare(board, mines):
    return "\n".join(" ".join(row) for row in SIGNS[board]), mines


def solve(position):
    text, mines = position
    return get_board_probs(text, mines=mines)


def read(chances):
    return chances
