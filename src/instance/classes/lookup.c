// lookup.c -- names: scopes outward, imports, members of classes, predefined names (5.3, 13.2).
//
// A scope is a node and the part of it (the class itself or one of its base classes) in which
// the text stands: inherited text sees the elements of its own class, as they are in the heir,
// and then the surroundings of its own class. Each scope costs one hash look-up.
#include "base/suggest.h"
#include "instance/checks.h"
#include "instance/classes/classes.h"

static Found found_class(Node *cls)
{
    return cls ? (Found){.kind = FOUND_CLASS, .cls = cls} : (Found){.kind = FOUND_ERROR};
}

static Found found_slot(Front *f, Slot *slot)
{
    if (slot->kind == SLOT_CLASS) {
        Found found = found_class(slot_class(f, slot));
        found.is_replaceable = slot->prefixes.is_replaceable;
        return found;
    }
    return (Found){.kind = FOUND_SLOT, .slot = slot};
}

// ---- Members of classes ------------------------------------------------------------------

// A class whose layout is being computed shows its own classes only.
static Found member_of_busy(Front *f, Node *node, Name name)
{
    const ClassLayout *layout = node->layout      ? node->layout
                                : node->made_from ? node->made_from->layout
                                                  : NULL;
    const AstElement *e = layout ? map_get_pointer(&layout->own_elements, name) : NULL;
    const AstClass *def = NULL;
    if (e && e->kind == AST_ELEMENT_CLASS && e->u.class_def->form != AST_CLASS_EXTENDS)
        def = e->u.class_def;
    if (!e && node->library) {
        const LibraryClass *member = library_member(f->s, node->library, name);
        if (member) def = member->ast;
    }
    if (!def) return (Found){.kind = FOUND_NOTHING};
    Map *classes = &((ClassLayout *)layout)->class_of_element; // a memo, unseen from outside
    uint64_t key = (uint64_t)(uintptr_t)def;
    if (!classes->arena) *classes = map_make(f->work);
    Node *known = (Node *)(uintptr_t)map_get_or(classes, key, 0);
    if (known == f->root) { // mark of a search under way
        diag_error(f->diag, def->name_span, E_CYCLIC_CLASS, "the class '%s' is defined by itself",
                   name->text);
        return (Found){.kind = FOUND_ERROR};
    }
    if (!known) {
        map_put(classes, key, (uint64_t)(uintptr_t)f->root);
        known = node_of_definition(f, def, (Scope){node, 0, NULL}, NULL, NULL, NULL);
        map_put(classes, key, (uint64_t)(uintptr_t)known);
    }
    Found found = found_class(known);
    found.is_replaceable = e && e->prefixes.is_replaceable;
    return found;
}

static bool is_busy(Front *f, Node *node)
{
    node_layout(f, node);
    return node->layout == NULL || node->layout_state == QUERY_BUSY;
}

static bool literal_of(Front *f, Node *cls, Name name, Found *found)
{
    const ClassLayout *layout = is_busy(f, cls) ? NULL : cls->layout;
    if (layout && layout->enumeration) cls = layout->enumeration;
    if (cls->builtin != TYPE_ENUMERATION) return false;
    if (!cls->def) {
        for (uint32_t i = 0; i < cls->type->n; i++)
            if (cls->type->literals[i] == name) {
                *found = (Found){.kind = FOUND_LITERAL, .cls = cls, .literal = (int32_t)i + 1};
                return true;
            }
        return false;
    }
    for (uint32_t i = 0; i < cls->def->n_literals; i++)
        if (cls->def->literals[i].name == name) {
            *found = (Found){.kind = FOUND_LITERAL, .cls = cls, .literal = (int32_t)i + 1};
            return true;
        }
    return false;
}

static bool is_enclosed_by(const Scope *scope, const Node *node)
{
    Scope at = *scope;
    for (int guard = 0; at.node && guard < 1000; guard++) {
        if (at.node->def == node->def) return true;
        if (!at.node->layout) return false;
        at = part_lexical(at.node, at.part);
    }
    return false;
}

