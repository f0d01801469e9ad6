// A strong component becomes a Block: solved for its unknown, or torn into iteration unknowns,
// assignments and residuals.
//
// An equation may be solved for an unknown only where the coefficient is a constant or parameter
// that is not zero; anything else stays in the residuals, where a solver with pivoting meets it.
#include <math.h>

#include "causal/analysis.h"
#include "graph/tearing.h"

// Errors cannot grow far through fewer assignments than this.
enum { SMALLEST_MEASURED = 10 };
// From here on it counts how many entries the Jacobian has, not only how many unknowns are left.
enum { LARGE_LOOP = 150, MOST_REACHED = 8 };
// Inlined loops of this size may come from a discretization: where coefficients vary, their sizes
// are guessed.
enum { SMALLEST_GUESSED = 30 };
// Newton's method must converge as well: errors of the guess grow like those of rounding. Pleiades
// in bench/ivp needs 752 steps with this limit and 1779 with the one for linear loops.
#define GUESSED_GROWTH_LIMIT 1e3

// From so many equations on a linear loop may stay whole, and does when tearing it would give more
// than so many derivatives for each nonzero of its matrix.
enum { SMALLEST_WHOLE = 1000, MOST_FILL = 3 };

typedef struct Loop {
    Analysis *a;
    const LoopProblem *problem;
    VEC(EquationId) rows; // of the continuous part
    VEC(VarId) columns;
    Bipartite g;
    const Expr **solution;    // by edge; NULL where it must not be solved, or was not asked for
    const Expr **partial;     // by edge: derivative of the residual; NULL: none, or discrete
    const Expr **coefficient; // by column, of the row at work
    double *size;             // by edge
    BitSet may_solve;
    bool is_linear, sizes_known;
    bool guesses_sizes; // where they are not known
    bool varies;        // some coefficient does
    Variability matrix;
    int32_t *local_of; // by VarId: column + 1; 0 outside the loop
} Loop;

// ---- Safe divisors ------------------------------------------------------------------

// A step size may be as small as it likes: what vanishes with it is no divisor [CK06, 8.5].
static bool vanishes_with_step(Analysis *a, const Expr *e)
{
    double usual = a->step_value;
    a->step_value = 0;
    bool vanishes = parameter_number(a, e) == 0;
    a->step_value = usual;
    return vanishes;
}

static bool is_safe_divisor(Analysis *a, const Expr *e)
{
    double number;
    if (expr_is_number(e, &number)) return number != 0;
    if (system_variability(a, e) <= VARIABILITY_PARAMETER)
        return parameter_number(a, e) != 0 && !(a->causal->inlined && vanishes_with_step(a, e));
    if (e->kind == EXPR_OP && (e->op == OP_EXP || e->op == OP_COSH)) return true;
    if (e->kind == EXPR_OP && (e->op == OP_NEG)) return is_safe_divisor(a, e->args[0]);
    if (e->kind == EXPR_OP && (e->op == OP_MUL))
        return is_safe_divisor(a, e->args[0]) && is_safe_divisor(a, e->args[1]);
    return false;
}

// ---- One equation -------------------------------------------------------------------

static const Expr *solve_discrete(const Expr *left, const Expr *right, const Expr *x)
{
    if (left == x && !expr_contains(right, x)) return right;
    if (right == x && !expr_contains(left, x)) return left;
    return NULL;
}

// A single unknown may be divided by what varies: there is nothing else to solve it from. What
// switches with the mode of the model can vanish for a while and is left to the solver.
static const Expr *solve_single(Analysis *a, const SystemEquation *e, VarId unknown, bool *open)
{
    const Expr *x = system_ref(a->system, unknown);
    const Expr *direct = solve_discrete(e->left, e->right, x);
    if (direct || x->type->kind != TYPE_REAL) return direct;
    SolveSafety how = {0};
    const Expr *value = expr_solve(a->exprs, e->left, e->right, x, &how);
    if (!value || how.positive) return NULL;
    if (how.divisor && !is_safe_divisor(a, how.divisor) &&
        system_variability(a, how.divisor) == VARIABILITY_DISCRETE)
        return NULL;
    *open = how.divisor && !is_safe_divisor(a, how.divisor);
    return value;
}

