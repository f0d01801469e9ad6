// node.c -- classes in their surroundings: found again, modified, with their built-in ancestors.
//
// A class without modifiers is one node for each (definition, holder), so that a function or a
// medium exists once however many models use it. Short classes are followed at once: a node
// always stands for the class at the end of the chain, with the modifiers met on the way.
#include "base/hash.h"
#include "base/suggest.h"
#include "instance/checks.h"
#include "instance/classes/classes.h"

static const struct {
    TypeKind kind;
    const char *name;
} predefined[] = {
    {TYPE_REAL, "Real"},     {TYPE_INTEGER, "Integer"}, {TYPE_BOOLEAN, "Boolean"},
    {TYPE_STRING, "String"}, {TYPE_CLOCK, "Clock"},     {TYPE_EXTERNAL, "ExternalObject"},
};
enum { N_PREDEFINED = sizeof predefined / sizeof predefined[0] };

static const struct {
    const char *name;
    bool of_real, of_discrete, of_string; // Integer, Boolean and enumerations; String and Boolean
} attributes[] = {
    {"quantity", true, true, true},      {"unit", true, false, false},
    {"displayUnit", true, false, false}, {"min", true, true, false},
    {"max", true, true, false},          {"start", true, true, true},
    {"fixed", true, true, true},         {"nominal", true, false, false},
    {"unbounded", true, false, false},   {"stateSelect", true, false, false},
};

bool is_attribute_name(TypeKind kind, const char *name)
{
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        if (strcmp(attributes[i].name, name) != 0) continue;
        switch (kind) {
        case TYPE_REAL: return attributes[i].of_real;
        case TYPE_INTEGER:
        case TYPE_ENUMERATION: return attributes[i].of_discrete;
        case TYPE_BOOLEAN:
        case TYPE_STRING: return attributes[i].of_string;
        default: return false;
        }
    }
    return false;
}

// ---- Predefined classes ------------------------------------------------------------------

static Node *predefined_node(Front *f, TypeKind kind, const char *name)
{
    Node *node = ARENA_NEW(f->work, Node);
    node->builtin = kind;
    node->kind = AST_TYPE;
    node->full_name = name_of_text(f->s->names, name);
    node->lexical = (Scope){f->root, 0, NULL};
    return node;
}

static Node *predefined_enumeration(Front *f, const char *name, const char *const *literals,
                                    uint32_t n)
{
    Node *node = predefined_node(f, TYPE_ENUMERATION, name);
    Name *names = ARENA_RAW(f->s->arena, Name, n);
    for (uint32_t i = 0; i < n; i++) names[i] = name_of_text(f->s->names, literals[i]);
    node->type = type_enumeration(f->exprs, node->full_name, names, n);
    node->type_state = QUERY_DONE;
    return node;
}

static ClassLayout *empty_layout(Front *f, TypeKind simple)
{
    ClassLayout *layout = ARENA_NEW(f->work, ClassLayout);
    layout->simple = simple;
    layout->slot_of_name = map_make(f->work);
    layout->own_elements = map_make(f->work);
    layout->parts = ARENA_NEW(f->work, Part);
    layout->parts[0] = (Part){.layout = layout, .n_parts = 1, .lexical = {f->root, 0, NULL}};
    layout->n_parts = 1;
    layout->is_external_object = simple == TYPE_EXTERNAL;
    return layout;
}

Classes *classes_open(Front *f)
{
    static const char *const select[] = {"never", "avoid", "default", "prefer", "always"};
    static const char *const level[] = {"error", "warning"};
    Classes *c = ARENA_NEW(f->work, Classes);
    f->classes = c;
    c->canonical = map_make(f->work);
    c->reported = map_make(f->work);
    c->inner_of = map_make(f->work);
    c->checked = map_make(f->work);
    c->compared = map_make(f->work);
    f->root = ARENA_NEW(f->work, Node);
    f->root->kind = AST_PACKAGE;
    f->root->layout = empty_layout(f, TYPE_ERROR);
    f->root->layout_state = QUERY_DONE;
    f->root->slots = ARENA_ARRAY(f->work, Slot *, 1);
    for (uint32_t i = 0; i < TYPE_ARRAY; i++) c->simple[i] = empty_layout(f, (TypeKind)i);
    c->empty = empty_layout(f, TYPE_ERROR);
    c->empty->is_failed = true;
    for (uint32_t i = 0; i < N_PREDEFINED; i++)
        c->basic[predefined[i].kind] = predefined_node(f, predefined[i].kind, predefined[i].name);
    c->state_select = predefined_enumeration(f, "StateSelect", select, 5);
    c->assertion_level = predefined_enumeration(f, "AssertionLevel", level, 2);
    return c;
}

