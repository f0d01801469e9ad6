// Dense LU with partial pivoting, real or complex: for matrices that are regular by their nature.
// Small complex ones come in pairs, see dense_pair.h.
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/factors.h"

// LAPACK, as the Fortran library exports it.
void zgetrf_(const int *m, const int *n, double complex *a, const int *lda, int *pivots, int *info);
void zgetrs_(const char *trans, const int *n, const int *nrhs, const double complex *a,
             const int *lda, const int *pivots, double complex *b, const int *ldb, int *info,
             unsigned long trans_length);

typedef struct PlainFactors {
    int n;
    SparsePattern pattern;
    double *real;                // by columns
    double complex *interleaved; // one of both
    int *pivots;
} PlainFactors;

static void spread_complex(PlainFactors *f, const double *values)
{
    const SparsePattern *p = &f->pattern;
    memset(f->interleaved, 0, (size_t)f->n * (size_t)f->n * sizeof *f->interleaved);
    for (int j = 0; j < f->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++)
            f->interleaved[p->row_index[k] + j * f->n] = CMPLX(values[2 * k], values[2 * k + 1]);
}

static bool plain_factor(void *own, const double *values)
{
    PlainFactors *f = own;
    int n = f->n, info = 0;
    if (!f->interleaved) {
        pattern_spread(&f->pattern, values, f->real);
        return lu_factor(n, f->real, f->pivots);
    }
    spread_complex(f, values);
    zgetrf_(&n, &n, f->interleaved, &n, f->pivots, &info);
    return info == 0;
}

static void plain_solve(void *own, double *b)
{
    const PlainFactors *f = own;
    lu_solve(f->n, f->real, f->pivots, b);
}

static void plain_solve_complex(void *own, double complex *b)
{
    PlainFactors *f = own;
    int n = f->n, one = 1, info;
    zgetrs_("N", &n, &one, f->interleaved, &n, f->pivots, b, &n, &info, 1);
}

static void *plain_open(Arena *out, const SparsePattern *pattern, bool is_complex)
{
    PlainFactors *f = ARENA_NEW(out, PlainFactors);
    lu_get_ready(pattern->n);
    f->n = pattern->n;
    f->pattern = *pattern;
    size_t nn = (size_t)f->n * (size_t)f->n;
    if (is_complex)
        f->interleaved = ARENA_ARRAY(out, double complex, nn);
    else
        f->real = ARENA_ARRAY(out, double, nn);
    f->pivots = ARENA_ARRAY(out, int, f->n);
    return f;
}

const FactorsDesc plain_factors = {.name = "lapack",
                                   .open = plain_open,
                                   .factor = plain_factor,
                                   .solve = plain_solve,
                                   .substitute = plain_solve,
                                   .solve_complex = plain_solve_complex};
