// When-clauses as equations [OEM99].
//
// A branch is active in an event pass when one of its conditions has just become true and no
// branch before it is active. A variable v determined by the clause gets one equation
// v = if guard1 then e1 elseif guard2 then e2 else pre(v); during initialization v = pre(v), or
// v = e for the first branch with the condition initial().
#include "equations/scalarizer.h"

typedef struct Determined {
    VarId variable;
    const Expr *value;
    Span span;
} Determined;

typedef VEC(Determined) DeterminedVec;

// ---- Guards -------------------------------------------------------------------------

static bool is_initial_call(const Expr *e)
{
    return e->kind == EXPR_OP && e->op == OP_INITIAL;
}

static const Expr *rising_edge(Scalarizer *z, const Expr *condition)
{
    if (condition->kind != EXPR_REF) {
        VarId hidden = define_hidden(z, ROLE_CONDITION, condition);
        condition = system_ref(z->system, hidden);
    }
    VarId before = system_pre(z->system, condition->u.var);
    return expr_op2(z->exprs, OP_AND, condition,
                    expr_op1(z->exprs, OP_NOT, system_ref(z->system, before)));
}

static const Expr *guard_of(Scalarizer *z, const Expr *condition, bool *is_initial)
{
    const Expr *guard = expr_boolean(z->exprs, false);
    const Expr *const *parts = &condition;
    uint32_t n = 1;
    if (condition->kind == EXPR_ARRAY) {
        parts = condition->args;
        n = condition->n_args;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (is_initial_call(parts[i])) {
            *is_initial = true;
            continue;
        }
        if (!type_rank(parts[i]->type) && starts_by_initial(z, parts[i])) { // not initial()
            VarId v = define_by_start(z, ROLE_CONDITION, parts[i]);
            guard = expr_op2(z->exprs, OP_OR, guard, rising_edge(z, system_ref(z->system, v)));
            continue;
        }
        Items items = items_of(z, parts[i], (Context)0);
        for (uint32_t k = 0; k < items.count; k++) {
            const Expr *c = items.data[k];
            if (variability_of(z, c) <= VARIABILITY_PARAMETER) continue; // never becomes true
            guard = expr_op2(z->exprs, OP_OR, guard, rising_edge(z, c));
        }
    }
    return guard;
}

int32_t when_guards(Scalarizer *z, const Expr *const *conditions, uint32_t n, const Expr **guards)
{
    int32_t initial_branch = -1;
    const Expr *before = expr_boolean(z->exprs, false);
    for (uint32_t b = 0; b < n; b++) {
        bool is_initial = false;
        const Expr *guard = guard_of(z, conditions[b], &is_initial);
        if (is_initial && initial_branch < 0) initial_branch = (int32_t)b;
        guard = expr_op2(z->exprs, OP_AND, guard, expr_op1(z->exprs, OP_NOT, before));
        if (!expr_is_literal(guard))
            guard = system_ref(z->system, define_hidden(z, ROLE_GUARD, guard));
        guards[b] = guard;
        before = expr_op2(z->exprs, OP_OR, before, guard);
    }
    return initial_branch;
}

// ---- Bodies -------------------------------------------------------------------------

static Determined *find_determined(const DeterminedVec *list, VarId v)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->data[i].variable.i == v.i) return &list->data[i];
    return NULL;
}

static void collect_body(Scalarizer *z, DeterminedVec *into, Equations body, Context c);

static void collect_equals(Scalarizer *z, DeterminedVec *into, const Equation *e, Context c)
{
    Pairs pairs = pairs_of(z, e->left, e->right, c);
    for (uint32_t i = 0; i < pairs.count; i++) {
        Pair p = pairs.data[i];
        if (p.left->kind != EXPR_REF ||
            !system_is_unknown(system_variable(z->system, p.left->u.var))) {
            diag_error(z->session->diag, e->span, E_WHEN_BODY,
                       "the left side of an equation inside when must be a variable");
            z->system->failed = true;
            return;
        }
        if (p.left->type->kind == TYPE_REAL) p.right = expr_cast_real(z->exprs, p.right);
        Determined d = {p.left->u.var, p.right, e->span};
        VEC_PUSH(z->scratch, into, d);
    }
}

