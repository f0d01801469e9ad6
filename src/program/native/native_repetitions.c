// Repetitions: what was a `for` loop or an array equation in the model is a run of equal
// instructions on consecutive words here. Four rounds of it are computed at a time in packed
// registers, in a loop: superword parallelism [LA00], found along the instructions.
//
// A round is a window of instructions that ends with a word of the model. In the next round each
// operand is either the same word, or the next word, or what the same instruction of the window
// has computed. Rounds may not read what other rounds write. Every lane does the same operations
// in the same order as the scalar code: the results are equal bit for bit.
// Cost: a few comparisons for each word of the model that is written.
#include <stdlib.h>

#include "program/native/native.h"

// Guesses [M38].
enum { LONGEST_WINDOW = 24, FEWEST_ROUNDS = 16 };
enum { N_PACKED = 16, FIRST_FREE = 2 }; // registers; two are for operands that have none

typedef enum { OF_WINDOW, SAME, NEXT } OperandKind;
typedef struct Operand {
    OperandKind kind;
    int32_t value; // instruction of the window, or word (or constant) in the first round
} Operand;

typedef struct Window {
    const Instruction *code; // of the first round
    int32_t first, period, rounds;
    Operand a[LONGEST_WINDOW], b[LONGEST_WINDOW];
    bool is_stored[LONGEST_WINDOW];
    int last_use[LONGEST_WINDOW]; // of the result, in the window
    int reg[LONGEST_WINDOW];      // of the result
} Window;

// ---- Recognition -----------------------------------------------------------------------------

static bool packed_op(uint16_t code, ScalarOp *op)
{
    switch ((InstructionCode)code) {
    case I_MOVE: *op = SCALAR_ADD; return true; // no operation at all
    case I_ADD: *op = SCALAR_ADD; return true;
    case I_SUB: *op = SCALAR_SUB; return true;
    case I_MUL:
    case I_SQUARE: *op = SCALAR_MUL; return true;
    case I_DIV: *op = SCALAR_DIV; return true;
    case I_MIN: *op = SCALAR_MIN; return true;
    case I_MAX: *op = SCALAR_MAX; return true;
    case I_SQRT: *op = SCALAR_SQRT; return true;
    case I_NEG: *op = SCALAR_XOR_BITS; return true;
    case I_ABS: *op = SCALAR_AND_BITS; return true;
    default: return false;
    }
}

static const Instruction *in_round(const Window *w, int32_t round, int32_t j)
{
    return w->code + round * w->period + j;
}

static int32_t second_of(const Instruction *i) // one operand counts twice
{
    return instruction_has_two(i) ? i->b : i->a;
}

// The instruction of the window that computes the operand in the first round; or -1.
static int32_t computed_by(const Window *w, int32_t operand, int32_t before)
{
    for (int32_t j = before; j-- > 0;)
        if (in_round(w, 0, j)->d == operand) return j;
    return -1;
}

static bool classify(const Window *w, int32_t j, int32_t now, int32_t then, Operand *out)
{
    int32_t by = computed_by(w, now, j);
    if (by >= 0)
        *out = (Operand){OF_WINDOW, by};
    else
        *out = (Operand){then == now ? SAME : NEXT, now};
    return by >= 0 || then == now || (now >= 0 && then == now + 1);
}

static bool continues(const Window *w, const Operand *o, int32_t operand, int32_t round)
{
    switch (o->kind) {
    case OF_WINDOW: return operand == in_round(w, round, o->value)->d;
    case SAME: return operand == o->value;
    default: return operand == o->value + round;
    }
}

// Somebody reads the result of the instruction after its round.
static bool is_wanted_later(const Emitter *x, const Window *w, int32_t round, int32_t word)
{
    return native_is_persistent(x, word) ||
           x->words[word].last_read >= w->first + (round + 1) * w->period;
}