// The only component around that is declared with a class of this name; NULL: none, or several.
static Name component_of_class(const Scope *scope, const Node *cls)
{
    const ClassLayout *layout = scope->node ? scope->node->layout : NULL;
    Name found = NULL;
    for (uint32_t i = 0; layout && cls->def && i < layout->n_slots; i++) {
        const SlotInfo *slot = &layout->slots[i];
        if (slot->kind != SLOT_COMPONENT || !slot->element) continue;
        const AstExpr *type = slot->element->u.component.type;
        if (type->kind != AST_REF) continue;
        if (type->u.ref.parts[type->u.ref.n_parts - 1].name != cls->def->name) continue;
        if (found) return NULL;
        found = slot->name;
    }
    return found;
}

// A class that is no package lends out its encapsulated elements only; the constants of a
// partial class have no value in force (5.3.2). Libraries take types and constants out of models
// all the same: they are those of the class as it is written.
static bool is_member_usable(Front *f, const Scope *scope, Node *cls, Slot *slot, Span use)
{
    if (slot->kind == SLOT_COMPONENT && cls->is_partial && !meet_partial(f)) {
        Diagnostic *d =
            diag_error(f->diag, use, E_PARTIAL_CLASS, "'%s' belongs to the partial class '%s'",
                       slot->name->text, cls->full_name->text);
        diag_note(f->diag, d, slot->span, "it is declared here");
        return false;
    }
    bool is_encapsulated =
        slot->kind == SLOT_CLASS && slot->class_def && slot->class_def->is_encapsulated;
    if (is_encapsulated || node_is_package_like(f, cls)) return true;
    bool is_settled = slot->kind == SLOT_CLASS || slot->prefixes.is_constant;
    bool is_usable = is_settled && !diag_is_strict(f->diag);
    if (!is_first_report(f, use, E_CLASS_KIND)) return is_usable;
    Diagnostic *d = (is_settled ? diag_breach : diag_error)(
        f->diag, use, E_CLASS_KIND,
        "'%s' is an element of the %s '%s', which is no package, and not encapsulated",
        slot->name->text, ast_kind_word(cls->kind), cls->full_name->text);
    Name component = is_settled ? NULL : component_of_class(scope, cls);
    if (component)
        diag_label(f->diag, d, "the component of this class is called '%s'", component->text);
    diag_note(f->diag, d, slot->span, "it is declared here");
    return is_usable;
}

static Found member_of_class(Front *f, const Scope *scope, Node *cls, Name name, Span use,
                             bool report)
{
    Found found;
    if (literal_of(f, cls, name, &found)) return found;
    if (is_busy(f, cls)) {
        found = member_of_busy(f, cls, name);
    } else {
        Slot *slot = node_member(f, cls, name);
        if (slot && slot->is_protected && report && !is_enclosed_by(scope, cls)) {
            Diagnostic *d = diag_breach(f->diag, use, E_PROTECTED, "'%s' is protected in '%s'",
                                        name->text, cls->full_name->text);
            diag_note(f->diag, d, slot->span, "it is declared here");
        }
        if (slot && report && !is_enclosed_by(scope, cls) &&
            !is_member_usable(f, scope, cls, slot, use))
            return (Found){.kind = FOUND_ERROR};
        found = slot ? found_slot(f, slot) : (Found){.kind = FOUND_NOTHING};
        if (!slot && cls->layout->is_failed) found.kind = FOUND_ERROR;
    }
    return found;
}

static void hint_at_library(Front *f, Diagnostic *d)
{
    diag_label(f->diag, d, "if it is a library, say where: -L DIR, or MODELICAPATH");
    diag_note(f->diag, d, (Span){0, 0}, "%s", library_searched(f->s));
}

// ---- Imports -----------------------------------------------------------------------------

// The element an import leads to, and the class that holds it. `missing` is the name of the path
// that was looked up last.
static Found resolve_path(Front *f, const AstExpr *path, Name last, Node **container, Name *missing)
{
    Scope root = {f->root, 0, NULL};
    *missing = path->u.ref.parts[0].name;
    Node *cls = node_top_class(f, *missing);
    if (!cls) cls = node_predefined(f, *missing);
    Found found = cls ? found_class(cls) : (Found){.kind = FOUND_NOTHING};
    *container = NULL;
    for (uint32_t i = 1; i < path->u.ref.n_parts && found.kind == FOUND_CLASS; i++) {
        *container = found.cls;
        *missing = path->u.ref.parts[i].name;
        found = member_of_class(f, &root, found.cls, *missing, path->u.ref.parts[i].span, false);
    }
    if (last && found.kind == FOUND_CLASS) {
        *container = found.cls;
        *missing = last;
        found = member_of_class(f, &root, found.cls, last, path->span, false);
    }
    return found;
}

