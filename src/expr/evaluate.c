// The only evaluator: constants, sizes, tests and reference runs.
//
// A recursive walk over the expression with lazy `if`, `and`, `or` (specification section
// 3.3), bounded in steps, depth and memory. Scalars are passed by value; arrays live on a
// stack of memory that each statement gives back. What fails first is reported.
#include "expr/evaluator.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "expr/scalar.h"

bool eval_fail(Evaluator *v, const Expr *at, bool is_model_error, const char *format, ...)
{
    if (v->failed) return false;
    v->failed = true;
    va_list args;
    va_start(args, format);
    Text text = text_make(v->s->arena);
    text_vprintf(&text, format, args);
    va_end(args);
    *v->failure = (EvalFailure){at, text_cstr(&text), is_model_error, v->span};
    return false;
}

static bool fail_unknown(Evaluator *v, const Expr *at, const char *what)
{
    return eval_fail(v, at, false, "%s has no value at compile time", what);
}

void *eval_take(Evaluator *v, size_t size)
{
    void *p = memory_take(&v->memory, size);
    if (p) return p;
    eval_fail(v, NULL, true, "the evaluation needs more than 1 GB of memory");
    return arena_alloc_zero(memory_arena(&v->memory), size < MEMORY_LIMIT ? size : 64, 16);
}

bool eval_make_array(Evaluator *v, const Expr *e, const Type *elem, const int32_t *dims,
                     uint32_t rank, Value *out)
{
    for (uint32_t k = 0; k < rank; k++)
        if (dims[k] < 0) return eval_fail(v, e, true, "an array size is negative (%d)", dims[k]);
    if (value_make_array(&v->memory, elem, dims, rank, out)) return true;
    return eval_fail(v, e, true, "the evaluation needs more than 1 GB of memory");
}

bool eval_integer(Evaluator *v, const Expr *e, int64_t *out)
{
    Value x;
    if (!eval_expr(v, e, &x)) return false;
    if (x.rank || x.kind == TYPE_REAL || x.kind == TYPE_STRING)
        return eval_fail(v, e, true, "an Integer is needed");
    *out = x.u.integer;
    return true;
}

bool eval_condition(Evaluator *v, const Expr *e, bool *out)
{
    Value x;
    if (!eval_expr(v, e, &x)) return false;
    if (x.rank || x.kind != TYPE_BOOLEAN) return eval_fail(v, e, true, "a Boolean is needed");
    *out = x.u.integer != 0;
    return true;
}

// ---- Leaves --------------------------------------------------------------------------------

// Large literal arrays (tables) are converted once per evaluation.
static bool eval_literal_array(Evaluator *v, const Expr *e, Value *out)
{
    if (!v->literals.arena) v->literals = map_make(memory_arena(&v->memory));
    const Value *known = map_get_pointer(&v->literals, e);
    if (known) {
        *out = *known;
        return true;
    }
    ValueMemory lasting = {.arena = memory_arena(&v->memory)};
    if (!value_of_literal(&lasting, v->t, e, out))
        return eval_fail(v, e, true, "the rows of the array differ in length");
    map_put_pointer(&v->literals, e, ARENA_COPY(v->memory.arena, Value, out, 1));
    return true;
}

static bool eval_variable(Evaluator *v, const Expr *e, Value *out)
{
    const Expr *value =
        v->values && v->values->variable ? v->values->variable(v->values->client, e->u.var) : NULL;
    if (!value) return fail_unknown(v, e, "the variable");
    if (value->kind == EXPR_ARRAY || value->kind == EXPR_RECORD)
        return eval_literal_array(v, value, out);
    if (!expr_is_literal(value)) return eval_expr(v, value, out); // fill(0, 1000) and the like
    return value_of_literal(&v->memory, v->t, value, out);
}

static bool eval_time(Evaluator *v, const Expr *e, Value *out)
{
    if (!v->values || !v->values->time) return fail_unknown(v, e, "'time'");
    *out = value_real(v->t, *v->values->time);
    return true;
}

static bool eval_iterator(Evaluator *v, const Expr *e, Value *out)
{
    for (uint32_t i = v->iterators.count; i-- > 0;)
        if (v->iterators.data[i].iterator == e->u.index) {
            *out = v->iterators.data[i].value;
            return true;
        }
    return fail_unknown(v, e, "the iterator");
}

// ---- Arrays and records --------------------------------------------------------------------

