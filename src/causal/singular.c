// Structural errors in the words of the model: the parts of Dulmage and Mendelsohn [DM58] say
// which equations are too many and which variables lack one.
#include "causal/analysis.h"
#include "graph/dulmage_mendelsohn.h"

enum { MOST_NAMES = 6, MOST_NOTES = 5, MOST_PIECES = 4 };

static void list_names(Analysis *a, const StructuralGraph *s, const SystemPiece *p, Text *out)
{
    for (int32_t i = 0; i < p->n_vars && i < MOST_NAMES; i++) {
        const char *between = i == 0 ? "" : i == p->n_vars - 1 ? " and " : ", ";
        text_printf(out, "%s'%s'", between, name_of_variable(a, s->variables[p->vars[i]]));
    }
    if (p->n_vars > MOST_NAMES) text_printf(out, " and %d more", p->n_vars - MOST_NAMES);
}

static Span span_of_variable(Analysis *a, VarId id)
{
    const SystemVariable *v = system_variable(a->system, id);
    while (v->flat.i < 0 && v->of.i >= 0) v = system_variable(a->system, v->of);
    return v->flat.i >= 0 ? a->system->flat->variables[v->flat.i].span : (Span){0, 0};
}

static void report_over(Analysis *a, const StructuralGraph *s, const SystemPiece *p)
{
    // The equation written last is the likeliest surplus.
    EquationId last = s->equations[p->eqns[p->n_eqns - 1]];
    const SystemEquation *e = system_equation(a->system, last);
    Text names = text_make(a->scratch);
    list_names(a, s, p, &names);
    Diagnostic *d;
    if (p->n_vars == 0)
        d = diag_error(a->session->diag, e->span, E_OVERDETERMINED,
                       "this equation determines nothing: everything in it is known already");
    else
        d = diag_error(a->session->diag, e->span, E_OVERDETERMINED, "%d equations for %s",
                       p->n_eqns, text_cstr(&names));
    for (int32_t i = 0; i < p->n_eqns - 1 && i < MOST_NOTES; i++) {
        EquationId other = s->equations[p->eqns[i]];
        diag_note(a->session->diag, d, system_equation(a->system, other)->span, "%s",
                  text_of_equation(a, other));
    }
}

static void report_under(Analysis *a, const StructuralGraph *s, const SystemPiece *p)
{
    Text names = text_make(a->scratch);
    list_names(a, s, p, &names);
    Span span = span_of_variable(a, s->variables[p->vars[0]]);
    if (p->n_eqns == 0) {
        diag_error(a->session->diag, span, E_UNDERDETERMINED, "no equation determines %s",
                   text_cstr(&names));
        return;
    }
    Diagnostic *d =
        diag_error(a->session->diag, span, E_UNDERDETERMINED, "only %d equation%s for %s",
                   p->n_eqns, p->n_eqns == 1 ? "" : "s", text_cstr(&names));
    for (int32_t i = 0; i < p->n_eqns && i < MOST_NOTES; i++) {
        EquationId other = s->equations[p->eqns[i]];
        diag_note(a->session->diag, d, system_equation(a->system, other)->span, "%s",
                  text_of_equation(a, other));
    }
}

void report_singular(Analysis *a, const StructuralGraph *s)
{
    DulmageMendelsohn dm = dulmage_mendelsohn(a->scratch, s->g, s->m);
    for (int32_t i = 0; i < dm.n_pieces && i < MOST_PIECES; i++) {
        if (dm.pieces[i].part == PART_OVER)
            report_over(a, s, &dm.pieces[i]);
        else
            report_under(a, s, &dm.pieces[i]);
    }
}
