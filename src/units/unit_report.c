// What is wrong, at the user's own line: both sides with their units, then where these come from.
#include <math.h>

#include "base/hash.h"
#include "units/checker.h"

enum { LONGEST = 60 }; // characters of an expression

static const char *text_of(Checker *c, const Expr *e)
{
    Text t = text_make(c->scratch);
    expr_print_briefly(e, &c->names, LONGEST, &t);
    return text_cstr(&t);
}

static const char *unit_text(Checker *c, int32_t unit, const char *written)
{
    Text t = text_make(c->scratch);
    unit_describe(&c->units.data[unit], written, &t);
    return text_cstr(&t);
}

// "'m*v' is kg.m/s"
static const char *told(Checker *c, const Expr *e)
{
    const Holder *h = holder_of(c, e);
    const char *written = h ? h->written : NULL;
    if (e->kind == EXPR_OP && e->op == OP_QUANTITY) written = e->args[1]->u.string->text;
    return arena_printf(c->scratch, "'%s' is %s", text_of(c, e),
                        unit_text(c, c->terms[e->id].unit, written));
}

// ---- Place ---------------------------------------------------------------------------------

bool is_users_text(const Checker *c, Span span)
{
    const SourceTable *sources = c->s->sources;
    return !span_is_none(span) &&
           source_of(sources, span.begin) == source_of(sources, c->flat->span.begin);
}

// The outermost component that the user's own text declares, around what is inside a library.
static const Component *users_component(const Checker *c, ComponentId id)
{
    const Component *best = NULL;
    if (id.i < 0) return NULL;
    for (const Component *at = c->flat->instance->components[id.i]; at; at = at->parent)
        if (at->parent && is_users_text(c, at->declared->span)) best = at;
    return best;
}

static bool is_first(Checker *c, Span place, Span inside, const char *attribute)
{
    uint64_t key[3] = {place.begin, inside.begin, attribute ? (uint64_t)attribute[1] : 0}, ignored;
    uint64_t hash = hash_bytes((const char *)key, sizeof key);
    if (map_get(&c->reported, hash, &ignored)) return false;
    map_put(&c->reported, hash, 1);
    return true;
}

static Diagnostic *report_at(Checker *c, Span span, DiagCode code, const char *message)
{
    c->n_reports++;
    if (c->severity == SEVERITY_ERROR) return diag_error(c->s->diag, span, code, "%s", message);
    return diag_warning(c->s->diag, span, code, "%s", message);
}

// ---- Derivation ----------------------------------------------------------------------------

enum { MOST_LEAVES = 6 };

typedef struct Leaves { // names whose units are known, each once
    const Expr *items[MOST_LEAVES];
    uint32_t n;
} Leaves;

static bool is_named(const Expr *e)
{
    return e->kind == EXPR_REF || e->kind == EXPR_LOCAL || e->kind == EXPR_TIME ||
           (e->kind == EXPR_OP && e->op == OP_QUANTITY);
}

static void add_leaves(Checker *c, const Expr *e, Leaves *out)
{
    c->leaves.count = 0;
    VEC_PUSH(c->scratch, &c->leaves, ((WalkedExpr){e, 0}));
    while (c->leaves.count && out->n < MOST_LEAVES) {
        const Expr *node = VEC_POP(&c->leaves).node;
        bool is_new = true;
        for (uint32_t i = 0; i < out->n; i++) is_new &= out->items[i] != node;
        if (is_named(node) || node->kind == EXPR_CALL) {
            if (is_new && is_named(node) && c->terms[node->id].state == TERM_KNOWN)
                out->items[out->n++] = node;
            continue;
        }
        for (uint32_t i = node->n_args; i-- > 0;)
            if (node->args[i]) VEC_PUSH(c->scratch, &c->leaves, ((WalkedExpr){node->args[i], 0}));
    }
}

static const Holder *found_holder(const Checker *c, const Expr *e)
{
    const Holder *h = e->kind == EXPR_REF ? &c->holders[e->u.var.i] : NULL;
    return h && h->cause != NO_CLAIM ? h : NULL;
}

// Whether it was the user's own text that brought one of the units here.
static bool is_brought(Checker *c, const Leaves *leaves)
{
    bool is = false;
    for (uint32_t i = 0; i < leaves->n; i++)
        if (found_holder(c, leaves->items[i]))
            is |= c->is_brought[union_find_root(&c->found, leaves->items[i]->u.var.i, NULL)];
    return is;
}

