// keep.h -- what is kept of a run: numbers, and trajectories on the output grid.
#ifndef SWEEP_KEEP_H
#define SWEEP_KEEP_H
#include <tarn.h>

#include "base/session.h"
#include "sweep/sweep_options.h"

typedef enum {
    KEEP_FINAL,  // x
    KEEP_AT,     // x@2.5
    KEEP_MIN,    // min(x)
    KEEP_MAX,    // max(x)
    KEEP_MEAN,   // mean(x), over time
    KEEP_CHANGE, // change(x): when its value changes first
    KEEP_TRACE,  // trace(x): at all points of the output grid
    KEEP_EVENTS, // how many
    KEEP_STEPS
} KeepKind;

typedef struct Kept {
    const char *label; // as it was asked for
    KeepKind kind;
    int variable; // of the model; -1: of none
    double at;
    uint32_t n, first; // its numbers among those of a run
} Kept;

typedef struct KeepList {
    Kept *items;
    uint32_t count;
    uint32_t n_numbers;           // of a run
    uint32_t n_points;            // of a trajectory
    double start, stop, interval; // of its grid; NaN: all intervals are equal
    const char *recorded; // names of the variables that rows must have, as a regular expression
    bool needs_rows;      // numbers that follow from all of a trajectory
    double *stops;        // the times of KEEP_AT, in order
    uint32_t n_stops;
} KeepList;

// Without words: outputs, or the states of a model that has none. False after an error.
bool keep_make(Session *s, const WordList *words, const tarn_model *model,
               const tarn_experiment *experiment, KeepList *out);
// The same of another model of the sweep, in which variables have other numbers; false: `missing`
// is a name that it has not got.
bool keep_of_model(const KeepList *k, const tarn_model *model, const tarn_model *other, Arena *out,
                   KeepList *result, const char **missing);
// Simulates an initialized run and fills in its numbers; NaN for those that it did not reach.
tarn_result keep_simulate(const KeepList *k, tarn_run *run, double *numbers, Arena *scratch);
double keep_time(const KeepList *k, uint32_t point); // of the grid
uint64_t keep_hash(const KeepList *k);
#endif
