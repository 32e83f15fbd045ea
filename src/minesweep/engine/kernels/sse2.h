/* Kernels for vectors of 16 bytes: SSE2, which all of x86-64 has, and WebAssembly's, to which its
   compilers translate these. The contract stands in letters.h. */
#ifndef MINESWEEP_SSE2_H
#define MINESWEEP_SSE2_H

#include <emmintrin.h>

#include "plain.h"

/* One bit a byte, from bytes that are all ones or all zeros. */
MINESWEEP_INLINE uint64_t minesweep_bits_sse2(__m128i bytes)
{
    return (uint64_t)(unsigned)_mm_movemask_epi8(bytes);
}

/* Sixteen letters from number k on; of a narrower row all that it has, and zeros. */
MINESWEEP_INLINE __m128i minesweep_read_sse2(const uint8_t *row, int count, int k)
{
    uint64_t halves[2] = {0, 0};
    if (count >= 16) return _mm_loadu_si128((const __m128i *)(row + k));
    halves[0] = minesweep_load_few(row, count < 8 ? count : 8);
    if (count > 8) halves[1] = minesweep_load_eight(row + count - 8) >> 8 * (16 - count);
    return _mm_unpacklo_epi64(
        _mm_loadl_epi64((const __m128i *)halves), _mm_loadl_epi64((const __m128i *)(halves + 1)));
}

MINESWEEP_INLINE __m128i minesweep_is_sse2(__m128i x, char byte)
{
    return _mm_cmpeq_epi8(x, _mm_set1_epi8(byte));
}

MINESWEEP_INLINE __m128i minesweep_at_most_sse2(__m128i x, char most)
{
    return _mm_cmpeq_epi8(x, _mm_min_epu8(x, _mm_set1_epi8(most)));
}

MINESWEEP_INLINE __m128i minesweep_mines_sse2(__m128i x)
{
    return _mm_or_si128(minesweep_is_sse2(x, 'M'), minesweep_is_sse2(x, 'X'));
}

MINESWEEP_INLINE __m128i minesweep_good_sse2(__m128i x)
{
    __m128i digit = minesweep_at_most_sse2(_mm_sub_epi8(x, _mm_set1_epi8('1')), 7);
    __m128i other = _mm_or_si128(minesweep_is_sse2(x, 'E'), minesweep_is_sse2(x, 'B'));
    return _mm_or_si128(_mm_or_si128(digit, other), minesweep_mines_sse2(x));
}

/* The letters again, for what is neither empty nor an unrevealed mine. */
MINESWEEP_APART uint64_t minesweep_judge_sse2(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *mine)
{
    uint64_t bad = 0;
    int i, k;
    for (i = 0; i < rows; i++)
        for (k = 0; k < count; k += 16) {
            int at = minesweep_piece(k, 16, count);
            __m128i x = minesweep_read_sse2(squares + i * step, count, at);
            mine[i] |= minesweep_bits_sse2(minesweep_mines_sse2(x)) << at;
            bad |= (minesweep_bits_sse2(minesweep_good_sse2(x)) ^ 0xFFFF) << at;
        }
    return bad & minesweep_first_bits(count);
}

MINESWEEP_INLINE uint64_t minesweep_compare_rows_sse2(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    uint64_t others = 0;
    int i, k;
    for (i = 0; i < rows; i++) {
        uint64_t e = 0, m = 0;
        for (k = 0; k < count; k += 16) {
            int at = minesweep_piece(k, 16, count);
            __m128i x = minesweep_read_sse2(squares + i * step, count, at);
            e |= minesweep_bits_sse2(minesweep_is_sse2(x, 'E')) << at;
            m |= minesweep_bits_sse2(minesweep_is_sse2(x, 'M')) << at;
        }
        empty[i] = e;
        mine[i] = m;
        others |= (e | m) ^ minesweep_first_bits(count);
    }
    return others;
}

/* Full rows, others, and those narrower than a vector have loops of their own. */
MINESWEEP_APART uint64_t minesweep_compare_sse2(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    uint64_t others =
        count == 64   ? minesweep_compare_rows_sse2(squares, step, rows, 64, empty, mine)
        : count >= 16 ? minesweep_compare_rows_sse2(squares, step, rows, count, empty, mine)
                      : minesweep_compare_rows_sse2(squares, step, rows, count, empty, mine);
    return others ? minesweep_judge_sse2(squares, step, rows, count, mine) : 0;
}

MINESWEEP_INLINE uint64_t minesweep_compare_pair_rows_sse2(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    const uint64_t which = minesweep_first_bits(count);
    uint64_t bad = 0;
    int i, k;
    for (i = 0; i < rows; i++) {
        uint64_t hidden = 0, unmined = 0;
        for (k = 0; k < count; k += 16) {
            int at = minesweep_piece(k, 16, count);
            __m128i x = minesweep_read_sse2(visible + i * step, count, at);
            __m128i y = minesweep_read_sse2(mines + i * mines_step, count, at);
            __m128i good = minesweep_at_most_sse2(_mm_add_epi8(x, _mm_set1_epi8(2)), 11);
            hidden |= minesweep_bits_sse2(minesweep_is_sse2(x, -1)) << at;
            unmined |= minesweep_bits_sse2(minesweep_is_sse2(y, 0)) << at;
            bad |= (minesweep_bits_sse2(good) ^ 0xFFFF) << at;
        }
        empty[i] = hidden & unmined;
        mine[i] = which & ~unmined;
    }
    return which & bad;
}

