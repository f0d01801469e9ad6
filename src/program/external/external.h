// external.h -- functions in C and Fortran: where their code comes from and how it is called.
#ifndef PROGRAM_EXTERNAL_EXTERNAL_H
#define PROGRAM_EXTERNAL_EXTERNAL_H
#include <ffi.h>

#include "base/session.h"
#include "base/vec.h"
#include "program/program.h"

enum { MOST_ARGUMENTS = 64, MOST_WHOLE = 6, MOST_REAL = 4 };

struct ExternalBinding { // how a function is called, once it was found
    void (*address)(void);
    ffi_cif cif;
    ffi_type **types;   // of what is passed
    uint32_t n_passed;  // the arguments, and the lengths of strings behind them
    ffi_type **structs; // by argument: the struct behind an address; NULL for others
    ffi_type *result;
    char *broken;          // what happened when it crashed; it is not called again
    bool lets_faults_pass; // see GuardedCall
    bool is_fortran;
    bool is_in_registers; // it returns a double, and takes no more than MOST_WHOLE and MOST_REAL
    bool is_plain;        // in registers, from words to a word: no arrays, structs or outputs
};

typedef struct ExternalSet { // functions with the same annotations
    const ProgramExternal *like;
    VEC(const char *) symbols; // as the linker sees them
} ExternalSet;

// Variables of C code exist once in a model, as in a program that is compiled of it: functions
// whose code may share some are in one library, and their Include texts in one text.
typedef struct ExternalLibrary {
    const ProgramExternal *like; // the first of its functions
    VEC(ExternalSet) sets;
    bool is_divided;  // its sets cannot be compiled together: it has no code, others have it
    uint32_t *parts;  // then: by set, the part that it belongs to
    const char *path; // the shared object that was built; NULL: everything is in `names`
    struct WorkFolder *temporary;         // it was made in, where there is no cache
    VEC(const char *) names;              // of shared libraries: files, or as the system finds them
    VEC(void *) handles;                  // of dlopen
    void *(*at_hand)(const char *symbol); // what this program has itself; NULL: as the system finds
    // Where its sources are asked for:
    VEC(const char *) sources;    // C files that took part
    VEC(const char *) folders;    // with headers
    VEC(const char *) includes;   // texts
    VEC(const char *) undeclared; // functions that are not declared in them
    VEC(const char *) missing;    // symbols that nothing defines
} ExternalLibrary;

// Compiles and links what the annotations lead to, unless that was done before; nothing of it is
// run. False after an error was reported. What several sets cannot have in one is divided, see
// is_divided.
bool external_library_build(Session *s, const char *cache_folder, bool wants_sources, Arena *out,
                            ExternalLibrary *library);
// Whether there is something to compile for it; else its functions are in what the system finds.
bool external_is_compiled(Arena *scratch, const ExternalSet *set, bool wants_sources);
// Loads it into this process. NULL, or a sentence about what went wrong.
const char *external_library_load(Arena *out, ExternalLibrary *library);
// Removes what is not kept in a cache; what is loaded stays.
void external_library_tidy(const ExternalLibrary *library);
// The address of a symbol; NULL: it is nowhere.
void *external_library_find(Arena *scratch, const ExternalLibrary *library, const char *symbol);
bool external_is_fortran(const ProgramExternal *e);
const char *external_symbol(Arena *out, const ProgramExternal *e); // as the linker sees it
// Whether the length of argument k, a string, is passed behind all arguments.
bool external_has_length(const ProgramExternal *e, uint32_t k);

// The two halves of program_bind_externals: everything that runs no foreign code, and the rest.
typedef struct ExternalLibraries {
    VEC(ExternalLibrary) all;
    uint32_t *of_external; // by ProgramExternal
    bool lets_faults_pass; // of calls: this process belongs to others
    bool wants_sources;    // the caller asks what is compiled; nothing that others compiled counts
} ExternalLibraries;
bool externals_build(Session *s, const Program *p, const char *cache_folder, Arena *out,
                     ExternalLibraries *libraries);
bool externals_load(Session *s, Program *p, Arena *out, ExternalLibraries *libraries);
void externals_tidy(const ExternalLibraries *libraries);
#endif
