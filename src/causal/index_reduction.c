// Index reduction: Pantelides decides on the graph, differentiation happens on the expressions.
//
// Only continuous equations and unknowns take part; what changes at events is constant here. The
// test with x and der(x) counted as one unknown comes first: a model that fails it would be
// differentiated for ever, and is reported instead [Pan88].
#include "causal/analysis.h"
#include "expr/function.h"
#include "graph/pantelides.h"

typedef struct Reduction {
    Analysis *a;
    VEC(EquationId) equations; // by row
    VEC(VarId) variables;      // by column
    int32_t *column_of;        // by VarId; -1
    uint32_t n_columns_of;
    const char *why; // a call has no derivative: a clause
} Reduction;

// ---- The graph ----------------------------------------------------------------------

static int32_t column_of(Reduction *r, VarId v)
{
    if ((uint32_t)v.i >= r->n_columns_of) {
        uint32_t n = r->a->system->variables.count;
        uint32_t room = n + n / 2 + 64;
        int32_t *grown = ARENA_RAW(r->a->scratch, int32_t, room);
        for (uint32_t i = 0; i < room; i++) grown[i] = i < r->n_columns_of ? r->column_of[i] : -1;
        r->column_of = grown;
        r->n_columns_of = room;
    }
    return r->column_of[v.i];
}

static void add_column(Reduction *r, VarId v)
{
    column_of(r, v);
    r->column_of[v.i] = (int32_t)r->variables.count;
    VEC_PUSH(r->a->scratch, &r->variables, v);
}

static Bipartite incidence(Reduction *r)
{
    Analysis *a = r->a;
    EquationSystem *system = a->system;
    for (uint32_t i = 0; i < system->variables.count; i++)
        if (is_continuous_unknown(&system->variables.data[i])) add_column(r, (VarId){(int32_t)i});
    VEC(int32_t) first = {0}, column = {0};
    VEC_PUSH(a->scratch, &first, 0);
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (!is_simulation_equation(e)) continue;
        EquationId id = {(int32_t)i};
        VEC_PUSH(a->scratch, &r->equations, id);
        VarVec *vars = variables_of(a, e);
        for (uint32_t k = 0; k < vars->count; k++) {
            int32_t c = column_of(r, vars->data[k]);
            if (c >= 0) VEC_PUSH(a->scratch, &column, c);
        }
        VEC_PUSH(a->scratch, &first, (int32_t)column.count);
    }
    return bipartite_from_rows(a->scratch, (int32_t)r->equations.count, (int32_t)r->variables.count,
                               first.data, column.data);
}

static int32_t *derivative_columns(Reduction *r)
{
    int32_t *d = ARENA_RAW(r->a->scratch, int32_t, r->variables.count + 1);
    for (uint32_t c = 0; c < r->variables.count; c++) {
        VarId of = system_variable(r->a->system, r->variables.data[c])->derivative;
        d[c] = of.i >= 0 ? column_of(r, of) : -1;
    }
    return d;
}

// ---- Differentiation ----------------------------------------------------------------

static const Expr *time_derivative_of(void *client, const Expr *ref)
{
    Reduction *r = client;
    Analysis *a = r->a;
    const SystemVariable *v = system_variable(a->system, ref->u.var);
    if (v->role == ROLE_INPUT && v->kind == VALUE_REAL) return NULL;
    if (!is_continuous_unknown(v)) return expr_real(a->exprs, 0);
    VarId d = system_derivative(a->system, ref->u.var);
    if (column_of(r, d) < 0) add_column(r, d);
    return system_ref(a->system, d);
}

static const Expr *derivative_of_call(void *client, const Expr *call,
                                      const Expr *const *arg_derivatives)
{
    Reduction *r = client;
    return call_differentiate(r->a->session, call, arg_derivatives, &r->why);
}

static void report_not_differentiable(Reduction *r, EquationId id, const Expr *culprit)
{
    Analysis *a = r->a;
    const SystemEquation *e = system_equation(a->system, id);
    Text what = text_make(a->scratch);
    ExprNames names = system_names(a->system);
    if (culprit) expr_print(culprit, &names, &what);
    Diagnostic *d = diag_error(a->session->diag, e->span, E_NOT_DIFFERENTIABLE,
                               "this equation constrains states and must be differentiated, but "
                               "'%s' has no derivative%s%s",
                               text_cstr(&what), r->why ? ": " : "", r->why ? r->why : "");
    bool is_input = culprit && culprit->kind == EXPR_REF &&
                    system_variable(a->system, culprit->u.var)->role == ROLE_INPUT;
    if (is_input)
        diag_note(a->session->diag, d, (Span){0, 0},
                  "'%s' is an input of the model: its derivative is not known; a filter in front "
                  "of it provides one",
                  text_cstr(&what));
}

