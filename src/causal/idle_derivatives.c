// Derivatives that nothing contains any more.
//
// C*der(v) with C = 0 leaves no trace of the derivative once the equations are simplified, but v
// would still be taken for a variable that may be a state: all that determines it would be
// differentiated. Such a derivative is forgotten. Cost: one walk over all expressions.
#include "base/bitset.h"
#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef struct Uses {
    Analysis *a;
    BitSet is_used; // by VarId
} Uses;

static void note_use(void *client, const Expr **e, Span span)
{
    Uses *u = client;
    (void)span;
    VarVec *vars = variables_of_expr(u->a, *e);
    for (uint32_t i = 0; i < vars->count; i++) bitset_add(&u->is_used, (uint32_t)vars->data[i].i);
}

static void note_uses(Uses *u)
{
    const EquationSystem *s = u->a->system;
    system_each_expression(s, IN_ALL_TABLES, u, note_use);
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

bool forget_idle_derivatives(Analysis *a)
{
    EquationSystem *system = a->system;
    Uses uses = {a, bitset_make(a->scratch, system->variables.count)};
    note_uses(&uses);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        SystemVariable *d = &system->variables.data[i];
        bool is_alias = d->flags & VARIABLE_IS_ALIAS;
        if (d->role != ROLE_DERIVATIVE || is_alias || bitset_has(&uses.is_used, i)) continue;
        system_variable(system, d->of)->derivative = NO_VAR;
        d->role = ROLE_AUXILIARY;
    }
    return true;
}
