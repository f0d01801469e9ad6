// Runge-Kutta methods with one implicit stage after the other: HW-SDIRK(3)4, backward Euler, the
// trapezoidal rule, backinterpolation BI2. One real matrix I - h g J serves all stages, because
// the diagonal of A has one value g (a first row of zeros is an explicit stage).
//
// Error: of HW-SDIRK(3)4 by its embedded weights, filtered by I - h g J [HW96, IV.8], with the
// predictive controller; of the others by differences of f over the last steps, (h/2) df for
// backward Euler and the third difference that the theory of the trapezoidal rule names. BI2 is
// half a step of forward Euler followed by half a step of backward Euler [CK06, 8.10]; seen from
// its full steps it is the trapezoidal rule, and it is written so.
#include <math.h>
#include <string.h>

#include "run/integrators/hermite.h"
#include "run/integrators/integrators.h"
#include "run/integrators/newton.h"
#include "run/integrators/step_control.h"
#include "run/integrators/tableaus.h"
#include "run/norms.h"

enum { MOST_TRIES = 60, MOST_DIAGONAL = 5 };

struct Integrator {
    OdeProblem problem;
    const Tableau *tableau;
    double diagonal;
    Newton *newton;
    Hermite *hermite;
    StepControl control;
    double *x, *dx, *next, *next_dx; // begin and end of the step
    double *k[MOST_DIAGONAL];        // stage derivatives
    double *known, *stage, *f, *error, *weight;
    double *dx_before;             // f one step back
    double t, h, next_h, h_before; // h_before 0: there is no step before
    bool is_fixed;
    IntegratorCounts counts;
};

static Integrator *open_tableau(Arena *out, const OdeProblem *problem, const Tableau *tableau)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    in->problem = *problem;
    in->tableau = tableau;
    in->diagonal = tableau->a[tableau->stages - 1][tableau->stages - 1];
    in->is_fixed = isfinite(problem->fixed_step);
    if (tableau->embedded_order && !in->is_fixed)
        in->problem.tolerance =
            tolerance_for_estimate(problem->tolerance, tableau->order, tableau->embedded_order);
    double complex eigenvalue = in->diagonal;
    in->newton = newton_open(out, &in->problem, 1, &eigenvalue, &in->counts);
    in->hermite = hermite_open(out, &in->problem, 1);
    in->control.kind = CONTROL_PREDICTIVE;
    in->control.order = tableau->embedded_order ? tableau->embedded_order + 1 : tableau->order + 1;
    double **vectors[] = {&in->x,     &in->dx, &in->next,  &in->next_dx, &in->known,
                          &in->stage, &in->f,  &in->error, &in->weight,  &in->dx_before};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < tableau->stages; i++) in->k[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static ModelOutcome derivatives(Integrator *in, double t, const double *x, double *dx)
{
    in->counts.rhs_evaluations++;
    return in->problem.derivatives(in->problem.client, t, x, dx);
}

static StepOutcome dirk_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->next, x, (size_t)in->problem.n * sizeof *x);
    in->t = t;
    in->h = in->h_before = 0;
    newton_forget(in->newton);
    control_restart(&in->control);
    if (derivatives(in, t, x, in->next_dx) != MODEL_OK) return STEP_MODEL_FATAL;
    hermite_restart(in->hermite, t, x, in->next_dx);
    in->next_h = in->is_fixed ? in->problem.fixed_step
                 : h > 0      ? h
                              : first_step(&in->problem, x, in->next_dx, in->tableau->order);
    return STEP_DONE;
}

// ---- The stages -----------------------------------------------------------------------------

typedef enum { STAGE_DONE, STAGE_DIVERGES, STAGE_RETRY, STAGE_FATAL } StageOutcome;

