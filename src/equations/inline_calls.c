// Which calls are written out, and when: functions with Inline as soon as they are met, those with
// LateInline once index reduction has used their derivative annotations, and tiny ones without any
// annotation, because equations hidden in them look nonlinear.
#include "equations/scalarizer.h"
#include "equations/system_tables.h"
#include "expr/function.h"

enum { TINY_BODY = 2 }; // a guess [M37]

static bool is_tiny(const Function *f)
{
    if (f->n_derivatives || f->body.count > TINY_BODY || f->n_locals > 8) return false;
    for (uint32_t i = 0; i < f->body.count; i++)
        if (f->body.items[i].kind != STMT_ASSIGN) return false;
    return true;
}

// A function that calls itself twice would be written out 2^depth times.
static bool is_being_written_out(const Scalarizer *z, const Function *f)
{
    for (uint32_t i = 0; i < z->inline_depth; i++)
        if (z->written_out[i] == f) return true;
    return false;
}

const Expr *inlined_call(Scalarizer *z, const Expr *call)
{
    if (call->kind != EXPR_CALL || z->inline_depth > MOST_INLINED_CALLS) return NULL;
    const Function *f = call->u.function;
    if (is_being_written_out(z, f)) return NULL;
    bool is_wanted = f->inlining == INLINE_EARLY || f->generate_events ||
                     (f->inlining == INLINE_LATE && z->inlines_late) ||
                     (f->inlining == INLINE_DEFAULT && is_tiny(f));
    return is_wanted ? function_inline(z->exprs, call) : NULL;
}

Scalarizer scalarizer_open(EquationSystem *system, const FlatModel *flat, Arena *scratch)
{
    Scalarizer z = {.system = system,
                    .session = system->session,
                    .exprs = system->session->exprs,
                    .flat = flat,
                    .scratch = scratch,
                    .variability = map_make(scratch),
                    .relations = map_make(scratch),
                    .constants = map_make(scratch),
                    .symbols = map_make(scratch),
                    .told = map_make(scratch),
                    .start_dependent = map_make(scratch)};
    for (int c = 0; c < N_CONTEXTS; c++) {
        z.scalars[c] = map_make(scratch);
        z.arrays[c] = map_make(scratch);
    }
    return z;
}

static void expand_late(Scalarizer *z, const Expr **e)
{
    if (!((*e)->flags & EXPR_HAS_CALL)) return;
    const Expr *r = scalar_of(z, *e, (Context)(IN_SYSTEM | IN_LITERAL));
    if (!expr_is_error(r)) *e = r;
}

LateInliner *late_inliner_open(EquationSystem *system, Arena *scratch)
{
    Scalarizer *z = ARENA_NEW(scratch, Scalarizer);
    *z = scalarizer_open(system, system->flat, scratch);
    z->inlines_late = true;
    return (LateInliner *)z;
}

const Expr *late_inlined(LateInliner *inliner, const Expr *e, Span span)
{
    Scalarizer *z = (Scalarizer *)inliner;
    z->span = span;
    expand_late(z, &e);
    return e;
}

static void visit_late(void *client, const Expr **e, Span span)
{
    Scalarizer *z = client;
    z->span = span;
    expand_late(z, e);
}

void system_inline_late(EquationSystem *system)
{
    Arena *scratch = arena_open("inline");
    Scalarizer z = scalarizer_open(system, system->flat, scratch);
    z.inlines_late = true;
    system_each_expression(system, IN_TABLE(equations) | IN_TABLE(relations), &z, visit_late);
    arena_close(scratch);
}
