"""scikit-image: count mines by two passes of sums, flood the blank region, dilate it."""

import numpy as np
from scipy import ndimage
from skimage.morphology import dilation
from skimage.segmentation import flood

from forms import UINT8 as form

__all__ = ["form", "name", "requires", "reveal"]

name = "scikit-image"
requires = ("scikit-image",)

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
    region = flood((empty & (numbers == 0)).view(np.uint8), (row, col), connectivity=2)
    opened = dilation(region.view(np.uint8), SQUARE).view(bool) & empty
    board[opened] = np.where(numbers, ZERO + numbers, BLANK)[opened]
