"""What comes of a click: what the reference makes of it, and that the compiled core does the same.

The reference is asked once for each board; every form of board is then held to its answer.
"""

import functools
from collections.abc import Callable, Iterable
from typing import Any

from forms import LIST_FORMS, LISTS, Form, Rows

import minesweep
from minesweep import reference

Click = tuple[int, int]


def outcome(call: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What comes of a call: its result, or the error's type and text."""
    try:
        return call(*args, **options)
    except Exception as error:
        return type(error), str(error)


def shortened(result: Any) -> Any:
    """An error that names a bad square, without its value: bytes are not shown as text is."""
    if isinstance(result, tuple):
        return result[0], result[1].partition(", not ")[0]
    return result


@functools.cache
def of_reference(rows: tuple[str, ...], click: Click, connectivity: int = 8) -> tuple[Any, Rows]:
    """The count or the error, and the board after the click."""
    board = LISTS.make(list(rows))
    return outcome(reference.reveal, board, *click, connectivity=connectivity), LISTS.read(board)


def assert_as_reference(form: Form, rows: Rows, click: Click, connectivity: int = 8) -> None:
    """The same count or error, whose text lists give to the end, and the same board after it."""
    result, after = of_reference(tuple(rows), click, connectivity)
    board = form.make(rows)
    ours = outcome(minesweep.reveal, board, *click, connectivity=connectivity)
    if form not in LIST_FORMS:
        ours, result = shortened(ours), shortened(result)
    assert (form.name, click, connectivity, ours) == (form.name, click, connectivity, result)
    assert form.read(board) == after


def with_squares(rows: Rows, squares: Iterable[Click], letter: str) -> Rows:
    """The board with this letter on these squares."""
    board = [list(row) for row in rows]
    for row, col in squares:
        board[row][col] = letter
    return ["".join(row) for row in board]