static bool classify_window(const Emitter *x, Window *w)
{
    for (int32_t j = 0; j < w->period; j++) {
        const Instruction *now = in_round(w, 0, j), *then = in_round(w, 1, j);
        ScalarOp op;
        if (now->code != then->code || !packed_op(now->code, &op)) return false;
        if (!classify(w, j, now->a, then->a, &w->a[j])) return false;
        if (!classify(w, j, second_of(now), second_of(then), &w->b[j])) return false;
        if (j > 0 && x->is_target[w->first + j]) return false;
        w->is_stored[j] = is_wanted_later(x, w, 0, now->d);
    }
    return true;
}

static bool round_continues(const Emitter *x, const Window *w, int32_t round)
{
    for (int32_t j = 0; j < w->period; j++) {
        const Instruction *i = in_round(w, round, j), *model = in_round(w, 0, j);
        if (i->code != model->code || x->is_target[w->first + round * w->period + j]) return false;
        if (!continues(w, &w->a[j], i->a, round)) return false;
        if (!continues(w, &w->b[j], second_of(i), round)) return false;
        if (w->is_stored[j] ? i->d != model->d + round : is_wanted_later(x, w, round, i->d))
            return false;
    }
    return true;
}

static int32_t fewer(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

// How many rounds can go together when one of them writes the words from `written` on.
static int32_t rounds_beside(const Operand *o, int32_t written, int32_t rounds)
{
    if (o->kind == OF_WINDOW || o->value < 0) return rounds;
    if (o->kind == NEXT)
        return o->value == written ? rounds : fewer(rounds, abs(o->value - written));
    return o->value < written ? rounds : fewer(rounds, o->value - written);
}

static int32_t independent_rounds(const Window *w, int32_t rounds)
{
    for (int32_t j = 0; j < w->period; j++) {
        int32_t written = w->code[j].d;
        for (int32_t k = 0; k < w->period && w->is_stored[j]; k++) {
            rounds = rounds_beside(&w->a[k], written, rounds);
            rounds = rounds_beside(&w->b[k], written, rounds);
            if (k != j && w->is_stored[k]) rounds = fewer(rounds, abs(w->code[k].d - written));
        }
    }
    return rounds;
}

static bool find_rounds(const Emitter *x, const Routine *r, Window *w)
{
    int32_t most = ((int32_t)r->count - w->first) / w->period;
    if (w->period > LONGEST_WINDOW || most < FEWEST_ROUNDS || !classify_window(x, w)) return false;
    most = independent_rounds(w, most);
    if (most < FEWEST_ROUNDS) return false;
    w->rounds = 1;
    while (w->rounds < most && round_continues(x, w, w->rounds)) w->rounds++;
    w->rounds = w->rounds / PACKED * PACKED;
    return w->rounds >= FEWEST_ROUNDS;
}

// A round begins behind an instruction that wrote a word of the model. When one shortly before
// has written the word before that, the instructions between the two are expected again.
static bool find_window(Emitter *x, const Routine *r, int32_t k, Window *w)
{
    const Instruction *code = x->p->code + r->first, *last = code + k - 1;
    bool found = false;
    w->code = code + k;
    w->first = k;
    for (int n = 0; n < RECENT && !found; n++) {
        const Instruction *before = code + x->recent[n];
        if (before->d + 1 != last->d || before->code != last->code) continue;
        w->period = k - 1 - x->recent[n];
        found = w->period > 0 && find_rounds(x, r, w);
    }
    for (int n = RECENT - 1; n > 0; n--) x->recent[n] = x->recent[n - 1];
    x->recent[0] = k - 1;
    return found;
}

// ---- Registers -------------------------------------------------------------------------------

static void note_last_use(Window *w, const Operand *o, int32_t j)
{
    if (o->kind == OF_WINDOW) w->last_use[o->value] = j;
}

// False: there are too few. `used`: the registers that hold results at some time.
static bool assign_registers(Window *w, uint32_t *used)
{
    int32_t holder[N_PACKED];
    for (int r = 0; r < N_PACKED; r++) holder[r] = -1;
    for (int32_t j = 0; j < w->period; j++) w->last_use[j] = j;
    for (int32_t j = 0; j < w->period; j++) {
        note_last_use(w, &w->a[j], j);
        note_last_use(w, &w->b[j], j);
    }
    *used = 0;
    for (int32_t j = 0; j < w->period; j++) {
        int r = FIRST_FREE;
        while (r < N_PACKED && holder[r] >= 0 && w->last_use[holder[r]] > j) r++;
        if (r == N_PACKED) return false;
        holder[r] = j;
        w->reg[j] = r;
        *used |= 1u << r;
    }
    return true;
}

// ---- Emission --------------------------------------------------------------------------------

typedef struct Packed { // words that stay the same, kept in registers over all rounds
    int32_t word[N_PACKED];
    uint32_t kept;
} Packed;

static int kept_in(const Packed *k, int32_t operand)
{
    for (int r = 0; r < N_PACKED; r++)
        if (k->kept >> r & 1 && k->word[r] == operand) return r;
    return -1;
}

static void keep_operand(Emitter *x, Packed *k, const Operand *o, uint32_t used)
{
    if (o->kind != SAME || kept_in(k, o->value) >= 0) return;
    for (int r = FIRST_FREE; r < N_PACKED; r++) {
        if ((used | k->kept) >> r & 1) continue;
        machine_broadcast(&x->code, r, native_address(x, native_id(x, o->value)));
        k->kept |= 1u << r;
        k->word[r] = o->value;
        return;
    }
}

// Brought into register `free` when it is in memory and cannot stay there.
static Source packed_operand(Emitter *x, const Window *w, const Packed *k, const Operand *o,
                             int free, bool may_stay)
{
    if (o->kind == OF_WINDOW) return in_register(w->reg[o->value]);
    if (o->kind == SAME) {
        int r = kept_in(k, o->value);
        if (r >= 0) return in_register(r);
        machine_broadcast(&x->code, free, native_address(x, native_id(x, o->value)));
        return in_register(free);
    }
    Source s = advancing(FRAME, o->value * 8);
    if (may_stay) return s;
    machine_load_packed(&x->code, free, s);
    return in_register(free);
}

static void emit_packed(Emitter *x, const Window *w, const Packed *k, int32_t j)
{
    const Instruction *i = &w->code[j];
    ScalarOp op = SCALAR_ADD;
    packed_op(i->code, &op);
    Source a = packed_operand(x, w, k, &w->a[j], 0, i->code == I_MOVE);
    if (i->code == I_MOVE)
        machine_load_packed(&x->code, w->reg[j], a);
    else if (i->code == I_SQUARE || i->code == I_SQRT)
        machine_operate_packed(&x->code, op, w->reg[j], a.reg, a);
    else if (i->code == I_NEG || i->code == I_ABS)
        machine_operate_packed(&x->code, op, w->reg[j], a.reg,
                               native_mask(i->code == I_NEG ? MASK_SIGN : MASK_ABS));
    else
        machine_operate_packed(&x->code, op, w->reg[j], a.reg,
                               packed_operand(x, w, k, &w->b[j], 1, true));
    if (w->is_stored[j]) machine_store_packed(&x->code, advancing(FRAME, i->d * 8), w->reg[j]);
}

int32_t emit_repetition(Emitter *x, const Routine *r, int32_t k)
{
    Window w;
    uint32_t used;
    if (!find_window(x, r, k, &w) || !assign_registers(&w, &used)) return 0;
    cache_store_all(x);
    cache_forget_all(x);
    Packed kept = {{0}, 0};
    for (int32_t j = 0; j < w.period; j++) {
        keep_operand(x, &kept, &w.a[j], used);
        keep_operand(x, &kept, &w.b[j], used);
    }
    machine_integer(&x->code, WORK_B, 0);
    size_t begin = x->code.count;
    for (int32_t j = 0; j < w.period; j++) emit_packed(x, &w, &kept, j);
    machine_add_integer(&x->code, WORK_B, PACKED);
    machine_compare_integer(&x->code, WORK_B, w.rounds);
    machine_patch(&x->code, machine_jump_if(&x->code, IF_BELOW), begin);
    machine_end_packed(&x->code);
    return w.rounds * w.period;
}