enum { DEEPEST_QUERY = 1000 }; // some kilobytes of stack each

bool query_enter(Front *f, Span span)
{
    if (f->classes->depth++ < DEEPEST_QUERY) return true;
    if (f->classes->depth == DEEPEST_QUERY + 1)
        diag_error(f->diag, span, E_TOO_DEEP,
                   "classes or sizes depend on each other in a chain of more than %d",
                   DEEPEST_QUERY);
    return false;
}

void query_leave(Front *f)
{
    f->classes->depth--;
}

Node *node_predefined(Front *f, Name name)
{
    for (uint32_t i = 0; i < N_PREDEFINED; i++)
        if (strcmp(predefined[i].name, name->text) == 0)
            return f->classes->basic[predefined[i].kind];
    if (strcmp(name->text, "StateSelect") == 0) return f->classes->state_select;
    if (strcmp(name->text, "AssertionLevel") == 0) return f->classes->assertion_level;
    return NULL;
}

// ---- Classes without modifiers -----------------------------------------------------------

typedef struct NodeChain {
    Node *node;
    struct NodeChain *next;
} NodeChain;

static Name full_name(Front *f, const Node *holder, Name name)
{
    if (!holder || !holder->full_name) return name;
    size_t a = holder->full_name->length, b = name->length;
    char buffer[512];
    char *text = a + b + 2 <= sizeof buffer ? buffer : arena_alloc(f->work, a + b + 2, 1);
    memcpy(text, holder->full_name->text, a);
    text[a] = '.';
    memcpy(text + a + 1, name->text, b + 1);
    return name_of(f->s->names, text, a + b + 1);
}

Node *node_canonical(Front *f, const AstClass *def, Scope lexical, Node *extended)
{
    uint64_t key =
        hash_mix(hash_mix(1, (uint64_t)(uintptr_t)def), (uint64_t)(uintptr_t)lexical.node);
    key = hash_mix(hash_mix(key, lexical.part), (uint64_t)(uintptr_t)extended);
    NodeChain *chain = (NodeChain *)(uintptr_t)map_get_or(&f->classes->canonical, key, 0);
    for (NodeChain *c = chain; c; c = c->next)
        if (c->node->def == def && c->node->lexical.node == lexical.node &&
            c->node->lexical.part == lexical.part && c->node->extended == extended)
            return c->node;
    Node *node = ARENA_NEW(f->work, Node);
    node->def = def;
    node->lexical = (Scope){lexical.node, lexical.part, NULL};
    node->extended = extended;
    node->kind = def->kind;
    node->is_partial = def->is_partial;
    node->is_encapsulated = def->is_encapsulated;
    node->is_expandable = def->is_expandable;
    node->is_connector = def->kind == AST_CONNECTOR;
    if (def->form == AST_CLASS_ENUMERATION || def->form == AST_CLASS_ENUMERATION_OPEN)
        node->builtin = TYPE_ENUMERATION;
    node->full_name = full_name(f, lexical.node, def->name);
    if (lexical.node == f->root || (lexical.node && lexical.node->library))
        node->library = library_of_ast(f->s, def);
    if (extended && extended->is_expandable) node->is_expandable = true;
    NodeChain *entry = ARENA_NEW(f->work, NodeChain);
    *entry = (NodeChain){node, chain};
    map_put(&f->classes->canonical, key, (uint64_t)(uintptr_t)entry);
    return node;
}

Node *node_top_class(Front *f, Name name)
{
    const LibraryClass *library = library_top(f->s, name);
    if (!library) return NULL;
    return node_of_definition(f, library->ast, (Scope){f->root, 0, NULL}, NULL, NULL, NULL);
}

