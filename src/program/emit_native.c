// Program to machine code of x86-64 in memory, one pass, with a cache of words in registers.
//
// Words live in the frame; thirteen registers hold copies. A copy that was written and not yet
// stored is dirty. A word is stored when its register is needed for something else, before
// jumps, calls and labels, and never when nobody reads it any more: most intermediate results
// die in their register. The word whose next use is farthest away gives up its register
// [Bel66]. Cost: linear in the number of instructions. Invariant: at every label all words are
// in memory and the cache is empty.
//
// Routine: rdi = Engine, rsi = frame; rbx frame, rbp constants, r12 Engine, r13 bit masks.
#include "program/engine.h"

#if defined(__x86_64__) && defined(__unix__)

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "program/arithmetic.h"
#include "program/x86_encoder.h"

enum { N_CACHE = 13, SPARE = 13, SCRATCH = 14, NEVER = INT32_MAX, SEVERAL = INT32_MAX };
// A word that is read again within this many instructions is worth a register.
enum { SOON = 24 };

static const _Alignas(16) uint64_t bit_masks[] = {
    0x7FFFFFFFFFFFFFFFu,
    0x7FFFFFFFFFFFFFFFu, // of abs
    0x8000000000000000u,
    0x8000000000000000u, // of a sign
    0x3FF0000000000000u,
    0x3FF0000000000000u, // 1.0
    0,
    0,
};
enum { MASK_ABS = 0, MASK_SIGN = 16, MASK_ONE = 32, MASK_ZERO = 48 };

typedef ModelOutcome (*NativeRoutine)(Engine *e, double *frame);

typedef struct Uses { // of the operands of one instruction: when each is read next
    int32_t a, b, d;
} Uses;

typedef struct WordUse {
    int32_t next_read, last_read;
    int32_t n_read;    // how often
    int32_t loop_read; // the end of the last loop that reads it; -1: none
    int32_t pending;   // basic block that reads it before it writes it; -1: none
    int32_t reg;       // that holds it; -1: none
} WordUse;

enum { MOST_SHOWN = 4 };

typedef struct Failure { // a jump out of line, when an element cannot be reached
    const Instruction *instruction;
    size_t jump;
    int32_t words[MOST_SHOWN]; // to be stored from these registers
    int regs[MOST_SHOWN];
    uint32_t n_stores;
} Failure;

static const WordUse unused_word = {NEVER, -1, 0, -1, -1, -1};

typedef struct Emitter {
    const Program *p;
    CodeBuffer code;
    WordUse *words;  // by word, constants behind the words
    int32_t n_words; // of the frame of this routine
    // By register.
    int32_t word_in[N_CACHE];
    int32_t reads_next[N_CACHE];
    bool dirty[N_CACHE];
    // Of this routine, by instruction.
    Uses *uses;
    uint8_t *is_target;
    uint32_t *offsets; // in the code of this routine
    VEC(size_t) jumps; // places to patch, and their targets
    VEC(int32_t) targets;
    VEC(size_t) exits;
    VEC(Failure) failures;
    int32_t persistent_first, persistent_end; // words whose value is wanted afterwards
    int32_t at;                               // instruction being emitted
    Arena *scratch;
} Emitter;

// ---- Addresses -----------------------------------------------------------------------------

// Constants are numbered behind the words.
static int32_t id_of(const Emitter *x, int32_t operand)
{
    return operand >= 0 ? operand : x->n_words + (-1 - operand);
}

static Source address_of(const Emitter *x, int32_t id)
{
    return id < x->n_words ? at_address(RBX, id * 8) : at_address(RBP, (id - x->n_words) * 8);
}

// Inside a loop a word is also wanted by the next round, unless every round writes it before
// it reads it, in one basic block.
static bool is_wanted(const Emitter *x, int32_t id)
{
    return (id >= x->persistent_first && id < x->persistent_end) ||
           x->words[id].last_read > x->at ||
           (x->words[id].pending >= 0 && x->words[id].loop_read >= x->at);
}

// ---- Cache ---------------------------------------------------------------------------------

static void store_if_wanted(Emitter *x, int r)
{
    if (x->dirty[r] && is_wanted(x, x->word_in[r])) {
        Source to = address_of(x, x->word_in[r]);
        x86_store(&x->code, to.reg, to.offset, r);
    }
    x->dirty[r] = false;
}

static void release(Emitter *x, int r)
{
    if (x->word_in[r] >= 0) x->words[x->word_in[r]].reg = -1;
    x->word_in[r] = -1;
    x->dirty[r] = false;
}

