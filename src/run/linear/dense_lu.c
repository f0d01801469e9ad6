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

// ---- Elimination ------------------------------------------------------------------------------
//
// Written once; for matrices of 2 to 6 unknowns, as those of most loops are, the compiler unrolls
// it: the same operations in the same order.

static ALWAYS_INLINE int pivot_row(int n, const double *column, int k)
{
    int best = k;
    UNROLLED
    for (int i = k + 1; i < n; i++)
        if (fabs(column[i]) > fabs(column[best])) best = i;
    return best;
}

static ALWAYS_INLINE void swap_rows(int n, double *a, int i, int k)
{
    UNROLLED
    for (int j = 0; j < n; j++) {
        double swap = a[i + j * n];
        a[i + j * n] = a[k + j * n];
        a[k + j * n] = swap;
    }
}

static ALWAYS_INLINE bool eliminate(int n, double *restrict a, int *restrict pivots)
{
    UNROLLED
    for (int k = 0; k < n; k++) {
        double *pivot_column = a + k * n;
        int best = pivot_row(n, pivot_column, k);
        pivots[k] = best + 1; // counted as LAPACK does
        if (!(fabs(pivot_column[best]) > 0) || !isfinite(pivot_column[best])) return false;
        if (best != k) swap_rows(n, a, k, best);
        double inverse = 1 / pivot_column[k];
        UNROLLED
        for (int i = k + 1; i < n; i++) pivot_column[i] *= inverse;
        UNROLLED
        for (int j = k + 1; j < n; j++) {
            double *column = a + j * n, factor = column[k];
            if (factor == 0) continue;
            UNROLLED
            for (int i = k + 1; i < n; i++) column[i] -= factor * pivot_column[i];
        }
    }
    return true;
}

static ALWAYS_INLINE void substitute(int n, const double *restrict lu, const int *restrict pivots,
                                     double *restrict b)
{
    UNROLLED
    for (int k = 0; k < n; k++) { // rows were swapped whole, so all swaps come first
        double swap = b[k];
        b[k] = b[pivots[k] - 1];
        b[pivots[k] - 1] = swap;
    }
    UNROLLED
    for (int k = 0; k < n; k++) {
        double known = b[k];
        UNROLLED
        for (int i = k + 1; i < n; i++) b[i] -= lu[i + k * n] * known;
    }
    UNROLLED
    for (int k = n - 1; k >= 0; k--) {
        double known = b[k] / lu[k + k * n];
        b[k] = known;
        UNROLLED
        for (int i = 0; i < k; i++) b[i] -= lu[i + k * n] * known;
    }
}

bool lu_factor(int n, double *a, int *pivots)
{
    int info;
    switch (n) {
    case 2: return eliminate(2, a, pivots);
    case 3: return eliminate(3, a, pivots);
    case 4: return eliminate(4, a, pivots);
    case 5: return eliminate(5, a, pivots);
    case 6: return eliminate(6, a, pivots);
    default: break;
    }
    if (n <= MOST_OWN) return eliminate(n, a, pivots);
    dgetrf_(&n, &n, a, &n, pivots, &info);
    return info == 0;
}

void lu_solve(int n, const double *lu, const int *pivots, double *b)
{
    int one = 1, info;
    switch (n) {
    case 2: substitute(2, lu, pivots, b); return;
    case 3: substitute(3, lu, pivots, b); return;
    case 4: substitute(4, lu, pivots, b); return;
    case 5: substitute(5, lu, pivots, b); return;
    case 6: substitute(6, lu, pivots, b); return;
    default: break;
    }
    if (n <= MOST_OWN)
        substitute(n, lu, pivots, b);
    else
        dgetrs_("N", &n, &one, lu, &n, pivots, b, &n, &info, 1);
}
