// Tearing against brute force on random small blocks, and on the inlined heat diffusion of the
// seed cases I5 and I6, where the torn system is solved and compared with direct elimination.
#include <math.h>
#include <string.h>

#include "graph/known_tearings.h"
#include "unit/random_graph.h"
#include "unit/unit.h"

enum { SMALL_BLOCKS = 3000, MOST = 8 };

static bool may(const BitSet *may_solve, int32_t edge)
{
    return !may_solve || bitset_has(may_solve, (uint32_t)edge);
}

// Does substitution from this set of variables reach all? Any order gives the same closure.
static bool determines_all(const Bipartite *g, const BitSet *may_solve, uint32_t known)
{
    uint32_t all = (1u << g->n_vars) - 1, before = all + 1;
    while (known != before && known != all) {
        before = known;
        for (int32_t e = 0; e < g->n_eqns; e++) {
            int32_t n_unknowns = 0, edge = -1;
            for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++)
                if (!(known >> g->var_of_edge[k] & 1)) {
                    n_unknowns++;
                    edge = k;
                }
            if (n_unknowns == 1 && may(may_solve, edge)) known |= 1u << g->var_of_edge[edge];
        }
    }
    return known == all;
}

static int32_t fewest_torn(const Bipartite *g, const BitSet *may_solve)
{
    int32_t best = g->n_vars;
    for (uint32_t set = 0; set < 1u << g->n_vars; set++)
        if (__builtin_popcount(set) < best && determines_all(g, may_solve, set))
            best = __builtin_popcount(set);
    return best;
}

static void few_variables_are_torn(Unit *u)
{
    uint64_t state = 11;
    int32_t total = 0, total_fewest = 0;
    for (int i = 0; i < SMALL_BLOCKS; i++) {
        int32_t n = 2 + (int32_t)random_below(&state, MOST - 1);
        Bipartite g =
            random_square_graph(u->arena, &state, n, n + (int32_t)random_below(&state, 10));
        BitSet may_solve = bitset_make(u->arena, (uint32_t)g.n_edges);
        for (int32_t k = 0; k < g.n_edges; k++)
            if (i % 3 == 0 || random_below(&state, 5) > 0) bitset_add(&may_solve, (uint32_t)k);
        TearingProblem problem = {.block = &g, .may_solve = &may_solve};
        Tearing tearing = tear_block(u->arena, &problem);
        CHECK_TRUE(u, tearing_check(&problem, &tearing));
        int32_t fewest = fewest_torn(&g, &may_solve);
        CHECK_TRUE(u, tearing.n_torn <= fewest + 1);
        total += tearing.n_torn;
        total_fewest += fewest;
    }
    CHECK_INT(u, total, total_fewest); // no proof in general, but so it is on all of these
}

static void some_variables_are_never_torn(Unit *u)
{
    uint64_t state = 12;
    for (int i = 0; i < SMALL_BLOCKS; i++) {
        int32_t n = 2 + (int32_t)random_below(&state, MOST - 1);
        Bipartite g = random_square_graph(u->arena, &state, n, 2 * n);
        int8_t *preference = ARENA_ARRAY(u->arena, int8_t, n);
        uint32_t allowed = 0;
        for (int32_t v = 0; v < n; v++) {
            preference[v] = random_below(&state, 3) == 0 ? TEAR_NEVER : 0;
            if (preference[v] == 0) allowed |= 1u << v;
        }
        TearingProblem problem = {.block = &g, .preference_of_var = preference};
        Tearing tearing = tear_block(u->arena, &problem);
        CHECK_TRUE(u, tearing_check(&problem, &tearing));
        int32_t n_never = 0;
        for (int32_t k = 0; k < tearing.n_torn; k++)
            n_never += preference[tearing.iteration_vars[k]] == TEAR_NEVER;
        if (determines_all(&g, NULL, allowed)) CHECK_INT(u, n_never, 0);
    }
}

