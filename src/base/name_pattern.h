// name_pattern.h -- which variables a user means: a regular expression, or names as they stand.
#ifndef BASE_NAME_PATTERN_H
#define BASE_NAME_PATTERN_H
#include <regex.h>
#include <stdbool.h>

#include "base/arena.h"

typedef struct NamePattern {
    const char *text;
    bool is_simple; // matched here: thousands of names
    regex_t compiled;
} NamePattern;

// False: *why is a sentence. `text` is kept, not copied.
bool name_pattern_open(NamePattern *p, const char *text, Arena *out, const char **why);
bool name_pattern_matches(const NamePattern *p, const char *name);
void name_pattern_close(NamePattern *p);
#endif
