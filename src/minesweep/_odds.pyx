# cython: language_level=3, freethreading_compatible=True
"""Exact mine probabilities: arguments, stacks, threads and errors.

The counting is in `engine/odds`, which raises nothing: what it returns becomes an exception here.
"""

import operator

cimport cython
from cpython.buffer cimport (
    PyBUF_SIMPLE, PyBUF_STRIDES, PyBUF_WRITABLE, Py_buffer, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.math cimport NAN
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t

import minesweep  # for the names of hints
from minesweep import _errors, _workers
from minesweep._many import _numpy
from minesweep._verdicts cimport ask, error_of, raise_pending
from minesweep.engine.odds cimport (
    ODDS_BAD_VALUE, ODDS_DONE, ODDS_NO_LAYOUT, ODDS_STOPPED, ODDS_TOO_HARD, Odds, Verdict,
    find_chances, init_odds,
)

__all__ = ["probabilities"]

cdef enum:
    BOARDS_A_RANGE = 256  # that a thread takes at once, at most


def probabilities(
    visible: minesweep._types.Numbers,
    mines: minesweep._types.OneOrEach,
    *,
    errors: minesweep._types.Errors = "raise",
    max_states: minesweep._types.SupportsIndex = 1_000_000,
    workers: minesweep._types.SupportsIndex = 1,
) -> minesweep._types.Chances:
    """How likely each closed square is a mine, if all layouts that fit are equally likely.

    Exact: all layouts with that number of mines are counted that agree with the numbers. So 0.0 and
    1.0 stand exactly where all of them agree, which is proof, and nowhere else.

    Parameters
    ----------
    visible : array of int8, shape (..., rows, columns)
        Boards as players see them, with any strides; not changed. -1 a hidden square, -2 one with a
        flag, which counts as hidden, since a flag is a claim; 0 to 8 an open square; 9 a mine that
        was hit.
    mines : int, or array of int of shape (...)
        How many mines there are in all on each board, those that were hit included.
    errors : {"raise", "nan"}
        What becomes of a board that has no answer: an error, or NaN on all its squares while the
        others go on.
    max_states : int
        How many states may be counted for a board. The problem is #P-complete, and this is what
        keeps memory and time within bounds; expert boards take some 40, and bad ones thousands.
    workers : int
        Over how many threads to split the boards, as in `minesweep.reveal_batch`. The result is
        the same for any number.

    Returns
    -------
    numpy.ndarray of float64, shape (..., rows, columns)
        The probabilities: 0.0 for open squares, 1.0 for a mine that was hit. Others than 0 and 1
        are within 1e-12.

    Raises
    ------
    ImportError
        If NumPy is not installed.
    TypeError
        If `visible` is no array of int8, or `mines` no integers.
    ValueError
        If no layout fits a board, or it has a value that no square can have; if `mines` has
        another shape than the stack, or `errors` or `max_states` is none of the above.
    minesweep.TooHard
        If a board takes more than `max_states` states. The errors about a board name it, and are
        those of the first board that has one.
    MemoryError
        If there is not enough memory.

    Notes
    -----
    The GIL is released. Ctrl-C is heard within some milliseconds.

    Squares beside the same numbers are counted as one box. Box after box, layouts that leave the
    same needs to the numbers still open are merged, by how many mines they have; components that
    share no number are tied together by the number of mines that are left. This is exact inference
    by variable elimination along a path: Rina Dechter, "Bucket elimination: a unifying framework
    for reasoning", Artificial Intelligence 113 (1999),
    https://doi.org/10.1016/S0004-3702(99)00059-4. That counting is #P-complete follows from Richard
    Kaye, "Minesweeper is NP-complete", The Mathematical Intelligencer 22 (2000),
    https://doi.org/10.1007/BF03025367.

    Examples
    --------
    >>> import minesweep, numpy as np
    >>> visible = np.array([[-1, 1, -1, -1],
    ...                     [-1, 1, -1, -1]], np.int8)
    >>> p = minesweep.probabilities(visible, 2)
    >>> p.round(3).tolist()
    [[0.25, 0.0, 0.25, 0.5], [0.25, 0.0, 0.25, 0.5]]
    >>> np.argwhere((p == 0) & (visible < 0)).tolist()  # proven safe: none, so guess
    []
    """
    cdef _Stack stack
    numpy = _numpy("probabilities")
    boards = numpy.asarray(visible)
    if boards.dtype.char != "b":
        raise _errors.wrong_seen(visible)
    shape = boards.shape
    if len(shape) < 2:
        raise _errors.too_few_dimensions(shape)
    if 0 in shape[len(shape) - 2:]:
        raise _errors.no_columns() if shape[len(shape) - 2] else _errors.no_rows()
    if errors not in ("raise", "nan"):
        raise _errors.bad_errors(errors)
    result = numpy.empty(shape)
    stack = _Stack(boards, _numbers(mines, shape[:len(shape) - 2], numpy), result)
    stack.max_states = _limit(max_states)
    stack.tolerant = errors == "nan"
    threads = _workers.number_of_threads(workers)
    if threads == 1 or stack.number < 2:
        stack.find(0, stack.number)
    else:
        size = min(BOARDS_A_RANGE, -(-stack.number // (4 * threads)))
        _workers.share_out(stack.find, stack.number, size, threads)
    return result


def _limit(max_states):
    try:
        limit = operator.index(max_states)
    except TypeError:
        limit = 0
    if limit < 1:
        raise _errors.bad_max_states(max_states)
    return min(limit, INT64_MAX)


def _numbers(mines, stack, numpy):
    """The number of mines of all boards, or an array of one for each."""
    try:
        return min(max(operator.index(mines), INT64_MIN), INT64_MAX)
    except TypeError:
        numbers = numpy.asarray(mines)
    if numbers.dtype.kind not in "iu" and numbers.size:  # NumPy makes floats of no numbers
        raise _errors.mines_no_integers(mines)
    if numbers.shape != stack:
        raise _errors.unequal_totals(numbers.shape, stack)
    if numbers.dtype.itemsize == 8:
        numbers = numpy.minimum(numbers, INT64_MAX)
    return numpy.array(numbers, numpy.int64, order="C")  # a copy, which nobody changes


@cython.final
cdef class _Stack:
    """Boards whose chances one or more threads find, and the memory of these."""

    cdef Py_buffer visible, mines, chances
    cdef object array
    cdef int64_t mines_of_all, max_states
    cdef bint tolerant
    cdef int stopped
    cdef Py_ssize_t number

    def __cinit__(self, array, mines, result):
        self.array = array
        if array.ndim != 3:
            array = array.reshape(-1, *array.shape[array.ndim - 2:])
        PyObject_GetBuffer(array, &self.visible, PyBUF_STRIDES)
        PyObject_GetBuffer(result, &self.chances, PyBUF_WRITABLE)
        if isinstance(mines, int):
            self.mines_of_all = mines
        else:
            PyObject_GetBuffer(mines, &self.mines, PyBUF_SIMPLE)
        self.number = self.visible.shape[0]

    def __dealloc__(self):
        PyBuffer_Release(&self.visible)
        PyBuffer_Release(&self.mines)
        PyBuffer_Release(&self.chances)

    def find(self, Py_ssize_t start, Py_ssize_t stop):
        """Find the chances on the boards from start to stop."""
        cdef Odds odds
        cdef Verdict verdict = ODDS_STOPPED if self.stopped else ODDS_DONE
        cdef Py_ssize_t i = start
        init_odds(&odds, self.max_states, ask, &self.stopped)
        with nogil:
            while verdict == ODDS_DONE and i < stop:
                verdict = self.find_one(&odds, i)
                i += verdict == ODDS_DONE
        if verdict == ODDS_STOPPED:
            raise_pending()  # unless another thread has the exception
        elif verdict != ODDS_DONE:
            shape = self.array.shape
            stack = shape[:len(shape) - 2]
            board = self.array.reshape(-1, *shape[len(stack):])[i]
            error = error_of(verdict, board, self.mines_of(i), self.max_states)
            raise _errors.in_stack(error, i, stack)

    cdef Verdict find_one(self, Odds* odds, Py_ssize_t i) noexcept nogil:
        cdef Py_ssize_t rows = self.visible.shape[1], cols = self.visible.shape[2], square
        cdef double* chances = <double*>self.chances.buf + i * rows * cols
        cdef Verdict verdict = find_chances(
            odds, <const char*>self.visible.buf + i * self.visible.strides[0],
            self.visible.strides[1], self.visible.strides[2], rows, cols, self.mines_of(i), chances,
        )
        if self.tolerant and verdict in (ODDS_NO_LAYOUT, ODDS_BAD_VALUE, ODDS_TOO_HARD):
            for square in range(rows * cols):
                chances[square] = NAN
            return ODDS_DONE
        return verdict

    cdef int64_t mines_of(self, Py_ssize_t i) noexcept nogil:
        return self.mines_of_all if self.mines.buf == NULL else (<int64_t*>self.mines.buf)[i]
