// lower_function.c -- a function class becomes a Function: signature at once, body on demand.
//
// Locals are known before anything is lowered, so that sizes and defaults can refer to each
// other in any order; each default is a query of its own. A record class has a constructor in
// the same form: fields are locals, fields that cannot be set come after the inputs.
#include "instance/checks.h"
#include "instance/classes/classes.h"
#include "instance/lower/lower.h"

FunctionScope *function_scope(const Function *function)
{
    // The scope is ours; Function.owner is const only for the stages behind.
    return (FunctionScope *)(uintptr_t)function->owner;
}

static Lower lower_in_function(Front *f, FunctionScope *fs, Scope scope)
{
    Lower l = lower_in(f, scope);
    l.function = fs;
    l.must_unroll = NULL;
    return l;
}

// ---- Signatures ----------------------------------------------------------------------------

static bool is_formal_function(Front *f, Slot *slot, const FunctionScope *fs)
{
    for (uint32_t i = 0; i < fs->n_actuals; i++)
        if (fs->actuals[i].formal == slot->name) return true;
    (void)f;
    return false;
}

typedef struct SlotList {
    Slot **slots;
    LocalKind *kinds;
    uint32_t n;
} SlotList;

static LocalKind kind_in_function(Front *f, Slot *slot)
{
    const Node *type = slot_type_node(f, slot);
    const AstPrefixes none = {0}, *by_type = type ? &type->short_prefixes : &none;
    if (slot->prefixes.is_input || by_type->is_input) return LOCAL_INPUT;
    return slot->prefixes.is_output || by_type->is_output ? LOCAL_OUTPUT : LOCAL_PROTECTED;
}

// Fields that the constructor takes: those that are not final (12.6). One that is final and has no
// value gets it with the record as a whole, and there is no record without it.
static LocalKind kind_in_record(Front *f, Slot *slot)
{
    Scope scope;
    if (!slot->prefixes.is_final) return LOCAL_INPUT;
    Node *type = slot_type_node(f, slot);
    bool has_value = slot_binding_text(f, slot, &scope) || !type || node_is_record(type);
    return has_value ? LOCAL_PROTECTED : LOCAL_INPUT;
}

static SlotList signature_slots(Front *f, FunctionScope *fs, bool is_record)
{
    Slot **all;
    uint32_t n = node_components(f, fs->node, &all);
    SlotList list = {ARENA_ARRAY(f->arena, Slot *, n + 1), ARENA_ARRAY(f->arena, LocalKind, n + 1),
                     0};
    for (LocalKind kind = LOCAL_INPUT; kind <= LOCAL_PROTECTED; kind++) {
        for (uint32_t i = 0; i < n; i++) {
            Slot *slot = all[i];
            if (slot->is_removed || is_formal_function(f, slot, fs)) continue;
            if (!is_record && slot->prefixes.is_constant) continue;
            if (is_record && !slot_exists(f, slot)) continue;
            if ((is_record ? kind_in_record(f, slot) : kind_in_function(f, slot)) != kind) continue;
            list.slots[list.n] = slot;
            list.kinds[list.n++] = kind;
        }
    }
    return list;
}

// Element type and number of dimensions; sizes follow once all locals are known.
static const Type *type_without_sizes(Front *f, Slot *slot)
{
    Node *node = slot->holder->component ? slot_type_node(f, slot) : slot_inside(f, slot);
    if (!node) node = slot_type_node(f, slot);
    if (!node) return type_basic(f->exprs, TYPE_ERROR);
    const Type *elem = node_value_type(f, node);
    if (elem->kind == TYPE_NONE) {
        diag_error(f->diag, slot->span, E_TYPE,
                   "'%s' is a %s, which cannot be a variable of a function", slot->name->text,
                   "component with an inner structure that is no record");
        return type_basic(f->exprs, TYPE_ERROR);
    }
    uint32_t rank = slot_rank(f, slot);
    int32_t *dims = ARENA_ARRAY(f->arena, int32_t, rank + 1);
    for (uint32_t k = 0; k < rank; k++) dims[k] = DIM_UNKNOWN;
    return type_array(f->exprs, elem, dims, rank);
}

