// chosen.c -- a redeclaration that a value chooses: one of the choices that the declaration offers.
//
//   replaceable Dry tyre constrainedby Tyre annotation(
//     choices(choice(redeclare Dry tyre), choice(redeclare Wet tyre)), __Tarn(choice = road));
//
// The standard's annotation has the list, ours the value: an Integer counts from 1, of an
// enumeration the first literal is 1, false is 1 and true 2. A structural variable may decide, then
// the model changes its classes while it runs; a parameter may, too.
#include "instance/checks.h"

static const AstModList *annotation_with_choice(const AstElement *e)
{
    if (vendor_argument(e->annotation, "choice")) return e->annotation;
    const AstModList *other = e->constraint ? e->constraint->annotation : NULL;
    return vendor_argument(other, "choice") ? other : NULL;
}

// The redeclaration of this number, from 1; `n` is how many there are.
static const AstMod *redeclaration_offered(const AstModList *annotation, int64_t number, int64_t *n)
{
    const AstMod *choices = annotation_argument(annotation, "choices"), *found = NULL;
    *n = 0;
    for (uint32_t i = 0; choices && i < choices->n_args; i++) {
        const AstMod *choice = choices->args[i];
        bool is_one = choice->n_path == 1 && strcmp(choice->path[0]->text, "choice") == 0 &&
                      choice->n_args == 1 && choice->args[0]->element;
        if (is_one && ++*n == number) found = choice->args[0];
    }
    return found;
}

// 0 after a report.
static int64_t number_chosen(Front *f, const Slot *slot, const AstExpr *text)
{
    const Expr *value = lower_and_evaluate(f, slot_first_scope(slot), text, NULL, "a choice");
    if (!value) return 0;
    if (value->kind == EXPR_BOOLEAN) return expr_is_true(value) ? 2 : 1;
    if (value->kind == EXPR_INTEGER || value->kind == EXPR_ENUM) return value->u.integer;
    diag_error(f->diag, text->span, E_CHOICE,
               "a choice is made by a Boolean, an Integer or the value of an enumeration");
    return 0;
}

const Mod *mod_of_choice(Front *f, const Slot *slot)
{
    const AstModList *annotation = annotation_with_choice(slot->first);
    if (!annotation || !slot->holder->component) return NULL;
    const AstExpr *text = vendor_argument(annotation, "choice")->value;
    uint32_t errors = diag_count(f->diag, SEVERITY_ERROR);
    int64_t number = text ? number_chosen(f, slot, text) : 0, n;
    const AstMod *chosen = redeclaration_offered(annotation, number, &n);
    if (chosen && chosen->element->name == slot->name)
        return mod_of_argument(f, chosen, slot_first_scope(slot), LEVEL_OF_CLASS);
    if (diag_count(f->diag, SEVERITY_ERROR) > errors) return NULL;
    Span at = text ? text->span : slot->span;
    if (chosen)
        diag_error(f->diag, chosen->element->name_span, E_CHOICE,
                   "this choice redeclares '%s', not '%s'", chosen->element->name->text,
                   slot->name->text);
    else
        diag_error(f->diag, at, E_CHOICE,
                   "choice %lld of '%s' is asked for, but its annotation 'choices' has %lld "
                   "redeclaration%s",
                   (long long)number, slot->name->text, (long long)n, n == 1 ? "" : "s");
    return NULL;
}
