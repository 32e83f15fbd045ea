/* The exact write: letters go to the squares asked for, and no other byte is written, not even with
   the value it has, since another thread might have changed it. */
#ifndef MINESWEEP_PUT_H
#define MINESWEEP_PUT_H

#include "words.h"

/* Copies pieces of `width` letters, one from each set bit of `pieces` on, by batches.

   Their number is unpredictable, and a mispredicted branch costs more than some copies. So the last
   batch is filled up with the piece at `spare`, one bit, which is the last piece or lies above all
   of them. It must have been asked for too. */
MINESWEEP_INLINE void minesweep_put_pieces(
    uint8_t *squares, const uint8_t *letters, uint64_t pieces, uint64_t spare, int width, int batch)
{
    int i, k;
    do {
        for (i = 0; i < batch; i++) {
            k = minesweep_lowest(pieces | spare);
            memcpy(squares + k, letters + k, (size_t)width);
            pieces &= pieces - 1;
        }
    } while (pieces);
}

/* Copies 16 to 64 letters by four pieces that overlap, without branches on their number. */
MINESWEEP_INLINE void minesweep_put_run(uint8_t *squares, const uint8_t *letters, int count)
{
    const int last = count - 16, second = last < 16 ? last : 16, third = last < 32 ? last : 32;
    memcpy(squares, letters, 16);
    memcpy(squares + second, letters + second, 16);
    memcpy(squares + third, letters + third, 16);
    memcpy(squares + last, letters + last, 16);
}

/* Copies the letters whose bit is set: a long run, which is what rows without mines have; or all
   fours that begin or end a run or lie at a multiple of four in it, and the squares of shorter runs
   one by one. Most rows of a large opening take three batches of fours and one of squares. */
MINESWEEP_INLINE void minesweep_put(uint8_t *squares, const uint8_t *letters, uint64_t which)
{
    uint64_t fours, singles, last;
    int first, count;
    if (which == 0) return;
    first = minesweep_lowest(which);
    last = (uint64_t)1 << minesweep_highest(which);
    count = minesweep_highest(which) - first + 1;
    if (count >= 16 && (which >> first & ((which >> first) + 1)) == 0) {
        minesweep_put_run(squares + first, letters + first, count);
        return;
    }
    fours = which & which >> 1;
    fours &= fours >> 2;
    singles = fours | fours << 1;
    singles = which & ~(singles | singles << 2);
    minesweep_put_pieces(squares, letters, singles, last, 1, 3);
    if (fours == 0) return;
    fours &= ~(fours << 1 & fours >> 1) | 0x1111111111111111ULL;
    last = (uint64_t)1 << minesweep_highest(fours);
    minesweep_put_pieces(squares, letters, fours, last, 4, 6);
}

typedef void minesweep_speller(uint64_t blank, uint64_t numbered, uint64_t ones, uint64_t twos,
    uint64_t fours, uint8_t zero, uint8_t blank_value, uint8_t *letters);

/* Spells rows and puts them; without numbers all letters are blanks. */
MINESWEEP_INLINE void minesweep_write_rows(minesweep_speller *spell, uint8_t *squares,
    ptrdiff_t step, int rows, const uint64_t *blank, const uint64_t *numbered, const uint64_t *ones,
    const uint64_t *twos, const uint64_t *fours, uint8_t zero, uint8_t blank_value)
{
    uint8_t blanks[64], letters[64];
    int i;
    memset(blanks, blank_value, 64);
    for (i = 0; i < rows; i++) {
        if (numbered[i])
            spell(blank[i], numbered[i], ones[i], twos[i], fours[i], zero, blank_value, letters);
        minesweep_put(squares + i * step, numbered[i] ? letters : blanks, blank[i] | numbered[i]);
    }
}

#endif
