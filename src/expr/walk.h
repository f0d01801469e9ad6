// walk.h -- expression graphs in order of dependence, without recursion; private to expr/.
#ifndef EXPR_WALK_H
#define EXPR_WALK_H
#include "expr/table.h"

typedef struct WalkStep {
    const Expr *node;
    uint32_t next; // argument to look at
} WalkStep;

enum { WALK_FEW = 16, WALK_SLOTS = 2 * WALK_FEW };

// Use: walk_open, walk_push, then while the stack is not empty: look at the top; either
// walk_finish it at once, or walk_descend until that says false, then walk_finish it.
//
// Most expressions have a few nodes: those need no memory but this. It must stay where it was
// opened.
typedef struct Walk {
    const char *label;
    Arena *scratch; // ask walk_scratch; NULL while nothing needed it
    VEC(WalkStep) stack;
    // Results by node, open addressing: id + 1, 0 where nothing is.
    uint32_t *ids, shift, n_results;
    const void **results;
    uint32_t few_ids[WALK_SLOTS];
    const void *few_results[WALK_SLOTS];
    WalkStep few_steps[WALK_FEW];
} Walk;

void walk_open(Walk *w, const char *label);
void walk_close(Walk *w);
Arena *walk_scratch(Walk *w);
void walk_push(Walk *w, const Expr *e);
// Puts the next argument of the top without a result on the stack; false: all have one.
bool walk_descend(Walk *w);
bool walk_has(const Walk *w, const Expr *e);
const void *walk_result(const Walk *w, const Expr *e); // NULL for NULL
void walk_finish(Walk *w, const void *result);         // of the top, which leaves the stack
#endif
