"""Makes the calls that `instructions` counts, which runs this file under valgrind.

The calls come pickled on standard input. Each set is made twice, on fresh boards, and only the
second time counts: what a process does once, such as resolving symbols, is not part of a click.
"""

import gc
import pickle
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import minesweep
import numpy as np

from boards import Letters
from build import extension
from cases import Job
from forms import Form

SOURCE = Path(__file__).with_name("counted_calls.c")

Calls = tuple[Callable[..., Any], list[tuple[Any, ...]]]
"""A function, and the arguments of each call."""


def reveal(form: Form, boards: list[Letters], jobs: list[Job]) -> Calls:
    made = [form.make(board) for board in boards]
    return minesweep.reveal, [(made[board], row, col) for board, row, col in jobs]


def reveal_sequence(board: Letters, clicks: list[tuple[int, int]]) -> Calls:
    return minesweep.reveal_sequence, [(board.copy(), np.array(clicks))]


def reveal_batch(boards: list[Letters], clicks: list[tuple[int, int]]) -> Calls:
    return minesweep.reveal_batch, [(np.stack(boards), np.array(clicks))]


def reveal_pair(boards: list[Letters], jobs: list[Job]) -> Calls:
    mines = [board == ord("M") for board in boards]
    visible = [np.full(board.shape, minesweep.HIDDEN, np.int8) for board in boards]
    return _reveal_pair, [(visible[board], row, col, mines[board]) for board, row, col in jobs]


def _reveal_pair(visible: Any, row: int, col: int, mines: Any) -> int:
    return minesweep.reveal(visible, row, col, mines=mines)


def new_game() -> Calls:
    return partial(minesweep.Game, seed=1), [minesweep.EXPERT] * 64


def game_reveal(boards: list[Letters], jobs: list[Job]) -> Calls:
    games = [minesweep.Game.from_mines(board == ord("M")) for board in boards]
    return minesweep.Game.reveal, [(games[board], row, col) for board, row, col in jobs]


def game_copy() -> Calls:
    return minesweep.Game.copy, [(_begun(seed),) for seed in range(64)]


def bbbv() -> Calls:
    return minesweep.bbbv, [(_begun(seed).mines,) for seed in range(64)]


def probabilities() -> Calls:
    return minesweep.probabilities, [(_begun(seed).visible, 99) for seed in range(64)]


def games_reveal() -> Calls:
    """The second move of each game: of the first that is hidden."""
    games = minesweep.Games(1024, *minesweep.EXPERT, seed=0)
    games.reveal(np.full(1024, 3 * 30 + 3))
    hidden = games.visible.reshape(1024, -1) == minesweep.HIDDEN
    return minesweep.Games.reveal, [(games, hidden.argmax(1))]


def _begun(seed: int) -> minesweep.Game:
    """An expert game after its first click and all that this proves."""
    game = minesweep.Game(*minesweep.EXPERT, seed=seed)
    game.reveal(3, 3)
    game.open_safe()
    return game


def main() -> None:
    counted_calls = extension(SOURCE).counted_calls
    gc.disable()
    for prepare, *data in pickle.load(sys.stdin.buffer):
        for _ in range(2):
            counted_calls(*prepare(*data))


if __name__ == "__main__":
    main()
