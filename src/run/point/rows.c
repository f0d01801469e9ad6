// Rows of a result with few variables, between the ends of steps: what these need is evaluated
// there, and nothing else. Where something is wrong with it, the whole model is asked as well, and
// reports. Of variables that are not recorded the ends of steps tell whether they are finite and
// between their limits.
#include "run/state.h"

static bool *recorded_slots(const RowInfo *rows, const Model *m, Arena *work)
{
    bool *is_recorded = ARENA_ARRAY(work, bool, m->n_slots + 1);
    for (int32_t i = 0; i < rows->n_slots; i++) is_recorded[rows->slots[i]] = true;
    return is_recorded;
}

static bool is_number(const VariableInfo *v)
{
    return v->slot >= 0 && v->kind != VALUE_STRING && v->kind != VALUE_BOOLEAN;
}

void rows_open(Simulation *sim)
{
    const Model *m = sim->model;
    Rows *r = &sim->rows;
    if (!m->rows) return;
    Arena *work = arena_open("rows");
    bool *is_recorded = recorded_slots(m->rows, m, work);
    r->aside = ARENA_ARRAY(sim->arena, double, sim->guesses.n + 1);
    r->bounds = ARENA_ARRAY(sim->arena, int32_t, sim->limits.n_bounds + 1);
    for (int32_t i = 0; i < sim->limits.n_bounds; i++)
        if (is_recorded[sim->limits.bounds[i].value]) r->bounds[r->n_bounds++] = i;
    int32_t *slots = ARENA_ARRAY(sim->arena, int32_t, m->rows->n_slots + 1), n = 0;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (!is_number(v) || v->is_alias || !is_recorded[v->slot]) continue;
        bool counts = !v->is_idle || diag_is_strict(sim->diag);
        if (v->variability > IS_PARAMETER && counts) slots[n++] = v->slot;
    }
    r->slots = slot_ranges_make(sim->arena, slots, n);
    arena_close(work);
}

bool rows_are_partial(const Simulation *sim)
{
    return sim->model->rows && sim->form->steps_apart && sim->record.writer;
}

static void put_aside(Simulation *sim)
{
    const Guesses *g = &sim->guesses;
    if (sim->rows.is_aside) return;
    for (int32_t i = 0; i < g->n; i++) sim->rows.aside[i] = sim->model->v[g->slots[i]];
    sim->rows.is_aside = true;
}

void rows_end(Simulation *sim)
{
    const Guesses *g = &sim->guesses;
    if (!sim->rows.is_aside) return;
    for (int32_t i = 0; i < g->n; i++) sim->model->v[g->slots[i]] = sim->rows.aside[i];
    sim->rows.is_aside = false;
    model_is_changed(sim);
}

static bool asserts_are_as_before(Simulation *sim)
{
    const Model *m = sim->model;
    if (m->rows->asserts == NO_ROUTINE) return true;
    if (m->call(m->self, m->rows->asserts) != MODEL_OK) return false;
    for (int32_t i = 0; i < m->rows->n_moving_asserts; i++) {
        int32_t k = m->rows->moving_asserts[i];
        if ((m->v[m->asserts[k].failed_slot] != 0) != sim->asserts.is_failing[k]) return false;
    }
    return true;
}

// Whole vectors are interpolated several states at a time.
enum { WORTH_IT = 4 };

// Where the model stands already, its states tell whether it was there. Unknowns of loops are
// interpolated for rows that solve one.
static bool are_few(const Simulation *sim, double t)
{
    const Model *m = sim->model;
    bool is_there = sim->point.trial_at == t || (m->v[SLOT_TIME] == t && sim->point.is_evaluated);
    bool may = sim->form->only_interpolates || !m->rows->solves;
    return may && !is_there && sim->method->interpolate_some &&
           m->rows->n_states * WORTH_IT <= m->n_states;
}

// The states that rows need are there; others have no value.
static void set_few(Simulation *sim, double t)
{
    const Model *m = sim->model;
    const RowInfo *r = m->rows;
    model_forgets_trial(sim);
    sim->method->interpolate_some(sim->integrator, t, r->states, r->n_states, sim->x_trial);
    model_set_time(sim, t);
    for (int32_t k = 0; k < r->n_states; k++)
        m->v[m->states[r->states[k]].slot] = sim->x_trial[r->states[k]];
}

static ModelOutcome evaluate(Simulation *sim, double t)
{
    const Model *m = sim->model;
    bool few = are_few(sim, t);
    if (!few) model_interpolate(sim, t, sim->x_trial);
    if (!few && model_is_evaluated_at(sim, t, sim->x_trial))
        return m->call(m->self, m->rows->behind);
    if (m->rows->solves) {
        put_aside(sim);
        guesses_move(sim, t);
    }
    if (few)
        set_few(sim, t);
    else
        model_set_states(sim, t, sim->x_trial);
    return model_call(sim, m->rows->routine);
}

bool rows_make(Simulation *sim, double t)
{
    const Model *m = sim->model;
    if (evaluate(sim, t) != MODEL_OK) return false;
    if (!slots_finite(&sim->rows.slots, m->v) || !asserts_are_as_before(sim)) return false;
    for (int32_t i = 0; i < sim->rows.n_bounds; i++) {
        const Bound *b = &sim->limits.bounds[sim->rows.bounds[i]];
        if (b->is_min ? !(m->v[b->value] >= m->v[b->bound]) : !(m->v[b->value] <= m->v[b->bound]))
            return false;
    }
    sim->asserts.sound_until = t;
    return true;
}
