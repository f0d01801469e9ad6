// Reading of conversion rules: the annotation conversion(from(version, to, script, change)) of a
// library, and scripts of calls convertClass(..); convertElement(..); and so on.
#include "syntax/conversion_rules.h"

#include <string.h>

#include "syntax/parser.h"

typedef struct RuleReader {
    Session *s;
    Arena *out;
    ConversionRules *rules;
} RuleReader;

// ---- Arguments -----------------------------------------------------------------------------

static const char *string_of(RuleReader *r, const AstExpr *e)
{
    uint32_t length;
    return e && e->kind == AST_STRING ? ast_string_value(e, r->out, &length) : NULL;
}

// A text, an array of them, or fill("", 0): no text at all.
static uint32_t strings_of(RuleReader *r, const AstExpr *e, const char ***texts)
{
    uint32_t n = 0;
    *texts =
        ARENA_ARRAY(r->out, const char *, (e && e->kind == AST_ARRAY ? e->u.items.count : 1) + 1);
    if (!e) return 0;
    for (uint32_t i = 0; e->kind == AST_ARRAY && i < e->u.items.count; i++) {
        const char *text = string_of(r, e->u.items.items[i]);
        if (text) (*texts)[n++] = text;
    }
    if (string_of(r, e)) (*texts)[n++] = string_of(r, e);
    return n;
}

static void add_rule(RuleReader *r, const char *class, ConversionRule rule)
{
    Map *first = &r->rules->first_of;
    rule.class = name_of_text(r->s->names, class);
    rule.next = (uint32_t)map_get_or(first, (uint64_t)(uintptr_t)rule.class, 0);
    VEC_PUSH(r->out, &r->rules->rules, rule);
    map_put(first, (uint64_t)(uintptr_t)rule.class, r->rules->rules.count);
}

// ---- Calls ---------------------------------------------------------------------------------

enum { MOST_ARGUMENTS = 4 };

typedef struct RuleTexts { // of the arguments of a call: each a text or an array of them
    const char **texts[MOST_ARGUMENTS];
    uint32_t n[MOST_ARGUMENTS];
} RuleTexts;

// The i-th text of an argument; a single one is for all.
static const char *nth(const RuleTexts *t, int argument, uint32_t i)
{
    uint32_t n = t->n[argument];
    if (n == 0) return "";
    return t->texts[argument][n == 1 ? 0 : i < n ? i : n - 1];
}

static void add_modifiers(RuleReader *r, const RuleTexts *t)
{
    ConversionRule rule = {.kind = CONVERT_MODIFIERS,
                           .olds = t->texts[1],
                           .n_olds = t->n[1],
                           .news = t->texts[2],
                           .n_news = t->n[2]};
    for (uint32_t i = 0; i < t->n[0]; i++) add_rule(r, t->texts[0][i], rule);
}

// Elements, and messages, for each class and each element.
static void add_for_elements(RuleReader *r, ConversionKind kind, const RuleTexts *t, int element,
                             int after)
{
    uint32_t n = t->n[element] ? t->n[element] : 1;
    for (uint32_t i = 0; i < t->n[0]; i++)
        for (uint32_t k = 0; k < n; k++) {
            const char *name = nth(t, element, k);
            ConversionRule rule = {
                .kind = kind, .element = *name ? name : NULL, .after = nth(t, after, k)};
            add_rule(r, t->texts[0][i], rule);
        }
}

static void add_call(RuleReader *r, const AstExpr *call)
{
    if (call->kind != AST_CALL || call->u.call.function->kind != AST_REF) return;
    const char *word = call->u.call.function->u.ref.parts[0].name->text;
    AstExprList args = call->u.call.args->positional;
    RuleTexts t = {0};
    for (uint32_t i = 0; i < MOST_ARGUMENTS; i++)
        t.n[i] = strings_of(r, i < args.count ? args.items[i] : NULL, &t.texts[i]);
    if (!strcmp(word, "convertClass"))
        for (uint32_t i = 0; i < t.n[0]; i++)
            add_rule(r, t.texts[0][i],
                     (ConversionRule){.kind = CONVERT_CLASS, .after = nth(&t, 1, i)});
    else if (!strcmp(word, "convertClassIf"))
        for (uint32_t i = 0; i < t.n[0]; i++)
            add_rule(r, t.texts[0][i],
                     (ConversionRule){.kind = CONVERT_CLASS_IF,
                                      .element = nth(&t, 1, i),
                                      .value = nth(&t, 2, i),
                                      .after = nth(&t, 3, i)});
    else if (!strcmp(word, "convertElement"))
        add_for_elements(r, CONVERT_ELEMENT, &t, 1, 2);
    else if (!strcmp(word, "convertModifiers"))
        add_modifiers(r, &t);
    else if (!strcmp(word, "convertMessage"))
        add_for_elements(r, CONVERT_MESSAGE, &t, 2, 1);
}

