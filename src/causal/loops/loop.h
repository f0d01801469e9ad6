// loop.h -- one algebraic loop on its way to a block: its graph, then its tearing, then the block.
#ifndef CAUSAL_LOOP_H
#define CAUSAL_LOOP_H
#include "causal/analysis.h"
#include "graph/tearing.h"

typedef struct Loop {
    Analysis *a;
    const LoopEquations *problem;
    VEC(EquationId) rows; // of the continuous part
    VEC(VarId) columns;
    Bipartite g;
    const Expr **solution;    // by edge; NULL where it must not be solved, or was not asked for
    const Expr **partial;     // by edge: derivative of the residual; NULL: none, or discrete
    const Expr **coefficient; // by column, of the row at work
    double *size;             // by list and edge: for the step sizes of loop_graph.c
    int32_t n_sizes;
    BitSet may_solve;
    bool is_linear;
    int32_t n_unknown_sizes;
    bool guesses_sizes; // where they are not known
    bool varies;        // some coefficient does
    Variability matrix;
    int32_t *local_of; // by VarId: column + 1; 0 outside the loop
} Loop;

typedef VEC(Assignment) AssignmentVec;

// ---- loop_graph.c -------------------------------------------------------------------
Loop loop_open(Analysis *a, const LoopEquations *problem);
void loop_build(Loop *l); // the graph of `rows` and `columns`
void loop_leave(Loop *l); // before it is built anew, and at the end
bool is_discrete_kind(const Analysis *a, VarId v);
bool varies_in_loop(Analysis *a, const Expr *e); // more than a parameter that is known
bool is_safe_divisor(Analysis *a, const Expr *e);
// The equation solved for x; NULL where that divides by what may vanish.
const Expr *safe_solution(Analysis *a, const SystemEquation *e, const Expr *x);
const Expr *discrete_solution(ExprTable *t, const Expr *left, const Expr *right, const Expr *x);

// ---- guessed_sizes.c ----------------------------------------------------------------
void guess_sizes(Loop *l); // of all edges, in the first list; 1 where nothing is known

// ---- residual_sizes.c ---------------------------------------------------------------
void measure_residuals(Analysis *a, Block *b);

// ---- tear.c -------------------------------------------------------------------------
Tearing tear_loop(Loop *l);
// The same for a loop that this tearing leaves linear: where nothing bounds what its chains of
// assignments make of rounding, and the guessed sizes of its coefficients say that it is too much.
Tearing tear_linear(Loop *l, const Tearing *t);
Tearing tear_mixed(Loop *l, AssignmentVec *guesses); // builds the graph itself
// Whether more than `limit` solved variables depend on the iteration variables, summed over the
// latter: the work of the Jacobian. Counting stops there.
bool reaches_more_than(Loop *l, const Tearing *t, int64_t limit);
#endif
