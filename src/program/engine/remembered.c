// Values of functions for arguments that come again: one table for each function that
// program/lower/remembered.c chose. A row has the words of the arguments, then those of the
// results; its place follows from the bits of the arguments, and what was there before is
// forgotten.
#include <string.h>

#include "program/engine/engine.h"

enum { ROWS_AS_POWER = 7, N_ROWS = 1 << ROWS_AS_POWER };

// A function whose arguments hardly ever come again is called without a look for a while: of so
// many looks less than one in RARE found something [M132].
enum { LOOKS = 64, RARE = 8, PASSES = 64 * LOOKS };

struct Remembered {
    double *rows;
    uint8_t *is_filled;
    int32_t n_inputs, n_words; // of a row: of the arguments, of all
    int32_t n_looks, n_found;  // in a row, so far
};

void remembered_open(Engine *e)
{
    const Program *p = e->program;
    e->remembered = ARENA_ARRAY(e->arena, Remembered, p->n_functions + 1);
    e->kept = ARENA_ARRAY(e->arena, double *, p->n_functions + 1);
    e->passes = ARENA_ARRAY(e->arena, int32_t, p->n_functions + 1);
    for (uint32_t i = 0; i < p->n_functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        if (!f->is_remembered) continue;
        size_t words = (size_t)(f->n_inputs + f->n_outputs) * N_ROWS;
        e->remembered[i] = (Remembered){.rows = ARENA_RAW(e->arena, double, words),
                                        .is_filled = ARENA_ARRAY(e->arena, uint8_t, N_ROWS),
                                        .n_inputs = f->n_inputs,
                                        .n_words = f->n_inputs + f->n_outputs};
    }
}

static double kept_array(Engine *e, double word)
{
    const Array *from = word_array(word);
    Array *to = ARENA_NEW(e->arena, Array);
    *to = *from;
    to->data = ARENA_COPY(e->arena, double, from->data, (size_t)from->count);
    return array_word(to);
}

void engine_keep(Engine *e, int32_t function, const int32_t *to, const double *frame)
{
    const ProgramFunction *f = &e->program->functions[function];
    double *kept = ARENA_RAW(e->arena, double, f->n_outputs + 1);
    for (int32_t k = 0; k < f->n_outputs; k++)
        kept[k] = f->kept_arrays[k] ? kept_array(e, frame[to[k]]) : frame[to[k]];
    e->kept[function] = kept;
}

// Multiplication carries low bits up, and the top bits are the place.
static inline uint32_t row_of(const double *inputs, int32_t n)
{
    uint64_t hash = 0;
    for (int32_t k = 0; k < n; k++) {
        uint64_t bits;
        memcpy(&bits, &inputs[k], sizeof bits);
        hash = (hash ^ bits ^ (hash >> 29)) * 0x9E3779B97F4A7C15u;
    }
    return (uint32_t)(hash >> (64 - ROWS_AS_POWER));
}

static inline void count_look(Engine *e, Remembered *r, int32_t function, bool is_known)
{
    r->n_found += is_known;
    if (++r->n_looks < LOOKS) return;
    if (r->n_found * RARE < LOOKS) e->passes[function] = PASSES;
    r->n_looks = r->n_found = 0;
}

// Bit for bit: minus zero is another argument.
static inline bool are_same(const double *a, const double *b, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        uint64_t x, y;
        memcpy(&x, &a[k], sizeof x);
        memcpy(&y, &b[k], sizeof y);
        if (x != y) return false;
    }
    return true;
}

double *engine_recall(Engine *e, int32_t function, const double *inputs, bool *is_known)
{
    Remembered *r = &e->remembered[function];
    int32_t n = r->n_inputs;
    uint32_t row = row_of(inputs, n);
    double *words = r->rows + (size_t)row * (size_t)r->n_words;
    *is_known = r->is_filled[row] && are_same(words, inputs, n);
    count_look(e, r, function, *is_known);
    return words;
}

void engine_remember(Engine *e, int32_t function, double *row, const double *inputs,
                     const double *results)
{
    const Remembered *r = &e->remembered[function];
    int32_t n = r->n_inputs;
    memcpy(row, inputs, (size_t)n * sizeof *row);
    memcpy(row + n, results, (size_t)(r->n_words - n) * sizeof *row);
    r->is_filled[(row - r->rows) / r->n_words] = 1;
}
