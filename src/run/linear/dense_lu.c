// Elimination with partial pivoting.
#include "run/linear/dense_lu.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

// LAPACK, as the Fortran library exports it.
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda,
             const int *pivots, double *b, const int *ldb, int *info, unsigned long trans_length);

// Present when the library is OpenBLAS. Where only a build with threads is installed, they cost
// more than they save on our sizes.
void openblas_set_num_threads(int n) __attribute__((weak));

// OpenBLAS takes a buffer of this size at its first large matrix, and where it gets none it asks
// again for ever (blas_memory_alloc).
static const size_t buffer_size = (size_t)128 << 20;

void lu_get_ready(int n)
{
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    if (n <= MOST_OWN) return;
    void *volatile room = malloc(buffer_size); // volatile: or it is optimized away
    if (!room) memory_give_up(buffer_size);
    free(room);
}

static int pivot_row(int n, const double *column, int k)
{
    int best = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(column[i]) > fabs(column[best])) best = i;
    return best;
}

static bool eliminate(int n, double *a, int *pivots)
{
    for (int k = 0; k < n; k++) {
        double *pivot_column = a + k * n;
        int best = pivot_row(n, pivot_column, k);
        pivots[k] = best + 1; // counted as LAPACK does
        if (!(fabs(pivot_column[best]) > 0) || !isfinite(pivot_column[best])) return false;
        for (int j = 0; best != k && j < n; j++) {
            double swap = a[k + j * n];
            a[k + j * n] = a[best + j * n];
            a[best + j * n] = swap;
        }
        double inverse = 1 / pivot_column[k];
        for (int i = k + 1; i < n; i++) pivot_column[i] *= inverse;
        for (int j = k + 1; j < n; j++) {
            double *column = a + j * n, factor = column[k];
            if (factor == 0) continue;
            for (int i = k + 1; i < n; i++) column[i] -= factor * pivot_column[i];
        }
    }
    return true;
}

bool lu_factor(int n, double *a, int *pivots)
{
    if (n <= MOST_OWN) return eliminate(n, a, pivots);
    int info;
    dgetrf_(&n, &n, a, &n, pivots, &info);
    return info == 0;
}

static void substitute(int n, const double *lu, const int *pivots, double *b)
{
    for (int k = 0; k < n; k++) { // rows were swapped whole, so all swaps come first
        double swap = b[k];
        b[k] = b[pivots[k] - 1];
        b[pivots[k] - 1] = swap;
    }
    for (int k = 0; k < n; k++) {
        double known = b[k];
        for (int i = k + 1; i < n; i++) b[i] -= lu[i + k * n] * known;
    }
    for (int k = n - 1; k >= 0; k--) {
        double known = b[k] / lu[k + k * n];
        b[k] = known;
        for (int i = 0; i < k; i++) b[i] -= lu[i + k * n] * known;
    }
}

void lu_solve(int n, const double *lu, const int *pivots, double *b)
{
    int one = 1, info;
    if (n <= MOST_OWN)
        substitute(n, lu, pivots, b);
    else
        dgetrs_("N", &n, &one, lu, &n, pivots, b, &n, &info, 1);
}
