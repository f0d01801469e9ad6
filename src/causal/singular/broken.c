#include "causal/singular/broken.h"

#include <string.h>

#include "causal/analysis.h"
#include "graph/dulmage_mendelsohn.h"

typedef struct Cut { // one piece of the whole
    Analysis *a;
    const StructuralGraph *s;
    const SystemPiece *piece;
    int32_t *local_eqn, *local_var; // by number in the graph: number in the part, or -1
    BrokenPart *part;
} Cut;

static const char *kept(Cut *c, const char *text)
{
    return arena_copy_text(c->a->out, text, strlen(text));
}

static Span span_of_variable(const Analysis *a, VarId id)
{
    const SystemVariable *v = system_variable(a->system, id);
    while (v->flat.i < 0 && v->of.i >= 0) v = system_variable(a->system, v->of);
    return v->flat.i >= 0 ? a->system->flat->variables[v->flat.i].declared->span : (Span){0, 0};
}

// Of an equation in which nothing is unknown any more: as it was written, too.
static const char *text_of(Cut *c, EquationId id)
{
    enum { LONGEST = 100 };
    const char *text = text_of_equation(c->a, id);
    Span span = system_equation(c->a->system, id)->span;
    const SourceFile *f = span_is_none(span) ? NULL : source_of(c->a->session->sources, span.begin);
    if (c->piece->n_vars || !f || span.end <= span.begin || span.end - span.begin > LONGEST)
        return kept(c, text);
    const char *written = f->text + (span.begin - f->first);
    size_t n = span.end - span.begin;
    if (memchr(written, '\n', n)) return kept(c, text);
    return arena_printf(c->a->out, "%.*s (what is left of it: %s)", (int)n, written, text);
}

static void add_members(Cut *c)
{
    const SystemPiece *p = c->piece;
    const Matching *m = c->s->m;
    BrokenPart *part = c->part;
    part->equations = ARENA_ARRAY(c->a->out, BrokenEquation, p->n_eqns + 1);
    part->unknowns = ARENA_ARRAY(c->a->out, BrokenUnknown, p->n_vars + 1);
    for (int32_t i = 0; i < p->n_eqns; i++) {
        EquationId id = c->s->equations[p->eqns[i]];
        int32_t var = m->var_of_eqn[p->eqns[i]];
        part->equations[part->n_equations++] =
            (BrokenEquation){id.i + 1, text_of(c, id), system_equation(c->a->system, id)->span,
                             var < 0 ? -1 : c->local_var[var]};
    }
    for (int32_t i = 0; i < p->n_vars; i++) {
        VarId id = c->s->variables[p->vars[i]];
        int32_t eqn = m->eqn_of_var[p->vars[i]];
        part->unknowns[part->n_unknowns++] =
            (BrokenUnknown){kept(c, name_of_variable(c->a, id)), span_of_variable(c->a, id),
                            eqn < 0 ? -1 : c->local_eqn[eqn]};
    }
}

static void add_edges(Cut *c)
{
    const Bipartite *g = c->s->g;
    int32_t n = 0;
    for (int32_t i = 0; i < c->piece->n_eqns; i++)
        n += g->first_edge_of_eqn[c->piece->eqns[i] + 1] - g->first_edge_of_eqn[c->piece->eqns[i]];
    c->part->edges = ARENA_ARRAY(c->a->out, BrokenEdge, n + 1);
    for (int32_t i = 0; i < c->piece->n_eqns; i++) {
        int32_t e = c->piece->eqns[i];
        for (int32_t k = g->first_edge_of_eqn[e]; k < g->first_edge_of_eqn[e + 1]; k++) {
            int32_t v = c->local_var[g->var_of_edge[k]];
            if (v >= 0) c->part->edges[c->part->n_edges++] = (BrokenEdge){i, v};
        }
    }
}