// Blocks on both sides of the size where the search changes, everything at random.
static void growth_stays_within_the_limit(Unit *u)
{
    uint64_t state = 13;
    for (int i = 0; i < 100; i++) {
        int32_t n = 2 + (int32_t)random_below(&state, 200);
        Bipartite g = random_square_graph(u->arena, &state, n, (1 + i % 5) * n);
        BitSet may_solve = bitset_make(u->arena, (uint32_t)g.n_edges);
        double *size = ARENA_RAW(u->arena, double, g.n_edges);
        int8_t *preference = ARENA_RAW(u->arena, int8_t, n);
        for (int32_t k = 0; k < g.n_edges; k++) {
            size[k] = pow(10.0, (double)random_below(&state, 7) - 3.0);
            if (random_below(&state, 10) > 0) bitset_add(&may_solve, (uint32_t)k);
        }
        for (int32_t v = 0; v < n; v++)
            preference[v] = random_below(&state, 20) ? (int8_t)random_below(&state, 3) : TEAR_NEVER;
        TearingProblem problem = {.block = &g,
                                  .may_solve = &may_solve,
                                  .preference_of_var = preference,
                                  .size_of_edge = size,
                                  .growth_limit = i % 2 ? 100.0 : TEARING_GROWTH_LIMIT};
        Tearing first = tear_block(u->arena, &problem), second = tear_block(u->arena, &problem);
        CHECK_TRUE(u, tearing_check(&problem, &first));
        CHECK_TRUE(u, first.growth <= problem.growth_limit);
        CHECK_INT(u, first.n_torn, second.n_torn);
        CHECK_TRUE(u, !memcmp(first.iteration_vars, second.iteration_vars,
                              (size_t)first.n_torn * sizeof(int32_t)));
    }
}

// ---- heat diffusion ----------------------------------------------------------------------------

typedef struct {
    int32_t n; // unknowns
    Bipartite g;
    double *value_of_edge, *right;
} LinearSystem;

typedef struct {
    Edge *edges;
    double *values;
    int32_t count;
} Entries;

static void put(Entries *t, int32_t row, int32_t column, double value)
{
    t->edges[t->count] = (Edge){row, column};
    t->values[t->count++] = value;
}

// Row i of the matrix (8.112) of [CK06] with sign and factor, columns from `column`.
static void put_diffusion_row(Entries *t, int32_t n, int32_t i, int32_t row, int32_t column)
{
    static const double first[] = {-15, -4, 14, -6, 1}, second[] = {16, -30, 16, -1};
    static const double middle[] = {-1, 16, -30, 16, -1}, before_last[] = {-1, 16, -31, 16};
    static const double last[] = {-2, 32, -30};
    const double *c = i == 0       ? first
                      : i == 1     ? second
                      : i == n - 2 ? before_last
                      : i == n - 1 ? last
                                   : middle;
    int32_t count = i == 0 ? 5 : i == 1 || i == n - 2 ? 4 : i == n - 1 ? 3 : 5;
    int32_t from = i < 2 ? 0 : i - 2;
    double factor = (double)n * n / (120.0 * 9.8696044010893586);
    for (int32_t k = 0; k < count; k++) put(t, row, column + from + k, -factor * c[k]);
}

static LinearSystem assemble(Unit *u, int32_t n, const Entries *t)
{
    LinearSystem s = {.n = n, .right = ARENA_RAW(u->arena, double, n)};
    int32_t *edge_of_given = ARENA_RAW(u->arena, int32_t, t->count);
    s.g = bipartite_from_edges(u->arena, n, n, t->edges, t->count, edge_of_given);
    s.value_of_edge = ARENA_RAW(u->arena, double, s.g.n_edges);
    for (int32_t i = 0; i < t->count; i++) s.value_of_edge[edge_of_given[i]] = t->values[i];
    for (int32_t i = 0; i < n; i++) s.right[i] = sin(1.0 + i);
    return s;
}

