// derivative_graph.h -- inside graph/: equations and variables of which more are made by
// differentiation, and the search for augmenting paths among them.
#ifndef GRAPH_DERIVATIVE_GRAPH_H
#define GRAPH_DERIVATIVE_GRAPH_H
#include "base/vec.h"
#include "graph/pantelides.h"

typedef struct DerivativeRow {
    const int32_t *vars;
    int32_t n_vars;
    int32_t derivative; // -1: none
    int32_t order;      // differentiations since the original
    int32_t var;        // matched, or -1
    int32_t from;       // of the search: the equation that it was reached from
} DerivativeRow;

typedef struct DerivativeColumn {
    int32_t derivative, eqn; // -1: none
    int32_t stamp;
    bool is_passive; // no partner for an equation
} DerivativeColumn;

typedef struct DerivativeGraph {
    Arena *scratch;
    DerivativeClient client;
    VEC(DerivativeRow) rows;
    VEC(DerivativeColumn) columns;
    int32_t end_eqn, end_var;  // of the path that was found
    VEC(int32_t) colored_eqns; // reached by the last search
    VEC(int32_t) colored_vars;
    int32_t stamp, order_limit;
    bool stops_at_differentiated; // the search: such equations have nothing to give
} DerivativeGraph;

// With a maximum matching `m` to begin with. Nothing is passive yet.
DerivativeGraph derivative_graph_open(Arena *scratch, const DerivativeSystem *system,
                                      DerivativeClient client, const Matching *m);
// A path from an unmatched equation to a free variable, which is returned; -1: there is none, and
// the colored equations are one more than the colored variables.
int32_t derivative_graph_search(DerivativeGraph *g, int32_t eqn);
void derivative_graph_match(DerivativeGraph *g); // along the path that was found
// Colored ones in ascending order, those only that have no derivative yet: variables before
// equations. What is made is not matched.
PantelidesOutcome derivative_graph_differentiate(DerivativeGraph *g);
#endif