static void set_shape(Analysis *a, Block *b, const LoopProblem *loop)
{
    b->equations = ARENA_COPY(a->out, EquationId, loop->equations, loop->n);
    b->unknowns = ARENA_COPY(a->out, VarId, loop->unknowns, loop->n);
    b->n_equations = b->n_unknowns = loop->n;
}

static int32_t add_block(Analysis *a, const Block *b)
{
    VEC_PUSH(a->out, &a->blocks, *b);
    return (int32_t)a->blocks.count - 1;
}

// ---- The graph of a loop ------------------------------------------------------------

static bool is_discrete_kind(const Analysis *a, VarId v)
{
    const SystemVariable *variable = system_variable(a->system, v);
    return variable->kind != VALUE_REAL || variable->role == ROLE_RELATION;
}

// Coefficients that are known decide by their size; the solution is made when it is needed.
static void set_size(Loop *l, int32_t edge)
{
    const Expr *d = l->partial[edge];
    double number = (double)NAN;
    if (d) number = l->guesses_sizes ? typical_number(l->a, d) : parameter_number(l->a, d);
    bool is_known = number != 0 && isfinite(number);
    l->size[edge] = is_known ? fabs(number) : 1;
    l->sizes_known = l->sizes_known && (is_known || l->guesses_sizes);
    if (!d || system_variability(l->a, d) > VARIABILITY_PARAMETER) l->varies = true;
}

static const Expr *safe_solution(Analysis *a, const SystemEquation *e, const Expr *x)
{
    SolveSafety how = {0};
    const Expr *value = expr_solve(a->exprs, e->left, e->right, x, &how);
    bool is_safe = value && !how.positive && (!how.divisor || is_safe_divisor(a, how.divisor));
    return is_safe ? value : NULL;
}

static void add_edge_facts(Loop *l, int32_t edge, const SystemEquation *e, VarId unknown)
{
    Analysis *a = l->a;
    const Expr *x = system_ref(a->system, unknown);
    if (is_discrete_kind(a, unknown) || e->left->type->kind != TYPE_REAL) {
        l->solution[edge] = solve_discrete(e->left, e->right, x);
        l->size[edge] = 1;
    } else {
        l->partial[edge] = partial_derivative(a, residual_of(a, e), unknown);
        set_size(l, edge);
        l->solution[edge] = safe_solution(a, e, x);
    }
    if (l->solution[edge]) bitset_add(&l->may_solve, (uint32_t)edge);
}

// All edges of a row that is a simple sum; false leaves them to differentiation.
static bool add_linear_row(Loop *l, int32_t row, const SystemEquation *e)
{
    Analysis *a = l->a;
    int32_t begin = l->g.first_edge_of_eqn[row], end = l->g.first_edge_of_eqn[row + 1];
    bool is_linear = row_coefficients(a, e, l->local_of, l->coefficient, NULL);
    for (int32_t k = begin; k < end; k++) {
        const Expr **c = &l->coefficient[l->g.var_of_edge[k]];
        if (is_linear) l->partial[k] = *c ? *c : expr_real(a->exprs, 0);
        *c = NULL;
    }
    for (int32_t k = begin; is_linear && k < end; k++) {
        set_size(l, k);
        if (is_safe_divisor(a, l->partial[k])) bitset_add(&l->may_solve, (uint32_t)k);
    }
    return is_linear;
}

static bool is_continuous_row(const Loop *l, int32_t row)
{
    for (int32_t k = l->g.first_edge_of_eqn[row]; k < l->g.first_edge_of_eqn[row + 1]; k++)
        if (is_discrete_kind(l->a, l->columns.data[l->g.var_of_edge[k]])) return false;
    return true;
}

