#include "run/loops/loop_problem.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "run/point/slot_ranges.h"

// Of the terms of a residual: what is below is not measured anew, some solves long. They do not
// shrink as fast. [M260]
static const double certainly_rounding = 1e-12;
enum { MOST_UNMEASURED = 31 };

static bool any_slot(const int32_t *slots, int32_t n)
{
    for (int32_t i = 0; slots && i < n; i++)
        if (slots[i] != NO_SLOT) return true;
    return false;
}

// Neither sizes nor bounds: an unknown counts against 1.
static bool is_bare(const BlockInfo *info)
{
    const int32_t *const all[] = {info->nominal_slots, info->min_slots, info->max_slots,
                                  info->rated_slots};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (any_slot(all[i], info->n)) return false;
    return !info->derived_states;
}

LoopProblem *loop_problem_open(Arena *out, Model *model, int32_t block,
                               const StepAccuracy *accuracy)
{
    LoopProblem *p = ARENA_NEW(out, LoopProblem);
    const BlockInfo *info = &model->blocks[block];
    bool has_derivatives = info->jacobian != NO_ROUTINE;
    p->model = model;
    p->info = info;
    p->accuracy = accuracy;
    p->n = info->n;
    p->n_rows = info->n + info->n_invariants;
    p->scale = ARENA_ARRAY(out, double, p->n);
    p->size = ARENA_ARRAY(out, double, p->n);
    p->low = ARENA_ARRAY(out, double, p->n);
    p->high = ARENA_ARRAY(out, double, p->n);
    p->is_bare = is_bare(info);
    if (info->sizes != NO_ROUTINE) p->sound = ARENA_ARRAY(out, double, p->n);
    for (int32_t i = 0; i < p->n; i++) {
        p->scale[i] = 1;
        p->low[i] = -INFINITY;
        p->high[i] = INFINITY;
    }
    p->pattern = has_derivatives ? (SparsePattern){p->n, info->column_start, info->row_index}
                                 : full_pattern(p->n);
    if (has_derivatives && info->kind != BLOCK_LINEAR) return p;
    p->trial = ARENA_ARRAY(out, double, p->n);
    p->moved = ARENA_ARRAY(out, double, p->n_rows);
    if (has_derivatives) return p;
    p->quotients = ARENA_ARRAY(out, double, (size_t)p->n *(size_t)p->n);
    return p;
}

void loop_get_unknowns(const LoopProblem *p, double *x)
{
    for (int32_t i = 0; i < p->n; i++) x[i] = p->model->v[p->info->unknown_slots[i]];
}

void loop_set_unknowns(LoopProblem *p, const double *x)
{
    for (int32_t i = 0; i < p->n; i++) p->model->v[p->info->unknown_slots[i]] = x[i];
}

static double slot_value(const LoopProblem *p, const int32_t *slots, int32_t i, double otherwise)
{
    int32_t slot = slots ? slots[i] : NO_SLOT;
    return slot == NO_SLOT ? otherwise : p->model->v[slot];
}

// Of a derivative in an inlined step: what changes its state by one nominal value. Elsewhere in a
// second, as far as that is more than one: rounding in a mass balance is pascals per second.
static double derivative_scale(const LoopProblem *p, int32_t i)
{
    int32_t state = p->info->derived_states ? p->info->derived_states[i] : UNKNOWN_IS_NEITHER;
    if (state < 0 || !(p->accuracy->step > 0))
        return fmax(1, fabs(slot_value(p, p->info->rated_slots, i, 1)));
    double nominal = fabs(slot_value(p, &p->model->states[state].nominal_slot, 0, 1));
    return (nominal > 0 ? nominal : 1) / p->accuracy->step;
}

// A guess outside the declared limits is no guess: the default 0 of a pressure, say.
void loop_measure(LoopProblem *p, double *x)
{
    if (p->is_bare) return;
    for (int32_t i = 0; i < p->n; i++) {
        double nominal = fabs(slot_value(p, p->info->nominal_slots, i, 0));
        p->scale[i] = nominal > 0 ? nominal : derivative_scale(p, i);
        p->low[i] = slot_value(p, p->info->min_slots, i, -INFINITY);
        p->high[i] = slot_value(p, p->info->max_slots, i, INFINITY);
        if (p->is_unbounded) {
            p->low[i] = -INFINITY;
            p->high[i] = INFINITY;
        }
        if (nominal > 0 && (x[i] < p->low[i] || x[i] > p->high[i])) x[i] = nominal;
        x[i] = x[i] > p->low[i] ? x[i] : p->low[i];
        x[i] = x[i] < p->high[i] ? x[i] : p->high[i];
    }
}

static bool take_proposed(const LoopProblem *p)
{
    double *v = p->model->v;
    bool any = false;
    for (int32_t i = 0; i < p->info->n_discrete; i++) {
        double *value = &v[p->info->discrete_slots[i]], proposed = v[p->info->proposed_slots[i]];
        any |= *value != proposed;
        *value = proposed;
    }
    return any;
}

