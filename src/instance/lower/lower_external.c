// lower_external.c -- external clauses and the annotations of functions (12.7 to 12.9).
#include "instance/checks.h"
#include "instance/lower/lower.h"

static const char *string_of(Front *f, const AstExpr *e)
{
    if (!e || e->kind != AST_STRING) return NULL;
    uint32_t length;
    return ast_string_value(e, f->arena, &length);
}

static bool flag_of(const AstMod *mod)
{
    return mod && mod->value && mod->value->kind == AST_BOOLEAN && mod->value->u.boolean;
}

// ---- Annotations that a call needs -----------------------------------------------------------

static const AstMod *annotation_of(Front *f, FunctionScope *fs, const char *name)
{
    Scope scope;
    return node_annotation(f, fs->node, name, &scope);
}

static InlineKind inline_kind(Front *f, FunctionScope *fs)
{
    const AstMod *early = annotation_of(f, fs, "Inline");
    if (early) return flag_of(early) ? INLINE_EARLY : INLINE_NEVER;
    if (flag_of(annotation_of(f, fs, "LateInline"))) return INLINE_LATE;
    if (flag_of(annotation_of(f, fs, "InlineAfterIndexReduction"))) return INLINE_LATE;
    return INLINE_DEFAULT;
}

void lower_function_annotations(Front *f, FunctionScope *fs)
{
    Function *function = fs->function;
    if (function->is_record_constructor) return;
    function->inlining = inline_kind(f, fs);
    function->generate_events = flag_of(annotation_of(f, fs, "GenerateEvents"));
    const AstMod *order = annotation_of(f, fs, "smoothOrder");
    if (order && order->value && order->value->kind == AST_INTEGER)
        function->smooth_order = (int32_t)order->value->u.integer;
    Scope scope;
    const AstExternal *external = node_external(f, fs->node, &scope);
    const AstMod *impure = annotation_of(f, fs, "__ModelicaAssociation_Impure");
    if (flag_of(impure)) function->is_impure = true;
    if (external) lower_external(f, fs);
}

// ---- Derivatives and inverses ----------------------------------------------------------------

static void mark_inputs(Front *f, const Function *function, const AstExpr *names, uint8_t mark,
                        uint8_t *of_input)
{
    if (!names) return;
    if (names->kind == AST_ARRAY) {
        for (uint32_t i = 0; i < names->u.items.count; i++)
            mark_inputs(f, function, names->u.items.items[i], mark, of_input);
        return;
    }
    int32_t k = -1;
    if (names->kind == AST_REF && names->u.ref.n_parts == 1)
        k = input_of_name(function, names->u.ref.parts[0].name);
    if (k >= 0)
        of_input[k] = mark;
    else
        diag_warning(f->diag, names->span, E_ARGUMENT, "'%s' is no input of '%s'",
                     source_text(f, names->span), function->name->text);
}

static bool is_named(const AstMod *mod, const char *name)
{
    return mod->n_path == 1 && strcmp(mod->path[0]->text, name) == 0;
}

static bool read_order(Front *f, const AstMod *arg, int32_t *order)
{
    const AstExpr *value = arg->value;
    bool is_number = value && value->kind == AST_INTEGER;
    if (is_number && value->u.integer >= 1 && value->u.integer <= INT32_MAX) {
        *order = (int32_t)value->u.integer;
        return true;
    }
    if (is_first_report(f, arg->span, E_ARGUMENT))
        diag_error(f->diag, value ? value->span : arg->span, E_ARGUMENT,
                   "the order of a derivative must be a positive Integer, written as a number");
    return false;
}

static void add_derivative(Front *f, FunctionScope *fs, const AstMod *mod, Scope scope)
{
    Function *function = fs->function;
    Node *node = mod->value && mod->value->kind == AST_REF
                     ? lookup_function(f, scope, mod->value, true)
                     : NULL;
    Function *derivative = node ? lower_function(f, node) : NULL;
    if (!derivative) return;
    DerivativeRule rule = {.function = derivative, .order = 1, .span = mod->span};
    rule.of_input = ARENA_ARRAY(f->arena, uint8_t, function->n_inputs + 1);
    for (uint32_t i = 0; i < mod->n_args; i++) {
        const AstMod *arg = mod->args[i];
        if (is_named(arg, "order") && !read_order(f, arg, &rule.order)) return;
        if (is_named(arg, "zeroDerivative")) mark_inputs(f, function, arg->value, 1, rule.of_input);
        if (is_named(arg, "noDerivative")) mark_inputs(f, function, arg->value, 2, rule.of_input);
    }
    DerivativeRule *all = ARENA_ARRAY(f->arena, DerivativeRule, function->n_derivatives + 1);
    for (uint32_t i = 0; i < function->n_derivatives; i++) all[i] = function->derivatives[i];
    all[function->n_derivatives++] = rule;
    function->derivatives = all;
}

