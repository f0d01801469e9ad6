// session.h -- everything one compilation may touch; there are no globals.
#ifndef BASE_SESSION_H
#define BASE_SESSION_H
#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/name.h"
#include "base/source.h"

typedef struct ExprTable ExprTable;       // expr/expr.h
typedef struct Library Library;           // syntax/library.h
typedef struct ExternalDoor ExternalDoor; // expr/function.h

typedef struct Session {
    Arena *arena; // lives as long as the session
    NameTable *names;
    SourceTable *sources;
    Diag *diag;
    ExprTable *exprs;         // of the compilation under way; opened by expr_table_open
    Library *library;         // opened by library_open
    const ExternalDoor *door; // to foreign code while a model is compiled; NULL: none is run
    bool keeps_names;         // of constants, with their units: for the check of units
    Span at;                  // what is worked on: where a limit of memory is met
    size_t most_memory;       // of a compilation, in bytes; 0: no limit
    bool as_part; // a class is looked at as a part of models to come: it may be partial, and its
                  // connectors will be connected
} Session;
#endif
