// x86-64: scalar doubles in xmm registers; with AVX three operands in one instruction, without it a
// move and an SSE2 instruction. Calls follow the System V convention.
#if !defined(__aarch64__) // compiled for other processors, too, but never used there
#include <string.h>

#include "program/native/code_pages.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };
enum { PREFIX_NONE = 0, PREFIX_66 = 1, PREFIX_F2 = 3 }; // field pp of VEX
enum { L_WIDE = 4 };                                    // its field L: 32 bytes
enum { MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3 };

bool machine_is_known(void)
{
#if defined(__x86_64__) && defined(__unix__)
    return true;
#else
    return false;
#endif
}

void machine_open(CodeBuffer *c, bool plain)
{
    *c = (CodeBuffer){0};
#if defined(__x86_64__)
    c->has_packed = !plain && __builtin_cpu_supports("avx");
    c->has_rounding = c->has_packed || __builtin_cpu_supports("sse4.1");
#else
    (void)plain;
#endif
}

static void put(CodeBuffer *c, uint8_t byte)
{
    if (!c->failed) c->bytes[c->count++] = byte;
}

static void put_word(CodeBuffer *c, int32_t value)
{
    if (c->failed) return;
    memcpy(c->bytes + c->count, &value, sizeof value);
    c->count += sizeof value;
}

// ModRM, SIB and displacement. r12 as a base needs a SIB; rsp is not used, r13 has an offset.
static void put_operand(CodeBuffer *c, int reg, Source s)
{
    uint8_t low = (uint8_t)((reg & 7) << 3 | (s.reg & 7));
    if (!s.in_memory) {
        put(c, (uint8_t)(0xC0 | low));
    } else if (s.advances) {
        put(c, (uint8_t)(0x84 | (reg & 7) << 3));
        put(c, (uint8_t)(0xC0 | RCX << 3 | (s.reg & 7)));
        put_word(c, s.offset);
    } else if ((s.reg & 7) == RSP) {
        put(c, (uint8_t)(0x80 | low));
        put(c, 0x24);
        put_word(c, s.offset);
    } else if (s.offset == 0 && (s.reg & 7) != RBP) {
        put(c, low);
    } else if (s.offset >= -128 && s.offset <= 127) {
        put(c, (uint8_t)(0x40 | low));
        put(c, (uint8_t)(int8_t)s.offset);
    } else {
        put(c, (uint8_t)(0x80 | low));
        put_word(c, s.offset);
    }
}

static void put_vex(CodeBuffer *c, int prefix, int map, int reg, int second, int rm)
{
    uint8_t r = reg < 8 ? 0x80 : 0, b = rm < 8 ? 0x20 : 0;
    uint8_t rest = (uint8_t)((~second & 15) << 3 | prefix);
    if (map == MAP_0F && b) {
        put(c, 0xC5);
        put(c, r | rest);
    } else {
        put(c, 0xC4);
        put(c, (uint8_t)(r | 0x40 | b | map));
        put(c, rest);
    }
}

static void put_legacy(CodeBuffer *c, int prefix, int map, int reg, int rm)
{
    static const uint8_t bytes[] = {0, 0x66, 0xF3, 0xF2};
    if (prefix) put(c, bytes[prefix]);
    uint8_t rex = (uint8_t)((reg >= 8) << 2 | (rm >= 8));
    if (rex) put(c, 0x40 | rex);
    put(c, 0x0F);
    if (map == MAP_0F3A) put(c, 0x3A);
}

// One instruction with two operands, or three when `second` takes part (AVX only).
static void put_instruction(CodeBuffer *c, int prefix, int map, uint8_t opcode, int reg, int second,
                            Source s)
{
    code_reserve(c);
    if (c->has_packed) // which means AVX
        put_vex(c, prefix, map, reg, second, s.reg);
    else
        put_legacy(c, prefix, map, reg, s.reg);
    put(c, opcode);
    put_operand(c, reg, s);
}

// Moves between registers copy all 16 bytes, which breaks the dependency on the old value.
void machine_load(CodeBuffer *c, int d, Source s)
{
    if (!s.in_memory && s.reg == d) return;
    if (c->is_wide)
        machine_load_packed(c, d, s);
    else if (s.in_memory)
        put_instruction(c, PREFIX_F2, MAP_0F, 0x10, d, 0, s);
    else
        put_instruction(c, PREFIX_66, MAP_0F, 0x28, d, 0, s);
}

void machine_store(CodeBuffer *c, int base, int32_t offset, int s)
{
    if (c->is_wide)
        machine_store_packed(c, at_address(base, offset), s);
    else
        put_instruction(c, PREFIX_F2, MAP_0F, 0x11, s, 0, at_address(base, offset));
}

