"""Layouts that can be won without a guess."""

from __future__ import annotations

import minesweep
from minesweep import _errors
from minesweep._games import Games
from minesweep._many import _numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def solvable(
    mines: minesweep._types.Layouts,
    row: minesweep._types.OneOrEach,
    col: minesweep._types.OneOrEach,
) -> minesweep._types.Outcomes:
    """Whether a layout can be won by proofs alone, without a guess, from a first click on.

    The player knows the number of mines, and opens every square that is proven safe, again and
    again, as `minesweep.probabilities` proves it. A layout with a mine under the first click is not
    solvable.

    Parameters
    ----------
    mines : array of bool or uint8, shape (rows, columns) or (n, rows, columns)
        One layout, or a stack of them: anything but 0 is a mine. Any strides; not changed.
    row, col : int, or array of int of shape (n,)
        The square of the first click, one for all layouts or one for each.

    Returns
    -------
    bool, or numpy.ndarray of bool, shape (n,)

    Raises
    ------
    ImportError
        If NumPy is not installed.
    IndexError
        If a square is outside its layout.
    TypeError, ValueError
        If the arguments are not of these types and shapes.
    minesweep.TooHard
        If a position on the way takes more than a million states.
    MemoryError
        If there is not enough memory.

    Notes
    -----
    The GIL is released. Ctrl-C is heard within some milliseconds.

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> layouts = np.array([[[0, 0, 1, 0]],
    ...                     [[0, 1, 0, 1]]], bool)
    >>> minesweep.solvable(layouts, 0, 0).tolist()
    [True, False]
    """
    numpy = _numpy("solvable")
    layouts = numpy.asarray(mines)
    if layouts.dtype.char not in "?B":
        raise _errors.wrong_layouts(mines)
    if layouts.ndim not in (2, 3):
        raise _errors.wrong_layout_shape(layouts.shape)
    *stack, rows, cols = layouts.shape
    if not (rows and cols):
        raise _errors.no_columns() if rows else _errors.no_rows()
    mined = layouts.reshape(-1, rows, cols) != 0
    at_row, at_col = _clicks(numpy, "row", row, stack), _clicks(numpy, "column", col, stack)
    outside = (at_row < 0) | (at_row >= rows) | (at_col < 0) | (at_col >= cols)
    if outside.any():
        i = int(outside.argmax())
        error = _errors.outside(int(at_row[i]), int(at_col[i]), rows, cols)
        raise _errors.in_stack(error, i, tuple(stack))
    squares = at_row.astype(numpy.int64) * cols + at_col.astype(numpy.int64)
    free = ~numpy.take_along_axis(mined.reshape(len(mined), rows * cols), squares[:, None], 1)[:, 0]
    if free.any():
        games = Games.from_mines(mined[free])
        games.reveal(squares[free])
        games.open_safe()
        free[free] = games.won
    return free if stack else bool(free[0])


def _clicks(numpy: Any, name: str, value: object, stack: list[int]) -> Any:
    """Rows or columns, one for each layout."""
    given = numpy.asarray(value)
    # NumPy makes objects of integers beyond 64 bits, and floats of no numbers.
    large = given.dtype == object and all(isinstance(each, int) for each in given.flat)
    if given.dtype.kind not in "iu" and given.size and not large:
        raise _errors.not_an_integer(name, value)
    if given.ndim and given.shape != tuple(stack):
        raise _errors.wrong_first_clicks(name, given.shape, tuple(stack))
    return numpy.broadcast_to(given, stack).reshape(-1)
