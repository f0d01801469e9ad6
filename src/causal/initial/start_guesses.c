// Guesses for the loops of the start that follow from better ones.
//
// A start value counts the more, the higher in the model it was given (8.6.2). Iteration unknowns
// often have none, or that of their type (a density of one), while pressures and temperatures
// beside them were given by the user, and an equation makes one from the other. So values spread
// through the equations of the start in the order of trust: what an equation makes is as
// trustworthy as the least of what it is made from, and replaces a start value that is less. Each
// equation is looked at when all but one of its unknowns have a value: O(edges), once for every
// level of trust.
//
// The solver of a loop takes them when the start values as they are lead nowhere. What is computed
// before the loop is known there; what comes after it has its start value.
#include <limits.h>
#include <stdlib.h>

#include "causal/loops/loop.h"

enum { NO_TRUST = INT32_MAX };

typedef struct Spread {
    Analysis *a;
    VarVec unknowns;
    VEC(EquationId) equations;
    int32_t *place_of;     // by VarId: place in `unknowns` + 1; 0: known
    int32_t *first, *rows; // by place: the equations that contain it
    int32_t *open;         // by equation: unknowns without a value
    int32_t *trust;        // by place: level of its start value; NO_TRUST without
    const Expr **value;    // by place: what an equation makes of it; NULL: its start value
    int32_t *turn;         // by place: when it was settled, from 1; 0: not
    int32_t *queue, n_queued, n_done;
    int32_t *block_of;  // by place: in the section at work
    int32_t *needed_by; // by place: the block that needs it, + 1
} Spread;

// ---- The graph -------------------------------------------------------------------------------

static void collect(Spread *s, const Section *section)
{
    Arena *scratch = s->a->scratch;
    s->place_of = ARENA_ARRAY(scratch, int32_t, s->a->system->variables.count + 1);
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &s->a->blocks.data[section->blocks[i]];
        for (int32_t k = 0; k < b->n_unknowns; k++) {
            VEC_PUSH(scratch, &s->unknowns, b->unknowns[k]);
            s->place_of[b->unknowns[k].i] = (int32_t)s->unknowns.count;
        }
        for (int32_t k = 0; k < b->n_equations; k++)
            VEC_PUSH(scratch, &s->equations, b->equations[k]);
    }
}

static void count_edges(Spread *s, int32_t *next)
{
    for (uint32_t e = 0; e < s->equations.count; e++) {
        VarVec *vars = variables_of(s->a, system_equation(s->a->system, s->equations.data[e]));
        for (uint32_t i = 0; i < vars->count; i++) {
            int32_t u = s->place_of[vars->data[i].i] - 1;
            if (u < 0) continue;
            if (next)
                s->rows[next[u]++] = (int32_t)e;
            else
                s->first[u + 1]++;
            s->open[e] += !next;
        }
    }
}

static void build(Spread *s)
{
    Arena *scratch = s->a->scratch;
    uint32_t n = s->unknowns.count;
    s->first = ARENA_ARRAY(scratch, int32_t, n + 1);
    s->open = ARENA_ARRAY(scratch, int32_t, s->equations.count + 1);
    count_edges(s, NULL);
    for (uint32_t u = 0; u < n; u++) s->first[u + 1] += s->first[u];
    s->rows = ARENA_RAW(scratch, int32_t, s->first[n] + 1);
    count_edges(s, ARENA_COPY(scratch, int32_t, s->first, n));
    s->trust = ARENA_RAW(scratch, int32_t, n + 1);
    s->value = ARENA_ARRAY(scratch, const Expr *, n + 1);
    s->turn = ARENA_ARRAY(scratch, int32_t, n + 1);
    s->queue = ARENA_RAW(scratch, int32_t, n + 1);
    s->block_of = ARENA_RAW(scratch, int32_t, n + 1);
    s->needed_by = ARENA_ARRAY(scratch, int32_t, n + 1);
    for (uint32_t u = 0; u < n; u++) {
        const SystemVariable *v = system_variable(s->a->system, s->unknowns.data[u]);
        s->trust[u] = v->flags & VARIABLE_START_GIVEN ? v->start_level : NO_TRUST;
    }
}

// ---- The spreading ---------------------------------------------------------------------------

static void settle(Spread *s, int32_t u, const Expr *value)
{
    s->value[u] = value;
    s->queue[s->n_queued++] = u;
    s->turn[u] = s->n_queued;
}

static void look_at(Spread *s, int32_t row, int32_t level)
{
    const SystemEquation *e = system_equation(s->a->system, s->equations.data[row]);
    VarVec *vars = variables_of(s->a, e);
    int32_t last = -1;
    for (uint32_t i = 0; i < vars->count; i++) {
        int32_t u = s->place_of[vars->data[i].i] - 1;
        if (u >= 0 && !s->turn[u]) last = u;
    }
    if (last < 0 || s->trust[last] <= level) return;
    VarId v = s->unknowns.data[last];
    if (system_variable(s->a->system, v)->kind != VALUE_REAL) return;
    const Expr *x = system_ref(s->a->system, v);
    const Expr *value = expr_solve(s->a->exprs, e->left, e->right, x, NULL);
    if (value) settle(s, last, value);
}

