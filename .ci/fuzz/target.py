#!/usr/bin/env python
"""Throws arbitrary boards, forms and clicks at the public functions; the reference is always right.

To be run by ``run``, beside. An input that makes this fail should become a test.
"""

import sys
from collections.abc import Callable
from typing import Any

import atheris
from forms import FORMS, LISTS

import minesweep
from minesweep import reference

Rows = list[str]
Click = tuple[int, int]

# Mostly unrevealed squares, as in a game; the last is a bad one.
LETTERS = "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEMMXXBB112345678F"


def drawn_board(data: atheris.FuzzedDataProvider) -> Rows:
    rows = data.ConsumeIntInRange(1, 6)
    cols = data.ConsumeIntInRange(1, 140 if data.ConsumeBool() else 9)
    if data.ConsumeBool():
        rows, cols = cols, rows
    drawn = data.ConsumeBytes(rows * cols)
    squares = "".join(LETTERS[byte % len(LETTERS)] for byte in drawn).ljust(rows * cols, "E")
    return [squares[start : start + cols] for start in range(0, rows * cols, cols)]


def drawn_clicks(data: atheris.FuzzedDataProvider, board: Rows) -> list[Click]:
    """A few clicks, some of them outside of the board."""
    return [
        (data.ConsumeIntInRange(-1, len(board)), data.ConsumeIntInRange(-1, len(board[0])))
        for _ in range(data.ConsumeIntInRange(1, 6))
    ]


def outcome(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What a call returns, or the type of what it raises."""
    try:
        return function(*arguments, **options)
    except (IndexError, TypeError, ValueError) as error:
        return type(error)


# Each of the following takes boards that are equal, as many as there are clicks.


def one_by_one(module: Any) -> Callable[..., Any]:
    def clicked(boards: list[Any], clicks: list[Click], **options: int) -> list[Any]:
        return [outcome(module.reveal, boards[0], *click, **options) for click in clicks]

    return clicked


def checked(module: Any) -> Callable[..., Any]:
    return lambda boards, clicks, **options: module.check_board(boards[0])


def compiled_sequence(boards: list[Any], clicks: list[Click], **options: int) -> list[int]:
    return minesweep.reveal_sequence(boards[0], clicks, **options).tolist()


def plain_sequence(boards: list[Any], clicks: list[Click], **options: int) -> list[int]:
    return plain_batch(boards[:1] * len(clicks), clicks, **options)


def compiled_batch(boards: list[Any], clicks: list[Click], **options: int) -> list[int]:
    return minesweep.reveal_batch(boards, clicks, **options).tolist()


def plain_batch(boards: list[Any], clicks: list[Click], **options: int) -> list[int]:
    """All clicks are checked before the first is carried out."""
    if not all(
        row in range(len(boards[0])) and col in range(len(boards[0][0])) for row, col in clicks
    ):
        raise IndexError
    return [
        reference.reveal(board, *click, **options)
        for board, click in zip(boards, clicks, strict=True)
    ]


PAIRS = [
    (one_by_one(minesweep), one_by_one(reference)),
    (checked(minesweep), checked(reference)),
    (compiled_sequence, plain_sequence),
    (compiled_batch, plain_batch),
]


def one_input(drawn: bytes) -> None:
    data = atheris.FuzzedDataProvider(drawn)
    compiled, plain = data.PickValueInList(PAIRS)
    form = data.PickValueInList(FORMS)
    connectivity = data.PickValueInList([8, 4])
    rows = drawn_board(data)
    clicks = drawn_clicks(data, rows)
    boards = [form.make(rows) for _ in clicks]
    oracles = [LISTS.make(rows) for _ in clicks]
    found = outcome(compiled, boards, clicks, connectivity=connectivity)
    right = outcome(plain, oracles, clicks, connectivity=connectivity)
    if found != right or list(map(form.read, boards)) != list(map(LISTS.read, oracles)):
        raise AssertionError(
            f"{form.name}, connectivity {connectivity}, clicks {clicks} on {rows}:\n"
            f"{compiled.__name__} gave {found} and {form.read(boards[0])},\n"
            f"but {right} and {LISTS.read(oracles[0])} is right"
        )


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
