// slot.c -- the elements in force in a node: declarations with redeclarations and modifiers
// (7.2, 7.3).
//
// Strength, strongest first: modifiers from outside the node; redeclarations and extends
// clauses, outer heirs before inner ones; the choice of a value (chosen.c); the modifiers of the
// declaration in force; its constraining clause; what a redeclaration inherits from the declaration
// it replaces.
#include "base/suggest.h"
#include "instance/checks.h"
#include "instance/components/copies.h"

// ---- Making a slot -----------------------------------------------------------------------

static const Mod *mod_of_source(Front *f, Node *node, const ModSource *source)
{
    if (source->mod) return source->mod;
    Scope scope = {node, source->part, NULL};
    if (source->element) return mod_of_redeclaration(f, source->element, scope);
    return mod_of_argument(f, source->arg, scope, LEVEL_OF_CLASS);
}

// 4.1 forbids it; what the modifier says can only be meant for that element.
static void report_protected_modified(Front *f, const Mod *mod, const AstElement *element)
{
    if (!is_first_at(f, mod->span.begin)) return;
    Diagnostic *d =
        diag_breach(f->diag, mod->span, E_PROTECTED,
                    "'%s' is protected and must not be modified from outside", mod->name->text);
    if (element) diag_note(f->diag, d, element->name_span, "it is declared here");
}

// What a redeclaration keeps of the modifiers below it: plain modifiers, and of an earlier
// redeclaration only its explicit constraining clause.
static const Mod *mods_under(Front *f, const Slot *slot, const Mod *under)
{
    if (!under) return NULL;
    bool is_class = slot->kind == SLOT_CLASS;
    if (!under->element) return is_class ? mod_for_class(f, under, slot->holder->component) : under;
    const AstConstraint *c = under->element->constraint;
    int16_t level = is_class ? LEVEL_OF_CLASS : under->element_level;
    const Mod *clause = c ? mod_of_list(f, &c->mods, under->scope, level) : NULL;
    return mod_merge(f, clause, mods_under(f, slot, under->under));
}

static const Mod *mod_final_if(Front *f, const Mod *mod, const AstElement *e)
{
    if (!e->prefixes.is_final) return mod;
    Mod *m = mod ? ARENA_COPY(f->work, Mod, mod, 1) : ARENA_NEW(f->work, Mod);
    m->is_final = true;
    if (span_is_none(m->span)) m->span = e->name_span;
    return m;
}

static AstPrefixes prefixes_combined(const AstPrefixes *first, const AstPrefixes *now)
{
    AstPrefixes p = *now;
    p.is_protected = first->is_protected;
    if (!p.is_inner && !p.is_outer) {
        p.is_inner = first->is_inner;
        p.is_outer = first->is_outer;
    }
    if (!p.is_flow && !p.is_stream) {
        p.is_flow = first->is_flow;
        p.is_stream = first->is_stream;
    }
    if (!p.is_input && !p.is_output) {
        p.is_input = first->is_input;
        p.is_output = first->is_output;
    }
    if (!p.is_constant && !p.is_parameter && !p.is_discrete) {
        p.is_constant = first->is_constant;
        p.is_parameter = first->is_parameter;
        p.is_discrete = first->is_discrete;
    }
    return p;
}

static Name last_name(const AstExpr *ref)
{
    return ref->u.ref.parts[ref->u.ref.n_parts - 1].name;
}

// The sizes of an array may be redeclared even if it is not replaceable (7.3.3).
static bool only_dims_differ(const AstElement *now, const AstElement *first)
{
    return now->kind == AST_ELEMENT_COMPONENT && first->kind == AST_ELEMENT_COMPONENT &&
           last_name(now->u.component.type) == last_name(first->u.component.type) &&
           now->u.component.dims.count > 0 &&
           now->u.component.dims.count == first->u.component.dims.count;
}

