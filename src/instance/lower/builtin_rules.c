// builtin_rules.c -- what the arguments of predefined functions must be, beyond what their result
// type needs (3.7, 10.3, 15.2, 15.3).
//
// expr_op_type knows which types can be computed with, for all stages. Here stands what only the
// text of a model can break: a scalar where an array is meant, a number that must not vary.
#include "instance/lower/lower.h"

static bool are_numeric(const Expr *const *args, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < n; i++)
        if (!type_is_numeric(args[i]->type)) return false;
    return true;
}

static bool are_scalar(const Expr *const *args, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < n; i++)
        if (type_rank(args[i]->type)) return false;
    return true;
}

// What has an order that a program can know of: numbers, Booleans and enumerations.
static bool are_ordered(const Expr *const *args, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        TypeKind kind = type_elem(args[i]->type)->kind;
        if (!type_is_numeric(args[i]->type) && kind != TYPE_BOOLEAN && kind != TYPE_ENUMERATION)
            return false;
    }
    return true;
}

static bool is_smooth_type(const Type *type)
{
    const Type *elem = type_elem(type);
    if (elem->kind != TYPE_RECORD) return type_is_numeric(elem);
    for (uint32_t i = 0; i < elem->n; i++)
        if (!is_smooth_type(elem->fields[i].type)) return false;
    return true;
}

static bool is_below(const Expr *e, double limit)
{
    double value;
    return expr_is_number(e, &value) && value < limit;
}

const char *argument_complaint(Op op, const Expr *const *args, uint32_t n)
{
    switch (op) {
    case OP_DIV_INT:
    case OP_MOD:
    case OP_REM:
    case OP_SEMI_LINEAR:
    case OP_HOMOTOPY:
    case OP_DELAY:
    case OP_DIAGONAL:
    case OP_OUTER_PRODUCT:
    case OP_SYMMETRIC: return are_numeric(args, 0, n) ? NULL : "it needs numbers";
    case OP_MIN:
    case OP_MAX:
        if (!are_ordered(args, n)) return "it needs numbers, Booleans or enumeration values";
        if (n == 1) return type_rank(args[0]->type) ? NULL : "it needs an array or two scalars";
        return NULL;
    case OP_SUM:
    case OP_PRODUCT:
        return are_numeric(args, 0, n) && type_rank(args[0]->type) ? NULL
                                                                   : "it needs an array of numbers";
    case OP_SAMPLE:
        return are_numeric(args, 0, n) && are_scalar(args, 0, n) ? NULL : "it needs two numbers";
    case OP_SMOOTH:
        if (args[0]->type->kind != TYPE_INTEGER) return "the order is an Integer";
        if (is_below(args[0], 0)) return "the order is negative";
        return is_smooth_type(args[1]->type) ? NULL : "only Reals can be smooth";
    case OP_LINSPACE:
        if (!are_numeric(args, 0, 2) || !are_scalar(args, 0, 2)) return "it needs scalar numbers";
        return is_below(args[2], 2) ? "it needs at least two points" : NULL;
    default: return NULL;
    }
}

// ---- Stream variables --------------------------------------------------------------------------

typedef struct StreamSearch {
    const Front *f;
    const Variable *other; // one that is no stream variable
    bool any;
} StreamSearch;

static void visit_stream(void *client, const Expr *e)
{
    StreamSearch *s = client;
    if (e->kind != EXPR_REF) return;
    const Variable *v = s->f->variables.data[e->u.var.i];
    s->any = true;
    if (v->connect_kind != CONNECT_STREAM) s->other = v;
}

bool is_stream_argument(const Lower *l, const Expr *arg, Op op, const AstExpr *text)
{
    StreamSearch s = {l->f, NULL, false};
    expr_walk(l->t, arg, &s, visit_stream);
    bool is_none_left = l->f->s->as_part && !s.any; // an element of no elements
    if (!s.other && (s.any || is_none_left)) return true;
    Diagnostic *d = diag_error(l->f->diag, text->span, E_ARGUMENT,
                               "'%s' needs a stream variable of a connector, not '%s'", op_name(op),
                               source_text(l->f, text->span));
    if (s.other)
        diag_note(l->f->diag, d, s.other->declared->span,
                  "it is declared here without the prefix 'stream'");
    return false;
}
