/* The frontier: the unknown squares beside numbers, by what the numbers tell apart.

   A box is all squares that are beside the same numbers: however many mines lie in it, each of its
   squares is equally likely to have one. A component is boxes that numbers tie to each other.

   The boxes of a component are gone through one after the other. A number is open from its first
   box to its last. The states to be kept are what the open numbers may need: so the order is such
   that these have few ways to need something. */

#ifndef MINESWEEP_ODDS_FRONTIER_H
#define MINESWEEP_ODDS_FRONTIER_H

#include "board.h"

typedef struct {
    int32_t square;
    uint8_t need;
    uint8_t boxes;     /* how many */
    uint8_t squares;   /* how many */
    uint8_t boxes_left, squares_left; /* of these, not yet gone through */
    int32_t opened; /* while it is open: how many were opened before it, */
    int32_t slot;   /* and where states keep what it needs */
    int32_t box[8];
} Number;

typedef struct {
    uint8_t size;    /* squares, at most 8 */
    uint8_t numbers; /* how many, at most 8 */
    uint8_t listed;  /* whether it is in the order or a candidate for it */
    int32_t number[8];
    double chance; /* that one of its squares is a mine */
} Box;

typedef struct {
    Number *numbers;
    Box *boxes;
    int32_t count;       /* of boxes */
    int32_t *order;      /* boxes, component by component */
    int32_t *reached, *candidates, *trial; /* for finding it */
    int64_t rest;        /* unknown squares beside no number */
} Frontier;

/* Splits boxes so that each is beside a number as a whole or not at all. */
static void tell_apart(Odds *odds, Frontier *frontier, int32_t index)
{
    int32_t square = frontier->numbers[index].square;
    int32_t beside[8], old[8], new[8];
    uint8_t which[8], squares[8], count = 0, parts = 0;
    for (int32_t row = square - odds->stride; row <= square + odds->stride; row += odds->stride)
        for (int32_t at = row - 1; at <= row + 1; at++) {
            int32_t part = odds->part[at];
            if (part < REST)
                continue;
            uint8_t k = 0;
            while (k < parts && old[k] != part)
                k++;
            if (k == parts) {
                old[parts] = part;
                squares[parts++] = 0;
            }
            squares[k]++;
            which[count] = k;
            beside[count++] = at;
        }
    for (uint8_t k = 0; k < parts; k++) {
        Box *from = &frontier->boxes[old[k] - FIRST_BOX], *box = from;
        if (old[k] == REST) {
            box = &frontier->boxes[frontier->count++];
            box->numbers = 0;
            box->size = squares[k];
            frontier->rest -= squares[k];
        } else if (squares[k] < from->size) {
            box = &frontier->boxes[frontier->count++];
            *box = *from;
            box->size = squares[k];
            from->size -= squares[k];
        }
        box->number[box->numbers++] = index;
        new[k] = (int32_t)(box - frontier->boxes) + FIRST_BOX;
    }
    for (uint8_t i = 0; i < count; i++)
        odds->part[beside[i]] = new[which[i]];
}

/* Marks the numbers that need something, and says of each square that it is settled or the rest. */
static void mark_frontier(const uint8_t *__restrict unknown, const uint8_t *__restrict mined,
                          const uint8_t *__restrict around, int32_t *__restrict part,
                          uint8_t *__restrict marks, int32_t size)
{
    for (int32_t at = 0; at < size; at++)
        part[at] = unknown[at] * REST + mined[at] * MINED;
    for (int32_t at = 0; at < size; at++)
        marks[at] = (uint8_t)(around[at] - 1) < 8;
}

