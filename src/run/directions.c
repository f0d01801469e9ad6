#include "run/directions.h"

#include <math.h>
#include <string.h>

#include "run/exchange.h"
#include "run/forms/linearized.h"
#include "run/state.h"

// Differences of fourth order: rounding and truncation are equal near the fifth root of the
// rounding unit.
static const double relative_step = 7e-4;

typedef struct Work {
    Simulation *sim;
    const Direction *d;
    Arena *arena;
    double t, *x, *x_moved;
    int32_t *state_of; // by known: the state, or -1
} Work;

static void open_work(Work *w, Simulation *sim, const Direction *d)
{
    const Model *m = sim->model;
    size_t n = (size_t)m->n_states;
    *w = (Work){.sim = sim, .d = d, .arena = arena_open("direction")};
    w->t = sim->exchanged ? exchange_time(sim) : sim->t;
    w->x = ARENA_COPY(w->arena, double, sim->exchanged ? exchange_states(sim) : sim->x, n);
    w->x_moved = ARENA_ARRAY(w->arena, double, n + 1);
    w->state_of = ARENA_ARRAY(w->arena, int32_t, d->n_known + 1);
    int32_t *of_slot = ARENA_ARRAY(w->arena, int32_t, m->n_slots + 1);
    for (size_t i = 0; i < n; i++) of_slot[m->states[i].slot] = (int32_t)i + 1;
    for (int32_t k = 0; k < d->n_known; k++) w->state_of[k] = of_slot[d->known_slots[k]] - 1;
}

// ---- By the linearization
// ------------------------------------------------------------------------

// By unknown: the state whose derivative it is. False: one is none.
static bool find_derivatives(const Work *w, int32_t *of_unknown)
{
    const Model *m = w->sim->model;
    int32_t *of_slot = ARENA_ARRAY(w->arena, int32_t, m->n_slots + 1);
    for (int32_t i = 0; i < m->n_states; i++) of_slot[m->states[i].derivative_slot] = i + 1;
    for (int32_t k = 0; k < w->d->n_unknown; k++) {
        of_unknown[k] = of_slot[w->d->unknown_slots[k]] - 1;
        if (of_unknown[k] < 0) return false;
    }
    return true;
}

// How derivatives change with states, row by row. False: it is not known in closed form.
static bool state_matrix(const Work *w, double *a)
{
    int32_t n = w->sim->model->n_states;
    if (!n || w->sim->dae) return false;
    Linearized *z = linearized_open(w->arena, w->sim, n);
    if (!z) return false;
    int32_t *group_of = ARENA_ARRAY(w->arena, int32_t, n + 1);
    for (int32_t i = 0; i < n; i++) group_of[i] = i;
    return linearized_evaluate(z, w->t, w->x, group_of, a) == MODEL_OK;
}

static bool by_linearization(const Work *w, double *changes)
{
    int32_t n = w->sim->model->n_states;
    int32_t *of_unknown = ARENA_ARRAY(w->arena, int32_t, w->d->n_unknown + 1);
    double *along = ARENA_ARRAY(w->arena, double, n + 1);
    for (int32_t k = 0; k < w->d->n_known; k++) {
        if (w->state_of[k] < 0) return false;
        along[w->state_of[k]] += w->d->seed[k];
    }
    if (!find_derivatives(w, of_unknown)) return false;
    double *columns = ARENA_ARRAY(w->arena, double, (size_t)n *(size_t)n + 1);
    if (!state_matrix(w, columns)) return false;
    for (int32_t k = 0; k < w->d->n_unknown; k++) {
        changes[k] = 0;
        const double *row = columns + (size_t)of_unknown[k] * (size_t)n;
        for (int32_t i = 0; i < n; i++) changes[k] += row[i] * along[i];
    }
    return true;
}

// ---- By differences
// ------------------------------------------------------------------------------

static double step_size(const Work *w)
{
    double largest = 0;
    for (int32_t k = 0; k < w->d->n_known; k++) {
        double size = fmax(fabs(w->sim->model->v[w->d->known_slots[k]]), 1);
        largest = fmax(largest, fabs(w->d->seed[k]) / size);
    }
    return largest > 0 ? relative_step / largest : 0;
}

static ModelOutcome look_at(const Work *w, const double *v, double h)
{
    Simulation *sim = w->sim;
    const Model *m = sim->model;
    memcpy(m->v, v, (size_t)m->n_slots * sizeof *v);
    memcpy(w->x_moved, w->x, (size_t)m->n_states * sizeof *w->x);
    for (int32_t k = 0; k < w->d->n_known; k++)
        if (w->state_of[k] >= 0)
            w->x_moved[w->state_of[k]] += h * w->d->seed[k];
        else
            m->v[w->d->known_slots[k]] += h * w->d->seed[k];
    model_is_changed(sim);
    sim->point.in_place = NAN;
    return model_outputs(sim, w->t, w->x_moved);
}

static ModelOutcome by_differences(const Work *w, double *changes)
{
    static const struct {
        double at, weight;
    } points[] = {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}};
    const Model *m = w->sim->model;
    double *v = ARENA_COPY(w->arena, double, m->v, m->n_slots), h = step_size(w);
    ModelOutcome o = MODEL_OK;
    memset(changes, 0, (size_t)w->d->n_unknown * sizeof *changes);
    for (int p = 0; p < 4 && h > 0 && o == MODEL_OK; p++) {
        o = look_at(w, v, points[p].at * h);
        for (int32_t k = 0; k < w->d->n_unknown; k++)
            changes[k] += points[p].weight / h * m->v[w->d->unknown_slots[k]];
    }
    memcpy(m->v, v, (size_t)m->n_slots * sizeof *v);
    model_is_changed(w->sim);
    w->sim->point.in_place = NAN;
    return o;
}

ModelOutcome simulation_direction(Simulation *sim, const Direction *d, double *changes)
{
    Work w;
    open_work(&w, sim, d);
    ModelOutcome o = by_linearization(&w, changes) ? MODEL_OK : by_differences(&w, changes);
    arena_close(w.arena);
    return o;
}

bool simulation_state_matrix(Simulation *sim, double *a)
{
    Work w;
    open_work(&w, sim, &(Direction){.n_known = 0});
    bool is_known = state_matrix(&w, a);
    arena_close(w.arena);
    return is_known;
}
