// Names in a conversion: what they mean in the text of the user, and how they are written in the
// new version. Classes of the library are known by name alone: the old version is not there.
#include <string.h>

#include "syntax/converter.h"

enum { DEEPEST_INHERITANCE = 32 };

// ---- Members -------------------------------------------------------------------------------

static Map *members_of(Converter *c, const AstClass *cls)
{
    Map *known = map_get_pointer(&c->members, cls);
    if (known) return known;
    known = ARENA_NEW(c->scratch, Map);
    *known = map_make(c->scratch);
    map_put_pointer(&c->members, cls, known);
    for (uint32_t i = 0; i < cls->n_elements; i++) {
        const AstElement *e = cls->elements[i];
        bool is_named = e->kind == AST_ELEMENT_COMPONENT || e->kind == AST_ELEMENT_CLASS;
        if (is_named && e->name) map_put_pointer(known, e->name, e);
    }
    return known;
}

const AstElement *member_of(Converter *c, const AstClass *cls, Name name)
{
    return map_get_pointer(members_of(c, cls), name);
}

static Meaning type_at_depth(Converter *c, const AstClass *scope, const AstExpr *ref, int depth);

// What a class is made of: the bases of a long class, or the one of a short class.
static uint32_t n_bases(const AstClass *cls)
{
    return cls->form == AST_CLASS_SHORT ? 1 : cls->n_elements;
}

// Known once; a base that is looked for in itself is not found there.
static Meaning base_meaning(Converter *c, const void *key, const AstClass *scope,
                            const AstExpr *base, int depth)
{
    Meaning *known = map_get_pointer(&c->bases, key);
    if (known) return *known;
    known = ARENA_NEW(c->scratch, Meaning);
    map_put_pointer(&c->bases, key, known);
    *known = type_at_depth(c, scope, base, depth);
    return *known;
}

static Meaning nth_base(Converter *c, const AstClass *cls, uint32_t i, int depth)
{
    if (cls->form == AST_CLASS_SHORT) return base_meaning(c, cls, cls->enclosing, cls->base, depth);
    const AstElement *e = cls->elements[i];
    if (e->kind != AST_ELEMENT_EXTENDS) return (Meaning){0};
    return base_meaning(c, e, cls, e->u.extends.base, depth);
}

static const AstElement *inherited_member(Converter *c, const AstClass *cls, Name name, int depth)
{
    const AstElement *own = member_of(c, cls, name);
    for (uint32_t i = 0; !own && depth > 0 && i < n_bases(cls); i++) {
        Meaning base = nth_base(c, cls, i, depth - 1);
        if (base.user && base.user != cls) own = inherited_member(c, base.user, name, depth - 1);
    }
    return own;
}

// ---- Prefixes ------------------------------------------------------------------------------

// The beginning of a name as it is found: so many of its parts stand for `meaning`; `word` is how
// they are written after the conversion.
typedef struct Prefix {
    Meaning meaning;
    const AstElement *component;
    uint32_t n_parts;
    const char *word;
} Prefix;

static Name dotted(Converter *c, Name front, Name last)
{
    return name_of_text(c->s->names, arena_printf(c->scratch, "%s.%s", front->text, last->text));
}

static Name path_name(Converter *c, const AstExpr *path)
{
    Text text = text_make(c->scratch);
    ast_path_text(path, &text);
    return name_of_text(c->s->names, text_cstr(&text));
}

static const char *last_word(const char *full)
{
    const char *dot = strrchr(full, '.');
    return dot ? dot + 1 : full;
}

static bool is_of_library(const Converter *c, Name full)
{
    size_t n = strlen(c->rules->library);
    return !strncmp(full->text, c->rules->library, n) &&
           (full->text[n] == '.' || full->text[n] == '\0');
}

static const char *new_name(Converter *c, Name full)
{
    return conversion_of_name(c->s, c->rules, full->text, c->scratch);
}

// Whether a name that an `import A.*` may bring is known to be from there: a rule is about it, not
// about the package alone, or the new package has it.
static bool is_brought(Converter *c, Name path, Name full)
{
    const char *along =
        arena_printf(c->scratch, "%s%s", new_name(c, path), full->text + path->length);
    return strcmp(new_name(c, full), along) != 0 || library_find(c->s, along) ||
           map_get_or(&c->rules->first_of, (uint64_t)(uintptr_t)full, 0) != 0;
}

