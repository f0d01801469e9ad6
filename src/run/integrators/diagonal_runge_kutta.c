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
#include "run/integrators/step_frame.h"
#include "run/integrators/tableaus.h"
#include "run/point/norms.h"

enum { MOST_DIAGONAL = 5 };

struct Integrator {
    StepFrame frame;
    const Tableau *tableau;
    double diagonal;
    Hermite *hermite;
    double *x, *dx, *next, *next_dx; // begin and end of the step
    double *k[MOST_DIAGONAL];        // stage derivatives
    double *known, *stage, *f;
    double stage_t, stage_h; // of the stage at work: its time, h g
    double *dx_before;       // f one step back
    double h_before;         // 0: there is no step before
};

static const double *dirk_begin(Integrator *in);
static TryOutcome dirk_attempt(Integrator *in, double h);
static double dirk_estimate(Integrator *in, double h);
static void dirk_accept(Integrator *in);

static Integrator *open_tableau(Arena *out, const InitialValueProblem *problem,
                                const Tableau *tableau)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    StepFrame *f = &in->frame;
    frame_open(f, out, problem);
    in->tableau = tableau;
    in->diagonal = tableau->a[tableau->stages - 1][tableau->stages - 1];
    if (tableau->embedded_order && !f->is_fixed)
        f->problem.tolerance =
            tolerance_for_estimate(problem->tolerance, tableau->order, tableau->embedded_order);
    f->newton = newton_open(out, &f->problem, (Eigenvalues){.real = in->diagonal}, &f->counts);
    newton_tighten(f->newton, problem->tolerance / f->problem.tolerance);
    f->control.kind = CONTROL_PREDICTIVE;
    f->control.order = tableau->embedded_order ? tableau->embedded_order + 1 : tableau->order + 1;
    f->order = tableau->order;
    f->begin = dirk_begin;
    f->attempt = dirk_attempt;
    f->estimate = dirk_estimate;
    f->accept = dirk_accept;
    in->hermite = hermite_open(out, &f->problem, 1);
    double **vectors[] = {&in->x,     &in->dx,    &in->next, &in->next_dx,
                          &in->known, &in->stage, &in->f,    &in->dx_before};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < tableau->stages; i++) in->k[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static StepOutcome dirk_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->next, x, (size_t)in->frame.problem.n * sizeof *x);
    in->h_before = 0;
    StepOutcome s = frame_restart(&in->frame, t, x, in->next_dx, h, in->tableau->order);
    if (s == STEP_DONE) hermite_restart(in->hermite, t, x, in->next_dx);
    return s;
}

static const double *dirk_begin(Integrator *in)
{
    size_t bytes = (size_t)in->frame.problem.n * sizeof *in->x;
    memcpy(in->x, in->next, bytes); // the end of the last step
    memcpy(in->dx, in->next_dx, bytes);
    in->h_before = in->frame.h;
    return in->x;
}

// ---- The stages -----------------------------------------------------------------------------

static ModelOutcome solve_inlined(Integrator *in, double t, double hg)
{
    const InitialValueProblem *p = &in->frame.problem;
    StageAccuracy accuracy = {in->frame.weight, in->frame.newton->convergence.enough};
    return p->stage(p->client, t, hg, in->known, in->stage, in->f, &accuracy);
}

static ModelOutcome correct_stage(void *client, int k)
{
    Integrator *in = client;
    StepFrame *f = &in->frame;
    (void)k;
    ModelOutcome o = frame_derivatives(f, in->stage_t, in->stage, in->f);
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; i < n_differential(&f->problem); i++)
        in->f[i] = in->known[i] + in->stage_h * in->f[i] - in->stage[i];
    step_matrix_solve(f->newton->matrix, in->f);
    return MODEL_OK;
}

static double move_stage(void *client)
{
    Integrator *in = client;
    int32_t n = in->frame.problem.n;
    for (int32_t i = 0; i < n; i++) in->stage[i] += in->f[i];
    return weighted_norm(n, in->f, in->frame.weight);
}

// Solves X = known + h g f(t, X), 0 = f(t, X) for algebraic unknowns, from the guess in in->stage.
static TryOutcome solve_stage(Integrator *in, double t, double hg)
{
    static const StepEquations equations = {.correct = correct_stage, .move = move_stage};
    if (in->frame.problem.stage) return try_outcome(solve_inlined(in, t, hg));
    in->stage_t = t;
    in->stage_h = hg;
    return try_end(newton_solve_step(in->frame.newton, &equations, in));
}

// k = (X - known) / (h g) is free of the amplification of a further evaluation of f. Algebraic
// unknowns have a derivative in this sense where A is regular; behind an explicit stage the formula
// would oscillate, and their change over the step stands for it.
static void derivative_of_stage(Integrator *in, int s, double h)
{
    const InitialValueProblem *p = &in->frame.problem;
    double hg = h * in->diagonal, *k = in->k[s];
    for (int32_t i = 0; i < p->n; i++) k[i] = (in->stage[i] - in->known[i]) / hg;
    for (int32_t i = n_differential(p); in->tableau->a[0][0] == 0 && i < p->n; i++)
        k[i] = (in->stage[i] - in->x[i]) / h;
}

