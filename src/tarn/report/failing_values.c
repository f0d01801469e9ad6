// The values of a model at the point where its run failed, by name.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tarn/report/failing.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(((const NamedSlot *)a)->name, ((const NamedSlot *)b)->name);
}

void failing_names(Failure *f)
{
    const Model *m = f->model;
    f->names = ARENA_RAW(f->scratch, NamedSlot, m->n_variables + m->n_states + 1);
    for (int32_t i = 0; i < m->n_variables; i++)
        f->names[f->n_names++] =
            (NamedSlot){m->variables[i].name, &m->variables[i], m->variables[i].slot};
    for (int32_t i = 0; i < m->n_states; i++)
        f->names[f->n_names++] = (NamedSlot){arena_printf(f->scratch, "der(%s)", m->states[i].name),
                                             NULL, m->states[i].derivative_slot};
    qsort(f->names, f->n_names, sizeof *f->names, by_name);
}

static const NamedSlot *named(const Failure *f, const char *name)
{
    NamedSlot key = {.name = name};
    return bsearch(&key, f->names, f->n_names, sizeof key, by_name);
}

double failing_number(const Failure *f, VarId v)
{
    const NamedSlot *s = named(f, system_variable_text(f->system, v, f->scratch));
    if (!s || s->slot < 0) return (double)NAN;
    double value = f->model->v[s->slot];
    if (!s->info || s->info->sign > 0) return value;
    return s->info->kind == VALUE_BOOLEAN ? 1 - value : -value;
}

static const Expr *relation_value(Failure *f, const Relation *r)
{
    EvalFailure ignored = {0};
    double number, now = f->model->v[SLOT_TIME];
    const Expr *side = r->crossing ? r->crossing : r->instant;
    const Expr *value = side ? failing_value(f, side, &ignored) : NULL;
    if (!value || !expr_is_number(value, &number)) return NULL;
    bool holds = r->crossing ? number > 0 : (now >= number) == r->true_after;
    return expr_boolean(f->p->session->exprs, holds);
}

// What has no name follows from its relation, or from the block that it is part of.
static const Expr *hidden_value(Failure *f, VarId v)
{
    const SystemVariable *variable = system_variable(f->system, v);
    EvalFailure ignored = {0};
    if (variable->role == ROLE_RELATION)
        return relation_value(f, &f->system->relations.data[variable->index]);
    for (int32_t i = 0; f->block && i < f->block->n_assignments; i++)
        if (f->block->assignments[i].variable.i == v.i)
            return failing_value(f, f->block->assignments[i].value, &ignored);
    return NULL;
}

static const Expr *value_of(void *client, VarId v)
{
    Failure *f = client;
    ExprTable *exprs = f->p->session->exprs;
    const SystemVariable *variable = system_variable(f->system, v);
    if (variable->role == ROLE_CONSTANT && variable->value) return variable->value;
    if (!named(f, system_variable_text(f->system, v, f->scratch))) return hidden_value(f, v);
    double number = failing_number(f, v);
    if (!isfinite(number)) return NULL;
    switch ((ValueKind)variable->kind) {
    case VALUE_REAL: return expr_real(exprs, number);
    case VALUE_INTEGER: return expr_integer(exprs, (int64_t)number);
    case VALUE_BOOLEAN: return expr_boolean(exprs, number != 0);
    default: return NULL;
    }
}

const Expr *failing_value(Failure *f, const Expr *e, EvalFailure *why)
{
    const ValueSource values = {.client = f, .variable = value_of, .time = &f->model->v[SLOT_TIME]};
    return expr_evaluate(f->p->session, e, &values, why);
}

static const Expr *hidden_as_written(void *client, const Expr *e)
{
    Failure *f = client;
    if (e->kind != EXPR_REF || named(f, system_variable_text(f->system, e->u.var, f->scratch)))
        return NULL;
    for (int32_t i = 0; f->block && i < f->block->n_assignments; i++)
        if (f->block->assignments[i].variable.i == e->u.var.i)
            return expr_substitute(f->p->session->exprs, f->block->assignments[i].value,
                                   &(Substitution){f, hidden_as_written});
    return NULL;
}

const Expr *failing_in_names(Failure *f, const Expr *e)
{
    return expr_substitute(f->p->session->exprs, e, &(Substitution){f, hidden_as_written});
}
