// references.h -- the numbers by which importers know the variables of an exported model.
//
// 0 is time; then come the variables in the order of the model, the derivatives of the states, and
// the states themselves, for those that have no variable of their own; then event indicators. In
// FMI 3 the elements of an array that are exported together have the number of the first of them.
#ifndef FMI_REFERENCES_H
#define FMI_REFERENCES_H
#include "abi/model.h"
#include "base/arena.h"

typedef enum {
    REFERS_TIME,
    REFERS_VARIABLE,
    REFERS_DERIVATIVE,
    REFERS_STATE,
    REFERS_INDICATOR,
    REFERS_NOTHING
} Refers;

typedef struct Reference {
    Refers kind;
    int32_t number; // of the variable or state
} Reference;

Reference reference_of(const Model *m, uint32_t value);
uint32_t reference_number(const Model *m, Refers kind, int32_t number);
// By variable: how many elements are exported together with it; 1 for all that stand alone.
const int32_t *reference_counts(const Model *m, Arena *out);
// By state: its variable, or -1.
const int32_t *reference_state_variables(const Model *m, Arena *out);
#endif
