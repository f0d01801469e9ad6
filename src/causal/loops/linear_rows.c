// The coefficients of all unknowns of a loop in one equation, by a single walk over its sums.
//
// Most equations of large models are sums of unknowns with constant factors. One derivative per
// unknown would walk the equation as often as it has unknowns; here the factor is carried down
// instead. Products are followed only where one side is free of unknowns, and shared sums would be
// walked once for every path, so the number of terms is bounded, in proportion to the variables
// of the equation: what does not fit is left to differentiation.
#include "causal/analysis.h"

enum { MOST_TERMS = 200, MOST_TERMS_OF_VARIABLE = 8 };

typedef struct Term {
    const Expr *e, *factor;
    bool is_minus; // the factor is the other way round
} Term;

struct RowTerms { // kept from one equation to the next
    VEC(Term) list;
};

typedef struct RowWalk {
    Analysis *a;
    const int32_t *local_of; // by VarId: column + 1; 0 outside the loop
    const Expr **coefficient;
    struct RowTerms *terms;
    const Expr *one, *minus_one;
    bool has_rest; // something without unknowns
} RowWalk;

static bool is_free(RowWalk *w, const Expr *e)
{
    if (!(e->flags & EXPR_HAS_REF)) return true;
    if (e->kind == EXPR_REF) return !w->local_of[e->u.var.i];
    VarVec *vars = variables_of_expr(w->a, e);
    for (uint32_t i = 0; i < vars->count; i++)
        if (w->local_of[vars->data[i].i]) return false;
    return true;
}

static void push_term(RowWalk *w, const Expr *e, const Expr *factor, bool is_minus)
{
    if (e->flags & EXPR_HAS_REF)
        VEC_PUSH(w->a->whole, &w->terms->list, ((Term){e, factor, is_minus}));
    else if (!expr_is_zero(e))
        w->has_rest = true;
}

static const Expr *factor_of(RowWalk *w, const Term *t)
{
    if (!t->is_minus) return t->factor;
    return t->factor == w->one ? w->minus_one : expr_op1(w->a->exprs, OP_NEG, t->factor);
}

static void add_coefficient(RowWalk *w, VarId v, const Expr *factor)
{
    int32_t column = w->local_of[v.i] - 1;
    if (column < 0) {
        w->has_rest = true;
        return;
    }
    const Expr **c = &w->coefficient[column];
    *c = *c ? expr_op2(w->a->exprs, OP_ADD, *c, factor) : factor;
}

static bool is_rest(RowWalk *w, const Expr *e)
{
    w->has_rest = true;
    return is_free(w, e);
}

// Takes one term apart; false where it is not a sum or a product with a free side.
static bool take_apart(RowWalk *w, Term t)
{
    const Expr *e = t.e;
    if (e->kind == EXPR_REF) {
        add_coefficient(w, e->u.var, factor_of(w, &t));
        return true;
    }
    if (e->kind != EXPR_OP || e->type->kind != TYPE_REAL) return is_rest(w, e);
    switch (e->op) {
    case OP_ADD:
    case OP_SUB:
        push_term(w, e->args[0], t.factor, t.is_minus);
        push_term(w, e->args[1], t.factor, t.is_minus != (e->op == OP_SUB));
        return true;
    case OP_NEG: push_term(w, e->args[0], t.factor, !t.is_minus); return true;
    case OP_MUL: {
        int free = is_free(w, e->args[0]) ? 0 : 1;
        if (free == 1 && !is_free(w, e->args[1])) return false;
        const Expr *factor = expr_op2(w->a->exprs, OP_MUL, factor_of(w, &t), e->args[free]);
        push_term(w, e->args[1 - free], factor, false);
        return true;
    }
    case OP_DIV: {
        if (!is_free(w, e->args[1])) return false;
        const Expr *factor = expr_op2(w->a->exprs, OP_DIV, factor_of(w, &t), e->args[1]);
        push_term(w, e->args[0], factor, false);
        return true;
    }
    default: return is_rest(w, e);
    }
}

static uint32_t most_terms(Analysis *a, const SystemEquation *e)
{
    uint32_t n_variables = variables_of_expr(a, e->left)->count;
    n_variables += variables_of_expr(a, e->right)->count;
    return MOST_TERMS + MOST_TERMS_OF_VARIABLE * n_variables;
}

bool row_coefficients(Analysis *a, const SystemEquation *e, const int32_t *local_of,
                      const Expr **coefficient, bool *has_rest)
{
    if (e->left->type->kind != TYPE_REAL || e->right->type->kind != TYPE_REAL) return false;
    if (!a->row_terms) a->row_terms = ARENA_NEW(a->whole, struct RowTerms);
    RowWalk w = {.a = a,
                 .local_of = local_of,
                 .coefficient = coefficient,
                 .terms = a->row_terms,
                 .one = expr_real(a->exprs, 1),
                 .minus_one = expr_real(a->exprs, -1)};
    w.terms->list.count = 0;
    push_term(&w, e->left, w.one, false);
    push_term(&w, e->right, w.one, true);
    uint32_t most = MOST_TERMS; // few have so many: then it is looked at more closely
    for (uint32_t n = 0; w.terms->list.count; n++) {
        if (n > most && most == MOST_TERMS) most = most_terms(a, e);
        if (n > most || !take_apart(&w, VEC_POP(&w.terms->list))) return false;
    }
    if (has_rest) *has_rest = w.has_rest;
    return true;
}
