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
    #endif
    """
    # The position of the lowest set bit; the word is not 0.
    int lowest "minesweep_lowest"(uint64_t word) noexcept nogil


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


cdef inline uint64_t majority(uint64_t a, uint64_t b, uint64_t c) noexcept nogil:
    """The carry of a full adder: set where at least two of three are."""
    return (a & b) | (c & (a ^ b))
