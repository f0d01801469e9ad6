// Where a class or element of an older library version went.
//
// The rules are those of the library itself: its annotation conversion(from(version, script))
// names scripts of calls convertClass("Old", "New") and convertElement("Class", "old", "new").
// They are read when a name is first not found; the longest matching rule decides.
#include <string.h>

#include "syntax/library_state.h"
#include "syntax/parser.h"

static const char *string_of(Session *s, const AstExpr *e)
{
    if (!e || e->kind != AST_STRING) return NULL;
    uint32_t length;
    return ast_string_value(e, s->arena, &length);
}

// The arguments of rules are strings or arrays of strings.
static uint32_t n_strings(const AstExpr *e)
{
    return e->kind == AST_ARRAY ? e->u.items.count : 1;
}

static const char *nth_string(Session *s, const AstExpr *e, uint32_t i)
{
    if (e->kind == AST_STRING) return string_of(s, e);
    return e->kind == AST_ARRAY && i < e->u.items.count ? string_of(s, e->u.items.items[i]) : NULL;
}

static void add_renaming(Session *s, const char *before, const char *after, const char *version)
{
    if (!before || !after || !*after) return;
    Renaming r = {before, after, version};
    VEC_PUSH(s->arena, &s->library->renamings, r);
}

// convertElement(class or classes, before or list, after or list)
static void add_elements(Session *s, AstExprList args, const char *version)
{
    for (uint32_t c = 0; c < n_strings(args.items[0]); c++)
        for (uint32_t i = 0; i < n_strings(args.items[1]); i++) {
            const char *class = nth_string(s, args.items[0], c);
            const char *before = nth_string(s, args.items[1], i);
            const char *after = nth_string(s, args.items[2], i);
            if (class && before && after && *after)
                add_renaming(s, arena_printf(s->arena, "%s.%s", class, before),
                             arena_printf(s->arena, "%s.%s", class, after), version);
        }
}

static void add_rules(Session *s, AstExprList calls, const char *version)
{
    for (uint32_t i = 0; i < calls.count; i++) {
        const AstExpr *call = calls.items[i];
        if (call->kind != AST_CALL || call->u.call.function->kind != AST_REF) continue;
        const char *rule = call->u.call.function->u.ref.parts[0].name->text;
        AstExprList args = call->u.call.args->positional;
        if (!strcmp(rule, "convertClass") && args.count >= 2)
            for (uint32_t k = 0; k < n_strings(args.items[0]); k++)
                add_renaming(s, nth_string(s, args.items[0], k), nth_string(s, args.items[1], k),
                             version);
        else if (!strcmp(rule, "convertElement") && args.count >= 3)
            add_elements(s, args, version);
    }
}

// Without `to` the rules lead to the version of the library, unless the name of the script
// says where it leads: ..._to_4.0.0.mos.
static const char *target_version(Session *s, const AstMod *from, const char *script,
                                  const char *current)
{
    const char *to = ast_mod_string(ast_find_mod(from->args, from->n_args, "to"), s->arena);
    if (to) return to;
    const char *mark = NULL;
    for (const char *p = script; p && (p = strstr(p, "_to_")); p += 4) mark = p + 4;
    const char *end = mark ? strrchr(mark, '.') : NULL;
    return end && end > mark ? arena_copy_text(s->arena, mark, (size_t)(end - mark)) : current;
}

static void read_script(Session *s, const AstMod *from, const char *current)
{
    const char *uri = ast_mod_string(ast_find_mod(from->args, from->n_args, "script"), s->arena);
    const char *path = uri ? library_resource(s, uri, s->arena) : NULL;
    const char *why;
    SourceFile *source = path ? source_read(s->sources, path, &why) : NULL;
    if (!source) return; // only a better message depends on it
    AstExprList calls = parse_calls_text(s, source);
    add_rules(s, calls, target_version(s, from, path, current));
}

static void read_conversions(Session *s, const LibraryEntry *top)
{
    if (!top->public.ast || map_get_pointer(&s->library->conversions_of, top)) return;
    map_put_pointer(&s->library->conversions_of, top, top);
    const AstModList *annotation = top->public.ast->annotation;
    const char *version = ast_mod_string(ast_annotation(annotation, "version"), s->arena);
    const AstMod *conversion = ast_annotation(annotation, "conversion");
    for (uint32_t i = 0; conversion && i < conversion->n_args; i++) {
        const AstMod *from = conversion->args[i];
        if (from->n_path != 1 || strcmp(from->path[0]->text, "from") != 0) continue;
        read_script(s, from, version ? version : "");
        const AstMod *change = ast_find_mod(from->args, from->n_args, "change");
        if (change && change->value && change->value->kind == AST_ARRAY)
            add_rules(s, change->value->u.items, target_version(s, from, NULL, version));
    }
}

// Length of the rule when it covers the name: all of it, or up to a dot.
static size_t covered(const Renaming *r, const char *full_name)
{
    size_t n = strlen(r->before);
    if (strncmp(r->before, full_name, n) != 0) return 0;
    return full_name[n] == '\0' || full_name[n] == '.' ? n : 0;
}

static const char *rename_once(Session *s, const char *full_name, const char **in_version)
{
    const Library *l = s->library;
    const Renaming *best = NULL;
    size_t longest = 0;
    for (uint32_t i = 0; i < l->renamings.count; i++) {
        size_t n = covered(&l->renamings.data[i], full_name);
        if (n <= longest) continue;
        longest = n;
        best = &l->renamings.data[i];
    }
    if (!best) return NULL;
    *in_version = best->version;
    return arena_printf(s->arena, "%s%s", best->after, full_name + longest);
}

// A class may have moved more than once; rules that lead in a circle end the search.
const char *library_renamed(Session *s, const char *full_name, const char **in_version)
{
    enum { MOST_MOVES = 8 };
    Library *l = s->library;
    library_top(s, name_of(s->names, full_name, strcspn(full_name, ".")));
    for (uint32_t i = 0; i < l->tops.count; i++) read_conversions(s, l->tops.data[i]);
    const char *found = rename_once(s, full_name, in_version), *next = found;
    for (int i = 0; next && i < MOST_MOVES && !library_find(s, found); i++) {
        next = rename_once(s, found, in_version);
        if (next) found = next;
    }
    return found;
}
