// program_bytes.h -- a Program as bytes: a model that leaves the process it was compiled in.
//
// Everything an engine and the runtime need is in them, in the order of the tables below; nothing
// is said about the text that it was made from, and no address: equal programs are equal bytes.
// They are read by the version that wrote them, on a machine with the same order of bytes.
#ifndef PROGRAM_PROGRAM_BYTES_H
#define PROGRAM_PROGRAM_BYTES_H
#include "base/bytes.h"
#include "program/program.h"

// Writes `p` or fills it in; texts that are read stay where they are in the bytes. False: these are
// no bytes of a program. Bindings of external functions are not in them.
bool program_pass(Program *p, Bytes *b, Arena *out);
uint64_t program_identity(Program *p); // a hash of them
#endif
