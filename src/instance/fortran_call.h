// fortran_call.h -- a Fortran subroutine called while a model is compiled, in a process of its own.
//
// What a model declares about foreign code may be wrong. The child takes the consequences: it ends
// when the subroutine reads or writes behind an argument, stops the program or never returns, and
// nothing of it is used then.
#ifndef INSTANCE_FORTRAN_CALL_H
#define INSTANCE_FORTRAN_CALL_H
#include "expr/function.h"

enum { FORTRAN_ARGUMENTS = 64 }; // most that can be passed

typedef struct FortranArgument {
    void *data;   // seen by both processes; behind its last byte lies memory nobody may touch
    size_t bytes; // as asked for
    bool is_text; // its length is passed behind all arguments
    void *pages;  // as mapped
    size_t mapped;
} FortranArgument;

// Zeros; false when there is no memory.
bool fortran_argument_open(FortranArgument *a, size_t bytes, bool is_text);
void fortran_argument_close(FortranArgument *a);
// In this process, or in the libraries the annotation names.
bool fortran_exists(const ExternalCall *call);
// False when it did not return properly: the arguments hold nothing to be used.
bool fortran_run(const ExternalCall *call, const FortranArgument *args, uint32_t n);
#endif
