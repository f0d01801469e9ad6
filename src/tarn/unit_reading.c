// Units are looked at in a second reading of the model, in which constants and evaluated parameters
// keep their names: in the one that is run they are numbers, and products with one are gone. What
// that reading says about the rest of the model was said by the first.
#include "tarn/unit_reading.h"

#include "units/units.h"

static const FlatModel *read_again(Pipeline *p, Arena *work)
{
    Session *s = p->session;
    expr_table_open(s, work);
    s->as_part = p->options->as_part;
    const Instance *instance = instantiate(s, p->loaded.model, p->settings, p->n_settings, work);
    return instance && !instance->is_incomplete ? flatten(s, instance, work) : NULL;
}

bool units_agree(Pipeline *p)
{
    Session *s = p->session;
    Session before = *s;
    Arena *work = arena_open("units");
    s->diag = diag_open(work, s->sources);
    s->keeps_names = true;
    const FlatModel *flat = read_again(p, work);
    s->diag = before.diag;
    s->keeps_names = false;
    bool as_errors = p->options->units == UNITS_ERROR;
    bool ok = !flat || units_check(s, flat, as_errors ? SEVERITY_ERROR : SEVERITY_WARNING);
    s->exprs = before.exprs;
    s->as_part = before.as_part;
    s->at = before.at;
    arena_close(work);
    return ok || !as_errors;
}
