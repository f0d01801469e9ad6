// Fully implicit Runge-Kutta methods: Radau IIA of order 3 and 5, Lobatto IIIC of order 4. All
// are stiffly accurate: the last stage is the value at the end of the step.
//
// Two ways to control the step. The methods under their plain names estimate the error of every
// step with the filter of a real pole and use the predictive controller [HW96, IV.8]. Those
// called "-embedded" follow [CK06, 8.7, 8.8]: two steps of equal size are one unit, the
// embedding over both estimates the error, Fehlberg's formula gives the next size; so the step
// never changes twice in a row, and both are repeated when the error is too large. The estimate
// is of full order there, of order stages or one less here. docs/add-a-solver.md has the
// measurements.
#include <math.h>
#include <string.h>

#include "run/integrators/coupled_stages.h"
#include "run/integrators/hermite.h"
#include "run/integrators/integrators.h"
#include "run/integrators/step_frame.h"
#include "run/point/norms.h"

struct Integrator {
    StepFrame frame;
    const Tableau *tableau;
    bool is_double; // two equal steps with the embedding over both
    CoupledStages *stages;
    Hermite *hermite;
    StagePiece *before, *first, *last; // first: of a double step
    double *next, *dx;                 // the present point: the end of the last step
    double *end_slope, *hk[MOST_COUPLED];
    double *guessed; // where the iteration for the last stage began
    double *end;     // f at the end of the piece just solved, if that is known
    bool knows_end;
    bool foretells; // the points before lead nearer to the next step than the stages of the last
};

static const double *irk_begin(Integrator *in);
static TryOutcome irk_attempt(Integrator *in, double h);
static double irk_estimate(Integrator *in, double h);
static void irk_accept(Integrator *in);

// A df/dx of a few evaluations is made anew before the iteration gets slow: what its last
// correction leaves is the same way off in every step of a smooth solution, and adds up [HW96,
// IV.8], [M220].
enum { FEW_GROUPS = 8 };
static const double rate_of_few = 0.003;

static void keep_jacobian_by_price(Newton *nw, const InitialValueProblem *p)
{
    int32_t groups = p->group_of ? p->n_groups : p->n;
    if (groups <= FEW_GROUPS) nw->keep_rate = rate_of_few;
}

static Integrator *open_tableau(Arena *out, const InitialValueProblem *problem,
                                const Tableau *tableau, bool is_double)
{
    Integrator *in = ARENA_NEW(out, Integrator);
    StepFrame *f = &in->frame;
    frame_open(f, out, problem);
    in->tableau = tableau;
    in->is_double = is_double && !f->is_fixed;
    int estimate_order = is_double ? tableau->double_step_order : stages_estimate_order(tableau);
    if (!f->is_fixed && !is_double)
        f->problem.tolerance =
            tolerance_for_estimate(problem->tolerance, tableau->order, estimate_order);
    in->stages = stages_open(out, &f->problem, tableau, &f->counts);
    in->hermite = hermite_open(out, &f->problem, in->is_double ? 2 : 1);
    f->newton = stages_newton(in->stages);
    newton_tighten(f->newton, problem->tolerance / f->problem.tolerance);
    keep_jacobian_by_price(f->newton, problem);
    f->control.kind = is_double ? CONTROL_FEHLBERG : CONTROL_PREDICTIVE;
    f->control.order = estimate_order + 1;
    f->order = tableau->order;
    f->steps_at_once = in->is_double ? 2 : 1;
    f->begin = irk_begin;
    f->attempt = irk_attempt;
    f->estimate = irk_estimate;
    f->accept = irk_accept;
    in->before = stages_piece(out, problem);
    in->first = stages_piece(out, problem);
    in->last = stages_piece(out, problem);
    double **vectors[] = {&in->next, &in->dx, &in->end_slope, &in->end, &in->guessed};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, problem->n);
    for (int i = 0; i < tableau->stages; i++) in->hk[i] = ARENA_ARRAY(out, double, problem->n);
    return in;
}

static StepOutcome irk_restart(Integrator *in, double t, const double *x, double h)
{
    memcpy(in->next, x, (size_t)in->frame.problem.n * sizeof *x);
    in->last->h = in->before->h = 0;
    in->foretells = false;
    StepOutcome s = frame_restart(&in->frame, t, x, in->dx, h, in->tableau->order);
    if (s == STEP_DONE) hermite_restart(in->hermite, t, x, in->dx);
    return s;
}

