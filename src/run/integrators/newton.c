// Simplified Newton iteration [HW96, IV.8].
#include "run/integrators/newton.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "run/point/norms.h"

// More iterations than this are never cheaper than a smaller step or a fresh df/dx; but a smaller
// step does not help loops, whose equations have no step in them [M25].
enum { MOST_ITERATIONS = 8, MOST_ITERATIONS_OF_LOOPS = 15 };
static const double usual_keep_rate = 0.03;
// Where algebraic equations bend: contraction by less than the first asks for another df/dx, behind
// one by less than the second the next step begins with its own; a correction that is larger than
// the one before by the third leads nowhere [M146], [M233].
enum { MOST_RENEWED = 4 };
static const double slow_rate = 0.3, fast_rate = 0.02, most_astray = 10;

static void open_held(Newton *nw, Arena *out)
{
    const SparsePattern *p = jacobian_pattern(nw->jacobian);
    nw->held = step_matrix_open(out, p, nw->problem->n_algebraic, nw->problem->is_sparse);
    nw->held_values = ARENA_ARRAY(out, double, p->column_start[p->n] + 1);
    nw->correction = ARENA_ARRAY(out, double, p->n);
    nw->trial = ARENA_ARRAY(out, double, p->n);
}

Newton *newton_open(Arena *out, const InitialValueProblem *problem, Eigenvalues eigenvalues,
                    IntegratorCounts *counts)
{
    Newton *nw = ARENA_NEW(out, Newton);
    nw->problem = problem;
    nw->counts = counts;
    nw->convergence.most_iterations =
        problem->n_algebraic ? MOST_ITERATIONS_OF_LOOPS : MOST_ITERATIONS;
    // The error left by the iteration must not show in the error estimate, and not ask for
    // more digits than the machine has [HW96, IV.8].
    nw->convergence.enough = fmax(10 * DBL_EPSILON / problem->tolerance, 0.003);
    nw->keep_rate = usual_keep_rate;
    nw->keep_change = 1e-9; // steps differ by the rounding of time
    newton_forget(nw);
    if (problem->stage) return nw; // the model iterates
    nw->jacobian = jacobian_open(out, problem);
    nw->eigenvalues = eigenvalues;
    const SparsePattern *pattern = jacobian_pattern(nw->jacobian);
    if (eigenvalues.pair != 0)
        nw->pair = step_pair_open(out, pattern, problem->n_algebraic, problem->is_sparse);
    else if (eigenvalues.real > 0)
        nw->matrix = step_matrix_open(out, pattern, problem->n_algebraic, problem->is_sparse);
    if (problem->n_algebraic) open_held(nw, out);
    if (problem->is_bent)
        nw->corrections = quasi_newton_open(out, problem->n, pattern, MOST_ITERATIONS_OF_LOOPS);
    return nw;
}

void newton_tighten(Newton *nw, double part)
{
    Convergence *c = &nw->convergence;
    c->enough = fmax(10 * DBL_EPSILON / nw->problem->tolerance, c->enough * fmin(1, 3 * part));
}

void newton_close(Newton *nw)
{
    step_matrix_close(nw->held);
    step_matrix_close(nw->matrix);
    step_pair_close(nw->pair);
}

void newton_forget(Newton *nw)
{
    nw->factored_h = 0;
    nw->has_jacobian = nw->jacobian_is_fresh = nw->held_is_factored = false;
    convergence_forget(&nw->convergence);
}

static ModelOutcome make_jacobian(Newton *nw, double t, const double *x, const double *dx)
{
    ModelOutcome o = jacobian_evaluate(nw->jacobian, t, x, dx, nw->counts);
    if (o != MODEL_OK) return o;
    nw->has_jacobian = nw->jacobian_is_fresh = true;
    nw->held_is_factored = false;
    nw->factored_h = 0;
    return MODEL_OK;
}

