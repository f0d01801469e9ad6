// step_matrix.h -- the matrices I - z J of implicit methods: analyze once, factor often, solve
// more often. Real z, for methods with one stage at a time; for coupled ones see step_pair.h.
//
// In this form the matrix tends to I when the step shrinks; z = h * (eigenvalue of the method).
// The rows of algebraic unknowns, the last ones, are -J without z: multiplied by the step as in
// [CK06, (8.78)] they would vanish with it and the matrix would become singular (8.79). Right
// sides are scaled the same way.
#ifndef RUN_LINEAR_STEP_MATRIX_H
#define RUN_LINEAR_STEP_MATRIX_H
#include "run/linear/factors.h"

typedef struct StepMatrix StepMatrix;

StepMatrix *step_matrix_open(Arena *out, const SparsePattern *pattern, int32_t n_algebraic,
                             bool is_sparse);
// False when the matrix is singular to working precision.
bool step_matrix_factor(StepMatrix *m, double z, const double *jacobian);
void step_matrix_solve(StepMatrix *m, double *b);   // b is overwritten by the solution
bool step_matrix_is_in_fronts(const StepMatrix *m); // how it was factored
void step_matrix_close(StepMatrix *m);              // NULL: nothing
// How matrices of that pattern, which has the diagonal, are factored.
const FactorsDesc *step_matrix_factors(const SparsePattern *pattern, bool is_sparse);
#endif
