// Local rewrite rules, applied on construction.
//
// A rule looks at the operator and its arguments and one level below, so construction stays
// O(1) per node. What the user wrote stays readable: terms are not reordered and sums are not
// collected. Errors are never folded away: 1/0 stays as it is, and an expression without
// variables that did not fold to a literal (it holds such an error) is never dropped.
#include <math.h>
#include <string.h>

#include "expr/function.h"
#include "expr/scalar.h"
#include "expr/table.h"

enum { LARGEST_FOLDED = 4096 }; // elements of an array that folding may write out

static bool is_op(const Expr *e, Op op)
{
    return e->kind == EXPR_OP && e->op == op;
}

static bool is_value(const Expr *e, double wanted)
{
    double value;
    if (is_op(e, OP_FILL)) e = e->args[0];
    return expr_is_number(e, &value) && value == wanted;
}

// Whether leaving e out loses nothing: no side effect, no error that is certain, and no variable
// whose clock somebody still has to know.
static bool may_drop(ExprTable *t, const Expr *e)
{
    enum { VARIES = EXPR_HAS_REF | EXPR_HAS_ITERATOR | EXPR_HAS_TIME | EXPR_HAS_LOCAL };
    if (e->flags & EXPR_HAS_IMPURE) return false;
    if (e->kind == EXPR_OP && op_is_clocked((Op)e->op)) return false; // says which clock is meant
    if (e->flags & EXPR_HAS_REF) {
        if (t->keeps_terms) return false;
        t->has_lost_terms = true;
    }
    return (e->flags & (VARIES | EXPR_HAS_CALL)) || expr_is_literal(e) || is_op(e, OP_FILL);
}

static const Expr *zero_of(ExprTable *t, const Type *type)
{
    const Expr *zero = expr_zero(t, type);
    return expr_is_error(zero) ? NULL : zero;
}

// ---- Folding of scalar literals ------------------------------------------------------------

static const Expr *fold_real(ExprTable *t, Op op, const Expr *const *args, uint32_t n,
                             const Type *type)
{
    double a, b = 0, result;
    if (!expr_is_number(args[0], &a) || (n > 1 && !expr_is_number(args[1], &b))) return NULL;
    if (scalar_real(op, a, b, &result) || !isfinite(result)) return NULL;
    // What is computed has the zero of IEEE 754. Where equations are rearranged, -x = 0 gives x =
    // 0.
    if (result == 0 && t->plain_zero) result = 0;
    return type->kind == TYPE_INTEGER ? expr_integer(t, (int64_t)result) : expr_real(t, result);
}

static const Expr *fold_integer(ExprTable *t, Op op, const Expr *const *args, uint32_t n)
{
    int64_t result;
    if (scalar_integer(op, args[0]->u.integer, n > 1 ? args[1]->u.integer : 0, &result))
        return NULL;
    return expr_integer(t, result);
}

static const Expr *fold_relation(ExprTable *t, Op op, const Expr *a, const Expr *b)
{
    int order;
    if (a->kind == EXPR_REAL)
        order = scalar_order(a->u.real, b->u.real);
    else if (a->kind == EXPR_STRING)
        order = strcmp(a->u.string->text, b->u.string->text);
    else
        order = (a->u.integer > b->u.integer) - (a->u.integer < b->u.integer);
    return expr_boolean(t, scalar_relation(op, order));
}

static const Expr *fold_text(ExprTable *t, const Expr *a, const Expr *b)
{
    Name x = a->u.string, y = b->u.string;
    char buffer[256];
    if (x->length + y->length >= sizeof buffer) return NULL;
    memcpy(buffer, x->text, x->length);
    memcpy(buffer + x->length, y->text, y->length);
    return expr_string(t, name_of(t->session->names, buffer, x->length + y->length));
}

static bool is_scalar_literal(const Expr *e)
{
    return e->kind >= EXPR_REAL && e->kind <= EXPR_ENUM;
}

