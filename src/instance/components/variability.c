// variability.c -- how much an expression varies: constant, parameter, discrete, continuous (3.8).
//
// Found from the finished expression, each shared node once.
#include "instance/lower/lower.h"

const char *variability_word(Variability v)
{
    switch (v) {
    case VARIABILITY_CONSTANT: return "constant";
    case VARIABILITY_PARAMETER: return "parameter";
    case VARIABILITY_DISCRETE: return "discrete-time";
    case VARIABILITY_CONTINUOUS: return "continuous-time";
    }
    return "";
}

static Variability at_most(Variability a, Variability b)
{
    return a < b ? a : b;
}

static Variability of_operator(const Expr *node, Variability args)
{
    switch (op_variability((Op)node->op)) {
    case VARIES_IN_STEPS: return at_most(args, VARIABILITY_DISCRETE);
    case VARIES_AT_EVENTS: return VARIABILITY_DISCRETE;
    case VARIES_NEVER: return VARIABILITY_CONSTANT;
    case VARIES_NOT_IN_RUN: return VARIABILITY_PARAMETER;
    case VARIES_AS_SLOPE:
        return args > VARIABILITY_PARAMETER ? VARIABILITY_CONTINUOUS : VARIABILITY_PARAMETER;
    case VARIES_ALWAYS: return VARIABILITY_CONTINUOUS;
    default: return args;
    }
}

typedef struct Deepest {
    Front *f;
    Variability v;
} Deepest;

static void note_deepest(void *client, const Expr *e)
{
    Deepest *d = client;
    Variability own = VARIABILITY_CONSTANT;
    if (e->kind == EXPR_REF) own = d->f->variables.data[e->u.var.i]->variability;
    if (e->kind == EXPR_TIME || e->kind == EXPR_LOCAL) own = VARIABILITY_CONTINUOUS;
    if (own > d->v) d->v = own;
}

// Relations inside noEvent are not watched, however deep: it varies like what they compare.
static Variability under_no_event(Front *f, const Expr *node)
{
    Deepest d = {f, VARIABILITY_CONSTANT};
    expr_walk(f->exprs, node->args[node->n_args - 1], &d, note_deepest);
    return d.v;
}

static Variability of_node(Front *f, const Expr *node, const Map *known)
{
    switch ((ExprKind)node->kind) {
    case EXPR_REF: return f->variables.data[node->u.var.i]->variability;
    case EXPR_TIME:
    case EXPR_LOCAL: return VARIABILITY_CONTINUOUS;
    default: break;
    }
    Variability v = VARIABILITY_CONSTANT;
    for (uint32_t i = 0; i < node->n_args; i++) {
        if (!node->args[i]) continue;
        Variability arg = (Variability)map_get_or(known, node->args[i]->id + 1ull, 0);
        if (arg > v) v = arg;
    }
    if (node->kind == EXPR_CALL && (node->flags & EXPR_HAS_IMPURE) && v < VARIABILITY_DISCRETE)
        return VARIABILITY_PARAMETER;
    if (node->kind != EXPR_OP) return v;
    if (node->op == OP_NO_EVENT) return under_no_event(f, node);
    return of_operator(node, v);
}

typedef struct Visit {
    Front *f;
    Map *known;
} Visit;

static void visit_node(void *client, const Expr *node)
{
    Visit *v = client;
    uint64_t found;
    if (map_get(v->known, node->id + 1ull, &found)) return;
    map_put(v->known, node->id + 1ull, (uint64_t)of_node(v->f, node, v->known));
}

Variability expr_variability(Front *f, const Expr *e)
{
    Map *known = &lowering_of(f)->variability_of_expr;
    uint64_t found;
    if (expr_is_error(e)) return VARIABILITY_CONSTANT;
    if (!(e->flags & (EXPR_HAS_REF | EXPR_HAS_TIME | EXPR_HAS_CALL | EXPR_HAS_LOCAL |
                      EXPR_HAS_COMPONENT | EXPR_HAS_EVENT)))
        return VARIABILITY_CONSTANT;
    if (map_get(known, e->id + 1ull, &found)) return (Variability)found;
    Visit v = {f, known};
    expr_walk(f->exprs, e, &v, visit_node);
    return (Variability)map_get_or(known, e->id + 1ull, VARIABILITY_CONTINUOUS);
}
