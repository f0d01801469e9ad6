// Events: time events and samples that are due, event iteration until nothing changes.
//
// One pass evaluates all equations with literal relations and `pre` frozen; then reinit values
// are applied, `pre` takes the present values, and the next pass follows if anything that
// could matter has changed [ECO93]. Relations on time that were scheduled are forced to their
// value after the instant: rounding must not make them miss it.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/state.h"

enum { MOST_PASSES = 500, SETTLING_PASSES = 3, PATIENT_PASSES = 20 };
enum { GIVEN_INPUT = 1, GIVEN_INSTANT };

// What no equation determines: inputs, and instants that have come.
static void find_given_pres(Simulation *sim)
{
    const Model *m = sim->model;
    uint8_t *given = ARENA_ARRAY(sim->arena, uint8_t, m->n_slots + 1);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->causality == IS_INPUT && v->variability == IS_DISCRETE && v->slot >= 0)
            given[v->slot] = GIVEN_INPUT;
    }
    for (int32_t i = 0; i < m->n_samples; i++) given[m->samples[i].active_slot] = GIVEN_INSTANT;
    if (m->terminal_slot != NO_SLOT) given[m->terminal_slot] = GIVEN_INSTANT;
    sim->events.given_pre = ARENA_ARRAY(sim->arena, uint8_t, m->n_pres + 1);
    for (int32_t i = 0; i < m->n_pres; i++) sim->events.given_pre[i] = given[m->pres[i].slot];
}

void events_open(Simulation *sim)
{
    const Model *m = sim->model;
    EventState *e = &sim->events;
    size_t relations = (size_t)m->n_relations, crossings = (size_t)crossing_count(sim);
    e->g_begin = ARENA_ARRAY(sim->arena, double, crossings + 1);
    e->g_trial = ARENA_ARRAY(sim->arena, double, 2 * crossings + 1);
    e->relation_size = ARENA_ARRAY(sim->arena, double, relations + 1);
    e->is_none = ARENA_ARRAY(sim->arena, uint8_t, relations + 1);
    e->looked_at = NAN;
    e->memory_before = ARENA_ARRAY(sim->arena, double, relations + 1);
    e->instant_before = ARENA_ARRAY(sim->arena, double, relations + 1);
    e->pre_values = ARENA_ARRAY(sim->arena, double, m->n_pres + 1);
    e->samples = ARENA_ARRAY(sim->arena, SampleClock, m->n_samples + 1);
    e->watched = ARENA_ARRAY(sim->arena, int32_t, relations + 1);
    e->crossed = ARENA_ARRAY(sim->arena, int32_t, relations + 1);
    for (int32_t i = 0; i < m->n_relations; i++)
        if (m->relations[i].kind == RELATION_STATE && !m->relations[i].is_quiet)
            e->watched[e->n_watched++] = i;
    e->is_watched = m->n_transports > 0 || e->n_watched > 0;
    // Those of the others stay like this.
    for (size_t i = 0; i < crossings; i++) e->g_begin[i] = 1;
    for (size_t i = 0; i < 2 * crossings; i++) e->g_trial[i] = 1;
    find_given_pres(sim);
}

// Operands that differ by less than this, relative to the largest difference the relation has
// seen, or to 1 where it has seen none, are equal: which is larger is rounding [M24].
static const double noise = 1e-10;

// Instants closer than this are one event: what comes out of sums and products of times differs in
// the last digits. Relative to the time; near zero to a millisecond.
static const double same_instant = 1e-12, shortest_time = 1e-3;

static double cluster(double t)
{
    return same_instant * fmax(fabs(t), shortest_time) + 2 * DBL_EPSILON * fabs(t);
}

static double sample_time(const SampleClock *c)
{
    if (c->at) return *c->at > c->last ? *c->at : INFINITY;
    return c->start + (double)c->next * c->interval;
}

bool sample_ticks_at(const Simulation *sim, int32_t active_slot, double t, bool has_passed)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_samples; i++) {
        SampleClock c = sim->events.samples[i];
        if (m->samples[i].active_slot != active_slot) continue;
        if (has_passed && c.at) return fabs(c.last - t) <= cluster(t);
        if (!has_passed) return sample_time(&c) <= t + cluster(t);
        return --c.next >= 0 && fabs(sample_time(&c) - t) <= cluster(t);
    }
    return false;
}

