// Arrays in expressions: subscripts, constructors, ranges, comprehensions, reductions.
#include <string.h>

#include "program/engine/engine.h"
#include "program/lower/lowering.h"

int32_t emit_size(Lowering *l, int32_t array, uint32_t dimension)
{
    int32_t d = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_SIZE,
                                      .d = d,
                                      .a = array,
                                      .b = builder_constant(&l->b, dimension),
                                      .c = site_here(l)});
    return d;
}

// ---- Subscripts ----------------------------------------------------------------------------

static VarId flat_of_element(const Lowering *l, const Expr *e, int64_t element)
{
    if (e->kind != EXPR_REF) return NO_VAR;
    const SystemVariable *v = system_variable(l->system, e->u.var);
    return v->element == element ? v->flat : NO_VAR;
}

// Of an array that was taken apart into its elements; NULL: it is no variable.
static const char *name_of_elements(const Lowering *l, const Expr *e)
{
    int64_t last = type_count(e->type) - 1;
    const Expr *begin = e, *end = e;
    while (begin->kind == EXPR_ARRAY && begin->n_args) begin = begin->args[0];
    while (end->kind == EXPR_ARRAY && end->n_args) end = end->args[end->n_args - 1];
    VarId flat = l->system ? flat_of_element(l, begin, 0) : NO_VAR;
    if (flat.i < 0 || flat_of_element(l, end, last).i != flat.i) return NULL;
    return l->system->flat->variables[flat.i].name;
}

// The name of what is subscripted, for messages.
static const char *base_name(Lowering *l, const Expr *e)
{
    while (e->kind == EXPR_FIELD || e->kind == EXPR_SUBSCRIPT) e = e->args[0];
    if (e->kind == EXPR_LOCAL && l->scope) return l->scope->function->locals[e->u.index].name->text;
    if (e->kind == EXPR_CALL) return e->u.function->name->text;
    const char *name = name_of_elements(l, e);
    return name ? name : "an array";
}

static bool selects_element(const Expr *e, const Type *type)
{
    if (e->n_args - 1 != type_rank(type)) return false;
    for (uint32_t k = 1; k < e->n_args; k++)
        if (e->args[k]->kind == EXPR_COLON || type_rank(e->args[k]->type)) return false;
    return true;
}

static int32_t emit_element(Lowering *l, const Expr *e, int32_t array, int32_t site)
{
    uint32_t n = e->n_args - 1;
    int32_t subscripts[n + 1], d = builder_word(&l->b);
    for (uint32_t k = 0; k < n; k++) subscripts[k] = word_of(l, e->args[k + 1], 0);
    builder_emit(&l->b, (Instruction){.code = I_ELEMENT,
                                      .d = d,
                                      .a = array,
                                      .b = site,
                                      .c = builder_operands(&l->b, subscripts, n),
                                      .n = n});
    return d;
}

uint32_t slice_operands(Lowering *l, const Expr *const *subscripts, uint32_t n, int32_t *to)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < n; k++) {
        const Expr *s = subscripts[k];
        double kind = s->kind == EXPR_COLON ? 2 : type_rank(s->type) ? 1 : 0;
        to[count++] = builder_constant(&l->b, kind);
        to[count++] = kind == 2 ? builder_constant(&l->b, 0) : word_of(l, s, 0);
    }
    return count;
}

void compute_subscript(Lowering *l, const Expr *e)
{
    const Expr *base = e->args[0];
    TypeVec types = {0};
    word_types(l, base->type, &types);
    int32_t words[types.count + 1], operands[2 * e->n_args + 1];
    int32_t site = site_of(l, l->span, base_name(l, base));
    for (uint32_t w = 0; w < types.count; w++) {
        operands[0] = word_of(l, base, w);
        if (selects_element(e, types.data[w])) {
            words[w] = emit_element(l, e, operands[0], site);
        } else {
            uint32_t n = 1 + slice_operands(l, e->args + 1, e->n_args - 1, operands + 1);
            words[w] = emit_builtin(l, B_SLICE, operands, n, site);
        }
    }
    set_words(l, e, words, types.count);
}

// ---- {a, b, c} -----------------------------------------------------------------------------

