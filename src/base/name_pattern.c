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

// A backslash takes the meaning from a sign; before other signs and letters it has one of its own.
static bool is_plain_behind_backslash(char c)
{
    return c && strchr(".[]()*+?{}|^$\\", c);
}

// The end of the character, set or dot at `at`; NULL: something else, or a set with more in it
// than characters.
static const char *end_of_atom(const char *at)
{
    if (*at == '\\') return is_plain_behind_backslash(at[1]) ? at + 2 : NULL;
    if (*at != '[') return *at && !strchr("()|{}\\^$*+?]", *at) ? at + 1 : NULL;
    const char *end = strchr(at, ']');
    if (!end || end == at + 1 || at[1] == '^') return NULL;
    for (const char *c = at + 1; c < end; c++)
        if (*c == '[' || *c == '-') return NULL;
    return end + 1;
}

// Takes the pattern apart; leaves `atoms` NULL where something else stands in it.
static void find_atoms(NamePattern *p, Arena *out)
{
    const char *at = p->text;
    PatternAtom *atoms = ARENA_ARRAY(out, PatternAtom, strlen(at) + 1);
    int repeated = 0, n = 0;
    p->at_begin = *at == '^';
    at += p->at_begin;
    while (*at && !(at[0] == '$' && !at[1])) {
        const char *end = end_of_atom(at);
        if (!end) return;
        if (*at == '[')
            atoms[n] = (PatternAtom){at + 1, (size_t)(end - at) - 2, 0};
        else
            atoms[n] = (PatternAtom){*at == '.' ? NULL : end - 1, 1, 0};
        at = end;
        if (is_repetition(*at)) repeated++, atoms[n].repetition = *at++;
        if (is_repetition(*at) || repeated > MOST_REPEATED) return;
        n++;
    }
    atoms[n] = (PatternAtom){0}; // the end
    p->at_end = *at == '$';
    p->atoms = atoms;
}

static bool is_last(const PatternAtom *a)
{
    return !a->n;
}

static bool atom_matches(const PatternAtom *a, char c)
{
    if (!c) return false;
    if (!a->set || *a->set == c) return true;
    return a->n > 1 && memchr(a->set, c, a->n) != NULL;
}

// The pattern from `a` on, at the beginning of `name`. At most MOST_REPEATED calls deep.
static bool matches_here(const NamePattern *p, const PatternAtom *a, const char *name)
{
    for (; !is_last(a); a++) {
        if (a->repetition) {
            if (a->repetition == '+' && !atom_matches(a, *name++)) return false;
            bool is_tried = matches_here(p, a + 1, name);
            while (!is_tried && atom_matches(a, *name)) {
                is_tried = matches_here(p, a + 1, ++name);
                if (a->repetition == '?') break;
            }
            return is_tried;
        }
        if (!atom_matches(a, *name++)) return false;
    }
    return !p->at_end || !*name;
}

static bool matches_somewhere(const NamePattern *p, const char *name)
{
    const PatternAtom *first = p->atoms;
    if (p->at_begin) return matches_here(p, first, name);
    bool is_one = first->n == 1 && first->set && !first->repetition;
    for (;; name++) {
        if (is_one && !(name = strchr(name, *first->set))) return false;
        if (matches_here(p, first, name)) return true;
        if (!*name) return false;
    }
}

// ---- All -------------------------------------------------------------------------------------

bool name_pattern_open(NamePattern *p, const char *text, Arena *out, const char **why)
{
    *p = (NamePattern){.text = text, .has_bars = strchr(text, '|') != NULL};
    find_atoms(p, out);
    int error = regcomp(&p->compiled, text, REG_EXTENDED | REG_NOSUB);
    if (!error) return true;
    char message[160];
    regerror(error, &p->compiled, message, sizeof message);
    *why = arena_printf(out, "'%s' is not a regular expression: %s", text, message);
    return false;
}

bool name_pattern_matches(const NamePattern *p, const char *name)
{
    if (p->atoms ? matches_somewhere(p, name) : !regexec(&p->compiled, name, 0, NULL, 0))
        return true;
    if (!p->has_bars) return *p->text == *name && !strcmp(p->text, name);
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
