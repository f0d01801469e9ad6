// A strong component becomes a Block: solved for its unknown, or torn into iteration unknowns,
// assignments and residuals.
#include <float.h>
#include <math.h>

#include "causal/loops/loop.h"

// From so many equations on a linear loop may stay whole, and does when tearing it would give more
// than so many derivatives for each nonzero of its matrix. In inlined loops these are made anew
// with every step size. Smaller loops count that tearing leaves large: a net of 837 equations, torn
// to a full matrix of 101 through long chains, needs 22 times the time, and twenty times the steps,
// for the rounding that these chains add up [M13].
enum { SMALLEST_WHOLE = 1000, SMALLEST_WHOLE_INLINED = 150, LEAST_LEFT = 16, MOST_FILL = 3 };
// Iteration unknowns that a variable depends on where chains are cut; how wide a large loop may be
// for that [M95].
enum { MOST_REACHED = 8, SMALLEST_WIDE = 2000, MOST_WIDE = 100 };
// Nonlinear loops up to this size have a second form that is not torn [M165].
enum { MOST_WHOLE = 2000 };

typedef struct ZeroLogarithm {
    const Expr *logarithm, *guarded;
} ZeroLogarithm;

static const Expr *guarded_logarithm(void *client, const Expr *e)
{
    const ZeroLogarithm *z = client;
    return e == z->logarithm ? z->guarded : NULL;
}

// exp(x) = v leaves what underflows where the function does; below zero is no solution.
static const Expr *guard_logarithm(ExprTable *t, const Expr *value, const Expr *v)
{
    const Expr *is_zero = expr_op2(t, OP_LE, expr_op1(t, OP_ABS, v), expr_real(t, DBL_MIN));
    ZeroLogarithm z = {.logarithm = expr_op1(t, OP_LOG, v)};
    z.guarded =
        expr_if(t, expr_op1(t, OP_NO_EVENT, is_zero), expr_real(t, log(DBL_MIN)), z.logarithm);
    const Substitution guard = {&z, guarded_logarithm};
    return expr_substitute(t, value, &guard);
}

// A single unknown may be divided by what varies: there is nothing else to solve it from. What
// switches with the mode of the model can vanish for a while and is left to the solver.
static const Expr *solve_single(Analysis *a, EquationId id, VarId unknown, bool *open)
{
    const SystemEquation *e = system_equation(a->system, id);
    const Expr *x = system_ref(a->system, unknown);
    bool is_side = e->left == x || e->right == x;
    if (is_side && sides_are_disjoint(a, id)) return e->left == x ? e->right : e->left;
    const Expr *direct = discrete_solution(a->exprs, e->left, e->right, x);
    if (direct || x->type->kind != TYPE_REAL) return direct;
    SolveSafety how = {0};
    const Expr *value = expr_solve(a->exprs, e->left, e->right, x, &how);
    if (!value) return NULL;
    if (how.positive) value = guard_logarithm(a->exprs, value, how.positive);
    *open = how.divisor && !is_safe_divisor(a, how.divisor);
    if (*open && system_variability(a, how.divisor) == VARIABILITY_DISCRETE) return NULL;
    return value;
}

static void set_shape(Analysis *a, Block *b, const LoopEquations *loop)
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
    b->torn->n_iteration = b->torn->n_residuals = t->n_torn;
    b->torn->iteration = ARENA_RAW(a->out, VarId, t->n_torn + 1);
    b->torn->residuals = ARENA_RAW(a->out, const Expr *, t->n_torn + 1);
    b->torn->residual_equations = ARENA_RAW(a->out, EquationId, t->n_torn + 1);
    for (int32_t i = 0; i < t->n_torn; i++) {
        EquationId row = l->rows.data[t->residual_eqns[i]];
        b->torn->iteration[i] = l->columns.data[t->iteration_vars[i]];
        b->torn->residual_equations[i] = row;
        b->torn->residuals[i] = residual_in_loop(l, row);
    }
}

// An unknown that shall vanish, measured by its nominal value.
static void add_invariants(Loop *l, Block *b)
{
    Analysis *a = l->a;
    int32_t n = b->torn->n_iteration, most = n + l->problem->n;
    const Expr **residuals = ARENA_RAW(a->out, const Expr *, most);
    EquationId *equations = ARENA_RAW(a->out, EquationId, most);
    for (int32_t i = 0; i < n; i++) {
        residuals[i] = b->torn->residuals[i];
        equations[i] = b->torn->residual_equations[i];
    }
    b->torn->residuals = residuals;
    b->torn->residual_equations = equations;
    for (int32_t i = 0; i < l->problem->n; i++) {
        const SystemVariable *v = system_variable(a->system, l->problem->unknowns[i]);
        if (!(v->flags & VARIABLE_INVARIANT)) continue;
        const Expr *residual = system_ref(a->system, l->problem->unknowns[i]);
        const Expr *nominal = system_limits(a->system, v).nominal;
        if (nominal) residual = expr_op2(a->exprs, OP_DIV, residual, nominal);
        b->torn->residuals[n + b->torn->n_invariants] = residual;
        b->torn->residual_equations[n + b->torn->n_invariants++] = l->problem->equations[i];
    }
    b->torn->n_residuals = n + b->torn->n_invariants;
}

