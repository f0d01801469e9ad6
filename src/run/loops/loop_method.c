// What the methods for loops share.
#include "run/loops/loop_method.h"

#include <math.h>

// What the least change may leave of the right side: equations that contradict each other leave
// parts of its size, rounding leaves far less than this.
static const double most_left = 1e-8;

void loop_forget_factors(LoopWork *w)
{
    if (loop_has_factors(w)) w->factors->maker = NULL;
}

ModelOutcome loop_factor(LoopWork *w, const double *x, const double *r)
{
    const double *values;
    w->factors->maker = NULL;
    ModelOutcome o = loop_jacobian(w->problem, x, r, &values);
    if (o != MODEL_OK) return o;
    w->was_singular = !factors_factor(w->factors, values);
    w->factors->maker = w;
    return MODEL_OK;
}

ModelOutcome loop_correction(LoopWork *w, const double *x, const double *r, double *step)
{
    LoopProblem *p = w->problem;
    for (int32_t i = 0; i < p->n; i++) step[i] = -r[i];
    if (!w->was_singular) {
        factors_solve(w->factors, step);
        return MODEL_OK;
    }
    for (int32_t i = 0; i < p->n; i++) p->size[i] = fmax(fabs(x[i]), p->scale[i]);
    return factors_least_change(w->factors, p->size, step) < most_left ? MODEL_OK : MODEL_RETRY;
}
