// Clocked partitions [MLS 16, EOM12] become when-clauses with sample().
//
// Equations and variables are joined to partitions by union-find, cut at the operators that
// lead from one clock to another: sample, hold, subSample, superSample, shiftSample,
// backSample, noClock. A walk over the conversions gives every partition its period and
// offset. At a tick everything of the partition is computed afresh and keeps its value in
// between, which is what a when-clause says: previous(x) is pre(x), sample(u) the left limit
// of u, hold(x) is x. All partitions that tick at one instant are sorted together.
//
// Clocked equations have no direction; a matching of equations and variables gives it.
// Not handled: partitions with der() that need a solver, loops over clocked unknowns that
// cannot be solved for one variable.
#include "equations/clocks.h"

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "equations/clock_direction.h"

typedef enum { CLOCK_UNKNOWN, CLOCK_TICKS, CLOCK_CONDITION } ClockState;

typedef struct Partition { // data of a union-find representative
    bool is_clocked, has_derivative, reported;
    ClockState state;
    double period, offset;       // CLOCK_TICKS, seconds
    const Expr *condition;       // CLOCK_CONDITION
    Span span;                   // of what made it clocked
    VarId first_tick, last_time; // variables made on demand; NO_VAR
} Partition;

typedef struct Conversion { // `to` = op(from): to.period = factor * from.period, ...
    int32_t from, to;
    double factor; // 0: unknown
    double shift;  // in periods of `from`
} Conversion;

typedef struct Clocks {
    Session *s;
    ExprTable *exprs;
    const FlatModel *flat;
    Arena *out, *scratch;
    VEC(int32_t) parent;       // nodes: variables first, then regions of text
    VEC(Partition) partitions; // by node; valid at representatives
    VEC(Conversion) conversions;
    ClauseVec clauses;
    VEC(FlatVariable) variables;
    VEC(Equation) equations;     // what stays
    int32_t *region_of_equation; // by flat equation; -1: no region of its own
    int32_t region_at_work;      // of the substitution
    Span span;
} Clocks;

// ---- Union-find ----------------------------------------------------------------------------