static void add_inverse(Front *f, FunctionScope *fs, const AstMod *arg, Scope scope)
{
    Function *function = fs->function;
    int32_t input = arg->n_path == 1 ? input_of_name(function, arg->path[0]) : -1;
    const AstExpr *call = arg->value;
    if (input < 0 || !call || call->kind != AST_CALL) return;
    Lower l = lower_in(f, scope);
    l.function = fs;
    const Expr *value = lower_node(&l, call, NULL); // named arguments in place, defaults filled in
    if (value->kind != EXPR_CALL) return;
    InverseRule rule = {.input = (uint32_t)input,
                        .function = value->u.function,
                        .args = ARENA_COPY(f->arena, const Expr *, value->args, value->n_args),
                        .n_args = value->n_args};
    InverseRule *all = ARENA_ARRAY(f->arena, InverseRule, function->n_inverses + 1);
    for (uint32_t i = 0; i < function->n_inverses; i++) all[i] = function->inverses[i];
    all[function->n_inverses++] = rule;
    function->inverses = all;
}

static void rules_of_annotation(Front *f, FunctionScope *fs, const AstModList *list, Scope scope)
{
    for (uint32_t i = 0; list && i < list->n_args; i++) {
        const AstMod *mod = list->args[i];
        if (mod->n_path != 1) continue;
        if (is_named(mod, "derivative")) add_derivative(f, fs, mod, scope);
        if (!is_named(mod, "inverse")) continue;
        for (uint32_t k = 0; k < mod->n_args; k++) add_inverse(f, fs, mod->args[k], scope);
    }
}

void lower_function_rules(Front *f, FunctionScope *fs)
{
    Scope scope = {fs->node, 0, NULL};
    rules_of_annotation(f, fs, fs->node->def->annotation, scope);
    if (fs->node->def->external)
        rules_of_annotation(f, fs, fs->node->def->external->annotation, scope);
    if (fs->function->n_derivatives || fs->function->n_inverses) return;
    const AstMod *mod = node_annotation(f, fs->node, "derivative", &scope);
    if (mod) add_derivative(f, fs, mod, scope);
}

// ---- External clauses ------------------------------------------------------------------------

// A string, or an array of strings.
static const char **strings_of(Front *f, const AstMod *mod, uint32_t *n)
{
    *n = 0;
    const AstExpr *value = mod ? mod->value : NULL;
    if (!value) return NULL;
    bool is_list = value->kind == AST_ARRAY;
    uint32_t count = is_list ? value->u.items.count : 1;
    const char **all = ARENA_ARRAY(f->arena, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const char *text = string_of(f, is_list ? value->u.items.items[i] : value);
        if (text) all[(*n)++] = text;
    }
    return all;
}

// The directory stated, or the folder of that name in the resources of the library.
static const char *directory_of(Front *f, const FunctionScope *fs, const AstModList *annotation,
                                const char *name, const char *folder)
{
    const AstMod *mod = annotation_argument(annotation, name);
    const char *uri = mod ? string_of(f, mod->value) : NULL;
    // A folder that somebody names and that is not there is part of what is told.
    if (uri) return library_place(f->s, uri, f->arena);
    const char *full = fs->node->full_name->text;
    size_t top = strcspn(full, ".");
    uri = arena_printf(f->arena, "modelica://%.*s/Resources/%s", (int)top, full, folder);
    return library_resource(f->s, uri, f->arena);
}

// The sources of a library that the function's own uses: what it names as Library is made of them
// where it has none itself.
static const char *used_sources(Front *f, const FunctionScope *fs)
{
    const char *full = fs->node->full_name->text;
    const LibraryClass *own = library_top(f->s, name_of(f->s->names, full, strcspn(full, ".")));
    const AstMod *uses = own ? ast_annotation(own->ast->annotation, "uses") : NULL;
    for (uint32_t i = 0; uses && i < uses->n_args; i++) {
        if (uses->args[i]->n_path != 1) continue;
        const char *uri = arena_printf(f->arena, "modelica://%s/Resources/C-Sources",
                                       uses->args[i]->path[0]->text);
        const char *folder = library_resource(f->s, uri, f->arena);
        if (folder) return folder;
    }
    return NULL;
}

