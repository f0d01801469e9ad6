// Simultaneous replacement: every distinct node is looked at once and rebuilt, simplified,
// where something below it changed.
#include "expr/walk.h"

// `is_new`: rewritten by the rules that hold now, even where nothing below has changed.
static const Expr *rebuild(ExprTable *t, Walk *w, const Expr *node, bool is_new)
{
    const Expr *fixed[8];
    const Expr **args =
        node->n_args <= 8 ? fixed : ARENA_RAW(walk_scratch(w), const Expr *, node->n_args);
    for (uint32_t i = 0; i < node->n_args; i++) args[i] = walk_result(w, node->args[i]);
    bool is_operation = node->kind == EXPR_OP && node->op != OP_INTEGER_TO_ENUM;
    if (is_new && is_operation) return expr_op(t, (Op)node->op, args, node->n_args);
    return expr_with_args(t, node, args);
}

const Expr *expr_substitute(ExprTable *t, const Expr *e, const Substitution *s)
{
    const Expr *direct = s->replace(s->client, e);
    if (direct) return direct;
    if (e->n_args == 0) return e;
    Walk w;
    walk_open(&w, "expr_substitute");
    walk_push(&w, e);
    while (w.stack.count) {
        const WalkStep *top = &VEC_LAST(&w.stack);
        const Expr *node = top->node;
        const Expr *replaced = top->next == 0 ? s->replace(s->client, node) : NULL;
        if (!replaced && node->n_args == 0) replaced = node;
        if (replaced)
            walk_finish(&w, replaced);
        else if (!walk_descend(&w))
            walk_finish(&w, rebuild(t, &w, node, false));
    }
    const Expr *result = walk_result(&w, e);
    walk_close(&w);
    return result;
}

const Expr *expr_simplified(ExprTable *t, const Expr *e)
{
    if (e->n_args == 0) return e;
    Walk w;
    walk_open(&w, "expr_simplified");
    walk_push(&w, e);
    while (w.stack.count) {
        const Expr *node = VEC_LAST(&w.stack).node;
        if (node->n_args == 0)
            walk_finish(&w, node);
        else if (!walk_descend(&w))
            walk_finish(&w, rebuild(t, &w, node, true));
    }
    const Expr *result = walk_result(&w, e);
    walk_close(&w);
    return result;
}