static void add_row_facts(Loop *l, int32_t row)
{
    const SystemEquation *e = system_equation(l->a->system, l->rows.data[row]);
    int32_t begin = l->g.first_edge_of_eqn[row], end = l->g.first_edge_of_eqn[row + 1];
    if (!is_continuous_row(l, row) || !add_linear_row(l, row, e))
        for (int32_t k = begin; k < end; k++)
            add_edge_facts(l, k, e, l->columns.data[l->g.var_of_edge[k]]);
    if (forced_by_residual(l->a, l->rows.data[row]))
        for (int32_t k = begin; k < end; k++) bitset_remove(&l->may_solve, (uint32_t)k);
}

static void build_graph(Loop *l)
{
    Analysis *a = l->a;
    int32_t n = (int32_t)l->rows.count;
    for (int32_t c = 0; c < n; c++) l->local_of[l->columns.data[c].i] = c + 1;
    VEC(int32_t) first = {0}, column = {0};
    VEC_PUSH(a->scratch, &first, 0);
    for (int32_t r = 0; r < n; r++) {
        VarVec *vars = variables_of(a, system_equation(a->system, l->rows.data[r]));
        for (uint32_t i = 0; i < vars->count; i++)
            if (l->local_of[vars->data[i].i])
                VEC_PUSH(a->scratch, &column, l->local_of[vars->data[i].i] - 1);
        VEC_PUSH(a->scratch, &first, (int32_t)column.count);
    }
    l->g = bipartite_from_rows(a->scratch, n, n, first.data, column.data);
    l->solution = ARENA_ARRAY(a->scratch, const Expr *, l->g.n_edges + 1);
    l->partial = ARENA_ARRAY(a->scratch, const Expr *, l->g.n_edges + 1);
    l->coefficient = ARENA_ARRAY(a->scratch, const Expr *, n + 1);
    l->size = ARENA_RAW(a->scratch, double, l->g.n_edges + 1);
    l->may_solve = bitset_make(a->scratch, (uint32_t)l->g.n_edges + 1);
    l->sizes_known = true;
    l->guesses_sizes = n >= SMALLEST_GUESSED && a->causal->inlined;
    for (int32_t r = 0; r < n; r++) add_row_facts(l, r);
}

static void leave_graph(Loop *l)
{
    for (uint32_t c = 0; c < l->columns.count; c++) l->local_of[l->columns.data[c].i] = 0;
}

// der(phi) = w in a mechanical system: der(w) is the acceleration, der(phi) is not.
static void discount_velocities(Loop *l, int8_t *p)
{
    for (uint32_t r = 0; r < l->rows.count; r++) {
        const SystemEquation *e = system_equation(l->a->system, l->rows.data[r]);
        if (e->left->kind != EXPR_REF || e->right->kind != EXPR_REF) continue;
        const Expr *sides[] = {e->left, e->right};
        for (int k = 0; k < 2; k++) {
            int32_t local = l->local_of[sides[k]->u.var.i];
            if (local && p[local - 1] != TEAR_ALWAYS && p[local - 1] > 0) p[local - 1] = 0;
        }
    }
}

static int8_t *preferences(Loop *l)
{
    int8_t *p = ARENA_ARRAY(l->a->scratch, int8_t, l->columns.count + 1);
    for (uint32_t c = 0; c < l->columns.count; c++) {
        VarId id = l->columns.data[c];
        const SystemVariable *v = system_variable(l->a->system, id);
        ForcedTear *forced = forced_by_variable(l->a, id);
        if (forced) forced->is_used = true;
        bool is_invariant = l->problem->has_invariants && v->flags & VARIABLE_INVARIANT;
        if (v->kind != VALUE_REAL || is_invariant)
            p[c] = TEAR_NEVER;
        else if (forced || l->a->options->loops == LOOPS_MATRIX)
            p[c] = TEAR_ALWAYS;
        else if (v->flags & VARIABLE_START_GIVEN || v->nominal)
            p[c] = 2;
        else if (v->role == ROLE_DERIVATIVE) // of mechanical systems accelerations [CK06, 8.10]
            p[c] = l->problem->has_invariants ? 3 : -1;
    }
    if (l->problem->has_invariants) discount_velocities(l, p);
    return p;
}