static bool imported(Converter *c, const AstElement *e, Name name, Prefix *out)
{
    Name path = path_name(c, e->u.import.path), full = path;
    if (!is_of_library(c, path)) return false;
    bool found = false;
    switch (e->u.import.kind) {
    case AST_IMPORT_RENAMED: found = e->name == name; break;
    case AST_IMPORT_QUALIFIED: found = !strcmp(last_word(path->text), name->text); break;
    case AST_IMPORT_LIST:
        for (uint32_t i = 0; i < e->u.import.n_names; i++) found |= e->u.import.names[i] == name;
        full = dotted(c, path, name);
        break;
    case AST_IMPORT_ALL:
        full = dotted(c, path, name);
        found = is_brought(c, path, full);
        break;
    }
    if (!found) return false;
    bool keeps_name = e->u.import.kind == AST_IMPORT_RENAMED;
    *out = (Prefix){.meaning = {.full = full},
                    .n_parts = 1,
                    .word = keeps_name ? name->text : last_word(new_name(c, full))};
    return true;
}

static bool prefix_in_class(Converter *c, const AstClass *at, Name name, int depth, Prefix *out)
{
    const AstElement *e = inherited_member(c, at, name, depth);
    if (e && e->kind == AST_ELEMENT_CLASS) {
        *out = (Prefix){.meaning = {.user = e->u.class_def}, .n_parts = 1, .word = name->text};
        return true;
    }
    if (e) {
        *out = (Prefix){.component = e, .n_parts = 1, .word = name->text};
        return true;
    }
    for (uint32_t i = 0; i < at->n_elements; i++)
        if (at->elements[i]->kind == AST_ELEMENT_IMPORT && imported(c, at->elements[i], name, out))
            return true;
    return false;
}

static Prefix first_prefix(Converter *c, const AstClass *scope, Name name, bool is_global,
                           int depth)
{
    Prefix found = {0};
    for (const AstClass *at = scope; at && !is_global; at = at->enclosing)
        if (prefix_in_class(c, at, name, depth, &found)) return found;
    for (uint32_t i = 0; i < c->file->n_classes; i++)
        if (c->file->classes[i]->name == name)
            return (Prefix){
                .meaning = {.user = c->file->classes[i]}, .n_parts = 1, .word = name->text};
    if (is_of_library(c, name)) found = (Prefix){.meaning = {.full = name}, .n_parts = 0};
    return found;
}

// Into classes of the user as far as they go; a short class stands for what it is made of.
static void descend(Converter *c, const AstExpr *ref, int depth, Prefix *p)
{
    while (p->meaning.user && p->n_parts < ref->u.ref.n_parts) {
        const AstClass *at = p->meaning.user;
        Name name = ref->u.ref.parts[p->n_parts].name;
        const AstElement *e = inherited_member(c, at, name, depth);
        if (!e) {
            if (at->form == AST_CLASS_SHORT) p->meaning = nth_base(c, at, 0, depth);
            if (p->meaning.user) p->meaning = (Meaning){0};
            return;
        }
        p->word = arena_printf(c->scratch, "%s.%s", p->word, name->text);
        p->n_parts++;
        p->meaning = (Meaning){.user = e->kind == AST_ELEMENT_CLASS ? e->u.class_def : NULL};
        if (e->kind == AST_ELEMENT_COMPONENT) p->component = e;
    }
}

static Prefix prefix_of(Converter *c, const AstClass *scope, const AstExpr *ref, int depth)
{
    if (ref->kind != AST_REF || depth <= 0) return (Prefix){0};
    Prefix p = first_prefix(c, scope, ref->u.ref.parts[0].name, ref->global, depth);
    descend(c, ref, depth, &p);
    return p;
}

// The old full name of a reference into the library.
static Name full_name(Converter *c, const Prefix *p, const AstExpr *ref)
{
    uint32_t first = p->n_parts ? p->n_parts : 1;
    Name full = p->meaning.full;
    for (uint32_t i = first; i < ref->u.ref.n_parts; i++)
        full = dotted(c, full, ref->u.ref.parts[i].name);
    return full;
}

