// quasi_newton.h -- what the corrections of an iteration tell about the matrix at hand is used for
// the next: Broyden's updates, by the corrections alone [Deu04, QNERR].
#ifndef RUN_LOOPS_QUASI_NEWTON_H
#define RUN_LOOPS_QUASI_NEWTON_H
#include "run/linear/sparse_pattern.h"

typedef struct QuasiNewton {
    int32_t n, n_parts;
    const int32_t *order;      // of the unknowns, part by part; NULL: as they are
    const int32_t *part_start; // by part
    int most, n_kept;          // corrections
    double *weights;           // of unknowns in their squares, in that order
    double *corrections;       // one after the other, each in that order
    double *squares;           // of them, by part
    double *spare;             // by unknown
} QuasiNewton;

// For `most` corrections with one matrix; behind these it begins anew. Unknowns that no entry of
// the pattern joins are problems of their own, whose corrections tell nothing about each other;
// NULL: all are one.
QuasiNewton quasi_newton_open(Arena *out, int32_t n, const SparsePattern *pattern, int most);
void quasi_newton_weigh(QuasiNewton *q, const double *weights); // by unknown, of squares
void quasi_newton_begin(QuasiNewton *q); // with another matrix, or another problem
// The correction v by the matrix at hand, where all before it were followed to their ends, becomes
// the one by what they make of that matrix.
void quasi_newton_improve(QuasiNewton *q, double *v);
#endif