// How many solved variables depend on the iteration variables, summed over the latter: the work of
// the Jacobian. Counting stops at the limit.
static bool reaches_more_than(Loop *l, const Tearing *t, int64_t limit)
{
    Arena *scratch = l->a->scratch;
    int32_t *solved_by = ARENA_RAW(scratch, int32_t, l->g.n_eqns);
    int32_t *stamp = ARENA_ARRAY(scratch, int32_t, l->g.n_vars);
    VEC(int32_t) stack = {0};
    int64_t reached = 0;
    for (int32_t e = 0; e < l->g.n_eqns; e++) solved_by[e] = -1;
    for (int32_t i = 0; i < t->n_steps; i++) solved_by[t->eqn_of_step[i]] = t->var_of_step[i];
    for (int32_t k = 0; k < t->n_torn && reached <= limit; k++) {
        VEC_PUSH(scratch, &stack, t->iteration_vars[k]);
        while (stack.count) {
            int32_t v = VEC_POP(&stack);
            for (int32_t i = l->g.first_slot_of_var[v]; i < l->g.first_slot_of_var[v + 1]; i++) {
                int32_t next = solved_by[l->g.eqn_of_slot[i]];
                if (next < 0 || next == v || stamp[next] == k + 1) continue;
                stamp[next] = k + 1;
                reached++;
                VEC_PUSH(scratch, &stack, next);
            }
        }
    }
    return reached > limit;
}

// In a large loop chains must not be so long that every unknown reaches everything: the bound on
// the growth also bounds their length.
static Tearing tear_large(Loop *l, TearingProblem *problem)
{
    Tearing t = tear_block(l->a->scratch, problem);
    while (problem->growth_limit > 10 &&
           reaches_more_than(l, &t, MOST_REACHED * (int64_t)l->g.n_vars)) {
        problem->growth_limit /= 10;
        t = tear_block(l->a->scratch, problem);
    }
    return t;
}

static Tearing tear_loop(Loop *l)
{
    TearingProblem problem = {
        .block = &l->g, .may_solve = &l->may_solve, .preference_of_var = preferences(l)};
    if (l->sizes_known && l->g.n_vars > SMALLEST_MEASURED) {
        problem.size_of_edge = l->size;
        problem.growth_limit =
            l->guesses_sizes && l->varies ? GUESSED_GROWTH_LIMIT : TEARING_GROWTH_LIMIT;
        if (l->guesses_sizes && l->g.n_vars >= LARGE_LOOP) return tear_large(l, &problem);
    }
    return tear_block(l->a->scratch, &problem);
}

// ---- Linear or not ---------------------------------------------------------------------

static bool is_free_of(Loop *l, const Expr *d, const bool *varies)
{
    VarVec *vars = variables_of_expr(l->a, d);
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t local = l->local_of[vars->data[i].i];
        if (local && varies[local - 1]) return false;
    }
    return true;
}

static void classify_row(Loop *l, int32_t row, const bool *varies)
{
    for (int32_t k = l->g.first_edge_of_eqn[row]; k < l->g.first_edge_of_eqn[row + 1]; k++) {
        if (!varies[l->g.var_of_edge[k]]) continue;
        const Expr *d = l->partial[k];
        if (!d || !is_free_of(l, d, varies)) {
            l->is_linear = false;
            return;
        }
        Variability v = system_variability(l->a, d);
        if (v > l->matrix) l->matrix = v;
    }
}

static bool row_varies(const Loop *l, int32_t row, int32_t except, const bool *varies)
{
    for (int32_t k = l->g.first_edge_of_eqn[row]; k < l->g.first_edge_of_eqn[row + 1]; k++)
        if (l->g.var_of_edge[k] != except && varies[l->g.var_of_edge[k]]) return true;
    return false;
}

