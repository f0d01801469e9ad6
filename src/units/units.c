#include "units/units.h"

#include "units/checker.h"

static void print_variable(void *client, VarId var, Text *out)
{
    const FlatModel *flat = client;
    text_add(out, flat->variables[var.i].name);
}

static void open_checker(Checker *c)
{
    c->names = (ExprNames){.client = (void *)(uintptr_t)c->flat, .variable = print_variable};
    c->unit_index = map_make(c->scratch);
    c->texts = map_make(c->scratch);
    c->reported = map_make(c->scratch);
    c->derivatives = map_make(c->scratch);
    for (uint32_t i = 0; i < c->flat->n_functions; i++) {
        const Function *f = c->flat->functions[i];
        for (uint32_t k = 0; k < f->n_derivatives; k++)
            map_put_pointer(&c->derivatives, f->derivatives[k].function, f);
    }
    SiUnit one = unit_one(), second = unit_second();
    c->one = checker_unit(c, &one);
    c->second = checker_unit(c, &second);
    declare_variables(c);
    collect_claims(c); // makes expressions: no more of them from here on
    uint32_t n = expr_count(c->s->exprs);
    c->terms = ARENA_ARRAY(c->scratch, Term, n + 1);
    c->stamps = ARENA_ARRAY(c->scratch, uint32_t, n + 1);
}

bool units_check(Session *s, const FlatModel *flat, Severity severity)
{
    Arena *scratch = arena_open("units");
    Checker c = {.s = s, .flat = flat, .scratch = scratch, .severity = severity};
    c.claim = NO_CLAIM;
    c.judged.arena = scratch;
    open_checker(&c);
    infer_all(&c);
    c.reports = true;
    for (uint32_t i = 0; i < c.claims.count; i++) examine_claim(&c, &c.claims.data[i]);
    arena_close(scratch);
    return c.n_reports == 0;
}
