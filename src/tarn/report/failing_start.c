// Initial conditions that the equations of the model contradict: what these say.
#include "tarn/report/failing.h"

enum { LONGEST_EQUATION = 200 };

// The advice stays behind what it is about.
static void move_last(Diagnostic *d, DiagNote *note)
{
    DiagNote **at = &d->notes;
    if (!note || d->last_note == note) return;
    while (*at != note) at = &(*at)->next;
    *at = note->next;
    note->next = NULL;
    d->last_note->next = note;
    d->last_note = note;
}

static void note_cause(Failure *f, Diagnostic *d, VarId v)
{
    VarId root = system_variable(f->system, v)->root;
    Operation found = {.equation = {-1}};
    const FlatVariable *parameter = failing_parameter(
        f, expr_ref(f->p->session->exprs, root, system_variable(f->system, root)->type));
    if (parameter) failing_note_parameter(f, d, parameter);
    if (parameter) return;
    if (!failing_find_equation(f, root, &found)) return;
    Text t = text_make(f->scratch);
    system_equation_text(f->system, found.equation, &t);
    if (t.length < LONGEST_EQUATION)
        diag_note(f->p->session->diag, d, system_equation(f->system, found.equation)->span,
                  "'%s' is determined by %s", system_variable_text(f->system, root, f->scratch),
                  text_cstr(&t));
}

void failing_note_cause(Failure *f, Diagnostic *d, VarId v)
{
    DiagNote *advice = d->last_note;
    note_cause(f, d, v);
    move_last(d, advice);
}
