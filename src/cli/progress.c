#include "cli/progress.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "tarn/compile/pipeline.h"

enum { FIRST_AFTER_MS = 1000, REDRAW_AFTER_MS = 100, BAR_WIDTH = 40 };

static void begin_run(void *progress, double start_time, double stop_time)
{
    Progress *p = progress;
    bool show = p->terminal && isatty(fileno(p->terminal)) && isfinite(stop_time - start_time) &&
                stop_time > start_time;
    if (!show) p->terminal = NULL;
    p->start_time = start_time;
    p->stop_time = stop_time;
    p->begin = p->last = milliseconds_now();
    interrupt_begin(p->output);
}

static void note_writer(void *progress, ResultWriter *writer)
{
    (void)progress;
    interrupt_rescue(writer);
}

static void end_run(void *progress)
{
    (void)progress;
    interrupt_end();
}

static void progress_show(void *progress, double time)
{
    Progress *p = progress;
    if (!p->terminal) return;
    double now = milliseconds_now();
    if (now - p->begin < FIRST_AFTER_MS || now - p->last < REDRAW_AFTER_MS) return;
    double part = (time - p->start_time) / (p->stop_time - p->start_time);
    int filled = (int)lround(BAR_WIDTH * fmin(fmax(part, 0), 1));
    char bar[BAR_WIDTH + 1];
    memset(bar, '.', BAR_WIDTH);
    memset(bar, '#', (size_t)filled);
    bar[BAR_WIDTH] = '\0';
    fprintf(p->terminal, "\r[%s] t = %.6g of %.6g  ", bar, time, p->stop_time);
    fflush(p->terminal);
    p->last = now;
    p->drawn = true;
}

RunWatch progress_watch(Progress *p, FILE *terminal, const char *output)
{
    *p = (Progress){.terminal = terminal, .output = output};
    return (RunWatch){.interrupted = interrupt_flag(),
                      .client = p,
                      .progress = progress_show,
                      .begin = begin_run,
                      .writes = note_writer,
                      .end = end_run};
}

void progress_close(Progress *p)
{
    interrupt_end();
    if (p->drawn) fprintf(p->terminal, "\r\033[K");
    p->drawn = false;
}
