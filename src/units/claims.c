// What a model says about units: equations, bindings, start values, statements, conditions. Loops
// and branches are opened; what stands inside is said once, for whatever round.
#include "units/checker.h"

enum { ALL_DECLARED = 1, TO_BE_FOUND }; // stamps of expressions

static bool is_not_judged(void *client, const Expr *e)
{
    const Checker *c = client;
    return (e->flags & EXPR_HAS_REF) && !expr_stamp(&c->judged, e);
}

static void judge(void *client, const Expr *e)
{
    Checker *c = client;
    bool is_open = e->kind == EXPR_REF && c->holders[e->u.var.i].may_infer;
    for (uint32_t i = 0; i < e->n_args && !is_open; i++)
        is_open = e->args[i] && expr_stamp(&c->judged, e->args[i]) == TO_BE_FOUND;
    expr_set_stamp(&c->judged, e, is_open ? TO_BE_FOUND : ALL_DECLARED);
}

// Most expressions are small trees of variables that all have units: nobody need remember them.
// False: not known; `nodes`: so many may still be looked at.
static bool is_plainly_declared(const Checker *c, const Expr *e, int *nodes)
{
    if (!(e->flags & EXPR_HAS_REF)) return true;
    if (--*nodes < 0) return false;
    if (e->kind == EXPR_REF) return !c->holders[e->u.var.i].may_infer;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i] && !is_plainly_declared(c, e->args[i], nodes)) return false;
    return true;
}

// Whether the unit of something in it may still be found: then all that is said of it counts.
static bool is_open(Checker *c, const Expr *e)
{
    int nodes = 16;
    if (!e || is_plainly_declared(c, e, &nodes)) return false;
    expr_walk_where(&c->judged, e, c, is_not_judged, judge);
    return expr_stamp(&c->judged, e) == TO_BE_FOUND;
}

static void claim(Checker *c, ClaimKind kind, const Expr *left, const Expr *right, Span span,
                  ComponentId component)
{
    // An earlier claim says the same of units that are all declared.
    if (c->is_copy && !is_open(c, left) && !is_open(c, right)) return;
    Claim claim = {.kind = kind,
                   .left = left,
                   .right = right,
                   .span = span,
                   .component = component,
                   .is_choice = c->n_choices > 0};
    VEC_PUSH(c->scratch, &c->claims, claim);
}

// A variable or -variable whose declared unit is the one given; UNIT_UNKNOWN takes any.
static bool has_declared_unit(const Checker *c, const Expr *e, int32_t *unit)
{
    if (e->kind == EXPR_OP && e->op == OP_NEG) e = e->args[0];
    const Holder *h = e->kind == EXPR_REF ? &c->holders[e->u.var.i] : NULL;
    if (!h || h->may_infer || h->unit == UNIT_UNKNOWN) return false;
    bool agrees = *unit == UNIT_UNKNOWN || *unit == h->unit;
    *unit = h->unit;
    return agrees;
}

// Nearly all connections join what was declared with one unit: nothing is to be found there.
static bool joins_one_unit(const Checker *c, const Expr *left, const Expr *right)
{
    int32_t unit = UNIT_UNKNOWN;
    for (; left->kind == EXPR_OP && (left->op == OP_ADD || left->op == OP_SUB);
         left = left->args[0])
        if (!has_declared_unit(c, left->args[1], &unit)) return false;
    return has_declared_unit(c, left, &unit) &&
           (expr_is_zero(right) || has_declared_unit(c, right, &unit));
}

// ---- Conditions ----------------------------------------------------------------------------

typedef struct ConditionSearch {
    const Checker *c;
    bool has_quantity;
} ConditionSearch;

static void look_for_quantity(void *client, const Expr *e)
{
    ConditionSearch *s = client;
    if (e->kind == EXPR_TIME || (e->kind == EXPR_LOCAL && e->type->kind == TYPE_REAL))
        s->has_quantity = true;
    if (e->kind == EXPR_REF)
        s->has_quantity |= s->c->flat->variables[e->u.var.i].variability > VARIABILITY_PARAMETER;
}

bool is_choice(const Checker *c, const Expr *condition)
{
    ConditionSearch search = {.c = c};
    expr_walk(c->s->exprs, condition, &search, look_for_quantity);
    return !search.has_quantity;
}

static void claim_condition(Checker *c, const Expr *e, Span span, ComponentId component)
{
    if (e) claim(c, CLAIM_EXPRESSION, NULL, e, span, component);
}

