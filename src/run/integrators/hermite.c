#include "run/integrators/hermite.h"

#include <math.h>
#include <string.h>

#include "run/point/fours.h"

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
    h->before = ARENA_ARRAY(out, double, problem->n);
    return h;
}

static void store(Hermite *h, double t, const double *x, const double *dx)
{
    size_t bytes = (size_t)h->problem->n * sizeof *x;
    h->t[HERMITE_POINTS - 1] = t;
    memcpy(h->x[HERMITE_POINTS - 1], x, bytes);
    memcpy(h->dx[HERMITE_POINTS - 1], dx, bytes);
    h->is_compared = h->is_prepared = false;
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

// What the factors below have in common for all points of a step.
static void prepare(Hermite *h)
{
    const double *t = h->t;
    h->is_prepared = true;
    if (h->points == HERMITE_POINTS) { // most often: written out
        double a = 1 / (t[0] - t[1]), b = 1 / (t[0] - t[2]), c = 1 / (t[1] - t[2]);
        h->scale[0] = a * b;
        h->scale[1] = -a * c;
        h->scale[2] = b * c;
        h->slope[0] = a + b;
        h->slope[1] = c - a;
        h->slope[2] = -b - c;
        return;
    }
    for (int j = HERMITE_POINTS - h->points; j < HERMITE_POINTS; j++) {
        double product = 1, slope = 0;
        for (int k = HERMITE_POINTS - h->points; k < HERMITE_POINTS; k++) {
            if (k == j) continue;
            product *= t[j] - t[k];
            slope += 1 / (t[j] - t[k]);
        }
        h->scale[j] = 1 / product;
        h->slope[j] = slope;
    }
}

// Factors of the values and of the derivatives at the points; of those that are missing zero.
static void basis(const Hermite *h, double at, double *value, double *derivative)
{
    int first = HERMITE_POINTS - h->points;
    if (!first) { // most often: written out
        double u[] = {at - h->t[0], at - h->t[1], at - h->t[2]};
        double lagrange[] = {h->scale[0] * u[1] * u[2], h->scale[1] * u[0] * u[2],
                             h->scale[2] * u[0] * u[1]};
        for (int j = 0; j < HERMITE_POINTS; j++) {
            double square = lagrange[j] * lagrange[j];
            derivative[j] = square * u[j];
            value[j] = square - 2 * h->slope[j] * derivative[j];
        }
        return;
    }
    for (int j = 0; j < first; j++) value[j] = derivative[j] = 0;
    for (int j = first; j < HERMITE_POINTS; j++) {
        double lagrange = h->scale[j];
        for (int k = first; k < HERMITE_POINTS; k++)
            if (k != j) lagrange *= at - h->t[k];
        derivative[j] = lagrange * lagrange * (at - h->t[j]);
        value[j] = lagrange * lagrange - 2 * h->slope[j] * derivative[j];
    }
}

typedef struct Basis { // factors of the values and of the derivatives
    double value[HERMITE_POINTS], slope[HERMITE_POINTS];
} Basis;

static inline double sum_at(const Hermite *h, const Basis *f, int32_t i)
{
    return f->value[0] * h->x[0][i] + f->slope[0] * h->dx[0][i] +
           (f->value[1] * h->x[1][i] + f->slope[1] * h->dx[1][i]) +
           (f->value[2] * h->x[2][i] + f->slope[2] * h->dx[2][i]);
}

// The last four may be some of those before them again.
static WIDE void sum_many(const Hermite *h, const Basis *f, double *x)
{
    const double *x0 = h->x[0], *x1 = h->x[1], *x2 = h->x[2];
    const double *dx0 = h->dx[0], *dx1 = h->dx[1], *dx2 = h->dx[2];
    double v0 = f->value[0], v1 = f->value[1], v2 = f->value[2];
    double d0 = f->slope[0], d1 = f->slope[1], d2 = f->slope[2];
    int32_t last = h->problem->n - FOUR, i = 0;
    for (bool is_last = false; !is_last; i += FOUR) {
        is_last = i >= last;
        if (is_last) i = last;
        FOUR_INTO(x, i) = v0 * FOUR_AT(x0, i) + d0 * FOUR_AT(dx0, i) +
                          (v1 * FOUR_AT(x1, i) + d1 * FOUR_AT(dx1, i)) +
                          (v2 * FOUR_AT(x2, i) + d2 * FOUR_AT(dx2, i));
    }
}

static inline void sum_all(const Hermite *h, const Basis *f, double *x)
{
    if (h->problem->n >= FOUR)
        sum_many(h, f, x);
    else
        for (int32_t i = 0; i < h->problem->n; i++) x[i] = sum_at(h, f, i);
}

static void evaluate(Hermite *h, double t, double *x)
{
    Basis f;
    if (!h->is_prepared) prepare(h);
    basis(h, t, f.value, f.slope);
    if (h->points == HERMITE_POINTS) {
        sum_all(h, &f, x);
        return;
    }
    // What is stored at the point that is missing is of another time, and may be anything.
    for (int32_t i = 0; i < h->problem->n; i++)
        x[i] = f.value[1] * h->x[1][i] + f.slope[1] * h->dx[1][i] +
               (f.value[2] * h->x[2][i] + f.slope[2] * h->dx[2][i]);
}

// Few components: all times side by side. The sums are those of sum_at.
static WIDE void evaluate_few(const Hermite *h, int n, const double *t, const double *from,
                              double *const *x)
{
    const double *const *p = (const double *const *)h->x, *const *d = (const double *const *)h->dx;
    const Four at = {t[0], t[1], t[n - 1], 0};
    const Four u[] = {at - h->t[0], at - h->t[1], at - h->t[2]};
    const Four lagrange[] = {h->scale[0] * u[1] * u[2], h->scale[1] * u[0] * u[2],
                             h->scale[2] * u[0] * u[1]};
    Four value[HERMITE_POINTS], derivative[HERMITE_POINTS];
    UNROLLED
    for (int j = 0; j < HERMITE_POINTS; j++) {
        Four square = lagrange[j] * lagrange[j];
        derivative[j] = square * u[j];
        value[j] = square - 2 * h->slope[j] * derivative[j];
    }
    for (int32_t k = 0; k < h->problem->n; k++) {
        Four sum = value[0] * p[0][k] + derivative[0] * d[0][k] +
                   (value[1] * p[1][k] + derivative[1] * d[1][k]) +
                   (value[2] * p[2][k] + derivative[2] * d[2][k]) - from[k];
        x[0][k] = sum[0];
        x[1][k] = sum[1];
        x[n - 1][k] = n > 2 ? sum[2] : sum[1];
    }
}

static bool is_ready(Hermite *h)
{
    if (h->points < HERMITE_POINTS) return false;
    if (!h->is_prepared) prepare(h);
    return true;
}

bool hermite_foretell(Hermite *h, double t, double *x)
{
    if (!is_ready(h)) return false;
    evaluate(h, t, x);
    return true;
}

bool hermite_foretell_stages(Hermite *h, int n, const double *t, const double *from,
                             double *const *z)
{
    if (!is_ready(h)) return false;
    if (n > 1 && h->problem->n < FOUR) {
        evaluate_few(h, n, t, from, z);
        return true;
    }
    for (int i = 0; i < n; i++) {
        evaluate(h, t[i], z[i]);
        for (int32_t k = 0; k < h->problem->n; k++) z[i][k] -= from[k];
    }
    return true;
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
    h->n_smooth = 0;
    for (int32_t i = 0; i < p->n; i++) h->n_smooth += h->is_smooth[i];
    h->is_compared = true;
}

void hermite_blend(Hermite *h, double t, double *x, OwnPolynomial *own, void *client)
{
    if (t == h->t[HERMITE_POINTS - 1]) { // most often asked for
        memcpy(x, h->x[HERMITE_POINTS - 1], (size_t)h->problem->n * sizeof *x);
        return;
    }
    bool has_others = h->points >= 2 && t >= h->t[h->step_begin];
    if (has_others && !h->is_compared) compare(h, own, client);
    if (has_others && h->n_smooth == h->problem->n) {
        evaluate(h, t, x);
        return;
    }
    own(client, t, x);
    if (!has_others || !h->n_smooth) return;
    evaluate(h, t, h->high);
    for (int32_t i = 0; i < h->problem->n; i++)
        if (h->is_smooth[i]) x[i] = h->high[i];
}

// ---- Slopes ------------------------------------------------------------------------------------

// The derivatives of the factors by time: with L the factor of Lagrange and u the distance from its
// point, those of the value are L^2 - 2 s u L^2, those of the derivative u L^2.
static void basis_slopes(const Hermite *h, double at, double *value, double *derivative)
{
    int first = HERMITE_POINTS - h->points;
    for (int j = 0; j < first; j++) value[j] = derivative[j] = 0;
    for (int j = first; j < HERMITE_POINTS; j++) {
        double lagrange = h->scale[j], rises = 0, u = at - h->t[j];
        for (int k = first; k < HERMITE_POINTS; k++) {
            if (k == j) continue;
            rises = rises * (at - h->t[k]) + lagrange;
            lagrange *= at - h->t[k];
        }
        double square = lagrange * lagrange, grows = 2 * lagrange * rises;
        derivative[j] = grows * u + square;
        value[j] = grows - 2 * h->slope[j] * derivative[j];
    }
}

// Of the step: where the method's own polynomial counts, its slope is taken over this distance.
static const double slope_part = 1e-3;

void hermite_slope(Hermite *h, double t, double *dx, OwnPolynomial *own, void *client)
{
    int32_t n = h->problem->n;
    Basis f;
    double begin = h->t[h->step_begin], end = h->t[HERMITE_POINTS - 1];
    if (h->points >= 2 && !h->is_compared) compare(h, own, client);
    if (h->points == HERMITE_POINTS && h->n_smooth == n) {
        basis_slopes(h, t, f.value, f.slope);
        sum_all(h, &f, dx);
        return;
    }
    double by = fmin(slope_part * (end - begin), 0.5 * fmin(t - begin, end - t));
    hermite_blend(h, t + by, dx, own, client);
    hermite_blend(h, t - by, h->before, own, client);
    for (int32_t i = 0; i < n; i++) dx[i] = (dx[i] - h->before[i]) / (2 * by);
}
