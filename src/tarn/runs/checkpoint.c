#include "tarn/runs/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/side_file.h"
#include "program/program_bytes.h"
#include "run/snapshot.h"
#include "tarn/compile/settings.h"

static const Span nowhere = {0, 0};
static const char magic[8] = {'t', 'a', 'r', 'n', 's', 't', 'o', 'p'};

typedef struct Head { // the state and a check sum follow
    char magic[8];
    uint64_t identity, layout, state_size;
    ResultMark mark;
} Head;

bool checkpoint_is_wanted(const RunOptions *o)
{
    return o->checkpoint || o->resume || o->branch;
}

// ---- Reading -------------------------------------------------------------------------------

static bool refuse(const Checkpoint *c, const char *why)
{
    diag_error(c->session->diag, nowhere, E_USAGE, "--%s %s: %s",
               c->is_branch ? "branch" : "resume", c->resumed, why);
    return false;
}

static bool read_checkpoint(Checkpoint *c)
{
    size_t size = 0;
    Head head;
    uint64_t sum;
    int file = open(c->resumed, O_RDONLY | O_CLOEXEC);
    const char *bytes = file < 0 ? NULL : read_whole(c->arena, file, &size);
    int error = errno;
    if (file >= 0) close(file);
    if (!bytes) return refuse(c, strerror(error));
    if (size < sizeof head + sizeof sum) return refuse(c, "this is no checkpoint");
    memcpy(&head, bytes, sizeof head);
    memcpy(&sum, bytes + size - sizeof sum, sizeof sum);
    if (memcmp(head.magic, magic, sizeof magic) ||
        head.state_size != size - sizeof head - sizeof sum ||
        sum != hash_bytes(bytes, size - sizeof sum))
        return refuse(c, "this is no checkpoint, or not all of one");
    if (c->is_branch && head.layout != c->layout)
        return refuse(c, "it is of another model, or of one with another structure");
    if (!c->is_branch && head.identity != c->identity)
        return refuse(c, "it is of another model, or of a run with other parameters or options");
    c->mark = head.mark;
    c->state = bytes + sizeof head;
    c->state_size = head.state_size;
    return true;
}

// Where everything lies in the model's vector.
static uint64_t layout_of(const Model *m)
{
    uint64_t h = hash_mix((uint64_t)m->n_slots, (uint64_t)m->n_states);
    h = hash_mix(hash_mix(h, (uint64_t)m->n_relations), (uint64_t)m->n_blocks);
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        h = hash_mix(h, hash_bytes(v->name, strlen(v->name)));
        h = hash_mix(h, (uint64_t)v->slot);
    }
    return h;
}

static uint64_t identity_of(const SimulationOptions *o, const RunOptions *run, double every,
                            uint64_t program)
{
    double numbers[] = {o->start_time, o->stop_time, o->tolerance, o->step,
                        o->max_step,   o->interval,  every,        (double)o->intervals};
    uint64_t h = hash_mix(program, hash_bytes((const char *)numbers, sizeof numbers));
    const char *const texts[] = {o->method, o->inline_method, run->variables, run->inputs};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        h = hash_mix(h, texts[i] ? hash_bytes(texts[i], strlen(texts[i])) : i);
    return hash_mix(h, (uint64_t)o->is_dae);
}

// ---- Rows that were written before ---------------------------------------------------------

static bool has_rows(const Checkpoint *c, const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && (uint64_t)file.st_size >= c->mark.size;
}

// A run that still writes them keeps them: without its file it could not end.
static bool put_aside(const Checkpoint *c, const char *side, const char *kept)
{
    int file = open(side, O_RDWR | O_CLOEXEC);
    bool is_free = file < 0 || lock_soon(file);
    if (is_free) (void)!rename(side, kept); // they are missed where they are read
    if (file >= 0) close(file);
    return is_free || refuse(c, arena_printf(c->arena, "another run is writing '%s'", side));
}

// Where they are: kept by a resumption that did not get far, left by a run that was killed, or the
// result of one that came to its end. A resumption that was killed while it took them leaves a part
// of them, which is none. They are put aside before the result is opened anew.
static bool find_rows(Checkpoint *c, const char *output)
{
    const char *kept = arena_printf(c->arena, "%s.kept", output);
    const char *side = arena_printf(c->arena, "%s%s", output, SIDE_FILE_ENDING);
    if (!has_rows(c, kept) && has_rows(c, side) && !put_aside(c, side, kept)) return false;
    c->rows = has_rows(c, kept) ? kept : has_rows(c, output) ? output : NULL;
    return true;
}

