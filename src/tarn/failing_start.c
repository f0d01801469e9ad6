// Initial conditions that the equations of the model contradict: what these say.
#include "tarn/failing.h"

enum { LONGEST_EQUATION = 200 };

typedef struct Mentions {
    VarId variable;
    uint32_t n; // variables in all
    bool is_there;
} Mentions;

static void look_at(void *client, const Expr *e)
{
    Mentions *m = client;
    if (e->kind != EXPR_REF) return;
    m->n++;
    m->is_there |= e->u.var.i == m->variable.i;
}

// Among the equations that went away in favour of a value, the one with the least beside `v`.
static EquationId went_away_for(const Failure *f, VarId v)
{
    EquationId best = {-1};
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < f->system->equations.count; i++) {
        const SystemEquation *e = &f->system->equations.data[i];
        if (!(e->flags & EQUATION_REMOVED) || e->origin == ORIGIN_CONNECT) continue;
        if (!(e->flags & EQUATION_IN_SIMULATION)) continue;
        Mentions m = {.variable = v};
        expr_walk(f->p->session->exprs, e->left, &m, look_at);
        expr_walk(f->p->session->exprs, e->right, &m, look_at);
        if (!m.is_there || m.n >= least) continue;
        least = m.n;
        best = (EquationId){(int32_t)i};
    }
    return best;
}

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
    if (!failing_find_equation(f, root, &found)) found.equation = went_away_for(f, root);
    if (found.equation.i < 0) return;
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
