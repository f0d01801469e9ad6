// Clocked partitions [MLS 16, EOM12] become when-clauses with sample().
//
// clock_partitions.c joins equations and variables to partitions and finds their clocks. At a
// tick everything of a partition is computed afresh and keeps its value in between, which is what
// a when-clause says: previous(x) is pre(x), sample(u) the left limit of u, hold(x) is x. All
// partitions that tick at one instant are sorted together. Partitions with der() stay equations
// of continuous variables: clock_solvers.c.
//
// An expression that one partition reads from another is computed where it belongs, by a variable
// of its own: superSample(previous(x), 2) is the value at the last tick of x [MLS 16.7.1].
#include "equations/clocks.h"

#include "equations/clock_partitions.h"
#include "expr/table.h"

// ---- Rewriting -----------------------------------------------------------------------------

static bool is_variable(Clocks *c, const Expr *e)
{
    if (e->kind == EXPR_SUBSCRIPT) {
        for (uint32_t i = 1; i < e->n_args; i++)
            if (e->args[i]->flags & (EXPR_HAS_REF | EXPR_HAS_TIME)) return false;
        e = e->args[0];
    }
    return e->kind == EXPR_REF && c->variables.data[e->u.var.i].variability > VARIABILITY_PARAMETER;
}

static void note_reference(void *client, const Expr *e)
{
    void **both = client;
    Clocks *c = both[0];
    bool is_varying =
        e->kind == EXPR_REF && c->variables.data[e->u.var.i].variability > VARIABILITY_PARAMETER;
    if (is_varying) *(bool *)both[1] = true;
}

static bool is_varying(Clocks *c, const Expr *e)
{
    bool found = false;
    if (e->flags & EXPR_HAS_REF) expr_walk(c->exprs, e, (void *[]){c, &found}, note_reference);
    return found;
}

static bool has_loop_variable(Clocks *c, const Expr *e)
{
    if (!(e->flags & EXPR_HAS_ITERATOR)) return false;
    diag_error(c->s->diag, c->span, E_UNSUPPORTED,
               "an expression with a loop variable that goes to another clock is not supported "
               "yet: give it a variable of its own");
    return true;
}

// A variable that follows an unclocked expression.
static const Expr *followed(Clocks *c, const Expr *e)
{
    uint64_t found;
    if (map_get(&c->left_of, e->id, &found))
        return expr_ref(c->exprs, (VarId){(int32_t)found}, e->type);
    VarId v = add_clocked_variable(c, "sampled", e->type, NULL);
    FlatVariable *made = &c->variables.data[v.i];
    made->attributes = &no_attributes;
    if (type_elem(e->type)->kind == TYPE_REAL) made->variability = VARIABILITY_CONTINUOUS;
    map_put(&c->left_of, e->id, (uint64_t)v.i);
    Equation definition = {.kind = EQN_EQUALS,
                           .span = c->span,
                           .component = {-1},
                           .left = expr_ref(c->exprs, v, e->type),
                           .right = e};
    VEC_PUSH(c->out, &c->equations, definition);
    return definition.left;
}

// The value before the partition runs: the left limit at a tick; where a condition has risen, the
// value of that pass.
static const Expr *sampled(Clocks *c, const Expr *argument)
{
    const Expr *e = rewrite_clocked(c, argument, -1);
    if (!is_variable(c, e)) {
        if (!is_varying(c, e) && !(e->flags & EXPR_HAS_EVENT)) return e;
        if (has_loop_variable(c, e)) return e;
        e = followed(c, e);
    }
    return expr_op1(c->exprs, OP_PRE, e);
}

// What another partition computes: its value at the last tick there.
static const Expr *converted(Clocks *c, const Expr *e)
{
    uint64_t key = (uint64_t)(uint32_t)partition_root(c, c->region_at_work) << 32 | e->id, from;
    const Expr *argument = e->args[0];
    if (!is_variable(c, argument) && !is_varying(c, argument) &&
        !has_clocked_operator(c, argument) && !(argument->flags & EXPR_HAS_TIME))
        return argument;
    if (!map_get(&c->argument_of, key, &from)) return argument; // reported
    bool is_kept = is_discretized(partition_at(c, (int32_t)from));
    if (is_variable(c, argument) && !is_kept) return argument;
    if (has_loop_variable(c, argument)) return argument;
    argument = is_kept ? keep_expression(c, argument, (int32_t)from)
                       : rewrite_clocked(c, argument, (int32_t)from);
    return clock_latched(c, (int32_t)from, argument, false);
}

static const Expr *held(Clocks *c, const Expr *argument)
{
    int32_t from = is_variable(c, argument) ? node_of(c, argument) : -1;
    if (from >= 0 && is_discretized(partition_at(c, from)))
        return clock_latched(c, from, argument, false);
    return argument;
}

static bool in_machine(Clocks *c)
{
    if (c->region_at_work < 0) return false;
    const Partition *p = partition_at(c, c->region_at_work);
    return p->is_clocked && p->has_states;
}

