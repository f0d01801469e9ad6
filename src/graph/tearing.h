// tearing.h -- choose the iteration variables of one algebraic loop.
#ifndef GRAPH_TEARING_H
#define GRAPH_TEARING_H
#include "base/bitset.h"
#include "graph/bipartite.h"

// Preferences with a stronger meaning: a variable that must not be iterated on as long as there is
// any other way, and one that is iterated on in any case.
enum { TEAR_NEVER = INT8_MIN, TEAR_ALWAYS = INT8_MAX };

// One square block. Only `block` is required.
typedef struct TearingProblem {
    const Bipartite *block;
    // The edges along which an equation can be solved explicitly; NULL: all.
    const BitSet *may_solve;
    // Above 0: rather an iteration variable (it has a start value, say). Below: rather not. Decides
    // between choices with equally many iteration variables; the two extremes decide before that.
    const int8_t *preference_of_var;
    // Size of the coefficient of each edge, all positive; NULL: unknown. Units do not matter, rows
    // and columns are scaled first. Where one coefficient is unknown, the size of its neighbours is
    // the best guess.
    const double *size_of_edge;
    // Coefficients that take several sizes (with a step size, say): so many lists of all edges, one
    // behind the other; 0 counts as 1. The limit holds for each.
    int32_t n_sizes;
    // With sizes: no solved variable may respond to the iteration variables by more than this
    // factor, estimated by absolute sums. 0: no limit.
    double growth_limit;
    // Edges to look at before the best choice found so far is taken; 0: a default that grows with
    // the block. The first choice is always completed.
    int64_t work_limit;
} TearingProblem;

// Keeps nine or ten digits of sixteen when the residual system is well conditioned, and still lets
// ordinary chains pass; measured on the heat diffusion of [CK06, 8.7] in tests/unit [M18].
#define TEARING_GROWTH_LIMIT 1e5

// In evaluation order: given the iteration variables, step i solves eqn_of_step[i] for
// var_of_step[i] from variables known before. What is left are the residual equations, as many as
// there are iteration variables.
typedef struct Tearing {
    int32_t n_steps, n_torn;
    int32_t *eqn_of_step, *var_of_step;
    int32_t *residual_eqns, *iteration_vars; // ascending
    double growth;                           // largest of all steps; 0 without sizes
} Tearing;

// Always succeeds, at worst with every variable torn. No recursion; close to O(edges).
Tearing tear_block(Arena *out, const TearingProblem *problem);

// The same with more iteration variables: no solved variable depends on more than `most` of them.
Tearing cut_chains(Arena *out, const TearingProblem *problem, const Tearing *tearing, int32_t most);

// The growth of a tearing, with the sizes of the problem, which need not be those it was made with.
double tearing_growth(const TearingProblem *problem, const Tearing *tearing);

// Whether every step uses only what is known before it and nothing is left over.
bool tearing_check(const TearingProblem *problem, const Tearing *tearing);
#endif
