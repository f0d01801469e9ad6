// Which equations and variables belong to one clock, and which clock that is [MLS 16.7, EOM12].
//
// Union-find over elements of variables and texts of equations, cut at the operators that lead
// from one clock to another. clock_rates.c then walks over these conversions.
#include "equations/clock_partitions.h"

#include <math.h>
#include <string.h>

// ---- Union-find ----------------------------------------------------------------------------

int32_t partition_root(Clocks *c, int32_t i)
{
    int32_t *parent = c->parent.data;
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

Partition *partition_at(Clocks *c, int32_t node)
{
    return &c->partitions.data[partition_root(c, node)];
}

// Elements of a variable; records have been taken apart.
static int32_t size_of(const Type *type)
{
    int32_t n = 1;
    for (uint32_t k = 0; k < type_rank(type); k++) n *= type_dim(type, k);
    return n;
}

bool is_clock_condition(const Expr *e)
{
    return e && type_elem(e->type)->kind == TYPE_CLOCK;
}

static int32_t add_node(Clocks *c)
{
    int32_t node = (int32_t)c->parent.count;
    VEC_PUSH(c->scratch, &c->parent, node);
    Partition fresh = {.source = NO_SOURCE, .first_tick = NO_VAR, .last_time = NO_VAR};
    VEC_PUSH(c->scratch, &c->partitions, fresh);
    return node;
}

void report_clocks(Clocks *c, Span span)
{
    diag_error(c->s->diag, span, E_CLOCK_CONFLICT,
               "two different clocks meet here: convert one with subSample, superSample or "
               "shiftSample");
}

// Two intervals with the same value are one, however they were written.
bool is_same_source(Clocks *c, int32_t a, int32_t b)
{
    if (a == b) return true;
    const ClockSource *one = &c->sources.data[a], *other = &c->sources.data[b];
    const Expr *x, *y;
    return one->kind == SOURCE_INTERVAL && other->kind == SOURCE_INTERVAL &&
           parametric(c, one->e, &x) && parametric(c, other->e, &y) && x == y;
}

static bool is_same_clock(Clocks *c, const Partition *a, const Partition *b)
{
    return is_same_source(c, a->source, b->source) && rational_equal(a->period, b->period) &&
           rational_equal(a->offset, b->offset);
}

static void join(Clocks *c, int32_t a, int32_t b)
{
    a = partition_root(c, a);
    b = partition_root(c, b);
    if (a == b) return;
    if (a > b) {
        int32_t swap = a;
        a = b;
        b = swap;
    }
    Partition *into = &c->partitions.data[a], *from = &c->partitions.data[b];
    bool both = into->source != NO_SOURCE && from->source != NO_SOURCE;
    if (both && !is_same_clock(c, into, from)) report_clocks(c, c->span);
    if (into->solver && from->solver && into->solver != from->solver) report_solvers(c, c->span);
    Partition merged = into->source != NO_SOURCE ? *into : *from;
    merged.solver = into->solver ? into->solver : from->solver;
    merged.span = into->is_clocked ? into->span : from->span;
    merged.is_clocked = into->is_clocked || from->is_clocked;
    merged.has_derivative = into->has_derivative || from->has_derivative;
    merged.has_states = into->has_states || from->has_states;
    *into = merged;
    c->parent.data[b] = a;
}

static void mark_clocked(Clocks *c, int32_t region)
{
    Partition *p = partition_at(c, region);
    if (!p->is_clocked) p->span = c->span;
    p->is_clocked = true;
}

// ---- Values of clock arguments -------------------------------------------------------------

// Clocks are part of the structure: parameters that they depend on are fixed with it.
static const Expr *variable_value(void *client, VarId var)
{
    Clocks *c = client;
    const FlatVariable *v = &c->flat->variables[var.i];
    if (v->variability > VARIABILITY_PARAMETER) return NULL;
    const Expr *value = v->value;
    if (!value) {
        const Expr *binding = v->binding ? v->binding : v->attributes->start;
        ValueSource source = {.client = c, .variable = variable_value};
        EvalFailure failure = {0};
        value = binding ? expr_evaluate(c->s, binding, &source, &failure) : NULL;
    }
    if (value && v->variability == VARIABILITY_PARAMETER) c->variables.data[var.i].is_frozen = true;
    return value;
}

bool parametric(Clocks *c, const Expr *e, const Expr **value)
{
    ValueSource source = {.client = c, .variable = variable_value};
    EvalFailure failure = {0};
    *value = expr_evaluate(c->s, e, &source, &failure);
    return *value != NULL;
}

static bool has_value(Clocks *c, const Expr *e, const Expr **value)
{
    if (parametric(c, e, value)) return true;
    if (c->s->as_part) { // who uses the part knows it
        *value = expr_integer(c->s->exprs, 1);
        return true;
    }
    diag_error(c->s->diag, c->span, E_CLOCK_ARGUMENT,
               "this argument of a clock operator cannot be evaluated");
    return false;
}

// An Integer argument that is at least `least`.
static bool count_of(Clocks *c, const Expr *e, const char *what, int64_t least, int64_t *count)
{
    const Expr *value;
    if (!has_value(c, e, &value)) return false;
    double number;
    if (!expr_is_number(value, &number) || number != floor(number) || fabs(number) > 0x1p62) {
        diag_error(c->s->diag, c->span, E_CLOCK_ARGUMENT, "%s must be an Integer", what);
        return false;
    }
    *count = (int64_t)number;
    if (*count >= least) return true;
    diag_error(c->s->diag, c->span, E_CLOCK_VALUE, "%s is %g, but must be at least %g", what,
               number, (double)least);
    return false;
}

static ClockSolver solver_of(Clocks *c, const Expr *method)
{
    static const struct {
        const char *name;
        ClockSolver solver;
    } solvers[] = {
        {"", CLOCK_SOLVER_NONE},
        {"External", CLOCK_SOLVER_EXTERNAL},
        {"ExplicitEuler", CLOCK_SOLVER_EXPLICIT_EULER},
        {"ExplicitMidPoint2", CLOCK_SOLVER_EXPLICIT_MIDPOINT},
        {"ExplicitRungeKutta4", CLOCK_SOLVER_EXPLICIT_RUNGE_KUTTA},
        {"ImplicitEuler", CLOCK_SOLVER_IMPLICIT_EULER},
        {"ImplicitTrapezoid", CLOCK_SOLVER_IMPLICIT_TRAPEZOID},
    };
    const Expr *text;
    if (!parametric(c, method, &text) || text->kind != EXPR_STRING) {
        diag_error(c->s->diag, c->span, E_CLOCK_ARGUMENT,
                   "the solver method of a clock cannot be evaluated");
        return CLOCK_SOLVER_NONE;
    }
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
        if (!strcmp(text->u.string->text, solvers[i].name)) return solvers[i].solver;
    diag_warning(c->s->diag, c->span, E_CLOCK_SOLVER,
                 "the solver method '%s' is not known here; the partition is integrated with the "
                 "unclocked variables, as \"External\" says",
                 text->u.string->text);
    return CLOCK_SOLVER_EXTERNAL;
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

int32_t source_number(Clocks *c, ClockSource source)
{
    for (uint32_t i = 0; i < c->sources.count; i++) { // few: one for each clock without a rate
        const ClockSource *s = &c->sources.data[i];
        if (s->kind == source.kind && s->e == source.e && s->resolution == source.resolution)
            return (int32_t)i;
    }
    source.span = c->span;
    source.parts = 1;
    source.count = NO_VAR;
    VEC_PUSH(c->scratch, &c->sources, source);
    return (int32_t)c->sources.count - 1;
}

static void set_clock(Clocks *c, int32_t region, int32_t source, Rational period)
{
    int32_t node = add_node(c);
    Partition *clock = &c->partitions.data[node];
    clock->span = c->span;
    clock->is_clocked = true;
    clock->source = source;
    clock->period = period;
    clock->offset = rational(0, 1);
    join(c, region, node);
}

static void set_solver(Clocks *c, int32_t region, ClockSolver solver)
{
    Partition *p = partition_at(c, region);
    if (p->solver && solver && p->solver != solver) report_solvers(c, c->span);
    if (!p->solver) p->solver = solver;
}

static bool is_parameter_text(Clocks *c, const Expr *e)
{
    if (!(e->flags & (EXPR_HAS_REF | EXPR_HAS_TIME))) return true;
    if (e->kind == EXPR_REF)
        return c->flat->variables[e->u.var.i].variability <= VARIABILITY_PARAMETER;
    if (e->kind == EXPR_TIME) return false;
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i] && !is_parameter_text(c, e->args[i])) return false;
    return true;
}

