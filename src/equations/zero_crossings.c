// Relations that generate events, and the other operators whose value the runtime keeps [ECO93].
//
// A relation over continuous expressions becomes a Boolean variable, its memory, with the
// equation memory = (left op right). Between events the memory stands still; at events and at the
// start the equation takes part like any other, so that loops through relations are found as
// mixed blocks by the same sorting that finds all loops.
#include "equations/scalarizer.h"

// ---- Variability of system expressions ----------------------------------------------

static Variability variability_of_role(const SystemVariable *v)
{
    if (v->flags & VARIABLE_STEADY) return VARIABILITY_PARAMETER;
    switch ((VariableRole)v->role) {
    case ROLE_CONSTANT: return VARIABILITY_CONSTANT;
    case ROLE_PARAMETER:
    case ROLE_EXTERNAL: return VARIABILITY_PARAMETER;
    case ROLE_INPUT: return v->kind == VALUE_REAL ? VARIABILITY_CONTINUOUS : VARIABILITY_DISCRETE;
    case ROLE_CONTINUOUS:
    case ROLE_DERIVATIVE:
    case ROLE_DELAYED:
    case ROLE_TRANSPORTED:
    case ROLE_SET_STATE:
    case ROLE_AUXILIARY: return VARIABILITY_CONTINUOUS;
    case ROLE_PRE: return VARIABILITY_DISCRETE;
    default: return VARIABILITY_DISCRETE;
    }
}

static Variability own_variability(const Scalarizer *z, const Expr *e)
{
    if (e->kind == EXPR_REF) return variability_of_role(system_variable(z->system, e->u.var));
    if (e->kind == EXPR_TIME) return VARIABILITY_CONTINUOUS;
    return VARIABILITY_CONSTANT;
}

static void note_variability(void *client, const Expr *e)
{
    Scalarizer *z = client;
    uint64_t worst = own_variability(z, e), below;
    for (uint32_t i = 0; i < e->n_args; i++) {
        if (!e->args[i]) continue;
        below = map_get_or(&z->variability, e->args[i]->id, VARIABILITY_CONSTANT);
        if (below > worst) worst = below;
    }
    map_put(&z->variability, e->id, worst);
}

Variability variability_of(Scalarizer *z, const Expr *e)
{
    uint64_t found;
    if (map_get(&z->variability, e->id, &found)) return (Variability)found;
    bool args_known = true;
    for (uint32_t i = 0; i < e->n_args && args_known; i++)
        args_known = !e->args[i] || map_get(&z->variability, e->args[i]->id, &found);
    if (args_known)
        note_variability(z, e);
    else
        expr_walk(z->exprs, e, z, note_variability);
    return (Variability)map_get_or(&z->variability, e->id, VARIABILITY_CONTINUOUS);
}

// ---- Relations ----------------------------------------------------------------------

// left op right with both sides linear in time, all else discrete: the instant at which it
// switches is known after every event. a*time + b > 0 switches at -b/a.
static bool find_instant(Scalarizer *z, Relation *r, Op op, const Expr *left, const Expr *right)
{
    const Expr *difference = expr_op2(z->exprs, OP_SUB, left, right), *a, *b;
    if (!expr_linear(z->exprs, difference, expr_time(z->exprs), &a, &b)) return false;
    if (variability_of(z, b) == VARIABILITY_CONTINUOUS) return false;
    double slope;
    if (!expr_is_number(a, &slope) || slope == 0) return false;
    r->instant = expr_op2(z->exprs, OP_DIV, expr_op1(z->exprs, OP_NEG, b), a);
    r->true_after = (op == OP_GT || op == OP_GE) == (slope > 0);
    return true;
}

static const Expr *magnitude(Scalarizer *z, const Expr *left, const Expr *right)
{
    const Expr *a = expr_op1(z->exprs, OP_ABS, left), *b = expr_op1(z->exprs, OP_ABS, right);
    if (expr_is_zero(b)) return a;
    if (expr_is_zero(a)) return b;
    return expr_op2(z->exprs, OP_MAX, a, b);
}

