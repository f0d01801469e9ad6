// compile_options.h -- what a user of the library may ask of a compilation and of a run.
#ifndef TARN_COMPILE_OPTIONS_H
#define TARN_COMPILE_OPTIONS_H
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct ResultWriter ResultWriter; // results/result_writer.h
typedef struct ResultTable ResultTable;   // results/trajectory.h
typedef VEC(const char *) WordList;

typedef enum { UNITS_UNSAID = -1, UNITS_OFF, UNITS_WARN, UNITS_ERROR } UnitsChoice;
typedef enum { ENGINE_NATIVE, ENGINE_INTERPRET, ENGINE_C } EngineChoice;

// A number that was not given is NaN, a count 0, a text NULL.
typedef struct CompileOptions {
    WordList folders;         // of the search path
    const char *model_path;   // further folders with colons between
    const char *cache_folder; // of compiled external functions; NULL: a temporary one
    bool no_external;         // no foreign code is run
    bool as_part;             // see Session.as_part; the stages behind are for whole models
    double max_memory;        // that a compilation may take, in gigabytes
    const char *class_name;   // of a file; NULL: its last model
    WordList sets;            // NAME=VALUE
    int engine;               // EngineChoice
    int units;                // UnitsChoice: what to do about units that do not agree

    // The run that the model is made for: clocks begin with it, inlined steps are judged by it.
    double start_time, stop_time, step;
    const char *inline_method;
    bool direct, no_alias;
    WordList tears;        // NAME[:EQUATION]
    int loops;             // LoopTreatment
    int states;            // StateMethod
    const char *last_pass; // of the structural analysis, which ends there; NULL: all
    bool keeps_stages;     // for those who look at them behind a run
} CompileOptions;

// What the caller wants to see of a run while it goes on; all may be NULL.
typedef struct RunWatch {
    const volatile int *interrupted;
    void *client;
    void (*progress)(void *client, double time);
    void (*begin)(void *client, double start_time, double stop_time);
    void (*writes)(void *client, ResultWriter *writer); // its rows go there
    void (*end)(
        void *client); // nobody looks at `interrupted` any more; what follows takes its time
} RunWatch;

typedef struct RunOptions {
    double interval, tolerance, max_step;
    int64_t intervals;
    const char *method;
    bool is_dae;
    bool measures_steps;    // iterations and time of inlined steps
    bool measures;          // where the time goes
    bool only_starts;       // looks for the start, and notes what it does
    bool keeps_trajectory;  // in memory
    const char *inputs;     // file with their values over time; NULL: none
    bool holds_inputs;      // until the next row, instead of straight lines between rows
    const char *checkpoint; // file that the state is written to; NULL: none
    const char *resume;     // file to go on from; NULL: none
    const char *branch;     // the same, with other parameters, inputs or options; NULL: none
    double every;           // seconds of the model between two checkpoints
    const char *start_from; // RESULT[@TIME]: values to start from; NULL: those of the model
    const char *output;     // file of the result; NULL: none
    const char *variables;  // a regular expression: those that the file gets; NULL: all
    // Asked before the first row: can what the caller wants be made of these variables?
    bool (*accepts)(void *client, const ResultTable *table); // NULL: anything
    void *client;
    RunWatch watch;
} RunOptions;

void compile_options_defaults(CompileOptions *out);
// What was not said, where a model is looked at and not run: its units, too.
void compile_options_to_check(CompileOptions *options);
void run_options_defaults(RunOptions *out);
#endif
