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
            if (!strchr("'\"?\\abfnrtv", p[1])) *q++ = '\\'; // warned of, and kept
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

// ---- Parts of expressions ----------------------------------------------------------------

static void each_item(const AstExprList *list, void *client, AstVisit visit)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i]) visit(client, list->items[i]);
}

static void each_range(const AstIterator *iterators, uint32_t n, void *client, AstVisit visit)
{
    for (uint32_t i = 0; i < n; i++)
        if (iterators[i].range) visit(client, iterators[i].range);
}

static void each_argument(const AstExpr *call, void *client, AstVisit visit)
{
    const AstArgs *args = call->u.call.args;
    visit(client, call->u.call.function);
    each_item(&args->positional, client, visit);
    for (uint32_t i = 0; i < args->n_named; i++)
        if (args->named[i].value) visit(client, args->named[i].value);
    each_range(args->iterators, args->n_iterators, client, visit);
}

static void each_branch(const AstExpr *e, void *client, AstVisit visit)
{
    for (uint32_t i = 0; i < e->u.cond.n_branches; i++) {
        const AstIfBranch *branch = &e->u.cond.branches[i];
        if (branch->condition) visit(client, branch->condition);
        visit(client, branch->value);
    }
}

static void each_bound(const AstExpr *e, void *client, AstVisit visit)
{
    visit(client, e->u.range->first);
    if (e->u.range->step) visit(client, e->u.range->step);
    visit(client, e->u.range->last);
}

void ast_each_part(const AstExpr *e, void *client, AstVisit visit)
{
    switch ((AstExprKind)e->kind) {
    case AST_REF:
        for (uint32_t i = 0; i < e->u.ref.n_parts; i++)
            each_item(&e->u.ref.parts[i].subscripts, client, visit);
        break;
    case AST_CALL:
    case AST_PARTIAL: each_argument(e, client, visit); break;
    case AST_BINARY: visit(client, e->u.binary.left); // fall through
    case AST_UNARY: visit(client, e->u.binary.right); break;
    case AST_IF: each_branch(e, client, visit); break;
    case AST_RANGE: each_bound(e, client, visit); break;
    case AST_ARRAY:
    case AST_TUPLE: each_item(&e->u.items, client, visit); break;
    case AST_COMPREHENSION:
        visit(client, e->u.comprehension->value);
        each_range(e->u.comprehension->iterators, e->u.comprehension->n_iterators, client, visit);
        break;
    case AST_MATRIX:
        for (uint32_t i = 0; i < e->u.matrix.n_rows; i++)
            each_item(&e->u.matrix.rows[i], client, visit);
        break;
    case AST_PAREN: visit(client, e->u.inner); break;
    case AST_SUBSCRIPTED:
        visit(client, e->u.subscripted.base);
        each_item(e->u.subscripted.subscripts, client, visit);
        break;
    case AST_MEMBER: visit(client, e->u.member.base); break;
    default: break;
    }
}

const char *ast_kind_word(AstClassKind kind)
{
    static const char *const words[] = {
        "class",   "model",    "record",   "block",           "connector",        "type",
        "package", "function", "operator", "operator record", "operator function"};
    return words[kind];
}

bool ast_reference_text(const AstExpr *ref, Text *out)
{
    for (uint32_t i = 0; i < ref->u.ref.n_parts; i++) {
        const AstRefPart *part = &ref->u.ref.parts[i];
        text_printf(out, "%s%s", i ? "." : "", part->name->text);
        for (uint32_t k = 0; k < part->subscripts.count; k++) {
            if (part->subscripts.items[k]->kind != AST_INTEGER) return false;
            text_printf(out, "%c%lld", k ? ',' : '[',
                        (long long)part->subscripts.items[k]->u.integer);
        }
        if (part->subscripts.count) text_add_char(out, ']');
    }
    return true;
}
