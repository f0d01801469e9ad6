// dense_pair.h -- LU factors of a small complex matrix and a real one at once, full, by columns, in
// lanes. They have the same pivots: the matrices are I - z J with the same J and a z of similar
// size.
#ifndef RUN_LINEAR_DENSE_PAIR_H
#define RUN_LINEAR_DENSE_PAIR_H
#include <stdbool.h>

#include "run/linear/dense_lu.h"
#include "run/linear/lanes.h"

// False: one of both is singular, or no pivot is good for both.
bool pair_factor(int n, double *a, int *pivots); // in place
// b is overwritten by the solution; in the second it is real, and the matrix the real one.
void pair_solve(int n, const double *lu, const int *pivots, double *b);
void pair_solve_real(int n, const double *lu, const int *pivots, double *b);

// As pair_solve, for those who go on with what it gives.
static ALWAYS_INLINE void pair_substitute(int n, const double *lu, const int *pivots, double *b)
{
    UNROLLED
    for (int k = 0; k < n; k++) { // rows were swapped whole, so all swaps come first
        Four swap = FOUR_AT(b, FOUR * k);
        FOUR_INTO(b, FOUR * k) = FOUR_AT(b, FOUR * pivots[k]);
        FOUR_INTO(b, FOUR * pivots[k]) = swap;
    }
    UNROLLED
    for (int k = 0; k < n; k++) {
        const double *own = lu + FOUR * k * n;
        Multiplier known = multiplier_of(FOUR_AT(b, FOUR * k));
        UNROLLED
        for (int i = k + 1; i < n; i++)
            FOUR_INTO(b, FOUR * i) -= lanes_product(known, FOUR_AT(own, FOUR * i));
    }
    UNROLLED
    for (int k = n - 1; k >= 0; k--) {
        const double *own = lu + FOUR * k * n;
        Four value = lanes_product(multiplier_of(FOUR_AT(own, FOUR * k)), FOUR_AT(b, FOUR * k));
        Multiplier known = multiplier_of(value);
        FOUR_INTO(b, FOUR * k) = value;
        UNROLLED
        for (int i = 0; i < k; i++)
            FOUR_INTO(b, FOUR * i) -= lanes_product(known, FOUR_AT(own, FOUR * i));
    }
}
#endif