// Only what follows from the iteration unknowns counts: in mixed loops much depends on the guessed
// discretes alone.
static void classify_loop(Loop *l, const Tearing *t)
{
    bool *varies = ARENA_ARRAY(l->a->scratch, bool, l->g.n_vars + 1);
    l->is_linear = true;
    l->matrix = VARIABILITY_CONSTANT;
    for (int32_t i = 0; i < t->n_torn; i++) varies[t->iteration_vars[i]] = true;
    for (int32_t i = 0; i < t->n_steps; i++)
        varies[t->var_of_step[i]] = row_varies(l, t->eqn_of_step[i], t->var_of_step[i], varies);
    for (int32_t i = 0; i < t->n_steps && l->is_linear; i++)
        if (varies[t->var_of_step[i]]) classify_row(l, t->eqn_of_step[i], varies);
    for (int32_t i = 0; i < t->n_torn && l->is_linear; i++)
        classify_row(l, t->residual_eqns[i], varies);
}

// ---- From the tearing to the block --------------------------------------------------

static int32_t edge_between(const Loop *l, int32_t row, int32_t column)
{
    for (int32_t k = l->g.first_edge_of_eqn[row]; k < l->g.first_edge_of_eqn[row + 1]; k++)
        if (l->g.var_of_edge[k] == column) return k;
    return -1;
}

// Left minus right; where the user has paired a residual with its tearing variable, the fixed
// point of the worked examples: the value it asks for, minus the value it has [CK06, 7.7].
static const Expr *residual_in_loop(Loop *l, EquationId row)
{
    Analysis *a = l->a;
    const SystemEquation *e = system_equation(a->system, row);
    const ForcedTear *forced = forced_by_residual(a, row);
    if (!forced) return residual_of(a, e);
    const Expr *x = system_ref(a->system, forced->variable);
    const Expr *wanted = safe_solution(a, e, x);
    return wanted ? expr_op2(a->exprs, OP_SUB, wanted, x) : residual_of(a, e);
}

static void set_torn(Loop *l, Block *b, const Tearing *t)
{
    Analysis *a = l->a;
    b->assignments = ARENA_RAW(a->out, Assignment, t->n_steps + 1);
    b->n_assignments = t->n_steps;
    for (int32_t i = 0; i < t->n_steps; i++) {
        int32_t edge = edge_between(l, t->eqn_of_step[i], t->var_of_step[i]);
        VarId v = l->columns.data[t->var_of_step[i]];
        const SystemEquation *e = system_equation(a->system, l->rows.data[t->eqn_of_step[i]]);
        const Expr *value = l->solution[edge];
        if (!value) value = expr_solve(a->exprs, e->left, e->right, system_ref(a->system, v), NULL);
        b->assignments[i] = (Assignment){.variable = v, .value = value};
    }
    b->n_iteration = b->n_residuals = t->n_torn;
    b->iteration = ARENA_RAW(a->out, VarId, t->n_torn + 1);
    b->residuals = ARENA_RAW(a->out, const Expr *, t->n_torn + 1);
    b->residual_equations = ARENA_RAW(a->out, EquationId, t->n_torn + 1);
    for (int32_t i = 0; i < t->n_torn; i++) {
        EquationId row = l->rows.data[t->residual_eqns[i]];
        b->iteration[i] = l->columns.data[t->iteration_vars[i]];
        b->residual_equations[i] = row;
        b->residuals[i] = residual_in_loop(l, row);
    }
}

// An unknown that shall vanish, measured by its nominal value.
static void add_invariants(Loop *l, Block *b)
{
    Analysis *a = l->a;
    int32_t n = b->n_iteration, most = n + l->problem->n;
    const Expr **residuals = ARENA_RAW(a->out, const Expr *, most);
    EquationId *equations = ARENA_RAW(a->out, EquationId, most);
    for (int32_t i = 0; i < n; i++) {
        residuals[i] = b->residuals[i];
        equations[i] = b->residual_equations[i];
    }
    b->residuals = residuals;
    b->residual_equations = equations;
    for (int32_t i = 0; i < l->problem->n; i++) {
        const SystemVariable *v = system_variable(a->system, l->problem->unknowns[i]);
        if (!(v->flags & VARIABLE_INVARIANT)) continue;
        const Expr *residual = system_ref(a->system, l->problem->unknowns[i]);
        if (v->nominal) residual = expr_op2(a->exprs, OP_DIV, residual, v->nominal);
        b->residuals[n + b->n_invariants] = residual;
        b->residual_equations[n + b->n_invariants++] = l->problem->equations[i];
    }
    b->n_residuals = n + b->n_invariants;
}

