// What nonlinear loops try when Newton's method fails from the guess.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/loops/newton_loop.h"

enum { MOST_DESCENTS = 100, MOST_TRIALS = 30, MOST_DRAWS = 300 };
enum { MOST_DOUBLINGS = 70, MOST_HALVINGS = 12 };

// The first interval beside the guess, in units of the unknown; MOST_DOUBLINGS of it reach 1e15.
static const double first_distance = 1e-6;
// A residual that keeps more than this part of what it had at the ends of the bracket has jumped
// through zero: no solution.
static const double jump = 1e-6;
// Levenberg's and Marquardt's mu: where it begins, and the range beyond which it changes nothing in
// a matrix whose entries are at most one.
static const double first_mu = 1e-2, least_mu = 1e-14, most_mu = 1e12;
// Scaled residuals below this are near enough for Newton's method; a descent by less than the
// second is none.
static const double near_enough = 1e-10, least_descent = 1e-6;

struct FarWork {
    SparsePattern full;
    Factors *normal_factors;
    double *matrix, *product, *normal; // J by columns; J'J; J'J + mu I
    double *gradient;                  // J'r
    double *row_scale;
    double *aside; // how far beside the guess, by unknown
};

// A loop with sparse factors is too large for full matrices: it has no descent.
void far_open(NewtonLoop *s, Arena *out)
{
    struct FarWork *f = s->far = ARENA_NEW(out, struct FarWork);
    size_t n = (size_t)s->work.problem->n;
    f->aside = ARENA_ARRAY(out, double, n);
    if (n < 2 || !s->work.factors->desc->least_change) return;
    f->full = full_pattern(s->work.problem->n);
    f->normal_factors = factors_open(out, &dense_factors, &f->full, false);
    f->matrix = ARENA_ARRAY(out, double, n *n);
    f->product = ARENA_ARRAY(out, double, n *n);
    f->normal = ARENA_ARRAY(out, double, n *n);
    f->gradient = ARENA_ARRAY(out, double, n);
    f->row_scale = ARENA_ARRAY(out, double, n);
}

// ---- One unknown ---------------------------------------------------------------------------

typedef struct Bracket {
    double a, fa, b, fb; // fa and fb differ in sign
} Bracket;

// One direction of the search: where it is, and the nearest place known to be beyond the bounds or
// where F is not defined.
typedef struct Scout {
    double x, f, edge;
    int halvings;
    bool is_done;
} Scout;

static bool is_defined_at(NewtonLoop *s, double x, double *f)
{
    const LoopProblem *p = s->work.problem;
    return x >= p->low[0] && x <= p->high[0] && loop_residual(s->work.problem, &x, f) == MODEL_OK;
}

// On to x, or, since F may change its sign just before it is no longer defined (a property of
// steam below its highest temperature), half of the way to where it is not. False: not moved.
static bool advance(NewtonLoop *s, Scout *c, double x)
{
    double f;
    bool is_near = isfinite(c->edge);
    if (is_near) x = c->x + (c->edge - c->x) / 2;
    if (is_near && (++c->halvings > MOST_HALVINGS || x == c->x)) {
        c->is_done = true;
        return false;
    }
    if (!is_defined_at(s, x, &f)) {
        c->edge = x;
        return false;
    }
    c->x = x;
    c->f = f;
    return true;
}

// Draws the bracket in: regula falsi with halving of the end that stays, every third trial a
// bisection. A jump of F through zero is no solution.
static ModelOutcome draw_in(NewtonLoop *s, Bracket k)
{
    double first = fmax(fabs(k.fa), fabs(k.fb));
    for (int i = 0; i < MOST_DRAWS && k.fb != 0; i++) {
        double least = 2 * DBL_EPSILON * fmax(fabs(k.a), fabs(k.b)) + DBL_MIN;
        if (fabs(k.b - k.a) <= least) break;
        double x = i % 3 == 2 ? k.a + (k.b - k.a) / 2 : k.b - k.fb * (k.b - k.a) / (k.fb - k.fa);
        if (!(x > fmin(k.a, k.b) && x < fmax(k.a, k.b))) x = k.a + (k.b - k.a) / 2;
        double f;
        ModelOutcome o = loop_residual(s->work.problem, &x, &f);
        if (o != MODEL_OK) return o;
        s->work.iterations++;
        if ((f < 0) != (k.fb < 0)) {
            k.a = k.b;
            k.fa = k.fb;
        } else {
            k.fa /= 2;
        }
        k.b = x;
        k.fb = f;
    }
    s->x[0] = k.b;
    ModelOutcome o = newton_evaluate(s);
    return o == MODEL_OK && fabs(s->r[0]) > jump * first ? MODEL_RETRY : o;
}

