// matching.h -- which equation determines which variable: maximum matching.
#ifndef GRAPH_MATCHING_H
#define GRAPH_MATCHING_H
#include <stdbool.h>

#include "graph/bipartite.h"

typedef struct Matching {
    int32_t *var_of_eqn; // -1: unmatched
    int32_t *eqn_of_var; // -1: unmatched
    int32_t n_matched;
} Matching;

// Priority classes of edges (`class_of_edge`, NULL: all alike). Edges of a lower class are used
// first: at any level k the number of equations matched within the classes 0..k alone is as large
// as possible before class k + 1 is looked at, and an equation or variable once matched stays
// matched, possibly along another edge. Edges of class EDGE_FORBIDDEN are never used.
enum { EDGE_FORBIDDEN = 255 };

Matching matching_empty(Arena *out, const Bipartite *g);

// Grow `m`, which may be partly filled, to a maximum matching. O(edges * sqrt(vertices)) per
// class, in practice close to O(edges). Returns the number of matched equations.
int32_t matching_maximize(Matching *m, const Bipartite *g, const uint8_t *class_of_edge);

// For callers who match one equation at a time. The search reads the graph and the matching
// afresh in every call, so both may change between calls as long as the sizes stay.
typedef struct MatchingSearch MatchingSearch;
MatchingSearch *matching_search_open(Arena *scratch, const Bipartite *g);
// Match one unmatched equation, moving others where needed. False, with `m` unchanged, when
// there is no augmenting path. O(edges).
bool matching_augment(MatchingSearch *search, Matching *m, const uint8_t *class_of_edge,
                      int32_t eqn);

// Whether both directions agree, along edges of the graph, and the count is right.
bool matching_check(const Matching *m, const Bipartite *g);
#endif
