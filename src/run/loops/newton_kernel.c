#include "run/loops/newton_kernel.h"

NewtonEnd newton_end(ModelOutcome o)
{
    if (o == MODEL_OK) return NEWTON_SOLVED;
    return o == MODEL_FATAL ? NEWTON_STOPPED : NEWTON_UNDEFINED;
}

NewtonEnd newton_iterate(const NewtonPolicy *p, void *client)
{
    return newton_turns(p, client);
}

ModelOutcome newton_outcome(NewtonEnd end)
{
    return end == NEWTON_SOLVED ? MODEL_OK : end == NEWTON_STOPPED ? MODEL_FATAL : MODEL_RETRY;
}
