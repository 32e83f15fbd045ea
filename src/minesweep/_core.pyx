# cython: language_level=3, freethreading_compatible=True
"""The compiled core: takes a board in any form, clicks, and gives it back.

How a click is carried out stands in the files that are compiled in: `_click.pxd` has the rule for
one square, `_tile.pxd` the flood fill of small openings, `_flood.pxd` that of all others, over bit
planes and with an explicit stack, `_board.pxd` what a board is made of, `_letters.pxd` the way
between letters and bits, `_bits.pxd` the arithmetic on words of 64 squares.

Free-threaded Pythons may leave the GIL off: there is no state but a table of strings and whether
the processor has wide vectors, neither of which is changed after the import; working memory belongs
to one call; a buffer is held by its exporter until the call gives it back; and lists are accessed
there as `_board.pxd` describes, so that a click that meets another thread's change reads what is
there or refuses it.
"""

import operator

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBUF_WRITABLE, Py_buffer, PyBuffer_Release,
    PyObject_CheckBuffer, PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_Clear
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from minesweep import _errors
from minesweep._board cimport (
    BYTES, CHARACTERS, LISTS, Board, expect_click, is_list, is_revealed, leave_item, letter_at,
    list_length, load_word, take_item,
)
from minesweep._bits cimport lowest
from minesweep._click cimport (
    BAD_SQUARE, NEEDS_FLOOD, NO_MEMORY, NOT_ON_TILE, OUTSIDE, Opening, Square, click, click_one,
    find_large_opening, find_small_opening, open_squares,
)
from minesweep._flood cimport Scratch, free_scratch, init_scratch
from minesweep._letters cimport ask_processor

cdef extern from "Python.h":
    # Declared without exceptions: whether it failed is seen after it, without the cost of a try
    # block before it.
    int get_buffer "PyObject_GetBuffer"(object, Py_buffer*, int)
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
    #if defined(Py_LIMITED_API) || defined(Py_GIL_DISABLED)
        return 0;
    #else
        PyThreadState *own = PyThreadState_Get();
        return PyInterpreterState_ThreadHead(PyThreadState_GetInterpreter(own)) == own
            && PyThreadState_Next(own) == NULL;
    #endif
    }
    """
    bint is_only_thread "minesweep_is_only_thread"() noexcept nogil

cdef extern from *:
    """
    /* PyLong_AsLongLongAndOverflow for integers, which can't fail, and no call for small ones. */
    static inline int64_t minesweep_as_int64(PyObject *value, int *overflow)
    {
    #ifndef Py_LIMITED_API
    #if PY_VERSION_HEX >= 0x030C0000
        if (PyUnstable_Long_IsCompact((PyLongObject *)value)) {
            *overflow = 0;
            return PyUnstable_Long_CompactValue((PyLongObject *)value);
        }
    #else
        if (Py_SIZE(value) == 0 || Py_SIZE(value) == 1) {
            *overflow = 0;
            return Py_SIZE(value) ? ((PyLongObject *)value)->ob_digit[0] : 0;
        }
    #endif
    #endif
        return PyLong_AsLongLongAndOverflow(value, overflow);
    }
    """
    int64_t as_int64 "minesweep_as_int64"(object, int* overflow)

__all__ = [
    "Stack", "are_int64_pairs", "check_board", "click_boards", "click_in_turn", "is_diagonal",
    "reveal",
]

cdef enum:
    # Clicks run without a look at Ctrl-C until they have opened so many squares, which takes some
    # milliseconds; a click counts as some squares more. Or so many clicks, where it is they that
    # are counted.
    SQUARES_AT_ONCE = 1 << 21
    SQUARES_A_CLICK = 64
    CLICKS_AT_ONCE = SQUARES_AT_ONCE // SQUARES_A_CLICK
    # Boards of a stack for which the processor fetches memory ahead of the click.
    AHEAD = 6

ask_processor()

# The one-character strings that the squares of a list of lists share, by letter.
cdef PyObject* shared[128]
for _letter in "MEB12345678X":
    Py_INCREF(_letter)
    shared[<int>ord(_letter)] = <PyObject*>_letter
del _letter


cdef struct Taken:
    # A board while a call works on it.
    Board board
    Py_buffer buffer  # of the buffer forms
    PyObject* one_dropped  # room for Board.dropped that a click on a single square needs


def reveal(board, row, col, *, connectivity=8):
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
    row, col : int
        The square, counted from 0. Anything with ``__index__`` (`bool` too); negative indices are
        outside the board.
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
        nor 8. A click reads the squares that it opens and their neighbours, no others; the error
        names the first bad one of these in reading order. `check_board` reads the whole board.
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
    """
    cdef Taken taken
    cdef Square bad
    cdef Py_ssize_t changed = OUTSIDE
    cdef int64_t r = index("row", row), c = index("column", col)
    cdef bint diagonal = is_diagonal(connectivity)
    take(&taken, board)
    if is_inside(&taken.board, r, c):
        changed = click_one(&taken.board, <Py_ssize_t>r, <Py_ssize_t>c, diagonal, &bad)
    if changed < 0:
        return finish(&taken, board, row, col, r, c, diagonal, changed, bad)
    give_back(&taken)
    return 1 if changed else 0


