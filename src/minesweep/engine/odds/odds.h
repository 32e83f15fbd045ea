/* How likely each square of a board is a mine. */

#ifndef MINESWEEP_ODDS_H
#define MINESWEEP_ODDS_H

#include <math.h>

#include "totals.h"

/* What is known of all layouts once they are counted: the chance of each part. */
typedef struct {
    Frontier frontier;
    Component *components;
    int32_t count; /* of components */
    double *chances;
} Count;

/* A path that is expected to cost so many times what is allowed is likely to be too hard, and its
   start shows it soon, where a better path would take long to find. */
#define HOPELESS 1000.0

/* Finds the components and their states. */
static Verdict find_components(Odds *odds, Count *count)
{
    Frontier *frontier = &count->frontier;
    Verdict verdict = find_boxes(odds, frontier);
    if (verdict)
        return verdict;
    count->chances = TAKE(&odds->counting, double, FIRST_BOX + frontier->count);
    count->components = TAKE(&odds->counting, Component, frontier->count);
    if (!count->chances || !count->components)
        return ODDS_NO_MEMORY;
    count->count = 0;
    int64_t states = 0;
    Path path = {frontier->order, 0, 0, 0};
    for (int32_t box = 0; box < frontier->count; box++) {
        if (frontier->boxes[box].listed)
            continue;
        Component *component = &count->components[count->count++];
        if ((verdict = find_path(odds, frontier, box, HOPELESS * odds->max_states, &path)))
            return verdict;
        if (path.states >= HOPELESS * odds->max_states) {
            int64_t states_of_start = states;
            if ((verdict = lay_out(odds, frontier, &path, component))
                || (verdict = find_states(odds, component, &states_of_start)))
                return verdict;
            walk_back(frontier, &path);
            if ((verdict = find_path(odds, frontier, box, INFINITY, &path)))
                return verdict;
        }
        if ((verdict = lay_out(odds, frontier, &path, component))
            || (verdict = find_states(odds, component, &states))
            || (verdict = drop_states(odds, component))
            || (verdict = make_room(odds, component)))
            return verdict;
        path.boxes += path.count;
    }
    return ODDS_DONE;
}

/* Weighs the layouts of the components, with the density at which about as many mines are expected
   as there are, so that what matters is not in the tails. */
static Verdict weigh_components(Odds *odds, Count *count, Weights weights, double *density)
{
    double squares = (double)odds->unknowns, rest = (double)count->frontier.rest;
    double log_odds = log((odds->left + 0.5) / (squares - odds->left + 0.5));
    for (int trial = 0; trial < 40; trial++) {
        *density = 1 / (1 + exp(-log_odds));
        set_weights(weights, *density);
        double mean = rest * *density, variance = mean * (1 - *density);
        for (int32_t i = 0; i < count->count; i++) {
            Component *component = &count->components[i];
            Verdict verdict = weigh_ways(odds, component, weights, 0, component->boxes);
            if (verdict)
                return verdict;
            const Layer *last = &component->layers[component->boxes];
            double all = 0, sum = 0, squares_sum = 0;
            for (size_t k = 0; k < last->weights; k++) {
                all += last->ways[k];
                sum += k * last->ways[k];
                squares_sum += (double)k * k * last->ways[k];
            }
            mean += last->states->low + sum / all;
            variance += squares_sum / all - sum / all * (sum / all);
        }
        double off = odds->left - mean, change = off / variance;
        if (fabs(off) < 1 + 5 * sqrt(variance) || fabs(log_odds + change) > 9)
            break;
        log_odds += change < -2 ? -2 : change > 2 ? 2 : change;
    }
    return ODDS_DONE;
}

/* Ties the components to each other by the number of mines that is left for all, and finds the
   chances of all parts. */
