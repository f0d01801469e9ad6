// kept_values.c -- what the routines of a loop call, but its iteration does not change.
//
// The residuals of a loop are computed many times for one solution. A function of what is known
// before (properties of a medium at given states, say) is called once, before the loop, and its
// value kept in words that belong to it. The largest such expressions are taken, and only those
// that every evaluation needs: what stands in a branch may have no value while another one is
// taken. Cost: linear in the size of the residuals.
#include "program/lower/word_layout.h"

typedef enum { NOT_SEEN, FIXED, VARYING } Change;

typedef struct KeptSearch {
    Layout *y;
    Map unknowns; // of the loop, by root
    Map change;   // by id of the expression: Change
    Map taken;    // by id
    VEC(const Expr *) stack;
    VEC(KeptValue) found;
} KeptSearch;

static Change change_of(const KeptSearch *s, const Expr *e)
{
    return (Change)map_get_or(&s->change, e->id, NOT_SEEN);
}

static bool is_unknown(const KeptSearch *s, const Expr *e)
{
    VarId root = system_variable(s->y->l->system, e->u.var)->root;
    return map_get_or(&s->unknowns, (uint64_t)root.i, 0);
}

static bool varies_itself(const KeptSearch *s, const Expr *e)
{
    if (e->kind == EXPR_REF) return is_unknown(s, e);
    if (e->kind == EXPR_OP && e->op == OP_HOMOTOPY) return true; // differs by routine
    return e->kind == EXPR_ITERATOR || e->kind == EXPR_LOCAL;
}

// Arguments first.
static void find_changes(KeptSearch *s, const Expr *root)
{
    s->stack.count = 0;
    VEC_PUSH(s->y->l->scratch, &s->stack, root);
    while (s->stack.count) {
        const Expr *e = VEC_LAST(&s->stack);
        Change change = varies_itself(s, e) ? VARYING : FIXED;
        uint32_t waiting = s->stack.count;
        for (uint32_t i = 0; i < e->n_args && change == FIXED; i++) {
            Change c = e->args[i] ? change_of(s, e->args[i]) : FIXED;
            if (c == NOT_SEEN) VEC_PUSH(s->y->l->scratch, &s->stack, e->args[i]);
            if (c == VARYING) change = VARYING;
        }
        if (change == FIXED && s->stack.count > waiting) continue;
        s->stack.count = waiting - 1;
        map_put(&s->change, e->id, change);
    }
}

// Words that hold numbers: arrays and strings live in memory that the routine gives back.
static bool can_be_kept(KeptSearch *s, const Expr *e)
{
    if (!(e->flags & EXPR_HAS_CALL) || e->flags & EXPR_HAS_IMPURE) return false;
    if (change_of(s, e) != FIXED) return false;
    TypeVec types = {0};
    word_types(s->y->l, e->type, &types);
    for (uint32_t k = 0; k < types.count; k++)
        if (type_is_address(types.data[k]) || types.data[k]->kind == TYPE_EXTERNAL) return false;
    return types.count > 0;
}

static uint32_t n_always_computed(const Expr *e)
{
    if (e->kind == EXPR_COMPREHENSION || e->kind == EXPR_REDUCTION) return 0;
    if (e->kind == EXPR_IF) return 1;
    if (e->kind != EXPR_OP) return e->n_args;
    if (e->op == OP_AND || e->op == OP_OR) return 1;
    bool skips = e->op == OP_SMOOTH || e->op == OP_DELAY || e->op == OP_TRANSPORTED;
    return skips || e->op == OP_HOMOTOPY ? 0 : e->n_args;
}

static void take_largest(KeptSearch *s, const Expr *root)
{
    Arena *scratch = s->y->l->scratch;
    s->stack.count = 0;
    VEC_PUSH(scratch, &s->stack, root);
    while (s->stack.count) {
        const Expr *e = VEC_POP(&s->stack);
        if (!(e->flags & EXPR_HAS_CALL) || map_get_or(&s->taken, e->id, 0)) continue;
        map_put(&s->taken, e->id, 1);
        if (change_of(s, e) == NOT_SEEN) find_changes(s, e);
        if (can_be_kept(s, e)) {
            VEC_PUSH(scratch, &s->found, ((KeptValue){e, NO_SLOT}));
            continue;
        }
        for (uint32_t i = 0; i < n_always_computed(e); i++)
            if (e->args[i]) VEC_PUSH(scratch, &s->stack, e->args[i]);
    }
}

static void mark_unknown(KeptSearch *s, VarId v)
{
    map_put(&s->unknowns, (uint64_t)system_variable(s->y->l->system, v)->root.i, 1);
}

KeptValue *find_kept_values(Layout *y, const Block *b, uint32_t *n)
{
    Arena *scratch = y->l->scratch;
    bool has_calls = false;
    for (int32_t i = 0; i < b->n_assignments; i++)
        has_calls |= (b->assignments[i].value->flags & EXPR_HAS_CALL) != 0;
    for (int32_t i = 0; i < b->torn->n_residuals; i++)
        has_calls |= (b->torn->residuals[i]->flags & EXPR_HAS_CALL) != 0;
    *n = 0;
    if (!has_calls) return NULL;
    KeptSearch s = {.y = y,
                    .unknowns = map_make(scratch),
                    .change = map_make(scratch),
                    .taken = map_make(scratch)};
    for (int32_t i = 0; i < b->n_unknowns; i++) mark_unknown(&s, b->unknowns[i]);
    for (int32_t i = 0; i < b->torn->n_iteration; i++) mark_unknown(&s, b->torn->iteration[i]);
    for (int32_t i = 0; i < b->torn->n_discrete; i++)
        mark_unknown(&s, b->torn->discrete[i].variable);
    for (int32_t i = 0; i < b->n_assignments; i++) mark_unknown(&s, b->assignments[i].variable);
    for (int32_t i = 0; i < b->n_assignments; i++) take_largest(&s, b->assignments[i].value);
    for (int32_t i = 0; i < b->torn->n_residuals; i++) take_largest(&s, b->torn->residuals[i]);
    *n = s.found.count;
    return s.found.data;
}

// ---- Code ------------------------------------------------------------------------------------

void recall_kept(Layout *y, const BlockLayout *at)
{
    for (uint32_t i = 0; i < at->n_kept; i++) {
        uint32_t n = word_count(at->kept[i].value->type);
        int32_t *words = ARENA_RAW(y->l->scratch, int32_t, n + 1);
        for (uint32_t k = 0; k < n; k++) words[k] = at->kept[i].slot + (int32_t)k;
        set_words(y->l, at->kept[i].value, words, n);
    }
}

void compute_kept(Layout *y, const BlockLayout *at)
{
    for (uint32_t i = 0; i < at->n_kept && !y->l->failed; i++) {
        const KeptValue *kept = &at->kept[i];
        if (map_get_or(&y->kept_in, kept->value->id, 0) == y->routine) continue;
        int32_t first = lowering_compute(y->l, kept->value);
        for (uint32_t k = 0; k < word_count(kept->value->type); k++)
            emit_move(&y->l->b, kept->slot + (int32_t)k, y->l->words.data[first + (int32_t)k]);
        map_put(&y->kept_in, kept->value->id, y->routine);
    }
}
