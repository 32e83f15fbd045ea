/* Kernels for vectors of 32 bytes: AVX2, with the bit scans of BMI. They are like those for SSE2,
   to which rows of fewer than 32 squares go. The contract stands in letters.h. */
#ifndef MINESWEEP_AVX2_H
#define MINESWEEP_AVX2_H

#include <immintrin.h>

#include "sse2.h"

#define MINESWEEP_FOR_AVX2 MINESWEEP_TARGET("avx2,bmi,bmi2")

MINESWEEP_FOR_AVX2 uint64_t minesweep_bits_avx2(__m256i bytes)
{
    return (uint64_t)(unsigned)_mm256_movemask_epi8(bytes);
}

MINESWEEP_FOR_AVX2 __m256i minesweep_read_avx2(const uint8_t *squares)
{
    return _mm256_loadu_si256((const __m256i *)squares);
}

MINESWEEP_FOR_AVX2 __m256i minesweep_is_avx2(__m256i x, char byte)
{
    return _mm256_cmpeq_epi8(x, _mm256_set1_epi8(byte));
}

MINESWEEP_FOR_AVX2 __m256i minesweep_at_most_avx2(__m256i x, char most)
{
    return _mm256_cmpeq_epi8(x, _mm256_min_epu8(x, _mm256_set1_epi8(most)));
}

MINESWEEP_FOR_AVX2 __m256i minesweep_mines_avx2(__m256i x)
{
    return _mm256_or_si256(minesweep_is_avx2(x, 'M'), minesweep_is_avx2(x, 'X'));
}

MINESWEEP_FOR_AVX2 __m256i minesweep_good_avx2(__m256i x)
{
    __m256i digit = minesweep_at_most_avx2(_mm256_sub_epi8(x, _mm256_set1_epi8('1')), 7);
    __m256i other = _mm256_or_si256(minesweep_is_avx2(x, 'E'), minesweep_is_avx2(x, 'B'));
    return _mm256_or_si256(_mm256_or_si256(digit, other), minesweep_mines_avx2(x));
}

/* The letters again, for what is neither empty nor an unrevealed mine. */
MINESWEEP_FOR_AVX2 uint64_t minesweep_judge_avx2(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *mine)
{
    uint64_t bad = 0;
    int i, k;
    for (i = 0; i < rows; i++)
        for (k = 0; k < count; k += 32) {
            int at = minesweep_piece(k, 32, count);
            __m256i x = minesweep_read_avx2(squares + i * step + at);
            mine[i] |= minesweep_bits_avx2(minesweep_mines_avx2(x)) << at;
            bad |= (minesweep_bits_avx2(minesweep_good_avx2(x)) ^ 0xFFFFFFFF) << at;
        }
    return bad;
}

MINESWEEP_FOR_AVX2 uint64_t minesweep_compare_avx2(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    uint64_t others = 0;
    int i, k;
    if (count < 32) return minesweep_compare_sse2(squares, step, rows, count, empty, mine);
    for (i = 0; i < rows; i++) {
        uint64_t e = 0, m = 0;
        for (k = 0; k < 64; k += 32) {
            int at = minesweep_piece(k, 32, count);
            __m256i x = minesweep_read_avx2(squares + i * step + at);
            e |= minesweep_bits_avx2(minesweep_is_avx2(x, 'E')) << at;
            m |= minesweep_bits_avx2(minesweep_is_avx2(x, 'M')) << at;
        }
        empty[i] = e;
        mine[i] = m;
        others |= (e | m) ^ minesweep_first_bits(count);
    }
    return others ? minesweep_judge_avx2(squares, step, rows, count, mine) : 0;
}

MINESWEEP_FOR_AVX2 uint64_t minesweep_compare_pair_avx2(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    uint64_t bad = 0;
    int i, k;
    if (count < 32)
        return minesweep_compare_pair_sse2(
            visible, step, mines, mines_step, rows, count, empty, mine);
    for (i = 0; i < rows; i++) {
        uint64_t hidden = 0, unmined = 0;
        for (k = 0; k < 64; k += 32) {
            int at = minesweep_piece(k, 32, count);
            __m256i x = minesweep_read_avx2(visible + i * step + at);
            __m256i y = minesweep_read_avx2(mines + i * mines_step + at);
            __m256i good = minesweep_at_most_avx2(_mm256_add_epi8(x, _mm256_set1_epi8(2)), 11);
            hidden |= minesweep_bits_avx2(minesweep_is_avx2(x, -1)) << at;
            unmined |= minesweep_bits_avx2(minesweep_is_avx2(y, 0)) << at;
            bad |= (minesweep_bits_avx2(good) ^ 0xFFFFFFFF) << at;
        }
        empty[i] = hidden & unmined;
        mine[i] = minesweep_first_bits(count) & ~unmined;
    }
    return bad;
}

/* As with SSE2, but with all 64 numbers in two vectors, and a table of their letters. Unpacking
   works within halves of vectors: one has the letters 0 to 15 and 32 to 47, the other the rest. */
