// constraint_level.h -- equations of one level of differentiation that share derivatives: which of
// these become dummies [MS93].
#ifndef CAUSAL_CONSTRAINT_LEVEL_H
#define CAUSAL_CONSTRAINT_LEVEL_H
#include "causal/index/constraint_matrix.h"

// What speaks for a variable as a state; larger is better, the first that differs decides.
enum {
    BY_INTEGRAL, // its own integral is a state, or not settled yet: it may be one
    BY_STATE_SELECT,
    BY_REINIT,  // is reinitialized: must be one
    BY_FIXED,   // has a fixed start
    BY_VARYING, // its column is not constant
    BY_WRITTEN, // its derivative occurs in the model
    BY_START,   // has a start
    BY_LEVEL,   // at which the start was set: further out is better
    BY_DEPTH,   // of the component: further out is better
    BY_NUMBER,  // earlier is better
    N_PREFERENCES
};

typedef struct Candidate {
    bool is_algebraic; // no derivative, but stands for one: eliminated first
    VarId derivative;  // the column
    int preference[N_PREFERENCES];
} Candidate;

typedef struct Level {
    Analysis *a;
    EquationId *rows;
    int32_t n_rows;
    Candidate *columns;
    int32_t n_columns;
    ConstraintMatrix matrix; // by rows and columns
    bool *row_is_extra;      // defines algebraic columns; no constraint of this level
    int32_t *row_of_column;  // the pivot row; -1: stays a state
} Level;

// Chooses dummies with pivots that are constants or parameters, the least preferred states first.
// False: that would take more than there is memory for.
bool choose_steady(Level *l);             // steady_pivots.c
bool has_open_constraint(const Level *l); // no dummy was found for it

Bipartite level_graph(const Level *l); // rows as equations, columns as variables
// The wishes of a level whose choice is left to the runtime, as few as can be.
void refuse_wishes(const Level *l); // refused_wishes.c

// Of these derivatives, those become dummies that these equations need. False after an error was
// reported.
bool select_in_group(Analysis *a, const EquationId *rows, int32_t n_rows, const VarId *columns,
                     int32_t n_columns); // dummy_derivatives.c
#endif
