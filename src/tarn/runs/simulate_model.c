#include "tarn/runs/simulate_model.h"

#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "program/program.h"
#include "tarn/compile/experiment.h"
#include "tarn/compile/settings.h"
#include "tarn/report/failure.h"
#include "tarn/runs/checkpoint.h"
#include "tarn/runs/modes.h"
#include "tarn/runs/start_from.h"

static const Span nowhere = {0, 0};

// ---- Running -------------------------------------------------------------------------------

static bool figures_have_derivatives(const FigureList *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        for (uint32_t k = 0; k < list->figures[i].n_plots; k++) {
            const FigurePlot *plot = &list->figures[i].plots[k];
            for (uint32_t c = 0; c < plot->n_curves; c++)
                if (!strncmp(plot->curves[c].y, "der(", 4) ||
                    !strncmp(plot->curves[c].x, "der(", 4))
                    return true;
        }
    return false;
}

// Whoever keeps rows in memory or looks at the table may ask for any of them later.
static bool has_all_variables(const SimulatedModel *sim)
{
    const RunOptions *o = sim->options;
    return o->keeps_trajectory || o->accepts || sim->modes;
}

static ResultWish wish_of(const SimulatedModel *sim)
{
    const RunOptions *o = sim->options;
    if (!has_all_variables(sim))
        return (ResultWish){o->variables, false, result_derivatives(o->variables)};
    bool draws = o->keeps_trajectory && sim->pipeline.flat &&
                 figures_have_derivatives(&sim->pipeline.flat->figures);
    DerivativeUse asks = result_derivatives(o->variables);
    return (ResultWish){NULL, true, draws && !asks ? DERIVATIVES_HIDDEN : asks};
}

static bool refuse_variables(SimulatedModel *sim, const char *why)
{
    diag_error(sim->pipeline.session->diag, nowhere, E_USAGE, "--variables: %s", why);
    return false;
}

ResultTable *simulated_table(SimulatedModel *sim, Arena *out, const Model *model,
                             const SimulationOptions *run)
{
    const char *why = NULL;
    const ResultWish wish = wish_of(sim);
    const ResultChoice *choice = sim->choice;
    if (!choice) choice = result_choose(out, model, &wish, &why);
    if (!choice) refuse_variables(sim, why);
    if (!choice) return NULL;
    ResultTable *table = result_table_of_model(out, model, choice);
    table->start_time = run->start_time;
    table->stop_time = run->stop_time;
    table->tolerance = run->tolerance;
    table->method = sim->method;
    return table;
}

bool simulated_writer(SimulatedModel *sim, const ResultTable *all, ResultWriter **writer)
{
    Session *s = sim->pipeline.session;
    const RunOptions *options = sim->options;
    const char *why = NULL;
    const ResultTable *shown = result_select(sim->arena, all, options->variables, &why);
    if (!shown) return refuse_variables(sim, why);
    if (options->accepts && !options->accepts(options->client, all)) return false;
    ResultWriter *memory =
        options->keeps_trajectory ? result_writer_open_memory(sim->arena, all) : NULL;
    ResultWriter *file = NULL;
    if (options->output) {
        file = result_writer_open(sim->arena, shown, options->output, &why);
        if (!file) diag_error(s->diag, nowhere, E_WRITE_RESULT, "%s", why);
        if (!file) return false;
    }
    sim->file = file;
    if (file && sim->checkpoint && sim->checkpoint->resumed && !sim->checkpoint->is_branch &&
        !checkpoint_take_rows(sim->checkpoint, file, options->output))
        return false;
    *writer = result_writer_both(sim->arena, memory, file);
    return true;
}

static RunOutcome write_run(SimulatedModel *sim, Simulation **run, const SimulationOptions *o,
                            ResultWriter *w)
{
    Pipeline *p = &sim->pipeline;
    double begin = milliseconds_now();
    clock_t used = clock();
    RunOutcome outcome = sim->checkpoint
                             ? checkpoint_run(sim->checkpoint, run, o, sim->model, w, sim->file)
                             : simulation_run(*run, w);
    if (sim->options->watch.end) sim->options->watch.end(sim->options->watch.client);
    p->milliseconds[PHASE_SIMULATE] += milliseconds_now() - begin;
    sim->processor_milliseconds = 1e3 * (double)(clock() - used) / CLOCKS_PER_SEC;
    return simulated_close_writer(sim, w, outcome);
}

