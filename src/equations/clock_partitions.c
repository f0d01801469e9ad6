// Which equations and variables belong to one clock, and which clock that is [MLS 16.7, EOM12].
//
// Union-find over elements of variables and texts of equations, cut at the operators that lead
// from one clock to another. A walk over the conversions gives every partition its period, its
// offset and its solver.
#include "equations/clock_partitions.h"

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

Partition *partition_of_variable(Clocks *c, VarId v)
{
    return partition_at(c, c->first_node[v.i]);
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

static void report_solvers(Clocks *c)
{
    diag_error(c->s->diag, c->span, E_CLOCK_SOLVER,
               "two different solver methods meet in this clocked partition");
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
    bool both = into->state != CLOCK_UNKNOWN && from->state != CLOCK_UNKNOWN;
    if (both && (into->state != from->state || into->period != from->period ||
                 into->offset != from->offset || into->condition != from->condition))
        report_conflict(c);
    bool clocked = into->is_clocked || from->is_clocked;
    bool derivative = into->has_derivative || from->has_derivative;
    Span span = into->is_clocked ? into->span : from->span;
    Partition merged = into->state == CLOCK_UNKNOWN ? *from : *into;
    if (into->solver && from->solver && into->solver != from->solver) report_solvers(c);
    merged.solver = into->solver ? into->solver : from->solver;
    merged.is_clocked = clocked;
    merged.has_derivative = derivative;
    merged.span = span;
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

static const Expr *variable_value(void *client, VarId var)
{
    Clocks *c = client;
    const FlatVariable *v = &c->flat->variables[var.i];
    if (v->variability > VARIABILITY_PARAMETER) return NULL;
    if (v->value) return v->value;
    const Expr *binding = v->binding ? v->binding : v->attributes->start;
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
    ValueSource source = {c, variable_value, NULL, NULL};
    EvalFailure failure = {0};
    const Expr *text = expr_evaluate(c->s, method, &source, &failure);
    if (!text || text->kind != EXPR_STRING) {
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

static void set_clock(Clocks *c, int32_t region, Partition clock)
{
    int32_t node = add_node(c);
    clock.span = c->span;
    clock.is_clocked = true;
    clock.first_tick = clock.last_time = NO_VAR;
    c->partitions.data[node] = clock;
    join(c, region, node);
}

static void set_solver(Clocks *c, int32_t region, ClockSolver solver)
{
    Partition *p = partition_at(c, region);
    if (p->solver && solver && p->solver != solver) report_solvers(c);
    if (!p->solver) p->solver = solver;
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

static void join_elements(Clocks *c, const Expr *ref, int32_t first, int32_t n, int32_t region)
{
    VarId v = ref->u.var;
    if (c->flat->variables[v.i].variability <= VARIABILITY_PARAMETER) return;
    for (int32_t i = 0; i < n; i++) join(c, c->first_node[v.i] + first + i, region);
}

// x[2, 3] with literal subscripts is one element; everything else means the whole array.
static bool visit_element(Clocks *c, const Expr *e, int32_t region)
{
    const Expr *ref = e->args[0];
    if (ref->kind != EXPR_REF || type_rank(e->type) > 0) return false;
    int32_t place = 0;
    for (uint32_t i = 1; i < e->n_args; i++) {
        int64_t at = e->args[i]->kind == EXPR_INTEGER ? e->args[i]->u.integer : 0;
        int32_t size = type_dim(ref->type, i - 1);
        if (at < 1 || at > size) return false;
        place = place * size + (int32_t)at - 1;
    }
    join_elements(c, ref, place, 1, region);
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
        if (v.e->kind == EXPR_OP && visit_operator(c, &stack, v.e, v.region)) continue;
        for (uint32_t i = 0; i < v.e->n_args; i++) {
            Visit arg = {v.e->args[i], v.region};
            if (arg.e) VEC_PUSH(c->scratch, &stack, arg);
        }
    }
}

bool is_clock_condition(const Expr *e)
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

void find_partitions(Clocks *c)
{
    const FlatModel *flat = c->flat;
    c->first_node = ARENA_RAW(c->scratch, int32_t, flat->n_variables + 1);
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        c->first_node[i] = (int32_t)c->parent.count;
        for (int32_t k = size_of(flat->variables[i].type); k-- > 0;) add_node(c);
    }
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

void spread_clocks(Clocks *c)
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
            if (partition_root(c, (int32_t)i) != (int32_t)i || !p->is_clocked ||
                p->state != CLOCK_UNKNOWN)
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

static bool infer_solver(Partition *p, const Partition *from)
{
    if (p->solver || !from->solver) return false;
    p->solver = from->solver;
    p->is_solver_inferred = true;
    return true;
}

static bool disagrees(const Partition *p, const Partition *with)
{
    return p->is_solver_inferred && p->has_derivative && with->solver && p->solver != with->solver;
}

// What has no solver of its own takes the one of the partitions it is converted to or from.
void spread_solvers(Clocks *c)
{
    bool progress = true;
    while (progress) { // each round gives one partition more its solver
        progress = false;
        for (uint32_t i = 0; i < c->conversions.count; i++) {
            const Conversion *k = &c->conversions.data[i];
            Partition *from = partition_at(c, k->from), *to = partition_at(c, k->to);
            progress |= infer_solver(to, from) || infer_solver(from, to);
        }
    }
    for (uint32_t i = 0; i < c->conversions.count; i++) {
        const Conversion *k = &c->conversions.data[i];
        const Partition *from = partition_at(c, k->from), *to = partition_at(c, k->to);
        if (!disagrees(from, to) && !disagrees(to, from)) continue;
        c->span = to->span;
        report_solvers(c);
    }
}
