// Names in printed text: classes, iterators with one of their own, and strings.
#include <stdio.h>
#include <string.h>

#include "expr/function.h"
#include "expr/table.h"

void expr_print_string(const char *text, size_t length, Text *out)
{
    static const char letters[] = "abfnrtv"; // escapes of \a \b \f \n \r \t \v
    static const char codes[] = "\a\b\f\n\r\t\v";
    text_add_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        const char *code = c ? strchr(codes, c) : NULL;
        if (c == '"' || c == '\\' || code) text_add_char(out, '\\');
        text_add_char(out, code ? letters[code - codes] : c);
    }
    text_add_char(out, '"');
}

// One quoted identifier for a name of several parts: a.b[3] as 'a.b[3]'.
void expr_print_quoted(const char *name, const char *suffix, Text *out)
{
    text_add_char(out, '\'');
    for (const char *p = name; *p; p++) {
        if (*p == '\'' || *p == '\\') text_add_char(out, '\\');
        text_add_char(out, *p);
    }
    text_printf(out, "%s'", suffix);
}

void expr_print_word(const ExprNames *names, Name word, Text *out)
{
    if (names && names->is_base)
        expr_print_quoted(word->text, "", out);
    else
        text_add(out, word->text);
}

void expr_print_type(const ExprNames *names, const Type *type, Text *out)
{
    type = type_elem(type);
    if (type->name && names && names->type)
        names->type(names->client, type, out);
    else
        type_print(type, out);
}

void expr_print_constructor(const ExprNames *names, const Type *type, Text *out)
{
    if (names && names->constructor)
        names->constructor(names->client, type_elem(type), out);
    else
        expr_print_type(names, type, out);
}

void expr_print_function_name(const ExprNames *names, const Function *f, Text *out)
{
    if (names && names->function)
        names->function(names->client, f, out);
    else
        text_add(out, f->name->text);
}

static bool is_bound(const PrintedIterator *list, const char *name, int suffix)
{
    for (; list; list = list->outer)
        if (list->suffix == suffix && !strcmp(expr_name(list->iterator)->text, name)) return true;
    return false;
}

PrintedIterator expr_bind_iterator(const ExprNames *names, const Expr *iterator)
{
    PrintedIterator bound = {iterator, 0, names ? names->bound : NULL, NULL};
    if (!names) return bound;
    const char *name = expr_name(iterator)->text;
    while (is_bound(bound.outer, name, bound.suffix) ||
           (bound.suffix == 0 && names->is_taken && names->is_taken(names->client, name)))
        bound.suffix = bound.suffix ? bound.suffix + 1 : 2;
    return bound;
}

void expr_print_iterator(const ExprNames *names, const Expr *iterator, Text *out)
{
    char suffix[16] = "";
    const PrintedIterator *at = names ? names->bound : NULL;
    while (at && at->iterator != iterator) at = at->outer;
    if (at && at->value) {
        expr_print(at->value, names, out);
        return;
    }
    if (at && at->suffix) snprintf(suffix, sizeof suffix, "_%d", at->suffix);
    if (names && names->is_base)
        expr_print_quoted(expr_name(iterator)->text, suffix, out);
    else
        text_printf(out, "%s%s", expr_name(iterator)->text, suffix);
}
