// What the residuals of a torn loop are measured by: their terms without the signs.
//
// Assignments along a chain hold to the last digit whatever they are worth; what the chain makes of
// rounding shows in the residuals alone. As long as these are rounding beside their terms, the
// values solve equations whose coefficients differ from those of the model by as little. A term
// that is itself a difference counts with what it is a difference of, once: a voltage that a
// residual wants to be zero is that of two potentials. Of an if-expression the branch at hand
// counts.
#include "causal/loops/loop.h"

// A residual is looked at as far as this; what is behind that counts as it is.
enum { MOST_LOOKS = 1000 };

typedef struct SizedTerm {
    const Expr *e, *factor;
    bool is_opened; // stands in a sum that an assignment has
} SizedTerm;

typedef struct Measuring {
    Analysis *a;
    const Expr **value; // by VarId: what the chain assigns; NULL: nothing
    VEC(SizedTerm) waiting;
    int looks; // at this residual
} Measuring;

static bool is_product(const Expr *e)
{
    return e->kind == EXPR_OP && (e->op == OP_MUL || e->op == OP_DIV);
}

static bool is_sum(const Expr *e)
{
    return e->kind == EXPR_OP && (e->op == OP_ADD || e->op == OP_SUB);
}

static bool is_negative(const Expr *e)
{
    return e->kind == EXPR_OP && e->op == OP_NEG;
}

// Of several cases: has a size of its own in each, found by recursion over them.
static bool is_choice(const Expr *e)
{
    return e->kind == EXPR_IF;
}

// Several terms, behind signs and factors. A factor that is a sum itself counts as one, too.
static bool has_sum(const Expr *e)
{
    while (is_negative(e) || is_product(e)) {
        if (e->op == OP_MUL && is_sum(e->args[1])) return true;
        e = e->op == OP_MUL && e->args[0]->kind != EXPR_OP ? e->args[1] : e->args[0];
    }
    if (is_choice(e)) return has_sum(e->args[1]) || has_sum(e->args[2]);
    return is_sum(e);
}

static const Expr *assigned_value(const Measuring *m, const Expr *e)
{
    bool is_inside = e->kind == EXPR_REF && (uint32_t)e->u.var.i < m->a->n_tangent_places;
    return is_inside ? m->value[e->u.var.i] : NULL;
}

static bool has_terms(const Measuring *m, const Expr *e)
{
    return is_negative(e) || is_sum(e) || is_product(e) || is_choice(e) || assigned_value(m, e);
}

static const Expr *size_of(const Measuring *m, const Expr *e)
{
    return expr_op1(m->a->exprs, OP_ABS, e);
}

static void wait_for(Measuring *m, const Expr *e, const Expr *factor, bool is_opened)
{
    VEC_PUSH(m->a->scratch, &m->waiting, ((SizedTerm){e, factor, is_opened}));
}

// Of a product the part that has terms: factors are looked into first on the right, as printed.
static void open_product(Measuring *m, const SizedTerm *t)
{
    ExprTable *exprs = m->a->exprs;
    const Expr *left = t->e->args[0], *right = t->e->args[1];
    if (t->e->op == OP_DIV)
        wait_for(m, left, expr_op2(exprs, OP_DIV, t->factor, size_of(m, right)), t->is_opened);
    else if (has_terms(m, right))
        wait_for(m, right, expr_op2(exprs, OP_MUL, t->factor, size_of(m, left)), t->is_opened);
    else
        wait_for(m, left, expr_op2(exprs, OP_MUL, t->factor, size_of(m, right)), t->is_opened);
}

// False: it is a term.
static bool open_term(Measuring *m, const SizedTerm *t)
{
    const Expr *e = t->e, *value = assigned_value(m, e);
    if (is_negative(e)) {
        wait_for(m, e->args[0], t->factor, t->is_opened);
    } else if (is_sum(e)) {
        wait_for(m, e->args[1], t->factor, t->is_opened);
        wait_for(m, e->args[0], t->factor, t->is_opened);
    } else if (is_product(e)) {
        open_product(m, t);
    } else if (value && !t->is_opened) {
        wait_for(m, value, t->factor, has_sum(value));
    } else {
        return false;
    }
    return true;
}

static const Expr *size_of_terms(Measuring *m, const Expr *e, bool is_opened);

static const Expr *size_of_choice(Measuring *m, const SizedTerm *t)
{
    const Expr *yes = size_of_terms(m, t->e->args[1], t->is_opened);
    const Expr *no = size_of_terms(m, t->e->args[2], t->is_opened);
    ExprTable *exprs = m->a->exprs;
    return expr_op2(exprs, OP_MUL, t->factor, expr_if(exprs, t->e->args[0], yes, no));
}

static const Expr *size_of_terms(Measuring *m, const Expr *e, bool is_opened)
{
    ExprTable *exprs = m->a->exprs;
    const Expr *sum = expr_real(exprs, 0);
    uint32_t bottom = m->waiting.count;
    wait_for(m, e, expr_real(exprs, 1), is_opened);
    while (m->waiting.count > bottom) {
        SizedTerm t = VEC_POP(&m->waiting);
        bool may_look = m->looks++ < MOST_LOOKS;
        if (may_look && open_term(m, &t)) continue;
        const Expr *size = may_look && is_choice(t.e)
                               ? size_of_choice(m, &t)
                               : expr_op2(exprs, OP_MUL, t.factor, size_of(m, t.e));
        sum = expr_op2(exprs, OP_ADD, sum, size);
    }
    return sum;
}

static const Expr *residual_size(Measuring *m, const Expr *residual)
{
    m->looks = 0;
    return size_of_terms(m, residual, false);
}

// What is called twice may not be the same twice.
static bool is_repeatable(const Block *b)
{
    for (int32_t i = 0; i < b->n_assignments; i++)
        if (b->assignments[i].value->flags & EXPR_HAS_IMPURE) return false;
    for (int32_t i = 0; i < b->torn->n_residuals; i++)
        if (b->torn->residuals[i]->flags & EXPR_HAS_IMPURE) return false;
    return true;
}

void measure_residuals(Analysis *a, Block *b)
{
    if (!is_repeatable(b)) return;
    Measuring m = {.a = a, .value = tangent_table(a)};
    int32_t n = b->torn->n_iteration;
    for (int32_t i = 0; i < b->n_assignments; i++)
        if (system_variable(a->system, b->assignments[i].variable)->kind == VALUE_REAL)
            m.value[b->assignments[i].variable.i] = b->assignments[i].value;
    b->torn->sizes = ARENA_RAW(a->out, const Expr *, n + 1);
    for (int32_t i = 0; i < n; i++) b->torn->sizes[i] = residual_size(&m, b->torn->residuals[i]);
    b->torn->n_sizes = n;
    for (int32_t i = 0; i < b->n_assignments; i++) m.value[b->assignments[i].variable.i] = NULL;
}
