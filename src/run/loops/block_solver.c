// The iteration variables of one torn block: linear ones by one step, others by nonlinear.c.
//
// A linear block is one step from any point; its factorization is kept while the matrix cannot
// have changed. A mixed block iterates over its discrete unknowns around the continuous solve
// [OEM99]: all that differ are flipped at once; when a combination comes back, only the one of
// least index (Murty's rule [Mur74], which ends for passive networks); when that comes back, too,
// all combinations are tried.
#include "run/loops/block_solver.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/linear_solver.h"
#include "run/loops/least_squares.h"
#include "run/loops/nonlinear.h"
#include "run/loops/sparse_block.h"
#include "run/loops/step_newton.h"

enum { MOST_MIXED_ROUNDS = 200, REMEMBERED = 64, MOST_ENUMERATED = 12 };

// Contradictions between solutions closer than this are rounding.
static const double noise = 1e-7;

struct BlockSolver {
    Model *model;
    const BlockInfo *info;
    int32_t block, n;
    DenseSolver *dense;         // of a linear block
    NonlinearSolver *nonlinear; // of a nonlinear one
    SparseBlock *sparse;        // instead of both
    StepNewton *of_step;        // of an inlined step: before them
    const StepAccuracy *accuracy;
    LeastSquares *overdetermined;
    double *matrix, *step, *x, *x_trial, *x_first, *x_last, *r, *scale, *low, *high, *start;
    bool is_strict;         // a combination that contradicts itself is no rounding
    double *visited;        // discrete vectors of this solve
    double *first_discrete; // the one it began with
    double *last_discrete;  // the one before the last flip
    bool has_factors, was_singular;
    int64_t solves; // of a linear block
};

static ModelOutcome residual_at(void *client, const double *x, double *r);
static ModelOutcome matrix_at(void *client, const double *x, const double *r, double *matrix);
static ModelOutcome factor_at(void *client, const double *x, const double *r);
static void solve_factored(void *client, double *rhs);

// A linear loop is one step anyway, unless its matrix changes all the time.
static bool is_iterated(const BlockInfo *info)
{
    return info->kind == BLOCK_NONLINEAR || info->matrix_variability > IS_DISCRETE;
}

static void open_step(BlockSolver *b, Arena *out)
{
    const Model *m = b->model;
    bool is_of_step = m->inlined && b->block >= m->inlined->first_block && b->info->n_states;
    if (!is_of_step || !is_iterated(b->info)) return;
    StepNewtonProblem problem = {b,        m,      b->info, residual_at, factor_at, solve_factored,
                                 b->scale, b->low, b->high};
    b->of_step = step_newton_open(out, &problem);
}

BlockSolver *block_solver_open(Arena *out, Model *model, int32_t block,
                               const StepAccuracy *accuracy)
{
    BlockSolver *b = ARENA_NEW(out, BlockSolver);
    b->model = model;
    b->accuracy = accuracy;
    b->info = &model->blocks[block];
    b->block = block;
    b->n = b->info->n;
    b->step = ARENA_ARRAY(out, double, b->n);
    b->x = ARENA_ARRAY(out, double, b->n);
    b->x_trial = ARENA_ARRAY(out, double, b->n);
    b->x_first = ARENA_ARRAY(out, double, b->n);
    b->x_last = ARENA_ARRAY(out, double, b->n);
    b->r = ARENA_ARRAY(out, double, b->n);
    b->scale = ARENA_ARRAY(out, double, b->n);
    b->low = ARENA_ARRAY(out, double, b->n);
    b->high = ARENA_ARRAY(out, double, b->n);
    b->start = ARENA_ARRAY(out, double, b->n);
    b->visited = ARENA_ARRAY(out, double, (size_t)REMEMBERED *(size_t)(b->info->n_discrete + 1));
    b->first_discrete = ARENA_ARRAY(out, double, b->info->n_discrete + 1);
    b->last_discrete = ARENA_ARRAY(out, double, b->info->n_discrete + 1);
    if (b->info->n_invariants) {
        b->overdetermined = least_squares_open(out, model, b->info);
        return b;
    }
    open_step(b, out);
    if (sparse_block_fits(model, b->info)) {
        b->sparse = sparse_block_open(out, model, b->info);
        return b;
    }
    b->matrix = ARENA_ARRAY(out, double, (size_t)b->n *(size_t)b->n);
    if (b->info->kind == BLOCK_LINEAR || b->of_step) b->dense = dense_open(out, b->n);
    if (b->info->kind == BLOCK_LINEAR) return b;
    NonlinearProblem problem = {b, b->n, residual_at, matrix_at, b->scale, b->low, b->high};
    b->nonlinear = nonlinear_open(out, &problem);
    return b;
}

