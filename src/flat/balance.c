// Counting equations and unknowns, and naming the component that is to blame when they differ.
//
// Local balance [MLS 4.8]: every model instance must bring as many equations as unknowns, when
// each flow variable and each input of its own connectors counts as an equation that the
// outside brings. What a parent adds for the connectors of its components are the connection
// equations. So the sums over the whole tree differ exactly where a class is unbalanced.
#include <string.h>

#include "base/bitset.h"
#include "base/vec.h"
#include "flat/flat_model.h"

// ---- Counting ------------------------------------------------------------------------------

typedef struct Counter {
    const FlatModel *flat;
    FlatCounts counts;
    uint32_t *seen_in; // by variable: the last section that assigns it, from 1
    uint32_t section;  // the one at hand
} Counter;

static int type_row(const Type *elem)
{
    switch (elem->kind) {
    case TYPE_INTEGER: return 1;
    case TYPE_BOOLEAN: return 2;
    case TYPE_STRING: return 3;
    case TYPE_ENUMERATION: return 4;
    default: return 0;
    }
}

static void add_type(int64_t rows[5], const Type *type, int64_t times)
{
    const Type *elem = type_elem(type);
    int64_t n = type_rank(type) ? type_count(type) : 1;
    if (elem->kind == TYPE_CLOCK || elem->kind == TYPE_EXTERNAL || elem->kind == TYPE_NONE) return;
    if (elem->kind == TYPE_RECORD || elem->kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < elem->n; i++)
            if (elem->fields[i].type) add_type(rows, elem->fields[i].type, times * n);
        return;
    }
    rows[type_row(elem)] += times * n;
}

static void count_left_side(Counter *c, const Equation *e, int64_t times)
{
    if (e->left->kind != EXPR_TUPLE) {
        // The declared side decides: an Integer literal may stand against a Real.
        const Type *type = e->left->type;
        if (type_elem(type)->kind == TYPE_INTEGER && type_elem(e->right->type)->kind == TYPE_REAL)
            type = e->right->type;
        add_type(c->counts.equations, type, times);
        return;
    }
    for (uint32_t i = 0; i < e->left->n_args; i++)
        if (e->left->args[i]) add_type(c->counts.equations, e->left->args[i]->type, times);
}

static int64_t range_length(const Expr *range)
{
    return type_rank(range->type) ? type_dim(range->type, 0) : 1;
}

static void count_equations(Counter *c, const Equation *items, uint32_t n, int64_t times)
{
    for (uint32_t i = 0; i < n; i++) {
        const Equation *e = &items[i];
        if (e->kind == EQN_EQUALS)
            count_left_side(c, e, times);
        else if (e->kind == EQN_FOR)
            count_equations(c, e->branches[0].body.items, e->branches[0].body.count,
                            times * range_length(e->details->range));
        else if ((e->kind == EQN_IF || e->kind == EQN_WHEN) && e->n_branches)
            count_equations(c, e->branches[0].body.items, e->branches[0].body.count, times);
    }
}

static void count_assigned(Counter *c, const Expr *left)
{
    while (left && (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD)) left = left->args[0];
    if (!left) return;
    if (left->kind == EXPR_REF) {
        if (c->seen_in[left->u.var.i] == c->section) return;
        c->seen_in[left->u.var.i] = c->section;
        add_type(c->counts.equations, c->flat->variables[left->u.var.i].type, 1);
    } else {
        for (uint32_t i = 0; i < left->n_args; i++) count_assigned(c, left->args[i]);
    }
}

static void count_statements(Counter *c, Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        if (st->kind == STMT_ASSIGN) count_assigned(c, st->left);
        for (uint32_t b = 0; b < st->n_branches; b++) count_statements(c, st->branches[b].body);
    }
}

FlatCounts flat_count(const FlatModel *flat)
{
    Arena *scratch = arena_open("count");
    Counter c = {.flat = flat, .seen_in = ARENA_ARRAY(scratch, uint32_t, flat->n_variables)};
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *v = &flat->variables[i];
        int64_t n = type_rank(v->type) ? type_count(v->type) : 1;
        if (v->variability == VARIABILITY_CONSTANT)
            c.counts.constants += n;
        else if (v->variability == VARIABILITY_PARAMETER)
            c.counts.parameters += n;
        else if (v->causality == CAUSALITY_INPUT)
            c.counts.inputs += n;
        else
            add_type(c.counts.unknowns, v->type, 1);
    }
    count_equations(&c, flat->equations, flat->n_equations, 1);
    for (uint32_t i = 0; i < flat->n_algorithms; i++) {
        c.section = i + 1;
        count_statements(&c, flat->algorithms[i].body);
    }
    arena_close(scratch);
    return c.counts;
}

static int64_t total(const int64_t rows[5])
{
    return rows[0] + rows[1] + rows[2] + rows[3] + rows[4];
}

void flat_totals(const FlatModel *flat, int64_t *equations, int64_t *unknowns)
{
    FlatCounts counts = flat_count(flat);
    *equations = total(counts.equations);
    *unknowns = total(counts.unknowns);
}

// ---- Local balance -------------------------------------------------------------------------

typedef struct Balance {
    const FlatModel *flat;
    int64_t *unknowns, *equations; // by ComponentId of the model instance
} Balance;