static Meaning type_at_depth(Converter *c, const AstClass *scope, const AstExpr *ref, int depth)
{
    Prefix p = prefix_of(c, scope, ref, depth);
    if (p.meaning.full) return (Meaning){.full = full_name(c, &p, ref)};
    return p.n_parts == (ref->kind == AST_REF ? ref->u.ref.n_parts : 0) ? p.meaning : (Meaning){0};
}

Meaning meaning_of_type(Converter *c, const AstClass *scope, const AstExpr *ref)
{
    return type_at_depth(c, scope, ref, DEEPEST_INHERITANCE);
}

// ---- Elements ------------------------------------------------------------------------------

// The class in whose text a component stands decides what the name of its type means.
static const AstClass *class_around(Converter *c, const AstClass *cls, Name name, int depth)
{
    if (member_of(c, cls, name)) return cls;
    for (uint32_t i = 0; depth > 0 && i < n_bases(cls); i++) {
        Meaning base = nth_base(c, cls, i, depth - 1);
        const AstClass *found =
            base.user && base.user != cls ? class_around(c, base.user, name, depth - 1) : NULL;
        if (found) return found;
    }
    return NULL;
}

Meaning meaning_of_element(Converter *c, Meaning class, Name name)
{
    const AstClass *around =
        class.user ? class_around(c, class.user, name, DEEPEST_INHERITANCE) : NULL;
    const AstElement *e = around ? member_of(c, around, name) : NULL;
    if (!e || e->kind != AST_ELEMENT_COMPONENT) return (Meaning){0};
    return meaning_of_type(c, around, e->u.component.type);
}

static const char *new_element_at(Converter *c, Meaning class, Name name, int depth);

// `redeclare function extends f` is made of the f that the classes around it inherit.
static const char *element_of_extended(Converter *c, const AstClass *cls, Name name, int depth)
{
    const AstClass *around = cls->form == AST_CLASS_EXTENDS ? cls->enclosing : NULL;
    for (uint32_t i = 0; around && i < n_bases(around); i++) {
        Meaning base = nth_base(c, around, i, depth - 1);
        if (!base.full) continue;
        Meaning extended = {.full = dotted(c, base.full, cls->name)};
        const char *found = new_element_at(c, extended, name, depth - 1);
        if (found) return found;
    }
    return NULL;
}

static const char *new_element_at(Converter *c, Meaning class, Name name, int depth)
{
    if (class.full) {
        const ConversionRule *rule = conversion_rule(c->rules, CONVERT_ELEMENT, class.full);
        for (; rule; rule = conversion_next(c->rules, rule))
            if (rule->element && !strcmp(rule->element, name->text) && *rule->after)
                return rule->after;
        return NULL;
    }
    if (!class.user || depth <= 0 || member_of(c, class.user, name)) return NULL;
    for (uint32_t i = 0; i < n_bases(class.user); i++) {
        Meaning base = nth_base(c, class.user, i, depth - 1);
        const char *found =
            base.user == class.user && base.user ? NULL : new_element_at(c, base, name, depth - 1);
        if (found) return found;
    }
    return element_of_extended(c, class.user, name, depth);
}

const char *new_element(Converter *c, Meaning class, Name name)
{
    return new_element_at(c, class, name, DEEPEST_INHERITANCE);
}

// ---- References ----------------------------------------------------------------------------

static void report_messages(Converter *c, Name full, Span span)
{
    const ConversionRule *rule = conversion_rule(c->rules, CONVERT_MESSAGE, full);
    for (; rule; rule = conversion_next(c->rules, rule))
        if (!rule->element)
            diag_error(c->s->diag, span, E_NOT_CONVERTED, "'%s': %s", full->text, rule->after);
}

// In the style of the text: through the same import or package, where that still leads there.
static void rewrite(Converter *c, const Prefix *p, const AstExpr *ref)
{
    uint32_t n = ref->u.ref.n_parts;
    Name full = full_name(c, p, ref);
    const char *after = new_name(c, full), *written = after;
    const char *front = p->n_parts ? new_name(c, p->meaning.full) : "";
    size_t length = strlen(front);
    report_messages(c, full, ref->span);
    if (p->n_parts && !strncmp(after, front, length) && strchr(".", after[length]))
        written = arena_printf(c->scratch, "%s%s", p->word, after + length);
    Text before = text_make(c->scratch);
    for (uint32_t i = 0; i < n; i++)
        text_printf(&before, "%s%s", i ? "." : "", ref->u.ref.parts[i].name->text);
    if (strcmp(text_cstr(&before), written) != 0)
        add_edit(c, (Span){ref->u.ref.parts[0].span.begin, ref->u.ref.parts[n - 1].span.end},
                 written);
}