static const Expr *fold(ExprTable *t, Op op, const Expr *const *args, uint32_t n, const Type *type)
{
    if (n == 0 || n > 2) return NULL;
    for (uint32_t i = 0; i < n; i++)
        if (!is_scalar_literal(args[i])) return NULL;
    const Expr *a = args[0];
    switch ((OpClass)op_rows[op].op_class) {
    case CLASS_REL: return fold_relation(t, op, a, args[1]);
    case CLASS_MATH: return fold_real(t, op, args, n, type);
    case CLASS_CONV:
        if (op == OP_TO_REAL) return expr_real(t, (double)a->u.integer);
        return op == OP_ENUM_TO_INTEGER ? expr_integer(t, a->u.integer) : NULL;
    case CLASS_ARITH: break;
    case CLASS_ARRAY:
        if ((op == OP_MIN || op == OP_MAX) && n == 2) break;
        return NULL;
    case CLASS_EVENT:
        if (op_is_step(op) && op != OP_INTEGER) break;
        if (op == OP_INTEGER) {
            int64_t result;
            double value;
            if (!expr_is_number(a, &value) || scalar_floor(value, &result)) return NULL;
            return expr_integer(t, result);
        }
        return NULL;
    default: return NULL;
    }
    if (a->kind == EXPR_INTEGER && type->kind == TYPE_INTEGER) return fold_integer(t, op, args, n);
    if (a->kind == EXPR_STRING && n == 2 && (op == OP_ADD || op == OP_EL_ADD))
        return fold_text(t, a, args[1]);
    return fold_real(t, op, args, n, type);
}

// ---- Arithmetic ----------------------------------------------------------------------------

// A rule may only give an operand back when it has the type of the whole: scalar .+ array has not.
static const Expr *if_type(const Expr *e, const Type *type)
{
    return e->type == type ? e : NULL;
}

static bool is_negative_literal(const Expr *e)
{
    double value;
    return expr_is_number(e, &value) && value < 0;
}

static const Expr *simplify_sum(ExprTable *t, Op op, const Expr *a, const Expr *b, const Type *type)
{
    Op minus = op == OP_ADD ? OP_SUB : OP_EL_SUB;
    if (expr_is_zero(b) && if_type(a, type)) return a;
    if (expr_is_zero(a) && if_type(b, type)) return b;
    if (is_op(b, OP_NEG)) return expr_op2(t, minus, a, b->args[0]);
    if (is_op(a, OP_NEG) && a->args[0] == b && may_drop(t, b)) return zero_of(t, type);
    if (is_negative_literal(b)) return expr_op2(t, minus, a, expr_op1(t, OP_NEG, b));
    return NULL;
}

static const Expr *simplify_difference(ExprTable *t, Op op, const Expr *a, const Expr *b,
                                       const Type *type)
{
    Op plus = op == OP_SUB ? OP_ADD : OP_EL_ADD;
    if (expr_is_zero(b) && if_type(a, type)) return a;
    if (expr_is_zero(a) && if_type(b, type)) return expr_op1(t, OP_NEG, b);
    if (a == b && may_drop(t, a)) return zero_of(t, type);
    if (is_op(b, OP_NEG)) return expr_op2(t, plus, a, b->args[0]);
    if (is_negative_literal(b)) return expr_op2(t, plus, a, expr_op1(t, OP_NEG, b));
    return NULL;
}

static bool is_identity(const Expr *e)
{
    return is_op(is_op(e, OP_TO_REAL) ? e->args[0] : e, OP_IDENTITY);
}

// 0/p of what is known when the run begins: zero, or an error where p is zero.
bool expr_is_zero_quotient(const Expr *e)
{
    return is_op(e, OP_DIV) && expr_is_zero(e->args[0]);
}

