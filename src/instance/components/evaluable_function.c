// evaluable_function.c -- functions that can be run at compile time: without foreign code, or with
// that of numerical libraries.
#include "instance/lower/lower.h"

typedef struct BodyQuestion {
    Front *f;
    bool yes;
} BodyQuestion;

static void visit_called(void *client, const Expr *node)
{
    BodyQuestion *q = client;
    if (node->kind == EXPR_CALL && !function_is_evaluable(q->f, node->u.function)) q->yes = false;
}

static void ask_expr(BodyQuestion *q, const Expr *e)
{
    if (e && (e->flags & EXPR_HAS_CALL)) expr_walk(q->f->exprs, e, q, visit_called);
}

static bool body_is_evaluable(Front *f, const Function *function)
{
    if (function->is_impure || function->is_partial) return false;
    // C waits for the run, unless somebody must have it now: it may have to be compiled. Numerical
    // libraries are there; a constant that one of them computes would be computed at every use.
    if (function->external)
        return f->s->door && strcmp(function->external->language, "FORTRAN 77") == 0;
    if (function->is_record_constructor) return true;
    BodyQuestion q = {f, true};
    lower_function_body(f, function_scope(function)->function);
    for (uint32_t i = function->n_inputs; i < function->n_locals; i++)
        ask_expr(&q, function->locals[i].value);
    // Statements behind a condition count, too: whether they run is not known here.
    VEC(const Statements *) open = {0};
    VEC_PUSH(f->arena, &open, &function->body);
    while (open.count && q.yes) {
        const Statements *list = VEC_POP(&open);
        for (uint32_t i = 0; i < list->count; i++) {
            const Statement *s = &list->items[i];
            if (s->kind == STMT_ASSERT || s->kind == STMT_CALL) continue;
            ask_expr(&q, s->right);
            ask_expr(&q, s->range);
            for (uint32_t k = 0; k < s->n_branches; k++) {
                ask_expr(&q, s->branches[k].condition);
                VEC_PUSH(f->arena, &open, &s->branches[k].body);
            }
        }
    }
    return q.yes;
}

bool function_is_evaluable(Front *f, const Function *function)
{
    enum { UNSEEN, YES, NO };
    Map *states = &lowering_of(f)->evaluable_of_function;
    uint64_t state = map_get_or(states, (uint64_t)(uintptr_t)function, UNSEEN);
    if (state != UNSEEN) return state == YES;
    map_put(states, (uint64_t)(uintptr_t)function, YES); // recursion is allowed
    bool yes = body_is_evaluable(f, function);
    map_put(states, (uint64_t)(uintptr_t)function, yes ? YES : NO);
    return yes;
}
