/* How likely each square of a board is a mine: components and the rest, tied by the mines left.

   A tally has the weights of layouts by their number of mines. The components are the leaves of a
   binary tree. Upwards, a node's tally is the product of its children's: of all layouts below it.
   Downwards, a node has the tally of all layouts elsewhere, as far as it leaves numbers of mines that
   the node can have. */

#ifndef MINESWEEP_ODDS_H
#define MINESWEEP_ODDS_H

#include <math.h>

#include "states.h"

typedef struct {
    int32_t low, high;   /* the fewest and most mines there can be */
    int32_t first, last; /* numbers of mines that have weights: the others are too unlikely */
    double *weights;     /* from `first` on, the largest 1; 0 only where there is no layout */
} Tally;

#define UNLIKELY 1e-150 /* beside the largest; products of two are not lost */

static double weight_of(const Tally *tally, int32_t mines)
{
    if (mines < tally->first || mines > tally->last)
        return mines < tally->low || mines > tally->high ? 0 : UNLIKELY;
    return tally->weights[mines - tally->first];
}

/* Makes the largest weight 1. Of many weights, those at the ends that change nothing are cut off. */
static void trim(Tally *tally)
{
    enum { MANY = 256 };
    double *weights = tally->weights, most = 0;
    int32_t count = tally->last - tally->first + 1;
    for (int32_t i = 0; i < count; i++)
        most = weights[i] > most ? weights[i] : most;
    for (int32_t i = 0; i < count && most > 0; i++)
        if (weights[i] > 0 && (weights[i] /= most) < UNLIKELY)
            weights[i] = UNLIKELY;
    while (count > MANY && *tally->weights < 1e-60)
        tally->weights++, tally->first++, count--;
    while (count > MANY && tally->weights[count - 1] < 1e-60)
        tally->last--, count--;
}

/* The tally of two parts together, for so many mines only. */
static Tally multiply(Odds *odds, const Tally *a, const Tally *b, int32_t first, int32_t last)
{
    Tally product = {a->low + b->low, a->high + b->high, a->first + b->first, a->last + b->last, 0};
    product.first = first > product.first ? first : product.first;
    product.last = last < product.last ? last : product.last;
    if (product.first > product.last)
        product.last = product.first - 1;
    product.weights = TAKE(odds, double, product.last - product.first + 1);
    memset(product.weights, 0, (size_t)(product.last - product.first + 1) * sizeof(double));
    for (int32_t i = a->first; i <= a->last; i++) {
        int32_t low = product.first - i > b->first ? product.first - i : b->first;
        int32_t high = product.last - i < b->last ? product.last - i : b->last;
        double weight = a->weights[i - a->first], *sums = product.weights + (i + low - product.first);
        const double *weights = b->weights + (low - b->first);
        for (int32_t k = 0; k <= high - low; k++)
            sums[k] += weight * weights[k];
        count_work(odds, 8 + high - low);
    }
    trim(&product);
    return product;
}

/* The tally of squares beside no number, for so many mines only: a binomial distribution. */
static Tally tally_rest(Odds *odds, int32_t squares, double density, int32_t first, int32_t last)
{
    Tally rest = {0, squares, first > 0 ? first : 0, last < squares ? last : squares, 0};
    if (rest.first > rest.last)
        rest.last = rest.first - 1;
    double ratio = density / (1 - density);
    double *weights = rest.weights = TAKE(odds, double, rest.last - rest.first + 1);
    int32_t likely = (int32_t)((squares + 1.0) * density); /* from where on weights fall */
    likely = likely > rest.last ? rest.last : likely < rest.first ? rest.first : likely;
    for (int32_t n = likely; n <= rest.last; n++)
        weights[n - rest.first] = n == likely ? 1
            : weights[n - 1 - rest.first] * ratio * (squares - n + 1) / n;
    for (int32_t n = likely - 1; n >= rest.first && n <= rest.last; n--)
        weights[n - rest.first] = weights[n + 1 - rest.first] * (n + 1) / (ratio * (squares - n));
    for (int32_t i = 0; i <= rest.last - rest.first; i++)
        weights[i] = weights[i] > UNLIKELY ? weights[i] : UNLIKELY;
    return rest;
}

/* Finds the components with their states; how many there are. */
static int32_t find_components(Odds *odds, Frontier *frontier, Component *components)
{
    double hopeless = 1e6 * odds->max_states;
    int64_t states = 0;
    int32_t count = 0;
    for (int32_t box = FIRST_BOX; box < frontier->count; box++) {
        if (frontier->boxes[box].listed)
            continue;
        Component *component = &components[count++];
        Path path = find_path(odds, frontier, box, hopeless);
        if (path.states >= hopeless) {
            /* Most likely too hard, which its start shows soon; else the end is worth finding. */
            int64_t states_of_start = states;
            lay_out(odds, frontier, path, component);
            find_states(odds, component, &states_of_start);
            reset(frontier, frontier->path, path.count);
            path = find_path(odds, frontier, box, INFINITY);
        }
        lay_out(odds, frontier, path, component);
        find_states(odds, component, &states);
        drop_states(odds, component);
        make_room(odds, component);
    }
    return count;
}

