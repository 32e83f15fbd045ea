/* Kernels for NEON, which all of aarch64 has, little-endian: four vectors of 16 bytes at a time.
   The contract stands in letters.h. */
#ifndef MINESWEEP_NEON_H
#define MINESWEEP_NEON_H

#include <arm_neon.h>

#include "plain.h"

/* Reads a row into four vectors, and zeros beyond it. What the last vector of a row of 16 squares
   or more has of it is the end of 16 bytes that are moved down: a table's index past its end makes
   a zero. */
MINESWEEP_INLINE void minesweep_read_neon(const uint8_t *row, int count, uint8x16_t *x)
{
    static const uint8_t steps[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    int k;
    for (k = 0; k < 4; k++) {
        int left = count - 16 * k;
        if (left >= 16) x[k] = vld1q_u8(row + 16 * k);
        else if (left <= 0) x[k] = vdupq_n_u8(0);
        else if (count >= 16)
            x[k] = vqtbl1q_u8(vld1q_u8(row + count - 16),
                vaddq_u8(vld1q_u8(steps), vdupq_n_u8((uint8_t)(16 - left))));
        else
            x[k] = vcombine_u8(vcreate_u8(minesweep_load_few(row, left < 8 ? left : 8)),
                vcreate_u8(left > 8 ? minesweep_load_eight(row + left - 8) >> 8 * (16 - left) : 0));
    }
}

/* One bit a byte of four vectors whose bytes are all ones or all zeros, as eight bytes twice: each
   byte keeps its bit, and three additions of neighbours bring eight together. */
MINESWEEP_INLINE uint8x16_t minesweep_fold_neon(const uint8x16_t *x)
{
    const uint8x16_t each = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201ULL));
    return vpaddq_u8(vpaddq_u8(vandq_u8(x[0], each), vandq_u8(x[1], each)),
        vpaddq_u8(vandq_u8(x[2], each), vandq_u8(x[3], each)));
}

/* The bits of two questions. */
MINESWEEP_INLINE void minesweep_bits_neon(
    const uint8x16_t *x, const uint8x16_t *y, uint64_t *x_bits, uint64_t *y_bits)
{
    uint64x2_t both =
        vreinterpretq_u64_u8(vpaddq_u8(minesweep_fold_neon(x), minesweep_fold_neon(y)));
    *x_bits = vgetq_lane_u64(both, 0);
    *y_bits = vgetq_lane_u64(both, 1);
}

MINESWEEP_INLINE uint8x16_t minesweep_is_neon(uint8x16_t x, uint8_t byte)
{
    return vceqq_u8(x, vdupq_n_u8(byte));
}

MINESWEEP_INLINE uint8x16_t minesweep_mines_neon(uint8x16_t x)
{
    return vorrq_u8(minesweep_is_neon(x, 'M'), minesweep_is_neon(x, 'X'));
}

MINESWEEP_INLINE uint8x16_t minesweep_good_neon(uint8x16_t x)
{
    uint8x16_t digit = vcltq_u8(vsubq_u8(x, vdupq_n_u8('1')), vdupq_n_u8(8));
    uint8x16_t other = vorrq_u8(minesweep_is_neon(x, 'E'), minesweep_is_neon(x, 'B'));
    return vorrq_u8(vorrq_u8(digit, other), minesweep_mines_neon(x));
}

/* The letters again, for what is neither empty nor an unrevealed mine. */
MINESWEEP_APART uint64_t minesweep_judge_neon(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *mine)
{
    uint64_t bad = 0;
    int i, k;
    for (i = 0; i < rows; i++) {
        uint8x16_t x[4], mines[4], good[4];
        uint64_t m, g;
        minesweep_read_neon(squares + i * step, count, x);
        for (k = 0; k < 4; k++) {
            mines[k] = minesweep_mines_neon(x[k]);
            good[k] = minesweep_good_neon(x[k]);
        }
        minesweep_bits_neon(mines, good, &m, &g);
        mine[i] |= m;
        bad |= ~g;
    }
    return bad & minesweep_first_bits(count);
}

MINESWEEP_INLINE uint64_t minesweep_compare_rows_neon(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    uint64_t others = 0;
    int i, k;
    for (i = 0; i < rows; i++) {
        uint8x16_t x[4], e[4], m[4];
        minesweep_read_neon(squares + i * step, count, x);
        for (k = 0; k < 4; k++) {
            e[k] = minesweep_is_neon(x[k], 'E');
            m[k] = minesweep_is_neon(x[k], 'M');
        }
        minesweep_bits_neon(e, m, empty + i, mine + i);
        others |= (empty[i] | mine[i]) ^ minesweep_first_bits(count);
    }
    return others;
}

/* Full rows, others, and those narrower than a vector have loops of their own. */
MINESWEEP_APART uint64_t minesweep_compare_neon(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    uint64_t others = count == 64
                          ? minesweep_compare_rows_neon(squares, step, rows, 64, empty, mine)
                          : minesweep_compare_rows_neon(squares, step, rows, count, empty, mine);
    return others ? minesweep_judge_neon(squares, step, rows, count, mine) : 0;
}

