// Statements of functions and algorithm sections.
//
// What a statement takes from the engine's stack it gives back at its end; values of array and
// string variables are kept in memory of their own (I_KEEP_ARRAY, I_KEEP_STRING). A statement
// that takes nothing has no mark.
#include "program/lower/lowering.h"

// What stands in a class stands in all of its components: one text serves them.
const char *origin_text(Lowering *l, Span span)
{
    if (span_is_none(span)) return NULL;
    uint64_t known;
    if (map_get(&l->origins, span.begin, &known)) return (const char *)(uintptr_t)known;
    Place at = source_place(l->session->sources, span.begin);
    const char *text = NULL;
    if (at.file) text = arena_printf(l->out, "%s:%u:%u", at.file->path, at.line, at.column);
    map_put(&l->origins, span.begin, (uint64_t)(uintptr_t)text);
    return text;
}

int32_t site_of(Lowering *l, Span span, const char *what)
{
    return builder_site(&l->b, origin_text(l, span), what);
}

int32_t site_here(Lowering *l)
{
    bool is_new = !l->has_site || l->site_span.begin != l->span.begin;
    if (is_new) l->site = site_of(l, l->span, NULL);
    l->has_site = true;
    l->site_span = l->span;
    return l->site;
}

int32_t site_of_expression(Lowering *l, const Expr *e)
{
    Text text = text_make(l->out);
    ExprNames names = l->system ? system_names(l->system) : (ExprNames){0};
    expr_print_briefly(e, &names, LONGEST_SHOWN, &text);
    return site_of(l, l->span, text_cstr(&text));
}

// ---- Memory --------------------------------------------------------------------------------

typedef struct MemoryLook {
    const Lowering *l;
    bool found;
} MemoryLook;

static void look_for_memory(void *client, const Expr *node)
{
    MemoryLook *k = client;
    bool is_scattered =
        node->kind == EXPR_LOCAL && k->l->scope && k->l->scope->n_scattered[node->u.index];
    if (node->kind == EXPR_CALL || (node->type->kind == TYPE_ARRAY && !is_scattered) ||
        (node->type->kind == TYPE_STRING && node->kind != EXPR_STRING))
        k->found = true;
}

bool needs_memory(Lowering *l, const Expr *e)
{
    MemoryLook k = {.l = l};
    if (e) expr_walk(l->exprs, e, &k, look_for_memory);
    return k.found;
}

static int32_t emit_mark(Lowering *l, bool needed)
{
    if (!needed) return builder_constant(&l->b, -1);
    int32_t mark = builder_word(&l->b);
    builder_emit(&l->b, (Instruction){.code = I_MARK, .d = mark});
    return mark;
}

static bool gives_number(Builtin b)
{
    return b == B_SUM || b == B_PRODUCT || b == B_MIN || b == B_MAX || b == B_DOT ||
           b == B_RANGE_COUNT;
}

static bool takes_memory(Lowering *l, const Instruction *i)
{
    switch ((InstructionCode)i->code) {
    case I_CALL: return returns_addresses(l, l->functions.data[i->c]);
    case I_WHOLE:
    case I_ELEMENT:
    case I_STORE:
    case I_SIZE:
    case I_ASSERT:
    case I_MESSAGE: return false;
    case I_BUILTIN: return !gives_number((Builtin)i->c);
    default: return i->code > I_JUMP_IF_ZERO;
    }
}

// A mark of code that takes nothing becomes a number that nobody reads.
static bool forget_mark(Lowering *l, int32_t mark)
{
    uint32_t k = l->b.code.count;
    while (k-- > l->b.routine_first) {
        Instruction *i = &l->b.code.data[k];
        if (i->code == I_MARK && i->d == mark) {
            *i = (Instruction){.code = I_MOVE, .d = mark, .a = builder_constant(&l->b, 0)};
            return true;
        }
        if (takes_memory(l, i)) return false;
    }
    return false;
}

static void emit_release(Lowering *l, int32_t mark)
{
    if (mark >= 0 && !forget_mark(l, mark))
        builder_emit(&l->b, (Instruction){.code = I_RELEASE, .a = mark});
}

// ---- Assignment ----------------------------------------------------------------------------

static void keep_word(Lowering *l, int32_t word, const Type *type, int32_t from, int32_t mark,
                      bool any_size, int32_t site)
{
    InstructionCode code = type->kind == TYPE_ARRAY    ? I_KEEP_ARRAY
                           : type->kind == TYPE_STRING ? I_KEEP_STRING
                                                       : I_MOVE;
    if (code == I_MOVE)
        emit_move(&l->b, word, from);
    else
        builder_emit(
            &l->b,
            (Instruction){
                .code = (uint16_t)code, .d = word, .a = from, .b = mark, .c = site, .n = any_size});
}

