#include "run/integrators/hermite.h"

#include <math.h>
#include <string.h>

// Closeness that counts as smooth: in units of the tolerance, and relative to the change over
// the step. A polynomial fooled by a transient misses by more than the change itself.
static const double close_to_tolerance = 4, close_to_change = 0.05;

Hermite *hermite_open(Arena *out, const InitialValueProblem *problem, int pushes)
{
    Hermite *h = ARENA_NEW(out, Hermite);
    h->problem = problem;
    h->step_begin = HERMITE_POINTS - 1 - pushes;
    for (int k = 0; k < HERMITE_POINTS; k++) {
        h->x[k] = ARENA_ARRAY(out, double, problem->n);
        h->dx[k] = ARENA_ARRAY(out, double, problem->n);
    }
    h->is_smooth = ARENA_ARRAY(out, uint8_t, problem->n + 1);
    h->own = ARENA_ARRAY(out, double, problem->n);
    h->high = ARENA_ARRAY(out, double, problem->n);
    return h;
}

static void store(Hermite *h, double t, const double *x, const double *dx)
{
    size_t bytes = (size_t)h->problem->n * sizeof *x;
    h->t[HERMITE_POINTS - 1] = t;
    memcpy(h->x[HERMITE_POINTS - 1], x, bytes);
    memcpy(h->dx[HERMITE_POINTS - 1], dx, bytes);
    h->is_compared = false;
}

void hermite_restart(Hermite *h, double t, const double *x, const double *dx)
{
    h->points = 1;
    store(h, t, x, dx);
}

void hermite_push(Hermite *h, double t, const double *x, const double *dx)
{
    double *x_oldest = h->x[0], *dx_oldest = h->dx[0];
    for (int k = 0; k + 1 < HERMITE_POINTS; k++) {
        h->t[k] = h->t[k + 1];
        h->x[k] = h->x[k + 1];
        h->dx[k] = h->dx[k + 1];
    }
    h->x[HERMITE_POINTS - 1] = x_oldest;
    h->dx[HERMITE_POINTS - 1] = dx_oldest;
    store(h, t, x, dx);
    if (h->points < HERMITE_POINTS) h->points++;
}

// Factors of the values and of the derivatives at n points.
static void basis(const double *t, int n, double at, double *value, double *derivative)
{
    for (int j = 0; j < n; j++) {
        double lagrange = 1, slope = 0;
        for (int k = 0; k < n; k++) {
            if (k == j) continue;
            lagrange *= (at - t[k]) / (t[j] - t[k]);
            slope += 1 / (t[j] - t[k]);
        }
        derivative[j] = lagrange * lagrange * (at - t[j]);
        value[j] = lagrange * lagrange - 2 * slope * derivative[j];
    }
}

static void evaluate(const Hermite *h, double t, double *x)
{
    double value[HERMITE_POINTS], derivative[HERMITE_POINTS];
    int first = HERMITE_POINTS - h->points;
    basis(h->t + first, h->points, t, value, derivative);
    for (int32_t i = 0; i < h->problem->n; i++) {
        double sum = 0;
        for (int k = 0; k < h->points; k++)
            sum += value[k] * h->x[first + k][i] + derivative[k] * h->dx[first + k][i];
        x[i] = sum;
    }
}

static void compare(Hermite *h, OwnPolynomial *own, void *client)
{
    const InitialValueProblem *p = h->problem;
    const double *from = h->x[h->step_begin], *to = h->x[HERMITE_POINTS - 1];
    const double *slope = h->dx[HERMITE_POINTS - 1];
    double begin = h->t[h->step_begin], end = h->t[HERMITE_POINTS - 1];
    memset(h->is_smooth, 1, (size_t)p->n);
    for (int k = 1; k <= 3; k += 2) { // away from the points at which both agree
        double t = begin + (end - begin) * k / 4;
        own(client, t, h->own);
        evaluate(h, t, h->high);
        for (int32_t i = 0; i < p->n; i++) {
            double unit = p->tolerance * (fabs(to[i]) + error_sizes(p)[i]);
            // The slope at the end counts as well: across an extremum both ends may be equal.
            double change = fmax(fabs(to[i] - from[i]), (end - begin) * fabs(slope[i]));
            double close = fmax(close_to_tolerance * unit, close_to_change * change);
            if (!(fabs(h->own[i] - h->high[i]) <= close)) h->is_smooth[i] = 0;
        }
    }
    h->is_compared = true;
}

void hermite_blend(Hermite *h, double t, double *x, OwnPolynomial *own, void *client)
{
    if (t == h->t[HERMITE_POINTS - 1]) { // most often asked for
        memcpy(x, h->x[HERMITE_POINTS - 1], (size_t)h->problem->n * sizeof *x);
        return;
    }
    own(client, t, x);
    if (h->points < 2 || t < h->t[h->step_begin]) return;
    if (!h->is_compared) compare(h, own, client);
    evaluate(h, t, h->high);
    for (int32_t i = 0; i < h->problem->n; i++)
        if (h->is_smooth[i]) x[i] = h->high[i];
}
