// constraint.c -- may a class stand for another one? Constraining types of redeclarations (7.3.2).
//
// The check is by interface: what the constraining class declares in public must be there under
// the same name, a component where it is a component, a class where it is a class, and of the
// same simple type. Each pair of classes is compared once.
#include "base/hash.h"
#include "instance/classes/classes.h"

static bool simple_kinds_differ(Front *f, Node *sub, Node *super, uint32_t i, uint32_t k)
{
    Node *a = slot_type_node(f, node_slot(f, super, i)),
         *b = slot_type_node(f, node_slot(f, sub, k));
    if (!a || !b) return false;
    return node_simple_kind(f, a) != node_simple_kind(f, b);
}

// The first public element of `super` that `sub` does not offer; NULL when all are there.
static Name missing_element(Front *f, Node *sub, Node *super)
{
    const ClassLayout *need = node_layout(f, super), *have = node_layout(f, sub);
    if (need->is_failed || have->is_failed || sub->layout_state == QUERY_BUSY ||
        super->layout_state == QUERY_BUSY)
        return NULL;
    for (uint32_t i = 0; i < need->n_slots; i++) {
        const SlotInfo *info = &need->slots[i];
        if (info->is_protected || info->is_removed || info->duplicate_of >= 0) continue;
        uint32_t k;
        if (!layout_find(have, info->name, &k) || have->slots[k].kind != info->kind)
            return info->name;
        if (info->kind == SLOT_COMPONENT && simple_kinds_differ(f, sub, super, i, k))
            return info->name;
    }
    return NULL;
}

static bool is_function_like(Front *f, Node *node)
{
    return node_is_a(f, node, AST_FUNCTION) || node->kind == AST_OPERATOR;
}

// What is not there can be used by nobody, so the class is taken with a warning. A component of
// another simple type is another variable.
static void check_constraint(Front *f, const Slot *slot, Node *sub, Node *super, Span span)
{
    if (!sub || !super || sub == super || (sub->def && sub->def == super->def)) return;
    uint64_t pair = hash_mix(hash_mix(2, (uint64_t)(uintptr_t)sub), (uint64_t)(uintptr_t)super);
    if (map_get_or(&f->classes->compared, pair, 0)) return;
    map_put(&f->classes->compared, pair, 1);
    if (is_function_like(f, sub) && is_function_like(f, super)) return; // compared at the call
    TypeKind a = node_simple_kind(f, sub), b = node_simple_kind(f, super);
    Name missing = a == TYPE_ERROR && b == TYPE_ERROR ? missing_element(f, sub, super) : NULL;
    if (a == b && !missing) return;
    bool is_other = a != b && slot->kind == SLOT_COMPONENT;
    Diagnostic *d = (is_other ? diag_error : diag_breach)(
        f->diag, span, E_CONSTRAINT,
        "'%s' cannot be of class '%s': it must be compatible with '%s'", slot->name->text,
        sub->full_name->text, super->full_name->text);
    if (missing) diag_label(f->diag, d, "'%s' does not fit or is missing", missing->text);
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
}

static Node *class_of_constraint(Front *f, const AstElement *e, Scope scope)
{
    return e && e->constraint ? lookup_class(f, scope, e->constraint->type, false) : NULL;
}

// Dimensions of the class behind the declaration: those it adds itself do not count.
static uint32_t rank_of(const Slot *slot, const Node *node, const Mod *mod)
{
    if (slot->kind == SLOT_COMPONENT) return node->n_dims;
    const AstElement *e = mod ? mod->element : NULL;
    if (e && e->kind != AST_ELEMENT_CLASS) return node->n_dims; // of another kind, and reported
    const AstClass *def = e ? e->u.class_def : slot->class_def;
    uint32_t own = def && def->form == AST_CLASS_SHORT ? def->base_dims.count : 0;
    return node->n_dims > own ? node->n_dims - own : 0;
}

static void check_rank(Front *f, const Slot *slot, uint32_t rank, const Node *super, Span span)
{
    if (!super || super->n_dims == rank) return;
    Diagnostic *d =
        diag_error(f->diag, span, E_CONSTRAINT,
                   "the class of '%s' has %u dimensions, but its constraining class has "
                   "%u",
                   slot->name->text, rank, super->n_dims);
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
}

// All explicit constraining clauses on the way from the original declaration hold.
static void check_clauses(Front *f, const Slot *slot, Node *node, const Mod *mod, Span span)
{
    Node *own = mod && mod->element ? class_of_constraint(f, mod->element, mod->scope) : NULL;
    for (const Mod *m = mod; m && m->element; m = m->under) {
        Node *super = class_of_constraint(f, m->element, m->scope);
        check_constraint(f, slot, node, super, span);
        if (own && super != own) check_constraint(f, slot, own, super, span);
    }
    Node *super = class_of_constraint(f, slot->first, slot_first_scope(slot));
    check_rank(f, slot, rank_of(slot, node, mod), super, span);
    check_constraint(f, slot, node, super, span);
    if (own) check_constraint(f, slot, own, super, span);
}

void check_class_constraint(Front *f, const Slot *slot, Node *node)
{
    if (!slot->first || slot->holder->is_partial) return;
    const Mod *mod = slot->mod && slot->mod->element ? slot->mod : NULL;
    Span span = mod ? mod->span : slot->span;
    check_clauses(f, slot, node, mod, span);
    bool is_extended = mod && mod->element->kind == AST_ELEMENT_CLASS &&
                       mod->element->u.class_def->form == AST_CLASS_EXTENDS;
    if (!mod || is_extended || slot->first->constraint || !slot->class_def) return;
    Node *original =
        node_of_definition(f, slot->class_def, slot_first_scope(slot), NULL, NULL, NULL);
    check_constraint(f, slot, node, original, span);
}

void check_component_constraint(Front *f, const Slot *slot, Node *type)
{
    if (slot->ast == slot->first && !slot->first->constraint) return;
    Span span = slot->ast->name_span;
    check_clauses(f, slot, type, slot->redeclaration, span);
    if (slot->first->constraint || slot->ast == slot->first) return;
    Node *original = lookup_class(f, slot_first_scope(slot), slot->first->u.component.type, false);
    check_constraint(f, slot, type, original, span);
}
