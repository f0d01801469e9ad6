// The model at a point: states in, derivatives, crossing functions and outputs out.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run/point/fours.h"
#include "run/state.h"

void model_open(Simulation *sim)
{
    const Model *m = sim->model;
    int32_t *slots = ARENA_ARRAY(sim->arena, int32_t, m->n_states + 1);
    for (int32_t i = 0; i < m->n_states; i++) slots[i] = m->states[i].slot;
    sim->point.state_slots = slot_ranges_make(sim->arena, slots, m->n_states);
    for (int32_t i = 0; i < m->n_states; i++) slots[i] = m->states[i].derivative_slot;
    sim->point.in_place = sim->point.trial_at = sim->point.timed_at = NAN;
    sim->point.derivative_slots = slot_ranges_make(sim->arena, slots, m->n_states);
}

static inline void set_time(Simulation *sim, double t)
{
    sim->point.in_place = NAN;
    sim->model->v[SLOT_TIME] = t;
    if (sim->inputs.table) inputs_write(sim, t);
}

void model_set_time(Simulation *sim, double t)
{
    set_time(sim, t);
}

static inline void set_states(Simulation *sim, double t, const double *x)
{
    set_time(sim, t);
    slots_write(&sim->point.state_slots, sim->model->v, x);
}

void model_set_states(Simulation *sim, double t, const double *x)
{
    set_states(sim, t, x);
}

static ModelOutcome call(Simulation *sim, int32_t routine)
{
    if (routine == NO_ROUTINE) return MODEL_OK;
    return sim->model->call(sim->model->self, routine);
}

void model_is_changed(Simulation *sim)
{
    sim->point.is_evaluated = sim->point.has_outputs = sim->point.has_rows = false;
    sim->point.timed_at = NAN;
}

ModelOutcome model_call(Simulation *sim, int32_t routine)
{
    model_is_changed(sim);
    return call(sim, routine);
}

bool model_return(Simulation *sim, const double *kept)
{
    const Model *m = sim->model;
    Arena *scratch = arena_open("objects");
    double *objects = ARENA_RAW(scratch, double, m->n_object_slots + 1);
    for (int32_t i = 0; i < m->n_object_slots; i++) objects[i] = m->v[m->object_slots[i]];
    memcpy(m->v, kept, (size_t)m->n_slots * sizeof *kept);
    bool is_same = true;
    for (int32_t i = 0; i < m->n_object_slots; i++) {
        double *word = &m->v[m->object_slots[i]];
        is_same = is_same && !memcmp(word, &objects[i], sizeof *word);
        *word = objects[i];
    }
    arena_close(scratch);
    model_is_changed(sim);
    sim->point.in_place = NAN;
    return is_same;
}

// What a delay or a transport returns depends on what has been stored meanwhile, too.
static inline bool is_evaluated_at(const Simulation *sim, double t, const double *x)
{
    const Model *m = sim->model;
    if (!sim->point.is_evaluated || m->v[SLOT_TIME] != t) return false;
    return slots_equal(&sim->point.state_slots, m->v, x);
}

bool model_is_evaluated_at(const Simulation *sim, double t, const double *x)
{
    return is_evaluated_at(sim, t, x);
}

void model_has_new_past(Simulation *sim)
{
    sim->point.is_evaluated = sim->point.has_outputs = false;
}

// The end of a step is looked at for events, for asserts and for the result: it is evaluated once.
static ModelOutcome evaluate_at(Simulation *sim, double t, const double *x)
{
    if (is_evaluated_at(sim, t, x)) return MODEL_OK;
    if (sim->dae && dae_takes_end(sim, t, x)) return MODEL_OK;
    const Model *m = sim->model;
    bool is_again = m->derivatives_again != NO_ROUTINE && sim->point.timed_at == t;
    bool is_foretold = sim->guesses.n > 0 && guesses_move(sim, t);
    set_states(sim, t, x);
    int32_t routine = is_again ? m->derivatives_again : m->derivatives;
    ModelOutcome o = model_call(sim, routine);
    if (o == MODEL_RETRY && is_foretold && sim->trouble.failed_block >= 0) {
        guesses_return(sim);
        o = model_call(sim, routine);
    }
    sim->point.is_evaluated = o == MODEL_OK;
    sim->point.timed_at = o == MODEL_OK || is_again ? t : NAN;
    return o;
}

ModelOutcome model_linearize(Simulation *sim, double t, const double *x)
{
    ModelOutcome o = evaluate_at(sim, t, x);
    return o == MODEL_OK ? call(sim, sim->model->linearization->routine) : o;
}

