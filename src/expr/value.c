// Values of the evaluator and the memory they live in.
#include "expr/value.h"

#include <string.h>

#include "expr/table.h"

// ---- Memory --------------------------------------------------------------------------------

enum { FIRST_BLOCK = 64 * 1024 };

Arena *memory_arena(ValueMemory *m)
{
    if (!m->arena) m->arena = arena_open("evaluate");
    return m->arena;
}

void memory_close(ValueMemory *m)
{
    arena_close(m->arena);
}

static bool open_block(ValueMemory *m, size_t size)
{
    size_t want = FIRST_BLOCK;
    if (want < m->total / 4) want = m->total / 4;
    if (want < size) want = size;
    if (size > MEMORY_LIMIT || m->total + want > MEMORY_LIMIT) {
        m->exhausted = true;
        return false;
    }
    MemoryBlock block = {arena_alloc(memory_arena(m), want, 16), want};
    VEC_PUSH(m->arena, &m->blocks, block);
    m->total += want;
    return true;
}

void *memory_take(ValueMemory *m, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    while (m->block >= m->blocks.count || m->used + size > m->blocks.data[m->block].size) {
        if (m->block + 1 < m->blocks.count) {
            m->block++;
            m->used = 0;
            continue;
        }
        if (!open_block(m, size)) return NULL;
        m->block = m->blocks.count - 1;
        m->used = 0;
    }
    void *p = m->blocks.data[m->block].data + m->used;
    m->used += size;
    return p;
}

MemoryMark memory_mark(const ValueMemory *m)
{
    return (MemoryMark){m->block, m->used};
}

void memory_release(ValueMemory *m, MemoryMark mark)
{
    m->block = mark.block;
    m->used = mark.used;
}

// ---- Scalars and arrays --------------------------------------------------------------------

Value value_real(ExprTable *t, double x)
{
    return (Value){.kind = TYPE_REAL, .elem = t->basic[TYPE_REAL], .count = 1, .u.real = x};
}

Value value_integer(ExprTable *t, int64_t x)
{
    return (Value){
        .kind = TYPE_INTEGER, .elem = t->basic[TYPE_INTEGER], .count = 1, .u.integer = x};
}

Value value_boolean(ExprTable *t, bool x)
{
    return (Value){
        .kind = TYPE_BOOLEAN, .elem = t->basic[TYPE_BOOLEAN], .count = 1, .u.integer = x};
}

Value value_string(ExprTable *t, Name x)
{
    return (Value){.kind = TYPE_STRING, .elem = t->basic[TYPE_STRING], .count = 1, .u.string = x};
}

static size_t element_size(TypeKind kind)
{
    return kind == TYPE_RECORD ? sizeof(Value) : sizeof(double);
}

bool value_make_array(ValueMemory *m, const Type *elem, const int32_t *dims, uint32_t rank,
                      Value *out)
{
    int64_t count = 1;
    for (uint32_t k = 0; k < rank; k++) {
        if (dims[k] < 0 || __builtin_mul_overflow(count, (int64_t)dims[k], &count) ||
            count > MEMORY_LIMIT / 8) {
            m->exhausted = true;
            return false;
        }
    }
    size_t bytes = (size_t)count * element_size(elem->kind);
    int32_t *kept = memory_take(m, rank * sizeof *dims);
    void *data = memory_take(m, bytes);
    if (!kept || !data) return false;
    copy_dims(kept, dims, rank);
    memset(data, 0, bytes);
    *out = (Value){.kind = (uint8_t)elem->kind,
                   .rank = (uint8_t)rank,
                   .elem = elem,
                   .dims = kept,
                   .count = count,
                   .u.reals = data};
    return true;
}

double value_number(const Value *v)
{
    return v->kind == TYPE_REAL ? v->u.real : (double)v->u.integer;
}

Value value_get(const Value *array, int64_t i)
{
    if (array->rank == 0) return *array;
    Value item = {.kind = array->kind, .elem = array->elem, .count = 1};
    switch ((TypeKind)array->kind) {
    case TYPE_REAL: item.u.real = array->u.reals[i]; break;
    case TYPE_STRING: item.u.string = array->u.strings[i]; break;
    case TYPE_RECORD: return array->u.items[i];
    default: item.u.integer = array->u.integers[i]; break;
    }
    return item;
}

void value_set(Value *array, int64_t i, const Value *item)
{
    switch ((TypeKind)array->kind) {
    case TYPE_REAL: array->u.reals[i] = value_number(item); break;
    case TYPE_STRING: array->u.strings[i] = item->u.string; break;
    case TYPE_RECORD: array->u.items[i] = *item; break;
    default: array->u.integers[i] = item->u.integer; break;
    }
}

Value value_part(const Value *array, uint32_t k, int64_t offset)
{
    if (k == array->rank) return value_get(array, offset);
    Value part = *array;
    part.rank = (uint8_t)(array->rank - k);
    part.dims += k;
    part.count = 1;
    for (uint32_t i = 0; i < part.rank; i++) part.count *= part.dims[i];
    if (array->kind == TYPE_RECORD)
        part.u.items += offset;
    else
        part.u.reals += offset; // all other elements have the same size
    return part;
}

bool value_same_shape(const Value *a, const Value *b)
{
    if (a->rank != b->rank) return false;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->dims[k] != b->dims[k]) return false;
    return true;
}

static bool copy_record(ValueMemory *m, const Value *from, const Type *type, Value *out)
{
    const Type *own = from->elem;
    Value *items = memory_take(m, own->n * sizeof *items + 1);
    if (!items) return false;
    for (uint32_t i = 0; i < own->n; i++) {
        const Type *field = type->n == own->n ? type->fields[i].type : own->fields[i].type;
        if (from->u.items[i].kind == TYPE_ERROR)
            items[i] = from->u.items[i];
        else if (!value_copy(m, &from->u.items[i], type_elem(field), &items[i]))
            return false;
    }
    *out = *from;
    out->u.items = items;
    return true;
}