static bool refuse_interval(Simulation *sim, int32_t i, const char *why)
{
    const SampleInfo *info = &sim->model->samples[i];
    report_stop(sim, E_CLOCK_VALUE, "%s: the interval of this sample or clock is %.9g s: %s",
                info->origin, sim->events.samples[i].interval, why);
    return false;
}

bool samples_begin(Simulation *sim)
{
    const Model *m = sim->model;
    double latest = fmax(fabs(sim->options.start_time), fabs(sim->options.stop_time));
    model_call(sim, m->instants);
    for (int32_t i = 0; i < m->n_samples; i++) {
        SampleClock *c = &sim->events.samples[i];
        const SampleInfo *info = &m->samples[i];
        *c = (SampleClock){.start = m->v[info->start_slot]};
        if (info->interval_slot == NO_SLOT) {
            c->at = &m->v[info->start_slot];
            c->last = -INFINITY;
            continue;
        }
        c->interval = m->v[info->interval_slot];
        if (!(c->interval > 0)) return refuse_interval(sim, i, "it must be positive");
        // Instants are counted from the start of the sample, however long ago that was.
        double farthest = c->start < sim->t ? fmax(latest, fabs(c->start)) : latest;
        if (c->interval <= cluster(farthest))
            return refuse_interval(sim, i, "instants of this run are not told apart so finely");
        double behind = (sim->t - c->start) / c->interval;
        c->next = behind > 0 ? (int64_t)ceil(behind - same_instant) : 0;
    }
    return true;
}

void samples_pass(Simulation *sim)
{
    for (int32_t i = 0; i < sim->model->n_samples; i++) {
        SampleClock *c = &sim->events.samples[i];
        if (c->at)
            c->last = sim->t;
        else
            while (sample_time(c) <= sim->t + cluster(sim->t)) c->next++;
    }
}

// A clock that has ticked must have said when it ticks next.
static bool samples_go_on(Simulation *sim)
{
    for (int32_t i = 0; i < sim->model->n_samples; i++) {
        SampleClock *c = &sim->events.samples[i];
        if (!c->at || !isfinite(c->last) || *c->at > c->last + cluster(c->last)) continue;
        c->interval = *c->at - c->last;
        refuse_interval(sim, i, "it must be positive");
        return false;
    }
    return true;
}

static double relation_instant(const Simulation *sim, int32_t i)
{
    const RelationInfo *r = &sim->model->relations[i];
    double at = sim->model->v[r->instant_slot];
    bool pending = r->is_step || (sim->model->v[r->memory_slot] != 0) != r->true_after;
    return pending && at >= sim->t - cluster(sim->t) ? fmax(at, sim->t) : INFINITY;
}

void events_schedule(Simulation *sim)
{
    const Model *m = sim->model;
    double next = INFINITY;
    model_call(sim, m->instants);
    for (int32_t i = 0; i < m->n_samples; i++)
        next = fmin(next, sample_time(&sim->events.samples[i]));
    next = fmin(next, inputs_next_jump(sim));
    for (int32_t i = 0; i < m->n_relations; i++)
        if (m->relations[i].kind == RELATION_TIME) next = fmin(next, relation_instant(sim, i));
    // Everything that nearly coincides happens at the latest of these instants.
    double latest = next, jump = inputs_next_jump(sim);
    if (jump <= next + cluster(next)) latest = fmax(latest, jump);
    for (int32_t i = 0; i < m->n_samples; i++) {
        double at = sample_time(&sim->events.samples[i]);
        if (at <= next + cluster(next)) latest = fmax(latest, at);
    }
    for (int32_t i = 0; i < m->n_relations; i++) {
        if (m->relations[i].kind != RELATION_TIME) continue;
        double at = relation_instant(sim, i);
        if (at <= next + cluster(next)) latest = fmax(latest, at);
    }
    // Rounding must not push the last event out of the run.
    double stop = sim->options.stop_time;
    if (latest > stop && next <= stop + cluster(stop)) latest = stop;
    sim->events.next_time_event = fmin(latest, delays_next_event(sim->past.delays, sim->t));
}

