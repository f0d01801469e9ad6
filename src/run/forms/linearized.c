// df/dx of the model without differences: tangents of the states run through the steps of its
// linearization, all groups of columns at once. A loop F(x, z) = 0 gives dz from F_z dz = -F_x dx
// [GW08]: with dz = 0 its rows are F_x dx; F_z is the matrix that its own solver uses, factored
// once for all groups; then the torn variables follow with the true dz.
//
// In DAE form nothing is solved: the unknowns of a loop are directions of their own, its residuals
// rows of the matrix.
//
// Cost: one call of the model for the coefficients, then terms times groups. The groups are taken
// some at a time, so that their tangents stay in the cache [M96].
#include "run/forms/linearized.h"

#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/factors.h"
#include "run/state.h"

// Larger ones with full matrices: differences are taken [M32].
enum { LARGEST_LOOP = 100 };
enum { MOST_AT_ONCE = 32 }; // groups
// Tangents times groups beyond which differences cost less [M33].
static const double most_entries = 5e7;

struct Linearized {
    Simulation *sim;
    bool is_dae;
    const LinearizationInfo *info;
    int32_t n_groups, first, n; // in all; those at work, from `first` on
    double *tangents;           // by tangent, then by group at work
    SparsePattern *patterns;    // by block of the model
    Factors **loops;            // of those
    double *rows, *step;        // of the largest loop; rows by row, then by group
};

// A loop without a step depends on no state; its unknowns are unknowns of the DAE form all the
// same.
static bool has_all_loops(const Model *m)
{
    int32_t n = 0;
    for (int32_t i = 0; i < m->linearization->n_steps; i++) {
        const TangentStepInfo *s = &m->linearization->steps[i];
        if (s->block < 0) continue;
        if (s->n_rows != m->blocks[s->block].n) return false;
        n++;
    }
    return n == m->dae.n_blocks;
}

static int32_t largest_loop(const Model *m, bool counts_sparse)
{
    int32_t largest = 0;
    for (int32_t i = 0; i < m->linearization->n_steps; i++) {
        const TangentStepInfo *s = &m->linearization->steps[i];
        if (s->block < 0 || s->n_rows <= largest) continue;
        if (counts_sparse || !loop_solver_is_sparse(m->blocks[s->block].solver))
            largest = s->n_rows;
    }
    return largest;
}

Linearized *linearized_open(Arena *out, Simulation *sim, int32_t n_groups)
{
    const Model *m = sim->model;
    const LinearizationInfo *info = m->linearization;
    if (!info || (sim->dae && !has_all_loops(m))) return NULL;
    if (!sim->dae && largest_loop(m, false) > LARGEST_LOOP) return NULL;
    int32_t most = n_groups < MOST_AT_ONCE ? n_groups : MOST_AT_ONCE;
    if ((double)info->n_tangents * n_groups > most_entries) return NULL;
    size_t largest = sim->dae ? 0 : (size_t)largest_loop(m, true), groups = (size_t)most;
    Linearized *z = ARENA_NEW(out, Linearized);
    z->sim = sim;
    z->is_dae = sim->dae != NULL;
    z->info = info;
    z->n_groups = n_groups;
    z->tangents = ARENA_ARRAY(out, double, (size_t)info->n_tangents *groups + 1);
    z->loops = ARENA_ARRAY(out, Factors *, m->n_blocks + 1);
    z->patterns = ARENA_ARRAY(out, SparsePattern, m->n_blocks + 1);
    z->rows = ARENA_ARRAY(out, double, largest *groups + 1);
    z->step = ARENA_ARRAY(out, double, largest + 1);
    for (int32_t i = 0; i < info->n_steps; i++) {
        const TangentStepInfo *s = &info->steps[i];
        if (s->block < 0 || z->is_dae) continue;
        const BlockInfo *b = &m->blocks[s->block];
        z->patterns[s->block] = (SparsePattern){b->n, b->column_start, b->row_index};
        const FactorsDesc *how =
            loop_solver_is_sparse(b->solver) ? &recorded_factors : &dense_factors;
        z->loops[s->block] = factors_open(out, how, &z->patterns[s->block], false);
    }
    return z;
}

