// alias.h -- inside causal/: the sets that alias.c finds and alias_sets.c applies.
#ifndef CAUSAL_ALIAS_H
#define CAUSAL_ALIAS_H
#include "causal/analysis.h"
#include "graph/union_find.h"

typedef struct AliasSet { // valid at the root
    const Expr *value;    // of the root: literal or parameter expression; NULL: unknown
    bool has_input, is_discrete, is_differentiated;
} AliasSet;

typedef enum {
    SHAPE_OTHER, // says nothing that this pass can use
    SHAPE_SUM,   // x + y - z = 0, of different variables: looked at without its expressions
    SHAPE_ANY
} AliasShape;

typedef struct Finding { // made while the use of variables was not listed yet
    int32_t equation;    // at this one
    int32_t variable;    // is known, with its set if it is the root of one
    bool is_set;
} Finding;

typedef struct AliasPass {
    Analysis *a;
    UnionFind sets;
    AliasSet *set;
    int32_t *next_member;                           // ring of the members of a set
    bool *is_protected;                             // stays as it is
    const Expr **relation;                          // by variable: a relation that is always so
    int32_t *first_use, *use;                       // equations by variable
    int32_t *queue, head, tail, n_queue, n_waiting; // ring of equations to look at
    bool *is_queued;
    VEC(Finding) findings; // of the first round
    int32_t at;            // equation at work in the first round; -1 afterwards
    LateInliner *inliner;  // NULL: not needed so far
    uint8_t *shape;        // by equation: AliasShape
    uint8_t *minus;        // by equation of SHAPE_SUM: bit k is the sign of its k-th variable
    uint32_t n_variables, n_equations;
    VarId *chosen;           // by root: the member that stays
    bool *chosen_is_negated; // against the root
} AliasPass;

bool defines_relation(const Analysis *a, const SystemEquation *e);
bool is_put_in(const Expr *value);
// Chooses a member of every set, merges the attributes, rewrites all expressions.
bool apply_aliases(AliasPass *p);
#endif
