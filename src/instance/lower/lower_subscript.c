// lower_subscript.c -- subscripts and members of values (10.5).
//
// Inside a subscript `end` is the size of the dimension; it is found like an iterator of that
// name. Dimensions declared with an enumeration or Boolean accept only values of that type.
#include "base/suggest.h"
#include "instance/checks.h"
#include "instance/lower/lower.h"

static const Expr *number_of_boolean(const Lower *l, const Expr *e)
{
    return expr_if(l->t, e, expr_integer(l->t, 2), expr_integer(l->t, 1));
}

static const Expr *numbers_of_booleans(const Lower *l, const Expr *e)
{
    const Type *integer = type_basic(l->t, TYPE_INTEGER);
    if (e->kind == EXPR_ARRAY) {
        const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, e->n_args + 1);
        for (uint32_t i = 0; i < e->n_args; i++) items[i] = number_of_boolean(l, e->args[i]);
        return expr_array(l->t, items, e->n_args, integer);
    }
    const Expr *each = expr_iterator(l->t, name_of_text(l->f->s->names, "b"), type_elem(e->type));
    const Expr *pair[2] = {each, e};
    return expr_comprehension(l->t, number_of_boolean(l, each), pair, 1);
}

// Enumeration and Boolean subscripts count their values from 1.
static const Expr *subscript_number(const Lower *l, const Expr *e, Span span)
{
    const Type *elem = type_elem(e->type);
    if (elem->kind == TYPE_INTEGER) return e;
    if (elem->kind == TYPE_ENUMERATION) return expr_op1(l->t, OP_ENUM_TO_INTEGER, e);
    if (elem->kind == TYPE_BOOLEAN)
        return type_rank(e->type) ? numbers_of_booleans(l, e) : number_of_boolean(l, e);
    diag_error(l->f->diag, span, E_SUBSCRIPT,
               "a subscript must be an Integer, an enumeration value or a Boolean, but '%s' is of "
               "type '%s'",
               source_text(l->f, span), type_text(l->f, e->type));
    return expr_error(l->t);
}

// x[E] with an enumeration or Boolean type as subscript selects the whole dimension.
static bool names_a_type(const Lower *l, const AstExpr *e)
{
    if (e->kind != AST_REF) return false;
    Found found = lookup_reference(l->f, l->scope, e, LOOKUP_ANY, false);
    return found.kind == FOUND_CLASS;
}

const Expr *lower_subscript(const Lower *l, const AstExpr *e, const Expr *size)
{
    if (e->kind == AST_COLON || names_a_type(l, e)) return expr_colon(l->t);
    IteratorScope end = {lowering_of(l->f)->end, size, l->scope.iterators};
    Lower inside = *l;
    inside.scope.iterators = &end;
    inside.subscripted = NULL;
    const Expr *sub = lower_node(&inside, e, NULL);
    if (expr_is_error(sub)) return sub;
    if (type_rank(sub->type) > 1) {
        diag_error(l->f->diag, e->span, E_SUBSCRIPT,
                   "a subscript must be a scalar or a vector, but '%s' is of type '%s'",
                   source_text(l->f, e->span), type_text(l->f, sub->type));
        return expr_error(l->t);
    }
    return subscript_number(l, sub, e->span);
}

bool subscript_in_range(const Lower *l, const Expr *sub, int32_t size, Span span)
{
    if (size == DIM_UNKNOWN) return true;
    if (is_number_range(sub)) {
        int32_t n = type_dim(sub->type, 0);
        const Expr *at = expr_integer(l->t, n); // the last bound need not be met
        return n <= 0 || (subscript_in_range(l, sub->args[0], size, span) &&
                          subscript_in_range(l, expr_subscript(l->t, sub, &at, 1), size, span));
    }
    if (sub->kind == EXPR_ARRAY) {
        for (uint32_t i = 0; i < sub->n_args; i++)
            if (!subscript_in_range(l, sub->args[i], size, span)) return false;
        return true;
    }
    if (sub->kind != EXPR_INTEGER || (sub->u.integer >= 1 && sub->u.integer <= size)) return true;
    // What a function may leave out is judged where it is reached: a table of no rows has no first
    // one, and the branch that looks at it is taken for other tables.
    if (l->function && l->in_undecided_if) return true;
    diag_error(l->f->diag, span, E_SUBSCRIPT, "subscript %lld is outside 1:%d",
               (long long)sub->u.integer, size);
    return false;
}

