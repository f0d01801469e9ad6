// component.c -- components from declarations: class, existence, type, elements, variables
// (4.4, 4.5).
//
// Everything is a query, made when first asked for: an ancestor's slots exist before its
// children are visited, so conditions and sizes may read anything above them. Arrays of
// structured components become one component per element, arrays of simple types one variable.
#include "base/memory.h"
#include "instance/checks.h"
#include "instance/components/copies.h"
#include "instance/lower/lower.h"

Node *node_of_component(Front *f, const Component *c)
{
    Node *known = f->node_of_component.data[c->id.i];
    if (known || is_leaf(c)) return known;
    Slot *slot = slot_of_component(f, c);
    Node *type = slot_type_node(f, slot);
    return f->node_of_component.data[c->id.i] =
               node_inside(f, type, slot->mod, (Component *)c, slot);
}

Slot *slot_of_component(Front *f, const Component *c)
{
    Slot *known = f->slot_of_component.data[c->id.i];
    return known || !is_copy(f, c->id) ? known : slot_of_copy(f, c);
}

Slot *slot_of_variable(Front *f, VarId var)
{
    Slot *known = f->slot_of_variable.data[var.i];
    if (known) return known;
    known = slot_of_component(f, f->components.data[f->variables.data[var.i]->component.i]);
    return f->slot_of_variable.data[var.i] = known;
}

uint32_t component_depth(const Component *c)
{
    uint32_t depth = 0;
    for (; c; c = c->parent) depth++;
    return depth;
}

// ---- Class, variability, condition ---------------------------------------------------------

Node *slot_type_node(Front *f, Slot *slot)
{
    if (slot->type_node_state == QUERY_DONE) return slot->type_node;
    if (slot->type_node_state != QUERY_UNSEEN || slot->kind != SLOT_COMPONENT) return NULL;
    slot->type_node_state = QUERY_BUSY;
    slot->type_node = lookup_class(f, slot_scope(slot), slot->ast->u.component.type, true);
    if (slot->type_node) node_layout(f, slot->type_node);
    slot->type_node_state = slot->type_node ? QUERY_DONE : QUERY_FAILED;
    if (slot->type_node && slot->first) check_component_constraint(f, slot, slot->type_node);
    return slot->type_node;
}

static Variability prefix_variability(const AstPrefixes *p)
{
    if (p->is_constant) return VARIABILITY_CONSTANT;
    if (p->is_parameter) return VARIABILITY_PARAMETER;
    if (p->is_discrete) return VARIABILITY_DISCRETE;
    return VARIABILITY_CONTINUOUS;
}

Variability slot_variability(Front *f, Slot *slot)
{
    Variability own = prefix_variability(&slot->prefixes), above = VARIABILITY_CONTINUOUS;
    if (slot->holder->component)
        above = slot->holder->component->variability;
    else if (slot->holder->slot)
        above = slot_variability(f, slot->holder->slot);
    if (above < own) own = above;
    if (own == VARIABILITY_CONTINUOUS && slot->holder->component) {
        Node *type = slot_type_node(f, slot);
        TypeKind kind = type ? node_simple_kind(f, type) : TYPE_ERROR;
        bool is_discrete = kind == TYPE_INTEGER || kind == TYPE_BOOLEAN || kind == TYPE_STRING ||
                           kind == TYPE_ENUMERATION;
        if (is_discrete) own = VARIABILITY_DISCRETE;
        // Constructed once, before the first equation (12.9.7).
        if (kind == TYPE_EXTERNAL) own = VARIABILITY_PARAMETER;
    }
    return own;
}

bool slot_exists(Front *f, Slot *slot)
{
    if (slot->exists_state == QUERY_DONE) return !slot->is_disabled;
    if (slot->exists_state != QUERY_UNSEEN) return false;
    const AstExpr *condition =
        slot->first && slot->kind == SLOT_COMPONENT ? slot->first->u.component.condition : NULL;
    if (!condition || !slot->holder->component) {
        slot->exists_state = QUERY_DONE;
        slot->is_disabled = slot->is_removed;
        return !slot->is_disabled;
    }
    slot->exists_state = QUERY_BUSY;
    const Expr *value =
        lower_and_evaluate(f, slot_first_scope(slot), condition, type_basic(f->exprs, TYPE_BOOLEAN),
                           "the condition of a component");
    slot->is_disabled = !value || !expr_is_true(value);
    slot->exists_state = value ? QUERY_DONE : QUERY_FAILED;
    return !slot->is_disabled;
}

