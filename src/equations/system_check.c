// What equation_system.h promises, tested: links between the tables lead back, every equation is
// scalar and of one type, and no expression holds what should have been taken apart.
#include "base/bitset.h"
#include "equations/system_tables.h"

typedef struct Checking {
    const EquationSystem *system;
    Text *complaint;
    BitSet is_seen; // by node: all expressions together are one graph, looked at once
    VEC(const Expr *) stack;
    Arena *scratch;
    bool has_derivatives; // some equation was differentiated
    bool has_step;        // an integration formula was inlined: it has equations of its own
    bool has_no_name;     // what was refused cannot be printed
    bool ok;
} Checking;

static void complain(Checking *c, const char *what)
{
    if (c->ok) text_add(c->complaint, what);
    c->ok = false;
}

// ---- Expressions --------------------------------------------------------------------

// What became a variable or was decided is gone. delay() and what is carried along are asked for by
// row; derivatives of abs() and the like compare literally.
static bool is_left(const Checking *c, Op op)
{
    if (op == OP_DELAY || op == OP_TRANSPORTED) return true;
    if (op == OP_NO_EVENT) return c->has_derivatives;
    return !op_needs_model(op) && op != OP_SMOOTH && op != OP_SEMI_LINEAR;
}

static void check_reference(Checking *c, const Expr *e)
{
    if ((uint32_t)e->u.var.i >= c->system->variables.count) {
        complain(c, "a reference to a variable that does not exist");
        c->has_no_name = true;
        return;
    }
    const SystemVariable *v = system_variable(c->system, e->u.var);
    if (v->type != e->type) complain(c, "a reference of another type than its variable");
}

static void check_node(Checking *c, const Expr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REF: check_reference(c, e); break;
    case EXPR_ERROR: complain(c, "an expression that was refused"); break;
    case EXPR_LOCAL: complain(c, "a variable of a function outside of it"); break;
    case EXPR_TUPLE: complain(c, "an equation of several values"); break;
    case EXPR_ITERATOR:
    case EXPR_COMPREHENSION:
    case EXPR_COMPONENT: complain(c, "an expression that should have been taken apart"); break;
    case EXPR_OP:
        if (is_left(c, (Op)e->op)) break;
        if (c->ok) text_printf(c->complaint, "operator %s in an equation", op_name((Op)e->op));
        c->ok = false;
        break;
    default: break;
    }
}

static void check_expression(void *client, const Expr **root, Span span)
{
    Checking *c = client;
    (void)span;
    if (!c->ok) return;
    VEC_PUSH(c->scratch, &c->stack, *root);
    while (c->stack.count) {
        const Expr *e = VEC_POP(&c->stack);
        if (bitset_has(&c->is_seen, e->id)) continue;
        bitset_add(&c->is_seen, e->id);
        check_node(c, e);
        for (uint32_t i = 0; i < e->n_args; i++)
            if (e->args[i]) VEC_PUSH(c->scratch, &c->stack, e->args[i]);
    }
    if (c->ok || c->has_no_name) return;
    text_add(c->complaint, " in: ");
    ExprNames names = system_names(c->system);
    expr_print_briefly(*root, &names, 200, c->complaint);
}

// ---- Links --------------------------------------------------------------------------

static bool is_variable(const Checking *c, VarId v)
{
    return v.i >= 0 && (uint32_t)v.i < c->system->variables.count;
}

static bool has_role(const Checking *c, VarId v, VariableRole role)
{
    return is_variable(c, v) && system_variable(c->system, v)->role == role;
}

static void check_variable(Checking *c, VarId id)
{
    const EquationSystem *s = c->system;
    const SystemVariable *v = system_variable(s, id);
    if (v->role == ROLE_STEP) c->has_step = true;
    if (type_rank(v->type)) complain(c, "a variable that is an array");
    if (v->derivative.i >= 0 &&
        (!is_variable(c, v->derivative) || system_variable(s, v->derivative)->of.i != id.i))
        complain(c, "the derivative of a variable that does not lead back to it");
    if (v->pre.i >= 0 && (!is_variable(c, v->pre) || system_variable(s, v->pre)->of.i != id.i))
        complain(c, "the pre-value of a variable that does not lead back to it");
    bool has_owner = v->role == ROLE_DERIVATIVE || v->role == ROLE_PRE || v->role == ROLE_OLD ||
                     v->role == ROLE_STAGE;
    if (has_owner && !is_variable(c, v->of)) complain(c, "der() or pre() of nothing");
    if (v->role == ROLE_DERIVATIVE && c->ok && system_variable(s, v->of)->derivative.i != id.i)
        complain(c, "a derivative that its variable does not know");
    bool is_alias = v->flags & VARIABLE_IS_ALIAS;
    if (!is_variable(c, v->root))
        complain(c, "an alias of nothing");
    else if (!is_alias && v->root.i != id.i)
        complain(c, "a variable that is no alias and has another root");
    else if (is_alias && system_variable(s, v->root)->flags & VARIABLE_IS_ALIAS)
        complain(c, "an alias of an alias");
    bool has_name = is_variable(c, v->root) && v->flat.i < (int32_t)s->flat->n_variables;
    if (v->flat.i >= (int32_t)s->flat->n_variables)
        complain(c, "a variable that the flat model does not know");
    if (v->flags & VARIABLE_IS_STATE && v->derivative.i < 0) complain(c, "a state without slope");
    if (c->ok) return;
    text_add(c->complaint, ": ");
    if (has_name) system_variable_name(s, id, c->complaint);
}

