// progress.h -- a progress bar on a terminal for runs longer than a second, and Ctrl-C.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H
#include <stdbool.h>
#include <stdio.h>

typedef struct Progress {
    FILE *terminal;               // NULL: show nothing
    double start_time, stop_time; // of the simulation
    double begin, last;           // wall clock in milliseconds: of the run, of the last drawing
    bool drawn;
} Progress;

// `terminal` may be a file or a pipe, too: then nothing is ever shown.
Progress progress_open(FILE *terminal, double start_time, double stop_time);
void progress_show(void *progress, double time); // cheap; draws ten times a second at most
void progress_close(Progress *p);                // clears the bar

// From now on Ctrl-C sets the returned flag to 1 instead of ending the program; a second one
// ends it.
const volatile int *interrupt_watch(void);
#endif
