// binding.c -- values of components: written, taken from a record around, or from start (7.2, 8.6).
//
// A value written for an array of components is lowered once, whole, in the scope in which it
// stands; each element takes its part by its indices. `levels` of a binding counts over how many
// component levels that goes: `each` stops it. Cost per element: one subscript.
#include <ctype.h>
#include <string.h>

#include "instance/checks.h"
#include "instance/classes/classes.h"
#include "instance/components/copies.h"
#include "instance/lower/lower.h"

enum { MAX_CROSSED = 64 }; // dimensions of nested component arrays

typedef struct Crossed { // the component arrays between the text of a value and its place
    int32_t index[MAX_CROSSED], dims[MAX_CROSSED];
    uint32_t n;
} Crossed;

static void cross(Front *f, const Component *holder, uint32_t levels, Crossed *out)
{
    const Component *up[MAX_CROSSED];
    uint32_t n = 0;
    for (const Component *c = holder; c && n < levels && n < MAX_CROSSED; c = c->parent)
        up[n++] = c;
    while (n-- > 0) {
        const Slot *slot = slot_of_component(f, up[n]);
        for (uint32_t k = 0; k < up[n]->n_index && out->n < MAX_CROSSED; k++) {
            out->index[out->n] = up[n]->index[k];
            out->dims[out->n++] = slot && k < slot->n_dims ? slot->dims[k] : DIM_UNKNOWN;
        }
    }
}

static void cross_classes(Front *f, const ClassCrossing *c, Crossed *out)
{
    if (!c) return;
    cross_classes(f, c->outer, out);
    if (!c->element) cross(f, c->holder, c->levels, out);
    for (uint32_t k = 0; c->element && k < c->element->n && out->n < MAX_CROSSED; k++) {
        out->index[out->n] = c->element->index[k];
        out->dims[out->n++] = c->element->dims[k];
    }
}

// The arrays above the holder of what has the value, outermost first; `levels` of them.
static Crossed crossed_by(Front *f, const Binding *b, const Component *holder, uint32_t levels)
{
    Crossed crossed;
    crossed.n = 0;
    if (b) cross_classes(f, b->of_class, &crossed);
    cross(f, holder, levels, &crossed);
    return crossed;
}

static const Expr *crossed_part(Front *f, const Expr *whole, const Crossed *crossed)
{
    if (crossed->n == 0 || expr_is_error(whole)) return whole;
    const Expr *subs[MAX_CROSSED];
    for (uint32_t i = 0; i < crossed->n; i++) subs[i] = expr_integer(f->exprs, crossed->index[i]);
    return expr_subscript(f->exprs, whole, subs, crossed->n);
}

// The whole value as written; `elem` guides literals and record casts.
static const Expr *binding_whole(Front *f, Binding *b, const Type *elem, uint32_t rank,
                                 const Crossed *crossed)
{
    if (b->whole) {
        const Expr *e = binding_whole(f, b->whole, elem, rank, crossed);
        b->variability = b->whole->variability;
        return e;
    }
    if (b->state == QUERY_DONE || b->state == QUERY_FAILED) return b->expr;
    if (b->state == QUERY_BUSY) {
        diag_error(f->diag, b->span, E_VALUE_RING, "the size of this value depends on itself");
        return expr_error(f->exprs);
    }
    b->state = QUERY_BUSY;
    int32_t dims[2 * MAX_CROSSED];
    uint32_t n = 0;
    for (uint32_t i = 0; i < crossed->n; i++) dims[n++] = crossed->dims[i];
    for (uint32_t i = 0; i < rank && n < 2 * MAX_CROSSED; i++) dims[n++] = DIM_UNKNOWN;
    const Type *guide =
        elem && elem->kind != TYPE_NONE ? type_array(f->exprs, elem, dims, n) : NULL;
    if (b->is_setting) {
        b->expr = setting_value(f, b, guide);
        b->variability = expr_variability(f, b->expr);
    } else {
        Lowered lowered = lower_expression(f, b->scope, b->text, guide);
        b->expr = lowered.expr;
        b->variability = lowered.variability;
    }
    b->state = expr_is_error(b->expr) ? QUERY_FAILED : QUERY_DONE;
    return b->expr;
}

