"""Many clicks in one call: on one board, or on as many boards."""

import operator
import os
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

from minesweep import _errors
from minesweep._core import Stack, check_form, click_arrays, click_objects, is_diagonal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Clicks = NDArray[np.integer[Any]] | Sequence[Sequence[SupportsIndex]]

# A thread is given so many squares at a time: enough that handing them out costs nothing, little
# enough that Ctrl-C is heard within a fraction of a second.
_SQUARES_A_TASK = 1 << 21

_INT64_MAX = 2**63 - 1


def reveal_sequence(board: Any, clicks: "_Clicks", *, connectivity: int = 8) -> "NDArray[np.int64]":
    """Click on squares of one board, in order, in place.

    Parameters
    ----------
    board : list of lists of str, or 2-D array
        A board in any form that `minesweep.reveal` takes. Changed in place.
    clicks : array of int, shape (n, 2), or sequence of pairs
        Row and column of each click; an array of any integer dtype.
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
        check_form(board, None)
        pairs = _int64_pairs(numpy, clicks)
        boards = (board,) * len(pairs)
        return click_objects(boards, (None,)*len(pairs), pairs, diagonal, numpy, _errors.numbered)
    counts = click_arrays(2, board, None, clicks, diagonal, numpy)
    if counts is None:
        counts = click_arrays(2, board, None, _int64_pairs(numpy, clicks), diagonal, numpy)
    return counts


def reveal_batch(
    boards: Any, clicks: "_Clicks", *, connectivity: int = 8, workers: int = 1
) -> "NDArray[np.int64]":
    """Click once on each of many boards, in place: click i on board i.

    Parameters
    ----------
    boards : 3-D array, or list of boards
        A stack of shape (n, rows, columns): a writable buffer with items of one byte, or a NumPy
        array of dtype U1, with any strides. Or a list of n boards of any form that
        `minesweep.reveal` takes and of any sizes. Changed in place.
    clicks : array of int, shape (n, 2), or sequence of pairs
        Row and column of each click; an array of any integer dtype.
    connectivity : {8, 4}
        As in `minesweep.reveal`.
    workers : int
        Over how many threads to split a stack. As in SciPy, -1 means all processors that this
        process may use, -2 all but one, and so on. The boards and the counts come out the same for
        any number. Where boards of a stack might share memory (a broadcast or sliding view), and
        for a list of boards, one thread does all.

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
    threads = _threads(workers)
    numpy = _numpy("reveal_batch")
    if isinstance(boards, (list, tuple)):
        pairs = _int64_pairs(numpy, clicks)
        if len(boards) != len(pairs):
            raise _errors.unequal_numbers(len(boards), len(pairs))
        boards = tuple(boards)  # a dropped square can run code that changes the list
        return click_objects(boards, (None,)*len(pairs), pairs, diagonal, numpy, _errors.on_board)
    if threads == 1:
        counts = click_arrays(3, boards, None, clicks, diagonal, numpy)
        if counts is not None:
            return counts
    return _click_stack(boards, _int64_pairs(numpy, clicks), diagonal, threads, numpy)


def _int64_pairs(numpy, clicks):
    return numpy.asarray(_integers(numpy, clicks), numpy.int64)


def _click_stack(boards, pairs, diagonal, threads, numpy):
    stack = Stack(boards, None, pairs, diagonal, numpy)
    try:
        number = len(stack.counts)
        if threads == 1 or stack.may_overlap():
            stack.click(0, number)
        else:
            _click_in_threads(stack, number, threads)
        return stack.counts
    finally:
        stack.release()


def _click_in_threads(
    stack: Stack,
    number: int,
    threads: int,
) -> None:
    """Let this thread and others take ranges of boards, in order, until none is left.

    After a failing click no further range is taken, but those before it have been, and are worked
    through: so the first failing click in order is known, and is the one raised.
    """
    size = max(1, min(_SQUARES_A_TASK // stack.squares(), -(-number // (4 * threads))))
    starts = deque(range(0, number, size))
    failures: list[tuple[int, Exception]] = []

    def work() -> None:
        while True:
            try:
                start = starts.popleft()
            except IndexError:
                return
            try:
                stack.click(start, min(start + size, number))
            except Exception as error:
                starts.clear()
                failures.append((start, error))

    try:
        with ThreadPoolExecutor(threads - 1) as pool:
            try:
                for _ in range(min(threads, len(starts)) - 1):
                    pool.submit(work)
                work()
            except BaseException:
                starts.clear()
                raise
        if failures:
            raise min(failures, key=itemgetter(0))[1]
    finally:
        # An error has a traceback with this frame, which has the list of errors: a circle that
        # would keep the boards.
        failures.clear()


def _threads(workers: SupportsIndex) -> int:
    processors = _processors()
    try:
        number = operator.index(workers)
    except TypeError:
        raise _errors.workers_no_integer(workers) from None
    threads = number if number > 0 else processors + 1 + number
    if number == 0 or threads < 1:
        raise _errors.bad_workers(number, processors)
    return threads


def _processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _numpy(function: str) -> ModuleType:
    try:
        import numpy as np  # noqa: PLC0415 (the rest of the package works without it)
    except ImportError as error:
        raise _errors.no_numpy(function) from error
    return np


def _integers(numpy: ModuleType, clicks: "_Clicks") -> "NDArray[np.integer[Any]]":
    """The clicks as pairs of integers, of any dtype whose values int64 holds.

    Larger ones are clipped, and so outside any board.
    """
    pairs: Any = clicks if isinstance(clicks, numpy.ndarray) else _pairs(numpy, clicks)
    kind = pairs.dtype.kind
    if kind not in "iub":
        raise _errors.wrong_click_type(pairs.dtype)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise _errors.wrong_clicks(pairs.shape)
    if kind == "u" and pairs.dtype.itemsize == 8:
        pairs = numpy.minimum(pairs, _INT64_MAX)
    integers: NDArray[np.integer[Any]] = pairs
    return integers


def _pairs(numpy: ModuleType, clicks: Any) -> Any:
    """A sequence of pairs as an array: by NumPy if it sees integers, else one by one."""
    try:
        array = numpy.asarray(clicks)
    except ValueError:
        array = None
    if array is not None and array.dtype.kind in "iu" and array.ndim == 2:
        return array
    try:
        numbered = enumerate(clicks)
    except TypeError:
        raise _errors.no_clicks(clicks) from None
    pairs = [_pair(number, click) for number, click in numbered]
    return numpy.array(pairs, numpy.int64).reshape(-1, 2)


def _pair(number: int, click: Sequence[SupportsIndex]) -> tuple[int, int]:
    try:
        row, col = click
    except (TypeError, ValueError) as error:
        raise _errors.numbered(_errors.not_a_pair(click, error), number) from None
    return _clipped(number, "row", row), _clipped(number, "column", col)


def _clipped(number: int, name: str, value: SupportsIndex) -> int:
    try:
        return min(max(operator.index(value), -_INT64_MAX), _INT64_MAX)
    except TypeError:
        raise _errors.numbered(_errors.not_an_integer(name, value), number) from None
