// lower_reference.c -- a.b[i].c to the variables, constants or locals it names.
//
// Records are values made of their leaves; leaves over component arrays come back as nested
// arrays. Constants are folded, locals of functions stay whole.
#include <math.h>

#include "instance/checks.h"
#include "instance/classes/classes.h"
#include "instance/lower/lower.h"

// ---- Values of components ----------------------------------------------------------------------

static const Expr *component_value(const Lower *l, const Component *c);

static const Expr *nested_array(const Lower *l, const Grid *g, const Expr **values,
                                const Type *leaf, uint32_t dim, uint32_t from)
{
    if (dim == g->n_dims) return values[from];
    uint32_t n = (uint32_t)g->dims[dim], below = 1;
    for (uint32_t k = dim + 1; k < g->n_dims; k++) below *= (uint32_t)g->dims[k];
    const Expr **items = ARENA_ARRAY(l->f->work, const Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        items[i] = nested_array(l, g, values, leaf, dim + 1, from + i * below);
    const Type *elem = type_array(l->t, leaf, g->dims + dim + 1, g->n_dims - dim - 1);
    return expr_array(l->t, items, n, elem);
}

static const Expr *apply_pending(const Lower *l, const Grid *g, const Expr *value)
{
    bool any = false;
    for (uint32_t k = 0; k < g->n_dims; k++) any |= g->pending[k] != NULL;
    if (!any) return value;
    const Expr **subs = ARENA_ARRAY(l->f->work, const Expr *, g->n_dims + 1);
    for (uint32_t k = 0; k < g->n_dims; k++)
        subs[k] = g->pending[k] ? g->pending[k] : expr_colon(l->t);
    return expr_subscript(l->t, value, subs, g->n_dims);
}

static const Expr *grid_value(const Lower *l, const Grid *g, const AstRefPart *last)
{
    const Expr *single; // the ordinary case takes no memory
    Lower of_slot = *l;
    of_slot.subscripted = g->slot;
    const Expr **values = g->n <= 1 ? &single : ARENA_ARRAY(l->f->work, const Expr *, g->n);
    for (uint32_t i = 0; i < g->n; i++) {
        values[i] = component_value(l, g->items[i]);
        if (g->is_simple && last)
            values[i] = lower_subscripts(&of_slot, values[i], &last->subscripts, last->span);
        if (expr_is_error(values[i])) return values[i];
    }
    const Type *leaf = g->n ? values[0]->type : slot_type(l->f, g->slot);
    if (!leaf) return expr_error(l->t);
    if (g->n == 0 && !g->is_simple) leaf = type_elem(leaf);
    if (g->n == 0 && leaf->kind == TYPE_NONE) return expr_error(l->t);
    for (uint32_t i = 1; i < g->n; i++) {
        const Type *type = values[i]->type;
        if (types_agree(l->f, type, leaf) || types_alike(type, leaf)) continue;
        for (uint32_t k = 0; k < g->n_dims; k++) // one element at a time may do
            if (g->pending[k] && lower_needs_iterator(l, g->pending[k])) return expr_error(l->t);
        diag_error(l->f->diag, last ? last->span : g->slot->span, E_DIMENSION,
                   "the elements have members of the types '%s' and '%s'", type_text(l->f, leaf),
                   type_text(l->f, type));
        return expr_error(l->t);
    }
    return apply_pending(l, g, nested_array(l, g, values, leaf, 0, 0));
}

const Expr *slot_expression(const Lower *l, Slot *slot)
{
    Grid g = {.n = 1};
    AstRefPart whole = {.name = slot->name, .span = slot->span};
    if (!grid_enter(l, &g, &slot, &whole)) return expr_error(l->t);
    return grid_value(l, &g, NULL);
}

static const Expr *record_value(const Lower *l, const Component *c)
{
    const Type *type = c->declared->type;
    Node *node = node_of_component(l->f, c);
    if (!type || type->kind != TYPE_RECORD || !node) return expr_error(l->t);
    const Expr **fields = ARENA_ARRAY(l->f->work, const Expr *, type->n + 1);
    for (uint32_t i = 0; i < type->n; i++) {
        Slot *member = node_member(l->f, node, type->fields[i].name);
        if (!member) return expr_error(l->t);
        fields[i] = convert_to(l->f, slot_expression(l, member), type->fields[i].type);
        if (!fields[i] || expr_is_error(fields[i])) return expr_error(l->t);
    }
    return expr_record(l->t, type, fields, type->n);
}

static bool is_record(const Component *c)
{
    return c->declared->type && c->declared->type->kind == TYPE_RECORD;
}

// Where units are looked at, what has a unit stays a name: its value tells nothing of that.
static bool stays_name(const Lower *l, const Type *type)
{
    return l->f->s->keeps_names && type_elem(type)->kind == TYPE_REAL;
}

// A constant without a unit tells no more than its value does, unless that is a factor as people
// write them, 2 or 1/3: such a number changes no unit, and the constant may.
static bool tells_as_much(Front *f, Slot *slot, const Expr *value)
{
    const double most = 100, least = 0.01, pi = 3.14159265358979323846;
    double size;
    if (!expr_is_number(value, &size)) return false;
    bool is_no_factor = fabs(size) > most || (size != 0 && fabs(size) < least);
    if (!is_no_factor && size != pi) return false;
    Name unit = slot_unit(f, slot);
    return !unit || !unit->length;
}

// Where units are not looked at, a name becomes a number. `slot` may be NULL.
static const Expr *nameless(const Lower *l, Slot *slot, const Expr *value)
{
    Front *f = l->f;
    if (f->has_lost_units || expr_is_error(value) || type_elem(value->type)->kind != TYPE_REAL)
        return value;
    f->has_lost_units = !slot || !tells_as_much(f, slot, value);
    return value;
}

static const Expr *component_value(const Lower *l, const Component *c)
{
    if (is_leaf(c)) {
        const Variable *v = l->f->variables.data[c->variable.i];
        if (stays_name(l, v->type)) return expr_ref(l->t, c->variable, v->type);
        // What can never change is a number: final parameters and those with Evaluate = true.
        bool is_known = v->variability == VARIABILITY_PARAMETER &&
                        (v->is_final || v->is_evaluated) && v->value && type_rank(v->type) == 0 &&
                        v->value->type == v->type;
        if (is_known) return nameless(l, NULL, v->value);
        if (v->variability == VARIABILITY_CONSTANT) {
            Slot *slot = slot_of_variable(l->f, c->variable);
            const Expr *value = slot_value(l->f, slot, c->declared->span, false);
            if (value) return nameless(l, slot, value);
        }
        return expr_ref(l->t, c->variable, v->type);
    }
    if (is_record(c)) return record_value(l, c);
    return expr_component(l->t, c->id);
}

// A model, block or connector where a record is expected: the fields of equal name.
static const Expr *component_as_record(const Lower *l, const Component *c, const Type *type)
{
    Node *node = node_of_component(l->f, c);
    const Expr **fields = ARENA_ARRAY(l->f->work, const Expr *, type->n + 1);
    for (uint32_t i = 0; node && i < type->n; i++) {
        Slot *member = node_member(l->f, node, type->fields[i].name);
        if (!member || member->kind != SLOT_COMPONENT) return NULL;
        fields[i] = convert_to(l->f, slot_expression(l, member), type->fields[i].type);
        if (!fields[i]) return NULL;
    }
    return node ? expr_record(l->t, type, fields, type->n) : NULL;
}

static const Expr *lower_class_slot(const Lower *l, const AstExpr *ref, const Found *found);

static const Expr *not_a_value(const Lower *l, const AstExpr *ref, const char *kind)
{
    diag_error(l->f->diag, ref->span, E_NOT_A_VALUE, "'%s' is a %s, not a value",
               source_text(l->f, ref->span), kind);
    return expr_error(l->t);
}

// A block that is named where its only output is meant.
static void suggest_output(const Lower *l, const AstExpr *ref, const Found *found)
{
    Front *f = l->f;
    Node *node = ref->u.ref.n_parts == 1 ? slot_type_node(f, found->slot) : NULL;
    Slot **slots, *output = NULL;
    uint32_t n = node ? node_components(f, node, &slots) : 0, n_outputs = 0;
    for (uint32_t i = 0; i < n; i++) {
        const Node *type = slot_type_node(f, slots[i]);
        bool is_output = slots[i]->prefixes.is_output || (type && type->short_prefixes.is_output);
        if (!is_output || slots[i]->is_protected) continue;
        output = slots[i];
        n_outputs++;
    }
    if (n_outputs == 1)
        diag_replace(f->diag, diag_changeable(f->diag, diag_total(f->diag) - 1), ref->span,
                     arena_printf(f->work, "%s.%s", source_text(f, ref->span), output->name->text));
}

// component.Class.constant: only functions are found that way (5.3.2), but the constant is that of
// the class, which can mean one thing only.
static const Expr *lower_behind_component(const Lower *l, const AstExpr *ref, const Grid *g)
{
    Node *node = g->n_dims == 0 ? slot_class(l->f, g->class_slot) : NULL;
    for (uint32_t i = g->parts_used + 1; node && i < ref->u.ref.n_parts; i++) {
        Slot *member = node_member(l->f, node, ref->u.ref.parts[i].name);
        if (!member)
            return report_no_member(l->f, node, ref->u.ref.parts[i].name, ref->u.ref.parts[i].span),
                   expr_error(l->t);
        if (member->kind == SLOT_CLASS) {
            node = slot_class(l->f, member);
            continue;
        }
        if (!member->prefixes.is_constant) break;
        if (is_first_report(l->f, ref->span, E_NOT_A_VALUE))
            diag_breach(l->f->diag, ref->span, E_NOT_A_VALUE,
                        "'%s' is a constant of a class, which is no part of the component (5.3.2)",
                        source_text(l->f, ref->span));
        const Found found = {.kind = FOUND_SLOT, .slot = member, .parts_used = i + 1};
        return lower_class_slot(l, ref, &found);
    }
    return not_a_value(l, ref, "class");
}

static const Expr *lower_instance_slot(const Lower *l, const AstExpr *ref, const Found *found,
                                       const Type *expected)
{
    Grid g;
    if (!walk_components(l, ref, found, &g)) return expr_error(l->t);
    if (g.is_disabled) {
        diag_error(l->f->diag, ref->span, E_DISABLED,
                   "'%s' does not exist: the condition of its declaration is false",
                   source_text(l->f, ref->span));
        return expr_error(l->t);
    }
    // A rule that ended with version 3.6 of the language: what exists may be used (4.4.5).
    if (g.conditional && diag_is_strict(l->f->diag)) {
        Diagnostic *d =
            diag_error(l->f->diag, ref->span, E_DISABLED,
                       "'%s' can only be used in 'connect', because '%s' is conditional",
                       source_text(l->f, ref->span), g.conditional->name->text);
        diag_note(l->f->diag, d, g.conditional->span, "'%s' is declared here with a condition",
                  g.conditional->name->text);
        return expr_error(l->t);
    }
    if (g.class_slot || g.parts_used < ref->u.ref.n_parts) {
        if (!g.class_slot)
            return report_no_component(l, g.items[0], &ref->u.ref.parts[g.parts_used]),
                   expr_error(l->t);
        return lower_behind_component(l, ref, &g);
    }
    bool is_structured = g.n && !g.is_simple && !is_record(g.items[0]);
    if (is_structured) {
        const Type *want = expected ? type_elem(expected) : NULL;
        if (want && want->kind == TYPE_RECORD && g.n_dims == 0) {
            const Expr *record = component_as_record(l, g.items[0], want);
            if (record) return record;
        }
        const Expr *wrong = not_a_value(l, ref, "component with an inner structure");
        suggest_output(l, ref, found);
        return wrong;
    }
    return grid_value(l, &g, &ref->u.ref.parts[ref->u.ref.n_parts - 1]);
}

// ---- The other things a name can be --------------------------------------------------------

static const Expr *lower_local(const Lower *l, const AstExpr *ref, const Found *found,
                               const Function *function)
{
    for (uint32_t i = 0; i < function->n_locals; i++) {
        const Local *local = &function->locals[i];
        if (local->name != found->slot->name) continue;
        if (local->type->kind == TYPE_ERROR) return expr_error(l->t);
        const Expr *value = expr_local(l->t, i, local->type, local->name);
        if (!subscript_types_fit(l, found->slot, &ref->u.ref.parts[found->parts_used - 1]))
            return expr_error(l->t);
        return walk_value(l, value, ref, found->parts_used - 1);
    }
    return not_a_value(l, ref, "functional argument");
}

// A constant that only a function in C knows is the call of that function.
static const Expr *constant_value(const Lower *l, Slot *slot, Span span)
{
    const Expr *value = slot_value(l->f, slot, span, false);
    if (value) return value;
    const Expr *binding = slot->value_state == QUERY_FAILED ? NULL : slot_binding(l->f, slot);
    bool is_call = binding && !expr_is_error(binding) && (binding->flags & EXPR_HAS_CALL) &&
                   !(binding->flags & EXPR_HAS_LOCAL) && !is_evaluable(l->f, binding);
    return is_call ? binding : slot_value(l->f, slot, span, true);
}

// The value of a constant with its unit, and with the name that the text has for it.
static const Expr *named_quantity(const Lower *l, const AstExpr *ref, Slot *slot, const Expr *value)
{
    if (expr_is_error(value) || !stays_name(l, value->type)) return nameless(l, slot, value);
    Name unit = slot_unit(l->f, slot);
    if (!unit) unit = name_of_text(l->f->s->names, "");
    Name name = name_of_text(l->f->s->names, source_text(l->f, ref->span));
    const Expr *args[] = {value, expr_string(l->t, unit), expr_string(l->t, name)};
    return expr_op(l->t, OP_QUANTITY, args, 3);
}

// Constants of packages and of enclosing classes.
static const Expr *lower_class_slot(const Lower *l, const AstExpr *ref, const Found *found)
{
    Slot *slot = found->slot;
    bool is_constant = slot->prefixes.is_constant || slot->prefixes.is_parameter;
    if (!is_constant && slot->holder != l->scope.node) {
        Diagnostic *d = diag_error(l->f->diag, ref->span, E_NOT_A_VALUE,
                                   "'%s' is a variable of the class '%s' and has no value here",
                                   slot->name->text, slot->holder->full_name->text);
        diag_note(l->f->diag, d, slot->span,
                  "'%s' is declared here; only constants can "
                  "be used from outside an instance",
                  slot->name->text);
        return expr_error(l->t);
    }
    // Fields of a constant record are asked one by one: they may refer to each other.
    uint32_t at = found->parts_used - 1;
    Scope scope;
    while (at + 1 < ref->u.ref.n_parts && ref->u.ref.parts[at].subscripts.count == 0 &&
           slot_rank(l->f, slot) == 0 && !slot_binding_text(l->f, slot, &scope)) {
        Node *inside = slot_inside(l->f, slot);
        Slot *member = inside ? node_member(l->f, inside, ref->u.ref.parts[at + 1].name) : NULL;
        if (!member || member->kind != SLOT_COMPONENT) break;
        slot = member;
        at++;
    }
    const Expr *value = constant_value(l, slot, ref->span);
    return value ? named_quantity(l, ref, slot, walk_value(l, value, ref, at)) : expr_error(l->t);
}

static FunctionScope *function_of_slot(const Lower *l, const Slot *slot)
{
    if (l->function && l->function->node == slot->holder) return l->function;
    Function *function = slot->holder->function;
    if (!function && node_is_record(slot->holder)) function = lower_function(l->f, slot->holder);
    return function ? function_scope(function) : NULL;
}

// A constant that the class of a record leaves open has its value with each record, and what
// follows from it has, too.
static bool is_same_in_all(Front *f, Slot *slot)
{
    if (!slot_own_binding(f, slot)) return false;
    const Expr *value = slot_binding(f, slot);
    return !value || !(value->flags & EXPR_HAS_LOCAL);
}

static const Expr *lower_found_slot(const Lower *l, const AstExpr *ref, const Found *found,
                                    const Type *expected)
{
    Slot *slot = found->slot;
    if (slot->holder->component) return lower_instance_slot(l, ref, found, expected);
    FunctionScope *function = function_of_slot(l, slot);
    bool is_fixed =
        slot->prefixes.is_constant && (!node_is_record(slot->holder) || is_same_in_all(l->f, slot));
    if (function && !is_fixed) return lower_local(l, ref, found, function->function);
    return lower_class_slot(l, ref, found);
}

const Expr *lower_reference(const Lower *l, const AstExpr *ref, const Type *expected)
{
    Found found = lookup_reference(l->f, l->scope, ref, LOOKUP_ANY, true);
    switch (found.kind) {
    case FOUND_SLOT: return lower_found_slot(l, ref, &found, expected);
    case FOUND_ITERATOR: return walk_value(l, found.iterator, ref, 0);
    case FOUND_LITERAL: return expr_enum(l->t, node_value_type(l->f, found.cls), found.literal);
    case FOUND_BUILTIN:
        if (found.is_time) return expr_time(l->t);
        return not_a_value(l, ref, "function");
    case FOUND_CLASS: return not_a_value(l, ref, "class");
    case FOUND_NOTHING:
    case FOUND_ERROR: break;
    }
    return expr_error(l->t);
}

bool lower_component_arguments(const Lower *l, const AstExpr *e, uint32_t rank, ComponentList *out)
{
    while (e->kind == AST_PAREN) e = e->u.inner;
    Found found = {0};
    if (e->kind == AST_REF) found = lookup_reference(l->f, l->scope, e, LOOKUP_ANY, true);
    if (found.kind == FOUND_ERROR || found.kind == FOUND_NOTHING) {
        if (e->kind == AST_REF) return false;
    } else if (found.kind == FOUND_SLOT && found.slot->holder->component) {
        Grid g;
        if (!walk_components(l, e, &found, &g)) return false;
        *out = (ComponentList){g.items, g.n};
        if (g.n_dims <= rank && !g.is_disabled && g.parts_used == e->u.ref.n_parts) return true;
    }
    diag_error(l->f->diag, e->span, E_CONNECT_END, "'%s' does not name %s of this model",
               source_text(l->f, e->span), rank ? "components" : "one component");
    return false;
}

const Component *lower_component_argument(const Lower *l, const AstExpr *e)
{
    ComponentList list;
    return lower_component_arguments(l, e, 0, &list) ? list.items[0] : NULL;
}
