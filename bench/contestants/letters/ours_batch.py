"""minesweep, one click on each board of a stack in one call."""

import numpy as np
from minesweep import reveal_batch

from contestant import DoesNotApply
from forms import STACK as form

__all__ = ["arrange", "form", "name", "play", "requires"]

name = "minesweep, batch"
requires = ()


def arrange(boards, jobs):
    if [board for board, _, _ in jobs] != list(range(len(boards))):
        raise DoesNotApply("takes one click on each board")
    return boards, np.array([click for _, *click in jobs])


play = reveal_batch
