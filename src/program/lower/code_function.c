// Functions: frames, start values of their variables, external calls.
#include <math.h>
#include <string.h>

#include "program/lower/lowering.h"

int32_t function_number(Lowering *l, const Function *f)
{
    uint64_t number = map_get_or(&l->number_of_function, (uint64_t)(uintptr_t)f, 0);
    if (number) return (int32_t)number - 1;
    Span place = l->span;
    if (l->scope) place = l->leads_to.data[function_number(l, l->scope->function)];
    VEC_PUSH(l->scratch, &l->functions, f);
    VEC_PUSH(l->scratch, &l->leads_to, place);
    map_put(&l->number_of_function, (uint64_t)(uintptr_t)f, l->functions.count);
    return (int32_t)l->functions.count - 1;
}

// ---- Start values --------------------------------------------------------------------------

static void start_local(Lowering *l, uint32_t i);

static void start_of_reference(void *client, const Expr *node)
{
    Lowering *l = client;
    if (node->kind == EXPR_LOCAL && node->u.index < l->scope->function->n_locals)
        start_local(l, node->u.index);
}

// Variables whose values an expression reads get theirs first, whatever the order of the text.
static void start_those_in(Lowering *l, const Expr *e)
{
    if (e && e->flags & EXPR_HAS_LOCAL) expr_walk(l->exprs, e, l, start_of_reference);
}

static void find_difference(void *client, const Expr *node)
{
    bool *has = client;
    if (node->kind == EXPR_OP && node->op == OP_SUB) *has = true;
}

// A size is not negative (10.1), but the [n - 1] of an empty array that nothing looks at is written
// in libraries: it is empty, too. As a size it says 0; an element is outside in any case.
static int32_t at_least_nothing(Lowering *l, const Local *local, uint32_t k, int32_t size)
{
    bool has_difference = false;
    expr_walk(l->exprs, local->dims[k], &has_difference, find_difference);
    if (!has_difference || diag_is_strict(l->session->diag)) return size;
    int32_t word = builder_word(&l->b);
    emit_move(&l->b, word, size);
    int32_t none = builder_constant(&l->b, 0);
    uint32_t fits = emit_jump(&l->b, I_JUMP_IF_ZERO, emit_binary(&l->b, I_LT, size, none));
    const char *text = arena_printf(l->scratch, "dimension %u of '%s' is negative: taken as 0",
                                    k + 1, local->name->text);
    int32_t message =
        compute_scalar(l, expr_string(l->exprs, name_of_text(l->session->names, text)));
    builder_emit(
        &l->b, (Instruction){.code = I_MESSAGE, .b = message, .c = site_of(l, local->span, NULL)});
    emit_move(&l->b, word, none);
    patch_jump(&l->b, fits);
    l->label = builder_here(&l->b);
    forget_everything(l);
    return word;
}

static int32_t local_size(Lowering *l, const Local *local, uint32_t k, const Type *word_type)
{
    int32_t known = type_dim(word_type, k);
    if (known != DIM_UNKNOWN) return builder_constant(&l->b, known);
    bool declared = local->dims && k < type_rank(local->type) && local->dims[k];
    if (!declared) return builder_constant(&l->b, 0); // ":": empty until it is assigned
    return at_least_nothing(l, local, k, compute_scalar(l, local->dims[k]));
}

static void make_space(Lowering *l, const Local *local, int32_t word, const Type *type,
                       bool is_open)
{
    uint32_t rank = type_rank(type);
    int32_t first[rank + 2], *sizes = first + 1;
    for (uint32_t k = 0; k < rank; k++) sizes[k] = local_size(l, local, k, type);
    bool is_enumeration = type_elem(type)->kind == TYPE_ENUMERATION;
    if (is_open || is_enumeration) { // begins with the first literal
        first[0] = builder_constant(&l->b, is_open ? (double)NAN : 1);
        int32_t site = site_of(l, local->span, local->name->text);
        emit_move(&l->b, word, emit_builtin(l, B_FILL, first, rank + 1, site));
        return;
    }
    builder_emit(&l->b, (Instruction){.code = I_ARRAY_NEW,
                                      .d = word,
                                      .b = site_of(l, local->span, local->name->text),
                                      .c = builder_operands(&l->b, sizes, rank),
                                      .n = rank});
}

