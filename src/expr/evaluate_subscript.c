// Ranges, comprehensions and subscripts of the evaluator.
#include <string.h>

#include "base/number.h"
#include "expr/evaluator.h"
#include "expr/scalar.h"

// ---- Ranges --------------------------------------------------------------------------------

bool eval_range(Evaluator *v, const Expr *e, Value *out)
{
    Value first, step, last;
    if (!eval_expr(v, e->args[0], &first) || !eval_expr(v, e->args[1], &step) ||
        !eval_expr(v, e->args[2], &last))
        return false;
    int64_t count =
        number_range_count(value_number(&first), value_number(&step), value_number(&last));
    if (count < 0) return eval_fail(v, e, true, "the step of the range is zero");
    if (count > INT32_MAX) return eval_fail(v, e, true, "the range is too long");
    int32_t size = (int32_t)count;
    const Type *elem = first.elem;
    if (first.kind == TYPE_REAL || last.kind == TYPE_REAL || step.kind == TYPE_REAL)
        elem = v->t->basic[TYPE_REAL];
    if (!eval_make_array(v, e, elem, &size, 1, out)) return false;
    v->steps += (uint64_t)count;
    for (int64_t i = 0; i < count; i++) {
        if (elem->kind == TYPE_REAL)
            out->u.reals[i] = value_number(&first) + (double)i * value_number(&step);
        else
            out->u.integers[i] = first.u.integer + i * step.u.integer;
    }
    return true;
}

// ---- Comprehensions and reductions ---------------------------------------------------------

typedef struct PairedRanges { // the pairs of a comprehension, their ranges evaluated
    uint32_t n;
    Value *ranges;
    int64_t *at;
    int64_t total;
} PairedRanges;

static bool loop_open(Evaluator *v, const Expr *e, PairedRanges *loop)
{
    loop->n = e->n_args / 2;
    loop->ranges = eval_take(v, loop->n * sizeof *loop->ranges);
    loop->at = eval_take(v, loop->n * sizeof *loop->at);
    loop->total = 1;
    for (uint32_t k = 0; k < loop->n; k++) {
        if (!eval_expr(v, e->args[2 + 2 * k], &loop->ranges[k])) return false;
        if (loop->ranges[k].rank != 1) return eval_fail(v, e, true, "a loop needs a vector");
        loop->total *= loop->ranges[k].count;
        loop->at[k] = 0;
    }
    return true;
}

static void loop_bind(Evaluator *v, const Expr *e, const PairedRanges *loop)
{
    for (uint32_t k = 0; k < loop->n; k++) {
        Binding b = {e->args[1 + 2 * k]->u.index, value_get(&loop->ranges[k], loop->at[k])};
        VEC_PUSH(memory_arena(&v->memory), &v->iterators, b);
    }
}

static void loop_advance(PairedRanges *loop)
{
    for (uint32_t k = loop->n; k-- > 0;) {
        if (++loop->at[k] < loop->ranges[k].count) return;
        loop->at[k] = 0;
    }
}

// The body for the present values of the iterators.
static bool loop_body(Evaluator *v, const Expr *e, PairedRanges *loop, Value *out)
{
    uint32_t before = v->iterators.count;
    loop_bind(v, e, loop);
    bool ok = eval_expr(v, e->args[0], out);
    v->iterators.count = before;
    loop_advance(loop);
    return ok;
}

static bool empty_comprehension(Evaluator *v, const Expr *e, const PairedRanges *loop, Value *out)
{
    uint32_t rank = type_rank(e->type);
    int32_t dims[rank];
    for (uint32_t k = 0; k < rank; k++) {
        dims[k] = k < loop->n ? (int32_t)loop->ranges[k].count : e->type->dims[k];
        if (dims[k] < 0) dims[k] = 0;
    }
    return eval_make_array(v, e, type_elem(e->type), dims, rank, out);
}

static bool first_of_comprehension(Evaluator *v, const Expr *e, const PairedRanges *loop,
                                   const Value *first, Value *out)
{
    int32_t dims[loop->n + first->rank];
    for (uint32_t k = 0; k < loop->n; k++) dims[k] = (int32_t)loop->ranges[k].count;
    copy_dims(dims + loop->n, first->dims, first->rank);
    const Type *elem = type_elem(e->type)->kind == TYPE_REAL ? v->t->basic[TYPE_REAL] : first->elem;
    return eval_make_array(v, e, elem, dims, loop->n + first->rank, out);
}