static void visit_counter_clock(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    int64_t counter, resolution = 1;
    if (e->n_args > 1 && !count_of(c, e->args[1], "the resolution of a clock", 1, &resolution))
        return;
    if (!is_parameter_text(c, e->args[0])) {
        Visit inside = {e->args[0], region};
        VEC_PUSH(c->scratch, stack, inside);
        ClockSource s = {.kind = SOURCE_COUNTER, .e = e->args[0], .resolution = (double)resolution};
        set_clock(c, region, source_number(c, s), rational(1, 1));
        return;
    }
    if (!count_of(c, e->args[0], "the interval counter of a clock", 0, &counter)) return;
    if (counter > 0) set_clock(c, region, SECONDS, rational(counter, resolution));
}

static void visit_interval_clock(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    const Expr *interval = e->args[0], *value;
    double seconds;
    bool is_fixed = is_parameter_text(c, interval);
    if (is_fixed && !(interval->flags & EXPR_HAS_REF) && parametric(c, interval, &value) &&
        expr_is_number(value, &seconds) && !(seconds > 0)) {
        diag_error(c->s->diag, c->span, E_CLOCK_VALUE,
                   "the interval of a clock is %g, but must be positive", seconds);
        return;
    }
    if (!is_fixed) {
        Visit inside = {interval, region};
        VEC_PUSH(c->scratch, stack, inside);
    }
    ClockSource s = {.kind = is_fixed ? SOURCE_INTERVAL : SOURCE_LENGTH, .e = interval};
    set_clock(c, region, source_number(c, s), rational(1, 1));
}