static const Expr *lower_dim(const Lower *l, const AstExpr *text)
{
    if (text->kind == AST_COLON) return NULL;
    if (text->kind == AST_REF) {
        Found found = lookup_reference(l->f, l->scope, text, LOOKUP_ANY, false);
        if (found.kind == FOUND_CLASS) {
            const Type *type = node_value_type(l->f, found.cls);
            if (type->kind == TYPE_BOOLEAN) return expr_integer(l->t, 2);
            if (type->kind == TYPE_ENUMERATION) return expr_integer(l->t, type->n);
        }
    }
    return lower_as(l, text, type_basic(l->t, TYPE_INTEGER), "a size");
}

static int32_t stated_dim(Front *f, const Slot *slot, uint32_t k, int64_t size)
{
    if (size >= 0 && size <= MOST_ELEMENTS) return (int32_t)size;
    diag_error(f->diag, slot->dim_texts[k].text->span, E_DIMENSION,
               "the size of '%s' must be a number from 0 to %d", slot->name->text, MOST_ELEMENTS);
    return DIM_UNKNOWN;
}

static void size_local(Front *f, FunctionScope *fs, Slot *slot, Local *local)
{
    uint32_t rank = slot_rank(f, slot);
    if (rank == 0 || local->type->kind == TYPE_ERROR) return;
    int32_t *dims = ARENA_ARRAY(f->arena, int32_t, rank);
    local->dims = ARENA_ARRAY(f->arena, const Expr *, type_rank(local->type));
    for (uint32_t k = 0; k < rank; k++) {
        dims[k] = DIM_UNKNOWN;
        if (dim_is_of_function(slot, k)) continue;
        Lower l = lower_in_function(f, fs, slot->dim_texts[k].scope);
        const Expr *size = lower_dim(&l, slot->dim_texts[k].text);
        if (!size || expr_is_error(size)) continue;
        local->dims[k] = size;
        if (size->kind == EXPR_INTEGER) dims[k] = stated_dim(f, slot, k, size->u.integer);
    }
    local->type = type_array(f->exprs, type_elem(local->type), dims, rank);
    if (type_is_too_large(local->type))
        diag_error(f->diag, slot->span, E_DIMENSION,
                   "'%s' has more than %d elements, the most that are supported", slot->name->text,
                   MOST_ELEMENTS);
}

static const Type *result_type(Front *f, const Function *function)
{
    uint32_t n = function->n_outputs;
    const Local *outputs = function->locals + function->n_inputs;
    if (n == 0) return type_basic(f->exprs, TYPE_NONE);
    if (n == 1) return outputs[0].type;
    Field *fields = ARENA_ARRAY(f->arena, Field, n);
    for (uint32_t i = 0; i < n; i++) fields[i] = (Field){outputs[i].name, outputs[i].type};
    return type_tuple(f->exprs, fields, n);
}

static uint32_t count_captured(const FunctionScope *fs)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < fs->n_actuals; i++)
        for (uint32_t k = 0; k < fs->actuals[i].n_inputs; k++)
            if (fs->actuals[i].captured[k]) n++;
    return n;
}

// Captured values follow the inputs of the callee.
static void add_captured(Front *f, FunctionScope *fs, uint32_t at)
{
    for (uint32_t i = 0; i < fs->n_actuals; i++) {
        FunctionActual *actual = &fs->actuals[i];
        actual->local = ARENA_ARRAY(f->arena, uint32_t, actual->n_inputs + 1);
        for (uint32_t k = 0; k < actual->n_inputs; k++) {
            actual->local[k] = UINT32_MAX;
            if (!actual->captured[k]) continue;
            const Local *input = &actual->function->locals[k];
            const char *name =
                arena_printf(f->arena, "%s_%s", actual->formal->text, input->name->text);
            fs->function->locals[at] = (Local){.name = name_of_text(f->s->names, name),
                                               .kind = LOCAL_INPUT,
                                               .type = actual->captured[k]->type,
                                               .span = input->span};
            actual->local[k] = at++;
        }
    }
}

