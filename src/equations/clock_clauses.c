// Equations and algorithms of clocked partitions as bodies of when-clauses.
//
// An if-equation becomes one clause for every equation of its branches: those with the same left
// side give it one value, the others are paired in order and give one residual.
#include "equations/clock_partitions.h"

typedef struct Pair {
    const Expr *left, *right;
    Span span;
    ComponentId component;
    bool is_taken;
} Pair;

typedef VEC(Pair) PairVec;

static bool is_action(const Equation *e)
{
    return e->kind == EQN_ASSERT || e->kind == EQN_TERMINATE || e->kind == EQN_CALL;
}

// ---- if ----------------------------------------------------------------------------------------

static bool collect_pairs(Clocks *c, Equations body, PairVec *into);

static Pair *pair_with_left(PairVec *pairs, const Expr *left)
{
    for (uint32_t i = 0; i < pairs->count; i++)
        if (!pairs->data[i].is_taken && pairs->data[i].left == left) return &pairs->data[i];
    return NULL;
}

static Pair *next_pair(PairVec *pairs)
{
    for (uint32_t i = 0; i < pairs->count; i++)
        if (!pairs->data[i].is_taken) return &pairs->data[i];
    return NULL;
}

static const Expr *residual(Clocks *c, const Pair *p)
{
    const Expr *left = expr_cast_real(c->exprs, p->left);
    return expr_op2(c->exprs, OP_SUB, left, expr_cast_real(c->exprs, p->right));
}

// if c1 then v1 elseif c2 then v2 else v3 of one pair from each branch.
static const Expr *choice(Clocks *c, const Equation *e, Pair **pairs, bool as_residual)
{
    const Expr *value = NULL;
    for (uint32_t b = e->n_branches; b-- > 0;) {
        const Expr *here = as_residual ? residual(c, pairs[b]) : pairs[b]->right;
        value = value ? expr_if(c->exprs, e->branches[b].condition, here, value) : here;
        pairs[b]->is_taken = true;
    }
    return value;
}

static bool merge_branches(Clocks *c, const Equation *e, PairVec *branches, PairVec *into)
{
    Pair **row = ARENA_RAW(c->scratch, Pair *, e->n_branches);
    for (uint32_t turn = 0; turn < 2; turn++) { // same left sides first, then what is left over
        for (uint32_t i = 0; i < branches[0].count; i++) {
            Pair *first = &branches[0].data[i], merged = *first;
            if (first->is_taken) continue;
            bool fits = true;
            for (uint32_t b = 0; b < e->n_branches && fits; b++) {
                row[b] = turn ? next_pair(&branches[b]) : pair_with_left(&branches[b], first->left);
                fits = row[b] && type_rank(row[b]->left->type) == type_rank(first->left->type) &&
                       (!turn || type_elem(row[b]->left->type)->kind == TYPE_REAL);
            }
            if (!fits && turn) return false;
            if (!fits) continue;
            merged.right = choice(c, e, row, turn);
            if (turn) merged.left = expr_zero(c->exprs, merged.right->type);
            VEC_PUSH(c->scratch, into, merged);
        }
    }
    for (uint32_t b = 0; b < e->n_branches; b++)
        if (next_pair(&branches[b])) return false;
    return true;
}

static bool collect_if(Clocks *c, const Equation *e, PairVec *into)
{
    PairVec *branches = ARENA_ARRAY(c->scratch, PairVec, e->n_branches + 1);
    bool any = false;
    for (uint32_t b = 0; b < e->n_branches; b++) {
        if (!collect_pairs(c, e->branches[b].body, &branches[b])) return false;
        any |= branches[b].count > 0;
    }
    if (!any) return true;
    bool is_whole = !e->branches[e->n_branches - 1].condition;
    if (is_whole && merge_branches(c, e, branches, into)) return true;
    diag_error(c->s->diag, e->span, E_BRANCHES_DIFFER,
               "the branches of an if-equation in a clocked partition must have the same number "
               "of equations");
    return false;
}

static bool collect_pairs(Clocks *c, Equations body, PairVec *into)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Equation *e = &body.items[i];
        if (e->kind == EQN_EQUALS) {
            Pair p = {e->left, e->right, e->span, e->component, false};
            VEC_PUSH(c->scratch, into, p);
        } else if (e->kind == EQN_IF) {
            if (!collect_if(c, e, into)) return false;
        } else if (!is_action(e)) {
            diag_error(c->s->diag, e->span, E_UNSUPPORTED,
                       "this kind of equation is not supported yet in a clocked partition");
            return false;
        }
    }
    return true;
}

// ---- Actions: assert, terminate, calls without result ------------------------------------------

static bool has_action(const Equation *e)
{
    if (is_action(e)) return true;
    for (uint32_t b = 0; b < e->n_branches; b++)
        for (uint32_t i = 0; i < e->branches[b].body.count; i++)
            if (has_action(&e->branches[b].body.items[i])) return true;
    return false;
}

