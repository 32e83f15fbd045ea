/* Arithmetic over rows of bit planes: row i is plane[i], bit k its square k, and the rows -1 and
   `rows` are there to be read. Loops over rows without branches, which compilers turn into vectors:
   each instruction set compiles these bodies for itself. Outcomes lie in none of the planes that
   are read. */
#ifndef MINESWEEP_PLANES_H
#define MINESWEEP_PLANES_H

#include "words.h"

/* The squares that are set in a row or beside a set one, around too if `corners` is all ones. */
MINESWEEP_INLINE uint64_t minesweep_near(const uint64_t *plane, uint64_t corners)
{
    uint64_t upright = plane[-1] | plane[1], wide = plane[0] | (upright & corners);
    return upright | wide | wide << 1 | wide >> 1;
}

MINESWEEP_INLINE void minesweep_find_blanks_body(const uint64_t *empty, const uint64_t *mine,
    uint64_t owned, int diagonal, int rows, uint64_t *__restrict todo)
{
    const uint64_t corners = 0 - (uint64_t)(diagonal != 0);
    int i;
    for (i = 0; i < rows; i++) todo[i] = owned & empty[i] & ~minesweep_near(mine + i, corners);
}

/* The number of set bits in each quarter of a word: sums of 2, then of 4, 8 and 16 bits. */
MINESWEEP_INLINE uint64_t minesweep_count_bits(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (word + (word >> 8)) & 0x00FF00FF00FF00FFULL;
}

MINESWEEP_INLINE int64_t minesweep_find_numbered_body(const uint64_t *empty,
    const uint64_t *reached, uint64_t owned, int diagonal, int rows, uint64_t *__restrict numbered)
{
    const uint64_t corners = 0 - (uint64_t)(diagonal != 0);
    uint64_t sums = 0;
    int i;
    for (i = 0; i < rows; i++) {
        numbered[i] = owned & empty[i] & minesweep_near(reached + i, corners) & ~reached[i];
        sums += minesweep_count_bits(owned & (numbered[i] | reached[i]));
    }
    return (int64_t)(sums * 0x0001000100010001ULL >> 48);
}

/* Columns of three squares are added up first, then those of the left and the right and the two of
   the middle one, each in binary digits: a full adder has the digits a ^ b ^ c and two of the three
   at least. */
MINESWEEP_INLINE void minesweep_digits(
    const uint64_t *mine, uint64_t corners, uint64_t *ones, uint64_t *twos, uint64_t *fours)
{
    uint64_t up = mine[-1], here = mine[0], down = mine[1];
    uint64_t middle = up ^ down, middle_2 = up & down;
    uint64_t side = here ^ (middle & corners), side_2 = (middle_2 | (middle & here)) & corners;
    uint64_t left = side << 1, right = side >> 1, left_2 = side_2 << 1, right_2 = side_2 >> 1;
    uint64_t carry = (left & right) | (middle & (left ^ right));
    uint64_t sum_2 = left_2 ^ right_2 ^ middle_2;
    *ones = left ^ right ^ middle;
    *twos = sum_2 ^ carry;
    *fours = (left_2 & right_2) ^ (middle_2 & (left_2 ^ right_2)) ^ (sum_2 & carry);
}

MINESWEEP_INLINE void minesweep_find_digits_body(const uint64_t *mine, int diagonal, int rows,
    uint64_t *__restrict ones, uint64_t *__restrict twos, uint64_t *__restrict fours)
{
    const uint64_t corners = 0 - (uint64_t)(diagonal != 0);
    int i;
    for (i = 0; i < rows; i++) minesweep_digits(mine + i, corners, ones + i, twos + i, fours + i);
}

MINESWEEP_INLINE uint64_t minesweep_enter_column_body(
    const uint64_t *todo, uint64_t *__restrict reached, int rows, uint64_t touched,
    uint64_t border, uint64_t told, uint64_t halo)
{
    uint64_t waiting = 0, reach;
    int i;
    for (i = 0; i < rows; i++) {
        reach = todo[i] & border & (0 - (touched >> i & 1));
        reached[i] |= reach | (halo & (0 - (told >> i & 1)));
        waiting |= (uint64_t)(reach != 0) << i;
    }
    return waiting;
}

/* What each instruction set has of these: its compiler vectorises them. */
#define MINESWEEP_DEFINE_PLANES(how, set)                                                     \
    how void minesweep_find_blanks_##set(const uint64_t *empty, const uint64_t *mine,         \
        uint64_t owned, int diagonal, int rows, uint64_t *todo)                               \
    {                                                                                         \
        minesweep_find_blanks_body(empty, mine, owned, diagonal, rows, todo);                 \
    }                                                                                         \
    how int64_t minesweep_find_numbered_##set(const uint64_t *empty, const uint64_t *reached, \
        uint64_t owned, int diagonal, int rows, uint64_t *numbered)                           \
    {                                                                                         \
        return minesweep_find_numbered_body(empty, reached, owned, diagonal, rows, numbered); \
    }                                                                                         \
    how void minesweep_find_digits_##set(const uint64_t *mine, int diagonal, int rows,        \
        uint64_t *ones, uint64_t *twos, uint64_t *fours)                                      \
    {                                                                                         \
        minesweep_find_digits_body(mine, diagonal, rows, ones, twos, fours);                  \
    }

#endif