// ---- Modified classes --------------------------------------------------------------------

// An element of an older version of the library: the library says how it is called now.
static void suggest_renamed(Front *f, Diagnostic *d, const Node *node, Name name)
{
    if (!node->full_name) return;
    const char *full = arena_printf(f->arena, "%s.%s", node->full_name->text, name->text);
    const char *version = NULL, *renamed = library_renamed(f->s, full, &version);
    const char *dot = renamed ? strrchr(renamed, '.') : NULL;
    if (!dot) return;
    diag_label(f->diag, d, "renamed to '%s' in version %s", dot + 1, version);
    diag_replace(f->diag, d, d->span, dot + 1);
}

// An attribute has a value and nothing else (4.9).
static void check_attribute_modifier(Front *f, const Mod *m)
{
    Span at = m->element ? m->span : m->n_children ? m->children[0]->span : (Span){0, 0};
    if (span_is_none(at) || !is_first_report(f, at, E_NO_MODIFIED_ELEMENT)) return;
    if (m->element)
        diag_error(f->diag, at, E_NO_MODIFIED_ELEMENT,
                   "the attribute '%s' cannot be redeclared: give it a value", m->name->text);
    else
        diag_error(f->diag, at, E_NO_MODIFIED_ELEMENT,
                   "the attribute '%s' has no element '%s' to modify", m->name->text,
                   m->children[0]->name->text);
}

// Years, pieces: numbers that are counted get units, too. They tell readers something, and change
// no value.
static void report_attribute_of_real(Front *f, const Mod *m)
{
    Diagnostic *d =
        diag_breach(f->diag, m->span, E_NO_MODIFIED_ELEMENT,
                    "'Integer' has no attribute '%s' (4.9): it is left out", m->name->text);
    diag_label(f->diag, d, "'Real' has one");
}

// What is not there has no value to get. That the class does not fit is told where it is compared
// with what it replaces; functions are compared at their calls.
static void report_of_constraint(Front *f, const Mod *m, const Node *node)
{
    Diagnostic *d =
        diag_breach(f->diag, m->span, E_NO_MODIFIED_ELEMENT,
                    "'%s' is redeclared as a class without the element '%s', which the original "
                    "declaration modifies (7.3.2): it is left out",
                    node->full_name->text, m->name->text);
    if (node->def)
        diag_note(f->diag, d, node->def->name_span, "'%s' is declared here", node->def->name->text);
}

void check_modified_names(Front *f, Node *node, const Mod *mod)
{
    const ClassLayout *layout = node_layout(f, node);
    if (layout->is_failed || node->layout_state == QUERY_BUSY) return;
    for (uint32_t i = 0; mod && i < mod->n_children; i++) {
        const Mod *m = mod->children[i];
        uint32_t slot;
        if (layout_find(layout, m->name, &slot)) continue;
        if (layout->simple != TYPE_ERROR && is_attribute_name(layout->simple, m->name->text)) {
            check_attribute_modifier(f, m);
            continue;
        }
        uint64_t place = (uint64_t)m->span.begin << 32 | m->span.end;
        if (!is_first_at(f, place)) continue;
        if (layout->simple == TYPE_INTEGER && is_attribute_name(TYPE_REAL, m->name->text)) {
            report_attribute_of_real(f, m);
            continue;
        }
        if (m->is_of_constraint) {
            report_of_constraint(f, m, node);
            continue;
        }
        Diagnostic *d =
            diag_error(f->diag, m->span, E_NO_MODIFIED_ELEMENT,
                       "'%s' has no element '%s' to modify", node->full_name->text, m->name->text);
        const char **names = ARENA_RAW(f->work, const char *, layout->n_slots + 16);
        uint32_t n = 0;
        for (uint32_t k = 0; k < layout->n_slots; k++) names[n++] = layout->slots[k].name->text;
        for (uint32_t k = 0; k < sizeof attributes / sizeof attributes[0]; k++)
            if (is_attribute_name(layout->simple, attributes[k].name))
                names[n++] = attributes[k].name;
        const char *near = nearest_text(m->name->text, names, n);
        if (near) diag_replace(f->diag, d, m->span, near);
        suggest_renamed(f, d, node, m->name);
        if (node->def)
            diag_note(f->diag, d, node->def->name_span, "'%s' is declared here",
                      node->def->name->text);
    }
}

