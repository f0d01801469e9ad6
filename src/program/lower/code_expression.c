// Expressions to instructions, each shared node once, without recursion over the expression.
//
// A stack holds the nodes under way: first the arguments are pushed, then the node is emitted.
// What has been computed is remembered by the id of the node. Inside one arm of a conditional
// expression that memory is a scope: what the other arm computes may not exist behind it.
// Loops in expressions (array comprehensions) call lowering_compute() again; their nesting is as
// deep as the text.
#include <string.h>

#include "program/engine/engine.h"
#include "program/lower/lowering.h"

enum { DEEPEST_LOOPS = 100 };

void lowering_open(Lowering *l, Session *s, Arena *out, Arena *scratch)
{
    *l = (Lowering){.session = s,
                    .exprs = s->exprs,
                    .out = out,
                    .scratch = scratch,
                    .epoch = 1,
                    .lambda_word = NO_SLOT,
                    .word_of_iterator = map_make(scratch),
                    .number_of_function = map_make(scratch),
                    .literal_arrays = map_make(scratch),
                    .kept_texts = map_make(scratch),
                    .origins = map_make(scratch)};
    builder_open(&l->b, out, scratch);
}

#define RELEASE(l, v)                                                                              \
    do {                                                                                           \
        arena_release((l)->scratch, (v)->data, (v)->room * sizeof *(v)->data);                     \
        (v)->data = NULL;                                                                          \
        (v)->count = (v)->room = 0;                                                                \
    } while (0)

void lowering_release(Lowering *l)
{
    RELEASE(l, &l->memo);
    RELEASE(l, &l->remembered);
    RELEASE(l, &l->words);
    RELEASE(l, &l->work);
}

void lowering_fail(Lowering *l, const Expr *at, const char *what)
{
    if (l->failed) return;
    l->failed = true;
    if (at && at->kind == EXPR_OP)
        diag_error(l->session->diag, l->span, E_UNSUPPORTED, "'%s' %s", op_name((Op)at->op), what);
    else
        diag_error(l->session->diag, l->span, E_UNSUPPORTED, "%s", what);
}

// ---- Memory of what has been computed --------------------------------------------------------

void forget_everything(Lowering *l)
{
    l->epoch++;
    l->remembered.count = 0;
    l->words.count = 0;
    l->aliased = NO_SLOT;
    l->calls.count = 0;
}

uint32_t open_scope(Lowering *l)
{
    return l->remembered.count;
}

void close_scope(Lowering *l, uint32_t scope)
{
    while (l->remembered.count > scope) l->memo.data[VEC_POP(&l->remembered)].epoch = 0;
}

bool has_words(const Lowering *l, const Expr *e)
{
    return e->id < l->memo.count && l->memo.data[e->id].epoch == l->epoch;
}

// For all expressions that there are: most will be asked for.
static void make_room_for_memos(Lowering *l)
{
    uint32_t more = expr_count(l->session->exprs) - l->memo.count;
    VEC_RESERVE(l->scratch, &l->memo, more);
    memset(l->memo.data + l->memo.count, 0, more * sizeof *l->memo.data);
    l->memo.count += more;
}

static void remember(Lowering *l, const Expr *e, int32_t first)
{
    if (l->memo.count <= e->id) make_room_for_memos(l);
    l->memo.data[e->id] = (Memo){l->epoch, first};
    VEC_PUSH(l->scratch, &l->remembered, e->id);
}

void set_words(Lowering *l, const Expr *e, const int32_t *words, uint32_t n)
{
    int32_t first = (int32_t)l->words.count;
    if (first && n && words[0] == l->words.data[first - 1]) l->aliased = words[0];
    for (uint32_t k = 0; k < n; k++) VEC_PUSH(l->scratch, &l->words, words[k]);
    remember(l, e, first);
}

static void set_word(Lowering *l, const Expr *e, int32_t word)
{
    set_words(l, e, &word, 1);
}

int32_t word_of(const Lowering *l, const Expr *e, uint32_t k)
{
    return l->words.data[l->memo.data[e->id].first + (int32_t)k];
}

