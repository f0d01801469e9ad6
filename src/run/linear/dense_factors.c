// Dense LU with equilibration and iterative refinement; QR with column pivoting when singular.
// Systems of one unknown, by far the most frequent, are solved without LAPACK.
//
// What tearing leaves of a loop of some dozen unknowns is often four fifths zero. Such a matrix is
// eliminated by a list of what is not, as long as no pivot is small; a small one asks the dense
// factors, which tell singular matrices from others.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/factors.h"
#include "run/linear/records.h"

// LAPACK, as the Fortran library exports it.
void dgecon_(const char *norm, const int *n, const double *a, const int *lda, const double *anorm,
             double *rcond, double *work, int *iwork, int *info, unsigned long norm_length);
void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
             const int *lwork, int *info);

// Below this reciprocal condition the solution has no correct digit left.
static const double least_rcond = 1e-14;
// Up to this many unknowns the inverse itself tells the condition.
enum { MOST_INVERTED = 8 };
// Up to this many unknowns, and where the factors serve that often, to multiply by the inverse is
// less work than to substitute [M140].
enum { MOST_MULTIPLIED = 32, LEAST_ASKED = 8 };
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
    double *inverse; // of the matrix as given, once `substitute` was asked often
    int n_asked;
    int *pivots, *iwork, work_size;
    int32_t undetermined;
    Records *records; // NULL: too small, or too full
    double *entries;  // the matrix that they are of
    bool is_recorded; // they are the factors, and the others of some matrix before
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
    d->inverse = n <= MOST_MULTIPLIED ? ARENA_ARRAY(out, double, nn) : NULL;
    d->work_size = 64 * n + 64;
    d->work = ARENA_ARRAY(out, double, d->work_size);
    d->pivots = ARENA_ARRAY(out, int, n);
    d->iwork = ARENA_ARRAY(out, int, n);
    d->undetermined = -1;
    if (!records_may_pay(pattern)) return d;
    d->records = records_open(out, pattern, false);
    d->entries = ARENA_RAW(out, double, pattern->column_start[n] + 1);
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
static ALWAYS_INLINE void equilibrate_of(DenseFactors *d, int n)
{
    const double *restrict a = d->a;
    double *restrict rows = d->row_scale, *restrict columns = d->column_scale;
    double *restrict scaled = d->scaled, *restrict lu = d->lu;
    UNROLLED
    for (int i = 0; i < n; i++) rows[i] = 0;
    UNROLLED
    for (int j = 0; j < n; j++) {
        UNROLLED
        for (int i = 0; i < n; i++) rows[i] = larger(rows[i], fabs(a[i + j * n]));
    }
    UNROLLED
    for (int i = 0; i < n; i++) rows[i] = scale_for(rows[i]);
    UNROLLED
    for (int j = 0; j < n; j++) {
        double largest = 0;
        UNROLLED
        for (int i = 0; i < n; i++) largest = larger(largest, fabs(a[i + j * n]) * rows[i]);
        double scale = columns[j] = scale_for(largest);
        UNROLLED
        for (int i = 0; i < n; i++)
            lu[i + j * n] = scaled[i + j * n] = a[i + j * n] * rows[i] * scale;
    }
}

static void equilibrate(DenseFactors *d)
{
    switch (d->n) {
    case 2: equilibrate_of(d, 2); return;
    case 3: equilibrate_of(d, 3); return;
    case 4: equilibrate_of(d, 4); return;
    case 5: equilibrate_of(d, 5); return;
    case 6: equilibrate_of(d, 6); return;
    default: equilibrate_of(d, d->n); return;
    }
}

static double one_norm(const double *a, int n)
{
    double norm = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += fabs(a[i + j * n]);
        if (!(sum <= norm)) norm = sum; // NaN stays
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

// Of the inverse. Its columns cost less than an estimate where they are few.
static double inverse_norm(DenseFactors *d)
{
    int n = d->n;
    double norm = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        memset(d->work, 0, (size_t)n * sizeof *d->work);
        d->work[j] = 1;
        lu_solve(n, d->lu, d->pivots, d->work);
        for (int i = 0; i < n; i++) sum += fabs(d->work[i]);
        if (!(sum <= norm)) norm = sum; // NaN stays
    }
    return norm;
}

static bool is_regular(DenseFactors *d)
{
    int n = d->n, info;
    double norm = one_norm(d->scaled, n), rcond = 0;
    if (n <= MOST_INVERTED) return norm * inverse_norm(d) < 1 / least_rcond;
    dgecon_("1", &n, d->lu, &n, &norm, &rcond, d->work, d->iwork, &info, 1);
    return rcond > least_rcond;
}

static bool record_factors(DenseFactors *d, const double *values)
{
    if (!d->records || !records_factor(d->records, values)) return false;
    if (!(records_least_pivot(d->records, values) > good_pivot)) return false;
    memcpy(d->entries, values, (size_t)d->pattern.column_start[d->n] * sizeof *values);
    return true;
}