static void spread(Spread *s, int32_t level)
{
    while (s->n_done < s->n_queued) {
        int32_t u = s->queue[s->n_done++];
        for (int32_t k = s->first[u]; k < s->first[u + 1]; k++)
            if (--s->open[s->rows[k]] == 1) look_at(s, s->rows[k], level);
    }
}

static int32_t next_level(const Spread *s, int32_t after)
{
    int32_t next = NO_TRUST;
    for (uint32_t u = 0; u < s->unknowns.count; u++)
        if (s->trust[u] > after && s->trust[u] < next) next = s->trust[u];
    return next;
}

// What follows from known values alone comes first, then what was given level by level.
static void spread_levels(Spread *s)
{
    for (uint32_t e = 0; e < s->equations.count; e++)
        if (s->open[e] == 1) look_at(s, (int32_t)e, -1);
    spread(s, -1);
    for (int32_t level = -1; (level = next_level(s, level)) != NO_TRUST;) {
        for (uint32_t u = 0; u < s->unknowns.count; u++)
            if (s->trust[u] == level && !s->turn[u]) settle(s, (int32_t)u, NULL);
        spread(s, level);
    }
}

// ---- What a loop takes of it -----------------------------------------------------------------

typedef struct Needed {
    int32_t turn, place;
} Needed;
typedef VEC(Needed) NeededVec;

static void need(Spread *s, VarId v, int32_t place, NeededVec *needed)
{
    int32_t u = s->place_of[v.i] - 1;
    if (u < 0 || s->block_of[u] < place || s->needed_by[u] == place + 1) return;
    s->needed_by[u] = place + 1;
    VEC_PUSH(s->a->scratch, needed, ((Needed){s->turn[u], u}));
}

static int by_turn(const void *a, const void *b)
{
    const Needed *x = a, *y = b;
    return x->turn != y->turn ? (x->turn > y->turn) - (x->turn < y->turn)
                              : (x->place > y->place) - (x->place < y->place);
}

static void guess_loop(Spread *s, Block *b, int32_t place)
{
    Analysis *a = s->a;
    NeededVec needed = {0};
    bool any = false;
    for (int32_t k = 0; k < b->torn->n_iteration; k++)
        need(s, b->torn->iteration[k], place, &needed);
    for (uint32_t i = 0; i < needed.count; i++) {
        const Expr *value = s->value[needed.data[i].place];
        if (!value) continue;
        any = true;
        VarVec *vars = variables_of_expr(a, value);
        for (uint32_t k = 0; k < vars->count; k++) need(s, vars->data[k], place, &needed);
    }
    if (!any) return;
    qsort(needed.data, needed.count, sizeof *needed.data, by_turn);
    b->torn->guesses = ARENA_RAW(a->out, Assignment, needed.count);
    for (uint32_t i = 0; i < needed.count; i++) {
        int32_t u = needed.data[i].place;
        b->torn->guesses[b->torn->n_guesses++] =
            (Assignment){.variable = s->unknowns.data[u], .value = s->value[u]};
    }
}

static void guess_section(Spread *s, const Section *section)
{
    Analysis *a = s->a;
    for (uint32_t u = 0; u < s->unknowns.count; u++) s->block_of[u] = s->needed_by[u] = -1;
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &a->blocks.data[section->blocks[i]];
        for (int32_t k = 0; k < b->n_unknowns; k++) {
            int32_t u = s->place_of[b->unknowns[k].i] - 1;
            if (u >= 0) s->block_of[u] = i;
        }
    }
    for (int32_t i = 0; i < section->n_blocks; i++) {
        Block *b = &a->blocks.data[section->blocks[i]];
        if (b->loop == LOOP_NONLINEAR && !b->torn->n_guesses) guess_loop(s, b, i);
    }
}

static bool has_loop(const Analysis *a)
{
    const Section *initial = &a->causal->initial;
    for (int32_t i = 0; i < initial->n_blocks; i++)
        if (a->blocks.data[initial->blocks[i]].loop == LOOP_NONLINEAR) return true;
    return false;
}

bool find_start_guesses(Analysis *a)
{
    if (!has_loop(a)) return true;
    Spread s = {.a = a};
    collect(&s, &a->causal->initial);
    build(&s);
    spread_levels(&s);
    guess_section(&s, &a->causal->initial);
    guess_section(&s, &a->causal->initial_homotopy);
    guess_section(&s, &a->causal->event); // where the start is looked for by its events
    return true;
}
