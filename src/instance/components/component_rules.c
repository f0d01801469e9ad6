// component_rules.c -- which prefixes and classes a component may have (4.4.2, 4.7, 9.3, 15.1).
//
// A component is judged when its elements are made; connector classes once each, from the tree
// of the first component that has them. Cost: one look per component, one walk per class.
#include "base/hash.h"
#include "instance/checks.h"
#include "instance/components/copies.h"

bool is_first_report(Front *f, Span at, DiagCode code)
{
    return is_first_at(f, hash_mix(hash_mix((uint64_t)code + 1, at.begin), at.end));
}

bool is_first_at(Front *f, uint64_t place)
{
    if (map_get_or(&f->classes->reported, place, 0)) return false;
    map_put(&f->classes->reported, place, 1);
    return true;
}

static const AstClass *class_of_declaration(const Slot *slot)
{
    const ClassLayout *layout = slot->holder->layout;
    return slot->part < layout->n_parts ? layout->parts[slot->part].def : NULL;
}

static AstClassKind kind_of(const Node *type)
{
    return type->is_connector ? AST_CONNECTOR : type->kind;
}

static const char *slot_class_text(const Slot *slot)
{
    const AstExpr *type = slot->ast->u.component.type;
    return type->u.ref.parts[type->u.ref.n_parts - 1].name->text;
}

static void report_prefix(Front *f, const Slot *slot, const char *sentence, Span other,
                          const char *note)
{
    if (!is_first_report(f, slot->ast->name_span, E_PREFIX)) return;
    Diagnostic *d = diag_error(f->diag, slot->ast->name_span, E_PREFIX, "%s", sentence);
    if (!span_is_none(other)) diag_note(f->diag, d, other, "%s", note);
}

// ---- Prefixes ----------------------------------------------------------------------------

static const char *first_prefix(const AstPrefixes *p)
{
    return p->is_flow        ? "flow"
           : p->is_stream    ? "stream"
           : p->is_input     ? "input"
           : p->is_output    ? "output"
           : p->is_constant  ? "constant"
           : p->is_parameter ? "parameter"
           : p->is_discrete  ? "discrete"
                             : NULL;
}

static void check_prefix_of_class(Front *f, const Slot *slot, const Node *type)
{
    const char *prefix = first_prefix(&slot->prefixes);
    if (!prefix || (type->kind != AST_MODEL && type->kind != AST_BLOCK)) return;
    report_prefix(f, slot,
                  arena_printf(f->work,
                               "'%s' cannot be declared '%s': its class '%s' is a %s, and only "
                               "components of types, records and connectors have such prefixes",
                               slot->name->text, prefix, type->full_name->text,
                               ast_kind_word(type->kind)),
                  type->def ? type->def->name_span : (Span){0, 0}, "the class is declared here");
}

// Of a connector that is one variable there is one reading (9.2): a parameter of its type.
static void check_connector_variability(Front *f, const Slot *slot, Node *type)
{
    const AstPrefixes *p = &slot->prefixes;
    if (!type->is_connector || (!p->is_constant && !p->is_parameter)) return;
    if (node_simple_kind(f, type) != TYPE_ERROR) {
        if (!is_first_report(f, slot->ast->name_span, E_PREFIX)) return;
        Diagnostic *d = diag_breach(f->diag, slot->ast->name_span, E_PREFIX,
                                    "the connector '%s' cannot be declared '%s'", slot->name->text,
                                    p->is_constant ? "constant" : "parameter");
        diag_label(f->diag, d, "taken for a %s of its type; write 'Real' or a type instead",
                   p->is_constant ? "constant" : "parameter");
        return;
    }
    report_prefix(f, slot,
                  arena_printf(f->work, "the connector '%s' cannot be declared '%s'",
                               slot->name->text, p->is_constant ? "constant" : "parameter"),
                  type->def ? type->def->name_span : (Span){0, 0}, "its class is declared here");
}

static void check_flow_type(Front *f, const Slot *slot, Node *type)
{
    AstPrefixes p = slot->prefixes;
    TypeKind kind = node_simple_kind(f, type);
    bool is_flow = p.is_flow || type->short_prefixes.is_flow;
    bool is_stream = p.is_stream || type->short_prefixes.is_stream;
    if ((!is_flow && !is_stream) || kind == TYPE_ERROR || kind == TYPE_REAL) return;
    report_prefix(f, slot,
                  arena_printf(f->work,
                               "'%s' cannot be declared '%s': it is of type '%s', not of type "
                               "'Real'",
                               slot->name->text, is_flow ? "flow" : "stream",
                               type->full_name->text),
                  (Span){0, 0}, "");
}

