// Array built-ins of the language: products, constructors, reductions, slices.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "program/engine/arithmetic.h"
#include "program/engine/engine.h"

typedef struct Args { // the operands of a built-in under way
    Engine *e;
    const Instruction *i;
    const int32_t *operands;
    double *frame;
    double beyond; // of a built-in on Integers: a sum or product that was none; 0 without
} Args;

static double number(const Args *a, uint32_t k)
{
    return operand_value(a->e, a->frame, a->operands[k]);
}

static Array *array(const Args *a, uint32_t k)
{
    return word_array(number(a, k));
}

static ModelOutcome give(const Args *a, double value)
{
    a->frame[a->i->d] = value;
    return MODEL_OK;
}

static ModelOutcome give_array(const Args *a, const Array *result)
{
    return result ? give(a, array_word(result)) : engine_out_of_memory(a->e, a->i->b);
}

static Array *vector_of(const Args *a, int64_t n)
{
    int32_t dims[1] = {(int32_t)n};
    return engine_array(a->e, 1, dims);
}

static Array *matrix_of(const Args *a, int32_t rows, int32_t columns)
{
    int32_t dims[2] = {rows, columns};
    Array *m = engine_array(a->e, 2, dims);
    if (m) memset(m->data, 0, (size_t)m->count * sizeof *m->data);
    return m;
}

static ModelOutcome wrong_sizes(const Args *a, const char *what)
{
    return engine_fail(a->e, a->i->b, "the sizes of the operands of '%s' do not fit", what);
}

// ---- Reductions ----------------------------------------------------------------------------

// A sum, difference or product, to be looked at when Integers are computed: an intermediate result
// that was rounded may not be forgotten because the last one is small again.
static double exactly(Args *a, double value)
{
    if (!a->i->is_whole) return value;
    if (!(fabs(value) <= (double)LARGEST_INTEGER) && a->beyond == 0) a->beyond = value;
    return value + 0.0; // no minus zero
}

static ModelOutcome reduce(Args *a)
{
    const Array *x = array(a, 0);
    double result = a->i->c == B_SUM ? 0 : 1;
    InstructionCode code = a->i->c == B_SUM ? I_ADD : I_MUL;
    for (int64_t k = 0; k < x->count; k++)
        result = exactly(a, arithmetic(code, result, x->data[k]));
    return give(a, result);
}

static ModelOutcome extremum(const Args *a)
{
    const Array *x = array(a, 0);
    double result = x->count ? x->data[0] : number(a, 1);
    for (int64_t k = 1; k < x->count; k++)
        result = arithmetic(a->i->c == B_MIN ? I_MIN : I_MAX, result, x->data[k]);
    return give(a, result);
}

// ---- Products ------------------------------------------------------------------------------

static ModelOutcome dot(Args *a)
{
    const Array *x = array(a, 0), *y = array(a, 1);
    if (x->count != y->count) return wrong_sizes(a, "*");
    double sum = 0;
    for (int64_t k = 0; k < x->count; k++)
        sum = exactly(a, sum + exactly(a, x->data[k] * y->data[k]));
    return give(a, sum);
}

static void multiply(Args *a, const double *x, const double *y, double *to, int64_t rows,
                     int64_t inner, int64_t columns)
{
    bool is_whole = a->i->is_whole;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            const double *row = x + i * inner, *column = y + j;
            double sum = 0;
            if (is_whole)
                for (int64_t k = 0; k < inner; k++)
                    sum = exactly(a, sum + exactly(a, row[k] * column[k * columns]));
            else
                for (int64_t k = 0; k < inner; k++) sum += row[k] * column[k * columns];
            to[i * columns + j] = sum;
        }
}

// A vector on the left is a row, on the right a column.
static ModelOutcome matrix_product(Args *a)
{
    const Array *x = array(a, 0), *y = array(a, 1);
    int32_t rows = x->rank == 2 ? x->dims[0] : 1, inner = x->dims[x->rank - 1];
    int32_t columns = y->rank == 2 ? y->dims[1] : 1;
    if (y->dims[0] != inner) return wrong_sizes(a, "*");
    Array *to = x->rank == 1   ? vector_of(a, columns)
                : y->rank == 1 ? vector_of(a, rows)
                               : matrix_of(a, rows, columns);
    if (to) multiply(a, x->data, y->data, to->data, rows, inner, columns);
    return give_array(a, to);
}