// ---- Leaves --------------------------------------------------------------------------------

static void compute_literal_array(Lowering *l, const Expr *e)
{
    uint32_t n = word_count(e->type);
    int32_t *words = ARENA_RAW(l->scratch, int32_t, n + 1);
    TypeVec types = {0};
    word_types(l, e->type, &types);
    for (uint32_t k = 0; k < n; k++) {
        uint64_t key = (uint64_t)e->id << 32 | k, found;
        if (!map_get(&l->literal_arrays, key, &found)) {
            found = (uint64_t)(-literal_array(l, e, k));
            map_put(&l->literal_arrays, key, found);
        }
        words[k] = -(int32_t)found;
    }
    set_words(l, e, words, n);
}

static void compute_reference(Lowering *l, const Expr *e)
{
    if (l->scope) {
        lowering_fail(l, NULL,
                      "a function that reads a variable of the model is not supported yet");
        return;
    }
    const SystemVariable *v = system_variable(l->system, e->u.var);
    double value;
    if (v->role == ROLE_CONSTANT && v->value && expr_is_number(v->value, &value) && v->sign > 0) {
        set_word(l, e, builder_constant(&l->b, value));
        return;
    }
    int32_t slot = l->slot_of[v->root.i];
    if (v->sign > 0 || v->root.i == e->u.var.i)
        set_word(l, e, slot);
    else if (v->kind == VALUE_INTEGER) // no minus zero
        set_word(l, e, emit_binary(&l->b, I_SUB, builder_constant(&l->b, 0), slot));
    else
        set_word(l, e, emit_unary(&l->b, v->kind == VALUE_BOOLEAN ? I_NOT : I_NEG, slot));
}

static void compute_local(Lowering *l, const Expr *e)
{
    uint32_t n = word_count(e->type);
    int32_t *words = ARENA_RAW(l->scratch, int32_t, n + 1);
    for (uint32_t k = 0; k < n; k++) words[k] = l->scope->first_word[e->u.index] + (int32_t)k;
    set_words(l, e, words, n);
}

static void compute_iterator(Lowering *l, const Expr *e)
{
    uint64_t word;
    if (map_get(&l->word_of_iterator, e->u.index, &word))
        set_word(l, e, (int32_t)word);
    else
        lowering_fail(l, NULL, "an iterator is used outside of its loop");
}

static bool compute_leaf(Lowering *l, const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REAL: set_word(l, e, builder_constant(&l->b, e->u.real)); return true;
    case EXPR_INTEGER:
    case EXPR_BOOLEAN:
    case EXPR_ENUM: set_word(l, e, builder_constant(&l->b, (double)e->u.integer)); return true;
    case EXPR_STRING: set_word(l, e, text_operand(l, e->u.string)); return true;
    case EXPR_TIME: set_word(l, e, SLOT_TIME); return true;
    case EXPR_REF: compute_reference(l, e); return true;
    case EXPR_LOCAL: compute_local(l, e); return true;
    case EXPR_SUBSCRIPT:
        if (scattered_word(l, e) < 0) return false;
        set_word(l, e, scattered_word(l, e));
        return true;
    case EXPR_ITERATOR: compute_iterator(l, e); return true;
    case EXPR_ARRAY:
        if (!expr_is_literal(e)) return false;
        compute_literal_array(l, e);
        return true;
    case EXPR_COMPREHENSION: compute_comprehension(l, e); return true;
    case EXPR_REDUCTION: compute_reduction(l, e); return true;
    case EXPR_ERROR:
    case EXPR_COMPONENT: lowering_fail(l, e, "this expression cannot be computed"); return true;
    default: return false;
    }
}

// ---- Nodes whose arguments are known ---------------------------------------------------------

