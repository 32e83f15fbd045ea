/* Counting the layouts of a component, box after box, with merged states.

   Whatever has been laid on the boxes so far, all that matters to the boxes ahead is how many mines
   each open number still needs. This is a state: layouts that leave the same needs are counted
   together. A need takes four bits of a word, its highest bit always 0, since a number that needs 8
   mines has been settled. A box with m mines changes the needs of its numbers by one subtraction,
   and the same for all states; so states that are in order stay in order, and the states after a
   box are merged from one ordered list for each m.

   First the states are found, and those dropped from which no layout can be completed. Then each
   gets the ways to reach it, one for each number of mines laid so far: a polynomial. Then the ways
   to complete it, in the other direction. A sum over products of the two is the weight of all
   layouts with m mines in a box.

   Each layout is weighted as if every square had a mine with a fixed probability, the density. The
   number of mines is the same in all layouts of a board: so this changes no result, and keeps the
   weights of what matters within the range of doubles. Weights are sums of products, without any
   subtraction, so that they are 0 only where there is no layout, as long as none becomes too
   small: `rescale` sees to that. */

#ifndef MINESWEEP_ODDS_STATES_H
#define MINESWEEP_ODDS_STATES_H

#include <float.h>
#include <limits.h>

#include "frontier.h"

enum { NEEDS_A_WORD = 16, NOWHERE = -1, MANY_WEIGHTS = 1 << 17 };

#define ALL_NEEDS 0x7777777777777777u
#define ALL_GUARDS 0x8888888888888888u

typedef struct {
    int32_t low, high; /* the fewest and most mines laid before it */
    size_t at;         /* where its weights start, the first for `low` mines */
} State;

/* The states before a box; the last layer has no box, and one state. */
typedef struct {
    Box *box;
    uint64_t *enter, *once, *most; /* words: needs of numbers that the box opens, 1 for each number
                                      of the box, and what the numbers may need after it */
    int32_t count;  /* of states */
    int32_t *next;  /* the state after m mines in the box: entry state * (size + 1) + m */
    State *states;
    double *ways;   /* weights of the ways to reach each state */
    size_t weights; /* how many */
} Layer;

typedef struct {
    Layer *layers;
    int32_t boxes; /* one less than layers */
    int32_t words; /* of a state */
    int32_t segment; /* how many layers have one that keeps its weights */
} Component;

/* The probability of m mines among n squares, if each has one with a probability: entry n, m. */
typedef double Weights[9][9];

/* Weights are kept between LEAST and MOST, so that no product of two of them and the weight of a box
   leaves the range of doubles: those that are not 0 are never lost. */
#define MOST 1e150
#define LEAST 1e-135
#define RAISED 1e-105

static void set_weights(Weights weights, double density)
{
    weights[0][0] = 1;
    for (int n = 0; n < 8; n++) {
        weights[n + 1][0] = weights[n][0] * (1 - density);
        for (int m = 1; m <= n; m++)
            weights[n + 1][m] = weights[n][m] * (1 - density) + weights[n][m - 1] * density;
        weights[n + 1][n + 1] = weights[n][n] * density;
    }
}

/* Makes the sum of weights MOST, and raises those that would be small enough to be lost soon: beside
   the others they do not matter. Returns the least that is not 0. */
static double rescale(double *weights, size_t count)
{
    double sum = 0, least = MOST;
    for (size_t i = 0; i < count; i++)
        sum += weights[i];
    for (size_t i = 0; i < count; i++)
        if (weights[i] > 0) {
            double scaled = weights[i] / sum * MOST;
            weights[i] = scaled > RAISED ? scaled : RAISED;
            least = weights[i] < least ? weights[i] : least;
        }
    return least;
}