void convert_type(Converter *c, const AstClass *scope, const AstExpr *ref)
{
    Prefix p = prefix_of(c, scope, ref, DEEPEST_INHERITANCE);
    if (p.meaning.full) rewrite(c, &p, ref);
}

static bool has_subscripts_inside(const AstExpr *ref)
{
    for (uint32_t i = 0; i + 1 < ref->u.ref.n_parts; i++)
        if (ref->u.ref.parts[i].subscripts.count) return true;
    return false;
}

// A rule may be about several parts, "stator.reluctance": the longest one decides. How many it
// covers; 0 for none.
static uint32_t convert_several(Converter *c, Meaning class, const AstExpr *ref, uint32_t from)
{
    for (uint32_t n = ref->u.ref.n_parts - from; n > 1; n--) {
        const AstRefPart *parts = &ref->u.ref.parts[from];
        Name name = parts[0].name;
        bool is_plain = true;
        for (uint32_t i = 1; i < n; i++) {
            name = dotted(c, name, parts[i].name);
            is_plain &= !parts[i - 1].subscripts.count;
        }
        const char *after = is_plain ? new_element(c, class, name) : NULL;
        if (!after) continue;
        add_edit(c, (Span){parts[0].span.begin, parts[n - 1].span.end}, after);
        return n;
    }
    return 0;
}

// a.b.c of components: each part by the class of the part before.
static void convert_parts(Converter *c, Meaning class, const AstExpr *ref, uint32_t from)
{
    for (uint32_t i = from; i < ref->u.ref.n_parts && !means_nothing(class); i++) {
        const AstRefPart *part = &ref->u.ref.parts[i];
        if (convert_several(c, class, ref, i)) return;
        const char *after = new_element(c, class, part->name);
        if (after) add_edit(c, part->span, after);
        class = meaning_of_element(c, class, part->name);
    }
}

// A name that is declared nowhere here may be inherited from a class of the library.
static void convert_inherited(Converter *c, const AstClass *scope, const AstExpr *ref)
{
    const AstRefPart *first = &ref->u.ref.parts[0];
    for (const AstClass *at = scope; at; at = at->enclosing) {
        if (convert_several(c, (Meaning){.user = at}, ref, 0)) return;
        const char *after = new_element(c, (Meaning){.user = at}, first->name);
        if (!after) continue;
        add_edit(c, first->span, after);
        return;
    }
}

void convert_reference(Converter *c, const AstClass *scope, const AstExpr *ref)
{
    Prefix p = prefix_of(c, scope, ref, DEEPEST_INHERITANCE);
    if (p.meaning.full && !has_subscripts_inside(ref)) {
        rewrite(c, &p, ref);
    } else if (p.component) {
        Name name = ref->u.ref.parts[p.n_parts - 1].name;
        Meaning around = {.user = scope};
        for (const AstClass *at = scope; at && p.n_parts == 1; at = at->enclosing) {
            around.user = at;
            if (inherited_member(c, at, name, DEEPEST_INHERITANCE)) break;
        }
        convert_parts(c, meaning_of_element(c, around, name), ref, p.n_parts);
    } else if (!p.meaning.user && !ref->global) {
        convert_inherited(c, scope, ref);
    }
}

void convert_import(Converter *c, const AstElement *import)
{
    const AstExpr *path = import->u.import.path;
    Name full = path->kind == AST_REF ? path_name(c, path) : NULL;
    if (!full || !is_of_library(c, full)) return;
    Prefix top = {.meaning = {.full = path->u.ref.parts[0].name}};
    rewrite(c, &top, path);
    for (uint32_t i = 0; i < import->u.import.n_names; i++) {
        Name name = import->u.import.names[i];
        const char *after = last_word(new_name(c, dotted(c, full, name)));
        if (strcmp(after, name->text) != 0) add_edit(c, import->u.import.name_spans[i], after);
    }
}
