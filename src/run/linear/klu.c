// Sparse I - z J with KLU [KLU10]: ordered once, factored with pivoting at first and whenever
// the old pivots have become poor, otherwise refactored on the old pivots, which allocates
// nothing and costs a fraction.
#include <klu.h>
#include <string.h>

#include "base/memory.h"
#include "run/linear/step_matrix.h"

// Pivots are kept while the reciprocal growth of the elements stays above this.
static const double least_growth = 1e-8;

typedef struct KluFactors {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    DiagonalPattern united;            // of J and the diagonal
    int32_t *column_start, *row_index; // of that pattern; KLU does not say const
    double *values;                    // complex ones interleaved
} KluFactors;

static void fill(StepMatrix *m, double complex z, const double *jacobian)
{
    KluFactors *f = m->factors;
    const SparsePattern *p = &m->pattern;
    int32_t width = m->is_complex ? 2 : 1, entries = p->column_start[p->n];
    memset(f->values, 0, (size_t)(width * f->column_start[p->n]) * sizeof(double));
    for (int32_t k = 0; k < entries; k++) {
        double complex factor = p->row_index[k] < m->n_differential ? z : 1;
        f->values[width * f->united.place[k]] = -creal(factor) * jacobian[k];
        if (m->is_complex) f->values[2 * f->united.place[k] + 1] = -cimag(factor) * jacobian[k];
    }
    for (int32_t j = 0; j < m->n_differential; j++) f->values[width * f->united.diagonal[j]] += 1;
}

static bool refactor(StepMatrix *m)
{
    KluFactors *f = m->factors;
    klu_common *c = &f->common;
    int ok =
        m->is_complex
            ? klu_z_refactor(f->column_start, f->row_index, f->values, f->symbolic, f->numeric, c)
            : klu_refactor(f->column_start, f->row_index, f->values, f->symbolic, f->numeric, c);
    if (!ok || c->status != KLU_OK) return false;
    if (m->is_complex)
        klu_z_rgrowth(f->column_start, f->row_index, f->values, f->symbolic, f->numeric, c);
    else
        klu_rgrowth(f->column_start, f->row_index, f->values, f->symbolic, f->numeric, c);
    return c->rgrowth > least_growth;
}

static void free_numeric(StepMatrix *m)
{
    KluFactors *f = m->factors;
    if (!f->numeric) return;
    if (m->is_complex)
        klu_z_free_numeric(&f->numeric, &f->common);
    else
        klu_free_numeric(&f->numeric, &f->common);
}

static bool klu_factor_step(StepMatrix *m, double complex z, const double *jacobian)
{
    KluFactors *f = m->factors;
    fill(m, z, jacobian);
    if (f->numeric && refactor(m)) return true;
    free_numeric(m);
    f->numeric =
        m->is_complex
            ? klu_z_factor(f->column_start, f->row_index, f->values, f->symbolic, &f->common)
            : klu_factor(f->column_start, f->row_index, f->values, f->symbolic, &f->common);
    if (f->common.status == KLU_OUT_OF_MEMORY) memory_give_up(0);
    return f->numeric && f->common.status == KLU_OK;
}

static void klu_solve_real(StepMatrix *m, double *b)
{
    KluFactors *f = m->factors;
    klu_solve(f->symbolic, f->numeric, m->pattern.n, 1, b, &f->common);
}

static void klu_solve_complex(StepMatrix *m, double complex *b)
{
    KluFactors *f = m->factors;
    klu_z_solve(f->symbolic, f->numeric, m->pattern.n, 1, (double *)b, &f->common);
}

static void klu_close(StepMatrix *m)
{
    KluFactors *f = m->factors;
    free_numeric(m);
    klu_free_symbolic(&f->symbolic, &f->common);
}

static void close_owned(void *matrix)
{
    klu_close(matrix);
}

static const StepMatrixKind klu_kind = {"klu", klu_factor_step, klu_solve_real, klu_solve_complex,
                                        klu_close};

void klu_step_matrix_open(Arena *out, StepMatrix *m)
{
    KluFactors *f = ARENA_NEW(out, KluFactors);
    klu_defaults(&f->common);
    f->united = pattern_with_diagonal(out, &m->pattern);
    f->column_start = (int32_t *)f->united.pattern.column_start;
    f->row_index = (int32_t *)f->united.pattern.row_index;
    int32_t entries = f->column_start[m->pattern.n];
    f->values = ARENA_ARRAY(out, double, m->is_complex ? 2 * entries : entries);
    m->factors = f;
    m->kind = &klu_kind;
    arena_own(out, close_owned, m);
    f->symbolic = klu_analyze(m->pattern.n, f->column_start, f->row_index, &f->common);
    if (f->common.status == KLU_OUT_OF_MEMORY) memory_give_up(0);
}
