#include "program/x86_encoder.h"

#include <string.h>
#include <sys/mman.h>

enum { LONGEST_INSTRUCTION = 16, FIRST_PAGES = 1 << 16, LARGE_PAGE = 1 << 21 };
enum { PREFIX_NONE = 0, PREFIX_66 = 1, PREFIX_F2 = 3 }; // field pp of VEX
enum { WIDE = 4 };                                      // its field L: 32 bytes
enum { MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3 };

static void *more_pages(void *bytes, size_t before, size_t after)
{
    if (bytes) return mremap(bytes, before, after, MREMAP_MAYMOVE);
    return mmap(NULL, after, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void x86_expect(CodeBuffer *c, size_t size)
{
    size = (size / LARGE_PAGE + 1) * LARGE_PAGE;
    uint8_t *bytes = more_pages(NULL, 0, size);
    if (bytes == MAP_FAILED) return;     // it grows as it is filled
    madvise(bytes, size, MADV_HUGEPAGE); // only a wish
    c->bytes = bytes;
    c->room = size;
}

static uint8_t *reserve(CodeBuffer *c)
{
    if (c->room - c->count < LONGEST_INSTRUCTION) {
        size_t room = c->room ? c->room * 2 : FIRST_PAGES;
        uint8_t *bytes = more_pages(c->bytes, c->room, room);
        if (bytes == MAP_FAILED) {
            c->failed = true;
            c->count = 0;
            return c->bytes;
        }
        c->bytes = bytes;
        c->room = room;
    }
    return c->bytes + c->count;
}

void x86_discard(CodeBuffer *c)
{
    if (c->bytes) munmap(c->bytes, c->room);
    *c = (CodeBuffer){0};
}

static void put(CodeBuffer *c, uint8_t byte)
{
    c->bytes[c->count++] = byte;
}

static void put_word(CodeBuffer *c, int32_t value)
{
    memcpy(c->bytes + c->count, &value, sizeof value);
    c->count += sizeof value;
}

// ModRM and displacement. rsp and r12 as bases would need one byte more: they are not used.
static void put_operand(CodeBuffer *c, int reg, Source s)
{
    uint8_t low = (uint8_t)((reg & 7) << 3 | (s.reg & 7));
    if (!s.in_memory) {
        put(c, (uint8_t)(0xC0 | low));
    } else if (s.advances) {
        put(c, (uint8_t)(0x84 | (reg & 7) << 3));
        put(c, (uint8_t)(0xC0 | RCX << 3 | (s.reg & 7)));
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
    reserve(c);
    if (c->failed) return;
    if (c->has_avx)
        put_vex(c, prefix, map, reg, second, s.reg);
    else
        put_legacy(c, prefix, map, reg, s.reg);
    put(c, opcode);
    put_operand(c, reg, s);
}

// Moves between registers copy all 16 bytes, which breaks the dependency on the old value.
void x86_load(CodeBuffer *c, int d, Source s)
{
    if (!s.in_memory && s.reg == d) return;
    if (s.in_memory)
        put_instruction(c, PREFIX_F2, MAP_0F, 0x10, d, 0, s);
    else
        put_instruction(c, PREFIX_66, MAP_0F, 0x28, d, 0, s);
}

void x86_store(CodeBuffer *c, int base, int32_t offset, int s)
{
    put_instruction(c, PREFIX_F2, MAP_0F, 0x11, s, 0, at_address(base, offset));
}

static int prefix_of(ScalarOp op)
{
    return op == X_AND_BITS || op == X_OR_BITS || op == X_XOR_BITS ? PREFIX_66 : PREFIX_F2;
}

// Without AVX the destination is also the first operand; xmm15 is free for the case that it
// holds the second.
static void operate_sse(CodeBuffer *c, int prefix, uint8_t opcode, int d, int a, Source b)
{
    if (!b.in_memory && b.reg == d && a != d) {
        x86_load(c, 15, b);
        b = in_register(15);
    }
    x86_load(c, d, in_register(a));
    put_instruction(c, prefix, MAP_0F, opcode, d, 0, b);
}

void x86_operate(CodeBuffer *c, ScalarOp op, int d, int a, Source b)
{
    if (c->has_avx)
        put_instruction(c, prefix_of(op), MAP_0F, (uint8_t)op, d, a, b);
    else if (op == X_SQRT)
        put_instruction(c, PREFIX_F2, MAP_0F, (uint8_t)op, d, 0, b);
    else
        operate_sse(c, prefix_of(op), (uint8_t)op, d, a, b);
}

void x86_compare_mask(CodeBuffer *c, Comparison how, int d, int a, Source b)
{
    if (c->has_avx)
        put_instruction(c, PREFIX_F2, MAP_0F, 0xC2, d, a, b);
    else
        operate_sse(c, PREFIX_F2, 0xC2, d, a, b);
    put(c, (uint8_t)how);
}

void x86_round(CodeBuffer *c, Rounding how, int d, Source s)
{
    put_instruction(c, PREFIX_66, MAP_0F3A, 0x0B, d, d, s);
    put(c, (uint8_t)(8 | how)); // 8: inexact results are no exception
}

void x86_compare_flags(CodeBuffer *c, int a, Source b)
{
    put_instruction(c, PREFIX_66, MAP_0F, 0x2E, a, 0, b);
}

// ---- Four doubles at a time ------------------------------------------------------------------

void x86_load_packed(CodeBuffer *c, int d, Source s)
{
    if (!s.in_memory && s.reg == d) return;
    put_instruction(c, PREFIX_66 | WIDE, MAP_0F, 0x10, d, 0, s);
}

void x86_store_packed(CodeBuffer *c, Source to, int s)
{
    put_instruction(c, PREFIX_66 | WIDE, MAP_0F, 0x11, s, 0, to);
}

void x86_broadcast(CodeBuffer *c, int d, Source s)
{
    put_instruction(c, PREFIX_66 | WIDE, MAP_0F38, 0x19, d, 0, s);
}

void x86_operate_packed(CodeBuffer *c, ScalarOp op, int d, int a, Source b)
{
    put_instruction(c, PREFIX_66 | WIDE, MAP_0F, (uint8_t)op, d, op == X_SQRT ? 0 : a, b);
}

void x86_end_packed(CodeBuffer *c) // vzeroupper
{
    reserve(c);
    put(c, 0xC5);
    put(c, 0xF8);
    put(c, 0x77);
}

// ---- Control -------------------------------------------------------------------------------

size_t x86_jump(CodeBuffer *c)
{
    reserve(c);
    put(c, 0xE9);
    put_word(c, 0);
    return c->count - 4;
}

size_t x86_jump_if(CodeBuffer *c, JumpIf how)
{
    reserve(c);
    put(c, 0x0F);
    put(c, (uint8_t)(0x80 | how));
    put_word(c, 0);
    return c->count - 4;
}

void x86_patch(CodeBuffer *c, size_t place, size_t target)
{
    int32_t distance = (int32_t)((int64_t)target - (int64_t)(place + 4));
    memcpy(c->bytes + place, &distance, sizeof distance);
}

void x86_push(CodeBuffer *c, int reg)
{
    reserve(c);
    if (reg >= 8) put(c, 0x41);
    put(c, (uint8_t)(0x50 | (reg & 7)));
}

void x86_pop(CodeBuffer *c, int reg)
{
    reserve(c);
    if (reg >= 8) put(c, 0x41);
    put(c, (uint8_t)(0x58 | (reg & 7)));
}

void x86_move(CodeBuffer *c, int to, int from)
{
    reserve(c);
    put(c, (uint8_t)(0x48 | (from >= 8) << 2 | (to >= 8)));
    put(c, 0x89);
    put(c, (uint8_t)(0xC0 | (from & 7) << 3 | (to & 7)));
}

void x86_constant(CodeBuffer *c, int to, uint64_t value)
{
    reserve(c);
    put(c, (uint8_t)(0x48 | (to >= 8)));
    put(c, (uint8_t)(0xB8 | (to & 7)));
    memcpy(c->bytes + c->count, &value, sizeof value);
    c->count += sizeof value;
}

void x86_call(CodeBuffer *c, int reg)
{
    reserve(c);
    if (reg >= 8) put(c, 0x41);
    put(c, 0xFF);
    put(c, (uint8_t)(0xD0 | (reg & 7)));
}

size_t x86_call_later(CodeBuffer *c)
{
    reserve(c);
    put(c, 0xE8);
    put_word(c, 0);
    return c->count - 4;
}

void x86_adjust_stack(CodeBuffer *c, int8_t bytes)
{
    reserve(c);
    put(c, 0x48);
    put(c, 0x83);
    put(c, 0xC4);
    put(c, (uint8_t)bytes);
}

void x86_test_result(CodeBuffer *c)
{
    reserve(c);
    put(c, 0x85);
    put(c, 0xC0);
}

void x86_clear_result(CodeBuffer *c)
{
    reserve(c);
    put(c, 0x31);
    put(c, 0xC0);
}

void x86_return(CodeBuffer *c)
{
    reserve(c);
    put(c, 0xC3);
}

// ---- Integers and addresses ------------------------------------------------------------------

void x86_load_address(CodeBuffer *c, int to, Source s)
{
    reserve(c);
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
    reserve(c);
    put(c, 0x48);
    put(c, opcode);
    put_operand(c, reg, s);
}

void x86_store_address(CodeBuffer *c, int base, int32_t offset, int from)
{
    put_wide(c, 0x89, from, at_address(base, offset));
}

void x86_add_address(CodeBuffer *c, int to, Source s)
{
    put_wide(c, 0x03, to, s);
}

void x86_subtract_address(CodeBuffer *c, int to, Source s)
{
    put_wide(c, 0x2B, to, s);
}

void x86_compare_address(CodeBuffer *c, int reg, Source s)
{
    put_wide(c, 0x3B, reg, s);
}

void x86_offset_address(CodeBuffer *c, int to, int base, int32_t offset)
{
    put_wide(c, 0x8D, to, at_address(base, offset));
}

void x86_change_integer(CodeBuffer *c, int base, int32_t offset, int8_t by)
{
    reserve(c);
    put(c, 0x83);
    put_operand(c, 0, at_address(base, offset));
    put(c, (uint8_t)by);
}

void x86_compare_integer(CodeBuffer *c, int base, int32_t offset, int32_t value)
{
    reserve(c);
    put(c, 0x81);
    put_operand(c, 7, at_address(base, offset));
    put_word(c, value);
}

void x86_truncate(CodeBuffer *c, int to, Source s)
{
    put_instruction(c, PREFIX_F2, MAP_0F, 0x2C, to, 0, s);
}

void x86_integer(CodeBuffer *c, int to, int32_t value)
{
    reserve(c);
    put(c, (uint8_t)(0xB8 | to));
    put_word(c, value);
}

void x86_decrement(CodeBuffer *c, int reg)
{
    reserve(c);
    put(c, 0x83);
    put(c, (uint8_t)(0xE8 | reg));
    put(c, 1);
}

void x86_compare_with(CodeBuffer *c, int reg, int base, int8_t offset)
{
    reserve(c);
    put(c, 0x3B);
    put_operand(c, reg, at_address(base, offset));
}

void x86_multiply_by(CodeBuffer *c, int reg, int base, int8_t offset)
{
    reserve(c);
    put(c, 0x0F);
    put(c, 0xAF);
    put_operand(c, reg, at_address(base, offset));
}

void x86_add_integers(CodeBuffer *c, int to, int from)
{
    reserve(c);
    put(c, 0x01);
    put(c, (uint8_t)(0xC0 | from << 3 | to));
}

void x86_add_constant(CodeBuffer *c, int reg, int8_t value)
{
    reserve(c);
    put(c, 0x83);
    put(c, (uint8_t)(0xC0 | reg));
    put(c, (uint8_t)value);
}

void x86_compare_constant(CodeBuffer *c, int reg, int32_t value)
{
    reserve(c);
    put(c, 0x81);
    put(c, (uint8_t)(0xF8 | reg));
    put_word(c, value);
}

void x86_test_address(CodeBuffer *c, int reg)
{
    reserve(c);
    put(c, 0x48);
    put(c, 0x85);
    put(c, (uint8_t)(0xC0 | reg << 3 | reg));
}

// Base and index are below r8, the base is not rbp.
static void put_indexed(CodeBuffer *c, uint8_t opcode, int reg, int base, int index)
{
    reserve(c);
    if (c->has_avx)
        put_vex(c, PREFIX_F2, MAP_0F, reg, 0, base);
    else
        put_legacy(c, PREFIX_F2, MAP_0F, reg, base);
    put(c, opcode);
    put(c, (uint8_t)((reg & 7) << 3 | 4));
    put(c, (uint8_t)(0xC0 | index << 3 | base));
}

void x86_load_indexed(CodeBuffer *c, int d, int base, int index)
{
    put_indexed(c, 0x10, d, base, index);
}

void x86_store_indexed(CodeBuffer *c, int base, int index, int s)
{
    put_indexed(c, 0x11, s, base, index);
}

// The old value of the register would be merged in: cleared first, so that nothing waits for it.
void x86_to_double(CodeBuffer *c, int d, int base, int8_t offset)
{
    x86_operate(c, X_XOR_BITS, d, d, in_register(d));
    if (c->has_avx)
        put_instruction(c, PREFIX_F2, MAP_0F, 0x2A, d, d, at_address(base, offset));
    else
        put_instruction(c, PREFIX_F2, MAP_0F, 0x2A, d, 0, at_address(base, offset));
}
