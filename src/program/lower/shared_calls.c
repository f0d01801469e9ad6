// shared_calls.c -- results of a call that only outputs want, where the derivatives want others.
//
// A function with several results, or with an array, is called for the derivatives because one of
// its values is needed there. The routine of outputs would call it again for the rest: they are
// taken where the call is made. A value costs a move at every evaluation of the derivatives, so
// that a few are taken, and not all elements of a large array.
#include "program/lower/word_layout.h"

enum { MOST_PARTS = 32 }; // of a call

// The call that e is a part of; NULL: none.
static const Expr *call_of(const Expr *e)
{
    while (e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_FIELD || e->kind == EXPR_TUPLE_ITEM) {
        for (uint32_t i = 1; i < e->n_args; i++)
            if (!expr_is_literal(e->args[i])) return NULL;
        e = e->args[0];
    }
    return e->kind == EXPR_CALL && !(e->flags & EXPR_HAS_IMPURE) ? e : NULL;
}

static bool is_part(const Layout *y, int32_t block, const Expr **call)
{
    const Block *b = &y->l->causal->blocks[block];
    if (y->blocks[block].number >= 0 || b->n_equations != 1 || b->n_assignments != 1) return false;
    const SystemVariable *v = system_variable(y->l->system, b->assignments[0].variable);
    if (v->kind == VALUE_STRING || v->role == ROLE_EXTERNAL || v->role == ROLE_RELATION)
        return false;
    *call = call_of(b->assignments[0].value);
    return *call != NULL;
}

void find_parts(Layout *y)
{
    const Section *outputs = &y->l->causal->outputs;
    const Expr *call;
    y->parts_of_call = map_make(y->l->scratch);
    y->next_part = ARENA_ARRAY(y->l->scratch, int32_t, y->l->causal->n_blocks + 1);
    y->taken_in = ARENA_ARRAY(y->l->scratch, uint64_t, y->l->causal->n_blocks + 1);
    for (int32_t i = outputs->n_blocks; i-- > 0;) { // the first comes first in its list
        if (!is_part(y, outputs->blocks[i], &call)) continue;
        y->next_part[outputs->blocks[i]] = (int32_t)map_get_or(&y->parts_of_call, call->id, 0);
        map_put(&y->parts_of_call, call->id, (uint64_t)outputs->blocks[i] + 1);
    }
}

static void take_parts(Layout *y, const Expr *call)
{
    int32_t first = (int32_t)map_get_or(&y->parts_of_call, call->id, 0) - 1, n = 0;
    for (int32_t b = first; b >= 0 && n <= MOST_PARTS; b = y->next_part[b] - 1) n++;
    if (n > MOST_PARTS) return;
    for (int32_t b = first; b >= 0 && !y->l->failed; b = y->next_part[b] - 1) {
        const Block *block = &y->l->causal->blocks[b];
        if (y->taken_in[b] == y->routine) continue;
        y->l->span = system_equation(y->l->system, block->equations[0])->span;
        compute_into(y->l, y->l->slot_of[block->assignments[0].variable.i],
                     block->assignments[0].value);
        y->taken_in[b] = y->routine;
    }
}

void take_parts_of_calls(Layout *y)
{
    Lowering *l = y->l;
    for (uint32_t i = 0; i < l->calls.count; i++)
        if (has_words(l, l->calls.data[i])) take_parts(y, l->calls.data[i]);
    l->calls.count = 0;
}
