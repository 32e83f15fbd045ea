"""SciPy: count mines by convolution, label the blank regions, dilate the clicked one."""

import numpy as np
from scipy import ndimage

from forms import UINT8 as form

__all__ = ["form", "name", "requires", "reveal"]

name = "SciPy"
requires = ("scipy",)

EMPTY, MINE, BLANK, HIT, ZERO = (ord(letter) for letter in "EMBX0")
SQUARE = np.ones((3, 3), np.uint8)
THREE = np.ones(3, np.uint8)


def reveal(board, row, col):
    if board[row, col] == MINE:
        board[row, col] = HIT
    if board[row, col] != EMPTY:
        return
    around = board[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
    mines = np.count_nonzero(around == MINE)
    if mines:
        board[row, col] = ZERO + mines
        return
    mines = (board == MINE).view(np.uint8)
    numbers = ndimage.convolve1d(
        ndimage.convolve1d(mines, THREE, 0, mode="constant"), THREE, 1, mode="constant"
    )
    empty = board == EMPTY
    regions, _ = ndimage.label(empty & (numbers == 0), structure=SQUARE)
    opened = ndimage.binary_dilation(regions == regions[row, col], structure=SQUARE) & empty
    board[opened] = np.where(numbers, ZERO + numbers, BLANK)[opened]
