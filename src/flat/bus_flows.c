// Flows that buses were given [MLS 9.2]: added during augmentation, they form connection sets of
// their own as outside connectors, too, so that whoever does not use them lets nothing through.
//
// Added is what a bus does not declare. What it declares is only potentially present; when it comes
// in through a connection of buses and no equation of the model names it, nobody there uses it
// either. An equation that names it says what flows.
#include "flat/flattener.h"

typedef struct Naming {
    ExprTable *exprs;
    BitSet *is_named;
} Naming;

static void name_variable(void *client, const Expr *node)
{
    if (node->kind == EXPR_REF) bitset_add(client, (uint32_t)node->u.var.i);
}

static void name_variables(void *client, const Expr **e)
{
    const Naming *n = client;
    expr_walk(n->exprs, *e, n->is_named, name_variable);
}

static void name_in_equations(Naming *n, Equation *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        equation_each_expression(&items[i], n, name_variables);
        for (uint32_t b = 0; b < items[i].n_branches; b++)
            name_in_equations(n, items[i].branches[b].body.items, items[i].branches[b].body.count);
    }
}

static void name_in_statements(Naming *n, Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        statement_each_expression(&body.items[i], n, name_variables);
        for (uint32_t b = 0; b < body.items[i].n_branches; b++)
            name_in_statements(n, body.items[i].branches[b].body);
    }
}

static BitSet named_variables(Flattener *f)
{
    const Instance *in = f->instance;
    BitSet is_named = bitset_make(f->scratch, in->n_variables + 1);
    Naming n = {f->exprs, &is_named};
    name_in_equations(&n, in->equations, in->n_equations);
    for (uint32_t i = 0; i < in->n_algorithms; i++) name_in_statements(&n, in->algorithms[i].body);
    for (uint32_t i = 0; i < in->n_variables; i++)
        if (f->variables.data[i].binding) name_variables(&n, &f->variables.data[i].binding);
    return is_named;
}

static bool is_declared_in_bus(const Flattener *f, const FlatVariable *v)
{
    for (const Component *c = component_at(f, v->component); c; c = c->parent)
        if (c->kind == COMPONENT_EXPANDABLE) return true;
    return false;
}

BitSet bus_added_flows(Flattener *f)
{
    BitSet added = bitset_make(f->scratch, f->variables.count + 1);
    bool any_declared = false;
    for (uint32_t i = 0; f->removed && i < f->variables.count; i++) {
        const FlatVariable *v = &f->variables.data[i];
        if (!v->is_flow || !is_declared_in_bus(f, v)) continue;
        bitset_add(&added, i);
        any_declared |= i < f->instance->n_variables;
    }
    if (!any_declared) return added;
    BitSet is_named = named_variables(f);
    for (uint32_t i = 0; i < f->instance->n_variables; i++)
        if (bitset_has(&is_named, i)) bitset_remove(&added, i);
    return added;
}
