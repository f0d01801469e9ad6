// engine.h -- what interpreter and native code share at run time: arrays, strings, calls.
#ifndef PROGRAM_ENGINE_H
#define PROGRAM_ENGINE_H
#include "program/program.h"

typedef struct Array { // row major; lives in the engine's stack until its caller is done
    int32_t rank;
    int32_t dims[6];
    int64_t count;
    double *data;
} Array;

typedef struct Engine {
    const Program *program;
    Model model;
    double *words; // the model's vector
    ModelMode mode;
    const ModelHost *host;
    unsigned char *stack; // frames, arrays and strings of calls under way
    size_t stack_used, stack_size;
    int depth;    // of nested calls
    Arena *arena; // of the strings that live as long as the model
} Engine;

Engine *engine_open(const Program *p, Arena *out);
void engine_close(void *self);

// NULL when the stack is full; the caller then gives up with engine_fail.
void *engine_take(Engine *e, size_t bytes);
Array *engine_array(Engine *e, int32_t rank, const int32_t *dims);
ModelOutcome engine_fail(Engine *e, const char *origin, const char *text); // recoverable

static inline Array *word_array(double word)
{
    Array *a;
    __builtin_memcpy(&a, &word, sizeof a);
    return a;
}

static inline double array_word(const Array *a)
{
    double word;
    __builtin_memcpy(&word, &a, sizeof word);
    return word;
}

static inline const char *word_string(double word)
{
    const char *s;
    __builtin_memcpy(&s, &word, sizeof s);
    return s ? s : "";
}

static inline double string_word(const char *s)
{
    double word;
    __builtin_memcpy(&word, &s, sizeof word);
    return word;
}

// One instruction with shape X on a frame; jumps, returns and calls excepted.
ModelOutcome engine_special(Engine *e, const Instruction *i, double *frame);
// A function with its operands already named: copies in, runs, copies out.
ModelOutcome engine_call(Engine *e, const Instruction *i, double *frame);
// Runs code on a frame by interpretation; also used by native code for what it does not emit.
ModelOutcome engine_run(Engine *e, const Routine *r, double *frame);
#endif
