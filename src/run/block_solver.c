// Newton's method with damping on the iteration variables of one torn block [Deu04].
//
// A linear block is one step from any point; its factorization is kept while the matrix cannot
// have changed. A mixed block iterates over its discrete unknowns around the continuous solve
// [OEM99]: all that differ are flipped at once; when a combination comes back, only the one of
// least index (Murty's rule [Mur74], which ends for passive networks).
#include "run/block_solver.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/linear_solver.h"

enum { MOST_ITERATIONS = 50, MOST_HALVINGS = 30, MOST_MIXED_ROUNDS = 200, REMEMBERED = 16 };

// Newton has converged when the scaled correction is this small: inner solves must be far
// tighter than the integrator's tolerance, or their noise spoils its error estimate.
static const double enough = 1e-12;
// With ill-conditioned switches the correction stagnates above `enough`; that is accepted when
// it no longer shrinks and is below this.
static const double stagnation = 1e-8;

struct BlockSolver {
    Model *model;
    const BlockInfo *info;
    int32_t block, n;
    DenseSolver *dense;
    double *matrix, *step, *x, *x_trial, *r, *scale, *start;
    double *visited; // discrete vectors of this solve
    bool has_factors, was_singular;
    int64_t iterations;
    double last_correction;
};

BlockSolver *block_solver_open(Arena *out, Model *model, int32_t block)
{
    BlockSolver *b = ARENA_NEW(out, BlockSolver);
    b->model = model;
    b->info = &model->blocks[block];
    b->block = block;
    b->n = b->info->n;
    b->dense = dense_open(out, b->n);
    b->matrix = ARENA_ARRAY(out, double, (size_t)b->n *(size_t)b->n);
    b->step = ARENA_ARRAY(out, double, b->n);
    b->x = ARENA_ARRAY(out, double, b->n);
    b->x_trial = ARENA_ARRAY(out, double, b->n);
    b->r = ARENA_ARRAY(out, double, b->n);
    b->scale = ARENA_ARRAY(out, double, b->n);
    b->start = ARENA_ARRAY(out, double, b->n);
    b->visited = ARENA_ARRAY(out, double, (size_t)REMEMBERED *(size_t)(b->info->n_discrete + 1));
    return b;
}

void block_solver_forget(BlockSolver *b)
{
    b->has_factors = false;
}

int64_t block_solver_iterations(const BlockSolver *b)
{
    return b->iterations;
}

static void get_unknowns(const BlockSolver *b, double *x)
{
    for (int32_t i = 0; i < b->n; i++) x[i] = b->model->v[b->info->unknown_slots[i]];
}

static void set_unknowns(BlockSolver *b, const double *x)
{
    for (int32_t i = 0; i < b->n; i++) b->model->v[b->info->unknown_slots[i]] = x[i];
}

static ModelOutcome evaluate(BlockSolver *b, const double *x, double *r)
{
    set_unknowns(b, x);
    ModelOutcome o = b->model->call(b->model->self, b->info->residual);
    if (o != MODEL_OK) return o;
    memcpy(r, b->model->v + b->info->residual_slot, (size_t)b->n * sizeof *r);
    for (int32_t i = 0; i < b->n; i++)
        if (!isfinite(r[i])) return MODEL_RETRY;
    return MODEL_OK;
}

// Columns by difference quotients, for blocks without a Jacobian routine.
static ModelOutcome difference_matrix(BlockSolver *b)
{
    for (int32_t j = 0; j < b->n; j++) {
        double h = sqrt(DBL_EPSILON) * fmax(fabs(b->x[j]), b->scale[j]);
        memcpy(b->x_trial, b->x, (size_t)b->n * sizeof *b->x);
        b->x_trial[j] += h;
        h = b->x_trial[j] - b->x[j];
        ModelOutcome o = evaluate(b, b->x_trial, b->step);
        if (o != MODEL_OK) return o;
        for (int32_t i = 0; i < b->n; i++) b->matrix[i + j * b->n] = (b->step[i] - b->r[i]) / h;
    }
    set_unknowns(b, b->x);
    return b->model->call(b->model->self, b->info->residual);
}

