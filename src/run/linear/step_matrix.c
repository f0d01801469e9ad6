// I - z J on the pattern of J and the diagonal, behind one of the factorizations.
#include "run/linear/step_matrix.h"

#include <string.h>

#include "run/linear/records.h"

struct StepMatrix {
    SparsePattern pattern; // of J
    DiagonalPattern united;
    int32_t n_differential; // rows with z and the 1 of the diagonal
    double *values;
    Factors *factors;
};

const FactorsDesc *step_matrix_factors(const SparsePattern *p, bool is_sparse)
{
    if (records_may_pay(p)) return &step_factors;
    return is_sparse ? &klu_factors : &plain_factors;
}

StepMatrix *step_matrix_open(Arena *out, const SparsePattern *pattern, int32_t n_algebraic,
                             bool is_sparse)
{
    StepMatrix *m = ARENA_NEW(out, StepMatrix);
    m->pattern = *pattern;
    m->n_differential = pattern->n - n_algebraic;
    m->united = pattern_with_diagonal(out, pattern);
    int32_t entries = m->united.pattern.column_start[pattern->n];
    m->values = ARENA_ARRAY(out, double, entries);
    const FactorsDesc *how = step_matrix_factors(&m->united.pattern, is_sparse);
    m->factors = factors_open(out, how, &m->united.pattern, false);
    return m;
}

static void fill(StepMatrix *m, double z, const double *jacobian)
{
    const SparsePattern *p = &m->pattern;
    int32_t entries = p->column_start[p->n];
    const int32_t *place = m->united.place, *row = p->row_index;
    double *values = m->values;
    if (place) // the diagonal is not all there
        memset(values, 0, (size_t)m->united.pattern.column_start[p->n] * sizeof *values);
    for (int32_t k = 0; k < entries; k++)
        values[place ? place[k] : k] = row[k] < m->n_differential ? -z * jacobian[k] : -jacobian[k];
    for (int32_t j = 0; j < m->n_differential; j++) values[m->united.diagonal[j]] += 1;
}

bool step_matrix_factor(StepMatrix *m, double z, const double *jacobian)
{
    fill(m, z, jacobian);
    return factors_factor(m->factors, m->values);
}

void step_matrix_solve(StepMatrix *m, double *b)
{
    factors_substitute(m->factors, b);
}

bool step_matrix_is_in_fronts(const StepMatrix *m)
{
    return factors_in_fronts(m->factors);
}

void step_matrix_close(StepMatrix *m)
{
    if (m) factors_close(m->factors);
}
