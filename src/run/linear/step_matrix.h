// step_matrix.h -- the matrices I - z J of implicit methods: analyze once, factor often, solve
// more often. Real z for one-stage methods, complex z for coupled stages.
//
// In this form the matrix tends to I when the step shrinks; z = h * (eigenvalue of the method).
// The rows of algebraic unknowns, the last ones, are -J without z: multiplied by the step as in
// [CK06, (8.78)] they would vanish with it and the matrix would become singular (8.79). Right
// sides are scaled the same way.
#ifndef RUN_LINEAR_STEP_MATRIX_H
#define RUN_LINEAR_STEP_MATRIX_H
#include "run/linear/factors.h"

typedef struct StepMatrix StepMatrix;

typedef struct StepMatrixKind {
    bool is_sparse;
    bool is_complex; // which of the two solves will be called
} StepMatrixKind;
StepMatrix *step_matrix_open(Arena *out, const SparsePattern *pattern, int32_t n_algebraic,
                             StepMatrixKind kind);
// False when the matrix is singular to working precision.
bool step_matrix_factor(StepMatrix *m, double complex z, const double *jacobian);
void step_matrix_solve_real(StepMatrix *m, double *b); // b is overwritten by the solution
void step_matrix_solve_complex(StepMatrix *m, double complex *b);
bool step_matrix_is_in_fronts(const StepMatrix *m); // how it was factored
void step_matrix_close(StepMatrix *m);              // NULL: nothing
#endif