// The word 'replaceable' was forgotten where nothing else can be meant: a variable of the same
// basic type gets another value or a prefix, or a partial class what it lacks.
static bool is_surely_meant(Front *f, const AstElement *now, const Slot *slot)
{
    const AstElement *first = slot->first;
    if (slot->kind == SLOT_CLASS) return first->u.class_def->is_partial;
    if (last_name(now->u.component.type) != last_name(first->u.component.type)) return false;
    Node *type = lookup_class(f, slot_first_scope(slot), first->u.component.type, false);
    return type && node_simple_kind(f, type) != TYPE_ERROR;
}

static bool check_redeclaration(Front *f, const Mod *mod, const Slot *slot)
{
    const AstElement *now = mod->element, *first = slot->first;
    if ((now->kind == AST_ELEMENT_CLASS) != (slot->kind == SLOT_CLASS)) {
        Diagnostic *d = diag_error(f->diag, mod->span, E_WRONG_REDECLARE,
                                   "'%s' is %s and cannot be redeclared as %s", slot->name->text,
                                   slot->kind == SLOT_CLASS ? "a class" : "a component",
                                   slot->kind == SLOT_CLASS ? "a component" : "a class");
        diag_note(f->diag, d, slot->span, "it is declared here");
        return false;
    }
    if (!first) return true;
    const AstExpr *condition =
        now->kind == AST_ELEMENT_COMPONENT ? now->u.component.condition : NULL;
    if (condition && is_first_report(f, condition->span, E_WRONG_REDECLARE)) {
        Diagnostic *d = diag_error(f->diag, condition->span, E_WRONG_REDECLARE,
                                   "a redeclaration has no condition: '%s' keeps that of its "
                                   "first declaration",
                                   slot->name->text);
        diag_note(f->diag, d, slot->span, "it is declared here");
    }
    if (first->prefixes.is_final || (slot->kind == SLOT_COMPONENT && first->prefixes.is_constant)) {
        // A constant of the same basic type that says 'replaceable': it gets its value (7.3).
        bool is_meant = !first->prefixes.is_final && first->prefixes.is_replaceable &&
                        now->prefixes.is_constant && is_surely_meant(f, now, slot);
        uint64_t place = (uint64_t)mod->span.begin << 32 | slot->span.begin;
        if (is_meant && !is_first_at(f, place)) return true;
        Diagnostic *d = (is_meant ? diag_breach : diag_error)(
            f->diag, mod->span, E_FINAL_MODIFIED, "'%s' is %s and cannot be redeclared",
            slot->name->text, first->prefixes.is_final ? "final" : "constant");
        diag_note(f->diag, d, slot->span, "it is declared here");
        return true;
    }
    if (first->prefixes.is_replaceable || only_dims_differ(now, first)) return true;
    uint64_t place = (uint64_t)mod->span.begin << 32 | slot->span.begin;
    if (!is_first_at(f, place)) return true;
    Diagnostic *d = (is_surely_meant(f, now, slot) ? diag_breach : diag_error)(
        f->diag, mod->span, E_NOT_REPLACEABLE, "'%s' is not replaceable and cannot be redeclared",
        slot->name->text);
    diag_note(f->diag, d, slot->span, "it is declared here");
    return true;
}

// The modifiers of the declaration itself below `mod`. A plain value that gives way to another
// one is not even made: a parameter with a default in a class used a thousand times.
static const Mod *mod_over_declared(Front *f, const Mod *mod, const Slot *s)
{
    const AstModList *list = &s->first->u.component.mods;
    if (mod && mod->value && list->n_args == 0 && !s->first->prefixes.is_final) return mod;
    const Mod *own = mod_of_list(f, list, slot_first_scope(s), LEVEL_OF_COMPONENT);
    return mod_merge(f, mod, mod_final_if(f, own, s->first));
}