static Node *node_derived(Front *f, Node *cls, const Mod *mod)
{
    Node *node = ARENA_NEW(f->work, Node);
    *node = *cls;
    node->made_from = cls;
    node->mod = mod;
    node->layout = NULL;
    node->layout_state = QUERY_UNSEEN;
    node->slots = NULL;
    node->function = NULL;
    if (cls->builtin != TYPE_ENUMERATION) {
        node->type = NULL;
        node->type_state = QUERY_UNSEEN;
    }
    return node;
}

Node *node_modified(Front *f, Node *cls, const Mod *mod)
{
    if (!mod || (mod->n_children == 0 && !mod->value)) return cls;
    Node *node = node_derived(f, cls, mod_merge(f, mod, cls->mod));
    check_modified_names(f, node, node->mod);
    return node;
}

Node *node_inside(Front *f, Node *cls, const Mod *mod, Component *component, Slot *slot)
{
    Node *node = node_derived(f, cls, mod_merge(f, mod, cls->mod));
    node->component = component;
    node->slot = slot;
    node->has_class_mods = false;
    const ClassLayout *layout = node_layout(f, node);
    if (mod && mod->n_children) check_modified_names(f, node, node->mod);
    for (uint32_t i = 0; mod && i < mod->n_children; i++) {
        uint32_t k;
        if (!layout_find(layout, mod->children[i]->name, &k)) continue;
        const SlotInfo *info = &layout->slots[k];
        if (info->kind == SLOT_CLASS || (info->element && info->element->prefixes.is_constant))
            node->has_class_mods = true;
    }
    return node;
}

static void add_prefixes(AstPrefixes *to, const AstPrefixes *from)
{
    to->is_input |= from->is_input;
    to->is_output |= from->is_output;
    to->is_flow |= from->is_flow;
    to->is_stream |= from->is_stream;
}

static bool has_prefixes(const AstPrefixes *p)
{
    return p->is_input || p->is_output || p->is_flow || p->is_stream;
}

static void add_dims(Front *f, Node *node, const AstExprList *dims, Scope scope)
{
    if (dims->count == 0) return;
    DimText *all = ARENA_RAW(f->work, DimText, dims->count + node->n_dims);
    for (uint32_t i = 0; i < dims->count; i++)
        all[i] = (DimText){.text = dims->items[i], .scope = scope};
    if (node->n_dims) memcpy(all + dims->count, node->dims, node->n_dims * sizeof *all);
    node->dims = all;
    node->n_dims += dims->count;
}

Node *node_of_definition(Front *f, const AstClass *def, Scope lexical, Node *extended,
                         const Mod *strong, const Mod *weak)
{
    if (!class_read(f->s, def)) return NULL;
    if (def->form != AST_CLASS_SHORT)
        return node_modified(f, node_canonical(f, def, lexical, extended),
                             mod_merge(f, strong, weak));
    Node *target = lookup_class(f, lexical, def->base, true);
    if (!target) return NULL;
    check_short_class(f, def, target);
    const Mod *own = mod_of_list(f, &def->mods, lexical, LEVEL_OF_CLASS);
    for (uint32_t i = 0; own && i < own->n_children; i++)
        ((Mod *)own->children[i])->is_of_heir = true; // fresh: nobody else has them
    const Mod *mod = mod_merge(f, mod_merge(f, strong, own), weak);
    bool is_plain = (!mod || mod->n_children == 0) && def->base_dims.count == 0 &&
                    !has_prefixes(&def->base_prefixes);
    if (def->kind == AST_CLASS && node_is_a(f, target, AST_FUNCTION)) {
        target = node_derived(f, target, target->mod); // an alias that is no function
        target->kind = AST_CLASS;
    }
    bool becomes_connector = def->kind == AST_CONNECTOR && target->kind != AST_CONNECTOR;
    if (is_plain && !becomes_connector) return target;
    Node *node = node_derived(f, target, mod_merge(f, mod, target->mod));
    add_prefixes(&node->short_prefixes, &def->base_prefixes);
    add_dims(f, node, &def->base_dims, lexical);
    if (def->kind == AST_FUNCTION && target->kind == AST_FUNCTION)
        node->full_name = full_name(f, lexical.node, def->name);
    if (becomes_connector) node->is_connector = true;
    node->is_partial = target->is_partial || def->is_partial;
    check_modified_names(f, node, node->mod);
    return node;
}