static const Expr *simplify_product(ExprTable *t, const Expr *a, const Expr *b, const Type *type)
{
    if (expr_is_zero(a) && may_drop(t, b)) return zero_of(t, type);
    if (expr_is_zero(b) && may_drop(t, a)) return zero_of(t, type);
    if (expr_is_zero_quotient(a) && if_type(a, type) && may_drop(t, b)) return a;
    if (expr_is_zero_quotient(b) && if_type(b, type) && may_drop(t, a)) return b;
    bool scalar_a = type_rank(a->type) == 0, scalar_b = type_rank(b->type) == 0;
    if (scalar_a && is_value(a, 1)) return if_type(b, type);
    if (scalar_b && is_value(b, 1)) return if_type(a, type);
    if (scalar_a && is_value(a, -1) && if_type(b, type)) return expr_op1(t, OP_NEG, b);
    if (scalar_b && is_value(b, -1) && if_type(a, type)) return expr_op1(t, OP_NEG, a);
    if (is_op(a, OP_NEG) && is_op(b, OP_NEG)) return expr_op2(t, OP_MUL, a->args[0], b->args[0]);
    if (is_identity(a) && if_type(b, type)) return b;
    if (is_identity(b) && if_type(a, type)) return a;
    return NULL;
}

static const Expr *simplify_elementwise_product(ExprTable *t, const Expr *a, const Expr *b,
                                                const Type *type)
{
    if (expr_is_zero(a) && may_drop(t, b)) return zero_of(t, type);
    if (expr_is_zero(b) && may_drop(t, a)) return zero_of(t, type);
    if (is_value(a, 1) && if_type(b, type)) return b;
    if (is_value(b, 1) && if_type(a, type)) return a;
    // .* with a scalar is *, which the later stages know better.
    if (!type_rank(a->type) || !type_rank(b->type)) return expr_op2(t, OP_MUL, a, b);
    return NULL;
}

static void note_unknown(void *client, const Expr *node)
{
    ExprTable *t = client;
    if (node->kind == EXPR_REF && !t->settled->is_settled(t->settled->client, node->u.var))
        t->has_unknown = true;
}

// Whether 0/b is 0 by agreement: an unknown under the line is taken to be different from zero, for
// a capacitance of zero over a temperature is none. What is known when the run begins is not: where
// it is zero, 0/b is the error that 1/b is. As long as nobody knows which is which, 0/b stays.
static bool is_taken_as_nonzero(ExprTable *t, const Expr *b)
{
    if (expr_is_literal(b)) return !expr_is_zero(b);
    if (t->plain_zero) return true;
    t->has_unknown = false;
    if (t->settled && b->flags & EXPR_HAS_REF) expr_walk(t, b, t, note_unknown);
    t->has_zero_quotients |= !t->has_unknown;
    return t->has_unknown;
}

static const Expr *simplify_quotient(ExprTable *t, const Expr *a, const Expr *b, const Type *type)
{
    if (is_value(b, 1)) return if_type(a, type);
    if (is_value(b, -1) && if_type(a, type)) return expr_op1(t, OP_NEG, a);
    if ((expr_is_zero(a) || expr_is_zero_quotient(a)) && if_type(a, type) && may_drop(t, b) &&
        is_taken_as_nonzero(t, b))
        return a;
    if (is_op(a, OP_NEG) && is_op(b, OP_NEG)) return expr_op2(t, OP_DIV, a->args[0], b->args[0]);
    return NULL;
}

static const Expr *simplify_power(ExprTable *t, const Expr *a, const Expr *b, const Type *type)
{
    if (is_value(b, 1)) return if_type(a, type);
    if (is_value(b, 0) && may_drop(t, a) && !type_rank(type)) return expr_real(t, 1);
    return NULL;
}

static const Expr *simplify_negation(ExprTable *t, const Expr *a)
{
    if (is_op(a, OP_NEG)) return a->args[0];
    if (is_op(a, OP_FILL) && expr_is_literal(a->args[0])) {
        const Expr *args[a->n_args];
        memcpy(args, a->args, a->n_args * sizeof *args);
        args[0] = expr_op1(t, OP_NEG, a->args[0]);
        return expr_op(t, OP_FILL, args, a->n_args);
    }
    return NULL;
}

