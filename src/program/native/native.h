// native.h -- machine code of one routine in progress; private to emit_native.c and native_*.c.
#ifndef PROGRAM_NATIVE_NATIVE_H
#define PROGRAM_NATIVE_NATIVE_H
#include "base/fetch.h"
#include "program/engine/engine.h"
#include "program/native/machine.h"

enum { N_CACHE = 13, SPARE = 13, SCRATCH = 14, NEVER = INT32_MAX, SEVERAL = INT32_MAX };
// A word that is read again within this many instructions is worth a register [M28].
enum { SOON = 24 };

enum { MASK_ABS = 0, MASK_SIGN = 32, MASK_ONE = 64, MASK_ZERO = 96, MASK_LIMIT = 128 };

typedef struct Uses { // of the operands of one instruction: when each is read next; or NEVER
    int32_t a, b, d;
} Uses;

// The same as distances, to be kept for all instructions of a routine; FAR: NEVER, or nearly so.
enum { FAR = UINT16_MAX };
typedef struct NearUses {
    uint16_t a, b, d;
} NearUses;

typedef struct WordUse { // small: a large model has millions of words
    int32_t next_read, last_read;
    int16_t reg;     // that holds it; -1: none
    uint16_t n_read; // how often; stays at its largest value
} WordUse;

typedef struct LoopUse { // of a word, in a routine that has loops
    int32_t loop_read;   // the end of the last loop that reads it; -1: none
    int32_t pending;     // basic block that reads it before it writes it; -1: none
} LoopUse;

enum { MOST_SUBSCRIPTS = 4, MOST_SHOWN = MOST_SUBSCRIPTS + 2, RECENT = 3 };

typedef struct Failure { // a jump out of line, when an element cannot be reached
    const Instruction *instruction;
    size_t jump;
    int32_t words[MOST_SHOWN]; // to be stored from these registers
    int regs[MOST_SHOWN];
    uint32_t n_stores;
} Failure;

extern const WordUse native_unused_word;
extern const LoopUse native_unused_in_loops;

typedef struct Emitter {
    const Program *p;
    CodeBuffer code;
    WordUse *words;  // by word, constants behind the words
    LoopUse *loops;  // likewise; NULL until a routine has loops
    size_t n_ids;    // of these tables
    bool has_loops;  // this routine
    int32_t n_words; // of the frame of this routine
    // By register.
    int32_t word_in[N_CACHE];
    int32_t reads_next[N_CACHE];
    bool dirty[N_CACHE];
    // Of this routine, by instruction.
    NearUses *uses;
    uint8_t *is_target;
    uint32_t *offsets; // of jump targets, in the code of this routine
    VEC(size_t) jumps; // places to patch, and their targets
    VEC(int32_t) targets;
    VEC(size_t) exits;
    VEC(Failure) failures;
    // Of the whole program: calls of functions, to be patched.
    VEC(size_t) calls;
    VEC(int32_t) called;
    int32_t persistent_first, persistent_end; // words whose value is wanted afterwards
    int32_t at;                               // instruction being emitted
    int32_t recent[RECENT];  // the last ones that wrote such words; native_repetitions.c
    const double *constants; // of the code
    Arena *scratch;
} Emitter;

// ---- emit_native.c -------------------------------------------------------------------------
void native_open_tables(Emitter *x);
// Returns the offset of its entry. Words from `persistent_first` to its end are wanted afterwards.
size_t native_emit_routine(Emitter *x, const Routine *r, int32_t n_words, int32_t persistent_first,
                           int32_t persistent_end);
const void *native_function_address(InstructionCode code); // of libm, or arithmetic.h
void native_add_jump(Emitter *x, size_t place, int32_t target);
void native_discard_code(void *code);

// ---- native_cache.c: words in registers ----------------------------------------------------
static inline int32_t native_id(const Emitter *x, int32_t operand)
{
    return operand >= 0 ? operand : x->n_words + (-1 - operand); // constants behind the words
}
static inline bool native_is_persistent(const Emitter *x, int32_t id)
{
    return id >= x->persistent_first && id < x->persistent_end;
}
Source native_address(const Emitter *x, int32_t id);
bool native_is_wanted(const Emitter *x, int32_t id); // somebody reads it after this instruction
Source native_mask(int32_t which);                   // MASK_...
const void *native_masks(void);
int cache_load(Emitter *x, int32_t operand, int32_t next, uint32_t keep);
// Where an operand is; brought into a register only when it is read again soon.
Source cache_locate(Emitter *x, int32_t operand, int32_t next, uint32_t keep);
Source cache_where(const Emitter *x, int32_t operand); // nothing is loaded
void cache_read(Emitter *x, int32_t operand); // it was read there: its register may be free now
// A register for the result of an instruction, other than those in the bit set `keep`.
int cache_result(Emitter *x, const Instruction *i, uint32_t keep);
void cache_set_result(Emitter *x, const Instruction *i, int r);
// Everything that is wanted is in memory afterwards; the registers stay valid copies.
void cache_store_all(Emitter *x);
void cache_forget_all(Emitter *x);

// ---- native_uses.c: when words are read ----------------------------------------------------
void uses_find(Emitter *x, const Routine *r);
void uses_clear(Emitter *x, const Routine *r);

static inline Uses uses_here(const Emitter *x) // of the instruction being emitted
{
    const NearUses *u = &x->uses[x->at];
    return (Uses){u->a == FAR ? NEVER : x->at + u->a, u->b == FAR ? NEVER : x->at + u->b,
                  u->d == FAR ? NEVER : x->at + u->d};
}

// The table by word of a large model does not fit into the caches: what an instruction asks of it
// is fetched a few instructions before.
enum { AHEAD = 16 };
FETCHES native_fetch(const Emitter *x, const Instruction *i)
{
    fetch(&x->words[native_id(x, i->a)]);
    fetch(&x->words[native_id(x, i->b)]);
}

// ---- native_repetitions.c ------------------------------------------------------------------
// The same instructions again and again, from instruction k on: four rounds at a time, in a loop.
// Returns how many instructions were dealt with; 0: nothing is repeated here. To be called behind
// instructions that wrote a word of the model.
int32_t emit_repetition(Emitter *x, const Routine *r, int32_t k);

// ---- native_wide.c: code on four numbers for each word -----------------------------------------
void wide_call_of(Emitter *x, const Instruction *i);
void wide_jump_if_zero(Emitter *x, const Instruction *i);
void wide_special(Emitter *x, const Instruction *i);

// ---- native_arrays.c -----------------------------------------------------------------------
bool emit_checked(Emitter *x, const Instruction *i); // false: left to the engine
void emit_failures(Emitter *x);                      // behind the routine

// ---- native_calls.c ------------------------------------------------------------------------
// All words must be in memory.
void emit_engine_call(Emitter *x, const Instruction *i); // of engine_call or engine_special
void emit_exit_on_failure(Emitter *x);                   // of what was called
void emit_function_call(Emitter *x, const Instruction *i);
void patch_function_calls(Emitter *x, const size_t *functions); // once all are emitted
#endif
