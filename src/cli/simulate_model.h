// simulate_model.h -- what `tarn simulate` does before anything is printed.
#ifndef CLI_SIMULATE_MODEL_H
#define CLI_SIMULATE_MODEL_H
#include "cli/cli.h"
#include "cli/pipeline.h"
#include "results/result_writer.h"

typedef enum {
    SIMULATE_DONE,
    SIMULATE_STOPPED,     // early; reported; the result up to there is valid
    SIMULATE_WRONG_MODEL, // reported; there is no result
    SIMULATE_USAGE,       // reported: an option that does not fit the model
    SIMULATE_NOT_IMPLEMENTED
} SimulateOutcome;

typedef struct SimulatedModel {
    Pipeline pipeline;
    const Trajectory *trajectory; // NULL unless it was asked for in memory
} SimulatedModel;

// Compiles `what` and simulates it with the options of `session` and `options`. The result goes
// to options->output, if any; with `in_memory` it is kept as a trajectory, too.
SimulateOutcome simulate_model(SimulatedModel *sim, Session *session, const Options *options,
                               const char *what, bool in_memory);
void simulated_model_close(SimulatedModel *sim);
#endif