// Every unknown is iterated on: the matrix of the loop as it is, for a sparse solver.
static void set_whole(Loop *l, Block *b)
{
    Analysis *a = l->a;
    const Bipartite *g = &l->g;
    b->n_assignments = b->torn->n_tangents = 0;
    b->torn->n_iteration = b->torn->n_residuals = g->n_vars;
    b->torn->iteration = ARENA_COPY(a->out, VarId, l->columns.data, g->n_vars);
    b->torn->residual_equations = ARENA_COPY(a->out, EquationId, l->rows.data, g->n_eqns);
    b->torn->residuals = ARENA_RAW(a->out, const Expr *, g->n_eqns);
    for (int32_t r = 0; r < g->n_eqns; r++)
        b->torn->residuals[r] = residual_of(a, system_equation(a->system, l->rows.data[r]));
    b->torn->column_start = ARENA_COPY(a->out, int32_t, g->first_slot_of_var, g->n_vars + 1);
    b->torn->row_index = ARENA_COPY(a->out, int32_t, g->eqn_of_slot, g->n_edges);
    b->torn->jacobian = ARENA_RAW(a->out, const Expr *, g->n_edges);
    b->torn->n_jacobian = g->n_edges;
    for (int32_t k = 0; k < g->n_edges; k++) b->torn->jacobian[k] = l->partial[g->edge_of_slot[k]];
}

// ---- Entrance -----------------------------------------------------------------------

static bool has_discrete(const Analysis *a, const LoopEquations *p)
{
    for (int32_t i = 0; i < p->n; i++)
        if (is_discrete_kind(a, p->unknowns[i])) return true;
    return false;
}

// A large linear loop is torn only as long as that keeps its matrix sparse.
static bool is_tangled(Loop *l, const Block *b, const Tearing *t)
{
    int32_t smallest = l->guesses_sizes ? SMALLEST_WHOLE_INLINED : SMALLEST_WHOLE;
    bool is_large = l->g.n_eqns > smallest || t->n_torn > LEAST_LEFT;
    bool is_candidate = l->is_linear && !b->is_mixed && !l->problem->has_invariants && is_large;
    return is_candidate && reaches_more_than(l, t, MOST_FILL * (int64_t)l->g.n_edges);
}

// The chains of assignments in it are cut, which leaves a few unknowns for each body of a
// mechanism. A wide net is cut nearly everywhere, and what is left fills up: a sparse solver, or
// the integrator, does better with the whole.
static void set_sparse(Loop *l, Block *b, const Tearing *t)
{
    TearingProblem problem = {.block = &l->g, .may_solve = &l->may_solve};
    Tearing cut = cut_chains(l->a->scratch, &problem, t, MOST_REACHED);
    bool is_wide = l->g.n_vars > SMALLEST_WIDE && bipartite_width(&l->g) > MOST_WIDE;
    b->is_sparse = true;
    if (l->guesses_sizes || is_wide || cut.n_torn > l->g.n_vars / 2)
        set_whole(l, b);
    else
        set_torn(l, b, &cut);
}

// What a chain of assignments makes of rounding, where coefficients vary, nobody knows before.
static bool needs_whole(const Analysis *a, const Loop *l, const Block *torn)
{
    bool is_torn = torn->n_assignments > torn->torn->n_discrete;
    bool is_left_out = torn->torn->n_invariants || a->causal->inlined || l->g.n_vars > MOST_WHOLE;
    if (!is_torn || is_left_out || a->options->loops != LOOPS_AUTO) return false;
    bool is_fixed = torn->is_mixed || torn->matrix_variability == IS_CONSTANT;
    return torn->loop == LOOP_NONLINEAR || !is_fixed;
}

static void set_kind(Analysis *a, Loop *l, Block *b)
{
    b->loop = l->is_linear ? LOOP_LINEAR : LOOP_NONLINEAR;
    b->matrix_variability = (ValueVariability)l->matrix;
    if (!b->torn->column_start) add_jacobian(a, b); // the whole loop has it already
    if (b->torn->n_invariants && !b->torn->n_jacobian)
        b->torn->n_invariants = 0; // left to the projection
    b->torn->n_residuals = b->torn->n_iteration + b->torn->n_invariants;
    if (b->torn->n_invariants) b->loop = LOOP_NONLINEAR;
    LoopTreatment wanted = b->is_mixed || b->torn->n_invariants ? LOOPS_MATRIX : a->options->loops;
    choose_loop_solver(a, b, b->loop == LOOP_LINEAR && wanted != LOOPS_NEWTON);
    if (needs_whole(a, l, b)) measure_residuals(a, b);
    if (b->loop == LOOP_LINEAR && wanted == LOOPS_AUTO) relax_block(a, b);
}