// One of the variables whose units were found from each other has been complained about: this is
// the same cause. Marks them.
static bool is_spoilt(Checker *c, const Leaves *leaves)
{
    bool *places[MOST_LEAVES], spoilt = false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < leaves->n; i++) {
        if (!found_holder(c, leaves->items[i])) continue;
        int32_t root = union_find_root(&c->found, leaves->items[i]->u.var.i, NULL);
        places[n++] = &c->is_spoilt[root];
        spoilt |= c->is_spoilt[root];
    }
    while (n) *places[--n] = true;
    return spoilt;
}

static void note_leaves(Checker *c, Diagnostic *d, const Leaves *leaves, const Expr *a,
                        const Expr *b)
{
    Text t = text_make(c->scratch);
    for (uint32_t i = 0; i < leaves->n; i++) {
        const Expr *e = leaves->items[i];
        if (e == a || e == b || found_holder(c, e)) continue;
        text_printf(&t, "%s%s", t.length ? ", " : "", told(c, e));
    }
    if (t.length) diag_note(c->s->diag, d, (Span){0, 0}, "%s", text_cstr(&t));
    for (uint32_t i = 0; i < leaves->n; i++) {
        const Holder *h = found_holder(c, leaves->items[i]);
        if (!h) continue;
        const Claim *why = &c->claims.data[h->cause];
        diag_note(c->s->diag, d, why->span, "'%s' has no unit of its own; from here it is %s",
                  text_of(c, leaves->items[i]), unit_text(c, h->unit, h->written));
    }
}

// ---- Repair --------------------------------------------------------------------------------

// How the two differ: what is missing, in words beside the line.
static const char *difference(Checker *c, const SiUnit *u, const SiUnit *v)
{
    Text t = text_make(c->scratch);
    if (unit_same(u, v)) return "the scales begin at different temperatures: 0 degC is 273.15 K";
    if (unit_same_dimension(u, v))
        return arena_printf(c->scratch, "a factor of %.6g is missing", v->factor / u->factor);
    SiUnit q = unit_product(u, v, -1), second = unit_second(), one = unit_one();
    SiUnit rate = unit_product(&one, &second, -1);
    bool is_number = unit_is_number(u) || unit_is_number(v);
    if (!is_number && (unit_same(&q, &second) || unit_same(&q, &rate)))
        return "they differ by a time: is a 'der' missing, or a factor in s or 1/s?";
    unit_describe(&q, NULL, &t);
    return arena_printf(c->scratch, "they differ by a factor in %s", text_cstr(&t));
}

// ---- Reports -------------------------------------------------------------------------------

// The beginning of the sentence; its end says both units.
static const char *mixed_words(Checker *c, MixedKind kind, const Expr *whole)
{
    switch (kind) {
    case MIXED_SUM: return arena_printf(c->scratch, "'%s' mixes units", text_of(c, whole));
    case MIXED_COMPARED:
        return arena_printf(c->scratch, "'%s' compares different units", text_of(c, whole));
    case MIXED_BRANCHES: return "the branches of a conditional have different units";
    case MIXED_ARGUMENTS:
        return arena_printf(c->scratch, "the arguments of '%s' have different units",
                            op_name((Op)whole->op));
    case MIXED_SIDES: break;
    }
    switch (c->at->kind) {
    case CLAIM_CONNECTION: return "connected variables have different units";
    case CLAIM_BINDING: return "a variable and its value have different units";
    case CLAIM_ASSIGNMENT: return "a variable and what is assigned to it have different units";
    case CLAIM_ATTRIBUTE:
        return arena_printf(c->scratch, "a variable and its attribute '%s' have different units",
                            c->at->attribute);
    default: return "the sides of the equation have different units";
    }
}

// `a` and `b` are what is wrong, for the notes; either may be NULL.
static void report(Checker *c, const char *sentence, const char *label, const Expr *a,
                   const Expr *b)
{
    c->is_stale = true;
    Leaves leaves = {.n = 0};
    if (a) add_leaves(c, a, &leaves);
    if (b) add_leaves(c, b, &leaves);
    for (uint32_t i = 0; c->at->is_choice && i < leaves.n; i++)
        if (found_holder(c, leaves.items[i])) return; // found in another branch
    const Component *user =
        is_users_text(c, c->at->span) ? NULL : users_component(c, c->at->component);
    Span place = user ? user->declared->span : c->at->span;
    // What a class alone makes wrong is told once, wherever it is used.
    Span user_place = is_brought(c, &leaves) ? place : c->at->span;
    if (!is_first(c, user_place, c->at->span, c->at->attribute) || is_spoilt(c, &leaves)) return;
    Text t = text_make(c->scratch);
    if (user) {
        text_add(&t, "in '");
        component_print_path(c->flat->instance, user->id, &t);
        text_printf(&t, "' of class '%s': ",
                    user->declared->class_name ? user->declared->class_name->text : "");
    }
    text_add(&t, sentence);
    Diagnostic *d = report_at(c, place, W_UNITS, text_cstr(&t));
    if (label) diag_label(c->s->diag, d, "%s", label);
    if (user) diag_note(c->s->diag, d, c->at->span, "%s", "this is where they meet");
    note_leaves(c, d, &leaves, a, b);
}

