// class_layout.c -- which elements a class has, own and inherited, and where each comes from
// (5.6, 7.1).
//
// While a layout is being computed its class shows only its own names and imports: enough to
// find a base class nested in it or beside it. The slots of a base class are inserted whole at
// the place of the extends clause, so that text of the base class finds its names by an offset.
// Cost: the number of slots of all base classes, once per class text and holder.
#include "base/suggest.h"
#include "instance/checks.h"

typedef struct LayoutWork {
    Front *f;
    Node *node;
    ClassLayout *layout;
    VEC(SlotInfo) slots;
    VEC(Part) parts;
    VEC(ImportName) imports;
    VEC(const AstElement *) redeclared; // redeclarations among the own elements
    bool told_own_beside_inherited;
} LayoutWork;

bool layout_find(const ClassLayout *layout, Name name, uint32_t *slot)
{
    uint64_t found = map_get_or(&layout->slot_of_name, (uint64_t)(uintptr_t)name, 0);
    if (found == 0) return false;
    *slot = (uint32_t)found - 1;
    return true;
}

const ClassLayout *part_layout(const Node *node, uint16_t part)
{
    if (part == 0 || part >= node->layout->n_parts) return node->layout;
    return node->layout->parts[part].layout;
}

Scope part_lexical(const Node *node, uint16_t part)
{
    if (part == 0 || part >= node->layout->n_parts) return node->lexical;
    const Part *p = &node->layout->parts[part];
    Scope scope = p->lexical;
    if (p->lexical_is_self) scope.node = (Node *)node;
    return scope;
}

// ---- Own elements ------------------------------------------------------------------------

static bool is_redeclaration(const AstElement *e)
{
    if (e->prefixes.is_redeclare) return true;
    return e->kind == AST_ELEMENT_CLASS && e->u.class_def->form == AST_CLASS_EXTENDS;
}

static void enter_own_names(LayoutWork *w, const AstClass *def)
{
    for (uint32_t i = 0; i < def->n_elements; i++) {
        const AstElement *e = def->elements[i];
        if (e->kind == AST_ELEMENT_IMPORT) {
            ImportName import = {.element = e};
            uint32_t n = e->u.import.kind == AST_IMPORT_LIST ? e->u.import.n_names : 1;
            for (uint32_t k = 0; k < n; k++) {
                import.item = k;
                if (e->u.import.kind == AST_IMPORT_LIST)
                    import.name = e->u.import.names[k];
                else if (e->u.import.kind == AST_IMPORT_RENAMED)
                    import.name = e->name;
                else if (e->u.import.kind == AST_IMPORT_QUALIFIED)
                    import.name =
                        e->u.import.path->u.ref.parts[e->u.import.path->u.ref.n_parts - 1].name;
                VEC_PUSH(w->f->work, &w->imports, import);
            }
            continue;
        }
        if (e->kind == AST_ELEMENT_EXTENDS || !e->name) continue;
        const AstElement *twin = map_get_pointer(&w->layout->own_elements, e->name);
        if (!twin) {
            map_put_pointer(&w->layout->own_elements, e->name, e);
            continue;
        }
        Diagnostic *d =
            diag_error(w->f->diag, e->name_span, E_DECLARED_TWICE, "'%s' is declared twice in '%s'",
                       e->name->text, def->name->text);
        diag_note(w->f->diag, d, twin->name_span, "the first declaration is here");
    }
    w->layout->imports = w->imports.data;
    w->layout->n_imports = w->imports.count;
}

// Behind blanks and comments.
static const char *after_blanks(const char *p, const char *end)
{
    for (;;) {
        while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')) p++;
        if (end - p < 2 || p[0] != '/' || (p[1] != '/' && p[1] != '*')) return p;
        bool is_line = p[1] == '/';
        for (p += 2; p < end && (is_line ? *p != '\n' : p[-1] != '/' || p[-2] != '*');) p++;
    }
}

