// Relaxation: symbolic Gaussian elimination of a small linear loop in torn order [CK06, 7.9].
//
// Every torn variable is c*x + d in the iteration unknowns x. The c are the tangents of the
// Jacobian; the d are found by running the assignments at x = 0. The residuals are then A x + b,
// eliminated in place. Auxiliary variables hold intermediate results, so that no expression grows;
// what is a number or a single variable needs none.
#include <math.h>

#include "causal/analysis.h"

// Unrolled elimination without pivoting is faster than a call of LAPACK up to about this size,
// and its code stays small; pivots are steady, so that their order is good for the whole run [M14].
enum { LARGEST_RELAXED = 4 };

typedef struct Relaxation {
    Analysis *a;
    Block *b;
    const Expr **at_zero; // by VarId: value at x = 0; NULL: as it is
    VarVec touched;
    VEC(Assignment) steps;
    const Expr *matrix[LARGEST_RELAXED][LARGEST_RELAXED + 1]; // last column: -b
} Relaxation;

static const Expr *named(Relaxation *r, const Expr *e)
{
    const Expr *inner = e->kind == EXPR_OP && e->op == OP_NEG ? e->args[0] : e;
    if (inner->kind == EXPR_REF || expr_is_literal(inner)) return e;
    Analysis *a = r->a;
    VarId aux = system_add_variable(a->system, ROLE_AUXILIARY, type_basic(a->exprs, TYPE_REAL));
    VEC_PUSH(a->out, &r->steps, ((Assignment){.variable = aux, .value = e}));
    return system_ref(a->system, aux);
}

static const Expr *value_at_zero(void *client, const Expr *e)
{
    Relaxation *r = client;
    if (e->kind != EXPR_REF) return e->flags & EXPR_HAS_REF ? NULL : e;
    bool is_inside = (uint32_t)e->u.var.i < r->a->n_tangent_places;
    const Expr *zero = is_inside ? r->at_zero[e->u.var.i] : NULL;
    return zero ? zero : e;
}

static const Expr *evaluated_at_zero(Relaxation *r, const Expr *e)
{
    walker_begin(&r->a->walker);
    return walker_rewrite(&r->a->walker, e, r, value_at_zero);
}

static void set_at_zero(Relaxation *r, VarId v, const Expr *value)
{
    r->at_zero[v.i] = value;
    VEC_PUSH(r->a->scratch, &r->touched, v);
}

static void run_at_zero(Relaxation *r)
{
    const Block *b = r->b;
    const Expr *zero = expr_real(r->a->exprs, 0);
    for (int32_t j = 0; j < b->torn->n_iteration; j++) set_at_zero(r, b->torn->iteration[j], zero);
    for (int32_t i = 0; i < b->n_assignments; i++) {
        const Expr *d = evaluated_at_zero(r, b->assignments[i].value);
        set_at_zero(r, b->assignments[i].variable, named(r, d));
    }
    for (int32_t i = 0; i < b->torn->n_residuals; i++) {
        const Expr *d = evaluated_at_zero(r, b->torn->residuals[i]);
        r->matrix[i][b->torn->n_iteration] = named(r, expr_op1(r->a->exprs, OP_NEG, d));
    }
    for (uint32_t i = 0; i < r->touched.count; i++) r->at_zero[r->touched.data[i].i] = NULL;
}

static void fill_matrix(Relaxation *r)
{
    const Block *b = r->b;
    for (int32_t i = 0; i < b->torn->n_iteration; i++)
        for (int32_t j = 0; j < b->torn->n_iteration; j++)
            r->matrix[i][j] = expr_real(r->a->exprs, 0);
    for (int32_t j = 0; j < b->torn->n_iteration; j++)
        for (int32_t k = b->torn->column_start[j]; k < b->torn->column_start[j + 1]; k++)
            r->matrix[b->torn->row_index[k]][j] = named(r, b->torn->jacobian[k]);
}

