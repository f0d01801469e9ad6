// convergence.h -- when a Newton iteration has converged, and when it will not: all its rules.
#ifndef RUN_LOOPS_CONVERGENCE_H
#define RUN_LOOPS_CONVERGENCE_H
#include <stdbool.h>

typedef enum { NEWTON_GOES_ON, NEWTON_CONVERGED, NEWTON_DIVERGES } NewtonVerdict;

// ---- Loops: corrections in units of the unknowns -----------------------------------------------
bool correction_is_enough(double size); // nothing that matters is left behind it
// The same, once a correction of size `before` was followed by one of size `after`.
bool corrections_are_enough(double before, double after);
// It no longer shrinks, and is small enough for ill-conditioned equations.
bool correction_stagnates(double before, double size);
bool correction_is_rounding(double size); // below what stagnation would accept

// ---- Steps: corrections in units of the tolerance ----------------------------------------------
// One record for all solves of a run: how well the last one contracted is what the next begins
// with, so that a single correction can be enough.
typedef struct Convergence {
    double enough;            // corrections below this end the iteration
    int most_iterations;      // of one solve
    double least_contraction; // that a first correction is trusted with
    double keeps_doubt;       // behind a divergence: by this factor from solve to solve; 0: none
    // Set by the functions below:
    double rate, contraction; // of the last solve; rate / (1 - rate)
    double doubt;             // contraction that a solve begins with at least
    int iteration;
    double size_before;
} Convergence;

void convergence_forget(Convergence *c); // the next solve is somewhere else
void convergence_begin(Convergence *c);  // of a solve
// `size`: the norm of the correction just added.
NewtonVerdict convergence_judge(Convergence *c, double size);
// Of a correction that is not added when it is enough; `before`: the size of the one before it.
NewtonVerdict convergence_judge_last(const Convergence *c, double before, double size);
#endif