static void report_once(Front *f, const Slot *slot, const Binding *b, const char *sentence)
{
    uint64_t place = (uint64_t)b->span.begin << 32 | slot->span.begin;
    if (!is_first_at(f, place)) return;
    Diagnostic *d = diag_error(f->diag, b->span, E_TYPE, "%s", sentence);
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
}

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// In front of `name = value`, or of its `final`, where the value stands; none where it is not
// written so.
static Span place_of_each(const Front *f, Span value)
{
    const SourceFile *file = source_of(f->s->sources, value.begin);
    if (!file) return (Span){0, 0};
    const char *begin = file->text, *at = begin + (value.begin - file->first);
    while (at > begin && isspace((unsigned char)at[-1])) at--;
    if (at == begin || *--at != '=') return (Span){0, 0};
    while (at > begin && isspace((unsigned char)at[-1])) at--;
    const char *end = at;
    while (at > begin && is_in_name(at[-1])) at--;
    if (at == end) return (Span){0, 0};
    if (at - begin > 6 && !strncmp(at - 6, "final ", 6)) at -= 6;
    uint32_t offset = (uint32_t)(at - begin);
    return span_of(file, offset, offset);
}

// One value for many elements without 'each' (7.2.5): only one reading makes sense.
static void breach_each(Front *f, const Slot *slot, const Binding *b, const char *sentence)
{
    uint64_t place = (uint64_t)b->span.begin << 32 | slot->span.begin;
    if (b->is_setting || !is_first_at(f, place)) return;
    Diagnostic *d = diag_breach(f->diag, b->span, E_EACH_MISSING, "%s", sentence);
    diag_label(f->diag, d, "all of them get this value; write 'each' to say so");
    Span before = place_of_each(f, b->span);
    if (!span_is_none(before)) diag_replace(f->diag, d, before, "each ");
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
}

// A value without the dimensions of the arrays it is for: does it fit one element?
static bool fits_each(Front *f, Slot *slot, const Type *value, bool is_attribute)
{
    if (is_attribute) return type_rank(value) == 0;
    Node *node = slot_type_node(f, slot);
    if (!node || type_rank(value) != slot_rank(f, slot)) return false;
    for (uint32_t k = 0; k < type_rank(value); k++) {
        int32_t size;
        if (slot->dim_texts[k].text->kind == AST_COLON) continue;
        if (!slot_dim(f, slot, k, &size) || size != type_dim(value, k)) return false;
    }
    return true;
}

// The value for all components of the arrays crossed; without 'each' it may be that of every one,
// and nothing is crossed then.
static const Expr *check_split(Front *f, Slot *slot, const Binding *b, const Expr *whole,
                               Crossed *crossed, bool is_attribute)
{
    if (expr_is_error(whole)) return whole;
    if (crossed->n && fits_each(f, slot, whole->type, is_attribute)) {
        breach_each(f, slot, b,
                    arena_printf(f->work,
                                 "the value for '%s' is for an array of components, but "
                                 "fits one of them",
                                 slot->name->text));
        crossed->n = 0;
        return whole;
    }
    if (type_rank(whole->type) < crossed->n) {
        report_once(
            f, slot, b,
            arena_printf(f->work,
                         "the value for '%s' must have one element for each of the components; "
                         "write 'each' if all get the same",
                         slot->name->text));
        return expr_error(f->exprs);
    }
    for (uint32_t i = 0; i < crossed->n; i++) {
        int32_t n = type_dim(whole->type, i);
        if (n == DIM_UNKNOWN || n == crossed->dims[i]) continue;
        report_once(f, slot, b,
                    arena_printf(f->work, "the value for '%s' has %d elements for %d components",
                                 slot->name->text, n, crossed->dims[i]));
        return expr_error(f->exprs);
    }
    return whole;
}

// ---- Which value is in force -------------------------------------------------------------

Binding *slot_binding_in_force(Front *f, Slot *slot)
{
    Slot *whole = slot_whole(f, slot);
    return whole ? slot_binding_in_force(f, whole) : slot_own_binding(f, slot);
}

// How many components stand around the text of a value; what is written about a class counts as
// written inside of its components.
static uint32_t depth_of_text(const Binding *b)
{
    uint32_t depth = 0;
    if (b->of_class || !b->scope.node->component) return UINT32_MAX;
    for (const Component *c = b->scope.node->component; c; c = c->parent) depth++;
    return depth;
}

