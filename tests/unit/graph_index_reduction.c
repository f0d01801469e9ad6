// Pantelides, and states that grow, against the structural analysis of Pryce [Pry01], which finds
// the numbers of differentiations in another way: from a transversal of highest value in the matrix
// of orders.
#include <string.h>

#include "base/vec.h"
#include "graph/growing.h"
#include "unit/random_graph.h"
#include "unit/unit.h"

enum { MOST = 5, HIGHEST_ORDER = 2, SYSTEMS = 4000, ABSENT = -1 };

typedef struct {
    int32_t n;                 // equations and chains
    int32_t order[MOST][MOST]; // highest derivative of chain j in equation i, or ABSENT
} Orders;

// ---- the reference -----------------------------------------------------------------------------

typedef struct {
    int32_t chain_of_eqn[MOST], best_chain_of_eqn[MOST];
    bool is_taken[MOST];
    int32_t best;
} Transversal;

static void extend(const Orders *o, Transversal *t, int32_t eqn, int32_t value)
{
    if (eqn == o->n) {
        if (value <= t->best) return;
        t->best = value;
        memcpy(t->best_chain_of_eqn, t->chain_of_eqn, sizeof t->chain_of_eqn);
        return;
    }
    for (int32_t j = 0; j < o->n; j++) {
        if (t->is_taken[j] || o->order[eqn][j] == ABSENT) continue;
        t->is_taken[j] = true;
        t->chain_of_eqn[eqn] = j;
        extend(o, t, eqn + 1, value + o->order[eqn][j]);
        t->is_taken[j] = false;
    }
}

// The smallest offsets: c[i] differentiations of equation i, d[j] the highest order of chain j.
static bool smallest_offsets(const Orders *o, int32_t *c, int32_t *d)
{
    Transversal t = {.best = -1};
    extend(o, &t, 0, 0);
    if (t.best < 0) return false;
    memset(c, 0, MOST * sizeof *c);
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t j = 0; j < o->n; j++) {
            d[j] = 0;
            for (int32_t i = 0; i < o->n; i++)
                if (o->order[i][j] != ABSENT && o->order[i][j] + c[i] > d[j])
                    d[j] = o->order[i][j] + c[i];
        }
        for (int32_t i = 0; i < o->n; i++) {
            int32_t j = t.best_chain_of_eqn[i], wanted = d[j] - o->order[i][j];
            changed |= wanted != c[i];
            c[i] = wanted;
        }
    }
    return true;
}

// ---- the system --------------------------------------------------------------------------------

typedef struct {
    Arena *arena;
    DerivativeSystem system;
    Bipartite g;
    VEC(int32_t) chain_of_var;
    VEC(int32_t) order_of_var;
    VEC(int32_t) derivative_of_var;
    int32_t n_eqns;
} Client;

static int32_t add_variable(Client *c, int32_t chain, int32_t order)
{
    VEC_PUSH(c->arena, &c->chain_of_var, chain);
    VEC_PUSH(c->arena, &c->order_of_var, order);
    VEC_PUSH(c->arena, &c->derivative_of_var, -1);
    return (int32_t)c->chain_of_var.count - 1;
}

static int32_t differentiate_equation(void *client, int32_t eqn)
{
    (void)eqn;
    return ((Client *)client)->n_eqns++;
}

static int32_t differentiate_variable(void *client, int32_t var)
{
    Client *c = client;
    int32_t fresh = add_variable(c, c->chain_of_var.data[var], c->order_of_var.data[var] + 1);
    c->derivative_of_var.data[var] = fresh;
    return fresh;
}

static Orders some_orders(uint64_t *state)
{
    Orders o = {.n = 1 + (int32_t)random_below(state, MOST)};
    for (int32_t i = 0; i < o.n; i++)
        for (int32_t j = 0; j < o.n; j++)
            o.order[i][j] =
                random_below(state, 2) ? (int32_t)random_below(state, HIGHEST_ORDER + 1) : ABSENT;
    return o;
}

static Client system_of(Unit *u, const Orders *o, uint64_t *state)
{
    Client c = {.arena = u->arena, .n_eqns = o->n};
    int32_t first_var_of_chain[MOST];
    for (int32_t j = 0; j < o->n; j++) {
        int32_t highest = 0;
        for (int32_t i = 0; i < o->n; i++)
            if (o->order[i][j] > highest) highest = o->order[i][j];
        for (int32_t k = 0; k <= highest; k++) {
            int32_t var = add_variable(&c, j, k);
            if (k == 0) first_var_of_chain[j] = var;
            if (k > 0) c.derivative_of_var.data[var - 1] = var;
        }
    }
    VEC(Edge) edges = {0};
    for (int32_t i = 0; i < o->n; i++)
        for (int32_t j = 0; j < o->n; j++)
            for (int32_t k = 0; k <= o->order[i][j]; k++)
                if (k == o->order[i][j] || random_below(state, 2))
                    VEC_PUSH(u->arena, &edges, ((Edge){i, first_var_of_chain[j] + k}));
    c.g = bipartite_from_edges(u->arena, o->n, (int32_t)c.chain_of_var.count, edges.data,
                               (int32_t)edges.count, NULL);
    c.system = (DerivativeSystem){
        .g = &c.g,
        .derivative_of_var =
            ARENA_COPY(u->arena, int32_t, c.derivative_of_var.data, c.derivative_of_var.count)};
    return c;
}

