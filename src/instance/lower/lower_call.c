// lower_call.c -- calls of functions, record constructors and conversions (12.4).
//
// Arguments fill the inputs by position, then by name; defaults see the other arguments.
// Surplus leading dimensions of arguments make the call a loop over their elements (12.4.6).
#include "instance/checks.h"
#include "instance/lower/lower.h"

// ---- Defaults and sizes that depend on arguments ---------------------------------------------

typedef struct Actuals {
    const Lower *l;
    Function *function;
    const Expr **args; // by local; only inputs at first
    uint8_t *busy;
    bool failed;
    Span span; // of the call
} Actuals;

static const Expr *actual_of_local(Actuals *a, uint32_t i);

static const Expr *replace_local(void *client, const Expr *e)
{
    if (e->kind != EXPR_LOCAL) return e->flags & EXPR_HAS_LOCAL ? NULL : e;
    const Expr *value = actual_of_local(client, e->u.index);
    return value ? value : e;
}

static const Expr *in_terms_of_actuals(Actuals *a, const Expr *e)
{
    Substitution s = {a, replace_local};
    return expr_substitute(a->l->t, e, &s);
}

static Actuals actuals_open(const Lower *l, Function *function, const Expr *const *args)
{
    Actuals a = {l,
                 function,
                 ARENA_ARRAY(l->f->work, const Expr *, function->n_locals + 1),
                 ARENA_ARRAY(l->f->work, uint8_t, function->n_locals + 1),
                 false,
                 (Span){0, 0}};
    for (uint32_t i = 0; i < function->n_inputs; i++) a.args[i] = args[i];
    return a;
}

const Expr *zero_for_argument(const Lower *l, Function *function, const Expr *const *args,
                              uint32_t i)
{
    const Local *local = &function->locals[i];
    uint32_t rank = type_rank(local->type);
    if (type_is_sized(local->type) || !local->dims) return expr_zero(l->t, local->type);
    Actuals a = actuals_open(l, function, args);
    const Expr **fill = ARENA_ARRAY(l->f->work, const Expr *, rank + 1);
    fill[0] = expr_zero(l->t, type_elem(local->type));
    for (uint32_t k = 0; k < rank; k++) {
        if (!local->dims[k]) return expr_zero(l->t, local->type);
        fill[k + 1] = in_terms_of_actuals(&a, local->dims[k]);
    }
    return a.failed ? expr_error(l->t) : expr_op(l->t, OP_FILL, fill, rank + 1);
}

const Expr *with_arguments(const Lower *l, Function *function, const Expr *const *args,
                           const Expr *e)
{
    Actuals a = actuals_open(l, function, args);
    const Expr *with = in_terms_of_actuals(&a, e);
    return a.failed ? expr_error(l->t) : with;
}

static const Expr *report_default_ring(Actuals *a, uint32_t i)
{
    const Local *local = &a->function->locals[i];
    if (!a->failed && is_first_report(a->l->f, local->span, E_VALUE_RING))
        diag_error(a->l->f->diag, local->span, E_VALUE_RING,
                   "the value of '%s' in the call of '%s' depends on itself", local->name->text,
                   a->function->name->text);
    a->failed = true;
    return NULL;
}

// NULL when a local has neither an argument nor a default.
static const Expr *actual_of_local(Actuals *a, uint32_t i)
{
    if (i >= a->function->n_locals) return NULL;
    if (a->args[i]) return a->args[i];
    if (a->busy[i]) return report_default_ring(a, i);
    a->busy[i] = 1;
    const Expr *value = function_default(a->l->f, a->function, i);
    if (value && expr_is_error(value)) a->failed = true;
    if (value && !expr_is_error(value)) a->args[i] = in_terms_of_actuals(a, value);
    a->busy[i] = 0;
    return a->args[i];
}

// In a model sizes must be known, also those that foreign code finds.
static const Expr *size_now(const Lower *l, const Expr *size, Span span)
{
    if (is_evaluable(l->f, size)) return evaluate_now(l->f, size, span, false);
    bool may_be_known = expr_variability(l->f, size) <= VARIABILITY_PARAMETER;
    return may_be_known ? evaluate_needed(l->f, size, span) : NULL;
}

