"""Boards as players see them: -1 hidden, 0 to 8 open, 9 a mine that was hit."""

import random
from typing import Any

import numpy as np

HIDDEN, FLAG, HIT = -1, -2, 9


def numbers(mines: Any) -> Any:
    """How many mines are on and around each square, for layouts of shape (..., rows, columns)."""
    rows, cols = mines.shape[-2:]
    padded = np.pad(mines.astype(np.int8), [(0, 0)] * (mines.ndim - 2) + [(1, 1), (1, 1)])
    return sum(padded[..., r : r + rows, c : c + cols] for r in range(3) for c in range(3))


def shown(mines: Any, open_squares: Any) -> Any:
    """What is seen where some squares have been opened, mines among them."""
    return np.where(open_squares, np.where(mines, HIT, numbers(mines)), HIDDEN).astype(np.int8)


def layout(rows: int, cols: int, mines: int, seed: int) -> Any:
    """So many mines at random."""
    squares = np.zeros(rows * cols, bool)
    squares[random.Random(seed).sample(range(rows * cols), mines)] = True
    return squares.reshape(rows, cols)


def openings(mines: Any) -> Any:
    """What is seen once all openings have been found."""
    blank = numbers(mines) == 0
    return shown(mines, numbers(blank) > 0)


def every_second(rows: int, cols: int, mines: int, seed: int) -> Any:
    """A lattice: every second square of every second row is open, none of them a mine."""
    open_squares = np.zeros((rows, cols), bool)
    open_squares[1::2, 1::2] = True
    closed = np.flatnonzero(~open_squares)
    squares = np.zeros(rows * cols, bool)
    squares[random.Random(seed).sample(closed.tolist(), mines)] = True
    return shown(squares.reshape(rows, cols), open_squares)


def all_boards(rows: int, cols: int) -> tuple[Any, Any, Any]:
    """Every board of a size that can be seen, with each number of mines, and its probabilities.

    All layouts with all sets of open squares: layouts that look the same are equally likely.
    """
    size = rows * cols
    bits = (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(bool)
    layouts = bits.reshape(-1, rows, cols)
    boards, counts, chances = [], [], []
    for open_squares in layouts:
        seen = np.column_stack([bits.sum(1), shown(layouts, open_squares).reshape(-1, size)])
        alike, group = np.unique(seen, axis=0, return_inverse=True)
        mined = np.zeros((len(alike), size))
        np.add.at(mined, group.reshape(-1), bits)
        boards.append(alike[:, 1:].reshape(-1, rows, cols))
        counts.append(alike[:, 0])
        chances.append((mined / np.bincount(group.reshape(-1))[:, None]).reshape(-1, rows, cols))
    return np.concatenate(boards).astype(np.int8), np.concatenate(counts), np.concatenate(chances)


def either_or(rows: int, cols: int) -> tuple[Any, int, int]:
    """A board with two solutions: all closed squares of one kind are mines, or all of the other.

    Closed squares touch at corners, with a number between each two that says that one of them is a
    mine; all other squares are mines that were hit. Also: how many closed squares of each kind.
    """
    board = np.full((2 * rows - 1, 2 * cols - 1), HIT, np.int8)
    first = np.zeros(board.shape, bool)
    second = np.zeros(board.shape, bool)
    first[::4, ::4] = True
    second[2::4, 2::4] = True
    board[1::2, 1::2] = 0
    board[first | second] = HIDDEN
    mines = (board == HIT) | first
    board[1::2, 1::2] = numbers(mines)[1::2, 1::2]
    return board, int(first.sum()), int(second.sum())
