// Clocked partitions with der(): discretized between ticks [MLS 16.8, EOC95].
//
// Their equations stay equations of continuous variables, so that index reduction and state
// selection see them as they see all others (inverse models need both). What connects them with
// the rest is latched: a discrete variable takes the value at a tick and keeps it, so everything in
// the partition is constant between ticks. causal/discretize.c then replaces the integration of
// the selected states by a formula over one variable made here, the time integrated so far: its
// change is the step at a tick and zero in every other pass.
//
// At the first tick there is no step: the partition starts with its initial values. Inputs are
// latched in the initial system too, where initial equations of the partition need them.
#include "equations/clock_partitions.h"

bool is_discretized(const Partition *p)
{
    return p->is_clocked && p->has_derivative && !p->has_states;
}

// ---- Latches --------------------------------------------------------------------------------

static const Expr *start_of(Clocks *c, const Expr *e)
{
    if (e->kind != EXPR_REF || (uint32_t)e->u.var.i >= c->flat->n_variables) return NULL;
    return c->flat->variables[e->u.var.i].attributes->start;
}

const Expr *clock_latched(Clocks *c, int32_t region, const Expr *e, bool is_input)
{
    uint64_t key = (uint64_t)(uint32_t)partition_root(c, region) << 32 | e->id, found;
    if (map_get(&c->latches, key, &found))
        return expr_ref(c->exprs, (VarId){(int32_t)found}, e->type);
    VarId v = add_clocked_variable(c, "latch", e->type, start_of(c, e));
    map_put(&c->latches, key, (uint64_t)v.i);
    Clause k = {.left = expr_ref(c->exprs, v, e->type),
                .right = e,
                .region = region,
                .span = c->span,
                .component = {-1},
                .at_start = is_input};
    add_clause(c, &k);
    return k.left;
}

// The value one tick earlier: a latch of what a latch held before.
static const Expr *latched_previous(Clocks *c, int32_t region, const Expr *e)
{
    const Expr *last = clock_latched(c, region, e, false);
    return clock_latched(c, region, expr_op1(c->exprs, OP_PRE, last), false);
}

// ---- Equations ------------------------------------------------------------------------------

static const Expr *at_last_tick(void *client, const Expr *e)
{
    Clocks *c = client;
    if (e->kind == EXPR_TIME) return clock_latched(c, c->region_at_work, e, true);
    if (e->kind != EXPR_OP) return NULL;
    Op op = (Op)e->op;
    if (op == OP_PREVIOUS) return latched_previous(c, c->region_at_work, e->args[0]);
    // What is held is outside already, and clocks are known.
    if (!op_is_clocked(op) || op == OP_HOLD || op == OP_CLOCK) return NULL;
    return clock_latched(c, c->region_at_work, rewrite_clocked(c, e, c->region_at_work), true);
}

const Expr *keep_expression(Clocks *c, const Expr *e, int32_t region)
{
    if (!e) return NULL;
    int32_t before = c->region_at_work;
    c->region_at_work = region;
    Substitution by = {c, at_last_tick};
    e = expr_substitute(c->exprs, e, &by);
    c->region_at_work = before;
    return e;
}

static Equation kept(Clocks *c, const Equation *e, int32_t region)
{
    Equation copy = *e;
    c->span = e->span;
    copy.left = keep_expression(c, e->left, region);
    copy.right = keep_expression(c, e->right, region);
    equation_own_details(c->out, &copy);
    if (copy.details) copy.details->condition = keep_expression(c, e->details->condition, region);
    copy.branches = ARENA_RAW(c->out, EquationBranch, e->n_branches + 1);
    for (uint32_t b = 0; b < e->n_branches; b++) {
        EquationBranch branch = e->branches[b];
        Equation *items = ARENA_RAW(c->out, Equation, branch.body.count + 1);
        for (uint32_t i = 0; i < branch.body.count; i++)
            items[i] = kept(c, &branch.body.items[i], region);
        branch.condition = keep_expression(c, branch.condition, region);
        branch.body.items = items;
        copy.branches[b] = branch;
    }
    return copy;
}

void keep_discretized(Clocks *c, const Equation *e, int32_t region)
{
    if (e->kind == EQN_WHEN && is_clock_condition(e->branches[0].condition)) {
        if (!partition_at(c, region)->reported)
            diag_error(c->s->diag, e->span, E_UNSUPPORTED,
                       "a clocked when-clause in a partition with differential equations is not "
                       "supported yet");
        return;
    }
    if (e->kind == EQN_EQUALS && type_elem(e->left->type)->kind == TYPE_CLOCK) return;
    Equation copy = kept(c, e, region);
    VEC_PUSH(c->out, &c->equations, copy);
}

// ---- The step -------------------------------------------------------------------------------

const ClockStep *clock_step(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    if (p->step || p->solver == CLOCK_SOLVER_EXTERNAL) return p->step;
    if (p->solver == CLOCK_SOLVER_NONE) {
        if (!p->reported)
            diag_error(c->s->diag, p->span, E_CLOCK_SOLVER,
                       "this clocked partition has differential equations, but its clock has no "
                       "solver method");
        p->reported = true;
        return NULL;
    }
    ClockStep *step = ARENA_NEW(c->out, ClockStep);
    const Type *real = type_basic(c->exprs, TYPE_REAL);
    step->solver = p->solver;
    step->elapsed = add_clocked_variable(c, "elapsed", real, expr_real(c->exprs, 0));
    p->step = step;
    const Expr *elapsed = expr_ref(c->exprs, step->elapsed, real);
    const Expr *h =
        expr_if(c->exprs, first_tick(c, region), expr_real(c->exprs, 0), interval_of(c, region));
    Clause k = {.left = elapsed,
                .right = expr_op2(c->exprs, OP_ADD, expr_op1(c->exprs, OP_PRE, elapsed), h),
                .region = region,
                .span = p->span,
                .component = {-1}};
    add_clause(c, &k);
    return step;
}
