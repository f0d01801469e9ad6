#include "expr/stamps.h"

void expr_set_stamp(ExprStamps *s, const Expr *e, uint32_t stamp)
{
    while (s->of.count <= e->id) VEC_PUSH(s->arena, &s->of, 0);
    s->of.data[e->id] = stamp;
}

static void enter(ExprStamps *s, const Expr *e, void *client,
                  bool (*enters)(void *client, const Expr *node))
{
    if (e && enters(client, e)) VEC_PUSH(s->arena, &s->stack, ((StampStep){e, 0}));
}

void expr_walk_where(ExprStamps *s, const Expr *e, void *client,
                     bool (*enters)(void *client, const Expr *node),
                     void (*visit)(void *client, const Expr *node))
{
    enter(s, e, client, enters);
    while (s->stack.count) {
        StampStep *top = &VEC_LAST(&s->stack);
        if (top->next < top->node->n_args)
            enter(s, top->node->args[top->next++], client, enters);
        else
            visit(client, VEC_POP(&s->stack).node);
    }
}
