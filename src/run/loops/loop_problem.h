// loop_problem.h -- an algebraic loop as one problem F(x) = 0: residuals, Jacobian with its
// pattern, sizes and bounds of the unknowns. Made in one place from the model's BlockInfo.
#ifndef RUN_LOOPS_LOOP_PROBLEM_H
#define RUN_LOOPS_LOOP_PROBLEM_H
#include "abi/model.h"
#include "base/arena.h"
#include "run/linear/sparse_pattern.h"
#include "run/start_trace.h"

typedef struct StepAccuracy { // of the inlined step at work
    double step;              // h of the formula
    const double *weight;     // by state, of the integrator's norm; NULL: nothing is integrated
    double tolerance;         // in units of which the weights measure
    double enough;            // changes of the states below this end the iteration
    double acceptable;        // and below this when rounding in long chains allows no better
    bool is_local;            // another guess or a shorter step follows a failure: that is enough
} StepAccuracy;

typedef struct LoopProblem {
    Model *model;
    const BlockInfo *info;
    int32_t n;             // unknowns, and equations
    int32_t n_rows;        // with the invariants behind them
    SparsePattern pattern; // of the Jacobian; rows up to n_rows
    const StepAccuracy *accuracy;
    double *scale, *low, *high;        // sizes of the unknowns, positive; bounds, infinite without
    bool is_bare;                      // these are 1 and infinite, all of them
    double *size;                      // the same where they are now; of a singular loop
    StartTrace *trace;                 // of the start; NULL: nobody asks
    const char *begins_at;             // where, in words; NULL: at its guess
    bool is_brief;                     // one attempt of many: without the slower ways
    bool stays_near;                   // to its guess, which lies on the branch that is meant
    bool follows;                      // the discrete unknowns are what each point asks for
    bool is_unbounded;                 // its solution lies outside the declared limits
    double *trial, *moved, *quotients; // of difference quotients; NULL: not needed
    double *sound;                     // residuals up to these were sound when that was looked at
    int unmeasured;                    // solves since then
} LoopProblem;

// `accuracy` is looked at whenever a loop of an inlined step is solved.
LoopProblem *loop_problem_open(Arena *out, Model *model, int32_t block,
                               const StepAccuracy *accuracy);
void loop_get_unknowns(const LoopProblem *p, double *x);
void loop_set_unknowns(LoopProblem *p, const double *x);
// Sizes and bounds as they are now; a guess outside the bounds is moved inside.
void loop_measure(LoopProblem *p, double *x);
// MODEL_RETRY: F cannot be evaluated at x.
ModelOutcome loop_residual(LoopProblem *p, const double *x, double *r);
// dF/dx, the entries of the pattern, valid until the next call; `x` is where the residual was
// computed last, with the result `r`.
ModelOutcome loop_jacobian(LoopProblem *p, const double *x, const double *r, const double **values);
// A method has come to an end with the residuals r, at the start: noted where somebody asks.
void loop_note(const LoopProblem *p, const char *method, int64_t iterations, double before,
               const double *r, ModelOutcome outcome);
double loop_largest(const LoopProblem *p, const double *r); // of residuals
// The largest part of its terms that a residual of r, computed last, has where that is more than
// rounding: the chains of assignments have spoiled the values. 0: they have not.
double loop_spoiled_part(LoopProblem *p, const double *r);
// The largest part of a change at x, in units of the unknown or of its size. NaN comes through.
double loop_size_of(const LoopProblem *p, const double *x, const double *change);
#endif
