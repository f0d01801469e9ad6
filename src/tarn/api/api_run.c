// tarn.h: runs. A run has an engine, which lives as long as its handle, and a simulation, which
// begins anew with every reset and with every state that is saved or restored.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "run/exchange.h"
#include "tarn/api/run_handle.h"

static const Span nowhere = {0, 0};
enum { MOST_AT_ONCE = 1000 }; // events of one instant

// ---- Opening and closing ---------------------------------------------------------------------

static SimulationOptions options_of(const tarn_run *run)
{
    const tarn_experiment *e = &run->experiment;
    return (SimulationOptions){.start_time = e->start_time,
                               .stop_time = e->stop_time,
                               .tolerance = e->tolerance,
                               .intervals = e->intervals,
                               .interval = e->interval > 0 ? e->interval : (double)NAN,
                               .step = e->step,
                               .max_step = e->max_step,
                               .method = e->method,
                               .inputs = run->kind.inputs ? run->kind.inputs : run->inputs,
                               .inline_method = run->kind.inline_method,
                               .is_dae = run->kind.is_dae,
                               .is_unjudged = run->kind.is_unjudged,
                               .is_open_ended = run->kind.is_open_ended};
}

static void open_kept(Arena **arena, const char *label)
{
    *arena = arena_open(label);
    arena_keep(*arena);
}

// A simulation with its own memory and diagnostics; false after an error was reported.
static bool open_simulation(tarn_run *run)
{
    open_kept(&run->work, "simulation");
    SimulationOptions options = options_of(run);
    run->simulation = simulation_open(run->work, run->engine, &options, run->diag);
    return run->simulation != NULL;
}

static void close_arena(Arena **arena)
{
    Arena *closing = *arena;
    *arena = NULL;
    arena_close(closing);
}

// Solvers belong to the arena and go with it.
static void close_simulation(tarn_run *run)
{
    *run->engine->host = NULL;
    run->simulation = NULL;
    close_arena(&run->work);
}

static void begin_words(tarn_run *run, Arena *words)
{
    run->words = words;
    run->diag = diag_open(words, run->kind.sources ? run->kind.sources : sources_open(words));
    run->listener.n_told = 0;
}

void rows_close(Rows *rows)
{
    if (rows && atomic_fetch_sub(&rows->users, 1) == 1) arena_close(rows->arena);
}

static void close_rows(tarn_run *run)
{
    Rows *closing = run->rows;
    run->rows = NULL;
    rows_close(closing);
}

static const char *mistake_of(const tarn_model *m, const tarn_experiment *e)
{
    if (!(isfinite(e->start_time) && isfinite(e->stop_time) && e->stop_time >= e->start_time))
        return "the stop time lies before the start time, or one of them is not finite";
    if (!(e->tolerance > 0)) return "the tolerance is not positive";
    if (e->intervals < 1) return "there is no output interval";
    if (m->program->model.n_samples && e->start_time != m->experiment.start_time)
        return "the clocks of the model were compiled for another start time";
    return NULL;
}

// A run may be reset a million times: what it has already is kept.
static const char *kept_text(tarn_run *run, const char *kept, const char *text)
{
    if (!text || (kept && !strcmp(kept, text))) return text ? kept : NULL;
    return arena_copy_text(run->arena, text, strlen(text));
}

static void take_experiment(tarn_run *run, const tarn_experiment *e)
{
    const char *method = kept_text(run, run->experiment.method, e->method);
    const char *variables = kept_text(run, run->experiment.variables, e->variables);
    run->experiment = *e;
    run->experiment.method = method;
    run->experiment.variables = variables;
}

static tarn_run *open_run(tarn_model *model, const tarn_experiment *experiment, const RunKind *kind)
{
    Arena *arena = arena_open("run");
    tarn_run *run = ARENA_NEW(arena, tarn_run);
    run->arena = arena;
    run->model = model;
    run->kind = *kind;
    take_experiment(run, experiment);
    run->engine = program_native(model->program, arena);
    if (!run->engine) run->engine = program_interpret(model->program, arena);
    begin_words(run, arena_open("diagnostics"));
    return run;
}

