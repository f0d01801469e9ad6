// The walk from the instance tree to the flat model: variables keep their numbers, bindings of
// variables become equations, connections become equality and sum-to-zero equations, and the
// operators that waited for the connections are replaced by what they stand for.
//
// Order: members of expandable connectors, connection graph, sets, then everything that reads
// them. All steps are linear in the size of the model but for the sorting of members in sets.
#include "flat/flattener.h"

#include <string.h>

// What the environment of the model gives and takes (4.8): public inputs and outputs of the model,
// members of its records and connectors. An input with a binding equation has its value from that,
// unless it belongs to a connector.
static Causality outside_causality(const Flattener *f, const Variable *v)
{
    if (v->causality == CAUSALITY_NONE) return CAUSALITY_NONE;
    const Component *root = f->instance->root, *c = component_at(f, v->component);
    bool in_connector = c->is_connector;
    for (c = c->parent; c && c != root; c = c->parent) {
        if (c->kind != COMPONENT_RECORD && c->kind != COMPONENT_CONNECTOR) return CAUSALITY_NONE;
        in_connector |= c->is_connector;
    }
    bool is_bound = v->causality == CAUSALITY_INPUT && v->binding && !in_connector;
    return v->is_protected || is_bound ? CAUSALITY_NONE : v->causality;
}

static FlatVariable flat_variable(Flattener *f, const Variable *v, NameWriter *names)
{
    FlatVariable flat = {
        .name = names_next(names, f->instance, v->component, f->out),
        .id = v->id,
        .component = v->component,
        .type = v->type,
        .binding = v->binding,
        .value = v->value,
        .attributes = v->attributes,
        .declared = v->declared,
        .traits = v->traits,
    };
    flat.causality = outside_causality(f, v);
    flat.is_flow = v->connect_kind == CONNECT_FLOW;
    flat.is_clock = false;
    return flat;
}

static void copy_variables(Flattener *f)
{
    const Instance *in = f->instance;
    NameWriter names = names_begin(in, f->scratch);
    VEC_RESERVE(f->out, &f->variables, in->n_variables);
    for (uint32_t i = 0; i < in->n_variables; i++)
        VEC_PUSH(f->out, &f->variables, flat_variable(f, in->variables[i], &names));
}

static bool is_parameter(const FlatVariable *v)
{
    return v->variability <= VARIABILITY_PARAMETER;
}

static const Attributes *resolved_attributes(Flattener *f, const Attributes *a)
{
    if (!f->instance->has_waiting) return a;
    Attributes all = *a;
    all.start = waiting_resolve(f, a->start);
    all.min = waiting_resolve(f, a->min);
    all.max = waiting_resolve(f, a->max);
    all.nominal = waiting_resolve(f, a->nominal);
    if (memcmp(&all, a, sizeof all) == 0) return a;
    return attributes_shared(&f->attributes, f->out, &all);
}

// The binding of a variable that is not a parameter is an equation. The parameter keeps it.
static void bind_variables(Flattener *f)
{
    for (uint32_t i = 0; i < f->variables.count; i++) {
        FlatVariable *v = &f->variables.data[i];
        f->s->at = v->declared->span;
        if (f->removed && i < f->removed->n_bits && bitset_has(f->removed, i)) v->binding = NULL;
        v->binding = waiting_resolve(f, v->binding);
        v->attributes = resolved_attributes(f, v->attributes);
        if (!v->binding || is_parameter(v) || type_elem(v->type)->kind == TYPE_EXTERNAL) continue;
        if (type_count(v->type) == 0) { // says nothing, as an equation without elements
            v->binding = NULL;
            continue;
        }
        Equation e = {.kind = EQN_EQUALS,
                      .span = v->declared->binding_span,
                      .component = v->component,
                      .from_binding = true,
                      .is_copy = v->is_copy,
                      .left = expr_ref(f->exprs, v->id, v->type),
                      .right = v->binding};
        VEC_PUSH(f->out, &f->equations, e);
        v->binding = NULL;
    }
}

