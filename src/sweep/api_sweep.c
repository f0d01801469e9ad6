// tarn.h: sweeps, and the devices that they may use.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sweep/lanes/opencl.h"
#include "sweep/sweep.h"
#include "tarn/api/handles.h"

tarn_sweep tarn_sweep_usual(void)
{
    return (tarn_sweep){
        .start_time = NAN, .stop_time = NAN, .tolerance = NAN, .step = NAN, .is_whole = 0};
}

// ---- What was asked for ----------------------------------------------------------------------

static WordList words_of(Arena *out, const char *const *texts)
{
    WordList words = {0};
    for (; texts && *texts; texts++) VEC_PUSH(out, &words, *texts);
    return words;
}

static bool find_sampling(Session *s, const char *name, int *sampling)
{
    static const char *const names[] = {
        [SAMPLING_LATIN] = "latin", [SAMPLING_HALTON] = "halton", [SAMPLING_RANDOM] = "random"};
    for (int i = 0; i < 3; i++)
        if (!name || !strcmp(name, names[i])) {
            *sampling = i;
            return true;
        }
    diag_error(s->diag, (Span){0, 0}, E_USAGE,
               "'%s' is no way to draw samples: latin, halton or random", name);
    return false;
}

static Session *open_like(const void *session)
{
    return session_like(session);
}

static bool take_options(const SessionCall *call, CompileOptions *compile, RunOptions *run,
                         SweepOptions *options)
{
    const tarn_sweep *w = call->sweep;
    Session *s = call->session->session;
    run_options_defaults(run);
    compile->start_time = w->start_time;
    compile->stop_time = w->stop_time;
    compile->step = w->step;
    compile->inline_method = w->inline_method;
    run->output = w->output;
    run->tolerance = w->tolerance;
    run->intervals = w->intervals;
    run->method = w->method;
    *options = (SweepOptions){.vary = words_of(s->arena, w->vary),
                              .rows = w->rows,
                              .samples = w->samples,
                              .seed = w->seed,
                              .keep = words_of(s->arena, w->keep),
                              .shard = w->shard ? w->shard : "none",
                              .device = w->device,
                              .jobs = w->jobs,
                              .resumes = w->resumes != 0,
                              .merges = w->merges != 0,
                              .open = open_like,
                              .client = call->session};
    if (!find_sampling(s, w->sampling, &options->sampling)) return false;
    if (w->output && sweep_is_result_path(w->output)) return true;
    diag_error(s->diag, (Span){0, 0}, E_USAGE, "the result of a sweep is FILE.csv or FILE.nc");
    return false;
}

// ---- The sweep -------------------------------------------------------------------------------

typedef struct Watching {
    const tarn_sweep *sweep;
    volatile int is_ended;
} Watching;

static void watch(void *client, uint64_t done, uint64_t failed, uint64_t of)
{
    Watching *w = client;
    if (w->sweep->progress &&
        w->sweep->progress(w->sweep->client, (long)done, (long)failed, (long)of))
        w->is_ended = 1;
}

static void hand_over(const Sweep *w, const tarn_sweep *asked, Arena *a)
{
    double *varied = ARENA_ARRAY(a, double, w->plan.n_axes + 1);
    for (uint32_t run = 0; run < w->table.n_runs; run++) {
        for (uint32_t i = 0; i < w->plan.n_axes; i++) varied[i] = sweep_axis_number(w, i, run);
        asked->take(asked->client, (long)run, varied,
                    &w->table.numbers[(size_t)run * w->table.n_numbers], w->table.why[run]);
    }
}

static tarn_result result_of(const Sweep *w, SweepOutcome outcome)
{
    if (outcome == SWEEP_WRONG) return TARN_WRONG_MODEL;
    if (outcome == SWEEP_STOPPED) return TARN_CANCELLED;
    return w->table.n_runs && w->table.n_failed == w->table.n_runs ? TARN_STOPPED : TARN_OK;
}

static void close_sweep(void *sweep)
{
    sweep_close(sweep);
}

// Its arena closes it, also when memory runs out.
static Sweep *open_sweep(Arena *a)
{
    Sweep *w = ARENA_NEW(a, Sweep);
    w->journal.file = -1;
    arena_own(a, close_sweep, w);
    return w;
}

static void answer(const Sweep *w, tarn_sweep *asked)
{
    asked->n_runs = (long)w->table.n_runs;
    asked->n_failed = (long)w->table.n_failed;
    asked->n_varied = (long)w->plan.n_axes;
    asked->n_kept = (long)w->keep.n_numbers;
    asked->is_whole = w->is_whole;
}

static tarn_result run_sweep(const SessionCall *call)
{
    Session *s = call->session->session;
    tarn_sweep *asked = call->sweep;
    CompileOptions compile;
    RunOptions run;
    SweepOptions options;
    const char *name = session_asked(call, &compile);
    if (!name || !take_options(call, &compile, &run, &options)) return TARN_WRONG_USE;
    Arena *a = arena_open("sweep");
    Sweep *w = open_sweep(a);
    Watching watching = {.sweep = asked};
    SweepOutcome outcome = sweep_run(w, s, name, &compile, &run, &options,
                                     (SweepWatch){&watching.is_ended, &watching, watch});
    bool is_whole = outcome == SWEEP_DONE && w->is_whole;
    if (is_whole && asked->page && !sweep_write_page(w, s, asked->page)) outcome = SWEEP_WRONG;
    answer(w, asked);
    if (is_whole && asked->take) hand_over(w, asked, a);
    tarn_result result = result_of(w, outcome);
    arena_close(a);
    return result;
}

tarn_result tarn_sweep_run(tarn_session *session, const char *class_name,
                           const char *const *modifications, tarn_sweep *sweep)
{
    return session_guarded(
        &(SessionCall){
            .session = session, .name = class_name, .modifications = modifications, .sweep = sweep},
        run_sweep);
}

// ---- Devices ---------------------------------------------------------------------------------

static tarn_result list_devices(const SessionCall *call)
{
    const char *why;
    DeviceList list = opencl_devices(call->session->session, &why);
    tarn_device cpu = {.name = "cpu", .description = "this processor", .has_doubles = 1};
    call->take_device(call->client, &cpu);
    for (uint32_t i = 0; i < list.count; i++) {
        const DeviceInfo *d = &list.data[i];
        char name[30];
        snprintf(name, sizeof name, "opencl:%u", i);
        tarn_device device = {name,           d->name,           d->vendor,     d->driver,
                              (long)d->units, (double)d->memory, d->has_doubles};
        call->take_device(call->client, &device);
    }
    return TARN_OK;
}

tarn_result tarn_devices(tarn_session *session,
                         void (*take)(void *client, const tarn_device *device), void *client)
{
    return session_guarded(
        &(SessionCall){.session = session, .take_device = take, .client = client}, list_devices);
}
