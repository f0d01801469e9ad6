// If-equations whose conditions are not known at compile time.
//
// Every branch must have the same number of equations. Those that determine the same variable in
// all branches become x = if c then e1 else e2, which can be solved for x; what is left is paired
// in the order written as residuals 0 = if c then l1 - r1 else l2 - r2.
#include "equations/scalarizer.h"

typedef struct BranchEquations {
    const Expr *condition; // NULL: else
    VEC(Pair) pairs;
    bool *is_used;
} BranchEquations;

static void collect(Scalarizer *z, BranchEquations *into, const Equation *e);

static void collect_all(Scalarizer *z, BranchEquations *into, Equations body)
{
    for (uint32_t i = 0; i < body.count; i++) collect(z, into, &body.items[i]);
}

static const Expr *both(Scalarizer *z, const Expr *a, const Expr *b)
{
    return a ? expr_op2(z->exprs, OP_AND, a, b) : b;
}

static uint32_t decided_branch(Scalarizer *z, const Equation *e, const Expr **conditions)
{
    for (uint32_t b = 0; b < e->n_branches; b++) {
        conditions[b] = e->branches[b].condition
                            ? scalar_of(z, e->branches[b].condition, z->context)
                            : expr_boolean(z->exprs, true);
        if (!expr_is_true(conditions[b]) && !expr_is_false(conditions[b])) return UINT32_MAX;
        if (expr_is_true(conditions[b])) return b;
    }
    return e->n_branches;
}

static void merge(Scalarizer *z, BranchEquations *branches, uint32_t n, BranchEquations *into);

// The branches of an if-equation, each with its scalar equations. Asserts inside count while
// their branch is taken.
static bool open_branches(Scalarizer *z, const Equation *e, BranchEquations *branches, uint32_t *n)
{
    const Expr *around = z->guard, *not_before = NULL;
    *n = 0;
    for (uint32_t b = 0; b < e->n_branches; b++) {
        const Expr *condition =
            e->branches[b].condition ? scalar_of(z, e->branches[b].condition, z->context) : NULL;
        if (condition && expr_is_false(condition)) continue;
        if (condition && expr_is_true(condition)) condition = NULL;
        BranchEquations *branch = &branches[(*n)++];
        *branch = (BranchEquations){.condition = condition};
        const Expr *here = condition ? both(z, not_before, condition) : not_before;
        z->guard = here ? both(z, around, here) : around;
        collect_all(z, branch, e->branches[b].body);
        z->guard = around;
        if (!condition) return true;
        not_before = both(z, not_before, expr_op1(z->exprs, OP_NOT, condition));
    }
    if (*n == 0 || branches[*n - 1].condition) branches[(*n)++] = (BranchEquations){0}; // no else
    return true;
}

static bool same_counts(Scalarizer *z, const Equation *e, const BranchEquations *branches,
                        uint32_t n)
{
    for (uint32_t b = 1; b < n; b++)
        if (branches[b].pairs.count != branches[0].pairs.count) {
            Diagnostic *d = diag_error(
                z->session->diag, e->span, E_BRANCHES_DIFFER,
                "the branches of this if-equation have %u and %u equations; while the condition "
                "can change, every branch needs the same number",
                branches[0].pairs.count, branches[b].pairs.count);
            if (b == n - 1 && !branches[b].pairs.count && !branches[b].condition)
                diag_label(z->session->diag, d, "there is no else branch");
            z->system->failed = true;
            return false;
        }
    return true;
}

static void collect_if(Scalarizer *z, BranchEquations *into, const Equation *e)
{
    const Expr **conditions = ARENA_RAW(z->scratch, const Expr *, e->n_branches + 1);
    uint32_t decided = decided_branch(z, e, conditions);
    if (decided < e->n_branches) collect_all(z, into, e->branches[decided].body);
    if (decided != UINT32_MAX) return;
    BranchEquations *branches = ARENA_RAW(z->scratch, BranchEquations, e->n_branches + 1);
    uint32_t n;
    if (open_branches(z, e, branches, &n) && same_counts(z, e, branches, n))
        merge(z, branches, n, into);
}

