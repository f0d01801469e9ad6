// Program to machine code in memory, one pass, with a cache of words in registers; the processor is
// behind machine.h.
//
// Words live in the frame; thirteen registers hold copies. A copy that was written and not yet
// stored is dirty. A word is stored when its register is needed for something else, before
// jumps, calls and labels, and never when nobody reads it any more: most intermediate results
// die in their register. The word whose next use is farthest away gives up its register
// (native_cache.c). Cost: linear in the number of instructions. Invariant: at every label all words
// are in memory and the cache is empty.
//
// A routine is called with the engine and the frame; registers of their own hold these, the
// constants and the bit masks (machine.h).
#include "program/native/native.h"

#include <math.h>
#include <string.h>

#include "program/engine/arithmetic.h"

// Instructions of a large program need about as many bytes each as measured on models [M19].
enum { MANY_INSTRUCTIONS = 500000, USUAL_LENGTH = 8 };

typedef ModelOutcome (*NativeRoutine)(Engine *e, double *frame);

// ---- Instructions on numbers -----------------------------------------------------------------

static bool dies(const Emitter *x, int32_t operand)
{
    return operand >= 0 && !native_is_wanted(x, operand);
}

// A register to compute d <- a op b in: that of a, when a is not read any more.
static int choose_destination(Emitter *x, const Instruction *i, int ra, uint32_t keep)
{
    if (i->a == i->d || (x->words[i->d].reg < 0 && dies(x, i->a))) return ra;
    return cache_result(x, i, keep);
}

static void emit_binary_op(Emitter *x, const Instruction *i, ScalarOp op)
{
    Uses u = uses_here(x);
    int ra = cache_load(x, i->a, u.a, 0);
    Source b = i->b == i->a ? in_register(ra) : cache_locate(x, i->b, u.b, 1u << ra);
    uint32_t keep = 1u << ra | (b.in_memory ? 0 : 1u << b.reg);
    int d = choose_destination(x, i, ra, keep);
    machine_operate(&x->code, op, d, ra, b);
    cache_set_result(x, i, d);
}

static void emit_masked(Emitter *x, const Instruction *i, ScalarOp op, int32_t which)
{
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    machine_operate(&x->code, op, d, ra, native_mask(which));
    cache_set_result(x, i, d);
}

static void emit_move_word(Emitter *x, const Instruction *i)
{
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    machine_load(&x->code, d, in_register(ra));
    cache_set_result(x, i, d);
}

static void emit_square(Emitter *x, const Instruction *i)
{
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    machine_operate(&x->code, SCALAR_MUL, d, ra, in_register(ra));
    cache_set_result(x, i, d);
}

static void emit_root(Emitter *x, const Instruction *i)
{
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    machine_operate(&x->code, SCALAR_SQRT, d, ra, in_register(ra));
    cache_set_result(x, i, d);
}

static void emit_rounding(Emitter *x, const Instruction *i, Rounding how)
{
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    machine_round(&x->code, how, d, in_register(ra));
    machine_operate(&x->code, SCALAR_ADD, d, d, native_mask(MASK_ZERO)); // no minus zero
    cache_set_result(x, i, d);
}

// div(x, y) = trunc(x/y);  mod(x, y) = x - floor(x/y)*y;  rem(x, y) = x - trunc(x/y)*y
static void emit_quotient(Emitter *x, const Instruction *i, Rounding how, bool is_remainder)
{
    Uses u = uses_here(x);
    int ra = cache_load(x, i->a, u.a, 0);
    int rb = i->b == i->a ? ra : cache_load(x, i->b, u.b, 1u << ra);
    machine_operate(&x->code, SCALAR_DIV, SPARE, ra, in_register(rb));
    machine_round(&x->code, how, SPARE, in_register(SPARE));
    if (is_remainder) machine_operate(&x->code, SCALAR_MUL, SPARE, SPARE, in_register(rb));
    int d = cache_result(x, i, 1u << ra | 1u << rb);
    if (is_remainder)
        machine_operate(&x->code, SCALAR_SUB, d, ra, in_register(SPARE));
    else
        machine_operate(&x->code, SCALAR_ADD, d, SPARE, native_mask(MASK_ZERO)); // no minus zero
    cache_set_result(x, i, d);
}