// Everything that is wanted is in memory afterwards; the registers stay valid copies.
static void store_all(Emitter *x)
{
    for (int r = 0; r < N_CACHE; r++)
        if (x->word_in[r] >= 0) store_if_wanted(x, r);
}

static void forget_all(Emitter *x)
{
    for (int r = 0; r < N_CACHE; r++) release(x, r);
}

// A register for a value, other than those in the bit set `keep`.
static int take_register(Emitter *x, uint32_t keep)
{
    int best = -1;
    int32_t farthest = -1;
    for (int r = 0; r < N_CACHE; r++) {
        if (keep >> r & 1) continue;
        if (x->word_in[r] < 0) return r;
        if (x->reads_next[r] > farthest) farthest = x->reads_next[r], best = r;
    }
    store_if_wanted(x, best);
    release(x, best);
    return best;
}

static void bind(Emitter *x, int r, int32_t id, int32_t next, bool dirty)
{
    int known = x->words[id].reg;
    if (known >= 0 && known != r) release(x, known);
    if (x->word_in[r] >= 0 && x->word_in[r] != id) release(x, r);
    x->word_in[r] = id;
    x->words[id].reg = r;
    x->reads_next[r] = next;
    x->dirty[r] = dirty;
}

static int load(Emitter *x, int32_t operand, int32_t next, uint32_t keep)
{
    int32_t id = id_of(x, operand);
    int r = x->words[id].reg;
    if (r < 0) {
        r = take_register(x, keep);
        x86_load(&x->code, r, address_of(x, id));
        bind(x, r, id, next, false);
    }
    x->reads_next[r] = next;
    return r;
}

// Where an operand is; brought into a register only when it is read again soon.
static Source locate(Emitter *x, int32_t operand, int32_t next, uint32_t keep)
{
    int32_t id = id_of(x, operand);
    if (x->words[id].reg < 0 && (next == NEVER || next - x->at > SOON)) return address_of(x, id);
    return in_register(load(x, operand, next, keep));
}

// The register for the result of an instruction; `reusable` one that dies with it, or -1.
static int result_register(Emitter *x, const Instruction *i, uint32_t keep)
{
    int r = x->words[i->d].reg;
    if (r >= 0 && !(keep >> r & 1)) return r;
    return take_register(x, keep);
}

static void set_result(Emitter *x, const Instruction *i, int r)
{
    bind(x, r, i->d, x->uses[x->at].d, true);
}

static Source mask(int32_t which)
{
    return at_address(R13, which);
}

// ---- Instructions on numbers -----------------------------------------------------------------

static bool dies(const Emitter *x, int32_t operand)
{
    return operand >= 0 && !is_wanted(x, operand);
}

// A register to compute d <- a op b in: that of a, when a is not read any more.
static int choose_destination(Emitter *x, const Instruction *i, int ra, uint32_t keep)
{
    if (i->a == i->d || (x->words[i->d].reg < 0 && dies(x, i->a))) return ra;
    return result_register(x, i, keep);
}

static void emit_binary_op(Emitter *x, const Instruction *i, ScalarOp op)
{
    Uses u = x->uses[x->at];
    int ra = load(x, i->a, u.a, 0);
    Source b = i->b == i->a ? in_register(ra) : locate(x, i->b, u.b, 1u << ra);
    uint32_t keep = 1u << ra | (b.in_memory ? 0 : 1u << b.reg);
    int d = choose_destination(x, i, ra, keep);
    x86_operate(&x->code, op, d, ra, b);
    set_result(x, i, d);
}