/* Weighs the ways through all components: with the density at which about as many mines are expected
   as are left, so that what matters is in no tail. Found by Newton's method. */
static double weigh_all(Odds *odds, Component *components, int32_t count, int32_t rest,
                        Binomial chances)
{
    double log_odds = log((odds->left + 0.5) / (odds->unknowns - odds->left + 0.5));
    for (;;) {
        double density = 1 / (1 + exp(-log_odds)), mean = rest * density;
        double variance = mean * (1 - density);
        set_binomial(chances, density);
        for (int32_t i = 0; i < count; i++) {
            weigh_ways(odds, &components[i], chances, 0, components[i].boxes);
            const Layer *last = &components[i].layers[components[i].boxes];
            double all = 0, sum = 0, squares = 0;
            for (size_t k = 0; k < last->weights_count; k++) {
                all += last->weights[k];
                sum += last->weights[k] * k;
                squares += last->weights[k] * k * k;
            }
            mean += last->states->low + sum / all;
            variance += squares / all - sum / all * (sum / all);
        }
        double off = odds->left - mean, step = off / variance;
        step = step < -2 ? -2 : step > 2 ? 2 : step;
        if (fabs(off) < 1 + 5 * sqrt(variance) || fabs(log_odds + step) > 9)
            return density;
        log_odds += step;
    }
}

/* Finds the chances of all boxes and of the rest. */
static void weigh_board(Odds *odds, Frontier *frontier)
{
    Component *components = TAKE(odds, Component, frontier->count);
    int32_t count = find_components(odds, frontier, components), left = (int32_t)odds->left;
    int32_t rest = frontier->boxes[REST].squares;
    Binomial chances;
    double density = weigh_all(odds, components, count, rest, chances), certain = 1;
    /* Node i has the children 2 i and 2 i + 1; node 1 is the root, and the last `count` are leaves. */
    Tally *inside = TAKE(odds, Tally, 2 * count + 2), *elsewhere = TAKE(odds, Tally, 2 * count + 2);
    inside[1] = (Tally){0, 0, 0, 0, &certain}; /* if there is no component */
    for (int32_t i = 2 * count - 1; i > 0; i--)
        if (i >= count) {
            const Component *component = &components[i - count];
            const Layer *last = &component->layers[component->boxes];
            int32_t low = last->states->low, high = last->states->high;
            inside[i] = (Tally){low, high, low, high, last->weights};
        } else
            inside[i] = multiply(odds, &inside[2 * i], &inside[2 * i + 1], 0, INT32_MAX);
    const Tally *root = &inside[1];
    elsewhere[1] = tally_rest(odds, rest, density, left - root->last, left - root->first);
    double all = 0, mined = 0;
    int never = 1, always = 1;
    for (int32_t mines = root->low; mines <= root->high; mines++) {
        double weight = weight_of(root, mines) * weight_of(&elsewhere[1], left - mines);
        all += weight;
        mined += weight * (left - mines);
        never &= weight == 0 || mines == left;
        always &= weight == 0 || left - mines == rest;
    }
    if (all == 0)
        leave(odds, ODDS_NO_LAYOUT);
    frontier->boxes[REST].chance = chance_of(mined, rest * all, never, always);
    for (int32_t i = 2; i < 2 * count; i++)
        elsewhere[i] = multiply(odds, &elsewhere[i / 2], &inside[i ^ 1], left - inside[i].last,
                                left - inside[i].first);
    for (int32_t i = 0; i < count; i++) {
        Tally *leaf = &inside[count + i];
        double *beyond = TAKE(odds, double, leaf->high - leaf->low + 1);
        for (int32_t mines = leaf->low; mines <= leaf->high; mines++)
            beyond[mines - leaf->low] = weight_of(leaf, mines) > 0
                ? weight_of(&elsewhere[count + i], left - mines) : 0;
        weigh_boxes(odds, &components[i], chances, beyond);
    }
}

/* How likely each square of a board is a mine, if so many mines lie on it: written row by row. The
   steps are bytes from row to row and from square to square. */
static Verdict find_chances(Odds *odds, const char *visible, ptrdiff_t row_step,
                            ptrdiff_t col_step, int64_t rows, int64_t cols, int64_t mines,
                            double *chances)
{
    Frontier frontier;
    odds->verdict = ODDS_DONE;
    if (!setjmp(odds->exit)) {
        read_board(odds, visible, row_step, col_step, rows, cols, mines);
        find_boxes(odds, &frontier);
        weigh_board(odds, &frontier);
        for (int64_t row = 0; row < rows; row++)
            for (int64_t col = 0; col < cols; col++) {
                int32_t box = odds->box[(row + 1) * odds->stride + 1 + col];
                chances[row * cols + col] = frontier.boxes[box].chance;
            }
    }
    give_back(odds);
    return odds->verdict;
}

static void init_odds(Odds *odds, int64_t max_states, int (*stop)(void *), void *asked)
{
    memset(odds, 0, sizeof *odds);
    odds->max_states = max_states;
    odds->stop = stop;
    odds->asked = asked;
}

#endif