static Verdict weigh_parts(Odds *odds, Count *count)
{
    Weights weights;
    double density;
    int32_t leaves = count->count;
    int64_t rest = count->frontier.rest;
    Verdict verdict = weigh_components(odds, count, weights, &density);
    if (verdict)
        return verdict;
    Node *nodes = TAKE(&odds->counting, Node, 2 * (size_t)leaves + 2);
    if (!nodes)
        return ODDS_NO_MEMORY;
    uint64_t nothing = 1;
    double certain = 1;
    nodes[1] = (Node){0, 0, &nothing, NULL, 0, 0, &certain, NULL}; /* where there is no leaf */
    for (int32_t i = 0; i < leaves; i++) {
        const Component *component = &count->components[i];
        const Layer *last = &component->layers[component->boxes];
        Node *leaf = &nodes[leaves + i];
        leaf->low = leaf->first = last->states->low;
        leaf->high = leaf->last = last->states->high;
        leaf->inside = last->ways;
        leaf->possible = no_bits(odds, leaf);
        if (!leaf->possible)
            return ODDS_NO_MEMORY;
        for (int32_t k = 0; k < range_of(leaf); k++)
            leaf->possible[k / 64] |= (uint64_t)(leaf->inside[k] > 0) << k % 64;
    }
    for (int32_t i = leaves - 1; i > 0; i--)
        if ((verdict = join(odds, &nodes[i], &nodes[2 * i], &nodes[2 * i + 1])))
            return verdict;
    if ((verdict = leave_to_root(odds, &nodes[1], rest, odds->left, density))
        || (verdict = weigh_rest(&nodes[1], rest, odds->left, &count->chances[REST])))
        return verdict;
    for (int32_t i = 1; i < leaves; i++)
        if ((verdict = leave_to_child(odds, &nodes[2 * i], &nodes[i], &nodes[2 * i + 1]))
            || (verdict = leave_to_child(odds, &nodes[2 * i + 1], &nodes[i], &nodes[2 * i])))
            return verdict;
    for (int32_t i = 0; i < leaves; i++) {
        confine(&nodes[leaves + i]);
        verdict = weigh_boxes(odds, &count->components[i], weights, nodes[leaves + i].outside);
        if (verdict)
            return verdict;
    }
    for (int32_t box = 0; box < count->frontier.count; box++)
        count->chances[FIRST_BOX + box] = count->frontier.boxes[box].chance;
    return ODDS_DONE;
}

/* Finds the chances of all parts of a board of which all trivial proofs have been drawn. */
static Verdict count_layouts(Odds *odds, Count *count)
{
    start_anew(&odds->counting);
    Verdict verdict = find_components(odds, count);
    if (verdict)
        return verdict;
    count->chances[SAFE] = 0;
    count->chances[MINED] = 1;
    return weigh_parts(odds, count);
}

/* How likely each square of a board is a mine, if so many mines lie on it: written to `chances`, row
   by row. Steps are bytes from row to row and from square to square. */
static Verdict find_chances(Odds *odds, const char *visible, ptrdiff_t row_step,
                            ptrdiff_t col_step, int32_t rows, int32_t cols, int64_t mines,
                            double *chances)
{
    Count count;
    Verdict verdict = read_board(odds, visible, row_step, col_step, rows, cols, mines);
    if (verdict)
        return verdict;
    prove_most(odds);
    if ((verdict = begin_proofs(odds)) || (verdict = count_layouts(odds, &count)))
        return verdict;
    for (int32_t row = 0; row < rows; row++) {
        const int32_t *part = odds->part + (row + 1) * odds->stride + 1;
        for (int32_t col = 0; col < cols; col++)
            *chances++ = count.chances[part[col]];
    }
    return ODDS_DONE;
}

/* Tells where the mines lie, so that squares are opened; all may be that are not settled. */
static Verdict tell_mines(Odds *odds, const char *mines, ptrdiff_t row_step, ptrdiff_t col_step)
{
    odds->mines = TAKE(&odds->arena, uint8_t, 2 * (size_t)odds->size);
    if (!odds->mines)
        return ODDS_NO_MEMORY;
    odds->state = odds->mines + odds->size;
    odds->opened = 0;
    memset(odds->mines, 0, odds->size);
    memcpy(odds->state, odds->unknown, odds->size);
    for (int32_t row = 0; row < odds->rows; row++)
        for (int32_t col = 0; col < odds->cols; col++)
            odds->mines[(row + 1) * odds->stride + 1 + col] = mines[row * row_step + col * col_step] != 0;
    return ODDS_DONE;
}

