// lower_string.c -- String(x): a number, Boolean or enumeration value as text (3.7.1).
//
// Either a format, for numbers, or minimumLength and leftJustified, with significantDigits for
// Reals. Options are named; older versions of the language took them by position, too.
#include "expr/number_format.h"
#include "instance/lower/lower.h"

enum { DIGITS, LENGTH, LEFT, N_OPTIONS };

static const char *const option_names[N_OPTIONS] = {"significantDigits", "minimumLength",
                                                    "leftJustified"};

typedef struct StringCall {
    const Lower *l;
    const Expr *value;
    const Expr *options[N_OPTIONS], *format; // NULL: not given
} StringCall;

static bool can_be_shown(const StringCall *s, const AstExpr *text)
{
    switch (s->value->type->kind) {
    case TYPE_REAL:
    case TYPE_INTEGER:
    case TYPE_BOOLEAN:
    case TYPE_ENUMERATION: return true;
    default: break;
    }
    diag_error(s->l->f->diag, text->span, E_OPERAND,
               "'String' shows numbers, Booleans and enumeration values, but '%s' is of type '%s'",
               source_text(s->l->f, text->span), type_text(s->l->f, s->value->type));
    return false;
}

static bool refuse_option(const StringCall *s, Span at, const char *name)
{
    diag_error(s->l->f->diag, at, E_ARGUMENT,
               "'String' has no argument '%s' for a value of type '%s'", name,
               type_text(s->l->f, s->value->type));
    return false;
}

static bool set_format(StringCall *s, const AstExpr *text, Span at)
{
    TypeKind kind = s->value->type->kind;
    if (kind != TYPE_REAL && kind != TYPE_INTEGER) return refuse_option(s, at, "format");
    s->format = lower_as(s->l, text, type_basic(s->l->t, TYPE_STRING), "the format");
    if (expr_is_error(s->format)) return false;
    if (s->format->kind != EXPR_STRING || number_format_is_valid(s->format->u.string->text))
        return true;
    Diagnostic *d = diag_error(s->l->f->diag, text->span, E_ARGUMENT,
                               "\"%s\" is not a format for String()", s->format->u.string->text);
    diag_label(s->l->f->diag, d, "width, point, precision and a letter, such as \"8.3f\"");
    return false;
}

static bool set_option(StringCall *s, uint32_t k, const AstExpr *text, Span at)
{
    const Lower *l = s->l;
    TypeKind kind = k == LEFT ? TYPE_BOOLEAN : TYPE_INTEGER;
    if (k == DIGITS && s->value->type->kind != TYPE_REAL)
        return refuse_option(s, at, option_names[k]);
    if (s->options[k]) {
        diag_error(l->f->diag, at, E_ARGUMENT, "the argument '%s' is given twice", option_names[k]);
        return false;
    }
    s->options[k] = lower_as(l, text, type_basic(l->t, kind), option_names[k]);
    return !expr_is_error(s->options[k]);
}

static bool set_named(StringCall *s, const AstNamedArg *named)
{
    const char *name = named->name->text;
    if (strcmp(name, "format") == 0) return set_format(s, named->value, named->name_span);
    for (uint32_t k = 0; k < N_OPTIONS; k++)
        if (strcmp(name, option_names[k]) == 0)
            return set_option(s, k, named->value, named->name_span);
    return refuse_option(s, named->name_span, name);
}

static bool set_by_position(StringCall *s, const AstExprList *list)
{
    Diag *diag = s->l->f->diag;
    uint32_t k = s->value->type->kind == TYPE_REAL ? DIGITS : LENGTH;
    for (uint32_t i = 1; i < list->count; i++, k++) {
        const AstExpr *text = list->items[i];
        if (k >= N_OPTIONS) {
            diag_error(diag, text->span, E_ARGUMENT, "'String' has too many arguments");
            return false;
        }
        bool is_format =
            i == 1 && list->count == 2 && lower_node(s->l, text, NULL)->type->kind == TYPE_STRING;
        const char *name = is_format ? "format" : option_names[k];
        Diagnostic *d = diag_breach(diag, text->span, E_ARGUMENT,
                                    "the argument '%s' of 'String' is given by its name", name);
        diag_label(diag, d, "write %s = %s", name, source_text(s->l->f, text->span));
        if (!(is_format ? set_format(s, text, text->span) : set_option(s, k, text, text->span)))
            return false;
    }
    return true;
}

static const Expr *string_of(const StringCall *s, const AstExpr *call)
{
    ExprTable *t = s->l->t;
    bool has_options = s->options[DIGITS] || s->options[LENGTH] || s->options[LEFT];
    if (s->format && has_options) {
        diag_error(s->l->f->diag, call->span, E_ARGUMENT,
                   "'String' takes a format or other arguments, not both");
        return expr_error(t);
    }
    const Expr *formatted[2] = {s->value, s->format};
    if (s->format) return expr_op(t, OP_STRING, formatted, 2);
    const Expr *length = s->options[LENGTH] ? s->options[LENGTH] : expr_integer(t, 0);
    const Expr *left = s->options[LEFT] ? s->options[LEFT] : expr_boolean(t, true);
    if (s->value->type->kind != TYPE_REAL) {
        const Expr *all[3] = {s->value, length, left};
        return expr_op(t, OP_STRING, all, 3);
    }
    const Expr *digits = s->options[DIGITS] ? s->options[DIGITS] : expr_integer(t, 6);
    const Expr *all[4] = {s->value, digits, length, left};
    return expr_op(t, OP_STRING, all, 4);
}

const Expr *lower_to_string(const Lower *l, const AstExpr *call)
{
    const AstArgs *args = call->u.call.args;
    if (args->positional.count == 0) {
        diag_error(l->f->diag, call->span, E_ARGUMENT, "'String' needs a value");
        return expr_error(l->t);
    }
    const AstExpr *text = args->positional.items[0];
    StringCall s = {.l = l, .value = lower_node(l, text, NULL)};
    if (expr_is_error(s.value)) return s.value;
    if (s.value->type->kind == TYPE_RECORD) return overload_string(l, s.value, call);
    bool ok = can_be_shown(&s, text) && set_by_position(&s, &args->positional);
    for (uint32_t i = 0; ok && i < args->n_named; i++) ok = set_named(&s, &args->named[i]);
    return ok ? string_of(&s, call) : expr_error(l->t);
}
