// What models in sources have in the place of libraries: the functions of LAPACK in small against
// LAPACK itself, the sparse elimination against the dense one, numbers and sorting against the
// usual.
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "run/linear/factors.h"
#include "unit.h"

#define dgecon_ small_dgecon
#define dgeev_ small_dgeev
#define dgelsy_ small_dgelsy
#define dgesv_ small_dgesv
#define dgetrf_ small_dgetrf
#define dgetrs_ small_dgetrs
#define zgesv_ small_zgesv
#define zgetrf_ small_zgetrf
#define zgetrs_ small_zgetrs
#include "fmi/portable/lapack_in_small.c"
#undef dgecon_
#undef dgeev_
#undef dgelsy_
#undef dgesv_
#undef zgesv_
#undef FMI_LAPACK_IN_SMALL_H
#include "fmi/portable/lapack_in_small.h"

#define klu_factors small_factors
#include "fmi/portable/sparse_factors.c"
#undef klu_factors
#define number_to_text small_number_to_text
int small_number_to_text(char *buffer, double value);
#include "fmi/portable/plain_numbers.c"
#undef number_to_text

static double draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 40) / (1 << 23) - 1;
}

static void fill(double *a, int n, uint64_t seed)
{
    for (int k = 0; k < n; k++) a[k] = draw(&seed);
}

static void test_solutions(Unit *u)
{
    enum { N = 7 };
    double a[N * N], b[2 * N], x[2 * N], copy[N * N];
    int n = N, two = 2, info, pivots[N];
    fill(a, N * N, 1);
    fill(b, 2 * N, 2);
    memcpy(copy, a, sizeof a);
    memcpy(x, b, sizeof b);
    small_dgesv(&n, &two, copy, &n, pivots, x, &n, &info);
    dgesv_(&n, &two, a, &n, pivots, b, &n, &info);
    for (int k = 0; k < 2 * N; k++) CHECK_REAL(u, x[k], b[k], 1e-12);
    memset(copy, 0, sizeof copy);
    small_dgesv(&n, &two, copy, &n, pivots, x, &n, &info);
    CHECK_INT(u, info, 1);
}

static void test_complex_solutions(Unit *u)
{
    enum { N = 5 };
    double parts[2 * N * N], right[2 * N];
    double complex a[N * N], b[N], copy[N * N], x[N];
    int n = N, one = 1, info, pivots[N];
    fill(parts, 2 * N * N, 3);
    fill(right, 2 * N, 4);
    for (int k = 0; k < N * N; k++) copy[k] = a[k] = CMPLX(parts[2 * k], parts[2 * k + 1]);
    for (int k = 0; k < N; k++) x[k] = b[k] = CMPLX(right[2 * k], right[2 * k + 1]);
    small_zgesv(&n, &one, copy, &n, pivots, x, &n, &info);
    zgesv_(&n, &one, a, &n, pivots, b, &n, &info);
    for (int k = 0; k < N; k++) CHECK_REAL(u, cabs(x[k] - b[k]), 0, 1e-12);
}

// The estimate of LAPACK is a bound from above, usually within a factor of three.
static void test_condition(Unit *u)
{
    enum { N = 6 };
    double a[N * N], work[4 * N], rcond = 0, exact = 0, norm = 0;
    int n = N, info, pivots[N], iwork[N];
    fill(a, N * N, 5);
    for (int k = 0; k < N; k++) a[k + N] = a[k] + 1e-9 * a[k + N]; // two columns nearly alike
    for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int i = 0; i < N; i++) sum += fabs(a[i + j * N]);
        norm = fmax(norm, sum);
    }
    dgetrf_(&n, &n, a, &n, pivots, &info);
    dgecon_("1", &n, a, &n, &norm, &rcond, work, iwork, &info, 1);
    small_dgecon("1", &n, a, &n, &norm, &exact, work, iwork, &info, 1);
    CHECK_TRUE(u, exact > 0.2 * rcond && exact < 5 * rcond);
}

static void test_least_squares(Unit *u)
{
    enum { N = 5, ROOM = 400 };
    double a[N * N], b[N], copy[N * N], x[N], work[ROOM], rcond = 1e-12;
    int n = N, one = 1, info, rank, ours, pivots[N] = {0}, other[N] = {0}, room = ROOM;
    fill(a, N * N, 6);
    fill(b, N, 7);
    for (int i = 0; i < N; i++) a[i + 3 * N] = a[i] - 2 * a[i + N]; // of rank four
    memcpy(copy, a, sizeof a);
    memcpy(x, b, sizeof b);
    dgelsy_(&n, &n, &one, a, &n, b, &n, pivots, &rcond, &rank, work, &room, &info);
    small_dgelsy(&n, &n, &one, copy, &n, x, &n, other, &rcond, &ours, work, &room, &info);
    CHECK_INT(u, ours, rank);
    for (int k = 0; k < N; k++) CHECK_REAL(u, x[k], b[k], 1e-11);
}

static int by_size(const void *a, const void *b)
{
    double x = creal(*(const double complex *)a), y = creal(*(const double complex *)b);
    return x < y ? -1 : x > y;
}

