# cython: language_level=3, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The textbook flood fill: an explicit stack of squares, filled one at a time.

As a good Cython user writes it in an afternoon: typed memoryview, no recursion, no GIL while
flooding. A square is written ``B`` when it is pushed, so that it is pushed only once.
"""

from cpython.object cimport PyObject
from libc.stdlib cimport free, malloc, realloc

cdef extern from "Python.h":
    bint PyList_Check(PyObject *) noexcept nogil
    Py_ssize_t PyList_GET_SIZE(PyObject *) noexcept nogil
    PyObject *PyList_GET_ITEM(PyObject *, Py_ssize_t) noexcept nogil
    bint PyUnicode_Check(PyObject *) noexcept nogil
    Py_ssize_t PyUnicode_GET_LENGTH(PyObject *) noexcept nogil
    Py_UCS4 PyUnicode_READ_CHAR(PyObject *, Py_ssize_t) noexcept nogil

cdef struct Square:
    Py_ssize_t row
    Py_ssize_t col

cdef struct Stack:
    Square *items
    Py_ssize_t size
    Py_ssize_t room

cdef list LETTERS = ["B", "1", "2", "3", "4", "5", "6", "7", "8"]


cdef inline int start(Stack *stack, Py_ssize_t row, Py_ssize_t col) except -1 nogil:
    stack.size, stack.room = 1, 256
    stack.items = <Square *> malloc(stack.room * sizeof(Square))
    if stack.items is NULL:
        raise MemoryError()
    stack.items[0].row, stack.items[0].col = row, col
    return 0


cdef inline int make_room(Stack *stack) except -1 nogil:
    """Room for the eight neighbours of one square."""
    cdef Square *items
    if stack.size + 8 > stack.room:
        items = <Square *> realloc(stack.items, 2 * stack.room * sizeof(Square))
        if items is NULL:
            raise MemoryError()
        stack.items = items
        stack.room *= 2
    return 0


cdef inline void push(Stack *stack, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    stack.items[stack.size].row, stack.items[stack.size].col = row, col
    stack.size += 1


cdef Py_ssize_t flood_bytes(
    unsigned char[:, :] board, Py_ssize_t row, Py_ssize_t col
) except -1 nogil:
    cdef Py_ssize_t r, c, top, bottom, left, right
    cdef Py_ssize_t rows = board.shape[0], cols = board.shape[1]
    cdef Py_ssize_t opened = 0
    cdef unsigned char mines
    cdef Stack stack
    start(&stack, row, col)
    try:
        while stack.size:
            stack.size -= 1
            row, col = stack.items[stack.size].row, stack.items[stack.size].col
            opened += 1
            top, bottom = max(row - 1, 0), min(row + 2, rows)
            left, right = max(col - 1, 0), min(col + 2, cols)
            mines = 0
            for r in range(top, bottom):
                for c in range(left, right):
                    mines += board[r, c] == c"M" or board[r, c] == c"X"
            if mines:
                board[row, col] = c"0" + mines
                continue
            board[row, col] = c"B"
            make_room(&stack)
            for r in range(top, bottom):
                for c in range(left, right):
                    if board[r, c] == c"E":
                        board[r, c] = c"B"
                        push(&stack, r, c)
    finally:
        free(stack.items)
    return opened


cdef str BLANK = "B", EMPTY = "E"


cdef inline Py_UCS4 letter(PyObject *line, Py_ssize_t col) except? 0:
    """The letter of a square. CPython shares one-character strings: compare pointers first."""
    cdef PyObject *square = PyList_GET_ITEM(line, col)
    if square == <PyObject *> EMPTY:
        return c"E"
    if square == <PyObject *> BLANK:
        return c"B"
    if not PyUnicode_Check(square) or PyUnicode_GET_LENGTH(square) != 1:
        raise TypeError("a square must be a one-character string")
    return PyUnicode_READ_CHAR(square, 0)


cdef inline PyObject *line_of(list board, Py_ssize_t row, Py_ssize_t cols) except NULL:
    cdef PyObject *line = PyList_GET_ITEM(<PyObject *> board, row)
    if not PyList_Check(line) or PyList_GET_SIZE(line) != cols:
        raise TypeError("rows must be lists of the same length")
    return line


cdef Py_ssize_t flood_lists(list board, Py_ssize_t row, Py_ssize_t col) except -1:
    cdef Py_ssize_t r, c, top, bottom, left, right
    cdef Py_ssize_t rows = len(board), cols = len(<list> board[0])
    cdef Py_ssize_t opened = 0
    cdef int mines
    cdef PyObject *line
    cdef Py_UCS4 square
    cdef Stack stack
    start(&stack, row, col)
    try:
        while stack.size:
            stack.size -= 1
            row, col = stack.items[stack.size].row, stack.items[stack.size].col
            opened += 1
            top, bottom = max(row - 1, 0), min(row + 2, rows)
            left, right = max(col - 1, 0), min(col + 2, cols)
            mines = 0
            for r in range(top, bottom):
                line = line_of(board, r, cols)
                for c in range(left, right):
                    square = letter(line, c)
                    mines += square == c"M" or square == c"X"
            (<list> board[row])[col] = LETTERS[mines]
            if mines:
                continue
            make_room(&stack)
            for r in range(top, bottom):
                line = line_of(board, r, cols)
                for c in range(left, right):
                    if letter(line, c) == c"E":
                        (<list> line)[c] = LETTERS[0]
                        push(&stack, r, c)
    finally:
        free(stack.items)
    return opened


def reveal_array(unsigned char[:, :] board, Py_ssize_t row, Py_ssize_t col):
    """Click on a square of a two-dimensional array of bytes; the squares that changed."""
    if not (0 <= row < board.shape[0] and 0 <= col < board.shape[1]):
        raise IndexError("click outside the board")
    if board[row, col] == c"M":
        board[row, col] = c"X"
        return 1
    if board[row, col] != c"E":
        return 0
    with nogil:
        opened = flood_bytes(board, row, col)
    return opened


def reveal_lists(list board not None, Py_ssize_t row, Py_ssize_t col):
    """Click on a square of a list of lists of letters; the squares that changed."""
    cdef Py_ssize_t rows = len(board), cols = len(<list?> board[0]) if rows else 0
    if not (0 <= row < rows and 0 <= col < cols):
        raise IndexError("click outside the board")
    cdef Py_UCS4 square = letter(line_of(board, row, cols), col)
    if square == c"M":
        (<list> board[row])[col] = "X"
        return 1
    if square != c"E":
        return 0
    return flood_lists(board, row, col)
