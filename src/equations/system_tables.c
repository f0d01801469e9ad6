#include "equations/system_tables.h"

// ---- Copies and marks ---------------------------------------------------------------

// What a row owns besides itself.
static void copy_rows_of_transports(EquationSystem *copy, Arena *out)
{
    for (uint32_t i = 0; i < copy->transports.count; i++) {
        Transport *line = &copy->transports.data[i];
        line->points = ARENA_COPY(out, const Expr *, line->points, line->n_points);
        line->values = ARENA_COPY(out, const Expr *, line->values, line->n_points);
    }
}

static void copy_rows_of_state_sets(EquationSystem *copy, Arena *out)
{
    for (uint32_t i = 0; i < copy->state_sets.count; i++) {
        StateSet *set = &copy->state_sets.data[i];
        int32_t n = (set->n_candidates - set->n_states) * set->n_candidates;
        set->matrix = ARENA_COPY(out, const Expr *, set->matrix, n);
    }
}

// Room is kept, and untouched room costs nothing.
#define COPY_TABLE(type, name)                                                                     \
    copy.name.data = ARENA_RAW(out, type, system->name.room);                                      \
    if (system->name.count)                                                                        \
        memcpy(copy.name.data, system->name.data, system->name.count * sizeof(type));

static EquationSystem copied(const EquationSystem *system, Arena *out)
{
    EquationSystem copy = *system;
    copy.arena = out;
    SYSTEM_TABLES(COPY_TABLE)
    copy_rows_of_transports(&copy, out);
    copy_rows_of_state_sets(&copy, out);
    return copy;
}

SystemMark system_mark(const EquationSystem *system, Arena *scratch)
{
    return (SystemMark){copied(system, scratch)};
}

// Tables only grow, so there is room for what was saved.
#define RETURN_TABLE(type, name)                                                                   \
    if (saved->name.count)                                                                         \
        memcpy(now.name.data, saved->name.data, saved->name.count * sizeof(type));                 \
    now.name.count = saved->name.count;

void system_return(EquationSystem *system, const SystemMark *mark)
{
    const EquationSystem *saved = &mark->saved;
    EquationSystem now = *system;
    SYSTEM_TABLES(RETURN_TABLE)
    copy_rows_of_transports(&now, system->arena); // the mark keeps its own
    copy_rows_of_state_sets(&now, system->arena);
    now.event_mode = saved->event_mode;
    now.terminal = saved->terminal;
    now.lambda = saved->lambda;
    now.failed = saved->failed;
    *system = now;
}

// ---- Every expression ---------------------------------------------------------------

typedef struct Visit {
    EquationSystem *system;
    uint32_t where;
    void *client;
    ExpressionVisit visit;
    Span span; // of the row at work
} Visit;

static void at(const Visit *v, const Expr **e)
{
    if (*e) v->visit(v->client, e, v->span);
}

// A row that grows has a new field: is it an expression? Then it belongs below.
_Static_assert(sizeof(SystemVariable) == 64, "in_variables knows every expression of a row");
_Static_assert(sizeof(SystemEquation) == 48, "in_equations knows every expression of a row");
_Static_assert(sizeof(Relation) == 72, "in_relations knows every expression of a row");
_Static_assert(sizeof(Sample) == 32, "in_samples knows every expression of a row");
_Static_assert(sizeof(Delay) == 48, "in_delays knows every expression of a row");
_Static_assert(sizeof(Transport) == 56, "in_transports knows every expression of a row");
_Static_assert(sizeof(Reinit) == 32, "in_reinits knows every expression of a row");
_Static_assert(sizeof(Assertion) == 32, "in_assertions knows every expression of a row");
_Static_assert(sizeof(StateSet) == 64, "in_state_sets knows every expression of a row");

static void in_equations(Visit *v, SystemEquation *e)
{
    system_fetch_sides(v->system, (uint32_t)(e - v->system->equations.data));
    if (e->flags & EQUATION_REMOVED) return;
    v->span = e->span;
    at(v, &e->left);
    at(v, &e->right);
}

static void in_relations(Visit *v, Relation *r)
{
    v->span = r->span;
    at(v, &r->crossing);
    at(v, &r->instant);
    at(v, &r->scale);
    if (v->where & WITH_TEXTS) at(v, &r->text);
}

static void in_samples(Visit *v, Sample *s)
{
    v->span = s->span;
    at(v, &s->start);
    at(v, &s->interval);
}

static void in_delays(Visit *v, Delay *d)
{
    v->span = d->span;
    at(v, &d->delay);
    at(v, &d->max);
    if (v->where & WITH_TEXTS) at(v, &d->text);
}

static void in_transports(Visit *v, Transport *line)
{
    v->span = line->span;
    for (uint32_t k = 0; k < line->n_points; k++) {
        at(v, &line->points[k]);
        at(v, &line->values[k]);
    }
}

static void in_assertions(Visit *v, Assertion *a)
{
    v->span = a->span;
    at(v, &a->condition);
    at(v, &a->message);
}

static void in_reinits(Visit *v, Reinit *r)
{
    v->span = r->span;
    at(v, &r->guard);
    at(v, &r->value);
}

static void in_variables(Visit *v, SystemVariable *variable)
{
    v->span = (Span){0, 0};
    at(v, &variable->value);
    if (!(v->where & WITH_ATTRIBUTES)) return;
    at(v, &variable->start);
    VariableLimits limits = system_limits(v->system, variable), before = limits;
    at(v, &limits.min);
    at(v, &limits.max);
    at(v, &limits.nominal);
    if (memcmp(&limits, &before, sizeof limits) != 0)
        system_set_limits(v->system, variable, &limits);
}

static void in_state_sets(Visit *v, StateSet *set)
{
    v->span = (Span){0, 0};
    int32_t n = (set->n_candidates - set->n_states) * set->n_candidates;
    for (int32_t i = 0; i < n; i++) at(v, &set->matrix[i]);
}

static void in_functions(Visit *v, const Function **f)
{
    (void)v, (void)f; // bodies are not expressions of the system
}

#define VISIT_TABLE(type, name)                                                                    \
    for (uint32_t i = 0; where & IN_TABLE(name) && i < system->name.count; i++)                    \
        in_##name(&v, &system->name.data[i]);

void system_each_expression(const EquationSystem *system, uint32_t where, void *client,
                            ExpressionVisit visit)
{
    EquationSystem *rows = (void *)(uintptr_t)system; // the visitor decides whether they change
    Visit v = {.system = rows, .where = where, .client = client, .visit = visit};
    SYSTEM_TABLES(VISIT_TABLE)
}
