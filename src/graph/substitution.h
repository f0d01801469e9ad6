// substitution.h -- what follows from known variables: forward substitution that can be undone.
#ifndef GRAPH_SUBSTITUTION_H
#define GRAPH_SUBSTITUTION_H
#include <stdbool.h>

#include "base/bitset.h"
#include "graph/bipartite.h"

// An equation with a single unknown is solved for it where that is allowed; that makes a variable
// known, and so on. Which variables are assumed (torn) to begin with is the caller's affair.
typedef struct SubstitutionRules {
    const Bipartite *block;
    const BitSet *may_solve;    // by edge; NULL: every edge
    const double *size_of_edge; // of the coefficient, columns scaled; NULL: nothing is known
    int32_t n_sizes;            // so many lists of sizes, one behind the other
    double growth_limit;        // for each list; read only with sizes; see tearing.h
} SubstitutionRules;

typedef struct SubstitutionStep {
    int32_t var;
    int32_t eqn; // -1: assumed
} SubstitutionStep;

typedef struct Substitution {
    SubstitutionRules rules;
    int32_t *n_unknowns_of_eqn;
    int32_t *unknown_edges_of_eqn; // exclusive or of the edges; the edge itself when one is left
    bool *is_known, *is_used;      // variables, equations
    double *growth_of_var;         // by list and variable
    double *trial, *best;          // by list: growth of the variable at work
    SubstitutionStep *trail;       // in evaluation order
    int32_t n_steps, n_assumed;
    int32_t *queue, n_queued; // equations that came down to one unknown
    int64_t work;             // edges looked at so far
} Substitution;

Substitution substitution_open(Arena *scratch, SubstitutionRules rules);
// Forget everything and begin with the equations that have one variable from the start.
void substitution_begin(Substitution *s);
void substitution_assume(Substitution *s, int32_t var);
// Solve what can be solved; at most `most_steps` variables. O(edges touched).
void substitution_propagate(Substitution *s, int32_t most_steps);
// Forget all steps after the first `n_steps`.
void substitution_undo(Substitution *s, int32_t n_steps);

static inline bool substitution_is_complete(const Substitution *s)
{
    return s->n_steps == s->rules.block->n_vars;
}

static inline bool substitution_may_solve(const Substitution *s, int32_t edge)
{
    return !s->rules.may_solve || bitset_has(s->rules.may_solve, (uint32_t)edge);
}
#endif
