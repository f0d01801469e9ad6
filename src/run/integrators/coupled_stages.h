// coupled_stages.h -- the stages of a fully implicit Runge-Kutta method, solved together.
#ifndef RUN_COUPLED_STAGES_H
#define RUN_COUPLED_STAGES_H
#include "run/integrators/few_stages.h"
#include "run/integrators/step_frame.h"
#include "run/integrators/tableaus.h"

// One step of the method: from (t, x) over h; z[i] is stage value i minus x; those that are
// not there are zero.
typedef struct StagePiece {
    double t, h;
    double *x, *z[MOST_COUPLED];
} StagePiece;

typedef struct CoupledStages CoupledStages;

CoupledStages *stages_open(Arena *out, const InitialValueProblem *problem, const Tableau *tableau,
                           IntegratorCounts *counts);
void stages_close(CoupledStages *s);
Newton *stages_newton(CoupledStages *s);
StagePiece *stages_piece(Arena *out, const InitialValueProblem *problem);

// Starting values of the iteration: the polynomial of the piece before (NULL: no change).
void stages_guess(const CoupledStages *s, const StagePiece *before, StagePiece *piece);
// Newton's iteration on piece->z; the factors must have been prepared for piece->h.
TryOutcome stages_solve(CoupledStages *s, StagePiece *piece, const double *weight);
// The correction that the last stage, at the end of the piece, would still get with dx = f there.
double stages_left_at_end(CoupledStages *s, const StagePiece *piece, const double *dx,
                          const double *weight);

// h times the derivatives at the stages, hk[i], from piece->z.
void stages_derivatives(const CoupledStages *s, const StagePiece *piece, double *const *hk);
void stages_end_slope(const CoupledStages *s, const StagePiece *piece, double *slope);
// The polynomial through the value at the begin and the stage values, at time t.
void stages_interpolate(const CoupledStages *s, const StagePiece *piece, double t, double *x);

int stages_estimate_order(const Tableau *tableau);
// An estimate of the error of the step with the filter of a real pole [HW96, IV.8]:
// (I - h g J)^-1 (h g f(x) + sum e_i z_i), of that order.
void stages_estimate(CoupledStages *s, const StagePiece *piece, const double *dx, double *error);
#endif
