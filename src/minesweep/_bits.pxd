# cython: language_level=3
"""Arithmetic on words of 64 squares: bit k of a word is the square at column 64 * word + k.

Nothing here knows boards. All shifts go the way of the columns: ``x << 1`` moves every square one
column to the right, ``x >> 1`` one to the left.
"""

from libc.stdint cimport uint64_t

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX

cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(MINESWEEP_PORTABLE)
    #define minesweep_lowest(word) __builtin_ctzll(word)
    #define minesweep_highest(word) (63 - __builtin_clzll(word))
    #else
    /* A power of two times a De Bruijn number has a different top six bits for each exponent. */
    static inline int minesweep_lowest(uint64_t word) {
        static const unsigned char exponents[64] = {
             0,  1,  2, 53,  3,  7, 54, 27,  4, 38, 41,  8, 34, 55, 48, 28,
            62,  5, 39, 46, 44, 42, 22,  9, 24, 35, 59, 56, 49, 18, 29, 11,
            63, 52,  6, 26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10,
            51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
        return exponents[((word & (0 - word)) * 0x022FDD63CC95386DULL) >> 58];
    }
    static inline int minesweep_highest(uint64_t word) {
        int position = 0, half;
        for (half = 32; half; half /= 2)
            if (word >> half) { word >>= half; position += half; }
        return position;
    }
    #endif
    """
    # The position of the lowest and of the highest set bit; the word is not 0.
    int lowest "minesweep_lowest"(uint64_t word) noexcept nogil
    int highest "minesweep_highest"(uint64_t word) noexcept nogil


cdef inline uint64_t first_bits(Py_ssize_t count) noexcept nogil:
    """The lowest bits of a word, 1 to 64 of them."""
    return <uint64_t>0xFFFFFFFFFFFFFFFF >> (64 - count)


cdef inline int population(uint64_t word) noexcept nogil:
    """The number of set bits: sums of 2, then 4, then 8 bits side by side, then of all bytes."""
    word -= (word >> 1) & <uint64_t>0x5555555555555555
    word = (word & <uint64_t>0x3333333333333333) + ((word >> 2) & <uint64_t>0x3333333333333333)
    word = (word + (word >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((word * <uint64_t>0x0101010101010101) >> 56)


cdef inline uint64_t sideways(uint64_t left, uint64_t here, uint64_t right) noexcept nogil:
    """The squares beside those of `here`, in its word; `left` and `right` are the words around."""
    return here << 1 | here >> 1 | left >> 63 | right << 63


cdef inline uint64_t touching(
    bint diagonal,
    uint64_t above_left, uint64_t above, uint64_t above_right,
    uint64_t left, uint64_t here, uint64_t right,
    uint64_t below_left, uint64_t below, uint64_t below_right,
) noexcept nogil:
    """The squares of the middle word that have a set bit beside, above or below them.

    With `diagonal` those too that have one at a corner.
    """
    cdef uint64_t upright = above | below
    if diagonal:
        left |= above_left | below_left
        here |= upright
        right |= above_right | below_right
    return upright | sideways(left, here, right)


cdef inline uint64_t runs(uint64_t seeds, uint64_t free) noexcept nogil:
    """The runs of set bits in `free` that hold a seed, whole. Seeds lie in `free`.

    Downwards, each step doubles how far a seed has spread: after the step with shift s, `open` has
    the squares with 2 * s free squares from there on, so nothing jumps a gap. Upwards, adding the
    seeds to `free` carries each run away from its lowest seed on, and the bits that changed, the
    seeds themselves included, are the run from there up.
    """
    cdef uint64_t open = free
    if (seeds >> 1) & free & ~seeds:
        seeds |= open & (seeds >> 1)
        open &= open >> 1
        seeds |= open & (seeds >> 2)
        open &= open >> 2
        seeds |= open & (seeds >> 4)
        open &= open >> 4
        seeds |= open & (seeds >> 8)
        open &= open >> 8
        seeds |= open & (seeds >> 16)
        open &= open >> 16
        seeds |= open & (seeds >> 32)
    return (((free + seeds) ^ free) | seeds) & free


cdef inline uint64_t lowest_run(uint64_t word) noexcept nogil:
    """The lowest set bit and those that follow it without a gap; the word is not 0.

    Added to the word, the lowest bit carries through its run and leaves it clear.
    """
    return word & ~(word + (word & (0 - word)))


cdef inline uint64_t majority(uint64_t a, uint64_t b, uint64_t c) noexcept nogil:
    """The carry of a full adder: set where at least two of three are."""
    return (a & b) | (c & (a ^ b))


cdef inline void add_eight(
    uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h,
    uint64_t* ones, uint64_t* twos, uint64_t* fours,
) noexcept nogil:
    """The sums of eight bits, at all 64 places side by side, in binary digits.

    Full adders turn three masks of a digit into one of it and one of the next. Sums of 8 come out
    as 0.
    """
    cdef uint64_t ones_1 = a ^ b ^ c, twos_1 = majority(a, b, c)
    cdef uint64_t ones_2 = d ^ e ^ f, twos_2 = majority(d, e, f)
    cdef uint64_t ones_3 = g ^ h, twos_3 = g & h
    cdef uint64_t twos_4 = majority(ones_1, ones_2, ones_3)
    cdef uint64_t twos_5 = twos_1 ^ twos_2 ^ twos_3
    ones[0] = ones_1 ^ ones_2 ^ ones_3
    twos[0] = twos_4 ^ twos_5
    fours[0] = majority(twos_1, twos_2, twos_3) ^ (twos_4 & twos_5)
