// Fully implicit Runge-Kutta methods: Radau IIA of order 3 and 5, Lobatto IIIC of order 4. All
// are stiffly accurate: the last stage is the value at the end of the step.
//
// Two ways to control the step. The methods under their plain names estimate the error of every
// step with the filter of a real pole and use the predictive controller [HW96, IV.8]. Those
// called "-embedded" follow [CK06, 8.7, 8.8]: two steps of equal size are one unit, the
// embedding over both estimates the error, Fehlberg's formula gives the next size; so the step
// never changes twice in a row, and both are repeated when the error is too large. The estimate
// is of full order there, of order stages here. docs/add-a-solver.md has the measurements.
#include <math.h>
#include <string.h>

#include "run/integrators/coupled_stages.h"
#include "run/integrators/hermite.h"
#include "run/integrators/integrators.h"
#include "run/integrators/step_control.h"
#include "run/norms.h"

enum { MOST_TRIES = 60 };

struct Integrator {
    OdeProblem problem;
    const Tableau *tableau;
    bool is_double; // two equal steps with the embedding over both
    CoupledStages *stages;
    Hermite *hermite;
    StepControl control;
    StagePiece *before, *first, *last; // first: of a double step
    double *next, *dx;                 // the present point: the end of the last step
    double *end_slope, *hk[MOST_COUPLED], *error, *weight;
    double t, h, next_h;
    bool is_fixed;
    IntegratorCounts counts;
};

static Integrator *open_tableau(Arena *out, const OdeProblem *problem, const Tableau *tableau,
                                bool is_double)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    in->problem = *problem;
    in->tableau = tableau;
    in->is_fixed = isfinite(problem->fixed_step);
    in->is_double = is_double && !in->is_fixed;
    if (!in->is_fixed && !is_double)
        in->problem.tolerance =
            tolerance_for_estimate(problem->tolerance, tableau->order, tableau->stages);
    in->stages = stages_open(out, &in->problem, tableau, &in->counts);
    in->hermite = hermite_open(out, &in->problem, in->is_double ? 2 : 1);
    in->control = is_double
                      ? (StepControl){CONTROL_FEHLBERG, tableau->double_step_order + 1, 0, 0, false}
                      : (StepControl){CONTROL_PREDICTIVE, tableau->stages + 1, 0, 0, false};
    in->before = stages_piece(out, problem, tableau);
    in->first = stages_piece(out, problem, tableau);
    in->last = stages_piece(out, problem, tableau);
    double **vectors[] = {&in->next, &in->dx, &in->end_slope, &in->error, &in->weight};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < tableau->stages; i++) in->hk[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static ModelOutcome derivatives(Integrator *in, double t, const double *x, double *dx)
{
    in->counts.rhs_evaluations++;
    return in->problem.derivatives(in->problem.client, t, x, dx);
}

static StepOutcome irk_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->next, x, (size_t)in->problem.n * sizeof *x);
    in->t = t;
    in->last->h = in->before->h = 0;
    newton_forget(stages_newton(in->stages));
    control_restart(&in->control);
    if (derivatives(in, t, x, in->dx) != MODEL_OK) return STEP_MODEL_FATAL;
    hermite_restart(in->hermite, t, x, in->dx);
    in->next_h = in->is_fixed ? in->problem.fixed_step
                 : h > 0      ? h
                              : first_step(&in->problem, x, in->dx, in->tableau->order);
    return STEP_DONE;
}

// ---- One step of the method -----------------------------------------------------------------

static void end_of_piece(const Integrator *in, const StagePiece *piece, double *x)
{
    const double *z = piece->z[in->tableau->stages - 1];
    for (int32_t i = 0; i < in->problem.n; i++) x[i] = piece->x[i] + z[i];
}

static StagesOutcome solve_piece(Integrator *in, StagePiece *piece, const StagePiece *before,
                                 double t, const double *x, double h)
{
    piece->t = t;
    piece->h = h;
    memcpy(piece->x, x, (size_t)in->problem.n * sizeof *x);
    stages_guess(in->stages, before, piece);
    return stages_solve(in->stages, piece, in->weight);
}