bool texts_equal(Front *f, Span a, Span b)
{
    const SourceFile *fa = source_of(f->s->sources, a.begin);
    const SourceFile *fb = source_of(f->s->sources, b.begin);
    if (!fa || !fb) return !fa && !fb;
    const char *x = fa->text + (a.begin - fa->first), *x_end = fa->text + (a.end - fa->first);
    const char *y = fb->text + (b.begin - fb->first), *y_end = fb->text + (b.end - fb->first);
    for (bool in_string = false;; in_string ^= x[-1] == '"' && x[-2] != '\\') {
        x = in_string ? x : after_blanks(x, x_end);
        y = in_string ? y : after_blanks(y, y_end);
        if (x == x_end || y == y_end) return x == x_end && y == y_end;
        if (*x++ != *y++) return false;
    }
}

static bool sizes_equal(Front *f, const AstElement *a, const AstElement *b)
{
    const AstExprList *x = &a->u.component.dims, *y = &b->u.component.dims;
    if (x->count != y->count || a->u.component.type_dims.count != b->u.component.type_dims.count)
        return false;
    for (uint32_t i = 0; i < x->count; i++)
        if (!texts_equal(f, x->items[i]->span, y->items[i]->span)) return false;
    x = &a->u.component.type_dims, y = &b->u.component.type_dims;
    for (uint32_t i = 0; i < x->count; i++)
        if (!texts_equal(f, x->items[i]->span, y->items[i]->span)) return false;
    return true;
}

static bool conditions_equal(Front *f, const AstElement *a, const AstElement *b)
{
    const AstExpr *x = a->u.component.condition, *y = b->u.component.condition;
    return x && y ? texts_equal(f, x->span, y->span) : !x && !y;
}

// Two declarations of one name are one element if they say the same (7.1): comments and
// annotations do not count.
static bool declarations_equal(Front *f, const AstElement *a, const AstElement *b, bool is_modified)
{
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind) return false;
    if (a->kind == AST_ELEMENT_CLASS && a->prefixes.is_replaceable && b->prefixes.is_replaceable)
        return true; // what they mean in the end is decided by redeclarations of both
    if (a->kind == AST_ELEMENT_CLASS)
        return texts_equal(f, a->u.class_def->span, b->u.class_def->span);
    if (memcmp(&a->prefixes, &b->prefixes, sizeof a->prefixes) != 0 &&
        (a->prefixes.is_parameter != b->prefixes.is_parameter ||
         a->prefixes.is_constant != b->prefixes.is_constant ||
         a->prefixes.is_flow != b->prefixes.is_flow ||
         a->prefixes.is_stream != b->prefixes.is_stream ||
         a->prefixes.is_input != b->prefixes.is_input ||
         a->prefixes.is_output != b->prefixes.is_output))
        return false;
    const AstExpr *ta = a->u.component.type, *tb = b->u.component.type;
    if (!texts_equal(f, ta->span, tb->span) &&
        ta->u.ref.parts[ta->u.ref.n_parts - 1].name != tb->u.ref.parts[tb->u.ref.n_parts - 1].name)
        return false;
    const AstModList *ma = &a->u.component.mods, *mb = &b->u.component.mods;
    if (!sizes_equal(f, a, b) || !conditions_equal(f, a, b)) return false;
    if (is_modified) return true;
    if ((ma->n_args || ma->value) != (mb->n_args || mb->value)) return false;
    return !(ma->n_args || ma->value) || texts_equal(f, ma->span, mb->span);
}

// The text of a class element; that of a file is looked up.
static const AstClass *class_of_slot(LayoutWork *w, const SlotInfo *slot)
{
    if (slot->kind != SLOT_CLASS) return NULL;
    if (slot->element) return slot->element->u.class_def;
    const AstClass *holder = w->parts.data[slot->part].def;
    const LibraryClass *package = holder ? library_of_ast(w->f->s, holder) : NULL;
    const LibraryClass *member = package ? library_member(w->f->s, package, slot->name) : NULL;
    return member ? member->ast : NULL;
}

static void note_other(LayoutWork *w, Diagnostic *d, const SlotInfo *other)
{
    const AstClass *c = class_of_slot(w, other);
    if (other->element || c)
        diag_note(w->f->diag, d, other->element ? other->element->name_span : c->name_span,
                  "the other one is here");
}

static void note_modifier(LayoutWork *w, Diagnostic *d, const SlotInfo *slot)
{
    if (slot->n_sources && slot->sources[0].arg)
        diag_note(w->f->diag, d, slot->sources[0].arg->span, "one is modified here");
}

