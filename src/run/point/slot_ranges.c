#include "run/point/slot_ranges.h"

#include <math.h>
#include <string.h>

#include "run/point/fours.h"

enum { SHORT_RANGE = 8 }; // on the average: each begins with a few instructions of its own

SlotRanges slot_ranges_make(Arena *out, const int32_t *slots, int32_t n)
{
    SlotRanges s = {.ranges = ARENA_ARRAY(out, SlotRange, n + 1)};
    for (int32_t i = 0; i < n; i++) {
        SlotRange *last = s.n ? &s.ranges[s.n - 1] : NULL;
        if (last && last->first + last->count == slots[i])
            last->count++;
        else
            s.ranges[s.n++] = (SlotRange){slots[i], 1};
    }
    if (n >= SHORT_RANGE * s.n) return s;
    s.slots = ARENA_COPY(out, int32_t, slots, n);
    s.n_slots = n;
    s.n = 0;
    return s;
}

void slots_write_ranges(const SlotRanges *s, double *v, const double *values)
{
    for (int32_t i = 0; i < s->n; i++) {
        memcpy(v + s->ranges[i].first, values, (size_t)s->ranges[i].count * sizeof *v);
        values += s->ranges[i].count;
    }
}

bool slots_equal_ranges(const SlotRanges *s, const double *v, const double *values)
{
    for (int32_t i = 0; i < s->n; i++) {
        const double *range = v + s->ranges[i].first;
        for (int32_t j = 0; j < s->ranges[i].count; j++)
            if (range[j] != *values++) return false;
    }
    return true;
}

static bool each_is_finite(const double *values, int32_t n)
{
    for (int32_t i = 0; i < n; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

// Of n of them, at least four: what is left over is counted with those before it, some of them
// twice.
static WIDE bool has_finite_sum(const double *values, int32_t n)
{
    Four sum = FOUR_AT(values, n - FOUR);
    for (int32_t i = 0; i + FOUR < n; i += FOUR) sum += FOUR_AT(values, i);
    return isfinite(sum[0] + sum[1] + (sum[2] + sum[3]));
}

// A sum is finite only if all its terms are.
bool all_finite(const double *values, int32_t n)
{
    return (n >= FOUR && has_finite_sum(values, n)) || each_is_finite(values, n);
}

static WIDE bool copy_finite(const double *from, int32_t n, double *to)
{
    Four sum = FOUR_AT(from, n - FOUR);
    for (int32_t i = 0; i + FOUR < n; i += FOUR) {
        Four part = FOUR_AT(from, i);
        FOUR_INTO(to, i) = part;
        sum += part;
    }
    FOUR_INTO(to, n - FOUR) = FOUR_AT(from, n - FOUR);
    return isfinite(sum[0] + sum[1] + (sum[2] + sum[3]));
}

bool slots_read_ranges(const SlotRanges *s, const double *v, double *values)
{
    bool are_finite = true;
    for (int32_t i = 0; i < s->n; i++) {
        int32_t count = s->ranges[i].count;
        const double *from = v + s->ranges[i].first;
        if (count < FOUR)
            for (int32_t j = 0; j < count; j++) values[j] = from[j];
        are_finite &=
            (count >= FOUR && copy_finite(from, count, values)) || each_is_finite(values, count);
        values += s->ranges[i].count;
    }
    return are_finite;
}

bool slots_finite(const SlotRanges *s, const double *v)
{
    double a = 0, b = 0, c = 0, d = 0;
    int32_t at = 0;
    for (; at + 4 <= s->n_slots; at += 4) {
        a += 0 * v[s->slots[at]];
        b += 0 * v[s->slots[at + 1]];
        c += 0 * v[s->slots[at + 2]];
        d += 0 * v[s->slots[at + 3]];
    }
    for (; at < s->n_slots; at++) a += 0 * v[s->slots[at]];
    if (a + b + c + d != 0) return false; // NaN is not
    for (int32_t i = 0; i < s->n; i++)
        if (!all_finite(v + s->ranges[i].first, s->ranges[i].count)) return false;
    return true;
}