// xdot = A x + .., x = old + h xdot: unknowns x, then xdot.
static LinearSystem heat_by_bdf(Unit *u, int32_t n, double h)
{
    Entries t = {ARENA_RAW(u->arena, Edge, 8 * n), ARENA_RAW(u->arena, double, 8 * n), 0};
    for (int32_t i = 0; i < n; i++) {
        put_diffusion_row(&t, n, i, i, 0);
        put(&t, i, n + i, 1.0);
        put(&t, n + i, i, 1.0);
        put(&t, n + i, n + i, -h);
    }
    return assemble(u, 2 * n, &t);
}

// (8.115): unknowns y, x, ydot, xdot.
static LinearSystem heat_by_radau(Unit *u, int32_t n, double h)
{
    static const double weights[2][2] = {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}};
    Entries t = {ARENA_RAW(u->arena, Edge, 20 * n), ARENA_RAW(u->arena, double, 20 * n), 0};
    for (int32_t stage = 0; stage < 2; stage++)
        for (int32_t i = 0; i < n; i++) {
            int32_t row = stage * n + i;
            put_diffusion_row(&t, n, i, row, stage * n);
            put(&t, row, 2 * n + row, 1.0);
            put(&t, 2 * n + row, row, 1.0);
            for (int32_t k = 0; k < 2; k++)
                put(&t, 2 * n + row, 2 * n + k * n + i, -h * weights[stage][k]);
        }
    return assemble(u, 4 * n, &t);
}

