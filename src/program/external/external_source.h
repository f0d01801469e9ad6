// external_source.h -- which files may belong to an external function; private to program/.
//
// The rule, in words: the Include texts are compiled, with IncludeDirectory and SourceDirectory on
// the path of headers. A library X is libX.a or libX.so in LibraryDirectory, first in its folder
// for this platform, or one the system has. What is still missing then is looked for in the C files
// of SourceDirectory (C-Sources where a Library is named and no SourceDirectory) and
// IncludeDirectory, and of the folder X in them: a file belongs when its object defines something
// that is missing.
#ifndef PROGRAM_EXTERNAL_EXTERNAL_SOURCE_H
#define PROGRAM_EXTERNAL_EXTERNAL_SOURCE_H
#include "base/vec.h"
#include "program/external/external.h"
#include "program/external/object_symbols.h"

#define ENTRY "tarn_entry_"     // followed by a symbol: its address
#define MISSING "tarn_missing_" // followed by a symbol: it is defined nowhere

typedef VEC(const char *) PathList;

typedef struct SourceList {
    PathList folders;          // for -I
    PathList files;            // the C files in them
    PathList archives, shared; // object libraries
    PathList elsewhere;        // names of libraries that are not in LibraryDirectory
    uint64_t headers_hash;     // of the contents of all headers in the folders
    uint64_t hash;             // of everything that may take part
} SourceList;

void external_sources(Arena *out, const ProgramExternal *e, SourceList *list);
// Of all sets. False: a name in the folders of one means another file in those of others.
bool external_sources_of_all(Arena *out, const ExternalLibrary *library, SourceList *list);
// Where that was looked for, as a sentence for people.
void external_places_text(Arena *scratch, const ProgramExternal *e, Text *out);
// The C files that mention a symbol; whether one of them defines it, its object says.
PathList external_candidates(Arena *out, const SourceList *list, const char *symbol);

// ---- Texts of C ------------------------------------------------------------------------------
// The Include texts of one set, added to those of others: what is there already is not repeated.
void external_includes(Arena *out, const ProgramExternal *e, PathList *includes);
// An Include text with the C files of the library's folders that it includes in their places: where
// it goes, every C file is compiled by itself.
void external_add_whole(Arena *scratch, const ExternalLibrary *library, const char *text,
                        Text *out);
// Error handling, memory for strings, and the Include texts.
void external_support_text(const PathList *includes, Text *out);
void external_entry_text(const SymbolList *symbols, bool are_declared, Text *out);
void external_missing_text(const SymbolList *missing, Text *out);
void external_header_text(Text *out);         // ModelicaUtilities.h
bool external_is_utility(const char *symbol); // it is declared there
void external_utilities_text(Text *out);      // what is declared there
#endif
