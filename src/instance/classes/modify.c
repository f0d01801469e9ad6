// modify.c -- modifiers as immutable trees: built from text, merged outer over inner (7.2).
//
// Values, attributes and members merge each on their own. A redeclaration replaces the element
// and keeps what it replaced in `under`. Merging costs the modifiers of both sides on the names
// they share; what only one side has is shared, not copied.
#include "instance/checks.h"

const Mod *mod_child(const Mod *mod, Name name)
{
    if (!mod) return NULL;
    uint32_t low = 0, high = mod->n_children;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (mod->children[middle]->name->id < name->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < mod->n_children && mod->children[low]->name == name ? mod->children[low] : NULL;
}

static bool mod_is_empty(const Mod *mod)
{
    return !mod->value && !mod->element && mod->n_children == 0;
}

bool mod_has_redeclaration(const Mod *mod)
{
    if (!mod) return false;
    if (mod->element) return true;
    for (uint32_t i = 0; i < mod->n_children; i++)
        if (mod_has_redeclaration(mod->children[i])) return true;
    return false;
}

// ---- From text ---------------------------------------------------------------------------

static Binding *binding_of_text(Front *f, const AstExpr *text, Scope scope, int16_t level)
{
    Binding *b = ARENA_NEW(f->work, Binding);
    b->text = text;
    b->scope = scope;
    b->span = text->span;
    b->levels = (uint16_t)(level > 0 ? level : 0);
    return b;
}

static const Mod *mod_join(Front *f, const Mod *a, const Mod *b);

// A redeclaration says something itself: another argument must not say it again.
static void check_beside_redeclaration(Front *f, const Mod *redeclaration, const Mod *other)
{
    const AstElement *e = redeclaration->element;
    if (e->kind != AST_ELEMENT_COMPONENT) return;
    const Mod *own = mod_of_list(f, &e->u.component.mods, redeclaration->scope, other->level);
    if (!own) return;
    Mod *named = ARENA_COPY(f->work, Mod, own, 1);
    named->name = redeclaration->name;
    named->span = redeclaration->span;
    mod_join(f, named, other);
}

// Two arguments for one element in the same list: dotted names join, anything else is an error.
static const Mod *mod_join(Front *f, const Mod *a, const Mod *b)
{
    if (a->element && !b->element) check_beside_redeclaration(f, a, b);
    if (b->element && !a->element) check_beside_redeclaration(f, b, a);
    if ((a->value && b->value) || (a->element && b->element)) {
        if (!is_first_report(f, b->span, E_MODIFIED_TWICE)) return a;
        Diagnostic *d =
            diag_error(f->diag, b->span, E_MODIFIED_TWICE, "'%s' is modified twice", b->name->text);
        diag_note(f->diag, d, a->span, "the other modifier is here");
        return a;
    }
    Mod *m = ARENA_COPY(f->work, Mod, a, 1);
    m->is_final = a->is_final || b->is_final;
    m->is_each = a->is_each || b->is_each;
    if (!m->value) m->value = b->value;
    if (!m->element) {
        m->element = b->element;
        m->element_level = b->element_level;
        m->scope = b->scope;
    }
    if (a->n_children == 0) {
        m->children = b->children;
        m->n_children = b->n_children;
        return m;
    }
    m->children = ARENA_RAW(f->work, const Mod *, a->n_children + b->n_children);
    uint32_t n = 0, i = 0, j = 0;
    while (i < a->n_children || j < b->n_children) {
        const Mod *x = i < a->n_children ? a->children[i] : NULL;
        const Mod *y = j < b->n_children ? b->children[j] : NULL;
        if (x && y && x->name == y->name) {
            m->children[n++] = mod_join(f, x, y);
            i++;
            j++;
        } else if (x && (!y || x->name->id < y->name->id)) {
            m->children[n++] = x;
            i++;
        } else {
            m->children[n++] = y;
            j++;
        }
    }
    m->n_children = n;
    return m;
}

static void mod_add_children(Front *f, Mod *m, AstMod *const *args, uint32_t n_args, Scope scope)
{
    if (n_args == 0) return;
    m->children = ARENA_RAW(f->work, const Mod *, n_args);
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_args; i++) {
        const Mod *child = mod_of_argument(f, args[i], scope, m->level);
        if (!child) continue;
        uint32_t at = n;
        while (at > 0 && m->children[at - 1]->name->id > child->name->id) at--;
        if (at > 0 && m->children[at - 1]->name == child->name) {
            m->children[at - 1] = mod_join(f, m->children[at - 1], child);
            continue;
        }
        memmove(m->children + at + 1, m->children + at, (n - at) * sizeof *m->children);
        m->children[at] = child;
        n++;
    }
    m->n_children = n;
}

