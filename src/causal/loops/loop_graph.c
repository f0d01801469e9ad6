// The graph of a loop: which equation may be solved for which unknown, with which coefficient.
//
// An equation may be solved for an unknown only where the coefficient is a constant or parameter
// that is not zero; anything else stays in the residuals, where a solver with pivoting meets it.
#include <math.h>

#include "causal/loops/loop.h"

// Inlined loops of this size may come from a discretization: where coefficients vary, their sizes
// are guessed.
enum { SMALLEST_GUESSED = 30 };

// ---- Safe divisors ------------------------------------------------------------------

// At the start parameters are unknowns, too: those of this loop vary in it.
static bool is_unknown_of_loop(void *client, VarId v)
{
    const Analysis *a = client;
    return (uint32_t)v.i < a->n_loop_places && a->loop_places[v.i];
}

bool varies_in_loop(Analysis *a, const Expr *e)
{
    return system_variability(a, e) > VARIABILITY_PARAMETER ||
           walker_any_variable(&a->walker, e, a, is_unknown_of_loop);
}

// A step size may be as small as it likes: what vanishes with it is no divisor [CK06, 8.5].
static bool vanishes_with_step(Analysis *a, const Expr *e)
{
    double usual = a->step_value;
    a->step_value = 0;
    bool vanishes = parameter_number(a, e) == 0;
    a->step_value = usual;
    return vanishes;
}

bool is_safe_divisor(Analysis *a, const Expr *e)
{
    double number;
    if (expr_is_number(e, &number)) return number != 0;
    bool is_parameter = !varies_in_loop(a, e);
    number = is_parameter ? parameter_number(a, e) : NAN;
    // With a condition that is found at the start, only one branch may have the unknown.
    if (is_parameter && e->kind == EXPR_IF && isnan(number))
        return is_safe_divisor(a, e->args[1]) && is_safe_divisor(a, e->args[2]);
    bool has_parts = e->kind == EXPR_OP && (e->op == OP_NEG || e->op == OP_MUL);
    if (is_parameter && !(has_parts && isnan(number)))
        return number != 0 && !(a->causal->inlined && vanishes_with_step(a, e));
    if (e->kind == EXPR_OP && (e->op == OP_EXP || e->op == OP_COSH)) return true;
    if (e->kind == EXPR_OP && (e->op == OP_NEG)) return is_safe_divisor(a, e->args[0]);
    if (e->kind == EXPR_OP && (e->op == OP_MUL))
        return is_safe_divisor(a, e->args[0]) && is_safe_divisor(a, e->args[1]);
    return false;
}

// ---- Solutions ----------------------------------------------------------------------

const Expr *discrete_solution(ExprTable *t, const Expr *left, const Expr *right, const Expr *x)
{
    if (left == x && !expr_contains(right, x)) return right;
    if (right == x && !expr_contains(left, x)) return left;
    if (is_not_of(right, x) && !expr_contains(left, x)) return expr_op1(t, OP_NOT, left);
    return NULL;
}

const Expr *safe_solution(Analysis *a, const SystemEquation *e, const Expr *x)
{
    SolveSafety how = {0};
    const Expr *value = expr_solve(a->exprs, e->left, e->right, x, &how);
    // An inverse that an annotation names holds up to the precision that its author had in mind
    // (12.8.4), which regularizations may spoil: the iteration solves what is written.
    if (how.is_declared) return NULL;
    bool is_safe = value && !how.positive && (!how.divisor || is_safe_divisor(a, how.divisor));
    return is_safe ? value : NULL;
}

// ---- The graph of a loop ------------------------------------------------------------

bool is_discrete_kind(const Analysis *a, VarId v)
{
    const SystemVariable *variable = system_variable(a->system, v);
    return variable->kind != VALUE_REAL || variable->role == ROLE_RELATION;
}

// Steps that a controlled step size may come to, in units of the expected one. What grows at small
// steps grows at large ones, too; a chain that is harmless at the expected step may spoil
// everything at a tenth of the run.
enum { N_STEP_SIZES = 2 };
static const double step_sizes[N_STEP_SIZES] = {1, 10};

static bool depends_on_step(Analysis *a, const Expr *e)
{
    if (!a->causal->inlined || !(e->flags & EXPR_HAS_REF)) return false;
    VarVec *vars = variables_of_expr(a, e);
    for (uint32_t i = 0; i < vars->count; i++)
        if (vars->data[i].i == a->causal->inlined->step.i) return true;
    return false;
}

