// lower_clock.c -- calls of clock constructors and clocked operators (chapter 16).
//
// What a clock is made from, and how far it is converted, belongs to the structure: these arguments
// are parameter expressions. hold and backSample have a value before the first tick, the start
// value of a variable: they need one.
#include "instance/lower/lower.h"

static const Expr *refuse(const Lower *l, Span span, const char *format, const char *what)
{
    diag_error(l->f->diag, span, E_ARGUMENT, format, what);
    return expr_error(l->t);
}

static bool is_positive(const Lower *l, const Expr *e, const AstExpr *text, const char *what)
{
    double number;
    if (!expr_is_number(e, &number) || number > 0) return true;
    diag_error(l->f->diag, text->span, E_CLOCK_VALUE, "%s is %g, but must be positive", what,
               number);
    return false;
}

// ---- sample ------------------------------------------------------------------------------------

const Expr *lower_sample(const Lower *l, const AstExpr *call, const AstExpr *const *texts,
                         uint32_t n)
{
    const Expr *args[2];
    for (uint32_t i = 0; i < n; i++) {
        args[i] = lower_node(l, texts[i], NULL);
        if (expr_is_error(args[i])) return args[i];
    }
    if (n == 1 || args[1]->type->kind == TYPE_CLOCK) {
        return apply_builtin(l, call, OP_CLOCK_SAMPLE, args, n);
    }
    for (uint32_t i = 0; i < 2; i++)
        if (!is_parametric(l, args[i], texts[i], "an argument of 'sample'"))
            return expr_error(l->t);
    if (!is_positive(l, args[1], texts[1], "the interval of 'sample'")) return expr_error(l->t);
    return apply_builtin(l, call, OP_SAMPLE, args, n);
}

// ---- Clock(..) ---------------------------------------------------------------------------------

typedef struct ClockForm {
    TypeKind first, second;
    const char *names[2];
} ClockForm;

static const ClockForm clock_forms[] = {
    {TYPE_INTEGER, TYPE_INTEGER, {"intervalCounter", "resolution"}},
    {TYPE_REAL, TYPE_NONE, {"interval", ""}},
    {TYPE_BOOLEAN, TYPE_REAL, {"condition", "startInterval"}},
    {TYPE_CLOCK, TYPE_STRING, {"c", "solverMethod"}},
};
enum { N_FORMS = sizeof clock_forms / sizeof *clock_forms };

// The place of a named argument; -1: no constructor has it. *form: the one that it belongs to.
static int place_of_name(const char *name, const ClockForm **form)
{
    for (int i = 0; i < N_FORMS; i++)
        for (int k = 0; k < 2; k++)
            if (!strcmp(name, clock_forms[i].names[k])) {
                *form = &clock_forms[i];
                return k;
            }
    return -1;
}

static bool gather_clock(const Lower *l, const AstExpr *call, const AstExpr *texts[2],
                         const ClockForm **form)
{
    const AstArgs *args = call->u.call.args;
    if (args->positional.count > 2) {
        refuse(l, call->span, "'%s' has at most two arguments", "Clock");
        return false;
    }
    for (uint32_t i = 0; i < args->positional.count; i++) texts[i] = args->positional.items[i];
    for (uint32_t i = 0; i < args->n_named; i++) {
        const ClockForm *before = *form;
        int place = place_of_name(args->named[i].name->text, form);
        if (place < 0 || texts[place] || (before && before != *form)) {
            refuse(l, args->named[i].name_span, "'Clock' has no argument '%s' here",
                   args->named[i].name->text);
            return false;
        }
        texts[place] = args->named[i].value;
    }
    if (!texts[1] || texts[0]) return true;
    refuse(l, call->span, "'%s' lacks its first argument", "Clock");
    return false;
}

static const ClockForm *form_of(const Expr *first)
{
    for (int i = 0; i < N_FORMS; i++)
        if (first->type->kind == clock_forms[i].first) return &clock_forms[i];
    return NULL;
}

