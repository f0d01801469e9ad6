// The outside of a class that is checked as a part of models to come: where its connectors would
// stay without a connection, something makes flows out of potentials, as whatever is connected to
// them later will do, and has the roots of overdetermined connectors. Nobody computes with it; the
// structure alone is looked at.
#include "flat/flattener.h"

const Component *outside_connector(const Flattener *f, ComponentId id)
{
    const Component *c = component_at(f, id);
    if (!f->s->as_part || !c->parent) return NULL;
    while (c->parent->parent) c = c->parent;
    return c->is_connector && !c->is_protected ? c : NULL;
}

static void emit(Flattener *f, VarId var, const Expr *value)
{
    const FlatVariable *v = &f->variables.data[var.i];
    if (f->s->keeps_names) return; // units are looked at: the outside has none
    Equation e = {.kind = EQN_EQUALS,
                  .span = v->declared->span,
                  .component = v->component,
                  .from_connect = true,
                  .left = leaf_expr(f, var, 0),
                  .right = value};
    VEC_PUSH(f->out, &f->equations, e);
}

static const Expr *filled(Flattener *f, const Expr *value, const Type *type)
{
    for (uint32_t k = type_rank(type); k-- > 0;) {
        int32_t n = type_dim(type, k);
        const Expr **items = ARENA_RAW(f->scratch, const Expr *, n + 1);
        for (int32_t i = 0; i < n; i++) items[i] = value;
        value = expr_array(f->exprs, items, (uint32_t)n, value->type);
    }
    return value;
}

// Some signal less `value`: nothing that could be found to be zero.
static const Expr *signal_less(Flattener *f, const Expr *value)
{
    return expr_op2(f->exprs, OP_SUB, filled(f, expr_time(f->exprs), value->type), value);
}

// ---- Flows -----------------------------------------------------------------------------------

static bool is_potential(const Flattener *f, VarId var)
{
    const FlatVariable *v = &f->variables.data[var.i];
    return v->variability == VARIABILITY_CONTINUOUS && v->causality == CAUSALITY_NONE &&
           f->instance->variables[var.i]->connect_kind == CONNECT_POTENTIAL;
}

typedef struct LeafList {
    VEC(VarId) flows, potentials; // of one type
    const Component *root;        // comes from outside, which leaves some flows open; or NULL
} LeafList;

static void list_leaves(Flattener *f, const Component *c, const Type *type, LeafList *out)
{
    if (f->is_from_outside && f->is_from_outside[c->id.i]) {
        out->root = c;
        return;
    }
    for (uint32_t i = 0; i < c->n_children; i++) list_leaves(f, c->children[i], type, out);
    if (c->kind != COMPONENT_SIMPLE || f->variables.data[c->variable.i].type != type) return;
    if (f->variables.data[c->variable.i].is_flow)
        VEC_PUSH(f->scratch, &out->flows, c->variable);
    else if (is_potential(f, c->variable))
        VEC_PUSH(f->scratch, &out->potentials, c->variable);
}

// The first flow of a type belongs to the first potential of that type, and so on.
bool outside_emit_flow(Flattener *f, VarId flow)
{
    const Component *connector = outside_connector(f, f->variables.data[flow.i].component);
    if (!connector) return false;
    LeafList leaves = {0};
    list_leaves(f, connector, f->variables.data[flow.i].type, &leaves);
    uint32_t i = 0;
    while (i < leaves.flows.count && leaves.flows.data[i].i != flow.i) i++;
    if (i < leaves.potentials.count)
        emit(f, flow, signal_less(f, leaf_expr(f, leaves.potentials.data[i], 0)));
    return i < leaves.potentials.count || leaves.root;
}

const Expr *outside_stream(Flattener *f, VarId var)
{
    if (f->s->keeps_names || !outside_connector(f, f->variables.data[var.i].component)) return NULL;
    return filled(f, expr_time(f->exprs), f->variables.data[var.i].type);
}

// ---- Overdetermined values -------------------------------------------------------------------

// One of the flows that the root's connector leaves open: the outside turns with what it is given.
static const Expr *open_flow(Flattener *f, const Component *c, const Component *root)
{
    if (c == root) return NULL;
    for (uint32_t i = 0; i < c->n_children; i++) {
        const Expr *found = open_flow(f, c->children[i], root);
        if (found) return found;
    }
    if (c->kind != COMPONENT_SIMPLE || !f->variables.data[c->variable.i].is_flow) return NULL;
    const Type *type = f->variables.data[c->variable.i].type;
    LeafList leaves = {0};
    list_leaves(f, outside_connector(f, root->id), type, &leaves);
    uint32_t n = leaves.potentials.count;
    bool is_open = leaves.flows.count > n && leaves.flows.data[n].i == c->variable.i;
    return is_open ? expr_op1(f->exprs, OP_SUM, leaf_expr(f, c->variable, 0)) : NULL;
}

static void emit_root(Flattener *f, const Component *c, const Expr *flow)
{
    for (uint32_t i = 0; i < c->n_children; i++) emit_root(f, c->children[i], flow);
    if (c->kind != COMPONENT_SIMPLE || !is_potential(f, c->variable)) return;
    const Expr *given = flow ? signal_less(f, flow) : expr_time(f->exprs);
    emit(f, c->variable, filled(f, given, f->variables.data[c->variable.i].type));
}

void outside_emit_roots(Flattener *f)
{
    for (uint32_t i = 0; f->is_from_outside && i < f->instance->n_components; i++) {
        const Component *c = f->instance->components[i];
        if (!f->is_from_outside[i]) continue;
        const Component *connector = outside_connector(f, c->id);
        emit_root(f, c, open_flow(f, connector, c));
    }
}