cdef object finish(
    Taken* taken, object board, object row, object col, int64_t r, int64_t c, bint diagonal,
    Py_ssize_t outcome, Square bad,
):
    """End a click that opens more than its own square or comes to nothing; gives the board back.

    A function of its own, so that the commonest clicks need no try block.
    """
    try:
        if outcome == NEEDS_FLOOD:
            return open_from(&taken.board, board, <Py_ssize_t>r, <Py_ssize_t>c, diagonal)
        if outcome == BAD_SQUARE:
            raise bad_square(&taken.board, board, bad)
        raise _errors.outside(shown(row, r), shown(col, c), taken.board.rows, taken.board.cols)
    finally:
        give_back(taken)


def check_board(board):
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
    cdef Taken taken
    cdef Square bad
    cdef bint found
    take_unchanged(&taken, board)
    try:
        if taken.board.form == LISTS:
            found = first_bad(&taken.board, &bad)
        else:
            with nogil:
                found = first_bad(&taken.board, &bad)
        if found:
            raise bad_square(&taken.board, board, bad)
    finally:
        give_back(&taken)


cdef bint first_bad(Board* board, Square* bad) noexcept nogil:
    cdef Py_ssize_t row, col
    cdef uint64_t mask, empty, mine
    for row in range(board.rows):
        for col in range(0, board.cols, 64):
            mask = load_word(board, row, col, min(64, board.cols - col), &empty, &mine)
            if mask:
                bad.row, bad.col = row, col + lowest(mask)
                return True
    return False


# ---- arguments ----

cdef inline int64_t index(str name, object value) except? -1:
    """An integer argument; one that does not fit is clipped, and so outside any board."""
    if type(value) is int:
        return clipped(value)
    return clipped(as_integer(name, value))


cdef inline int64_t clipped(object integer) noexcept:
    cdef int overflow
    cdef int64_t value = as_int64(integer, &overflow)
    if overflow:
        return INT64_MAX if overflow > 0 else INT64_MIN
    return value


cdef object as_integer(str name, object value):
    try:
        return operator.index(value)
    except TypeError:
        raise _errors.not_an_integer(name, value) from None


cdef object shown(object value, int64_t clipped):
    """An index for an error message: exact, if that takes no call of the user's `__index__`."""
    return value if type(value) is int else clipped


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


# ---- taking a board and giving it back ----

cdef inline int take(Taken* taken, object board) except -1:
    """A board to be changed; must be given back."""
    if isinstance(board, list):
        return take_lists(taken, board)
    return take_writable_array(taken, board)


