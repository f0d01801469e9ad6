// simulate_model.h -- a model compiled and run once, as `tarn simulate` and the tests do it.
#ifndef TARN_SIMULATE_MODEL_H
#define TARN_SIMULATE_MODEL_H
#include "results/result_writer.h"
#include "run/profile.h"
#include "run/simulation.h"
#include "run/start_trace.h"
#include "tarn/compile/pipeline.h"
#include "tarn/runs/input_table.h"

typedef enum {
    SIMULATE_DONE,
    SIMULATE_STOPPED,     // early; reported; the result up to there is valid
    SIMULATE_WRONG_MODEL, // reported; there is no result
    SIMULATE_USAGE        // reported: an option that does not fit the model
} SimulateOutcome;

typedef struct SimulatedModel {
    Pipeline pipeline;
    const RunOptions *options;
    Arena *arena;                 // of the run
    Model *model;                 // NULL when it did not come to that
    const Trajectory *trajectory; // NULL unless it was asked for in memory
    StartTrace *trace;            // NULL unless the start alone is asked for
    Profile *profile;             // NULL unless the run measures
    SimulationCounts counts;
    const char *method, *method_reason; // NULL when nothing was simulated
    bool is_dae;
    int32_t integrator_unknowns;
    bool is_sparse; // the matrices of its steps
    SolverUse *loops;
    int32_t n_loops;
    double processor_milliseconds; // of the integration
    double start_time, stop_time, reached;
    WordList start_exceptions;     // of --start-from
    struct StartFrom *start_from;  // NULL: the run starts as the model says
    InputPlaces input_places;      // in the model's text
    const char *written;           // file with the rows; NULL: none
    ResultWriter *file;            // of these rows
    const ResultChoice *choice;    // what rows have; NULL: it is found with their table
    struct Checkpoint *checkpoint; // NULL: the run is in one piece
    struct Modes *modes;           // NULL: the structure stays as it is
} SimulatedModel;

// Compiles `what` and simulates it. `sim` must be closed in any case.
SimulateOutcome simulate_model(SimulatedModel *sim, Session *session, const char *what,
                               const CompileOptions *compile, const RunOptions *run);
// The last part of it: sim->model, from wherever it comes, is run.
SimulateOutcome simulate_engine(SimulatedModel *sim, SimulationOptions *options);
// Its parts: the variables of a model as a result (NULL after a report), where their rows go, and
// the end of that.
ResultTable *simulated_table(SimulatedModel *sim, Arena *out, const Model *model,
                             const SimulationOptions *run);
// *writer stays NULL when nobody wants the rows. False after a report.
bool simulated_writer(SimulatedModel *sim, const ResultTable *all, ResultWriter **writer);
RunOutcome simulated_close_writer(SimulatedModel *sim, ResultWriter *w, RunOutcome outcome);
// Ends external objects, then the memory.
void simulated_model_close(SimulatedModel *sim);
#endif