void block_solver_close(BlockSolver *b)
{
    if (b->sparse) sparse_block_close(b->sparse);
}

void block_solver_forget(BlockSolver *b)
{
    b->has_factors = false;
    if (b->sparse) sparse_block_forget(b->sparse);
    if (b->nonlinear) nonlinear_forget(b->nonlinear);
    if (b->of_step) step_newton_forget(b->of_step);
}

int64_t block_solver_iterations(const BlockSolver *b)
{
    if (b->overdetermined) return least_squares_iterations(b->overdetermined);
    int64_t n = b->of_step ? step_newton_iterations(b->of_step) : 0;
    if (b->sparse) return n + sparse_block_iterations(b->sparse);
    return n + (b->nonlinear ? nonlinear_iterations(b->nonlinear) : b->solves);
}

static void get_unknowns(const BlockSolver *b, double *x)
{
    for (int32_t i = 0; i < b->n; i++) x[i] = b->model->v[b->info->unknown_slots[i]];
}

static void set_unknowns(BlockSolver *b, const double *x)
{
    for (int32_t i = 0; i < b->n; i++) b->model->v[b->info->unknown_slots[i]] = x[i];
}

static ModelOutcome residual_at(void *client, const double *x, double *r)
{
    BlockSolver *b = client;
    set_unknowns(b, x);
    ModelOutcome o = b->model->call(b->model->self, b->info->residual);
    if (o != MODEL_OK) return o;
    memcpy(r, b->model->v + b->info->residual_slot, (size_t)b->n * sizeof *r);
    for (int32_t i = 0; i < b->n; i++)
        if (!isfinite(r[i])) return MODEL_RETRY;
    return MODEL_OK;
}

// Columns by difference quotients, for blocks without a Jacobian routine.
static ModelOutcome difference_matrix(BlockSolver *b, const double *x, const double *r,
                                      double *matrix)
{
    for (int32_t j = 0; j < b->n; j++) {
        double h = sqrt(DBL_EPSILON) * fmax(fabs(x[j]), b->scale[j]);
        memcpy(b->x_trial, x, (size_t)b->n * sizeof *x);
        b->x_trial[j] += h;
        h = b->x_trial[j] - x[j];
        ModelOutcome o = residual_at(b, b->x_trial, b->step);
        if (o != MODEL_OK) return o;
        for (int32_t i = 0; i < b->n; i++) matrix[i + j * b->n] = (b->step[i] - r[i]) / h;
    }
    set_unknowns(b, x);
    return b->model->call(b->model->self, b->info->residual);
}

static ModelOutcome matrix_at(void *client, const double *x, const double *r, double *matrix)
{
    BlockSolver *b = client;
    const BlockInfo *info = b->info;
    if (info->jacobian == NO_ROUTINE) return difference_matrix(b, x, r, matrix);
    ModelOutcome o = b->model->call(b->model->self, info->jacobian);
    if (o != MODEL_OK) return o;
    memset(matrix, 0, (size_t)b->n * (size_t)b->n * sizeof *matrix);
    const double *values = b->model->v + info->jacobian_slot;
    for (int32_t j = 0; j < b->n; j++)
        for (int32_t k = info->column_start[j]; k < info->column_start[j + 1]; k++) {
            if (!isfinite(values[k])) return MODEL_RETRY;
            matrix[info->row_index[k] + j * b->n] = values[k];
        }
    return MODEL_OK;
}

static ModelOutcome factor_at(void *client, const double *x, const double *r)
{
    BlockSolver *b = client;
    if (b->sparse) return sparse_block_factor(b->sparse);
    ModelOutcome o = matrix_at(b, x, r, b->matrix);
    if (o != MODEL_OK) return o;
    return dense_factor(b->dense, b->matrix) ? MODEL_OK : MODEL_RETRY;
}

static void solve_factored(void *client, double *rhs)
{
    BlockSolver *b = client;
    if (b->sparse)
        sparse_block_substitute(b->sparse, rhs);
    else
        dense_substitute(b->dense, rhs);
}