/* Lays out the layers of a path, without their states. */
static Verdict lay_out(Odds *odds, Frontier *frontier, const Path *path, Component *component)
{
    Arena *arena = &odds->counting;
    int32_t words = component->words = (path->slots + NEEDS_A_WORD - 1) / NEEDS_A_WORD;
    component->boxes = path->count;
    component->layers = TAKE(arena, Layer, path->count + 1);
    uint64_t *needs = TAKE(arena, uint64_t, 3 * (size_t)words * path->count);
    int32_t *slots = TAKE(arena, int32_t, NEEDS_A_WORD * words);
    if (!component->layers || !needs || !slots)
        return ODDS_NO_MEMORY;
    int32_t free = 0;
    for (int32_t slot = NEEDS_A_WORD * words; slot--;)
        slots[free++] = slot;
    for (int32_t i = 0; i < path->count; i++) {
        Box *box = &frontier->boxes[path->boxes[i]];
        Layer *layer = &component->layers[i];
        box->listed = 1;
        layer->box = box;
        layer->enter = needs;
        layer->once = needs + words;
        layer->most = needs + 2 * words;
        needs += 3 * words;
        for (int32_t word = 0; word < words; word++) {
            layer->enter[word] = layer->once[word] = 0;
            layer->most[word] = ALL_NEEDS;
        }
        int32_t closed[8], count = 0;
        for (uint8_t k = 0; k < box->numbers; k++) {
            Number *number = &frontier->numbers[box->number[k]];
            int opens = number->boxes_left == number->boxes;
            if (opens)
                number->slot = slots[--free];
            number->boxes_left--;
            number->squares_left -= box->size;
            int32_t word = number->slot / NEEDS_A_WORD, bit = number->slot % NEEDS_A_WORD * 4;
            uint64_t most = number->squares_left < 7 ? number->squares_left : 7;
            if (opens)
                layer->enter[word] |= (uint64_t)number->need << bit;
            layer->once[word] |= (uint64_t)1 << bit;
            layer->most[word] ^= (7 ^ most) << bit;
            if (number->boxes_left == 0)
                closed[count++] = number->slot;
        }
        while (count)
            slots[free++] = closed[--count];
    }
    return ODDS_DONE;
}

/* The needs after m mines in a box; whether no number needs fewer than none or more than it may.

   A guard bit above each need is set before the subtraction, and stays if and only if the need is
   not below 0; the same shows whether it is at most what it may be. */
static inline int lay(const uint64_t *before, const Layer *layer, int m, int words, uint64_t *after)
{
    uint64_t fits = ALL_GUARDS;
    for (int word = 0; word < words; word++) {
        uint64_t needs = (before[word] + layer->enter[word] + ALL_GUARDS) - m * layer->once[word];
        after[word] = needs & ALL_NEEDS;
        fits &= needs & ((layer->most[word] | ALL_GUARDS) - after[word]);
    }
    return fits == ALL_GUARDS;
}

static inline int is_less(const uint64_t *a, const uint64_t *b, int words)
{
    while (--words && a[words] == b[words])
        ;
    return a[words] < b[words];
}

/* Finds the states after a box, in order, from those before it: least first, of the lists that each
   number of mines in the box makes of them. */
static inline Verdict find_next(Odds *odds, Layer *layer, const uint64_t *before, uint64_t *after,
                                uint64_t *heads, int words)
{
    int size = layer->box->size;
    int32_t count = layer->count, at[9], states = 0;
    int32_t *next = layer->next = TAKE(&odds->counting, int32_t, (size_t)count * (size + 1));
    if (!next)
        return ODDS_NO_MEMORY;
    for (int m = 0; m <= size; m++)
        at[m] = -1;
    for (const uint64_t *least = NULL;; least = NULL) {
        for (int m = 0; m <= size; m++) {
            uint64_t *head = heads + m * words;
            int taken = states && at[m] < count
                && !memcmp(head, after - words, words * sizeof(uint64_t));
            if (taken)
                next[(size_t)at[m] * (size + 1) + m] = states - 1;
            if (taken || !states)
                while (++at[m] < count
                       && !lay(before + (size_t)at[m] * words, layer, m, words, head))
                    next[(size_t)at[m] * (size + 1) + m] = NOWHERE;
            if (at[m] < count && (!least || is_less(head, least, words)))
                least = head;
        }
        if (!least)
            break;
        memcpy(after, least, words * sizeof(uint64_t));
        after += words;
        states++;
        if (stopped(odds, 16))
            return ODDS_STOPPED;
    }
    layer[1].count = states;
    return ODDS_DONE;
}

