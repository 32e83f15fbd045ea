/* Random draws that are the same on every system and in every release.

   SplitMix64: Guy L. Steele Jr., Doug Lea and Christine H. Flood, "Fast splittable pseudorandom
   number generators", OOPSLA 2014, https://doi.org/10.1145/2660193.2660195, with the constants of
   Sebastiano Vigna's code in the public domain, https://prng.di.unimi.it/splitmix64.c. */

#ifndef MINESWEEP_DRAWS_H
#define MINESWEEP_DRAWS_H

#include <stdint.h>

#if defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
#include <intrin.h>
#endif

/* From one state to the next: 2**64 divided by the golden ratio, odd. */
#define MINESWEEP_GOLD UINT64_C(0x9E3779B97F4A7C15)

/* Scatters the bits; numbers that differ still differ. */
static inline uint64_t minesweep_mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* The upper 64 of the 128 bits of a product. */
static inline uint64_t minesweep_upper_product(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && !defined(MINESWEEP_PORTABLE)
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
#elif defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__) && !defined(MINESWEEP_PORTABLE)
    return __umulh(a, b);
#else
    /* In halves of 32 bits. No sum overflows: (2**32 - 1)**2 + 2 * (2**32 - 1) = 2**64 - 1. */
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t middle = a_high * b_low + ((a_low * b_low) >> 32);
    uint64_t other = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (other >> 32);
#endif
}

/* The next draw, a number from 0 to count - 1: the mixed state, as a fraction of 2**64, times the
   count. */
static inline uint64_t minesweep_draw_below(uint64_t *state, uint64_t count)
{
    *state += MINESWEEP_GOLD;
    return minesweep_upper_product(minesweep_mixed(*state), count);
}

#endif
