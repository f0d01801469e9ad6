// dimension.c -- sizes of components: each dimension is a query of its own (10.1).
//
// The order of `T[a] x[b]` with `type T = Real[c]` is [b, a, c]. A colon takes its size from the
// binding in force, from the value of the record around, or from an array attribute. The state
// per dimension makes A[:, size(A, 1)] legal and a true ring an error.
#include "instance/classes/classes.h"
#include "instance/lower/lower.h"

static void add_texts(DimText *to, uint32_t *n, const AstExprList *dims, Scope scope)
{
    for (uint32_t i = 0; i < dims->count; i++)
        to[(*n)++] = (DimText){.text = dims->items[i], .scope = scope};
}

uint32_t slot_rank(Front *f, Slot *slot)
{
    if (slot->rank_state != QUERY_UNSEEN) return slot->n_dims;
    Node *type = slot_type_node(f, slot);
    if (type) node_layout(f, type);
    const AstElement *now = slot->ast, *first = slot->first;
    bool is_inherited =
        now != first && now->u.component.dims.count + now->u.component.type_dims.count == 0;
    if (is_inherited) now = first;
    Scope scope = is_inherited ? slot_first_scope(slot) : slot_scope(slot);
    uint32_t room =
        now->u.component.dims.count + now->u.component.type_dims.count + (type ? type->n_dims : 0);
    slot->rank_state = QUERY_DONE;
    if (room == 0) return 0; // the common case takes no memory
    slot->dim_texts = ARENA_RAW(f->work, DimText, room);
    uint32_t n = 0;
    add_texts(slot->dim_texts, &n, &now->u.component.dims, scope);
    add_texts(slot->dim_texts, &n, &now->u.component.type_dims, scope);
    for (uint32_t i = 0; type && i < type->n_dims; i++) slot->dim_texts[n++] = type->dims[i];
    slot->n_dims = n;
    slot->dims = ARENA_ARRAY(f->work, int32_t, n);
    return n;
}

// ---- One dimension -----------------------------------------------------------------------

// In functions and in classes that are no instance a size may follow what is not known yet.
static bool must_be_known(const Node *holder)
{
    return holder->component || holder->kind == AST_PACKAGE;
}

// A record class as such, or a record in a function: the members' values come with each record, and
// a default says nothing about their sizes.
static bool is_open_record(const Node *holder)
{
    if (!node_is_record(holder)) return false;
    while (node_is_record(holder) && holder->slot && !holder->component)
        holder = holder->slot->holder;
    return !must_be_known(holder);
}

bool dim_is_of_function(const Slot *slot, uint32_t k)
{
    const DimText *dim = &slot->dim_texts[k];
    const Node *around = dim->scope.node;
    bool is_function = around->kind == AST_FUNCTION || around->kind == AST_OPERATOR_FUNCTION;
    return is_function && node_is_record(slot->holder) && dim->text->kind != AST_INTEGER &&
           dim->text->kind != AST_COLON;
}

static bool size_of_type(Front *f, const DimText *text, int32_t *size)
{
    if (text->text->kind != AST_REF) return false;
    Found found = lookup_reference(f, text->scope, text->text, LOOKUP_ANY, false);
    if (found.kind != FOUND_CLASS) return false;
    const Type *type = node_value_type(f, found.cls);
    if (type->kind == TYPE_BOOLEAN) {
        *size = 2;
        return true;
    }
    if (type->kind != TYPE_ENUMERATION) return false;
    *size = (int32_t)type->n;
    return true;
}

static bool size_of_expression(Front *f, Slot *slot, const DimText *text, int32_t *size)
{
    const Type *integer = type_basic(f->exprs, TYPE_INTEGER);
    const Expr *value;
    if (dim_is_of_function(slot, (uint32_t)(text - slot->dim_texts))) {
        *size = DIM_UNKNOWN;
        return true;
    }
    if (must_be_known(slot->holder)) {
        value = lower_and_evaluate(f, text->scope, text->text, integer, "a dimension");
        if (!value) return false;
    } else {
        const Expr *e = lower_checked(f, text->scope, text->text, integer, "a dimension").expr;
        if (expr_is_error(e)) return false;
        value = is_evaluable(f, e) ? evaluate_now(f, e, text->text->span, false) : NULL;
        if (!value) {
            *size = DIM_UNKNOWN;
            return true;
        }
    }
    if (value->kind != EXPR_INTEGER || value->u.integer < 0 || value->u.integer > INT32_MAX) {
        diag_error(f->diag, text->text->span, E_DIMENSION,
                   "the size of '%s' must be a number from 0 to %d%s", slot->name->text,
                   MOST_ELEMENTS, value->kind == EXPR_INTEGER ? "" : ", but is no Integer");
        return false;
    }
    *size = (int32_t)value->u.integer;
    return true;
}

