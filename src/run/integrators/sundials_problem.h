// sundials_problem.h -- an InitialValueProblem in the data types of SUNDIALS: what both adapters
// need.
//
// The problem is the first member of an adapter's struct Integrator, so that the functions at the
// end can stand in its descriptor as they are.
#ifndef RUN_SUNDIALS_PROBLEM_H
#define RUN_SUNDIALS_PROBLEM_H
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>

#include "run/integrators/newton.h"

// What both solvers offer under names of their own.
typedef struct SundialsCalls {
    int (*steps)(void *memory, long *n), (*evaluations)(void *memory, long *n);
    int (*iterations)(void *memory, long *n), (*failures)(void *memory, long *n);
    int (*last_step)(void *memory, double *h);
    int (*interpolate)(void *memory, double t, int derivative, N_Vector x);
    int (*errors)(void *memory, N_Vector e), (*weights)(void *memory, N_Vector w);
    // Their matrix is scale (I - z df/dx): z of the last step.
    double (*matrix)(void *memory, double *scale);
} SundialsCalls;

typedef struct SundialsProblem {
    InitialValueProblem problem;
    const SundialsCalls *calls;
    void *memory; // of the solver
    double t;
    bool is_started;
    SUNContext context;
    N_Vector x, dx, solved;
    N_Vector errors, weights; // asked for
    N_Vector view;            // over a caller's array
    SUNMatrix matrix;         // dense, or sparse for KLU
    SUNLinearSolver solver;
    Newton *newton;         // df/dx, and the derivatives at the start; no matrices of ours
    DiagonalPattern united; // sparse: the pattern of the matrix
    bool is_sparse, is_fatal;
    int n_vanishing;         // steps in a row that time hardly sees
    bool has_stepped;        // since it has begun anew
    IntegratorCounts before; // of runs before the last restart
    IntegratorCounts extra;  // evaluations made here, which the solver does not count
} SundialsProblem;

// The adapter belongs to `out` already, and closes what there is.
void sundials_open(SundialsProblem *s, Arena *out, const InitialValueProblem *problem,
                   const SundialsCalls *calls);
void sundials_close(SundialsProblem *s);
// The present point is (t, x) now; before the solver is told so: it counts from its last start.
void sundials_move_to(SundialsProblem *s, double t, const double *x);
// f with the return value the solvers expect: 0, 1 recoverable, -1 fatal.
int sundials_weights(N_Vector x, N_Vector weight, void *user); // of errors
int sundials_derivatives(SundialsProblem *s, double t, const double *x, double *dx);
// shift * M + factor * df/dx into `matrix`, where M is 1 on the diagonal except for algebraic
// unknowns; the same return value.
int sundials_fill(SundialsProblem *s, double t, const double *x, double shift, double factor,
                  SUNMatrix matrix);
// After a step that the solver took: whether it still gets on.
StepOutcome sundials_step_done(SundialsProblem *s);
void sundials_quiet(int code, const char *module, const char *function, char *text, void *user);

// ---- For the descriptor ----
void sundials_interpolate(Integrator *in, double t, double *x);
double sundials_last_step(const Integrator *in);
IntegratorCounts sundials_counts(const Integrator *in);
int32_t sundials_worst_state(Integrator *in);
double sundials_resolve(Integrator *in, double *v);
void sundials_local_error(const Integrator *in, double *e);
#endif