static tarn_result open_guarded(tarn_model *model, const tarn_experiment *experiment,
                                const RunKind *kind, tarn_run **run)
{
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) return TARN_NO_MEMORY;
    tarn_run *opened = open_run(model, experiment, kind);
    memory_guard_leave(&guard);
    atomic_fetch_add(&model->users, 1);
    *run = opened;
    return TARN_OK;
}

tarn_result run_open_as(tarn_model *model, const tarn_experiment *experiment, const RunKind *kind,
                        tarn_run **run)
{
    *run = NULL;
    if (mistake_of(model, experiment)) return TARN_WRONG_USE;
    return open_guarded(model, experiment, kind, run);
}

tarn_result tarn_run_open(tarn_model *model, const tarn_experiment *experiment, tarn_run **run)
{
    return run_open_as(model, experiment ? experiment : &model->experiment, &(RunKind){0}, run);
}

void tarn_run_close(tarn_run *run)
{
    if (!run) return;
    tarn_model *model = run->model;
    MemoryGuard guard; // destructors of external objects run here
    memory_guard_enter(&guard);
    if (!setjmp(guard.place)) {
        close_simulation(run);
        close_rows(run);
        arena_close(run->saved);
        arena_close(run->tables);
        arena_close(run->words);
        arena_close(run->arena);
        memory_guard_leave(&guard);
    }
    tarn_model_close(model);
}

void tarn_run_on_diagnostic(tarn_run *run, tarn_diagnostic_fn show, void *client)
{
    run->listener = (Listener){show, client, run->listener.n_told};
}

void tarn_run_on_progress(tarn_run *run, tarn_progress_fn progress, void *client)
{
    run->progress = progress;
    run->client = client;
}

void tarn_run_set_pace(tarn_run *run, double seconds)
{
    run->pace = seconds;
}

// ---- Calls under a guard -----------------------------------------------------------------------

tarn_result run_guarded(RunCall *call, tarn_result (*work)(RunCall *call))
{
    tarn_run *run = call->run;
    if (run->is_spent) return TARN_NO_MEMORY;
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) {
        run->is_spent = true;
        listener_tell_no_memory(&run->listener);
        return TARN_NO_MEMORY;
    }
    tarn_result result = work(call);
    listener_tell(&run->listener, run->diag, diag_sources(run->diag));
    memory_guard_leave(&guard);
    return result;
}

tarn_result run_refuse(tarn_run *run, const char *format, const char *name)
{
    char sentence[300];
    snprintf(sentence, sizeof sentence, format, name);
    diag_error(run->diag, nowhere, E_USAGE, "%s", sentence);
    return TARN_WRONG_USE;
}

static tarn_result end_with(tarn_run *run, RunOutcome outcome)
{
    run->phase = RUN_OVER;
    run->outcome = simulation_end(run->simulation, outcome) == RUN_DONE ? TARN_OK : TARN_STOPPED;
    return run->outcome;
}

// ---- Initializing ------------------------------------------------------------------------------

// What is recorded; parameters are known by now, their values are in the table. NULL after a
// report.
static const ResultTable *table_of(tarn_run *run, Arena *out)
{
    const tarn_experiment *e = &run->experiment;
    ResultWish wish = {e->variables, true, result_derivatives(e->variables)};
    const char *why = NULL;
    const ResultChoice *choice = result_choose(out, run->engine, &wish, &why);
    if (!choice) run_refuse(run, "%s", why);
    if (!choice) return NULL;
    ResultTable *table = result_table_of_model(out, run->engine, choice);
    table->start_time = e->start_time;
    table->stop_time = e->stop_time;
    table->tolerance = e->tolerance;
    table->method = simulation_method(run->simulation);
    return table;
}

static bool open_rows(tarn_run *run)
{
    if (!run->experiment.records) return true;
    Arena *arena = arena_open("rows");
    run->rows = ARENA_NEW(arena, Rows);
    run->rows->arena = arena;
    atomic_init(&run->rows->users, 1);
    arena_keep(arena); // it has an owner now
    const ResultTable *table = table_of(run, arena);
    if (table) run->rows->writer = result_writer_open_memory(arena, table);
    if (table) result_writer_expect(run->rows->writer, (size_t)run->experiment.intervals + 1);
    if (!table) close_rows(run);
    return table != NULL;
}

