// inner_outer.c -- what an outer element stands for: the nearest inner of that name above (5.4).
//
// The search goes up the components, not the classes. An element that is both inner and outer
// is two elements: what stands below sees the inner one, the text beside it the outer one. A
// missing inner is created at the root, with a warning, from the declaration of the first outer.
#include "instance/classes/classes.h"

static Slot *inner_of_node(Front *f, Node *node, Name name)
{
    uint32_t i;
    const ClassLayout *layout = node_layout(f, node);
    if (!layout->has_inner || !layout_find(layout, name, &i)) return NULL;
    Slot *slot = node_slot_in_force(f, node, i);
    return slot->prefixes.is_inner && !slot->is_removed ? slot : NULL;
}

static Slot *created_inner(Front *f, Slot *outer)
{
    for (uint32_t i = 0; i < f->classes->created_inners.count; i++)
        if (f->classes->created_inners.data[i]->name == outer->name)
            return f->classes->created_inners.data[i];
    return NULL;
}

// The component in whose surroundings the outer element stands: a package inside a model may
// have outer elements, too.
static const Component *component_around(const Node *node)
{
    while (node && !node->component) node = node->lexical.node;
    return node ? node->component : NULL;
}

static Node *root_instance(Front *f, const Slot *outer)
{
    const Component *c = component_around(outer->holder);
    while (c->parent) c = c->parent;
    return node_of_component(f, c);
}

// The name at the top level belongs to an element that is not inner: none can be added beside it.
static bool is_name_taken(Front *f, Node *root, const Slot *outer)
{
    const Slot *taken = node_member(f, root, outer->name);
    if (!taken || taken->is_removed || taken == outer || taken->prefixes.is_outer) return false;
    Diagnostic *d =
        diag_error(f->diag, outer->span, E_NO_INNER,
                   "the outer component '%s' has no inner one above it", outer->name->text);
    diag_note(f->diag, d, taken->span, "this '%s' is not inner; if it is meant, declare it 'inner'",
              outer->name->text);
    return true;
}

static Slot *create_inner(Front *f, Slot *outer)
{
    Node *root = root_instance(f, outer);
    Node *type = slot_type_node(f, outer);
    if (!type || is_name_taken(f, root, outer)) return NULL;
    if (type->is_partial && !meet_partial(f)) {
        diag_error(f->diag, outer->span, E_NO_INNER,
                   "the outer component '%s' has no inner one above it, and none can be created of "
                   "the partial class '%s'",
                   outer->name->text, type->full_name->text);
        return NULL;
    }
    Slot *s = ARENA_NEW(f->work, Slot);
    s->kind = SLOT_COMPONENT;
    s->name = outer->name;
    s->holder = root;
    s->index = UINT32_MAX;
    s->ast = s->first = outer->ast;
    s->text_node = outer->text_node;
    s->text_part = outer->text_part;
    s->prefixes = outer->prefixes;
    s->prefixes.is_outer = false;
    s->prefixes.is_inner = true;
    s->span = outer->span;
    s->variable = NO_VAR;
    s->type_node = type;
    s->exists_state = QUERY_DONE; // its condition, if any, belongs to the outer component
    s->type_node_state = QUERY_DONE;
    VEC_PUSH(f->work, &f->classes->created_inners, s);
    if (f->s->as_part) return s; // those who use the part will have it
    uint32_t first = diag_total(f->diag);
    Diagnostic *d = diag_warning(f->diag, outer->span, W_INNER_CREATED,
                                 "'%s' has no inner declaration; one was created at the top level",
                                 outer->name->text);
    diag_note(f->diag, d, (Span){0, 0}, "declare 'inner %s %s' in the model to set its parameters",
              type->full_name->text, outer->name->text);
    component_lead(component_around(outer->holder), f->components.data[0]->declared->span, f->diag,
                   first, LEAD_ALONE);
    return s;
}

static Slot *find_inner(Front *f, Slot *outer)
{
    const Component *c = component_around(outer->holder);
    if (!c) {
        diag_error(f->diag, outer->span, E_NO_INNER,
                   "the outer element '%s' is used outside of a model: it stands for nothing",
                   outer->name->text);
        return NULL;
    }
    // An element that is inner and outer means an inner further up.
    for (c = outer->prefixes.is_inner ? c->parent : c; c; c = c->parent) {
        Node *node = node_of_component(f, c);
        Slot *inner = node ? inner_of_node(f, node, outer->name) : NULL;
        if (inner && inner != outer) return inner;
    }
    if (outer->kind == SLOT_CLASS) {
        diag_error(f->diag, outer->span, E_NO_INNER,
                   "the outer class '%s' has no inner one above it", outer->name->text);
        return NULL;
    }
    Slot *inner = created_inner(f, outer);
    return inner ? inner : create_inner(f, outer);
}