// A package that declares a class which it also inherits breaks 7.1. When the inherited one cannot
// be redeclared, its base class means its own, and who asks the package means that of the package.
static bool is_own_beside_inherited(LayoutWork *w, const SlotInfo *a, const SlotInfo *b)
{
    if (w->node->def->kind != AST_PACKAGE || (a->part == 0) == (b->part == 0)) return false;
    const SlotInfo *own = a->part == 0 ? a : b, *inherited = a->part == 0 ? b : a;
    if (inherited->element && inherited->element->prefixes.is_replaceable) return false;
    const AstClass *mine = class_of_slot(w, own), *theirs = class_of_slot(w, inherited);
    if (!mine || !theirs || texts_equal(w->f, mine->span, theirs->span)) return false;
    if (w->told_own_beside_inherited) return true; // once per package
    w->told_own_beside_inherited = true;
    Diagnostic *d =
        diag_breach(w->f->diag, mine->name_span, E_DUPLICATES_DIFFER,
                    "'%s' has two different declarations of '%s', its own and an inherited one",
                    w->node->def->name->text, own->name->text);
    diag_label(w->f->diag, d, "its own is taken");
    note_other(w, d, inherited);
    return true;
}

static void push_slot(LayoutWork *w, SlotInfo info)
{
    info.duplicate_of = info.next_of_name = -1;
    uint32_t first; // what an extends clause deselected leaves its name to others
    bool is_known = layout_find(w->layout, info.name, &first) && !w->slots.data[first].is_removed;
    if (is_known && is_own_beside_inherited(w, &w->slots.data[first], &info)) {
        if (info.part == 0)
            map_put(&w->layout->slot_of_name, (uint64_t)(uintptr_t)info.name, w->slots.count + 1);
    } else if (is_known) {
        SlotInfo *earlier = &w->slots.data[first];
        info.duplicate_of = (int32_t)first;
        while (earlier->next_of_name >= 0) earlier = &w->slots.data[earlier->next_of_name];
        earlier->next_of_name = (int32_t)w->slots.count;
    } else {
        map_put(&w->layout->slot_of_name, (uint64_t)(uintptr_t)info.name, w->slots.count + 1);
    }
    VEC_PUSH(w->f->work, &w->slots, info);
}

static void push_own_element(LayoutWork *w, const AstElement *e)
{
    if (!e->name) return;
    if (is_redeclaration(e)) {
        VEC_PUSH(w->f->work, &w->redeclared, e);
        return;
    }
    if (map_get_pointer(&w->layout->own_elements, e->name) != e) return; // declared twice
    if (e->kind == AST_ELEMENT_COMPONENT && e->prefixes.is_inner) w->layout->has_inner = true;
    push_slot(w, (SlotInfo){.kind = e->kind == AST_ELEMENT_CLASS ? SLOT_CLASS : SLOT_COMPONENT,
                            .name = e->name,
                            .element = e,
                            .is_protected = e->prefixes.is_protected});
    if (e->prefixes.is_inner) w->layout->has_inner = true;
}

// ---- Base classes ------------------------------------------------------------------------

static void add_source(LayoutWork *w, SlotInfo *slot, ModSource source) // stronger than all so far
{
    ModSource *more = ARENA_RAW(w->f->work, ModSource, slot->n_sources + 1);
    more[0] = source;
    if (slot->n_sources) memcpy(more + 1, slot->sources, slot->n_sources * sizeof *more);
    slot->sources = more;
    slot->n_sources++;
}

// All slots of that name among those of the part, duplicates included (7.1).
static bool add_source_to_name(LayoutWork *w, const Part *part, Name name, ModSource source)
{
    uint32_t local;
    if (!layout_find(part->layout, name, &local)) return false;
    for (int32_t i = (int32_t)local; i >= 0; i = part->layout->slots[i].next_of_name)
        add_source(w, &w->slots.data[part->first_slot + (uint32_t)i], source);
    return true;
}