// An element that already has a prefix of the same group: flow and stream, input and output.
static const SlotInfo *element_with_prefix(const ClassLayout *layout, bool is_causal)
{
    for (uint32_t i = 0; i < layout->n_slots; i++) {
        const SlotInfo *info = &layout->slots[i];
        if (info->kind != SLOT_COMPONENT || !info->element) continue;
        const AstPrefixes *p = &info->element->prefixes;
        if (is_causal ? p->is_input || p->is_output : p->is_flow || p->is_stream) return info;
    }
    return NULL;
}

static void check_prefix_twice(Front *f, const Slot *slot, Node *type)
{
    AstPrefixes p = slot->prefixes;
    p.is_flow |= type->short_prefixes.is_flow;
    p.is_stream |= type->short_prefixes.is_stream;
    p.is_input |= type->short_prefixes.is_input;
    p.is_output |= type->short_prefixes.is_output;
    bool is_causal = p.is_input || p.is_output, is_flow = p.is_flow || p.is_stream;
    if (!is_causal && !is_flow) return;
    const ClassLayout *layout = node_layout(f, type);
    const SlotInfo *inside = is_flow ? element_with_prefix(layout, false) : NULL;
    if (!inside && is_causal) inside = element_with_prefix(layout, true);
    if (!inside) return;
    report_prefix(f, slot,
                  arena_printf(f->work,
                               "'%s' cannot be declared '%s': its element '%s' is already "
                               "declared '%s'",
                               slot->name->text, first_prefix(&p), inside->name->text,
                               first_prefix(&inside->element->prefixes)),
                  inside->element->name_span, "the element is declared here");
}

// The causality of a component and that of its class, when both have one.
static void check_opposite_prefix(Front *f, const Slot *slot, const Node *type)
{
    const AstPrefixes *p = &slot->prefixes, *q = &type->short_prefixes;
    const char *own = p->is_input && q->is_output   ? "input"
                      : p->is_output && q->is_input ? "output"
                      : p->is_flow && q->is_stream  ? "flow"
                      : p->is_stream && q->is_flow  ? "stream"
                                                    : NULL;
    if (!own) return;
    report_prefix(f, slot,
                  arena_printf(f->work, "'%s' cannot be declared '%s': its class '%s' is '%s'",
                               slot->name->text, own, slot_class_text(slot), first_prefix(q)),
                  (Span){0, 0}, "");
}

static void check_stream_place(Front *f, const Slot *slot, const AstClass *around)
{
    if (!slot->prefixes.is_stream || around->kind == AST_CONNECTOR) return;
    if (around->kind == AST_RECORD || around->kind == AST_OPERATOR_RECORD) return; // reported
    report_prefix(f, slot,
                  arena_printf(f->work,
                               "'%s' cannot be declared 'stream' in the %s '%s'; stream variables "
                               "belong into connectors",
                               slot->name->text, ast_kind_word(around->kind), around->name->text),
                  (Span){0, 0}, "");
}

static void check_flow_place(Front *f, const Slot *slot, const AstClass *around)
{
    if (!slot->prefixes.is_flow || !around->is_expandable) return;
    report_prefix(f, slot,
                  arena_printf(f->work,
                               "'%s' cannot be declared 'flow' in the expandable connector '%s'; "
                               "put it into a connector inside",
                               slot->name->text, around->name->text),
                  (Span){0, 0}, "");
}

// ---- Values ------------------------------------------------------------------------------

// A model, a block or a connector of its own is no value and has none (4.6).
static void check_value_of_structure(Front *f, const Slot *slot, Node *type)
{
    const Binding *value = slot->mod ? slot->mod->value : NULL;
    bool is_structure = type->kind == AST_MODEL || type->kind == AST_BLOCK;
    if (!value || !is_structure || node_layout(f, type)->is_failed) return;
    if (!is_first_report(f, value->span, E_NOT_A_VALUE)) return;
    Diagnostic *d = diag_error(f->diag, value->span, E_NOT_A_VALUE,
                               "'%s' cannot be given a value: it is a component of the %s '%s'",
                               slot->name->text, ast_kind_word(type->kind), type->full_name->text);
    diag_note(f->diag, d, slot->span, "'%s' is declared here", slot->name->text);
}

static void check_object_value(Front *f, const Slot *slot, Node *type)
{
    if (node_simple_kind(f, type) != TYPE_EXTERNAL || (slot->mod && slot->mod->value)) return;
    if (!is_first_report(f, slot->span, E_NO_VALUE)) return;
    Diagnostic *d = diag_error(f->diag, slot->span, E_NO_VALUE,
                               "the external object '%s' is never constructed", slot->name->text);
    diag_label(f->diag, d, "give it a value: %s %s = %s(...)", slot_class_text(slot),
               slot->name->text, slot_class_text(slot));
}

// ---- Classes of elements -------------------------------------------------------------------