static ModelOutcome compute_matrix(BlockSolver *b)
{
    const BlockInfo *info = b->info;
    if (info->jacobian == NO_ROUTINE) return difference_matrix(b);
    ModelOutcome o = b->model->call(b->model->self, info->jacobian);
    if (o != MODEL_OK) return o;
    memset(b->matrix, 0, (size_t)b->n * (size_t)b->n * sizeof *b->matrix);
    const double *values = b->model->v + info->jacobian_slot;
    for (int32_t j = 0; j < b->n; j++)
        for (int32_t k = info->column_start[j]; k < info->column_start[j + 1]; k++) {
            if (!isfinite(values[k])) return MODEL_RETRY;
            b->matrix[info->row_index[k] + j * b->n] = values[k];
        }
    return MODEL_OK;
}

static void choose_scale(BlockSolver *b)
{
    for (int32_t i = 0; i < b->n; i++) {
        int32_t slot = b->info->nominal_slots ? b->info->nominal_slots[i] : NO_SLOT;
        double nominal = slot == NO_SLOT ? 0 : fabs(b->model->v[slot]);
        b->scale[i] = nominal > 0 ? nominal : 1;
    }
}

// The Newton step for the residual in b->r into b->step; the least change when singular.
static ModelOutcome newton_step(BlockSolver *b)
{
    bool keep = b->info->kind == BLOCK_LINEAR && b->has_factors;
    if (!keep) {
        ModelOutcome o = compute_matrix(b);
        if (o != MODEL_OK) return o;
        b->was_singular = !dense_factor(b->dense, b->matrix);
        // A matrix of parameters stays, one of discrete variables until the next event.
        b->has_factors = b->info->matrix_variability <= IS_DISCRETE;
    }
    for (int32_t i = 0; i < b->n; i++) b->step[i] = -b->r[i];
    if (!b->was_singular) {
        dense_solve(b->dense, b->step);
        return MODEL_OK;
    }
    return dense_least_change(b->dense, b->step) < 1e-8 ? MODEL_OK : MODEL_RETRY;
}

static double correction_size(const BlockSolver *b)
{
    double largest = 0;
    for (int32_t i = 0; i < b->n; i++)
        largest = fmax(largest, fabs(b->step[i]) / fmax(fabs(b->x[i]), b->scale[i]));
    return largest;
}

static ModelOutcome solve_linear(BlockSolver *b)
{
    ModelOutcome o = evaluate(b, b->x, b->r);
    if (o != MODEL_OK) return o;
    o = newton_step(b);
    if (o != MODEL_OK) return o;
    b->iterations++;
    for (int32_t i = 0; i < b->n; i++) b->x[i] += b->step[i];
    return evaluate(b, b->x, b->r);
}

// Takes the step, shortened while the residual cannot be evaluated or grows beyond measure.
static ModelOutcome damped_step(BlockSolver *b, double size)
{
    double lambda = 1;
    double before = 0;
    for (int32_t i = 0; i < b->n; i++) before = fmax(before, fabs(b->r[i]));
    for (int k = 0; k < MOST_HALVINGS; k++, lambda /= 2) {
        for (int32_t i = 0; i < b->n; i++) b->x_trial[i] = b->x[i] + lambda * b->step[i];
        ModelOutcome o = evaluate(b, b->x_trial, b->r);
        if (o == MODEL_FATAL) return o;
        if (o != MODEL_OK) continue;
        double after = 0;
        for (int32_t i = 0; i < b->n; i++) after = fmax(after, fabs(b->r[i]));
        if (after <= before * (1 - lambda / 4) || size < 1e-6 || k >= 6) {
            memcpy(b->x, b->x_trial, (size_t)b->n * sizeof *b->x);
            return MODEL_OK;
        }
    }
    return MODEL_RETRY;
}