static int prefix_of(ScalarOp op)
{
    return op >= SCALAR_AND_BITS ? PREFIX_66 : PREFIX_F2;
}

static uint8_t opcode_of(ScalarOp op)
{
    static const uint8_t opcodes[] = {
        [SCALAR_ADD] = 0x58,      [SCALAR_SUB] = 0x5C,      [SCALAR_MUL] = 0x59,
        [SCALAR_DIV] = 0x5E,      [SCALAR_MIN] = 0x5D,      [SCALAR_MAX] = 0x5F,
        [SCALAR_SQRT] = 0x51,     [SCALAR_AND_BITS] = 0x54, [SCALAR_OR_BITS] = 0x56,
        [SCALAR_XOR_BITS] = 0x57,
    };
    return opcodes[op];
}

// Without AVX the destination is also the first operand; xmm15 is free for the case that it
// holds the second.
static void operate_sse(CodeBuffer *c, int prefix, uint8_t opcode, int d, int a, Source b)
{
    if (!b.in_memory && b.reg == d && a != d) {
        machine_load(c, 15, b);
        b = in_register(15);
    }
    machine_load(c, d, in_register(a));
    put_instruction(c, prefix, MAP_0F, opcode, d, 0, b);
}

void machine_operate(CodeBuffer *c, ScalarOp op, int d, int a, Source b)
{
    if (c->is_wide)
        machine_operate_packed(c, op, d, a, b);
    else if (c->has_packed)
        put_instruction(c, prefix_of(op), MAP_0F, opcode_of(op), d, a, b);
    else if (op == SCALAR_SQRT)
        put_instruction(c, PREFIX_F2, MAP_0F, opcode_of(op), d, 0, b);
    else
        operate_sse(c, prefix_of(op), opcode_of(op), d, a, b);
}

void machine_compare_mask(CodeBuffer *c, Comparison how, int d, int a, Source b)
{
    if (c->has_packed)
        put_instruction(c, c->is_wide ? PREFIX_66 | L_WIDE : PREFIX_F2, MAP_0F, 0xC2, d, a, b);
    else
        operate_sse(c, PREFIX_F2, 0xC2, d, a, b);
    static const uint8_t predicates[] = {
        [COMPARE_EQ] = 0, [COMPARE_LT] = 1, [COMPARE_LE] = 2, [COMPARE_NE] = 4};
    put(c, predicates[how]);
}

void machine_round(CodeBuffer *c, Rounding how, int d, Source s)
{
    if (c->is_wide)
        put_instruction(c, PREFIX_66 | L_WIDE, MAP_0F3A, 0x09, d, 0, s);
    else
        put_instruction(c, PREFIX_66, MAP_0F3A, 0x0B, d, d, s);
    static const uint8_t modes[] = {[ROUND_DOWN] = 1, [ROUND_UP] = 2, [ROUND_TO_ZERO] = 3};
    put(c, 8 | modes[how]); // 8: inexact results are no exception
}

void machine_compare_flags(CodeBuffer *c, int a, Source b)
{
    put_instruction(c, PREFIX_66, MAP_0F, 0x2F, a, 0, b); // comisd: nan raises a flag
}

void machine_mask_bits(CodeBuffer *c, int to, int s)
{
    put_instruction(c, PREFIX_66 | L_WIDE, MAP_0F, 0x50, to, 0, in_register(s));
}

// ---- Four doubles at a time ------------------------------------------------------------------

void machine_load_packed(CodeBuffer *c, int d, Source s)
{
    if (!s.in_memory && s.reg == d) return;
    put_instruction(c, PREFIX_66 | L_WIDE, MAP_0F, 0x10, d, 0, s);
}

void machine_store_packed(CodeBuffer *c, Source to, int s)
{
    put_instruction(c, PREFIX_66 | L_WIDE, MAP_0F, 0x11, s, 0, to);
}

void machine_broadcast(CodeBuffer *c, int d, Source s)
{
    put_instruction(c, PREFIX_66 | L_WIDE, MAP_0F38, 0x19, d, 0, s);
}

void machine_operate_packed(CodeBuffer *c, ScalarOp op, int d, int a, Source b)
{
    put_instruction(c, PREFIX_66 | L_WIDE, MAP_0F, opcode_of(op), d, op == SCALAR_SQRT ? 0 : a, b);
}

void machine_end_packed(CodeBuffer *c) // vzeroupper
{
    code_reserve(c);
    put(c, 0xC5);
    put(c, 0xF8);
    put(c, 0x77);
}

