// program_lower.h -- CausalSystem to Program.
#ifndef PROGRAM_LOWER_PROGRAM_LOWER_H
#define PROGRAM_LOWER_PROGRAM_LOWER_H
#include "causal/causal_system.h"
#include "program/program.h"

// NULL after an error was reported. `resources` may be NULL.
Program *program_lower(Session *s, const CausalSystem *causal, const ResourceFinder *resources,
                       Arena *out);

// plain_routines.c: derivatives_are_plain, values_are_finite of its model.
void find_plain_routines(Program *p, Arena *out);

// A program of one routine that computes a call with literal arguments; the words of its value and
// their types behind it. NULL after an error was reported.
typedef struct CallProgram {
    Program *program;
    const int32_t *words;     // operands
    const Type *const *types; // by word
    uint32_t n_words;
} CallProgram;
bool program_lower_call(Session *s, const Expr *call, const ResourceFinder *resources, Arena *out,
                        CallProgram *result);
#endif
