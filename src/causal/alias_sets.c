// Which member of an alias set stays, what it takes over from the others, and the rewriting of
// everything that mentions them.
#include <string.h>

#include "causal/alias.h"
#include "equations/system_tables.h"

// ---- Choosing -----------------------------------------------------------------------

// What speaks for a member before its place in the model does; the first that differs decides.
static int merit_of(const SystemVariable *v)
{
    bool must_be_state = v->flags & VARIABLE_REINIT || v->state_select == STATE_SELECT_ALWAYS;
    int merit = v->role == ROLE_INPUT;
    merit = merit << 1 | (v->role == ROLE_DISCRETE);
    merit = merit << 1 | must_be_state;
    merit = merit << 4 | v->state_select;
    merit = merit << 1 | (v->derivative.i >= 0);
    return merit << 1 | ((v->flags & VARIABLE_FIXED) != 0);
}

// Further out is better, then earlier.
static int32_t best_member(AliasPass *p, int32_t root)
{
    const EquationSystem *system = p->a->system;
    const SystemVariable *best = system_variable(system, (VarId){root});
    int32_t best_number = root;
    for (int32_t m = p->next_member[root]; m != root; m = p->next_member[m]) {
        const SystemVariable *v = system_variable(system, (VarId){m});
        int difference = merit_of(v) - merit_of(best);
        if (!difference)
            difference = depth_of_variable(system, best) - depth_of_variable(system, v);
        if (!difference) difference = best_number - m;
        if (difference < 0) continue;
        best = v;
        best_number = m;
    }
    return best_number;
}

// ---- Attributes ---------------------------------------------------------------------

static const Expr *signed_expr(Analysis *a, const Expr *e, bool is_negated)
{
    if (!e || !is_negated) return e;
    return expr_op1(a->exprs, e->type->kind == TYPE_BOOLEAN ? OP_NOT : OP_NEG, e);
}

static void take_over_start(Analysis *a, SystemVariable *keep, const SystemVariable *v,
                            bool is_negated)
{
    if (!keep->start) keep->start = signed_expr(a, v->start, is_negated); // what its bounds say
    if (!(v->flags & VARIABLE_START_GIVEN)) return;
    bool kept_is_given = (keep->flags & VARIABLE_START_GIVEN) != 0;
    bool kept_is_fixed = (keep->flags & VARIABLE_FIXED) != 0;
    bool is_fixed = (v->flags & VARIABLE_FIXED) != 0;
    if (kept_is_given && kept_is_fixed >= is_fixed &&
        !(kept_is_fixed == is_fixed && v->start_level < keep->start_level))
        return;
    keep->start = signed_expr(a, v->start, is_negated);
    keep->start_level = v->start_level;
    keep->flags |= VARIABLE_START_GIVEN;
}

// Where its start value was written, or else the variable.
static Span start_place(const FlatVariable *v)
{
    Span start = v->attributes->start_span;
    return span_is_none(start) ? v->declared->span : start;
}

// Two fixed members: one condition too many, harmless if both say the same.
static bool check_fixed(Analysis *a, VarId keep_id, VarId id, bool is_negated)
{
    const SystemVariable *keep = system_variable(a->system, keep_id);
    const SystemVariable *v = system_variable(a->system, id);
    if (!(keep->flags & VARIABLE_FIXED) || !(v->flags & VARIABLE_FIXED)) return true;
    const Expr *zero = expr_zero(a->exprs, keep->type);
    const Expr *ours = keep->start ? keep->start : zero;
    const Expr *theirs = signed_expr(a, v->start ? v->start : zero, is_negated);
    double x, y;
    if (ours == theirs || !expr_is_number(ours, &x) || !expr_is_number(theirs, &y) || x == y)
        return true;
    const FlatVariable *flat = &a->system->flat->variables[keep->flat.i];
    const FlatVariable *other = &a->system->flat->variables[v->flat.i];
    Text what = text_make(a->scratch);
    text_printf(&what, "'%s' starts at ", name_of_variable(a, keep_id));
    text_number(&what, x);
    text_printf(&what, " and '%s', which is %sequal to it, at ", name_of_variable(a, id),
                is_negated ? "up to the sign " : "");
    text_number(&what, is_negated ? -y : y);
    Diagnostic *d = diag_error(a->session->diag, start_place(flat), E_START_CONFLICT,
                               "%s; both are fixed", text_cstr(&what));
    diag_label(a->session->diag, d, "fix one of them only, or let them agree");
    diag_note(a->session->diag, d, start_place(other), "'%s' starts here", name_of_variable(a, id));
    return false;
}