static void compute_call(Lowering *l, const Expr *e)
{
    const Function *f = e->u.function;
    int32_t number = function_number(l, f);
    uint32_t n_results = word_count(e->type), n = 0, total = n_results;
    for (uint32_t i = 0; i < e->n_args; i++) total += word_count(e->args[i]->type);
    int32_t *operands = ARENA_RAW(l->scratch, int32_t, total + 1);
    for (uint32_t i = 0; i < e->n_args; i++)
        for (uint32_t k = 0; k < word_count(e->args[i]->type); k++)
            operands[n++] = word_of(l, e->args[i], k);
    for (uint32_t k = 0; k < n_results; k++) operands[n++] = builder_word(&l->b);
    builder_emit(
        &l->b, (Instruction){
                   .code = I_CALL, .c = number, .d = builder_operands(&l->b, operands, n), .n = n});
    set_words(l, e, operands + n - n_results, n_results);
    VEC_PUSH(l->scratch, &l->calls, e);
}

static void compute_part(Lowering *l, const Expr *e) // a field, or one of several results
{
    const Expr *whole = e->args[0];
    uint32_t n = word_count(e->type), first = field_offset(whole->type, e->u.index);
    int32_t *words = ARENA_RAW(l->scratch, int32_t, n + 1);
    for (uint32_t k = 0; k < n; k++) words[k] = word_of(l, whole, first + k);
    set_words(l, e, words, n);
}

static void compute_record(Lowering *l, const Expr *e)
{
    uint32_t total = word_count(e->type), n = 0;
    int32_t *words = ARENA_RAW(l->scratch, int32_t, total + 1);
    for (uint32_t i = 0; i < e->n_args; i++)
        for (uint32_t k = 0; k < word_count(e->args[i]->type) && n < total; k++)
            words[n++] = word_of(l, e->args[i], k);
    set_words(l, e, words, n);
}

static void finish(Lowering *l, const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_OP: compute_operator(l, e); break;
    case EXPR_CALL: compute_call(l, e); break;
    case EXPR_ARRAY: compute_array_items(l, e); break;
    case EXPR_RANGE: compute_range(l, e); break;
    case EXPR_SUBSCRIPT: compute_subscript(l, e); break;
    case EXPR_FIELD:
    case EXPR_TUPLE_ITEM: compute_part(l, e); break;
    case EXPR_RECORD: compute_record(l, e); break;
    default: lowering_fail(l, e, "this expression cannot be computed"); break;
    }
}

// ---- Scalar arithmetic -----------------------------------------------------------------------

// Its word is known at once: such a leaf need not be remembered.
static bool plain_leaf(Lowering *l, const Expr *e, int32_t *word)
{
    if (e->kind == EXPR_REAL) {
        *word = builder_constant(&l->b, e->u.real);
        return true;
    }
    if (e->kind != EXPR_REF || l->scope) return false;
    const SystemVariable *v = system_variable(l->system, e->u.var);
    *word = l->slot_of[e->u.var.i];
    return v->root.i == e->u.var.i && v->role != ROLE_CONSTANT;
}

static bool plain_code(const Expr *e, InstructionCode *code)
{
    if (e->kind != EXPR_OP || e->type->kind != TYPE_REAL) return false;
    switch ((Op)e->op) {
    case OP_ADD: *code = I_ADD; break;
    case OP_SUB: *code = I_SUB; break;
    case OP_MUL: *code = I_MUL; break;
    case OP_DIV: *code = I_DIV; break;
    case OP_NEG: *code = I_NEG; break;
    default: return false;
    }
    for (uint32_t i = 0; i < e->n_args; i++) // the product of vectors is a scalar, too
        if (e->args[i]->type->kind != TYPE_REAL) return false;
    return true;
}

// Most of a model is arithmetic on a few numbers: done without the stack, in the order that it has.
// False: there is something else in it; what was computed so far is remembered.
static bool compute_plain(Lowering *l, const Expr *e, int depth, int32_t *word)
{
    InstructionCode code;
    if (plain_leaf(l, e, word)) return true;
    if (has_words(l, e)) {
        *word = word_of(l, e, 0);
        return true;
    }
    int32_t words[2] = {0, 0};
    if (!depth || !plain_code(e, &code)) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!compute_plain(l, e->args[i], depth - 1, &words[i])) return false;
    *word = e->n_args == 2 ? emit_binary(&l->b, code, words[0], words[1])
                           : emit_unary(&l->b, code, words[0]);
    set_word(l, e, *word);
    return true;
}

