// stamps.h -- a number for every expression, and walks that pass over what was met before.
//
// Expressions are shared: fifty members of a record that one call returns are fifty expressions
// with all of its arguments below each. Whoever walks over many of them stamps what is settled, and
// the work is linear in the distinct nodes.
#ifndef EXPR_STAMPS_H
#define EXPR_STAMPS_H
#include "base/vec.h"
#include "expr/expr.h"

typedef struct StampStep {
    const Expr *node;
    uint32_t next; // argument to look at
} StampStep;

typedef struct ExprStamps {
    Arena *arena;
    VEC(uint32_t) of; // by id; 0: none
    VEC(StampStep) stack;
} ExprStamps;

static inline uint32_t expr_stamp(const ExprStamps *s, const Expr *e)
{
    return e->id < s->of.count ? s->of.data[e->id] : 0;
}

void expr_set_stamp(ExprStamps *s, const Expr *e, uint32_t stamp);
// `visit`, arguments first, whatever `enters` lets in, at and below `e`. No node is met twice where
// `enters` stamps, or `visit` does, what it does not let in again.
void expr_walk_where(ExprStamps *s, const Expr *e, void *client,
                     bool (*enters)(void *client, const Expr *node),
                     void (*visit)(void *client, const Expr *node));
#endif
