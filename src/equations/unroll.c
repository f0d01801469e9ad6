// For-statements of algorithm sections whose relations generate events are written out: every
// iteration then has a memory and a crossing function of its own. Loops without relations, with
// a range that is not known, or left by break or return stay loops.
#include "equations/section_function.h"

// A longer loop would cost more than its events are worth [M27].
enum { MOST_ITERATIONS = 1000 };

static void look_for_relation(void *client, const Expr *e)
{
    bool *found = client;
    if (e->kind != EXPR_OP) return;
    bool may_jump = op_is_relation((Op)e->op) || op_is_step((Op)e->op);
    if (may_jump && e->args[0]->type->kind == TYPE_REAL) *found = true;
}

static bool has_relation(Scalarizer *z, const Expr *e)
{
    bool found = false;
    if (e) expr_walk(z->exprs, e, &found, look_for_relation);
    return found;
}

static bool generates_events(Scalarizer *z, Statements body)
{
    bool found = false;
    for (uint32_t i = 0; i < body.count && !found; i++) {
        const Statement *st = &body.items[i];
        found = has_relation(z, st->right);
        for (uint32_t b = 0; b < st->n_branches && !found; b++)
            found = has_relation(z, st->branches[b].condition) ||
                    generates_events(z, st->branches[b].body);
    }
    return found;
}

static bool jumps(Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        if (st->kind == STMT_BREAK || st->kind == STMT_RETURN) return true;
        for (uint32_t b = 0; b < st->n_branches; b++)
            if (jumps(st->branches[b].body)) return true;
    }
    return false;
}

static const Expr *replace_iterator(void *client, const Expr *e)
{
    const BoundIterator *b = client;
    if (e == b->iterator) return b->value;
    return e->flags & EXPR_HAS_ITERATOR ? NULL : e;
}

static const Expr *with_value(Scalarizer *z, const Expr *e, const Statement *loop,
                              const Expr *value)
{
    BoundIterator b = {loop->iterator, value};
    return e ? expr_substitute(z->exprs, e, &(Substitution){&b, replace_iterator}) : NULL;
}

static Statement statement_with(Scalarizer *z, const Statement *st, const Statement *loop,
                                const Expr *value)
{
    Statement r = *st;
    r.left = with_value(z, st->left, loop, value);
    r.right = with_value(z, st->right, loop, value);
    r.condition = with_value(z, st->condition, loop, value);
    r.message = with_value(z, st->message, loop, value);
    r.range = with_value(z, st->range, loop, value);
    if (st->n_branches) r.branches = ARENA_RAW(z->scratch, StatementBranch, st->n_branches);
    for (uint32_t b = 0; b < st->n_branches; b++) {
        Statements from = st->branches[b].body;
        r.branches[b].condition = with_value(z, st->branches[b].condition, loop, value);
        r.branches[b].body.count = from.count;
        r.branches[b].body.items = ARENA_RAW(z->scratch, Statement, from.count + 1);
        for (uint32_t i = 0; i < from.count; i++)
            r.branches[b].body.items[i] = statement_with(z, &from.items[i], loop, value);
    }
    return r;
}

// The values of the iterator; false when they are not known.
static bool known_range(Scalarizer *z, const Expr *range, Items *values)
{
    bool outer = z->trial_failed;
    z->trial_failed = false;
    z->n_trials++;
    *values = range_items(z, range, IN_LITERAL);
    z->n_trials--;
    bool ok = !z->trial_failed && values->count <= MOST_ITERATIONS;
    z->trial_failed = outer;
    return ok;
}

static void unroll_into(Scalarizer *z, Statements body, StatementVec *into);

static void unroll_loop(Scalarizer *z, const Statement *loop, StatementVec *into)
{
    Items values;
    Statements body = loop->branches[0].body;
    if (!generates_events(z, body) || jumps(body) || !known_range(z, loop->range, &values)) {
        VEC_PUSH(z->scratch, into, *loop);
        return;
    }
    for (uint32_t k = 0; k < values.count; k++)
        for (uint32_t i = 0; i < body.count; i++) {
            Statement one = statement_with(z, &body.items[i], loop, values.data[k]);
            unroll_into(z, (Statements){&one, 1}, into);
        }
}

static void unroll_into(Scalarizer *z, Statements body, StatementVec *into)
{
    for (uint32_t i = 0; i < body.count; i++) {
        Statement st = body.items[i];
        if (st.kind == STMT_FOR) {
            unroll_loop(z, &st, into);
            continue;
        }
        if (st.kind == STMT_IF) {
            st.branches = ARENA_RAW(z->scratch, StatementBranch, st.n_branches);
            for (uint32_t b = 0; b < st.n_branches; b++) {
                st.branches[b].condition = body.items[i].branches[b].condition;
                st.branches[b].body = section_unrolled(z, body.items[i].branches[b].body);
            }
        }
        VEC_PUSH(z->scratch, into, st);
    }
}

Statements section_unrolled(Scalarizer *z, Statements body)
{
    StatementVec into = {0};
    unroll_into(z, body, &into);
    return (Statements){into.data, into.count};
}
