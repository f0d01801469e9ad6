// Dense LU with equilibration and iterative refinement; QR with column pivoting when singular.
// Systems of one unknown, by far the most frequent, are solved without LAPACK.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/factors.h"

// LAPACK, as the Fortran library exports it.
void dgecon_(const char *norm, const int *n, const double *a, const int *lda, const double *anorm,
             double *rcond, double *work, int *iwork, int *info, unsigned long norm_length);
void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
             const int *lwork, int *info);

// Below this reciprocal condition the solution has no correct digit left.
static const double least_rcond = 1e-14;
// Pivots that are all above this need no estimate of the condition, which costs as much as solving.
static const double good_pivot = 1e-5;
// Pivots of a singular matrix below this part of the largest count as zero: rounding of its entries
// reaches up to there after equilibration.
static const double least_pivot = 1e-12;
// Entries below this part of the largest in their column are what cancelling left; scaled up, a row
// of them alone would be an equation of its own.
static const double cancelled = 1e-15;
// Sums of products are as exact as this part of their largest term.
static const double rounding = 1e-13;

typedef struct DenseFactors {
    int n;
    SparsePattern pattern;
    double *a, *scaled, *lu; // as given; equilibrated; factors of the latter
    double *row_scale, *column_scale, *b, *r, *work;
    int *pivots, *iwork, work_size;
    int32_t undetermined;
} DenseFactors;

static void *dense_open(Arena *out, const SparsePattern *pattern, bool is_complex)
{
    DenseFactors *d = ARENA_NEW(out, DenseFactors);
    (void)is_complex; // real ones only
    int32_t n = pattern->n;
    lu_get_ready(n);
    size_t nn = (size_t)n * (size_t)n;
    d->n = n;
    d->pattern = *pattern;
    d->a = ARENA_ARRAY(out, double, nn);
    d->scaled = ARENA_ARRAY(out, double, nn);
    d->lu = ARENA_ARRAY(out, double, nn);
    d->row_scale = ARENA_ARRAY(out, double, n);
    d->column_scale = ARENA_ARRAY(out, double, n);
    d->b = ARENA_ARRAY(out, double, n);
    d->r = ARENA_ARRAY(out, double, n);
    d->work_size = 64 * n + 64;
    d->work = ARENA_ARRAY(out, double, d->work_size);
    d->pivots = ARENA_ARRAY(out, int, n);
    d->iwork = ARENA_ARRAY(out, int, n);
    d->undetermined = -1;
    return d;
}

static double larger(double a, double b) // fmax is a call
{
    return b > a ? b : a;
}

// A power of two, so that scaling itself does not round: 1 <= scale * largest < 2. Of ordinary
// numbers it is made from the bits of the exponent, for this is asked for every row and column.
static double scale_for(double largest)
{
    uint64_t bits;
    memcpy(&bits, &largest, sizeof bits);
    uint64_t power = bits >> 52; // biased; the sign is not set
    if (power > 0 && power < 2046) {
        bits = (2046 - power) << 52;
        memcpy(&largest, &bits, sizeof bits);
        return largest;
    }
    if (!(largest > 0) || !isfinite(largest)) return 1;
    int exponent;
    frexp(largest, &exponent);
    return ldexp(1, 1 - exponent);
}

// The matrix with rows and columns of the same size, as `scaled` and where its factors will be.
static void equilibrate(DenseFactors *d)
{
    int n = d->n;
    for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++) largest = larger(largest, fabs(d->a[i + j * n]));
        d->row_scale[i] = scale_for(largest);
    }
    for (int j = 0; j < n; j++) {
        double largest = 0;
        for (int i = 0; i < n; i++)
            largest = larger(largest, fabs(d->a[i + j * n]) * d->row_scale[i]);
        d->column_scale[j] = scale_for(largest);
        for (int i = 0; i < n; i++)
            d->lu[i + j * n] = d->scaled[i + j * n] =
                d->a[i + j * n] * d->row_scale[i] * d->column_scale[j];
    }
}

static double one_norm(const double *a, int n)
{
    double norm = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += fabs(a[i + j * n]);
        norm = fmax(norm, sum);
    }
    return norm;
}