static int32_t emit_array(Lowering *l, int32_t rank, const int32_t *dims, const int32_t *items,
                          uint32_t n)
{
    int32_t *sizes = ARENA_RAW(l->out, int32_t, (size_t)rank);
    memcpy(sizes, dims, (size_t)rank * sizeof *dims);
    ArrayShape shape = {rank, sizes};
    VEC_PUSH(l->out, &l->b.shapes, shape);
    int32_t d = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_ARRAY,
                                      .d = d,
                                      .a = (int32_t)l->b.shapes.count - 1,
                                      .c = builder_operands(&l->b, items, n),
                                      .n = n});
    return d;
}

static int32_t array_of_scalars(Lowering *l, const Expr *e, uint32_t w)
{
    int32_t *items = ARENA_RAW(l->scratch, int32_t, e->n_args + 1), length = (int32_t)e->n_args;
    for (uint32_t i = 0; i < e->n_args; i++) items[i] = word_of(l, e->args[i], w);
    return emit_array(l, 1, &length, items, e->n_args);
}

static int32_t array_of_arrays(Lowering *l, const Expr *e, uint32_t w)
{
    int32_t *items = ARENA_RAW(l->scratch, int32_t, e->n_args + 1);
    for (uint32_t i = 0; i < e->n_args; i++) items[i] = word_of(l, e->args[i], w);
    return emit_builtin(l, B_STACK, items, e->n_args, site_here(l));
}

// Rows of numbers inside rows: the sizes, and what stands innermost, in order.
static bool find_leaves(Lowering *l, const Expr *e, int32_t *dims, LeafVec *leaves)
{
    uint32_t rank = type_rank(e->type);
    if (e->kind != EXPR_ARRAY || !e->n_args) return false;
    if (*dims && *dims != (int32_t)e->n_args) return false;
    *dims = (int32_t)e->n_args;
    for (uint32_t i = 0; i < e->n_args; i++) {
        if (rank > 1 && !find_leaves(l, e->args[i], dims + 1, leaves)) return false;
        if (rank == 1) VEC_PUSH(l->scratch, leaves, e->args[i]);
    }
    return true;
}

// Of a matrix, say: what it is made of at once, without its rows.
bool array_leaves(Lowering *l, const Expr *e, int32_t *dims, LeafVec *leaves)
{
    uint32_t rank = e->kind == EXPR_ARRAY ? type_rank(e->type) : 0;
    if (rank < 2 || rank > MOST_DIMENSIONS || type_elem(e->type)->kind == TYPE_RECORD) return false;
    memset(dims, 0, MOST_DIMENSIONS * sizeof *dims);
    return find_leaves(l, e, dims, leaves);
}

static bool compute_leaves(Lowering *l, const Expr *e)
{
    int32_t dims[MOST_DIMENSIONS];
    LeafVec leaves = {0};
    if (!array_leaves(l, e, dims, &leaves)) return false;
    int32_t *items = ARENA_RAW(l->scratch, int32_t, leaves.count);
    for (uint32_t i = 0; i < leaves.count; i++) items[i] = word_of(l, leaves.data[i], 0);
    int32_t d = emit_array(l, (int32_t)type_rank(e->type), dims, items, leaves.count);
    set_words(l, e, &d, 1);
    return true;
}

void compute_array_items(Lowering *l, const Expr *e)
{
    if (compute_leaves(l, e)) return;
    TypeVec types = {0};
    word_types(l, e->type, &types);
    int32_t *words = ARENA_RAW(l->scratch, int32_t, types.count + 1);
    for (uint32_t w = 0; w < types.count; w++) {
        uint32_t rank = type_rank(types.data[w]);
        words[w] = rank == 1 ? array_of_scalars(l, e, w) : array_of_arrays(l, e, w);
    }
    set_words(l, e, words, types.count);
}

void compute_range(Lowering *l, const Expr *e)
{
    int32_t operands[3] = {word_of(l, e->args[0], 0), word_of(l, e->args[1], 0),
                           word_of(l, e->args[2], 0)};
    int32_t d = emit_builtin(l, B_RANGE, operands, 3, site_here(l));
    set_words(l, e, &d, 1);
}

// ---- Loops ---------------------------------------------------------------------------------

