#include "tarn/compile/inlining.h"

#include <math.h>

#include "base/suggest.h"
#include "run/integrators/integrator.h"
#include "run/integrators/tableaus.h"

bool inlining_is_known(Session *s, const CompileOptions *options)
{
    const char *name = options->inline_method;
    if (!name || inline_method_of_name(name)) return true;
    const char **names = ARENA_ARRAY(s->arena, const char *, n_inline_methods);
    for (int i = 0; i < n_inline_methods; i++) names[i] = inline_methods[i].name;
    const char *near = nearest_text(name, names, (size_t)n_inline_methods);
    Diagnostic *d =
        diag_error(s->diag, (Span){0, 0}, E_METHOD, "there is no method '%s' to inline", name);
    diag_suggest(s->diag, d, near);
    return false;
}

// Without a fixed step a hundredth of the run: what counts is the order of magnitude.
static double expected_step(const CompileOptions *o, const FlatModel *flat)
{
    if (isfinite(o->step)) return o->step;
    double duration = flat_stop_time(flat) - flat_start_time(flat);
    return duration > 0 ? duration / 100 : 1;
}

InlineFormula inlining_formula(const CompileOptions *options, const FlatModel *flat)
{
    const InlineMethod *method = inline_method_of_name(options->inline_method);
    InlineFormula f = {.stages = 1, .step = expected_step(options, flat)};
    f.is_fixed = isfinite(options->step);
    f.is_direct = options->direct;
    f.c[0] = 1;
    f.a[0][0] = method->integrator->is_implicit ? 1 : 0;
    if (!method->coupled) return f;
    f.stages = method->coupled->stages;
    for (int i = 0; i < f.stages; i++) {
        f.c[i] = method->coupled->c[i];
        for (int j = 0; j < f.stages; j++) f.a[i][j] = method->coupled->a[i][j];
    }
    return f;
}
