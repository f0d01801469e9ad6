// tunable.h -- parameters that may change while a model runs.
#ifndef FMI_TUNABLE_H
#define FMI_TUNABLE_H
#include "program/program.h"

typedef enum {
    TUNABLE_NOT,
    TUNABLE_ITSELF, // can be set at any event: everything that depends on it is computed again
    TUNABLE_FOLLOWS // depends on such parameters
} Tunable;

// By slot.
uint8_t *tunable_slots(const Program *p, Arena *out);
#endif