static void bind_iterator(Lowering *l, const Expr *iterator, int32_t word)
{
    map_put(&l->word_of_iterator, iterator->u.index, (uint64_t)word);
}

// Integers from first to last by a step of known sign: the iterator itself counts.
static bool counts_itself(const Expr *range, double *step)
{
    return range->kind == EXPR_RANGE && type_elem(range->type)->kind != TYPE_REAL &&
           expr_is_number(range->args[1], step) && *step != 0;
}

// A range is evaluated once (8.3.3), but statements may assign to a variable that it names.
static bool may_be_assigned(const Lowering *l, int32_t word)
{
    return word >= l->scope->first_output && word < l->scope->n_variables;
}

static CodeLoop begin_counting(Lowering *l, const Expr *iterator, const Expr *range, double step,
                               bool of_statements)
{
    CodeLoop loop = {.limit = compute_scalar(l, range->args[2])};
    if (of_statements && may_be_assigned(l, loop.limit))
        loop.limit = emit_unary(&l->b, I_MOVE, loop.limit);
    int32_t first = compute_scalar(l, range->args[0]);
    loop.counter = loop.iterator = builder_word(&l->b);
    loop.step = builder_constant(&l->b, step);
    builder_emit(&l->b, (Instruction){.code = I_MOVE, .d = loop.counter, .a = first});
    loop.begin = builder_here(&l->b);
    int32_t go = emit_binary(&l->b, step > 0 ? I_LE : I_GE, loop.counter, loop.limit);
    loop.exit = emit_jump(&l->b, I_JUMP_IF_ZERO, go);
    bind_iterator(l, iterator, loop.iterator);
    return loop;
}

int32_t emit_copy(Lowering *l, int32_t array)
{
    int32_t copy = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_MAP, .d = copy, .a = array, .c = I_MOVE, .n = 1});
    return copy;
}

// Any other range: a counter runs over its elements.
static CodeLoop begin_elements(Lowering *l, const Expr *iterator, const Expr *range,
                               bool of_statements)
{
    CodeLoop loop = {.step = builder_constant(&l->b, 1)};
    int32_t array = compute_scalar(l, range);
    if (of_statements && may_be_assigned(l, array)) array = emit_copy(l, array);
    loop.limit = emit_size(l, array, 1);
    loop.counter = builder_word(&l->b);
    loop.iterator = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_MOVE, .d = loop.counter, .a = loop.step});
    loop.begin = builder_here(&l->b);
    int32_t go = emit_binary(&l->b, I_LE, loop.counter, loop.limit);
    loop.exit = emit_jump(&l->b, I_JUMP_IF_ZERO, go);
    builder_emit(&l->b, (Instruction){.code = I_ELEMENT,
                                      .d = loop.iterator,
                                      .a = array,
                                      .b = -1,
                                      .c = builder_operands(&l->b, &loop.counter, 1),
                                      .n = 1});
    bind_iterator(l, iterator, loop.iterator);
    return loop;
}

CodeLoop loop_begin(Lowering *l, const Expr *iterator, const Expr *range, bool of_statements)
{
    double step = 0;
    CodeLoop loop = counts_itself(range, &step)
                        ? begin_counting(l, iterator, range, step, of_statements)
                        : begin_elements(l, iterator, range, of_statements);
    l->label = loop.begin;
    return loop;
}

void loop_end(Lowering *l, CodeLoop *loop)
{
    builder_emit(
        &l->b,
        (Instruction){.code = I_ADD, .d = loop->counter, .a = loop->counter, .b = loop->step});
    builder_emit(&l->b, (Instruction){.code = I_JUMP, .c = (int32_t)loop->begin});
    patch_jump(&l->b, loop->exit);
    l->label = builder_here(&l->b);
}

// ---- {body for i in range} -------------------------------------------------------------------

static int32_t range_size(Lowering *l, const Expr *range)
{
    int32_t size = type_dim(range->type, 0);
    if (size != DIM_UNKNOWN) return builder_constant(&l->b, size);
    if (range->kind != EXPR_RANGE) return emit_size(l, compute_scalar(l, range), 1);
    int32_t operands[3];
    for (uint32_t k = 0; k < 3; k++) operands[k] = compute_scalar(l, range->args[k]);
    return emit_builtin(l, B_RANGE_COUNT, operands, 3, site_here(l));
}

