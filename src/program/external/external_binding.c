// External functions found by their names, and how each of them is called.
#include <string.h>

#include "program/external/external.h"
#include "program/external/external_source.h"

bool external_is_fortran(const ProgramExternal *e)
{
    return !strcmp(e->language, "FORTRAN 77");
}

// Integers are passed with 64 bits: `int` takes the lower half, and a size is a size_t in C.
static ffi_type *type_of(const ProgramExternal *e, const ExternalArgument *a)
{
    if (external_is_fortran(e) || a->is_array || a->is_output) return &ffi_type_pointer;
    switch (a->type) {
    case EXTERNAL_REAL: return &ffi_type_double;
    case EXTERNAL_BOOLEAN:
    case EXTERNAL_INTEGER: return &ffi_type_sint64;
    default: return &ffi_type_pointer;
    }
}

static ffi_type *type_of_struct(const ExternalStruct *s, Arena *out);

static ffi_type *type_of_value(ExternalType type, const ExternalStruct *structure, Arena *out)
{
    switch (type) {
    case EXTERNAL_REAL: return &ffi_type_double;
    case EXTERNAL_BOOLEAN:
    case EXTERNAL_INTEGER: return &ffi_type_sint;
    case EXTERNAL_RECORD: return type_of_struct(structure, out);
    default: return &ffi_type_pointer;
    }
}

static ffi_type *type_of_struct(const ExternalStruct *s, Arena *out)
{
    ffi_type *type = ARENA_NEW(out, ffi_type);
    type->type = FFI_TYPE_STRUCT;
    type->elements = ARENA_ARRAY(out, ffi_type *, s->n_members + 1); // ends with NULL
    for (uint32_t i = 0; i < s->n_members; i++)
        type->elements[i] = type_of_value(s->members[i].type, s->members[i].inside, out);
    return type;
}

// Structs that are passed by address are laid out as if they were results.
static bool lay_out_structs(const ProgramExternal *e, ExternalBinding *b, Arena *out)
{
    b->structs = ARENA_ARRAY(out, ffi_type *, e->n_arguments + 1);
    for (uint32_t k = 0; k < e->n_arguments; k++) {
        ffi_cif layout;
        if (e->arguments[k].type != EXTERNAL_RECORD) continue;
        b->structs[k] = type_of_struct(e->arguments[k].structure, out);
        if (ffi_prep_cif(&layout, FFI_DEFAULT_ABI, 0, b->structs[k], NULL) != FFI_OK) return false;
    }
    return true;
}

const char *external_symbol(Arena *out, const ProgramExternal *e)
{
    return external_is_fortran(e) ? arena_printf(out, "%s_", e->symbol) : e->symbol;
}

bool external_has_length(const ProgramExternal *e, uint32_t k)
{
    const ExternalArgument *a = &e->arguments[k];
    return external_is_fortran(e) && a->type == EXTERNAL_STRING && !a->is_array;
}

static bool passes_in_registers(const ExternalBinding *b)
{
#if !defined TARN_PORTABLE && (defined __x86_64__ || defined __aarch64__) && !defined _WIN32
    uint32_t n_real = 0;
    for (uint32_t k = 0; k < b->n_passed; k++) n_real += b->types[k] == &ffi_type_double;
    return b->result == &ffi_type_double && n_real <= MOST_REAL &&
           b->n_passed - n_real <= MOST_WHOLE;
#else
    (void)b;
    return false;
#endif
}

static bool passes_words(const ProgramExternal *e)
{
    for (uint32_t k = 0; k < e->n_arguments; k++) {
        const ExternalArgument *a = &e->arguments[k];
        if (a->is_array || a->is_output || a->type == EXTERNAL_RECORD) return false;
    }
    return e->has_result && e->result.type == EXTERNAL_REAL && !external_is_fortran(e);
}

static bool bind(Session *s, ProgramExternal *e, const ExternalLibrary *library, Arena *out)
{
    ExternalBinding *b = ARENA_NEW(out, ExternalBinding);
    void *symbol = external_library_find(out, library, external_symbol(out, e));
    if (!symbol) {
        Diagnostic *d = diag_error(
            s->diag, e->called_at, E_EXTERNAL_CODE,
            "the %s function '%s' of '%s' is not in the libraries and sources of its annotation",
            external_is_fortran(e) ? "Fortran" : "C", e->symbol, e->name);
        diag_note(s->diag, d, e->span, "it is declared here");
        Text places = text_make(out);
        external_places_text(out, e, &places);
        if (places.length) diag_note(s->diag, d, (Span){0, 0}, "%s", text_cstr(&places));
        return false;
    }
    *(void **)&b->address = symbol;
    b->types = ARENA_ARRAY(out, ffi_type *, 2 * e->n_arguments + 1);
    for (uint32_t k = 0; k < e->n_arguments; k++) b->types[k] = type_of(e, &e->arguments[k]);
    b->n_passed = e->n_arguments;
    for (uint32_t k = 0; k < e->n_arguments; k++)
        if (external_has_length(e, k)) b->types[b->n_passed++] = &ffi_type_uint64;
    b->is_fortran = external_is_fortran(e);
    b->result = &ffi_type_void;
    if (e->has_result) b->result = type_of_value(e->result.type, e->result.structure, out);
    b->is_in_registers = passes_in_registers(b);
    b->is_plain = b->is_in_registers && passes_words(e);
    e->binding = b;
    if (b->n_passed <= MOST_ARGUMENTS && lay_out_structs(e, b, out) &&
        ffi_prep_cif(&b->cif, FFI_DEFAULT_ABI, b->n_passed, b->result, b->types) == FFI_OK)
        return true;
    diag_error(s->diag, e->span, E_UNSUPPORTED, "a call of '%s' with these arguments", e->name);
    return false;
}

bool externals_load(Session *s, Program *p, Arena *out, ExternalLibraries *libraries)
{
    for (uint32_t k = 0; k < libraries->all.count; k++) {
        ExternalLibrary *library = &libraries->all.data[k];
        const char *problem = external_library_load(out, library);
        if (!problem) continue;
        diag_error(s->diag, library->like->called_at, E_EXTERNAL_CODE,
                   "the code of '%s' cannot be loaded: %s", library->like->name, problem);
        return false;
    }
    for (uint32_t i = 0; i < p->n_externals; i++) {
        const ExternalLibrary *library = &libraries->all.data[libraries->of_external[i]];
        if (!bind(s, &p->externals[i], library, out)) return false;
        p->externals[i].binding->lets_faults_pass = libraries->lets_faults_pass;
    }
    return true;
}
