// scattered_arrays.c -- arrays of functions whose elements are only named one by one become words.
//
// Formulas that a program has written, equations of state above all, keep intermediate results in
// an array and name its elements by numbers: o[3] := o[2]*o[2]. As words they stay in registers,
// no subscript is compared with its bound, and what nobody reads is left out with the results that
// it belongs to (special_body.c). Cost: one walk over the expressions of the function.
#include "program/lower/lowering.h"

// Elements of one array: a frame is cleared at every call.
enum { MOST_SCATTERED = 128 };

typedef struct Scattering {
    Lowering *l;
    const Function *f;
    uint32_t *n_elements; // by local: of an array that may be scattered, else 0
} Scattering;

static uint32_t elements_of(const Function *f, uint32_t local)
{
    const Local *v = &f->locals[local];
    bool is_protected = local >= f->n_inputs + f->n_outputs;
    if (!is_protected || f->external || v->value || v->type->kind != TYPE_ARRAY) return 0;
    TypeKind kind = type_elem(v->type)->kind;
    if (kind != TYPE_REAL && kind != TYPE_INTEGER && kind != TYPE_BOOLEAN) return 0;
    uint32_t n = 1;
    for (uint32_t k = 0; k < type_rank(v->type); k++) {
        int32_t size = type_dim(v->type, k);
        if (size == DIM_UNKNOWN || size < 1 || n * (uint64_t)size > MOST_SCATTERED) return 0;
        n *= (uint32_t)size;
    }
    return n;
}

// The place of an element with literal subscripts inside their bounds; -1: it is something else.
static int32_t place_of(const Expr *e)
{
    const Type *type = e->args[0]->type;
    if (e->n_args != type_rank(type) + 1) return -1;
    int32_t place = 0;
    for (uint32_t k = 1; k < e->n_args; k++) {
        const Expr *subscript = e->args[k];
        int32_t size = type_dim(type, k - 1);
        if (subscript->kind != EXPR_INTEGER) return -1;
        if (subscript->u.integer < 1 || subscript->u.integer > size) return -1;
        place = place * size + (int32_t)subscript->u.integer - 1;
    }
    return place;
}

static void keep_whole(const Scattering *s, const Expr *e)
{
    if (e && e->kind == EXPR_LOCAL && e->u.index < s->f->n_locals) s->n_elements[e->u.index] = 0;
}

static void look_at(void *client, const Expr *node)
{
    const Scattering *s = client;
    bool is_element = node->kind == EXPR_SUBSCRIPT && place_of(node) >= 0;
    for (uint32_t k = is_element; k < node->n_args; k++) keep_whole(s, node->args[k]);
}

static void look_into(void *client, const Expr **e)
{
    Scattering *s = client;
    keep_whole(s, *e);
    if ((*e)->flags & EXPR_HAS_LOCAL) expr_walk(s->l->exprs, *e, s, look_at);
}

static void look_at_statements(Scattering *s, const Statements *list)
{
    for (uint32_t k = 0; k < list->count; k++) {
        Statement *st = &list->items[k];
        statement_each_expression(st, s, look_into);
        for (uint32_t b = 0; b < st->n_branches; b++) look_at_statements(s, &st->branches[b].body);
    }
}

uint32_t *find_scattered(Lowering *l, const Function *f)
{
    Scattering s = {.l = l, .f = f};
    s.n_elements = ARENA_ARRAY(l->scratch, uint32_t, f->n_locals + 1);
    bool any = false;
    for (uint32_t i = 0; i < f->n_locals; i++) {
        s.n_elements[i] = elements_of(f, i);
        any |= s.n_elements[i] > 0;
    }
    for (uint32_t i = 0; any && i < f->n_locals; i++) {
        Local *v = &f->locals[i];
        if (v->value) look_into(&s, &v->value);
        for (uint32_t k = 0; v->dims && k < type_rank(v->type); k++)
            if (v->dims[k]) look_into(&s, &v->dims[k]);
    }
    if (any) look_at_statements(&s, &f->body);
    return s.n_elements;
}

int32_t scattered_word(const Lowering *l, const Expr *e)
{
    if (!l->scope || e->kind != EXPR_SUBSCRIPT || e->args[0]->kind != EXPR_LOCAL) return -1;
    uint32_t local = e->args[0]->u.index;
    if (!l->scope->n_scattered[local]) return -1;
    return l->scope->first_word[local] + place_of(e);
}
