// sparse_block.h -- large loops with few entries in their Jacobian.
#ifndef RUN_LOOPS_SPARSE_BLOCK_H
#define RUN_LOOPS_SPARSE_BLOCK_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct SparseBlock SparseBlock;

bool sparse_block_fits(const Model *model, const BlockInfo *info); // worth it, and possible
SparseBlock *sparse_block_open(Arena *out, Model *model, const BlockInfo *info);
// From the values in the unknown slots, which are x, to a solution; the residuals at it are in
// their slots. `scale`: sizes of the unknowns.
ModelOutcome sparse_block_solve(SparseBlock *s, double *x, const double *scale);
// One by one: factors of the Jacobian where the residuals were computed last, and b := J^-1 b.
ModelOutcome sparse_block_factor(SparseBlock *s);
void sparse_block_substitute(SparseBlock *s, double *b);
void sparse_block_forget(SparseBlock *s); // factors
int64_t sparse_block_iterations(const SparseBlock *s);
void sparse_block_close(SparseBlock *s);
#endif
