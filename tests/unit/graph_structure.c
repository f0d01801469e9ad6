// Matching, blocks and parts against brute force on random small graphs, and on large ones.
#include <string.h>

#include "graph/dulmage_mendelsohn.h"
#include "graph/matching.h"
#include "graph/strong_components.h"
#include "graph/union_find.h"
#include "unit/random_graph.h"
#include "unit/unit.h"

enum { SMALL_GRAPHS = 4000, MOST = 7 };

// Size of a maximum matching without equation `no_eqn` and variable `no_var` and with edges up to
// a class: which sets of variables can be covered by the first equations.
static int32_t largest_matching(const Bipartite *g, const uint8_t *class_of_edge, int highest,
                                int32_t no_eqn, int32_t no_var)
{
    bool reachable[1 << MOST] = {true};
    int32_t best = 0;
    for (int32_t e = 0; e < g->n_eqns; e++) {
        if (e == no_eqn) continue;
        bool next[1 << MOST];
        memcpy(next, reachable, sizeof next);
        for (int32_t set = 0; set < 1 << g->n_vars; set++) {
            for (int32_t k = g->first_edge_of_eqn[e];
                 reachable[set] && k < g->first_edge_of_eqn[e + 1]; k++) {
                int32_t var = g->var_of_edge[k];
                bool usable = !class_of_edge || class_of_edge[k] <= highest;
                if (usable && var != no_var && !(set >> var & 1)) next[set | 1 << var] = true;
            }
        }
        memcpy(reachable, next, sizeof next);
    }
    for (int32_t set = 0; set < 1 << g->n_vars; set++)
        if (reachable[set] && __builtin_popcount((unsigned)set) > best)
            best = __builtin_popcount((unsigned)set);
    return best;
}

static Bipartite some_small_graph(Unit *u, uint64_t *state)
{
    int32_t n_eqns = 1 + (int32_t)random_below(state, MOST);
    int32_t n_vars = 1 + (int32_t)random_below(state, MOST);
    return random_graph(u->arena, state, n_eqns, n_vars, (int32_t)random_below(state, 20));
}

static bool has_edge(const Bipartite *g, int32_t eqn, int32_t var)
{
    for (int32_t k = g->first_edge_of_eqn[eqn]; k < g->first_edge_of_eqn[eqn + 1]; k++)
        if (g->var_of_edge[k] == var) return true;
    return false;
}

static void rows_and_columns_agree(Unit *u)
{
    uint64_t state = 1;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        Bipartite g = some_small_graph(u, &state);
        Bipartite t = bipartite_transpose(u->arena, &g), back = bipartite_transpose(u->arena, &t);
        int32_t n_edges = 0;
        for (int32_t e = 0; e < g.n_eqns; e++)
            for (int32_t v = 0; v < g.n_vars; v++) {
                n_edges += has_edge(&g, e, v);
                CHECK_TRUE(u, has_edge(&g, e, v) == has_edge(&t, v, e));
                CHECK_TRUE(u, has_edge(&g, e, v) == has_edge(&back, e, v));
            }
        CHECK_INT(u, g.n_edges, n_edges);
        for (int32_t v = 0; v < g.n_vars; v++)
            for (int32_t s = g.first_slot_of_var[v]; s < g.first_slot_of_var[v + 1]; s++) {
                CHECK_INT(u, g.var_of_edge[g.edge_of_slot[s]], v);
                CHECK_TRUE(u, has_edge(&g, g.eqn_of_slot[s], v));
            }
    }
}

