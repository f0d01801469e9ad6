// Clocked partitions [MLS 16, EOM12] become when-clauses with sample().
//
// clock_partitions.c joins equations and variables to partitions and finds their clocks. At a
// tick everything of a partition is computed afresh and keeps its value in between, which is what
// a when-clause says: previous(x) is pre(x), sample(u) the left limit of u, hold(x) is x. All
// partitions that tick at one instant are sorted together. Partitions with der() stay equations
// of continuous variables: clock_solvers.c.
//
// Clocked equations have no direction; a matching of equations and variables gives it.
// Not handled: loops over clocked unknowns that cannot be solved for one variable.
#include "equations/clocks.h"

#include <math.h>
#include <string.h>

#include "equations/clock_partitions.h"

// ---- Rewriting -----------------------------------------------------------------------------

VarId add_clocked_variable(Clocks *c, const char *name, const Type *type, const Expr *start)
{
    VarId id = {(int32_t)c->variables.count};
    Attributes attributes = {.start = start, .fixed = expr_boolean(c->exprs, true)};
    FlatVariable v = {.name = arena_printf(c->out, "$%s%d", name, id.i),
                      .id = id,
                      .type = type,
                      .variability = VARIABILITY_DISCRETE,
                      .hide_result = true,
                      .attributes = ARENA_COPY(c->out, Attributes, &attributes, 1)};
    VEC_PUSH(c->out, &c->variables, v);
    return id;
}

static void set_at_ticks(Clocks *c, int32_t region, VarId var, const Type *type, const Expr *value)
{
    Clause k = {.left = expr_ref(c->exprs, var, type),
                .right = value,
                .region = region,
                .span = c->span,
                .component = {-1}};
    add_clause(c, &k);
}

// True at the first tick: a variable that starts true and is set to false by every tick.
const Expr *first_tick(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    const Type *type = type_basic(c->exprs, TYPE_BOOLEAN);
    if (p->first_tick.i < 0) {
        p->first_tick = add_clocked_variable(c, "first", type, expr_boolean(c->exprs, true));
        set_at_ticks(c, region, p->first_tick, type, expr_boolean(c->exprs, false));
    }
    return expr_op1(c->exprs, OP_PRE, expr_ref(c->exprs, p->first_tick, type));
}

const Expr *interval_of(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    if (p->state == CLOCK_TICKS) return expr_real(c->exprs, p->period);
    const Type *type = type_basic(c->exprs, TYPE_REAL);
    if (p->last_time.i < 0) {
        p->last_time = add_clocked_variable(c, "last", type, expr_real(c->exprs, 0));
        set_at_ticks(c, region, p->last_time, type, expr_time(c->exprs));
    }
    const Expr *last = expr_op1(c->exprs, OP_PRE, expr_ref(c->exprs, p->last_time, type));
    return expr_op2(c->exprs, OP_SUB, expr_time(c->exprs), last);
}

static const Expr *left_limit(void *client, const Expr *e)
{
    Clocks *c = client;
    if (!(e->flags & EXPR_HAS_REF)) return e;
    if (e->kind == EXPR_OP && (e->op == OP_PRE || e->op == OP_HOLD)) return e;
    if (e->kind != EXPR_REF) return NULL;
    if (c->flat->variables[e->u.var.i].variability <= VARIABILITY_PARAMETER) return e;
    return expr_op1(c->exprs, OP_PRE, e);
}

// The value before the partition runs: the left limit at a tick; where a condition has risen, the
// value of that pass, which hold() of what is computed now must not have changed.
static const Expr *sampled(Clocks *c, const Expr *argument)
{
    Substitution by = {c, left_limit};
    argument = expr_substitute(c->exprs, argument, &by);
    return rewrite_clocked(c, argument, c->region_at_work);
}

// What stays of an operator that reads another partition.
static const Expr *converted(Clocks *c, const Expr *argument)
{
    int32_t from = region_of(c, argument);
    if (from >= 0 && is_discretized(partition_at(c, from)))
        return latched(c, from, argument, false);
    return rewrite_clocked(c, argument, c->region_at_work);
}