static ResultWriter *writer_of(const tarn_run *run)
{
    return run->rows ? run->rows->writer : NULL;
}

static tarn_result initialize(RunCall *call)
{
    tarn_run *run = call->run;
    if (run->phase == RUN_OVER) return run->outcome;
    if (run->phase == RUN_BEGUN) return TARN_OK;
    if (!open_simulation(run)) {
        run->phase = RUN_OVER;
        return run->outcome = TARN_WRONG_USE;
    }
    RunOutcome outcome = simulation_initialize(run->simulation);
    if (outcome == RUN_DONE && run->kind.is_exchanged) {
        outcome = exchange_begin(run->simulation) ? RUN_DONE : RUN_STOPPED;
    } else if (outcome == RUN_DONE) {
        if (!open_rows(run)) {
            run->phase = RUN_OVER;
            return run->outcome = TARN_WRONG_USE;
        }
        outcome = simulation_begin(run->simulation, writer_of(run));
    }
    if (outcome != RUN_DONE) return end_with(run, outcome);
    run->phase = RUN_BEGUN;
    return TARN_OK;
}

tarn_result tarn_run_initialize(tarn_run *run)
{
    return run_guarded(&(RunCall){.run = run}, initialize);
}

static tarn_result reset(RunCall *call)
{
    tarn_run *run = call->run;
    if (call->experiment && mistake_of(run->model, call->experiment))
        return run_refuse(run, "%s", mistake_of(run->model, call->experiment));
    close_simulation(run);
    close_rows(run);
    close_arena(&run->words);
    open_kept(&run->words, "diagnostics");
    begin_words(run, run->words);
    program_restart(run->engine);
    for (uint32_t i = 0; i < run->settings.count; i++) run_write(run, &run->settings.data[i]);
    if (call->experiment) take_experiment(run, call->experiment);
    run->phase = RUN_OPENED;
    run->is_touched = run->is_at_event = false;
    return TARN_OK;
}

tarn_result tarn_run_reset(tarn_run *run, const tarn_experiment *experiment)
{
    return run_guarded(&(RunCall){.run = run, .experiment = experiment}, reset);
}

// What was set since the last step is taken in.
tarn_result run_settle(tarn_run *run)
{
    if (!run->is_touched) return TARN_OK;
    run->is_touched = false;
    RunOutcome outcome = simulation_settle(run->simulation);
    return outcome == RUN_DONE ? TARN_OK : end_with(run, outcome);
}

// ---- Time --------------------------------------------------------------------------------------

static int64_t events_of(const tarn_run *run)
{
    const SimulationCounts *c = simulation_counts(run->simulation);
    return c->state_events + c->time_events;
}

static bool wants_to_cancel(tarn_run *run)
{
    if (!run->progress) return false;
    double now = run->pace > 0 ? seconds_now() : 0;
    if (now < run->asked + run->pace) return false;
    run->asked = now;
    return run->progress(run->client, simulation_time(run->simulation)) != 0;
}

static tarn_result take_steps(RunCall *call, double limit)
{
    tarn_run *run = call->run;
    simulation_await_events(run->simulation, call->awaits_events);
    while (!simulation_is_there(run->simulation, limit)) {
        int64_t events = events_of(run);
        RunOutcome outcome = simulation_step(run->simulation, limit);
        run->is_at_event =
            call->awaits_events ? simulation_event_waits(run->simulation) : events_of(run) > events;
        listener_tell(&run->listener, run->diag, diag_sources(run->diag));
        if (outcome != RUN_DONE) return end_with(run, outcome);
        if (call->is_one_step || (call->stops_at_events && run->is_at_event)) break;
        if (wants_to_cancel(run)) return TARN_CANCELLED;
    }
    return TARN_OK;
}

static tarn_result advance(RunCall *call)
{
    tarn_run *run = call->run;
    tarn_result result = initialize(call);
    if (result != TARN_OK || run->phase == RUN_OVER) return result;
    if (run->kind.is_exchanged)
        return run_refuse(run, "the steps of this run are made elsewhere%s", "");
    if (!(call->time >= simulation_time(run->simulation)))
        return run_refuse(run, "time does not pass backwards%s", "");
    result = run_settle(run);
    run->asked = run->pace > 0 ? seconds_now() : -1;
    double stop = run->kind.is_open_ended ? INFINITY : run->experiment.stop_time;
    if (result == TARN_OK) result = take_steps(call, fmin(call->time, stop));
    bool is_over = simulation_is_there(run->simulation, stop);
    if (result == TARN_OK && is_over && run->phase != RUN_OVER) return end_with(run, RUN_DONE);
    return result;
}

