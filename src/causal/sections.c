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

FETCHES fetch_rows(const Analysis *a, int32_t i) // of blocks before this one: base/fetch.h
{
    enum { ROW = 8, BLOCK = 16 };
    if (i < BLOCK) return;
    fetch(&a->blocks.data[a->simulation.blocks[i - BLOCK]]);
    const Block *b = &a->blocks.data[a->simulation.blocks[i - ROW]];
    if (b->n_equations) fetch(&a->incidence.rows[b->equations[0].i]);
}

// Blocks are in order of evaluation: one pass from the end finds all that is needed.
static void spread(Needs *n)
{
    Analysis *a = n->a;
    for (int32_t i = a->simulation.n_blocks; i-- > 0;) {
        int32_t number = a->simulation.blocks[i];
        fetch_rows(a, i);
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

// ---- What time alone decides -----------------------------------------------------------------

// Weather, schedules, the way of the sun: much of a model of a building follows from time and from
// what changes at events. Where the derivatives are wanted for several states at one time, that
// part stands. It is worth a routine of its own where it is this part of the work, and no trifle;
// in nodes of expressions [M87].
static const double least_part = 0.2, least_saved = 50;
enum { COST_OF_CALL = 20, COST_OF_LOOP_UNKNOWN = 20 };

static bool moves_by_itself(const SystemVariable *v)
{
    return v->flags & VARIABLE_IS_STATE || v->role == ROLE_INPUT || v->role == ROLE_DELAYED ||
           v->role == ROLE_TRANSPORTED || v->role == ROLE_SET_STATE;
}

static bool block_moves(Analysis *a, const Block *b, const bool *moves)
{
    if (b->loop != LOOP_NONE || b->n_equations != 1) return true;
    if (moves_by_itself(system_variable(a->system, b->unknowns[0]))) return true;
    const VarVec *vars = variables_of(a, system_equation(a->system, b->equations[0]));
    for (uint32_t i = 0; i < vars->count; i++)
        if (vars->data[i].i != b->unknowns[0].i && moves[vars->data[i].i]) return true;
    return false;
}

static void count_node(void *client, const Expr *node)
{
    double *cost = client;
    *cost += node->kind == EXPR_CALL ? COST_OF_CALL : 1;
}

static double cost_of(const Analysis *a, const Block *b)
{
    if (b->loop != LOOP_NONE) return COST_OF_LOOP_UNKNOWN * b->n_unknowns;
    double cost = 0;
    for (int32_t i = 0; i < b->n_assignments; i++)
        expr_walk(a->exprs, b->assignments[i].value, &cost, count_node);
    return cost;
}

static Section moving_section(Analysis *a)
{
    const Section *all = &a->causal->derivatives;
    uint32_t n = a->system->variables.count;
    bool *moves = ARENA_ARRAY(a->scratch, bool, n + 1);
    for (uint32_t i = 0; i < n; i++) moves[i] = moves_by_itself(&a->system->variables.data[i]);
    Section s = {ARENA_RAW(a->scratch, int32_t, all->n_blocks + 1), 0};
    double cost = 0, saved = 0;
    for (int32_t i = 0; i < all->n_blocks; i++) {
        const Block *b = &a->blocks.data[all->blocks[i]];
        bool is_moving = block_moves(a, b, moves);
        saved += is_moving ? 0 : cost_of(a, b);
        for (int32_t k = 0; is_moving && k < b->n_unknowns; k++) moves[b->unknowns[k].i] = true;
        if (is_moving) s.blocks[s.n_blocks++] = all->blocks[i];
    }
    if (saved < least_saved) return (Section){0};
    for (int32_t i = 0; i < s.n_blocks; i++) cost += cost_of(a, &a->blocks.data[s.blocks[i]]);
    if (saved < least_part * (cost + saved)) return (Section){0};
    s.blocks = ARENA_COPY(a->out, int32_t, s.blocks, s.n_blocks);
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
    a->causal->moving = moving_section(a);
    bool *in_derivatives = ARENA_COPY(a->scratch, bool, n.is_needed, a->blocks.count + 1);
    a->causal->outputs = needed_section(&n, in_derivatives, false);
    need_for_events(&n);
    spread(&n);
    a->causal->crossings = needed_section(&n, in_derivatives, true);
    return true;
}
