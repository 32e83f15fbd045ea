"""Makes the calls that `instructions` counts, which runs this file under valgrind.

The calls come pickled on standard input. Each set is made twice, on fresh boards, and only the
second time counts: what a process does once, such as resolving symbols, is not part of a click.
"""

import gc
import pickle
import sys
from collections.abc import Callable
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


def main() -> None:
    counted_calls = extension(SOURCE).counted_calls
    gc.disable()
    for prepare, *data in pickle.load(sys.stdin.buffer):
        for _ in range(2):
            counted_calls(*prepare(*data))


if __name__ == "__main__":
    main()
