// Functions whose arguments are known in part [JGS93]: what follows from constants is computed
// here, branches that are never taken and results that nobody reads are left out, and calls become
// part of the code. A device gets all its data as records of constants and looks at them at every
// call.
//
// Every value has the bits that it would have had: operations on constants are made by the
// arithmetic of the engines, and nothing is rearranged. Whatever can fail stays.
//
// In rounds: what is known goes ahead along the code, what is needed goes back; then the calls that
// are left are opened. Cost of a round: instructions, and words for each place that a jump leads
// to.
#include "program/lower/special_body.h"

#include <string.h>

#include "base/bitset.h"
#include "program/lower/special_code.h"

enum { MOST_ROUNDS = 12, MOST_INSTRUCTIONS = 6000 };

// ---- Operands ----------------------------------------------------------------------------------

uint32_t operand_list(const Builder *b, Instruction *i, int32_t **first)
{
    for (const char *letters = instruction_letters(i); *letters; letters++) {
        if (*letters == 'L') return *first = &i->c, i->n;
        if (*letters == 'M') return *first = &i->a, i->n;
        if (*letters == 'F') {
            const ProgramFunction *f = &b->functions.data[i->c];
            return *first = &i->d, (uint32_t)(f->n_inputs + f->n_outputs);
        }
    }
    return 0;
}

void lead_jumps(Code *code, const uint32_t *place)
{
    for (uint32_t k = 0; k < code->count; k++)
        if (is_jump(&code->data[k])) code->data[k].c = (int32_t)place[code->data[k].c];
}

static int32_t add_operands(Body *y, const int32_t *operands, uint32_t n)
{
    int32_t first = (int32_t)y->operands.count;
    for (uint32_t k = 0; k < n; k++) VEC_PUSH(y->scratch, &y->operands, operands[k]);
    return first;
}

static void emit(Body *y, Instruction i)
{
    VEC_PUSH(y->scratch, &y->code, i);
}

static bool is_allowed(const Instruction *i, uint32_t at)
{
    if (i->code < I_JUMP) return true;
    if (is_jump(i)) return (uint32_t)i->c > at;
    switch ((InstructionCode)i->code) {
    case I_CALL:
    case I_RETURN:
    case I_WHOLE:
    case I_ARRAY:
    case I_ELEMENT:
    case I_SIZE:
    case I_ASSERT:
    case I_MESSAGE:
    case I_BUILTIN:
    case I_MARK:
    case I_RELEASE: return true;
    default: return false;
    }
}

bool function_is_plain(const Builder *b, int32_t function)
{
    const ProgramFunction *f = &b->functions.data[function];
    if (f->returns_addresses || f->body.count > MOST_INSTRUCTIONS) return false;
    for (uint32_t k = 0; k < f->body.count; k++)
        if (!is_allowed(&b->code.data[f->body.first + k], k)) return false;
    return true;
}

// ---- What is needed, back along the code -------------------------------------------------------

static bool takes_memory(const Instruction *i)
{
    return i->code == I_ARRAY || i->code == I_BUILTIN || i->code == I_CALL;
}

// What was taken is given back only where something is.
static bool has_effect(const Body *y, const Instruction *i)
{
    if (i->code == I_MARK || i->code == I_RELEASE) return y->takes_memory;
    return i->code >= I_JUMP && i->code != I_ARRAY;
}

static void copy_bits(BitSet *to, const BitSet *from)
{
    memcpy(to->words, from->words, (from->n_bits / 64 + 1) * sizeof *to->words);
}

static void add_bits(BitSet *to, const BitSet *from)
{
    for (uint32_t w = 0; w <= from->n_bits / 64; w++) to->words[w] |= from->words[w];
}

static void need_operand(BitSet *live, int32_t operand)
{
    if (operand >= 0) bitset_add(live, (uint32_t)operand);
}

static void need_outputs(const Body *y, BitSet *live)
{
    for (int32_t k = 0; k < y->n_outputs; k++)
        if (y->is_read[k]) bitset_add(live, (uint32_t)(y->first_output + k));
}