// ---- Types -------------------------------------------------------------------------------

// One whose elements may differ: sizes of formals and locals are no numbers, and all are alike.
static bool is_array_of_records(Front *f, Slot *slot)
{
    return slot_rank(f, slot) && !node_is_a(f, slot->holder, AST_FUNCTION) &&
           node_is_a(f, slot->type_node, AST_RECORD);
}

static bool is_busy(const Slot *slot)
{
    for (uint32_t k = 0; k < slot->n_dims; k++)
        if (slot->dim_texts[k].state == QUERY_BUSY) return true;
    return false;
}

Node *slot_inside(Front *f, Slot *slot)
{
    Node *type = slot_type_node(f, slot);
    if (!type) return NULL;
    if (slot->holder->component) {
        Component **elements = slot_elements(f, slot);
        if (elements && slot->n_elements) return node_of_component(f, elements[0]);
        if (!elements) return type; // an array of none has a class with modifiers, too
    }
    if (slot->inside) return slot->inside;
    // Sizes may be asked for on the way to the size itself: not the last word then.
    if (is_array_of_records(f, slot) && is_busy(slot))
        return node_inside(f, type, slot->mod, NULL, slot);
    return slot->inside = slot_inside_element(f, slot, 0);
}

static bool has_known_elements(Front *f, Slot *slot)
{
    if (!is_array_of_records(f, slot) || !slot_dims(f, slot)) return false;
    for (uint32_t k = 0; k < slot->n_dims; k++)
        if (slot->dims[k] <= 0) return false;
    return true;
}

Node *slot_inside_element(Front *f, Slot *slot, int32_t i)
{
    const Mod *mod = slot->mod;
    if (mod && mod->n_children && has_known_elements(f, slot)) {
        int32_t *index = ARENA_RAW(f->work, int32_t, slot->n_dims);
        for (uint32_t k = slot->n_dims; k-- > 0; i /= slot->dims[k])
            index[k] = i % slot->dims[k] + 1;
        ArrayElement *element = ARENA_NEW(f->work, ArrayElement);
        *element = (ArrayElement){index, slot->dims, slot->n_dims};
        mod = mod_of_element(f, mod, element);
    }
    return node_inside(f, slot->type_node, mod, NULL, slot);
}

static const Type *find_type(Front *f, Slot *slot)
{
    const Type *bad = type_basic(f->exprs, TYPE_ERROR);
    Node *type = slot_type_node(f, slot);
    if (!type) return bad;
    Node *node = type;
    if (node_is_a(f, type, AST_RECORD) && node_simple_kind(f, type) == TYPE_ERROR) {
        bool is_modified = slot->holder->component || (slot->mod && slot->mod->n_children);
        if (is_modified) node = slot_inside(f, slot);
    }
    const Type *elem = node ? node_value_type(f, node) : bad;
    if (elem->kind == TYPE_ERROR || elem->kind == TYPE_NONE) return elem;
    if (!slot_dims(f, slot)) return bad;
    return type_array(f->exprs, elem, slot->dims, slot->n_dims);
}

const Type *slot_type(Front *f, Slot *slot)
{
    if (slot->prefixes.is_outer && !slot->prefixes.is_inner && slot->holder->component) {
        Slot *inner = slot_inner(f, slot);
        return inner ? slot_type(f, inner) : type_basic(f->exprs, TYPE_ERROR);
    }
    if (slot->type_state == QUERY_DONE) return slot->type;
    if (slot->type_state == QUERY_BUSY) {
        diag_error(f->diag, slot->span, E_SIZE_RING, "the type of '%s' depends on itself",
                   slot->name->text);
        return type_basic(f->exprs, TYPE_ERROR);
    }
    slot->type_state = QUERY_BUSY;
    slot->type = find_type(f, slot);
    slot->type_state = QUERY_DONE;
    return slot->type;
}

