#include "cli/simulate_model.h"

#include <math.h>
#include <time.h>

#include "cli/settings.h"
#include "program/program.h"

static const Span nowhere = {0, 0};

// What the `experiment` annotation leaves open.
static const double default_tolerance = 1e-6;
enum { DEFAULT_INTERVALS = 500 };

static double first_given(double option, double annotation, double otherwise)
{
    return !isnan(option) ? option : !isnan(annotation) ? annotation : otherwise;
}

static bool choose_options(Session *s, const Options *o, const FlatModel *flat,
                           SimulationOptions *out)
{
    const Experiment *e = &flat->experiment;
    double start = flat_start_time(flat), stop = flat_stop_time(flat);
    double interval = o->intervals ? NAN : first_given(o->interval, e->interval, NAN);
    *out = (SimulationOptions){
        .start_time = start,
        .stop_time = stop,
        .tolerance = first_given(o->tolerance, e->tolerance, default_tolerance),
        .intervals = o->intervals ? o->intervals : DEFAULT_INTERVALS,
        .step = o->step,
        .max_step = o->max_step,
        .is_dae = o->is_dae,
        .method = o->method,
        .inline_method = o->inline_method,
        .measures_steps = o->stats != NULL,
    };
    if (!(stop >= start)) {
        diag_error(s->diag, nowhere, E_USAGE, "the stop time %g lies before the start time %g",
                   stop, start);
        return false;
    }
    if (!isnan(interval) && interval > 0) {
        double n = (stop - start) / interval;
        if (n > 1e12) {
            diag_error(s->diag, nowhere, E_USAGE, "the interval %g gives too many output points",
                       interval);
            return false;
        }
        out->intervals = n < 1 ? 1 : (int64_t)(n + 0.5);
    }
    return true;
}

// ---- Compiling -----------------------------------------------------------------------------

static SimulateOutcome compile(SimulatedModel *sim, const char *what)
{
    switch (pipeline_run(&sim->pipeline, what, STAGE_PROGRAM)) {
    case PIPELINE_NOT_IMPLEMENTED: return SIMULATE_NOT_IMPLEMENTED;
    case PIPELINE_WRONG_MODEL: return SIMULATE_WRONG_MODEL;
    case PIPELINE_USAGE: return SIMULATE_USAGE;
    case PIPELINE_DONE: break;
    }
    return pipeline_engine(&sim->pipeline, sim->arena, &sim->model) ? SIMULATE_DONE
                                                                    : SIMULATE_USAGE;
}

// Settings of values that the structure depends on compile the model once more.
static SimulateOutcome compile_with_settings(SimulatedModel *sim, const char *what)
{
    Session *s = sim->pipeline.session;
    const Options *options = sim->pipeline.options;
    SimulateOutcome outcome = compile(sim, what);
    if (outcome != SIMULATE_DONE) return outcome;
    SettingList structural, none;
    SettingsOutcome o = settings_apply(s, &options->sets, sim->model, false, &structural);
    if (o == SETTINGS_WRONG) return SIMULATE_USAGE;
    if (o == SETTINGS_DONE) return SIMULATE_DONE;
    pipeline_close(&sim->pipeline);
    sim->pipeline = (Pipeline){.session = s,
                               .options = options,
                               .settings = structural.items,
                               .n_settings = structural.count};
    outcome = compile(sim, what);
    if (outcome != SIMULATE_DONE) return outcome;
    o = settings_apply(s, &options->sets, sim->model, true, &none);
    return o == SETTINGS_DONE ? SIMULATE_DONE : SIMULATE_USAGE;
}

// ---- Running -------------------------------------------------------------------------------

// *writer stays NULL when nobody wants the rows.
static bool open_writer(SimulatedModel *sim, const SimulationOptions *run, bool in_memory,
                        ResultWriter **writer)
{
    Session *s = sim->pipeline.session;
    const Options *options = sim->pipeline.options;
    ResultTable *all = result_table_of_model(sim->arena, sim->model);
    all->start_time = run->start_time;
    all->stop_time = run->stop_time;
    all->tolerance = run->tolerance;
    all->method = sim->method;
    const char *why = NULL;
    const ResultTable *shown = result_select(sim->arena, all, options->variables, &why);
    if (!shown) {
        diag_error(s->diag, nowhere, E_USAGE, "--variables: %s", why);
        return false;
    }
    ResultWriter *memory = in_memory ? result_writer_open_memory(sim->arena, all) : NULL;
    ResultWriter *file = NULL;
    if (options->output) {
        file = result_writer_open(sim->arena, shown, options->output, &why);
        if (!file) diag_error(s->diag, nowhere, E_WRITE_RESULT, "%s", why);
        if (!file) return false;
    }
    *writer = result_writer_both(sim->arena, memory, file);
    return true;
}