// A colon: dimension k of whatever gives the component its value.
static bool size_of_colon(Front *f, Slot *slot, uint32_t k, int32_t *size)
{
    bool is_settled = slot->prefixes.is_constant && slot->prefixes.is_final;
    if (!is_settled && is_open_record(slot->holder)) {
        *size = DIM_UNKNOWN;
        return true;
    }
    const Type *type = slot_type_of_value(f, slot);
    if (type && type->kind == TYPE_ERROR) return false;
    if (!type) {
        if (!must_be_known(slot->holder)) {
            *size = DIM_UNKNOWN;
            return true;
        }
        if (meet_partial(f)) {
            *size = 1;
            return true;
        }
        diag_error(
            f->diag, slot->span, E_NO_SIZE,
            "the size of dimension %u of '%s' is unknown: it has ':' and no value to take it from",
            k + 1, slot->name->text);
        return false;
    }
    if (type_rank(type) <= k) {
        diag_error(f->diag, slot->span, E_DIMENSION,
                   "'%s' has %u dimensions, but its value is of type '%s'", slot->name->text,
                   slot->n_dims, type_text(f, type));
        return false;
    }
    *size = type_dim(type, k);
    if (*size != DIM_UNKNOWN || !must_be_known(slot->holder)) return true;
    diag_error(f->diag, slot->span, E_NO_SIZE,
               "the size of dimension %u of '%s' is unknown: its value does not tell", k + 1,
               slot->name->text);
    return false;
}

bool slot_dim(Front *f, Slot *slot, uint32_t k, int32_t *size)
{
    if (k >= slot_rank(f, slot)) return false;
    for (uint32_t i = 0; i <= k; i++) // one cause, one report
        if (slot->dim_texts[i].state == QUERY_FAILED) return false;
    if (slot->dim_texts[k].state == QUERY_BUSY) {
        Diagnostic *d = diag_error(f->diag, slot->span, E_SIZE_RING,
                                   "the size of '%s' depends on itself", slot->name->text);
        diag_note(f->diag, d, slot->dim_texts[k].text->span,
                  "dimension %u is needed to find itself", k + 1);
        slot->dim_texts[k].state = QUERY_FAILED;
        return false;
    }
    if (slot->dim_texts[k].state == QUERY_UNSEEN) {
        slot->dim_texts[k].state = QUERY_BUSY;
        const DimText *text = &slot->dim_texts[k];
        if (!query_enter(f, text->text->span)) {
            query_leave(f);
            slot->dim_texts[k].state = QUERY_FAILED;
            return false;
        }
        bool ok = text->text->kind == AST_COLON
                      ? size_of_colon(f, slot, k, &slot->dims[k])
                      : size_of_type(f, text, &slot->dims[k]) ||
                            size_of_expression(f, slot, text, &slot->dims[k]);
        query_leave(f);
        slot->dim_texts[k].state =
            ok && slot->dim_texts[k].state != QUERY_FAILED ? QUERY_DONE : QUERY_FAILED;
    }
    *size = slot->dims[k];
    return slot->dim_texts[k].state == QUERY_DONE;
}

static bool is_small_enough(Front *f, Slot *slot)
{
    const Type *elem = type_basic(f->exprs, TYPE_REAL);
    if (!type_is_too_large(type_array(f->exprs, elem, slot->dims, slot->n_dims))) return true;
    diag_error(f->diag, slot->span, E_DIMENSION,
               "'%s' has more than %d elements, the most that are supported", slot->name->text,
               MOST_ELEMENTS);
    slot->dim_texts[0].state = QUERY_FAILED; // one report
    return false;
}

bool slot_dims(Front *f, Slot *slot)
{
    uint32_t n = slot_rank(f, slot);
    bool ok = true;
    for (uint32_t k = 0; k < n; k++) {
        int32_t size;
        ok = slot_dim(f, slot, k, &size) && ok;
    }
    return ok && (n == 0 || is_small_enough(f, slot));
}
