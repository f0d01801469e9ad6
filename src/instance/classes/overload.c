// overload.c -- operators of operator records (chapter 14).
//
// A binary operator looks at the functions of both operand types: exactly one that fits the
// operands as they are, else exactly one after converting one operand by a constructor, else
// element by element. More than one is an error that names them.
#include "instance/lower/lower.h"

bool type_is_operator_record(Front *f, const Type *type)
{
    type = type_elem(type);
    if (type->kind != TYPE_RECORD) return false;
    const Node *node = type_node(f, type);
    return node && node->kind == AST_OPERATOR_RECORD;
}

Node *operator_node(Front *f, Node *record, const char *name)
{
    if (record->kind != AST_OPERATOR_RECORD) return NULL;
    Slot *slot = node_member(f, record, name_of_text(f->s->names, name));
    return slot && slot->kind == SLOT_CLASS ? slot_class(f, slot) : NULL;
}

typedef VEC(Function *) Candidates;

static void add_candidates(Front *f, Node *op, Candidates *out)
{
    if (!op) return;
    if (op->kind != AST_OPERATOR) {
        Function *function = lower_function(f, op);
        if (function && function->n_outputs != 1) {
            diag_error(f->diag, function->span, E_OVERLOAD,
                       "'%s' must have one output, as all functions of operators, but has %u",
                       function->name->text, function->n_outputs);
            return;
        }
        for (uint32_t i = 0; i < out->count; i++)
            if (out->data[i] == function) return;
        if (function) VEC_PUSH(f->work, out, function);
        return;
    }
    for (uint32_t i = 0; i < op->def->n_elements; i++) {
        if (op->def->elements[i]->kind != AST_ELEMENT_CLASS) continue;
        Slot *slot = node_member(f, op, op->def->elements[i]->name);
        Node *node = slot && slot->kind == SLOT_CLASS ? slot_class(f, slot) : NULL;
        if (node && node->kind != AST_OPERATOR) add_candidates(f, node, out);
    }
}

static void add_of_type(Front *f, const Type *type, const char *name, Candidates *out)
{
    if (!type_is_operator_record(f, type)) return;
    add_candidates(f, operator_node(f, type_node(f, type), name), out);
}

// ---- Fitting
// -------------------------------------------------------------------------------------

typedef struct Given { // arguments of an overloaded call
    const Expr **values;
    const Name *names; // NULL entries: positional
    uint32_t n;
    bool elementwise;  // surplus dimensions are allowed
    bool only_scalars; // ... and only functions of scalars fit
} Given;

static bool value_fits(Front *f, const Type *have, const Type *want, bool elementwise)
{
    if (type_elem(have)->kind == TYPE_RECORD && type_elem(want)->kind == TYPE_RECORD &&
        type_elem(have)->name != type_elem(want)->name)
        return false;
    if (type_converts(f, have, want)) return true;
    if (!elementwise || type_rank(have) <= type_rank(want)) return false;
    return type_converts(f, type_strip(f->exprs, have, type_rank(have) - type_rank(want)), want);
}

static int32_t place_of(const Function *function, const Given *given, uint32_t i)
{
    if (!given->names || !given->names[i]) return i < function->n_inputs ? (int32_t)i : -1;
    for (uint32_t k = 0; k < function->n_inputs; k++)
        if (function->locals[k].name == given->names[i]) return (int32_t)k;
    return -1;
}

static bool fits(Front *f, Function *function, const Given *given, const Expr **args)
{
    for (uint32_t i = 0; i < given->n; i++) {
        int32_t k = place_of(function, given, i);
        if (k < 0 || args[k]) return false;
        if (given->only_scalars && type_rank(function->locals[k].type)) return false;
        if (!value_fits(f, given->values[i]->type, function->locals[k].type, given->elementwise))
            return false;
        args[k] = given->values[i];
    }
    for (uint32_t k = 0; k < function->n_inputs; k++)
        if (!args[k] && !function_default(f, function, k)) return false;
    return true;
}

typedef struct Choice {
    Function *function; // NULL: none
    const Expr **args;
    uint32_t n; // how many fit
} Choice;