// False: nothing behind it needs what it does.
static bool is_needed(const Body *y, Instruction *i, BitSet *live)
{
    Program view = view_of(y);
    InstructionWords w = instruction_words(&view, i);
    bool is_read = false;
    for (uint32_t k = 0; k < w.n_results; k++) is_read |= bitset_has(live, (uint32_t)w.results[k]);
    if (i->code == I_CALL) i->a = !is_read;
    if (!(is_read || has_effect(y, i)) || (i->code == I_MOVE && i->a == i->d)) return false;
    for (uint32_t k = 0; k < w.n_results; k++) bitset_remove(live, (uint32_t)w.results[k]);
    for (uint32_t k = 0; k < w.n_reads; k++) need_operand(live, w.reads[k]);
    for (uint32_t k = 0; k < w.n_list; k++) need_operand(live, w.list[k]);
    return true;
}

static void drop_idle(Body *y, const bool *is_kept, uint32_t *place)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < y->code.count; k++) {
        place[k] = n;
        if (is_kept[k]) y->code.data[n++] = y->code.data[k];
    }
    y->code.count = n;
    lead_jumps(&y->code, place);
}

static void pass_back(Body *y)
{
    Arena *arena = arena_open("what is needed");
    uint32_t n = y->code.count, next = n; // `next`: the first behind k that is kept
    BitSet live = bitset_make(arena, (uint32_t)y->n_words);
    BitSet *at = ARENA_ARRAY(arena, BitSet, n + 1); // by instruction that a jump leads to
    bool *is_kept = ARENA_ARRAY(arena, bool, n + 1);
    y->takes_memory = false;
    for (uint32_t k = 0; k < n; k++) {
        if (is_jump(&y->code.data[k])) at[y->code.data[k].c].n_bits = 1;
        y->takes_memory |= takes_memory(&y->code.data[k]);
    }
    for (uint32_t k = n; k-- > 0;) {
        Instruction *i = &y->code.data[k];
        if (is_jump(i) && (uint32_t)i->c > next) {
            if (i->code == I_JUMP)
                copy_bits(&live, &at[i->c]);
            else
                add_bits(&live, &at[i->c]);
        }
        if (i->code == I_RETURN) need_outputs(y, &live);
        is_kept[k] = is_jump(i) ? (uint32_t)i->c > next : is_needed(y, i, &live);
        if (is_jump(i) && is_kept[k] && i->code == I_JUMP_IF_ZERO) need_operand(&live, i->a);
        if (is_kept[k]) next = k;
        if (!at[k].n_bits) continue;
        at[k] = bitset_make(arena, (uint32_t)y->n_words);
        copy_bits(&at[k], &live);
    }
    drop_idle(y, is_kept, ARENA_ARRAY(arena, uint32_t, n + 1));
    arena_close(arena);
}

// ---- Calls -------------------------------------------------------------------------------------

// The code of f with its words behind those that are there, jumps counted from where it begins.
static void add_code(Body *y, const ProgramFunction *f, int32_t base, uint32_t n)
{
    uint32_t begin = y->code.count;
    for (uint32_t k = 0; k < n; k++) {
        Instruction i = y->b->code.data[f->body.first + k];
        int32_t *first;
        uint32_t n_list = operand_list(y->b, &i, &first);
        if (n_list) *first = add_operands(y, y->b->operands.data + *first, n_list);
        for (uint32_t j = 0; j < n_list; j++) {
            int32_t *operand = &y->operands.data[*first + (int32_t)j];
            if (*operand >= 0) *operand += base;
        }
        for (const char *letters = instruction_letters(&i); *letters; letters++) {
            if (*letters == 'a' && i.a >= 0) i.a += base;
            if (*letters == 'b' && i.b >= 0) i.b += base;
            if (*letters == 'D') i.d += base;
        }
        if (is_jump(&i)) i.c += (int32_t)begin;
        emit(y, i);
    }
}

static void clear_variables(Body *y, const ProgramFunction *f, int32_t base)
{
    int32_t zero = builder_constant(y->b, 0);
    for (int32_t k = f->n_inputs; k < f->n_variables; k++) emit(y, moved(base + k, zero));
}