static void part_keeps_the_edges_between(Unit *u)
{
    uint64_t state = 2;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        Bipartite g = some_small_graph(u, &state);
        int32_t eqns[MOST], vars[MOST], scratch[MOST], *edge_of_edge;
        Selection keep = {.eqns = eqns, .vars = vars};
        for (int32_t e = g.n_eqns - 1; e >= 0; e--)
            if (random_below(&state, 2)) eqns[keep.n_eqns++] = e;
        for (int32_t v = 0; v < g.n_vars; v++) {
            scratch[v] = -1;
            if (random_below(&state, 2)) vars[keep.n_vars++] = v;
        }
        Bipartite part = bipartite_part(u->arena, &g, keep, scratch, &edge_of_edge);
        for (int32_t e = 0; e < keep.n_eqns; e++) {
            for (int32_t v = 0; v < keep.n_vars; v++)
                CHECK_TRUE(u, has_edge(&part, e, v) == has_edge(&g, eqns[e], vars[v]));
            for (int32_t k = part.first_edge_of_eqn[e]; k < part.first_edge_of_eqn[e + 1]; k++)
                CHECK_INT(u, g.var_of_edge[edge_of_edge[k]], vars[part.var_of_edge[k]]);
        }
        for (int32_t v = 0; v < g.n_vars; v++) CHECK_INT(u, scratch[v], -1);
    }
}

static void matching_is_maximum(Unit *u)
{
    uint64_t state = 3;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        Bipartite g = some_small_graph(u, &state);
        int32_t expected = largest_matching(&g, NULL, 0, -1, -1);
        Matching m = matching_empty(u->arena, &g);
        CHECK_INT(u, matching_maximize(&m, &g, NULL), expected);
        CHECK_TRUE(u, matching_check(&m, &g));

        // one equation at a time, in any order, some by hand first
        Matching grown = matching_empty(u->arena, &g);
        MatchingSearch *search = matching_search_open(u->arena, &g);
        for (int32_t e = 0; e < g.n_eqns; e += 2) matching_augment(search, &grown, NULL, e);
        CHECK_TRUE(u, matching_check(&grown, &g));
        for (int32_t e = 1; e < g.n_eqns; e += 2) matching_augment(search, &grown, NULL, e);
        CHECK_INT(u, grown.n_matched, expected);
        CHECK_TRUE(u, matching_check(&grown, &g));
    }
}

static void classes_are_used_in_order(Unit *u)
{
    static const uint8_t classes[] = {0, 1, 7, EDGE_FORBIDDEN};
    uint64_t state = 4;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        Bipartite g = some_small_graph(u, &state);
        uint8_t *class_of_edge = ARENA_RAW(u->arena, uint8_t, g.n_edges);
        for (int32_t k = 0; k < g.n_edges; k++) class_of_edge[k] = classes[random_below(&state, 4)];
        Matching m = matching_empty(u->arena, &g);
        matching_maximize(&m, &g, class_of_edge);
        CHECK_TRUE(u, matching_check(&m, &g));
        CHECK_INT(u, m.n_matched, largest_matching(&g, class_of_edge, 254, -1, -1));
        int32_t n_best = 0;
        for (int32_t e = 0; e < g.n_eqns; e++)
            for (int32_t k = g.first_edge_of_eqn[e]; k < g.first_edge_of_eqn[e + 1]; k++)
                if (g.var_of_edge[k] == m.var_of_eqn[e]) {
                    CHECK_TRUE(u, class_of_edge[k] != EDGE_FORBIDDEN);
                    n_best += class_of_edge[k] == 0;
                }
        // when the best class alone covers as much as all, nothing else is used
        int32_t best_alone = largest_matching(&g, class_of_edge, 0, -1, -1);
        if (best_alone == m.n_matched) CHECK_INT(u, n_best, best_alone);
    }
}

