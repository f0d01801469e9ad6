#include "tarn/compiled_model.h"

#include "program/program_bytes.h"
#include "tarn/experiment.h"
#include "tarn/pipeline.h"

static tarn_experiment experiment_of(const SimulationOptions *o)
{
    return (tarn_experiment){.start_time = o->start_time,
                             .stop_time = o->stop_time,
                             .tolerance = o->tolerance,
                             .intervals = (long)o->intervals,
                             .interval = o->interval,
                             .step = o->step,
                             .max_step = o->max_step,
                             .method = o->method,
                             .records = 0};
}

tarn_model *compiled_model(Session *s, const char *what, const CompileOptions *compile,
                           const RunOptions *run, uint64_t *identity)
{
    Pipeline p = {.session = s, .options = compile};
    SimulationOptions simulation;
    if (pipeline_compile(&p, what) != PIPELINE_DONE ||
        !experiment_run(s, compile, run, p.flat, &simulation)) {
        pipeline_close(&p);
        return NULL;
    }
    if (identity) *identity = program_identity(p.program);
    tarn_experiment experiment = experiment_of(&simulation);
    tarn_model *m = model_of_program(p.arenas[STAGE_PROGRAM], p.program, &experiment);
    pipeline_release_stages(&p);
    return m;
}

RunKind compiled_model_kind(const CompileOptions *compile, const RunOptions *run)
{
    return (RunKind){.inline_method = compile->inline_method, .is_dae = run->is_dae};
}