static bool is_second_argument(const Lower *l, const ClockForm *form, const Expr *e,
                               const AstExpr *text)
{
    TypeKind kind = e->type->kind;
    bool fits = kind == form->second || (form->second == TYPE_REAL && kind == TYPE_INTEGER);
    if (!fits)
        refuse(l, text->span, "'%s' does not fit as second argument of this clock",
               source_text(l->f, text->span));
    return fits && is_parametric(l, e, text, "the second argument of a clock");
}

// A resolution must be 1 or more; an interval positive; an interval counter of 0 means that the
// interval is inferred.
static bool has_clock_values(const Lower *l, const ClockForm *form, const Expr *const *args,
                             const AstExpr *const *texts, uint32_t n)
{
    double counter;
    if (form->first == TYPE_REAL)
        return is_positive(l, args[0], texts[0], "the interval of a clock");
    if (form->first != TYPE_INTEGER) return true;
    if (n > 1 && !is_positive(l, args[1], texts[1], "the resolution of a clock")) return false;
    if (!expr_is_number(args[0], &counter) || counter >= 0) return true;
    return is_positive(l, args[0], texts[0], "the interval counter of a clock");
}

const Expr *lower_clock(const Lower *l, const AstExpr *call)
{
    const AstExpr *texts[2] = {NULL, NULL};
    const ClockForm *named = NULL;
    if (!gather_clock(l, call, texts, &named)) return expr_error(l->t);
    uint32_t n = texts[1] ? 2 : texts[0] ? 1 : 0;
    const Expr *args[2] = {NULL, NULL};
    for (uint32_t i = 0; i < n; i++) {
        args[i] = lower_node(l, texts[i], NULL);
        if (expr_is_error(args[i])) return args[i];
    }
    if (n == 0) return apply_builtin(l, call, OP_CLOCK, args, 0);
    if (named && named->first == TYPE_REAL) args[0] = expr_cast_real(l->t, args[0]);
    const ClockForm *form = form_of(args[0]);
    if (!form || (named && named != form))
        return refuse(l, texts[0]->span, "a clock cannot be made from '%s'",
                      source_text(l->f, texts[0]->span));
    if (n > 1 && !is_second_argument(l, form, args[1], texts[1])) return expr_error(l->t);
    if (!has_clock_values(l, form, args, texts, n)) return expr_error(l->t);
    return apply_builtin(l, call, OP_CLOCK, args, n);
}

// ---- Conversions -------------------------------------------------------------------------------

const Expr *lower_conversion(const Lower *l, const AstExpr *call, Op op,
                             const AstExpr *const *texts, uint32_t n, const Type *expected)
{
    static const char *const what[] = {NULL, "how far a clock is converted", "a resolution"};
    const Expr *args[3];
    for (uint32_t i = 0; i < n; i++) {
        if (!texts[i]) return refuse(l, call->span, "'%s' lacks an argument", op_name(op));
        args[i] = lower_node(l, texts[i], i == 0 ? expected : NULL);
        if (expr_is_error(args[i])) return args[i];
        if (i && args[i]->type->kind != TYPE_INTEGER)
            return refuse(l, texts[i]->span, "'%s' must be an Integer here",
                          source_text(l->f, texts[i]->span));
        if (i && !is_parametric(l, args[i], texts[i], what[i])) return expr_error(l->t);
    }
    bool is_clock = type_elem(args[0]->type)->kind == TYPE_CLOCK;
    bool needs_variable = op == OP_HOLD || (op == OP_BACK_SAMPLE && !is_clock);
    if (is_clock && (op == OP_HOLD || op == OP_NO_CLOCK))
        return refuse(l, texts[0]->span, "'%s' is not defined for a clock", op_name(op));
    if (needs_variable && !is_variable_argument(args[0]) &&
        expr_variability(l->f, args[0]) > VARIABILITY_PARAMETER) {
        diag_error(l->f->diag, texts[0]->span, E_ARGUMENT,
                   "'%s' needs a variable, not '%s': declare one for it, its start value counts "
                   "before the first tick",
                   op_name(op), source_text(l->f, texts[0]->span));
        return expr_error(l->t);
    }
    return apply_builtin(l, call, op, args, n);
}
