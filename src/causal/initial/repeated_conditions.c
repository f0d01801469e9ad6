// Initial conditions that say the same once more: parts that share a current each want it to be
// steady, in terms of speeds of their own, which are the derivative of one angle. Such a twin
// determines nothing and would take the place of a condition that does. Cost: linear in the size of
// the conditions.
//
// Others say what follows from several: the masses of a closed circuit are all steady as soon as
// all but one are. Where the equations between are sums with whole coefficients, elimination tells
// exactly. Whether their values agree is seen at the start.
#include "causal/index/whole_sums.h"

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

// Of the model, and at the start as well: initial() may make it another one.
static bool holds_at_start(const SystemEquation *e)
{
    return is_simulation_equation(e) && e->flags & EQUATION_IN_INITIAL;
}

static bool is_condition(const SystemEquation *e, EquationOrigin origin)
{
    return !(e->flags & EQUATION_REMOVED) && e->origin == origin &&
           e->left->type->kind == TYPE_REAL;
}

enum { PARTS = 64 }; // halves and quarters are exact

// Every equation of the start in the order in which they give way: those of the model, written
// conditions before fixed start values, and these before what is offered, in its order.
typedef struct Conditions {
    Analysis *a;
    VEC(EquationId) list;
    uint32_t n_model;
} Conditions;

static void list_all(Conditions *c, const Offer *offers, uint32_t n_offers, const bool *is_repeated)
{
    static const EquationOrigin origins[] = {ORIGIN_INITIAL, ORIGIN_START};
    Arena *scratch = c->a->scratch;
    const EquationSystem *system = c->a->system;
    uint32_t n = system->equations.count;
    VEC_RESERVE(scratch, &c->list, n + n_offers);
    for (uint32_t i = 0; i < n; i++)
        if (holds_at_start(&system->equations.data[i]))
            VEC_PUSH(scratch, &c->list, ((EquationId){(int32_t)i}));
    c->n_model = c->list.count;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < n; i++)
            if (is_condition(&system->equations.data[i], origins[k]) && !is_repeated[i])
                VEC_PUSH(scratch, &c->list, ((EquationId){(int32_t)i}));
    if (c->list.count == c->n_model) return; // then the offers depend on nothing
    for (uint32_t i = 0; i < n_offers; i++)
        if (!offers[i].is_written) VEC_PUSH(scratch, &c->list, offers[i].equation);
}

static void mark_dependent(const Conditions *c, bool *is_repeated)
{
    WholeSums x;
    sums_open(&x, c->a);
    x.parts = PARTS;
    uint32_t n_model = c->n_model;
    sums_add(&x, c->list.data, c->list.count, true, &n_model);
    sums_peel(&x);
    for (uint32_t i = 0; i < x.sums.count && x.work >= 0; i++) {
        const Sum *s = &x.sums.data[i];
        bool is_combined;
        if (s->is_peeled || !sums_eliminate(&x, (int32_t)i, &is_combined)) continue;
        if (i >= n_model && !s->n) is_repeated[s->equation.i] = true;
    }
}

void find_dependent_conditions(Analysis *a, const Offer *offers, uint32_t n_offers,
                               bool *is_repeated)
{
    Arena *outer = a->scratch;
    a->scratch = arena_open("dependent conditions");
    Conditions c = {.a = a};
    list_all(&c, offers, n_offers, is_repeated);
    if (c.list.count > c.n_model) mark_dependent(&c, is_repeated);
    arena_close(a->scratch);
    a->scratch = outer;
}

static bool is_written(const SystemEquation *e)
{
    return !(e->flags & EQUATION_REMOVED) && e->origin == ORIGIN_INITIAL;
}

bool *find_repeated_conditions(Analysis *a, uint32_t room)
{
    const EquationSystem *system = a->system;
    uint32_t n = system->equations.count;
    bool *is_repeated = ARENA_ARRAY(a->scratch, bool, room + 1), is_asked = false;
    for (uint32_t i = 0; i < n && !is_asked; i++) is_asked = is_written(&system->equations.data[i]);
    if (!is_asked) return is_repeated;
    Repetitions r = {.a = a, .seen = map_make(a->scratch)};
    r.derivative = ARENA_ARRAY(a->scratch, const Expr *, system->variables.count + 1);
    for (uint32_t i = 0; i < n; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (!holds_at_start(e)) continue;
        note_definition(&r, e->left, e->right);
        note_definition(&r, e->right, e->left);
    }
    for (uint32_t i = 0; i < n; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (is_written(e)) is_repeated[i] = says_the_same(&r, e);
    }
    return is_repeated;
}