cdef inline int take_unchanged(Taken* taken, object board) except -1:
    """A board to be read; must be given back."""
    if isinstance(board, list):
        return take_lists(taken, board)
    return take_array(taken, board)


cdef int take_writable_array(Taken* taken, object board) except -1:
    take_array(taken, board)
    if taken.buffer.readonly:
        PyBuffer_Release(&taken.buffer)
        raise _errors.read_only()
    return 0


cdef int take_array(Taken* taken, object board) except -1:
    if not PyObject_CheckBuffer(board):
        raise _errors.not_a_board(board)
    take_buffer(&taken.buffer, board)
    try:
        take_squares(&taken.board, &taken.buffer, 2)
    except BaseException:
        PyBuffer_Release(&taken.buffer)
        raise
    return 0


cdef inline int take_buffer(Py_buffer* buffer, object board) except -1:
    if get_buffer(board, buffer, PyBUF_STRIDES | PyBUF_FORMAT) < 0:
        PyErr_Clear()
        take_buffer_again(buffer, board)
    return 0


cdef int take_buffer_again(Py_buffer* buffer, object board) except -1:
    """Ask for a buffer that was refused once more, to say what the exporter says."""
    try:
        PyObject_GetBuffer(board, buffer, PyBUF_STRIDES | PyBUF_FORMAT)
    except (BufferError, ValueError) as error:
        raise _errors.no_buffer(board, error) from error
    return 0


cdef inline int take_lists(Taken* taken, object lists) except -1:
    cdef Board* board = &taken.board
    cdef PyObject* first
    board.form = LISTS
    board.squares = board.end = NULL
    board.row_step = board.col_step = 0
    board.lists = <PyObject*>lists
    board.shared = shared
    board.rows, board.cols = list_length(board.lists), -1
    first = take_item(board.lists, 0) if board.rows else NULL
    if first != NULL and is_list(first):
        board.cols = list_length(first)
    leave_item(first)
    if board.cols <= 0:
        refuse_lists(lists)
    board.strangers = board.dropped_count = 0
    board.dropped, board.dropped_room = &taken.one_dropped, 1
    return 0


cdef int refuse_lists(list board) except -1:
    if not board:
        raise _errors.no_rows()
    if not isinstance(board[0], list):
        raise _errors.not_a_list(0, board[0])
    raise _errors.no_columns()


cdef inline int take_squares(Board* taken, const Py_buffer* buffer, int ndim) except -1:
    """The squares of a board, or of the first board of a stack: the last two dimensions."""
    if buffer.ndim != ndim:
        raise _errors.wrong_dimensions(buffer.ndim, ndim)
    if buffer.itemsize == 1 and is_byte(buffer.format):
        taken.form = BYTES
    elif buffer.itemsize == 4 and is_character(buffer.format):
        taken.form = CHARACTERS
    else:
        raise _errors.wrong_items(format_of(buffer), buffer.itemsize)
    if buffer.buf == NULL or buffer.shape == NULL or buffer.suboffsets != NULL:
        raise _errors.incomplete_buffer()
    taken.squares = <char*>buffer.buf
    taken.end = NULL
    taken.strangers = taken.dropped_count = taken.dropped_room = 0
    taken.dropped = NULL
    taken.rows, taken.cols = buffer.shape[ndim - 2], buffer.shape[ndim - 1]
    taken.col_step = step_of(buffer, ndim - 1)
    taken.row_step = step_of(buffer, ndim - 2)
    if taken.rows <= 0:
        raise _errors.no_rows()
    if taken.cols <= 0:
        raise _errors.no_columns()
    if not is_sound(buffer):
        raise _errors.unsound_buffer(buffer.len, [buffer.shape[i] for i in range(ndim)])
    if taken.form == BYTES and taken.col_step == 1 and taken.row_step == taken.cols:
        if taken.rows * taken.cols >= 64:
            taken.end = taken.squares + taken.rows * taken.cols
    return 0


