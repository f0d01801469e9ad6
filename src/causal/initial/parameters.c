// Order of dependent parameters. Parameters that depend on one found at initialization (fixed =
// false) are unknowns of the initial system themselves.
#include "causal/analysis.h"

static bool is_dependent(const SystemVariable *v)
{
    return (v->role == ROLE_PARAMETER || v->role == ROLE_EXTERNAL) && v->value &&
           !(v->flags & VARIABLE_IS_ALIAS);
}

// The parameters with values of expressions, and what these contain.
typedef struct Dependencies {
    VEC(int32_t) variables; // ascending
    VEC(VarId) contained;   // of all of them, one after the other
    int32_t *first;         // in `contained`, by place in `variables`
    Blocks order;           // of these places
} Dependencies;

// Among themselves: other variables lead nowhere.
static void find_order(Analysis *a, Dependencies *d)
{
    uint32_t n = d->variables.count;
    int32_t *place_of = ARENA_RAW(a->scratch, int32_t, a->system->variables.count + 1);
    int32_t *start = ARENA_ARRAY(a->scratch, int32_t, n + 1);
    int32_t *target = ARENA_RAW(a->scratch, int32_t, d->contained.count + 1), count = 0;
    for (uint32_t i = 0; i < a->system->variables.count; i++) place_of[i] = -1;
    for (uint32_t p = 0; p < n; p++) place_of[d->variables.data[p]] = (int32_t)p;
    for (uint32_t p = 0; p < n; p++) {
        for (int32_t k = d->first[p]; k < d->first[p + 1]; k++) {
            int32_t place = place_of[d->contained.data[k].i];
            if (place >= 0) target[count++] = place;
        }
        start[p + 1] = count;
    }
    d->order = strong_components_of_digraph(a->scratch, (int32_t)n, start, target);
}

static Dependencies find_dependencies(Analysis *a)
{
    Dependencies d = {0};
    uint32_t n = a->system->variables.count;
    for (uint32_t i = 0; i < n; i++)
        if (is_dependent(&a->system->variables.data[i]))
            VEC_PUSH(a->scratch, &d.variables, (int32_t)i);
    d.first = ARENA_ARRAY(a->scratch, int32_t, d.variables.count + 1);
    for (uint32_t p = 0; p < d.variables.count; p++) {
        const SystemVariable *v = &a->system->variables.data[d.variables.data[p]];
        VarVec *vars = variables_of_expr(a, v->value);
        VEC_RESERVE(a->scratch, &d.contained, vars->count);
        for (uint32_t k = 0; k < vars->count; k++)
            d.contained.data[d.contained.count++] = vars->data[k];
        d.first[p + 1] = (int32_t)d.contained.count;
    }
    find_order(a, &d);
    return d;
}

static void report_cycle(Analysis *a, const Dependencies *d, int32_t block)
{
    const int32_t *member = d->order.eqn_of_place + d->order.first_place_of_block[block];
    int32_t n = blocks_size(&d->order, block);
    VarId first = {d->variables.data[member[0]]};
    const FlatVariable *flat =
        &a->system->flat->variables[system_variable(a->system, first)->flat.i];
    Diagnostic *report =
        diag_error(a->session->diag, flat->declared->binding_span, E_PARAMETER_CYCLE,
                   "the value of parameter '%s' depends on itself", name_of_variable(a, first));
    for (int32_t i = 1; i < n && i < 8; i++) {
        VarId id = {d->variables.data[member[i]]};
        const SystemVariable *v = system_variable(a->system, id);
        diag_note(a->session->diag, report,
                  a->system->flat->variables[v->flat.i].declared->binding_span, "through '%s'",
                  name_of_variable(a, id));
    }
}

static bool depends_on_itself(const Dependencies *d, int32_t block)
{
    if (blocks_size(&d->order, block) > 1) return true;
    int32_t place = d->order.eqn_of_place[d->order.first_place_of_block[block]];
    for (int32_t k = d->first[place]; k < d->first[place + 1]; k++)
        if (d->contained.data[k].i == d->variables.data[place]) return true;
    return false;
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
    Dependencies d = find_dependencies(a);
    bool ok = true;
    for (int32_t b = 0; b < d.order.n_blocks; b++) {
        if (depends_on_itself(&d, b)) {
            report_cycle(a, &d, b);
            ok = false;
            continue;
        }
        int32_t place = d.order.eqn_of_place[d.order.first_place_of_block[b]];
        VarId id = {d.variables.data[place]};
        SystemVariable *v = system_variable(a->system, id);
        for (int32_t k = d.first[place]; k < d.first[place + 1]; k++)
            if (system_variable(a->system, d.contained.data[k])->flags &
                (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL))
                v->flags |= VARIABLE_AFTER_INITIAL;
        if (!(v->flags & VARIABLE_AFTER_INITIAL)) fold_parameter(a, id);
    }
    return ok;
}

bool order_parameters(Analysis *a)
{
    Dependencies d = find_dependencies(a);
    VEC(Assignment) found = {0};
    VEC_RESERVE(a->out, &found, d.order.n_blocks);
    bool ok = true;
    for (int32_t b = 0; b < d.order.n_blocks; b++) {
        if (depends_on_itself(&d, b)) {
            report_cycle(a, &d, b);
            ok = false;
            continue;
        }
        int32_t i = d.variables.data[d.order.eqn_of_place[d.order.first_place_of_block[b]]];
        const SystemVariable *v = &a->system->variables.data[i];
        if (v->flags & (VARIABLE_AFTER_INITIAL | VARIABLE_NOT_FIXED)) continue;
        Assignment assignment = {.variable = {i}, .value = v->value};
        VEC_PUSH(a->out, &found, assignment);
    }
    a->causal->parameters = found.data;
    a->causal->n_parameters = (int32_t)found.count;
    return ok;
}