// The guess for a stage: the derivative of the stage before (at first of x) is kept.
static void guess_stage(Integrator *in, int s, double h)
{
    const double *slope = s ? in->k[s - 1] : in->dx;
    double reach = in->h_before > 0 || s ? h * in->diagonal : 0;
    for (int32_t i = 0; i < in->frame.problem.n; i++)
        in->stage[i] = in->known[i] + reach * slope[i];
}

static TryOutcome dirk_attempt(Integrator *in, double h)
{
    StepFrame *f = &in->frame;
    const Tableau *T = in->tableau;
    int32_t n = f->problem.n;
    // in->dx is a stage derivative, too rough for differences.
    ModelOutcome o = newton_prepare(f->newton, f->t, in->x, NULL, h);
    if (o != MODEL_OK) return try_outcome(o);
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
        TryOutcome outcome = solve_stage(in, f->t + T->c[s] * h, h * in->diagonal);
        if (outcome != TRY_DONE) return outcome;
        derivative_of_stage(in, s, h);
    }
    memcpy(in->next, in->stage, (size_t)n * sizeof *in->next); // all are stiffly accurate
    return TRY_DONE;
}

// ---- Error ----------------------------------------------------------------------------------

// Order 1: (h/2) (f1 - f0). Order 2: (h^3/12) x^(3) from f at three points; on the first step only
// the estimate of order 1 is there.
static double difference_error(const Integrator *in, int32_t i, double h)
{
    double hb = in->h_before, slope = in->k[in->tableau->stages - 1][i] - in->dx[i];
    if (in->tableau->order < 2 || !(hb > 0)) return h / 2 * slope;
    double bend = slope / h - (in->dx[i] - in->dx_before[i]) / hb;
    return h * h * h / 6 * bend / (h + hb);
}

static double embedding_error(const Integrator *in, int32_t i, double h)
{
    const Tableau *T = in->tableau;
    double sum = 0;
    for (int s = 0; s < T->stages; s++) sum += (T->b[s] - T->embedded[s]) * in->k[s][i];
    return h * sum;
}

// Without a matrix at hand the filter I - h g J is applied by solving the last stage once more,
// moved by the error; but only where the error itself would cost steps. A third solve brings the
// model's values back.
static double inlined_error(Integrator *in, double h)
{
    StepFrame *f = &in->frame;
    const InitialValueProblem *p = &f->problem;
    double hg = h * in->diagonal, t = f->t + h, error = weighted_norm(p->n, f->error, f->weight);
    if (!in->tableau->embedded_order || !(error > 0.1)) return error;
    for (int32_t i = 0; i < p->n; i++) in->known[i] += f->error[i];
    ModelOutcome o = solve_inlined(in, t, hg);
    for (int32_t i = 0; i < p->n; i++) {
        in->known[i] -= f->error[i];
        if (o == MODEL_OK) f->error[i] = in->stage[i] - in->next[i];
        in->stage[i] = in->next[i];
    }
    if (o != MODEL_OK) return error;
    o = solve_inlined(in, t, hg);
    return o == MODEL_OK ? weighted_norm(p->n, f->error, f->weight) : INFINITY;
}

static double dirk_estimate(Integrator *in, double h)
{
    StepFrame *f = &in->frame;
    const InitialValueProblem *p = &f->problem;
    for (int32_t i = 0; i < p->n; i++)
        f->error[i] = i >= n_differential(p)        ? 0
                      : in->tableau->embedded_order ? embedding_error(in, i, h)
                                                    : difference_error(in, i, h);
    if (p->stage) return inlined_error(in, h);
    step_matrix_solve(f->newton->matrix, f->error);
    return frame_error(f);
}

static void dirk_accept(Integrator *in)
{
    size_t bytes = (size_t)in->frame.problem.n * sizeof *in->x;
    memcpy(in->dx_before, in->dx, bytes);
    memcpy(in->next_dx, in->k[in->tableau->stages - 1], bytes);
    hermite_push(in->hermite, in->frame.t, in->next, in->next_dx);
}

// ---- The rest of the interface --------------------------------------------------------------

// Inside the last step: the continuous weights of the method; without them the line for order 1,
// the parabola through both values and the slope at the end for order 2.
static void own_polynomial(void *client, double t, double *x)
{
    const Integrator *in = client;
    const Tableau *T = in->tableau;
    int32_t n = in->frame.problem.n;
    double h = in->frame.h, s = h > 0 ? 1 + (t - in->frame.t) / h : 1;
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

static void dirk_close(Integrator *in)
{
    newton_close(in->frame.newton);
}

#define DIAGONAL_METHOD(symbol, method_name, text, table, method_order, method_stages, pairs,      \
                        l_stable)                                                                  \
    static Integrator *symbol##_open(Arena *out, const InitialValueProblem *problem)               \
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
        .solves_dae = true,                                                                        \
        .open = symbol##_open,                                                                     \
        .restart = dirk_restart,                                                                   \
        .step = frame_step,                                                                        \
        .interpolate = dirk_interpolate,                                                           \
        .last_step = frame_last_step,                                                              \
        .counts = frame_counts,                                                                    \
        .worst_state = frame_worst_state,                                                          \
        .local_error = frame_local_error,                                                          \
        .resolve = frame_resolve,                                                                  \
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
