// Start values of memories by what is written beside them. pre(x) and pre(y) are unknowns of the
// start, even if x = y; where x has a fixed start and y, which a clause sets, has none, pre(y) is
// completed by that of x: with its own default the first thing that x does is to leave the start
// value that was asked for. Cost: one walk over the equations.
#include "causal/blocks.h"
#include "graph/union_find.h"

static bool is_fixed_discrete(const SystemVariable *v)
{
    return v->role == ROLE_DISCRETE && v->flags & VARIABLE_FIXED && !(v->flags & VARIABLE_IS_ALIAS);
}

static const Expr *without_sign(const Expr *e, bool *is_negated)
{
    bool is_sign = e->kind == EXPR_OP && (e->op == OP_NOT || e->op == OP_NEG);
    if (is_sign) *is_negated = !*is_negated;
    return is_sign ? e->args[0] : e;
}

static bool is_discrete(const Analysis *a, const Expr *e)
{
    return e->kind == EXPR_REF && system_variable(a->system, e->u.var)->role == ROLE_DISCRETE;
}

static const Expr *signed_by(Analysis *a, const Expr *e, bool is_negated)
{
    if (!is_negated) return e;
    return expr_op1(a->exprs, e->type->kind == TYPE_BOOLEAN ? OP_NOT : OP_NEG, e);
}

const Expr **find_equal_starts(Analysis *a, uint32_t n_variables)
{
    const uint32_t both = EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL;
    const EquationSystem *system = a->system;
    const Expr **start = ARENA_ARRAY(a->scratch, const Expr *, n_variables + 1);
    uint32_t first = 0;
    while (first < n_variables && !is_fixed_discrete(&system->variables.data[first])) first++;
    if (first == n_variables) return start;
    UnionFind sets = union_find_make(a->scratch, (int32_t)n_variables);
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (e->flags & EQUATION_REMOVED || (e->flags & both) != both) continue;
        bool sign = false;
        const Expr *x = without_sign(e->left, &sign), *y = without_sign(e->right, &sign);
        if (is_discrete(a, x) && is_discrete(a, y))
            union_find_join(&sets, x->u.var.i, y->u.var.i, sign);
    }
    const Expr **of_set = ARENA_ARRAY(a->scratch, const Expr *, n_variables + 1);
    bool sign;
    for (uint32_t i = first; i < n_variables; i++) {
        const SystemVariable *v = &system->variables.data[i];
        int32_t root = union_find_root(&sets, (int32_t)i, &sign);
        if (is_fixed_discrete(v) && !of_set[root])
            of_set[root] = signed_by(a, start_of(a, (VarId){(int32_t)i}), sign);
    }
    for (uint32_t i = 0; i < n_variables; i++) {
        int32_t root = union_find_root(&sets, (int32_t)i, &sign);
        if (of_set[root]) start[i] = signed_by(a, of_set[root], sign);
    }
    return start;
}