static bool activate_samples(Simulation *sim)
{
    const Model *m = sim->model;
    bool any = false;
    for (int32_t i = 0; i < m->n_samples; i++) {
        SampleClock *c = &sim->events.samples[i];
        bool due = sample_time(c) <= sim->t + cluster(sim->t);
        m->v[m->samples[i].active_slot] = due;
        if (due && c->at) c->last = *c->at;
        while (!c->at && sample_time(c) <= sim->t + cluster(sim->t)) c->next++;
        any |= due;
    }
    return any;
}

static bool inputs_change(Simulation *sim)
{
    bool any = inputs_jump(sim, sim->t + cluster(sim->t));
    if (any) inputs_write(sim, sim->t);
    return any;
}

// At the start (`first`) what is due there has been judged as it is written, and holds for the
// events of that instant: time > 0 becomes true in an event of its own.
static bool force_relations(Simulation *sim, bool first)
{
    const Model *m = sim->model;
    bool any = false;
    for (int32_t i = 0; i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        if (r->kind != RELATION_TIME) continue;
        bool due = relation_instant(sim, i) <= sim->t + cluster(sim->t);
        if (due && !first)
            m->v[r->memory_slot] = r->is_step ? m->v[r->memory_slot] + 1 : r->true_after;
        if (r->forced_slot != NO_SLOT) m->v[r->forced_slot] = due;
        sim->events.instant_before[i] = m->v[r->instant_slot];
        any |= due;
    }
    return any;
}

// A forced relation whose instant has moved (a counter went up) is evaluated literally again.
static void release_relations(Simulation *sim, bool all)
{
    const Model *m = sim->model;
    if (!all) model_call(sim, m->instants);
    for (int32_t i = 0; i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        if (r->forced_slot == NO_SLOT) continue;
        bool has_moved =
            r->kind == RELATION_TIME && m->v[r->instant_slot] != sim->events.instant_before[i];
        if (all || has_moved) m->v[r->forced_slot] = 0;
    }
}

static void remember_memories(Simulation *sim)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_relations; i++)
        sim->events.memory_before[i] = m->v[m->relations[i].memory_slot];
}

static bool apply_reinits(Simulation *sim)
{
    const Model *m = sim->model;
    bool any = false;
    for (int32_t i = 0; i < m->n_reinits; i++) {
        const ReinitInfo *r = &m->reinits[i];
        if (m->v[r->flag_slot] == 0) continue;
        m->v[r->flag_slot] = 0;
        any |= m->v[r->state_slot] != m->v[r->value_slot];
        m->v[r->state_slot] = m->v[r->value_slot];
    }
    return any;
}

// A continuous variable changes because something discrete has, or a state that was set: these ask
// for the next pass. By itself it differs only by what a loop is solved to [MLS B.1]. So do numbers
// of a clocked partition that a loop is solved for in every pass: once others had passes enough to
// change, what differs by rounding has settled.
static bool has_changed(const Model *m, const PreInfo *p, int pass)
{
    double now = m->v[p->slot], before = m->v[p->pre_slot];
    if (p->is_continuous || now == before) return false;
    if (!p->is_real || pass < SETTLING_PASSES) return true;
    double size = fmax(fabs(now), fabs(before));
    if (pass >= PATIENT_PASSES) size = fmax(size, 1);
    return !(fabs(now - before) <= noise * size);
}

static bool something_changed(const Simulation *sim, int pass)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_relations; i++)
        if (sim->events.memory_before[i] != m->v[m->relations[i].memory_slot]) return true;
    for (int32_t i = 0; i < m->n_pres; i++)
        if (has_changed(m, &m->pres[i], pass)) return true;
    return false;
}

