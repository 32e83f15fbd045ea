# cython: language_level=3
"""Arithmetic on words of 64 squares of a row: bit k is the square k places from the first.

Nothing here knows boards. ``x << 1`` moves every square one column to the right, ``x >> 1`` one to
the left.
"""

from libc.stdint cimport uint64_t

cdef extern from "engine/kernels/letters.h":
    # The position of the lowest and of the highest set bit; the word is not 0.
    int lowest "minesweep_lowest"(uint64_t word) noexcept nogil
    int highest "minesweep_highest"(uint64_t word) noexcept nogil


cdef inline uint64_t first_bits(Py_ssize_t count) noexcept nogil:
    """The lowest bits of a word, 1 to 64 of them."""
    return <uint64_t>0xFFFFFFFFFFFFFFFF >> (64 - count)


cdef inline uint64_t bit(int position) noexcept nogil:
    return <uint64_t>1 << position


cdef inline uint64_t spread(uint64_t squares) noexcept nogil:
    """Squares and those beside them, on both sides."""
    return squares | squares << 1 | squares >> 1


cdef inline uint64_t runs(uint64_t seeds, uint64_t free) noexcept nogil:
    """The runs of set bits in `free` that hold a seed, whole. Seeds lie in `free`.

    One step down comes first, as it is often enough: gains up to a fifth on random boards.
    Downwards, each step doubles how far a seed has spread: after the step with shift s, `open` has
    the squares with 2 * s free squares from there on, so nothing jumps a gap. Upwards, adding the
    seeds to `free` carries: from the lowest seed of a run on, only seeds stay set. What the sum
    lacks of `free`, and the seeds, are the runs from there up. ``~free - seeds`` is the complement
    of the sum, and ready earlier.
    """
    cdef uint64_t open = free
    seeds |= free & (seeds >> 1)
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
    return (~free - seeds) & free | seeds


cdef inline int run_length(uint64_t word) noexcept nogil:
    """How many set bits follow each other from the lowest on; the word is not 0, nor full."""
    return lowest(~(word >> lowest(word)))


cdef inline int population(uint64_t word) noexcept nogil:
    """The number of set bits: sums of 2, then 4, then 8 bits side by side, then of all bytes."""
    word -= (word >> 1) & <uint64_t>0x5555555555555555
    word = (word & <uint64_t>0x3333333333333333) + ((word >> 2) & <uint64_t>0x3333333333333333)
    word = (word + (word >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((word * <uint64_t>0x0101010101010101) >> 56)