// As NaN, which shows: other numbers than Reals when all are looked at before anybody reads them.
// Elements and members of protected variables begin as zero: libraries build matrices on it.
static bool begins_open(const FrameScope *scope, uint32_t local, const Type *word)
{
    const Function *f = scope->function;
    TypeKind kind = type_elem(word)->kind, whole = f->locals[local].type->kind;
    bool is_protected = local >= f->n_inputs + f->n_outputs;
    if (is_protected && (whole == TYPE_ARRAY || whole == TYPE_RECORD)) return false;
    if (kind == TYPE_REAL) return scope->is_doubtful[local];
    return scope->is_doubtful[local] == DOUBTFUL_AT_THE_END &&
           (kind == TYPE_INTEGER || kind == TYPE_BOOLEAN || kind == TYPE_ENUMERATION);
}

static void start_local(Lowering *l, uint32_t i)
{
    FrameScope *scope = l->scope;
    const Local *local = &scope->function->locals[i];
    if (scope->started[i] == 1) {
        if (!l->failed)
            diag_error(l->session->diag, local->span, E_FUNCTION_VARIABLE,
                       "'%s' of '%s' depends on itself", local->name->text,
                       scope->function->name->text);
        l->failed = true;
    }
    if (scope->started[i]) return;
    scope->started[i] = 1;
    for (uint32_t k = 0; local->dims && k < type_rank(local->type); k++)
        start_those_in(l, local->dims[k]);
    start_those_in(l, local->value);
    forget_everything(l);
    l->span = local->span;
    TypeVec types = {0};
    word_types(l, local->type, &types);
    for (uint32_t w = 0; w < types.count; w++) {
        int32_t word = scope->first_word[i] + (int32_t)w;
        if (scope->n_scattered[i]) break; // of zeros, as the frame
        bool is_open = begins_open(scope, i, types.data[w]);
        if (types.data[w]->kind == TYPE_ARRAY)
            make_space(l, local, word, types.data[w], is_open);
        else if (is_open)
            emit_move(&l->b, word, builder_constant(&l->b, (double)NAN));
        else if (types.data[w]->kind == TYPE_ENUMERATION)
            emit_move(&l->b, word, builder_constant(&l->b, 1));
    }
    if (local->value) {
        int32_t first = lowering_compute(l, local->value);
        keep_local(l, i, l->words.data + first, builder_constant(&l->b, -1));
    }
    scope->started[i] = 2;
}

// ---- Bodies --------------------------------------------------------------------------------

static FrameScope *open_frame(Lowering *l, const Function *f)
{
    FrameScope *scope = ARENA_NEW(l->scratch, FrameScope);
    scope->function = f;
    scope->first_word = ARENA_ARRAY(l->scratch, int32_t, f->n_locals + 1);
    scope->started = ARENA_ARRAY(l->scratch, uint8_t, f->n_locals + 1);
    scope->is_doubtful = find_doubtful(l, f);
    scope->n_scattered = find_scattered(l, f);
    int32_t word = 0;
    for (uint32_t i = 0; i < f->n_locals; i++) {
        scope->first_word[i] = word;
        if (i == f->n_inputs) scope->first_output = word;
        uint32_t n = scope->n_scattered[i];
        word += (int32_t)(n ? n : word_count(f->locals[i].type));
        if (i < f->n_inputs) scope->started[i] = 2;
    }
    scope->n_variables = word;
    builder_begin(&l->b, word);
    l->b.most_words = word;
    return scope;
}

bool returns_addresses(Lowering *l, const Function *f)
{
    TypeVec types = {0};
    for (uint32_t i = f->n_inputs; i < f->n_inputs + f->n_outputs; i++)
        word_types(l, f->locals[i].type, &types);
    for (uint32_t w = 0; w < types.count; w++)
        if (type_is_address(types.data[w])) return true;
    return false;
}

static int32_t words_of_locals(const Function *f, uint32_t first, uint32_t n)
{
    int32_t words = 0;
    for (uint32_t i = first; i < first + n; i++) words += (int32_t)word_count(f->locals[i].type);
    return words;
}