// Coefficients that are known decide by their size; the solution is made when it is needed.
static void set_size(Loop *l, int32_t edge)
{
    Analysis *a = l->a;
    const Expr *d = l->partial[edge];
    double expected = a->step_value, number = (double)NAN;
    bool depends = d && depends_on_step(a, d);
    for (int32_t list = 0; list < l->n_sizes; list++) {
        a->step_value = expected * step_sizes[list];
        if (d && (list == 0 || depends))
            number = l->guesses_sizes ? typical_number(a, d) : parameter_number(a, d);
        bool is_known = number != 0 && isfinite(number);
        l->size[list * l->g.n_edges + edge] = is_known ? fabs(number) : 1;
        if (!is_known && !l->guesses_sizes) l->n_unknown_sizes++;
    }
    a->step_value = expected;
    if (!d || varies_in_loop(a, d)) l->varies = true;
}

static void add_edge_facts(Loop *l, int32_t edge, const SystemEquation *e, VarId unknown)
{
    Analysis *a = l->a;
    const Expr *x = system_ref(a->system, unknown);
    if (is_discrete_kind(a, unknown) || e->left->type->kind != TYPE_REAL) {
        l->solution[edge] = discrete_solution(a->exprs, e->left, e->right, x);
        for (int32_t list = 0; list < l->n_sizes; list++) l->size[list * l->g.n_edges + edge] = 1;
    } else {
        l->partial[edge] = partial_derivative(a, residual_of(a, e), unknown);
        set_size(l, edge);
        l->solution[edge] = safe_solution(a, e, x);
    }
    if (l->solution[edge]) bitset_add(&l->may_solve, (uint32_t)edge);
}

// Terms of a sum from which on one of them is not found from the others where sizes are unknown.
enum { MANY_TERMS = 6 };

// The unknown that the equation says how to compute; NO_VAR: none.
static VarId defined_by(const Loop *l, const SystemEquation *e)
{
    const Expr *sides[] = {e->left, e->right};
    for (int k = 0; k < 2; k++) {
        bool is_unknown = sides[k]->kind == EXPR_REF && l->local_of[sides[k]->u.var.i];
        if (is_unknown && !expr_contains(sides[1 - k], sides[k])) return sides[k]->u.var;
    }
    return NO_VAR;
}

// g = F1 x1 + F2 x2 + ... with factors that only the start tells: x1 may be smaller by orders than
// the sum is rounded to, the radiation of a frame beside that of the walls, and then as a
// difference it is noise. Such an equation gives g.
static bool is_lost_in_sum(const Loop *l, int32_t row, int32_t edge, VarId defined)
{
    int32_t n_terms = l->g.first_edge_of_eqn[row + 1] - l->g.first_edge_of_eqn[row];
    if (defined.i < 0 || n_terms < MANY_TERMS) return false;
    if (l->columns.data[l->g.var_of_edge[edge]].i == defined.i) return false;
    double number = parameter_number(l->a, l->partial[edge]);
    return !isfinite(number);
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
    VarId defined = is_linear ? defined_by(l, e) : NO_VAR;
    for (int32_t k = begin; is_linear && k < end; k++) {
        set_size(l, k);
        if (is_safe_divisor(a, l->partial[k]) && !is_lost_in_sum(l, row, k, defined))
            bitset_add(&l->may_solve, (uint32_t)k);
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

void loop_build(Loop *l)
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
    bool has_steps = a->causal->inlined && !a->options->inlined->is_fixed;
    l->n_sizes = has_steps ? N_STEP_SIZES : 1;
    l->size = ARENA_RAW(a->scratch, double, (size_t)l->g.n_edges *(size_t)l->n_sizes + 1);
    l->may_solve = bitset_make(a->scratch, (uint32_t)l->g.n_edges + 1);
    l->n_unknown_sizes = 0;
    l->guesses_sizes = n >= SMALLEST_GUESSED && a->causal->inlined;
    for (int32_t r = 0; r < n; r++) add_row_facts(l, r);
}

void loop_leave(Loop *l)
{
    for (uint32_t c = 0; c < l->columns.count; c++) l->local_of[l->columns.data[c].i] = 0;
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

Loop loop_open(Analysis *a, const LoopEquations *problem)
{
    return (Loop){.a = a, .problem = problem, .local_of = loop_places(a)};
}