static bool has_open_size(const Local *local, const Type *type)
{
    for (uint32_t k = 0; k < type_rank(type); k++) {
        bool declared = k < type_rank(local->type) && local->dims && local->dims[k];
        if (type_dim(type, k) == DIM_UNKNOWN && !declared) return true;
    }
    return false;
}

// With several words nothing is released in between: the others are still to be read.
void keep_local(Lowering *l, uint32_t local, const int32_t *words, int32_t mark)
{
    const Local *to = &l->scope->function->locals[local];
    TypeVec types = {0};
    word_types(l, to->type, &types);
    int32_t none = builder_constant(&l->b, -1);
    int32_t site =
        types.count && types.data[0]->kind == TYPE_ARRAY ? site_of(l, l->span, to->name->text) : -1;
    for (uint32_t w = 0; w < types.count; w++)
        keep_word(l, l->scope->first_word[local] + (int32_t)w, types.data[w], words[w],
                  types.count == 1 ? mark : none, has_open_size(to, types.data[w]), site);
}

typedef struct Target { // what is left of := on the way from the variable to the part meant
    uint32_t local;
    int32_t first;    // word
    const Type *type; // of the part, subscripts not yet applied
    const Expr *subscripts[16];
    uint32_t n_subscripts;
} Target;

static bool find_target(Lowering *l, const Expr *left, Target *to)
{
    if (left->kind == EXPR_LOCAL) {
        *to = (Target){left->u.index, l->scope->first_word[left->u.index], left->type, {0}, 0};
        return true;
    }
    if (left->kind != EXPR_FIELD && left->kind != EXPR_SUBSCRIPT) return false;
    if (!find_target(l, left->args[0], to)) return false;
    if (left->kind == EXPR_FIELD) {
        to->first += (int32_t)field_offset(to->type, left->u.index);
        const Type *field = type_elem(to->type)->fields[left->u.index].type;
        to->type = to->type->kind == TYPE_ARRAY
                       ? type_array(l->exprs, field, to->type->dims, to->type->n)
                       : field;
        return true;
    }
    for (uint32_t k = 1; k < left->n_args; k++) {
        if (to->n_subscripts == 16) return false;
        to->subscripts[to->n_subscripts++] = left->args[k];
        if (left->args[k]->kind != EXPR_COLON) lowering_compute(l, left->args[k]);
    }
    return true;
}

static bool all_scalar(const Target *to)
{
    for (uint32_t k = 0; k < to->n_subscripts; k++)
        if (to->subscripts[k]->kind == EXPR_COLON || type_rank(to->subscripts[k]->type))
            return false;
    return true;
}

static void store_part(Lowering *l, const Target *to, int32_t word, const Type *type, int32_t value,
                       int32_t site)
{
    uint32_t n = to->n_subscripts;
    int32_t *operands = ARENA_RAW(l->scratch, int32_t, 3 + 2 * n + 1);
    if (n == type_rank(type) && all_scalar(to)) {
        for (uint32_t k = 0; k < n; k++) operands[k] = word_of(l, to->subscripts[k], 0);
        builder_emit(&l->b, (Instruction){.code = I_STORE,
                                          .d = word,
                                          .a = value,
                                          .b = site,
                                          .c = builder_operands(&l->b, operands, n),
                                          .n = n});
        return;
    }
    operands[0] = word;
    operands[1] = value;
    operands[2] = builder_constant(&l->b, 1);
    uint32_t count = 3 + slice_operands(l, to->subscripts, n, operands + 3);
    emit_builtin(l, B_STORE_SLICE, operands, count, site);
}

// {a, b} := array: elements of component arrays are variables of their own.
static void assign_elements(Lowering *l, const Expr *left, const int32_t *words)
{
    TypeVec types = {0};
    word_types(l, left->type, &types);
    int32_t parts[types.count + 1], none = builder_constant(&l->b, -1), site = site_here(l);
    for (uint32_t i = 0; i < left->n_args; i++) {
        int32_t index = builder_constant(&l->b, i + 1.0);
        for (uint32_t w = 0; w < types.count; w++) {
            int32_t slice[3] = {words[w], builder_constant(&l->b, 0), index};
            if (type_rank(types.data[w]) > 1) {
                parts[w] = emit_builtin(l, B_SLICE, slice, 3, site);
                continue;
            }
            parts[w] = builder_word(&l->b);
            builder_emit(&l->b, (Instruction){.code = I_ELEMENT,
                                              .d = parts[w],
                                              .a = words[w],
                                              .b = site,
                                              .c = builder_operands(&l->b, &index, 1),
                                              .n = 1});
        }
        assign_words(l, left->args[i], parts, none);
    }
}