// What a branch leaves alone keeps its value. That is nothing a reinit could mean at the start,
// where it is an initial equation: its branches must be decided, or all have one.
static const Expr *kept_value(Scalarizer *z, const Determined *d)
{
    if (system_variable(z->system, d->variable)->role == ROLE_CONTINUOUS) {
        diag_error(z->session->diag, d->span, E_BRANCHES_DIFFER,
                   "reinit in some branches only: at the start it is an initial equation, and "
                   "whether there is one must not depend on a condition that can change");
        z->system->failed = true;
    }
    return system_ref(z->system, system_pre(z->system, d->variable));
}

// What is known of the branches from here on, with one more before them:
// value = if test then this else what follows.
static void put_before(Scalarizer *z, DeterminedVec *rest, const Expr *test,
                       const DeterminedVec *here)
{
    for (uint32_t i = 0; i < rest->count; i++) {
        Determined *r = &rest->data[i];
        const Determined *d = find_determined(here, r->variable);
        r->value = expr_if(z->exprs, test, d ? d->value : kept_value(z, r), r->value);
    }
    for (uint32_t i = 0; i < here->count; i++) {
        Determined d = here->data[i];
        if (find_determined(rest, d.variable)) continue;
        if (!expr_is_true(test)) d.value = expr_if(z->exprs, test, d.value, kept_value(z, &d));
        VEC_PUSH(z->scratch, rest, d);
    }
}

// A branch is taken while its condition holds and none before it.
static void collect_if(Scalarizer *z, DeterminedVec *into, const Equation *e, Context c)
{
    DeterminedVec *bodies = ARENA_ARRAY(z->scratch, DeterminedVec, e->n_branches + 1);
    const Expr **tests = ARENA_RAW(z->scratch, const Expr *, e->n_branches + 1);
    const Expr *around = z->guard, *open = around ? around : expr_boolean(z->exprs, true);
    uint32_t n = 0;
    for (uint32_t b = 0; b < e->n_branches; b++) {
        const Expr *condition = e->branches[b].condition;
        const Expr *test = condition ? scalar_of(z, condition, c) : expr_boolean(z->exprs, true);
        if (expr_is_false(test)) continue;
        z->guard = expr_op2(z->exprs, OP_AND, open, test);
        collect_body(z, &bodies[n], e->branches[b].body, c);
        tests[n++] = test;
        if (expr_is_true(test)) break;
        open = expr_op2(z->exprs, OP_AND, open, expr_op1(z->exprs, OP_NOT, test));
    }
    z->guard = around;
    DeterminedVec result = {0};
    while (n-- > 0) put_before(z, &result, tests[n], &bodies[n]);
    for (uint32_t i = 0; i < result.count; i++) VEC_PUSH(z->scratch, into, result.data[i]);
}

static void add_reinit(Scalarizer *z, DeterminedVec *into, const Equation *e, Context c)
{
    Pairs pairs = pairs_of(z, e->left, e->right, c);
    for (uint32_t i = 0; i < pairs.count; i++) {
        const Expr *state = pairs.data[i].left;
        if (state->kind != EXPR_REF) {
            diag_error(z->session->diag, e->span, E_REINIT_TARGET,
                       "the first argument of reinit must be a variable that is differentiated");
            z->system->failed = true;
            return;
        }
        Reinit r = {.guard = z->guard,
                    .state = state->u.var,
                    .value = expr_cast_real(z->exprs, pairs.data[i].right),
                    .span = e->span};
        if (c & IN_INITIAL) { // an initial equation (8.6)
            VEC_PUSH(z->scratch, into, ((Determined){r.state, r.value, r.span}));
            continue;
        }
        // The target is meant to be a state, also where it is only related to one.
        if (system_variable(z->system, r.state)->role == ROLE_CONTINUOUS)
            system_derivative(z->system, r.state);
        system_variable(z->system, r.state)->flags |= VARIABLE_REINIT;
        system_variable(z->system, r.state)->state_select = STATE_SELECT_ALWAYS;
        VEC_PUSH(z->system->arena, &z->system->reinits, r);
    }
}

