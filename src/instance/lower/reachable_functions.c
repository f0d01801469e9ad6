// reachable_functions.c -- the functions that the model calls, directly or through others.
//
// Bodies are lowered as they are met, functions named in derivative and inverse annotations
// included. The order is that of first use. Linear in the expressions.
#include "expr/stamps.h"
#include "instance/lower/lower.h"

typedef VEC(const Function *) FunctionList;

typedef struct Reach {
    Front *f;
    FunctionList *functions; // found so far, in order
    Map seen;                // by address
    ExprStamps met;
} Reach;

static void reach_function(Reach *r, const Function *function)
{
    if (map_get_pointer(&r->seen, function)) return;
    map_put_pointer(&r->seen, function, function);
    VEC_PUSH(r->f->arena, r->functions, function);
}

static void visit_calls(void *client, const Expr *node)
{
    Reach *r = client;
    if (node->kind == EXPR_CALL) reach_function(r, node->u.function);
}

static bool may_call(void *client, const Expr *node)
{
    Reach *r = client;
    if (!(node->flags & EXPR_HAS_CALL) || expr_stamp(&r->met, node)) return false;
    expr_set_stamp(&r->met, node, 1);
    return true;
}

static void reach_expr(Reach *r, const Expr *e)
{
    if (e && e->flags & EXPR_HAS_CALL) expr_walk_where(&r->met, e, r, may_call, visit_calls);
}

static void reach_statements(Reach *r, const Statements *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const Statement *s = &list->items[i];
        const Expr *all[] = {s->left, s->right, s->condition, s->message, s->level, s->range};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) reach_expr(r, all[k]);
        for (uint32_t k = 0; k < s->n_branches; k++) {
            reach_expr(r, s->branches[k].condition);
            reach_statements(r, &s->branches[k].body);
        }
    }
}

static void reach_equations(Reach *r, const Equation *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const Equation *e = &items[i];
        if (e->is_copy) continue; // calls what an earlier one does
        EquationDetails d = equation_details(e);
        const Expr *all[] = {e->left, e->right, d.condition, d.message, d.level, d.range};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) reach_expr(r, all[k]);
        for (uint32_t k = 0; k < e->n_branches; k++) {
            reach_expr(r, e->branches[k].condition);
            reach_equations(r, e->branches[k].body.items, e->branches[k].body.count);
        }
    }
}

static void reach_variable(Reach *r, const Variable *v)
{
    const Attributes *a = v->attributes;
    if (v->is_copy) return;
    const Expr *all[] = {v->binding, a->start, a->fixed, a->min, a->max, a->nominal};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) reach_expr(r, all[k]);
}

static void reach_from_function(Reach *r, const Function *function)
{
    lower_function_body(r->f, function_scope(function)->function);
    for (uint32_t i = 0; i < function->n_locals; i++) {
        const Local *local = &function->locals[i];
        if (local->kind != LOCAL_INPUT) reach_expr(r, local->value);
        for (uint32_t k = 0; local->dims && k < type_rank(local->type); k++)
            reach_expr(r, local->dims[k]);
    }
    reach_statements(r, &function->body);
    const ExternalCall *external = function->external;
    for (uint32_t i = 0; external && i < external->n_args; i++) reach_expr(r, external->args[i]);
    for (uint32_t i = 0; i < function->n_derivatives; i++)
        reach_function(r, function->derivatives[i].function);
    for (uint32_t i = 0; i < function->n_inverses; i++)
        reach_function(r, function->inverses[i].function);
}

void lower_reachable_functions(Front *f)
{
    FunctionList functions = {0};
    Arena *scratch = arena_open("reachable functions");
    Reach r = {f, &functions, map_make(scratch), {.arena = scratch}};
    for (uint32_t i = 0; i < f->variables.count; i++) reach_variable(&r, f->variables.data[i]);
    reach_equations(&r, f->equations.data, f->equations.count);
    reach_equations(&r, f->initial_equations.data, f->initial_equations.count);
    for (uint32_t i = 0; i < f->algorithms.count; i++)
        reach_statements(&r, &f->algorithms.data[i].body);
    for (uint32_t i = 0; i < f->initial_algorithms.count; i++)
        reach_statements(&r, &f->initial_algorithms.data[i].body);
    for (uint32_t i = 0; i < f->components.count; i++) {
        const Component *c = f->components.data[i];
        const ConnectFunctions *all = c->declared->functions;
        if (!all) continue;
        const Function *own[] = {all->equality_constraint, all->zero, all->add, all->negate};
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            if (own[k]) reach_function(&r, own[k]);
    }
    for (uint32_t i = 0; i < functions.count; i++) reach_from_function(&r, functions.data[i]);
    for (uint32_t i = 0; i < functions.count; i++)
        VEC_PUSH(f->arena, &f->functions, functions.data[i]);
    arena_close(scratch);
}

void lower_functions_below(Front *f, const Function *function)
{
    FunctionList functions = {0};
    Arena *scratch = arena_open("reachable functions");
    Reach r = {f, &functions, map_make(scratch), {.arena = scratch}};
    reach_function(&r, function);
    for (uint32_t i = 0; i < functions.count; i++) reach_from_function(&r, functions.data[i]);
    arena_close(scratch);
}
