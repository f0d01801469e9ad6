// simulation.h -- what `tarn simulate` does before anything is printed.
#ifndef CLI_SIMULATION_H
#define CLI_SIMULATION_H
#include "cli/cli.h"
#include "cli/pipeline.h"
#include "results/result_writer.h"

typedef enum {
    SIMULATION_DONE,
    SIMULATION_STOPPED,     // early; reported; the result up to there is valid
    SIMULATION_WRONG_MODEL, // reported; there is no result
    SIMULATION_USAGE,       // reported: an option that does not fit the model
    SIMULATION_NOT_IMPLEMENTED
} SimulationOutcome;

typedef struct Simulation {
    Pipeline pipeline;
    const Trajectory *trajectory; // NULL unless it was asked for in memory
} Simulation;

// Compiles `what` and simulates it with the options of `session` and `options`. The result goes
// to options->output, if any; with `in_memory` it is kept as a trajectory, too.
SimulationOutcome simulation_run(Simulation *sim, Session *session, const Options *options,
                                 const char *what, bool in_memory);
void simulation_close(Simulation *sim);
#endif
