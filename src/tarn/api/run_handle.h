// run_handle.h -- models and runs behind the handles of tarn.h; private to api_*.c. It knows
// nothing of the compiler: exported models have it with them.
//
// Every function of the interface that allocates works under a memory guard. The arenas of a handle
// are closed with the handle, by no guard: behind TARN_NO_MEMORY they stay as they are until then.
#ifndef TARN_RUN_HANDLE_H
#define TARN_RUN_HANDLE_H
#include <stdatomic.h>
#include <tarn.h>

#include "base/diag.h"
#include "base/memory.h"
#include "base/vec.h"
#include "results/result_writer.h"
#include "run/inputs.h"
#include "run/simulation.h"
#include "run/snapshot.h"
#include "tarn/api/exported_run.h"

typedef struct Listener { // who hears of diagnostics
    tarn_diagnostic_fn show;
    void *client;
    uint32_t n_told;
} Listener;

struct tarn_model {
    Arena *arena;
    Program *program;
    atomic_int users; // its own handle and its runs
    tarn_experiment experiment;
    double interval;          // of its annotation; NaN: none
    tarn_variable *variables; // by row of Model.variables
    int *sorted;              // their numbers by name
    int *states;
};

typedef struct Rows { // what a run records; trajectories that were taken keep it
    Arena *arena;
    ResultWriter *writer;
    atomic_int users;
} Rows;

typedef enum {
    RUN_OPENED,
    RUN_BEGUN, // initialized; stands between two steps
    RUN_OVER,  // nothing more happens, for a good reason or a bad one
} RunPhase;

typedef struct Written { // what was set before initialization
    int variable;
    double value;
} Written;

struct tarn_run {
    tarn_model *model;
    Arena *arena; // the engine and the handle
    Arena *work;  // the simulation
    Arena *words; // diagnostics, until the next reset
    Arena *saved; // the bytes of the last save
    Model *engine;
    tarn_experiment experiment;
    RunKind kind;
    Listener listener;
    Diag *diag;
    Simulation *simulation;
    Rows *rows; // NULL: none are kept
    RunPhase phase;
    VEC(Written) settings;
    Arena *tables;            // of inputs
    const InputTable *inputs; // NULL: nothing over time
    tarn_progress_fn progress;
    void *client;
    double pace, asked;  // seconds between two calls of it; when the last one was
    tarn_result outcome; // of a run that is over
    bool is_touched;     // something was set since the last step
    bool is_tuned;       // a parameter was: what follows from it is not computed yet
    bool is_at_event, is_spent;
};

typedef struct RunCall {
    tarn_run *run;
    int n;
    const int *variables;
    const double *numbers;
    double *answers;
    double time;
    bool stops_at_events, awaits_events, is_one_step;
    const tarn_experiment *experiment;
    const tarn_inputs *inputs;
    const void *bytes;
    size_t size;
} RunCall;

// Does the work under a guard and tells what was reported.
tarn_result run_guarded(RunCall *call, tarn_result (*work)(RunCall *call));
tarn_result run_refuse(tarn_run *run, const char *format, const char *name); // TARN_WRONG_USE
tarn_result run_retune(tarn_run *run); // parameters were set while it runs
tarn_result run_settle(tarn_run *run); // what was set since the last step is taken in
bool run_follows_table(const tarn_run *run, const VariableInfo *v); // of inputs
void run_write(const tarn_run *run, const Written *w);              // before initialization

void rows_close(Rows *rows); // NULL is allowed

// Hands over what was reported since the last time.
void listener_tell(Listener *l, const Diag *diag, SourceTable *sources);
void listener_tell_no_memory(const Listener *l);

// Reads the attributes of all variables, and sorts their names.
void model_describe(tarn_model *m);
#endif
