// stability.h -- the pictures of a formula: the border of its stability domain, its damping.
#ifndef RUN_STABILITY_H
#define RUN_STABILITY_H
#include "base/arena.h"
#include "run/integrators/tableaus.h"

typedef struct PointList { // pieces of a curve are separated by a point of NaN
    double *x, *y;
    size_t count;
} PointList;

// Half the side of a square around 0 that shows the borders of all formulas.
double stability_window(const Formula *formulas, int n);
// Where the spectral radius of the F-matrix is 1, inside the square of that half side.
PointList stability_border(Arena *out, const Formula *f, double half);
// ln |F| over the real axis from -half to 0; NULL: of the exact solution.
PointList stability_damping(Arena *out, const Formula *f, double half);

// The widest angle alpha in degrees, rounded down, for which all formulas are stable in the sector
// |arg(-z)| <= alpha: A(alpha)-stability. 0: not even on the negative axis; 90: A-stable.
int stability_angle(const Formula *formulas, int n);
#endif
