// constant_parts.c -- what a function computes of constant arguments alone is computed once.
//
// A characteristic gets its data as arrays of constants, fits a curve through them at every call,
// and then evaluates it at one point. The instructions at its begin that need nothing but constants
// become a function without arguments, whose results the engine keeps; what is left of the function
// gets those results as arguments. Each value has the bits that it had.
//
// Of straight code at the begin alone: what stands behind a jump may never be computed. Arrays that
// are kept must be read only. Cost: a pass over the code of such functions, for each set of
// arguments that are constants.
#include <string.h>

#include "base/bitset.h"
#include "program/lower/lowering.h"

// In instructions: what is looked up instead costs some fifty.
enum { LEAST_SAVED = 150, MOST_RESULTS = 30, MOST_PARTS = 200 };

typedef enum { IS_OPEN, IS_NUMBER, IS_ARRAY } WordKind; // of words that constants alone determine

typedef struct Part {           // of a function, for inputs of which some are constants
    int32_t function, rest;     // `rest`: what is left; -1: there is nothing to part
    const uint8_t *is_constant; // by input
    const bool *is_in;          // by instruction: it is computed once
    const bool *is_needed;      // by word: by what is left
    const int32_t *results;     // words of the function
    const bool *is_array;       // by result
    uint32_t n_results;
} Part;

typedef struct Made { // of a part, for these constants
    uint32_t part;
    const int32_t *operands; // of all inputs
    int32_t function;
} Made;

typedef struct Parts {
    Lowering *l;
    const Worth *worths;
    uint32_t n_before; // functions
    VEC(Part) parts;
    VEC(Made) made;
} Parts;

static const Instruction *code_of(const Parts *s, int32_t function)
{
    const Builder *b = &s->l->b;
    return b->code.data + b->functions.data[function].body.first;
}

static Program view_of(const Builder *b)
{
    return (Program){.operands = b->operands.data, .functions = b->functions.data};
}

// ---- What constants alone determine ------------------------------------------------------------

static bool is_jump(const Instruction *i)
{
    return i->code == I_JUMP || i->code == I_JUMP_IF_ZERO;
}

// How far straight code goes.
static uint32_t straight_length(const Instruction *code, uint32_t count)
{
    uint32_t n = 0, end = count;
    while (n < count && !is_jump(&code[n]) && code[n].code != I_RETURN) n++;
    for (uint32_t k = 0; k < count; k++)
        if (is_jump(&code[k]) && (uint32_t)code[k].c < end) end = (uint32_t)code[k].c;
    return n < end ? n : end;
}

static bool has_texts(Lowering *l, const Function *f)
{
    TypeVec types = {0};
    for (uint32_t i = 0; i < f->n_locals; i++) word_types(l, f->locals[i].type, &types);
    for (uint32_t w = 0; w < types.count; w++) {
        TypeKind kind = type_elem(types.data[w])->kind;
        if (kind == TYPE_STRING || kind == TYPE_EXTERNAL) return true;
    }
    return false;
}

static WordKind kind_of_builtin(const Instruction *i)
{
    switch ((Builtin)i->c) {
    case B_SUM:
    case B_PRODUCT:
    case B_MIN:
    case B_MAX:
    case B_DOT:
    case B_RANGE_COUNT: return IS_NUMBER;
    case B_SCALAR:
    case B_STORE_SLICE: return IS_OPEN;
    default: return i->c < B_STRING_JOIN ? IS_ARRAY : IS_OPEN;
    }
}

// Of the results of an instruction all of whose operands are known; IS_OPEN: it has an effect, or
// its results are something else.
static WordKind kind_of_results(const Parts *s, const Instruction *i, const WordKind *kinds)
{
    switch ((InstructionCode)i->code) {
    case I_MOVE: {
        const uint8_t *constants = s->l->b.constant_kinds.data;
        if (i->a >= 0) return kinds[i->a];
        return constants[-1 - i->a] == CONSTANT_NUMBER ? IS_NUMBER : IS_OPEN;
    }
    case I_WHOLE:
    case I_ELEMENT:
    case I_SIZE: return IS_NUMBER;
    case I_ARRAY:
    case I_ARRAY_NEW:
    case I_MAP:
    case I_MAP_PAIR:
    case I_KEEP_ARRAY: return IS_ARRAY;
    case I_BUILTIN: return kind_of_builtin(i);
    case I_CALL: {
        const ProgramFunction *f = &s->l->b.functions.data[i->c];
        bool is_plain = s->worths[i->c].is_settled && !has_texts(s->l, s->l->functions.data[i->c]);
        if (!is_plain) return IS_OPEN;
        if (!f->returns_addresses) return IS_NUMBER;
        return f->n_outputs == 1 ? IS_ARRAY : IS_OPEN;
    }
    default: return i->code < I_JUMP ? IS_NUMBER : IS_OPEN;
    }
}

