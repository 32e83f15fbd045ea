/* Between letters and bits: what the engine asks of each instruction set, and which one answers.

   A row is up to 64 squares side by side; bit k of a mask is the square k places from the first.
   Rows are `step` bytes apart. Every instruction set has the same functions, with its name at the
   end. Which one answers is decided at the import: plain C, what every machine of the kind has
   (SSE2, NEON), or wider ones. */
#ifndef MINESWEEP_LETTERS_H
#define MINESWEEP_LETTERS_H

#include <Python.h>
#include <stdlib.h>

#include "plain.h"

enum { MINESWEEP_PLAIN, MINESWEEP_NEON, MINESWEEP_SSE2, MINESWEEP_AVX2, MINESWEEP_AVX512 };
static const char *const minesweep_level_names[] = {"plain", "neon", "sse2", "avx2", "avx512"};

/* The level in use. */
static int minesweep_level;

#if defined(__aarch64__) && !defined(__ILP32__) && !defined(__AARCH64EB__) || defined(_M_ARM64)
#define MINESWEEP_AARCH64
#endif
#if defined(__x86_64__) && !defined(__ILP32__) || defined(_M_X64)
#define MINESWEEP_X86_64
#endif

/* The best function of a name, and the best one of those that every machine of the kind has. Built
   with MINESWEEP_NARROW there are no wider ones, with MINESWEEP_PORTABLE there is plain C alone. */
