// Values of string literals.
#include <string.h>

#include "syntax/ast.h"

static char escaped(char c)
{
    static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? values[found - letters] : c;
}

// A line end of the file is one '\n' in the string, however the file writes it.
char *ast_string_value(const AstExpr *string, Arena *out, uint32_t *length)
{
    const char *p = string->u.string.raw, *end = p + string->u.string.length;
    char *text = arena_alloc(out, string->u.string.length + 1, 1), *q = text;
    while (p < end) {
        if (*p == '\\' && p + 1 < end) {
            *q++ = escaped(p[1]);
            p += 2;
        } else if (*p == '\r' && p + 1 < end && p[1] == '\n') {
            p++;
        } else {
            *q++ = *p++;
        }
    }
    *q = '\0';
    *length = (uint32_t)(q - text);
    return text;
}