static const Expr *without_clocks(void *client, const Expr *e)
{
    Clocks *c = client;
    if (e->kind != EXPR_OP) return NULL;
    switch (e->op) {
    case OP_PREVIOUS: return expr_op1(c->exprs, OP_PRE, e->args[0]);
    case OP_CLOCK_SAMPLE: return sampled(c, e->args[0]);
    case OP_HOLD:
    case OP_SUB_SAMPLE:
    case OP_SUPER_SAMPLE:
    case OP_SHIFT_SAMPLE:
    case OP_BACK_SAMPLE:
    case OP_NO_CLOCK: return converted(c, e->args[0]);
    case OP_INTERVAL: return interval_of(c, c->region_at_work);
    case OP_FIRST_TICK: return first_tick(c, c->region_at_work);
    default: return NULL;
    }
}

const Expr *rewrite_clocked(Clocks *c, const Expr *e, int32_t region)
{
    if (!e) return NULL;
    int32_t before = c->region_at_work;
    c->region_at_work = region;
    Substitution by = {c, without_clocks};
    const Expr *result = expr_substitute(c->exprs, e, &by);
    c->region_at_work = before;
    return result;
}

// ---- Clauses: clocked equations taken apart into elements ----------------------------------

void add_clause(Clocks *c, const Clause *clause)
{
    if (type_rank(clause->left->type) == 0) {
        VEC_PUSH(c->scratch, &c->clauses, *clause);
        return;
    }
    for (int32_t i = 1; i <= type_dim(clause->left->type, 0); i++) {
        const Expr *at = expr_integer(c->exprs, i);
        Clause k = *clause;
        k.left = expr_subscript(c->exprs, clause->left, &at, 1);
        k.right = expr_subscript(c->exprs, clause->right, &at, 1);
        add_clause(c, &k);
    }
}

static void clause_equation(Clocks *c, const Equation *e, int32_t region);

// The branches of an if-equation determine the same variables: v = if c then e1 else e2.
static void clause_if(Clocks *c, const Equation *e, int32_t region)
{
    const EquationBranch *first = &e->branches[0];
    for (uint32_t i = 0; i < first->body.count; i++) {
        Equation whole = first->body.items[i];
        const Expr *value = NULL;
        bool fits = whole.kind == EQN_EQUALS && !e->branches[e->n_branches - 1].condition;
        for (uint32_t b = e->n_branches; fits && b-- > 0;) {
            const EquationBranch *branch = &e->branches[b];
            const Equation *same = NULL;
            for (uint32_t k = 0; k < branch->body.count; k++)
                if (branch->body.items[k].left == whole.left) same = &branch->body.items[k];
            fits = same && same->kind == EQN_EQUALS;
            if (!fits) break;
            value = value && branch->condition
                        ? expr_if(c->exprs, branch->condition, same->right, value)
                        : same->right;
        }
        if (!fits) {
            diag_error(c->s->diag, e->span, E_UNSUPPORTED,
                       "an if-equation in a clocked partition whose branches do not give values "
                       "to the same variables is not supported yet");
            return;
        }
        whole.right = value;
        clause_equation(c, &whole, region);
    }
}

static void clause_equation(Clocks *c, const Equation *e, int32_t region)
{
    c->span = e->span;
    if (e->kind == EQN_IF) {
        clause_if(c, e, region);
        return;
    }
    if (e->kind == EQN_ASSERT) {
        Equation copy = *e;
        copy.condition = rewrite_clocked(c, e->condition, region);
        VEC_PUSH(c->out, &c->equations, copy);
        return;
    }
    if (e->kind != EQN_EQUALS) {
        diag_error(c->s->diag, e->span, E_UNSUPPORTED,
                   "this kind of equation is not supported yet in a clocked partition");
        return;
    }
    if (type_elem(e->left->type)->kind == TYPE_CLOCK) return; // clocks are known now
    Clause k = {.left = rewrite_clocked(c, e->left, region),
                .right = rewrite_clocked(c, e->right, region),
                .region = region,
                .span = e->span,
                .component = e->component};
    add_clause(c, &k);
}