// `begins`: of an event, from the values before it. Discrete inputs have been changed by others by
// then; they change in events only, so pre() of them is what they were behind the last one.
static void take_pre_values(Simulation *sim, bool begins)
{
    const Model *m = sim->model;
    // All at once: pre(pre(v)) is what pre(v) was.
    for (int32_t i = 0; i < m->n_pres; i++) {
        bool stays = begins && sim->events.given_pre[i] == GIVEN_INPUT;
        sim->events.pre_values[i] = m->v[stays ? m->pres[i].pre_slot : m->pres[i].slot];
    }
    for (int32_t i = 0; i < m->n_pres; i++) m->v[m->pres[i].pre_slot] = sim->events.pre_values[i];
}

static void report_alternating(Simulation *sim)
{
    const Model *m = sim->model;
    Text names = text_make(sim->arena);
    int n = 0;
    for (int32_t i = 0; i < m->n_pres && n < 8; i++) {
        if (!has_changed(m, &m->pres[i], MOST_PASSES)) continue;
        if (!n) report_about(sim, m->pres[i].name, NULL);
        text_printf(&names, "%s'%s'", n++ ? ", " : "", m->pres[i].name);
    }
    for (int32_t i = 0; i < m->n_relations && n < 8; i++) {
        if (sim->events.memory_before[i] == m->v[m->relations[i].memory_slot]) continue;
        if (!n) report_about(sim, NULL, m->relations[i].origin);
        text_printf(&names, "%s'%s'", n++ ? ", " : "", m->relations[i].text);
    }
    report_stop(
        sim, E_EVENT_LOOP,
        "the event at time %.17g does not settle: %s change%s for ever; look for a variable "
        "that contradicts itself through pre()",
        sim->t, text_cstr(&names), n == 1 ? "s" : "");
}

static void get_states(Simulation *sim)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_states; i++) sim->x[i] = m->v[m->states[i].slot];
}

// An event that does not settle: relations that switch although their operands are equal up to
// rounding keep the value they have. The hysteresis of crossing functions must not see them as
// crossed afterwards.
static void hold_noisy_relations(Simulation *sim)
{
    const Model *m = sim->model;
    if (model_call(sim, m->crossings) != MODEL_OK) return;
    for (int32_t i = 0; i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        bool has_changed = sim->events.memory_before[i] != m->v[r->memory_slot];
        if (!has_changed || r->kind != RELATION_STATE || r->is_step || r->forced_slot == NO_SLOT)
            continue;
        double difference = fabs(m->v[r->crossing_slot]), *size = &sim->events.relation_size[i];
        if (!(difference <= noise * fmax(*size, 1))) continue;
        m->v[r->forced_slot] = 1;
        *size = fmax(*size, 2 * difference / noise);
    }
}

// Back to the left limits, from which the first pass began.
static void return_to_left(Simulation *sim)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_relations; i++)
        m->v[m->relations[i].memory_slot] = sim->events.memory_before[i];
    for (int32_t i = 0; i < m->n_pres; i++)
        if (!sim->events.given_pre[i]) m->v[m->pres[i].slot] = m->v[m->pres[i].pre_slot];
    model_set_states(sim, sim->t, sim->x);
}

// The equations have no solution with literal relations: a clutch that begins to slip has less
// torque at once, below the threshold that let it slip. The relations whose crossing is this event
// have switched; they hold that for one pass, and pre() of what follows from them carries on.
// False: no relation has crossed.
static bool hold_crossed_relations(Simulation *sim)
{
    const Model *m = sim->model;
    bool any = false;
    return_to_left(sim);
    *m->mode = MODE_INTEGRATE;
    ModelOutcome o = model_crossings(sim, sim->t, sim->x, sim->events.g_trial);
    *m->mode = MODE_EVENT;
    for (int32_t i = 0; o == MODEL_OK && i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        bool can_be_held = r->kind == RELATION_STATE && !r->is_step && r->forced_slot != NO_SLOT;
        if (!can_be_held || sim->events.g_trial[2 * i] >= 0) continue;
        m->v[r->memory_slot] = m->v[r->memory_slot] == 0;
        m->v[r->forced_slot] = 1;
        any = true;
    }
    return any;
}

static void be_strict(Simulation *sim, bool is_strict)
{
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        block_solver_be_strict(sim->blocks[i], is_strict);
}

