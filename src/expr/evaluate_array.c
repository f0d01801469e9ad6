// Array operators of the evaluator (specification chapter 10).
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "expr/evaluator.h"
#include "expr/scalar.h"

// ---- Products ------------------------------------------------------------------------------

static double real_at(const Value *a, int64_t i)
{
    return a->kind == TYPE_REAL ? a->u.reals[i] : (double)a->u.integers[i];
}

// Sum over k of a[first_a + k*step_a]*b[first_b + k*step_b], in the type of the result.
static bool inner_product(Evaluator *v, const Expr *e, const Value *a, int64_t first_a,
                          const Value *b, int64_t first_b, int64_t step_b, int64_t n, Value *out)
{
    if (a->kind == TYPE_REAL || b->kind == TYPE_REAL) {
        double sum = 0;
        for (int64_t k = 0; k < n; k++)
            sum += real_at(a, first_a + k) * real_at(b, first_b + k * step_b);
        *out = value_real(v->t, sum);
        return true;
    }
    int64_t sum = 0, term;
    for (int64_t k = 0; k < n; k++) {
        int64_t x = a->u.integers[first_a + k], y = b->u.integers[first_b + k * step_b];
        if (__builtin_mul_overflow(x, y, &term) || __builtin_add_overflow(sum, term, &sum))
            return eval_fail(v, e, true, "the result exceeds the range of Integer");
    }
    *out = value_integer(v->t, sum);
    return true;
}

bool eval_product(Evaluator *v, const Expr *e, const Value *a, const Value *b, Value *out)
{
    int64_t inner = a->dims[a->rank - 1];
    if (a->rank > 2 || b->rank > 2 || inner != b->dims[0])
        return eval_fail(v, e, true, "the inner sizes of the product differ");
    int32_t rows = a->rank == 2 ? a->dims[0] : 1, columns = b->rank == 2 ? b->dims[1] : 1;
    if (a->rank == 1 && b->rank == 1) return inner_product(v, e, a, 0, b, 0, 1, inner, out);
    int32_t dims[2];
    uint32_t rank = 0;
    if (a->rank == 2) dims[rank++] = rows;
    if (b->rank == 2) dims[rank++] = columns;
    bool real = a->kind == TYPE_REAL || b->kind == TYPE_REAL;
    const Type *elem = v->t->basic[real ? TYPE_REAL : TYPE_INTEGER];
    if (!eval_make_array(v, e, elem, dims, rank, out)) return false;
    v->steps += (uint64_t)(out->count * inner);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            Value x;
            if (!inner_product(v, e, a, i * inner, b, j, columns, inner, &x)) return false;
            value_set(out, i * columns + j, &x);
        }
    return true;
}

static bool make_identity(Evaluator *v, const Expr *e, const Type *elem, int32_t n, Value *out)
{
    if (!eval_make_array(v, e, elem, (int32_t[]){n, n}, 2, out)) return false;
    const Value one = value_integer(v->t, 1);
    for (int64_t i = 0; i < n; i++) value_set(out, i * n + i, &one);
    return true;
}

// By repeated squaring.
bool eval_matrix_power(Evaluator *v, const Expr *e, const Value *a, int64_t power, Value *out)
{
    if (a->rank != 2 || a->dims[0] != a->dims[1] || power < 0)
        return eval_fail(v, e, true,
                         "'^' needs a square matrix and an exponent that is not negative");
    Value square = *a;
    if (!make_identity(v, e, v->t->basic[TYPE_REAL], a->dims[0], out)) return false;
    for (; power; power >>= 1) {
        Value next;
        if (power & 1) {
            if (!eval_product(v, e, out, &square, &next)) return false;
            *out = next;
        }
        if (!eval_product(v, e, &square, &square, &next)) return false;
        square = next;
    }
    return true;
}

// ---- Reductions ----------------------------------------------------------------------------

// The greatest or the least value of a type.
static const Expr *bound_of(ExprTable *t, const Type *elem, bool greatest)
{
    switch (elem->kind) {
    case TYPE_REAL: return expr_real(t, greatest ? DBL_MAX : -DBL_MAX);
    case TYPE_INTEGER: return expr_integer(t, greatest ? LARGEST_INTEGER : -LARGEST_INTEGER);
    case TYPE_BOOLEAN: return expr_boolean(t, greatest);
    case TYPE_ENUMERATION: return expr_enum(t, elem, greatest ? elem->n : 1);
    default: return NULL;
    }
}