static ModelOutcome solve_nonlinear(BlockSolver *b)
{
    ModelOutcome o = evaluate(b, b->x, b->r);
    if (o != MODEL_OK) return o;
    double before = INFINITY;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        o = newton_step(b);
        if (o != MODEL_OK) return o;
        b->iterations++;
        double size = b->last_correction = correction_size(b);
        if (!isfinite(size)) return MODEL_RETRY;
        bool stagnates = size >= before / 2 && size < stagnation;
        if (size < enough || stagnates) {
            for (int32_t i = 0; i < b->n; i++) b->x[i] += b->step[i];
            return evaluate(b, b->x, b->r);
        }
        o = damped_step(b, size);
        if (o != MODEL_OK) return o;
        before = size;
    }
    return MODEL_RETRY;
}

static ModelOutcome solve_continuous(BlockSolver *b)
{
    return b->info->kind == BLOCK_LINEAR ? solve_linear(b) : solve_nonlinear(b);
}

// ---- Mixed blocks --------------------------------------------------------------------------

static bool seen_before(BlockSolver *b, int round)
{
    const BlockInfo *info = b->info;
    int32_t m = info->n_discrete;
    int kept = round < REMEMBERED ? round : REMEMBERED;
    bool seen = false;
    for (int k = 0; k < kept && !seen; k++) {
        seen = true;
        for (int32_t i = 0; i < m && seen; i++)
            seen = b->visited[k * m + i] == b->model->v[info->discrete_slots[i]];
    }
    for (int32_t i = 0; i < m; i++)
        b->visited[(round % REMEMBERED) * m + i] = b->model->v[info->discrete_slots[i]];
    return seen;
}

// Flips what differs; only the first when the iteration runs in circles. False: nothing differs.
static bool flip(BlockSolver *b, bool only_first)
{
    const BlockInfo *info = b->info;
    double *v = b->model->v;
    bool any = false;
    for (int32_t i = 0; i < info->n_discrete; i++) {
        if (v[info->discrete_slots[i]] == v[info->proposed_slots[i]]) continue;
        v[info->discrete_slots[i]] = v[info->proposed_slots[i]];
        any = true;
        if (only_first) break;
    }
    return any;
}

static ModelOutcome solve_mixed(BlockSolver *b)
{
    bool only_first = false;
    for (int round = 0; round < MOST_MIXED_ROUNDS; round++) {
        only_first = seen_before(b, round) || only_first;
        b->has_factors = false;
        ModelOutcome o = solve_continuous(b);
        if (o != MODEL_OK) return o;
        o = b->model->call(b->model->self, b->info->update_discrete);
        if (o != MODEL_OK) return o;
        if (!flip(b, only_first)) return MODEL_OK;
    }
    return MODEL_RETRY;
}

ModelOutcome block_solver_solve(BlockSolver *b)
{
    get_unknowns(b, b->x);
    memcpy(b->start, b->x, (size_t)b->n * sizeof *b->x);
    choose_scale(b);
    bool mixed = b->info->n_discrete && *b->model->mode != MODE_INTEGRATE;
    return mixed ? solve_mixed(b) : solve_continuous(b);
}

void block_solver_describe(const BlockSolver *b, Text *out)
{
    const BlockInfo *info = b->info;
    text_printf(out, "%s system of %d unknown%s (%d before tearing)%s%s\n",
                info->kind == BLOCK_LINEAR ? "linear" : "nonlinear", b->n, b->n == 1 ? "" : "s",
                info->n_before_tearing, b->was_singular ? ", singular" : "",
                info->n_discrete ? ", with discrete unknowns" : "");
    for (int32_t i = 0; i < b->n && i < 12; i++) {
        text_printf(out, "  %s = ", info->unknown_names ? info->unknown_names[i] : "?");
        text_number(out, b->x[i]);
        text_add(out, " (began at ");
        text_number(out, b->start[i]);
        text_add(out, "); residual ");
        text_number(out, b->r[i]);
        if (info->equation_texts) text_printf(out, " of %s", info->equation_texts[i]);
        text_add_char(out, '\n');
    }
}