// Breadth first, from every equation without an unknown.
static void search_unknowns(Cut *c)
{
    BrokenPart *p = c->part;
    bool *is_seen = ARENA_ARRAY(c->a->scratch, bool, p->n_unknowns + 1);
    int32_t *queue = ARENA_ARRAY(c->a->scratch, int32_t, p->n_equations + 1), n = 0;
    for (int32_t i = 0; i < p->n_equations; i++)
        if (p->equations[i].unknown < 0) queue[n++] = i;
    for (int32_t at = 0; at < n; at++)
        for (int32_t k = 0; k < p->n_edges; k++) {
            BrokenEdge edge = p->edges[k];
            if (edge.equation != queue[at] || is_seen[edge.unknown]) continue;
            is_seen[edge.unknown] = true;
            int32_t owner = p->unknowns[edge.unknown].equation;
            p->steps[p->n_steps++] = (BrokenStep){edge.equation, edge.unknown, owner};
            if (owner >= 0 && n < p->n_equations) queue[n++] = owner;
        }
}

// The same from every unknown without an equation.
static void search_equations(Cut *c)
{
    BrokenPart *p = c->part;
    bool *is_seen = ARENA_ARRAY(c->a->scratch, bool, p->n_equations + 1);
    int32_t *queue = ARENA_ARRAY(c->a->scratch, int32_t, p->n_unknowns + 1), n = 0;
    for (int32_t i = 0; i < p->n_unknowns; i++)
        if (p->unknowns[i].equation < 0) queue[n++] = i;
    for (int32_t at = 0; at < n; at++)
        for (int32_t k = 0; k < p->n_edges; k++) {
            BrokenEdge edge = p->edges[k];
            if (edge.unknown != queue[at] || is_seen[edge.equation]) continue;
            is_seen[edge.equation] = true;
            int32_t other = p->equations[edge.equation].unknown;
            p->steps[p->n_steps++] = (BrokenStep){edge.equation, edge.unknown, other};
            if (other >= 0 && n < p->n_unknowns) queue[n++] = other;
        }
}

// Searches go through all edges for each member: parts that are larger are not searched.
enum { LARGEST_SEARCH = 4000000 };

static BrokenPart part_of(Cut *c)
{
    BrokenPart part = {.is_over = c->piece->part == PART_OVER};
    c->part = &part;
    for (int32_t i = 0; i < c->piece->n_eqns; i++) c->local_eqn[c->piece->eqns[i]] = i;
    for (int32_t i = 0; i < c->piece->n_vars; i++) c->local_var[c->piece->vars[i]] = i;
    add_members(c);
    add_edges(c);
    int64_t members = part.n_equations + part.n_unknowns;
    part.steps = ARENA_ARRAY(c->a->out, BrokenStep, members + 1);
    if (members * part.n_edges <= LARGEST_SEARCH) {
        if (part.is_over)
            search_unknowns(c);
        else
            search_equations(c);
    }
    for (int32_t i = 0; i < c->piece->n_eqns; i++) c->local_eqn[c->piece->eqns[i]] = -1;
    for (int32_t i = 0; i < c->piece->n_vars; i++) c->local_var[c->piece->vars[i]] = -1;
    return part;
}

BrokenSystem *broken_system(Analysis *a, const StructuralGraph *s, const DulmageMendelsohn *dm)
{
    Cut c = {.a = a,
             .s = s,
             .local_eqn = ARENA_RAW(a->scratch, int32_t, s->g->n_eqns + 1),
             .local_var = ARENA_RAW(a->scratch, int32_t, s->g->n_vars + 1)};
    for (int32_t i = 0; i < s->g->n_eqns; i++) c.local_eqn[i] = -1;
    for (int32_t i = 0; i < s->g->n_vars; i++) c.local_var[i] = -1;
    BrokenSystem *b = ARENA_NEW(a->out, BrokenSystem);
    *b = (BrokenSystem){.n_equations = s->g->n_eqns,
                        .n_unknowns = s->g->n_vars,
                        .n_matched = s->m->n_matched,
                        .parts = ARENA_ARRAY(a->out, BrokenPart, dm->n_pieces + 1)};
    for (int32_t i = 0; i < dm->n_pieces; i++) {
        c.piece = &dm->pieces[i];
        b->parts[b->n_parts++] = part_of(&c);
    }
    return b;
}
