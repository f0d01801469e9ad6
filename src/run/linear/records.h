// records.h -- eliminations of matrices of one pattern that were recorded, those of pivots that
// come back among them.
#ifndef RUN_LINEAR_RECORDS_H
#define RUN_LINEAR_RECORDS_H
#include "run/linear/elimination.h"

typedef struct Records Records;

// Whether a list is likely to be less work than the elimination of a full matrix.
bool records_may_pay(const SparsePattern *pattern);

Records *records_open(Arena *out, const SparsePattern *pattern, bool are_pairs);
// The factors of a matrix, or of a pair of them in lanes. False: a list would be too long, the
// matrix is singular or nearly so, or pivots change too often; others must do this.
bool records_factor(Records *r, const double *values);
// Of a single matrix that was factored: its smallest pivot, in units of its largest entry.
double records_least_pivot(const Records *r, const double *values);
void records_close(Records *r);
void records_solve(Records *r, double *b);      // b is overwritten by the solution
void records_solve_real(Records *r, double *b); // by the real one of a pair
#endif