static void keep_unit(Front *f, Slot *slot, Local *local)
{
    if (type_elem(local->type)->kind == TYPE_REAL) local->unit = slot_unit(f, slot);
}

static void build_signature(Front *f, FunctionScope *fs)
{
    Function *function = fs->function;
    bool is_record = function->is_record_constructor;
    SlotList list = signature_slots(f, fs, is_record);
    uint32_t captured = count_captured(fs), n = list.n + captured;
    function->locals = ARENA_ARRAY(f->arena, Local, n + 1);
    fs->slot_of_local = ARENA_ARRAY(f->arena, Slot *, n + 1);
    fs->default_states = ARENA_ARRAY(f->arena, QueryState, n + 1);
    uint32_t inputs = 0;
    while (inputs < list.n && list.kinds[inputs] == LOCAL_INPUT) inputs++;
    for (uint32_t i = 0; i < list.n; i++) {
        uint32_t at = i < inputs ? i : i + captured;
        Slot *slot = list.slots[i];
        fs->slot_of_local[at] = slot;
        function->locals[at] = (Local){.name = slot->name,
                                       .kind = list.kinds[i],
                                       .type = type_without_sizes(f, slot),
                                       .span = slot->span};
        if (list.kinds[i] == LOCAL_OUTPUT) function->n_outputs++;
    }
    function->n_inputs = inputs + captured;
    function->n_locals = n;
    add_captured(f, fs, inputs);
    for (uint32_t i = 0; i < n; i++)
        if (fs->slot_of_local[i]) size_local(f, fs, fs->slot_of_local[i], &function->locals[i]);
    for (uint32_t i = 0; i < n; i++)
        if (fs->slot_of_local[i]) keep_unit(f, fs->slot_of_local[i], &function->locals[i]);
    if (is_record) return;
    function->type = result_type(f, function);
    check_function_components(f, fs);
}

static FunctionScope *function_open(Front *f, Node *node, FunctionActual *actuals, uint32_t n)
{
    FunctionScope *fs = ARENA_NEW(f->arena, FunctionScope);
    Function *function = ARENA_NEW(f->arena, Function);
    *fs = (FunctionScope){.function = function, .node = node, .actuals = actuals, .n_actuals = n};
    function->name = node->full_name;
    function->span = node->def ? node->def->name_span : (Span){0, 0};
    function->is_partial = node->is_partial;
    function->is_impure = node->def && node->def->is_impure;
    function->smooth_order = -1;
    function->owner = fs;
    function->is_record_constructor = node_is_record(node);
    function->id = lowering_of(f)->n_functions++;
    return fs;
}

// ---- Partial derivatives: function f_x = der(f, x)
// -----------------------------------------------

static bool inputs_of_names(Front *f, const AstClass *def, const Function *of, uint32_t *inputs)
{
    for (uint32_t i = 0; i < def->n_der_names; i++) {
        uint32_t k = 0;
        while (k < of->n_inputs && of->locals[k].name != def->der_names[i]) k++;
        if (k == of->n_inputs || of->locals[k].type->kind != TYPE_REAL) {
            diag_error(f->diag, def->span, E_ARGUMENT, "'%s' is no scalar Real input of '%s'",
                       def->der_names[i]->text, of->name->text);
            return false;
        }
        inputs[i] = k;
    }
    return true;
}

