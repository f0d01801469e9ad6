// Newton's method with the affine-invariant damping of [Deu04, NLEQ-ERR]: a trial is judged by
// the simplified correction J(x)^-1 F(x + lambda dx), so that no scaling of the equations
// matters, and its curvature gives the next damping factor.
//
// Between events the points of successive solves lie close together: the factors of the last
// solve are tried first, as long as each correction is at most a fifth of the one before.
// A Jacobian costs several residuals where functions with derivatives are called.
//
// When that fails: one unknown is bracketed by a change of sign next to the guess, then drawn
// in; several are tried with full steps, which cross the kinks of piecewise linear equations
// where damped ones end in front of them, then brought nearer by Levenberg's and Marquardt's
// method [Mar63], then Newton's method again. Where F is flat in some unknowns at the guess, as
// m*abs(m) is at m = 0, a guess beside it is tried. Cost: one factorization for each iteration,
// dense.
#include "run/loops/nonlinear.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/linear_solver.h"

enum {
    MOST_SIMPLIFIED = 12,
    MOST_ITERATIONS = 50,
    MOST_TRIALS = 30,
    MOST_DESCENTS = 100,
    MOST_DOUBLINGS = 70
};

// Newton has converged when the scaled correction is this small: inner solves must be far
// tighter than the integrator's tolerance, or their noise spoils its error estimate.
static const double enough = 1e-12;
// With ill-conditioned switches the correction stagnates above `enough`; that is accepted when
// it no longer shrinks and is below this.
static const double stagnation = 1e-8;
static const double least_damping = 1e-9;
// With factors that are not fresh: contraction that is good enough to go on.
static const double good_rate = 0.2;

struct NonlinearSolver {
    NonlinearProblem problem;
    DenseSolver *dense;
    double *matrix, *normal; // J by columns; J'J + mu I
    double *x, *x_trial, *r, *r_trial, *step, *simplified, *row_scale;
    bool was_singular;
    bool has_factors; // of a matrix near the present point
    int64_t iterations;
};

NonlinearSolver *nonlinear_open(Arena *out, const NonlinearProblem *problem)
{
    NonlinearSolver *s = ARENA_NEW(out, NonlinearSolver);
    size_t n = (size_t)problem->n;
    s->problem = *problem;
    s->dense = dense_open(out, problem->n);
    s->matrix = ARENA_ARRAY(out, double, n *n);
    s->normal = ARENA_ARRAY(out, double, n *n);
    s->x = ARENA_ARRAY(out, double, n);
    s->x_trial = ARENA_ARRAY(out, double, n);
    s->r = ARENA_ARRAY(out, double, n);
    s->r_trial = ARENA_ARRAY(out, double, n);
    s->step = ARENA_ARRAY(out, double, n);
    s->simplified = ARENA_ARRAY(out, double, n);
    s->row_scale = ARENA_ARRAY(out, double, n);
    return s;
}

int64_t nonlinear_iterations(const NonlinearSolver *s)
{
    return s->iterations;
}

bool nonlinear_was_singular(const NonlinearSolver *s)
{
    return s->was_singular;
}

int32_t nonlinear_undetermined(const NonlinearSolver *s)
{
    return dense_undetermined(s->dense);
}

static ModelOutcome evaluate(NonlinearSolver *s, const double *x, double *r)
{
    return s->problem.residual(s->problem.client, x, r);
}

static double size_of(const NonlinearSolver *s, const double *step)
{
    double largest = 0;
    for (int32_t i = 0; i < s->problem.n; i++) {
        double size = fabs(step[i]) / fmax(fabs(s->x[i]), s->problem.scale[i]);
        if (!(size <= largest)) largest = size; // NaN comes through
    }
    return largest;
}

// step := -J^-1 r with the factors at hand; the least change when J is singular.
static ModelOutcome correction(NonlinearSolver *s, const double *r, double *step)
{
    for (int32_t i = 0; i < s->problem.n; i++) step[i] = -r[i];
    if (!s->was_singular) {
        dense_solve(s->dense, step);
        return MODEL_OK;
    }
    return dense_least_change(s->dense, step) < 1e-8 ? MODEL_OK : MODEL_RETRY;
}

static ModelOutcome newton_correction(NonlinearSolver *s)
{
    ModelOutcome o = s->problem.matrix(s->problem.client, s->x, s->r, s->matrix);
    if (o != MODEL_OK) return o;
    s->was_singular = !dense_factor(s->dense, s->matrix);
    s->iterations++;
    return correction(s, s->r, s->step);
}