static bool bring_pivot(Relaxation *r, int32_t step)
{
    int32_t n = r->b->torn->n_iteration;
    for (int32_t i = step; i < n; i++) {
        if (expr_is_zero(r->matrix[i][step])) continue;
        for (int32_t j = 0; j <= n && i != step; j++) {
            const Expr *other = r->matrix[i][j];
            r->matrix[i][j] = r->matrix[step][j];
            r->matrix[step][j] = other;
        }
        return true;
    }
    return false;
}

static bool eliminate(Relaxation *r)
{
    ExprTable *t = r->a->exprs;
    int32_t n = r->b->torn->n_iteration;
    for (int32_t k = 0; k < n; k++) {
        if (!bring_pivot(r, k)) return false;
        for (int32_t i = k + 1; i < n; i++) {
            if (expr_is_zero(r->matrix[i][k])) continue;
            const Expr *factor = named(r, expr_op2(t, OP_DIV, r->matrix[i][k], r->matrix[k][k]));
            for (int32_t j = k + 1; j <= n; j++) {
                const Expr *product = expr_op2(t, OP_MUL, factor, r->matrix[k][j]);
                r->matrix[i][j] = named(r, expr_op2(t, OP_SUB, r->matrix[i][j], product));
            }
        }
    }
    return true;
}

static void substitute_back(Relaxation *r)
{
    ExprTable *t = r->a->exprs;
    int32_t n = r->b->torn->n_iteration;
    for (int32_t k = n; k-- > 0;) {
        const Expr *sum = r->matrix[k][n];
        for (int32_t j = k + 1; j < n; j++) {
            const Expr *x = system_ref(r->a->system, r->b->torn->iteration[j]);
            sum = expr_op2(t, OP_SUB, sum, expr_op2(t, OP_MUL, r->matrix[k][j], x));
        }
        Assignment solved = {.variable = r->b->torn->iteration[k],
                             .value = expr_op2(t, OP_DIV, sum, r->matrix[k][k]),
                             .may_be_open = r->b->matrix_variability > IS_CONSTANT};
        VEC_PUSH(r->a->out, &r->steps, solved);
    }
}

bool relax_block(Analysis *a, Block *b)
{
    bool is_small = b->torn->n_iteration >= 1 && b->torn->n_iteration <= LARGEST_RELAXED &&
                    b->torn->n_jacobian > 0;
    // Pivots are chosen here once and for all. Of several unknowns that is safe for numbers only:
    // a sum of parameters may vanish. One unknown may be divided by parameters and by what
    // varies continuously; a matrix that switches is left to the solver.
    bool is_steady =
        b->matrix_variability <= (b->torn->n_iteration == 1 ? IS_PARAMETER : IS_CONSTANT) ||
        (b->torn->n_iteration == 1 && b->matrix_variability == IS_CONTINUOUS);
    if (!is_small || !is_steady) return false;
    Relaxation r = {.a = a, .b = b, .at_zero = a->tangent_places};
    for (int32_t i = 0; i < b->torn->n_tangents; i++)
        VEC_PUSH(a->out, &r.steps, b->torn->tangents[i]);
    bool before = expr_algebra(a->exprs, true);
    fill_matrix(&r);
    run_at_zero(&r);
    bool has_pivots = eliminate(&r);
    if (has_pivots) substitute_back(&r);
    expr_algebra(a->exprs, before);
    if (!has_pivots) return false;
    for (int32_t i = 0; i < b->n_assignments; i++) VEC_PUSH(a->out, &r.steps, b->assignments[i]);
    b->assignments = r.steps.data;
    b->n_assignments = (int32_t)r.steps.count;
    b->solver = b->torn->n_iteration == 1 ? SOLVER_SUBSTITUTION : SOLVER_RELAXATION;
    b->torn->n_residuals = b->torn->n_tangents = b->torn->n_jacobian = 0;
    return true;
}
