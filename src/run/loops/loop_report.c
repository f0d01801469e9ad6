// What is said of a loop that could not be solved.
#include <math.h>

#include "run/loops/block_solver.h"

enum { MOST_DESCRIBED = 12 };

static void describe_unknown(const BlockSolver *b, int32_t i, Text *out)
{
    const LoopProblem *p = b->problem;
    const BlockInfo *info = p->info;
    text_printf(out, "\n  %s = ", info->unknown_names ? info->unknown_names[i] : "?");
    text_number(out, b->x[i]);
    if (info->nominal_slots && info->nominal_slots[i] != NO_SLOT) {
        text_add(out, " (nominal ");
        text_number(out, p->scale[i]);
        text_add(out, ")");
    }
    if (isfinite(p->low[i]) || isfinite(p->high[i])) {
        text_add(out, " in [");
        text_number(out, p->low[i]);
        text_add(out, ", ");
        text_number(out, p->high[i]);
        text_add(out, "]");
    }
    text_add(out, ", residual ");
    text_number(out, b->r[i]);
    if (info->equation_texts) text_printf(out, " of %s", info->equation_texts[i]);
}

static void advise(const BlockSolver *b, Text *out)
{
    const BlockInfo *info = b->problem->info;
    int32_t k = factors_undetermined(b->last->factors);
    if (b->last->was_singular && k >= 0 && info->unknown_names)
        text_printf(out,
                    "\nthe equations leave '%s' undetermined: look at the parameters that make "
                    "its coefficients vanish",
                    info->unknown_names[k]);
    else if (info->kind == BLOCK_NONLINEAR)
        text_add(out,
                 "\nlook at the start values of these variables, or whether a solution exists");
}

void block_solver_describe(const BlockSolver *b, Text *out)
{
    const BlockInfo *info = b->problem->info;
    int32_t n = b->problem->n;
    text_printf(out, "%s system of %d unknown%s (%d before tearing)%s%s, %s:",
                info->kind == BLOCK_LINEAR ? "linear" : "nonlinear", n, n == 1 ? "" : "s",
                info->n_before_tearing, b->last->was_singular ? ", singular" : "",
                info->n_discrete ? ", with discrete unknowns" : "",
                info->origin ? info->origin : "at the last attempt");
    for (int32_t i = 0; i < n && i < MOST_DESCRIBED; i++) describe_unknown(b, i, out);
    if (n > MOST_DESCRIBED) text_printf(out, "\n  and %d more", n - MOST_DESCRIBED);
    advise(b, out);
}