// ---- Questions ---------------------------------------------------------------------------

TypeKind node_simple_kind(Front *f, Node *node)
{
    if (!node->def) return node->builtin;
    return node_layout(f, node)->simple;
}

bool node_is_a(Front *f, Node *node, AstClassKind kind)
{
    (void)f;
    if (node->kind == kind) return true;
    if (kind == AST_RECORD) return node->kind == AST_OPERATOR_RECORD;
    if (kind == AST_FUNCTION) return node->kind == AST_OPERATOR_FUNCTION;
    return false;
}

bool node_is_package_like(Front *f, Node *node)
{
    if (node->kind == AST_PACKAGE || !node->def) return true;
    const ClassLayout *layout = node_layout(f, node);
    for (uint32_t i = 0; i < layout->n_slots; i++) {
        const AstElement *e = layout->slots[i].element;
        if (layout->slots[i].kind == SLOT_COMPONENT && e && !e->prefixes.is_constant) return false;
    }
    for (uint32_t p = 0; p < layout->n_parts; p++)
        if (layout->parts[p].def && layout->parts[p].def->n_sections) return false;
    return true;
}

const Mod *node_attribute(Front *f, Node *node, Name name)
{
    const Mod *found = mod_child(node->mod, name);
    const ClassLayout *layout = node_layout(f, node);
    for (uint32_t p = 1; p < layout->n_parts; p++) { // outer clauses come first and are stronger
        const Part *part = &layout->parts[p];
        if (part->layout->simple == TYPE_ERROR) continue;
        for (uint32_t i = 0; part->mods && i < part->mods->n_args; i++) {
            const AstMod *arg = part->mods->args[i];
            if (arg->n_path == 0 || arg->path[0] != name) continue;
            Scope scope = {node, part->parent, NULL};
            found = mod_merge(f, found, mod_of_argument(f, arg, scope, LEVEL_OF_CLASS));
        }
        found = mod_merge(f, found, mod_child(part->base_mod, name));
    }
    return found;
}

// ---- Sections ----------------------------------------------------------------------------

static bool is_name_of_end(Name name, const AstExpr *end)
{
    return end->kind == AST_REF && end->u.ref.n_parts && end->u.ref.parts[0].name == name;
}

// "break f" takes the connections of f and of its parts along, "break connect(a, b)" those that are
// written like it (7.4).
bool connect_matches(Front *f, const AstEquation *e, const struct AstBreak *b)
{
    if (b->name) return is_name_of_end(b->name, e->left) || is_name_of_end(b->name, e->right);
    return (texts_equal(f, e->left->span, b->from->span) &&
            texts_equal(f, e->right->span, b->to->span)) ||
           (texts_equal(f, e->left->span, b->to->span) &&
            texts_equal(f, e->right->span, b->from->span));
}

// A connection is deselected by any extends clause between its text and the class.
static bool is_deselected(Front *f, const ClassLayout *layout, uint16_t part, const AstEquation *e)
{
    if (e->kind != AST_EQ_CONNECT) return false;
    for (; part > 0; part = layout->parts[part].parent) {
        const AstElement *clause = layout->parts[part].clause;
        for (uint32_t i = 0; clause && i < clause->u.extends.n_breaks; i++)
            if (connect_matches(f, e, &clause->u.extends.breaks[i])) return true;
    }
    return false;
}

static bool has_deselections(const ClassLayout *layout)
{
    for (uint32_t p = 1; p < layout->n_parts; p++)
        if (layout->parts[p].clause && layout->parts[p].clause->u.extends.n_breaks) return true;
    return false;
}

