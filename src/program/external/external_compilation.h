// external_compilation.h -- the making of one library of external functions; private to
// program/external/.
#ifndef PROGRAM_EXTERNAL_EXTERNAL_COMPILATION_H
#define PROGRAM_EXTERNAL_EXTERNAL_COMPILATION_H
#include "program/external/cache.h"
#include "program/external/compiler.h"
#include "program/external/external_source.h"

// RECIPE changes with the way libraries are put together: none made before is taken from the cache.
enum { RECIPE = 8 };

typedef VEC(const char *) WordVec;

typedef struct Compilation {
    Session *s;
    Arena *arena;
    const ProgramExternal *external; // the first that needs the library
    const ExternalLibrary *library;
    PathList includes; // texts of all sets
    SourceList sources;
    const char *folder;  // of the cache, or that of the work
    WorkFolder *work;    // for files that nobody keeps
    const char *include; // folder with ModelicaUtilities.h, for sources that come without it
    const char *log;
    WordVec objects;
    SymbolList defined; // by the objects
    PathList shared;    // libraries that are linked to, by their files
    SymbolList missing;
    PathList taken;        // C files that took part
    SymbolList undeclared; // see ExternalLibrary
    bool wants_sources;
    bool lacks_library;      // one of the annotation is not on this machine
    bool has_runtime_of_cpp; // asked for
} Compilation;

void *compilation_symbol(void *handle, const char *name); // of dlopen; NULL: it has none
// A file in the folder of the work.
const char *compilation_file(const Compilation *c, const char *name);
// From where it was made to where it is looked for: two runs at the same time do not meet.
bool compilation_keep(const char *made, const char *path);
CompileOutcome compilation_try(Compilation *c, const Text *text); // nothing is made of it
// Compiles and links everything; what is missing then is in `missing`.
CompileOutcome compilation_make(Compilation *c, const char *to);
#endif
