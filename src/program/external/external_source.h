// external_source.h -- which C files belong to an external function; private to program/.
#ifndef PROGRAM_EXTERNAL_EXTERNAL_SOURCE_H
#define PROGRAM_EXTERNAL_EXTERNAL_SOURCE_H
#include "base/vec.h"
#include "program/external/external.h"

typedef struct SourceList {
    VEC(const char *) files;   // C files
    VEC(const char *) folders; // for -I
    VEC(const char *) archives;
    uint64_t hash; // of the contents of everything, headers included
} SourceList;

// The rule, in words: a header that Include names brings the C file of the same name beside it,
// which brings those of its own headers; a library of the name X is X.c, or all C files of the
// folder X, or libX.a, in the folders the annotations name.
void external_sources(Arena *out, const ProgramExternal *e, SourceList *list);
// Adds the C files, beside those in the list, that define what a linker said to be missing in
// `log`; false when there are none.
bool external_add_missing(Arena *out, const char *log, SourceList *list);
// The text compiled with them: error handling, memory for strings, and the Include texts.
void external_support_text(const ProgramExternal *e, Text *out);
void external_header_text(Text *out); // ModelicaUtilities.h
#endif