cdef inline Py_ssize_t step_of(const Py_buffer* buffer, int axis) noexcept:
    """The bytes from one item of an axis to the next, for a buffer without strides too (ctypes)."""
    cdef Py_ssize_t step = buffer.itemsize
    cdef int i
    if buffer.strides != NULL:
        return buffer.strides[axis]
    for i in range(axis + 1, buffer.ndim):
        step *= buffer.shape[i]
    return step


cdef inline bint is_sound(const Py_buffer* buffer) noexcept:
    """Whether a buffer has as many bytes as its shape says."""
    cdef uint64_t size = buffer.itemsize
    cdef int i
    for i in range(buffer.ndim):
        if buffer.shape[i] < 0 or (size | <uint64_t>buffer.shape[i]) >> 32:
            return is_sound_if_large(buffer)
        size *= <uint64_t>buffer.shape[i]
    return size == <uint64_t>buffer.len


cdef bint is_sound_if_large(const Py_buffer* buffer) noexcept:
    """The same by division, where products could overflow."""
    cdef Py_ssize_t rest = buffer.len
    cdef int i
    for i in range(buffer.ndim):
        if buffer.shape[i] < 0:
            return False
        if buffer.shape[i] == 0:
            return buffer.len == 0
        if rest % buffer.shape[i]:
            return False
        rest //= buffer.shape[i]
    return rest == buffer.itemsize


cdef str format_of(const Py_buffer* buffer):
    return "B" if buffer.format == NULL else (<bytes>buffer.format).decode("latin-1")


cdef inline bint is_byte(const char* format) noexcept:
    """Formats of `struct` for uint8, int8 and S1; without one, bytes are meant."""
    if format == NULL:
        return True
    if format[0] in b"@=<>!":
        format += 1
    if format[0] == c"1":
        format += 1
    return format[0] in b"Bbcs" and format[1] == 0


cdef inline bint is_character(const char* format) noexcept:
    """NumPy's U1 in native byte order."""
    if format == NULL:
        return False
    if format[0] in b"@=":
        format += 1
    if format[0] == c"1":
        format += 1
    return format[0] == c"w" and format[1] == 0


cdef inline void give_back(Taken* taken) noexcept:
    if taken.board.form == LISTS:
        drop_squares(taken)
    else:
        PyBuffer_Release(&taken.buffer)


cdef inline void drop_squares(Taken* taken) noexcept:
    """Let go of overwritten squares, which can run any code."""
    cdef PyObject** dropped = taken.board.dropped
    cdef Py_ssize_t count = taken.board.dropped_count, i
    if dropped == &taken.one_dropped and count == 0:  # as after almost every click
        taken.board.strangers = 0
        return
    taken.board.dropped = &taken.one_dropped
    taken.board.dropped_room = 1
    taken.board.strangers = taken.board.dropped_count = 0
    for i in range(count):
        Py_DECREF(<object>dropped[i])
    if dropped != &taken.one_dropped:
        PyMem_RawFree(dropped)


# ---- clicking ----

cdef object open_from(Board* taken, object board, Py_ssize_t row, Py_ssize_t col, bint diagonal):
    """Open what a blank square opens, and count the squares."""
    cdef Opening opening
    cdef Scratch scratch
    cdef Square bad
    cdef Py_ssize_t changed
    cdef object count
    init_scratch(&scratch)
    try:
        changed = find_opening(&opening, taken, row, col, diagonal, &scratch, &bad)
        if changed < 0:
            raise failure(taken, board, changed, bad)
        # Made before the board is changed, as there might be no memory for it. No code runs that
        # could change a list, since integers are nothing that the garbage collector looks after.
        count = changed
        open_found(&opening, taken)
        return count
    finally:
        free_scratch(&scratch)