static Function *lower_partial_derivative(Front *f, Node *node)
{
    const AstClass *def = node->def;
    Node *base = lookup_function(f, node->lexical, def->base, true);
    Function *of = base ? lower_function(f, base) : NULL;
    uint32_t *inputs = ARENA_ARRAY(f->work, uint32_t, def->n_der_names + 1);
    if (!of || !inputs_of_names(f, def, of, inputs)) return NULL;
    lower_functions_below(f, of); // what it calls is differentiated, too
    const char *why = "";
    const Function *derivative =
        function_partial_derivative(f->s, of, inputs, def->n_der_names, &why);
    if (!derivative) {
        diag_error(f->diag, def->span, E_EVALUATION, "'%s' cannot be differentiated: %s",
                   of->name->text, why);
        return NULL;
    }
    FunctionScope *fs = function_open(f, node, NULL, 0);
    Function own = *derivative;
    own.name = node->full_name;
    own.id = fs->function->id;
    own.owner = fs;
    own.is_lowered = true;
    *fs->function = own;
    fs->slot_of_local = ARENA_ARRAY(f->arena, Slot *, own.n_locals + 1);
    fs->default_states = ARENA_ARRAY(f->arena, QueryState, own.n_locals + 1);
    fs->body_state = fs->external_state = QUERY_DONE;
    node->function = fs->function;
    return fs->function;
}

Function *lower_function(Front *f, Node *node)
{
    if (node->function) return node->function;
    if (node->def && node->def->form == AST_CLASS_DER) return lower_partial_derivative(f, node);
    FunctionScope *fs = function_open(f, node, NULL, 0);
    node->function = fs->function;
    build_signature(f, fs);
    lower_function_annotations(f, fs);
    return fs->function;
}

// ---- Specialised callees -----------------------------------------------------------------------

typedef struct Special {
    const Function *callee;
    FunctionScope *scope;
    struct Special *next;
} Special;

static bool same_actuals(const FunctionScope *fs, const FunctionActual *actuals, uint32_t n)
{
    if (fs->n_actuals != n) return false;
    for (uint32_t i = 0; i < n; i++) {
        const FunctionActual *a = &fs->actuals[i], *b = &actuals[i];
        if (a->formal != b->formal || a->function != b->function) return false;
        for (uint32_t k = 0; k < a->n_inputs; k++) {
            if (!a->captured[k] != !b->captured[k]) return false;
            if (a->captured[k] && a->captured[k]->type != b->captured[k]->type) return false;
        }
    }
    return true;
}

Function *function_specialised(Front *f, Function *callee, FunctionActual *actuals, uint32_t n)
{
    Map *known = &lowering_of(f)->specialised;
    Special *first = map_get_pointer(known, callee);
    for (Special *s = first; s; s = s->next)
        if (same_actuals(s->scope, actuals, n)) return s->scope->function;
    FunctionScope *fs = function_open(f, function_scope(callee)->node, actuals, n);
    Text name = text_make(f->arena);
    text_add(&name, callee->name->text);
    for (uint32_t i = 0; i < n; i++) text_printf(&name, "_%s", actuals[i].function->name->text);
    fs->function->name = name_of_text(f->s->names, text_cstr(&name));
    Special *s = ARENA_NEW(f->arena, Special);
    *s = (Special){callee, fs, first};
    map_put_pointer(known, callee, s);
    build_signature(f, fs);
    lower_function_annotations(f, fs);
    return fs->function;
}

// ---- Defaults and initial values
// -----------------------------------------------------------------

// A value inside of a record: one that speaks of the function around cannot be said here.
static const Expr *value_of_field(Front *f, FunctionScope *fs, const AstExpr *text, Scope scope,
                                  const Type *type, const Node *around)
{
    Lower l = lower_in_function(f, fs, scope);
    const Expr *value = lower_as(&l, text, type, "the value of the field");
    if (expr_is_error(value) || scope.node != around || !(value->flags & EXPR_HAS_LOCAL))
        return value;
    diag_error(f->diag, text->span, E_UNSUPPORTED,
               "a value for a member of a member that depends on variables of the function is not "
               "supported yet");
    return expr_error(f->exprs);
}