static void take_over(Analysis *a, SystemVariable *keep, const SystemVariable *v, bool is_negated)
{
    take_over_start(a, keep, v, is_negated);
    keep->flags |= v->flags & (VARIABLE_FIXED | VARIABLE_REINIT | VARIABLE_INVARIANT);
    if (v->state_select > keep->state_select) keep->state_select = v->state_select;
    if (!v->limits) return;
    VariableLimits theirs = system_limits(a->system, v), all = system_limits(a->system, keep);
    if (!all.nominal) all.nominal = theirs.nominal;
    const Expr *least = is_negated ? theirs.max : theirs.min;
    const Expr *most = is_negated ? theirs.min : theirs.max;
    if (!all.min) all.min = signed_expr(a, least, is_negated);
    if (!all.max) all.max = signed_expr(a, most, is_negated);
    system_set_limits(a->system, keep, &all);
}

// ---- Rewriting ----------------------------------------------------------------------

static const Expr *by_chosen(void *client, const Expr *e);

// `ref` stands for the variable; NULL: it is looked for where it is needed.
static const Expr *chosen_for(AliasPass *p, VarId id, const Expr *ref)
{
    Analysis *a = p->a;
    if ((uint32_t)id.i >= p->n_variables) return ref ? ref : system_ref(a->system, id);
    const SystemVariable *v = system_variable(a->system, id);
    if (v->role == ROLE_CONSTANT && v->value && expr_is_literal(v->value)) return v->value;
    if (p->relation[id.i]) return p->relation[id.i];
    bool sign;
    int32_t root = union_find_root(&p->sets, id.i, &sign);
    const Expr *value = p->set[root].value;
    if (value && is_put_in(value)) return signed_expr(a, value, sign);
    VarId chosen = p->chosen[root].i < 0 ? id : p->chosen[root];
    bool is_negated = p->chosen[root].i >= 0 && sign != p->chosen_is_negated[root];
    bool is_same = chosen.i == id.i && ref;
    return signed_expr(a, is_same ? ref : system_ref(a->system, chosen), is_negated);
}

static const Expr *variable_by_chosen(AliasPass *p, VarId id)
{
    return chosen_for(p, id, NULL);
}

// der(x) and pre(x) follow x: 0 and the value itself for what is constant.
static const Expr *attached_by_chosen(AliasPass *p, const Expr *ref, const SystemVariable *v)
{
    Analysis *a = p->a;
    const Expr *of = variable_by_chosen(p, v->of);
    bool is_negated = of->kind == EXPR_OP && !expr_is_zero_quotient(of);
    const Expr *base = is_negated ? of->args[0] : of;
    bool is_known =
        base->kind != EXPR_REF || system_variable(a->system, base->u.var)->role <= ROLE_PARAMETER;
    if (is_known) return v->role == ROLE_PRE ? of : expr_real(a->exprs, 0);
    if (base->u.var.i == v->of.i) return ref;
    if (v->role == ROLE_DERIVATIVE &&
        system_variable(a->system, base->u.var)->role == ROLE_DISCRETE)
        return expr_real(a->exprs, 0);
    VarId attached = v->role == ROLE_PRE ? system_pre(a->system, base->u.var)
                                         : system_derivative(a->system, base->u.var);
    return signed_expr(a, system_ref(a->system, attached), is_negated);
}