// Whether the constants of a record follow from its value: those of another record do, and those
// that its constructor was given (12.6). What functions return, and what they are given, has the
// constants of its class.
static bool gives_constants(Front *f, Scope scope, const AstExpr *value)
{
    if (node_is_a(f, scope.node, AST_FUNCTION)) return false;
    if (value->kind == AST_REF) return true;
    if (value->kind == AST_ARRAY) {
        for (uint32_t i = 0; i < value->u.items.count; i++)
            if (!gives_constants(f, scope, value->u.items.items[i])) return false;
        return value->u.items.count > 0;
    }
    if (value->kind != AST_CALL) return false;
    Node *node = lookup_class(f, scope, value->u.call.function, false);
    return node && node_is_a(f, node, AST_RECORD) && !operator_node(f, node, "'constructor'");
}

// A record and one of its members got values by the same modifiers, or the same declaration
// (7.2.3).
static void check_given_once(Front *f, const Slot *slot, const Binding *own, const Binding *whole)
{
    if (own->is_setting || whole->is_setting || own->scope.node != whole->scope.node ||
        own->scope.part != whole->scope.part || !is_first_report(f, own->span, E_MODIFIED_TWICE))
        return;
    Diagnostic *d = diag_breach(f->diag, own->span, E_MODIFIED_TWICE,
                                "'%s' is modified twice: the record that it is in has a value, too",
                                slot->name->text);
    diag_label(f->diag, d, "the value of the record is taken");
    diag_note(f->diag, d, whole->span, "that value is here");
}

// The value of a record counts for all of its elements, unless one has a value that is written
// farther outside (7.2.4).
Slot *slot_whole(Front *f, Slot *slot)
{
    Node *holder = slot->holder;
    if (!holder->slot || !node_is_a(f, holder, AST_RECORD)) return NULL;
    if (f->element_settings.count && slot_setting(f, slot)) return NULL;
    bool is_set_constant = slot->prefixes.is_constant && slot_own_binding(f, slot);
    if (is_set_constant && slot->prefixes.is_final) return NULL; // the same for all
    const Binding *whole = slot_binding_in_force(f, holder->slot);
    if (!whole || (is_set_constant && !gives_constants(f, whole->scope, whole->text))) return NULL;
    const Binding *own = slot->has_outside_value ? slot_own_binding(f, slot) : NULL;
    if (own) check_given_once(f, slot, own, whole);
    return own && depth_of_text(own) < depth_of_text(whole) ? NULL : holder->slot;
}

Binding *slot_own_binding(Front *f, Slot *slot)
{
    Binding *set = f->element_settings.count ? slot_setting(f, slot) : NULL;
    if (set) return set;
    Binding *b = slot->mod ? slot->mod->value : NULL;
    return b && b->text->kind != AST_BREAK ? b : NULL;
}

const AstExpr *slot_binding_text(Front *f, Slot *slot, Scope *scope)
{
    Binding *b = slot_own_binding(f, slot);
    if (!b) return NULL;
    if (scope) *scope = b->scope;
    return b->text;
}

// What literals and casts in the value are guided by. The type of a record may itself wait for
// the sizes of this value: then there is no guide.
static const Type *guide_of(Front *f, Slot *slot)
{
    Node *node = slot_type_node(f, slot);
    if (!node) return NULL;
    if (node_simple_kind(f, node) != TYPE_ERROR) return node_value_type(f, node);
    if (slot->elements && slot->n_elements) node = node_of_component(f, slot->elements[0]);
    if (slot->inside) node = slot->inside;
    return node->type_state == QUERY_DONE ? node->type : NULL;
}

// A list {a, b, ...} for the array `slot`, as the value of `of`: its own or a member's.
static bool list_fits(Front *f, const Slot *slot, const Slot *of, const Binding *b,
                      const char *what)
{
    uint32_t n = b->text->kind == AST_ARRAY ? b->text->u.items.count : (uint32_t)slot->dims[0];
    if (n == (uint32_t)slot->dims[0]) return true;
    report_once(f, of, b,
                arena_printf(f->work, "the value for '%s' has %u elements for %d %s",
                             of->name->text, n, slot->dims[0], what));
    return false;
}

