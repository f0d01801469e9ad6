// Order of dependent parameters. Parameters that depend on one found at initialization (fixed =
// false) are unknowns of the initial system themselves.
#include "causal/analysis.h"

static bool is_dependent(const SystemVariable *v)
{
    return (v->role == ROLE_PARAMETER || v->role == ROLE_EXTERNAL) && v->value &&
           !(v->flags & VARIABLE_IS_ALIAS);
}

static Blocks dependency_order(Analysis *a)
{
    uint32_t n = a->system->variables.count;
    int32_t *start = ARENA_ARRAY(a->scratch, int32_t, n + 1);
    VEC(int32_t) target = {0};
    for (uint32_t i = 0; i < n; i++) {
        const SystemVariable *v = &a->system->variables.data[i];
        if (is_dependent(v)) {
            VarVec *vars = variables_of_expr(a, v->value);
            for (uint32_t k = 0; k < vars->count; k++)
                VEC_PUSH(a->scratch, &target, vars->data[k].i);
        }
        start[i + 1] = (int32_t)target.count;
    }
    return strong_components_of_digraph(a->scratch, (int32_t)n, start, target.data);
}

static void report_cycle(Analysis *a, const Blocks *order, int32_t block)
{
    const int32_t *member = order->eqn_of_place + order->first_place_of_block[block];
    int32_t n = blocks_size(order, block);
    const SystemVariable *first = &a->system->variables.data[member[0]];
    const FlatVariable *flat = &a->system->flat->variables[first->flat.i];
    Diagnostic *d = diag_error(a->session->diag, flat->binding_span, E_PARAMETER_CYCLE,
                               "the value of parameter '%s' depends on itself",
                               name_of_variable(a, (VarId){member[0]}));
    for (int32_t i = 1; i < n && i < 8; i++) {
        VarId id = {member[i]};
        const SystemVariable *v = system_variable(a->system, id);
        diag_note(a->session->diag, d, a->system->flat->variables[v->flat.i].binding_span,
                  "through '%s'", name_of_variable(a, id));
    }
}

static bool depends_on_itself(Analysis *a, const Blocks *order, int32_t block)
{
    if (blocks_size(order, block) > 1) return true;
    int32_t i = order->eqn_of_place[order->first_place_of_block[block]];
    const SystemVariable *v = &a->system->variables.data[i];
    return is_dependent(v) && expr_contains(v->value, system_ref(a->system, (VarId){i}));
}

// ---- Folding ----------------------------------------------------------------------

static const Expr *constant_in_place(void *client, const Expr *e)
{
    const Analysis *a = client;
    if (e->kind != EXPR_REF) return e->flags & EXPR_HAS_REF ? NULL : e;
    const SystemVariable *v = system_variable(a->system, e->u.var);
    return v->role == ROLE_CONSTANT && v->value && expr_is_literal(v->value) ? v->value : e;
}

// What nobody can set from outside, and what depends on constants alone, is a constant: axes of
// joints, orientations, sizes. This decides how much of a mechanical model folds away.
static void fold_parameter(Analysis *a, VarId id)
{
    SystemVariable *v = system_variable(a->system, id);
    if (v->role != ROLE_PARAMETER || v->flat.i < 0) return;
    const FlatVariable *flat = &a->system->flat->variables[v->flat.i];
    if (!(flat->is_final || flat->is_protected) || v->flags & VARIABLE_NOT_FIXED) return;
    walker_begin(&a->walker);
    const Expr *value = walker_rewrite(&a->walker, v->value, a, constant_in_place);
    if (value->flags & (EXPR_HAS_REF | EXPR_HAS_IMPURE | EXPR_HAS_TIME)) return;
    EvalFailure failure = {0};
    ValueSource nothing = {.client = a};
    if (!expr_is_literal(value)) value = expr_evaluate(a->session, value, &nothing, &failure);
    if (!value || !expr_is_literal(value)) return;
    v->role = ROLE_CONSTANT;
    v->value = value;
}

bool mark_late_parameters(Analysis *a)
{
    Blocks order = dependency_order(a);
    bool ok = true;
    for (int32_t b = 0; b < order.n_blocks; b++) {
        if (depends_on_itself(a, &order, b)) {
            report_cycle(a, &order, b);
            ok = false;
            continue;
        }
        int32_t i = order.eqn_of_place[order.first_place_of_block[b]];
        SystemVariable *v = &a->system->variables.data[i];
        if (!is_dependent(v)) continue;
        VarVec *vars = variables_of_expr(a, v->value);
        for (uint32_t k = 0; k < vars->count; k++)
            if (system_variable(a->system, vars->data[k])->flags &
                (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL))
                v->flags |= VARIABLE_AFTER_INITIAL;
        if (!(v->flags & VARIABLE_AFTER_INITIAL)) fold_parameter(a, (VarId){i});
    }
    return ok;
}

bool order_parameters(Analysis *a)
{
    Blocks order = dependency_order(a);
    VEC(Assignment) found = {0};
    bool ok = true;
    for (int32_t b = 0; b < order.n_blocks; b++) {
        if (depends_on_itself(a, &order, b)) {
            report_cycle(a, &order, b);
            ok = false;
            continue;
        }
        int32_t i = order.eqn_of_place[order.first_place_of_block[b]];
        const SystemVariable *v = &a->system->variables.data[i];
        if (!is_dependent(v) || v->flags & (VARIABLE_AFTER_INITIAL | VARIABLE_NOT_FIXED)) continue;
        Assignment assignment = {.variable = {i}, .value = v->value};
        VEC_PUSH(a->out, &found, assignment);
    }
    a->causal->parameters = found.data;
    a->causal->n_parameters = (int32_t)found.count;
    return ok;
}