static void sort_out_equation(Clocks *c, const Equation *e, int32_t region)
{
    const Partition *p = partition_at(c, region);
    if (is_discretized(p)) {
        keep_discretized(c, e, region);
        return;
    }
    if (p->is_clocked) {
        bool is_when = e->kind == EQN_WHEN && is_clock_condition(e->branches[0].condition);
        if (!is_when) {
            clause_equation(c, e, region);
            return;
        }
        for (uint32_t i = 0; i < e->branches[0].body.count; i++)
            clause_equation(c, &e->branches[0].body.items[i], region);
        return;
    }
    if (e->kind == EQN_EQUALS && type_elem(e->left->type)->kind == TYPE_CLOCK) return;
    Equation copy = *e;
    copy.left = rewrite_clocked(c, e->left, region);
    copy.right = rewrite_clocked(c, e->right, region);
    VEC_PUSH(c->out, &c->equations, copy);
}

static bool is_clocked(void *client, VarId v)
{
    Clocks *c = client;
    if ((uint32_t)v.i >= c->flat->n_variables) return true; // made here
    const Partition *p = partition_of_variable(c, v);
    return c->flat->variables[v.i].variability > VARIABILITY_PARAMETER && p->is_clocked &&
           !is_discretized(p);
}

// ---- Result --------------------------------------------------------------------------------

// A partition with an event clock runs in the pass after the one in which its condition rose:
// what it computes may lower the condition again.
static const Expr *risen(Clocks *c, const Expr *condition)
{
    if (condition->kind != EXPR_REF) {
        const Type *type = type_basic(c->exprs, TYPE_BOOLEAN);
        VarId v = add_clocked_variable(c, "condition", type, expr_boolean(c->exprs, false));
        Equation e = {.kind = EQN_EQUALS,
                      .span = c->span,
                      .left = expr_ref(c->exprs, v, type),
                      .right = condition};
        VEC_PUSH(c->out, &c->equations, e);
        condition = e.left;
    }
    return expr_op1(c->exprs, OP_PRE, condition);
}

static const Expr *tick_condition(Clocks *c, const Partition *p)
{
    if (p->state == CLOCK_CONDITION) return risen(c, rewrite_clocked(c, p->condition, 0));
    double start = isfinite(c->flat->experiment.start_time) ? c->flat->experiment.start_time : 0;
    return expr_op2(c->exprs, OP_SAMPLE, expr_real(c->exprs, start + p->offset),
                    expr_real(c->exprs, p->period));
}

static uint32_t place_of(Clocks *c, const Clause *k)
{
    return 2 * (uint32_t)partition_root(c, k->region) + k->at_start;
}

static const Expr *with_start(Clocks *c, const Partition *p, const Expr *condition)
{
    if (p->state != CLOCK_TICKS || p->offset != 0) return condition;
    const Expr *parts[] = {expr_op(c->exprs, OP_INITIAL, NULL, 0), condition};
    return expr_array(c->exprs, parts, 2, condition->type);
}

// One when-clause for each partition, in the order of the partitions; one more for what holds in
// the initial system too.
static void emit_when_clauses(Clocks *c)
{
    uint32_t n_nodes = c->parent.count;
    uint32_t *count = ARENA_ARRAY(c->scratch, uint32_t, 2 * n_nodes);
    for (uint32_t i = 0; i < c->clauses.count; i++) count[place_of(c, &c->clauses.data[i])]++;
    int32_t *place = ARENA_RAW(c->scratch, int32_t, 2 * n_nodes);
    for (uint32_t k = 0; k < 2 * n_nodes; k++) {
        if (!count[k]) continue;
        const Partition *p = &c->partitions.data[k / 2];
        Equation when = {.kind = EQN_WHEN, .span = p->span, .n_branches = 1};
        when.branches = ARENA_NEW(c->out, EquationBranch);
        when.branches->condition = tick_condition(c, p);
        if (k % 2) when.branches->condition = with_start(c, p, when.branches->condition);
        when.branches->body.items = ARENA_ARRAY(c->out, Equation, count[k]);
        place[k] = (int32_t)c->equations.count;
        VEC_PUSH(c->out, &c->equations, when);
    }
    for (uint32_t i = 0; i < c->clauses.count; i++) {
        const Clause *k = &c->clauses.data[i];
        Equations *body = &c->equations.data[place[place_of(c, k)]].branches->body;
        body->items[body->count++] = (Equation){.kind = EQN_EQUALS,
                                                .span = k->span,
                                                .component = k->component,
                                                .left = k->left,
                                                .right = k->right};
    }
}