static void collect_one(Scalarizer *z, DeterminedVec *into, const Equation *e, Context c)
{
    z->span = e->span;
    switch (e->kind) {
    case EQN_EQUALS: collect_equals(z, into, e, c); break;
    case EQN_IF: collect_if(z, into, e, c); break;
    case EQN_FOR: {
        Items values = range_items(z, e->details->range, IN_LITERAL);
        for (uint32_t i = 0; i < values.count; i++) {
            bind_iterator(z, e->details->iterator, values.data[i]);
            for (uint32_t k = 0; k < e->branches[0].body.count; k++)
                collect_one(z, into, &e->branches[0].body.items[k], c);
            unbind_iterator(z);
        }
        break;
    }
    case EQN_REINIT: add_reinit(z, into, e, c); break;
    case EQN_ASSERT:
    case EQN_TERMINATE:
    case EQN_CALL: add_assertion(z, e); break;
    case EQN_WHEN: break; // refused when it was lowered
    }
}

static void collect_body(Scalarizer *z, DeterminedVec *into, Equations body, Context c)
{
    for (uint32_t i = 0; i < body.count; i++) collect_one(z, into, &body.items[i], c);
}

// ---- Equations ----------------------------------------------------------------------

static void add_initial_equations(Scalarizer *z, const Equation *e, int32_t branch,
                                  const DeterminedVec *all)
{
    DeterminedVec active = {0};
    Context context = z->context;
    z->flags = EQUATION_IN_INITIAL;
    z->context = (Context)(IN_LITERAL | IN_INITIAL);
    if (branch >= 0) collect_body(z, &active, e->branches[branch].body, z->context);
    z->context = context;
    for (uint32_t i = 0; i < active.count; i++) {
        Determined d = active.data[i];
        z->span = d.span;
        if (!find_determined(all, d.variable)) // a reinit
            add_equation(z, system_ref(z->system, d.variable), d.value);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        VarId v = all->data[i].variable;
        const Determined *d = find_determined(&active, v);
        z->span = d ? d->span : all->data[i].span;
        add_equation(z, system_ref(z->system, v),
                     d ? d->value : system_ref(z->system, system_pre(z->system, v)));
    }
}

void scalarize_when(Scalarizer *z, const Equation *e)
{
    uint32_t n = e->n_branches;
    const Expr **guards = ARENA_RAW(z->scratch, const Expr *, n + 1);
    const Expr **conditions = ARENA_RAW(z->scratch, const Expr *, n + 1);
    DeterminedVec *bodies = ARENA_ARRAY(z->scratch, DeterminedVec, n + 1);
    DeterminedVec all = {0};
    for (uint32_t b = 0; b < n; b++) conditions[b] = e->branches[b].condition;
    int32_t initial_branch = when_guards(z, conditions, n, guards);
    for (uint32_t b = 0; b < n; b++) {
        z->guard = guards[b];
        z->in_when = true;
        collect_body(z, &bodies[b], e->branches[b].body, IN_LITERAL);
        z->in_when = false;
        z->guard = NULL;
        for (uint32_t i = 0; i < bodies[b].count; i++)
            if (!find_determined(&all, bodies[b].data[i].variable))
                VEC_PUSH(z->scratch, &all, bodies[b].data[i]);
    }
    EquationOrigin origin = z->origin;
    uint32_t flags = z->flags;
    z->origin = ORIGIN_WHEN;
    z->flags = EQUATION_IN_SIMULATION;
    for (uint32_t i = 0; i < all.count; i++) {
        VarId v = all.data[i].variable;
        const Expr *value = system_ref(z->system, system_pre(z->system, v));
        for (uint32_t b = n; b-- > 0;) {
            const Determined *d = find_determined(&bodies[b], v);
            if (d) value = expr_if(z->exprs, guards[b], d->value, value);
        }
        z->span = all.data[i].span;
        add_equation(z, system_ref(z->system, v), value);
    }
    if (!e->leaves_start) add_initial_equations(z, e, initial_branch, &all);
    z->origin = origin;
    z->flags = flags;
}
