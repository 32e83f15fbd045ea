/* Kernels in plain C, eight letters at a time in a word, the first one lowest. The answer to a
   question about each byte is its top bit. The contract stands in letters.h. */
#ifndef MINESWEEP_PLAIN_H
#define MINESWEEP_PLAIN_H

#include "planes.h"
#include "put.h"

#define MINESWEEP_TOPS 0x8080808080808080ULL

/* Which bytes are 0: unless its lower seven bits are 0, adding 127 to them carries into the top. */
MINESWEEP_INLINE uint64_t minesweep_zeros(uint64_t bytes)
{
    const uint64_t low = ~MINESWEEP_TOPS;
    return ~(((bytes & low) + low) | bytes) & MINESWEEP_TOPS;
}

MINESWEEP_INLINE uint64_t minesweep_equal(uint64_t bytes, uint8_t byte)
{
    return minesweep_zeros(bytes ^ minesweep_eight(byte));
}

/* Which bytes are below a limit of at most 128. */
MINESWEEP_INLINE uint64_t minesweep_below(uint64_t bytes, uint8_t limit)
{
    return ~(((bytes & ~MINESWEEP_TOPS) + minesweep_eight(128 - limit)) | bytes) & MINESWEEP_TOPS;
}

/* A small number added to each byte, without carries between them. */
MINESWEEP_INLINE uint64_t minesweep_add(uint64_t bytes, uint8_t number)
{
    return ((bytes & ~MINESWEEP_TOPS) + minesweep_eight(number)) ^ (bytes & MINESWEEP_TOPS);
}

/* The top bits of bytes side by side. The product puts byte i's, bit 8 * i + 7, to bit 56 + i by
   its term 49 - 7 * i; no two terms meet in a bit, so nothing carries. */
MINESWEEP_INLINE uint64_t minesweep_gather(uint64_t tops)
{
    return tops * 0x0002040810204081ULL >> 56;
}

MINESWEEP_INLINE uint64_t minesweep_mines_plain(uint64_t x)
{
    return minesweep_equal(x, 'M') | minesweep_equal(x, 'X');
}

MINESWEEP_INLINE uint64_t minesweep_good_plain(uint64_t x)
{
    /* 207 added is 49 taken away: what is below 8 then is a digit from 1 to 8. */
    uint64_t digits = minesweep_below(minesweep_add(x, 79) ^ MINESWEEP_TOPS, 8);
    return digits | minesweep_equal(x, 'E') | minesweep_equal(x, 'B') | minesweep_mines_plain(x);
}

/* Eight letters from number k on, or as many as the row has. */
MINESWEEP_INLINE uint64_t minesweep_read_plain(const uint8_t *row, int count, int k)
{
    return count < 8 ? minesweep_load_few(row, count) : minesweep_load_eight(row + k);
}

/* The letters again, for what is neither empty nor an unrevealed mine. */
MINESWEEP_APART uint64_t minesweep_judge_plain(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *mine)
{
    uint64_t bad = 0;
    int i, k;
    for (i = 0; i < rows; i++)
        for (k = 0; k < count; k += 8) {
            int at = minesweep_piece(k, 8, count);
            uint64_t x = minesweep_read_plain(squares + i * step, count, at);
            mine[i] |= minesweep_gather(minesweep_mines_plain(x)) << at;
            bad |= minesweep_gather(minesweep_good_plain(x) ^ MINESWEEP_TOPS) << at;
        }
    return bad & minesweep_first_bits(count);
}

MINESWEEP_INLINE uint64_t minesweep_compare_rows_plain(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    uint64_t others = 0;
    int i, k;
    for (i = 0; i < rows; i++) {
        uint64_t either = 0, m = 0;
        for (k = 0; k < count; k += 8) {
            int at = minesweep_piece(k, 8, count);
            uint64_t x = minesweep_read_plain(squares + i * step, count, at);
            /* E and M differ in bit 3 alone, which goes to the top. */
            uint64_t x_either = minesweep_equal(x | minesweep_eight('E' ^ 'M'), 'M');
            either |= minesweep_gather(x_either) << at;
            m |= minesweep_gather(x_either & x << 4) << at;
        }
        empty[i] = either ^ m;
        mine[i] = m;
        others |= either ^ minesweep_first_bits(count);
    }
    return others;
}

/* Full rows, others, and those narrower than a word have loops of their own. */
MINESWEEP_APART uint64_t minesweep_compare_plain(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    uint64_t others =
        count == 64  ? minesweep_compare_rows_plain(squares, step, rows, 64, empty, mine)
        : count >= 8 ? minesweep_compare_rows_plain(squares, step, rows, count, empty, mine)
                     : minesweep_compare_rows_plain(squares, step, rows, count, empty, mine);
    return others ? minesweep_judge_plain(squares, step, rows, count, mine) : 0;
}

MINESWEEP_INLINE uint64_t minesweep_compare_pair_rows_plain(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    const uint64_t which = minesweep_first_bits(count);
    uint64_t bad = 0;
    int i, k;
    for (i = 0; i < rows; i++) {
        uint64_t hidden = 0, unmined = 0;
        for (k = 0; k < count; k += 8) {
            int at = minesweep_piece(k, 8, count);
            uint64_t x = minesweep_read_plain(visible + i * step, count, at);
            uint64_t y = minesweep_read_plain(mines + i * mines_step, count, at);
            uint64_t good = minesweep_below(minesweep_add(x, 2), 12);
            hidden |= minesweep_gather(minesweep_equal(x, 0xFF)) << at;
            unmined |= minesweep_gather(minesweep_zeros(y)) << at;
            bad |= minesweep_gather(good ^ MINESWEEP_TOPS) << at;
        }
        empty[i] = hidden & unmined;
        mine[i] = which & ~unmined;
    }
    return which & bad;
}