static bool is_protected_member(Front *f, Node *cls, Name name)
{
    Slot *slot = cls && !is_busy(f, cls) ? node_member(f, cls, name) : NULL;
    return slot && slot->is_protected;
}

static void check_import(Front *f, const ImportName *import, Node *container, Name last)
{
    const AstExpr *path = import->element->u.import.path;
    Node *package =
        import->element->u.import.kind == AST_IMPORT_ALL ? import->found.cls : container;
    bool is_package = package && (package->kind == AST_PACKAGE ||
                                  (package == container && node_is_package_like(f, package)));
    if (package && !is_busy(f, package) && !is_package)
        diag_breach(f->diag, path->span, E_IMPORT,
                    "only elements of packages can be imported, but '%s' is a %s",
                    package->full_name->text, ast_kind_word(package->kind));
    else if (is_protected_member(f, container, last))
        diag_error(f->diag, path->span, E_IMPORT,
                   "'%s' is protected in '%s' and cannot be imported", last->text,
                   container->full_name->text);
}

// A package of an older version of the library: the library says where it went.
static void suggest_renamed_import(Front *f, Diagnostic *d, const AstExpr *path, Name listed)
{
    Text full = text_make(f->arena);
    ast_path_text(path, &full);
    if (listed) text_printf(&full, ".%s", listed->text);
    const char *version = NULL, *renamed = library_renamed(f->s, text_cstr(&full), &version);
    if (!renamed) return;
    if (!listed) diag_replace(f->diag, d, path->span, renamed);
    diag_label(f->diag, d, "renamed to '%s' in version %s", renamed, version);
}

static void suggest_member(Front *f, Diagnostic *d, Node *cls, Name name, const AstExpr *path)
{
    const ClassLayout *layout = is_busy(f, cls) ? NULL : node_layout(f, cls);
    uint32_t n = layout ? layout->n_slots : 0;
    const char **names = ARENA_RAW(f->work, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) names[i] = layout->slots[i].name->text;
    const char *near = nearest_text(name->text, names, n);
    for (uint32_t i = 0; near && i < path->u.ref.n_parts; i++)
        if (path->u.ref.parts[i].name == name)
            diag_replace(f->diag, d, path->u.ref.parts[i].span, near);
}

static Found import_resolve(Front *f, ImportName *import)
{
    if (import->state == QUERY_DONE || import->state == QUERY_FAILED) return import->found;
    if (import->state == QUERY_BUSY) return (Found){.kind = FOUND_NOTHING};
    import->state = QUERY_BUSY;
    const AstElement *e = import->element;
    const AstExpr *path = e->u.import.path;
    Name listed = e->u.import.kind == AST_IMPORT_LIST ? e->u.import.names[import->item] : NULL;
    Name last = listed ? listed : path->u.ref.parts[path->u.ref.n_parts - 1].name;
    Node *container;
    Name missing;
    import->found = resolve_path(f, path, listed, &container, &missing);
    if (import->found.kind == FOUND_NOTHING) {
        Diagnostic *d = diag_error(f->diag, path->span, E_IMPORT,
                                   "the import leads to nothing: there is no '%s'", missing->text);
        if (!container) hint_at_library(f, d);
        if (container) suggest_member(f, d, container, missing, path);
        suggest_renamed_import(f, d, path, listed);
        import->found.kind = FOUND_ERROR;
    } else if (import->found.kind != FOUND_ERROR) {
        check_import(f, import, container, last);
    }
    import->state = import->found.kind == FOUND_ERROR ? QUERY_FAILED : QUERY_DONE;
    return import->found;
}

