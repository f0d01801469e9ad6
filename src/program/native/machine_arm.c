// AArch64. Every instruction has four bytes. Offsets that do not fit into an instruction are put
// into a register first; jumps on conditions go over a jump that reaches far.
//
// The sixteen registers for doubles are v0 to v7 and v16 to v23: the others belong to the caller.
#if defined(__aarch64__)
#include <string.h>

#include "program/native/code_pages.h"

enum { X16 = 16, X17 = 17, X29 = 29, X30 = 30, SP = 31, ZERO = 31, V30 = 30, V31 = 31 };
enum {
    EQ = 0,
    NE = 1,
    HS = 2,
    LO = 3,
    MI = 4,
    VS = 6,
    HI = 8,
    LS = 9,
    GE = 10,
    LT = 11,
    GT = 12,
    LE = 13
};

bool machine_is_known(void)
{
    return true;
}

void machine_open(CodeBuffer *c, bool plain)
{
    (void)plain;
    *c = (CodeBuffer){.has_rounding = true};
}

static void put(CodeBuffer *c, uint32_t instruction)
{
    if (c->failed) return;
    memcpy(c->bytes + c->count, &instruction, sizeof instruction);
    c->count += sizeof instruction;
}

static uint32_t three(uint32_t opcode, int d, int a, int b)
{
    return opcode | (uint32_t)b << 16 | (uint32_t)a << 5 | (uint32_t)d;
}

static int double_register(int reg)
{
    return reg < 8 ? reg : reg + 8;
}

// ---- Memory ----------------------------------------------------------------------------------

static void put_constant(CodeBuffer *c, int to, uint64_t value)
{
    put(c, 0xD2800000u | (uint32_t)(value & 0xFFFF) << 5 | (uint32_t)to); // movz
    for (uint32_t part = 1; part < 4; part++)
        if (value >> 16 * part & 0xFFFF)
            put(c, 0xF2800000u | part << 21 | (uint32_t)(value >> 16 * part & 0xFFFF) << 5 |
                       (uint32_t)to); // movk
}

typedef struct Access { // opcodes with an offset in units of the size, and with a register
    uint32_t scaled, indexed;
    int32_t size;
} Access;

static const Access load_double = {0xFD400000u, 0xFC606800u, 8};
static const Access store_double = {0xFD000000u, 0xFC206800u, 8};
static const Access load_wide = {0xF9400000u, 0xF8606800u, 8};
static const Access store_wide = {0xF9000000u, 0xF8206800u, 8};
static const Access load_narrow = {0xB9400000u, 0xB8606800u, 4};
static const Access store_narrow = {0xB9000000u, 0xB8206800u, 4};

static void put_access(CodeBuffer *c, const Access *how, int reg, int base, int32_t offset)
{
    code_reserve(c);
    if (offset >= 0 && offset % how->size == 0 && offset / how->size < 4096) {
        put(c, three(how->scaled | (uint32_t)(offset / how->size) << 10, reg, base, 0));
        return;
    }
    put_constant(c, X16, (uint64_t)(int64_t)offset);
    put(c, three(how->indexed, reg, base, X16));
}

// The register that holds a double; brought into `free` from memory.
static int double_source(CodeBuffer *c, Source s, int free)
{
    if (!s.in_memory) return double_register(s.reg);
    put_access(c, &load_double, free, s.reg, s.offset);
    return free;
}

// ---- Doubles ---------------------------------------------------------------------------------

void machine_load(CodeBuffer *c, int d, Source s)
{
    int to = double_register(d);
    if (s.in_memory) {
        put_access(c, &load_double, to, s.reg, s.offset);
    } else if (s.reg != d) {
        code_reserve(c);
        put(c, three(0x1E604000u, to, double_register(s.reg), 0)); // fmov
    }
}

void machine_store(CodeBuffer *c, int base, int32_t offset, int s)
{
    put_access(c, &store_double, double_register(s), base, offset);
}