static void note_not_finite(Simulation *sim, int32_t state)
{
    Trouble *t = &sim->trouble;
    t->not_finite = state;
    // The sign of a NaN means nothing.
    double value = sim->model->v[sim->model->states[state].derivative_slot];
    t->not_finite_value = isnan(value) ? (double)NAN : value;
    t->not_finite_time = sim->model->v[SLOT_TIME];
    report_not_finite(sim, t->not_finite_values, sizeof t->not_finite_values);
}

static ModelOutcome not_finite(Simulation *sim, const double *dx)
{
    int32_t i = 0;
    while (isfinite(dx[i])) i++;
    note_not_finite(sim, i);
    return MODEL_RETRY;
}

ModelOutcome model_derivatives(Simulation *sim, double t, const double *x, double *dx)
{
    const Model *m = sim->model;
    sim->counts.rhs_evaluations++;
    ModelOutcome o = evaluate_at(sim, t, x);
    if (o != MODEL_OK) return o;
    if (slots_read(&sim->point.derivative_slots, m->v, dx)) return MODEL_OK;
    return not_finite(sim, dx);
}

bool model_is_plain(const Simulation *sim)
{
    return !sim->dae && !sim->guesses.n && !sim->inputs.table &&
           sim->model->derivatives != NO_ROUTINE;
}

static ALWAYS_INLINE ModelOutcome at_many(Simulation *sim, int32_t states, int n, const double *t,
                                          double *const *x, double *const *dx)
{
    const Model *m = sim->model;
    const int32_t *in = sim->point.state_slots.slots, *out = sim->point.derivative_slots.slots;
    double *v = m->v;
    for (int i = 0; i < n; i++) {
        const double *from = x[i];
        double *to = dx[i], sum = 0;
        v[SLOT_TIME] = t[i];
        UNROLLED
        for (int32_t k = 0; k < states; k++) v[in[k]] = from[k];
        ModelOutcome o = m->call(m->self, m->derivatives);
        if (o != MODEL_OK) return o;
        UNROLLED
        for (int32_t k = 0; k < states; k++) {
            to[k] = v[out[k]];
            sum += to[k];
        }
        if (!isfinite(sum) && !all_finite(to, states)) return not_finite(sim, to);
    }
    return MODEL_OK;
}

static ModelOutcome ranges_at_many(Simulation *sim, int n, const double *t, double *const *x,
                                   double *const *dx)
{
    const Model *m = sim->model;
    for (int i = 0; i < n; i++) {
        m->v[SLOT_TIME] = t[i];
        slots_write(&sim->point.state_slots, m->v, x[i]);
        ModelOutcome o = m->call(m->self, m->derivatives);
        if (o != MODEL_OK) return o;
        if (!slots_read(&sim->point.derivative_slots, m->v, dx[i])) return not_finite(sim, dx[i]);
    }
    return MODEL_OK;
}

// Of the few states of a small model each is moved by itself.
static ModelOutcome call_at_many(Simulation *sim, int n, const double *t, double *const *x,
                                 double *const *dx)
{
    switch (sim->model->n_states) {
    case 1: return at_many(sim, 1, n, t, x, dx);
    case 2: return at_many(sim, 2, n, t, x, dx);
    case 3: return at_many(sim, 3, n, t, x, dx);
    default: return ranges_at_many(sim, n, t, x, dx);
    }
}

ModelOutcome model_derivatives_at_many(Simulation *sim, int n, const double *t, double *const *x,
                                       double *const *dx)
{
    model_is_changed(sim);
    sim->point.in_place = NAN;
    sim->counts.rhs_evaluations += n;
    ModelOutcome o = call_at_many(sim, n, t, x, dx);
    if (o != MODEL_OK) return o;
    sim->point.is_evaluated = true;
    sim->point.timed_at = t[n - 1];
    return MODEL_OK;
}

ModelOutcome model_slopes(Simulation *sim, double t, const double *x, double *dx)
{
    ModelOutcome o = evaluate_at(sim, t, x);
    if (o != MODEL_OK) return o;
    return slots_read(&sim->point.derivative_slots, sim->model->v, dx) ? MODEL_OK : MODEL_RETRY;
}

void model_forgets_trial(Simulation *sim)
{
    sim->point.trial_at = NAN;
}

// Several look at the same point, one after the other.
void model_interpolate(Simulation *sim, double t, double *x)
{
    if (sim->point.trial_at != t)
        sim->form->interpolate(sim, t, x);
    else if (x != sim->x_trial)
        memcpy(x, sim->x_trial, (size_t)sim->problem.n * sizeof *x);
    if (x == sim->x_trial && sim->form->only_interpolates) sim->point.trial_at = t;
}

