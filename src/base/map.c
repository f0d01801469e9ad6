// Open addressing, linear probing, doubled at 60 % load; nothing is ever removed. Key and value lie
// side by side: in a large map every look costs one line of the cache, not three.
#include "base/map.h"

#include "base/hash.h"

enum { FIRST_ROOM = 16 };

Map map_make(Arena *out)
{
    return (Map){.arena = out};
}

// Where the key is, or would be.
static MapEntry *entry_of(const Map *m, uint64_t key)
{
    uint32_t i = (uint32_t)(hash_mix(0, key) >> 16) & m->mask;
    while (m->entries[i].key && m->entries[i].key != key) i = (i + 1) & m->mask;
    return &m->entries[i];
}

static void resize(Map *m, uint32_t room)
{
    MapEntry *before = m->entries;
    uint32_t n = before ? m->mask + 1 : 0;
    m->entries = ARENA_ARRAY(m->arena, MapEntry, room);
    m->mask = room - 1;
    for (uint32_t i = 0; i < n; i++)
        if (before[i].key) *entry_of(m, before[i].key) = before[i];
    arena_release(m->arena, before, n * sizeof *before);
}

void map_put(Map *m, uint64_t key, uint64_t value)
{
    if (!key) {
        m->count += !m->has_zero;
        m->has_zero = true;
        m->of_zero = value;
        return;
    }
    if (!m->entries)
        resize(m, FIRST_ROOM);
    else if (m->count * 5ull >= (m->mask + 1ull) * 3)
        resize(m, (m->mask + 1) * 2);
    MapEntry *e = entry_of(m, key);
    if (!e->key) m->count++;
    *e = (MapEntry){key, value};
}

bool map_get(const Map *m, uint64_t key, uint64_t *value)
{
    const MapEntry *e = key && m->entries ? entry_of(m, key) : NULL;
    if (key ? !e || !e->key : !m->has_zero) return false;
    *value = key ? e->value : m->of_zero;
    return true;
}

uint64_t map_get_or(const Map *m, uint64_t key, uint64_t fallback)
{
    uint64_t value;
    return map_get(m, key, &value) ? value : fallback;
}
