#include "tarn/compile/compiled_model.h"

#include "program/program_bytes.h"
#include "tarn/compile/experiment.h"
#include "tarn/compile/pipeline.h"
#include "tarn/report/failure.h"

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

static void copy_report(Diag *to, const Diagnostic *r)
{
    Diagnostic *(*const report[])(Diag *, Span, DiagCode, const char *,
                                  ...) = {[SEVERITY_NOTE] = diag_info,
                                          [SEVERITY_WARNING] = diag_warning,
                                          [SEVERITY_ERROR] = diag_error};
    Diagnostic *d = report[r->severity](to, r->span, r->code, "%s", r->message);
    if (r->label) diag_label(to, d, "%s", r->label);
    diag_about(to, d, r->component, r->variable, r->equation);
    for (const DiagNote *n = r->notes; n; n = n->next) diag_note(to, d, n->span, "%s", n->message);
}

void compiled_model_report(tarn_run *run, Session *s, const char *what,
                           const CompileOptions *compile)
{
    const Diag *reports = run_reports(run);
    for (uint32_t i = 0; i < diag_total(reports); i++) copy_report(s->diag, diag_at(reports, i));
    failure_explain(&(Pipeline){.session = s, .options = compile}, what, run_engine(run));
}

RunKind compiled_model_kind(const CompileOptions *compile, const RunOptions *run)
{
    return (RunKind){.inline_method = compile->inline_method, .is_dae = run->is_dae};
}