static void open_call(Body *y, const Instruction *call)
{
    const ProgramFunction f = y->b->functions.data[call->c];
    int32_t base = y->n_words;
    y->n_words += f.n_words;
    for (int32_t k = 0; k < f.n_inputs; k++)
        emit(y, moved(base + k, y->operands.data[call->d + k]));
    clear_variables(y, &f, base);
    add_code(y, &f, base, f.body.count - 1); // its return is the next instruction
    for (int32_t k = 0; k < f.n_outputs; k++)
        emit(y, moved(y->operands.data[call->d + f.n_inputs + k], base + f.n_inputs + k));
}

static bool may_open(const Body *y, const Instruction *i)
{
    if (i->code != I_CALL || (uint32_t)i->c >= y->open->n) return false;
    return y->open->may_open[i->c] || (i->a && y->open->if_idle[i->c]);
}

// True: some were.
static bool open_calls(Body *y)
{
    Code old = y->code;
    VEC(uint32_t) jumps = {0};
    uint32_t *place = ARENA_ARRAY(y->scratch, uint32_t, old.count + 1);
    bool any = false;
    y->code = (Code){0};
    for (uint32_t k = 0; k < old.count; k++) {
        Instruction i = old.data[k];
        place[k] = y->code.count;
        if (is_jump(&i)) VEC_PUSH(y->scratch, &jumps, y->code.count);
        bool is_opened = may_open(y, &i) && y->code.count < MOST_INSTRUCTIONS;
        any |= is_opened;
        if (is_opened)
            open_call(y, &i);
        else
            emit(y, i);
    }
    for (uint32_t k = 0; k < jumps.count; k++) {
        Instruction *jump = &y->code.data[jumps.data[k]];
        jump->c = (int32_t)place[jump->c];
    }
    return any;
}

// ---- The function ------------------------------------------------------------------------------

// What is known of the inputs, as code in front of that of the function. The number of entries.
static uint32_t set_inputs(Body *y, const SpecialCall *call, const ProgramFunction *f)
{
    int32_t next = 0, base = (int32_t)call->n_varying;
    uint32_t k = 0;
    for (int32_t i = 0; i < f->n_inputs; i++) {
        int32_t known = call->known[k++];
        if (known != ARGUMENT_IS_ARRAY) {
            emit(y, moved(base + i, known == ARGUMENT_VARIES ? next++ : known));
            continue;
        }
        int32_t shape = call->known[k++];
        uint32_t n = (uint32_t)call->known[k++];
        int32_t first = add_operands(y, call->known + k, n);
        for (uint32_t j = 0; j < n; j++, k++)
            if (call->known[k] == ARGUMENT_VARIES) y->operands.data[first + (int32_t)j] = next++;
        emit(y, (Instruction){.code = I_ARRAY, .n = n, .d = base + i, .a = shape, .c = first});
    }
    return k;
}

static void rename_word(int32_t *names, int32_t *n_words, int32_t *operand)
{
    if (*operand < 0) return;
    if (names[*operand] < 0) names[*operand] = (*n_words)++;
    *operand = names[*operand];
}

// Words without gaps: arguments, results, then in the order of the code.
static int32_t rename_words(Body *y, const SpecialCall *call, bool *is_passed, int32_t *n_inputs)
{
    Program view = view_of(y);
    int32_t n_words = 0, *names = ARENA_RAW(y->scratch, int32_t, y->n_words + 1);
    for (int32_t w = 0; w <= y->n_words; w++) names[w] = -1;
    memset(is_passed, y->keeps_inputs, call->n_varying * sizeof *is_passed);
    for (uint32_t k = 0; k < y->code.count; k++) {
        InstructionWords w = instruction_words(&view, &y->code.data[k]);
        for (uint32_t j = 0; j < w.n_reads; j++)
            if (w.reads[j] >= 0 && w.reads[j] < (int32_t)call->n_varying)
                is_passed[w.reads[j]] = true;
        for (uint32_t j = 0; j < w.n_list; j++)
            if (w.list[j] >= 0 && w.list[j] < (int32_t)call->n_varying) is_passed[w.list[j]] = true;
    }
    for (uint32_t k = 0; k < call->n_varying; k++)
        if (is_passed[k]) names[k] = n_words++;
    *n_inputs = n_words;
    for (int32_t k = 0; k < y->n_outputs; k++)
        if (y->is_read[k]) names[y->first_output + k] = n_words++;
    for (uint32_t k = 0; k < y->code.count; k++) {
        Instruction *i = &y->code.data[k];
        int32_t *first;
        uint32_t n_list = operand_list(y->b, i, &first);
        for (uint32_t j = 0; j < n_list; j++)
            rename_word(names, &n_words, &y->operands.data[*first + (int32_t)j]);
        for (const char *letters = instruction_letters(i); *letters; letters++) {
            if (*letters == 'a') rename_word(names, &n_words, &i->a);
            if (*letters == 'b') rename_word(names, &n_words, &i->b);
            if (*letters == 'D') rename_word(names, &n_words, &i->d);
        }
    }
    return n_words;
}