static bool reads_known(const InstructionWords *w, const WordKind *kinds)
{
    for (uint32_t k = 0; k < w->n_reads; k++)
        if (w->reads[k] >= 0 && kinds[w->reads[k]] == IS_OPEN) return false;
    for (uint32_t k = 0; k < w->n_list; k++)
        if (w->list[k] >= 0 && kinds[w->list[k]] == IS_OPEN) return false;
    return true;
}

static bool sets_output(const ProgramFunction *f, const InstructionWords *w)
{
    for (uint32_t k = 0; k < w->n_results; k++)
        if (w->results[k] < f->n_inputs + f->n_outputs) return true;
    return false;
}

static int32_t cost_of(const Parts *s, const Instruction *i)
{
    return i->code == I_CALL ? s->worths[i->c].cost : i->code < I_JUMP ? 1 : 15;
}

// By word of the function, from the begin on; what it costs. `set_at`: the last instruction of the
// part that sets the word, + 1.
static int32_t find_known(const Parts *s, const Part *p, bool *is_in, WordKind *kinds,
                          uint32_t *set_at)
{
    const ProgramFunction *f = &s->l->b.functions.data[p->function];
    const Instruction *code = code_of(s, p->function);
    Program view = view_of(&s->l->b);
    int32_t cost = 0;
    for (uint32_t k = 0, n = straight_length(code, f->body.count); k < n; k++) {
        InstructionWords w = instruction_words(&view, &code[k]);
        // An array variable is made before it is kept.
        WordKind kind = kind_of_results(s, &code[k], kinds);
        if (kind == IS_OPEN || !reads_known(&w, kinds) || sets_output(f, &w)) continue;
        for (uint32_t j = 0; j < w.n_results; j++) {
            kinds[w.results[j]] = kind;
            set_at[w.results[j]] = k + 1;
        }
        is_in[k] = true;
        cost += cost_of(s, &code[k]);
    }
    return cost;
}

// ---- What is left needs of it ------------------------------------------------------------------

// Whether an array may be handed to it that others will see again.
static bool only_reads(const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_ELEMENT:
    case I_SIZE:
    case I_MAP:
    case I_MAP_PAIR:
    case I_ARRAY:
    case I_CALL: return true;
    case I_BUILTIN: return i->c != B_STORE_SLICE;
    default: return false;
    }
}

typedef struct Needs {
    const Instruction *i;
    uint32_t at; // its number
    const WordKind *kinds;
    const uint32_t *set_at; // by word: of the last that is computed once, + 1
    bool *is_needed;
    int32_t n_inputs;
    bool is_refused;
} Needs;

static void need_word(Needs *d, int32_t word)
{
    if (word < 0) return;
    d->is_refused |= word >= d->n_inputs && d->kinds[word] == IS_ARRAY && !only_reads(d->i);
    d->is_refused |= d->set_at[word] > d->at; // what it reads is not the value that is kept
    d->is_needed[word] = true;
}

// False: something that is left changes what would be kept.
static bool find_needs(const Parts *s, const Part *p, const WordKind *kinds, const uint32_t *set_at,
                       bool *is_needed)
{
    const ProgramFunction *f = &s->l->b.functions.data[p->function];
    const Instruction *code = code_of(s, p->function);
    Program view = view_of(&s->l->b);
    Needs d = {.kinds = kinds, .set_at = set_at, .is_needed = is_needed, .n_inputs = f->n_inputs};
    for (uint32_t k = 0; k < f->body.count; k++) {
        if (p->is_in[k]) continue;
        d.i = &code[k];
        d.at = k;
        InstructionWords w = instruction_words(&view, d.i);
        for (uint32_t j = 0; j < w.n_reads; j++) need_word(&d, w.reads[j]);
        for (uint32_t j = 0; j < w.n_list; j++) need_word(&d, w.list[j]);
        for (uint32_t j = 0; j < w.n_results; j++)
            d.is_refused |= kinds[w.results[j]] != IS_OPEN; // it has another value then
    }
    return !d.is_refused;
}

