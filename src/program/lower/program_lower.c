// CausalSystem to Program: slots, tables, routines, then the functions that they call.
#include "program/lower/program_lower.h"

#include "program/lower/word_layout.h"

static double *start_words(Lowering *l)
{
    double *start = ARENA_ARRAY(l->out, double, l->b.most_words + 1);
    for (uint32_t i = 0; i < l->start.count; i++) start[i] = l->start.data[i];
    return start;
}

Program *program_lower(Session *s, const CausalSystem *causal, const ResourceFinder *resources,
                       Arena *out)
{
    Arena *scratch = arena_open("lowering");
    Program *p = ARENA_NEW(out, Program);
    Lowering l;
    Layout y;
    lowering_open(&l, s, out, scratch);
    l.causal = causal;
    l.resources = resources;
    l.system = causal->system;
    layout_open(&y, &l);
    make_tables(&y, &p->model);
    emit_functions(&l);
    builder_finish(&l.b, p);
    p->n_words = l.b.most_words;
    p->start = start_words(&l);
    bool ok = !l.failed;
    // The engines trust what they are given: a mistake must not get through to them.
    Text complaint = text_make(scratch);
    if (ok && !program_check(p, &complaint)) {
        diag_error(s->diag, (Span){0, 0}, E_INTERNAL, "the program is broken: %s",
                   text_cstr(&complaint));
        ok = false;
    }
    arena_close(scratch);
    return ok ? p : NULL;
}
