// The constructors: types are derived, Integers cast, rules of simplify.c applied, and the node
// is looked up in the table.
#include "expr/expr.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "expr/function.h"
#include "expr/scalar.h"
#include "expr/table.h"

bool expr_settle(ExprTable *t, const SettledNames *settled)
{
    t->settled = settled;
    return t->has_zero_quotients;
}

bool expr_algebra(ExprTable *t, bool is_algebra)
{
    bool before = t->plain_zero;
    t->plain_zero = is_algebra;
    return before;
}

static const Expr *real_node(ExprTable *t, double value)
{
    return expr_intern(t, &(Expr){.kind = EXPR_REAL, .type = t->basic[TYPE_REAL], .u.real = value},
                       NULL, 0);
}

ExprTable *expr_table_open(Session *s, Arena *out)
{
    ExprTable *t = ARENA_NEW(out, ExprTable);
    t->session = s;
    t->arena = out;
    node_index_open(t);
    t->places = map_make(t->arena);
    t->call_results = map_make(t->arena);
    t->derivatives = map_make(t->arena);
    t->zero_records = map_make(t->arena);
    s->exprs = t;
    type_table_open(t);
    const Type *const *basic = t->basic;
    t->error = expr_intern(t, &(Expr){.kind = EXPR_ERROR, .type = basic[TYPE_ERROR]}, NULL, 0);
    t->time = expr_intern(t, &(Expr){.kind = EXPR_TIME, .type = basic[TYPE_REAL]}, NULL, 0);
    t->colon = expr_intern(t, &(Expr){.kind = EXPR_COLON, .type = basic[TYPE_NONE]}, NULL, 0);
    for (int i = 0; i < 2; i++)
        t->boolean[i] = expr_intern(
            t, &(Expr){.kind = EXPR_BOOLEAN, .type = basic[TYPE_BOOLEAN], .u.integer = i}, NULL, 0);
    t->zero = real_node(t, 0);
    t->one = real_node(t, 1);
    t->minus_one = real_node(t, -1);
    return t;
}

uint32_t expr_count(const ExprTable *t)
{
    return t->count;
}

bool expr_has_lost_clocks(const ExprTable *t)
{
    return t->has_clocks && t->has_lost_terms && !t->keeps_terms;
}

bool expr_keep_terms(ExprTable *t, bool keeps)
{
    bool before = t->keeps_terms;
    t->keeps_terms = keeps;
    return before;
}

bool expr_has_clocks(const ExprTable *t)
{
    return t->has_clocks;
}

// ---- Leaves ------------------------------------------------------------------------------

const Expr *expr_error(ExprTable *t)
{
    return t->error;
}

const Expr *expr_real(ExprTable *t, double value)
{
    if (value == 0 && !signbit(value)) return t->zero;
    if (value == 1) return t->one;
    return value == -1 ? t->minus_one : real_node(t, value);
}

const Expr *expr_integer(ExprTable *t, int64_t value)
{
    return expr_intern(
        t, &(Expr){.kind = EXPR_INTEGER, .type = t->basic[TYPE_INTEGER], .u.integer = value}, NULL,
        0);
}

const Expr *expr_boolean(ExprTable *t, bool value)
{
    return t->boolean[value];
}

const Expr *expr_string(ExprTable *t, Name text)
{
    return expr_intern(
        t, &(Expr){.kind = EXPR_STRING, .type = t->basic[TYPE_STRING], .u.string = text}, NULL, 0);
}

const Expr *expr_enum(ExprTable *t, const Type *type, int64_t number)
{
    return expr_intern(t, &(Expr){.kind = EXPR_ENUM, .type = type, .u.integer = number}, NULL, 0);
}

static void make_room_for_refs(ExprTable *t, uint32_t n)
{
    uint32_t room = n + n / 2 + 64;
    t->refs = arena_grow(t->arena, t->refs, t->n_refs * sizeof *t->refs, room * sizeof *t->refs,
                         _Alignof(const Expr *));
    memset(t->refs + t->n_refs, 0, (room - t->n_refs) * sizeof *t->refs);
    t->n_refs = room;
}

