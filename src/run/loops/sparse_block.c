// Newton's method for large sparse loops, as inlined discretizations have them. Factors are kept as
// long as they serve [HW96, IV.8]: a linear loop needs them once for each matrix, a nonlinear one
// refreshes them when the iteration contracts slowly. Steps that do not contract with fresh
// factors are halved. Cost of an iteration: one evaluation and one solve.
#include "run/loops/sparse_block.h"

#include <math.h>
#include <string.h>

#include "run/linear/sparse_solver.h"

// The dense solver costs more from the first number on, but copes with singular matrices and far
// guesses; steps of an inlined formula are close to the last one.
enum {
    SMALLEST = 200,
    SMALLEST_INLINED = 50,
    MOST_ITERATIONS = 40,
    MOST_HALVINGS = 12,
    MOST_REFINEMENTS = 3
};
static const double densest = 0.2;

// As in nonlinear.c: far below any tolerance of an integrator, or stagnating close to it.
static const double enough = 1e-12, stagnation = 1e-8;
static const double slow = 0.2; // contraction at which fresh factors pay

struct SparseBlock {
    Model *model;
    const BlockInfo *info;
    SparseSolver *solver;
    double *step, *begin;
    bool has_factors, is_fresh;
    int64_t iterations;
};

bool sparse_block_fits(const Model *model, const BlockInfo *info)
{
    double n = info->n;
    return info->n >= (model->inlined ? SMALLEST_INLINED : SMALLEST) && !info->n_discrete &&
           info->jacobian != NO_ROUTINE && info->column_start[info->n] < densest * n * n;
}

SparseBlock *sparse_block_open(Arena *out, Model *model, const BlockInfo *info)
{
    SparseBlock *s = ARENA_NEW(out, SparseBlock);
    s->model = model;
    s->info = info;
    s->solver = sparse_open(out, info->n, info->column_start, info->row_index);
    s->step = ARENA_ARRAY(out, double, info->n);
    s->begin = ARENA_ARRAY(out, double, info->n);
    return s;
}

void sparse_block_close(SparseBlock *s)
{
    sparse_close(s->solver);
}

void sparse_block_forget(SparseBlock *s)
{
    s->has_factors = false;
}

int64_t sparse_block_iterations(const SparseBlock *s)
{
    return s->iterations;
}

static ModelOutcome evaluate(SparseBlock *s, const double *x)
{
    const BlockInfo *info = s->info;
    double *v = s->model->v;
    for (int32_t i = 0; i < info->n; i++) v[info->unknown_slots[i]] = x[i];
    ModelOutcome o = s->model->call(s->model->self, info->residual);
    for (int32_t i = 0; o == MODEL_OK && i < info->n; i++)
        if (!isfinite(v[info->residual_slot + i])) o = MODEL_RETRY;
    return o;
}

ModelOutcome sparse_block_factor(SparseBlock *s)
{
    const BlockInfo *info = s->info;
    ModelOutcome o = s->model->call(s->model->self, info->jacobian);
    if (o != MODEL_OK) return o;
    double *values = s->model->v + info->jacobian_slot;
    for (int32_t k = 0; k < info->column_start[info->n]; k++)
        if (!isfinite(values[k])) return MODEL_RETRY;
    s->has_factors = s->is_fresh = sparse_factor(s->solver, values);
    return s->has_factors ? MODEL_OK : MODEL_RETRY;
}

void sparse_block_substitute(SparseBlock *s, double *b)
{
    sparse_solve(s->solver, b);
}

// step := -J^-1 r at the point evaluated last; its scaled size.
static double correction(SparseBlock *s, const double *x, const double *scale)
{
    const BlockInfo *info = s->info;
    double size = 0;
    for (int32_t i = 0; i < info->n; i++) s->step[i] = -s->model->v[info->residual_slot + i];
    sparse_solve(s->solver, s->step);
    s->iterations++;
    for (int32_t i = 0; i < info->n; i++) {
        double part = fabs(s->step[i]) / fmax(fabs(x[i]), scale[i]);
        if (!(part <= size)) size = part; // NaN comes through
    }
    return size;
}

// x := begin + lambda step, evaluated; lambda is halved while that fails.
static ModelOutcome go(SparseBlock *s, double *x, double lambda)
{
    ModelOutcome o = MODEL_RETRY;
    memcpy(s->begin, x, (size_t)s->info->n * sizeof *x);
    for (int k = 0; k < MOST_HALVINGS && o == MODEL_RETRY; k++, lambda /= 2) {
        for (int32_t i = 0; i < s->info->n; i++) x[i] = s->begin[i] + lambda * s->step[i];
        o = evaluate(s, x);
    }
    return o;
}

static ModelOutcome solve_linear(SparseBlock *s, double *x, const double *scale)
{
    ModelOutcome o = s->has_factors ? MODEL_OK : sparse_block_factor(s);
    if (o != MODEL_OK) return o;
    double size = correction(s, x, scale);
    o = go(s, x, 1);
    // What the torn variables have lost on the way through long chains is brought back.
    for (int k = 0; k < MOST_REFINEMENTS && o == MODEL_OK && size > enough; k++) {
        double before = size;
        size = correction(s, x, scale);
        if (size > before / 2 || size < enough) break;
        o = go(s, x, 1);
    }
    // A matrix of parameters stays, one of discrete variables until the next event.
    if (s->info->matrix_variability > IS_DISCRETE) s->has_factors = false;
    return o;
}

ModelOutcome sparse_block_solve(SparseBlock *s, double *x, const double *scale)
{
    ModelOutcome o = evaluate(s, x);
    if (o == MODEL_OK && s->info->kind == BLOCK_LINEAR) return solve_linear(s, x, scale);
    double before = INFINITY, lambda = 1;
    s->is_fresh = false;
    for (int k = 0; k < MOST_ITERATIONS && o == MODEL_OK; k++) {
        if (!s->has_factors) o = sparse_block_factor(s);
        if (o != MODEL_OK) break;
        double size = correction(s, x, scale), rate = size / before;
        if (!isfinite(size)) return MODEL_RETRY;
        if (size < enough || (size < stagnation && rate > 0.5)) return go(s, x, 1);
        if (!s->is_fresh && rate > slow && k > 0) {
            s->has_factors = false; // the same point again with fresh ones
            before = INFINITY;
            continue;
        }
        lambda = rate >= 1 ? lambda / 2 : fmin(1, 2 * lambda);
        if (lambda < 1e-4) return MODEL_RETRY;
        o = go(s, x, lambda);
        before = size;
        s->is_fresh = false;
    }
    return o == MODEL_OK ? MODEL_RETRY : o;
}
