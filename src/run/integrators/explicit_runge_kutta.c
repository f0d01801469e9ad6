// Explicit Runge-Kutta methods: forward Euler and the classical method with fixed step, the
// pair of Dormand and Prince with step-size control and dense output of order 4 [HNW93, II.4-6].
#include <math.h>
#include <string.h>

#include "run/integrators/integrators.h"
#include "run/integrators/step_control.h"
#include "run/integrators/tableaus.h"
#include "run/norms.h"

enum { MOST_TRIES = 60 };

struct Integrator {
    OdeProblem problem;
    const Tableau *tableau;
    const double *dense;        // weights of the last dense-output term; NULL: cubic Hermite
    double *k[MOST_STAGES + 1]; // stages, then f at the end
    double *x, *next, *stage, *error;
    double t, before, h, next_h;
    double error_before; // of the last accepted step, for the PI controller
    bool just_rejected, is_controlled;
    IntegratorCounts counts;
};

// The last term of the dense output of Dormand and Prince [HNW93, II.6].
// clang-format off
static const double dopri_dense[] = {
    -12715105075.0 / 11282082432.0, 0, 87487479700.0 / 32700410799.0, -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0, 69997945.0 / 29380423.0};
// clang-format on

static Integrator *open_tableau(Arena *out, const OdeProblem *problem, const Tableau *tableau,
                                const double *dense)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    in->problem = *problem;
    in->tableau = tableau;
    in->dense = dense;
    in->is_controlled = tableau->embedded_order && !isfinite(problem->fixed_step);
    double **vectors[] = {&in->x, &in->next, &in->stage, &in->error};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i <= MOST_STAGES; i++) in->k[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static ModelOutcome derivatives(Integrator *in, double t, const double *x, double *dx)
{
    in->counts.rhs_evaluations++;
    ModelOutcome o = in->problem.derivatives(in->problem.client, t, x, dx);
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; i < in->problem.n; i++)
        if (!isfinite(dx[i])) return MODEL_RETRY;
    return MODEL_OK;
}

static StepOutcome rk_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->x, x, (size_t)in->problem.n * sizeof *x);
    memcpy(in->next, x, (size_t)in->problem.n * sizeof *x);
    in->t = in->before = t;
    in->error_before = 1e-4;
    if (derivatives(in, t, in->x, in->k[0]) != MODEL_OK) return STEP_MODEL_FATAL;
    memcpy(in->k[MOST_STAGES], in->k[0], (size_t)in->problem.n * sizeof *x);
    in->next_h = isfinite(in->problem.fixed_step) ? in->problem.fixed_step
                 : h > 0                          ? h
                         : first_step(&in->problem, in->x, in->k[0], in->tableau->order);
    return STEP_DONE;
}

static ModelOutcome try_step(Integrator *in, double h)
{
    const Tableau *T = in->tableau;
    int32_t n = in->problem.n;
    for (int s = 1; s < T->stages; s++) {
        for (int32_t i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < s; j++) sum += T->a[s][j] * in->k[j][i];
            in->stage[i] = in->x[i] + h * sum;
        }
        ModelOutcome o = derivatives(in, in->t + T->c[s] * h, in->stage, in->k[s]);
        if (o != MODEL_OK) return o;
    }
    for (int32_t i = 0; i < n; i++) {
        double sum = 0, error = 0;
        for (int j = 0; j < T->stages; j++) {
            sum += T->b[j] * in->k[j][i];
            error += (T->b[j] - T->embedded[j]) * in->k[j][i];
        }
        in->next[i] = in->x[i] + h * sum;
        in->error[i] = h * error;
    }
    if (in->dense) { // the last stage is f at the end of the step
        memcpy(in->k[MOST_STAGES], in->k[T->stages - 1], (size_t)n * sizeof(double));
        return MODEL_OK;
    }
    return derivatives(in, in->t + h, in->next, in->k[MOST_STAGES]);
}

// PI controller of Gustafsson in the form of [HW96, IV.2]; no growth right after a rejection.
static double controlled_step(Integrator *in, double h, double error)
{
    double order = in->tableau->order;
    double factor =
        0.9 * pow(fmax(error, 1e-10), -0.7 / order) * pow(in->error_before, 0.4 / order);
    factor = fmin(in->just_rejected ? 1 : 5, fmax(0.2, factor));
    in->error_before = fmax(error, 1e-4);
    return h * factor;
}

