// Types are few (thousands in a large model), so one open-addressing table over all kinds
// suffices. Equal structure, name and owner mean equal pointers.
#include "expr/type.h"

#include <string.h>

#include "base/hash.h"
#include "expr/table.h"

static bool same_fields(const Field *a, const Field *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i].name != b[i].name || a[i].type != b[i].type) return false;
    return true;
}

static bool same_type(const Type *a, const Type *b)
{
    if (a->kind != b->kind || a->name != b->name || a->owner != b->owner || a->n != b->n ||
        a->elem != b->elem)
        return false;
    if (a->dims && memcmp(a->dims, b->dims, a->n * sizeof *a->dims) != 0) return false;
    if (a->literals && memcmp(a->literals, b->literals, a->n * sizeof *a->literals) != 0)
        return false;
    return !a->fields || same_fields(a->fields, b->fields, a->n);
}

static uint32_t type_hash(const Type *t)
{
    uint64_t h = hash_mix(t->kind, t->n);
    if (t->name) h = hash_mix(h, t->name->id);
    if (t->elem) h = hash_mix(h, t->elem->id);
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->dims) h = hash_mix(h, (uint64_t)(int64_t)t->dims[i]);
        if (t->literals) h = hash_mix(h, t->literals[i]->id);
        if (t->fields) h = hash_mix(h, t->fields[i].type->id);
    }
    return (uint32_t)(h >> 16);
}

static uint32_t type_slot(const ExprTable *t, const Type *wanted)
{
    uint32_t i = type_hash(wanted) & t->type_mask;
    while (t->type_slots[i] && !same_type(t->type_slots[i], wanted)) i = (i + 1) & t->type_mask;
    return i;
}

static void grow_types(ExprTable *t)
{
    const Type **before = t->type_slots;
    uint32_t room = t->type_mask + 1;
    t->type_mask = room * 2 - 1;
    t->type_slots = ARENA_ARRAY(t->arena, const Type *, room * 2);
    for (uint32_t i = 0; i < room; i++)
        if (before[i]) t->type_slots[type_slot(t, before[i])] = before[i];
}

// Everywhere in the lowering somebody asks where a field lies, and records have hundreds of them.
static void count_parts(ExprTable *t, Type *made)
{
    bool has_none =
        made->kind == TYPE_NONE || made->kind == TYPE_RECORD || made->kind == TYPE_TUPLE;
    made->n_parts = made->elem ? made->elem->n_parts : !has_none;
    if (!made->fields) return;
    uint32_t *first = ARENA_ARRAY(t->arena, uint32_t, made->n + 1);
    for (uint32_t i = 0; i < made->n; i++) first[i + 1] = first[i] + made->fields[i].type->n_parts;
    made->first_part = first;
    made->n_parts = first[made->n];
}

// `wanted` may point to the caller's arrays: they are copied when the type is a fresh one.
static const Type *type_intern(ExprTable *t, const Type *wanted)
{
    uint32_t slot = type_slot(t, wanted);
    if (t->type_slots[slot]) return t->type_slots[slot];
    Type *made = ARENA_COPY(t->arena, Type, wanted, 1);
    made->id = t->n_types++;
    if (made->dims) made->dims = ARENA_COPY(t->arena, int32_t, made->dims, made->n);
    if (made->literals) made->literals = ARENA_COPY(t->arena, Name, made->literals, made->n);
    if (made->fields) made->fields = ARENA_COPY(t->arena, Field, made->fields, made->n);
    count_parts(t, made);
    t->type_slots[slot] = made;
    if (t->n_types * 2 > t->type_mask) grow_types(t);
    return made;
}

void type_table_open(ExprTable *t)
{
    t->type_mask = 255;
    t->field_units = map_make(t->arena);
    t->type_slots = ARENA_ARRAY(t->arena, const Type *, t->type_mask + 1);
    for (TypeKind kind = TYPE_ERROR; kind < TYPE_ARRAY; kind++)
        t->basic[kind] = type_intern(t, &(Type){.kind = kind});
}

const Type *type_basic(ExprTable *t, TypeKind kind)
{
    return t->basic[kind];
}

const Type *type_enumeration(ExprTable *t, Name name, const Name *literals, uint32_t n)
{
    static const Name none[1];
    return type_intern(
        t,
        &(Type){.kind = TYPE_ENUMERATION, .name = name, .literals = n ? literals : none, .n = n});
}

const Type *type_record(ExprTable *t, Name name, const void *owner, const Field *fields, uint32_t n)
{
    static const Field none[1];
    return type_intern(t, &(Type){.kind = TYPE_RECORD,
                                  .name = name,
                                  .owner = owner,
                                  .fields = n ? fields : none,
                                  .n = n});
}

static uint64_t field_key(const void *owner, Name field)
{
    return hash_mix((uint64_t)(uintptr_t)owner, (uint64_t)(uintptr_t)field);
}

void type_note_unit(ExprTable *t, const void *owner, Name field, Name unit)
{
    Name nothing = name_of_text(t->session->names, "");
    uint64_t key = field_key(owner, field), before;
    if (!unit) unit = nothing;
    bool is_known = map_get(&t->field_units, key, &before);
    if (is_known && before != (uint64_t)(uintptr_t)unit) unit = nothing;
    map_put(&t->field_units, key, (uint64_t)(uintptr_t)unit);
}