static ModelOutcome matrix_power(Args *a)
{
    const Array *x = array(a, 0);
    int32_t n = x->dims[0];
    double exponent = number(a, 1);
    if (x->dims[1] != n) return wrong_sizes(a, "^");
    if (!(exponent >= 0 && exponent < 1e9))
        return engine_fail(a->e, a->i->b, "a matrix has no power with the exponent %.15g",
                           exponent);
    Array *result = matrix_of(a, n, n), *base = matrix_of(a, n, n), *spare = matrix_of(a, n, n);
    if (!result || !base || !spare) return engine_out_of_memory(a->e, a->i->b);
    memcpy(base->data, x->data, (size_t)x->count * sizeof *x->data);
    for (int32_t k = 0; k < n; k++) result->data[k * n + k] = 1;
    for (int64_t p = (int64_t)exponent; p; p >>= 1) {
        if (p & 1) {
            multiply(a, result->data, base->data, spare->data, n, n, n);
            memcpy(result->data, spare->data, (size_t)x->count * sizeof *x->data);
        }
        if (p == 1) break;
        multiply(a, base->data, base->data, spare->data, n, n, n);
        memcpy(base->data, spare->data, (size_t)x->count * sizeof *x->data);
    }
    return give_array(a, result);
}

static ModelOutcome outer_product(Args *a)
{
    const Array *x = array(a, 0), *y = array(a, 1);
    Array *to = matrix_of(a, (int32_t)x->count, (int32_t)y->count);
    for (int64_t i = 0; to && i < x->count; i++)
        for (int64_t j = 0; j < y->count; j++)
            to->data[i * y->count + j] = exactly(a, x->data[i] * y->data[j]);
    return give_array(a, to);
}

static ModelOutcome cross(Args *a)
{
    const Array *p = array(a, 0), *q = array(a, 1);
    if (p->count != 3 || q->count != 3) return wrong_sizes(a, "cross");
    Array *to = vector_of(a, 3);
    if (!to) return engine_out_of_memory(a->e, a->i->b);
    const double *x = p->data, *y = q->data;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        to->data[k] = exactly(a, exactly(a, x[i] * y[j]) - exactly(a, x[j] * y[i]));
    }
    return give_array(a, to);
}

// ---- Rearranging ---------------------------------------------------------------------------

static ModelOutcome transpose(const Args *a, bool only_upper)
{
    const Array *x = array(a, 0);
    int32_t rows = x->dims[0], columns = x->dims[1];
    if (only_upper && rows != columns) return wrong_sizes(a, "symmetric");
    Array *to = matrix_of(a, columns, rows);
    for (int32_t i = 0; to && i < rows; i++)
        for (int32_t j = 0; j < columns; j++) {
            bool keep = only_upper && j < i; // below the diagonal: what is above it
            to->data[j * rows + i] = keep ? x->data[j * columns + i] : x->data[i * columns + j];
        }
    return give_array(a, to);
}

static ModelOutcome skew(Args *a)
{
    const Array *p = array(a, 0);
    if (p->count != 3) return wrong_sizes(a, "skew");
    Array *to = matrix_of(a, 3, 3);
    if (!to) return engine_out_of_memory(a->e, a->i->b);
    const double *x = p->data;
    const double entries[9] = {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0};
    for (int k = 0; k < 9; k++) to->data[k] = exactly(a, entries[k]);
    return give_array(a, to);
}

static ModelOutcome diagonal(const Args *a, const Array *x, int32_t n)
{
    Array *to = matrix_of(a, n, n);
    for (int32_t k = 0; to && k < n; k++) to->data[k * n + k] = x ? x->data[k] : 1;
    return give_array(a, to);
}

static ModelOutcome report_long(const Args *a)
{
    return engine_fail(a->e, a->i->b, "an array has more than the allowed dimensions above 1");
}

static ModelOutcome reshape(const Args *a, int32_t rank, const int32_t *dims)
{
    const Array *x = array(a, 0);
    Array *to = engine_array(a->e, rank, dims);
    if (to && to->count != x->count) return report_long(a);
    if (to) memcpy(to->data, x->data, (size_t)x->count * sizeof *x->data);
    return give_array(a, to);
}

static ModelOutcome promote(const Args *a)
{
    const Array *x = array(a, 0);
    int32_t rank = (int32_t)number(a, 1), dims[MOST_DIMENSIONS];
    for (int32_t k = 0; k < rank && k < MOST_DIMENSIONS; k++)
        dims[k] = k < x->rank ? x->dims[k] : 1;
    return reshape(a, rank, dims);
}