static void finish_component(Front *f, Slot *s, const Mod *mod)
{
    const AstElement *first = s->first;
    const AstConstraint *constraint = first->constraint;
    if (mod && mod->element && check_redeclaration(f, mod, s)) {
        const AstElement *now = mod->element;
        s->ast = now;
        s->redeclaration = mod;
        s->text_node = mod->scope.node;
        s->text_part = mod->scope.part;
        s->prefixes = prefixes_combined(&first->prefixes, &now->prefixes);
        int16_t level = mod->element_level; // arrays around it split the values of its modifiers
        const Mod *own = mod_of_list(f, &now->u.component.mods, slot_scope(s), level);
        const Mod *m = mod_merge(f, mod_without_redeclaration(f, mod), own);
        if (now->constraint)
            m = mod_merge(f, m, mod_of_list(f, &now->constraint->mods, slot_scope(s), level));
        m = mod_merge(f, m, mods_under(f, s, mod->under));
        const AstModList *kept = constraint ? &constraint->mods : &first->u.component.mods;
        const Mod *base =
            mod_of_constraint(f, mod_of_list(f, kept, slot_first_scope(s), LEVEL_OF_COMPONENT));
        // A value for another class is not one for this.
        bool is_same = last_name(now->u.component.type) == last_name(first->u.component.type);
        s->mod = mod_merge(f, m, is_same ? base : mod_without_value(f, base));
        return;
    }
    s->mod = mod_over_declared(f, mod_without_redeclaration(f, mod), s);
    if (constraint)
        s->mod = mod_merge(
            f, s->mod, mod_of_list(f, &constraint->mods, slot_first_scope(s), LEVEL_OF_COMPONENT));
}

// A member of an expandable connector with a colon and no value is only a hint: it takes its
// size from what is connected, like a member that is not declared at all (9.1.3).
static bool is_sized_by_connect(const Slot *s)
{
    const AstExprList *dims = &s->ast->u.component.dims;
    for (uint32_t i = 0; i < dims->count; i++)
        if (dims->items[i]->kind == AST_COLON) return !s->mod || !s->mod->value;
    return false;
}

static Slot *slot_make(Front *f, Node *node, uint32_t i)
{
    const SlotInfo *info = &node->layout->slots[i];
    Slot *s = ARENA_NEW(f->work, Slot);
    node->slots[i] = s;
    s->kind = info->kind;
    s->name = info->name;
    s->holder = node;
    s->index = i;
    s->part = info->part;
    s->ast = s->first = info->element;
    s->text_node = node;
    s->text_part = info->part;
    s->is_protected = info->is_protected;
    s->is_removed = info->is_removed;
    s->variable = NO_VAR;
    const Mod *outside = mod_child(node->mod, s->name);
    if (outside && info->is_protected && !outside->is_of_heir)
        report_protected_modified(f, outside, s->first);
    const Mod *mod = outside;
    for (uint32_t k = 0; k < info->n_sources; k++)
        mod = mod_merge(f, mod, mod_of_source(f, node, &info->sources[k]));
    if (!s->first) {
        s->mod = mod;
        return s;
    }
    s->span = s->first->name_span;
    s->prefixes = s->first->prefixes;
    if (s->prefixes.is_replaceable && !(mod && mod->element))
        mod = mod_merge(f, mod, mod_of_choice(f, s));
    if (s->kind == SLOT_CLASS) {
        s->class_def = s->first->u.class_def;
        s->mod = mod;
        if (mod && mod->element && check_redeclaration(f, mod, s))
            s->prefixes = prefixes_combined(&s->first->prefixes, &mod->element->prefixes);
        return s;
    }
    finish_component(f, s, mod);
    if (node->is_expandable && is_sized_by_connect(s)) s->is_removed = true;
    // A value that comes with the node itself is stronger than that of a record around it.
    s->has_outside_value = outside && outside->value && !outside->is_hidden;
    return s;
}

Slot *node_slot(Front *f, Node *node, uint32_t i)
{
    node_layout(f, node);
    if (node->slots[i]) return node->slots[i];
    Slot *slot = slot_make(f, node, i);
    if (node->component && is_copy(f, node->component->id)) slot_take_answers(f, slot);
    return slot;
}

