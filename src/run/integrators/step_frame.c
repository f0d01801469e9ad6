#include "run/integrators/step_frame.h"

#include <math.h>

#include "run/point/norms.h"

enum { MOST_TRIES = 60 };

static StepFrame *frame_of(Integrator *in)
{
    return (StepFrame *)in; // its first member
}

void frame_open(StepFrame *f, Arena *out, const InitialValueProblem *problem)
{
    f->problem = *problem;
    f->is_fixed = isfinite(problem->fixed_step);
    f->steps_at_once = 1;
    f->estimate_ratio = 1;
    f->first = FIRST_STEP_BY_RULE;
    f->error = ARENA_ARRAY(out, double, problem->n);
    f->weight = ARENA_ARRAY(out, double, problem->n);
}

ModelOutcome frame_derivatives(StepFrame *f, double t, const double *x, double *dx)
{
    f->counts.rhs_evaluations++;
    return f->problem.derivatives(f->problem.client, t, x, dx);
}

StepOutcome frame_restart(StepFrame *f, double t, const double *x, double *dx, double h, int order)
{
    ModelOutcome o = f->newton ? newton_start(f->newton, t, x, dx) : frame_derivatives(f, t, x, dx);
    if (o != MODEL_OK) return STEP_MODEL_FATAL;
    control_restart(&f->control);
    f->t = t;
    f->h = 0;
    f->first.by_rule = 0;
    f->next_h = f->is_fixed ? f->problem.fixed_step
                : h > 0     ? h
                            : first_step_begin(&f->first, first_step(&f->problem, t, x, dx, order));
    return STEP_DONE;
}

double frame_error(const StepFrame *f)
{
    return weighted_norm(n_differential(&f->problem), f->error, f->weight);
}

static void accept(Integrator *in, double h, bool ends, double limit, double error)
{
    StepFrame *f = frame_of(in);
    Newton *nw = f->newton;
    f->t = ends ? limit : f->t + h;
    f->h = h;
    f->counts.steps += f->steps_at_once;
    if (nw) newton_step_accepted(nw);
    f->accept(in);
    if (f->is_fixed) return;
    first_step_learn(&f->first, h, error, f->control.order);
    double proposed = control_accepted(&f->control, h, error);
    // A step cut short by the limit says little about the one after it.
    if (ends && h < f->next_h) proposed = fmax(proposed, f->next_h);
    // A little growth is not worth new factors.
    bool keeps = nw && nw->has_jacobian && proposed >= h && proposed <= 1.2 * h;
    f->next_h = keeps ? h : proposed;
}

StepOutcome frame_step(Integrator *in, double limit, double *reached)
{
    StepFrame *f = frame_of(in);
    const InitialValueProblem *p = &f->problem;
    error_weights(p->n, f->begin(in), error_sizes(p), p->tolerance, f->weight);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        bool ends;
        double h = limited_step(p, f->t, f->next_h, limit, &ends);
        if (step_vanishes(f->t, h)) break;
        // As much as time goes on: the rounding of many equal steps would add up.
        if (!ends) h = f->t + h - f->t;
        TryOutcome s = f->attempt(in, h);
        if (s == TRY_FATAL) return STEP_MODEL_FATAL;
        if (s == TRY_DONE) {
            double error = f->is_fixed ? 0 : f->estimate(in, h);
            if (error <= 1) {
                accept(in, h, ends, limit, error);
                *reached = f->t;
                return STEP_DONE;
            }
            f->counts.rejected++;
            f->next_h = control_rejected(&f->control, h, error);
            continue;
        }
        if (s == TRY_DIVERGES && newton_refresh(f->newton)) continue;
        if (f->is_fixed) return f->newton ? STEP_NO_CONVERGENCE : STEP_MODEL_FATAL;
        f->counts.rejected++;
        f->next_h = s == TRY_DIVERGES ? h / 2 : h / 4;
        f->control.just_rejected = true;
        if (f->newton) f->newton->convergence.contraction = 1;
    }
    return STEP_TOO_SMALL;
}

double frame_last_step(const Integrator *in)
{
    return ((const StepFrame *)in)->h;
}

IntegratorCounts frame_counts(const Integrator *in)
{
    return ((const StepFrame *)in)->counts;
}

double frame_resolve(Integrator *in, double *v)
{
    Newton *nw = frame_of(in)->newton;
    return nw ? newton_resolve(nw, v) : 0;
}

// An estimate below the order of the method is about (h r)^(q + 1) of the size of x with a rate r,
// the error (h r)^(p + 1) times a constant: the ratio was found with the undamped oscillation.
void frame_local_error(const Integrator *in, double *e)
{
    const StepFrame *f = (const StepFrame *)in;
    int q = f->control.order - 1;
    double estimate = f->problem.tolerance * frame_error(f);
    double exponent = (f->order - q) / (double)(q + 1), part = 1;
    if (exponent > 0)
        part = f->estimate_ratio * (exponent == 0.5 ? sqrt(estimate) : pow(estimate, exponent));
    if (!(part < 1)) part = 1;
    int32_t known = n_differential(&f->problem);
    for (int32_t i = 0; i < known; i++) e[i] = part * f->error[i];
    for (int32_t i = known; i < f->problem.n; i++) e[i] = 0;
}

int32_t frame_worst_state(Integrator *in)
{
    StepFrame *f = frame_of(in);
    return largest_component(n_differential(&f->problem), f->error, f->weight);
}
