// sweep_options.h -- what a user may ask of a sweep.
#ifndef SWEEP_SWEEP_OPTIONS_H
#define SWEEP_SWEEP_OPTIONS_H
#include "base/session.h"
#include "tarn/compile/compile_options.h"

typedef enum { SAMPLING_LATIN, SAMPLING_HALTON, SAMPLING_RANDOM } Sampling;

// A count that was not given is 0, a text NULL.
typedef struct SweepOptions {
    WordList vary;    // NAME=VALUES
    const char *rows; // file with a column for every parameter, a row for every run
    int64_t samples, seed;
    int sampling;       // Sampling
    WordList keep;      // what is kept of each run
    const char *shard;  // "2/8"
    const char *device; // "cpu", "opencl:1"; NULL: runs choose their steps
    int64_t jobs;
    bool resumes, merges;
    // Opens sessions that know what is meant; NULL: any does.
    Session *(*open)(const void *client);
    const void *client;
} SweepOptions;
#endif
