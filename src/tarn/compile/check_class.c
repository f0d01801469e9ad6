#include "tarn/compile/check_class.h"

#include "tarn/compile/settings.h"

// What was found too much or missing.
static Diagnostic *structural_error(Diag *diag)
{
    for (uint32_t i = 0; i < diag_total(diag); i++) {
        Diagnostic *d = diag_changeable(diag, i);
        bool is_structural = d->code == E_OVERDETERMINED || d->code == E_UNDERDETERMINED;
        if (is_structural && d->severity == SEVERITY_ERROR) return d;
    }
    return NULL;
}

PipelineOutcome check_class(Pipeline *p, const char *what)
{
    Session *s = p->session;
    p->only_checks = true;
    PipelineOutcome outcome = pipeline_run(p, what, STAGE_CAUSAL);
    // Where the analysis fails, counting tells which component has too much or too little.
    int32_t n_idle = p->causal ? p->causal->n_idle_inputs : 0;
    Diagnostic *told = s->as_part ? NULL : structural_error(s->diag);
    if (p->flat && !flat_check_balance(s, p->flat, n_idle, told)) outcome = PIPELINE_WRONG_MODEL;
    if (p->flat && outcome == PIPELINE_DONE && !s->as_part)
        settings_warn_missing(s, p->flat, &p->options->sets);
    return outcome;
}
