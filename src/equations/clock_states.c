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
    const Expr *last = expr_op1(c->exprs, OP_PRE, left);
    if ((uint32_t)ref->u.var.i >= c->flat->n_variables) return last; // made here
    const FlatVariable *v = &c->flat->variables[ref->u.var.i];
    const Expr *start = v->attributes->start;
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

// ---- Derivatives -------------------------------------------------------------------------------

static const Expr *change_in_a_tick(Clocks *c, const Expr *derivative, const Expr *h)
{
    const Partition *p = partition_at(c, c->region_at_work);
    const Expr *before = expr_op1(c->exprs, OP_PRE, derivative);
    switch (p->solver) {
    case CLOCK_SOLVER_EXPLICIT_EULER: return expr_op2(c->exprs, OP_MUL, h, before);
    case CLOCK_SOLVER_IMPLICIT_EULER: return expr_op2(c->exprs, OP_MUL, h, derivative);
    case CLOCK_SOLVER_IMPLICIT_TRAPEZOID:
        h = expr_op2(c->exprs, OP_MUL, expr_real(c->exprs, 0.5), h);
        return expr_op2(c->exprs, OP_MUL, h, expr_op2(c->exprs, OP_ADD, before, derivative));
    case CLOCK_SOLVER_NONE:
        diag_error(c->s->diag, c->span, E_CLOCK_SOLVER,
                   "this clocked partition has differential equations, but its clock has no "
                   "solver method");
        return NULL;
    default:
        diag_error(c->s->diag, c->span, E_UNSUPPORTED,
                   "differential equations in a state machine need one of the solver methods "
                   "\"ExplicitEuler\", \"ImplicitEuler\", \"ImplicitTrapezoid\"");
        return NULL;
    }
}

// x goes on from its last value by one interval [MLS 16.8.2]. While its state sleeps, time stands
// still for x; it begins anew when the state is reset.
static void advance(Clocks *c, const Expr *x, const Expr *derivative)
{
    const FlatVariable *v = &c->flat->variables[x->u.var.i];
    const Expr *h = interval_of(c, c->region_at_work);
    const Expr *change = change_in_a_tick(c, derivative, h);
    if (!change) return;
    const Expr *begins = first_tick(c, c->region_at_work), *start = v->attributes->start;
    if (v->state)
        begins =
            expr_ref(c->exprs, state_of(c, v->state)->reset, type_basic(c->exprs, TYPE_BOOLEAN));
    if (!start) start = expr_zero(c->exprs, x->type);
    const Expr *next = expr_op2(c->exprs, OP_ADD, expr_op1(c->exprs, OP_PRE, x), change);
    Clause k = {.left = x,
                .right = expr_if(c->exprs, begins, start, next),
                .region = c->region_at_work,
                .state = v->state,
                .span = v->declared->span,
                .component = v->component};
    add_clause(c, &k);
}

const Expr *state_derivative(Clocks *c, const Expr *x)
{
    const Expr *ref = x->kind == EXPR_SUBSCRIPT ? x->args[0] : x;
    if (ref->kind != EXPR_REF) return NULL;
    uint64_t found;
    if (!map_get(&c->derivative_of, (uint64_t)ref->u.var.i, &found)) {
        found = (uint64_t)add_clocked_variable(c, "derivative", ref->type, NULL).i;
        map_put(&c->derivative_of, (uint64_t)ref->u.var.i, found);
        advance(c, ref, expr_ref(c->exprs, (VarId){(int32_t)found}, ref->type));
    }
    const Expr *derivative = expr_ref(c->exprs, (VarId){(int32_t)found}, ref->type);
    if (x == ref) return derivative;
    return expr_subscript(c->exprs, derivative, x->args + 1, x->n_args - 1);
}