static Routine write_code(Body *y, const char *name)
{
    Builder *b = y->b;
    uint32_t begin = b->code.count;
    for (uint32_t k = 0; k < y->code.count; k++) {
        Instruction i = y->code.data[k];
        int32_t *first;
        uint32_t n = operand_list(b, &i, &first);
        if (n) *first = builder_operands(b, y->operands.data + *first, n);
        if (i.code == I_CALL) i.a = 0;
        builder_emit(b, i);
    }
    return (Routine){.name = name, .first = begin, .count = y->code.count};
}

static void begin_function(Body *y, const SpecialCall *call)
{
    const ProgramFunction f = y->b->functions.data[call->function];
    int32_t base = (int32_t)call->n_varying;
    y->n_words = base + f.n_words;
    y->first_output = base + f.n_inputs;
    y->n_outputs = f.n_outputs;
    y->is_read = call->known + set_inputs(y, call, &f);
    clear_variables(y, &f, base);
    add_code(y, &f, base, f.body.count);
}

static void end_function(Body *y, const SpecialCall *call, bool *is_passed, ProgramFunction *made)
{
    const char *name = y->b->functions.data[call->function].name;
    *made = (ProgramFunction){.name = name, .n_outputs = (int32_t)call->n_read};
    made->n_words = rename_words(y, call, is_passed, &made->n_inputs);
    made->n_variables = made->n_inputs + made->n_outputs;
    made->body = write_code(y, name);
}

static bool make_function(Body *y, const SpecialCall *call, bool *is_passed, ProgramFunction *made)
{
    begin_function(y, call);
    for (int k = 0; k < MOST_ROUNDS; k++) {
        pass_ahead(y);
        pass_back(y);
        if (y->code.count > MOST_INSTRUCTIONS) return false;
        if (!open_calls(y)) break;
    }
    pass_ahead(y); // moves of moves
    pass_back(y);
    end_function(y, call, is_passed, made);
    return true;
}

bool special_function(Builder *b, const SpecialCall *call, const Openness *open, bool *is_passed,
                      ProgramFunction *made)
{
    Body y = {.b = b, .scratch = arena_open("a special function"), .open = open};
    bool ok = make_function(&y, call, is_passed, made);
    arena_close(y.scratch);
    return ok;
}

bool sunk_function(Builder *b, int32_t function, bool is_untidy, const Openness *open,
                   ProgramFunction *made)
{
    const ProgramFunction *f = &b->functions.data[function];
    Body y = {.b = b, .scratch = arena_open("calls of a function"), .open = open};
    uint32_t n_in = (uint32_t)f->n_inputs, n_out = (uint32_t)f->n_outputs;
    int32_t *known = ARENA_ARRAY(y.scratch, int32_t, n_in + n_out + 1);
    for (uint32_t k = 0; k < n_out; k++) known[n_in + k] = 1;
    SpecialCall call = {function, known, n_in + n_out, n_in, n_out};
    y.keeps_inputs = true;
    begin_function(&y, &call);
    pass_ahead(&y); // a result is read where it is used, not where it is moved to
    pass_back(&y);
    bool ok = sink_calls(&y) || is_untidy;
    if (ok) end_function(&y, &call, ARENA_ARRAY(y.scratch, bool, n_in + 1), made);
    arena_close(y.scratch);
    return ok;
}