// ---- Control -------------------------------------------------------------------------------

size_t machine_jump(CodeBuffer *c)
{
    code_reserve(c);
    put(c, 0xE9);
    put_word(c, 0);
    return c->count - 4;
}

size_t machine_jump_if(CodeBuffer *c, JumpIf how)
{
    code_reserve(c);
    static const uint8_t conditions[] = {
        [IF_BELOW] = 2,          [IF_NOT_BELOW] = 3, [IF_EQUAL] = 4,      [IF_NOT_EQUAL] = 5,
        [IF_BELOW_OR_EQUAL] = 6, [IF_ABOVE] = 7,     [IF_UNORDERED] = 10,
    };
    put(c, 0x0F);
    put(c, 0x80 | conditions[how]);
    put_word(c, 0);
    return c->count - 4;
}

void machine_patch(CodeBuffer *c, size_t place, size_t target)
{
    if (c->failed) return;
    int32_t distance = (int32_t)((int64_t)target - (int64_t)(place + 4));
    memcpy(c->bytes + place, &distance, sizeof distance);
}

static void push(CodeBuffer *c, int reg)
{
    code_reserve(c);
    if (reg >= 8) put(c, 0x41);
    put(c, (uint8_t)(0x50 | (reg & 7)));
}

static void pop(CodeBuffer *c, int reg)
{
    code_reserve(c);
    if (reg >= 8) put(c, 0x41);
    put(c, (uint8_t)(0x58 | (reg & 7)));
}

void machine_move(CodeBuffer *c, int to, int from)
{
    code_reserve(c);
    put(c, (uint8_t)(0x48 | (from >= 8) << 2 | (to >= 8)));
    put(c, 0x89);
    put(c, (uint8_t)(0xC0 | (from & 7) << 3 | (to & 7)));
}

void machine_constant(CodeBuffer *c, int to, uint64_t value)
{
    code_reserve(c);
    put(c, (uint8_t)(0x48 | (to >= 8)));
    put(c, (uint8_t)(0xB8 | (to & 7)));
    put_word(c, (int32_t)(uint32_t)value);
    put_word(c, (int32_t)(uint32_t)(value >> 32));
}

void machine_call(CodeBuffer *c, const void *function)
{
    machine_constant(c, RAX, (uint64_t)(uintptr_t)function);
    code_reserve(c);
    put(c, 0xFF);
    put(c, 0xD0 | RAX);
}

size_t machine_call_later(CodeBuffer *c)
{
    code_reserve(c);
    put(c, 0xE8);
    put_word(c, 0);
    return c->count - 4;
}

void machine_save(CodeBuffer *c, int a, int b)
{
    push(c, a);
    push(c, b);
}

void machine_restore(CodeBuffer *c, int a, int b)
{
    pop(c, b);
    pop(c, a);
}

static void adjust_stack(CodeBuffer *c, int8_t bytes)
{
    code_reserve(c);
    put(c, 0x48);
    put(c, 0x83);
    put(c, 0xC4);
    put(c, (uint8_t)bytes);
}

static const int saved[] = {RBX, RBP, R12, R13};

void machine_enter(CodeBuffer *c)
{
    for (int k = 0; k < 4; k++) push(c, saved[k]);
    adjust_stack(c, -8); // calls need the stack at a multiple of 16
}

void machine_leave(CodeBuffer *c)
{
    adjust_stack(c, 8);
    for (int k = 3; k >= 0; k--) pop(c, saved[k]);
    put(c, 0xC3);
}

void machine_test_result(CodeBuffer *c)
{
    code_reserve(c);
    put(c, 0x85);
    put(c, 0xC0);
}

void machine_clear_result(CodeBuffer *c)
{
    code_reserve(c);
    put(c, 0x31);
    put(c, 0xC0);
}

// ---- Integers and addresses ------------------------------------------------------------------

void machine_load_address(CodeBuffer *c, int to, Source s)
{
    code_reserve(c);
    if (s.in_memory) {
        put(c, (uint8_t)(0x48 | (to >= 8) << 2 | (s.reg >= 8)));
        put(c, 0x8B);
        put_operand(c, to, s);
    } else {
        put(c, 0x66);
        put(c, (uint8_t)(0x48 | (s.reg >= 8) << 2 | (to >= 8)));
        put(c, 0x0F);
        put(c, 0x7E);
        put(c, (uint8_t)(0xC0 | (s.reg & 7) << 3 | (to & 7)));
    }
}