static int32_t find(Clocks *c, int32_t i)
{
    int32_t *parent = c->parent.data;
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static Partition *partition_at(Clocks *c, int32_t node)
{
    return &c->partitions.data[find(c, node)];
}

static int32_t add_node(Clocks *c)
{
    int32_t node = (int32_t)c->parent.count;
    VEC_PUSH(c->scratch, &c->parent, node);
    Partition fresh = {.first_tick = NO_VAR, .last_time = NO_VAR};
    VEC_PUSH(c->scratch, &c->partitions, fresh);
    return node;
}

static void report_conflict(Clocks *c)
{
    diag_error(c->s->diag, c->span, E_CLOCK_CONFLICT,
               "two different clocks meet here: convert one with subSample, superSample or "
               "shiftSample");
}

static void join(Clocks *c, int32_t a, int32_t b)
{
    a = find(c, a);
    b = find(c, b);
    if (a == b) return;
    if (a > b) {
        int32_t swap = a;
        a = b;
        b = swap;
    }
    Partition *into = &c->partitions.data[a], *from = &c->partitions.data[b];
    bool both = into->state != CLOCK_UNKNOWN && from->state != CLOCK_UNKNOWN;
    if (both && (into->state != from->state || into->period != from->period ||
                 into->offset != from->offset || into->condition != from->condition))
        report_conflict(c);
    bool clocked = into->is_clocked || from->is_clocked;
    bool derivative = into->has_derivative || from->has_derivative;
    Span span = into->is_clocked ? into->span : from->span;
    if (into->state == CLOCK_UNKNOWN) *into = *from;
    into->is_clocked = clocked;
    into->has_derivative = derivative;
    into->span = span;
    c->parent.data[b] = a;
}

static void mark_clocked(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    if (!p->is_clocked) p->span = c->span;
    p->is_clocked = true;
}

// ---- Values of clock arguments -------------------------------------------------------------

static const Expr *variable_value(void *client, VarId var)
{
    Clocks *c = client;
    const FlatVariable *v = &c->flat->variables[var.i];
    if (v->variability > VARIABILITY_PARAMETER) return NULL;
    if (v->value) return v->value;
    const Expr *binding = v->binding ? v->binding : v->attributes.start;
    if (!binding) return NULL;
    ValueSource source = {c, variable_value, NULL, NULL};
    EvalFailure failure = {0};
    return expr_evaluate(c->s, binding, &source, &failure);
}

static bool number_of(Clocks *c, const Expr *e, double *value)
{
    ValueSource source = {c, variable_value, NULL, NULL};
    EvalFailure failure = {0};
    const Expr *literal = expr_evaluate(c->s, e, &source, &failure);
    if (literal && expr_is_number(literal, value)) return true;
    diag_error(c->s->diag, c->span, E_CLOCK_ARGUMENT,
               "this argument of a clock operator cannot be evaluated");
    *value = 1;
    return false;
}

// ---- Joining texts to partitions -----------------------------------------------------------

typedef struct Visit {
    const Expr *e;
    int32_t region;
} Visit;

typedef VEC(Visit) VisitStack;

static int32_t push_region(Clocks *c, VisitStack *stack, const Expr *e)
{
    Visit v = {e, add_node(c)};
    VEC_PUSH(c->scratch, stack, v);
    return v.region;
}

static void set_clock(Clocks *c, int32_t region, Partition clock)
{
    int32_t node = add_node(c);
    clock.span = c->span;
    clock.is_clocked = true;
    clock.first_tick = clock.last_time = NO_VAR;
    c->partitions.data[node] = clock;
    join(c, region, node);
}

// Clock(), Clock(interval), Clock(counter, resolution), Clock(condition, ..), Clock(c, method)
static void visit_clock(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    mark_clocked(c, region);
    if (!e->n_args) return;
    TypeKind kind = type_elem(e->args[0]->type)->kind;
    if (kind == TYPE_CLOCK) {
        Visit inner = {e->args[0], region};
        VEC_PUSH(c->scratch, stack, inner);
    } else if (kind == TYPE_BOOLEAN) {
        push_region(c, stack, e->args[0]);
        set_clock(c, region, (Partition){.state = CLOCK_CONDITION, .condition = e->args[0]});
    } else {
        double period, resolution = 1;
        if (!number_of(c, e->args[0], &period)) return;
        if (kind == TYPE_INTEGER && e->n_args > 1 && !number_of(c, e->args[1], &resolution)) return;
        set_clock(c, region, (Partition){.state = CLOCK_TICKS, .period = period / resolution});
    }
}

static void visit_conversion(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    mark_clocked(c, region);
    Conversion k = {.from = push_region(c, stack, e->args[0]), .to = region, .factor = 1};
    mark_clocked(c, k.from);
    double number = 0, resolution = 1;
    if (e->n_args > 1) number_of(c, e->args[1], &number);
    if (e->n_args > 2) number_of(c, e->args[2], &resolution);
    switch (e->op) {
    case OP_SUB_SAMPLE: k.factor = number; break;
    case OP_SUPER_SAMPLE: k.factor = number > 0 ? 1 / number : 0; break;
    case OP_SHIFT_SAMPLE: k.shift = number / resolution; break;
    case OP_BACK_SAMPLE: k.shift = -number / resolution; break;
    default: k.factor = 0; break; // noClock: nothing is known
    }
    VEC_PUSH(c->scratch, &c->conversions, k);
}

// Where an operator leads to another partition its argument is read in a region of its own.
static bool visit_operator(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    switch (e->op) {
    case OP_CLOCK: visit_clock(c, stack, e, region); return true;
    case OP_CLOCK_SAMPLE:
        mark_clocked(c, region);
        push_region(c, stack, e->args[0]);
        if (e->n_args > 1) {
            Visit clock = {e->args[1], region};
            VEC_PUSH(c->scratch, stack, clock);
        }
        return true;
    case OP_HOLD: mark_clocked(c, push_region(c, stack, e->args[0])); return true;
    case OP_SUB_SAMPLE:
    case OP_SUPER_SAMPLE:
    case OP_SHIFT_SAMPLE:
    case OP_BACK_SAMPLE:
    case OP_NO_CLOCK: visit_conversion(c, stack, e, region); return true;
    case OP_PREVIOUS:
    case OP_INTERVAL:
    case OP_FIRST_TICK: mark_clocked(c, region); return false;
    case OP_DER: partition_at(c, region)->has_derivative = true; return false;
    default: return false;
    }
}

static void visit(Clocks *c, const Expr *root, int32_t region)
{
    if (!root) return;
    VisitStack stack = {0};
    Visit first = {root, region};
    VEC_PUSH(c->scratch, &stack, first);
    Map seen = map_make(c->scratch);
    while (stack.count) {
        Visit v = VEC_POP(&stack);
        uint64_t key = (uint64_t)v.e->id << 32 | (uint32_t)v.region;
        if (v.e->n_args && map_get_or(&seen, key, 0)) continue;
        if (v.e->n_args) map_put(&seen, key, 1);
        if (v.e->kind == EXPR_REF &&
            c->flat->variables[v.e->u.var.i].variability > VARIABILITY_PARAMETER)
            join(c, v.e->u.var.i, v.region);
        if (v.e->kind == EXPR_OP && visit_operator(c, &stack, v.e, v.region)) continue;
        for (uint32_t i = 0; i < v.e->n_args; i++) {
            Visit arg = {v.e->args[i], v.region};
            if (arg.e) VEC_PUSH(c->scratch, &stack, arg);
        }
    }
}

static bool is_clock_condition(const Expr *e)
{
    return e && type_elem(e->type)->kind == TYPE_CLOCK;
}

static void visit_equation(Clocks *c, const Equation *e, int32_t region)
{
    c->span = e->span;
    visit(c, e->left, region);
    visit(c, e->right, region);
    visit(c, e->condition, region);
    for (uint32_t b = 0; b < e->n_branches; b++) {
        visit(c, e->branches[b].condition, region);
        for (uint32_t i = 0; i < e->branches[b].body.count; i++)
            visit_equation(c, &e->branches[b].body.items[i], region);
    }
}

static void visit_all(Clocks *c)
{
    const FlatModel *flat = c->flat;
    c->region_of_equation = ARENA_RAW(c->scratch, int32_t, flat->n_equations);
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        c->region_of_equation[i] = add_node(c);
        visit_equation(c, &flat->equations[i], c->region_of_equation[i]);
    }
}

