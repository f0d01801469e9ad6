// assert, terminate and calls without results: what stands for itself and determines nothing.
//
// The relations of an assertion generate no events where a failure shows without them: while
// `x < 3 and y < 5` is seen to hold at two points, only a dip and a return between them could have
// broken it, and no crossing function would tell. `not (x > 3 and x < 4)` holds on both sides of
// its gap: there the relations must be watched, and the assertion is judged after their events.
#include "equations/scalarizer.h"

static void note_moving(void *client, const Expr *e)
{
    void **both = client;
    const FlatModel *flat = both[0];
    bool moves = e->kind == EXPR_TIME;
    if (e->kind == EXPR_REF) moves = flat->variables[e->u.var.i].variability > VARIABILITY_DISCRETE;
    if (moves) *(bool *)both[1] = true;
}

bool moves_between_events(Scalarizer *z, const Expr *e)
{
    bool moves = false;
    expr_walk(z->exprs, e, (void *[]){(void *)z->flat, &moves}, note_moving);
    return moves;
}

// One of several parts that must all hold; under `not` one of several that must not.
bool needs_watching(Scalarizer *z, const Expr *condition, bool is_negated)
{
    const Expr *e = condition;
    if (e->kind == EXPR_IF) return moves_between_events(z, e);
    if (e->kind != EXPR_OP || (e->op != OP_AND && e->op != OP_OR && e->op != OP_NOT)) return false;
    if (e->op == OP_NOT) return needs_watching(z, e->args[0], !is_negated);
    bool is_choice = (e->op == OP_OR) != is_negated;
    if (is_choice && moves_between_events(z, e->args[0]) && moves_between_events(z, e->args[1]))
        return true;
    return needs_watching(z, e->args[0], is_negated) || needs_watching(z, e->args[1], is_negated);
}

void add_assertion(Scalarizer *z, const Equation *e)
{
    bool is_initial = !(z->flags & EQUATION_IN_SIMULATION);
    EquationDetails d = equation_details(e);
    Assertion a = {
        .span = e->span, .is_initial = is_initial, .is_at_event = z->in_when && !is_initial};
    Context c = (Context)(z->context | IN_LITERAL);
    const Expr *outside =
        z->guard ? expr_op1(z->exprs, OP_NOT, z->guard) : expr_boolean(z->exprs, false);
    if (e->kind == EQN_ASSERT) {
        bool is_watched = !is_initial && !a.is_at_event && needs_watching(z, d.condition, false);
        const Expr *holds = scalar_of(z, d.condition, is_watched ? z->context : c);
        a.condition = expr_op2(z->exprs, OP_OR, outside, holds);
        a.message = scalar_of(z, d.message, c);
        a.is_warning = d.level && d.level->kind == EXPR_ENUM && d.level->u.integer == 2;
    } else {
        a.condition = outside;
        a.is_terminate = e->kind == EQN_TERMINATE;
        a.is_call = e->kind == EQN_CALL;
        a.message = whole_of(z, a.is_call ? e->right : d.message, c);
    }
    if (expr_is_error(a.message) || expr_is_error(a.condition)) {
        if (!z->system->failed) scalarizer_refuse(z, "this action");
        return;
    }
    if (expr_is_true(a.condition)) return;
    VEC_PUSH(z->system->arena, &z->system->assertions, a);
}