// Every unknown is iterated on: the matrix of the loop as it is, for a sparse solver.
static void set_whole(Loop *l, Block *b)
{
    Analysis *a = l->a;
    const Bipartite *g = &l->g;
    b->n_assignments = b->n_tangents = 0;
    b->n_iteration = b->n_residuals = g->n_vars;
    b->iteration = ARENA_COPY(a->out, VarId, l->columns.data, g->n_vars);
    b->residual_equations = ARENA_COPY(a->out, EquationId, l->rows.data, g->n_eqns);
    b->residuals = ARENA_RAW(a->out, const Expr *, g->n_eqns);
    for (int32_t r = 0; r < g->n_eqns; r++)
        b->residuals[r] = residual_of(a, system_equation(a->system, l->rows.data[r]));
    b->column_start = ARENA_COPY(a->out, int32_t, g->first_slot_of_var, g->n_vars + 1);
    b->row_index = ARENA_COPY(a->out, int32_t, g->eqn_of_slot, g->n_edges);
    b->jacobian = ARENA_RAW(a->out, const Expr *, g->n_edges);
    b->n_jacobian = g->n_edges;
    for (int32_t k = 0; k < g->n_edges; k++) b->jacobian[k] = l->partial[g->edge_of_slot[k]];
}

// ---- Mixed loops --------------------------------------------------------------------

typedef VEC(Assignment) AssignmentVec;

// The row that determines a discrete unknown becomes a guess, checked from outside the loop.
static void guess(Loop *l, AssignmentVec *guesses, int32_t place)
{
    Analysis *a = l->a;
    VarId v = l->problem->unknowns[place];
    const SystemEquation *e = system_equation(a->system, l->problem->equations[place]);
    const Expr *x = system_ref(a->system, v);
    const Expr *value = e->left == x ? e->right : e->left;
    VEC_PUSH(a->out, guesses, ((Assignment){.variable = v, .value = value}));
}

// Relations are guessed first; then whatever discrete unknown the tearing could not place.
static Tearing tear_mixed(Loop *l, AssignmentVec *guesses)
{
    Analysis *a = l->a;
    const LoopProblem *p = l->problem;
    bool *is_guessed = ARENA_ARRAY(a->scratch, bool, p->n);
    for (int32_t i = 0; i < p->n; i++)
        is_guessed[i] = system_variable(a->system, p->unknowns[i])->role == ROLE_RELATION;
    for (int32_t round = 0;; round++) {
        l->rows.count = l->columns.count = 0;
        for (int32_t i = 0; i < p->n; i++) {
            if (is_guessed[i]) continue;
            VEC_PUSH(a->scratch, &l->rows, p->equations[i]);
            VEC_PUSH(a->scratch, &l->columns, p->unknowns[i]);
        }
        build_graph(l);
        Tearing t = tear_loop(l);
        bool is_placed = true;
        for (int32_t k = 0; k < t.n_torn; k++) {
            VarId v = l->columns.data[t.iteration_vars[k]];
            EquationId e = l->rows.data[t.residual_eqns[k]];
            for (int32_t i = 0; i < p->n; i++) {
                bool is_here = (p->unknowns[i].i == v.i && is_discrete_kind(a, v)) ||
                               (p->equations[i].i == e.i && is_discrete_kind(a, p->unknowns[i]));
                if (!is_here || is_guessed[i]) continue;
                is_guessed[i] = true;
                is_placed = false;
            }
        }
        if (!is_placed && round < p->n) {
            leave_graph(l);
            continue;
        }
        for (int32_t i = 0; i < p->n; i++)
            if (is_guessed[i]) guess(l, guesses, i);
        return t;
    }
}