static void blocks_are_mutual_dependence(Unit *u)
{
    uint64_t state = 5;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        Bipartite g = some_small_graph(u, &state);
        Matching m = matching_empty(u->arena, &g);
        matching_maximize(&m, &g, NULL);
        Blocks b = strong_components(u->arena, &g, &m);
        bool needs[MOST][MOST] = {{false}};
        for (int32_t e = 0; e < g.n_eqns; e++) needs[e][e] = true;
        for (int32_t e = 0; e < g.n_eqns; e++)
            for (int32_t k = g.first_edge_of_eqn[e]; k < g.first_edge_of_eqn[e + 1]; k++)
                if (m.eqn_of_var[g.var_of_edge[k]] >= 0)
                    needs[e][m.eqn_of_var[g.var_of_edge[k]]] = true;
        for (int32_t j = 0; j < g.n_eqns; j++)
            for (int32_t a = 0; a < g.n_eqns; a++)
                for (int32_t c = 0; c < g.n_eqns; c++) needs[a][c] |= needs[a][j] && needs[j][c];
        for (int32_t a = 0; a < g.n_eqns; a++)
            for (int32_t c = 0; c < g.n_eqns; c++) {
                bool same = b.block_of_eqn[a] == b.block_of_eqn[c];
                CHECK_TRUE(u, same == (needs[a][c] && needs[c][a]));
                if (needs[a][c]) CHECK_TRUE(u, b.block_of_eqn[c] <= b.block_of_eqn[a]);
            }
        for (int32_t block = 0; block < b.n_blocks; block++)
            for (int32_t p = b.first_place_of_block[block]; p < b.first_place_of_block[block + 1];
                 p++)
                CHECK_INT(u, b.block_of_eqn[b.eqn_of_place[p]], block);
        CHECK_INT(u, b.first_place_of_block[b.n_blocks], g.n_eqns);
    }
}

// An equation is overdetermined when a maximum matching can do without it; its neighbours are the
// variables of that part. Likewise with the roles exchanged.
static void parts_are_what_can_be_left_out(Unit *u)
{
    uint64_t state = 6;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        Bipartite g = some_small_graph(u, &state);
        Matching m = matching_empty(u->arena, &g);
        matching_maximize(&m, &g, NULL);
        DulmageMendelsohn d = dulmage_mendelsohn(u->arena, &g, &m);
        uint8_t eqns[MOST] = {PART_WELL}, vars[MOST] = {PART_WELL};
        for (int32_t e = 0; e < g.n_eqns; e++) {
            if (largest_matching(&g, NULL, 0, e, -1) < m.n_matched) continue;
            eqns[e] = PART_OVER;
            for (int32_t v = 0; v < g.n_vars; v++)
                if (has_edge(&g, e, v)) vars[v] = PART_OVER;
        }
        for (int32_t v = 0; v < g.n_vars; v++) {
            if (largest_matching(&g, NULL, 0, -1, v) < m.n_matched) continue;
            vars[v] = PART_UNDER;
            for (int32_t e = 0; e < g.n_eqns; e++)
                if (has_edge(&g, e, v)) eqns[e] = PART_UNDER;
        }
        int32_t n_listed = 0, n_faulty = 0;
        for (int32_t e = 0; e < g.n_eqns; e++) CHECK_INT(u, d.part_of_eqn[e], eqns[e]);
        for (int32_t v = 0; v < g.n_vars; v++) CHECK_INT(u, d.part_of_var[v], vars[v]);
        for (int32_t e = 0; e < g.n_eqns; e++) n_faulty += eqns[e] != PART_WELL;
        for (int32_t v = 0; v < g.n_vars; v++) n_faulty += vars[v] != PART_WELL;
        for (int32_t p = 0; p < d.n_pieces; p++) {
            const SystemPiece *piece = &d.pieces[p];
            n_listed += piece->n_eqns + piece->n_vars;
            CHECK_TRUE(u, piece->part == PART_OVER ? piece->n_eqns > piece->n_vars
                                                   : piece->n_eqns < piece->n_vars);
        }
        CHECK_INT(u, n_listed, n_faulty);
    }
}

static void signed_sets_keep_their_relations(Unit *u)
{
    uint64_t state = 7;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        int32_t value[MOST], set[MOST];
        UnionFind sets = union_find_make(u->arena, MOST);
        for (int32_t a = 0; a < MOST; a++) value[a] = 1, set[a] = a;
        for (int k = 0; k < 12; k++) {
            int32_t a = (int32_t)random_below(&state, MOST),
                    b = (int32_t)random_below(&state, MOST);
            bool negated = random_below(&state, 2);
            bool agrees = value[a] == (negated ? -value[b] : value[b]);
            JoinOutcome outcome = union_find_join(&sets, a, b, negated);
            if (set[a] == set[b]) {
                CHECK_INT(u, outcome, agrees ? JOIN_REDUNDANT : JOIN_CONTRADICTION);
                continue;
            }
            CHECK_INT(u, outcome, JOIN_MERGED);
            int32_t from = set[b];
            for (int32_t c = 0; c < MOST; c++)
                if (set[c] == from) {
                    set[c] = set[a];
                    if (!agrees) value[c] = -value[c];
                }
        }
        for (int32_t a = 0; a < MOST; a++)
            for (int32_t b = 0; b < MOST; b++) {
                bool sign_of_a, sign_of_b;
                int32_t root_of_a = union_find_root(&sets, a, &sign_of_a);
                int32_t root_of_b = union_find_root(&sets, b, &sign_of_b);
                CHECK_TRUE(u, (root_of_a == root_of_b) == (set[a] == set[b]));
                if (root_of_a == root_of_b)
                    CHECK_TRUE(u, (sign_of_a == sign_of_b) == (value[a] == value[b]));
            }
    }
}

