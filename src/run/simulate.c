// The driver: initialize, step, locate, handle, record.
#include "run/simulation.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run/forms/linearized.h"
#include "run/forms/ode_jacobian.h"
#include "run/profile.h"
#include "run/state.h"

// Errors of steps add up: each may take a third of the tolerance. Two library models leave the
// tube of their reference with all of it and none with a third, for a fifth more steps.
double simulation_step_tolerance(double tolerance)
{
    return fmax(0.3 * tolerance, fmin(tolerance, 1e-12));
}

// ---- What the model may ask ----------------------------------------------------------------

static ModelOutcome host_solve_block(void *client, int32_t block)
{
    Simulation *sim = client;
    if (dae_leaves_open(sim, block)) return dae_evaluate_block(sim, block);
    ModelOutcome o = block_solver_solve(sim->blocks[block]);
    if (o != MODEL_OK)
        sim->failed_block = block;
    else
        dae_note_solution(sim, block);
    return o;
}

static double host_delayed(void *client, int32_t delay, double at_time)
{
    const Simulation *sim = client;
    return delays_value(sim->delays, delay, at_time, *sim->model->mode == MODE_EVENT);
}

static double host_transported(void *client, int32_t transport, int32_t which, double position)
{
    const Simulation *sim = client;
    bool is_event = *sim->model->mode != MODE_INTEGRATE;
    return transports_value(sim->transports, transport, which, position, is_event);
}

static void host_message(void *client, MessageKind kind, const char *origin, const char *text)
{
    Simulation *sim = client;
    Span none = {0, 0};
    const char *at = origin ? origin : "";
    if (sim->asserts.is_searching) return;
    if (kind != MESSAGE_WARNING) {
        sim->last_is_assertion = kind == MESSAGE_ASSERTION;
        // A trial point may fail and be repaired by a smaller step: kept until the run stops.
        snprintf(sim->last_message, sizeof sim->last_message, "%s%s%s", at, *at ? ": " : "", text);
        return;
    }
    if (++sim->n_model_warnings <= MOST_MODEL_WARNINGS && *at)
        diag_warning(sim->diag, none, E_MODEL_MESSAGE, "%s: %s (at time %.9g)", at, text,
                     sim->model->v[SLOT_TIME]);
    else if (sim->n_model_warnings <= MOST_MODEL_WARNINGS)
        diag_warning(sim->diag, none, E_MODEL_MESSAGE, "%s", text);
    else if (sim->n_model_warnings == MOST_MODEL_WARNINGS + 1)
        diag_warning(sim->diag, none, E_MODEL_MESSAGE,
                     "further messages of the model are left out");
}

void report_stop(Simulation *sim, DiagCode code, const char *format, ...)
{
    if (sim->message_given) return;
    sim->message_given = true;
    Text t = text_make(sim->arena);
    va_list args;
    va_start(args, format);
    text_vprintf(&t, format, args);
    va_end(args);
    Diagnostic *d = diag_error(sim->diag, (Span){0, 0}, code, "%s", text_cstr(&t));
    if (*sim->last_message) diag_note(sim->diag, d, (Span){0, 0}, "%s", sim->last_message);
    if (sim->not_finite >= 0)
        diag_note(sim->diag, d, (Span){0, 0},
                  "the derivative of '%s' is not a finite number (%g) at time %.17g%s%s",
                  sim->model->states[sim->not_finite].name, sim->not_finite_value,
                  sim->not_finite_time,
                  *sim->not_finite_values ? "; look for a division by zero or a function outside "
                                            "its domain: "
                                          : "",
                  sim->not_finite_values);
    if (sim->failed_block >= 0) {
        Text block = text_make(sim->arena);
        block_solver_describe(sim->blocks[sim->failed_block], &block);
        diag_note(sim->diag, d, (Span){0, 0}, "%s", text_cstr(&block));
    }
}

// ---- Opening -------------------------------------------------------------------------------

static ModelOutcome problem_derivatives(void *client, double t, const double *x, double *dx)
{
    return model_derivatives(client, t, x, dx);
}

static void *problem_directions_open(void *client, Arena *out, int32_t n_groups)
{
    return linearized_open(out, client, n_groups);
}

