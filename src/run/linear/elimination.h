// elimination.h -- the elimination of a sparse matrix as a list of what is done: recorded once,
// repeated with other values of the same pattern.
#ifndef RUN_LINEAR_ELIMINATION_H
#define RUN_LINEAR_ELIMINATION_H
#include <stdbool.h>

#include "run/linear/lanes.h"
#include "run/linear/sparse_pattern.h"

// A pivot below this, in units of the matrix, is what rounding leaves of zero.
#define LEAST_PIVOT 1e-10

typedef struct PivotStep {
    int32_t row, column;
    int32_t n_right, n_below; // entries of its row and of its column that are left
} PivotStep;

typedef struct SolveStep { // of a right side: what becomes of the row of a pivot
    double row_scale, column_scale;
    int32_t row, column;
    int32_t n_left, n_right; // multipliers of earlier pivots in its row; entries right of it
    int32_t pivot;           // among the factors
} SolveStep;

typedef struct LeftEntry {
    int32_t factor, step; // a multiplier, and the pivot that it is of
} LeftEntry;

// The factors lie step by step: the pivot, the entries right of it, the multipliers below it. Rows
// and columns are those of the steps where they are pivots.
typedef struct Elimination {
    int32_t n, n_entries, n_factors, n_filled;
    PivotStep *steps;
    SolveStep *solve;
    LeftEntry *left;  // by step, in the order of their pivots
    int32_t *right;   // by step: columns of the entries at right
    int32_t *targets; // by step and row below: where products with the entries at right go
    int32_t *place;   // by entry of the matrix: among the factors
    int32_t *filled;  // those that are no entry
    double *scale;    // by entry, with which it comes there; powers of two
} Elimination;

typedef enum { RECORDED, RECORD_SINGULAR, RECORD_TOO_LONG } RecordOutcome;

// Pivots are chosen for few operations, among those that are not small in their column; at most
// `most` operations.
RecordOutcome elimination_record(Arena *out, const SparsePattern *pattern, const double *values,
                                 int64_t most, Elimination *e);

// The factors of a matrix of that pattern; false: other pivots are needed.
bool elimination_repeat(const Elimination *e, const double *values, double *factors);
// Their smallest pivot, in units of the largest entry; both are scaled.
double elimination_least_pivot(const Elimination *e, const double *values, const double *factors);
// b is overwritten by the solution; z: room for n.
void elimination_solve(const Elimination *e, const double *factors, double *z, double *b);
// The same of a complex and a real matrix at once: the matrix, the numbers of the factors, z and b
// in lanes.
typedef struct PairFactors {
    double *numbers;
    Multiplier *multipliers; // the same once more
} PairFactors;
bool elimination_repeat_pairs(const Elimination *e, const double *values, PairFactors factors);
void elimination_solve_pairs(const Elimination *e, PairFactors factors, double *z, double *b);
// With the real one alone, and z and b as above.
void elimination_solve_real(const Elimination *e, PairFactors factors, double *z, double *b);
#endif
