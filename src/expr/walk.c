// Each distinct node once, arguments first, with an explicit stack: graphs are as deep as the
// longest sum of a model. Results are kept by the id of the node.
#include "expr/walk.h"

#include "expr/function.h"

enum { FIRST_SHIFT = 27 };
_Static_assert(WALK_SLOTS == 1 << (32 - FIRST_SHIFT), "the upper bits of a hash are a place");

void walk_open(Walk *w, const char *label)
{
    w->label = label;
    w->scratch = NULL;
    w->stack.data = w->few_steps;
    w->stack.count = 0;
    w->stack.room = WALK_FEW;
    w->ids = w->few_ids;
    w->results = w->few_results;
    w->shift = FIRST_SHIFT;
    w->n_results = 0;
    memset(w->few_ids, 0, sizeof w->few_ids);
}

void walk_close(Walk *w)
{
    arena_close(w->scratch);
}

Arena *walk_scratch(Walk *w)
{
    if (!w->scratch) w->scratch = arena_open(w->label);
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

// Where the result of a node is, or would be.
static uint32_t place_of(const Walk *w, uint32_t id)
{
    uint32_t mask = UINT32_MAX >> w->shift, i = id * 0x9E3779B1u >> w->shift; // as base/hash.h
    while (w->ids[i] && w->ids[i] != id + 1) i = (i + 1) & mask;
    return i;
}

static void make_room(Walk *w)
{
    const uint32_t *ids = w->ids, last = UINT32_MAX >> w->shift;
    const void **results = w->results;
    w->shift -= 2;
    size_t larger = (size_t)(UINT32_MAX >> w->shift) + 1;
    w->ids = ARENA_ARRAY(walk_scratch(w), uint32_t, larger);
    w->results = ARENA_RAW(w->scratch, const void *, larger);
    for (uint32_t k = 0; k <= last; k++) {
        if (!ids[k]) continue;
        uint32_t i = place_of(w, ids[k] - 1);
        w->ids[i] = ids[k];
        w->results[i] = results[k];
    }
}

bool walk_has(const Walk *w, const Expr *e)
{
    return w->ids[place_of(w, e->id)] != 0;
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
    uint32_t i = e ? place_of(w, e->id) : 0;
    return e && w->ids[i] ? w->results[i] : NULL;
}

void walk_finish(Walk *w, const void *result)
{
    const Expr *node = VEC_POP(&w->stack).node;
    if (w->n_results > UINT32_MAX >> (w->shift + 1)) make_room(w);
    uint32_t i = place_of(w, node->id);
    if (!w->ids[i]) w->n_results++;
    w->ids[i] = node->id + 1;
    w->results[i] = result;
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

typedef struct AnySearch {
    void *client;
    bool (*test)(void *client, const Expr *node);
    bool is_found;
} AnySearch;

static void ask(void *client, const Expr *node)
{
    AnySearch *s = client;
    s->is_found = s->is_found || s->test(s->client, node);
}

// A small tree is looked at as one: who meets some nodes twice need not know them again. What has
// more of them, as sums with shared parts have, is walked over.
bool expr_any(ExprTable *t, const Expr *e, void *client,
              bool (*test)(void *client, const Expr *node))
{
    enum { MOST_NODES = 48, MOST_WAITING = 16 };
    const Expr *waiting[MOST_WAITING];
    uint32_t n = 0, n_nodes = 0;
    for (const Expr *node = e;; node = waiting[--n]) {
        if (test(client, node)) return true;
        if (++n_nodes > MOST_NODES || n + node->n_args > MOST_WAITING) break;
        for (uint32_t i = node->n_args; i-- > 0;)
            if (node->args[i]) waiting[n++] = node->args[i];
        if (!n) return false;
    }
    AnySearch s = {client, test, false};
    expr_walk(t, e, &s, ask);
    return s.is_found;
}

// ---- Equations and statements ----------------------------------------------------------

// A struct that grows has a new field: is it an expression? Then it belongs below.
_Static_assert(sizeof(Equation) + sizeof(EquationDetails) == 56 + 40,
               "equation_each_expression knows every expression");
_Static_assert(sizeof(Statement) == 88, "statement_each_expression knows every expression");

static void visit_places(const Expr **const *places, size_t n, void *client, PlaceVisit visit)
{
    for (size_t i = 0; i < n; i++)
        if (*places[i]) visit(client, places[i]);
}

void equation_each_expression(Equation *e, void *client, PlaceVisit visit)
{
    if (e->left) visit(client, &e->left);
    if (e->right) visit(client, &e->right);
    EquationDetails *d = e->details;
    if (d) {
        const Expr **places[] = {&d->condition, &d->message, &d->level, &d->range};
        visit_places(places, sizeof places / sizeof *places, client, visit);
    }
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