// ---- One step of the method -----------------------------------------------------------------

static void end_of_piece(const Integrator *in, const StagePiece *piece, double *x)
{
    const double *z = piece->z[in->tableau->stages - 1];
    for (int32_t i = 0; i < in->frame.problem.n; i++) x[i] = piece->x[i] + z[i];
}

// A first correction is taken as enough on the word of earlier solves, and the factors may be of
// another branch of a function with a kink: what pulls hard there hides what does not pull any
// more, from the correction and from the estimate of the error, too. The derivative at the end
// tells; the next step begins with it.
static TryOutcome verify_piece(Integrator *in, StagePiece *piece)
{
    StepFrame *f = &in->frame;
    Convergence *c = &f->newton->convergence;
    in->knows_end = false;
    if (f->problem.stages || c->iteration != 1) return TRY_DONE;
    end_of_piece(in, piece, f->error);
    ModelOutcome o = frame_derivatives(f, piece->t + piece->h, f->error, in->end);
    if (o != MODEL_OK) return try_outcome(o);
    in->knows_end = true;
    if (stages_left_at_end(in->stages, piece, in->end, f->weight) <= c->enough) return TRY_DONE;
    in->knows_end = false;
    c->contraction = 1;
    return stages_solve(in->stages, piece, f->weight);
}

// Stages begin where the polynomial of the last step leads to [HW96, IV.8], of degree 3; or, where
// the step before has shown that to be nearer, that of degree 5 through the last points: along a
// smooth solution it saves every second correction [M163].
static void guess_piece(Integrator *in, const StagePiece *before, StagePiece *piece)
{
    const Tableau *T = in->tableau;
    int32_t n = in->frame.problem.n, stages = T->stages;
    double t[MOST_COUPLED];
    for (int i = 0; i < stages; i++) t[i] = piece->t + T->c[i] * piece->h;
    in->foretells =
        in->foretells && hermite_foretell_stages(in->hermite, stages, t, piece->x, piece->z);
    if (!in->foretells) stages_guess(in->stages, before, piece);
    memcpy(in->guessed, piece->z[stages - 1], (size_t)n * sizeof *in->guessed);
}

// Which of them leads nearer to the end of the step that was made.
static void judge_guesses(Integrator *in)
{
    StepFrame *f = &in->frame;
    bool foretold = in->foretells;
    double *other = in->end_slope;
    in->foretells = false;
    if (in->is_double || f->problem.stages || !(in->before->h > 0)) return;
    if (foretold)
        stages_interpolate(in->stages, in->before, f->t, other);
    else if (!hermite_foretell(in->hermite, f->t, other))
        return;
    const double *z = in->last->z[in->tableau->stages - 1];
    double by_guess = weighted_distance(f->problem.n, in->guessed, z, f->weight);
    double by_other = weighted_distance(f->problem.n, other, in->next, f->weight);
    in->foretells = foretold ? by_guess < by_other : by_other < by_guess;
}

static TryOutcome solve_piece(Integrator *in, StagePiece *piece, const StagePiece *before, double t,
                              const double *x, double h)
{
    piece->t = t;
    piece->h = h;
    memcpy(piece->x, x, (size_t)in->frame.problem.n * sizeof *x);
    guess_piece(in, before, piece);
    TryOutcome s = stages_solve(in->stages, piece, in->frame.weight);
    return s == TRY_DONE ? verify_piece(in, piece) : s;
}

// The last step gives the starting values of this one.
static const double *irk_begin(Integrator *in)
{
    StagePiece *swap = in->before;
    in->before = in->last;
    in->last = swap;
    return in->next;
}

// Stages of the step of size h (of both when double), from in->next.
static TryOutcome irk_attempt(Integrator *in, double h)
{
    StepFrame *f = &in->frame;
    double single = in->is_double ? h / 2 : h;
    // At the start in->dx holds derivatives of algebraic unknowns in place of their residuals.
    bool exact = f->h > 0 || !f->problem.n_algebraic;
    ModelOutcome o = newton_prepare(f->newton, f->t, in->next, exact ? in->dx : NULL, single);
    if (o != MODEL_OK) return try_outcome(o);
    if (!in->is_double) return solve_piece(in, in->last, in->before, f->t, in->next, h);
    TryOutcome s = solve_piece(in, in->first, in->before, f->t, in->next, single);
    if (s != TRY_DONE) return s;
    end_of_piece(in, in->first, f->error);
    return solve_piece(in, in->last, in->first, f->t + single, f->error, single);
}