static int32_t output_size(Actuals *a, const Local *local, uint32_t k)
{
    if (!local->dims || !local->dims[k]) return DIM_UNKNOWN;
    const Expr *size = in_terms_of_actuals(a, local->dims[k]);
    if (size->kind != EXPR_INTEGER && !a->l->function) size = size_now(a->l, size, a->span);
    return size && size->kind == EXPR_INTEGER ? (int32_t)size->u.integer : DIM_UNKNOWN;
}

static const Type *output_type(Actuals *a, uint32_t output)
{
    const Local *local = &a->function->locals[a->function->n_inputs + output];
    uint32_t rank = type_rank(local->type);
    if (type_is_sized(local->type)) return local->type;
    int32_t *dims = ARENA_ARRAY(a->l->f->work, int32_t, rank);
    for (uint32_t k = 0; k < rank; k++) {
        dims[k] = type_dim(local->type, k);
        if (dims[k] == DIM_UNKNOWN) dims[k] = output_size(a, local, k);
    }
    return type_array(a->l->t, type_elem(local->type), dims, rank);
}

// ---- The call itself -----------------------------------------------------------------------

static const Expr *report_missing(const Lower *l, const Function *function, uint32_t i, Span span)
{
    Diagnostic *d =
        diag_error(l->f->diag, span, E_ARGUMENT, "the call of '%s' lacks the argument '%s'",
                   function->name->text, function->locals[i].name->text);
    diag_note(l->f->diag, d, function->locals[i].span, "'%s' is declared here without default",
              function->locals[i].name->text);
    return expr_error(l->t);
}

static const Expr *report_argument(const Lower *l, const Function *function, uint32_t i,
                                   const Expr *got, Span span)
{
    const Local *local = &function->locals[i];
    bool only_sizes = type_converts(l->f, type_elem(got->type), type_elem(local->type));
    Diagnostic *d =
        diag_error(l->f->diag, span, only_sizes ? E_DIMENSION : E_TYPE,
                   "the argument '%s' of '%s' must be of type '%s', not '%s'", local->name->text,
                   function->name->text, type_text(l->f, local->type), type_text(l->f, got->type));
    label_conversion(l->f, d, got->type, local->type);
    diag_note(l->f->diag, d, local->span, "'%s' is declared here", local->name->text);
    return expr_error(l->t);
}

// The value of a record type may have more elements than the type tells (6.1), but arguments must
// have its elements only (6.7, 12.4.1).
static const Expr *narrow_argument(const Lower *l, const Function *function, uint32_t i,
                                   const Expr *value, Span span)
{
    const Local *local = &function->locals[i];
    const Expr *narrow = narrow_to(l->f, value, local->type);
    if (!narrow) return NULL;
    if (!is_first_report(l->f, span, E_TYPE)) return narrow;
    Diagnostic *d = diag_breach(
        l->f->diag, span, E_TYPE,
        "the argument '%s' of '%s' is a '%s', which has elements that '%s' has not (12.4.1)",
        local->name->text, function->name->text, type_text(l->f, value->type),
        type_text(l->f, local->type));
    diag_note(l->f->diag, d, local->span, "they are left out; '%s' is declared here",
              local->name->text);
    return narrow;
}

static bool complete_arguments(Actuals *a, Span span)
{
    const Lower *l = a->l;
    for (uint32_t i = 0; i < a->function->n_inputs; i++) {
        const Expr *value = actual_of_local(a, i);
        if (a->failed || (value && expr_is_error(value))) return false;
        if (!value) {
            report_missing(l, a->function, i, span);
            return false;
        }
        const Expr *converted = convert_to(l->f, value, a->function->locals[i].type);
        if (!converted) converted = narrow_argument(l, a->function, i, value, span);
        if (!converted) {
            report_argument(l, a->function, i, value, span);
            return false;
        }
        a->args[i] = converted;
    }
    return true;
}

// Sizes only the body knows are found by following it with the arguments, or by running it.
static const Type *type_by_body(const Lower *l, const Expr *call, Span span)
{
    Function *function = function_scope(call->u.function)->function;
    lower_function_body(l->f, function);
    const Type *type = function_call_type(l->t, function, call->args);
    if (type_is_sized(type) || !is_evaluable(l->f, call)) return type;
    const Expr *value = evaluate_now(l->f, call, span, false);
    return value && value->type->kind == type->kind ? value->type : type;
}

