// How many words a type takes and what each of them is; constants that are addresses.
#include <string.h>

#include "program/engine/engine.h"
#include "program/lower/lowering.h"

uint32_t word_count(const Type *type)
{
    return type->n_parts;
}

uint32_t field_offset(const Type *type, uint32_t field)
{
    return type_elem(type)->first_part[field];
}

void word_types(Lowering *l, const Type *type, TypeVec *out)
{
    const Type *elem = type_elem(type);
    if (elem->kind == TYPE_NONE) return;
    if (elem->kind != TYPE_RECORD && elem->kind != TYPE_TUPLE) {
        VEC_PUSH(l->scratch, out, type);
        return;
    }
    for (uint32_t i = 0; i < elem->n; i++) {
        uint32_t first = out->count;
        word_types(l, elem->fields[i].type, out);
        if (type->kind != TYPE_ARRAY) continue;
        for (uint32_t k = first; k < out->count; k++)
            out->data[k] = type_array(l->exprs, out->data[k], type->dims, type->n);
    }
}

bool type_is_address(const Type *type)
{
    return type->kind == TYPE_ARRAY || type->kind == TYPE_STRING;
}

// ---- Constants -----------------------------------------------------------------------------

// A text that names a resource of a library is the file itself: functions in C read files.
const char *literal_text(Lowering *l, Name text)
{
    const char *file = NULL;
    if (l->resources && !strncmp(text->text, "modelica://", strlen("modelica://")))
        file = l->resources->find(l->resources->client, text->text, l->out);
    return file ? file : arena_copy_text(l->out, text->text, text->length);
}

// The messages of components of one class are one text.
int32_t text_operand(Lowering *l, Name text)
{
    const char *kept = map_get_pointer(&l->kept_texts, text);
    if (!kept) map_put_pointer(&l->kept_texts, text, kept = literal_text(l, text));
    return builder_address(&l->b, string_word(kept), CONSTANT_TEXT);
}

static Array *constant_array(Lowering *l, uint32_t rank, const int32_t *dims)
{
    Array *a = ARENA_NEW(l->out, Array);
    a->rank = (int32_t)rank;
    a->count = 1;
    for (uint32_t k = 0; k < rank; k++) {
        a->dims[k] = dims[k];
        a->count *= dims[k];
    }
    a->data = ARENA_ARRAY(l->out, double, a->count + 1);
    return a;
}

int32_t names_operand(Lowering *l, const Name *names, uint32_t n)
{
    int32_t dims[1] = {(int32_t)n};
    Array *a = constant_array(l, 1, dims);
    for (uint32_t k = 0; k < n; k++)
        a->data[k] = string_word(arena_copy_text(l->out, names[k]->text, names[k]->length));
    return builder_address(&l->b, array_word(a), CONSTANT_TEXTS);
}

static double literal_word(Lowering *l, const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REAL: return e->u.real;
    case EXPR_STRING: return string_word(literal_text(l, e->u.string));
    default: return (double)e->u.integer;
    }
}

// The scalars of word `word` of a literal, row major; nesting is as deep as the type.
static double *fill_literal(Lowering *l, const Expr *e, uint32_t word, double *to)
{
    if (e->kind == EXPR_ARRAY) {
        for (uint32_t i = 0; i < e->n_args; i++) to = fill_literal(l, e->args[i], word, to);
        return to;
    }
    if (e->kind == EXPR_RECORD) {
        uint32_t field = 0;
        while (field + 1 < e->n_args && field_offset(e->type, field + 1) <= word) field++;
        return fill_literal(l, e->args[field], word - field_offset(e->type, field), to);
    }
    *to = literal_word(l, e);
    return to + 1;
}

int32_t literal_array(Lowering *l, const Expr *e, uint32_t word)
{
    TypeVec types = {0};
    word_types(l, e->type, &types);
    const Type *type = types.data[word];
    Array *a = constant_array(l, type_rank(type), type->dims);
    fill_literal(l, e, word, a->data);
    bool is_text = type_elem(type)->kind == TYPE_STRING;
    return builder_address(&l->b, array_word(a), is_text ? CONSTANT_TEXTS : CONSTANT_ARRAY);
}