RunOutcome simulated_close_writer(SimulatedModel *sim, ResultWriter *w, RunOutcome outcome)
{
    Pipeline *p = &sim->pipeline;
    double begin = milliseconds_now();
    bool is_whole = !w || result_writer_close(w);
    if (!is_whole && outcome == RUN_DONE) {
        diag_error(p->session->diag, nowhere, E_WRITE_RESULT, "%s", result_writer_failure(w));
        outcome = RUN_STOPPED;
    }
    sim->written = w ? result_writer_place(w) : NULL;
    if (!is_whole && sim->written)
        diag_info(p->session->diag, nowhere, E_WRITE_RESULT, "what was written is in '%s'",
                  sim->written);
    p->milliseconds[PHASE_WRITE] += milliseconds_now() - begin;
    return outcome;
}

static void note_loops(SimulatedModel *sim, const Simulation *run)
{
    sim->n_loops = sim->model->n_blocks;
    sim->loops = ARENA_ARRAY(sim->arena, SolverUse, sim->n_loops + 1);
    for (int32_t i = 0; i < sim->n_loops; i++) sim->loops[i] = simulation_loop(run, i);
}

// In debug builds, as behind every stage.
static bool invariant_holds(const SimulatedModel *sim)
{
#ifdef TARN_CHECK
    const char *wrong = sim->trajectory ? trajectory_check(sim->arena, sim->trajectory) : NULL;
    if (!wrong) return true;
    diag_error(sim->pipeline.session->diag, nowhere, E_INTERNAL,
               "the invariant of the trajectory is broken: %s", wrong);
    return false;
#else
    (void)sim;
    return true;
#endif
}

