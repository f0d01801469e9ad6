// special_calls.c -- calls in routines whose arguments are constants in part get functions of the
// others alone, and calls in functions go where their results are read (special_sink.c).
//
// What a call knows: arguments that are constants, arrays made of words right before, results that
// nothing reads. Calls that know the same share a function. Functions whose values the engine would
// keep, and which are long, stay as they are: what one routine has asked for serves the next. Cost:
// linear in the code, and a few passes over each function that is made.
#include <string.h>

#include "program/lower/lowering.h"
#include "program/lower/special_body.h"

// Instructions of all functions that are made, beside as many as the program has: a thousand
// devices that have nothing in common stay calls.
enum { MOST_MADE = 20000 };
// Of a function that would be remembered: more than ten look-ups [M41].
enum { LONG = 400 };
// What stays of a call that goes elsewhere costs at most this part of it: both may be made.
enum { LEAST_SAVED = 4 };

typedef struct Special { // a function that was made
    SpecialCall call;
    bool *is_passed; // by what varies
    int32_t function;
    uint32_t next; // of the same hash, + 1
} Special;

typedef struct WordUse { // of a word, in one routine
    uint32_t routine;    // + 1
    uint32_t n_reads, n_sets;
    uint32_t set_at; // the last instruction so far, + 1
} WordUse;

typedef struct Specials {
    Lowering *l;
    const Worth *worths; // by function that was there
    bool *may_open;      // the same
    bool *is_plain;      // the same
    bool *is_short;      // the same: plain, and not worth remembering
    uint32_t n_before;   // functions
    uint32_t budget;     // instructions that may still be made
    VEC(Special) made;
    Map by_hash;                 // number + 1
    Map shape_of_hash;           // the first one
    uint32_t routine;            // at hand, + 1
    WordUse *uses;               // by word
    bool has_arrays;             // the routine at hand
    uint32_t solved_at;          // the last loop, + 1: it may set any variable
    VEC(int32_t) known, varying; // of the call at hand
} Specials;

static const Instruction *instruction_at(const Specials *s, const Routine *r, uint32_t k)
{
    return &s->l->b.code.data[r->first + k];
}

static Program view_of(const Specials *s)
{
    return (Program){.operands = s->l->b.operands.data, .functions = s->l->b.functions.data};
}

// ---- The routine at hand -----------------------------------------------------------------------

static WordUse *use_of(const Specials *s, int32_t word)
{
    WordUse *use = &s->uses[word];
    if (use->routine != s->routine) *use = (WordUse){.routine = s->routine};
    return use;
}

static void count_reads(Specials *s, const int32_t *words, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++)
        if (words[j] >= s->l->n_slots) use_of(s, words[j])->n_reads++;
}

// Of words without a name: others are read by everybody, and no arrays of arguments.
static void count_uses(Specials *s, const Routine *r)
{
    Program view = view_of(s);
    s->has_arrays = false;
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = instruction_at(s, r, k);
        InstructionWords w = instruction_words(&view, i);
        count_reads(s, w.reads, w.n_reads);
        count_reads(s, w.list, w.n_list);
        for (uint32_t j = 0; j < w.n_results; j++)
            if (w.results[j] >= s->l->n_slots) use_of(s, w.results[j])->n_sets++;
        s->has_arrays |= i->code == I_ARRAY;
    }
}

// An array that was made of words which still have their values; NULL: it is something else.
static const Instruction *maker_of(const Specials *s, const Routine *r, int32_t word)
{
    if (word < s->l->n_slots || use_of(s, word)->n_sets != 1) return NULL;
    uint32_t set_at = use_of(s, word)->set_at;
    if (!set_at) return NULL;
    const Instruction *i = instruction_at(s, r, set_at - 1);
    if (i->code != I_ARRAY) return NULL;
    for (uint32_t k = 0; k < i->n; k++) {
        int32_t element = s->l->b.operands.data[i->c + (int32_t)k];
        if (element < 0) continue;
        bool is_solved = element < s->l->n_slots && s->solved_at > set_at;
        if (is_solved || use_of(s, element)->set_at > set_at) return NULL;
    }
    return i;
}

// ---- What a call knows -------------------------------------------------------------------------

static void know_input(Specials *s, int32_t operand)
{
    VEC_PUSH(s->l->scratch, &s->known, operand < 0 ? operand : ARGUMENT_VARIES);
    if (operand >= 0) VEC_PUSH(s->l->scratch, &s->varying, operand);
}

