// guarded_runs.c -- assignments that follow each other and ask the same condition ask it once.
//
// The equations of a when-clause are scalar by now: an array of 2000 elements that a function
// computes at an event is 2000 times `x = if c then f(...)[k] else pre(x)`. What one arm of a
// conditional expression computes is unknown behind it, so that each would call the function again.
#include "program/lower/word_layout.h"

enum { DEEPEST_GUARDS = 8 }; // elsewhen and if inside of when; beyond it each goes its own way

static bool asks(const Guarded *g, const Expr *condition)
{
    return g->value->kind == EXPR_IF && g->value->args[0] == condition;
}

static uint32_t run_length(const Lowering *l, const Guarded *items, uint32_t n)
{
    const Expr *condition = items[0].value->kind == EXPR_IF ? items[0].value->args[0] : NULL;
    uint32_t k = 0;
    while (condition && k < n && asks(&items[k], condition) && !has_words(l, items[k].value)) k++;
    return k;
}

static void write_all(Lowering *l, const Guarded *items, uint32_t n, int depth);

static void write_arm(Lowering *l, const Guarded *items, uint32_t n, uint32_t arm, int depth)
{
    uint32_t scope = open_scope(l);
    Guarded *parts = ARENA_RAW(l->scratch, Guarded, n);
    for (uint32_t k = 0; k < n; k++) {
        parts[k] = items[k];
        parts[k].value = items[k].value->args[arm];
    }
    write_all(l, parts, n, depth);
    close_scope(l, scope);
}

static void land(Lowering *l, uint32_t jump)
{
    patch_jump(&l->b, jump);
    l->label = builder_here(&l->b);
}

static void write_run(Lowering *l, const Guarded *items, uint32_t n, int depth)
{
    l->span = items[0].span;
    int32_t condition = compute_scalar(l, items[0].value->args[0]);
    uint32_t otherwise = emit_jump(&l->b, I_JUMP_IF_ZERO, condition);
    write_arm(l, items, n, 1, depth);
    uint32_t end = emit_jump(&l->b, I_JUMP, 0);
    land(l, otherwise);
    write_arm(l, items, n, 2, depth);
    land(l, end);
    for (uint32_t k = 0; k < n; k++) set_words(l, items[k].value, &items[k].slot, 1);
}

static void write_all(Lowering *l, const Guarded *items, uint32_t n, int depth)
{
    for (uint32_t k = 0; k < n && !l->failed;) {
        uint32_t run = depth ? run_length(l, items + k, n - k) : 0;
        if (run > 1) {
            write_run(l, items + k, run, depth - 1);
            k += run;
            continue;
        }
        l->span = items[k].span;
        compute_into(l, items[k].slot, items[k].value);
        k++;
    }
}

uint32_t write_guarded(Lowering *l, const Guarded *items, uint32_t n)
{
    uint32_t run = n ? run_length(l, items, n) : 0;
    if (run < 2) return 0;
    write_run(l, items, run, DEEPEST_GUARDS);
    return run;
}
