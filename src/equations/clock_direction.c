// Clocked equations have no direction: a maximum matching of equations and variables gives it,
// with edges preferred where the variable stands alone on a side.
#include "equations/clock_direction.h"

#include <string.h>

#include "base/map.h"
#include "graph/matching.h"

typedef struct Incidence {
    Session *s;
    Arena *scratch;
    ClockedTest test;
    Map number_of; // of an element: REF or SUBSCRIPT(REF, literals)
    VEC(const Expr *) elements;
    VEC(Edge) edges;
    VEC(uint8_t) classes; // 0: stands alone on a side, 1: somewhere else
    int32_t clause;
} Incidence;

static int32_t element_number(Incidence *n, const Expr *element)
{
    uint64_t found;
    if (map_get(&n->number_of, element->id, &found)) return (int32_t)found;
    int32_t number = (int32_t)n->elements.count;
    map_put(&n->number_of, element->id, (uint64_t)number);
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
    Edge edge = {n->clause, element_number(n, element)};
    VEC_PUSH(n->scratch, &n->edges, edge);
    VEC_PUSH(n->scratch, &n->classes, class);
}

static const Expr *part_of(Incidence *n, const Expr *array, int32_t i)
{
    const Expr *at = expr_integer(n->s->exprs, i);
    return expr_subscript(n->s->exprs, array, &at, 1);
}

// An array taken whole, as an argument or result of a function, stands for all its elements.
static void note_side(Incidence *n, const Expr *e, uint8_t class)
{
    if (!e) return;
    if (e->kind == EXPR_REF && type_rank(e->type) == 0) {
        if (n->test.is_clocked(n->test.client, e->u.var)) note_element(n, e, class);
        return;
    }
    if (e->kind == EXPR_REF) {
        for (int32_t i = 1; i <= type_dim(e->type, 0); i++) note_side(n, part_of(n, e, i), class);
        return;
    }
    if (e->kind == EXPR_SUBSCRIPT && e->args[0]->kind == EXPR_REF && type_rank(e->type) > 0) {
        for (int32_t i = 1; i <= type_dim(e->type, 0); i++) note_side(n, part_of(n, e, i), class);
        return;
    }
    if (e->kind == EXPR_SUBSCRIPT && e->args[0]->kind == EXPR_REF && has_literal_subscripts(e)) {
        if (n->test.is_clocked(n->test.client, e->args[0]->u.var)) note_element(n, e, class);
        return;
    }
    if (e->kind == EXPR_OP && e->op == OP_PRE) return; // known at the tick
    bool alone = class == 0 && (e->kind == EXPR_TUPLE || (e->kind == EXPR_OP && e->op == OP_NEG));
    for (uint32_t i = 0; i < e->n_args; i++) note_side(n, e->args[i], alone ? 0 : 1);
}

static const Expr *other_side(ExprTable *t, const Clause *k, const Expr *v)
{
    if (k->left == v) return k->right;
    if (k->right == v) return k->left;
    SolveSafety how = {0};
    return expr_solve(t, k->left, k->right, v, &how);
}

void direct_clauses(Session *s, Clause *clauses, uint32_t n_clauses, ClockedTest test,
                    Arena *scratch)
{
    Incidence n = {.s = s, .scratch = scratch, .test = test, .number_of = map_make(scratch)};
    for (uint32_t i = 0; i < n_clauses; i++) {
        n.clause = (int32_t)i;
        note_side(&n, clauses[i].left, 0);
        if (clauses[i].left->kind != EXPR_TUPLE) note_side(&n, clauses[i].right, 0);
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
        if (k->left->kind == EXPR_TUPLE) continue;
        const Expr *v = m.var_of_eqn[i] >= 0 ? n.elements.data[m.var_of_eqn[i]] : NULL;
        const Expr *value = v ? other_side(s->exprs, k, v) : NULL;
        if (!value) {
            diag_error(s->diag, k->span, E_CLOCK_DIRECTION,
                       "this clocked equation cannot be solved for a variable of its own");
            continue;
        }
        k->left = v;
        k->right = value;
    }
}