// The first of the shapes that are alike.
static int32_t shape_like(Specials *s, int32_t shape)
{
    const ArrayShape *shapes = s->l->b.shapes.data, *own = &shapes[shape];
    uint64_t hash = (uint64_t)own->rank;
    for (int32_t k = 0; k < own->rank; k++) hash = hash * 1000003 + (uint32_t)own->dims[k];
    const ArrayShape *first = &shapes[map_get_or(&s->shape_of_hash, hash, (uint64_t)shape)];
    map_put(&s->shape_of_hash, hash, (uint64_t)(first - shapes));
    bool is_alike = first->rank == own->rank &&
                    !memcmp(first->dims, own->dims, (size_t)own->rank * sizeof *own->dims);
    return is_alike ? (int32_t)(first - shapes) : shape;
}

static void know_array(Specials *s, const Instruction *maker)
{
    VEC_PUSH(s->l->scratch, &s->known, ARGUMENT_IS_ARRAY);
    VEC_PUSH(s->l->scratch, &s->known, shape_like(s, maker->a));
    VEC_PUSH(s->l->scratch, &s->known, (int32_t)maker->n);
    for (uint32_t k = 0; k < maker->n; k++)
        know_input(s, s->l->b.operands.data[maker->c + (int32_t)k]);
}

static bool is_read(const Specials *s, int32_t word)
{
    return word < s->l->n_slots || use_of(s, word)->n_reads;
}

// Whether anything is known.
static bool know_call(Specials *s, const Routine *r, const Instruction *i, SpecialCall *call)
{
    const ProgramFunction *f = &s->l->b.functions.data[i->c];
    bool is_kept = is_worth_remembering(s->l, s->worths, (uint32_t)i->c), any = false;
    *call = (SpecialCall){.function = i->c};
    s->known.count = s->varying.count = 0;
    for (int32_t k = 0; k < f->n_inputs; k++) {
        int32_t operand = s->l->b.operands.data[i->d + k];
        const Instruction *maker = maker_of(s, r, operand);
        any |= operand < 0 || maker;
        if (maker)
            know_array(s, maker);
        else
            know_input(s, operand);
    }
    for (int32_t k = 0; k < f->n_outputs; k++) {
        // What is remembered serves those who read other results, too.
        bool reads = is_kept || is_read(s, s->l->b.operands.data[i->d + f->n_inputs + k]);
        any |= !reads;
        call->n_read += reads;
        VEC_PUSH(s->l->scratch, &s->known, reads);
    }
    call->known = s->known.data;
    call->n_known = s->known.count;
    call->n_varying = s->varying.count;
    return any;
}

// ---- Functions ---------------------------------------------------------------------------------

static uint64_t hash_of(const SpecialCall *call)
{
    uint64_t hash = (uint64_t)call->function;
    for (uint32_t k = 0; k < call->n_known; k++)
        hash = (hash ^ (uint32_t)call->known[k] ^ (hash >> 29)) * 0x9E3779B97F4A7C15u;
    return hash;
}

static bool is_same(const SpecialCall *a, const SpecialCall *b)
{
    return a->function == b->function && a->n_known == b->n_known &&
           !memcmp(a->known, b->known, a->n_known * sizeof *a->known);
}

// The number stays that of the function that is called where none can be made.
static Special make_special(Specials *s, const SpecialCall *call)
{
    Lowering *l = s->l;
    Special new = {.call = *call, .function = call->function};
    ProgramFunction f;
    new.call.known = ARENA_COPY(l->scratch, int32_t, call->known, call->n_known);
    new.is_passed = ARENA_ARRAY(l->scratch, bool, call->n_varying + 1);
    uint32_t before = l->b.code.count;
    // What is left of several calls asks for the same values.
    const bool *may_open = call->n_read ? s->may_open : s->is_short;
    Openness open = {.n = s->n_before, .may_open = may_open, .if_idle = s->is_plain};
    if (!s->budget || !special_function(&l->b, call, &open, new.is_passed, &f)) return new;
    uint32_t spent = l->b.code.count - before;
    s->budget = s->budget > spent ? s->budget - spent : 0;
    new.function = (int32_t)l->b.functions.count;
    VEC_PUSH(l->out, &l->b.functions, f);
    VEC_PUSH(l->scratch, &l->functions, l->functions.data[call->function]);
    return new;
}

static const Special *special_of(Specials *s, const SpecialCall *call)
{
    uint64_t hash = hash_of(call);
    uint32_t first = (uint32_t)map_get_or(&s->by_hash, hash, 0);
    for (uint32_t k = first; k; k = s->made.data[k - 1].next)
        if (is_same(&s->made.data[k - 1].call, call)) return &s->made.data[k - 1];
    Special new = make_special(s, call);
    new.next = first;
    VEC_PUSH(s->l->scratch, &s->made, new);
    map_put(&s->by_hash, hash, s->made.count);
    return &VEC_LAST(&s->made);
}