// {a, b, c} from values of equal shape.
bool eval_pack(Evaluator *v, const Expr *e, const Value *items, uint32_t n, Value *out)
{
    const Value *first = &items[0];
    int32_t dims[first->rank + 1];
    dims[0] = (int32_t)n;
    copy_dims(dims + 1, first->dims, first->rank);
    const Type *elem = first->elem;
    for (uint32_t i = 1; i < n; i++) {
        if (!value_same_shape(first, &items[i]))
            return eval_fail(v, e, true, "the elements of the array differ in size");
        if (items[i].kind == TYPE_REAL) elem = items[i].elem;
    }
    if (!eval_make_array(v, e, elem, dims, first->rank + 1u, out)) return false;
    for (uint32_t i = 0; i < n; i++)
        for (int64_t k = 0; k < first->count; k++) {
            Value item = value_get(&items[i], k);
            value_set(out, i * first->count + k, &item);
        }
    return true;
}

static bool eval_array(Evaluator *v, const Expr *e, Value *out)
{
    uint32_t n = e->n_args;
    if (n == 0) {
        uint32_t rank = type_rank(e->type);
        int32_t dims[rank];
        for (uint32_t k = 0; k < rank; k++) dims[k] = e->type->dims[k] < 0 ? 0 : e->type->dims[k];
        return eval_make_array(v, e, e->type->elem, dims, rank, out);
    }
    if (n > 8 && expr_is_literal(e)) return eval_literal_array(v, e, out);
    Value *items = eval_take(v, n * sizeof *items);
    for (uint32_t i = 0; i < n; i++)
        if (!eval_expr(v, e->args[i], &items[i])) return false;
    return eval_pack(v, e, items, n, out);
}

static bool eval_record(Evaluator *v, const Expr *e, Value *out)
{
    Value *items = eval_take(v, e->n_args * sizeof *items + 1);
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!eval_expr(v, e->args[i], &items[i])) return false;
    *out = (Value){.kind = TYPE_RECORD, .elem = e->type, .count = 1, .u.items = items};
    return true;
}

// The field of every record of an array: dimensions of the array, then those of the field.
static bool field_of_array(Evaluator *v, const Expr *e, const Value *base, Value *out)
{
    uint32_t field = e->u.index;
    if (base->count == 0) {
        uint32_t rank = type_rank(e->type);
        int32_t dims[rank + 1];
        for (uint32_t k = 0; k < rank; k++) {
            dims[k] = k < base->rank ? base->dims[k] : e->type->dims[k];
            if (dims[k] < 0) dims[k] = 0;
        }
        return eval_make_array(v, e, type_elem(e->type), dims, rank, out);
    }
    Value *items = eval_take(v, (size_t)base->count * sizeof *items);
    for (int64_t i = 0; i < base->count; i++) items[i] = base->u.items[i].u.items[field];
    Value flat;
    if (!eval_pack(v, e, items, (uint32_t)base->count, &flat)) return false;
    uint32_t rank = base->rank + flat.rank - 1u;
    int32_t *dims = eval_take(v, rank * sizeof *dims);
    copy_dims(dims, base->dims, base->rank);
    copy_dims(dims + base->rank, flat.dims + 1, flat.rank - 1u);
    flat.rank = (uint8_t)rank;
    flat.dims = dims;
    *out = flat;
    return true;
}

static bool eval_field(Evaluator *v, const Expr *e, Value *out)
{
    Value base;
    const Expr *literal = eval_literal_place(v, e);
    if (literal) return eval_expr(v, literal, out);
    if (!eval_expr(v, e->args[0], &base)) return false;
    if (base.kind != TYPE_RECORD) return eval_fail(v, e, true, "not a record");
    if (base.rank) return field_of_array(v, e, &base, out);
    *out = base.u.items[e->u.index];
    const Field *field = &base.elem->fields[e->u.index];
    return out->kind != TYPE_ERROR || eval_unset(v, e, field->type, field->name, out);
}

static bool eval_tuple_item(Evaluator *v, const Expr *e, Value *out)
{
    Value tuple;
    if (!eval_expr(v, e->args[0], &tuple)) return false;
    if (tuple.kind != TYPE_TUPLE || e->u.index >= tuple.elem->n)
        return eval_fail(v, e, true, "the function has no such output");
    *out = tuple.u.items[e->u.index];
    return true;
}

// ---- Operators -----------------------------------------------------------------------------

