// What states of state machines contain [MLS 17.3.5]: their equations are marked, their algorithms
// run while the state is active, and previous(x) of what a state declares begins anew when the
// state is reset.
#include "flat/state_machines.h"

// ---- Equations of the states -------------------------------------------------------------------

static const Expr *start_of(Flattener *f, const Expr *variable)
{
    const Expr *ref_of = variable;
    while (ref_of->kind == EXPR_SUBSCRIPT) ref_of = ref_of->args[0];
    const FlatVariable *v = &f->variables.data[ref_of->u.var.i];
    const Expr *start = v->attributes->start;
    if (!start) return expr_zero(f->exprs, variable->type);
    if (variable->kind == EXPR_SUBSCRIPT && type_rank(start->type))
        start = expr_subscript(f->exprs, start, variable->args + 1, variable->n_args - 1);
    if (type_rank(start->type) == type_rank(variable->type)) return start;
    const Expr *args[9] = {start};
    uint32_t rank = type_rank(variable->type);
    for (uint32_t i = 0; i < rank && i < 8; i++)
        args[i + 1] = expr_integer(f->exprs, type_dim(variable->type, i));
    return expr_op(f->exprs, OP_FILL, args, rank + 1);
}

// The variable further up that an element means which is both inner and outer; it alone has a
// value of its own.
static VarId meant_by(const Flattener *f, VarId v)
{
    for (;;) {
        if ((uint32_t)v.i >= f->instance->n_variables) return v;
        const Component *c = component_at(f, f->instance->variables[v.i]->component);
        if (!c->is_inner || !c->is_outer || state_around(f, c->parent) < 0) return v;
        const Component *found = NULL;
        for (const Component *p = c->parent->parent; p && !found; p = p->parent)
            for (uint32_t i = 0; i < p->n_children; i++)
                if (p->children[i]->declared->name == c->declared->name && p->children[i]->is_inner)
                    found = p->children[i];
        if (!found || found->kind != COMPONENT_SIMPLE) return v;
        v = found->variable;
    }
}

static const Expr *in_machine(void *client, const Expr *e)
{
    Flattener *f = client;
    if (!(e->flags & EXPR_HAS_REF)) return e;
    if (e->kind == EXPR_REF) return machine_ref(f, meant_by(f, e->u.var));
    if (e->kind != EXPR_OP || e->op != OP_PREVIOUS) return NULL;
    const Expr *argument = expr_substitute(f->exprs, e->args[0], &(Substitution){f, in_machine});
    const Expr *variable = argument;
    while (variable->kind == EXPR_SUBSCRIPT) variable = variable->args[0];
    const Expr *before = expr_op1(f->exprs, OP_PREVIOUS, argument);
    if (variable->kind != EXPR_REF || (uint32_t)variable->u.var.i >= f->instance->n_variables)
        return before;
    const Component *c = component_at(f, f->variables.data[variable->u.var.i].component);
    int32_t s = state_around(f, c);
    if (s < 0) return before;
    return expr_if(f->exprs, machine_ref(f, f->machines->states.data[s].reset),
                   start_of(f, argument), before);
}

static void rewrite_place(void *client, const Expr **e)
{
    Flattener *f = client;
    *e = expr_substitute(f->exprs, *e, &(Substitution){f, in_machine});
}

static void rewrite_equation(Flattener *f, Equation *e)
{
    equation_each_expression(e, f, rewrite_place);
    for (uint32_t b = 0; b < e->n_branches; b++)
        for (uint32_t i = 0; i < e->branches[b].body.count; i++)
            rewrite_equation(f, &e->branches[b].body.items[i]);
}

void states_rewrite_equations(Flattener *f, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) rewrite_equation(f, &f->equations.data[i]);
}

void states_mark_equations(Flattener *f, uint32_t first, uint32_t end)
{
    for (uint32_t i = 0; i < f->equations.count; i++) {
        Equation *e = &f->equations.data[i];
        if (e->component.i < 0 || (i >= first && i < end)) continue;
        e->state = state_around(f, component_at(f, e->component)) + 1;
    }
}

// What is inner and outer shows the value of what it means.
void states_show_meant(Flattener *f)
{
    for (uint32_t i = 0; i < f->instance->n_variables; i++) {
        VarId v = {(int32_t)i}, meant = meant_by(f, v);
        if (meant.i == v.i) continue;
        const FlatVariable *shown = &f->variables.data[i];
        machine_set(f, shown->declared->span, shown->component, machine_ref(f, v),
                    machine_ref(f, meant));
    }
}

// ---- Algorithms --------------------------------------------------------------------------------

// A section runs while its state is active. What it assigns begins with the value of the tick
// before. Variables further up, which several states may assign, are assigned under a name of
// their own, and an equation of the state hands the value on.
typedef struct Section {
    Flattener *f;
    int32_t state;
    Map own_of; // flat variable -> number of the variable assigned instead
    VEC(VarId) assigned;
} Section;

static bool is_inside(const Flattener *f, VarId v, int32_t state)
{
    const Component *c = component_at(f, f->variables.data[v.i].component);
    for (; c; c = c->parent)
        if (f->machines->state_of[c->id.i] == state) return true;
    return false;
}

