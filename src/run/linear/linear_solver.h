// linear_solver.h -- dense linear systems: factor, solve, and what to do when singular.
#ifndef RUN_LINEAR_SOLVER_H
#define RUN_LINEAR_SOLVER_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct DenseSolver DenseSolver;

DenseSolver *dense_open(Arena *out, int32_t n);
// A by columns, n * n; copied. Rows and columns are equilibrated. False: singular to working
// precision (dense_least_change still works).
bool dense_factor(DenseSolver *d, const double *a);
// Solves A x = b with one step of iterative refinement: relations that hold with equality (clutches
// that stick) shall hold to the last bit where they can. b is overwritten by x.
void dense_solve(DenseSolver *d, double *b);
// The same without refinement, for iterations that correct themselves.
void dense_substitute(DenseSolver *d, double *b);
// Rank-revealing: the smallest x with A x = b in the least-squares sense, b overwritten;
// returns the size of the residual relative to b.
double dense_least_change(DenseSolver *d, double *b);
// After dense_least_change: an unknown that the others leave undetermined; -1: none.
int32_t dense_undetermined(const DenseSolver *d);
#endif