// Solves X = known + h g f(t, X) from the guess in in->stage; k = (X - known) / (h g), which is
// free of the amplification of a further evaluation of f.
static StageOutcome solve_stage(Integrator *in, double t, double h, double *k)
{
    const OdeProblem *p = &in->problem;
    double hg = h * in->diagonal;
    if (p->stage) {
        ModelOutcome o = p->stage(p->client, t, hg, in->known, in->stage, k);
        return o == MODEL_OK ? STAGE_DONE : o == MODEL_FATAL ? STAGE_FATAL : STAGE_RETRY;
    }
    newton_begin(in->newton);
    for (;;) { // newton_judge bounds it
        ModelOutcome o = derivatives(in, t, in->stage, in->f);
        if (o != MODEL_OK) return o == MODEL_FATAL ? STAGE_FATAL : STAGE_RETRY;
        for (int32_t i = 0; i < p->n; i++) in->f[i] = in->known[i] + hg * in->f[i] - in->stage[i];
        step_matrix_solve_real(in->newton->system[0], in->f);
        for (int32_t i = 0; i < p->n; i++) in->stage[i] += in->f[i];
        NewtonVerdict v = newton_judge(in->newton, weighted_norm(p->n, in->f, in->weight));
        if (v == NEWTON_DIVERGES) return STAGE_DIVERGES;
        if (v == NEWTON_CONVERGED) break;
    }
    for (int32_t i = 0; i < p->n; i++) k[i] = (in->stage[i] - in->known[i]) / hg;
    return STAGE_DONE;
}

// The guess for a stage: the derivative of the stage before (at first of x) is kept.
static void guess_stage(Integrator *in, int s, double h)
{
    const double *slope = s ? in->k[s - 1] : in->dx;
    double reach = in->h_before > 0 || s ? h * in->diagonal : 0;
    for (int32_t i = 0; i < in->problem.n; i++) in->stage[i] = in->known[i] + reach * slope[i];
}

static StageOutcome solve_stages(Integrator *in, double h)
{
    const Tableau *T = in->tableau;
    int32_t n = in->problem.n;
    // in->dx is a stage derivative, too rough for differences.
    ModelOutcome o = newton_prepare(in->newton, in->t, in->x, NULL, h);
    if (o != MODEL_OK) return o == MODEL_FATAL ? STAGE_FATAL : STAGE_RETRY;
    for (int s = 0; s < T->stages; s++) {
        if (T->a[s][s] == 0) {
            memcpy(in->k[s], in->dx, (size_t)n * sizeof *in->dx);
            continue;
        }
        for (int32_t i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < s; j++) sum += T->a[s][j] * in->k[j][i];
            in->known[i] = in->x[i] + h * sum;
        }
        guess_stage(in, s, h);
        StageOutcome outcome = solve_stage(in, in->t + T->c[s] * h, h, in->k[s]);
        if (outcome != STAGE_DONE) return outcome;
    }
    memcpy(in->next, in->stage, (size_t)n * sizeof *in->next); // all are stiffly accurate
    return STAGE_DONE;
}

// ---- Error ----------------------------------------------------------------------------------

// Order 1: (h/2) (f1 - f0). Order 2: (h^3/12) x''' from f at three points; on the first step only
// the estimate of order 1 is there.
static void difference_error(Integrator *in, double h)
{
    const double *f0 = in->dx, *f1 = in->k[in->tableau->stages - 1];
    double hb = in->h_before;
    bool second = in->tableau->order == 2 && hb > 0;
    for (int32_t i = 0; i < in->problem.n; i++) {
        double slope = f1[i] - f0[i];
        double bend = second ? slope / h - (f0[i] - in->dx_before[i]) / hb : 0;
        in->error[i] = second ? h * h * h / 6 * bend / (h + hb) : h / 2 * slope;
    }
}

