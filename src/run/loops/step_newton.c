// The simplified Newton iteration of [HW96, IV.8] on the tearing variables of an inlined step.
//
// The tearing variables of a step are what tearing left over, derivatives above all: their own
// changes say little, for an error e of der(x) is an error h e of x. So the iteration is judged by
// what it does to the states, in the norm of the integrator, as if that iterated itself; unknowns
// that are neither a state nor a derivative count by their nominal values. Every evaluation of the
// residuals brings the states along.
//
// Factors are kept from step to step as long as h changes little and the iteration contracts well.
// Cost of a step that goes well: two evaluations and one solve.
#include <math.h>
#include <string.h>

#include "run/loops/loop_method.h"
#include "run/loops/newton_kernel.h"

// Factors are cheap here, being made of symbolic derivatives: rather than leave a step that could
// be solved, they are made anew on the way.
enum { MOST_ITERATIONS = 8, OLDEST_FACTORS = 50, MOST_FACTORS = 4 };
// Factors serve for another h as long as the corrections are wrong by at most this part.
static const double keep_change = 0.1;
// Slower contraction costs more in iterations than fresh factors cost.
static const double keep_rate = 0.1;
// An iteration that contracts like this has come nearer to the solution.
static const double good_rate = 0.5;
// Fresh factors contract as well as Newton's method; the older ones of the next step do not.
// Without this limit the oregonator in bench/ivp takes half as many steps again [M06].
static const double least_contraction = 0.05;

typedef struct StepNewton {
    LoopWork work;
    Convergence convergence;
    double *x, *r, *states; // the last iterate, its residuals and states
    double *step;
    double size;               // of the last change
    int32_t *others, n_others; // unknowns that are neither states nor derivatives
    double factored_step;      // 0: the factors are not to be kept
    int age;                   // solves since they were made
} StepNewton;

static void step_forget(LoopWork *w)
{
    StepNewton *s = (StepNewton *)w;
    loop_forget_factors(w);
    s->factored_step = 0;
    convergence_forget(&s->convergence);
}

static LoopWork *step_open(Arena *out, LoopProblem *problem, Factors *factors)
{
    StepNewton *s = ARENA_NEW(out, StepNewton);
    const BlockInfo *info = problem->info;
    s->work = (LoopWork){.method = &step_newton_loop, .problem = problem, .factors = factors};
    s->x = ARENA_ARRAY(out, double, info->n);
    s->r = ARENA_ARRAY(out, double, problem->n_rows);
    s->step = ARENA_ARRAY(out, double, info->n);
    s->states = ARENA_ARRAY(out, double, info->n_states);
    s->others = ARENA_ARRAY(out, int32_t, info->n);
    for (int32_t i = 0; i < info->n; i++)
        if (info->derived_states[i] == UNKNOWN_IS_NEITHER) s->others[s->n_others++] = i;
    s->convergence.most_iterations = MOST_ITERATIONS;
    s->convergence.least_contraction = least_contraction;
    step_forget(&s->work);
    return &s->work;
}

static void note_states(StepNewton *s)
{
    const LoopProblem *p = s->work.problem;
    for (int32_t k = 0; k < p->info->n_states; k++)
        s->states[k] = p->model->v[p->info->state_slots[k]];
}

// How much the correction changed the states and the other unknowns.
static double size_of_change(const StepNewton *s)
{
    const LoopProblem *p = s->work.problem;
    const BlockInfo *info = p->info;
    const StepAccuracy *accuracy = p->accuracy;
    double sum = 0;
    for (int32_t k = 0; k < info->n_states; k++) {
        double change = p->model->v[info->state_slots[k]] - s->states[k];
        change *= accuracy->weight[info->state_numbers[k]];
        sum += change * change;
    }
    for (int32_t k = 0; k < s->n_others; k++) {
        int32_t i = s->others[k];
        double size = accuracy->tolerance * fmax(fabs(s->x[i]), p->scale[i]);
        sum += s->step[i] / size * (s->step[i] / size);
    }
    return sqrt(sum / (info->n_states + s->n_others));
}

// ---- The policy: factors stay, corrections are followed to the end ------------------------------

static ModelOutcome correct(void *client, int k)
{
    StepNewton *s = client;
    (void)k;
    for (int32_t i = 0; i < s->work.problem->n; i++) s->step[i] = -s->r[i];
    factors_substitute(s->work.factors, s->step);
    s->work.iterations++;
    return MODEL_OK;
}

