#include "sweep/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/hash.h"
#include "tarn/runs/input_table.h"

// ---- Journals ------------------------------------------------------------------------------

static const char *journal_path(Session *s, const char *output, const Shard *shard)
{
    if (shard->count == 1) return arena_printf(s->arena, "%s.runs", output);
    return arena_printf(s->arena, "%s.%u-of-%u.runs", output, shard->index + 1, shard->count);
}

static uint64_t hash_numbers(uint64_t h, const double *numbers, size_t n)
{
    return hash_mix(h, hash_bytes((const char *)numbers, n * sizeof *numbers));
}

static uint64_t hash_inputs(uint64_t h, const InputTable *t)
{
    if (!t) return h;
    h = hash_numbers(h, t->times, t->n_rows);
    for (int32_t i = 0; i < t->n_columns; i++) {
        h = hash_mix(h, (uint64_t)t->columns[i].slot * 2 + t->columns[i].is_held);
        h = hash_numbers(h, t->columns[i].values, t->n_rows);
    }
    return h;
}

static uint64_t identity_of(const Sweep *w)
{
    const tarn_experiment e = tarn_model_experiment(w->variants.first);
    uint64_t h = hash_mix(w->variants.identity, plan_hash(&w->plan));
    double numbers[] = {e.start_time, e.stop_time, e.tolerance, e.step, e.max_step};
    h = hash_inputs(hash_numbers(h, numbers, sizeof numbers / sizeof *numbers), w->inputs);
    if (e.method) h = hash_mix(h, hash_bytes(e.method, strlen(e.method)));
    if (w->options->device)
        h = hash_mix(h, hash_bytes(w->options->device, strlen(w->options->device)));
    return hash_mix(hash_mix(h, keep_hash(&w->keep)), w->variants.run->is_dae);
}

static bool refuse_older(Sweep *w, Session *s)
{
    diag_error(s->diag, (Span){0, 0}, E_USAGE,
               "'%s' has the finished runs of a sweep that was ended: --resume goes on with it; "
               "remove it to begin anew",
               w->journal.path);
    return false;
}

static bool open_journal(Sweep *w, Session *s)
{
    w->journal = (Journal){.file = -1,
                           .path = journal_path(s, w->output, &w->shard),
                           .n_numbers = w->keep.n_numbers,
                           .identity = identity_of(w)};
    w->table = run_table_make(s->arena, (uint32_t)w->plan.n_runs, w->keep.n_numbers);
    bool is_there = access(w->journal.path, F_OK) == 0;
    if (is_there && !w->options->resumes && !w->options->merges) return refuse_older(w, s);
    if (!journal_read(s, &w->journal, &w->table)) return false;
    w->n_before = w->table.n_done;
    return w->options->merges || journal_open(s, &w->journal, is_there);
}

// ---- The parts together --------------------------------------------------------------------

static bool read_shards(Sweep *w, Session *s)
{
    for (uint32_t i = 0; i < w->shard.count; i++) {
        Shard other = {i, w->shard.count, NULL};
        Journal j = w->journal;
        j.path = journal_path(s, w->output, &other);
        if (i != w->shard.index && !journal_read(s, &j, &w->table)) return false;
    }
    return true;
}

static void remove_shards(Sweep *w, Session *s)
{
    for (uint32_t i = 0; i < w->shard.count; i++) {
        Shard other = {i, w->shard.count, NULL};
        const char *path = journal_path(s, w->output, &other);
        if (unlink(path) && errno != ENOENT)
            diag_warning(s->diag, (Span){0, 0}, E_FILE,
                         "'%s' has served its time and cannot be removed: %s", path,
                         strerror(errno));
    }
}

static bool write_whole(Sweep *w, Session *s)
{
    if (!read_shards(w, s)) return false;
    w->is_whole = w->table.n_done == w->table.n_runs;
    if (!w->is_whole) return true;
    if (!sweep_write(w, s)) return false;
    remove_shards(w, s);
    return true;
}

// The last shard writes the result. Two that end together wait for each other; the second finds
// that its journal is gone.
static bool join(Sweep *w, Session *s)
{
    if (w->shard.count == 1) return write_whole(w, s);
    const char *path = arena_printf(s->arena, "%s.joining", w->output);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0 || flock(lock, LOCK_EX)) {
        diag_error(s->diag, (Span){0, 0}, E_FILE, "cannot write '%s': %s", path, strerror(errno));
        if (lock >= 0) close(lock);
        return false;
    }
    bool is_joined = !w->options->merges && access(w->journal.path, F_OK) != 0;
    bool ok = is_joined || write_whole(w, s);
    w->is_whole |= is_joined;
    unlink(path);
    close(lock);
    return ok;
}