static void mark_discrete(Flattener *f, const Expr *left)
{
    while (left && (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD)) left = left->args[0];
    if (!left) return;
    if (left->kind == EXPR_REF) {
        FlatVariable *v = &f->variables.data[left->u.var.i];
        if (v->variability == VARIABILITY_CONTINUOUS) v->variability = VARIABILITY_DISCRETE;
    } else if (left->kind == EXPR_TUPLE || left->kind == EXPR_RECORD || left->kind == EXPR_ARRAY) {
        for (uint32_t i = 0; i < left->n_args; i++) mark_discrete(f, left->args[i]);
    }
}

// Everything assigned inside a when-clause is discrete-time, whatever its type says. Clocked
// when-clauses are left alone: their variables are discrete by their clock.
static void mark_when_equations(Flattener *f, const Equation *items, uint32_t n, bool in_when)
{
    for (uint32_t i = 0; i < n; i++) {
        const Equation *e = &items[i];
        if (e->kind == EQN_EQUALS && in_when) mark_discrete(f, e->left);
        bool inside = in_when;
        if (e->kind == EQN_WHEN) inside = true;
        for (uint32_t b = 0; b < e->n_branches; b++)
            mark_when_equations(f, e->branches[b].body.items, e->branches[b].body.count, inside);
    }
}

static void mark_when_statements(Flattener *f, Statements body, bool in_when)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        if (st->kind == STMT_ASSIGN && in_when) mark_discrete(f, st->left);
        for (uint32_t b = 0; b < st->n_branches; b++)
            mark_when_statements(f, st->branches[b].body, in_when || st->kind == STMT_WHEN);
    }
}

static Algorithm *resolved_algorithms(Flattener *f, const Algorithm *items, uint32_t n)
{
    Algorithm *copy = ARENA_COPY(f->out, Algorithm, items, n);
    for (uint32_t i = 0; i < n; i++) copy[i].body = waiting_resolve_statements(f, copy[i].body);
    return copy;
}

// Variables of expandable connectors that no connection mentions do not exist: the remaining
// ones are numbered anew and every reference is rewritten. Only models with buses pay for it.
typedef struct Renumbering {
    Flattener *f;
    const int32_t *number;
    Span at; // of the text that is being rewritten
} Renumbering;

static void report_absent(Flattener *f, VarId var, Span at)
{
    Text name = text_make(f->scratch); // f->variables has new numbers by now
    variable_print_name(f->instance, var, &name);
    Diagnostic *d = diag_error(f->s->diag, at, E_BUS_ABSENT,
                               "'%s' is used, but no connection brings it into its expandable "
                               "connector",
                               text_cstr(&name));
    diag_note(f->s->diag, d, f->instance->variables[var.i]->declared->span, "it is declared here");
}

static const Expr *renumbered_ref(void *client, const Expr *e)
{
    const Renumbering *r = client;
    if (!(e->flags & EXPR_HAS_REF)) return e;
    if (e->kind != EXPR_REF) return NULL;
    if (r->number[e->u.var.i] < 0) {
        report_absent(r->f, e->u.var, r->at);
        return expr_error(r->f->exprs);
    }
    return expr_ref(r->f->exprs, (VarId){r->number[e->u.var.i]}, e->type);
}

static const Attributes *renumbered_attributes(Flattener *f, const Attributes *before,
                                               const Substitution *by)
{
    Attributes a = *before;
    const Expr **all[] = {&a.start, &a.fixed, &a.min, &a.max, &a.nominal};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (*all[k]) *all[k] = expr_substitute(f->exprs, *all[k], by);
    return attributes_shared(&f->attributes, f->out, &a);
}

static void renumber(void *client, const Expr **e)
{
    const Substitution *by = client;
    *e = expr_substitute(((Renumbering *)by->client)->f->exprs, *e, by);
}

static void renumber_equations(Equation *items, uint32_t n, Substitution *by)
{
    for (uint32_t i = 0; i < n; i++) {
        Equation *e = &items[i];
        ((Renumbering *)by->client)->at = e->span;
        equation_each_expression(e, by, renumber);
        for (uint32_t b = 0; b < e->n_branches; b++)
            renumber_equations(e->branches[b].body.items, e->branches[b].body.count, by);
    }
}

static void renumber_statements(Statements body, Substitution *by)
{
    for (uint32_t i = 0; i < body.count; i++) {
        Statement *st = &body.items[i];
        ((Renumbering *)by->client)->at = st->span;
        statement_each_expression(st, by, renumber);
        for (uint32_t b = 0; b < st->n_branches; b++) renumber_statements(st->branches[b].body, by);
    }
}

