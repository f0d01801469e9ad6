// broken.h -- a system that cannot be sorted: its over- and underdetermined parts [DM58], and the
// searches that end nowhere, for those who want to look at it.
#ifndef CAUSAL_BROKEN_H
#define CAUSAL_BROKEN_H
#include "base/source.h"

typedef struct BrokenEquation {
    int32_t number; // as `explain` numbers equations, from 1
    const char *text;
    Span span;
    int32_t unknown; // of this part, which it determines; -1: none is left for it
} BrokenEquation;

typedef struct BrokenUnknown {
    const char *name;
    Span span;
    int32_t equation; // of this part, which determines it; -1: none does
} BrokenUnknown;

typedef struct BrokenEdge { // an unknown occurs in an equation
    int32_t equation, unknown;
} BrokenEdge;

// Of the search for an unknown of an equation that has none (an overdetermined part): `unknown`
// occurs in `equation`, but belongs to equation `next`. Of the search for an equation of an unknown
// that has none (an underdetermined part): `unknown` occurs in `equation`, which determines the
// unknown `next` instead; -1: nothing.
typedef struct BrokenStep {
    int32_t equation, unknown, next;
} BrokenStep;

typedef struct BrokenPart {
    bool is_over;
    BrokenEquation *equations;
    BrokenUnknown *unknowns;
    BrokenEdge *edges;
    BrokenStep *steps;
    int32_t n_equations, n_unknowns, n_edges, n_steps;
} BrokenPart;

typedef struct BrokenSystem {
    int32_t n_equations, n_unknowns, n_matched; // of all of it
    BrokenPart *parts;
    int32_t n_parts;
} BrokenSystem;
#endif