static void check_type_of_nothing(Front *f, const Slot *slot, Node *type)
{
    if (type->kind != AST_TYPE || node_simple_kind(f, type) != TYPE_ERROR) return;
    if (node_layout(f, type)->is_failed || !is_first_report(f, slot->span, E_CLASS_KIND)) return;
    Diagnostic *d =
        diag_error(f->diag, slot->span, E_CLASS_KIND,
                   "'%s' has no type: '%s' is derived from none of the predefined types",
                   slot->name->text, type->full_name->text);
    if (type->def) diag_note(f->diag, d, type->def->name_span, "the type is declared here");
}

static void check_class_of_element(Front *f, const Slot *slot, const Node *type,
                                   const AstClass *around)
{
    bool in_record = around->kind == AST_RECORD || around->kind == AST_OPERATOR_RECORD;
    if (!in_record && around->kind != AST_CONNECTOR) return;
    AstClassKind kind = kind_of(type);
    bool fits = kind == AST_TYPE || kind == AST_RECORD || kind == AST_OPERATOR_RECORD ||
                kind == AST_CLASS || (kind == AST_CONNECTOR && !in_record);
    if (fits || !is_first_report(f, slot->ast->name_span, E_ELEMENT_KIND)) return;
    Diagnostic *d = diag_error(f->diag, slot->ast->name_span, E_ELEMENT_KIND,
                               "the %s '%s' cannot contain '%s': its class '%s' is a %s",
                               ast_kind_word(around->kind), around->name->text, slot->name->text,
                               type->full_name->text, ast_kind_word(kind));
    if (type->def) diag_note(f->diag, d, type->def->name_span, "the class is declared here");
}

void check_component(Front *f, Slot *slot, Node *type)
{
    const AstClass *around = class_of_declaration(slot);
    check_prefix_of_class(f, slot, type);
    check_connector_variability(f, slot, type);
    check_flow_type(f, slot, type);
    check_prefix_twice(f, slot, type);
    check_opposite_prefix(f, slot, type);
    check_value_of_structure(f, slot, type);
    check_object_value(f, slot, type);
    check_type_of_nothing(f, slot, type);
    if (!around) return;
    check_stream_place(f, slot, around);
    check_flow_place(f, slot, around);
    check_class_of_element(f, slot, type, around);
}

// ---- Connectors ----------------------------------------------------------------------------

typedef struct ConnectorCount { // scalar variables of a connector
    int64_t flows, potentials;
    int64_t own_flows;                 // not of connectors inside
    bool is_simple;                    // neither flow nor stream nor causal variables
    const Component *stream, *acausal; // one of each kind
} ConnectorCount;

static void count_leaf(const Component *c, int64_t n, bool is_own, ConnectorCount *count)
{
    if (c->variability <= VARIABILITY_PARAMETER) return;
    if (c->connect_kind != CONNECT_POTENTIAL || c->causality != CAUSALITY_NONE)
        count->is_simple = false;
    if (c->connect_kind == CONNECT_STREAM) {
        if (is_own) count->stream = c;
    } else if (c->connect_kind == CONNECT_FLOW) {
        count->flows += n;
        if (is_own) count->own_flows += n;
    } else if (c->causality == CAUSALITY_NONE) {
        count->potentials += n;
    }
    if (c->causality == CAUSALITY_NONE && !count->acausal) count->acausal = c;
}

typedef struct CountStep {
    const Component *component;
    bool is_own;
} CountStep;

// An overdetermined type counts as many as its equalityConstraint has equations (9.3.1).
static ConnectorCount count_connector(Front *f, const Component *connector)
{
    ConnectorCount count = {.is_simple = true};
    VEC(CountStep) stack = {0};
    VEC_PUSH(f->work, &stack, ((CountStep){connector, true}));
    while (stack.count) {
        CountStep step = VEC_POP(&stack);
        const Component *c = step.component;
        const Type *residue =
            is_overdetermined(c) ? c->declared->functions->equality_constraint->type : NULL;
        int64_t n = residue ? type_count(residue) : -1;
        if (n < 0 && c->kind == COMPONENT_SIMPLE) n = type_count(c->declared->type);
        if (n >= 0) {
            count_leaf(c, n, step.is_own, &count);
            continue;
        }
        for (uint32_t i = c->n_children; i-- > 0;) {
            const Component *child = c->children[i];
            bool is_own = step.is_own && !(child->is_connector && child->n_children);
            VEC_PUSH(f->work, &stack, ((CountStep){child, is_own}));
        }
    }
    return count;
}

static Span class_span(const Slot *slot)
{
    return slot->type_node->def ? slot->type_node->def->name_span : slot->span;
}

