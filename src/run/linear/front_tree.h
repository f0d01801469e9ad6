// front_tree.h -- how a sparse matrix falls apart into dense ones: elimination of neighbouring
// unknowns at a time [DR83], [L92]. A front has the pivots of one such group, and the rows and
// columns that their elimination touches; what is left of it is added to the front of its parent.
#ifndef RUN_LINEAR_FRONT_TREE_H
#define RUN_LINEAR_FRONT_TREE_H
#include "run/linear/sparse_pattern.h"

typedef struct FrontTree {
    int32_t n, n_fronts;
    int32_t *order;           // the unknowns in the order of elimination
    int32_t *first;           // per front and one more: where its pivots begin in that order
    int32_t *parent;          // -1: nothing is left of it
    int32_t *child, *sibling; // the last child; the one before it; -1: none
    size_t *touching;         // per front and one more: where its list in `touched` begins
    int32_t *touched;         // rows and columns behind the pivots, ascending
    int32_t *place;           // beside it: where they are in the front of the parent
    double work;              // multiplications and additions of a factorization
} FrontTree;

// The pattern is taken as symmetric: entries that are missing for that are zero.
FrontTree *front_tree_open(Arena *out, const SparsePattern *pattern);

static inline int32_t front_pivots(const FrontTree *t, int32_t s)
{
    return t->first[s + 1] - t->first[s];
}
static inline int32_t front_touched(const FrontTree *t, int32_t s)
{
    return (int32_t)(t->touching[s + 1] - t->touching[s]);
}
// Where an unknown of the front, in the order of elimination, is in it.
int32_t front_place(const FrontTree *t, int32_t s, int32_t unknown);
#endif