// The part of the step that stays inside the bounds, 95 % of the way to one that it would cross.
static double inside_bounds(const NonlinearSolver *s)
{
    double lambda = 1;
    for (int32_t i = 0; i < s->problem.n; i++) {
        double low = s->problem.low[i], high = s->problem.high[i], x = s->x[i], d = s->step[i];
        if (x > low && x + lambda * d < low) lambda = 0.95 * (x - low) / -d;
        if (x < high && x + lambda * d > high) lambda = 0.95 * (high - x) / d;
    }
    return lambda;
}

static double distance(const NonlinearSolver *s, const double *a, const double *b, double factor)
{
    double largest = 0;
    for (int32_t i = 0; i < s->problem.n; i++)
        largest =
            fmax(largest, fabs(a[i] - factor * b[i]) / fmax(fabs(s->x[i]), s->problem.scale[i]));
    return largest;
}

typedef struct Damping {
    double lambda; // of the last accepted step
    double curved; // |J^-1 F(x+) - (1 - lambda) dx| of it
    double simplified_size;
} Damping;

// One damped step from x along `step` of the given size; afterwards x, r are those of the trial.
static ModelOutcome damped_step(NonlinearSolver *s, double size, Damping *d)
{
    int32_t n = s->problem.n;
    size_t bytes = (size_t)n * sizeof(double);
    double lambda = fmin(d->lambda, inside_bounds(s));
    for (int k = 0; k < MOST_TRIALS && lambda > least_damping; k++) {
        for (int32_t i = 0; i < n; i++) s->x_trial[i] = s->x[i] + lambda * s->step[i];
        ModelOutcome o = evaluate(s, s->x_trial, s->r_trial);
        if (o == MODEL_FATAL) return o;
        if (o == MODEL_OK && correction(s, s->r_trial, s->simplified) != MODEL_OK) o = MODEL_RETRY;
        double after = o == MODEL_OK ? size_of(s, s->simplified) : NAN;
        if (!isfinite(after)) {
            lambda /= 4;
            continue;
        }
        d->curved = distance(s, s->simplified, s->step, 1 - lambda);
        if (after <= (1 - lambda / 4) * size || size < stagnation) {
            d->lambda = lambda;
            d->simplified_size = after;
            memcpy(s->x, s->x_trial, bytes);
            memcpy(s->r, s->r_trial, bytes);
            return MODEL_OK;
        }
        lambda = fmin(lambda / 2, 0.5 * size * lambda * lambda / d->curved);
    }
    return MODEL_RETRY;
}

// The damping factor for a fresh correction, from the simplified one before it.
static double predicted_damping(const NonlinearSolver *s, double before, double size,
                                const Damping *d)
{
    double change = distance(s, s->simplified, s->step, 1) * size;
    if (!(change > 0)) return 1;
    return fmin(1, fmax(before * d->simplified_size / change * d->lambda, 1e-4));
}

static ModelOutcome add_and_evaluate(NonlinearSolver *s, const double *step)
{
    for (int32_t i = 0; i < s->problem.n; i++) s->x[i] += step[i];
    return evaluate(s, s->x, s->r);
}

// What is left after a correction of size `after`, when the one before had size `before`.
static bool is_enough(double before, double after)
{
    double rate = after / before;
    return after < enough || (rate < 0.5 && rate / (1 - rate) * after < enough);
}

// With the factors of an earlier solve. MODEL_RETRY: they are too old, x and r are where they
// were best.
static ModelOutcome simplified_newton(NonlinearSolver *s)
{
    size_t bytes = (size_t)s->problem.n * sizeof(double);
    ModelOutcome o = evaluate(s, s->x, s->r);
    if (o != MODEL_OK) return o;
    if (correction(s, s->r, s->step) != MODEL_OK) return MODEL_RETRY;
    double size = size_of(s, s->step);
    for (int k = 0; k < MOST_SIMPLIFIED && isfinite(size); k++) {
        if (inside_bounds(s) < 1) return MODEL_RETRY;
        for (int32_t i = 0; i < s->problem.n; i++) s->x_trial[i] = s->x[i] + s->step[i];
        o = evaluate(s, s->x_trial, s->r_trial);
        if (o != MODEL_OK) return o;
        s->iterations++;
        if (correction(s, s->r_trial, s->simplified) != MODEL_OK) return MODEL_RETRY;
        double after = size_of(s, s->simplified);
        if (!(after <= good_rate * size) && !(after < enough)) return MODEL_RETRY;
        memcpy(s->x, s->x_trial, bytes);
        memcpy(s->r, s->r_trial, bytes);
        if (is_enough(size, after)) return add_and_evaluate(s, s->simplified);
        memcpy(s->step, s->simplified, bytes);
        size = after;
    }
    return MODEL_RETRY;
}

