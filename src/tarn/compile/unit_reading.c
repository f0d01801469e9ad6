// Where constants and evaluated parameters with units have become numbers, units are looked at in a
// second reading of the model, in which they keep their names: in the one that is run products with
// one are gone. What that reading says about the rest of the model was said by the first.
#include "tarn/compile/unit_reading.h"

#include "units/units.h"

static const FlatModel *read_again(Pipeline *p, Arena *work)
{
    Session *s = p->session;
    expr_table_open(s, work);
    s->as_part = p->options->as_part;
    const Instance *instance = instantiate(s, p->loaded.model, p->settings, p->n_settings, work);
    return instance && !instance->is_incomplete ? flatten(s, instance, work) : NULL;
}

static bool agree_with_names(Pipeline *p, Severity severity)
{
    Session *s = p->session;
    Session before = *s;
    Arena *work = arena_open("units");
    s->diag = diag_open(work, s->sources);
    s->keeps_names = true;
    const FlatModel *flat = read_again(p, work);
    s->diag = before.diag;
    s->keeps_names = false;
    bool ok = !flat || units_check(s, flat, severity);
    s->exprs = before.exprs;
    s->as_part = before.as_part;
    s->at = before.at;
    arena_close(work);
    return ok;
}

// A class that is checked as a part gets an outside at its connectors, which has no units.
static bool has_outside(const Pipeline *p)
{
    const Instance *instance = p->instance;
    for (uint32_t i = 0; p->options->as_part && i < instance->n_components; i++) {
        const Component *c = instance->components[i];
        if (c->parent && !c->parent->parent && c->is_connector && !c->is_protected) return true;
    }
    return false;
}

bool units_agree(Pipeline *p)
{
    bool as_errors = p->options->units == UNITS_ERROR;
    Severity severity = as_errors ? SEVERITY_ERROR : SEVERITY_WARNING;
    bool is_readable = !p->instance->has_lost_units && !has_outside(p);
    bool ok =
        is_readable ? units_check(p->session, p->flat, severity) : agree_with_names(p, severity);
    return ok || !as_errors;
}