// What leaves the bounds is no solution.
static ModelOutcome move(void *client, int k)
{
    StepNewton *s = client;
    LoopProblem *p = s->work.problem;
    bool is_inside = true;
    (void)k;
    note_states(s);
    for (int32_t i = 0; i < p->n; i++) {
        s->x[i] += s->step[i];
        is_inside = is_inside && s->x[i] >= p->low[i] && s->x[i] <= p->high[i];
    }
    return is_inside ? loop_residual(p, s->x, s->r) : MODEL_RETRY;
}

static NewtonVerdict judge_moved(void *client, int k)
{
    StepNewton *s = client;
    (void)k;
    s->size = size_of_change(s);
    NewtonVerdict v = convergence_judge(&s->convergence, s->size);
    bool is_acceptable = v == NEWTON_DIVERGES && s->size < s->work.problem->accuracy->acceptable;
    return is_acceptable ? NEWTON_CONVERGED : v;
}

static const NewtonPolicy simplified = {correct, NULL, move, judge_moved, NULL, 0};

// From s->x, where the residuals are those in s->r, with the factors at hand. `nearer`: they do not
// suffice, but where they have led to fresh ones may.
static ModelOutcome iterate(StepNewton *s, bool *nearer)
{
    convergence_begin(&s->convergence);
    NewtonEnd end = newton_iterate(&simplified, s);
    const Convergence *c = &s->convergence;
    *nearer = end == NEWTON_DIVERGED && c->iteration > 1 && c->rate < good_rate;
    return newton_outcome(end);
}

// ---- When factors are made ----------------------------------------------------------------------

static ModelOutcome make_factors(StepNewton *s)
{
    step_forget(&s->work);
    ModelOutcome o = loop_factor(&s->work, s->x, s->r);
    if (o == MODEL_OK && s->work.was_singular) o = MODEL_RETRY;
    if (o != MODEL_OK) return o;
    s->factored_step = s->work.problem->accuracy->step;
    s->age = 0;
    return MODEL_OK;
}

static ModelOutcome begin(StepNewton *s, const double *x)
{
    memcpy(s->x, x, (size_t)s->work.problem->n * sizeof *x);
    return loop_residual(s->work.problem, s->x, s->r);
}

// From s->x with fresh factors, there and wherever they get slow.
static ModelOutcome iterate_fresh(StepNewton *s)
{
    bool nearer = true;
    ModelOutcome o = MODEL_RETRY;
    for (int k = 0; k < MOST_FACTORS && o == MODEL_RETRY && nearer; k++) {
        o = make_factors(s);
        if (o != MODEL_OK) return o;
        o = iterate(s, &nearer);
    }
    return o;
}

static bool has_good_factors(const StepNewton *s)
{
    if (!loop_has_factors(&s->work) || !(s->factored_step > 0)) return false;
    double change = fabs(s->work.problem->accuracy->step / s->factored_step - 1);
    return change <= keep_change && s->age < OLDEST_FACTORS;
}

static ModelOutcome solve(StepNewton *s, const double *x)
{
    ModelOutcome o = begin(s, x);
    if (o != MODEL_OK) return o;
    if (has_good_factors(s)) {
        bool nearer;
        o = iterate(s, &nearer);
        if (o != MODEL_RETRY) return o;
        if (!nearer) o = begin(s, x);
        if (!nearer && o != MODEL_OK) return o;
    }
    return iterate_fresh(s);
}

static ModelOutcome step_solve(LoopWork *w, double *x, bool is_far)
{
    StepNewton *s = (StepNewton *)w;
    (void)is_far; // another method follows where it is
    s->convergence.enough = w->problem->accuracy->enough;
    ModelOutcome o = solve(s, x);
    w->was_singular = false; // nothing that a shorter step would not repair
    if (o != MODEL_OK) {
        step_forget(w);
        return o;
    }
    const Convergence *c = &s->convergence;
    s->age++;
    if (c->iteration > 1 && c->rate > keep_rate) s->factored_step = 0;
    memcpy(x, s->x, (size_t)w->problem->n * sizeof *x);
    return MODEL_OK;
}

const LoopMethod step_newton_loop = {.name = "newton of a step",
                                     .summary = "as exactly as the integrator needs it",
                                     .solves_nonlinear = true,
                                     .takes_sparse = true,
                                     .open = step_open,
                                     .solve = step_solve,
                                     .forget = step_forget};
