// Simultaneous replacement: every distinct node is looked at once and rebuilt, simplified,
// where something below it changed.
#include "expr/walk.h"

static const Expr *rebuild(ExprTable *t, const Walk *w, const Expr *node)
{
    const Expr *fixed[8];
    const Expr **args =
        node->n_args <= 8 ? fixed : ARENA_RAW(w->scratch, const Expr *, node->n_args);
    for (uint32_t i = 0; i < node->n_args; i++) args[i] = walk_result(w, node->args[i]);
    return expr_with_args(t, node, args);
}

const Expr *expr_substitute(ExprTable *t, const Expr *e, const Substitution *s)
{
    const Expr *direct = s->replace(s->client, e);
    if (direct) return direct;
    if (e->n_args == 0) return e;
    Walk w = walk_open("expr_substitute");
    walk_push(&w, e);
    while (w.stack.count) {
        const WalkStep *top = &VEC_LAST(&w.stack);
        const Expr *node = top->node;
        const Expr *replaced = top->next == 0 ? s->replace(s->client, node) : NULL;
        if (!replaced && node->n_args == 0) replaced = node;
        if (replaced)
            walk_finish(&w, replaced);
        else if (!walk_descend(&w))
            walk_finish(&w, rebuild(t, &w, node));
    }
    const Expr *result = walk_result(&w, e);
    walk_close(&w);
    return result;
}