static void claim_equations(Checker *c, const Equation *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const Equation *e = &items[i];
        equations_fetch(e, n - i);
        c->is_copy = e->is_copy;
        ClaimKind kind = e->from_connect         ? CLAIM_CONNECTION
                         : e->from_binding       ? CLAIM_BINDING
                         : e->kind == EQN_REINIT ? CLAIM_ASSIGNMENT
                                                 : CLAIM_EQUATION;
        if (e->from_connect && joins_one_unit(c, e->left, e->right)) continue;
        if (e->left && e->right)
            claim(c, kind, e->left, e->right, e->span, e->component);
        else
            claim_condition(c, e->right, e->span, e->component);
        if (e->details) claim_condition(c, e->details->condition, e->span, e->component);
        bool chooses = e->kind == EQN_IF && is_choice(c, e->branches[0].condition);
        for (uint32_t b = 0; b < e->n_branches; b++) {
            c->is_copy = e->is_copy;
            claim_condition(c, e->branches[b].condition, e->span, e->component);
            c->n_choices += chooses;
            claim_equations(c, e->branches[b].body.items, e->branches[b].body.count);
            c->n_choices -= chooses;
        }
    }
    c->is_copy = false;
}

static void claim_statements(Checker *c, Statements body, ComponentId component)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        if (st->left && st->right)
            claim(c, CLAIM_ASSIGNMENT, st->left, st->right, st->span, component);
        else
            claim_condition(c, st->right, st->span, component);
        claim_condition(c, st->condition, st->span, component);
        bool chooses = st->kind == STMT_IF && is_choice(c, st->branches[0].condition);
        for (uint32_t b = 0; b < st->n_branches; b++) {
            claim_condition(c, st->branches[b].condition, st->span, component);
            c->n_choices += chooses;
            claim_statements(c, st->branches[b].body, component);
            c->n_choices -= chooses;
        }
    }
}

static void claim_attributes(Checker *c, const FlatVariable *v)
{
    const Attributes *a = v->attributes;
    if (!a->start && !a->min && !a->max && !a->nominal) return; // most have none
    const struct {
        const char *name;
        const Expr *value;
    } all[] = {{"start", a->start}, {"min", a->min}, {"max", a->max}, {"nominal", a->nominal}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!all[i].value || expr_is_literal(all[i].value)) continue;
        uint32_t before = c->claims.count;
        claim(c, CLAIM_ATTRIBUTE, expr_ref(c->s->exprs, v->id, v->type), all[i].value,
              v->declared->span, v->component);
        if (c->claims.count > before) VEC_LAST(&c->claims).attribute = all[i].name;
    }
}

static void claim_variables(Checker *c)
{
    for (uint32_t i = 0; i < c->flat->n_variables; i++) {
        const FlatVariable *v = &c->flat->variables[i];
        if (type_elem(v->type)->kind != TYPE_REAL) continue;
        c->is_copy = v->is_copy;
        bool is_said = v->is_copy && !c->holders[i].may_infer;
        if (v->binding && !expr_is_literal(v->binding) && !(is_said && !is_open(c, v->binding)))
            claim(c, CLAIM_BINDING, expr_ref(c->s->exprs, v->id, v->type), v->binding,
                  v->declared->binding_span, v->component);
        claim_attributes(c, v);
    }
    c->is_copy = false;
}

static void claim_function(Checker *c, const Function *f)
{
    ComponentId none = {-1};
    uint32_t first = c->claims.count;
    claim_statements(c, f->body, none);
    for (uint32_t i = 0; i < f->n_locals; i++) {
        const Local *local = &f->locals[i];
        if (!local->value || type_elem(local->type)->kind != TYPE_REAL) continue;
        claim(c, CLAIM_BINDING, expr_local(c->s->exprs, i, local->type, local->name), local->value,
              local->span, none);
    }
    for (uint32_t i = first; i < c->claims.count; i++) c->claims.data[i].function = f;
}

void collect_claims(Checker *c)
{
    const FlatModel *flat = c->flat;
    claim_variables(c);
    claim_equations(c, flat->equations, flat->n_equations);
    claim_equations(c, flat->initial_equations, flat->n_initial_equations);
    for (uint32_t i = 0; i < flat->n_algorithms; i++)
        claim_statements(c, flat->algorithms[i].body, flat->algorithms[i].component);
    for (uint32_t i = 0; i < flat->n_initial_algorithms; i++)
        claim_statements(c, flat->initial_algorithms[i].body,
                         flat->initial_algorithms[i].component);
    for (uint32_t i = 0; i < flat->n_functions; i++) claim_function(c, flat->functions[i]);
}