// ---- Conditional nodes -----------------------------------------------------------------------

static void push(Lowering *l, const Expr *e)
{
    if (e && e->kind != EXPR_COLON && !has_words(l, e))
        VEC_PUSH(l->scratch, &l->work, ((Work){.e = e}));
}

static void here(Lowering *l, uint32_t jump)
{
    patch_jump(&l->b, jump);
    l->label = builder_here(&l->b);
}

static void move_result(Lowering *l, const Work *w, const Expr *from)
{
    for (uint32_t k = 0; k < word_count(from->type); k++)
        emit_move(&l->b, w->result + (int32_t)k, word_of(l, from, k));
}

static void finish_conditional(Lowering *l, uint32_t at)
{
    const Work *w = &l->work.data[at];
    uint32_t n = word_count(w->e->type);
    int32_t *words = ARENA_RAW(l->scratch, int32_t, n + 1);
    for (uint32_t k = 0; k < n; k++) words[k] = w->result + (int32_t)k;
    const Expr *e = w->e;
    l->work.count = at;
    set_words(l, e, words, n);
}

static int32_t fresh_words(Lowering *l, uint32_t n)
{
    int32_t first = l->b.next_word;
    for (uint32_t k = 0; k < n; k++) builder_word(&l->b);
    return first;
}

// Stages: condition, then, else. `at` is the place of the node in the stack, which is on top.
static void step_if(Lowering *l, uint32_t at)
{
    Work w = l->work.data[at];
    switch (w.stage) {
    case 0: break;
    case 1:
        w.result = fresh_words(l, word_count(w.e->type));
        w.jump = emit_jump(&l->b, I_JUMP_IF_ZERO, word_of(l, w.e->args[0], 0));
        w.scope = open_scope(l);
        break;
    case 2: {
        move_result(l, &w, w.e->args[1]);
        uint32_t end = emit_jump(&l->b, I_JUMP, 0);
        close_scope(l, w.scope);
        here(l, w.jump);
        w.jump = end;
        break;
    }
    default:
        move_result(l, &w, w.e->args[2]);
        close_scope(l, w.scope);
        here(l, w.jump);
        finish_conditional(l, at);
        return;
    }
    const Expr *next = w.e->args[w.stage++];
    l->work.data[at] = w;
    push(l, next);
}

// `a and b`: b is not computed when a is false; it may be out of bounds or not a number then.
static void step_logic(Lowering *l, uint32_t at)
{
    Work w = l->work.data[at];
    if (w.stage == 2) {
        emit_move(&l->b, w.result, word_of(l, w.e->args[1], 0));
        close_scope(l, w.scope);
        here(l, w.jump);
        finish_conditional(l, at);
        return;
    }
    const Expr *next = w.e->args[w.stage];
    if (w.stage == 1) {
        int32_t a = word_of(l, w.e->args[0], 0);
        w.result = builder_word(&l->b);
        emit_move(&l->b, w.result, a);
        int32_t decides = w.e->op == OP_AND ? a : emit_unary(&l->b, I_NOT, a);
        w.jump = emit_jump(&l->b, I_JUMP_IF_ZERO, decides);
        w.scope = open_scope(l);
    }
    w.stage++;
    l->work.data[at] = w;
    push(l, next);
}

// Whether e can be computed whatever the values of its variables; looks at a few nodes only.
static bool is_harmless(const Expr *e, int depth)
{
    if (depth == 0) return false;
    switch ((ExprKind)e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER:
    case EXPR_BOOLEAN:
    case EXPR_ENUM:
    case EXPR_REF:
    case EXPR_LOCAL:
    case EXPR_ITERATOR:
    case EXPR_TIME: return true;
    case EXPR_OP: break;
    default: return false;
    }
    if (!op_is_symbol((Op)e->op) || e->op == OP_DIV || e->op == OP_POW) return false;
    if (e->type->kind == TYPE_INTEGER) return false; // may leave the range
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!is_harmless(e->args[i], depth - 1)) return false;
    return true;
}