static void visit_unclocked(Clocks *c, VisitStack *stack, const Expr *e, Op op)
{
    Unclocked u = {push_region(c, stack, e), op, c->span};
    VEC_PUSH(c->scratch, &c->unclocked, u);
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
        if (e->n_args > 1) set_solver(c, region, solver_of(c, e->args[1]));
    } else if (kind == TYPE_BOOLEAN) {
        visit_unclocked(c, stack, e->args[0], OP_CLOCK);
        ClockSource s = {.kind = SOURCE_CONDITION,
                         .e = e->args[0],
                         .start_interval = e->n_args > 1 ? e->args[1] : NULL};
        set_clock(c, region, source_number(c, s), rational(1, 1));
    } else if (kind == TYPE_INTEGER) {
        visit_counter_clock(c, stack, e, region);
    } else {
        visit_interval_clock(c, stack, e, region);
    }
}

static bool rate_of(Clocks *c, const Expr *e, Conversion *k)
{
    int64_t number = 0, resolution = 1;
    bool is_shift = e->op == OP_SHIFT_SAMPLE || e->op == OP_BACK_SAMPLE;
    const char *what = is_shift ? "the number of intervals to shift by" : "the factor";
    if (e->n_args > 1 && !count_of(c, e->args[1], what, 0, &number)) return false;
    if (e->n_args > 2 && !count_of(c, e->args[2], "the resolution", 1, &resolution)) return false;
    k->factor = rational(is_shift, 1);
    k->shift = rational(0, 1);
    if (e->op == OP_SUB_SAMPLE) k->factor = rational(number, 1);
    if (e->op == OP_SUPER_SAMPLE && number) k->factor = rational(1, number);
    if (e->op == OP_SHIFT_SAMPLE) k->shift = rational(number, resolution);
    if (e->op == OP_BACK_SAMPLE) k->shift = rational(-number, resolution);
    return true;
}

