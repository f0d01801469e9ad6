// expr_text.h -- expressions for unit tests from a line of text: x + 2*sin(y), {1, 2}[i], ...
//
// Single letters are Real variables (VarId = letter - 'a'), i to n Integers, b Boolean; the
// capitals A to D are Real 3x3 matrices, U to W Real vectors of 3. Everything is built with
// the constructors of expr.h.
#ifndef TESTS_EXPR_TEXT_H
#define TESTS_EXPR_TEXT_H
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "expr/function.h"
#include "unit/unit.h"

typedef struct ExprText {
    ExprTable *t;
    NameTable *names;
    const char *p;
    Name iterator_names[8];
    const Expr *iterators[8];
    int n_iterators;
    const Function *function; // its name can be called
    bool outside;             // its variables are not visible
} ExprText;

static const Expr *text_expression(ExprText *x);

static void text_space(ExprText *x)
{
    while (*x->p == ' ') x->p++;
}

static bool text_take(ExprText *x, const char *word)
{
    text_space(x);
    size_t n = strlen(word);
    if (strncmp(x->p, word, n) != 0) return false;
    if (isalpha((unsigned char)word[n - 1]) && isalnum((unsigned char)x->p[n])) return false;
    x->p += n;
    return true;
}

static const Expr *text_variable(ExprText *x, char c)
{
    const Type *real = type_basic(x->t, TYPE_REAL);
    int32_t three[2] = {3, 3};
    const Type *type = real;
    if (c >= 'A' && c <= 'D') type = type_array(x->t, real, three, 2);
    if (c >= 'U' && c <= 'W') type = type_array(x->t, real, three, 1);
    if (c >= 'i' && c <= 'n') type = type_basic(x->t, TYPE_INTEGER);
    if (c == 'b') type = type_basic(x->t, TYPE_BOOLEAN);
    return expr_ref(x->t, (VarId){c - 'A'}, type);
}

enum { MOST_ITEMS = 20 }; // of a list

static uint32_t text_list(ExprText *x, const char *end, const Expr **items)
{
    uint32_t n = 0;
    if (text_take(x, end)) return 0;
    do items[n++] = text_take(x, ":") ? expr_colon(x->t) : text_expression(x);
    while (n < MOST_ITEMS && text_take(x, ","));
    text_take(x, end);
    return n;
}

static const Expr *text_number_literal(ExprText *x)
{
    char *end;
    double value = strtod(x->p, &end);
    bool real = memchr(x->p, '.', (size_t)(end - x->p)) || memchr(x->p, 'e', (size_t)(end - x->p));
    x->p = end;
    return real ? expr_real(x->t, value) : expr_integer(x->t, (int64_t)value);
}

// {body for i in range} with the iterator known before the body is read: the text is scanned
// for "for" first, which is enough for tests.
static const Expr *text_comprehension(ExprText *x, Op op, const char *end)
{
    const char *body = x->p, *scan = strstr(body, " for ");
    x->p = scan + 5;
    Name name = name_of(x->names, x->p, 1);
    x->p++;
    text_take(x, "in");
    const Expr *range = text_expression(x);
    const char *after = x->p;
    const Expr *pair[2] = {expr_iterator(x->t, name, type_elem(range->type)), range};
    x->iterator_names[x->n_iterators] = name;
    x->iterators[x->n_iterators++] = pair[0];
    x->p = body;
    const Expr *inside = text_expression(x);
    x->n_iterators--;
    x->p = after;
    text_take(x, end);
    return op == N_OPERATORS ? expr_comprehension(x->t, inside, pair, 1)
                             : expr_reduction(x->t, op, inside, pair, 1);
}

static bool text_is_comprehension(const ExprText *x)
{
    int depth = 0;
    for (const char *p = x->p; *p && depth >= 0; p++) {
        if (strchr("({[", *p)) depth++;
        if (strchr(")}]", *p)) depth--;
        if (depth == 0 && strncmp(p, " for ", 5) == 0) return true;
    }
    return false;
}

static const Expr *text_call(ExprText *x, const char *word, size_t n)
{
    char name[40] = {0};
    const Expr *args[MOST_ITEMS];
    Op op;
    memcpy(name, word, n);
    if (x->function && strcmp(name, x->function->name->text) == 0) {
        uint32_t count = text_list(x, ")", args);
        return expr_call(x->t, x->function, args, count, x->function->type);
    }
    if (!op_of_name(name, &op)) return expr_error(x->t);
    if (text_is_comprehension(x)) return text_comprehension(x, op, ")");
    uint32_t count = text_list(x, ")", args);
    return expr_op(x->t, op, args, count);
}

static const Expr *text_word(ExprText *x)
{
    const char *word = x->p;
    while (isalnum((unsigned char)*x->p)) x->p++;
    size_t n = (size_t)(x->p - word);
    if (n == 4 && memcmp(word, "true", 4) == 0) return expr_boolean(x->t, true);
    if (n == 5 && memcmp(word, "false", 5) == 0) return expr_boolean(x->t, false);
    if (n == 4 && memcmp(word, "time", 4) == 0) return expr_time(x->t);
    if (*x->p == '(') {
        x->p++;
        return text_call(x, word, n);
    }
    for (int i = x->n_iterators; i-- > 0;)
        if (n == 1 && x->iterator_names[i]->text[0] == *word) return x->iterators[i];
    for (uint32_t i = 0; x->function && !x->outside && i < x->function->n_locals; i++) {
        const Local *local = &x->function->locals[i];
        if (local->name->length == n && memcmp(local->name->text, word, n) == 0)
            return expr_local(x->t, i, local->type, local->name);
    }
    return n == 1 ? text_variable(x, *word) : expr_error(x->t);
}

