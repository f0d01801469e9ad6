// lower_builtin.c -- calls of predefined functions and operators (3.7, 10.3, 12.8, chapters 9, 15,
// 16).
//
// Most rows need nothing but their arguments, which expr_op_type judges. The others have a
// rule of their own: sizes that must be numbers, arguments that must be variables or
// components, forms that differ by type.
#include "instance/checks.h"
#include "instance/lower/lower.h"

enum { ANY = 255, MOST_NAMES = 6 };

// Names of the arguments, for calls by name; from the specification.
typedef struct BuiltinRow {
    Op op;
    uint8_t least, most;
    const char *names[MOST_NAMES];
} BuiltinRow;

static const BuiltinRow builtin_rows[] = {
    {OP_HOMOTOPY, 2, 2, {"actual", "simplified"}},
    {OP_SMOOTH, 2, 2, {"p", "expr"}},
    {OP_DELAY, 2, 3, {"expr", "delayTime", "delayMax"}},
    {OP_SEMI_LINEAR, 3, 3, {"x", "positiveSlope", "negativeSlope"}},
    {OP_SAMPLE, 1, 2, {"start", "interval"}},
    {OP_CLOCK_SAMPLE, 1, 2, {"u", "clock"}},
    {OP_SUB_SAMPLE, 1, 2, {"u", "factor"}},
    {OP_SUPER_SAMPLE, 1, 2, {"u", "factor"}},
    {OP_SHIFT_SAMPLE, 2, 3, {"u", "shiftCounter", "resolution"}},
    {OP_BACK_SAMPLE, 2, 3, {"u", "backCounter", "resolution"}},
    {OP_HOLD, 1, 1, {"u"}},
    {OP_PREVIOUS, 1, 1, {"u"}},
    {OP_NO_CLOCK, 1, 1, {"u"}},
    {OP_INTERVAL, 0, 1, {"u"}},
    {OP_FIRST_TICK, 0, 1, {"u"}},
    {OP_ROOT_INDICES, 2, 3, {"roots", "nodes", "message"}},
    {OP_LINSPACE, 3, 3, {"x1", "x2", "n"}},
    {OP_CAT, 2, ANY, {NULL}},
    {OP_FILL, 2, ANY, {NULL}},
    {OP_ZEROS, 1, ANY, {NULL}},
    {OP_ONES, 1, ANY, {NULL}},
    {OP_SIZE, 1, 2, {NULL}},
    {OP_MIN, 1, 2, {NULL}},
    {OP_MAX, 1, 2, {NULL}},
    {OP_CLOCK, 0, 2, {NULL}},
    {OP_SPATIAL, 4, 6, {"in0", "in1", "x", "positiveVelocity", "initialPoints", "initialValues"}},
};

static const BuiltinRow *builtin_row(Op op)
{
    for (size_t i = 0; i < sizeof builtin_rows / sizeof *builtin_rows; i++)
        if (builtin_rows[i].op == op) return &builtin_rows[i];
    return NULL;
}

static bool report_arguments(const Lower *l, const AstExpr *call, Op op, const char *what)
{
    diag_error(l->f->diag, call->span, E_ARGUMENT, "'%s' %s", op_name(op), what);
    return false;
}

// The argument texts in order of their places; n is the number of places filled.
static bool gather_arguments(const Lower *l, const AstExpr *call, Op op, const AstExpr **texts,
                             uint32_t *n)
{
    const AstArgs *args = call->u.call.args;
    const BuiltinRow *row = builtin_row(op);
    uint32_t least = row ? row->least : (uint32_t)op_arity(op);
    uint32_t most = row ? row->most : (uint32_t)op_arity(op);
    *n = args->positional.count;
    for (uint32_t i = 0; i < *n; i++) texts[i] = args->positional.items[i];
    for (uint32_t i = 0; i < args->n_named; i++) {
        uint32_t place = 0;
        while (row && place < MOST_NAMES && row->names[place] &&
               strcmp(row->names[place], args->named[i].name->text) != 0)
            place++;
        if (!row || place >= MOST_NAMES || !row->names[place] || place < args->positional.count) {
            diag_error(l->f->diag, args->named[i].name_span, E_ARGUMENT,
                       "'%s' has no argument '%s' here",
                       source_text(l->f, call->u.call.function->span), args->named[i].name->text);
            return false;
        }
        texts[place] = args->named[i].value;
        if (place + 1 > *n) *n = place + 1;
    }
    for (uint32_t i = 0; i < *n && i < least; i++)
        if (!texts[i]) return report_arguments(l, call, op, "lacks an argument");
    if (*n < least) return report_arguments(l, call, op, "has too few arguments");
    if (*n > most && most != ANY) return report_arguments(l, call, op, "has too many arguments");
    return true;
}