// Gaussian elimination with row pivoting; the solution replaces b.
static void solve_dense(double *a, double *b, int32_t n)
{
    for (int32_t p = 0; p < n; p++) {
        int32_t best = p;
        for (int32_t i = p + 1; i < n; i++)
            if (fabs(a[i * n + p]) > fabs(a[best * n + p])) best = i;
        for (int32_t j = 0; j < n; j++) {
            double x = a[p * n + j];
            a[p * n + j] = a[best * n + j];
            a[best * n + j] = x;
        }
        double x = b[p];
        b[p] = b[best];
        b[best] = x;
        for (int32_t i = p + 1; i < n; i++) {
            double factor = a[i * n + p] / a[p * n + p];
            for (int32_t j = p; j < n; j++) a[i * n + j] -= factor * a[p * n + j];
            b[i] -= factor * b[p];
        }
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        for (int32_t j = i + 1; j < n; j++) b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

static double *solve_directly(Unit *u, const LinearSystem *s)
{
    double *a = ARENA_ARRAY(u->arena, double, s->n * s->n);
    for (int32_t e = 0; e < s->n; e++)
        for (int32_t k = s->g.first_edge_of_eqn[e]; k < s->g.first_edge_of_eqn[e + 1]; k++)
            a[e * s->n + s->g.var_of_edge[k]] = s->value_of_edge[k];
    double *x = ARENA_COPY(u->arena, double, s->right, s->n);
    solve_dense(a, x, s->n);
    return x;
}

static double residual(const LinearSystem *s, const double *x, int32_t e, double right)
{
    for (int32_t k = s->g.first_edge_of_eqn[e]; k < s->g.first_edge_of_eqn[e + 1]; k++)
        right -= s->value_of_edge[k] * x[s->g.var_of_edge[k]];
    return right;
}

static double coefficient(const LinearSystem *s, int32_t e, int32_t var)
{
    for (int32_t k = s->g.first_edge_of_eqn[e]; k < s->g.first_edge_of_eqn[e + 1]; k++)
        if (s->g.var_of_edge[k] == var) return s->value_of_edge[k];
    return 0.0;
}

// Substitute along the sequence; `scale` 0 gives the response without the right side.
static void substitute(const LinearSystem *s, const Tearing *t, double *x, double scale)
{
    for (int32_t i = 0; i < t->n_steps; i++) x[t->var_of_step[i]] = 0.0;
    for (int32_t i = 0; i < t->n_steps; i++) {
        int32_t e = t->eqn_of_step[i], var = t->var_of_step[i];
        x[var] = 0.0;
        x[var] = residual(s, x, e, scale * s->right[e]) / coefficient(s, e, var);
    }
}

// The torn way: responses of the residuals to each iteration variable, then the small system.
static double *solve_torn(Unit *u, const LinearSystem *s, const Tearing *t)
{
    double *x = ARENA_ARRAY(u->arena, double, s->n);
    double *a = ARENA_RAW(u->arena, double, t->n_torn * t->n_torn);
    double *b = ARENA_RAW(u->arena, double, t->n_torn);
    for (int32_t j = 0; j < t->n_torn; j++) {
        for (int32_t k = 0; k < t->n_torn; k++) x[t->iteration_vars[k]] = k == j;
        substitute(s, t, x, 0.0);
        for (int32_t i = 0; i < t->n_torn; i++)
            a[i * t->n_torn + j] = -residual(s, x, t->residual_eqns[i], 0.0);
    }
    for (int32_t k = 0; k < t->n_torn; k++) x[t->iteration_vars[k]] = 0.0;
    substitute(s, t, x, 1.0);
    for (int32_t i = 0; i < t->n_torn; i++)
        b[i] = residual(s, x, t->residual_eqns[i], s->right[t->residual_eqns[i]]);
    solve_dense(a, b, t->n_torn);
    for (int32_t k = 0; k < t->n_torn; k++) x[t->iteration_vars[k]] = b[k];
    substitute(s, t, x, 1.0);
    return x;
}

static double relative_difference(const double *a, const double *b, int32_t n)
{
    double largest = 0.0, difference = 0.0;
    for (int32_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(b[i]));
        difference = fmax(difference, fabs(a[i] - b[i]));
    }
    return difference / largest;
}

static Tearing tear_system(Unit *u, const LinearSystem *s, double growth_limit)
{
    double *size = ARENA_RAW(u->arena, double, s->g.n_edges);
    for (int32_t k = 0; k < s->g.n_edges; k++) size[k] = fabs(s->value_of_edge[k]);
    TearingProblem problem = {.block = &s->g, .size_of_edge = size, .growth_limit = growth_limit};
    Tearing tearing = tear_block(u->arena, &problem);
    CHECK_TRUE(u, tearing_check(&problem, &tearing));
    return tearing;
}

// The text names no step size; these reach from much shorter to much longer than the diffusion time
// of a segment.
static const double step_sizes[] = {1e-3, 1e-2, 0.1, 1.0, 10.0};

static void heat_is_torn_by_bdf(Unit *u)
{
    for (size_t i = 0; i < sizeof step_sizes / sizeof *step_sizes; i++) {
        LinearSystem s = heat_by_bdf(u, 50, step_sizes[i]);
        Tearing t = tear_system(u, &s, TEARING_GROWTH_LIMIT);
        double *direct = solve_directly(u, &s), *torn = solve_torn(u, &s, &t);
        CHECK_TRUE(u, t.n_torn <= 25);
        CHECK_REAL(u, relative_difference(torn, direct, s.n), 0.0, 1e-9);
    }
}

// The warning of the text: without regard to pivots the band is marched along, and that is useless.
static void marching_would_fail(Unit *u)
{
    LinearSystem s = heat_by_bdf(u, 50, 1e-2);
    Tearing t = tear_system(u, &s, 0.0);
    double *direct = solve_directly(u, &s), *torn = solve_torn(u, &s, &t);
    CHECK_TRUE(u, t.n_torn <= 4);
    CHECK_TRUE(u, !(relative_difference(torn, direct, s.n) < 1e-3));
}

static void heat_is_torn_by_radau(Unit *u)
{
    for (size_t i = 0; i < sizeof step_sizes / sizeof *step_sizes; i++) {
        LinearSystem s = heat_by_radau(u, 50, step_sizes[i]);
        Tearing t = tear_system(u, &s, TEARING_GROWTH_LIMIT);
        double *direct = solve_directly(u, &s), *torn = solve_torn(u, &s, &t);
        CHECK_TRUE(u, t.n_torn <= 100);
        CHECK_REAL(u, relative_difference(torn, direct, s.n), 0.0, 1e-9);
    }
}

// Rings of rings: every equation has one neighbour far away. Then a block that is all full rows.
static void large_blocks_are_torn_in_time(Unit *u)
{
    enum { N = 100000, FULL = 300 };
    Edge *edges = ARENA_RAW(u->arena, Edge, 3 * N);
    for (int32_t i = 0; i < N; i++) {
        edges[3 * i] = (Edge){i, i};
        edges[3 * i + 1] = (Edge){i, (i + 1) % N};
        edges[3 * i + 2] = (Edge){i, i % 10 == 0 ? (i + 317) % N : i};
    }
    Bipartite ring = bipartite_from_edges(u->arena, N, N, edges, 3 * N, NULL);
    TearingProblem rings = {.block = &ring};
    Tearing torn_rings = tear_block(u->arena, &rings);
    CHECK_TRUE(u, tearing_check(&rings, &torn_rings));
    CHECK_TRUE(u, torn_rings.n_torn < N / 100);

    Edge *full_edges = ARENA_RAW(u->arena, Edge, FULL * FULL);
    for (int32_t i = 0; i < FULL * FULL; i++) full_edges[i] = (Edge){i / FULL, i % FULL};
    Bipartite full = bipartite_from_edges(u->arena, FULL, FULL, full_edges, FULL * FULL, NULL);
    CHECK_INT(u, tear_block(u->arena, &(TearingProblem){.block = &full}).n_torn, FULL - 1);

    LinearSystem s = heat_by_bdf(u, 5000, 1e-2);
    CHECK_TRUE(u, tear_system(u, &s, TEARING_GROWTH_LIMIT).n_torn <= 1700);
}

// Sums along a chain, s[i] = s[i-1] + t[i], and back, f[i] = f[i+1] + s[i], where 0 = f[i] is left
// for t[i]: with t known all follows, and f[1] depends on every t.
static void chains_are_cut(Unit *u)
{
    enum { LINKS = 300, N = 3 * LINKS, LIMIT = 8 };
    Edge *edges = ARENA_RAW(u->arena, Edge, 8 * LINKS);
    int32_t n = 0, eqn_of_var[N];
    for (int32_t i = 0; i < LINKS; i++) {
        int32_t t = 3 * i, s = t + 1, f = t + 2;
        edges[n++] = (Edge){s, t};
        edges[n++] = (Edge){s, s};
        edges[n++] = (Edge){f, f};
        edges[n++] = (Edge){f, s};
        edges[n++] = (Edge){t, f};
        if (i) edges[n++] = (Edge){s, s - 3};
        if (i + 1 < LINKS) edges[n++] = (Edge){f, f + 3};
    }
    Bipartite g = bipartite_from_edges(u->arena, N, N, edges, n, NULL);
    TearingProblem problem = {.block = &g};
    Tearing all = {.n_torn = LINKS, .n_steps = 2 * LINKS};
    all.iteration_vars = all.residual_eqns = ARENA_RAW(u->arena, int32_t, LINKS);
    all.var_of_step = all.eqn_of_step = ARENA_RAW(u->arena, int32_t, 2 * LINKS);
    for (int32_t i = 0; i < LINKS; i++) {
        all.iteration_vars[i] = 3 * i;
        all.var_of_step[i] = 3 * i + 1;
        all.var_of_step[LINKS + i] = 3 * (LINKS - 1 - i) + 2;
    }
    CHECK_TRUE(u, tearing_check(&problem, &all));
    CHECK_TRUE(u, bipartite_width(&g) <= 6); // however long
    Tearing cut = cut_chains(u->arena, &problem, &all, LIMIT);
    CHECK_TRUE(u, tearing_check(&problem, &cut));
    CHECK_TRUE(u, cut.n_torn < 2 * LINKS);
    // By what is torn, as many as there are: the bound holds where it is counted anew.
    bool(*reaches)[N] = (bool(*)[N])ARENA_ARRAY(u->arena, bool, N *N);
    for (int32_t k = 0; k < cut.n_torn; k++)
        reaches[cut.iteration_vars[k]][cut.iteration_vars[k]] = true;
    for (int32_t i = 0; i < cut.n_steps; i++) eqn_of_var[cut.var_of_step[i]] = cut.eqn_of_step[i];
    for (int32_t i = 0; i < cut.n_steps; i++) {
        int32_t v = cut.var_of_step[i], e = eqn_of_var[v], reached = 0;
        for (int32_t k = g.first_edge_of_eqn[e]; k < g.first_edge_of_eqn[e + 1]; k++)
            for (int32_t w = 0; w < N && g.var_of_edge[k] != v; w++)
                reaches[v][w] |= reaches[g.var_of_edge[k]][w];
        for (int32_t w = 0; w < N; w++) reached += reaches[v][w];
        CHECK_TRUE(u, reached <= LIMIT);
    }
}

// What was torn once is known again by all that the search looks at, and by nothing less.
static void equal_loops_are_torn_once(Unit *u)
{
    int32_t first_edge[] = {0, 2, 4, 6}, var_of_edge[] = {0, 1, 1, 2, 2, 0};
    Bipartite g = bipartite_from_rows(u->arena, 3, 3, first_edge, var_of_edge);
    int32_t second_edge[] = {0, 2, 4, 6}, same_vars[] = {0, 1, 1, 2, 2, 0};
    Bipartite twin = bipartite_from_rows(u->arena, 3, 3, second_edge, same_vars);
    int8_t rather_last[] = {0, 0, 2}, rather_first[] = {2, 0, 0};
    double size[] = {1, 1, 1, 1, 1, 1}, small[] = {1, 1, 1, 1, 1, 0.5};
    BitSet may_solve = bitset_make(u->arena, 6);
    for (uint32_t k = 1; k < 6; k++) bitset_add(&may_solve, k);
    const TearingProblem problems[] = {
        {.block = &g},
        {.block = &g, .preference_of_var = rather_last},
        {.block = &g, .preference_of_var = rather_first},
        {.block = &g, .may_solve = &may_solve},
        {.block = &g, .size_of_edge = size, .growth_limit = 100},
        {.block = &g, .size_of_edge = small, .growth_limit = 100},
        {.block = &g, .size_of_edge = small, .growth_limit = 10},
    };
    enum { N = sizeof problems / sizeof *problems };
    KnownTearings known = known_tearings_make(u->arena);
    const int32_t *torn[N];
    for (int i = 0; i < N; i++) {
        Tearing t = tear_known_block(&known, &problems[i]);
        CHECK_TRUE(u, tearing_check(&problems[i], &t));
        torn[i] = t.iteration_vars;
    }
    CHECK_INT(u, known.rows.count, N);
    CHECK_INT(u, torn[1][0], 2);
    CHECK_INT(u, torn[2][0], 0);
    for (int i = 0; i < N; i++) {
        TearingProblem again = problems[i];
        again.block = &twin;
        CHECK_TRUE(u, tear_known_block(&known, &again).iteration_vars == torn[i]);
    }
    CHECK_INT(u, known.rows.count, N);
}

UNIT_SUITE(graph_tearing, TEST(few_variables_are_torn), TEST(some_variables_are_never_torn),
           TEST(growth_stays_within_the_limit), TEST(heat_is_torn_by_bdf),
           TEST(marching_would_fail), TEST(heat_is_torn_by_radau),
           TEST(large_blocks_are_torn_in_time), TEST(chains_are_cut),
           TEST(equal_loops_are_torn_once));
