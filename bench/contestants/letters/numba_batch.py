"""numba on a stack of boards, with the loop over them compiled too."""

import numpy as np
from numba import njit

from contestant import DoesNotApply
from contestants.letters.numba_stack import flood
from forms import STACK as form

__all__ = ["arrange", "form", "name", "play", "requires"]

name = "numba, batch"
requires = ("numba",)


def arrange(boards, jobs):
    if [board for board, _, _ in jobs] != list(range(len(boards))):
        raise DoesNotApply("takes one click on each board")
    return boards, np.array([click for _, *click in jobs])


@njit(cache=True)
def play(boards, clicks):
    for i in range(len(boards)):
        flood(boards[i], clicks[i, 0], clicks[i, 1])


play(np.full((1, 3, 3), ord("E"), np.uint8), np.array([[0, 0]]))
