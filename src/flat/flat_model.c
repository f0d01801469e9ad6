// Printing, counting and checking of flat models.
#include "flat/flat_model.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

// ---- Names ---------------------------------------------------------------------------------

static bool is_identifier(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_') return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_') return false;
    return true;
}

// Flat names hold dots and brackets: they are written as quoted identifiers.
static void print_name(const char *name, Text *out)
{
    if (is_identifier(name)) {
        text_add(out, name);
        return;
    }
    text_add_char(out, '\'');
    for (const char *p = name; *p; p++) {
        if (*p == '\'') text_add_char(out, '\\');
        text_add_char(out, *p);
    }
    text_add_char(out, '\'');
}

static void print_variable(void *client, VarId var, Text *out)
{
    const FlatModel *flat = client;
    print_name(flat->variables[var.i].name, out);
}

static void print_component(void *client, ComponentId id, Text *out)
{
    const FlatModel *flat = client;
    component_print_path(flat->instance, id, out);
}

ExprNames flat_names(const FlatModel *flat)
{
    return (ExprNames){(void *)flat, print_variable, print_component}; // only read through it
}

// ---- Printing ------------------------------------------------------------------------------

static void print_attributes(const FlatVariable *v, const ExprNames *names, Text *out)
{
    const Attributes *a = v->attributes;
    const struct {
        const char *name;
        const Expr *value;
    } rows[] = {
        {"quantity", a->quantity}, {"unit", a->unit},       {"displayUnit", a->display_unit},
        {"min", a->min},           {"max", a->max},         {"start", a->start},
        {"fixed", a->fixed},       {"nominal", a->nominal}, {"stateSelect", a->state_select}};
    const char *before = "(";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].value) continue;
        bool each = type_rank(v->type) > type_rank(rows[i].value->type);
        text_printf(out, "%s%s%s = ", before, each ? "each " : "", rows[i].name);
        expr_print(rows[i].value, names, out);
        before = ", ";
    }
    if (before[0] == ',') text_add_char(out, ')');
}

static void print_declaration(const FlatVariable *v, const ExprNames *names, Text *out)
{
    static const char *const variabilities[] = {"constant ", "parameter ", "discrete ", ""};
    static const char *const causalities[] = {"", "input ", "output "};
    const Type *elem = type_elem(v->type);
    text_add(out, "  ");
    if (v->is_final && v->variability <= VARIABILITY_PARAMETER) text_add(out, "final ");
    bool says_discrete = v->variability == VARIABILITY_DISCRETE && elem->kind != TYPE_REAL;
    text_add(out, says_discrete ? "" : variabilities[v->variability]);
    text_add(out, causalities[v->causality]);
    type_print(elem, out);
    text_add_char(out, ' ');
    print_name(v->name, out);
    for (uint32_t k = 0; k < type_rank(v->type); k++)
        text_printf(out, "%s%d%s", k ? ", " : "[", type_dim(v->type, k),
                    k + 1 == type_rank(v->type) ? "]" : "");
    print_attributes(v, names, out);
    const Expr *binding = v->value ? v->value : v->binding;
    if (binding) {
        text_add(out, " = ");
        expr_print(binding, names, out);
    }
    if (v->description && *v->description) {
        text_add(out, " \"");
        for (const char *p = v->description; *p; p++) {
            if (*p == '"' || *p == '\\') text_add_char(out, '\\');
            text_add_char(out, *p);
        }
        text_add_char(out, '"');
    }
    text_add(out, ";\n");
}

static void print_equations(const FlatModel *flat, const char *head, const Equation *items,
                            uint32_t n, Text *out)
{
    ExprNames names = flat_names(flat);
    if (n) text_printf(out, "%s\n", head);
    for (uint32_t i = 0; i < n; i++) {
        VarId active = items[i].state ? flat->states[items[i].state - 1].active : NO_VAR;
        if (active.i >= 0)
            text_printf(out, "  // while '%s' is true:\n", flat->variables[active.i].name);
        equation_print(&items[i], &names, 1, out);
    }
}

static void print_algorithms(const char *head, const Algorithm *items, uint32_t n,
                             const ExprNames *names, Text *out)
{
    for (uint32_t i = 0; i < n; i++) {
        text_printf(out, "%s\n", head);
        for (uint32_t k = 0; k < items[i].body.count; k++)
            statement_print(&items[i].body.items[k], NULL, names, 1, out);
    }
}

void flat_print(const FlatModel *flat, Text *out)
{
    ExprNames names = flat_names(flat);
    for (uint32_t i = 0; i < flat->n_functions; i++)
        function_print(flat->functions[i], &names, out);
    text_add(out, "model ");
    print_name(flat->name->text, out);
    if (flat->description && *flat->description) text_printf(out, " \"%s\"", flat->description);
    text_add_char(out, '\n');
    for (uint32_t i = 0; i < flat->n_variables; i++)
        print_declaration(&flat->variables[i], &names, out);
    print_equations(flat, "initial equation", flat->initial_equations, flat->n_initial_equations,
                    out);
    print_algorithms("initial algorithm", flat->initial_algorithms, flat->n_initial_algorithms,
                     &names, out);
    print_equations(flat, "equation", flat->equations, flat->n_equations, out);
    print_algorithms("algorithm", flat->algorithms, flat->n_algorithms, &names, out);
    text_add(out, "end ");
    print_name(flat->name->text, out);
    text_add(out, ";\n");
}

// ---- Checking ------------------------------------------------------------------------------

typedef struct Checker {
    const FlatModel *flat;
    Text *complaint;
    bool ok;
} Checker;

static void check_node(void *client, const Expr *e)
{
    Checker *c = client;
    if (e->kind == EXPR_REF && (uint32_t)e->u.var.i >= c->flat->n_variables) {
        text_printf(c->complaint, "reference to variable %d of %u\n", e->u.var.i,
                    c->flat->n_variables);
        c->ok = false;
    }
    if (e->kind == EXPR_ERROR || e->kind == EXPR_COMPONENT) {
        text_add(c->complaint, "a poisoned or unresolved expression is left\n");
        c->ok = false;
    }
}

double flat_start_time(const FlatModel *flat)
{
    return isnan(flat->experiment.start_time) ? 0 : flat->experiment.start_time;
}

double flat_stop_time(const FlatModel *flat)
{
    static const double default_duration = 1;
    return isnan(flat->experiment.stop_time) ? flat_start_time(flat) + default_duration
                                             : flat->experiment.stop_time;
}

bool flat_check(Session *s, const FlatModel *flat, Text *complaint)
{
    Checker c = {flat, complaint, true};
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (flat->variables[i].id.i != (int32_t)i) {
            text_printf(complaint, "variable %u has number %d\n", i, flat->variables[i].id.i);
            c.ok = false;
        }
    for (uint32_t i = 0; i < flat->n_equations; i++) {
        const Equation *e = &flat->equations[i];
        if (e->left) expr_walk(s->exprs, e->left, &c, check_node);
        if (e->right) expr_walk(s->exprs, e->right, &c, check_node);
    }
    return c.ok;
}
