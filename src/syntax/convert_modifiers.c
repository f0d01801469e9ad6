// Modifiers in a conversion: elements that have other names, and convertModifiers, which replaces
// some modifiers by others made of their values.
#include <string.h>

#include "syntax/converter.h"

// ---- Modifiers -----------------------------------------------------------------------------

static void convert_mod(Converter *c, const AstClass *scope, Meaning class, const AstMod *m)
{
    if (m->element) convert_element(c, scope, m->element);
    for (uint32_t i = 0; i < m->n_path && !means_nothing(class); i++) {
        const char *after = new_element(c, class, m->path[i]);
        if (after) add_edit(c, m->path_spans[i], after);
        class = meaning_of_element(c, class, m->path[i]);
    }
    for (uint32_t i = 0; i < m->n_args; i++) convert_mod(c, scope, class, m->args[i]);
    if (m->value) convert_expression(c, scope, m->value);
}

static int32_t index_of(const AstModList *mods, const char *name, size_t length)
{
    for (uint32_t i = 0; i < mods->n_args; i++) {
        const AstMod *m = mods->args[i];
        if (m->n_path == 1 && m->path[0]->length == length &&
            !memcmp(m->path[0]->text, name, length))
            return (int32_t)i;
    }
    return -1;
}

// "name=rest": the length of the name; `rest` is behind the '='.
static size_t split(const char *rule, const char **rest)
{
    const char *equals = strchr(rule, '=');
    size_t n = equals ? (size_t)(equals - rule) : strlen(rule);
    *rest = equals ? equals + 1 : "";
    while (n && rule[n - 1] == ' ') n--;
    return n;
}

// ---- Values --------------------------------------------------------------------------------

static bool is_compound(const AstExpr *e)
{
    return e->kind == AST_BINARY || e->kind == AST_UNARY || e->kind == AST_IF ||
           e->kind == AST_RANGE;
}

// The value of an old modifier, or its default; NULL: neither.
static const char *old_value(Converter *c, const ConversionRule *rule, const AstModList *mods,
                             const char *name, size_t length, bool is_alone)
{
    int32_t at = index_of(mods, name, length);
    const AstExpr *value = at >= 0 ? mods->args[at]->value : NULL;
    if (value) {
        const char *text = edited_text(c, value->span);
        return is_compound(value) && !is_alone ? arena_printf(c->scratch, "(%s)", text) : text;
    }
    for (uint32_t i = 0; i < rule->n_olds; i++) {
        const char *rest;
        size_t n = split(rule->olds[i], &rest);
        if (n == length && !strncmp(rule->olds[i], name, n) && *rest) return rest;
    }
    return NULL;
}

// A new modifier, with %old% replaced by values; NULL: a value is missing.
static const char *new_modifier(Converter *c, const ConversionRule *rule, const AstModList *mods,
                                const char *pattern, const char *prefix)
{
    const char *rest;
    size_t n = split(pattern, &rest);
    Text text = text_make(c->scratch);
    text_printf(&text, "%s%.*s", prefix, (int)n, pattern);
    if (*rest) text_add(&text, " = ");
    while (*rest == ' ') rest++;
    bool is_alone = *rest == '%' && strchr(rest + 1, '%') && !strchr(rest + 1, '%')[1];
    while (*rest) {
        const char *close = *rest == '%' ? strchr(rest + 1, '%') : NULL;
        if (!close) {
            text_add_char(&text, *rest++);
            continue;
        }
        const char *value =
            old_value(c, rule, mods, rest + 1, (size_t)(close - rest - 1), is_alone);
        if (!value) return NULL;
        text_add(&text, value);
        rest = close + 1;
    }
    return text_cstr(&text);
}

// ---- convertModifiers ----------------------------------------------------------------------

typedef struct Change { // of a list of modifiers
    bool *removed;
    int32_t first; // of the removed ones: the new ones stand in its place
    Text news;
    bool has_news;
} Change;

