#include "program/lower/word_layout.h"

#include <math.h>

#include "program/engine/engine.h"

static int32_t take_slots(Layout *y, int32_t n)
{
    Lowering *l = y->l;
    int32_t first = l->n_slots;
    l->n_slots += n;
    for (int32_t k = 0; k < n; k++) VEC_PUSH(l->out, &l->start, 0.0);
    return first;
}

bool literal_value(Lowering *l, const Expr *e, double *value)
{
    switch ((ExprKind)e->kind) {
    case EXPR_REAL: *value = e->u.real; return true;
    case EXPR_INTEGER:
    case EXPR_BOOLEAN:
    case EXPR_ENUM: *value = (double)e->u.integer; return true;
    case EXPR_STRING: *value = string_word(literal_text(l, e->u.string)); return true;
    default: return false;
    }
}

static bool is_late_reference(void *client, const Expr *e)
{
    const EquationSystem *system = client;
    if (e->kind != EXPR_REF) return false;
    const SystemVariable *v = system_variable(system, e->u.var);
    bool is_known =
        v->role == ROLE_CONSTANT || v->role == ROLE_PARAMETER || v->role == ROLE_EXTERNAL;
    return !is_known || v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL);
}

bool is_late(Lowering *l, const Expr *attribute)
{
    return attribute->flags & EXPR_HAS_REF &&
           expr_any(l->session->exprs, attribute, l->system, is_late_reference);
}

// A late one has the value `until` before it is computed.
static int32_t attribute_slot(Layout *y, const Expr *value, double until)
{
    if (!value) return NO_SLOT;
    int32_t slot = take_slots(y, 1);
    double number = NAN; // until it is computed from parameters
    bool is_known = literal_value(y->l, value, &number);
    y->l->start.data[slot] = !is_known && is_late(y->l, value) ? until : number;
    return slot;
}

static int32_t *slots_by_variable(Layout *y)
{
    uint32_t n = y->l->system->variables.count;
    int32_t *slots = ARENA_RAW(y->l->scratch, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) slots[i] = NO_SLOT;
    return slots;
}

// ---- Variables -----------------------------------------------------------------------------

static void place_variables(Layout *y)
{
    Lowering *l = y->l;
    EquationSystem *s = l->system;
    l->slot_of = slots_by_variable(y);
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (v->root.i != (int32_t)i) continue;
        int32_t slot = l->slot_of[i] = take_slots(y, 1);
        const Expr *value = v->value;
        double number;
        if (!value && v->role == ROLE_PARAMETER) value = v->start;
        if (v->kind == VALUE_ENUMERATION) l->start.data[slot] = 1; // the first literal
        bool is_known = v->role == ROLE_CONSTANT || v->role == ROLE_PARAMETER;
        bool is_literal = value && literal_value(l, value, &number);
        if (is_known && is_literal) l->start.data[slot] = number;
        // No value until it is computed: nobody takes a zero for one.
        if (is_known && value && !is_literal && v->kind == VALUE_REAL) l->start.data[slot] = NAN;
        if (v->role == ROLE_LAMBDA) l->start.data[slot] = 1;
    }
    for (uint32_t i = 0; i < s->variables.count; i++)
        l->slot_of[i] = l->slot_of[s->variables.data[i].root.i];
    if (s->lambda.i >= 0) l->lambda_word = l->slot_of[s->lambda.i];
}

static bool has_guess(const SystemVariable *v)
{
    switch ((VariableRole)v->role) {
    case ROLE_PARAMETER: return v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL);
    case ROLE_CONTINUOUS:
    case ROLE_DISCRETE:
    case ROLE_DERIVATIVE:
    case ROLE_INPUT: return true;
    default: return false;
    }
}

static bool has_limits(const SystemVariable *v)
{
    bool is_declared = v->role == ROLE_CONTINUOUS || v->role == ROLE_DERIVATIVE ||
                       v->role == ROLE_DISCRETE || v->role == ROLE_PARAMETER;
    return is_declared && (v->kind == VALUE_REAL || v->kind == VALUE_INTEGER);
}