static void double_step_difference(Integrator *in)
{
    const Tableau *T = in->tableau;
    int32_t n = in->problem.n;
    end_of_piece(in, in->last, in->error);
    for (int32_t i = 0; i < n; i++) in->error[i] = -in->error[i];
    for (int k = 0; k < 2; k++) {
        const StagePiece *p = k ? in->last : in->first;
        stages_derivatives(in->stages, p, in->hk);
        for (int32_t i = 0; i < n; i++) {
            double sum = T->double_step[k].begin * p->x[i];
            for (int s = 0; s < T->stages; s++)
                sum += T->double_step[k].value[s] * (p->x[i] + p->z[s][i]) +
                       T->double_step[k].derivative[s] * in->hk[s][i];
            in->error[i] += sum;
        }
    }
}

// The error of the step just solved, in units of the tolerance.
static double estimate_error(Integrator *in)
{
    const OdeProblem *p = &in->problem;
    if (in->is_fixed) return 0;
    if (in->is_double) {
        double_step_difference(in);
        return weighted_norm(p->n, in->error, in->weight);
    }
    stages_estimate(in->stages, in->last, in->dx, in->error);
    double error = weighted_norm(p->n, in->error, in->weight);
    // At the start and after a rejection the estimate may be spoiled by stiff components that
    // one filtering does not damp enough: a second one with f at x + error [HW96, IV.8].
    if (error < 1 || (in->control.step_before > 0 && !in->control.just_rejected)) return error;
    for (int32_t i = 0; i < p->n; i++) in->error[i] += in->last->x[i];
    if (derivatives(in, in->last->t, in->error, in->end_slope) != MODEL_OK) return error;
    stages_estimate(in->stages, in->last, in->end_slope, in->error);
    return weighted_norm(p->n, in->error, in->weight);
}

// Stages of the step of size h (of both when double), from in->next.
static StagesOutcome solve_step(Integrator *in, double h)
{
    Newton *nw = stages_newton(in->stages);
    double single = in->is_double ? h / 2 : h;
    ModelOutcome o = newton_prepare(nw, in->t, in->next, in->dx, single);
    if (o != MODEL_OK) return o == MODEL_FATAL ? STAGES_FATAL : STAGES_RETRY;
    if (!in->is_double) return solve_piece(in, in->last, in->before, in->t, in->next, h);
    StagesOutcome s = solve_piece(in, in->first, in->before, in->t, in->next, single);
    if (s != STAGES_DONE) return s;
    end_of_piece(in, in->first, in->error);
    return solve_piece(in, in->last, in->first, in->t + single, in->error, single);
}

static StepOutcome accept(Integrator *in, double h, bool ends, double limit, double error)
{
    Newton *nw = stages_newton(in->stages);
    int32_t n = in->problem.n, last_stage = in->tableau->stages - 1;
    if (in->is_double) { // the middle is a point of its own
        stages_derivatives(in->stages, in->first, in->hk);
        for (int32_t i = 0; i < n; i++) in->end_slope[i] = in->hk[last_stage][i] / in->first->h;
        hermite_push(in->hermite, in->last->t, in->last->x, in->end_slope);
    }
    end_of_piece(in, in->last, in->next);
    stages_derivatives(in->stages, in->last, in->hk);
    for (int32_t i = 0; i < n; i++) in->end_slope[i] = in->hk[last_stage][i] / in->last->h;
    in->t = ends ? limit : in->t + h;
    in->h = h;
    hermite_push(in->hermite, in->t, in->next, in->end_slope);
    in->counts.steps += in->is_double ? 2 : 1;
    newton_step_accepted(nw);
    if (in->problem.stages || derivatives(in, in->t, in->next, in->dx) != MODEL_OK)
        memcpy(in->dx, in->end_slope, (size_t)n * sizeof *in->dx);
    if (in->is_fixed) return STEP_DONE;
    double proposed = control_accepted(&in->control, h, error);
    // A step cut short by the limit says little about the one after it.
    if (ends && h < in->next_h) proposed = fmax(proposed, in->next_h);
    // A little growth is not worth new factors.
    bool keeps = nw->has_jacobian && proposed >= h && proposed <= 1.2 * h;
    in->next_h = keeps ? h : proposed;
    return STEP_DONE;
}

