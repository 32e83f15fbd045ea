# cython: language_level=3, freethreading_compatible=True
"""Exact mine probabilities, and layouts that proofs alone can win: arguments, stacks, errors.

The counting is in `engine/odds`, which raises nothing: what it returns becomes an exception here.
A worker has memory of its own for the boards that it takes, and nothing outlives the call.
"""

import operator

cimport cython
from cpython.buffer cimport (
    PyBUF_SIMPLE, PyBUF_WRITABLE, Py_buffer, PyBuffer_Release, PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from libc.math cimport NAN
from libc.stdint cimport int64_t

import minesweep  # for the names of hints
from minesweep import _errors, _workers
from minesweep._acquire cimport (
    acquire_buffer, format_of, is_sound, item_code, shape_of, step_of,
)
from minesweep._many import _numpy
from minesweep.engine.odds cimport (
    ODDS_BAD_VALUE, ODDS_DONE, ODDS_NO_LAYOUT, ODDS_NO_MEMORY, ODDS_STOPPED, ODDS_TOO_HARD, Odds,
    Verdict, find_chances, find_solvable, free_odds, init_odds,
)

cdef extern from *:
    """
    static int minesweep_raise_pending(void) { return PyErr_Occurred() ? -1 : 0; }
    """
    int raise_pending "minesweep_raise_pending"() except -1

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

__all__ = ["probabilities", "solvable"]

cdef enum:
    MAX_STATES = 1_000_000
    # More boards than this a thread does not take at once, so that all have something to do.
    BOARDS_A_RANGE = 256

cdef int64_t FAR = 1 << 62  # more than there are squares


def probabilities(
    visible: minesweep._types.Numbers,
    mines: minesweep._types.Seeds,
    *,
    errors: str = "raise",
    max_states: minesweep._types.SupportsIndex = MAX_STATES,
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
    cdef _Visible boards
    if errors not in ("raise", "nan"):
        raise _errors.bad_errors(errors)
    numpy = _numpy("probabilities")
    boards = _Visible(visible, mines, numpy)
    boards.max_states = _limit(max_states)
    boards.tolerant = errors == "nan"
    boards.work_all(workers)
    return boards.result


cdef int64_t _limit(max_states) except -1:
    try:
        limit = operator.index(max_states)
    except TypeError:
        limit = 0
    if limit < 1:
        raise _errors.bad_max_states(max_states)
    return min(limit, FAR)


def solvable(
    mines: minesweep._types.Mines,
    row: minesweep._types.Seeds,
    col: minesweep._types.Seeds,
) -> minesweep._types.Solvable:
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
    cdef _Layouts layouts
    numpy = _numpy("solvable")
    layouts = _Layouts(mines, row, col, numpy)
    layouts.max_states = MAX_STATES
    layouts.work_all(1)
    return layouts.result if layouts.boards.ndim == 3 else bool(layouts.result[0])


cdef class _Boards:
    """Boards that one or more threads work on, whose memory it holds while it lives."""

    cdef Py_buffer boards
    cdef Py_ssize_t number, rows, cols, row_step, col_step
    cdef int64_t max_states
    cdef bint stopped
    cdef object result

    def __dealloc__(self):
        PyBuffer_Release(&self.boards)  # does nothing where there is none

    cdef int lay_out(self) except -1:
        """Check the shape of what was acquired, and take it apart."""
        cdef Py_buffer* boards = &self.boards
        cdef int axis
        if boards.buf == NULL or boards.shape == NULL or boards.suboffsets != NULL:
            raise _errors.incomplete_buffer()
        if not is_sound(boards):
            raise _errors.unsound_buffer(boards.len, shape_of(boards))
        self.rows, self.cols = boards.shape[boards.ndim - 2], boards.shape[boards.ndim - 1]
        self.row_step = step_of(boards, boards.ndim - 2)
        self.col_step = step_of(boards, boards.ndim - 1)
        if self.rows == 0:
            raise _errors.no_rows()
        if self.cols == 0:
            raise _errors.no_columns()
        self.number = 1
        for axis in range(boards.ndim - 2):
            self.number *= boards.shape[axis]
        return 0

    cdef const char* board(self, Py_ssize_t number) noexcept nogil:
        cdef const char* board = <const char*>self.boards.buf
        cdef int axis
        for axis in range(self.boards.ndim - 3, -1, -1):
            board += number % self.boards.shape[axis] * step_of(&self.boards, axis)
            number //= self.boards.shape[axis]
        return board

    cdef Verdict work_on(self, Odds* odds, Py_ssize_t number) noexcept nogil:
        return ODDS_DONE

    cdef int work_all(self, workers) except -1:
        cdef Py_ssize_t size
        threads = _workers.number_of_threads(workers)
        if threads == 1 or self.number < 2:
            self.work(0, self.number)
        else:
            size = min(BOARDS_A_RANGE, -(-self.number // (4 * threads)))
            _workers.share_out(self.work, self.number, size, threads)
        return 0

    def work(self, Py_ssize_t start, Py_ssize_t stop):
        """Work on the boards from start to stop; done again after an error, it meets it again."""
        cdef Odds odds
        cdef Verdict verdict = ODDS_STOPPED if self.stopped else ODDS_DONE
        cdef Py_ssize_t number = start
        init_odds(&odds, self.max_states, ask, <void*>self)
        with nogil:
            while verdict == ODDS_DONE and number < stop:
                verdict = self.work_on(&odds, number)
                number += verdict == ODDS_DONE
            free_odds(&odds)
        if verdict == ODDS_STOPPED:  # by what a signal's handler raised, here or in another thread
            raise_pending()
        elif verdict != ODDS_DONE:
            raise self.error(verdict, number)

    cdef object error(self, Verdict verdict, Py_ssize_t number):
        cdef int axis
        cdef list index = []
        if verdict == ODDS_NO_MEMORY:
            return _errors.too_many_squares(self.rows, self.cols)
        error = self.error_of_one(verdict, number)
        for axis in range(self.boards.ndim - 3, -1, -1):
            index.insert(0, number % self.boards.shape[axis])
            number //= self.boards.shape[axis]
        return _errors.in_stack(error, tuple(index)) if index else error

    cdef object error_of_one(self, Verdict verdict, Py_ssize_t number):
        return _errors.too_hard(self.max_states)


cdef int ask(void* boards) except -1 nogil:
    """Whether to stop: an exception is set where it is this thread that hears a signal."""
    with gil:
        return (<_Boards>boards).stopped or hear(<_Boards>boards)


cdef int hear(_Boards boards) except -1:
    try:
        PyErr_CheckSignals()
    except BaseException:
        boards.stopped = True
        raise
    return 0


@cython.final
cdef class _Visible(_Boards):
    """Boards as players see them."""

    cdef Py_buffer counts, chances
    cdef int64_t mines_of_all  # unless each board has its own number
    cdef bint tolerant

    def __init__(self, visible, mines, numpy):
        if not PyObject_CheckBuffer(visible):
            raise _errors.wrong_seen(visible)
        acquire_buffer(&self.boards, visible)
        if item_code(self.boards.format) != c"b" or self.boards.itemsize != 1:
            raise _errors.wrong_seen(visible)
        if self.boards.ndim < 2:
            raise _errors.too_few_dimensions(shape_of(&self.boards))
        self.lay_out()
        self.set_mines(mines, numpy)
        self.result = numpy.empty(shape_of(&self.boards))
        PyObject_GetBuffer(self.result, &self.chances, PyBUF_WRITABLE)

    def __dealloc__(self):
        PyBuffer_Release(&self.counts)
        PyBuffer_Release(&self.chances)

    cdef int set_mines(self, mines, numpy) except -1:
        try:
            self.mines_of_all = min(max(operator.index(mines), -FAR), FAR)
            return 0
        except TypeError:
            counts = numpy.asarray(mines)
        if counts.dtype.kind not in "iu":
            raise _errors.mines_no_integers(mines)
        boards = shape_of(&self.boards)[:self.boards.ndim - 2]
        if counts.shape != boards:
            raise _errors.unequal_totals(counts.shape, boards)
        counts = numpy.clip(counts, -1, min(FAR, numpy.iinfo(counts.dtype).max))
        PyObject_GetBuffer(numpy.array(counts, numpy.int64, order="C"), &self.counts, PyBUF_SIMPLE)
        return 0

    cdef int64_t mines(self, Py_ssize_t number) noexcept nogil:
        return self.mines_of_all if self.counts.buf == NULL else (<int64_t*>self.counts.buf)[number]

    cdef Verdict work_on(self, Odds* odds, Py_ssize_t number) noexcept nogil:
        cdef Py_ssize_t squares = self.rows * self.cols, square
        cdef double* chances = <double*>self.chances.buf + number * squares
        cdef Verdict verdict = find_chances(
            odds, self.board(number), self.row_step, self.col_step, self.rows, self.cols,
            self.mines(number), chances,
        )
        if self.tolerant and verdict in (ODDS_NO_LAYOUT, ODDS_BAD_VALUE, ODDS_TOO_HARD):
            for square in range(squares):
                chances[square] = NAN
            return ODDS_DONE
        return verdict

    cdef object error_of_one(self, Verdict verdict, Py_ssize_t number):
        cdef const signed char* square
        cdef Py_ssize_t row, col
        if verdict == ODDS_NO_LAYOUT:
            return _errors.no_layout(self.mines(number))
        if verdict == ODDS_TOO_HARD:
            return _errors.too_hard(self.max_states)
        for row in range(self.rows):
            for col in range(self.cols):
                square = <const signed char*>self.board(number) + (
                    row * self.row_step + col * self.col_step
                )
                if not -2 <= square[0] <= 9:
                    return _errors.bad_visible(row, col, square[0])
        return _errors.no_layout(self.mines(number))  # another thread has changed the square


@cython.final
cdef class _Layouts(_Boards):
    """Layouts of mines, each with the square of a first click."""

    cdef Py_buffer clicks, outcomes

    def __init__(self, mines, row, col, numpy):
        if not PyObject_CheckBuffer(mines):
            raise _errors.not_mines(mines)
        acquire_buffer(&self.boards, mines)
        if item_code(self.boards.format) not in b"B?":
            raise _errors.wrong_mines(format_of(&self.boards))
        if self.boards.ndim not in (2, 3):
            raise _errors.wrong_layouts(self.boards.ndim)
        self.lay_out()
        clicks = numpy.empty((self.number, 2), numpy.int64)
        clicks[:, 0] = self.squares(row, "row", numpy)
        clicks[:, 1] = self.squares(col, "column", numpy)
        outside = (clicks < 0) | (clicks >= (self.rows, self.cols))
        if outside.any():
            number = int(outside.any(axis=1).argmax())
            error = _errors.outside(*clicks[number].tolist(), self.rows, self.cols)
            raise error if self.boards.ndim == 2 else _errors.in_stack(error, (number,))
        self.result = numpy.empty(self.number, numpy.bool_)
        PyObject_GetBuffer(clicks, &self.clicks, PyBUF_SIMPLE)
        PyObject_GetBuffer(self.result, &self.outcomes, PyBUF_WRITABLE)

    def __dealloc__(self):
        PyBuffer_Release(&self.clicks)
        PyBuffer_Release(&self.outcomes)

    cdef object squares(self, value, name, numpy):
        """Rows or columns of the clicks: an integer for all, or an array of one for each."""
        squares = numpy.asarray(value)
        if squares.dtype.kind not in "iu":
            raise _errors.not_an_integer(name, value)
        if squares.ndim and (self.boards.ndim == 2 or squares.shape != (self.number,)):
            raise _errors.wrong_first_clicks(name, squares.shape, self.number)
        return numpy.clip(squares, -1, min(FAR, numpy.iinfo(squares.dtype).max))

    cdef Verdict work_on(self, Odds* odds, Py_ssize_t number) noexcept nogil:
        cdef const int64_t* click = <const int64_t*>self.clicks.buf + 2 * number
        cdef int solved = 0
        cdef Verdict verdict = find_solvable(
            odds, self.board(number), self.row_step, self.col_step, self.rows, self.cols,
            click[0], click[1], &solved,
        )
        (<char*>self.outcomes.buf)[number] = solved
        return verdict