static void place_attributes(Layout *y)
{
    EquationSystem *s = y->l->system;
    y->start_slot = slots_by_variable(y);
    y->nominal_slot = slots_by_variable(y);
    y->min_slot = slots_by_variable(y);
    y->max_slot = slots_by_variable(y);
    y->free_slot = slots_by_variable(y);
    double number;
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (v->root.i != (int32_t)i) continue;
        if (has_guess(v)) y->start_slot[i] = attribute_slot(y, v->start, 0);
        if (has_guess(v) && v->role != ROLE_PARAMETER && v->start &&
            !literal_value(y->l, v->start, &number)) {
            y->free_slot[i] = take_slots(y, 1);
            y->l->start.data[y->free_slot[i]] = 1;
        }
        if (v->role == ROLE_STAGE) {
            y->nominal_slot[i] = y->nominal_slot[v->of.i];
            y->min_slot[i] = y->min_slot[v->of.i];
            y->max_slot[i] = y->max_slot[v->of.i];
        }
        VariableLimits limits = system_limits(s, v);
        if (v->role == ROLE_CONTINUOUS || v->role == ROLE_DERIVATIVE)
            y->nominal_slot[i] = attribute_slot(y, limits.nominal, 1);
        if (!has_limits(v)) continue;
        y->min_slot[i] = attribute_slot(y, limits.min, -INFINITY);
        y->max_slot[i] = attribute_slot(y, limits.max, INFINITY);
    }
    const CausalSystem *causal = y->l->causal;
    for (int32_t k = 0; k < causal->n_parameters; k++) {
        int32_t v = causal->parameters[k].variable.i;
        if (s->variables.data[v].role != ROLE_PARAMETER) continue;
        y->free_slot[v] = take_slots(y, 1);
        y->l->start.data[y->free_slot[v]] = 1;
    }
}

// ---- Events and blocks -----------------------------------------------------------------------

static void place_assertions(Layout *y)
{
    const EquationSystem *s = y->l->system;
    bool *is_steady = ARENA_ARRAY(y->l->scratch, bool, s->assertions.count + 1), any = false;
    for (uint32_t i = 0; i < s->assertions.count; i++) {
        const Assertion *a = &s->assertions.data[i];
        system_fetch_assertion(s, i);
        if (a->is_terminate || a->is_call || a->is_initial || a->is_at_event) continue;
        uint8_t moving = EXPR_HAS_TIME | EXPR_HAS_IMPURE | EXPR_HAS_CALL;
        is_steady[i] = !(a->condition->flags & moving) && !is_late(y->l, a->condition);
        any = any || is_steady[i];
    }
    y->is_steady = is_steady;
    y->assert_failed = take_slots(y, (int32_t)s->assertions.count);
    y->asserts_hold = any ? take_slots(y, 1) : NO_SLOT;
}

static void place_events(Layout *y)
{
    EquationSystem *s = y->l->system;
    int32_t relations = (int32_t)s->relations.count, samples = (int32_t)s->samples.count;
    y->crossing = take_slots(y, relations);
    y->instant = take_slots(y, relations);
    y->forced = take_slots(y, relations);
    y->scale = take_slots(y, relations);
    y->sample_start = take_slots(y, samples);
    y->sample_interval = take_slots(y, samples);
    y->reinit_value = take_slots(y, (int32_t)s->reinits.count);
    y->reinit_flag = take_slots(y, (int32_t)s->reinits.count);
    place_assertions(y);
    y->condition = take_slots(y, 2 * y->l->causal->n_conditions);
    y->delay = take_slots(y, (int32_t)s->delays.count);
    y->delay_max = take_slots(y, (int32_t)s->delays.count);
    y->transport = ARENA_ARRAY(y->l->scratch, int32_t, s->transports.count + 1);
    for (uint32_t i = 0; i < s->transports.count; i++)
        y->transport[i] = take_slots(y, 2 * (int32_t)s->transports.data[i].n_points);
    y->terminate_slot = NO_SLOT;
    for (uint32_t i = 0; i < s->assertions.count; i++)
        if (s->assertions.data[i].is_terminate && y->terminate_slot == NO_SLOT)
            y->terminate_slot = take_slots(y, 1);
}

