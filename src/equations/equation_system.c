#include "equations/equation_system.h"

#include <string.h>

#include "base/hash.h"

// ---- Names --------------------------------------------------------------------------

static void print_subscripts(const Type *type, int32_t element, Text *out)
{
    uint32_t rank = type_rank(type);
    int64_t stride = type_count(type);
    text_add_char(out, '[');
    for (uint32_t k = 0; k < rank; k++) {
        stride /= type_dim(type, k);
        text_printf(out, "%s%d", k ? "," : "", (int)(element / stride) + 1);
        element = (int32_t)(element % stride);
    }
    text_add_char(out, ']');
}

// A name a.b.c with subscripts goes behind the last part: a.b.c[3].
static void print_flat_name(const FlatVariable *flat, int32_t element, Text *out)
{
    text_add(out, flat->name);
    if (type_rank(flat->type)) print_subscripts(flat->type, element, out);
}

static const char *hidden_word(VariableRole role)
{
    switch (role) {
    case ROLE_RELATION: return "$relation";
    case ROLE_SAMPLE: return "$sample";
    case ROLE_CONDITION: return "$condition";
    case ROLE_GUARD: return "$when";
    case ROLE_DELAYED: return "$delayed";
    case ROLE_TRANSPORTED: return "$transported";
    case ROLE_EVENT_MODE: return "$event";
    case ROLE_TERMINAL: return "terminal()";
    case ROLE_LAMBDA: return "$lambda";
    case ROLE_SET_STATE: return "$state";
    case ROLE_SET_CHOICE: return "$choice";
    case ROLE_STEP: return "$h";
    case ROLE_STAGE_TIME: return "time";
    default: return "$auxiliary";
    }
}

static void print_call(const EquationSystem *system, const char *name, const Expr *first,
                       const Expr *second, Text *out)
{
    ExprNames names = system_names(system);
    text_printf(out, "%s(", name);
    expr_print(first, &names, out);
    if (second) text_add(out, ", ");
    if (second) expr_print(second, &names, out);
    text_add_char(out, ')');
}

static const char *around_word(VariableRole role)
{
    switch (role) {
    case ROLE_DERIVATIVE: return "der(";
    case ROLE_PRE: return "pre(";
    case ROLE_OLD: return "old(";
    default: return NULL;
    }
}

void system_variable_name(const EquationSystem *system, VarId v, Text *out)
{
    const SystemVariable *variable = system_variable(system, v);
    const char *around[8]; // der(pre(..)) of bounded depth: index reduction stops long before
    uint32_t n = 0;
    int32_t stage =
        variable->role == ROLE_STAGE || variable->role == ROLE_STAGE_TIME ? variable->index : 0;
    if (variable->role == ROLE_STAGE) variable = system_variable(system, v = variable->of);
    for (; n < 8; variable = system_variable(system, v = variable->of)) {
        const char *word = around_word((VariableRole)variable->role);
        if (!word) break;
        around[n++] = word;
    }
    for (uint32_t i = 0; i < n; i++) text_add(out, around[i]);
    if (variable->flat.i >= 0)
        print_flat_name(&system->flat->variables[variable->flat.i], variable->element, out);
    else if (variable->role == ROLE_RELATION && variable->index >= 0 &&
             !system->relations.data[variable->index].is_in_algorithm) {
        ExprNames names = system_names(system); // (h < 0) instead of a number
        text_add_char(out, '(');
        expr_print(system->relations.data[variable->index].text, &names, out);
        text_add_char(out, ')');
    } else if (variable->role == ROLE_SAMPLE && variable->index >= 0) {
        const Sample *sample = &system->samples.data[variable->index];
        print_call(system, sample->interval ? "sample" : "$tick", sample->start, sample->interval,
                   out);
    } else if (variable->role == ROLE_DELAYED && variable->index >= 0) {
        const Delay *delay = &system->delays.data[variable->index];
        print_call(system, "delay", delay->text, delay->delay, out);
    } else if (variable->role == ROLE_TRANSPORTED) {
        const Transport *line = &system->transports.data[variable->index];
        text_printf(out, "spatialDistribution(%d at ", v.i == line->variable[1].i);
        system_variable_name(system, line->position, out);
        text_add_char(out, ')');
    } else if (variable->role == ROLE_TERMINAL || variable->role == ROLE_LAMBDA ||
               variable->role == ROLE_STEP || variable->role == ROLE_STAGE_TIME)
        text_add(out, hidden_word((VariableRole)variable->role));
    else
        text_printf(out, "%s%d", hidden_word((VariableRole)variable->role), v.i);
    text_repeat(out, ')', n);
    if (stage) text_printf(out, "#%d", stage);
}

