// What external objects were told at events, in order: an object that is made anew and told the
// same is the same. Numbers and objects only (foreign_memory.c sees to it); an object goes by its
// number among those of the model.
#include <string.h>

#include "base/bytes.h"
#include "program/engine/engine.h"

struct Diary {
    const bool *is_kept; // by external function
    VEC(double) entries; // number of the function, then its arguments
};

static double object_number(const Engine *e, double word)
{
    const Model *m = &e->model;
    for (int32_t i = 0; i < m->n_object_slots; i++)
        if (!memcmp(&e->words[m->object_slots[i]], &word, sizeof word)) return i;
    return -1;
}

void diary_note(Engine *e, int32_t external, const int32_t *operands, const double *frame)
{
    Diary *d = e->diary;
    const ProgramExternal *x = &e->program->externals[external];
    if (!d->is_kept[external]) return;
    double number = external;
    VEC_PUSH(e->arena, &d->entries, number);
    for (uint32_t k = 0; k < x->n_arguments; k++) {
        const ExternalArgument *a = &x->arguments[k];
        double word = operand_value(e, frame, operands[a->first]);
        if (a->type == EXTERNAL_OBJECT) word = object_number(e, word);
        VEC_PUSH(e->arena, &d->entries, word);
    }
}

// The call of an entry once more; false: nobody could make it.
static bool tell_again(Engine *e, int32_t external, const double *arguments)
{
    const Model *m = &e->model;
    const ProgramExternal *x = &e->program->externals[external];
    double frame[MOST_TOLD + 1] = {0};
    int32_t operands[MOST_TOLD + 1];
    for (int32_t k = 0; k <= MOST_TOLD; k++) operands[k] = k;
    for (uint32_t k = 0; k < x->n_arguments; k++) {
        const ExternalArgument *a = &x->arguments[k];
        double word = arguments[k];
        if (a->type == EXTERNAL_OBJECT) {
            if (!(word >= 0 && word < m->n_object_slots)) return false;
            word = e->words[m->object_slots[(int32_t)word]];
        }
        frame[a->first] = word;
    }
    return external_call_with(e, external, operands, frame, -1) != MODEL_FATAL;
}

// From position `at` of the entries on.
static bool tell_rest(Engine *e, uint32_t at)
{
    const Diary *d = e->diary;
    while (at < d->entries.count) {
        double number = d->entries.data[at];
        bool is_one = number >= 0 && number < e->program->n_externals && d->is_kept[(int)number];
        uint32_t n = is_one ? e->program->externals[(int)number].n_arguments : 0;
        if (!is_one || n >= d->entries.count - at) return false;
        if (!tell_again(e, (int32_t)number, &d->entries.data[at + 1])) return false;
        at += n + 1;
    }
    return true;
}

// What was told so far is the begin of what is read: the objects have been told that already.
static bool pass_told(void *self, Bytes *s)
{
    Engine *e = self;
    Diary *d = e->diary;
    int64_t count = d->entries.count;
    bytes_pass_count(s, &count);
    if (!s->is_reading) {
        bytes_pass(s, d->entries.data, (size_t)count * sizeof *d->entries.data);
        return true;
    }
    uint32_t known = d->entries.count;
    if (s->is_short || count < known || count > (int64_t)(s->size / sizeof(double))) return false;
    double *entries = ARENA_ARRAY(e->arena, double, (size_t)count + 1);
    bytes_pass(s, entries, (size_t)count * sizeof *entries);
    if (known && memcmp(entries, d->entries.data, known * sizeof *entries)) return false;
    for (int64_t i = known; i < count; i++) VEC_PUSH(e->arena, &d->entries, entries[i]);
    return !s->is_short && tell_rest(e, known);
}

void program_keep_diary(Model *model, const bool *is_kept)
{
    Engine *e = model->self;
    e->diary = ARENA_NEW(e->arena, Diary);
    e->diary->is_kept = is_kept;
    model->pass_told = pass_told;
}
