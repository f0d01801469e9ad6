// Column groups: always orthogonal, nearly as few as possible, and in time with full rows.
#include "graph/coloring.h"
#include "unit/random_graph.h"
#include "unit/unit.h"

enum { PATTERNS = 3000, MOST = 7 };

static bool is_orthogonal(Arena *arena, const Bipartite *p, const ColumnGroups *c)
{
    int32_t *row_of_group = ARENA_RAW(arena, int32_t, c->n_groups);
    for (int32_t i = 0; i < c->n_groups; i++) row_of_group[i] = -1;
    for (int32_t e = 0; e < p->n_eqns; e++)
        for (int32_t k = p->first_edge_of_eqn[e]; k < p->first_edge_of_eqn[e + 1]; k++) {
            int32_t group = c->group_of_var[p->var_of_edge[k]];
            if (group < 0 || group >= c->n_groups || row_of_group[group] == e) return false;
            row_of_group[group] = e;
        }
    return true;
}

static bool is_listed(const Bipartite *p, const ColumnGroups *c)
{
    int32_t n_listed = c->first_place_of_group[c->n_groups], n_used = 0;
    for (int32_t i = 0; i < c->n_groups; i++)
        for (int32_t k = c->first_place_of_group[i]; k < c->first_place_of_group[i + 1]; k++)
            if (c->group_of_var[c->var_of_place[k]] != i) return false;
    for (int32_t v = 0; v < p->n_vars; v++) n_used += bipartite_var_degree(p, v) > 0;
    return n_listed == n_used;
}

// Fewest groups by trying all: column by column, each into an existing or one further group.
static int32_t fewest_groups(const bool conflict[MOST][MOST], int32_t *group, int32_t n,
                             int32_t var, int32_t n_groups)
{
    if (var == n) return n_groups;
    int32_t best = MOST + 1;
    for (int32_t i = 0; i <= n_groups; i++) {
        bool free = true;
        for (int32_t w = 0; w < var; w++) free &= !(conflict[var][w] && group[w] == i);
        group[var] = i;
        int32_t total =
            free ? fewest_groups(conflict, group, n, var + 1, i == n_groups ? i + 1 : n_groups)
                 : MOST + 1;
        if (total < best) best = total;
    }
    return best;
}

static void groups_are_few(Unit *u)
{
    uint64_t state = 31;
    int32_t total = 0, total_fewest = 0;
    for (int i = 0; i < PATTERNS; i++) {
        int32_t n_eqns = 1 + (int32_t)random_below(&state, MOST);
        int32_t n_vars = 1 + (int32_t)random_below(&state, MOST);
        int32_t n_edges = (int32_t)random_below(&state, 16), group[MOST];
        Bipartite p = random_graph(u->arena, &state, n_eqns, n_vars, n_edges);
        ColumnGroups c = column_groups(u->arena, &p);
        CHECK_TRUE(u, is_orthogonal(u->arena, &p, &c));
        CHECK_TRUE(u, is_listed(&p, &c));
        bool conflict[MOST][MOST] = {{false}};
        for (int32_t e = 0; e < p.n_eqns; e++)
            for (int32_t k = p.first_edge_of_eqn[e]; k < p.first_edge_of_eqn[e + 1]; k++)
                for (int32_t l = p.first_edge_of_eqn[e]; l < p.first_edge_of_eqn[e + 1]; l++)
                    conflict[p.var_of_edge[k]][p.var_of_edge[l]] |= k != l;
        int32_t fewest =
            n_edges ? fewest_groups((const bool(*)[MOST])conflict, group, n_vars, 0, 0) : 0;
        CHECK_TRUE(u, c.n_groups <= fewest + 1);
        total += c.n_groups;
        total_fewest += fewest;
    }
    CHECK_TRUE(u, 100 * total <= 102 * total_fewest);
}

static void full_rows_are_no_obstacle(Unit *u)
{
    enum { N = 100000 };
    Edge *edges = ARENA_RAW(u->arena, Edge, 4 * N);
    for (int32_t i = 0; i < N; i++) {
        edges[4 * i] = (Edge){i, i};
        edges[4 * i + 1] = (Edge){i, (i + 1) % N};
        edges[4 * i + 2] = (Edge){i, (i + 2) % N};
        edges[4 * i + 3] = (Edge){0, i};
    }
    Bipartite arrow = bipartite_from_edges(u->arena, N, N, edges, 4 * N, NULL);
    ColumnGroups c = column_groups(u->arena, &arrow);
    CHECK_TRUE(u, is_orthogonal(u->arena, &arrow, &c));
    CHECK_INT(u, c.n_groups, N);
    for (int32_t i = 0; i < N; i++) edges[4 * i + 3] = edges[4 * i];
    Bipartite band = bipartite_from_edges(u->arena, N, N, edges, 4 * N, NULL);
    CHECK_TRUE(u, column_groups(u->arena, &band).n_groups <= 4);
}

UNIT_SUITE(graph_coloring, TEST(groups_are_few), TEST(full_rows_are_no_obstacle));
