// nonlinear.h -- small dense nonlinear systems F(x) = 0.
#ifndef RUN_LOOPS_NONLINEAR_H
#define RUN_LOOPS_NONLINEAR_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct NonlinearProblem {
    void *client;
    int32_t n;
    // MODEL_RETRY: F cannot be evaluated at x.
    ModelOutcome (*residual)(void *client, const double *x, double *r);
    // dF/dx by columns; `x` is where `residual` was called last, with the result `r`.
    ModelOutcome (*matrix)(void *client, const double *x, const double *r, double *matrix);
    const double *scale;      // size of the unknowns, positive
    const double *low, *high; // bounds for trial values, infinite where there are none
} NonlinearProblem;

typedef struct NonlinearSolver NonlinearSolver;

NonlinearSolver *nonlinear_open(Arena *out, const NonlinearProblem *problem);
// From the guess x to a solution; `residual` was called last at the x returned. `far` allows the
// slower methods that also work far from the solution: at events and at the start.
ModelOutcome nonlinear_solve(NonlinearSolver *s, double *x, bool far);
// The next solve is somewhere else: factors at hand are of no use there.
void nonlinear_forget(NonlinearSolver *s);
int64_t nonlinear_iterations(const NonlinearSolver *s);
bool nonlinear_was_singular(const NonlinearSolver *s);
int32_t nonlinear_undetermined(const NonlinearSolver *s); // an unknown; -1: none
#endif
