// hermite.h -- dense output from values and derivatives at the last three accepted points.
//
// The polynomial of degree 5 has a local error of h^6: full order for every one-step method here,
// whatever the order of its stages; on the first step after a restart it is of degree 3. It relies
// on derivatives, which near a fast transient say nothing about the step; so a method also has a
// polynomial of its own that is safe there, and each component uses the better one only where the
// two are close (hermite_blend).
#ifndef RUN_HERMITE_H
#define RUN_HERMITE_H
#include "run/integrators/integrator.h"

enum { HERMITE_POINTS = 3 };

typedef struct Hermite {
    const InitialValueProblem *problem;
    int points;     // how many there are since the last restart
    int step_begin; // number of the point at which the last step began
    double t[HERMITE_POINTS];
    double *x[HERMITE_POINTS], *dx[HERMITE_POINTS]; // the newest is the last
    bool is_compared, is_prepared;
    uint8_t *is_smooth; // by component
    int32_t n_smooth;
    double scale[HERMITE_POINTS], slope[HERMITE_POINTS]; // of the factors, of all of a step
    double *own, *high, *before;
} Hermite;

// `pushes` points are stored for each step, 1 or 2.
Hermite *hermite_open(Arena *out, const InitialValueProblem *problem, int pushes);
void hermite_restart(Hermite *h, double t, const double *x, const double *dx);
void hermite_push(Hermite *h, double t, const double *x, const double *dx);

// The method's own polynomial inside the last step.
typedef void OwnPolynomial(void *client, double t, double *x);
void hermite_blend(Hermite *h, double t, double *x, OwnPolynomial *own, void *client);
// The slope of that by time, strictly inside the last step.
void hermite_slope(Hermite *h, double t, double *dx, OwnPolynomial *own, void *client);

// The polynomial beyond its points, where there are three: false without them.
bool hermite_foretell(Hermite *h, double t, double *x);
// The same at n times, at most three: z[i] = its value at t[i], less `from`.
bool hermite_foretell_stages(Hermite *h, int n, const double *t, const double *from,
                             double *const *z);
#endif
