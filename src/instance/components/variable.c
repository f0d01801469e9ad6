// variable.c -- the rest of a variable once all components exist: binding and attributes (4.8).
#include <stddef.h>

#include "base/hash.h"
#include "instance/checks.h"
#include "instance/classes/classes.h"
#include "instance/lower/lower.h"

typedef enum {
    LIKE_VARIABLE,
    LIKE_REAL,
    LIKE_BOOLEAN,
    LIKE_STRING,
    LIKE_STATE_SELECT
} AttributeType;

static const struct {
    const char *name;
    size_t offset;
    AttributeType type;
    bool is_evaluated; // its value is needed before simulation
} rows[] = {
    {"start", offsetof(Attributes, start), LIKE_VARIABLE, false},
    {"fixed", offsetof(Attributes, fixed), LIKE_BOOLEAN, true},
    {"min", offsetof(Attributes, min), LIKE_VARIABLE, false},
    {"max", offsetof(Attributes, max), LIKE_VARIABLE, false},
    {"nominal", offsetof(Attributes, nominal), LIKE_VARIABLE, false},
    {"stateSelect", offsetof(Attributes, state_select), LIKE_STATE_SELECT, true},
    {"unit", offsetof(Attributes, unit), LIKE_STRING, true},
    {"displayUnit", offsetof(Attributes, display_unit), LIKE_STRING, true},
    {"quantity", offsetof(Attributes, quantity), LIKE_STRING, true},
    {"unbounded", offsetof(Attributes, unbounded), LIKE_BOOLEAN, true},
};

static const Type *attribute_type(Front *f, const Variable *v, AttributeType type)
{
    switch (type) {
    case LIKE_VARIABLE: return type_elem(v->type);
    case LIKE_REAL: return type_basic(f->exprs, TYPE_REAL);
    case LIKE_BOOLEAN: return type_basic(f->exprs, TYPE_BOOLEAN);
    case LIKE_STRING: return type_basic(f->exprs, TYPE_STRING);
    case LIKE_STATE_SELECT: return f->classes->state_select->type;
    }
    return NULL;
}

// Guesses written further up are trusted more: the level is the depth of the text. A flat text has
// no depth; it says which it was.
static int32_t level_of(const Slot *slot, const Binding *b)
{
    const AstMod *said = slot->ast ? vendor_argument(slot->ast->annotation, "startLevel") : NULL;
    if (said && said->value && said->value->kind == AST_INTEGER)
        return (int32_t)said->value->u.integer;
    const Component *c = b->scope.node ? b->scope.node->component : NULL;
    return (int32_t)(c ? component_depth(c) : component_depth(slot->holder->component) + 1);
}

const Attributes no_attributes = {0};

const DeclaredVariable not_declared;

const Attributes *attributes_shared(Map *known, Arena *out, const Attributes *a)
{
    uint64_t hash = hash_bytes((const char *)a, sizeof *a);
    const Attributes *same = (const Attributes *)(uintptr_t)map_get_or(known, hash, 0);
    if (same && memcmp(same, a, sizeof *a) == 0) return same;
    const Attributes *copy = ARENA_COPY(out, Attributes, a, 1);
    map_put(known, hash, (uint64_t)(uintptr_t)copy);
    return copy;
}

// ---- Attributes ----------------------------------------------------------------------------

static void check_limits(Front *f, const Slot *slot, const Attributes *a)
{
    double low, high;
    if (!a->min || !a->max || !expr_is_number(a->min, &low) || !expr_is_number(a->max, &high))
        return;
    if (low <= high || !is_first_report(f, slot->span, E_ATTRIBUTE)) return;
    diag_error(f->diag, slot->span, E_ATTRIBUTE,
               "no value of '%s' lies between min = %g and max = %g", slot->name->text, low, high);
}

// ---- Impure values -------------------------------------------------------------------------

typedef struct ImpureSearch {
    const Function *found;
} ImpureSearch;

static void visit_call(void *client, const Expr *e)
{
    ImpureSearch *s = client;
    if (e->kind == EXPR_CALL && e->u.function->is_impure) s->found = e->u.function;
}

static void find_pure(void *client, const AstExpr *e)
{
    bool *found = client;
    const AstExpr *called = e->kind == AST_CALL ? e->u.call.function : NULL;
    *found |= called && called->kind == AST_REF && called->u.ref.n_parts == 1 &&
              strcmp(called->u.ref.parts[0].name->text, "pure") == 0;
    ast_each_part(e, client, find_pure);
}

// The value of a variable is an equation that holds all the time (12.3).
static void check_pure_binding(Front *f, Slot *slot, const Variable *v)
{
    if (expr_is_error(v->binding) || !(v->binding->flags & EXPR_HAS_IMPURE)) return;
    Scope scope;
    bool is_wrapped = false;
    const AstExpr *text = slot_binding_text(f, slot, &scope);
    if (text) find_pure(&is_wrapped, text);
    ImpureSearch search = {NULL};
    expr_walk(f->exprs, v->binding, &search, visit_call);
    if (search.found && !is_wrapped)
        report_impure(f, search.found->name, v->declared->binding_span);
}

// Attributes have their value before anything varies (3.8.4, 4.9).
static void report_varying(Front *f, const Slot *slot, const Binding *b, const char *attribute)
{
    if (!is_first_report(f, b->span, E_VARIABILITY)) return;
    Diagnostic *d = diag_error(f->diag, b->span, E_VARIABILITY,
                               "the attribute '%s' of '%s' must be a parameter expression, but "
                               "'%s' varies with time",
                               attribute, slot->name->text, source_text(f, b->span));
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
}