const Mod *mod_of_redeclaration(Front *f, const AstElement *element, Scope scope)
{
    Mod *m = ARENA_NEW(f->work, Mod);
    m->name = element->name;
    m->span = element->name_span;
    m->element = element;
    m->scope = scope;
    m->is_final = element->prefixes.is_final;
    return m;
}

static const Mod *mod_of_path(Front *f, const AstMod *arg, uint32_t i, Scope scope,
                              int16_t parent_level)
{
    Mod *m = ARENA_NEW(f->work, Mod);
    bool is_last = i + 1 == arg->n_path;
    m->name = arg->path[i];
    m->span = arg->path_spans[i];
    m->scope = scope;
    m->is_each = is_last && arg->is_each;
    m->is_final = is_last && arg->is_final;
    m->level = m->is_each ? 0 : (int16_t)(parent_level + 1);
    if (!is_last) {
        m->children = ARENA_RAW(f->work, const Mod *, 1);
        m->children[0] = mod_of_path(f, arg, i + 1, scope, m->level);
        m->n_children = 1;
        return m;
    }
    if (arg->value) {
        m->value = binding_of_text(f, arg->value, scope, m->level);
        m->value->is_final = arg->is_final;
    }
    mod_add_children(f, m, arg->args, arg->n_args, scope);
    return m;
}

const Mod *mod_of_argument(Front *f, const AstMod *arg, Scope scope, int16_t parent_level)
{
    if (arg->element) {
        if (!arg->element->name) return NULL;
        Mod *m = (Mod *)mod_of_redeclaration(f, arg->element, scope); // fresh: nobody else has it
        m->is_final = m->is_final || arg->is_final;
        m->is_each = arg->is_each;
        m->level = m->element_level = m->is_each ? 0 : (int16_t)(parent_level + 1);
        return m;
    }
    return arg->n_path ? mod_of_path(f, arg, 0, scope, parent_level) : NULL;
}

const Mod *mod_of_list(Front *f, const AstModList *list, Scope scope, int16_t level)
{
    if (!list || (!list->value && list->n_args == 0)) return NULL;
    Mod *m = ARENA_NEW(f->work, Mod);
    m->span = list->span;
    m->scope = scope;
    m->level = level;
    if (list->value) m->value = binding_of_text(f, list->value, scope, level);
    mod_add_children(f, m, list->args, list->n_args, scope);
    return m;
}

const Mod *mod_of_constraint(Front *f, const Mod *mod)
{
    if (!mod || !mod->n_children) return mod;
    Mod *m = ARENA_COPY(f->work, Mod, mod, 1);
    m->children = ARENA_RAW(f->work, const Mod *, mod->n_children);
    for (uint32_t i = 0; i < mod->n_children; i++) {
        Mod *child = ARENA_COPY(f->work, Mod, mod->children[i], 1);
        child->is_of_constraint = true;
        m->children[i] = child;
    }
    return m;
}

// ---- Merging -----------------------------------------------------------------------------

