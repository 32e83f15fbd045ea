# cython: language_level=3
"""One click: the rule for the square itself, and the flood where it is blank."""

from cpython.mem cimport PyMem_RawMalloc
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint64_t

from minesweep.engine.board cimport (
    PAIR, Board, blank_corners, is_revealed, letter_at, letters_around, mine_at, put,
)
from minesweep.engine.flood cimport (
    Flood, Square, begin, end, find_bad, is_within_tile, mark_numbered, open_squares, spread_out,
)
from minesweep.engine.letters cimport EMPTY, EXPLODED, MINE, ZERO, count_mines
from minesweep.engine.tiles cimport Tiles
from minesweep.engine.words cimport bit, highest

# What a click comes to, if not to a number of changed squares.
cdef enum:
    NEEDS_FLOOD = -1  # the square is blank
    BAD_SQUARE = -2
    NO_MEMORY = -3
    OUTSIDE = -4  # for callers that check bounds first


cdef inline Py_ssize_t click(
    Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal, Tiles* tiles, Square* bad,
) noexcept nogil:
    """Carry out a click inside the board; squares changed, or BAD_SQUARE, or NO_MEMORY."""
    cdef Py_ssize_t changed = click_one(board, row, col, diagonal, bad)
    if changed == NEEDS_FLOOD:
        changed = click_blank(board, row, col, diagonal, tiles, bad)
    return changed


cdef inline Py_ssize_t click_blank(
    Board* board, Py_ssize_t row, Py_ssize_t col, bint diagonal, Tiles* tiles, Square* bad,
) noexcept nogil:
    cdef Flood flood
    cdef Py_ssize_t changed
    board.subclass_squares = 0
    begin(&flood, board, diagonal, tiles, row, col)
    changed = find_opening(&flood, bad)
    if changed > 0:
        open_squares(&flood)
    end(&flood)
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
    cdef int mines
    if not diagonal:
        letters = blank_corners(letters)
    mines = count_mines(letters, &bad_ones)
    bad.row = -1
    return mines if bad_ones == 0 else mines + mines_on_bad(board, row, col, bad_ones, bad)


cdef inline int mines_on_bad(
    Board* board, Py_ssize_t row, Py_ssize_t col, uint64_t bad_ones, Square* bad
) noexcept nogil:
    """Find the first bad one of the squares around; how many of them have a mine all the same."""
    cdef int mines = 0, k
    while bad_ones:  # the first one last
        k = highest(bad_ones)
        bad_ones ^= bit(k)
        k += k >= 4  # the square itself is left out
        bad.row, bad.col = row + k // 3 - 1, col + k % 3 - 1
        if board.form == PAIR:  # a mine counts, whatever is visible there
            mines += mine_at(board, bad.row, bad.col)[0] != 0
    return mines


cdef inline Py_ssize_t find_opening(Flood* flood, Square* bad) noexcept nogil:
    """End a flood that has begun, short of writing it: how many squares it opens.

    BAD_SQUARE or NO_MEMORY if it cannot be written. 0 if another thread was faster.
    """
    cdef Py_ssize_t changed
    if not is_within_tile(flood) and not spread_out(flood):
        return NO_MEMORY
    changed = mark_numbered(flood)
    if flood.bad_seen and find_bad(flood, bad):
        return BAD_SQUARE
    if flood.board.subclass_squares and not make_room_for_dropped(flood.board):
        return NO_MEMORY
    return changed


cdef inline bint make_room_for_dropped(Board* board) noexcept nogil:
    board.dropped = <PyObject**>PyMem_RawMalloc(board.subclass_squares * sizeof(PyObject*))
    if board.dropped == NULL:
        return False
    board.dropped_room = board.subclass_squares
    return True