// A component of such a class is causal as a whole, hidden, or a part of another connector (9.3.1).
// Two of them connected have equal members and no sum, and the model as a whole is counted anyway.
static void check_simple_connector(Front *f, const Component *c, const Slot *slot)
{
    if (slot->is_protected || c->parent->is_connector) return;
    if (!is_first_report(f, slot->ast->name_span, E_CONNECTOR_BALANCE)) return;
    Diagnostic *d = diag_breach(f->diag, slot->ast->name_span, E_CONNECTOR_BALANCE,
                                "the connector '%s' has neither flow variables nor inputs and "
                                "outputs: is a 'flow' missing in its class? Else it is declared "
                                "'input', 'output' or 'protected'",
                                c->declared->name->text);
    diag_note(f->diag, d, class_span(slot), "what flows through '%s' is declared here with 'flow'",
              c->declared->name->text);
}

static void check_connector(Front *f, const Component *c, const Slot *slot,
                            const ConnectorCount *count)
{
    Span at = class_span(slot);
    const char *name = slot->type_node->full_name->text;
    if (count->stream && count->own_flows != 1) {
        if (!is_first_report(f, at, E_STREAM_FLOW)) return;
        Diagnostic *d = diag_error(f->diag, at, E_STREAM_FLOW,
                                   "the connector '%s' has stream variables and %lld scalar flow "
                                   "variables; it must have exactly one",
                                   name, (long long)count->own_flows);
        diag_note(f->diag, d, count->stream->declared->span, "'%s' is a stream variable",
                  count->stream->declared->name->text);
        return;
    }
    if (count->flows == count->potentials || c->kind != COMPONENT_CONNECTOR) return;
    if (c->connect_kind != CONNECT_POTENTIAL) return; // a part, declared flow as a whole
    if (count->is_simple) {
        check_simple_connector(f, c, slot);
        return;
    }
    if (!is_first_report(f, at, E_CONNECTOR_BALANCE)) return;
    // For the balance of each model alone (9.3.1): the equations of connections are what they are.
    Diagnostic *d = diag_breach(f->diag, at, E_CONNECTOR_BALANCE,
                                "the connector '%s' has %lld flow and %lld potential variables; it "
                                "must have as many of each",
                                name, (long long)count->flows, (long long)count->potentials);
    diag_note(f->diag, d, c->declared->span, "it is the class of '%s'", c->declared->name->text);
}

// As in a model, which the block was meant to be: the restriction of blocks adds no meaning.
static void check_block_connector(Front *f, const Component *c, const Slot *slot,
                                  const ConnectorCount *count)
{
    const Node *holder = slot->holder;
    if (holder->kind != AST_BLOCK || slot->is_protected || !count->acausal) return;
    if (!is_first_report(f, slot->ast->name_span, E_ELEMENT_KIND)) return;
    Diagnostic *d = diag_breach(
        f->diag, slot->ast->name_span, E_ELEMENT_KIND,
        "the connector '%s' of the block '%s' has the variable '%s' that is neither "
        "input nor output (4.7)",
        c->declared->name->text, holder->full_name->text, count->acausal->declared->name->text);
    diag_label(f->diag, d, "declare '%s' as 'model'", holder->full_name->text);
    diag_note(f->diag, d, count->acausal->declared->span, "the variable is declared here");
}

// The sum of a flow and its zero are made of operators of its type (9.2).
static void check_flow_operators(Front *f, const Component *c)
{
    if (!c->is_operator_record || c->connect_kind != CONNECT_FLOW) return;
    const char *missing = !c->declared->functions->zero     ? "'0'"
                          : !c->declared->functions->add    ? "'+'"
                          : !c->declared->functions->negate ? "'-' with one argument"
                                                            : NULL;
    if (!missing || !is_first_report(f, c->declared->span, E_OVERLOAD)) return;
    diag_error(f->diag, c->declared->span, E_OVERLOAD,
               "'%s' cannot be a flow variable: the operator record '%s' has no operator %s",
               c->declared->name->text, c->declared->class_name->text, missing);
}

void check_connectors(Front *f)
{
    Map seen = map_make(f->work);
    for (uint32_t i = 0; i < f->components.count; i++) {
        const Component *c = f->components.data[i];
        if (is_copy(f, c->id)) continue;
        const Slot *slot = slot_of_component(f, c);
        check_flow_operators(f, c);
        if (!c->is_connector || !slot || !slot->type_node) continue;
        if (c->kind == COMPONENT_EXPANDABLE) continue;
        // One component of a class speaks for all; blocks are looked at declaration by declaration.
        const void *key = slot->holder->kind == AST_BLOCK ? (const void *)slot->ast
                                                          : (const void *)slot->type_node;
        if (map_get_pointer(&seen, key)) continue;
        map_put_pointer(&seen, key, c);
        ConnectorCount count = count_connector(f, c);
        if (c->kind != COMPONENT_SIMPLE) check_connector(f, c, slot, &count);
        check_block_connector(f, c, slot, &count);
    }
}
