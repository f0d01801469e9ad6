// structure -- time of the graph algorithms on circuits that grow: columns per size, so that one
// sees at a glance whether it stays linear.
//
//   chain    resistors and capacitors in a row, voltages known: no loop
//   ladder   resistors only: one loop, which one variable tears
//   grid     resistors between the nodes of a square: one loop, torn by as many as a side has
//   heat     the inlined heat diffusion of [CK06, 8.7], torn with regard to the pivots
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/vec.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "graph/tearing.h"

typedef struct {
    Arena *arena;
    VEC(Edge) edges;
    VEC(double) sizes;
    int32_t n_eqns, n_vars;
} Circuit;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void put(Circuit *c, int32_t eqn, int32_t var, double size)
{
    if (var < 0) return; // known
    VEC_PUSH(c->arena, &c->edges, ((Edge){eqn, var}));
    VEC_PUSH(c->arena, &c->sizes, size);
}

static void equation(Circuit *c, int32_t a, int32_t b, int32_t d)
{
    int32_t eqn = c->n_eqns++;
    put(c, eqn, a, 1.0);
    put(c, eqn, b, 1.0);
    put(c, eqn, d, 1.0);
}

// A resistor between two potentials: returns its current.
static int32_t resistor(Circuit *c, int32_t from, int32_t to)
{
    int32_t voltage = c->n_vars++, current = c->n_vars++;
    equation(c, voltage, from, to);
    equation(c, voltage, current, -1);
    return current;
}

static void build_chain(Circuit *c, int32_t n)
{
    int32_t before = -1;
    for (int32_t i = 0; i < n / 4; i++) {
        int32_t current = resistor(c, -1, -1), charging = c->n_vars++, slope = c->n_vars++;
        equation(c, charging, current, before);
        equation(c, slope, charging, -1);
        before = current;
    }
}

static void build_ladder(Circuit *c, int32_t n)
{
    int32_t potential = -1, current = c->n_vars++;
    for (int32_t i = 0; i < n / 4; i++) {
        int32_t next = c->n_vars++;
        equation(c, potential, next, current); // series resistor
        int32_t leak = resistor(c, next, -1), rest = c->n_vars++;
        equation(c, current, leak, rest);
        potential = next;
        current = rest;
    }
    equation(c, potential, current, -1);
}

static void build_grid(Circuit *c, int32_t n)
{
    int32_t side = (int32_t)sqrt(n / 5.0), n_nodes = side * side;
    c->n_vars = c->n_eqns = n_nodes; // potentials; sums of currents
    for (int32_t p = 0; p < n_nodes; p++) {
        int32_t right = p % side + 1 < side ? p + 1 : -1,
                below = p + side < n_nodes ? p + side : -1;
        int32_t neighbours[] = {right, below};
        for (int k = 0; k < 2; k++) {
            if (neighbours[k] < 0) continue;
            int32_t current = resistor(c, p, neighbours[k]);
            put(c, p, current, 1.0);
            put(c, neighbours[k], current, 1.0);
        }
    }
    put(c, 0, resistor(c, 0, -1), 1.0); // to the source
    put(c, n_nodes - 1, resistor(c, n_nodes - 1, -1), 1.0);
}

static void build_heat(Circuit *c, int32_t n)
{
    static const double band[] = {1, 16, 30, 16, 1};
    int32_t m = n / 2;
    c->n_vars = c->n_eqns = 2 * m;
    double factor = (double)m * m / 1184.0, h = 0.01;
    for (int32_t i = 0; i < m; i++) {
        for (int32_t k = -2; k <= 2; k++)
            if (i + k >= 0 && i + k < m) put(c, i, i + k, factor * band[k + 2]);
        put(c, i, m + i, 1.0);
        put(c, m + i, i, 1.0);
        put(c, m + i, m + i, h);
    }
}

typedef struct {
    const char *name;
    void (*build)(Circuit *c, int32_t n);
    double growth_limit;
    int32_t largest;
} Family;

static const Family families[] = {
    {"chain", build_chain, 0.0, 1000000},
    {"ladder", build_ladder, 0.0, 1000000},
    {"grid", build_grid, 0.0, 1000000},
    {"heat", build_heat, TEARING_GROWTH_LIMIT, 100000},
};

static int32_t tear_blocks(Arena *a, const Bipartite *g, const Matching *m, const Blocks *blocks,
                           const double *size, double growth_limit)
{
    int32_t n_torn = 0, *local_of_var = ARENA_RAW(a, int32_t, g->n_vars), *edge_of_edge;
    for (int32_t v = 0; v < g->n_vars; v++) local_of_var[v] = -1;
    for (int32_t b = 0; b < blocks->n_blocks; b++) {
        int32_t n = blocks_size(blocks, b);
        if (n < 2) continue;
        const int32_t *eqns = blocks->eqn_of_place + blocks->first_place_of_block[b];
        int32_t *vars = ARENA_RAW(a, int32_t, n);
        for (int32_t i = 0; i < n; i++) vars[i] = m->var_of_eqn[eqns[i]];
        Bipartite block =
            bipartite_part(a, g, (Selection){eqns, vars, n, n}, local_of_var, &edge_of_edge);
        double *sizes = ARENA_RAW(a, double, block.n_edges);
        for (int32_t k = 0; k < block.n_edges; k++) sizes[k] = size[edge_of_edge[k]];
        TearingProblem problem = {.block = &block,
                                  .size_of_edge = growth_limit > 0.0 ? sizes : NULL,
                                  .growth_limit = growth_limit};
        n_torn += tear_block(a, &problem).n_torn;
    }
    return n_torn;
}

static void run(const Family *family, int32_t n)
{
    Circuit c = {.arena = arena_open("bench")};
    family->build(&c, n);
    double begin = now();
    Bipartite g = bipartite_from_edges(c.arena, c.n_eqns, c.n_vars, c.edges.data,
                                       (int32_t)c.edges.count, NULL);
    double built = now();
    Matching m = matching_empty(c.arena, &g);
    matching_maximize(&m, &g, NULL);
    double matched = now();
    Blocks blocks = strong_components(c.arena, &g, &m);
    double sorted = now();
    int32_t n_torn = tear_blocks(c.arena, &g, &m, &blocks, c.sizes.data, family->growth_limit);
    double torn = now();
    printf("%-8s %8d %9d %9.2f %9.2f %9.2f %9.2f %8d %7d%s\n", family->name, g.n_eqns, g.n_edges,
           1e3 * (built - begin), 1e3 * (matched - built), 1e3 * (sorted - matched),
           1e3 * (torn - sorted), blocks.n_blocks, n_torn,
           m.n_matched == g.n_eqns ? "" : "  NOT SQUARE");
    arena_close(c.arena);
}

int main(void)
{
    printf("%-8s %8s %9s %9s %9s %9s %9s %8s %7s\n", "system", "eqns", "edges", "build/ms",
           "match/ms", "sort/ms", "tear/ms", "blocks", "torn");
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (int32_t n = 1000; n <= families[f].largest; n *= 10) run(&families[f], n);
    return 0;
}