bool value_copy(ValueMemory *m, const Value *from, const Type *elem, Value *out)
{
    if (from->kind == TYPE_TUPLE) return copy_record(m, from, from->elem, out);
    if (from->rank == 0) {
        if (from->kind == TYPE_RECORD) return copy_record(m, from, elem, out);
        *out = *from;
        if (elem->kind == TYPE_REAL && from->kind == TYPE_INTEGER) {
            out->u.real = (double)from->u.integer;
            out->kind = TYPE_REAL;
            out->elem = elem;
        }
        return true;
    }
    bool to_real = elem->kind == TYPE_REAL && from->kind == TYPE_INTEGER;
    if (!value_make_array(m, to_real ? elem : from->elem, from->dims, from->rank, out))
        return false;
    if (from->kind != TYPE_RECORD) {
        value_copy_into(out, from);
        return true;
    }
    for (int64_t i = 0; i < from->count; i++)
        if (!copy_record(m, &from->u.items[i], elem, &out->u.items[i])) return false;
    return true;
}

void value_copy_into(Value *to, const Value *from)
{
    if (to->rank == 0) {
        if (to->kind == TYPE_REAL)
            to->u.real = value_number(from);
        else
            to->u = from->u;
    } else if (to->kind == TYPE_REAL && from->kind == TYPE_INTEGER) {
        for (int64_t i = 0; i < from->count; i++) to->u.reals[i] = (double)from->u.integers[i];
    } else if (from->count) {
        memmove(to->u.reals, from->u.reals, (size_t)from->count * element_size(from->kind));
    }
}

// ---- Literals ------------------------------------------------------------------------------

static Value scalar_of_literal(const Expr *e)
{
    Value v = {.kind = (uint8_t)e->type->kind, .elem = e->type, .count = 1};
    if (e->kind == EXPR_REAL)
        v.u.real = e->u.real;
    else if (e->kind == EXPR_STRING)
        v.u.string = e->u.string;
    else
        v.u.integer = e->u.integer;
    return v;
}

static bool fields_of_literal(ValueMemory *m, ExprTable *t, const Expr *e, Value *out)
{
    Value *items = memory_take(m, e->n_args * sizeof *items + 1);
    if (!items) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!value_of_literal(m, t, e->args[i], &items[i])) return false;
    *out = (Value){.kind = (uint8_t)e->type->kind, .elem = e->type, .count = 1, .u.items = items};
    return true;
}

static bool put_elements(ValueMemory *m, ExprTable *t, const Expr *e, Value *array, int64_t *next)
{
    if (e->kind == EXPR_ARRAY) {
        for (uint32_t i = 0; i < e->n_args; i++)
            if (!put_elements(m, t, e->args[i], array, next)) return false;
        return true;
    }
    Value item;
    if (!value_of_literal(m, t, e, &item) || *next >= array->count) return false;
    value_set(array, (*next)++, &item);
    return true;
}

bool value_of_literal(ValueMemory *m, ExprTable *t, const Expr *e, Value *out)
{
    if (e->kind == EXPR_RECORD || e->kind == EXPR_TUPLE) return fields_of_literal(m, t, e, out);
    if (e->kind != EXPR_ARRAY) {
        *out = scalar_of_literal(e);
        return e->kind >= EXPR_REAL && e->kind <= EXPR_ENUM;
    }
    int64_t next = 0;
    if (type_count(e->type) < 0) return false; // rows of different length
    if (!value_make_array(m, e->type->elem, e->type->dims, e->type->n, out)) return false;
    return put_elements(m, t, e, out, &next) && next == out->count;
}

static const Expr *fields_to_literal(ExprTable *t, const Value *v)
{
    const Expr *items[v->elem->n + 1];
    for (uint32_t i = 0; i < v->elem->n; i++) items[i] = value_to_literal(t, &v->u.items[i]);
    return v->kind == TYPE_TUPLE ? expr_tuple(t, items, v->elem->n)
                                 : expr_record(t, v->elem, items, v->elem->n);
}

static const Expr *array_to_literal(ExprTable *t, const Value *v)
{
    Arena *scratch = arena_open("literal");
    const Expr **items = ARENA_RAW(scratch, const Expr *, v->dims[0]);
    const Type *part_type = type_array(t, v->elem, v->dims + 1, v->rank - 1u);
    int64_t stride = v->dims[0] ? v->count / v->dims[0] : 0;
    for (int32_t i = 0; i < v->dims[0]; i++) {
        Value part = value_part(v, 1, i * stride);
        items[i] = value_to_literal(t, &part);
    }
    const Expr *e = expr_array(t, items, (uint32_t)v->dims[0], part_type);
    arena_close(scratch);
    return e;
}

const Expr *value_to_literal(ExprTable *t, const Value *v)
{
    if (v->rank) return array_to_literal(t, v);
    switch ((TypeKind)v->kind) {
    case TYPE_REAL: return expr_real(t, v->u.real);
    case TYPE_INTEGER: return expr_integer(t, v->u.integer);
    case TYPE_BOOLEAN: return expr_boolean(t, v->u.integer != 0);
    case TYPE_STRING: return expr_string(t, v->u.string);
    case TYPE_ENUMERATION: return expr_enum(t, v->elem, v->u.integer);
    case TYPE_RECORD:
    case TYPE_TUPLE: return fields_to_literal(t, v);
    default: return expr_error(t);
    }
}
