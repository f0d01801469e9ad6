// Both matrices are eliminated as one, in lanes: by a recorded list where they are sparse, as a
// whole where they are small. What is large, or has no list, is left to the factors of one matrix.
#include "run/linear/step_pair.h"

#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/dense_pair.h"
#include "run/linear/records.h"
#include "run/linear/step_matrix.h"

struct StepPair {
    SparsePattern pattern; // of J
    DiagonalPattern united;
    int32_t n_differential; // rows with z and the 1 of the diagonal
    Arena *out;
    double *values; // by entry, in lanes, of:
    Records *records;
    double *full; // n * n, in lanes
    int *pivots;
    Factors *complex_one, *real_one; // with their values and a right side of each
    double complex *complex_values, *complex_side;
    double *real_values, *real_side;
};

static void open_apart(StepPair *p, const FactorsDesc *how)
{
    const SparsePattern *united = &p->united.pattern;
    int32_t entries = united->column_start[united->n];
    p->complex_one = factors_open(p->out, how, united, true);
    p->real_one = factors_open(p->out, how, united, false);
    p->complex_values = ARENA_RAW(p->out, double complex, entries + 1);
    p->real_values = ARENA_RAW(p->out, double, entries + 1);
    p->complex_side = ARENA_RAW(p->out, double complex, united->n + 1);
    p->real_side = ARENA_RAW(p->out, double, united->n + 1);
}

static void open_full(StepPair *p)
{
    size_t n = (size_t)p->pattern.n;
    p->full = ARENA_RAW(p->out, double, FOUR *n *n + FOUR);
    p->pivots = ARENA_RAW(p->out, int, n + 1);
}

StepPair *step_pair_open(Arena *out, const SparsePattern *pattern, int32_t n_algebraic,
                         bool is_sparse)
{
    StepPair *p = ARENA_NEW(out, StepPair);
    int32_t n = pattern->n;
    p->pattern = *pattern;
    p->n_differential = n - n_algebraic;
    p->united = pattern_with_diagonal(out, pattern);
    p->out = out;
    const FactorsDesc *how = step_matrix_factors(&p->united.pattern, is_sparse);
    if (how == &step_factors) {
        p->records = records_open(out, &p->united.pattern, true);
        p->values = ARENA_RAW(out, double, FOUR *(size_t)p->united.pattern.column_start[n] + FOUR);
    } else if (how == &plain_factors && n <= MOST_OWN) {
        open_full(p);
    } else {
        open_apart(p, how);
    }
    return p;
}

// ---- Values -------------------------------------------------------------------------------------

static WIDE void fill(StepPair *p, double complex z, double w, const double *jacobian)
{
    const int32_t *place = p->united.place, *row = p->pattern.row_index;
    int32_t entries = p->pattern.column_start[p->pattern.n];
    double *values = p->values;
    const Four with_step = {-creal(z), -cimag(z), -w, 0}, without = {-1, 0, -1, 0};
    const Four one = {1, 0, 1, 0};
    if (place) // the diagonal is not all there
        memset(values, 0,
               FOUR * (size_t)p->united.pattern.column_start[p->pattern.n] * sizeof *values);
    for (int32_t k = 0; k < entries; k++)
        FOUR_INTO(values, FOUR * (place ? place[k] : k)) =
            (row[k] < p->n_differential ? with_step : without) * jacobian[k];
    for (int32_t j = 0; j < p->n_differential; j++)
        FOUR_INTO(values, FOUR * p->united.diagonal[j]) += one;
}

// The same as a full matrix, without a list of values in between.
static ALWAYS_INLINE void fill_columns(StepPair *p, int32_t n, double complex z, double w,
                                       const double *jacobian)
{
    const SparsePattern *s = &p->pattern;
    const int32_t *row = s->row_index, *start = s->column_start;
    int32_t known = p->n_differential;
    const Four with_step = {-creal(z), -cimag(z), -w, 0}, without = {-1, 0, -1, 0};
    const Four zero = {0}, one = {1, 0, 1, 0};
    double *column = p->full;
    for (int32_t j = 0; j < n; j++, column += FOUR * n) {
        UNROLLED
        for (int32_t i = 0; i < n; i++) FOUR_INTO(column, FOUR * i) = zero;
        for (int32_t k = start[j]; k < start[j + 1]; k++)
            FOUR_INTO(column, FOUR * row[k]) = (row[k] < known ? with_step : without) * jacobian[k];
        if (j < known) FOUR_INTO(column, FOUR * j) += one;
    }
}