static const Expr *text_braces(ExprText *x)
{
    const Expr *items[MOST_ITEMS];
    if (text_is_comprehension(x)) return text_comprehension(x, N_OPERATORS, "}");
    uint32_t n = text_list(x, "}", items);
    return expr_array(x->t, items, n, n ? items[0]->type : type_basic(x->t, TYPE_REAL));
}

static const Expr *text_string(ExprText *x)
{
    const char *end = strchr(x->p, '"');
    Name text = name_of(x->names, x->p, (size_t)(end - x->p));
    x->p = end + 1;
    return expr_string(x->t, text);
}

static const Expr *text_primary(ExprText *x)
{
    const Expr *e;
    text_space(x);
    if (isdigit((unsigned char)*x->p))
        e = text_number_literal(x);
    else if (text_take(x, "{"))
        e = text_braces(x);
    else if (text_take(x, "\""))
        e = text_string(x);
    else if (text_take(x, "(")) {
        e = text_expression(x);
        text_take(x, ")");
    } else
        e = text_word(x);
    while (text_take(x, "[")) {
        const Expr *subs[MOST_ITEMS];
        uint32_t n = text_list(x, "]", subs);
        e = expr_subscript(x->t, e, subs, n);
    }
    return e;
}

static const Expr *text_power(ExprText *x)
{
    const Expr *e = text_primary(x);
    if (text_take(x, "^")) return expr_op2(x->t, OP_POW, e, text_primary(x));
    if (text_take(x, ".^")) return expr_op2(x->t, OP_EL_POW, e, text_primary(x));
    return e;
}

static const Expr *text_product(ExprText *x)
{
    const Expr *e = text_power(x);
    for (;;) {
        if (text_take(x, "*"))
            e = expr_op2(x->t, OP_MUL, e, text_power(x));
        else if (text_take(x, "/"))
            e = expr_op2(x->t, OP_DIV, e, text_power(x));
        else if (text_take(x, ".*"))
            e = expr_op2(x->t, OP_EL_MUL, e, text_power(x));
        else if (text_take(x, "./"))
            e = expr_op2(x->t, OP_EL_DIV, e, text_power(x));
        else
            return e;
    }
}

static const Expr *text_sum(ExprText *x)
{
    const Expr *e = text_take(x, "-") ? expr_op1(x->t, OP_NEG, text_product(x)) : text_product(x);
    for (;;) {
        if (text_take(x, "+"))
            e = expr_op2(x->t, OP_ADD, e, text_product(x));
        else if (text_take(x, "-"))
            e = expr_op2(x->t, OP_SUB, e, text_product(x));
        else if (text_take(x, ".+"))
            e = expr_op2(x->t, OP_EL_ADD, e, text_product(x));
        else
            return e;
    }
}

static const Expr *text_relation(ExprText *x)
{
    static const struct {
        const char *sign;
        Op op;
    } rows[] = {{"<=", OP_LE}, {">=", OP_GE}, {"<>", OP_NE},
                {"==", OP_EQ}, {"<", OP_LT},  {">", OP_GT}};
    const Expr *e = text_sum(x);
    for (size_t i = 0; i < 6; i++)
        if (text_take(x, rows[i].sign)) return expr_op2(x->t, rows[i].op, e, text_sum(x));
    return e;
}

static const Expr *text_not(ExprText *x)
{
    return text_take(x, "not") ? expr_op1(x->t, OP_NOT, text_not(x)) : text_relation(x);
}

static const Expr *text_and(ExprText *x)
{
    const Expr *e = text_not(x);
    while (text_take(x, "and")) e = expr_op2(x->t, OP_AND, e, text_not(x));
    return e;
}

static const Expr *text_logic(ExprText *x)
{
    const Expr *e = text_and(x);
    while (text_take(x, "or")) e = expr_op2(x->t, OP_OR, e, text_and(x));
    return e;
}

static const Expr *text_expression(ExprText *x)
{
    if (text_take(x, "if")) {
        const Expr *condition = text_expression(x);
        text_take(x, "then");
        const Expr *yes = text_expression(x);
        text_take(x, "else");
        return expr_if(x->t, condition, yes, text_expression(x));
    }
    const Expr *e = text_logic(x);
    if (!text_take(x, ":")) return e;
    const Expr *second = text_logic(x);
    if (!text_take(x, ":")) return expr_range(x->t, e, NULL, second);
    return expr_range(x->t, e, second, text_logic(x));
}

static void text_variable_name(void *client, VarId var, Text *out)
{
    (void)client;
    text_add_char(out, (char)('A' + var.i));
}

static inline const char *text_of_expr(Unit *u, const Expr *e)
{
    const ExprNames names = {.variable = text_variable_name};
    Text out = text_make(u->arena);
    expr_print(e, &names, &out);
    return text_cstr(&out);
}

static inline Session *expr_session(Unit *u)
{
    Session *s = ARENA_NEW(u->arena, Session);
    s->arena = u->arena;
    s->names = names_open(u->arena);
    s->sources = sources_open(u->arena);
    s->diag = diag_open(u->arena, s->sources);
    expr_table_open(s, s->arena);
    return s;
}

static inline const Expr *expr_of_text(Session *s, const char *text)
{
    ExprText x = {.t = s->exprs, .names = s->names, .p = text};
    return text_expression(&x);
}
#endif