static int32_t times_differentiated(const Pantelides *p, int32_t eqn)
{
    int32_t times = 0;
    while ((eqn = p->derivative_of_eqn[eqn]) >= 0) times++;
    return times;
}

static void check_matching(Unit *u, const Orders *o, const Client *c, const Pantelides *p)
{
    for (int32_t e = 0; e < o->n; e++) {
        int32_t last = e, times = 0;
        for (; p->derivative_of_eqn[last] >= 0; last = p->derivative_of_eqn[last]) times++;
        int32_t var = p->var_of_eqn[last];
        if (!CHECK_TRUE(u, var >= 0 && p->derivative_of_var[var] < 0)) continue;
        CHECK_INT(u, p->eqn_of_var[var], last);
        int32_t order = o->order[e][c->chain_of_var.data[var]];
        CHECK_TRUE(u, order != ABSENT && order + times == c->order_of_var.data[var]);
    }
}

static void differentiations_are_the_fewest(Unit *u)
{
    uint64_t state = 21;
    int32_t n_solvable = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        Orders o = some_orders(&state);
        Client client = system_of(u, &o, &state);
        client.system.g = &client.g;
        client.system.order_limit = 30;
        DerivativeClient calls = {&client, differentiate_equation, differentiate_variable, NULL};
        int32_t c[MOST], d[MOST], n_vars = 0;
        bool solvable = smallest_offsets(&o, c, d);
        ChainSystem chains = identify_chains(u->arena, &client.system);
        CHECK_TRUE(u, chains_are_solvable(&chains) == solvable);
        Pantelides p = pantelides(u->arena, &client.system, calls);
        CHECK_INT(u, p.outcome, solvable ? PANTELIDES_DONE : PANTELIDES_ENDLESS);
        CHECK_INT(u, p.n_eqns, client.n_eqns);
        CHECK_INT(u, p.n_vars, client.chain_of_var.count);
        if (!solvable) continue;
        n_solvable++;
        for (int32_t e = 0; e < o.n; e++) CHECK_INT(u, times_differentiated(&p, e), c[e]);
        for (int32_t j = 0; j < o.n; j++) n_vars += d[j] + 1;
        CHECK_INT(u, p.n_vars, n_vars);
        check_matching(u, &o, &client, &p);
    }
    CHECK_TRUE(u, n_solvable > SYSTEMS / 4);
}

// ---- States one at a time ----------------------------------------------------------------------

static const int32_t *shuffled_offers(Unit *u, const Client *c, uint64_t *state, int32_t *n)
{
    int32_t *offers = ARENA_RAW(u->arena, int32_t, c->g.n_vars + 1);
    *n = 0;
    for (int32_t v = 0; v < c->g.n_vars; v++) {
        if (c->system.derivative_of_var[v] < 0) continue;
        int32_t place = (int32_t)random_below(state, (uint32_t)*n + 1);
        offers[(*n)++] = offers[place];
        offers[place] = v;
    }
    return offers;
}

// In any order of the offers: the fewest differentiations, and as many states as the orders of
// chains exceed them, which is the value of the transversal.
static void growing_states_are_as_many(Unit *u)
{
    uint64_t state = 23;
    int32_t n_released = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        Orders o = some_orders(&state);
        int32_t c[MOST], d[MOST], n_offers, n_states = 0, times[MOST] = {0};
        if (!smallest_offsets(&o, c, d)) continue;
        Client client = system_of(u, &o, &state);
        client.system.g = &client.g;
        client.system.order_limit = 30;
        DerivativeClient calls = {&client, differentiate_equation, differentiate_variable, NULL};
        const int32_t *offers = shuffled_offers(u, &client, &state, &n_offers);
        Growth w = grow_states(u->arena, &client.system, calls, offers, n_offers);
        CHECK_INT(u, w.outcome, PANTELIDES_DONE);
        int32_t *root = ARENA_RAW(u->arena, int32_t, client.n_eqns + 1);
        for (int32_t e = 0; e < o.n; e++) root[e] = e;
        for (int32_t k = 0; k < w.n_steps; k++) {
            const GrowthStep *step = &w.steps[k];
            n_states += (step->action == GROWTH_ADDED) - (step->action == GROWTH_RELEASED);
            n_released += step->action == GROWTH_RELEASED;
            if (step->action != GROWTH_DIFFERENTIATED) continue;
            root[step->derivative] = root[step->eqn];
            times[root[step->eqn]]++;
        }
        for (int32_t e = 0; e < o.n; e++) {
            CHECK_INT(u, times[e], c[e]);
            n_states += c[e] - d[e];
        }
        CHECK_INT(u, n_states, 0);
        if (!w.n_steps) continue;
        const GrowthStep *last = &w.steps[w.n_steps - 1];
        CHECK_INT(u, last->n_unknowns, last->n_eqns);
    }
    CHECK_TRUE(u, n_released > 0);
}

