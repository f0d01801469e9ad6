// Simplified Newton iteration [HW96, IV.8].
#include "run/integrators/newton.h"

#include <float.h>
#include <math.h>

// More iterations than this are never cheaper than a smaller step or a fresh df/dx.
enum { MOST_ITERATIONS = 8 };
static const double usual_keep_rate = 0.03;

Newton *newton_open(Arena *out, const OdeProblem *problem, int n_systems,
                    const double complex *eigenvalues, IntegratorCounts *counts)
{
    Newton *nw = ARENA_NEW(out, Newton);
    nw->problem = problem;
    nw->counts = counts;
    // The error left by the iteration must not show in the error estimate, and not ask for
    // more digits than the machine has [HW96, IV.8].
    nw->enough = fmax(10 * DBL_EPSILON / problem->tolerance, 0.003);
    nw->keep_rate = usual_keep_rate;
    newton_forget(nw);
    if (problem->stage) return nw; // the model iterates
    nw->jacobian = jacobian_open(out, problem);
    nw->n_systems = n_systems;
    for (int k = 0; k < n_systems; k++) {
        nw->eigenvalue[k] = eigenvalues[k];
        nw->system[k] =
            step_matrix_open(out, jacobian_pattern(nw->jacobian), cimag(eigenvalues[k]) != 0);
    }
    return nw;
}

void newton_close(Newton *nw)
{
    for (int k = 0; k < nw->n_systems; k++) step_matrix_close(nw->system[k]);
}

void newton_forget(Newton *nw)
{
    nw->factored_h = 0;
    nw->has_jacobian = nw->jacobian_is_fresh = false;
    nw->contraction = 1;
    nw->rate = 1;
}

ModelOutcome newton_prepare(Newton *nw, double t, const double *x, const double *dx, double h)
{
    if (nw->problem->stage) {
        nw->has_jacobian = nw->jacobian_is_fresh = true; // as good as that
        return MODEL_OK;
    }
    if (!nw->has_jacobian) {
        ModelOutcome o = jacobian_evaluate(nw->jacobian, t, x, dx, nw->counts);
        if (o != MODEL_OK) return o;
        nw->has_jacobian = nw->jacobian_is_fresh = true;
        nw->factored_h = 0;
    }
    if (nw->factored_h > 0 && fabs(h / nw->factored_h - 1) <= nw->keep_change) return MODEL_OK;
    nw->factored_h = 0;
    for (int k = 0; k < nw->n_systems; k++)
        if (!step_matrix_factor(nw->system[k], h * nw->eigenvalue[k],
                                jacobian_values(nw->jacobian)))
            return MODEL_RETRY;
    nw->factored_h = h;
    return MODEL_OK;
}

void newton_begin(Newton *nw)
{
    nw->iteration = 0;
    nw->size_before = 0;
    // What the last step contracted is a first guess for this one, a cautious one.
    nw->contraction = pow(fmax(nw->contraction, DBL_EPSILON), 0.8);
}

NewtonVerdict newton_judge(Newton *nw, double size)
{
    nw->counts->newton_iterations++;
    nw->iteration++;
    if (!isfinite(size)) return NEWTON_DIVERGES;
    if (nw->iteration > 1) {
        double rate = size / nw->size_before;
        nw->rate = nw->iteration == 2 ? rate : sqrt(rate * nw->rate);
        if (nw->rate >= 0.99) return size < 0.1 * nw->enough ? NEWTON_CONVERGED : NEWTON_DIVERGES;
        nw->contraction = nw->rate / (1 - nw->rate);
        // Would the iterations that are left be enough?
        double left = MOST_ITERATIONS - nw->iteration;
        if (nw->contraction * size * pow(nw->rate, left) > nw->enough) return NEWTON_DIVERGES;
    }
    nw->size_before = fmax(size, DBL_MIN);
    if (nw->contraction * size <= nw->enough) return NEWTON_CONVERGED;
    return nw->iteration >= MOST_ITERATIONS ? NEWTON_DIVERGES : NEWTON_GOES_ON;
}

bool newton_refresh(Newton *nw)
{
    nw->contraction = 1;
    if (nw->jacobian_is_fresh || nw->problem->stage) return false;
    nw->has_jacobian = false;
    return true;
}

void newton_step_accepted(Newton *nw)
{
    nw->jacobian_is_fresh = false;
    if (nw->iteration > 1 && nw->rate > nw->keep_rate) nw->has_jacobian = false;
}
