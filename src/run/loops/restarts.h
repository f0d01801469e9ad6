// restarts.h -- other points for a loop of the start to begin at, where its guesses lead nowhere.
// They are the same in every run.
#ifndef RUN_LOOPS_RESTARTS_H
#define RUN_LOOPS_RESTARTS_H
#include "run/loops/loop_problem.h"

enum { N_RESTARTS = 28 };

typedef struct Restart {
    const char *name; // for those who ask; NULL: there is no such point in this loop
    bool is_likely;   // follows from what the model says: worth the slower methods
} Restart;

// x := the point of number k, from 0, that belongs to the guess, between the limits of p.
Restart restart_at(const LoopProblem *p, const double *guess, int k, double *x);
#endif
