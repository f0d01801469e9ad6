// newton.h -- the simplified Newton iteration that all implicit methods share.
//
// A method brings the eigenvalues of its coefficient matrix; this keeps df/dx and the factors
// of I - h * eigenvalue * df/dx, decides when they are made again, and judges convergence.
#ifndef RUN_INTEGRATOR_NEWTON_H
#define RUN_INTEGRATOR_NEWTON_H
#include <complex.h>

#include "run/forms/ode_jacobian.h"
#include "run/linear/step_pair.h"
#include "run/loops/newton_kernel.h"
#include "run/loops/quasi_newton.h"

// Of the coefficients of a method: one stage at a time has a real one, coupled stages a complex one
// with its conjugate, too; 0: none.
typedef struct Eigenvalues {
    double real;
    double complex pair;
} Eigenvalues;

typedef struct Newton {
    const InitialValueProblem *problem;
    IntegratorCounts *counts;
    Jacobian *jacobian;
    Eigenvalues eigenvalues;
    StepMatrix *matrix; // of a real one alone
    StepPair *pair;     // of both
    double factored_h;  // 0: no factors
    bool has_jacobian, jacobian_is_fresh;
    // Set by the method after opening if the usual values do not suit it:
    double keep_rate;        // df/dx is kept while the iteration contracts at least this well
    double keep_change;      // factors are kept while h changes by at most this part
    Convergence convergence; // corrections in units of the tolerance
    // Where algebraic equations bend, and the method can say what newton.c asks for then:
    bool is_bent;
    bool renews;             // the next correction asks for the df/dx of its place
    int renewed;             // so often in this iteration
    QuasiNewton corrections; // with the df/dx at hand
    // Of problems with algebraic unknowns: the matrix with the others held, see newton_hold.
    StepMatrix *held;
    bool held_is_factored;
    double *held_values, *correction, *trial;
} Newton;

Newton *newton_open(Arena *out, const InitialValueProblem *problem, Eigenvalues eigenvalues,
                    IntegratorCounts *counts);
// The method works at a larger tolerance than its error has: `part` of it. What the iteration
// leaves goes into the error.
void newton_tighten(Newton *nw, double part);
void newton_close(Newton *nw);
void newton_forget(Newton *nw); // everything is made anew
// After an event: forgets, and gives the derivatives of all unknowns at (t, x), which satisfies the
// algebraic equations: f, and z' where 0 = f(t, x, z), from its derivative along the solution.
ModelOutcome newton_start(Newton *nw, double t, const double *x, double *dx);
// df/dx and factors for a step h from (t, x), dx = f(t, x) or NULL. MODEL_RETRY: a smaller step may
// help.
ModelOutcome newton_prepare(Newton *nw, double t, const double *x, const double *dx, double h);
// The equations of a step or stage, as the method has them.
typedef struct StepEquations {
    ModelOutcome (*correct)(void *client, int k); // the correction of turn k, by the factors
    double (*move)(void *client);                 // adds it; its norm
    // For algebraic equations that bend, of the correction before it is added:
    double *(*correction)(void *client);
    const double *(*weight)(void *client); // of its components in the norm
    double (*size)(void *client);
    double (*size_in_loops)(void *client); // of algebraic unknowns, in their units: the largest
} StepEquations;
// Within the iteration, at its present point, where `renews` asks for it.
ModelOutcome newton_renew(Newton *nw, double t, const double *x, const double *dx, double h);
NewtonEnd newton_solve_step(Newton *nw, const StepEquations *equations, void *client);
// After divergence: true when a fresh df/dx may help at the same step.
bool newton_refresh(Newton *nw);
// The second iteration of [CK06, (8.28b)]: the unknowns with a derivative are held, the algebraic
// ones solved again from where they are; dx is then f there. One evaluation in ODE form, usually
// one in DAE form, too. False: not converged.
bool newton_hold(Newton *nw, double t, double *x, double *dx, const double *weight);
void newton_solve_real(Newton *nw, double *v); // by the factors for the real eigenvalue
// v := (I - z df/dx)^-1 v with a real matrix that has factors, for any z; z, or 0 without one.
double newton_resolve(Newton *nw, double *v);
// After an accepted step: df/dx is kept for the next one when convergence was fast.
void newton_step_accepted(Newton *nw);
#endif
