// What somebody meant who wrote "Nm", "m/s^2", "J/kg/K", "sec" or "°C": the text is rewritten
// symbol by symbol, and offered only if it is a unit then.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "units/unit_table.h"

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '%';
}

// The symbol that differs in the case of its letters only: "Kg", "ohm", "hz".
static const char *other_case(Arena *out, const char *text, size_t n)
{
    for (const UnitRow *row = unit_rows; row->symbol; row++) {
        size_t length = strlen(row->symbol);
        if (length == n && n > 1 && !strncasecmp(row->symbol, text, n)) return row->symbol;
        if (length + 1 != n || !row->takes_prefix || strncasecmp(row->symbol, text + 1, length))
            continue;
        SiUnit u;
        const char *all = arena_printf(out, "%c%s", text[0] == 'K' ? 'k' : text[0], row->symbol);
        if (unit_operand(all, n, &u)) return all;
    }
    return NULL;
}

static const char *two_symbols(Arena *out, const char *text, size_t n)
{
    SiUnit u;
    for (size_t i = n; i-- > 1;)
        if (unit_operand(text, i, &u) && unit_operand(text + i, n - i, &u))
            return arena_printf(out, "%.*s.%.*s", (int)i, text, (int)(n - i), text + i);
    return NULL;
}

static const char *known_symbol(Arena *out, const char *text, size_t n)
{
    SiUnit u;
    const char *near = NULL;
    if (unit_operand(text, n, &u)) return arena_copy_text(out, text, n);
    for (const WordRow *row = word_rows; row->word && !near; row++)
        if (strlen(row->word) == n && !strncasecmp(row->word, text, n)) near = row->unit;
    if (!near) near = other_case(out, text, n);
    return near ? near : two_symbols(out, text, n);
}

// Signs that mean the same: products, powers, letters beyond ASCII.
static const struct {
    const char *from, *to;
} signs[] = {{"**", ""},   {"^", ""},    {"*", "."},   {" ", "."},     {"·", "."},
             {"⋅", "."},   {"²", "2"},   {"³", "3"},   {"°C", "degC"}, {"°F", "degF"},
             {"°", "deg"}, {"Ω", "Ohm"}, {"Ω", "Ohm"}, {"µ", "u"},     {"μ", "u"}};

static const char *plain_signs(Arena *out, const char *text)
{
    Text t = text_make(out);
    while (*text) {
        size_t k = 0, n = sizeof signs / sizeof *signs;
        while (k < n && strncmp(text, signs[k].from, strlen(signs[k].from))) k++;
        if (k < n)
            text_add(&t, signs[k].to);
        else
            text_add_char(&t, *text);
        text += k < n ? strlen(signs[k].from) : 1;
    }
    return text_cstr(&t);
}

// a/b/c and a/b.c become a/(b.c): what stands behind a stroke was meant to be below it.
static const char *one_stroke(Arena *out, const char *text)
{
    const char *stroke = strchr(text, '/');
    if (!stroke || strpbrk(text, "()") || !strpbrk(stroke + 1, "/.")) return text;
    Text t = text_make(out);
    text_add_bytes(&t, text, (size_t)(stroke - text));
    text_add(&t, "/(");
    for (const char *p = stroke + 1; *p; p++) text_add_char(&t, *p == '/' ? '.' : *p);
    text_add_char(&t, ')');
    return text_cstr(&t);
}

const char *unit_repair(Arena *out, const char *text)
{
    const char *p = one_stroke(out, plain_signs(out, text));
    Text t = text_make(out);
    while (*p) {
        const char *begin = p;
        while (is_letter(*p)) p++;
        if (p == begin) {
            text_add_char(&t, *p++);
            continue;
        }
        const char *symbol = known_symbol(out, begin, (size_t)(p - begin));
        if (!symbol) return NULL;
        text_add(&t, symbol);
    }
    SiUnit u;
    const char *fault;
    const char *repaired = text_cstr(&t);
    return strcmp(repaired, text) && unit_parse(repaired, &u, &fault) ? repaired : NULL;
}
