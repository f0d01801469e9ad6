// The stopping rule for steps is that of [HW96, IV.8]: with a contraction by the factor q in each
// iteration, the error left behind a correction is at most q / (1 - q) of it.
#include "run/loops/convergence.h"

#include <float.h>
#include <math.h>

// Inner solves must be far tighter than the integrator's tolerance, or their noise spoils its error
// estimate.
static const double enough = 1e-12;
// With ill-conditioned switches the correction stagnates above `enough`; that is accepted when
// it no longer shrinks and is below this.
static const double stagnation = 1e-8;

bool correction_is_enough(double size)
{
    return size < enough;
}

bool corrections_are_enough(double before, double after)
{
    if (after < enough) return true;
    double rate = after / before;
    return rate < 0.5 && rate / (1 - rate) * after < enough;
}

bool correction_stagnates(double before, double size)
{
    return size >= before / 2 && size < stagnation;
}

bool correction_is_rounding(double size)
{
    return size < stagnation;
}

void convergence_forget(Convergence *c)
{
    c->contraction = 1;
    c->rate = 1;
}

void convergence_begin(Convergence *c)
{
    c->iteration = 0;
    c->size_before = 0;
    // What the last step contracted is a first guess for this one, a cautious one.
    double least = c->least_contraction;
    if (c->contraction < least * least) // its power would be below the limit, too
        c->contraction = least;
    else
        c->contraction = fmax(pow(fmax(c->contraction, DBL_EPSILON), 0.8), least);
    c->contraction = fmax(c->contraction, c->doubt);
}

static NewtonVerdict judge(Convergence *c, double size)
{
    c->iteration++;
    if (!isfinite(size)) return NEWTON_DIVERGES;
    if (c->iteration > 1) {
        double rate = size / c->size_before;
        c->rate = c->iteration == 2 ? rate : sqrt(rate * c->rate);
        if (c->rate >= 0.99) return size < 0.1 * c->enough ? NEWTON_CONVERGED : NEWTON_DIVERGES;
        c->contraction = c->rate / (1 - c->rate);
    }
    c->size_before = size > DBL_MIN ? size : DBL_MIN;
    double left = c->contraction * size;
    if (left <= c->enough) return NEWTON_CONVERGED;
    if (c->iteration >= c->most_iterations) return NEWTON_DIVERGES;
    // Would the iterations that are left be enough?
    if (c->iteration > 1)
        for (int k = c->iteration; k < c->most_iterations && left > c->enough; k++) left *= c->rate;
    return c->iteration > 1 && left > c->enough ? NEWTON_DIVERGES : NEWTON_GOES_ON;
}

NewtonVerdict convergence_judge(Convergence *c, double size)
{
    NewtonVerdict verdict = judge(c, size);
    if (verdict == NEWTON_CONVERGED) c->doubt *= c->keeps_doubt;
    if (verdict == NEWTON_DIVERGES && c->keeps_doubt > 0) c->doubt = 1;
    return verdict;
}

NewtonVerdict convergence_judge_last(const Convergence *c, double before, double size)
{
    // Where rounding keeps it from shrinking further, it is as good as it gets.
    bool is_enough = size <= c->enough || (size < 1 && size >= before);
    return is_enough ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}