Name type_field_unit(const ExprTable *t, const Type *record, uint32_t field)
{
    uint64_t key = field_key(record->owner, record->fields[field].name);
    Name unit = (Name)(uintptr_t)map_get_or(&t->field_units, key, 0);
    return unit && unit->length ? unit : NULL;
}

const Type *type_external(ExprTable *t, Name name, const void *owner)
{
    return type_intern(t, &(Type){.kind = TYPE_EXTERNAL, .name = name, .owner = owner});
}

const Type *type_function(ExprTable *t, Name name, const void *owner)
{
    return type_intern(t, &(Type){.kind = TYPE_FUNCTION, .name = name, .owner = owner});
}

const Type *type_tuple(ExprTable *t, const Field *fields, uint32_t n)
{
    static const Field none[1];
    return type_intern(t, &(Type){.kind = TYPE_TUPLE, .fields = n ? fields : none, .n = n});
}

const Type *type_array(ExprTable *t, const Type *elem, const int32_t *dims, uint32_t n)
{
    if (n == 0 || elem->kind == TYPE_ERROR) return elem;
    if (elem->kind != TYPE_ARRAY)
        return type_intern(t, &(Type){.kind = TYPE_ARRAY, .elem = elem, .dims = dims, .n = n});
    int32_t all[n + elem->n];
    memcpy(all, dims, n * sizeof *dims);
    memcpy(all + n, elem->dims, elem->n * sizeof *dims);
    return type_intern(
        t, &(Type){.kind = TYPE_ARRAY, .elem = elem->elem, .dims = all, .n = n + elem->n});
}

bool type_same_literals(const Type *a, const Type *b)
{
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->literals[i] != b->literals[i]) return false;
    return true;
}

uint32_t type_rank(const Type *t)
{
    return t->kind == TYPE_ARRAY ? t->n : 0;
}

int32_t type_dim(const Type *t, uint32_t k)
{
    return t->dims[k];
}

const Type *type_strip(ExprTable *table, const Type *t, uint32_t k)
{
    if (k == 0) return t;
    return type_array(table, t->elem, t->dims + k, t->n - k);
}

bool type_is_too_large(const Type *t)
{
    int64_t count = 1;
    bool is_too_large = false;
    for (uint32_t k = 0; k < type_rank(t); k++) {
        if (t->dims[k] == DIM_UNKNOWN || t->dims[k] == 0) return false;
        if (!is_too_large) count *= t->dims[k];
        is_too_large |= count > MOST_ELEMENTS;
    }
    return is_too_large;
}

int64_t type_count(const Type *t)
{
    int64_t count = 1;
    for (uint32_t k = 0; k < type_rank(t); k++) {
        if (t->dims[k] == DIM_UNKNOWN) return -1;
        if (t->dims[k] && count > INT64_MAX / t->dims[k]) return -1;
        count *= t->dims[k];
    }
    return count;
}

bool type_is_sized(const Type *t)
{
    if (t->kind == TYPE_ARRAY) return type_count(t) >= 0 && type_is_sized(t->elem);
    if (t->kind != TYPE_RECORD && t->kind != TYPE_TUPLE) return true;
    for (uint32_t i = 0; i < t->n; i++)
        if (!type_is_sized(t->fields[i].type)) return false;
    return true;
}

bool type_is_numeric(const Type *t)
{
    TypeKind kind = type_elem(t)->kind;
    return kind == TYPE_REAL || kind == TYPE_INTEGER;
}

bool type_is_predefined(const Type *t)
{
    return t->kind == TYPE_ENUMERATION &&
           (!strcmp(t->name->text, "StateSelect") || !strcmp(t->name->text, "AssertionLevel"));
}

int32_t type_field_index(const Type *record, Name name)
{
    for (uint32_t i = 0; i < record->n; i++)
        if (record->fields[i].name == name) return (int32_t)i;
    return -1;
}

static const char *basic_name(TypeKind kind)
{
    switch (kind) {
    case TYPE_REAL: return "Real";
    case TYPE_INTEGER: return "Integer";
    case TYPE_BOOLEAN: return "Boolean";
    case TYPE_STRING: return "String";
    case TYPE_CLOCK: return "Clock";
    case TYPE_NONE: return "no value";
    case TYPE_TUPLE: return "several values";
    case TYPE_ENUMERATION: return "enumeration";
    case TYPE_RECORD: return "record";
    case TYPE_EXTERNAL: return "ExternalObject";
    case TYPE_FUNCTION: return "function";
    case TYPE_ERROR:
    case TYPE_ARRAY: break;
    }
    return "unknown type";
}

void type_print(const Type *t, Text *out)
{
    const Type *elem = type_elem(t);
    text_add(out, elem->name ? elem->name->text : basic_name(elem->kind));
    for (uint32_t k = 0; k < type_rank(t); k++) {
        text_add(out, k ? ", " : "[");
        if (t->dims[k] == DIM_UNKNOWN)
            text_add(out, ":");
        else
            text_printf(out, "%d", t->dims[k]);
    }
    if (type_rank(t)) text_add_char(out, ']');
}
