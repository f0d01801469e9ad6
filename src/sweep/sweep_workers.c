// Threads that make runs. They share nothing that changes but the number of the next run and the
// file that finished runs are added to; every run begins as if it were the first one, so that it
// is the same bits on every thread.
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sweep/sweep.h"

enum { MOST_THREADS = 1024, PIECE = 16, LONGEST_REASON = 500 };

typedef struct Crew {
    Sweep *sweep;
    SweepWatch watch;
    const uint32_t *order; // of runs, those of a model together; NULL: as they are
    uint64_t n;
    _Atomic uint64_t next;
    _Atomic uint32_t n_done, n_failed, n_working;
    _Atomic int error; // of the file; 0: none
    atomic_bool is_ended;
} Crew;

typedef struct Worker {
    Crew *crew;
    pthread_t thread;
    tarn_model *model; // its own; NULL: that of the first run
    KeepList keep;     // of that model,
    Arena *names;      // and its memory
    tarn_run *run;
    uint64_t key; // of the model
    bool has_key, is_used;
    bool waits;                   // the last run, for others
    char why[LONGEST_REASON + 1]; // the model or the run failed
    double *numbers;
    LaneGroup *group; // of lanes side by side; NULL: none
    Arena *lanes;     // its memory
    Arena *scratch;   // of a run
} Worker;

static bool must_end(const Crew *c)
{
    return atomic_load(&c->is_ended) || (c->watch.interrupted && *c->watch.interrupted);
}

static int on_progress(void *client, double time)
{
    (void)time;
    return must_end(client);
}

// The first error says why, and its first note with it.
static void on_diagnostic(void *client, const tarn_diagnostic *d)
{
    Worker *w = client;
    if (d->severity != TARN_ERROR || w->why[0]) return;
    static const char mark[] = "note: ";
    const char *note = strstr(d->text, mark);
    if (note) note += strlen(mark);
    int length = note ? (int)strcspn(note, "\n") : 0;
    snprintf(w->why, sizeof w->why, "%s%s%.*s", d->message, note ? ": " : "", length,
             note ? note : "");
}

// ---- A run ---------------------------------------------------------------------------------

static void close_model(Worker *w)
{
    tarn_run_close(w->run);
    tarn_model_close(w->model);
    arena_close(w->names);
    w->run = NULL;
    w->model = NULL;
    w->names = NULL;
    w->is_used = false;
}

static bool open_run(Worker *w, tarn_model *model)
{
    const Sweep *s = w->crew->sweep;
    tarn_experiment e = tarn_model_experiment(model);
    RunKind kind = compiled_model_kind(s->variants.compile, s->variants.run);
    kind.is_exchanged = s->lanes != NULL;
    kind.is_unjudged = true; // warnings are not kept
    kind.inputs = s->inputs;
    e.records = s->keep.needs_rows && !s->lanes;
    e.variables = e.records ? s->keep.recorded : NULL;
    if (run_open_as(model, &e, &kind, &w->run) != TARN_OK) return false;
    tarn_run_on_diagnostic(w->run, on_diagnostic, w);
    tarn_run_on_progress(w->run, on_progress, w->crew);
    return true;
}

// A model that something is compiled into.
static bool take_model(Worker *w, uint32_t run)
{
    const Sweep *s = w->crew->sweep;
    const char *missing;
    w->model = variants_compile(&s->variants, run, w->why, sizeof w->why);
    if (!w->model) return false;
    w->names = arena_open("model of a thread");
    if (keep_of_model(&s->keep, s->variants.first, w->model, w->names, &w->keep, &missing))
        return true;
    snprintf(w->why, sizeof w->why, "the model of this run has no '%s'", missing);
    return false;
}

// A run of the right model, as it was opened. False: there is none, `why` says so.
static bool prepare_run(Worker *w, uint32_t run)
{
    const Variants *v = &w->crew->sweep->variants;
    uint64_t key = variants_key(v, run);
    if (w->has_key && w->key == key && w->run)
        return !w->is_used || tarn_run_reset(w->run, NULL) == TARN_OK;
    close_model(w);
    w->key = key;
    w->has_key = true;
    w->keep = w->crew->sweep->keep;
    if (key != variants_key(v, 0) && !take_model(w, run)) return false;
    return open_run(w, w->model ? w->model : v->first);
}