void report_mixed(Checker *c, MixedKind kind, const Expr *whole, const Expr *a, const Expr *b)
{
    const char *sentence =
        arena_printf(c->scratch, "%s: %s, %s", mixed_words(c, kind, whole), told(c, a), told(c, b));
    report(
        c, sentence,
        difference(c, &c->units.data[c->terms[a->id].unit], &c->units.data[c->terms[b->id].unit]),
        a, b);
}

void report_argument(Checker *c, const Expr *call, uint32_t k, int32_t wanted)
{
    const Function *f = call->u.function;
    const Expr *argument = call->args[k];
    const char *sentence = arena_printf(
        c->scratch, "the argument %s, but the input '%s' of '%s' is %s", told(c, argument),
        f->locals[k].name->text, f->name->text, unit_text(c, wanted, f->locals[k].unit->text));
    report(c, sentence,
           difference(c, &c->units.data[wanted], &c->units.data[c->terms[argument->id].unit]),
           argument, NULL);
}

void report_field(Checker *c, const Expr *record, uint32_t k, int32_t wanted)
{
    const Expr *argument = record->args[k];
    const char *sentence = arena_printf(
        c->scratch, "the argument %s, but the field '%s' of '%s' is %s", told(c, argument),
        record->type->fields[k].name->text, record->type->name->text,
        unit_text(c, wanted, type_field_unit(c->s->exprs, record->type, k)->text));
    report(c, sentence,
           difference(c, &c->units.data[wanted], &c->units.data[c->terms[argument->id].unit]),
           argument, NULL);
}

void report_output(Checker *c, const Expr *left, const Expr *call, uint32_t k, int32_t wanted)
{
    const Function *f = call->u.function;
    const char *sentence =
        arena_printf(c->scratch, "%s, but the output '%s' of '%s' is %s", told(c, left),
                     f->locals[f->n_inputs + k].name->text, f->name->text,
                     unit_text(c, wanted, f->locals[f->n_inputs + k].unit->text));
    report(c, sentence,
           difference(c, &c->units.data[wanted], &c->units.data[c->terms[left->id].unit]), left,
           NULL);
}

void report_no_number(Checker *c, const Expr *whole, const Expr *argument)
{
    const SiUnit *u = &c->units.data[c->terms[argument->id].unit];
    const char *role =
        op_unit((Op)whole->op) == UNIT_POWER
            ? "an exponent is a number"
            : arena_printf(c->scratch, "'%s' takes a number", op_name((Op)whole->op));
    const char *label = unit_is_number(u)
                            ? arena_printf(c->scratch, "a factor of %.6g is missing", u->factor)
                            : "divide it by a quantity in the same unit";
    report(c, arena_printf(c->scratch, "%s, but %s", role, told(c, argument)), label, argument,
           NULL);
}

void report_unit_text(Checker *c, Span span, const char *name, const char *text, const char *why)
{
    if (!is_first(c, span, (Span){0, 0}, NULL)) return;
    Diagnostic *d = report_at(
        c, span, W_UNIT_TEXT,
        arena_printf(c->scratch, "the unit \"%s\" of '%s' is not understood: %s", text, name, why));
    const char *repair = unit_repair(c->scratch, text);
    if (repair) diag_label(c->s->diag, d, "write \"%s\"", repair);
}

void report_display(Checker *c, const FlatVariable *v, const char *unit, const char *shown)
{
    if (!is_first(c, v->declared->span, (Span){1, 1}, NULL)) return;
    report_at(c, v->declared->span, W_UNIT_TEXT,
              arena_printf(c->scratch,
                           "'%s' is %s and cannot be shown in its displayUnit \"%s\", which "
                           "measures something else",
                           v->name, unit, shown));
}
