// Sizes of coefficients that vary with the run, as far as start values tell: a coefficient is
// followed through the assignments before the loop, a few steps back. Cost: one walk over the
// blocks so far, and each assignment is evaluated once.
#include <math.h>

#include "causal/loops/loop.h"

// Assignments one behind the other; the evaluator calls itself that often.
enum { MOST_STEPS = 20 };

struct Definitions {
    const Expr **value;   // by VarId: what it was assigned; NULL: it is no such variable
    const Expr **literal; // by VarId: what that comes to; NULL: that is not known
    bool *is_evaluated;
    uint32_t n_variables, n_blocks; // looked at so far
    int32_t depth;
};

static void find_definitions(Analysis *a)
{
    struct Definitions *d = a->definitions;
    uint32_t n = a->system->variables.count;
    if (!d || d->n_variables < n) {
        d = a->definitions = ARENA_NEW(a->whole, struct Definitions);
        *d = (struct Definitions){.value = ARENA_ARRAY(a->whole, const Expr *, n + n / 2 + 1),
                                  .literal = ARENA_ARRAY(a->whole, const Expr *, n + n / 2 + 1),
                                  .is_evaluated = ARENA_ARRAY(a->whole, bool, n + n / 2 + 1),
                                  .n_variables = n + n / 2};
    }
    for (; d->n_blocks < a->blocks.count; d->n_blocks++) {
        const Block *b = &a->blocks.data[d->n_blocks];
        if (b->solver != SOLVER_ASSIGNMENT || b->n_assignments != 1) continue;
        d->value[b->assignments[0].variable.i] = b->assignments[0].value;
    }
}

static const Expr *expected_value(void *client, VarId v);

static const Expr *expected_literal(Analysis *a, const Expr *e)
{
    double number = parameter_number(a, e);
    if (isfinite(number)) return expr_real(a->exprs, number);
    if (e->flags & EXPR_HAS_IMPURE) return NULL;
    EvalFailure failure = {0};
    const double begin = 0;
    ValueSource values = {.client = a, .variable = expected_value, .time = &begin};
    const Expr *v = expr_evaluate(a->session, e, &values, &failure);
    return v && expr_is_literal(v) ? v : NULL;
}

static const Expr *known_value(Analysis *a, VarId v)
{
    struct Definitions *d = a->definitions;
    const SystemVariable *variable = system_variable(a->system, v);
    bool is_defined = (uint32_t)v.i < d->n_variables && d->value[v.i];
    if (is_defined && !d->is_evaluated[v.i] && d->depth < MOST_STEPS) {
        d->depth++;
        d->literal[v.i] = expected_literal(a, d->value[v.i]);
        d->is_evaluated[v.i] = true;
        d->depth--;
    }
    if (is_defined && d->is_evaluated[v.i]) return d->literal[v.i];
    if (variable->role <= ROLE_PARAMETER || variable->role == ROLE_STEP)
        return parameter_value(a, v);
    double start = variable->start ? parameter_number(a, variable->start) : (double)NAN;
    return isfinite(start) ? expr_real(a->exprs, start) : variable->start;
}

// What is not known counts as one, as in typical_number, or as false.
static const Expr *expected_value(void *client, VarId v)
{
    Analysis *a = client;
    const Expr *value = known_value(a, v);
    double number;
    if (system_variable(a->system, v)->kind == VALUE_BOOLEAN)
        return value && value->kind == EXPR_BOOLEAN ? value : expr_boolean(a->exprs, false);
    bool is_known = value && expr_is_number(value, &number) && isfinite(number);
    return is_known ? value : expr_real(a->exprs, 1);
}

void guess_sizes(Loop *l)
{
    Analysis *a = l->a;
    find_definitions(a);
    for (int32_t k = 0; k < l->g.n_edges; k++) {
        const Expr *value = l->partial[k] ? expected_literal(a, l->partial[k]) : NULL;
        double number;
        bool is_known = value && expr_is_number(value, &number) && isfinite(number);
        l->size[k] = is_known && number != 0 ? fabs(number) : 1;
    }
}
