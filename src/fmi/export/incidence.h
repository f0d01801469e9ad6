// incidence.h -- what the values of a model depend on at an instant: states, inputs and time.
//
// Found in the code of its routines, so it is what is computed: nothing that a value needs is left
// out, and something may be in it that cancels.
#ifndef FMI_INCIDENCE_H
#define FMI_INCIDENCE_H
#include "program/program.h"

typedef struct Incidence {
    int32_t n_known;
    uint32_t width; // 64-bit words of a set
    uint64_t *sets; // two by word of the vector: what it depends on, and on what not linearly
} Incidence;

typedef enum {
    INCIDENCE_BETWEEN_EVENTS,
    INCIDENCE_AT_EVENTS,
    INCIDENCE_OF_PARAMETERS,
    INCIDENCE_OF_START // parameters, initial system and instants
} IncidenceOf;

// False: the model is so large that it would take too long to tell.
bool incidence_find(Incidence *n, const Program *p, IncidenceOf of, const int32_t *known_slots,
                    int32_t n_known, Arena *out);
bool incidence_depends(const Incidence *n, int32_t slot, int32_t known);
// With a factor that stays as it is from the start on.
bool incidence_is_linear(const Incidence *n, int32_t slot, int32_t known);
#endif