static double *tangent(Linearized *z, int32_t number)
{
    return z->tangents + (size_t)number * (size_t)z->n;
}

typedef struct Terms {
    const double *coefficients, *tangents;
    const int32_t *numbers; // of the tangents
    int32_t n;
} Terms;

enum { MOST_FEW = 8 };
// Circuits and chains have two to eight groups, and many sums of few terms: these stay in
// registers.
static ALWAYS_INLINE void sum_few(Terms t, int32_t groups, double *restrict to)
{
    double sum[MOST_FEW] = {0};
    for (int32_t k = 0; k < t.n; k++) {
        const double *from = t.tangents + (size_t)t.numbers[k] * (size_t)groups;
        UNROLLED
        for (int32_t g = 0; g < groups; g++) sum[g] += t.coefficients[k] * from[g];
    }
    UNROLLED
    for (int32_t g = 0; g < groups; g++) to[g] = sum[g];
}

static void sum_many(Terms t, int32_t groups, double *restrict to)
{
    memset(to, 0, (size_t)groups * sizeof *to);
    for (int32_t k = 0; k < t.n; k++) {
        const double *from = t.tangents + (size_t)t.numbers[k] * (size_t)groups;
        double c = t.coefficients[k];
        for (int32_t g = 0; g < groups; g++) to[g] += c * from[g];
    }
}

// Of n steps, one after the other: into their tangents, or into rows that lie `apart`.
typedef struct Sums {
    const TangentStepInfo *steps;
    int32_t n;
    double *rows; // NULL: tangents
    size_t apart;
} Sums;

static ALWAYS_INLINE void sum_each(Linearized *z, Sums sums, int32_t groups)
{
    const LinearizationInfo *info = z->info;
    const double *coefficients = z->sim->model->v + info->coefficient_slot;
    for (int32_t i = 0; i < sums.n; i++) {
        const TangentStepInfo *s = &sums.steps[i];
        double *to = sums.rows ? sums.rows + (size_t)i * sums.apart
                               : z->tangents + (size_t)s->target * (size_t)groups;
        Terms t = {coefficients + s->first_term, z->tangents, info->term_tangents + s->first_term,
                   s->n_terms};
        if (groups <= MOST_FEW)
            sum_few(t, groups, to);
        else
            sum_many(t, groups, to);
    }
}

static void sum_terms(Linearized *z, Sums sums)
{
    switch (z->n) {
    case 1: sum_each(z, sums, 1); return;
    case 2: sum_each(z, sums, 2); return;
    case 3: sum_each(z, sums, 3); return;
    case 4: sum_each(z, sums, 4); return;
    case 5: sum_each(z, sums, 5); return;
    case 6: sum_each(z, sums, 6); return;
    case 7: sum_each(z, sums, 7); return;
    case MOST_FEW: sum_each(z, sums, MOST_FEW); return;
    default: sum_each(z, sums, z->n); return;
    }
}

static bool factor_loop(Linearized *z, const TangentStepInfo *s)
{
    const Model *m = z->sim->model;
    const BlockInfo *b = &m->blocks[s->block];
    if (m->call(m->self, b->jacobian) != MODEL_OK) return false;
    const double *values = m->v + b->jacobian_slot;
    for (int32_t k = 0; k < b->column_start[b->n]; k++)
        if (!isfinite(values[k])) return false;
    return factors_factor(z->loops[s->block], values);
}

