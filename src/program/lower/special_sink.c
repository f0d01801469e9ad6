// Calls go to the branch that reads their results.
//
// A function that looks which formula holds asks for the limits of all of them first, and needs
// few. Where every read of a call's results lies behind one place, and a jump may pass that place
// by, the call is made there. What can fail in it (Effects) stays where it was, so that a run stops
// as it did; values have the bits that they had. Code without jumps back alone. Cost: for each such
// call one pass over the code, and blocks times jumps.
#include "program/lower/special_code.h"

enum { MOST_JUMPS = 400, MOST_SUNK = 40 };

typedef VEC(uint32_t) Places;

typedef struct Sink {
    Body *y;
    Arena *arena;
    Places jumps;   // instructions
    uint8_t *is_of; // by word: IS_RESULT, IS_ARGUMENT of the call at hand
    bool *is_taken; // by word: it may be an address of memory that is given back
} Sink;
enum { IS_RESULT = 1, IS_ARGUMENT = 2 };

typedef struct Reach {    // of the results of a call
    uint32_t first, last; // instructions that read them
    uint32_t end;         // the first that changes an argument, or gives back its memory
    bool is_set_again;
} Reach;

static void mark_words(Sink *k, const Instruction *i, uint8_t results, uint8_t arguments)
{
    Program view = view_of(k->y);
    InstructionWords w = instruction_words(&view, i);
    for (uint32_t j = 0; j < w.n_list; j++)
        if (w.list[j] >= 0) k->is_of[w.list[j]] = arguments;
    for (uint32_t j = 0; j < w.n_results; j++) k->is_of[w.results[j]] = results;
}

static bool reads_result(const Sink *k, const Instruction *i, const InstructionWords *w)
{
    const Body *y = k->y;
    for (uint32_t j = 0; j < w->n_reads; j++)
        if (w->reads[j] >= 0 && k->is_of[w->reads[j]] == IS_RESULT) return true;
    for (uint32_t j = 0; j < w->n_list; j++)
        if (w->list[j] >= 0 && k->is_of[w->list[j]] == IS_RESULT) return true;
    if (i->code != I_RETURN) return false;
    for (int32_t j = 0; j < y->n_outputs; j++)
        if (y->is_read[j] && k->is_of[y->first_output + j] == IS_RESULT) return true;
    return false;
}

// Whether an array or a text that was made here is among the arguments of a call.
static bool passes_taken(const Sink *k, const Instruction *call)
{
    Program view = view_of(k->y);
    InstructionWords w = instruction_words(&view, call);
    for (uint32_t j = 0; j < w.n_list; j++)
        if (w.list[j] >= 0 && k->is_taken[w.list[j]]) return true;
    return false;
}

static Reach find_reach(const Sink *k, uint32_t call)
{
    const Code *code = &k->y->code;
    Program view = view_of(k->y);
    Reach r = {.first = code->count, .end = code->count};
    bool ends_at_release = passes_taken(k, &code->data[call]);
    for (uint32_t at = call + 1; at < code->count; at++) {
        const Instruction *i = &code->data[at];
        InstructionWords w = instruction_words(&view, i);
        if (reads_result(k, i, &w)) {
            if (r.first == code->count) r.first = at;
            r.last = at;
        }
        if (ends_at_release && i->code == I_RELEASE && r.end == code->count) r.end = at;
        for (uint32_t j = 0; j < w.n_results; j++) {
            uint8_t is_of = k->is_of[w.results[j]];
            r.is_set_again |= is_of == IS_RESULT;
            if (is_of == IS_ARGUMENT && r.end == code->count) r.end = at;
        }
    }
    return r;
}

// Whether all ways to the reads lead through `place`, and one from the call passes it by.
static bool serves(const Sink *k, uint32_t call, const Reach *r, uint32_t place)
{
    bool is_passed_by = false;
    for (uint32_t j = 0; j < k->jumps.count; j++) {
        uint32_t from = k->jumps.data[j], to = (uint32_t)k->y->code.data[from].c;
        if (from < place && to > place && to <= r->last) return false;
        is_passed_by |= from > call && from < place && to > place;
    }
    return is_passed_by;
}

// No way leads to the reads that has not met the call.
static bool is_met(const Sink *k, uint32_t call, const Reach *r)
{
    for (uint32_t j = 0; j < k->jumps.count; j++) {
        uint32_t from = k->jumps.data[j], to = (uint32_t)k->y->code.data[from].c;
        if (from < call && to > call && to <= r->last) return false;
    }
    return true;
}