// ---- Error ----------------------------------------------------------------------------------

static double double_step_error(Integrator *in)
{
    StepFrame *f = &in->frame;
    const Tableau *T = in->tableau;
    int32_t n = n_differential(&f->problem);
    end_of_piece(in, in->last, f->error);
    for (int32_t i = 0; i < n; i++) f->error[i] = -f->error[i];
    for (int k = 0; k < 2; k++) {
        const StagePiece *p = k ? in->last : in->first;
        stages_derivatives(in->stages, p, in->hk);
        for (int32_t i = 0; i < n; i++) {
            double sum = T->double_step[k].begin * p->x[i];
            for (int s = 0; s < T->stages; s++)
                sum += T->double_step[k].value[s] * (p->x[i] + p->z[s][i]) +
                       T->double_step[k].derivative[s] * in->hk[s][i];
            f->error[i] += sum;
        }
    }
    return frame_error(f);
}

static double irk_estimate(Integrator *in, double h)
{
    (void)h;
    StepFrame *f = &in->frame;
    const InitialValueProblem *p = &f->problem;
    if (in->is_double) return double_step_error(in);
    stages_estimate(in->stages, in->last, in->dx, f->error);
    double error = frame_error(f);
    // At the start and after a rejection the estimate may be spoiled by stiff components that
    // one filtering does not damp enough: a second one with f at x + error [HW96, IV.8].
    if (error < 1 || (f->control.step_before > 0 && !f->control.just_rejected)) return error;
    for (int32_t i = 0; i < p->n; i++) f->error[i] += in->last->x[i];
    if (frame_derivatives(f, in->last->t, f->error, in->end_slope) != MODEL_OK) return error;
    stages_estimate(in->stages, in->last, in->end_slope, f->error);
    return frame_error(f);
}

// ---- Taking over ----------------------------------------------------------------------------

static void irk_accept(Integrator *in)
{
    StepFrame *f = &in->frame;
    if (in->is_double) { // the middle is a point of its own
        stages_end_slope(in->stages, in->first, in->end_slope);
        hermite_push(in->hermite, in->last->t, in->last->x, in->end_slope);
    }
    end_of_piece(in, in->last, in->next);
    judge_guesses(in);
    stages_end_slope(in->stages, in->last, in->end_slope);
    hermite_push(in->hermite, f->t, in->next, in->end_slope);
    size_t bytes = (size_t)f->problem.n * sizeof *in->dx;
    if (in->knows_end)
        memcpy(in->dx, in->end, bytes);
    else if (f->problem.stages || frame_derivatives(f, f->t, in->next, in->dx) != MODEL_OK)
        memcpy(in->dx, in->end_slope, bytes);
}

// ---- The rest of the interface --------------------------------------------------------------

static void own_polynomial(void *client, double t, double *x)
{
    const Integrator *in = client;
    bool in_first = in->is_double && t < in->last->t;
    if (in->last->h > 0)
        stages_interpolate(in->stages, in_first ? in->first : in->last, t, x);
    else
        memcpy(x, in->next, (size_t)in->frame.problem.n * sizeof *x);
}

static void irk_interpolate(Integrator *in, double t, double *x)
{
    hermite_blend(in->hermite, t, x, own_polynomial, in);
}

static void irk_slope(Integrator *in, double t, double *dx)
{
    hermite_slope(in->hermite, t, dx, own_polynomial, in);
}

static void irk_close(Integrator *in)
{
    stages_close(in->stages);
}

#define IMPLICIT_METHOD(symbol, method_name, text, table, twice, method_order, method_stages, use) \
    static Integrator *symbol##_open(Arena *out, const InitialValueProblem *problem)               \
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
        .solves_dae = true,                                                                        \
        .auto_use = use,                                                                           \
        .open = symbol##_open,                                                                     \
        .restart = irk_restart,                                                                    \
        .step = frame_step,                                                                        \
        .interpolate = irk_interpolate,                                                            \
        .slope = irk_slope,                                                                        \
        .last_step = frame_last_step,                                                              \
        .counts = frame_counts,                                                                    \
        .worst_state = frame_worst_state,                                                          \
        .local_error = frame_local_error,                                                          \
        .resolve = frame_resolve,                                                                  \
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