static const Expr *simplify_arith(ExprTable *t, Op op, const Expr *const *args, const Type *type)
{
    const Expr *a = args[0], *b = op == OP_NEG ? NULL : args[1]; // which has no second one
    if (type_elem(type)->kind == TYPE_STRING) return NULL;
    switch (op) {
    case OP_ADD:
    case OP_EL_ADD: return simplify_sum(t, op, a, b, type);
    case OP_SUB:
    case OP_EL_SUB: return simplify_difference(t, op, a, b, type);
    case OP_MUL: return simplify_product(t, a, b, type);
    case OP_EL_MUL: return simplify_elementwise_product(t, a, b, type);
    case OP_EL_DIV:
        if (!type_rank(b->type)) return expr_op2(t, OP_DIV, a, b);
        return NULL;
    case OP_DIV: return simplify_quotient(t, a, b, type);
    case OP_EL_POW:
        if (!type_rank(a->type) && !type_rank(b->type)) return expr_op2(t, OP_POW, a, b);
        return NULL;
    case OP_POW: return simplify_power(t, a, b, type);
    case OP_NEG: return simplify_negation(t, a);
    case OP_ABS:
        if (is_op(a, OP_ABS)) return a;
        return is_op(a, OP_NEG) ? expr_op1(t, OP_ABS, a->args[0]) : NULL;
    default: return NULL;
    }
}

// ---- Logic and relations -------------------------------------------------------------------

static const Expr *simplify_logic(ExprTable *t, Op op, const Expr *const *args)
{
    const Expr *a = args[0];
    if (op == OP_NOT) {
        if (a->kind == EXPR_BOOLEAN) return expr_boolean(t, !a->u.integer);
        return is_op(a, OP_NOT) ? a->args[0] : NULL;
    }
    const Expr *b = args[1];
    bool neutral = op == OP_AND;
    if (a->kind == EXPR_BOOLEAN) return (a->u.integer != 0) == neutral ? b : a;
    if (b->kind == EXPR_BOOLEAN && (b->u.integer != 0) == neutral) return a;
    if (b->kind == EXPR_BOOLEAN && may_drop(t, a)) return b;
    return a == b ? a : NULL;
}

static const Expr *simplify_relation(ExprTable *t, Op op, const Expr *a, const Expr *b)
{
    if (a != b || a->type->kind == TYPE_REAL || !may_drop(t, a)) return NULL;
    return expr_boolean(t, scalar_relation(op, 0));
}

// ---- Event operators -----------------------------------------------------------------------

static const Expr *simplify_event(ExprTable *t, Op op, const Expr *const *args, uint32_t n,
                                  const Type *type)
{
    if (n == 0) return NULL;
    const Expr *a = args[0];
    enum { VARIES = EXPR_HAS_REF | EXPR_HAS_TIME | EXPR_HAS_LOCAL | EXPR_HAS_CALL };
    switch (op) {
    case OP_NO_EVENT: return a->flags & EXPR_HAS_EVENT ? NULL : a;
    case OP_SMOOTH: return args[1]->flags & EXPR_HAS_EVENT ? NULL : args[1];
    case OP_DER:
        if (a->kind == EXPR_TIME) return expr_real(t, 1);
        if (is_op(a, OP_NEG)) return expr_op1(t, OP_NEG, expr_op1(t, OP_DER, a->args[0]));
        return a->flags & (VARIES | EXPR_HAS_ITERATOR) ? NULL : zero_of(t, type);
    case OP_PRE: return expr_is_literal(a) ? a : NULL;
    case OP_EDGE:
    case OP_CHANGE:
        return expr_is_literal(a) && !type_rank(a->type) ? expr_boolean(t, false) : NULL;
    case OP_HOMOTOPY: return a == args[1] ? a : NULL;
    default: return NULL;
    }
}

// ---- Arrays --------------------------------------------------------------------------------

static const Expr *simplify_size(ExprTable *t, const Expr *const *args, uint32_t n)
{
    const Type *type = args[0]->type;
    uint32_t rank = type_rank(type);
    double k;
    if (n == 2) {
        if (!expr_is_number(args[1], &k) || k < 1 || k > rank) return NULL;
        int32_t size = type->dims[(uint32_t)k - 1];
        return size == DIM_UNKNOWN ? NULL : expr_integer(t, size);
    }
    if (type_count(type) < 0) return NULL;
    const Expr *sizes[rank + 1];
    for (uint32_t i = 0; i < rank; i++) sizes[i] = expr_integer(t, type->dims[i]);
    return expr_array(t, sizes, rank, t->basic[TYPE_INTEGER]);
}