// All of it is written in the declaration of the outer component, beside a declared inner one: what
// the class would be by itself, which nothing can follow. A value, or a modifier from elsewhere,
// wants to change something.
static bool is_idle_modifier(const Slot *outer, const Slot *inner)
{
    if (!inner || inner->index == UINT32_MAX || outer->kind != SLOT_COMPONENT || outer->mod->value)
        return false;
    Span own = outer->first->span;
    for (uint32_t i = 0; i < outer->mod->n_children; i++) {
        Span at = outer->mod->children[i]->span;
        if (at.begin < own.begin || at.end > own.end) return false;
    }
    return true;
}

static void check_unmodified(Front *f, const Slot *outer, const Slot *inner)
{
    if (outer->prefixes.is_inner) return;
    const char *kind = outer->kind == SLOT_COMPONENT ? "component" : "class";
    const Mod *mod = outer->redeclaration ? outer->redeclaration : outer->mod;
    if (mod && mod->element) {
        diag_error(f->diag, span_is_none(mod->span) ? outer->span : mod->span, E_OUTER_MODIFIED,
                   "'%s' is outer and cannot be redeclared: redeclare the inner %s it stands for",
                   outer->name->text, kind);
        return;
    }
    if (!mod || (!mod->value && mod->n_children == 0)) return;
    if (is_idle_modifier(outer, inner)) {
        diag_breach(f->diag, outer->span, E_OUTER_MODIFIED,
                    "'%s' is outer and cannot be modified (5.4): the inner component it stands for "
                    "stays as it is",
                    outer->name->text);
        return;
    }
    diag_error(f->diag, span_is_none(mod->span) ? outer->span : mod->span, E_OUTER_MODIFIED,
               "'%s' is outer and cannot be modified: modify the inner %s it stands for",
               outer->name->text, kind);
}

// The inner must be usable as the outer: same simple type, same number of dimensions, all the
// elements that the class of the outer declares.
static void check_inner_type(Front *f, Slot *outer, Slot *inner)
{
    if (outer->kind != SLOT_COMPONENT || inner->kind != SLOT_COMPONENT) return;
    Node *a = slot_type_node(f, outer), *b = slot_type_node(f, inner);
    if (!a || !b) return;
    VEC_PUSH(f->work, &f->classes->outers, outer);
    TypeKind x = node_simple_kind(f, a), y = node_simple_kind(f, b);
    bool is_same = x == y && slot_rank(f, outer) == slot_rank(f, inner);
    if (is_same && x == TYPE_ENUMERATION) is_same = a->def == b->def;
    if (is_same) return;
    uint32_t m = slot_rank(f, outer), n = slot_rank(f, inner);
    Diagnostic *d = x == y && m != n
                        ? diag_error(f->diag, outer->span, E_INNER_TYPE,
                                     "'%s' is outer with %u dimensions, but inner with %u",
                                     outer->name->text, m, n)
                        : diag_error(f->diag, outer->span, E_INNER_TYPE,
                                     "'%s' is outer of class '%s', but inner of class '%s'",
                                     outer->name->text, a->full_name->text, b->full_name->text);
    diag_note(f->diag, d, inner->span, "the inner component is here");
}

void check_outer_sizes(Front *f)
{
    for (uint32_t i = 0; i < f->classes->outers.count; i++) {
        Slot *outer = f->classes->outers.data[i], *inner = slot_inner(f, outer);
        if (!inner || outer->n_dims == 0 || outer->n_dims != inner->n_dims) continue;
        if (!slot_dims(f, outer) || !slot_dims(f, inner)) continue;
        for (uint32_t k = 0; k < outer->n_dims; k++) {
            if (outer->dims[k] == inner->dims[k]) continue;
            Diagnostic *d = diag_error(f->diag, outer->span, E_INNER_TYPE,
                                       "'%s' is outer with %d elements, but inner with %d",
                                       outer->name->text, outer->dims[k], inner->dims[k]);
            diag_note(f->diag, d, inner->span, "the inner component is here");
            break;
        }
    }
}

// NULL, after a report, when the one found is no element of the same kind.
static Slot *fitting_inner(Front *f, Slot *outer)
{
    Slot *inner = find_inner(f, outer);
    check_unmodified(f, outer, inner);
    if (!inner) return NULL;
    check_inner_type(f, outer, inner);
    if (inner->kind == outer->kind) return inner;
    Diagnostic *d = diag_error(f->diag, outer->span, E_INNER_TYPE,
                               "'%s' is a %s here and a %s where it is inner", outer->name->text,
                               outer->kind == SLOT_CLASS ? "class" : "component",
                               outer->kind == SLOT_CLASS ? "component" : "class");
    diag_note(f->diag, d, inner->span, "the inner element is here");
    return NULL;
}

Slot *slot_inner(Front *f, Slot *outer)
{
    if (!outer->prefixes.is_outer) return outer;
    if (outer->inner_state == QUERY_UNSEEN) {
        outer->inner_state = QUERY_BUSY;
        Slot *inner = fitting_inner(f, outer);
        map_put_pointer(&f->classes->inner_of, outer, inner);
        outer->inner_state = inner ? QUERY_DONE : QUERY_FAILED;
    }
    return map_get_pointer(&f->classes->inner_of, outer);
}
