// Scalar variables of the flat ones, and their attributes.
#include "base/hash.h"
#include "equations/scalarizer.h"

static VariableRole role_of(const FlatVariable *flat)
{
    if (flat->type->kind == TYPE_EXTERNAL) return ROLE_EXTERNAL;
    // A constant may need the run time for its value: the result of an external function.
    if (flat->variability <= VARIABILITY_PARAMETER)
        return flat->value ? ROLE_CONSTANT : ROLE_PARAMETER;
    if (flat->causality == CAUSALITY_INPUT) return ROLE_INPUT;
    if (flat->variability == VARIABILITY_DISCRETE) return ROLE_DISCRETE;
    return type_elem(flat->type)->kind == TYPE_REAL ? ROLE_CONTINUOUS : ROLE_DISCRETE;
}

// -1 after a report: more than an array may have, at the variable that has the most of them.
static int64_t count_scalars(Scalarizer *z)
{
    const FlatModel *flat = z->flat;
    int64_t total = 0;
    uint32_t largest = 0, most = 0;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        uint32_t n = leaf_count(flat->variables[i].type);
        total += n;
        if (n <= most) continue;
        most = n;
        largest = i;
    }
    if (total <= MOST_ELEMENTS) return total;
    diag_error(z->session->diag, flat->variables[largest].declared->span, E_DIMENSION,
               "the model has %lld scalar variables; %d are the most that are supported",
               (long long)total, MOST_ELEMENTS);
    z->system->failed = true;
    return -1;
}

void scalarize_variables(Scalarizer *z)
{
    EquationSystem *system = z->system;
    const FlatModel *flat = z->flat;
    int64_t total = count_scalars(z);
    if (total < 0) return;
    VEC_RESERVE(system->arena, &system->variables, total + total / 8 + 16);
    VarId *first_of_flat = ARENA_RAW(system->arena, VarId, flat->n_variables + 1);
    system->first_of_flat = first_of_flat;
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *f = &flat->variables[i];
        uint32_t n = leaf_count(f->type);
        VariableRole role = role_of(f);
        first_of_flat[i] = (VarId){(int32_t)system->variables.count};
        for (uint32_t k = 0; k < n; k++) {
            VarId id = system_add_variable(system, role, type_elem(f->type));
            SystemVariable *v = system_variable(system, id);
            v->flat = (VarId){(int32_t)i};
            v->element = (int32_t)k;
            v->flags = f->is_flow ? VARIABLE_FLOW : 0;
            if (f->is_invariant && role == ROLE_CONTINUOUS && v->kind == VALUE_REAL)
                v->flags |= VARIABLE_INVARIANT;
        }
    }
}

// ---- Attributes ---------------------------------------------------------------------

typedef struct AttributeItems { // each: none, one value for all, or one per element
    Items start, min, max, nominal, fixed, select;
} AttributeItems;

static Items attribute_items(Scalarizer *z, const Expr *attribute)
{
    return attribute ? items_of(z, attribute, IN_LITERAL) : (Items){0};
}

static const Expr *item_at(const Items *items, uint32_t k)
{
    if (items->count == 1) return items->data[0];
    return k < items->count ? items->data[k] : NULL;
}

// Values of parameters for what must be decided here: fixed and stateSelect.
static const Expr *parameter_value(void *client, VarId v)
{
    Scalarizer *z = client;
    const SystemVariable *variable = system_variable(z->system, v);
    bool is_known = variable->role == ROLE_CONSTANT || variable->role == ROLE_PARAMETER;
    if (!is_known || !variable->value || z->depth > 200) return NULL;
    EvalFailure failure = {0};
    z->depth++;
    const Expr *value =
        expr_evaluate(z->session, variable->value,
                      &(ValueSource){.client = z, .variable = parameter_value}, &failure);
    z->depth--;
    return value;
}

static const Expr *decided(Scalarizer *z, const Expr *e, const char *attribute)
{
    if (!e || expr_is_literal(e)) return e;
    EvalFailure failure = {0};
    ValueSource values = {.client = z, .variable = parameter_value};
    const Expr *value = expr_evaluate(z->session, e, &values, &failure);
    if (value) return value;
    diag_error(z->session->diag, z->span, E_NOT_EVALUABLE,
               "the attribute '%s' depends on what is not known at compile time", attribute);
    z->system->failed = true;
    return NULL;
}

static const Expr *nearest_zero(Scalarizer *z, const SystemVariable *v, const VariableLimits *l)
{
    const Expr *zero = expr_zero(z->exprs, v->type), *near = zero;
    if (l->max) near = expr_op2(z->exprs, OP_MIN, near, l->max);
    if (l->min) near = expr_op2(z->exprs, OP_MAX, near, l->min);
    return near == zero ? NULL : near;
}

