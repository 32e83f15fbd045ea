# cython: language_level=3
"""One click: the rule for the square itself, and the flood where it is blank."""

from cpython.mem cimport PyMem_RawMalloc
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from minesweep._bits cimport population
from minesweep._board cimport (
    BLANK, EMPTY, EXPLODED, MINE, ZERO, Board, compare_sixteen, fetch, is_letter, is_revealed,
    letter_at, put, turned,
)
from minesweep._flood cimport Flood, Scratch, fill, find_bad, settle, write

# What a click comes to, if not to a number of changed squares.
cdef enum:
    NEEDS_FLOOD = -1
    BAD_SQUARE = -2
    NO_MEMORY = -3

cdef struct Square:
    Py_ssize_t row, col


cdef inline Py_ssize_t click(
    Board* board, Square at, bint diagonal, Scratch* scratch, Square* bad
) noexcept nogil:
    """Carry out a click inside the board; squares changed, or BAD_SQUARE, or NO_MEMORY."""
    cdef Flood flood
    cdef Py_ssize_t changed = click_one(board, at, diagonal, bad)
    if changed == NEEDS_FLOOD:
        changed = find_opening(&flood, board, at, diagonal, scratch, bad)
        if changed > 0:
            open_squares(&flood, board)
    return changed


cdef inline Py_ssize_t click_one(
    Board* board, Square at, bint diagonal, Square* bad
) noexcept nogil:
    """Carry out a click that changes one square or none, reading what it must."""
    cdef uint8_t letter = letter_at(board, at.row, at.col)
    cdef int mines
    if letter == EMPTY:
        mines = mines_beside(board, at, diagonal, bad)
        if mines == 0:
            return NEEDS_FLOOD
        if bad.row >= 0:
            return BAD_SQUARE
        letter = <uint8_t>(ZERO + mines)
    elif letter == MINE:
        letter = EXPLODED
    elif is_revealed(letter):
        return 0
    else:
        bad[0] = at
        return BAD_SQUARE
    put(board, at.row, at.col, letter)
    return 1


cdef inline int mines_beside(
    Board* board, Square at, bint diagonal, Square* bad
) noexcept nogil:
    """The mines around a square, and the first bad square there, or none: row -1."""
    # The square itself and its neighbours in reading order, at 0 to 8; the rest is padding, as are
    # the neighbours that the board does not have.
    cdef uint8_t letters[16]
    cdef uint64_t beside = 0b111101111 if diagonal else 0b010101010, empty, mines
    cdef Py_ssize_t left = at.col > 0, right = at.col + 1 < board.cols, row
    cdef int k
    memset(letters, BLANK, 16)
    for row in range(max(at.row - 1, 0), min(at.row + 2, board.rows)):
        fetch(
            board, row, at.col - left, left + 1 + right,
            letters + 3 * (row - at.row + 1) + 1 - left,
        )
    bad.row = -1
    if not compare_sixteen(letters, &empty, &mines):
        for k in range(8, -1, -1):
            if beside >> k & 1 and not is_letter(letters[k]):
                bad.row, bad.col = at.row + k // 3 - 1, at.col + k % 3 - 1
    return population(mines & beside)


cdef inline Py_ssize_t find_opening(
    Flood* flood, Board* board, Square at, bint diagonal, Scratch* scratch, Square* bad
) noexcept nogil:
    """Find what a blank square opens, and leave it to `open_squares`; how many squares it is.

    A narrow board is flooded on its side: its rows would waste most of their words, and each row
    takes a visit of its own.
    """
    cdef bint on_its_side = board.cols < 256 and board.rows > max(64, 2 * board.cols)
    flood.board = board[0]
    if on_its_side:
        flood.board = turned(board)
        at.row, at.col = at.col, at.row
    if not fill(flood, scratch, diagonal, at.row, at.col):
        return NO_MEMORY
    if flood.bad_seen and find_bad(flood, on_its_side, &bad.row, &bad.col):
        if on_its_side:
            bad.row, bad.col = bad.col, bad.row
        return BAD_SQUARE
    if flood.board.strangers:
        board.dropped = <PyObject**>PyMem_RawMalloc(flood.board.strangers * sizeof(PyObject*))
        if board.dropped == NULL:
            return NO_MEMORY
        board.dropped_room = flood.board.strangers
        flood.board.dropped, flood.board.dropped_room = board.dropped, board.dropped_room
    return settle(flood)


cdef inline void open_squares(Flood* flood, Board* board) noexcept nogil:
    """Open the squares that were found on the board."""
    write(flood)
    board.dropped_count = flood.board.dropped_count