static const Expr *by_chosen(void *client, const Expr *e)
{
    AliasPass *p = client;
    if (e->kind != EXPR_REF) return e->flags & EXPR_HAS_REF ? NULL : e;
    SystemVariable v = *system_variable(p->a->system, e->u.var);
    if (v.role == ROLE_DERIVATIVE || v.role == ROLE_PRE) return attached_by_chosen(p, e, &v);
    return chosen_for(p, e->u.var, e);
}

static void rewrite(void *client, const Expr **e, Span span)
{
    AliasPass *p = client;
    (void)span;
    if ((*e)->flags & EXPR_HAS_REF) *e = walker_rewrite(&p->a->walker, *e, p, by_chosen);
}

// -x = e and not b = e read better, and can be solved, the other way round.
static void turn_sign(Analysis *a, SystemEquation *e)
{
    const Expr *left = e->left;
    bool is_turned = left->kind == EXPR_OP && (left->op == OP_NEG || left->op == OP_NOT) &&
                     left->args[0]->kind == EXPR_REF;
    if (!is_turned) return;
    e->left = left->args[0];
    e->right = signed_expr(a, e->right, true);
}

enum { MOST_TERMS = 64 }; // a sum with more is left as it is

// The terms of a sum of variables, with either sign. False: it has others, or too many.
static bool terms_of_sum(const Expr *e, const Expr **terms, uint32_t *n)
{
    while (e->kind == EXPR_OP && (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_NEG)) {
        if (e->n_args == 2 && !terms_of_sum(e->args[1], terms, n)) return false;
        e = e->args[0];
    }
    if (e->kind != EXPR_REF || *n == MOST_TERMS) return false;
    terms[(*n)++] = e;
    return true;
}

// A sum of flows, by its form: whether a connection made it or somebody wrote it.
static bool is_sum_with_repetition(const SystemEquation *e)
{
    const Expr *terms[MOST_TERMS];
    uint32_t n = 0;
    if (!expr_is_zero(e->right) || !terms_of_sum(e->left, terms, &n)) return false;
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (terms[i] == terms[k]) return true;
    return false;
}

// Equal variables may cancel: x - x + y = 0 says nothing about x, and the structure must not
// believe it does. Sums of flows are where this happens.
static void drop_cancelled(Analysis *a, SystemEquation *e)
{
    if (e->left == e->right && e->left->kind != EXPR_REAL) {
        e->left = e->right = expr_zero(a->exprs, e->left->type);
        return;
    }
    if (e->left->type->kind != TYPE_REAL || !is_sum_with_repetition(e)) return;
    const Expr *residual = expr_op2(a->exprs, OP_SUB, e->left, e->right), *factor, *rest;
    VarVec *vars = variables_of_expr(a, residual);
    VarVec kept = {ARENA_COPY(a->scratch, VarId, vars->data, vars->count), vars->count, 0};
    bool is_changed = false;
    for (uint32_t i = 0; i < kept.count; i++) {
        const Expr *x = system_ref(a->system, kept.data[i]);
        if (x->type->kind != TYPE_REAL) continue;
        if (!expr_linear(a->exprs, residual, x, &factor, &rest) || !expr_is_zero(factor)) continue;
        residual = rest;
        is_changed = true;
    }
    if (!is_changed) return;
    e->left = residual;
    e->right = expr_real(a->exprs, 0);
}

// Does by_chosen put something else in the place of the variable?
static bool is_replaced(AliasPass *p, VarId id)
{
    const SystemVariable *v = system_variable(p->a->system, id);
    if ((uint32_t)id.i >= p->n_variables || v->role == ROLE_CONSTANT || p->relation[id.i])
        return true;
    if (v->role == ROLE_DERIVATIVE || v->role == ROLE_PRE) {
        VariableRole of = system_variable(p->a->system, v->of)->role;
        return of <= ROLE_PARAMETER || of != ROLE_CONTINUOUS || is_replaced(p, v->of);
    }
    int32_t root = union_find_root(&p->sets, id.i, NULL), chosen = p->chosen[root].i;
    const Expr *value = p->set[root].value;
    return (chosen >= 0 && chosen != id.i) || (value && is_put_in(value));
}