// One instruction on 64 bits with an operand in memory.
static void put_wide(CodeBuffer *c, uint8_t opcode, int reg, Source s)
{
    code_reserve(c);
    put(c, (uint8_t)(0x48 | (reg >= 8) << 2 | (s.reg >= 8)));
    put(c, opcode);
    put_operand(c, reg, s);
}

void machine_store_address(CodeBuffer *c, int base, int32_t offset, int from)
{
    put_wide(c, 0x89, from, at_address(base, offset));
}

void machine_add_address(CodeBuffer *c, int to, Source s)
{
    put_wide(c, 0x03, to, s);
}

void machine_subtract_address(CodeBuffer *c, int to, Source s)
{
    put_wide(c, 0x2B, to, s);
}

void machine_compare_address(CodeBuffer *c, int reg, Source s)
{
    put_wide(c, 0x3B, reg, s);
}

void machine_offset_address(CodeBuffer *c, int to, int base, int32_t offset)
{
    put_wide(c, 0x8D, to, at_address(base, offset));
}

// One instruction on 32 bits in memory; `extension` is part of the opcode.
static void put_narrow(CodeBuffer *c, uint8_t opcode, int extension, int base, int32_t offset)
{
    code_reserve(c);
    if (base >= 8) put(c, 0x41);
    put(c, opcode);
    put_operand(c, extension, at_address(base, offset));
}

void machine_change(CodeBuffer *c, int base, int32_t offset, int8_t by)
{
    put_narrow(c, 0x83, 0, base, offset);
    put(c, (uint8_t)by);
}

void machine_compare_memory(CodeBuffer *c, int base, int32_t offset, int32_t value)
{
    put_narrow(c, 0x81, 7, base, offset);
    put_word(c, value);
}

void machine_truncate(CodeBuffer *c, int to, Source s)
{
    put_instruction(c, PREFIX_F2, MAP_0F, 0x2C, to, 0, s);
}

void machine_integer(CodeBuffer *c, int to, int32_t value)
{
    code_reserve(c);
    put(c, (uint8_t)(0xB8 | to));
    put_word(c, value);
}

void machine_compare_with(CodeBuffer *c, int reg, int base, int8_t offset)
{
    code_reserve(c);
    put(c, 0x3B);
    put_operand(c, reg, at_address(base, offset));
}

void machine_multiply_by(CodeBuffer *c, int reg, int base, int8_t offset)
{
    code_reserve(c);
    put(c, 0x0F);
    put(c, 0xAF);
    put_operand(c, reg, at_address(base, offset));
}

void machine_add_integers(CodeBuffer *c, int to, int from)
{
    code_reserve(c);
    put(c, 0x01);
    put(c, (uint8_t)(0xC0 | from << 3 | to));
}

void machine_add_integer(CodeBuffer *c, int reg, int8_t value)
{
    code_reserve(c);
    put(c, 0x83);
    put(c, (uint8_t)(0xC0 | reg));
    put(c, (uint8_t)value);
}

void machine_compare_integer(CodeBuffer *c, int reg, int32_t value)
{
    code_reserve(c);
    put(c, 0x81);
    put(c, (uint8_t)(0xF8 | reg));
    put_word(c, value);
}

void machine_test_address(CodeBuffer *c, int reg)
{
    code_reserve(c);
    put(c, 0x48);
    put(c, 0x85);
    put(c, (uint8_t)(0xC0 | reg << 3 | reg));
}

// Base and index are below r8, the base is not rbp.
static void put_indexed(CodeBuffer *c, uint8_t opcode, int reg, int base, int index)
{
    code_reserve(c);
    if (c->has_packed)
        put_vex(c, PREFIX_F2, MAP_0F, reg, 0, base);
    else
        put_legacy(c, PREFIX_F2, MAP_0F, reg, base);
    put(c, opcode);
    put(c, (uint8_t)((reg & 7) << 3 | 4));
    put(c, (uint8_t)(0xC0 | index << 3 | base));
}

void machine_load_indexed(CodeBuffer *c, int d, int base, int index)
{
    put_indexed(c, 0x10, d, base, index);
}

void machine_store_indexed(CodeBuffer *c, int base, int index, int s)
{
    put_indexed(c, 0x11, s, base, index);
}

// The old value of the register would be merged in: cleared first, so that nothing waits for it.
void machine_to_double(CodeBuffer *c, int d, int base, int8_t offset)
{
    machine_operate(c, SCALAR_XOR_BITS, d, d, in_register(d));
    if (c->has_packed)
        put_instruction(c, PREFIX_F2, MAP_0F, 0x2A, d, d, at_address(base, offset));
    else
        put_instruction(c, PREFIX_F2, MAP_0F, 0x2A, d, 0, at_address(base, offset));
}
#endif
