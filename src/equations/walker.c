#include "equations/walker.h"

#include "base/hash.h"

Walker walker_open(ExprTable *exprs, Arena *scratch)
{
    Walker w = {.exprs = exprs, .arena = scratch, .walk = 1};
    return w;
}

void walker_begin(Walker *w)
{
    w->walk++;
    w->n_met = 0;
}

// Where the node is, or would be.
static MetNode *place_of_met(const Walker *w, uint32_t id)
{
    uint32_t i = (uint32_t)(hash_mix(0, id) >> 16) & w->met_mask;
    while (w->met[i].walk == w->walk && w->met[i].id != id) i = (i + 1) & w->met_mask;
    return &w->met[i];
}

static void make_room(Walker *w)
{
    enum { FIRST_ROOM = 256 };
    MetNode *before = w->met;
    uint32_t n = before ? w->met_mask + 1 : 0, room = n ? 2 * n : FIRST_ROOM;
    w->met = ARENA_ARRAY(w->arena, MetNode, room);
    w->met_mask = room - 1;
    for (uint32_t i = 0; i < n; i++)
        if (before[i].walk == w->walk) *place_of_met(w, before[i].id) = before[i];
    arena_release(w->arena, before, n * sizeof *before);
}

static MetNode *meet(Walker *w, const Expr *e, bool *is_again)
{
    if (2 * w->n_met >= w->met_mask) make_room(w);
    MetNode *m = place_of_met(w, e->id);
    *is_again = m->walk == w->walk;
    if (*is_again) return m;
    *m = (MetNode){e->id, w->walk, NULL};
    w->n_met++;
    return m;
}

static bool variable_is_fresh(Walker *w, VarId v)
{
    if ((uint32_t)v.i >= w->variable_room) {
        uint32_t room = (uint32_t)v.i + (uint32_t)v.i / 4 + 1024;
        uint32_t *stamp = ARENA_ARRAY(w->arena, uint32_t, room);
        if (w->variable_room) memcpy(stamp, w->variable_stamp, w->variable_room * sizeof *stamp);
        arena_release(w->arena, w->variable_stamp, w->variable_room * sizeof *stamp);
        w->variable_stamp = stamp;
        w->variable_room = room;
    }
    if (w->variable_stamp[v.i] == w->walk) return false;
    w->variable_stamp[v.i] = w->walk;
    return true;
}

// Most expressions are small trees: who has looked at so few nodes need not know them again.
enum { FEW_NODES = 48 };

// The arguments of a node that was not seen in this walk, as far as that is remembered, are to be
// looked at.
static void push_arguments(Walker *w, const Expr *node, uint32_t n_nodes)
{
    if (n_nodes > FEW_NODES) {
        bool is_again;
        meet(w, node, &is_again);
        w->met_again |= is_again;
        if (is_again) return;
    }
    for (uint32_t i = node->n_args; i-- > 0;) {
        const Expr *arg = node->args[i];
        if (arg && arg->flags & EXPR_HAS_REF) VEC_PUSH(w->arena, &w->stack, arg);
    }
}

enum { MOST_LEAVES = 2 };

// A leaf, or an operator applied to leaves: most sides of equations.
static bool has_leaves_alone(const Expr *e)
{
    if (e->n_args > MOST_LEAVES) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (!e->args[i] || e->args[i]->n_args) return false;
    return true;
}

static void note_variable(Walker *w, VarId v, VarVec *out)
{
    if (variable_is_fresh(w, v))
        VEC_PUSH(w->arena, out, v);
    else
        w->met_again = true;
}

void walker_variables(Walker *w, const Expr *e, VarVec *out)
{
    if (!(e->flags & EXPR_HAS_REF)) return;
    if (has_leaves_alone(e)) {
        if (e->kind == EXPR_REF) note_variable(w, e->u.var, out);
        for (uint32_t i = 0; i < e->n_args; i++)
            if (e->args[i]->kind == EXPR_REF) note_variable(w, e->args[i]->u.var, out);
        return;
    }
    VEC_PUSH(w->arena, &w->stack, e);
    for (uint32_t n = 0; w->stack.count; n++) {
        const Expr *node = VEC_POP(&w->stack);
        if (node->kind != EXPR_REF)
            push_arguments(w, node, n);
        else
            note_variable(w, node->u.var, out);
    }
}

bool walker_any_variable(Walker *w, const Expr *e, void *client, bool (*test)(void *, VarId))
{
    if (!(e->flags & EXPR_HAS_REF)) return false;
    walker_begin(w);
    VEC_PUSH(w->arena, &w->stack, e);
    bool found = false;
    for (uint32_t n = 0; w->stack.count && !found; n++) {
        const Expr *node = VEC_POP(&w->stack);
        if (node->kind != EXPR_REF)
            push_arguments(w, node, n);
        else
            found = test(client, node->u.var);
    }
    w->stack.count = 0;
    return found;
}

// NULL: not known.
static const Expr *known_result(const Walker *w, const Expr *e)
{
    const MetNode *m = w->met ? place_of_met(w, e->id) : NULL;
    return m && m->walk == w->walk ? m->result : NULL;
}

static void remember_result(Walker *w, const Expr *e, const Expr *result)
{
    bool is_again;
    meet(w, e, &is_again)->result = result;
}

// The node with the results of its arguments, which are the last ones.
static const Expr *rebuilt(Walker *w, const Expr *e)
{
    w->results.count -= e->n_args;
    const Expr **args = w->results.data + w->results.count;
    bool is_same = true;
    for (uint32_t i = 0; i < e->n_args; i++) is_same = is_same && args[i] == e->args[i];
    return is_same ? e : expr_with_args(w->exprs, e, args);
}

// Its result, or the node comes onto the stack, so that its arguments are looked at.
static void enter(Walker *w, const Expr *e, uint32_t n_nodes, void *client, Replacement replace)
{
    const Expr *result = e && n_nodes > FEW_NODES ? known_result(w, e) : NULL;
    if (e && !result) result = replace(client, e);
    if (e && !result && e->n_args == 0) result = e;
    if (result || !e) {
        VEC_PUSH(w->arena, &w->results, result);
        return;
    }
    VEC_PUSH(w->arena, &w->stack, e);
    VEC_PUSH(w->arena, &w->next, 0);
}

static const Expr *rewrite_at_sight(Walker *w, const Expr *e, void *client, Replacement replace)
{
    const Expr *args[MOST_LEAVES], *result = replace(client, e);
    if (result || !e->n_args) return result ? result : e;
    bool is_same = true;
    for (uint32_t i = 0; i < e->n_args; i++) {
        result = replace(client, e->args[i]);
        args[i] = result ? result : e->args[i];
        is_same = is_same && args[i] == e->args[i];
    }
    return is_same ? e : expr_with_args(w->exprs, e, args);
}

const Expr *walker_rewrite(Walker *w, const Expr *e, void *client, Replacement replace)
{
    if (has_leaves_alone(e)) return rewrite_at_sight(w, e, client, replace);
    uint32_t n = 0;
    enter(w, e, n++, client, replace);
    while (w->next.count) {
        const Expr *node = VEC_LAST(&w->stack);
        uint32_t i = VEC_LAST(&w->next)++;
        if (i < node->n_args) {
            enter(w, node->args[i], n++, client, replace);
            continue;
        }
        w->stack.count--;
        w->next.count--;
        const Expr *result = rebuilt(w, node);
        if (n > FEW_NODES) remember_result(w, node, result);
        VEC_PUSH(w->arena, &w->results, result);
    }
    return VEC_POP(&w->results);
}