// Asked for more often than anything else: found by its number, not by its hash. A second type (the
// array that a scalar was taken from) is rare; both are found by their hash from then on.
const Expr *expr_ref(ExprTable *t, VarId var, const Type *type)
{
    uint32_t i = (uint32_t)var.i;
    if (i < t->n_refs && t->refs[i] && t->refs[i]->type == type) return t->refs[i];
    const Expr like = {.kind = EXPR_REF, .type = type, .u.var = var};
    if (var.i < 0) return expr_intern(t, &like, NULL, 0);
    if (i >= t->n_refs) make_room_for_refs(t, i + 1);
    if (!t->refs[i]) return t->refs[i] = expr_unentered(t, &like);
    expr_enter(t, t->refs[i]);
    return t->refs[i] = expr_intern(t, &like, NULL, 0);
}

const Expr *expr_local(ExprTable *t, uint32_t index, const Type *type, Name name)
{
    const Expr like = {.kind = EXPR_LOCAL, .type = type, .u.index = index};
    return expr_intern_named(t, &like, name);
}

const Expr *expr_iterator(ExprTable *t, Name name, const Type *type)
{
    const Expr like = {.kind = EXPR_ITERATOR, .type = type, .u.index = t->n_iterators++};
    return expr_intern_named(t, &like, name);
}

const Expr *expr_time(ExprTable *t)
{
    return t->time;
}

const Expr *expr_component(ExprTable *t, ComponentId component)
{
    const Expr like = {
        .kind = EXPR_COMPONENT, .type = t->basic[TYPE_NONE], .u.component = component};
    return expr_intern(t, &like, NULL, 0);
}

const Expr *expr_colon(ExprTable *t)
{
    return t->colon;
}

// ---- Operators ---------------------------------------------------------------------------

static bool any_error(const Expr *const *args, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (args[i] && args[i]->type->kind == TYPE_ERROR) return true;
    return false;
}

const Expr *expr_cast_real(ExprTable *t, const Expr *e)
{
    if (type_elem(e->type)->kind != TYPE_INTEGER) return e;
    return expr_op(t, OP_TO_REAL, &e, 1);
}

static bool has_real(const Expr *const *args, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (type_elem(args[i]->type)->kind == TYPE_REAL) return true;
    return false;
}

static void cast_arguments(ExprTable *t, Op op, const Expr **args, uint32_t n)
{
    uint32_t first = 0, end = n;
    switch ((OpCast)op_rows[op].cast) {
    case CAST_NONE: return;
    case CAST_ALL: break;
    case CAST_MIXED:
        if (!has_real(args, n)) return;
        break;
    case CAST_MIXED_TAIL:
        first = 1;
        if (!has_real(args + 1, n - 1)) return;
        break;
    case CAST_FIRST_TWO: end = 2; break;
    case CAST_POWER: end = type_rank(args[0]->type) ? 1 : 2; break;
    }
    for (uint32_t i = first; i < end; i++) args[i] = expr_cast_real(t, args[i]);
}

// Most operations of a large model: their type is known without looking further.
static bool is_real_arithmetic(const ExprTable *t, Op op, const Expr *const *args, uint32_t n)
{
    const Type *real = t->basic[TYPE_REAL];
    switch (op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV: return n == 2 && args[0]->type == real && args[1]->type == real;
    case OP_NEG: return n == 1 && args[0]->type == real;
    default: return false;
    }
}

static const Expr *simplified_op(ExprTable *t, Op op, const Expr *const *args, uint32_t n,
                                 const Type *type)
{
    const Expr *simpler = simplify_op(t, op, args, n, type);
    if (simpler) return simpler;
    return expr_intern(t, &(Expr){.kind = EXPR_OP, .op = (uint16_t)op, .type = type}, args, n);
}

const Expr *expr_op(ExprTable *t, Op op, const Expr *const *args, uint32_t n)
{
    if (is_real_arithmetic(t, op, args, n))
        return simplified_op(t, op, args, n, t->basic[TYPE_REAL]);
    if (any_error(args, n)) return t->error;
    const char *why;
    const Type *type = expr_op_type(t, op, args, n, &why);
    if (!type) return t->error;
    const Expr *fixed[4], **cast = n <= 4 ? fixed : ARENA_RAW(t->arena, const Expr *, n);
    if (n) memcpy(cast, args, n * sizeof *args);
    cast_arguments(t, op, cast, n);
    return simplified_op(t, op, cast, n, type);
}

const Expr *expr_op1(ExprTable *t, Op op, const Expr *a)
{
    return expr_op(t, op, &a, 1);
}

const Expr *expr_op2(ExprTable *t, Op op, const Expr *a, const Expr *b)
{
    return expr_op(t, op, (const Expr *[]){a, b}, 2);
}

