/* A board while its layouts are counted: a worker's memory, the squares, and the trivial proofs.

   Squares are numbered row by row. A row above and below and a square before each row are outside
   the board, so that every square of the board has eight neighbours. */

#ifndef MINESWEEP_ODDS_BOARD_H
#define MINESWEEP_ODDS_BOARD_H

#include <Python.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum {
    ODDS_DONE, ODDS_NO_LAYOUT, ODDS_BAD_VALUE, ODDS_TOO_HARD, ODDS_NO_MEMORY, ODDS_STOPPED
} Verdict;

typedef struct Chunk {
    struct Chunk *older;
    size_t size;
} Chunk;

typedef struct {
    /* A worker's, from board to board. */
    int64_t max_states;
    int (*stop)(void *); /* asked every few milliseconds whether to stop; NULL if nobody is */
    void *asked;
    int64_t work;        /* since then */

    /* A board's. */
    Chunk *chunks;       /* memory; the newest is the largest */
    char *free, *end;    /* what is left of the newest */
    jmp_buf exit;        /* the way out, from wherever it shows that there is no answer */
    Verdict verdict;
    int32_t stride, size;
    uint8_t *unknown;    /* 1 on closed squares that are not settled */
    uint8_t *mined;      /* 1 on mines that were hit or are proven */
    uint8_t *around;     /* unknown squares around, the square itself included; and NO_NUMBER */
    int8_t *need;        /* the square's number without the settled mines around; or NO_NEED less */
    int32_t *box;        /* once the frontier is known, see there */
    int64_t unknowns, left; /* squares that are unknown, and their mines */
} Odds;

/* What is added on squares without a number, to be out of reach of what numbers may have. */
enum { NO_NUMBER = 128, NO_NEED = 64 };

static void leave(Odds *odds, Verdict verdict)
{
    odds->verdict = verdict;
    longjmp(odds->exit, 1);
}

/* Memory that is not cleared, until the board is done. */
static void *take(Odds *odds, size_t count, size_t size)
{
    enum { UNIT = 16, FIRST = 1 << 15 };
    size_t bytes = (count * size + UNIT - 1) & ~(size_t)(UNIT - 1);
    if (bytes > (size_t)(odds->end - odds->free)) {
        size_t larger = odds->chunks ? 2 * odds->chunks->size : FIRST;
        larger = larger > bytes + UNIT ? larger : bytes + UNIT;
        Chunk *chunk = count > SIZE_MAX / 4 / size ? NULL : (Chunk *)PyMem_RawMalloc(larger);
        if (!chunk)
            leave(odds, ODDS_NO_MEMORY);
        *chunk = (Chunk){odds->chunks, larger};
        odds->chunks = chunk;
        odds->free = (char *)chunk + UNIT;
        odds->end = (char *)chunk + larger;
    }
    odds->free += bytes;
    return odds->free - bytes;
}

#define TAKE(odds, type, count) ((type *)take(odds, count, sizeof(type)))

static void give_back(Odds *odds)
{
    for (Chunk *chunk = odds->chunks, *older; chunk; chunk = older) {
        older = chunk->older;
        PyMem_RawFree(chunk);
    }
    odds->chunks = NULL;
    odds->free = odds->end = NULL;
}

static inline void count_work(Odds *odds, int64_t work)
{
    enum { ASK_AFTER = 1 << 22 };
    if ((odds->work += work) < ASK_AFTER)
        return;
    odds->work = 0;
    if (odds->stop && odds->stop(odds->asked))
        leave(odds, ODDS_STOPPED);
}

/* How many of these bytes, each 0 or 1, are 1; the size is a multiple of 8. */
static int32_t count_marked(const uint8_t *marks, int32_t size)
{
    int32_t count = 0;
    for (int32_t at = 0; at < size; at += 8) {
        uint64_t eight;
        memcpy(&eight, marks + at, 8);
        count += (int32_t)(eight * 0x0101010101010101u >> 56);
    }
    return count;
}

/* What a row says of its squares; whether all its values are known. `told` is for `spread`. */
static inline int read_row(const int8_t *from, ptrdiff_t step, int32_t cols,
                           uint8_t *__restrict unknown, uint8_t *__restrict mined,
                           uint8_t *__restrict told, uint8_t *__restrict around,
                           int8_t *__restrict need)
{
    int8_t least = 0, most = 0;
    for (int32_t col = 0; col < cols; col++) {
        int8_t value = from[col * step];
        int number = (uint8_t)value <= 8, hit = value == 9;
        least = value < least ? value : least;
        most = value > most ? value : most;
        unknown[col] = value < 0;
        mined[col] = (uint8_t)hit;
        told[col] = (uint8_t)((value < 0) + (hit << 4));
        around[col] = number ? 0 : NO_NUMBER;
        need[col] = number ? value : NO_NEED;
    }
    return least >= -2 && most <= 9;
}

