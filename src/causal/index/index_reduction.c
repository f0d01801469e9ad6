// Index reduction: an algorithm on the graph decides, Pantelides' or that of growing states, which
// differentiate the same equations; differentiation happens on the expressions.
//
// Only continuous equations and unknowns take part; what changes at events is constant here. The
// test with x and der(x) counted as one unknown comes first: a model that fails it would be
// differentiated for ever, and is reported instead [Pan88].
//
// A variable that shall preferably be a state may be one although the model does not contain its
// derivative: that is added here, so that what determines the variable is differentiated as well.
// Where that cannot be done, or no state can come of it, the wish is dropped, and all begins again
// with the wishes that are left (state_choice.c has the list).
#include "causal/analysis.h"
#include "equations/system_tables.h"
#include "expr/function.h"
#include "graph/dulmage_mendelsohn.h"
#include "graph/growing.h"

// Wishes that are refused one by one are not worth a reduction each.
enum { MOST_TURNS = 10 };

typedef struct Reduction {
    Analysis *a;
    VEC(EquationId) equations; // by row
    VEC(VarId) variables;      // by column
    int32_t *column_of;        // by VarId; -1
    uint32_t n_columns_of;
    LateInliner *inliner;
    bool is_written_out; // calls count with what they depend on, not with all arguments
    const char *why;     // a call has no derivative: a clause
    VarVec reached;      // what was differentiated last, and the variables of what could not be
    bool is_reaching;    // the last one differentiated was a variable
} Reduction;

// ---- The graph ----------------------------------------------------------------------

// What occurs in an equation. Calls that are kept for the sake of their derivative annotations
// contain all their arguments, or what they depend on once they are written out.
static VarVec *variables_in(Reduction *r, const SystemEquation *e, bool is_written_out)
{
    if (!is_written_out) return variables_of(r->a, e);
    SystemEquation out = *e;
    out.left = late_inlined(r->inliner, e->left, e->span);
    out.right = late_inlined(r->inliner, e->right, e->span);
    return variables_of(r->a, &out);
}

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
        VarVec *vars = variables_in(r, e, r->is_written_out);
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
    // What will be connected to a part may be smooth; any known signal stands for its derivative.
    if (v->role == ROLE_INPUT && v->kind == VALUE_REAL) return a->session->as_part ? ref : NULL;
    if (!is_continuous_unknown(v)) return expr_real(a->exprs, 0);
    return system_ref(a->system, system_derivative(a->system, ref->u.var));
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
    if (culprit) system_value_text(a->system, culprit, &what);
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

// Derivatives that were asked for on the way become unknowns only where they are left in the
// result: an argument that a derivative annotation excludes needs none.
static void adopt_derivatives(Reduction *r, const SystemEquation *made, uint32_t n_before)
{
    EquationSystem *system = r->a->system;
    VarVec *vars = variables_of(r->a, made);
    for (uint32_t k = 0; k < vars->count; k++)
        if ((uint32_t)vars->data[k].i >= n_before) add_column(r, vars->data[k]);
    for (uint32_t i = n_before; i < system->variables.count; i++) {
        SystemVariable *v = &system->variables.data[i];
        if (v->role != ROLE_DERIVATIVE || column_of(r, (VarId){(int32_t)i}) >= 0) continue;
        system_variable(system, v->of)->derivative = NO_VAR;
        v->role = ROLE_AUXILIARY;
    }
}

static void note_refusal(Reduction *r, const SystemEquation *e)
{
    VarVec *vars = variables_of(r->a, e);
    for (uint32_t i = 0; i < vars->count; i++) VEC_PUSH(r->a->scratch, &r->reached, vars->data[i]);
}

static int32_t differentiate_equation(void *client, int32_t row)
{
    Reduction *r = client;
    Analysis *a = r->a;
    EquationId id = r->equations.data[row];
    SystemEquation e = *system_equation(a->system, id);
    DiffContext d = {
        .client = r, .variable = time_derivative_of, .with_time = true, .call = derivative_of_call};
    uint32_t n_before = a->system->variables.count;
    const Expr *culprit = NULL;
    const Expr *left = expr_differentiate(a->exprs, e.left, &d, &culprit);
    const Expr *right = left ? expr_differentiate(a->exprs, e.right, &d, &culprit) : NULL;
    r->is_reaching = false;
    if (!right) {
        if (a->wishes.count)
            note_refusal(r, &e);
        else
            report_not_differentiable(r, id, culprit);
        return -1;
    }
    SystemEquation made = e;
    made.left = left;
    made.right = right;
    made.from = id;
    made.derivative = NO_EQUATION;
    made.differentiated++;
    // The equation may have another form at the start, by initial(). How its variables begin to
    // change is told by the one that holds from then on.
    if (made.flags & EQUATION_IN_SIMULATION) made.flags |= EQUATION_IN_INITIAL;
    adopt_derivatives(r, &made, n_before);
    EquationId added = system_add_equation(a->system, &made);
    system_equation(a->system, id)->derivative = added;
    VEC_PUSH(a->scratch, &r->equations, added);
    return (int32_t)r->equations.count - 1;
}