static Equation action_of(Clocks *c, const Equation *e, int32_t region)
{
    Equation copy = *e;
    copy.right = rewrite_clocked(c, e->right, region);
    equation_own_details(c->out, &copy);
    if (copy.details) {
        copy.details->condition = rewrite_clocked(c, e->details->condition, region);
        copy.details->message = rewrite_clocked(c, e->details->message, region);
    }
    copy.branches = ARENA_RAW(c->out, EquationBranch, e->n_branches + 1);
    for (uint32_t b = 0; b < e->n_branches; b++) {
        Equations body = e->branches[b].body, kept = {0};
        kept.items = ARENA_RAW(c->out, Equation, body.count + 1);
        for (uint32_t i = 0; i < body.count; i++)
            if (has_action(&body.items[i]))
                kept.items[kept.count++] = action_of(c, &body.items[i], region);
        copy.branches[b].condition = rewrite_clocked(c, e->branches[b].condition, region);
        copy.branches[b].body = kept;
    }
    return copy;
}

static void clause_action(Clocks *c, const Equation *e, int32_t region)
{
    Equation *action = ARENA_NEW(c->out, Equation);
    *action = action_of(c, e, region);
    if (c->state_at_work) { // only while the state is active
        Equation *guarded = ARENA_NEW(c->out, Equation);
        *guarded = (Equation){.kind = EQN_IF, .span = e->span, .n_branches = 1};
        guarded->branches = ARENA_NEW(c->out, EquationBranch);
        guarded->branches->condition =
            expr_ref(c->exprs, c->flat->states[c->state_at_work - 1].active,
                     type_basic(c->exprs, TYPE_BOOLEAN));
        guarded->branches->body = (Equations){action, 1};
        action = guarded;
    }
    Clause k = {.action = action, .region = region, .span = e->span, .component = e->component};
    VEC_PUSH(c->scratch, &c->clauses, k);
}

// ---- Equations ---------------------------------------------------------------------------------

// In a state each result of a function is a definition by itself, which others are merged with.
static void add_results(Clocks *c, const Clause *tuple)
{
    for (uint32_t i = 0; i < tuple->left->n_args; i++) {
        Clause k = *tuple;
        k.left = tuple->left->args[i];
        if (!k.left) continue;
        k.right = expr_tuple_item(c->exprs, tuple->right, i, k.left->type);
        add_clause(c, &k);
    }
}

void clause_equation(Clocks *c, const Equation *e, int32_t region)
{
    c->span = e->span;
    if (has_action(e)) clause_action(c, e, region);
    PairVec pairs = {0};
    if (!collect_pairs(c, (Equations){(Equation *)e, 1}, &pairs)) return;
    for (uint32_t i = 0; i < pairs.count; i++) {
        const Pair *p = &pairs.data[i];
        if (is_clock_condition(p->left)) continue; // clocks are known now
        c->span = p->span;
        Clause k = {.left = rewrite_clocked(c, p->left, region),
                    .right = rewrite_clocked(c, p->right, region),
                    .region = region,
                    .state = c->state_at_work,
                    .span = p->span,
                    .component = p->component};
        if (k.state && k.left->kind == EXPR_TUPLE)
            add_results(c, &k);
        else
            add_clause(c, &k);
    }
}

// ---- Algorithms --------------------------------------------------------------------------------

static void note_assigned(Clocks *c, const Expr *left)
{
    if (!left) return;
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++) note_assigned(c, left->args[i]);
        return;
    }
    while (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD) left = left->args[0];
    if (left->kind == EXPR_REF) map_put(&c->assigned, (uint64_t)left->u.var.i, 1);
}

typedef struct ClockedPlace {
    Clocks *c;
    int32_t region;
} ClockedPlace;

static void rewrite_place(void *client, const Expr **e)
{
    const ClockedPlace *place = client;
    *e = rewrite_clocked(place->c, *e, place->region);
}

static Statements rewritten_statements(Clocks *c, Statements body, int32_t region)
{
    Statements copy = {ARENA_RAW(c->out, Statement, body.count + 1), body.count};
    for (uint32_t i = 0; i < body.count; i++) {
        Statement *st = &copy.items[i];
        *st = body.items[i];
        c->span = st->span;
        if (region >= 0 && (st->kind == STMT_WHEN || st->kind == STMT_REINIT))
            diag_error(c->s->diag, st->span, E_UNSUPPORTED,
                       "this kind of statement is not supported in a clocked algorithm");
        if (region >= 0 && st->kind == STMT_ASSIGN) note_assigned(c, st->left);
        st->branches = ARENA_COPY(c->out, StatementBranch, st->branches, st->n_branches);
        st->left = NULL; // a target is not read
        ClockedPlace place = {c, region};
        statement_each_expression(st, &place, rewrite_place);
        st->left = body.items[i].left;
        for (uint32_t b = 0; b < st->n_branches; b++)
            st->branches[b].body = rewritten_statements(c, st->branches[b].body, region);
    }
    return copy;
}

// A clocked algorithm runs at the ticks: its body goes into a when-statement.
void keep_algorithm(Clocks *c, Algorithm *section, int32_t region)
{
    const Partition *p = partition_at(c, region);
    if (!p->is_clocked) {
        section->body = rewritten_statements(c, section->body, -1);
        return;
    }
    if (is_discretized(p)) {
        diag_error(c->s->diag, section->span, E_UNSUPPORTED,
                   "an algorithm in a clocked partition with differential equations is not "
                   "supported yet");
        return;
    }
    Statement *when = ARENA_NEW(c->out, Statement);
    *when = (Statement){.kind = STMT_WHEN, .span = section->span, .n_branches = 1};
    when->branches = ARENA_NEW(c->out, StatementBranch);
    when->branches->body = rewritten_statements(c, section->body, region);
    when->branches->condition = tick_condition(c, region);
    section->body = (Statements){when, 1};
}
