#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

Text text_make(Arena *out)
{
    return (Text){.arena = out};
}

static void make_room(Text *t, size_t more)
{
    if (t->room - t->length > more) return;
    size_t want = t->room ? t->room * 2 : 64;
    while (want - t->length <= more) want *= 2;
    t->data = arena_grow(t->arena, t->data, t->room, want, 1);
    t->data[t->length] = '\0';
    t->room = want;
}

void text_add_bytes(Text *t, const char *bytes, size_t n)
{
    make_room(t, n);
    if (n) memcpy(t->data + t->length, bytes, n);
    t->length += n;
    t->data[t->length] = '\0';
}

void text_add(Text *t, const char *s)
{
    text_add_bytes(t, s, strlen(s));
}

void text_add_char(Text *t, char c)
{
    text_add_bytes(t, &c, 1);
}

void text_add_lines(Text *t, const char *bytes, size_t n)
{
    const char *p = bytes, *end = bytes + n;
    while (p < end) {
        const char *q = memchr(p, '\r', (size_t)(end - p));
        if (!q) q = end;
        text_add_bytes(t, p, (size_t)(q - p));
        for (p = q; p < end && *p == '\r';) p++;
        if (p == end || *p != '\n') text_add_bytes(t, q, (size_t)(p - q));
    }
}

// The length of the UTF-8 sequence that begins with p; 0: none does.
static size_t sequence_length(const unsigned char *p, size_t n)
{
    size_t k = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (p[0] > 0xF4 || k > n) return 0;
    for (size_t i = 1; i < k; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    return k;
}

void text_add_printable(Text *t, const char *bytes, size_t n)
{
    const unsigned char *p = (const unsigned char *)bytes, *end = p + n;
    while (p < end) {
        size_t k = sequence_length(p, (size_t)(end - p));
        bool is_control = (p[0] < 0x20 && p[0] != '\n' && p[0] != '\t') || p[0] == 0x7F ||
                          (k == 2 && p[0] == 0xC2 && p[1] < 0xA0); // the second set of controls
        if (!k || is_control)
            text_add_char(t, '?');
        else
            text_add_bytes(t, (const char *)p, k);
        p += k ? k : 1;
    }
}

void text_repeat(Text *t, char c, size_t n)
{
    make_room(t, n);
    memset(t->data + t->length, c, n);
    t->length += n;
    t->data[t->length] = '\0';
}

void text_vprintf(Text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0) memory_give_up(0); // the only reason for sound formats
    make_room(t, (size_t)n);
    vsnprintf(t->data + t->length, (size_t)n + 1, format, args);
    t->length += (size_t)n;
}

void text_printf(Text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
}

void text_number(Text *t, double value)
{
    char buffer[NUMBER_TEXT_ROOM];
    int n = number_to_text(buffer, value);
    text_add_bytes(t, buffer, (size_t)n);
}

void text_json_string(Text *t, const char *s, size_t n)
{
    text_add_char(t, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\')
            text_printf(t, "\\%c", c);
        else if (c == '\n')
            text_add(t, "\\n");
        else if (c == '\t')
            text_add(t, "\\t");
        else if (c < 0x20)
            text_printf(t, "\\u%04x", c);
        else
            text_add_char(t, (char)c);
    }
    text_add_char(t, '"');
}

const char *text_cstr(const Text *t)
{
    return t->data ? t->data : "";
}

char *arena_printf(Arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Text t = text_make(a);
    text_vprintf(&t, format, args);
    va_end(args);
    return t.data ? t.data : arena_copy_text(a, "", 0);
}