static ModelOutcome to_vector(const Args *a)
{
    const Array *x = array(a, 0);
    int32_t dims[1] = {(int32_t)x->count}, n_long = 0;
    for (int32_t k = 0; k < x->rank; k++) n_long += x->dims[k] > 1;
    if (n_long > 1) return report_long(a);
    return reshape(a, 1, dims);
}

static ModelOutcome to_matrix(const Args *a)
{
    const Array *x = array(a, 0);
    int32_t dims[2] = {x->rank > 0 ? x->dims[0] : 1, x->rank > 1 ? x->dims[1] : 1};
    return reshape(a, 2, dims);
}

static ModelOutcome to_scalar(const Args *a)
{
    const Array *x = array(a, 0);
    if (x->count != 1)
        return engine_fail(a->e, a->i->b, "the argument of 'scalar' has %lld elements",
                           (long long)x->count);
    return give(a, x->data[0]);
}

// ---- Constructors --------------------------------------------------------------------------

static ModelOutcome fill(const Args *a, const Array *item)
{
    int32_t dims[2 * MOST_DIMENSIONS], rank = (int32_t)a->i->n - 1;
    for (uint32_t k = 1; k < a->i->n; k++) {
        double size = number(a, k);
        if (!(size >= 0 && size < 1e9))
            return engine_fail(a->e, a->i->b, "an array cannot have the size %.15g", size);
        dims[k - 1] = (int32_t)size;
    }
    for (int32_t k = 0; item && k < item->rank; k++) dims[rank++] = item->dims[k];
    if (rank > MOST_DIMENSIONS) return engine_fail(a->e, a->i->b, "too many dimensions");
    Array *to = engine_array(a->e, rank, dims);
    double value = number(a, 0);
    for (int64_t k = 0; to && k < to->count; k++)
        to->data[k] = item ? item->data[k % item->count] : value;
    return give_array(a, to);
}

static ModelOutcome linspace(const Args *a)
{
    double first = number(a, 0), last = number(a, 1), n = number(a, 2);
    if (!(n >= 2 && n < 1e9))
        return engine_fail(a->e, a->i->b, "linspace needs two points or more");
    Array *to = vector_of(a, (int64_t)n);
    for (int64_t k = 0; to && k < to->count; k++)
        to->data[k] = first + (last - first) * (double)k / (n - 1);
    return give_array(a, to);
}

static ModelOutcome range(const Args *a, bool only_count)
{
    double first = number(a, 0), step = number(a, 1);
    int64_t n = number_range_count(first, step, number(a, 2));
    if (n < 0) return engine_fail(a->e, a->i->b, "the step of a range is zero, or no number");
    if (only_count) return give(a, (double)n);
    if (n > INT32_MAX) return engine_out_of_memory(a->e, a->i->b);
    Array *to = vector_of(a, n);
    for (int64_t k = 0; to && k < to->count; k++) to->data[k] = first + (double)k * step;
    return give_array(a, to);
}

// Each operand contributes a run of `length` words for every position of the dimensions before.
static ModelOutcome concatenate(const Args *a)
{
    int32_t dimension = (int32_t)number(a, 0) - 1, dims[MOST_DIMENSIONS];
    const Array *first = array(a, 1);
    if (dimension < 0 || dimension >= first->rank) return wrong_sizes(a, "cat");
    memcpy(dims, first->dims, sizeof dims);
    dims[dimension] = 0;
    int64_t outer = 1, inner = 1;
    for (int32_t k = 0; k < first->rank; k++) {
        if (k < dimension) outer *= dims[k];
        if (k > dimension) inner *= dims[k];
    }
    for (uint32_t k = 1; k < a->i->n; k++) {
        const Array *x = array(a, k);
        for (int32_t j = 0; j < first->rank; j++)
            if (x->rank != first->rank || (j != dimension && x->dims[j] != dims[j]))
                return wrong_sizes(a, "cat");
        dims[dimension] += x->dims[dimension];
    }
    Array *to = engine_array(a->e, first->rank, dims);
    if (!to) return engine_out_of_memory(a->e, a->i->b);
    int64_t offset = 0, stride = dims[dimension] * inner;
    for (uint32_t k = 1; k < a->i->n; k++) {
        const Array *x = array(a, k);
        int64_t length = x->dims[dimension] * inner;
        for (int64_t j = 0; j < outer; j++)
            memcpy(to->data + j * stride + offset, x->data + j * length,
                   (size_t)length * sizeof *to->data);
        offset += length;
    }
    return give_array(a, to);
}

