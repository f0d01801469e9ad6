// set_values.c -- values from the command line: --set a.b.c=value is the modifier a(b(c = value))
// of the model. With subscripts, a[2].b=value, it is the value of one element, which no modifier
// can say: it is found when that element asks for its value.
#include "instance/classes/classes.h"
#include "instance/lower/lower.h"
#include "syntax/parser.h"

static const AstExpr *parse_part(Front *f, const char *text)
{
    SourceFile *file = source_add(f->s->sources, "--set", text, strlen(text));
    return parse_expression_text(f->s, file);
}

static bool has_subscripts(const AstExpr *ref)
{
    for (uint32_t i = 0; i < ref->u.ref.n_parts; i++)
        if (ref->u.ref.parts[i].subscripts.count) return true;
    return false;
}

static bool are_numbers(Front *f, const AstExpr *ref)
{
    for (uint32_t i = 0; i < ref->u.ref.n_parts; i++) {
        const AstExprList *subs = &ref->u.ref.parts[i].subscripts;
        for (uint32_t k = 0; k < subs->count; k++) {
            if (subs->items[k]->kind == AST_INTEGER) continue;
            diag_error(f->diag, subs->items[k]->span, E_SUBSCRIPT,
                       "the subscripts of a setting are numbers");
            return false;
        }
    }
    return true;
}

static const Mod *mod_of_path(Front *f, const AstExpr *ref, Binding *value)
{
    const Mod *below = NULL;
    for (uint32_t i = ref->u.ref.n_parts + 1; i-- > 0;) { // number 0 is the root
        Mod *m = ARENA_NEW(f->work, Mod);
        m->span = i ? ref->u.ref.parts[i - 1].span : ref->span;
        m->name = i ? ref->u.ref.parts[i - 1].name : NULL;
        m->level = (int16_t)i;
        if (!below) {
            m->value = value;
        } else {
            m->children = ARENA_RAW(f->work, const Mod *, 1);
            m->children[0] = below;
            m->n_children = 1;
        }
        below = m;
    }
    return below;
}

// Behind the name of the model, where it is looked up as at the top level.
static const Mod *modification_read(Front *f, const char *text)
{
    SourceFile *file = source_add(f->s->sources, "command line", text, strlen(text));
    const AstModList *list = parse_modification_text(f->s, file);
    return list ? mod_of_list(f, list, (Scope){f->root, 0, NULL}, 0) : NULL;
}

const Mod *setting_read(Front *f, const Setting *setting, Node *model)
{
    if (!setting->name) return modification_read(f, setting->value);
    const AstExpr *name = parse_part(f, setting->name);
    const AstExpr *text = name ? parse_part(f, setting->value) : NULL;
    if (!text) return NULL;
    if (name->kind != AST_REF) {
        diag_error(f->diag, name->span, E_NOT_A_VALUE, "'%s' is no name of a component",
                   setting->name);
        return NULL;
    }
    Binding *value = ARENA_NEW(f->work, Binding);
    *value =
        (Binding){.text = text, .scope = {model, 0, NULL}, .span = text->span, .is_setting = true};
    value->levels = (uint16_t)name->u.ref.n_parts;
    VEC_PUSH(f->work, &f->setting_values, value);
    if (!has_subscripts(name)) return mod_of_path(f, name, value);
    value->levels = 0;
    ElementSetting one = {.name = name, .value = value};
    one.attribute = ARENA_COPY(f->work, Binding, value, 1);
    one.attribute->levels = 1;
    VEC_PUSH(f->work, &f->setting_values, one.attribute);
    if (are_numbers(f, name)) VEC_PUSH(f->work, &f->element_settings, one);
    return NULL;
}

void settings_enter(Front *f, Node *inside)
{
    for (uint32_t i = 0; i < f->setting_values.count; i++)
        f->setting_values.data[i]->scope.node = inside;
}

// ---- Elements --------------------------------------------------------------------------------

static bool is_same_index(const AstExprList *subs, const Component *c)
{
    if (subs->count == 0) return true; // all elements
    if (subs->count != c->n_index) return false;
    for (uint32_t k = 0; k < subs->count; k++)
        if (subs->items[k]->u.integer != c->index[k]) return false;
    return true;
}

// The first `n` names: those of the slot and of the components around it?
static bool is_path_of(const AstExpr *ref, uint32_t n, const Slot *slot)
{
    const Component *c = slot->holder->component;
    if (n == 0 || !c || ref->u.ref.parts[n - 1].name != slot->name) return false;
    for (uint32_t i = n - 1; i-- > 0; c = c->parent)
        if (!c->parent || c->declared->name != ref->u.ref.parts[i].name ||
            !is_same_index(&ref->u.ref.parts[i].subscripts, c))
            return false;
    return c->parent == NULL;
}

static const AstExprList *own_subscripts(const ElementSetting *e)
{
    return &e->name->u.ref.parts[e->name->u.ref.n_parts - 1].subscripts;
}