const char *system_variable_text(const EquationSystem *system, VarId v, Arena *out)
{
    const SystemVariable *variable = system_variable(system, v);
    if (variable->flat.i >= 0 && variable->role <= ROLE_DISCRETE) { // most: as long as it is
        const FlatVariable *flat = &system->flat->variables[variable->flat.i];
        if (type_rank(flat->type) == 0) return arena_copy_text(out, flat->name, strlen(flat->name));
    }
    Text text = text_make(out);
    system_variable_name(system, v, &text);
    return text_cstr(&text);
}

static void print_variable(void *client, VarId v, Text *out)
{
    system_variable_name(client, v, out);
}

ExprNames system_names(const EquationSystem *system)
{
    return (ExprNames){.client = (void *)(uintptr_t)system, .variable = print_variable};
}

// Texts are for people. An algorithm over an array of thousands has a result for each element, and
// all of its elements as arguments each time: written out they fill hundreds of megabytes.
enum { LONGEST_TEXT = 2000 };

void system_value_text(const EquationSystem *system, const Expr *value, Text *out)
{
    ExprNames names = system_names(system);
    if (value->kind != EXPR_OP || value->op != OP_DELAY) {
        expr_print_briefly(value, &names, LONGEST_TEXT, out);
        return;
    }
    const Delay *delay = &system->delays.data[(uint32_t)value->args[0]->u.real];
    expr_print_briefly(delay->text, &names, LONGEST_TEXT, out);
    text_add(out, " at time - ");
    expr_print_briefly(delay->delay, &names, LONGEST_TEXT, out);
}

void system_equation_text(const EquationSystem *system, EquationId e, Text *out)
{
    const SystemEquation *equation = system_equation(system, e);
    ExprNames names = system_names(system);
    expr_print_briefly(equation->left, &names, LONGEST_TEXT, out);
    text_add(out, " = ");
    system_value_text(system, equation->right, out);
}

// ---- Growing ------------------------------------------------------------------------

const Expr *system_ref(EquationSystem *system, VarId v)
{
    return expr_ref(system->session->exprs, v, system_variable(system, v)->type);
}

static ValueKind kind_of_type(const Type *type)
{
    switch (type->kind) {
    case TYPE_INTEGER: return VALUE_INTEGER;
    case TYPE_BOOLEAN: return VALUE_BOOLEAN;
    case TYPE_STRING: return VALUE_STRING;
    case TYPE_ENUMERATION: return VALUE_ENUMERATION;
    default: return VALUE_REAL;
    }
}

VarId system_add_variable(EquationSystem *system, VariableRole role, const Type *type)
{
    VarId id = {(int32_t)system->variables.count};
    SystemVariable v = {.role = (uint8_t)role,
                        .kind = (uint8_t)kind_of_type(type),
                        .state_select = STATE_SELECT_DEFAULT,
                        .sign = 1,
                        .flags = VARIABLE_HIDDEN,
                        .flat = NO_VAR,
                        .root = id,
                        .of = NO_VAR,
                        .derivative = NO_VAR,
                        .pre = NO_VAR,
                        .index = -1,
                        .type = type};
    VEC_PUSH(system->arena, &system->variables, v);
    return id;
}

