// structure_digraph.h -- the structure digraph coloured step by step, as one does it on paper.
#ifndef GRAPH_STRUCTURE_DIGRAPH_H
#define GRAPH_STRUCTURE_DIGRAPH_H
#include <stdbool.h>

#include "graph/bipartite.h"

// The system as it is after index reduction; the procedure starts with the equations that were
// written and takes the differentiated ones in when it finds that it needs them. The order of the
// equations and variables is the order of the drawing.
typedef struct DigraphProblem {
    const Bipartite *g;
    const int32_t *derivative_of_eqn; // -1: none
    const int32_t *derivative_of_var; // -1: none
    const bool *is_state_of_var;      // integrated in the end
    const bool *is_steady_of_var;     // changes at events only: has no derivative. NULL: none
    const bool *may_match_of_edge;    // NULL: all
} DigraphProblem;

typedef enum {
    STEP_DIGRAPH,       // drawn anew: `eqns`, `vars` (the unknowns), `lines`, all black; `known`
                        // are integrated
    STEP_FORWARD,       // `eqn` has one black line, to `var`: red; `lines` become blue
    STEP_BACKWARD,      // `var` has one black line, to `eqn`: red; `lines` become blue
    STEP_STALL,         // no single black line is left: `eqns`, `vars` form algebraic loops
    STEP_TEAR,          // `var` is assumed known and left to the residual `eqn`; `lines` blue
    STEP_BACKTRACK,     // step `back_to` was a poor choice: `eqns` have no line left, `vars` none
    STEP_CONSTRAINT,    // `eqns` determine one unknown less than they are; `vars` are left without
    STEP_DIFFERENTIATE, // `eqn` gives `derivative`, because der(`var`) has no equation; -1: because
                        // it is a constraint. `vars` are the new unknowns
    STEP_RELEASE,       // `var` is integrated no longer
    STEP_STATES,        // `vars` are integrated instead of what was assumed so far
    STEP_FINISH,        // `eqns` in the order of their numbers, `vars` computed by them
    STEP_LOST           // the procedure cannot follow the system it was given
} DigraphAction;

typedef struct TearingChoice {
    int32_t eqn, var, gain; // equations that become causal with it
} TearingChoice;

typedef struct DigraphStep {
    DigraphAction action;
    int32_t eqn, var, number, derivative, back_to; // -1 where they say nothing
    int32_t *eqns, *vars, *known;
    Edge *lines;
    TearingChoice *choices; // STEP_TEAR: what was weighed, best first
    int32_t n_eqns, n_vars, n_known, n_lines, n_choices;
} DigraphStep;

typedef struct DigraphSteps {
    DigraphStep *steps;
    int32_t n_steps;
} DigraphSteps;

// Deterministic. Made for systems that fit on a page: up to O(n^3) where loops are torn.
DigraphSteps color_digraph(Arena *out, const DigraphProblem *problem);
#endif