static tarn_result set_values(Worker *w, uint32_t run)
{
    const Variants *v = &w->crew->sweep->variants;
    tarn_result result = TARN_OK;
    for (uint32_t i = 0; i < v->plan->n_axes && result == TARN_OK; i++)
        if (v->variables[i] >= 0) {
            int variable =
                w->model ? tarn_model_find(w->model, v->plan->axes[i].name) : v->variables[i];
            result = tarn_run_set(w->run, variable, variants_number(v, run, i));
        }
    return result;
}

// A start value that something else decides is no value of the sweep.
static bool starts_hold(Worker *w, uint32_t run)
{
    const Variants *v = &w->crew->sweep->variants;
    const tarn_model *model = w->model ? w->model : v->first;
    for (uint32_t i = 0; i < v->plan->n_axes; i++) {
        double want = NAN, is = NAN;
        if (v->variables[i] < 0) continue;
        int variable = tarn_model_find(model, v->plan->axes[i].name);
        if (tarn_model_variable(model, variable)->variability <= TARN_PARAMETER) continue;
        want = variants_number(v, run, i);
        tarn_run_get(w->run, variable, &is);
        if (fabs(is - want) <= 1e-9 * fmax(fabs(want), 1)) continue;
        snprintf(w->why, sizeof w->why,
                 "'%s' starts with %g, not with %g: an equation decides it, or an event changes it",
                 v->plan->axes[i].name, is, want);
        return false;
    }
    return true;
}

static void keep_record(Worker *w, uint32_t run, const double *numbers);

static void keep_lane(Worker *w, uint32_t run, int status, double *numbers)
{
    if (status > LANE_TERMINATED) {
        if (!w->why[0]) snprintf(w->why, sizeof w->why, "%s", lane_status_words(status));
        for (uint32_t i = 0; i < w->crew->sweep->keep.n_numbers; i++) numbers[i] = NAN;
    } else {
        w->why[0] = 0;
    }
    keep_record(w, run, numbers);
}

// The lanes that wait for each other.
static void make_group(Worker *w)
{
    LaneResult *results;
    int n = w->group && !must_end(w->crew) ? lane_group_go(w->group, &results) : 0;
    Arena *outer = w->scratch;
    w->scratch = arena_open("runs of a group");
    for (int i = 0; i < n; i++) {
        snprintf(w->why, sizeof w->why, "%s", results[i].why);
        keep_lane(w, results[i].run, results[i].status, results[i].numbers);
    }
    arena_close(w->scratch);
    w->scratch = outer;
}

static bool take_into_group(Worker *w, uint32_t run)
{
    const Sweep *s = w->crew->sweep;
    if (!s->is_wide) return false;
    if (!w->lanes) {
        w->lanes = arena_open("lanes of a thread");
        w->group = lane_group_open(s->lanes, &s->grid, w->lanes);
    }
    if (!w->group) return false;
    if (lane_group_take(w->group, run, w->run)) make_group(w);
    return true;
}

// On this processor at once, or with its neighbours; on a device with the others of its batch.
static tarn_result simulate_lane(Worker *w, uint32_t run, uint64_t lane)
{
    const Sweep *s = w->crew->sweep;
    w->waits = true;
    if (s->device) return device_runs_take(s->device, lane, w->run), TARN_OK;
    if (take_into_group(w, run)) return TARN_OK;
    w->waits = false;
    int status =
        lane_simulate(s->lanes, &s->grid, w->run, w->numbers, w->why, sizeof w->why, w->scratch);
    if (status <= LANE_TERMINATED) return w->why[0] = 0, TARN_OK;
    for (uint32_t i = 0; i < s->keep.n_numbers; i++) w->numbers[i] = NAN;
    if (!w->why[0]) snprintf(w->why, sizeof w->why, "%s", lane_status_words(status));
    return TARN_STOPPED;
}

