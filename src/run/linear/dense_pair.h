// dense_pair.h -- LU factors of a small complex matrix and a real one at once, full, by columns, in
// lanes. They have the same pivots: the matrices are I - z J with the same J and a z of similar
// size.
#ifndef RUN_LINEAR_DENSE_PAIR_H
#define RUN_LINEAR_DENSE_PAIR_H
#include <stdbool.h>

#include "run/linear/lanes.h"

// False: one of both is singular, or no pivot is good for both.
bool pair_factor(int n, double *a, int *pivots); // in place
// b is overwritten by the solution; in the second it is real, and the matrix the real one.
void pair_solve(int n, const double *lu, const int *pivots, double *b);
void pair_solve_real(int n, const double *lu, const int *pivots, double *b);
#endif