const Expr *apply_builtin(const Lower *l, const AstExpr *call, Op op, const Expr **args, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (expr_is_error(args[i])) return args[i];
    const char *why = argument_complaint(op, args, n);
    if (!why && expr_op_type(l->t, op, args, n, &why)) return expr_op(l->t, op, args, n);
    Text types = text_make(l->f->work);
    for (uint32_t i = 0; i < n; i++) {
        if (i) text_add(&types, ", ");
        text_printf(&types, "'%s'", type_text(l->f, args[i]->type));
    }
    diag_error(l->f->diag, call->span, E_OPERAND,
               "'%s' is not defined for arguments of type %s: %s", op_name(op), text_cstr(&types),
               why);
    return expr_error(l->t);
}

// ---- Arguments that are variables or components ----------------------------------------------

bool is_variable_argument(const Expr *e)
{
    while (e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_FIELD) e = e->args[0];
    if (e->kind == EXPR_ARRAY || e->kind == EXPR_RECORD) {
        for (uint32_t i = 0; i < e->n_args; i++)
            if (!is_variable_argument(e->args[i])) return false;
        return true;
    }
    return e->kind == EXPR_REF || e->kind == EXPR_LOCAL || expr_is_literal(e);
}

static const Expr *lower_of_variable(const Lower *l, const AstExpr *call, Op op,
                                     const AstExpr *text)
{
    const Expr *arg = lower_node(l, text, NULL);
    if (expr_is_error(arg)) return arg;
    if (op == OP_PRE && arg->kind == EXPR_TIME && l->in_when) return arg; // it never jumps
    if (!is_variable_argument(arg)) {
        diag_error(l->f->diag, text->span, E_ARGUMENT, "'%s' needs a variable, not '%s'",
                   op_name(op), source_text(l->f, text->span));
        return expr_error(l->t);
    }
    if (op == OP_EDGE && type_elem(arg->type)->kind != TYPE_BOOLEAN) {
        diag_error(l->f->diag, text->span, E_TYPE,
                   "'edge' needs a Boolean, but '%s' is of type '%s'",
                   source_text(l->f, text->span), type_text(l->f, arg->type));
        return expr_error(l->t);
    }
    if ((op == OP_IN_STREAM || op == OP_ACTUAL_STREAM) && !is_stream_argument(l, arg, op, text))
        return expr_error(l->t);
    return apply_builtin(l, call, op, &arg, 1);
}

static const Expr *lower_of_component(const Lower *l, const AstExpr *call, Op op,
                                      const AstExpr *text)
{
    const Component *c = lower_component_argument(l, text);
    if (!c) return expr_error(l->t);
    if (op == OP_CARDINALITY && !c->is_connector) {
        diag_error(l->f->diag, text->span, E_CONNECT_END, "'%s' is no connector",
                   source_text(l->f, text->span));
        return expr_error(l->t);
    }
    if (op == OP_CARDINALITY && !l->in_condition && is_first_report(l->f, call->span, E_EQUATION))
        diag_warning(l->f->diag, call->span, E_EQUATION,
                     "'cardinality' is deprecated, and meant for conditions of 'if' and 'assert' "
                     "only (3.7.4.3)");
    const Expr *arg = expr_component(l->t, c->id);
    return apply_builtin(l, call, op, &arg, 1);
}

// Not of the specification, but of the library of state graphs that has been published with its
// description: which root leads to each node. One expression for each element, which has its
// number, the number of roots, the roots and the nodes.
static const Expr *lower_root_indices(const Lower *l, const AstExpr *const *texts)
{
    ComponentList roots, nodes;
    if (!lower_component_arguments(l, texts[0], 1, &roots) ||
        !lower_component_arguments(l, texts[1], 1, &nodes))
        return expr_error(l->t);
    const Expr **args = ARENA_ARRAY(l->f->work, const Expr *, roots.n + nodes.n + 2);
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, roots.n + 1);
    args[1] = expr_integer(l->t, roots.n);
    for (uint32_t i = 0; i < roots.n; i++) args[2 + i] = expr_component(l->t, roots.items[i]->id);
    for (uint32_t i = 0; i < nodes.n; i++)
        args[2 + roots.n + i] = expr_component(l->t, nodes.items[i]->id);
    for (uint32_t i = 0; i < roots.n; i++) {
        args[0] = expr_integer(l->t, (int64_t)i + 1);
        items[i] = expr_op(l->t, OP_ROOT_INDICES, args, roots.n + nodes.n + 2);
    }
    return expr_array(l->t, items, roots.n, type_basic(l->t, TYPE_INTEGER));
}

