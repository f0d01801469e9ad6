#include "cli/simulate_model.h"

SimulateOutcome simulate_model(SimulatedModel *sim, Session *session, const Options *options,
                               const char *what, bool in_memory)
{
    *sim = (SimulatedModel){.pipeline = {.session = session, .options = options}};
    (void)in_memory;
    switch (pipeline_run(&sim->pipeline, what, STAGE_PROGRAM)) {
    case PIPELINE_NOT_IMPLEMENTED: return SIMULATE_NOT_IMPLEMENTED;
    case PIPELINE_WRONG_MODEL: return SIMULATE_WRONG_MODEL;
    case PIPELINE_DONE: break;
    }
    return SIMULATE_NOT_IMPLEMENTED;
}

void simulated_model_close(SimulatedModel *sim)
{
    pipeline_close(&sim->pipeline);
}
