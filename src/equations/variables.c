// Scalar variables of the flat ones, and their attributes.
#include "equations/scalarizer.h"

static VariableRole role_of(const FlatVariable *flat)
{
    if (flat->type->kind == TYPE_EXTERNAL) return ROLE_EXTERNAL;
    if (flat->variability == VARIABILITY_CONSTANT) return ROLE_CONSTANT;
    if (flat->variability == VARIABILITY_PARAMETER)
        return flat->value ? ROLE_CONSTANT : ROLE_PARAMETER;
    if (flat->causality == CAUSALITY_INPUT) return ROLE_INPUT;
    if (flat->variability == VARIABILITY_DISCRETE) return ROLE_DISCRETE;
    return type_elem(flat->type)->kind == TYPE_REAL ? ROLE_CONTINUOUS : ROLE_DISCRETE;
}

void scalarize_variables(Scalarizer *z)
{
    EquationSystem *system = z->system;
    const FlatModel *flat = z->flat;
    int64_t total = 0;
    for (uint32_t i = 0; i < flat->n_variables; i++) total += leaf_count(flat->variables[i].type);
    VEC_RESERVE(system->arena, &system->variables, total + total / 2 + 16);
    system->first_of_flat = ARENA_RAW(system->arena, VarId, flat->n_variables + 1);
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *f = &flat->variables[i];
        uint32_t n = leaf_count(f->type);
        VariableRole role = role_of(f);
        system->first_of_flat[i] = (VarId){(int32_t)system->variables.count};
        for (uint32_t k = 0; k < n; k++) {
            VarId id = system_add_variable(system, role, type_elem(f->type));
            SystemVariable *v = system_variable(system, id);
            v->flat = (VarId){(int32_t)i};
            v->element = (int32_t)k;
            v->flags = f->is_flow ? VARIABLE_FLOW : 0;
        }
    }
}

// ---- Attributes ---------------------------------------------------------------------

// Element k of an attribute, which is one value for all or an array of the shape of the variable.
static const Expr *attribute_element(Scalarizer *z, const Expr *attribute, uint32_t k)
{
    if (!attribute) return NULL;
    if (attribute->type->kind != TYPE_ARRAY) return scalar_of(z, attribute, IN_LITERAL);
    Items items = items_of(z, attribute, IN_LITERAL);
    return k < items.count ? items.data[k] : NULL;
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
    const Expr *value = expr_evaluate(z->session, variable->value,
                                      &(ValueSource){z, parameter_value, NULL, NULL}, &failure);
    z->depth--;
    return value;
}

static const Expr *decided(Scalarizer *z, const Expr *e)
{
    if (!e || expr_is_literal(e)) return e;
    EvalFailure failure = {0};
    ValueSource values = {z, parameter_value, NULL, NULL};
    return expr_evaluate(z->session, e, &values, &failure);
}

static void set_attributes(Scalarizer *z, const FlatVariable *f, VarId id, uint32_t k)
{
    const Expr *start = attribute_element(z, f->attributes.start, k);
    const Expr *min = attribute_element(z, f->attributes.min, k);
    const Expr *max = attribute_element(z, f->attributes.max, k);
    const Expr *nominal = attribute_element(z, f->attributes.nominal, k);
    const Expr *fixed = decided(z, attribute_element(z, f->attributes.fixed, k));
    const Expr *select = decided(z, attribute_element(z, f->attributes.state_select, k));
    SystemVariable *v = system_variable(z->system, id);
    v->start = start && v->kind == VALUE_REAL ? expr_cast_real(z->exprs, start) : start;
    v->min = min;
    v->max = max;
    v->nominal = nominal;
    v->start_level = f->attributes.start_level;
    if (start) v->flags |= VARIABLE_START_GIVEN;
    bool by_default = v->role == ROLE_PARAMETER || v->role == ROLE_CONSTANT;
    if (fixed ? expr_is_true(fixed) : by_default) v->flags |= VARIABLE_FIXED;
    if (fixed && expr_is_false(fixed)) v->flags |= VARIABLE_NOT_FIXED;
    if (select && select->kind == EXPR_ENUM && select->u.integer >= 1 && select->u.integer <= 5)
        v->state_select = (uint8_t)(select->u.integer - 1);
}

static void set_values(Scalarizer *z, const FlatVariable *f, VarId first)
{
    const Expr *binding = f->value ? f->value : f->binding;
    if (!binding || f->variability > VARIABILITY_PARAMETER) return;
    z->span = f->binding_span;
    uint32_t n = leaf_count(f->type);
    Items items = items_of(z, binding, IN_LITERAL);
    for (uint32_t k = 0; k < n; k++) {
        SystemVariable *v = system_variable(z->system, (VarId){first.i + (int32_t)k});
        const Expr *item = items.count == 1  ? items.data[0]
                           : k < items.count ? items.data[k]
                                             : NULL;
        if (item && v->kind == VALUE_REAL && v->role != ROLE_EXTERNAL)
            item = expr_cast_real(z->exprs, item);
        v->value = item;
    }
}

void scalarize_attributes(Scalarizer *z)
{
    const FlatModel *flat = z->flat;
    for (uint32_t i = 0; i < flat->n_variables; i++)
        set_values(z, &flat->variables[i], z->system->first_of_flat[i]);
    for (uint32_t i = 0; i < flat->n_variables; i++) {
        const FlatVariable *f = &flat->variables[i];
        const Attributes *a = &f->attributes;
        VarId first = z->system->first_of_flat[i];
        if (f->type->kind == TYPE_EXTERNAL) continue;
        z->span = f->span;
        uint32_t n = leaf_count(f->type);
        bool is_plain = !a->start && !a->fixed && !a->min && !a->max && !a->nominal &&
                        !a->state_select && f->variability > VARIABILITY_PARAMETER;
        for (uint32_t k = 0; !is_plain && k < n; k++)
            set_attributes(z, f, (VarId){first.i + (int32_t)k}, k);
    }
}