// The enumeration or Boolean that a dimension is declared with; NULL for a size.
const Type *slot_dimension_type(Front *f, Slot *slot, uint32_t k)
{
    if (k >= slot_rank(f, slot) || slot->dim_texts[k].text->kind != AST_REF) return NULL;
    const DimText *text = &slot->dim_texts[k];
    Found found = lookup_reference(f, text->scope, text->text, LOOKUP_ANY, false);
    if (found.kind != FOUND_CLASS) return NULL;
    const Type *type = node_value_type(f, found.cls);
    return type->kind == TYPE_ENUMERATION || type->kind == TYPE_BOOLEAN ? type : NULL;
}

const Expr *last_of_dimension(const Lower *l, Slot *slot, uint32_t k, const Expr *size)
{
    const Type *type = slot ? slot_dimension_type(l->f, slot, k) : NULL;
    if (!type) return size;
    return type->kind == TYPE_BOOLEAN ? expr_boolean(l->t, true) : expr_enum(l->t, type, type->n);
}

// A dimension declared with a size takes Integers only. Texts that can be nothing else, or that
// are too common to be lowered twice, are not looked at.
static bool is_counted(const Lower *l, Slot *slot, uint32_t k, const AstExpr *text)
{
    if (k >= slot_rank(l->f, slot) || slot->dim_texts[k].text->kind == AST_COLON) return false;
    bool is_relation = text->kind == AST_BINARY && text->op >= AST_LT && text->op <= AST_OR;
    bool may_be_literal = text->kind == AST_REF && text->u.ref.n_parts > 1;
    return text->kind == AST_BOOLEAN || is_relation || may_be_literal;
}

// A dimension declared with a type takes only values of that type as subscripts (10.5.1).
bool subscript_types_fit(const Lower *l, Slot *slot, const AstRefPart *part)
{
    for (uint32_t k = 0; k < part->subscripts.count; k++) {
        const AstExpr *text = part->subscripts.items[k];
        const Type *want = slot_dimension_type(l->f, slot, k);
        if (!want && is_counted(l, slot, k, text)) want = type_basic(l->t, TYPE_INTEGER);
        if (!want || text->kind == AST_COLON || names_a_type(l, text)) continue;
        IteratorScope end = {lowering_of(l->f)->end, expr_error(l->t), l->scope.iterators};
        Lower inside = *l;
        inside.scope.iterators = &end;
        const Expr *sub = lower_node(&inside, text, NULL);
        if (expr_is_error(sub) || types_agree(l->f, type_elem(sub->type), want)) continue;
        bool is_number =
            want->kind == TYPE_ENUMERATION && type_elem(sub->type)->kind == TYPE_INTEGER;
        uint64_t place = (uint64_t)text->span.begin << 32 | slot->span.begin;
        if (is_number && !diag_is_strict(l->f->diag) && !is_first_at(l->f, place)) continue;
        Diagnostic *d = (is_number ? diag_breach : diag_error)(
            l->f->diag, text->span, E_SUBSCRIPT,
            "this dimension of '%s' is indexed by '%s', but '%s' is of type '%s'", part->name->text,
            type_text(l->f, want), source_text(l->f, text->span), type_text(l->f, sub->type));
        if (!is_number || diag_is_strict(l->f->diag)) return false;
        diag_label(l->f->diag, d, "taken as the number of a literal");
    }
    return true;
}

static bool count_subscripts(const Lower *l, uint32_t n, const Type *type, Span span)
{
    if (n <= type_rank(type)) return true;
    diag_error(l->f->diag, span, E_SUBSCRIPT, "%u subscript%s for a value of type '%s'", n,
               n == 1 ? "" : "s", type_text(l->f, type));
    return false;
}

static bool refers_to_unknowns(Front *f, const Expr *base)
{
    return base->kind == EXPR_REF &&
           f->variables.data[base->u.var.i]->variability > VARIABILITY_PARAMETER;
}

