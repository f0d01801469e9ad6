// The few functions of LAPACK that the runtime calls, as far as it uses them: for models that leave
// in sources, where no library stands behind them. Plain algorithms without blocks.
#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "fmi/portable/lapack_in_small.h"

// ---- Elimination with partial pivoting ---------------------------------------------------------
// Once for real and once for complex matrices: T is the number, SIZE its size.

#define ELIMINATION(PREFIX, T, SIZE)                                                               \
    void PREFIX##getrf_(const int *m, const int *n, T *a, const int *lda, int *pivots, int *info)  \
    {                                                                                              \
        (void)m; /* square ones only */                                                            \
        *info = 0;                                                                                 \
        for (int k = 0; k < *n; k++) {                                                             \
            T *column = a + (size_t)k * (size_t)*lda;                                              \
            int best = k;                                                                          \
            for (int i = k + 1; i < *n; i++)                                                       \
                if (SIZE(column[i]) > SIZE(column[best])) best = i;                                \
            pivots[k] = best + 1;                                                                  \
            if (!(SIZE(column[best]) > 0)) {                                                       \
                if (!*info) *info = k + 1;                                                         \
                continue;                                                                          \
            }                                                                                      \
            for (int j = 0; best != k && j < *n; j++) {                                            \
                T *row = a + (size_t)j * (size_t)*lda, swap = row[k];                              \
                row[k] = row[best];                                                                \
                row[best] = swap;                                                                  \
            }                                                                                      \
            for (int i = k + 1; i < *n; i++) column[i] /= column[k];                               \
            for (int j = k + 1; j < *n; j++) {                                                     \
                T *other = a + (size_t)j * (size_t)*lda, factor = other[k];                        \
                if (factor == 0) continue;                                                         \
                for (int i = k + 1; i < *n; i++) other[i] -= factor * column[i];                   \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void PREFIX##getrs_(const char *trans, const int *n, const int *nrhs, const T *lu,             \
                        const int *lda, const int *pivots, T *b, const int *ldb, int *info,        \
                        unsigned long length)                                                      \
    {                                                                                              \
        (void)trans, (void)length; /* not transposed */                                            \
        *info = 0;                                                                                 \
        for (int r = 0; r < *nrhs; r++) {                                                          \
            T *x = b + (size_t)r * (size_t)*ldb;                                                   \
            for (int k = 0; k < *n; k++) {                                                         \
                T swap = x[k];                                                                     \
                x[k] = x[pivots[k] - 1];                                                           \
                x[pivots[k] - 1] = swap;                                                           \
            }                                                                                      \
            for (int k = 0; k < *n; k++) {                                                         \
                const T *column = lu + (size_t)k * (size_t)*lda;                                   \
                for (int i = k + 1; i < *n; i++) x[i] -= column[i] * x[k];                         \
            }                                                                                      \
            for (int k = *n - 1; k >= 0; k--) {                                                    \
                const T *column = lu + (size_t)k * (size_t)*lda;                                   \
                x[k] /= column[k];                                                                 \
                for (int i = 0; i < k; i++) x[i] -= column[i] * x[k];                              \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void PREFIX##gesv_(const int *n, const int *nrhs, T *a, const int *lda, int *pivots, T *b,     \
                       const int *ldb, int *info)                                                  \
    {                                                                                              \
        PREFIX##getrf_(n, n, a, lda, pivots, info);                                                \
        if (!*info) PREFIX##getrs_("N", n, nrhs, a, lda, pivots, b, ldb, info, 1);                 \
    }

ELIMINATION(d, double, fabs)
ELIMINATION(z, double complex, cabs)

// The factors alone are given. Pivoting does not change the condition by much: L is taken with its
// rows as they are, and A^-1 by its columns is U^-1 L^-1.
void dgecon_(const char *norm, const int *n, const double *lu, const int *lda, const double *anorm,
             double *rcond, double *work, int *iwork, int *info, unsigned long length)
{
    (void)norm, (void)iwork, (void)length;
    double largest = 0;
    *info = 0;
    for (int j = 0; j < *n; j++) { // column j of the inverse, up to the order of columns
        memset(work, 0, (size_t)*n * sizeof *work);
        work[j] = 1;
        for (int k = j; k < *n; k++) {
            const double *column = lu + (size_t)k * (size_t)*lda;
            for (int i = k + 1; i < *n; i++) work[i] -= column[i] * work[k];
        }
        double sum = 0;
        for (int k = *n - 1; k >= 0; k--) {
            const double *column = lu + (size_t)k * (size_t)*lda;
            work[k] /= column[k];
            sum += fabs(work[k]);
            for (int i = 0; i < k; i++) work[i] -= column[i] * work[k];
        }
        largest = fmax(largest, sum);
    }
    *rcond = largest > 0 && isfinite(largest) && *anorm > 0 ? 1 / (largest * *anorm) : 0;
}

// ---- Least squares -----------------------------------------------------------------------------

// The reflection I - t v v' that makes x a multiple of e1: v in x, with v[0] in *head; returns t.
static double reflection(int n, double *x, double *head)
{
    double norm = 0, largest = 0;
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
    for (int i = 0; largest > 0 && i < n; i++) norm += (x[i] / largest) * (x[i] / largest);
    norm = largest * sqrt(norm);
    if (!(norm > 0)) {
        *head = 0;
        return 0;
    }
    double alpha = x[0] > 0 ? -norm : norm;
    *head = x[0] - alpha;
    x[0] = alpha;
    double square = *head * *head;
    for (int i = 1; i < n; i++) square += x[i] * x[i];
    return 2 / square;
}

static void reflect(int n, const double *v, double head, double t, double *x)
{
    double dot = head * x[0];
    for (int i = 1; i < n; i++) dot += v[i] * x[i];
    x[0] -= t * dot * head;
    for (int i = 1; i < n; i++) x[i] -= t * dot * v[i];
}

static void swap_columns(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        double swap = a[i];
        a[i] = b[i];
        b[i] = swap;
    }
}

// QR with column pivoting on a (n x n), the right side goes along; the rank where the diagonal
// falls below rcond of its first element.
static int pivoted(int n, double *a, double *b, int *order, double rcond)
{
    double first = 0, head;
    for (int j = 0; j < n; j++) order[j] = j + 1;
    for (int k = 0; k < n; k++) {
        int best = k;
        double most = -1;
        for (int j = k; j < n; j++) {
            double square = 0;
            for (int i = k; i < n; i++) square += a[i + j * n] * a[i + j * n];
            if (square > most) most = square, best = j;
        }
        if (best != k) {
            int swap = order[k];
            swap_columns(n, a + k * n, a + best * n);
            order[k] = order[best];
            order[best] = swap;
        }
        double *v = a + k * n + k;
        double t = reflection(n - k, v, &head);
        for (int j = k + 1; j < n; j++) reflect(n - k, v, head, t, a + j * n + k);
        reflect(n - k, v, head, t, b + k);
        if (k == 0) first = fabs(*v);
        if (!(fabs(*v) > rcond * first)) return k;
    }
    return n;
}

// The smallest y with R y = c, R the first `rank` rows: R' = Q T, T' z = c, y = Q z.
static void smallest(int n, int rank, const double *r, double *c, Arena *work)
{
    double *q = ARENA_ARRAY(work, double, n *rank + 1);
    double *head = ARENA_ARRAY(work, double, rank + 1), *t = ARENA_ARRAY(work, double, rank + 1);
    for (int k = 0; k < rank; k++)
        for (int j = k; j < n; j++) q[j + k * n] = r[k + j * n];
    for (int k = 0; k < rank; k++) {
        t[k] = reflection(n - k, q + k * n + k, &head[k]);
        for (int j = k + 1; j < rank; j++)
            reflect(n - k, q + k * n + k, head[k], t[k], q + j * n + k);
    }
    for (int k = 0; k < rank; k++) {
        for (int i = 0; i < k; i++) c[k] -= q[i + k * n] * c[i];
        c[k] /= q[k + k * n];
    }
    for (int k = rank; k < n; k++) c[k] = 0;
    for (int k = rank - 1; k >= 0; k--) reflect(n - k, q + k * n + k, head[k], t[k], c + k);
}

// Square matrices with one right side.
void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
             const int *lwork, int *info)
{
    (void)m, (void)nrhs, (void)lda, (void)ldb, (void)lwork;
    Arena *room = arena_open("least squares");
    *info = 0;
    *rank = pivoted(*n, a, b, jpvt, *rcond);
    smallest(*n, *rank, a, b, room);
    memcpy(work, b, (size_t)*n * sizeof *b);
    for (int k = 0; k < *n; k++) b[jpvt[k] - 1] = work[k];
    arena_close(room);
}

// ---- Eigenvalues -------------------------------------------------------------------------------
// The QR algorithm on complex Hessenberg matrices with Wilkinson's shifts [GvL13, 7.5].

static void to_hessenberg(int n, double *a, Arena *work)
{
    double *row = ARENA_ARRAY(work, double, n + 1), head;
    for (int k = 0; k + 2 < n; k++) {
        double *v = a + k * n + k + 1;
        int size = n - k - 1;
        double t = reflection(size, v, &head);
        for (int j = k + 1; j < n; j++) reflect(size, v, head, t, a + j * n + k + 1);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < size; j++) row[j] = a[i + (k + 1 + j) * n];
            reflect(size, v, head, t, row);
            for (int j = 0; j < size; j++) a[i + (k + 1 + j) * n] = row[j];
        }
        for (int i = 1; i < size; i++) v[i] = 0;
    }
}