// ---- Room ---------------------------------------------------------------------------------

// Bytes that a compilation takes for each at least, measured with empty records, parameters that
// nobody reads and variables with the simplest of equations.
enum { LEAST_OF_COMPONENT = 400, LEAST_OF_PARAMETER = 300, LEAST_OF_VARIABLE = 500 };

// A declaration that can never fit ends the compilation before anything of it is built.
static void claim_room(Front *f, Slot *slot, int64_t components, int64_t scalars)
{
    Variability variability = components ? VARIABILITY_CONTINUOUS : slot_variability(f, slot);
    int each = variability > VARIABILITY_PARAMETER ? LEAST_OF_VARIABLE : LEAST_OF_PARAMETER;
    f->least.n_elements += components;
    f->least.n_scalars += scalars;
    f->least.bytes += LEAST_OF_COMPONENT * components + each * scalars;
    if (!f->s->most_memory || f->least.bytes <= (int64_t)f->s->most_memory) return;
    Diagnostic *d = diag_error(f->diag, slot->span, E_TOO_LARGE,
                               "the model is too large: with '%s' it has %lld components and %lld "
                               "scalar variables, which take more than %g GB of memory",
                               slot->name->text, (long long)f->least.n_elements,
                               (long long)f->least.n_scalars, (double)f->s->most_memory / 1e9);
    diag_label(f->diag, d, "--max-memory allows more");
    memory_give_up_at_limit();
}

// ---- Elements ----------------------------------------------------------------------------

static bool is_annotation(const AstElement *e, const char *name, bool value)
{
    const AstMod *arg = annotation_argument(e->annotation, name);
    return arg && arg->value && arg->value->kind == AST_BOOLEAN && arg->value->u.boolean == value;
}

static bool is_true_annotation(const AstElement *e, const char *name)
{
    return is_annotation(e, name, true);
}

static bool is_declared_invariant(const AstElement *e)
{
    const AstMod *arg = vendor_argument(e->annotation, "invariant");
    return arg && arg->value && arg->value->kind == AST_BOOLEAN && arg->value->u.boolean;
}

static void component_enter(Front *f, Component *c, Slot *slot)
{
    c->id.i = (int32_t)f->components.count;
    VEC_PUSH(f->work, &f->components, c);
    VEC_PUSH(f->work, &f->node_of_component, (Node *)NULL);
    VEC_PUSH(f->work, &f->slot_of_component, slot);
    VEC_PUSH(f->work, &f->copy_set, 0);
}

// A further element of an array; it has an index of its own.
static Component *component_again(Front *f, const Component *first)
{
    Component *c = ARENA_COPY(f->arena, Component, first, 1);
    component_enter(f, c, f->slot_of_component.data[first->id.i]);
    return c;
}

static Component *component_make(Front *f, Slot *slot, ComponentKind kind)
{
    f->s->at = slot->span;
    Component *c = ARENA_NEW(f->arena, Component);
    c->declared = ARENA_NEW(f->arena, Declared);
    const Component *parent = slot->holder->component;
    const AstPrefixes *p = &slot->prefixes, *q = &slot->type_node->short_prefixes;
    c->kind = kind;
    c->declared->name = slot->name;
    c->parent = parent;
    c->depth = parent->depth < UINT8_MAX ? (uint8_t)(parent->depth + 1) : UINT8_MAX;
    c->variable = NO_VAR;
    c->declared->class_name = slot->type_node->full_name;
    c->is_protected = slot->is_protected || parent->is_protected;
    c->is_inner = p->is_inner;
    c->is_outer = p->is_outer;
    c->is_connector = slot->type_node->is_connector;
    c->connect_kind = p->is_flow || q->is_flow       ? CONNECT_FLOW
                      : p->is_stream || q->is_stream ? CONNECT_STREAM
                                                     : parent->connect_kind;
    c->causality = p->is_input || q->is_input     ? CAUSALITY_INPUT
                   : p->is_output || q->is_output ? CAUSALITY_OUTPUT
                                                  : parent->causality;
    c->variability = slot_variability(f, slot);
    bool in_record = parent->kind == COMPONENT_RECORD;
    c->is_final =
        p->is_final || (slot->mod && slot->mod->is_final) || (in_record && parent->is_final);
    c->is_evaluated =
        is_true_annotation(slot->ast, "Evaluate") || (in_record && parent->is_evaluated);
    c->declared->span = slot->span;
    component_enter(f, c, slot);
    return c;
}

