// Dense LU with partial pivoting, real or complex: for matrices that are regular by their nature.
#include <math.h>
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
    bool is_complex;
    double *real; // by columns; the complex parts lie apart: products vectorize
    double *imaginary;
    double complex *interleaved; // for LAPACK
    int *pivots;
} PlainFactors;

static bool is_own(const PlainFactors *f)
{
    return f->n <= MOST_OWN;
}

// ---- Elimination, complex -------------------------------------------------------------------

static void swap_rows(double *a, int n, int i, int k)
{
    for (int j = 0; j < n; j++) {
        double swap = a[k + j * n];
        a[k + j * n] = a[i + j * n];
        a[i + j * n] = swap;
    }
}

static bool eliminate_complex(PlainFactors *f)
{
    int n = f->n;
    for (int k = 0; k < n; k++) {
        double *re = f->real + k * n, *im = f->imaginary + k * n;
        int best = k;
        double size = fabs(re[k]) + fabs(im[k]);
        for (int i = k + 1; i < n; i++)
            if (fabs(re[i]) + fabs(im[i]) > size) best = i, size = fabs(re[i]) + fabs(im[i]);
        f->pivots[k] = best;
        if (!(size > 0) || !isfinite(size)) return false;
        if (best != k) swap_rows(f->real, n, best, k), swap_rows(f->imaginary, n, best, k);
        double square = re[k] * re[k] + im[k] * im[k], x = re[k] / square, y = -im[k] / square;
        re[k] = x; // the pivot is kept as its inverse
        im[k] = y;
        for (int i = k + 1; i < n; i++) {
            double a = re[i], b = im[i];
            re[i] = a * x - b * y;
            im[i] = a * y + b * x;
        }
        for (int j = k + 1; j < n; j++) {
            double *cr = f->real + j * n, *ci = f->imaginary + j * n, p = cr[k], q = ci[k];
            if (p == 0 && q == 0) continue;
            for (int i = k + 1; i < n; i++) {
                cr[i] -= p * re[i] - q * im[i];
                ci[i] -= p * im[i] + q * re[i];
            }
        }
    }
    return true;
}

// b -= (column k of the factors, rows from..to-1) * b[k], without the checks of a C product.
static void subtract_column(const PlainFactors *f, double complex *b, int k, int from, int to)
{
    const double *re = f->real + k * f->n, *im = f->imaginary + k * f->n;
    double p = creal(b[k]), q = cimag(b[k]);
    double *out = (double *)b;
    for (int i = from; i < to; i++) {
        out[2 * i] -= p * re[i] - q * im[i];
        out[2 * i + 1] -= p * im[i] + q * re[i];
    }
}

static void substitute_complex(const PlainFactors *f, double complex *b)
{
    int n = f->n;
    for (int k = 0; k < n; k++) {
        double complex swap = b[k];
        b[k] = b[f->pivots[k]];
        b[f->pivots[k]] = swap;
    }
    for (int k = 0; k < n; k++) subtract_column(f, b, k, k + 1, n);
    for (int k = n - 1; k >= 0; k--) {
        double re = f->real[k + k * n], im = f->imaginary[k + k * n];
        double p = creal(b[k]), q = cimag(b[k]);
        b[k] = CMPLX(p * re - q * im, p * im + q * re);
        subtract_column(f, b, k, 0, k);
    }
}

// ---- The descriptor -------------------------------------------------------------------------

static void spread_complex(PlainFactors *f, const double *values)
{
    const SparsePattern *p = &f->pattern;
    size_t bytes = (size_t)f->n * (size_t)f->n * sizeof(double);
    if (is_own(f)) {
        memset(f->real, 0, bytes);
        memset(f->imaginary, 0, bytes);
    } else {
        memset(f->interleaved, 0, 2 * bytes);
    }
    for (int j = 0; j < f->n; j++)
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            int at = p->row_index[k] + j * f->n;
            if (is_own(f)) {
                f->real[at] = values[2 * k];
                f->imaginary[at] = values[2 * k + 1];
            } else {
                f->interleaved[at] = CMPLX(values[2 * k], values[2 * k + 1]);
            }
        }
}

static bool plain_factor(void *own, const double *values)
{
    PlainFactors *f = own;
    int n = f->n, info = 0;
    if (!f->is_complex) {
        pattern_spread(&f->pattern, values, f->real);
        return lu_factor(n, f->real, f->pivots);
    }
    spread_complex(f, values);
    if (is_own(f)) return eliminate_complex(f);
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
    if (is_own(f))
        substitute_complex(f, b);
    else
        zgetrs_("N", &n, &one, f->interleaved, &n, f->pivots, b, &n, &info, 1);
}

static void *plain_open(Arena *out, const SparsePattern *pattern, bool is_complex)
{
    PlainFactors *f = ARENA_NEW(out, PlainFactors);
    lu_get_ready(pattern->n);
    f->n = pattern->n;
    f->pattern = *pattern;
    f->is_complex = is_complex;
    size_t nn = (size_t)f->n * (size_t)f->n;
    if (!is_complex || is_own(f)) f->real = ARENA_ARRAY(out, double, nn);
    if (is_complex && is_own(f)) f->imaginary = ARENA_ARRAY(out, double, nn);
    if (is_complex && !is_own(f)) f->interleaved = ARENA_ARRAY(out, double complex, nn);
    f->pivots = ARENA_ARRAY(out, int, f->n);
    return f;
}

const FactorsDesc plain_factors = {.name = "lapack",
                                   .open = plain_open,
                                   .factor = plain_factor,
                                   .solve = plain_solve,
                                   .substitute = plain_solve,
                                   .solve_complex = plain_solve_complex};