static Found find_imported(Front *f, const ClassLayout *layout, const Scope *scope, Name name,
                           Span use)
{
    for (uint32_t i = 0; i < layout->n_imports; i++)
        if (layout->imports[i].name == name) return import_resolve(f, &layout->imports[i]);
    Found found = {.kind = FOUND_NOTHING};
    const ImportName *by = NULL;
    for (uint32_t i = 0; i < layout->n_imports; i++) {
        if (layout->imports[i].name) continue;
        Found package = import_resolve(f, &layout->imports[i]);
        if (package.kind != FOUND_CLASS || is_protected_member(f, package.cls, name)) continue;
        Found hit = member_of_class(f, scope, package.cls, name, use, false);
        if (hit.kind == FOUND_NOTHING || hit.kind == FOUND_ERROR) continue;
        if (by && (hit.slot != found.slot || hit.cls != found.cls)) {
            Diagnostic *d = diag_error(f->diag, use, E_AMBIGUOUS_IMPORT,
                                       "'%s' is offered by two unqualified imports", name->text);
            diag_note(f->diag, d, by->element->span, "by this one");
            diag_note(f->diag, d, layout->imports[i].element->span, "and by this one");
            return (Found){.kind = FOUND_ERROR};
        }
        found = hit;
        by = &layout->imports[i];
    }
    return found;
}

// ---- Simple names ------------------------------------------------------------------------

static Found find_predefined(Front *f, Name name, LookupFor what)
{
    Op op;
    if (what == LOOKUP_FUNCTION && op_of_name(name->text, &op))
        return (Found){.kind = FOUND_BUILTIN, .op = op};
    Node *cls = node_predefined(f, name);
    if (cls) return found_class(cls);
    if (what == LOOKUP_TYPE) return (Found){.kind = FOUND_NOTHING};
    if (strcmp(name->text, "time") == 0) return (Found){.kind = FOUND_BUILTIN, .is_time = true};
    if (op_of_name(name->text, &op)) return (Found){.kind = FOUND_BUILTIN, .op = op};
    return (Found){.kind = FOUND_NOTHING};
}

// One scope: elements, own and inherited, then imports.
static Found find_in_scope(Front *f, Scope scope, Name name, Span use)
{
    if (is_busy(f, scope.node)) {
        Found found = member_of_busy(f, scope.node, name);
        const ClassLayout *busy = scope.node->layout      ? scope.node->layout
                                  : scope.node->made_from ? scope.node->made_from->layout
                                                          : NULL;
        if (found.kind == FOUND_NOTHING && busy) found = find_imported(f, busy, &scope, name, use);
        return found;
    }
    const ClassLayout *own = part_layout(scope.node, scope.part);
    uint32_t i;
    if (layout_find(own, name, &i)) {
        uint32_t first = scope.part ? scope.node->layout->parts[scope.part].first_slot : 0;
        Slot *slot = node_slot_in_force(f, scope.node, first + i);
        if (slot->is_removed) {
            diag_error(f->diag, use, E_BREAK, "'%s' has been deselected by an extends clause",
                       name->text);
            return (Found){.kind = FOUND_ERROR};
        }
        return found_slot(f, slot);
    }
    return own->n_imports ? find_imported(f, own, &scope, name, use)
                          : (Found){.kind = FOUND_NOTHING};
}

static bool is_encapsulated_at(const Node *node, uint16_t part)
{
    const ClassLayout *layout = node->layout;
    if (!layout || layout->n_parts == 0) return node->is_encapsulated;
    const AstClass *def = layout->parts[part < layout->n_parts ? part : 0].def;
    return def && def->is_encapsulated;
}

static bool is_constant_slot(const Slot *slot)
{
    return slot->prefixes.is_constant;
}

static Found check_enclosing(Front *f, Found found, Name name, Span use, bool report)
{
    if (found.kind != FOUND_SLOT || is_constant_slot(found.slot)) return found;
    if (!report) return (Found){.kind = FOUND_NOTHING};
    Diagnostic *d = diag_error(
        f->diag, use, E_ENCLOSING_VARIABLE,
        "'%s' belongs to an enclosing class; only its constants can be used here", name->text);
    diag_note(f->diag, d, found.slot->span, "it is declared here");
    return (Found){.kind = FOUND_ERROR};
}