// A field whose sizes the function around gives, R r(redeclare Real a[size(u, 1)]): it begins with
// them. NULL: they are not of this function.
static const Expr *sized_by_function(Front *f, FunctionScope *fs, Slot *member, const Type *type)
{
    uint32_t rank = member ? slot_rank(f, member) : 0;
    bool any = false;
    const Expr **fill = ARENA_ARRAY(f->work, const Expr *, rank + 1);
    fill[0] = expr_zero(f->exprs, type_elem(type));
    for (uint32_t k = 0; k < rank; k++) {
        Lower l = lower_in_function(f, fs, member->dim_texts[k].scope);
        if (member->dim_texts[k].scope.node != fs->node) return NULL;
        any = any || dim_is_of_function(member, k);
        fill[k + 1] = lower_dim(&l, member->dim_texts[k].text);
        if (!fill[k + 1] || expr_is_error(fill[k + 1])) return fill[k + 1];
    }
    return any ? expr_op(f->exprs, OP_FILL, fill, rank + 1) : NULL;
}

static const Expr *record_of_modifiers(Front *f, FunctionScope *fs, Slot *slot, const Type *type,
                                       bool may_be_open, const Node *around);

// A member that is a record with values for some of its fields.
static const Expr *open_member(Front *f, Function *constructor, uint32_t k, const Node *around)
{
    FunctionScope *fs = function_scope(constructor);
    Slot *slot = fs->slot_of_local[k];
    const Type *type = constructor->locals[k].type;
    // Sizes that are left open are known when somebody assigns: nothing can be built before.
    bool is_sized = slot && type_is_sized(type);
    return is_sized ? record_of_modifiers(f, fs, slot, type, true, around) : NULL;
}

// A record variable with values for some fields: R r(a = 1), or defaults of the record itself.
// Field defaults refer to sibling fields, modifiers to the function around; the scope of the
// text tells which. Fields without a value are zero, or there is no default at all.
static const Expr *record_of_modifiers(Front *f, FunctionScope *fs, Slot *slot, const Type *type,
                                       bool may_be_open, const Node *around)
{
    Node *inside =
        type->kind == TYPE_RECORD && !slot->holder->component ? slot_inside(f, slot) : NULL;
    if (!inside) return NULL;
    const Expr **fields = ARENA_ARRAY(f->arena, const Expr *, type->n + 1);
    bool any = false;
    for (uint32_t i = 0; i < type->n; i++) {
        Slot *member = node_member(f, inside, type->fields[i].name);
        Scope scope;
        const AstExpr *text = member ? slot_binding_text(f, member, &scope) : NULL;
        if (!text) fields[i] = sized_by_function(f, fs, member, type->fields[i].type);
        if (fields[i] && expr_is_error(fields[i])) return fields[i];
        if (!text && !fields[i]) continue;
        any = true;
        if (!text) continue;
        if (scope.node == inside) continue;
        fields[i] = value_of_field(f, fs, text, scope, type->fields[i].type, around);
        if (expr_is_error(fields[i])) return fields[i];
    }
    Function *constructor = lower_function(f, inside);
    Lower l = lower_in_function(f, fs, (Scope){fs->node, 0, NULL});
    const Expr **args = ARENA_ARRAY(f->arena, const Expr *, constructor->n_inputs + 1);
    const Expr **open = ARENA_ARRAY(f->arena, const Expr *, constructor->n_inputs + 1);
    bool *is_open = ARENA_ARRAY(f->arena, bool, constructor->n_inputs + 1);
    for (uint32_t k = 0; k < constructor->n_inputs; k++) {
        int32_t i = type_field_index(type, constructor->locals[k].name);
        args[k] = i >= 0 ? fields[i] : NULL;
        if (args[k] || function_default(f, constructor, k)) continue;
        if (!may_be_open) return NULL;
        is_open[k] = true;
        open[k] = open_member(f, constructor, k, around ? around : fs->node);
        if (open[k]) any = true;
    }
    if (!any && may_be_open) return NULL;
    for (uint32_t k = 0; k < constructor->n_inputs; k++) {
        if (!is_open[k]) continue;
        args[k] = open[k] && expr_is_error(open[k]) ? open[k]
                  : open[k]                         ? with_arguments(&l, constructor, args, open[k])
                                                    : zero_for_argument(&l, constructor, args, k);
        if (expr_is_error(args[k])) return args[k];
    }
    return construct_record(&l, constructor, args, slot->span);
}