static bool eval_lazy(Evaluator *v, const Expr *e, Value *out)
{
    bool decides = e->op == OP_OR; // the value of the first operand that settles the result
    if (!eval_expr(v, e->args[0], out)) return false;
    if (out->rank == 0 && (out->u.integer != 0) == decides) return true;
    Value first = *out;
    if (!eval_expr(v, e->args[1], out)) return false;
    Value second = *out;
    return first.rank == 0 || eval_elementwise(v, e, &first, &second, out);
}

static bool eval_op(Evaluator *v, const Expr *e, Value *out)
{
    if (e->op == OP_AND || e->op == OP_OR) return eval_lazy(v, e, out);
    if (e->op == OP_NO_EVENT || e->op == OP_HOMOTOPY || e->op == OP_QUANTITY)
        return eval_expr(v, e->args[0], out);
    if (e->op == OP_SMOOTH) return eval_expr(v, e->args[1], out);
    if (e->n_args <= 2) {
        Value args[2];
        for (uint32_t i = 0; i < e->n_args; i++)
            if (!eval_expr(v, e->args[i], &args[i])) return false;
        return eval_operator(v, e, args, out);
    }
    Value *args = eval_take(v, e->n_args * sizeof *args);
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!eval_expr(v, e->args[i], &args[i])) return false;
    return eval_operator(v, e, args, out);
}

static bool eval_node(Evaluator *v, const Expr *e, Value *out)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER:
    case EXPR_BOOLEAN:
    case EXPR_STRING:
    case EXPR_ENUM: return value_of_literal(&v->memory, v->t, e, out);
    case EXPR_REF: return eval_variable(v, e, out);
    case EXPR_LOCAL: return eval_local(v, e, out);
    case EXPR_ITERATOR: return eval_iterator(v, e, out);
    case EXPR_TIME: return eval_time(v, e, out);
    case EXPR_OP: return eval_op(v, e, out);
    case EXPR_IF: {
        bool yes = false;
        if (!eval_condition(v, e->args[0], &yes)) return false;
        return eval_expr(v, e->args[yes ? 1 : 2], out);
    }
    case EXPR_CALL: return eval_call(v, e, out);
    case EXPR_ARRAY: return eval_array(v, e, out);
    case EXPR_RANGE: return eval_range(v, e, out);
    case EXPR_COMPREHENSION: return eval_comprehension(v, e, out);
    case EXPR_REDUCTION: return eval_reduction(v, e, out);
    case EXPR_SUBSCRIPT: return eval_subscript(v, e, out);
    case EXPR_FIELD: return eval_field(v, e, out);
    case EXPR_RECORD: return eval_record(v, e, out);
    case EXPR_TUPLE_ITEM: return eval_tuple_item(v, e, out);
    case EXPR_COMPONENT: return fail_unknown(v, e, "a component");
    case EXPR_ERROR:
    case EXPR_COLON:
    case EXPR_TUPLE: break;
    }
    return eval_fail(v, e, false, "the expression has no value");
}

bool eval_step(Evaluator *v, const Expr *e)
{
    if (++v->steps <= MAX_STEPS) return true;
    return eval_fail(v, e, true, "the evaluation takes more than %d steps", MAX_STEPS);
}

bool eval_expr(Evaluator *v, const Expr *e, Value *out)
{
    if (v->failed || !eval_step(v, e)) return false;
    if (v->t->stack_base - (const char *)__builtin_frame_address(0) > MAX_STACK)
        return eval_fail(v, e, true, "the evaluation is nested too deeply");
    return eval_node(v, e, out);
}

const Expr *expr_evaluate(Session *s, const Expr *e, const ValueSource *values,
                          EvalFailure *failure)
{
    EvalFailure ignored;
    if (expr_is_literal(e)) return e;
    Evaluator v = {
        .s = s, .t = s->exprs, .values = values, .failure = failure ? failure : &ignored};
    Value result;
    const Expr *literal = NULL;
    // Evaluations nest when the client works out a variable: the bound holds for all together.
    bool outermost = !v.t->stack_base;
    if (outermost) v.t->stack_base = __builtin_frame_address(0);
    if (eval_expr(&v, e, &result)) {
        literal = value_to_literal(v.t, &result);
        if (type_elem(e->type)->kind == TYPE_REAL) literal = expr_cast_real(v.t, literal);
    }
    if (outermost) v.t->stack_base = NULL;
    memory_close(&v.memory);
    return literal;
}