const Expr *call_function(const Lower *l, Function *function, const Expr **args, Span span,
                          bool all_results)
{
    if (function->is_record_constructor) return construct_record(l, function, args, span);
    if (function->is_partial && !meet_partial(l->f)) {
        diag_error(l->f->diag, span, E_PARTIAL_CALL, "'%s' is partial and cannot be called",
                   function->name->text);
        return expr_error(l->t);
    }
    check_purity(l, function, span);
    Actuals a = actuals_open(l, function, args);
    a.span = span;
    if (!complete_arguments(&a, span)) return expr_error(l->t);
    uint32_t n = function->n_outputs;
    Field *outputs = ARENA_ARRAY(l->f->work, Field, n + 1);
    for (uint32_t i = 0; i < n; i++)
        outputs[i] = (Field){function->locals[function->n_inputs + i].name, output_type(&a, i)};
    const Type *type = n == 0   ? type_basic(l->t, TYPE_NONE)
                       : n == 1 ? outputs[0].type
                                : type_tuple(l->t, outputs, n);
    const Expr *call = expr_call_at(l->t, function, a.args, span, type);
    if (!call) {
        diag_error(l->f->diag, span, E_UNSUPPORTED,
                   "more than 65,535 calls of impure functions is not supported yet");
        return expr_error(l->t);
    }
    if (!l->function && !type_is_sized(type)) {
        type = type_by_body(l, call, span);
        call = expr_call_again(l->t, call, a.args, type);
    }
    if (n < 2 || all_results) return call;
    return expr_tuple_item(l->t, call, 0, type->fields[0].type);
}

const Expr *construct_record(const Lower *l, Function *constructor, const Expr **args, Span span)
{
    Actuals a = actuals_open(l, constructor, args);
    if (!complete_arguments(&a, span)) return expr_error(l->t);
    const Type *type = node_value_type(l->f, function_scope(constructor)->node);
    if (type->kind != TYPE_RECORD) return expr_error(l->t);
    const Expr **fields = ARENA_ARRAY(l->f->work, const Expr *, type->n + 1);
    Field *sized = ARENA_ARRAY(l->f->work, Field, type->n + 1);
    for (uint32_t i = 0; i < type->n; i++) {
        sized[i] = type->fields[i];
        for (uint32_t k = 0; k < constructor->n_locals; k++)
            if (constructor->locals[k].name == type->fields[i].name)
                fields[i] = actual_of_local(&a, k);
        if (a.failed) return expr_error(l->t);
        if (!fields[i]) {
            diag_error(l->f->diag, span, E_ARGUMENT, "the field '%s' of '%s' has no value",
                       type->fields[i].name->text, constructor->name->text);
            return expr_error(l->t);
        }
        const Expr *field = convert_to(l->f, fields[i], type->fields[i].type);
        if (!field) {
            diag_error(l->f->diag, span, E_TYPE,
                       "the field '%s' of '%s' must be of type '%s', not '%s'",
                       type->fields[i].name->text, constructor->name->text,
                       type_text(l->f, type->fields[i].type), type_text(l->f, fields[i]->type));
            return expr_error(l->t);
        }
        fields[i] = field;
        if (expr_is_error(field)) return field;
        if (!type_is_sized(type->fields[i].type)) sized[i].type = fields[i]->type;
    }
    type = type_record(l->t, type->name, type->owner, sized, type->n);
    return expr_record(l->t, type, fields, type->n);
}

// ---- Calls over arrays ---------------------------------------------------------------------