Slot *node_slot_in_force(Front *f, Node *node, uint32_t i)
{
    const SlotInfo *info = &node_layout(f, node)->slots[i];
    if (info->duplicate_of >= 0) i = (uint32_t)info->duplicate_of;
    return node_slot(f, node, i);
}

// ---- Classes -----------------------------------------------------------------------------

static const AstClass *definition_in_file(Front *f, Slot *slot)
{
    const AstClass *holder = slot->holder->layout->parts[slot->part].def;
    const LibraryClass *package = holder ? library_of_ast(f->s, holder) : NULL;
    const LibraryClass *member = package ? library_member(f->s, package, slot->name) : NULL;
    return member ? member->ast : NULL;
}

static const Mod *class_mod(Front *f, const Slot *slot, const Mod *mod)
{
    const Component *holder = slot->holder->component;
    Mod *m = (Mod *)mod_for_class(f, mod_without_redeclaration(f, mod), holder); // a fresh copy
    if (m) m->is_final = false;
    return m;
}

// The class a slot means when `mod` is all that is said about it: what class extends builds on.
static Node *class_under(Front *f, Slot *slot, const Mod *mod)
{
    const AstElement *first = slot->first;
    const AstConstraint *constraint = first ? first->constraint : NULL;
    const Mod *clause =
        constraint ? mod_of_list(f, &constraint->mods, slot_first_scope(slot), LEVEL_OF_CLASS)
                   : NULL;
    if (!mod || !mod->element || mod->element->kind != AST_ELEMENT_CLASS)
        return node_of_definition(f, slot->class_def, slot_first_scope(slot), NULL,
                                  class_mod(f, slot, mod), clause);
    const AstClass *now = mod->element->u.class_def;
    const Mod *strong = class_mod(f, slot, mod);
    if (now->form == AST_CLASS_EXTENDS) {
        Node *before = class_under(f, slot, mod->under);
        if (!before) return NULL;
        return node_of_definition(f, now, mod->scope, before, strong, NULL);
    }
    const Mod *weak = NULL;
    if (mod->element->constraint)
        weak = mod_of_list(f, &mod->element->constraint->mods, mod->scope, LEVEL_OF_CLASS);
    weak = mod_merge(f, weak, mods_under(f, slot, mod->under));
    if (!constraint && slot->class_def && slot->class_def->form == AST_CLASS_SHORT)
        clause = mod_of_list(f, &slot->class_def->mods, slot_first_scope(slot), LEVEL_OF_CLASS);
    clause = mod_of_constraint(f, clause);
    return node_of_definition(f, now, mod->scope, NULL, strong, mod_merge(f, weak, clause));
}

static bool has_outer_elements(Front *f, const AstClass *def)
{
    class_read(f->s, def);
    for (uint32_t i = 0; i < def->n_elements; i++) {
        const AstElement *e = def->elements[i];
        if (e->prefixes.is_outer) return true;
        if (e->kind == AST_ELEMENT_CLASS && has_outer_elements(f, e->u.class_def)) return true;
    }
    return false;
}

// A class of a component is that of the component's class, unless modifiers of the component
// reach classes, or the class is a short one whose modifiers may read the component.
static bool is_class_shared(Front *f, const Slot *slot)
{
    const Node *holder = slot->holder;
    if (!holder->slot && !holder->component) return false;
    if (!holder->made_from || holder->has_class_mods) return false;
    if (slot->mod && slot->mod->element) {
        const AstClass *def =
            slot->mod->element->kind == AST_ELEMENT_CLASS ? slot->mod->element->u.class_def : NULL;
        return def && def->form != AST_CLASS_SHORT;
    }
    const AstClass *def = slot->class_def;
    return !def || (def->form != AST_CLASS_SHORT && !has_outer_elements(f, def));
}

static void report_cyclic(Front *f, const Slot *slot)
{
    diag_error(f->diag, slot->span, E_CYCLIC_CLASS, "the class '%s' is defined by itself",
               slot->name->text);
}