static VarId add_relation(Scalarizer *z, Relation *r, const Expr *definition)
{
    uint64_t found;
    if (map_get(&z->relations, r->text->id, &found)) {
        int32_t index = z->system->variables.data[found].index;
        if (!r->is_quiet) z->system->relations.data[index].is_quiet = false;
        return (VarId){(int32_t)found};
    }
    r->variable = define_hidden(z, ROLE_RELATION, definition);
    r->equation = (EquationId){(int32_t)z->system->equations.count - 1};
    r->span = z->span;
    system_variable(z->system, r->variable)->index = (int32_t)z->system->relations.count;
    VEC_PUSH(z->system->arena, &z->system->relations, *r);
    map_put(&z->relations, r->text->id, (uint64_t)r->variable.i);
    return r->variable;
}

// At the start nothing has passed yet: a relation on time counts as it is written, time > 0 is
// false at time 0. Its event is the first of the run.
static void define_at_start(Scalarizer *z, const Relation *r, const Expr *text)
{
    SystemEquation *later = system_equation(z->system, r->equation);
    if (!(later->flags & EQUATION_IN_INITIAL)) return; // known already
    later->flags &= (uint16_t)~EQUATION_IN_INITIAL;
    EquationOrigin origin = z->origin;
    uint32_t flags = z->flags;
    z->origin = ORIGIN_DEFINITION;
    z->flags = EQUATION_IN_INITIAL;
    add_equation(z, system_ref(z->system, r->variable), text);
    z->origin = origin;
    z->flags = flags;
}

static const Expr *relation_memory(Scalarizer *z, Op op, const Expr *left, const Expr *right,
                                   bool is_quiet)
{
    const Expr *text = expr_op2(z->exprs, op, left, right);
    if (left->type->kind != TYPE_REAL || op == OP_EQ || op == OP_NE) return text;
    Relation r = {.kind = RELATION_STATE, .is_quiet = is_quiet, .text = text};
    const Expr *definition = text;
    if (find_instant(z, &r, op, left, right)) {
        // time > e and time >= e switch at the same instant, and both are true from then on.
        r.kind = RELATION_TIME;
        definition =
            expr_op2(z->exprs, r.true_after ? OP_GE : OP_LT, expr_time(z->exprs), r.instant);
    } else {
        bool is_greater = op == OP_GT || op == OP_GE;
        r.crossing =
            expr_op2(z->exprs, OP_SUB, is_greater ? left : right, is_greater ? right : left);
        r.scale = magnitude(z, left, right);
    }
    VarId memory = add_relation(z, &r, definition);
    if (r.kind == RELATION_TIME) {
        int32_t index = system_variable(z->system, memory)->index;
        define_at_start(z, &z->system->relations.data[index], text);
    }
    return system_ref(z->system, memory);
}

const Expr *event_relation(Scalarizer *z, Op op, const Expr *left, const Expr *right)
{
    return relation_memory(z, op, left, right, false);
}

// Loops at the start and at events are solved with a fixed choice of branches all the same: Newton
// would jump between them.
const Expr *quiet_relation(Scalarizer *z, Op op, const Expr *left, const Expr *right)
{
    const Expr *memory = relation_memory(z, op, left, right, true);
    return expr_if(z->exprs, system_event_mode(z->system), memory,
                   expr_op2(z->exprs, op, left, right));
}

// floor(a*time + b) with a > 0, all else discrete: the next step up is at (memory + 1 - b)/a.
static const Expr *next_step(Scalarizer *z, const Expr *argument, const Expr *memory)
{
    const Expr *a, *b;
    double slope;
    if (!expr_linear(z->exprs, argument, expr_time(z->exprs), &a, &b)) return NULL;
    if (variability_of(z, b) == VARIABILITY_CONTINUOUS) return NULL;
    if (!expr_is_number(a, &slope) || !(slope > 0)) return NULL;
    const Expr *level =
        expr_op2(z->exprs, OP_ADD, expr_cast_real(z->exprs, memory), expr_real(z->exprs, 1));
    return expr_op2(z->exprs, OP_DIV, expr_op2(z->exprs, OP_SUB, level, b), a);
}

