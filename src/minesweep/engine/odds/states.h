/* Counting the layouts of a component, box after box, with merged states.

   Whatever has been laid so far, all that matters to the boxes ahead is what the open numbers still
   need. This is a state: layouts that leave the same needs are counted together. A need has four
   bits of a word, the highest of them 0, for a number that needs 8 mines has been settled. Mines in
   a box change the needs of its numbers by one subtraction, the same for all states; so states that
   are in order stay in order, and those after a box are merged from one ordered list for each
   number of mines in it. States from which no layout can be completed are dropped.

   Then each state gets weights: of the ways to reach it, by how many mines they have. Then, the
   other way, of the ways to complete it. Sums of products of the two are the weights of all layouts
   with m mines in a box. A layout weighs as if every square had a mine with a fixed probability, the
   density: all layouts of a board have the same number of mines, so this changes nothing, and it
   keeps the weights of what matters in the range of doubles. There are no subtractions, so a weight
   is 0 only where there is no layout, as long as none becomes too small: see `rescale`. */

#ifndef MINESWEEP_ODDS_STATES_H
#define MINESWEEP_ODDS_STATES_H

#include <float.h>

#include "frontier.h"

enum { NEEDS_A_WORD = 16, NOWHERE = -1, MANY_WEIGHTS = 1 << 17 };

#define ALL_NEEDS 0x7777777777777777u
#define ALL_GUARDS 0x8888888888888888u

typedef struct {
    int32_t low, high; /* the fewest and most mines laid before it */
    size_t at;         /* where its weights are in the layer's, from `low` mines on */
} State;

/* The states before a box. The last layer has no box, and one state. */
typedef struct {
    Box *box;
    uint64_t *enter, *once, *most; /* words of needs: of numbers that the box opens, 1 for each of
                                      its numbers, and what there may be after it */
    int32_t count;                 /* of states */
    int32_t *next;                 /* after m mines: entry state * (squares + 1) + m */
    State *states;
    double *weights;
    size_t weights_count;
} Layer;

typedef struct {
    Layer *layers;
    int32_t boxes;   /* one less than layers */
    int32_t words;   /* of a state */
    int32_t segment; /* layers of which one keeps its weights for good */
} Component;

