#include "tarn/runs/passages.h"

#include <string.h>

#include "base/map.h"
#include "base/name.h"

double variable_value(const Model *m, const VariableInfo *v)
{
    double kept = m->v[v->slot];
    if (v->sign > 0) return kept;
    return v->kind == VALUE_BOOLEAN ? 1 - kept : 0 - kept;
}

int32_t variable_named(const Model *m, const char *name)
{
    for (int32_t i = 0; i < m->n_variables; i++)
        if (!strcmp(m->variables[i].name, name)) return i;
    return -1;
}

static bool is_passed(const VariableInfo *v)
{
    return v->slot > SLOT_TIME && v->kind != VALUE_STRING && v->causality != IS_INPUT;
}

// States of sets that are chosen while the model runs follow from their candidates.
static bool has_new_states(const Passages *p, bool *is_known)
{
    const Model *m = p->to;
    for (int32_t i = 0; i < m->n_state_sets; i++)
        for (int32_t k = 0; k < m->state_sets[i].n_states; k++)
            is_known[m->states[m->state_sets[i].state_numbers[k]].slot] = true;
    for (int32_t i = 0; i < m->n_states; i++)
        if (!is_known[m->states[i].slot]) return true;
    return false;
}

// Of several names of one number the one that was a state goes on; else that of the variable
// itself.
enum { RANK_NONE, RANK_ALIAS, RANK_OWN, RANK_STATE };

typedef struct Matching {
    Passages *p;
    uint8_t *rank;   // by slot of `to`
    int32_t *place;  // by slot of `to`, among the items
    bool *was_state; // by slot of `from`
    Map number_of;   // name -> variable of `from`
    NameTable *names;
} Matching;

static void match(Matching *k, const VariableInfo *v)
{
    Name name = name_of_text(k->names, v->name);
    uint64_t found = map_get_or(&k->number_of, (uint64_t)(uintptr_t)name, 0);
    const VariableInfo *old = found ? &k->p->from->variables[found - 1] : NULL;
    bool is_constant = v->variability <= IS_PARAMETER && !v->is_settable;
    if (!old || !is_passed(v) || !is_passed(old) || is_constant) return;
    uint8_t rank = k->was_state[old->slot] ? RANK_STATE : v->is_alias ? RANK_ALIAS : RANK_OWN;
    if (rank <= k->rank[v->slot]) return;
    if (!k->rank[v->slot]) k->place[v->slot] = k->p->n++;
    k->rank[v->slot] = rank;
    bool has_value = v->variability > IS_PARAMETER;
    k->p->items[k->place[v->slot]] = (Passage){.from = old->slot,
                                               .to = v->slot,
                                               .is_turned = old->sign != v->sign,
                                               .is_boolean = v->kind == VALUE_BOOLEAN,
                                               .has_value = has_value,
                                               .start = NO_SLOT,
                                               .free = NO_SLOT};
}

// The start value is that of the variable which owns the number.
static void add_starts(Passages *p, const int32_t *place, const uint8_t *rank)
{
    for (int32_t i = 0; i < p->to->n_variables; i++) {
        const VariableInfo *v = &p->to->variables[i];
        if (v->is_alias || v->slot < 0 || !rank[v->slot] || v->variability <= IS_PARAMETER)
            continue;
        p->items[place[v->slot]].start = v->start_slot;
        p->items[place[v->slot]].free = v->free_slot;
    }
}

Passages *passages_make(Arena *out, const Model *from, const Model *to)
{
    Passages *p = ARENA_NEW(out, Passages);
    *p = (Passages){.from = from, .to = to};
    p->items = ARENA_ARRAY(out, Passage, to->n_variables + 1);
    Arena *scratch = arena_open("passages");
    Matching k = {.p = p, .number_of = map_make(scratch), .names = names_open(scratch)};
    k.rank = ARENA_ARRAY(scratch, uint8_t, to->n_slots + 1);
    k.place = ARENA_ARRAY(scratch, int32_t, to->n_slots + 1);
    k.was_state = ARENA_ARRAY(scratch, bool, from->n_slots + 1);
    for (int32_t i = 0; i < from->n_states; i++) k.was_state[from->states[i].slot] = true;
    for (int32_t i = 0; i < from->n_variables; i++) {
        Name name = name_of_text(k.names, from->variables[i].name);
        map_put(&k.number_of, (uint64_t)(uintptr_t)name, (uint64_t)i + 1);
    }
    for (int32_t i = 0; i < to->n_variables; i++) match(&k, &to->variables[i]);
    add_starts(p, k.place, k.rank);
    bool *is_known = ARENA_ARRAY(scratch, bool, to->n_slots + 1);
    for (int32_t i = 0; i < p->n; i++)
        if (p->items[i].has_value) is_known[p->items[i].to] = true;
    p->has_new_states = has_new_states(p, is_known);
    arena_close(scratch);
    return p;
}

static double passed(const Passages *p, const Passage *i)
{
    double value = p->from->v[i->from];
    return !i->is_turned ? value : i->is_boolean ? 1 - value : 0 - value;
}

void passages_start(const Passages *p)
{
    for (int32_t k = 0; k < p->n; k++) {
        const Passage *i = &p->items[k];
        if (!i->has_value) p->to->v[i->to] = passed(p, i);
        if (i->start == NO_SLOT) continue;
        p->to->v[i->start] = passed(p, i);
        if (i->free != NO_SLOT) p->to->v[i->free] = 0;
    }
}

void passages_write(void *passages)
{
    const Passages *p = passages;
    for (int32_t k = 0; k < p->n; k++)
        if (p->items[k].has_value) p->to->v[p->items[k].to] = passed(p, &p->items[k]);
}
