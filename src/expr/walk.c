// Each distinct node once, arguments first, with an explicit stack: graphs are as deep as the
// longest sum of a model. Results are kept by the id of the node.
#include "expr/walk.h"

#include "expr/function.h"

Walk walk_open(const char *label)
{
    Walk w = {.scratch = arena_open(label)};
    w.results = map_make(w.scratch);
    return w;
}

void walk_close(Walk *w)
{
    arena_close(w->scratch);
}

void walk_push(Walk *w, const Expr *e)
{
    WalkStep step = {e, 0};
    VEC_PUSH(w->scratch, &w->stack, step);
}

bool walk_has(const Walk *w, const Expr *e)
{
    uint64_t ignored;
    return map_get(&w->results, e->id, &ignored);
}

bool walk_descend(Walk *w)
{
    WalkStep *top = &VEC_LAST(&w->stack);
    while (top->next < top->node->n_args) {
        const Expr *arg = top->node->args[top->next++];
        if (!arg || walk_has(w, arg)) continue;
        walk_push(w, arg);
        return true;
    }
    return false;
}

const void *walk_result(const Walk *w, const Expr *e)
{
    return e ? (const void *)(uintptr_t)map_get_or(&w->results, e->id, 0) : NULL;
}

void walk_finish(Walk *w, const void *result)
{
    const Expr *node = VEC_POP(&w->stack).node;
    map_put(&w->results, node->id, (uint64_t)(uintptr_t)result);
}

void expr_walk(ExprTable *t, const Expr *e, void *client,
               void (*visit)(void *client, const Expr *node))
{
    (void)t;
    Walk w = walk_open("expr_walk");
    walk_push(&w, e);
    while (w.stack.count) {
        if (walk_descend(&w)) continue;
        const Expr *node = VEC_LAST(&w.stack).node;
        walk_finish(&w, node);
        visit(client, node);
    }
    walk_close(&w);
}

// ---- Equations and statements ----------------------------------------------------------

// A struct that grows has a new field: is it an expression? Then it belongs below.
_Static_assert(sizeof(Equation) == 104, "equation_each_expression knows every expression");
_Static_assert(sizeof(Statement) == 88, "statement_each_expression knows every expression");

static void visit_places(const Expr **const *places, size_t n, void *client, PlaceVisit visit)
{
    for (size_t i = 0; i < n; i++)
        if (*places[i]) visit(client, places[i]);
}

void equation_each_expression(Equation *e, void *client, PlaceVisit visit)
{
    const Expr **places[] = {&e->left, &e->right, &e->condition, &e->message, &e->level, &e->range};
    visit_places(places, sizeof places / sizeof *places, client, visit);
    for (uint32_t b = 0; b < e->n_branches; b++)
        if (e->branches[b].condition) visit(client, &e->branches[b].condition);
}

void statement_each_expression(Statement *st, void *client, PlaceVisit visit)
{
    const Expr **places[] = {&st->left,    &st->right, &st->condition,
                             &st->message, &st->level, &st->range};
    visit_places(places, sizeof places / sizeof *places, client, visit);
    for (uint32_t b = 0; b < st->n_branches; b++)
        if (st->branches[b].condition) visit(client, &st->branches[b].condition);
}
