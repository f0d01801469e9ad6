// blocks.h -- inside causal/: one system to be sorted: between events, at events, at the start.
#ifndef CAUSAL_BLOCKS_H
#define CAUSAL_BLOCKS_H
#include "causal/analysis.h"

typedef struct SortProblem {
    Analysis *a;
    VEC(EquationId) rows;
    VEC(VarId) columns;
    VEC(bool) is_plain;        // by column: a Real that no rule of its own is for
    int32_t *column_of;        // by VarId; -1
    bool *is_member;           // by VarId; false between questions
    VEC(int32_t) first, edges; // compressed rows, as bipartite_from_rows wants them
    VEC(uint8_t) edge_class;   // priority of the row, or EDGE_FORBIDDEN
    bool is_initial, is_step;
    Bipartite g;
    Matching m;
} SortProblem;

SortProblem sort_open(Analysis *a);
void sort_add_column(SortProblem *s, VarId v);
// Rows of lower priority number are matched first; see graph/matching.h.
void sort_add_row(SortProblem *s, EquationId e, uint8_t priority);
void sort_match(SortProblem *s);
// The pairs of the simulation, as far as they may be matched here: nearly all that are to be found.
void sort_take_pairs(SortProblem *s, const uint8_t *edge_class);
// Edges (rows, columns) that are not to be matched: they draw equations into one block.
void sort_tie(SortProblem *s, const Edge *edges, int32_t n_edges);
bool sort_is_complete(const SortProblem *s);
void sort_report(SortProblem *s);
Section sort_into_section(SortProblem *s);

// Which conditions the run looks at, once the section of the start is made; initial_conditions.c
void collect_conditions(SortProblem *s, const EquationId *surplus, int32_t n_surplus);

const Expr *start_of(Analysis *a, VarId v); // zero where nobody gave one
// By VarId of a discrete variable: the fixed start of one that is equal; NULL: none;
// equal_memories.c
const Expr **find_equal_starts(Analysis *a, uint32_t n_variables);

// May the equation be solved for the variable at all?
bool may_match(const EquationSystem *system, const SystemEquation *e, VarId v);
bool stands_alone(const SystemEquation *e, VarId v); // on one side: may be determined by it
bool may_match_initial(const Analysis *a, const SystemEquation *e, VarId v); // initial_blocks.c
#endif
