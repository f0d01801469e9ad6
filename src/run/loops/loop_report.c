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

// The variables and conditions that switch with the loop.
static void describe_discrete(const BlockSolver *b, Text *out)
{
    const Model *m = b->problem->model;
    const BlockInfo *info = b->problem->info;
    const char *begin = out->length ? "\nconditions that are part of it: "
                                    : "nothing agrees that could be said of ";
    int32_t n = 0;
    for (int32_t k = 0; k < info->n_discrete && n < MOST_DESCRIBED; k++) {
        const char *name = NULL;
        int32_t slot = info->discrete_slots[k];
        for (int32_t i = 0; i < m->n_relations && !name; i++)
            if (m->relations[i].memory_slot == slot) name = m->relations[i].text;
        for (int32_t i = 0; i < m->n_variables && !name; i++)
            if (m->variables[i].slot == slot && !m->variables[i].is_alias)
                name = m->variables[i].name;
        if (name) text_printf(out, "%s'%s'", n++ ? ", " : begin, name);
    }
    if (n && !info->n)
        text_add(out, ": what decides about itself must look at the past, with pre(..), or have "
                      "a hysteresis");
}

static void advise(const BlockSolver *b, Text *out)
{
    const BlockInfo *info = b->problem->info;
    int32_t k =
        info->n == 1 && info->kind == BLOCK_LINEAR ? 0 : factors_undetermined(b->last->factors);
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
    if (n || !info->n_discrete)
        text_printf(out, "%s system of %d unknown%s (%d before tearing)%s%s, %s:",
                    info->kind == BLOCK_LINEAR ? "linear" : "nonlinear", n, n == 1 ? "" : "s",
                    info->n_before_tearing, b->last->was_singular ? ", singular" : "",
                    info->n_discrete ? ", with discrete unknowns" : "",
                    info->origin ? info->origin : "at the last attempt");
    for (int32_t i = 0; i < n && i < MOST_DESCRIBED; i++) describe_unknown(b, i, out);
    if (n > MOST_DESCRIBED) text_printf(out, "\n  and %d more", n - MOST_DESCRIBED);
    describe_discrete(b, out);
    advise(b, out);
}

// ---- For those who ask more
// ----------------------------------------------------------------------

// Every entry of the Jacobian, in units of the unknowns.
static void spread(const BlockSolver *b, const double *values, double *matrix)
{
    const LoopProblem *p = b->problem;
    pattern_spread(&p->pattern, values, matrix);
    for (int32_t j = 0; j < p->n; j++)
        for (int32_t i = 0; i < p->n; i++) matrix[i + j * p->n] *= fmax(fabs(b->x[j]), p->scale[j]);
}

static void weigh(const BlockSolver *b, const double *matrix, double *size, double *influence)
{
    int32_t n = b->problem->n;
    for (int32_t i = 0; i < n; i++) {
        double largest = 0;
        for (int32_t j = 0; j < n; j++) largest = fmax(largest, fabs(matrix[i + j * n]));
        size[i] = largest > 0 ? fabs(b->r[i]) / largest : 0;
        for (int32_t j = 0; j < n && largest > 0; j++)
            influence[j] += b->r[i] / largest * (matrix[i + j * n] / largest);
    }
    for (int32_t j = 0; j < n; j++) influence[j] = fabs(influence[j]);
}

StartFailure block_solver_examine(Arena *out, BlockSolver *b)
{
    LoopProblem *p = b->problem;
    int32_t n = p->n;
    const double *values;
    double *size = ARENA_ARRAY(out, double, n + 1), *influence = ARENA_ARRAY(out, double, n + 1);
    StartFailure f = {.block = (int32_t)(p->info - p->model->blocks),
                      .n = n,
                      .x = ARENA_COPY(out, double, b->x, n),
                      .size = size,
                      .influence = influence};
    bool has_value = loop_residual(p, b->x, b->r) == MODEL_OK;
    f.residual = ARENA_COPY(out, double, b->r, n);
    if (!has_value || p->n_rows != n || loop_jacobian(p, b->x, b->r, &values) != MODEL_OK) return f;
    double *matrix = ARENA_ARRAY(out, double, (size_t)n *(size_t)n);
    spread(b, values, matrix);
    weigh(b, matrix, size, influence);
    return f;
}
