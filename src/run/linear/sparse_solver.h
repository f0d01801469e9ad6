// sparse_solver.h -- sparse linear systems of one pattern: factor, solve.
#ifndef RUN_SPARSE_SOLVER_H
#define RUN_SPARSE_SOLVER_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct SparseSolver SparseSolver;

// The pattern in compressed columns; copied.
SparseSolver *sparse_open(Arena *out, int32_t n, const int32_t *column_start,
                          const int32_t *row_index);
bool sparse_factor(SparseSolver *s, double *values); // false: singular
void sparse_solve(SparseSolver *s, double *b);       // b is overwritten by the solution
void sparse_close(SparseSolver *s);
#endif