// Specification section 10.3.4.1, the table of reductions.
const Expr *expr_empty_reduction(ExprTable *t, Op op, const Type *elem)
{
    if (op == OP_MIN || op == OP_MAX) return bound_of(t, elem, op == OP_MIN);
    if (elem->kind == TYPE_REAL) return expr_real(t, op == OP_PRODUCT);
    return elem->kind == TYPE_INTEGER ? expr_integer(t, op == OP_PRODUCT) : NULL;
}

static bool empty_reduction(Evaluator *v, const Expr *e, Op op, const Type *elem, Value *out)
{
    const Expr *literal = expr_empty_reduction(v->t, op, elem);
    if (!literal) return eval_fail(v, e, true, "the reduction needs numbers");
    return value_of_literal(&v->memory, v->t, literal, out);
}

static bool reduce_one(Evaluator *v, const Expr *e, Op op, Value *sum, const Value *item)
{
    Op scalar_op = op == OP_SUM ? OP_ADD : op == OP_PRODUCT ? OP_MUL : op;
    const char *why;
    if (sum->kind == TYPE_REAL || item->kind == TYPE_REAL) {
        double result = 0;
        why = scalar_real(scalar_op, value_number(sum), value_number(item), &result);
        if (why && eval_may_overflow(v, result)) why = NULL;
        *sum = value_real(v->t, result);
    } else {
        why = scalar_integer(scalar_op, sum->u.integer, item->u.integer, &sum->u.integer);
    }
    return !why || eval_fail(v, e, true, "%s", why);
}

bool eval_reduce(Evaluator *v, const Expr *e, Op op, const Value *array, Value *out)
{
    if (!empty_reduction(v, e, op, array->elem, out)) return false;
    v->steps += (uint64_t)array->count;
    for (int64_t i = 0; i < array->count; i++) {
        Value item = value_get(array, i);
        if (i == 0 && (op == OP_MIN || op == OP_MAX))
            *out = item;
        else if (!reduce_one(v, e, op, out, &item))
            return false;
    }
    return true;
}

// ---- Constructors --------------------------------------------------------------------------

static bool sizes_of(Evaluator *v, const Expr *e, const Value *args, uint32_t n, int32_t *dims)
{
    for (uint32_t k = 0; k < n; k++) {
        if (args[k].u.integer < 0 || args[k].u.integer > INT32_MAX)
            return eval_fail(v, e, true, "an array cannot have the size %lld",
                             (long long)args[k].u.integer);
        dims[k] = (int32_t)args[k].u.integer;
    }
    return true;
}

static bool eval_fill(Evaluator *v, const Expr *e, const Value *value, const Value *sizes,
                      uint32_t n, Value *out)
{
    int32_t dims[n + value->rank + 1];
    if (!sizes_of(v, e, sizes, n, dims)) return false;
    copy_dims(dims + n, value->dims, value->rank);
    if (!eval_make_array(v, e, value->elem, dims, n + value->rank, out)) return false;
    v->steps += (uint64_t)out->count;
    for (int64_t i = 0; i < out->count; i++) {
        Value item = value_get(value, i % value->count);
        value_set(out, i, &item);
    }
    return true;
}

static bool eval_linspace(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    int32_t n;
    double a = value_number(&args[0]), b = value_number(&args[1]);
    if (!sizes_of(v, e, args + 2, 1, &n)) return false;
    if (n < 2) return eval_fail(v, e, true, "linspace needs at least two points");
    if (!eval_make_array(v, e, v->t->basic[TYPE_REAL], &n, 1, out)) return false;
    for (int32_t i = 0; i < n; i++) out->u.reals[i] = a + (b - a) * i / (n - 1);
    return true;
}

static bool eval_diagonal(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    int64_t n = a->dims[0];
    if (!eval_make_array(v, e, a->elem, (int32_t[]){a->dims[0], a->dims[0]}, 2, out)) return false;
    for (int64_t i = 0; i < n; i++) {
        Value item = value_get(a, i);
        value_set(out, i * n + i, &item);
    }
    return true;
}

static bool eval_size(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    const Value *a = &args[0];
    if (e->n_args == 2) {
        int64_t k = args[1].u.integer;
        if (k < 1 || k > a->rank)
            return eval_fail(v, e, true, "the array has %d dimensions, not %lld", a->rank,
                             (long long)k);
        *out = value_integer(v->t, a->dims[k - 1]);
        return true;
    }
    int32_t rank = a->rank;
    if (!eval_make_array(v, e, v->t->basic[TYPE_INTEGER], &rank, 1, out)) return false;
    for (int32_t k = 0; k < rank; k++) out->u.integers[k] = a->dims[k];
    return true;
}

