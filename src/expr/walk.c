// Each distinct node once, arguments first, with an explicit stack: graphs are as deep as the
// longest sum of a model. Results are kept by the id of the node.
#include "expr/walk.h"

#include "expr/function.h"

void walk_open(Walk *w, const char *label)
{
    w->label = label;
    w->scratch = NULL;
    w->stack.data = w->few_steps;
    w->stack.count = 0;
    w->stack.room = WALK_FEW;
    w->n_few = 0;
}

void walk_close(Walk *w)
{
    arena_close(w->scratch);
}

Arena *walk_scratch(Walk *w)
{
    if (!w->scratch) {
        w->scratch = arena_open(w->label);
        w->results = map_make(w->scratch);
    }
    return w->scratch;
}

void walk_push(Walk *w, const Expr *e)
{
    WalkStep step = {e, 0};
    if (w->stack.count == w->stack.room && w->stack.data == w->few_steps) {
        w->stack.data = ARENA_RAW(walk_scratch(w), WalkStep, 2 * WALK_FEW);
        memcpy(w->stack.data, w->few_steps, sizeof w->few_steps);
        w->stack.room = 2 * WALK_FEW;
    }
    VEC_PUSH(w->scratch, &w->stack, step);
}

static bool find_result(const Walk *w, const Expr *e, const void **result)
{
    for (uint32_t i = 0; i < w->n_few; i++)
        if (w->few_ids[i] == e->id) {
            *result = w->few_results[i];
            return true;
        }
    uint64_t found;
    if (w->n_few < WALK_FEW || !w->scratch || !map_get(&w->results, e->id, &found)) return false;
    *result = (const void *)(uintptr_t)found;
    return true;
}

bool walk_has(const Walk *w, const Expr *e)
{
    const void *ignored;
    return find_result(w, e, &ignored);
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
    const void *result;
    return e && find_result(w, e, &result) ? result : NULL;
}

void walk_finish(Walk *w, const void *result)
{
    const Expr *node = VEC_POP(&w->stack).node;
    if (w->n_few == WALK_FEW) {
        walk_scratch(w);
        map_put(&w->results, node->id, (uint64_t)(uintptr_t)result);
        return;
    }
    w->few_ids[w->n_few] = node->id;
    w->few_results[w->n_few++] = result;
}

void expr_walk(ExprTable *t, const Expr *e, void *client,
               void (*visit)(void *client, const Expr *node))
{
    (void)t;
    Walk w;
    walk_open(&w, "expr_walk");
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