static const Component *owner_of(const Component *c)
{
    while (c->parent && c->kind != COMPONENT_MODEL) c = c->parent;
    return c;
}

// The connector a leaf belongs to, if it is one of the connectors of its owner.
static bool is_in_connector(const Component *c)
{
    for (; c && c->kind != COMPONENT_MODEL; c = c->parent)
        if (c->is_connector) return true;
    return false;
}

static int64_t scalars(const Type *type)
{
    int64_t rows[5] = {0};
    add_type(rows, type, 1);
    return total(rows);
}

static void count_variable(Balance *b, const FlatVariable *v)
{
    if (v->variability <= VARIABILITY_PARAMETER) return;
    const Component *leaf = b->flat->instance->components[v->component.i];
    const Component *owner = owner_of(leaf);
    int64_t n = scalars(v->type);
    b->unknowns[owner->id.i] += n;
    bool from_outside = is_in_connector(leaf) && (v->is_flow || leaf->causality == CAUSALITY_INPUT);
    from_outside |= leaf->causality == CAUSALITY_INPUT;
    if (!from_outside) return;
    b->equations[owner->id.i] += n;
    // The parent owes what the component was promised.
    if (owner->parent)
        b->unknowns[owner_of(owner->parent)->id.i] += n;
    else if (leaf->causality != CAUSALITY_INPUT)
        b->unknowns[owner->id.i] += n;
}

static void count_equation(Balance *b, const Equation *e, Counter *c)
{
    FlatCounts before = c->counts;
    count_equations(c, e, 1, 1);
    int64_t n = total(c->counts.equations) - total(before.equations);
    const Component *at = b->flat->instance->components[e->component.i];
    bool is_open_flow = e->from_connect && at->kind == COMPONENT_SIMPLE;
    const Component *owner = owner_of(at);
    if (is_open_flow && owner->parent) owner = owner_of(owner->parent);
    b->equations[owner->id.i] += n;
}

static Balance local_balance(const FlatModel *flat, Arena *scratch)
{
    uint32_t n = flat->instance->n_components;
    Balance b = {flat, ARENA_ARRAY(scratch, int64_t, n + 1), ARENA_ARRAY(scratch, int64_t, n + 1)};
    Counter c = {.flat = flat, .seen_in = ARENA_ARRAY(scratch, uint32_t, flat->n_variables)};
    for (uint32_t i = 0; i < flat->n_variables; i++) count_variable(&b, &flat->variables[i]);
    for (uint32_t i = 0; i < flat->n_equations; i++) count_equation(&b, &flat->equations[i], &c);
    for (uint32_t i = 0; i < flat->n_algorithms; i++) {
        int64_t before = total(c.counts.equations);
        c.section = i + 1;
        count_statements(&c, flat->algorithms[i].body);
        const Component *at = flat->instance->components[flat->algorithms[i].component.i];
        b.equations[owner_of(at)->id.i] += total(c.counts.equations) - before;
    }
    return b;
}

// One note for each class that is out of balance, at its first instance. That the model itself is
// has been told where something is wrong in its equations.
static void name_culprits(Session *s, const FlatModel *flat, Diagnostic *d, bool with_model)
{
    enum { MOST_NOTES = 5 };
    Arena *scratch = arena_open("balance");
    Balance b = local_balance(flat, scratch);
    VEC(Name) named = {0};
    for (uint32_t i = 0; i < flat->instance->n_components && named.count < MOST_NOTES; i++) {
        const Component *c = flat->instance->components[i];
        if (b.unknowns[i] == b.equations[i] || (!c->parent && !with_model)) continue;
        bool seen = false;
        for (uint32_t k = 0; k < named.count; k++) seen |= named.data[k] == c->declared->class_name;
        if (seen) continue;
        VEC_PUSH(scratch, &named, c->declared->class_name);
        Text path = text_make(s->arena);
        component_print_path(flat->instance, c->id, &path);
        int64_t missing = b.unknowns[i] - b.equations[i];
        diag_note(s->diag, d, c->declared->span, "%s%s%s of class '%s' has %lld equation%s %s",
                  c->parent ? "'" : "", c->parent ? text_cstr(&path) : "the model",
                  c->parent ? "'" : "",
                  c->declared->class_name ? c->declared->class_name->text : "?",
                  (long long)(missing < 0 ? -missing : missing),
                  missing == 1 || missing == -1 ? "" : "s", missing > 0 ? "too few" : "too many");
    }
    arena_close(scratch);
}

bool flat_check_balance(Session *s, const FlatModel *flat, int32_t n_idle, Diagnostic *told)
{
    FlatCounts counts = flat_count(flat);
    int64_t unknowns = total(counts.unknowns), equations = total(counts.equations);
    // States may determine the same variable: their equations are merged with the clocks.
    if (unknowns - n_idle == equations || flat->n_states) return true;
    if (told) name_culprits(s, flat, told, false);
    if (told) return false;
    Diagnostic *d =
        diag_error(s->diag, flat->span, E_UNBALANCED, "'%s' has %lld equation%s for %lld unknown%s",
                   flat->name->text, (long long)equations, equations == 1 ? "" : "s",
                   (long long)unknowns, unknowns == 1 ? "" : "s");
    name_culprits(s, flat, d, true);
    return false;
}