// Every pivot of the equilibrated matrix is far above rounding. Elimination of matrices as small as
// these hardly ever hides a singular one behind such pivots.
static bool has_good_pivots(const DenseFactors *d)
{
    for (int i = 0; i < d->n; i++)
        if (!(fabs(d->lu[i + i * d->n]) > good_pivot)) return false;
    return d->n <= MOST_OWN;
}

static bool dense_factor(void *own, const double *values)
{
    DenseFactors *d = own;
    int n = d->n, info;
    pattern_spread(&d->pattern, values, d->a);
    if (n == 1) return fabs(d->a[0]) > DBL_MIN && isfinite(d->a[0]);
    equilibrate(d);
    if (!lu_factor(n, d->lu, d->pivots)) return false;
    if (has_good_pivots(d)) return true;
    double norm = one_norm(d->scaled, n), rcond = 0;
    dgecon_("1", &n, d->lu, &n, &norm, &rcond, d->work, d->iwork, &info, 1);
    return rcond > least_rcond;
}

// x := column_scale * (LU)^-1 * row_scale * x.
static void solve_scaled(DenseFactors *d, double *x)
{
    for (int i = 0; i < d->n; i++) x[i] *= d->row_scale[i];
    lu_solve(d->n, d->lu, d->pivots, x);
    for (int i = 0; i < d->n; i++) x[i] *= d->column_scale[i];
}

static void residual(const DenseFactors *d, const double *x, double *r)
{
    int n = d->n;
    memcpy(r, d->b, (size_t)n * sizeof *r);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) r[i] -= d->a[i + j * n] * x[j];
}

static void dense_solve(void *own, double *b)
{
    DenseFactors *d = own;
    int n = d->n;
    if (n == 1) {
        b[0] /= d->a[0];
        return;
    }
    memcpy(d->b, b, (size_t)n * sizeof *b);
    solve_scaled(d, b);
    residual(d, b, d->r);
    solve_scaled(d, d->r);
    for (int i = 0; i < n; i++) b[i] += d->r[i];
}

static void dense_substitute(void *own, double *b)
{
    DenseFactors *d = own;
    if (d->n == 1)
        b[0] /= d->a[0];
    else
        solve_scaled(d, b);
}

static void clear_cancelled(DenseFactors *d)
{
    int n = d->n;
    for (int j = 0; j < n; j++) {
        double *column = d->a + j * n, largest = 0;
        for (int i = 0; i < n; i++) largest = larger(largest, fabs(column[i]));
        for (int i = 0; i < n; i++)
            if (fabs(column[i]) < cancelled * largest) column[i] = 0;
    }
}

// How far a row of A x may be off by rounding.
static double row_rounding(const DenseFactors *d, const double *size, int i)
{
    double largest = 0;
    for (int j = 0; j < d->n; j++) largest = larger(largest, fabs(d->a[i + j * d->n]) * size[j]);
    return rounding * largest;
}

static double dense_least_change(void *own, const double *size_of, double *b)
{
    DenseFactors *d = own;
    int n = d->n, one = 1, rank, info;
    memcpy(d->b, b, (size_t)n * sizeof *b);
    clear_cancelled(d);
    equilibrate(d);
    for (int i = 0; i < n; i++) b[i] *= d->row_scale[i];
    memset(d->iwork, 0, (size_t)n * sizeof *d->iwork);
    double rcond = least_pivot;
    dgelsy_(&n, &n, &one, d->lu, &n, b, &n, d->iwork, &rcond, &rank, d->work, &d->work_size, &info);
    d->undetermined = rank < n ? d->iwork[rank] - 1 : -1;
    for (int i = 0; i < n; i++) b[i] *= d->column_scale[i];
    residual(d, b, d->r);
    double size = 0, left = 0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(d->b[i] * d->row_scale[i]));
        double beyond = fabs(d->r[i]) - row_rounding(d, size_of, i);
        left = fmax(left, beyond * d->row_scale[i]);
    }
    return size > 0 ? left / size : 0;
}

static int32_t dense_undetermined(const void *own)
{
    const DenseFactors *d = own;
    return d->undetermined;
}

const FactorsDesc dense_factors = {.name = "lapack",
                                   .is_refined = true,
                                   .open = dense_open,
                                   .factor = dense_factor,
                                   .solve = dense_solve,
                                   .substitute = dense_substitute,
                                   .least_change = dense_least_change,
                                   .undetermined = dense_undetermined};
