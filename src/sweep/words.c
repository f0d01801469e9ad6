#include "sweep/words.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

const char *word_trimmed(Arena *a, const char *text, size_t length)
{
    while (length && is_blank(text[0])) text++, length--;
    while (length && is_blank(text[length - 1])) length--;
    return arena_copy_text(a, text, length);
}

bool word_number(const char *text, double *number)
{
    const char *end = text + strlen(text), *digits = text;
    bool is_negative = *digits == '-';
    if (*digits == '-' || *digits == '+') digits++;
    if (digits == end || number_from_text(digits, end, number) != end) return false;
    if (is_negative) *number = 0 - *number;
    return isfinite(*number);
}

WordList words_split(Arena *a, const char *text, size_t length, char separator)
{
    WordList parts = {0};
    size_t begin = 0;
    int depth = 0;
    bool is_quoted = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (c == '(' || c == '[' || c == '{') depth++;
        if (c == ')' || c == ']' || c == '}') depth--;
        if (c != separator || depth > 0) continue;
        VEC_PUSH(a, &parts, word_trimmed(a, text + begin, i - begin));
        begin = i + 1;
    }
    VEC_PUSH(a, &parts, word_trimmed(a, text + begin, length - begin));
    return parts;
}