Node *slot_class(Front *f, Slot *slot)
{
    if (slot->node_state == QUERY_DONE) return slot->node;
    if (slot->node_state == QUERY_FAILED) return NULL;
    if (slot->node_state == QUERY_BUSY) {
        report_cyclic(f, slot);
        return NULL;
    }
    slot->node_state = QUERY_BUSY;
    if (!slot->class_def) {
        slot->class_def = definition_in_file(f, slot);
        if (slot->class_def) slot->span = slot->class_def->name_span;
    }
    if (slot->class_def && !class_read(f->s, slot->class_def)) slot->class_def = NULL;
    if (slot->prefixes.is_outer && slot->holder->component) {
        Slot *inner = slot_inner(f, slot);
        slot->node = inner ? slot_class(f, inner) : NULL;
    } else if (!slot->class_def) {
        slot->node = NULL;
    } else if (is_class_shared(f, slot)) {
        slot->node = slot_class(f, node_slot(f, slot->holder->made_from, slot->index));
    } else {
        slot->node = query_enter(f, slot->span) ? class_under(f, slot, slot->mod) : NULL;
        query_leave(f);
        slot->node_state = slot->node ? QUERY_DONE : QUERY_FAILED;
        if (slot->node) check_class_constraint(f, slot, slot->node);
    }
    slot->node_state = slot->node ? QUERY_DONE : QUERY_FAILED;
    return slot->node;
}

// ---- Members -----------------------------------------------------------------------------

Slot *node_member(Front *f, Node *node, Name name)
{
    uint32_t i;
    const ClassLayout *layout = node_layout(f, node);
    if (node->layout_state == QUERY_BUSY || !layout_find(layout, name, &i)) return NULL;
    return node_slot(f, node, i);
}

// A formal argument may be input or output by its type.
static void take_type_prefixes(Front *f, Slot *slot)
{
    if (slot->prefixes.is_input || slot->prefixes.is_output || slot->is_protected) return;
    const Node *type = slot_type_node(f, slot);
    if (!type) return;
    slot->prefixes.is_input = type->short_prefixes.is_input;
    slot->prefixes.is_output = type->short_prefixes.is_output;
    check_formal(f, slot);
}

uint32_t node_components(Front *f, Node *node, Slot ***slots)
{
    bool is_function = node_is_a(f, node, AST_FUNCTION);
    const ClassLayout *layout = node_layout(f, node);
    Slot **all = ARENA_RAW(f->work, Slot *, layout->n_slots + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < layout->n_slots; i++) {
        const SlotInfo *info = &layout->slots[i];
        if (info->kind != SLOT_COMPONENT || info->duplicate_of >= 0 || info->is_removed) continue;
        Slot *slot = node_slot(f, node, i);
        if (slot->is_removed) continue;
        all[n++] = slot;
        if (is_function) take_type_prefixes(f, slot);
    }
    *slots = all;
    return n;
}

void report_no_member(Front *f, Node *node, Name name, Span use)
{
    const ClassLayout *layout = node_layout(f, node);
    if (layout->is_failed) return;
    Diagnostic *d = diag_error(f->diag, use, E_NO_MEMBER, "%s '%s' has no element '%s'",
                               ast_kind_word(node->kind),
                               node->full_name ? node->full_name->text : "", name->text);
    const char **names = ARENA_RAW(f->work, const char *, layout->n_slots + 1);
    for (uint32_t i = 0; i < layout->n_slots; i++) names[i] = layout->slots[i].name->text;
    const char *near = nearest_text(name->text, names, layout->n_slots);
    if (near) diag_replace(f->diag, d, use, near);
    const LibraryClass *package = node->def ? library_of_ast(f->s, node->def) : NULL;
    const char *folder = package ? library_bare_folder(f->s, package, name) : NULL;
    if (folder)
        diag_note(f->diag, d, (Span){0, 0},
                  "the folder '%s' is no package: it has no file package.mo (13.4.1)", folder);
    if (node->def)
        diag_note(f->diag, d, node->def->name_span, "'%s' is declared here", node->def->name->text);
}