/* Opens all squares that are proven safe, again and again until none is. */
static Verdict open_proven(Odds *odds)
{
    Count count;
    Verdict verdict;
    while (!(verdict = prove(odds)) && odds->unknowns) {
        int64_t unknowns = odds->unknowns;
        if ((verdict = count_layouts(odds, &count)))
            return verdict;
        for (int32_t square = 0; square < odds->size; square++)
            if (odds->unknown[square]) {
                double chance = count.chances[odds->part[square]];
                if (chance == 0 || chance == 1)
                    settle(odds, square, chance == 1);
            }
        if (odds->unknowns == unknowns)
            break;
    }
    return verdict;
}

/* Opens, on a board of a game, all squares that are proven safe, again and again until none is.
   Flags stay. The board changes only where this is done to the end; how many squares. */
static Verdict open_safe(Odds *odds, char *visible, ptrdiff_t row_step, ptrdiff_t col_step,
                         const char *mines, ptrdiff_t mines_row_step, ptrdiff_t mines_col_step,
                         int32_t rows, int32_t cols, int64_t count, int64_t *opened)
{
    enum { HIDDEN = -1 };
    Verdict verdict = read_board(odds, visible, row_step, col_step, rows, cols, count);
    if (verdict || (verdict = tell_mines(odds, mines, mines_row_step, mines_col_step)))
        return verdict;
    for (int32_t row = 0; row < rows; row++)
        for (int32_t col = 0; col < cols; col++)
            if (visible[row * row_step + col * col_step] != HIDDEN)
                odds->state[(row + 1) * odds->stride + 1 + col] = CLOSED_FOR_GOOD;
    if ((verdict = begin_proofs(odds)) || (verdict = open_proven(odds)))
        return verdict;
    for (int32_t row = 0; row < rows; row++)
        for (int32_t col = 0; col < cols; col++) {
            int32_t square = (row + 1) * odds->stride + 1 + col;
            if (odds->state[square] == OPENED)
                visible[row * row_step + col * col_step] = number_at(odds, square);
        }
    *opened = odds->opened;
    return ODDS_DONE;
}

/* Whether a layout can be won by proofs alone, its number of mines known, from the first square
   on. */
static Verdict find_solvable(Odds *odds, const char *mines, ptrdiff_t row_step, ptrdiff_t col_step,
                             int32_t rows, int32_t cols, int32_t row, int32_t col, int *solvable)
{
    static const char hidden = -1; /* all squares are this one */
    int32_t first = (row + 1) * (cols + 1) + 1 + col;
    Verdict verdict = read_board(odds, &hidden, 0, 0, rows, cols, 0);
    if (verdict || (verdict = tell_mines(odds, mines, row_step, col_step)))
        return verdict;
    odds->left = count_marked(odds->mines, odds->size);
    int64_t safe = odds->unknowns - odds->left;
    *solvable = 0;
    if (odds->mines[first])
        return ODDS_DONE;
    if ((verdict = begin_proofs(odds)))
        return verdict;
    if (odds->unknown[first])
        settle(odds, first, 0);
    verdict = open_proven(odds);
    *solvable = odds->opened == safe;
    return verdict;
}

static void init_odds(Odds *odds, int64_t max_states, int (*stop)(void *), void *asked)
{
    memset(odds, 0, sizeof *odds);
    odds->max_states = max_states;
    odds->stop = stop;
    odds->asked = asked;
}

static void free_odds(Odds *odds)
{
    free_chunks(odds->arena.newest);
    free_chunks(odds->counting.newest);
}

#endif
