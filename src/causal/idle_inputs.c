// Inputs of components that nothing is connected to and nothing refers to: of a component that
// would need them with other parameters. They take their start value, and everybody is told; an
// input that something refers to is missing an equation. Cost: one look at all equations, and
// a walk over all expressions where an input is open.
#include "base/bitset.h"
#include "causal/analysis.h"
#include "equations/system_tables.h"

typedef struct Mentions {
    Analysis *a;
    BitSet is_mentioned; // by VarId
} Mentions;

static void note_mention(void *client, const Expr **e, Span span)
{
    Mentions *m = client;
    (void)span;
    VarVec *vars = variables_of_expr(m->a, *e);
    for (uint32_t i = 0; i < vars->count; i++)
        bitset_add(&m->is_mentioned, (uint32_t)vars->data[i].i);
}

static const Component *open_input(const EquationSystem *system, const SystemVariable *v)
{
    bool is_unknown = v->role == ROLE_CONTINUOUS || v->role == ROLE_DISCRETE;
    if (!is_unknown || v->flat.i < 0 || v->derivative.i >= 0 || v->pre.i >= 0) return NULL;
    const FlatVariable *flat = &system->flat->variables[v->flat.i];
    if (!system->flat->instance || flat->component.i < 0) return NULL;
    const Component *c = system->flat->instance->components[flat->component.i];
    bool is_inside = c->parent && c->parent->declared->name;
    return is_inside && c->is_connector && c->causality == CAUSALITY_INPUT ? c : NULL;
}

static void settle(Analysis *a, SystemVariable *v, const Component *input)
{
    Text path = text_make(a->scratch);
    component_print_path(a->system->flat->instance, input->id, &path);
    diag_breach(a->session->diag, input->parent->declared->span, E_UNDERDETERMINED,
                "nothing is connected to the input '%s', and nothing refers to it (4.7)",
                text_cstr(&path));
    v->value = v->start ? v->start : expr_zero(a->exprs, v->type);
    v->role = expr_is_literal(v->value) ? ROLE_CONSTANT : ROLE_PARAMETER;
}

// Nearly all inputs are on a side of an equation by themselves, as connections make them.
static void note_equalities(Mentions *m)
{
    const EquationSystem *system = m->a->system;
    for (uint32_t i = 0; i < system->equations.count; i++) {
        const SystemEquation *e = &system->equations.data[i];
        if (e->left->kind == EXPR_REF) bitset_add(&m->is_mentioned, (uint32_t)e->left->u.var.i);
        if (e->right->kind == EXPR_REF) bitset_add(&m->is_mentioned, (uint32_t)e->right->u.var.i);
    }
}

static bool any_is_open(const Mentions *m)
{
    const EquationSystem *system = m->a->system;
    for (uint32_t i = 0; i < system->variables.count; i++)
        if (!bitset_has(&m->is_mentioned, i) && open_input(system, &system->variables.data[i]))
            return true;
    return false;
}

bool settle_idle_inputs(Analysis *a)
{
    EquationSystem *system = a->system;
    Mentions mentions = {a, bitset_make(a->scratch, system->variables.count)};
    note_equalities(&mentions);
    if (!any_is_open(&mentions)) return true;
    system_each_expression(system, IN_ALL_TABLES, &mentions, note_mention);
    for (uint32_t i = 0; i < system->variables.count; i++) {
        SystemVariable *v = &system->variables.data[i];
        const Component *input = open_input(system, v);
        if (!input || bitset_has(&mentions.is_mentioned, i)) continue;
        settle(a, v, input);
        a->causal->n_idle_inputs++;
    }
    return !diag_is_strict(a->session->diag) || !a->causal->n_idle_inputs;
}