bool eval_comprehension(Evaluator *v, const Expr *e, Value *out)
{
    PairedRanges loop;
    Value shape;
    if (!loop_open(v, e, &loop)) return false;
    if (loop.total == 0) return empty_comprehension(v, e, &loop, out);
    uint32_t kept = v->n_kept;
    for (int64_t i = 0; i < loop.total; i++) {
        MemoryMark mark = memory_mark(&v->memory);
        Value item;
        if (!loop_body(v, e, &loop, &item)) return false;
        if (i == 0) {
            shape = item;
            if (!first_of_comprehension(v, e, &loop, &item, out)) return false;
        } else if (!value_same_shape(&shape, &item)) {
            return eval_fail(v, e, true, "the elements of the array differ in size");
        }
        for (int64_t k = 0; k < item.count; k++) {
            Value x = value_get(&item, k);
            value_set(out, i * item.count + k, &x);
        }
        if (i > 0 && item.kind != TYPE_RECORD && kept == v->n_kept)
            memory_release(&v->memory, mark);
    }
    return true;
}

static bool eval_empty_reduction(Evaluator *v, const Expr *e, Value *out)
{
    Value none;
    int32_t zero = 0;
    if (!type_rank(e->type))
        return eval_make_array(v, e, e->type, &zero, 1, &none) &&
               eval_reduce(v, e, (Op)e->op, &none, out);
    if (type_count(e->type) < 0) return eval_fail(v, e, true, "the sum of no arrays has no size");
    return eval_expr(v, expr_zero(v->t, e->type), out);
}

// A sum of arrays adds them element by element; the others reduce scalars.
static bool reduce_next(Evaluator *v, const Expr *e, const Value *item, Value *out)
{
    Op op = e->op == OP_SUM ? OP_ADD : e->op == OP_PRODUCT ? OP_MUL : (Op)e->op;
    const Expr node = {.kind = EXPR_OP, .op = (uint16_t)op, .type = e->type};
    Value so_far = *out;
    if (eval_elementwise(v, &node, &so_far, item, out)) return true;
    v->failure->at = e;
    return false;
}

bool eval_reduction(Evaluator *v, const Expr *e, Value *out)
{
    PairedRanges loop;
    if (!loop_open(v, e, &loop)) return false;
    if (loop.total == 0) return eval_empty_reduction(v, e, out);
    uint32_t kept = v->n_kept;
    for (int64_t i = 0; i < loop.total; i++) {
        MemoryMark mark = memory_mark(&v->memory);
        Value item;
        if (!loop_body(v, e, &loop, &item)) return false;
        if (i == 0)
            *out = item;
        else if (!reduce_next(v, e, &item, out))
            return false;
        if (out->rank == 0 && out->kind != TYPE_RECORD && kept == v->n_kept)
            memory_release(&v->memory, mark);
    }
    return true;
}

// ---- Subscripts ----------------------------------------------------------------------------

static bool check_index(Evaluator *v, const Expr *e, int64_t index, int32_t size, uint32_t position)
{
    if (index >= 0 && index < size) return true;
    return eval_fail(v, e, true, "subscript %lld of dimension %u is outside 1 to %d",
                     (long long)index + 1, position + 1, size);
}

// Boolean subscripts count from false.
static int64_t index_of(const Value *sub, int64_t i)
{
    Value item = value_get(sub, i);
    return item.kind == TYPE_BOOLEAN ? item.u.integer : item.u.integer - 1;
}

static bool select_one(Evaluator *v, const Expr *e, uint32_t k, int32_t size, Selection *out)
{
    const Expr *sub = e->args[1 + k];
    Value index;
    out->is_scalar[k] = false;
    out->indices[k] = NULL;
    out->counts[k] = size;
    if (sub->kind == EXPR_COLON) return true;
    if (!eval_expr(v, sub, &index)) return false;
    if (index.rank > 1 || index.kind == TYPE_REAL || index.kind == TYPE_STRING)
        return eval_fail(v, e, true, "a subscript must be an Integer or a vector of Integers");
    out->is_scalar[k] = index.rank == 0;
    out->counts[k] = (int32_t)index.count;
    out->indices[k] = eval_take(v, (size_t)index.count * sizeof(int64_t));
    for (int64_t i = 0; i < index.count; i++) {
        out->indices[k][i] = index_of(&index, i);
        if (!check_index(v, e, out->indices[k][i], size, k)) return false;
    }
    return true;
}

