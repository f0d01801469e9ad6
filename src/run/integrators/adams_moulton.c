// Adams-Moulton of order 3 [CK06, 8.2]: x' integrated along the parabola through its new value
// and the last two. In DAE form the method needs a second iteration (8.28b) for the derivative w
// at the new point; with the derivatives solved for by the model, that iteration is one
// evaluation. The first step is the trapezoidal rule, so the order is kept.
//
// Error: the next divided difference of x', h^4/24 x'''' for equal steps; while the history is
// too short, the estimates of lower order.
#include <math.h>
#include <string.h>

#include "run/integrators/integrators.h"
#include "run/integrators/newton.h"
#include "run/integrators/step_control.h"
#include "run/integrators/tableaus.h"
#include "run/norms.h"

enum { MOST_TRIES = 60, HISTORY = 4 };

struct Integrator {
    OdeProblem problem;
    Newton *newton;
    StepControl control;
    double *x, *next, *known, *residual, *error, *weight;
    double *w[HISTORY]; // derivatives: new, last, before, before that
    double time[HISTORY];
    int points; // of the history, the new one not counted
    double t, h, next_h;
    bool is_fixed;
    IntegratorCounts counts;
};

static Integrator *am3_open(Arena *out, const OdeProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    in->problem = *problem;
    in->is_fixed = isfinite(problem->fixed_step);
    double complex one = 1;
    in->newton = newton_open(out, &in->problem, 1, &one, &in->counts);
    in->newton->keep_rate = 0.25;
    in->control.kind = CONTROL_PREDICTIVE;
    double **vectors[] = {&in->x, &in->next, &in->known, &in->residual, &in->error, &in->weight};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < HISTORY; i++) in->w[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static ModelOutcome derivatives(Integrator *in, double t, const double *x, double *dx)
{
    in->counts.rhs_evaluations++;
    return in->problem.derivatives(in->problem.client, t, x, dx);
}

static StepOutcome am3_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->next, x, (size_t)in->problem.n * sizeof *x);
    newton_forget(in->newton);
    control_restart(&in->control);
    in->t = in->time[0] = t;
    in->h = 0;
    in->points = 0;
    if (derivatives(in, t, x, in->w[0]) != MODEL_OK) return STEP_MODEL_FATAL;
    in->next_h = in->is_fixed ? in->problem.fixed_step
                 : h > 0      ? h
                              : first_step(&in->problem, x, in->w[0], 1);
    return STEP_DONE;
}

// The new point of the last step becomes the last point of this one.
static void shift_history(Integrator *in)
{
    double *oldest = in->w[HISTORY - 1];
    for (int i = HISTORY - 1; i > 0; i--) {
        in->w[i] = in->w[i - 1];
        in->time[i] = in->time[i - 1];
    }
    in->w[0] = oldest;
    if (in->points < HISTORY - 1) in->points++;
    memcpy(in->x, in->next, (size_t)in->problem.n * sizeof *in->x);
}

// ---- One attempt ----------------------------------------------------------------------------

// Factors of h w for the new and the last two points; q is the ratio of the steps.
static void adams_factors(const Integrator *in, double h, double *b)
{
    if (in->points < 2) {
        b[0] = b[1] = 0.5;
        b[2] = 0;
        return;
    }
    double q = (in->time[1] - in->time[2]) / h;
    b[0] = (1 / 3.0 + q / 2) / (1 + q);
    b[1] = (1 / 6.0 + q / 2) / q;
    b[2] = -1 / (6 * q * (1 + q));
}

typedef enum { SOLVE_DONE, SOLVE_DIVERGES, SOLVE_RETRY, SOLVE_FATAL } SolveOutcome;

static SolveOutcome solve_step(Integrator *in, double h)
{
    const OdeProblem *p = &in->problem;
    double b[3], t = in->t + h;
    adams_factors(in, h, b);
    ModelOutcome o = newton_prepare(in->newton, in->t, in->x, in->w[1], h * b[0]);
    if (o != MODEL_OK) return o == MODEL_FATAL ? SOLVE_FATAL : SOLVE_RETRY;
    for (int32_t i = 0; i < p->n; i++) {
        double past = in->points < 2 ? 0 : b[2] * in->w[2][i];
        in->known[i] = in->x[i] + h * (b[1] * in->w[1][i] + past);
        in->next[i] = in->known[i] + h * b[0] * in->w[1][i];
    }
    newton_begin(in->newton);
    for (;;) { // newton_judge bounds it
        o = derivatives(in, t, in->next, in->w[0]);
        if (o != MODEL_OK) return o == MODEL_FATAL ? SOLVE_FATAL : SOLVE_RETRY;
        for (int32_t i = 0; i < p->n; i++)
            in->residual[i] = in->known[i] + h * b[0] * in->w[0][i] - in->next[i];
        step_matrix_solve_real(in->newton->system[0], in->residual);
        for (int32_t i = 0; i < p->n; i++) in->next[i] += in->residual[i];
        NewtonVerdict v = newton_judge(in->newton, weighted_norm(p->n, in->residual, in->weight));
        if (v == NEWTON_DIVERGES) return SOLVE_DIVERGES;
        if (v == NEWTON_CONVERGED) break;
    }
    o = derivatives(in, t, in->next, in->w[0]); // (8.28b)
    return o == MODEL_OK ? SOLVE_DONE : o == MODEL_FATAL ? SOLVE_FATAL : SOLVE_RETRY;
}

