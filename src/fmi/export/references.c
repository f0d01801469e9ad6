#include "fmi/export/references.h"

#include <string.h>

Reference reference_of(const Model *m, uint32_t value)
{
    if (value == 0) return (Reference){REFERS_TIME, 0};
    int64_t k = (int64_t)value - 1;
    if (k < m->n_variables) return (Reference){REFERS_VARIABLE, (int32_t)k};
    k -= m->n_variables;
    if (k < m->n_states) return (Reference){REFERS_DERIVATIVE, (int32_t)k};
    k -= m->n_states;
    if (k < m->n_states) return (Reference){REFERS_STATE, (int32_t)k};
    k -= m->n_states;
    int64_t most = 2 * ((int64_t)m->n_relations + m->n_transports);
    return (Reference){k < most ? REFERS_INDICATOR : REFERS_NOTHING, (int32_t)k};
}

uint32_t reference_number(const Model *m, Refers kind, int32_t number)
{
    uint32_t first = kind == REFERS_TIME         ? 0
                     : kind == REFERS_VARIABLE   ? 1
                     : kind == REFERS_DERIVATIVE ? 1 + (uint32_t)m->n_variables
                     : kind == REFERS_STATE      ? 1 + (uint32_t)(m->n_variables + m->n_states)
                                                 : 1 + (uint32_t)(m->n_variables + 2 * m->n_states);
    return first + (uint32_t)number;
}

const int32_t *reference_state_variables(const Model *m, Arena *out)
{
    int32_t *of_slot = ARENA_ARRAY(out, int32_t, m->n_slots + 1); // number + 1
    int32_t *of_state = ARENA_ARRAY(out, int32_t, m->n_states + 1);
    for (int32_t i = 0; i < m->n_variables; i++)
        if (!m->variables[i].is_alias && m->variables[i].slot >= 0)
            of_slot[m->variables[i].slot] = i + 1;
    for (int32_t i = 0; i < m->n_states; i++) of_state[i] = of_slot[m->states[i].slot] - 1;
    return of_state;
}

// ---- Arrays ------------------------------------------------------------------------------------

static size_t base_length(const VariableInfo *v)
{
    const char *bracket = variable_declared(v)->n_dims ? strrchr(v->name, '[') : NULL;
    return bracket ? (size_t)(bracket - v->name) : 0;
}

static int64_t element_count(const VariableInfo *v)
{
    const DeclarationInfo *d = variable_declared(v);
    int64_t n = d->n_dims ? 1 : 0;
    for (uint32_t k = 0; k < d->n_dims; k++) n *= d->dims[k];
    return n;
}

// Whether `v` may stand in one array with `first`: importers know one set of attributes for all.
static bool is_like(const VariableInfo *first, const VariableInfo *v, size_t base)
{
    return base_length(v) == base && !strncmp(v->name, first->name, base) &&
           variable_declared(v)->n_dims == variable_declared(first)->n_dims &&
           v->kind == first->kind && v->variability == first->variability &&
           v->causality == first->causality &&
           (v->is_settable == first->is_settable || v->variability > IS_PARAMETER) && v->slot >= 0;
}

typedef struct Counting {
    const Model *m;
    int32_t *state_of; // by slot: number + 1
} Counting;

// -1: none. An alias is none: the variable that owns the slot is.
static int32_t state_of(const Counting *c, const VariableInfo *v)
{
    return v->is_alias || v->slot < 0 ? -1 : c->state_of[v->slot] - 1;
}

// All of an array are states or none is: the standard lists it as a whole, and its derivatives are
// numbered as the states.
static bool are_alike(const Counting *c, const VariableInfo *first, const VariableInfo *v,
                      int64_t k)
{
    int32_t a = state_of(c, first), b = state_of(c, v);
    if (a < 0 || b < 0) return a == b;
    return b == a + k && c->m->states[a].is_held == c->m->states[b].is_held &&
           first->is_settable == v->is_settable &&
           (first->start_slot == NO_SLOT) == (v->start_slot == NO_SLOT);
}

const int32_t *reference_counts(const Model *m, Arena *out)
{
    int32_t *counts = ARENA_ARRAY(out, int32_t, m->n_variables + 1);
    Counting c = {m, ARENA_ARRAY(out, int32_t, m->n_slots + 1)};
    for (int32_t i = 0; i < m->n_states; i++) c.state_of[m->states[i].slot] = i + 1;
    for (int32_t i = 0; i < m->n_variables;) {
        const VariableInfo *v = &m->variables[i];
        int64_t n = element_count(v), k = 0;
        size_t base = base_length(v);
        if (n < 2 || i + n > m->n_variables) n = 1;
        while (n > 1 && k < n && is_like(v, &v[k], base) && are_alike(&c, v, &v[k], k)) k++;
        if (k < n) n = 1;
        counts[i] = (int32_t)n;
        for (int64_t j = 1; j < n; j++) counts[i + j] = 1;
        i += (int32_t)n;
    }
    return counts;
}