// rem(x, y), and y more when the signs differ; see arithmetic_integer_modulo.
static void emit_integer_modulo(Emitter *x, const Instruction *i)
{
    Uses u = uses_here(x);
    int ra = cache_load(x, i->a, u.a, 0);
    int rb = i->b == i->a ? ra : cache_load(x, i->b, u.b, 1u << ra);
    machine_operate(&x->code, SCALAR_DIV, SPARE, ra, in_register(rb));
    machine_round(&x->code, ROUND_TO_ZERO, SPARE, in_register(SPARE));
    machine_operate(&x->code, SCALAR_MUL, SPARE, SPARE, in_register(rb));
    machine_operate(&x->code, SCALAR_SUB, SPARE, ra, in_register(SPARE));
    machine_operate(&x->code, SCALAR_MUL, SCRATCH, SPARE, in_register(rb));
    machine_compare_mask(&x->code, COMPARE_LT, SCRATCH, SCRATCH, native_mask(MASK_ZERO));
    machine_operate(&x->code, SCALAR_AND_BITS, SCRATCH, SCRATCH, in_register(rb));
    int d = cache_result(x, i, 1u << ra | 1u << rb);
    machine_operate(&x->code, SCALAR_ADD, d, SPARE, in_register(SCRATCH));
    cache_set_result(x, i, d);
}

// ---- Comparisons and logic -------------------------------------------------------------------

static void emit_comparison(Emitter *x, const Instruction *i, Comparison how, bool swapped)
{
    Uses u = uses_here(x);
    int32_t left = swapped ? i->b : i->a, right = swapped ? i->a : i->b;
    int ra = cache_load(x, left, swapped ? u.b : u.a, 0);
    Source b =
        left == right ? in_register(ra) : cache_locate(x, right, swapped ? u.a : u.b, 1u << ra);
    uint32_t keep = 1u << ra | (b.in_memory ? 0 : 1u << b.reg);
    int d = cache_result(x, i, keep);
    machine_compare_mask(&x->code, how, d, ra, b);
    machine_operate(&x->code, SCALAR_AND_BITS, d, d, native_mask(MASK_ONE));
    cache_set_result(x, i, d);
}

static void emit_not(Emitter *x, const Instruction *i)
{
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    int d = choose_destination(x, i, ra, 1u << ra);
    machine_compare_mask(&x->code, COMPARE_EQ, d, ra, native_mask(MASK_ZERO));
    machine_operate(&x->code, SCALAR_AND_BITS, d, d, native_mask(MASK_ONE));
    cache_set_result(x, i, d);
}

static void emit_logic(Emitter *x, const Instruction *i, ScalarOp op)
{
    Uses u = uses_here(x);
    int ra = cache_load(x, i->a, u.a, 0);
    int rb = i->b == i->a ? ra : cache_load(x, i->b, u.b, 1u << ra);
    machine_compare_mask(&x->code, COMPARE_NE, SPARE, ra, native_mask(MASK_ZERO));
    machine_compare_mask(&x->code, COMPARE_NE, SCRATCH, rb, native_mask(MASK_ZERO));
    machine_operate(&x->code, op, SPARE, SPARE, in_register(SCRATCH));
    int d = cache_result(x, i, 1u << ra | 1u << rb);
    machine_operate(&x->code, SCALAR_AND_BITS, d, SPARE, native_mask(MASK_ONE));
    cache_set_result(x, i, d);
}

// ---- Calls ---------------------------------------------------------------------------------

const void *native_function_address(InstructionCode code)
{
#define ADDRESS(f) ((const void *)(uintptr_t)(f))
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
    case I_FLOOR: return ADDRESS(arithmetic_floor);
    case I_CEIL: return ADDRESS(arithmetic_ceil);
    case I_TRUNCATE: return ADDRESS(arithmetic_truncate);
    case I_SIGN: return ADDRESS(arithmetic_sign);
    case I_ATAN2: return ADDRESS((double (*)(double, double))atan2);
    case I_POW: return ADDRESS(arithmetic_power);
    case I_MOD: return ADDRESS(arithmetic_modulo);
    case I_REM: return ADDRESS(arithmetic_remainder);
    case I_MOD_INT: return ADDRESS(arithmetic_integer_modulo);
    default: return NULL;
    }
#undef ADDRESS
}