static RunOutcome write_run(SimulatedModel *sim, Simulation *run, ResultWriter *w)
{
    Pipeline *p = &sim->pipeline;
    double begin = milliseconds_now();
    clock_t used = clock();
    RunOutcome outcome = simulation_run(run, w);
    p->milliseconds[PHASE_SIMULATE] += milliseconds_now() - begin;
    sim->processor_milliseconds = 1e3 * (double)(clock() - used) / CLOCKS_PER_SEC;
    begin = milliseconds_now();
    if (w && !result_writer_close(w) && outcome == RUN_DONE) {
        diag_error(p->session->diag, nowhere, E_WRITE_RESULT, "%s", result_writer_failure(w));
        outcome = RUN_STOPPED;
    }
    p->milliseconds[PHASE_WRITE] += milliseconds_now() - begin;
    return outcome;
}

static SimulateOutcome run_model(SimulatedModel *sim, const SimulationOptions *options,
                                 bool in_memory)
{
    Pipeline *p = &sim->pipeline;
    double begin = milliseconds_now();
    Simulation *run = simulation_open(sim->arena, sim->model, options, p->session->diag);
    if (!run) return SIMULATE_USAGE;
    sim->method = simulation_method(run);
    RunOutcome outcome = simulation_initialize(run);
    p->milliseconds[PHASE_INITIALIZE] += milliseconds_now() - begin;
    SimulateOutcome result = SIMULATE_STOPPED;
    if (outcome == RUN_DONE) {
        ResultWriter *w = NULL;
        if (open_writer(sim, options, in_memory, &w)) {
            outcome = write_run(sim, run, w);
            if (in_memory) sim->trajectory = result_writer_trajectory(w);
            if (outcome == RUN_DONE) result = SIMULATE_DONE;
        } else {
            result = SIMULATE_USAGE;
        }
    }
    if (outcome == RUN_INTERRUPTED)
        diag_warning(p->session->diag, nowhere, E_STEP, "interrupted at time %.17g",
                     simulation_time(run));
    sim->method = simulation_method(run); // `auto` may have changed it
    sim->method_reason = simulation_method_reason(run);
    sim->is_dae = simulation_is_dae(run);
    sim->integrator_unknowns = simulation_unknowns(run);
    sim->counts = *simulation_counts(run);
    sim->reached = simulation_time(run);
    simulation_close(run);
    return result;
}

SimulateOutcome simulate_model_watched(SimulatedModel *sim, Session *session,
                                       const Options *options, const char *what, bool in_memory,
                                       const RunWatch *watch)
{
    *sim = (SimulatedModel){.pipeline = {.session = session, .options = options},
                            .arena = arena_open("run")};
    SimulateOutcome outcome = compile_with_settings(sim, what);
    if (outcome != SIMULATE_DONE) return outcome;
    SimulationOptions run;
    if (!choose_options(session, options, sim->pipeline.flat, &run)) return SIMULATE_USAGE;
    settings_warn_missing(session, sim->pipeline.flat, &options->sets);
    sim->start_time = run.start_time;
    sim->stop_time = run.stop_time;
    if (watch) {
        run.interrupted = watch->interrupted;
        run.client = watch->client;
        run.progress = watch->progress;
        if (watch->measures) run.profile = sim->profile = profile_open(sim->arena, sim->model);
        if (watch->begin) watch->begin(watch->client, run.start_time, run.stop_time);
    }
    return run_model(sim, &run, in_memory);
}

SimulateOutcome simulate_model(SimulatedModel *sim, Session *session, const Options *options,
                               const char *what, bool in_memory)
{
    return simulate_model_watched(sim, session, options, what, in_memory, NULL);
}

void simulated_model_close(SimulatedModel *sim)
{
    Model *m = sim->model;
    if (sim->profile) profile_close(sim->profile);
    if (m && m->terminal_routine != NO_ROUTINE) m->call(m->self, m->terminal_routine);
    if (m) m->close(m->self);
    arena_close(sim->arena);
    pipeline_close(&sim->pipeline);
}
