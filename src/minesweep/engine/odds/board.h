/* A board while its mines are counted: what is known of each square, and what follows at once.

   Squares are numbered row by row, with a row above and below and one square before each row that
   are outside the board, so that each square of the board has eight neighbours.

   The trivial proofs: a number whose mines are all known has none on the other squares around it; a
   number that needs as many mines as there are squares left around it has one on each. They are
   drawn until nothing more follows: by sweeps over all squares while these settle many, then square
   by square, so that time grows with the squares alone. */

#ifndef MINESWEEP_ODDS_BOARD_H
#define MINESWEEP_ODDS_BOARD_H

#include <string.h>

#include "memory.h"

typedef enum {
    ODDS_DONE,
    ODDS_NO_LAYOUT,
    ODDS_BAD_VALUE,
    ODDS_TOO_HARD,
    ODDS_NO_MEMORY,
    ODDS_STOPPED,
} Verdict;

/* What `part` says of a square; from FIRST_BOX on it is the number of its box. */
enum { SAFE = 0, MINED = 1, REST, FIRST_BOX };

/* Squares that show no number have these added to `around` and `need`, out of reach of what numbers
   have there: when such a square is opened, its number is all that is wanting. */
enum { NO_NUMBER = 128, NO_NEED = 64 };

typedef struct {
    /* The worker's, from board to board. */
    Arena arena, counting; /* what a board needs, and what is needed to count its mines once */
    int64_t max_states;
    int (*stop)(void *); /* asked every few milliseconds whether to stop; may be NULL */
    void *asked;
    int64_t work; /* since it was asked */

    /* The board's. */
    int32_t rows, cols, stride, size;
    uint8_t *unknown; /* 1 on closed squares that are not settled */
    uint8_t *mined;   /* 1 on mines that were hit or are proven */
    uint8_t *around;  /* how many unknown squares are around, the square itself included */
    int8_t *need;     /* the square's number without the known mines around */
    uint8_t *queued;  /* 1 on numbers that have been on the stack */
    int32_t *stack, *top;   /* numbers from which something follows */
    int32_t *part;
    int64_t unknowns, left; /* squares, and mines, that are not settled */
    int wrong;              /* whether numbers contradict each other */

    /* Where squares are opened as soon as they are proven safe; else NULL. */
    uint8_t *mines; /* 1 where one lies */
    uint8_t *state; /* of each square: whether it may be opened, and whether it has been */
    int64_t opened;
} Odds;

enum { CLOSED_FOR_GOOD = 0, MAY_OPEN, OPENED };

enum { ASK_AFTER = 1 << 22 };

/* Counts work, and asks now and then whether to stop. */
static inline int stopped(Odds *odds, int64_t work)
{
    odds->work += work;
    if (odds->work < ASK_AFTER)
        return 0;
    odds->work = 0;
    return odds->stop && odds->stop(odds->asked);
}

/* How many of these bytes, each 0 or 1, are 1. */
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

/* Lists the squares whose byte is not 0; how many there are. */
static int32_t list_marked(const uint8_t *marks, int32_t size, int32_t *squares)
{
    int32_t count = 0;
    for (int32_t start = 0; start < size; start += 8) {
        uint64_t eight;
        memcpy(&eight, marks + start, 8);
        if (eight)
            for (int32_t square = start; square < start + 8; square++) {
                squares[count] = square;
                count += marks[square] != 0;
            }
    }
    return count;
}

/* What a row of a board says of its squares; the range of its values. */
static inline void read_row(const int8_t *from, ptrdiff_t step, int32_t cols,
                            uint8_t *__restrict unknown, uint8_t *__restrict around,
                            int8_t *__restrict need, int8_t range[2])
{
    int8_t least = 0, most = 0;
    for (int32_t col = 0; col < cols; col++) {
        int8_t value = from[col * step];
        int number = (uint8_t)value <= 8;
        least = value < least ? value : least;
        most = value > most ? value : most;
        unknown[col] = !number;
        around[col] = number ? 0 : NO_NUMBER;
        need[col] = number ? value : NO_NEED;
    }
    range[0] = least;
    range[1] = most;
}

/* Sums of nine bytes, those around a square and its own, are sums of three sums of three. */
static void add_three(const uint8_t *__restrict bytes, uint8_t *__restrict three, int32_t size)
{
    for (int32_t at = 1; at < size - 1; at++)
        three[at] = bytes[at - 1] + bytes[at] + bytes[at + 1];
}

static inline uint8_t of_nine(const uint8_t *three, int32_t stride)
{
    return three[-stride] + three[0] + three[stride];
}

