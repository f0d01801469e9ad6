// Dense I - z J, real or complex.
#include <math.h>
#include <string.h>

#include "run/linear/dense_lu.h"
#include "run/linear/step_matrix.h"

// LAPACK, as the Fortran library exports it.
void zgetrf_(const int *m, const int *n, double complex *a, const int *lda, int *pivots, int *info);
void zgetrs_(const char *trans, const int *n, const int *nrhs, const double complex *a,
             const int *lda, const int *pivots, double complex *b, const int *ldb, int *info,
             unsigned long trans_length);

typedef struct DenseFactors {
    int n;
    double *real; // by columns; the complex parts lie apart: products vectorize
    double *imaginary;
    double complex *interleaved; // for LAPACK
    int *pivots;
} DenseFactors;

static bool is_own(const DenseFactors *f)
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

static bool eliminate_complex(DenseFactors *f)
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
static void subtract_column(const DenseFactors *f, double complex *b, int k, int from, int to)
{
    const double *re = f->real + k * f->n, *im = f->imaginary + k * f->n;
    double p = creal(b[k]), q = cimag(b[k]);
    double *out = (double *)b;
    for (int i = from; i < to; i++) {
        out[2 * i] -= p * re[i] - q * im[i];
        out[2 * i + 1] -= p * im[i] + q * re[i];
    }
}

static void substitute_complex(const DenseFactors *f, double complex *b)
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
        double square = re * re + im * im, p = creal(b[k]), q = cimag(b[k]);
        b[k] = CMPLX((p * re + q * im) / square, (q * re - p * im) / square);
        subtract_column(f, b, k, 0, k);
    }
}

// ---- The back end ---------------------------------------------------------------------------

static bool factor_real(StepMatrix *m, double z, const double *jacobian)
{
    DenseFactors *f = m->factors;
    const SparsePattern *p = &m->pattern;
    int n = f->n;
    memset(f->real, 0, (size_t)n * (size_t)n * sizeof *f->real);
    for (int j = 0; j < n; j++) {
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            int32_t row = p->row_index[k];
            f->real[row + j * n] = row < m->n_differential ? -z * jacobian[k] : -jacobian[k];
        }
        if (j < m->n_differential) f->real[j + j * n] += 1;
    }
    return lu_factor(n, f->real, f->pivots);
}

static bool factor_complex(StepMatrix *m, double complex z, const double *jacobian)
{
    DenseFactors *f = m->factors;
    const SparsePattern *p = &m->pattern;
    int n = f->n, info = 0;
    size_t bytes = (size_t)n * (size_t)n * sizeof(double);
    if (is_own(f)) {
        memset(f->real, 0, bytes);
        memset(f->imaginary, 0, bytes);
    } else {
        memset(f->interleaved, 0, 2 * bytes);
    }
    for (int j = 0; j < n; j++) {
        for (int32_t k = p->column_start[j]; k < p->column_start[j + 1]; k++) {
            int at = p->row_index[k] + j * n;
            double complex factor = p->row_index[k] < m->n_differential ? z : 1;
            if (is_own(f)) {
                f->real[at] = -creal(factor) * jacobian[k];
                f->imaginary[at] = -cimag(factor) * jacobian[k];
            } else {
                f->interleaved[at] = -factor * jacobian[k];
            }
        }
        if (j >= m->n_differential) continue;
        if (is_own(f))
            f->real[j + j * n] += 1;
        else
            f->interleaved[j + j * n] += 1;
    }
    if (is_own(f)) return eliminate_complex(f);
    zgetrf_(&n, &n, f->interleaved, &n, f->pivots, &info);
    return info == 0;
}

static bool dense_factor_step(StepMatrix *m, double complex z, const double *jacobian)
{
    return m->is_complex ? factor_complex(m, z, jacobian) : factor_real(m, creal(z), jacobian);
}

static void dense_solve_real(StepMatrix *m, double *b)
{
    const DenseFactors *f = m->factors;
    lu_solve(f->n, f->real, f->pivots, b);
}

static void dense_solve_complex(StepMatrix *m, double complex *b)
{
    DenseFactors *f = m->factors;
    int n = f->n, one = 1, info;
    if (is_own(f))
        substitute_complex(f, b);
    else
        zgetrs_("N", &n, &one, f->interleaved, &n, f->pivots, b, &n, &info, 1);
}

static void dense_close(StepMatrix *m)
{
    (void)m; // everything lives in the arena
}

static const StepMatrixKind dense_kind = {"lapack", dense_factor_step, dense_solve_real,
                                          dense_solve_complex, dense_close};

void dense_step_matrix_open(Arena *out, StepMatrix *m)
{
    DenseFactors *f = ARENA_NEW(out, DenseFactors);
    f->n = m->pattern.n;
    size_t nn = (size_t)f->n * (size_t)f->n;
    if (!m->is_complex || is_own(f)) f->real = ARENA_ARRAY(out, double, nn);
    if (m->is_complex && is_own(f)) f->imaginary = ARENA_ARRAY(out, double, nn);
    if (m->is_complex && !is_own(f)) f->interleaved = ARENA_ARRAY(out, double complex, nn);
    f->pivots = ARENA_ARRAY(out, int, f->n);
    m->factors = f;
    m->kind = &dense_kind;
}