// The eigenvalue of the last two rows that is nearer to the last element.
static double complex shift_of(const double complex *h, int n, int last)
{
    double complex a = h[last - 1 + (last - 1) * n], b = h[last - 1 + last * n];
    double complex c = h[last + (last - 1) * n], d = h[last + last * n];
    double complex half = (a - d) / 2, root = csqrt(half * half + b * c);
    double complex near = d + half - root, far = d + half + root;
    return cabs(near - d) < cabs(far - d) ? near : far;
}

static void sweep(double complex *h, int n, int first, int last, double complex shift, Arena *work)
{
    double *c = ARENA_ARRAY(work, double, n + 1);
    double complex *s = ARENA_ARRAY(work, double complex, n + 1);
    for (int k = first; k <= last; k++) h[k + k * n] -= shift;
    for (int k = first; k < last; k++) {
        double complex a = h[k + k * n], b = h[k + 1 + k * n];
        double r = hypot(cabs(a), cabs(b));
        c[k] = r > 0 ? cabs(a) / r : 1;
        double complex phase = cabs(a) > 0 ? a / cabs(a) : 1;
        s[k] = r > 0 ? phase * conj(b) / r : 0;
        for (int j = k; j <= last; j++) {
            double complex x = h[k + j * n], y = h[k + 1 + j * n];
            h[k + j * n] = c[k] * x + s[k] * y;
            h[k + 1 + j * n] = c[k] * y - conj(s[k]) * x;
        }
    }
    for (int k = first; k < last; k++)
        for (int i = first; i <= (k + 1 < last ? k + 1 : last); i++) {
            double complex x = h[i + k * n], y = h[i + (k + 1) * n];
            h[i + k * n] = c[k] * x + conj(s[k]) * y;
            h[i + (k + 1) * n] = c[k] * y - s[k] * x;
        }
    for (int k = first; k <= last; k++) h[k + k * n] += shift;
}