static ModelOutcome problem_directions(void *directions, double t, const double *x,
                                       const int32_t *group_of, double *columns)
{
    return linearized_evaluate(directions, t, x, group_of, columns);
}

static int32_t unknown_count(const Simulation *sim)
{
    return sim->options.is_dae ? sim->model->dae.n_unknowns : sim->model->n_states;
}

static double *unknown_nominals(Simulation *sim)
{
    const Model *m = sim->model;
    double *nominal = ARENA_ARRAY(sim->arena, double, unknown_count(sim));
    if (sim->dae) dae_nominals(sim, nominal);
    for (int32_t i = 0; i < m->n_states; i++) {
        int32_t slot = m->states[i].nominal_slot;
        nominal[i] = slot == NO_SLOT ? 1 : fabs(m->v[slot]);
        if (!(nominal[i] > 0)) nominal[i] = 1;
    }
    return nominal;
}

bool simulation_open_integrator(Simulation *sim)
{
    const Model *m = sim->model;
    if (!m->n_states) return true;
    if (sim->options.is_dae) dae_open(sim);
    sim->problem = (InitialValueProblem){
        .client = sim,
        .n = m->n_states,
        .derivatives = problem_derivatives,
        .directions_open = problem_directions_open,
        .directions = problem_directions,
        .column_start = m->jacobian_column_start,
        .row_index = m->jacobian_row_index,
        .group_of = m->jacobian_group_of,
        .n_groups = m->n_jacobian_groups,
        .is_sparse = m->jacobian_is_sparse,
        .nominal = unknown_nominals(sim),
        .tolerance = simulation_step_tolerance(sim->options.tolerance),
        .fixed_step = sim->options.step,
        .max_step = sim->options.max_step > 0 ? sim->options.max_step : 0,
    };
    if (m->inlined) inlined_open(sim);
    projection_open(sim);
    if (sim->dae) {
        sim->problem.n = m->dae.n_unknowns;
        sim->problem.n_algebraic = m->dae.n_unknowns - m->n_states;
        sim->problem.derivatives = dae_rows;
        sim->problem.column_start = m->dae.column_start;
        sim->problem.row_index = m->dae.row_index;
        sim->problem.group_of = m->dae.group_of;
        sim->problem.n_groups = m->dae.n_groups;
        sim->problem.is_sparse = m->dae.is_sparse;
    }
    sizes_open(sim);
    method_refine(sim);
    // A method without error control takes the output interval when no step was given.
    if (!sim->method->controls_step && !isfinite(sim->problem.fixed_step))
        sim->problem.fixed_step = output_time(sim, 1) - output_time(sim, 0);
    if (sim->method->is_implicit && !sim->problem.stage && !jacobian_fits(&sim->problem)) {
        report_stop(sim, E_METHOD,
                    "%d states that all depend on each other are too many for the method '%s'; an "
                    "explicit one can take them",
                    sim->problem.n, sim->method->name);
        return false;
    }
    sim->integrator = sim->method->open(sim->arena, &sim->problem);
    overlooked_open(sim);
    global_error_open(sim);
    return sim->integrator != NULL;
}

