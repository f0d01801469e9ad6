// Linear coefficients and isolation of an unknown.
#include "expr/table.h"

bool expr_contains(const Expr *e, const Expr *part)
{
    if (e == part) return true;
    uint8_t kinds = (uint8_t)(part->flags & ~EXPR_HAS_EVENT); // noEvent takes that one away
    if ((kinds & e->flags) != kinds || part->id > e->id) return false;
    Arena *scratch = arena_open("expr_contains");
    Map seen = map_make(scratch);
    ExprVec stack = {0};
    bool found = false;
    VEC_PUSH(scratch, &stack, e);
    while (stack.count && !found) {
        const Expr *node = VEC_POP(&stack);
        for (uint32_t i = 0; i < node->n_args && !found; i++) {
            const Expr *arg = node->args[i];
            // Arguments are made before the node that holds them: a smaller id cannot contain it.
            if (!arg || arg->id < part->id || map_get_or(&seen, arg->id, 0)) continue;
            found = arg == part;
            map_put(&seen, arg->id, 1);
            if (arg->n_args) VEC_PUSH(scratch, &stack, arg);
        }
    }
    arena_close(scratch);
    return found;
}