// Divided differences of w over the points there are, times the constant of the formula used.
static double estimate_error(Integrator *in, double h)
{
    const OdeProblem *p = &in->problem;
    if (in->is_fixed) return 0;
    in->time[0] = in->t + h;
    int last = in->points; // number of the oldest point
    double q = last > 1 ? (in->time[1] - in->time[2]) / h : 0;
    double constant = last == 1 ? h * h / 2 : last == 2 ? h * h * h / 6 : 0;
    if (last == 3) constant = h * h * h * h * (1 / 12.0 + q / 6);
    in->control.order = last + 1;
    for (int32_t i = 0; i < p->n; i++) {
        double d[HISTORY];
        for (int j = 0; j <= last; j++) d[j] = in->w[j][i];
        for (int level = 1; level <= last; level++)
            for (int j = 0; j + level <= last; j++)
                d[j] = (d[j] - d[j + 1]) / (in->time[j] - in->time[j + level]);
        in->error[i] = constant * d[0];
    }
    return weighted_norm(p->n, in->error, in->weight);
}

static StepOutcome am3_step(Integrator *in, double limit, double *reached)
{
    shift_history(in);
    error_weights(in->problem.n, in->x, in->problem.nominal, in->problem.tolerance, in->weight);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        bool ends;
        double h = limited_step(in->t, in->next_h, limit, &ends);
        if (step_vanishes(in->t, h)) break;
        SolveOutcome s = solve_step(in, h);
        if (s == SOLVE_FATAL) return STEP_MODEL_FATAL;
        double error = s == SOLVE_DONE ? estimate_error(in, h) : INFINITY;
        if (error <= 1) {
            in->t = in->time[0] = ends ? limit : in->t + h;
            in->h = h;
            in->counts.steps++;
            newton_step_accepted(in->newton);
            double proposed = in->is_fixed ? in->next_h : control_accepted(&in->control, h, error);
            bool is_cut = ends && h < in->next_h;
            in->next_h = is_cut ? fmax(proposed, in->next_h) : proposed;
            *reached = in->t;
            return STEP_DONE;
        }
        if (s == SOLVE_DIVERGES && newton_refresh(in->newton)) continue;
        if (in->is_fixed) return STEP_NO_CONVERGENCE;
        in->counts.rejected++;
        in->next_h = control_rejected(&in->control, h, error);
    }
    return STEP_TOO_SMALL;
}

// ---- The rest of the interface --------------------------------------------------------------

// The cubic through values and derivatives at both ends has the order of the method.
static void am3_interpolate(Integrator *in, double t, double *x)
{
    double h = in->h, s = h > 0 ? 1 + (t - in->t) / h : 1;
    for (int32_t i = 0; i < in->problem.n; i++) {
        if (!(h > 0)) {
            x[i] = in->next[i];
            continue;
        }
        double rise = in->next[i] - in->x[i], left = h * in->w[1][i] - rise;
        double right = rise - h * in->w[0][i] - left;
        x[i] = in->x[i] + s * (rise + (1 - s) * (left + s * right));
    }
}

static double am3_last_step(const Integrator *in)
{
    return in->h;
}

static IntegratorCounts am3_counts(const Integrator *in)
{
    return in->counts;
}

static int32_t am3_worst_state(Integrator *in)
{
    return largest_component(in->problem.n, in->error, in->weight);
}

static void am3_close(Integrator *in)
{
    newton_close(in->newton);
}

static const Formula am3_formulas[] = {{"AM 3", NULL, &multistep_am3, WEIGHTS_METHOD}};

const IntegratorDesc am3_desc = {
    .name = "am3",
    .summary = "Adams-Moulton of order 3, for oscillations and mild stiffness",
    .order_min = 3,
    .order_max = 3,
    .stages = 1,
    .formulas = am3_formulas,
    .n_formulas = 1,
    .is_implicit = true,
    .takes_fixed_step = true,
    .controls_step = true,
    .open = am3_open,
    .restart = am3_restart,
    .step = am3_step,
    .interpolate = am3_interpolate,
    .last_step = am3_last_step,
    .counts = am3_counts,
    .worst_state = am3_worst_state,
    .close = am3_close,
};