static bool mentions_replaced(AliasPass *p, const SystemEquation *e)
{
    const VarVec *vars = variables_of(p->a, e);
    for (uint32_t i = 0; i < vars->count; i++)
        if (is_replaced(p, vars->data[i])) return true;
    return false;
}

static void rewrite_equation(AliasPass *p, SystemEquation *e)
{
    bool are_refs = e->left->kind == EXPR_REF && e->right->kind == EXPR_REF;
    bool is_changed = mentions_replaced(p, e);
    if (is_changed) rewrite(p, &e->right, e->span);
    if (defines_relation(p->a, e)) return;
    if (is_changed) rewrite(p, &e->left, e->span);
    turn_sign(p->a, e);
    bool is_not =
        e->right->kind == EXPR_OP && e->right->op == OP_NOT && e->right->args[0]->kind == EXPR_REF;
    if (are_refs && e->left->kind == EXPR_REF && is_not) e->flags |= EQUATION_WAS_ALIAS;
    drop_cancelled(p->a, e);
    if (e->determines.i < 0) return;
    const Expr *target = variable_by_chosen(p, e->determines);
    if (target->kind == EXPR_OP) target = target->args[0];
    e->determines = target->kind == EXPR_REF ? target->u.var : NO_VAR;
}

static void turn_reinit(AliasPass *p, Reinit *r)
{
    const Expr *target = variable_by_chosen(p, r->state);
    if (target->kind == EXPR_OP) r->value = signed_expr(p->a, r->value, true);
    if (target->kind == EXPR_OP) target = target->args[0];
    if (target->kind == EXPR_REF) r->state = target->u.var;
}

static void rewrite_tables(AliasPass *p)
{
    EquationSystem *system = p->a->system;
    uint32_t n_changed = 0;
    walker_begin(&p->a->walker); // one memory for all of them: the table no longer changes
    for (uint32_t i = 0; i < system->equations.count; i++) {
        SystemEquation *e = &system->equations.data[i];
        const Expr *left = e->left, *right = e->right;
        system_fetch(system, i);
        if (!(e->flags & EQUATION_REMOVED)) rewrite_equation(p, e);
        n_changed += e->left != left || e->right != right;
    }
    if (n_changed > system->equations.count / 4) forget_incidence(p->a);
    system_each_expression(system, IN_ALL_TABLES & ~IN_TABLE(equations), p, rewrite);
    for (uint32_t i = 0; i < system->reinits.count; i++) turn_reinit(p, &system->reinits.data[i]);
}

// ---- All sets -----------------------------------------------------------------------

static bool settle_set(AliasPass *p, int32_t root)
{
    Analysis *a = p->a;
    int32_t keep = best_member(p, root);
    bool keep_sign, sign;
    union_find_root(&p->sets, keep, &keep_sign);
    p->chosen[root] = (VarId){keep};
    p->chosen_is_negated[root] = keep_sign;
    const Expr *value = signed_expr(a, p->set[root].value, keep_sign);
    bool is_constant = value && expr_is_literal(value);
    if (value) {
        SystemVariable *v = system_variable(a->system, p->chosen[root]);
        v->role = is_constant ? ROLE_CONSTANT : ROLE_PARAMETER;
        v->value = value;
    }
    bool ok = true;
    for (int32_t m = p->next_member[keep]; m != keep; m = p->next_member[m]) {
        union_find_root(&p->sets, m, &sign);
        bool is_negated = sign != keep_sign;
        ok = check_fixed(a, (VarId){keep}, (VarId){m}, is_negated) && ok;
        SystemVariable *v = system_variable(a->system, (VarId){m});
        take_over(a, system_variable(a->system, (VarId){keep}), v, is_negated);
        v->flags |= VARIABLE_IS_ALIAS;
        v->root = (VarId){keep};
        v->sign = is_negated ? -1 : 1;
        a->causal->n_aliases++;
    }
    return ok;
}

