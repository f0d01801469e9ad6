// Steps that the model makes by itself, because an integration formula was merged with its
// equations [EOC95; CK06, 8.5]. The integrators keep what lies outside the formula: step size,
// order, error, dense output. Cost of a step: one call of the model.
#include <math.h>
#include <time.h>

#include "abi/inlined.h"
#include "run/integrators/tableaus.h"
#include "run/state.h"

// Changes of h that are rounding: factors of linear blocks stay.
static const double same_step = 1e-12;
// What the iteration leaves, in units of the tolerance. Iterations on all states keep sums that the
// model conserves whatever they leave; those on tearing variables do not, and the error grows with
// every step. With 0.05, which is enough for the states themselves, hires in bench/ivp loses one of
// six digits and robertson five of twelve. Fixed steps are not judged by an error estimate, so
// nothing but rounding shall be left.
static const double enough = 1e-3, enough_of_fixed = 1e-6;

// The matrix of a linear loop changes with h; other loops judge their factors by themselves.
static void set_step(Simulation *sim, double h)
{
    const Model *m = sim->model;
    double *step = &m->v[m->inlined->step_slot];
    if (fabs(h - *step) <= same_step * fabs(h)) return;
    *step = sim->accuracy.step = h;
    for (int32_t i = m->inlined->first_block; i < m->n_blocks; i++)
        if (m->blocks[i].kind == BLOCK_LINEAR) block_solver_forget(sim->blocks[i]);
}

static void set_accuracy(Simulation *sim, const StageAccuracy *a)
{
    bool is_fixed = isfinite(sim->problem.fixed_step);
    sim->accuracy.weight = a ? a->weight : NULL;
    sim->accuracy.enough = a ? fmin(a->enough, is_fixed ? enough_of_fixed : enough) : 0;
    sim->accuracy.acceptable = a ? a->enough : 0;
    sim->accuracy.tolerance = sim->problem.tolerance;
}

void inlined_restart(Simulation *sim)
{
    if (sim->guess) inlined_guess_restart(sim->guess, sim->t);
    sim->last_step = INFINITY;
}

// Where the value of a state at a stage lies.
static int32_t stage_slot(const Model *m, int stage_number, int32_t state)
{
    const InlinedInfo *in = m->inlined;
    if (stage_number == in->stages - 1) return m->states[state].slot;
    return in->stage_slots[stage_number * m->n_states + state];
}

// The second attempt begins with the states where the step begins.
static void set_states_back(Simulation *sim)
{
    const Model *m = sim->model;
    for (int s = 0; s < m->inlined->stages; s++)
        for (int32_t i = 0; i < m->n_states; i++) m->v[stage_slot(m, s, i)] = sim->x[i];
}

// A controlled step is first made shorter, as the integrators do it: methods that find solutions
// from afar find those of another branch as well, and equations of steps that are too long have
// such. A step that was reduced by this much in vain has met a kink or a fold, which only they can
// cross.
static const double fold = 1e-3;

static ModelOutcome call_step(Simulation *sim, double t, bool is_guess)
{
    const Model *m = sim->model;
    bool is_long = !isfinite(sim->problem.fixed_step) && sim->accuracy.step > fold * sim->last_step;
    sim->accuracy.is_local = is_guess || is_long;
    m->v[SLOT_TIME] = t;
    sim->in_place = NAN;
    sim->counts.rhs_evaluations++;
    ModelOutcome o = model_call(sim, m->inlined->routine);
    for (int32_t i = 0; o == MODEL_OK && i < m->n_states; i++)
        if (!isfinite(m->v[m->states[i].slot]) || !isfinite(m->v[m->states[i].derivative_slot])) {
            sim->not_finite = i;
            return MODEL_RETRY;
        }
    if (o == MODEL_OK) sim->in_place = t;
    return o;
}