const Expr *function_default(Front *f, Function *function, uint32_t local)
{
    FunctionScope *fs = function_scope(function);
    Slot *slot = fs->slot_of_local[local];
    Local *of = &function->locals[local];
    if (!slot || of->type->kind == TYPE_ERROR) return NULL;
    QueryState *state = &fs->default_states[local];
    if (*state == QUERY_DONE) return of->value;
    if (*state == QUERY_BUSY) {
        diag_error(f->diag, slot->span, E_VALUE_RING, "the default of '%s' depends on itself",
                   slot->name->text);
        return expr_error(f->exprs);
    }
    *state = QUERY_BUSY;
    Scope scope;
    const AstExpr *text = slot_binding_text(f, slot, &scope);
    if (text) {
        Lower l = lower_in_function(f, fs, scope);
        of->value = lower_as(&l, text, of->type, "the value");
    } else if (function->is_record_constructor || of->kind != LOCAL_INPUT) {
        of->value =
            record_of_modifiers(f, fs, slot, of->type, !function->is_record_constructor, NULL);
    }
    *state = QUERY_DONE;
    return of->value;
}

// ---- Bodies --------------------------------------------------------------------------------

// Which of them would be called? A function has one or the other, inherited or its own (12.2).
static void check_external_alone(Front *f, const FunctionScope *fs, const AstSection *section)
{
    Scope scope;
    const AstExternal *external = node_external(f, fs->node, &scope);
    if (!external || !is_first_report(f, section->span, E_EXTERNAL)) return;
    Diagnostic *d = diag_error(
        f->diag, section->span, E_EXTERNAL,
        "the function '%s' has an algorithm section and an external clause, and may have "
        "one of them only",
        fs->function->name->text);
    diag_note(f->diag, d, external->span, "the external clause is here");
}

static void lower_algorithms(Front *f, FunctionScope *fs)
{
    const SectionPlace *sections;
    uint32_t n = node_sections(f, fs->node, &sections);
    Statements all = {0};
    for (uint32_t i = 0; i < n; i++) {
        const AstSection *section = sections[i].section;
        if (!section->is_algorithm || section->is_initial) continue; // reported: restrictions.c
        Lower l = lower_in_function(f, fs, (Scope){fs->node, sections[i].part, NULL});
        l.in_algorithm = true;
        if (section->n_items) check_external_alone(f, fs, section);
        Statements more = lower_statements(&l, section->items, section->n_items);
        Statement *joined = ARENA_ARRAY(f->arena, Statement, all.count + more.count + 1);
        if (all.count) memcpy(joined, all.items, all.count * sizeof *joined);
        if (more.count) memcpy(joined + all.count, more.items, more.count * sizeof *joined);
        all = (Statements){joined, all.count + more.count};
    }
    if (all.count) fs->function->body = all;
}

void lower_function_body(Front *f, Function *function)
{
    FunctionScope *fs = function_scope(function);
    if (fs->body_state != QUERY_UNSEEN) return;
    fs->body_state = QUERY_BUSY;
    for (uint32_t i = 0; i < function->n_locals; i++)
        if (function->locals[i].kind != LOCAL_INPUT || function->is_record_constructor)
            function_default(f, function, i);
    if (!function->is_record_constructor) {
        lower_algorithms(f, fs);
        if (!function->external) lower_external(f, fs);
        lower_function_rules(f, fs);
        check_function_bindings(f, fs);
        check_unset_locals(f, function);
    }
    function->is_lowered = true;
    fs->body_state = QUERY_DONE;
}
