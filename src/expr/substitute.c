// Walks over expression graphs with an explicit stack: each distinct node once, arguments
// first. Nodes seen are remembered by their id.
#include "expr/table.h"

typedef struct Step {
    const Expr *node;
    uint32_t next; // argument to look at
} Step;

typedef struct Walk {
    Arena *scratch;
    VEC(Step) stack;
    Map done; // id + 1 -> result
} Walk;

static Walk walk_open(const char *label)
{
    Walk w = {.scratch = arena_open(label)};
    w.done = map_make(w.scratch);
    return w;
}

static bool is_done(const Walk *w, const Expr *e, uint64_t *result)
{
    return map_get(&w->done, e->id, result);
}

// The next argument of the top that is not done yet gets on the stack; false: all are done.
static bool descend(Walk *w)
{
    Step *top = &VEC_LAST(&w->stack);
    uint64_t ignored;
    while (top->next < top->node->n_args) {
        const Expr *arg = top->node->args[top->next++];
        if (!arg || is_done(w, arg, &ignored)) continue;
        Step step = {arg, 0};
        VEC_PUSH(w->scratch, &w->stack, step);
        return true;
    }
    return false;
}

void expr_walk(ExprTable *t, const Expr *e, void *client,
               void (*visit)(void *client, const Expr *node))
{
    (void)t;
    Walk w = walk_open("expr_walk");
    Step first = {e, 0};
    VEC_PUSH(w.scratch, &w.stack, first);
    while (w.stack.count) {
        const Expr *node = VEC_LAST(&w.stack).node;
        if (descend(&w)) continue;
        w.stack.count--;
        uint64_t ignored;
        if (is_done(&w, node, &ignored)) continue;
        map_put(&w.done, node->id, 1);
        visit(client, node);
    }
    arena_close(w.scratch);
}

static const Expr *result_of(const Walk *w, const Expr *e)
{
    uint64_t found = 0;
    if (!e) return NULL;
    is_done(w, e, &found);
    return (const Expr *)(uintptr_t)found;
}

static void finish(Walk *w, const Expr *node, const Expr *result)
{
    map_put(&w->done, node->id, (uint64_t)(uintptr_t)result);
    w->stack.count--;
}

static const Expr *rebuild(ExprTable *t, const Walk *w, const Expr *node)
{
    const Expr *fixed[8];
    const Expr **args =
        node->n_args <= 8 ? fixed : ARENA_RAW(w->scratch, const Expr *, node->n_args);
    for (uint32_t i = 0; i < node->n_args; i++) args[i] = result_of(w, node->args[i]);
    return expr_with_args(t, node, args);
}

const Expr *expr_substitute(ExprTable *t, const Expr *e, const Substitution *s)
{
    const Expr *direct = s->replace(s->client, e);
    if (direct) return direct;
    if (e->n_args == 0) return e;
    Walk w = walk_open("expr_substitute");
    Step first = {e, 0};
    VEC_PUSH(w.scratch, &w.stack, first);
    while (w.stack.count) {
        Step *top = &VEC_LAST(&w.stack);
        const Expr *node = top->node;
        if (top->next == 0) {
            const Expr *replaced = s->replace(s->client, node);
            if (!replaced && node->n_args == 0) replaced = node;
            if (replaced) {
                finish(&w, node, replaced);
                continue;
            }
        }
        if (!descend(&w)) finish(&w, node, rebuild(t, &w, node));
    }
    const Expr *result = result_of(&w, e);
    arena_close(w.scratch);
    return result;
}