static void emit_masked(Emitter *x, const Instruction *i, ScalarOp op, int32_t which)
{
    int ra = load(x, i->a, x->uses[x->at].a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    x86_operate(&x->code, op, d, ra, mask(which));
    set_result(x, i, d);
}

static void emit_move_word(Emitter *x, const Instruction *i)
{
    int ra = load(x, i->a, x->uses[x->at].a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    x86_load(&x->code, d, in_register(ra));
    set_result(x, i, d);
}

static void emit_square(Emitter *x, const Instruction *i)
{
    int ra = load(x, i->a, x->uses[x->at].a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    x86_operate(&x->code, X_MUL, d, ra, in_register(ra));
    set_result(x, i, d);
}

static void emit_root(Emitter *x, const Instruction *i)
{
    int ra = load(x, i->a, x->uses[x->at].a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    x86_operate(&x->code, X_SQRT, d, ra, in_register(ra));
    set_result(x, i, d);
}

static void emit_rounding(Emitter *x, const Instruction *i, Rounding how)
{
    int ra = load(x, i->a, x->uses[x->at].a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    x86_round(&x->code, how, d, in_register(ra));
    set_result(x, i, d);
}

// div(x, y) = trunc(x/y);  mod(x, y) = x - floor(x/y)*y;  rem(x, y) = x - trunc(x/y)*y
static void emit_quotient(Emitter *x, const Instruction *i, Rounding how, bool is_remainder)
{
    Uses u = x->uses[x->at];
    int ra = load(x, i->a, u.a, 0);
    int rb = i->b == i->a ? ra : load(x, i->b, u.b, 1u << ra);
    x86_operate(&x->code, X_DIV, SPARE, ra, in_register(rb));
    x86_round(&x->code, how, SPARE, in_register(SPARE));
    if (is_remainder) x86_operate(&x->code, X_MUL, SPARE, SPARE, in_register(rb));
    int d = result_register(x, i, 1u << ra | 1u << rb);
    if (is_remainder)
        x86_operate(&x->code, X_SUB, d, ra, in_register(SPARE));
    else
        x86_load(&x->code, d, in_register(SPARE));
    set_result(x, i, d);
}

// ---- Comparisons and logic -------------------------------------------------------------------

static void emit_comparison(Emitter *x, const Instruction *i, Comparison how, bool swapped)
{
    Uses u = x->uses[x->at];
    int32_t left = swapped ? i->b : i->a, right = swapped ? i->a : i->b;
    int ra = load(x, left, swapped ? u.b : u.a, 0);
    Source b = left == right ? in_register(ra) : locate(x, right, swapped ? u.a : u.b, 1u << ra);
    uint32_t keep = 1u << ra | (b.in_memory ? 0 : 1u << b.reg);
    int d = result_register(x, i, keep);
    x86_compare_mask(&x->code, how, d, ra, b);
    x86_operate(&x->code, X_AND_BITS, d, d, mask(MASK_ONE));
    set_result(x, i, d);
}

static void emit_not(Emitter *x, const Instruction *i)
{
    int ra = load(x, i->a, x->uses[x->at].a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    x86_compare_mask(&x->code, COMPARE_EQ, d, ra, mask(MASK_ZERO));
    x86_operate(&x->code, X_AND_BITS, d, d, mask(MASK_ONE));
    set_result(x, i, d);
}

static void emit_logic(Emitter *x, const Instruction *i, ScalarOp op)
{
    Uses u = x->uses[x->at];
    int ra = load(x, i->a, u.a, 0);
    int rb = i->b == i->a ? ra : load(x, i->b, u.b, 1u << ra);
    x86_compare_mask(&x->code, COMPARE_NE, SPARE, ra, mask(MASK_ZERO));
    x86_compare_mask(&x->code, COMPARE_NE, SCRATCH, rb, mask(MASK_ZERO));
    x86_operate(&x->code, op, SPARE, SPARE, in_register(SCRATCH));
    int d = result_register(x, i, 1u << ra | 1u << rb);
    x86_operate(&x->code, X_AND_BITS, d, SPARE, mask(MASK_ONE));
    set_result(x, i, d);
}

// ---- Calls ---------------------------------------------------------------------------------

static uint64_t function_address(InstructionCode code)
{
#define ADDRESS(f) ((uint64_t)(uintptr_t)(f))
    switch (code) {
    case I_SIN: return ADDRESS((double (*)(double))sin);
    case I_COS: return ADDRESS((double (*)(double))cos);
    case I_TAN: return ADDRESS((double (*)(double))tan);
    case I_ASIN: return ADDRESS((double (*)(double))asin);
    case I_ACOS: return ADDRESS((double (*)(double))acos);
    case I_ATAN: return ADDRESS((double (*)(double))atan);
    case I_SINH: return ADDRESS((double (*)(double))sinh);
    case I_COSH: return ADDRESS((double (*)(double))cosh);
    case I_TANH: return ADDRESS((double (*)(double))tanh);
    case I_EXP: return ADDRESS((double (*)(double))exp);
    case I_LOG: return ADDRESS((double (*)(double))log);
    case I_LOG10: return ADDRESS((double (*)(double))log10);
    case I_FLOOR: return ADDRESS((double (*)(double))floor);
    case I_CEIL: return ADDRESS((double (*)(double))ceil);
    case I_TRUNCATE: return ADDRESS((double (*)(double))trunc);
    case I_SIGN: return ADDRESS(arithmetic_sign);
    case I_ATAN2: return ADDRESS((double (*)(double, double))atan2);
    case I_POW: return ADDRESS(arithmetic_power);
    case I_MOD: return ADDRESS(arithmetic_modulo);
    case I_REM: return ADDRESS(arithmetic_remainder);
    default: return 0;
    }
#undef ADDRESS
}

// Calls change all xmm registers. Words that are still wanted are stored first.
static void emit_call_of(Emitter *x, const Instruction *i, bool has_two)
{
    store_all(x);
    int32_t a = id_of(x, i->a), b = id_of(x, i->b);
    Source at_a = x->words[a].reg >= 0 ? in_register(x->words[a].reg) : address_of(x, a);
    x86_load(&x->code, SPARE, at_a);
    if (has_two)
        x86_load(&x->code, 1,
                 x->words[b].reg >= 0 ? in_register(x->words[b].reg) : address_of(x, b));
    x86_load(&x->code, 0, in_register(SPARE));
    x86_constant(&x->code, RAX, function_address((InstructionCode)i->code));
    x86_call(&x->code, RAX);
    forget_all(x);
    set_result(x, i, 0);
}

static void emit_special(Emitter *x, const Instruction *i)
{
    // What the instruction itself reads must be in memory, also when it dies with it.
    x->at--;
    store_all(x);
    x->at++;
    x86_move(&x->code, RDI, R12);
    x86_constant(&x->code, RSI, (uint64_t)(uintptr_t)i);
    x86_move(&x->code, RDX, RBX);
    x86_constant(&x->code, RAX, (uint64_t)(uintptr_t)engine_special);
    x86_call(&x->code, RAX);
    x86_test_result(&x->code);
    size_t exit = x86_jump_if(&x->code, IF_NOT_EQUAL);
    VEC_PUSH(x->scratch, &x->exits, exit);
    forget_all(x);
}

// ---- Elements of arrays ------------------------------------------------------------------------

// What can go wrong (no array, a subscript out of bounds) is reported by the engine: the code
// for that lies behind the routine, stores what the message shows, and does not come back.
static void add_failure(Emitter *x, const Instruction *i, size_t jump)
{
    Failure f = {.instruction = i, .jump = jump};
    InstructionWords w = instruction_words(x->p, i);
    for (uint32_t k = 0; k < w.n_reads + w.n_list && f.n_stores < MOST_SHOWN; k++) {
        int32_t operand = k < w.n_reads ? w.reads[k] : w.list[k - w.n_reads];
        if (operand < 0 || x->words[operand].reg < 0) continue;
        f.words[f.n_stores] = operand;
        f.regs[f.n_stores++] = x->words[operand].reg;
    }
    VEC_PUSH(x->scratch, &x->failures, f);
}

static Source where_is(const Emitter *x, int32_t operand)
{
    int32_t id = id_of(x, operand);
    return x->words[id].reg >= 0 ? in_register(x->words[id].reg) : address_of(x, id);
}

static int8_t dimension_offset(int k)
{
    return (int8_t)(offsetof(Array, dims) + sizeof(int32_t) * (size_t)k);
}

// The subscript from 0, compared with its bound.
static void emit_subscript(Emitter *x, const Instruction *i, int k, int reg)
{
    int32_t operand = x->p->operands[i->c + k];
    if (operand < 0) {
        double value = x->p->constants[-1 - operand];
        x86_integer(&x->code, reg, value >= 1 && value < 1e9 ? (int32_t)value - 1 : -1);
    } else {
        x86_truncate(&x->code, reg, where_is(x, operand));
        x86_decrement(&x->code, reg);
    }
    x86_compare_with(&x->code, reg, RAX, dimension_offset(k));
    add_failure(x, i, x86_jump_if(&x->code, IF_NOT_BELOW));
}

// rax: the elements, rcx: the place of the one meant.
static void emit_place(Emitter *x, const Instruction *i, int32_t array)
{
    x86_load_address(&x->code, RAX, where_is(x, array));
    x86_test_address(&x->code, RAX);
    add_failure(x, i, x86_jump_if(&x->code, IF_EQUAL));
    emit_subscript(x, i, 0, RCX);
    if (i->n == 2) {
        emit_subscript(x, i, 1, RDX);
        x86_multiply_by(&x->code, RCX, RAX, dimension_offset(1));
        x86_add_integers(&x->code, RCX, RDX);
    }
    x86_load_address(&x->code, RAX, at_address(RAX, (int32_t)offsetof(Array, data)));
}

static bool emit_element(Emitter *x, const Instruction *i)
{
    if (i->n < 1 || i->n > 2) return false;
    if (i->code == I_ELEMENT) {
        emit_place(x, i, i->a);
        int d = result_register(x, i, 0);
        x86_load_indexed(&x->code, d, RAX, RCX);
        set_result(x, i, d);
    } else {
        emit_place(x, i, i->d);
        x86_load(&x->code, SPARE, where_is(x, i->a));
        x86_store_indexed(&x->code, RAX, RCX, SPARE);
    }
    return true;
}

static bool emit_size_of(Emitter *x, const Instruction *i)
{
    double k = i->b < 0 ? x->p->constants[-1 - i->b] : 0;
    if (!(k >= 1 && k <= MOST_DIMENSIONS)) return false;
    x86_load_address(&x->code, RAX, where_is(x, i->a));
    x86_test_address(&x->code, RAX);
    add_failure(x, i, x86_jump_if(&x->code, IF_EQUAL));
    int d = result_register(x, i, 0);
    x86_to_double(&x->code, d, RAX, dimension_offset((int)k - 1));
    set_result(x, i, d);
    return true;
}

static bool emit_array_access(Emitter *x, const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_ELEMENT:
    case I_STORE: return emit_element(x, i);
    case I_SIZE: return emit_size_of(x, i);
    default: return false;
    }
}

static void emit_failures(Emitter *x)
{
    for (uint32_t k = 0; k < x->failures.count; k++) {
        const Failure *f = &x->failures.data[k];
        x86_patch(&x->code, f->jump, x->code.count);
        for (uint32_t j = 0; j < f->n_stores; j++)
            x86_store(&x->code, RBX, f->words[j] * 8, f->regs[j]);
        x86_move(&x->code, RDI, R12);
        x86_constant(&x->code, RSI, (uint64_t)(uintptr_t)f->instruction);
        x86_move(&x->code, RDX, RBX);
        x86_constant(&x->code, RAX, (uint64_t)(uintptr_t)engine_special);
        x86_call(&x->code, RAX);
        size_t exit = x86_jump(&x->code);
        VEC_PUSH(x->scratch, &x->exits, exit);
    }
}

// ---- Jumps ---------------------------------------------------------------------------------

static void add_jump(Emitter *x, size_t place, int32_t target)
{
    VEC_PUSH(x->scratch, &x->jumps, place);
    VEC_PUSH(x->scratch, &x->targets, target);
}

static void emit_jump_always(Emitter *x, const Instruction *i)
{
    store_all(x);
    add_jump(x, x86_jump(&x->code), i->c);
    forget_all(x);
}

static void emit_jump_if_zero(Emitter *x, const Instruction *i)
{
    int ra = load(x, i->a, x->uses[x->at].a, 0);
    store_all(x);
    x86_compare_flags(&x->code, ra, mask(MASK_ZERO));
    size_t unordered = x86_jump_if(&x->code, IF_UNORDERED);
    add_jump(x, x86_jump_if(&x->code, IF_EQUAL), i->c);
    x86_patch(&x->code, unordered, x->code.count);
}

// A comparison whose only reader is the jump that follows: no 0 or 1 is made of it.
static bool is_fused(const Emitter *x, const Instruction *i)
{
    const Instruction *next = i + 1;
    return next->code == I_JUMP_IF_ZERO && next->a == i->d && !x->is_target[x->at + 1] &&
           !(i->d >= x->persistent_first && i->d < x->persistent_end) && x->words[i->d].n_read == 1;
}

static void emit_fused(Emitter *x, const Instruction *i)
{
    Uses u = x->uses[x->at];
    bool swapped = i->code == I_LT || i->code == I_LE;
    int32_t left = swapped ? i->b : i->a, right = swapped ? i->a : i->b;
    int ra = load(x, left, swapped ? u.b : u.a, 0);
    int rb = left == right ? ra : load(x, right, swapped ? u.a : u.b, 1u << ra);
    store_all(x);
    x86_compare_flags(&x->code, ra, in_register(rb));
    int32_t target = i[1].c;
    switch ((InstructionCode)i->code) {
    case I_LT:
    case I_GT: add_jump(x, x86_jump_if(&x->code, IF_BELOW_OR_EQUAL), target); break;
    case I_LE:
    case I_GE: add_jump(x, x86_jump_if(&x->code, IF_BELOW), target); break;
    case I_EQ:
        add_jump(x, x86_jump_if(&x->code, IF_NOT_EQUAL), target);
        add_jump(x, x86_jump_if(&x->code, IF_UNORDERED), target);
        break;
    default: {
        size_t unordered = x86_jump_if(&x->code, IF_UNORDERED);
        add_jump(x, x86_jump_if(&x->code, IF_EQUAL), target);
        x86_patch(&x->code, unordered, x->code.count);
        break;
    }
    }
}

// ---- One instruction -------------------------------------------------------------------------

static void emit_arithmetic(Emitter *x, const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_MOVE: emit_move_word(x, i); break;
    case I_ADD: emit_binary_op(x, i, X_ADD); break;
    case I_SUB: emit_binary_op(x, i, X_SUB); break;
    case I_MUL: emit_binary_op(x, i, X_MUL); break;
    case I_DIV: emit_binary_op(x, i, X_DIV); break;
    case I_MIN: emit_binary_op(x, i, X_MIN); break;
    case I_MAX: emit_binary_op(x, i, X_MAX); break;
    case I_NEG: emit_masked(x, i, X_XOR_BITS, MASK_SIGN); break;
    case I_ABS: emit_masked(x, i, X_AND_BITS, MASK_ABS); break;
    case I_SQUARE: emit_square(x, i); break;
    case I_SQRT: emit_root(x, i); break;
    case I_LT: emit_comparison(x, i, COMPARE_LT, false); break;
    case I_LE: emit_comparison(x, i, COMPARE_LE, false); break;
    case I_GT: emit_comparison(x, i, COMPARE_LT, true); break;
    case I_GE: emit_comparison(x, i, COMPARE_LE, true); break;
    case I_EQ: emit_comparison(x, i, COMPARE_EQ, false); break;
    case I_NE: emit_comparison(x, i, COMPARE_NE, false); break;
    case I_AND: emit_logic(x, i, X_AND_BITS); break;
    case I_OR: emit_logic(x, i, X_OR_BITS); break;
    case I_NOT: emit_not(x, i); break;
    case I_ATAN2:
    case I_POW: emit_call_of(x, i, true); break;
    default: emit_call_of(x, i, false); break;
    }
}

static bool emit_rounded(Emitter *x, const Instruction *i)
{
    if (!x->code.has_rounding) {
        if (i->code == I_MOD || i->code == I_REM) {
            emit_call_of(x, i, true);
            return true;
        }
        return false;
    }
    switch ((InstructionCode)i->code) {
    case I_FLOOR: emit_rounding(x, i, ROUND_DOWN); return true;
    case I_CEIL: emit_rounding(x, i, ROUND_UP); return true;
    case I_TRUNCATE: emit_rounding(x, i, ROUND_TO_ZERO); return true;
    case I_MOD: emit_quotient(x, i, ROUND_DOWN, true); return true;
    case I_REM: emit_quotient(x, i, ROUND_TO_ZERO, true); return true;
    case I_DIV_INT: emit_quotient(x, i, ROUND_TO_ZERO, false); return true;
    default: return false;
    }
}

static bool is_comparison(uint16_t code)
{
    return code >= I_LT && code <= I_NE;
}

// Returns how many instructions were dealt with.
static int32_t emit_instruction(Emitter *x, const Instruction *i)
{
    if (is_comparison(i->code) && is_fused(x, i)) {
        emit_fused(x, i);
        return 2;
    }
    if (i->code == I_JUMP)
        emit_jump_always(x, i);
    else if (i->code == I_JUMP_IF_ZERO)
        emit_jump_if_zero(x, i);
    else if (i->code == I_RETURN) {
        store_all(x);
        x86_clear_result(&x->code);
        size_t exit = x86_jump(&x->code);
        VEC_PUSH(x->scratch, &x->exits, exit);
        forget_all(x);
    } else if (i->code > I_JUMP_IF_ZERO) {
        if (!emit_array_access(x, i)) emit_special(x, i);
    } else if (!emit_rounded(x, i)) {
        emit_arithmetic(x, i);
    }
    return 1;
}

// ---- When words are read -----------------------------------------------------------------------

typedef struct Scan { // of a routine from its end to its begin
    int32_t at, block, loop_begin, loop_end;
} Scan;

// Returns when the word is read after this.
static int32_t note_read(Emitter *x, const Scan *s, int32_t operand)
{
    WordUse *w = &x->words[id_of(x, operand)];
    int32_t next = w->next_read;
    w->next_read = s->at;
    if (w->last_read < s->at) w->last_read = s->at;
    if (w->loop_read < s->loop_end) w->loop_read = s->loop_end;
    w->n_read++;
    w->pending = w->pending >= 0 && w->pending != s->block ? SEVERAL : s->block;
    return next;
}

// A write that a read in the same block follows settles that read; reads elsewhere stay open.
static int32_t note_write(Emitter *x, const Scan *s, int32_t id)
{
    WordUse *w = &x->words[id];
    int32_t next = w->next_read;
    w->next_read = NEVER;
    if (w->pending == s->block) w->pending = -1;
    return next;
}

static void find_targets(Emitter *x, const Routine *r)
{
    const Instruction *code = x->p->code + r->first;
    memset(x->is_target, 0, r->count + 1);
    for (uint32_t k = 0; k < r->count; k++)
        if (code[k].code == I_JUMP || code[k].code == I_JUMP_IF_ZERO) x->is_target[code[k].c] = 1;
}

static bool is_jump(const Instruction *i)
{
    return i->code == I_JUMP || i->code == I_JUMP_IF_ZERO;
}

static Uses note_arithmetic(Emitter *x, const Scan *s, const Instruction *i)
{
    Uses u = {NEVER, NEVER, NEVER};
    if (i->code == I_JUMP) return u;
    if (i->code < I_JUMP) u.d = note_write(x, s, i->d);
    bool has_two = i->code < I_JUMP && instruction_has_two(i);
    if (has_two) u.b = note_read(x, s, i->b);
    u.a = note_read(x, s, i->a);
    // When both are the same word, the next read of both is that behind the instruction.
    if (has_two && i->a == i->b) u.a = u.b;
    return u;
}

static Uses note_special(Emitter *x, const Scan *s, const Instruction *i)
{
    InstructionWords w = instruction_words(x->p, i);
    Uses u = {NEVER, NEVER, NEVER};
    for (uint32_t j = 0; j < w.n_results; j++) u.d = note_write(x, s, w.results[j]);
    for (uint32_t j = 0; j < w.n_list; j++) note_read(x, s, w.list[j]);
    for (uint32_t j = 0; j < w.n_reads; j++) note_read(x, s, w.reads[j]);
    return u;
}

// For every operand when it is read next, and for every word when it is read last.
static void find_uses(Emitter *x, const Routine *r)
{
    const Instruction *code = x->p->code + r->first;
    Scan s = {0, 0, -1, -1};
    find_targets(x, r);
    for (int32_t k = (int32_t)r->count; k-- > 0;) {
        const Instruction *i = &code[k];
        s.at = k;
        if (is_jump(i)) s.block++;
        if (k < s.loop_begin) s.loop_begin = s.loop_end = -1;
        if (is_jump(i) && i->c <= k && s.loop_end < 0) s.loop_begin = i->c, s.loop_end = k;
        x->uses[k] = i->code <= I_JUMP_IF_ZERO ? note_arithmetic(x, &s, i) : note_special(x, &s, i);
        if (x->is_target[k]) s.block++;
    }
}

static void clear_word(Emitter *x, int32_t operand)
{
    x->words[id_of(x, operand)] = unused_word;
}

// The table by word is as long as the model: only what this routine touched is cleared.
static void clear_uses(Emitter *x, const Routine *r)
{
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = &x->p->code[r->first + k];
        if (i->code <= I_JUMP_IF_ZERO) {
            clear_word(x, i->a);
            clear_word(x, i->b);
            continue;
        }
        InstructionWords w = instruction_words(x->p, i);
        for (uint32_t j = 0; j < w.n_reads; j++) clear_word(x, w.reads[j]);
        for (uint32_t j = 0; j < w.n_list; j++) clear_word(x, w.list[j]);
    }
}

// ---- One routine -------------------------------------------------------------------------------

static void emit_entry(Emitter *x)
{
    static const int saved[] = {RBX, RBP, R12, R13};
    for (int k = 0; k < 4; k++) x86_push(&x->code, saved[k]);
    x86_adjust_stack(&x->code, -8); // calls need the stack at a multiple of 16
    x86_move(&x->code, R12, RDI);
    x86_move(&x->code, RBX, RSI);
    x86_constant(&x->code, RBP, (uint64_t)(uintptr_t)x->p->constants);
    x86_constant(&x->code, R13, (uint64_t)(uintptr_t)bit_masks);
}

static void emit_exit(Emitter *x)
{
    static const int saved[] = {R13, R12, RBP, RBX};
    for (uint32_t k = 0; k < x->exits.count; k++)
        x86_patch(&x->code, x->exits.data[k], x->code.count);
    x86_adjust_stack(&x->code, 8);
    for (int k = 0; k < 4; k++) x86_pop(&x->code, saved[k]);
    x86_return(&x->code);
}

// Returns the offset of its entry.
static size_t emit_body(Emitter *x, const Routine *r, int32_t n_words, int32_t persistent_first,
                        int32_t persistent_end)
{
    const Instruction *code = x->p->code + r->first;
    x->n_words = n_words;
    x->persistent_first = persistent_first;
    x->persistent_end = persistent_end;
    x->jumps.count = x->targets.count = x->exits.count = x->failures.count = 0;
    find_uses(x, r);
    size_t entry = x->code.count;
    emit_entry(x);
    for (int32_t k = 0; k < (int32_t)r->count && !x->code.failed;) {
        x->at = k - 1;
        if (x->is_target[k]) {
            store_all(x);
            forget_all(x);
        }
        x->at = k;
        x->offsets[k] = (uint32_t)(x->code.count - entry);
        k += emit_instruction(x, &code[k]);
    }
    for (uint32_t k = 0; k < x->jumps.count; k++)
        x86_patch(&x->code, x->jumps.data[k], entry + x->offsets[x->targets.data[k]]);
    emit_failures(x);
    emit_exit(x);
    forget_all(x);
    clear_uses(x, r);
    return entry;
}

// ---- The whole program -------------------------------------------------------------------------

typedef struct NativeCode { // Engine.code
    uint8_t *memory;
    size_t size;
    size_t *routines, *functions; // offsets
} NativeCode;

static void open_tables(Emitter *x)
{
    const Program *p = x->p;
    size_t words = (size_t)p->n_words, longest = 1;
    for (uint32_t i = 0; i < p->n_functions; i++)
        if ((size_t)p->functions[i].n_words > words) words = (size_t)p->functions[i].n_words;
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (p->routines[i].count > longest) longest = p->routines[i].count;
    for (uint32_t i = 0; i < p->n_functions; i++)
        if (p->functions[i].body.count > longest) longest = p->functions[i].body.count;
    size_t ids = words + p->n_constants + 1;
    x->words = ARENA_RAW(x->scratch, WordUse, ids);
    for (size_t k = 0; k < ids; k++) x->words[k] = unused_word;
    x->uses = ARENA_RAW(x->scratch, Uses, longest + 1);
    x->is_target = ARENA_RAW(x->scratch, uint8_t, longest + 1);
    x->offsets = ARENA_RAW(x->scratch, uint32_t, longest + 1);
    for (int r = 0; r < N_CACHE; r++) x->word_in[r] = -1;
}

static void emit_everything(Emitter *x, NativeCode *native)
{
    const Program *p = x->p;
    open_tables(x);
    for (uint32_t i = 0; i < p->n_routines; i++)
        native->routines[i] = emit_body(x, &p->routines[i], p->n_words, 0, p->model.n_slots);
    for (uint32_t i = 0; i < p->n_functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        native->functions[i] =
            emit_body(x, &f->body, f->n_words, f->n_inputs, f->n_inputs + f->n_outputs);
    }
}

// Writable first, executable afterwards, never both.
static bool make_executable(const CodeBuffer *code, NativeCode *native)
{
    native->size = code->count + 1;
    native->memory =
        mmap(NULL, native->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (native->memory == MAP_FAILED) return false;
    memcpy(native->memory, code->bytes, code->count);
    if (mprotect(native->memory, native->size, PROT_READ | PROT_EXEC) == 0) return true;
    munmap(native->memory, native->size);
    return false;
}

static ModelOutcome run_native(Engine *e, size_t offset, double *frame)
{
    const NativeCode *native = e->code;
    NativeRoutine routine;
    const uint8_t *address = native->memory + offset;
    memcpy(&routine, &address, sizeof routine);
    return routine(e, frame);
}

static ModelOutcome call_routine(void *self, int32_t routine)
{
    Engine *e = self;
    const NativeCode *native = e->code;
    size_t mark = e->stack_used;
    ModelOutcome o = run_native(e, native->routines[routine], e->words);
    e->stack_used = mark;
    return o;
}

static ModelOutcome run_function(Engine *e, int32_t function, double *frame)
{
    const NativeCode *native = e->code;
    return run_native(e, native->functions[function], frame);
}

static void close_native(void *self)
{
    Engine *e = self;
    NativeCode *native = e->code;
    munmap(native->memory, native->size);
    engine_close(self);
}

Model *program_native_for(const Program *p, Arena *out, bool with_avx)
{
    NativeCode *native = ARENA_NEW(out, NativeCode);
    native->routines = ARENA_ARRAY(out, size_t, p->n_routines + 1);
    native->functions = ARENA_ARRAY(out, size_t, p->n_functions + 1);
    Emitter x = {.p = p, .scratch = arena_open("native code")};
    x.code.has_avx = with_avx && __builtin_cpu_supports("avx");
    x.code.has_rounding = x.code.has_avx || __builtin_cpu_supports("sse4.1");
    emit_everything(&x, native);
    bool ok = !x.code.failed && make_executable(&x.code, native);
    free(x.code.bytes);
    arena_close(x.scratch);
    if (!ok) return NULL;
    Engine *e = engine_open(p, out);
    e->code = native;
    e->run_function = run_function;
    e->model.call = call_routine;
    e->model.close = close_native;
    return &e->model;
}

Model *program_native(const Program *p, Arena *out)
{
    return program_native_for(p, out, true);
}

#else // another processor: the interpreter is used

Model *program_native_for(const Program *p, Arena *out, bool with_avx)
{
    (void)p, (void)out, (void)with_avx;
    return NULL;
}

Model *program_native(const Program *p, Arena *out)
{
    return program_native_for(p, out, true);
}
#endif
