// special_body.h -- the code of a function for arguments of which some are known.
#ifndef PROGRAM_LOWER_SPECIAL_BODY_H
#define PROGRAM_LOWER_SPECIAL_BODY_H
#include "program/lower/builder.h"

// What is known of a call, a number for each input and then for each output. Of an input: the
// operand of a constant, which is negative; ARGUMENT_VARIES; or ARGUMENT_IS_ARRAY, then its shape,
// the number of its elements and the same for each. Of an output: 1 where it is read, else 0.
enum { ARGUMENT_VARIES = 0, ARGUMENT_IS_ARRAY = 1 };

typedef struct SpecialCall {
    int32_t function;
    const int32_t *known;
    uint32_t n_known;
    uint32_t n_varying; // among inputs and elements
    uint32_t n_read;    // outputs
} SpecialCall;

// Straight-line code with jumps ahead, which leaves memory alone: what can be worked out
// beforehand.
bool function_is_plain(const Builder *b, int32_t function);

// What is left of a call when its results are not wanted.
typedef struct Effects {
    int32_t function;      // -1: nothing
    const bool *is_passed; // by input of the function that was called
} Effects;

// Which calls become part of a function, by function that was there; others are never opened.
typedef struct Openness {
    uint32_t n;
    const bool *may_open, *if_idle; // always; where nothing reads their results
    // Of a function whose calls may go where their results are read; false: they stay.
    void *client;
    bool (*effects)(void *client, int32_t function, Effects *e);
} Openness;

// The function of what varies alone; false: it would become too long. `is_passed` tells what is an
// argument still, among what varies.
bool special_function(Builder *b, const SpecialCall *call, const Openness *open, bool *is_passed,
                      ProgramFunction *made);
// The same function with its calls where their results are read; false: they are, and it is tidy.
bool sunk_function(Builder *b, int32_t function, bool is_untidy, const Openness *open,
                   ProgramFunction *made);
#endif
