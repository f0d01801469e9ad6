#include "tarn/check_class.h"

#include "tarn/settings.h"

PipelineOutcome check_class(Pipeline *p, const char *what)
{
    Session *s = p->session;
    PipelineOutcome outcome = pipeline_run(p, what, STAGE_CAUSAL);
    // Where the analysis fails, counting tells which component has too much or too little.
    if (p->flat && !flat_check_balance(s, p->flat)) outcome = PIPELINE_WRONG_MODEL;
    if (p->flat && outcome == PIPELINE_DONE && !s->as_part)
        settings_warn_missing(s, p->flat, &p->options->sets);
    return outcome;
}
