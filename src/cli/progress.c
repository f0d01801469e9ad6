#include "cli/progress.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tarn/pipeline.h"

enum { FIRST_AFTER_MS = 1000, REDRAW_AFTER_MS = 100, BAR_WIDTH = 40 };

Progress progress_open(FILE *terminal, double start_time, double stop_time)
{
    bool show = terminal && isatty(fileno(terminal)) && isfinite(stop_time - start_time) &&
                stop_time > start_time;
    double now = milliseconds_now();
    return (Progress){.terminal = show ? terminal : NULL,
                      .start_time = start_time,
                      .stop_time = stop_time,
                      .begin = now,
                      .last = now};
}

void progress_show(void *progress, double time)
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

void progress_close(Progress *p)
{
    if (p->drawn) fprintf(p->terminal, "\r\033[K");
    p->drawn = false;
}

// The one mutable file-scope variable of the program: a signal handler can reach nothing else.
static volatile int interrupted;

static void note_interrupt(int signal_number)
{
    if (interrupted) _exit(128 + signal_number);
    interrupted = 1;
}

const volatile int *interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = note_interrupt};
    interrupted = 0;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); // a file that must not grow fails like one on a full disk
    return &interrupted;
}
