// exported_run.h -- what exported models need of runs beyond tarn.h: models that were not compiled
// in this process, runs without a known end, and runs whose steps are made elsewhere.
#ifndef TARN_EXPORTED_RUN_H
#define TARN_EXPORTED_RUN_H
#include <stdbool.h>
#include <tarn.h>

#include "base/bytes.h"
#include "program/program.h"
#include "run/directions.h"

typedef struct RunKind {       // how runs of a model differ from what tarn_experiment says
    const char *inline_method; // of Model.inlined; NULL: none
    bool is_dae;
    bool is_open_ended;              // stop_time is a guess
    bool is_exchanged;               // others make the steps
    bool is_unjudged;                // see SimulationOptions
    const struct InputTable *inputs; // of the model (run/inputs.h); NULL: as the run was given
    bool remakes_objects;   // states of other runs are restored with external objects of this one
    SourceTable *sources;   // of the session that hears of its reports; NULL: places are words
    const uint8_t *tunable; // by slot: parameters that can be set while it runs (1); NULL: none
} RunKind;

// `arena` becomes that of the model, which owns the program.
tarn_model *model_of_program(Arena *arena, Program *program, const tarn_experiment *experiment);
const Model *model_tables(const tarn_model *model);
const Program *model_program(const tarn_model *model);
Model *run_engine(tarn_run *run);
const Diag *run_reports(const tarn_run *run);
struct Simulation *run_simulation(tarn_run *run); // NULL before initialization
tarn_result run_open_as(tarn_model *model, const tarn_experiment *experiment, const RunKind *kind,
                        tarn_run **run);
bool run_is_begun(const tarn_run *run);
// What was set before initialization, written, or read and set.
tarn_result run_settings_pass(tarn_run *run, Bytes *bytes);
tarn_result run_finish(tarn_run *run); // terminal() becomes true
// To `time`, at most to the next event, which waits: values are those in front of it, and what is
// set now counts in it. tarn_run_is_at_event tells whether one does.
tarn_result run_advance_to_event(tarn_run *run, double time);
tarn_result run_direction(tarn_run *run, const Direction *direction, double *changes);

// ---- Steps made elsewhere; see run/exchange.h -------------------------------------------------
typedef struct ExchangeEvent {
    bool has_new_states, is_terminated;
    double next_time; // infinity: none is known
} ExchangeEvent;

// Of a run with steps of its own: events that wait, or are due at this time.
tarn_result run_pass_events(tarn_run *run, ExchangeEvent *event);

tarn_result run_exchange_move(tarn_run *run, double time);
tarn_result run_exchange_set_states(tarn_run *run, const double *states);
tarn_result run_exchange_indicators(tarn_run *run, double *indicators);
tarn_result run_exchange_accept(tarn_run *run, bool *needs_event);
tarn_result run_exchange_event(tarn_run *run, ExchangeEvent *event);
tarn_result run_exchange_nominals(tarn_run *run, double *nominals);
double run_exchange_time(const tarn_run *run);
double run_next_event(const tarn_run *run); // infinity: none is known
// Whether a clock ticks at this time: its variable has this tick_slot. See run/exchange.h.
bool run_ticks(const tarn_run *run, int32_t tick_slot, bool has_passed);
#endif
