// variants.h -- compiled models of a sweep: values that the structure depends on are compiled in,
// the others are set in each run.
#ifndef SWEEP_VARIANTS_H
#define SWEEP_VARIANTS_H
#include <tarn.h>

#include "sweep/plan.h"
#include "tarn/compile/compiled_model.h"

typedef struct Variants {
    const char *what;
    const CompileOptions *compile;
    const RunOptions *run;
    const Plan *plan;
    // Opens a session that knows what is meant; NULL: any does.
    Session *(*open)(const void *client);
    const void *client;
    int *variables;     // by axis: of the model; -1: compiled in
    double **numbers;   // by axis: of a list, as the model takes them; NULL where it is compiled in
    bool is_structural; // whether any is compiled in
    tarn_model *first;  // of the first run
    uint64_t identity;  // of its program
} Variants;

// Compiles the model and finds out which axes can be set. False after an error was reported.
bool variants_open(Variants *v, Session *s);
// Runs with the same key share a model.
uint64_t variants_key(const Variants *v, uint64_t run);
// The model of a run, in a session of its own; NULL, and the reason in `why`.
tarn_model *variants_compile(const Variants *v, uint64_t run, char *why, size_t room);
double variants_number(const Variants *v, uint64_t run, uint32_t axis);
#endif
