// eigenvalues.h -- of a small matrix without structure.
#ifndef RUN_LINEAR_EIGENVALUES_H
#define RUN_LINEAR_EIGENVALUES_H
#include <stdbool.h>

// `a` has n rows and columns and is used up; rows or columns one after the other, as the
// eigenvalues are those of the transposed matrix, too. False: the iteration did not end.
bool eigenvalues(int n, double *a, double *re, double *im);
#endif