static void report_no_modified(LayoutWork *w, const ClassLayout *base, Name name, Span span)
{
    Front *f = w->f;
    if (base->is_failed) return;
    Diagnostic *d = diag_error(f->diag, span, E_NO_MODIFIED_ELEMENT,
                               "the base class '%s' has no element '%s' to modify",
                               base->def ? base->def->name->text : "", name->text);
    const char **names = ARENA_RAW(f->work, const char *, base->n_slots + 1);
    for (uint32_t i = 0; i < base->n_slots; i++) names[i] = base->slots[i].name->text;
    const char *near = nearest_text(name->text, names, base->n_slots);
    if (near) diag_replace(f->diag, d, span, near);
}

static void add_clause_sources(LayoutWork *w, const Part *part)
{
    const Mod *base = part->base_mod;
    for (uint32_t i = 0; base && i < base->n_children; i++)
        add_source_to_name(w, part, base->children[i]->name,
                           (ModSource){.mod = base->children[i], .part = part->parent});
    if (!part->mods) return;
    for (uint32_t i = part->mods->n_args; i-- > 0;) {
        const AstMod *arg = part->mods->args[i];
        Name name = arg->element ? arg->element->name : arg->n_path ? arg->path[0] : NULL;
        if (!name) continue;
        bool is_known =
            add_source_to_name(w, part, name, (ModSource){.arg = arg, .part = part->parent});
        if (is_known) continue;
        if (part->layout->simple != TYPE_ERROR &&
            is_attribute_name(part->layout->simple, name->text))
            continue;
        report_no_modified(w, part->layout, name,
                           arg->element ? arg->element->name_span : arg->path_spans[0]);
    }
}

static void remove_deselected(LayoutWork *w, const Part *part, const AstElement *clause)
{
    for (uint32_t i = 0; i < clause->u.extends.n_breaks; i++) {
        const struct AstBreak *b = &clause->u.extends.breaks[i];
        uint32_t local; // connections are left out when the sections are read
        if (b->name && layout_find(part->layout, b->name, &local))
            w->slots.data[part->first_slot + local].is_removed = true;
    }
}

// Classes that inherit twice from one that inherits twice, and so on, double with every level.
enum { MOST_BASES = 10000 };

static bool has_room_for_base(LayoutWork *w, const ClassLayout *from, const AstElement *clause)
{
    if (w->parts.count + from->n_parts <= MOST_BASES) return true;
    Span at = clause ? clause->u.extends.base->span : w->node->def->name_span;
    diag_error(w->f->diag, at, E_TOO_DEEP,
               "'%s' inherits from more than %d classes, counted as often as they are inherited",
               w->node->def->name->text, MOST_BASES);
    w->layout->is_failed = true;
    return false;
}

static void insert_base(LayoutWork *w, Node *base, const AstModList *mods, const AstElement *clause)
{
    const ClassLayout *from = node_layout(w->f, base);
    if (from->is_failed) w->layout->is_failed = true;
    if (!has_room_for_base(w, from, clause)) return;
    uint16_t first_part = (uint16_t)w->parts.count;
    uint32_t first_slot = w->slots.count;
    bool is_protected = clause && clause->prefixes.is_protected;
    for (uint32_t r = 0; r < from->n_parts; r++) {
        Part part = from->parts[r];
        part.first_slot += first_slot;
        if (part.lexical_is_self) part.lexical.part = (uint16_t)(part.lexical.part + first_part);
        if (r > 0) {
            part.parent = (uint16_t)(part.parent + first_part);
        } else {
            part.parent = 0;
            part.mods = mods;
            part.clause = clause;
            part.base_mod = base->mod;
            part.lexical = base->lexical;
            part.lexical_is_self = base->lexical.node == w->node;
        }
        part.is_protected = part.is_protected || is_protected;
        VEC_PUSH(w->f->work, &w->parts, part);
    }
    for (uint32_t i = 0; i < from->n_slots; i++) {
        SlotInfo info = from->slots[i];
        info.part = (uint16_t)(info.part + first_part);
        info.is_protected = info.is_protected || is_protected;
        info.sources = ARENA_COPY(w->f->work, ModSource, info.sources, info.n_sources);
        for (uint32_t k = 0; k < info.n_sources; k++)
            info.sources[k].part = (uint16_t)(info.sources[k].part + first_part);
        push_slot(w, info);
    }
    if (from->has_inner) w->layout->has_inner = true;
    if (from->simple != TYPE_ERROR) w->layout->simple = from->simple;
    if (from->simple == TYPE_ENUMERATION)
        w->layout->enumeration = from->enumeration ? from->enumeration : base;
    if (from->is_external_object) w->layout->is_external_object = true;
    if (w->parts.count > first_part) add_clause_sources(w, &w->parts.data[first_part]);
    if (clause) remove_deselected(w, &w->parts.data[first_part], clause);
    if (clause) check_deselections(w->f, base, clause);
}