/* Lays out the layers of a path, without their states. */
static void lay_out(Odds *odds, Frontier *frontier, Path path, Component *component)
{
    int32_t words = (path.slots + NEEDS_A_WORD - 1) / NEEDS_A_WORD, free = 0;
    uint64_t *needs = TAKE(odds, uint64_t, 3 * (size_t)words * path.count);
    int32_t *slots = TAKE(odds, int32_t, NEEDS_A_WORD * words);
    *component = (Component){TAKE(odds, Layer, path.count + 1), path.count, words, 0};
    for (int32_t slot = NEEDS_A_WORD * words; slot--;)
        slots[free++] = slot;
    for (int32_t i = 0; i < path.count; i++, needs += 3 * words) {
        Box *box = &frontier->boxes[frontier->path[i]];
        Layer *layer = &component->layers[i];
        *layer = (Layer){
            .box = box, .enter = needs, .once = needs + words, .most = needs + 2 * words};
        memset(needs, 0, 2 * (size_t)words * sizeof *needs);
        memset(layer->most, 0x77, (size_t)words * sizeof *needs);
        box->listed = 1;
        for (int k = 0; k < box->numbers; k++) {
            Number *number = &frontier->numbers[box->number[k]];
            int opens = number->boxes_left == number->boxes;
            if (opens)
                number->slot = slots[--free];
            number->boxes_left--;
            number->squares_left -= (uint8_t)box->squares;
            int32_t word = number->slot / NEEDS_A_WORD, bit = number->slot % NEEDS_A_WORD * 4;
            uint64_t most = number->squares_left < 7 ? number->squares_left : 7;
            layer->enter[word] |= (uint64_t)(opens ? number->need : 0) << bit;
            layer->once[word] |= (uint64_t)1 << bit;
            layer->most[word] ^= (7 ^ most) << bit;
        }
        for (int k = 0; k < box->numbers; k++)
            if (frontier->numbers[box->number[k]].boxes_left == 0)
                slots[free++] = frontier->numbers[box->number[k]].slot;
    }
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

/* Finds the states after a box: always the least of the lists' heads. */
static inline void find_next(Odds *odds, Layer *layer, const uint64_t *before, uint64_t *after,
                             uint64_t *heads, int words)
{
    int size = layer->box->squares + 1;
    int32_t count = layer->count, at[9], states = 0;
    int32_t *next = layer->next = TAKE(odds, int32_t, (size_t)count * size);
    memset(at, -1, sizeof at);
    for (const uint64_t *least = NULL;; least = NULL) {
        for (int m = 0; m < size; m++) {
            uint64_t *head = heads + m * words;
            int taken = states && at[m] < count
                && !memcmp(head, after - words, (size_t)words * sizeof *head);
            if (taken)
                next[(size_t)at[m] * size + m] = states - 1;
            if (taken || !states)
                while (++at[m] < count
                       && !lay(before + (size_t)at[m] * words, layer, m, words, head))
                    next[(size_t)at[m] * size + m] = NOWHERE;
            if (at[m] < count && (!least || is_less(head, least, words)))
                least = head;
        }
        if (!least)
            break;
        memcpy(after, least, (size_t)words * sizeof *after);
        after += words;
        states++;
        count_work(odds, 16);
    }
    layer[1].count = states;
}

/* Finds the states of all layers, and adds how many they are. */
static void find_states(Odds *odds, Component *component, int64_t *states)
{
    int words = component->words;
    size_t room[2] = {0, 0};
    uint64_t *heads = TAKE(odds, uint64_t, 10 * (size_t)words), *needs[2] = {heads + 9 * words};
    memset(needs[0], 0, (size_t)words * sizeof *heads);
    component->layers[0].count = 1;
    for (int32_t i = 0; i < component->boxes; i++) {
        Layer *layer = &component->layers[i];
        size_t most = (size_t)layer->count * (layer->box->squares + 1) * words;
        uint64_t *before = needs[i % 2], **after = &needs[(i + 1) % 2];
        if (room[(i + 1) % 2] < most)
            *after = TAKE(odds, uint64_t, room[(i + 1) % 2] = 2 * most);
        if (words == 1)
            find_next(odds, layer, before, *after, heads, 1);
        else
            find_next(odds, layer, before, *after, heads, words);
        if ((*states += layer->count) > odds->max_states)
            leave(odds, ODDS_TOO_HARD);
        if (!layer[1].count)
            leave(odds, ODDS_NO_LAYOUT);
    }
}

/* Drops the states from which no layout can be completed. */
static void drop_states(Odds *odds, Component *component)
{
    int32_t most = 1;
    for (int32_t i = 0; i < component->boxes; i++)
        most = component->layers[i].count > most ? component->layers[i].count : most;
    int32_t *kept = TAKE(odds, int32_t, most), *after = TAKE(odds, int32_t, most), *swap;
    after[0] = 0;
    for (Layer *layer = &component->layers[component->boxes]; layer-- > component->layers;) {
        int32_t *next = layer->next, *left = next, count = 0, size = layer->box->squares + 1;
        for (int32_t state = 0; state < layer->count; state++) {
            int completed = 0;
            for (int m = 0; m < size; m++, next++) {
                left[m] = *next == NOWHERE ? NOWHERE : after[*next];
                completed |= left[m] != NOWHERE;
            }
            kept[state] = completed ? count++ : NOWHERE;
            left += completed ? size : 0;
        }
        layer->count = count;
        swap = kept, kept = after, after = swap;
    }
}

/* Finds how many mines may lie before each state, and makes room for as many weights.

   Where these are many, only the first layer of each segment keeps its own; the others share the
   room of one segment, and are weighed again when the way back comes to them. */
static void make_room(Odds *odds, Component *component)
{
    size_t all = 0, most = 0, used = 0;
    for (int32_t i = 0; i <= component->boxes; i++) {
        Layer *layer = &component->layers[i], *before = layer - 1;
        layer->states = TAKE(odds, State, layer->count);
        for (int32_t state = 0; state < layer->count; state++)
            layer->states[state] = (State){i ? INT32_MAX : 0, 0, 0};
        for (int32_t state = 0, *next = i ? before->next : NULL; i && state < before->count; state++)
            for (int m = 0; m <= before->box->squares; m++, next++)
                if (*next != NOWHERE) {
                    State *from = &before->states[state], *to = &layer->states[*next];
                    to->low = from->low + m < to->low ? from->low + m : to->low;
                    to->high = from->high + m > to->high ? from->high + m : to->high;
                }
        layer->weights_count = 0;
        for (int32_t state = 0; state < layer->count; state++) {
            layer->states[state].at = layer->weights_count;
            layer->weights_count += layer->states[state].high - layer->states[state].low + 1;
        }
        all += layer->weights_count;
    }
    int32_t segment = component->boxes + 1;
    if (all > MANY_WEIGHTS)
        for (segment = 1; segment < component->boxes / segment;)
            segment++;
    for (int32_t i = 0; i <= component->boxes; i++) {
        used = i % segment ? used + component->layers[i].weights_count : 0;
        most = used > most ? used : most;
    }
    double *shared = TAKE(odds, double, most), *free = shared;
    for (int32_t i = 0; i <= component->boxes; i++) {
        Layer *layer = &component->layers[i];
        layer->weights = i % segment ? free : TAKE(odds, double, layer->weights_count);
        free = i % segment ? free + layer->weights_count : shared;
    }
    component->segment = segment;
}

/* Entry n, m: the probability of m mines in n squares, if each has one with a probability. */
typedef double Binomial[9][9];

static void set_binomial(Binomial chances, double density)
{
    chances[0][0] = 1;
    for (int n = 0; n < 8; n++) {
        chances[n + 1][0] = chances[n][0] * (1 - density);
        for (int m = 0; m < n; m++)
            chances[n + 1][m + 1] = chances[n][m + 1] * (1 - density) + chances[n][m] * density;
        chances[n + 1][n + 1] = chances[n][n] * density;
    }
}

/* Weights are kept between LEAST and MOST: no product of two of them and a probability of mines in a
   box leaves the range of doubles. */
#define MOST 1e150
#define LEAST 1e-135
#define RAISED 1e-105

/* Makes the sum of weights MOST, and raises those that would soon be lost: beside the others they do
   not matter. Returns the least that is not 0. */
static double rescale(double *weights, size_t count)
{
    double sum = 0, least = MOST;
    for (size_t i = 0; i < count; i++)
        sum += weights[i];
    for (size_t i = 0; i < count; i++)
        if (weights[i] > 0) {
            weights[i] = weights[i] / sum * MOST;
            weights[i] = weights[i] > RAISED ? weights[i] : RAISED;
            least = weights[i] < least ? weights[i] : least;
        }
    return least;
}

/* Weighs the ways to reach the states of the layers after one, up to another. */
static void weigh_ways(Odds *odds, Component *component, Binomial chances, int32_t first,
                       int32_t last)
{
    double least = LEAST;
    if (first == 0)
        component->layers[0].weights[0] = least = MOST;
    for (int32_t i = first; i < last; i++) {
        Layer *layer = &component->layers[i], *after = layer + 1;
        int squares = layer->box->squares;
        const double *chance = chances[squares];
        const int32_t *next = layer->next;
        memset(after->weights, 0, after->weights_count * sizeof(double));
        for (int32_t state = 0; state < layer->count; state++) {
            const State *from = &layer->states[state];
            const double *ways = layer->weights + from->at;
            int32_t count = from->high - from->low + 1;
            for (int m = 0; m <= squares; m++, next++)
                if (*next != NOWHERE) {
                    const State *to = &after->states[*next];
                    double *sums = after->weights + to->at + (from->low + m - to->low);
                    for (int32_t k = 0; k < count; k++)
                        sums[k] += chance[m] * ways[k];
                }
            count_work(odds, 16 + count);
        }
        least *= chance[0] < chance[squares] ? chance[0] : chance[squares];
        if (least < LEAST)
            least = rescale(after->weights, after->weights_count);
    }
}

/* A chance: 0 and 1 only where it is certain. */
static double chance_of(double mined, double all, int never, int always)
{
    double ratio = mined / all, below_1 = 1 - DBL_EPSILON / 2;
    if (never || always)
        return never ? 0 : 1;
    return ratio < DBL_MIN ? DBL_MIN : ratio < below_1 ? ratio : below_1;
}

/* Finds the chances of all boxes, given the weights of the ways to complete the board beyond the
   component, by the number of mines in it. */
static void weigh_boxes(Odds *odds, Component *component, Binomial chances, const double *beyond)
{
    Layer *layer = &component->layers[component->boxes];
    size_t most = 0;
    for (int32_t i = 0; i <= component->boxes; i++)
        if (component->layers[i].weights_count > most)
            most = component->layers[i].weights_count;
    double *after = TAKE(odds, double, most), *before = TAKE(odds, double, most), *swap;
    memcpy(after, beyond, layer->weights_count * sizeof(double));
    double least = rescale(after, layer->weights_count);
    while (layer-- > component->layers) {
        int32_t i = (int32_t)(layer - component->layers), squares = layer->box->squares;
        if ((i + 1) % component->segment == 0)
            weigh_ways(odds, component, chances, i + 1 - component->segment, i);
        const double *chance = chances[squares];
        const int32_t *next = layer->next;
        double sums[9] = {0}, all = 0, mined = 0;
        memset(before, 0, layer->weights_count * sizeof(double));
        for (int32_t state = 0; state < layer->count; state++) {
            const State *from = &layer->states[state];
            const double *ways = layer->weights + from->at;
            double *completions = before + from->at;
            int32_t count = from->high - from->low + 1;
            for (int m = 0; m <= squares; m++, next++)
                if (*next != NOWHERE) {
                    const State *to = &layer[1].states[*next];
                    const double *further = after + to->at + (from->low + m - to->low);
                    double sum = 0;
                    for (int32_t k = 0; k < count; k++) {
                        double completed = chance[m] * further[k];
                        completions[k] += completed;
                        sum += ways[k] * completed;
                    }
                    sums[m] += sum;
                }
            count_work(odds, 16 + 2 * count);
        }
        least *= chance[0] < chance[squares] ? chance[0] : chance[squares];
        if (least < LEAST)
            least = rescale(before, layer->weights_count);
        int always = 1;
        for (int m = 0; m <= squares; m++) {
            all += sums[m];
            mined += m * sums[m];
            always &= m == squares || sums[m] == 0;
        }
        layer->box->chance = chance_of(mined, squares * all, mined == 0, always);
        swap = before, before = after, after = swap;
    }
}

#endif
