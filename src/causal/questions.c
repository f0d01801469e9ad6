// What the passes ask about variables, equations and expressions: what occurs, how it varies, which
// number it is. Answers change nothing.
#include <math.h>

#include "causal/analysis.h"
#include "expr/scalar.h"

static VarVec *walk_equation(Analysis *a, const SystemEquation *e)
{
    a->found.count = 0;
    walker_begin(&a->walker);
    walker_variables(&a->walker, e->left, &a->found);
    walker_variables(&a->walker, e->right, &a->found);
    return &a->found;
}

static void make_room(Analysis *a, uint32_t n)
{
    Incidence *in = &a->incidence;
    uint32_t room = n + n / 8 + 64;
    size_t size = sizeof *in->rows;
    in->rows = arena_grow(a->whole, in->rows, in->n_rows * size, room * size, 8);
    memset(in->rows + in->n_rows, 0, (room - in->n_rows) * size);
    in->n_rows = room;
}

VarVec *variables_found_in(Analysis *a, const SystemEquation *e)
{
    Incidence *in = &a->incidence;
    size_t number = ((uintptr_t)e - (uintptr_t)a->system->equations.data) / sizeof *e;
    if (number >= a->system->equations.count) return walk_equation(a, e);
    if (number >= in->n_rows) make_room(a, a->system->equations.count);
    IncidenceRow *row = &in->rows[number];
    *row = (IncidenceRow){e->left, e->right, in->variables.count, 0, false};
    walker_begin(&a->walker);
    a->walker.met_again = false;
    walker_variables(&a->walker, e->left, &in->variables);
    walker_variables(&a->walker, e->right, &in->variables);
    row->count = (in->variables.count - row->first) & INT32_MAX;
    row->has_repetitions = a->walker.met_again;
    in->answer = (VarVec){in->variables.data + row->first, row->count, 0};
    return &in->answer;
}

bool sides_are_disjoint(Analysis *a, EquationId e)
{
    variables_of(a, system_equation(a->system, e));
    return !a->incidence.rows[e.i].has_repetitions;
}

void forget_incidence(Analysis *a)
{
    Incidence *in = &a->incidence;
    for (uint32_t i = 0; i < in->n_rows; i++) in->rows[i] = (IncidenceRow){0};
    in->variables.count = 0;
}

VarVec *variables_of_expr(Analysis *a, const Expr *e)
{
    a->found.count = 0;
    walker_begin(&a->walker);
    walker_variables(&a->walker, e, &a->found);
    return &a->found;
}

const char *name_of_variable(Analysis *a, VarId v)
{
    return system_variable_text(a->system, v, a->scratch);
}

const char *text_of_equation(Analysis *a, EquationId e)
{
    Text text = text_make(a->scratch);
    system_equation_text(a->system, e, &text);
    return text_cstr(&text);
}

int depth_of_variable(const EquationSystem *system, const SystemVariable *v)
{
    enum { HIDDEN_DEPTH = 1000 };
    if (v->flat.i < 0) return HIDDEN_DEPTH;
    ComponentId id = system->flat->variables[v->flat.i].component;
    return id.i < 0 ? 0 : system->flat->instance->components[id.i]->depth;
}

static Variability role_variability(const SystemVariable *v)
{
    switch ((VariableRole)v->role) {
    case ROLE_CONSTANT: return VARIABILITY_CONSTANT;
    case ROLE_PARAMETER:
    case ROLE_EXTERNAL:
    case ROLE_STEP: return VARIABILITY_PARAMETER; // changes between steps, rarely
    case ROLE_CONTINUOUS:
    case ROLE_DERIVATIVE:
    case ROLE_DELAYED:
    case ROLE_TRANSPORTED:
    case ROLE_SET_STATE:
    case ROLE_OLD:
    case ROLE_STAGE:
    case ROLE_STAGE_TIME:
    case ROLE_AUXILIARY: return VARIABILITY_CONTINUOUS;
    case ROLE_INPUT: return v->kind == VALUE_REAL ? VARIABILITY_CONTINUOUS : VARIABILITY_DISCRETE;
    default: return VARIABILITY_DISCRETE;
    }
}

Variability system_variability(Analysis *a, const Expr *e)
{
    if (e->flags & (EXPR_HAS_TIME | EXPR_HAS_IMPURE)) return VARIABILITY_CONTINUOUS;
    Variability worst = VARIABILITY_CONSTANT;
    VarVec *vars = variables_of_expr(a, e);
    for (uint32_t i = 0; i < vars->count; i++) {
        Variability v = role_variability(system_variable(a->system, vars->data[i]));
        if (v > worst) worst = v;
    }
    return worst;
}

static bool variable_varies(void *client, VarId v)
{
    const Analysis *a = client;
    return role_variability(system_variable(a->system, v)) > VARIABILITY_PARAMETER;
}

bool is_steady(Analysis *a, const Expr *e)
{
    if (e->flags & (EXPR_HAS_TIME | EXPR_HAS_IMPURE)) return false;
    return !walker_any_variable(&a->walker, e, a, variable_varies);
}

// Parameters depend on parameters, in chains as long as the model; each is evaluated once, those
// it needs before it, with a stack of our own. Rings were refused before.
typedef struct ParameterStack {
    Analysis *a;
    VEC(VarId) items;
} ParameterStack;

// The value as it is known without looking at other parameters; false: it has to be evaluated.
static bool is_value_known(const Analysis *a, VarId v, const Expr **value)
{
    const SystemVariable *p = system_variable(a->system, v);
    uint64_t found;
    *value = NULL;
    if (p->role == ROLE_STEP) {
        *value = expr_real(a->exprs, a->step_value);
        return true;
    }
    if (p->role > ROLE_PARAMETER) return true;
    *value = p->value ? p->value : p->start;
    if (!*value || expr_is_literal(*value)) return true;
    if (!map_get(&a->parameter_values, (uint64_t)v.i, &found)) return false;
    *value = (const Expr *)(uintptr_t)found;
    return true;
}