// ---- External functions ----------------------------------------------------------------------

static const char *copied(Lowering *l, const char *text)
{
    return text ? arena_copy_text(l->out, text, strlen(text)) : NULL;
}

static const char **copied_list(Lowering *l, const char *const *texts, uint32_t n)
{
    const char **out = ARENA_ARRAY(l->out, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) out[i] = copied(l, texts[i]);
    return out;
}

static bool external_type(Lowering *l, const Type *type, ExternalType *out,
                          const ExternalStruct **structure);

// Arrays inside have no C representation (12.9.1.3); reported by the front end.
static const ExternalStruct *external_struct(Lowering *l, const Type *record)
{
    ExternalStruct *s = ARENA_NEW(l->out, ExternalStruct);
    ExternalMember *members = ARENA_ARRAY(l->out, ExternalMember, record->n + 1);
    for (uint32_t i = 0; i < record->n; i++) {
        const Type *type = record->fields[i].type;
        if (type_rank(type)) return NULL;
        if (!external_type(l, type, &members[i].type, &members[i].inside)) return NULL;
    }
    *s = (ExternalStruct){members, record->n};
    return s;
}

static bool external_type(Lowering *l, const Type *type, ExternalType *out,
                          const ExternalStruct **structure)
{
    *structure = NULL;
    switch (type_elem(type)->kind) {
    case TYPE_REAL: *out = EXTERNAL_REAL; return true;
    case TYPE_BOOLEAN: *out = EXTERNAL_BOOLEAN; return true;
    case TYPE_INTEGER:
    case TYPE_ENUMERATION: *out = EXTERNAL_INTEGER; return true;
    case TYPE_STRING: *out = EXTERNAL_STRING; return true;
    case TYPE_EXTERNAL: *out = EXTERNAL_OBJECT; return true;
    case TYPE_RECORD:
        *out = EXTERNAL_RECORD;
        *structure = type_rank(type) ? NULL : external_struct(l, type);
        return *structure != NULL;
    default: return false;
    }
}

// Outputs are written by the function; Fortran may write its work space, too.
static bool is_written(const Function *f, const Expr *argument)
{
    while (argument->kind == EXPR_SUBSCRIPT || argument->kind == EXPR_FIELD)
        argument = argument->args[0];
    if (argument->kind != EXPR_LOCAL || argument->u.index < f->n_inputs) return false;
    bool is_text = type_elem(argument->type)->kind == TYPE_STRING;
    return argument->u.index < f->n_inputs + f->n_outputs ||
           (!is_text && !strcmp(f->external->language, "FORTRAN 77"));
}

typedef VEC(int32_t) ExternalOperands;

static bool external_argument(Lowering *l, const Expr *value, ExternalArgument *a,
                              ExternalOperands *operands)
{
    a->is_array = type_rank(value->type) > 0;
    if (!external_type(l, value->type, &a->type, &a->structure)) return false;
    a->first = operands->count;
    a->n_words = word_count(value->type);
    int32_t first = lowering_compute(l, value);
    for (uint32_t w = 0; w < a->n_words; w++)
        VEC_PUSH(l->scratch, operands, l->words.data[first + (int32_t)w]);
    return true;
}

// What was written is in the words of the variable itself, but for elements of its arrays.
static void put_back(Lowering *l, const Expr *written, const int32_t *words)
{
    const Expr *e = written;
    while (e->kind == EXPR_FIELD) e = e->args[0];
    if (e->kind == EXPR_SUBSCRIPT) assign_words(l, written, words, builder_constant(&l->b, -1));
}

// C gives a number for an enumeration: there may be no such literal.
static void check_result(Lowering *l, const Expr *e, const int32_t *words)
{
    if (type_elem(e->type)->kind == TYPE_ENUMERATION) emit_whole(l, e, words[0], words[0]);
}

static void take_result(Lowering *l, const Expr *e, const int32_t *words)
{
    check_result(l, e, words);
    put_back(l, e, words);
}