static bool is_timeless(const Node *node)
{
    return node && (node->kind == AST_FUNCTION || node->kind == AST_RECORD ||
                    node->kind == AST_CONNECTOR || node->kind == AST_OPERATOR_RECORD ||
                    node->kind == AST_OPERATOR_FUNCTION || node->kind == AST_PACKAGE);
}

// *is_static: the result is the same for all nodes with this layout.
static Found find_simple(Front *f, Scope scope, Name name, Span use, LookupFor what, bool report,
                         bool *is_static)
{
    for (const IteratorScope *it = scope.iterators; it; it = it->outer)
        if (it->name == name) return (Found){.kind = FOUND_ITERATOR, .iterator = it->value};
    *is_static = true;
    Scope at = {scope.node, scope.part, NULL};
    for (int depth = 0; at.node && at.node != f->root; depth++) {
        Found found = find_in_scope(f, at, name, use);
        if (found.kind != FOUND_NOTHING) {
            *is_static = at.node != scope.node && at.node->made_from == NULL;
            return at.node == scope.node ? found : check_enclosing(f, found, name, use, report);
        }
        if (is_encapsulated_at(at.node, at.part)) return find_predefined(f, name, what);
        at = part_lexical(at.node, at.part);
    }
    Found found = find_predefined(f, name, what);
    if (found.is_time && report && is_timeless(scope.node)) {
        diag_error(f->diag, use, E_NAME_NOT_FOUND,
                   "'time' can only be used in models and blocks, not in a %s",
                   ast_kind_word(scope.node->kind));
        return (Found){.kind = FOUND_ERROR};
    }
    if (found.kind == FOUND_CLASS || (found.kind != FOUND_NOTHING && what != LOOKUP_ANY))
        return found;
    Node *top = node_top_class(f, name);
    if (top) return found_class(top);
    return found;
}

// Words of other languages.
static const char *habit_of(Name name)
{
    static const char *const words[][2] = {
        {"True", "true"},    {"TRUE", "true"},     {"False", "false"}, {"FALSE", "false"},
        {"ln", "log"},       {"arctan", "atan"},   {"arcsin", "asin"}, {"arccos", "acos"},
        {"Float", "Real"},   {"float", "Real"},    {"double", "Real"}, {"int", "Integer"},
        {"bool", "Boolean"}, {"string", "String"}, {"pow", "^"},       {"fabs", "abs"},
        {"t", "time"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], name->text)) return words[i][1];
    return NULL;
}

static bool is_nothing(Name name)
{
    static const char *const words[] = {"None", "NULL", "null", "nil", "NaN", "nan"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name->text)) return true;
    return false;
}

// ---- References --------------------------------------------------------------------------

// import P.*, where there is no P.
static bool has_lost_import(const ClassLayout *layout)
{
    for (uint32_t i = 0; i < layout->n_imports; i++)
        if (layout->imports[i].state == QUERY_FAILED && !layout->imports[i].name) return true;
    return false;
}

// `has_members`: more of a dotted name follows, so that it may be a library that was not found.
static void report_not_found(Front *f, Scope scope, Name name, bool has_members, Span use)
{
    VEC(const char *) names = {0};
    Scope at = scope;
    for (const IteratorScope *it = scope.iterators; it; it = it->outer)
        VEC_PUSH(f->work, &names, it->name->text);
    for (int guard = 0; at.node && at.node != f->root && guard < 100; guard++) {
        const ClassLayout *layout = node_layout(f, at.node);
        if (layout->is_failed) return; // the missing name may be one of the lost base class
        if (is_busy(f, at.node)) break;
        const ClassLayout *own = part_layout(at.node, at.part);
        for (uint32_t i = 0; i < own->n_slots; i++)
            VEC_PUSH(f->work, &names, own->slots[i].name->text);
        for (uint32_t i = 0; i < own->n_imports; i++)
            if (own->imports[i].name) VEC_PUSH(f->work, &names, own->imports[i].name->text);
        if (has_lost_import(own)) return; // the same for what was to be imported
        at = part_lexical(at.node, at.part);
    }
    uint32_t n_top;
    Name *top = library_top_names(f->s, f->work, &n_top);
    for (uint32_t i = 0; i < n_top; i++) VEC_PUSH(f->work, &names, top[i]->text);
    for (int op = 0; op < N_OPERATORS; op++) VEC_PUSH(f->work, &names, op_name((Op)op));
    static const char *const types[] = {"Real", "Integer", "Boolean", "String"};
    for (int i = 0; i < 4; i++) VEC_PUSH(f->work, &names, types[i]);
    const char *habit = habit_of(name), *near = nearest_text(name->text, names.data, names.count);
    bool may_be_library = has_members && !habit && !near && !is_nothing(name);
    if (may_be_library && !is_first_report(f, (Span){name->hash, 0}, E_NAME_NOT_FOUND)) return;
    Diagnostic *d = diag_error(f->diag, use, E_NAME_NOT_FOUND, "'%s' is not declared", name->text);
    if (habit)
        diag_replace(f->diag, d, use, habit);
    else if (is_nothing(name))
        diag_label(f->diag, d, "there is no such value: every variable has one of its type");
    else if (near)
        diag_replace(f->diag, d, use, near);
    else if (has_members)
        hint_at_library(f, d);
}

