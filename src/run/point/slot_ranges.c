#include "run/point/slot_ranges.h"

SlotRanges slot_ranges_make(Arena *out, const int32_t *slots, int32_t n)
{
    SlotRanges s = {ARENA_ARRAY(out, SlotRange, n + 1), 0};
    for (int32_t i = 0; i < n; i++) {
        SlotRange *last = s.n ? &s.ranges[s.n - 1] : NULL;
        if (last && last->first + last->count == slots[i])
            last->count++;
        else
            s.ranges[s.n++] = (SlotRange){slots[i], 1};
    }
    return s;
}

void slots_write(SlotRanges s, double *v, const double *values)
{
    for (int32_t i = 0; i < s.n; i++) {
        double *restrict to = v + s.ranges[i].first;
        for (int32_t j = 0; j < s.ranges[i].count; j++) to[j] = *values++;
    }
}

void slots_read(SlotRanges s, const double *v, double *values)
{
    for (int32_t i = 0; i < s.n; i++) {
        const double *restrict from = v + s.ranges[i].first;
        for (int32_t j = 0; j < s.ranges[i].count; j++) *values++ = from[j];
    }
}

bool slots_equal(SlotRanges s, const double *v, const double *values)
{
    for (int32_t i = 0; i < s.n; i++) {
        const double *range = v + s.ranges[i].first;
        for (int32_t j = 0; j < s.ranges[i].count; j++)
            if (range[j] != *values++) return false;
    }
    return true;
}

// Sums of 0 * value stay zero or become NaN; several, because additions wait for each other.
enum { SUMS = 8 };

bool all_finite(const double *values, int32_t n)
{
    double sums[SUMS] = {0}, sum = 0;
    int32_t i = 0;
    for (; i + SUMS <= n; i += SUMS)
        for (int32_t j = 0; j < SUMS; j++) sums[j] += 0 * values[i + j];
    for (; i < n; i++) sum += 0 * values[i];
    for (int32_t j = 0; j < SUMS; j++) sum += sums[j];
    return sum == 0;
}

bool slots_finite(SlotRanges s, const double *v)
{
    for (int32_t i = 0; i < s.n; i++)
        if (!all_finite(v + s.ranges[i].first, s.ranges[i].count)) return false;
    return true;
}
