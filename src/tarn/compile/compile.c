// A model compiled with its settings: most are values in the program's start vector; those that the
// structure depends on, and expressions, compile the model once more.
#include "tarn/compile/pipeline.h"
#include "tarn/compile/settings.h"

static SettingsOutcome apply(Pipeline *p, bool is_final_try, SettingList *structural)
{
    Model at_start = p->program->model; // engines begin with a copy of the vector
    at_start.v = p->program->start;
    return settings_apply(p->session, &p->options->sets, &at_start, is_final_try, structural);
}

// The code of external functions: found, compiled, loaded.
static PipelineOutcome load_externals(Pipeline *p)
{
    double begin = milliseconds_now();
    ExternalPolicy policy = pipeline_external_policy(p);
    bool ok = program_bind_externals(p->session, p->program, &policy, p->arenas[STAGE_PROGRAM]);
    p->milliseconds[PHASE_PROGRAM] += milliseconds_now() - begin;
    return ok ? PIPELINE_DONE : PIPELINE_WRONG_MODEL;
}

static PipelineOutcome outcome_of(Pipeline *p, SettingsOutcome outcome)
{
    return outcome == SETTINGS_DONE      ? load_externals(p)
           : outcome == SETTINGS_MISREAD ? PIPELINE_WRONG_MODEL
                                         : PIPELINE_USAGE;
}

// Who runs one program for all of the time would go on with equations that have ceased to hold.
static bool stays_as_it_is(const Pipeline *p)
{
    for (uint32_t i = 0; i < p->flat->n_variables; i++) {
        const FlatVariable *v = &p->flat->variables[i];
        if (!v->declared->mode || p->runs_modes) continue;
        diag_error(p->session->diag, v->declared->span, E_UNSUPPORTED,
                   "the structure of the model follows '%s' while it runs: 'tarn simulate' can do "
                   "that, nothing else yet",
                   v->name);
        return false;
    }
    return true;
}

PipelineOutcome pipeline_compile(Pipeline *p, const char *what)
{
    PipelineOutcome outcome = pipeline_run(p, what, STAGE_PROGRAM);
    SettingList structural, none;
    if (outcome != PIPELINE_DONE) return outcome;
    if (!stays_as_it_is(p)) return PIPELINE_WRONG_MODEL;
    SettingsOutcome o = apply(p, false, &structural);
    if (o != SETTINGS_RECOMPILE) return outcome_of(p, o);
    pipeline_close(p);
    *p = (Pipeline){.session = p->session,
                    .options = p->options,
                    .modes = p->modes,
                    .n_modes = p->n_modes,
                    .runs_modes = p->runs_modes,
                    .settings = structural.items,
                    .n_settings = structural.count};
    outcome = pipeline_run(p, what, STAGE_PROGRAM);
    return outcome == PIPELINE_DONE ? outcome_of(p, apply(p, true, &none)) : outcome;
}