static bool base_is_usable(LayoutWork *w, Node *base, Span span)
{
    if (!base) return false;
    if (base->layout_state != QUERY_BUSY && base != w->node) return true;
    Diagnostic *d = diag_error(w->f->diag, span, E_CYCLIC_CLASS, "'%s' inherits from itself",
                               w->node->def->name->text);
    diag_label(w->f->diag, d, "leave this 'extends' out%s",
               base != w->node ? ", or the one that leads back here" : "");
    if (base != w->node && base->def)
        diag_note(w->f->diag, d, base->def->name_span, "by way of '%s', which inherits from it",
                  base->def->name->text);
    return false;
}

// A base class with dimensions or prefixes leaves no room for anything else (7.1.3).
static void check_whole_base(LayoutWork *w, const Node *base, const AstElement *clause)
{
    const AstPrefixes *p = &base->short_prefixes;
    bool is_whole = base->n_dims || p->is_input || p->is_output || p->is_flow || p->is_stream;
    const AstClass *def = w->node->def;
    for (uint32_t i = 0; is_whole && i < def->n_elements; i++) {
        const AstElement *e = def->elements[i];
        if (e == clause || e->kind == AST_ELEMENT_IMPORT || e->kind == AST_ELEMENT_CLASS) continue;
        if (def->kind == AST_TYPE && e->kind == AST_ELEMENT_COMPONENT) continue; // no type has any
        diag_error(w->f->diag, e->span, E_BASE_KIND,
                   "'%s' inherits from '%s', which has dimensions or prefixes: it cannot have "
                   "other elements",
                   def->name->text,
                   clause->u.extends.base->u.ref.parts[clause->u.extends.base->u.ref.n_parts - 1]
                       .name->text);
        return;
    }
}

static void add_extends(LayoutWork *w, const AstElement *e)
{
    Node *base = lookup_base(w->f, (Scope){w->node, 0, NULL}, e->u.extends.base);
    if (base) node_layout(w->f, base->made_from ? base->made_from : base);
    if (!base_is_usable(w, base, e->u.extends.base->span) ||
        (base->made_from && !base_is_usable(w, base->made_from, e->u.extends.base->span))) {
        w->layout->is_failed = true;
        return;
    }
    if (!check_base_class(w->f, w->node->def, base, e->u.extends.base->span)) {
        w->layout->is_failed = true;
        return;
    }
    check_whole_base(w, base, e);
    if (base->builtin == TYPE_EXTERNAL) check_external_object(w->f, w->node->def);
    mod_of_list(w->f, &e->u.extends.mods, (Scope){w->node, 0, NULL}, 0); // reports doubles
    const AstPrefixes *p = &base->short_prefixes;
    w->node->short_prefixes.is_input |= p->is_input;
    w->node->short_prefixes.is_output |= p->is_output;
    w->node->short_prefixes.is_flow |= p->is_flow;
    w->node->short_prefixes.is_stream |= p->is_stream;
    if (base->n_dims) {
        w->node->dims = base->dims;
        w->node->n_dims = base->n_dims;
    }
    if (base->is_expandable) w->node->is_expandable = true;
    if (base->is_connector) w->node->is_connector = true;
    insert_base(w, base, &e->u.extends.mods, e);
}

// ---- The whole ---------------------------------------------------------------------------