const Expr *expr_to_enum(ExprTable *t, const Type *type, const Expr *number)
{
    if (expr_is_error(number)) return number;
    if (number->kind == EXPR_INTEGER && number->u.integer >= 1 && number->u.integer <= type->n)
        return expr_enum(t, type, number->u.integer);
    const Expr like = {.kind = EXPR_OP, .op = OP_INTEGER_TO_ENUM, .type = type};
    return expr_intern(t, &like, &number, 1);
}

static const Expr *cast_to_elem(ExprTable *t, const Expr *e, const Type *type)
{
    return type_elem(type)->kind == TYPE_REAL ? expr_cast_real(t, e) : e;
}

const Expr *expr_if(ExprTable *t, const Expr *condition, const Expr *yes, const Expr *no)
{
    const Expr *args[3] = {condition, yes, no};
    if (any_error(args, 3)) return t->error;
    bool agree;
    const Type *type = type_common(t, yes->type, no->type, &agree);
    if (!type) return t->error;
    args[1] = cast_to_elem(t, yes, type);
    args[2] = cast_to_elem(t, no, type);
    if (expr_is_true(condition)) return args[1];
    if (expr_is_false(condition)) return args[2];
    if (args[1] == args[2] && !(condition->flags & EXPR_HAS_IMPURE)) return args[1];
    return expr_intern(t, &(Expr){.kind = EXPR_IF, .type = type}, args, 3);
}

// ---- Calls -------------------------------------------------------------------------------

static const Expr *make_call(ExprTable *t, const Function *f, const Expr *const *args, uint32_t n,
                             uint16_t place, const Type *type)
{
    if (any_error(args, n) || type->kind == TYPE_ERROR) return t->error;
    const Expr like = {.kind = EXPR_CALL, .op = place, .type = type, .u.function = f};
    return expr_intern(t, &like, args, n);
}

const Expr *expr_call(ExprTable *t, const Function *f, const Expr *const *args, uint32_t n,
                      const Type *type)
{
    return make_call(t, f, args, n, 0, type);
}

// The number of what is at a place (0: in the text), by that and one more number; 0: there are too
// many.
static uint16_t place_of(ExprTable *t, uint16_t place, uint32_t at)
{
    uint64_t key = (uint64_t)place << 32 | at, found;
    if (map_get(&t->places, key, &found)) return (uint16_t)found;
    if (t->places.count == UINT16_MAX) return 0;
    map_put(&t->places, key, t->places.count + 1);
    return (uint16_t)t->places.count;
}

const Expr *expr_call_at(ExprTable *t, const Function *f, const Expr *const *args, Span span,
                         const Type *type)
{
    uint16_t place = f->is_impure ? place_of(t, 0, span.begin) : 0;
    return f->is_impure && !place ? NULL : make_call(t, f, args, f->n_inputs, place, type);
}

const Expr *expr_call_again(ExprTable *t, const Expr *call, const Expr *const *args,
                            const Type *type)
{
    return make_call(t, call->u.function, args, call->n_args, call->op, type);
}

const Expr *expr_call_in_loop(ExprTable *t, const Expr *call, const Expr *value)
{
    uint16_t place = place_of(t, call->op, value->id);
    return place ? make_call(t, call->u.function, call->args, call->n_args, place, call->type)
                 : NULL;
}

const Expr *expr_tuple(ExprTable *t, const Expr *const *items, uint32_t n)
{
    if (any_error(items, n)) return t->error;
    Field fields[n + 1];
    for (uint32_t i = 0; i < n; i++)
        fields[i] = (Field){NULL, items[i] ? items[i]->type : t->basic[TYPE_NONE]};
    return expr_intern(t, &(Expr){.kind = EXPR_TUPLE, .type = type_tuple(t, fields, n)}, items, n);
}

const Expr *expr_tuple_item(ExprTable *t, const Expr *call, uint32_t output, const Type *type)
{
    if (expr_is_error(call)) return call;
    if (call->kind == EXPR_TUPLE && call->args[output]) return call->args[output];
    if (call->type->kind != TYPE_TUPLE && output == 0) return call;
    return expr_intern(t, &(Expr){.kind = EXPR_TUPLE_ITEM, .type = type, .u.index = output}, &call,
                       1);
}

// ---- Arrays and records ------------------------------------------------------------------