static const Function *function_member(Front *f, Node *node, const char *name)
{
    Slot *slot = node_member(f, node, name_of_text(f->s->names, name));
    if (!slot || slot->kind != SLOT_CLASS) return NULL;
    Node *cls = slot_class(f, slot);
    if (cls && cls->kind == AST_OPERATOR) { // an operator holds functions; the first is for two
                                            // operands of the type
        const ClassLayout *layout = node_layout(f, cls);
        for (uint32_t i = 0; i < layout->n_slots; i++) {
            if (layout->slots[i].kind != SLOT_CLASS) continue;
            cls = slot_class(f, node_slot(f, cls, i));
            break;
        }
    }
    return cls && node_is_a(f, cls, AST_FUNCTION) ? lower_function(f, cls) : NULL;
}

static const Function *negation_of(Front *f, Node *node)
{
    Slot *slot = node_member(f, node, name_of_text(f->s->names, "'-'"));
    Node *cls = slot && slot->kind == SLOT_CLASS ? slot_class(f, slot) : NULL;
    if (!cls) return NULL;
    if (cls->kind != AST_OPERATOR) return lower_function(f, cls);
    const ClassLayout *layout = node_layout(f, cls);
    for (uint32_t i = 0; i < layout->n_slots; i++) {
        if (layout->slots[i].kind != SLOT_CLASS) continue;
        Node *function = slot_class(f, node_slot(f, cls, i));
        const Function *lowered = function ? lower_function(f, function) : NULL;
        if (lowered && lowered->n_inputs == 1) return lowered;
    }
    return NULL;
}

static void add_connection_functions(Front *f, Component *c, Node *type)
{
    if (type->kind == AST_OPERATOR_RECORD) c->is_operator_record = true;
    if (node_simple_kind(f, type) != TYPE_ERROR && !type->def) return;
    ConnectFunctions all = {.equality_constraint = function_member(f, type, "equalityConstraint")};
    bool is_summed = c->is_operator_record && c->connect_kind == CONNECT_FLOW;
    if (is_summed) {
        all.zero = function_member(f, type, "'0'");
        all.add = function_member(f, type, "'+'");
        all.negate = negation_of(f, type);
    }
    if (all.equality_constraint || is_summed)
        c->declared->functions = ARENA_COPY(f->arena, ConnectFunctions, &all, 1);
}

// One text for all components of a class.
static const char *text_of_comment(Front *f, const AstExpr *comment)
{
    if (!comment || comment->kind != AST_STRING) return NULL;
    const char *raw = comment->u.string.raw;
    uint32_t length = comment->u.string.length;
    if (memchr(raw, '\\', length) || memchr(raw, '\r', length))
        return ast_string_value(comment, f->arena, &length);
    return name_of(f->s->names, raw, length)->text;
}

