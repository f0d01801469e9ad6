// CausalSystem to Program: slots, tables, routines, then the functions that they call.
#include "program/lower/program_lower.h"

#include "program/lower/word_layout.h"

// The words behind the slots are temporary ones.
static double *start_words(Lowering *l)
{
    uint32_t n = (uint32_t)l->b.most_words + 1;
    if (n > l->start.count) VEC_RESERVE(l->out, &l->start, n - l->start.count);
    while (l->start.count < n) l->start.data[l->start.count++] = 0;
    return l->start.data;
}

// The engines trust what they are given. Debug builds look at it here as well as behind the stage:
// programs of single calls belong to none.
static bool is_sound(Session *s, const Program *p, Arena *scratch)
{
#ifdef TARN_CHECK
    Text complaint = text_make(scratch);
    if (program_check(p, &complaint)) return true;
    diag_error(s->diag, (Span){0, 0}, E_INTERNAL, "the program is broken: %s",
               text_cstr(&complaint));
    return false;
#else
    (void)s, (void)p, (void)scratch;
    return true;
#endif
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
    lowering_release(&l);
    if (!l.failed) part_constant_calls(&l);
    if (!l.failed) specialize_calls(&l);
    if (!l.failed) choose_remembered(&l);
    builder_finish(&l.b, p);
    p->n_words = l.b.most_words;
    p->start = start_words(&l);
    bool ok = !l.failed && is_sound(s, p, scratch);
    if (ok) find_plain_routines(p, out);
    arena_close(scratch);
    return ok ? p : NULL;
}

bool program_lower_call(Session *s, const Expr *call, const ResourceFinder *resources, Arena *out,
                        CallProgram *result)
{
    Arena *scratch = arena_open("lowering of a call");
    Program *p = ARENA_NEW(out, Program);
    Lowering l;
    TypeVec types = {0};
    lowering_open(&l, s, out, scratch);
    l.resources = resources;
    l.span = call->u.function->span;
    builder_begin(&l.b, 1); // word 0 is there in every vector
    int32_t first = lowering_compute(&l, call);
    word_types(&l, call->type, &types);
    *result = (CallProgram){
        .program = p,
        .words = ARENA_COPY(out, int32_t, l.words.data + first, types.count),
        .types = ARENA_COPY(out, const Type *, types.data, types.count),
        .n_words = types.count,
    };
    builder_routine(&l.b, "value");
    emit_functions(&l);
    builder_finish(&l.b, p);
    p->n_words = l.b.most_words;
    bool ok = !l.failed && is_sound(s, p, scratch);
    arena_close(scratch);
    return ok;
}