static bool is_about_connections(Converter *c, const ConversionRule *rule, Span span)
{
    for (uint32_t i = 0; i < rule->n_olds; i++) {
        if (strncmp(rule->olds[i], "cardinality(", 12) != 0) continue;
        diag_error(c->s->diag, span, E_NOT_CONVERTED,
                   "'%s': a modifier that depends on connections (%s) is not converted",
                   rule->class->text, rule->olds[i]);
        return true;
    }
    return false;
}

static bool note_removed(const ConversionRule *rule, const AstModList *mods, Change *change)
{
    bool any = false;
    for (uint32_t i = 0; i < rule->n_olds; i++) {
        const char *rest;
        int32_t at = index_of(mods, rule->olds[i], split(rule->olds[i], &rest));
        if (at < 0) continue;
        any = change->removed[at] = true;
        if (change->first < 0 || at < change->first) change->first = at;
    }
    return any;
}

// What was said of each element, or is said now of all elements of an array, is so again.
static const char *prefix_of_news(const ConversionRule *rule, const ClassUse *use)
{
    const AstModList *mods = use->mods;
    if (!rule->n_olds) return use->is_array ? "each " : "";
    for (uint32_t i = 0; i < rule->n_olds; i++) {
        const char *rest;
        int32_t at = index_of(mods, rule->olds[i], split(rule->olds[i], &rest));
        if (at >= 0) return mods->args[at]->is_each ? "each " : "";
    }
    return "";
}

static void add_news(Converter *c, const ConversionRule *rule, const ClassUse *use, Change *change)
{
    const AstModList *mods = use->mods;
    const char *prefix = prefix_of_news(rule, use);
    for (uint32_t i = 0; i < rule->n_news; i++) {
        const char *rest;
        int32_t at = index_of(mods, rule->news[i], split(rule->news[i], &rest));
        if (at >= 0 && !change->removed[at]) continue; // what is there already has precedence
        const char *text = new_modifier(c, rule, mods, rule->news[i], prefix);
        if (!text) continue;
        text_printf(&change->news, "%s%s", change->has_news ? ", " : "", text);
        change->has_news = true;
    }
}

static void collect_change(Converter *c, const ClassUse *use, Name full, bool is_direct,
                           Change *change)
{
    const ConversionRule *rule = conversion_rule(c->rules, CONVERT_MODIFIERS, full);
    for (; rule; rule = conversion_next(c->rules, rule)) {
        if (is_about_connections(c, rule, use->type->span)) continue;
        bool applies = rule->n_olds ? note_removed(rule, use->mods, change) : is_direct;
        if (applies) add_news(c, rule, use, change);
    }
}

// ---- Editing the list ----------------------------------------------------------------------

static uint32_t closing_bracket(const Converter *c, uint32_t from)
{
    const SourceFile *source = c->file->source;
    uint32_t at = from - source->first;
    while (at < source->length && source->text[at] != ')') at++;
    return source->first + at;
}

static void remove_run(Converter *c, const ClassUse *use, uint32_t first, uint32_t last)
{
    AstMod *const *args = use->mods->args;
    Span span = {args[first]->span.begin, args[last]->span.end};
    if (last + 1 < use->mods->n_args)
        span.end = args[last + 1]->span.begin;
    else if (first > 0)
        span.begin = args[first - 1]->span.end;
    else
        span = (Span){use->end, closing_bracket(c, span.end) + 1};
    add_edit(c, span, "");
}

