// mixed_loop.h -- loops with discrete unknowns: an iteration over these around the continuous
// solve.
#ifndef RUN_LOOPS_MIXED_LOOP_H
#define RUN_LOOPS_MIXED_LOOP_H
#include "run/loops/loop_method.h"

typedef struct MixedLoop MixedLoop;

MixedLoop *mixed_loop_open(Arena *out, LoopWork *continuous);
// From the values in the discrete slots and the guess x, which begins with `start`, to values that
// solve the loop. `is_strict`: a combination that contradicts itself fails; otherwise one is taken
// when rounding at a threshold explains it.
ModelOutcome mixed_loop_solve(MixedLoop *m, double *x, const double *start, bool is_strict);
#endif
