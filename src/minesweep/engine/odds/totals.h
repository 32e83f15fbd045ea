/* Counting the layouts of the whole board: components together, and the squares beside no number.

   The number of mines in the components and on the rest is known in all, and this ties them to each
   other. The components are the leaves of a binary tree. Upwards, a node has the weights of all
   layouts of the components below it, by their number of mines: the product of its children's
   polynomials. Downwards, it has the weights of all layouts of everything else, by the number of
   mines that this leaves to it.

   Sums over many components have long tails that are too small to matter, and are cut off. Which
   numbers of mines are possible at all is therefore kept apart from the weights, bit by bit. */

#ifndef MINESWEEP_ODDS_TOTALS_H
#define MINESWEEP_ODDS_TOTALS_H

#include "states.h"

typedef struct {
    int32_t low, high;   /* the fewest and most mines below it */
    uint64_t *possible;  /* bit k: low + k mines are possible there */
    uint64_t *wanted;    /* bit k: everything else can leave low + k mines to it */
    int32_t first, last; /* the numbers of mines that have weights */
    double *inside;      /* weights of the layouts below it, from `first` mines on */
    double *outside;     /* weights of the layouts of everything else */
} Node;

/* More weights than LONG are worth a cut, of those that are ABSENT beside the largest, which is 1. */
enum { LONG = 256 };
#define ABSENT 1e-60

/* The first bit from this one on that is set, or that is not; `count` if there is none. */
static int32_t find_bit(const uint64_t *bits, int32_t from, int32_t count, int set)
{
    while (from < count) {
        uint64_t word = (set ? bits[from / 64] : ~bits[from / 64]) >> from % 64;
        if (word) {
            for (; !(word & 1); word >>= 1)
                from++;
            break;
        }
        from = (from | 63) + 1;
    }
    return from < count ? from : count;
}

/* Sets the bits from first to last, as far as they lie within 0 to count - 1. */
static void set_bits(uint64_t *bits, int32_t count, int64_t first, int64_t last)
{
    first = first < 0 ? 0 : first;
    last = last < count ? last : count - 1;
    if (first > last)
        return;
    uint64_t from = ~(uint64_t)0 << first % 64, to = ~(uint64_t)0 >> (63 - last % 64);
    if (first / 64 == last / 64) {
        bits[first / 64] |= from & to;
        return;
    }
    bits[first / 64] |= from;
    for (int64_t word = first / 64 + 1; word < last / 64; word++)
        bits[word] = ~(uint64_t)0;
    bits[last / 64] |= to;
}

static inline int32_t range_of(const Node *node)
{
    return node->high - node->low + 1;
}

static uint64_t *no_bits(Odds *odds, const Node *node)
{
    size_t words = range_of(node) / 64 + 1;
    uint64_t *bits = TAKE(&odds->counting, uint64_t, words);
    if (bits)
        memset(bits, 0, words * sizeof(uint64_t));
    return bits;
}

/* The numbers of mines that are possible in two nodes together. */
static void add_possible(Node *node, const Node *a, const Node *b)
{
    int32_t a_range = range_of(a), b_range = range_of(b), count = range_of(node);
    for (int32_t i = 0, i_end; (i = find_bit(a->possible, i, a_range, 1)) < a_range; i = i_end) {
        i_end = find_bit(a->possible, i, a_range, 0);
        for (int32_t j = 0, j_end; (j = find_bit(b->possible, j, b_range, 1)) < b_range; j = j_end) {
            j_end = find_bit(b->possible, j, b_range, 0);
            set_bits(node->possible, count, (int64_t)i + j, (int64_t)i_end + j_end - 2);
        }
    }
}

/* The numbers of mines that a node and everything else can leave to its other child. */
static void add_wanted(Node *child, const Node *node, const Node *other)
{
    int32_t range = range_of(node), o_range = range_of(other), count = range_of(child);
    for (int32_t i = 0, i_end; (i = find_bit(node->wanted, i, range, 1)) < range; i = i_end) {
        i_end = find_bit(node->wanted, i, range, 0);
        for (int32_t j = 0, j_end; (j = find_bit(other->possible, j, o_range, 1)) < o_range; j = j_end) {
            j_end = find_bit(other->possible, j, o_range, 0);
            set_bits(child->wanted, count, (int64_t)i - (j_end - 1), (int64_t)i_end - 1 - j);
        }
    }
}

/* Makes the largest weight 1. */
static void scale(double *weights, int32_t count)
{
    double most = 0;
    for (int32_t i = 0; i < count; i++)
        most = weights[i] > most ? weights[i] : most;
    for (int32_t i = 0; i < count && most > 0; i++)
        weights[i] /= most;
}