// The values of all members give way to a value of the whole record; attributes of simple
// elements do not look at the mark.
static const Mod *mod_hide(Front *f, const Mod *mod)
{
    Mod *m = ARENA_COPY(f->work, Mod, mod, 1);
    m->is_hidden = true;
    m->children = ARENA_RAW(f->work, const Mod *, mod->n_children);
    for (uint32_t i = 0; i < mod->n_children; i++) m->children[i] = mod_hide(f, mod->children[i]);
    return m;
}

static void report_final(Front *f, const Mod *strong, const Mod *weak)
{
    uint64_t pair = (uint64_t)strong->span.begin << 32 | weak->span.begin;
    if (!is_first_at(f, pair)) return;
    Diagnostic *d =
        diag_error(f->diag, strong->span, E_FINAL_MODIFIED, "'%s' is final and cannot be modified",
                   strong->name ? strong->name->text : "the component");
    diag_note(f->diag, d, weak->span, "it was made final here");
}

static void report_not_replaceable(Front *f, const Mod *strong, const Mod *weak)
{
    uint64_t pair = (uint64_t)strong->span.begin << 32 | weak->span.begin;
    if (!is_first_at(f, pair)) return;
    // Libraries do it; the outer one is meant.
    Diagnostic *d = diag_breach(f->diag, strong->span, E_NOT_REPLACEABLE,
                                "'%s' is not replaceable any more and cannot be redeclared",
                                strong->name->text);
    diag_note(f->diag, d, weak->span, "it was redeclared here without 'replaceable'");
}

// The class that a redeclaration leads to when nothing else is said about it; NULL: not that
// simple.
static Node *plain_class(Front *f, const Mod *mod)
{
    const AstElement *e = mod->element;
    if (e->kind == AST_ELEMENT_COMPONENT) {
        const AstModList *mods = &e->u.component.mods;
        bool is_plain = mods->n_args == 0 && !mods->value && e->u.component.dims.count == 0;
        return is_plain ? lookup_class(f, mod->scope, e->u.component.type, false) : NULL;
    }
    if (e->u.class_def->form != AST_CLASS_SHORT || e->u.class_def->mods.n_args) return NULL;
    return lookup_class(f, mod->scope, e->u.class_def->base, false);
}

// The modifiers of a declaration go on to what replaces it (7.3.2), and often say again what the
// new class has settled for itself. To say the same again does no harm.
void check_repeated_redeclarations(Front *f)
{
    for (uint32_t i = 0; i < f->classes->repeated.count; i++) {
        const Mod *strong = f->classes->repeated.data[i].strong;
        const Mod *weak = f->classes->repeated.data[i].weak;
        Node *now = diag_is_strict(f->diag) ? NULL : plain_class(f, strong);
        if (!now || now != plain_class(f, weak)) report_not_replaceable(f, strong, weak);
    }
}

static void merge_children(Front *f, Mod *m, const Mod *strong, const Mod *weak)
{
    if (weak->n_children == 0) {
        m->children = strong->children;
        m->n_children = strong->n_children;
        return;
    }
    m->children = ARENA_RAW(f->work, const Mod *, strong->n_children + weak->n_children);
    uint32_t n = 0, i = 0, j = 0;
    while (i < strong->n_children || j < weak->n_children) {
        const Mod *x = i < strong->n_children ? strong->children[i] : NULL;
        const Mod *y = j < weak->n_children ? weak->children[j] : NULL;
        if (x && (!y || x->name->id < y->name->id)) {
            m->children[n++] = x;
            i++;
            continue;
        }
        bool is_both = x && x->name == y->name;
        if (strong->value) y = mod_hide(f, y);
        m->children[n++] = is_both ? mod_merge(f, x, y) : y;
        i += is_both;
        j++;
    }
    m->n_children = n;
}

static bool is_class_extends(const Mod *mod)
{
    return mod->element->kind == AST_ELEMENT_CLASS &&
           mod->element->u.class_def->form == AST_CLASS_EXTENDS;
}