// An array whose elements in both leading dimensions are written out.
static bool is_written_matrix(const Expr *e)
{
    if (e->kind != EXPR_ARRAY || type_rank(e->type) < 2 || e->n_args == 0) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i]->kind != EXPR_ARRAY || e->args[i]->n_args != e->args[0]->n_args ||
            e->args[i]->n_args == 0)
            return false;
    return true;
}

static const Expr *simplify_transpose(ExprTable *t, const Expr *a)
{
    if (is_op(a, OP_TRANSPOSE)) return a->args[0];
    if (is_op(a, OP_IDENTITY)) return a;
    if (!is_written_matrix(a)) return NULL;
    uint32_t rows = a->n_args, columns = a->args[0]->n_args;
    ExprVec out = {0};
    const Type *elem = a->args[0]->args[0]->type;
    for (uint32_t j = 0; j < columns; j++) {
        ExprVec row = {0};
        for (uint32_t i = 0; i < rows; i++) VEC_PUSH(t->arena, &row, a->args[i]->args[j]);
        VEC_PUSH(t->arena, &out, expr_array(t, row.data, rows, elem));
    }
    return expr_array(t, out.data, columns, out.data[0]->type);
}

static const Expr *repeat(ExprTable *t, const Expr *value, const Expr *const *dims, uint32_t n)
{
    const Expr *args[n + 1];
    args[0] = value;
    memcpy(args + 1, dims, n * sizeof *dims);
    return expr_op(t, OP_FILL, args, n + 1);
}

// One entry behind another along the first dimension, when all parts are written out.
static const Expr *simplify_cat(ExprTable *t, const Expr *const *args, uint32_t n, const Type *type)
{
    double along;
    if (n == 2) return if_type(args[1], type);
    if (!expr_is_number(args[0], &along) || along != 1) return NULL;
    uint32_t total = 0;
    for (uint32_t i = 1; i < n; i++) {
        if (args[i]->kind != EXPR_ARRAY) return NULL;
        total += args[i]->n_args;
    }
    if (total == 0) return NULL;
    ExprVec items = {0};
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = 0; k < args[i]->n_args; k++) VEC_PUSH(t->arena, &items, args[i]->args[k]);
    return expr_array(t, items.data, items.count, items.data[0]->type);
}

static const Expr *wrap(ExprTable *t, const Expr *e, uint32_t times)
{
    while (times--) e = expr_array(t, &e, 1, e->type);
    return e;
}

static const Expr *simplify_promote(ExprTable *t, const Expr *a, const Type *type)
{
    uint32_t rank = type_rank(a->type), wanted = type_rank(type);
    if (rank == wanted) return a;
    if (rank == 0) return wrap(t, a, wanted);
    if (rank != 1 || a->kind != EXPR_ARRAY || a->n_args == 0) return NULL;
    ExprVec items = {0};
    for (uint32_t i = 0; i < a->n_args; i++)
        VEC_PUSH(t->arena, &items, wrap(t, a->args[i], wanted - 1));
    return expr_array(t, items.data, items.count, items.data[0]->type);
}

static const Expr *simplify_vector(ExprTable *t, const Expr *a)
{
    if (type_rank(a->type) == 1) return a;
    return type_rank(a->type) == 0 ? wrap(t, a, 1) : NULL;
}

static const Expr *simplify_scalar(const Expr *a)
{
    while (a->kind == EXPR_ARRAY && a->n_args == 1) a = a->args[0];
    return type_rank(a->type) ? NULL : a;
}

