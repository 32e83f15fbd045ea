"""ms-toollib: lists of integers, 10 for a hidden square."""

import ms_toollib as toollib
import numpy as np

name = "ms-toollib"
requires = ("ms-toollib",)

CODES = np.array([*range(9), 15, 11, 10])


def prepare(board, mines):
    return CODES[board].tolist(), mines


def solve(position):
    return toollib.cal_probability_onboard(*position)


def read(solution):
    chances, _least_now_most = solution
    return chances