bool checkpoint_take_rows(const Checkpoint *c, ResultWriter *file, const char *output)
{
    int from = c->rows ? open(c->rows, O_RDONLY | O_CLOEXEC) : -1;
    bool ok = from >= 0 && result_writer_take(file, from, &c->mark);
    if (from >= 0) close(from);
    if (!ok) {
        diag_error(c->session->diag, nowhere, E_FILE,
                   "--resume %s: the rows of the result '%s' up to there are not where they were",
                   c->resumed, output);
        return false;
    }
    if (strcmp(c->rows, output)) unlink(c->rows);
    return true;
}

// ---- Opening -------------------------------------------------------------------------------

bool checkpoint_open(Checkpoint *c, SimulatedModel *sim, const SimulationOptions *options)
{
    const RunOptions *run = sim->options;
    Program *program = sim->pipeline.program;
    *c = (Checkpoint){.session = sim->pipeline.session,
                      .arena = sim->arena,
                      .path = run->checkpoint ? run->checkpoint : run->resume,
                      .every = run->every,
                      .is_branch = run->branch != NULL,
                      .layout = layout_of(sim->model),
                      .sets = &sim->pipeline.options->sets,
                      .resumed = run->branch ? run->branch : run->resume};
    if (c->is_branch && run->resume) return refuse(c, "either this or --resume");
    if (c->is_branch && !c->path) c->every = INFINITY; // none is written
    if (!(c->every > 0)) {
        diag_error(c->session->diag, nowhere, E_USAGE,
                   "--every T says how often a checkpoint is written, in seconds of the model");
        return false;
    }
    c->identity = identity_of(options, run, c->every, program_identity(program));
    c->remakes_objects = sim->model->n_object_slots > 0;
    ForeignMemory memory = program_foreign_memory(program, sim->arena);
    if (memory.exists && !memory.is_lost) program_keep_diary(sim->model, memory.is_kept);
    if (memory.is_lost) {
        diag_error(c->session->diag, nowhere, E_USAGE,
                   "--checkpoint: external functions of the model keep something to themselves, "
                   "and a state without it is none");
        return false;
    }
    if (c->resumed && !c->is_branch && run->keeps_trajectory)
        return refuse(c, "pictures and pages show a whole run: draw them from the result");
    if (c->resumed && run->start_from)
        return refuse(c, "the run begins where the checkpoint is, not with --start-from");
    if (c->resumed && !read_checkpoint(c)) return false;
    return !c->resumed || c->is_branch || !run->output || find_rows(c, run->output);
}

// Those of this run take the place of those in the state; solvers keep nothing of the old ones.
static bool take_parameters(const Checkpoint *c, Simulation **run, const SimulationOptions *options,
                            Model *model)
{
    Bytes state = {0};
    SettingList compiled = {0}; // what the structure depends on is in the model already
    if (settings_apply(c->session, c->sets, model, false, &compiled) >= SETTINGS_WRONG)
        return false;
    if (model->parameters != NO_ROUTINE && model->call(model->self, model->parameters) != MODEL_OK)
        return refuse(c, "the parameters cannot be computed");
    simulation_save(*run, c->arena, &state, c->remakes_objects);
    simulation_close(*run);
    *model->host = NULL;
    *run = simulation_open(c->arena, model, options, c->session->diag);
    return *run && simulation_resume(*run, state.bytes.data, state.bytes.count, c->remakes_objects);
}

bool checkpoint_take_up(const Checkpoint *c, Simulation **run, const SimulationOptions *options,
                        Model *model)
{
    if (c->remakes_objects) {
        if (simulation_initialize(*run) != RUN_DONE) return false;
        simulation_close(*run);
        *model->host = NULL;
        *run = simulation_open(c->arena, model, options, c->session->diag);
    }
    if (!*run || !simulation_resume(*run, c->state, c->state_size, c->remakes_objects))
        return false;
    return !c->is_branch || take_parameters(c, run, options, model);
}

// ---- Running -------------------------------------------------------------------------------