static const Expr *simplify_array_op(ExprTable *t, Op op, const Expr *const *args, uint32_t n,
                                     const Type *type)
{
    const Expr *a = args[0];
    switch (op) {
    case OP_SIZE: return simplify_size(t, args, n);
    case OP_NDIMS: return expr_integer(t, type_rank(a->type));
    case OP_ZEROS: return repeat(t, expr_integer(t, 0), args, n);
    case OP_ONES: return repeat(t, expr_integer(t, 1), args, n);
    case OP_FILL:
        if (n == 1) return a;
        if (is_op(a, OP_FILL)) {
            const Expr *dims[n + a->n_args];
            memcpy(dims, args + 1, (n - 1) * sizeof *dims);
            memcpy(dims + n - 1, a->args + 1, (a->n_args - 1) * sizeof *dims);
            return repeat(t, a->args[0], dims, n + a->n_args - 2);
        }
        return NULL;
    case OP_TRANSPOSE: return simplify_transpose(t, a);
    case OP_CAT: return simplify_cat(t, args, n, type);
    case OP_PROMOTE: return simplify_promote(t, a, type);
    case OP_VECTOR: return simplify_vector(t, a);
    case OP_SCALAR: return simplify_scalar(a);
    case OP_MATRIX: return type_rank(a->type) <= 2 ? simplify_promote(t, a, type) : NULL;
    case OP_SUM:
    case OP_PRODUCT:
    case OP_MIN:
    case OP_MAX:
        if (n == 2) return a == args[1] && may_drop(t, a) ? a : NULL;
        return type_rank(a->type) == 0 ? a : NULL;
    default: return NULL;
    }
}

static const Expr *simplify_to_real(ExprTable *t, const Expr *a)
{
    if (is_op(a, OP_FILL))
        return repeat(t, expr_cast_real(t, a->args[0]), a->args + 1, a->n_args - 1);
    if (a->kind == EXPR_IF)
        return expr_if(t, a->args[0], expr_cast_real(t, a->args[1]), expr_cast_real(t, a->args[2]));
    if (a->kind != EXPR_ARRAY || a->n_args == 0) return NULL;
    const Expr *fixed[16];
    const Expr **items = a->n_args <= 16 ? fixed : ARENA_RAW(t->arena, const Expr *, a->n_args);
    for (uint32_t i = 0; i < a->n_args; i++) items[i] = expr_cast_real(t, a->args[i]);
    return expr_array(t, items, a->n_args, items[0]->type);
}

// Array operators on written-out numbers: the evaluator knows them all.
static const Expr *fold_array(ExprTable *t, Op op, const Expr *const *args, uint32_t n,
                              const Type *type)
{
    bool any = type_rank(type) > 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!expr_is_literal(args[i]) || type_count(args[i]->type) > LARGEST_FOLDED) return NULL;
        any |= type_rank(args[i]->type) > 0;
    }
    int64_t count = type_count(type);
    if (!any || op == OP_FILL || op == OP_IDENTITY || count < 0 || count > LARGEST_FOLDED)
        return NULL;
    const Expr like = {.kind = EXPR_OP, .op = (uint16_t)op, .type = type};
    EvalFailure failure;
    return expr_evaluate(t->session, expr_intern(t, &like, args, n), NULL, &failure);
}

const Expr *simplify_op(ExprTable *t, Op op, const Expr *const *args, uint32_t n, const Type *type)
{
    const Expr *simpler = fold(t, op, args, n, type);
    if (simpler) return simpler;
    switch ((OpClass)op_rows[op].op_class) {
    case CLASS_ARITH: simpler = simplify_arith(t, op, args, type); break;
    case CLASS_LOGIC: simpler = simplify_logic(t, op, args); break;
    case CLASS_REL: simpler = simplify_relation(t, op, args[0], args[1]); break;
    case CLASS_EVENT: return simplify_event(t, op, args, n, type);
    case CLASS_ARRAY: simpler = simplify_array_op(t, op, args, n, type); break;
    case CLASS_CONV: return op == OP_TO_REAL ? simplify_to_real(t, args[0]) : NULL;
    case CLASS_MATH: break;
    default: return NULL;
    }
    return simpler ? simpler : fold_array(t, op, args, n, type);
}

// ---- Subscripts and fields -----------------------------------------------------------------

// The literal number that a scalar subscript selects, from 0; -1 when it is not known.
static int64_t literal_index(const Expr *sub)
{
    if (sub->kind == EXPR_INTEGER || sub->kind == EXPR_ENUM) return sub->u.integer - 1;
    if (sub->kind == EXPR_BOOLEAN) return sub->u.integer;
    return -1;
}

