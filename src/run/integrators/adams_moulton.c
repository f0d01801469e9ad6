// Adams-Moulton of order 3 [CK06, 8.2]: x' integrated along the parabola through its new value
// and the last two. Two iterations one after the other: (8.28a) for the value at the new point,
// (8.28b) for its derivative w with the value held. Where the model solves for the derivatives, the
// second is one evaluation; in DAE form it also settles the algebraic unknowns, which have no
// history. The first step is the trapezoidal rule, so the order is kept.
//
// Error: the next divided difference of x', h^4/24 x'''' for equal steps; while the history is
// too short, the estimates of lower order.
#include <math.h>
#include <string.h>

#include "run/integrators/integrators.h"
#include "run/integrators/step_frame.h"
#include "run/integrators/tableaus.h"
#include "run/point/norms.h"

enum { HISTORY = 4 };

struct Integrator {
    StepFrame frame;
    double *x, *next, *known, *residual;
    double *w[HISTORY]; // derivatives: new, last, before, before that
    double time[HISTORY];
    int points;      // of the history, the new one not counted
    double t_end, z; // of the attempt: time, and h times the factor of its derivative
};

static const double *am3_begin(Integrator *in);
static TryOutcome am3_attempt(Integrator *in, double h);
static double am3_estimate(Integrator *in, double h);
static void am3_accept(Integrator *in);

static Integrator *am3_open(Arena *out, const InitialValueProblem *problem)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    StepFrame *f = &in->frame;
    frame_open(f, out, problem);
    f->newton = newton_open(out, &f->problem, (Eigenvalues){.real = 1}, &f->counts);
    f->newton->keep_rate = 0.25;
    f->control.kind = CONTROL_PREDICTIVE;
    f->begin = am3_begin;
    f->attempt = am3_attempt;
    f->estimate = am3_estimate;
    f->accept = am3_accept;
    double **vectors[] = {&in->x, &in->next, &in->known, &in->residual};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < HISTORY; i++) in->w[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static StepOutcome am3_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->next, x, (size_t)in->frame.problem.n * sizeof *x);
    in->time[0] = t;
    in->points = 0;
    return frame_restart(&in->frame, t, x, in->w[0], h, 1);
}

// The new point of the last step becomes the last point of this one.
static const double *am3_begin(Integrator *in)
{
    double *oldest = in->w[HISTORY - 1];
    for (int i = HISTORY - 1; i > 0; i--) {
        in->w[i] = in->w[i - 1];
        in->time[i] = in->time[i - 1];
    }
    in->w[0] = oldest;
    if (in->points < HISTORY - 1) in->points++;
    memcpy(in->x, in->next, (size_t)in->frame.problem.n * sizeof *in->x);
    return in->x;
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

static ModelOutcome correct(void *client, int k)
{
    Integrator *in = client;
    StepFrame *f = &in->frame;
    int32_t n = f->problem.n, n_known = n_differential(&f->problem);
    ModelOutcome o = k ? frame_derivatives(f, in->t_end, in->next, in->w[0]) : MODEL_OK;
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; i < n; i++)
        in->residual[i] =
            i < n_known ? in->known[i] + in->z * in->w[0][i] - in->next[i] : in->w[0][i];
    step_matrix_solve(f->newton->matrix, in->residual);
    return MODEL_OK;
}

static double add_correction(void *client)
{
    Integrator *in = client;
    int32_t n = in->frame.problem.n;
    for (int32_t i = 0; i < n; i++) in->next[i] += in->residual[i];
    return weighted_norm(n, in->residual, in->frame.weight);
}

static TryOutcome am3_attempt(Integrator *in, double h)
{
    static const StepEquations equations = {.correct = correct, .move = add_correction};
    StepFrame *f = &in->frame;
    int32_t n = f->problem.n, n_known = n_differential(&f->problem);
    double b[3], t = in->t_end = f->t + h;
    adams_factors(in, h, b);
    in->z = h * b[0];
    for (int32_t i = 0; i < n; i++) {
        double past = in->points < 2 ? 0 : b[2] * in->w[2][i];
        in->known[i] = in->x[i] + h * (b[1] * in->w[1][i] + past);
        in->next[i] = i < n_known ? in->known[i] + in->z * in->w[1][i] : in->x[i] + h * in->w[1][i];
    }
    ModelOutcome o = frame_derivatives(f, t, in->next, in->w[0]);
    if (o == MODEL_OK) o = newton_prepare(f->newton, t, in->next, in->w[0], in->z);
    if (o != MODEL_OK) return try_outcome(o);
    TryOutcome outcome = try_end(newton_solve_step(f->newton, &equations, in));
    if (outcome != TRY_DONE) return outcome;
    return newton_hold(f->newton, t, in->next, in->w[0], f->weight) ? TRY_DONE : TRY_DIVERGES;
}

// Divided differences of w over the points there are, times the constant of the formula used.
static double am3_estimate(Integrator *in, double h)
{
    StepFrame *f = &in->frame;
    int32_t n = n_differential(&f->problem);
    in->time[0] = f->t + h;
    int last = in->points; // number of the oldest point
    double q = last > 1 ? (in->time[1] - in->time[2]) / h : 0;
    double constant = last == 1 ? h * h / 2 : last == 2 ? h * h * h / 6 : 0;
    if (last == 3) constant = h * h * h * h * (1 / 12.0 + q / 6);
    f->control.order = last + 1;
    for (int32_t i = 0; i < n; i++) {
        double d[HISTORY];
        for (int j = 0; j <= last; j++) d[j] = in->w[j][i];
        for (int level = 1; level <= last; level++)
            for (int j = 0; j + level <= last; j++)
                d[j] = (d[j] - d[j + 1]) / (in->time[j] - in->time[j + level]);
        f->error[i] = constant * d[0];
    }
    return frame_error(f);
}

static void am3_accept(Integrator *in)
{
    StepFrame *f = &in->frame;
    in->time[0] = f->t;
    // Of algebraic unknowns: where the next iteration begins.
    for (int32_t i = n_differential(&f->problem); i < f->problem.n; i++)
        in->w[0][i] = (in->next[i] - in->x[i]) / f->h;
}

// ---- The rest of the interface --------------------------------------------------------------

// The cubic through values and derivatives at both ends has the order of the method; algebraic
// unknowns are the line between their ends, a guess for the loop that determines them.
static void am3_interpolate(Integrator *in, double t, double *x)
{
    const InitialValueProblem *p = &in->frame.problem;
    double h = in->frame.h, s = h > 0 ? 1 + (t - in->frame.t) / h : 1;
    for (int32_t i = 0; i < p->n; i++) {
        double rise = in->next[i] - in->x[i];
        if (!(h > 0) || i >= n_differential(p)) {
            x[i] = h > 0 ? in->x[i] + s * rise : in->next[i];
            continue;
        }
        double left = h * in->w[1][i] - rise;
        double right = rise - h * in->w[0][i] - left;
        x[i] = in->x[i] + s * (rise + (1 - s) * (left + s * right));
    }
}

static void am3_close(Integrator *in)
{
    newton_close(in->frame.newton);
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
    .solves_dae = true,
    .open = am3_open,
    .restart = am3_restart,
    .step = frame_step,
    .interpolate = am3_interpolate,
    .last_step = frame_last_step,
    .counts = frame_counts,
    .worst_state = frame_worst_state,
    .local_error = frame_local_error,
    .resolve = frame_resolve,
    .close = am3_close,
};