Simulation *simulation_open(Arena *out, Model *model, const SimulationOptions *options, Diag *diag)
{
    Simulation *sim = ARENA_NEW(out, Simulation);
    sim->model = model;
    sim->options = *options;
    sim->diag = diag;
    sim->arena = out;
    sim->failed_block = sim->not_finite = -1;
    sim->in_place = NAN;
    sim->instant = -INFINITY;
    sim->host = (ModelHost){sim, host_solve_block, host_delayed, host_transported, host_message};
    *model->host = &sim->host;
    if (options->profile) profile_watch_blocks(options->profile);
    sim->method = method_of_options(sim);
    if (!sim->method) return NULL;
    size_t n = (size_t)unknown_count(sim);
    sim->x = ARENA_ARRAY(out, double, n + 1);
    sim->dx = ARENA_ARRAY(out, double, n + 1);
    sim->x_trial = ARENA_ARRAY(out, double, n + 1);
    sim->kept_row = ARENA_ARRAY(out, double, sim->model->n_slots + 1);
    size_t relations = (size_t)model->n_relations;
    sim->g_begin = ARENA_ARRAY(out, double, crossing_count(sim) + 1);
    sim->g_trial = ARENA_ARRAY(out, double, 2 * crossing_count(sim) + 1);
    sim->relation_size = ARENA_ARRAY(out, double, relations + 1);
    sim->memory_before = ARENA_ARRAY(out, double, relations + 1);
    sim->instant_before = ARENA_ARRAY(out, double, relations + 1);
    sim->pre_values = ARENA_ARRAY(out, double, model->n_pres + 1);
    sim->samples = ARENA_ARRAY(out, SampleClock, model->n_samples + 1);
    asserts_open(sim);
    history_open(sim);
    model_open(sim);
    states_selection_open(sim);
    guesses_open(sim);
    chattering_open(sim);
    limits_open(sim);
    sim->blocks = ARENA_ARRAY(out, BlockSolver *, model->n_blocks + 1);
    for (int32_t i = 0; i < model->n_blocks; i++)
        sim->blocks[i] = block_solver_open(out, model, i, &sim->accuracy);
    return sim;
}

void simulation_close(Simulation *sim)
{
    if (!sim) return;
    if (sim->integrator) sim->method->close(sim->integrator);
    global_error_close(sim);
    for (int32_t i = 0; i < sim->model->n_blocks; i++) block_solver_close(sim->blocks[i]);
}

// ---- Running -------------------------------------------------------------------------------

// The states at the event become the present ones; the left row is recorded before anything
// switches, the right row after everything has settled.
static RunOutcome handle_event_at(Simulation *sim, double t, bool has_moved)
{
    double h = t - sim->t;
    sim->t = t;
    if (has_moved) {
        model_interpolate(sim, t, sim->x);
        global_error_step(sim, h);
    }
    global_error_event(sim);
    if (model_outputs(sim, t, sim->x) == MODEL_OK) {
        if (!asserts_check(sim, t, sim->x) || !record_left(sim)) return RUN_STOPPED;
    }
    history_store(sim);
    RunOutcome outcome = events_handle(sim, false);
    if (outcome != RUN_DONE) return outcome;
    global_error_after_event(sim);
    if (!record_right(sim)) return RUN_STOPPED;
    // Grid points up to here have their rows.
    while (sim->next_output <= sim->options.intervals && output_time(sim, sim->next_output) <= t)
        sim->next_output++;
    return RUN_DONE;
}

// `h` is a guess or 0.
static StepOutcome restart_with(Simulation *sim, double h)
{
    sim->in_place = NAN;
    if (!sim->model->n_states) return STEP_DONE;
    sizes_note(sim);
    if (crossing_count(sim) && model_crossings(sim, sim->t, sim->x, sim->g_begin) != MODEL_OK)
        return STEP_MODEL_FATAL;
    if (sim->dae) { // consistent values of the loops
        if (model_derivatives(sim, sim->t, sim->x, sim->dx) != MODEL_OK) return STEP_MODEL_FATAL;
        dae_take_unknowns(sim, sim->x);
    }
    inlined_restart(sim);
    return sim->method->restart(sim->integrator, sim->t, sim->x, h);
}

static StepOutcome restart(Simulation *sim)
{
    return restart_with(sim, 0);
}

// Without states a step goes to the next output point.
static StepOutcome advance(Simulation *sim, double limit, double *reached)
{
    if (sim->model->n_states && sim->model->inlined) return inlined_advance(sim, limit, reached);
    if (sim->model->n_states) return sim->method->step(sim->integrator, limit, reached);
    double next = sim->next_output <= sim->options.intervals ? output_time(sim, sim->next_output)
                                                             : sim->options.stop_time;
    *reached = fmin(next, limit);
    sim->counts.steps++;
    return STEP_DONE;
}

