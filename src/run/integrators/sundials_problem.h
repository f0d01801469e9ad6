// sundials_problem.h -- an OdeProblem in the data types of SUNDIALS: what both adapters need.
#ifndef RUN_SUNDIALS_PROBLEM_H
#define RUN_SUNDIALS_PROBLEM_H
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>

#include "run/jacobian.h"

typedef struct SundialsProblem {
    OdeProblem problem;
    SUNContext context;
    N_Vector x, dx, tolerances, view; // view: over a caller's array
    SUNMatrix matrix;                 // dense, or sparse for KLU
    SUNLinearSolver solver;
    Jacobian *jacobian;
    DiagonalPattern united; // sparse: the pattern of the matrix
    bool is_sparse, is_fatal;
    IntegratorCounts extra; // evaluations made here, which the solver does not count
} SundialsProblem;

bool sundials_open(SundialsProblem *s, Arena *out, const OdeProblem *problem);
void sundials_close(SundialsProblem *s);
// f with the return value the solvers expect: 0, 1 recoverable, -1 fatal.
int sundials_derivatives(SundialsProblem *s, double t, const double *x, double *dx);
// shift * I + factor * df/dx into `matrix`; the same return value.
int sundials_fill(SundialsProblem *s, double t, const double *x, double shift, double factor,
                  SUNMatrix matrix);
// The state that contributes most to the weighted error; -1: none.
int32_t sundials_worst(const SundialsProblem *s, N_Vector errors, N_Vector weights);
void sundials_quiet(int code, const char *module, const char *function, char *text, void *user);
#endif