tarn_result tarn_run_simulate(tarn_run *run)
{
    return run_guarded(&(RunCall){.run = run, .time = INFINITY}, advance);
}

tarn_result tarn_run_advance(tarn_run *run, double time, int stops_at_events)
{
    return run_guarded(
        &(RunCall){.run = run, .time = time, .stops_at_events = stops_at_events != 0}, advance);
}

tarn_result run_advance_to_event(tarn_run *run, double time)
{
    return run_guarded(
        &(RunCall){.run = run, .time = time, .stops_at_events = true, .awaits_events = true},
        advance);
}

// Also what follows at the same instant: importers take an event that is told for the present time
// for one in the past.
static tarn_result pass_events(RunCall *call)
{
    tarn_run *run = call->run;
    if (run->phase != RUN_BEGUN) return run->phase == RUN_OPENED ? TARN_WRONG_USE : run->outcome;
    tarn_result result = run_settle(run);
    Simulation *sim = run->simulation;
    for (int k = 0; k < MOST_AT_ONCE && result == TARN_OK; k++) {
        bool is_due =
            simulation_event_waits(sim) || exchange_next_event(sim) <= simulation_time(sim);
        if (!is_due || simulation_is_there(sim, INFINITY)) break;
        RunOutcome outcome = simulation_step(sim, simulation_time(sim));
        if (outcome != RUN_DONE) result = end_with(run, outcome);
    }
    run->is_at_event = false;
    return result;
}

tarn_result run_pass_events(tarn_run *run, ExchangeEvent *event)
{
    tarn_result result = run_guarded(&(RunCall){.run = run}, pass_events);
    *event = (ExchangeEvent){.next_time = run_next_event(run)};
    if (run->simulation) event->is_terminated = exchange_is_terminated(run->simulation);
    return result;
}

tarn_result tarn_run_step(tarn_run *run, double limit)
{
    return run_guarded(&(RunCall){.run = run, .time = limit, .is_one_step = true}, advance);
}

static tarn_result finish(RunCall *call)
{
    tarn_run *run = call->run;
    tarn_result result = run->phase == RUN_BEGUN ? run_settle(run) : TARN_OK;
    return result == TARN_OK && run->phase == RUN_BEGUN ? end_with(run, RUN_DONE) : result;
}

tarn_result run_finish(tarn_run *run)
{
    return run_guarded(&(RunCall){.run = run}, finish);
}

bool run_is_begun(const tarn_run *run)
{
    return run->phase == RUN_BEGUN;
}

Model *run_engine(tarn_run *run)
{
    return run->engine;
}

const Diag *run_reports(const tarn_run *run)
{
    return run->diag;
}

Simulation *run_simulation(tarn_run *run)
{
    return run->simulation;
}

double tarn_run_time(const tarn_run *run)
{
    return run->simulation ? simulation_time(run->simulation) : run->experiment.start_time;
}

int tarn_run_is_at_event(const tarn_run *run)
{
    return run->is_at_event;
}

int tarn_run_is_over(const tarn_run *run)
{
    return run->phase == RUN_OVER;
}

// ---- The state as bytes ------------------------------------------------------------------------

// Another simulation goes on from the bytes.
static tarn_result go_on_from(tarn_run *run, const void *bytes, size_t size)
{
    close_simulation(run);
    bool ok = open_simulation(run) &&
              simulation_resume(run->simulation, bytes, size, run->kind.remakes_objects);
    if (ok && !run->rows && !run->kind.is_exchanged) ok = open_rows(run);
    if (ok)
        ok = run->kind.is_exchanged
                 ? exchange_begin(run->simulation)
                 : simulation_continue(run->simulation, writer_of(run)) == RUN_DONE;
    run->is_touched = run->is_at_event = false;
    run->phase = ok ? RUN_BEGUN : RUN_OVER;
    run->outcome = TARN_WRONG_USE;
    return ok ? TARN_OK : TARN_WRONG_USE;
}