void assign_words(Lowering *l, const Expr *left, const int32_t *words, int32_t mark)
{
    Target to;
    while (left->kind == EXPR_OP && left->op == OP_TO_REAL) left = left->args[0];
    if (left->kind == EXPR_LOCAL) {
        keep_local(l, left->u.index, words, mark);
        return;
    }
    if (scattered_word(l, left) >= 0) {
        emit_move(&l->b, scattered_word(l, left), words[0]);
        return;
    }
    if (left->kind == EXPR_RECORD) { // the fields are variables of their own
        int32_t none = builder_constant(&l->b, -1);
        for (uint32_t i = 0, at = 0; i < left->n_args; i++) {
            assign_words(l, left->args[i], words + at, none);
            at += word_count(left->args[i]->type);
        }
        return;
    }
    if (left->kind == EXPR_ARRAY) {
        assign_elements(l, left, words);
        return;
    }
    if (!find_target(l, left, &to)) {
        lowering_fail(l, NULL, "this assignment is not supported yet");
        return;
    }
    TypeVec types = {0};
    word_types(l, to.type, &types);
    const Local *local = &l->scope->function->locals[to.local];
    int32_t site = site_of(l, l->span, local->name->text), none = builder_constant(&l->b, -1);
    for (uint32_t w = 0; w < types.count; w++) {
        int32_t word = to.first + (int32_t)w;
        if (to.n_subscripts)
            store_part(l, &to, word, types.data[w], words[w], site);
        else
            keep_word(l, word, types.data[w], words[w], none, has_open_size(local, types.data[w]),
                      site);
    }
}

// The word of a variable that is one number; -1: it is something else.
static int32_t number_word(const Lowering *l, const Expr *left)
{
    bool is_number =
        left->kind == EXPR_LOCAL && !type_is_address(left->type) && left->type->kind != TYPE_RECORD;
    return is_number ? l->scope->first_word[left->u.index] : scattered_word(l, left);
}

// The texts in an array of strings have no memory of their own: they stay where they are.
static bool has_string_array(Lowering *l, const Expr *left)
{
    if (!left) return false;
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++)
            if (has_string_array(l, left->args[i])) return true;
        return false;
    }
    TypeVec types = {0};
    word_types(l, left->type, &types);
    for (uint32_t w = 0; w < types.count; w++)
        if (type_elem(types.data[w])->kind == TYPE_STRING && left->kind != EXPR_LOCAL) return true;
    for (uint32_t w = 0; w < types.count; w++)
        if (types.data[w]->kind == TYPE_ARRAY && types.data[w]->elem->kind == TYPE_STRING)
            return true;
    return false;
}

// r := R(r.b, r.a): all values are those from before the assignment, which is made word by word.
static void take_values(Lowering *l, const Expr *left, const Type *type, int32_t *words)
{
    const FrameScope *scope = l->scope;
    int32_t first = scope->first_output, end = scope->n_variables;
    TypeVec types = {0};
    word_types(l, type, &types);
    while (left->kind == EXPR_FIELD || left->kind == EXPR_SUBSCRIPT) left = left->args[0];
    if (left->kind == EXPR_LOCAL) {
        first = scope->first_word[left->u.index];
        end = first + (int32_t)word_count(left->type);
    }
    for (uint32_t w = 0; types.count > 1 && w < types.count; w++)
        if (words[w] >= first && words[w] < end)
            words[w] = types.data[w]->kind == TYPE_ARRAY ? emit_copy(l, words[w])
                                                         : emit_unary(&l->b, I_MOVE, words[w]);
}

static void emit_assignment(Lowering *l, const Statement *st)
{
    const Expr *left = st->left, *right = st->right;
    bool keeps_all = has_string_array(l, left);
    int32_t mark = emit_mark(l, !keeps_all && (needs_memory(l, right) || needs_memory(l, left)));
    if (number_word(l, left) >= 0) {
        compute_into(l, number_word(l, left), right);
    } else {
        int32_t first = lowering_compute(l, right);
        uint32_t total = word_count(right->type);
        int32_t *words = ARENA_COPY(l->scratch, int32_t, l->words.data + first, total);
        if (left->kind != EXPR_TUPLE) {
            take_values(l, left, right->type, words);
            assign_words(l, left, words, mark);
        }
        int32_t none = builder_constant(&l->b, -1);
        for (uint32_t i = 0; left->kind == EXPR_TUPLE && i < left->n_args; i++)
            if (left->args[i])
                assign_words(l, left->args[i], words + field_offset(right->type, i), none);
    }
    if (keeps_all) builder_emit(&l->b, (Instruction){.code = I_KEEP_ALL});
    emit_release(l, mark);
}

// ---- Control -------------------------------------------------------------------------------

static int32_t emit_condition(Lowering *l, const Expr *condition)
{
    forget_everything(l);
    int32_t mark = emit_mark(l, needs_memory(l, condition));
    int32_t word = compute_scalar(l, condition);
    emit_release(l, mark);
    return word;
}

