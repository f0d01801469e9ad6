// Names and checks of flat models.
#include <math.h>

#include "flat/class_text.h"

typedef struct Checker {
    const FlatModel *flat;
    ExprTable *exprs;
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

static void check_place(void *client, const Expr **e)
{
    Checker *c = client;
    expr_walk(c->exprs, *e, c, check_node);
}

static void check_equations(Checker *c, Equations list)
{
    for (uint32_t i = 0; i < list.count; i++) {
        Equation *e = &list.items[i];
        equation_each_expression(e, c, check_place);
        for (uint32_t b = 0; b < e->n_branches; b++) check_equations(c, e->branches[b].body);
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
    Checker c = {flat, s->exprs, complaint, true};
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (flat->variables[i].id.i != (int32_t)i) {
            text_printf(complaint, "variable %u has number %d\n", i, flat->variables[i].id.i);
            c.ok = false;
        }
    check_equations(&c, (Equations){flat->equations, flat->n_equations});
    check_equations(&c, (Equations){flat->initial_equations, flat->n_initial_equations});
    return c.ok;
}