static void note_assigned(Section *s, const Component *at, const Expr *left)
{
    Flattener *f = s->f;
    if (!left) return;
    if (left->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < left->n_args; i++) note_assigned(s, at, left->args[i]);
        return;
    }
    while (left->kind == EXPR_SUBSCRIPT || left->kind == EXPR_FIELD) left = left->args[0];
    uint64_t ignored;
    if (left->kind != EXPR_REF || map_get(&s->own_of, (uint64_t)left->u.var.i, &ignored)) return;
    VarId v = left->u.var, own = v;
    if (!is_inside(f, v, s->state))
        own = machine_variable(f, at, arena_printf(f->scratch, "assigned%u", s->assigned.count + 1),
                               left->type, f->variables.data[v.i].attributes->start);
    map_put(&s->own_of, (uint64_t)v.i, (uint64_t)own.i);
    VEC_PUSH(f->scratch, &s->assigned, v);
}

static void note_statements(Section *s, const Component *at, Statements body)
{
    for (uint32_t i = 0; i < body.count; i++) {
        const Statement *st = &body.items[i];
        if (st->kind == STMT_ASSIGN) note_assigned(s, at, st->left);
        for (uint32_t b = 0; b < st->n_branches; b++) note_statements(s, at, st->branches[b].body);
    }
}

static const Expr *own_name(void *client, const Expr *e)
{
    const Section *s = client;
    uint64_t own;
    if (!(e->flags & EXPR_HAS_REF)) return e;
    if (e->kind == EXPR_OP && (e->op == OP_PREVIOUS || e->op == OP_PRE)) return e;
    if (e->kind != EXPR_REF) return NULL;
    return map_get(&s->own_of, (uint64_t)e->u.var.i, &own)
               ? machine_ref(s->f, (VarId){(int32_t)own})
               : e;
}

static void own_place(void *client, const Expr **e)
{
    Section *s = client;
    *e = expr_substitute(s->f->exprs, *e, &(Substitution){s, own_name});
}

static Statements each_statement(Flattener *f, Statements body, void *client,
                                 void (*change)(void *client, const Expr **e))
{
    Statements copy = {ARENA_COPY(f->out, Statement, body.items, body.count), body.count};
    for (uint32_t i = 0; i < body.count; i++) {
        Statement *st = &copy.items[i];
        st->branches = ARENA_COPY(f->out, StatementBranch, st->branches, st->n_branches);
        statement_each_expression(st, client, change);
        for (uint32_t b = 0; b < st->n_branches; b++)
            st->branches[b].body = each_statement(f, st->branches[b].body, client, change);
    }
    return copy;
}

static void keep_section(Flattener *f, Algorithm *section, int32_t state)
{
    Section s = {.f = f, .state = state, .own_of = map_make(f->scratch)};
    const Component *at = component_at(f, section->component);
    Statements body = each_statement(f, section->body, f, rewrite_place);
    note_statements(&s, at, body);
    body = each_statement(f, body, &s, own_place);
    Statements all = {ARENA_RAW(f->out, Statement, body.count + s.assigned.count), 0};
    for (uint32_t i = 0; i < s.assigned.count; i++) {
        const Expr *v = machine_ref(f, s.assigned.data[i]), *own = v;
        own_place(&s, &own);
        const Expr *before = expr_op1(f->exprs, OP_PREVIOUS, v);
        rewrite_place(f, &before);
        all.items[all.count++] =
            (Statement){.kind = STMT_ASSIGN, .span = section->span, .left = own, .right = before};
        if (own != v) machine_set(f, section->span, section->component, v, own);
    }
    for (uint32_t i = 0; i < body.count; i++) all.items[all.count++] = body.items[i];
    Statement *guard = ARENA_NEW(f->out, Statement);
    *guard = (Statement){.kind = STMT_IF, .span = section->span, .n_branches = 1};
    guard->branches = ARENA_NEW(f->out, StatementBranch);
    guard->branches->condition = machine_ref(f, f->machines->states.data[state].active);
    guard->branches->body = all;
    section->body = (Statements){guard, 1};
}

void states_keep_algorithms(Flattener *f, Algorithm *sections, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        int32_t state = state_around(f, component_at(f, sections[i].component));
        if (state >= 0)
            keep_section(f, &sections[i], state);
        else
            sections[i].body = each_statement(f, sections[i].body, f, rewrite_place);
    }
}

// ---- Connections -------------------------------------------------------------------------------

// Outputs of different states that are connected are one source [MLS 17.3.6].
bool machines_merge_sources(Flattener *f, const SetMember *members, const Span *spans,
                            ComponentId where, uint32_t n)
{
    if (!f->machines) return false;
    int32_t machine = -1;
    const SetMember *first = NULL;
    uint32_t n_sources = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!connect_is_source(f, &members[i])) continue;
        int32_t s = state_around(f, component_at(f, f->variables.data[members[i].var.i].component));
        if (s < 0 || (first && f->machines->states.data[s].machine != machine)) return false;
        machine = f->machines->states.data[s].machine;
        if (!first) first = &members[i];
        n_sources++;
    }
    if (n_sources < 2) return false;
    const Expr *one = leaf_expr(f, first->var, first->element);
    const Component *at = component_at(f, f->variables.data[first->var.i].component);
    const char *name = arena_printf(f->scratch, "merged%d", first->element);
    const Expr *merged = machine_ref(f, machine_variable(f, at, name, one->type, start_of(f, one)));
    f->variables.data[merged->u.var.i].component = where;
    for (uint32_t i = 0; i < n; i++) {
        const Expr *leaf = leaf_expr(f, members[i].var, members[i].element);
        if (connect_is_source(f, &members[i]))
            machine_set(f, spans[i], f->variables.data[members[i].var.i].component, merged, leaf);
        else
            machine_set(f, spans[i], where, leaf, merged);
    }
    return true;
}