// ---- Periods and offsets -------------------------------------------------------------------

// One conversion, in the direction in which something is known.
static bool convert(Clocks *c, const Conversion *k)
{
    Partition *from = partition_at(c, k->from), *to = partition_at(c, k->to);
    bool forward = from->state != CLOCK_UNKNOWN && to->state == CLOCK_UNKNOWN;
    bool backward = to->state != CLOCK_UNKNOWN && from->state == CLOCK_UNKNOWN;
    if (k->factor <= 0 || (!forward && !backward)) return false;
    const Partition *known = forward ? from : to;
    Partition *target = forward ? to : from;
    if (known->state == CLOCK_CONDITION) {
        // Event clocks can be sub-sampled only; with factor 1 the conversion changes nothing.
        target->state = CLOCK_CONDITION;
        target->condition = known->condition;
        return true;
    }
    target->state = CLOCK_TICKS;
    target->period = forward ? known->period * k->factor : known->period / k->factor;
    double shift = k->shift * (forward ? known->period : target->period);
    target->offset = forward ? known->offset + shift : known->offset - shift;
    return true;
}

static void spread_clocks(Clocks *c)
{
    for (;;) {
        bool progress = true;
        while (progress) {
            progress = false;
            for (uint32_t i = 0; i < c->conversions.count; i++)
                progress |= convert(c, &c->conversions.data[i]);
        }
        // Nothing known about one: Clock(1.0), and what follows from it.
        bool any = false;
        for (uint32_t i = 0; i < c->parent.count && !any; i++) {
            Partition *p = &c->partitions.data[i];
            if (find(c, (int32_t)i) != (int32_t)i || !p->is_clocked || p->state != CLOCK_UNKNOWN)
                continue;
            diag_warning(c->s->diag, p->span, E_CLOCK_DEFAULT,
                         "nothing determines the clock of this partition; it ticks every second");
            p->state = CLOCK_TICKS;
            p->period = 1;
            any = true;
        }
        if (!any) return;
    }
}

