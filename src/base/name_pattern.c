// Subscripts are brackets, and brackets mean something else in a regular expression: "T[1]" matches
// T1. Whoever writes the name of an element means the element, so a name that stands in the text
// between two bars, or is all of it, is taken as it stands, too.
//
// Most patterns are characters, any character and sets of them, some repeated; these are matched
// here, byte by byte as the C library does it in its own locale, which takes ten times as long.
#include "base/name_pattern.h"

#include <string.h>

#include "base/text.h"

// ---- Simple patterns -------------------------------------------------------------------------

enum { MOST_REPEATED = 2 }; // each is tried at every length

static bool is_repetition(char c)
{
    return c == '*' || c == '+' || c == '?';
}

// The end of the character, set or dot at `at`; NULL: something else, or a set with more in it
// than characters.
static const char *end_of_atom(const char *at)
{
    if (*at != '[') return *at && !strchr("()|{}\\^$*+?]", *at) ? at + 1 : NULL;
    const char *end = strchr(at, ']');
    if (!end || end == at + 1 || at[1] == '^') return NULL;
    for (const char *c = at + 1; c < end; c++)
        if (*c == '[' || *c == '-') return NULL;
    return end + 1;
}

static bool is_simple(const char *at)
{
    int repeated = 0;
    if (*at == '^') at++;
    while (*at && !(at[0] == '$' && !at[1])) {
        at = end_of_atom(at);
        if (!at) return false;
        if (is_repetition(*at)) repeated++, at++;
        if (is_repetition(*at)) return false;
    }
    return repeated <= MOST_REPEATED;
}

static bool atom_matches(const char *atom, const char *end, char c)
{
    if (!c) return false;
    if (*atom == '[') return memchr(atom + 1, c, (size_t)(end - atom) - 2) != NULL;
    return *atom == '.' || *atom == c;
}

// The pattern from `at` on, at the beginning of `name`. At most MOST_REPEATED calls deep.
static bool matches_here(const char *at, const char *name)
{
    while (*at && !(at[0] == '$' && !at[1])) {
        const char *end = end_of_atom(at);
        if (is_repetition(*end)) {
            if (*end == '+' && !atom_matches(at, end, *name++)) return false;
            bool is_tried = matches_here(end + 1, name);
            for (bool once = *end == '?'; !is_tried && atom_matches(at, end, *name);) {
                is_tried = matches_here(end + 1, ++name);
                if (once) break;
            }
            return is_tried;
        }
        if (!atom_matches(at, end, *name++)) return false;
        at = end;
    }
    return !*at || !*name;
}

// The character that every match begins with; 0: there are several.
static char first_character(const char *pattern)
{
    const char *end = end_of_atom(pattern);
    return end == pattern + 1 && *pattern != '.' && !is_repetition(*end) ? *pattern : 0;
}

static bool matches_somewhere(const char *pattern, const char *name)
{
    if (*pattern == '^') return matches_here(pattern + 1, name);
    char first = first_character(pattern);
    for (;; name++) {
        if (first && !(name = strchr(name, first))) return false;
        if (matches_here(pattern, name)) return true;
        if (!*name) return false;
    }
}

// ---- All -------------------------------------------------------------------------------------

bool name_pattern_open(NamePattern *p, const char *text, Arena *out, const char **why)
{
    p->text = text;
    p->is_simple = is_simple(text);
    int error = regcomp(&p->compiled, text, REG_EXTENDED | REG_NOSUB);
    if (!error) return true;
    char message[160];
    regerror(error, &p->compiled, message, sizeof message);
    *why = arena_printf(out, "'%s' is not a regular expression: %s", text, message);
    return false;
}

bool name_pattern_matches(const NamePattern *p, const char *name)
{
    if (p->is_simple ? matches_somewhere(p->text, name) : !regexec(&p->compiled, name, 0, NULL, 0))
        return true;
    for (const char *at = p->text; at; at = strchr(at, '|')) {
        at += *at == '|';
        size_t n = 0;
        while (name[n] && at[n] == name[n]) n++;
        if (!name[n] && (at[n] == '|' || !at[n])) return true;
    }
    return false;
}

void name_pattern_close(NamePattern *p)
{
    regfree(&p->compiled);
}