static bool begins_block(const Sink *k, uint32_t place)
{
    const Code *code = &k->y->code;
    if (is_jump(&code->data[place - 1])) return true;
    for (uint32_t j = 0; j < k->jumps.count; j++)
        if ((uint32_t)code->data[k->jumps.data[j]].c == place) return true;
    return false;
}

// Where the call at hand should be made; 0: where it is.
static uint32_t find_place(const Sink *k, uint32_t call)
{
    Reach r = find_reach(k, call);
    if (r.first == k->y->code.count || r.is_set_again || !is_met(k, call, &r)) return 0;
    for (uint32_t place = r.first; place > call + 1; place--) {
        if (place > r.end || (place != r.first && !begins_block(k, place))) continue;
        if (serves(k, call, &r, place)) return place;
    }
    return 0;
}

static Instruction call_of_effects(Body *y, const Effects *e, const Instruction *call)
{
    int32_t first = (int32_t)y->operands.count;
    const ProgramFunction *f = &y->b->functions.data[call->c];
    for (int32_t k = 0; k < f->n_inputs; k++) {
        int32_t operand = y->operands.data[call->d + k];
        if (e->is_passed[k]) VEC_PUSH(y->scratch, &y->operands, operand);
    }
    return (Instruction){
        .code = I_CALL, .c = e->function, .d = first, .n = y->operands.count - (uint32_t)first};
}

// `place` 0: it is not made at all.
static void move_call(Sink *k, uint32_t call, uint32_t place, const Effects *e)
{
    Body *y = k->y;
    Code old = y->code;
    Instruction moved_one = old.data[call];
    uint32_t *places = ARENA_RAW(k->arena, uint32_t, old.count + 1);
    y->code = (Code){0};
    for (uint32_t at = 0; at < old.count; at++) {
        places[at] = y->code.count;
        if (place && at == place) VEC_PUSH(y->scratch, &y->code, moved_one);
        if (at != call) VEC_PUSH(y->scratch, &y->code, old.data[at]);
        if (at == call && e->function >= 0)
            VEC_PUSH(y->scratch, &y->code, call_of_effects(y, e, &moved_one));
    }
    lead_jumps(&y->code, places);
}

static bool find_jumps(Sink *k)
{
    const Code *code = &k->y->code;
    k->jumps.count = 0;
    for (uint32_t at = 0; at < code->count; at++)
        if (is_jump(&code->data[at])) VEC_PUSH(k->arena, &k->jumps, at);
    return k->jumps.count <= MOST_JUMPS;
}

static bool sink_call(Sink *k, uint32_t call)
{
    Instruction i = k->y->code.data[call];
    if (i.code != I_CALL) return false;
    mark_words(k, &i, IS_RESULT, IS_ARGUMENT);
    uint32_t place = find_jumps(k) ? find_place(k, call) : 0;
    mark_words(k, &i, 0, 0);
    Effects e;
    const Openness *open = k->y->open;
    if (!place || !open->effects(open->client, i.c, &e)) return false;
    move_call(k, call, place, &e);
    return true;
}

// Jumps lead ahead, so that what a word is moved from was seen before.
static void find_taken(Sink *k)
{
    const Code *code = &k->y->code;
    Program view = view_of(k->y);
    for (uint32_t at = 0; at < code->count; at++) {
        const Instruction *i = &code->data[at];
        InstructionWords w = instruction_words(&view, i);
        bool is_taken = i->code == I_ARRAY || i->code == I_BUILTIN;
        if (i->code == I_MOVE) is_taken = i->a >= 0 && k->is_taken[i->a];
        if (i->code == I_CALL) is_taken = k->y->b->functions.data[i->c].returns_addresses;
        for (uint32_t j = 0; j < w.n_results; j++) k->is_taken[w.results[j]] |= is_taken;
    }
}

bool sink_calls(Body *y)
{
    Sink k = {.y = y, .arena = arena_open("calls that sink")};
    k.is_of = ARENA_ARRAY(k.arena, uint8_t, y->n_words + 1);
    k.is_taken = ARENA_ARRAY(k.arena, bool, y->n_words + 1);
    find_taken(&k);
    uint32_t n = 0;
    // The last first: what it needs may follow it. What was moved stands behind.
    for (uint32_t at = y->code.count; at-- > 0 && n < MOST_SUNK;) n += sink_call(&k, at);
    arena_close(k.arena);
    return n > 0;
}