// Members that are scalars, with a value for all elements of this array and of no array around it.
static bool member_lists_fit(Front *f, Slot *slot)
{
    bool is_plain = slot->mod && !mod_has_redeclaration(slot->mod); // else dimensions may change
    for (uint32_t i = 0; is_plain && i < slot->mod->n_children; i++) {
        const Mod *m = slot->mod->children[i];
        const Binding *b = m->value;
        if (!b || b->levels != 1 || b->of_class || b->text->kind != AST_ARRAY) continue;
        Slot *member = node_member(f, slot->type_node, m->name);
        if (!member || member->kind != SLOT_COMPONENT || slot_rank(f, member)) continue;
        if (!list_fits(f, slot, member, b, "components")) return false;
    }
    return true;
}

bool slot_list_fits(Front *f, Slot *slot)
{
    if (slot->n_dims == 0 || slot_whole(f, slot)) return true;
    const Binding *b = slot_own_binding(f, slot);
    if (b) return b->levels != 0 || list_fits(f, slot, slot, b, "records");
    return slot->n_dims != 1 || member_lists_fit(f, slot);
}

// Whether the value of an array of records has as many of them; once reported if not.
static bool is_for_all_records(Front *f, Slot *records, const Type *value, const Crossed *crossed)
{
    const Binding *b = slot_binding_in_force(f, records);
    for (uint32_t i = 0; i < crossed->n; i++) {
        int32_t n = type_dim(value, i);
        if (n == DIM_UNKNOWN || n == crossed->dims[i]) continue;
        report_once(f, records, b,
                    arena_printf(f->work, "the value for '%s' has %d elements for %d records",
                                 records->name->text, n, crossed->dims[i]));
        return false;
    }
    return true;
}

static const Expr *field_of(Front *f, const Slot *slot, const Expr *record)
{
    if (!record || expr_is_error(record)) return record;
    const Component *c = slot->holder->component;
    Crossed crossed = crossed_by(f, NULL, c, c ? 1 : 0);
    if (type_rank(record->type) < crossed.n) return NULL;
    if (!is_for_all_records(f, slot->holder->slot, record->type, &crossed))
        return expr_error(f->exprs);
    record = crossed_part(f, record, &crossed);
    const Type *type = type_elem(record->type);
    int32_t field = type->kind == TYPE_RECORD ? type_field_index(type, slot->name) : -1;
    return field >= 0 ? expr_field(f->exprs, record, (uint32_t)field) : NULL;
}

// ---- One argument of a record constructor ------------------------------------------------

static bool is_for_arrays(Front *f, Slot *slot, const Binding *b)
{
    return slot_rank(f, slot) || crossed_by(f, b, slot->holder->component, b->levels).n;
}

// The text that gives the member `name` in a call of the constructor of a record; NULL: no such
// call, or a default.
static const AstExpr *argument_text(Front *f, Scope scope, const AstExpr *call, Name name)
{
    if (call->kind != AST_CALL || call->u.call.args->n_iterators) return NULL;
    Node *node = lookup_class(f, scope, call->u.call.function, false);
    if (!node || !node_is_a(f, node, AST_RECORD) || operator_node(f, node, "'constructor'"))
        return NULL;
    const AstArgs *args = call->u.call.args;
    for (uint32_t i = 0; i < args->n_named; i++)
        if (args->named[i].name == name) return args->named[i].value;
    const Function *constructor = args->positional.count ? lower_function(f, node) : NULL;
    for (uint32_t i = 0; constructor && i < args->positional.count && i < constructor->n_inputs;
         i++)
        if (constructor->locals[i].name == name) return args->positional.items[i];
    return NULL;
}

// What is written for a slot whose record, or a record around that, is just being lowered.
static const AstExpr *text_in_busy_value(Front *f, Slot *slot, Scope *scope)
{
    Slot *whole = slot_whole(f, slot);
    if (whole) {
        const AstExpr *call = text_in_busy_value(f, whole, scope);
        return call ? argument_text(f, *scope, call, slot->name) : NULL;
    }
    Binding *b = slot_own_binding(f, slot);
    if (!b || b->state != QUERY_BUSY || b->is_setting || is_for_arrays(f, slot, b)) return NULL;
    *scope = b->scope;
    return b->text;
}

