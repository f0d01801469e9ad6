// object_symbols.h -- the names that an object file defines and those it leaves open.
#ifndef PROGRAM_EXTERNAL_OBJECT_SYMBOLS_H
#define PROGRAM_EXTERNAL_OBJECT_SYMBOLS_H
#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

typedef VEC(const char *) SymbolList;

typedef struct ObjectSymbols {
    SymbolList defined, open; // in the order of the table; other files see them
} ObjectSymbols;

// Of a relocatable object, or the dynamic symbols of a shared one; false when the file is none.
bool object_symbols(Arena *out, const char *path, ObjectSymbols *symbols);
bool symbol_in(const SymbolList *list, const char *name);
#endif
