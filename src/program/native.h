// native.h -- machine code of one routine in progress; private to emit_native.c and native_*.c.
#ifndef PROGRAM_NATIVE_H
#define PROGRAM_NATIVE_H
#include "program/engine.h"
#include "program/x86_encoder.h"

enum { N_CACHE = 13, SPARE = 13, SCRATCH = 14, NEVER = INT32_MAX, SEVERAL = INT32_MAX };
// A word that is read again within this many instructions is worth a register.
enum { SOON = 24 };

enum { MASK_ABS = 0, MASK_SIGN = 16, MASK_ONE = 32, MASK_ZERO = 48 };

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

extern const WordUse native_unused_word;

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

// ---- native_cache.c: words in registers ----------------------------------------------------
int32_t native_id(const Emitter *x, int32_t operand); // constants are numbered behind the words
Source native_address(const Emitter *x, int32_t id);
bool native_is_wanted(const Emitter *x, int32_t id); // somebody reads it after this instruction
Source native_mask(int32_t which);                   // MASK_...
const void *native_masks(void);
int cache_load(Emitter *x, int32_t operand, int32_t next, uint32_t keep);
// Where an operand is; brought into a register only when it is read again soon.
Source cache_locate(Emitter *x, int32_t operand, int32_t next, uint32_t keep);
Source cache_where(const Emitter *x, int32_t operand); // nothing is loaded
// A register for the result of an instruction, other than those in the bit set `keep`.
int cache_result(Emitter *x, const Instruction *i, uint32_t keep);
void cache_set_result(Emitter *x, const Instruction *i, int r);
// Everything that is wanted is in memory afterwards; the registers stay valid copies.
void cache_store_all(Emitter *x);
void cache_forget_all(Emitter *x);

// ---- native_uses.c: when words are read ----------------------------------------------------
void uses_find(Emitter *x, const Routine *r);
void uses_clear(Emitter *x, const Routine *r);

// ---- native_arrays.c -----------------------------------------------------------------------
bool emit_array_access(Emitter *x, const Instruction *i); // false: left to the engine
void emit_failures(Emitter *x);                           // behind the routine
#endif
