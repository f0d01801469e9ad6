// clock_direction.h -- which variable each clocked equation determines.
#ifndef EQUATIONS_CLOCK_DIRECTION_H
#define EQUATIONS_CLOCK_DIRECTION_H
#include "base/vec.h"
#include "expr/function.h"

typedef struct Clause { // a clocked equation
    const Expr *left, *right;
    int32_t region;
    Span span;
    ComponentId component;
    int32_t state;          // of a state machine; counts from 1, 0: none
    bool at_start;          // also holds in the initial system
    const Equation *action; // assert and the like: determines nothing; NULL in equations
} Clause;

typedef VEC(Clause) ClauseVec;

typedef struct UnknownTest {
    void *client;
    // May the clause determine this element, a REF or SUBSCRIPT(REF, literals)? -1: it is no
    // unknown there; 0: yes; else the state of the clause, which others may do as well.
    int32_t (*owner)(void *client, const Expr *element, const Clause *clause);
} UnknownTest;

// Rewrites every clause to `variable = value`, where it cannot be solved to
// `variable = variable - residual`; reports those that have no variable left.
void direct_clauses(Session *s, Clause *clauses, uint32_t n, UnknownTest test, Arena *scratch);
#endif