// Where no start was given: the value nearest zero between min and max, of an enumeration the least
// (4.9). NULL: nothing but the zero of the type.
static const Expr *fallback_start(Scalarizer *z, const SystemVariable *v, const VariableLimits *l)
{
    bool is_number = v->kind == VALUE_REAL || v->kind == VALUE_INTEGER;
    if (v->kind == VALUE_ENUMERATION) return l->min;
    return is_number && (l->min || l->max) ? nearest_zero(z, v, l) : NULL;
}

static const Expr *fitting(Scalarizer *z, const SystemVariable *v, const Expr *attribute)
{
    return attribute && v->kind == VALUE_REAL ? expr_cast_real(z->exprs, attribute) : attribute;
}

static void set_attributes(Scalarizer *z, const FlatVariable *f, const AttributeItems *items,
                           VarId id, uint32_t k)
{
    const Expr *start = item_at(&items->start, k);
    const Expr *fixed = decided(z, item_at(&items->fixed, k), "fixed");
    const Expr *select = decided(z, item_at(&items->select, k), "stateSelect");
    SystemVariable *v = system_variable(z->system, id);
    VariableLimits limits = {.min = fitting(z, v, item_at(&items->min, k)),
                             .max = fitting(z, v, item_at(&items->max, k)),
                             .nominal = item_at(&items->nominal, k)};
    system_set_limits(z->system, v, &limits);
    v->start = start ? fitting(z, v, start) : fallback_start(z, v, &limits);
    int32_t level = f->attributes->start_level;
    v->start_level = (int16_t)(level < INT16_MAX ? level : INT16_MAX);
    if (start) v->flags |= VARIABLE_START_GIVEN;
    bool by_default = v->role == ROLE_PARAMETER || v->role == ROLE_CONSTANT;
    if (fixed ? expr_is_true(fixed) : by_default) v->flags |= VARIABLE_FIXED;
    if (fixed && expr_is_false(fixed) && v->role == ROLE_PARAMETER) v->flags |= VARIABLE_NOT_FIXED;
    // The start value and the bounds of a parameter without a value may be parameters themselves.
    bool lacks_value = v->role == ROLE_PARAMETER && !v->value && v->flags & VARIABLE_FIXED;
    if (lacks_value && v->start && !expr_is_literal(v->start)) v->value = v->start;
    if (select && select->kind == EXPR_ENUM && select->u.integer >= 1 && select->u.integer <= 5)
        v->state_select = (uint8_t)(select->u.integer - 1);
}

static void set_values(Scalarizer *z, const FlatVariable *f, VarId first)
{
    const Expr *binding = f->value ? f->value : f->binding;
    bool is_object = type_elem(f->type)->kind == TYPE_EXTERNAL; // made once, whatever the prefix
    if (!binding || (f->variability > VARIABILITY_PARAMETER && !is_object)) return;
    z->session->at = z->span = f->declared->binding_span;
    if (expr_is_literal(binding) && f->type->kind == TYPE_REAL) { // most parameters
        system_variable(z->system, first)->value = expr_cast_real(z->exprs, binding);
        return;
    }
    uint32_t n = leaf_count(f->type);
    Items items = items_of(z, binding, IN_LITERAL);
    for (uint32_t k = 0; k < n; k++) {
        SystemVariable *v = system_variable(z->system, (VarId){first.i + (int32_t)k});
        const Expr *item = item_at(&items, k);
        if (item && v->kind == VALUE_REAL && v->role != ROLE_EXTERNAL)
            item = expr_cast_real(z->exprs, item);
        v->value = item;
    }
}

// ---- Final parameters of constants ---------------------------------------------------

// Nothing can change a final parameter that depends on constants only, nor a protected one that is
// computed from them (7.2.2): its value may then decide the structure. A resistance of zero makes
// two potentials one, and a joint that turns about an axis of the frame needs no other component.
typedef struct Folding {
    Scalarizer *z;
    uint8_t *is_tried; // by variable
    uint32_t depth;
} Folding;

static const Expr *fold(Folding *f, VarId id);

static const Expr *constant_value(void *client, VarId v)
{
    return fold(client, v);
}

static const Expr *evaluated(Folding *f, const Expr *e)
{
    EvalFailure failure = {0};
    return expr_evaluate(f->z->session, e, &(ValueSource){.client = f, .variable = constant_value},
                         &failure);
}