static const Expr *lower_derivative(const Lower *l, const AstExpr *text)
{
    const Expr *arg = lower_node(l, text, NULL);
    if (expr_is_error(arg)) return arg;
    if (type_elem(arg->type)->kind != TYPE_REAL) {
        diag_error(l->f->diag, text->span, E_TYPE,
                   "'der' needs a Real expression, but '%s' is of type '%s'",
                   source_text(l->f, text->span), type_text(l->f, arg->type));
        return expr_error(l->t);
    }
    if (expr_variability(l->f, arg) == VARIABILITY_DISCRETE) {
        diag_error(l->f->diag, text->span, E_VARIABILITY,
                   "'der' needs a continuous expression, but '%s' changes at events only",
                   source_text(l->f, text->span));
        return expr_error(l->t);
    }
    return expr_op1(l->t, OP_DER, arg);
}

static void add_path(const Component *c, Text *out)
{
    if (!c || !c->parent) return;
    add_path(c->parent, out);
    text_printf(out, ".%s", c->declared->name->text);
    for (uint32_t k = 0; k < c->n_index; k++)
        text_printf(out, "%s%d%s", k ? "," : "[", c->index[k], k + 1 == c->n_index ? "]" : "");
}

static const Expr *lower_instance_name(const Lower *l)
{
    Text text = text_make(l->f->work);
    Front *f = l->f;
    f->n_particular++;
    const Component *c = f->components.count ? f->components.data[l->component.i] : NULL;
    const Component *root = f->components.count ? f->components.data[0] : NULL;
    const char *model = root ? root->declared->class_name->text : "";
    const char *last = strrchr(model, '.');
    text_add(&text, last ? last + 1 : model);
    add_path(c, &text);
    return expr_string(l->t, name_of_text(f->s->names, text_cstr(&text)));
}

// ---- Arrays --------------------------------------------------------------------------------

// A size is not negative (10.3.3), but the zeros(n - 1) of an empty array is written in libraries:
// it has no elements, too.
static const Expr *at_least_nothing(const Lower *l, const Expr *size, const AstExpr *text)
{
    if (size->kind != EXPR_INTEGER || size->u.integer >= 0) return size;
    bool is_difference = text->kind == AST_BINARY && text->op == AST_SUB;
    Diagnostic *d = (is_difference ? diag_breach : diag_error)(l->f->diag, text->span, E_DIMENSION,
                                                               "the size %lld is negative (10.3.3)",
                                                               (long long)size->u.integer);
    if (!is_difference || diag_is_strict(l->f->diag)) return expr_error(l->t);
    diag_label(l->f->diag, d, "taken as 0");
    return expr_integer(l->t, 0);
}

static const Expr *lower_sized(const Lower *l, const AstExpr *call, Op op,
                               const AstExpr *const *texts, uint32_t n)
{
    const Expr **args = ARENA_ARRAY(l->f->work, const Expr *, n);
    for (uint32_t i = 0; i < n; i++) {
        bool is_value = (op == OP_FILL && i == 0) || (op == OP_LINSPACE && i < 2) ||
                        (op == OP_CAT && i > 0) || (op == OP_PROMOTE && i == 0);
        args[i] = is_value ? lower_node(l, texts[i], NULL) : lower_size_argument(l, texts[i]);
        if (!is_value) args[i] = at_least_nothing(l, args[i], texts[i]);
        if (expr_is_error(args[i])) return args[i];
    }
    return apply_builtin(l, call, op, args, n);
}

// ---- Arguments that do not vary ----------------------------------------------------------------

bool is_parametric(const Lower *l, const Expr *e, const AstExpr *text, const char *what)
{
    Variability v = expr_variability(l->f, e);
    if (v <= VARIABILITY_PARAMETER || l->function) return true;
    diag_error(l->f->diag, text->span, E_VARIABILITY,
               "%s must be a parameter expression, but '%s' is %s", what,
               source_text(l->f, text->span), variability_word(v));
    return false;
}