bool eval_selection(Evaluator *v, const Expr *e, const Value *base, Selection *out)
{
    uint32_t n = e->n_args - 1;
    if (n > base->rank)
        return eval_fail(v, e, true, "%u subscripts for an array of %u dimensions", n, base->rank);
    *out = (Selection){.n = n,
                       .is_scalar = eval_take(v, n),
                       .indices = eval_take(v, n * sizeof(int64_t *)),
                       .counts = eval_take(v, n * sizeof(int32_t))};
    for (uint32_t k = 0; k < n; k++)
        if (!select_one(v, e, k, base->dims[k], out)) return false;
    return true;
}

void selection_begin(const Selection *s, int32_t *position)
{
    memset(position, 0, s->n * sizeof *position);
}

bool selection_next(const Selection *s, int32_t *position)
{
    for (uint32_t k = s->n; k-- > 0;) {
        if (++position[k] < s->counts[k]) return true;
        position[k] = 0;
    }
    return false;
}

// In elements of the base, of the part behind the subscripts.
int64_t selection_offset(const Selection *s, const Value *base, const int32_t *position)
{
    int64_t offset = 0;
    for (uint32_t k = 0; k < base->rank; k++) {
        int64_t i = k >= s->n ? 0 : s->indices[k] ? s->indices[k][position[k]] : position[k];
        offset = offset * base->dims[k] + i;
    }
    return offset;
}

// All subscripts scalar: the part shares its data with the base.
static bool eval_scalar_subscripts(Evaluator *v, const Expr *e, const Value *base, Value *out)
{
    int64_t offset = 0;
    uint32_t n = e->n_args - 1;
    for (uint32_t k = 0; k < base->rank; k++) {
        int64_t index = 0;
        if (k < n) {
            Value sub;
            if (!eval_expr(v, e->args[1 + k], &sub)) return false;
            index = index_of(&sub, 0);
            if (!check_index(v, e, index, base->dims[k], k)) return false;
        }
        offset = offset * base->dims[k] + index;
    }
    *out = value_part(base, n, offset);
    return true;
}

static bool is_scalar_subscripts(const Expr *e)
{
    for (uint32_t i = 1; i < e->n_args; i++)
        if (e->args[i]->kind == EXPR_COLON || type_rank(e->args[i]->type)) return false;
    return true;
}

const Expr *eval_literal_place(Evaluator *v, const Expr *e)
{
    if (e->kind == EXPR_REF) {
        const ValueSource *s = v->values;
        return s && s->variable ? s->variable(s->client, e->u.var) : NULL;
    }
    if (e->kind != EXPR_FIELD && e->kind != EXPR_SUBSCRIPT) return NULL;
    const Expr *base = eval_literal_place(v, e->args[0]);
    if (!base) return NULL;
    if (e->kind == EXPR_FIELD) return base->kind == EXPR_RECORD ? base->args[e->u.index] : NULL;
    if (!is_scalar_subscripts(e)) return NULL;
    for (uint32_t k = 1; k < e->n_args; k++) {
        Value sub;
        if (base->kind != EXPR_ARRAY || !eval_expr(v, e->args[k], &sub)) return NULL;
        int64_t index = index_of(&sub, 0);
        if (!check_index(v, e, index, (int32_t)base->n_args, k - 1)) return NULL;
        base = base->args[index];
    }
    return base;
}

bool eval_subscript(Evaluator *v, const Expr *e, Value *out)
{
    Value base;
    const Expr *literal = eval_literal_place(v, e);
    if (literal) return eval_expr(v, literal, out);
    if (!eval_expr(v, e->args[0], &base)) return false;
    if (e->n_args - 1 > base.rank)
        return eval_fail(v, e, true, "%u subscripts for an array of %u dimensions", e->n_args - 1,
                         base.rank);
    if (is_scalar_subscripts(e)) return eval_scalar_subscripts(v, e, &base, out);
    Selection s;
    if (!eval_selection(v, e, &base, &s)) return false;
    int32_t dims[base.rank], position[s.n + 1];
    uint32_t rank = 0;
    int64_t total = 1;
    for (uint32_t k = 0; k < base.rank; k++) {
        if (k < s.n) total *= s.counts[k];
        if (k >= s.n)
            dims[rank++] = base.dims[k];
        else if (!s.is_scalar[k])
            dims[rank++] = s.counts[k];
    }
    if (!eval_make_array(v, e, base.elem, dims, rank, out)) return false;
    int64_t part = 1, written = 0;
    for (uint32_t k = s.n; k < base.rank; k++) part *= base.dims[k];
    if (total == 0) return true;
    selection_begin(&s, position);
    do {
        int64_t offset = selection_offset(&s, &base, position);
        for (int64_t i = 0; i < part; i++) {
            Value item = value_get(&base, offset + i);
            value_set(out, written++, &item);
        }
    } while (selection_next(&s, position));
    return true;
}