const Expr *lower_vectorized(const Lower *l, const Expr **args, const uint32_t *surplus, uint32_t n,
                             Span span, MakeElement make, void *client)
{
    uint32_t rank = 0, leader = 0;
    for (uint32_t i = 0; i < n; i++)
        if (args[i] && surplus[i] > rank) rank = surplus[i], leader = i;
    const Expr **pairs = ARENA_ARRAY(l->f->work, const Expr *, 2 * rank + 1);
    const Expr **iterators = ARENA_ARRAY(l->f->work, const Expr *, rank + 1);
    for (uint32_t k = 0; k < rank; k++) {
        int32_t size = type_dim(args[leader]->type, k);
        const Expr *last = size != DIM_UNKNOWN ? expr_integer(l->t, size)
                                               : expr_op2(l->t, OP_SIZE, args[leader],
                                                          expr_integer(l->t, (int64_t)k + 1));
        Name name = name_of_text(l->f->s->names, arena_printf(l->f->work, "i%u", k + 1));
        iterators[k] = expr_iterator(l->t, name, type_basic(l->t, TYPE_INTEGER));
        pairs[2 * k] = iterators[k];
        pairs[2 * k + 1] = expr_range(l->t, expr_integer(l->t, 1), NULL, last);
    }
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        items[i] = args[i];
        if (!args[i] || surplus[i] == 0) continue;
        bool fits = surplus[i] == rank;
        for (uint32_t k = 0; fits && k < rank; k++) {
            int32_t a = type_dim(args[i]->type, k), b = type_dim(args[leader]->type, k);
            fits = a == b || a == DIM_UNKNOWN || b == DIM_UNKNOWN;
        }
        if (!fits) {
            diag_error(l->f->diag, span, E_DIMENSION,
                       "arguments of the types '%s' and '%s' cannot be taken element by element",
                       type_text(l->f, args[leader]->type), type_text(l->f, args[i]->type));
            return expr_error(l->t);
        }
        items[i] = expr_subscript(l->t, args[i], iterators, rank);
    }
    const Expr *body = make(l, client, items, n);
    return expr_is_error(body) ? body : expr_comprehension(l->t, body, pairs, rank);
}

typedef struct ElementCall {
    Function *function;
    Span span;
} ElementCall;

static const Expr *make_call(const Lower *l, void *client, const Expr **args, uint32_t n)
{
    const ElementCall *element = client;
    (void)n;
    return call_function(l, element->function, args, element->span, false);
}

const Expr *call_perhaps_vectorized(const Lower *l, Function *function, const Expr **args,
                                    Span span, bool all_results)
{
    uint32_t *surplus = ARENA_ARRAY(l->f->work, uint32_t, function->n_inputs + 1);
    bool any = false;
    for (uint32_t i = 0; i < function->n_inputs; i++) {
        if (!args[i]) continue;
        if (expr_is_error(args[i])) return args[i];
        uint32_t want = type_rank(function->locals[i].type), have = type_rank(args[i]->type);
        if (have > want) surplus[i] = have - want, any = true;
    }
    bool one_result = function->is_record_constructor || function->n_outputs >= 1;
    if (!any || !one_result) return call_function(l, function, args, span, all_results);
    ElementCall element = {function, span};
    return lower_vectorized(l, args, surplus, function->n_inputs, span, make_call, &element);
}

// ---- Matching of arguments ---------------------------------------------------------------------

typedef struct Matched {
    const Expr **args; // by input; NULL: default
    FunctionActual *actuals;
    uint32_t n_actuals;
} Matched;

static bool match_one(const Lower *l, const Function *function, uint32_t i, const AstExpr *text,
                      Matched *m)
{
    const Local *input = &function->locals[i];
    if (type_elem(input->type)->kind == TYPE_FUNCTION) {
        FunctionActual *actual = &m->actuals[m->n_actuals];
        if (!lower_function_argument(l, text, actual)) return false;
        actual->formal = input->name;
        m->n_actuals++;
        return true;
    }
    m->args[i] = lower_node(l, text, input->type);
    return !expr_is_error(m->args[i]);
}