#if (defined(__SSE2__) || defined(MINESWEEP_X86_64)) && !defined(MINESWEEP_PORTABLE)
#include "sse2.h"
#define MINESWEEP_BASELINE MINESWEEP_SSE2
#define MINESWEEP_COMMON(name, arguments) \
    (minesweep_level >= MINESWEEP_SSE2 ? name##_sse2 arguments : name##_plain arguments)
#elif defined(MINESWEEP_AARCH64) && !defined(MINESWEEP_PORTABLE)
#include "neon.h"
#define MINESWEEP_BASELINE MINESWEEP_NEON
#define MINESWEEP_COMMON(name, arguments) \
    (minesweep_level >= MINESWEEP_NEON ? name##_neon arguments : name##_plain arguments)
#else
#define MINESWEEP_BASELINE MINESWEEP_PLAIN
#define MINESWEEP_COMMON(name, arguments) name##_plain arguments
#endif

#if defined(MINESWEEP_X86_64) && !defined(MINESWEEP_PORTABLE) && !defined(MINESWEEP_NARROW)
#include "avx2.h"
#include "avx512.h"
#define MINESWEEP_BEST(name, arguments) \
    (minesweep_level >= MINESWEEP_AVX512 ? name##_avx512 arguments \
     : minesweep_level >= MINESWEEP_AVX2 ? name##_avx2 arguments \
     : MINESWEEP_COMMON(name, arguments))

#if defined(__GNUC__) || defined(__clang__)
#include <cpuid.h>
static void minesweep_ask_processor(unsigned leaf, unsigned *registers)
{
    if (!__get_cpuid_count(leaf, 0, registers, registers + 1, registers + 2, registers + 3))
        memset(registers, 0, 4 * sizeof *registers);
}
static uint64_t minesweep_saved_registers(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}
#else
static void minesweep_ask_processor(unsigned leaf, unsigned *registers)
{
    __cpuid((int *)registers, 0);
    if (registers[0] >= leaf) __cpuidex((int *)registers, (int)leaf, 0);
    else memset(registers, 0, 4 * sizeof *registers);
}
#define minesweep_saved_registers() _xgetbv(0)
#endif

/* AVX2 with BMI 1 and 2; AVX-512 with F, BW and VL, and with VBMI2, which is not used: processors
   that have it do not slow down for wide vectors. The system must save the wide registers, and the
   masks. */
static int minesweep_best_level(void)
{
    const unsigned avx2 = 1u << 5 | 1u << 3 | 1u << 8, avx512 = 1u << 16 | 1u << 30 | 1u << 31;
    unsigned a_to_d[4];
    uint64_t saved;
    minesweep_ask_processor(1, a_to_d);
    saved = a_to_d[2] >> 27 & 1 ? minesweep_saved_registers() : 0;
    minesweep_ask_processor(7, a_to_d);
    if ((saved & 0x06) != 0x06 || (a_to_d[1] & avx2) != avx2) return MINESWEEP_SSE2;
    if ((saved & 0xE6) != 0xE6 || (a_to_d[1] & avx512) != avx512) return MINESWEEP_AVX2;
    return a_to_d[2] >> 6 & 1 ? MINESWEEP_AVX512 : MINESWEEP_AVX2;
}
#else
#define MINESWEEP_BEST MINESWEEP_COMMON
#define minesweep_best_level() MINESWEEP_BASELINE
#endif

/* To be called once, at the import. For tests alone, the environment variable MINESWEEP_KERNELS can
   name a lower level than the machine's; other values change nothing. */
static void minesweep_choose_kernels(void)
{
    const char *wanted = getenv("MINESWEEP_KERNELS");
    const int best = minesweep_best_level();
    int level;
    minesweep_level = best;
    for (level = MINESWEEP_PLAIN; wanted != NULL && level < best; level++) {
        if (level > MINESWEEP_PLAIN && level < MINESWEEP_BASELINE) continue;
        if (strcmp(wanted, minesweep_level_names[level]) == 0) minesweep_level = level;
    }
}

/* Whether a row more in a call costs next to nothing. */
#define minesweep_is_wide() (minesweep_level >= MINESWEEP_AVX2)

/* The name of the level in use. */
static const char *minesweep_kernels_in_use(void)
{
    return minesweep_level_names[minesweep_level];
}

/* Which of the squares are empty (E) and mines (M or X). Reads exactly `count` (1 to 64) bytes of
   each row, none beside them. Sets empty[i] and mine[i] of row i; returns the bad squares of all
   rows together (0: all are letters of a board). */
static inline uint64_t minesweep_compare(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    return MINESWEEP_BEST(minesweep_compare, (squares, step, rows, count, empty, mine));
}

/* The same for a player's view and its mines, two arrays of bytes: visible (-2 flag, -1 hidden, 0
   to 8, 9 hit mine) and mines (all but 0). Empty is what is hidden and no mine; mines are so
   whatever is visible; bad is a visible value that is none of -2 to 9. */
static inline uint64_t minesweep_compare_pair(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    return MINESWEEP_BEST(
        minesweep_compare_pair, (visible, step, mines, mines_step, rows, count, empty, mine));
}

/* Writes the blank and the numbered squares of each row, and no other byte, not even with the value
   it has: another thread might have changed it. A number is zero + ones + 2 * twos + 4 * fours, a
   blank is `blank_value`, at least `zero`. Digits are 0 on blanks and may be anything on other
   squares. */
static inline void minesweep_write(uint8_t *squares, ptrdiff_t step, int rows,
    const uint64_t *blank, const uint64_t *numbered, const uint64_t *ones, const uint64_t *twos,
    const uint64_t *fours, uint8_t zero, uint8_t blank_value)
{
    MINESWEEP_BEST(minesweep_write,
        (squares, step, rows, blank, numbered, ones, twos, fours, zero, blank_value));
}

/* One row as 64 letters; what is neither blank nor numbered may be anything. */
static inline void minesweep_spell(uint64_t blank, uint64_t numbered, uint64_t ones, uint64_t twos,
    uint64_t fours, uint8_t zero, uint8_t blank_value, uint8_t *letters)
{
    MINESWEEP_BEST(
        minesweep_spell, (blank, numbered, ones, twos, fours, zero, blank_value, letters));
}

/* Which of `count` (1 to 64) items are the one object or the other. Reads no other item. */
static inline void minesweep_compare_items(PyObject *const *items, int count,
    const PyObject *empty_one, const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
{
    MINESWEEP_BEST(minesweep_compare_items, (items, count, empty_one, mine_one, empty, mine));
}

/* Puts `other` where `which` is set and `usual` stands; returns where that was. References are not
   counted. Items between the first and the last one asked for may be written back: nothing else may
   run. */
static inline uint64_t minesweep_exchange_items(
    PyObject **items, uint64_t which, PyObject *usual, PyObject *other)
{
    return MINESWEEP_BEST(minesweep_exchange_items, (items, which, usual, other));
}

/* Of eight letters, the first in the lowest byte: how many are mines (M, X); sets the mask of those
   that are no letter of a board. */
static inline int minesweep_count_mines(uint64_t letters, uint64_t *bad)
{
    return MINESWEEP_COMMON(minesweep_count_mines, (letters, bad));
}

/* Arithmetic over rows of planes. Rows -1 to `rows` are read; what is set lies in none of the
   planes that are read. Neighbours are 8 if `diagonal`, else 4.

   todo[i]: owned empty squares without a mine on them or beside them. */
static inline void minesweep_find_blanks(const uint64_t *empty, const uint64_t *mine,
    uint64_t owned, int diagonal, int rows, uint64_t *todo)
{
    if (rows == 1) /* as in small openings, which this makes quicker by a tenth */
        minesweep_find_blanks_body(empty, mine, owned, diagonal, 1, todo);
    else
        MINESWEEP_BEST(minesweep_find_blanks, (empty, mine, owned, diagonal, rows, todo));
}

/* numbered[i]: owned empty squares that are not reached but beside a reached one. Returns how many
   squares of all rows are that, or owned and reached. */
static inline int64_t minesweep_find_numbered(const uint64_t *empty, const uint64_t *reached,
    uint64_t owned, int diagonal, int rows, uint64_t *numbered)
{
    return MINESWEEP_BEST(
        minesweep_find_numbered, (empty, reached, owned, diagonal, rows, numbered));
}

/* The binary digits of the number of mines around each square, 0 to 7; 8 comes out as 0. */
static inline void minesweep_find_digits(
    const uint64_t *mine, int diagonal, int rows, uint64_t *ones, uint64_t *twos, uint64_t *fours)
{
    MINESWEEP_BEST(minesweep_find_digits, (mine, diagonal, rows, ones, twos, fours));
}

/* Enters a column of filled squares into the halo: the square of the column `halo` in each row of
   the set `told`, which is one bit a row. What is todo in the column `border` is reached in the rows
   of the set `touched`; returns the rows where that is so. */
static inline uint64_t minesweep_enter_column(
    const uint64_t *todo, uint64_t *reached, int rows, uint64_t touched, uint64_t border,
    uint64_t told, uint64_t halo)
{
    return MINESWEEP_BEST(
        minesweep_enter_column, (todo, reached, rows, touched, border, told, halo));
}

#endif