static StepOutcome irk_step(Integrator *in, double limit, double *reached)
{
    StagePiece *swap = in->before; // the last step gives the starting values of this one
    in->before = in->last;
    in->last = swap;
    Newton *nw = stages_newton(in->stages);
    error_weights(in->problem.n, in->next, in->problem.nominal, in->problem.tolerance, in->weight);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        bool ends;
        double h = limited_step(in->t, in->next_h, limit, &ends);
        if (step_vanishes(in->t, h)) break;
        StagesOutcome s = solve_step(in, h);
        if (s == STAGES_FATAL) return STEP_MODEL_FATAL;
        if (s == STAGES_DONE) {
            double error = estimate_error(in);
            if (error <= 1) {
                accept(in, h, ends, limit, error);
                *reached = in->t;
                return STEP_DONE;
            }
            in->counts.rejected++;
            in->next_h = control_rejected(&in->control, h, error);
            continue;
        }
        if (s == STAGES_DIVERGE && newton_refresh(nw)) continue;
        if (in->is_fixed) return STEP_NO_CONVERGENCE;
        in->counts.rejected++;
        in->next_h = s == STAGES_DIVERGE ? h / 2 : h / 4;
        in->control.just_rejected = true;
        nw->contraction = 1;
    }
    return STEP_TOO_SMALL;
}

// ---- The rest of the interface --------------------------------------------------------------

static void own_polynomial(void *client, double t, double *x)
{
    const Integrator *in = client;
    bool in_first = in->is_double && t < in->last->t;
    if (in->last->h > 0)
        stages_interpolate(in->stages, in_first ? in->first : in->last, t, x);
    else
        memcpy(x, in->next, (size_t)in->problem.n * sizeof *x);
}

static void irk_interpolate(Integrator *in, double t, double *x)
{
    hermite_blend(in->hermite, t, x, own_polynomial, in);
}

static double irk_last_step(const Integrator *in)
{
    return in->h;
}

static IntegratorCounts irk_counts(const Integrator *in)
{
    return in->counts;
}

static int32_t irk_worst_state(Integrator *in)
{
    return largest_component(in->problem.n, in->error, in->weight);
}

static void irk_close(Integrator *in)
{
    stages_close(in->stages);
}

#define IMPLICIT_METHOD(symbol, method_name, text, table, twice, method_order, method_stages, use) \
    static Integrator *symbol##_open(Arena *out, const OdeProblem *problem)                        \
    {                                                                                              \
        return open_tableau(out, problem, &table, twice);                                          \
    }                                                                                              \
    static const Formula symbol##_formulas[] = {                                                   \
        {"method", &table, NULL, WEIGHTS_METHOD},                                                  \
        {"embedding over two steps", &table, NULL, WEIGHTS_DOUBLE_STEP},                           \
    };                                                                                             \
    const IntegratorDesc symbol##_desc = {                                                         \
        .name = method_name,                                                                       \
        .summary = text,                                                                           \
        .order_min = method_order,                                                                 \
        .order_max = method_order,                                                                 \
        .stages = method_stages,                                                                   \
        .formulas = symbol##_formulas,                                                             \
        .n_formulas = twice ? 2 : 1,                                                               \
        .is_implicit = true,                                                                       \
        .is_a_stable = true,                                                                       \
        .is_l_stable = true,                                                                       \
        .takes_fixed_step = true,                                                                  \
        .controls_step = true,                                                                     \
        .auto_use = use,                                                                           \
        .open = symbol##_open,                                                                     \
        .restart = irk_restart,                                                                    \
        .step = irk_step,                                                                          \
        .interpolate = irk_interpolate,                                                            \
        .last_step = irk_last_step,                                                                \
        .counts = irk_counts,                                                                      \
        .worst_state = irk_worst_state,                                                            \
        .close = irk_close,                                                                        \
    }

IMPLICIT_METHOD(radau3, "radau3", "Radau IIA of order 3, for stiff systems at low accuracy",
                tableau_radau_iia_3, false, 3, 2, AUTO_NEVER);
IMPLICIT_METHOD(radau5, "radau5", "Radau IIA of order 5, for stiff systems at high accuracy",
                tableau_radau_iia_5, false, 5, 3, AUTO_FIXED_STEP);
IMPLICIT_METHOD(lobatto4, "lobatto4", "Lobatto IIIC of order 4, for very stiff systems",
                tableau_lobatto_iiic_4, false, 4, 3, AUTO_NEVER);
IMPLICIT_METHOD(radau3_embedded, "radau3-embedded", "radau3 with the double-step embedding (8.105)",
                tableau_radau_iia_3, true, 3, 2, AUTO_NEVER);
IMPLICIT_METHOD(radau5_embedded, "radau5-embedded", "radau5 with the double-step embedding (8.108)",
                tableau_radau_iia_5, true, 5, 3, AUTO_NEVER);
IMPLICIT_METHOD(lobatto4_embedded, "lobatto4-embedded",
                "lobatto4 with the double-step embedding (8.110)", tableau_lobatto_iiic_4, true, 4,
                3, AUTO_NEVER);