const Expr *expr_array(ExprTable *t, const Expr *const *items, uint32_t n, const Type *elem)
{
    if (any_error(items, n)) return t->error;
    for (uint32_t i = 0; i < n; i++) {
        bool agree;
        elem = type_common(t, elem, items[i]->type, &agree);
        if (!elem) return t->error;
    }
    int32_t size = (int32_t)n;
    const Expr like = {.kind = EXPR_ARRAY, .type = type_array(t, elem, &size, 1)};
    const Expr *fixed[16], **cast = fixed;
    bool must_cast = false;
    for (uint32_t i = 0; i < n; i++)
        must_cast |=
            type_elem(elem)->kind == TYPE_REAL && type_elem(items[i]->type)->kind == TYPE_INTEGER;
    if (!must_cast) return expr_intern(t, &like, items, n);
    if (n > 16) cast = ARENA_RAW(t->arena, const Expr *, n);
    for (uint32_t i = 0; i < n; i++) cast[i] = cast_to_elem(t, items[i], elem);
    return expr_intern(t, &like, cast, n);
}

static int32_t range_size(const Expr *first, const Expr *step, const Expr *last)
{
    double a, h, b;
    if (first->kind == EXPR_BOOLEAN && last->kind == EXPR_BOOLEAN)
        return first->u.integer > last->u.integer
                   ? 0
                   : (int32_t)(last->u.integer - first->u.integer + 1);
    if (first->kind == EXPR_ENUM && last->kind == EXPR_ENUM)
        return first->u.integer > last->u.integer
                   ? 0
                   : (int32_t)(last->u.integer - first->u.integer + 1);
    if (!expr_is_number(first, &a) || !expr_is_number(step, &h) || !expr_is_number(last, &b))
        return DIM_UNKNOWN;
    int64_t count = number_range_count(a, h, b);
    return count < 0 || count > INT32_MAX ? DIM_UNKNOWN : (int32_t)count;
}

const Expr *expr_range(ExprTable *t, const Expr *first, const Expr *step, const Expr *last)
{
    const Expr *args[3] = {first, step ? step : expr_integer(t, 1), last};
    if (any_error(args, 3)) return t->error;
    bool agree;
    const Type *type = type_common(t, first->type, last->type, &agree);
    if (!type || type_rank(type)) return t->error;
    if (step && type_is_numeric(type)) type = type_common(t, type, step->type, &agree);
    if (!type) return t->error;
    if (type->kind == TYPE_REAL)
        for (int i = 0; i < 3; i++) args[i] = expr_cast_real(t, args[i]);
    int32_t size = range_size(args[0], args[1], args[2]);
    return expr_intern(t, &(Expr){.kind = EXPR_RANGE, .type = type_array(t, type, &size, 1)}, args,
                       3);
}

static void body_and_pairs(const Expr *body, const Expr *const *pairs, uint32_t n_pairs,
                           const Expr **args)
{
    args[0] = body;
    memcpy(args + 1, pairs, 2 * n_pairs * sizeof *pairs);
}

const Expr *expr_comprehension(ExprTable *t, const Expr *body,
                               const Expr *const *iterators_and_ranges, uint32_t n_pairs)
{
    const Expr *args[2 * n_pairs + 1];
    body_and_pairs(body, iterators_and_ranges, n_pairs, args);
    if (any_error(args, 2 * n_pairs + 1)) return t->error;
    int32_t dims[n_pairs + 1];
    for (uint32_t k = 0; k < n_pairs; k++) {
        const Type *range = args[2 + 2 * k]->type;
        if (type_rank(range) != 1) return t->error;
        dims[k] = range->dims[0];
    }
    const Expr like = {.kind = EXPR_COMPREHENSION,
                       .type = type_array(t, body->type, dims, n_pairs)};
    return expr_intern(t, &like, args, 2 * n_pairs + 1);
}

const Expr *expr_reduction(ExprTable *t, Op op, const Expr *body,
                           const Expr *const *iterators_and_ranges, uint32_t n_pairs)
{
    const Expr *args[2 * n_pairs + 1];
    body_and_pairs(body, iterators_and_ranges, n_pairs, args);
    if (any_error(args, 2 * n_pairs + 1)) return t->error;
    const Expr like = {.kind = EXPR_REDUCTION, .op = (uint16_t)op, .type = body->type};
    return expr_intern(t, &like, args, 2 * n_pairs + 1);
}

static const Type *subscripted_type(ExprTable *t, const Type *base, const Expr *const *subs,
                                    uint32_t n)
{
    uint32_t rank = type_rank(base), kept = 0;
    if (n > rank) return NULL;
    int32_t dims[rank + 1];
    for (uint32_t k = 0; k < rank; k++) {
        if (k >= n || subs[k]->kind == EXPR_COLON)
            dims[kept++] = base->dims[k];
        else if (type_rank(subs[k]->type) == 1)
            dims[kept++] = subs[k]->type->dims[0];
        else if (type_rank(subs[k]->type) > 1)
            return NULL;
    }
    return type_array(t, base->elem, dims, kept);
}