/* A node from its children: the product of their polynomials, without tails too small to matter. */
static Verdict join(Odds *odds, Node *node, const Node *a, const Node *b)
{
    node->low = a->low + b->low;
    node->high = a->high + b->high;
    node->first = a->first + b->first;
    node->last = a->last + b->last;
    int32_t count = node->last - node->first + 1;
    node->possible = no_bits(odds, node);
    node->inside = TAKE(&odds->counting, double, count);
    if (!node->possible || !node->inside)
        return ODDS_NO_MEMORY;
    add_possible(node, a, b);
    memset(node->inside, 0, count * sizeof(double));
    for (int32_t i = 0; i <= a->last - a->first; i++) {
        for (int32_t k = 0; k <= b->last - b->first; k++)
            node->inside[i + k] += a->inside[i] * b->inside[k];
        if (stopped(odds, b->last - b->first))
            return ODDS_STOPPED;
    }
    scale(node->inside, count);
    if (count > LONG) {
        for (; *node->inside < ABSENT; node->inside++)
            node->first++;
        while (node->inside[node->last - node->first] < ABSENT)
            node->last--;
    }
    return ODDS_DONE;
}

/* What everything else leaves to a child, from what it leaves to the node and its other child. */
static Verdict leave_to_child(Odds *odds, Node *child, const Node *node, const Node *other)
{
    int32_t count = child->last - child->first + 1;
    child->wanted = no_bits(odds, child);
    child->outside = TAKE(&odds->counting, double, count);
    if (!child->wanted || !child->outside)
        return ODDS_NO_MEMORY;
    add_wanted(child, node, other);
    memset(child->outside, 0, count * sizeof(double));
    for (int32_t mines = other->first; mines <= other->last; mines++) {
        double weight = other->inside[mines - other->first];
        int32_t low = node->first - mines, high = node->last - mines;
        low = low > child->first ? low : child->first;
        high = high < child->last ? high : child->last;
        const double *outside = node->outside + (low + mines - node->first);
        for (int32_t k = 0; k <= high - low; k++)
            child->outside[low - child->first + k] += weight * outside[k];
        if (stopped(odds, 8 + count))
            return ODDS_STOPPED;
    }
    scale(child->outside, count);
    return ODDS_DONE;
}

/* What the rest leaves to the components, if so many mines are left for both. */
static Verdict leave_to_root(Odds *odds, Node *root, int64_t rest, int64_t left, double density)
{
    int32_t count = root->last - root->first + 1;
    root->wanted = no_bits(odds, root);
    root->outside = TAKE(&odds->counting, double, count);
    if (!root->wanted || !root->outside)
        return ODDS_NO_MEMORY;
    set_bits(root->wanted, range_of(root), left - rest - root->low, left - root->low);
    memset(root->outside, 0, count * sizeof(double));
    int64_t low = left - root->last, high = left - root->first; /* mines on the rest */
    low = low > 0 ? low : 0;
    high = high < rest ? high : rest;
    if (low > high)
        return ODDS_DONE;
    /* The binomial distribution, from its largest weight on. */
    int64_t most = (int64_t)((rest + 1) * density);
    most = most < low ? low : most > high ? high : most;
    double *weight = root->outside + (left - root->first), ratio = density / (1 - density);
    weight[-most] = 1;
    for (int64_t mines = most; mines < high; mines++)
        weight[-mines - 1] = weight[-mines] * ratio * (rest - mines) / (mines + 1);
    for (int64_t mines = most; mines > low; mines--)
        weight[-mines + 1] = weight[-mines] * mines / (ratio * (rest - mines + 1));
    return ODDS_DONE;
}

/* The chance of the squares that are beside no number. */
static Verdict weigh_rest(const Node *root, int64_t rest, int64_t left, double *found)
{
    int never = 1, always = 1, none = 1;
    for (int32_t k = 0; k < range_of(root); k++)
        if (root->possible[k / 64] & root->wanted[k / 64] & (uint64_t)1 << k % 64) {
            int64_t mines = left - root->low - k;
            none = 0;
            never &= mines == 0;
            always &= mines == rest;
        }
    if (none)
        return ODDS_NO_LAYOUT;
    double all = 0, mined = 0;
    for (int32_t k = root->first; k <= root->last; k++) {
        double weight = root->inside[k - root->first] * root->outside[k - root->first];
        all += weight;
        mined += weight * (left - k);
    }
    *found = chance(mined, rest * all, never, always);
    return ODDS_DONE;
}

/* Makes a leaf's outside what `weigh_boxes` needs: 0 exactly where there is no layout. */
static void confine(Node *leaf)
{
    int32_t count = range_of(leaf);
    for (int32_t k = 0; k < count; k++)
        if (!(leaf->possible[k / 64] & leaf->wanted[k / 64] & (uint64_t)1 << k % 64))
            leaf->outside[k] = 0;
        else if (leaf->outside[k] < DBL_MIN)
            leaf->outside[k] = DBL_MIN;
}

#endif
