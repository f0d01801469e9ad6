// text.h -- growing text buffer and number output that round-trips.
#ifndef BASE_TEXT_H
#define BASE_TEXT_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/number.h"

// Always NUL-terminated once something was added; `data` may move on every call.
typedef struct Text {
    char *data;
    size_t length, room;
    Arena *arena;
} Text;

Text text_make(Arena *out);
void text_add(Text *t, const char *s);
void text_add_bytes(Text *t, const char *bytes, size_t n);
void text_add_char(Text *t, char c);
// The bytes with "\n" for every line end: "\r" directly before "\n" is left out.
void text_add_lines(Text *t, const char *bytes, size_t n);
// For a terminal: what is no line end, tab or printable UTF-8 becomes '?', escape sequences too.
void text_add_printable(Text *t, const char *bytes, size_t n);
void text_repeat(Text *t, char c, size_t n);
void text_printf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(Text *t, const char *format, va_list args);
// Shortest decimal that reads back as the same double: 0.1, 1e-9, 42 (no ".0"), nan, inf.
void text_number(Text *t, double value);
void text_json_string(Text *t, const char *s, size_t n); // with the quotes
const char *text_cstr(const Text *t);                    // "" when nothing was added

// A printf into arena memory.
char *arena_printf(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
