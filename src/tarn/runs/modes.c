#include "tarn/runs/modes.h"

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/name.h"
#include "program/program.h"
#include "results/joined_table.h"
#include "tarn/report/failure.h"
#include "tarn/runs/input_table.h"
#include "tarn/runs/passages.h"

static const Span nowhere = {0, 0};
enum { MOST_AT_ONCE = 100 }; // changes at one instant

typedef struct Watch { // a structural variable
    const char *name;
    const char *type; // of an enumeration
    int32_t variable; // of the model
    double value;     // for which the mode was compiled
} Watch;

typedef struct Mode {
    Pipeline *pipeline;
    Model *model;
    Watch *watches;
    uint32_t n_watches;
    bool was_used;
    SimulationOptions options; // with the table of its inputs
    const ResultTable *table;  // with its rows: NULL before it has begun
    ResultWriter *rows;
    VEC(Passages *) from; // by number of the mode before; NULL: not needed yet
} Mode;

typedef struct Segment { // rows of one mode without a change
    uint32_t mode;
    size_t first, end;
} Segment;

typedef struct Modes {
    SimulatedModel *sim;
    const char *what;
    const SimulationOptions *options;
    Arena *arena;
    NameTable *keys;
    Map number_of; // of a mode, by its key
    VEC(Mode *) modes;
    VEC(Segment) segments;
    uint32_t current;
    Simulation *run;
    Arena *work; // of the run
    double last_change;
    int changes_at_once;
    bool is_explained; // no run stopped, but the way to the next
} Modes;

bool modes_are_wanted(const FlatModel *flat)
{
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (flat->variables[i].declared->mode) return true;
    return false;
}

static bool refuse(Session *s, const char *what)
{
    diag_error(s->diag, nowhere, E_UNSUPPORTED,
               "the structure of the model changes while it runs: %s is not supported then", what);
    return false;
}

bool modes_allow(Session *s, const RunOptions *run)
{
    if (run->checkpoint || run->resume) return refuse(s, "a checkpoint");
    if (run->start_from) return refuse(s, "--start-from");
    if (run->only_starts) return refuse(s, "a look at the start alone");
    if (run->measures) return refuse(s, "a profile");
    if (expr_has_clocks(s->exprs)) return refuse(s, "a clock");
    return true;
}

// ---- Modes -------------------------------------------------------------------------------------

static Mode *mode_at(const Modes *m)
{
    return m->modes.data[m->current];
}

static double value_of(const Mode *mode, const Watch *w)
{
    return variable_value(mode->model, &mode->model->variables[w->variable]);
}

// What must be known of the flat model, which is given back afterwards.
static void find_watches(Modes *m, Mode *mode)
{
    const FlatModel *flat = mode->pipeline->flat;
    const Model *model = &mode->pipeline->program->model;
    mode->watches = ARENA_ARRAY(m->arena, Watch, flat->n_variables + 1);
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        int32_t number = v->declared->mode ? variable_named(model, v->name) : -1;
        if (number < 0) continue;
        Watch w = {.name = arena_copy_text(m->arena, v->name, strlen(v->name)),
                   .variable = number,
                   .value = v->declared->mode->kind == EXPR_BOOLEAN
                                ? expr_is_true(v->declared->mode)
                                : (double)v->declared->mode->u.integer};
        if (v->type->kind == TYPE_ENUMERATION)
            w.type = arena_copy_text(m->arena, v->type->name->text, strlen(v->type->name->text));
        mode->watches[mode->n_watches++] = w;
    }
}

// False after an error was reported.
static bool add_mode(Modes *m, Pipeline *p)
{
    Mode *mode = ARENA_NEW(m->arena, Mode);
    mode->pipeline = p;
    find_watches(m, mode);
    if (mode->pipeline->program->model.n_delays || mode->pipeline->program->model.n_transports)
        return refuse(p->session, "delay() or spatialDistribution()");
    if (!p->options->keeps_stages) pipeline_release_stages(p);
    if (!pipeline_engine(p, m->arena, &mode->model)) return false;
    mode->options = *m->options;
    if (m->modes.count)
        mode->options.inputs = input_table_for(m->arena, m->modes.data[0]->options.inputs,
                                               m->modes.data[0]->model, mode->model);
    VEC_PUSH(m->arena, &m->modes, mode);
    return true;
}