// Two functions for each relation: step functions (floor and the like) may leave their
// interval on both sides; for ordinary relations the second is never negative. Behind them two for
// each transport: jumps may leave it at both ends.
int32_t crossing_count(const Simulation *sim)
{
    return 2 * (sim->model->n_relations + sim->model->n_transports);
}

// Below the rounding of anything of size one; a relation whose operands have only been equal so far
// has no scale of its own, and what a loop leaves there must not make it switch.
static const double least_difference = 1e-16;

// Of the largest difference seen and of the operands: above what the solvers of loops and steps
// leave, far below what tolerances resolve.
static const double hysteresis_part = 1e-10;

// The hysteresis: a relation has switched when its operands differ by this much in the other
// direction. Relative to what the relation has seen, so that picoamperes and megawatts are
// treated alike; above the rounding of the operands.
static inline double hysteresis(const Model *m, const RelationInfo *r, double *size,
                                double difference)
{
    if (fabs(difference) > *size) *size = fabs(difference);
    double operands = r->scale_slot == NO_SLOT ? 0 : fabs(m->v[r->scale_slot]);
    double part = hysteresis_part * (operands > *size ? operands : *size);
    return part > least_difference ? part : least_difference;
}

// Noise that was seen is not the largest, and states that follow it carry a multiple of it: still
// below the part of the operands above, when these differ by their last digits.
static const double noise_margin = 1e3;

void relation_rests(Simulation *sim, int32_t relation, double noise)
{
    double *size = &sim->events.relation_size[relation];
    *size = fmax(*size, noise_margin * noise / hysteresis_part);
}

// What is equal in the event and differs in between, by the rounding of two ways to compute it,
// crosses for ever. A difference that is none of size one is not known better than this.
static const double most_rounding = 1e-13;

void relation_idles(Simulation *sim, int32_t relation)
{
    const RelationInfo *r = &sim->model->relations[relation];
    double *size = &sim->events.relation_size[relation], difference = *size;
    if (r->is_step) return;
    double operands = r->scale_slot == NO_SLOT ? 0 : fabs(sim->model->v[r->scale_slot]);
    double wider = 4 * hysteresis(sim->model, r, size, difference);
    if (wider <= most_rounding * fmax(1, operands)) *size = wider / hysteresis_part;
}

ModelOutcome model_watched(Simulation *sim, double t, const double *x)
{
    ModelOutcome o = sim->point.in_place == t ? MODEL_OK : evaluate_at(sim, t, x);
    return o == MODEL_OK ? call(sim, sim->model->crossings) : o;
}

// A relation in a branch that is not taken switches nothing until an event settles it anew.
static bool may_be_none(Simulation *sim, int32_t relation, double t)
{
    if (t == sim->events.looked_at) sim->events.is_none[relation] = 1;
    return sim->events.is_none[relation] || sim->events.passes_none;
}

ModelOutcome model_crossings(Simulation *sim, double t, const double *x, double *g)
{
    const Model *m = sim->model;
    ModelOutcome o = model_watched(sim, t, x);
    if (o != MODEL_OK) return o;
    transports_crossings(sim->past.transports, g + 2 * m->n_relations);
    for (int32_t k = 0; k < sim->events.n_watched; k++) {
        int32_t i = sim->events.watched[k];
        const RelationInfo *r = &m->relations[i];
        double memory = m->v[r->memory_slot], a = m->v[r->crossing_slot];
        if (!isfinite(a)) {
            if (!may_be_none(sim, i, t)) return MODEL_RETRY;
            g[2 * i] = g[2 * i + 1] = 1;
        } else if (r->is_step) {
            double eps = hysteresis_part * fmax(1, fabs(a));
            g[2 * i] = a - memory + eps;
            g[2 * i + 1] = memory + 1 - a + eps;
        } else {
            g[2 * i] = (memory != 0 ? a : -a) + hysteresis(m, r, &sim->events.relation_size[i], a);
        }
    }
    return MODEL_OK;
}

ModelOutcome model_outputs(Simulation *sim, double t, const double *x)
{
    if (sim->point.in_place == t) return MODEL_OK;
    ModelOutcome o = evaluate_at(sim, t, x);
    if (o == MODEL_OK && !sim->point.has_outputs) o = call(sim, sim->model->outputs);
    sim->point.has_outputs = o == MODEL_OK;
    return o;
}