static bool match_arguments(const Lower *l, const Function *function, const AstExpr *call,
                            Matched *m)
{
    const AstArgs *args = call->u.call.args;
    m->args = ARENA_ARRAY(l->f->work, const Expr *, function->n_inputs + 1);
    m->actuals = ARENA_ARRAY(l->f->work, FunctionActual, function->n_inputs + 1);
    m->n_actuals = 0;
    uint8_t *given = ARENA_ARRAY(l->f->work, uint8_t, function->n_inputs + 1);
    bool ok = true;
    if (args->positional.count > function->n_inputs) {
        diag_error(l->f->diag, call->span, E_ARGUMENT,
                   "'%s' takes at most %u argument%s, but %u are given", function->name->text,
                   function->n_inputs, function->n_inputs == 1 ? "" : "s", args->positional.count);
        return false;
    }
    for (uint32_t i = 0; i < args->positional.count; i++) {
        given[i] = 1;
        ok &= match_one(l, function, i, args->positional.items[i], m);
    }
    for (uint32_t i = 0; i < args->n_named; i++) {
        const AstNamedArg *named = &args->named[i];
        int32_t k = input_of_name(function, named->name);
        if (k < 0) {
            report_no_argument(l, function, named->name, named->name_span);
            return false;
        }
        if (given[k]) {
            diag_error(l->f->diag, named->name_span, E_ARGUMENT, "the argument '%s' is given twice",
                       named->name->text);
            return false;
        }
        given[k] = 1;
        ok &= match_one(l, function, (uint32_t)k, named->value, m);
    }
    return ok;
}

// Arguments of the specialised callee: the inputs that are no functions, then captured values.
static const Expr **specialised_arguments(const Lower *l, const Function *callee,
                                          const Function *special, const Matched *m)
{
    const Expr **args = ARENA_ARRAY(l->f->work, const Expr *, special->n_inputs + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < callee->n_inputs; i++)
        if (type_elem(callee->locals[i].type)->kind != TYPE_FUNCTION) args[n++] = m->args[i];
    for (uint32_t i = 0; i < m->n_actuals; i++)
        for (uint32_t k = 0; k < m->actuals[i].n_inputs; k++)
            if (m->actuals[i].captured[k]) args[n++] = m->actuals[i].captured[k];
    return args;
}

static const Expr *call_node(const Lower *l, Node *node, const AstExpr *call, bool all_results)
{
    Function *function = lower_function(l->f, node);
    Matched m;
    if (!function || !match_arguments(l, function, call, &m)) return expr_error(l->t);
    if (m.n_actuals == 0)
        return call_perhaps_vectorized(l, function, m.args, call->span, all_results);
    Function *special = function_specialised(l->f, function, m.actuals, m.n_actuals);
    if (!special) return expr_error(l->t);
    const Expr **args = specialised_arguments(l, function, special, &m);
    return call_perhaps_vectorized(l, special, args, call->span, all_results);
}

// ---- What is called --------------------------------------------------------------------------

static const Expr *no_function(const Lower *l, const AstExpr *call)
{
    const AstExpr *ref = call->u.call.function;
    diag_error(l->f->diag, ref->span, E_NOT_A_FUNCTION, "'%s' is no function",
               source_text(l->f, ref->span));
    return expr_error(l->t);
}

static const Expr *convert_to_enumeration(const Lower *l, const AstExpr *call, const Type *type)
{
    const AstArgs *args = call->u.call.args;
    if (args->positional.count != 1 || args->n_named) return no_function(l, call);
    const Expr *number = lower_as(l, args->positional.items[0], type_basic(l->t, TYPE_INTEGER),
                                  "the number of an enumeration value");
    if (number->kind == EXPR_INTEGER && (number->u.integer < 1 || number->u.integer > type->n)) {
        diag_error(l->f->diag, args->positional.items[0]->span, E_EVALUATION,
                   "'%s' has no value number %lld: it has %u", type_text(l->f, type),
                   (long long)number->u.integer, type->n);
        return expr_error(l->t);
    }
    return expr_is_error(number) ? number : expr_to_enum(l->t, type, number);
}

// The constructor of an external object remembers the destructor, which no text ever calls.
static const Expr *make_object(const Lower *l, Node *node, const AstExpr *call)
{
    Function *functions[2] = {NULL, NULL};
    static const char *const names[2] = {"constructor", "destructor"};
    Node *constructor = NULL;
    for (int k = 0; k < 2; k++) {
        Slot *slot = node_member(l->f, node, name_of_text(l->f->s->names, names[k]));
        Node *found = slot && slot->kind == SLOT_CLASS ? slot_class(l->f, slot) : NULL;
        if (k == 0) constructor = found;
        functions[k] = found ? lower_function(l->f, found) : NULL;
    }
    if (functions[0]) functions[0]->destructor = functions[1];
    return constructor ? call_node(l, constructor, call, false) : no_function(l, call);
}

