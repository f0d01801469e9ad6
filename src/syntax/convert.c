// Conversion of a text to another version of a library [specification 18.8.2].
//
// The tree tells what is to be written otherwise; the text is edited there and nowhere else, so
// that comments and layout stay as they are.
#include "syntax/convert.h"

#include <stdlib.h>
#include <string.h>

#include "syntax/converter.h"

// ---- Edits ---------------------------------------------------------------------------------

void add_edit(Converter *c, Span span, const char *text)
{
    Edit e = {span, text};
    VEC_PUSH(c->scratch, &c->edits, e);
}

// What stands around others comes first, and of two at one place the later one.
static int compare_edits(const void *a, const void *b)
{
    const Edit *x = *(const Edit *const *)a, *y = *(const Edit *const *)b;
    if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
    if (x->span.end != y->span.end) return x->span.end > y->span.end ? -1 : 1;
    return x > y ? -1 : x < y;
}

static void write_edited(Converter *c, Span span, Text *out)
{
    const SourceFile *source = c->file->source;
    const Edit **edits = ARENA_ARRAY(c->scratch, const Edit *, c->edits.count + 1);
    uint32_t n = 0, at = span.begin;
    for (uint32_t i = 0; i < c->edits.count; i++) {
        const Edit *e = &c->edits.data[i];
        if (e->span.begin >= span.begin && e->span.end <= span.end) edits[n++] = e;
    }
    qsort(edits, n, sizeof *edits, compare_edits);
    for (uint32_t i = 0; i < n; i++) {
        if (edits[i]->span.begin < at) continue; // inside of what is replaced
        text_add_bytes(out, source->text + (at - source->first), edits[i]->span.begin - at);
        text_add(out, edits[i]->text);
        at = edits[i]->span.end;
    }
    text_add_bytes(out, source->text + (at - source->first), span.end - at);
}

const char *edited_text(Converter *c, Span span)
{
    Text text = text_make(c->scratch);
    write_edited(c, span, &text);
    return text_cstr(&text);
}

// ---- Expressions ---------------------------------------------------------------------------

typedef struct Walk {
    Converter *c;
    const AstClass *scope;
} Walk;

static void convert_arguments(Converter *c, const AstClass *scope, const AstExpr *call)
{
    Meaning f = meaning_of_type(c, scope, call->u.call.function);
    const AstArgs *args = call->u.call.args;
    for (uint32_t i = 0; i < args->n_named && !means_nothing(f); i++) {
        const char *after = new_element(c, f, args->named[i].name);
        if (after) add_edit(c, args->named[i].name_span, after);
    }
}

static void convert_part(void *client, const AstExpr *part)
{
    const Walk *walk = client;
    convert_expression(walk->c, walk->scope, part);
}

void convert_expression(Converter *c, const AstClass *scope, const AstExpr *e)
{
    Walk walk = {c, scope};
    if (e->kind == AST_REF) convert_reference(c, scope, e);
    if (e->kind == AST_CALL || e->kind == AST_PARTIAL) convert_arguments(c, scope, e);
    ast_each_part(e, &walk, convert_part);
}

static void convert_list(Converter *c, const AstClass *scope, const AstExprList *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i]) convert_expression(c, scope, list->items[i]);
}

static void convert_equations(Converter *c, const AstClass *scope, AstEquation *const *items,
                              uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const AstEquation *e = items[i];
        if (e->left) convert_expression(c, scope, e->left);
        if (e->right) convert_expression(c, scope, e->right);
        for (uint32_t k = 0; k < e->n_iterators; k++)
            if (e->iterators[k].range) convert_expression(c, scope, e->iterators[k].range);
        for (uint32_t k = 0; k < e->n_branches; k++) {
            if (e->branches[k].condition) convert_expression(c, scope, e->branches[k].condition);
            convert_equations(c, scope, e->branches[k].items, e->branches[k].n_items);
        }
    }
}