EquationId system_add_equation(EquationSystem *system, const SystemEquation *equation)
{
    EquationId id = {(int32_t)system->equations.count};
    VEC_PUSH(system->arena, &system->equations, *equation);
    return id;
}

// Parts of one kind have the same, so that few are different.
void system_set_limits(EquationSystem *system, SystemVariable *v, const VariableLimits *limits)
{
    const Expr *all[] = {limits->min, limits->max, limits->nominal};
    uint64_t hash = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        hash = hash_mix(hash, all[k] ? all[k]->id + 1 : 0);
    v->limits = 0;
    if (!limits->min && !limits->max && !limits->nominal) return;
    if (!system->limits.count) {
        system->limits_by_hash = map_make(system->arena);
        VEC_PUSH(system->arena, &system->limits, ((VariableLimits){NULL, NULL, NULL}));
    }
    v->limits = (uint32_t)map_get_or(&system->limits_by_hash, hash, 0);
    if (v->limits && memcmp(&system->limits.data[v->limits], limits, sizeof *limits) == 0) return;
    v->limits = system->limits.count;
    VEC_PUSH(system->arena, &system->limits, *limits);
    map_put(&system->limits_by_hash, hash, v->limits);
}

VarId system_derivative(EquationSystem *system, VarId v)
{
    if (system_variable(system, v)->derivative.i >= 0)
        return system_variable(system, v)->derivative;
    VarId d = system_add_variable(system, ROLE_DERIVATIVE, system_variable(system, v)->type);
    system_variable(system, d)->of = v;
    system_variable(system, v)->derivative = d;
    return d;
}

VarId system_pre(EquationSystem *system, VarId v)
{
    if (system_variable(system, v)->pre.i >= 0) return system_variable(system, v)->pre;
    VarId p = system_add_variable(system, ROLE_PRE, system_variable(system, v)->type);
    SystemVariable *of = system_variable(system, v);
    SystemVariable *pre = system_variable(system, p);
    pre->of = v;
    VariableLimits limits = system_limits(system, of);
    limits.nominal = NULL;
    system_set_limits(system, pre, &limits);
    pre->start = of->start;
    of->pre = p;
    return p;
}

const Expr *system_event_mode(EquationSystem *system)
{
    if (system->event_mode.i < 0)
        system->event_mode = system_add_variable(system, ROLE_EVENT_MODE,
                                                 type_basic(system->session->exprs, TYPE_BOOLEAN));
    return system_ref(system, system->event_mode);
}

bool system_is_unknown(const SystemVariable *v)
{
    if (v->flags & VARIABLE_IS_ALIAS) return false;
    switch ((VariableRole)v->role) {
    case ROLE_CONTINUOUS:
    case ROLE_DISCRETE:
    case ROLE_DERIVATIVE:
    case ROLE_RELATION:
    case ROLE_CONDITION:
    case ROLE_GUARD:
    case ROLE_DELAYED:
    case ROLE_TRANSPORTED:
    case ROLE_AUXILIARY: return true;
    default: return false;
    }
}

// ---- Showing -------------------------------------------------------------------------

static const char *const role_words[] = {
    [ROLE_CONSTANT] = "constant",
    [ROLE_PARAMETER] = "parameter",
    [ROLE_INPUT] = "input",
    [ROLE_CONTINUOUS] = "continuous",
    [ROLE_DISCRETE] = "discrete",
    [ROLE_DERIVATIVE] = "derivative",
    [ROLE_PRE] = "pre",
    [ROLE_RELATION] = "relation",
    [ROLE_SAMPLE] = "sample",
    [ROLE_CONDITION] = "condition",
    [ROLE_GUARD] = "guard",
    [ROLE_DELAYED] = "delayed",
    [ROLE_TRANSPORTED] = "transported",
    [ROLE_EXTERNAL] = "external",
    [ROLE_EVENT_MODE] = "event mode",
    [ROLE_TERMINAL] = "terminal",
    [ROLE_LAMBDA] = "lambda",
    [ROLE_SET_STATE] = "set state",
    [ROLE_SET_CHOICE] = "set choice",
    [ROLE_AUXILIARY] = "auxiliary",
    [ROLE_STEP] = "step",
    [ROLE_OLD] = "old",
    [ROLE_STAGE_TIME] = "stage time",
    [ROLE_STAGE] = "stage",
};