// The correction from here; its size is 0 when it is the last one, because it is small enough or
// corrections get no smaller. `before`: the size of the one before.
static ModelOutcome next_correction(NonlinearSolver *s, double before, double *size)
{
    ModelOutcome o = newton_correction(s);
    if (o != MODEL_OK) return o;
    *size = size_of(s, s->step);
    if (!isfinite(*size)) return MODEL_RETRY;
    bool stagnates = *size >= before / 2 && *size < stagnation;
    if (*size < enough || stagnates) *size = 0;
    return MODEL_OK;
}

static ModelOutcome newton(NonlinearSolver *s)
{
    ModelOutcome o = evaluate(s, s->x, s->r);
    Damping d = {.lambda = 1};
    double before = INFINITY;
    for (int k = 0; k < MOST_ITERATIONS && o == MODEL_OK; k++) {
        double size;
        o = next_correction(s, before, &size);
        if (o != MODEL_OK) return o;
        if (size == 0) return add_and_evaluate(s, s->step);
        if (k > 0) d.lambda = predicted_damping(s, before, size, &d);
        o = damped_step(s, size, &d);
        if (o == MODEL_OK && d.lambda == 1 && is_enough(size, d.simplified_size))
            return add_and_evaluate(s, s->simplified);
        before = size;
    }
    return o == MODEL_OK ? MODEL_RETRY : o;
}

static double cosine(const NonlinearSolver *s, const double *a, const double *b)
{
    double dot = 0, aa = 0, bb = 0;
    for (int32_t i = 0; i < s->problem.n; i++) {
        double scale = fmax(fabs(s->x[i]), s->problem.scale[i]);
        dot += a[i] / scale * (b[i] / scale);
        aa += a[i] / scale * (a[i] / scale);
        bb += b[i] / scale * (b[i] / scale);
    }
    return dot / sqrt(aa * bb);
}

// Full steps, whatever they do to the residual; bounds and undefined points shorten them. A step
// that turns back has jumped over the steep piece between two flat ones: from then on none is
// longer than half of the last one, which is bisection until the steep piece is met.
static ModelOutcome full_newton(NonlinearSolver *s)
{
    size_t bytes = (size_t)s->problem.n * sizeof(double);
    ModelOutcome o = evaluate(s, s->x, s->r);
    double before = INFINITY, longest = INFINITY, moved = INFINITY;
    for (int k = 0; k < 2 * MOST_ITERATIONS && o == MODEL_OK; k++) {
        double size;
        o = next_correction(s, before, &size);
        if (o != MODEL_OK) return o;
        if (size == 0) return add_and_evaluate(s, s->step);
        if (k > 0 && cosine(s, s->step, s->simplified) < -0.9) longest = moved / 2;
        double lambda = fmin(inside_bounds(s), longest / size);
        o = MODEL_RETRY;
        for (int trial = 0; trial < MOST_TRIALS && o == MODEL_RETRY; trial++, lambda /= 2) {
            for (int32_t i = 0; i < s->problem.n; i++)
                s->x_trial[i] = s->x[i] + lambda * s->step[i];
            o = evaluate(s, s->x_trial, s->r);
            moved = lambda * size;
        }
        memcpy(s->x, s->x_trial, bytes);
        memcpy(s->simplified, s->step, bytes); // the last step
        before = size;
    }
    return o == MODEL_OK ? MODEL_RETRY : o;
}

// ---- One unknown ---------------------------------------------------------------------------

typedef struct Bracket {
    double a, fa, b, fb; // fa and fb differ in sign
} Bracket;

// The next point of the search from x0 in one direction; false: outside the bounds or undefined.
static bool probe(NonlinearSolver *s, double x0, double distance_from, double *x, double *f)
{
    *x = x0 + distance_from;
    if (*x < s->problem.low[0] || *x > s->problem.high[0]) return false;
    return evaluate(s, x, f) == MODEL_OK;
}