// Of the first mode; the others take theirs from it.
static bool read_inputs(Modes *m)
{
    Mode *first = m->modes.data[0];
    Session *s = m->sim->pipeline.session;
    if (!input_table_read(s, m->arena, first->model, m->sim->options, m->options->start_time,
                          &first->options.inputs))
        return false;
    input_table_tell_missing(s, first->model, first->options.inputs,
                             &m->sim->pipeline.options->sets, &m->sim->input_places);
    return true;
}

static void add_value(Text *out, const Mode *mode, const Watch *w)
{
    const VariableInfo *v = &mode->model->variables[w->variable];
    double value = value_of(mode, w);
    if (v->kind == VALUE_BOOLEAN)
        text_add(out, value != 0 ? "true" : "false");
    else if (w->type)
        text_printf(out, ".%s.%s", w->type, variable_declared(v)->literals[(int)value - 1]);
    else
        text_printf(out, "%.0f", value);
}

// The values that the structure follows now; the same text means the same mode.
static Name key_of(Modes *m, const Mode *mode)
{
    Arena *scratch = arena_open("mode");
    Text text = text_make(scratch);
    for (uint32_t i = 0; i < mode->n_watches; i++) {
        text_printf(&text, "%s%s = ", i ? ", " : "", mode->watches[i].name);
        add_value(&text, mode, &mode->watches[i]);
    }
    Name key = name_of_text(m->keys, text_cstr(&text));
    arena_close(scratch);
    return key;
}

static bool compile_mode(Modes *m, const Mode *from, Name key)
{
    const Pipeline *first = &m->sim->pipeline;
    Setting *settings = ARENA_ARRAY(m->arena, Setting, from->n_watches + 1);
    for (uint32_t i = 0; i < from->n_watches; i++) {
        Text value = text_make(m->arena);
        add_value(&value, from, &from->watches[i]);
        settings[i] =
            (Setting){arena_printf(m->arena, "%s.start", from->watches[i].name), text_cstr(&value)};
    }
    Pipeline *p = ARENA_NEW(m->arena, Pipeline);
    *p = (Pipeline){.session = first->session,
                    .options = first->options,
                    .modes = settings,
                    .n_modes = from->n_watches,
                    .runs_modes = true};
    // What is said about the start, and was said about the first mode, is forgotten.
    uint32_t reports = diag_total(first->session->diag);
    uint32_t errors = diag_count(first->session->diag, SEVERITY_ERROR);
    bool ok = pipeline_compile(p, m->what) == PIPELINE_DONE && add_mode(m, p);
    if (diag_count(first->session->diag, SEVERITY_ERROR) == errors)
        diag_forget(first->session->diag, reports);
    for (int i = 0; i < N_PHASES; i++) m->sim->pipeline.milliseconds[i] += p->milliseconds[i];
    if (ok) return true;
    pipeline_close(p);
    diag_info(first->session->diag, nowhere, E_STEP,
              "this is the model with %s, as it has become at time %.9g", key->text,
              simulation_time(m->run));
    return false;
}

// The mode of the values that `from` has now; false after a report.
static bool find_mode(Modes *m, const Mode *from, uint32_t *number)
{
    Name key = key_of(m, from);
    uint64_t found = map_get_or(&m->number_of, (uint64_t)(uintptr_t)key, 0);
    if (!found) {
        if (!compile_mode(m, from, key)) return false;
        found = m->modes.count;
        map_put(&m->number_of, (uint64_t)(uintptr_t)key, found);
    }
    *number = (uint32_t)found - 1;
    return true;
}

static bool has_changed(const Mode *mode)
{
    for (uint32_t i = 0; i < mode->n_watches; i++)
        if (value_of(mode, &mode->watches[i]) != mode->watches[i].value) return true;
    return false;
}

// ---- Runs --------------------------------------------------------------------------------------

static bool open_run(Modes *m, Simulation **run, Arena **work)
{
    Mode *mode = mode_at(m);
    if (mode->was_used) program_restart(mode->model);
    mode->was_used = true;
    *work = arena_open("simulation");
    *run = simulation_open(*work, mode->model, &mode->options, m->sim->pipeline.session->diag);
    return *run != NULL;
}

