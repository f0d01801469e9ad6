// dense_lu.h -- LU factors of a dense matrix, by columns, as LAPACK lays them out. Small ones are
// eliminated here: the calls of LAPACK would cost more than the arithmetic.
#ifndef RUN_LINEAR_DENSE_LU_H
#define RUN_LINEAR_DENSE_LU_H
#include <stdbool.h>

#include "run/point/fours.h"

enum { MOST_OWN = 40 }; // unknowns of a small matrix

// Before the first of them of up to n unknowns: no threads, and memory for what LAPACK keeps.
void lu_get_ready(int n);
bool lu_factor(int n, double *a, int *pivots); // in place; false: a pivot is 0 or not finite
void lu_solve(int n, const double *lu, const int *pivots, double *b); // in place
#endif