static void apply_change(Converter *c, const ClassUse *use, Change *change)
{
    const AstModList *mods = use->mods;
    const char *news = text_cstr(&change->news);
    if (change->has_news && change->first >= 0) {
        add_edit(c, mods->args[change->first]->span, news);
        change->removed[change->first] = false;
    } else if (change->has_news && mods->n_args) {
        uint32_t end = mods->args[mods->n_args - 1]->span.end;
        add_edit(c, (Span){end, end}, arena_printf(c->scratch, ", %s", news));
    } else if (change->has_news) {
        Span empty = {use->end, mods->has_args ? closing_bracket(c, use->end) + 1 : use->end};
        add_edit(c, empty, arena_printf(c->scratch, "(%s)", news));
    }
    for (uint32_t i = 0; i < mods->n_args; i++) {
        if (!change->removed[i]) continue;
        uint32_t last = i;
        while (last + 1 < mods->n_args && change->removed[last + 1]) last++;
        remove_run(c, use, i, last);
        i = last;
    }
}

// ---- Uses of classes -----------------------------------------------------------------------

static bool is_value(const AstExpr *e, const char *wanted, const char *text)
{
    if (!strcmp(text, wanted)) return true;
    const char *a = strrchr(text, '.'), *b = strrchr(wanted, '.'); // literals of enumerations
    return e->kind == AST_REF && !strcmp(a ? a + 1 : text, b ? b + 1 : wanted);
}

// "L.A x(kind = 1), y;": the word for the class is that of both.
static bool is_shared(const ClassUse *use)
{
    uint32_t n = 0;
    for (uint32_t i = 0; use->scope && i < use->scope->n_elements; i++) {
        const AstElement *e = use->scope->elements[i];
        n += e->kind == AST_ELEMENT_COMPONENT && e->u.component.type == use->type;
    }
    return n > 1;
}

// convertClassIf: another class where a modifier has a value; the modifier goes.
static bool convert_if(Converter *c, const ClassUse *use, Change *change)
{
    const ConversionRule *rule =
        use->class.full ? conversion_rule(c->rules, CONVERT_CLASS_IF, use->class.full) : NULL;
    for (; rule; rule = conversion_next(c->rules, rule)) {
        int32_t at = index_of(use->mods, rule->element, strlen(rule->element));
        const AstExpr *value = at >= 0 ? use->mods->args[at]->value : NULL;
        if (!value || !is_value(value, rule->value, edited_text(c, value->span))) continue;
        if (is_shared(use)) {
            diag_error(c->s->diag, value->span, E_NOT_CONVERTED,
                       "'%s' becomes '%s' here, and others are declared with it: write a "
                       "declaration for each",
                       rule->class->text, rule->after);
            return false;
        }
        add_edit(c, use->type->span, rule->after);
        change->removed[at] = true;
        return true;
    }
    return false;
}

// Rules for the classes of the library that a class of the user is made of.
static void collect_inherited(Converter *c, const ClassUse *use, const AstClass *cls, int depth,
                              Change *change)
{
    bool is_short = cls->form == AST_CLASS_SHORT;
    for (uint32_t i = 0; depth > 0 && i < (is_short ? 1 : cls->n_elements); i++) {
        const AstElement *e = is_short ? NULL : cls->elements[i];
        if (e && e->kind != AST_ELEMENT_EXTENDS) continue;
        Meaning base = meaning_of_type(c, is_short ? cls->enclosing : cls,
                                       is_short ? cls->base : e->u.extends.base);
        if (base.full) collect_change(c, use, base.full, false, change);
        if (base.user) collect_inherited(c, use, base.user, depth - 1, change);
    }
}

void convert_use(Converter *c, const ClassUse *use)
{
    enum { DEEPEST = 16 };
    Change change = {.first = -1, .news = text_make(c->scratch)};
    change.removed = ARENA_ARRAY(c->scratch, bool, use->mods->n_args + 1);
    for (uint32_t i = 0; i < use->mods->n_args; i++)
        convert_mod(c, use->scope, use->class, use->mods->args[i]);
    if (use->mods->value) convert_expression(c, use->scope, use->mods->value);
    if (!convert_if(c, use, &change)) convert_type(c, use->scope, use->type);
    if (use->class.full) collect_change(c, use, use->class.full, true, &change);
    if (use->class.user) collect_inherited(c, use, use->class.user, DEEPEST, &change);
    apply_change(c, use, &change);
}
