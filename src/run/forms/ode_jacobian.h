// ode_jacobian.h -- df/dx of an InitialValueProblem: from the model when it has one, else by
// differences.
#ifndef RUN_FORMS_ODE_JACOBIAN_H
#define RUN_FORMS_ODE_JACOBIAN_H
#include "run/integrators/integrator.h"
#include "run/linear/step_matrix.h"

typedef struct Jacobian Jacobian;

// False: without a pattern the matrix is full, and n * n entries cannot be numbered.
bool jacobian_fits(const InitialValueProblem *problem);
Jacobian *jacobian_open(Arena *out, const InitialValueProblem *problem);
const SparsePattern *jacobian_pattern(const Jacobian *j); // full when the problem gives none
const double *jacobian_values(const Jacobian *j);         // of the last evaluation
void jacobian_multiply(Jacobian *j, const double *v, double *product); // df/dx v
// At (t, x) with dx = f(t, x), exactly that; NULL: evaluated here. Counts into `counts`.
ModelOutcome jacobian_evaluate(Jacobian *j, double t, const double *x, const double *dx,
                               IntegratorCounts *counts);
#endif
