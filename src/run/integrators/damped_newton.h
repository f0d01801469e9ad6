// damped_newton.h -- Newton's iteration for steps on which the simplified one fails: df/dx is made
// again where the equations bend, and corrections that lead too far are shortened.
#ifndef RUN_INTEGRATOR_DAMPED_NEWTON_H
#define RUN_INTEGRATOR_DAMPED_NEWTON_H
#include "run/loops/newton_kernel.h"

// The equations of a step at an iterate that the client keeps.
typedef struct DampedEquations {
    ModelOutcome (*correction)(void *client, double *v); // by the factors there are
    ModelOutcome (*renew)(void *client); // df/dx and factors at the last correction's iterate
    void (*move)(void *client, const double *v, double by);
    double (*norm)(void *client, const double *v); // in tolerances
} DampedEquations;

// From the iterate on which the last df/dx was made. `v` and `trial` have room for a correction;
// `enough`: corrections below end it. The rate of the last turn goes into `rate`.
NewtonEnd newton_solve_damped(const DampedEquations *equations, void *client, double *v,
                              double *trial, double enough, double *rate);

// Whether it is worth a try: in most models it is never needed, and in some never helps.
typedef struct DampedRecord {
    int credit, refused;
} DampedRecord;
DampedRecord damped_record(void);
bool damping_pays(DampedRecord *r);
void damping_ended(DampedRecord *r, NewtonEnd end);
#endif