// ---- Rewriting -----------------------------------------------------------------------------

static VarId add_variable(Clocks *c, const char *name, const Type *type, const Expr *start)
{
    VarId id = {(int32_t)c->variables.count};
    FlatVariable v = {.name = arena_printf(c->out, "$%s%d", name, id.i),
                      .id = id,
                      .type = type,
                      .variability = VARIABILITY_DISCRETE,
                      .hide_result = true,
                      .attributes = {.start = start, .fixed = expr_boolean(c->exprs, true)}};
    VEC_PUSH(c->out, &c->variables, v);
    return id;
}

static void add_clause(Clocks *c, int32_t region, VarId var, const Type *type, const Expr *value)
{
    Clause k = {expr_ref(c->exprs, var, type), value, region, c->span, {-1}};
    VEC_PUSH(c->scratch, &c->clauses, k);
}

// True at the first tick: a variable that starts true and is set to false by every tick.
static const Expr *first_tick(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    const Type *type = type_basic(c->exprs, TYPE_BOOLEAN);
    if (p->first_tick.i < 0) {
        p->first_tick = add_variable(c, "first", type, expr_boolean(c->exprs, true));
        add_clause(c, region, p->first_tick, type, expr_boolean(c->exprs, false));
    }
    return expr_op1(c->exprs, OP_PRE, expr_ref(c->exprs, p->first_tick, type));
}

