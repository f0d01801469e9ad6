// Quotients that nothing refers to: v = a/b, of values that are settled when the run begins, as the
// field voltage of a machine that has no field winding. Where both are zero, v*b = a holds with any
// v: the variable has no value, and the run does without it. Everywhere else a value that is not
// finite is a mistake.
#include "equations/system_tables.h"
#include "program/lower/word_layout.h"

static bool is_simple(const Expr *e)
{
    return e->kind == EXPR_REF || expr_is_literal(e);
}

static bool is_quotient(const EquationSystem *s, const SystemVariable *v)
{
    if (v->role != ROLE_PARAMETER || v->flags & VARIABLE_IS_ALIAS || v->flat.i < 0) return false;
    const FlatVariable *flat = &s->flat->variables[v->flat.i];
    if (flat->variability <= VARIABILITY_PARAMETER || flat->causality == CAUSALITY_OUTPUT)
        return false;
    const Expr *e = v->value;
    return e && e->kind == EXPR_OP && e->op == OP_DIV && is_simple(e->args[0]) &&
           is_simple(e->args[1]);
}

typedef struct Search {
    ExprTable *exprs;
    bool *is_idle;
} Search;

static void note_use(void *client, const Expr *node)
{
    const Search *search = client;
    if (node->kind == EXPR_REF) search->is_idle[node->u.var.i] = false;
}

static void visit(void *client, const Expr **e, Span span)
{
    const Search *search = client;
    (void)span;
    if ((*e)->flags & EXPR_HAS_REF) expr_walk(search->exprs, *e, client, note_use);
}

const bool *find_idle_quotients(Layout *y)
{
    const EquationSystem *s = y->l->system;
    Search search = {y->l->exprs, NULL};
    for (uint32_t i = 0; i < s->variables.count; i++) {
        if (!is_quotient(s, &s->variables.data[i])) continue;
        if (!search.is_idle)
            search.is_idle = ARENA_ARRAY(y->l->scratch, bool, s->variables.count + 1);
        search.is_idle[i] = true;
    }
    if (search.is_idle) system_each_expression(s, IN_ALL_TABLES | WITH_ATTRIBUTES, &search, visit);
    return search.is_idle;
}