const Expr *expr_subscript(ExprTable *t, const Expr *base, const Expr *const *subs, uint32_t n)
{
    if (expr_is_error(base) || any_error(subs, n)) return t->error;
    while (n && subs[n - 1]->kind == EXPR_COLON) n--;
    if (n == 0) return base;
    const Type *type = subscripted_type(t, base->type, subs, n);
    if (!type) return t->error;
    const Expr *simpler = simplify_subscript(t, base, subs, n);
    if (simpler) return simpler;
    const Expr *fixed[8], **args = n < 8 ? fixed : ARENA_RAW(t->arena, const Expr *, n + 1);
    args[0] = base;
    memcpy(args + 1, subs, n * sizeof *subs);
    return expr_intern(t, &(Expr){.kind = EXPR_SUBSCRIPT, .type = type}, args, n + 1);
}

const Expr *expr_field(ExprTable *t, const Expr *record, uint32_t field)
{
    const Type *elem = type_elem(record->type);
    if (expr_is_error(record) || elem->kind != TYPE_RECORD || field >= elem->n) return t->error;
    const Type *type = elem->fields[field].type;
    if (type_rank(record->type)) type = type_array(t, type, record->type->dims, record->type->n);
    const Expr *simpler = simplify_field(t, record, field, type);
    if (simpler) return simpler;
    return expr_intern(t, &(Expr){.kind = EXPR_FIELD, .type = type, .u.index = field}, &record, 1);
}

// Sizes that the type of a record leaves open are those of its fields.
static const Type *sized_by_fields(ExprTable *t, const Type *type, const Expr *const *fields)
{
    if (type_is_sized(type)) return type;
    Field sized[type->n + 1];
    for (uint32_t i = 0; i < type->n; i++) {
        bool agree;
        sized[i] = type->fields[i];
        const Type *both = type_common(t, sized[i].type, fields[i]->type, &agree);
        if (both && agree && type_elem(both)->kind == type_elem(sized[i].type)->kind)
            sized[i].type = both;
    }
    return type_record(t, type->name, type->owner, sized, type->n);
}

const Expr *expr_record(ExprTable *t, const Type *type, const Expr *const *fields, uint32_t n)
{
    if (any_error(fields, n) || n != type->n) return t->error;
    type = sized_by_fields(t, type, fields);
    const Expr *fixed[16], **cast = n <= 16 ? fixed : ARENA_RAW(t->arena, const Expr *, n);
    for (uint32_t i = 0; i < n; i++) cast[i] = cast_to_elem(t, fields[i], type->fields[i].type);
    return expr_intern(t, &(Expr){.kind = EXPR_RECORD, .type = type}, cast, n);
}

static const Expr *scalar_zero(ExprTable *t, const Type *type)
{
    switch (type->kind) {
    case TYPE_REAL: return expr_real(t, 0);
    case TYPE_INTEGER: return expr_integer(t, 0);
    case TYPE_BOOLEAN: return expr_boolean(t, false);
    case TYPE_STRING: return expr_string(t, name_of(t->session->names, "", 0));
    case TYPE_ENUMERATION: return expr_enum(t, type, 1);
    default: return t->error;
    }
}

const Expr *expr_zero(ExprTable *t, const Type *type)
{
    if (type->kind == TYPE_RECORD) {
        const Expr *fields[type->n + 1];
        for (uint32_t i = 0; i < type->n; i++) fields[i] = expr_zero(t, type->fields[i].type);
        return expr_record(t, type, fields, type->n);
    }
    if (type->kind != TYPE_ARRAY) return scalar_zero(t, type);
    if (type_count(type) < 0) return t->error;
    const Expr *args[type->n + 1];
    args[0] = expr_zero(t, type->elem);
    for (uint32_t k = 0; k < type->n; k++) args[1 + k] = expr_integer(t, type->dims[k]);
    return expr_op(t, OP_FILL, args, type->n + 1);
}

