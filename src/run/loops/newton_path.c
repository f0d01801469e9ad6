// The last way to a solution of a nonlinear loop: along a path. At the guess x0 the equations
// F(x) = (1 - lambda) F(x0) hold with lambda = 0, and with lambda = 1 they are those of the loop,
// as when all that drives a circuit were turned up from what it is at the guess. The path of
// solutions between is followed by its arc length [AG90, 6.1], so that lambda may turn round at a
// fold, where Newton's method along lambda ends. The homotopy that a model has written itself is
// followed in the same way, where its folds stop whoever goes along lambda.
// Cost: one dense factorization for each correction.
#include <math.h>
#include <string.h>

#include "run/loops/newton_loop.h"

enum { MOST_STEPS = 300, MOST_CORRECTIONS = 6, FEW_CORRECTIONS = 3, LARGEST_LOOP = 150 };

static const double first_length = 0.1, least_length = 1e-7, longest = 10; // scaled, as lambda
static const double near_enough = 1e-6;  // of a correction: the path counts, not the point
static const double contraction = 0.7;   // that corrections must show
static const double too_far_back = -10;  // lambda: the path does not come back from there
static const double out_of_sight = 1e10; // in units of the unknowns
static const double difference = 1e-6;   // of lambda, for the quotient by it

struct PathWork {
    SparsePattern full; // of n + 1 unknowns
    Factors *factors;
    double *matrix, *rhs;
    double *u, *next;         // x in units of `size`, then lambda
    double *tangent, *before; // along the path; the last one
    double *size, *r0;        // of the unknowns; F at the guess
    double *h, *slope;        // what vanishes along the path, and its derivative by lambda
    const Homotopy *homotopy; // that is followed; NULL: from a guess
};

void path_open(NewtonLoop *s, Arena *out)
{
    size_t n = (size_t)s->work.problem->n + 1;
    // One unknown is bracketed; it is followed only along a homotopy of the model.
    bool may_need = n > 2 || s->work.problem->model->lambda_slot != NO_SLOT;
    bool is_suitable = may_need && n <= LARGEST_LOOP && s->work.factors->desc->least_change;
    if (!is_suitable) return;
    struct PathWork *w = s->path = ARENA_NEW(out, struct PathWork);
    w->full = full_pattern((int32_t)n);
    w->factors = factors_open(out, &dense_factors, &w->full, false);
    w->matrix = ARENA_ARRAY(out, double, n *n);
    double **vectors[] = {&w->rhs,  &w->u,  &w->next, &w->tangent, &w->before,
                          &w->size, &w->r0, &w->h,    &w->slope};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(out, double, n);
}

static double norm(const double *v, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += v[i] * v[i];
    return sqrt(sum);
}

static void set_point(NewtonLoop *s, const double *u)
{
    for (int32_t i = 0; i < s->work.problem->n; i++) s->x[i] = u[i] * s->path->size[i];
}

static ModelOutcome evaluate_homotopy(NewtonLoop *s, double lambda)
{
    struct PathWork *w = s->path;
    double step = lambda > 0.5 ? -difference : difference;
    ModelOutcome o = w->homotopy->evaluate(w->homotopy->client, lambda + step, s->x, w->slope);
    if (o == MODEL_OK) o = w->homotopy->evaluate(w->homotopy->client, lambda, s->x, s->r);
    for (int32_t i = 0; i < s->work.problem->n && o == MODEL_OK; i++) {
        w->h[i] = s->r[i];
        w->slope[i] = (w->slope[i] - s->r[i]) / step;
    }
    return o;
}

static ModelOutcome evaluate_path(NewtonLoop *s, const double *u)
{
    struct PathWork *w = s->path;
    int32_t n = s->work.problem->n;
    set_point(s, u);
    if (w->homotopy) return evaluate_homotopy(s, u[n]);
    ModelOutcome o = newton_evaluate(s);
    for (int32_t i = 0; i < n; i++) {
        w->h[i] = s->r[i] - (1 - u[n]) * w->r0[i];
        w->slope[i] = w->r0[i];
    }
    return o;
}

// The matrix of the path at u, with `last` as its last row; false: F has no value there, or the
// path no direction.
static ModelOutcome factor_path(NewtonLoop *s, const double *u, const double *last)
{
    struct PathWork *w = s->path;
    LoopProblem *p = s->work.problem;
    int32_t n = p->n;
    const double *values;
    ModelOutcome o = evaluate_path(s, u);
    if (o == MODEL_OK) o = loop_jacobian(p, s->x, s->r, &values);
    if (o != MODEL_OK) return o;
    memset(w->matrix, 0, (size_t)(n + 1) * (size_t)(n + 1) * sizeof *w->matrix);
    for (int32_t j = 0; j < n; j++) {
        int32_t begin = p->pattern.column_start ? p->pattern.column_start[j] : j * n;
        int32_t end = p->pattern.column_start ? p->pattern.column_start[j + 1] : begin + n;
        for (int32_t k = begin; k < end; k++) {
            int32_t i = p->pattern.column_start ? p->pattern.row_index[k] : k - begin;
            w->matrix[i + j * (n + 1)] = values[k] * w->size[j];
        }
        w->matrix[j + n * (n + 1)] = w->slope[j];
    }
    for (int32_t j = 0; j <= n; j++) w->matrix[n + j * (n + 1)] = last[j];
    s->work.iterations++;
    return factors_factor(w->factors, w->matrix) ? MODEL_OK : MODEL_RETRY;
}