static void count_around(const uint8_t *__restrict unknown, uint8_t *__restrict around,
                         uint8_t *__restrict three, int32_t stride, int32_t size)
{
    add_three(unknown, three, size);
    for (int32_t at = stride + 1; at < size - stride - 1; at++)
        around[at] += of_nine(three + at, stride);
}

/* Settles all squares of which a number tells; whether numbers contradict each other. */
static int sweep(uint8_t *__restrict unknown, uint8_t *__restrict mined,
                 uint8_t *__restrict around, int8_t *__restrict need, uint8_t *__restrict told,
                 uint8_t *__restrict three, int32_t stride, int32_t size)
{
    uint8_t wrong = 0;
    /* That a square is safe, and that it is mined, is told by up to nine numbers each. */
    for (int32_t at = 0; at < size; at++) {
        uint8_t squares = around[at], needed = (uint8_t)need[at];
        uint8_t tells = (needed == 0 ? 1 : 0) + (needed == squares ? 0x10 : 0);
        told[at] = (uint8_t)(squares - 1) < 8 ? tells : 0;
    }
    add_three(told, three, size);
    /* From here on 1 stands for a square that is settled, and 0x10 for its mine. */
    for (int32_t at = stride + 1; at < size - stride - 1; at++) {
        uint8_t all = of_nine(three + at, stride), mine = all >> 4 ? 1 : 0;
        uint8_t settled = all ? unknown[at] : 0;
        wrong |= mine && (all & 15) ? settled : 0;
        mine &= settled;
        unknown[at] ^= settled;
        mined[at] |= mine;
        told[at] = settled + (uint8_t)(mine << 4);
    }
    add_three(told, three, size);
    for (int32_t at = stride + 1; at < size - stride - 1; at++) {
        uint8_t all = of_nine(three + at, stride);
        around[at] -= all & 15;
        need[at] -= (int8_t)(all >> 4);
    }
    return wrong;
}

/* Marks the numbers from which something follows; whether numbers contradict each other. */
static int mark_first(const uint8_t *__restrict around, const int8_t *__restrict need,
                      uint8_t *__restrict queued, int32_t size)
{
    uint8_t wrong = 0;
    for (int32_t at = 0; at < size; at++) {
        uint8_t squares = around[at], needed = (uint8_t)need[at];
        uint8_t tells = (needed == 0) | (needed == squares);
        queued[at] = (uint8_t)(squares - 1) < 8 ? tells : 0;
        wrong |= squares <= 8 && needed > squares;
    }
    return wrong;
}

static int8_t number_at(const Odds *odds, int32_t square)
{
    int8_t number = 0;
    for (int32_t row = square - odds->stride; row <= square + odds->stride; row += odds->stride)
        number += (int8_t)(odds->mines[row - 1] + odds->mines[row] + odds->mines[row + 1]);
    return number;
}

/* Opens a square that is safe. */
static void open_square(Odds *odds, int32_t square)
{
    odds->around[square] -= NO_NUMBER;
    odds->need[square] += (int8_t)(number_at(odds, square) - NO_NEED);
    odds->state[square] = OPENED;
    odds->opened++;
}

/* Marks a square as safe or as a mine, and puts numbers on the stack from which more follows. */
static inline void settle(Odds *odds, int32_t square, int mine)
{
    uint8_t *around = odds->around + square, *queued = odds->queued + square;
    int8_t *need = odds->need + square;
    int32_t *top = odds->top, stride = odds->stride;
    int wrong = 0;
    odds->unknown[square] = 0;
    odds->mined[square] = (uint8_t)mine;
    odds->unknowns--;
    odds->left -= mine;
    if (!mine && odds->mines && odds->state[square] == MAY_OPEN)
        open_square(odds, square);
    for (int32_t row = -stride; row <= stride; row += stride)
        for (int32_t at = row - 1; at <= row + 1; at++) {
            uint8_t squares = --around[at], needed = (uint8_t)(need[at] -= (int8_t)mine);
            if (squares > 8)
                continue;
            wrong |= needed > squares; /* or below 0 */
            if (squares && (needed == 0 || needed == squares) && !queued[at]) {
                queued[at] = 1;
                *top++ = square + at;
            }
        }
    odds->top = top;
    odds->wrong |= wrong;
}