static bool make_variable(Front *f, Slot *slot)
{
    const Type *type = slot_type(f, slot);
    if (!type || type->kind == TYPE_ERROR) return false;
    bool is_external = type_elem(type)->kind == TYPE_EXTERNAL;
    claim_room(f, slot, 0, type_count(type));
    check_modified_names(f, slot->type_node, slot->mod);
    Component *c = component_make(f, slot, is_external ? COMPONENT_EXTERNAL : COMPONENT_SIMPLE);
    Variable *v = ARENA_NEW(f->passing, Variable);
    v->id.i = (int32_t)f->variables.count;
    v->component = c->id;
    v->type = c->declared->type = type;
    v->variability = c->variability;
    v->causality = c->causality;
    v->connect_kind = c->connect_kind;
    v->is_final = c->is_final;
    v->is_protected = c->is_protected;
    v->is_structural = slot_is_structural(f, slot);
    v->hide_result = is_true_annotation(slot->ast, "HideResult");
    v->show_result = is_annotation(slot->ast, "HideResult", false);
    v->is_invariant = is_declared_invariant(slot->ast);
    v->is_evaluated = c->variability == VARIABILITY_CONSTANT || c->is_evaluated;
    DeclaredVariable declared = {.span = slot->span,
                                 .description = text_of_comment(f, slot->ast->comment)};
    v->declared = ARENA_COPY(f->arena, DeclaredVariable, &declared, 1);
    VEC_PUSH(f->work, &f->variables, v);
    VEC_PUSH(f->work, &f->slot_of_variable, slot);
    c->variable = slot->variable = v->id;
    add_connection_functions(f, c, slot->type_node);
    slot->elements = ARENA_NEW(f->work, Component *);
    slot->elements[0] = c;
    slot->n_elements = 1;
    // Whether a parameter can be evaluated at all depends on this attribute: it is needed early.
    v->attributes = &no_attributes;
    Attributes early = {0};
    if (v->variability == VARIABILITY_PARAMETER)
        early.fixed = slot_attribute_value(f, slot, "fixed", type_basic(f->exprs, TYPE_BOOLEAN));
    if (early.fixed) v->attributes = attributes_shared(&f->attributes, f->arena, &early);
    return true;
}

// The same texts redeclare the same elements. Scopes and values may differ.
static bool redeclare_alike(const Mod *a, const Mod *b)
{
    if (!mod_has_redeclaration(a) || !mod_has_redeclaration(b))
        return mod_has_redeclaration(a) == mod_has_redeclaration(b);
    if (a->element != b->element) return false;
    for (uint32_t i = 0; i < a->n_children; i++)
        if (!redeclare_alike(a->children[i], mod_child(b, a->children[i]->name))) return false;
    for (uint32_t i = 0; i < b->n_children; i++)
        if (!mod_child(a, b->children[i]->name) && mod_has_redeclaration(b->children[i]))
            return false;
    return true;
}

// The same declaration of the same class with the same redeclarations once more above: it would
// never end. Redeclarations written inside one another end with their text.
static bool is_recursive(Front *f, Slot *slot)
{
    for (const Component *c = slot->holder->component; c; c = c->parent) {
        const Slot *above = slot_of_component(f, c);
        if (!above || above->ast != slot->ast || above->type_node->def != slot->type_node->def ||
            !redeclare_alike(above->type_node->mod, slot->type_node->mod) ||
            !redeclare_alike(above->mod, slot->mod))
            continue;
        Diagnostic *d = diag_error(
            f->diag, slot->span, E_RECURSIVE_MODEL,
            "the component '%s' contains itself: its class '%s' has a component of that class",
            slot->name->text, slot->type_node->full_name->text);
        diag_note(f->diag, d, slot->type_node->def ? slot->type_node->def->name_span : slot->span,
                  "the class is here");
        return true;
    }
    return false;
}

static bool is_component_class(Front *f, Slot *slot)
{
    Node *type = slot->type_node;
    if (type->is_partial && !meet_partial(f)) {
        Diagnostic *d = diag_error(f->diag, slot->span, E_PARTIAL_COMPONENT,
                                   "the component '%s' has the partial class '%s'",
                                   slot->name->text, type->full_name->text);
        if (type->def)
            diag_note(f->diag, d, type->def->name_span, "'%s' is declared here",
                      type->def->name->text);
        return false;
    }
    if (type->kind == AST_PACKAGE || type->kind == AST_FUNCTION || type->kind == AST_OPERATOR ||
        type->kind == AST_OPERATOR_FUNCTION) {
        diag_error(f->diag, slot->span, E_CLASS_KIND,
                   "'%s' is a %s: it cannot be the class of the component '%s'",
                   type->full_name->text, ast_kind_word(type->kind), slot->name->text);
        return false;
    }
    check_component(f, slot, type);
    return !is_recursive(f, slot);
}

static ComponentKind kind_of_class(const Node *type)
{
    if (type->kind == AST_RECORD || type->kind == AST_OPERATOR_RECORD) return COMPONENT_RECORD;
    if (type->kind == AST_CONNECTOR)
        return type->is_expandable ? COMPONENT_EXPANDABLE : COMPONENT_CONNECTOR;
    return COMPONENT_MODEL;
}

