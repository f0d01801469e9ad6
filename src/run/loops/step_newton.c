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
#include "run/loops/step_newton.h"

#include <math.h>
#include <string.h>

#include "run/loops/convergence.h"

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
// Without this limit the oregonator in bench/ivp takes three times the steps.
static const double least_contraction = 0.05;

struct StepNewton {
    StepNewtonProblem problem;
    Convergence convergence;
    double *x, *r, *states; // the last iterate, its residuals and states
    double *step;
    int32_t *others, n_others; // unknowns that are neither states nor derivatives
    double factored_step;      // 0: no factors
    int age;                   // solves since they were made
    int64_t iterations;
};

StepNewton *step_newton_open(Arena *out, const StepNewtonProblem *problem)
{
    StepNewton *s = ARENA_NEW(out, StepNewton);
    const BlockInfo *info = problem->info;
    s->problem = *problem;
    s->x = ARENA_ARRAY(out, double, info->n);
    s->r = ARENA_ARRAY(out, double, info->n);
    s->step = ARENA_ARRAY(out, double, info->n);
    s->states = ARENA_ARRAY(out, double, info->n_states);
    s->others = ARENA_ARRAY(out, int32_t, info->n);
    for (int32_t i = 0; i < info->n; i++)
        if (info->derived_states[i] == UNKNOWN_IS_NEITHER) s->others[s->n_others++] = i;
    s->convergence.most_iterations = MOST_ITERATIONS;
    s->convergence.least_contraction = least_contraction;
    step_newton_forget(s);
    return s;
}

void step_newton_forget(StepNewton *s)
{
    s->factored_step = 0;
    convergence_forget(&s->convergence);
}

int64_t step_newton_iterations(const StepNewton *s)
{
    return s->iterations;
}

static ModelOutcome evaluate(StepNewton *s)
{
    return s->problem.residual(s->problem.client, s->x, s->r);
}

static void note_states(StepNewton *s)
{
    const BlockInfo *info = s->problem.info;
    for (int32_t k = 0; k < info->n_states; k++)
        s->states[k] = s->problem.model->v[info->state_slots[k]];
}

// How much the correction changed the states and the other unknowns.
static double size_of_change(const StepNewton *s, const StepAccuracy *accuracy)
{
    const BlockInfo *info = s->problem.info;
    const double *v = s->problem.model->v;
    double sum = 0;
    for (int32_t k = 0; k < info->n_states; k++) {
        double change = v[info->state_slots[k]] - s->states[k];
        change *= accuracy->weight[info->state_numbers[k]];
        sum += change * change;
    }
    for (int32_t k = 0; k < s->n_others; k++) {
        int32_t i = s->others[k];
        double size = accuracy->tolerance * fmax(fabs(s->x[i]), s->problem.scale[i]);
        sum += s->step[i] / size * (s->step[i] / size);
    }
    return sqrt(sum / (info->n_states + s->n_others));
}

// x := x + step; false: that leaves the bounds.
static bool correct(StepNewton *s)
{
    bool is_inside = true;
    for (int32_t i = 0; i < s->problem.info->n; i++) {
        s->x[i] += s->step[i];
        is_inside = is_inside && s->x[i] >= s->problem.low[i] && s->x[i] <= s->problem.high[i];
    }
    return is_inside;
}

// From s->x, where the residuals are those in s->r, with the factors at hand. `nearer`: they do not
// suffice, but where they have led to fresh ones may.
static ModelOutcome iterate(StepNewton *s, const StepAccuracy *accuracy, bool *nearer)
{
    *nearer = false;
    convergence_begin(&s->convergence);
    for (;;) { // convergence_judge bounds it
        for (int32_t i = 0; i < s->problem.info->n; i++) s->step[i] = -s->r[i];
        s->problem.solve(s->problem.client, s->step);
        s->iterations++;
        note_states(s);
        if (!correct(s)) return MODEL_RETRY;
        ModelOutcome o = evaluate(s);
        if (o != MODEL_OK) return o;
        double size = size_of_change(s, accuracy);
        switch (convergence_judge(&s->convergence, size)) {
        case NEWTON_CONVERGED: return MODEL_OK;
        case NEWTON_DIVERGES:
            if (size < accuracy->acceptable) return MODEL_OK;
            *nearer = s->convergence.iteration > 1 && s->convergence.rate < good_rate;
            return MODEL_RETRY;
        case NEWTON_GOES_ON: break;
        }
    }
}

static ModelOutcome make_factors(StepNewton *s, const StepAccuracy *accuracy)
{
    step_newton_forget(s);
    ModelOutcome o = s->problem.factor(s->problem.client, s->x, s->r);
    if (o != MODEL_OK) return o;
    s->factored_step = accuracy->step;
    s->age = 0;
    return MODEL_OK;
}

static ModelOutcome begin(StepNewton *s, const double *x)
{
    memcpy(s->x, x, (size_t)s->problem.info->n * sizeof *x);
    return evaluate(s);
}

// From s->x with fresh factors, there and wherever they get slow.
static ModelOutcome iterate_fresh(StepNewton *s, const StepAccuracy *accuracy)
{
    bool nearer = true;
    ModelOutcome o = MODEL_RETRY;
    for (int k = 0; k < MOST_FACTORS && o == MODEL_RETRY && nearer; k++) {
        o = make_factors(s, accuracy);
        if (o != MODEL_OK) return o;
        o = iterate(s, accuracy, &nearer);
    }
    return o;
}

static ModelOutcome solve(StepNewton *s, const double *x, const StepAccuracy *accuracy)
{
    double change = s->factored_step > 0 ? fabs(accuracy->step / s->factored_step - 1) : INFINITY;
    ModelOutcome o = begin(s, x);
    if (o != MODEL_OK) return o;
    if (change <= keep_change && s->age < OLDEST_FACTORS) {
        bool nearer;
        o = iterate(s, accuracy, &nearer);
        if (o != MODEL_RETRY) return o;
        if (!nearer) o = begin(s, x);
        if (!nearer && o != MODEL_OK) return o;
    }
    return iterate_fresh(s, accuracy);
}

ModelOutcome step_newton_solve(StepNewton *s, double *x, const StepAccuracy *accuracy)
{
    s->convergence.enough = accuracy->enough;
    ModelOutcome o = solve(s, x, accuracy);
    if (o != MODEL_OK) {
        step_newton_forget(s);
        return o;
    }
    const Convergence *c = &s->convergence;
    s->age++;
    if (c->iteration > 1 && c->rate > keep_rate) s->factored_step = 0;
    memcpy(x, s->x, (size_t)s->problem.info->n * sizeof *x);
    return MODEL_OK;
}