static int32_t differentiate_variable(void *client, int32_t column)
{
    Reduction *r = client;
    if (!r->is_reaching) r->reached.count = 0;
    r->is_reaching = true;
    VEC_PUSH(r->a->scratch, &r->reached, r->variables.data[column]);
    VarId d = system_derivative(r->a->system, r->variables.data[column]);
    if (column_of(r, d) < 0) add_column(r, d);
    return column_of(r, d);
}

static int32_t variables_of_row(void *client, int32_t row, const int32_t **vars)
{
    Reduction *r = client;
    EquationId id = r->equations.data[row];
    VarVec *found = variables_in(r, system_equation(r->a->system, id), r->is_written_out);
    int32_t *columns = ARENA_RAW(r->a->scratch, int32_t, found->count + 1);
    int32_t n = 0;
    for (uint32_t k = 0; k < found->count; k++) {
        int32_t c = column_of(r, found->data[k]);
        if (c >= 0) columns[n++] = c;
    }
    *vars = columns;
    return n;
}

// ---- What was found ------------------------------------------------------------------

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

// ---- Calls with derivative annotations -----------------------------------------------

// resolve(R, v) = T*v with the derivative T*(v' + cross(w, v)) must count with all of R, or T would
// be asked for a derivative that no equation contains. state({p, v}, time) = p with the derivative
// v must count with p alone, or the equation would be taken to determine v. So the arguments count
// first, and where the equations as they are computed cannot be solved then, the other way is
// tried.

static bool has_late_calls(Reduction *r)
{
    const EquationSystem *system = r->a->system;
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        system_fetch_sides(system, i);
        if (is_simulation_equation(e) && (late_inlined(r->inliner, e->left, e->span) != e->left ||
                                          late_inlined(r->inliner, e->right, e->span) != e->right))
            return true;
    }
    return false;
}

// Can the last derivatives of all equations, calls written out, be solved for the highest
// derivatives of all unknowns?
static bool is_reduced(Reduction *r)
{
    Analysis *a = r->a;
    int32_t n_columns = 0;
    int32_t *highest = ARENA_RAW(a->scratch, int32_t, r->variables.count + 1);
    for (uint32_t c = 0; c < r->variables.count; c++) {
        VarId d = system_variable(a->system, r->variables.data[c])->derivative;
        highest[c] = d.i < 0 || column_of(r, d) < 0 ? n_columns++ : -1;
    }
    VEC(int32_t) first = {0}, column = {0};
    VEC_PUSH(a->scratch, &first, 0);
    for (uint32_t i = 0; i < r->equations.count; i++) {
        const SystemEquation *e = system_equation(a->system, r->equations.data[i]);
        if (e->derivative.i >= 0) continue;
        VarVec *vars = variables_in(r, e, true);
        for (uint32_t k = 0; k < vars->count; k++) {
            int32_t c = column_of(r, vars->data[k]);
            if (c >= 0 && highest[c] >= 0) VEC_PUSH(a->scratch, &column, highest[c]);
        }
        VEC_PUSH(a->scratch, &first, (int32_t)column.count);
    }
    Bipartite g = bipartite_from_rows(a->scratch, (int32_t)first.count - 1, n_columns, first.data,
                                      column.data);
    Matching m = matching_empty(a->scratch, &g);
    matching_maximize(&m, &g, NULL);
    return m.n_matched == g.n_eqns;
}

typedef struct Outcome {
    PantelidesOutcome outcome;
    int32_t stopped_at;
} Outcome;

// In the order of their numbers: which are states, the coefficients decide afterwards.
static Outcome grow(Reduction *r, const DerivativeSystem *system, DerivativeClient client)
{
    int32_t *offers = ARENA_RAW(r->a->scratch, int32_t, system->g->n_vars + 1), n = 0;
    for (int32_t c = 0; c < system->g->n_vars; c++)
        if (system->derivative_of_var[c] >= 0) offers[n++] = c;
    Growth growth = grow_states(r->a->scratch, system, client, offers, n);
    return (Outcome){growth.outcome, growth.stopped_at_eqn};
}

static Outcome differentiate_where_needed(Reduction *r, const DerivativeSystem *system)
{
    DerivativeClient client = {r, differentiate_equation, differentiate_variable, variables_of_row};
    if (r->a->options->states == STATES_GROWING) return grow(r, system, client);
    Pantelides p = pantelides(r->a->scratch, system, client);
    return (Outcome){p.outcome, p.stopped_at_eqn};
}

