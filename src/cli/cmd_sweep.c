// tarn sweep: one compilation, many runs.
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "sweep/sweep.h"

enum { FIRST_AFTER_MS = 1000, REDRAW_AFTER_MS = 200 };

typedef struct SweepProgress {
    FILE *terminal; // NULL: show nothing
    double begin, last;
    uint64_t n_before; // runs at the first look
    bool has_looked, drawn;
} SweepProgress;

static void show_progress(void *progress, uint64_t done, uint64_t failed, uint64_t of)
{
    SweepProgress *p = progress;
    double now = milliseconds_now();
    if (!p->has_looked) p->n_before = done;
    p->has_looked = true;
    if (!p->terminal || now - p->begin < FIRST_AFTER_MS || now - p->last < REDRAW_AFTER_MS) return;
    fprintf(p->terminal, "\r\033[K%llu of %llu runs", (unsigned long long)done,
            (unsigned long long)of);
    if (failed) fprintf(p->terminal, ", %llu failed", (unsigned long long)failed);
    if (done > p->n_before) {
        double each = (now - p->begin) / (double)(done - p->n_before) / 1e3;
        fprintf(p->terminal, ", %.0f s left", each * (double)(of - done));
    }
    fflush(p->terminal);
    p->last = now;
    p->drawn = true;
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void say_what_happened(Cli *cli, const Sweep *w, SweepOutcome outcome, double milliseconds)
{
    uint64_t mine = w->end - w->first, all = w->table.n_runs;
    FILE *out = cli->out;
    if (cli->options->sweep.merges)
        fprintf(out, "%s: %u of %llu runs are there", w->variants.what, w->table.n_done,
                (unsigned long long)all);
    else
        fprintf(out, "%s: %llu run%s", w->variants.what, (unsigned long long)mine, plural(mine));
    if (w->shard.count > 1) fprintf(out, " (part %u of %u)", w->shard.index + 1, w->shard.count);
    if (w->n_before && !cli->options->sweep.merges) fprintf(out, ", %u were there", w->n_before);
    if (w->table.n_failed) fprintf(out, ", %u failed", w->table.n_failed);
    if (w->n_threads)
        fprintf(out, ", %u thread%s, %.2f s", w->n_threads, plural(w->n_threads),
                milliseconds / 1e3);
    if (w->device)
        fprintf(out, "; %s: %.3g steps in %.3g s", w->device->device.name, w->device->steps,
                w->device->seconds);
    fputc('\n', out);
    if (outcome == SWEEP_STOPPED)
        fprintf(out, "stopped: %u runs are finished; the same command with --resume goes on\n",
                w->table.n_done);
    else if (w->is_whole)
        fprintf(out, "result: %s\n", w->output);
    else
        fprintf(out, "%u of %llu runs are there; the last part writes %s\n", w->table.n_done,
                (unsigned long long)all, w->output);
}

static bool check_output(Cli *cli)
{
    const char *output = cli->options->run.output;
    const char *why = !output ? "--output FILE.csv or FILE.nc says where the runs are kept"
                      : !sweep_is_result_path(output)
                          ? "--output: the result of a sweep is FILE.csv or FILE.nc"
                          : NULL;
    if (why) diag_error(cli->session->diag, (Span){0, 0}, E_USAGE, "%s", why);
    return !why;
}

static ExitStatus status_of(const Sweep *w, SweepOutcome outcome)
{
    if (outcome == SWEEP_STOPPED) return STATUS_STOPPED;
    if (outcome == SWEEP_WRONG) return STATUS_WRONG_MODEL;
    bool all_failed = w->table.n_runs && w->table.n_failed == w->table.n_runs;
    return all_failed ? STATUS_STOPPED : STATUS_DONE;
}

ExitStatus cmd_sweep(Cli *cli)
{
    const Options *o = cli->options;
    if (!check_output(cli)) return STATUS_USAGE;
    bool shows = !o->quiet && isatty(fileno(cli->err));
    double begin = milliseconds_now();
    SweepProgress progress = {.terminal = shows ? cli->err : NULL, .begin = begin};
    SweepWatch watch = {interrupt_flag(), &progress, show_progress};
    Sweep sweep;
    interrupt_begin(NULL);
    SweepOutcome outcome =
        sweep_run(&sweep, cli->session, o->words.data[0], &o->compile, &o->run, &o->sweep, watch);
    if (outcome == SWEEP_DONE && o->html && sweep.is_whole &&
        !sweep_write_page(&sweep, cli->session, o->html))
        outcome = SWEEP_WRONG;
    interrupt_end();
    if (progress.drawn) fputs("\r\033[K", cli->err);
    if (!o->quiet && outcome != SWEEP_WRONG)
        say_what_happened(cli, &sweep, outcome, milliseconds_now() - begin);
    ExitStatus status = status_of(&sweep, outcome);
    sweep_close(&sweep);
    return status;
}
