# cython: language_level=3
"""One click: the rule for the square itself, and the flood where it is blank."""

from cpython.mem cimport PyMem_RawMalloc
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint64_t

from minesweep._bits cimport lowest
from minesweep._board cimport (
    Board, blank_corners, is_revealed, letter_at, letters_around, put, turned,
)
from minesweep._letters cimport EMPTY, EXPLODED, MINE, ZERO, count_mines
from minesweep._flood cimport Flood, Scratch, fill, find_bad, settle, write
from minesweep._tile cimport Tile, fill_tile, settle_tile, write_tile

cdef extern from *:
    """
    /* Keeps what follows, and the registers and the memory that it needs, out of the way. */
    #ifdef __GNUC__
    #define minesweep_rarely(condition) __builtin_expect(!!(condition), 0)
    #else
    #define minesweep_rarely(condition) (condition)
    #endif
    """
    bint rarely "minesweep_rarely"(bint condition) noexcept nogil

# What a click comes to, if not to a number of changed squares.
cdef enum:
    NEEDS_FLOOD = -1  # the square is blank
    NOT_ON_TILE = -2  # what it opens is for the general flood to find
    BAD_SQUARE = -3
    NO_MEMORY = -4
    OUTSIDE = -5  # for those to say who look before they click

cdef struct Square:
    Py_ssize_t row, col

cdef struct Opening:
    # What a click on a blank square opens, found by one of two floods.
    bint on_tile
    Tile tile
    Flood flood


cdef inline Py_ssize_t click(
    Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal, Scratch* scratch, Square* bad,
) noexcept nogil:
    """Carry out a click inside the board; squares changed, or BAD_SQUARE, or NO_MEMORY."""
    cdef Py_ssize_t changed = click_one(board, row, col, diagonal, bad)
    if rarely(changed == NEEDS_FLOOD):
        changed = click_blank(board, row, col, diagonal, scratch, bad)
    return changed


cdef inline Py_ssize_t click_blank(
    Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal, Scratch* scratch, Square* bad,
) noexcept nogil:
    cdef Opening opening
    cdef Py_ssize_t changed = find_small_opening(&opening, board, row, col, diagonal)
    if changed == NOT_ON_TILE:
        changed = find_large_opening(&opening, board, row, col, diagonal, scratch, bad)
    if changed > 0:
        open_squares(&opening, board)
    return changed


cdef inline Py_ssize_t click_one(
    Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal, Square* bad
) noexcept nogil:
    """Carry out a click that changes one square or none, reading what it must."""
    cdef uint8_t letter = letter_at(board, row, col)
    return 0 if is_revealed(letter) else click_unrevealed(board, row, col, letter, diagonal, bad)


cdef inline Py_ssize_t click_unrevealed(
    Board* board, Py_ssize_t row, Py_ssize_t col, uint8_t letter, bint diagonal, Square* bad
) noexcept nogil:
    cdef int mines
    if letter == EMPTY:
        mines = mines_beside(board, row, col, diagonal, bad)
        if mines == 0:
            # Even if there is a bad square: what else is opened may have an earlier one beside it.
            return NEEDS_FLOOD
        if bad.row >= 0:
            return BAD_SQUARE
        letter = <uint8_t>(ZERO + mines)
    elif letter == MINE:
        letter = EXPLODED
    else:
        bad.row, bad.col = row, col
        return BAD_SQUARE
    put(board, row, col, letter)
    return 1


cdef inline int mines_beside(
    Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal, Square* bad
) noexcept nogil:
    """The mines around a square, and the first bad square there, or none: row -1."""
    cdef uint64_t letters = letters_around(board, row, col), bad_ones
    cdef int mines, k
    if not diagonal:
        letters = blank_corners(letters)
    mines = count_mines(letters, &bad_ones)
    bad.row = -1
    if bad_ones:
        k = lowest(bad_ones)
        k += k >= 4  # the square itself is left out
        bad.row, bad.col = row + k // 3 - 1, col + k % 3 - 1
    return mines


cdef inline Py_ssize_t find_small_opening(
    Opening* opening, Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal
) noexcept nogil:
    """Find what a blank square opens, and leave it to `open_squares`; how many squares it is.

    NO_MEMORY, or NOT_ON_TILE if that is for `find_large_opening` to do; 0 if another thread was
    faster. Takes some microseconds at most.
    """
    opening.on_tile = fill_tile(&opening.tile, board, diagonal, row, col)
    if not opening.on_tile:
        return NOT_ON_TILE
    if board.strangers and not make_room_for_dropped(board):
        return NO_MEMORY
    return settle_tile(&opening.tile)


cdef inline Py_ssize_t find_large_opening(
    Opening* opening, Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal,
    Scratch* scratch, Square* bad,
) noexcept nogil:
    """The same for an opening of any size."""
    if not flood_board(&opening.flood, board, row, col, diagonal, scratch, bad):
        return BAD_SQUARE if bad.row >= 0 else NO_MEMORY
    if board.strangers and not make_room_for_dropped(board):
        return NO_MEMORY
    return settle(&opening.flood)


cdef inline bint flood_board(
    Flood* flood, Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal,
    Scratch* scratch, Square* bad,
) noexcept nogil:
    """Flood any board; false if there is a bad square or, where `bad` names none, no memory.

    A narrow board is flooded on its side: its rows would waste much of their words, and each row
    takes a visit of its own. That makes up for squares read and written one by one, as they are
    on a board that is turned.
    """
    cdef bint on_its_side = board.cols < 256 and board.rows > max(64, 2 * board.cols)
    bad.row = -1
    board.strangers = 0
    flood.board = board[0]
    if on_its_side:
        flood.board = turned(board)
        row, col = col, row
    if not fill(flood, scratch, diagonal, row, col):
        return False
    if flood.bad_seen and find_bad(flood, on_its_side, &bad.row, &bad.col):
        if on_its_side:
            bad.row, bad.col = bad.col, bad.row
        return False
    board.strangers = flood.board.strangers
    return True


cdef inline bint make_room_for_dropped(Board* board) noexcept nogil:
    board.dropped = <PyObject**>PyMem_RawMalloc(board.strangers * sizeof(PyObject*))
    if board.dropped == NULL:
        return False
    board.dropped_room = board.strangers
    return True


cdef inline void open_squares(Opening* opening, Board* board) noexcept nogil:
    """Open the squares that were found on the board."""
    if opening.on_tile:
        write_tile(&opening.tile)
        return
    opening.flood.board.dropped = board.dropped
    opening.flood.board.dropped_room = board.dropped_room
    write(&opening.flood)
    board.dropped_count = opening.flood.board.dropped_count
