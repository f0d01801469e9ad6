// step_pair.h -- the two matrices of coupled stages, I - z J and I - w J with a complex z and a
// real w: see step_matrix.h, also for the rows of algebraic unknowns.
#ifndef RUN_LINEAR_STEP_PAIR_H
#define RUN_LINEAR_STEP_PAIR_H
#include "run/linear/factors.h"
#include "run/linear/lanes.h"

typedef struct StepPair StepPair;

StepPair *step_pair_open(Arena *out, const SparsePattern *pattern, int32_t n_algebraic,
                         bool is_sparse);
// False when one of them is singular to working precision.
bool step_pair_factor(StepPair *p, double complex z, double w, const double *jacobian);
void step_pair_solve(StepPair *p, double *b);      // both; b in lanes is overwritten
void step_pair_solve_real(StepPair *p, double *b); // the second alone
// The factors where they are those of dense_pair.h from the beginning, in the same place always;
// NULL: they are others.
const double *step_pair_full(const StepPair *p, const int **pivots);
int step_pair_in_fronts(const StepPair *p); // how many of them were factored so
void step_pair_close(StepPair *p);          // NULL: nothing
#endif