static bool write_checkpoint(Checkpoint *c, Simulation *run, ResultWriter *file, Arena *a,
                             Bytes *state)
{
    Head head = {.identity = c->identity, .layout = c->layout, .mark = {0}};
    Text t = text_make(a);
    memcpy(head.magic, magic, sizeof magic);
    bool ok = !file || result_writer_mark(file, &head.mark);
    simulation_save(run, a, state, c->remakes_objects);
    head.state_size = state->bytes.count;
    text_add_bytes(&t, (const char *)&head, sizeof head);
    text_add_bytes(&t, (const char *)state->bytes.data, state->bytes.count);
    uint64_t sum = hash_bytes(t.data, t.length);
    text_add_bytes(&t, (const char *)&sum, sizeof sum);
    if (ok && !side_file_write(a, c->path, t.data, t.length)) {
        diag_error(c->session->diag, nowhere, E_FILE, "cannot write '%s': %s", c->path,
                   strerror(errno));
        ok = false;
    }
    return ok;
}

static void add_counts(SimulationCounts *sum, SimulationCounts c)
{
    sum->steps += c.steps;
    sum->rejected += c.rejected;
    sum->rhs_evaluations += c.rhs_evaluations;
    sum->jacobian_evaluations += c.jacobian_evaluations;
    sum->factorizations += c.factorizations;
    sum->in_fronts += c.in_fronts;
    sum->newton_iterations += c.newton_iterations;
    sum->state_events += c.state_events;
    sum->time_events += c.time_events;
    sum->step_events += c.step_events;
}

// Another simulation goes on from the bytes, in memory of its own.
static bool go_on_from(Checkpoint *c, Simulation **run, const SimulationOptions *options,
                       Model *model, ResultWriter *rows, const Bytes *state)
{
    Arena *piece = arena_open("piece of a run");
    add_counts(&c->before, simulation_counts_now(*run));
    simulation_close(*run);
    *model->host = NULL;
    Simulation *next = simulation_open(piece, model, options, c->session->diag);
    if (!next) return false;
    if (c->piece) arena_close(c->piece);
    c->piece = piece;
    *run = next;
    return simulation_resume(next, state->bytes.data, state->bytes.count, c->remakes_objects) &&
           simulation_continue(next, rows) == RUN_DONE;
}

static RunOutcome steps_to(Simulation *run, const SimulationOptions *o, double limit)
{
    RunOutcome outcome = RUN_DONE;
    for (int64_t k = 0; outcome == RUN_DONE && !simulation_is_there(run, limit); k++) {
        if (o->interrupted && *o->interrupted) return RUN_INTERRUPTED;
        if (o->progress && (k & 63) == 0) o->progress(o->client, simulation_time(run));
        outcome = simulation_step(run, limit);
    }
    return outcome;
}

// The first multiple of the interval behind a time.
static double next_stop(const Checkpoint *c, const SimulationOptions *o, double time)
{
    double k = floor((time - o->start_time) / c->every * (1 + 1e-12)) + 1;
    return o->start_time + k * c->every;
}

static RunOutcome stop_and_go_on(Checkpoint *c, Simulation **run, const SimulationOptions *o,
                                 Model *model, ResultWriter *rows, ResultWriter *file)
{
    Bytes state = {0};
    Arena *a = arena_open("checkpoint");
    bool ok = write_checkpoint(c, *run, file, a, &state);
    if (ok) ok = go_on_from(c, run, o, model, rows, &state);
    arena_close(a);
    return ok ? RUN_DONE : RUN_STOPPED;
}

RunOutcome checkpoint_run(Checkpoint *c, Simulation **run, const SimulationOptions *o, Model *model,
                          ResultWriter *rows, ResultWriter *file)
{
    RunOutcome outcome =
        c->resumed ? simulation_continue(*run, rows) : simulation_begin(*run, rows);
    if (c->is_branch && outcome == RUN_DONE) outcome = simulation_settle(*run);
    while (outcome == RUN_DONE) {
        double stop = next_stop(c, o, simulation_time(*run));
        outcome = steps_to(*run, o, fmin(stop, o->stop_time));
        if (stop >= o->stop_time || simulation_is_there(*run, o->stop_time)) break;
        if (outcome != RUN_DONE) break;
        outcome = stop_and_go_on(c, run, o, model, rows, file);
    }
    return simulation_end(*run, outcome);
}

void checkpoint_add_counts(const Checkpoint *c, SimulationCounts *counts)
{
    add_counts(counts, c->before);
}

void checkpoint_close(Checkpoint *c)
{
    if (c->piece) arena_close(c->piece);
    c->piece = NULL;
}
