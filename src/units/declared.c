// Units that declarations tell: read once per text, complained about where they are no units.
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "units/checker.h"

enum { NO_UNIT_TEXT = -2 };

int32_t checker_unit(Checker *c, const SiUnit *u)
{
    int64_t key[N_BASE_UNITS + 1];
    for (int i = 0; i < N_BASE_UNITS; i++) key[i] = u->exponents[i];
    key[N_BASE_UNITS] = u->zero;
    uint64_t hash = hash_bytes((const char *)key, sizeof key);
    for (uint64_t next;; hash++) {
        if (!map_get(&c->unit_index, hash, &next)) break;
        const SiUnit *known = &c->units.data[next];
        if (unit_same(known, u) && known->zero == u->zero) return (int32_t)next;
    }
    map_put(&c->unit_index, hash, c->units.count);
    VEC_PUSH(c->scratch, &c->units, *u);
    return (int32_t)c->units.count - 1;
}

int32_t checker_unit_of_text(Checker *c, Name text)
{
    if (!text->length) return UNIT_UNKNOWN;
    int64_t known = (int64_t)map_get_or(&c->texts, (uint64_t)(uintptr_t)text, INT64_MAX);
    if (known == NO_UNIT_TEXT) return UNIT_UNKNOWN;
    if (known != INT64_MAX) return (int32_t)known;
    SiUnit u;
    const char *fault;
    int32_t unit = unit_parse(text->text, &u, &fault) ? checker_unit(c, &u) : NO_UNIT_TEXT;
    map_put(&c->texts, (uint64_t)(uintptr_t)text, (uint64_t)(int64_t)unit);
    return unit == NO_UNIT_TEXT ? UNIT_UNKNOWN : unit;
}

// The text that holds for all elements; NULL where there is none, or several.
static Name common_text(const Expr *e)
{
    if (!e) return NULL;
    if (e->kind == EXPR_STRING) return e->u.string;
    if (e->kind == EXPR_OP && e->op == OP_FILL) return common_text(e->args[0]);
    if (e->kind != EXPR_ARRAY || !e->n_args) return NULL;
    Name first = common_text(e->args[0]);
    for (uint32_t i = 1; i < e->n_args; i++)
        if (e->args[i] != e->args[0] && common_text(e->args[i]) != first) return NULL;
    return first;
}

static int32_t declared_unit(Checker *c, Span span, const char *name, Name text)
{
    SiUnit u;
    const char *fault;
    int32_t unit = checker_unit_of_text(c, text);
    if (unit == UNIT_UNKNOWN && text->length && !unit_parse(text->text, &u, &fault))
        report_unit_text(c, span, name, text->text, fault);
    return unit;
}

static void check_display(Checker *c, const FlatVariable *v, int32_t unit, Name text, Name shown)
{
    int32_t display = declared_unit(c, v->declared->span, v->name, shown);
    if (unit == UNIT_UNKNOWN || display == UNIT_UNKNOWN) return;
    if (!unit_same_dimension(&c->units.data[unit], &c->units.data[display]))
        report_display(c, v, text->text, shown->text);
}

static Holder declared_holder(Checker *c, const FlatVariable *v)
{
    Holder h = {.unit = UNIT_UNKNOWN, .cause = NO_CLAIM};
    if (type_elem(v->type)->kind != TYPE_REAL) return h;
    const Expr *said = v->attributes->unit;
    Name text = common_text(said), shown = common_text(v->attributes->display_unit);
    bool is_open = !said || (text && !text->length);
    // Elements of an array may be of different kinds; those of a scalar cannot.
    h.is_constant = v->variability == VARIABILITY_CONSTANT;
    h.may_infer = is_open && type_rank(v->type) == 0 && !h.is_constant;
    if (text) h.unit = declared_unit(c, v->declared->span, v->name, text);
    if (h.unit != UNIT_UNKNOWN) h.written = text->text;
    h.is_gain = v->variability == VARIABILITY_PARAMETER && h.unit == c->one;
    if (shown && shown->length) check_display(c, v, h.unit, text, shown);
    return h;
}

// Elements of arrays of components share what was declared and their attributes, and what follows
// from these; those of the members of a component come round after round.
typedef struct KnownDeclaration {
    const DeclaredVariable *declared;
    const Attributes *attributes;
    const Type *type;
    Variability variability;
    Holder holder;
} KnownDeclaration;
enum { N_KNOWN = 1024 };

static KnownDeclaration *place_of(KnownDeclaration *known, const FlatVariable *v)
{
    uint64_t hash = hash_mix((uintptr_t)v->declared, (uintptr_t)v->attributes);
    return &known[hash % N_KNOWN];
}

void declare_variables(Checker *c)
{
    uint32_t n = c->flat->n_variables;
    c->holders = ARENA_RAW(c->scratch, Holder, n + 1);
    KnownDeclaration *all = ARENA_ARRAY(c->scratch, KnownDeclaration, N_KNOWN);
    for (uint32_t i = 0; i < n; i++) {
        const FlatVariable *v = &c->flat->variables[i];
        KnownDeclaration *known = place_of(all, v);
        if (known->declared != v->declared || known->attributes != v->attributes ||
            known->type != v->type || known->variability != v->variability)
            *known = (KnownDeclaration){v->declared, v->attributes, v->type, v->variability,
                                        declared_holder(c, v)};
        c->holders[i] = known->holder;
        if (type_elem(v->type)->kind == TYPE_REAL) c->holders[i].value = v->value;
    }
}

void declare_locals(Checker *c, const Function *f)
{
    c->function = f;
    c->in_derivative = f && map_get_pointer(&c->derivatives, f);
    if (!f) return;
    c->locals = ARENA_ARRAY(c->scratch, Holder, f->n_locals + 1);
    for (uint32_t i = 0; i < f->n_locals; i++) {
        Holder *h = &c->locals[i];
        Name text = f->locals[i].unit;
        *h = (Holder){.unit = UNIT_UNKNOWN, .cause = NO_CLAIM};
        if (text) h->unit = declared_unit(c, f->locals[i].span, f->locals[i].name->text, text);
        if (h->unit != UNIT_UNKNOWN) h->written = text->text;
        h->is_gain = f->locals[i].kind == LOCAL_INPUT && h->unit == c->one;
    }
}