const Mod *mod_merge(Front *f, const Mod *strong, const Mod *weak)
{
    if (!strong || mod_is_empty(strong)) return weak ? weak : strong;
    if (!weak || (mod_is_empty(weak) && !weak->is_final)) return strong;
    if (weak->is_final) {
        report_final(f, strong, weak);
        return weak;
    }
    Mod *m = ARENA_COPY(f->work, Mod, strong, 1);
    if (strong->element) { // an intermediate redeclaration leaves only its explicit clause
        if (weak->element && !weak->element->prefixes.is_replaceable)
            VEC_PUSH(f->work, &f->classes->repeated, ((RepeatedRedeclaration){strong, weak}));
        bool is_kept = !weak->element || is_class_extends(strong) || weak->element->constraint;
        m->under = mod_merge(f, strong->under, is_kept ? weak : weak->under);
        return m;
    }
    if (weak->element) {
        m->element = weak->element;
        m->element_level = weak->element_level;
        m->scope = weak->scope;
        m->under = weak->under;
    }
    if (!strong->value) {
        m->value = weak->value;
        m->is_hidden = weak->is_hidden;
    }
    merge_children(f, m, strong, weak);
    return m;
}

const Mod *mod_without_redeclaration(Front *f, const Mod *mod)
{
    if (!mod || !mod->element) return mod;
    Mod *m = ARENA_COPY(f->work, Mod, mod, 1);
    m->element = NULL;
    m->under = NULL;
    return m;
}

const Mod *mod_without_value(Front *f, const Mod *mod)
{
    if (!mod || !mod->value) return mod;
    Mod *m = ARENA_COPY(f->work, Mod, mod, 1);
    m->value = NULL;
    return m;
}

// The levels below the class count from it, those above are crossed where it stands.
static const Mod *mod_below_class(Front *f, const Mod *mod, int16_t level, const Component *holder)
{
    Mod *m = ARENA_COPY(f->work, Mod, mod, 1);
    m->level = (int16_t)(mod->level - level - 1);
    m->element_level = (int16_t)(mod->element_level - level - 1);
    if (mod->value) {
        m->value = ARENA_COPY(f->work, Binding, mod->value, 1);
        m->value->levels = (uint16_t)(m->level > 0 ? m->level : 0);
        ClassCrossing *crossing = ARENA_NEW(f->work, ClassCrossing);
        *crossing =
            (ClassCrossing){holder, (uint16_t)(level > 0 ? level : 0), NULL, mod->value->of_class};
        m->value->of_class = crossing;
    }
    m->children = ARENA_RAW(f->work, const Mod *, mod->n_children);
    for (uint32_t i = 0; i < mod->n_children; i++)
        m->children[i] = mod->children[i]->is_each
                             ? mod->children[i]
                             : mod_below_class(f, mod->children[i], level, holder);
    return m;
}

const Mod *mod_for_class(Front *f, const Mod *mod, const Component *holder)
{
    return mod ? mod_below_class(f, mod, mod->level, holder) : NULL;
}

// Below `each` all elements have the same.
const Mod *mod_of_element(Front *f, const Mod *mod, const ArrayElement *element)
{
    Mod *m = ARENA_COPY(f->work, Mod, mod, 1);
    m->children = ARENA_RAW(f->work, const Mod *, mod->n_children);
    for (uint32_t i = 0; i < mod->n_children; i++) {
        const Mod *child = mod->children[i];
        m->children[i] = child->is_each ? child : mod_of_element(f, child, element);
    }
    if (!mod->value || mod->level <= 0) return m;
    m->level = (int16_t)(mod->level - 1);
    m->value = ARENA_COPY(f->work, Binding, mod->value, 1);
    m->value->whole = mod->value->whole ? mod->value->whole : mod->value;
    m->value->levels = (uint16_t)m->level;
    ClassCrossing *crossing = ARENA_NEW(f->work, ClassCrossing);
    *crossing = (ClassCrossing){.element = element, .outer = mod->value->of_class};
    m->value->of_class = crossing;
    return m;
}
