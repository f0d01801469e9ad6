// value.h -- mutable values of the evaluator; private to expr/.
#ifndef EXPR_VALUE_H
#define EXPR_VALUE_H
#include "base/vec.h"
#include "expr/expr.h"

// A scalar by value, an array as one block of elements in row-major order. A record is its
// fields; an array of records is an array of such records. Data may be shared between values:
// only variables of a function own theirs and change it in place.
typedef struct Value Value;
struct Value {
    uint8_t kind; // TypeKind of an element; TYPE_ERROR: has no value yet
    uint8_t rank;
    const Type *elem; // type of an element
    const int32_t *dims;
    int64_t count; // of elements
    union {
        double real;
        int64_t integer; // INTEGER, BOOLEAN, ENUMERATION
        Name string;
        double *reals;
        int64_t *integers;
        Name *strings;
        Value *items; // fields of a RECORD or TUPLE; elements of an array of RECORDs
    } u;
};

// A stack of memory: what was taken after a mark is given back at once. Blocks are kept and
// used again, so a loop of a million statements runs in constant memory.
typedef struct MemoryMark {
    uint32_t block;
    size_t used;
} MemoryMark;

typedef struct MemoryBlock {
    char *data;
    size_t size;
} MemoryBlock;

typedef struct ValueMemory {
    Arena *arena; // opened at the first need
    VEC(MemoryBlock) blocks;
    uint32_t block; // in use
    size_t used;    // of it
    size_t total;
    bool exhausted; // more than MEMORY_LIMIT was asked for
} ValueMemory;

enum { MEMORY_LIMIT = 1 << 30 };

static inline void copy_dims(int32_t *to, const int32_t *from, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) to[k] = from[k];
}

void memory_close(ValueMemory *m);
void *memory_take(ValueMemory *m, size_t size); // NULL and `exhausted` beyond the limit
MemoryMark memory_mark(const ValueMemory *m);
void memory_release(ValueMemory *m, MemoryMark mark);
Arena *memory_arena(ValueMemory *m); // for what must outlive every mark

Value value_real(ExprTable *t, double x);
Value value_integer(ExprTable *t, int64_t x);
Value value_boolean(ExprTable *t, bool x);
Value value_string(ExprTable *t, Name x);
// An array with space for its elements, cleared; false when it is too large.
bool value_make_array(ValueMemory *m, const Type *elem, const int32_t *dims, uint32_t rank,
                      Value *out);
double value_number(const Value *v); // of a Real or Integer scalar

Value value_get(const Value *array, int64_t i);             // i-th element, row major
void value_set(Value *array, int64_t i, const Value *item); // Integer becomes Real as needed
// The part behind the first `k` subscripts: shares its data. `offset` counts elements.
Value value_part(const Value *array, uint32_t k, int64_t offset);
bool value_same_shape(const Value *a, const Value *b);
// A copy that shares nothing with the original, converted to elements of `elem`.
bool value_copy(ValueMemory *m, const Value *from, const Type *elem, Value *out);
void value_copy_into(Value *to, const Value *from); // same shape; may overlap

bool value_of_literal(ValueMemory *m, ExprTable *t, const Expr *e, Value *out);
const Expr *value_to_literal(ExprTable *t, const Value *v);
#endif