// Without a matrix at hand the filter I - h g J is applied by solving the last stage once more,
// moved by the error; but only where the error itself would cost steps. A third solve brings the
// model's values back.
static double inlined_error(Integrator *in, double h)
{
    const OdeProblem *p = &in->problem;
    double hg = h * in->diagonal, t = in->t + h;
    double error = weighted_norm(p->n, in->error, in->weight);
    if (!in->tableau->embedded_order || !(error > 0.1)) return error;
    for (int32_t i = 0; i < p->n; i++) in->known[i] += in->error[i];
    ModelOutcome o = p->stage(p->client, t, hg, in->known, in->stage, in->f);
    for (int32_t i = 0; i < p->n; i++) {
        in->known[i] -= in->error[i];
        if (o == MODEL_OK) in->error[i] = in->stage[i] - in->next[i];
        in->stage[i] = in->next[i];
    }
    if (o != MODEL_OK) return error;
    o = p->stage(p->client, t, hg, in->known, in->stage, in->f);
    return o == MODEL_OK ? weighted_norm(p->n, in->error, in->weight) : INFINITY;
}

static double estimate_error(Integrator *in, double h)
{
    const Tableau *T = in->tableau;
    const OdeProblem *p = &in->problem;
    if (in->is_fixed) return 0;
    if (T->embedded_order) {
        for (int32_t i = 0; i < p->n; i++) {
            double sum = 0;
            for (int s = 0; s < T->stages; s++) sum += (T->b[s] - T->embedded[s]) * in->k[s][i];
            in->error[i] = h * sum;
        }
    } else {
        difference_error(in, h);
    }
    if (p->stage) return inlined_error(in, h);
    step_matrix_solve_real(in->newton->system[0], in->error);
    return weighted_norm(p->n, in->error, in->weight);
}

// ---- The step -------------------------------------------------------------------------------

static void accept(Integrator *in, double h, bool ends, double limit, double error)
{
    size_t bytes = (size_t)in->problem.n * sizeof *in->x;
    in->t = ends ? limit : in->t + h;
    memcpy(in->dx_before, in->dx, bytes);
    memcpy(in->next_dx, in->k[in->tableau->stages - 1], bytes);
    in->h = h;
    in->counts.steps++;
    hermite_push(in->hermite, in->t, in->next, in->next_dx);
    newton_step_accepted(in->newton);
    if (in->is_fixed) return;
    double proposed = control_accepted(&in->control, h, error);
    if (ends && h < in->next_h) proposed = fmax(proposed, in->next_h);
    bool keeps = in->newton->has_jacobian && proposed >= h && proposed <= 1.2 * h;
    in->next_h = keeps ? h : proposed;
}

static StepOutcome dirk_step(Integrator *in, double limit, double *reached)
{
    size_t bytes = (size_t)in->problem.n * sizeof *in->x;
    memcpy(in->x, in->next, bytes); // the end of the last step
    memcpy(in->dx, in->next_dx, bytes);
    in->h_before = in->h;
    error_weights(in->problem.n, in->x, in->problem.nominal, in->problem.tolerance, in->weight);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        bool ends;
        double h = limited_step(in->t, in->next_h, limit, &ends);
        if (step_vanishes(in->t, h)) break;
        StageOutcome s = solve_stages(in, h);
        if (s == STAGE_FATAL) return STEP_MODEL_FATAL;
        if (s == STAGE_DONE) {
            double error = estimate_error(in, h);
            if (error <= 1) {
                accept(in, h, ends, limit, error);
                *reached = in->t;
                return STEP_DONE;
            }
            in->counts.rejected++;
            in->next_h = control_rejected(&in->control, h, error);
            continue;
        }
        if (s == STAGE_DIVERGES && newton_refresh(in->newton)) continue;
        if (in->is_fixed) return STEP_NO_CONVERGENCE;
        in->counts.rejected++;
        in->next_h = s == STAGE_DIVERGES ? h / 2 : h / 4;
        in->control.just_rejected = true;
    }
    return STEP_TOO_SMALL;
}

// ---- The rest of the interface --------------------------------------------------------------