cdef Py_ssize_t find_opening(
    Opening* opening, Board* taken, Py_ssize_t row, Py_ssize_t col, bint diagonal,
    Scratch* scratch, Square* bad,
) noexcept nogil:
    """Find what a blank square opens, for `open_found`; how many squares, or why not.

    Called with the GIL, which is let go for it, unless Python objects are read. A small opening
    keeps it where no other thread is there to take it, as letting it go takes an eighth of the
    time.
    """
    cdef ThreadState* without_gil = NULL
    cdef bint has_objects = taken.form == LISTS
    cdef Py_ssize_t changed
    if not has_objects and not is_only_thread():
        without_gil = let_gil_go()
    changed = find_small_opening(opening, taken, row, col, diagonal)
    if changed == NOT_ON_TILE:
        if not has_objects and without_gil == NULL:
            without_gil = let_gil_go()
        changed = find_large_opening(opening, taken, row, col, diagonal, scratch, bad)
    if without_gil != NULL:
        take_gil_back(without_gil)
    return changed


cdef int open_found(Opening* opening, Board* taken) except -1:
    """Open the squares that were found; without the GIL if that can take long."""
    if taken.form == LISTS or opening.on_tile:
        open_squares(opening, taken)
    else:
        with nogil:
            open_squares(opening, taken)
    return 0


cdef object outside(const Board* board, int64_t row, int64_t col):
    """The error for a click outside the board."""
    return _errors.outside(row, col, board.rows, board.cols)


cdef object failure(Board* taken, object board, Py_ssize_t outcome, Square bad):
    """The error for a click that came to nothing."""
    return MemoryError() if outcome == NO_MEMORY else bad_square(taken, board, bad)


cdef object bad_square(Board* taken, object board, Square bad):
    """The error for a bad square."""
    cdef const char* square
    cdef uint32_t character
    if taken.form == LISTS:
        return _errors.bad_list_square(board, bad.row, bad.col, taken.cols)
    square = taken.squares + bad.row * taken.row_step + bad.col * taken.col_step
    if taken.form == BYTES:
        return _errors.bad_letter(bad.row, bad.col, square[:1])
    memcpy(&character, square, 4)
    return _errors.bad_letter(
        bad.row, bad.col, chr(character) if 0 < character < 0x110000 else int(character) or ""
    )


# ---- many clicks: what `_many` makes `reveal_sequence` and `reveal_batch` of ----

def click_in_turn(board, clicks, bint diagonal, counts):
    """Carry out all clicks on one board, in order, and count the changed squares of each.

    Clicks are an array of int64 of shape (n, 2), counts one of shape (n,) without gaps. They are
    taken as plain buffers: two typed memoryviews would cost as much as dozens of clicks.
    """
    cdef Py_buffer numbers
    cdef Taken taken
    PyObject_GetBuffer(counts, &numbers, PyBUF_WRITABLE)
    try:
        take(&taken, board)
        try:
            click_pairs(
                &taken, board, clicks, diagonal, <int64_t*>numbers.buf,
                numbers.len // <Py_ssize_t>sizeof(int64_t),
            )
        finally:
            give_back(&taken)
    finally:
        PyBuffer_Release(&numbers)


cdef int click_pairs(
    Taken* taken, object board, object clicks, bint diagonal, int64_t* counts, Py_ssize_t number
) except -1:
    cdef Scratch scratch
    cdef Square* squares = checked_squares(&taken.board, clicks, number)
    init_scratch(&scratch)
    try:
        if taken.board.form == LISTS:
            click_lists_in_turn(taken, board, squares, number, diagonal, &scratch, counts)
        else:
            click_array_in_turn(&taken.board, squares, number, diagonal, &scratch, counts)
    finally:
        free_scratch(&scratch)
        PyMem_RawFree(squares)
    return 0