static bool make_factors(Newton *nw, double h)
{
    const double *jacobian = jacobian_values(nw->jacobian);
    double z = h * nw->eigenvalues.real;
    if (nw->pair) {
        nw->counts->factorizations += 2;
        if (!step_pair_factor(nw->pair, h * nw->eigenvalues.pair, z, jacobian)) return false;
        nw->counts->in_fronts += step_pair_in_fronts(nw->pair);
    } else if (nw->matrix) {
        nw->counts->factorizations++;
        if (!step_matrix_factor(nw->matrix, z, jacobian)) return false;
        nw->counts->in_fronts += step_matrix_is_in_fronts(nw->matrix);
    }
    return true;
}

ModelOutcome newton_prepare(Newton *nw, double t, const double *x, const double *dx, double h)
{
    if (nw->problem->stage) {
        nw->has_jacobian = nw->jacobian_is_fresh = true; // as good as that
        return MODEL_OK;
    }
    ModelOutcome o = nw->has_jacobian ? MODEL_OK : make_jacobian(nw, t, x, dx);
    if (o != MODEL_OK) return o;
    if (nw->factored_h > 0 && fabs(h / nw->factored_h - 1) <= nw->keep_change) return MODEL_OK;
    nw->factored_h = 0;
    if (!make_factors(nw, h)) return MODEL_RETRY;
    nw->factored_h = h;
    return MODEL_OK;
}

// ---- The iteration of a step --------------------------------------------------------------------

typedef struct StepIteration {
    Newton *newton;
    const StepEquations *equations;
    void *client;
    double size;     // of the last correction
    double in_loops; // the same of the algebraic unknowns, in their units
    bool is_proven;  // by the one before: what it leaves is nothing
} StepIteration;

static ModelOutcome correct_step(void *client, int k)
{
    const StepIteration *s = client;
    return s->equations->correct(s->client, k);
}

static ModelOutcome move_step(void *client, int k)
{
    StepIteration *s = client;
    (void)k;
    s->size = s->equations->move(s->client);
    return MODEL_OK;
}

static NewtonVerdict judge_step(void *client, int k)
{
    StepIteration *s = client;
    (void)k;
    s->newton->counts->newton_iterations++;
    return convergence_judge(&s->newton->convergence, s->size);
}

ModelOutcome newton_renew(Newton *nw, double t, const double *x, const double *dx, double h)
{
    nw->renews = nw->has_jacobian = false;
    return newton_prepare(nw, t, x, dx, h);
}

// ---- The same where the algebraic equations bend ------------------------------------------------
//
// A few tenths of a volt away the loops of diodes and transistors are other equations, and the
// factors of a place where one conducts make nothing of the currents that are left where it blocks.
// So df/dx is that of the prediction, and of wherever the iteration has got when it gets slow; what
// corrections tell about it is used for the next ones, for each circuit that no other one is
// connected with; and it ends at a point that was looked at, not at one that is as good as the last
// ones promise.

static void measure_bent(StepIteration *s)
{
    s->size = s->equations->size(s->client);
    s->in_loops = s->equations->size_in_loops(s->client);
}

// df/dx of the present point; what it asks for is the correction then.
static ModelOutcome renew_bent(StepIteration *s)
{
    Newton *nw = s->newton;
    if (nw->renewed >= MOST_RENEWED) return MODEL_RETRY;
    nw->renews = true;
    nw->renewed++;
    quasi_newton_begin(&nw->corrections);
    ModelOutcome o = s->equations->correct(s->client, 0);
    measure_bent(s);
    return o;
}

// A correction below the tolerance proves nothing by itself: an exponential function that is far
// too large is corrected by the same little in each turn, an older df/dx may hide all the rest, and
// a little of what a loop is torn at may be much of what follows from it. So the loops are solved
// as those who solve one by itself do.
static ModelOutcome correct_bent(void *client, int k)
{
    StepIteration *s = client;
    double before = s->size, before_in_loops = s->in_loops;
    ModelOutcome o = s->equations->correct(s->client, k);
    if (o != MODEL_OK) return o;
    s->newton->counts->newton_iterations++;
    measure_bent(s);
    s->newton->convergence.rate = k ? s->size / before : 1;
    s->is_proven = false;
    if (!k) return MODEL_OK;
    if (!(s->size <= most_astray * before)) return MODEL_RETRY;
    bool is_small = s->size <= s->newton->convergence.enough;
    s->is_proven = is_small && (corrections_are_enough(before_in_loops, s->in_loops) ||
                                correction_stagnates(before_in_loops, s->in_loops));
    bool contracts =
        s->in_loops <= slow_rate * before_in_loops && (is_small || s->size <= slow_rate * before);
    return s->is_proven || contracts ? MODEL_OK : renew_bent(s);
}

