/* Kernels for vectors of 64 bytes with masks: AVX-512 with F, BW and VL. A masked load reads and a
   masked store writes no byte but those asked for. The contract stands in letters.h. */
#ifndef MINESWEEP_AVX512_H
#define MINESWEEP_AVX512_H

#include <immintrin.h>

#include "sse2.h"

#define MINESWEEP_FOR_AVX512 MINESWEEP_TARGET("avx512f,avx512bw,avx512vl,bmi,bmi2")

/* The letters again, for what is neither empty nor an unrevealed mine. */
MINESWEEP_FOR_AVX512 uint64_t minesweep_judge_avx512(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *mine)
{
    const uint64_t which = minesweep_first_bits(count);
    uint64_t bad = 0;
    int i;
    for (i = 0; i < rows; i++) {
        __m512i x = _mm512_maskz_loadu_epi8(which, squares + i * step);
        __m512i digit = _mm512_sub_epi8(x, _mm512_set1_epi8('1'));
        uint64_t good = _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(8));
        good |= _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('B'));
        good |= _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('E'));
        mine[i] |= _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('X'));
        bad |= which & ~(good | mine[i]);
    }
    return bad;
}

MINESWEEP_FOR_AVX512 uint64_t minesweep_compare_avx512(
    const uint8_t *squares, ptrdiff_t step, int rows, int count, uint64_t *empty, uint64_t *mine)
{
    const uint64_t which = minesweep_first_bits(count);
    uint64_t others = 0;
    int i;
    for (i = 0; i < rows; i++) {
        __m512i x = _mm512_maskz_loadu_epi8(which, squares + i * step);
        uint64_t e = _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('E'));
        uint64_t m = _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('M'));
        empty[i] = e;
        mine[i] = m;
        others |= which ^ (e | m);
    }
    return others ? minesweep_judge_avx512(squares, step, rows, count, mine) : 0;
}

MINESWEEP_FOR_AVX512 uint64_t minesweep_compare_pair_avx512(const uint8_t *visible, ptrdiff_t step,
    const uint8_t *mines, ptrdiff_t mines_step, int rows, int count, uint64_t *empty,
    uint64_t *mine)
{
    const uint64_t which = minesweep_first_bits(count);
    uint64_t bad = 0;
    int i;
    for (i = 0; i < rows; i++) {
        __m512i x = _mm512_maskz_loadu_epi8(which, visible + i * step);
        __m512i y = _mm512_maskz_loadu_epi8(which, mines + i * mines_step);
        uint64_t m = _mm512_test_epi8_mask(y, y);
        empty[i] = _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8(-1)) & ~m;
        mine[i] = m;
        bad |=
            _mm512_cmpgt_epu8_mask(_mm512_add_epi8(x, _mm512_set1_epi8(2)), _mm512_set1_epi8(11));
    }
    return bad;
}

MINESWEEP_FOR_AVX512 __m512i minesweep_letters_avx512(
    uint64_t blank, uint64_t ones, uint64_t twos, uint64_t fours, uint8_t zero, uint8_t blank_value)
{
    __m512i x = _mm512_set1_epi8((char)zero);
    x = _mm512_mask_add_epi8(x, ones, x, _mm512_set1_epi8(1));
    x = _mm512_mask_add_epi8(x, twos, x, _mm512_set1_epi8(2));
    x = _mm512_mask_add_epi8(x, fours, x, _mm512_set1_epi8(4));
    return _mm512_mask_mov_epi8(x, blank, _mm512_set1_epi8((char)blank_value));
}

MINESWEEP_FOR_AVX512 void minesweep_write_avx512(uint8_t *squares, ptrdiff_t step, int rows,
    const uint64_t *blank, const uint64_t *numbered, const uint64_t *ones, const uint64_t *twos,
    const uint64_t *fours, uint8_t zero, uint8_t blank_value)
{
    int i;
    for (i = 0; i < rows; i++)
        _mm512_mask_storeu_epi8(squares + i * step, blank[i] | numbered[i],
            minesweep_letters_avx512(blank[i], ones[i], twos[i], fours[i], zero, blank_value));
}

MINESWEEP_FOR_AVX512 void minesweep_spell_avx512(uint64_t blank, uint64_t numbered, uint64_t ones,
    uint64_t twos, uint64_t fours, uint8_t zero, uint8_t blank_value, uint8_t *letters)
{
    (void)numbered;
    _mm512_storeu_si512(
        letters, minesweep_letters_avx512(blank, ones, twos, fours, zero, blank_value));
}

MINESWEEP_FOR_AVX512 void minesweep_compare_items_avx512(PyObject *const *items, int count,
    const PyObject *empty_one, const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
{
    const __m512i e_one = _mm512_set1_epi64((long long)(uintptr_t)empty_one);
    const __m512i m_one = _mm512_set1_epi64((long long)(uintptr_t)mine_one);
    const uint64_t which = minesweep_first_bits(count);
    uint64_t e = 0, m = 0;
    int k;
    for (k = 0; k < count; k += 8) {
        __m512i x = _mm512_maskz_loadu_epi64((__mmask8)(which >> k), items + k);
        e |= (uint64_t)_mm512_cmpeq_epi64_mask(x, e_one) << k;
        m |= (uint64_t)_mm512_cmpeq_epi64_mask(x, m_one) << k;
    }
    *empty = e;
    *mine = m;
}

MINESWEEP_FOR_AVX512 uint64_t minesweep_exchange_items_avx512(
    PyObject **items, uint64_t which, PyObject *usual, PyObject *other)
{
    const __m512i usual_one = _mm512_set1_epi64((long long)(uintptr_t)usual);
    const __m512i other_one = _mm512_set1_epi64((long long)(uintptr_t)other);
    uint64_t exchanged = 0;
    int k;
    for (k = 0; k < 64 && which >> k; k += 8) {
        __mmask8 some = (__mmask8)(which >> k);
        some = _mm512_mask_cmpeq_epi64_mask(
            some, _mm512_maskz_loadu_epi64(some, items + k), usual_one);
        _mm512_mask_storeu_epi64(items + k, some, other_one);
        exchanged |= (uint64_t)some << k;
    }
    return exchanged;
}

MINESWEEP_DEFINE_PLANES(MINESWEEP_FOR_AVX512, avx512)

MINESWEEP_FOR_AVX512 uint64_t minesweep_enter_column_avx512(
    const uint64_t *todo, uint64_t *reached, int rows, uint64_t touched, uint64_t border,
    uint64_t told, uint64_t halo)
{
    const __m512i border_8 = _mm512_set1_epi64((long long)border);
    const __m512i halo_8 = _mm512_set1_epi64((long long)halo);
    uint64_t waiting = 0;
    int i;
    for (i = 0; i < rows; i += 8) {
        __mmask8 some = (__mmask8)(touched >> i), all = (__mmask8)((touched | told) >> i);
        __m512i reach = _mm512_and_si512(_mm512_maskz_loadu_epi64(some, todo + i), border_8);
        __m512i x = _mm512_or_si512(_mm512_maskz_loadu_epi64(all, reached + i), reach);
        x = _mm512_mask_or_epi64(x, (__mmask8)(told >> i), x, halo_8);
        _mm512_mask_storeu_epi64(reached + i, all, x);
        waiting |= (uint64_t)_mm512_test_epi64_mask(reach, reach) << i;
    }
    return waiting;
}

#endif