MINESWEEP_APART uint64_t minesweep_compare_pair_plain(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    if (count < 64)
        return minesweep_compare_pair_rows_plain(
            visible, step, mines, mines_step, rows, count, empty, mine);
    return minesweep_compare_pair_rows_plain(
        visible, step, mines, mines_step, rows, 64, empty, mine);
}

/* The bits of four planes as numbers of four bits: each square of four by four bits, one row in
   each plane, is turned about its diagonal by exchanging blocks of two, then of one. Nibble n of
   plane j then has the bits of square 4 * n + j, those of the first plane lowest. */
MINESWEEP_INLINE void minesweep_turn_bits(uint64_t *planes)
{
    minesweep_swap_bits(planes, planes + 2, 2, 0x3333333333333333ULL);
    minesweep_swap_bits(planes + 1, planes + 3, 2, 0x3333333333333333ULL);
    minesweep_swap_bits(planes, planes + 1, 1, 0x5555555555555555ULL);
    minesweep_swap_bits(planes + 2, planes + 3, 1, 0x5555555555555555ULL);
}

/* The same for bytes: in the lower half of word j then stand the bytes j of the four words, in the
   upper half the bytes j + 4. */
MINESWEEP_INLINE void minesweep_turn_bytes(uint64_t *words)
{
    minesweep_swap_bits(words, words + 2, 16, 0x0000FFFF0000FFFFULL);
    minesweep_swap_bits(words + 1, words + 3, 16, 0x0000FFFF0000FFFFULL);
    minesweep_swap_bits(words, words + 1, 8, 0x00FF00FF00FF00FFULL);
    minesweep_swap_bits(words + 2, words + 3, 8, 0x00FF00FF00FF00FFULL);
}

/* Letters of eight numbers, of which 8 is a blank. */
MINESWEEP_INLINE uint64_t minesweep_letters_plain(
    uint64_t numbers, uint8_t zero, uint8_t blank_value)
{
    uint64_t blanks = (numbers >> 3 & minesweep_eight(1)) * (uint8_t)(blank_value - zero);
    return (numbers & minesweep_eight(7)) + minesweep_eight(zero) + blanks;
}

static inline void minesweep_spell_plain(uint64_t blank, uint64_t numbered, uint64_t ones,
    uint64_t twos, uint64_t fours, uint8_t zero, uint8_t blank_value, uint8_t *letters)
{
    uint64_t words[4] = {ones, twos, fours, blank};
    int k;
    (void)numbered;
    minesweep_turn_bits(words);
    minesweep_turn_bytes(words);
    for (k = 0; k < 4; k++) {
        uint64_t low = words[k] & minesweep_eight(15), high = words[k] >> 4 & minesweep_eight(15);
        minesweep_swap_bits(&low, &high, 32, 0x00000000FFFFFFFFULL);
        minesweep_store_eight(letters + 8 * k, minesweep_letters_plain(low, zero, blank_value));
        minesweep_store_eight(
            letters + 8 * k + 32, minesweep_letters_plain(high, zero, blank_value));
    }
}

MINESWEEP_APART void minesweep_write_plain(uint8_t *squares, ptrdiff_t step, int rows,
    const uint64_t *blank, const uint64_t *numbered, const uint64_t *ones, const uint64_t *twos,
    const uint64_t *fours, uint8_t zero, uint8_t blank_value)
{
    minesweep_write_rows(minesweep_spell_plain, squares, step, rows, blank, numbered, ones, twos,
        fours, zero, blank_value);
}

static inline void minesweep_compare_items_plain(PyObject *const *items, int count,
    const PyObject *empty_one, const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
{
    uint64_t e = 0, m = 0;
    int k;
    for (k = 0; k < count; k++) {
        e |= (uint64_t)(items[k] == empty_one) << k;
        m |= (uint64_t)(items[k] == mine_one) << k;
    }
    *empty = e;
    *mine = m;
}

static inline uint64_t minesweep_exchange_items_plain(
    PyObject **items, uint64_t which, PyObject *usual, PyObject *other)
{
    uint64_t exchanged = 0;
    for (; which; which &= which - 1) {
        int k = minesweep_lowest(which);
        if (items[k] != usual) continue;
        items[k] = other;
        exchanged |= (uint64_t)1 << k;
    }
    return exchanged;
}

static inline int minesweep_count_mines_plain(uint64_t letters, uint64_t *bad)
{
    *bad = minesweep_gather(minesweep_good_plain(letters) ^ MINESWEEP_TOPS);
    return (int)((minesweep_mines_plain(letters) >> 7) * 0x0101010101010101ULL >> 56);
}

MINESWEEP_DEFINE_PLANES(MINESWEEP_APART, plain)

MINESWEEP_APART uint64_t minesweep_enter_column_plain(
    const uint64_t *todo, uint64_t *reached, int rows, uint64_t touched, uint64_t border,
    uint64_t told, uint64_t halo)
{
    return minesweep_enter_column_body(todo, reached, rows, touched, border, told, halo);
}

#endif