static NewtonVerdict judge_bent(void *client, int k)
{
    const StepIteration *s = client;
    (void)k;
    if (!isfinite(s->size)) return NEWTON_DIVERGES;
    return s->is_proven ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}

static void improve_bent(StepIteration *s)
{
    QuasiNewton *q = &s->newton->corrections;
    bool changes = q->n_kept > 0;
    quasi_newton_improve(q, s->equations->correction(s->client));
    if (changes) measure_bent(s);
}

static ModelOutcome move_bent(void *client, int k)
{
    StepIteration *s = client;
    (void)k;
    improve_bent(s);
    s->equations->move(s->client);
    return MODEL_OK;
}

// The last correction is followed to its end.
static ModelOutcome finish_bent(void *client)
{
    return move_bent(client, 0);
}

static const NewtonPolicy bent = {correct_bent, judge_bent,  move_bent,
                                  NULL,         finish_bent, MOST_ITERATIONS_OF_LOOPS};

static const NewtonPolicy simplified = {correct_step, NULL, move_step, judge_step, NULL, 0};

static void begin_bent(StepIteration *s)
{
    Newton *nw = s->newton;
    const double *weight = s->equations->weight(s->client);
    for (int32_t i = 0; i < nw->problem->n; i++) nw->trial[i] = weight[i] * weight[i];
    quasi_newton_weigh(&nw->corrections, nw->trial);
    quasi_newton_begin(&nw->corrections);
}

NewtonEnd newton_solve_step(Newton *nw, const StepEquations *equations, void *client)
{
    StepIteration s = {.newton = nw, .equations = equations, .client = client};
    convergence_begin(&nw->convergence);
    nw->renews = false;
    nw->renewed = 0;
    if (!nw->is_bent) return newton_turns(&simplified, &s);
    begin_bent(&s);
    return newton_iterate(&bent, &s);
}

void newton_solve_real(Newton *nw, double *v)
{
    if (nw->pair)
        step_pair_solve_real(nw->pair, v);
    else
        step_matrix_solve(nw->matrix, v);
}

bool newton_refresh(Newton *nw)
{
    nw->convergence.contraction = 1;
    if (nw->problem->stage) return false;
    // Where none could be made, at a prediction outside the domain, a shorter step is needed; one
    // of a prediction that led nowhere may be as far from any use as that, and goes.
    bool helps = nw->has_jacobian && !nw->jacobian_is_fresh;
    nw->has_jacobian = false;
    return helps;
}

void newton_step_accepted(Newton *nw)
{
    nw->jacobian_is_fresh = false;
    const Convergence *c = &nw->convergence;
    if (c->iteration > 1 && c->rate > nw->keep_rate) nw->has_jacobian = false;
    if (nw->is_bent && c->rate > fast_rate) nw->has_jacobian = false;
}

double newton_resolve(Newton *nw, double *v)
{
    if (!(nw->factored_h > 0) || (!nw->pair && !nw->matrix)) return 0;
    double z = nw->factored_h * nw->eigenvalues.real;
    // Their rows of the matrix have no z in them.
    for (int32_t i = n_differential(nw->problem); i < nw->problem->n; i++) v[i] /= z;
    newton_solve_real(nw, v);
    return z;
}

// ---- Problems in DAE form -------------------------------------------------------------------

static ModelOutcome evaluate(Newton *nw, double t, const double *x, double *dx)
{
    nw->counts->rhs_evaluations++;
    return nw->problem->derivatives(nw->problem->client, t, x, dx);
}

// With the columns of the held unknowns left out the matrix is (I, -J_xz; 0, -J_zz).
static bool factor_held(Newton *nw)
{
    const SparsePattern *p = jacobian_pattern(nw->jacobian);
    int32_t first = p->column_start[n_differential(nw->problem)], entries = p->column_start[p->n];
    if (nw->held_is_factored) return true;
    memset(nw->held_values, 0, (size_t)first * sizeof *nw->held_values);
    memcpy(nw->held_values + first, jacobian_values(nw->jacobian) + first,
           (size_t)(entries - first) * sizeof *nw->held_values);
    nw->held_is_factored = step_matrix_factor(nw->held, 1, nw->held_values);
    return nw->held_is_factored;
}

