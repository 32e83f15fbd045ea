/* The frontier: unknown squares beside numbers, sorted by what the numbers tell apart.

   A box is all squares beside the same numbers: each of them is a mine as likely as the others. A
   component is boxes that numbers tie to each other.

   The boxes of a component are gone through one after the other, along a path. A number is open from
   its first box to its last, and what the open numbers still need is all that has to be kept: so a
   path is good if there are few ways for it. */

#ifndef MINESWEEP_ODDS_FRONTIER_H
#define MINESWEEP_ODDS_FRONTIER_H

#include "board.h"

/* The first boxes are no boxes of the frontier: what is safe, what is mined, and the rest, which is
   beside no number. */
enum { SAFE, MINED, REST, FIRST_BOX };

typedef struct {
    double chance;   /* that one of its squares is a mine */
    int32_t squares; /* at most 8, but for the rest */
    uint8_t numbers; /* at most 8 */
    uint8_t listed;  /* whether a path has come to it */
    int32_t number[8];
} Box;

typedef struct {
    uint8_t need, squares, boxes;
    uint8_t squares_left, boxes_left; /* those that a path has not come to */
    int32_t opened;                   /* how many numbers a path opened before it */
    int32_t slot;                     /* where states keep what it needs */
    int32_t square, box[8];
} Number;

typedef struct {
    Number *numbers;
    Box *boxes;
    int32_t count; /* of boxes */
    int32_t *path, *trial, *candidates;
} Frontier;

/* Says of each square that it is settled or the rest, and marks the numbers that need something;
   whether any number contradicts what is settled. */
static int mark_numbers(const uint8_t *__restrict unknown, const uint8_t *__restrict mined,
                        const uint8_t *__restrict around, const int8_t *__restrict need,
                        int32_t *__restrict box, uint8_t *__restrict marks, int32_t size)
{
    uint8_t wrong = 0;
    for (int32_t at = 0; at < size; at++)
        box[at] = unknown[at] * REST + mined[at] * MINED;
    for (int32_t at = 0; at < size; at++) {
        marks[at] = (uint8_t)(around[at] - 1) < 8;
        wrong |= (around[at] <= 8) & ((uint8_t)need[at] > around[at]);
    }
    return wrong;
}

/* Puts a square into the box of all squares beside the same numbers. */
static void put_into_box(Odds *odds, Frontier *frontier, const uint8_t *marks, const int32_t *index,
                         int32_t square, int32_t first)
{
    Box own = {.squares = 1};
    int32_t box = first; /* of those that share the first number */
    for (int32_t row = square - odds->stride; row <= square + odds->stride; row += odds->stride)
        for (int32_t at = row - 1; at <= row + 1; at++)
            if (marks[at])
                own.number[own.numbers++] = index[at];
    while (box < frontier->count && (frontier->boxes[box].numbers != own.numbers
           || memcmp(frontier->boxes[box].number, own.number, own.numbers * sizeof(int32_t))))
        box++;
    odds->box[square] = box;
    if (box < frontier->count) {
        frontier->boxes[box].squares++;
        return;
    }
    frontier->boxes[frontier->count++] = own;
    for (int k = 0; k < own.numbers; k++) {
        Number *number = &frontier->numbers[own.number[k]];
        number->box[number->boxes++] = box;
        number->boxes_left++;
    }
}

static void find_boxes(Odds *odds, Frontier *frontier)
{
    int32_t size = odds->size, stride = odds->stride, count = 0;
    int32_t *box = odds->box = TAKE(odds, int32_t, size), *index = TAKE(odds, int32_t, size);
    uint8_t *marks = TAKE(odds, uint8_t, size);
    if (mark_numbers(odds->unknown, odds->mined, odds->around, odds->need, box, marks, size))
        leave(odds, ODDS_NO_LAYOUT);
    size_t numbers = count_marked(marks, size), most = 8 * numbers; /* boxes there can be */
    most = most < (size_t)odds->unknowns ? most : (size_t)odds->unknowns;
    frontier->numbers = TAKE(odds, Number, numbers);
    frontier->boxes = TAKE(odds, Box, FIRST_BOX + most);
    frontier->path = TAKE(odds, int32_t, most);
    frontier->trial = TAKE(odds, int32_t, most);
    frontier->candidates = TAKE(odds, int32_t, most);
    frontier->count = FIRST_BOX;
    for (int32_t at = 0; at < size; at++)
        if (marks[at]) {
            uint8_t squares = odds->around[at];
            frontier->numbers[index[at] = count++] = (Number){
                .need = (uint8_t)odds->need[at], .squares = squares, .squares_left = squares,
                .square = at};
        }
    int64_t rest = odds->unknowns;
    for (int32_t i = 0; i < count; i++) {
        int32_t square = frontier->numbers[i].square, first = frontier->count;
        for (int32_t row = square - stride; row <= square + stride; row += stride)
            for (int32_t at = row - 1; at <= row + 1; at++)
                if (box[at] == REST) {
                    put_into_box(odds, frontier, marks, index, at, first);
                    rest--;
                }
        count_work(odds, 256);
    }
    frontier->boxes[SAFE] = (Box){.chance = 0};
    frontier->boxes[MINED] = (Box){.chance = 1};
    frontier->boxes[REST] = (Box){.squares = (int32_t)rest};
}