static void report_missing_member(Front *f, Node *cls, Name name, Span use)
{
    if (is_busy(f, cls)) {
        diag_error(f->diag, use, E_NO_MEMBER, "'%s' has no element '%s' that can be seen here",
                   cls->full_name ? cls->full_name->text : "", name->text);
        return;
    }
    if (cls->full_name) {
        const char *version = NULL;
        char *full = arena_printf(f->work, "%s.%s", cls->full_name->text, name->text);
        const char *renamed = library_renamed(f->s, full, &version);
        if (renamed) {
            diag_error(f->diag, use, E_NO_MEMBER, "'%s' is now called '%s'%s%s", full, renamed,
                       version ? " since version " : "", version ? version : "");
            return;
        }
    }
    report_no_member(f, cls, name, use);
}

static Found through_outer(Front *f, Found found)
{
    if (found.kind != FOUND_SLOT || !found.slot->prefixes.is_outer) return found;
    found.outer = found.slot;
    found.slot = slot_inner(f, found.slot);
    if (!found.slot) found.kind = FOUND_ERROR;
    return found;
}

// Through an outer component only what its own class declares can be seen.
static bool outer_has_member(Front *f, Slot *outer, const AstRefPart *part)
{
    Node *type = slot_type_node(f, outer);
    uint32_t i;
    if (!type || type->is_expandable || node_simple_kind(f, type) != TYPE_ERROR) return true;
    const ClassLayout *layout = node_layout(f, type);
    if (layout->is_failed || layout_find(layout, part->name, &i)) return true;
    report_no_member(f, type, part->name, part->span);
    return false;
}

// Classes and literals are no arrays, and a literal is the end of a name.
static bool is_well_formed(Front *f, const AstExpr *ref, const Found *found, uint32_t used)
{
    const AstRefPart *parts = ref->u.ref.parts;
    bool is_literal = found->kind == FOUND_LITERAL;
    uint32_t n_classes = used - (found->kind == FOUND_SLOT || is_literal);
    if (found->kind == FOUND_ITERATOR || found->kind == FOUND_BUILTIN) n_classes = 0;
    for (uint32_t i = 0; i < n_classes + is_literal; i++) {
        if (parts[i].subscripts.count == 0) continue;
        diag_error(f->diag, parts[i].span, E_SUBSCRIPT, "'%s' is %s and has no subscripts",
                   parts[i].name->text, i < n_classes ? "a class" : "an enumeration literal");
        return false;
    }
    if (!is_literal || used >= ref->u.ref.n_parts) return true;
    diag_error(f->diag, parts[used].span, E_NO_MEMBER,
               "'%s' is an enumeration literal and has no element '%s'", parts[used - 1].name->text,
               parts[used].name->text);
    return false;
}

