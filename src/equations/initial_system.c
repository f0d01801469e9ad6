// Initial conditions that come from attributes: x = start where fixed = true, pre(v) = start for
// discrete variables [BAF06]. Everything else of the initial system is an equation with the flag
// EQUATION_IN_INITIAL; causal/initial/initial_blocks.c completes and sorts it.
#include "equations/scalarizer.h"

static const Expr *start_value(Scalarizer *z, const SystemVariable *v)
{
    return v->start ? v->start : expr_zero(z->exprs, v->type);
}

static void add_start(Scalarizer *z, VarId target, const Expr *value)
{
    const SystemVariable *v = system_variable(z->system, target);
    if (v->flat.i >= 0) z->span = z->flat->variables[v->flat.i].declared->span;
    add_equation(z, system_ref(z->system, target), value);
}

void add_start_equations(Scalarizer *z)
{
    EquationSystem *system = z->system;
    z->origin = ORIGIN_START;
    z->flags = EQUATION_IN_INITIAL;
    z->component = (ComponentId){-1};
    uint32_t n = system->variables.count;
    for (uint32_t i = 0; i < n; i++) {
        VarId id = {(int32_t)i};
        const SystemVariable *v = system_variable(system, id);
        if (!(v->flags & VARIABLE_FIXED)) continue;
        const Expr *start = start_value(z, v);
        if (v->role == ROLE_CONTINUOUS)
            add_start(z, id, start);
        else if (v->role == ROLE_DISCRETE) {
            VarId before = system_pre(system, id);
            z->span = z->flat->variables[system_variable(system, id)->flat.i].declared->span;
            add_equation(z, system_ref(system, before), start);
        }
    }
}
