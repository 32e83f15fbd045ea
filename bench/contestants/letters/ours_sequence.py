"""minesweep, all clicks on a board in one call."""

from itertools import groupby
from operator import itemgetter

import numpy as np
from minesweep import reveal_sequence

from forms import UINT8 as form

__all__ = ["arrange", "form", "name", "play", "requires"]

name = "minesweep, sequence"
requires = ()


def arrange(boards, jobs):
    return (
        [
            (boards[board], np.array([click for _, *click in clicks]))
            for board, clicks in groupby(jobs, key=itemgetter(0))
        ],
    )


def play(games):
    for board, clicks in games:
        reveal_sequence(board, clicks)
