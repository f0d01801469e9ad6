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
//
// Written once and unrolled for the smallest matrices, as that of real ones (dense_lu.c).

static ALWAYS_INLINE void swap_rows(int n, double *a, int i, int k)
{
    UNROLLED
    for (int j = 0; j < n; j++) {
        double swap = a[k + j * n];
        a[k + j * n] = a[i + j * n];
        a[i + j * n] = swap;
    }
}

// Rows below the pivot of column k: the multipliers, with the inverse x + i y of the pivot, and
// what they take of the columns at right.
static ALWAYS_INLINE void eliminate_below(int n, double *restrict real, double *restrict imaginary,
                                          int k, double x, double y)
{
    double *re = real + k * n, *im = imaginary + k * n;
    UNROLLED
    for (int i = k + 1; i < n; i++) {
        double a = re[i], b = im[i];
        re[i] = a * x - b * y;
        im[i] = a * y + b * x;
    }
    UNROLLED
    for (int j = k + 1; j < n; j++) {
        double *cr = real + j * n, *ci = imaginary + j * n, p = cr[k], q = ci[k];
        if (p == 0 && q == 0) continue;
        UNROLLED
        for (int i = k + 1; i < n; i++) {
            cr[i] -= p * re[i] - q * im[i];
            ci[i] -= p * im[i] + q * re[i];
        }
    }
}

static ALWAYS_INLINE bool eliminate_complex(int n, double *restrict real,
                                            double *restrict imaginary, int *restrict pivots)
{
    UNROLLED
    for (int k = 0; k < n; k++) {
        double *re = real + k * n, *im = imaginary + k * n;
        int best = k;
        double size = fabs(re[k]) + fabs(im[k]);
        UNROLLED
        for (int i = k + 1; i < n; i++)
            if (fabs(re[i]) + fabs(im[i]) > size) best = i, size = fabs(re[i]) + fabs(im[i]);
        pivots[k] = best;
        if (!(size > 0) || !isfinite(size)) return false;
        if (best != k) swap_rows(n, real, best, k), swap_rows(n, imaginary, best, k);
        double square = re[k] * re[k] + im[k] * im[k], x = re[k] / square, y = -im[k] / square;
        re[k] = x; // the pivot is kept as its inverse
        im[k] = y;
        eliminate_below(n, real, imaginary, k, x, y);
    }
    return true;
}

// b -= (column k of the factors, rows from..to-1) * (p + i q), without the checks of a C product.
static ALWAYS_INLINE void subtract_column(const double *re, const double *im, double p, double q,
                                          int from, int to, double *restrict b)
{
    UNROLLED
    for (int i = from; i < to; i++) {
        b[2 * i] -= p * re[i] - q * im[i];
        b[2 * i + 1] -= p * im[i] + q * re[i];
    }
}

// b: real and imaginary parts in turn.
static ALWAYS_INLINE void substitute_complex(int n, const double *restrict real,
                                             const double *restrict imaginary,
                                             const int *restrict pivots, double *restrict b)
{
    UNROLLED
    for (int k = 0; k < n; k++) {
        double re = b[2 * k], im = b[2 * k + 1], *other = b + 2 * pivots[k];
        b[2 * k] = other[0];
        b[2 * k + 1] = other[1];
        other[0] = re;
        other[1] = im;
    }
    UNROLLED
    for (int k = 0; k < n; k++)
        subtract_column(real + k * n, imaginary + k * n, b[2 * k], b[2 * k + 1], k + 1, n, b);
    UNROLLED
    for (int k = n - 1; k >= 0; k--) {
        double re = real[k + k * n], im = imaginary[k + k * n], p = b[2 * k], q = b[2 * k + 1];
        b[2 * k] = p * re - q * im;
        b[2 * k + 1] = p * im + q * re;
        subtract_column(real + k * n, imaginary + k * n, b[2 * k], b[2 * k + 1], 0, k, b);
    }
}

static bool factor_complex(PlainFactors *f)
{
    switch (f->n) {
    case 2: return eliminate_complex(2, f->real, f->imaginary, f->pivots);
    case 3: return eliminate_complex(3, f->real, f->imaginary, f->pivots);
    case 4: return eliminate_complex(4, f->real, f->imaginary, f->pivots);
    default: return eliminate_complex(f->n, f->real, f->imaginary, f->pivots);
    }
}

static void solve_complex(const PlainFactors *f, double *b)
{
    switch (f->n) {
    case 2: substitute_complex(2, f->real, f->imaginary, f->pivots, b); break;
    case 3: substitute_complex(3, f->real, f->imaginary, f->pivots, b); break;
    case 4: substitute_complex(4, f->real, f->imaginary, f->pivots, b); break;
    default: substitute_complex(f->n, f->real, f->imaginary, f->pivots, b); break;
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
    if (is_own(f)) return factor_complex(f);
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
        solve_complex(f, (double *)b);
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