static ModelOutcome stage(void *client, double t, double h, const double *old, double *x,
                          double *dx, const StageAccuracy *accuracy)
{
    Simulation *sim = client;
    const Model *m = sim->model;
    set_step(sim, h);
    set_accuracy(sim, accuracy);
    for (int32_t i = 0; i < m->n_states; i++) {
        m->v[m->inlined->old_slots[i]] = old[i];
        m->v[m->states[i].slot] = x[i];
    }
    inlined_guess_stage(sim->guess, t, h, false);
    ModelOutcome o = call_step(sim, t, true);
    if (o == MODEL_RETRY) {
        set_states_back(sim);
        inlined_guess_stage(sim->guess, t, h, true);
        o = call_step(sim, t, false);
    }
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; i < m->n_states; i++) {
        x[i] = m->v[m->states[i].slot];
        dx[i] = m->v[m->states[i].derivative_slot];
    }
    return MODEL_OK;
}

static ModelOutcome stages(void *client, double t, double h, const double *x,
                           double *const *x_stage, const StageAccuracy *accuracy)
{
    Simulation *sim = client;
    const Model *m = sim->model;
    const InlinedInfo *in = m->inlined;
    const Tableau *T = inline_method_of_name(sim->options.inline_method)->coupled;
    set_step(sim, h);
    set_accuracy(sim, accuracy);
    for (int32_t i = 0; i < m->n_states; i++) m->v[in->old_slots[i]] = x[i];
    for (int s = 0; s < in->stages; s++) {
        if (s + 1 < in->stages) m->v[in->time_slots[s]] = t + T->c[s] * h;
        for (int32_t i = 0; i < m->n_states; i++) m->v[stage_slot(m, s, i)] = x_stage[s][i];
    }
    inlined_guess_stages(sim->guess, T->c, t, h, false);
    ModelOutcome o = call_step(sim, t + h, true);
    if (o == MODEL_RETRY) {
        set_states_back(sim);
        inlined_guess_stages(sim->guess, T->c, t, h, true);
        o = call_step(sim, t + h, false);
    }
    if (o != MODEL_OK) return o;
    inlined_guess_solved(sim->guess, t, h);
    for (int s = 0; s < in->stages; s++)
        for (int32_t i = 0; i < m->n_states; i++) x_stage[s][i] = m->v[stage_slot(m, s, i)];
    return MODEL_OK;
}

// For explicit methods: x = old(x), and everything that follows from it.
static ModelOutcome explicit_derivatives(void *client, double t, const double *x, double *dx)
{
    Simulation *sim = client;
    return stage(client, t, 0, x, sim->x_trial, dx, NULL);
}

void inlined_open(Simulation *sim)
{
    const InlineMethod *method = inline_method_of_name(sim->options.inline_method);
    sim->guess = inlined_guess_open(sim->arena, sim->model);
    sim->problem.most_order = method->most_order;
    if (!method->integrator->is_implicit) {
        sim->problem.derivatives = explicit_derivatives;
        return;
    }
    sim->problem.stage = stage;
    if (method->coupled) sim->problem.stages = stages;
}

double inlined_limit(const Simulation *sim, double limit)
{
    double h = sim->problem.fixed_step;
    if (!isfinite(h) || sim->next_output > sim->options.intervals) return limit;
    double next = output_time(sim, sim->next_output);
    return next < limit && fabs(next - sim->t - h) < 1e-9 * h ? next : limit;
}

// ---- What a step takes ---------------------------------------------------------------------

int64_t inlined_iterations(const Simulation *sim)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        sum += block_solver_iterations(sim->blocks[i]);
    return sum;
}

static int64_t nanoseconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static StepOutcome take_step(Simulation *sim, double limit, double *reached)
{
    StepOutcome outcome = sim->method->step(sim->integrator, limit, reached);
    if (outcome != STEP_DONE) return outcome;
    inlined_guess_accept(sim->guess, *reached);
    sim->last_step = sim->method->last_step(sim->integrator);
    return outcome;
}

StepOutcome inlined_advance(Simulation *sim, double limit, double *reached)
{
    SimulationCounts *c = &sim->counts;
    if (!sim->options.measures_steps) return take_step(sim, limit, reached);
    int64_t iterations = inlined_iterations(sim), begin = nanoseconds_now();
    StepOutcome outcome = take_step(sim, limit, reached);
    int64_t took = nanoseconds_now() - begin;
    iterations = inlined_iterations(sim) - iterations;
    if (iterations > c->most_iterations) c->most_iterations = iterations;
    if (took > c->longest_step_ns) c->longest_step_ns = took;
    return outcome;
}