// ---- The annotation ------------------------------------------------------------------------

static bool names_version(RuleReader *r, const AstMod *from, const char *version)
{
    const AstMod *m = ast_find_mod(from->args, from->n_args, "version");
    const char **versions;
    uint32_t n = strings_of(r, m ? m->value : NULL, &versions);
    if (!version) return true;
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(versions[i], version)) return true;
    return false;
}

static void read_step(RuleReader *r, const AstMod *from)
{
    const AstMod *change = ast_find_mod(from->args, from->n_args, "change");
    const char *uri = ast_mod_string(ast_find_mod(from->args, from->n_args, "script"), r->out);
    const char *to = ast_mod_string(ast_find_mod(from->args, from->n_args, "to"), r->out);
    const char *path = uri ? library_resource(r->s, uri, r->out) : NULL, *why = NULL;
    SourceFile *source = path ? source_read(r->s->sources, path, &why) : NULL;
    if (to) r->rules->to = to;
    if (uri && !source)
        diag_error(r->s->diag, from->span, E_FILE, "cannot read the conversion script '%s': %s",
                   uri, why ? why : "there is no such file");
    AstExprList calls = source ? parse_calls_text(r->s, source) : (AstExprList){0};
    for (uint32_t i = 0; i < calls.count; i++) add_call(r, calls.items[i]);
    if (!change || !change->value || change->value->kind != AST_ARRAY) return;
    for (uint32_t i = 0; i < change->value->u.items.count; i++)
        add_call(r, change->value->u.items.items[i]);
}

const char *library_version(Session *s, const LibraryClass *library)
{
    const char *version =
        ast_mod_string(ast_annotation(library->ast->annotation, "version"), s->arena);
    return version ? version : "";
}

ConversionRules *conversion_rules(Session *s, const LibraryClass *library, const char *from,
                                  Arena *out)
{
    ConversionRules *rules = ARENA_NEW(out, ConversionRules);
    RuleReader r = {s, out, rules};
    const AstMod *conversion = ast_annotation(library->ast->annotation, "conversion");
    bool found = false, is_newer = false;
    rules->library = library->ast->name->text;
    rules->to = library_version(s, library);
    rules->first_of = map_make(out);
    for (uint32_t i = 0; conversion && i < conversion->n_args; i++) {
        const AstMod *clause = conversion->args[i];
        const char *word = clause->n_path == 1 ? clause->path[0]->text : "";
        const char *none = ast_mod_string(clause, out);
        if (!strcmp(word, "noneFromVersion") && none && from && !strcmp(none, from))
            is_newer = true;
        if (strcmp(word, "from") != 0 || !names_version(&r, clause, from)) continue;
        read_step(&r, clause);
        found = true;
    }
    return found || is_newer ? rules : NULL;
}

// ---- Questions -----------------------------------------------------------------------------

static const ConversionRule *of_kind(const ConversionRules *r, ConversionKind kind, uint32_t at)
{
    for (; at; at = r->rules.data[at - 1].next)
        if (r->rules.data[at - 1].kind == kind) return &r->rules.data[at - 1];
    return NULL;
}

const ConversionRule *conversion_rule(const ConversionRules *r, ConversionKind kind, Name class)
{
    return of_kind(r, kind, (uint32_t)map_get_or(&r->first_of, (uint64_t)(uintptr_t) class, 0));
}

const ConversionRule *conversion_next(const ConversionRules *r, const ConversionRule *rule)
{
    return of_kind(r, rule->kind, rule->next);
}

static const char *element_name(const ConversionRules *r, Name class, const char *element,
                                size_t length)
{
    const ConversionRule *rule = conversion_rule(r, CONVERT_ELEMENT, class);
    for (; rule; rule = conversion_next(r, rule))
        if (rule->element && strlen(rule->element) == length &&
            !strncmp(rule->element, element, length))
            return rule->after;
    return NULL;
}

const char *conversion_of_name(Session *s, const ConversionRules *r, const char *full, Arena *out)
{
    size_t all = strlen(full);
    for (size_t n = all; n; n--) {
        if (full[n] != '\0' && full[n] != '.') continue;
        Name prefix = name_of(s->names, full, n);
        const ConversionRule *rule = conversion_rule(r, CONVERT_CLASS, prefix);
        const char *rest = full + n + (full[n] == '.');
        size_t length = strcspn(rest, ".");
        const char *element = *rest ? element_name(r, prefix, rest, length) : NULL;
        if (!rule && !element) continue;
        const char *class = rule ? rule->after : conversion_of_name(s, r, prefix->text, out);
        if (element) return arena_printf(out, "%s.%s%s", class, element, rest + length);
        return arena_printf(out, "%s%s", class, full + n);
    }
    return full;
}
