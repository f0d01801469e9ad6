// builder.h -- writing a Program instruction by instruction.
#ifndef PROGRAM_LOWER_BUILDER_H
#define PROGRAM_LOWER_BUILDER_H
#include "base/map.h"
#include "program/program.h"

typedef struct Builder {
    Arena *out, *scratch;
    VEC(Instruction) code;
    VEC(int32_t) operands;
    VEC(double) constants;
    VEC(uint8_t) constant_kinds;
    VEC(Routine) routines;
    VEC(ProgramFunction) functions;
    VEC(ProgramExternal) externals;
    VEC(ArrayShape) shapes;
    VEC(Site) sites;
    Map constant_of_bits;
    int32_t next_word; // of the model's vector or of the frame being written
    int32_t most_words;
    uint32_t routine_first; // of the routine being written
} Builder;

void builder_open(Builder *b, Arena *out, Arena *scratch);
int32_t builder_constant(Builder *b, double value); // as an operand
int32_t builder_address(Builder *b, double word, ConstantKind kind);
int32_t builder_word(Builder *b);                        // a fresh word
void builder_begin(Builder *b, int32_t first_free_word); // a routine or function body
Routine builder_end(Builder *b, const char *name);       // appends the return
int32_t builder_routine(Builder *b, const char *name);   // builder_end, registered: its number

int32_t emit_unary(Builder *b, InstructionCode code, int32_t a);
int32_t emit_binary(Builder *b, InstructionCode code, int32_t a, int32_t c);
void emit_move(Builder *b, int32_t to, int32_t from);
Instruction *builder_emit(Builder *b, Instruction i); // returns its place until the next emit
uint32_t emit_jump(Builder *b, InstructionCode code, int32_t condition); // target still open
void patch_jump(Builder *b, uint32_t jump);                              // to here
uint32_t builder_here(const Builder *b);                                 // a jump target
int32_t builder_operands(Builder *b, const int32_t *operands, uint32_t n);
int32_t builder_site(Builder *b, const char *origin, const char *what);
void builder_finish(Builder *b, Program *p);
#endif
