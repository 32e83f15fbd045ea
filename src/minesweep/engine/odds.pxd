# cython: language_level=3
"""Counting the layouts that fit a board: how likely each square is a mine, and what is proven.

It knows boards of int8 as players see them, no games. Its parts build on each other, in `odds/`:
`memory` is a worker's; `board` reads squares and draws the trivial proofs; `frontier` sorts the
others by the numbers beside them; `states` counts the layouts of what numbers tie together;
`totals` ties all of that to the number of mines; `odds` is what is declared here.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

cdef extern from "engine/odds/odds.h" nogil:
    ctypedef enum Verdict:
        ODDS_DONE
        ODDS_NO_LAYOUT
        ODDS_BAD_VALUE
        ODDS_TOO_HARD
        ODDS_NO_MEMORY
        ODDS_STOPPED

    # What one worker needs, from board to board. Every few milliseconds it asks whether to stop.
    ctypedef struct Odds:
        pass
    void init_odds(
        Odds*, int64_t max_states, int (*stop)(void*) except -1 nogil, void* asked
    ) noexcept
    void free_odds(Odds*) noexcept

    # Steps are bytes from row to row and from square to square.
    Verdict find_chances(
        Odds*, const char* visible, Py_ssize_t row_step, Py_ssize_t col_step,
        int32_t rows, int32_t cols, int64_t mines, double* chances,
    ) noexcept
    Verdict open_safe(
        Odds*, char* visible, Py_ssize_t row_step, Py_ssize_t col_step,
        const char* mines, Py_ssize_t mines_row_step, Py_ssize_t mines_col_step,
        int32_t rows, int32_t cols, int64_t count, int64_t* opened,
    ) noexcept
    Verdict find_solvable(
        Odds*, const char* mines, Py_ssize_t row_step, Py_ssize_t col_step,
        int32_t rows, int32_t cols, int32_t row, int32_t col, int* solvable,
    ) noexcept
