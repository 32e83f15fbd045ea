# cython: language_level=3
"""Where the mines of a game lie: the layout of a seed, and what a first click moves.

Mines are bytes of 0 and 1 in reading order, the game's own. All draws of a game are one stream, so
the first click goes on where the layout ended: each mine took one draw.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

cdef extern from "engine/draws.h":
    const uint64_t GOLD "MINESWEEP_GOLD"
    uint64_t mixed "minesweep_mixed"(uint64_t number) noexcept nogil
    uint64_t draw_below "minesweep_draw_below"(uint64_t* state, uint64_t count) noexcept nogil

cdef enum FirstClick:
    ANY  # may hit a mine
    SAFE  # never does
    OPENING  # has no mine around it either


cdef inline void lay_mines(
    uint8_t* mines, Py_ssize_t squares, Py_ssize_t count, uint64_t seed
) noexcept nogil:
    """Draw so many mines: all sets of as many squares are equally likely.

    Robert Floyd's sampling, which rejects no draw and takes the mines themselves for its set: Jon
    Bentley and Robert Floyd, "Programming pearls: a sample of brilliance", Communications of the
    ACM 30 (9), 1987 (https://doi.org/10.1145/30401.315746).
    """
    cdef uint64_t state = mixed(seed)
    cdef Py_ssize_t last, place
    memset(mines, 0, squares)
    for last in range(squares - count, squares):
        place = <Py_ssize_t>draw_below(&state, last + 1)
        mines[last if mines[place] else place] = 1


cdef inline void make_room(
    uint8_t* mines, Py_ssize_t rows, Py_ssize_t cols, Py_ssize_t count, uint64_t seed,
    Py_ssize_t row, Py_ssize_t col, FirstClick rule,
) noexcept nogil:
    """Move the mines where the first click needs squares free, each to a free square outside.

    So every allowed board stays equally likely. Where nothing is free outside, the mine under the
    click moves to a square around it, and the others stay.
    """
    cdef uint64_t state = mixed(seed) + <uint64_t>count * GOLD
    cdef Py_ssize_t zone[9]
    cdef uint8_t mined[9]
    cdef Py_ssize_t squares = rows * cols, free = squares - count
    cdef Py_ssize_t zone_size = find_zone(zone, rows, cols, row, col, rule), i
    for i in range(zone_size):
        mined[i] = mines[zone[i]]
        free -= not mined[i]
        mines[zone[i]] = 1  # taken, until all places outside are drawn
    for i in range(zone_size):
        if mined[i] and free > 0:
            mines[find_free(mines, squares, draw_below(&state, free))] = 1
            mined[i] = 0
            free -= 1
    if zone_size and mined[0]:
        move_within(mined, zone_size, &state)
    for i in range(zone_size):
        mines[zone[i]] = mined[i]


cdef inline Py_ssize_t find_zone(
    Py_ssize_t* zone, Py_ssize_t rows, Py_ssize_t cols, Py_ssize_t row, Py_ssize_t col,
    FirstClick rule,
) noexcept nogil:
    """The squares that must be free, the clicked one first, the others in reading order."""
    cdef Py_ssize_t r, c, size = 1
    if rule == ANY:
        return 0
    zone[0] = row * cols + col
    if rule == OPENING:
        for r in range(max(row - 1, 0), min(row + 2, rows)):
            for c in range(max(col - 1, 0), min(col + 2, cols)):
                if r != row or c != col:
                    zone[size] = r * cols + c
                    size += 1
    return size


cdef inline void move_within(uint8_t* mined, Py_ssize_t size, uint64_t* state) noexcept nogil:
    """Move the mine of the first square of a zone to one of its free squares."""
    cdef Py_ssize_t i, free = 0
    for i in range(1, size):
        free += not mined[i]
    if free > 0:
        i = 1 + find_free(mined + 1, size - 1, draw_below(state, free))
        mined[0], mined[i] = 0, 1


cdef inline Py_ssize_t find_free(
    const uint8_t* mines, Py_ssize_t squares, uint64_t number
) noexcept nogil:
    """The free square of that number, counted from 0; the last square if there is none.

    Eight squares at a time are passed over: the upper byte of the product is the sum of all bytes.
    """
    cdef Py_ssize_t at = 0
    cdef uint64_t eight, free
    while at + 8 <= squares:
        memcpy(&eight, mines + at, 8)
        free = 8 - ((eight * <uint64_t>0x0101010101010101) >> 56)
        if number < free:
            break
        number -= free
        at += 8
    while at < squares - 1 and (mines[at] or number):
        number -= not mines[at]
        at += 1
    return at