// ---- Calls -------------------------------------------------------------------------------------

// Whom it passes on no longer reads the arrays that its arguments were put together in.
static void rewrite_call(Specials *s, const Special *to, Instruction *i)
{
    Builder *b = &s->l->b;
    const ProgramFunction *f = &b->functions.data[to->call.function];
    int32_t results = i->d + f->n_inputs, n_results = f->n_outputs;
    const int32_t *reads = to->call.known + to->call.n_known - n_results;
    for (int32_t k = i->d; k < results; k++)
        if (b->operands.data[k] >= 0) use_of(s, b->operands.data[k])->n_reads--;
    int32_t first = (int32_t)b->operands.count;
    for (uint32_t k = 0; k < s->varying.count; k++) {
        if (!to->is_passed[k]) continue;
        use_of(s, s->varying.data[k])->n_reads++;
        VEC_PUSH(b->out, &b->operands, s->varying.data[k]);
    }
    for (int32_t k = 0; k < n_results; k++)
        if (reads[k]) VEC_PUSH(b->out, &b->operands, b->operands.data[results + k]);
    *i = (Instruction){.code = I_CALL, .c = to->function, .d = first};
    i->n = b->operands.count - (uint32_t)first;
}

static bool may_change(const Specials *s, const Instruction *i)
{
    if (i->code != I_CALL || (uint32_t)i->c >= s->n_before || !s->may_open[i->c]) return false;
    return s->l->b.functions.data[i->c].n_outputs > 0;
}

static void note_results(Specials *s, uint32_t k, const Instruction *i)
{
    Program view = view_of(s);
    InstructionWords w = instruction_words(&view, i);
    for (uint32_t j = 0; j < w.n_results; j++) use_of(s, w.results[j])->set_at = k + 1;
    if (i->code == I_SOLVE) s->solved_at = k + 1;
}

static bool is_idle(const Specials *s, const Instruction *i)
{
    return i->code == I_ARRAY && i->d >= s->l->n_slots && !use_of(s, i->d)->n_reads;
}

// The arrays of arguments that are passed one by one.
static void drop_arrays(Specials *s, Routine *r)
{
    Instruction *code = s->l->b.code.data + r->first;
    uint32_t n = 0, *place = ARENA_RAW(s->l->scratch, uint32_t, r->count + 1);
    for (uint32_t k = 0; k < r->count; k++) {
        place[k] = n;
        if (!is_idle(s, &code[k])) code[n++] = code[k];
    }
    r->count = n;
    for (uint32_t k = 0; k < n; k++)
        if (code[k].code == I_JUMP || code[k].code == I_JUMP_IF_ZERO)
            code[k].c = (int32_t)place[code[k].c];
}

static void pass_routine(Specials *s, Routine *r)
{
    bool any = false;
    s->solved_at = 0;
    count_uses(s, r);
    for (uint32_t k = 0; k < r->count; k++) {
        Instruction i = *instruction_at(s, r, k);
        SpecialCall call;
        if (may_change(s, &i) && know_call(s, r, &i, &call)) {
            const Special *to = special_of(s, &call);
            bool is_changed = to->function != call.function;
            if (is_changed) rewrite_call(s, to, &i);
            s->l->b.code.data[r->first + k] = i;
            any |= is_changed;
        }
        if (s->has_arrays) note_results(s, k, &i); // for maker_of
    }
    if (any) drop_arrays(s, r);
}

static bool has_calls(const Specials *s, const Routine *r)
{
    for (uint32_t k = 0; k < r->count; k++)
        if (may_change(s, instruction_at(s, r, k))) return true;
    return false;
}

// ---- Calls in functions ------------------------------------------------------------------------

static bool is_worth_sinking(const Specials *s, const Instruction *i)
{
    if (i->code != I_CALL || (uint32_t)i->c >= s->n_before || !s->is_plain[i->c]) return false;
    return s->worths[i->c].is_pure && s->worths[i->c].cost >= LONG;
}

static int64_t cost_of(const Specials *s, int32_t function)
{
    const Routine *body = &s->l->b.functions.data[function].body;
    int64_t cost = body->count;
    for (uint32_t k = 0; k < body->count; k++) {
        const Instruction *i = instruction_at(s, body, k);
        if (i->code != I_CALL) continue;
        bool was_there = (uint32_t)i->c < s->n_before;
        cost += was_there ? s->worths[i->c].cost : (int32_t)s->l->b.functions.data[i->c].body.count;
    }
    return cost;
}

