// name.h -- interned strings: equal names are equal pointers.
#ifndef BASE_NAME_H
#define BASE_NAME_H
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct NameText {
    uint32_t hash;
    uint32_t length;
    uint32_t id; // dense, in order of first appearance: 0, 1, 2, ...
    char text[]; // ends with NUL
} NameText;
typedef const NameText *Name; // NULL means "no name"

typedef struct NameTable NameTable;

NameTable *names_open(Arena *out);
Name name_of(NameTable *t, const char *text, size_t length);
Name name_of_text(NameTable *t, const char *text); // NUL-terminated
// The name if it is interned already, else NULL: a look-up that grows nothing.
Name name_find(const NameTable *t, const char *text, size_t length);
uint32_t names_count(const NameTable *t);
#endif
