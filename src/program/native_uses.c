// When words are read: one pass over a routine from its end to its begin.
#include <string.h>

#include "program/native.h"

typedef struct Scan { // of a routine from its end to its begin
    int32_t at, block, loop_begin, loop_end;
} Scan;

// Returns when the word is read after this.
static int32_t note_read(Emitter *x, const Scan *s, int32_t operand)
{
    WordUse *w = &x->words[native_id(x, operand)];
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
void uses_find(Emitter *x, const Routine *r)
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
    x->words[native_id(x, operand)] = native_unused_word;
}

// The table by word is as long as the model: only what this routine touched is cleared.
void uses_clear(Emitter *x, const Routine *r)
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
