#include "sweep/draw.h"

#include <math.h>
#include <stdbool.h>

uint64_t draw_bits(uint64_t seed, uint64_t position)
{
    uint64_t z = seed + (position + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double draw_uniform(uint64_t seed, uint64_t position)
{
    return ((double)(draw_bits(seed, position) >> 12) + 0.5) * 0x1p-52;
}

double draw_mirrored(uint32_t base, uint64_t position)
{
    double digit = 1, sum = 0;
    for (; position; position /= base) {
        digit /= base;
        sum += digit * (double)(position % base);
    }
    return sum;
}

static bool is_prime(uint32_t n)
{
    for (uint32_t d = 2; d * d <= n; d++)
        if (n % d == 0) return false;
    return true;
}

uint32_t draw_prime(uint32_t i)
{
    for (uint32_t n = 2;; n++)
        if (is_prime(n) && i-- == 0) return n;
}

uint32_t *draw_order(Arena *a, uint64_t seed, uint32_t n)
{
    uint32_t *order = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = (uint32_t)(draw_bits(seed, i) % (i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

// Of the lower half; the upper one mirrors it. A rational start [Abramowitz and Stegun, 26.2.23],
// good to 4.5e-4, and Newton's method, which doubles its digits.
static double normal_below(double u)
{
    double t = sqrt(-2 * log(u));
    double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                         (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
    for (int k = 0; k < 4; k++) {
        double below = 0.5 * erfc(-x / sqrt(2)), density = exp(-x * x / 2) / sqrt(2 * M_PI);
        x -= (below - u) / density;
    }
    return x;
}

double draw_normal(double u)
{
    return u < 0.5 ? normal_below(u) : u > 0.5 ? -normal_below(1 - u) : 0;
}