cdef Square* checked_squares(const Board* board, object clicks, Py_ssize_t number) except NULL:
    """The clicked squares, so many and all of them inside the board; to be freed.

    A copy, since others can change the array at any time: its clicks, and its shape too.
    """
    cdef Py_buffer pairs
    cdef Square* squares
    cdef const char* pair
    cdef int64_t row = 0, col = 0
    cdef Py_ssize_t i, to_next, to_col, here = 0
    PyObject_GetBuffer(clicks, &pairs, PyBUF_STRIDES)
    try:
        if not are_pairs(&pairs, number):
            raise _errors.wrong_clicks(tuple([pairs.shape[i] for i in range(pairs.ndim)]))
        squares = <Square*>PyMem_RawMalloc(number * sizeof(Square))
        if squares == NULL:
            raise MemoryError()
        to_next, to_col = step_of(&pairs, 0), step_of(&pairs, 1)
        for i in range(number):
            pair = <char*>pairs.buf + here
            memcpy(&row, pair, sizeof(int64_t))  # NumPy's arrays need not be aligned
            memcpy(&col, pair + to_col, sizeof(int64_t))
            if not is_inside(board, row, col):
                PyMem_RawFree(squares)
                raise _errors.numbered(outside(board, row, col), i)
            squares[i].row, squares[i].col = <Py_ssize_t>row, <Py_ssize_t>col
            here += to_next
    finally:
        PyBuffer_Release(&pairs)
    return squares


cdef inline bint are_pairs(const Py_buffer* clicks, Py_ssize_t number) noexcept:
    return (
        clicks.itemsize == sizeof(int64_t)
        and clicks.ndim == 2 and clicks.shape[0] == number and clicks.shape[1] == 2
    )


def are_int64_pairs(clicks):
    """Whether an array has the shape (n, 2) and the dtype int64 in native byte order.

    To ask the array itself takes as long as twenty clicks.
    """
    cdef Py_buffer pairs
    cdef bint fit
    if get_buffer(clicks, &pairs, PyBUF_STRIDES | PyBUF_FORMAT) < 0:
        PyErr_Clear()
        return False
    fit = pairs.ndim == 2 and are_pairs(&pairs, pairs.shape[0]) and is_integer(pairs.format)
    PyBuffer_Release(&pairs)
    return fit


cdef inline bint is_integer(const char* format) noexcept:
    """The formats of `struct` and of NumPy for a signed integer of 8 bytes."""
    return format != NULL and format[0] in b"lq" and format[1] == 0


cdef int click_array_in_turn(
    Board* board, const Square* squares, Py_ssize_t number, bint diagonal, Scratch* scratch,
    int64_t* counts,
) except -1:
    cdef Square bad
    cdef Py_ssize_t done = 0, outcome = 0
    while done < number and outcome >= 0:
        with nogil:
            done = click_some_squares(
                board, squares, diagonal, scratch, counts, done, number, &outcome, &bad
            )
        PyErr_CheckSignals()
    if outcome < 0:
        raise _errors.numbered(failure(board, None, outcome, bad), done)
    return 0


cdef Py_ssize_t click_some_squares(
    Board* board, const Square* squares, bint diagonal, Scratch* scratch, int64_t* counts,
    Py_ssize_t start, Py_ssize_t stop, Py_ssize_t* outcome, Square* bad,
) noexcept nogil:
    """Carry out clicks on one board until it is time to look up.

    Returns the first click that is not done: the failing one if the outcome is negative.
    """
    cdef Py_ssize_t i, opened = 0
    stop = min(stop, start + CLICKS_AT_ONCE)
    i = pass_revealed(board, squares, start, stop, counts)
    while i < stop and opened < SQUARES_AT_ONCE:
        outcome[0] = click(board, squares[i].row, squares[i].col, diagonal, scratch, bad)
        if outcome[0] < 0:
            return i
        counts[i] = outcome[0]
        opened += outcome[0]
        i = pass_revealed(board, squares, i + 1, stop, counts)
    return i


cdef inline Py_ssize_t pass_revealed(
    Board* board, const Square* squares, Py_ssize_t i, Py_ssize_t stop, int64_t* counts
) noexcept nogil:
    """The next click on a square that is not revealed; those before it change nothing."""
    while i < stop and is_revealed(letter_at(board, squares[i].row, squares[i].col)):
        counts[i] = 0
        i += 1
    return i


