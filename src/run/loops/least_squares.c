// Overdetermined loops [CK06, (8.125) to (8.130)]: F(x) = 0 for the n equations of the loop, and
// w(x) = 0 for its m invariants, together in the least-squares sense.
//
// The equations are measured by the Newton step d = -J^-1 F that they ask for, so that no scaling
// of theirs matters: minimal is |dx - d|^2 + |w + G dx|^2, with G = dw/dx. Its solution needs J and
// an m by m matrix: dx = d - G'(I + G G')^-1 (w + G d). The iteration ends when the norm of the
// whole no longer changes [CK06, H8.7]; it need not become small. Cost: one dense factorization
// each.
#include "run/loops/least_squares.h"

#include <math.h>
#include <string.h>

#include "run/linear/linear_solver.h"

enum { MOST_ITERATIONS = 50 };
static const double unchanged = 1e-6; // the norm, in units of the unknowns and of the invariants

struct LeastSquares {
    Model *model;
    const BlockInfo *info;
    int32_t n, m;
    DenseSolver *square, *small;
    double *matrix;   // n by n, scaled columns
    double *gradient; // m by n, row after row
    double *normal;   // m by m
    double *d, *w;
    int64_t iterations;
};

LeastSquares *least_squares_open(Arena *out, Model *model, const BlockInfo *info)
{
    LeastSquares *s = ARENA_NEW(out, LeastSquares);
    size_t n = (size_t)info->n, m = (size_t)info->n_invariants;
    s->model = model;
    s->info = info;
    s->n = info->n;
    s->m = info->n_invariants;
    s->square = dense_open(out, s->n);
    s->small = dense_open(out, s->m);
    s->matrix = ARENA_ARRAY(out, double, n *n);
    s->gradient = ARENA_ARRAY(out, double, n *m);
    s->normal = ARENA_ARRAY(out, double, m *m);
    s->d = ARENA_ARRAY(out, double, n);
    s->w = ARENA_ARRAY(out, double, m);
    return s;
}

int64_t least_squares_iterations(const LeastSquares *s)
{
    return s->iterations;
}

static ModelOutcome evaluate(LeastSquares *s, const double *x)
{
    double *v = s->model->v;
    for (int32_t i = 0; i < s->n; i++) v[s->info->unknown_slots[i]] = x[i];
    ModelOutcome o = s->model->call(s->model->self, s->info->residual);
    for (int32_t i = 0; o == MODEL_OK && i < s->n + s->m; i++)
        if (!isfinite(v[s->info->residual_slot + i])) o = MODEL_RETRY;
    return o;
}

static ModelOutcome fill_matrices(LeastSquares *s, const double *scale)
{
    const BlockInfo *info = s->info;
    ModelOutcome o = s->model->call(s->model->self, info->jacobian);
    const double *values = s->model->v + info->jacobian_slot;
    memset(s->matrix, 0, (size_t)s->n * (size_t)s->n * sizeof *s->matrix);
    memset(s->gradient, 0, (size_t)s->n * (size_t)s->m * sizeof *s->gradient);
    for (int32_t j = 0; o == MODEL_OK && j < s->n; j++)
        for (int32_t k = info->column_start[j]; k < info->column_start[j + 1]; k++) {
            int32_t row = info->row_index[k];
            if (!isfinite(values[k])) return MODEL_RETRY;
            if (row < s->n)
                s->matrix[row + j * s->n] = values[k] * scale[j];
            else
                s->gradient[(row - s->n) * s->n + j] = values[k] * scale[j];
        }
    return o;
}

// d := the Newton step of the equations, w := the invariants; the norm of both.
static double measure(LeastSquares *s)
{
    const double *r = s->model->v + s->info->residual_slot;
    double sum = 0;
    for (int32_t i = 0; i < s->n; i++) s->d[i] = -r[i];
    for (int32_t i = 0; i < s->m; i++) s->w[i] = r[s->n + i];
    dense_solve(s->square, s->d);
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
    dense_factor(s->small, s->normal); // at least the identity: never singular
    dense_solve(s->small, s->w);
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < m; i++) s->d[j] -= s->gradient[i * n + j] * s->w[i];
}

ModelOutcome least_squares_solve(LeastSquares *s, double *x, const double *scale)
{
    double before = INFINITY;
    ModelOutcome o = evaluate(s, x);
    for (int k = 0; k < MOST_ITERATIONS && o == MODEL_OK; k++) {
        o = fill_matrices(s, scale);
        if (o != MODEL_OK || !dense_factor(s->square, s->matrix)) return MODEL_RETRY;
        double norm = measure(s);
        s->iterations++;
        if (!isfinite(norm)) return MODEL_RETRY;
        if (k > 0 && fabs(norm - before) < unchanged) return MODEL_OK;
        before = norm;
        bend_step(s);
        for (int32_t i = 0; i < s->n; i++) x[i] += scale[i] * s->d[i];
        o = evaluate(s, x);
    }
    return o == MODEL_OK ? MODEL_RETRY : o;
}