static bool report_external(const Lower *l, Span span, const char *sentence)
{
    diag_error(l->f->diag, span, E_EXTERNAL, "%s", sentence);
    return false;
}

// What has a representation on the other side (12.9.1): arrays of simple types, in C records
// without arrays.
static bool can_be_passed(const Lower *l, const Type *type, bool is_fortran, Span span)
{
    const Type *elem = type_elem(type);
    if (elem->kind != TYPE_RECORD) return true;
    if (is_fortran) return report_external(l, span, "a record cannot be passed to Fortran");
    if (type_rank(type))
        return report_external(l, span, "an array of records cannot be passed to C");
    for (uint32_t i = 0; i < elem->n; i++) {
        if (type_rank(elem->fields[i].type))
            return report_external(
                l, span,
                arena_printf(l->f->work,
                             "a record with an array ('%s') cannot be passed to C; pass the array "
                             "as an argument of its own",
                             elem->fields[i].name->text));
        if (!can_be_passed(l, elem->fields[i].type, is_fortran, span)) return false;
    }
    return true;
}

// Without a written argument list: all inputs, then outputs that are not the result, each
// array followed by its sizes (12.9.1).
static bool default_arguments(Front *f, FunctionScope *fs, const AstExternal *external,
                              ExternalCall *call)
{
    Lower l = lower_in(f, (Scope){fs->node, 0, NULL});
    bool is_fortran = strcmp(call->language, "FORTRAN 77") == 0;
    const Function *function = fs->function;
    VEC(const Expr *) args = {0};
    uint32_t n = function->n_inputs + function->n_outputs;
    const Local *output = &function->locals[function->n_inputs];
    bool has_result = function->n_outputs == 1 && type_rank(output->type) == 0;
    for (uint32_t i = 0; i < n; i++) {
        const Local *local = &function->locals[i];
        if (!can_be_passed(&l, local->type, is_fortran, external->span)) return false;
        const Expr *value = expr_local(f->exprs, i, local->type, local->name);
        if (has_result && i == function->n_inputs) {
            call->result = value;
            continue;
        }
        VEC_PUSH(f->arena, &args, value);
        for (uint32_t k = 0; k < type_rank(local->type); k++)
            VEC_PUSH(f->arena, &args,
                     expr_op2(f->exprs, OP_SIZE, value, expr_integer(f->exprs, (int64_t)k + 1)));
    }
    call->args = args.data;
    call->n_args = args.count;
    return true;
}

// A component, a scalar constant or size(array, number): nothing else is allowed (12.9). The value
// of another scalar expression is clear, the memory of an array expression is not.
static bool check_argument(const Lower *l, const AstExpr *text, const Expr *value, bool is_fortran)
{
    const Expr *root = value;
    while (root->kind == EXPR_FIELD || root->kind == EXPR_SUBSCRIPT) root = root->args[0];
    bool is_size = value->kind == EXPR_OP && value->op == OP_SIZE;
    bool is_scalar = type_rank(value->type) == 0;
    bool is_component = text->kind == AST_REF;
    is_component = is_component && (root->kind == EXPR_LOCAL || expr_is_literal(value));
    if (!is_scalar && !is_component)
        return report_external(l, text->span,
                               "an array handed to an external function must be a component; "
                               "give the value to a protected variable and pass that");
    if (root->kind != EXPR_LOCAL && !is_size && !expr_is_literal(value))
        diag_breach(l->f->diag, text->span, E_EXTERNAL,
                    "an argument of an external function is a component, a constant or size(), "
                    "but this is an expression");
    return can_be_passed(l, value->type, is_fortran, text->span);
}

static bool check_result(const Lower *l, const AstExpr *text, const Expr *result, bool is_fortran)
{
    const Expr *root = result;
    while (root->kind == EXPR_FIELD || root->kind == EXPR_SUBSCRIPT) root = root->args[0];
    const Function *function = l->function->function;
    bool is_output = root->kind == EXPR_LOCAL && root->u.index >= function->n_inputs &&
                     root->u.index < function->n_inputs + function->n_outputs;
    if (!is_output)
        return report_external(l, text->span, "the result of an external function is an output");
    if (type_rank(result->type))
        return report_external(l, text->span,
                               "an external function cannot return an array; pass it as an "
                               "argument");
    return can_be_passed(l, result->type, is_fortran, text->span);
}