static tarn_result simulate(Worker *w, uint32_t run, uint64_t lane)
{
    uint32_t n = w->crew->sweep->keep.n_numbers;
    for (uint32_t i = 0; i < n; i++) w->numbers[i] = NAN;
    if (!prepare_run(w, run)) return TARN_STOPPED;
    w->is_used = true;
    tarn_result result = set_values(w, run);
    if (result == TARN_OK) result = tarn_run_initialize(w->run);
    if (result == TARN_OK && !starts_hold(w, run)) return TARN_STOPPED;
    if (result == TARN_OK && w->crew->sweep->lanes) return simulate_lane(w, run, lane);
    return result == TARN_OK ? keep_simulate(&w->keep, w->run, w->numbers, w->scratch) : result;
}

// ---- What is left of it --------------------------------------------------------------------

static void keep_record(Worker *w, uint32_t run, const double *numbers)
{
    Sweep *s = w->crew->sweep;
    unsigned char *bytes;
    size_t size;
    RunRecord record = {run, (uint32_t)strlen(w->why), w->why, numbers};
    journal_encode(&s->journal, &record, w->scratch, &bytes, &size);
    if (!journal_write(&s->journal, bytes, size)) atomic_store(&w->crew->error, errno);
    atomic_fetch_add(&w->crew->n_done, 1);
    atomic_fetch_add(&w->crew->n_failed, w->why[0] != 0);
}

// A run that waits for its batch is no record yet.
static void make_run(Worker *w, uint32_t run, uint64_t lane)
{
    w->why[0] = 0;
    w->waits = false;
    w->scratch = arena_open("run of a sweep");
    tarn_result result = simulate(w, run, lane);
    if (result != TARN_OK && result != TARN_CANCELLED && !w->why[0])
        snprintf(w->why, sizeof w->why, "%s", tarn_result_text(result));
    if (result != TARN_CANCELLED && !w->waits) keep_record(w, run, w->numbers);
    if (result == TARN_NO_MEMORY) close_model(w);
    arena_close(w->scratch);
}

static void *work(void *worker)
{
    Worker *w = worker;
    Crew *c = w->crew;
    const Sweep *s = c->sweep;
    for (uint64_t begin; (begin = atomic_fetch_add(&c->next, PIECE)) < c->n && !must_end(c);)
        for (uint64_t i = begin; i < begin + PIECE && i < c->n && !must_end(c); i++) {
            uint32_t run = c->order ? c->order[i] : (uint32_t)(s->first + i);
            if (!s->table.is_done[run]) make_run(w, run, i);
            if (atomic_load(&c->error)) atomic_store(&c->is_ended, true);
        }
    make_group(w);
    arena_close(w->lanes);
    close_model(w);
    atomic_fetch_sub(&c->n_working, 1);
    return NULL;
}

// ---- The crew ------------------------------------------------------------------------------

typedef struct Keyed {
    uint64_t key;
    uint32_t run;
} Keyed;

static int compare_keys(const void *a, const void *b)
{
    const Keyed *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->run > y->run) - (x->run < y->run);
}

// Runs of one model stand together, so that each thread compiles it once.
static const uint32_t *order_of(const Sweep *s, Arena *a)
{
    if (!s->variants.is_structural) return NULL;
    size_t n = (size_t)(s->end - s->first);
    Keyed *keyed = ARENA_ARRAY(a, Keyed, n + 1);
    uint32_t *order = ARENA_ARRAY(a, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++)
        keyed[i] = (Keyed){variants_key(&s->variants, s->first + i), (uint32_t)(s->first + i)};
    qsort(keyed, n, sizeof *keyed, compare_keys);
    for (size_t i = 0; i < n; i++) order[i] = keyed[i].run;
    return order;
}

static uint32_t thread_count(const Sweep *s)
{
    long n = s->options->jobs ? (long)s->options->jobs : sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t runs = s->end - s->first;
    if (n < 1) n = 1;
    if (n > MOST_THREADS) n = MOST_THREADS;
    return (uint64_t)n > runs ? (uint32_t)(runs ? runs : 1) : (uint32_t)n;
}