static bool is_short_circuit(const Expr *e)
{
    return e->kind == EXPR_OP && (e->op == OP_AND || e->op == OP_OR) && !type_rank(e->type) &&
           !is_harmless(e->args[1], 4);
}

static bool skips_argument(const Expr *e, uint32_t k)
{
    if (e->kind != EXPR_OP) return false;
    if (e->op == OP_SMOOTH || e->op == OP_DELAY) return k == 0;
    if (e->op == OP_TRANSPORTED) return k < 2;
    return false;
}

static void push_arguments(Lowering *l, const Expr *e)
{
    int32_t dims[MOST_DIMENSIONS];
    LeafVec leaves = {0};
    if (array_leaves(l, e, dims, &leaves)) {
        for (uint32_t i = leaves.count; i-- > 0;) push(l, leaves.data[i]);
        return;
    }
    for (uint32_t i = e->n_args; i-- > 0;)
        if (!skips_argument(e, i)) push(l, e->args[i]);
}

static void step(Lowering *l, uint32_t at)
{
    const Expr *e = l->work.data[at].e;
    if (e->kind == EXPR_IF) {
        step_if(l, at);
    } else if (is_short_circuit(e)) {
        step_logic(l, at);
    } else if (l->work.data[at].stage == 0 && e->n_args) {
        l->work.data[at].stage = 1;
        push_arguments(l, e);
    } else {
        l->work.count = at;
        finish(l, e);
    }
}

int32_t lowering_compute(Lowering *l, const Expr *root)
{
    enum { DEEPEST_PLAIN = 16 };
    int32_t word;
    if (!l->failed && compute_plain(l, root, DEEPEST_PLAIN, &word)) {
        if (!has_words(l, root)) set_word(l, root, word);
        return l->memo.data[root->id].first;
    }
    uint32_t bottom = l->work.count;
    if (++l->depth > DEEPEST_LOOPS) lowering_fail(l, NULL, "array loops are nested too deeply");
    push(l, root);
    while (l->work.count > bottom && !l->failed) {
        uint32_t at = l->work.count - 1;
        const Expr *e = l->work.data[at].e;
        if (l->work.data[at].stage == 0) {
            if (has_words(l, e)) { // pushed twice
                l->work.count = at;
                continue;
            }
            l->work.count = at;
            if (compute_leaf(l, e)) continue;
            l->work.count = at + 1;
        }
        step(l, at);
    }
    l->depth--;
    if (!l->failed) return l->memo.data[root->id].first;
    // Something to go on with until the caller notices.
    l->work.count = bottom;
    int32_t *zeros = ARENA_ARRAY(l->scratch, int32_t, word_count(root->type) + 1);
    set_words(l, root, zeros, word_count(root->type));
    return l->memo.data[root->id].first;
}

void compute_anew(Lowering *l, int32_t word, const Expr *e)
{
    if (e->id < l->memo.count) l->memo.data[e->id].epoch = 0;
    compute_into(l, word, e);
    if (e->id < l->memo.count) l->memo.data[e->id].epoch = 0;
}

int32_t compute_scalar(Lowering *l, const Expr *e)
{
    int32_t at = lowering_compute(l, e); // may move the words
    return l->words.data[at];
}

// When the value was computed by the instruction emitted last, no jump leads behind it and no
// other expression has the same word, that instruction writes into the word itself.
void compute_into(Lowering *l, int32_t word, const Expr *e)
{
    uint32_t before = l->b.code.count;
    int32_t first = lowering_compute(l, e), from = l->words.data[first];
    if (l->failed || from == word) return;
    Instruction *last = l->b.code.count > before ? &VEC_LAST(&l->b.code) : NULL;
    bool direct = last && (last->code < I_JUMP || last->code == I_WHOLE) && last->d == from &&
                  from >= 0 && l->label != builder_here(&l->b) && from == l->b.next_word - 1 &&
                  l->aliased != from;
    if (!direct) {
        emit_move(&l->b, word, from);
        return;
    }
    last->d = word;
    l->b.next_word--;
    l->words.data[first] = word;
}
