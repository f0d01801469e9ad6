// Small questions to the tree: values of string literals, entries of annotations, full names.
#include <string.h>

#include "syntax/ast.h"

static char escaped(char c)
{
    static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? values[found - letters] : c;
}

// A line end of the file is one '\n' in the string, however the file writes it.
char *ast_string_value(const AstExpr *string, Arena *out, uint32_t *length)
{
    const char *p = string->u.string.raw, *end = p + string->u.string.length;
    char *text = arena_alloc(out, string->u.string.length + 1, 1), *q = text;
    while (p < end) {
        if (*p == '\\' && p + 1 < end) {
            *q++ = escaped(p[1]);
            p += 2;
        } else if (*p == '\r' && p + 1 < end && p[1] == '\n') {
            p++;
        } else {
            *q++ = *p++;
        }
    }
    *q = '\0';
    *length = (uint32_t)(q - text);
    return text;
}

const AstMod *ast_find_mod(AstMod *const *args, uint32_t n_args, const char *name)
{
    for (uint32_t i = 0; i < n_args; i++)
        if (args[i]->n_path == 1 && !strcmp(args[i]->path[0]->text, name)) return args[i];
    return NULL;
}

const AstMod *ast_annotation(const AstModList *annotation, const char *name)
{
    return annotation ? ast_find_mod(annotation->args, annotation->n_args, name) : NULL;
}

const char *ast_mod_string(const AstMod *mod, Arena *out)
{
    if (!mod || !mod->value || mod->value->kind != AST_STRING) return NULL;
    uint32_t length;
    return ast_string_value(mod->value, out, &length);
}

void ast_path_text(const AstExpr *ref, Text *out)
{
    if (ref->kind != AST_REF) return;
    if (ref->global) text_add_char(out, '.');
    for (uint32_t i = 0; i < ref->u.ref.n_parts; i++) {
        if (i) text_add_char(out, '.');
        if (ref->u.ref.parts[i].name) text_add(out, ref->u.ref.parts[i].name->text);
    }
}
