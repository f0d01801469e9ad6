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

// Sums of 0 * value stay zero or become NaN; four, because additions wait for each other.
bool all_finite(const double *values, int32_t n)
{
    double a = 0, b = 0, c = 0, d = 0;
    int32_t i = 0;
    for (; i + 4 <= n; i += 4) {
        a += 0 * values[i];
        b += 0 * values[i + 1];
        c += 0 * values[i + 2];
        d += 0 * values[i + 3];
    }
    for (; i < n; i++) a += 0 * values[i];
    return a + b + c + d == 0;
}

bool slots_finite(SlotRanges s, const double *v)
{
    for (int32_t i = 0; i < s.n; i++)
        if (!all_finite(v + s.ranges[i].first, s.ranges[i].count)) return false;
    return true;
}
