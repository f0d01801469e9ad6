// simulate_model.h -- what `tarn simulate` does before anything is printed.
#ifndef CLI_SIMULATE_MODEL_H
#define CLI_SIMULATE_MODEL_H
#include "cli/cli.h"
#include "cli/pipeline.h"
#include "results/result_writer.h"
#include "run/profile.h"
#include "run/simulation.h"

typedef enum {
    SIMULATE_DONE,
    SIMULATE_STOPPED,     // early; reported; the result up to there is valid
    SIMULATE_WRONG_MODEL, // reported; there is no result
    SIMULATE_USAGE,       // reported: an option that does not fit the model
    SIMULATE_NOT_IMPLEMENTED
} SimulateOutcome;

typedef struct SimulatedModel {
    Pipeline pipeline;
    Arena *arena;                 // of the run
    Model *model;                 // NULL when it did not come to that
    const Trajectory *trajectory; // NULL unless it was asked for in memory
    Profile *profile;             // NULL unless the watch measures
    SimulationCounts counts;
    const char *method, *method_reason; // NULL when nothing was simulated
    bool is_dae;
    int32_t integrator_unknowns;
    double processor_milliseconds; // of the integration
    double start_time, stop_time, reached;
} SimulatedModel;

// What the caller wants to see of a run; all may be NULL.
typedef struct RunWatch {
    const volatile int *interrupted;
    void *client;
    void (*progress)(void *client, double time);
    void (*begin)(void *client, double start_time, double stop_time);
    bool measures; // where the time goes
} RunWatch;

// Compiles `what` and simulates it with the options of `session` and `options`. The result goes
// to options->output, if any; with `in_memory` it is kept as a trajectory, too.
SimulateOutcome simulate_model(SimulatedModel *sim, Session *session, const Options *options,
                               const char *what, bool in_memory);
SimulateOutcome simulate_model_watched(SimulatedModel *sim, Session *session,
                                       const Options *options, const char *what, bool in_memory,
                                       const RunWatch *watch);
void simulated_model_close(SimulatedModel *sim);
#endif
