// Potentials whose level nothing fixes: a circuit without a ground. Adding the same number to all
// of them leaves every equation of the model as it is. Found in the equations as written, when the
// structure is singular already: two potentials that occur as their difference move together, and
// whatever else an equation says of one of them holds it. An equation that is not understood holds
// all that it names, so nothing is called free that is not.
#include "causal/singular/singular.h"
#include "graph/union_find.h"

typedef struct Levels {
    Report *r;
    const FlatModel *flat;
    UnionFind set;    // over flat variables
    uint8_t *is_held; // by flat variable
} Levels;

typedef VEC(VarId) FlatVec;

typedef struct Gathering {
    const Levels *l;
    FlatVec found;
} Gathering;

static bool is_potential(const Levels *l, VarId v)
{
    const FlatVariable *flat = &l->flat->variables[v.i];
    const Component *own = l->flat->instance->components[flat->component.i];
    return !flat->is_flow && flat->variability == VARIABILITY_CONTINUOUS &&
           own->causality == CAUSALITY_NONE && is_connector(owner_of(l->r, flat));
}

static void gather(void *client, const Expr *e)
{
    Gathering *g = client;
    if (e->kind == EXPR_REF && is_potential(g->l, e->u.var))
        VEC_PUSH(g->l->r->a->scratch, &g->found, e->u.var);
}

// What v is multiplied by in left - right; false: that is no number.
static bool factor_of(const Levels *l, const Equation *e, VarId v, double *factor)
{
    ExprTable *t = l->r->a->exprs;
    const Expr *ref = expr_ref(t, v, l->flat->variables[v.i].type), *a[2], *b;
    double number[2];
    if (type_rank(ref->type)) return false;
    if (!expr_linear(t, e->left, ref, &a[0], &b) || !expr_linear(t, e->right, ref, &a[1], &b))
        return false;
    for (int i = 0; i < 2; i++)
        if (!expr_is_number(a[i], &number[i])) return false;
    *factor = number[0] - number[1];
    return true;
}

static void look_at_equation(Levels *l, const Equation *e)
{
    Gathering g = {.l = l};
    expr_walk(l->r->a->exprs, e->left, &g, gather);
    expr_walk(l->r->a->exprs, e->right, &g, gather);
    double one, other;
    bool is_pair = g.found.count == 2 && g.found.data[0].i != g.found.data[1].i;
    bool is_difference = is_pair && factor_of(l, e, g.found.data[0], &one) &&
                         factor_of(l, e, g.found.data[1], &other) && one == -other && one != 0;
    if (is_difference) union_find_join(&l->set, g.found.data[0].i, g.found.data[1].i, false);
    for (uint32_t i = 0; i < g.found.count && !is_difference; i++)
        l->is_held[g.found.data[i].i] = 1;
}

static void hold_all_of(void *client, const Expr **e)
{
    Levels *l = client;
    Gathering g = {.l = l};
    expr_walk(l->r->a->exprs, *e, &g, gather);
    for (uint32_t i = 0; i < g.found.count; i++) l->is_held[g.found.data[i].i] = 1;
}

static void look_at_branches(Levels *l, Equation e)
{
    equation_each_expression(&e, l, hold_all_of);
    for (uint32_t b = 0; b < e.n_branches; b++)
        for (uint32_t i = 0; i < e.branches[b].body.count; i++)
            look_at_branches(l, e.branches[b].body.items[i]);
}

static void look_at_statements(Levels *l, Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        Statement st = body.items[i];
        statement_each_expression(&st, l, hold_all_of);
        for (uint32_t b = 0; b < st.n_branches; b++) look_at_statements(l, st.branches[b].body);
    }
}

static Levels levels_of(Report *r)
{
    const FlatModel *flat = r->a->system->flat;
    Arena *scratch = r->a->scratch;
    Levels l = {r, flat, union_find_make(scratch, (int32_t)flat->n_variables),
                ARENA_ARRAY(scratch, uint8_t, flat->n_variables + 1)};
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        const Equation *e = &flat->equations[i];
        if (e->kind == EQN_EQUALS)
            look_at_equation(&l, e);
        else
            look_at_branches(&l, *e);
    }
    for (uint32_t i = 0; i < flat->n_algorithms; i++)
        look_at_statements(&l, flat->algorithms[i].body);
    return l;
}

const int32_t *free_levels(Report *r)
{
    const FlatModel *flat = r->a->system->flat;
    Arena *scratch = r->a->scratch;
    if (!flat->instance || r->a->session->as_part) return NULL;
    Levels l = levels_of(r);
    bool any = false;
    uint8_t *is_held = ARENA_ARRAY(scratch, uint8_t, flat->n_variables + 1);
    int32_t *set = ARENA_RAW(scratch, int32_t, flat->n_variables + 1);
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        set[i] = union_find_root(&l.set, (int32_t)i, NULL);
        is_held[set[i]] |= l.is_held[i];
    }
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        bool is_free = !is_held[set[i]] && l.set.size[set[i]] > 1;
        if (!is_free) set[i] = -1;
        any |= is_free;
    }
    return any ? set : NULL;
}

static void report_level(Report *r, const int32_t *set, uint32_t first)
{
    enum { MOST_NAMES = 6 };
    const FlatModel *flat = r->a->system->flat;
    Diag *diag = r->a->session->diag;
    Text names = text_make(r->a->scratch);
    uint32_t n = 0, reports = diag_total(diag);
    for (uint32_t i = first; i < flat->n_variables; i++) {
        if (set[i] != set[first]) continue;
        if (n < MOST_NAMES) text_printf(&names, "%s'%s'", n ? ", " : "", flat->variables[i].name);
        n++;
    }
    if (n > MOST_NAMES) text_printf(&names, " and %u more", n - MOST_NAMES);
    Diagnostic *d = diag_error(diag, flat->variables[first].declared->span, E_UNDERDETERMINED,
                               "nothing fixes the level of %s: a ground or another reference is "
                               "missing, or a connection",
                               text_cstr(&names));
    diag_about(diag, d, NULL, flat->variables[first].name, NULL);
    lead_home(r, flat->variables[first].component, reports);
}

void report_levels(Report *r, const int32_t *set)
{
    const FlatModel *flat = r->a->system->flat;
    int32_t n = 0;
    for (uint32_t i = 0; i < flat->n_variables && n < MOST_NOTES; i++) {
        bool is_first = set[i] >= 0;
        for (uint32_t k = 0; k < i && is_first; k++) is_first = set[k] != set[i];
        if (is_first) report_level(r, set, i);
        n += is_first;
    }
}
