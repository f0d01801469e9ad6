// Overdetermined loops [CK06, (8.125) to (8.130)]: F(x) = 0 for the n equations of the loop, and
// w(x) = 0 for its m invariants, together in the least-squares sense.
//
// The equations are measured by the Newton step d = -J^-1 F that they ask for, so that no scaling
// of theirs matters: minimal is |dx - d|^2 + |w + G dx|^2, with G = dw/dx. Its solution needs J and
// an m by m matrix: dx = d - G'(I + G G')^-1 (w + G d). The iteration ends when the norm of the
// whole no longer changes [CK06, H8.7]; it need not become small. Cost: one dense factorization
// each.
#include <math.h>
#include <string.h>

#include "run/loops/loop_method.h"
#include "run/loops/newton_kernel.h"

enum { MOST_ITERATIONS = 50 };
static const double unchanged = 1e-6; // the norm, in units of the unknowns and of the invariants

typedef struct LeastSquares {
    LoopWork work;
    int32_t n, m;
    SparsePattern full, full_small;
    Factors *small;
    double *matrix;   // n by n, scaled columns
    double *gradient; // m by n, row after row
    double *normal;   // m by m
    double *x, *r, *d, *w;
    double norm, before;
} LeastSquares;

static LoopWork *squares_open(Arena *out, LoopProblem *problem, Factors *factors)
{
    LeastSquares *s = ARENA_NEW(out, LeastSquares);
    (void)factors; // J is scaled, with the rows of the equations alone
    s->n = problem->n;
    s->m = problem->n_rows - problem->n;
    size_t n = (size_t)s->n, m = (size_t)s->m;
    s->full = full_pattern(s->n);
    s->full_small = full_pattern(s->m);
    s->work = (LoopWork){.method = &least_squares_loop, .problem = problem};
    s->work.factors = factors_open(out, &dense_factors, &s->full, false);
    s->small = factors_open(out, &dense_factors, &s->full_small, false);
    s->matrix = ARENA_ARRAY(out, double, n *n);
    s->gradient = ARENA_ARRAY(out, double, n *m);
    s->normal = ARENA_ARRAY(out, double, m *m);
    s->r = ARENA_ARRAY(out, double, n + m);
    s->d = ARENA_ARRAY(out, double, n);
    s->w = ARENA_ARRAY(out, double, m);
    return &s->work;
}

static ModelOutcome fill_matrices(LeastSquares *s)
{
    const LoopProblem *p = s->work.problem;
    const double *values;
    ModelOutcome o = loop_jacobian(s->work.problem, s->x, s->r, &values);
    if (o != MODEL_OK) return o;
    memset(s->matrix, 0, (size_t)s->n * (size_t)s->n * sizeof *s->matrix);
    memset(s->gradient, 0, (size_t)s->n * (size_t)s->m * sizeof *s->gradient);
    for (int32_t j = 0; j < s->n; j++)
        for (int32_t k = p->pattern.column_start[j]; k < p->pattern.column_start[j + 1]; k++) {
            int32_t row = p->pattern.row_index[k];
            if (row < s->n)
                s->matrix[row + j * s->n] = values[k] * p->scale[j];
            else
                s->gradient[(row - s->n) * s->n + j] = values[k] * p->scale[j];
        }
    return o;
}

// d := the Newton step of the equations, w := the invariants; the norm of both.
static double measure(LeastSquares *s)
{
    double sum = 0;
    for (int32_t i = 0; i < s->n; i++) s->d[i] = -s->r[i];
    for (int32_t i = 0; i < s->m; i++) s->w[i] = s->r[s->n + i];
    factors_solve(s->work.factors, s->d);
    for (int32_t i = 0; i < s->n; i++) sum += s->d[i] * s->d[i];
    for (int32_t i = 0; i < s->m; i++) sum += s->w[i] * s->w[i];
    return sqrt(sum);
}

static double dot(const double *a, const double *b, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// d := dx, the least squares of the linearized whole.
static void bend_step(LeastSquares *s)
{
    int32_t n = s->n, m = s->m;
    for (int32_t i = 0; i < m; i++) {
        const double *row = s->gradient + i * n;
        s->w[i] += dot(row, s->d, n);
        for (int32_t j = 0; j < m; j++)
            s->normal[i + j * m] = (i == j) + dot(row, s->gradient + j * n, n);
    }
    factors_factor(s->small, s->normal); // at least the identity: never singular
    factors_solve(s->small, s->w);
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < m; i++) s->d[j] -= s->gradient[i * n + j] * s->w[i];
}

static ModelOutcome correct(void *client, int k)
{
    LeastSquares *s = client;
    (void)k;
    ModelOutcome o = fill_matrices(s);
    if (o != MODEL_OK) return o;
    if (!factors_factor(s->work.factors, s->matrix)) return MODEL_RETRY;
    s->before = s->norm;
    s->norm = measure(s);
    s->work.iterations++;
    return MODEL_OK;
}

static NewtonVerdict judge(void *client, int k)
{
    const LeastSquares *s = client;
    if (!isfinite(s->norm)) return NEWTON_DIVERGES;
    return k > 0 && fabs(s->norm - s->before) < unchanged ? NEWTON_CONVERGED : NEWTON_GOES_ON;
}

static ModelOutcome move(void *client, int k)
{
    LeastSquares *s = client;
    (void)k;
    bend_step(s);
    for (int32_t i = 0; i < s->n; i++) s->x[i] += s->work.problem->scale[i] * s->d[i];
    return loop_residual(s->work.problem, s->x, s->r);
}

static const NewtonPolicy gauss_newton = {correct, judge, move, NULL, NULL, MOST_ITERATIONS};

static ModelOutcome squares_solve(LoopWork *w, double *x, bool is_far)
{
    LeastSquares *s = (LeastSquares *)w;
    (void)is_far;
    s->x = x;
    ModelOutcome o = loop_residual(w->problem, x, s->r);
    return o == MODEL_OK ? newton_outcome(newton_iterate(&gauss_newton, s)) : o;
}

const LoopMethod least_squares_loop = {.name = "least squares",
                                       .summary = "more equations than unknowns",
                                       .solves_nonlinear = true,
                                       .open = squares_open,
                                       .solve = squares_solve,
                                       .forget = loop_forget_factors};
