// step_newton.h -- the loops of an inlined step, solved as exactly as the integrator needs it.
#ifndef RUN_LOOPS_STEP_NEWTON_H
#define RUN_LOOPS_STEP_NEWTON_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct StepAccuracy { // of the step at work
    double step;              // h of the formula
    const double *weight;     // by state, of the integrator's norm; NULL: nothing is integrated
    double tolerance;         // in units of which the weights measure
    double enough;            // changes of the states below this end the iteration
    double acceptable;        // and below this when rounding in long chains allows no better
    bool is_local;            // another guess or a shorter step follows a failure: that is enough
} StepAccuracy;

typedef struct StepNewtonProblem {
    void *client;
    const Model *model;
    const BlockInfo *info;
    // MODEL_RETRY: cannot be evaluated at x.
    ModelOutcome (*residual)(void *client, const double *x, double *r);
    // Makes factors of the Jacobian where `residual` was called last; MODEL_RETRY: singular.
    ModelOutcome (*factor)(void *client, const double *x, const double *r);
    void (*solve)(void *client, double *b); // with these factors; b is overwritten
    const double *scale, *low, *high;       // sizes and bounds of the unknowns
} StepNewtonProblem;

typedef struct StepNewton StepNewton;

StepNewton *step_newton_open(Arena *out, const StepNewtonProblem *problem);
// From the guess x to a solution; `residual` was called last at the x returned. MODEL_RETRY: it
// does not converge from there, x is unchanged.
ModelOutcome step_newton_solve(StepNewton *s, double *x, const StepAccuracy *accuracy);
void step_newton_forget(StepNewton *s); // factors
int64_t step_newton_iterations(const StepNewton *s);
#endif