static const Expr *lower_delay(const Lower *l, const AstExpr *call, const AstExpr *const *texts,
                               uint32_t n)
{
    const Expr *args[3];
    for (uint32_t i = 0; i < n; i++) {
        args[i] = lower_node(l, texts[i], NULL);
        if (expr_is_error(args[i])) return args[i];
    }
    const char *what = n == 2 ? "the delay time, without a maximum," : "the longest delay time";
    if (!is_parametric(l, args[n - 1], texts[n - 1], what)) return expr_error(l->t);
    double delay, longest;
    if (expr_is_number(args[1], &delay) && delay < 0) {
        diag_error(l->f->diag, texts[1]->span, E_ARGUMENT, "the delay time %g is negative", delay);
        return expr_error(l->t);
    }
    if (n == 3 && expr_is_number(args[1], &delay) && expr_is_number(args[2], &longest) &&
        delay > longest) {
        diag_error(l->f->diag, call->span, E_ARGUMENT, "the delay time %g exceeds the maximum %g",
                   delay, longest);
        return expr_error(l->t);
    }
    return apply_builtin(l, call, OP_DELAY, args, n);
}

// Constant arguments outside the domain of a function are a mistake of the model.
static bool is_in_domain(const Lower *l, const AstExpr *call, Op op, const Expr *arg)
{
    double x;
    if (!expr_is_number(arg, &x)) return true;
    bool ok = true;
    if (op == OP_SQRT) ok = x >= 0;
    if (op == OP_LOG || op == OP_LOG10) ok = x > 0;
    if (op == OP_ASIN || op == OP_ACOS) ok = x >= -1 && x <= 1;
    if (!ok)
        diag_error(l->f->diag, call->span, E_EVALUATION, "'%s' is not defined for %g", op_name(op),
                   x);
    return ok;
}

// ---- The rest ------------------------------------------------------------------------------

typedef struct ScalarCall {
    const AstExpr *call;
    Op op;
} ScalarCall;

static const Expr *make_element(const Lower *l, void *client, const Expr **args, uint32_t n)
{
    const ScalarCall *scalar = client;
    return apply_builtin(l, scalar->call, scalar->op, args, n);
}

// Scalar operators of several arguments over arrays, element by element.
static const Expr *lower_scalar_operator(const Lower *l, const AstExpr *call, Op op,
                                         const Expr **args, uint32_t n)
{
    uint32_t surplus[8] = {0};
    bool any = false;
    for (uint32_t i = 0; i < n && i < 8; i++) {
        if (expr_is_error(args[i])) return args[i];
        surplus[i] = type_rank(args[i]->type);
        any |= surplus[i] > 0;
    }
    if (!any) return apply_builtin(l, call, op, args, n);
    ScalarCall scalar = {call, op};
    return lower_vectorized(l, args, surplus, n, call->span, make_element, &scalar);
}

// The sum of one number, where an array is asked for (10.3.4): there is one reading only.
static bool is_lone_number(const Lower *l, const AstExpr *call, Op op, const Expr *argument)
{
    if (!type_is_numeric(argument->type) || type_rank(argument->type) || diag_is_strict(l->f->diag))
        return false;
    if (is_first_report(l->f, call->span, E_OPERAND))
        diag_breach(l->f->diag, call->span, E_OPERAND,
                    "'%s' is for arrays (10.3.4), but its argument is one number", op_name(op));
    return true;
}

static const Expr *lower_plain(const Lower *l, const AstExpr *call, Op op,
                               const AstExpr *const *texts, uint32_t n, const Type *expected)
{
    const Expr **args = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    bool passes = op == OP_NO_EVENT || op == OP_HOMOTOPY || op == OP_SMOOTH;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = lower_node(l, texts[i], passes ? expected : NULL);
        if (expr_is_error(args[i])) return args[i];
    }
    if (n == 1 && !is_in_domain(l, call, op, args[0])) return expr_error(l->t);
    if (op == OP_SMOOTH && !is_parametric(l, args[0], texts[0], "the order of 'smooth'"))
        return expr_error(l->t);
    switch (op) {
    case OP_SUM:
    case OP_PRODUCT:
        if (type_is_operator_record(l->f, args[0]->type))
            return reduce_array(l, op, args[0], type_rank(args[0]->type), call->span);
        if (is_lone_number(l, call, op, args[0])) return args[0];
        return apply_builtin(l, call, op, args, n);
    case OP_INTEGER:
    case OP_CEIL:
    case OP_FLOOR:
        if (!type_is_numeric(args[0]->type)) break;
        return apply_builtin(l, call, op, args, n);
    case OP_ENUM_TO_INTEGER:
        if (type_elem(args[0]->type)->kind == TYPE_INTEGER) return args[0];
        if (type_elem(args[0]->type)->kind != TYPE_ENUMERATION) break;
        return apply_builtin(l, call, op, args, n);
    case OP_SEMI_LINEAR: return lower_scalar_operator(l, call, op, args, n);
    default: return apply_builtin(l, call, op, args, n);
    }
    diag_error(l->f->diag, call->span, E_OPERAND,
               "'%s' is not defined for an argument of type '%s'", op_name(op),
               type_text(l->f, args[0]->type));
    return expr_error(l->t);
}