static double slot_value(const BlockSolver *b, const int32_t *slots, int32_t i, double otherwise)
{
    int32_t slot = slots ? slots[i] : NO_SLOT;
    return slot == NO_SLOT ? otherwise : b->model->v[slot];
}

// Of a derivative in an inlined step: what changes its state by one nominal value.
static double derivative_scale(const BlockSolver *b, int32_t i)
{
    int32_t state = b->info->derived_states ? b->info->derived_states[i] : UNKNOWN_IS_NEITHER;
    if (state < 0 || !(b->accuracy->step > 0)) return 1;
    double nominal = fabs(slot_value(b, &b->model->states[state].nominal_slot, 0, 1));
    return (nominal > 0 ? nominal : 1) / b->accuracy->step;
}

// A guess outside the declared limits is no guess: the default 0 of a pressure, say.
static void choose_scale(BlockSolver *b)
{
    for (int32_t i = 0; i < b->n; i++) {
        double nominal = fabs(slot_value(b, b->info->nominal_slots, i, 0));
        b->scale[i] = nominal > 0 ? nominal : derivative_scale(b, i);
        b->low[i] = slot_value(b, b->info->min_slots, i, -INFINITY);
        b->high[i] = slot_value(b, b->info->max_slots, i, INFINITY);
        if (nominal > 0 && (b->x[i] < b->low[i] || b->x[i] > b->high[i])) b->x[i] = nominal;
        b->x[i] = fmin(fmax(b->x[i], b->low[i]), b->high[i]);
    }
}