enum { MOST_SWEEPS = 60 }; // for one eigenvalue; the usual number is two or three

static bool find_values(double complex *h, int n)
{
    int sweeps = 0;
    for (int last = n - 1; last > 0;) {
        int first = last;
        while (first > 0) {
            double complex *below = &h[first + (first - 1) * n];
            double size = cabs(h[first + first * n]) + cabs(h[first - 1 + (first - 1) * n]);
            if (cabs(*below) <= DBL_EPSILON * size || cabs(*below) < DBL_MIN) {
                *below = 0;
                break;
            }
            first--;
        }
        if (first == last) {
            last--;
            sweeps = 0;
            continue;
        }
        if (++sweeps > MOST_SWEEPS) return false;
        Arena *work = arena_open("sweep");
        double complex shift = sweeps % 11 == 10
                                   ? h[last + last * n] + cabs(h[last + (last - 1) * n])
                                   : shift_of(h, n, last);
        sweep(h, n, first, last, shift, work);
        arena_close(work);
    }
    return true;
}

// Pairs stand side by side, the positive imaginary part first; what rounding left of others goes.
static void pair_up(int n, double *re, double *im)
{
    double largest = 0;
    for (int k = 0; k < n; k++) largest = fmax(largest, hypot(re[k], im[k]));
    for (int k = 0; k < n; k++)
        if (fabs(im[k]) < 1e-7 * hypot(re[k], im[k]) && fabs(im[k]) < 1e-10 * largest) im[k] = 0;
    for (int k = 0; k < n; k++) {
        if (im[k] == 0) continue;
        int other = -1;
        for (int j = k + 1; j < n; j++)
            if (other < 0 ||
                hypot(re[j] - re[k], im[j] + im[k]) < hypot(re[other] - re[k], im[other] + im[k]))
                other = j;
        if (other < 0) {
            im[k] = 0;
            continue;
        }
        double middle = (re[k] + re[other]) / 2, part = fabs(im[k] - im[other]) / 2;
        re[other] = re[k + 1];
        im[other] = im[k + 1];
        re[k] = re[k + 1] = middle;
        im[k] = part;
        im[k + 1] = -part;
        k++;
    }
}

