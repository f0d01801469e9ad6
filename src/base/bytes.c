#include "base/bytes.h"

#include <string.h>

void bytes_pass(Bytes *s, void *piece, size_t size)
{
    if (!s->is_reading) {
        VEC_RESERVE(s->arena, &s->bytes, size);
        if (size) memcpy(s->bytes.data + s->bytes.count, piece, size);
        s->bytes.count += (uint32_t)size;
        return;
    }
    s->is_short |= s->size - s->at < size;
    if (s->is_short) return;
    if (size) memcpy(piece, s->from + s->at, size);
    s->at += size;
}

void bytes_pass_count(Bytes *s, int64_t *count)
{
    bytes_pass(s, count, sizeof *count);
    // Every element has at least a byte.
    bool is_wrong = s->is_reading && (*count < 0 || (uint64_t)*count > s->size - s->at);
    s->is_short |= is_wrong;
    if (s->is_short) *count = 0;
}

void bytes_pass_text(Bytes *s, const char **text, Arena *arena)
{
    int64_t length = s->is_reading || !*text ? 0 : (int64_t)strlen(*text);
    bytes_pass_count(s, &length);
    if (!s->is_reading) {
        bytes_pass(s, (void *)(uintptr_t)*text, (size_t)length);
        return;
    }
    char *copy = ARENA_ARRAY(arena, char, length + 1);
    bytes_pass(s, copy, (size_t)length);
    *text = copy;
}