// Arguments of a constructor may need each other through the record: c = C(n = 3, x = fill(0,
// c.n)). One of them is found without the others. NULL: the record is not busy, or no constructor.
static const Expr *argument_alone(Front *f, Slot *slot)
{
    Scope scope;
    const AstExpr *text = text_in_busy_value(f, slot, &scope);
    return text ? lower_expression(f, scope, text, guide_of(f, slot)).expr : NULL;
}

// The value in force as it is written, not yet of the declared type; NULL without.
static const Expr *raw_value(Front *f, Slot *slot)
{
    Slot *whole = slot_whole(f, slot);
    const Expr *alone = whole ? argument_alone(f, slot) : NULL;
    if (alone) return alone;
    if (whole) return field_of(f, slot, raw_value(f, whole));
    Binding *b = slot_own_binding(f, slot);
    uint32_t levels = b ? b->levels : 0;
    bool is_start = !b;
    if (!b) {
        b = slot_attribute(f, slot, "start");
        if (!b) return NULL;
        levels = b->levels ? b->levels - 1u : 0;
    }
    Crossed crossed = crossed_by(f, b, slot->holder->component, levels);
    const Expr *e = binding_whole(f, b, guide_of(f, slot), slot_rank(f, slot), &crossed);
    e = check_split(f, slot, b, e, &crossed, is_start);
    return crossed_part(f, e, &crossed);
}

const Type *slot_type_of_value(Front *f, Slot *slot)
{
    const Expr *e = raw_value(f, slot);
    return e ? e->type : NULL;
}

// ---- Bindings ----------------------------------------------------------------------------

static void check_variability(Front *f, Slot *slot, const Binding *b, Variability found)
{
    Variability allowed = slot_variability(f, slot);
    if (found <= allowed) return;
    uint64_t place = (uint64_t)b->span.begin << 32 | slot->span.begin;
    if (!is_first_at(f, place)) return;
    // What a function returns is watched, and changes at events of its own.
    bool is_watched = allowed == VARIABILITY_DISCRETE && b->expr->kind == EXPR_CALL &&
                      type_elem(b->expr->type)->kind != TYPE_STRING &&
                      type_elem(b->expr->type)->kind != TYPE_REAL;
    Diagnostic *d = (is_watched ? diag_breach : diag_error)(
        f->diag, b->span, E_VARIABILITY, "the %s '%s' cannot have a value that is %s",
        variability_word(allowed), slot->name->text, variability_word(found));
    if (allowed == VARIABILITY_PARAMETER)
        diag_label(f->diag, d, "a parameter keeps its value: without 'parameter' it would follow");
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
}

static const Expr *converted(Front *f, Slot *slot, const Expr *e, Span span)
{
    const Type *type = slot_type(f, slot);
    if (!type || type->kind == TYPE_ERROR || expr_is_error(e)) return e;
    const Expr *c = convert_to(f, e, type);
    if (c) return c;
    // The number of a literal in its place: old libraries had no enumerations.
    bool is_number = type->kind == TYPE_ENUMERATION && e->kind == EXPR_INTEGER &&
                     e->u.integer >= 1 && e->u.integer <= type->n;
    uint64_t place = (uint64_t)span.begin << 32 | slot->span.begin;
    if (is_first_at(f, place)) {
        Diagnostic *d = (is_number ? diag_breach : diag_error)(
            f->diag, span, E_TYPE, "'%s' is of type '%s', but its value is of type '%s'",
            slot->name->text, type_text(f, type), type_text(f, e->type));
        label_conversion(f, d, e->type, type);
        diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
    }
    bool is_taken = is_number && !diag_is_strict(f->diag);
    return is_taken ? expr_enum(f->exprs, type, (int32_t)e->u.integer) : expr_error(f->exprs);
}

static const Expr *own_value(Front *f, Slot *slot, Binding *b)
{
    Crossed crossed = crossed_by(f, b, slot->holder->component, b->levels);
    const Expr *whole = binding_whole(f, b, guide_of(f, slot), slot_rank(f, slot), &crossed);
    whole = check_split(f, slot, b, whole, &crossed, false);
    const Expr *e = converted(f, slot, crossed_part(f, whole, &crossed), b->span);
    if (slot->holder->component) check_variability(f, slot, b, b->variability);
    return e;
}