/* In how many ways a number may need mines of so many squares left. */
static inline int ways_to_need(const Number *number, int squares_left)
{
    int used = number->squares - squares_left;
    int least = number->need > used ? number->need - used : 0;
    int most = number->need < squares_left ? number->need : squares_left;
    return most - least + 1;
}

typedef struct {
    double states; /* that it is expected to take */
    int32_t count; /* of boxes */
    int32_t slots; /* numbers open at once */
} Path;

/* Makes boxes as if no path had come to them. */
static void reset(Frontier *frontier, const int32_t *boxes, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        Box *box = &frontier->boxes[boxes[i]];
        box->listed = 0;
        for (int k = 0; k < box->numbers; k++) {
            Number *number = &frontier->numbers[box->number[k]];
            number->squares_left = number->squares;
            number->boxes_left = number->boxes;
        }
    }
}

/* Walks through a component from a box on, until the expected states reach a limit.

   Next is the box that leaves the fewest ways to need something; by a tenth of a bit more for each
   number opened before its oldest open one, so that none stays open for long. */
static Path walk(Odds *odds, Frontier *frontier, int32_t start, double limit, int32_t *boxes)
{
    static const uint8_t bits[10] = {0, 0, 10, 16, 20, 23, 26, 28, 30, 32};
    Number *numbers = frontier->numbers;
    int32_t *candidates = frontier->candidates, waiting = 1, open = 0, opened = 0;
    double ways = 1;
    Path path = {0, 0, 0};
    candidates[0] = start;
    frontier->boxes[start].listed = 1;
    while (waiting && path.states < limit) {
        int32_t chosen = 0, best = INT32_MAX;
        for (int32_t i = 0; i < waiting && waiting > 1; i++) {
            const Box *box = &frontier->boxes[candidates[i]];
            int32_t score = 0, oldest = INT32_MAX / 2;
            for (int k = 0; k < box->numbers; k++) {
                const Number *number = &numbers[box->number[k]];
                score += bits[ways_to_need(number, number->squares_left - box->squares)]
                    - bits[ways_to_need(number, number->squares_left)];
                if (number->boxes_left < number->boxes && number->opened < oldest)
                    oldest = number->opened;
            }
            if (score + oldest < best) {
                best = score + oldest;
                chosen = i;
            }
        }
        const Box *box = &frontier->boxes[boxes[path.count++] = candidates[chosen]];
        memmove(candidates + chosen, candidates + chosen + 1,
                (size_t)(--waiting - chosen) * sizeof(int32_t));
        int32_t closed = 0;
        for (int k = 0; k < box->numbers; k++) {
            Number *number = &numbers[box->number[k]];
            for (int j = 0; number->boxes_left == number->boxes && j < number->boxes; j++)
                if (!frontier->boxes[number->box[j]].listed) {
                    frontier->boxes[number->box[j]].listed = 1;
                    candidates[waiting++] = number->box[j];
                }
            if (number->boxes_left == number->boxes) {
                number->opened = opened++;
                open++;
            }
            ways /= ways_to_need(number, number->squares_left);
            number->squares_left -= (uint8_t)box->squares;
            ways *= ways_to_need(number, number->squares_left);
            closed += --number->boxes_left == 0;
        }
        path.states += ways;
        path.slots = open > path.slots ? open : path.slots;
        open -= closed;
        count_work(odds, 32 + 32 * waiting);
    }
    while (waiting)
        frontier->boxes[candidates[--waiting]].listed = 0;
    reset(frontier, boxes, path.count);
    return path;
}

/* Finds a path through the component of a box. From the end of the first one starts a second, and
   further starts are tried as long as that takes less time than it may save. */
static Path find_path(Odds *odds, Frontier *frontier, int32_t box, double limit)
{
    enum { CHEAP = 64, TRIALS = 100 };
    Path path = walk(odds, frontier, box, limit, frontier->path);
    for (int i = 0; i < TRIALS && path.states > CHEAP * (i + 1.0) * path.count; i++) {
        int32_t last = path.count - 1, start = (int32_t)((int64_t)last * (TRIALS - i) / TRIALS);
        Path other = walk(odds, frontier, frontier->path[start], path.states, frontier->trial);
        if (other.states < path.states) {
            path = other;
            memcpy(frontier->path, frontier->trial, (size_t)path.count * sizeof(int32_t));
        }
    }
    return path;
}

#endif
