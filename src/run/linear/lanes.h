// lanes.h -- a complex number and a real one side by side: (re, im, real, 0). The systems of three
// coupled stages are one of each [HW96, IV.8], and what is done to one is done to the other.
#ifndef RUN_LINEAR_LANES_H
#define RUN_LINEAR_LANES_H
#include <complex.h>

#include "run/point/fours.h"

enum { REAL_LANE = 2 };

// No vector is passed between functions that are called: all of these are put into their callers.
#pragma GCC diagnostic ignored "-Wpsabi"

// A number that multiplies others: what it makes of their parts, and of those of a complex number
// in exchange.
typedef struct Multiplier {
    Four own, other;
} Multiplier;

static ALWAYS_INLINE Four lanes_exchanged(Four a)
{
    return (Four){a[1], a[0], a[3], a[3]};
}

static ALWAYS_INLINE Multiplier multiplier_of(Four a)
{
    return (Multiplier){{a[0], a[0], a[2], a[2]}, {-a[1], a[1], 0, 0}};
}

static ALWAYS_INLINE Multiplier multiplier_of_both(double complex pair, double real)
{
    return multiplier_of((Four){creal(pair), cimag(pair), real, 0});
}

static ALWAYS_INLINE Four lanes_product(Multiplier m, Four a)
{
    return m.own * a + m.other * lanes_exchanged(a);
}

static ALWAYS_INLINE Four lanes_inverse(Four a)
{
    double square = a[0] * a[0] + a[1] * a[1];
    return (Four){a[0], -a[1], 1, 0} / (Four){square, square, a[2], 1};
}
#endif