static uint32_t opcode_of(ScalarOp op)
{
    static const uint32_t opcodes[] = {
        [SCALAR_ADD] = 0x1E602800u,      [SCALAR_SUB] = 0x1E603800u,
        [SCALAR_MUL] = 0x1E600800u,      [SCALAR_DIV] = 0x1E601800u,
        [SCALAR_AND_BITS] = 0x0E201C00u, [SCALAR_OR_BITS] = 0x0EA01C00u,
        [SCALAR_XOR_BITS] = 0x2E201C00u,
    };
    return opcodes[op];
}

static void put_comparison(CodeBuffer *c, int a, int b) // fcmp
{
    put(c, three(0x1E602000u, 0, a, b));
}

void machine_operate(CodeBuffer *c, ScalarOp op, int d, int a, Source b)
{
    int to = double_register(d), left = double_register(a), right = double_source(c, b, V31);
    code_reserve(c);
    if (op == SCALAR_SQRT) {
        put(c, three(0x1E61C000u, to, right, 0));
    } else if (op == SCALAR_MIN || op == SCALAR_MAX) {
        put_comparison(c, left, right);
        uint32_t condition = op == SCALAR_MIN ? MI : GT;
        put(c, three(0x1E600C00u | condition << 12, to, left, right)); // fcsel
    } else {
        put(c, three(opcode_of(op), to, left, right));
    }
}

void machine_compare_mask(CodeBuffer *c, Comparison how, int d, int a, Source b)
{
    int to = double_register(d), left = double_register(a), right = double_source(c, b, V31);
    code_reserve(c);
    switch (how) {
    case COMPARE_LT: put(c, three(0x7EE0E400u, to, right, left)); break; // fcmgt
    case COMPARE_LE: put(c, three(0x7E60E400u, to, right, left)); break; // fcmge
    case COMPARE_EQ: put(c, three(0x5E60E400u, to, left, right)); break;
    case COMPARE_NE:
        put(c, three(0x5E60E400u, to, left, right));
        put(c, three(0x2E205800u, to, to, 0)); // not
        break;
    }
}

void machine_round(CodeBuffer *c, Rounding how, int d, Source s)
{
    static const uint32_t opcodes[] = {
        [ROUND_DOWN] = 0x1E654000u, [ROUND_UP] = 0x1E64C000u, [ROUND_TO_ZERO] = 0x1E65C000u};
    int from = double_source(c, s, V31);
    code_reserve(c);
    put(c, three(opcodes[how], double_register(d), from, 0));
}

void machine_mask_bits(CodeBuffer *c, int to, int s) // nothing is wide here
{
    (void)to;
    (void)s;
    c->failed = true;
}

void machine_compare_flags(CodeBuffer *c, int a, Source b)
{
    int right = double_source(c, b, V31);
    code_reserve(c);
    put_comparison(c, double_register(a), right);
    c->compared_doubles = true;
}

void machine_load_indexed(CodeBuffer *c, int d, int base, int index)
{
    code_reserve(c);
    put(c, three(0xFC607800u, double_register(d), base, index));
}

void machine_store_indexed(CodeBuffer *c, int base, int index, int s)
{
    code_reserve(c);
    put(c, three(0xFC207800u, double_register(s), base, index));
}

void machine_to_double(CodeBuffer *c, int d, int base, int8_t offset)
{
    put_access(c, &load_narrow, X17, base, offset);
    put(c, three(0x1E620000u, double_register(d), X17, 0)); // scvtf
}

// ---- Four doubles at a time: not here ----------------------------------------------------------

void machine_load_packed(CodeBuffer *c, int d, Source s)
{
    (void)d, (void)s;
    c->failed = true;
}

void machine_store_packed(CodeBuffer *c, Source to, int s)
{
    (void)to, (void)s;
    c->failed = true;
}

void machine_broadcast(CodeBuffer *c, int d, Source s)
{
    (void)d, (void)s;
    c->failed = true;
}

void machine_operate_packed(CodeBuffer *c, ScalarOp op, int d, int a, Source b)
{
    (void)op, (void)d, (void)a, (void)b;
    c->failed = true;
}