// All equations once, then what is done when they hold.
static ModelOutcome pass_once(Simulation *sim)
{
    ModelOutcome o = model_call(sim, sim->model->event);
    return o == MODEL_OK ? model_call(sim, sim->model->event_actions) : o;
}

static ModelOutcome pass_with_held_relations(Simulation *sim)
{
    const Model *m = sim->model;
    if (!hold_crossed_relations(sim)) return MODEL_RETRY;
    ModelOutcome o = pass_once(sim);
    for (int32_t i = 0; i < m->n_relations; i++)
        if (m->relations[i].kind == RELATION_STATE && m->relations[i].forced_slot != NO_SLOT)
            m->v[m->relations[i].forced_slot] = 0;
    return o;
}

static bool is_unsolved(const Simulation *sim, ModelOutcome o)
{
    return o == MODEL_RETRY && sim->trouble.failed_block >= 0;
}

// What contradicts itself is a relation that has crossed, or else rounding at a threshold.
static ModelOutcome first_pass(Simulation *sim)
{
    be_strict(sim, true);
    ModelOutcome o = pass_once(sim);
    be_strict(sim, false);
    if (!is_unsolved(sim, o)) return o;
    o = pass_with_held_relations(sim);
    if (o == MODEL_RETRY) {
        return_to_left(sim);
        o = pass_once(sim);
    }
    if (o == MODEL_OK) forget_trials(sim);
    return o;
}

static RunOutcome iterate(Simulation *sim)
{
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        remember_memories(sim);
        ModelOutcome o = pass ? pass_once(sim) : first_pass(sim);
        if (o != MODEL_OK) {
            if (asserts_refused(sim)) return RUN_STOPPED;
            report_stop(sim, E_STEP, "the equations cannot be solved at the event at time %.17g",
                        sim->t);
            return RUN_STOPPED;
        }
        if (!relations_were_sound(sim, sim->model->event)) return RUN_STOPPED;
        bool again = apply_reinits(sim);
        again |= something_changed(sim, pass);
        release_relations(sim, false);
        for (int32_t i = 0; i < sim->model->n_samples; i++) {
            double *active = &sim->model->v[sim->model->samples[i].active_slot];
            again |= *active != 0;
            *active = 0;
        }
        if (!again) return RUN_DONE;
        if (pass >= PATIENT_PASSES) hold_noisy_relations(sim);
        if (pass == MOST_PASSES - 1) report_alternating(sim);
        take_pre_values(sim, false);
    }
    return RUN_STOPPED;
}

RunOutcome events_handle(Simulation *sim, bool first)
{
    const Model *m = sim->model;
    // The left limits have been evaluated and recorded by the caller.
    sim->point.in_place = NAN;
    forget_trials(sim);
    take_pre_values(sim, true);
    *m->mode = MODE_EVENT;
    for (int32_t i = 0; i < m->n_blocks; i++) block_solver_forget(sim->blocks[i]);
    if (m->terminal_slot != NO_SLOT) m->v[m->terminal_slot] = sim->is_terminal;
    model_call(sim, m->instants);
    bool timed = activate_samples(sim);
    timed |= force_relations(sim, first);
    timed |= inputs_change(sim);
    RunOutcome outcome = iterate(sim);
    if (outcome == RUN_DONE && history_store(sim)) outcome = iterate(sim);
    release_relations(sim, true);
    limits_pass_event(sim);
    *m->mode = MODE_INTEGRATE;
    delays_settle(sim->past.delays, sim->t);
    for (int32_t i = 0; i < m->n_blocks; i++) block_solver_forget(sim->blocks[i]);
    if (!first && timed)
        sim->counts.time_events++;
    else if (!first)
        sim->counts.state_events++;
    get_states(sim);
    if (outcome != RUN_DONE) return outcome;
    if (m->terminate_slot != NO_SLOT && m->v[m->terminate_slot] != 0) sim->terminated = true;
    if (!model_accept(sim)) return RUN_STOPPED;
    guesses_forget(sim);
    guesses_keep(sim);
    history_store(sim);
    states_select(sim);
    events_schedule(sim);
    return samples_go_on(sim) ? RUN_DONE : RUN_STOPPED;
}
