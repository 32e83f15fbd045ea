/* The exact write: letters go to the squares asked for, and no other byte is written, not even with the
   value it has, since another thread might have changed it. */
#ifndef MINESWEEP_PUT_H
#define MINESWEEP_PUT_H

#include "words.h"

/* Copies 1 to 64 letters; the last piece reaches back over what is copied already. */
MINESWEEP_INLINE void minesweep_copy_run(uint8_t *squares, const uint8_t *letters, int count)
{
    int k;
    if (count >= 16) {
        for (k = 0; k < count - 16; k += 16) memcpy(squares + k, letters + k, 16);
        memcpy(squares + count - 16, letters + count - 16, 16);
    } else if (count >= 8) {
        memcpy(squares, letters, 8);
        memcpy(squares + count - 8, letters + count - 8, 8);
    } else if (count >= 4) {
        memcpy(squares, letters, 4);
        memcpy(squares + count - 4, letters + count - 4, 4);
    } else {
        squares[0] = letters[0];
        squares[count / 2] = letters[count / 2];
        squares[count - 1] = letters[count - 1];
    }
}

/* Copies the letters whose bit is set.

   Runs have lengths that no processor foresees, and a branch on each would cost more than the copying.
   So all whole fours of neighbours are copied, then single letters, in batches of eight. Once a batch has
   none left it copies the last one again: so it always does the same, and writes what was asked for. */
static inline void minesweep_put(uint8_t *squares, const uint8_t *letters, uint64_t which)
{
    uint64_t pairs, fours, rest, last;
    int i, k;
    if (which == ~(uint64_t)0) {
        memcpy(squares, letters, 64);
        return;
    }
    if (which == 0) return;
    k = minesweep_lowest(which);
    if (((which + (which & (0 - which))) & which) == 0) {  /* one run: adding carries through it */
        minesweep_copy_run(squares + k, letters + k, minesweep_highest(which) - k + 1);
        return;
    }
    pairs = which & which >> 1;
    fours = pairs & pairs >> 2 & 0x1111111111111111ULL;
    rest = which & ~(fours * 15);
    if (fours) {
        last = (uint64_t)1 << minesweep_highest(fours);
        do {
            for (i = 0; i < 8; i++) {
                k = minesweep_lowest(fours | last);
                memcpy(squares + k, letters + k, 4);
                fours &= fours - 1;
            }
        } while (fours);
    }
    if (rest) {
        last = (uint64_t)1 << minesweep_highest(rest);
        do {
            for (i = 0; i < 8; i++) {
                k = minesweep_lowest(rest | last);
                squares[k] = letters[k];
                rest &= rest - 1;
            }
        } while (rest);
    }
}

#endif