typedef struct Collected {
    TypeVec types;   // of the words of the body
    int32_t *arrays; // words of the results, as many
    int32_t *counts; // words: how often each loop runs
    uint32_t n_loops;
    int32_t is_first; // word: true until the first body tells its sizes; -1: they are known before
} Collected;

static bool has_unknown_size(const Type *t)
{
    for (uint32_t k = 0; k < type_rank(t); k++)
        if (type_dim(t, k) == DIM_UNKNOWN) return true;
    return false;
}

// Room for result `w`; sizes that the type does not tell are those of `value`, zero without (-1).
static void collect_room(Lowering *l, const Collected *c, uint32_t w, int32_t value)
{
    const Type *t = c->types.data[w];
    uint32_t n = c->n_loops;
    int32_t sizes[n + type_rank(t) + 1];
    for (uint32_t k = 0; k < n; k++) sizes[k] = c->counts[k];
    for (uint32_t k = 0; k < type_rank(t); k++) {
        int32_t size = type_dim(t, k);
        bool is_measured = size == DIM_UNKNOWN && value >= 0;
        if (size == DIM_UNKNOWN) size = 0;
        sizes[n++] = is_measured ? emit_size(l, value, k + 1) : builder_constant(&l->b, size);
    }
    builder_emit(&l->b, (Instruction){.code = I_ARRAY_NEW,
                                      .d = c->arrays[w],
                                      .b = -1,
                                      .c = builder_operands(&l->b, sizes, n),
                                      .n = n});
}

static void collect_open(Lowering *l, const Expr *e, Collected *c)
{
    c->n_loops = (e->n_args - 1) / 2;
    c->is_first = -1;
    c->counts = ARENA_RAW(l->scratch, int32_t, c->n_loops + 1);
    word_types(l, e->args[0]->type, &c->types);
    for (uint32_t k = 0; k < c->n_loops; k++) c->counts[k] = range_size(l, e->args[2 + 2 * k]);
    c->arrays = ARENA_RAW(l->scratch, int32_t, c->types.count + 1);
    for (uint32_t w = 0; w < c->types.count; w++) {
        c->arrays[w] = builder_word(&l->b);
        collect_room(l, c, w, -1);
        if (c->is_first < 0 && has_unknown_size(c->types.data[w])) {
            c->is_first = builder_word(&l->b);
            int32_t one = builder_constant(&l->b, 1);
            builder_emit(&l->b, (Instruction){.code = I_MOVE, .d = c->is_first, .a = one});
        }
    }
}

// Bodies whose size depends on what is not known before: the first one decides, and the others are
// compared with it where they are stored.
static void collect_first_sizes(Lowering *l, const Collected *c, const Expr *body)
{
    if (c->is_first < 0) return;
    uint32_t later = emit_jump(&l->b, I_JUMP_IF_ZERO, c->is_first);
    for (uint32_t w = 0; w < c->types.count; w++)
        if (has_unknown_size(c->types.data[w])) collect_room(l, c, w, word_of(l, body, w));
    int32_t zero = builder_constant(&l->b, 0);
    builder_emit(&l->b, (Instruction){.code = I_MOVE, .d = c->is_first, .a = zero});
    patch_jump(&l->b, later);
    l->label = builder_here(&l->b);
}

static void collect_store(Lowering *l, const Collected *c, const Expr *body, const int32_t *places)
{
    for (uint32_t w = 0; w < c->types.count; w++) {
        int32_t value = word_of(l, body, w);
        if (!type_rank(c->types.data[w])) {
            builder_emit(&l->b, (Instruction){.code = I_STORE,
                                              .d = c->arrays[w],
                                              .a = value,
                                              .b = -1,
                                              .c = builder_operands(&l->b, places, c->n_loops),
                                              .n = c->n_loops});
            continue;
        }
        int32_t *operands = ARENA_RAW(l->scratch, int32_t, 3 + 2 * c->n_loops);
        operands[0] = c->arrays[w];
        operands[1] = value;
        operands[2] = builder_constant(&l->b, 1);
        for (uint32_t k = 0; k < c->n_loops; k++) {
            operands[3 + 2 * k] = builder_constant(&l->b, 0);
            operands[4 + 2 * k] = places[k];
        }
        emit_builtin(l, B_STORE_SLICE, operands, 3 + 2 * c->n_loops, site_here(l));
    }
}

