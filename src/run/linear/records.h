// records.h -- eliminations of matrices of one pattern that were recorded, those of pivots that
// come back among them.
#ifndef RUN_LINEAR_RECORDS_H
#define RUN_LINEAR_RECORDS_H
#include "run/linear/elimination.h"

typedef struct Records Records;

Records *records_open(Arena *out, const SparsePattern *pattern, bool are_pairs);
// The factors of a matrix, or of a pair of them in lanes. False: a list would be too long, or
// pivots change too often; others must do this from now on.
bool records_factor(Records *r, const double *values);
void records_close(Records *r);
void records_solve(Records *r, double *b);      // b is overwritten by the solution
void records_solve_real(Records *r, double *b); // by the real one of a pair
#endif