const Expr *expr_zero_like(ExprTable *t, const Expr *e)
{
    const Type *type = e->type;
    if (type->kind == TYPE_RECORD) {
        const Expr *zero = map_get_pointer(&t->zero_records, type);
        if (zero) return zero;
        const Expr *fields[type->n + 1];
        for (uint32_t i = 0; i < type->n; i++) fields[i] = expr_zero_like(t, expr_field(t, e, i));
        zero = expr_record(t, type, fields, type->n);
        if (type_is_sized(type)) map_put_pointer(&t->zero_records, type, zero);
        return zero;
    }
    if (type->kind != TYPE_ARRAY || type_count(type) >= 0) return expr_zero(t, type);
    const Expr *args[type->n + 1];
    args[0] = expr_zero(t, type->elem);
    for (uint32_t k = 0; k < type->n; k++)
        args[1 + k] = expr_op2(t, OP_SIZE, e, expr_integer(t, k + 1));
    return expr_op(t, OP_FILL, args, type->n + 1);
}

// Sizes that were unknown inside a function may be known with the arguments of a call.
static const Type *retyped_call(ExprTable *t, const Expr *call, const Expr *const *args)
{
    if (type_is_sized(call->type) || !call->u.function->locals) return call->type;
    return function_call_type(t, call->u.function, args);
}

const Expr *expr_with_args(ExprTable *t, const Expr *e, const Expr *const *args)
{
    uint32_t n = e->n_args;
    if (n == 0 || memcmp(args, e->args, n * sizeof *args) == 0) return e;
    switch ((ExprKind)e->kind) {
    case EXPR_OP:
        if (e->op == OP_INTEGER_TO_ENUM) return expr_to_enum(t, e->type, args[0]);
        return expr_op(t, (Op)e->op, args, n);
    case EXPR_IF: return expr_if(t, args[0], args[1], args[2]);
    case EXPR_CALL: return expr_call_again(t, e, args, retyped_call(t, e, args));
    case EXPR_ARRAY: return expr_array(t, args, n, args[0]->type);
    case EXPR_RANGE: return expr_range(t, args[0], args[1], args[2]);
    case EXPR_COMPREHENSION: return expr_comprehension(t, args[0], args + 1, n / 2);
    case EXPR_REDUCTION: return expr_reduction(t, (Op)e->op, args[0], args + 1, n / 2);
    case EXPR_SUBSCRIPT: return expr_subscript(t, args[0], args + 1, n - 1);
    case EXPR_FIELD: return expr_field(t, args[0], e->u.index);
    case EXPR_RECORD: return expr_record(t, e->type, args, n);
    case EXPR_TUPLE: return expr_tuple(t, args, n);
    case EXPR_TUPLE_ITEM: {
        const Type *tuple = args[0]->type;
        bool known = tuple->kind == TYPE_TUPLE && e->u.index < tuple->n;
        const Type *type = known ? tuple->fields[e->u.index].type : e->type;
        return expr_tuple_item(t, args[0], e->u.index, type);
    }
    default: return e;
    }
}

const Expr *expr_renamed(ExprTable *t, const Expr *e, const Expr *const *args)
{
    return expr_intern(t, e, args, e->n_args);
}

// ---- Questions ---------------------------------------------------------------------------

bool expr_is_literal(const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER:
    case EXPR_BOOLEAN:
    case EXPR_STRING:
    case EXPR_ENUM: return true;
    case EXPR_ARRAY:
    case EXPR_RECORD: break;
    default: return false;
    }
    for (uint32_t i = 0; i < e->n_args; i++) // as deep as the type is nested
        if (!expr_is_literal(e->args[i])) return false;
    return true;
}

bool expr_is_number(const Expr *e, double *value)
{
    if (e->kind == EXPR_REAL)
        *value = e->u.real;
    else if (e->kind == EXPR_INTEGER)
        *value = (double)e->u.integer;
    else
        return false;
    return true;
}

bool expr_is_true(const Expr *e)
{
    return e->kind == EXPR_BOOLEAN && e->u.integer;
}

bool expr_is_false(const Expr *e)
{
    return e->kind == EXPR_BOOLEAN && !e->u.integer;
}

bool expr_is_zero(const Expr *e)
{
    if (e->kind == EXPR_REAL) return e->u.real == 0;
    if (e->kind == EXPR_INTEGER) return e->u.integer == 0;
    if (e->kind == EXPR_OP && e->op == OP_FILL) return expr_is_zero(e->args[0]);
    if ((e->kind != EXPR_ARRAY && e->kind != EXPR_RECORD) || e->n_args == 0) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!expr_is_zero(e->args[i])) return false;
    return true;
}

bool expr_is_error(const Expr *e)
{
    return e->kind == EXPR_ERROR;
}