static bool any_is_false(const Expr *e)
{
    bool is_array = e->kind == EXPR_ARRAY;
    for (uint32_t i = 0; is_array && i < e->n_args; i++)
        if (any_is_false(e->args[i])) return true;
    return expr_is_false(e);
}

// A fixed parameter without value takes its start value (8.6). Where some elements of an array are
// to be found at the start, the others are fixed at it one by one (equations/variables.c).
static const Expr *start_value(Front *f, Slot *slot)
{
    if (!slot->holder->component || slot_variability(f, slot) != VARIABILITY_PARAMETER) return NULL;
    Node *type = slot_type_node(f, slot);
    if (!type || node_simple_kind(f, type) == TYPE_ERROR) return NULL;
    if (!slot_attribute(f, slot, "start")) return NULL;
    const Expr *fixed = slot_attribute_value(f, slot, "fixed", type_basic(f->exprs, TYPE_BOOLEAN));
    if (fixed) fixed = evaluate_now(f, fixed, slot->span, false);
    if (fixed && any_is_false(fixed)) return NULL;
    const Type *value_type = slot_type(f, slot);
    const Expr *start =
        slot_attribute_value(f, slot, "start", value_type ? type_elem(value_type) : NULL);
    if (!start || expr_is_error(start)) return NULL;
    if (value_type && type_rank(start->type) == 0 && type_rank(value_type) > 0)
        start = expr_filled(f, start, value_type);
    slot->takes_start = true;
    return start;
}

// The slot whose own binding gives a member its value through records around it.
static Slot *outermost_whole(Front *f, Slot *slot)
{
    for (Slot *above; (above = slot_whole(f, slot)) != NULL;) slot = above;
    return slot;
}

static const char *literal_text(Front *f, const Expr *literal)
{
    Text text = text_make(f->work);
    expr_print_briefly(literal, NULL, 40, &text);
    return text_cstr(&text);
}

// Members of members: what they are taken from, and the same of something else.
static const Expr *owner_of_field(const Expr *e)
{
    while (e->kind == EXPR_FIELD) e = e->args[0];
    return e;
}

static const Expr *same_field(Front *f, const Expr *e, const Expr *owner)
{
    if (e->kind != EXPR_FIELD) return owner;
    return expr_field(f->exprs, same_field(f, e->args[0], owner), e->u.index);
}

// A constant of what a function returns is that of its declaration there.
static const Expr *declared_result(Front *f, const Expr *call)
{
    const Function *function = call->u.function;
    if (function->is_record_constructor || function->n_outputs != 1) return NULL;
    lower_function_body(f, function_scope(function)->function);
    const Expr *value = function->locals[function->n_inputs].value;
    return value && value->kind == EXPR_RECORD && value->type == call->type ? value : NULL;
}

typedef struct Constant { // of a record, against a value of that
    const Slot *whole;
    const Binding *b;
    Slot *slot;
    const Expr *own;
} Constant;

static void compare_constant(Front *f, const Constant *c, const Expr *other)
{
    other = converted(f, c->slot, other, c->b->span);
    if (c->own == other || !expr_is_literal(c->own) || !expr_is_literal(other)) return;
    if (type_elem(c->own->type)->kind == TYPE_STRING) return;
    report_once(f, c->slot, c->b,
                arena_printf(f->work, "the constant '%s' of '%s' is %s, but %s in this value",
                             c->slot->name->text, c->whole->name->text, literal_text(f, c->own),
                             literal_text(f, other)));
}

// In every branch of an if-expression that nobody can decide now.
static void compare_constants(Front *f, const Constant *c, const Expr *other)
{
    while (other && !expr_is_error(other)) {
        const Expr *value = evaluate_now(f, other, c->b->span, false);
        const Expr *owner = owner_of_field(other);
        if (value) {
            compare_constant(f, c, value);
            return;
        }
        if (owner->kind == EXPR_IF) {
            compare_constants(f, c, same_field(f, other, owner->args[1]));
            other = same_field(f, other, owner->args[2]);
        } else if (owner->kind == EXPR_CALL) {
            const Expr *result = declared_result(f, owner);
            other = result ? same_field(f, other, result) : NULL;
        } else {
            return;
        }
    }
}

