// Equations of states [MLS 17.3.5]: each holds while its state is active, and what states that
// exclude each other say about one variable is merged to one definition.
#include "equations/clock_partitions.h"

static const FlatState *state_of(const Clocks *c, int32_t number)
{
    return number ? &c->flat->states[number - 1] : NULL;
}

static bool is_inside(const Clocks *c, int32_t number, int32_t around)
{
    for (; number; number = c->flat->states[number - 1].parent + 1)
        if (number == around) return true;
    return false;
}

int32_t state_that_defines(const Clocks *c, VarId v, int32_t state)
{
    if (!state || is_inside(c, c->flat->variables[v.i].state, state)) return 0;
    return state;
}

// Somewhere around them two different states of one machine.
static bool exclude_each_other(const Clocks *c, int32_t one, int32_t other)
{
    for (int32_t a = one; a; a = state_of(c, a)->parent + 1)
        for (int32_t b = other; b; b = state_of(c, b)->parent + 1)
            if (a != b && state_of(c, a)->machine == state_of(c, b)->machine) return true;
    return false;
}

static const Expr *while_active(Clocks *c, const Clause *k, const Expr *otherwise)
{
    const Type *boolean = type_basic(c->exprs, TYPE_BOOLEAN);
    const Expr *active = expr_ref(c->exprs, state_of(c, k->state)->active, boolean);
    return expr_if(c->exprs, active, k->right, otherwise);
}

// What a variable is while no state determines it: its last value, or its start value when the
// state that declares it is reset.
static const Expr *last_value(Clocks *c, const Expr *left)
{
    const Expr *ref = left->kind == EXPR_REF ? left : left->args[0];
    const FlatVariable *v = &c->flat->variables[ref->u.var.i];
    const Expr *last = expr_op1(c->exprs, OP_PRE, left), *start = v->attributes->start;
    if (!v->state) return last;
    if (!start) start = expr_zero(c->exprs, left->type);
    if (type_rank(start->type))
        start = expr_subscript(c->exprs, start, left->args + 1, left->n_args - 1);
    VarId reset = state_of(c, v->state)->reset;
    return expr_if(c->exprs, expr_ref(c->exprs, reset, type_basic(c->exprs, TYPE_BOOLEAN)), start,
                   last);
}

static void report_twice(Clocks *c, const Clause *k, const Clause *other)
{
    Diagnostic *d = diag_error(c->s->diag, k->span, E_DETERMINED_TWICE,
                               "this equation determines a variable that another state, or an "
                               "equation outside, determines at the same time");
    diag_note(c->s->diag, d, other->span, "the other equation is here");
}

static bool check_excluded(Clocks *c, const Clause *k, int32_t first, const int32_t *next)
{
    for (int32_t i = first; i >= 0; i = next[i]) {
        const Clause *other = &c->clauses.data[i];
        if (k->state && other->state && exclude_each_other(c, k->state, other->state)) continue;
        report_twice(c, k, other);
        return false;
    }
    return true;
}

// The clauses that determine one variable hang together, the last one first.
void merge_states(Clocks *c)
{
    if (!c->flat->n_states) return;
    Map last = map_make(c->scratch);
    int32_t *next = ARENA_RAW(c->scratch, int32_t, c->clauses.count + 1);
    for (uint32_t i = 0; i < c->clauses.count; i++) {
        const Clause *k = &c->clauses.data[i];
        next[i] = -1;
        if (k->action) continue;
        if (k->state && k->left->kind == EXPR_TUPLE) {
            diag_error(c->s->diag, k->span, E_UNSUPPORTED,
                       "an equation with several results in a state is not supported yet");
            continue;
        }
        next[i] = (int32_t)map_get_or(&last, k->left->id, 0) - 1;
        if (!check_excluded(c, k, next[i], next)) return;
        map_put(&last, k->left->id, i + 1);
    }
    const Clause *all = ARENA_COPY(c->scratch, Clause, c->clauses.data, c->clauses.count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->clauses.count; i++) {
        Clause k = all[i];
        bool is_last = k.action || map_get_or(&last, k.left->id, 0) == i + 1;
        if (!is_last) continue;
        if (!k.action && k.state) {
            const Expr *value = last_value(c, k.left);
            for (int32_t n = (int32_t)i; n >= 0; n = next[n])
                value = while_active(c, &all[n], value);
            k.right = value;
        }
        c->clauses.data[kept++] = k;
    }
    c->clauses.count = kept;
}