Binding *slot_setting(Front *f, const Slot *slot)
{
    for (uint32_t i = f->element_settings.count; i-- > 0;) {
        ElementSetting *e = &f->element_settings.data[i];
        if (own_subscripts(e)->count || !is_path_of(e->name, e->name->u.ref.n_parts, slot))
            continue;
        e->is_used = true;
        return e->value;
    }
    return NULL;
}

Binding *slot_attribute_setting(Front *f, const Slot *slot, Name attribute)
{
    for (uint32_t i = f->element_settings.count; i-- > 0;) {
        ElementSetting *e = &f->element_settings.data[i];
        uint32_t n = e->name->u.ref.n_parts - 1;
        const AstExprList *subs = n ? &e->name->u.ref.parts[n - 1].subscripts : NULL;
        if (!subs || e->name->u.ref.parts[n].name != attribute || subs->count ||
            own_subscripts(e)->count || !is_path_of(e->name, n, slot))
            continue;
        e->is_used = true;
        return e->attribute;
    }
    return NULL;
}

void settings_check_used(Front *f)
{
    for (uint32_t i = 0; i < f->element_settings.count; i++) {
        const ElementSetting *e = &f->element_settings.data[i];
        Name last = e->name->u.ref.parts[e->name->u.ref.n_parts - 1].name;
        if (e->is_used || !is_attribute_name(TYPE_REAL, last->text)) continue;
        Text name = text_make(f->work);
        ast_reference_text(e->name, &name);
        diag_error(f->diag, e->name->span, E_NO_MODIFIED_ELEMENT,
                   "--set: the model has no attribute '%s' of its own", text_cstr(&name));
    }
}

static const Expr *with_element(Front *f, const Expr *whole, const AstExprList *subs, uint32_t k,
                                const Expr *value)
{
    if (k == subs->count) return value;
    int32_t n = type_dim(whole->type, 0);
    int64_t at = subs->items[k]->u.integer;
    if (at < 1 || at > n) {
        diag_error(f->diag, subs->items[k]->span, E_SUBSCRIPT, "subscript %lld is outside 1:%d",
                   (long long)at, n);
        return expr_error(f->exprs);
    }
    const Expr **items = ARENA_RAW(f->work, const Expr *, n + 1);
    for (int32_t i = 0; i < n; i++) {
        const Expr *index = expr_integer(f->exprs, i + 1);
        items[i] = expr_subscript(f->exprs, whole, &index, 1);
        if (i + 1 == at) items[i] = with_element(f, items[i], subs, k + 1, value);
    }
    return expr_array(f->exprs, items, (uint32_t)n, type_strip(f->exprs, whole->type, 1));
}

// A variable that is an array as a whole: elements of its value are replaced.
const Expr *slot_with_set_elements(Front *f, Slot *slot, const Expr *value)
{
    for (uint32_t i = 0; i < f->element_settings.count; i++) {
        ElementSetting *e = &f->element_settings.data[i];
        const AstExprList *subs = own_subscripts(e);
        if (subs->count == 0 || !is_path_of(e->name, e->name->u.ref.n_parts, slot)) continue;
        e->is_used = true;
        const Type *type = slot_type(f, slot);
        if (!type || type->kind == TYPE_ERROR) return value;
        if (type_rank(type) != subs->count) {
            diag_error(f->diag, e->name->span, E_SUBSCRIPT, "'%s' has %u dimension%s, not %u",
                       slot->name->text, type_rank(type), type_rank(type) == 1 ? "" : "s",
                       own_subscripts(e)->count);
            return expr_error(f->exprs);
        }
        if (!value) return NULL; // a start value: set in the compiled model
        const Expr *one = setting_value(f, e->value, type_elem(type));
        if (expr_is_error(one)) return one;
        value = with_element(f, value, subs, 0, one);
        if (expr_is_error(value)) return value;
    }
    return value;
}

// A literal of an enumeration may stand without its type.
static const Expr *literal_of_setting(Front *f, const Binding *b, const Type *elem)
{
    if (!elem || elem->kind != TYPE_ENUMERATION || b->text->kind != AST_REF) return NULL;
    const AstExpr *ref = b->text;
    for (uint32_t i = 0; i < elem->n; i++)
        if (elem->literals[i] == ref->u.ref.parts[ref->u.ref.n_parts - 1].name)
            return expr_enum(f->exprs, elem, (int64_t)i + 1);
    return NULL;
}

const Expr *setting_value(Front *f, const Binding *b, const Type *guide)
{
    const Expr *literal = literal_of_setting(f, b, guide);
    if (literal) return literal;
    Lower l = lower_in(f, b->scope);
    return guide && type_rank(guide) == 0 ? lower_as(&l, b->text, guide, "the value")
                                          : lower_node(&l, b->text, guide);
}