MINESWEEP_FOR_AVX2 void minesweep_spell_avx2(uint64_t blank, uint64_t numbered, uint64_t ones,
    uint64_t twos, uint64_t fours, uint8_t zero, uint8_t blank_value, uint8_t *letters)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    __m256i table =
        _mm256_broadcastsi128_si256(_mm_set_epi64x((long long)minesweep_eight(blank_value),
            (long long)(0x0706050403020100ULL + minesweep_eight(zero))));
    uint64_t planes[4] = {ones, twos, fours, blank};
    __m128i pairs[2];
    __m256i eights, low, high, one, other;
    (void)numbered;
    minesweep_turn_bits(planes);
    pairs[0] = _mm_unpacklo_epi8(
        _mm_cvtsi64_si128((long long)planes[0]), _mm_cvtsi64_si128((long long)planes[1]));
    pairs[1] = _mm_unpacklo_epi8(
        _mm_cvtsi64_si128((long long)planes[2]), _mm_cvtsi64_si128((long long)planes[3]));
    eights = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_unpacklo_epi16(pairs[0], pairs[1])),
        _mm_unpackhi_epi16(pairs[0], pairs[1]), 1);
    low = _mm256_and_si256(eights, nibble);
    high = _mm256_and_si256(_mm256_srli_epi16(eights, 4), nibble);
    one = _mm256_shuffle_epi8(table, _mm256_unpacklo_epi32(low, high));
    other = _mm256_shuffle_epi8(table, _mm256_unpackhi_epi32(low, high));
    _mm256_storeu_si256((__m256i *)letters, _mm256_permute2x128_si256(one, other, 0x20));
    _mm256_storeu_si256((__m256i *)letters + 1, _mm256_permute2x128_si256(one, other, 0x31));
}

MINESWEEP_FOR_AVX2 void minesweep_write_avx2(uint8_t *squares, ptrdiff_t step, int rows,
    const uint64_t *blank, const uint64_t *numbered, const uint64_t *ones, const uint64_t *twos,
    const uint64_t *fours, uint8_t zero, uint8_t blank_value)
{
    minesweep_write_rows(minesweep_spell_avx2, squares, step, rows, blank, numbered, ones, twos,
        fours, zero, blank_value);
}

MINESWEEP_FOR_AVX2 uint64_t minesweep_bits_of_items_avx2(__m256i x, __m256i one)
{
    return (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(x, one)));
}

MINESWEEP_FOR_AVX2 void minesweep_compare_items_avx2(PyObject *const *items, int count,
    const PyObject *empty_one, const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
{
    const __m256i e_one = _mm256_set1_epi64x((long long)(uintptr_t)empty_one);
    const __m256i m_one = _mm256_set1_epi64x((long long)(uintptr_t)mine_one);
    uint64_t e = 0, m = 0;
    int k;
    if (count < 4) {
        minesweep_compare_items_plain(items, count, empty_one, mine_one, empty, mine);
        return;
    }
    for (k = 0; k < count; k += 4) {
        int at = minesweep_piece(k, 4, count);
        __m256i x = _mm256_loadu_si256((const __m256i *)(items + at));
        e |= minesweep_bits_of_items_avx2(x, e_one) << at;
        m |= minesweep_bits_of_items_avx2(x, m_one) << at;
    }
    *empty = e;
    *mine = m;
}

/* Four items at a time, from the first to the last one asked for; others between are written
   back. */
MINESWEEP_FOR_AVX2 uint64_t minesweep_exchange_items_avx2(
    PyObject **items, uint64_t which, PyObject *usual, PyObject *other)
{
    const __m256i usual_one = _mm256_set1_epi64x((long long)(uintptr_t)usual);
    const __m256i other_one = _mm256_set1_epi64x((long long)(uintptr_t)other);
    const __m256i each = _mm256_set_epi64x(8, 4, 2, 1);
    uint64_t exchanged = 0;
    int first, count, k;
    if (which == 0) return 0;
    first = minesweep_lowest(which);
    count = minesweep_highest(which) - first + 1;
    if (count < 4) return minesweep_exchange_items_plain(items, which, usual, other);
    for (k = 0; k < count; k += 4) {
        int at = first + minesweep_piece(k, 4, count);
        __m256i x = _mm256_loadu_si256((const __m256i *)(items + at));
        __m256i asked = _mm256_and_si256(_mm256_set1_epi64x((long long)(which >> at)), each);
        asked = _mm256_and_si256(_mm256_cmpeq_epi64(asked, each), _mm256_cmpeq_epi64(x, usual_one));
        _mm256_storeu_si256((__m256i *)(items + at), _mm256_blendv_epi8(x, other_one, asked));
        exchanged |= (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(asked)) << at;
    }
    return exchanged;
}

MINESWEEP_DEFINE_PLANES(MINESWEEP_FOR_AVX2, avx2)

#define minesweep_enter_column_avx2 minesweep_enter_column_plain

#endif
