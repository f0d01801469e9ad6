#include "run/start_trace.h"

#include <math.h>

enum { MOST_RUNGS = 1000, MOST_ATTEMPTS = 10000 };

StartTrace *start_trace_open(Arena *out)
{
    StartTrace *t = ARENA_NEW(out, StartTrace);
    t->arena = out;
    return t;
}

void start_trace_rung(StartTrace *t, const char *name, double lambda)
{
    if (!t) return;
    t->is_cut = t->is_cut || t->rungs.count >= MOST_RUNGS;
    if (!t->is_cut) VEC_PUSH(t->arena, &t->rungs, ((StartRung){name, lambda, false}));
}

void start_trace_solved(StartTrace *t, bool is_solved)
{
    if (t && t->rungs.count) t->rungs.data[t->rungs.count - 1].is_solved = is_solved;
}

void start_trace_attempt(StartTrace *t, const StartAttempt *attempt)
{
    t->is_cut = t->is_cut || t->attempts.count >= MOST_ATTEMPTS;
    if (t->is_cut) return;
    StartAttempt a = *attempt;
    a.rung = (int32_t)t->rungs.count - 1;
    VEC_PUSH(t->arena, &t->attempts, a);
}
