"""Boards that each contestant must reveal before it is timed.

They keep to LeetCode 529: the game is not over, and the click is on an unrevealed square.
"""

import numpy as np
from minesweep import reference

from boards import EMPTY, MINE, Letters, along_columns, along_rows, comb, spiral
from cases import Case
from forms import LISTS

NUMBER = 300
SHAPES = (along_rows, along_columns, spiral, comb)


def questions() -> list[Case]:
    """Sparse, dense and shaped boards in turn, from 1×1 up; every other one is half played."""
    random = np.random.default_rng(529)
    return [_question(i, random) for i in range(NUMBER)]


def _question(i: int, random: np.random.Generator) -> Case:
    make_board = (_sparse, _dense, _shape)[i % 3]
    board = make_board(random)
    if i % 2:
        board = _played(board, random)
    row, col = random.choice(np.argwhere((board == EMPTY) | (board == MINE))).tolist()
    return Case(f"question {i}", lambda: ([board], [(0, row, col)]))


def _sparse(random: np.random.Generator) -> Letters:
    return _field(random, most_mines=0.1)


def _dense(random: np.random.Generator) -> Letters:
    return _field(random, most_mines=1)


def _field(random: np.random.Generator, most_mines: float) -> Letters:
    """A random field, sometimes wider than one or two machine words of 64 squares."""
    shape = random.integers(1, 30), random.integers(1, random.choice([10, 40, 140]))
    mines = random.random(shape) < random.random() * most_mines
    return np.where(mines, MINE, EMPTY).astype(np.uint8)


def _shape(random: np.random.Generator) -> Letters:
    make = SHAPES[random.integers(len(SHAPES))]
    return make(int(random.integers(8, 50)))


def _played(board: Letters, random: np.random.Generator) -> Letters:
    """The board after up to three clicks on safe squares; at least one of them stays unrevealed."""
    lists = LISTS.make(board)
    for row, col in random.permutation(np.argwhere(board == EMPTY))[:3].tolist():
        before = [line[:] for line in lists]
        reference.reveal(lists, row, col)
        if not any("E" in line for line in lists):
            return LISTS.letters(before)
    return LISTS.letters(lists)
