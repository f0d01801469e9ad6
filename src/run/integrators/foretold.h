// foretold.h -- with which order a multistep method predicts its algebraic unknowns.
//
// They have kinks where states are smooth, and a polynomial that was drawn through one leads astray
// for as many steps as its order: each is predicted with the order, up to that of the step, that
// would have been right the last time. The differences and their factors are those of bdf.c.
#ifndef RUN_INTEGRATOR_FORETOLD_H
#define RUN_INTEGRATOR_FORETOLD_H
#include <stdint.h>

#include "base/arena.h"

typedef struct Foretold {
    int32_t first, n; // the unknowns first .. n - 1
    int8_t *order;    // the best one; ANY_ORDER: that of the step
} Foretold;

Foretold foretold_open(Arena *out, int32_t first, int32_t n);
void foretold_forget(Foretold *f); // behind a restart there are two points
// x := the prediction, which it has with the order of the step; E := its distance from that.
void foretold_predict(const Foretold *f, int order, const double *beta, double *const *phi,
                      double *x, double *E);
// Of a step that was accepted, by the differences from before it.
void foretold_judge(Foretold *f, int order, const double *beta, double *const *phi,
                    const double *E);
#endif