static bool fits_output(const Sweep *w, Session *s)
{
    size_t n = strlen(w->output);
    bool is_columns = n > 3 && !strcmp(w->output + n - 3, ".nc");
    for (uint32_t i = 0; i < w->keep.count; i++)
        if (w->keep.items[i].kind == KEEP_TRACE && !is_columns) {
            diag_error(s->diag, (Span){0, 0}, E_USAGE,
                       "--keep %s: trajectories are kept in files that end with .nc",
                       w->keep.items[i].label);
            return false;
        }
    return true;
}

// ---- Devices ---------------------------------------------------------------------------------

static bool refuse_device(Session *s, const char *why)
{
    diag_error(s->diag, (Span){0, 0}, E_USAGE, "--device: %s", why);
    return false;
}

static bool find_axes_possible(const Sweep *w, Session *s)
{
    for (uint32_t i = 0; i < w->plan.n_axes; i++)
        if (w->variants.variables[i] < 0)
            return refuse_device(s, arena_printf(s->arena,
                                                 "'%s' is compiled into the model, which "
                                                 "is one for all runs there",
                                                 w->plan.axes[i].name));
    return true;
}

static bool read_inputs(Sweep *w, Session *s, const tarn_experiment *e)
{
    if (!w->variants.run->inputs) return true;
    if (w->variants.is_structural || w->options->device) {
        diag_error(s->diag, (Span){0, 0}, E_USAGE,
                   "--inputs belong to one model: not together with --device, or with parameters "
                   "that are compiled into it");
        return false;
    }
    return input_table_read(s, s->arena, model_tables(w->variants.first), w->variants.run,
                            e->start_time, &w->inputs);
}

static bool open_device(Sweep *w, Session *s, const tarn_experiment *e)
{
    const char *device = w->options->device;
    unsigned which = 0;
    char rest;
    if (!device) return true;
    bool is_cpu = !strncmp(device, "cpu", 3) && (!device[3] || !strcmp(device + 3, ":1"));
    w->is_wide = is_cpu && !device[3] && lane_group_is_possible();
    if (!is_cpu && strcmp(device, "opencl") != 0 &&
        sscanf(device, "opencl:%5u%c", &which, &rest) != 1)
        return refuse_device(s, "cpu, cpu:1, opencl or opencl:N; 'tarn devices' lists them");
    if (w->variants.run->is_dae) return refuse_device(s, "not in DAE form");
    if (!find_axes_possible(w, s)) return false;
    w->lanes = lane_tables_make(s, w->variants.first, w->variants.compile, &w->keep);
    if (!w->lanes) return false;
    w->grid = lane_grid(e);
    if (is_cpu || w->options->merges) return true;
    w->device = device_runs_open(s, w->lanes, &w->grid, which, (size_t)(w->end - w->first));
    return w->device != NULL;
}

static bool prepare(Sweep *w, Session *s)
{
    if (!plan_make(s, w->options, &w->plan)) return false;
    if (!shard_find(s, w->options->shard, &w->shard)) return false;
    if (!variants_open(&w->variants, s)) return false;
    tarn_experiment e = tarn_model_experiment(w->variants.first);
    if (!keep_make(s, &w->options->keep, w->variants.first, &e, &w->keep)) return false;
    if (!fits_output(w, s)) return false;
    shard_runs(&w->shard, w->plan.n_runs, &w->first, &w->end);
    if (!read_inputs(w, s, &e) || !open_device(w, s, &e)) return false;
    return open_journal(w, s);
}

// What was finished before something went wrong stays, and is told; a file without it goes.
static void leave_journal(Sweep *w, Session *s)
{
    if (w->journal.file < 0) return;
    if (journal_has_runs(&w->journal))
        diag_info(s->diag, (Span){0, 0}, E_FILE,
                  "'%s' has the runs that are finished: --resume goes on with them",
                  w->journal.path);
    else
        unlink(w->journal.path);
}

static SweepOutcome run_and_join(Sweep *w, Session *s, SweepWatch watch)
{
    if (!w->options->merges && !sweep_make_runs(w, s, watch)) return SWEEP_WRONG;
    if (w->is_cut_short) return SWEEP_STOPPED;
    return join(w, s) ? SWEEP_DONE : SWEEP_WRONG;
}

SweepOutcome sweep_run(Sweep *w, Session *s, const char *what, const CompileOptions *compile,
                       const RunOptions *run, const SweepOptions *options, SweepWatch watch)
{
    *w = (Sweep){.options = options, .output = run->output, .journal = {.file = -1}};
    w->variants = (Variants){.what = what,
                             .compile = compile,
                             .run = run,
                             .plan = &w->plan,
                             .open = options->open,
                             .client = options->client};
    if (!prepare(w, s)) return SWEEP_WRONG;
    SweepOutcome outcome = run_and_join(w, s, watch);
    if (outcome == SWEEP_WRONG) leave_journal(w, s);
    return outcome;
}

void sweep_close(Sweep *w)
{
    journal_close(&w->journal);
    tarn_model_close(w->variants.first);
}