static void report_step_failure(Simulation *sim, StepOutcome outcome)
{
    int32_t worst = sim->method->worst_state ? sim->method->worst_state(sim->integrator) : -1;
    if (worst < 0) worst = sim->limited_before - 1; // it has not even begun
    const char *why = outcome == STEP_TOO_SMALL        ? "the step size became too small"
                      : outcome == STEP_NO_CONVERGENCE ? "the equations of a step cannot be solved"
                                                       : "the model cannot be evaluated";
    if (worst >= 0)
        report_stop(sim, E_STEP, "stopped at time %.17g: %s; the %s that limits it is '%s'", sim->t,
                    why, worst < sim->model->n_states ? "state" : "unknown",
                    dae_unknown_name(sim, worst));
    else
        report_stop(sim, E_STEP, "stopped at time %.17g: %s", sim->t, why);
}

static RunOutcome restart_or_report(Simulation *sim)
{
    StepOutcome s = restart(sim);
    if (s != STEP_DONE) report_step_failure(sim, s);
    return s == STEP_DONE ? RUN_DONE : RUN_STOPPED;
}

void forget_trials(Simulation *sim)
{
    sim->failed_block = sim->not_finite = -1;
    *sim->last_message = '\0';
}

// The end of the step with vanishing invariants is where the next one begins, and what is recorded.
static bool project_end(Simulation *sim)
{
    if (projection_apply(sim)) {
        double h = sim->method->last_step(sim->integrator);
        StepOutcome s = sim->method->restart(sim->integrator, sim->t, sim->x, h);
        if (s != STEP_DONE) report_step_failure(sim, s);
        if (s != STEP_DONE) return false;
    }
    while (sim->next_output <= sim->options.intervals &&
           output_time(sim, sim->next_output) <= sim->t) {
        if (model_outputs(sim, sim->t, sim->x) == MODEL_OK && !record_row(sim)) return false;
        sim->next_output++;
    }
    return true;
}

static void count_limiting_state(Simulation *sim)
{
    if (!sim->model->n_states || !sim->method->worst_state) return;
    int32_t worst = sim->method->worst_state(sim->integrator);
    if (worst >= 0 && worst < sim->model->n_states) sim->options.profile->steps_limited[worst]++;
}

// An inlined step can be solved where the model between its ends cannot: beyond the point up to
// which the chosen states determine the others, say. It is taken back, and a shorter one tried.
static RunOutcome shorten_step(Simulation *sim, double h)
{
    bool is_inlined = sim->model->inlined && !isfinite(sim->problem.fixed_step);
    if (is_inlined && h > 1e-10 * fmax(fabs(sim->t), sim->options.stop_time - sim->t)) {
        guesses_return(sim);
        inlined_restart(sim);
        StepOutcome s = sim->method->restart(sim->integrator, sim->t, sim->x, h / 4);
        if (s == STEP_DONE) return RUN_DONE;
    }
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
    return left <= sim->g_trial[2 * relation] - left;
}

// A step fails because the model has no value beyond a relation, sqrt(x) under `if x >= 0`: the
// operands meet, but cannot come to differ by the hysteresis. False: no relation is there.
static bool fails_at_a_relation(Simulation *sim)
{
    if (sim->not_finite < 0 || !sim->model->n_relations) return false;
    if (model_crossings(sim, sim->t, sim->x, sim->g_trial) != MODEL_OK) return false;
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
    return restart_or_report(sim);
}

// The last step ends at `at`, where its interpolant still agrees with the model.
static RunOutcome cut_step(Simulation *sim, double at)
{
    if (at > sim->t) {
        double h = at - sim->t;
        sim->t = at;
        model_interpolate(sim, at, sim->x);
        global_error_step(sim, h);
        if (!model_accept(sim)) return RUN_STOPPED;
        guesses_keep(sim);
        history_store(sim);
    } else {
        guesses_return(sim);
    }
    StepOutcome s = restart_with(sim, overlooked_first_step(sim));
    if (s != STEP_DONE) report_step_failure(sim, s);
    return s == STEP_DONE ? RUN_DONE : RUN_STOPPED;
}