// ---- The loop as a whole -----------------------------------------------------------------------

// What Newton's method finds in all unknowns together it may miss in those that are left after
// tearing: along a chain of assignments squares are squared again. And what a chain makes of
// rounding, where coefficients vary, nobody knows before. So a loop that was torn has a second
// form, for the runtime to fall back on. Discrete unknowns stay assigned.
static Tearing undone_tearing(const Loop *l, const Tearing *t)
{
    Arena *scratch = l->a->scratch;
    Tearing whole = {.iteration_vars = ARENA_RAW(scratch, int32_t, l->g.n_vars + 1),
                     .residual_eqns = ARENA_RAW(scratch, int32_t, l->g.n_vars + 1),
                     .eqn_of_step = ARENA_RAW(scratch, int32_t, l->g.n_vars + 1),
                     .var_of_step = ARENA_RAW(scratch, int32_t, l->g.n_vars + 1)};
    for (int32_t i = 0; i < t->n_torn; i++) {
        whole.iteration_vars[whole.n_torn] = t->iteration_vars[i];
        whole.residual_eqns[whole.n_torn++] = t->residual_eqns[i];
    }
    for (int32_t i = 0; i < t->n_steps; i++) {
        bool is_discrete = is_discrete_kind(l->a, l->columns.data[t->var_of_step[i]]);
        int32_t *eqns = is_discrete ? whole.eqn_of_step : whole.residual_eqns;
        int32_t *vars = is_discrete ? whole.var_of_step : whole.iteration_vars;
        int32_t *n = is_discrete ? &whole.n_steps : &whole.n_torn;
        eqns[*n] = t->eqn_of_step[i];
        vars[(*n)++] = t->var_of_step[i];
    }
    return whole;
}

static int32_t add_whole(Analysis *a, Loop *l, const Block *torn, const Tearing *t)
{
    Tearing none = undone_tearing(l, t);
    if (none.n_torn == torn->torn->n_iteration) return 0;
    Block b = {.loop = torn->loop,
               .matrix_variability = torn->matrix_variability,
               .unknowns = torn->unknowns,
               .n_unknowns = torn->n_unknowns,
               .torn = ARENA_NEW(a->out, Torn)};
    set_torn(l, &b, &none);
    add_jacobian(a, &b);
    if (!b.torn->n_jacobian) return 0; // difference quotients in all unknowns cost too much
    choose_loop_solver(a, &b, b.loop == LOOP_LINEAR);
    b.torn->is_guard = !block_needs_solver(torn);
    return add_block(a, &b);
}

int32_t make_block(Analysis *a, const LoopEquations *problem)
{
    if (!a->not_torn) a->not_torn = ARENA_NEW(a->out, Torn);
    Block b = {.loop = LOOP_NONE, .solver = SOLVER_ASSIGNMENT, .torn = a->not_torn};
    set_shape(a, &b, problem);
    if (problem->n == 1) {
        bool open = false;
        const Expr *value = solve_single(a, problem->equations[0], problem->unknowns[0], &open);
        if (value) {
            b.assignments = ARENA_NEW(a->out, Assignment);
            b.assignments[0] = (Assignment){value, problem->unknowns[0], open};
            b.n_assignments = 1;
            return add_block(a, &b);
        }
    }
    b.torn = ARENA_NEW(a->out, Torn);
    Loop l = loop_open(a, problem);
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
        loop_build(&l);
        t = tear_loop(&l);
    }
    classify_loop(&l, &t);
    if (l.is_linear && !b.is_mixed && !problem->has_invariants) {
        t = tear_linear(&l, &t);
        classify_loop(&l, &t);
    }
    if (is_tangled(&l, &b, &t))
        set_sparse(&l, &b, &t);
    else
        set_torn(&l, &b, &t);
    b.torn->discrete = guesses.data;
    b.torn->n_discrete = (int32_t)guesses.count;
    if (problem->has_invariants) add_invariants(&l, &b);
    set_kind(a, &l, &b);
    int32_t number = add_block(a, &b);
    if (needs_whole(a, &l, &b)) b.torn->whole = add_whole(a, &l, &b, &t);
    if (!b.torn->whole) b.torn->n_sizes = 0;
    loop_leave(&l);
    return number;
}
