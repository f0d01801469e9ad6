// bitset.h -- a fixed number of bits.
#ifndef BASE_BITSET_H
#define BASE_BITSET_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

typedef struct BitSet {
    uint64_t *words;
    uint32_t n_bits;
} BitSet;

static inline BitSet bitset_make(Arena *out, uint32_t n_bits)
{
    return (BitSet){ARENA_ARRAY(out, uint64_t, n_bits / 64 + 1), n_bits};
}

static inline bool bitset_has(const BitSet *b, uint32_t i)
{
    return (b->words[i / 64] >> (i % 64)) & 1u;
}

static inline void bitset_add(BitSet *b, uint32_t i)
{
    b->words[i / 64] |= (uint64_t)1 << (i % 64);
}

static inline void bitset_remove(BitSet *b, uint32_t i)
{
    b->words[i / 64] &= ~((uint64_t)1 << (i % 64));
}

static inline void bitset_clear(BitSet *b)
{
    memset(b->words, 0, (b->n_bits / 64 + 1) * sizeof *b->words);
}

static inline void bitset_unite(BitSet *b, const BitSet *with) // of as many bits
{
    for (uint32_t w = 0; w <= b->n_bits / 64; w++) b->words[w] |= with->words[w];
}

static inline uint32_t bitset_count(const BitSet *b)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w <= b->n_bits / 64; w++) n += (uint32_t)__builtin_popcountll(b->words[w]);
    return n;
}
#endif
