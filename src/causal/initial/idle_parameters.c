// Parameters to be found at the start that no equation determines, and none needs: they give
// guesses only, directly or through other parameters. Cost: linear in the size of the system.
#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef struct NeedSearch {
    Analysis *a;
    bool *is_needed; // by VarId
    VarVec waiting;  // needed, their values not looked at yet
} NeedSearch;

static void need_variables(NeedSearch *n, const Expr *e)
{
    if (!e || !(e->flags & EXPR_HAS_REF)) return;
    VarVec *variables = variables_of_expr(n->a, e);
    for (uint32_t i = 0; i < variables->count; i++) {
        VarId v = variables->data[i];
        if (n->is_needed[v.i]) continue;
        n->is_needed[v.i] = true;
        VEC_PUSH(n->a->scratch, &n->waiting, v);
    }
}

static void need_expression(void *client, const Expr **e, Span span)
{
    (void)span;
    need_variables(client, *e);
}

static bool gives_a_parameter(const EquationSystem *system, const SystemEquation *e)
{
    return e->origin == ORIGIN_BINDING && e->left->kind == EXPR_REF &&
           system_variable(system, e->left->u.var)->role == ROLE_PARAMETER;
}

// Starts of states and of discrete variables may become equations.
static void need_starts(NeedSearch *n)
{
    const EquationSystem *system = n->a->system;
    for (uint32_t i = 0; i < system->variables.count; i++) {
        const SystemVariable *v = &system->variables.data[i];
        bool is_state = v->flags & (VARIABLE_IS_STATE | VARIABLE_CLOCKED_STATE);
        if (is_state || v->role == ROLE_DISCRETE) need_variables(n, v->start);
    }
}

bool *find_needed_parameters(Analysis *a)
{
    const EquationSystem *system = a->system;
    NeedSearch n = {.a = a};
    n.is_needed = ARENA_ARRAY(a->scratch, bool, system->variables.count + 1);
    uint32_t others = IN_ALL_TABLES & ~IN_TABLE(equations) & ~IN_TABLE(variables);
    system_each_expression(system, others, &n, need_expression);
    need_starts(&n);
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (e->flags & EQUATION_REMOVED || gives_a_parameter(system, e)) continue;
        need_variables(&n, e->left);
        need_variables(&n, e->right);
    }
    while (n.waiting.count) {
        const SystemVariable *v = system_variable(system, VEC_POP(&n.waiting));
        if (v->role == ROLE_PARAMETER) need_variables(&n, v->value);
    }
    return n.is_needed;
}
