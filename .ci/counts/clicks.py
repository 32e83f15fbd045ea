"""A fixed set of clicks, whose instructions the emulator's plugin counts: see `count.c`.

Each is carried out twice on fresh boards and counted the second time: what a process does but once,
such as resolving symbols, is none of a click's cost.
"""

import ctypes
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

import boards
from forms import FORMS, Rows

import minesweep

WATCH = 0x6D73
GAMES = 16  # boards of a case with small openings
EXPERT = 16, 30, 206  # rows, columns and mines in a thousand squares

Game = tuple[Rows, int, int]
Opens = Callable[[int, bytes], bool]
"""Whether a click is of the kind looked for: the squares that it opened, and the board after it."""


def expert(opens: Opens) -> list[Game]:
    """The first clicks that open as is asked, on as many boards."""
    fields = (boards.scattered(*EXPERT, seed) for seed in count())
    return list(islice((game for rows in fields for game in clicks(rows, 0, opens)), GAMES))


def large(rows: Rows) -> list[Game]:
    """The first click from the board's middle on that opens more than half of the board."""
    half = len(rows) * len(rows[0]) // 2
    return list(clicks(rows, half + len(rows[0]) // 2, lambda opened, _: opened > half))


def clicks(rows: Rows, start: int, opens: Opens) -> Iterator[Game]:
    """The first click in reading order, from a square on, that opens as is asked."""
    cols = len(rows[0])
    for square in range(start, len(rows) * cols):
        board = bytearray("".join(rows), "ascii")
        if board[square] != ord("E"):
            continue
        at = divmod(square, cols)
        opened = minesweep.reveal(memoryview(board).cast("B", (len(rows), cols)), *at)
        if opens(opened, bytes(board)):
            yield (rows, *at)
            return


CASES = {
    "expert, numbered click": lambda: expert(lambda opened, _: opened == 1),
    "expert, opening of 25": lambda: expert(
        lambda opened, board: opened == 25 and board.count(b"B") == 9
    ),
    "300×300 without mines": lambda: large(boards.empty(300, 300)),
    "300×300, 1 % mines": lambda: large(boards.scattered(300, 300, 10, 1)),
    "300×300, 8 % mines": lambda: large(boards.scattered(300, 300, 80, 1)),
    "300×300, corridor along columns": lambda: large(boards.columns_serpentine(300, 300)),
}


def address_of(function: Any) -> int:
    """Where a compiled function starts.

    The first field of a PyCFunctionObject points to its PyMethodDef, whose second is the function.
    """
    definition = _pointer(id(function) + object.__basicsize__)
    return _pointer(definition + ctypes.sizeof(ctypes.c_void_p))


def _pointer(address: int) -> int:
    value = ctypes.c_void_p.from_address(address).value
    assert value is not None
    return value


def main() -> None:
    system_call = ctypes.CDLL(None).syscall
    reveal = ctypes.c_void_p(address_of(minesweep.reveal))
    forms = [form for form in FORMS if form.name in ("memoryview cast B", "lists")]
    for name, make in CASES.items():
        games = make()
        for form in forms:
            for watched in False, True:
                made = [(form.make(rows), row, col) for rows, row, col in games]
                if watched:
                    print(f"{name}, {form.name}".ljust(60), end="", flush=True)
                    system_call(WATCH, reveal)
                for game in made:
                    minesweep.reveal(*game)
                if watched:
                    system_call(WATCH, None)


if __name__ == "__main__":
    sys.exit(main())
