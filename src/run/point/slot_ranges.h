// slot_ranges.h -- slots of the model's vector as ranges: those of an array lie side by side, and
// a copy of thousands of states is a few long copies. Slots that lie apart stay a list.
#ifndef RUN_POINT_SLOT_RANGES_H
#define RUN_POINT_SLOT_RANGES_H
#include <math.h>
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
void slots_write_ranges(const SlotRanges *s, double *v, const double *values);
bool slots_read_ranges(const SlotRanges *s, const double *v, double *values);
bool slots_equal_ranges(const SlotRanges *s, const double *v, const double *values);
bool slots_finite(const SlotRanges *s, const double *v);
bool all_finite(const double *values, int32_t n);

// The few states of a small model are here at once, in every evaluation.
static inline void slots_write(const SlotRanges *s, double *v, const double *values)
{
    for (int32_t i = 0; i < s->n_slots; i++) v[s->slots[i]] = values[i];
    if (s->n) slots_write_ranges(s, v, values);
}

// True: all are finite. A sum is finite only if all its terms are.
static inline bool slots_read(const SlotRanges *s, const double *v, double *values)
{
    double sum = 0;
    for (int32_t i = 0; i < s->n_slots; i++) {
        values[i] = v[s->slots[i]];
        sum += values[i];
    }
    if (s->n) return slots_read_ranges(s, v, values);
    return isfinite(sum) || all_finite(values, s->n_slots);
}

static inline bool slots_equal(const SlotRanges *s, const double *v, const double *values)
{
    for (int32_t i = 0; i < s->n_slots; i++)
        if (v[s->slots[i]] != values[i]) return false;
    return !s->n || slots_equal_ranges(s, v, values);
}
#endif