cdef int click_lists_in_turn(
    Taken* taken, object board, const Square* squares, Py_ssize_t number, bint diagonal,
    Scratch* scratch, int64_t* counts,
) except -1:
    """The same on a list of lists, whose size can change when an overwritten square is dropped."""
    cdef Square bad
    cdef bint any_dropped
    cdef Py_ssize_t i, row, col, outcome, work = 0
    for i in range(number):
        row, col = squares[i].row, squares[i].col
        if not is_inside(&taken.board, row, col):
            raise _errors.numbered(outside(&taken.board, row, col), i)
        outcome = click(&taken.board, row, col, diagonal, scratch, &bad)
        if outcome < 0:
            raise _errors.numbered(failure(&taken.board, board, outcome, bad), i)
        counts[i] = outcome
        any_dropped = taken.board.dropped_count > 0
        drop_squares(taken)
        if any_dropped:
            take_lists(taken, board)
        work += outcome + SQUARES_A_CLICK
        if work >= SQUARES_AT_ONCE:
            work = 0
            PyErr_CheckSignals()
            take_lists(taken, board)
    return 0


def click_boards(tuple boards, const int64_t[:, ::1] clicks, bint diagonal, int64_t[::1] counts):
    """Carry out click i on board i of as many, and count the changed squares."""
    cdef Taken taken
    cdef Scratch scratch
    cdef Square bad
    cdef Py_ssize_t i, outcome, work = 0
    check_pairs(clicks)
    for i, board in enumerate(boards):
        take_clicked(&taken, board, clicks, i)
        give_back(&taken)
        if i % CLICKS_AT_ONCE == 0:
            PyErr_CheckSignals()
    init_scratch(&scratch)
    try:
        for i, board in enumerate(boards):
            take_clicked(&taken, board, clicks, i)
            try:
                if taken.board.form == LISTS:
                    outcome = click(
                        &taken.board, clicks[i, 0], clicks[i, 1], diagonal, &scratch, &bad
                    )
                else:
                    with nogil:
                        outcome = click(
                            &taken.board, clicks[i, 0], clicks[i, 1], diagonal, &scratch, &bad
                        )
                if outcome < 0:
                    raise _errors.on_board(failure(&taken.board, board, outcome, bad), i)
                counts[i] = outcome
            finally:
                give_back(&taken)
            work += outcome + SQUARES_A_CLICK
            if work >= SQUARES_AT_ONCE:
                work = 0
                PyErr_CheckSignals()
    finally:
        free_scratch(&scratch)


cdef int take_clicked(
    Taken* taken, object board, const int64_t[:, ::1] clicks, Py_ssize_t i
) except -1:
    """Board i, with click i inside it; must be given back."""
    try:
        take(taken, board)
    except (TypeError, ValueError) as error:
        raise _errors.on_board(error, i) from None
    if not is_inside(&taken.board, clicks[i, 0], clicks[i, 1]):
        error = outside(&taken.board, clicks[i, 0], clicks[i, 1])
        give_back(taken)
        raise _errors.on_board(error, i)
    return 0


cdef int check_pairs(const int64_t[:, ::1] clicks) except -1:
    if clicks.shape[1] != 2:
        raise _errors.wrong_clicks((clicks.shape[0], clicks.shape[1]))
    return 0


