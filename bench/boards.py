"""The boards of the benchmark, and the squares of them that are worth a click.

A board is a NumPy array of letters (``uint8``); everything random has a fixed seed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import minesweep
import numpy as np
from numpy.typing import NDArray

Letters = NDArray[np.uint8]
Square = tuple[int, int]
Squares = NDArray[np.intp]

EMPTY, MINE = ord("E"), ord("M")


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
    """One long corridor that winds from row to row: walls of mines, gaps at alternate ends."""
    board = empty(size, size)
    board[3::4] = MINE
    board[3::8, -3:] = EMPTY
    board[7::8, :3] = EMPTY
    return board


def along_columns(size: int) -> Letters:
    return np.ascontiguousarray(along_rows(size).T)


def spiral(size: int) -> Letters:
    """One long corridor from the corner to the centre."""
    board = empty(size, size)
    for near in range(3, size // 2 - 3, 4):
        far = size - 1 - near
        board[near, max(near - 4, 0) : far + 1] = MINE
        board[near : far + 1, far] = MINE
        board[far, near : far + 1] = MINE
        board[near + 4 : far + 1, near] = MINE
    return board


def comb(size: int) -> Letters:
    """Corridors along columns that all hang on one along the first rows."""
    board = empty(size, size)
    board[3:, 3::4] = MINE
    return board


def half_revealed(size: int, mines: int, seed: int) -> Letters:
    """All that is safe above the diagonal has been revealed."""
    board = minefield(size, size, mines, seed)
    above = np.triu(np.ones(board.shape, bool), 1)
    return np.where(above, revealed(board), board)


def revealed(board: Letters) -> Letters:
    """The board with all that is safe revealed."""
    numbers = adjacent_mines(board)
    letters = np.where(numbers == 0, ord("B"), ord("0") + numbers).astype(np.uint8)
    return np.where(board == MINE, board, letters)


def adjacent_mines(board: Letters) -> NDArray[np.uint8]:
    padded = np.pad(board == MINE, 1).astype(np.uint8)
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    return rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - padded[1:-1, 1:-1]


# Squares worth a click


def blanks(board: Letters) -> Squares:
    return np.argwhere((board == EMPTY) & (adjacent_mines(board) == 0))


def numbered_squares(board: Letters) -> Squares:
    return np.argwhere((board == EMPTY) & (adjacent_mines(board) != 0))


def mines(board: Letters) -> Squares:
    return np.argwhere(board == MINE)


def openings(board: Letters) -> Iterator[tuple[Square, int, int]]:
    """A click into each opening, the squares that it opens, and how many of them are blank."""
    seen = np.zeros(board.shape, bool)
    for square in map(to_square, blanks(board)):
        if not seen[square]:
            after = board.copy()
            opened = minesweep.reveal(after, *square)
            blank = after == ord("B")
            seen |= blank
            yield square, opened, int(blank.sum())


def giant(board: Letters, seed: int) -> Square:
    """A click into the opening that takes half of the board; without one, into a large one."""
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
