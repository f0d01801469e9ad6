// code_pages.h -- room for machine code; private to machine_*.c.
#ifndef PROGRAM_NATIVE_CODE_PAGES_H
#define PROGRAM_NATIVE_CODE_PAGES_H
#include "program/native/machine.h"

enum { LONGEST_SEQUENCE = 32 };

void code_grow(CodeBuffer *c);

static inline void code_reserve(CodeBuffer *c) // for the instructions of one call of machine.h
{
    if (c->room - c->count < LONGEST_SEQUENCE) code_grow(c);
}
#endif