static int32_t differentiate_equation(void *client, int32_t row)
{
    Reduction *r = client;
    Analysis *a = r->a;
    EquationId id = r->equations.data[row];
    SystemEquation e = *system_equation(a->system, id);
    DiffContext d = {
        .client = r, .variable = time_derivative_of, .with_time = true, .call = derivative_of_call};
    const Expr *culprit = NULL;
    const Expr *left = expr_differentiate(a->exprs, e.left, &d, &culprit);
    const Expr *right = left ? expr_differentiate(a->exprs, e.right, &d, &culprit) : NULL;
    if (!right) {
        report_not_differentiable(r, id, culprit);
        return -1;
    }
    SystemEquation made = e;
    made.left = left;
    made.right = right;
    made.from = id;
    made.derivative = NO_EQUATION;
    made.differentiated++;
    EquationId added = system_add_equation(a->system, &made);
    system_equation(a->system, id)->derivative = added;
    VEC_PUSH(a->scratch, &r->equations, added);
    return (int32_t)r->equations.count - 1;
}

static int32_t differentiate_variable(void *client, int32_t column)
{
    Reduction *r = client;
    VarId d = system_derivative(r->a->system, r->variables.data[column]);
    if (column_of(r, d) < 0) add_column(r, d);
    return column_of(r, d);
}

static int32_t variables_of_row(void *client, int32_t row, const int32_t **vars)
{
    Reduction *r = client;
    VarVec *found = variables_of(r->a, system_equation(r->a->system, r->equations.data[row]));
    int32_t *columns = ARENA_RAW(r->a->scratch, int32_t, found->count + 1);
    int32_t n = 0;
    for (uint32_t k = 0; k < found->count; k++) {
        int32_t c = column_of(r, found->data[k]);
        if (c >= 0) columns[n++] = c;
    }
    *vars = columns;
    return n;
}

// ---- The pass -----------------------------------------------------------------------

static void record_differentiations(Reduction *r)
{
    Analysis *a = r->a;
    VEC(Differentiation) list = {0};
    int32_t most = 0;
    for (uint32_t i = 0; i < a->system->equations.count; i++) {
        const SystemEquation *e = &a->system->equations.data[i];
        if (e->derivative.i < 0 || e->from.i >= 0) continue;
        int32_t times = 0;
        for (EquationId d = e->derivative; d.i >= 0; d = system_equation(a->system, d)->derivative)
            times++;
        if (times > most) most = times;
        Differentiation entry = {.equation = {(int32_t)i}, .times = times};
        VEC_PUSH(a->out, &list, entry);
    }
    a->causal->differentiations = list.data;
    a->causal->n_differentiations = (int32_t)list.count;
    bool has_algebraic = false;
    for (uint32_t c = 0; c < r->variables.count && !has_algebraic; c++) {
        const SystemVariable *v = system_variable(a->system, r->variables.data[c]);
        has_algebraic = v->role != ROLE_DERIVATIVE && v->derivative.i < 0;
    }
    a->causal->index = most + (most > 0 || has_algebraic ? 1 : 0);
}

static bool is_solvable(Reduction *r, const DerivativeSystem *d)
{
    ChainSystem chains = identify_chains(r->a->scratch, d);
    bool ok = chains_are_solvable(&chains) && chains.matching.n_matched == chains.n_chains;
    if (ok) return true;
    // A chain is named by its undifferentiated variable.
    VarId *named = ARENA_RAW(r->a->scratch, VarId, chains.n_chains + 1);
    for (int32_t c = d->g->n_vars; c-- > 0;) {
        const SystemVariable *v = system_variable(r->a->system, r->variables.data[c]);
        if (v->role != ROLE_DERIVATIVE) named[chains.chain_of_var[c]] = r->variables.data[c];
    }
    StructuralGraph s = {&chains.graph, &chains.matching, r->equations.data, named};
    report_singular(r->a, &s);
    return false;
}

bool reduce_index(Analysis *a)
{
    Reduction r = {.a = a};
    a->n_variables_as_written = a->system->variables.count;
    Bipartite g = incidence(&r);
    DerivativeSystem system = {.g = &g, .derivative_of_var = derivative_columns(&r)};
    if (!is_solvable(&r, &system)) return false;
    DerivativeClient client = {&r, differentiate_equation, differentiate_variable,
                               variables_of_row};
    Pantelides p = pantelides(a->scratch, &system, client);
    if (p.outcome == PANTELIDES_REFUSED) return false;
    if (p.outcome == PANTELIDES_ENDLESS) {
        EquationId at = r.equations.data[p.stopped_at_eqn];
        diag_error(a->session->diag, system_equation(a->system, at)->span, E_OVERDETERMINED,
                   "differentiating this equation again and again determines nothing");
        return false;
    }
    record_differentiations(&r);
    return true;
}
