# cython: language_level=3
"""How likely each square of a board is a mine, by counting layouts that fit, and what is proven.

The counting is in `odds/`, whose files build on each other: `board` reads squares and draws
trivial proofs, `frontier` sorts the other squares by the numbers beside them, `states` counts the
layouts of what numbers tie together, `odds` ties all of that to the number of mines.
"""

from libc.stdint cimport int8_t, int64_t
from libc.string cimport memcpy

from minesweep.engine.board cimport Board
from minesweep.engine.click cimport click
from minesweep.engine.flood cimport Square
from minesweep.engine.tiles cimport Tiles

cdef extern from "engine/odds/odds.h" nogil:
    ctypedef enum Verdict:
        ODDS_DONE
        ODDS_NO_LAYOUT
        ODDS_BAD_VALUE
        ODDS_TOO_HARD
        ODDS_NO_MEMORY
        ODDS_STOPPED

    # A worker's. Every few milliseconds `stop` is asked whether to stop.
    ctypedef struct Odds:
        pass
    void init_odds(
        Odds*, int64_t max_states, int (*stop)(void*) except -1 nogil, void* asked
    ) noexcept
    Verdict find_chances(
        Odds*, const char* visible, Py_ssize_t row_step, Py_ssize_t col_step,
        int64_t rows, int64_t cols, int64_t mines, double* chances,
    ) noexcept


cdef inline Verdict open_safe(
    Odds* odds, Board* board, int64_t mines, void* scratch, Tiles* tiles, Py_ssize_t* opened
) noexcept nogil:
    """Reveal all that is proven safe, again and again until nothing is; flags stay.

    The board is a PAIR without gaps, and is changed only where this could be done to the end.
    `scratch` has nine bytes for each square.
    """
    cdef Py_ssize_t squares = board.rows * board.cols, before = -1, changed, i
    cdef double* chances = <double*>scratch
    cdef int8_t* visible = <int8_t*>(chances + squares)
    cdef Board copy = board[0]
    cdef Verdict verdict
    cdef Square bad
    copy.squares = <char*>visible
    memcpy(copy.squares, board.squares, squares)
    opened[0] = 0
    while opened[0] > before:
        before = opened[0]
        verdict = find_chances(
            odds, copy.squares, copy.cols, 1, copy.rows, copy.cols, mines, chances
        )
        if verdict != ODDS_DONE:
            return verdict
        for i in range(squares):
            if chances[i] == 0 and visible[i] == -1:
                changed = click(&copy, i // copy.cols, i % copy.cols, True, tiles, &bad)
                if changed < 0:
                    return ODDS_NO_MEMORY
                opened[0] += changed
    memcpy(board.squares, copy.squares, squares)
    return ODDS_DONE