// Walks as long as the system: a recursive version would overflow the stack.
static void long_chains_need_no_stack(Unit *u)
{
    enum { N = 100000 };
    Edge *edges = ARENA_RAW(u->arena, Edge, 2 * N);
    for (int32_t i = 0; i < N; i++) {
        edges[2 * i] = (Edge){i, i};
        edges[2 * i + 1] = (Edge){i, (i + 1) % N};
    }
    Bipartite ring = bipartite_from_edges(u->arena, N, N, edges, 2 * N, NULL);
    Matching m = matching_empty(u->arena, &ring);
    CHECK_INT(u, matching_maximize(&m, &ring, NULL), N);
    CHECK_INT(u, strong_components(u->arena, &ring, &m).n_blocks, 1);

    // the last equation has only variable 0, which all others must make free
    Bipartite chain = bipartite_from_edges(u->arena, N, N, edges, 2 * N - 1, NULL);
    edges[2 * N - 2] = (Edge){N - 1, 0};
    Bipartite shifted = bipartite_from_edges(u->arena, N, N, edges, 2 * N - 1, NULL);
    Matching by_hand = matching_empty(u->arena, &shifted);
    for (int32_t i = 0; i < N - 1; i++) by_hand.var_of_eqn[i] = by_hand.eqn_of_var[i] = i;
    by_hand.n_matched = N - 1;
    Matching again = by_hand;
    CHECK_TRUE(u, matching_augment(matching_search_open(u->arena, &shifted), &again, NULL, N - 1));
    CHECK_TRUE(u, matching_check(&again, &shifted));

    Matching straight = matching_empty(u->arena, &chain);
    CHECK_INT(u, matching_maximize(&straight, &chain, NULL), N);
    CHECK_INT(u, strong_components(u->arena, &chain, &straight).n_blocks, N);
}

static void a_million_edges_are_little_work(Unit *u)
{
    uint64_t state = 8;
    Bipartite g = random_graph(u->arena, &state, 250000, 250000, 1000000);
    Matching m = matching_empty(u->arena, &g);
    matching_maximize(&m, &g, NULL);
    CHECK_TRUE(u, matching_check(&m, &g));
    DulmageMendelsohn d = dulmage_mendelsohn(u->arena, &g, &m);
    // Koenig: a cover of all edges as large as the matching proves that it is maximum. Variables
    // of the overdetermined part and equations of the rest are such a cover.
    int32_t cover = 0;
    for (int32_t v = 0; v < g.n_vars; v++) cover += d.part_of_var[v] == PART_OVER;
    for (int32_t e = 0; e < g.n_eqns; e++) cover += d.part_of_eqn[e] != PART_OVER;
    CHECK_INT(u, cover, m.n_matched);
    Blocks b = strong_components(u->arena, &g, &m);
    CHECK_INT(u, b.first_place_of_block[b.n_blocks], g.n_eqns);
}

UNIT_SUITE(graph_structure, TEST(rows_and_columns_agree), TEST(part_keeps_the_edges_between),
           TEST(matching_is_maximum), TEST(classes_are_used_in_order),
           TEST(blocks_are_mutual_dependence), TEST(parts_are_what_can_be_left_out),
           TEST(signed_sets_keep_their_relations), TEST(long_chains_need_no_stack),
           TEST(a_million_edges_are_little_work));
