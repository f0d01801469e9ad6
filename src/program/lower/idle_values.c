// Values that nothing refers to, and that need not exist: the run does without them, with a
// warning.
//
// One is a quotient v = a/b of values that are settled when the run begins, as the field voltage of
// a machine that has no field winding: where both are zero, v*b = a holds with any v. Another is a
// parameter that an initial equation takes from a function, as the past of a process that has none:
// a function need not set what nobody asks for. A third is a member of a record that a function
// returns: states of media have members that some of the functions that make them leave out
// (12.4.4). Everywhere else a value that is not finite is a mistake.
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

static bool is_result(const Expr *e)
{
    while (e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_FIELD || e->kind == EXPR_TUPLE_ITEM)
        e = e->args[0];
    return e->kind == EXPR_CALL;
}

// v = f(..) at the start.
static bool sets_parameter(const EquationSystem *s, const SystemEquation *q)
{
    if (!(q->flags & EQUATION_IN_INITIAL) || q->flags & EQUATION_REMOVED) return false;
    if (q->left->kind != EXPR_REF) return false;
    const SystemVariable *v = &s->variables.data[q->left->u.var.i];
    return v->role == ROLE_PARAMETER && !(v->flags & VARIABLE_IS_ALIAS) && !v->value &&
           is_result(q->right);
}

// (f(..)).b, or an element of it
static bool is_member_of_result(const Expr *e)
{
    while (e->kind == EXPR_SUBSCRIPT) e = e->args[0];
    return e->kind == EXPR_FIELD && is_result(e);
}

static bool sets_member(const EquationSystem *s, const SystemEquation *q)
{
    if (!(q->flags & EQUATION_IN_SIMULATION) || q->flags & EQUATION_REMOVED) return false;
    if (q->left->kind != EXPR_REF) return false;
    const SystemVariable *v = &s->variables.data[q->left->u.var.i];
    if (v->role != ROLE_CONTINUOUS || v->flags & VARIABLE_IS_ALIAS || v->value) return false;
    if (v->derivative.i >= 0 || v->pre.i >= 0 || v->flat.i < 0) return false;
    return s->flat->variables[v->flat.i].causality != CAUSALITY_OUTPUT &&
           is_member_of_result(q->right);
}

typedef struct Search {
    ExprTable *exprs;
    bool *is_idle;
    const Expr **const *own; // by variable: the left side that sets it
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
    if ((*e)->kind == EXPR_REF && search->own[(*e)->u.var.i] == e) return;
    if ((*e)->flags & EXPR_HAS_REF) expr_walk(search->exprs, *e, client, note_use);
}

const bool *find_idle_values(Layout *y)
{
    const EquationSystem *s = y->l->system;
    uint32_t n = s->variables.count, n_found = 0;
    bool *is_idle = ARENA_ARRAY(y->l->scratch, bool, n + 1);
    const Expr ***own = ARENA_ARRAY(y->l->scratch, const Expr **, n + 1);
    for (uint32_t i = 0; i < n; i++) n_found += is_idle[i] = is_quotient(s, &s->variables.data[i]);
    for (uint32_t i = 0; i < s->equations.count; i++) {
        SystemEquation *q = &s->equations.data[i];
        system_fetch_sides(s, i);
        if (!sets_parameter(s, q) && !sets_member(s, q)) continue;
        is_idle[q->left->u.var.i] = true;
        own[q->left->u.var.i] = &q->left;
        n_found++;
    }
    Search search = {y->l->exprs, is_idle, own};
    if (n_found) system_each_expression(s, IN_ALL_TABLES | WITH_ATTRIBUTES, &search, visit);
    return is_idle;
}