static RunOutcome step_once(Simulation *sim)
{
    double begin = sim->t, reached = begin, event;
    double limit = fmin(sim->limit, sim->next_time_event);
    limit = fmin(limit, begin + history_longest_step(sim));
    limit = fmin(limit, overlooked_limit(sim));
    if (sim->model->inlined) limit = inlined_limit(sim, limit);
    // A limit within rounding of the present time is reached already.
    bool there = limit - begin <= 100 * DBL_EPSILON * fmax(fabs(begin), fabs(limit));
    StepOutcome s = there ? STEP_DONE : advance(sim, limit, &reached);
    if (there) reached = limit;
    if (s != STEP_DONE && fails_at_a_relation(sim)) return switch_relations(sim);
    if (s != STEP_DONE && method_give_up(sim)) {
        forget_trials(sim);
        guesses_return(sim);
        return restart_or_report(sim);
    }
    if (s != STEP_DONE) {
        report_step_failure(sim, s);
        return RUN_STOPPED;
    }
    forget_trials(sim);
    if (sim->options.profile && !there) count_limiting_state(sim);
    RootOutcome root = root_locate(sim, begin, reached, &event);
    if (root == ROOT_FAILED) return shorten_step(sim, reached - begin);
    if (root == ROOT_OVERLOOKED) return cut_step(sim, event);
    bool timed = root == ROOT_NONE && reached >= sim->next_time_event;
    if (timed) event = reached;
    bool is_event = root == ROOT_FOUND || timed;
    history_extend(sim, is_event ? event : reached);
    if (!record_grid(sim, is_event ? event : reached, !is_event && !sim->projection))
        return RUN_STOPPED;
    if (is_event) {
        RunOutcome outcome = handle_event_at(sim, event, !there);
        if (outcome != RUN_DONE) return outcome;
        if (chattering_found(sim, timed)) return RUN_STOPPED;
        return restart_or_report(sim);
    }
    sim->t = reached;
    model_interpolate(sim, reached, sim->x);
    overlooked_reached(sim);
    global_error_step(sim, reached - begin);
    sizes_note(sim);
    if (sim->projection && !project_end(sim)) return RUN_STOPPED;
    if (!model_accept(sim)) return RUN_STOPPED;
    guesses_keep(sim);
    history_store(sim);
    if (!history_serves(sim)) return RUN_STOPPED;
    bool exchanged = states_select(sim);
    if (exchanged) sim->counts.step_events++;
    if (exchanged) global_error_exchange(sim);
    if (method_reconsider(sim) || exchanged) {
        return restart_or_report(sim);
    }
    if (crossing_count(sim)) model_crossings(sim, reached, sim->x, sim->g_begin);
    return RUN_DONE;
}

// The row of the start time, and whether there is a way on from it.
static bool begin_run(Simulation *sim)
{
    sim->next_output = 1;
    if (model_outputs(sim, sim->t, sim->x) == MODEL_OK &&
        model_derivatives(sim, sim->t, sim->x, sim->dx) == MODEL_OK)
        return record_row(sim);
    report_stop(sim, E_INITIALIZE, "no consistent start values at time %.17g", sim->t);
    return false;
}

// A step function whose argument reaches the next integer at the stop time, exactly; steps at known
// times are scheduled.
static bool ends_on_a_step(Simulation *sim)
{
    const Model *m = sim->model;
    if (!m->n_relations || model_watched(sim, sim->t, sim->x) != MODEL_OK) return false;
    for (int32_t i = 0; i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        if (r->kind == RELATION_STATE && r->is_step &&
            m->v[r->crossing_slot] >= m->v[r->memory_slot] + 1)
            return true;
    }
    return false;
}

// terminal() is true in one more event, after the last step.
static RunOutcome end_run(Simulation *sim)
{
    if (ends_on_a_step(sim)) {
        RunOutcome last = events_handle(sim, false);
        if (last != RUN_DONE || !record_row(sim)) return RUN_STOPPED;
    }
    if (sim->model->terminal_slot == NO_SLOT) return RUN_DONE;
    sim->is_terminal = true;
    RunOutcome outcome = events_handle(sim, true);
    return outcome == RUN_DONE && !record_row(sim) ? RUN_STOPPED : outcome;
}

RunOutcome simulation_begin_again(Simulation *sim)
{
    RunOutcome outcome = restart_or_report(sim);
    sim->has_begun = outcome == RUN_DONE;
    return outcome;
}