static void collect_results(const Parts *s, Part *p, const WordKind *kinds)
{
    int32_t n_words = s->l->b.functions.data[p->function].n_words;
    int32_t n_inputs = s->l->b.functions.data[p->function].n_inputs;
    int32_t *results = ARENA_RAW(s->l->scratch, int32_t, n_words + 1);
    bool *is_array = ARENA_ARRAY(s->l->out, bool, n_words + 1);
    for (int32_t w = n_inputs; w < n_words; w++) {
        if (!p->is_needed[w] || kinds[w] == IS_OPEN) continue;
        is_array[p->n_results] = kinds[w] == IS_ARRAY;
        results[p->n_results++] = w;
    }
    p->results = results;
    p->is_array = is_array;
}

// ---- Functions that are made -------------------------------------------------------------------

// Where the words of the function are in the one that is made: `results` stand behind n_inputs
// arguments, all others as many farther back.
static int32_t *move_words(const Parts *s, const Part *p, int32_t n_inputs)
{
    const ProgramFunction *f = &s->l->b.functions.data[p->function];
    int32_t *to = ARENA_RAW(s->l->scratch, int32_t, f->n_words + 1), by = (int32_t)p->n_results;
    for (int32_t w = 0; w < f->n_words; w++) to[w] = w < n_inputs ? w : w + by;
    for (uint32_t k = 0; k < p->n_results; k++) to[p->results[k]] = n_inputs + (int32_t)k;
    return to;
}

static int32_t moved(const int32_t *to, int32_t operand)
{
    return operand < 0 ? operand : to[operand];
}

static Instruction move_instruction(Builder *b, Instruction i, const int32_t *to)
{
    uint32_t n = 0;
    int32_t *first = NULL;
    for (const char *letters = instruction_letters(&i); *letters; letters++) switch (*letters) {
        case 'a': i.a = moved(to, i.a); break;
        case 'b': i.b = moved(to, i.b); break;
        case 'd': break; // it is written, too
        case 'D': i.d = moved(to, i.d); break;
        case 'L': first = &i.c, n = i.n; break;
        case 'M': first = &i.a, n = i.n; break;
        default: first = &i.d, n = i.n; break;
        }
    if (i.code == I_STORE) i.d = moved(to, i.d);
    if (!first) return i;
    int32_t begin = (int32_t)b->operands.count;
    for (uint32_t k = 0; k < n; k++)
        VEC_PUSH(b->out, &b->operands, moved(to, b->operands.data[*first + (int32_t)k]));
    *first = begin;
    return i;
}

// The instructions of the part, or all others.
static Routine write_code(const Parts *s, const Part *p, bool of_part, const int32_t *to,
                          uint32_t begin)
{
    Builder *b = &s->l->b;
    const ProgramFunction *f = &b->functions.data[p->function];
    uint32_t n = f->body.count, *place = ARENA_RAW(s->l->scratch, uint32_t, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        Instruction i = code_of(s, p->function)[k]; // the code moves
        place[k] = b->code.count - begin;
        if (p->is_in[k] == of_part) builder_emit(b, move_instruction(b, i, to));
    }
    for (uint32_t k = begin; k < b->code.count; k++)
        if (is_jump(&b->code.data[k])) b->code.data[k].c = (int32_t)place[b->code.data[k].c];
    if (of_part) builder_emit(b, (Instruction){.code = I_RETURN});
    return (Routine){.name = f->name, .first = begin, .count = b->code.count - begin};
}

static int32_t add_function(const Parts *s, const Part *p, const ProgramFunction *f)
{
    Lowering *l = s->l;
    VEC_PUSH(l->out, &l->b.functions, *f);
    VEC_PUSH(l->scratch, &l->functions, l->functions.data[p->function]);
    return (int32_t)l->b.functions.count - 1;
}

static int32_t make_rest(const Parts *s, const Part *p)
{
    Builder *b = &s->l->b;
    ProgramFunction f = b->functions.data[p->function];
    int32_t by = (int32_t)p->n_results;
    f.body = write_code(s, p, false, move_words(s, p, f.n_inputs), b->code.count);
    f.n_inputs += by;
    f.n_variables += by;
    f.n_words += by;
    return add_function(s, p, &f);
}

