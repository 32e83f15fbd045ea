"""minesweep, a position a call."""

from minesweep import probabilities

name = "minesweep"
requires = ()


def prepare(board, mines):
    return board, mines


def solve(position):
    return probabilities(*position)


def read(chances):
    return chances