// The equations that are left, in loops and branches, too.
static AstEquation **equations_in_force(Front *f, const ClassLayout *layout, uint16_t part,
                                        AstEquation *const *items, uint32_t *n)
{
    AstEquation **kept = ARENA_RAW(f->work, AstEquation *, *n + 1);
    uint32_t n_kept = 0;
    for (uint32_t i = 0; i < *n; i++) {
        if (is_deselected(f, layout, part, items[i])) continue;
        AstEquation *e = items[i];
        if (e->n_branches) {
            e = ARENA_COPY(f->work, AstEquation, e, 1);
            e->branches = ARENA_COPY(f->work, AstBranch, e->branches, e->n_branches);
            for (uint32_t k = 0; k < e->n_branches; k++)
                e->branches[k].items = equations_in_force(f, layout, part, e->branches[k].items,
                                                          &e->branches[k].n_items);
        }
        kept[n_kept++] = e;
    }
    *n = n_kept;
    return kept;
}

static const AstSection *section_in_force(Front *f, const ClassLayout *layout, uint16_t part,
                                          const AstSection *section)
{
    if (!has_deselections(layout) || section->is_algorithm) return section;
    AstSection *kept = ARENA_COPY(f->work, AstSection, section, 1);
    kept->items = equations_in_force(f, layout, part, section->items, &kept->n_items);
    return kept;
}

static void add_sections(Front *f, ClassLayout *layout, uint16_t at)
{
    for (uint16_t p = (uint16_t)(at + 1); p < layout->n_parts; p++)
        if (layout->parts[p].parent == at) add_sections(f, layout, p);
    const AstClass *def = layout->parts[at].def;
    for (uint32_t i = 0; def && i < def->n_sections; i++)
        layout->sections[layout->n_sections++] =
            (SectionPlace){section_in_force(f, layout, at, &def->sections[i]), at};
}

uint32_t node_sections(Front *f, Node *node, const SectionPlace **sections)
{
    ClassLayout *layout =
        (ClassLayout *)node_layout(f, node); // a memo: what it says stays the same
    if (layout->def == NULL) return 0;
    if (!layout->sections) {
        uint32_t room = 0;
        for (uint32_t p = 0; p < layout->n_parts; p++)
            if (layout->parts[p].def) room += layout->parts[p].def->n_sections;
        layout->sections = ARENA_RAW(f->work, SectionPlace, room + 1);
        add_sections(f, layout, 0);
    }
    *sections = layout->sections;
    return layout->n_sections;
}

const AstExternal *node_external(Front *f, Node *node, Scope *scope)
{
    const ClassLayout *layout = node_layout(f, node);
    for (uint16_t p = 0; p < layout->n_parts; p++) {
        const AstClass *def = layout->parts[p].def;
        if (!def || !def->external) continue;
        if (scope) *scope = (Scope){node, p, NULL};
        return def->external;
    }
    return NULL;
}

const AstMod *annotation_argument(const AstModList *annotation, const char *name)
{
    for (uint32_t i = 0; annotation && i < annotation->n_args; i++) {
        const AstMod *arg = annotation->args[i];
        if (arg->n_path == 1 && strcmp(arg->path[0]->text, name) == 0) return arg;
    }
    return NULL;
}

const AstMod *vendor_argument(const AstModList *annotation, const char *name)
{
    for (uint32_t i = 0; annotation && i < annotation->n_args; i++) {
        const AstMod *vendor = annotation->args[i];
        if (vendor->n_path != 1 || strcmp(vendor->path[0]->text, "__Tarn") != 0) continue;
        AstModList inside = {.args = vendor->args, .n_args = vendor->n_args};
        const AstMod *arg = annotation_argument(&inside, name);
        if (arg) return arg;
    }
    return NULL;
}

const AstMod *node_annotation(Front *f, Node *node, const char *name, Scope *scope)
{
    const ClassLayout *layout = node_layout(f, node);
    for (uint16_t p = 0; p < layout->n_parts; p++) {
        const AstClass *def = layout->parts[p].def;
        const AstMod *found = def ? annotation_argument(def->annotation, name) : NULL;
        if (!found) continue;
        if (scope) *scope = (Scope){node, p, NULL};
        return found;
    }
    return NULL;
}
