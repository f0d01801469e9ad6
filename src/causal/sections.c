// Which blocks the derivatives need, which the crossing functions need besides, and the rest.
#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef struct Needs {
    Analysis *a;
    int32_t *block_of; // by VarId: the block of the simulation that computes it; -1
    uint32_t n;
    bool *is_needed; // by block
} Needs;

static void need_variables(Needs *n, const VarVec *vars)
{
    for (uint32_t i = 0; i < vars->count; i++) {
        if ((uint32_t)vars->data[i].i >= n->n) continue;
        int32_t b = n->block_of[vars->data[i].i];
        if (b >= 0) n->is_needed[b] = true;
    }
}

static void need_expr(void *client, const Expr **e, Span span)
{
    Needs *n = client;
    (void)span;
    need_variables(n, variables_of_expr(n->a, *e));
}

static void need_variable(Needs *n, VarId v)
{
    need_variables(n, &(VarVec){&v, 1, 1});
}

// What is looked at between events to find the next one, and what is kept of the past.
static void need_for_events(Needs *n)
{
    const EquationSystem *system = n->a->system;
    const uint32_t tables =
        IN_TABLE(relations) | IN_TABLE(samples) | IN_TABLE(delays) | IN_TABLE(transports);
    system_each_expression(system, tables, n, need_expr);
    for (uint32_t i = 0; i < system->delays.count; i++)
        need_variable(n, system->delays.data[i].input);
    for (uint32_t i = 0; i < system->transports.count; i++) {
        const Transport *line = &system->transports.data[i];
        for (int end = 0; end < 2; end++) need_variable(n, line->input[end]);
        need_variable(n, line->position);
        need_variable(n, line->direction);
    }
}

// Blocks are in order of evaluation: one pass from the end finds all that is needed.
static void spread(Needs *n)
{
    Analysis *a = n->a;
    for (int32_t i = a->simulation.n_blocks; i-- > 0;) {
        int32_t number = a->simulation.blocks[i];
        const Block *b = &a->blocks.data[number];
        for (int32_t k = 0; n->is_needed[number] && k < b->n_equations; k++)
            need_variables(n, variables_of(a, system_equation(a->system, b->equations[k])));
    }
}

static Section needed_section(const Needs *n, const bool *is_excluded, bool is_wanted)
{
    const Section *all = &n->a->simulation;
    Section s = {ARENA_RAW(n->a->out, int32_t, all->n_blocks + 1), 0};
    for (int32_t i = 0; i < all->n_blocks; i++) {
        int32_t number = all->blocks[i];
        if (is_excluded && is_excluded[number]) continue;
        if (!is_wanted || n->is_needed[number]) s.blocks[s.n_blocks++] = number;
    }
    return s;
}

bool divide_sections(Analysis *a)
{
    EquationSystem *system = a->system;
    Needs n = {.a = a, .n = system->variables.count};
    n.block_of = ARENA_RAW(a->scratch, int32_t, n.n + 1);
    n.is_needed = ARENA_ARRAY(a->scratch, bool, a->blocks.count + 1);
    for (uint32_t i = 0; i < n.n; i++) n.block_of[i] = -1;
    for (int32_t i = 0; i < a->simulation.n_blocks; i++) {
        const Block *b = &a->blocks.data[a->simulation.blocks[i]];
        for (int32_t k = 0; k < b->n_unknowns; k++)
            n.block_of[b->unknowns[k].i] = a->simulation.blocks[i];
    }
    for (int32_t i = 0; i < a->causal->n_states; i++) {
        VarId d = system_variable(system, a->causal->states[i])->derivative;
        if (n.block_of[d.i] >= 0) n.is_needed[n.block_of[d.i]] = true;
    }
    spread(&n);
    a->causal->derivatives = needed_section(&n, NULL, true);
    bool *in_derivatives = ARENA_COPY(a->scratch, bool, n.is_needed, a->blocks.count + 1);
    a->causal->outputs = needed_section(&n, in_derivatives, false);
    need_for_events(&n);
    spread(&n);
    a->causal->crossings = needed_section(&n, in_derivatives, true);
    return true;
}