// The step of a linear block for the residual in b->r; the least change when singular.
static ModelOutcome linear_step(BlockSolver *b)
{
    if (!b->has_factors) {
        ModelOutcome o = matrix_at(b, b->x, b->r, b->matrix);
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

static ModelOutcome solve_linear(BlockSolver *b)
{
    ModelOutcome o = residual_at(b, b->x, b->r);
    if (o == MODEL_OK) o = linear_step(b);
    if (o != MODEL_OK) return o;
    b->solves++;
    for (int32_t i = 0; i < b->n; i++) b->x[i] += b->step[i];
    return residual_at(b, b->x, b->r);
}

// Between events the solution is near the last one, or a shorter step brings it near; without
// states no step gets shorter.
static bool may_be_far(const BlockSolver *b)
{
    return *b->model->mode != MODE_INTEGRATE || !b->model->n_states;
}

static ModelOutcome solve_nonlinear(BlockSolver *b)
{
    ModelOutcome o = nonlinear_solve(b->nonlinear, b->x, may_be_far(b));
    b->was_singular = nonlinear_was_singular(b->nonlinear);
    memcpy(b->r, b->model->v + b->info->residual_slot, (size_t)b->n * sizeof *b->r);
    return o;
}

static ModelOutcome solve_sparse(BlockSolver *b)
{
    ModelOutcome o = sparse_block_solve(b->sparse, b->x, b->scale);
    memcpy(b->r, b->model->v + b->info->residual_slot, (size_t)b->n * sizeof *b->r);
    return o;
}

static ModelOutcome solve_continuous(BlockSolver *b)
{
    if (b->overdetermined) return least_squares_solve(b->overdetermined, b->x, b->scale);
    if (b->of_step && b->accuracy->weight) {
        ModelOutcome o = step_newton_solve(b->of_step, b->x, b->accuracy);
        if (o != MODEL_RETRY || b->accuracy->is_local) return o;
        block_solver_forget(b);
    }
    if (b->sparse) return solve_sparse(b);
    if (!b->n) return residual_at(b, b->x, b->r); // discrete unknowns alone
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

static bool agrees(const BlockSolver *b)
{
    const BlockInfo *info = b->info;
    for (int32_t i = 0; i < info->n_discrete; i++)
        if (b->model->v[info->discrete_slots[i]] != b->model->v[info->proposed_slots[i]])
            return false;
    return true;
}

// The continuous part for the discrete values at hand, and what these should be then.
static ModelOutcome solve_and_propose(BlockSolver *b)
{
    b->has_factors = false;
    ModelOutcome o = solve_continuous(b);
    return o == MODEL_OK ? b->model->call(b->model->self, b->info->update_discrete) : o;
}

// How far x is from another point, scaled.
static double distance_from(const BlockSolver *b, const double *point)
{
    double largest = 0;
    for (int32_t i = 0; i < b->n; i++)
        largest = fmax(largest, fabs(b->x[i] - point[i]) / fmax(fabs(point[i]), b->scale[i]));
    return largest;
}

static void keep_combination(BlockSolver *b)
{
    for (int32_t i = 0; i < b->info->n_discrete; i++)
        b->last_discrete[i] = b->model->v[b->info->discrete_slots[i]];
    memcpy(b->x_last, b->x, (size_t)b->n * sizeof *b->x);
}

static ModelOutcome return_to_kept(BlockSolver *b)
{
    for (int32_t i = 0; i < b->info->n_discrete; i++)
        b->model->v[b->info->discrete_slots[i]] = b->last_discrete[i];
    return solve_and_propose(b);
}

// Flips until nothing differs; gives up when a combination comes back. `settled` tells. Where two
// brakes on one shaft share the load, the one that slips at its limit and the one that holds just
// that much have the same solution. The first has no other, and is taken; with the second the
// solution would drift across the threshold again.
static ModelOutcome flip_until_settled(BlockSolver *b, bool only_first, bool *settled)
{
    bool was_regular = false;
    *settled = false;
    for (int round = 0; round < MOST_MIXED_ROUNDS; round++) {
        bool is_back = seen_before(b, round);
        if (is_back && !was_regular) return MODEL_OK;
        ModelOutcome o = solve_and_propose(b);
        if (o != MODEL_OK) return o;
        *settled = was_regular && b->was_singular && distance_from(b, b->x_last) < noise;
        if (*settled) return return_to_kept(b);
        if (is_back) return MODEL_OK;
        was_regular = b->n && !b->was_singular;
        keep_combination(b);
        *settled = !flip(b, only_first);
        if (*settled) return MODEL_OK;
    }
    return MODEL_OK;
}

static int ones(uint32_t mask)
{
    int n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

static void set_combination(BlockSolver *b, uint32_t flipped)
{
    for (int32_t i = 0; i < b->info->n_discrete; i++)
        b->model->v[b->info->discrete_slots[i]] =
            (b->first_discrete[i] != 0) != ((flipped >> i & 1) != 0);
    memcpy(b->x, b->start, (size_t)b->n * sizeof *b->x);
}

// The same. Where the continuous part has many solutions (two brakes on one shaft, both stuck,
// share the load as they like), the one nearest to the last values may contradict the discrete
// ones although another does not: those nearest to points with one value set to zero are tried.
static ModelOutcome solve_in_agreement(BlockSolver *b)
{
    size_t bytes = (size_t)b->n * sizeof *b->x;
    memcpy(b->x_first, b->x, bytes);
    ModelOutcome o = solve_and_propose(b);
    if (o != MODEL_OK || !b->was_singular || agrees(b)) return o;
    for (int32_t j = 0; j < b->n; j++) {
        memcpy(b->x, b->x_first, bytes);
        b->x[j] = 0;
        o = solve_and_propose(b);
        if (o == MODEL_FATAL || (o == MODEL_OK && agrees(b))) return o;
    }
    memcpy(b->x, b->x_first, bytes);
    return solve_and_propose(b);
}

// All combinations of two-valued unknowns, those nearest to the first one first: with positive
// feedback the iteration can run between two that contradict themselves while a third is right.
// When all contradict themselves, but one of them hardly moves the solution, that is rounding
// at a threshold: currents of 1e-15 A have no sign. It is taken, a singular one last: there the
// solution would drift across the threshold again.
static ModelOutcome try_all(BlockSolver *b)
{
    int32_t m = b->info->n_discrete;
    if (m > MOST_ENUMERATED) return MODEL_RETRY;
    for (int32_t i = 0; i < m; i++)
        if (b->first_discrete[i] != 0 && b->first_discrete[i] != 1) return MODEL_RETRY;
    // Without an unknown that moves there is no threshold.
    double least = b->n && !b->is_strict ? noise : 0;
    uint32_t nearest = UINT32_MAX;
    for (int distance = 0; distance <= m; distance++)
        for (uint32_t mask = 0; mask < 1u << m; mask++) {
            if (ones(mask) != distance) continue;
            set_combination(b, mask);
            ModelOutcome o = solve_in_agreement(b);
            if (o == MODEL_FATAL) return o;
            if (o != MODEL_OK) continue;
            if (agrees(b)) return MODEL_OK;
            double moved = distance_from(b, b->start);
            if (b->was_singular) moved = fmax(moved, noise / 2);
            if (moved < least) {
                least = moved;
                nearest = mask;
            }
        }
    if (nearest == UINT32_MAX) return MODEL_RETRY;
    set_combination(b, nearest);
    return solve_in_agreement(b);
}

static ModelOutcome solve_mixed(BlockSolver *b)
{
    const BlockInfo *info = b->info;
    bool settled;
    for (int32_t i = 0; i < info->n_discrete; i++)
        b->first_discrete[i] = b->model->v[info->discrete_slots[i]];
    ModelOutcome o = flip_until_settled(b, false, &settled);
    if (o == MODEL_OK && !settled) o = flip_until_settled(b, true, &settled);
    if (o == MODEL_FATAL || (o == MODEL_OK && settled)) return o;
    o = try_all(b);
    if (o == MODEL_RETRY)
        for (int32_t i = 0; i < info->n_discrete; i++)
            b->model->v[info->discrete_slots[i]] = b->first_discrete[i];
    return o;
}

void block_solver_be_strict(BlockSolver *b, bool is_strict)
{
    b->is_strict = is_strict;
}

ModelOutcome block_solver_solve(BlockSolver *b)
{
    get_unknowns(b, b->x);
    memcpy(b->start, b->x, (size_t)b->n * sizeof *b->x);
    choose_scale(b);
    bool mixed = b->info->n_discrete && *b->model->mode != MODE_INTEGRATE;
    ModelOutcome o = mixed ? solve_mixed(b) : solve_continuous(b);
    if (o == MODEL_OK) return o;
    // The next attempt shall not begin where this one got lost; the message shows this point.
    memcpy(b->x, b->start, (size_t)b->n * sizeof *b->x);
    if (residual_at(b, b->x, b->r) == MODEL_FATAL) return MODEL_FATAL;
    return o;
}

enum { MOST_DESCRIBED = 12 };

static void describe_unknown(const BlockSolver *b, int32_t i, Text *out)
{
    const BlockInfo *info = b->info;
    text_printf(out, "\n  %s = ", info->unknown_names ? info->unknown_names[i] : "?");
    text_number(out, b->x[i]);
    if (info->nominal_slots && info->nominal_slots[i] != NO_SLOT) {
        text_add(out, " (nominal ");
        text_number(out, b->scale[i]);
        text_add(out, ")");
    }
    if (isfinite(b->low[i]) || isfinite(b->high[i])) {
        text_add(out, " in [");
        text_number(out, b->low[i]);
        text_add(out, ", ");
        text_number(out, b->high[i]);
        text_add(out, "]");
    }
    text_add(out, ", residual ");
    text_number(out, b->r[i]);
    if (info->equation_texts) text_printf(out, " of %s", info->equation_texts[i]);
}

static void advise(const BlockSolver *b, Text *out)
{
    const BlockInfo *info = b->info;
    int32_t k = b->nonlinear ? nonlinear_undetermined(b->nonlinear)
                : b->dense   ? dense_undetermined(b->dense)
                             : -1;
    if (b->was_singular && k >= 0 && info->unknown_names)
        text_printf(out,
                    "\nthe equations leave '%s' undetermined: look at the parameters that make "
                    "its coefficients vanish",
                    info->unknown_names[k]);
    else if (info->kind == BLOCK_NONLINEAR)
        text_add(out,
                 "\nlook at the start values of these variables, or whether a solution exists");
}

void block_solver_describe(const BlockSolver *b, Text *out)
{
    const BlockInfo *info = b->info;
    text_printf(out, "%s system of %d unknown%s (%d before tearing)%s%s, %s:",
                info->kind == BLOCK_LINEAR ? "linear" : "nonlinear", b->n, b->n == 1 ? "" : "s",
                info->n_before_tearing, b->was_singular ? ", singular" : "",
                info->n_discrete ? ", with discrete unknowns" : "",
                info->origin ? info->origin : "at the last attempt");
    for (int32_t i = 0; i < b->n && i < MOST_DESCRIBED; i++) describe_unknown(b, i, out);
    if (b->n > MOST_DESCRIBED) text_printf(out, "\n  and %d more", b->n - MOST_DESCRIBED);
    advise(b, out);
}
