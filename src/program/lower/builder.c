#include "program/lower/builder.h"

#include <string.h>

void builder_open(Builder *b, Arena *out, Arena *scratch)
{
    *b = (Builder){.out = out, .scratch = scratch, .constant_of_bits = map_make(scratch)};
}

int32_t builder_constant(Builder *b, double value)
{
    return builder_address(b, value, CONSTANT_NUMBER);
}

int32_t builder_address(Builder *b, double value, ConstantKind kind)
{
    uint64_t bits, found;
    memcpy(&bits, &value, sizeof bits);
    if (map_get(&b->constant_of_bits, bits, &found)) return -1 - (int32_t)found;
    map_put(&b->constant_of_bits, bits, b->constants.count);
    VEC_PUSH(b->out, &b->constants, value);
    VEC_PUSH(b->out, &b->constant_kinds, (uint8_t)kind);
    return -(int32_t)b->constants.count;
}

int32_t builder_word(Builder *b)
{
    int32_t word = b->next_word++;
    if (b->next_word > b->most_words) b->most_words = b->next_word;
    return word;
}

void builder_begin(Builder *b, int32_t first_free_word)
{
    b->routine_first = b->code.count;
    b->next_word = first_free_word;
    if (b->next_word > b->most_words) b->most_words = b->next_word;
}

Routine builder_end(Builder *b, const char *name)
{
    builder_emit(b, (Instruction){.code = I_RETURN});
    return (Routine){
        .name = name, .first = b->routine_first, .count = b->code.count - b->routine_first};
}

int32_t builder_routine(Builder *b, const char *name)
{
    Routine r = builder_end(b, name);
    VEC_PUSH(b->out, &b->routines, r);
    return (int32_t)b->routines.count - 1;
}

Instruction *builder_emit(Builder *b, Instruction i)
{
    VEC_PUSH(b->out, &b->code, i);
    return &VEC_LAST(&b->code);
}

int32_t emit_unary(Builder *b, InstructionCode code, int32_t a)
{
    int32_t d = builder_word(b);
    builder_emit(b, (Instruction){.code = (uint16_t)code, .d = d, .a = a});
    return d;
}

int32_t emit_binary(Builder *b, InstructionCode code, int32_t a, int32_t c)
{
    int32_t d = builder_word(b);
    builder_emit(b, (Instruction){.code = (uint16_t)code, .d = d, .a = a, .b = c});
    return d;
}

void emit_move(Builder *b, int32_t to, int32_t from)
{
    if (to != from) builder_emit(b, (Instruction){.code = I_MOVE, .d = to, .a = from});
}

uint32_t emit_jump(Builder *b, InstructionCode code, int32_t condition)
{
    builder_emit(b, (Instruction){.code = (uint16_t)code, .a = condition});
    return b->code.count - 1;
}

void patch_jump(Builder *b, uint32_t jump)
{
    b->code.data[jump].c = (int32_t)builder_here(b);
}

uint32_t builder_here(const Builder *b)
{
    return b->code.count - b->routine_first;
}

int32_t builder_operands(Builder *b, const int32_t *operands, uint32_t n)
{
    int32_t first = (int32_t)b->operands.count;
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(b->out, &b->operands, operands[i]);
    return first;
}

int32_t builder_site(Builder *b, const char *origin, const char *what)
{
    // Names may belong to a stage that does not live as long as the program.
    Site s = {origin, what ? arena_copy_text(b->out, what, strlen(what)) : NULL};
    VEC_PUSH(b->out, &b->sites, s);
    return (int32_t)b->sites.count - 1;
}

// Arrays of words that stand one after the other are copied. Told here alone, when all words have
// their places: what rewrites code before need not know of it.
static void find_rows(Builder *b)
{
    for (uint32_t k = 0; k < b->code.count; k++) {
        Instruction *i = &b->code.data[k];
        if (i->code != I_ARRAY) continue;
        const int32_t *items = b->operands.data + i->c;
        bool is_row = i->n > 0 && items[0] >= 0;
        for (uint32_t j = 1; j < i->n && is_row; j++) is_row = items[j] == items[0] + (int32_t)j;
        i->b = is_row;
    }
}

void builder_finish(Builder *b, Program *p)
{
    find_rows(b);
    p->code = b->code.data;
    p->n_code = b->code.count;
    p->operands = b->operands.data;
    p->n_operands = b->operands.count;
    p->constants = b->constants.data;
    p->constant_kinds = b->constant_kinds.data;
    p->n_constants = b->constants.count;
    p->routines = b->routines.data;
    p->n_routines = b->routines.count;
    p->functions = b->functions.data;
    p->n_functions = b->functions.count;
    p->externals = b->externals.data;
    p->n_externals = b->externals.count;
    p->shapes = b->shapes.data;
    p->n_shapes = b->shapes.count;
    p->sites = b->sites.data;
    p->n_sites = b->sites.count;
}