void machine_end_packed(CodeBuffer *c)
{
    c->failed = true;
}

// ---- Control ---------------------------------------------------------------------------------

enum { PUSH_PAIR = 0xA9BF0000u, POP_PAIR = 0xA8C10000u }; // stp before, ldp behind, 16 bytes

static void put_pair(CodeBuffer *c, uint32_t opcode, int a, int b)
{
    code_reserve(c);
    put(c, opcode | (uint32_t)b << 10 | SP << 5 | (uint32_t)a);
}

void machine_enter(CodeBuffer *c)
{
    put_pair(c, PUSH_PAIR, X29, X30);
    put_pair(c, PUSH_PAIR, FRAME, CONSTANTS);
    put_pair(c, PUSH_PAIR, ENGINE, MASKS);
}

void machine_leave(CodeBuffer *c)
{
    put_pair(c, POP_PAIR, ENGINE, MASKS);
    put_pair(c, POP_PAIR, FRAME, CONSTANTS);
    put_pair(c, POP_PAIR, X29, X30);
    put(c, 0xD65F03C0u);
}

void machine_save(CodeBuffer *c, int a, int b)
{
    put_pair(c, PUSH_PAIR, a, b);
}

void machine_restore(CodeBuffer *c, int a, int b)
{
    put_pair(c, POP_PAIR, a, b);
}

size_t machine_jump(CodeBuffer *c)
{
    code_reserve(c);
    put(c, 0x14000000u);
    return c->count - 4;
}

size_t machine_call_later(CodeBuffer *c)
{
    code_reserve(c);
    put(c, 0x94000000u);
    return c->count - 4;
}

// A comparison of doubles that are not ordered sets C and V.
static uint32_t condition_of(JumpIf how, bool compared_doubles)
{
    switch (how) {
    case IF_BELOW: return compared_doubles ? LT : LO;
    case IF_NOT_BELOW: return compared_doubles ? GE : HS;
    case IF_EQUAL: return EQ;
    case IF_NOT_EQUAL: return NE;
    case IF_BELOW_OR_EQUAL: return compared_doubles ? LE : LS;
    case IF_ABOVE: return compared_doubles ? GT : HI;
    case IF_UNORDERED: return VS;
    }
    return EQ;
}

size_t machine_jump_if(CodeBuffer *c, JumpIf how)
{
    code_reserve(c);
    uint32_t otherwise = condition_of(how, c->compared_doubles) ^ 1;
    put(c, 0x54000000u | 2 << 5 | otherwise); // over the next instruction
    return machine_jump(c);
}

void machine_patch(CodeBuffer *c, size_t place, size_t target)
{
    if (c->failed) return;
    uint32_t instruction;
    memcpy(&instruction, c->bytes + place, sizeof instruction);
    int64_t distance = ((int64_t)target - (int64_t)place) / 4;
    if (distance < -(1 << 25) || distance >= 1 << 25) c->failed = true; // more than 128 MB
    instruction = (instruction & 0xFC000000u) | ((uint32_t)distance & 0x03FFFFFFu);
    memcpy(c->bytes + place, &instruction, sizeof instruction);
}

void machine_call(CodeBuffer *c, const void *function)
{
    code_reserve(c);
    put_constant(c, X16, (uint64_t)(uintptr_t)function);
    put(c, three(0xD63F0000u, 0, X16, 0)); // blr
}

static void put_narrow_comparison(CodeBuffer *c, int reg, uint32_t value) // below 4096
{
    put(c, 0x7100001Fu | value << 10 | (uint32_t)reg << 5);
    c->compared_doubles = false;
}

void machine_test_result(CodeBuffer *c)
{
    code_reserve(c);
    put_narrow_comparison(c, FIRST_ARGUMENT, 0);
}

void machine_clear_result(CodeBuffer *c)
{
    code_reserve(c);
    put_constant(c, FIRST_ARGUMENT, 0);
}

// ---- Addresses -------------------------------------------------------------------------------

void machine_move(CodeBuffer *c, int to, int from)
{
    code_reserve(c);
    put(c, three(0xAA0003E0u, to, 0, from)); // orr with zero
}

