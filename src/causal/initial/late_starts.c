// Start values that depend on parameters with fixed = false are guesses, too: what they need is
// computed before the loops whose unknowns begin there, where that is possible at all.
#include "causal/analysis.h"

typedef struct LateStarts {
    Analysis *a;
    const Section *section;
    int32_t *block_of; // by VarId: place in the section; -1
    bool *is_needed;   // by place
} LateStarts;

static void need_all(LateStarts *l, const VarVec *vars)
{
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t place = l->block_of[vars->data[i].i];
        if (place >= 0) l->is_needed[place] = true;
    }
}

static void need_starts(LateStarts *l, const Block *b)
{
    for (int32_t k = 0; k < b->torn->n_iteration; k++) {
        const Expr *start = system_variable(l->a->system, b->torn->iteration[k])->start;
        if (start && start->flags & EXPR_HAS_REF) need_all(l, variables_of_expr(l->a, start));
    }
}

// From the end: a block that is needed needs what its equations contain.
static void spread(LateStarts *l)
{
    Analysis *a = l->a;
    for (int32_t i = l->section->n_blocks; i-- > 0;) {
        const Block *b = &a->blocks.data[l->section->blocks[i]];
        for (int32_t k = 0; l->is_needed[i] && k < b->n_equations; k++)
            need_all(l, variables_of(a, system_equation(a->system, b->equations[k])));
    }
}

void order_late_starts(Analysis *a, Section *section)
{
    int32_t n = section->n_blocks;
    uint32_t n_variables = a->system->variables.count;
    LateStarts l = {.a = a, .section = section};
    l.block_of = ARENA_RAW(a->scratch, int32_t, n_variables + 1);
    l.is_needed = ARENA_ARRAY(a->scratch, bool, n + 1);
    for (uint32_t i = 0; i < n_variables; i++) l.block_of[i] = -1;
    for (int32_t i = 0; i < n; i++) {
        const Block *b = &a->blocks.data[section->blocks[i]];
        for (int32_t k = 0; k < b->n_unknowns; k++) l.block_of[b->unknowns[k].i] = i;
    }
    for (int32_t i = 0; i < n; i++) need_starts(&l, &a->blocks.data[section->blocks[i]]);
    spread(&l);
    int32_t *ordered = ARENA_RAW(a->out, int32_t, n + 1), next = 0;
    for (int32_t i = 0; i < n; i++)
        if (l.is_needed[i]) ordered[next++] = section->blocks[i];
    for (int32_t i = 0; i < n; i++)
        if (!l.is_needed[i]) ordered[next++] = section->blocks[i];
    section->blocks = ordered;
}
