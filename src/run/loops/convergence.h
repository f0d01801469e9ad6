// convergence.h -- when a simplified Newton iteration has converged, and when it will not.
#ifndef RUN_LOOPS_CONVERGENCE_H
#define RUN_LOOPS_CONVERGENCE_H

typedef enum { NEWTON_GOES_ON, NEWTON_CONVERGED, NEWTON_DIVERGES } NewtonVerdict;

// One record for all solves of a run: how well the last one contracted is what the next begins
// with, so that a single correction can be enough.
typedef struct Convergence {
    double enough;            // corrections below this end the iteration
    int most_iterations;      // of one solve
    double least_contraction; // that a first correction is trusted with
    // Set by the functions below:
    double rate, contraction; // of the last solve; rate / (1 - rate)
    int iteration;
    double size_before;
} Convergence;

void convergence_forget(Convergence *c); // the next solve is somewhere else
void convergence_begin(Convergence *c);  // of a solve
// `size`: the norm of the correction just added.
NewtonVerdict convergence_judge(Convergence *c, double size);
#endif
