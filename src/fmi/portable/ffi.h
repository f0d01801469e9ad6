// ffi.h -- libffi in small: where external functions are called by code that was compiled with
// them, what is left of it is the layout of structs.
#ifndef FMI_PORTABLE_FFI_H
#define FMI_PORTABLE_FFI_H
#include <stddef.h>

typedef struct ffi_type {
    size_t size;
    unsigned short alignment, type;
    struct ffi_type **elements; // of a struct; ends with NULL
} ffi_type;
typedef struct ffi_cif {
    unsigned n;
} ffi_cif;
enum { FFI_OK, FFI_DEFAULT_ABI, FFI_TYPE_NUMBER, FFI_TYPE_STRUCT };

extern ffi_type ffi_type_void, ffi_type_double, ffi_type_sint, ffi_type_sint64, ffi_type_uint64,
    ffi_type_pointer;
int ffi_prep_cif(ffi_cif *cif, int abi, unsigned n, ffi_type *result, ffi_type **arguments);
// The address is that of a tarn_call_N (model.c).
void ffi_call(ffi_cif *cif, void (*address)(void), void *result, void **values);
#endif
