"""Many clicks in one call: on one board, or on as many boards."""

from __future__ import annotations

import operator

import minesweep
from minesweep import _errors, _workers
from minesweep._core import Stack, check_form, click_arrays, click_objects, is_diagonal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    _Exact = list[tuple[int, int]] | None

# A thread is given so many squares at a time: enough that handing them out costs nothing, little
# enough that Ctrl-C is heard within a fraction of a second.
_SQUARES_A_TASK = 1 << 21

_INT64_MAX = 2**63 - 1
_NOT_DONE = -1  # in place of a count


def reveal_sequence(
    board: minesweep._types.Board,
    clicks: minesweep._types.Clicks,
    *,
    mines: minesweep._types.Array | None = None,
    connectivity: minesweep._types.SupportsIndex = 8,
) -> minesweep._types.Counts:
    """Click on squares of one board, in order, in place.

    Parameters
    ----------
    board : list of lists of str, or 2-D array
        A board in any form that `minesweep.reveal` takes. Changed in place.
    clicks : array of int, shape (n, 2), or iterable of pairs
        Row and column of each click; an array of any integer dtype, or bool.
    mines : 2-D array, optional
        As in `minesweep.reveal`: the board is then what a player sees.
    connectivity : {8, 4}
        As in `minesweep.reveal`.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        How many squares each click changed.

    Raises
    ------
    ImportError
        If NumPy is not installed.
    IndexError
        If a click is outside the board. All clicks are checked before the first is carried out.
    TypeError, ValueError, MemoryError
        As `minesweep.reveal`, and if the clicks are not pairs of integers. A click that meets a bad
        square changes nothing; those before it stand. The error names the number of the click,
        counted from 0.

    Notes
    -----
    The GIL is released for all clicks on a buffer, and held for a list of lists.

    Examples
    --------
    >>> import minesweep
    >>> board = [list("EEM"), list("EEE"), list("EEE")]
    >>> minesweep.reveal_sequence(board, [(0, 2), (0, 1), (0, 1), (2, 0)]).tolist()
    [1, 1, 0, 7]
    """
    diagonal = is_diagonal(connectivity)
    numpy = _numpy("reveal_sequence")
    if isinstance(board, list):
        check_form(board, mines)
        pairs, exact = _int64_pairs(numpy, clicks)
        boards, none = (board,) * len(pairs), (None,) * len(pairs)
        return click_objects(boards, none, pairs, exact, diagonal, numpy, _errors.numbered)
    counts = click_arrays(2, board, mines, clicks, None, diagonal, numpy)
    if counts is None:
        counts = click_arrays(2, board, mines, *_int64_pairs(numpy, clicks), diagonal, numpy)
        assert counts is not None
    return counts


def reveal_batch(
    boards: minesweep._types.Boards,
    clicks: minesweep._types.Clicks,
    *,
    mines: minesweep._types.Arrays | None = None,
    connectivity: minesweep._types.SupportsIndex = 8,
    workers: minesweep._types.SupportsIndex = 1,
) -> minesweep._types.Counts:
    """Click once on each of many boards, in place: click i on board i.

    Parameters
    ----------
    boards : 3-D array, or list of boards
        A stack of shape (n, rows, columns): a writable buffer with items of one byte, or a NumPy
        array of dtype U1, with any strides. Or a list of n boards of any form that
        `minesweep.reveal` takes and of any sizes. Changed in place.
    clicks : array of int, shape (n, 2), or iterable of pairs
        Row and column of each click; an array of any integer dtype, or bool.
    mines : 3-D array, or list of 2-D arrays, optional
        The mines of each board, as in `minesweep.reveal`: boards are then what players see. An
        array for a stack of boards, a list for a list of them.
    connectivity : {8, 4}
        As in `minesweep.reveal`.
    workers : int
        Over how many threads to split a stack. As in SciPy, -1 means all processors that this
        process may use, -2 all but one, and so on. The boards and the counts come out the same for
        any number, and where threads cannot be started the calling one does their work. Where
        boards of a stack might share memory (a broadcast or sliding view), and for a list of
        boards, one thread does all.

    Returns
    -------
    numpy.ndarray of int64, shape (n,)
        How many squares each click changed.

    Raises
    ------
    ImportError
        If NumPy is not installed.
    IndexError
        If a click is outside its board. All clicks are checked before the first is carried out.
    TypeError, ValueError, MemoryError
        As `minesweep.reveal`; if the clicks are not pairs of integers; or if there are not as many
        clicks as boards. A click that meets a bad square changes nothing; those before it stand,
        and with more than one worker some after it may have been carried out. The error names the
        number of the click and its board, counted from 0: the first that failed.

    Notes
    -----
    The GIL is released for the whole of a stack. Ctrl-C stops it within a second; what has been
    revealed by then stands.

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> boards = np.full((3, 2, 3), ord("E"), np.uint8)
    >>> boards[:, 0, 0] = ord("M")
    >>> minesweep.reveal_batch(boards, [(0, 0), (0, 1), (0, 2)]).tolist()
    [1, 1, 4]
    >>> boards[2].tobytes().decode()
    'M1BE1B'
    """
    diagonal = is_diagonal(connectivity)
    threads = _workers.number_of_threads(workers)
    numpy = _numpy("reveal_batch")
    if threads == 1:
        counts = click_arrays(3, boards, mines, clicks, None, diagonal, numpy)
        if counts is not None:
            return counts
    if isinstance(boards, (list, tuple)):
        pairs, exact = _int64_pairs(numpy, clicks)
        if len(boards) != len(pairs):
            raise _errors.unequal_numbers(len(boards), len(pairs))
        boards = tuple(boards)  # a dropped square can run code that changes the list
        each = (None,) * len(pairs) if mines is None else _one_for_each(boards, mines)
        return click_objects(boards, each, pairs, exact, diagonal, numpy, _errors.on_board)
    work = _ClicksOnStack(Stack(boards, mines, *_int64_pairs(numpy, clicks), diagonal, numpy))
    try:
        return work.carry_out(threads)
    finally:
        # The buffer is released with the last reference to the stack. A thread that clicks has
        # one; the traceback of an error must have none.
        del work.stack


