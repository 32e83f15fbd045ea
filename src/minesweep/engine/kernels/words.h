/* Words of 64 squares, and what compilers have no common name for. */
#ifndef MINESWEEP_WORDS_H
#define MINESWEEP_WORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Functions that are compiled into their callers, apart from them, and for an instruction set of
   which the compiler was not told; one that nothing calls is no mistake. */
#if defined(__GNUC__) || defined(__clang__)
#define MINESWEEP_INLINE static inline __attribute__((always_inline))
#define MINESWEEP_APART static __attribute__((noinline, unused))
#define MINESWEEP_TARGET(names) static __attribute__((target(names), unused))
#elif defined(_MSC_VER)
#include <intrin.h>
#define MINESWEEP_INLINE static __forceinline
#define MINESWEEP_APART static __declspec(noinline)
#define MINESWEEP_TARGET(names) static
#else
#define MINESWEEP_INLINE static inline
#define MINESWEEP_APART static
#endif

/* The position of the lowest and of the highest set bit; the word is not 0. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(MINESWEEP_PORTABLE)
#define minesweep_lowest(word) __builtin_ctzll(word)
#define minesweep_highest(word) (63 - __builtin_clzll(word))
#elif defined(_MSC_VER) && defined(_WIN64) && !defined(MINESWEEP_PORTABLE)
MINESWEEP_INLINE int minesweep_lowest(uint64_t word)
{
    unsigned long position;
    _BitScanForward64(&position, word);
    return (int)position;
}
MINESWEEP_INLINE int minesweep_highest(uint64_t word)
{
    unsigned long position;
    _BitScanReverse64(&position, word);
    return (int)position;
}
#else
/* A power of two times a De Bruijn number has a different top six bits for each exponent. */
static inline int minesweep_lowest(uint64_t word)
{
    static const unsigned char exponents[64] = {
         0,  1,  2, 53,  3,  7, 54, 27,  4, 38, 41,  8, 34, 55, 48, 28,
        62,  5, 39, 46, 44, 42, 22,  9, 24, 35, 59, 56, 49, 18, 29, 11,
        63, 52,  6, 26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10,
        51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
    return exponents[((word & (0 - word)) * 0x022FDD63CC95386DULL) >> 58];
}
static inline int minesweep_highest(uint64_t word)
{
    int position = 0, half;
    for (half = 32; half; half /= 2)
        if (word >> half) {
            word >>= half;
            position += half;
        }
    return position;
}
#endif

/* The lowest `count` bits of a word, 1 to 64 of them. */
MINESWEEP_INLINE uint64_t minesweep_first_bits(int count)
{
    return ~(uint64_t)0 >> (64 - count);
}

/* The same byte eight times. */
MINESWEEP_INLINE uint64_t minesweep_eight(uint8_t byte)
{
    return byte * 0x0101010101010101ULL;
}

/* Eight bytes as a word with the first one lowest, and back: the same exchange on a big-endian
   machine, nothing on others. Compilers know the answer to the question and the pattern. */
MINESWEEP_INLINE uint64_t minesweep_first_lowest(uint64_t word)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    if (first) return word;
    word = (word & 0x00FF00FF00FF00FFULL) << 8 | (word >> 8 & 0x00FF00FF00FF00FFULL);
    word = (word & 0x0000FFFF0000FFFFULL) << 16 | (word >> 16 & 0x0000FFFF0000FFFFULL);
    return word << 32 | word >> 32;
}

MINESWEEP_INLINE uint64_t minesweep_load_eight(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, 8);
    return minesweep_first_lowest(word);
}

MINESWEEP_INLINE void minesweep_store_eight(uint8_t *bytes, uint64_t word)
{
    word = minesweep_first_lowest(word);
    memcpy(bytes, &word, 8);
}

/* The first `count` bytes, 1 to 8, as a word with the first one lowest and zeros above. Nothing
   beside them is read: two fours that overlap, or the first, the middle and the last byte. */
MINESWEEP_INLINE uint64_t minesweep_load_few(const uint8_t *bytes, int count)
{
    uint64_t low = 0, high = 0;
    if (count == 8) return minesweep_load_eight(bytes);
    if (count < 4)
        return bytes[0] | (uint64_t)bytes[count / 2] << 8 * (count / 2)
               | (uint64_t)bytes[count - 1] << 8 * (count - 1);
    memcpy(&low, bytes, 4);
    memcpy(&high, bytes + count - 4, 4);
    return minesweep_first_lowest(low) | minesweep_first_lowest(high) << 8 * (count - 4);
}

/* Exchanges what `mask` has, moved up by `shift`, in one word with what it has in another. */
MINESWEEP_INLINE void minesweep_swap_bits(uint64_t *one, uint64_t *other, int shift, uint64_t mask)
{
    uint64_t differ = (*one >> shift ^ *other) & mask;
    *other ^= differ;
    *one ^= differ << shift;
}

/* Where the piece of `width` squares that begins at square k begins, moved back if it would reach
   past the end of a row: pieces overlap there. A row narrower than a piece has one, at its
   beginning. */
MINESWEEP_INLINE int minesweep_piece(int k, int width, int count)
{
    return k + width <= count ? k : count < width ? 0 : count - width;
}

#endif
