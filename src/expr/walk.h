// walk.h -- expression graphs in order of dependence, without recursion; private to expr/.
#ifndef EXPR_WALK_H
#define EXPR_WALK_H
#include "expr/table.h"

typedef struct WalkStep {
    const Expr *node;
    uint32_t next; // argument to look at
} WalkStep;

// Use: walk_open, walk_push, then while the stack is not empty: look at the top; either
// walk_finish it at once, or walk_descend until that says false, then walk_finish it.
typedef struct Walk {
    Arena *scratch;
    VEC(WalkStep) stack;
    Map results; // id -> result, a pointer
} Walk;

Walk walk_open(const char *label);
void walk_close(Walk *w);
void walk_push(Walk *w, const Expr *e);
// Puts the next argument of the top without a result on the stack; false: all have one.
bool walk_descend(Walk *w);
bool walk_has(const Walk *w, const Expr *e);
const void *walk_result(const Walk *w, const Expr *e); // NULL for NULL
void walk_finish(Walk *w, const void *result);         // of the top, which leaves the stack
#endif
