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

static void set_step(Simulation *sim, double h)
{
    const Model *m = sim->model;
    double *step = &m->v[m->inlined->step_slot];
    if (fabs(h - *step) <= same_step * fabs(h)) return;
    *step = h;
    for (int32_t i = 0; i < m->n_blocks; i++) block_solver_forget(sim->blocks[i]);
}

// ---- Where the iterations of a step begin --------------------------------------------------

// Unknowns of loops that do not consist of states alone. The integrator predicts states; together
// with old values of the rest they would make no consistent guess. So such loops begin at their own
// values of the last two accepted points, extrapolated, and if that fails at those of the last.
struct InlinedGuess {
    int32_t n;
    int32_t *slots;
    double *last, *before;
    double t_last, t_before;
    int points; // accepted since the last restart, at most 2
};

// By slot: holds a state, at the end of the step or at an inner stage.
static uint8_t *state_slots(Arena *out, const Model *m)
{
    const InlinedInfo *in = m->inlined;
    uint8_t *is_state = ARENA_ARRAY(out, uint8_t, m->n_slots);
    for (int32_t i = 0; i < m->n_states; i++) is_state[m->states[i].slot] = 1;
    for (int32_t i = 0; i < (in->stages - 1) * m->n_states; i++) is_state[in->stage_slots[i]] = 1;
    return is_state;
}

static void open_guess(Simulation *sim)
{
    const Model *m = sim->model;
    struct InlinedGuess *g = ARENA_NEW(sim->arena, struct InlinedGuess);
    int32_t most = 0;
    for (int32_t i = m->inlined->first_block; i < m->n_blocks; i++) most += m->blocks[i].n;
    g->slots = ARENA_ARRAY(sim->arena, int32_t, most);
    g->last = ARENA_ARRAY(sim->arena, double, most);
    g->before = ARENA_ARRAY(sim->arena, double, most);
    Arena *scratch = arena_open("inlined guess");
    const uint8_t *is_state = state_slots(scratch, m);
    for (int32_t i = m->inlined->first_block; i < m->n_blocks; i++) {
        const BlockInfo *b = &m->blocks[i];
        bool is_states = true;
        for (int32_t k = 0; k < b->n && is_states; k++) is_states = is_state[b->unknown_slots[k]];
        for (int32_t k = 0; k < b->n && !is_states; k++) g->slots[g->n++] = b->unknown_slots[k];
    }
    arena_close(scratch);
    sim->guess = g;
}

static void remember_point(Simulation *sim, double t)
{
    struct InlinedGuess *g = sim->guess;
    double *oldest = g->before;
    g->before = g->last;
    g->t_before = g->t_last;
    g->last = oldest;
    g->t_last = t;
    for (int32_t i = 0; i < g->n; i++) g->last[i] = sim->model->v[g->slots[i]];
    if (g->points < 2) g->points++;
}

// Nothing is known of the inner stages of the first step: they begin where it begins.
void inlined_restart(Simulation *sim)
{
    if (!sim->guess) return;
    const InlinedInfo *in = sim->model->inlined;
    double *v = sim->model->v;
    for (int32_t i = 0; i < in->n_copies; i++) v[in->copy_slots[i]] = v[in->copied_slots[i]];
    sim->guess->points = 0;
    remember_point(sim, sim->t);
}

// False: this is the point that was tried before.
static bool set_guess(Simulation *sim, double t, bool extrapolates)
{
    const struct InlinedGuess *g = sim->guess;
    double span = g->t_last - g->t_before;
    bool can = g->points == 2 && span > 0 && t - g->t_last < 4 * span;
    double ratio = can && extrapolates ? (t - g->t_last) / span : 0;
    for (int32_t i = 0; i < g->n; i++)
        sim->model->v[g->slots[i]] = g->last[i] + ratio * (g->last[i] - g->before[i]);
    return g->n > 0 && (extrapolates || can);
}

// ---- Steps -----------------------------------------------------------------------------------

static ModelOutcome call_step(Simulation *sim, double t)
{
    const Model *m = sim->model;
    m->v[SLOT_TIME] = t;
    sim->in_place = NAN;
    sim->counts.rhs_evaluations++;
    set_guess(sim, t, true);
    ModelOutcome o = model_call(sim, m->inlined->routine);
    if (o == MODEL_RETRY && set_guess(sim, t, false)) o = model_call(sim, m->inlined->routine);
    for (int32_t i = 0; o == MODEL_OK && i < m->n_states; i++)
        if (!isfinite(m->v[m->states[i].slot]) || !isfinite(m->v[m->states[i].derivative_slot])) {
            sim->not_finite = i;
            return MODEL_RETRY;
        }
    if (o == MODEL_OK) sim->in_place = t;
    return o;
}

static ModelOutcome stage(void *client, double t, double h, const double *old, double *x,
                          double *dx)
{
    Simulation *sim = client;
    const Model *m = sim->model;
    set_step(sim, h);
    for (int32_t i = 0; i < m->n_states; i++) {
        m->v[m->inlined->old_slots[i]] = old[i];
        m->v[m->states[i].slot] = x[i];
    }
    ModelOutcome o = call_step(sim, t);
    if (o != MODEL_OK) return o;
    for (int32_t i = 0; i < m->n_states; i++) {
        x[i] = m->v[m->states[i].slot];
        dx[i] = m->v[m->states[i].derivative_slot];
    }
    return MODEL_OK;
}

// Where the value of a state at a stage lies.
static int32_t stage_slot(const Model *m, int stage_number, int32_t state)
{
    const InlinedInfo *in = m->inlined;
    if (stage_number == in->stages - 1) return m->states[state].slot;
    return in->stage_slots[stage_number * m->n_states + state];
}

static ModelOutcome stages(void *client, double t, double h, const double *x,
                           double *const *x_stage)
{
    Simulation *sim = client;
    const Model *m = sim->model;
    const InlinedInfo *in = m->inlined;
    const Tableau *T = inline_method_of_name(sim->options.inline_method)->coupled;
    set_step(sim, h);
    for (int32_t i = 0; i < m->n_states; i++) m->v[in->old_slots[i]] = x[i];
    for (int s = 0; s < in->stages; s++) {
        if (s + 1 < in->stages) m->v[in->time_slots[s]] = t + T->c[s] * h;
        for (int32_t i = 0; i < m->n_states; i++) m->v[stage_slot(m, s, i)] = x_stage[s][i];
    }
    ModelOutcome o = call_step(sim, t + h);
    for (int s = 0; o == MODEL_OK && s < in->stages; s++)
        for (int32_t i = 0; i < m->n_states; i++) x_stage[s][i] = m->v[stage_slot(m, s, i)];
    return o;
}

// For explicit methods: x = old(x), and everything that follows from it.
static ModelOutcome explicit_derivatives(void *client, double t, const double *x, double *dx)
{
    Simulation *sim = client;
    return stage(client, t, 0, x, sim->x_trial, dx);
}

void inlined_open(Simulation *sim)
{
    const InlineMethod *method = inline_method_of_name(sim->options.inline_method);
    open_guess(sim);
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
    if (outcome == STEP_DONE && sim->guess->n) remember_point(sim, *reached);
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
