// tarn.h: FMUs that are run.
#include <math.h>

#include "fmi/import/fmu_simulate.h"
#include "tarn/api/handles.h"

static tarn_result result_of(SimulateOutcome outcome)
{
    switch (outcome) {
    case SIMULATE_DONE: return TARN_OK;
    case SIMULATE_STOPPED: return TARN_STOPPED;
    case SIMULATE_WRONG_MODEL: return TARN_WRONG_MODEL;
    case SIMULATE_USAGE: break;
    }
    return TARN_WRONG_USE;
}

static tarn_result simulate(const SessionCall *call)
{
    Session *s = call->session->session;
    const tarn_fmu_run *asked = call->run;
    SessionCall settings = {
        .session = call->session, .name = call->path, .modifications = asked->settings};
    CompileOptions compile;
    RunOptions run;
    SimulatedModel sim;
    session_asked(&settings, &compile);
    run_options_defaults(&run);
    compile.start_time = asked->start_time;
    compile.stop_time = asked->stop_time;
    run.tolerance = asked->tolerance;
    run.intervals = asked->intervals;
    run.method = asked->method;
    run.keeps_trajectory = true;
    FmuUse use = asked->is_simulated ? FMU_AS_SIMULATION : FMU_AS_OFFERED;
    tarn_result result = result_of(fmu_simulate(&sim, s, call->path, use, &compile, &run));
    if (sim.trajectory && (result == TARN_OK || result == TARN_STOPPED))
        *call->trajectory = trajectory_of(sim.trajectory);
    simulated_model_close(&sim);
    return result;
}

tarn_result tarn_simulate_fmu(tarn_session *session, const char *path, const tarn_fmu_run *run,
                              tarn_trajectory **trajectory)
{
    *trajectory = NULL;
    SessionCall call = {.session = session, .path = path, .run = run, .trajectory = trajectory};
    return session_guarded(&call, simulate);
}
