#include "cli/simulation.h"

SimulationOutcome simulation_run(Simulation *sim, Session *session, const Options *options,
                                 const char *what, bool in_memory)
{
    *sim = (Simulation){.pipeline = {.session = session, .options = options}};
    (void)in_memory;
    switch (pipeline_run(&sim->pipeline, what, STAGE_PROGRAM)) {
    case PIPELINE_NOT_IMPLEMENTED: return SIMULATION_NOT_IMPLEMENTED;
    case PIPELINE_WRONG_MODEL: return SIMULATION_WRONG_MODEL;
    case PIPELINE_DONE: break;
    }
    return SIMULATION_NOT_IMPLEMENTED;
}

void simulation_close(Simulation *sim)
{
    pipeline_close(&sim->pipeline);
}