// A constant whose value functions of strings compute is computed here, once, and not with every
// call of the C function; where that cannot be done it is an expression.
static const Expr *argument_value(Lower *l, const AstExpr *text)
{
    const Expr *value = lower_node(l, text, NULL);
    bool is_constant = text->kind == AST_REF && value->type->kind == TYPE_STRING &&
                       value->kind == EXPR_CALL && value->flags & EXPR_HAS_CALL;
    const Expr *known = is_constant ? evaluate_needed(l->f, value, text->span) : NULL;
    return known && expr_is_literal(known) ? known : value;
}

static bool written_arguments(Front *f, FunctionScope *fs, const AstExternal *external, Scope scope,
                              ExternalCall *call)
{
    Lower l = lower_in(f, scope);
    l.function = fs;
    bool is_fortran = strcmp(call->language, "FORTRAN 77") == 0;
    if (external->result) {
        call->result = lower_node(&l, external->result, NULL);
        if (expr_is_error(call->result)) return false;
        if (!check_result(&l, external->result, call->result, is_fortran)) return false;
    }
    call->n_args = external->args.count;
    call->args = ARENA_ARRAY(f->arena, const Expr *, call->n_args + 1);
    for (uint32_t i = 0; i < call->n_args; i++) {
        const AstExpr *text = external->args.items[i];
        call->args[i] = argument_value(&l, text);
        if (expr_is_error(call->args[i])) return false;
        if (!check_argument(&l, text, call->args[i], is_fortran)) return false;
    }
    return true;
}

// external "builtin" y = log(u) is y := log(u): it can be differentiated and solved like that.
static bool becomes_operator(Front *f, FunctionScope *fs, const ExternalCall *call, Span span)
{
    Op op;
    const char *why;
    if (strcmp(call->language, "builtin") != 0 || !call->result || !op_of_name(call->symbol, &op) ||
        !expr_op_type(f->exprs, op, call->args, call->n_args, &why))
        return false;
    const Expr *value = expr_op(f->exprs, op, call->args, call->n_args);
    Statement *st = ARENA_NEW(f->arena, Statement);
    *st = (Statement){.kind = STMT_ASSIGN, .span = span, .left = call->result, .right = value};
    fs->function->body = (Statements){st, 1};
    return true;
}

void lower_external(Front *f, FunctionScope *fs)
{
    Scope scope;
    const AstExternal *external = node_external(f, fs->node, &scope);
    if (!external || fs->external_state != QUERY_UNSEEN) return;
    fs->external_state = QUERY_DONE;
    ExternalCall *call = ARENA_NEW(f->arena, ExternalCall);
    call->language = external->language ? string_of(f, external->language) : "C";
    if (!call->language ||
        (strcmp(call->language, "C") != 0 && strcmp(call->language, "builtin") != 0 &&
         strcmp(call->language, "FORTRAN 77") != 0)) {
        diag_error(f->diag, external->span, E_EXTERNAL,
                   "the language must be \"C\", \"FORTRAN 77\" or \"builtin\"");
        return;
    }
    const char *own = strrchr(fs->node->full_name->text, '.');
    call->symbol = external->function ? external->function->text
                   : own              ? own + 1
                                      : fs->node->full_name->text;
    if (!external->function && !default_arguments(f, fs, external, call)) return;
    if (external->function && !written_arguments(f, fs, external, scope, call)) return;
    if (becomes_operator(f, fs, call, external->span)) return;
    const AstModList *annotation = external->annotation;
    if (!annotation_argument(annotation, "Library") && !annotation_argument(annotation, "Include"))
        annotation = annotation ? annotation : fs->node->def->annotation;
    call->libraries = strings_of(f, annotation_argument(annotation, "Library"), &call->n_libraries);
    call->includes = strings_of(f, annotation_argument(annotation, "Include"), &call->n_includes);
    call->include_directory = directory_of(f, fs, annotation, "IncludeDirectory", "Include");
    call->library_directory = directory_of(f, fs, annotation, "LibraryDirectory", "Library");
    call->source_directory = directory_of(f, fs, annotation, "SourceDirectory", "Source");
    // Libraries older than SourceDirectory have the sources of what they name as Library elsewhere.
    if (!call->source_directory && call->n_libraries)
        call->source_directory = directory_of(f, fs, annotation, "SourceDirectory", "C-Sources");
    if (!call->source_directory && call->n_libraries) call->source_directory = used_sources(f, fs);
    fs->function->external = call;
}
