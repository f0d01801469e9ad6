// map.h -- hash map from 64-bit keys to 64-bit values.
#ifndef BASE_MAP_H
#define BASE_MAP_H
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

// Keys are numbers or the addresses of interned things. There is no iteration: hash order
// must never reach an output. Who needs an order keeps a vector beside the map.
typedef struct MapEntry {
    uint64_t key, value; // key 0: free
} MapEntry;

typedef struct Map {
    MapEntry *entries;
    uint32_t mask, count;
    bool has_zero; // the key 0, which stands beside the others
    uint64_t of_zero;
    Arena *arena;
} Map;

Map map_make(Arena *out);
void map_put(Map *m, uint64_t key, uint64_t value); // replaces
bool map_get(const Map *m, uint64_t key, uint64_t *value);
// The value stored under `key`; `fallback` when there is none.
uint64_t map_get_or(const Map *m, uint64_t key, uint64_t fallback);

static inline void map_put_pointer(Map *m, const void *key, const void *value)
{
    map_put(m, (uint64_t)(uintptr_t)key, (uint64_t)(uintptr_t)value);
}

static inline void *map_get_pointer(const Map *m, const void *key) // NULL when absent
{
    return (void *)(uintptr_t)map_get_or(m, (uint64_t)(uintptr_t)key, 0);
}
#endif
