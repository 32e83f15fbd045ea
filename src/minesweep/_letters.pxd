# cython: language_level=3
"""Between letters and bits: up to 64 squares that lie side by side, and their masks.

Squares are letters here, one byte each, or strings, by their addresses. Bit k of a mask is the
square k places from the first. There are three ways, which do the same: vectors of 64 bytes with
masks, on processors that have AVX-512 with VBMI2 (those lose no speed elsewhere by using it), which
is asked for at the import; vectors of 16 bytes, on x86-64 with SSE2; and words of 8 bytes anywhere.

What is written are the squares asked for, and no others: not even the letter that they have, since
another thread might have changed them after they were read.
"""

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from minesweep._bits cimport first_bits, lowest, lowest_run, population

cdef enum:
    BAD = 0  # what is no letter of a board, and no character of a bad square
    EMPTY = 69  # E
    MINE = 77  # M
    BLANK = 66  # B
    ZERO = 48  # 0, the letter before the numbers
    EXPLODED = 88  # X

cdef struct Letters:
    # What to write to squares: blanks, and numbers below 8 by their binary digits. The digits are 0
    # on the blanks, which have no mine beside them, and may be anything on other squares.
    uint64_t blank, numbered, ones, twos, fours

cdef extern from *:
    """
    #if defined(__x86_64__) && !defined(__ILP32__) && defined(__GNUC__) \\
        && !defined(MINESWEEP_NARROW) && !defined(MINESWEEP_PORTABLE)
    #include <cpuid.h>
    #include <immintrin.h>
    #define MINESWEEP_WIDE __attribute__((target("avx512f,avx512bw,avx512vl")))
    static int minesweep_is_wide;
    static void minesweep_ask_processor(void)
    {
        unsigned a, b, c, d, low, high;
        if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return;
        /* Leaf 7: F, BW, VL and VBMI2, which is not used: processors that have it do not slow down
           for wide vectors. The system must save the masks and the wide registers. */
        if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
        __asm__ volatile ("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        minesweep_is_wide = (b >> 16 & b >> 30 & b >> 31 & c >> 6 & 1) && (low & 0xE6) == 0xE6;
    }
    MINESWEEP_WIDE static uint64_t minesweep_compare_wide(
        const uint8_t *letters, uint64_t which, uint64_t *empty, uint64_t *mine)
    {
        __m512i x = _mm512_maskz_loadu_epi8(which, letters);
        uint64_t e = _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('E'));
        uint64_t m = _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('M')), shown = 0;
        if ((e | m) != which) {
            __m512i digit = _mm512_sub_epi8(x, _mm512_set1_epi8('1'));
            shown = _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(8));
            shown |= _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('B'));
            m |= _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8('X'));
        }
        *empty = e;
        *mine = m;
        return which & ~(e | m | shown);
    }
    MINESWEEP_WIDE static void minesweep_write_wide(
        uint8_t *squares, uint64_t which, uint64_t blank,
        uint64_t ones, uint64_t twos, uint64_t fours)
    {
        __m512i x = _mm512_set1_epi8('0');
        x = _mm512_mask_add_epi8(x, ones, x, _mm512_set1_epi8(1));
        x = _mm512_mask_add_epi8(x, twos, x, _mm512_set1_epi8(2));
        x = _mm512_mask_add_epi8(x, fours, x, _mm512_set1_epi8(4));
        x = _mm512_mask_mov_epi8(x, blank, _mm512_set1_epi8('B'));
        _mm512_mask_storeu_epi8(squares, which, x);
    }
    MINESWEEP_WIDE static void minesweep_compare_strings_wide(
        PyObject *const *items, uint64_t which, const PyObject *empty_one,
        const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
    {
        const __m512i e_one = _mm512_set1_epi64((long long)(uintptr_t)empty_one);
        const __m512i m_one = _mm512_set1_epi64((long long)(uintptr_t)mine_one);
        uint64_t e = 0, m = 0;
        int k;
        for (k = 0; k < 64 && which >> k; k += 8) {
            __m512i x = _mm512_maskz_loadu_epi64((__mmask8)(which >> k), items + k);
            e |= (uint64_t)_mm512_cmpeq_epi64_mask(x, e_one) << k;
            m |= (uint64_t)_mm512_cmpeq_epi64_mask(x, m_one) << k;
        }
        *empty = e;
        *mine = m;
    }
    MINESWEEP_WIDE static uint64_t minesweep_exchange_wide(
        PyObject **items, uint64_t which, const PyObject *usual, const PyObject *other)
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
    #else
    #define minesweep_is_wide 0
    #define minesweep_ask_processor() ((void)0)
    #define minesweep_compare_wide(letters, which, empty, mine) ((uint64_t)0)
    #define minesweep_write_wide(squares, which, blank, ones, twos, fours) ((void)0)
    #define minesweep_compare_strings_wide(items, which, empty_one, mine_one, empty, mine) ((void)0)
    #define minesweep_exchange_wide(items, which, usual, other) ((uint64_t)0)
    #endif
    """
    bint is_wide "minesweep_is_wide"
    void ask_processor "minesweep_ask_processor"() noexcept nogil
    uint64_t compare_wide "minesweep_compare_wide"(
        const uint8_t* letters, uint64_t which, uint64_t* empty, uint64_t* mine
    ) noexcept nogil
    void write_wide "minesweep_write_wide"(
        uint8_t* squares, uint64_t which, uint64_t blank,
        uint64_t ones, uint64_t twos, uint64_t fours
    ) noexcept nogil
    void compare_strings_wide "minesweep_compare_strings_wide"(
        PyObject** items, uint64_t which, PyObject* empty_one, PyObject* mine_one,
        uint64_t* empty, uint64_t* mine
    ) noexcept nogil
    uint64_t exchange_wide "minesweep_exchange_wide"(
        PyObject** items, uint64_t which, PyObject* usual, PyObject* other
    ) noexcept nogil