static const Expr *dimension_size(const Lower *l, const Expr *base, uint32_t k)
{
    int32_t size = type_dim(base->type, k);
    if (size != DIM_UNKNOWN) return expr_integer(l->t, size);
    return expr_op2(l->t, OP_SIZE, base, expr_integer(l->t, (int64_t)k + 1));
}

// All subscripts of one part, lowered and checked against `base`; false after a report.
static bool lower_subscript_list(const Lower *l, const Expr *base, const AstExprList *list,
                                 Span span, const Expr **subs)
{
    if (!count_subscripts(l, list->count, base->type, span)) return false;
    for (uint32_t k = 0; k < list->count; k++) {
        const AstExpr *text = list->items[k];
        const Expr *end = last_of_dimension(l, l->subscripted, k, dimension_size(l, base, k));
        const Expr *sub = lower_subscript(l, text, end);
        if (expr_is_error(sub)) return false;
        if (sub->kind != EXPR_COLON && !expr_is_literal(sub) && !is_number_range(sub) &&
            (refers_to_unknowns(l->f, base) || type_rank(sub->type)) && is_evaluable(l->f, sub)) {
            sub = evaluate_now(l->f, sub, text->span, true);
            if (!sub) return false;
        }
        if (!subscript_in_range(l, sub, type_dim(base->type, k), text->span)) return false;
        subs[k] = sub;
    }
    return true;
}

const Expr *lower_subscripts(const Lower *l, const Expr *base, const AstExprList *list, Span span)
{
    if (expr_is_error(base) || list->count == 0) return base;
    const Expr **subs = ARENA_ARRAY(l->f->work, const Expr *, list->count);
    if (!lower_subscript_list(l, base, list, span, subs)) return expr_error(l->t);
    return expr_subscript(l->t, base, subs, list->count);
}

const Expr *lower_member(const Lower *l, const Expr *record, Name name, Span span)
{
    if (expr_is_error(record)) return record;
    const Type *type = type_elem(record->type);
    int32_t k = type->kind == TYPE_RECORD ? type_field_index(type, name) : -1;
    if (k >= 0) return expr_field(l->t, record, (uint32_t)k);
    Diagnostic *d = diag_error(l->f->diag, span, E_NOT_A_VALUE, "type '%s' has no member '%s'",
                               type_text(l->f, record->type), name->text);
    const char **names = ARENA_ARRAY(l->f->work, const char *, type->n + 1);
    if (type->kind != TYPE_RECORD) return expr_error(l->t);
    for (uint32_t i = 0; i < type->n; i++) names[i] = type->fields[i].name->text;
    const char *near = nearest_text(name->text, names, type->n);
    if (near) diag_replace(l->f->diag, d, span, near);
    return expr_error(l->t);
}

// The parts of a reference after number `from`, applied to a value.
const Expr *walk_value(const Lower *l, const Expr *value, const AstExpr *ref, uint32_t from)
{
    Lower of_local = *l;
    if (value->kind == EXPR_LOCAL && l->function)
        of_local.subscripted = l->function->slot_of_local[value->u.index];
    value = lower_subscripts(&of_local, value, &ref->u.ref.parts[from].subscripts, ref->span);
    for (uint32_t i = from + 1; i < ref->u.ref.n_parts && !expr_is_error(value); i++) {
        const AstRefPart *part = &ref->u.ref.parts[i];
        // r.a[1] on an array of records: the subscript belongs to the field of each element.
        uint32_t outer = type_rank(value->type);
        value = lower_member(l, value, part->name, part->span);
        if (part->subscripts.count == 0 || expr_is_error(value)) continue;
        if (outer == 0) {
            value = lower_subscripts(l, value, &part->subscripts, part->span);
            continue;
        }
        uint32_t n = outer + part->subscripts.count;
        const Expr **subs = ARENA_ARRAY(l->f->work, const Expr *, n);
        const Expr *colon = expr_colon(l->t);
        for (uint32_t k = 0; k < outer; k++) subs[k] = colon;
        for (uint32_t k = outer; k < n; k++) {
            if (!count_subscripts(l, n, value->type, part->span)) return expr_error(l->t);
            subs[k] =
                lower_subscript(l, part->subscripts.items[k - outer], dimension_size(l, value, k));
            if (expr_is_error(subs[k])) return subs[k];
        }
        value = expr_subscript(l->t, value, subs, n);
    }
    return value;
}