// The k-th element along the first dimension, when it can be written down; else NULL.
static const Expr *element(ExprTable *t, const Expr *base, int64_t k)
{
    int32_t size = base->type->dims[0];
    if (k < 0 || (size != DIM_UNKNOWN && k >= size)) return NULL;
    if (base->kind == EXPR_ARRAY) return base->args[k];
    if (size == DIM_UNKNOWN) return NULL;
    if (base->kind == EXPR_RANGE && type_is_numeric(base->type)) {
        const Expr *steps = expr_integer(t, k);
        return expr_op2(t, OP_ADD, base->args[0], expr_op2(t, OP_MUL, steps, base->args[1]));
    }
    if (is_op(base, OP_FILL))
        return base->n_args == 2 ? base->args[0]
                                 : repeat(t, base->args[0], base->args + 2, base->n_args - 2);
    return NULL;
}

typedef struct IteratorValue {
    const Expr *iterator, *value;
} IteratorValue;

static const Expr *replace_iterator(void *client, const Expr *e)
{
    const IteratorValue *pair = client;
    return e == pair->iterator ? pair->value : e->flags & EXPR_HAS_ITERATOR ? NULL : e;
}

// The body of a comprehension for one value of its outermost iterator.
static const Expr *comprehension_element(ExprTable *t, const Expr *base, int64_t k)
{
    const Expr *value = element(t, base->args[2], k);
    if (!value) return NULL;
    IteratorValue pair = {base->args[1], value};
    const Substitution s = {&pair, replace_iterator};
    const Expr *body = expr_substitute(t, base->args[0], &s);
    uint32_t rest = base->n_args / 2 - 1;
    return rest ? expr_comprehension(t, body, base->args + 3, rest) : body;
}

static bool all_scalar(const Expr *const *subs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (subs[i]->kind == EXPR_COLON || type_rank(subs[i]->type)) return false;
    return true;
}

const Expr *simplify_subscript(ExprTable *t, const Expr *base, const Expr *const *subs, uint32_t n)
{
    int64_t k = literal_index(subs[0]);
    if (k >= 0) {
        const Expr *item = base->kind == EXPR_COMPREHENSION ? comprehension_element(t, base, k)
                                                            : element(t, base, k);
        if (item) return n == 1 ? item : expr_subscript(t, item, subs + 1, n - 1);
        if (is_op(base, OP_IDENTITY) && n == 2 && literal_index(subs[1]) >= 0 &&
            base->type->dims[0] > k && base->type->dims[0] > literal_index(subs[1]))
            return expr_integer(t, k == literal_index(subs[1]));
    }
    if (is_op(base, OP_FILL) && base->n_args == n + 1 && expr_is_zero(base) && all_scalar(subs, n))
        return base->args[0];
    // der(x)[i] is der(x[i]): the operator stays next to nothing but a reference.
    if (is_op(base, OP_DER) || is_op(base, OP_PRE) || is_op(base, OP_TO_REAL))
        return expr_op1(t, (Op)base->op, expr_subscript(t, base->args[0], subs, n));
    // x[i][j] is x[i, j] as long as only scalar subscripts came before.
    if (base->kind != EXPR_SUBSCRIPT) return NULL;
    if (!all_scalar(base->args + 1, base->n_args - 1)) return NULL;
    const Expr *all[base->n_args + n];
    memcpy(all, base->args + 1, (base->n_args - 1) * sizeof *all);
    memcpy(all + base->n_args - 1, subs, n * sizeof *all);
    return expr_subscript(t, base->args[0], all, base->n_args - 1 + n);
}

const Expr *simplify_field(ExprTable *t, const Expr *record, uint32_t field, const Type *type)
{
    if (record->kind == EXPR_RECORD) return record->args[field];
    if (is_op(record, OP_FILL))
        return repeat(t, expr_field(t, record->args[0], field), record->args + 1,
                      record->n_args - 1);
    if (record->kind != EXPR_ARRAY || record->n_args == 0) return NULL;
    ExprVec items = {0};
    for (uint32_t i = 0; i < record->n_args; i++)
        VEC_PUSH(t->arena, &items, expr_field(t, record->args[i], field));
    return if_type(expr_array(t, items.data, items.count, items.data[0]->type), type);
}