const Expr *event_step(Scalarizer *z, const Expr *literal)
{
    if (literal->kind != EXPR_OP || variability_of(z, literal) != VARIABILITY_CONTINUOUS)
        return literal;
    Relation r = {.kind = RELATION_STATE, .is_step = true, .text = literal};
    r.crossing = literal->args[0];
    const Expr *memory = system_ref(z->system, add_relation(z, &r, literal));
    Relation *made = &z->system->relations.data[system_variable(z->system, memory->u.var)->index];
    made->instant = next_step(z, made->crossing, memory);
    if (made->instant) made->kind = RELATION_TIME;
    return memory;
}

// ---- Discrete values that change without notice ---------------------------------------

const Expr *discrete_as_real(Scalarizer *z, const Expr *e)
{
    ExprTable *t = z->exprs;
    switch (e->type->kind) {
    case TYPE_BOOLEAN: return expr_if(t, e, expr_real(t, 1), expr_real(t, 0));
    case TYPE_ENUMERATION: return expr_cast_real(t, expr_op1(t, OP_ENUM_TO_INTEGER, e));
    case TYPE_INTEGER: return expr_cast_real(t, e);
    default: break;
    }
    diag_error(z->session->diag, z->span, E_UNSUPPORTED,
               "a discrete %s whose changes make no events is not supported yet",
               e->type->kind == TYPE_REAL ? "Real variable" : "variable of this type");
    z->system->failed = true;
    return expr_real(t, 0);
}

static const Expr *from_memory(Scalarizer *z, const Type *type, const Expr *memory)
{
    ExprTable *t = z->exprs;
    if (type->kind == TYPE_BOOLEAN) return expr_op2(t, OP_EQ, memory, expr_integer(t, 1));
    return type->kind == TYPE_ENUMERATION ? expr_to_enum(t, type, memory) : memory;
}

// Half way between two numbers the memory is as far from changing as it can be.
const Expr *event_memory(Scalarizer *z, const Expr *value, const Type *type)
{
    ExprTable *t = z->exprs;
    const Expr *middle = expr_op2(t, OP_ADD, value, expr_real(t, 0.5));
    return from_memory(z, type, event_step(z, expr_op1(t, OP_INTEGER, middle)));
}

// ---- sample, delay, spatialDistribution ----------------------------------------------

const Expr *sample_operator(Scalarizer *z, const Expr *start, const Expr *interval)
{
    EquationSystem *system = z->system;
    for (uint32_t i = 0; i < system->samples.count; i++) { // few: one per sampled controller
        const Sample *s = &system->samples.data[i];
        if (s->start == start && s->interval == interval) return system_ref(system, s->variable);
    }
    Sample s = {.start = start, .interval = interval, .span = z->span};
    s.variable = system_add_variable(system, ROLE_SAMPLE, type_basic(z->exprs, TYPE_BOOLEAN));
    system_variable(system, s.variable)->index = (int32_t)system->samples.count;
    VEC_PUSH(system->arena, &system->samples, s);
    return system_ref(system, s.variable);
}

const Expr *delay_operator(Scalarizer *z, const Expr *input, const Expr *delay, const Expr *max)
{
    EquationSystem *system = z->system;
    Delay d = {.delay = delay, .max = max ? max : delay, .text = input, .span = z->span};
    d.is_discrete = variability_of(z, input) != VARIABILITY_CONTINUOUS;
    d.is_varying = variability_of(z, delay) == VARIABILITY_CONTINUOUS;
    d.input = input->kind == EXPR_REF ? input->u.var : define_hidden(z, ROLE_CONTINUOUS, input);
    const Expr *args[2] = {expr_real(z->exprs, system->delays.count), delay};
    d.variable = define_hidden(z, ROLE_DELAYED, expr_op(z->exprs, OP_DELAY, args, 2));
    // At the start there is no history: the delayed value is the present one.
    VEC_LAST(&system->equations).flags &= (uint16_t)~EQUATION_IN_INITIAL;
    uint32_t flags = z->flags;
    z->flags = EQUATION_IN_INITIAL;
    add_equation(z, system_ref(system, d.variable), system_ref(system, d.input));
    z->flags = flags;
    system_variable(system, d.variable)->index = (int32_t)system->delays.count;
    VEC_PUSH(system->arena, &system->delays, d);
    return system_ref(system, d.variable);
}

