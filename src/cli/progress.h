// progress.h -- a run as it is watched: a progress bar on a terminal once it takes longer than a
// second, and signals that end it.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H
#include <stdbool.h>
#include <stdio.h>

#include "tarn/compile/compile_options.h"

typedef struct Progress {
    FILE *terminal;               // NULL: show nothing
    double start_time, stop_time; // of the simulation
    double begin, last;           // wall clock in milliseconds: of the run, of the last drawing
    bool drawn;
    const char *output; // file of the result; NULL: none
} Progress;

// `terminal` may be a file or a pipe, too: then nothing is ever shown.
RunWatch progress_watch(Progress *p, FILE *terminal, const char *output);
void progress_close(Progress *p); // clears the bar
#endif
