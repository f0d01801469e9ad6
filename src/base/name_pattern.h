// name_pattern.h -- which variables a user means: a regular expression, or names as they stand.
#ifndef BASE_NAME_PATTERN_H
#define BASE_NAME_PATTERN_H
#include <regex.h>
#include <stdbool.h>

#include "base/arena.h"

typedef struct PatternAtom { // of a simple pattern: a character, a set of them, or any
    const char *set;         // its characters; NULL: any
    size_t n;
    char repetition; // '*', '+', '?'; 0: once
} PatternAtom;

typedef struct NamePattern {
    const char *text;
    const PatternAtom *atoms; // NULL: not simple
    bool at_begin, at_end;    // simple: nothing before it, behind it
    bool has_bars;            // between texts one of which is meant
    regex_t compiled;
} NamePattern;

// False: *why is a sentence. `text` is kept, not copied.
bool name_pattern_open(NamePattern *p, const char *text, Arena *out, const char **why);
bool name_pattern_matches(const NamePattern *p, const char *name);
void name_pattern_close(NamePattern *p);
#endif
