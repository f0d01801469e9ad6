// Whether external functions and objects remember what happens while a model runs.
//
// What is evaluated between events, at points that may be given up and in any order, can only read
// an object: a function that is called there has no memory that matters. A function that gets an
// object and is called at events alone may keep what it was told, and so may one that is declared
// impure.
#include <string.h>

#include "program/engine/engine.h"

typedef struct Reached {
    const Program *p;
    bool *functions, *externals;
    uint32_t *stack; // functions whose bodies are to be looked at
    uint32_t n_stack;
} Reached;

static void look_at(Reached *r, const Routine *body)
{
    for (uint32_t k = body->first; k < body->first + body->count; k++) {
        const Instruction *i = &r->p->code[k];
        if (i->code == I_EXTERNAL) r->externals[i->c] = true;
        if (i->code != I_CALL || r->functions[i->c]) continue;
        r->functions[i->c] = true;
        r->stack[r->n_stack++] = (uint32_t)i->c;
    }
}

static void follow_calls(Reached *r)
{
    while (r->n_stack) look_at(r, &r->p->functions[r->stack[--r->n_stack]].body);
}

// Of all routines that are, or are not, of events.
static void reach(Reached *r, bool of_events)
{
    const Model *m = &r->p->model;
    for (uint32_t k = 0; k < r->p->n_routines; k++) {
        int32_t n = (int32_t)k;
        bool is_of_start = n == m->parameters || n == m->initial || n == m->initial_simplified ||
                           n == m->initial_actions || n == m->conditions_routine ||
                           n == m->distributions || n == m->terminal_routine;
        bool is_of_events = n == m->event || n == m->event_actions || n == m->instants;
        if (!is_of_start && is_of_events == of_events) look_at(r, &r->p->routines[k]);
    }
    follow_calls(r);
}

static Reached open_reached(const Program *p, Arena *work)
{
    return (Reached){.p = p,
                     .functions = ARENA_ARRAY(work, bool, p->n_functions + 1),
                     .externals = ARENA_ARRAY(work, bool, p->n_externals + 1),
                     .stack = ARENA_ARRAY(work, uint32_t, p->n_functions + 1)};
}

static bool takes_object(const ProgramExternal *e)
{
    for (uint32_t k = 0; k < e->n_arguments; k++)
        if (e->arguments[k].type == EXTERNAL_OBJECT) return true;
    return false;
}

// A call of numbers and objects can be made again.
static bool can_be_told(const ProgramExternal *e)
{
    if (e->is_impure || e->n_arguments > MOST_TOLD - 1) return false;
    for (uint32_t k = 0; k < e->n_arguments; k++) {
        const ExternalArgument *a = &e->arguments[k];
        bool is_number =
            a->type == EXTERNAL_REAL || a->type == EXTERNAL_INTEGER || a->type == EXTERNAL_BOOLEAN;
        if (a->is_array || !(is_number || a->type == EXTERNAL_OBJECT)) return false;
    }
    return true;
}

ForeignMemory program_foreign_memory(const Program *p, Arena *out)
{
    Arena *work = arena_open("object calls");
    Reached between = open_reached(p, work), at_events = open_reached(p, work);
    reach(&between, false);
    reach(&at_events, true);
    bool *is_kept = ARENA_ARRAY(out, bool, p->n_externals + 1);
    ForeignMemory memory = {.is_kept = is_kept};
    for (uint32_t i = 0; i < p->n_externals; i++) {
        const ProgramExternal *e = &p->externals[i];
        bool is_called = at_events.externals[i] || between.externals[i];
        is_kept[i] = at_events.externals[i] && !between.externals[i] && takes_object(e);
        memory.exists |= is_kept[i] || (is_called && e->is_impure);
        memory.is_lost |= is_kept[i] ? !can_be_told(e) : is_called && e->is_impure;
    }
    arena_close(work);
    return memory;
}

bool program_has_no_foreign_memory(const Program *p)
{
    Arena *work = arena_open("foreign memory");
    bool exists = program_foreign_memory(p, work).exists;
    arena_close(work);
    return !exists;
}

bool program_parameters_are_foreign(const Program *p)
{
    Arena *work = arena_open("parameter calls");
    Reached r = open_reached(p, work);
    if (p->model.parameters != NO_ROUTINE) look_at(&r, &p->routines[p->model.parameters]);
    follow_calls(&r);
    bool are_foreign = false;
    for (uint32_t i = 0; i < p->n_externals; i++) are_foreign |= r.externals[i];
    arena_close(work);
    return are_foreign;
}