/* Drops the states from which no layout can be completed. */
static Verdict drop_states(Odds *odds, Component *component)
{
    int32_t most = 1;
    for (int32_t i = 0; i < component->boxes; i++)
        most = component->layers[i].count > most ? component->layers[i].count : most;
    int32_t *kept = TAKE(&odds->counting, int32_t, 2 * (size_t)most); /* new numbers of states */
    if (!kept)
        return ODDS_NO_MEMORY;
    int32_t *kept_after = kept + most;
    kept_after[0] = 0;
    for (Layer *layer = &component->layers[component->boxes]; layer-- > component->layers;) {
        const int32_t *next = layer->next;
        int32_t *left = layer->next, count = 0;
        for (int32_t state = 0; state < layer->count; state++) {
            int completed = 0;
            for (int m = 0; m <= layer->box->size; m++, next++) {
                left[m] = *next == NOWHERE ? NOWHERE : kept_after[*next];
                completed |= left[m] != NOWHERE;
            }
            kept[state] = completed ? count++ : NOWHERE;
            if (completed)
                left += layer->box->size + 1;
        }
        layer->count = count;
        int32_t *exchanged = kept;
        kept = kept_after;
        kept_after = exchanged;
    }
    return ODDS_DONE;
}

/* Finds the states of all layers. */
static Verdict find_states(Odds *odds, Component *component, int64_t *states)
{
    int32_t words = component->words;
    uint64_t *needs[2] = {NULL, NULL}, *heads = TAKE(&odds->counting, uint64_t, 10 * (size_t)words);
    size_t room[2] = {0, 0};
    if (!heads)
        return ODDS_NO_MEMORY;
    needs[0] = heads + 9 * words; /* of the one state before all boxes */
    memset(needs[0], 0, words * sizeof(uint64_t));
    component->layers[0].count = 1;
    for (int32_t i = 0; i < component->boxes; i++) {
        Layer *layer = &component->layers[i];
        int after = (i + 1) % 2;
        size_t most = (size_t)layer->count * (layer->box->size + 1) * words;
        if (room[after] < most) {
            needs[after] = TAKE(&odds->counting, uint64_t, 2 * most);
            room[after] = 2 * most;
            if (!needs[after])
                return ODDS_NO_MEMORY;
        }
        const uint64_t *before = needs[!after];
        Verdict verdict = words == 1 ? find_next(odds, layer, before, needs[after], heads, 1)
                        : words == 2 ? find_next(odds, layer, before, needs[after], heads, 2)
                                     : find_next(odds, layer, before, needs[after], heads, words);
        if (verdict)
            return verdict;
        *states += layer->count;
        if (*states > odds->max_states)
            return ODDS_TOO_HARD;
        if (!layer[1].count)
            return ODDS_NO_LAYOUT;
    }
    return ODDS_DONE;
}

/* Finds how many mines may lie before each state, and makes room for as many weights.

   Where these are many, only the first layer of each segment keeps its own. The others share the
   room of one segment, and are weighed again when the way back comes to them. */
static Verdict make_room(Odds *odds, Component *component)
{
    size_t all = 0, segment = 0, most = 0;
    for (int32_t i = 0; i <= component->boxes; i++) {
        Layer *layer = &component->layers[i];
        State *states = layer->states = TAKE(&odds->counting, State, layer->count);
        if (!states)
            return ODDS_NO_MEMORY;
        for (int32_t state = 0; state < layer->count; state++)
            states[state] = (State){i ? INT32_MAX : 0, 0, 0};
        if (i) {
            const Layer *before = layer - 1;
            const int32_t *next = before->next;
            for (int32_t state = 0; state < before->count; state++) {
                int32_t low = before->states[state].low, high = before->states[state].high;
                for (int m = 0; m <= before->box->size; m++, next++)
                    if (*next != NOWHERE) {
                        State *to = &states[*next];
                        to->low = low + m < to->low ? low + m : to->low;
                        to->high = high + m > to->high ? high + m : to->high;
                    }
            }
        }
        layer->weights = 0;
        for (int32_t state = 0; state < layer->count; state++) {
            states[state].at = layer->weights;
            layer->weights += states[state].high - states[state].low + 1;
        }
        all += layer->weights;
    }
    component->segment = component->boxes + 1;
    if (all > MANY_WEIGHTS)
        for (component->segment = 1; component->segment < component->boxes / component->segment;)
            component->segment++;
    for (int32_t i = 0; i <= component->boxes; i++) {
        segment = i % component->segment ? segment + component->layers[i].weights : 0;
        most = segment > most ? segment : most;
    }
    double *shared = TAKE(&odds->counting, double, most), *free = shared;
    if (!shared)
        return ODDS_NO_MEMORY;
    for (int32_t i = 0; i <= component->boxes; i++) {
        Layer *layer = &component->layers[i];
        if (i % component->segment) {
            layer->ways = free;
            free += layer->weights;
        } else {
            layer->ways = TAKE(&odds->counting, double, layer->weights);
            free = shared;
            if (!layer->ways)
                return ODDS_NO_MEMORY;
        }
    }
    return ODDS_DONE;
}

