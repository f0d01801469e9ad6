// The coloring of the structure digraph on random systems: whatever the equations, it must end
// with a red line for each equation and numbers that are an order of computation.
#include <string.h>

#include "graph/structure_digraph.h"
#include "unit/random_graph.h"
#include "unit/unit.h"

enum { SYSTEMS = 400, LARGEST = 25 };

typedef struct Outcome {
    int32_t number_of_eqn[LARGEST], eqn_of_var[LARGEST];
    bool is_residual[LARGEST];
    int32_t n_torn, n_corners;
} Outcome;

static DigraphSteps color(Unit *u, const Bipartite *g)
{
    int32_t *none = ARENA_RAW(u->arena, int32_t, g->n_eqns);
    bool *no_state = ARENA_ARRAY(u->arena, bool, g->n_vars);
    for (int32_t i = 0; i < g->n_eqns; i++) none[i] = -1;
    DigraphProblem problem = {
        .g = g, .derivative_of_eqn = none, .derivative_of_var = none, .is_state_of_var = no_state};
    return color_digraph(u->arena, &problem);
}

static Outcome outcome_of(Unit *u, const Bipartite *g, DigraphSteps all)
{
    Outcome o = {0};
    const DigraphStep *last = &all.steps[all.n_steps - 1];
    CHECK_INT(u, last->action, STEP_FINISH);
    CHECK_INT(u, last->n_eqns, g->n_eqns);
    for (int32_t k = 0; last->action == STEP_FINISH && k < last->n_eqns; k++) {
        o.number_of_eqn[last->eqns[k]] = k + 1;
        o.eqn_of_var[last->vars[k]] = last->eqns[k];
    }
    for (int32_t i = 0; i < all.n_steps; i++) {
        const DigraphStep *step = &all.steps[i];
        if (step->action == STEP_TEAR) o.is_residual[step->eqn] = true, o.n_torn++;
        if (step->action != STEP_BACKTRACK) continue;
        o.is_residual[all.steps[step->back_to].eqn] = false;
        o.n_torn--, o.n_corners++;
    }
    return o;
}

// Every unknown of an equation that is no residual is known before, its own excepted.
static bool is_order(const Bipartite *g, const Outcome *o)
{
    for (int32_t e = 0; e < g->n_eqns; e++) {
        bool has_own = false;
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t owner = o->eqn_of_var[g->var_of_edge[k]];
            has_own = has_own || owner == e;
            bool is_known = o->number_of_eqn[owner] < o->number_of_eqn[e];
            if (owner != e && !is_known && !o->is_residual[e]) return false;
        }
        if (!has_own) return false;
    }
    return true;
}

static void numbers_are_an_order(Unit *u)
{
    uint64_t state = 5;
    int32_t n_corners = 0, n_torn = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        int32_t n = 1 + (int32_t)random_below(&state, LARGEST);
        Bipartite g = random_square_graph(u->arena, &state, n, (int32_t)random_below(&state, 50));
        Outcome o = outcome_of(u, &g, color(u, &g));
        if (!CHECK_TRUE(u, is_order(&g, &o))) return;
        n_corners += o.n_corners;
        n_torn += o.n_torn;
    }
    CHECK_TRUE(u, n_torn > SYSTEMS); // the test has loops, and choices that had to be taken back
    CHECK_TRUE(u, n_corners > 0);
}

static void the_same_twice(Unit *u)
{
    uint64_t state = 9;
    Bipartite g = random_square_graph(u->arena, &state, LARGEST, 40);
    DigraphSteps a = color(u, &g), b = color(u, &g);
    CHECK_INT(u, a.n_steps, b.n_steps);
    for (int32_t i = 0; i < a.n_steps && i < b.n_steps; i++) {
        CHECK_INT(u, a.steps[i].action, b.steps[i].action);
        CHECK_INT(u, a.steps[i].eqn, b.steps[i].eqn);
        CHECK_INT(u, a.steps[i].var, b.steps[i].var);
    }
}

// More unknowns than equations, or an equation without an unknown and nothing to differentiate:
// the procedure says that it is lost instead of going on for ever.
static void impossible_systems_end(Unit *u)
{
    uint64_t state = 3;
    for (int i = 0; i < 100; i++) {
        int32_t n = 2 + (int32_t)random_below(&state, 10);
        Bipartite g = random_graph(u->arena, &state, n, n, n + (int32_t)random_below(&state, 10));
        DigraphSteps all = color(u, &g);
        DigraphAction last = all.steps[all.n_steps - 1].action;
        CHECK_TRUE(u, last == STEP_FINISH || last == STEP_LOST);
    }
}

UNIT_SUITE(structure_digraph, TEST(numbers_are_an_order), TEST(the_same_twice),
           TEST(impossible_systems_end));