static bool has_discrete(const Analysis *a, const LoopProblem *p)
{
    for (int32_t i = 0; i < p->n; i++)
        if (is_discrete_kind(a, p->unknowns[i])) return true;
    return false;
}

// One table for all loops, all zero between them.
static int32_t *loop_places(Analysis *a)
{
    uint32_t n = a->system->variables.count;
    if (a->n_loop_places < n) {
        a->n_loop_places = n + n / 2;
        a->loop_places = ARENA_ARRAY(a->whole, int32_t, a->n_loop_places);
    }
    return a->loop_places;
}

// ---- Entrance -----------------------------------------------------------------------

// A large linear loop is torn only as long as that keeps its matrix sparse: where the unknowns of a
// wide net depend on most of the tearing variables, a sparse solver does better with the whole.
static bool stays_whole(Loop *l, const Block *b, const Tearing *t)
{
    bool is_candidate =
        l->is_linear && !b->is_mixed && !l->problem->has_invariants && l->g.n_eqns > SMALLEST_WHOLE;
    return is_candidate && reaches_more_than(l, t, MOST_FILL * (int64_t)l->g.n_edges);
}

static void choose_solver(Analysis *a, Loop *l, Block *b)
{
    b->loop = l->is_linear ? LOOP_LINEAR : LOOP_NONLINEAR;
    b->matrix_variability = (ValueVariability)l->matrix;
    if (!b->column_start) add_jacobian(a, b);                   // the whole loop has it already
    if (b->n_invariants && !b->n_jacobian) b->n_invariants = 0; // left to the projection
    b->n_residuals = b->n_iteration + b->n_invariants;
    if (b->n_invariants) {
        b->loop = LOOP_NONLINEAR;
        b->solver = SOLVER_NEWTON;
        return;
    }
    bool is_sparse =
        b->n_iteration > 100 && (double)b->column_start[b->n_iteration] <
                                    0.2 * (double)b->n_iteration * (double)b->n_iteration;
    b->solver = !l->is_linear ? SOLVER_NEWTON : is_sparse ? SOLVER_KLU : SOLVER_LAPACK;
    if (b->is_mixed) return;
    if (a->options->loops == LOOPS_NEWTON)
        b->solver = SOLVER_NEWTON;
    else if (l->is_linear && a->options->loops == LOOPS_AUTO)
        relax_block(a, b);
}

int32_t make_block(Analysis *a, const LoopProblem *problem)
{
    Block b = {.loop = LOOP_NONE, .solver = SOLVER_ASSIGNMENT};
    set_shape(a, &b, problem);
    if (problem->n == 1) {
        const SystemEquation *e = system_equation(a->system, problem->equations[0]);
        bool open = false;
        const Expr *value = solve_single(a, e, problem->unknowns[0], &open);
        if (value) {
            b.assignments = ARENA_NEW(a->out, Assignment);
            b.assignments[0] = (Assignment){problem->unknowns[0], value, open};
            b.n_assignments = 1;
            return add_block(a, &b);
        }
    }
    Loop l = {.a = a, .problem = problem};
    l.local_of = loop_places(a);
    AssignmentVec guesses = {0};
    Tearing t;
    if (has_discrete(a, problem)) {
        b.is_mixed = true;
        t = tear_mixed(&l, &guesses);
    } else {
        for (int32_t i = 0; i < problem->n; i++) {
            VEC_PUSH(a->scratch, &l.rows, problem->equations[i]);
            VEC_PUSH(a->scratch, &l.columns, problem->unknowns[i]);
        }
        build_graph(&l);
        t = tear_loop(&l);
    }
    classify_loop(&l, &t);
    if (stays_whole(&l, &b, &t))
        set_whole(&l, &b);
    else
        set_torn(&l, &b, &t);
    b.discrete = guesses.data;
    b.n_discrete = (int32_t)guesses.count;
    if (problem->has_invariants) add_invariants(&l, &b);
    choose_solver(a, &l, &b);
    leave_graph(&l);
    return add_block(a, &b);
}
