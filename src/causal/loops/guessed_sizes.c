// Sizes of coefficients that vary with the run, as far as start values tell: a coefficient is
// followed through the assignments before the loop, a few steps back. Cost: one walk over the
// blocks so far, and each assignment is evaluated once.
#include <math.h>

#include "causal/loops/loop.h"

// Assignments one behind the other; the evaluator calls itself that often.
enum { MOST_STEPS = 20 };

struct Definitions {
    const Expr **value; // by VarId: what it was assigned; NULL: it is no such variable
    double *number;     // by VarId: what that comes to; NAN: that is not known
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
                                  .number = ARENA_RAW(a->whole, double, n + n / 2 + 1),
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

static double expected_number(Analysis *a, const Expr *e)
{
    double number = parameter_number(a, e);
    if (isfinite(number) || e->flags & EXPR_HAS_IMPURE) return number;
    EvalFailure failure = {0};
    const double begin = 0;
    ValueSource values = {.client = a, .variable = expected_value, .time = &begin};
    const Expr *v = expr_evaluate(a->session, e, &values, &failure);
    return v && expr_is_number(v, &number) ? number : (double)NAN;
}

// What is not known counts as one, as in typical_number.
static const Expr *expected_value(void *client, VarId v)
{
    Analysis *a = client;
    struct Definitions *d = a->definitions;
    const SystemVariable *variable = system_variable(a->system, v);
    bool is_defined = (uint32_t)v.i < d->n_variables && d->value[v.i];
    double number = NAN;
    if (is_defined && !d->is_evaluated[v.i] && d->depth < MOST_STEPS) {
        d->depth++;
        d->number[v.i] = expected_number(a, d->value[v.i]);
        d->is_evaluated[v.i] = true;
        d->depth--;
    }
    if (is_defined && d->is_evaluated[v.i])
        number = d->number[v.i];
    else if (variable->role <= ROLE_PARAMETER || variable->role == ROLE_STEP)
        number = parameter_number(a, system_ref(a->system, v));
    else if (variable->start)
        number = parameter_number(a, variable->start);
    return expr_real(a->exprs, isfinite(number) ? number : 1);
}

void guess_sizes(Loop *l)
{
    Analysis *a = l->a;
    find_definitions(a);
    for (int32_t k = 0; k < l->g.n_edges; k++) {
        double number = l->partial[k] ? expected_number(a, l->partial[k]) : (double)NAN;
        l->size[k] = number != 0 && isfinite(number) ? fabs(number) : 1;
    }
}
