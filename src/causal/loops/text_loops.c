// Strings that depend on themselves: a loop of numbers is solved or iterated on, a text is not.
#include "causal/analysis.h"

static const VarId *text_unknown(const Analysis *a, const Block *b)
{
    for (int32_t i = 0; i < b->n_unknowns; i++)
        if (system_variable(a->system, b->unknowns[i])->type->kind == TYPE_STRING)
            return &b->unknowns[i];
    return NULL;
}

// The equation that says more than that a variable keeps its value.
static Span place_of(const Analysis *a, const Block *b)
{
    const SystemEquation *e = system_equation(a->system, b->equations[0]);
    for (int32_t i = 1; i < b->n_equations && e->right->kind == EXPR_REF; i++)
        e = system_equation(a->system, b->equations[i]);
    return e->span;
}

bool refuse_text_loops(Analysis *a)
{
    for (uint32_t i = 0; i < a->blocks.count; i++) {
        const Block *b = &a->blocks.data[i];
        const VarId *text = b->solver == SOLVER_ASSIGNMENT ? NULL : text_unknown(a, b);
        if (!text) continue;
        const SystemVariable *v = system_variable(a->system, *text);
        diag_error(a->session->diag, place_of(a, b), E_TEXT_LOOP,
                   "the String '%s' depends on itself: it must follow from others, or look at the "
                   "past with pre(..)",
                   name_of_variable(a, v->role == ROLE_PRE ? v->of : *text));
        return false;
    }
    return true;
}
