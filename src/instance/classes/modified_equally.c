// modified_equally.c -- do the modifiers of two inherited elements of one name say the same (7.1)?
#include <string.h>

#include "instance/classes/classes.h"

typedef struct Said {
    Name about; // an attribute or an element of it; NULL: the value itself
    const AstExpr *value;
} Said;

typedef VEC(Said) SaidVec; // the strongest of each

// These change no value.
static bool is_about_display(Name about)
{
    static const char *const names[] = {"displayUnit", "quantity", "unit",       "min",
                                        "max",         "nominal",  "stateSelect"};
    for (size_t i = 0; about && i < sizeof names / sizeof *names; i++)
        if (!strcmp(about->text, names[i])) return true;
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

static void say_all(Front *f, SaidVec *said, AstMod *const *args, uint32_t n, const AstExpr *value)
{
    say(f, said, NULL, value);
    for (uint32_t i = 0; i < n; i++)
        if (args[i]->n_path == 1) say(f, said, args[i]->path[0], args[i]->value);
}

// False: redeclarations, and classes that are modified as such, decide; nobody knows yet.
static bool collect_said(Front *f, const SlotInfo *slot, SaidVec *said)
{
    if (slot->kind != SLOT_COMPONENT || !slot->element) return false;
    for (uint32_t i = 0; i < slot->n_sources; i++) {
        const AstMod *arg = slot->sources[i].arg;
        if (!arg || arg->element) return false;
        if (arg->n_path == 1) say_all(f, said, arg->args, arg->n_args, arg->value);
        if (arg->n_path == 2) say(f, said, arg->path[1], arg->value);
    }
    const AstModList *own = &slot->element->u.component.mods;
    say_all(f, said, own->args, own->n_args, own->value);
    return true;
}

static bool says_as_much(Front *f, const SaidVec *a, const SaidVec *b)
{
    for (uint32_t i = 0; i < a->count; i++) {
        const AstExpr *other = said_about(b, a->data[i].about);
        if (!other || !texts_equal(f, other->span, a->data[i].value->span)) return false;
    }
    return true;
}

bool modified_equally(Front *f, const SlotInfo *a, const SlotInfo *b)
{
    SaidVec by_a = {0}, by_b = {0};
    if (!collect_said(f, a, &by_a) || !collect_said(f, b, &by_b)) return true;
    return says_as_much(f, &by_a, &by_b) && says_as_much(f, &by_b, &by_a);
}