// The constructor runs when a component is declared, the destructor at the end (12.9.7).
static const Expr *report_object_call(const Lower *l, const Node *node, const AstExpr *call)
{
    const char *object = node->lexical.node->def->name->text;
    Diagnostic *d = diag_error(l->f->diag, call->span, E_NOT_A_FUNCTION,
                               "the %s of the external object '%s' cannot be called",
                               node->def->name->text, object);
    if (strcmp(node->def->name->text, "constructor") == 0)
        diag_label(l->f->diag, d, "write %s(...)", object);
    return expr_error(l->t);
}

static const Expr *call_class(const Lower *l, Node *node, const AstExpr *call, const Type *expected,
                              bool all_results)
{
    const Type *type = node_value_type(l->f, node);
    switch (type->kind) {
    case TYPE_ENUMERATION: return convert_to_enumeration(l, call, type);
    case TYPE_INTEGER: return lower_builtin(l, call, OP_ENUM_TO_INTEGER, expected);
    case TYPE_STRING: return lower_builtin(l, call, OP_STRING, expected);
    case TYPE_CLOCK: return lower_builtin(l, call, OP_CLOCK, expected);
    case TYPE_EXTERNAL: return make_object(l, node, call);
    case TYPE_RECORD:
        if (operator_node(l->f, node, "'constructor'")) return overload_constructor(l, node, call);
        return call_node(l, node, call, false);
    case TYPE_FUNCTION:
        if (is_function_of_object(l->f, node)) return report_object_call(l, node, call);
        return call_node(l, node, call, all_results);
    case TYPE_ERROR: return expr_error(l->t);
    default: break;
    }
    if (node->kind == AST_OPERATOR) return overload_operator_class(l, node, call);
    return no_function(l, call);
}

// The components in front of a function are scalar, and always there (5.3.2).
static bool may_hold_function(const Lower *l, const AstExpr *ref, const Grid *g)
{
    if (g->n_dims == 0 && !g->conditional) return true;
    diag_error(l->f->diag, ref->span, E_NOT_A_FUNCTION, "'%s' cannot be called: %s",
               source_text(l->f, ref->span),
               g->conditional ? "the component is conditional"
                              : "it belongs to an array of components; name one element");
    return false;
}

// a.b.f(x): components, then classes, the last of them a function.
static Node *class_behind_components(const Lower *l, const AstExpr *ref, const Found *found)
{
    Grid g;
    if (!found->slot->holder->component || !walk_components(l, ref, found, &g)) return NULL;
    if (!g.class_slot) {
        Diagnostic *d = diag_error(l->f->diag, ref->span, E_NOT_A_FUNCTION, "'%s' is no function",
                                   source_text(l->f, ref->span));
        diag_label(l->f->diag, d, "it is a component; subscripts stand in brackets: [1]");
        return NULL;
    }
    if (!may_hold_function(l, ref, &g)) return NULL;
    Node *node = slot_class(l->f, g.class_slot);
    bool is_operator = node && node->kind == AST_OPERATOR;
    for (uint32_t i = g.parts_used + 1; node && i < ref->u.ref.n_parts; i++) {
        const AstRefPart *part = &ref->u.ref.parts[i];
        Slot *member = node_member(l->f, node, part->name);
        if (!member || member->kind != SLOT_CLASS) {
            report_no_member(l->f, node, part->name, part->span);
            return NULL;
        }
        node = slot_class(l->f, member);
    }
    if (!node || (!is_operator && node->kind != AST_OPERATOR_FUNCTION)) return node;
    diag_error(l->f->diag, ref->span, E_NOT_A_FUNCTION,
               "'%s' is an operator and cannot be called through a component",
               source_text(l->f, ref->span));
    return NULL;
}

static bool is_name(const AstExpr *ref, uint32_t part, const char *text)
{
    return strcmp(ref->u.ref.parts[part].name->text, text) == 0;
}