static void collect(Scalarizer *z, BranchEquations *into, const Equation *e)
{
    Span span = z->span;
    z->span = e->span;
    switch (e->kind) {
    case EQN_EQUALS: {
        Pairs pairs = pairs_of(z, e->left, e->right, z->context);
        for (uint32_t i = 0; i < pairs.count; i++)
            VEC_PUSH(z->scratch, &into->pairs, pairs.data[i]);
        break;
    }
    case EQN_IF: collect_if(z, into, e); break;
    case EQN_FOR: {
        Items values = range_items(z, e->details->range, IN_LITERAL);
        for (uint32_t i = 0; i < values.count; i++) {
            bind_iterator(z, e->details->iterator, values.data[i]);
            for (uint32_t k = 0; k < e->branches[0].body.count; k++)
                collect(z, into, &e->branches[0].body.items[k]);
            unbind_iterator(z);
        }
        break;
    }
    case EQN_ASSERT:
    case EQN_TERMINATE:
    case EQN_CALL: add_assertion(z, e); break;
    case EQN_WHEN:
    case EQN_REINIT:
        scalarizer_refuse(z, "a when-clause inside an if-equation whose condition can change");
        break;
    }
    z->span = span;
}

// ---- Pairing ------------------------------------------------------------------------

static int32_t find_left(const BranchEquations *branch, const Expr *left)
{
    for (uint32_t i = 0; i < branch->pairs.count; i++)
        if (!branch->is_used[i] && branch->pairs.data[i].left == left) return (int32_t)i;
    return -1;
}

static const Expr *chosen(Scalarizer *z, const BranchEquations *branches, const Expr *const *values,
                          uint32_t n)
{
    const Expr *result = values[n - 1];
    for (uint32_t b = n - 1; b-- > 0;)
        result = expr_if(z->exprs, branches[b].condition, values[b], result);
    return result;
}

static bool pair_by_variable(Scalarizer *z, BranchEquations *branches, uint32_t n, uint32_t i,
                             BranchEquations *into)
{
    const Expr *left = branches[0].pairs.data[i].left;
    if (left->kind != EXPR_REF) return false;
    const Expr **values = ARENA_RAW(z->scratch, const Expr *, n);
    int32_t *place = ARENA_RAW(z->scratch, int32_t, n);
    for (uint32_t b = 0; b < n; b++) {
        place[b] = b ? find_left(&branches[b], left) : (int32_t)i;
        if (place[b] < 0) return false;
        values[b] = branches[b].pairs.data[place[b]].right;
        if (left->type->kind == TYPE_REAL) values[b] = expr_cast_real(z->exprs, values[b]);
    }
    for (uint32_t b = 0; b < n; b++) branches[b].is_used[place[b]] = true;
    Pair p = {left, chosen(z, branches, values, n)};
    VEC_PUSH(z->scratch, &into->pairs, p);
    return true;
}

static const Expr *residual(Scalarizer *z, Pair p)
{
    return expr_op2(z->exprs, OP_SUB, p.left, p.right);
}

static void pair_in_order(Scalarizer *z, BranchEquations *branches, uint32_t n,
                          BranchEquations *into)
{
    uint32_t *next = ARENA_ARRAY(z->scratch, uint32_t, n);
    const Expr **values = ARENA_RAW(z->scratch, const Expr *, n);
    for (;;) {
        for (uint32_t b = 0; b < n; b++) {
            while (next[b] < branches[b].pairs.count && branches[b].is_used[next[b]]) next[b]++;
            if (next[b] == branches[b].pairs.count) return;
            Pair p = branches[b].pairs.data[next[b]++];
            if (!type_is_numeric(p.left->type)) {
                scalarizer_refuse(
                    z, "an if-equation whose branches determine different discrete variables");
                return;
            }
            values[b] = expr_cast_real(z->exprs, residual(z, p));
        }
        Pair p = {expr_real(z->exprs, 0), chosen(z, branches, values, n)};
        VEC_PUSH(z->scratch, &into->pairs, p);
    }
}

static void merge(Scalarizer *z, BranchEquations *branches, uint32_t n, BranchEquations *into)
{
    uint32_t count = branches[0].pairs.count;
    for (uint32_t b = 0; b < n; b++) branches[b].is_used = ARENA_ARRAY(z->scratch, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) pair_by_variable(z, branches, n, i, into);
    pair_in_order(z, branches, n, into);
}

void scalarize_if(Scalarizer *z, const Equation *e)
{
    const Expr **conditions = ARENA_RAW(z->scratch, const Expr *, e->n_branches + 1);
    uint32_t decided = decided_branch(z, e, conditions);
    if (decided < e->n_branches)
        for (uint32_t i = 0; i < e->branches[decided].body.count; i++)
            scalarize_equation(z, &e->branches[decided].body.items[i]);
    if (decided != UINT32_MAX) return;
    BranchEquations all = {0};
    collect_if(z, &all, e);
    for (uint32_t i = 0; i < all.pairs.count; i++)
        add_equation(z, all.pairs.data[i].left, all.pairs.data[i].right);
}