static void emit_external(Lowering *l, const Function *f)
{
    const ExternalCall *call = f->external;
    ProgramExternal e = {
        .name = copied(l, f->name->text),
        .span = f->span,
        .called_at = l->leads_to.data[function_number(l, f)],
        .symbol = copied(l, call->symbol),
        .language = copied(l, call->language),
        .libraries = copied_list(l, call->libraries, call->n_libraries),
        .n_libraries = call->n_libraries,
        .includes = copied_list(l, call->includes, call->n_includes),
        .n_includes = call->n_includes,
        .include_directory = copied(l, call->include_directory),
        .library_directory = copied(l, call->library_directory),
        .source_directory = copied(l, call->source_directory),
        .n_arguments = call->n_args,
        .has_result = call->result != NULL,
        .is_impure = f->is_impure,
    };
    ExternalArgument *arguments = ARENA_ARRAY(l->out, ExternalArgument, call->n_args + 1);
    ExternalOperands operands = {0};
    forget_everything(l);
    bool ok = true;
    for (uint32_t k = 0; k < call->n_args && ok; k++)
        ok = external_argument(l, call->args[k], &arguments[k], &operands);
    for (uint32_t k = 0; k < call->n_args && ok; k++)
        arguments[k].is_output = is_written(f, call->args[k]);
    if (ok && call->result) ok = external_argument(l, call->result, &e.result, &operands);
    if (!ok) lowering_fail(l, NULL, "an argument of this external function");
    e.arguments = arguments;
    VEC_PUSH(l->out, &l->b.externals, e);
    builder_emit(&l->b, (Instruction){.code = I_EXTERNAL,
                                      .a = builder_operands(&l->b, operands.data, operands.count),
                                      .b = site_here(l),
                                      .c = (int32_t)l->b.externals.count - 1,
                                      .n = operands.count});
    for (uint32_t k = 0; k < call->n_args && ok; k++)
        if (arguments[k].is_output)
            take_result(l, call->args[k], operands.data + arguments[k].first);
    if (ok && call->result) take_result(l, call->result, operands.data + e.result.first);
}

// What was set on no way to here.
static void check_outputs(Lowering *l, const Function *f)
{
    for (uint32_t i = f->n_inputs; i < f->n_inputs + f->n_outputs; i++) {
        if (l->scope->is_doubtful[i] != DOUBTFUL_AT_THE_END) continue;
        const Local *local = &f->locals[i];
        TypeVec types = {0};
        word_types(l, local->type, &types);
        l->span = local->span;
        for (uint32_t w = 0; w < types.count; w++) {
            int32_t word = l->scope->first_word[i] + (int32_t)w;
            if (type_elem(types.data[w])->kind == TYPE_REAL ||
                !begins_open(l->scope, i, types.data[w]))
                continue;
            emit_whole(l, expr_local(l->exprs, i, types.data[w], local->name), word, word);
        }
    }
}

static ProgramFunction emit_function(Lowering *l, const Function *f)
{
    l->scope = open_frame(l, f);
    l->span = f->span;
    l->label = 0;
    for (uint32_t i = f->n_inputs; i < f->n_locals; i++) start_local(l, i);
    if (f->external)
        emit_external(l, f);
    else
        emit_statements(l, &f->body);
    for (uint32_t k = 0; k < l->scope->returns.count; k++)
        patch_jump(&l->b, l->scope->returns.data[k]);
    check_outputs(l, f);
    const char *name = arena_copy_text(l->out, f->name->text, f->name->length);
    return (ProgramFunction){
        .name = name,
        .body = builder_end(&l->b, name),
        .n_inputs = words_of_locals(f, 0, f->n_inputs),
        .n_outputs = words_of_locals(f, f->n_inputs, f->n_outputs),
        .n_variables = l->scope->n_variables,
        .n_words = l->b.most_words,
        .returns_addresses = returns_addresses(l, f),
    };
}

void emit_functions(Lowering *l)
{
    int32_t most_words = l->b.most_words;
    for (uint32_t i = 0; i < l->functions.count && !l->failed; i++) {
        ProgramFunction f = emit_function(l, l->functions.data[i]);
        VEC_PUSH(l->out, &l->b.functions, f);
        VEC_PUSH(l->scratch, &l->is_untidy, l->scope->has_written_loops);
    }
    l->scope = NULL;
    l->b.most_words = most_words;
}