// array(a, b) is {a, b}; array(a for i in r) is {a for i in r}.
static const Expr *lower_array_call(const Lower *l, const AstExpr *call)
{
    const AstArgs *args = call->u.call.args;
    AstExpr array = {.kind = AST_ARRAY, .span = call->span};
    array.u.items = args->positional;
    if (args->n_iterators == 0) return lower_array_constructor(l, &array, NULL);
    __typeof__(*array.u.comprehension) loop = {args->positional.items[0], args->iterators,
                                               args->n_iterators};
    array.kind = AST_COMPREHENSION;
    array.u.comprehension = &loop;
    return lower_comprehension(l, &array, NULL);
}

// pure(f(..)) lets an impure function be called where only pure ones can be (12.3).
static const Expr *lower_pure(const Lower *l, const AstExpr *call)
{
    const AstArgs *args = call->u.call.args;
    const AstExpr *only = args->positional.count == 1 ? args->positional.items[0] : NULL;
    bool is_call = only && only->kind == AST_CALL && !args->n_named && !args->n_iterators;
    Lower inside = *l;
    inside.in_pure = true;
    if (is_call || (only && only->kind == AST_ERROR)) return lower_node(&inside, only, NULL);
    diag_error(l->f->diag, only ? only->span : call->span, E_ARGUMENT,
               "the argument of 'pure' must be a call of a function");
    return expr_error(l->t);
}

// Operators that are no names to be looked up; NULL when it is none of them.
static const Expr *lower_keyword_call(const Lower *l, const AstExpr *call, const AstExpr *ref)
{
    Op op;
    if (ref->u.ref.n_parts == 2 && ref->u.ref.parts[0].name == lowering_of(l->f)->connections) {
        const char *name =
            arena_printf(l->f->work, "Connections.%s", ref->u.ref.parts[1].name->text);
        return op_of_name(name, &op) ? lower_builtin(l, call, op, NULL) : NULL;
    }
    if (ref->u.ref.n_parts != 1) return NULL;
    if (is_name(ref, 0, "pure")) return lower_pure(l, call);
    if (is_name(ref, 0, "array") && call->u.call.args->positional.count &&
        lookup_reference(l->f, l->scope, ref, LOOKUP_FUNCTION, false).kind == FOUND_NOTHING)
        return lower_array_call(l, call);
    return lower_machine_question(l, call);
}

static const Expr *lower_any_call(const Lower *l, const AstExpr *call, const Type *expected,
                                  bool all_results)
{
    const AstExpr *ref = call->u.call.function;
    if (ref->kind == AST_ERROR) return expr_error(l->t);
    if (ref->kind != AST_REF) return no_function(l, call);
    const Expr *special = lower_keyword_call(l, call, ref);
    if (special) return special;
    const FunctionActual *formal = actual_of_formal(l, ref);
    if (formal) return call_formal(l, call, formal);
    Found found = lookup_reference(l->f, l->scope, ref, LOOKUP_FUNCTION, true);
    switch (found.kind) {
    case FOUND_BUILTIN: return lower_builtin(l, call, found.op, expected);
    case FOUND_CLASS: return call_class(l, found.cls, call, expected, all_results);
    case FOUND_SLOT: {
        Node *node = class_behind_components(l, ref, &found);
        if (node) return call_class(l, node, call, expected, all_results);
        if (!found.slot->holder->component) return no_function(l, call);
        return expr_error(l->t);
    }
    case FOUND_ITERATOR:
    case FOUND_LITERAL: return no_function(l, call);
    case FOUND_NOTHING:
    case FOUND_ERROR: break;
    }
    return expr_error(l->t);
}

const Expr *lower_call(const Lower *l, const AstExpr *e, const Type *expected)
{
    const Expr *value = lower_any_call(l, e, expected, false);
    // An operator with several results, in an expression, is its first result.
    if (value->type->kind == TYPE_TUPLE && value->type->n)
        return expr_tuple_item(l->t, value, 0, value->type->fields[0].type);
    return value;
}

const Expr *lower_call_tuple(const Lower *l, const AstExpr *e)
{
    while (e->kind == AST_PAREN) e = e->u.inner;
    if (e->kind != AST_CALL) return lower_node(l, e, NULL);
    return lower_any_call(l, e, NULL, true);
}