static bool reduce_with(Reduction *r)
{
    Analysis *a = r->a;
    Bipartite g = incidence(r);
    DerivativeSystem system = {.g = &g, .derivative_of_var = derivative_columns(r)};
    Matching highest = match_highest(a->scratch, &system);
    system.highest = &highest;
    if (is_without_constraints(&system, &highest)) return true;
    if (!is_solvable(r, &system)) return false;
    Outcome p = differentiate_where_needed(r, &system);
    if (p.outcome == PANTELIDES_ENDLESS && !a->wishes.count) {
        EquationId at = r->equations.data[p.stopped_at];
        diag_error(a->session->diag, system_equation(a->system, at)->span, E_CONSTRAINT_LIMIT,
                   "this equation was differentiated %d times, the most that is done, and would "
                   "have to be once more",
                   PANTELIDES_ORDER_LIMIT);
    }
    return p.outcome == PANTELIDES_DONE;
}

// ---- Wishes ---------------------------------------------------------------------------

// Keeps the wishes that are not marked; false: all were kept.
static bool drop_marked(Analysis *a, const bool *is_marked)
{
    uint32_t n = a->wishes.count;
    a->wishes.count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!is_marked[i]) a->wishes.data[a->wishes.count++] = a->wishes.data[i];
    return a->wishes.count < n;
}

// The wishes that met what cannot be differentiated; all of them where that is not known.
static void drop_refused(Reduction *r)
{
    Analysis *a = r->a;
    bool *is_refused = ARENA_ARRAY(a->scratch, bool, a->wishes.count);
    bool *is_reached = ARENA_ARRAY(a->scratch, bool, a->system->variables.count);
    for (uint32_t i = 0; i < r->reached.count; i++) {
        VarId v = r->reached.data[i];
        for (; system_variable(a->system, v)->role == ROLE_DERIVATIVE;)
            v = system_variable(a->system, v)->of;
        is_reached[v.i] = true;
    }
    for (uint32_t i = 0; i < a->wishes.count; i++) is_refused[i] = is_reached[a->wishes.data[i].i];
    if (!drop_marked(a, is_refused)) a->wishes.count = 0;
}

// Of the highest derivatives, those that the differentiated equations determine whatever is chosen
// leave no state. False: all wishes may come true.
static bool drop_determined(Reduction *r)
{
    Analysis *a = r->a;
    VEC(int32_t) first = {0}, column = {0};
    VEC_PUSH(a->scratch, &first, 0);
    for (uint32_t i = 0; i < r->equations.count; i++) {
        const SystemEquation *e = system_equation(a->system, r->equations.data[i]);
        if (!e->differentiated || e->derivative.i >= 0) continue;
        VarVec *vars = variables_in(r, e, r->is_written_out);
        for (uint32_t k = 0; k < vars->count; k++) {
            const SystemVariable *v = system_variable(a->system, vars->data[k]);
            if (v->role == ROLE_DERIVATIVE && v->derivative.i < 0)
                VEC_PUSH(a->scratch, &column, column_of(r, vars->data[k]));
        }
        VEC_PUSH(a->scratch, &first, (int32_t)column.count);
    }
    Bipartite g = bipartite_from_rows(a->scratch, (int32_t)first.count - 1,
                                      (int32_t)r->variables.count, first.data, column.data);
    Matching m = matching_empty(a->scratch, &g);
    matching_maximize(&m, &g, NULL);
    DulmageMendelsohn parts = dulmage_mendelsohn(a->scratch, &g, &m);
    bool *is_determined = ARENA_ARRAY(a->scratch, bool, a->wishes.count);
    for (uint32_t i = 0; i < a->wishes.count; i++) {
        VarId d = system_variable(a->system, a->wishes.data[i])->derivative;
        bool is_highest = system_variable(a->system, d)->derivative.i < 0;
        is_determined[i] = is_highest && parts.part_of_var[column_of(r, d)] != PART_UNDER;
    }
    return drop_marked(a, is_determined);
}

// ---- The pass -----------------------------------------------------------------------

static bool reduce_once(Reduction *r, bool is_written_out)
{
    Analysis *a = r->a;
    *r = (Reduction){.a = a, .inliner = r->inliner, .is_written_out = is_written_out};
    for (uint32_t i = 0; i < a->wishes.count; i++) system_derivative(a->system, a->wishes.data[i]);
    return reduce_with(r);
}

static bool reduce_either_way(Reduction *r, bool has_choice, const SystemMark *before)
{
    if (!reduce_once(r, false)) return false;
    if (!has_choice || is_reduced(r)) return true;
    system_return(r->a->system, before);
    return reduce_once(r, true);
}

bool reduce_index(Analysis *a)
{
    Reduction r = {.a = a, .inliner = late_inliner_open(a->system, a->scratch)};
    a->n_variables_as_written = a->system->variables.count;
    bool has_choice = has_late_calls(&r);
    SystemMark before = {0};
    if (has_choice || a->wishes.count) before = system_mark(a->system, a->scratch);
    for (int turn = 0;; turn++) { // every turn has fewer wishes
        bool ok = reduce_either_way(&r, has_choice, &before);
        if (!a->wishes.count) {
            if (!ok) return false;
            break;
        }
        if (turn == MOST_TURNS)
            a->wishes.count = 0;
        else if (!ok)
            drop_refused(&r);
        else if (!drop_determined(&r))
            break;
        system_return(a->system, &before);
    }
    record_differentiations(&r);
    return true;
}
