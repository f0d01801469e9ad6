// Initial conditions that say the same once more: parts that share a current each want it to be
// steady, in terms of speeds of their own, which are the derivative of one angle. Such a twin
// determines nothing and would take the place of a condition that does. Cost: linear in the size of
// the conditions.
#include "causal/analysis.h"

typedef struct Repetitions {
    Analysis *a;
    const Expr **derivative; // by VarId: the derivative that the variable is; NULL
    Map seen;                // by both sides
} Repetitions;

static bool is_derivative(const EquationSystem *system, const Expr *e)
{
    return e->kind == EXPR_REF && system_variable(system, e->u.var)->role == ROLE_DERIVATIVE;
}

static void note_definition(Repetitions *r, const Expr *x, const Expr *d)
{
    const EquationSystem *system = r->a->system;
    if (x->kind != EXPR_REF || is_derivative(system, x) || !is_derivative(system, d)) return;
    if (!r->derivative[x->u.var.i]) r->derivative[x->u.var.i] = d;
}

static const Expr *by_derivative(void *client, const Expr *e)
{
    const Repetitions *r = client;
    if (e->kind != EXPR_REF) return e->flags & EXPR_HAS_REF ? NULL : e;
    const Expr *d = r->derivative[e->u.var.i];
    return d ? d : e;
}

static bool says_the_same(Repetitions *r, const SystemEquation *e)
{
    Walker *w = &r->a->walker;
    walker_begin(w);
    uint64_t left = walker_rewrite(w, e->left, r, by_derivative)->id;
    uint64_t right = walker_rewrite(w, e->right, r, by_derivative)->id;
    uint64_t key = left < right ? left << 32 | right : right << 32 | left;
    if (map_get_or(&r->seen, key, 0)) return true;
    map_put(&r->seen, key, 1);
    return false;
}

bool *find_repeated_conditions(Analysis *a)
{
    const EquationSystem *system = a->system;
    uint32_t n = system->equations.count;
    bool *is_repeated = ARENA_ARRAY(a->scratch, bool, n + 1);
    Repetitions r = {.a = a, .seen = map_make(a->scratch)};
    r.derivative = ARENA_ARRAY(a->scratch, const Expr *, system->variables.count + 1);
    for (uint32_t i = 0; i < n; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (!is_simulation_equation(e)) continue;
        note_definition(&r, e->left, e->right);
        note_definition(&r, e->right, e->left);
    }
    for (uint32_t i = 0; i < n; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (e->flags & EQUATION_REMOVED || e->origin != ORIGIN_INITIAL) continue;
        is_repeated[i] = says_the_same(&r, e);
    }
    return is_repeated;
}
