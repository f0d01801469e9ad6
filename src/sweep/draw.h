// draw.h -- numbers between 0 and 1 by their position in a sequence, and what distributions make
// of them.
#ifndef SWEEP_DRAW_H
#define SWEEP_DRAW_H
#include <stdint.h>

#include "base/arena.h"

// Bits that depend on nothing but the two: the finalizer of splitmix64 [Steele, Lea, Flood 2014].
uint64_t draw_bits(uint64_t seed, uint64_t position);
double draw_uniform(uint64_t seed, uint64_t position); // inside (0, 1)
// The digits of `position` in a prime base, mirrored at the point [Halton 1960].
double draw_mirrored(uint32_t base, uint64_t position);
uint32_t draw_prime(uint32_t i);                           // 2, 3, 5, ...
uint32_t *draw_order(Arena *a, uint64_t seed, uint32_t n); // of the numbers below n
double draw_normal(double u); // that a normal variable falls below with probability u
#endif