static void accept(Integrator *in, double h)
{
    in->before = in->t;
    in->t += h;
    in->h = h;
    in->counts.steps++;
}

static StepOutcome rk_step(Integrator *in, double limit, double *reached)
{
    const OdeProblem *p = &in->problem;
    // What was the end of the last step is the beginning of this one.
    memcpy(in->x, in->next, (size_t)p->n * sizeof *in->x);
    memcpy(in->k[0], in->k[MOST_STAGES], (size_t)p->n * sizeof *in->x);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        bool ends;
        double h = limited_step(in->t, in->next_h, limit, &ends);
        if (step_vanishes(in->t, h)) return STEP_TOO_SMALL;
        ModelOutcome o = try_step(in, h);
        if (o == MODEL_FATAL) return STEP_MODEL_FATAL;
        double error = 0;
        if (o == MODEL_OK && in->is_controlled)
            error = error_norm(p->n, in->error, in->x, in->next, p->nominal, p->tolerance);
        if (o == MODEL_OK && error <= 1) {
            accept(in, h);
            if (ends) in->t = limit;
            if (in->is_controlled && (!ends || h >= 0.9 * in->next_h || error > 0.5))
                in->next_h = controlled_step(in, h, error);
            in->just_rejected = false;
            *reached = in->t;
            return STEP_DONE;
        }
        in->counts.rejected++;
        in->just_rejected = true;
        if (!in->is_controlled && o != MODEL_OK) return STEP_MODEL_FATAL;
        in->next_h =
            o == MODEL_OK ? h * fmax(0.2, 0.9 * pow(error, -1.0 / in->tableau->order)) : h / 4;
    }
    return STEP_TOO_SMALL;
}

static void rk_interpolate(Integrator *in, double t, double *x)
{
    double h = in->t - in->before, s = h > 0 ? (t - in->before) / h : 1;
    for (int32_t i = 0; i < in->problem.n; i++) {
        double rise = in->next[i] - in->x[i], left = h * in->k[0][i] - rise;
        double right = rise - h * in->k[MOST_STAGES][i] - left, last = 0;
        for (int j = 0; in->dense && j < in->tableau->stages; j++)
            last += in->dense[j] * in->k[j][i];
        x[i] = in->x[i] + s * (rise + (1 - s) * (left + s * (right + (1 - s) * h * last)));
    }
}

static double rk_last_step(const Integrator *in)
{
    return in->h;
}

static IntegratorCounts rk_counts(const Integrator *in)
{
    return in->counts;
}

static int32_t rk_worst_state(Integrator *in)
{
    int32_t worst = -1;
    double largest = 0;
    for (int32_t i = 0; i < in->problem.n; i++) {
        double size = fabs(in->error[i]) / (fabs(in->x[i]) + in->problem.nominal[i]);
        if (!(size <= largest)) largest = size, worst = i;
    }
    return worst;
}

static void rk_close(Integrator *in)
{
    (void)in; // everything lives in the arena
}

#define EXPLICIT_METHOD(symbol, method_name, text, table, tail, method_order, method_stages,       \
                        controlled, use)                                                           \
    static Integrator *symbol##_open(Arena *out, const OdeProblem *problem)                        \
    {                                                                                              \
        return open_tableau(out, problem, &table, tail);                                           \
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
        .n_formulas = controlled ? 2 : 1,                                                          \
        .takes_fixed_step = true,                                                                  \
        .controls_step = controlled,                                                               \
        .auto_use = use,                                                                           \
        .open = symbol##_open,                                                                     \
        .restart = rk_restart,                                                                     \
        .step = rk_step,                                                                           \
        .interpolate = rk_interpolate,                                                             \
        .last_step = rk_last_step,                                                                 \
        .counts = rk_counts,                                                                       \
        .worst_state = rk_worst_state,                                                             \
        .close = rk_close,                                                                         \
    }

EXPLICIT_METHOD(euler, "euler", "forward Euler, fixed step", tableau_euler, NULL, 1, 1, false,
                AUTO_NEVER);
EXPLICIT_METHOD(rk4, "rk4", "the classical Runge-Kutta method, fixed step", tableau_classical, NULL,
                4, 4, false, AUTO_NEVER);
EXPLICIT_METHOD(dopri5, "dopri5",
                "explicit pair of Dormand and Prince, for systems that are not stiff",
                tableau_dormand_prince, dopri_dense, 5, 7, true, AUTO_NOT_STIFF);