static Verdict find_boxes(Odds *odds, Frontier *frontier)
{
    Arena *arena = &odds->counting;
    int32_t size = odds->size;
    uint8_t *marks = TAKE(arena, uint8_t, size);
    int32_t *squares = TAKE(arena, int32_t, size);
    if (!marks || !squares)
        return ODDS_NO_MEMORY;
    mark_frontier(odds->unknown, odds->mined, odds->around, odds->part, marks, size);
    int32_t numbers = list_marked(marks, size, squares);
    shorten(arena, squares, numbers * sizeof(int32_t));
    int64_t most = 0; /* boxes that there can be */
    for (int32_t i = 0; i < numbers; i++)
        most += odds->around[squares[i]];
    if (most > odds->unknowns)
        most = odds->unknowns;
    frontier->numbers = TAKE(arena, Number, numbers);
    frontier->order = TAKE(arena, int32_t, 4 * most);
    frontier->boxes = TAKE(arena, Box, most);
    if (!frontier->numbers || !frontier->boxes || !frontier->order)
        return ODDS_NO_MEMORY;
    frontier->reached = frontier->order + most;
    frontier->candidates = frontier->reached + most;
    frontier->trial = frontier->candidates + most;
    frontier->rest = odds->unknowns;
    frontier->count = 0;
    for (int32_t i = 0; i < numbers; i++) {
        Number *number = &frontier->numbers[i];
        number->square = squares[i];
        number->need = (uint8_t)odds->need[squares[i]];
        number->squares = number->squares_left = odds->around[squares[i]];
        number->boxes = 0;
        tell_apart(odds, frontier, i);
        if (stopped(odds, 256))
            return ODDS_STOPPED;
    }
    shorten(arena, frontier->boxes, frontier->count * sizeof(Box));
    for (int32_t i = 0; i < frontier->count; i++) {
        Box *box = &frontier->boxes[i];
        box->listed = 0;
        for (uint8_t k = 0; k < box->numbers; k++) {
            Number *number = &frontier->numbers[box->number[k]];
            number->box[number->boxes++] = i;
        }
    }
    for (int32_t i = 0; i < numbers; i++)
        frontier->numbers[i].boxes_left = frontier->numbers[i].boxes;
    return ODDS_DONE;
}

/* How many mines a number may still need, in how many ways: 1 if it is not open. In tenths of a
   bit, for the choice of the next box. */
static inline int ways_to_need(const Number *number, int squares_left)
{
    int used = number->squares - squares_left;
    int least = number->need > used ? number->need - used : 0;
    int most = number->need < squares_left ? number->need : squares_left;
    return most - least + 1;
}

/* Lists the boxes of a component by a search in breadth: the first and the last are far from each
   other. How many there are. */
static int32_t reach(Frontier *frontier, int32_t start)
{
    int32_t *reached = frontier->reached, count = 1;
    reached[0] = start;
    frontier->boxes[start].listed = 1;
    for (int32_t i = 0; i < count; i++) {
        const Box *box = &frontier->boxes[reached[i]];
        for (uint8_t k = 0; k < box->numbers; k++) {
            const Number *number = &frontier->numbers[box->number[k]];
            for (uint8_t j = 0; j < number->boxes; j++)
                if (!frontier->boxes[number->box[j]].listed) {
                    frontier->boxes[number->box[j]].listed = 1;
                    reached[count++] = number->box[j];
                }
        }
    }
    for (int32_t i = 0; i < count; i++)
        frontier->boxes[reached[i]].listed = 0;
    return count;
}

/* Boxes of a component in order, and what they are expected to cost. */
typedef struct {
    int32_t *boxes, count;
    int32_t slots; /* numbers open at once */
    double states;
} Path;

/* Walks through a component from this box on, until it costs more than a limit.

   Next is always the box that leaves the fewest ways to need something. A box whose oldest open
   number was opened later counts as if it left some ways more, so that numbers do not stay open for
   long: a tenth of a bit for each number opened in between. */
