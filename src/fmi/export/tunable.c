// A parameter can be tuned where all that follows from it is computed again: other parameters and
// attributes by the routine of the parameters, variables at the event. Not so what is found at the
// start alone (parameters that initial equations decide, and those behind them), the instants of
// samples, and how long a past is kept for delays. Foreign code among the parameters is not called
// twice.
#include "fmi/export/tunable.h"

#include "fmi/export/incidence.h"

typedef struct Tuning {
    const Model *m;
    Incidence early, late; // by the routine of the parameters; by those of the start, too
    int32_t *slots;        // of the parameters that can be set
    int32_t n;
    uint8_t *tunable;
} Tuning;

static bool is_candidate(const VariableInfo *v)
{
    return v->variability == IS_PARAMETER && v->is_settable && !v->is_alias && v->slot >= 0 &&
           v->kind != VALUE_STRING;
}

static void forbid(Tuning *t, int32_t slot, bool if_late)
{
    if (slot == NO_SLOT) return;
    for (int32_t k = 0; k < t->n; k++)
        if (incidence_depends(&t->late, slot, k) &&
            !(if_late && incidence_depends(&t->early, slot, k)))
            t->tunable[t->slots[k]] = TUNABLE_NOT;
}

static void forbid_all(Tuning *t)
{
    const Model *m = t->m;
    for (int32_t i = 0; i < m->n_samples; i++) {
        forbid(t, m->samples[i].start_slot, false);
        forbid(t, m->samples[i].interval_slot, false);
    }
    for (int32_t i = 0; i < m->n_delays; i++) {
        forbid(t, m->delays[i].delay_slot, false);
        forbid(t, m->delays[i].max_slot, false);
    }
    for (int32_t i = 0; i < m->n_variables; i++)
        if (m->variables[i].variability <= IS_PARAMETER && m->variables[i].slot >= 0)
            forbid(t, m->variables[i].slot, true);
}

static void follow(Tuning *t)
{
    for (int32_t i = 0; i < t->m->n_variables; i++) {
        const VariableInfo *v = &t->m->variables[i];
        if (v->variability > IS_PARAMETER || v->slot < 0 || t->tunable[v->slot]) continue;
        for (int32_t k = 0; k < t->n && !t->tunable[v->slot]; k++)
            if (t->tunable[t->slots[k]] == TUNABLE_ITSELF &&
                incidence_depends(&t->early, v->slot, k))
                t->tunable[v->slot] = TUNABLE_FOLLOWS;
    }
}

uint8_t *tunable_slots(const Program *p, Arena *out)
{
    const Model *m = &p->model;
    Arena *work = arena_open("tunable parameters");
    Tuning t = {.m = m,
                .slots = ARENA_ARRAY(work, int32_t, m->n_variables + 1),
                .tunable = ARENA_ARRAY(out, uint8_t, m->n_slots + 1)};
    for (int32_t i = 0; i < m->n_variables; i++)
        if (is_candidate(&m->variables[i])) t.slots[t.n++] = m->variables[i].slot;
    bool is_told = !m->n_object_slots && !m->inlined && !program_parameters_are_foreign(p) &&
                   incidence_find(&t.early, p, INCIDENCE_OF_PARAMETERS, t.slots, t.n, work) &&
                   incidence_find(&t.late, p, INCIDENCE_OF_START, t.slots, t.n, work);
    for (int32_t k = 0; is_told && k < t.n; k++) t.tunable[t.slots[k]] = TUNABLE_ITSELF;
    if (is_told) forbid_all(&t);
    if (is_told) follow(&t);
    arena_close(work);
    return t.tunable;
}