static void place_state_sets(Layout *y)
{
    EquationSystem *s = y->l->system;
    y->set_matrix = ARENA_ARRAY(y->l->scratch, int32_t, s->state_sets.count + 1);
    for (uint32_t i = 0; i < s->state_sets.count; i++) {
        const StateSet *set = &s->state_sets.data[i];
        y->set_matrix[i] = take_slots(y, (set->n_candidates - set->n_states) * set->n_candidates);
        for (int32_t k = 0; k < set->n_states; k++) // some choice to begin with
            y->l->start.data[y->l->slot_of[set->choices[k].i]] = k + 1;
    }
}

// The derivative of a state may be another variable; with the other sign it needs a place.
static void place_derivatives(Layout *y)
{
    const CausalSystem *causal = y->l->causal;
    // Without index reduction every variable with a formula is integrated: the states of the
    // reduced equations and more.
    const Inlined *direct = causal->inlined && causal->inlined->is_direct ? causal->inlined : NULL;
    y->states = direct ? direct->variables : causal->states;
    y->n_states = direct ? direct->n : causal->n_states;
    y->derivative_slot = ARENA_ARRAY(y->l->scratch, int32_t, y->n_states + 1);
    for (int32_t k = 0; k < y->n_states; k++) {
        VarId d = system_variable(y->l->system, y->states[k])->derivative;
        const SystemVariable *v = system_variable(y->l->system, d);
        bool same = v->root.i == d.i || v->sign > 0;
        y->derivative_slot[k] = same ? y->l->slot_of[d.i] : take_slots(y, 1);
    }
}

// Loops that need the same value share its words.
static void place_kept(Layout *y, BlockLayout *at)
{
    for (uint32_t k = 0; k < at->n_kept; k++) {
        const Expr *value = at->kept[k].value;
        uint64_t slot;
        if (!map_get(&y->slot_of_kept, value->id, &slot)) {
            slot = (uint64_t)take_slots(y, (int32_t)word_count(value->type));
            map_put(&y->slot_of_kept, value->id, slot);
        }
        at->kept[k].slot = (int32_t)slot;
    }
}

static void place_blocks(Layout *y)
{
    const CausalSystem *causal = y->l->causal;
    y->slot_of_kept = map_make(y->l->scratch);
    y->kept_in = map_make(y->l->scratch);
    y->kept_texts = map_make(y->l->scratch);
    y->blocks = ARENA_ARRAY(y->l->scratch, BlockLayout, causal->n_blocks + 1);
    for (int32_t i = 0; i < causal->n_blocks; i++) {
        const Block *b = &causal->blocks[i];
        y->blocks[i].number = -1;
        if (!block_needs_solver(b)) continue;
        y->blocks[i] = (BlockLayout){
            .number = y->n_blocks++,
            .residual_slot = take_slots(y, b->torn->n_residuals),
            .jacobian_slot = take_slots(y, b->torn->n_jacobian),
            .size_slot = take_slots(y, b->torn->n_sizes),
            .proposed_slot = take_slots(y, b->torn->n_discrete),
        };
        y->blocks[i].kept = find_kept_values(y, b, &y->blocks[i].n_kept);
        place_kept(y, &y->blocks[i]);
    }
}

static void place_coefficients(Layout *y)
{
    const Linearization *linear = &y->l->causal->linearization;
    y->coefficient = take_slots(y, linear->n_terms);
    for (int32_t i = 0; i < linear->n_terms; i++) {
        double number;
        if (literal_value(y->l, linear->terms[i].value, &number))
            y->l->start.data[y->coefficient + i] = number;
    }
}

void layout_open(Layout *y, Lowering *l)
{
    *y = (Layout){.l = l};
    take_slots(y, 1); // time
    place_variables(y);
    place_attributes(y);
    place_events(y);
    place_state_sets(y);
    place_derivatives(y);
    place_blocks(y);
    place_coefficients(y);
}
