#include "run/linear/dense_pair.h"

#include "run/linear/dense_lu.h"

// The product of what the pivots of both matrices have of the largest in their columns.
static const double least_product = 1e-12;

#define AT(a, i) FOUR_AT(a, FOUR *(i))
#define INTO(a, i) FOUR_INTO(a, FOUR *(i))

// The row whose pivots are large in both; -1: there is none.
static ALWAYS_INLINE int pivot_row(int n, const double *column, int k)
{
    int best = -1;
    double largest = 0, pair = 0, real = 0;
    UNROLLED
    for (int i = k; i < n; i++) {
        const double *a = column + FOUR * i;
        double of_pair = fabs(a[0]) + fabs(a[1]), of_real = fabs(a[REAL_LANE]);
        double product = of_pair * of_real;
        pair = of_pair > pair ? of_pair : pair;
        real = of_real > real ? of_real : real;
        if (product > largest) best = i, largest = product;
    }
    return isfinite(largest) && largest >= least_product * pair * real ? best : -1;
}

static ALWAYS_INLINE void swap_rows(int n, double *a, int i, int k)
{
    UNROLLED
    for (int j = 0; j < n; j++) {
        double *column = a + FOUR * j * n;
        Four swap = AT(column, i);
        INTO(column, i) = AT(column, k);
        INTO(column, k) = swap;
    }
}

static ALWAYS_INLINE bool eliminate(int n, double *a, int *pivots)
{
    UNROLLED
    for (int k = 0; k < n; k++) {
        double *own = a + FOUR * k * n;
        int best = pivot_row(n, own, k);
        if (best < 0) return false;
        pivots[k] = best;
        if (best != k) swap_rows(n, a, k, best);
        Four inverse = lanes_inverse(AT(own, k)); // the pivot is kept so
        Multiplier pivot = multiplier_of(inverse);
        INTO(own, k) = inverse;
        UNROLLED
        for (int i = k + 1; i < n; i++) INTO(own, i) = lanes_product(pivot, AT(own, i));
        UNROLLED
        for (int j = k + 1; j < n; j++) {
            double *column = a + FOUR * j * n;
            Multiplier factor = multiplier_of(AT(column, k));
            UNROLLED
            for (int i = k + 1; i < n; i++) INTO(column, i) -= lanes_product(factor, AT(own, i));
        }
    }
    return true;
}

static ALWAYS_INLINE void substitute_real(int n, const double *lu, const int *pivots, double *b)
{
    lu += REAL_LANE;
    UNROLLED
    for (int k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swap;
    }
    UNROLLED
    for (int k = 0; k < n; k++) {
        const double *own = lu + FOUR * k * n;
        UNROLLED
        for (int i = k + 1; i < n; i++) b[i] -= own[FOUR * i] * b[k];
    }
    UNROLLED
    for (int k = n - 1; k >= 0; k--) {
        const double *own = lu + FOUR * k * n;
        b[k] *= own[FOUR * k];
        UNROLLED
        for (int i = 0; i < k; i++) b[i] -= own[FOUR * i] * b[k];
    }
}

// Straight code for the smallest.
static WIDE bool factor_wide(int n, double *a, int *pivots)
{
    switch (n) {
    case 1: return eliminate(1, a, pivots);
    case 2: return eliminate(2, a, pivots);
    case 3: return eliminate(3, a, pivots);
    case 4: return eliminate(4, a, pivots);
    default: return eliminate(n, a, pivots);
    }
}

static WIDE void solve_wide(int n, const double *lu, const int *pivots, double *b)
{
    switch (n) {
    case 1: pair_substitute(1, lu, pivots, b); return;
    case 2: pair_substitute(2, lu, pivots, b); return;
    case 3: pair_substitute(3, lu, pivots, b); return;
    case 4: pair_substitute(4, lu, pivots, b); return;
    default: pair_substitute(n, lu, pivots, b); return;
    }
}

bool pair_factor(int n, double *a, int *pivots)
{
    return factor_wide(n, a, pivots);
}

void pair_solve(int n, const double *lu, const int *pivots, double *b)
{
    solve_wide(n, lu, pivots, b);
}

void pair_solve_real(int n, const double *lu, const int *pivots, double *b)
{
    switch (n) {
    case 1: substitute_real(1, lu, pivots, b); return;
    case 2: substitute_real(2, lu, pivots, b); return;
    case 3: substitute_real(3, lu, pivots, b); return;
    case 4: substitute_real(4, lu, pivots, b); return;
    default: substitute_real(n, lu, pivots, b); return;
    }
}
