"""The boards of the benchmark, and which of their squares to click.

A board is a NumPy array of letters (``uint8``). Random boards have fixed seeds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import minesweep
import numpy as np
from numpy.typing import NDArray

Letters = NDArray[np.uint8]
Square = tuple[int, int]
Squares = NDArray[np.intp]

EMPTY, MINE, BLANK = ord("E"), ord("M"), ord("B")


@dataclass(frozen=True)
class Level:
    """A level of the usual game."""

    name: str
    rows: int
    cols: int
    mines: int

    def board(self, seed: int) -> Letters:
        return minefield(self.rows, self.cols, self.mines, seed)


BEGINNER = Level("beginner", 9, 9, 10)
INTERMEDIATE = Level("intermediate", 16, 16, 40)
EXPERT = Level("expert", 16, 30, 99)


def empty(rows: int, cols: int) -> Letters:
    return np.full((rows, cols), EMPTY, np.uint8)


def minefield(rows: int, cols: int, mines: int, seed: int) -> Letters:
    board = empty(rows, cols)
    board.flat[np.random.default_rng(seed).choice(board.size, mines, replace=False)] = MINE
    return board


def along_rows(size: int) -> Letters:
    """One corridor that winds from row to row: walls of mines, gaps at alternate ends."""
    board = empty(size, size)
    board[3::4] = MINE
    board[3::8, -3:] = EMPTY
    board[7::8, :3] = EMPTY
    return board


def along_columns(size: int) -> Letters:
    return np.ascontiguousarray(along_rows(size).T)


def spiral(size: int) -> Letters:
    """One corridor from the corner to the centre."""
    board = empty(size, size)
    for near in range(3, size // 2 - 3, 4):
        far = size - 1 - near
        board[near, max(near - 4, 0) : far + 1] = MINE
        board[near : far + 1, far] = MINE
        board[far, near : far + 1] = MINE
        board[near + 4 : far + 1, near] = MINE
    return board


def comb(size: int) -> Letters:
    """Corridors along columns, all joined by one along the first rows."""
    board = empty(size, size)
    board[3:, 3::4] = MINE
    return board


def staircase(size: int) -> Letters:
    """A path of unrevealed squares down the diagonal; all other squares are revealed blanks."""
    board = np.full((size, size), BLANK, np.uint8)
    steps = np.arange(size)
    board[steps, steps] = EMPTY
    board[steps[1:], steps[:-1]] = EMPTY
    return board


def half_revealed(size: int) -> Letters:
    """A minefield of 1 % mines with all safe squares above the diagonal revealed."""
    board = minefield(size, size, size * size // 100, seed=size)
    above = np.triu(np.ones(board.shape, bool), 1)
    return np.where(above, revealed(board), board)


def revealed(board: Letters) -> Letters:
    """The board with all safe squares revealed."""
    numbers = adjacent_mines(board)
    letters = np.where(numbers == 0, BLANK, ord("0") + numbers).astype(np.uint8)
    return np.where(board == MINE, board, letters)


def adjacent_mines(board: Letters) -> NDArray[np.uint8]:
    padded = np.pad(board == MINE, 1).astype(np.uint8)
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    return rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - padded[1:-1, 1:-1]


# Squares to click


def blanks(board: Letters) -> Squares:
    return np.argwhere((board == EMPTY) & (adjacent_mines(board) == 0))


def numbered_squares(board: Letters) -> Squares:
    return np.argwhere((board == EMPTY) & (adjacent_mines(board) != 0))


def mines(board: Letters) -> Squares:
    return np.argwhere(board == MINE)


def openings(board: Letters) -> Iterator[tuple[Square, int, int]]:
    """For each opening: a click into it, how many squares it opens, how many of them are blank."""
    seen = np.zeros(board.shape, bool)
    for square in map(to_square, blanks(board)):
        if not seen[square]:
            after = board.copy()
            opened = minesweep.reveal(after, *square)
            blank = after == BLANK
            seen |= blank
            yield square, opened, int(blank.sum())


def giant(board: Letters, seed: int) -> Square:
    """A click into an opening of more than half of the board, or else into the largest found."""
    rest = board.copy()
    best, most = (0, 0), 0
    for square in map(to_square, np.random.default_rng(seed).permutation(blanks(board))[:1000]):
        opened = minesweep.reveal(rest, *square)
        if opened > most:
            best, most = square, opened
        if 2 * most > board.size:
            break
    return best


def to_square(pair: NDArray[np.intp]) -> Square:
    row, col = pair.tolist()
    return row, col
