# cython: language_level=3, freethreading_compatible=True
"""The compiled core: clicks on boards of the caller's.

A click travels like this: the arguments are read here, the board is acquired (`_acquire`), the rule
for the clicked square is applied (`engine/click`), and if that is blank its opening is flooded
(`engine/flood`) and written. The engine raises nothing; what it returns becomes an exception here.

`.pxd` files have the bodies of functions, so that each module that uses them has them in line.

Free-threaded Pythons may leave the GIL off: there is no state but a table of strings and which
kernels the processor can run, neither of which is changed after the import; working memory belongs
to one call; a buffer is held by its exporter until the call releases it; and lists are accessed
there as `engine/lists.h` describes, so that a click that meets another thread's change reads what
is there or refuses it.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBUF_WRITABLE, Py_buffer, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

import minesweep  # for the names of hints
from minesweep import _errors
from minesweep._acquire cimport (
    Acquired, acquire, acquire_pair, acquire_unchanged, acquire_writable_array,
    is_sound, item_code, release, shape_of, step_of,
)
from minesweep._arguments cimport as_integer, clipped
from minesweep.engine.board cimport (
    BYTES, LISTS, PAIR, Board, load_rows, prefetch_rows, square_at,
)
from minesweep.engine.click cimport (
    BAD_SQUARE, NEEDS_FLOOD, NO_MEMORY, OUTSIDE, click, click_one, find_opening,
)
from minesweep.engine.flood cimport Flood, Square, begin, is_within_tile, open_squares
from minesweep.engine.letters cimport choose_kernels, kernels_in_use
from minesweep.engine.tiles cimport Tiles, free_tiles, init_tiles
from minesweep.engine.words cimport lowest

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1
    # What `with nogil` does, for where it depends.
    ctypedef struct ThreadState "PyThreadState":
        pass
    ThreadState* let_gil_go "PyEval_SaveThread"() noexcept nogil
    void take_gil_back "PyEval_RestoreThread"(ThreadState*) noexcept nogil

cdef extern from *:
    """
    /* Whether no other thread of Python exists, which would take the GIL if it were let go. Others
       are added in front of this one's state or follow it; no state but its own is looked into. */
    static inline int minesweep_is_only_thread(void)
    {
    #ifdef Py_GIL_DISABLED
        return 0;
    #else
        PyThreadState *own = PyThreadState_Get();
        return PyInterpreterState_ThreadHead(PyThreadState_GetInterpreter(own)) == own
            && PyThreadState_Next(own) == NULL;
    #endif
    }
    """
    bint is_only_thread "minesweep_is_only_thread"() noexcept nogil

__all__ = [
    "KERNELS", "Stack", "check_board", "check_form", "click_arrays", "click_objects",
    "is_diagonal", "reveal",
]

cdef enum:
    # Signals are checked about once per this many opened squares, which is some milliseconds; a
    # click counts as some squares more.
    SQUARES_AT_ONCE = 1 << 21
    SQUARES_A_CLICK = 64
    CLICKS_AT_ONCE = SQUARES_AT_ONCE // SQUARES_A_CLICK
    # Clicks ahead of the present one for which memory is prefetched.
    AHEAD = 6
    # Clicks for which there is room on the C stack: a call with few of them is quicker by a third.
    FEW = 64

choose_kernels()
KERNELS = kernels_in_use().decode()  # for tests

# The one-character strings that the squares of a list of lists share, by letter.
cdef PyObject* shared[128]
for _letter in "MEB12345678X":
    Py_INCREF(_letter)
    shared[<int>ord(_letter)] = <PyObject*>_letter
del _letter


def reveal(
    board: minesweep._types.Board,
    row: minesweep._types.SupportsIndex,
    col: minesweep._types.SupportsIndex,
    *,
    mines: minesweep._types.Array | None = None,
    connectivity: minesweep._types.SupportsIndex = 8,
) -> int:
    """Click on a square, in place; the number of squares that changed.

    A click on an unrevealed mine (``M``) turns it into ``X``. A click on an unrevealed empty square
    (``E``) writes the number of mines around it or, if there are none, ``B``, and then reveals
    every ``E`` around it in the same way. ``X`` is a mine in every number. A click on a revealed
    square changes nothing. Time grows with the squares that the click opens, not with the board.

    Parameters
    ----------
    board : list of lists of str, or 2-D array
        The squares, each ``M``, ``E``, ``B``, ``1`` to ``8`` or ``X``; changed in place:

        - a list of lists of one-character strings, of a `str` subclass too; squares that are not
          opened keep their identity;
        - a writable buffer of shape (rows, columns) with items of one byte, such as a NumPy array
          of dtype uint8, int8 or S1 or a memoryview; any strides;
        - a NumPy array of shape (rows, columns) and dtype U1 in native byte order; any strides.

        With `mines`, what a player sees, as in `Game`: a writable array of int8 with -1 (hidden),
        -2 (flag), 0 to 8 (open) or 9 (a mine that was hit); any strides. A hidden square takes the
        part of ``E`` and ``M``, and flags stay and stop the opening.
    row, col : int
        The square, counted from 0. Anything with ``__index__`` (`bool` too); negative indices are
        outside the board.
    mines : 2-D array, optional
        Where the mines are: an array of bool or uint8 of the same shape, anything but 0 being a
        mine; any strides. Not changed.
    connectivity : {8, 4}
        Whether all eight neighbours of a square count and are revealed, or the four at its edges.

    Returns
    -------
    int
        How many squares changed; 0 if the clicked one was revealed already.

    Raises
    ------
    IndexError
        If the square is outside the board.
    TypeError
        If `row` or `col` is no integer, the board has none of the forms above, or a square that
        was read is not text.
    ValueError
        If the board is empty or read-only, or a row that was read has another length than the
        first, or a square that was read is no letter of a board, or `connectivity` is neither 4
        nor 8, or `mines` has another shape than the board. A click depends on the squares that it
        opens and their neighbours, no others; the error names the first bad one of these in
        reading order. `check_board` looks at the whole board.
    MemoryError
        If there is no memory for the flood fill.

    The board stays exactly as it was after any error.

    Notes
    -----
    The rule is that of LeetCode problem 529, "Minesweeper"
    (https://leetcode.com/problems/minesweeper/). Buffers are flooded without the GIL; openings of
    some microseconds keep it where no other thread is there to take it.

    Examples
    --------
    >>> import minesweep
    >>> board = [list("EEEEE"), list("EEMEE"), list("EEEEE"), list("EEEEE")]
    >>> minesweep.reveal(board, 3, 0)
    18
    >>> print("\\n".join("".join(row) for row in board))
    B1E1B
    B1M1B
    B111B
    BBBBB

    A board of bytes, without NumPy:

    >>> squares = bytearray(b"EEM" b"EEE")
    >>> minesweep.reveal(memoryview(squares).cast("B", (2, 3)), 0, 0)
    4
    >>> squares
    bytearray(b'B1MB1E')

    What a player sees and the mines, as two arrays:

    >>> import numpy as np
    >>> visible, mines = np.full((2, 3), -1, np.int8), np.zeros((2, 3), bool)
    >>> mines[0, 2] = True
    >>> minesweep.reveal(visible, 0, 0, mines=mines)
    4
    >>> visible
    array([[ 0,  1, -1],
           [ 0,  1, -1]], dtype=int8)
    """
    cdef Acquired acquired
    cdef Square bad
    cdef Py_ssize_t changed = OUTSIDE
    cdef int64_t r, c
    cdef bint diagonal
    if type(row) is not int or type(col) is not int:
        return reveal_converted(board, row, col, mines, connectivity)
    r, c = clipped(row), clipped(col)
    diagonal = is_diagonal(connectivity)
    acquire(&acquired, board, mines, shared)
    if is_inside(&acquired.board, r, c):
        changed = click_one(&acquired.board, <Py_ssize_t>r, <Py_ssize_t>c, diagonal, &bad)
    if changed < 0:
        return finish(&acquired, board, row, col, r, c, diagonal, changed, bad)
    release(&acquired)
    return 1 if changed else 0


cdef object reveal_converted(
    object board, object row, object col, object mines, object connectivity
):
    """`reveal` of a row and a column that are made integers first: messages name these."""
    row, col = as_integer("row", row), as_integer("column", col)
    return reveal(board, row, col, mines=mines, connectivity=connectivity)


cdef object finish(
    Acquired* acquired, object board, object row, object col, int64_t r, int64_t c, bint diagonal,
    Py_ssize_t outcome, Square bad,
):
    """End a click that opens more than its own square or comes to nothing; releases the board.

    A function of its own, so that the commonest clicks need no try block.
    """
    try:
        if outcome == NEEDS_FLOOD:
            return open_from(&acquired.board, board, <Py_ssize_t>r, <Py_ssize_t>c, diagonal)
        if outcome == BAD_SQUARE:
            raise bad_square(&acquired.board, board, bad)
        raise _errors.outside(row, col, acquired.board.rows, acquired.board.cols)
    finally:
        release(acquired)


def check_board(board: minesweep._types.Board) -> None:
    """Read every square of a board, and raise for the first bad one in reading order.

    `reveal` reads no more than it must, and so finds no fault elsewhere.

    Parameters
    ----------
    board : list of lists of str, or 2-D array
        A board in any form that `reveal` takes. Not changed; may be read-only.

    Raises
    ------
    TypeError
        If the board has none of these forms, or a row is no list, or a square is not text.
    ValueError
        If the board is empty, or a row has another length than the first, or a square is none of
        ``M``, ``E``, ``B``, ``1`` to ``8`` and ``X``.

    Examples
    --------
    >>> import minesweep
    >>> minesweep.check_board([list("EEM"), list("1BX")])
    >>> minesweep.check_board([list("EEM"), list("1FX")])
    Traceback (most recent call last):
    ValueError: square (1, 1) of the board must be M, E, B, 1 to 8 or X, not 'F'
    """
    cdef Acquired acquired
    cdef Square bad
    cdef bint found
    acquire_unchanged(&acquired, board, shared)
    try:
        if acquired.board.form == LISTS:
            found = first_bad(&acquired.board, &bad)
        else:
            with nogil:
                found = first_bad(&acquired.board, &bad)
        if found:
            raise bad_square(&acquired.board, board, bad)
    finally:
        release(&acquired)


cdef bint first_bad(Board* board, Square* bad) noexcept nogil:
    cdef Py_ssize_t row, col
    cdef uint64_t mask, empty, mine
    for row in range(board.rows):
        for col in range(0, board.cols, 64):
            mask = load_rows(
                board, row, col, 1, <int>min(64, board.cols - col), &empty, &mine
            )
            if mask:
                bad.row, bad.col = row, col + lowest(mask)
                return True
    return False


# ---- arguments ----

cpdef inline bint is_diagonal(object connectivity) except -1:
    """Whether corners count: `connectivity` is 8; the error if it is neither 8 nor 4."""
    if connectivity == 8:
        return True
    if connectivity == 4:
        return False
    raise _errors.bad_connectivity(connectivity)


cdef inline bint is_inside(const Board* board, int64_t row, int64_t col) noexcept nogil:
    # A negative number is a huge one without its sign.
    return <uint64_t>row < <uint64_t>board.rows and <uint64_t>col < <uint64_t>board.cols


# ---- one click that floods ----

cdef object open_from(Board* board, object owner, Py_ssize_t row, Py_ssize_t col, bint diagonal):
    """Open what a blank square opens, and count the squares."""
    cdef Flood flood
    cdef Tiles tiles
    cdef Square bad
    cdef Py_ssize_t changed
    cdef object count
    init_tiles(&tiles)
    board.subclass_squares = 0
    try:
        changed = find(&flood, board, row, col, diagonal, &tiles, &bad)
        if changed < 0:
            raise failure(board, owner, changed, bad)
        # Made before the board is changed, as there might be no memory for it. No code runs that
        # could change a list, since integers are nothing that the garbage collector looks after.
        count = changed
        if board.form == LISTS or is_within_tile(&flood):
            open_squares(&flood)
        else:
            with nogil:
                open_squares(&flood)
        return count
    finally:
        free_tiles(&tiles)


cdef Py_ssize_t find(
    Flood* flood, Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal, Tiles* tiles,
    Square* bad,
) noexcept nogil:
    """Find what a blank square opens: how many squares, or why not.

    Called with the GIL, which is let go for it, unless Python objects are read. An opening within
    a tile keeps it where no other thread is there to take it, as letting it go takes an eighth of
    the time.
    """
    cdef ThreadState* without_gil = NULL
    cdef bint may_let_go = board.form != LISTS
    cdef Py_ssize_t changed
    if may_let_go and not is_only_thread():
        without_gil = let_gil_go()
    begin(flood, board, diagonal, tiles, row, col)
    if may_let_go and without_gil == NULL and not is_within_tile(flood):
        without_gil = let_gil_go()
    changed = find_opening(flood, bad)
    if without_gil != NULL:
        take_gil_back(without_gil)
    return changed


cdef object outside(const Board* board, const Square* square, object exact, Py_ssize_t i):
    """The error for click i outside the board."""
    row, col = exact[i] if exact else (square.row, square.col)
    return _errors.outside(row, col, board.rows, board.cols)


cdef object failure(Board* board, object owner, Py_ssize_t outcome, Square bad):
    """The error for a click that came to nothing."""
    return MemoryError() if outcome == NO_MEMORY else bad_square(board, owner, bad)


cdef object bad_square(Board* board, object owner, Square bad):
    """The error for a bad square."""
    cdef const char* square
    cdef uint32_t character
    if board.form == LISTS:
        return _errors.bad_list_square(owner, bad.row, bad.col, board.cols)
    square = square_at(board, bad.row, bad.col)
    if board.form == BYTES:
        return _errors.bad_letter(bad.row, bad.col, square[:1])
    if board.form == PAIR:
        return _errors.bad_visible(bad.row, bad.col, <signed char>square[0])
    memcpy(&character, square, 4)
    return _errors.bad_letter(
        bad.row, bad.col, chr(character) if 0 < character < 0x110000 else int(character) or ""
    )


# ---- many clicks: what `_many` makes `reveal_sequence` and `reveal_batch` of ----

cdef struct Clicks:
    # The clicked squares, a copy: others can change the array at any time, and its shape too.
    Py_ssize_t number
    Square* squares
    Square few[FEW]
    # Where the numbers of changed squares go.
    int64_t* counts


cdef object copy_clicks(Clicks* clicks, object pairs, object numpy):
    """Copy clicks, and make an array for their counts; None if they are no array of int64 pairs.

    The copy must be freed.
    """
    cdef Py_buffer buffer
    cdef object counts
    try:
        PyObject_GetBuffer(pairs, &buffer, PyBUF_STRIDES | PyBUF_FORMAT)
    except (BufferError, TypeError, ValueError):
        return None
    try:
        if not are_int64(&buffer):
            return None
        copy_pairs(clicks, &buffer)
    finally:
        PyBuffer_Release(&buffer)
    counts = numpy.empty(clicks.number, numpy.int64)
    PyObject_GetBuffer(counts, &buffer, PyBUF_WRITABLE)
    clicks.counts = <int64_t*>buffer.buf
    PyBuffer_Release(&buffer)  # the array is nobody else's, and stays where it is
    return counts


cdef inline bint are_int64(const Py_buffer* numbers) noexcept:
    return (
        numbers.itemsize == sizeof(int64_t) and numbers.format != NULL
        and item_code(numbers.format) in b"lq" and numbers.format[0] not in b"<>!"
        and numbers.shape != NULL and numbers.suboffsets == NULL and is_sound(numbers)
    )


cdef int copy_pairs(Clicks* clicks, const Py_buffer* pairs) except -1:
    cdef const char* pair = <const char*>pairs.buf
    cdef Py_ssize_t to_next, to_col, i
    cdef int64_t row = 0, col = 0
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise _errors.wrong_clicks(shape_of(pairs))
    to_next, to_col = step_of(pairs, 0), step_of(pairs, 1)
    clicks.number = pairs.shape[0]
    clicks.squares = clicks.few
    if clicks.number > FEW:
        clicks.squares = <Square*>PyMem_RawMalloc(clicks.number * sizeof(Square))
        if clicks.squares == NULL:
            raise MemoryError()
    for i in range(clicks.number):
        memcpy(&row, pair, sizeof(int64_t))  # NumPy's arrays need not be aligned
        memcpy(&col, pair + to_col, sizeof(int64_t))
        clicks.squares[i].row, clicks.squares[i].col = clipped_to_size(row), clipped_to_size(col)
        pair += to_next
    return 0


cdef inline Py_ssize_t clipped_to_size(int64_t index) noexcept nogil:
    """The same index, or one that is outside any board too."""
    return <Py_ssize_t>index if index == <Py_ssize_t>index else -1


cdef inline void free_clicks(Clicks* clicks) noexcept:
    if clicks.squares != clicks.few:
        PyMem_RawFree(clicks.squares)


# ---- on arrays: one board, or a stack of them ----

cdef struct Work:
    # Clicks on boards of one shape, each so many bytes behind the one before: 0 for one board.
    Acquired acquired
    Py_ssize_t step, mines_step
    Clicks clicks
    bint diagonal


cdef object set_up(
    Work* work, int ndim, object boards, object mines, object pairs, object exact, bint diagonal,
    object numpy,
):
    """Acquire a board (2 dimensions) or a stack (3), and check and copy the clicks.

    If some were clipped to int64, `exact` is all of them as they were: pairs of integers.

    The array of counts; None if the clicks are no array of int64 pairs. Must be cleared up in any
    case but an error.
    """
    cdef Py_ssize_t i
    cdef object counts
    if mines is None:
        acquire_writable_array(&work.acquired, boards, ndim)
    else:
        acquire_pair(&work.acquired, boards, mines, ndim)
    work.clicks.squares = work.clicks.few
    work.diagonal = diagonal
    work.step = work.mines_step = 0
    try:
        counts = copy_clicks(&work.clicks, pairs, numpy)
        if counts is None:
            return None
        if ndim == 3:
            work.step = step_of(&work.acquired.buffer, 0)
            if mines is not None:
                work.mines_step = step_of(&work.acquired.mines, 0)
            if work.acquired.buffer.shape[0] != work.clicks.number:
                raise _errors.unequal_numbers(
                    work.acquired.buffer.shape[0], work.clicks.number
                )
        for i in range(work.clicks.number):
            if not is_inside(
                &work.acquired.board, work.clicks.squares[i].row, work.clicks.squares[i].col
            ):
                raise naming(work)(
                    outside(&work.acquired.board, &work.clicks.squares[i], exact, i), i
                )
    except BaseException:
        clear_up(work)
        raise
    return counts


cdef inline object naming(const Work* work):
    """What says in an error which click failed."""
    return _errors.numbered if work.acquired.buffer.ndim == 2 else _errors.on_board


cdef inline void clear_up(Work* work) noexcept:
    free_clicks(&work.clicks)
    release(&work.acquired)


cdef int carry_out(Work* work, Py_ssize_t start, Py_ssize_t stop) except -1:
    """Carry out the clicks from start to stop, without the GIL."""
    cdef Tiles tiles
    cdef Square bad
    cdef Board board
    cdef Py_ssize_t done = start, outcome = 0
    init_tiles(&tiles)
    try:
        while done < stop and outcome >= 0:
            with nogil:
                done = carry_out_some(work, &tiles, done, stop, &outcome, &bad)
            PyErr_CheckSignals()
        if outcome < 0:
            board = board_of(work, done)
            raise naming(work)(failure(&board, None, outcome, bad), done)
    finally:
        free_tiles(&tiles)
    return 0


cdef inline Board board_of(const Work* work, Py_ssize_t i) noexcept nogil:
    """The board of click i."""
    cdef Board board = work.acquired.board
    board.squares += i * work.step
    board.mines += i * work.mines_step
    return board


cdef Py_ssize_t carry_out_some(
    const Work* work, Tiles* tiles, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t* outcome,
    Square* bad,
) noexcept nogil:
    """Carry out clicks until signals are to be checked.

    Returns the first click that is not done: the failing one if the outcome is negative.
    """
    cdef Board board = board_of(work, start), ahead = board_of(work, start + AHEAD)
    cdef const Square* squares = work.clicks.squares
    cdef Py_ssize_t i, opened = 0
    for i in range(start, stop):
        if opened >= SQUARES_AT_ONCE:
            return i
        if i + AHEAD < stop:
            # Gains a third over boards that are not in the cache.
            prefetch_rows(&ahead, squares[i + AHEAD].row - 3, squares[i + AHEAD].col, 7)
            ahead.squares += work.step
        outcome[0] = click(&board, squares[i].row, squares[i].col, work.diagonal, tiles, bad)
        if outcome[0] < 0:
            return i
        work.clicks.counts[i] = outcome[0]
        opened += outcome[0] + SQUARES_A_CLICK
        board.squares += work.step
        board.mines += work.mines_step
    return stop


def click_arrays(int ndim, boards, mines, pairs, exact, bint diagonal, numpy):
    """Carry out all clicks on a board (2 dimensions), or each on its own board of a stack (3).

    Returns the numbers of changed squares, or None if the clicks are no array of int64 pairs, or
    the boards are no stack but a list.
    """
    cdef Work work
    cdef object counts
    if ndim == 3 and isinstance(boards, (list, tuple)):
        return None
    counts = set_up(&work, ndim, boards, mines, pairs, exact, diagonal, numpy)
    try:
        if counts is not None:
            carry_out(&work, 0, work.clicks.number)
    finally:
        clear_up(&work)
    return counts


@cython.final
cdef class Stack:
    """Clicks on a stack of boards, whose buffers are released with the last reference to it."""

    cdef Work work
    cdef bint held
    cdef readonly object counts

    def __cinit__(self, boards, mines, pairs, exact, bint diagonal, numpy):
        self.counts = set_up(&self.work, 3, boards, mines, pairs, exact, diagonal, numpy)
        self.held = True
        if self.counts is None:
            raise _errors.no_clicks(pairs)

    def __dealloc__(self):
        if self.held:
            clear_up(&self.work)

    def squares(self):
        """How many squares a board has."""
        return self.work.acquired.board.rows * self.work.acquired.board.cols

    def may_overlap(self):
        """Whether two boards might share memory: false only where that is certain not to be.

        From the smallest stride to the largest, each step must lead beyond all that the smaller
        ones reach.
        """
        cdef const Py_buffer* buffer = &self.work.acquired.buffer
        cdef Py_ssize_t reach = buffer.itemsize
        cdef int axis, i, left = 0b111  # axes, by bits
        while left:
            axis = lowest(left)
            for i in range(axis + 1, 3):
                if left >> i & 1 and abs(step_of(buffer, i)) < abs(step_of(buffer, axis)):
                    axis = i
            left ^= 1 << axis
            if buffer.shape[axis] > 1:
                if abs(step_of(buffer, axis)) < reach:
                    return True
                reach += abs(step_of(buffer, axis)) * (buffer.shape[axis] - 1)
        return False

    def click(self, Py_ssize_t start, Py_ssize_t stop):
        """Carry out the clicks from start to stop, each on the board of its number.

        May be called by several threads for different boards of one stack.
        """
        carry_out(&self.work, start, stop)


# ---- on objects: lists of lists, or boards of any forms and sizes ----

def check_form(board, mines):
    """Raise unless a board can be acquired; no square is read but the first row's list."""
    cdef Acquired acquired
    acquire(&acquired, board, mines, shared)
    release(&acquired)


def click_objects(tuple boards, tuple mines, pairs, exact, bint diagonal, numpy, naming):
    """Carry out click i on board i of as many, which may be the same board more than once.

    The clicks are an array of int64 pairs. `naming` makes of an error and a number the error that
    names the click. Returns the numbers of changed squares.
    """
    cdef Clicks clicks
    cdef Tiles tiles
    cdef object counts
    clicks.squares = clicks.few
    init_tiles(&tiles)
    try:
        counts = copy_clicks(&clicks, pairs, numpy)
        if counts is None:
            raise _errors.no_clicks(pairs)
        click_each(&clicks, &tiles, boards, mines, exact, diagonal, naming)
        return counts
    finally:
        free_clicks(&clicks)
        free_tiles(&tiles)


cdef int click_each(
    Clicks* clicks, Tiles* tiles, tuple boards, tuple mines, object exact, bint diagonal,
    object naming,
) except -1:
    cdef Acquired acquired
    cdef Square bad
    cdef Py_ssize_t i, outcome, opened = 0
    for i in range(clicks.number):
        acquire_clicked(&acquired, boards[i], mines[i], &clicks.squares[i], exact, i, naming)
        release(&acquired)
        if i % CLICKS_AT_ONCE == 0:
            PyErr_CheckSignals()
    for i in range(clicks.number):
        acquire_clicked(&acquired, boards[i], mines[i], &clicks.squares[i], exact, i, naming)
        try:
            outcome = click_acquired(&acquired.board, &clicks.squares[i], diagonal, tiles, &bad)
            if outcome < 0:
                raise naming(failure(&acquired.board, boards[i], outcome, bad), i)
        finally:
            release(&acquired)
        clicks.counts[i] = outcome
        opened += outcome + SQUARES_A_CLICK
        if opened >= SQUARES_AT_ONCE:
            opened = 0
            PyErr_CheckSignals()
    return 0


cdef int acquire_clicked(
    Acquired* acquired, object board, object mines, const Square* square, object exact,
    Py_ssize_t i, object naming,
) except -1:
    """Board i, with click i inside it; it must be released."""
    try:
        acquire(acquired, board, mines, shared)
    except (TypeError, ValueError) as error:
        raise naming(error, i) from None
    if not is_inside(&acquired.board, square.row, square.col):
        error = outside(&acquired.board, square, exact, i)
        release(acquired)
        raise naming(error, i)
    return 0


cdef Py_ssize_t click_acquired(
    Board* board, const Square* square, bint diagonal, Tiles* tiles, Square* bad
) noexcept:
    """Carry out a click, without the GIL if it needs no Python objects."""
    cdef Py_ssize_t outcome
    if board.form == LISTS:
        return click(board, square.row, square.col, diagonal, tiles, bad)
    with nogil:
        outcome = click(board, square.row, square.col, diagonal, tiles, bad)
    return outcome
