// lower_size.c -- size() and reductions of arrays (10.3.1, 10.3.4).
//
// A size is asked of one dimension of one declaration: the others need not be known yet, which
// makes A[:, size(A, 1)] legal.
#include "instance/lower/lower.h"

// The declaration a reference without subscripts ends in, when every part before is scalar.
static Slot *plain_slot(const Lower *l, const AstExpr *ref)
{
    if (ref->kind != AST_REF) return NULL;
    for (uint32_t i = 0; i < ref->u.ref.n_parts; i++)
        if (ref->u.ref.parts[i].subscripts.count) return NULL;
    Found found = lookup_reference(l->f, l->scope, ref, LOOKUP_ANY, false);
    if (found.kind != FOUND_SLOT || !slot_exists(l->f, found.slot)) return NULL;
    if (found.slot->holder->function) return NULL;
    Slot *slot = found.slot;
    for (uint32_t i = found.parts_used; i < ref->u.ref.n_parts; i++) {
        if (slot_rank(l->f, slot)) return NULL;
        Component **elements = slot->holder->component ? slot_elements(l->f, slot) : NULL;
        Node *node = elements ? node_of_component(l->f, elements[0]) : NULL;
        slot = node ? node_member(l->f, node, ref->u.ref.parts[i].name) : NULL;
        if (slot && slot->prefixes.is_outer) slot = slot_inner(l->f, slot);
        if (!slot || slot->kind != SLOT_COMPONENT || !slot_exists(l->f, slot)) return NULL;
    }
    return slot;
}

const Expr *lower_dimension(const Lower *l, const AstExpr *ref, uint32_t k)
{
    Slot *slot = plain_slot(l, ref);
    int32_t size;
    if (slot && k < slot_rank(l->f, slot)) {
        if (!slot_dim(l->f, slot, k, &size)) return expr_error(l->t);
        if (size != DIM_UNKNOWN) return expr_integer(l->t, size);
    }
    const Expr *value = lower_node(l, ref, NULL);
    if (expr_is_error(value)) return value;
    if (k >= type_rank(value->type)) {
        diag_error(l->f->diag, ref->span, E_SUBSCRIPT, "'%s' of type '%s' has no dimension %u",
                   source_text(l->f, ref->span), type_text(l->f, value->type), k + 1);
        return expr_error(l->t);
    }
    size = type_dim(value->type, k);
    if (size != DIM_UNKNOWN) return expr_integer(l->t, size);
    return expr_op2(l->t, OP_SIZE, value, expr_integer(l->t, (int64_t)k + 1));
}

const Expr *lower_size(const Lower *l, const AstExpr *const *texts, uint32_t n)
{
    if (n == 2) {
        const Expr *k =
            lower_as(l, texts[1], type_basic(l->t, TYPE_INTEGER), "the second argument of 'size'");
        if (expr_is_error(k)) return k;
        if (!expr_is_literal(k) && is_evaluable(l->f, k)) {
            k = evaluate_now(l->f, k, texts[1]->span, true);
            if (!k) return expr_error(l->t);
        }
        if (k->kind == EXPR_INTEGER && k->u.integer >= 1)
            return lower_dimension(l, texts[0], (uint32_t)k->u.integer - 1);
        if (k->kind == EXPR_INTEGER) {
            diag_error(l->f->diag, texts[1]->span, E_SUBSCRIPT, "dimensions count from 1");
            return expr_error(l->t);
        }
        const Expr *a = lower_node(l, texts[0], NULL);
        return expr_is_error(a) ? a : expr_op2(l->t, OP_SIZE, a, k);
    }
    Slot *slot = plain_slot(l, texts[0]);
    const Expr *a = slot ? NULL : lower_node(l, texts[0], NULL);
    if (a && expr_is_error(a)) return a;
    uint32_t rank = slot ? slot_rank(l->f, slot) : type_rank(a->type);
    const Expr **sizes = ARENA_ARRAY(l->f->work, const Expr *, rank + 1);
    for (uint32_t k = 0; k < rank; k++) {
        sizes[k] = lower_dimension(l, texts[0], k);
        if (expr_is_error(sizes[k])) return sizes[k];
    }
    return expr_array(l->t, sizes, rank, type_basic(l->t, TYPE_INTEGER));
}

// Operator records are added by their own '+'.
static const Expr *sum_of_records(const Lower *l, const Expr *array, Span span)
{
    const Type *type = array->type;
    uint32_t rank = type_rank(type);
    const Expr **subs = ARENA_ARRAY(l->f->work, const Expr *, rank);
    const Expr *sum = NULL;
    int64_t n = type_count(type);
    if (n < 0) {
        diag_error(l->f->diag, span, E_UNSUPPORTED,
                   "the sum of operator records whose number only the call knows");
        return expr_error(l->t);
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t rest = i;
        for (uint32_t k = rank; k-- > 0; rest /= type_dim(type, k))
            subs[k] = expr_integer(l->t, 1 + rest % type_dim(type, k));
        const Expr *item = expr_subscript(l->t, array, subs, rank);
        sum = sum ? overload_binary(l, AST_ADD, sum, item, span) : item;
        if (expr_is_error(sum)) return sum;
    }
    return sum ? sum : overload_zero(l, type_elem(type), span);
}

const Expr *reduce_array(const Lower *l, Op op, const Expr *array, uint32_t dims, Span span)
{
    const Type *type = array->type;
    if (op == OP_SUM && type_is_operator_record(l->f, type)) return sum_of_records(l, array, span);
    if (op != OP_SUM || type_rank(type) <= dims) return expr_op1(l->t, op, array);
    // The sum of arrays is an array: only the dimensions of the iterators are summed over.
    const Expr *sum = NULL;
    int32_t n = type_dim(type, 0);
    for (int32_t i = 0; i < n; i++) {
        const Expr *index = expr_integer(l->t, i + 1);
        const Expr *item = expr_subscript(l->t, array, &index, 1);
        if (dims > 1) item = reduce_array(l, op, item, dims - 1, span);
        sum = sum ? expr_op2(l->t, OP_ADD, sum, item) : item;
    }
    return sum ? sum : expr_zero(l->t, type_strip(l->t, type, dims));
}