// Calls change all xmm registers. Words that are still wanted are stored first.
static void emit_call_of(Emitter *x, const Instruction *i, bool has_two)
{
    if (x->code.is_wide) {
        wide_call_of(x, i);
        return;
    }
    cache_store_all(x);
    int32_t a = native_id(x, i->a), b = native_id(x, i->b);
    Source at_a = x->words[a].reg >= 0 ? in_register(x->words[a].reg) : native_address(x, a);
    machine_load(&x->code, SPARE, at_a);
    if (has_two)
        machine_load(&x->code, 1,
                     x->words[b].reg >= 0 ? in_register(x->words[b].reg) : native_address(x, b));
    machine_load(&x->code, 0, in_register(SPARE));
    machine_call(&x->code, native_function_address((InstructionCode)i->code));
    cache_forget_all(x);
    cache_set_result(x, i, 0);
}

static void emit_special(Emitter *x, const Instruction *i)
{
    // What the instruction itself reads must be in memory, also when it dies with it.
    x->at--;
    cache_store_all(x);
    x->at++;
    if (i->code == I_CALL) {
        emit_function_call(x, i);
    } else {
        emit_engine_call(x, i);
        emit_exit_on_failure(x);
    }
    cache_forget_all(x);
}

// ---- Jumps ---------------------------------------------------------------------------------

void native_add_jump(Emitter *x, size_t place, int32_t target)
{
    VEC_PUSH(x->scratch, &x->jumps, place);
    VEC_PUSH(x->scratch, &x->targets, target);
}

static void emit_jump_always(Emitter *x, const Instruction *i)
{
    cache_store_all(x);
    native_add_jump(x, machine_jump(&x->code), i->c);
    cache_forget_all(x);
}

static void emit_jump_if_zero(Emitter *x, const Instruction *i)
{
    if (x->code.is_wide) {
        wide_jump_if_zero(x, i);
        return;
    }
    int ra = cache_load(x, i->a, uses_here(x).a, 0);
    cache_store_all(x);
    machine_compare_flags(&x->code, ra, native_mask(MASK_ZERO));
    size_t unordered = machine_jump_if(&x->code, IF_UNORDERED);
    native_add_jump(x, machine_jump_if(&x->code, IF_EQUAL), i->c);
    machine_patch(&x->code, unordered, x->code.count);
}

// A comparison whose only reader is the jump that follows: no 0 or 1 is made of it.
static bool is_fused(const Emitter *x, const Instruction *i)
{
    const Instruction *next = i + 1;
    return !x->code.is_wide && next->code == I_JUMP_IF_ZERO && next->a == i->d &&
           !x->is_target[x->at + 1] && !native_is_persistent(x, i->d) && x->words[i->d].n_read == 1;
}

static void emit_fused(Emitter *x, const Instruction *i)
{
    Uses u = uses_here(x);
    bool swapped = i->code == I_LT || i->code == I_LE;
    int32_t left = swapped ? i->b : i->a, right = swapped ? i->a : i->b;
    int ra = cache_load(x, left, swapped ? u.b : u.a, 0);
    int rb = left == right ? ra : cache_load(x, right, swapped ? u.a : u.b, 1u << ra);
    cache_store_all(x);
    machine_compare_flags(&x->code, ra, in_register(rb));
    int32_t target = i[1].c;
    switch ((InstructionCode)i->code) {
    case I_LT:
    case I_GT: native_add_jump(x, machine_jump_if(&x->code, IF_BELOW_OR_EQUAL), target); break;
    case I_LE:
    case I_GE: native_add_jump(x, machine_jump_if(&x->code, IF_BELOW), target); break;
    case I_EQ:
        native_add_jump(x, machine_jump_if(&x->code, IF_NOT_EQUAL), target);
        native_add_jump(x, machine_jump_if(&x->code, IF_UNORDERED), target);
        break;
    default: {
        size_t unordered = machine_jump_if(&x->code, IF_UNORDERED);
        native_add_jump(x, machine_jump_if(&x->code, IF_EQUAL), target);
        machine_patch(&x->code, unordered, x->code.count);
        break;
    }
    }
}

// ---- One instruction -------------------------------------------------------------------------

