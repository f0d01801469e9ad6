// lower_grid.c -- the components that a path leads to.
//
// Component arrays are expanded, so a path over them fans out to a grid of components with the
// dimensions of every part in order (10.6.9). Subscripts that are no numbers select nothing yet:
// they wait in the grid for the finished value. Cost: the size of the grid.
#include "instance/checks.h"
#include "instance/components/copies.h"
#include "instance/lower/lower.h"

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

static bool select_by(const Lower *l, Slot *slot, uint32_t k, const AstExpr *text, Selected *s)
{
    int32_t size = slot->dims[k];
    const Expr *end = last_of_dimension(l, slot, k, expr_integer(l->t, size));
    const Expr *sub = lower_subscript(l, text, end);
    if (expr_is_error(sub)) return false;
    if (sub->kind == EXPR_COLON) {
        *s = select_all(l, size, NULL);
        return true;
    }
    if (!subscript_in_range(l, sub, size, text->span)) return false; // before it is written out
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

// Of a subscript that is out of range: how many there are, and what decides it.
static void label_size(const Lower *l, const Slot *slot, uint32_t k, const AstRefPart *part,
                       uint32_t first)
{
    Diag *diag = l->f->diag;
    if (diag_total(diag) == first || k >= slot->n_dims) return;
    Diagnostic *d = diag_changeable(diag, first);
    if (d->code != E_SUBSCRIPT || d->label) return;
    Span size = slot->dim_texts[k].text->span;
    const char *text = source_text(l->f, size);
    if (slot->dims[k] == 0)
        diag_label(diag, d, "'%s' has no elements: its size, '%s', is 0", part->name->text, text);
    else
        diag_label(diag, d, "the size of '%s' is %d", part->name->text, slot->dims[k]);
    diag_note(diag, d, slot->span, "'%s[%s]' is declared here", part->name->text, text);
}

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
    uint32_t reports = diag_total(l->f->diag);
    for (uint32_t k = 0; k < slot->n_dims; k++) {
        Selected *s = &out->per_dim[k];
        if (k >= part->subscripts.count)
            *s = select_all(l, slot->dims[k], NULL);
        else if (!select_by(l, slot, k, part->subscripts.items[k], s)) {
            label_size(l, slot, k, part, reports);
            return false;
        }
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

bool is_leaf(const Component *c)
{
    return c->kind == COMPONENT_SIMPLE || c->kind == COMPONENT_EXTERNAL;
}

// Adds the elements of one slot per item of the grid; `slots` are that many.
static bool same_sizes(const Slot *a, const Slot *b)
{
    return a->n_dims == b->n_dims &&
           (a->n_dims == 0 || memcmp(a->dims, b->dims, a->n_dims * sizeof *a->dims) == 0);
}

// The ordinary case: one component that is no array, or a variable.
static bool grid_enter_one(const Lower *l, Grid *g, Slot *slot, const AstRefPart *part)
{
    Component **elements = slot_elements(l->f, slot);
    if (!elements || slot->n_elements != 1) return false;
    bool is_variable = is_leaf(elements[0]);
    if (!is_variable && (slot->n_dims || part->subscripts.count)) return false;
    g->is_simple = is_variable;
    g->items = elements;
    return true;
}

bool grid_enter(const Lower *l, Grid *g, Slot **slots, const AstRefPart *part)
{
    VEC(Component *) items = {0};
    Selection sel = {0};
    uint32_t rows = g->n;
    g->slot = slots[0];
    if (!subscript_types_fit(l, slots[0], part)) return false;
    if (rows == 1 && grid_enter_one(l, g, slots[0], part)) return true;
    for (uint32_t i = 0; i < rows; i++) {
        Component **elements = slot_elements(l->f, slots[i]);
        if (!elements) return false;
        if (slots[i]->n_elements == 1 && is_leaf(elements[0])) {
            g->is_simple = true;
            VEC_PUSH(l->f->work, &items, elements[0]);
            continue;
        }
        if (i == 0 || !same_sizes(slots[i], slots[i - 1]))
            if (!select_elements(l, slots[i], part, &sel)) return false;
        if (i > 0 && items.count != sel.count * i) {
            for (uint32_t k = 0; k < g->n_dims; k++)
                if (g->pending[k] && lower_needs_iterator(l, g->pending[k])) return false;
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

bool report_no_component(const Lower *l, const Component *c, const AstRefPart *part)
{
    Node *node = is_leaf(c) ? NULL : node_of_component(l->f, c);
    if (node)
        report_no_member(l->f, node, part->name, part->span);
    else
        diag_error(l->f->diag, part->span, E_NOT_A_VALUE, "'%s' has no component '%s'",
                   c->declared->name->text, part->name->text);
    return false;
}

static bool is_conditional(const Slot *slot)
{
    return slot->first && slot->kind == SLOT_COMPONENT && slot->first->u.component.condition;
}

// It is there all the same, and means one thing only (4.1).
static bool tell_protected(const Lower *l, const AstRefPart *part, const Component *c,
                           const Slot *member)
{
    if (is_first_report(l->f, part->span, E_PROTECTED)) {
        Diagnostic *d =
            diag_breach(l->f->diag, part->span, E_PROTECTED, "'%s' is protected in '%s'",
                        part->name->text, c->declared->class_name->text);
        diag_note(l->f->diag, d, member->span, "it is declared here");
    }
    return !diag_is_strict(l->f->diag);
}

// The slot of a part in every item of the grid: `single` is room for one, NULL comes back when
// the part is no declared component: class_slot is set then, or parts are left unused.
static bool grid_members(const Lower *l, Grid *g, const AstRefPart *part, Slot **single,
                         Slot ***slots)
{
    uint32_t absent = 0;
    *slots = g->n == 1 ? single : ARENA_ARRAY(l->f->work, Slot *, g->n + 1);
    for (uint32_t i = 0; i < g->n; i++) {
        const Component *c = g->items[i];
        Slot *member = NULL;
        if (!is_leaf(c)) member = node_member(l->f, node_of_component(l->f, c), part->name);
        if (!member || member->is_removed) {
            if (c->kind == COMPONENT_EXPANDABLE) {
                *slots = NULL;
                return true;
            }
            return report_no_component(l, c, part);
        }
        if (member->is_protected && i == 0 && !tell_protected(l, part, c, member)) return false;
        if (member->kind == SLOT_CLASS) {
            g->class_slot = member;
            *slots = NULL;
            return true;
        }
        absent += !slot_exists(l->f, member);
        if (is_conditional(member)) g->conditional = member;
        // An `inner outer` element is the outer one for all who name it (5.4).
        if (member->prefixes.is_outer) member = slot_inner(l->f, member);
        if (!member) return false;
        (*slots)[i] = member;
    }
    g->is_disabled = absent > 0;
    g->lacks_some = absent > 0 && absent < g->n;
    return true;
}

// The members of copies without their slots: what the slot of the original says holds for all. Of
// ordinary components and variables only; false: nothing was done.
static bool grid_enter_copies(const Lower *l, Grid *g, const AstRefPart *part)
{
    Front *f = l->f;
    const Component *first = g->items[0];
    if (is_leaf(first) || part->subscripts.count) return false;
    const Component *original = is_copy(f, first->id) ? copied_component(f, first->id) : first;
    for (uint32_t i = 0; i < g->n; i++) {
        const Component *c = g->items[i];
        bool is_like = is_copy(f, c->id) && copied_component(f, c->id) == original;
        if (c != original && !is_like) return false;
    }
    if (g->n == 1 && first == original) return false;
    Slot *member = node_member(f, node_of_component(f, original), part->name);
    bool is_ordinary = member && member->kind == SLOT_COMPONENT && !member->is_removed &&
                       !member->is_protected && !member->prefixes.is_outer &&
                       !is_conditional(member) && slot_exists(f, member);
    Component **elements = is_ordinary ? slot_elements(f, member) : NULL;
    if (!elements || member->n_elements != 1 || (member->n_dims && !is_leaf(elements[0])))
        return false;
    Component **items = ARENA_RAW(f->work, Component *, g->n + 1);
    for (uint32_t i = 0; i < g->n; i++)
        items[i] = g->items[i] == original ? elements[0]
                                           : copy_inside(f, g->items[i]->id, elements[0]->id);
    g->slot = member;
    g->items = items;
    g->is_simple = is_leaf(elements[0]);
    return true;
}

// Members of an array without elements: there is no component to ask, so the class is asked.
static bool walk_empty(const Lower *l, const AstExpr *ref, Grid *g, uint32_t from)
{
    for (uint32_t i = from; i < ref->u.ref.n_parts; i++) {
        Node *node = slot_inside(l->f, g->slot);
        Slot *member = node ? node_member(l->f, node, ref->u.ref.parts[i].name) : NULL;
        if (!member) return false;
        if (member->kind == SLOT_CLASS) {
            g->class_slot = member;
            return true;
        }
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
        if (g->is_simple) return report_no_component(l, g->items[0], part);
        if (!grid_enter_copies(l, g, part)) {
            Slot *single, **slots;
            if (!grid_members(l, g, part, &single, &slots)) return false;
            if (!slots || g->is_disabled) return true;
            if (!grid_enter(l, g, slots, part)) return false;
        }
        if (g->n && !g->items[0]->is_connector) g->leaves_connectors = true;
        g->parts_used = i + 1;
    }
    return true;
}