// ---- Changes of shape ----------------------------------------------------------------------

// The same elements under other dimensions.
static bool reshape(Evaluator *v, const Value *a, const int32_t *dims, uint32_t rank, Value *out)
{
    int32_t *kept = eval_take(v, (rank + 1) * sizeof *kept);
    copy_dims(kept, dims, rank);
    if (a->rank == 0 && rank > 0) { // a scalar has no block of elements to share
        if (!eval_make_array(v, NULL, a->elem, dims, rank, out)) return false;
        value_set(out, 0, a);
        return true;
    }
    *out = *a;
    out->dims = kept;
    out->rank = (uint8_t)rank;
    return true;
}

static bool eval_scalar(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    if (a->count != 1) return eval_fail(v, e, true, "scalar() needs an array of one element");
    *out = value_get(a, 0);
    return true;
}

static bool eval_vector(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    uint32_t long_ones = 0;
    for (uint32_t k = 0; k < a->rank; k++) long_ones += a->dims[k] > 1;
    if (long_ones > 1)
        return eval_fail(v, e, true, "vector() needs an array with at most one long dimension");
    int32_t n = (int32_t)a->count;
    return reshape(v, a, &n, 1, out);
}

static bool eval_matrix(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    for (uint32_t k = 2; k < a->rank; k++)
        if (a->dims[k] != 1)
            return eval_fail(v, e, true, "matrix() cannot drop a dimension of size %d", a->dims[k]);
    int32_t dims[2] = {a->rank > 0 ? a->dims[0] : 1, a->rank > 1 ? a->dims[1] : 1};
    return reshape(v, a, dims, 2, out);
}

static bool eval_promote(Evaluator *v, const Expr *e, const Value *a, int64_t rank, Value *out)
{
    if (rank < a->rank || rank > 64)
        return eval_fail(v, e, true, "promote cannot remove dimensions");
    int32_t dims[64];
    for (uint32_t k = 0; k < (uint32_t)rank; k++) dims[k] = k < a->rank ? a->dims[k] : 1;
    return reshape(v, a, dims, (uint32_t)rank, out);
}

static bool eval_transpose(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    if (a->rank < 2) return eval_fail(v, e, true, "transpose needs at least two dimensions");
    int32_t dims[a->rank];
    copy_dims(dims, a->dims, a->rank);
    int64_t rows = dims[0], columns = dims[1];
    dims[0] = (int32_t)columns, dims[1] = (int32_t)rows;
    if (!eval_make_array(v, e, a->elem, dims, a->rank, out)) return false;
    int64_t block = a->count ? a->count / (rows * columns) : 0;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            for (int64_t k = 0; k < block; k++) {
                Value item = value_get(a, (i * columns + j) * block + k);
                value_set(out, (j * rows + i) * block + k, &item);
            }
    return true;
}

static bool eval_symmetric(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    if (a->rank != 2 || a->dims[0] != a->dims[1])
        return eval_fail(v, e, true, "symmetric needs a square matrix");
    int64_t n = a->dims[0];
    if (!eval_make_array(v, e, a->elem, a->dims, 2, out)) return false;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            Value item = value_get(a, i > j ? j * n + i : i * n + j);
            value_set(out, i * n + j, &item);
        }
    return true;
}

// Blocks of the trailing dimensions, one part behind the other, for each leading index.
static bool eval_cat(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    int64_t along = args[0].u.integer - 1;
    const Value *parts = args + 1;
    uint32_t n = e->n_args - 1, rank = parts[0].rank;
    if (along < 0 || along >= rank)
        return eval_fail(v, e, true, "the arrays have no such dimension");
    int32_t dims[rank];
    const Type *elem = parts[0].elem;
    copy_dims(dims, parts[0].dims, rank);
    for (uint32_t i = 1; i < n; i++) {
        if (parts[i].rank != rank)
            return eval_fail(v, e, true, "the arrays differ in their number of dimensions");
        if (parts[i].kind == TYPE_REAL) elem = parts[i].elem;
        for (uint32_t k = 0; k < rank; k++) {
            if (k == along)
                dims[k] += parts[i].dims[k];
            else if (dims[k] != parts[i].dims[k])
                return eval_fail(v, e, true, "the sizes of the arrays differ");
        }
    }
    if (!eval_make_array(v, e, elem, dims, rank, out)) return false;
    int64_t outer = 1, inner = 1, written = 0;
    for (uint32_t k = 0; k < rank; k++) {
        if (k < along)
            outer *= dims[k];
        else if (k > along)
            inner *= dims[k];
    }
    for (int64_t o = 0; o < outer; o++)
        for (uint32_t i = 0; i < n; i++) {
            int64_t run = parts[i].dims[along] * inner;
            for (int64_t k = 0; k < run; k++) {
                Value item = value_get(&parts[i], o * run + k);
                value_set(out, written++, &item);
            }
        }
    return true;
}

