# cython: language_level=3
"""Between letters and bits: the kernels, which `kernels/letters.h` describes and chooses."""

from cpython.object cimport PyObject
from libc.stddef cimport ptrdiff_t
from libc.stdint cimport int64_t, uint8_t, uint64_t

cdef enum:
    BAD = 0  # stands for what is no letter of a board
    EMPTY = 69  # E
    MINE = 77  # M
    BLANK = 66  # B
    ZERO = 48  # 0, the letter before the numbers
    EXPLODED = 88  # X

cdef extern from "engine/kernels/letters.h":
    void choose_kernels "minesweep_choose_kernels"() noexcept nogil
    bint is_wide "minesweep_is_wide"() noexcept nogil
    const char* kernels_in_use "minesweep_kernels_in_use"() noexcept nogil
    uint64_t compare "minesweep_compare"(
        const uint8_t* squares, ptrdiff_t step, int rows, int count,
        uint64_t* empty, uint64_t* mine,
    ) noexcept nogil
    uint64_t compare_pair "minesweep_compare_pair"(
        const uint8_t* visible, ptrdiff_t step, const uint8_t* mines, ptrdiff_t mines_step,
        int rows, int count, uint64_t* empty, uint64_t* mine,
    ) noexcept nogil
    void write "minesweep_write"(
        uint8_t* squares, ptrdiff_t step, int rows, const uint64_t* blank,
        const uint64_t* numbered, const uint64_t* ones, const uint64_t* twos,
        const uint64_t* fours, uint8_t zero, uint8_t blank_value,
    ) noexcept nogil
    void spell "minesweep_spell"(
        uint64_t blank, uint64_t numbered, uint64_t ones, uint64_t twos, uint64_t fours,
        uint8_t zero, uint8_t blank_value, uint8_t* letters,
    ) noexcept nogil
    void compare_items "minesweep_compare_items"(
        PyObject** items, int count, PyObject* empty_one, PyObject* mine_one,
        uint64_t* empty, uint64_t* mine,
    ) noexcept nogil
    uint64_t exchange_items "minesweep_exchange_items"(
        PyObject** items, uint64_t which, PyObject* usual, PyObject* other
    ) noexcept nogil
    int count_mines "minesweep_count_mines"(uint64_t letters, uint64_t* bad) noexcept nogil
    void find_blanks "minesweep_find_blanks"(
        const uint64_t* empty, const uint64_t* mine, uint64_t owned, int diagonal, int rows,
        uint64_t* todo,
    ) noexcept nogil
    int64_t find_numbered "minesweep_find_numbered"(
        const uint64_t* empty, const uint64_t* reached, uint64_t owned, int diagonal, int rows,
        uint64_t* numbered,
    ) noexcept nogil
    void find_digits "minesweep_find_digits"(
        const uint64_t* mine, int diagonal, int rows,
        uint64_t* ones, uint64_t* twos, uint64_t* fours,
    ) noexcept nogil
    uint64_t enter_column "minesweep_enter_column"(
        const uint64_t* todo, uint64_t* reached, int rows, uint64_t touched, uint64_t border,
        uint64_t told, uint64_t halo,
    ) noexcept nogil