@cython.final
cdef class Stack:
    """A stack of boards, taken from a 3-D buffer until it is released."""

    cdef Py_buffer buffer
    cdef Board first
    cdef Py_ssize_t step
    cdef bint held
    cdef readonly Py_ssize_t boards

    def __cinit__(self, boards):
        if not PyObject_CheckBuffer(boards):
            raise _errors.not_a_stack(boards)
        take_buffer(&self.buffer, boards)
        self.held = True
        take_squares(&self.first, &self.buffer, 3)
        if self.buffer.readonly:
            raise _errors.read_only()
        self.boards, self.step = self.buffer.shape[0], step_of(&self.buffer, 0)

    def __dealloc__(self):
        self.release()

    def release(self):
        """Give the buffer back; no thread may be clicking any more."""
        if self.held:
            self.held = False
            PyBuffer_Release(&self.buffer)

    def squares(self):
        """How many squares a board has."""
        return self.first.rows * self.first.cols

    def may_overlap(self):
        """Whether two boards might share memory: false only where that is certain not to be.

        From the smallest stride to the largest, each step must lead beyond all that the smaller
        ones reach.
        """
        cdef Py_ssize_t reach = self.buffer.itemsize
        axes = sorted(
            (abs(step_of(&self.buffer, i)), self.buffer.shape[i])
            for i in range(3) if self.buffer.shape[i] > 1
        )
        for stride, length in axes:
            if stride < reach:
                return True
            reach += stride * (length - 1)
        return False

    def check_clicks(self, const int64_t[:, ::1] clicks):
        """Raise for the first click that is outside its board."""
        cdef Py_ssize_t i
        check_pairs(clicks)
        for i in range(clicks.shape[0]):
            if not is_inside(&self.first, clicks[i, 0], clicks[i, 1]):
                raise _errors.on_board(outside(&self.first, clicks[i, 0], clicks[i, 1]), i)

    def click(
        self, const int64_t[:, ::1] clicks, bint diagonal, int64_t[::1] counts,
        Py_ssize_t start, Py_ssize_t stop,
    ):
        """Carry out the clicks from start to stop, each on the board of its number.

        May be called by several threads for different boards of one stack.
        """
        cdef Scratch scratch
        cdef Square bad
        cdef Py_ssize_t done = start, outcome = 0
        init_scratch(&scratch)
        try:
            while done < stop and outcome >= 0:
                with nogil:
                    done = click_some_boards(
                        &self.first, self.step, clicks, diagonal, &scratch, counts, done, stop,
                        &outcome, &bad,
                    )
                PyErr_CheckSignals()
            if outcome < 0:
                raise _errors.on_board(self.failure(done, outcome, bad), done)
        finally:
            free_scratch(&scratch)

    cdef object failure(self, Py_ssize_t i, Py_ssize_t outcome, Square bad):
        cdef Board board = board_of_stack(&self.first, self.step, i)
        return failure(&board, None, outcome, bad)


cdef inline Board board_of_stack(const Board* first, Py_ssize_t step, Py_ssize_t i) noexcept nogil:
    cdef Board board = first[0]
    board.squares += i * step
    if board.end != NULL:
        board.end += i * step
    return board


cdef Py_ssize_t click_some_boards(
    const Board* first, Py_ssize_t step, const int64_t[:, ::1] clicks, bint diagonal,
    Scratch* scratch, int64_t[::1] counts, Py_ssize_t start, Py_ssize_t stop,
    Py_ssize_t* outcome, Square* bad,
) noexcept nogil:
    """Carry out clicks on boards that lie so many bytes apart, until it is time to look up.

    Returns the first click that is not done: the failing one if the outcome is negative.
    """
    cdef Board board = board_of_stack(first, step, start)
    cdef Py_ssize_t i, work = 0
    for i in range(start, stop):
        if work >= SQUARES_AT_ONCE:
            return i
        if i + AHEAD < stop:
            expect_click(
                &board, board.squares + AHEAD * step, clicks[i + AHEAD, 0], clicks[i + AHEAD, 1]
            )
        outcome[0] = click(&board, clicks[i, 0], clicks[i, 1], diagonal, scratch, bad)
        if outcome[0] < 0:
            return i
        counts[i] = outcome[0]
        work += outcome[0] + SQUARES_A_CLICK
        board.squares += step
        board.end += step if board.end != NULL else 0
    return stop
