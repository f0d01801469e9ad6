// A run that takes over from another one at an event, whose model had another structure: values
// pass over by name, and nothing happens that has happened already.
#include <math.h>
#include <string.h>

#include "run/state.h"

// Discrete variables that when-clauses set: the pass below must leave them as they are.
static void keep_discrete(const Model *m, double *kept, bool back)
{
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (v->is_alias || v->variability != IS_DISCRETE || v->slot < 0) continue;
        if (back)
            m->v[v->slot] = kept[i];
        else
            kept[i] = m->v[v->slot];
    }
}

// Relations and conditions as they are with these values: what is true already has no edge.
static bool see_conditions(Simulation *sim)
{
    const Model *m = sim->model;
    double *kept = ARENA_RAW(sim->arena, double, m->n_variables + 1);
    keep_discrete(m, kept, false);
    for (int32_t i = 0; i < m->n_pres; i++) m->v[m->pres[i].pre_slot] = m->v[m->pres[i].slot];
    *m->mode = MODE_EVENT;
    ModelOutcome o = model_call(sim, m->event);
    *m->mode = MODE_INTEGRATE;
    keep_discrete(m, kept, true);
    return o == MODEL_OK;
}

RunOutcome simulation_enter(Simulation *sim, const SimulationEntry *e)
{
    const Model *m = sim->model;
    sim->t = e->time;
    if (!start_values(sim, e->solves_start)) return RUN_STOPPED;
    e->write(e->client);
    states_take_candidates(sim);
    for (int32_t i = 0; i < m->n_states; i++) sim->x[i] = m->v[m->states[i].slot];
    if (!samples_begin(sim) || !history_begin(sim)) return RUN_STOPPED;
    samples_pass(sim);
    if (!see_conditions(sim)) {
        report_stop(sim, E_INITIALIZE,
                    "the equations cannot be solved with the values at time %.17g", sim->t);
        return RUN_STOPPED;
    }
    e->write(e->client);
    return simulation_start_from_values(sim);
}