static int32_t make_once(const Parts *s, const Part *p, const int32_t *operands)
{
    Builder *b = &s->l->b;
    ProgramFunction f = b->functions.data[p->function];
    int32_t by = (int32_t)p->n_results, *to = move_words(s, p, 0);
    uint32_t begin = b->code.count;
    for (int32_t k = 0; k < f.n_inputs; k++)
        if (p->is_constant[k]) emit_move(b, to[k], operands[k]);
    f.body = write_code(s, p, true, to, begin);
    f.n_inputs = 0;
    f.n_outputs = by;
    f.n_variables += by;
    f.n_words += by;
    f.returns_addresses = false;
    for (int32_t k = 0; k < by; k++) f.returns_addresses |= p->is_array[k];
    f.kept_arrays = p->is_array;
    return add_function(s, p, &f);
}

// ---- Parts -------------------------------------------------------------------------------------

static void make_part(const Parts *s, Part *p)
{
    Lowering *l = s->l;
    const ProgramFunction *f = &l->b.functions.data[p->function];
    TypeVec types = {0};
    const Function *source = l->functions.data[p->function];
    bool *is_in = ARENA_ARRAY(l->scratch, bool, f->body.count + 1);
    bool *is_needed = ARENA_ARRAY(l->scratch, bool, f->n_words + 1);
    WordKind *kinds = ARENA_ARRAY(l->scratch, WordKind, f->n_words + 1);
    uint32_t *set_at = ARENA_ARRAY(l->scratch, uint32_t, f->n_words + 1);
    p->rest = -1;
    p->is_in = is_in;
    p->is_needed = is_needed;
    if (source->is_impure || source->external || has_texts(l, source)) return;
    for (uint32_t i = 0; i < source->n_inputs; i++) word_types(l, source->locals[i].type, &types);
    if ((int32_t)types.count != f->n_inputs) return;
    for (int32_t k = 0; k < f->n_inputs; k++)
        if (p->is_constant[k]) kinds[k] = types.data[k]->kind == TYPE_ARRAY ? IS_ARRAY : IS_NUMBER;
    if (find_known(s, p, is_in, kinds, set_at) < LEAST_SAVED) return;
    if (!find_needs(s, p, kinds, set_at, is_needed)) return;
    collect_results(s, p, kinds);
    if (p->n_results && p->n_results <= MOST_RESULTS) p->rest = make_rest(s, p);
}

static bool has_room(const Parts *s)
{
    return s->parts.count < MOST_PARTS && s->made.count < MOST_PARTS;
}

// The number of the part, + 1; 0: there is none.
static uint32_t part_of(Parts *s, int32_t function, const int32_t *operands)
{
    uint32_t n = (uint32_t)s->l->b.functions.data[function].n_inputs;
    uint8_t *is_constant = ARENA_ARRAY(s->l->scratch, uint8_t, n + 1);
    for (uint32_t k = 0; k < n; k++) is_constant[k] = operands[k] < 0;
    for (uint32_t k = 0; k < s->parts.count; k++) {
        const Part *p = &s->parts.data[k];
        if (p->function == function && !memcmp(p->is_constant, is_constant, n)) return k + 1;
    }
    if (!has_room(s)) return 0;
    Part new = {.function = function, .is_constant = is_constant};
    make_part(s, &new);
    VEC_PUSH(s->l->scratch, &s->parts, new);
    return s->parts.count;
}

static int32_t once_of(Parts *s, uint32_t part, const int32_t *operands)
{
    Part p = s->parts.data[part];
    uint32_t n = (uint32_t)s->l->b.functions.data[p.function].n_inputs;
    for (uint32_t k = 0; k < s->made.count; k++) {
        const Made *m = &s->made.data[k];
        bool is_same = m->part == part;
        for (uint32_t j = 0; j < n && is_same; j++)
            is_same = !p.is_constant[j] || m->operands[j] == operands[j];
        if (is_same) return m->function;
    }
    if (!has_room(s)) return -1;
    Made new = {.part = part, .operands = ARENA_COPY(s->l->scratch, int32_t, operands, n)};
    new.function = make_once(s, &p, new.operands);
    VEC_PUSH(s->l->scratch, &s->made, new);
    return new.function;
}

// ---- Calls in routines -------------------------------------------------------------------------

typedef struct Parted { // a call
    int32_t once, rest;
    uint32_t n_results;
    const bool *is_needed; // by input
} Parted;