// By inverse iteration, from a vector that is orthogonal to no eigenvector of ordinary matrices.
static void find_vector(int n, const double *a, double complex value, double complex *v,
                        Arena *work)
{
    double complex *m = ARENA_ARRAY(work, double complex, n *n + 1);
    int *pivots = ARENA_ARRAY(work, int, n + 1), one = 1, info;
    for (int k = 0; k < n * n; k++) m[k] = a[k];
    for (int k = 0; k < n; k++) m[k + k * n] -= value * (1 + 4 * DBL_EPSILON);
    for (int k = 0; k < n; k++) v[k] = 1 + 0.1 * k;
    zgetrf_(&n, &n, m, &n, pivots, &info);
    if (info) m[info - 1 + (info - 1) * n] = DBL_EPSILON * cabs(value) + DBL_MIN;
    for (int times = 0; times < 3; times++) {
        zgetrs_("N", &n, &one, m, &n, pivots, v, &n, &info, 1);
        double norm = 0;
        for (int k = 0; k < n; k++) norm = fmax(norm, cabs(v[k]));
        for (int k = 0; k < n; k++) v[k] /= norm;
    }
}

static void find_vectors(int n, const double *a, const double *re, const double *im, double *vr,
                         Arena *work)
{
    double complex *v = ARENA_ARRAY(work, double complex, n + 1);
    for (int k = 0; k < n; k++) {
        if (im[k] < 0) continue; // the conjugate of the one before
        find_vector(n, a, CMPLX(re[k], im[k]), v, work);
        for (int i = 0; i < n; i++) vr[i + k * n] = creal(v[i]);
        for (int i = 0; im[k] > 0 && i < n; i++) vr[i + (k + 1) * n] = cimag(v[i]);
    }
}

void dgeev_(const char *jobvl, const char *jobvr, const int *size, double *a, const int *lda,
            double *re, double *im, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info, unsigned long l1, unsigned long l2)
{
    (void)jobvl, (void)lda, (void)vl, (void)ldvl, (void)ldvr, (void)work, (void)lwork;
    (void)l1, (void)l2;
    int n = *size;
    Arena *room = arena_open("eigenvalues");
    double *given = ARENA_COPY(room, double, a, n *n);
    double complex *h = ARENA_ARRAY(room, double complex, n *n + 1);
    to_hessenberg(n, a, room);
    for (int k = 0; k < n * n; k++) h[k] = a[k];
    *info = find_values(h, n) ? 0 : 1;
    for (int k = 0; k < n; k++) {
        re[k] = creal(h[k + k * n]);
        im[k] = cimag(h[k + k * n]);
    }
    pair_up(n, re, im);
    if (*jobvr == 'V' && !*info) find_vectors(n, given, re, im, vr, room);
    arena_close(room);
}