static void watch_crew(Crew *c)
{
    const Sweep *s = c->sweep;
    const struct timespec moment = {0, 20000000};
    while (atomic_load(&c->n_working)) {
        nanosleep(&moment, NULL);
        if (c->watch.progress)
            c->watch.progress(c->watch.client, s->n_before + atomic_load(&c->n_done),
                              atomic_load(&c->n_failed), s->end - s->first);
    }
}

static bool start(Crew *c, Worker *w, Session *s)
{
    *w = (Worker){.crew = c, .numbers = ARENA_ARRAY(s->arena, double, c->sweep->keep.n_numbers)};
    atomic_fetch_add(&c->n_working, 1);
    if (!pthread_create(&w->thread, NULL, work, w)) return true;
    atomic_fetch_sub(&c->n_working, 1);
    return false;
}

// All runs of the crew; an error of the system, or 0.
static int crew_work(Crew *c, Session *s)
{
    uint32_t n = thread_count(c->sweep), started = 0;
    Worker *workers = ARENA_ARRAY(s->arena, Worker, n);
    while (started < n && start(c, &workers[started], s)) started++;
    watch_crew(c);
    for (uint32_t i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
    c->sweep->n_threads = started;
    return started ? atomic_load(&c->error) : EAGAIN;
}

// ---- Batches on a device ---------------------------------------------------------------------

static bool batch_goes_on(void *client, double part)
{
    const Crew *c = client;
    const Sweep *s = c->sweep;
    if (c->watch.progress)
        c->watch.progress(c->watch.client,
                          s->n_before + atomic_load(&c->n_done) + (uint64_t)(part * (double)c->n),
                          atomic_load(&c->n_failed), s->end - s->first);
    return !must_end(c);
}

// Initialized by the crew, stepped on the device, kept in order.
static int make_batch(Crew *c, Session *s, bool *ok)
{
    Sweep *w = c->sweep;
    atomic_store(&c->next, 0);
    device_runs_begin(w->device, c->n);
    int error = crew_work(c, s);
    if (error || must_end(c)) return error;
    *ok = device_runs_step(s, w->device, (DeviceWatch){c, batch_goes_on});
    Worker keeper = {.crew = c, .numbers = ARENA_ARRAY(s->arena, double, w->keep.n_numbers + 1)};
    for (uint64_t i = 0; *ok && i < c->n && !atomic_load(&c->error); i++) {
        int status = device_runs_status(w->device, i, keeper.numbers);
        if (!device_runs_has(w->device, i)) continue; // the start failed: it is kept already
        keeper.scratch = arena_open("run of a batch");
        keeper.why[0] = 0;
        keep_lane(&keeper, c->order[i], status, keeper.numbers);
        arena_close(keeper.scratch);
    }
    return atomic_load(&c->error);
}

// False after a report; *error is one of the system.
static bool make_batches(Crew *c, Session *s, int *error)
{
    const Sweep *w = c->sweep;
    uint32_t *pending = ARENA_ARRAY(s->arena, uint32_t, w->device->most_lanes + 1);
    bool ok = true;
    c->order = pending;
    for (uint64_t run = w->first; ok && !*error && run < w->end && !must_end(c);) {
        for (c->n = 0; run < w->end && c->n < w->device->most_lanes; run++)
            if (!w->table.is_done[run]) pending[c->n++] = (uint32_t)run;
        if (c->n) *error = make_batch(c, s, &ok);
    }
    return ok || must_end(c);
}

bool sweep_make_runs(Sweep *sweep, Session *s, SweepWatch watch)
{
    Crew crew = {.sweep = sweep, .watch = watch, .n = sweep->end - sweep->first};
    int error = 0;
    if (sweep->device) {
        if (!make_batches(&crew, s, &error)) return false;
    } else {
        crew.order = order_of(sweep, s->arena);
        error = crew_work(&crew, s);
    }
    if (error) {
        diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot write '%s': %s", sweep->journal.path,
                   strerror(error));
        return false;
    }
    sweep->is_cut_short = must_end(&crew);
    // What was written is what counts.
    return journal_read(s, &sweep->journal, &sweep->table);
}
