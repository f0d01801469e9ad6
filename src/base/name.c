// Open addressing with linear probing; the table doubles at 60 % load.
#include "base/name.h"

#include <string.h>

#include "base/hash.h"

struct NameTable {
    Arena *arena;
    Name *slots;
    uint32_t mask, count;
};

NameTable *names_open(Arena *out)
{
    NameTable *t = ARENA_NEW(out, NameTable);
    t->arena = out;
    t->mask = 1023;
    t->slots = ARENA_ARRAY(out, Name, t->mask + 1);
    return t;
}

static uint32_t slot_of(const NameTable *t, const char *text, size_t length, uint32_t hash)
{
    uint32_t i = hash & t->mask;
    for (Name n; (n = t->slots[i]); i = (i + 1) & t->mask)
        if (n->hash == hash && n->length == length && !memcmp(n->text, text, length)) break;
    return i;
}

static void grow(NameTable *t)
{
    Name *before = t->slots;
    uint32_t n = t->mask + 1;
    t->mask = n * 2 - 1;
    t->slots = ARENA_ARRAY(t->arena, Name, n * 2);
    for (uint32_t i = 0; i < n; i++)
        if (before[i]) {
            uint32_t k = before[i]->hash & t->mask;
            while (t->slots[k]) k = (k + 1) & t->mask;
            t->slots[k] = before[i];
        }
    arena_release(t->arena, before, n * sizeof *before);
}

Name name_of(NameTable *t, const char *text, size_t length)
{
    uint32_t hash = (uint32_t)hash_bytes(text, length);
    uint32_t i = slot_of(t, text, length, hash);
    if (t->slots[i]) return t->slots[i];
    NameText *n = arena_alloc(t->arena, sizeof(NameText) + length + 1, _Alignof(NameText));
    *n = (NameText){.hash = hash, .length = (uint32_t)length, .id = t->count++};
    memcpy(n->text, text, length);
    n->text[length] = '\0';
    t->slots[i] = n;
    if (t->count * 5ull > (t->mask + 1ull) * 3) grow(t);
    return n;
}

Name name_of_text(NameTable *t, const char *text)
{
    return name_of(t, text, strlen(text));
}

Name name_find(const NameTable *t, const char *text, size_t length)
{
    return t->slots[slot_of(t, text, length, (uint32_t)hash_bytes(text, length))];
}

uint32_t names_count(const NameTable *t)
{
    return t->count;
}
