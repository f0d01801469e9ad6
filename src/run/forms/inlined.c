// Steps that the model makes by itself, because an integration formula was merged with its
// equations [EOC95; CK06, 8.5]. The integrators keep what lies outside the formula: step size,
// order, error, dense output. Cost of a step: one call of the model.
#include <math.h>

#include "abi/inlined.h"
#include "base/clock.h"
#include "run/integrators/tableaus.h"
#include "run/state.h"

// Changes of h that are rounding: factors of linear blocks stay.
static const double same_step = 1e-12;
// Of the fixed step: an output point this near to its end is its end, but for the sum of steps.
static const double same_point = 1e-9;
// What the iteration leaves, in units of the tolerance. Iterations on all states keep sums that the
// model conserves whatever they leave; those on tearing variables do not, and the error grows with
// every step. With 0.05, which is enough for the states themselves, hires in bench/ivp loses one of
// seven digits [M16]. Fixed steps are not judged by an error estimate, so
// nothing but rounding shall be left.
static const double enough = 1e-3, enough_of_fixed = 1e-6;

// The matrix of a linear loop changes with h; other loops judge their factors by themselves.
static void set_step(Simulation *sim, double h)
{
    const Model *m = sim->model;
    double *step = &m->v[m->inlined->step_slot];
    if (fabs(h - *step) <= same_step * fabs(h)) return;
    *step = sim->inlined.accuracy.step = h;
    for (int32_t i = m->inlined->first_block; i < m->n_blocks; i++)
        if (m->blocks[i].kind == BLOCK_LINEAR) block_solver_forget(sim->blocks[i]);
}

static void set_accuracy(Simulation *sim, const StageAccuracy *a)
{
    bool is_fixed = isfinite(sim->problem.fixed_step);
    sim->inlined.accuracy.weight = a ? a->weight : NULL;
    sim->inlined.accuracy.enough = a ? fmin(a->enough, is_fixed ? enough_of_fixed : enough) : 0;
    sim->inlined.accuracy.acceptable = a ? a->enough : 0;
    sim->inlined.accuracy.tolerance = sim->problem.tolerance;
}

static StepOutcome begin_at(Simulation *sim, double h)
{
    inlined_guess_restart(sim->inlined.guess, sim->t);
    sim->inlined.last_step = INFINITY;
    return sim->method->restart(sim->integrator, sim->t, sim->x, h);
}

static StepOutcome inlined_restart(Simulation *sim, double h)
{
    return form_watch(sim) ? begin_at(sim, h) : STEP_MODEL_FATAL;
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
// cross [M35].
static const double fold = 1e-3;

static ModelOutcome call_step(Simulation *sim, double t, bool is_guess)
{
    const Model *m = sim->model;
    bool is_long = !isfinite(sim->problem.fixed_step) &&
                   sim->inlined.accuracy.step > fold * sim->inlined.last_step;
    sim->inlined.accuracy.is_local = is_guess || is_long;
    m->v[SLOT_TIME] = t;
    inputs_write(sim, t);
    sim->point.in_place = NAN;
    sim->counts.rhs_evaluations++;
    ModelOutcome o = model_call(sim, m->inlined->routine);
    for (int32_t i = 0; o == MODEL_OK && i < m->n_states; i++)
        if (!isfinite(m->v[m->states[i].slot]) || !isfinite(m->v[m->states[i].derivative_slot])) {
            sim->trouble.not_finite = i;
            return MODEL_RETRY;
        }
    if (o == MODEL_OK) sim->point.in_place = t;
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
    inlined_guess_stage(sim->inlined.guess, t, h, false);
    ModelOutcome o = call_step(sim, t, true);
    if (o == MODEL_RETRY) {
        set_states_back(sim);
        inlined_guess_stage(sim->inlined.guess, t, h, true);
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
    const Tableau *T = sim->inlined.method->coupled;
    set_step(sim, h);
    set_accuracy(sim, accuracy);
    for (int32_t i = 0; i < m->n_states; i++) m->v[in->old_slots[i]] = x[i];
    for (int s = 0; s < in->stages; s++) {
        if (s + 1 < in->stages) m->v[in->time_slots[s]] = t + T->c[s] * h;
        for (int32_t i = 0; i < m->n_states; i++) m->v[stage_slot(m, s, i)] = x_stage[s][i];
    }
    inlined_guess_stages(sim->inlined.guess, T->c, t, h, false);
    ModelOutcome o = call_step(sim, t + h, true);
    if (o == MODEL_RETRY) {
        set_states_back(sim);
        inlined_guess_stages(sim->inlined.guess, T->c, t, h, true);
        o = call_step(sim, t + h, false);
    }
    if (o != MODEL_OK) return o;
    inlined_guess_solved(sim->inlined.guess, t, h);
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

static void inlined_open(Simulation *sim)
{
    const InlineMethod *method = sim->inlined.method;
    sim->inlined.guess = inlined_guess_open(sim->arena, sim->model);
    sim->problem.most_order = method->most_order;
    if (!method->integrator->is_implicit) {
        sim->problem.derivatives = explicit_derivatives;
        return;
    }
    sim->problem.stage = stage;
    if (method->coupled) sim->problem.stages = stages;
}

// The limit of a fixed step, drawn to the output point that it would miss by rounding only.
static double inlined_limit(const Simulation *sim, double limit)
{
    double h = sim->problem.fixed_step;
    if (!isfinite(h) || sim->record.next_output > sim->options.intervals) return limit;
    double next = output_time(sim, sim->record.next_output);
    return next < limit && fabs(next - sim->t - h) < same_point * h ? next : limit;
}

// ---- What a step takes ---------------------------------------------------------------------

static int64_t inlined_iterations(const Simulation *sim)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        sum += block_solver_iterations(sim->blocks[i]);
    return sum;
}

static int64_t nanoseconds_now(void)
{
    return (int64_t)(1e9 * seconds_now());
}

static StepOutcome take_step(Simulation *sim, double limit, double *reached)
{
    StepOutcome outcome = sim->method->step(sim->integrator, limit, reached);
    if (outcome != STEP_DONE) return outcome;
    inlined_guess_accept(sim->inlined.guess, *reached);
    sim->inlined.last_step = sim->method->last_step(sim->integrator);
    return outcome;
}

// What it took goes to the counts when that is asked for.
static StepOutcome inlined_advance(Simulation *sim, double limit, double *reached)
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

// ---- The form --------------------------------------------------------------------------------

static const char *inlined_name(const Simulation *sim)
{
    return sim->options.inline_method;
}

// A step can be solved where the model between its ends cannot: beyond the point up to which the
// chosen states determine the others, say. It is taken back, and a shorter one tried.
static bool inlined_shorten(Simulation *sim, double h)
{
    if (!can_be_shorter(sim, h)) return false;
    guesses_return(sim);
    return begin_at(sim, h / 4) == STEP_DONE;
}

const Form inlined_form = {.name = "ode",
                           .makes_steps = true,
                           .count = state_count,
                           .method_name = inlined_name,
                           .open = inlined_open,
                           .restart = inlined_restart,
                           .limit = inlined_limit,
                           .advance = inlined_advance,
                           .interpolate = integrator_interpolate,
                           .shorten = inlined_shorten,
                           .solve_block = loop_solve,
                           .unknown_name = state_name,
                           .iterations = inlined_iterations};