static void dump_expr(const EquationSystem *system, const char *word, const Expr *e, Text *out)
{
    if (!e) return;
    ExprNames names = system_names(system);
    text_printf(out, " %s ", word);
    expr_print(e, &names, out);
}

static void dump_variable(const EquationSystem *system, VarId id, Text *out)
{
    const SystemVariable *v = system_variable(system, id);
    text_printf(out, "  %s ", role_words[v->role]);
    system_variable_name(system, id, out);
    if (v->flags & VARIABLE_IS_ALIAS) {
        text_add(out, v->sign < 0 ? " alias -" : " alias ");
        system_variable_name(system, v->root, out);
    }
    dump_expr(system, "=", v->value, out);
    dump_expr(system, "start", v->start, out);
    if (v->flags & VARIABLE_FIXED) text_add(out, " fixed");
    if (v->flags & VARIABLE_IS_STATE) text_add(out, " state");
    text_add_char(out, '\n');
}

static void dump_equation(const EquationSystem *system, EquationId id, Text *out)
{
    const SystemEquation *e = system_equation(system, id);
    if (e->flags & EQUATION_REMOVED) return;
    text_add(out, "  ");
    system_equation_text(system, id, out);
    if (e->flags & EQUATION_IS_DISCRETE) text_add(out, " (discrete)");
    if (e->flags & EQUATION_IS_FOLLOWED)
        text_add(out, " (homotopy)");
    else if (!(e->flags & EQUATION_IN_SIMULATION))
        text_add(out, " (initial)");
    else if (!(e->flags & EQUATION_IN_INITIAL))
        text_add(out, " (not initial)");
    text_add_char(out, '\n');
}

static void begin_row(Text *out, const char *word)
{
    text_printf(out, "  %s", word);
}

// What belongs to events besides equations.
static void dump_event_tables(const EquationSystem *system, Text *out)
{
    ExprNames names = system_names(system);
    for (uint32_t i = 0; i < system->delays.count; i++) {
        const Delay *d = &system->delays.data[i];
        begin_row(out, "delay of ");
        system_variable_name(system, d->input, out);
        dump_expr(system, "by", d->delay, out);
        dump_expr(system, "at most", d->max, out);
        text_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < system->reinits.count; i++) {
        const Reinit *r = &system->reinits.data[i];
        begin_row(out, "reinit ");
        system_variable_name(system, r->state, out);
        dump_expr(system, ":=", r->value, out);
        dump_expr(system, "when", r->guard, out);
        text_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < system->assertions.count; i++) {
        const Assertion *a = &system->assertions.data[i];
        begin_row(out, a->is_terminate ? "terminate unless "
                       : a->is_call    ? "call unless "
                       : a->is_warning ? "warn unless "
                                       : "assert ");
        expr_print(a->condition, &names, out);
        text_printf(out, "%s%s\n", a->is_initial ? " (initial)" : "",
                    a->is_at_event ? " (at event)" : "");
    }
}

void system_dump(const EquationSystem *system, Text *out)
{
    text_add(out, "variables\n");
    for (uint32_t i = 0; i < system->variables.count; i++)
        dump_variable(system, (VarId){(int32_t)i}, out);
    text_add(out, "equations\n");
    for (uint32_t i = 0; i < system->equations.count; i++)
        dump_equation(system, (EquationId){(int32_t)i}, out);
    if (!system->delays.count && !system->reinits.count && !system->assertions.count) return;
    text_add(out, "events\n");
    dump_event_tables(system, out);
}