// Solvers keep nothing that was computed with the old values: the run goes on as if from its bytes,
// with the point that others look at.
tarn_result run_retune(tarn_run *run)
{
    const Model *m = run->engine;
    Bytes snapshot;
    Arena *work = arena_open("tuning");
    bool is_exchanged = run->kind.is_exchanged;
    double t = run_exchange_time(run);
    double *x = is_exchanged
                    ? ARENA_COPY(work, double, exchange_states(run->simulation), m->n_states)
                    : NULL;
    run->is_tuned = false;
    ModelOutcome o = m->parameters == NO_ROUTINE ? MODEL_OK : m->call(m->self, m->parameters);
    simulation_save(run->simulation, work, &snapshot, run->kind.remakes_objects);
    tarn_result result =
        o == MODEL_OK ? go_on_from(run, snapshot.bytes.data, snapshot.bytes.count) : TARN_STOPPED;
    if (result == TARN_OK && is_exchanged) {
        exchange_move(run->simulation, t);
        memcpy(exchange_states(run->simulation), x, (size_t)m->n_states * sizeof *x);
    }
    run->is_touched = !is_exchanged;
    arena_close(work);
    return result;
}

static tarn_result save(RunCall *call)
{
    tarn_run *run = call->run;
    tarn_result result = initialize(call);
    if (result == TARN_OK) result = run_settle(run);
    if (result != TARN_OK) return result;
    if (run->phase == RUN_OVER)
        return run_refuse(run, "the run is over: it has no state to go on from%s", "");
    Bytes snapshot;
    close_arena(&run->saved);
    open_kept(&run->saved, "state");
    simulation_save(run->simulation, run->saved, &snapshot, run->kind.remakes_objects);
    call->bytes = snapshot.bytes.data;
    call->size = snapshot.bytes.count;
    return go_on_from(run, call->bytes, call->size);
}

tarn_result tarn_run_save(tarn_run *run, const void **bytes, size_t *size)
{
    RunCall call = {.run = run};
    tarn_result result = run_guarded(&call, save);
    *bytes = result == TARN_OK ? call.bytes : NULL;
    *size = result == TARN_OK ? call.size : 0;
    return result;
}

// Objects are made where a run begins.
static tarn_result restore(RunCall *call)
{
    if (call->run->kind.remakes_objects && call->run->phase == RUN_OPENED) {
        tarn_result result = initialize(call);
        if (result != TARN_OK) return result;
    }
    close_rows(call->run);
    return go_on_from(call->run, call->bytes, call->size);
}

tarn_result tarn_run_restore(tarn_run *run, const void *bytes, size_t size)
{
    return run_guarded(&(RunCall){.run = run, .bytes = bytes, .size = size}, restore);
}

// Settings of variables are starts: they have passed.
static tarn_result branch(RunCall *call)
{
    tarn_run *run = call->run;
    const Model *m = run->engine;
    if (run->phase != RUN_OPENED)
        return run_refuse(run, "a branch begins before anything else%s", "");
    tarn_result result = restore(call);
    for (uint32_t i = 0; i < run->settings.count; i++)
        if (m->variables[run->settings.data[i].variable].variability <= IS_PARAMETER)
            run_write(run, &run->settings.data[i]);
    return result == TARN_OK ? run_retune(run) : result;
}

tarn_result tarn_run_branch(tarn_run *run, const void *bytes, size_t size)
{
    return run_guarded(&(RunCall){.run = run, .bytes = bytes, .size = size}, branch);
}

tarn_statistics tarn_run_statistics(const tarn_run *run)
{
    if (!run->simulation) return (tarn_statistics){.method = NULL};
    SimulationCounts c = simulation_counts_now(run->simulation);
    return (tarn_statistics){.method = simulation_method(run->simulation),
                             .reason = simulation_method_reason(run->simulation),
                             .steps = c.steps,
                             .rejected = c.rejected,
                             .evaluations = c.rhs_evaluations,
                             .jacobians = c.jacobian_evaluations,
                             .iterations = c.newton_iterations,
                             .state_events = c.state_events,
                             .time_events = c.time_events};
}
