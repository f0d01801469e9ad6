// Dynamic state selection [MOE00]: which of the candidates of a set are states.
//
// The constraints of a set determine n_candidates - n_states dummies from the states. Their
// matrix with respect to the dummy columns must stay well away from singular: Gaussian
// elimination with complete pivoting names the best dummies, and the present choice is kept as
// long as its determinant is at least KEEP of the best one. The gap is the hysteresis that
// prevents flipping. All candidates are known and consistent, so switching copies values.
#include <math.h>
#include <string.h>

#include "run/state.h"

// For a quaternion: switch when the dummy falls below 0.3 of the largest component [M22].
static const double keep = 0.3;
// Pivots that are equal up to this are equal: the first one is taken, whatever rounding says.
static const double same_pivot = 1e-9;

typedef struct Elimination {
    double *a; // rows x columns, by columns
    int32_t rows, columns;
    uint8_t *used; // columns that are pivots
} Elimination;

// Product of the pivots, columns limited to `allowed` (NULL: all). Marks pivot columns in used.
static double eliminate(Elimination *e, const uint8_t *allowed)
{
    double determinant = 1;
    memset(e->used, 0, (size_t)e->columns);
    for (int32_t k = 0; k < e->rows; k++) {
        int32_t row = -1, column = -1;
        double best = 0;
        for (int32_t j = 0; j < e->columns; j++) {
            if (e->used[j] || (allowed && !allowed[j])) continue;
            for (int32_t i = k; i < e->rows; i++) {
                double size = fabs(e->a[i + j * e->rows]);
                if (size > best * (1 + same_pivot)) best = size, row = i, column = j;
            }
        }
        if (column < 0) return 0;
        e->used[column] = 1;
        determinant *= best;
        for (int32_t j = 0; j < e->columns; j++) {
            double swap = e->a[k + j * e->rows];
            e->a[k + j * e->rows] = e->a[row + j * e->rows];
            e->a[row + j * e->rows] = swap;
        }
        double pivot = e->a[k + column * e->rows];
        for (int32_t i = k + 1; i < e->rows; i++) {
            double factor = e->a[i + column * e->rows] / pivot;
            if (factor == 0) continue;
            for (int32_t j = 0; j < e->columns; j++)
                e->a[i + j * e->rows] -= factor * e->a[k + j * e->rows];
        }
    }
    return determinant;
}

static bool choose(Simulation *sim, const StateSetInfo *set)
{
    const Model *m = sim->model;
    int32_t n = set->n_candidates, rows = n - set->n_states;
    size_t entries = (size_t)rows * (size_t)n;
    Elimination e = {.a = sim->events.selection_work,
                     .rows = rows,
                     .columns = n,
                     .used = sim->events.selection_used};
    uint8_t *is_dummy = sim->events.selection_used + n;
    memset(is_dummy, 1, (size_t)n);
    for (int32_t k = 0; k < set->n_states; k++)
        is_dummy[(int32_t)m->v[set->state_index_slots[k]] - 1] = 0;
    memcpy(e.a, m->v + set->matrix_slot, entries * sizeof *e.a);
    double present = eliminate(&e, is_dummy);
    memcpy(e.a, m->v + set->matrix_slot, entries * sizeof *e.a);
    double best = eliminate(&e, NULL);
    if (best == 0 || present >= keep * best) return false;
    int32_t k = 0;
    for (int32_t j = 0; j < n && k < set->n_states; j++)
        if (!e.used[j]) m->v[set->state_index_slots[k++]] = j + 1;
    return true;
}

static void take_candidates(Simulation *sim, const StateSetInfo *set)
{
    const Model *m = sim->model;
    for (int32_t k = 0; k < set->n_states; k++) {
        int32_t chosen = (int32_t)m->v[set->state_index_slots[k]] - 1;
        int32_t state = set->state_numbers[k];
        sim->x[state] = m->v[set->candidate_slots[chosen]];
        m->v[m->states[state].slot] = sim->x[state];
    }
}

void states_take_candidates(Simulation *sim)
{
    for (int32_t i = 0; i < sim->model->n_state_sets; i++)
        take_candidates(sim, &sim->model->state_sets[i]);
}

bool states_select(Simulation *sim)
{
    const Model *m = sim->model;
    bool any = false;
    for (int32_t i = 0; i < m->n_state_sets; i++) {
        const StateSetInfo *set = &m->state_sets[i];
        if (model_call(sim, set->matrix) != MODEL_OK) continue;
        if (!choose(sim, set)) continue;
        take_candidates(sim, set);
        any = true;
    }
    return any;
}

void states_selection_open(Simulation *sim)
{
    size_t most = 1, columns = 1;
    for (int32_t i = 0; i < sim->model->n_state_sets; i++) {
        const StateSetInfo *set = &sim->model->state_sets[i];
        size_t n = (size_t)set->n_candidates, rows = n - (size_t)set->n_states;
        if (n * rows > most) most = n * rows;
        if (n > columns) columns = n;
    }
    sim->events.selection_work = ARENA_ARRAY(sim->arena, double, most);
    sim->events.selection_used = ARENA_ARRAY(sim->arena, uint8_t, 2 * columns);
}