RunOutcome simulation_begin(Simulation *sim, ResultWriter *writer)
{
    sim->writer = writer;
    if (!simulation_open_integrator(sim) || !begin_run(sim)) return RUN_STOPPED;
    return simulation_begin_again(sim);
}

// The row before it is recorded here, the one behind it when it is settled.
void simulation_touch(Simulation *sim)
{
    if (model_outputs(sim, sim->t, sim->x) == MODEL_OK) record_left(sim);
}

RunOutcome simulation_settle(Simulation *sim)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_states; i++) sim->x[i] = m->v[m->states[i].slot];
    sim->is_evaluated = false;
    RunOutcome outcome = events_handle(sim, false);
    if (outcome == RUN_DONE && !record_right(sim)) outcome = RUN_STOPPED;
    return outcome == RUN_DONE ? restart_or_report(sim) : outcome;
}

bool simulation_is_there(const Simulation *sim, double limit)
{
    return sim->terminated || (sim->t >= limit && sim->next_time_event > limit);
}

RunOutcome simulation_step(Simulation *sim, double limit)
{
    sim->limit = fmin(limit, sim->options.stop_time);
    return simulation_is_there(sim, sim->limit) ? RUN_DONE : step_once(sim);
}

static RunOutcome run_all_steps(Simulation *sim)
{
    double stop = sim->options.stop_time;
    RunOutcome outcome = RUN_DONE;
    for (int64_t k = 0; outcome == RUN_DONE && !simulation_is_there(sim, stop); k++) {
        if (sim->options.interrupted && *sim->options.interrupted) return RUN_INTERRUPTED;
        if (sim->options.progress && (k & 63) == 0)
            sim->options.progress(sim->options.client, sim->t);
        outcome = simulation_step(sim, stop);
    }
    return outcome;
}

RunOutcome simulation_run(Simulation *sim, ResultWriter *writer)
{
    RunOutcome outcome = simulation_begin(sim, writer);
    if (outcome == RUN_DONE) outcome = run_all_steps(sim);
    return simulation_end(sim, outcome);
}

SimulationCounts simulation_counts_now(const Simulation *sim)
{
    SimulationCounts now = sim->counts;
    if (!sim->integrator || sim->has_ended) return now;
    IntegratorCounts c = sim->method->counts(sim->integrator);
    now.steps += c.steps;
    now.rejected += c.rejected;
    now.jacobian_evaluations += c.jacobian_evaluations;
    now.newton_iterations += c.newton_iterations;
    if (sim->model->inlined) now.newton_iterations += inlined_iterations(sim);
    return now;
}

RunOutcome simulation_end(Simulation *sim, RunOutcome outcome)
{
    if (sim->has_begun && outcome != RUN_INTERRUPTED) global_error_report(sim);
    if (outcome == RUN_DONE) outcome = end_run(sim);
    if (!record_kept(sim)) outcome = RUN_STOPPED;
    sim->counts = simulation_counts_now(sim);
    sim->has_ended = true;
    return outcome;
}

const SimulationCounts *simulation_counts(const Simulation *sim)
{
    return &sim->counts;
}

const char *simulation_method(const Simulation *sim)
{
    if (!sim->model->n_states) return "none";
    return sim->model->inlined ? sim->options.inline_method : sim->method->name;
}

const char *simulation_method_reason(const Simulation *sim)
{
    return sim->method_reason;
}

int32_t simulation_unknowns(const Simulation *sim)
{
    return sim->problem.n;
}

LoopUse simulation_loop(const Simulation *sim, int32_t block)
{
    const BlockSolver *b = sim->blocks[block];
    const BlockInfo *info = &sim->model->blocks[block];
    return (LoopUse){block_solver_used(b), b->of_step != NULL, info->n,
                     info->unknown_names,  b->solves,          block_solver_iterations(b)};
}

bool simulation_is_sparse(const Simulation *sim)
{
    return sim->problem.is_sparse;
}

double simulation_time(const Simulation *sim)
{
    return sim->t;
}

bool simulation_is_dae(const Simulation *sim)
{
    return sim->options.is_dae;
}

const double *simulation_states(const Simulation *sim)
{
    return sim->x;
}

const InitialValueProblem *simulation_problem(const Simulation *sim)
{
    return &sim->problem;
}