// Grows intervals on both sides of the guess until F changes its sign.
static bool find_bracket(NonlinearSolver *s, double x0, double f0, Bracket *found)
{
    double far[2] = {x0, x0}, f_far[2] = {f0, f0};
    bool open[2] = {true, true};
    double d = 1e-6 * fmax(fabs(x0), s->problem.scale[0]);
    for (int k = 0; k < MOST_DOUBLINGS && (open[0] || open[1]); k++, d *= 2)
        for (int side = 0; side < 2; side++) {
            double x, f;
            if (!open[side]) continue;
            open[side] = probe(s, x0, side ? -d : d, &x, &f);
            if (!open[side]) continue;
            if ((f < 0) != (f0 < 0)) {
                *found = (Bracket){far[side], f_far[side], x, f};
                return true;
            }
            far[side] = x;
            f_far[side] = f;
        }
    return false;
}

// Draws the bracket in: regula falsi with halving of the end that stays, every third trial a
// bisection. A jump of F through zero is no solution.
static ModelOutcome draw_in(NonlinearSolver *s, Bracket k)
{
    double first = fmax(fabs(k.fa), fabs(k.fb));
    for (int i = 0; i < 300 && k.fb != 0; i++) {
        double least = 2 * DBL_EPSILON * fmax(fabs(k.a), fabs(k.b)) + DBL_MIN;
        if (fabs(k.b - k.a) <= least) break;
        double x = i % 3 == 2 ? k.a + (k.b - k.a) / 2 : k.b - k.fb * (k.b - k.a) / (k.fb - k.fa);
        if (!(x > fmin(k.a, k.b) && x < fmax(k.a, k.b))) x = k.a + (k.b - k.a) / 2;
        double f;
        ModelOutcome o = evaluate(s, &x, &f);
        if (o != MODEL_OK) return o;
        s->iterations++;
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
    ModelOutcome o = evaluate(s, s->x, s->r);
    return o == MODEL_OK && fabs(s->r[0]) > 1e-6 * first ? MODEL_RETRY : o;
}

static ModelOutcome solve_by_bracketing(NonlinearSolver *s)
{
    Bracket k;
    ModelOutcome o = evaluate(s, s->x, s->r);
    if (o != MODEL_OK) return o;
    if (s->r[0] == 0) return MODEL_OK;
    return find_bracket(s, s->x[0], s->r[0], &k) ? draw_in(s, k) : MODEL_RETRY;
}

// ---- Several unknowns, far from the solution -----------------------------------------------

static double row_scaled_norm(const NonlinearSolver *s, const double *r)
{
    double sum = 0;
    for (int32_t i = 0; i < s->problem.n; i++) {
        double e = r[i] * s->row_scale[i];
        sum += e * e;
    }
    return sqrt(sum);
}

// Unknowns and rows of J to the size of one.
static void scale_matrix(NonlinearSolver *s)
{
    int32_t n = s->problem.n;
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < n; i++)
            s->matrix[i + j * n] *= fmax(fabs(s->x[j]), s->problem.scale[j]);
    for (int32_t i = 0; i < n; i++) {
        double largest = 0;
        for (int32_t j = 0; j < n; j++) largest = fmax(largest, fabs(s->matrix[i + j * n]));
        s->row_scale[i] = largest > 0 ? 1 / largest : 1;
        for (int32_t j = 0; j < n; j++) s->matrix[i + j * n] *= s->row_scale[i];
    }
}

// x_trial := x + step of (J'J + mu I) step = -J'r.
static bool descent_trial(NonlinearSolver *s, double mu)
{
    int32_t n = s->problem.n;
    for (int32_t j = 0; j < n; j++) {
        double sum = 0;
        for (int32_t i = 0; i < n; i++) sum -= s->matrix[i + j * n] * s->r[i] * s->row_scale[i];
        s->step[j] = sum;
        for (int32_t k = 0; k < n; k++) {
            double dot = j == k ? mu : 0;
            for (int32_t i = 0; i < n; i++) dot += s->matrix[i + j * n] * s->matrix[i + k * n];
            s->normal[j + k * n] = dot;
        }
    }
    if (!dense_factor(s->dense, s->normal)) return false;
    dense_solve(s->dense, s->step);
    for (int32_t j = 0; j < n; j++) {
        double x = s->x[j] + s->step[j] * fmax(fabs(s->x[j]), s->problem.scale[j]);
        s->x_trial[j] = fmin(fmax(x, s->problem.low[j]), s->problem.high[j]);
    }
    return true;
}