// `function extends f` in a file of its own redeclares what is inherited, as it does in the text.
static bool is_redeclared_in_file(LayoutWork *w, Name name)
{
    const LibraryClass *member = library_member(w->f->s, w->node->library, name);
    if (!member || member->ast->form != AST_CLASS_EXTENDS) return false;
    AstElement *e = ARENA_NEW(w->f->work, AstElement);
    e->kind = AST_ELEMENT_CLASS;
    e->name = name;
    e->name_span = member->ast->name_span;
    e->span = member->ast->span;
    e->u.class_def = member->ast;
    VEC_PUSH(w->f->work, &w->redeclared, e);
    return true;
}

static void add_file_members(LayoutWork *w)
{
    if (!w->node->library || !w->node->library->folder) return;
    uint32_t n;
    Name *names = library_member_names(w->f->s, w->node->library, w->f->work, &n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t slot;
        if (layout_find(w->layout, names[i], &slot) && w->slots.data[slot].part == 0) continue;
        if (map_get_pointer(&w->layout->own_elements, names[i])) continue;
        if (layout_find(w->layout, names[i], &slot) && is_redeclared_in_file(w, names[i])) continue;
        push_slot(w, (SlotInfo){.kind = SLOT_CLASS, .name = names[i]});
    }
}

static void apply_redeclarations(LayoutWork *w)
{
    for (uint32_t i = 0; i < w->redeclared.count; i++) {
        const AstElement *e = w->redeclared.data[i];
        uint32_t slot;
        if (!layout_find(w->layout, e->name, &slot)) {
            if (w->layout->is_failed) continue;
            diag_error(w->f->diag, e->name_span, E_NOTHING_TO_REDECLARE,
                       "'%s' inherits no element '%s' to redeclare", w->node->def->name->text,
                       e->name->text);
            continue;
        }
        if (e->prefixes.is_protected != w->slots.data[slot].is_protected &&
            e->prefixes.is_redeclare) {
            diag_error(w->f->diag, e->name_span, E_WRONG_REDECLARE,
                       "'%s' is inherited %s and cannot be redeclared %s", e->name->text,
                       e->prefixes.is_protected ? "public" : "protected",
                       e->prefixes.is_protected ? "protected" : "public");
        }
        for (int32_t k = (int32_t)slot; k >= 0; k = w->slots.data[k].next_of_name)
            add_source(w, &w->slots.data[k], (ModSource){.element = e, .part = 0});
        if (e->prefixes.is_inner) w->layout->has_inner = true;
    }
}

static bool says_all_of(Front *f, const AstModList *more, const AstModList *less)
{
    if (less->value && (!more->value || !texts_equal(f, more->value->span, less->value->span)))
        return false;
    for (uint32_t i = 0; i < less->n_args; i++) {
        uint32_t k = 0;
        while (k < more->n_args && !texts_equal(f, more->args[k]->span, less->args[i]->span)) k++;
        if (k == more->n_args) return false;
    }
    return true;
}

// Where two declarations of a component differ in that one modifies more, it has all that is said;
// what extends clauses say of them is another matter.
static bool take_fuller(LayoutWork *w, SlotInfo *first, SlotInfo *slot)
{
    const AstElement *a = first->element, *b = slot->element;
    if (first->kind != SLOT_COMPONENT || slot->kind != SLOT_COMPONENT || !a || !b) return false;
    if (first->n_sources || slot->n_sources) return false;
    if (!declarations_equal(w->f, a, b, true)) return false;
    const AstModList *ma = &a->u.component.mods, *mb = &b->u.component.mods;
    bool is_first = says_all_of(w->f, ma, mb);
    if (!is_first && !says_all_of(w->f, mb, ma)) return false;
    if (is_first_report(w->f, b->name_span, E_DUPLICATES_DIFFER)) {
        Diagnostic *d = diag_breach(w->f->diag, b->name_span, E_DUPLICATES_DIFFER,
                                    "'%s' has two different declarations of '%s'",
                                    w->node->def->name->text, slot->name->text);
        diag_label(w->f->diag, d, "the one that says more is taken");
        note_other(w, d, first);
    }
    if (is_first) return true;
    SlotInfo kept = *first;
    first->element = b, first->part = slot->part;
    slot->element = a, slot->part = kept.part;
    return true;
}

