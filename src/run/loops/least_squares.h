// least_squares.h -- a torn loop with more residuals than unknowns.
#ifndef RUN_LOOPS_LEAST_SQUARES_H
#define RUN_LOOPS_LEAST_SQUARES_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct LeastSquares LeastSquares;

LeastSquares *least_squares_open(Arena *out, Model *model, const BlockInfo *info);
// From the guess x to the least squares; the model is evaluated at the x returned.
ModelOutcome least_squares_solve(LeastSquares *s, double *x, const double *scale);
int64_t least_squares_iterations(const LeastSquares *s);
#endif
