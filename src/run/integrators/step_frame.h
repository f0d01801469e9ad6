// step_frame.h -- what all methods of fixed order share: try a step, estimate its error, accept it
// or try again with another.
//
// The frame is the first member of a method's struct Integrator, so that the functions below can
// stand in its descriptor as they are.
#ifndef RUN_STEP_FRAME_H
#define RUN_STEP_FRAME_H
#include "run/integrators/newton.h"
#include "run/integrators/step_control.h"

typedef enum { TRY_DONE, TRY_DIVERGES, TRY_RETRY, TRY_FATAL } TryOutcome;

typedef struct StepFrame {
    InitialValueProblem problem;
    Newton *newton; // NULL: explicit
    StepControl control;
    FirstStep first;
    double t, h, next_h;    // the present point; the last step; the size of the next
    double *error, *weight; // of the last attempt; 1 / what counts as one, at the begin of the step
    bool is_fixed;
    int order;             // of the method; its estimate is of order control.order - 1
    double estimate_ratio; // see frame_local_error
    int steps_at_once;     // 2: a unit of two equal steps
    IntegratorCounts counts;

    // ---- What the method brings ----
    // The end of the last step becomes the begin of the next; returns x there.
    const double *(*begin)(Integrator *in);
    // Solves a step of size h from the present point.
    TryOutcome (*attempt)(Integrator *in, double h);
    // Its error into frame.error; returns the norm, at most 1 is accepted.
    double (*estimate)(Integrator *in, double h);
    // Takes it over; frame.t and frame.h are already those of the new point.
    void (*accept)(Integrator *in);
} StepFrame;

void frame_open(StepFrame *f, Arena *out, const InitialValueProblem *problem);
// f(t, x), counted; not finite is MODEL_RETRY.
ModelOutcome frame_derivatives(StepFrame *f, double t, const double *x, double *dx);
// Begin at (t, x): dx is filled in; the first step from h (0: to be found) and `order`.
StepOutcome frame_restart(StepFrame *f, double t, const double *x, double *dx, double h, int order);

// The norm of frame.error over the unknowns with a derivative. The algebraic ones follow from them
// through equations that hold to the tolerance of Newton's iteration.
double frame_error(const StepFrame *f);

static inline TryOutcome try_outcome(ModelOutcome o)
{
    return o == MODEL_OK ? TRY_DONE : o == MODEL_RETRY ? TRY_RETRY : TRY_FATAL;
}

static inline TryOutcome try_end(NewtonEnd end)
{
    if (end == NEWTON_DIVERGED) return TRY_DIVERGES;
    return try_outcome(newton_outcome(end));
}

// ---- For the descriptor ----
StepOutcome frame_step(Integrator *in, double limit, double *reached);
double frame_last_step(const Integrator *in);
IntegratorCounts frame_counts(const Integrator *in);
int32_t frame_worst_state(Integrator *in);
double frame_resolve(Integrator *in, double *v);
void frame_local_error(const Integrator *in, double *e);
#endif