// The start equations of one set say the same thing once more: one stays.
static void drop_repeated_starts(AliasPass *p)
{
    EquationSystem *system = p->a->system;
    bool *is_set = ARENA_ARRAY(p->a->scratch, bool, system->variables.count + 1);
    for (uint32_t i = 0; i < system->equations.count; i++) {
        SystemEquation *e = &system->equations.data[i];
        if (e->origin != ORIGIN_START || e->flags & EQUATION_REMOVED) continue;
        const Expr *left = e->left->kind == EXPR_OP ? e->left->args[0] : e->left;
        // The start of a discrete variable is one of pre(v), which a constant v leaves open; other
        // constants are compared with the initial system.
        if (left->kind != EXPR_REF) {
            if (left->type->kind != TYPE_REAL) e->flags |= EQUATION_REMOVED;
            continue;
        }
        if (is_set[left->u.var.i]) e->flags |= EQUATION_REMOVED;
        is_set[left->u.var.i] = true;
    }
}

FETCHES fetch_component(const EquationSystem *system, uint32_t i) // see base/fetch.h
{
    enum { AHEAD = 32 };
    if (i + AHEAD >= system->variables.count) return;
    VarId flat = system->variables.data[i + AHEAD].flat;
    int32_t component = flat.i < 0 ? -1 : system->flat->variables[flat.i].component.i;
    if (component >= 0) fetch(system->flat->instance->components[component]);
}

bool apply_aliases(AliasPass *p)
{
    Analysis *a = p->a;
    p->chosen = ARENA_RAW(a->scratch, VarId, p->n_variables + 1);
    p->chosen_is_negated = ARENA_ARRAY(a->scratch, bool, p->n_variables + 1);
    for (uint32_t i = 0; i < p->n_variables; i++) p->chosen[i] = NO_VAR;
    bool ok = true;
    for (uint32_t i = 0; i < p->n_variables; i++) {
        fetch_component(a->system, i);
        bool is_root = p->sets.parent[i] == (int32_t)i;
        bool is_alone = p->next_member[i] == (int32_t)i && !p->set[i].value;
        if (is_root && !is_alone) ok = settle_set(p, (int32_t)i) && ok;
    }
    rewrite_tables(p);
    drop_repeated_starts(p);
    // Derivatives and pre-values of variables that stay are the only ones left in use.
    for (uint32_t i = 0; i < p->n_variables; i++) {
        SystemVariable *v = system_variable(a->system, (VarId){(int32_t)i});
        if (v->role != ROLE_DERIVATIVE && v->role != ROLE_PRE) continue;
        const SystemVariable *of = system_variable(a->system, v->of);
        bool is_known = of->role <= ROLE_PARAMETER;
        if (!(of->flags & VARIABLE_IS_ALIAS) && !is_known) continue;
        VarId keep = of->root;
        bool keep_is_known = system_variable(a->system, keep)->role <= ROLE_PARAMETER;
        if (keep_is_known) {
            v->value = v->role == ROLE_PRE ? system_ref(a->system, keep) : expr_real(a->exprs, 0);
            v->role = ROLE_PARAMETER;
            continue;
        }
        v->flags |= VARIABLE_IS_ALIAS;
        v->root = v->role == ROLE_PRE ? system_variable(a->system, keep)->pre
                                      : system_variable(a->system, keep)->derivative;
        v->sign = of->sign;
        if (v->root.i < 0) { // nothing asks for it any more
            v->flags &= (uint16_t)~VARIABLE_IS_ALIAS;
            v->root = (VarId){(int32_t)i};
            v->role = ROLE_PARAMETER;
            v->value = expr_zero(a->exprs, v->type);
        }
    }
    return ok;
}
