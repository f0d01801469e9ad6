// bipartite.h -- which variable occurs in which equation: compressed rows, both directions.
#ifndef GRAPH_BIPARTITE_H
#define GRAPH_BIPARTITE_H
#include <stdint.h>

#include "base/arena.h"

// The edges of equation e are the numbers first_edge_of_eqn[e] .. first_edge_of_eqn[e+1]-1, so an
// edge number also indexes whatever a caller knows about an occurrence (may it be solved, how
// large is its coefficient). A slot is an edge seen from its variable. No edge occurs twice.
typedef struct Bipartite {
    int32_t n_eqns, n_vars, n_edges;
    int32_t *first_edge_of_eqn; // n_eqns + 1 entries
    int32_t *var_of_edge;
    int32_t *first_slot_of_var; // n_vars + 1 entries
    int32_t *eqn_of_slot;       // ascending within one variable
    int32_t *edge_of_slot;
} Bipartite;

typedef struct Edge {
    int32_t eqn, var;
} Edge;

// From edges in any order; repeated ones count once, and a row keeps the order of its first
// occurrences. `edge_of_given` (n_edges entries, or NULL) tells where each given edge went.
Bipartite bipartite_from_edges(Arena *out, int32_t n_eqns, int32_t n_vars, const Edge *edges,
                               int32_t n_edges, int32_t *edge_of_given);

// From finished rows without repetitions. The two arrays become part of the result.
Bipartite bipartite_from_rows(Arena *out, int32_t n_eqns, int32_t n_vars,
                              int32_t *first_edge_of_eqn, int32_t *var_of_edge);

// Equations and variables exchanged; shares nothing with `g`. The edge of the result with number
// k is the slot k of `g`.
Bipartite bipartite_transpose(Arena *out, const Bipartite *g);

// The part of `g` between some equations and some variables, renumbered in the order given.
// `local_of_var` is scratch of g->n_vars entries, all -1 on entry and on return, so that cutting
// all blocks out of a large graph costs one pass. `edge_of_part_edge` (or NULL) receives an array
// of the edge numbers in `g`.
typedef struct Selection {
    const int32_t *eqns, *vars;
    int32_t n_eqns, n_vars;
} Selection;
Bipartite bipartite_part(Arena *out, const Bipartite *g, Selection keep, int32_t *local_of_var,
                         int32_t **edge_of_part_edge);

// Variables with the same class become one variable; edges that coincide count once.
Bipartite bipartite_merge_vars(Arena *out, const Bipartite *g, const int32_t *class_of_var,
                               int32_t n_classes);

// The variables in the largest level, counted from an end of the (connected) graph: a few for a
// chain however long, many for a net.
int32_t bipartite_width(const Bipartite *g);

static inline int32_t bipartite_eqn_degree(const Bipartite *g, int32_t eqn)
{
    return g->first_edge_of_eqn[eqn + 1] - g->first_edge_of_eqn[eqn];
}

static inline int32_t bipartite_var_degree(const Bipartite *g, int32_t var)
{
    return g->first_slot_of_var[var + 1] - g->first_slot_of_var[var];
}
#endif