static bool is_exact(const Function *function, const Given *given)
{
    for (uint32_t i = 0; i < given->n; i++) {
        int32_t k = place_of(function, given, i);
        const Type *want = function->locals[k].type, *have = given->values[i]->type;
        if (type_elem(want)->kind != type_elem(have)->kind) return false;
    }
    return true;
}

static Choice choose(Front *f, const Candidates *candidates, const Given *given)
{
    Choice best = {0}, exact = {0};
    for (uint32_t i = 0; i < candidates->count; i++) {
        Function *function = candidates->data[i];
        const Expr **args = ARENA_ARRAY(f->work, const Expr *, function->n_inputs + 1);
        if (!fits(f, function, given, args)) continue;
        best = (Choice){function, args, best.n + 1};
        if (is_exact(function, given)) exact = (Choice){function, args, exact.n + 1};
    }
    return exact.n == 1 ? exact : best;
}

typedef struct OverloadedElement {
    Function *function;
    Span span;
} OverloadedElement;

static const Expr *make_overloaded(const Lower *l, void *client, const Expr **args, uint32_t n)
{
    const OverloadedElement *element = client;
    (void)n;
    return call_function(l, element->function, args, element->span, false);
}

static const Expr *call_choice(const Lower *l, const Choice *choice, Span span)
{
    Function *function = choice->function;
    uint32_t *surplus = ARENA_ARRAY(l->f->work, uint32_t, function->n_inputs + 1);
    bool any = false;
    for (uint32_t i = 0; i < function->n_inputs; i++) {
        if (!choice->args[i]) continue;
        uint32_t have = type_rank(choice->args[i]->type),
                 want = type_rank(function->locals[i].type);
        surplus[i] = have > want ? have - want : 0;
        any |= surplus[i] > 0;
    }
    if (!any) return call_function(l, function, choice->args, span, false);
    OverloadedElement element = {function, span};
    return lower_vectorized(l, choice->args, surplus, function->n_inputs, span, make_overloaded,
                            &element);
}

static const Expr *report_choice(const Lower *l, const char *name, const Candidates *candidates,
                                 const Given *given, uint32_t n, Span span)
{
    Text types = text_make(l->f->work);
    text_add(&types, given->n == 0   ? "takes no arguments"
                     : given->n == 1 ? "fits the type "
                                     : "fits the types ");
    for (uint32_t i = 0; i < given->n; i++)
        text_printf(&types, "%s'%s'", i ? ", " : "", type_text(l->f, given->values[i]->type));
    Diagnostic *d = diag_error(l->f->diag, span, E_OVERLOAD, "%s function of %s %s",
                               n > 1 ? "more than one" : "no", name, text_cstr(&types));
    for (uint32_t i = 0; i < candidates->count; i++)
        diag_note(l->f->diag, d, candidates->data[i]->span, "candidate '%s'",
                  candidates->data[i]->name->text);
    return expr_error(l->t);
}

// ---- Binary and unary operators
// ------------------------------------------------------------------

static const char *operator_name(AstOp op)
{
    switch (op) {
    case AST_ADD:
    case AST_EL_ADD: return "'+'";
    case AST_SUB:
    case AST_EL_SUB:
    case AST_MINUS:
    case AST_EL_MINUS: return "'-'";
    case AST_MUL:
    case AST_EL_MUL: return "'*'";
    case AST_DIV:
    case AST_EL_DIV: return "'/'";
    case AST_POW:
    case AST_EL_POW: return "'^'";
    case AST_EQ: return "'=='";
    case AST_NE: return "'<>'";
    case AST_LT: return "'<'";
    case AST_LE: return "'<='";
    case AST_GT: return "'>'";
    case AST_GE: return "'>='";
    case AST_AND: return "'and'";
    case AST_OR: return "'or'";
    case AST_NOT: return "'not'";
    default: return "";
    }
}

