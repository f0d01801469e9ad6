// Open addressing, linear probing, doubled at 60 % load; nothing is ever removed.
#include "base/map.h"

#include "base/hash.h"

Map map_make(Arena *out)
{
    return (Map){.arena = out};
}

static uint32_t slot_of(const Map *m, uint64_t key)
{
    uint32_t i = (uint32_t)(hash_mix(0, key) >> 16) & m->mask;
    while (m->used[i] && m->keys[i] != key) i = (i + 1) & m->mask;
    return i;
}

static void resize(Map *m, uint32_t room)
{
    Map before = *m;
    m->keys = ARENA_RAW(m->arena, uint64_t, room);
    m->values = ARENA_RAW(m->arena, uint64_t, room);
    m->used = ARENA_ARRAY(m->arena, uint8_t, room);
    m->mask = room - 1;
    for (uint32_t i = 0; before.used && i <= before.mask; i++)
        if (before.used[i]) {
            uint32_t k = slot_of(m, before.keys[i]);
            m->used[k] = 1;
            m->keys[k] = before.keys[i];
            m->values[k] = before.values[i];
        }
    if (!before.used) return;
    size_t n = before.mask + (size_t)1;
    arena_release(m->arena, before.keys, n * sizeof *before.keys);
    arena_release(m->arena, before.values, n * sizeof *before.values);
    arena_release(m->arena, before.used, n);
}

void map_put(Map *m, uint64_t key, uint64_t value)
{
    if (!m->used)
        resize(m, 16);
    else if (m->count * 5ull >= (m->mask + 1ull) * 3)
        resize(m, (m->mask + 1) * 2);
    uint32_t i = slot_of(m, key);
    if (!m->used[i]) {
        m->used[i] = 1;
        m->keys[i] = key;
        m->count++;
    }
    m->values[i] = value;
}

bool map_get(const Map *m, uint64_t key, uint64_t *value)
{
    if (!m->used) return false;
    uint32_t i = slot_of(m, key);
    if (!m->used[i]) return false;
    *value = m->values[i];
    return true;
}

uint64_t map_get_or(const Map *m, uint64_t key, uint64_t fallback)
{
    uint64_t value;
    return map_get(m, key, &value) ? value : fallback;
}