static bool may_part(const Parts *s, const Instruction *i)
{
    if (i->code != I_CALL || (uint32_t)i->c >= s->n_before) return false;
    const ProgramFunction *f = &s->l->b.functions.data[i->c];
    bool any = false;
    for (int32_t k = 0; k < f->n_inputs; k++) any |= s->l->b.operands.data[i->d + k] < 0;
    return any && s->worths[i->c].cost >= LEAST_SAVED;
}

static bool part_call(Parts *s, const Instruction *i, Parted *to)
{
    if (!may_part(s, i)) return false;
    Builder *b = &s->l->b;
    uint32_t n = (uint32_t)b->functions.data[i->c].n_inputs;
    const int32_t *operands = ARENA_COPY(s->l->scratch, int32_t, b->operands.data + i->d, n);
    uint32_t part = part_of(s, i->c, operands);
    if (!part || s->parts.data[part - 1].rest < 0) return false;
    int32_t once = once_of(s, part - 1, operands);
    if (once < 0) return false;
    const Part *p = &s->parts.data[part - 1];
    *to = (Parted){once, p->rest, p->n_results, p->is_needed};
    return true;
}

static void emit_parted(Parts *s, const Instruction *call, const Parted *to)
{
    Builder *b = &s->l->b;
    int32_t n_inputs = b->functions.data[call->c].n_inputs, first = b->most_words;
    uint32_t n_outputs = call->n - (uint32_t)n_inputs;
    int32_t *results = ARENA_RAW(s->l->scratch, int32_t, to->n_results + 1);
    for (uint32_t k = 0; k < to->n_results; k++) results[k] = first + (int32_t)k;
    b->most_words += (int32_t)to->n_results;
    builder_emit(b, (Instruction){.code = I_CALL,
                                  .c = to->once,
                                  .d = builder_operands(b, results, to->n_results),
                                  .n = to->n_results});
    int32_t at = (int32_t)b->operands.count, nothing = builder_constant(b, 0);
    for (int32_t k = 0; k < n_inputs; k++) // calls with other data are alike then
        VEC_PUSH(b->out, &b->operands, to->is_needed[k] ? b->operands.data[call->d + k] : nothing);
    for (uint32_t k = 0; k < to->n_results; k++) VEC_PUSH(b->out, &b->operands, results[k]);
    for (uint32_t k = 0; k < n_outputs; k++)
        VEC_PUSH(b->out, &b->operands, b->operands.data[call->d + n_inputs + (int32_t)k]);
    builder_emit(
        b, (Instruction){.code = I_CALL, .c = to->rest, .d = at, .n = call->n + to->n_results});
}

static bool has_candidates(const Parts *s, const Routine *r)
{
    for (uint32_t k = 0; k < r->count; k++)
        if (may_part(s, &s->l->b.code.data[r->first + k])) return true;
    return false;
}

static void pass_routine(Parts *s, uint32_t number)
{
    Builder *b = &s->l->b;
    Routine r = b->routines.data[number];
    if (r.is_seldom || !has_candidates(s, &r)) return;
    Parted *to = ARENA_ARRAY(s->l->scratch, Parted, r.count + 1);
    uint32_t *place = ARENA_RAW(s->l->scratch, uint32_t, r.count + 1);
    bool any = false;
    for (uint32_t k = 0; k < r.count; k++) {
        Instruction i = b->code.data[r.first + k];
        if (part_call(s, &i, &to[k])) any = true;
    }
    if (!any) return;
    uint32_t begin = b->code.count;
    for (uint32_t k = 0; k < r.count; k++) {
        Instruction i = b->code.data[r.first + k];
        place[k] = b->code.count - begin;
        if (to[k].n_results)
            emit_parted(s, &i, &to[k]);
        else
            builder_emit(b, i);
    }
    for (uint32_t k = begin; k < b->code.count; k++)
        if (is_jump(&b->code.data[k])) b->code.data[k].c = (int32_t)place[b->code.data[k].c];
    b->routines.data[number].first = begin;
    b->routines.data[number].count = b->code.count - begin;
}

void part_constant_calls(Lowering *l)
{
    Builder *b = &l->b;
    if (!b->functions.count) return;
    Parts s = {.l = l, .worths = judge_functions(l), .n_before = b->functions.count};
    for (uint32_t i = 0; i < b->routines.count; i++) pass_routine(&s, i);
}
