// Clocked equations have no direction: a maximum matching of equations and variables gives it,
// with edges preferred where the variable stands alone on a side. An equation that cannot be
// solved for its variable, or not safely, becomes v = v - (left - right): a loop for the blocks.
#include "equations/clock_direction.h"

#include <string.h>

#include "base/map.h"
#include "graph/matching.h"

typedef struct Incidence {
    Session *s;
    Arena *scratch;
    UnknownTest test;
    Map number_of; // of an element: REF or SUBSCRIPT(REF, literals)
    Map shared;    // elements that states determine
    VEC(const Expr *) elements;
    VEC(Edge) edges;
    VEC(uint8_t) classes; // 0: stands alone on a side, 1: somewhere else
    const Clause *clauses;
    int32_t clause;
} Incidence;

static int32_t element_number(Incidence *n, const Expr *element, int32_t owner)
{
    uint64_t found, key = (uint64_t)owner << 32 | element->id;
    if (map_get(&n->number_of, key, &found)) return (int32_t)found;
    int32_t number = (int32_t)n->elements.count;
    map_put(&n->number_of, key, (uint64_t)number);
    VEC_PUSH(n->scratch, &n->elements, element);
    return number;
}

static bool has_literal_subscripts(const Expr *e)
{
    for (uint32_t i = 1; i < e->n_args; i++)
        if (e->args[i]->kind != EXPR_INTEGER && e->args[i]->kind != EXPR_ENUM) return false;
    return type_rank(e->type) == 0;
}

static void note_element(Incidence *n, const Expr *element, uint8_t class)
{
    int32_t owner = n->test.owner(n->test.client, element, &n->clauses[n->clause]);
    if (owner < 0) return;
    Edge edge = {n->clause, element_number(n, element, owner)};
    VEC_PUSH(n->scratch, &n->edges, edge);
    // What states determine is not for others, and a state determines its own variables first.
    uint64_t ignored;
    if (owner) map_put(&n->shared, element->id, 1);
    bool is_shared = owner || map_get(&n->shared, element->id, &ignored);
    VEC_PUSH(n->scratch, &n->classes, is_shared ? 1 : class);
}

typedef struct Side {
    const Expr *e;
    uint8_t class;
} Side;

typedef VEC(Side) SideStack;

static void push_side(Incidence *n, SideStack *stack, const Expr *e, uint8_t class)
{
    Side s = {e, class};
    if (e) VEC_PUSH(n->scratch, stack, s);
}

// An array taken whole, as an argument or result of a function, stands for all its elements.
static void push_elements(Incidence *n, SideStack *stack, Side array)
{
    for (int32_t i = type_dim(array.e->type, 0); i > 0; i--) {
        const Expr *at = expr_integer(n->s->exprs, i);
        push_side(n, stack, expr_subscript(n->s->exprs, array.e, &at, 1), array.class);
    }
}

static void note_side(Incidence *n, const Expr *root)
{
    SideStack stack = {0};
    Map seen = map_make(n->scratch);
    push_side(n, &stack, root, 0);
    while (stack.count) {
        Side s = VEC_POP(&stack);
        const Expr *e = s.e;
        uint64_t ignored, key = (uint64_t)e->id << 1 | s.class;
        if (!(e->flags & EXPR_HAS_REF) || map_get(&seen, key, &ignored)) continue;
        map_put(&seen, key, 1);
        bool is_element = e->kind == EXPR_SUBSCRIPT && e->args[0]->kind == EXPR_REF;
        if ((e->kind == EXPR_REF || is_element) && type_rank(e->type) > 0)
            push_elements(n, &stack, s);
        else if (e->kind == EXPR_REF || (is_element && has_literal_subscripts(e)))
            note_element(n, e, s.class);
        else if (e->kind == EXPR_OP && e->op == OP_PRE)
            continue; // known at the tick
        else {
            bool alone =
                s.class == 0 && (e->kind == EXPR_TUPLE || (e->kind == EXPR_OP && e->op == OP_NEG));
            for (uint32_t i = e->n_args; i-- > 0;) push_side(n, &stack, e->args[i], !alone);
        }
    }
}