static VarId held(Scalarizer *z, const Expr *e)
{
    e = expr_cast_real(z->exprs, e);
    return e->kind == EXPR_REF ? e->u.var : define_hidden(z, ROLE_CONTINUOUS, e);
}

// The value at an end; at the start that of the initial distribution, whatever flows in.
static VarId value_at_end(Scalarizer *z, const Transport *line, uint32_t row, uint32_t end)
{
    const Expr *args[3] = {expr_real(z->exprs, row), expr_real(z->exprs, end),
                           system_ref(z->system, line->position)};
    VarId v = define_hidden(z, ROLE_TRANSPORTED, expr_op(z->exprs, OP_TRANSPORTED, args, 3));
    VEC_LAST(&z->system->equations).flags &= (uint16_t)~EQUATION_IN_INITIAL;
    uint32_t flags = z->flags;
    z->flags = EQUATION_IN_INITIAL;
    add_equation(z, system_ref(z->system, v), line->values[end ? line->n_points - 1 : 0]);
    z->flags = flags;
    system_variable(z->system, v)->index = (int32_t)row;
    return v;
}

static const Expr **table_row(Scalarizer *z, const Expr *table, uint32_t i, uint32_t n)
{
    Items all = items_of(z, table, IN_LITERAL);
    const Expr **row = ARENA_RAW(z->system->arena, const Expr *, n);
    uint32_t first = type_rank(table->type) == 2 ? i * n : 0;
    for (uint32_t k = 0; k < n; k++) row[k] = expr_cast_real(z->exprs, all.data[first + k]);
    return row;
}

static uint32_t make_transports(Scalarizer *z, const Expr *call, Context c)
{
    EquationSystem *system = z->system;
    uint32_t first = system->transports.count, n = leaf_count(call->args[0]->type);
    Items in[2] = {items_of(z, call->args[0], c), items_of(z, call->args[1], c)};
    const Type *points = call->args[4]->type;
    Transport line = {.variable = {NO_VAR, NO_VAR}, .span = z->span};
    line.n_points = (uint32_t)type_dim(points, type_rank(points) - 1);
    line.position = held(z, scalar_of(z, call->args[2], c));
    line.direction = held(z, expr_if(z->exprs, scalar_of(z, call->args[3], c),
                                     expr_real(z->exprs, 1), expr_real(z->exprs, 0)));
    for (uint32_t i = 0; i < n; i++) {
        for (int end = 0; end < 2; end++) line.input[end] = held(z, in[end].data[i]);
        line.points = table_row(z, call->args[4], i, line.n_points);
        line.values = table_row(z, call->args[5], i, line.n_points);
        VEC_PUSH(system->arena, &system->transports, line);
    }
    return first;
}

// The second result of a call uses the rows that the first one has made just before.
Items transport_items(Scalarizer *z, const Expr *call, uint32_t end, Context c)
{
    bool is_made = end == 1 && z->transport_call == call;
    uint32_t n = leaf_count(call->args[0]->type);
    uint32_t first = is_made ? z->system->transports.count - n : make_transports(z, call, c);
    z->transport_call = end == 0 ? call : NULL;
    Items items = {ARENA_RAW(z->scratch, const Expr *, n + 1), n};
    for (uint32_t i = 0; i < n; i++) {
        Transport line = z->system->transports.data[first + i];
        VarId v = value_at_end(z, &line, first + i, end);
        z->system->transports.data[first + i].variable[end] = v;
        items.data[i] = system_ref(z->system, v);
    }
    return items;
}
