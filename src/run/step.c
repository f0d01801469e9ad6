// One step of the run: how far it may go, what it meets, how it ends.
#include <float.h>
#include <math.h>

#include "run/profile.h"
#include "run/state.h"

static const double at_once = 1e-9; // of the time that has passed: a state doubles
static const double huge =
    1e10; // of a state: nothing that is measured in SI units is larger by chance

// The states at the event become the present ones; the left row is recorded before anything
// switches, the right row after everything has settled.
static bool reach_event(Simulation *sim, double t, bool has_moved)
{
    double h = t - sim->t;
    sim->t = t;
    if (has_moved) {
        model_interpolate(sim, t, sim->x);
        global_error_step(sim, h);
    }
    global_error_event(sim);
    if (model_outputs(sim, t, sim->x) != MODEL_OK) return true;
    return asserts_check(sim, t, sim->x) && record_left(sim);
}

static RunOutcome handle_event(Simulation *sim)
{
    history_store(sim);
    RunOutcome outcome = events_handle(sim, false);
    if (outcome != RUN_DONE) return outcome;
    global_error_after_event(sim);
    if (!record_right(sim)) return RUN_STOPPED;
    // Grid points up to here have their rows.
    while (sim->record.next_output <= sim->options.intervals &&
           output_time(sim, sim->record.next_output) <= sim->t)
        sim->record.next_output++;
    return RUN_DONE;
}

// `h` is a guess or 0.
static StepOutcome restart_with(Simulation *sim, double h)
{
    model_forgets_trial(sim);
    sim->point.in_place = sim->point.timed_at = NAN;
    sim->ahead = -INFINITY;
    return sim->form->restart(sim, h);
}

// A state that runs away says so: it would be infinite before long, if it went on like this.
static const char *where_it_is(Simulation *sim, int32_t state)
{
    const Model *m = sim->model;
    if (state >= m->n_states) return "";
    double x = sim->x[state], slope = m->v[m->states[state].derivative_slot];
    bool runs_away = x * slope > 0 && (fabs(x) > huge || fabs(x / slope) < at_once * fabs(sim->t));
    return arena_printf(sim->arena, ", which is %.6g and changes by %.6g in a second%s", x, slope,
                        runs_away ? ": it grows without bound; look for a wrong sign, or for "
                                    "feedback that nothing limits"
                                  : "");
}

static void report_step_failure(Simulation *sim, StepOutcome outcome)
{
    int32_t worst = sim->method->worst_state ? sim->method->worst_state(sim->integrator) : -1;
    if (worst < 0) worst = sim->choice.limited_before - 1; // it has not even begun
    const char *why = outcome == STEP_TOO_SMALL        ? "the step size became too small"
                      : outcome == STEP_NO_CONVERGENCE ? "the equations of a step cannot be solved"
                                                       : "the model cannot be evaluated";
    if (worst >= 0) report_about(sim, sim->form->unknown_name(sim, worst), NULL);
    if (worst >= 0)
        report_stop(sim, E_STEP, "stopped at time %.17g: %s; the %s that limits it is '%s'%s",
                    sim->t, why, worst < sim->model->n_states ? "state" : "unknown",
                    sim->form->unknown_name(sim, worst), where_it_is(sim, worst));
    else
        report_stop(sim, E_STEP, "stopped at time %.17g: %s", sim->t, why);
}

RunOutcome step_restart(Simulation *sim)
{
    if (sim->events.looked_at == sim->t) // relations without a value are noted
        model_crossings(sim, sim->t, sim->x, sim->events.g_trial);
    StepOutcome s = restart_with(sim, 0);
    if (s != STEP_DONE) report_step_failure(sim, s);
    return s == STEP_DONE ? RUN_DONE : RUN_STOPPED;
}

// The end of the step with vanishing invariants is where the next one begins, and what is recorded.
static bool project_end(Simulation *sim)
{
    if (projection_apply(sim)) {
        double h = sim->method->last_step(sim->integrator);
        model_forgets_trial(sim);
        StepOutcome s = sim->method->restart(sim->integrator, sim->t, sim->x, h);
        if (s != STEP_DONE) report_step_failure(sim, s);
        if (s != STEP_DONE) return false;
    }
    while (sim->record.next_output <= sim->options.intervals &&
           output_time(sim, sim->record.next_output) <= sim->t) {
        if (model_outputs(sim, sim->t, sim->x) == MODEL_OK && !record_row(sim)) return false;
        sim->record.next_output++;
    }
    return true;
}

static void count_limiting_state(Simulation *sim)
{
    if (!sim->model->n_states || !sim->method->worst_state) return;
    int32_t worst = sim->method->worst_state(sim->integrator);
    if (worst >= 0 && worst < sim->model->n_states) sim->options.profile->steps_limited[worst]++;
}