// Grows intervals on both sides of the guess; wherever F changes its sign there may be a solution,
// or a pole: then the search goes on behind it.
static ModelOutcome search_from(NewtonLoop *s, double x0, double f0)
{
    Scout scouts[2] = {{x0, f0, INFINITY, 0, false}, {x0, f0, -INFINITY, 0, false}};
    double d = first_distance * fmax(fabs(x0), s->work.problem->scale[0]);
    for (int k = 0; k < MOST_DOUBLINGS && !(scouts[0].is_done && scouts[1].is_done); k++, d *= 2)
        for (int side = 0; side < 2; side++) {
            Scout *c = &scouts[side], before = *c;
            if (c->is_done || !advance(s, c, side ? x0 - d : x0 + d)) continue;
            if ((c->f < 0) == (before.f < 0)) continue;
            ModelOutcome o = draw_in(s, (Bracket){before.x, before.f, c->x, c->f});
            if (o != MODEL_RETRY) return o;
        }
    return MODEL_RETRY;
}

ModelOutcome far_bracket(NewtonLoop *s)
{
    ModelOutcome o = newton_evaluate(s);
    if (o != MODEL_OK) return o;
    return s->r[0] == 0 ? MODEL_OK : search_from(s, s->x[0], s->r[0]);
}

// ---- Several unknowns, far from the solution -----------------------------------------------

static double row_scaled_norm(const NewtonLoop *s, const double *r)
{
    double sum = 0;
    for (int32_t i = 0; i < s->work.problem->n; i++) {
        double e = r[i] * s->far->row_scale[i];
        sum += e * e;
    }
    return sqrt(sum);
}

// J in full, unknowns and rows to the size of one.
static void scale_matrix(NewtonLoop *s, const double *values)
{
    const LoopProblem *p = s->work.problem;
    double *matrix = s->far->matrix;
    int32_t n = p->n;
    pattern_spread(&p->pattern, values, matrix);
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < n; i++) matrix[i + j * n] *= fmax(fabs(s->x[j]), p->scale[j]);
    for (int32_t i = 0; i < n; i++) {
        double largest = 0;
        for (int32_t j = 0; j < n; j++) largest = fmax(largest, fabs(matrix[i + j * n]));
        s->far->row_scale[i] = largest > 0 ? 1 / largest : 1;
        for (int32_t j = 0; j < n; j++) matrix[i + j * n] *= s->far->row_scale[i];
    }
}