static bool solve_loop(Linearized *z, const TangentStepInfo *s)
{
    const TangentStepInfo *torn = s + 1, *rows = torn + s->n_assignments;
    int32_t n = s->n_rows, groups = z->n;
    if (z->first == 0 && !factor_loop(z, s)) return false;
    memset(tangent(z, s->target), 0, (size_t)n * (size_t)groups * sizeof(double));
    sum_terms(z, (Sums){torn, s->n_assignments, NULL, 0});
    sum_terms(z, (Sums){rows, n, z->rows, (size_t)groups});
    for (int32_t g = 0; g < groups; g++) {
        for (int32_t i = 0; i < n; i++) z->step[i] = -z->rows[i * groups + g];
        factors_solve(z->loops[s->block], z->step);
        for (int32_t i = 0; i < n; i++) tangent(z, s->target + i)[g] = z->step[i];
    }
    sum_terms(z, (Sums){torn, s->n_assignments, NULL, 0});
    return true;
}

static void set_direction(Linearized *z, int32_t number, int32_t group)
{
    if (group >= z->first && group < z->first + z->n) tangent(z, number)[group - z->first] = 1;
}

static void open_loop(Linearized *z, const TangentStepInfo *s, const int32_t *group_of,
                      double *columns)
{
    const TangentStepInfo *torn = s + 1, *rows = torn + s->n_assignments;
    int32_t n = s->n_rows, first = dae_first_unknown(z->sim, s->block);
    memset(tangent(z, s->target), 0, (size_t)n * (size_t)z->n * sizeof(double));
    for (int32_t i = 0; i < n; i++) set_direction(z, s->target + i, group_of[first + i]);
    sum_terms(z, (Sums){torn, s->n_assignments, NULL, 0});
    double *to = columns + (size_t)first * (size_t)z->n_groups + z->first;
    sum_terms(z, (Sums){rows, n, to, (size_t)z->n_groups});
}

static bool run_steps(Linearized *z, const int32_t *group_of, double *columns)
{
    const LinearizationInfo *info = z->info;
    for (int32_t i = 0; i < info->n_steps; i++) {
        const TangentStepInfo *s = &info->steps[i];
        int32_t end = i;
        while (end < info->n_steps && info->steps[end].block < 0) end++;
        if (end > i) {
            sum_terms(z, (Sums){s, end - i, NULL, 0});
            i = end - 1;
        } else {
            if (z->is_dae)
                open_loop(z, s, group_of, columns);
            else if (!solve_loop(z, s))
                return false;
            i += s->n_assignments + s->n_rows;
        }
    }
    return true;
}

// The columns of the groups at work.
static bool fill_columns(Linearized *z, const int32_t *group_of, double *columns)
{
    const LinearizationInfo *info = z->info;
    int32_t n = z->sim->model->n_states, groups = z->n;
    memset(z->tangents, 0, (size_t)n * (size_t)groups * sizeof *z->tangents);
    for (int32_t i = 0; i < n; i++) set_direction(z, i, group_of[i]);
    if (!run_steps(z, group_of, columns)) return false;
    double *to = columns + z->first;
    for (int32_t i = 0; i < n; i++, to += z->n_groups) {
        int32_t number = info->derivative_tangents[i];
        memset(to, 0, (size_t)groups * sizeof *to);
        if (number < 0) continue;
        const double *from = tangent(z, number);
        double sign = info->derivative_signs[i];
        for (int32_t g = 0; g < groups; g++) to[g] = sign * from[g];
    }
    return true;
}

ModelOutcome linearized_evaluate(Linearized *z, double t, const double *x, const int32_t *group_of,
                                 double *columns)
{
    Simulation *sim = z->sim;
    ModelOutcome o = z->is_dae ? dae_linearize(sim, t, x) : model_linearize(sim, t, x);
    if (o != MODEL_OK) return o;
    for (z->first = 0; z->first < z->n_groups; z->first += z->n) {
        int32_t left = z->n_groups - z->first;
        z->n = left < MOST_AT_ONCE ? left : MOST_AT_ONCE;
        if (!fill_columns(z, group_of, columns)) return MODEL_RETRY;
    }
    return MODEL_OK;
}