static void drop_removed(Flattener *f, FlatModel *flat)
{
    int32_t *number = ARENA_RAW(f->scratch, int32_t, flat->n_variables);
    int32_t kept = 0;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        bool gone = i < f->removed->n_bits && bitset_has(f->removed, i);
        number[i] = gone ? -1 : kept;
        if (gone) continue;
        flat->variables[kept] = flat->variables[i];
        flat->variables[kept].id = (VarId){kept};
        kept++;
    }
    if ((uint32_t)kept == flat->n_variables) return;
    flat->n_variables = (uint32_t)kept;
    Renumbering r = {.f = f, .number = number};
    Substitution by = {&r, renumbered_ref};
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        FlatVariable *v = &flat->variables[i];
        r.at = v->declared->span;
        if (v->binding) v->binding = expr_substitute(f->exprs, v->binding, &by);
        v->attributes = renumbered_attributes(f, v->attributes, &by);
    }
    renumber_equations(flat->equations, flat->n_equations, &by);
    renumber_equations(flat->initial_equations, flat->n_initial_equations, &by);
    for (uint32_t i = 0; i < flat->n_algorithms; i++)
        renumber_statements(flat->algorithms[i].body, &by);
    for (uint32_t i = 0; i < flat->n_initial_algorithms; i++)
        renumber_statements(flat->initial_algorithms[i].body, &by);
}

static FlatModel *finish(Flattener *f)
{
    const Instance *in = f->instance;
    FlatModel *flat = ARENA_NEW(f->out, FlatModel);
    flat->name = in->model_name;
    flat->span = in->model_span;
    flat->description = in->description;
    flat->functions = in->functions;
    flat->n_functions = in->n_functions;
    flat->experiment = in->experiment;
    flat->figures = in->figures;
    flat->instance = in;
    flat->n_algorithms = in->n_algorithms;
    flat->algorithms = resolved_algorithms(f, in->algorithms, in->n_algorithms);
    flat->n_initial_algorithms = in->n_initial_algorithms;
    flat->initial_algorithms =
        resolved_algorithms(f, in->initial_algorithms, in->n_initial_algorithms);
    FlatEquationVec initial = {0};
    waiting_resolve_equations(f, in->initial_equations, in->n_initial_equations, &initial);
    flat->initial_equations = initial.data;
    flat->n_initial_equations = initial.count;
    waiting_resolve_equations(f, in->equations, in->n_equations, &f->equations);
    waiting_check_assertions(f);
    connect_emit(f);
    outside_emit_roots(f);
    stream_emit_outside(f);
    machines_emit(f, flat);
    flat->equations = f->equations.data;
    flat->n_equations = f->equations.count;
    mark_when_equations(f, flat->equations, flat->n_equations, false);
    for (uint32_t i = 0; i < flat->n_algorithms; i++)
        mark_when_statements(f, flat->algorithms[i].body, false);
    flat->variables = f->variables.data;
    flat->n_variables = f->variables.count;
    if (f->removed) drop_removed(f, flat);
    return flat;
}

FlatModel *flatten(Session *s, const Instance *instance, Arena *out)
{
    Arena *scratch = arena_open("flatten");
    Flattener f = {.s = s, .exprs = s->exprs, .instance = instance, .out = out, .scratch = scratch};
    f.attributes = map_make(scratch);
    uint32_t errors_before = diag_count(s->diag, SEVERITY_ERROR);
    f.cardinality = ARENA_ARRAY(scratch, int32_t, instance->n_components + 1);
    f.is_root = ARENA_ARRAY(scratch, uint8_t, instance->n_components + 1);
    f.is_rooted = ARENA_ARRAY(scratch, uint8_t, instance->n_components + 1);
    copy_variables(&f);
    machines_open(&f);
    const Connection *plain;
    uint32_t n_plain;
    expandable_resolve(&f, &plain, &n_plain);
    connect_collect(&f, plain, n_plain);
    overconstrained_choose_tree(&f);
    connect_make_sets(&f);
    bind_variables(&f);
    FlatModel *flat = finish(&f);
    arena_close(scratch);
    return diag_count(s->diag, SEVERITY_ERROR) > errors_before ? NULL : flat;
}
