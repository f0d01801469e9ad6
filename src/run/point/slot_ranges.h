// slot_ranges.h -- slots of the model's vector as ranges: those of an array lie side by side, and
// a copy of thousands of states is a few long copies. Slots that lie apart stay a list.
#ifndef RUN_POINT_SLOT_RANGES_H
#define RUN_POINT_SLOT_RANGES_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct SlotRange {
    int32_t first, count;
} SlotRange;

typedef struct SlotRanges { // in the order of the list they were made of
    SlotRange *ranges;
    int32_t n;
    const int32_t *slots; // one by one, where ranges would be short; else NULL
    int32_t n_slots;
} SlotRanges;

SlotRanges slot_ranges_make(Arena *out, const int32_t *slots, int32_t n);
void slots_write(SlotRanges s, double *v, const double *values);
bool slots_read(SlotRanges s, const double *v, double *values); // true: all are finite
bool slots_equal(SlotRanges s, const double *v, const double *values);
bool slots_finite(SlotRanges s, const double *v);
bool all_finite(const double *values, int32_t n);
#endif
