// Derivatives of some variables by others.
#include <string.h>

#include "fmi/runtime/fmu_instance.h"

typedef struct Sided {
    int32_t *slots;
    double *signs;
} Sided;

// False: one of them has no place in the model between events.
static bool find(const Instance *i, Arena *out, const uint32_t *references, size_t n, Sided *s)
{
    const Model *m = i->tables;
    *s = (Sided){ARENA_ARRAY(out, int32_t, n + 1), ARENA_ARRAY(out, double, n + 1)};
    for (size_t k = 0; k < n; k++) {
        Reference r = reference_of(m, references[k]);
        s->signs[k] = 1;
        switch (r.kind) {
        case REFERS_DERIVATIVE: s->slots[k] = m->states[r.number].derivative_slot; break;
        case REFERS_STATE: s->slots[k] = m->states[r.number].slot; break;
        case REFERS_VARIABLE:
            s->slots[k] = m->variables[r.number].slot;
            s->signs[k] = m->variables[r.number].sign;
            if (m->variables[r.number].kind != VALUE_REAL || s->slots[k] < 0) return false;
            break;
        default: return false;
        }
    }
    return true;
}

static bool are_independent(const Instance *i, const Sided *knowns, size_t n)
{
    const Model *m = i->tables;
    for (size_t k = 0; k < n; k++) {
        bool is_known = false;
        for (int32_t s = 0; s < m->n_states && !is_known; s++)
            is_known = m->states[s].slot == knowns->slots[k];
        for (int32_t v = 0; v < m->n_variables && !is_known; v++)
            is_known =
                m->variables[v].slot == knowns->slots[k] && m->variables[v].causality == IS_INPUT;
        if (!is_known) return false;
    }
    return true;
}

static FmiStatus compute(Instance *i, Arena *work, const Sided *u, size_t n_unknowns,
                         const Sided *k, size_t n_knowns, const double *seed, double *answer)
{
    double *turned = ARENA_ARRAY(work, double, n_knowns + 1);
    for (size_t j = 0; j < n_knowns; j++) turned[j] = k->signs[j] * seed[j];
    Direction d = {k->slots, turned, (int32_t)n_knowns, u->slots, (int32_t)n_unknowns};
    if (run_direction(i->run, &d, answer) != TARN_OK) return FMI_ERROR;
    for (size_t j = 0; j < n_unknowns; j++) answer[j] *= u->signs[j];
    return FMI_OK;
}

FmiStatus instance_direction(Instance *i, const uint32_t *unknowns, size_t n_unknowns,
                             const uint32_t *knowns, size_t n_knowns, const double *seed,
                             double *answer)
{
    Arena *work = arena_open("directions");
    Sided u, k;
    FmiStatus status = FMI_ERROR;
    if (find(i, work, unknowns, n_unknowns, &u) && find(i, work, knowns, n_knowns, &k) &&
        are_independent(i, &k, n_knowns))
        status = compute(i, work, &u, n_unknowns, &k, n_knowns, seed, answer);
    else
        instance_tell(i, FMI_ERROR,
                      "derivatives are known of continuous variables, by states and inputs");
    arena_close(work);
    return status;
}