static int32_t refuse(void *client, int32_t eqn)
{
    (void)client, (void)eqn;
    return -1;
}

static void refusal_ends_the_algorithm(Unit *u)
{
    uint64_t state = 22;
    Orders o = {.n = 2, .order = {{ABSENT, 0}, {0, 1}}}; // y = f(t), der(y) = x: index 2
    Client client = system_of(u, &o, &state);
    client.system.g = &client.g;
    DerivativeClient calls = {&client, refuse, differentiate_variable, NULL};
    Pantelides p = pantelides(u->arena, &client.system, calls);
    CHECK_INT(u, p.outcome, PANTELIDES_REFUSED);
    CHECK_INT(u, p.stopped_at_eqn, 0);
    int32_t y = client.system.derivative_of_var[0] >= 0 ? 0 : 1;
    Growth w = grow_states(u->arena, &client.system, calls, &y, 1);
    CHECK_INT(u, w.outcome, PANTELIDES_REFUSED);
    CHECK_INT(u, w.stopped_at_eqn, 0);
}

// A chain of N masses, all rigidly connected: x[i+1] = x[i]. Every constraint must be
// differentiated, and a recursive walk or one that begins afresh for every constraint would show.
enum { N = 10000 };
static Client rigid_chain(Unit *u)
{
    Client client = {.arena = u->arena, .n_eqns = 2 * N - 1};
    Edge *edges = ARENA_RAW(u->arena, Edge, 5 * N);
    int32_t n_edges = 0;
    for (int32_t i = 0; i < N; i++) { // variables: x, der(x), force
        int32_t x = add_variable(&client, 2 * i, 0);
        int32_t velocity = add_variable(&client, 2 * i, 1);
        client.derivative_of_var.data[x] = velocity;
        add_variable(&client, 2 * i + 1, 0);
        edges[n_edges++] = (Edge){i, 3 * i + 1}; // der(x[i]) = f[i] - f[i+1]
        edges[n_edges++] = (Edge){i, 3 * i + 2};
        if (i > 0) edges[n_edges++] = (Edge){i - 1, 3 * i + 2};
        if (i > 0) edges[n_edges++] = (Edge){N + i - 1, 3 * i}; // x[i] = x[i-1]
        if (i > 0) edges[n_edges++] = (Edge){N + i - 1, 3 * i - 3};
    }
    client.g = bipartite_from_edges(u->arena, 2 * N - 1, 3 * N, edges, n_edges, NULL);
    client.system.derivative_of_var =
        ARENA_COPY(u->arena, int32_t, client.derivative_of_var.data, 3 * N);
    return client;
}

static void long_rigid_chains_are_reduced_in_time(Unit *u)
{
    Client client = rigid_chain(u);
    client.system.g = &client.g;
    DerivativeClient calls = {&client, differentiate_equation, differentiate_variable, NULL};
    Pantelides p = pantelides(u->arena, &client.system, calls);
    CHECK_INT(u, p.outcome, PANTELIDES_DONE);
    CHECK_INT(u, p.n_eqns, 3 * N - 2);
    CHECK_INT(u, p.n_vars, 3 * N);
}

static void states_of_long_rigid_chains_grow_in_time(Unit *u)
{
    Client client = rigid_chain(u);
    client.system.g = &client.g;
    DerivativeClient calls = {&client, differentiate_equation, differentiate_variable, NULL};
    int32_t *offers = ARENA_RAW(u->arena, int32_t, N);
    for (int32_t i = 0; i < N; i++) offers[i] = 3 * i;
    Growth w = grow_states(u->arena, &client.system, calls, offers, N);
    CHECK_INT(u, w.outcome, PANTELIDES_DONE);
    CHECK_INT(u, client.n_eqns, 3 * N - 2);
    CHECK_INT(u, w.n_steps, 2 * N - 1); // one state, and N - 1 constraints
}

UNIT_SUITE(graph_index_reduction, TEST(differentiations_are_the_fewest),
           TEST(growing_states_are_as_many), TEST(refusal_ends_the_algorithm),
           TEST(long_rigid_chains_are_reduced_in_time),
           TEST(states_of_long_rigid_chains_grow_in_time));
