# cython: language_level=3, freethreading_compatible=True
"""Boards as numbers: what a board shows when all is revealed, its openings, and its 3BV.

The counting is in `engine/metrics`. Boards are the caller's: acquired as they are, or as NumPy
makes arrays of them, and copied only where they have gaps.
"""

from cpython.buffer cimport (
    PyBUF_MAX_NDIM, Py_buffer, PyBuffer_IsContiguous, PyBuffer_Release, PyObject_CheckBuffer,
)
from libc.stdint cimport int8_t, int64_t, uint8_t

import minesweep  # for the names of hints
from minesweep import _errors
from minesweep._acquire cimport acquire_buffer, format_of, is_sound, item_code, shape_of
from minesweep._many import _numpy
from minesweep.engine.letters cimport choose_kernels
from minesweep.engine.metrics cimport (
    Measures, Window, free_window, make_window, measure, show_all,
)

__all__ = ["bbbv", "numbers", "openings"]

choose_kernels()


cdef struct Boards:
    # Mines of the caller's, while a call reads them: boards one after another, without gaps.
    Py_buffer buffer
    Py_ssize_t count, rows, cols


def numbers(mines: minesweep._types.Mines) -> minesweep._types.Numbers:
    """What a board shows when everything is revealed.

    Parameters
    ----------
    mines : array of bool, shape (..., rows, cols)
        A board, or any number of them.

    Returns
    -------
    numpy.ndarray of int8, of the same shape
        The number of mines around each square, 0 to 8, and `MINE` (9) on a mine.

    Raises
    ------
    ImportError
        If NumPy is not installed.
    TypeError
        If `mines` is no array of bool.
    ValueError
        If it has less than two dimensions, or boards have no rows or no columns.
    MemoryError
        If memory ends.

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> minesweep.numbers(np.eye(3, dtype=bool))
    array([[9, 2, 1],
           [2, 9, 2],
           [1, 2, 9]], dtype=int8)
    """
    cdef Boards boards
    cdef int8_t[:, :, ::1] shown
    cdef Py_ssize_t i
    cdef bint done = True
    numpy = _numpy("numbers")
    acquire_boards(&boards, mines, "numbers")
    try:
        numbers = numpy.empty((boards.count, boards.rows, boards.cols), numpy.int8)
        shown = numbers
        with nogil:
            for i in range(boards.count):
                done = done and show_all(
                    &shown[i, 0, 0], board_of(&boards, i), boards.rows, boards.cols
                )
        if not done:
            raise MemoryError()
        return numbers.reshape(shape_of(&boards.buffer))
    finally:
        PyBuffer_Release(&boards.buffer)


def openings(mines: minesweep._types.Mines) -> minesweep._types.Measured:
    """How many openings a board has: areas of adjacent squares that have no mine around them.

    Parameters
    ----------
    mines : array of bool, shape (..., rows, cols)
        A board, or any number of them.

    Returns
    -------
    int, or numpy.ndarray of int64, shape (...)
        One number a board.

    Raises
    ------
    ImportError, TypeError, ValueError, MemoryError
        As `numbers`.

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> minesweep.openings(np.eye(7, dtype=bool))
    2
    """
    return measured(mines, False, "openings")


def bbbv(mines: minesweep._types.Mines) -> minesweep._types.Measured:
    """The least number of clicks that reveals all free squares of a board, without chords: its 3BV.

    A click for each opening, and one for each numbered square that no opening reveals.

    Parameters
    ----------
    mines : array of bool, shape (..., rows, cols)
        A board, or any number of them. One that is full of mines has 3BV 0.

    Returns
    -------
    int, or numpy.ndarray of int64, shape (...)
        One number a board.

    Raises
    ------
    ImportError, TypeError, ValueError, MemoryError
        As `numbers`.

    References
    ----------
    Bechtel's Board Benchmark Value: http://stephan-bechtel.de/3bv.htm

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> minesweep.bbbv(np.array([[False, False, True, False, True]]))
    2
    >>> boards = np.random.default_rng(1).random((1000, 16, 30)) < 99 / 480
    >>> minesweep.bbbv(boards).shape
    (1000,)
    """
    return measured(mines, True, "bbbv")


cdef object measured(object mines, bint with_isolated, str name):
    cdef Boards boards
    cdef int64_t one
    cdef int64_t[::1] count
    acquire_boards(&boards, mines, name)
    try:
        if boards.buffer.ndim == 2:
            measure_boards(&boards, with_isolated, &one)
            return one
        numpy = _numpy(name)
        counts = numpy.empty(boards.count, numpy.int64)
        count = counts
        if boards.count:
            measure_boards(&boards, with_isolated, &count[0])
        return counts.reshape(shape_of(&boards.buffer)[:boards.buffer.ndim - 2])
    finally:
        PyBuffer_Release(&boards.buffer)


cdef int measure_boards(const Boards* boards, bint with_isolated, int64_t* counts) except -1:
    cdef Window window
    cdef Measures measures
    cdef Py_ssize_t i
    if not make_window(&window, boards.cols):
        raise MemoryError()
    with nogil:
        for i in range(boards.count):
            measures = measure(&window, board_of(boards, i), boards.rows)
            counts[i] = measures.openings + (measures.isolated if with_isolated else 0)
        free_window(&window)
    return 0


cdef int acquire_boards(Boards* boards, object mines, str name) except -1:
    """Acquire an array of bool, or what NumPy makes one of; it must be released."""
    cdef Py_buffer* buffer = &boards.buffer
    if not PyObject_CheckBuffer(mines):
        mines = _numpy(name).asarray(mines)
    acquire_buffer(buffer, mines)
    try:
        if item_code(buffer.format) != c"?":
            raise _errors.wrong_mines_dtype(getattr(mines, "dtype", format_of(buffer)))
        if not 2 <= buffer.ndim <= PyBUF_MAX_NDIM:
            raise _errors.wrong_mines_dimensions(buffer.ndim, PyBUF_MAX_NDIM)
        if buffer.buf == NULL or buffer.shape == NULL or not is_sound(buffer):
            raise _errors.incomplete_buffer("mines")
        boards.rows, boards.cols = buffer.shape[buffer.ndim - 2], buffer.shape[buffer.ndim - 1]
        if boards.rows < 1 or boards.cols < 1:
            raise _errors.bad_size(boards.rows, boards.cols)
        boards.count = buffer.len // (boards.rows * boards.cols)
        if PyBuffer_IsContiguous(buffer, c"C"):
            return 0
    except BaseException:
        PyBuffer_Release(buffer)
        raise
    PyBuffer_Release(buffer)
    return acquire_boards(boards, _numpy(name).ascontiguousarray(mines), name)


cdef inline const uint8_t* board_of(const Boards* boards, Py_ssize_t i) noexcept nogil:
    return <const uint8_t*>boards.buffer.buf + i * boards.rows * boards.cols
