// external.h -- functions in C and Fortran: where their code comes from and how it is called.
#ifndef PROGRAM_EXTERNAL_EXTERNAL_H
#define PROGRAM_EXTERNAL_EXTERNAL_H
#include <ffi.h>

#include "base/session.h"
#include "program/program.h"

// What library code may ask of us (chapter 12.9.6 of the specification); handed to the support
// code that is compiled with it.
typedef struct ExternalServices {
    void *client;
    void (*message)(void *client, int is_warning, const char *text);
    void *(*allocate)(void *client, size_t bytes);
} ExternalServices;

// Runs call(arg) with the services; 0, or 1 after ModelicaError with the text in `error`.
typedef int (*ExternalGuard)(const ExternalServices *services, void (*call)(void *), void *arg,
                             char *error, size_t error_size);

struct ExternalBinding { // how a function is called, once it was found
    void (*address)(void);
    ExternalGuard guard; // NULL: the code knows nothing of us
    ffi_cif cif;
    ffi_type **types;
    ffi_type **structs; // by argument: the struct behind an address; NULL for others
    ffi_type *result;
};

typedef struct ExternalLibrary { // what functions with the same annotations share
    const ProgramExternal *like;
    void **handles; // of dlopen
    uint32_t n_handles;
    ExternalGuard guard;
} ExternalLibrary;

// Compiles the sources that the annotations lead to, unless that was done before, and loads
// everything. False after an error was reported; `name` is the function it was needed for.
bool external_library_open(Session *s, const ProgramExternal *e, const char *name,
                           const char *cache_folder, Arena *out, ExternalLibrary *library);
#endif
