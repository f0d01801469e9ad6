// Columns that share no row are perturbed together [CPR74]: the compiler has found the groups
// (causal/sparsity.c). A model that is linearized gives the same sums of columns without
// differences; differences stay for where that fails, which may be a single row: the slope of a
// root at rest is infinite, and nothing is wrong with the others. A difference of pressures of a
// plant has lost what a valve of it knows within 1 Pa.
#include "run/forms/ode_jacobian.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "run/point/fours.h"

struct Jacobian {
    const InitialValueProblem *problem;
    SparsePattern pattern;
    double *values;
    int32_t n_groups;
    const int32_t *group_of;
    int32_t *group_start, *group_columns; // the columns of a group lie together
    double *x, *dx, *step, *base;
    void *directions; // of the problem; NULL: differences
    double *columns;  // by row, then by group
    bool *is_lacking; // by group: linearization has left entries open
    double *full;     // the values as a full matrix, for products; NULL: too many are zero
    bool full_is_old;
};

static void make_full_pattern(Arena *out, SparsePattern *p)
{
    int32_t n = p->n, *start = ARENA_ARRAY(out, int32_t, n + 1);
    int32_t *rows = ARENA_ARRAY(out, int32_t, (size_t)n * (size_t)n + 1);
    for (int32_t j = 0; j <= n; j++) start[j] = j * n;
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < n; i++) rows[j * n + i] = i;
    p->column_start = start;
    p->row_index = rows;
}

static const int32_t *every_column_alone(Arena *out, int32_t n)
{
    int32_t *group = ARENA_RAW(out, int32_t, n + 1);
    for (int32_t c = 0; c < n; c++) group[c] = c;
    return group;
}

static void group_columns(Arena *out, Jacobian *j)
{
    int32_t n = j->pattern.n;
    bool has_groups = j->problem->group_of != NULL;
    const int32_t *group = has_groups ? j->problem->group_of : every_column_alone(out, n);
    j->group_of = group;
    j->n_groups = has_groups ? j->problem->n_groups : n;
    j->group_start = ARENA_ARRAY(out, int32_t, j->n_groups + 2);
    j->group_columns = ARENA_ARRAY(out, int32_t, n + 1);
    for (int32_t c = 0; c < n; c++) j->group_start[group[c] + 2]++;
    for (int32_t g = 0; g < j->n_groups; g++) j->group_start[g + 2] += j->group_start[g + 1];
    for (int32_t c = 0; c < n; c++) j->group_columns[j->group_start[group[c] + 1]++] = c;
}

bool jacobian_fits(const InitialValueProblem *problem)
{
    return problem->column_start || (int64_t)problem->n * problem->n < INT32_MAX;
}

// Of the entries: a full matrix is multiplied four numbers at a time, without a look at places, and
// is made where it takes little room [M181].
static const double least_full = 0.25;
enum { MOST_FULL = 200 };

static bool is_nearly_full(const SparsePattern *p)
{
    return p->n <= MOST_FULL && p->column_start[p->n] >= least_full * p->n * p->n;
}

Jacobian *jacobian_open(Arena *out, const InitialValueProblem *problem)
{
    Jacobian *j = ARENA_NEW(out, Jacobian);
    j->problem = problem;
    j->pattern = (SparsePattern){problem->n, problem->column_start, problem->row_index};
    if (!problem->column_start) make_full_pattern(out, &j->pattern);
    j->values = ARENA_ARRAY(out, double, j->pattern.column_start[problem->n] + 1);
    if (is_nearly_full(&j->pattern))
        j->full = ARENA_ARRAY(out, double, (size_t)problem->n *(size_t)problem->n + 1);
    if (problem->jacobian) return j;
    group_columns(out, j);
    j->x = ARENA_ARRAY(out, double, problem->n);
    j->dx = ARENA_ARRAY(out, double, problem->n);
    j->step = ARENA_ARRAY(out, double, problem->n);
    j->base = ARENA_ARRAY(out, double, problem->n);
    if (problem->directions_open)
        j->directions = problem->directions_open(problem->client, out, j->n_groups);
    if (j->directions) {
        j->columns = ARENA_ARRAY(out, double, (size_t)problem->n *(size_t)j->n_groups + 1);
        j->is_lacking = ARENA_ARRAY(out, bool, j->n_groups + 1);
    }
    return j;
}

const SparsePattern *jacobian_pattern(const Jacobian *j)
{
    return &j->pattern;
}

const double *jacobian_values(const Jacobian *j)
{
    return j->values;
}

static WIDE void multiply_full(const Jacobian *j, const double *v, double *product)
{
    int32_t n = j->pattern.n;
    const double *column = j->full;
    for (int32_t c = 0; c < n; c++, column += n) {
        double factor = v[c];
        int32_t i = 0;
        for (; i + FOUR <= n; i += FOUR) FOUR_INTO(product, i) += FOUR_AT(column, i) * factor;
        for (; i < n; i++) product[i] += column[i] * factor;
    }
}

