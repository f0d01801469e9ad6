// lower_reference.c -- a.b[i].c to the variables, constants or locals it names.
//
// Component arrays are expanded, so a path over them fans out to a grid of components; its
// leaves come back as nested arrays with the dimensions of every part in order (10.6.9).
// Subscripts that are no numbers are applied to the finished array. Cost: the size of the grid.
#include "base/suggest.h"
#include "instance/lower.h"

// ---- Subscripts ----------------------------------------------------------------------------

// Enumeration and Boolean subscripts count their values from 1.
static const Expr *subscript_number(const Lower *l, const Expr *e, Span span)
{
    const Type *elem = type_elem(e->type);
    if (elem->kind == TYPE_INTEGER) return e;
    if (elem->kind == TYPE_ENUMERATION) return expr_op1(l->t, OP_ENUM_TO_INTEGER, e);
    if (elem->kind == TYPE_BOOLEAN && type_rank(e->type) == 0)
        return expr_if(l->t, e, expr_integer(l->t, 2), expr_integer(l->t, 1));
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

static const Expr *lower_subscript(const Lower *l, const AstExpr *e, const Expr *size)
{
    if (e->kind == AST_COLON || names_a_type(l, e)) return expr_colon(l->t);
    IteratorScope end = {lowering_of(l->f)->end, size, l->scope.iterators};
    Lower inside = *l;
    inside.scope.iterators = &end;
    const Expr *sub = lower(&inside, e, NULL);
    if (expr_is_error(sub)) return sub;
    if (type_rank(sub->type) > 1) {
        diag_error(l->f->diag, e->span, E_SUBSCRIPT,
                   "a subscript must be a scalar or a vector, but '%s' is of type '%s'",
                   source_text(l->f, e->span), type_text(l->f, sub->type));
        return expr_error(l->t);
    }
    return subscript_number(l, sub, e->span);
}

static bool subscript_in_range(const Lower *l, const Expr *sub, int32_t size, Span span)
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

// A dimension declared with a type takes only values of that type as subscripts (10.5.1).
static bool subscript_types_fit(const Lower *l, Slot *slot, const AstRefPart *part)
{
    for (uint32_t k = 0; k < part->subscripts.count; k++) {
        const AstExpr *text = part->subscripts.items[k];
        const Type *want = slot_dimension_type(l->f, slot, k);
        if (!want || text->kind == AST_COLON || names_a_type(l, text)) continue;
        IteratorScope end = {lowering_of(l->f)->end, expr_error(l->t), l->scope.iterators};
        Lower inside = *l;
        inside.scope.iterators = &end;
        const Expr *sub = lower(&inside, text, NULL);
        if (expr_is_error(sub) || types_agree(l->f, type_elem(sub->type), want)) continue;
        diag_error(l->f->diag, text->span, E_SUBSCRIPT,
                   "this dimension of '%s' is indexed by '%s', but '%s' is of type '%s'",
                   part->name->text, type_text(l->f, want), source_text(l->f, text->span),
                   type_text(l->f, sub->type));
        return false;
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
        const Expr *sub = lower_subscript(l, text, dimension_size(l, base, k));
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
static const Expr *walk_value(const Lower *l, const Expr *value, const AstExpr *ref, uint32_t from)
{
    value = lower_subscripts(l, value, &ref->u.ref.parts[from].subscripts, ref->span);
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

// ---- Grids of components -------------------------------------------------------------------

static void grid_append_dim(const Lower *l, Grid *g, int32_t size, const Expr *pending)
{
    int32_t *dims = ARENA_ARRAY(l->f->work, int32_t, g->n_dims + 1);
    const Expr **waiting = ARENA_ARRAY(l->f->work, const Expr *, g->n_dims + 1);
    for (uint32_t k = 0; k < g->n_dims; k++) dims[k] = g->dims[k], waiting[k] = g->pending[k];
    dims[g->n_dims] = size;
    waiting[g->n_dims] = pending;
    g->dims = dims;
    g->pending = waiting;
    g->n_dims++;
}

typedef struct Selected { // what one subscript selects: `index` counts from 0
    int32_t *index;
    uint32_t n;
    bool keeps_dim;
    const Expr *pending;
} Selected;

static Selected select_all(const Lower *l, int32_t size, const Expr *pending)
{
    Selected s = {ARENA_ARRAY(l->f->work, int32_t, size + 1), (uint32_t)size, true, pending};
    for (int32_t i = 0; i < size; i++) s.index[i] = i;
    return s;
}

static bool select_numbers(const Lower *l, const Expr *value, int32_t size, Span span, Selected *s)
{
    if (!subscript_in_range(l, value, size, span)) return false;
    bool is_vector = value->kind == EXPR_ARRAY;
    s->n = is_vector ? value->n_args : 1;
    s->keeps_dim = is_vector;
    s->pending = NULL;
    s->index = ARENA_ARRAY(l->f->work, int32_t, s->n + 1);
    for (uint32_t i = 0; i < s->n; i++)
        s->index[i] = (int32_t)(is_vector ? value->args[i] : value)->u.integer - 1;
    return true;
}

static bool select_by(const Lower *l, const AstExpr *text, int32_t size, Selected *s)
{
    const Expr *sub = lower_subscript(l, text, expr_integer(l->t, size));
    if (expr_is_error(sub)) return false;
    if (sub->kind == EXPR_COLON) {
        *s = select_all(l, size, NULL);
        return true;
    }
    if (!expr_is_literal(sub)) {
        if (l->in_loop_equation && lower_needs_iterator(l, sub)) return false;
        if (!is_evaluable(l->f, sub)) {
            *s = select_all(l, size, sub);
            return true;
        }
        sub = evaluate_now(l->f, sub, text->span, true);
        if (!sub) return false;
    }
    return select_numbers(l, sub, size, text->span, s);
}

// The elements of one slot that the subscripts of its part select, row major, as offsets.
typedef struct Selection {
    Selected *per_dim;
    uint32_t n_dims, count;
} Selection;

static bool select_elements(const Lower *l, Slot *slot, const AstRefPart *part, Selection *out)
{
    if (part->subscripts.count > slot->n_dims) {
        diag_error(l->f->diag, part->span, E_SUBSCRIPT, "'%s' has %u dimension%s, not %u",
                   part->name->text, slot->n_dims, slot->n_dims == 1 ? "" : "s",
                   part->subscripts.count);
        return false;
    }
    out->n_dims = slot->n_dims;
    out->count = 1;
    out->per_dim = ARENA_ARRAY(l->f->work, Selected, slot->n_dims + 1);
    for (uint32_t k = 0; k < slot->n_dims; k++) {
        Selected *s = &out->per_dim[k];
        if (k >= part->subscripts.count)
            *s = select_all(l, slot->dims[k], NULL);
        else if (!select_by(l, part->subscripts.items[k], slot->dims[k], s))
            return false;
        out->count *= s->n;
    }
    return true;
}

static Component *selected_element(const Slot *slot, const Selection *s, uint32_t number)
{
    uint32_t offset = 0, rest = number, below = s->count;
    for (uint32_t k = 0; k < s->n_dims; k++) {
        below /= s->per_dim[k].n;
        offset = offset * (uint32_t)slot->dims[k] + (uint32_t)s->per_dim[k].index[rest / below];
        rest %= below;
    }
    return slot->elements[offset];
}

static bool is_leaf(const Component *c)
{
    return c->kind == COMPONENT_SIMPLE || c->kind == COMPONENT_EXTERNAL;
}

// Adds the elements of one slot per item of the grid; `slots` are that many.
static bool grid_enter(const Lower *l, Grid *g, Slot **slots, const AstRefPart *part)
{
    VEC(Component *) items = {0};
    Selection sel = {0};
    uint32_t rows = g->n;
    g->slot = slots[0];
    if (!subscript_types_fit(l, slots[0], part)) return false;
    for (uint32_t i = 0; i < rows; i++) {
        Component **elements = slot_elements(l->f, slots[i]);
        if (!elements) return false;
        if (slots[i]->n_elements == 1 && is_leaf(elements[0])) {
            g->is_simple = true;
            VEC_PUSH(l->f->work, &items, elements[0]);
            continue;
        }
        if (i == 0 || slots[i]->n_dims != sel.n_dims || part->subscripts.count)
            if (!select_elements(l, slots[i], part, &sel)) return false;
        if (i > 0 && items.count != sel.count * i) {
            diag_error(l->f->diag, part->span, E_DIMENSION,
                       "the elements have members '%s' of different sizes", part->name->text);
            return false;
        }
        for (uint32_t k = 0; k < sel.count; k++)
            VEC_PUSH(l->f->work, &items, selected_element(slots[i], &sel, k));
    }
    g->items = items.data;
    g->n = items.count;
    if (g->is_simple) return true;
    for (uint32_t k = 0; k < sel.n_dims; k++)
        if (sel.per_dim[k].keeps_dim || sel.per_dim[k].pending)
            grid_append_dim(l, g, (int32_t)sel.per_dim[k].n, sel.per_dim[k].pending);
    return true;
}

static bool no_member(const Lower *l, const Component *c, const AstRefPart *part)
{
    Node *node = is_leaf(c) ? NULL : node_of_component(l->f, c);
    if (node)
        report_no_member(l->f, node, part->name, part->span);
    else
        diag_error(l->f->diag, part->span, E_NOT_A_VALUE, "'%s' has no component '%s'",
                   c->name->text, part->name->text);
    return false;
}

static bool is_conditional(const Slot *slot)
{
    return slot->first && slot->kind == SLOT_COMPONENT && slot->first->u.component.condition;
}

// The slot of a part in every item of the grid. Sets class_slot or leaves parts unused when
// the part is no declared component.
static bool grid_members(const Lower *l, Grid *g, const AstRefPart *part, Slot ***slots)
{
    *slots = ARENA_ARRAY(l->f->work, Slot *, g->n + 1);
    for (uint32_t i = 0; i < g->n; i++) {
        const Component *c = g->items[i];
        Slot *member = NULL;
        if (!is_leaf(c)) member = node_member(l->f, node_of_component(l->f, c), part->name);
        if (!member || member->is_removed) {
            if (c->kind == COMPONENT_EXPANDABLE) {
                *slots = NULL;
                return true;
            }
            return no_member(l, c, part);
        }
        if (member->is_protected && i == 0) {
            Diagnostic *d =
                diag_error(l->f->diag, part->span, E_PROTECTED, "'%s' is protected in '%s'",
                           part->name->text, c->class_name->text);
            diag_note(l->f->diag, d, member->span, "it is declared here");
            return false;
        }
        if (member->kind == SLOT_CLASS) {
            g->class_slot = member;
            *slots = NULL;
            return true;
        }
        if (!slot_exists(l->f, member)) g->is_disabled = true;
        if (is_conditional(member)) g->conditional = member;
        // Seen from outside, an `inner outer` element is the inner one.
        if (member->prefixes.is_outer && !member->prefixes.is_inner)
            member = slot_inner(l->f, member);
        if (!member) return false;
        (*slots)[i] = member;
    }
    return true;
}

// Members of an array without elements: there is no component to ask, so the class is asked.
static bool walk_empty(const Lower *l, const AstExpr *ref, Grid *g, uint32_t from)
{
    for (uint32_t i = from; i < ref->u.ref.n_parts; i++) {
        Node *node = slot_type_node(l->f, g->slot);
        Slot *member = node ? node_member(l->f, node, ref->u.ref.parts[i].name) : NULL;
        if (!member) return false;
        g->slot = member;
        g->parts_used = i + 1;
        const Type *simple = node_value_type(l->f, slot_type_node(l->f, member));
        g->is_simple = simple->kind != TYPE_RECORD && simple->kind != TYPE_NONE;
        if (g->is_simple || !slot_dims(l->f, member)) continue;
        for (uint32_t k = 0; k < member->n_dims; k++)
            if (k >= ref->u.ref.parts[i].subscripts.count)
                grid_append_dim(l, g, member->dims[k], NULL);
    }
    return true;
}

bool walk_components(const Lower *l, const AstExpr *ref, const Found *found, Grid *g)
{
    *g = (Grid){.n = 1, .parts_used = found->parts_used};
    uint32_t at = found->parts_used - 1;
    Slot *first = found->slot;
    if (!slot_exists(l->f, first)) g->is_disabled = true;
    if (is_conditional(first)) g->conditional = first;
    if (g->is_disabled) return true;
    if (!grid_enter(l, g, &first, &ref->u.ref.parts[at])) return false;
    g->is_outside = g->n && g->items[0]->is_connector;
    for (uint32_t i = at + 1; i < ref->u.ref.n_parts; i++) {
        const AstRefPart *part = &ref->u.ref.parts[i];
        if (g->n == 0) return walk_empty(l, ref, g, i);
        if (g->is_simple) return no_member(l, g->items[0], part);
        Slot **slots;
        if (!grid_members(l, g, part, &slots)) return false;
        if (!slots || g->is_disabled) return true;
        if (!grid_enter(l, g, slots, part)) return false;
        if (g->n && !g->items[0]->is_connector) g->leaves_connectors = true;
        g->parts_used = i + 1;
    }
    return true;
}

// ---- Values of grids -----------------------------------------------------------------------

static const Expr *component_value(const Lower *l, const Component *c);

static const Expr *nested_array(const Lower *l, const Grid *g, const Expr **values,
                                const Type *leaf, uint32_t dim, uint32_t from)
{
    if (dim == g->n_dims) return values[from];
    uint32_t n = (uint32_t)g->dims[dim], below = 1;
    for (uint32_t k = dim + 1; k < g->n_dims; k++) below *= (uint32_t)g->dims[k];
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        items[i] = nested_array(l, g, values, leaf, dim + 1, from + i * below);
    const Type *elem = type_array(l->t, leaf, g->dims + dim + 1, g->n_dims - dim - 1);
    return expr_array(l->t, items, n, elem);
}

static const Expr *apply_pending(const Lower *l, const Grid *g, const Expr *value)
{
    bool any = false;
    const Expr **subs = ARENA_ARRAY(l->f->work, const Expr *, g->n_dims + 1);
    for (uint32_t k = 0; k < g->n_dims; k++) {
        subs[k] = g->pending[k] ? g->pending[k] : expr_colon(l->t);
        any |= g->pending[k] != NULL;
    }
    return any ? expr_subscript(l->t, value, subs, g->n_dims) : value;
}

static const Expr *grid_value(const Lower *l, const Grid *g, const AstRefPart *last)
{
    const Expr **values = ARENA_ARRAY(l->f->work, const Expr *, g->n + 1);
    for (uint32_t i = 0; i < g->n; i++) {
        values[i] = component_value(l, g->items[i]);
        if (g->is_simple && last)
            values[i] = lower_subscripts(l, values[i], &last->subscripts, last->span);
        if (expr_is_error(values[i])) return values[i];
    }
    const Type *leaf = g->n ? values[0]->type : slot_type(l->f, g->slot);
    if (!leaf) return expr_error(l->t);
    if (g->n == 0 && !g->is_simple) leaf = type_elem(leaf);
    if (g->n == 0 && leaf->kind == TYPE_NONE) return expr_error(l->t);
    for (uint32_t i = 1; i < g->n; i++) {
        if (types_agree(l->f, values[i]->type, leaf)) continue;
        diag_error(l->f->diag, last ? last->span : g->slot->span, E_DIMENSION,
                   "the elements have members of the types '%s' and '%s'", type_text(l->f, leaf),
                   type_text(l->f, values[i]->type));
        return expr_error(l->t);
    }
    return apply_pending(l, g, nested_array(l, g, values, leaf, 0, 0));
}

const Expr *slot_expression(const Lower *l, Slot *slot)
{
    Grid g = {.n = 1};
    AstRefPart whole = {.name = slot->name, .span = slot->span};
    if (!grid_enter(l, &g, &slot, &whole)) return expr_error(l->t);
    return grid_value(l, &g, NULL);
}

static const Expr *record_value(const Lower *l, const Component *c)
{
    const Type *type = c->type;
    Node *node = node_of_component(l->f, c);
    if (!type || type->kind != TYPE_RECORD || !node) return expr_error(l->t);
    const Expr **fields = ARENA_ARRAY(l->f->work, const Expr *, type->n + 1);
    for (uint32_t i = 0; i < type->n; i++) {
        Slot *member = node_member(l->f, node, type->fields[i].name);
        if (!member) return expr_error(l->t);
        fields[i] = convert_to(l->f, slot_expression(l, member), type->fields[i].type);
        if (!fields[i] || expr_is_error(fields[i])) return expr_error(l->t);
    }
    return expr_record(l->t, type, fields, type->n);
}

static bool is_record(const Component *c)
{
    return c->type && c->type->kind == TYPE_RECORD;
}

static const Expr *component_value(const Lower *l, const Component *c)
{
    if (is_leaf(c)) {
        const Variable *v = l->f->variables.data[c->variable.i];
        if (v->variability == VARIABILITY_CONSTANT) {
            Slot *slot = l->f->slot_of_variable.data[c->variable.i];
            const Expr *value = slot_value(l->f, slot, c->span, false);
            if (value) return value;
        }
        return expr_ref(l->t, c->variable, v->type);
    }
    if (is_record(c)) return record_value(l, c);
    return expr_component(l->t, c->id);
}

// A model, block or connector where a record is expected: the fields of equal name.
static const Expr *component_as_record(const Lower *l, const Component *c, const Type *type)
{
    Node *node = node_of_component(l->f, c);
    const Expr **fields = ARENA_ARRAY(l->f->work, const Expr *, type->n + 1);
    for (uint32_t i = 0; node && i < type->n; i++) {
        Slot *member = node_member(l->f, node, type->fields[i].name);
        if (!member || member->kind != SLOT_COMPONENT) return NULL;
        fields[i] = convert_to(l->f, slot_expression(l, member), type->fields[i].type);
        if (!fields[i]) return NULL;
    }
    return node ? expr_record(l->t, type, fields, type->n) : NULL;
}

static const Expr *not_a_value(const Lower *l, const AstExpr *ref, const char *kind)
{
    diag_error(l->f->diag, ref->span, E_NOT_A_VALUE, "'%s' is a %s, not a value",
               source_text(l->f, ref->span), kind);
    return expr_error(l->t);
}

static const Expr *lower_instance_slot(const Lower *l, const AstExpr *ref, const Found *found,
                                       const Type *expected)
{
    Grid g;
    if (!walk_components(l, ref, found, &g)) return expr_error(l->t);
    if (g.is_disabled) {
        diag_error(l->f->diag, ref->span, E_DISABLED,
                   "'%s' does not exist: the condition of its declaration is false",
                   source_text(l->f, ref->span));
        return expr_error(l->t);
    }
    if (g.conditional) {
        Diagnostic *d =
            diag_error(l->f->diag, ref->span, E_DISABLED,
                       "'%s' can only be used in 'connect', because '%s' is conditional",
                       source_text(l->f, ref->span), g.conditional->name->text);
        diag_note(l->f->diag, d, g.conditional->span, "'%s' is declared here with a condition",
                  g.conditional->name->text);
        return expr_error(l->t);
    }
    if (g.class_slot || g.parts_used < ref->u.ref.n_parts) {
        if (!g.class_slot)
            return no_member(l, g.items[0], &ref->u.ref.parts[g.parts_used]), expr_error(l->t);
        return not_a_value(l, ref, "class");
    }
    bool is_structured = g.n && !g.is_simple && !is_record(g.items[0]);
    if (is_structured) {
        const Type *want = expected ? type_elem(expected) : NULL;
        if (want && want->kind == TYPE_RECORD && g.n_dims == 0) {
            const Expr *record = component_as_record(l, g.items[0], want);
            if (record) return record;
        }
        return not_a_value(l, ref, "component with an inner structure");
    }
    return grid_value(l, &g, &ref->u.ref.parts[ref->u.ref.n_parts - 1]);
}

// ---- The other things a name can be --------------------------------------------------------

static const Expr *lower_local(const Lower *l, const AstExpr *ref, const Found *found,
                               const Function *function)
{
    for (uint32_t i = 0; i < function->n_locals; i++) {
        const Local *local = &function->locals[i];
        if (local->name != found->slot->name) continue;
        if (local->type->kind == TYPE_ERROR) return expr_error(l->t);
        const Expr *value = expr_local(l->t, i, local->type, local->name);
        if (!subscript_types_fit(l, found->slot, &ref->u.ref.parts[found->parts_used - 1]))
            return expr_error(l->t);
        return walk_value(l, value, ref, found->parts_used - 1);
    }
    return not_a_value(l, ref, "functional argument");
}

// Constants of packages and of enclosing classes.
static const Expr *lower_class_slot(const Lower *l, const AstExpr *ref, const Found *found)
{
    Slot *slot = found->slot;
    bool is_constant = slot->prefixes.is_constant || slot->prefixes.is_parameter;
    if (!is_constant && slot->holder != l->scope.node) {
        Diagnostic *d = diag_error(l->f->diag, ref->span, E_NOT_A_VALUE,
                                   "'%s' is a variable of the class '%s' and has no value here",
                                   slot->name->text, slot->holder->full_name->text);
        diag_note(l->f->diag, d, slot->span,
                  "'%s' is declared here; only constants can "
                  "be used from outside an instance",
                  slot->name->text);
        return expr_error(l->t);
    }
    // Fields of a constant record are asked one by one: they may refer to each other.
    uint32_t at = found->parts_used - 1;
    Scope scope;
    while (at + 1 < ref->u.ref.n_parts && ref->u.ref.parts[at].subscripts.count == 0 &&
           slot_rank(l->f, slot) == 0 && !slot_binding_text(l->f, slot, &scope)) {
        Node *inside = slot_inside(l->f, slot);
        Slot *member = inside ? node_member(l->f, inside, ref->u.ref.parts[at + 1].name) : NULL;
        if (!member || member->kind != SLOT_COMPONENT) break;
        slot = member;
        at++;
    }
    const Expr *value = slot_value(l->f, slot, ref->span, true);
    return value ? walk_value(l, value, ref, at) : expr_error(l->t);
}

static FunctionScope *function_of_slot(const Lower *l, const Slot *slot)
{
    if (l->function && l->function->node == slot->holder) return l->function;
    Function *function = slot->holder->function;
    if (!function && node_is_record(slot->holder)) function = lower_function(l->f, slot->holder);
    return function ? function_scope(function) : NULL;
}

static const Expr *lower_found_slot(const Lower *l, const AstExpr *ref, const Found *found,
                                    const Type *expected)
{
    const Slot *slot = found->slot;
    if (slot->holder->component) return lower_instance_slot(l, ref, found, expected);
    FunctionScope *function = function_of_slot(l, slot);
    if (function && !slot->prefixes.is_constant)
        return lower_local(l, ref, found, function->function);
    return lower_class_slot(l, ref, found);
}

const Expr *lower_reference(const Lower *l, const AstExpr *ref, const Type *expected)
{
    Found found = lookup_reference(l->f, l->scope, ref, LOOKUP_ANY, true);
    switch (found.kind) {
    case FOUND_SLOT: return lower_found_slot(l, ref, &found, expected);
    case FOUND_ITERATOR: return walk_value(l, found.iterator, ref, 0);
    case FOUND_LITERAL: return expr_enum(l->t, node_value_type(l->f, found.cls), found.literal);
    case FOUND_BUILTIN:
        if (found.is_time) return expr_time(l->t);
        return not_a_value(l, ref, "function");
    case FOUND_CLASS: return not_a_value(l, ref, "class");
    case FOUND_NOTHING:
    case FOUND_ERROR: break;
    }
    return expr_error(l->t);
}

const Component *lower_component_argument(const Lower *l, const AstExpr *e)
{
    while (e->kind == AST_PAREN) e = e->u.inner;
    Found found = {0};
    if (e->kind == AST_REF) found = lookup_reference(l->f, l->scope, e, LOOKUP_ANY, true);
    if (found.kind == FOUND_ERROR || found.kind == FOUND_NOTHING) {
        if (e->kind == AST_REF) return NULL;
    } else if (found.kind == FOUND_SLOT && found.slot->holder->component) {
        Grid g;
        if (!walk_components(l, e, &found, &g)) return NULL;
        if (g.n == 1 && g.n_dims == 0 && !g.is_disabled && g.parts_used == e->u.ref.n_parts)
            return g.items[0];
    }
    diag_error(l->f->diag, e->span, E_CONNECT_END, "'%s' is not a connector of this model",
               source_text(l->f, e->span));
    return NULL;
}
