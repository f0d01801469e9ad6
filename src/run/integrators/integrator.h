// integrator.h -- what every integrator must offer.
#ifndef RUN_INTEGRATOR_H
#define RUN_INTEGRATOR_H
#include <stdbool.h>
#include <stdint.h>

#include "abi/model.h"
#include "base/arena.h"

// When the iteration for an inlined formula ends: with changes of the states whose weighted norm is
// below `enough`.
typedef struct StageAccuracy {
    const double *weight;
    double enough;
} StageAccuracy;

// x' = f(t, x) with what is known about f. In DAE form the last n_algebraic unknowns have no
// derivative, and their rows of f are residuals: 0 = f_i(t, x), of index 1. The callbacks return a
// ModelOutcome; what they give with MODEL_OK is finite.
typedef struct InitialValueProblem {
    void *client;
    int32_t n, n_algebraic;
    bool is_bent; // the algebraic equations are not linear in the algebraic unknowns
    ModelOutcome (*derivatives)(void *client, double t, const double *x, double *dx);
    // The same at several points, one after the other; NULL: that is no shorter.
    ModelOutcome (*derivatives_at_many)(void *client, int n, const double *t, double *const *x,
                                        double *const *dx);
    // Of a problem with algebraic unknowns: those that solve 0 = f_i at (t, x), into x, where they
    // are guesses on entry; NULL: nobody can. MODEL_RETRY: not there.
    ModelOutcome (*settle)(void *client, double t, double *x);
    // Of the same: where those of `other` leave less of their equations than those of x, they
    // replace them. f = f(t, x) before and behind.
    ModelOutcome (*take_nearer)(void *client, double t, double *x, const double *other, double *f);
    // df/dx at (t, x), values in compressed columns; NULL: the integrator takes differences.
    // dx = f(t, x) where the integrator has it, else NULL.
    ModelOutcome (*jacobian)(void *client, double t, const double *x, const double *dx,
                             double *values);
    // df/dx times directions, each the sum of the unit vectors of one group, without differences:
    // columns[row * n_groups + group]. NULL, or opening gives NULL: none; MODEL_RETRY: not here.
    void *(*directions_open)(void *client, Arena *out, int32_t n_groups);
    ModelOutcome (*directions)(void *directions, double t, const double *x, const int32_t *group_of,
                               double *columns);
    const int32_t *column_start, *row_index; // pattern of df/dx; NULL: dense
    const int32_t *group_of;                 // by column: those of a group share no row; NULL:
    int32_t n_groups;                        // every column alone
    bool is_sparse;                          // matrices of that pattern are factored as such
    const double *nominal;                   // n sizes that count as one
    const double *seen; // the same for errors, where they grow with the values; NULL: nominal
    double tolerance;
    double fixed_step; // NaN: choose
    double max_step;   // of those chosen; 0: any

    // Inlined formulas: the model itself solves what an implicit method asks for [CK06, 8.5]; NULL
    // where it does not. MODEL_RETRY when it fails. The model's values stay those of the last call.
    // x = old + h * dx with dx = f(t, x); x is a guess on entry.
    ModelOutcome (*stage)(void *client, double t, double h, const double *old, double *x,
                          double *dx, const StageAccuracy *accuracy);
    // All stages of a step from (t, x) over h: x_stage[i] is a guess on entry.
    ModelOutcome (*stages)(void *client, double t, double h, const double *x,
                           double *const *x_stage, const StageAccuracy *accuracy);
    int most_order; // of an inlined multistep formula; 0: as high as it gets
} InitialValueProblem;

static inline const double *error_sizes(const InitialValueProblem *p)
{
    return p->seen ? p->seen : p->nominal;
}

static inline int32_t n_differential(const InitialValueProblem *p)
{
    return p->n - p->n_algebraic;
}

typedef enum {
    STEP_DONE,
    STEP_TOO_SMALL,      // the error test or the equations force the step below the rounding of t
    STEP_NO_CONVERGENCE, // Newton fails however small the step
    STEP_MODEL_FATAL
} StepOutcome;

typedef struct IntegratorCounts {
    int64_t steps, rejected, rhs_evaluations, jacobian_evaluations, newton_iterations;
    int64_t factorizations, in_fronts; // of step matrices; those of linear/fronts.h among them
    int64_t stiff_steps;  // lately, of an explicit method: limited by stability, not by accuracy
    int64_t smooth_steps; // in a row, of that of order 8: shorter than the solution asks for
} IntegratorCounts;

typedef struct Integrator Integrator; // each file has its own
struct Formula;                       // tableaus.h

// What `auto` takes a method for; one row of the table for each.
typedef enum {
    AUTO_NEVER,
    AUTO_STIFF,
    AUTO_STIFF_AND_ROUGH, // with an old df/dx where every step asks for a fresh one
    AUTO_NOT_STIFF,
    AUTO_NOT_STIFF_AND_SHARP, // with a small tolerance, or where the fastest oscillation is
                              // followed
    AUTO_FIXED_STEP,
    AUTO_DAE
} AutoUse;

typedef struct IntegratorDesc {
    const char *name, *summary;
    int order_min, order_max, stages;
    const struct Formula *formulas; // what its stability is computed from
    int n_formulas;
    bool is_implicit, is_a_stable, is_l_stable;
    bool takes_fixed_step; // with --step
    bool controls_step;    // by an error estimate; otherwise it needs a fixed step
    bool solves_dae;       // takes problems with algebraic unknowns
    bool solves_bent;      // the ends of its steps solve algebraic equations that are not linear
    AutoUse auto_use;
    // Allocates everything a run needs. NULL when the problem cannot be solved by this method.
    Integrator *(*open)(Arena *out, const InitialValueProblem *problem);
    // Begin (again) at (t, x): at the start and after events. `h` is a guess or 0.
    StepOutcome (*restart)(Integrator *in, double t, const double *x, double h);
    // One accepted step, at most to `limit`; no evaluation beyond it.
    StepOutcome (*step)(Integrator *in, double limit, double *reached);
    // The solution anywhere in the last step.
    void (*interpolate)(Integrator *in, double t, double *x);
    // The same of these states alone, bit for bit; the rest of x stays. NULL: cannot.
    void (*interpolate_some)(Integrator *in, double t, const int32_t *states, int32_t n, double *x);
    void (*slope)(Integrator *in, double t, double *dx); // of that, by time; NULL: by differences
    double (*last_step)(const Integrator *in);
    IntegratorCounts (*counts)(const Integrator *in);
    int32_t (*worst_state)(Integrator *in); // the state that limits the step; -1 unknown
    // v := (I - z df/dx)^-1 v with the matrix of the last step; z, or 0 without one: v stays. In
    // DAE form v has changes of states and, in the same unit of time, residuals of loops.
    double (*resolve)(Integrator *in, double *v);
    // The error of the last step as it is likely to be, not as it is bounded.
    void (*local_error)(const Integrator *in, double *e);
    void (*close)(Integrator *in);
} IntegratorDesc;

// What --inline takes: an integrator whose implicit equations the model solves itself.
typedef struct InlineMethod {
    const char *name;
    const IntegratorDesc *integrator;
    const struct Tableau *coupled; // whose stages are solved together; NULL: one after the other
    int most_order;                // of a multistep formula
} InlineMethod;
extern const InlineMethod inline_methods[];
extern const int n_inline_methods;
const InlineMethod *inline_method_of_name(const char *name); // NULL: none

extern const IntegratorDesc *const integrators[];
extern const int n_integrators;
const IntegratorDesc *integrator_of_name(const char *name); // NULL: none; "auto" is not one
#endif
