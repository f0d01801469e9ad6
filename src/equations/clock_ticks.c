// When a partition ticks, as a condition of a when-clause [MLS 16.3, 16.5.2].
//
// Clocks with a rate are sample(): every sub-clock has its own first instant and interval, from
// exact fractions, so that ticks that coincide are one event. Clocks without one are counted: the
// source ticks, a variable counts, and a sub-clock ticks at every so-many-th of these ticks.
#include "equations/clock_partitions.h"

VarId add_clocked_variable(Clocks *c, const char *name, const Type *type, const Expr *start)
{
    VarId id = {(int32_t)c->variables.count};
    Attributes attributes = {.start = start, .fixed = expr_boolean(c->exprs, true)};
    FlatVariable v = {.name = arena_printf(c->out, "$%s%d", name, id.i),
                      .id = id,
                      .type = type,
                      .variability = VARIABILITY_DISCRETE,
                      .hide_result = true,
                      .attributes = ARENA_COPY(c->out, Attributes, &attributes, 1),
                      .declared = &not_declared};
    VEC_PUSH(c->out, &c->variables, v);
    return id;
}

static const Expr *number(Clocks *c, double value)
{
    return expr_real(c->exprs, value);
}

static const Expr *op2(Clocks *c, Op op, const Expr *a, const Expr *b)
{
    return expr_op2(c->exprs, op, a, b);
}

static const Expr *before(Clocks *c, const Expr *e)
{
    return expr_op1(c->exprs, OP_PRE, e);
}

static const Expr *start_time(Clocks *c)
{
    return number(c, flat_start_time(c->flat));
}

// ---- Sources -----------------------------------------------------------------------------------

typedef struct Body { // equations of the when-clause in which a source counts
    Equation items[4];
    uint32_t count;
} Body;

static const Expr *counting(Clocks *c, const char *name, const Type *type, const Expr *start)
{
    return expr_ref(c->exprs, add_clocked_variable(c, name, type, start), type);
}

static void set(Body *body, Span span, const Expr *variable, const Expr *value)
{
    body->items[body->count++] = (Equation){
        .kind = EQN_EQUALS, .span = span, .component = {-1}, .left = variable, .right = value};
}

static void emit_when(Clocks *c, Span span, const Expr *condition, const Body *body)
{
    Equation when = {.kind = EQN_WHEN, .span = span, .component = {-1}, .n_branches = 1};
    when.branches = ARENA_NEW(c->out, EquationBranch);
    when.branches->condition = condition;
    when.branches->body.items = ARENA_COPY(c->out, Equation, body->items, body->count);
    when.branches->body.count = body->count;
    VEC_PUSH(c->out, &c->equations, when);
}

static const Expr *start_of(Clocks *c, const Expr *e)
{
    const Expr *start =
        e->kind == EXPR_REF ? c->flat->variables[e->u.var.i].attributes->start : NULL;
    return start && type_rank(start->type) == 0 ? start : expr_zero(c->exprs, e->type);
}

// The partition runs in the pass after the one in which the condition rose: what it computes may
// lower the condition again. Before the start a condition has its start value: one that holds from
// the start on has risen there, unless start = true says that it held before.
static void begin_condition(Clocks *c, ClockSource *s)
{
    const Type *type = type_basic(c->exprs, TYPE_BOOLEAN);
    const Expr *start = start_of(c, s->e);
    const Expr *condition = counting(c, "condition", type, start);
    s->active = counting(c, "risen", type, start);
    const Expr *at_start = expr_op(c->exprs, OP_INITIAL, NULL, 0);
    Body body = {0};
    set(&body, s->span, condition, rewrite_clocked(c, s->e, -1));
    set(&body, s->span, s->active, expr_if(c->exprs, at_start, start, before(c, condition)));
    for (uint32_t i = 0; i < body.count; i++) VEC_PUSH(c->out, &c->equations, body.items[i]);
}

// How much of an interval has passed at the tick after this one.
static const Expr *next_share(Clocks *c, const ClockSource *s, const Expr *count)
{
    const Expr *parts = number(c, (double)s->parts);
    const Expr *part = op2(c, OP_ADD, op2(c, OP_MOD, count, parts), number(c, 1));
    return op2(c, OP_DIV, part, parts);
}

// The next tick is computed in the present one. COUNTER: `whole` adds up counters, which stays
// exact; LENGTH: it is the instant at which the interval began.
static void begin_variable(Clocks *c, ClockSource *s, Body *body, const Expr *count)
{
    const Type *real = type_basic(c->exprs, TYPE_REAL);
    bool is_counter = s->kind == SOURCE_COUNTER;
    const Expr *next = counting(c, "next", real, start_time(c));
    const Expr *whole = counting(c, "whole", real, is_counter ? number(c, 0) : start_time(c));
    s->active = expr_op1(c->exprs, OP_TICK, next);
    const Expr *is_whole =
        op2(c, OP_EQ, op2(c, OP_MOD, count, number(c, (double)s->parts)), number(c, 0));
    const Expr *is_first = op2(c, OP_EQ, count, number(c, 0));
    const Expr *length = expr_cast_real(c->exprs, s->e), *last = before(c, length);
    if (!is_counter) {
        const Expr *used = counting(c, "length", real, number(c, 0));
        set(body, s->span, used, expr_if(c->exprs, is_whole, before(c, s->e), before(c, used)));
        length = used;
        last = before(c, used);
    }
    const Expr *sum = op2(c, OP_ADD, before(c, whole), last);
    const Expr *kept = before(c, whole);
    set(body, s->span, whole,
        expr_if(c->exprs, is_first, kept, expr_if(c->exprs, is_whole, sum, kept)));
    const Expr *then = op2(c, OP_ADD, whole, op2(c, OP_MUL, length, next_share(c, s, count)));
    if (is_counter)
        then = op2(c, OP_ADD, start_time(c), op2(c, OP_DIV, then, number(c, s->resolution)));
    set(body, s->span, next, then);
}

