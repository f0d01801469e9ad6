// Derivatives that nothing contains any more.
//
// C*der(v) with C = 0 leaves no trace of the derivative once the equations are simplified, but v
// would still be taken for a variable that may be a state: all that determines it would be
// differentiated. Such a derivative is forgotten. Cost: a look at the variables of all equations,
// and one walk over all other expressions where these do not contain all derivatives.
#include "base/bitset.h"
#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef struct Uses {
    Analysis *a;
    BitSet is_used; // by VarId
} Uses;

static void note_variables(Uses *u, const VarVec *vars)
{
    for (uint32_t i = 0; i < vars->count; i++) bitset_add(&u->is_used, (uint32_t)vars->data[i].i);
}

static void note_use(void *client, const Expr **e, Span span)
{
    Uses *u = client;
    (void)span;
    note_variables(u, variables_of_expr(u->a, *e));
}

static void note_uses(Uses *u)
{
    const EquationSystem *s = u->a->system;
    system_each_expression(s, IN_ALL_TABLES & ~IN_TABLE(equations), u, note_use);
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        // der(y) of an alias y is no use by itself: expressions speak of der(x) alone.
        bool is_idle_alias = v->role == ROLE_DERIVATIVE && v->derivative.i < 0;
        bool is_use = v->flags & VARIABLE_IS_ALIAS && !is_idle_alias;
        if (is_use) bitset_add(&u->is_used, (uint32_t)v->root.i);
        if (v->role == ROLE_DERIVATIVE && v->derivative.i >= 0) bitset_add(&u->is_used, i);
        bool is_set = v->flags & VARIABLE_REINIT && v->derivative.i >= 0;
        if (is_set) bitset_add(&u->is_used, (uint32_t)system_variable(s, v->derivative)->root.i);
    }
}

static bool is_idle(const Uses *u, uint32_t i)
{
    const SystemVariable *d = &u->a->system->variables.data[i];
    bool is_alias = d->flags & VARIABLE_IS_ALIAS;
    return d->role == ROLE_DERIVATIVE && !is_alias && !bitset_has(&u->is_used, i);
}

static bool any_is_idle(const Uses *u)
{
    for (uint32_t i = 0; i < u->a->system->variables.count; i++)
        if (is_idle(u, i)) return true;
    return false;
}

bool forget_idle_derivatives(Analysis *a)
{
    EquationSystem *system = a->system;
    Uses uses = {a, bitset_make(a->scratch, system->variables.count)};
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (!(e->flags & EQUATION_REMOVED)) note_variables(&uses, variables_of(a, e));
    }
    if (!any_is_idle(&uses)) return true;
    note_uses(&uses);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        if (!is_idle(&uses, i)) continue;
        SystemVariable *d = &system->variables.data[i];
        system_variable(system, d->of)->derivative = NO_VAR;
        d->role = ROLE_AUXILIARY;
    }
    return true;
}
