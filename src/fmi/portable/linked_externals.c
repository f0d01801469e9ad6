// External functions of a model that leaves in sources: they are called by code of model.c and its
// like, and found by their numbers.
#include <stdlib.h>

#include "program/external/external.h"
#include "program/external/external_source.h"
#include "program/external/guard.h"

extern void (*const tarn_externals[])(void *result, void **values);
void tarn_serve(const void *services);

// ---- Structs: as compilers lay them out --------------------------------------------------------

#define AS_MEMBER(T)                                                                               \
    offsetof(                                                                                      \
        struct {                                                                                   \
            char before;                                                                           \
            T member;                                                                              \
        },                                                                                         \
        member)
#define NUMBER(T)                                                                                  \
    {                                                                                              \
        sizeof(T), AS_MEMBER(T), FFI_TYPE_NUMBER, NULL                                             \
    }
ffi_type ffi_type_void = {1, 1, FFI_TYPE_NUMBER, NULL}, ffi_type_double = NUMBER(double),
         ffi_type_sint = NUMBER(int), ffi_type_sint64 = NUMBER(int64_t),
         ffi_type_uint64 = NUMBER(uint64_t), ffi_type_pointer = NUMBER(void *);

static void lay_out(ffi_type *s)
{
    s->size = 0;
    s->alignment = 1;
    for (ffi_type **member = s->elements; *member; member++) {
        if ((*member)->type == FFI_TYPE_STRUCT) lay_out(*member);
        size_t align = (*member)->alignment;
        if (align > s->alignment) s->alignment = (unsigned short)align;
        s->size = (s->size + align - 1) / align * align + (*member)->size;
    }
    s->size = (s->size + s->alignment - 1) / s->alignment * s->alignment;
}

int ffi_prep_cif(ffi_cif *cif, int abi, unsigned n, ffi_type *result, ffi_type **arguments)
{
    (void)abi, (void)arguments;
    cif->n = n;
    if (result->type == FFI_TYPE_STRUCT) lay_out(result);
    return FFI_OK;
}

void ffi_call(ffi_cif *cif, void (*address)(void), void *result, void **values)
{
    void (*call)(void *, void **) = (void (*)(void *, void **))address;
    (void)cif;
    call(result, values);
}

// ---- Libraries: there is one for each function, its path is the number -------------------------

const char *external_library_load(Arena *out, ExternalLibrary *library)
{
    (void)out, (void)library;
    tarn_serve(&guard_services);
    return NULL;
}

void *external_library_find(Arena *scratch, const ExternalLibrary *library, const char *symbol)
{
    (void)scratch, (void)symbol;
    return (void *)(uintptr_t)tarn_externals[atoi(library->path)];
}

void external_places_text(Arena *scratch, const ProgramExternal *e, Text *out)
{
    (void)scratch, (void)e, (void)out;
}