static Verdict walk(Odds *odds, Frontier *frontier, int32_t start, double limit, Path *path)
{
    static const uint8_t bits[10] = {0, 0, 10, 16, 20, 23, 26, 28, 30, 32};
    Box *boxes = frontier->boxes;
    Number *numbers = frontier->numbers;
    int32_t *candidates = frontier->candidates, waiting = 1, open = 0, opened = 0;
    double ways = 1;
    path->count = path->slots = 0;
    path->states = 0;
    candidates[0] = start;
    boxes[start].listed = 1;
    while (waiting && path->states < limit) {
        int32_t chosen = 0, best = INT32_MAX;
        for (int32_t i = 0; i < waiting && waiting > 1; i++) {
            const Box *box = &boxes[candidates[i]];
            int32_t score = 0, oldest = INT32_MAX;
            for (uint8_t k = 0; k < box->numbers; k++) {
                const Number *number = &numbers[box->number[k]];
                score += bits[ways_to_need(number, number->squares_left - box->size)]
                    - bits[ways_to_need(number, number->squares_left)];
                if (number->boxes_left < number->boxes && number->opened < oldest)
                    oldest = number->opened;
            }
            if (score + oldest < best) {
                best = score + oldest;
                chosen = i;
            }
        }
        const Box *box = &boxes[candidates[chosen]];
        path->boxes[path->count++] = candidates[chosen];
        memmove(candidates + chosen, candidates + chosen + 1,
                (--waiting - chosen) * sizeof(int32_t));
        for (uint8_t k = 0; k < box->numbers; k++) {
            Number *number = &numbers[box->number[k]];
            if (number->boxes_left == number->boxes) {
                open++;
                number->opened = opened++;
                for (uint8_t i = 0; i < number->boxes; i++)
                    if (!boxes[number->box[i]].listed) {
                        boxes[number->box[i]].listed = 1;
                        candidates[waiting++] = number->box[i];
                    }
            }
            ways /= ways_to_need(number, number->squares_left);
            number->squares_left -= box->size;
            number->boxes_left--;
            ways *= ways_to_need(number, number->squares_left);
        }
        path->slots = open > path->slots ? open : path->slots;
        path->states += ways;
        for (uint8_t k = 0; k < box->numbers; k++)
            open -= numbers[box->number[k]].boxes_left == 0;
        if (stopped(odds, 32 * (1 + waiting)))
            return ODDS_STOPPED;
    }
    for (int32_t i = 0; i < waiting; i++)
        boxes[candidates[i]].listed = 0;
    return ODDS_DONE;
}

/* Makes the boxes of a path as if they had not been walked. */
static void walk_back(Frontier *frontier, const Path *path)
{
    for (int32_t i = 0; i < path->count; i++) {
        Box *box = &frontier->boxes[path->boxes[i]];
        box->listed = 0;
        for (uint8_t k = 0; k < box->numbers; k++) {
            Number *number = &frontier->numbers[box->number[k]];
            number->squares_left = number->squares;
            number->boxes_left = number->boxes;
        }
    }
}

/* Finds a path through the component of a box, from an end of it. Other starts are tried as long as
   that takes less time than it may save. A path that costs the limit ends there. */
static Verdict find_path(Odds *odds, Frontier *frontier, int32_t box, double limit, Path *path)
{
    enum { CHEAP = 64, TRIALS = 50 };
    int32_t count = reach(frontier, box);
    Path trial = {frontier->trial, 0, 0, 0};
    Verdict verdict = walk(odds, frontier, frontier->reached[count - 1], limit, path);
    walk_back(frontier, path);
    for (int i = 0; !verdict && i < TRIALS && path->states > CHEAP * (i + 1.0) * count; i++) {
        int32_t start = frontier->reached[(int64_t)count * i / TRIALS];
        verdict = walk(odds, frontier, start, path->states, &trial);
        walk_back(frontier, &trial);
        if (trial.states < path->states) {
            int32_t *boxes = path->boxes;
            memcpy(boxes, trial.boxes, trial.count * sizeof(int32_t));
            *path = trial;
            path->boxes = boxes;
        }
    }
    return verdict;
}

#endif