// A constant that was needed before the value of its record was known, or that this value hides: it
// must not be another one there. Texts are for people, and each has its own.
static void check_constant(Front *f, const Slot *whole, const Binding *b, Slot *slot,
                           const Expr *record)
{
    const Expr *own = slot_binding(f, slot), *other = field_of(f, slot, record);
    if (!own || !other || expr_is_error(own) || expr_is_error(other)) return;
    own = evaluate_now(f, own, b->span, false);
    if (!own) return;
    const Constant c = {whole, b, slot, own};
    compare_constants(f, &c, other);
}

void check_constants_of_records(Front *f)
{
    for (uint32_t i = 0; i < f->components.count; i++) {
        if (is_copy(f, f->components.data[i]->id)) continue;
        Slot *whole = slot_of_component(f, f->components.data[i]);
        if (!whole || !whole->type_node || !node_is_record(whole->type_node)) continue;
        const Binding *b = slot_binding_in_force(f, whole);
        Slot **all;
        uint32_t n = b ? node_components(f, node_of_component(f, f->components.data[i]), &all) : 0;
        for (uint32_t k = 0; k < n; k++)
            if (all[k]->prefixes.is_constant && slot_own_binding(f, all[k]))
                check_constant(f, whole, b, all[k], raw_value(f, whole));
    }
}

static const Expr *value_of_member(Front *f, Slot *slot, Slot *whole)
{
    Binding *b = slot_own_binding(f, outermost_whole(f, slot));
    const Expr *alone = argument_alone(f, slot);
    if (alone) return converted(f, slot, alone, b->span);
    const Expr *record = raw_value(f, whole);
    if (!record || expr_is_error(record)) return record;
    const Expr *e = field_of(f, slot, record);
    if (!e) {
        report_once(f, whole, b,
                    arena_printf(f->work,
                                 "the value of '%s' is of type '%s' and has no member '%s'",
                                 whole->name->text, type_text(f, record->type), slot->name->text));
        return expr_error(f->exprs);
    }
    if (slot->holder->component) {
        check_variability(f, outermost_whole(f, slot), b, b->variability);
        // A parameter among variables keeps its value, although the value of the record changes.
        if (slot->prefixes.is_parameter || slot->prefixes.is_constant)
            check_variability(f, slot, b, expr_variability(f, e));
    }
    return converted(f, slot, e, b->span);
}

static const Expr *find_binding(Front *f, Slot *slot)
{
    Slot *whole = slot_whole(f, slot);
    Binding *b = slot_own_binding(f, slot);
    const Expr *value = whole ? value_of_member(f, slot, whole)
                        : b   ? own_value(f, slot, b)
                              : start_value(f, slot);
    return f->element_settings.count ? slot_with_set_elements(f, slot, value) : value;
}

const Expr *slot_binding(Front *f, Slot *slot)
{
    if (slot->binding_state == QUERY_DONE || slot->binding_state == QUERY_FAILED)
        return slot->binding;
    if (slot->binding_state == QUERY_BUSY) {
        diag_error(f->diag, slot->span, E_VALUE_RING, "the value of '%s' is needed to find itself",
                   slot->name->text);
        return expr_error(f->exprs);
    }
    slot->binding_state = QUERY_BUSY;
    slot->binding = find_binding(f, slot);
    bool failed = slot->binding && expr_is_error(slot->binding);
    slot->binding_state = failed ? QUERY_FAILED : QUERY_DONE;
    return slot->binding;
}

Span slot_binding_span(Front *f, Slot *slot)
{
    Slot *whole = slot_whole(f, slot);
    if (whole) return slot_binding_span(f, whole);
    Binding *b = slot_own_binding(f, slot);
    return b ? b->span : slot->span;
}

// ---- Attributes --------------------------------------------------------------------------

bool slot_has_attributes(Front *f, Slot *slot)
{
    if (slot->mod && slot->mod->n_children) return true;
    const Node *type = slot_type_node(f, slot);
    return type && (type->def || type->mod); // a predefined type as such says nothing
}

