// growing.h -- states added one at a time until there are as many equations as unknowns.
//
// The other way round than pantelides.h: that one takes all variables under der() as known and
// finds that some must not be; here all are unknown, and some become known [Zim10].
#ifndef GRAPH_GROWING_H
#define GRAPH_GROWING_H
#include "graph/pantelides.h"

typedef enum {
    GROWTH_ADDED,          // `var` is known from now on, as a state
    GROWTH_REFUSED,        // the equations `eqns` determine `var`: it is no state
    GROWTH_DIFFERENTIATED, // `eqn` was, and gave `derivative`
    GROWTH_RELEASED        // `eqns` say too much as long as `var` is known: it is not any more
} GrowthAction;

typedef struct GrowthStep {
    GrowthAction action;
    int32_t var, eqn, derivative; // -1 where the action has none
    const int32_t *eqns;
    int32_t n;
    int32_t n_eqns, n_unknowns; // behind the step
} GrowthStep;

typedef struct Growth {
    PantelidesOutcome outcome;
    int32_t stopped_at_eqn; // outcome not DONE: the equation that would be differentiated, or -1
    GrowthStep *steps;
    int32_t n_steps;
} Growth;

// `offers`: the variables with a derivative, those that shall rather be states first. Afterwards
// each of them was added or is determined by equations that were differentiated, and all equations
// have an unknown of their own. Needs what pantelides() needs, and differentiates the same
// equations as often. The cost is that of pantelides() and a search for each offer that an
// equation needs as its unknown.
Growth grow_states(Arena *out, const DerivativeSystem *system, DerivativeClient client,
                   const int32_t *offers, int32_t n_offers);
#endif
