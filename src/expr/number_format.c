#include "expr/number_format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char real_letters[] = "feEgG", integer_letters[] = "dioxXuc";

static const char *without_percent(const char *format)
{
    return *format == '%' ? format + 1 : format;
}

bool number_format_is_valid(const char *format)
{
    const char *begin = without_percent(format), *p = begin + strspn(begin, "-+ #0");
    size_t width = strspn(p, "0123456789"), precision = 0;
    p += width;
    if (*p == '.') {
        precision = strspn(p + 1, "0123456789");
        p += 1 + precision;
    }
    bool fits = strlen(begin) < 16 && width <= 2 && precision <= 2;
    return fits && *p && !p[1] && (strchr(real_letters, *p) || strchr(integer_letters, *p));
}

void number_format(const char *format, bool is_real, double real, int64_t integer,
                   char text[LONGEST_FORMATTED])
{
    format = without_percent(format);
    size_t n = strlen(format);
    char letter = format[n - 1], pattern[32];
    bool as_real = strchr(real_letters, letter) != NULL;
    const char *length = as_real || letter == 'c' ? "" : "ll";
    snprintf(pattern, sizeof pattern, "%%%.*s%s%c", (int)n - 1, format, length, letter);
    if (as_real && !is_real) real = (double)integer;
    if (!as_real && is_real) integer = (int64_t)llrint(real);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (as_real)
        snprintf(text, LONGEST_FORMATTED, pattern, real);
    else if (letter == 'c')
        snprintf(text, LONGEST_FORMATTED, pattern, (int)integer);
    else
        snprintf(text, LONGEST_FORMATTED, pattern, (long long)integer);
#pragma GCC diagnostic pop
}
