// conversion_rules.h -- the rules of a library for models of its older versions (specification
// 18.8.2).
#ifndef SYNTAX_CONVERSION_RULES_H
#define SYNTAX_CONVERSION_RULES_H
#include "base/map.h"
#include "base/vec.h"
#include "syntax/library.h"

typedef enum {
    CONVERT_CLASS,     // before is called after
    CONVERT_CLASS_IF,  // .. where its element has the value
    CONVERT_ELEMENT,   // its element is called after
    CONVERT_MODIFIERS, // some modifiers are replaced by others
    CONVERT_MESSAGE    // a person has to look at it: after is the message
} ConversionKind;

typedef struct ConversionRule {
    ConversionKind kind;
    Name class; // the full name in the old version
    const char *element, *value, *after;
    const char **olds, **news; // CONVERT_MODIFIERS: "name=default", "name=text %old% text"
    uint32_t n_olds, n_news;
    uint32_t next; // with the same class; counts from 1, 0: none
} ConversionRule;

typedef struct ConversionRules { // of one step from version to version
    const char *library, *to;
    VEC(ConversionRule) rules;
    Map first_of; // Name of the class -> number in rules, from 1
} ConversionRules;

// The version that a library calls its own; "" without one.
const char *library_version(Session *s, const LibraryClass *library);
// One step away from version `from` (NULL: whatever it was), without rules where the library says
// that none are needed. NULL: it says nothing of that version.
ConversionRules *conversion_rules(Session *s, const LibraryClass *library, const char *from,
                                  Arena *out);
// The first rule of a kind for a class, and the next one behind `rule`; NULL at the end.
const ConversionRule *conversion_rule(const ConversionRules *r, ConversionKind kind, Name class);
const ConversionRule *conversion_next(const ConversionRules *r, const ConversionRule *rule);
// The new name of a class or of what is inside of it: the longest rule decides. The name itself
// where there is none.
const char *conversion_of_name(Session *s, const ConversionRules *r, const char *full, Arena *out);
#endif
