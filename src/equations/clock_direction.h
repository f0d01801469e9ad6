// clock_direction.h -- which variable each clocked equation determines.
#ifndef EQUATIONS_CLOCK_DIRECTION_H
#define EQUATIONS_CLOCK_DIRECTION_H
#include "base/vec.h"
#include "expr/expr.h"

typedef struct Clause { // a clocked equation
    const Expr *left, *right;
    int32_t region;
    Span span;
    ComponentId component;
    bool at_start; // also holds in the initial system
} Clause;

typedef VEC(Clause) ClauseVec;

typedef struct ClockedTest {
    void *client;
    bool (*is_clocked)(void *client, VarId v); // an unknown of some clocked partition
} ClockedTest;

// Rewrites every clause to `variable = value`; reports those that cannot be.
void direct_clauses(Session *s, Clause *clauses, uint32_t n, ClockedTest test, Arena *scratch);
#endif