// The present point moves to `at`, inside the last step.
static bool move_inside(Simulation *sim, double at)
{
    double h = at - sim->t;
    sim->t = at;
    model_interpolate(sim, at, sim->x);
    global_error_step(sim, h);
    if (!model_accept(sim)) return false;
    guesses_keep(sim);
    history_store(sim);
    return true;
}

// The last step leads beyond where the model can be evaluated; `at` is the last point where it was.
static RunOutcome shorten_step(Simulation *sim, double at, double end)
{
    bool goes_on = at > sim->t && !sim->form->makes_steps;
    if (goes_on && !move_inside(sim, at)) return RUN_STOPPED;
    if (sim->form->shorten(sim, end - sim->t)) return RUN_DONE;
    report_stop(sim, E_STEP, "stopped at time %.17g: the conditions for events cannot be evaluated",
                sim->t);
    return RUN_STOPPED;
}

// Whether the operands of a relation have met: they differ by less than its hysteresis.
static bool is_met(const Simulation *sim, int32_t relation)
{
    const Model *m = sim->model;
    const RelationInfo *r = &m->relations[relation];
    if (r->kind != RELATION_STATE || r->is_quiet || r->is_step || r->forced_slot == NO_SLOT)
        return false;
    double a = m->v[r->crossing_slot], left = m->v[r->memory_slot] != 0 ? a : -a;
    return left <= sim->events.g_trial[2 * relation] - left;
}

// A step fails because the model has no value beyond a relation, sqrt(x) under `if x >= 0`: the
// operands meet, but cannot come to differ by the hysteresis. False: no relation is there.
static bool fails_at_a_relation(Simulation *sim)
{
    if (sim->trouble.not_finite < 0 || !sim->model->n_relations) return false;
    if (model_crossings(sim, sim->t, sim->x, sim->events.g_trial) != MODEL_OK) return false;
    for (int32_t i = 0; i < sim->model->n_relations; i++)
        if (is_met(sim, i)) return true;
    return false;
}

// Those relations take their other value in an event here.
static RunOutcome switch_relations(Simulation *sim)
{
    const Model *m = sim->model;
    forget_trials(sim);
    if (model_outputs(sim, sim->t, sim->x) == MODEL_OK && !record_row(sim)) return RUN_STOPPED;
    for (int32_t i = 0; i < m->n_relations; i++) {
        if (!is_met(sim, i)) continue;
        double *memory = &m->v[m->relations[i].memory_slot];
        *memory = *memory == 0;
        m->v[m->relations[i].forced_slot] = 1;
    }
    RunOutcome outcome = events_handle(sim, false);
    if (outcome != RUN_DONE) return outcome;
    if (!record_row(sim) || chattering_found(sim, false)) return RUN_STOPPED;
    return step_restart(sim);
}

// The last step ends at `at`, where its interpolant still agrees with the model.
static RunOutcome cut_step(Simulation *sim, double at)
{
    if (at <= sim->t)
        guesses_return(sim);
    else if (!move_inside(sim, at))
        return RUN_STOPPED;
    StepOutcome s = restart_with(sim, overlooked_first_step(sim));
    if (s != STEP_DONE) report_step_failure(sim, s);
    return s == STEP_DONE ? RUN_DONE : RUN_STOPPED;
}

// ---- One step --------------------------------------------------------------------------------

// Whoever asks for many points (an exported model) must not pay with short steps: the integrator
// goes on as far as it would, and the points lie on its interpolant.
static bool looks_ahead(const Simulation *sim)
{
    return sim->options.is_open_ended && sim->form->looks_ahead && !sim->projection;
}

static double step_limit(const Simulation *sim)
{
    double limit = looks_ahead(sim) ? fmax(sim->limit, sim->options.stop_time) : sim->limit;
    if (sim->events.next_time_event < limit) limit = sim->events.next_time_event;
    if (sim->past.is_kept) limit = fmin(limit, sim->t + history_longest_step(sim));
    if (sim->overlooked) limit = fmin(limit, overlooked_limit(sim));
    if (sim->inputs.table) limit = fmin(limit, inputs_next_corner(sim, sim->t));
    return sim->form->limit(sim, limit);
}

// A limit within rounding of the present time is reached already.
static bool is_there(const Simulation *sim, double limit)
{
    double left = limit - sim->t, least = 100 * DBL_EPSILON;
    return left <= least * fabs(sim->t) || left <= least * fabs(limit);
}

static RunOutcome go_on_after_failure(Simulation *sim, StepOutcome s)
{
    if (fails_at_a_relation(sim)) return switch_relations(sim);
    if ((s == STEP_TOO_SMALL && sizes_of_jumps(sim)) || method_give_up(sim)) {
        forget_trials(sim);
        guesses_return(sim);
        return step_restart(sim);
    }
    report_step_failure(sim, s);
    return RUN_STOPPED;
}

