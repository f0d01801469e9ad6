// When words are read: one pass over a routine from its end to its begin.
#include <string.h>

#include "program/native/native.h"

typedef struct Scan { // of a routine from its end to its begin
    int32_t at, block, loop_begin, loop_end;
} Scan;

static void note_loop_read(Emitter *x, const Scan *s, int32_t id)
{
    LoopUse *u = &x->loops[id];
    if (u->loop_read < s->loop_end) u->loop_read = s->loop_end;
    u->pending = u->pending >= 0 && u->pending != s->block ? SEVERAL : s->block;
}

// Returns when the word is read after this.
static int32_t note_read(Emitter *x, const Scan *s, int32_t operand)
{
    int32_t id = native_id(x, operand);
    WordUse *w = &x->words[id];
    int32_t next = w->next_read;
    w->next_read = s->at;
    if (w->last_read < s->at) w->last_read = s->at;
    if (w->n_read < UINT16_MAX) w->n_read++;
    if (x->has_loops) note_loop_read(x, s, id);
    return next;
}

// A write that a read in the same block follows settles that read; reads elsewhere stay open.
static int32_t note_write(Emitter *x, const Scan *s, int32_t id)
{
    WordUse *w = &x->words[id];
    int32_t next = w->next_read;
    w->next_read = NEVER;
    if (x->has_loops && x->loops[id].pending == s->block) x->loops[id].pending = -1;
    return next;
}

static void find_targets(Emitter *x, const Routine *r)
{
    const Instruction *code = x->p->code + r->first;
    memset(x->is_target, 0, r->count + 1);
    x->has_loops = false;
    for (uint32_t k = 0; k < r->count; k++) {
        if (code[k].code != I_JUMP && code[k].code != I_JUMP_IF_ZERO) continue;
        x->is_target[code[k].c] = 1;
        if (code[k].c <= (int32_t)k) x->has_loops = true;
    }
    if (!x->has_loops || x->loops) return;
    x->loops = ARENA_RAW(x->scratch, LoopUse, x->n_ids);
    for (size_t k = 0; k < x->n_ids; k++) x->loops[k] = native_unused_in_loops;
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

static uint16_t near_use(int32_t next, int32_t at)
{
    return next - at < FAR ? (uint16_t)(next - at) : FAR;
}

// For every operand when it is read next, and for every word when it is read last.
void uses_find(Emitter *x, const Routine *r)
{
    const Instruction *code = x->p->code + r->first;
    Scan s = {0, 0, -1, -1};
    find_targets(x, r);
    for (int32_t k = (int32_t)r->count; k-- > 0;) {
        const Instruction *i = &code[k];
        s.at = k;
        if (k >= AHEAD) native_fetch(x, &code[k - AHEAD]);
        if (is_jump(i)) s.block++;
        if (k < s.loop_begin) s.loop_begin = s.loop_end = -1;
        if (is_jump(i) && i->c <= k && s.loop_end < 0) s.loop_begin = i->c, s.loop_end = k;
        Uses u = i->code <= I_JUMP_IF_ZERO ? note_arithmetic(x, &s, i) : note_special(x, &s, i);
        x->uses[k] = (NearUses){near_use(u.a, k), near_use(u.b, k), near_use(u.d, k)};
        if (x->is_target[k]) s.block++;
    }
}

static void clear_word(Emitter *x, int32_t operand)
{
    int32_t id = native_id(x, operand);
    x->words[id] = native_unused_word;
    if (x->has_loops) x->loops[id] = native_unused_in_loops;
}

static void clear_all(Emitter *x)
{
    for (size_t k = 0; k < x->n_ids; k++) x->words[k] = native_unused_word;
    for (size_t k = 0; x->has_loops && k < x->n_ids; k++) x->loops[k] = native_unused_in_loops;
}

// The table by word is as long as the model: only what this routine touched is cleared, unless
// that is much of it.
void uses_clear(Emitter *x, const Routine *r)
{
    if (r->count > x->n_ids / 4) {
        clear_all(x);
        return;
    }
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