static Found find_reference(Front *f, Scope scope, const AstExpr *ref, LookupFor what, bool report,
                            bool *is_static)
{
    const AstRefPart *parts = ref->u.ref.parts;
    uint32_t n = ref->u.ref.n_parts;
    Found found;
    if (ref->global) {
        Node *top = node_top_class(f, parts[0].name);
        found =
            top ? found_class(top) : find_predefined(f, parts[0].name, n > 1 ? LOOKUP_ANY : what);
        *is_static = true;
    } else {
        found = find_simple(f, scope, parts[0].name, parts[0].span, n > 1 ? LOOKUP_ANY : what,
                            report, is_static);
    }
    if (found.kind == FOUND_NOTHING && report) {
        report_not_found(f, scope, parts[0].name, n > 1, parts[0].span);
        found.kind = FOUND_ERROR;
    }
    Scope root = {f->root, 0, NULL};
    uint32_t used = 1;
    bool is_replaceable = found.is_replaceable;
    while (found.kind == FOUND_CLASS && used < n) {
        Node *cls = found.cls;
        found = member_of_class(f, ref->global ? &root : &scope, cls, parts[used].name,
                                parts[used].span, report);
        if (found.kind == FOUND_NOTHING && report) {
            report_missing_member(f, cls, parts[used].name, parts[used].span);
            found.kind = FOUND_ERROR;
        }
        is_replaceable = is_replaceable || found.is_replaceable;
        used++;
    }
    found.is_replaceable = is_replaceable;
    if (report && found.kind != FOUND_ERROR && !is_well_formed(f, ref, &found, used))
        found.kind = FOUND_ERROR;
    found = through_outer(f, found);
    if (found.outer && report && used < n && !outer_has_member(f, found.outer, &parts[used]))
        found.kind = FOUND_ERROR;
    found.parts_used = used < n ? used : n;
    return found;
}

Found lookup_reference(Front *f, Scope scope, const AstExpr *ref, LookupFor what, bool report)
{
    if (ref->kind != AST_REF) return (Found){.kind = FOUND_ERROR};
    bool is_static;
    return find_reference(f, scope, ref, what, report, &is_static);
}

static Node *lookup_class_as(Front *f, Scope scope, const AstExpr *ref, LookupFor what, bool report)
{
    if (!ref || ref->kind != AST_REF) return NULL;
    ClassLayout *layout = scope.node ? (ClassLayout *)scope.node->layout : NULL; // holds the memo
    if (layout && !layout->class_of_text.arena) layout->class_of_text = map_make(f->work);
    Node *known = layout ? map_get_pointer(&layout->class_of_text, ref) : NULL;
    if (known) return known;
    bool is_static = false;
    Found found = find_reference(f, scope, ref, what, report, &is_static);
    if (found.kind == FOUND_CLASS) {
        if (is_static && layout && scope.node->layout_state == QUERY_DONE)
            map_put_pointer(&layout->class_of_text, ref, found.cls);
        return found.cls;
    }
    if (report && found.kind != FOUND_ERROR) {
        const AstRefPart *last = &ref->u.ref.parts[ref->u.ref.n_parts - 1];
        Diagnostic *d =
            diag_error(f->diag, ref->span, E_NOT_A_CLASS, "'%s' is not a %s", last->name->text,
                       what == LOOKUP_FUNCTION ? "function" : "class");
        if (found.slot) diag_note(f->diag, d, found.slot->span, "it is declared here");
    }
    return NULL;
}

Node *lookup_class(Front *f, Scope scope, const AstExpr *ref, bool report)
{
    return lookup_class_as(f, scope, ref, LOOKUP_TYPE, report);
}

Node *lookup_base(Front *f, Scope scope, const AstExpr *ref)
{
    bool is_static;
    Node *cls = lookup_class(f, scope, ref, true);
    if (!cls) return NULL;
    Found found = find_reference(f, scope, ref, LOOKUP_TYPE, false, &is_static);
    if (found.kind == FOUND_CLASS && found.is_replaceable)
        diag_error(f->diag, ref->span, E_BASE_REPLACEABLE,
                   "the base class '%s' is replaceable; a base class must not be",
                   ref->u.ref.parts[ref->u.ref.n_parts - 1].name->text);
    return cls;
}

Node *lookup_function(Front *f, Scope scope, const AstExpr *ref, bool report)
{
    return lookup_class_as(f, scope, ref, LOOKUP_FUNCTION, report);
}
