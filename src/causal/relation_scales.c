// How large the terms are of which the operands of a relation are sums.
//
// What is left of a sum that vanishes is rounding of its terms, not of itself: the hysteresis of a
// relation (run/point/point.c) is measured with these. Sums and products are followed through the
// definitions of variables that were computed for the relation anyway. A term that would have to
// be computed anew, a call or a root, is left out.
#include <math.h>

#include "causal/analysis.h"

enum { DEEPEST = 6, MOST_TERMS = 12 };

typedef struct Scales {
    Analysis *a;
    const Expr **definition; // by VarId; NULL: none
    int n_terms;             // of the relation at work
} Scales;

static const Expr *size_of(Scales *s, const Expr *e, int depth);

static const Expr *size_of_term(Scales *s, const Expr *e)
{
    if (s->n_terms++ >= MOST_TERMS) return NULL;
    return expr_op1(s->a->exprs, OP_ABS, e);
}

static const Expr *largest(Scales *s, const Expr *a, const Expr *b)
{
    if (!a || !b) return a ? a : b;
    return expr_op2(s->a->exprs, OP_MAX, a, b);
}

static const Expr *size_of_operator(Scales *s, const Expr *e, int depth)
{
    const Expr *left = size_of(s, e->args[0], depth + 1);
    if (e->op == OP_NEG) return left;
    const Expr *right = size_of(s, e->args[1], depth + 1);
    if (e->op == OP_ADD || e->op == OP_SUB) return largest(s, left, right);
    return left && right ? expr_op2(s->a->exprs, OP_MUL, left, right) : NULL;
}

static bool is_followed(const Expr *e)
{
    if (e->kind != EXPR_OP) return false;
    return e->op == OP_ADD || e->op == OP_SUB || e->op == OP_NEG || e->op == OP_MUL;
}

// NULL: not known without computing something.
static const Expr *size_of(Scales *s, const Expr *e, int depth)
{
    if (is_followed(e)) return depth < DEEPEST ? size_of_operator(s, e, depth) : NULL;
    double number;
    if (expr_is_number(e, &number)) return expr_real(s->a->exprs, fabs(number));
    if (e->kind == EXPR_TIME) return size_of_term(s, e);
    if (e->kind != EXPR_REF || e->type->kind != TYPE_REAL) return NULL;
    const Expr *definition = s->definition[e->u.var.i];
    const Expr *within = definition && depth < DEEPEST ? size_of(s, definition, depth + 1) : NULL;
    return within ? within : size_of_term(s, e);
}

static void note_definitions(Scales *s, const Section *section)
{
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &s->a->blocks.data[section->blocks[i]];
        for (int32_t k = 0; k < b->n_assignments; k++)
            if (is_followed(b->assignments[k].value))
                s->definition[b->assignments[k].variable.i] = b->assignments[k].value;
    }
}

bool find_relation_scales(Analysis *a)
{
    EquationSystem *system = a->system;
    Scales s = {.a = a,
                .definition = ARENA_ARRAY(a->scratch, const Expr *, system->variables.count + 1)};
    note_definitions(&s, &a->causal->derivatives);
    note_definitions(&s, &a->causal->crossings);
    for (uint32_t i = 0; i < system->relations.count; i++) {
        Relation *r = &system->relations.data[i];
        if (r->kind != RELATION_STATE || r->is_step || !r->crossing || !r->scale) continue;
        s.n_terms = 0;
        r->scale = largest(&s, r->scale, size_of(&s, r->crossing, 0));
    }
    return true;
}