static double column_product(const double *a, const double *b, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// J'J and J'r, for all trials from this point.
static void make_normal_equations(NewtonLoop *s)
{
    struct FarWork *f = s->far;
    int32_t n = s->work.problem->n;
    for (int32_t j = 0; j < n; j++) {
        const double *column = f->matrix + j * n;
        f->gradient[j] = 0;
        for (int32_t i = 0; i < n; i++) f->gradient[j] += column[i] * s->r[i] * f->row_scale[i];
        for (int32_t k = 0; k <= j; k++)
            f->product[j + k * n] = f->product[k + j * n] =
                column_product(column, f->matrix + k * n, n);
    }
}

// x_trial := x + step of (J'J + mu I) step = -J'r.
static bool descent_trial(NewtonLoop *s, double mu)
{
    const LoopProblem *p = s->work.problem;
    struct FarWork *f = s->far;
    int32_t n = p->n;
    memcpy(f->normal, f->product, (size_t)n * (size_t)n * sizeof *f->normal);
    for (int32_t j = 0; j < n; j++) {
        f->normal[j + j * n] += mu;
        s->step[j] = -f->gradient[j];
    }
    if (!factors_factor(f->normal_factors, f->normal)) return false;
    factors_solve(f->normal_factors, s->step);
    for (int32_t j = 0; j < n; j++) {
        double x = s->x[j] + s->step[j] * fmax(fabs(s->x[j]), p->scale[j]);
        s->x_trial[j] = fmin(fmax(x, p->low[j]), p->high[j]);
    }
    return true;
}

static bool is_better(NewtonLoop *s, double mu, double before)
{
    return descent_trial(s, mu) &&
           loop_residual(s->work.problem, s->x_trial, s->r_trial) == MODEL_OK &&
           row_scaled_norm(s, s->r_trial) < before * (1 - least_descent);
}

ModelOutcome far_descend(NewtonLoop *s)
{
    LoopProblem *p = s->work.problem;
    double mu = first_mu;
    ModelOutcome o = s->far->matrix ? MODEL_OK : MODEL_RETRY;
    for (int k = 0; k < MOST_DESCENTS && o == MODEL_OK; k++) {
        const double *values;
        o = newton_evaluate(s);
        if (o == MODEL_OK) o = loop_jacobian(p, s->x, s->r, &values);
        if (o != MODEL_OK) return o;
        s->work.iterations++;
        scale_matrix(s, values);
        double before = row_scaled_norm(s, s->r);
        if (before < near_enough) return MODEL_OK;
        make_normal_equations(s);
        bool better = false;
        for (int trial = 0; trial < MOST_TRIALS && !better && mu < most_mu; trial++) {
            better = is_better(s, mu, before);
            mu *= better ? 0.2 : 5;
        }
        if (!better) return MODEL_OK;
        memcpy(s->x, s->x_trial, (size_t)p->n * sizeof *s->x);
        mu = fmax(mu, least_mu);
    }
    return o;
}

// Of the derivatives by unknown j: are all of them zero, or is one no number?
typedef struct Slopes {
    bool are_zero, are_numbers;
} Slopes;

static Slopes slopes_in(const SparsePattern *p, const double *values, int32_t j)
{
    int32_t begin = p->column_start ? p->column_start[j] : j * p->n;
    int32_t end = p->column_start ? p->column_start[j + 1] : begin + p->n;
    Slopes found = {true, true};
    for (int32_t k = begin; k < end; k++) {
        found.are_zero = found.are_zero && values[k] == 0;
        found.are_numbers = found.are_numbers && isfinite(values[k]);
    }
    return found;
}

// Between -1 and 1, spread evenly over the unknowns: multiples of the golden ratio.
static double spread_evenly(int32_t j)
{
    double turns = (j + 1) * 0.6180339887498949;
    return 2 * (turns - floor(turns)) - 1;
}

// Which unknowns to move, and which way: those in which F is flat, and those by which it has no
// derivative, as sqrt(x^2 + y^2) has none where both vanish; all where that is not known.
static ModelOutcome look_aside(NewtonLoop *s, const double *x)
{
    LoopProblem *p = s->work.problem;
    const double *values;
    bool any = false;
    memcpy(s->x, x, (size_t)p->n * sizeof *x);
    ModelOutcome o = newton_evaluate(s);
    bool is_there = o == MODEL_OK;
    if (is_there) o = loop_jacobian(p, s->x, s->r, &values);
    if (o == MODEL_FATAL) return o;
    for (int32_t j = 0; j < p->n; j++) {
        Slopes in = is_there ? slopes_in(&p->pattern, values, j) : (Slopes){false, false};
        double part = in.are_numbers ? in.are_zero : spread_evenly(j);
        s->far->aside[j] = part * fmax(fabs(x[j]), p->scale[j]);
        any = any || part != 0;
    }
    for (int32_t j = 0; !any && o != MODEL_OK && j < p->n; j++)
        s->far->aside[j] = spread_evenly(j) * fmax(fabs(x[j]), p->scale[j]);
    return any || o != MODEL_OK ? MODEL_OK : MODEL_RETRY;
}

ModelOutcome far_beside(NewtonLoop *s, const double *x)
{
    static const double distances[] = {1e-2, -1e-2, 1, -1}; // near first; which side is not known
    LoopProblem *p = s->work.problem;
    int32_t n = p->n;
    ModelOutcome o = look_aside(s, x);
    if (o != MODEL_OK) return o;
    o = MODEL_RETRY;
    for (size_t k = 0; k < sizeof distances / sizeof *distances && o == MODEL_RETRY; k++) {
        for (int32_t j = 0; j < n; j++) {
            double beside = x[j] + distances[k] * s->far->aside[j];
            s->x[j] = fmin(fmax(beside, p->low[j]), p->high[j]);
        }
        o = newton_damped(s);
    }
    return o;
}