MINESWEEP_INLINE uint64_t minesweep_compare_pair_rows_neon(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    const uint64_t which = minesweep_first_bits(count);
    uint64_t bad = 0;
    int i, k;
    for (i = 0; i < rows; i++) {
        uint8x16_t x[4], y[4], good[4], safe[4];
        uint64_t unmined, known;
        minesweep_read_neon(visible + i * step, count, x);
        minesweep_read_neon(mines + i * mines_step, count, y);
        for (k = 0; k < 4; k++) {
            safe[k] = minesweep_is_neon(y[k], 0);
            good[k] = vcltq_u8(vaddq_u8(x[k], vdupq_n_u8(2)), vdupq_n_u8(12));
            x[k] = vandq_u8(safe[k], minesweep_is_neon(x[k], 0xFF));
        }
        minesweep_bits_neon(safe, good, &unmined, &known);
        minesweep_bits_neon(x, x, empty + i, empty + i);
        mine[i] = which & ~unmined;
        bad |= which & ~known;
    }
    return bad;
}

MINESWEEP_APART uint64_t minesweep_compare_pair_neon(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    if (count < 64)
        return minesweep_compare_pair_rows_neon(
            visible, step, mines, mines_step, rows, count, empty, mine);
    return minesweep_compare_pair_rows_neon(
        visible, step, mines, mines_step, rows, 64, empty, mine);
}

/* Once the planes are turned, byte b of plane j has the numbers of squares 8 * b + j and, in its
   upper half, 8 * b + 4 + j: a store that interleaves four vectors puts them in order. A table has
   their letters. */
static inline void minesweep_spell_neon(uint64_t blank, uint64_t numbered, uint64_t ones,
    uint64_t twos, uint64_t fours, uint8_t zero, uint8_t blank_value, uint8_t *letters)
{
    const uint8x16_t table = vcombine_u8(vcreate_u8(0x0706050403020100ULL + minesweep_eight(zero)),
        vcreate_u8(minesweep_eight(blank_value)));
    uint64_t planes[4] = {ones, twos, fours, blank};
    uint8x16x4_t x;
    int k;
    (void)numbered;
    minesweep_turn_bits(planes);
    for (k = 0; k < 4; k++) {
        uint8x16_t numbers = vreinterpretq_u8_u64(vdupq_n_u64(planes[k]));
        uint8x16_t low = vandq_u8(numbers, vdupq_n_u8(15)), high = vshrq_n_u8(numbers, 4);
        x.val[k] = vqtbl1q_u8(table, vzip1q_u8(low, high));
    }
    vst4q_u8(letters, x);
}

MINESWEEP_APART void minesweep_write_neon(uint8_t *squares, ptrdiff_t step, int rows,
    const uint64_t *blank, const uint64_t *numbered, const uint64_t *ones, const uint64_t *twos,
    const uint64_t *fours, uint8_t zero, uint8_t blank_value)
{
    minesweep_write_rows(minesweep_spell_neon, squares, step, rows, blank, numbered, ones, twos,
        fours, zero, blank_value);
}

/* Eight pointers: the halves of each are all ones or all zeros, so the even 32 bits of two vectors
   and then the even 16 bits stand for all of them. */
MINESWEEP_INLINE uint64_t minesweep_bits_of_items_neon(const uint64x2_t *x, uint64x2_t one)
{
    static const uint16_t each[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32x4_t low = vuzp1q_u32(
        vreinterpretq_u32_u64(vceqq_u64(x[0], one)), vreinterpretq_u32_u64(vceqq_u64(x[1], one)));
    uint32x4_t high = vuzp1q_u32(
        vreinterpretq_u32_u64(vceqq_u64(x[2], one)), vreinterpretq_u32_u64(vceqq_u64(x[3], one)));
    uint16x8_t all = vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
    return vaddvq_u16(vandq_u16(all, vld1q_u16(each)));
}

static inline void minesweep_compare_items_neon(PyObject *const *items, int count,
    const PyObject *empty_one, const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
{
    const uint64x2_t e_one = vdupq_n_u64((uintptr_t)empty_one),
                     m_one = vdupq_n_u64((uintptr_t)mine_one);
    uint64_t e = 0, m = 0;
    int k, j;
    if (count < 8) {
        minesweep_compare_items_plain(items, count, empty_one, mine_one, empty, mine);
        return;
    }
    for (k = 0; k < count; k += 8) {
        int at = minesweep_piece(k, 8, count);
        uint64x2_t x[4];
        for (j = 0; j < 4; j++)
            x[j] = vreinterpretq_u64_u8(vld1q_u8((const uint8_t *)(items + at + 2 * j)));
        e |= minesweep_bits_of_items_neon(x, e_one) << at;
        m |= minesweep_bits_of_items_neon(x, m_one) << at;
    }
    *empty = e;
    *mine = m;
}

/* Plain C serves as well: its compiler vectorises the planes, and items go one by one. */
#define minesweep_exchange_items_neon minesweep_exchange_items_plain
#define minesweep_count_mines_neon minesweep_count_mines_plain
#define minesweep_find_blanks_neon minesweep_find_blanks_plain
#define minesweep_find_numbered_neon minesweep_find_numbered_plain
#define minesweep_find_digits_neon minesweep_find_digits_plain
#define minesweep_enter_column_neon minesweep_enter_column_plain

#endif
