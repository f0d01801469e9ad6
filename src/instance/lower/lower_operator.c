// lower_operator.c -- arithmetic, relations and logic: the typing rules of specification 10.6.
//
// What an operator accepts is asked of expr_op_type; the message shows both sides.
#include "instance/checks.h"
#include "instance/lower/lower.h"

typedef struct OperatorRow {
    AstOp ast;
    Op op;
    const char *symbol;
} OperatorRow;

static const OperatorRow rows[] = {
    {AST_ADD, OP_ADD, "+"},        {AST_SUB, OP_SUB, "-"},        {AST_MUL, OP_MUL, "*"},
    {AST_DIV, OP_DIV, "/"},        {AST_POW, OP_POW, "^"},        {AST_EL_ADD, OP_EL_ADD, ".+"},
    {AST_EL_SUB, OP_EL_SUB, ".-"}, {AST_EL_MUL, OP_EL_MUL, ".*"}, {AST_EL_DIV, OP_EL_DIV, "./"},
    {AST_EL_POW, OP_EL_POW, ".^"}, {AST_LT, OP_LT, "<"},          {AST_LE, OP_LE, "<="},
    {AST_GT, OP_GT, ">"},          {AST_GE, OP_GE, ">="},         {AST_EQ, OP_EQ, "=="},
    {AST_NE, OP_NE, "<>"},         {AST_AND, OP_AND, "and"},      {AST_OR, OP_OR, "or"},
};

static const OperatorRow *row_of(AstOp op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].ast == op) return &rows[i];
    return NULL;
}

static const Expr *report_operands(const Lower *l, const AstExpr *e, const char *symbol,
                                   const Expr *const *sides, const char *why)
{
    Front *f = l->f;
    const Type *a = sides[0]->type, *b = sides[1]->type;
    bool only_sizes = types_agree(f, type_elem(a), type_elem(b)) && (type_rank(a) || type_rank(b));
    Diagnostic *d = diag_error(f->diag, e->span, only_sizes ? E_DIMENSION : E_OPERAND,
                               "'%s' is not defined for the types '%s' and '%s': %s", symbol,
                               type_text(f, a), type_text(f, b), why);
    const AstExpr *texts[2] = {e->u.binary.left, e->u.binary.right};
    for (int i = 0; i < 2; i++)
        diag_note(f->diag, d, texts[i]->span, "'%s' is of type '%s'",
                  source_text(f, texts[i]->span), type_text(f, sides[i]->type));
    return expr_error(l->t);
}

// `and`, `or` with a literal left side decide without looking at the right side (what is not
// selected is not checked).
static const Expr *lower_logic(const Lower *l, const AstExpr *e, const OperatorRow *row,
                               const Expr *a)
{
    if (type_rank(a->type) == 0 && a->type->kind == TYPE_BOOLEAN && condition_decides(l, a)) {
        const Expr *value = evaluate_now(l->f, a, e->u.binary.left->span, false);
        if (value && expr_is_true(value) == (row->ast == AST_OR)) return value;
    }
    return NULL;
}

// Such a relation has no event: it is true at points that no solver looks for (3.5).
static void check_equality(const Lower *l, const AstExpr *e, const Expr *const *sides)
{
    if (l->function || (e->op != AST_EQ && e->op != AST_NE)) return;
    for (int i = 0; i < 2; i++) {
        const Type *type = sides[i]->type;
        if (type->kind != TYPE_REAL || expr_is_literal(sides[i]) ||
            expr_variability(l->f, sides[i]) != VARIABILITY_CONTINUOUS)
            continue;
        if (is_first_report(l->f, e->span, E_REAL_EQUALITY))
            diag_breach(l->f->diag, e->span, E_REAL_EQUALITY,
                        "'%s' varies continuously: compare it with < or >, equality is for what "
                        "can be counted",
                        source_text(l->f, (i ? e->u.binary.right : e->u.binary.left)->span));
        return;
    }
}

const Expr *lower_binary(const Lower *l, const AstExpr *e)
{
    const OperatorRow *row = row_of(e->op);
    const Expr *a = lower_node(l, e->u.binary.left, NULL);
    if (!expr_is_error(a) && (row->ast == AST_AND || row->ast == AST_OR)) {
        const Expr *decided = lower_logic(l, e, row, a);
        if (decided) return decided;
    }
    const Expr *b = lower_node(l, e->u.binary.right, NULL);
    if (expr_is_error(a) || expr_is_error(b)) return expr_error(l->t);
    const Expr *overloaded = overload_binary(l, e->op, a, b, e->span);
    if (overloaded) return overloaded;
    const Expr *sides[2] = {a, b};
    const char *why = "";
    if (!expr_op_type(l->t, row->op, sides, 2, &why))
        return report_operands(l, e, row->symbol, sides, why);
    check_equality(l, e, sides);
    return expr_op2(l->t, row->op, a, b);
}

const Expr *lower_unary(const Lower *l, const AstExpr *e)
{
    const AstExpr *operand = e->u.binary.right;
    const Expr *a = lower_node(l, operand, NULL);
    if (expr_is_error(a)) return a;
    const Expr *overloaded = overload_unary(l, e->op, a, e->span);
    if (overloaded) return overloaded;
    bool is_not = e->op == AST_NOT;
    bool fits = is_not ? type_elem(a->type)->kind == TYPE_BOOLEAN : type_is_numeric(a->type);
    if (!fits) {
        diag_error(l->f->diag, e->span, E_OPERAND, "'%s' is not defined for '%s' of type '%s'",
                   is_not                                      ? "not"
                   : e->op == AST_PLUS || e->op == AST_EL_PLUS ? "+"
                                                               : "-",
                   source_text(l->f, operand->span), type_text(l->f, a->type));
        return expr_error(l->t);
    }
    if (is_not) return expr_op1(l->t, OP_NOT, a);
    return e->op == AST_MINUS || e->op == AST_EL_MINUS ? expr_op1(l->t, OP_NEG, a) : a;
}