static void test_eigenvalues(Unit *u)
{
    enum { N = 9 };
    double a[N * N], copy[N * N], re[N], im[N], r2[N], i2[N], vr[N * N], v2[N * N], work[20 * N];
    double complex ours[N], theirs[N];
    int n = N, room = 20 * N, info;
    fill(a, N * N, 8);
    double given[N * N];
    memcpy(given, a, sizeof a);
    memcpy(copy, a, sizeof a);
    dgeev_("N", "V", &n, a, &n, re, im, NULL, &n, vr, &n, work, &room, &info, 1, 1);
    small_dgeev("N", "V", &n, copy, &n, r2, i2, NULL, &n, v2, &n, work, &room, &info, 1, 1);
    for (int k = 0; k < N; k++) { // the pair of a value is told by its size
        theirs[k] = CMPLX(re[k], fabs(im[k]));
        ours[k] = CMPLX(r2[k], fabs(i2[k]));
    }
    qsort(ours, N, sizeof *ours, by_size);
    qsort(theirs, N, sizeof *theirs, by_size);
    for (int k = 0; k < N; k++) CHECK_REAL(u, cabs(ours[k] - theirs[k]), 0, 1e-10);
    for (int j = 0; j < N; j++) { // A v = lambda v
        if (i2[j] < 0) continue;
        for (int i = 0; i < N; i++) {
            double complex sum = 0, v = CMPLX(v2[i + j * N], i2[j] > 0 ? v2[i + (j + 1) * N] : 0);
            for (int k = 0; k < N; k++)
                sum += given[i + k * N] * CMPLX(v2[k + j * N], i2[j] > 0 ? v2[k + (j + 1) * N] : 0);
            CHECK_REAL(u, cabs(sum - CMPLX(r2[j], i2[j]) * v), 0, 1e-10);
        }
    }
}

// A band with scattered entries, without a diagonal in places.
static SparsePattern scattered(Arena *out, int32_t n, uint64_t seed)
{
    int32_t *start = ARENA_ARRAY(out, int32_t, n + 1), *rows = ARENA_ARRAY(out, int32_t, 4 * n);
    int32_t count = 0;
    for (int32_t j = 0; j < n; j++) {
        int32_t far = (int32_t)((draw(&seed) + 1) / 2 * n) % n, near[3] = {(j + 1) % n, far, j};
        start[j] = count;
        for (int k = 0; k < (j % 5 ? 3 : 2); k++) {
            bool is_there = false;
            for (int32_t i = start[j]; i < count; i++) is_there |= rows[i] == near[k];
            if (!is_there) rows[count++] = near[k];
        }
    }
    start[n] = count;
    return (SparsePattern){.n = n, .column_start = start, .row_index = rows};
}

static void check_factors(Unit *u, const SparsePattern *p, bool is_complex)
{
    int32_t nnz = p->column_start[p->n];
    double *values = ARENA_ARRAY(u->arena, double, 2 * nnz);
    double complex *b = ARENA_ARRAY(u->arena, double complex, p->n);
    double complex *x = ARENA_ARRAY(u->arena, double complex, p->n);
    fill(values, 2 * nnz, 9);
    fill((double *)b, 2 * p->n, 10);
    memcpy(x, b, (size_t)p->n * sizeof *x);
    Factors *ours = factors_open(u->arena, &small_factors, p, is_complex);
    Factors *theirs = factors_open(u->arena, &klu_factors, p, is_complex);
    for (int times = 0; times < 2; times++) { // again on the same pattern
        CHECK_TRUE(u, factors_factor(ours, values) && factors_factor(theirs, values));
        values[0] += 1;
    }
    if (is_complex) {
        factors_solve_complex(ours, x);
        factors_solve_complex(theirs, b);
    } else {
        factors_solve(ours, (double *)x);
        factors_solve(theirs, (double *)b);
    }
    for (int32_t k = 0; k < (is_complex ? 2 : 1) * p->n; k++)
        CHECK_REAL(u, ((double *)x)[k], ((double *)b)[k], 1e-8);
    memset(values, 0, (size_t)(2 * nnz) * sizeof *values);
    CHECK_TRUE(u, !factors_factor(ours, values));
}

static void test_sparse(Unit *u)
{
    SparsePattern p = scattered(u->arena, 60, 11);
    check_factors(u, &p, false);
    check_factors(u, &p, true);
}

static void test_numbers(Unit *u)
{
    static const double values[] = {0, 1, -0.1, 1e-9, 42, 1.0 / 3, 6.02214076e23, NAN, INFINITY};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        char ours[NUMBER_TEXT_ROOM], usual[NUMBER_TEXT_ROOM];
        small_number_to_text(ours, values[k]);
        number_to_text(usual, values[k]);
        bool is_finite = isfinite(values[k]);
        CHECK_TRUE(u, is_finite ? strtod(ours, NULL) == values[k] : !strcmp(ours, usual));
    }
}

UNIT_SUITE(portable_parts, TEST(test_solutions), TEST(test_complex_solutions), TEST(test_condition),
           TEST(test_least_squares), TEST(test_eigenvalues), TEST(test_sparse), TEST(test_numbers));