// ---- Vectors of space ----------------------------------------------------------------------

static bool eval_outer_product(Evaluator *v, const Expr *e, const Value *a, const Value *b,
                               Value *out)
{
    Value column, row;
    return reshape(v, a, (int32_t[]){a->dims[0], 1}, 2, &column) &&
           reshape(v, b, (int32_t[]){1, b->dims[0]}, 2, &row) &&
           eval_product(v, e, &column, &row, out);
}

static bool three_numbers(Evaluator *v, const Expr *e, const Value *a, double *x)
{
    if (a->rank != 1 || a->dims[0] != 3)
        return eval_fail(v, e, true, "'%s' needs vectors of three numbers", op_name((Op)e->op));
    for (int i = 0; i < 3; i++) x[i] = real_at(a, i);
    return true;
}

static bool store_numbers(Evaluator *v, const Expr *e, const double *x, const Value *a,
                          const Value *b, uint32_t rank, Value *out)
{
    bool real = a->kind == TYPE_REAL || b->kind == TYPE_REAL;
    const Type *elem = v->t->basic[real ? TYPE_REAL : TYPE_INTEGER];
    if (!eval_make_array(v, e, elem, (int32_t[]){3, 3}, rank, out)) return false;
    for (int64_t i = 0; i < out->count; i++) {
        if (real)
            out->u.reals[i] = x[i];
        else
            out->u.integers[i] = (int64_t)x[i];
    }
    return true;
}

static bool eval_cross(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    double x[3], y[3];
    if (!three_numbers(v, e, &args[0], x) || !three_numbers(v, e, &args[1], y)) return false;
    const double z[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                         x[0] * y[1] - x[1] * y[0]};
    return store_numbers(v, e, z, &args[0], &args[1], 1, out);
}

static bool eval_skew(Evaluator *v, const Expr *e, const Value *a, Value *out)
{
    double x[3];
    if (!three_numbers(v, e, a, x)) return false;
    const double z[9] = {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0};
    return store_numbers(v, e, z, a, a, 2, out);
}

bool eval_array_operator(Evaluator *v, const Expr *e, const Value *args, Value *out)
{
    const Value *a = &args[0];
    uint32_t n = e->n_args;
    switch (e->op) {
    case OP_MIN:
    case OP_MAX:
    case OP_SUM:
    case OP_PRODUCT: return eval_reduce(v, e, (Op)e->op, a, out);
    case OP_SIZE: return eval_size(v, e, args, out);
    case OP_NDIMS: *out = value_integer(v->t, a->rank); return true;
    case OP_SCALAR: return eval_scalar(v, e, a, out);
    case OP_VECTOR: return eval_vector(v, e, a, out);
    case OP_MATRIX: return eval_matrix(v, e, a, out);
    case OP_IDENTITY: {
        int32_t size = 0;
        if (!sizes_of(v, e, a, 1, &size)) return false;
        return make_identity(v, e, v->t->basic[TYPE_INTEGER], size, out);
    }
    case OP_DIAGONAL: return eval_diagonal(v, e, a, out);
    case OP_FILL: return eval_fill(v, e, a, args + 1, n - 1, out);
    case OP_LINSPACE: return eval_linspace(v, e, args, out);
    case OP_TRANSPOSE: return eval_transpose(v, e, a, out);
    case OP_OUTER_PRODUCT: return eval_outer_product(v, e, a, &args[1], out);
    case OP_SYMMETRIC: return eval_symmetric(v, e, a, out);
    case OP_CROSS: return eval_cross(v, e, args, out);
    case OP_SKEW: return eval_skew(v, e, a, out);
    case OP_CAT: return eval_cat(v, e, args, out);
    case OP_PROMOTE: return eval_promote(v, e, a, args[1].u.integer, out);
    default: return eval_fail(v, e, false, "'%s' has no value", op_name((Op)e->op));
    }
}