static bool dense_factor(void *own, const double *values)
{
    DenseFactors *d = own;
    int n = d->n;
    d->n_asked = 0;
    d->is_recorded = record_factors(d, values);
    if (d->is_recorded) return true;
    pattern_spread(&d->pattern, values, d->a);
    if (n == 1) return fabs(d->a[0]) > DBL_MIN && isfinite(d->a[0]);
    equilibrate(d);
    if (!lu_factor(n, d->lu, d->pivots)) return false;
    return has_good_pivots(d) || is_regular(d);
}

// x := column_scale * (LU)^-1 * row_scale * x.
static void solve_scaled(DenseFactors *d, double *restrict x)
{
    if (d->is_recorded) {
        records_solve(d->records, x);
        return;
    }
    const double *restrict rows = d->row_scale, *restrict columns = d->column_scale;
    for (int i = 0; i < d->n; i++) x[i] *= rows[i];
    lu_solve(d->n, d->lu, d->pivots, x);
    for (int i = 0; i < d->n; i++) x[i] *= columns[i];
}

static ALWAYS_INLINE void residual_of(const DenseFactors *d, const double *restrict x,
                                      double *restrict r, int n)
{
    const double *restrict a = d->a;
    UNROLLED
    for (int i = 0; i < n; i++) r[i] = d->b[i];
    UNROLLED
    for (int j = 0; j < n; j++) {
        UNROLLED
        for (int i = 0; i < n; i++) r[i] -= a[i + j * n] * x[j];
    }
}

static void residual_of_entries(const DenseFactors *d, const double *restrict x, double *restrict r)
{
    const int32_t *start = d->pattern.column_start, *rows = d->pattern.row_index;
    memcpy(r, d->b, (size_t)d->n * sizeof *r);
    for (int32_t j = 0; j < d->n; j++)
        for (int32_t k = start[j]; k < start[j + 1]; k++) r[rows[k]] -= d->entries[k] * x[j];
}

static void residual(const DenseFactors *d, const double *x, double *r)
{
    if (d->is_recorded) {
        residual_of_entries(d, x, r);
        return;
    }
    switch (d->n) {
    case 2: residual_of(d, x, r, 2); return;
    case 3: residual_of(d, x, r, 3); return;
    case 4: residual_of(d, x, r, 4); return;
    case 5: residual_of(d, x, r, 5); return;
    case 6: residual_of(d, x, r, 6); return;
    default: residual_of(d, x, r, d->n); return;
    }
}

static void invert(DenseFactors *d)
{
    int n = d->n;
    memset(d->inverse, 0, (size_t)n * (size_t)n * sizeof *d->inverse);
    for (int j = 0; j < n; j++) {
        d->inverse[j + j * n] = 1;
        solve_scaled(d, d->inverse + j * n);
    }
}

static ALWAYS_INLINE void multiply_of(const double *restrict inverse, const double *restrict b,
                                      double *restrict sum, int n)
{
    UNROLLED
    for (int i = 0; i < n; i++) sum[i] = 0;
    UNROLLED
    for (int j = 0; j < n; j++) {
        UNROLLED
        for (int i = 0; i < n; i++) sum[i] += inverse[i + j * n] * b[j];
    }
}

static void multiply_by_inverse(const DenseFactors *d, const double *b, double *x)
{
    switch (d->n) {
    case 2: multiply_of(d->inverse, b, x, 2); return;
    case 3: multiply_of(d->inverse, b, x, 3); return;
    case 4: multiply_of(d->inverse, b, x, 4); return;
    case 5: multiply_of(d->inverse, b, x, 5); return;
    case 6: multiply_of(d->inverse, b, x, 6); return;
    default: multiply_of(d->inverse, b, x, d->n); return;
    }
}

// Once factors have served so often that the inverse pays.
static bool has_inverse(DenseFactors *d)
{
    if (!d->inverse || d->is_recorded) return false;
    if (d->n_asked == LEAST_ASKED) invert(d);
    if (d->n_asked <= LEAST_ASKED) d->n_asked++;
    return d->n_asked > LEAST_ASKED;
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
    if (has_inverse(d)) {
        multiply_by_inverse(d, d->b, b);
        residual(d, b, d->r);
        multiply_by_inverse(d, d->r, d->work);
        for (int i = 0; i < n; i++) b[i] += d->work[i];
        return;
    }
    solve_scaled(d, b);
    residual(d, b, d->r);
    solve_scaled(d, d->r);
    for (int i = 0; i < n; i++) b[i] += d->r[i];
}

static void dense_substitute(void *own, double *b)
{
    DenseFactors *d = own;
    if (d->n == 1) {
        b[0] /= d->a[0];
        return;
    }
    if (!has_inverse(d)) {
        solve_scaled(d, b);
        return;
    }
    memcpy(d->r, b, (size_t)d->n * sizeof *b);
    multiply_by_inverse(d, d->r, b);
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
