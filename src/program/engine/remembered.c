// Values of functions for arguments that come again: one table for each function that
// program/lower/remembered.c chose. A row has the words of the arguments, then those of the
// results; its place follows from the bits of the arguments, and what was there before is
// forgotten.
#include <string.h>

#include "program/engine/engine.h"

enum { ROWS_AS_POWER = 7, N_ROWS = 1 << ROWS_AS_POWER };

struct Remembered {
    double *rows;
    uint8_t *is_filled;
};

void remembered_open(Engine *e)
{
    const Program *p = e->program;
    e->remembered = ARENA_ARRAY(e->arena, Remembered, p->n_functions + 1);
    for (uint32_t i = 0; i < p->n_functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        if (!f->is_remembered) continue;
        size_t words = (size_t)(f->n_inputs + f->n_outputs) * N_ROWS;
        e->remembered[i] = (Remembered){ARENA_RAW(e->arena, double, words),
                                        ARENA_ARRAY(e->arena, uint8_t, N_ROWS)};
    }
}

// Multiplication carries low bits up, and the top bits are the place.
static uint32_t row_of(const double *inputs, int32_t n)
{
    uint64_t hash = 0;
    for (int32_t k = 0; k < n; k++) {
        uint64_t bits;
        memcpy(&bits, &inputs[k], sizeof bits);
        hash = (hash ^ bits ^ (hash >> 29)) * 0x9E3779B97F4A7C15u;
    }
    return (uint32_t)(hash >> (64 - ROWS_AS_POWER));
}

const double *engine_recall(const Engine *e, int32_t function, const double *inputs)
{
    const ProgramFunction *f = &e->program->functions[function];
    const Remembered *r = &e->remembered[function];
    uint32_t row = row_of(inputs, f->n_inputs);
    if (!r->is_filled[row]) return NULL;
    const double *words = r->rows + (size_t)row * (size_t)(f->n_inputs + f->n_outputs);
    bool is_same = memcmp(words, inputs, (size_t)f->n_inputs * sizeof *words) == 0;
    return is_same ? words + f->n_inputs : NULL;
}

void engine_remember(Engine *e, int32_t function, const double *inputs, const double *outputs)
{
    const ProgramFunction *f = &e->program->functions[function];
    Remembered *r = &e->remembered[function];
    uint32_t row = row_of(inputs, f->n_inputs);
    double *words = r->rows + (size_t)row * (size_t)(f->n_inputs + f->n_outputs);
    memcpy(words, inputs, (size_t)f->n_inputs * sizeof *words);
    memcpy(words + f->n_inputs, outputs, (size_t)f->n_outputs * sizeof *words);
    r->is_filled[row] = 1;
}