// Discrete unknowns may depend on each other: as often as there are some, and once more. Those of
// another point may be wrong to the degree that nothing can be evaluated with them.
static ModelOutcome evaluate_following(const LoopProblem *p)
{
    const Model *m = p->model;
    for (int32_t k = 0; k <= p->info->n_discrete; k++) {
        ModelOutcome o = m->call(m->self, p->info->residual);
        if (o == MODEL_FATAL) return o;
        if (m->call(m->self, p->info->update_discrete) != MODEL_OK) return MODEL_RETRY;
        if (!take_proposed(p)) return o;
    }
    return MODEL_RETRY;
}

ModelOutcome loop_residual(LoopProblem *p, const double *x, double *r)
{
    loop_set_unknowns(p, x);
    ModelOutcome o =
        p->follows ? evaluate_following(p) : p->model->call(p->model->self, p->info->residual);
    if (o != MODEL_OK) return o;
    memcpy(r, p->model->v + p->info->residual_slot, (size_t)p->n_rows * sizeof *r);
    return all_finite(r, p->n_rows) ? MODEL_OK : MODEL_RETRY;
}

// Columns by difference quotients, for loops without a Jacobian routine.
static ModelOutcome take_differences(LoopProblem *p, const double *x, const double *r)
{
    for (int32_t j = 0; j < p->n; j++) {
        double h = sqrt(DBL_EPSILON) * fmax(fabs(x[j]), p->scale[j]);
        memcpy(p->trial, x, (size_t)p->n * sizeof *x);
        p->trial[j] += h;
        h = p->trial[j] - x[j];
        ModelOutcome o = loop_residual(p, p->trial, p->moved);
        if (o != MODEL_OK) return o;
        for (int32_t i = 0; i < p->n; i++) p->quotients[i + j * p->n] = (p->moved[i] - r[i]) / h;
    }
    loop_set_unknowns(p, x);
    return p->model->call(p->model->self, p->info->residual);
}

ModelOutcome loop_jacobian(LoopProblem *p, const double *x, const double *r, const double **values)
{
    if (p->quotients) {
        *values = p->quotients;
        return take_differences(p, x, r);
    }
    ModelOutcome o = p->model->call(p->model->self, p->info->jacobian);
    *values = p->model->v + p->info->jacobian_slot;
    if (o != MODEL_OK) return o;
    return all_finite(*values, p->pattern.column_start[p->n]) ? MODEL_OK : MODEL_RETRY;
}

double loop_size_of(const LoopProblem *p, const double *x, const double *change)
{
    double largest = 0;
    for (int32_t i = 0; i < p->n; i++) {
        double own = fabs(x[i]), unit = own > p->scale[i] ? own : p->scale[i];
        double size = fabs(change[i]) / unit;
        if (isnan(size)) return size;
        if (size > largest) largest = size;
    }
    return largest;
}

double loop_largest(const LoopProblem *p, const double *r)
{
    double largest = 0;
    for (int32_t i = 0; i < p->n; i++) {
        if (isnan(r[i])) return NAN;
        if (fabs(r[i]) > largest) largest = fabs(r[i]);
    }
    return largest;
}

static bool is_below(const LoopProblem *p, const double *r, const double *limit)
{
    for (int32_t i = 0; i < p->n; i++)
        if (!(fabs(r[i]) <= limit[i])) return false;
    return true;
}

static double largest_part(const LoopProblem *p, const double *r, const double *sizes)
{
    double largest = 0;
    for (int32_t i = 0; i < p->n; i++)
        if (r[i] != 0) largest = fmax(largest, fabs(r[i]) / sizes[i]);
    return largest;
}

double loop_spoiled_part(LoopProblem *p, const double *r)
{
    Model *m = p->model;
    if (p->info->sizes == NO_ROUTINE) return 0;
    bool is_asked = *m->mode != MODE_INTEGRATE || p->unmeasured++ >= MOST_UNMEASURED;
    if (!is_asked && is_below(p, r, p->sound)) return 0;
    p->unmeasured = 0;
    const double *sizes = m->v + p->info->size_slot;
    if (m->call(m->self, p->info->sizes) != MODEL_OK) return 0; // so does the residual
    double part = largest_part(p, r, sizes);
    for (int32_t i = 0; i < p->n; i++)
        p->sound[i] = part > MOST_ROUNDING ? 0 : certainly_rounding * sizes[i];
    return part > MOST_ROUNDING ? part : 0;
}

void loop_note(const LoopProblem *p, const char *method, int64_t iterations, double before,
               const double *r, ModelOutcome outcome)
{
    if (!p->trace || *p->model->mode != MODE_INITIAL) return;
    StartAttempt a = {.block = (int32_t)(p->info - p->model->blocks),
                      .from = p->begins_at,
                      .method = method,
                      .iterations = iterations,
                      .before = before,
                      .after = loop_largest(p, r),
                      .is_solved = outcome == MODEL_OK};
    start_trace_attempt(p->trace, &a);
}