// Brings x nearer to a solution; Newton's method is to follow.
static ModelOutcome descend(NonlinearSolver *s)
{
    size_t bytes = (size_t)s->problem.n * sizeof(double);
    double mu = 1e-2;
    ModelOutcome o = evaluate(s, s->x, s->r);
    for (int k = 0; k < MOST_DESCENTS && o == MODEL_OK; k++) {
        o = evaluate(s, s->x, s->r);
        if (o == MODEL_OK) o = s->problem.matrix(s->problem.client, s->x, s->r, s->matrix);
        if (o != MODEL_OK) return o;
        s->iterations++;
        scale_matrix(s);
        double before = row_scaled_norm(s, s->r);
        if (before < 1e-10) return MODEL_OK;
        bool better = false;
        for (int trial = 0; trial < MOST_TRIALS && !better && mu < 1e12; trial++) {
            better = descent_trial(s, mu) && evaluate(s, s->x_trial, s->r_trial) == MODEL_OK &&
                     row_scaled_norm(s, s->r_trial) < before * (1 - 1e-6);
            mu *= better ? 0.2 : 5;
        }
        if (!better) return MODEL_OK;
        memcpy(s->x, s->x_trial, bytes);
        mu = fmax(mu, 1e-14);
    }
    return o;
}

// Does F not depend on unknown j at the point where the matrix was taken?
static bool is_flat_in(const NonlinearSolver *s, int32_t j)
{
    int32_t n = s->problem.n;
    for (int32_t i = 0; i < n; i++)
        if (s->matrix[i + j * n] != 0) return false;
    return true;
}

// Beside a guess at which F is flat in some unknowns; x: the guess.
static ModelOutcome solve_from_beside(NonlinearSolver *s, const double *x)
{
    static const double distances[] = {1e-2, -1e-2, 1, -1}; // near first; which side is not known
    int32_t n = s->problem.n;
    memcpy(s->x, x, (size_t)n * sizeof *x);
    ModelOutcome o = evaluate(s, s->x, s->r);
    if (o == MODEL_OK) o = s->problem.matrix(s->problem.client, s->x, s->r, s->matrix);
    bool any = false;
    double *aside = s->normal; // free here: Newton's method alone is to follow
    for (int32_t j = 0; j < n && o == MODEL_OK; j++) {
        aside[j] = is_flat_in(s, j) ? fmax(fabs(x[j]), s->problem.scale[j]) : 0;
        any = any || aside[j] != 0;
    }
    if (o != MODEL_OK || !any) return o == MODEL_FATAL ? o : MODEL_RETRY;
    o = MODEL_RETRY;
    for (size_t k = 0; k < sizeof distances / sizeof *distances && o == MODEL_RETRY; k++) {
        for (int32_t j = 0; j < n; j++) {
            double beside = x[j] + distances[k] * aside[j];
            s->x[j] = fmin(fmax(beside, s->problem.low[j]), s->problem.high[j]);
        }
        o = newton(s);
    }
    return o;
}

void nonlinear_forget(NonlinearSolver *s)
{
    s->has_factors = false;
}

ModelOutcome nonlinear_solve(NonlinearSolver *s, double *x, bool far)
{
    size_t bytes = (size_t)s->problem.n * sizeof(double);
    memcpy(s->x, x, bytes);
    ModelOutcome o = MODEL_RETRY;
    if (s->has_factors && !far) o = simplified_newton(s);
    if (o == MODEL_OK || o == MODEL_FATAL) {
        memcpy(x, s->x, bytes);
        return o;
    }
    o = newton(s);
    s->has_factors = o == MODEL_OK && !s->was_singular;
    if (o == MODEL_RETRY) {
        memcpy(s->x, x, bytes);
        o = s->problem.n == 1 ? solve_by_bracketing(s) : full_newton(s);
        // Full steps may end at another solution; between events only one close by counts.
        if (o == MODEL_OK && s->problem.n > 1 && !far && distance(s, s->x, x, 1) > 1)
            o = MODEL_RETRY;
    }
    if (o == MODEL_RETRY && s->problem.n > 1 && far) {
        memcpy(s->x, x, bytes);
        o = descend(s);
        if (o == MODEL_OK) o = newton(s);
        if (o == MODEL_RETRY) o = solve_from_beside(s, x);
    }
    memcpy(x, s->x, bytes);
    return o;
}