// sample(u, clock = c) and sample(start, interval = t) have names of their own.
static bool names_clocked_sample(const AstArgs *args)
{
    for (uint32_t i = 0; i < args->n_named; i++)
        if (!strcmp(args->named[i].name->text, "clock") || !strcmp(args->named[i].name->text, "u"))
            return true;
    return false;
}

const Expr *lower_builtin(const Lower *l, const AstExpr *call, Op op, const Type *expected)
{
    const AstArgs *args = call->u.call.args;
    bool reduces = op == OP_SUM || op == OP_PRODUCT || op == OP_MIN || op == OP_MAX;
    if (args->n_iterators && reduces) return lower_reduction(l, op, call);
    if (args->n_iterators) {
        report_arguments(l, call, op, "is no reduction: only sum, product, min and max are");
        return expr_error(l->t);
    }
    if (!may_be_in_function(l, call->span, op)) return expr_error(l->t);
    if (op == OP_STRING) return lower_to_string(l, call);
    if (op == OP_CLOCK) return lower_clock(l, call);
    if (op == OP_SAMPLE && names_clocked_sample(args)) op = OP_CLOCK_SAMPLE;
    uint32_t room = args->positional.count + args->n_named + MOST_NAMES, n;
    const AstExpr **texts = ARENA_ARRAY(l->f->work, const AstExpr *, room);
    if (!gather_arguments(l, call, op, texts, &n)) return expr_error(l->t);
    switch (op) {
    case OP_SIZE: return lower_size(l, texts, n);
    case OP_NDIMS: {
        const Expr *a = lower_node(l, texts[0], NULL);
        return expr_is_error(a) ? a : expr_integer(l->t, type_rank(a->type));
    }
    case OP_INSTANCE_NAME: return lower_instance_name(l);
    case OP_DER: return lower_derivative(l, texts[0]);
    case OP_PRE:
    case OP_EDGE:
    case OP_CHANGE: {
        const Expr *e = lower_of_variable(l, call, op, texts[0]);
        PreUse use = {e, texts[0]->span};
        bool is_anywhere = l->in_when || l->in_initial || l->function || expr_is_error(e);
        if (!is_anywhere) VEC_PUSH(l->f->work, &lowering_of(l->f)->pre_uses, use);
        return e;
    }
    case OP_PREVIOUS: return lower_of_variable(l, call, op, texts[0]);
    case OP_IN_STREAM:
    case OP_ACTUAL_STREAM:
        l->f->has_waiting = true;
        return lower_of_variable(l, call, op, texts[0]);
    case OP_CARDINALITY:
    case OP_IS_ROOT:
    case OP_ROOTED: l->f->has_waiting = true; return lower_of_component(l, call, op, texts[0]);
    case OP_ROOT_INDICES: l->f->has_waiting = true; return lower_root_indices(l, texts);
    case OP_SAMPLE:
    case OP_CLOCK_SAMPLE: return lower_sample(l, call, texts, n);
    case OP_HOLD:
    case OP_SUB_SAMPLE:
    case OP_SUPER_SAMPLE:
    case OP_SHIFT_SAMPLE:
    case OP_BACK_SAMPLE:
    case OP_NO_CLOCK: return lower_conversion(l, call, op, texts, n, expected);
    case OP_DELAY: return lower_delay(l, call, texts, n);
    case OP_SPATIAL: return lower_spatial(l, call, texts, n);
    case OP_ZEROS:
    case OP_ONES:
    case OP_FILL:
    case OP_IDENTITY:
    case OP_LINSPACE:
    case OP_CAT:
    case OP_PROMOTE: return lower_sized(l, call, op, texts, n);
    default: return lower_plain(l, call, op, texts, n, expected);
    }
}
