// Dense LU with equilibration and iterative refinement; QR with column pivoting when singular.
// Systems of one unknown, by far the most frequent, are solved without LAPACK.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/linear_solver.h"

// LAPACK, as the Fortran library exports it.
void dgecon_(const char *norm, const int *n, const double *a, const int *lda, const double *anorm,
             double *rcond, double *work, int *iwork, int *info, unsigned long norm_length);
void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
             const int *lwork, int *info);

// Present when the library is OpenBLAS. Where only a build with threads is installed, they cost
// more than they save on our sizes.
void openblas_set_num_threads(int n) __attribute__((weak));

// Below this reciprocal condition the solution has no correct digit left.
static const double least_rcond = 1e-14;
static const double good_pivot = 1e-5;

struct DenseSolver {
    int n;
    double *a, *scaled, *lu; // as given; equilibrated; factors of the latter
    double *row_scale, *column_scale, *b, *r, *work;
    int *pivots, *iwork, work_size;
    int32_t undetermined;
};

DenseSolver *dense_open(Arena *out, int32_t n)
{
    DenseSolver *d = ARENA_NEW(out, DenseSolver);
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    size_t nn = (size_t)n * (size_t)n;
    d->n = n;
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

// Powers of two, so that scaling itself does not round.
static double scale_for(double largest)
{
    if (!(largest > 0) || !isfinite(largest)) return 1;
    int exponent;
    frexp(largest, &exponent);
    return ldexp(1, 1 - exponent);
}

static void equilibrate(DenseSolver *d)
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
            d->scaled[i + j * n] = d->a[i + j * n] * d->row_scale[i] * d->column_scale[j];
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
static bool has_good_pivots(const DenseSolver *d)
{
    for (int i = 0; i < d->n; i++)
        if (!(fabs(d->lu[i + i * d->n]) > good_pivot)) return false;
    return d->n <= MOST_OWN;
}

bool dense_factor(DenseSolver *d, const double *a)
{
    int n = d->n, info;
    size_t bytes = (size_t)n * (size_t)n * sizeof *a;
    memcpy(d->a, a, bytes);
    if (n == 1) return fabs(a[0]) > DBL_MIN && isfinite(a[0]);
    equilibrate(d);
    memcpy(d->lu, d->scaled, bytes);
    if (!lu_factor(n, d->lu, d->pivots)) return false;
    if (has_good_pivots(d)) return true;
    double norm = one_norm(d->scaled, n), rcond = 0;
    dgecon_("1", &n, d->lu, &n, &norm, &rcond, d->work, d->iwork, &info, 1);
    return rcond > least_rcond;
}

// x := column_scale * (LU)^-1 * row_scale * x.
static void solve_scaled(DenseSolver *d, double *x)
{
    for (int i = 0; i < d->n; i++) x[i] *= d->row_scale[i];
    lu_solve(d->n, d->lu, d->pivots, x);
    for (int i = 0; i < d->n; i++) x[i] *= d->column_scale[i];
}

static void residual(const DenseSolver *d, const double *x, double *r)
{
    int n = d->n;
    memcpy(r, d->b, (size_t)n * sizeof *r);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) r[i] -= d->a[i + j * n] * x[j];
}

void dense_solve(DenseSolver *d, double *b)
{
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

void dense_substitute(DenseSolver *d, double *b)
{
    if (d->n == 1)
        b[0] /= d->a[0];
    else
        solve_scaled(d, b);
}

double dense_least_change(DenseSolver *d, double *b)
{
    int n = d->n, one = 1, rank, info;
    memcpy(d->b, b, (size_t)n * sizeof *b);
    equilibrate(d);
    memcpy(d->lu, d->scaled, (size_t)n * (size_t)n * sizeof *b);
    for (int i = 0; i < n; i++) b[i] *= d->row_scale[i];
    memset(d->iwork, 0, (size_t)n * sizeof *d->iwork);
    double rcond = 1e-12;
    dgelsy_(&n, &n, &one, d->lu, &n, b, &n, d->iwork, &rcond, &rank, d->work, &d->work_size, &info);
    d->undetermined = rank < n ? d->iwork[rank] - 1 : -1;
    for (int i = 0; i < n; i++) b[i] *= d->column_scale[i];
    residual(d, b, d->r);
    double size = 0, left = 0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(d->b[i] * d->row_scale[i]));
        left = fmax(left, fabs(d->r[i] * d->row_scale[i]));
    }
    return size > 0 ? left / size : 0;
}

int32_t dense_undetermined(const DenseSolver *d)
{
    return d->undetermined;
}