static void set_index(Front *f, Component *c, const Slot *slot, uint32_t number)
{
    c->n_index = (uint8_t)slot->n_dims;
    if (slot->n_dims == 0) return;
    int32_t *index = ARENA_RAW(f->arena, int32_t, slot->n_dims);
    for (uint32_t k = slot->n_dims; k-- > 0;) {
        uint32_t size = (uint32_t)slot->dims[k];
        index[k] = (int32_t)(number % size) + 1;
        number /= size;
    }
    c->index = index;
}

enum { MAX_ELEMENTS = 1000000 }; // of one component array: each is a component of its own

// Elements of an array of records may have arrays of different sizes.
static void set_type(Front *f, Component *c, const Type *type, bool is_first)
{
    if (!is_first && c->declared->type != type)
        c->declared = ARENA_COPY(f->arena, Declared, c->declared, 1);
    c->declared->type = type;
}

static bool make_elements(Front *f, Slot *slot)
{
    if (!slot_dims(f, slot)) return false;
    int64_t n = 1;
    for (uint32_t k = 0; k < slot->n_dims && n <= MAX_ELEMENTS; k++) n *= slot->dims[k];
    if (n > MAX_ELEMENTS) {
        diag_error(f->diag, slot->span, E_DIMENSION,
                   "the component array '%s' has more than %d elements", slot->name->text,
                   MAX_ELEMENTS);
        return false;
    }
    if (!slot_list_fits(f, slot)) return false;
    claim_room(f, slot, n, 0);
    slot->elements = ARENA_RAW(f->work, Component *, n + 1);
    slot->n_elements = (uint32_t)n;
    ComponentKind kind = kind_of_class(slot->type_node);
    for (uint32_t i = 0; i < n; i++) {
        Component *c = i ? component_again(f, slot->elements[0]) : component_make(f, slot, kind);
        set_index(f, c, slot, i);
        slot->elements[i] = c;
    }
    slot->elements_state = QUERY_DONE; // from here on others may walk through them
    bool is_record = node_is_record(slot->type_node), is_one = is_record && are_alike(f, slot);
    for (uint32_t i = 0; i < n; i++) {
        Component *c = slot->elements[i], *first = slot->elements[0];
        if (is_record && !(is_one && i))
            set_type(f, c, node_value_type(f, node_of_component(f, c)), i == 0);
        if (i == 0) add_connection_functions(f, c, slot->type_node);
        c->is_operator_record = first->is_operator_record;
    }
    return true;
}

Component **slot_elements(Front *f, Slot *slot)
{
    if (slot->prefixes.is_outer && !slot->prefixes.is_inner) {
        Slot *inner = slot_inner(f, slot);
        if (!inner) return NULL;
        Component **elements = slot_elements(f, inner);
        slot->n_elements = inner->n_elements;
        slot->variable = inner->variable;
        return elements;
    }
    if (slot->elements_state == QUERY_DONE) return slot->elements;
    if (slot->elements_state == QUERY_BUSY && is_first_report(f, slot->span, E_SIZE_RING))
        diag_error(f->diag, slot->span, E_SIZE_RING, "the size of '%s' depends on itself",
                   slot->name->text);
    if (slot->elements_state != QUERY_UNSEEN || !slot->holder->component) return NULL;
    if (!slot_exists(f, slot)) {
        if (slot->exists_state != QUERY_DONE) return NULL;
        slot->elements = ARENA_NEW(f->work, Component *);
        slot->elements_state = QUERY_DONE;
        return slot->elements;
    }
    slot->elements_state = QUERY_BUSY;
    Node *type = slot_type_node(f, slot);
    bool ok = type && is_component_class(f, slot);
    if (ok)
        ok = node_simple_kind(f, type) != TYPE_ERROR ? make_variable(f, slot)
                                                     : make_elements(f, slot);
    slot->elements_state = ok ? QUERY_DONE : QUERY_FAILED;
    return ok ? slot->elements : NULL;
}
