// inlined.h -- the routine of a model that makes an integration step by itself [EOC95].
//
// Set h, old(x) and the time of every stage, then call the routine: everything continuous has its
// value at the end of the step. One stage solves x = old(x) + h*der(x).
#ifndef ABI_INLINED_H
#define ABI_INLINED_H
#include <stdbool.h>
#include <stdint.h>

typedef struct InlinedInfo {
    int32_t routine;
    int32_t first_block; // blocks from here on belong to the step alone
    int32_t step_slot;
    int32_t stages;             // solved together
    const int32_t *time_slots;  // stages - 1: of the inner stages; the last one is at SLOT_TIME
    const int32_t *old_slots;   // by state
    const int32_t *stage_slots; // (stages - 1) * n_states: the states at the inner stages
    int32_t n_copies;           // all unknowns at the inner stages
    const int32_t *copy_slots, *copied_slots; // theirs, and those of the model's own variables
} InlinedInfo;

typedef struct InvariantInfo {  // a variable that an extra equation sets to zero [CK06, 8.10]
    int32_t slot, nominal_slot; // NO_SLOT: nominal value 1
    bool is_inlined;            // the inlined steps take care of it
    const char *name;
} InvariantInfo;
#endif