static bool links_back(const Checking *c, EquationId of, EquationId to, bool is_forward)
{
    if (to.i < 0) return true;
    if ((uint32_t)to.i >= c->system->equations.count) return false;
    const SystemEquation *e = system_equation(c->system, to);
    return (is_forward ? e->from.i : e->derivative.i) == of.i;
}

static void check_derivative(Checking *c, EquationId id)
{
    const SystemEquation *e = system_equation(c->system, id);
    bool is_linked = links_back(c, id, e->derivative, true) && links_back(c, id, e->from, false);
    if (!is_linked) complain(c, "an equation and its derivative that do not know each other");
    if (e->from.i >= 0 && is_linked &&
        e->differentiated != system_equation(c->system, e->from)->differentiated + 1)
        complain(c, "a derivative that counts wrongly");
}

static void check_equation(Checking *c, EquationId id)
{
    const SystemEquation *e = system_equation(c->system, id);
    if (e->from.i >= 0) c->has_derivatives = true;
    if (e->flags & EQUATION_REMOVED) return;
    if (e->left->type->kind != e->right->type->kind)
        complain(c, "an equation between different types");
    if (type_rank(e->left->type)) complain(c, "an equation between arrays");
    const uint16_t somewhere = EQUATION_IN_SIMULATION | EQUATION_IN_INITIAL | EQUATION_IS_FOLLOWED;
    bool is_of_step = !(e->flags & somewhere);
    if (is_of_step && !c->has_step) complain(c, "an equation that belongs nowhere");
    if (e->determines.i >= 0 && !is_variable(c, e->determines))
        complain(c, "an equation that determines nothing");
    if (!is_of_step) check_derivative(c, id);
    if (c->ok) return;
    text_add(c->complaint, ": ");
    system_equation_text(c->system, id, c->complaint);
}

// Memories, ticks and delayed values stand in the row that they name.
static void check_rows(Checking *c)
{
    const EquationSystem *s = c->system;
    bool ok = true;
    for (uint32_t i = 0; i < s->relations.count; i++)
        ok = ok && is_variable(c, s->relations.data[i].variable);
    for (uint32_t i = 0; i < s->samples.count; i++)
        ok = ok && has_role(c, s->samples.data[i].variable, ROLE_SAMPLE);
    for (uint32_t i = 0; i < s->delays.count; i++)
        ok = ok && is_variable(c, s->delays.data[i].variable) &&
             is_variable(c, s->delays.data[i].input);
    for (uint32_t i = 0; i < s->transports.count; i++) {
        const Transport *line = &s->transports.data[i];
        for (int end = 0; end < 2; end++) ok = ok && is_variable(c, line->input[end]);
        ok = ok && is_variable(c, line->position) && is_variable(c, line->direction);
    }
    for (uint32_t i = 0; i < s->reinits.count; i++)
        ok = ok && is_variable(c, s->reinits.data[i].state);
    if (!ok) complain(c, "a row of a table that belongs to no variable");
}

bool system_check(const EquationSystem *system, Text *complaint)
{
    Arena *scratch = arena_open("system check");
    Checking c = {.system = system,
                  .complaint = complaint,
                  .is_seen = bitset_make(scratch, expr_count(system->session->exprs)),
                  .scratch = scratch,
                  .ok = true};
    for (uint32_t i = 0; c.ok && i < system->variables.count; i++)
        check_variable(&c, (VarId){(int32_t)i});
    for (uint32_t i = 0; c.ok && i < system->equations.count; i++)
        check_equation(&c, (EquationId){(int32_t)i});
    check_rows(&c);
    system_each_expression(system, IN_ALL_TABLES | WITH_ATTRIBUTES, &c, check_expression);
    arena_close(scratch);
    return c.ok;
}