// ---- Constants -----------------------------------------------------------------------------

// A constant has its value before anything runs: what prevents that is a mistake of the model.
static void check_constant(Front *f, Slot *slot, Variable *v)
{
    const Expr *fixed = v->attributes->fixed;
    if (fixed && expr_is_false(fixed)) {
        if (is_first_report(f, slot->span, E_ATTRIBUTE))
            diag_error(f->diag, slot->span, E_ATTRIBUTE,
                       "the constant '%s' cannot have 'fixed = false': its value is known",
                       slot->name->text);
        return;
    }
    if (!v->binding || expr_is_error(v->binding) || slot->value_state == QUERY_FAILED) return;
    if (!v->value && is_evaluable(f, v->binding))
        v->value = slot_value(f, slot, v->declared->binding_span, true);
}

static bool all_are_literal(const Attributes *a)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Expr *e = *(const Expr *const *)((const char *)a + rows[i].offset);
        if (e && !expr_is_literal(e)) return false;
    }
    return true;
}

static bool limits_agree(const Attributes *a)
{
    double low, high;
    bool are_numbers =
        a->min && a->max && expr_is_number(a->min, &low) && expr_is_number(a->max, &high);
    return !are_numbers || low <= high;
}

// The type of a scalar without modifiers of its own: then all its variables have the same
// attributes, unless these depend on the place (levels of start and nominal) or are wrong.
static Node *type_alone(Front *f, Slot *slot, const Variable *v)
{
    bool is_modified = slot->mod && slot->mod->n_children;
    bool is_plain = v->attributes == &no_attributes && type_rank(v->type) == 0 && !is_modified;
    return is_plain ? slot_type_node(f, slot) : NULL;
}

static void complete_attributes(Front *f, Slot *slot, Variable *v)
{
    Node *type = type_alone(f, slot, v);
    if (type && type->attributes) {
        v->attributes = type->attributes;
        return;
    }
    Attributes all = *v->attributes;
    uint32_t reports = diag_total(f->diag);
    TypeKind kind = type_elem(v->type)->kind;
    size_t n_rows = slot_has_attributes(f, slot) ? sizeof rows / sizeof rows[0] : 0;
    for (size_t i = 0; i < n_rows; i++) {
        if (!is_attribute_name(kind, rows[i].name)) continue;
        Binding *b = slot_attribute(f, slot, rows[i].name);
        if (!b) continue;
        const Expr *e =
            slot_attribute_value(f, slot, rows[i].name, attribute_type(f, v, rows[i].type));
        if (!e || expr_is_error(e)) continue;
        if (expr_variability(f, e) > VARIABILITY_PARAMETER) {
            report_varying(f, slot, b, rows[i].name);
            continue;
        }
        if (rows[i].is_evaluated && !expr_is_literal(e)) {
            const Expr *value = evaluate_now(f, e, b->span, false);
            if (value) e = value;
        }
        *(const Expr **)((char *)&all + rows[i].offset) = e;
        if (rows[i].offset == offsetof(Attributes, start)) {
            all.start_level = level_of(slot, b);
            all.start_span = b->span;
        }
        if (rows[i].offset == offsetof(Attributes, nominal)) all.nominal_level = level_of(slot, b);
    }
    if (memcmp(&all, v->attributes, sizeof all) != 0)
        v->attributes = attributes_shared(&f->attributes, f->arena, &all);
    check_limits(f, slot, &all);
    bool holds_for_all = type && all_are_literal(&all) && !all.start && !all.nominal &&
                         limits_agree(&all) && diag_total(f->diag) == reports;
    if (holds_for_all) type->attributes = v->attributes;
}

static void complete_declaration(Front *f, Slot *slot, Variable *v)
{
    DeclaredVariable all = *v->declared;
    all.binding_span = slot_binding_span(f, slot);
    if (v->is_structural) all.mode = slot_value(f, slot, slot->span, true);
    if (memcmp(&all, v->declared, sizeof all) != 0)
        v->declared = ARENA_COPY(f->arena, DeclaredVariable, &all, 1);
}

void variable_complete(Front *f, Variable *v)
{
    Slot *slot = slot_of_variable(f, v->id);
    f->s->at = slot->span;
    v->binding = slot_binding(f, slot);
    v->takes_start = slot->takes_start;
    complete_declaration(f, slot, v);
    complete_attributes(f, slot, v);
    if (v->variability > VARIABILITY_PARAMETER && v->binding) check_pure_binding(f, slot, v);
    bool is_reported = slot->value_state == QUERY_FAILED;
    if (v->variability == VARIABILITY_CONSTANT && !v->binding && !is_reported) {
        Diagnostic *d = diag_error(f->diag, v->declared->span, E_NO_VALUE,
                                   "the constant '%s' has no value", slot->name->text);
        diag_note(f->diag, d, slot->holder->component->declared->span, "in this component");
        slot->value_state = QUERY_FAILED; // whoever asks for it stays silent
    }
    bool may_evaluate = v->variability <= VARIABILITY_PARAMETER && v->is_evaluated;
    if (may_evaluate && v->binding && !expr_is_error(v->binding))
        v->value = slot_value(f, slot, slot->span, false);
    if (v->variability == VARIABILITY_CONSTANT) check_constant(f, slot, v);
}