static const Expr *interval_of(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    if (p->state == CLOCK_TICKS) return expr_real(c->exprs, p->period);
    const Type *type = type_basic(c->exprs, TYPE_REAL);
    if (p->last_time.i < 0) {
        p->last_time = add_variable(c, "last", type, expr_real(c->exprs, 0));
        add_clause(c, region, p->last_time, type, expr_time(c->exprs));
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

static const Expr *rewrite(Clocks *c, const Expr *e, int32_t region);

static const Expr *sampled(Clocks *c, const Expr *argument)
{
    const Partition *p = partition_at(c, c->region_at_work);
    Substitution by = {c, left_limit};
    // A partition driven by a condition runs when the condition has risen: present values.
    if (p->state == CLOCK_TICKS) argument = expr_substitute(c->exprs, argument, &by);
    return rewrite(c, argument, c->region_at_work);
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
    case OP_NO_CLOCK: return rewrite(c, e->args[0], c->region_at_work);
    case OP_INTERVAL: return interval_of(c, c->region_at_work);
    case OP_FIRST_TICK: return first_tick(c, c->region_at_work);
    default: return NULL;
    }
}

static const Expr *rewrite(Clocks *c, const Expr *e, int32_t region)
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

static void add_elements(Clocks *c, const Expr *left, const Expr *right, const Clause *like)
{
    uint32_t rank = type_rank(left->type);
    if (rank == 0) {
        Clause k = *like;
        k.left = left;
        k.right = right;
        VEC_PUSH(c->scratch, &c->clauses, k);
        return;
    }
    for (int32_t i = 1; i <= type_dim(left->type, 0); i++) {
        const Expr *at = expr_integer(c->exprs, i);
        add_elements(c, expr_subscript(c->exprs, left, &at, 1),
                     expr_subscript(c->exprs, right, &at, 1), like);
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
        copy.condition = rewrite(c, e->condition, region);
        VEC_PUSH(c->out, &c->equations, copy);
        return;
    }
    if (e->kind != EQN_EQUALS) {
        diag_error(c->s->diag, e->span, E_UNSUPPORTED,
                   "this kind of equation is not supported yet in a clocked partition");
        return;
    }
    if (type_elem(e->left->type)->kind == TYPE_CLOCK) return; // clocks are known now
    Clause k = {rewrite(c, e->left, region), rewrite(c, e->right, region), region, e->span,
                e->component};
    add_elements(c, k.left, k.right, &k);
}

static void check_partition(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    if (!p->has_derivative || p->reported) return;
    p->reported = true;
    diag_error(c->s->diag, p->span, E_UNSUPPORTED,
               "differential equations in a clocked partition are not supported yet");
}

static void sort_out_equation(Clocks *c, const Equation *e, int32_t region)
{
    if (partition_at(c, region)->is_clocked) {
        check_partition(c, region);
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
    copy.left = rewrite(c, e->left, region);
    copy.right = rewrite(c, e->right, region);
    VEC_PUSH(c->out, &c->equations, copy);
}

static bool is_clocked(void *client, VarId v)
{
    Clocks *c = client;
    if ((uint32_t)v.i >= c->flat->n_variables) return true; // made here
    return c->flat->variables[v.i].variability > VARIABILITY_PARAMETER &&
           partition_at(c, v.i)->is_clocked;
}

// ---- Result --------------------------------------------------------------------------------

// A partition with an event clock runs in the pass after the one in which its condition rose:
// what it computes may lower the condition again.
static const Expr *risen(Clocks *c, const Expr *condition)
{
    if (condition->kind != EXPR_REF) {
        const Type *type = type_basic(c->exprs, TYPE_BOOLEAN);
        VarId v = add_variable(c, "condition", type, expr_boolean(c->exprs, false));
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
    if (p->state == CLOCK_CONDITION) return risen(c, rewrite(c, p->condition, 0));
    double start = isfinite(c->flat->experiment.start_time) ? c->flat->experiment.start_time : 0;
    return expr_op2(c->exprs, OP_SAMPLE, expr_real(c->exprs, start + p->offset),
                    expr_real(c->exprs, p->period));
}

// One when-clause for each partition, in the order of the partitions.
static void emit_when_clauses(Clocks *c)
{
    uint32_t n_nodes = c->parent.count;
    uint32_t *count = ARENA_ARRAY(c->scratch, uint32_t, n_nodes);
    for (uint32_t i = 0; i < c->clauses.count; i++) count[find(c, c->clauses.data[i].region)]++;
    int32_t *place = ARENA_RAW(c->scratch, int32_t, n_nodes);
    for (uint32_t p = 0; p < n_nodes; p++) {
        if (!count[p]) continue;
        Equation when = {.kind = EQN_WHEN, .span = c->partitions.data[p].span, .n_branches = 1};
        when.branches = ARENA_NEW(c->out, EquationBranch);
        when.branches->condition = tick_condition(c, &c->partitions.data[p]);
        when.branches->body.items = ARENA_ARRAY(c->out, Equation, count[p]);
        place[p] = (int32_t)c->equations.count;
        VEC_PUSH(c->out, &c->equations, when);
    }
    for (uint32_t i = 0; i < c->clauses.count; i++) {
        const Clause *k = &c->clauses.data[i];
        Equations *body = &c->equations.data[place[find(c, k->region)]].branches->body;
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
        FlatVariable *v = &c->variables.data[i];
        if (type_elem(v->type)->kind == TYPE_CLOCK) forget_clock(c, v);
        if (v->variability <= VARIABILITY_PARAMETER || !partition_at(c, (int32_t)i)->is_clocked)
            continue;
        v->variability = VARIABILITY_DISCRETE;
        v->attributes.fixed = expr_boolean(c->exprs, true);
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
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        add_node(&c);
        VEC_PUSH(out, &c.variables, flat->variables[i]);
    }
    visit_all(&c);
    spread_clocks(&c);
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