def _one_for_each(boards: tuple[object, ...], mines: Any) -> tuple[object, ...]:
    """The mines of each of a list of boards."""
    try:
        each = tuple(mines)
    except TypeError:
        raise _errors.not_mines(mines) from None
    if len(each) != len(boards):
        raise _errors.unequal_mines(len(boards), len(each))
    return each


class _ClicksOnStack:
    """A click on each board of a stack, in ranges that several threads can carry out."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack

    def carry_out(self, threads: int) -> NDArray[np.int64]:
        counts = self.stack.counts
        number = len(counts)
        if threads == 1 or self.stack.may_overlap():
            self.stack.click(0, number)
        else:
            counts.fill(_NOT_DONE)
            size = min(_SQUARES_A_TASK // self.stack.squares(), -(-number // (4 * threads)))
            _workers.share_out(self._click, number, max(1, size), threads)
        return counts

    def _click(self, start: int, stop: int) -> None:
        while start < stop and self.stack.counts[start] != _NOT_DONE:  # if this range failed before
            start += 1
        self.stack.click(start, stop)


_imported: list[ModuleType] = []  # NumPy, once a call needed it


def _numpy(function: str) -> ModuleType:
    """NumPy, remembered: 8 % faster for a single click than importing it each time."""
    if not _imported:
        try:
            import numpy as np  # noqa: PLC0415 (the rest of the package works without it)
        except ImportError as error:
            raise _errors.no_numpy(function) from error
        _imported.append(np)
    return _imported[0]


def _int64_pairs(
    numpy: ModuleType, clicks: minesweep._types.Clicks
) -> tuple[NDArray[np.int64], _Exact]:
    """The clicks as pairs of int64.

    Numbers too large for it are clipped, and so outside any board; then the clicks are returned
    exactly too, for messages.
    """
    pairs: Any = clicks if isinstance(clicks, numpy.ndarray) else _as_numpy_sees_them(numpy, clicks)
    if pairs is None:
        return _one_by_one(numpy, clicks)
    kind = pairs.dtype.kind
    if kind not in "iub":
        raise _errors.wrong_click_type(pairs.dtype)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise _errors.wrong_clicks(pairs.shape)
    exact = None
    if kind == "u" and pairs.size and pairs.max() > _INT64_MAX:
        pairs, exact = numpy.minimum(pairs, _INT64_MAX), pairs.tolist()
    return numpy.asarray(pairs, numpy.int64), exact


def _as_numpy_sees_them(numpy: ModuleType, clicks: object) -> Any:
    """An iterable of pairs as an array, if NumPy takes it for one of integers."""
    try:
        array = numpy.asarray(clicks)
    except ValueError:
        return None
    return array if array.dtype.kind in "iub" and array.ndim == 2 else None


def _one_by_one(numpy: ModuleType, clicks: Any) -> tuple[NDArray[np.int64], _Exact]:
    try:
        numbered = enumerate(clicks)
    except TypeError:
        raise _errors.no_clicks(clicks) from None
    exact = [_pair(numpy, number, click) for number, click in numbered]
    try:
        return numpy.array(exact, numpy.int64).reshape(-1, 2), None
    except OverflowError:
        clipped = numpy.clip(numpy.array(exact, object), -_INT64_MAX, _INT64_MAX)
        return clipped.astype(numpy.int64), exact


def _pair(numpy: ModuleType, number: int, click: Any) -> tuple[int, int]:
    try:
        row, col = click
    except (TypeError, ValueError) as error:
        raise _errors.numbered(_errors.not_a_pair(click, error), number) from None
    return _integer(numpy, number, "row", row), _integer(numpy, number, "column", col)


def _integer(numpy: ModuleType, number: int, name: str, value: Any) -> int:
    try:
        return operator.index(bool(value) if isinstance(value, numpy.bool_) else value)
    except TypeError:
        raise _errors.numbered(_errors.not_an_integer(name, value), number) from None
