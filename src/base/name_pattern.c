// Subscripts are brackets, and brackets mean something else in a regular expression: "T[1]" matches
// T1. Whoever writes the name of an element means the element, so a name that stands in the text
// between two bars, or is all of it, is taken as it stands, too.
#include "base/name_pattern.h"

#include <string.h>

#include "base/text.h"

bool name_pattern_open(NamePattern *p, const char *text, Arena *out, const char **why)
{
    p->text = text;
    int error = regcomp(&p->compiled, text, REG_EXTENDED | REG_NOSUB);
    if (!error) return true;
    char message[160];
    regerror(error, &p->compiled, message, sizeof message);
    *why = arena_printf(out, "'%s' is not a regular expression: %s", text, message);
    return false;
}

bool name_pattern_matches(const NamePattern *p, const char *name)
{
    if (!regexec(&p->compiled, name, 0, NULL, 0)) return true;
    size_t length = strlen(name);
    for (const char *at = p->text; at; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, name, length) == 0 && (at[length] == '|' || !at[length])) return true;
    }
    return false;
}

void name_pattern_close(NamePattern *p)
{
    regfree(&p->compiled);
}
