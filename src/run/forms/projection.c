// Invariants for integrators that know nothing of them: after a step the states are moved by as
// little as possible, measured by their nominal values, so that the invariants vanish again
// [HW96, VII.2]. Gauss-Newton steps x := x - D^2 G'(G D^2 G')^-1 w with differences for G = dw/dx.
// Cost of a step that has drifted: one evaluation of the model for each state and iteration.
#include <float.h>
#include <math.h>

#include "run/linear/factors.h"
#include "run/loops/newton_kernel.h"
#include "run/state.h"

enum { MOST_ITERATIONS = 5 };
static const double left = 1e-3; // what an invariant may be then, in tolerances: nothing that shows

typedef struct Projection Projection;
struct Projection {
    int32_t m;
    const InvariantInfo **invariants; // those that no inlined step takes care of
    SparsePattern full;
    Factors *factors;
    double *gradient; // m by n, row after row, scaled by nominal values
    double *matrix, *w;
    double size; // the largest of w
};

void projection_open(Simulation *sim)
{
    const Model *model = sim->model;
    Projection *p = ARENA_NEW(sim->arena, Projection);
    p->invariants = ARENA_ARRAY(sim->arena, const InvariantInfo *, model->n_invariants + 1);
    for (int32_t i = 0; i < model->n_invariants; i++)
        if (!model->invariants[i].is_inlined) p->invariants[p->m++] = &model->invariants[i];
    if (!p->m || !model->n_states) return;
    size_t m = (size_t)p->m;
    p->full = full_pattern(p->m);
    p->factors = factors_open(sim->arena, &dense_factors, &p->full, false);
    p->gradient = ARENA_ARRAY(sim->arena, double, m *(size_t)model->n_states);
    p->matrix = ARENA_ARRAY(sim->arena, double, m *m);
    p->w = ARENA_ARRAY(sim->arena, double, m);
    sim->projection = p;
}

static double value(const Simulation *sim, int32_t i)
{
    const InvariantInfo *info = sim->projection->invariants[i];
    double nominal = info->nominal_slot == NO_SLOT ? 1 : fabs(sim->model->v[info->nominal_slot]);
    return sim->model->v[info->slot] / (nominal > 0 ? nominal : 1);
}

// w at the present states; its largest component, infinite when it cannot be evaluated.
static void measure(Simulation *sim)
{
    Projection *p = sim->projection;
    double largest = 0;
    p->size = INFINITY;
    if (model_outputs(sim, sim->t, sim->x) != MODEL_OK) return;
    for (int32_t i = 0; i < p->m; i++) {
        p->w[i] = value(sim, i);
        largest = fmax(largest, fabs(p->w[i]));
    }
    if (isfinite(largest)) p->size = largest;
}

static ModelOutcome differentiate(void *client, int k)
{
    Simulation *sim = client;
    (void)k;
    Projection *p = sim->projection;
    int32_t n = sim->model->n_states;
    for (int32_t j = 0; j < n; j++) {
        double x = sim->x[j], nominal = sim->problem.nominal[j];
        sim->x[j] += sqrt(DBL_EPSILON) * fmax(fabs(x), nominal);
        double h = sim->x[j] - x;
        bool ok = model_outputs(sim, sim->t, sim->x) == MODEL_OK;
        for (int32_t i = 0; i < p->m; i++)
            p->gradient[i * n + j] = nominal * (value(sim, i) - p->w[i]) / h;
        sim->x[j] = x;
        if (!ok) return MODEL_RETRY;
    }
    return MODEL_OK;
}

static ModelOutcome move(void *client, int k)
{
    Simulation *sim = client;
    (void)k;
    Projection *p = sim->projection;
    int32_t n = sim->model->n_states, m = p->m;
    for (int32_t i = 0; i < m; i++)
        for (int32_t q = 0; q < m; q++) {
            double sum = 0;
            for (int32_t j = 0; j < n; j++) sum += p->gradient[i * n + j] * p->gradient[q * n + j];
            p->matrix[i + q * m] = sum;
        }
    // Where an invariant does not depend on the states to first order there is nothing to do.
    if (!factors_factor(p->factors, p->matrix)) return MODEL_RETRY;
    factors_solve(p->factors, p->w);
    for (int32_t j = 0; j < n; j++)
        for (int32_t i = 0; i < m; i++)
            sim->x[j] -= sim->problem.nominal[j] * p->gradient[i * n + j] * p->w[i];
    measure(sim);
    return MODEL_OK;
}

static NewtonVerdict judge(void *client, int k)
{
    const Simulation *sim = client;
    (void)k;
    bool is_left = sim->projection->size > left * sim->options.tolerance;
    return is_left ? NEWTON_GOES_ON : NEWTON_CONVERGED;
}

static const NewtonPolicy gauss_newton = {differentiate, NULL, move, judge, NULL, MOST_ITERATIONS};

// Methods of several steps begin anew at the projected point: that must not happen at every step.
static double allowed_drift(const Simulation *sim)
{
    bool is_multistep = sim->method->order_min < sim->method->order_max;
    return sim->options.tolerance * (is_multistep ? 100 : 1);
}

bool projection_apply(Simulation *sim)
{
    if (!sim->projection) return false;
    sim->point.in_place = NAN;
    measure(sim);
    double size = sim->projection->size;
    if (!(size > allowed_drift(sim)) || isinf(size)) return false;
    newton_iterate(&gauss_newton, sim); // what it has reached is nearer, if not there
    return true;
}
