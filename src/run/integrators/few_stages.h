// few_stages.h -- Newton's iteration on coupled stages of fewer than four unknowns.
//
// What is done to a component takes a few instructions then, and the loops over them as many: they
// are unrolled, and the stages of a component lie side by side, not the components of a stage. One
// pass goes from the derivatives at the stages to where these are evaluated next. The iteration is
// that of coupled_stages.c.
#ifndef RUN_FEW_STAGES_H
#define RUN_FEW_STAGES_H
#include "run/integrators/newton.h"

enum { MOST_COUPLED = 3, MOST_FEW_UNKNOWNS = 3 };

// A = V diag(lambda) V^-1. Methods with fewer stages have zeros behind them: sums over stages have
// as many terms always, and are written out.
typedef struct StageBasis {
    Eigenvalues eigenvalues;
    Four left[MOST_COUPLED]; // V^-1 by stages
    Four real, re, im;       // the stages by what the real system gives and the complex one
} StageBasis;

typedef struct FewStages {
    int32_t n, known;      // unknowns; those with a derivative, the first ones
    double share;          // of a component in the mean over all stages
    const double *factors; // of the step matrices (linear/dense_pair.h)
    const int *pivots;
    double *const *f, *const *x; // by stage: the derivatives; where they are evaluated
    double *w;                   // of both systems, in lanes
    // Of the step at work:
    Multiplier lambda; // h times the eigenvalues
    const double *begin, *weight;
    double *const *z;
} FewStages;

// From the first z: w and x.
void few_stages_begin(const StageBasis *basis, const FewStages *s);
// From f: w, z and x with the correction; the sum of the squares of that of z.
double few_stages_correct(const StageBasis *basis, const FewStages *s);
#endif