static WIDE void fill_full(StepPair *p, double complex z, double w, const double *jacobian)
{
    switch (p->pattern.n) {
    case 1: fill_columns(p, 1, z, w, jacobian); return;
    case 2: fill_columns(p, 2, z, w, jacobian); return;
    case 3: fill_columns(p, 3, z, w, jacobian); return;
    default: fill_columns(p, p->pattern.n, z, w, jacobian); return;
    }
}

static bool factor_apart(StepPair *p, double complex z, double w, const double *jacobian)
{
    const SparsePattern *united = &p->united.pattern;
    size_t entries = (size_t)united->column_start[united->n];
    memset(p->complex_values, 0, entries * sizeof *p->complex_values);
    memset(p->real_values, 0, entries * sizeof *p->real_values);
    for (int32_t k = 0; k < p->pattern.column_start[p->pattern.n]; k++) {
        bool has_step = p->pattern.row_index[k] < p->n_differential;
        int32_t at = united_place(&p->united, k);
        p->complex_values[at] = -(has_step ? z : 1) * jacobian[k];
        p->real_values[at] = -(has_step ? w : 1) * jacobian[k];
    }
    for (int32_t j = 0; j < p->n_differential; j++) {
        p->complex_values[p->united.diagonal[j]] += 1;
        p->real_values[p->united.diagonal[j]] += 1;
    }
    return factors_factor(p->complex_one, (const double *)p->complex_values) &&
           factors_factor(p->real_one, p->real_values);
}

static bool factor_full(StepPair *p, double complex z, double w, const double *jacobian)
{
    fill_full(p, z, w, jacobian);
    return pair_factor(p->pattern.n, p->full, p->pivots);
}

bool step_pair_factor(StepPair *p, double complex z, double w, const double *jacobian)
{
    if (p->complex_one) return factor_apart(p, z, w, jacobian);
    if (p->full) return factor_full(p, z, w, jacobian);
    fill(p, z, w, jacobian);
    if (records_factor(p->records, p->values)) return true;
    if (p->pattern.n <= MOST_OWN) {
        open_full(p);
        return factor_full(p, z, w, jacobian);
    }
    open_apart(p, &klu_factors);
    return factor_apart(p, z, w, jacobian);
}

// ---- Solutions ----------------------------------------------------------------------------------

static void solve_apart(StepPair *p, double *b)
{
    for (int32_t k = 0; k < p->pattern.n; k++) {
        p->complex_side[k] = CMPLX(b[FOUR * k], b[FOUR * k + 1]);
        p->real_side[k] = b[FOUR * k + REAL_LANE];
    }
    factors_solve_complex(p->complex_one, p->complex_side);
    factors_substitute(p->real_one, p->real_side);
    for (int32_t k = 0; k < p->pattern.n; k++) {
        b[FOUR * k] = creal(p->complex_side[k]);
        b[FOUR * k + 1] = cimag(p->complex_side[k]);
        b[FOUR * k + REAL_LANE] = p->real_side[k];
    }
}

void step_pair_solve(StepPair *p, double *b)
{
    if (p->full) {
        pair_solve(p->pattern.n, p->full, p->pivots, b);
    } else if (p->complex_one) {
        solve_apart(p, b);
    } else {
        records_solve(p->records, b);
    }
}

void step_pair_solve_real(StepPair *p, double *b)
{
    if (p->full) {
        pair_solve_real(p->pattern.n, p->full, p->pivots, b);
    } else if (p->complex_one) {
        factors_substitute(p->real_one, b);
    } else {
        records_solve_real(p->records, b);
    }
}

// ---- The rest -----------------------------------------------------------------------------------

const double *step_pair_full(const StepPair *p, const int **pivots)
{
    *pivots = p->pivots;
    return p->full;
}

int step_pair_in_fronts(const StepPair *p)
{
    return p->complex_one ? factors_in_fronts(p->complex_one) + factors_in_fronts(p->real_one) : 0;
}

void step_pair_close(StepPair *p)
{
    if (!p) return;
    if (p->records) records_close(p->records);
    factors_close(p->complex_one);
    factors_close(p->real_one);
}