// Inside the last step: the continuous weights of the method; without them the line for order 1,
// the parabola through both values and the slope at the end for order 2.
static void own_polynomial(void *client, double t, double *x)
{
    const Integrator *in = client;
    const Tableau *T = in->tableau;
    int32_t n = in->problem.n;
    double h = in->h, s = h > 0 ? 1 + (t - in->t) / h : 1;
    if (!(h > 0)) {
        memcpy(x, in->next, (size_t)n * sizeof *x);
        return;
    }
    if (T->dense_order) {
        memcpy(x, in->x, (size_t)n * sizeof *x);
        for (int j = 0; j < T->stages; j++) {
            double weight = 0;
            for (int p = MOST_DENSE_POWERS - 1; p >= 0; p--) weight = (weight + T->dense[j][p]) * s;
            for (int32_t i = 0; i < n; i++) x[i] += h * weight * in->k[j][i];
        }
        return;
    }
    double bend = T->order > 1 ? s * (s - 1) : 0;
    for (int32_t i = 0; i < n; i++) {
        double rise = in->next[i] - in->x[i];
        x[i] = in->x[i] + s * rise + bend * (h * in->next_dx[i] - rise);
    }
}

static void dirk_interpolate(Integrator *in, double t, double *x)
{
    if (in->tableau->order > 2)
        hermite_blend(in->hermite, t, x, own_polynomial, in);
    else
        own_polynomial(in, t, x);
}

static double dirk_last_step(const Integrator *in)
{
    return in->h;
}

static IntegratorCounts dirk_counts(const Integrator *in)
{
    return in->counts;
}

static int32_t dirk_worst_state(Integrator *in)
{
    return largest_component(in->problem.n, in->error, in->weight);
}

static void dirk_close(Integrator *in)
{
    newton_close(in->newton);
}

#define DIAGONAL_METHOD(symbol, method_name, text, table, method_order, method_stages, pairs,      \
                        l_stable)                                                                  \
    static Integrator *symbol##_open(Arena *out, const OdeProblem *problem)                        \
    {                                                                                              \
        return open_tableau(out, problem, &table);                                                 \
    }                                                                                              \
    static const Formula symbol##_formulas[] = {{"method", &table, NULL, WEIGHTS_METHOD},          \
                                                {"embedding", &table, NULL, WEIGHTS_EMBEDDED}};    \
    const IntegratorDesc symbol##_desc = {                                                         \
        .name = method_name,                                                                       \
        .summary = text,                                                                           \
        .order_min = method_order,                                                                 \
        .order_max = method_order,                                                                 \
        .stages = method_stages,                                                                   \
        .formulas = symbol##_formulas,                                                             \
        .n_formulas = pairs,                                                                       \
        .is_implicit = true,                                                                       \
        .is_a_stable = true,                                                                       \
        .is_l_stable = l_stable,                                                                   \
        .takes_fixed_step = true,                                                                  \
        .controls_step = true,                                                                     \
        .open = symbol##_open,                                                                     \
        .restart = dirk_restart,                                                                   \
        .step = dirk_step,                                                                         \
        .interpolate = dirk_interpolate,                                                           \
        .last_step = dirk_last_step,                                                               \
        .counts = dirk_counts,                                                                     \
        .worst_state = dirk_worst_state,                                                           \
        .close = dirk_close,                                                                       \
    }

DIAGONAL_METHOD(sdirk4, "sdirk4", "HW-SDIRK(3)4, one implicit stage after the other",
                tableau_hw_sdirk, 4, 5, 2, true);
DIAGONAL_METHOD(backward_euler, "backward-euler", "backward Euler, for rough work on stiff systems",
                tableau_backward_euler, 1, 1, 1, true);
DIAGONAL_METHOD(trapezoid, "trapezoid", "trapezoidal rule, keeps oscillations", tableau_trapezoid,
                2, 2, 1, false);
DIAGONAL_METHOD(bi2, "bi2", "backinterpolation: half a step of forward, half of backward Euler",
                tableau_backinterpolation_2, 2, 2, 1, false);