static const Expr *fold(Folding *f, VarId id)
{
    EquationSystem *system = f->z->system;
    SystemVariable *v = system_variable(system, id);
    if (v->role == ROLE_CONSTANT) return v->value && expr_is_literal(v->value) ? v->value : NULL;
    if (v->role != ROLE_PARAMETER || !v->value || f->is_tried[id.i] || f->depth > 200) return NULL;
    const FlatVariable *flat = &system->flat->variables[v->flat.i];
    bool is_own = flat->is_protected && flat->binding && !expr_is_literal(flat->binding);
    if (!(flat->is_final || is_own) || flat->type->kind == TYPE_STRING) return NULL;
    f->is_tried[id.i] = 1;
    f->depth++;
    const Expr *value = evaluated(f, v->value);
    f->depth--;
    if (!value || !expr_is_literal(value)) return NULL;
    v = system_variable(system, id);
    v->role = ROLE_CONSTANT;
    v->value = v->kind == VALUE_REAL ? expr_cast_real(f->z->exprs, value) : value;
    return v->value;
}

static void fold_final_parameters(Scalarizer *z)
{
    uint32_t n = z->system->variables.count;
    Folding f = {.z = z};
    f.is_tried = ARENA_ARRAY(z->scratch, uint8_t, n + 1);
    for (uint32_t i = 0; i < n; i++) fold(&f, (VarId){(int32_t)i});
    for (int c = 0; c < N_CONTEXTS; c++) { // what was finished before refers to parameters
        z->scalars[c] = map_make(z->scratch);
        z->arrays[c] = map_make(z->scratch);
    }
}

// Elements of arrays of components share their attributes, which are literals nearly always: what
// they say of a scalar is then the same for all. Those of the members of a component come round
// after round.
typedef struct KnownAttributes {
    const Attributes *attributes; // NULL: the place is free
    const Type *type;
    uint8_t role, state_select;
    uint16_t flags;
    int16_t start_level;
    uint32_t limits;
    const Expr *start;
} KnownAttributes;
enum { N_KNOWN = 1024 };

static KnownAttributes *place_of(KnownAttributes *known, const Attributes *a, uint8_t role)
{
    return &known[hash_mix(role, (uintptr_t)a) % N_KNOWN];
}

static bool are_literals(const Attributes *a)
{
    const Expr *all[] = {a->start, a->min, a->max, a->nominal, a->fixed, a->state_select};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k] && !expr_is_literal(all[k])) return false;
    return true;
}

static bool take_known(KnownAttributes *known, const Attributes *a, SystemVariable *v)
{
    const KnownAttributes *k = place_of(known, a, v->role);
    if (k->attributes != a || k->type != v->type || k->role != v->role) return false;
    v->start = k->start;
    v->limits = k->limits;
    v->start_level = k->start_level;
    v->state_select = k->state_select;
    v->flags = (uint16_t)(v->flags | k->flags);
    return true;
}

static void keep_known(KnownAttributes *known, const Attributes *a, const SystemVariable *v)
{
    enum { SAID_BY_ATTRIBUTES = VARIABLE_START_GIVEN | VARIABLE_FIXED | VARIABLE_NOT_FIXED };
    if (!are_literals(a)) return;
    *place_of(known, a, v->role) = (KnownAttributes){.attributes = a,
                                                     .type = v->type,
                                                     .role = v->role,
                                                     .state_select = v->state_select,
                                                     .flags = v->flags & SAID_BY_ATTRIBUTES,
                                                     .start_level = v->start_level,
                                                     .limits = v->limits,
                                                     .start = v->start};
}

void scalarize_attributes(Scalarizer *z)
{
    const FlatModel *flat = z->flat;
    KnownAttributes *known = ARENA_ARRAY(z->scratch, KnownAttributes, N_KNOWN);
    for (uint32_t i = 0; i < flat->n_variables; i++)
        set_values(z, &flat->variables[i], z->system->first_of_flat[i]);
    fold_final_parameters(z);
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *f = &flat->variables[i];
        const Attributes *a = f->attributes;
        VarId first = z->system->first_of_flat[i];
        if (f->type->kind == TYPE_EXTERNAL) continue;
        z->session->at = z->span = f->declared->span;
        bool is_plain = !a->start && !a->fixed && !a->min && !a->max && !a->nominal &&
                        !a->state_select && f->variability > VARIABILITY_PARAMETER;
        if (is_plain) continue;
        bool is_scalar = f->type->kind != TYPE_ARRAY && f->type->kind != TYPE_RECORD;
        if (is_scalar && take_known(known, a, system_variable(z->system, first))) continue;
        AttributeItems items = {attribute_items(z, a->start), attribute_items(z, a->min),
                                attribute_items(z, a->max),   attribute_items(z, a->nominal),
                                attribute_items(z, a->fixed), attribute_items(z, a->state_select)};
        uint32_t n = leaf_count(f->type);
        for (uint32_t k = 0; k < n; k++)
            set_attributes(z, f, &items, (VarId){first.i + (int32_t)k}, k);
        if (is_scalar) keep_known(known, a, system_variable(z->system, first));
    }
}
