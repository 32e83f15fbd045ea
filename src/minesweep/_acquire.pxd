# cython: language_level=3
"""A board of the caller's, while a call works on it: acquired from lists or buffers, and released.

Buffers are acquired as they are, not as typed memoryviews: those cost 134 ns more on a click of
88, take one type of items, and cannot take NumPy's U1 at all. Boards of our own are typed
memoryviews, which cost 14 ns there.
"""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, Py_buffer, PyBuffer_Release, PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_Clear
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF
from libc.stdint cimport uint64_t

from minesweep import _errors
from minesweep.engine.board cimport (
    BYTES, CHARACTERS, LISTS, PAIR, Board, Form, is_list, leave_item, list_length, take_item,
)

cdef extern from "Python.h":
    # Declared without exceptions: whether it failed is seen after it, without the cost of a try
    # block before it.
    int get_buffer "PyObject_GetBuffer"(object, Py_buffer*, int)

cdef struct Acquired:
    Board board
    Py_buffer buffer  # of the array forms
    Py_buffer mines  # of PAIR
    PyObject* one_dropped  # room for Board.dropped that a click on a single square needs


cdef inline int acquire(
    Acquired* acquired, object board, object mines, PyObject** shared
) except -1:
    """Acquire a board to be changed, with its mines or None; it must be released."""
    if mines is not None:
        return acquire_pair(acquired, board, mines, 2)
    if isinstance(board, list):
        return acquire_lists(acquired, board, shared)
    return acquire_writable_array(acquired, board, 2)


cdef inline int acquire_unchanged(Acquired* acquired, object board, PyObject** shared) except -1:
    """Acquire a board to be read; it must be released."""
    if isinstance(board, list):
        return acquire_lists(acquired, board, shared)
    return acquire_array(acquired, board, 2)


cdef inline void release(Acquired* acquired) noexcept:
    if acquired.board.form == LISTS:
        drop_squares(acquired)
        return
    if acquired.board.form == PAIR:
        PyBuffer_Release(&acquired.mines)
    PyBuffer_Release(&acquired.buffer)


# ---- lists ----

cdef inline int acquire_lists(Acquired* acquired, object lists, PyObject** shared) except -1:
    cdef Board* board = &acquired.board
    cdef PyObject* first
    board.form = LISTS
    board.lists = <PyObject*>lists
    board.shared = shared
    board.rows, board.cols = list_length(board.lists), -1
    first = take_item(board.lists, 0) if board.rows else NULL
    if first != NULL and is_list(first):
        board.cols = list_length(first)
    leave_item(first)
    if board.cols <= 0:
        refuse_lists(lists)
    board.subclass_squares = board.dropped_count = 0
    board.dropped, board.dropped_room = &acquired.one_dropped, 1
    return 0


cdef inline int refuse_lists(list board) except -1:
    if not board:
        raise _errors.no_rows()
    if not isinstance(board[0], list):
        raise _errors.not_a_list(0, board[0])
    raise _errors.no_columns()


cdef inline void drop_squares(Acquired* acquired) noexcept:
    """Let go of overwritten squares, which can run any code."""
    cdef PyObject** dropped = acquired.board.dropped
    cdef Py_ssize_t count = acquired.board.dropped_count, i
    if dropped == &acquired.one_dropped and count == 0:  # as after almost every click
        acquired.board.subclass_squares = 0
        return
    acquired.board.dropped = &acquired.one_dropped
    acquired.board.dropped_room = 1
    acquired.board.subclass_squares = acquired.board.dropped_count = 0
    for i in range(count):
        Py_DECREF(<object>dropped[i])
    if dropped != &acquired.one_dropped:
        PyMem_RawFree(dropped)


# ---- arrays ----

cdef inline int acquire_writable_array(Acquired* acquired, object board, int ndim) except -1:
    acquire_array(acquired, board, ndim)
    if acquired.buffer.readonly:
        PyBuffer_Release(&acquired.buffer)
        raise _errors.read_only()
    return 0


cdef inline int acquire_array(Acquired* acquired, object board, int ndim) except -1:
    """Acquire a board (2 dimensions), or a stack as its first board (3)."""
    if not PyObject_CheckBuffer(board):
        raise _errors.not_a_board(board) if ndim == 2 else _errors.not_a_stack(board)
    acquire_buffer(&acquired.buffer, board)
    try:
        lay_out(&acquired.board, &acquired.buffer, ndim)
    except BaseException:
        PyBuffer_Release(&acquired.buffer)
        raise
    return 0


cdef inline int acquire_pair(
    Acquired* acquired, object visible, object mines, int ndim
) except -1:
    """Acquire what a player sees, to be changed, and the mines, to be read."""
    if not PyObject_CheckBuffer(visible):
        raise _errors.not_visible(visible)
    if not PyObject_CheckBuffer(mines):
        raise _errors.not_mines(mines)
    acquire_buffer(&acquired.buffer, visible)
    try:
        acquire_visible(acquired, ndim)
        acquire_buffer(&acquired.mines, mines)
    except BaseException:
        PyBuffer_Release(&acquired.buffer)
        raise
    acquired.board.form = PAIR
    try:
        lay_out_mines(&acquired.board, &acquired.mines, &acquired.buffer)
    except BaseException:
        release(acquired)
        raise
    return 0