/* Reads a board, of int8 with so many bytes from row to row and from square to square. */
static Verdict read_board(Odds *odds, const char *visible, ptrdiff_t row_step, ptrdiff_t col_step,
                          int32_t rows, int32_t cols, int64_t mines)
{
    int32_t stride = cols + 1, hits = 0;
    int64_t whole = ((int64_t)(rows + 2) * stride + 1 + 7) & ~(int64_t)7;
    start_anew(&odds->arena);
    if (whole > INT32_MAX)
        return ODDS_NO_MEMORY;
    if (stopped(odds, whole))
        return ODDS_STOPPED;
    int32_t size = odds->size = (int32_t)whole;
    odds->unknown = TAKE(&odds->arena, uint8_t, 5 * (size_t)size);
    odds->part = TAKE(&odds->arena, int32_t, size);
    odds->stack = TAKE(&odds->arena, int32_t, size);
    if (!odds->unknown || !odds->part || !odds->stack)
        return ODDS_NO_MEMORY;
    odds->mined = odds->unknown + size;
    odds->around = odds->mined + size;
    odds->queued = odds->around + size;
    odds->need = (int8_t *)odds->queued + size;
    odds->rows = rows;
    odds->cols = cols;
    odds->stride = stride;
    odds->left = mines;
    odds->wrong = 0;
    odds->mines = NULL;
    memset(odds->unknown, 0, 2 * (size_t)size); /* and `mined` */
    memset(odds->around, NO_NUMBER, size);
    memset(odds->need, NO_NEED, size);
    for (int32_t row = 0; row < rows; row++) {
        int32_t at = (row + 1) * stride + 1;
        const int8_t *from = (const int8_t *)visible + row * row_step;
        int8_t range[2];
        read_row(from, col_step, cols, odds->unknown + at, odds->around + at, odds->need + at,
                 range);
        if (range[0] < -2 || range[1] > 9)
            return ODDS_BAD_VALUE;
        for (int32_t col = 0; range[1] == 9 && col < cols; col++)
            if (from[col * col_step] == 9)
                odds->stack[hits++] = at + col;
    }
    uint8_t *three = (uint8_t *)odds->part; /* which has no other use yet */
    three[0] = three[size - 1] = 0;
    count_around(odds->unknown, odds->around, three, stride, size);
    odds->unknowns = count_marked(odds->unknown, size);

    /* Mines that were hit: nothing else is put on the stack meanwhile. */
    odds->top = odds->stack + hits;
    memset(odds->queued, 1, hits ? size : 0);
    while (hits)
        settle(odds, odds->stack[--hits], 1);
    return ODDS_DONE;
}

/* Draws trivial proofs by sweeps, as long as they settle one square in so many: square by square
   that takes more time. */
static void prove_most(Odds *odds)
{
    enum { ONE_IN = 32 };
    int32_t size = odds->size, known = count_marked(odds->mined, size);
    uint8_t *told = odds->queued, *three = (uint8_t *)odds->part; /* have no other use yet */
    int64_t unknowns;
    do {
        unknowns = odds->unknowns;
        odds->wrong |= sweep(odds->unknown, odds->mined, odds->around, odds->need, told, three,
                             odds->stride, size);
        odds->unknowns = count_marked(odds->unknown, size);
    } while (unknowns - odds->unknowns > size / ONE_IN);
    odds->left -= count_marked(odds->mined, size) - known;
}

/* Draws the trivial proofs, until nothing follows. */
static Verdict prove(Odds *odds)
{
    for (;;) {
        while (odds->top > odds->stack && !odds->wrong) {
            int32_t number = *--odds->top, stride = odds->stride;
            int mine = odds->need[number] > 0;
            for (int32_t row = number - stride; row <= number + stride; row += stride)
                for (int32_t square = row - 1; square <= row + 1; square++)
                    if (odds->unknown[square])
                        settle(odds, square, mine);
            if (stopped(odds, 64))
                return ODDS_STOPPED;
        }
        if (odds->wrong || odds->left < 0 || odds->left > odds->unknowns)
            return ODDS_NO_LAYOUT;
        if (!odds->unknowns || (odds->left && odds->left < odds->unknowns))
            return ODDS_DONE;
        int mine = odds->left > 0; /* on all squares left, or on none */
        for (int32_t at = 0; at < odds->size; at++)
            if (odds->unknown[at])
                settle(odds, at, mine);
    }
}

/* Draws all trivial proofs there are, to begin with. */
static Verdict begin_proofs(Odds *odds)
{
    odds->wrong |= mark_first(odds->around, odds->need, odds->queued, odds->size);
    odds->top = odds->stack + list_marked(odds->queued, odds->size, odds->stack);
    return prove(odds);
}

#endif