static ModelOutcome stack_arrays(const Args *a)
{
    const Array *first = array(a, 0);
    int32_t dims[MOST_DIMENSIONS + 1] = {(int32_t)a->i->n};
    memcpy(dims + 1, first->dims, sizeof first->dims);
    Array *to = engine_array(a->e, first->rank + 1, dims);
    if (!to) return engine_out_of_memory(a->e, a->i->b);
    for (uint32_t k = 0; k < a->i->n; k++) {
        const Array *x = array(a, k);
        if (x->rank != first->rank || memcmp(x->dims, first->dims, (size_t)x->rank * sizeof *dims))
            return wrong_sizes(a, "{}");
        memcpy(to->data + k * first->count, x->data, (size_t)x->count * sizeof *x->data);
    }
    return give_array(a, to);
}

// ---- Slices --------------------------------------------------------------------------------

typedef struct Slice { // which elements of an array, dimension by dimension
    int32_t rank, result_rank;
    int32_t counts[MOST_DIMENSIONS], result_dims[MOST_DIMENSIONS];
    int64_t strides[MOST_DIMENSIONS];
    const double *subscripts[MOST_DIMENSIONS]; // NULL: all, or the one in `scalars`
    double scalars[MOST_DIMENSIONS];
    bool is_scalar[MOST_DIMENSIONS];
    int64_t count;
} Slice;

static ModelOutcome wrong_subscript(const Args *a, const Array *x, int32_t k, double subscript)
{
    const char *what = a->i->b >= 0 ? a->e->program->sites[a->i->b].what : "an array";
    return engine_fail(a->e, a->i->b, "subscript %d of '%s' is %.15g, but the size is %d", k + 1,
                       what, subscript, x->dims[k]);
}

static ModelOutcome read_slice(const Args *a, const Array *x, uint32_t at, Slice *s)
{
    *s = (Slice){.rank = x->rank, .count = 1};
    int64_t stride = 1;
    for (int32_t k = x->rank; k-- > 0; stride *= x->dims[k]) s->strides[k] = stride;
    for (int32_t k = 0; k < x->rank; k++) {
        double kind = at < a->i->n ? number(a, at) : 2;
        double value = at < a->i->n ? number(a, at + 1) : 0;
        at += 2;
        const Array *list = kind == 1 ? word_array(value) : NULL;
        s->is_scalar[k] = kind == 0;
        s->counts[k] = kind == 0 ? 1 : list ? (int32_t)list->count : x->dims[k];
        s->scalars[k] = value;
        s->subscripts[k] = list ? list->data : NULL;
        for (int32_t j = 0; j < s->counts[k] && kind != 2; j++) {
            double subscript = list ? list->data[j] : value;
            if (!(subscript >= 1 && subscript <= x->dims[k]))
                return wrong_subscript(a, x, k, subscript);
        }
        if (kind != 0) s->result_dims[s->result_rank++] = s->counts[k];
        s->count *= s->counts[k];
    }
    return MODEL_OK;
}

static int64_t subscript_of(const Slice *s, int32_t k, int32_t position) // counts from 0
{
    if (s->is_scalar[k]) return (int64_t)s->scalars[k] - 1;
    return s->subscripts[k] ? (int64_t)s->subscripts[k][position] - 1 : position;
}

// The elements of a slice row by row: a row is what differs in the last dimension that is no
// number, at `begin` and then at strides, or at the subscripts of a list.
typedef struct SliceRows {
    int32_t position[MOST_DIMENSIONS];
    int32_t last, length;
    int64_t begin, stride;
    const double *list;
} SliceRows;

static SliceRows slice_rows(const Slice *s)
{
    SliceRows r = {.last = s->rank - 1, .length = 1};
    if (!s->count) return r;
    while (r.last > 0 && s->is_scalar[r.last]) r.last--;
    for (int32_t k = 0; k < s->rank; k++)
        if (k != r.last || s->is_scalar[k]) r.begin += subscript_of(s, k, 0) * s->strides[k];
    if (s->rank == 0 || s->is_scalar[r.last]) return r;
    r.length = s->counts[r.last];
    r.stride = s->strides[r.last];
    r.list = s->subscripts[r.last];
    return r;
}

static void next_row(const Slice *s, SliceRows *r)
{
    for (int32_t k = r->last; k-- > 0;) {
        int64_t before = subscript_of(s, k, r->position[k]);
        if (++r->position[k] == s->counts[k]) r->position[k] = 0;
        r->begin += (subscript_of(s, k, r->position[k]) - before) * s->strides[k];
        if (r->position[k]) return;
    }
}