// The direction in which the path goes on from w->u.
static ModelOutcome find_tangent(NewtonLoop *s)
{
    struct PathWork *w = s->path;
    int32_t n = s->work.problem->n;
    memcpy(w->before, w->tangent, (size_t)(n + 1) * sizeof *w->before);
    ModelOutcome o = factor_path(s, w->u, w->before);
    if (o != MODEL_OK) return o;
    memset(w->tangent, 0, (size_t)n * sizeof *w->tangent);
    w->tangent[n] = 1;
    factors_solve(w->factors, w->tangent);
    double length = norm(w->tangent, n + 1);
    for (int32_t i = 0; i <= n; i++) w->tangent[i] /= length;
    return isfinite(length) && length > 0 ? MODEL_OK : MODEL_RETRY;
}

// From w->next, at right angles to the tangent, back to the path; the number of corrections.
static ModelOutcome correct(NewtonLoop *s, int *n_corrections)
{
    struct PathWork *w = s->path;
    int32_t n = s->work.problem->n;
    double before = INFINITY;
    for (int k = 1; k <= MOST_CORRECTIONS; k++) {
        ModelOutcome o = factor_path(s, w->next, w->tangent);
        if (o != MODEL_OK) return o;
        for (int32_t i = 0; i < n; i++) w->rhs[i] = -w->h[i];
        w->rhs[n] = 0;
        factors_solve(w->factors, w->rhs);
        double size = norm(w->rhs, n + 1);
        if (!(size < contraction * before)) return MODEL_RETRY;
        before = size;
        for (int32_t i = 0; i <= n; i++) w->next[i] += w->rhs[i];
        *n_corrections = k;
        if (size < near_enough * (1 + norm(w->next, n + 1))) return MODEL_OK;
    }
    return MODEL_RETRY;
}

// Where lambda = 1 lies between the last two points Newton's method takes over.
static ModelOutcome finish(NewtonLoop *s)
{
    struct PathWork *w = s->path;
    int32_t n = s->work.problem->n;
    double part = (1 - w->u[n]) / (w->next[n] - w->u[n]);
    for (int32_t i = 0; i < n; i++)
        s->x[i] = (w->u[i] + part * (w->next[i] - w->u[i])) * w->size[i];
    ModelOutcome o = w->homotopy ? evaluate_homotopy(s, 1) : MODEL_OK;
    return o == MODEL_OK ? newton_damped(s) : o;
}

static ModelOutcome begin(NewtonLoop *s, const double *x, double lambda)
{
    struct PathWork *w = s->path;
    LoopProblem *p = s->work.problem;
    for (int32_t i = 0; i < p->n; i++) {
        w->size[i] = fmax(fabs(x[i]), p->scale[i]);
        w->u[i] = x[i] / w->size[i];
        w->tangent[i] = 0;
    }
    w->u[p->n] = lambda;
    w->tangent[p->n] = 1;
    return find_tangent(s);
}

static ModelOutcome follow(NewtonLoop *s, const double *x, double lambda)
{
    struct PathWork *w = s->path;
    int32_t n = s->work.problem->n;
    double length = first_length;
    ModelOutcome o = begin(s, x, lambda);
    for (int k = 0; k < MOST_STEPS && o == MODEL_OK && length > least_length; k++) {
        int corrections = 0;
        for (int32_t i = 0; i <= n; i++) w->next[i] = w->u[i] + length * w->tangent[i];
        o = correct(s, &corrections);
        if (o == MODEL_FATAL) return o;
        if (o == MODEL_OK && w->next[n] >= 1) {
            o = finish(s);
            if (o != MODEL_RETRY) return o;
        }
        if (o == MODEL_RETRY) {
            length /= 4;
            o = MODEL_OK;
            continue;
        }
        if (w->next[n] < too_far_back || norm(w->next, n) > out_of_sight) break;
        memcpy(w->u, w->next, (size_t)(n + 1) * sizeof *w->u);
        o = find_tangent(s);
        if (corrections <= FEW_CORRECTIONS) length = fmin(2 * length, longest);
    }
    return o == MODEL_FATAL ? o : MODEL_RETRY;
}

ModelOutcome path_follow(NewtonLoop *s, const double *x)
{
    struct PathWork *w = s->path;
    if (!w) return MODEL_RETRY;
    memcpy(s->x, x, (size_t)s->work.problem->n * sizeof *x);
    ModelOutcome o = newton_evaluate(s);
    if (o != MODEL_OK) return o;
    memcpy(w->r0, s->r, (size_t)s->work.problem->n * sizeof *w->r0);
    return follow(s, x, 0);
}

ModelOutcome path_follow_homotopy(NewtonLoop *s, const Homotopy *homotopy, const double *x)
{
    if (!s->path) return MODEL_RETRY;
    s->path->homotopy = homotopy;
    ModelOutcome o = follow(s, x, homotopy->lambda);
    s->path->homotopy = NULL;
    return o;
}