static ClockSource *source_begun(Clocks *c, int32_t number_of_source)
{
    ClockSource *s = &c->sources.data[number_of_source];
    if (s->active) return s;
    const Type *real = type_basic(c->exprs, TYPE_REAL);
    Body body = {0};
    bool is_condition = s->kind == SOURCE_CONDITION;
    const Expr *count = NULL;
    if (s->is_counted || !is_condition) {
        count = counting(c, "count", real, number(c, -1));
        s->count = count->u.var;
        set(&body, s->span, count, op2(c, OP_ADD, before(c, count), number(c, 1)));
    }
    if (is_condition)
        begin_condition(c, s);
    else
        begin_variable(c, s, &body, count);
    if (body.count) emit_when(c, s->span, s->active, &body);
    return s;
}

// ---- Partitions --------------------------------------------------------------------------------

static const Expr *counted_ticks(Clocks *c, const Partition *p)
{
    const ClockSource *s = source_begun(c, p->source);
    if (s->count.i < 0) return s->active;
    const Expr *count = expr_ref(c->exprs, s->count, type_basic(c->exprs, TYPE_REAL));
    double factor = rational_value(p->period) * (double)s->parts;
    double first = rational_value(p->offset) * (double)s->parts;
    const Expr *since = op2(c, OP_SUB, count, number(c, first));
    const Expr *ticks = s->active;
    if (first > 0) ticks = op2(c, OP_AND, ticks, op2(c, OP_GE, since, number(c, 0)));
    if (factor > 1)
        ticks = op2(c, OP_AND, ticks,
                    op2(c, OP_EQ, op2(c, OP_MOD, since, number(c, factor)), number(c, 0)));
    return ticks;
}

static const Expr *period_of(Clocks *c, const Partition *p)
{
    const ClockSource *s = &c->sources.data[p->source];
    const Expr *period = number(c, rational_value(p->period));
    return s->kind == SOURCE_INTERVAL ? op2(c, OP_MUL, period, s->e) : period;
}

static const Expr *sampled_ticks(Clocks *c, const Partition *p)
{
    const ClockSource *s = &c->sources.data[p->source];
    const Expr *offset = number(c, rational_value(p->offset));
    if (s->kind == SOURCE_INTERVAL) offset = op2(c, OP_MUL, offset, s->e);
    return op2(c, OP_SAMPLE, op2(c, OP_ADD, start_time(c), offset), period_of(c, p));
}

const Expr *tick_condition(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    if (!p->ticks)
        p->ticks = c->sources.data[p->source].kind < SOURCE_CONDITION ? sampled_ticks(c, p)
                                                                      : counted_ticks(c, p);
    return p->ticks;
}

bool ticks_at_start(Clocks *c, const Partition *p)
{
    return c->sources.data[p->source].kind != SOURCE_CONDITION && p->offset.n == 0;
}

// ---- firstTick, interval -----------------------------------------------------------------------

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
    return before(c, expr_ref(c->exprs, p->first_tick, type));
}

// What interval() is at the first tick of a clock without a rate.
static const Expr *first_interval(Clocks *c, const Partition *p)
{
    const ClockSource *s = &c->sources.data[p->source];
    if (s->kind == SOURCE_CONDITION)
        return s->start_interval ? expr_cast_real(c->exprs, s->start_interval) : number(c, 0);
    const Expr *start = expr_cast_real(c->exprs, start_of(c, s->e));
    start = op2(c, OP_MUL, start, number(c, rational_value(p->period)));
    return s->kind == SOURCE_COUNTER ? op2(c, OP_DIV, start, number(c, s->resolution)) : start;
}

const Expr *interval_of(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    const ClockSource *s = &c->sources.data[p->source];
    if (s->kind < SOURCE_CONDITION) return period_of(c, p);
    if (s->kind == SOURCE_COUNTER && p->period.n == 1 && p->period.d == 1 && !p->offset.n)
        return op2(c, OP_DIV, before(c, s->e), number(c, s->resolution));
    const Type *type = type_basic(c->exprs, TYPE_REAL);
    if (p->last_time.i < 0) {
        VarId v = add_clocked_variable(c, "last", type, number(c, 0));
        p->last_time = v;
        set_at_ticks(c, region, v, type, expr_time(c->exprs));
    }
    const Expr *last = before(c, expr_ref(c->exprs, p->last_time, type));
    return expr_if(c->exprs, first_tick(c, region), first_interval(c, p),
                   op2(c, OP_SUB, expr_time(c->exprs), last));
}