cdef extern from *:
    """
    /* Sixteen letters at a time, between bytes and bits: bit k belongs to letter k.

       minesweep_compare finds the empty squares and the unrevealed mines among letters,
       minesweep_judge all mines, and which are letters of a board; minesweep_count_mines counts the
       mines of eight letters, the first in the lowest byte of a word, and finds those that are of
       no board. minesweep_spell makes letters: '0' plus 1, 2 and 4 for the binary digits of a
       number, plus 'B' - '0' for a blank.

       Without vectors, eight bytes that are 0 or 1 become bits by a product that puts byte i to bit
       56 + i; no two of its terms meet in a bit, so nothing carries. Bits become such bytes by a
       product that copies them into every byte, a mask that leaves byte k bit k alone, and adding
       127, which carries it to the byte's top bit. */
    #if (defined(__SSE2__) || defined(_M_X64)) && !defined(MINESWEEP_PORTABLE)
    #define MINESWEEP_VECTORS
    #include <emmintrin.h>
    static inline void minesweep_compare(
        const uint8_t *letters, uint64_t *empty, uint64_t *mine)
    {
        __m128i x = _mm_loadu_si128((const __m128i *)letters);
        *empty = (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('E')));
        *mine = (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('M')));
    }
    static inline __m128i minesweep_good(__m128i x, __m128i *mine)
    {
        __m128i digit = _mm_sub_epi8(x, _mm_set1_epi8('1'));
        __m128i shown = _mm_or_si128(_mm_cmpeq_epi8(digit, _mm_min_epu8(digit, _mm_set1_epi8(7))),
                                     _mm_cmpeq_epi8(x, _mm_set1_epi8('B')));
        shown = _mm_or_si128(shown, _mm_cmpeq_epi8(x, _mm_set1_epi8('E')));
        *mine = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('M')),
                             _mm_cmpeq_epi8(x, _mm_set1_epi8('X')));
        return _mm_or_si128(shown, *mine);
    }
    static inline void minesweep_judge(const uint8_t *letters, uint64_t *mine, uint64_t *good)
    {
        __m128i m;
        *good = (uint64_t)_mm_movemask_epi8(
            minesweep_good(_mm_loadu_si128((const __m128i *)letters), &m));
        *mine = (uint64_t)_mm_movemask_epi8(m);
    }
    static inline int minesweep_count_mines(uint64_t letters, uint64_t *bad)
    {
        __m128i m, x = _mm_loadl_epi64((const __m128i *)&letters);
        *bad = 0xFF & ~(uint64_t)_mm_movemask_epi8(minesweep_good(x, &m));
        m = _mm_and_si128(m, _mm_set1_epi8(1));
        return _mm_cvtsi128_si32(_mm_sad_epu8(m, _mm_setzero_si128()));
    }
    static inline __m128i minesweep_chosen(uint64_t bits, __m128i value)
    {
        const __m128i each = _mm_set_epi8(-128, 64, 32, 16, 8, 4, 2, 1,
                                          -128, 64, 32, 16, 8, 4, 2, 1);
        __m128i x = _mm_cvtsi32_si128((int)(bits & 0xFFFF));
        x = _mm_unpacklo_epi8(x, x);
        x = _mm_shufflelo_epi16(x, _MM_SHUFFLE(1, 1, 0, 0));
        x = _mm_shuffle_epi32(x, _MM_SHUFFLE(1, 1, 0, 0));
        return _mm_and_si128(_mm_cmpeq_epi8(_mm_and_si128(x, each), each), value);
    }
    static inline void minesweep_spell(
        uint64_t blank, uint64_t ones, uint64_t twos, uint64_t fours, uint8_t *letters)
    {
        __m128i low = _mm_add_epi8(minesweep_chosen(ones, _mm_set1_epi8(1)),
                                   minesweep_chosen(twos, _mm_set1_epi8(2)));
        __m128i high = _mm_add_epi8(minesweep_chosen(fours, _mm_set1_epi8(4)),
                                    minesweep_chosen(blank, _mm_set1_epi8('B' - '0')));
        low = _mm_add_epi8(low, _mm_set1_epi8('0'));
        _mm_storeu_si128((__m128i *)letters, _mm_add_epi8(low, high));
    }
    #else
    static inline uint64_t minesweep_gather(const uint8_t *bits)
    {
        uint64_t word = 0;
        int i;
        for (i = 0; i < 8; i++) word |= (uint64_t)bits[i] << (8 * i);
        return (word * 0x0102040810204080ULL) >> 56;
    }
    static inline void minesweep_compare(
        const uint8_t *letters, uint64_t *empty, uint64_t *mine)
    {
        uint8_t e[16], m[16];
        int i;
        for (i = 0; i < 16; i++) {
            e[i] = letters[i] == 'E';
            m[i] = letters[i] == 'M';
        }
        *empty = minesweep_gather(e) | minesweep_gather(e + 8) << 8;
        *mine = minesweep_gather(m) | minesweep_gather(m + 8) << 8;
    }
    static inline int minesweep_is_mine(uint8_t letter)
    {
        return (letter == 'M') | (letter == 'X');
    }
    static inline int minesweep_is_good(uint8_t letter)
    {
        return minesweep_is_mine(letter) | (letter == 'E') | (letter == 'B')
            | ((uint8_t)(letter - '1') < 8);
    }
    static inline int minesweep_count_mines(uint64_t letters, uint64_t *bad)
    {
        int i, mines = 0;
        *bad = 0;
        for (i = 0; i < 8; i++) {
            uint8_t letter = (uint8_t)(letters >> (8 * i));
            mines += minesweep_is_mine(letter);
            *bad |= (uint64_t)!minesweep_is_good(letter) << i;
        }
        return mines;
    }
    static inline void minesweep_judge(const uint8_t *letters, uint64_t *mine, uint64_t *good)
    {
        uint8_t m[16], g[16];
        int i;
        for (i = 0; i < 16; i++) {
            m[i] = (uint8_t)minesweep_is_mine(letters[i]);
            g[i] = (uint8_t)minesweep_is_good(letters[i]);
        }
        *mine = minesweep_gather(m) | minesweep_gather(m + 8) << 8;
        *good = minesweep_gather(g) | minesweep_gather(g + 8) << 8;
    }
    static inline uint64_t minesweep_scatter(uint64_t bits)
    {
        bits = ((bits & 0xFF) * 0x0101010101010101ULL) & 0x8040201008040201ULL;
        return ((bits + 0x7F7F7F7F7F7F7F7FULL) >> 7) & 0x0101010101010101ULL;
    }
    static inline void minesweep_spell(
        uint64_t blank, uint64_t ones, uint64_t twos, uint64_t fours, uint8_t *letters)
    {
        int i, k;
        for (k = 0; k < 16; k += 8) {
            uint64_t eight = 0x0101010101010101ULL * '0'
                + minesweep_scatter(blank >> k) * ('B' - '0') + minesweep_scatter(ones >> k)
                + minesweep_scatter(twos >> k) * 2 + minesweep_scatter(fours >> k) * 4;
            for (i = 0; i < 8; i++) letters[k + i] = (uint8_t)(eight >> (8 * i));
        }
    }
    #endif

    /* Which of up to 64 items are the one string or the other. With vectors four at a time, of
       whose addresses the low halves are compared, and the high halves. */
    static inline void minesweep_compare_strings(
        PyObject *const *items, Py_ssize_t count, const PyObject *empty_one,
        const PyObject *mine_one, uint64_t *empty, uint64_t *mine)
    {
        uint64_t e = 0, m = 0;
        Py_ssize_t k = 0;
    #ifdef MINESWEEP_VECTORS
        if (sizeof(PyObject *) == 8) {
            const __m128i e_low = _mm_set1_epi32((int)(uintptr_t)empty_one);
            const __m128i e_high = _mm_set1_epi32((int)((uint64_t)(uintptr_t)empty_one >> 32));
            const __m128i m_low = _mm_set1_epi32((int)(uintptr_t)mine_one);
            const __m128i m_high = _mm_set1_epi32((int)((uint64_t)(uintptr_t)mine_one >> 32));
            for (; k + 4 <= count; k += 4) {
                __m128 a = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(items + k)));
                __m128 b = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(items + k + 2)));
                __m128i low = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
                __m128i high = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
                e |= (uint64_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_and_si128(
                    _mm_cmpeq_epi32(low, e_low), _mm_cmpeq_epi32(high, e_high)))) << k;
                m |= (uint64_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_and_si128(
                    _mm_cmpeq_epi32(low, m_low), _mm_cmpeq_epi32(high, m_high)))) << k;
            }
        }
    #endif
        for (; k < count; k++) {
            e |= (uint64_t)(items[k] == empty_one) << k;
            m |= (uint64_t)(items[k] == mine_one) << k;
        }
        *empty = e;
        *mine = m;
    }
    """
    void compare_sixteen "minesweep_compare"(
        const uint8_t* letters, uint64_t* empty, uint64_t* mine
    ) noexcept nogil
    void judge_sixteen "minesweep_judge"(
        const uint8_t* letters, uint64_t* mine, uint64_t* good
    ) noexcept nogil
    int count_mines "minesweep_count_mines"(uint64_t letters, uint64_t* bad) noexcept nogil
    void compare_strings_narrow "minesweep_compare_strings"(
        PyObject** items, Py_ssize_t count, PyObject* empty_one, PyObject* mine_one,
        uint64_t* empty, uint64_t* mine
    ) noexcept nogil
    void spell_sixteen "minesweep_spell"(
        uint64_t blank, uint64_t ones, uint64_t twos, uint64_t fours, uint8_t* letters
    ) noexcept nogil