static bool effects_of(void *client, int32_t function, Effects *e)
{
    Specials *s = client;
    if (!is_worth_sinking(s, &(Instruction){.code = I_CALL, .c = function})) return false;
    const ProgramFunction *f = &s->l->b.functions.data[function];
    uint32_t n = (uint32_t)(f->n_inputs + f->n_outputs); // all vary, nothing is read
    SpecialCall call = {.function = function,
                        .known = ARENA_ARRAY(s->l->scratch, int32_t, n + 1),
                        .n_known = n,
                        .n_varying = (uint32_t)f->n_inputs};
    const Special *made = special_of(s, &call);
    if (made->function == function) return false;
    int64_t cost = cost_of(s, made->function);
    *e = (Effects){cost > 1 ? made->function : -1, made->is_passed};
    return cost * LEAST_SAVED <= s->worths[function].cost;
}

static bool may_sink(const Specials *s, uint32_t function)
{
    const Routine *body = &s->l->b.functions.data[function].body;
    bool has_call = false;
    if (!s->is_plain[function]) return false;
    for (uint32_t k = 0; k < body->count; k++) {
        const Instruction *i = instruction_at(s, body, k);
        if (has_call && i->code == I_JUMP_IF_ZERO) return true;
        has_call |= is_worth_sinking(s, i);
    }
    return false;
}

static bool sink_in_functions(Specials *s)
{
    Openness open = {.n = s->n_before, .may_open = s->may_open, .if_idle = s->is_plain};
    open.client = s;
    open.effects = effects_of;
    bool any = false;
    for (uint32_t i = 0; i < s->n_before; i++) {
        ProgramFunction f;
        bool is_untidy = i < s->l->is_untidy.count && s->l->is_untidy.data[i] && s->is_plain[i];
        if (!is_untidy && !may_sink(s, i)) continue;
        if (!sunk_function(&s->l->b, (int32_t)i, is_untidy, &open, &f)) continue;
        s->l->b.functions.data[i] = f;
        any = true;
    }
    return any;
}

// ---- All of them -------------------------------------------------------------------------------

static void choose_open(Specials *s)
{
    Lowering *l = s->l;
    s->may_open = ARENA_ARRAY(l->scratch, bool, s->n_before + 1);
    s->is_plain = ARENA_ARRAY(l->scratch, bool, s->n_before + 1);
    s->is_short = ARENA_ARRAY(l->scratch, bool, s->n_before + 1);
    for (uint32_t i = 0; i < s->n_before; i++) {
        bool is_worth = is_worth_remembering(l, s->worths, i);
        bool is_kept = is_worth && s->worths[i].cost >= LONG;
        s->is_plain[i] = !l->functions.data[i]->is_impure && function_is_plain(&l->b, (int32_t)i);
        s->may_open[i] = s->is_plain[i] && !is_kept;
        s->is_short[i] = s->is_plain[i] && !is_worth;
    }
}

typedef VEC(int32_t) Called;

static void note_called(const Specials *s, const Routine *r, bool *is_called, Called *found)
{
    for (uint32_t k = 0; k < r->count; k++) {
        const Instruction *i = instruction_at(s, r, k);
        if (i->code != I_CALL || is_called[i->c]) continue;
        is_called[i->c] = true;
        VEC_PUSH(s->l->scratch, found, i->c);
    }
}

// Functions that nobody calls any more become empty.
static void empty_functions(Specials *s)
{
    Builder *b = &s->l->b;
    Called found = {0};
    bool *is_called = ARENA_ARRAY(s->l->scratch, bool, b->functions.count + 1);
    for (uint32_t i = 0; i < b->routines.count; i++)
        note_called(s, &b->routines.data[i], is_called, &found);
    for (uint32_t i = 0; i < found.count; i++)
        note_called(s, &b->functions.data[found.data[i]].body, is_called, &found);
    for (uint32_t i = 0; i < s->n_before; i++) {
        Routine *body = &b->functions.data[i].body;
        if (is_called[i]) continue;
        body->first += body->count - 1;
        body->count = 1;
    }
}

void specialize_calls(Lowering *l)
{
    Builder *b = &l->b;
    if (!b->functions.count) return;
    Specials s = {.l = l,
                  .worths = judge_functions(l),
                  .n_before = b->functions.count,
                  .budget = MOST_MADE + b->code.count,
                  .by_hash = map_make(l->scratch),
                  .shape_of_hash = map_make(l->scratch)};
    choose_open(&s);
    bool any = sink_in_functions(&s);
    s.uses = ARENA_ARRAY(l->scratch, WordUse, b->most_words + 1);
    for (uint32_t i = 0; i < b->routines.count; i++) {
        s.routine = i + 1;
        if (has_calls(&s, &b->routines.data[i])) pass_routine(&s, &b->routines.data[i]);
    }
    if (any || s.made.count) empty_functions(&s);
}