MINESWEEP_APART uint64_t minesweep_compare_pair_sse2(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    if (count < 64)
        return minesweep_compare_pair_rows_sse2(
            visible, step, mines, mines_step, rows, count, empty, mine);
    return minesweep_compare_pair_rows_sse2(
        visible, step, mines, mines_step, rows, 64, empty, mine);
}

/* Letters of sixteen numbers, of which 8 is a blank. */
MINESWEEP_INLINE __m128i minesweep_letters_sse2(__m128i numbers, uint8_t zero, uint8_t blank_value)
{
    __m128i blanks = _mm_cmpgt_epi8(numbers, _mm_set1_epi8(7));
    __m128i more = _mm_and_si128(blanks, _mm_set1_epi8((char)(blank_value - zero - 8)));
    return _mm_add_epi8(_mm_add_epi8(numbers, _mm_set1_epi8((char)zero)), more);
}

/* Once the planes are turned, interleaving their bytes puts the numbers of eight squares into four
   bytes side by side: those of the first four squares are the lower halves. */
static inline void minesweep_spell_sse2(uint64_t blank, uint64_t numbered, uint64_t ones,
    uint64_t twos, uint64_t fours, uint8_t zero, uint8_t blank_value, uint8_t *letters)
{
    const __m128i nibble = _mm_set1_epi8(15);
    uint64_t planes[4] = {ones, twos, fours, blank};
    __m128i x[4], pairs[2], eights[2];
    int k;
    (void)numbered;
    minesweep_turn_bits(planes);
    for (k = 0; k < 4; k++) x[k] = _mm_loadl_epi64((const __m128i *)(planes + k));
    pairs[0] = _mm_unpacklo_epi8(x[0], x[1]);
    pairs[1] = _mm_unpacklo_epi8(x[2], x[3]);
    eights[0] = _mm_unpacklo_epi16(pairs[0], pairs[1]);
    eights[1] = _mm_unpackhi_epi16(pairs[0], pairs[1]);
    for (k = 0; k < 2; k++) {
        __m128i low = _mm_and_si128(eights[k], nibble);
        __m128i high = _mm_and_si128(_mm_srli_epi16(eights[k], 4), nibble);
        x[2 * k] = _mm_unpacklo_epi32(low, high);
        x[2 * k + 1] = _mm_unpackhi_epi32(low, high);
    }
    for (k = 0; k < 4; k++)
        _mm_storeu_si128((__m128i *)letters + k, minesweep_letters_sse2(x[k], zero, blank_value));
}

MINESWEEP_APART void minesweep_write_sse2(uint8_t *squares, ptrdiff_t step, int rows,
    const uint64_t *blank, const uint64_t *numbered, const uint64_t *ones, const uint64_t *twos,
    const uint64_t *fours, uint8_t zero, uint8_t blank_value)
{
    minesweep_write_rows(minesweep_spell_sse2, squares, step, rows, blank, numbered, ones, twos,
        fours, zero, blank_value);
}

/* Four pointers at a time, of which the low halves are compared, and the high halves. */
static inline void minesweep_compare_items_sse2(PyObject *const *items, int count,
    const PyObject *empty_one, const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
{
#if UINTPTR_MAX > 0xFFFFFFFF
    const __m128i e_low = _mm_set1_epi32((int)(uintptr_t)empty_one);
    const __m128i e_high = _mm_set1_epi32((int)((uintptr_t)empty_one >> 32));
    const __m128i m_low = _mm_set1_epi32((int)(uintptr_t)mine_one);
    const __m128i m_high = _mm_set1_epi32((int)((uintptr_t)mine_one >> 32));
    uint64_t e = 0, m = 0;
    int k;
    for (k = 0; count >= 4 && k < count; k += 4) {
        int at = minesweep_piece(k, 4, count);
        __m128 a = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(items + at)));
        __m128 b = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(items + at + 2)));
        __m128i low = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
        __m128i high = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
        e |= (uint64_t)_mm_movemask_ps(_mm_castsi128_ps(
                 _mm_and_si128(_mm_cmpeq_epi32(low, e_low), _mm_cmpeq_epi32(high, e_high))))
             << at;
        m |= (uint64_t)_mm_movemask_ps(_mm_castsi128_ps(
                 _mm_and_si128(_mm_cmpeq_epi32(low, m_low), _mm_cmpeq_epi32(high, m_high))))
             << at;
    }
    *empty = e;
    *mine = m;
    if (count >= 4) return;
#endif
    minesweep_compare_items_plain(items, count, empty_one, mine_one, empty, mine);
}

static inline int minesweep_count_mines_sse2(uint64_t letters, uint64_t *bad)
{
    __m128i x = _mm_loadl_epi64((const __m128i *)&letters);
    __m128i mines = _mm_and_si128(minesweep_mines_sse2(x), _mm_set1_epi8(1));
    *bad = 0xFF & ~minesweep_bits_sse2(minesweep_good_sse2(x));
    return _mm_cvtsi128_si32(_mm_sad_epu8(mines, _mm_setzero_si128()));
}

/* Plain C serves as well: its compiler vectorises the planes for SSE2, and items go one by one. */
#define minesweep_exchange_items_sse2 minesweep_exchange_items_plain
#define minesweep_find_blanks_sse2 minesweep_find_blanks_plain
#define minesweep_find_numbered_sse2 minesweep_find_numbered_plain
#define minesweep_find_digits_sse2 minesweep_find_digits_plain
#define minesweep_enter_column_sse2 minesweep_enter_column_plain

#endif
