// type.h -- interned types: equal types are equal pointers.
#ifndef EXPR_TYPE_H
#define EXPR_TYPE_H
#include <stdbool.h>
#include <stdint.h>

#include "base/name.h"
#include "base/session.h"
#include "base/text.h"

typedef enum {
    TYPE_ERROR, // poisoned: users of it stay silent
    TYPE_REAL,
    TYPE_INTEGER,
    TYPE_BOOLEAN,
    TYPE_STRING,
    TYPE_ENUMERATION,
    TYPE_RECORD, // operator records included
    TYPE_CLOCK,
    TYPE_EXTERNAL, // external objects
    TYPE_FUNCTION, // functional arguments
    TYPE_TUPLE,    // results of a function with several outputs
    TYPE_NONE,     // no value (asserts, calls without result)
    TYPE_ARRAY
} TypeKind;

enum { DIM_UNKNOWN = -1 }; // inside functions, where sizes follow the arguments

typedef struct Type Type;

typedef struct Field {
    Name name;
    const Type *type;
} Field;

struct Type {
    TypeKind kind;
    uint32_t id; // dense, in order of creation
    Name name;   // ENUMERATION, RECORD, EXTERNAL, FUNCTION: full class name (identity)
    const void
        *owner; // RECORD, EXTERNAL, FUNCTION: the class it comes from (identity), opaque here
    const Name *literals; // ENUMERATION
    const Field *fields;  // RECORD, TUPLE (names may be NULL)
    uint32_t n_parts;     // simple ones of one element: 1; those of all its fields; 0 for NONE
    const uint32_t *first_part; // RECORD, TUPLE: by field, parts before it
    uint32_t n;                 // literals, fields or dimensions
    const Type *elem;           // ARRAY: never an array
    const int32_t *dims;        // ARRAY: n >= 1 of them, sizes or DIM_UNKNOWN
};

// Types of a session live in its ExprTable (opened by expr_table_open).
const Type *type_basic(ExprTable *t,
                       TypeKind kind); // REAL .. STRING, CLOCK, TUPLE-less, NONE, ERROR
const Type *type_enumeration(ExprTable *t, Name name, const Name *literals, uint32_t n);
const Type *type_record(ExprTable *t, Name name, const void *owner, const Field *fields,
                        uint32_t n);
const Type *type_external(ExprTable *t, Name name, const void *owner);
const Type *type_function(ExprTable *t, Name name, const void *owner);
const Type *type_tuple(ExprTable *t, const Field *fields, uint32_t n);
// elem may itself be an array: its dimensions are appended. n = 0 returns elem.
const Type *type_array(ExprTable *t, const Type *elem, const int32_t *dims, uint32_t n);

static inline const Type *type_elem(const Type *t) // of a scalar: itself
{
    return t->kind == TYPE_ARRAY ? t->elem : t;
}
bool type_same_literals(const Type *a, const Type *b); // two enumerations: all that matters (6.7)
uint32_t type_rank(const Type *t);                     // 0 for scalars
int32_t type_dim(const Type *t, uint32_t k);           // k < rank
const Type *type_strip(ExprTable *table, const Type *t,
                       uint32_t k); // without the first k dimensions
int64_t type_count(const Type *t);  // scalar elements of an array; -1 unknown
// Larger arrays are refused where they are written: each element of a variable becomes an equation.
enum { MOST_ELEMENTS = 10000000 };
bool type_is_too_large(const Type *t); // an array whose sizes are known, and so is that
bool type_is_sized(const Type *t);     // all sizes are known, in fields of records and tuples, too
// The type both can be used as (Integer with Real gives Real, an unknown size with a known one
// gives the known one); NULL without one. Sizes that contradict become unknown, *sizes_agree false.
const Type *type_common(ExprTable *t, const Type *a, const Type *b, bool *sizes_agree);
bool type_is_numeric(const Type *t);    // Real or Integer elements
bool type_is_predefined(const Type *t); // an enumeration of the language
// The unit of a field of a record class, as its declarations say, where the session keeps names.
// Records of one class whose modifiers differ have none in common.
void type_note_unit(ExprTable *t, const void *owner, Name field, Name unit);
Name type_field_unit(const ExprTable *t, const Type *record, uint32_t field); // NULL: none
int32_t type_field_index(const Type *record, Name name);                      // -1: no such field
void type_print(const Type *t, Text *out); // Real[3, 2], as a modeller writes it
#endif
