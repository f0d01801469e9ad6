// The partial derivatives of an expression by everything it reads, in one walk where it is a tree
// of sums, products and quotients: a variable that stands in one place only has the derivative that
// the nodes from there to the root make of 1. One walk for each variable, as differentiation makes
// it, costs as much as all other analysis of an array of a million equations. The results are those
// of differentiation, node by node; what is written otherwise is left to it.
#include "causal/analysis.h"

typedef struct Gradient {
    Analysis *a;
    const Expr **found; // by VarId; NULL: not met, `unclear`: not by this walk
    const Expr *unclear;
} Gradient;

static bool is_real(const Expr *e)
{
    return e->type->kind == TYPE_REAL;
}

static bool is_walked(const Expr *e)
{
    if (e->kind != EXPR_OP || !is_real(e) || !is_real(e->args[0])) return false;
    if (e->op == OP_NEG) return true;
    bool is_known = e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL || e->op == OP_DIV;
    return is_known && is_real(e->args[1]);
}

// d with respect to the argument that was looked at last.
static const Expr *pass_through(ExprTable *t, const GradientStep *s, const Expr *d)
{
    const Expr *e = s->node;
    bool is_left = s->next == 1;
    switch (e->op) {
    case OP_ADD: return d;
    case OP_SUB: return is_left ? d : expr_op1(t, OP_NEG, d);
    case OP_NEG: return expr_op1(t, OP_NEG, d);
    case OP_MUL:
        return is_left ? expr_op2(t, OP_MUL, d, e->args[1]) : expr_op2(t, OP_MUL, e->args[0], d);
    default: return expr_op2(t, OP_DIV, d, e->args[1]);
    }
}

// The terms of a sum come through the factors around it with the same d.
static const Expr *through(ExprTable *t, GradientStep *s, const Expr *d)
{
    if (s->in == d) return s->out;
    s->in = d;
    return s->out = pass_through(t, s, d);
}

static void set_found(Gradient *g, VarId v)
{
    const Expr **found = &g->found[v.i], *d = expr_real(g->a->exprs, 1);
    bool is_fixed = system_variable(g->a->system, v)->role <= ROLE_PARAMETER; // nobody asks
    if (*found || is_fixed) {
        *found = g->unclear;
        return;
    }
    for (uint32_t i = g->a->gradient_path.count; i-- > 0;)
        d = through(g->a->exprs, &g->a->gradient_path.data[i], d);
    *found = d;
}

static void leave_out(Gradient *g, const Expr *e)
{
    const VarVec *inside = variables_of_expr(g->a, e);
    for (uint32_t i = 0; i < inside->count; i++) g->found[inside->data[i].i] = g->unclear;
}

static void look_at(Gradient *g, const Expr *e)
{
    if (!(e->flags & EXPR_HAS_REF)) return;
    if (e->kind == EXPR_REF && is_real(e))
        set_found(g, e->u.var);
    else if (is_walked(e))
        VEC_PUSH(g->a->whole, &g->a->gradient_path, ((GradientStep){.node = e}));
    else
        leave_out(g, e);
}

// Parts that are shared are walked as often as they are reached: the steps are bounded, and
// whatever they do not reach is left out.
static void walk(Gradient *g, const Expr *e, uint32_t most)
{
    look_at(g, e);
    for (uint32_t steps = 0; g->a->gradient_path.count; steps++) {
        GradientStep *top = &VEC_LAST(&g->a->gradient_path);
        if (steps > most) {
            g->a->gradient_path.count = 0;
            leave_out(g, e);
        } else if (top->next == top->node->n_args) {
            g->a->gradient_path.count--;
        } else {
            const Expr *arg = top->node->args[top->next++];
            top->in = NULL;
            bool is_divisor = top->node->op == OP_DIV && top->next == 2;
            if (is_divisor)
                leave_out(g, arg);
            else
                look_at(g, arg);
        }
    }
}

void simple_partials(Analysis *a, const Expr *e, const VarVec *reads, const Expr **d)
{
    Gradient g = {.a = a, .found = tangent_table(a), .unclear = expr_colon(a->exprs)};
    bool before = expr_algebra(a->exprs, true);
    walk(&g, e, 64 + 16 * reads->count);
    expr_algebra(a->exprs, before);
    for (uint32_t i = 0; i < reads->count; i++) {
        const Expr **found = &g.found[reads->data[i].i];
        d[i] = *found == g.unclear ? NULL : *found;
        *found = NULL;
    }
}