cdef inline int acquire_visible(Acquired* acquired, int ndim) except -1:
    if item_code(acquired.buffer.format) != c"b":
        raise _errors.wrong_visible(format_of(&acquired.buffer))
    lay_out(&acquired.board, &acquired.buffer, ndim)
    if acquired.buffer.readonly:
        raise _errors.read_only()
    return 0


cdef inline int lay_out_mines(
    Board* board, const Py_buffer* mines, const Py_buffer* visible
) except -1:
    cdef int ndim = visible.ndim
    if item_code(mines.format) not in b"B?":
        raise _errors.wrong_mines(format_of(mines))
    if mines.buf == NULL or mines.shape == NULL or mines.suboffsets != NULL:
        raise _errors.incomplete_buffer("mines")
    if mines.ndim != ndim:
        raise _errors.unequal_dimensions(ndim, mines.ndim)
    if not have_one_shape(mines, visible):
        raise _errors.unequal_shapes(shape_of(visible), shape_of(mines))
    if not is_sound(mines):
        raise _errors.unsound_buffer("mines", mines.len, shape_of(mines))
    board.mines = <const char*>mines.buf
    board.mines_row_step = step_of(mines, ndim - 2)
    board.mines_col_step = step_of(mines, ndim - 1)
    return 0


cdef inline bint have_one_shape(const Py_buffer* one, const Py_buffer* other) noexcept:
    """Whether two buffers of as many dimensions have the same sizes."""
    cdef int i
    for i in range(one.ndim):
        if one.shape[i] != other.shape[i]:
            return False
    return True


cdef inline tuple shape_of(const Py_buffer* buffer):
    cdef list shape = []
    for i in range(buffer.ndim):
        shape.append(buffer.shape[i])
    return tuple(shape)


cdef inline int acquire_buffer(Py_buffer* buffer, object owner) except -1:
    if get_buffer(owner, buffer, PyBUF_STRIDES | PyBUF_FORMAT) < 0:
        PyErr_Clear()
        acquire_buffer_again(buffer, owner)
    return 0


cdef inline int acquire_buffer_again(Py_buffer* buffer, object owner) except -1:
    """Retry, to report the exporter's own error."""
    try:
        PyObject_GetBuffer(owner, buffer, PyBUF_STRIDES | PyBUF_FORMAT)
    except (BufferError, ValueError) as error:
        raise _errors.no_buffer(owner, error) from error
    return 0


cdef inline int lay_out(Board* board, const Py_buffer* buffer, int ndim) except -1:
    """Set up a board over the last two dimensions of a buffer."""
    if buffer.ndim != ndim:
        raise _errors.wrong_dimensions(buffer.ndim, ndim)
    board.form = form_of(buffer)
    if buffer.buf == NULL or buffer.shape == NULL or buffer.suboffsets != NULL:
        raise _errors.incomplete_buffer("board")
    board.squares = <char*>buffer.buf
    board.subclass_squares = board.dropped_count = board.dropped_room = 0
    board.rows, board.cols = buffer.shape[ndim - 2], buffer.shape[ndim - 1]
    board.row_step = step_of(buffer, ndim - 2)
    board.col_step = step_of(buffer, ndim - 1)
    if board.rows <= 0:
        raise _errors.no_rows()
    if board.cols <= 0:
        raise _errors.no_columns()
    if not is_sound(buffer):
        raise _errors.unsound_buffer("board", buffer.len, shape_of(buffer))
    return 0


cdef inline Py_ssize_t step_of(const Py_buffer* buffer, int axis) noexcept nogil:
    """The bytes from one item of an axis to the next, for a buffer without strides too (ctypes)."""
    cdef Py_ssize_t step = buffer.itemsize
    cdef int i
    if buffer.strides != NULL:
        return buffer.strides[axis]
    for i in range(axis + 1, buffer.ndim):
        step *= buffer.shape[i]
    return step


cdef inline bint is_sound(const Py_buffer* buffer) noexcept:
    """Whether a buffer has as many bytes as its shape says.

    The product is exact modulo 2**64, and so exact if the approximate one is below that.
    """
    cdef uint64_t size = buffer.itemsize
    cdef double about = <double>buffer.itemsize
    cdef int i
    for i in range(buffer.ndim):
        if buffer.shape[i] < 0:
            return False
        size *= <uint64_t>buffer.shape[i]
        about *= <double>buffer.shape[i]
    return size == <uint64_t>buffer.len and about < 1e19


cdef inline str format_of(const Py_buffer* buffer):
    return "B" if buffer.format == NULL else (<bytes>buffer.format).decode("latin-1")


cdef inline Form form_of(const Py_buffer* buffer) except? BYTES:
    """What the items of a buffer are: bytes as in uint8, int8 and S1, or characters as in U1."""
    cdef char code = item_code(buffer.format)
    if buffer.itemsize == 1 and code in b"Bbcs":
        return BYTES
    if buffer.itemsize == 4 and code == c"w" and buffer.format[0] not in b"<>!":
        return CHARACTERS
    raise _errors.wrong_items(format_of(buffer), buffer.itemsize)


cdef inline char item_code(const char* format) noexcept:
    """The letter of a format of one item, whatever its byte order; without one, bytes are meant.

    `x`, which stands for padding, if there is more to it.
    """
    if format == NULL:
        return c"B"
    if format[0] in b"@=<>!":
        format += 1
    if format[0] == c"1":
        format += 1
    return format[0] if format[0] != 0 and format[1] == 0 else c"x"