// The change of the algebraic unknowns that the residuals f ask for, into nw->correction.
static void solve_held(Newton *nw, const double *f)
{
    int32_t first = n_differential(nw->problem), n = nw->problem->n;
    memset(nw->correction, 0, (size_t)first * sizeof *f);
    memmove(nw->correction + first, f + first, (size_t)(n - first) * sizeof *f);
    step_matrix_solve(nw->held, nw->correction);
    memset(nw->correction, 0, (size_t)first * sizeof *f);
}

// A time in which x changes by about the root of the rounding.
static double difference_time(const InitialValueProblem *p, double t, const double *x,
                              const double *dx)
{
    double rate = 0;
    for (int32_t i = 0; i < n_differential(p); i++)
        rate = fmax(rate, fabs(dx[i]) / (fabs(x[i]) + p->nominal[i]));
    double span = rate > 0 ? 1 / rate : 1;
    return fmax(sqrt(DBL_EPSILON) * span, 64 * DBL_EPSILON * fabs(t));
}

ModelOutcome newton_start(Newton *nw, double t, const double *x, double *dx)
{
    const InitialValueProblem *p = nw->problem;
    int32_t first = n_differential(p);
    newton_forget(nw);
    ModelOutcome o = evaluate(nw, t, x, dx);
    if (o != MODEL_OK || !p->n_algebraic) return o;
    o = make_jacobian(nw, t, x, dx);
    if (o != MODEL_OK) return o;
    nw->jacobian_is_fresh = false; // for the first step there may be a better place
    double by = difference_time(p, t, x, dx);
    for (int32_t i = 0; i < p->n; i++) nw->trial[i] = i < first ? x[i] + by * dx[i] : x[i];
    // These derivatives only predict: without them the start is slower, not wrong.
    bool known = evaluate(nw, t + by, nw->trial, nw->correction) == MODEL_OK && factor_held(nw);
    for (int32_t i = first; i < p->n; i++) nw->correction[i] = (nw->correction[i] - dx[i]) / by;
    if (known) solve_held(nw, nw->correction);
    for (int32_t i = first; i < p->n; i++) dx[i] = known ? nw->correction[i] : 0;
    return MODEL_OK;
}

typedef struct HoldIteration {
    Newton *newton;
    double t, *x, *dx;
    const double *weight;
    double size, before;
} HoldIteration;

static ModelOutcome correct_held(void *client, int k)
{
    HoldIteration *s = client;
    ModelOutcome o = evaluate(s->newton, s->t, s->x, s->dx);
    if (o != MODEL_OK) return o;
    if (!factor_held(s->newton)) return MODEL_RETRY;
    solve_held(s->newton, s->dx);
    s->before = k ? s->size : INFINITY;
    s->size = weighted_norm(s->newton->problem->n, s->newton->correction, s->weight);
    return MODEL_OK;
}

static NewtonVerdict judge_held(void *client, int k)
{
    const HoldIteration *s = client;
    (void)k;
    return convergence_judge_last(&s->newton->convergence, s->before, s->size);
}

static ModelOutcome move_held(void *client, int k)
{
    HoldIteration *s = client;
    const InitialValueProblem *p = s->newton->problem;
    (void)k;
    for (int32_t i = n_differential(p); i < p->n; i++) s->x[i] += s->newton->correction[i];
    return MODEL_OK;
}

bool newton_hold(Newton *nw, double t, double *x, double *dx, const double *weight)
{
    if (!nw->problem->n_algebraic) return evaluate(nw, t, x, dx) == MODEL_OK;
    HoldIteration s = {nw, t, x, dx, weight, 0, 0};
    NewtonPolicy held = {correct_held, judge_held, move_held,
                         NULL,         NULL,       nw->convergence.most_iterations};
    return newton_iterate(&held, &s) == NEWTON_SOLVED;
}