void jacobian_multiply(Jacobian *j, const double *v, double *product)
{
    const SparsePattern *s = jacobian_pattern(j);
    const double *values = jacobian_values(j);
    memset(product, 0, (size_t)s->n * sizeof *product);
    if (j->full) {
        if (j->full_is_old) pattern_spread(s, values, j->full);
        j->full_is_old = false;
        multiply_full(j, v, product);
        return;
    }
    for (int32_t c = 0; c < s->n; c++)
        for (int32_t e = s->column_start[c]; e < s->column_start[c + 1]; e++)
            product[s->row_index[e]] += values[e] * v[c];
}

// The step goes the way the solution goes, so that a variable that approaches a limit of its
// domain is not pushed across it.
static double difference_step(const InitialValueProblem *p, int32_t i, const double *x,
                              const double *dx)
{
    double size = sqrt(DBL_EPSILON) * fmax(fabs(x[i]), p->nominal[i]);
    double to = x[i] + (dx[i] < 0 ? -size : size);
    return to - x[i];
}

// `fills`: what is finite stays.
static ModelOutcome evaluate_group(Jacobian *j, int32_t g, double t, const double *x,
                                   const double *dx, bool fills)
{
    const InitialValueProblem *p = j->problem;
    for (int32_t k = j->group_start[g]; k < j->group_start[g + 1]; k++) {
        int32_t c = j->group_columns[k];
        j->step[c] = difference_step(p, c, x, dx);
        j->x[c] = x[c] + j->step[c];
    }
    ModelOutcome o = p->derivatives(p->client, t, j->x, j->dx);
    for (int32_t k = j->group_start[g]; k < j->group_start[g + 1]; k++) {
        int32_t c = j->group_columns[k];
        j->x[c] = x[c];
        for (int32_t e = j->pattern.column_start[c]; e < j->pattern.column_start[c + 1]; e++) {
            int32_t row = j->pattern.row_index[e];
            if (!fills || !isfinite(j->values[e]))
                j->values[e] = (j->dx[row] - dx[row]) / j->step[c];
        }
    }
    return o;
}

static bool all_finite(const Jacobian *j)
{
    int32_t entries = j->pattern.column_start[j->pattern.n];
    for (int32_t k = 0; k < entries; k++)
        if (!isfinite(j->values[k])) return false;
    return true;
}

// `only`: those groups, where entries are open; NULL: all.
static ModelOutcome take_differences(Jacobian *j, double t, const double *x, const double *dx,
                                     const bool *only, IntegratorCounts *counts)
{
    const InitialValueProblem *p = j->problem;
    ModelOutcome o = MODEL_OK;
    if (!dx) {
        counts->rhs_evaluations++;
        o = p->derivatives(p->client, t, x, j->base);
        dx = j->base;
    }
    memcpy(j->x, x, (size_t)p->n * sizeof *x);
    for (int32_t g = 0; g < j->n_groups && o == MODEL_OK; g++) {
        if (only && !only[g]) continue;
        counts->rhs_evaluations++;
        o = evaluate_group(j, g, t, x, dx, only != NULL);
    }
    return o;
}

// The entries from the columns of the groups. True: all are finite, as their sum is.
static bool gather_entries(Jacobian *j)
{
    const int32_t *start = j->pattern.column_start, *row = j->pattern.row_index;
    size_t groups = (size_t)j->n_groups;
    double *values = j->values, sum = 0;
    for (int32_t c = 0; c < j->pattern.n; c++) {
        const double *column = j->columns + j->group_of[c];
        for (int32_t e = start[c]; e < start[c + 1]; e++) {
            values[e] = column[(size_t)row[e] * groups];
            sum += values[e];
        }
    }
    return isfinite(sum) || all_finite(j);
}

// Groups in which an entry is not finite.
static void find_lacking(Jacobian *j)
{
    memset(j->is_lacking, 0, (size_t)j->n_groups * sizeof *j->is_lacking);
    for (int32_t c = 0; c < j->pattern.n; c++)
        for (int32_t e = j->pattern.column_start[c]; e < j->pattern.column_start[c + 1]; e++)
            if (!isfinite(j->values[e])) j->is_lacking[j->group_of[c]] = true;
}

ModelOutcome jacobian_evaluate(Jacobian *j, double t, const double *x, const double *dx,
                               IntegratorCounts *counts)
{
    const InitialValueProblem *p = j->problem;
    counts->jacobian_evaluations++;
    j->full_is_old = true;
    bool is_linearized = false;
    if (j->directions) {
        ModelOutcome exact = p->directions(j->directions, t, x, j->group_of, j->columns);
        if (exact != MODEL_OK && exact != MODEL_RETRY) return exact;
        is_linearized = exact == MODEL_OK; // else nothing was found at all
        if (is_linearized && gather_entries(j)) return MODEL_OK;
        find_lacking(j);
    }
    ModelOutcome o =
        p->jacobian ? p->jacobian(p->client, t, x, dx, j->values)
                    : take_differences(j, t, x, dx, is_linearized ? j->is_lacking : NULL, counts);
    if (o != MODEL_OK) return o;
    return all_finite(j) ? MODEL_OK : MODEL_RETRY;
}