static const Expr *without_clocks(void *client, const Expr *e)
{
    Clocks *c = client;
    if (e->kind != EXPR_OP) return NULL;
    switch (e->op) {
    case OP_PREVIOUS:
        return is_varying(c, e->args[0]) ? expr_op1(c->exprs, OP_PRE, e->args[0]) : e->args[0];
    case OP_CLOCK_SAMPLE: return sampled(c, e->args[0]);
    case OP_HOLD: return held(c, e->args[0]);
    case OP_SUB_SAMPLE:
    case OP_SUPER_SAMPLE:
    case OP_SHIFT_SAMPLE:
    case OP_BACK_SAMPLE:
    case OP_NO_CLOCK: return converted(c, e);
    case OP_DER: return in_machine(c) ? state_derivative(c, e->args[0]) : NULL;
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

static void sort_out_equation(Clocks *c, const Equation *e, int32_t region)
{
    const Partition *p = partition_at(c, region);
    c->state_at_work = e->state;
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

// Others are known: they have other clocks, or algorithms assign them.
static int32_t owner_of(void *client, const Expr *element, const Clause *k)
{
    Clocks *c = client;
    const Expr *ref = element->kind == EXPR_REF ? element : element->args[0];
    if ((uint32_t)ref->u.var.i >= c->flat->n_variables) return element == k->left ? 0 : -1;
    if (c->flat->variables[ref->u.var.i].variability <= VARIABILITY_PARAMETER) return -1;
    uint64_t ignored;
    if (map_get(&c->assigned, (uint64_t)ref->u.var.i, &ignored)) return -1;
    int32_t node = node_of(c, element);
    if (node < 0 || partition_root(c, node) != partition_root(c, k->region)) return -1;
    return state_that_defines(c, ref->u.var, k->state);
}

// ---- Result --------------------------------------------------------------------------------

static uint32_t place_of(Clocks *c, const Clause *k)
{
    return 2 * (uint32_t)partition_root(c, k->region) + k->at_start;
}

static const Expr *with_start(Clocks *c, const Partition *p, const Expr *condition)
{
    if (!ticks_at_start(c, p)) return condition;
    const Expr *parts[] = {expr_op(c->exprs, OP_INITIAL, NULL, 0), condition};
    return expr_array(c->exprs, parts, 2, condition->type);
}

static Equation equation_of(const Clause *k)
{
    if (k->action) return *k->action;
    return (Equation){.kind = EQN_EQUALS,
                      .span = k->span,
                      .component = k->component,
                      .left = k->left,
                      .right = k->right};
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
        when.branches->condition = tick_condition(c, (int32_t)k / 2);
        if (k % 2) when.branches->condition = with_start(c, p, when.branches->condition);
        when.branches->body.items = ARENA_ARRAY(c->out, Equation, count[k]);
        place[k] = (int32_t)c->equations.count;
        VEC_PUSH(c->out, &c->equations, when);
    }
    for (uint32_t i = 0; i < c->clauses.count; i++) {
        const Clause *k = &c->clauses.data[i];
        Equations *body = &c->equations.data[place[place_of(c, k)]].branches->body;
        body->items[body->count++] = equation_of(k);
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

// An input clock ticks when its Boolean rises.
static bool ticks_from_outside(Clocks *c, uint32_t i)
{
    const FlatVariable *v = &c->flat->variables[i];
    const Partition *p = partition_at(c, c->first_node[i]);
    if (v->type->kind != TYPE_CLOCK || p->source == NO_SOURCE) return false;
    const ClockSource *s = &c->sources.data[p->source];
    return s->is_input && s->e->u.var.i == (int32_t)i;
}

static void keep_input_clock(Clocks *c, FlatVariable *v)
{
    v->type = type_basic(c->exprs, TYPE_BOOLEAN);
    v->variability = VARIABILITY_DISCRETE;
    v->is_clock = true;
}

// Of a clock with a rate importers of the model are told where it ticks.
static void tell_ticks(Clocks *c)
{
    for (uint32_t i = 0; i < c->flat->n_variables; i++) {
        const FlatVariable *v = &c->flat->variables[i];
        const Partition *p = partition_at(c, c->first_node[i]);
        bool is_told = v->type->kind == TYPE_CLOCK && p->ticks &&
                       v->causality != CAUSALITY_INPUT && // others say when it ticks
                       c->sources.data[p->source].kind < SOURCE_CONDITION;
        if (!is_told) continue;
        FlatVariable *made = &c->variables.data[i];
        made->variability = VARIABILITY_DISCRETE;
        made->value = made->binding = NULL;
        made->is_clock = true;
        Equation e = {.kind = EQN_EQUALS,
                      .span = v->declared->span,
                      .component = v->component,
                      .left = expr_ref(c->exprs, (VarId){(int32_t)i}, made->type),
                      .right = p->ticks};
        VEC_PUSH(c->out, &c->equations, e);
    }
}

// Clocked variables keep their value between ticks and begin with their start value.
static void make_discrete(Clocks *c)
{
    for (uint32_t i = 0; i < c->flat->n_variables; i++) {
        const Partition *p = partition_at(c, c->first_node[i]);
        if (ticks_from_outside(c, i)) {
            keep_input_clock(c, &c->variables.data[i]);
            continue;
        }
        if (type_elem(c->variables.data[i].type)->kind == TYPE_CLOCK)
            forget_clock(c, &c->variables.data[i]);
        if (c->variables.data[i].variability <= VARIABILITY_PARAMETER || !p->is_clocked) continue;
        if (is_discretized(p)) {
            const ClockStep *step = clock_step(c, c->first_node[i]); // may add variables
            DeclaredVariable declared = *c->variables.data[i].declared;
            declared.clock_step = step;
            c->variables.data[i].declared = ARENA_COPY(c->out, DeclaredVariable, &declared, 1);
            continue;
        }
        c->variables.data[i].variability = VARIABILITY_DISCRETE;
        Attributes attributes = *c->variables.data[i].attributes;
        attributes.fixed = expr_boolean(c->exprs, true);
        c->variables.data[i].attributes = ARENA_COPY(c->out, Attributes, &attributes, 1);
    }
}

static void note_clocked(void *client, const Expr *e)
{
    void **both = client;
    Clocks *c = both[0];
    bool is_clocked = e->kind == EXPR_REF && (uint32_t)e->u.var.i < c->flat->n_variables &&
                      partition_at(c, c->first_node[e->u.var.i])->is_clocked &&
                      !is_discretized(partition_at(c, c->first_node[e->u.var.i])) &&
                      c->flat->variables[e->u.var.i].variability > VARIABILITY_PARAMETER;
    if (is_clocked) *(const Expr **)both[1] = e;
}

// Clocked variables begin with their start values: nothing else determines them [MLS 16.9].
static void check_initial_equation(Clocks *c, const Equation *e)
{
    const Expr *parts[] = {e->left, e->right, equation_details(e).condition}, *found = NULL;
    for (int i = 0; i < 3; i++)
        if (parts[i]) expr_walk(c->exprs, parts[i], (void *[]){c, &found}, note_clocked);
    for (uint32_t b = 0; b < e->n_branches; b++)
        for (uint32_t i = 0; i < e->branches[b].body.count; i++)
            check_initial_equation(c, &e->branches[b].body.items[i]);
    if (found)
        diag_error(c->s->diag, e->span, E_CLOCK_CONFLICT,
                   "the clocked variable '%s' cannot be used in an initial equation",
                   c->flat->variables[found->u.var.i].name);
}

static bool uses_clocks(Session *s, const FlatModel *flat)
{
    if (expr_has_clocks(s->exprs)) return true;
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (type_elem(flat->variables[i].type)->kind == TYPE_CLOCK) return true;
    return false;
}

static void sort_out(Clocks *c, FlatModel *result)
{
    const FlatModel *flat = c->flat;
    make_discrete(c);
    result->algorithms = ARENA_COPY(c->out, Algorithm, flat->algorithms, flat->n_algorithms);
    for (uint32_t i = 0; i < flat->n_algorithms; i++)
        keep_algorithm(c, &result->algorithms[i], c->region_of_algorithm[i]);
    for (uint32_t i = 0; i < c->unfolded.count; i++)
        sort_out_equation(c, &c->unfolded.data[i], c->region_of_equation[i]);
    for (uint32_t i = 0; i < flat->n_initial_equations; i++)
        check_initial_equation(c, &flat->initial_equations[i]);
    direct_clauses(c->s, c->clauses.data, c->clauses.count, (UnknownTest){c, owner_of}, c->scratch);
    if (!diag_count(c->s->diag, SEVERITY_ERROR)) merge_states(c);
    emit_when_clauses(c);
    tell_ticks(c);
    result->variables = c->variables.data;
    result->n_variables = c->variables.count;
    result->equations = c->equations.data;
    result->n_equations = c->equations.count;
}

const FlatModel *clocks_to_when(Session *s, const FlatModel *flat, Arena *out)
{
    if (!uses_clocks(s, flat)) return flat;
    uint32_t errors = diag_count(s->diag, SEVERITY_ERROR);
    Clocks c = {
        .s = s, .exprs = s->exprs, .flat = flat, .out = out, .scratch = arena_open("clocks")};
    for (uint32_t i = 0; i < flat->n_variables; i++)
        VEC_PUSH(out, &c.variables, flat->variables[i]);
    Map *maps[] = {&c.latches, &c.left_of, &c.assigned, &c.argument_of, &c.derivative_of};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) *maps[i] = map_make(c.scratch);
    unfold_equations(&c);
    find_partitions(&c);
    spread_clocks(&c);
    spread_solvers(&c);
    FlatModel *result = ARENA_NEW(out, FlatModel);
    *result = *flat;
    if (diag_count(s->diag, SEVERITY_ERROR) == errors) sort_out(&c, result);
    arena_close(c.scratch);
    return diag_count(s->diag, SEVERITY_ERROR) > errors ? NULL : result;
}
