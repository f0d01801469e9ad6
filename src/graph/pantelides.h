// pantelides.h -- which equations to differentiate, and how often.
#ifndef GRAPH_PANTELIDES_H
#define GRAPH_PANTELIDES_H
#include <stdbool.h>

#include "graph/bipartite.h"
#include "graph/matching.h"

// How the algorithm reaches its client, who holds the equations. New numbers continue the old
// ones without a gap: the first new equation is n_eqns, the next n_eqns + 1. A negative answer
// means "cannot be differentiated, and I have reported why" and ends the algorithm.
typedef struct DerivativeClient {
    void *client;
    int32_t (*differentiate_equation)(void *client, int32_t eqn);
    int32_t (*differentiate_variable)(void *client, int32_t var);
    // The variables of an equation just made, without repetitions; returns their number. The
    // array must live as long as the algorithm runs. NULL stands for the structural rule: the
    // variables of the original equation and their derivatives.
    int32_t (*variables_of_equation)(void *client, int32_t eqn, const int32_t **vars);
} DerivativeClient;

typedef enum {
    PANTELIDES_DONE,    // every highest derivative equation has a highest derivative variable
    PANTELIDES_REFUSED, // the client could not differentiate
    PANTELIDES_ENDLESS  // an equation would be differentiated more often than the limit
} PantelidesOutcome;

// Mechanical systems need 2, inverse models of chains with elastic joints perhaps 10.
enum { PANTELIDES_ORDER_LIMIT = 100 };

// The system of equations over variables, in which der(x) is a variable of its own.
typedef struct DerivativeSystem {
    const Bipartite *g;
    const int32_t *derivative_of_var; // -1: none present
    int32_t order_limit; // differentiations of one equation; beyond it ENDLESS. 0: the one above
    const Matching *highest; // match_highest, where it was asked for; NULL
} DerivativeSystem;

// Maximum, of the equations with the highest derivatives of the variables.
Matching match_highest(Arena *out, const DerivativeSystem *system);
// Each equation has one of its own, and no variable is left: nothing has to be differentiated.
bool is_without_constraints(const DerivativeSystem *system, const Matching *highest);

typedef struct Pantelides {
    PantelidesOutcome outcome;
    int32_t stopped_at_eqn;     // outcome not DONE: the equation that found no variable
    int32_t n_eqns, n_vars;     // with the new ones
    int32_t *derivative_of_eqn; // -1: not differentiated
    int32_t *derivative_of_var; // -1: a highest derivative
    int32_t *var_of_eqn;        // the matching of highest derivatives; -1 elsewhere
    int32_t *eqn_of_var;
} Pantelides;

// Ends with DONE if and only if chains_are_solvable holds, which the caller tests first: without
// it the algorithm would differentiate for ever, and runs into the limit. Differentiates each
// equation the least possible number of times; the result is independent of the order of the
// equations, the matching is not. Colored variables are differentiated before colored equations,
// both in ascending order.
Pantelides pantelides(Arena *out, const DerivativeSystem *system, DerivativeClient client);

// A variable and all its derivatives counted as one unknown.
typedef struct ChainSystem {
    Bipartite graph;       // equations of the system over chains
    Matching matching;     // maximum
    int32_t *chain_of_var; // chains numbered in the order of their undifferentiated variables
    int32_t n_chains;
} ChainSystem;
ChainSystem identify_chains(Arena *out, const DerivativeSystem *system);

// Whether index reduction will end. If not, dulmage_mendelsohn(graph, matching) has the reasons.
static inline bool chains_are_solvable(const ChainSystem *c)
{
    return c->matching.n_matched == c->graph.n_eqns;
}
#endif
