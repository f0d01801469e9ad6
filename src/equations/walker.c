#include "equations/walker.h"

Walker walker_open(ExprTable *exprs, Arena *scratch)
{
    Walker w = {.exprs = exprs, .arena = scratch, .walk = 2};
    return w;
}

void walker_begin(Walker *w)
{
    w->walk += 2;
}

// Tables grow with the number of nodes; half as much again, since rewriting makes new ones.
static uint32_t room_for_all(const Walker *w)
{
    uint32_t count = expr_count(w->exprs);
    return count + count / 2 + 1024;
}

static void make_room(Walker *w, uint32_t id)
{
    if (id < w->room) return;
    uint32_t room = room_for_all(w);
    size_t size = sizeof *w->stamp;
    w->stamp = arena_grow(w->arena, w->stamp, w->room * size, room * size, size);
    memset(w->stamp + w->room, 0, (room - w->room) * size);
    w->room = room;
}

static void make_room_for_result(Walker *w, uint32_t id)
{
    if (id < w->result_room) return;
    uint32_t room = room_for_all(w);
    size_t size = sizeof *w->result;
    w->result = arena_grow(w->arena, w->result, w->result_room * size, room * size, size);
    w->result_room = room;
}

void walker_rest(Walker *w)
{
    enum { LARGE = 1 << 20 };
    if (w->result_room < LARGE) return;
    walker_begin(w);
    arena_release(w->arena, w->result, w->result_room * sizeof *w->result);
    w->result = NULL;
    w->result_room = 0;
}

static bool variable_is_fresh(Walker *w, VarId v)
{
    if ((uint32_t)v.i >= w->variable_room) {
        uint32_t room = (uint32_t)v.i + (uint32_t)v.i / 2 + 1024;
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
        make_room(w, node->id);
        w->met_again |= w->stamp[node->id] >= w->walk;
        if (w->stamp[node->id] >= w->walk) return;
        w->stamp[node->id] = w->walk;
    }
    for (uint32_t i = node->n_args; i-- > 0;) {
        const Expr *arg = node->args[i];
        if (arg && arg->flags & EXPR_HAS_REF) VEC_PUSH(w->arena, &w->stack, arg);
    }
}

void walker_variables(Walker *w, const Expr *e, VarVec *out)
{
    if (!(e->flags & EXPR_HAS_REF)) return;
    VEC_PUSH(w->arena, &w->stack, e);
    for (uint32_t n = 0; w->stack.count; n++) {
        const Expr *node = VEC_POP(&w->stack);
        if (node->kind != EXPR_REF)
            push_arguments(w, node, n);
        else if (variable_is_fresh(w, node->u.var))
            VEC_PUSH(w->arena, out, node->u.var);
        else
            w->met_again = true;
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
static const Expr *known_result(Walker *w, const Expr *e)
{
    make_room(w, e->id);
    return w->stamp[e->id] == w->walk + 1 ? w->result[e->id] : NULL;
}

static void remember_result(Walker *w, const Expr *e, const Expr *result)
{
    make_room(w, e->id);
    make_room_for_result(w, e->id);
    w->stamp[e->id] = w->walk + 1;
    w->result[e->id] = result;
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

const Expr *walker_rewrite(Walker *w, const Expr *e, void *client, Replacement replace)
{
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
