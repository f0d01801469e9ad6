// x86_encoder.h -- machine instructions of x86-64 as bytes: the few that emit_native.c needs.
//
// Scalar doubles in xmm registers, in three-operand form; with AVX as one instruction, without
// it as a move and an SSE2 instruction. The encodings are those of the manufacturer's manual,
// volume 2.
#ifndef PROGRAM_X86_ENCODER_H
#define PROGRAM_X86_ENCODER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };

typedef struct CodeBuffer {
    uint8_t *bytes; // whole pages of their own: they become executable where they are
    size_t count, room;
    bool has_avx, has_rounding; // roundsd came with SSE4.1
    bool failed;                // out of memory
} CodeBuffer;

void x86_expect(CodeBuffer *c, size_t size); // of an empty buffer: room for about so much
void x86_discard(CodeBuffer *c);

typedef struct Source { // an xmm register, or 8 to 32 bytes in memory
    bool in_memory;
    bool advances; // in memory: rcx counts words from there
    int reg;       // register, or base of the address
    int32_t offset;
} Source;

static inline Source in_register(int reg)
{
    return (Source){false, false, reg, 0};
}

static inline Source at_address(int base, int32_t offset)
{
    return (Source){true, false, base, offset};
}

static inline Source advancing(int base, int32_t offset)
{
    return (Source){true, true, base, offset};
}

typedef enum { // opcode byte of 0F xx
    X_SQRT = 0x51,
    X_ADD = 0x58,
    X_MUL = 0x59,
    X_SUB = 0x5C,
    X_MIN = 0x5D,
    X_DIV = 0x5E,
    X_MAX = 0x5F,
    X_AND_BITS = 0x54, // on 16 bytes, as the next two
    X_OR_BITS = 0x56,
    X_XOR_BITS = 0x57
} ScalarOp;

typedef enum { COMPARE_EQ = 0, COMPARE_LT = 1, COMPARE_LE = 2, COMPARE_NE = 4 } Comparison;
typedef enum { ROUND_DOWN = 1, ROUND_UP = 2, ROUND_TO_ZERO = 3 } Rounding;
typedef enum { // condition of a jump, low nibble of its opcode
    IF_BELOW = 0x2,
    IF_NOT_BELOW = 0x3,
    IF_EQUAL = 0x4,
    IF_NOT_EQUAL = 0x5,
    IF_BELOW_OR_EQUAL = 0x6,
    IF_ABOVE = 0x7,
    IF_UNORDERED = 0xA
} JumpIf;

void x86_load(CodeBuffer *c, int d, Source s); // xmm d <- s
void x86_store(CodeBuffer *c, int base, int32_t offset, int s);
void x86_operate(CodeBuffer *c, ScalarOp op, int d, int a, Source b); // d <- a op b
void x86_compare_mask(CodeBuffer *c, Comparison how, int d, int a, Source b);
void x86_round(CodeBuffer *c, Rounding how, int d, Source s);
void x86_compare_flags(CodeBuffer *c, int a, Source b); // sets the flags of a ? b, unsigned

// Four doubles at a time in ymm registers; AVX only.
enum { PACKED = 4 };
void x86_load_packed(CodeBuffer *c, int d, Source s);
void x86_store_packed(CodeBuffer *c, Source to, int s);
void x86_broadcast(CodeBuffer *c, int d, Source s); // four copies of 8 bytes in memory
void x86_operate_packed(CodeBuffer *c, ScalarOp op, int d, int a, Source b);
void x86_end_packed(CodeBuffer *c); // before code with SSE instructions may be called

size_t x86_jump(CodeBuffer *c);                // to be patched: place of the distance
size_t x86_jump_if(CodeBuffer *c, JumpIf how); // likewise
void x86_patch(CodeBuffer *c, size_t place, size_t target);

void x86_push(CodeBuffer *c, int reg);
void x86_pop(CodeBuffer *c, int reg);
void x86_move(CodeBuffer *c, int to, int from); // 64-bit registers
void x86_constant(CodeBuffer *c, int to, uint64_t value);
void x86_call(CodeBuffer *c, int reg);
size_t x86_call_later(CodeBuffer *c); // to be patched, as a jump
// 64 bits; registers below r8, the base is not rsp.
void x86_store_address(CodeBuffer *c, int base, int32_t offset, int from);
void x86_add_address(CodeBuffer *c, int to, Source s);
void x86_subtract_address(CodeBuffer *c, int to, Source s);
void x86_compare_address(CodeBuffer *c, int reg, Source s);
void x86_offset_address(CodeBuffer *c, int to, int base, int32_t offset); // to <- base + offset
// 32 bits in memory.
void x86_change_integer(CodeBuffer *c, int base, int32_t offset, int8_t by);
void x86_compare_integer(CodeBuffer *c, int base, int32_t offset, int32_t value);
// Integers and addresses, for elements of arrays.
void x86_load_address(CodeBuffer *c, int to, Source s); // 64 bits from memory or xmm
void x86_truncate(CodeBuffer *c, int to, Source s);     // int32 of a double
void x86_integer(CodeBuffer *c, int to, int32_t value); // 32 bits
void x86_decrement(CodeBuffer *c, int reg);             // 32 bits
void x86_compare_with(CodeBuffer *c, int reg, int base, int8_t offset); // 32 bits in memory
void x86_multiply_by(CodeBuffer *c, int reg, int base, int8_t offset);  // 32 bits in memory
void x86_add_integers(CodeBuffer *c, int to, int from);                 // 32 bits
void x86_add_constant(CodeBuffer *c, int reg, int8_t value);            // 32 bits
void x86_compare_constant(CodeBuffer *c, int reg, int32_t value);       // 32 bits
void x86_test_address(CodeBuffer *c, int reg);
void x86_load_indexed(CodeBuffer *c, int d, int base, int index);  // xmm d <- base[index]
void x86_store_indexed(CodeBuffer *c, int base, int index, int s); // base[index] <- xmm s
void x86_to_double(CodeBuffer *c, int d, int base, int8_t offset); // of an int32 in memory
void x86_adjust_stack(CodeBuffer *c, int8_t bytes);                // rsp += bytes
void x86_test_result(CodeBuffer *c);                               // flags of eax
void x86_clear_result(CodeBuffer *c);                              // eax <- 0
void x86_return(CodeBuffer *c);
#endif