// ---- Annotations ---------------------------------------------------------------------------

static void convert_annotation(Converter *c, const AstClass *scope, const AstModList *annotation)
{
    if (!annotation) return;
    for (uint32_t i = 0; i < annotation->n_args; i++) {
        const AstMod *m = annotation->args[i];
        AstModList inner = {.args = m->args, .n_args = m->n_args};
        if (m->element) convert_element(c, scope, m->element);
        if (m->value) convert_expression(c, scope, m->value);
        convert_annotation(c, scope, &inner);
    }
}

static const AstMod *use_of(const AstClass *cls, const char *library)
{
    const AstMod *uses = ast_annotation(cls->annotation, "uses");
    const AstMod *use = uses ? ast_find_mod(uses->args, uses->n_args, library) : NULL;
    return use ? ast_find_mod(use->args, use->n_args, "version") : NULL;
}

static void convert_uses(Converter *c, const AstClass *cls)
{
    const AstMod *version = use_of(cls, c->rules->library);
    if (version && version->value && version->value->kind == AST_STRING)
        add_edit(c, version->value->span, arena_printf(c->scratch, "\"%s\"", c->rules->to));
}

// ---- Classes -------------------------------------------------------------------------------

static void convert_class(Converter *c, const AstClass *cls);

static uint32_t end_of_dims(const AstElement *e)
{
    const AstExprList *dims = &e->u.component.dims;
    if (!dims->count) return e->name_span.end;
    return dims->items[dims->count - 1]->span.end + 1; // its bracket
}

static void convert_component(Converter *c, const AstClass *scope, const AstElement *e)
{
    const AstExpr *type = e->u.component.type;
    convert_list(c, scope, &e->u.component.type_dims);
    convert_list(c, scope, &e->u.component.dims);
    if (e->u.component.condition) convert_expression(c, scope, e->u.component.condition);
    ClassUse use = {scope,          meaning_of_type(c, scope, type),
                    type,           &e->u.component.mods,
                    end_of_dims(e), e->u.component.dims.count || e->u.component.type_dims.count};
    convert_use(c, &use);
}

void convert_element(Converter *c, const AstClass *scope, const AstElement *e)
{
    ClassUse use = {.scope = scope};
    switch (e->kind) {
    case AST_ELEMENT_COMPONENT: convert_component(c, scope, e); break;
    case AST_ELEMENT_CLASS: convert_class(c, e->u.class_def); break;
    case AST_ELEMENT_IMPORT: convert_import(c, e); break;
    case AST_ELEMENT_EXTENDS:
        use.type = e->u.extends.base;
        use.class = meaning_of_type(c, scope, use.type);
        use.mods = &e->u.extends.mods;
        use.end = use.type->span.end;
        convert_use(c, &use);
        break;
    }
    if (e->constraint) {
        use.type = e->constraint->type;
        use.class = meaning_of_type(c, scope, use.type);
        use.mods = &e->constraint->mods;
        use.end = use.type->span.end;
        convert_use(c, &use);
    }
    convert_annotation(c, scope, e->annotation);
}

static void convert_class(Converter *c, const AstClass *cls)
{
    for (uint32_t i = 0; i < cls->n_elements; i++) convert_element(c, cls, cls->elements[i]);
    for (uint32_t i = 0; i < cls->n_sections; i++)
        convert_equations(c, cls, cls->sections[i].items, cls->sections[i].n_items);
    if (cls->external) convert_list(c, cls, &cls->external->args);
    if (cls->form == AST_CLASS_SHORT) {
        const AstExprList *dims = &cls->base_dims;
        uint32_t end =
            dims->count ? dims->items[dims->count - 1]->span.end + 1 : cls->base->span.end;
        ClassUse use = {cls->enclosing,
                        meaning_of_type(c, cls->enclosing, cls->base),
                        cls->base,
                        &cls->mods,
                        end,
                        false};
        convert_list(c, cls->enclosing, dims);
        convert_use(c, &use);
    }
    convert_annotation(c, cls, cls->annotation);
    convert_uses(c, cls);
}