/* Sums over nine squares, each and those around it, are sums of three sums along rows. */
static void add_three(const uint8_t *__restrict bytes, uint8_t *__restrict three, int32_t size)
{
    three[0] = three[size - 1] = 0;
    for (int32_t at = 1; at < size - 1; at++)
        three[at] = bytes[at - 1] + bytes[at] + bytes[at + 1];
}

static inline uint8_t of_nine(const uint8_t *three, int32_t stride)
{
    return three[-stride] + three[0] + three[stride];
}

/* Tells the squares around of unknown squares that there are more or fewer by 1, as the lower half
   of `told` has it, and of mines that are settled, as its upper half has it. */
static void spread(const uint8_t *__restrict told, uint8_t *__restrict three,
                   uint8_t *__restrict around, int8_t *__restrict need, int32_t stride,
                   int32_t size, int more)
{
    add_three(told, three, size);
    for (int32_t at = stride + 1; at < size - stride - 1; at++) {
        uint8_t all = of_nine(three + at, stride), unknown = all & 15;
        around[at] += more ? unknown : (uint8_t)-unknown;
        need[at] -= (int8_t)(all >> 4);
    }
}

/* One round of trivial proofs: a number that needs no mine has none around it, and one that needs
   as many as there are unknown squares has one on each. */
static void sweep(uint8_t *__restrict told, uint8_t *__restrict three, uint8_t *__restrict unknown,
                  uint8_t *__restrict mined, uint8_t *__restrict around, int8_t *__restrict need,
                  int32_t stride, int32_t size)
{
    for (int32_t at = 0; at < size; at++) {
        uint8_t squares = around[at], needed = (uint8_t)need[at];
        uint8_t tells = (needed == 0 ? 1 : 0) + (needed == squares ? 0x10 : 0);
        told[at] = (uint8_t)(squares - 1) < 8 ? tells : 0;
    }
    add_three(told, three, size);
    for (int32_t at = stride + 1; at < size - stride - 1; at++) {
        uint8_t all = of_nine(three + at, stride), settled = all ? unknown[at] : 0;
        uint8_t mine = all >> 4 ? settled : 0;
        unknown[at] ^= settled;
        mined[at] |= mine;
        told[at] = settled + (uint8_t)(mine << 4);
    }
    spread(told, three, around, need, stride, size, 0);
}

/* Reads a board, with so many bytes from row to row and from square to square, and draws trivial
   proofs by rounds, as long as one settles so much that it costs less than to count. */
static void read_board(Odds *odds, const char *visible, ptrdiff_t row_step, ptrdiff_t col_step,
                       int64_t rows, int64_t cols, int64_t mines)
{
    enum { ONE_IN = 128 };
    int64_t whole = ((rows + 2) * (cols + 1) + 1 + 7) & ~(int64_t)7;
    if (rows > INT32_MAX || cols > INT32_MAX || whole > INT32_MAX)
        leave(odds, ODDS_NO_MEMORY);
    int32_t stride = odds->stride = (int32_t)cols + 1, size = odds->size = (int32_t)whole;
    uint8_t *unknown = odds->unknown = TAKE(odds, uint8_t, 6 * (size_t)size);
    uint8_t *mined = odds->mined = unknown + size, *around = odds->around = mined + size;
    uint8_t *told = around + size, *three = told + size;
    int8_t *need = odds->need = (int8_t *)three + size;
    int good = 1;
    memset(unknown, 0, 2 * (size_t)size);
    memset(told, 0, size);
    memset(around, NO_NUMBER, size);
    memset(need, NO_NEED, size);
    for (int32_t row = 0; row < rows; row++) {
        int32_t at = (row + 1) * stride + 1;
        good &= read_row((const int8_t *)visible + row * row_step, col_step, (int32_t)cols,
                         unknown + at, mined + at, told + at, around + at, need + at);
    }
    if (!good)
        leave(odds, ODDS_BAD_VALUE);
    spread(told, three, around, need, stride, size, 1);
    int64_t before, unknowns = count_marked(unknown, size);
    do {
        count_work(odds, size);
        before = unknowns;
        sweep(told, three, unknown, mined, around, need, stride, size);
        unknowns = count_marked(unknown, size);
    } while (before - unknowns > size / ONE_IN);
    odds->unknowns = unknowns;
    int64_t known = count_marked(mined, size);
    if (mines < known || mines - known > unknowns)
        leave(odds, ODDS_NO_LAYOUT);
    odds->left = mines - known;
}

#endif