static void visit_conversion(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    mark_clocked(c, region);
    Conversion k = {.from = push_region(c, stack, e->args[0]),
                    .to = region,
                    .op = (Op)e->op,
                    .node = e->id,
                    .span = c->span};
    mark_clocked(c, k.from);
    if (rate_of(c, e, &k)) VEC_PUSH(c->scratch, &c->conversions, k);
}

// Where an operator leads to another partition its argument is read in a region of its own.
static bool visit_operator(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    switch (e->op) {
    case OP_CLOCK: visit_clock(c, stack, e, region); return true;
    case OP_CLOCK_SAMPLE:
        mark_clocked(c, region);
        visit_unclocked(c, stack, e->args[0], OP_CLOCK_SAMPLE);
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

static void join_elements(Clocks *c, const Expr *ref, int32_t first, int32_t n, int32_t region)
{
    VarId v = ref->u.var;
    if (c->flat->variables[v.i].variability <= VARIABILITY_PARAMETER) return;
    for (int32_t i = 0; i < n; i++) join(c, c->first_node[v.i] + first + i, region);
}

// x[2, 3] is one element where the subscripts are known; everything else means the whole array.
static int32_t place_of_element(Clocks *c, const Expr *e)
{
    const Expr *ref = e->args[0], *value;
    if (ref->kind != EXPR_REF || type_rank(e->type) > 0) return -1;
    int32_t place = 0;
    for (uint32_t i = 1; i < e->n_args; i++) {
        double at;
        bool is_known_subscript = is_parameter_text(c, e->args[i]) &&
                                  parametric(c, e->args[i], &value) && expr_is_number(value, &at);
        int32_t size = type_dim(ref->type, i - 1);
        if (!is_known_subscript || !(at >= 1 && at <= size)) return -1;
        place = place * size + (int32_t)at - 1;
    }
    return place;
}

static bool visit_element(Clocks *c, const Expr *e, int32_t region)
{
    int32_t place = place_of_element(c, e);
    if (place >= 0) join_elements(c, e->args[0], place, 1, region);
    return place >= 0;
}

int32_t node_of(Clocks *c, const Expr *element)
{
    bool is_whole = element->kind == EXPR_REF;
    const Expr *ref = is_whole ? element : element->args[0];
    if ((uint32_t)ref->u.var.i >= c->flat->n_variables) return -1; // made here
    int32_t place = is_whole ? 0 : place_of_element(c, element);
    return place < 0 ? -1 : c->first_node[ref->u.var.i] + place;
}

// Which of two clocks is meant is decided by parameters.
static bool visit_choice(Clocks *c, VisitStack *stack, const Expr *e, int32_t region)
{
    const Expr *condition;
    if (!is_clock_condition(e) || !has_value(c, e->args[0], &condition)) return false;
    Visit chosen = {e->args[expr_is_true(condition) ? 1 : 2], region};
    VEC_PUSH(c->scratch, stack, chosen);
    return true;
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
        if (v.e->kind == EXPR_REF) join_elements(c, v.e, 0, size_of(v.e->type), v.region);
        if (v.e->kind == EXPR_SUBSCRIPT && visit_element(c, v.e, v.region)) continue;
        if (v.e->kind == EXPR_IF && visit_choice(c, &stack, v.e, v.region)) continue;
        if (v.e->kind == EXPR_OP && visit_operator(c, &stack, v.e, v.region)) continue;
        for (uint32_t i = 0; i < v.e->n_args; i++) {
            Visit arg = {v.e->args[i], v.region};
            if (arg.e) VEC_PUSH(c->scratch, &stack, arg);
        }
    }
}

typedef struct VisitedPlace {
    Clocks *c;
    int32_t region;
} VisitedPlace;

static void visit_place(void *client, const Expr **e)
{
    const VisitedPlace *place = client;
    visit(place->c, *e, place->region);
}

static void visit_equation(Clocks *c, const Equation *e, int32_t region)
{
    c->span = e->span;
    if (e->state) {
        join(c, c->first_node[c->flat->states[e->state - 1].active.i], region);
        partition_at(c, region)->has_states = true;
    }
    VisitedPlace place = {c, region};
    equation_each_expression((Equation *)e, &place, visit_place); // only read
    for (uint32_t b = 0; b < e->n_branches; b++)
        for (uint32_t i = 0; i < e->branches[b].body.count; i++)
            visit_equation(c, &e->branches[b].body.items[i], region);
}

static void visit_statement(Clocks *c, const Statement *st, int32_t region)
{
    c->span = st->span;
    VisitedPlace place = {c, region};
    statement_each_expression((Statement *)st, &place, visit_place); // only read
    for (uint32_t b = 0; b < st->n_branches; b++)
        for (uint32_t i = 0; i < st->branches[b].body.count; i++)
            visit_statement(c, &st->branches[b].body.items[i], region);
}

static void visit_algorithms(Clocks *c)
{
    const FlatModel *flat = c->flat;
    c->region_of_algorithm = ARENA_RAW(c->scratch, int32_t, flat->n_algorithms + 1);
    for (uint32_t i = 0; i < flat->n_algorithms; i++) {
        c->region_of_algorithm[i] = add_node(c);
        const Statements *body = &flat->algorithms[i].body;
        for (uint32_t k = 0; k < body->count; k++)
            visit_statement(c, &body->items[k], c->region_of_algorithm[i]);
    }
}

static void check_unclocked(Clocks *c)
{
    for (uint32_t i = 0; i < c->unclocked.count; i++) {
        const Unclocked *u = &c->unclocked.data[i];
        if (!partition_at(c, u->region)->is_clocked) continue;
        diag_error(c->s->diag, u->span, E_CLOCK_CONFLICT,
                   u->op == OP_CLOCK_SAMPLE
                       ? "what 'sample' reads is clocked here: another clock reads it with "
                         "subSample, superSample, shiftSample or noClock"
                       : "the condition of a clock must not be clocked itself: use 'hold'");
    }
}

void find_partitions(Clocks *c)
{
    const FlatModel *flat = c->flat;
    VEC_PUSH(c->scratch, &c->sources, (ClockSource){.kind = SOURCE_SECONDS});
    c->first_node = ARENA_RAW(c->scratch, int32_t, flat->n_variables + 1);
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        c->first_node[i] = (int32_t)c->parent.count;
        for (int32_t k = size_of(flat->variables[i].type); k-- > 0;) add_node(c);
    }
    c->region_of_equation = ARENA_RAW(c->scratch, int32_t, c->unfolded.count + 1);
    for (uint32_t i = 0; i < c->unfolded.count; i++) {
        c->region_of_equation[i] = add_node(c);
        visit_equation(c, &c->unfolded.data[i], c->region_of_equation[i]);
    }
    visit_algorithms(c);
    check_unclocked(c);
    for (uint32_t i = 0; i < c->conversions.count; i++) {
        const Conversion *k = &c->conversions.data[i];
        uint64_t key = (uint64_t)(uint32_t)partition_root(c, k->to) << 32 | k->node;
        map_put(&c->argument_of, key, (uint64_t)k->from);
    }
}