// ---- Links ---------------------------------------------------------------------------------

static bool is_in_link(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
           ch == '_' || ch == '.';
}

// modelica://A.B in texts.
static void convert_links(Converter *c)
{
    static const char scheme[] = "modelica://";
    const SourceFile *source = c->file->source;
    const char *end = source->text + source->length;
    for (const char *p = source->text; p < end && (p = strstr(p, scheme));) {
        const char *name = p += sizeof scheme - 1;
        while (p < end && is_in_link(*p)) p++;
        while (p > name && p[-1] == '.') p--; // the end of a sentence
        const char *full = arena_copy_text(c->scratch, name, (size_t)(p - name));
        const char *after = conversion_of_name(c->s, c->rules, full, c->scratch);
        uint32_t begin = source->first + (uint32_t)(name - source->text);
        if (strcmp(full, after) != 0)
            add_edit(c, (Span){begin, begin + (uint32_t)(p - name)}, after);
    }
}

// ---- The whole -----------------------------------------------------------------------------

void convert_text(Session *s, const AstFile *file, const ConversionRules *rules, Text *out)
{
    Converter c = {.s = s, .scratch = arena_open("convert"), .file = file, .rules = rules};
    const SourceFile *source = file->source;
    c.members = map_make(c.scratch);
    c.bases = map_make(c.scratch);
    for (uint32_t i = 0; i < file->n_classes; i++) convert_class(&c, file->classes[i]);
    convert_links(&c);
    write_edited(&c, (Span){source->first, source->first + (uint32_t)source->length}, out);
    arena_close(c.scratch);
}

const char *convert_used_version(Session *s, const AstFile *file, const char *library)
{
    for (uint32_t i = 0; i < file->n_classes; i++) {
        const char *version = ast_mod_string(use_of(file->classes[i], library), s->arena);
        if (version) return version;
    }
    return NULL;
}

// ---- Libraries -----------------------------------------------------------------------------

typedef struct NameSearch {
    Map seen;
    NameVec *names;
    Arena *out;
} NameSearch;

static void note_name(NameSearch *search, Name name)
{
    if (map_get_pointer(&search->seen, name)) return;
    map_put_pointer(&search->seen, name, name);
    VEC_PUSH(search->out, search->names, name);
}

static void note_type(NameSearch *search, const AstExpr *type)
{
    if (type && type->kind == AST_REF && type->u.ref.n_parts > 1)
        note_name(search, type->u.ref.parts[0].name);
}

static void note_class(NameSearch *search, const AstClass *cls)
{
    const AstMod *uses = ast_annotation(cls->annotation, "uses");
    for (uint32_t i = 0; uses && i < uses->n_args; i++)
        if (uses->args[i]->n_path) note_name(search, uses->args[i]->path[0]);
    note_type(search, cls->base);
    for (uint32_t i = 0; i < cls->n_elements; i++) {
        const AstElement *e = cls->elements[i];
        switch (e->kind) {
        case AST_ELEMENT_COMPONENT: note_type(search, e->u.component.type); break;
        case AST_ELEMENT_EXTENDS: note_type(search, e->u.extends.base); break;
        case AST_ELEMENT_IMPORT: note_type(search, e->u.import.path); break;
        case AST_ELEMENT_CLASS: note_class(search, e->u.class_def); break;
        }
    }
}

void convert_libraries(const AstFile *file, NameVec *names, Arena *out)
{
    NameSearch search = {map_make(out), names, out};
    for (uint32_t i = 0; i < names->count; i++)
        map_put_pointer(&search.seen, names->data[i], names->data[i]);
    for (uint32_t i = 0; i < file->n_classes; i++) note_class(&search, file->classes[i]);
}
