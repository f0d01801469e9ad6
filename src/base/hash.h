// hash.h -- the one hash function of the compiler.
#ifndef BASE_HASH_H
#define BASE_HASH_H
#include <stddef.h>
#include <stdint.h>

// Not symmetric: mixing a into b differs from mixing b into a, and the result does not depend
// on a ^ b alone, which is the same for many pairs of addresses.
static inline uint64_t hash_mix(uint64_t h, uint64_t word)
{
    h *= 0x9E3779B97F4A7C15u; // 2^64 divided by the golden ratio [Knuth, vol. 3, 6.4]
    h ^= h >> 32;
    h = (h ^ word) * 0xD6E8FEB86659FD93u;
    return h ^ (h >> 29);
}

static inline uint64_t hash_bytes(const char *bytes, size_t n)
{
    uint64_t h = 0xCBF29CE484222325u ^ n;
    for (; n >= 8; n -= 8, bytes += 8) {
        uint64_t word;
        __builtin_memcpy(&word, bytes, 8);
        h = hash_mix(h, word);
    }
    uint64_t last = 0;
    if (n) __builtin_memcpy(&last, bytes, n);
    return hash_mix(h, last);
}
#endif
