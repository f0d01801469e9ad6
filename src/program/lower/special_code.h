// special_code.h -- the code of a special function on its way; private to special_*.c.
#ifndef PROGRAM_LOWER_SPECIAL_CODE_H
#define PROGRAM_LOWER_SPECIAL_CODE_H
#include "program/lower/special_body.h"

typedef VEC(Instruction) Code;

typedef struct Body {
    Builder *b;
    Arena *scratch;
    const Openness *open;
    Code code; // of a call that nothing reads `a` is 1 (pass_back)
    VEC(int32_t) operands;
    int32_t n_words, first_output, n_outputs;
    const int32_t *is_read; // by output
    bool takes_memory, keeps_inputs;
} Body;

static inline Program view_of(const Body *y)
{
    return (Program){.operands = y->operands.data, .functions = y->b->functions.data};
}

static inline Instruction moved(int32_t to, int32_t from)
{
    return (Instruction){.code = I_MOVE, .d = to, .a = from};
}

static inline bool is_jump(const Instruction *i)
{
    return i->code == I_JUMP || i->code == I_JUMP_IF_ZERO;
}

// The list of its operands, read or written, begins where *first says; its length.
uint32_t operand_list(const Builder *b, Instruction *i, int32_t **first);
void lead_jumps(Code *code, const uint32_t *place); // by instruction: where it went

void pass_ahead(Body *y); // special_flow.c: what is known
bool sink_calls(Body *y); // special_sink.c: true: some were moved
#endif
