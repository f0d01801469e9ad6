// Stream connectors [MLS 15]: inStream, actualStream and the values of outside connectors.
//
// For a connection set with inside members j and outside members k the mixing equation is
//   inStream(h_i) = (sum over j <> i of m_j h_j + sum over k of m_k inStream(h_k)) / (sums of m)
// with m_j = max(-flow_j, eps), m_k = max(flow_k, eps). Members whose flow cannot go out of
// them (min >= 0 inside, max <= 0 outside; nothing connected on their other side) do not mix. Two
// members need no quotient.
#include "flat/flattener.h"

// Keeps the quotient defined when no flow enters; small against any flow of technical size.
static const double least_flow = 1e-10;

static const Component *connector_of(const Flattener *f, VarId var)
{
    const Component *c = component_at(f, f->variables.data[var.i].component);
    while (c->parent && !(c->kind == COMPONENT_CONNECTOR && c->variable.i != var.i)) c = c->parent;
    return c;
}

// The one that each connector with stream variables has (component_rules.c).
static VarId flow_of_stream(Flattener *f, VarId stream)
{
    const Component *c = connector_of(f, stream);
    for (uint32_t i = 0; i < c->n_children; i++)
        if (c->children[i]->kind == COMPONENT_SIMPLE &&
            c->children[i]->connect_kind == CONNECT_FLOW)
            return c->children[i]->variable;
    return NO_VAR;
}

static bool cannot_leave(Flattener *f, const SetMember *m)
{
    VarId flow = flow_of_stream(f, m->var);
    if (connect_lets_nothing_through(f, flow, !m->outside)) return true;
    const Attributes *a = f->variables.data[flow.i].attributes;
    double bound;
    if (!m->outside) return a->min && expr_is_number(a->min, &bound) && bound >= 0;
    return a->max && expr_is_number(a->max, &bound) && bound <= 0;
}

// What a member contributes to a mixture: its own value, or what flows in from above.
static const Expr *carried(Flattener *f, const SetMember *m)
{
    const Expr *leaf = leaf_expr(f, m->var, m->element);
    return m->outside ? stream_in(f, leaf) : leaf;
}

static const Expr *entering_flow(Flattener *f, const SetMember *m)
{
    const Expr *flow = leaf_expr(f, flow_of_stream(f, m->var), 0);
    if (!m->outside) flow = expr_op1(f->exprs, OP_NEG, flow);
    return expr_op2(f->exprs, OP_MAX, flow, expr_real(f->exprs, least_flow));
}

static const Expr *mixture(Flattener *f, const SetMember *members, uint32_t n,
                           const SetMember *except)
{
    VEC(const SetMember *) mixing = {0};
    const SetMember *any = NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (&members[i] == except) continue;
        any = any ? any : &members[i];
        if (!cannot_leave(f, &members[i])) VEC_PUSH(f->scratch, &mixing, &members[i]);
    }
    if (!any) {
        const Expr *outside = except->outside ? NULL : outside_stream(f, except->var);
        return outside && !except->element ? outside : leaf_expr(f, except->var, except->element);
    }
    if (mixing.count == 0) return carried(f, any);
    if (mixing.count == 1) return carried(f, mixing.data[0]);
    const Expr *above = NULL, *below = NULL;
    for (uint32_t i = 0; i < mixing.count; i++) {
        const Expr *m = entering_flow(f, mixing.data[i]);
        const Expr *term = expr_op2(f->exprs, OP_MUL, m, carried(f, mixing.data[i]));
        above = above ? expr_op2(f->exprs, OP_ADD, above, term) : term;
        below = below ? expr_op2(f->exprs, OP_ADD, below, m) : m;
    }
    return expr_op2(f->exprs, OP_DIV, above, below);
}

static const Expr *in_stream_of_variable(Flattener *f, VarId var)
{
    uint32_t n;
    const SetMember *members = connect_set_of(f, var, 0, false, &n);
    for (uint32_t i = 0; i < n; i++)
        if (members[i].var.i == var.i && !members[i].outside)
            return mixture(f, members, n, &members[i]);
    return leaf_expr(f, var, 0);
}