RunOutcome step_pass_event(Simulation *sim)
{
    bool is_timed = sim->events.waiting == EVENT_TIMED;
    sim->events.waiting = EVENT_NONE;
    RunOutcome outcome = handle_event(sim);
    if (outcome != RUN_DONE) return outcome;
    if (chattering_found(sim, is_timed)) return RUN_STOPPED;
    return step_restart(sim);
}

static RunOutcome end_with_event(Simulation *sim, double at, bool is_timed, bool has_moved)
{
    history_extend(sim, at);
    if (!record_grid(sim, at, false) || !reach_event(sim, at, has_moved)) return RUN_STOPPED;
    sim->events.waiting = is_timed ? EVENT_TIMED : EVENT_OF_STATE;
    return sim->events.are_awaited ? RUN_DONE : step_pass_event(sim);
}

// The model may have something to do then, at once.
static bool tell_accepted(Simulation *sim)
{
    if (model_call(sim, sim->model->accepted) == MODEL_OK) {
        events_schedule(sim);
        return true;
    }
    report_stop(sim, E_STEP, "stopped at time %.17g: the model refuses the end of a step", sim->t);
    return false;
}

static bool accept_end(Simulation *sim)
{
    if (sim->projection && !project_end(sim)) return false;
    if (!model_accept(sim)) return false;
    guesses_keep(sim);
    if (sim->past.is_kept) history_store(sim);
    if (sim->model->accepted != NO_ROUTINE && !tell_accepted(sim)) return false;
    return !sim->past.is_kept || history_serves(sim);
}

// Everything has a value there, also what no state needs.
static bool has_values(Simulation *sim, double at)
{
    model_interpolate(sim, at, sim->x_trial);
    ModelOutcome o = model_outputs(sim, at, sim->x_trial);
    if (o == MODEL_OK) guesses_look_ahead(sim);
    return o == MODEL_OK;
}

// The search for events has left the crossing functions of its last point, unless they are others
// there now.
static bool knows_crossings(const Simulation *sim)
{
    const Model *m = sim->model;
    return !sim->projection && m->accepted == NO_ROUTINE && !m->n_delays && !m->n_transports;
}

// `at` is the end of the step, or where the run is wanted inside of it.
static RunOutcome end_without_event(Simulation *sim, double at)
{
    double h = at - sim->t;
    if (sim->past.is_kept && !sim->events.is_watched) history_prepare(sim, at);
    if (accumulation_passed(sim, at)) return RUN_STOPPED;
    bool has_error = sim->model->n_states > 0; // else a shorter step leads to the same values
    if (h > 0 && !has_values(sim, at) && has_error && sim->form->shorten(sim, h)) return RUN_DONE;
    if (sim->past.is_kept) history_extend(sim, at);
    // A projection moves the end of the step: that is recorded afterwards.
    if (!record_grid(sim, at, !sim->projection)) return RUN_STOPPED;
    sim->t = at;
    model_interpolate(sim, at, sim->x);
    overlooked_reached(sim);
    global_error_step(sim, h);
    sizes_note(sim, h);
    if (!accept_end(sim)) return RUN_STOPPED;
    bool exchanged = sim->model->n_state_sets && states_select(sim);
    if (exchanged) sim->counts.step_events++;
    if (exchanged) global_error_exchange(sim);
    bool is_end = sim->ahead < at;
    if ((is_end && method_reconsider(sim)) || exchanged) return step_restart(sim);
    if (sim->events.is_watched && !knows_crossings(sim))
        model_crossings(sim, at, sim->x, sim->events.g_begin);
    return RUN_DONE;
}

// A step that was made, of which only the begin was wanted so far, or the next one.
static StepOutcome next_step(Simulation *sim, double limit, double *reached)
{
    if (sim->ahead > sim->t) {
        *reached = sim->ahead;
        return STEP_DONE;
    }
    model_forgets_trial(sim);
    return sim->form->advance(sim, limit, reached);
}

RunOutcome step_once(Simulation *sim)
{
    double begin = sim->t, limit = step_limit(sim), reached = limit, event;
    bool there = is_there(sim, limit);
    StepOutcome s = there ? STEP_DONE : next_step(sim, limit, &reached);
    if (s != STEP_DONE) return go_on_after_failure(sim, s);
    forget_trials(sim);
    if (sim->options.profile && !there) count_limiting_state(sim);
    sim->ahead = reached > sim->limit ? reached : -INFINITY;
    if (reached > sim->limit) reached = sim->limit;
    switch (root_locate(sim, begin, reached, &event)) {
    case ROOT_STOPPED: return RUN_STOPPED;
    case ROOT_FAILED: return shorten_step(sim, event, reached);
    case ROOT_OVERLOOKED: return cut_step(sim, event);
    case ROOT_FOUND: return end_with_event(sim, event, false, !there);
    case ROOT_NONE: break;
    }
    bool is_timed = reached >= sim->events.next_time_event;
    return is_timed ? end_with_event(sim, reached, true, !there) : end_without_event(sim, reached);
}