static void emit_arithmetic(Emitter *x, const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_MOVE: emit_move_word(x, i); break;
    case I_ADD: emit_binary_op(x, i, SCALAR_ADD); break;
    case I_SUB: emit_binary_op(x, i, SCALAR_SUB); break;
    case I_MUL: emit_binary_op(x, i, SCALAR_MUL); break;
    case I_DIV: emit_binary_op(x, i, SCALAR_DIV); break;
    case I_MIN: emit_binary_op(x, i, SCALAR_MIN); break;
    case I_MAX: emit_binary_op(x, i, SCALAR_MAX); break;
    case I_NEG: emit_masked(x, i, SCALAR_XOR_BITS, MASK_SIGN); break;
    case I_ABS: emit_masked(x, i, SCALAR_AND_BITS, MASK_ABS); break;
    case I_SQUARE: emit_square(x, i); break;
    case I_SQRT: emit_root(x, i); break;
    case I_LT: emit_comparison(x, i, COMPARE_LT, false); break;
    case I_LE: emit_comparison(x, i, COMPARE_LE, false); break;
    case I_GT: emit_comparison(x, i, COMPARE_LT, true); break;
    case I_GE: emit_comparison(x, i, COMPARE_LE, true); break;
    case I_EQ: emit_comparison(x, i, COMPARE_EQ, false); break;
    case I_NE: emit_comparison(x, i, COMPARE_NE, false); break;
    case I_AND: emit_logic(x, i, SCALAR_AND_BITS); break;
    case I_OR: emit_logic(x, i, SCALAR_OR_BITS); break;
    case I_NOT: emit_not(x, i); break;
    case I_ATAN2:
    case I_POW: emit_call_of(x, i, true); break;
    default: emit_call_of(x, i, false); break;
    }
}