// Of anything but a variable elementwise: connections join stream variables as a whole.
const Expr *stream_in(Flattener *f, const Expr *e)
{
    if (e->kind == EXPR_REF) return in_stream_of_variable(f, e->u.var);
    if (e->kind == EXPR_SUBSCRIPT)
        return expr_subscript(f->exprs, stream_in(f, e->args[0]), e->args + 1, e->n_args - 1);
    if (!e->n_args) return e;
    const Expr **args = ARENA_RAW(f->scratch, const Expr *, e->n_args);
    for (uint32_t i = 0; i < e->n_args; i++) args[i] = stream_in(f, e->args[i]);
    return expr_with_args(f->exprs, e, args);
}

static VarId variable_of(const Expr *e)
{
    if (e->kind == EXPR_SUBSCRIPT) e = e->args[0];
    return e->kind == EXPR_REF ? e->u.var : NO_VAR;
}

static const Expr *actual_of_leaf(Flattener *f, const Expr *e, bool with_event)
{
    const Expr *flow = leaf_expr(f, flow_of_stream(f, variable_of(e)), 0);
    const Expr *flows_in = expr_op2(f->exprs, OP_GT, flow, expr_real(f->exprs, 0));
    if (!with_event) flows_in = expr_op1(f->exprs, OP_NO_EVENT, flows_in);
    return expr_if(f->exprs, flows_in, stream_in(f, e), e);
}

const Expr *stream_actual(Flattener *f, const Expr *e)
{
    if (variable_of(e).i >= 0) return actual_of_leaf(f, e, true);
    if (!e->n_args) return e;
    const Expr **args = ARENA_RAW(f->scratch, const Expr *, e->n_args);
    for (uint32_t i = 0; i < e->n_args; i++) args[i] = stream_actual(f, e->args[i]);
    return expr_with_args(f->exprs, e, args);
}

const Expr *stream_transport(Flattener *f, const Expr *flow, const Expr *actual)
{
    if (actual->kind != EXPR_OP || actual->op != OP_ACTUAL_STREAM) return NULL;
    VarId stream = variable_of(actual->args[0]);
    if (stream.i < 0 || flow->kind != EXPR_REF) return NULL;
    if (flow_of_stream(f, stream).i != flow->u.var.i) return NULL;
    if (type_rank(actual->type))
        return expr_op2(f->exprs, OP_MUL, flow, actual_of_leaf(f, actual->args[0], false));
    const Expr *args[] = {flow, stream_in(f, actual->args[0]), actual->args[0]};
    return expr_op(f->exprs, OP_SEMI_LINEAR, args, 3);
}

// An outside connector takes the mixture of what its own inside sends out.
void stream_emit_outside(Flattener *f)
{
    for (uint32_t v = 0; v < f->instance->n_variables; v++) {
        const Variable *var = f->instance->variables[v];
        if (var->connect_kind != CONNECT_STREAM) continue;
        uint32_t n;
        const SetMember *first = connect_set_of(f, var->id, 1, true, &n);
        int32_t elements = n > 1 && first[0].element ? (int32_t)type_count(var->type) : 1;
        for (int32_t k = 1; k <= elements; k++) {
            int32_t element = elements > 1 || first[0].element ? k : 0;
            const SetMember *members = connect_set_of(f, var->id, element, true, &n);
            for (uint32_t i = 0; n > 1 && i < n; i++) {
                if (members[i].var.i != (int32_t)v || !members[i].outside) continue;
                Equation e = {.kind = EQN_EQUALS,
                              .span = var->declared->span,
                              .component = var->component,
                              .from_connect = true,
                              .left = leaf_expr(f, var->id, members[i].element),
                              .right = mixture(f, members, n, &members[i])};
                VEC_PUSH(f->out, &f->equations, e);
            }
        }
    }
}