// A clock has no value; what is left of it is a constant that nobody reads.
static void forget_clock(Clocks *c, FlatVariable *v)
{
    const Type *boolean = type_basic(c->exprs, TYPE_BOOLEAN);
    v->type =
        type_rank(v->type) ? type_array(c->exprs, boolean, v->type->dims, v->type->n) : boolean;
    v->variability = VARIABILITY_CONSTANT;
    v->value = v->binding = expr_zero(c->exprs, v->type);
    v->hide_result = true;
}

// Clocked variables keep their value between ticks and begin with their start value.
static void make_discrete(Clocks *c)
{
    for (uint32_t i = 0; i < c->flat->n_variables; i++) {
        VarId id = {(int32_t)i};
        const Partition *p = partition_of_variable(c, id);
        if (type_elem(c->variables.data[i].type)->kind == TYPE_CLOCK)
            forget_clock(c, &c->variables.data[i]);
        if (c->variables.data[i].variability <= VARIABILITY_PARAMETER || !p->is_clocked) continue;
        if (is_discretized(p)) {
            const ClockStep *step = clock_step(c, c->first_node[i]); // may add variables
            c->variables.data[i].clock_step = step;
            continue;
        }
        c->variables.data[i].variability = VARIABILITY_DISCRETE;
        Attributes attributes = *c->variables.data[i].attributes;
        attributes.fixed = expr_boolean(c->exprs, true);
        c->variables.data[i].attributes = ARENA_COPY(c->out, Attributes, &attributes, 1);
    }
}

static bool uses_clocks(const FlatModel *flat)
{
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (type_elem(flat->variables[i].type)->kind == TYPE_CLOCK) return true;
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        const Equation *e = &flat->equations[i];
        if (e->kind == EQN_WHEN && is_clock_condition(e->branches[0].condition)) return true;
        if (e->right && e->right->kind == EXPR_OP && e->right->op >= OP_CLOCK) return true;
    }
    return false;
}

const FlatModel *clocks_to_when(Session *s, const FlatModel *flat, Arena *out)
{
    if (!uses_clocks(flat)) return flat;
    uint32_t errors = diag_count(s->diag, SEVERITY_ERROR);
    Clocks c = {
        .s = s, .exprs = s->exprs, .flat = flat, .out = out, .scratch = arena_open("clocks")};
    for (uint32_t i = 0; i < flat->n_variables; i++)
        VEC_PUSH(out, &c.variables, flat->variables[i]);
    c.latches = map_make(c.scratch);
    find_partitions(&c);
    spread_clocks(&c);
    spread_solvers(&c);
    make_discrete(&c);
    for (uint32_t i = 0; i < flat->n_equations; i++)
        sort_out_equation(&c, &flat->equations[i], c.region_of_equation[i]);
    direct_clauses(s, c.clauses.data, c.clauses.count, (ClockedTest){&c, is_clocked}, c.scratch);
    emit_when_clauses(&c);
    FlatModel *result = ARENA_NEW(out, FlatModel);
    *result = *flat;
    result->variables = c.variables.data;
    result->n_variables = c.variables.count;
    result->equations = c.equations.data;
    result->n_equations = c.equations.count;
    arena_close(c.scratch);
    return diag_count(s->diag, SEVERITY_ERROR) > errors ? NULL : result;
}
