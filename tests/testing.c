#include "testing.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"

char *test_read_file(TestCase *t, const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        text_printf(&t->difference, "%s: %s\n", path, strerror(errno));
        return NULL;
    }
    Text all = text_make(t->arena);
    char piece[65536];
    for (size_t got; (got = fread(piece, 1, sizeof piece, in));) text_add_bytes(&all, piece, got);
    fclose(in);
    if (length) *length = all.length;
    text_add_bytes(&all, "", 0);
    return all.data;
}

bool test_write_file(TestCase *t, const char *path, const char *text, size_t length)
{
    FILE *out = fopen(path, "wb");
    bool ok = out && fwrite(text, 1, length, out) == length;
    if (out && fclose(out) != 0) ok = false;
    if (!ok) text_printf(&t->difference, "%s cannot be written\n", path);
    return ok;
}

typedef struct Line {
    const char *text;
    size_t length;
} Line;

typedef VEC(Line) Lines;

static Lines split(Arena *arena, const char *text)
{
    Lines lines = {0};
    while (*text) {
        const char *end = strchrnul(text, '\n');
        VEC_PUSH(arena, &lines, ((Line){text, (size_t)(end - text)}));
        text = *end ? end + 1 : end;
    }
    return lines;
}

static bool same_line(Line a, Line b)
{
    return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

static void add_line(Text *out, char mark, Line line)
{
    text_printf(out, "%c %.*s\n", mark, (int)line.length, line.text);
}

// Everything between the first and the last line that differ; enough for golden texts, which
// usually change in one place.
bool test_same_text(TestCase *t, const char *actual, const char *expected)
{
    if (!strcmp(actual, expected)) return true;
    Lines a = split(t->arena, actual), e = split(t->arena, expected);
    uint32_t head = 0, tail = 0;
    while (head < a.count && head < e.count && same_line(a.data[head], e.data[head])) head++;
    while (tail < a.count - head && tail < e.count - head &&
           same_line(a.data[a.count - 1 - tail], e.data[e.count - 1 - tail]))
        tail++;
    text_printf(&t->difference, "differs from line %u on (- expected, + actual):\n", head + 1);
    for (uint32_t i = head < 2 ? 0 : head - 2; i < head; i++)
        add_line(&t->difference, ' ', a.data[i]);
    for (uint32_t i = head; i < e.count - tail; i++) add_line(&t->difference, '-', e.data[i]);
    for (uint32_t i = head; i < a.count - tail; i++) add_line(&t->difference, '+', a.data[i]);
    for (uint32_t i = a.count - tail; i < a.count && i < a.count - tail + 2; i++)
        add_line(&t->difference, ' ', a.data[i]);
    return false;
}
