// fronts.h -- sparse LU as LU of small dense matrices (multifrontal): for matrices with much fill,
// those of fields in two and three dimensions above all. BLAS does the work, five to ten times as
// fast as KLU there; pivots are looked for among those of a front alone.
#ifndef RUN_LINEAR_FRONTS_H
#define RUN_LINEAR_FRONTS_H
#include <stdbool.h>

#include "run/linear/sparse_pattern.h"

typedef struct Fronts Fronts;

// `most_work`: operations of a factorization. NULL: it would take more. The pattern is borrowed.
Fronts *fronts_open(Arena *out, const SparsePattern *pattern, bool is_complex, double most_work);
bool fronts_factor(Fronts *f, const double *values); // false: pivots are missing in some front
void fronts_solve(Fronts *f, double *b); // b is overwritten; complex numbers have two words each
#endif