static int64_t place_in_row(const SliceRows *r, int32_t k)
{
    return r->begin + (r->list ? (int64_t)r->list[k] - 1 : k) * r->stride;
}

static ModelOutcome slice(const Args *a)
{
    const Array *x = array(a, 0);
    Slice s;
    ModelOutcome o = read_slice(a, x, 1, &s);
    if (o != MODEL_OK) return o;
    Array *to = engine_array(a->e, s.result_rank, s.result_dims);
    SliceRows r = slice_rows(&s);
    for (int64_t done = 0; to && done < s.count; done += r.length, next_row(&s, &r))
        for (int32_t k = 0; k < r.length; k++) to->data[done + k] = x->data[place_in_row(&r, k)];
    return give_array(a, to);
}

static bool has_shape_of(const Slice *s, const Array *x)
{
    return x->rank == s->result_rank &&
           !memcmp(x->dims, s->result_dims, (size_t)x->rank * sizeof *x->dims);
}

static ModelOutcome store_slice(const Args *a)
{
    Array *x = array(a, 0);
    Slice s;
    ModelOutcome o = read_slice(a, x, 3, &s);
    if (o != MODEL_OK) return o;
    const Array *from = number(a, 2) != 0 ? array(a, 1) : NULL;
    double value = from ? 0 : number(a, 1);
    if (from && !has_shape_of(&s, from)) {
        const char *what = a->i->b >= 0 ? a->e->program->sites[a->i->b].what : NULL;
        if (!what) return engine_fail(a->e, a->i->b, "the elements of an array differ in size");
        return engine_fail(a->e, a->i->b,
                           "the sizes of the two sides of the assignment to '%s' differ", what);
    }
    const double *data = from ? from->data : NULL;
    if (from == x || (from && from->data == x->data)) { // a[n:-1:1] := a
        Array *copy = vector_of(a, from->count);
        if (!copy) return engine_out_of_memory(a->e, a->i->b);
        memcpy(copy->data, from->data, (size_t)from->count * sizeof *data);
        data = copy->data;
    }
    SliceRows r = slice_rows(&s);
    for (int64_t done = 0; done < s.count; done += r.length, next_row(&s, &r))
        for (int32_t k = 0; k < r.length; k++)
            x->data[place_in_row(&r, k)] = data ? data[done + k] : value;
    return MODEL_OK;
}

static ModelOutcome call_builtin(Args *a)
{
    switch ((Builtin)a->i->c) {
    case B_SUM:
    case B_PRODUCT: return reduce(a);
    case B_MIN:
    case B_MAX: return extremum(a);
    case B_MATRIX_PRODUCT: return matrix_product(a);
    case B_DOT: return dot(a);
    case B_MATRIX_POWER: return matrix_power(a);
    case B_TRANSPOSE: return transpose(a, false);
    case B_OUTER_PRODUCT: return outer_product(a);
    case B_SYMMETRIC: return transpose(a, true);
    case B_CROSS: return cross(a);
    case B_SKEW: return skew(a);
    case B_IDENTITY: return diagonal(a, NULL, (int32_t)number(a, 0));
    case B_DIAGONAL: return diagonal(a, array(a, 0), (int32_t)array(a, 0)->count);
    case B_FILL: return fill(a, NULL);
    case B_FILL_ARRAYS: return fill(a, array(a, 0));
    case B_LINSPACE: return linspace(a);
    case B_RANGE: return range(a, false);
    case B_RANGE_COUNT: return range(a, true);
    case B_CAT: return concatenate(a);
    case B_PROMOTE: return promote(a);
    case B_VECTOR: return to_vector(a);
    case B_MATRIX: return to_matrix(a);
    case B_SCALAR: return to_scalar(a);
    case B_STACK: return stack_arrays(a);
    case B_SLICE: return slice(a);
    case B_STORE_SLICE: return store_slice(a);
    default: return engine_fail(a->e, a->i->b, "a built-in that no engine knows");
    }
}

ModelOutcome array_builtin(Engine *e, const Instruction *i, double *frame)
{
    Args a = {e, i, e->program->operands + i->a, frame, 0};
    ModelOutcome o = call_builtin(&a);
    return o == MODEL_OK && a.beyond != 0 ? engine_not_whole(e, i, i->b, a.beyond) : o;
}