/* Weighs the ways to reach the states of a layer and those after it, up to another. */
static Verdict weigh_ways(Odds *odds, Component *component, const Weights weights, int32_t first,
                          int32_t last)
{
    double least = LEAST;
    if (first == 0)
        component->layers[0].ways[0] = least = MOST;
    for (int32_t i = first; i < last; i++) {
        Layer *layer = &component->layers[i], *after = layer + 1;
        int size = layer->box->size;
        const double *weight = weights[size];
        const int32_t *next = layer->next;
        memset(after->ways, 0, after->weights * sizeof(double));
        for (int32_t state = 0; state < layer->count; state++) {
            const State *from = &layer->states[state];
            const double *ways = layer->ways + from->at;
            int32_t count = from->high - from->low + 1;
            for (int m = 0; m <= size; m++, next++)
                if (*next != NOWHERE) {
                    const State *to = &after->states[*next];
                    double *sums = after->ways + to->at + (from->low + m - to->low);
                    for (int32_t k = 0; k < count; k++)
                        sums[k] += weight[m] * ways[k];
                }
            if (stopped(odds, 16 + count))
                return ODDS_STOPPED;
        }
        least *= weight[0] < weight[size] ? weight[0] : weight[size];
        if (least < LEAST)
            least = rescale(after->ways, after->weights);
    }
    return ODDS_DONE;
}

/* A chance from weights: 0 and 1 exactly where it is certain. */
static double chance(double mined, double all, int never, int always)
{
    static const double next_to_1 = 1 - DBL_EPSILON / 2;
    double ratio = mined / all;
    if (never || always)
        return never ? 0 : 1;
    return ratio < DBL_MIN ? DBL_MIN : ratio > next_to_1 ? next_to_1 : ratio;
}

/* Finds the chances of all boxes. Given are weights of the ways to complete the board beyond the
   component, by the number of mines in it; at least one of them goes with a layout. */
static Verdict weigh_boxes(Odds *odds, Component *component, const Weights weights,
                           const double *beyond)
{
    Layer *last = &component->layers[component->boxes];
    size_t most = 0;
    for (Layer *layer = component->layers; layer <= last; layer++)
        most = layer->weights > most ? layer->weights : most;
    double *after = TAKE(&odds->counting, double, most), *before = TAKE(&odds->counting, double, most);
    if (!after || !before)
        return ODDS_NO_MEMORY;
    memcpy(after, beyond, last->weights * sizeof(double));
    double least = rescale(after, last->weights);
    for (int32_t i = component->boxes; i--;) {
        Layer *layer = &component->layers[i];
        if ((i + 1) % component->segment == 0) {
            int32_t first = i + 1 - component->segment;
            Verdict verdict = weigh_ways(odds, component, weights, first, i);
            if (verdict)
                return verdict;
        }
        int size = layer->box->size;
        const double *weight = weights[size];
        const int32_t *next = layer->next;
        double sums[9] = {0};
        memset(before, 0, layer->weights * sizeof(double));
        for (int32_t state = 0; state < layer->count; state++) {
            const State *from = &layer->states[state];
            const double *ways = layer->ways + from->at;
            double *completions = before + from->at;
            int32_t count = from->high - from->low + 1;
            for (int m = 0; m <= size; m++, next++)
                if (*next != NOWHERE) {
                    const State *to = &layer[1].states[*next];
                    const double *further = after + to->at + (from->low + m - to->low);
                    double sum = 0;
                    for (int32_t k = 0; k < count; k++) {
                        double completed = weight[m] * further[k];
                        completions[k] += completed;
                        sum += ways[k] * completed;
                    }
                    sums[m] += sum;
                }
            if (stopped(odds, 16 + 2 * count))
                return ODDS_STOPPED;
        }
        least *= weight[0] < weight[size] ? weight[0] : weight[size];
        if (least < LEAST)
            least = rescale(before, layer->weights);
        double all = 0, mined = 0, some = 0;
        for (int m = 0; m <= size; m++) {
            all += sums[m];
            mined += m * sums[m];
            some += m && m < size ? sums[m] : 0;
        }
        layer->box->chance = chance(mined, size * all, mined == 0, sums[0] == 0 && some == 0);
        double *exchanged = before;
        before = after;
        after = exchanged;
    }
    return ODDS_DONE;
}

#endif
