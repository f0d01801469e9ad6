// The tearing variables, and residual equations, that the user asks for.
//
// For teaching and for experiments: a worked example tears where it likes, and a loop that gives
// trouble can be torn at the variable whose start value is known.
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "causal/analysis.h"

static const Span nowhere = {0, 0};

// "NAME" or "NAME:EQUATION"; names of variables contain no colon outside quotes.
static const char *split_number(Arena *out, const char *text, int32_t *number)
{
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    long value = colon ? strtol(colon + 1, &end, 10) : 0;
    *number = 0;
    if (!colon || !colon[1] || *end || value < 1 || value > INT32_MAX) return text;
    *number = (int32_t)value;
    return arena_copy_text(out, text, (size_t)(colon - text));
}

// One pass over all names serves every request.
static const char **names_of_variables(Analysis *a)
{
    uint32_t n = a->system->variables.count;
    const char **names = ARENA_RAW(a->scratch, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) names[i] = name_of_variable(a, (VarId){(int32_t)i});
    return names;
}

static bool find_variable(Analysis *a, const char *const *names, const char *name, VarId *found)
{
    Diag *d = a->session->diag;
    uint32_t n = a->system->variables.count;
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(names[i], name) != 0) continue;
        const SystemVariable *v = &a->system->variables.data[i];
        *found = v->flags & VARIABLE_IS_ALIAS ? v->root : (VarId){(int32_t)i};
        v = system_variable(a->system, *found);
        if (is_continuous_unknown(v) && !(v->flags & VARIABLE_IS_STATE)) return true;
        diag_error(d, nowhere, E_USAGE, "--tear '%s': it is not an algebraic unknown", name);
        return false;
    }
    Diagnostic *report = diag_error(d, nowhere, E_USAGE, "--tear '%s': no such variable", name);
    const char *near = nearest_text(name, names, n);
    diag_suggest(d, report, near);
    return false;
}

static bool find_equation(Analysis *a, const char *request, int32_t number, EquationId *found)
{
    *found = (EquationId){number - 1};
    if (number == 0) return true;
    if ((uint32_t)number <= a->system->equations.count &&
        is_simulation_equation(system_equation(a->system, *found)))
        return true;
    diag_error(a->session->diag, nowhere, E_USAGE,
               "--tear '%s': no equation has the number %d; `tarn explain` shows the numbers",
               request, number);
    return false;
}

bool find_forced_tearing(Analysis *a)
{
    uint32_t n = a->options->n_tears;
    if (!n) return true;
    const char **names = names_of_variables(a);
    a->forced = ARENA_ARRAY(a->whole, ForcedTear, n);
    for (uint32_t i = 0; i < n; i++) {
        ForcedTear *f = &a->forced[i];
        f->request = a->options->tears[i];
        int32_t number;
        const char *name = split_number(a->scratch, f->request, &number);
        if (!find_variable(a, names, name, &f->variable)) return false;
        if (!find_equation(a, f->request, number, &f->residual)) return false;
        a->n_forced++;
    }
    return true;
}

ForcedTear *forced_by_variable(const Analysis *a, VarId v)
{
    for (uint32_t i = 0; i < a->n_forced; i++)
        if (a->forced[i].variable.i == v.i) return &a->forced[i];
    return NULL;
}

ForcedTear *forced_by_residual(const Analysis *a, EquationId e)
{
    for (uint32_t i = 0; i < a->n_forced; i++)
        if (a->forced[i].residual.i == e.i) return &a->forced[i];
    return NULL;
}

bool report_idle_tears(Analysis *a)
{
    for (uint32_t i = 0; i < a->n_forced; i++)
        if (!a->forced[i].is_used)
            diag_warning(a->session->diag, nowhere, E_IDLE_TEAR,
                         "--tear '%s' has no effect: the variable is in no loop",
                         a->forced[i].request);
    return true;
}