// Elements inherited more than once must be the same; the first is kept (7.1). Modifiers in
// extends clauses may make equal what is not equal as written, and different what is: then what
// they say in the end is compared.
static void check_duplicates(LayoutWork *w)
{
    for (uint32_t i = 0; i < w->slots.count; i++) {
        SlotInfo *slot = &w->slots.data[i];
        if (slot->duplicate_of < 0 || slot->is_removed) continue;
        SlotInfo *first = &w->slots.data[slot->duplicate_of];
        if (first->is_removed || (first->part == 0 && slot->part == 0)) continue;
        bool is_modified = slot->n_sources > 0 || first->n_sources > 0;
        const AstClass *a = class_of_slot(w, first), *b = class_of_slot(w, slot);
        bool in_files = a && b && !(first->element && slot->element);
        bool is_same = in_files
                           ? a == b || texts_equal(w->f, a->span, b->span)
                           : declarations_equal(w->f, first->element, slot->element, is_modified);
        if (is_same && (in_files || !is_modified || modified_equally(w->f, first, slot))) continue;
        if (!is_same && take_fuller(w, first, slot)) continue;
        Span at = slot->element ? slot->element->name_span : w->node->def->name_span;
        Diagnostic *d = diag_error(w->f->diag, b ? b->name_span : at, E_DUPLICATES_DIFFER,
                                   "'%s' has two different declarations of '%s'",
                                   w->node->def->name->text, slot->name->text);
        note_other(w, d, first);
        note_modifier(w, d, first);
        note_modifier(w, d, slot);
    }
}

static void layout_compute(Front *f, Node *node)
{
    ClassLayout *layout = ARENA_NEW(f->work, ClassLayout);
    layout->def = node->def;
    layout->slot_of_name = map_make(f->work);
    layout->own_elements = map_make(f->work);
    layout->simple = TYPE_ERROR;
    LayoutWork w = {.f = f, .node = node, .layout = layout};
    node->layout = layout;
    node->layout_state = QUERY_BUSY;
    const AstClass *def = node->def;
    check_class_text(f, def);
    enter_own_names(&w, def);
    VEC_PUSH(f->work, &w.parts, ((Part){.layout = layout, .def = def, .lexical = node->lexical}));
    if (def->form == AST_CLASS_ENUMERATION || def->form == AST_CLASS_ENUMERATION_OPEN)
        layout->simple = TYPE_ENUMERATION;
    if (def->form == AST_CLASS_EXTENDS && node->extended)
        insert_base(&w, node->extended, &def->mods, NULL);
    for (uint32_t i = 0; i < def->n_elements; i++) {
        const AstElement *e = def->elements[i];
        if (e->kind == AST_ELEMENT_EXTENDS)
            add_extends(&w, e);
        else if (e->kind != AST_ELEMENT_IMPORT)
            push_own_element(&w, e);
    }
    add_file_members(&w);
    apply_redeclarations(&w);
    check_duplicates(&w);
    layout->slots = w.slots.data;
    layout->n_slots = w.slots.count;
    layout->parts = w.parts.data;
    layout->n_parts = w.parts.count;
    layout->parts[0].n_parts = (uint16_t)w.parts.count;
    node->layout_state = layout->is_failed ? QUERY_FAILED : QUERY_DONE;
}

const ClassLayout *node_layout(Front *f, Node *node)
{
    if (node->layout) return node->layout;
    if (node->made_from) {
        node->layout = node_layout(f, node->made_from);
        node->layout_state = node->made_from->layout_state;
        if (!node->n_dims) {
            node->dims = node->made_from->dims;
            node->n_dims = node->made_from->n_dims;
        }
    } else if (node->def && query_enter(f, node->def->name_span)) {
        layout_compute(f, node);
        query_leave(f);
    } else if (node->def) {
        query_leave(f);
        node->layout = f->classes->empty;
        node->layout_state = QUERY_FAILED;
    } else {
        node->layout = f->classes->simple[node->builtin];
        node->layout_state = QUERY_DONE;
    }
    if (node->layout_state == QUERY_BUSY) { // made_from is busy: ask again later
        const ClassLayout *busy = node->layout;
        node->layout = NULL;
        return busy;
    }
    node->slots = ARENA_ARRAY(f->work, Slot *, node->layout->n_slots + 1);
    return node->layout;
}