// `value` as a record of the class of `like`, by the one constructor that takes it alone.
static const Expr *converted(const Lower *l, const Expr *value, const Type *like, Span span)
{
    Candidates constructors = {0};
    if (!type_is_operator_record(l->f, like)) return NULL;
    if (type_is_operator_record(l->f, value->type)) return NULL;
    add_of_type(l->f, like, "'constructor'", &constructors);
    Given given = {.values = &value, .n = 1, .elementwise = true};
    Choice choice = choose(l->f, &constructors, &given);
    return choice.n == 1 ? call_choice(l, &choice, span) : NULL;
}

typedef enum { FIT_WHOLE, FIT_SCALARS } Fitting;

static const Expr *try_binary(const Lower *l, const Candidates *candidates, const Expr *a,
                              const Expr *b, Fitting how, Span span, uint32_t *n)
{
    const Expr *both[2] = {a, b};
    Given given = {both, NULL, 2, how != FIT_WHOLE, how == FIT_SCALARS};
    Choice choice = choose(l->f, candidates, &given);
    *n = choice.n;
    return choice.n == 1 ? call_choice(l, &choice, span) : NULL;
}

// Products of vectors and matrices are sums of products.
// Products need not be records: a scalar product of vectors may well be a number.
static const Expr *sum_of_products(const Lower *l, const Expr *a, const Expr *b, Span span)
{
    const Expr *sum = overload_binary(l, AST_ADD, a, b, span);
    return sum ? sum : expr_op2(l->t, OP_ADD, a, b);
}

static const Expr *record_product(const Lower *l, const Expr *a, const Expr *b, Span span)
{
    uint32_t m = type_rank(a->type), n = type_rank(b->type);
    if (m > 1 || n > 1) {
        bool by_rows = m > 1;
        int32_t size = by_rows ? type_dim(a->type, 0) : type_dim(b->type, 1);
        if (size < 0) return NULL;
        const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, size + 1);
        for (int32_t i = 0; i < size; i++) {
            const Expr *index = expr_integer(l->t, i + 1);
            const Expr *column[2] = {expr_colon(l->t), index};
            items[i] = by_rows ? record_product(l, expr_subscript(l->t, a, &index, 1), b, span)
                               : record_product(l, a, expr_subscript(l->t, b, column, 2), span);
            if (!items[i] || expr_is_error(items[i])) return items[i];
        }
        return size ? expr_array(l->t, items, (uint32_t)size, items[0]->type) : NULL;
    }
    int32_t size = type_dim(a->type, 0);
    const Expr *sum = NULL;
    if (size < 0 || type_dim(b->type, 0) != size) return NULL;
    for (int32_t i = 0; i < size; i++) {
        const Expr *index = expr_integer(l->t, i + 1);
        const Expr *one = overload_binary(l, AST_MUL, expr_subscript(l->t, a, &index, 1),
                                          expr_subscript(l->t, b, &index, 1), span);
        if (expr_is_error(one)) return one;
        sum = sum ? sum_of_products(l, sum, one, span) : one;
        if (expr_is_error(sum)) return sum;
    }
    const Type *record = type_is_operator_record(l->f, a->type) ? a->type : b->type;
    return sum ? sum : overload_zero(l, type_elem(record), span);
}

const Expr *overload_binary(const Lower *l, AstOp op, const Expr *a, const Expr *b, Span span)
{
    Front *f = l->f;
    if (!type_is_operator_record(f, a->type) && !type_is_operator_record(f, b->type)) return NULL;
    const char *name = operator_name(op);
    Candidates candidates = {0};
    add_of_type(f, a->type, name, &candidates);
    add_of_type(f, b->type, name, &candidates);
    uint32_t n = 0;
    bool by_element = op >= AST_EL_ADD && op <= AST_EL_POW;
    for (Fitting how = by_element ? FIT_SCALARS : FIT_WHOLE; how <= FIT_SCALARS; how++) {
        const Expr *result = try_binary(l, &candidates, a, b, how, span, &n);
        if (result) return result;
        if (n > 1) break;
        const Expr *as_b = converted(l, a, b->type, span);
        result = as_b ? try_binary(l, &candidates, as_b, b, how, span, &n) : NULL;
        if (result) return result;
        const Expr *as_a = converted(l, b, a->type, span);
        result = as_a ? try_binary(l, &candidates, a, as_a, how, span, &n) : NULL;
        if (result) return result;
        if (op == AST_MUL && how == FIT_WHOLE && type_rank(a->type) && type_rank(b->type)) {
            const Expr *product = record_product(l, a, b, span);
            if (product) return product;
        }
    }
    const Expr *both[2] = {a, b};
    Given given = {.values = both, .n = 2};
    return report_choice(l, name, &candidates, &given, n, span);
}