# ---- letters ----

cdef inline uint64_t compare_word(
    const uint8_t* letters, Py_ssize_t first, Py_ssize_t count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """Set the masks of the empty squares and the mines, and return that of the bad squares.

    The squares are `count` of 64 letters, from number `first` on. All 64 must be there to be read,
    but where there are wide vectors: these read the squares alone.
    """
    cdef uint64_t all_empty = 0, all_mine = 0, some_empty, some_mine, kept = first_bits(count)
    cdef Py_ssize_t k
    if is_wide:
        return compare_wide(letters + first, kept, empty, mine)
    for k in range(0, first + count, 16):
        compare_sixteen(letters + k, &some_empty, &some_mine)
        all_empty |= some_empty << k
        all_mine |= some_mine << k
    empty[0] = all_empty >> first & kept
    mine[0] = all_mine >> first & kept
    if empty[0] | mine[0] == kept:
        return 0
    return judge_word(letters, first, count, mine)


cdef inline uint64_t judge_word(
    const uint8_t* letters, Py_ssize_t first, Py_ssize_t count, uint64_t* mine
) noexcept nogil:
    """Set the mask of the mines, exploded ones too, and return that of the bad squares."""
    cdef uint64_t all_mine = 0, all_good = 0, some_mine, some_good
    cdef Py_ssize_t k
    for k in range(0, first + count, 16):
        judge_sixteen(letters + k, &some_mine, &some_good)
        all_mine |= some_mine << k
        all_good |= some_good << k
    mine[0] = all_mine >> first & first_bits(count)
    return ~(all_good >> first) & first_bits(count)


cdef inline void write_blanks(uint8_t* squares, uint64_t which) noexcept nogil:
    """Make squares blank."""
    cdef uint64_t run
    cdef int start
    if is_wide:
        write_wide(squares, which, which, 0, 0, 0)
        return
    if which == <uint64_t>0xFFFFFFFFFFFFFFFF:
        memset(squares, BLANK, 64)
        return
    while which:
        run = lowest_run(which)
        start = lowest(which)
        memset(squares + start, BLANK, lowest(~(run >> start)))
        which ^= run


cdef inline void write_letters(uint8_t* squares, const Letters* word) noexcept nogil:
    """Write blanks and numbers."""
    cdef uint8_t letters[64]
    if is_wide:
        write_wide(
            squares, word.blank | word.numbered, word.blank, word.ones, word.twos, word.fours
        )
        return
    spell(word, letters)
    copy_runs(squares, letters, word.blank | word.numbered)


cdef inline void spell(const Letters* word, uint8_t* letters) noexcept nogil:
    """The blanks and numbers as letters; what is between them may be anything."""
    cdef uint64_t which = word.blank | word.numbered
    cdef int k
    for k in range(0, 64, 16):
        if which >> k & 0xFFFF:
            spell_sixteen(
                word.blank >> k, word.ones >> k, word.twos >> k, word.fours >> k, letters + k
            )


cdef inline void copy_runs(
    uint8_t* squares, const uint8_t* letters, uint64_t which
) noexcept nogil:
    """Write those of up to 64 squares side by side whose bit is set, run by run."""
    cdef uint64_t run
    cdef int start
    if which == <uint64_t>0xFFFFFFFFFFFFFFFF:
        memcpy(squares, letters, 64)
        return
    while which:
        run = lowest_run(which)
        start = lowest(which)
        copy_letters(squares + start, letters + start, lowest(~(run >> start)))
        which ^= run


cdef inline void copy_letters(
    uint8_t* target, const uint8_t* source, Py_ssize_t count
) noexcept nogil:
    """Copy 1 to 64 letters; the last piece reaches back over what is copied already."""
    cdef Py_ssize_t k
    if count >= 16:
        for k in range(0, count - 16, 16):
            memcpy(target + k, source + k, 16)
        memcpy(target + count - 16, source + count - 16, 16)
    elif count >= 8:
        memcpy(target, source, 8)
        memcpy(target + count - 8, source + count - 8, 8)
    elif count >= 4:
        memcpy(target, source, 4)
        memcpy(target + count - 4, source + count - 4, 4)
    elif count >= 2:
        memcpy(target, source, 2)
        memcpy(target + count - 2, source + count - 2, 2)
    else:
        target[0] = source[0]


# ---- strings ----

cdef inline void compare_strings(
    PyObject** items, Py_ssize_t count, PyObject* empty_one, PyObject* mine_one,
    uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """Set the masks of the items that are the one string or the other."""
    if is_wide:
        compare_strings_wide(items, first_bits(count), empty_one, mine_one, empty, mine)
    else:
        compare_strings_narrow(items, count, empty_one, mine_one, empty, mine)


cdef inline uint64_t exchange_strings(
    PyObject** items, uint64_t which, PyObject* usual, PyObject* other
) noexcept nogil:
    """Put another string where there is the usual one, and return where that was.

    References are not counted.
    """
    cdef uint64_t run, exchanged = 0
    cdef int k
    if is_wide:
        return exchange_wide(items, which, usual, other)
    while which:
        run = lowest_run(which)
        which ^= run
        exchanged |= run
        for k in range(lowest(run), lowest(run) + population(run)):
            if items[k] != usual:
                exchanged ^= <uint64_t>1 << k
                continue
            items[k] = other
    return exchanged
