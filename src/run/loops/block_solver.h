// block_solver.h -- algebraic loops after tearing: linear by one factorization, nonlinear by
// Newton.
#ifndef RUN_LOOPS_BLOCK_SOLVER_H
#define RUN_LOOPS_BLOCK_SOLVER_H
#include "abi/model.h"
#include "base/arena.h"
#include "base/text.h"

typedef struct BlockSolver BlockSolver;
struct StepAccuracy; // step_newton.h

// `accuracy` is looked at in every solve of a loop that belongs to inlined steps.
BlockSolver *block_solver_open(Arena *out, Model *model, int32_t block,
                               const struct StepAccuracy *accuracy);
// From the values in the unknown slots to values that solve the block. MODEL_RETRY when it
// does not converge; block_solver_describe then says what happened.
// Whether a mixed block without a solution fails, or takes what rounding at a threshold explains.
void block_solver_be_strict(BlockSolver *b, bool is_strict);
ModelOutcome block_solver_solve(BlockSolver *b);
void block_solver_describe(const BlockSolver *b, Text *out);
void block_solver_forget(BlockSolver *b); // factorizations, at events and after --set
int64_t block_solver_iterations(const BlockSolver *b);
void block_solver_close(BlockSolver *b);
#endif
