// modified_equally.c -- do the modifiers of two inherited elements of one name say the same (7.1)?
#include <string.h>

#include "instance/classes/classes.h"

typedef struct Said {
    Name about; // an attribute or an element of it, or of one of these: a.b.c; NULL: the value
                // itself
    const AstExpr *value;
} Said;

typedef VEC(Said) SaidVec; // the strongest of each

// These change no value.
static bool is_about_display(Name about)
{
    static const char *const names[] = {"displayUnit", "quantity", "unit",       "min",
                                        "max",         "nominal",  "stateSelect"};
    const char *dot = about ? strrchr(about->text, '.') : NULL;
    for (size_t i = 0; about && i < sizeof names / sizeof *names; i++)
        if (!strcmp(dot ? dot + 1 : about->text, names[i])) return true;
    return false;
}

static const AstExpr *said_about(const SaidVec *said, Name about)
{
    for (uint32_t i = 0; i < said->count; i++)
        if (said->data[i].about == about) return said->data[i].value;
    return NULL;
}

static void say(Front *f, SaidVec *said, Name about, const AstExpr *value)
{
    if (!value || is_about_display(about) || said_about(said, about)) return;
    VEC_PUSH(f->work, said, ((Said){about, value}));
}

// `about` and what the path adds behind its first `from` names.
static Name longer_name(Front *f, Name about, const AstMod *arg, uint32_t from)
{
    Text text = text_make(f->work);
    if (about) text_add(&text, about->text);
    for (uint32_t i = from; i < arg->n_path; i++) {
        if (text.length) text_add(&text, ".");
        text_add(&text, arg->path[i]->text);
    }
    return text.length ? name_of(f->s->names, text_cstr(&text), text.length) : NULL;
}

// A modifier with all that is inside of it; redeclarations are not looked at.
static void say_all(Front *f, SaidVec *said, Name around, const AstMod *arg, uint32_t from)
{
    if (arg->element) return;
    Name about = longer_name(f, around, arg, from);
    say(f, said, about, arg->value);
    for (uint32_t i = 0; i < arg->n_args; i++) say_all(f, said, about, arg->args[i], 0);
}

// False: redeclarations, and classes that are modified as such, decide; nobody knows yet.
static bool collect_said(Front *f, const SlotInfo *slot, SaidVec *said)
{
    if (slot->kind != SLOT_COMPONENT || !slot->element) return false;
    for (uint32_t i = 0; i < slot->n_sources; i++) {
        const AstMod *arg = slot->sources[i].arg;
        if (!arg || arg->element) return false;
        say_all(f, said, NULL, arg, 1);
    }
    const AstModList *own = &slot->element->u.component.mods;
    say(f, said, NULL, own->value);
    for (uint32_t i = 0; i < own->n_args; i++) say_all(f, said, NULL, own->args[i], 0);
    return true;
}

static bool is_same_number(const AstExpr *a, const AstExpr *b)
{
    bool are_numbers = (a->kind == AST_REAL || a->kind == AST_INTEGER) &&
                       (b->kind == AST_REAL || b->kind == AST_INTEGER);
    if (!are_numbers) return false;
    double x = a->kind == AST_REAL ? a->u.number : (double)a->u.integer;
    return x == (b->kind == AST_REAL ? b->u.number : (double)b->u.integer);
}

static bool says_as_much(Front *f, const SaidVec *a, const SaidVec *b)
{
    for (uint32_t i = 0; i < a->count; i++) {
        const AstExpr *other = said_about(b, a->data[i].about);
        if (!other) return false;
        const AstExpr *value = a->data[i].value;
        if (!texts_equal(f, other->span, value->span) && !is_same_number(other, value))
            return false;
    }
    return true;
}

bool modified_equally(Front *f, const SlotInfo *a, const SlotInfo *b)
{
    SaidVec by_a = {0}, by_b = {0};
    if (!collect_said(f, a, &by_a) || !collect_said(f, b, &by_b)) return true;
    return says_as_much(f, &by_a, &by_b) && says_as_much(f, &by_b, &by_a);
}
