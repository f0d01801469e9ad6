// Operators of the evaluator on scalars and, element by element, on arrays.
#include <math.h>
#include <string.h>

#include "expr/evaluator.h"
#include "expr/number_format.h"
#include "expr/scalar.h"

static bool eval_relation(Evaluator *v, Op op, const Value *a, const Value *b, Value *out)
{
    int order;
    if (a->kind == TYPE_STRING) {
        order = strcmp(a->u.string->text, b->u.string->text);
    } else if (a->kind == TYPE_REAL || b->kind == TYPE_REAL) {
        if (isnan(value_number(a)) || isnan(value_number(b))) {
            *out = value_boolean(v->t, op == OP_NE);
            return true;
        }
        order = scalar_order(value_number(a), value_number(b));
    } else {
        order = (a->u.integer > b->u.integer) - (a->u.integer < b->u.integer);
    }
    *out = value_boolean(v->t, scalar_relation(op, order));
    return true;
}

static bool eval_concatenation(Evaluator *v, const Value *a, const Value *b, Value *out)
{
    Name x = a->u.string, y = b->u.string;
    char *both = eval_take(v, (size_t)x->length + y->length + 1);
    if (v->failed) return false;
    memcpy(both, x->text, x->length);
    memcpy(both + x->length, y->text, y->length);
    *out = value_string(v->t, name_of(v->s->names, both, (size_t)x->length + y->length));
    return true;
}

static bool eval_floor(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    int64_t result = a->u.integer;
    const char *why = a->kind == TYPE_REAL ? scalar_floor(a->u.real, &result) : NULL;
    if (why) return eval_fail(v, e, true, "%s", why);
    *out = value_integer(v->t, result);
    return true;
}

static bool eval_to_enum(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    const Type *type = type_elem(e->type);
    if (a->u.integer < 1 || a->u.integer > type->n)
        return eval_fail(v, e, true, "%s has no literal number %lld", type->name->text,
                         (long long)a->u.integer);
    *out = (Value){.kind = TYPE_ENUMERATION, .elem = type, .count = 1, .u.integer = a->u.integer};
    return true;
}

// Inside a function a number may leave the range, as it may at run time, and what follows from that
// may be none: at a trial point of an iteration, or below a quotient. What the function returns is
// looked at.
bool eval_may_overflow(Evaluator *v, double result)
{
    if (!v->frame || isfinite(result)) return false;
    if (isinf(result) && !v->doubt) v->doubt = "the result exceeds the range of Real";
    return v->doubt != NULL;
}

// What has no value yet is no number, as it is at run time: who does not need it does not see it.
bool eval_unset(Evaluator *v, const Expr *e, const Type *type, Name name, Value *out)
{
    if (!v->frame || type->kind != TYPE_REAL)
        return eval_fail(v, e, true, "'%s' is used before it has a value", name->text);
    if (!v->doubt) v->doubt = "a variable is used before it has a value";
    if (!v->unset) v->unset = name;
    *out = value_real(v->t, (double)NAN);
    return true;
}

static bool eval_arithmetic(Evaluator *v, const Expr *e, const Value *a, const Value *b, Value *out)
{
    Op op = (Op)e->op;
    const char *why;
    bool integer = a->kind != TYPE_REAL && (!b || b->kind != TYPE_REAL) &&
                   type_elem(e->type)->kind != TYPE_REAL;
    if (integer) {
        int64_t result = 0;
        why = scalar_integer(op, a->u.integer, b ? b->u.integer : 0, &result);
        *out = *a; // min and max of enumerations keep the type
        out->u.integer = result;
    } else {
        double result = 0;
        why = scalar_real(op, value_number(a), b ? value_number(b) : 0, &result);
        if (why && eval_may_overflow(v, result)) why = NULL;
        *out = op == OP_SIGN ? value_integer(v->t, (int64_t)result) : value_real(v->t, result);
    }
    return !why || eval_fail(v, e, true, "%s", why);
}

bool eval_scalar_operator(Evaluator *v, const Expr *e, const Value *a, const Value *b, Value *out)
{
    switch (e->op) {
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
    case OP_EQ:
    case OP_NE: return eval_relation(v, (Op)e->op, a, b, out);
    case OP_NOT: *out = value_boolean(v->t, !a->u.integer); return true;
    case OP_AND: *out = value_boolean(v->t, a->u.integer && b->u.integer); return true;
    case OP_OR: *out = value_boolean(v->t, a->u.integer || b->u.integer); return true;
    case OP_TO_REAL: *out = value_real(v->t, value_number(a)); return true;
    case OP_ENUM_TO_INTEGER: *out = value_integer(v->t, a->u.integer); return true;
    case OP_INTEGER_TO_ENUM: return eval_to_enum(v, e, a, out);
    case OP_INTEGER: return eval_floor(v, e, a, out);
    default: break;
    }
    if (a->kind == TYPE_STRING) return eval_concatenation(v, a, b, out);
    return eval_arithmetic(v, e, a, b, out);
}

