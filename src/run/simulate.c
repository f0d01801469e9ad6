// The driver: opens a run, lets it step from the start to the end, closes it.
#include "run/simulation.h"

#include <math.h>

#include "base/memory.h"
#include "run/forms/linearized.h"
#include "run/forms/ode_jacobian.h"
#include "run/profile.h"
#include "run/state.h"

// Errors of steps add up: each may take a third of the tolerance, for a fifth more steps [M10].
static const double part_of_tolerance = 0.3;
// Below this the rounding of a step is larger than its error: the tolerance is taken as it is.
static const double least_tolerance = 1e-12;

double simulation_step_tolerance(double tolerance)
{
    return fmax(part_of_tolerance * tolerance, fmin(tolerance, least_tolerance));
}

// ---- What the model may ask ----------------------------------------------------------------

static ModelOutcome host_solve_block(void *client, int32_t block)
{
    Simulation *sim = client;
    return sim->form->solve_block(sim, block);
}

static double host_delayed(void *client, int32_t delay, double at_time)
{
    const Simulation *sim = client;
    return delays_value(sim->past.delays, delay, at_time, *sim->model->mode == MODE_EVENT);
}

static double host_transported(void *client, int32_t transport, int32_t which, double position)
{
    const Simulation *sim = client;
    bool is_event = *sim->model->mode != MODE_INTEGRATE;
    return transports_value(sim->past.transports, transport, which, position, is_event);
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

static double *state_nominals(Simulation *sim)
{
    const Model *m = sim->model;
    double *nominal = ARENA_ARRAY(sim->arena, double, m->n_states);
    for (int32_t i = 0; i < m->n_states; i++) {
        int32_t slot = m->states[i].nominal_slot;
        nominal[i] = slot == NO_SLOT ? 1 : fabs(m->v[slot]);
        if (!(nominal[i] > 0)) nominal[i] = 1;
    }
    return nominal;
}

InitialValueProblem simulation_states_problem(Simulation *sim)
{
    const Model *m = sim->model;
    return (InitialValueProblem){
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
        .nominal = state_nominals(sim),
        .tolerance = simulation_step_tolerance(sim->options.tolerance),
        .fixed_step = sim->options.step,
        .max_step = sim->options.max_step > 0 ? sim->options.max_step : 0,
    };
}

bool simulation_open_integrator(Simulation *sim)
{
    if (!sim->model->n_states) return true;
    sim->problem = simulation_states_problem(sim);
    sim->form->open(sim);
    projection_open(sim);
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

static void open_rooms(Simulation *sim)
{
    inputs_open(sim);
    record_open(sim);
    events_open(sim);
    asserts_open(sim);
    history_open(sim);
    model_open(sim);
    states_selection_open(sim);
    guesses_open(sim);
    chattering_open(sim);
    accumulation_open(sim);
    limits_open(sim);
    rows_open(sim);
    sim->blocks = ARENA_ARRAY(sim->arena, BlockSolver *, sim->model->n_blocks + 1);
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        sim->blocks[i] = block_solver_open(sim->arena, sim->model, i, &sim->inlined.accuracy);
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        sim->blocks[i]->problem->trace = sim->options.trace;
    Guesses *g = &sim->guesses;
    for (int32_t i = 0; i < sim->model->n_blocks; i++)
        block_solver_foretell(sim->blocks[i], g->point + guesses_of_block(sim, i),
                              &g->is_foretold[i]);
    for (int32_t i = 0; i < sim->model->n_blocks; i++) {
        int32_t whole = sim->model->blocks[i].whole;
        if (whole != NO_BLOCK)
            block_solver_fall_back(sim->arena, sim->blocks[i], sim->blocks[whole],
                                   g->values + guesses_of_block(sim, whole));
    }
}

Simulation *simulation_open(Arena *out, Model *model, const SimulationOptions *options, Diag *diag)
{
    Simulation *sim = ARENA_NEW(out, Simulation);
    sim->model = model;
    sim->options = *options;
    sim->diag = diag;
    sim->arena = out;
    sim->ahead = -INFINITY;
    trouble_open(sim);
    sim->host = (ModelHost){sim, host_solve_block, host_delayed, host_transported, report_message};
    *model->host = &sim->host;
    if (options->profile) profile_watch_blocks(options->profile);
    sim->method = method_of_options(sim);
    if (!sim->method) return NULL;
    sim->form = form_of(sim);
    size_t n = (size_t)sim->form->count(model);
    sim->x = ARENA_ARRAY(out, double, n + 1);
    sim->dx = ARENA_ARRAY(out, double, n + 1);
    sim->x_trial = ARENA_ARRAY(out, double, n + 1);
    open_rooms(sim);
    return sim;
}

void simulation_close(Simulation *sim)
{
    if (!sim) return;
    if (sim->integrator) sim->method->close(sim->integrator);
    global_error_close(sim);
    for (int32_t i = 0; i < sim->model->n_blocks; i++) block_solver_close(sim->blocks[i]);
}

// ---- The run ---------------------------------------------------------------------------------

// The row of the start time, and whether there is a way on from it.
static bool begin_run(Simulation *sim)
{
    sim->record.next_output = record_wants_grid(sim) ? 1 : sim->options.intervals + 1;
    record_skip(sim, sim->t);
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
    RunOutcome outcome = step_restart(sim);
    sim->has_begun = outcome == RUN_DONE;
    return outcome;
}

// From here on the run takes no memory: what waits for it is not needed.
RunOutcome simulation_begin(Simulation *sim, ResultWriter *writer)
{
    sim->record.writer = writer;
    bool is_open = simulation_open_integrator(sim);
    memory_keep_blocks(false);
    if (!is_open || !begin_run(sim)) return RUN_STOPPED;
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
    model_is_changed(sim);
    if (simulation_event_waits(sim)) return step_pass_event(sim);
    RunOutcome outcome = events_handle(sim, false);
    if (outcome == RUN_DONE && !record_right(sim)) outcome = RUN_STOPPED;
    return outcome == RUN_DONE ? step_restart(sim) : outcome;
}

RunOutcome simulation_start_from_values(Simulation *sim)
{
    const Model *m = sim->model;
    states_take_candidates(sim);
    for (int32_t i = 0; i < m->n_states; i++) sim->x[i] = m->v[m->states[i].slot];
    return events_handle(sim, true);
}

bool simulation_is_there(const Simulation *sim, double limit)
{
    return sim->terminated || (sim->t >= limit && sim->events.next_time_event > limit);
}

void simulation_await_events(Simulation *sim, bool awaits)
{
    sim->events.are_awaited = awaits;
}

bool simulation_event_waits(const Simulation *sim)
{
    return sim->events.waiting != EVENT_NONE;
}

RunOutcome simulation_step(Simulation *sim, double limit)
{
    if (simulation_event_waits(sim)) return step_pass_event(sim);
    sim->limit = sim->options.is_open_ended ? limit : fmin(limit, sim->options.stop_time);
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
    now.factorizations += c.factorizations;
    now.in_fronts += c.in_fronts;
    now.newton_iterations += c.newton_iterations;
    now.newton_iterations += sim->form->iterations(sim);
    return now;
}

RunOutcome simulation_end(Simulation *sim, RunOutcome outcome)
{
    if (sim->has_begun && outcome != RUN_INTERRUPTED) global_error_report(sim);
    if (sim->has_begun) report_open_loops(sim);
    if (outcome == RUN_DONE) report_left_out(sim);
    if (outcome == RUN_DONE) outcome = end_run(sim);
    if (!record_kept(sim)) outcome = RUN_STOPPED;
    sim->counts = simulation_counts_now(sim);
    sim->has_ended = true;
    return outcome;
}

// Whoever goes on from here must not notice that somebody looked.
void simulation_look(Simulation *sim)
{
    if (sim->has_begun) model_outputs(sim, sim->t, sim->x);
}

const SimulationCounts *simulation_counts(const Simulation *sim)
{
    return &sim->counts;
}

const char *simulation_method(const Simulation *sim)
{
    return sim->form->method_name(sim);
}

const char *simulation_method_reason(const Simulation *sim)
{
    return sim->choice.reason;
}

int32_t simulation_unknowns(const Simulation *sim)
{
    return sim->problem.n;
}

SolverUse simulation_loop(const Simulation *sim, int32_t block)
{
    const BlockSolver *b = sim->blocks[block];
    const BlockInfo *info = &sim->model->blocks[block];
    return (SolverUse){block_solver_used(b), b->of_step != NULL, info->n,
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
