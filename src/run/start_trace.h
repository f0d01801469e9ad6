// start_trace.h -- what was tried to find the start, rung by rung and loop by loop: for people who
// ask why. Without a trace nothing is noted.
#ifndef RUN_START_TRACE_H
#define RUN_START_TRACE_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

typedef struct StartRung { // one solution of the whole initial system, or an attempt at it
    const char *name;
    double lambda; // of the homotopy; NaN: not along one
    bool is_solved;
} StartRung;

typedef struct StartAttempt { // one method for one loop
    int32_t rung, block;
    const char *from; // where it began, if not at the guess; NULL
    const char *method;
    int64_t iterations;
    double before, after; // the largest residual at the guess and at the end; NaN: has no value
    bool is_solved;
} StartAttempt;

// The loop that could not be solved, at its guess.
typedef struct StartFailure {
    int32_t block, n;
    const double *x, *residual; // n each
    const double *size;         // of the residuals, in units of what their unknowns do to them
    const double *influence;    // by unknown: how much the sum of squares of these falls with it
} StartFailure;

typedef struct StartTrace {
    Arena *arena;
    VEC(StartRung) rungs;
    VEC(StartAttempt) attempts;
    bool is_cut; // there were more than are kept
    bool is_found;
    StartFailure failure; // n = 0: none
} StartTrace;

StartTrace *start_trace_open(Arena *out);
// `trace` may be NULL. A rung counts as solved once that is said.
void start_trace_rung(StartTrace *trace, const char *name, double lambda);
void start_trace_solved(StartTrace *trace, bool is_solved);
void start_trace_attempt(StartTrace *trace, const StartAttempt *attempt); // of the last rung
#endif