bool eval_elementwise(Evaluator *v, const Expr *e, const Value *a, const Value *b, Value *out)
{
    bool scalar = a->rank == 0 && (!b || b->rank == 0);
    if (scalar) return eval_scalar_operator(v, e, a, b, out);
    const Value *shape = a->rank ? a : b;
    if (b && a->rank && b->rank && !value_same_shape(a, b))
        return eval_fail(v, e, true, "the sizes of the operands of '%s' differ",
                         op_name((Op)e->op));
    bool real = type_elem(e->type)->kind == TYPE_REAL || a->kind == TYPE_REAL ||
                (b && b->kind == TYPE_REAL);
    const Type *elem = real && type_is_numeric(e->type) && e->op != OP_SIGN ? v->t->basic[TYPE_REAL]
                                                                            : type_elem(e->type);
    if (!eval_make_array(v, e, elem, shape->dims, shape->rank, out)) return false;
    v->steps += (uint64_t)shape->count;
    for (int64_t i = 0; i < shape->count; i++) {
        Value x = value_get(a, i), y, z;
        if (b) y = value_get(b, i);
        if (!eval_scalar_operator(v, e, &x, b ? &y : NULL, &z)) return false;
        value_set(out, i, &z);
    }
    return true;
}

static bool eval_semi_linear(Evaluator *v, const Value *args, Value *out)
{
    double x = value_number(&args[0]);
    *out = value_real(v->t, x * value_number(&args[x >= 0 ? 1 : 2]));
    return true;
}

bool eval_operator(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    Op op = (Op)e->op;
    switch ((OpClass)op_rows[op].op_class) {
    case CLASS_ARITH:
        if (op == OP_MUL && args[0].rank && args[1].rank)
            return eval_product(v, e, &args[0], &args[1], out);
        if (op == OP_POW && args[0].rank)
            return eval_matrix_power(v, e, &args[0], args[1].u.integer, out);
        break;
    case CLASS_ARRAY:
        if ((op == OP_MIN || op == OP_MAX) && e->n_args == 2) break;
        return eval_array_operator(v, e, args, out);
    case CLASS_TEXT:
        if (op == OP_STRING) return eval_to_string(v, e, args, out);
        return eval_fail(v, e, false, "'%s' has no value at compile time", op_name(op));
    case CLASS_EVENT:
        if (op == OP_SEMI_LINEAR) return eval_semi_linear(v, args, out);
        if (op_is_step(op)) break;
        return eval_fail(v, e, false, "'%s' has no value at compile time", op_name(op));
    case CLASS_GRAPH:
    case CLASS_CLOCK:
        return eval_fail(v, e, false, "'%s' has no value at compile time", op_name(op));
    default: break;
    }
    return eval_elementwise(v, e, &args[0], e->n_args > 1 ? &args[1] : NULL, out);
}

// ---- String() ------------------------------------------------------------------------------

static bool format_with(Evaluator *v, const Expr *e, const Value *args, Text *text)
{
    const char *format = args[1].u.string->text;
    bool is_real = args[0].kind == TYPE_REAL;
    char shown[LONGEST_FORMATTED];
    if (!number_format_is_valid(format))
        return eval_fail(v, e, true, "'%s' is not a format for String()", format);
    number_format(format, is_real, is_real ? args[0].u.real : 0, is_real ? 0 : args[0].u.integer,
                  shown);
    text_add(text, shown);
    return true;
}

static void write_plain(const Value *x, int64_t digits, Text *text)
{
    switch ((TypeKind)x->kind) {
    case TYPE_REAL: text_printf(text, "%.*g", (int)digits, x->u.real); break;
    case TYPE_BOOLEAN: text_add(text, x->u.integer ? "true" : "false"); break;
    case TYPE_ENUMERATION: text_add(text, x->elem->literals[x->u.integer - 1]->text); break;
    case TYPE_STRING: text_add(text, x->u.string->text); break;
    default: text_printf(text, "%lld", (long long)x->u.integer); break;
    }
}

bool eval_to_string(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    Text text = text_make(memory_arena(&v->memory));
    bool has_format = e->n_args == 2 && args[1].kind == TYPE_STRING;
    if (has_format && !format_with(v, e, args, &text)) return false;
    bool has_digits = e->n_args == 4;
    int64_t digits = has_digits ? args[1].u.integer : 6;
    int64_t width = e->n_args > 2 ? args[has_digits ? 2 : 1].u.integer : 0;
    bool left = e->n_args > 2 ? args[has_digits ? 3 : 2].u.integer != 0 : true;
    if (digits < 0 || digits > 100 || width > 100000)
        return eval_fail(v, e, true, "a length given to String() is out of range");
    if (!has_format) write_plain(&args[0], digits, &text);
    Text padded = text_make(memory_arena(&v->memory));
    size_t fill = width > (int64_t)text.length ? (size_t)width - text.length : 0;
    if (!left) text_repeat(&padded, ' ', fill);
    text_add(&padded, text_cstr(&text));
    if (left) text_repeat(&padded, ' ', fill);
    *out = value_string(v->t, name_of(v->s->names, text_cstr(&padded), padded.length));
    return true;
}
