// Names and checks of flat models.
#include <math.h>

#include "flat/class_text.h"

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
