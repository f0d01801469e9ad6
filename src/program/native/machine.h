// machine.h -- the machine instructions that native code needs, as bytes; one file for each
// processor: machine_x86.c, machine_arm.c.
//
// Doubles in sixteen registers, in three-operand form, and a few integers and addresses. The
// registers for these are named by what they hold. The encodings are those of the manufacturers'
// manuals.
#ifndef PROGRAM_NATIVE_MACHINE_H
#define PROGRAM_NATIVE_MACHINE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__aarch64__)
enum { FIRST_ARGUMENT = 0, SECOND_ARGUMENT = 1, THIRD_ARGUMENT = 2 };
enum { WORK_A = 9, WORK_B = 10, WORK_C = 11 };
enum { FRAME = 19, CONSTANTS = 20, ENGINE = 21, MASKS = 22 };
#else // rdi, rsi, rdx; rax, rcx, rdx; rbx, rbp, r12, r13
enum { FIRST_ARGUMENT = 7, SECOND_ARGUMENT = 6, THIRD_ARGUMENT = 2 };
enum { WORK_A = 0, WORK_B = 1, WORK_C = 2 }; // the third argument is WORK_C, the result WORK_A
enum { FRAME = 3, CONSTANTS = 5, ENGINE = 12, MASKS = 13 };
#endif

typedef struct CodeBuffer {
    uint8_t *bytes; // whole pages of their own: they become executable where they are
    size_t count, room;
    bool has_packed;       // four doubles at a time
    bool has_rounding;     // as an instruction; else it is left to libm
    bool is_wide;          // every instruction on doubles works on four of them
    bool compared_doubles; // by the last comparison of flags
    bool failed;           // out of memory
} CodeBuffer;

bool machine_is_known(void); // whether native code can be made for this processor
// `plain`: only what every processor of the kind has.
void machine_open(CodeBuffer *c, bool plain);
void machine_expect(CodeBuffer *c, size_t size); // of an empty buffer: room for about so much
bool machine_finish(CodeBuffer *c);              // from writable to executable, never both
void machine_discard(CodeBuffer *c);

typedef struct Source { // a register for doubles, or 8 to 32 bytes in memory
    bool in_memory;
    bool advances; // in memory: WORK_B counts words from there
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

typedef enum {
    SCALAR_ADD,
    SCALAR_SUB,
    SCALAR_MUL,
    SCALAR_DIV,
    SCALAR_MIN,  // a < b ? a : b
    SCALAR_MAX,  // a > b ? a : b
    SCALAR_SQRT, // of b
    SCALAR_AND_BITS,
    SCALAR_OR_BITS,
    SCALAR_XOR_BITS
} ScalarOp;

typedef enum { COMPARE_EQ, COMPARE_LT, COMPARE_LE, COMPARE_NE } Comparison;
typedef enum { ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO } Rounding;
// Behind a comparison of doubles where one is a NaN: BELOW and BELOW_OR_EQUAL hold, EQUAL and
// NOT_EQUAL mean nothing until UNORDERED was asked.
typedef enum {
    IF_BELOW,
    IF_NOT_BELOW,
    IF_EQUAL,
    IF_NOT_EQUAL,
    IF_BELOW_OR_EQUAL,
    IF_ABOVE,
    IF_UNORDERED
} JumpIf;

// ---- Doubles -------------------------------------------------------------------------------
void machine_load(CodeBuffer *c, int d, Source s); // d <- s
void machine_store(CodeBuffer *c, int base, int32_t offset, int s);
void machine_operate(CodeBuffer *c, ScalarOp op, int d, int a, Source b); // d <- a op b
// All bits of d: a how b.
void machine_compare_mask(CodeBuffer *c, Comparison how, int d, int a, Source b);
void machine_round(CodeBuffer *c, Rounding how, int d, Source s);
void machine_compare_flags(CodeBuffer *c, int a, Source b);            // sets the flags of a ? b
void machine_load_indexed(CodeBuffer *c, int d, int base, int index);  // d <- base[index]
void machine_store_indexed(CodeBuffer *c, int base, int index, int s); // base[index] <- s
void machine_to_double(CodeBuffer *c, int d, int base, int8_t offset); // of an int32 in memory

// Where is_wide: one bit for each of the four, set where all bits of its double are.
void machine_mask_bits(CodeBuffer *c, int to, int s);

// ---- Four doubles at a time; only where has_packed -----------------------------------------
enum { PACKED = 4 };
void machine_load_packed(CodeBuffer *c, int d, Source s);
void machine_store_packed(CodeBuffer *c, Source to, int s);
void machine_broadcast(CodeBuffer *c, int d, Source s); // four copies of 8 bytes in memory
void machine_operate_packed(CodeBuffer *c, ScalarOp op, int d, int a, Source b);
void machine_end_packed(CodeBuffer *c); // before other code is called

// ---- Control -------------------------------------------------------------------------------
void machine_enter(CodeBuffer *c);                 // saves what a function has to leave as it was
void machine_leave(CodeBuffer *c);                 // restores that, and returns
size_t machine_jump(CodeBuffer *c);                // to be patched: place of the distance
size_t machine_jump_if(CodeBuffer *c, JumpIf how); // likewise
size_t machine_call_later(CodeBuffer *c);          // likewise
void machine_patch(CodeBuffer *c, size_t place, size_t target);
void machine_call(CodeBuffer *c, const void *function); // changes WORK_A and what calls change
void machine_save(CodeBuffer *c, int a, int b);         // two registers, on the stack
void machine_restore(CodeBuffer *c, int a, int b);      // the same two, or others
void machine_test_result(CodeBuffer *c);                // EQUAL: the function called returned 0
void machine_clear_result(CodeBuffer *c);               // this one returns 0

// ---- Addresses: 64 bits --------------------------------------------------------------------
void machine_move(CodeBuffer *c, int to, int from);
void machine_constant(CodeBuffer *c, int to, uint64_t value);
void machine_load_address(CodeBuffer *c, int to, Source s); // from memory or a double's register
void machine_store_address(CodeBuffer *c, int base, int32_t offset, int from);
void machine_add_address(CodeBuffer *c, int to, Source s); // in memory, as the next two
void machine_subtract_address(CodeBuffer *c, int to, Source s);
void machine_compare_address(CodeBuffer *c, int reg, Source s);
void machine_offset_address(CodeBuffer *c, int to, int base, int32_t offset); // base + offset
void machine_test_address(CodeBuffer *c, int reg);                            // EQUAL: it is 0

// ---- Integers: 32 bits ---------------------------------------------------------------------
void machine_truncate(CodeBuffer *c, int to, Source s); // of a double
void machine_integer(CodeBuffer *c, int to, int32_t value);
void machine_add_integer(CodeBuffer *c, int reg, int8_t value);
void machine_add_integers(CodeBuffer *c, int to, int from);
void machine_compare_integer(CodeBuffer *c, int reg, int32_t value);
void machine_compare_with(CodeBuffer *c, int reg, int base, int8_t offset); // in memory
void machine_multiply_by(CodeBuffer *c, int reg, int base, int8_t offset);  // in memory
void machine_change(CodeBuffer *c, int base, int32_t offset, int8_t by);    // in memory
void machine_compare_memory(CodeBuffer *c, int base, int32_t offset, int32_t value);
#endif
