#include "run/loops/newton_kernel.h"

NewtonEnd newton_end(ModelOutcome o)
{
    if (o == MODEL_OK) return NEWTON_SOLVED;
    return o == MODEL_FATAL ? NEWTON_STOPPED : NEWTON_UNDEFINED;
}

NewtonEnd newton_iterate(const NewtonPolicy *p, void *client)
{
    for (int k = 0; !p->most_iterations || k < p->most_iterations; k++) {
        ModelOutcome o = p->correct(client, k);
        if (o != MODEL_OK) return newton_end(o);
        NewtonVerdict v = p->judge ? p->judge(client, k) : NEWTON_GOES_ON;
        if (v == NEWTON_GOES_ON) {
            o = p->move(client, k);
            if (o != MODEL_OK) return newton_end(o);
            v = p->judge_moved ? p->judge_moved(client, k) : NEWTON_GOES_ON;
        }
        if (v == NEWTON_CONVERGED) return newton_end(p->finish ? p->finish(client) : MODEL_OK);
        if (v == NEWTON_DIVERGES) return NEWTON_DIVERGED;
    }
    return NEWTON_DIVERGED;
}

ModelOutcome newton_outcome(NewtonEnd end)
{
    return end == NEWTON_SOLVED ? MODEL_OK : end == NEWTON_STOPPED ? MODEL_FATAL : MODEL_RETRY;
}
