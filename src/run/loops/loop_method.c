// What the methods for loops share.
#include "run/loops/loop_method.h"

#include <math.h>

// What the least change may leave of the right side: equations that contradict each other leave
// parts of its size, rounding leaves far less than this.
static const double most_left = 1e-8;
// In units of the largest unknown: a row that vanishes leaves nothing to compare its residual with.
// One that is larger than the second is on its way to infinity, and no measure.
static const double rounding = 1e-13, largest_measure = 1e9;
// How far to look for rounding errors, in units of the unknowns, and how much of a row they are.
static const double far = 1e12, most_strange = 0.01;

void loop_forget_factors(LoopWork *w)
{
    if (loop_has_factors(w)) w->factors->maker = NULL;
}

// A coefficient that cancels on its way through a chain of assignments leaves its rounding errors,
// and a row of nothing else looks regular by itself. Far away in some direction such a row is not
// what its coefficients say: it has other rounding errors there. At the start, where conditions
// may say the same twice, these rows are cleared. x and r: as for loop_factor.
static ModelOutcome clear_cancelled_rows(LoopProblem *p, const double *x, const double *r,
                                         double *values)
{
    const int32_t *start = p->pattern.column_start, *rows = p->pattern.row_index;
    int32_t n = p->n;
    if (!p->trial || p->n_rows != n) return MODEL_OK;
    for (int32_t j = 0; j < n; j++) {
        double turns = (j + 1) * 0.6180339887498949; // no two directions alike
        p->trial[j] = x[j] + far * (0.5 + turns - floor(turns)) * fmax(fabs(x[j]), p->scale[j]);
        p->size[j] = 0;
    }
    bool has_value = loop_residual(p, p->trial, p->moved) == MODEL_OK;
    for (int32_t j = 0; j < n && has_value; j++)
        for (int32_t k = start ? start[j] : j * n; k < (start ? start[j + 1] : (j + 1) * n); k++) {
            int32_t i = start ? rows[k] : k - j * n;
            double part = values[k] * (p->trial[j] - x[j]);
            p->moved[i] -= part;
            p->size[i] = fmax(p->size[i], fabs(part));
        }
    for (int32_t k = 0; k < (start ? start[n] : n * n) && has_value; k++) {
        int32_t i = start ? rows[k] : k % n;
        if (fabs(p->moved[i] - r[i]) > most_strange * p->size[i]) values[k] = 0;
    }
    loop_set_unknowns(p, x);
    return p->model->call(p->model->self, p->info->residual);
}

ModelOutcome loop_factor(LoopWork *w, const double *x, const double *r)
{
    LoopProblem *p = w->problem;
    const double *values;
    w->factors->maker = NULL;
    ModelOutcome o = loop_jacobian(p, x, r, &values);
    bool may_repeat = p->info->kind == BLOCK_LINEAR && *p->model->mode == MODE_INITIAL;
    double *entries = p->quotients ? p->quotients : p->model->v + p->info->jacobian_slot;
    if (o == MODEL_OK && may_repeat) o = clear_cancelled_rows(p, x, r, entries);
    if (o != MODEL_OK) return o;
    w->was_singular = !factors_factor(w->factors, values);
    w->factors->maker = w;
    return MODEL_OK;
}

ModelOutcome loop_correction(LoopWork *w, const double *x, const double *r, double *step)
{
    LoopProblem *p = w->problem;
    for (int32_t i = 0; i < p->n; i++) step[i] = -r[i];
    if (!w->was_singular) {
        factors_solve(w->factors, step);
        return MODEL_OK;
    }
    double largest = 0;
    for (int32_t i = 0; i < p->n; i++) {
        p->size[i] = fmax(fabs(x[i]), p->scale[i]);
        largest = fmax(largest, p->size[i]);
    }
    if (factors_least_change(w->factors, p->size, step) < most_left) return MODEL_OK;
    return loop_largest(p, r) <= rounding * fmin(largest, largest_measure) ? MODEL_OK : MODEL_RETRY;
}