static void emit_if(Lowering *l, const Statement *st)
{
    VEC(uint32_t) ends = {0};
    for (uint32_t i = 0; i < st->n_branches; i++) {
        const StatementBranch *branch = &st->branches[i];
        l->span = st->span;
        uint32_t otherwise = 0;
        if (branch->condition)
            otherwise = emit_jump(&l->b, I_JUMP_IF_ZERO, emit_condition(l, branch->condition));
        emit_statements(l, &branch->body);
        if (i + 1 < st->n_branches) {
            uint32_t end = emit_jump(&l->b, I_JUMP, 0);
            VEC_PUSH(l->scratch, &ends, end);
        }
        if (branch->condition) patch_jump(&l->b, otherwise);
    }
    for (uint32_t k = 0; k < ends.count; k++) patch_jump(&l->b, ends.data[k]);
    l->label = builder_here(&l->b);
}

// Breaks inside of the body lead to the end of the loop.
static uint32_t begin_breaks(Lowering *l)
{
    return l->scope->breaks.count;
}

static void end_breaks(Lowering *l, uint32_t first)
{
    while (l->scope->breaks.count > first) patch_jump(&l->b, VEC_POP(&l->scope->breaks));
    l->label = builder_here(&l->b);
}

static void emit_for(Lowering *l, const Statement *st)
{
    forget_everything(l);
    if (write_loop_out(l, st)) return;
    int32_t mark = emit_mark(l, needs_memory(l, st->range) && st->range->kind != EXPR_RANGE);
    CodeLoop loop = loop_begin(l, st->iterator, st->range, true);
    uint32_t breaks = begin_breaks(l);
    emit_statements(l, &st->branches[0].body);
    loop_end(l, &loop);
    end_breaks(l, breaks);
    emit_release(l, mark);
}

static void emit_while(Lowering *l, const Statement *st)
{
    uint32_t begin = l->label = builder_here(&l->b);
    int32_t go = emit_condition(l, st->branches[0].condition);
    uint32_t exit = emit_jump(&l->b, I_JUMP_IF_ZERO, go);
    uint32_t breaks = begin_breaks(l);
    emit_statements(l, &st->branches[0].body);
    builder_emit(&l->b, (Instruction){.code = I_JUMP, .c = (int32_t)begin});
    patch_jump(&l->b, exit);
    end_breaks(l, breaks);
}

static void emit_assert(Lowering *l, const Statement *st)
{
    int32_t holds = emit_condition(l, st->condition);
    uint32_t fails = emit_jump(&l->b, I_JUMP_IF_ZERO, holds);
    uint32_t end = emit_jump(&l->b, I_JUMP, 0);
    patch_jump(&l->b, fails);
    forget_everything(l);
    int32_t mark = emit_mark(l, needs_memory(l, st->message));
    int32_t text = compute_scalar(l, st->message);
    bool is_warning = st->level && st->level->kind == EXPR_ENUM && st->level->u.integer == 2;
    builder_emit(&l->b, (Instruction){.code = is_warning ? I_MESSAGE : I_ASSERT,
                                      .b = text,
                                      .c = site_of(l, st->span, NULL)});
    emit_release(l, mark);
    patch_jump(&l->b, end);
    l->label = builder_here(&l->b);
}

static void emit_statement(Lowering *l, const Statement *st)
{
    l->span = st->span;
    forget_everything(l);
    switch (st->kind) {
    case STMT_ASSIGN: emit_assignment(l, st); break;
    case STMT_IF: emit_if(l, st); break;
    case STMT_FOR: emit_for(l, st); break;
    case STMT_WHILE: emit_while(l, st); break;
    case STMT_ASSERT: emit_assert(l, st); break;
    case STMT_BREAK: {
        uint32_t jump = emit_jump(&l->b, I_JUMP, 0);
        VEC_PUSH(l->scratch, &l->scope->breaks, jump);
        break;
    }
    case STMT_RETURN: {
        uint32_t jump = emit_jump(&l->b, I_JUMP, 0);
        VEC_PUSH(l->scratch, &l->scope->returns, jump);
        break;
    }
    case STMT_CALL: {
        int32_t mark = emit_mark(l, true);
        lowering_compute(l, st->right);
        emit_release(l, mark);
        break;
    }
    case STMT_WHEN:
    case STMT_REINIT:
    case STMT_TERMINATE:
        lowering_fail(l, NULL, "this statement cannot be used in a function");
        break;
    }
}

// Nesting of statements is as deep as the text.
void emit_statements(Lowering *l, const Statements *body)
{
    for (uint32_t i = 0; i < body->count && !l->failed; i++) emit_statement(l, &body->items[i]);
}