void machine_constant(CodeBuffer *c, int to, uint64_t value)
{
    code_reserve(c);
    put_constant(c, to, value);
}

void machine_load_address(CodeBuffer *c, int to, Source s)
{
    if (s.in_memory) {
        put_access(c, &load_wide, to, s.reg, s.offset);
        return;
    }
    code_reserve(c);
    put(c, three(0x9E660000u, to, double_register(s.reg), 0)); // fmov
}

void machine_store_address(CodeBuffer *c, int base, int32_t offset, int from)
{
    put_access(c, &store_wide, from, base, offset);
}

void machine_add_address(CodeBuffer *c, int to, Source s)
{
    put_access(c, &load_wide, X17, s.reg, s.offset);
    put(c, three(0x8B000000u, to, to, X17));
}

void machine_subtract_address(CodeBuffer *c, int to, Source s)
{
    put_access(c, &load_wide, X17, s.reg, s.offset);
    put(c, three(0xCB000000u, to, to, X17));
}

void machine_compare_address(CodeBuffer *c, int reg, Source s)
{
    put_access(c, &load_wide, X17, s.reg, s.offset);
    put(c, three(0xEB000000u, ZERO, reg, X17));
    c->compared_doubles = false;
}

void machine_offset_address(CodeBuffer *c, int to, int base, int32_t offset)
{
    code_reserve(c);
    put_constant(c, X17, (uint64_t)(int64_t)offset);
    put(c, three(0x8B000000u, to, base, X17));
}

void machine_test_address(CodeBuffer *c, int reg)
{
    code_reserve(c);
    put(c, 0xF100001Fu | (uint32_t)reg << 5); // compare with 0
    c->compared_doubles = false;
}

// ---- Integers --------------------------------------------------------------------------------

void machine_truncate(CodeBuffer *c, int to, Source s)
{
    int from = double_source(c, s, V31);
    code_reserve(c);
    put(c, three(0x1E780000u, to, from, 0)); // fcvtzs
}

void machine_integer(CodeBuffer *c, int to, int32_t value)
{
    code_reserve(c);
    put_constant(c, to, (uint32_t)value);
}

void machine_add_integer(CodeBuffer *c, int reg, int8_t value)
{
    code_reserve(c);
    uint32_t opcode = value < 0 ? 0x51000000u : 0x11000000u; // sub, add
    put(c, three(opcode | (uint32_t)(value < 0 ? -value : value) << 10, reg, reg, 0));
}

void machine_add_integers(CodeBuffer *c, int to, int from)
{
    code_reserve(c);
    put(c, three(0x0B000000u, to, to, from));
}

void machine_compare_integer(CodeBuffer *c, int reg, int32_t value)
{
    code_reserve(c);
    put_constant(c, X17, (uint32_t)value);
    put(c, three(0x6B000000u, ZERO, reg, X17));
    c->compared_doubles = false;
}

void machine_compare_with(CodeBuffer *c, int reg, int base, int8_t offset)
{
    put_access(c, &load_narrow, X17, base, offset);
    put(c, three(0x6B000000u, ZERO, reg, X17));
    c->compared_doubles = false;
}

void machine_multiply_by(CodeBuffer *c, int reg, int base, int8_t offset)
{
    put_access(c, &load_narrow, X17, base, offset);
    put(c, three(0x1B007C00u, reg, reg, X17)); // madd with zero
}

void machine_change(CodeBuffer *c, int base, int32_t offset, int8_t by)
{
    put_access(c, &load_narrow, X17, base, offset);
    machine_add_integer(c, X17, by);
    put_access(c, &store_narrow, X17, base, offset);
}

void machine_compare_memory(CodeBuffer *c, int base, int32_t offset, int32_t value)
{
    put_access(c, &load_narrow, X17, base, offset);
    put_constant(c, X16, (uint32_t)value);
    put(c, three(0x6B000000u, ZERO, X17, X16));
    c->compared_doubles = false;
}
#endif