static bool emit_rounded(Emitter *x, const Instruction *i)
{
    if (!x->code.has_rounding) {
        if (i->code == I_MOD || i->code == I_REM || i->code == I_MOD_INT) {
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
    case I_MOD_INT: emit_integer_modulo(x, i); return true;
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
        cache_store_all(x);
        machine_clear_result(&x->code);
        size_t exit = machine_jump(&x->code);
        VEC_PUSH(x->scratch, &x->exits, exit);
        cache_forget_all(x);
    } else if (i->code > I_JUMP_IF_ZERO && x->code.is_wide) {
        wide_special(x, i);
    } else if (i->code > I_JUMP_IF_ZERO) {
        if (!emit_checked(x, i)) emit_special(x, i);
    } else if (!emit_rounded(x, i)) {
        emit_arithmetic(x, i);
    }
    return 1;
}

// ---- One routine -------------------------------------------------------------------------------

static void emit_entry(Emitter *x)
{
    machine_enter(&x->code);
    machine_move(&x->code, ENGINE, FIRST_ARGUMENT);
    machine_move(&x->code, FRAME, SECOND_ARGUMENT);
    machine_constant(&x->code, CONSTANTS, (uint64_t)(uintptr_t)x->constants);
    machine_constant(&x->code, MASKS, (uint64_t)(uintptr_t)native_masks());
}

static void emit_exit(Emitter *x)
{
    for (uint32_t k = 0; k < x->exits.count; k++)
        machine_patch(&x->code, x->exits.data[k], x->code.count);
    if (x->code.is_wide) machine_end_packed(&x->code);
    machine_leave(&x->code);
}

size_t native_emit_routine(Emitter *x, const Routine *r, int32_t n_words, int32_t persistent_first,
                           int32_t persistent_end)
{
    const Instruction *code = x->p->code + r->first;
    x->n_words = n_words;
    x->persistent_first = persistent_first;
    x->persistent_end = persistent_end;
    x->jumps.count = x->targets.count = x->exits.count = x->failures.count = 0;
    for (int n = 0; n < RECENT; n++) x->recent[n] = 0;
    uses_find(x, r);
    size_t entry = x->code.count;
    emit_entry(x);
    bool may_repeat = x->code.has_packed && !x->code.is_wide && !x->has_loops;
    for (int32_t k = 0; k < (int32_t)r->count && !x->code.failed;) {
        x->at = k - 1;
        if (k + AHEAD < (int32_t)r->count) native_fetch(x, &code[k + AHEAD]);
        if (x->is_target[k]) {
            cache_store_all(x);
            cache_forget_all(x);
        }
        if (x->is_target[k]) x->offsets[k] = (uint32_t)(x->code.count - entry);
        int32_t repeated = 0;
        if (may_repeat && k > 0 && code[k - 1].code < I_JUMP &&
            native_is_persistent(x, code[k - 1].d))
            repeated = emit_repetition(x, r, k);
        x->at = k;
        k += repeated ? repeated : emit_instruction(x, &code[k]);
    }
    for (uint32_t k = 0; k < x->jumps.count; k++)
        machine_patch(&x->code, x->jumps.data[k], entry + x->offsets[x->targets.data[k]]);
    emit_failures(x);
    emit_exit(x);
    cache_forget_all(x);
    uses_clear(x, r);
    return entry;
}

// ---- The whole program -------------------------------------------------------------------------

typedef struct Waiting { // a routine that is interpreted until it was called often
    int32_t calls;
    CodeBuffer code;
} Waiting;

typedef struct NativeCode { // Engine.code
    CodeBuffer code;
    const uint8_t **routines; // entries; NULL: interpreted
    size_t *functions;        // offsets
    Waiting *waiting;         // by routine
    uint32_t n_routines;
    bool plain;
} NativeCode;

// To translate an instruction takes as long as to interpret it some fifty times [M119]: routines
// that many runs hardly ever call wait until they were called so often, where that is worth it
// [M200]. Debug builds draw the lines low, so that tests of ordinary size come there.
#ifdef TARN_CHECK
enum { MOST_INTERPRETED = 2, FEWEST_WAITING = 1 };
#else
enum { MOST_INTERPRETED = 50, FEWEST_WAITING = 1000 };
#endif
enum { NEVER_TRANSLATED = -1 };

void native_open_tables(Emitter *x)
{
    const Program *p = x->p;
    size_t words = (size_t)p->n_words, longest = 1;
    for (uint32_t i = 0; i < p->n_functions; i++)
        if ((size_t)p->functions[i].n_words > words) words = (size_t)p->functions[i].n_words;
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (p->routines[i].count > longest) longest = p->routines[i].count;
    for (uint32_t i = 0; i < p->n_functions; i++)
        if (p->functions[i].body.count > longest) longest = p->functions[i].body.count;
    x->n_ids = words + p->n_constants + 1;
    x->words = ARENA_RAW(x->scratch, WordUse, x->n_ids);
    for (size_t k = 0; k < x->n_ids; k++) x->words[k] = native_unused_word;
    x->uses = ARENA_RAW(x->scratch, NearUses, longest + 1);
    x->is_target = ARENA_RAW(x->scratch, uint8_t, longest + 1);
    x->offsets = ARENA_RAW(x->scratch, uint32_t, longest + 1);
    for (int r = 0; r < N_CACHE; r++) x->word_in[r] = -1;
}

static bool has_calls(const Program *p, const Routine *r)
{
    for (uint32_t k = r->first; k < r->first + r->count; k++)
        if (p->code[k].code == I_CALL) return true;
    return false;
}

static bool may_wait(const Program *p, uint32_t routine)
{
    const Routine *r = &p->routines[routine];
    return r->is_rare && r->count >= FEWEST_WAITING && !has_calls(p, r);
}

static size_t emit_model_routine(Emitter *x, const Routine *r)
{
    return native_emit_routine(x, r, x->p->n_words, 0, x->p->model.n_slots);
}

#define INTERPRETED SIZE_MAX // in place of an offset

// To go through a routine a few times takes a fraction of the time that it takes to translate it
// [M119]. The functions that it calls are translated all the same.
static void emit_everything(Emitter *x, NativeCode *native, size_t *routines)
{
    const Program *p = x->p;
    native_open_tables(x);
    for (uint32_t i = 0; i < p->n_routines; i++) {
        bool is_left = p->routines[i].is_seldom || may_wait(p, i);
        if (p->routines[i].is_seldom) native->waiting[i].calls = NEVER_TRANSLATED;
        routines[i] = is_left ? INTERPRETED : emit_model_routine(x, &p->routines[i]);
    }
    for (uint32_t i = 0; i < p->n_functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        native->functions[i] =
            native_emit_routine(x, &f->body, f->n_words, f->n_inputs, f->n_inputs + f->n_outputs);
    }
    if (!x->code.failed) patch_function_calls(x, native->functions);
}

static ModelOutcome run_native(Engine *e, const uint8_t *address, double *frame)
{
    NativeRoutine routine;
    memcpy(&routine, &address, sizeof routine);
    return routine(e, frame);
}

static Emitter open_emitter(const Program *p, bool plain)
{
    Emitter x = {.p = p, .constants = p->constants, .scratch = arena_open("native code")};
    machine_open(&x.code, plain);
    return x;
}

// Where it cannot be had it stays with the interpreter.
static void translate(Engine *e, int32_t routine)
{
    NativeCode *native = e->code;
    Waiting *w = &native->waiting[routine];
    w->calls = NEVER_TRANSLATED; // once more
    Emitter x = open_emitter(e->program, native->plain);
    arena_own(x.scratch, native_discard_code, &x.code);
    native_open_tables(&x);
    size_t entry = emit_model_routine(&x, &e->program->routines[routine]);
    if (!x.code.failed && machine_finish(&x.code)) {
        w->code = x.code;
        x.code = (CodeBuffer){0};
        native->routines[routine] = w->code.bytes + entry;
    }
    arena_close(x.scratch);
}

static ModelOutcome interpret_or_translate(Engine *e, int32_t routine)
{
    NativeCode *native = e->code;
    Waiting *w = &native->waiting[routine];
    if (w->calls != NEVER_TRANSLATED && ++w->calls > MOST_INTERPRETED) translate(e, routine);
    if (native->routines[routine]) return run_native(e, native->routines[routine], e->words);
    return engine_run(e, &e->program->routines[routine], e->words);
}

static ModelOutcome call_routine(void *self, int32_t routine)
{
    Engine *e = self;
    const NativeCode *native = e->code;
    size_t mark = e->stack_used;
    const uint8_t *at = native->routines[routine];
    ModelOutcome o = at ? run_native(e, at, e->words) : interpret_or_translate(e, routine);
    e->stack_used = mark;
    return o;
}

static ModelOutcome run_function(Engine *e, int32_t function, double *frame)
{
    const NativeCode *native = e->code;
    return run_native(e, native->code.bytes + native->functions[function], frame);
}

void native_discard_code(void *code)
{
    machine_discard(code);
}

static void discard_all(void *code)
{
    NativeCode *native = code;
    machine_discard(&native->code);
    for (uint32_t i = 0; i < native->n_routines; i++) machine_discard(&native->waiting[i].code);
}

static void close_native(void *self)
{
    Engine *e = self;
    NativeCode *native = e->code;
    engine_close(self);
    discard_all(native);
}

Model *program_native_for(const Program *p, Arena *out, bool plain)
{
    if (!machine_is_known()) return NULL;
    NativeCode *native = ARENA_NEW(out, NativeCode);
    native->n_routines = p->n_routines;
    native->plain = plain;
    arena_own(out, discard_all, native);
    native->routines = ARENA_ARRAY(out, const uint8_t *, p->n_routines + 1);
    native->functions = ARENA_ARRAY(out, size_t, p->n_functions + 1);
    native->waiting = ARENA_ARRAY(out, Waiting, p->n_routines + 1);
    Emitter x = open_emitter(p, plain);
    arena_own(x.scratch, native_discard_code, &x.code);
    if (p->n_code > MANY_INSTRUCTIONS) machine_expect(&x.code, (size_t)p->n_code * USUAL_LENGTH);
    size_t *routines = ARENA_RAW(x.scratch, size_t, p->n_routines + 1);
    emit_everything(&x, native, routines);
    bool ok = !x.code.failed && machine_finish(&x.code);
    if (ok) {
        native->code = x.code;
        x.code = (CodeBuffer){0};
        for (uint32_t i = 0; i < p->n_routines; i++)
            if (routines[i] != INTERPRETED) native->routines[i] = native->code.bytes + routines[i];
    }
    arena_close(x.scratch);
    if (!ok) return NULL;
    Engine *e = engine_open(p, out);
    e->code = native;
    e->run_function = run_function;
    e->model.examine = engine_examine;
    e->model.call = call_routine;
    e->model.close = close_native;
    return &e->model;
}

Model *program_native(const Program *p, Arena *out)
{
    return program_native_for(p, out, false);
}