// Nested loops around the body; places[k] counts the iterations of loop k from 1.
static void open_loops(Lowering *l, const Expr *e, uint32_t n, CodeLoop *loops, int32_t *places)
{
    int32_t zero = builder_constant(&l->b, 0), one = builder_constant(&l->b, 1);
    for (uint32_t k = 0; k < n; k++) {
        places[k] = builder_word(&l->b);
        builder_emit(&l->b, (Instruction){.code = I_MOVE, .d = places[k], .a = zero});
        loops[k] = loop_begin(l, e->args[1 + 2 * k], e->args[2 + 2 * k], false);
        builder_emit(&l->b, (Instruction){.code = I_ADD, .d = places[k], .a = places[k], .b = one});
    }
}

// {{body for j in J} for i in I} is {body for i in I, j in J}, where J does not follow i: so its
// sizes are known even if I is empty.
static const Expr *joined(Lowering *l, const Expr *e)
{
    const Expr *inner = e->args[0];
    if (inner->kind != EXPR_COMPREHENSION || !has_unknown_size(inner->type)) return e;
    for (uint32_t i = 1; i < e->n_args; i += 2)
        for (uint32_t k = 2; k < inner->n_args; k += 2)
            if (expr_contains(inner->args[k], e->args[i])) return e;
    uint32_t n = e->n_args - 1, m = inner->n_args - 1;
    const Expr **pairs = ARENA_RAW(l->scratch, const Expr *, n + m + 1);
    for (uint32_t k = 0; k < n; k++) pairs[k] = e->args[1 + k];
    for (uint32_t k = 0; k < m; k++) pairs[n + k] = inner->args[1 + k];
    return joined(l, expr_comprehension(l->exprs, inner->args[0], pairs, (n + m) / 2));
}

void compute_comprehension(Lowering *l, const Expr *written)
{
    const Expr *e = joined(l, written);
    Collected c = {0};
    collect_open(l, e, &c);
    uint32_t n = c.n_loops;
    CodeLoop *loops = ARENA_RAW(l->scratch, CodeLoop, n + 1);
    int32_t *places = ARENA_RAW(l->scratch, int32_t, n + 1);
    uint32_t scope = open_scope(l);
    open_loops(l, e, n, loops, places);
    lowering_compute(l, e->args[0]);
    if (!l->failed) collect_first_sizes(l, &c, e->args[0]);
    if (!l->failed) collect_store(l, &c, e->args[0], places);
    for (uint32_t k = n; k-- > 0;) loop_end(l, &loops[k]);
    close_scope(l, scope);
    set_words(l, written, c.arrays, c.types.count);
}

void compute_reduction(Lowering *l, const Expr *e)
{
    uint32_t n = (e->n_args - 1) / 2;
    bool is_sum = e->op == OP_SUM, is_product = e->op == OP_PRODUCT;
    InstructionCode code = is_sum ? I_ADD : is_product ? I_MUL : e->op == OP_MIN ? I_MIN : I_MAX;
    const Expr *begin = expr_empty_reduction(l->exprs, (Op)e->op, e->type);
    if (!begin) {
        lowering_fail(l, NULL, "a sum of arrays over a loop is not supported yet");
        return;
    }
    int32_t first = compute_scalar(l, begin), d = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_MOVE, .d = d, .a = first});
    CodeLoop *loops = ARENA_RAW(l->scratch, CodeLoop, n + 1);
    int32_t *places = ARENA_RAW(l->scratch, int32_t, n + 1);
    uint32_t scope = open_scope(l);
    open_loops(l, e, n, loops, places);
    int32_t value = compute_scalar(l, e->args[0]);
    builder_emit(&l->b, (Instruction){.code = (uint16_t)code, .d = d, .a = d, .b = value});
    if ((is_sum || is_product) && e->type->kind == TYPE_INTEGER) emit_whole(l, e, d, d);
    for (uint32_t k = n; k-- > 0;) loop_end(l, &loops[k]);
    close_scope(l, scope);
    set_words(l, e, &d, 1);
}
