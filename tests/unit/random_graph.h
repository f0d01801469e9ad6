// random_graph.h -- deterministic random graphs for the tests of graph/.
#ifndef TESTS_UNIT_RANDOM_GRAPH_H
#define TESTS_UNIT_RANDOM_GRAPH_H
#include "graph/bipartite.h"

// Weyl sequence with a mixing step: the same numbers on every machine.
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z >> 33) % n);
}

// `n_edges` draws with repetition; the graph has at most that many edges.
static inline Bipartite random_graph(Arena *a, uint64_t *state, int32_t n_eqns, int32_t n_vars,
                                     int32_t n_edges)
{
    Edge *edges = ARENA_RAW(a, Edge, n_edges);
    for (int32_t i = 0; i < n_edges; i++)
        edges[i] = (Edge){(int32_t)random_below(state, (uint32_t)n_eqns),
                          (int32_t)random_below(state, (uint32_t)n_vars)};
    return bipartite_from_edges(a, n_eqns, n_vars, edges, n_edges, NULL);
}

// A square graph with a perfect matching: a shuffled diagonal and `n_more` further edges.
static inline Bipartite random_square_graph(Arena *a, uint64_t *state, int32_t n, int32_t n_more)
{
    Edge *edges = ARENA_RAW(a, Edge, n + n_more);
    for (int32_t i = 0; i < n; i++) edges[i] = (Edge){i, i};
    for (int32_t i = n - 1; i > 0; i--) {
        int32_t k = (int32_t)random_below(state, (uint32_t)i + 1), var = edges[i].var;
        edges[i].var = edges[k].var;
        edges[k].var = var;
    }
    for (int32_t i = n; i < n + n_more; i++)
        edges[i] = (Edge){(int32_t)random_below(state, (uint32_t)n),
                          (int32_t)random_below(state, (uint32_t)n)};
    return bipartite_from_edges(a, n, n, edges, n + n_more, NULL);
}
#endif