static void add_counts(SimulationCounts *to, const SimulationCounts *more)
{
    to->steps += more->steps;
    to->rejected += more->rejected;
    to->rhs_evaluations += more->rhs_evaluations;
    to->jacobian_evaluations += more->jacobian_evaluations;
    to->factorizations += more->factorizations;
    to->in_fronts += more->in_fronts;
    to->newton_iterations += more->newton_iterations;
    to->state_events += more->state_events;
    to->time_events += more->time_events;
    to->step_events += more->step_events;
}

static void close_run(Modes *m, Simulation *run, Arena *work)
{
    SimulationCounts counts = simulation_counts_now(run);
    add_counts(&m->sim->counts, &counts);
    simulation_close(run);
    arena_close(work);
}

// The start may decide otherwise than the start values: then that mode is initialized.
static RunOutcome initialize(Modes *m)
{
    for (int turn = 0; turn < MOST_AT_ONCE; turn++) {
        if (!open_run(m, &m->run, &m->work)) return RUN_STOPPED;
        RunOutcome outcome = simulation_initialize(m->run);
        if (outcome != RUN_DONE) return outcome;
        if (!has_changed(mode_at(m))) {
            Name key = key_of(m, mode_at(m));
            map_put(&m->number_of, (uint64_t)(uintptr_t)key, (uint64_t)m->current + 1);
            return RUN_DONE;
        }
        m->is_explained = !find_mode(m, mode_at(m), &m->current);
        if (m->is_explained) return RUN_STOPPED;
        close_run(m, m->run, m->work);
    }
    diag_error(m->sim->pipeline.session->diag, nowhere, E_INITIALIZE,
               "no structure agrees with its own start");
    m->is_explained = true;
    m->run = NULL;
    return RUN_STOPPED;
}

static const Passages *passages_to(Modes *m, Mode *mode, uint32_t from)
{
    while (mode->from.count <= from) VEC_PUSH(m->arena, &mode->from, NULL);
    if (!mode->from.data[from])
        mode->from.data[from] = passages_make(m->arena, m->modes.data[from]->model, mode->model);
    return mode->from.data[from];
}

static bool goes_in_circles(Modes *m, double time)
{
    m->changes_at_once = time > m->last_change ? 0 : m->changes_at_once + 1;
    m->last_change = time;
    if (m->changes_at_once < MOST_AT_ONCE) return false;
    diag_error(m->sim->pipeline.session->diag, nowhere, E_EVENT_LOOP,
               "the structure changes for ever at time %.9g", time);
    return true;
}

// The run of another mode takes over from this one.
static RunOutcome change(Modes *m)
{
    uint32_t before = m->current;
    Simulation *left = m->run;
    Arena *left_work = m->work;
    double time = simulation_time(left);
    m->is_explained = goes_in_circles(m, time);
    if (m->is_explained) return RUN_STOPPED;
    simulation_look(left);
    m->is_explained = !find_mode(m, mode_at(m), &m->current);
    if (m->is_explained) return RUN_STOPPED;
    const Passages *passages = passages_to(m, mode_at(m), before);
    RunOutcome outcome = RUN_STOPPED;
    if (open_run(m, &m->run, &m->work)) {
        if (passages->has_new_states) passages_start(passages);
        SimulationEntry entry = {time, passages->has_new_states, (void *)passages, passages_write};
        outcome = simulation_enter(m->run, &entry);
    }
    close_run(m, left, left_work);
    return outcome;
}

static bool begin(Modes *m)
{
    Mode *mode = mode_at(m);
    if (!mode->table) {
        mode->table = simulated_table(m->sim, m->arena, mode->model, m->options);
        mode->rows = result_writer_open_memory(m->arena, mode->table);
    }
    Segment segment = {.mode = m->current, .first = result_writer_rows(mode->rows)};
    VEC_PUSH(m->arena, &m->segments, segment);
    return simulation_begin(m->run, mode->rows) == RUN_DONE;
}

static RunOutcome run_mode(Modes *m)
{
    const SimulationOptions *o = m->options;
    const Mode *mode = mode_at(m);
    if (!begin(m)) return simulation_end(m->run, RUN_STOPPED);
    RunOutcome outcome = RUN_DONE;
    while (outcome == RUN_DONE && !simulation_is_there(m->run, o->stop_time) &&
           !has_changed(mode)) {
        if (o->interrupted && *o->interrupted) outcome = RUN_INTERRUPTED;
        if (o->progress) o->progress(o->client, simulation_time(m->run));
        if (outcome == RUN_DONE) outcome = simulation_step(m->run, o->stop_time);
    }
    bool goes_on =
        outcome == RUN_DONE && has_changed(mode) && !simulation_is_there(m->run, o->stop_time);
    if (!goes_on) outcome = simulation_end(m->run, outcome);
    m->segments.data[m->segments.count - 1].end = result_writer_rows(mode->rows);
    return outcome;
}

