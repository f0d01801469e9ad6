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
    bool at_start;          // also holds in the initial system
    const Equation *action; // assert and the like: determines nothing; NULL in equations
} Clause;

typedef VEC(Clause) ClauseVec;

typedef struct UnknownTest {
    void *client;
    // Is this element, a REF or SUBSCRIPT(REF, literals), an unknown that the clause may determine?
    bool (*is_unknown)(void *client, const Expr *element, const Clause *clause);
} UnknownTest;

// Rewrites every clause to `variable = value`, where it cannot be solved to
// `variable = variable - residual`; reports those that have no variable left.
void direct_clauses(Session *s, Clause *clauses, uint32_t n, UnknownTest test, Arena *scratch);
#endif