Binding *slot_attribute(Front *f, Slot *slot, const char *attribute)
{
    Name name = name_of_text(f->s->names, attribute);
    Binding *set = f->element_settings.count ? slot_attribute_setting(f, slot, name) : NULL;
    if (set) return set;
    if (!slot_has_attributes(f, slot)) return NULL;
    const Mod *m = mod_child(slot->mod, name);
    Node *type = slot_type_node(f, slot);
    if (m && m->value) {
        bool is_simple = type && node_simple_kind(f, type) != TYPE_ERROR;
        const Mod *below = is_simple ? node_attribute(f, type, name) : NULL;
        if (below && below->is_final) mod_merge(f, m, below); // reports
        return m->value->text->kind == AST_BREAK ? NULL : m->value;
    }
    m = type && node_simple_kind(f, type) != TYPE_ERROR ? node_attribute(f, type, name) : NULL;
    return m && m->value && m->value->text->kind != AST_BREAK ? m->value : NULL;
}

Name slot_unit(Front *f, Slot *slot)
{
    uint32_t length;
    const Binding *b = slot_attribute(f, slot, "unit");
    if (!b || b->text->kind != AST_STRING) return NULL;
    return name_of_text(f->s->names, ast_string_value(b->text, f->work, &length));
}

const Expr *expr_filled(Front *f, const Expr *scalar, const Type *type)
{
    for (uint32_t k = type_rank(type); k-- > 0;) {
        int32_t n = type_dim(type, k);
        if (n == DIM_UNKNOWN) return scalar;
        const Expr **items = ARENA_RAW(f->work, const Expr *, n + 1);
        for (int32_t i = 0; i < n; i++) items[i] = scalar;
        scalar = expr_array(f->exprs, items, (uint32_t)n, scalar->type);
    }
    return scalar;
}

// From a type with fewer dimensions: the same for all elements of the outer ones.
static const Expr *spread(Front *f, const Expr *e, const Type *own)
{
    uint32_t rank = type_rank(e->type), all = type_rank(own);
    for (uint32_t k = all - rank; rank > 0 && k-- > 0;) {
        int32_t n = type_dim(own, k);
        const Expr **items = ARENA_RAW(f->work, const Expr *, n + 1);
        for (int32_t i = 0; i < n; i++) items[i] = e;
        e = expr_array(f->exprs, items, (uint32_t)n, e->type);
    }
    return e;
}

const Expr *slot_attribute_value(Front *f, Slot *slot, const char *attribute, const Type *elem)
{
    Binding *b = slot_attribute(f, slot, attribute);
    if (!b) return NULL;
    uint32_t levels = b->levels ? b->levels - 1u : 0;
    Crossed crossed = crossed_by(f, b, slot->holder->component, levels);
    const Expr *whole = binding_whole(f, b, elem, b->levels ? slot_rank(f, slot) : 0, &crossed);
    whole = check_split(f, slot, b, whole, &crossed, true);
    const Expr *e = crossed_part(f, whole, &crossed);
    if (expr_is_error(e)) return e;
    const Type *own = slot_type(f, slot);
    uint32_t rank = type_rank(e->type), own_rank = own ? type_rank(own) : 0;
    if (rank > own_rank) {
        report_once(f, slot, b,
                    arena_printf(f->work, "the attribute '%s' of '%s' cannot be of type '%s'",
                                 attribute, slot->name->text, type_text(f, e->type)));
        return expr_error(f->exprs);
    }
    if (rank == 0 && own_rank > 0 && b->levels > 0)
        breach_each(f, slot, b,
                    arena_printf(f->work,
                                 "'%s' is an array, and the value of its attribute '%s' has one "
                                 "element only",
                                 slot->name->text, attribute));
    bool is_of_type = b->levels == 0 || b->of_class; // or for each
    if (rank < own_rank && rank > 0 && is_of_type) e = spread(f, e, own);
    const Type *want =
        elem ? type_array(f->exprs, elem, own ? own->dims : NULL, rank ? own_rank : 0) : NULL;
    const Expr *c = convert_to(f, e, want);
    if (c) return c;
    report_once(f, slot, b,
                arena_printf(
                    f->work, "the attribute '%s' of '%s' must be of type '%s', but is of type '%s'",
                    attribute, slot->name->text, type_text(f, want), type_text(f, e->type)));
    return expr_error(f->exprs);
}