const Expr *overload_unary(const Lower *l, AstOp op, const Expr *a, Span span)
{
    if (!type_is_operator_record(l->f, a->type)) return NULL;
    if (op == AST_PLUS || op == AST_EL_PLUS) return a;
    const char *name = operator_name(op);
    Candidates candidates = {0};
    add_of_type(l->f, a->type, name, &candidates);
    Given given = {.values = &a, .n = 1, .elementwise = true};
    Choice choice = choose(l->f, &candidates, &given);
    if (choice.n == 1) return call_choice(l, &choice, span);
    return report_choice(l, name, &candidates, &given, choice.n, span);
}

const Expr *overload_zero(const Lower *l, const Type *type, Span span)
{
    Candidates candidates = {0};
    add_of_type(l->f, type, "'0'", &candidates);
    if (candidates.count == 1) return call_function(l, candidates.data[0], NULL, span, false);
    Given given = {0};
    return report_choice(l, "'0'", &candidates, &given, candidates.count, span);
}

// ---- Calls
// ---------------------------------------------------------------------------------------

static bool lower_given(const Lower *l, const AstExpr *call, Given *given)
{
    const AstArgs *args = call->u.call.args;
    given->n = args->positional.count + args->n_named;
    given->values = ARENA_ARRAY(l->f->work, const Expr *, given->n + 1);
    Name *names = ARENA_ARRAY(l->f->work, Name, given->n + 1);
    given->names = names;
    for (uint32_t i = 0; i < given->n; i++) {
        bool is_named = i >= args->positional.count;
        const AstNamedArg *named = is_named ? &args->named[i - args->positional.count] : NULL;
        given->values[i] = lower_node(l, named ? named->value : args->positional.items[i], NULL);
        if (named) names[i] = named->name;
        if (expr_is_error(given->values[i])) return false;
    }
    return true;
}

static const Expr *call_overloaded(const Lower *l, const Candidates *candidates, const char *name,
                                   Given *given, Span span)
{
    Choice choice = choose(l->f, candidates, given);
    if (choice.n == 0) {
        given->elementwise = true;
        choice = choose(l->f, candidates, given);
    }
    if (choice.n == 1) return call_choice(l, &choice, span);
    return report_choice(l, name, candidates, given, choice.n, span);
}

const Expr *overload_constructor(const Lower *l, Node *record, const AstExpr *call)
{
    Given given = {0};
    if (!lower_given(l, call, &given)) return expr_error(l->t);
    Candidates candidates = {0};
    add_candidates(l->f, operator_node(l->f, record, "'constructor'"), &candidates);
    const char *name = arena_printf(l->f->work, "'%s'", record->full_name->text);
    return call_overloaded(l, &candidates, name, &given, call->span);
}

const Expr *overload_operator_class(const Lower *l, Node *cls, const AstExpr *call)
{
    Given given = {0};
    if (!lower_given(l, call, &given)) return expr_error(l->t);
    Candidates candidates = {0};
    add_candidates(l->f, cls, &candidates);
    const char *name = arena_printf(l->f->work, "'%s'", cls->full_name->text);
    return call_overloaded(l, &candidates, name, &given, call->span);
}

const Expr *overload_string(const Lower *l, const Expr *value, const AstExpr *call)
{
    Given given = {0};
    if (!lower_given(l, call, &given)) return expr_error(l->t);
    Candidates candidates = {0};
    add_of_type(l->f, value->type, "'String'", &candidates);
    return call_overloaded(l, &candidates, "'String'", &given, call->span);
}
