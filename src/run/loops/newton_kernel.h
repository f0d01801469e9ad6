// newton_kernel.h -- the one Newton iteration of the house. What a turn does is the policy of
// whoever iterates: when matrices are made again (in `correct`), how far a correction is followed
// (in `move`), when it is over (the judges; their rules are in convergence.h).
#ifndef RUN_LOOPS_NEWTON_KERNEL_H
#define RUN_LOOPS_NEWTON_KERNEL_H
#include "abi/model.h"
#include "run/loops/convergence.h"
#include "run/point/fours.h"

typedef enum {
    NEWTON_SOLVED,
    NEWTON_DIVERGED,  // or too slow
    NEWTON_UNDEFINED, // the equations cannot be evaluated, or their matrix not be factored
    NEWTON_STOPPED    // cannot go on
} NewtonEnd;

typedef struct NewtonPolicy {                          // k: number of the turn, from 0
    ModelOutcome (*correct)(void *client, int k);      // the correction at the present point
    NewtonVerdict (*judge)(void *client, int k);       // of it, before it is followed; NULL: none
    ModelOutcome (*move)(void *client, int k);         // along it
    NewtonVerdict (*judge_moved)(void *client, int k); // what that did; NULL: nothing to say
    ModelOutcome (*finish)(void *client);              // after convergence; NULL: nothing
    int most_iterations;                               // 0: the judges bound it
} NewtonPolicy;

NewtonEnd newton_iterate(const NewtonPolicy *policy, void *client);
NewtonEnd newton_end(ModelOutcome o); // of a single evaluation
// The same for those whose turns are as short as the way to a function: the policy is a constant.
static ALWAYS_INLINE NewtonEnd newton_turns(const NewtonPolicy *p, void *client)
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

// The same as seen by a model: whatever is not solved may be with another guess or a smaller step.
ModelOutcome newton_outcome(NewtonEnd end);
#endif