// ---- Solving: what pre() holds is known, whatever it is of
// ---------------------------------------

typedef struct Hiding {
    ExprTable *t;
    Map hidden; // id of a pre() -> its node
} Hiding;

static const Expr *hide_pre(void *client, const Expr *e)
{
    Hiding *h = client;
    if (e->kind != EXPR_OP || e->op != OP_PRE) return e->flags & EXPR_HAS_REF ? NULL : e;
    map_put(&h->hidden, e->id, (uint64_t)(uintptr_t)e);
    return expr_local(h->t, e->id, e->type, NULL);
}

static const Expr *show_pre(void *client, const Expr *e)
{
    Hiding *h = client;
    if (e->kind != EXPR_LOCAL) return e->flags & EXPR_HAS_LOCAL ? NULL : e;
    return (const Expr *)(uintptr_t)map_get_or(&h->hidden, e->u.index, 0);
}

static const Expr *solved(ExprTable *t, const Expr *left, const Expr *right, const Expr *v)
{
    if (left == v && !expr_contains(right, v)) return right;
    if (right == v && !expr_contains(left, v)) return left;
    SolveSafety how = {0};
    const Expr *value = expr_solve(t, left, right, v, &how);
    if (value && !how.divisor && !how.positive) return value;
    if (v->type->kind != TYPE_REAL) return value;
    return expr_op2(t, OP_SUB, v, expr_op2(t, OP_SUB, left, right));
}

static const Expr *value_from(ExprTable *t, Arena *scratch, const Clause *k, const Expr *v)
{
    Hiding h = {t, map_make(scratch)};
    Substitution hide = {&h, hide_pre}, show = {&h, show_pre};
    const Expr *left = expr_substitute(t, k->left, &hide);
    const Expr *value = solved(t, left, expr_substitute(t, k->right, &hide), v);
    return value ? expr_substitute(t, value, &show) : NULL;
}

void direct_clauses(Session *s, Clause *clauses, uint32_t n_clauses, UnknownTest test,
                    Arena *scratch)
{
    Incidence n = {.s = s, .scratch = scratch, .test = test, .clauses = clauses};
    n.number_of = map_make(scratch);
    n.shared = map_make(scratch);
    for (uint32_t turn = 0; turn < 2; turn++) // what states determine is known first
        for (uint32_t i = 0; i < n_clauses; i++) {
            n.clause = (int32_t)i;
            if (clauses[i].action || (clauses[i].state == 0) != turn) continue;
            note_side(&n, clauses[i].left);
            if (clauses[i].left->kind != EXPR_TUPLE) note_side(&n, clauses[i].right);
        }
    int32_t *edge_of_given = ARENA_RAW(scratch, int32_t, n.edges.count);
    Bipartite g = bipartite_from_edges(scratch, (int32_t)n_clauses, (int32_t)n.elements.count,
                                       n.edges.data, (int32_t)n.edges.count, edge_of_given);
    uint8_t *classes = ARENA_RAW(scratch, uint8_t, g.n_edges);
    memset(classes, 1, (size_t)g.n_edges);
    for (uint32_t i = 0; i < n.edges.count; i++)
        if (n.classes.data[i] == 0) classes[edge_of_given[i]] = 0;
    Matching m = matching_empty(scratch, &g);
    matching_maximize(&m, &g, classes);
    for (uint32_t i = 0; i < n_clauses; i++) {
        Clause *k = &clauses[i];
        if (k->action || k->left->kind == EXPR_TUPLE) continue;
        const Expr *v = m.var_of_eqn[i] >= 0 ? n.elements.data[m.var_of_eqn[i]] : NULL;
        const Expr *value = v ? value_from(s->exprs, scratch, k, v) : NULL;
        if (!value) {
            diag_error(s->diag, k->span, E_CLOCK_DIRECTION,
                       "this clocked equation cannot be solved for a variable of its own");
            continue;
        }
        k->left = v;
        k->right = value;
    }
}