static const Expr *known_value(void *client, VarId v)
{
    const Expr *value;
    return is_value_known(client, v, &value) ? value : NULL;
}

static bool is_unknown_parameter(void *client, const Expr *node)
{
    const Expr *value;
    return node->kind == EXPR_REF && !is_value_known(client, node->u.var, &value);
}

static void push_unknown(void *client, const Expr *node)
{
    ParameterStack *s = client;
    if (is_unknown_parameter(s->a, node)) VEC_PUSH(s->a->scratch, &s->items, node->u.var);
}

// What it needs is known.
static void evaluate_parameter(Analysis *a, VarId v)
{
    const SystemVariable *p = system_variable(a->system, v);
    EvalFailure failure = {0};
    const Expr *value =
        expr_evaluate(a->session, p->value ? p->value : p->start,
                      &(ValueSource){.client = a, .variable = known_value}, &failure);
    map_put(&a->parameter_values, (uint64_t)v.i, (uint64_t)(uintptr_t)value);
}

const Expr *parameter_value(void *client, VarId v)
{
    Analysis *a = client;
    const Expr *value;
    if (is_value_known(a, v, &value)) return value;
    const SystemVariable *asked = system_variable(a->system, v);
    if (!expr_any(a->exprs, asked->value ? asked->value : asked->start, a, is_unknown_parameter)) {
        evaluate_parameter(a, v);
        return known_value(a, v);
    }
    ParameterStack s = {.a = a};
    VEC_PUSH(a->scratch, &s.items, v);
    Map is_open = map_make(a->scratch);
    while (s.items.count) {
        VarId top = VEC_LAST(&s.items);
        const SystemVariable *p = system_variable(a->system, top);
        if (!map_get_or(&is_open, (uint64_t)top.i, 0)) {
            map_put(&is_open, (uint64_t)top.i, 1);
            expr_walk(a->exprs, p->value ? p->value : p->start, &s, push_unknown);
            continue;
        }
        s.items.count--;
        if (is_value_known(a, top, &value)) continue; // met on two ways
        evaluate_parameter(a, top);
    }
    return known_value(a, v);
}

bool is_not_of(const Expr *e, const Expr *x)
{
    return e->kind == EXPR_OP && e->op == OP_NOT && e->args[0] == x;
}

// Arithmetic on parameters of arithmetic, as resistances have it at their temperatures: a number
// without the nodes that an evaluation makes. False: something else, or a division by zero; the
// evaluation knows what to make of it. `nodes`: so many may still be looked at.
static bool plain_number(const Analysis *a, const Expr *e, int *nodes, double *number)
{
    if (--*nodes < 0 || e->type->kind != TYPE_REAL) return false;
    if (e->kind == EXPR_REAL) {
        *number = e->u.real;
        return true;
    }
    if (e->kind == EXPR_REF) {
        const SystemVariable *p = system_variable(a->system, e->u.var);
        const Expr *value = p->value ? p->value : p->start;
        return p->role <= ROLE_PARAMETER && value && plain_number(a, value, nodes, number);
    }
    bool is_arithmetic = e->kind == EXPR_OP &&
                         (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL || e->op == OP_DIV);
    double x, y;
    if (!is_arithmetic || !plain_number(a, e->args[0], nodes, &x) ||
        !plain_number(a, e->args[1], nodes, &y))
        return false;
    return !scalar_real((Op)e->op, x, y, number);
}

double parameter_number(Analysis *a, const Expr *e)
{
    enum { MOST_NODES = 32 };
    double number;
    int nodes = MOST_NODES;
    if (expr_is_number(e, &number)) return number;
    if (plain_number(a, e, &nodes, &number)) return number;
    if (e->kind == EXPR_REF && system_variable(a->system, e->u.var)->role <= ROLE_PARAMETER) {
        const Expr *value = parameter_value(a, e->u.var);
        return value && expr_is_number(value, &number) ? number : (double)NAN;
    }
    if (system_variability(a, e) > VARIABILITY_PARAMETER) return (double)NAN;
    EvalFailure failure = {0};
    const Expr *v = expr_evaluate(
        a->session, e, &(ValueSource){.client = a, .variable = parameter_value}, &failure);
    return v && expr_is_number(v, &number) ? number : (double)NAN;
}

// A start value that is no number counts as one: it is not zero, and its unit is not known.
static const Expr *typical_value(void *client, VarId v)
{
    Analysis *a = client;
    const SystemVariable *variable = system_variable(a->system, v);
    if (variable->role == ROLE_STAGE) variable = system_variable(a->system, variable->of);
    if (variable->role <= ROLE_PARAMETER || variable->role == ROLE_STEP)
        return parameter_value(a, v);
    double number = variable->start ? parameter_number(a, variable->start) : 1;
    return expr_real(a->exprs, isfinite(number) ? number : 1);
}

double typical_number(Analysis *a, const Expr *e)
{
    double number = parameter_number(a, e);
    if (isfinite(number) || e->flags & (EXPR_HAS_TIME | EXPR_HAS_IMPURE)) return number;
    EvalFailure failure = {0};
    const Expr *v = expr_evaluate(a->session, e,
                                  &(ValueSource){.client = a, .variable = typical_value}, &failure);
    return v && expr_is_number(v, &number) ? number : (double)NAN;
}

const Expr *residual_of(Analysis *a, const SystemEquation *e)
{
    return expr_op2(a->exprs, OP_SUB, e->left, e->right);
}