static SimulateOutcome run_model(SimulatedModel *sim, const SimulationOptions *options)
{
    Pipeline *p = &sim->pipeline;
    double begin = milliseconds_now();
    Simulation *run = simulation_open(sim->arena, sim->model, options, p->session->diag);
    if (!run) return SIMULATE_USAGE;
    sim->method = simulation_method(run);
    if (sim->start_from) start_from_before(sim->start_from);
    bool is_resumed = sim->checkpoint && sim->checkpoint->resumed;
    RunOutcome outcome = !is_resumed ? simulation_initialize(run)
                         : checkpoint_take_up(sim->checkpoint, &run, options, sim->model)
                             ? RUN_DONE
                             : RUN_STOPPED;
    if (outcome == RUN_DONE && sim->start_from) outcome = start_from_behind(sim->start_from, run);
    p->milliseconds[PHASE_INITIALIZE] += milliseconds_now() - begin;
    SimulateOutcome result = SIMULATE_STOPPED;
    if (outcome == RUN_DONE && sim->trace) {
        result = SIMULATE_DONE;
    } else if (outcome == RUN_DONE && (!is_resumed || sim->checkpoint->is_branch) &&
               !settings_hold(p->session, &p->options->sets, sim->model)) {
        result = SIMULATE_USAGE;
    } else if (outcome == RUN_DONE) {
        ResultWriter *w = NULL;
        const ResultTable *all = simulated_table(sim, sim->arena, sim->model, options);
        if (all && simulated_writer(sim, all, &w)) {
            const RunWatch *watch = &sim->options->watch;
            if (w && watch->writes) watch->writes(watch->client, w);
            outcome = write_run(sim, &run, options, w);
            if (sim->options->keeps_trajectory) sim->trajectory = result_writer_trajectory(w);
            if (outcome == RUN_DONE && invariant_holds(sim)) result = SIMULATE_DONE;
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
    sim->is_sparse = simulation_is_sparse(run);
    note_loops(sim, run);
    sim->counts = *simulation_counts(run);
    if (sim->checkpoint) checkpoint_add_counts(sim->checkpoint, &sim->counts);
    sim->reached = simulation_time(run);
    simulation_close(run);
    if (sim->checkpoint) checkpoint_close(sim->checkpoint);
    return result;
}

SimulateOutcome simulate_engine(SimulatedModel *sim, SimulationOptions *options)
{
    const RunWatch *watch = &sim->options->watch;
    Session *s = sim->pipeline.session;
    if (!input_table_read(s, sim->arena, sim->model, sim->options, options->start_time,
                          &options->inputs))
        return SIMULATE_USAGE;
    const char *from = sim->options->start_from;
    const WordList *sets = &sim->pipeline.options->sets;
    if (from && !(sim->start_from =
                      start_from_open(s, sim->arena, from, &sim->start_exceptions, sim->model)))
        return SIMULATE_USAGE;
    input_table_tell_missing(s, sim->model, options->inputs, sets, &sim->input_places);
    sim->start_time = options->start_time;
    sim->stop_time = options->stop_time;
    if (sim->options->measures)
        options->profile = sim->profile = profile_open(sim->arena, sim->model);
    if (sim->options->only_starts) options->trace = sim->trace = start_trace_open(sim->arena);
    if (watch->begin) watch->begin(watch->client, options->start_time, options->stop_time);
    return run_model(sim, options);
}

// What the file gets, where nobody else looks at the rows. A wrong pattern is reported with the
// table.
static void prepare_rows(SimulatedModel *sim)
{
    Pipeline *p = &sim->pipeline;
    const RunOptions *options = sim->options;
    if (!options->output || has_all_variables(sim) || checkpoint_is_wanted(options)) return;
    const char *why;
    double begin = milliseconds_now();
    Arena *work = arena_open("recorded");
    const int32_t *slots;
    const Model *m = &p->program->model;
    const ResultWish wish = wish_of(sim);
    sim->choice = result_choose(sim->arena, m, &wish, &why);
    if (sim->choice) {
        int32_t n = result_slots(work, m, sim->choice, &slots);
        program_make_rows(p->program, slots, n, p->arenas[STAGE_PROGRAM]);
    }
    arena_close(work);
    p->milliseconds[PHASE_PROGRAM] += milliseconds_now() - begin;
}

static SimulateOutcome outcome_of(PipelineOutcome outcome)
{
    switch (outcome) {
    case PIPELINE_DONE: return SIMULATE_DONE;
    case PIPELINE_WRONG_MODEL:
    case PIPELINE_TOO_LARGE: return SIMULATE_WRONG_MODEL;
    case PIPELINE_USAGE: break;
    }
    return SIMULATE_USAGE;
}

SimulateOutcome simulate_model(SimulatedModel *sim, Session *session, const char *what,
                               const CompileOptions *compile, const RunOptions *run)
{
    *sim =
        (SimulatedModel){.pipeline = {.session = session, .options = compile, .runs_modes = true},
                         .options = run,
                         .arena = arena_open("run")};
    memory_keep_blocks(true); // the run is laid in what the compilation leaves
    SimulateOutcome outcome = outcome_of(pipeline_compile(&sim->pipeline, what));
    if (outcome != SIMULATE_DONE) return outcome;
    SimulationOptions options;
    if (!experiment_run(session, compile, run, sim->pipeline.flat, &options)) return SIMULATE_USAGE;
    settings_warn_missing(session, sim->pipeline.flat, &compile->sets);
    sim->start_exceptions =
        start_from_exceptions(session, sim->arena, sim->pipeline.flat, &compile->sets);
    sim->input_places = input_places(sim->arena, sim->pipeline.flat);
    bool has_modes = modes_are_wanted(sim->pipeline.flat);
    if (has_modes && !modes_allow(session, run)) return SIMULATE_USAGE;
    if (has_modes) return simulate_modes(sim, what, &options);
    if (!compile->keeps_stages) pipeline_release_stages(&sim->pipeline);
    prepare_rows(sim);
    if (!pipeline_engine(&sim->pipeline, sim->arena, &sim->model)) return SIMULATE_USAGE;
    if (checkpoint_is_wanted(run)) {
        sim->checkpoint = ARENA_NEW(sim->arena, Checkpoint);
        if (!checkpoint_open(sim->checkpoint, sim, &options)) return SIMULATE_USAGE;
    }
    outcome = simulate_engine(sim, &options);
    if (outcome == SIMULATE_STOPPED || outcome == SIMULATE_DONE)
        failure_explain(&sim->pipeline, what, sim->model);
    return outcome;
}

void simulated_model_close(SimulatedModel *sim)
{
    Model *m = sim->model;
    if (sim->profile) profile_close(sim->profile);
    modes_close(sim->modes);
    if (m) m->close(m->self);
    arena_close(sim->arena);
    pipeline_close(&sim->pipeline);
}
