// Derivatives that nothing contains any more.
//
// C*der(v) with C = 0 leaves no trace of the derivative once the equations are simplified, but v
// would still be taken for a variable that may be a state: all that determines it would be
// differentiated. Such a derivative is forgotten. Cost: one walk over all expressions.
#include "base/bitset.h"
#include "causal/analysis.h"

static void note_use(Analysis *a, BitSet *is_used, const Expr *e)
{
    if (!e) return;
    VarVec *vars = variables_of_expr(a, e);
    for (uint32_t i = 0; i < vars->count; i++) bitset_add(is_used, (uint32_t)vars->data[i].i);
}

static void note_uses(Analysis *a, BitSet *is_used)
{
    const EquationSystem *s = a->system;
    for (uint32_t i = 0; i < s->equations.count; i++) {
        const SystemEquation *e = &s->equations.data[i];
        if (e->flags & EQUATION_REMOVED) continue;
        note_use(a, is_used, e->left);
        note_use(a, is_used, e->right);
    }
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (v->flags & VARIABLE_IS_ALIAS) bitset_add(is_used, (uint32_t)v->root.i);
        if (v->role == ROLE_DERIVATIVE && v->derivative.i >= 0) bitset_add(is_used, i);
        bool is_set = v->flags & VARIABLE_REINIT && v->derivative.i >= 0;
        if (is_set) bitset_add(is_used, (uint32_t)v->derivative.i);
    }
    for (uint32_t i = 0; i < s->relations.count; i++) {
        note_use(a, is_used, s->relations.data[i].crossing);
        note_use(a, is_used, s->relations.data[i].scale);
    }
    for (uint32_t i = 0; i < s->reinits.count; i++) {
        note_use(a, is_used, s->reinits.data[i].guard);
        note_use(a, is_used, s->reinits.data[i].value);
    }
    for (uint32_t i = 0; i < s->assertions.count; i++) {
        note_use(a, is_used, s->assertions.data[i].condition);
        note_use(a, is_used, s->assertions.data[i].message);
    }
}

bool forget_idle_derivatives(Analysis *a)
{
    EquationSystem *system = a->system;
    BitSet is_used = bitset_make(a->scratch, system->variables.count);
    note_uses(a, &is_used);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        SystemVariable *d = &system->variables.data[i];
        bool is_alias = d->flags & VARIABLE_IS_ALIAS;
        if (d->role != ROLE_DERIVATIVE || is_alias || bitset_has(&is_used, i)) continue;
        system_variable(system, d->of)->derivative = NO_VAR;
        d->role = ROLE_AUXILIARY;
    }
    return true;
}