static RunOutcome run_all(Modes *m)
{
    double stop = m->options->stop_time;
    RunOutcome outcome = initialize(m);
    m->sim->method = m->run ? simulation_method(m->run) : NULL;
    while (outcome == RUN_DONE) {
        outcome = run_mode(m);
        if (outcome != RUN_DONE || simulation_is_there(m->run, stop)) break;
        do outcome = change(m);
        while (outcome == RUN_DONE && has_changed(mode_at(m)));
    }
    return outcome;
}

// ---- Result ------------------------------------------------------------------------------------

static RunOutcome write_rows(Modes *m, RunOutcome outcome)
{
    uint32_t n = m->modes.count;
    const ResultTable **tables = ARENA_ARRAY(m->arena, const ResultTable *, n + 1);
    uint32_t *place = ARENA_ARRAY(m->arena, uint32_t, n + 1), used = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!m->modes.data[i]->table) continue;
        place[i] = used;
        tables[used++] = m->modes.data[i]->table;
    }
    if (!used) return outcome;
    JoinedTable *joined = result_join_tables(m->arena, tables, used);
    ResultWriter *w = NULL;
    if (!simulated_writer(m->sim, &joined->table, &w)) return RUN_STOPPED;
    double *row = ARENA_ARRAY(m->arena, double, joined->table.row_size + 1);
    for (uint32_t i = 0; w && i < m->segments.count; i++) {
        const Segment *s = &m->segments.data[i];
        const Trajectory *t = result_writer_trajectory(m->modes.data[s->mode]->rows);
        for (size_t k = s->first; k < s->end; k++) {
            result_join_row(joined, place[s->mode], t, k, row);
            result_writer_row(w, t->time[k], row);
        }
    }
    if (w) outcome = simulated_close_writer(m->sim, w, outcome);
    if (m->sim->options->keeps_trajectory) m->sim->trajectory = result_writer_trajectory(w);
    return outcome;
}

SimulateOutcome simulate_modes(SimulatedModel *sim, const char *what,
                               const SimulationOptions *options)
{
    Modes *m = ARENA_NEW(sim->arena, Modes);
    *m = (Modes){.sim = sim, .what = what, .options = options, .arena = sim->arena};
    m->keys = names_open(sim->arena);
    m->number_of = map_make(sim->arena);
    m->last_change = -INFINITY;
    sim->modes = m;
    sim->start_time = options->start_time;
    sim->stop_time = options->stop_time;
    if (!add_mode(m, &sim->pipeline)) return SIMULATE_USAGE;
    sim->model = m->modes.data[0]->model;
    if (!read_inputs(m)) return SIMULATE_USAGE;
    const RunWatch *watch = &sim->options->watch;
    if (watch->begin) watch->begin(watch->client, options->start_time, options->stop_time);
    double begin = milliseconds_now();
    RunOutcome outcome = run_all(m);
    sim->pipeline.milliseconds[PHASE_SIMULATE] += milliseconds_now() - begin;
    if (watch->end) watch->end(watch->client);
    if (m->run) {
        sim->method_reason = simulation_method_reason(m->run);
        sim->reached = simulation_time(m->run);
        if (outcome == RUN_STOPPED && !m->is_explained)
            failure_explain(mode_at(m)->pipeline, what, mode_at(m)->model);
        if (outcome == RUN_INTERRUPTED)
            diag_warning(sim->pipeline.session->diag, nowhere, E_STEP, "interrupted at time %.17g",
                         sim->reached);
        close_run(m, m->run, m->work);
    }
    return write_rows(m, outcome) == RUN_DONE ? SIMULATE_DONE : SIMULATE_STOPPED;
}

// That of the first mode belongs to the simulated model.
void modes_close(struct Modes *m)
{
    for (uint32_t i = 1; m && i < m->modes.count; i++) {
        Model *model = m->modes.data[i]->model;
        model->close(model->self);
        pipeline_close(m->modes.data[i]->pipeline);
    }
}
