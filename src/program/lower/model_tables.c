// The tables of Model: which slot is what, with the names people know.
#include <string.h>

#include "program/lower/word_layout.h"

static const char *text_of(Layout *y, const Expr *e)
{
    ExprNames names = system_names(y->l->system);
    Text text = text_make(y->l->out);
    expr_print(e, &names, &text);
    return text_cstr(&text);
}

// Many variables have the same unit and description, in the same place: one copy serves them all.
static const char *kept_text(Layout *y, const char *text)
{
    const char *kept = map_get_pointer(&y->kept_texts, text);
    if (kept) return kept;
    kept = arena_copy_text(y->l->out, text, strlen(text));
    map_put_pointer(&y->kept_texts, text, kept);
    return kept;
}

static const char *string_attribute(Layout *y, const Expr *e)
{
    if (!e || e->kind != EXPR_STRING || !e->u.string->length) return NULL;
    return kept_text(y, e->u.string->text);
}

// An attribute of an array variable: one for all, or one for each element.
static const Expr *attribute_element(const Expr *e, int32_t element)
{
    while (e && e->kind == EXPR_ARRAY && e->n_args) {
        int64_t each = type_count(e->args[0]->type);
        if (each < 1 || element / each >= e->n_args) return NULL;
        e = e->args[element / each];
        element = (int32_t)(element % each);
    }
    return e;
}

// The model outlives the analysis that it was made from.
static const int32_t *numbers_copied(Layout *y, const int32_t *numbers, int32_t n)
{
    return numbers ? ARENA_COPY(y->l->out, int32_t, numbers, n) : NULL;
}

static void copy_pattern(Layout *y, int32_t columns, const int32_t **start, const int32_t **rows)
{
    if (!*start) return;
    *rows = numbers_copied(y, *rows, (*start)[columns]);
    *start = numbers_copied(y, *start, columns + 1);
}

static void copy_groups(Layout *y, int32_t columns, const MatrixPattern *from,
                        const int32_t **group_of, int32_t *n_groups)
{
    if (!from->group_of) return;
    *group_of = numbers_copied(y, from->group_of, columns);
    *n_groups = from->n_groups;
}

// ---- Variables -----------------------------------------------------------------------------

typedef VEC(VariableInfo) VariableInfoVec;

static ValueVariability variability_of(const SystemVariable *v, const SystemVariable *root)
{
    switch ((VariableRole)root->role) {
    case ROLE_CONSTANT: return IS_CONSTANT;
    case ROLE_PARAMETER: return IS_PARAMETER;
    case ROLE_CONTINUOUS:
    case ROLE_DERIVATIVE:
    case ROLE_INPUT: return v->kind == VALUE_REAL ? IS_CONTINUOUS : IS_DISCRETE;
    default: return IS_DISCRETE;
    }
}

static bool is_shown(const SystemVariable *v)
{
    return !(v->flags & VARIABLE_HIDDEN) && v->role != ROLE_EXTERNAL && v->flat.i >= 0;
}

static bool is_shown_derivative(const EquationSystem *s, const SystemVariable *v)
{
    return v->role == ROLE_DERIVATIVE && system_variable(s, v->of)->flat.i >= 0;
}

// Parameters whose value the structure depends on were compiled in, and a variable that equations
// give the value of parameters keeps it.
static bool is_settable(Layout *y, const SystemVariable *v, const FlatVariable *flat)
{
    if (v->flags & VARIABLE_IS_ALIAS || (flat && (flat->is_frozen || flat->is_final))) return false;
    bool is_declared = !flat || flat->variability <= VARIABILITY_PARAMETER;
    if (v->role == ROLE_PARAMETER) return is_declared && !(v->flags & VARIABLE_AFTER_INITIAL);
    return y->start_slot[v->root.i] != NO_SLOT;
}

static const FlatVariable *flat_of(Layout *y, const SystemVariable *v)
{
    while (v->role == ROLE_DERIVATIVE && v->of.i >= 0) v = system_variable(y->l->system, v->of);
    return v->flat.i >= 0 ? &y->l->system->flat->variables[v->flat.i] : NULL;
}

static const char *const *literals_of(Layout *y, const Type *type)
{
    const char **literals = ARENA_ARRAY(y->l->out, const char *, type->n + 1);
    for (uint32_t k = 0; k < type->n; k++)
        literals[k] =
            arena_copy_text(y->l->out, type->literals[k]->text, type->literals[k]->length);
    return literals;
}

static const DeclarationInfo *make_declaration(Layout *y, const SystemVariable *v,
                                               const FlatVariable *flat)
{
    const Attributes *a = flat->attributes;
    bool is_enumeration = v->type && v->type->kind == TYPE_ENUMERATION;
    DeclarationInfo *info = ARENA_NEW(y->l->out, DeclarationInfo);
    *info = (DeclarationInfo){.n_dims = type_rank(flat->type)};
    if (v->role != ROLE_DERIVATIVE) {
        info->unit = string_attribute(y, attribute_element(a->unit, v->element));
        info->display_unit = string_attribute(y, attribute_element(a->display_unit, v->element));
    }
    if (flat->declared->description) info->description = kept_text(y, flat->declared->description);
    if (info->n_dims) info->dims = numbers_copied(y, flat->type->dims, (int32_t)info->n_dims);
    if (is_enumeration) info->literals = literals_of(y, v->type);
    if (is_enumeration) info->n_literals = v->type->n;
    return info;
}

// Copies of components and elements of arrays share what their declaration says: those met shortly
// before are remembered.
static const DeclarationInfo *declaration_of(Layout *y, const SystemVariable *v,
                                             const FlatVariable *flat)
{
    const Attributes *a = flat->attributes;
    bool is_derivative = v->role == ROLE_DERIVATIVE;
    bool differs = (a->unit && a->unit->kind == EXPR_ARRAY) ||
                   (a->display_unit && a->display_unit->kind == EXPR_ARRAY);
    if (differs) return make_declaration(y, v, flat);
    SaidBefore *said = &y->said[((uintptr_t)flat->declared >> 3) % N_SAID];
    bool is_same = said->declared == flat->declared && said->attributes == a &&
                   said->type == flat->type && said->is_derivative == is_derivative;
    if (!is_same)
        *said = (SaidBefore){flat->declared, a, flat->type, is_derivative,
                             make_declaration(y, v, flat)};
    return said->info;
}

static void describe_declaration(Layout *y, const SystemVariable *v, const FlatVariable *flat,
                                 VariableInfo *info)
{
    info->declared = declaration_of(y, v, flat);
    if (v->role != ROLE_DERIVATIVE)
        info->causality = flat->causality == CAUSALITY_INPUT    ? IS_INPUT
                          : flat->causality == CAUSALITY_OUTPUT ? IS_OUTPUT
                                                                : IS_LOCAL;
    // A discrete input of type Real changes in events only, too.
    if (info->causality == IS_INPUT && flat->variability == VARIABILITY_DISCRETE)
        info->variability = IS_DISCRETE;
    info->is_protected = flat->is_protected && !flat->show_result;
    info->is_hidden = flat->hide_result;
    info->is_clock = flat->is_clock;
    info->is_mode = flat->declared->mode != NULL;
}

static void describe_variable(Layout *y, VarId id, VariableInfo *info)
{
    const SystemVariable *v = system_variable(y->l->system, id);
    const SystemVariable *root = system_variable(y->l->system, v->root);
    const FlatVariable *flat = flat_of(y, v);
    bool is_alias = v->root.i != id.i;
    *info = (VariableInfo){
        .name = system_variable_text(y->l->system, id, y->l->out),
        .kind = v->kind,
        .variability = (uint8_t)variability_of(v, root),
        .slot = y->l->slot_of[id.i],
        .sign = is_alias && v->sign < 0 ? -1 : 1,
        .is_alias = is_alias,
        .is_settable = is_settable(y, v, flat),
        .is_parameter = flat && flat->variability <= VARIABILITY_PARAMETER,
        .start_slot = y->start_slot[v->root.i],
        .min_slot = y->min_slot[v->root.i],
        .max_slot = y->max_slot[v->root.i],
        .nominal_slot = y->nominal_slot[v->root.i],
        .free_slot = y->free_slot[v->root.i],
    };
    if (flat) describe_declaration(y, v, flat, info);
}

static VariableInfo *next_row(Layout *y, VariableInfoVec *rows)
{
    VEC_RESERVE(y->l->out, rows, 1);
    return &rows->data[rows->count++];
}

// Clocks with a rate are equations `clock = sample(...)`.
static const int32_t *find_ticks(Layout *y)
{
    EquationSystem *s = y->l->system;
    if (!s->samples.count) return NULL;
    int32_t *ticks = ARENA_ARRAY(y->l->out, int32_t, s->variables.count + 1);
    for (uint32_t i = 0; i < s->equations.count; i++) {
        const SystemEquation *e = &s->equations.data[i];
        if (!(e->flags & EQUATION_IS_DISCRETE) || e->right->kind != EXPR_REF) continue;
        if (system_variable(s, e->right->u.var)->role == ROLE_SAMPLE)
            ticks[e->determines.i] = y->l->slot_of[e->right->u.var.i];
    }
    return ticks;
}

static void make_variables(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    const int32_t *ticks = find_ticks(y);
    const bool *is_idle = find_idle_values(y);
    VariableInfoVec rows = {0}, derivatives = {0};
    VEC_RESERVE(y->l->out, &rows, s->variables.count);
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (is_shown(v)) {
            VariableInfo *info = next_row(y, &rows);
            describe_variable(y, (VarId){(int32_t)i}, info);
            info->tick_slot = ticks && info->is_clock ? ticks[i] : 0;
            info->is_idle = is_idle[i];
        }
        if (!is_shown(v) && is_shown_derivative(s, v))
            describe_variable(y, (VarId){(int32_t)i}, next_row(y, &derivatives));
    }
    m->variables = rows.data;
    m->n_variables = (int32_t)rows.count;
    m->slopes = derivatives.data;
    m->n_slopes = (int32_t)derivatives.count;
}

// Words that are no numbers: what is said about them holds for this process only.
static void make_addresses(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    VEC(int32_t) texts = {0}, objects = {0};
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (v->root.i != (int32_t)i) continue;
        if (v->role == ROLE_EXTERNAL) {
            VEC_PUSH(y->l->out, &objects, y->l->slot_of[i]);
        } else if (v->kind == VALUE_STRING) {
            VEC_PUSH(y->l->out, &texts, y->l->slot_of[i]);
            if (y->start_slot[i] != NO_SLOT) VEC_PUSH(y->l->out, &texts, y->start_slot[i]);
        }
    }
    m->text_slots = texts.data;
    m->n_text_slots = (int32_t)texts.count;
    m->object_slots = objects.data;
    m->n_object_slots = (int32_t)objects.count;
}

// By VarId of the states: what the initial system computes from parameters alone.
static const bool *known_from_parameters(const Layout *y)
{
    const CausalSystem *causal = y->l->causal;
    uint32_t n = y->l->system->variables.count + 1;
    bool *is_known = ARENA_ARRAY(y->l->scratch, bool, n);
    bool *is_state = ARENA_ARRAY(y->l->scratch, bool, n);
    for (int32_t k = 0; k < y->n_states; k++) is_state[y->states[k].i] = true;
    for (int32_t i = 0; i < causal->initial.n_blocks; i++) {
        const Block *b = &causal->blocks[causal->initial.blocks[i]];
        if (b->n_equations != 1 || b->n_assignments != 1) continue;
        const Assignment *a = &b->assignments[0];
        if (is_state[a->variable.i]) is_known[a->variable.i] = !is_late(y->l, a->value);
    }
    return is_known;
}

static void make_states(Layout *y, Model *m)
{
    StateInfo *states = ARENA_ARRAY(y->l->out, StateInfo, y->n_states + 1);
    const bool *is_known = known_from_parameters(y);
    for (int32_t k = 0; k < y->n_states; k++) {
        VarId v = y->states[k];
        states[k] = (StateInfo){.slot = y->l->slot_of[v.i],
                                .derivative_slot = y->derivative_slot[k],
                                .nominal_slot = y->nominal_slot[v.i],
                                .is_held = is_known[v.i],
                                .name = system_variable_text(y->l->system, v, y->l->out)};
    }
    m->states = states;
    m->n_states = y->n_states;
    if (y->n_states != y->l->causal->n_states) return;
    m->jacobian_column_start = y->l->causal->jacobian.column_start;
    m->jacobian_row_index = y->l->causal->jacobian.row_index;
    m->jacobian_is_sparse = y->l->causal->jacobian.is_sparse;
    copy_pattern(y, m->n_states, &m->jacobian_column_start, &m->jacobian_row_index);
    copy_groups(y, m->n_states, &y->l->causal->jacobian, &m->jacobian_group_of,
                &m->n_jacobian_groups);
}

static void make_dae_form(Layout *y, Model *m)
{
    const CausalSystem *causal = y->l->causal;
    m->dae = (DaeInfo){.n_unknowns = m->n_states};
    if (m->n_states != causal->n_states) return;
    int32_t *blocks = ARENA_ARRAY(y->l->out, int32_t, causal->loops.n_blocks + 1);
    for (int32_t i = 0; i < causal->loops.n_blocks; i++)
        blocks[i] = y->blocks[causal->loops.blocks[i]].number;
    m->dae = (DaeInfo){.blocks = blocks,
                       .n_blocks = causal->loops.n_blocks,
                       .n_unknowns = causal->n_dae_unknowns,
                       .column_start = causal->dae_jacobian.column_start,
                       .row_index = causal->dae_jacobian.row_index,
                       .is_sparse = causal->dae_jacobian.is_sparse,
                       .use = causal->dae_use};
    copy_pattern(y, m->dae.n_unknowns, &m->dae.column_start, &m->dae.row_index);
    copy_groups(y, m->dae.n_unknowns, &causal->dae_jacobian, &m->dae.group_of, &m->dae.n_groups);
}

// ---- Blocks --------------------------------------------------------------------------------

static const int32_t *slots_of(Layout *y, const VarId *variables, int32_t n, const int32_t *slots)
{
    int32_t *out = ARENA_ARRAY(y->l->out, int32_t, n + 1);
    for (int32_t k = 0; k < n; k++) out[k] = slots[variables[k].i];
    return out;
}

static const int32_t *rated_slots(Layout *y, const Block *b)
{
    const EquationSystem *s = y->l->system;
    int32_t *out = ARENA_RAW(y->l->out, int32_t, b->torn->n_iteration + 1);
    for (int32_t k = 0; k < b->torn->n_iteration; k++) {
        const SystemVariable *v = system_variable(s, b->torn->iteration[k]);
        bool is_rate = v->role == ROLE_DERIVATIVE;
        out[k] = is_rate ? y->nominal_slot[system_variable(s, v->of)->root.i] : NO_SLOT;
    }
    return out;
}

static void describe_block(Layout *y, const Block *b, const BlockLayout *at, BlockInfo *info)
{
    Arena *out = y->l->out;
    EquationSystem *s = y->l->system;
    const char **names = ARENA_ARRAY(out, const char *, b->torn->n_iteration + 1);
    const char **texts = ARENA_ARRAY(out, const char *, b->torn->n_residuals + 1);
    int32_t *discrete = ARENA_ARRAY(out, int32_t, b->torn->n_discrete + 1);
    int32_t *proposed = ARENA_ARRAY(out, int32_t, b->torn->n_discrete + 1);
    for (int32_t k = 0; k < b->torn->n_iteration; k++)
        names[k] = system_variable_text(s, b->torn->iteration[k], out);
    for (int32_t k = 0; k < b->torn->n_residuals; k++) {
        Text text = text_make(out);
        system_equation_text(s, b->torn->residual_equations[k], &text);
        texts[k] = text_cstr(&text);
    }
    for (int32_t k = 0; k < b->torn->n_discrete; k++) {
        discrete[k] = y->l->slot_of[b->torn->discrete[k].variable.i];
        proposed[k] = at->proposed_slot + k;
    }
    *info = (BlockInfo){
        .kind = loop_solver_is_linear(b->solver) ? BLOCK_LINEAR : BLOCK_NONLINEAR,
        .solver = b->solver,
        .is_of_step = b->is_of_step,
        .n = b->torn->n_iteration,
        .unknown_slots = slots_of(y, b->torn->iteration, b->torn->n_iteration, y->l->slot_of),
        .nominal_slots = slots_of(y, b->torn->iteration, b->torn->n_iteration, y->nominal_slot),
        .min_slots = slots_of(y, b->torn->iteration, b->torn->n_iteration, y->min_slot),
        .max_slots = slots_of(y, b->torn->iteration, b->torn->n_iteration, y->max_slot),
        .rated_slots = rated_slots(y, b),
        .residual_slot = at->residual_slot,
        .jacobian_slot = at->jacobian_slot,
        .size_slot = at->size_slot,
        .column_start = b->torn->column_start,
        .row_index = b->torn->row_index,
        .matrix_variability = b->matrix_variability,
        .n_discrete = b->torn->n_discrete,
        .discrete_slots = discrete,
        .proposed_slots = proposed,
        .n_before_tearing = b->n_unknowns,
        .is_guard = b->torn->is_guard,
        .whole = b->torn->whole ? y->blocks[b->torn->whole].number : NO_BLOCK,
        .n_invariants = b->torn->n_invariants,
        .unknown_names = names,
        .equation_texts = texts,
        .origin =
            b->n_equations ? origin_text(y->l, system_equation(s, b->equations[0])->span) : NULL,
    };
    copy_pattern(y, info->n, &info->column_start, &info->row_index);
}

static BlockInfo *make_blocks(Layout *y, Model *m)
{
    const CausalSystem *causal = y->l->causal;
    BlockInfo *blocks = ARENA_ARRAY(y->l->out, BlockInfo, y->n_blocks + 1);
    for (int32_t i = 0; i < causal->n_blocks; i++)
        if (y->blocks[i].number >= 0)
            describe_block(y, &causal->blocks[i], &y->blocks[i], &blocks[y->blocks[i].number]);
    m->blocks = blocks;
    m->n_blocks = y->n_blocks;
    return blocks;
}

// ---- Events --------------------------------------------------------------------------------

static void make_relations(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    RelationInfo *rows = ARENA_ARRAY(y->l->out, RelationInfo, s->relations.count + 1);
    for (uint32_t i = 0; i < s->relations.count; i++) {
        const Relation *r = &s->relations.data[i];
        int32_t k = (int32_t)i;
        rows[i] = (RelationInfo){
            .kind = r->kind,
            .memory_slot = y->l->slot_of[r->variable.i],
            .crossing_slot = r->kind == RELATION_STATE ? y->crossing + k : NO_SLOT,
            .instant_slot = r->kind == RELATION_TIME ? y->instant + k : NO_SLOT,
            .forced_slot =
                r->kind != RELATION_DISCRETE && !r->is_in_algorithm ? y->forced + k : NO_SLOT,
            .scale_slot = r->kind == RELATION_STATE && r->scale ? y->scale + k : NO_SLOT,
            .true_after = r->true_after,
            .is_step = r->is_step,
            .is_quiet = r->is_quiet,
            .text = r->text ? text_of(y, r->text) : "",
            .origin = origin_text(y->l, r->span),
        };
    }
    m->relations = rows;
    m->n_relations = (int32_t)s->relations.count;
}

static void make_samples(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    SampleInfo *rows = ARENA_ARRAY(y->l->out, SampleInfo, s->samples.count + 1);
    for (uint32_t i = 0; i < s->samples.count; i++)
        rows[i] =
            (SampleInfo){y->sample_start + (int32_t)i,
                         s->samples.data[i].interval ? y->sample_interval + (int32_t)i : NO_SLOT,
                         y->l->slot_of[s->samples.data[i].variable.i],
                         origin_text(y->l, s->samples.data[i].span)};
    m->samples = rows;
    m->n_samples = (int32_t)s->samples.count;
}

static void make_pres(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    VEC(PreInfo) rows = {0};
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (v->role != ROLE_PRE || v->root.i != (int32_t)i) continue;
        const SystemVariable *of = system_variable(s, v->of);
        bool is_continuous = of->role == ROLE_CONTINUOUS && !(of->flags & VARIABLE_CLOCKED_STATE);
        PreInfo row = {.slot = y->l->slot_of[v->of.i],
                       .pre_slot = y->l->slot_of[i],
                       .is_continuous = is_continuous,
                       .is_real = of->type->kind == TYPE_REAL,
                       .name = system_variable_text(s, v->of, y->l->out)};
        VEC_PUSH(y->l->out, &rows, row);
    }
    m->pres = rows.data;
    m->n_pres = (int32_t)rows.count;
}

static void make_reinits(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    ReinitInfo *rows = ARENA_ARRAY(y->l->out, ReinitInfo, s->reinits.count + 1);
    for (uint32_t i = 0; i < s->reinits.count; i++)
        rows[i] = (ReinitInfo){y->l->slot_of[s->reinits.data[i].state.i],
                               y->reinit_value + (int32_t)i, y->reinit_flag + (int32_t)i};
    m->reinits = rows;
    m->n_reinits = (int32_t)s->reinits.count;
}

static void make_asserts(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    VEC(AssertInfo) rows = {0};
    for (uint32_t i = 0; i < s->assertions.count; i++) {
        const Assertion *a = &s->assertions.data[i];
        if (a->is_terminate || a->is_call || a->is_initial || a->is_at_event) continue;
        AssertInfo row = {y->assert_failed + (int32_t)i, a->is_warning, y->is_steady[i],
                          origin_text(y->l, a->span)};
        VEC_PUSH(y->l->out, &rows, row);
    }
    m->asserts = rows.data;
    m->n_asserts = (int32_t)rows.count;
}

static void make_delays(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    DelayInfo *rows = ARENA_ARRAY(y->l->out, DelayInfo, s->delays.count + 1);
    for (uint32_t i = 0; i < s->delays.count; i++) {
        const Delay *d = &s->delays.data[i];
        rows[i] = (DelayInfo){y->l->slot_of[d->input.i],
                              y->delay + (int32_t)i,
                              y->delay_max + (int32_t)i,
                              d->is_discrete,
                              d->is_varying,
                              origin_text(y->l, d->span)};
    }
    m->delays = rows;
    m->n_delays = (int32_t)s->delays.count;
}

static void make_transports(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    TransportInfo *rows = ARENA_ARRAY(y->l->out, TransportInfo, s->transports.count + 1);
    for (uint32_t i = 0; i < s->transports.count; i++) {
        const Transport *line = &s->transports.data[i];
        const int32_t *slot_of = y->l->slot_of;
        rows[i] = (TransportInfo){{slot_of[line->input[0].i], slot_of[line->input[1].i]},
                                  slot_of[line->position.i],
                                  slot_of[line->direction.i],
                                  y->transport[i],
                                  (int32_t)line->n_points,
                                  origin_text(y->l, line->span)};
    }
    m->transports = rows;
    m->n_transports = (int32_t)s->transports.count;
}

// ---- Dynamic state selection -----------------------------------------------------------------

static int32_t state_number(const CausalSystem *causal, VarId v)
{
    for (int32_t k = 0; k < causal->n_states; k++)
        if (causal->states[k].i == v.i) return k;
    return -1;
}

static StateSetInfo *make_state_sets(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    StateSetInfo *rows = ARENA_ARRAY(y->l->out, StateSetInfo, s->state_sets.count + 1);
    for (uint32_t i = 0; i < s->state_sets.count; i++) {
        const StateSet *set = &s->state_sets.data[i];
        int32_t *numbers = ARENA_ARRAY(y->l->out, int32_t, set->n_states + 1);
        for (int32_t k = 0; k < set->n_states; k++)
            numbers[k] = state_number(y->l->causal, set->states[k]);
        rows[i] = (StateSetInfo){
            .n_candidates = set->n_candidates,
            .n_states = set->n_states,
            .candidate_slots = slots_of(y, set->candidates, set->n_candidates, y->l->slot_of),
            .derivative_slots = slots_of(y, set->derivatives, set->n_candidates, y->l->slot_of),
            .state_index_slots = slots_of(y, set->choices, set->n_states, y->l->slot_of),
            .matrix_slot = y->set_matrix[i],
            .state_numbers = numbers,
            .name = system_variable_text(s, set->candidates[0], y->l->out),
        };
    }
    m->state_sets = rows;
    m->n_state_sets = (int32_t)s->state_sets.count;
    return rows;
}

// ---- Inlined steps -----------------------------------------------------------------------------

static void add_copies(Layout *y, InlinedInfo *info)
{
    const EquationSystem *s = y->l->causal->system;
    int32_t n = 0;
    for (uint32_t i = 0; i < s->variables.count; i++) n += s->variables.data[i].role == ROLE_STAGE;
    int32_t *copies = ARENA_ARRAY(y->l->out, int32_t, n),
            *copied = ARENA_ARRAY(y->l->out, int32_t, n);
    info->copy_slots = copies;
    info->copied_slots = copied;
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (v->role != ROLE_STAGE) continue;
        copies[info->n_copies] = y->l->slot_of[i];
        copied[info->n_copies++] = y->l->slot_of[v->of.i];
    }
}

typedef struct StateNumbers { // by VarId; UNKNOWN_IS_NEITHER: none
    int32_t *of_value, *of_derivative;
} StateNumbers;

static StateNumbers number_states(Layout *y, const Inlined *in)
{
    const EquationSystem *s = y->l->system;
    int32_t n = (int32_t)s->variables.count;
    StateNumbers number = {ARENA_RAW(y->l->out, int32_t, n), ARENA_RAW(y->l->out, int32_t, n)};
    for (int32_t i = 0; i < n; i++)
        number.of_value[i] = number.of_derivative[i] = UNKNOWN_IS_NEITHER;
    for (int32_t k = 0; k < in->n; k++) {
        const SystemVariable *v = &s->variables.data[in->variables[k].i];
        number.of_value[in->variables[k].i] = k;
        number.of_derivative[s->variables.data[v->derivative.i].root.i] = k;
    }
    for (int32_t i = 0; i < n; i++) {
        const SystemVariable *v = &s->variables.data[i];
        if (v->role != ROLE_STAGE) continue;
        number.of_value[i] = number.of_value[v->of.i];
        number.of_derivative[i] = number.of_derivative[v->of.i];
    }
    return number;
}

// Which states each loop of the step determines: they tell when it is solved well enough.
static void tell_states(Layout *y, const Inlined *in, BlockInfo *blocks)
{
    const CausalSystem *causal = y->l->causal;
    StateNumbers number = number_states(y, in);
    for (int32_t i = in->first_block; i < causal->n_blocks; i++) {
        const Block *b = &causal->blocks[i];
        if (y->blocks[i].number < 0) continue;
        BlockInfo *info = &blocks[y->blocks[i].number];
        int32_t *slots = ARENA_RAW(y->l->out, int32_t, b->n_unknowns + 1);
        int32_t *numbers = ARENA_RAW(y->l->out, int32_t, b->n_unknowns + 1);
        int32_t *derived = ARENA_RAW(y->l->out, int32_t, b->torn->n_iteration + 1);
        for (int32_t k = 0; k < b->n_unknowns; k++) {
            int32_t state = number.of_value[b->unknowns[k].i];
            if (state < 0) continue;
            slots[info->n_states] = y->l->slot_of[b->unknowns[k].i];
            numbers[info->n_states++] = state;
        }
        for (int32_t k = 0; k < b->torn->n_iteration; k++) {
            int32_t v = b->torn->iteration[k].i;
            derived[k] = number.of_value[v] >= 0 ? UNKNOWN_IS_STATE : number.of_derivative[v];
        }
        info->state_slots = slots;
        info->state_numbers = numbers;
        info->derived_states = derived;
    }
}

static InlinedInfo *make_inlined(Layout *y, Model *m, BlockInfo *blocks)
{
    const Inlined *in = y->l->causal->inlined;
    if (!in) return NULL;
    InlinedInfo *info = ARENA_NEW(y->l->out, InlinedInfo);
    int32_t inner = in->stages - 1;
    *info = (InlinedInfo){
        .step_slot = y->l->slot_of[in->step.i],
        .stages = in->stages,
        .time_slots = slots_of(y, in->times, inner, y->l->slot_of),
        .old_slots = slots_of(y, in->old, in->n, y->l->slot_of),
        .stage_slots = slots_of(y, in->inner, inner * in->n, y->l->slot_of),
    };
    add_copies(y, info);
    info->first_block = m->n_blocks;
    for (int32_t i = y->l->causal->n_blocks; i-- > in->first_block;)
        if (y->blocks[i].number >= 0) info->first_block = y->blocks[i].number;
    tell_states(y, in, blocks);
    m->inlined = info;
    return info;
}

static bool is_inlined_invariant(const CausalSystem *causal, VarId v)
{
    const Section *s = causal->inlined ? &causal->inlined->section : NULL;
    for (int32_t i = 0; s && i < s->n_blocks; i++) {
        const Block *b = &causal->blocks[s->blocks[i]];
        for (int32_t k = 0; b->torn->n_invariants && k < b->n_unknowns; k++)
            if (b->unknowns[k].i == v.i) return true;
    }
    return false;
}

static void make_invariants(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    VEC(InvariantInfo) rows = {0};
    for (uint32_t i = 0; i < s->variables.count; i++) {
        const SystemVariable *v = &s->variables.data[i];
        VarId id = {(int32_t)i};
        if (!(v->flags & VARIABLE_INVARIANT) || v->root.i != id.i || v->role != ROLE_CONTINUOUS)
            continue;
        InvariantInfo row = {y->l->slot_of[i], y->nominal_slot[i],
                             is_inlined_invariant(y->l->causal, id),
                             system_variable_text(s, id, y->l->out)};
        VEC_PUSH(y->l->out, &rows, row);
    }
    m->invariants = rows.data;
    m->n_invariants = (int32_t)rows.count;
}

// Where it was written: a fixed start value where start was set.
static Span condition_span(const EquationSystem *s, EquationId id)
{
    const SystemEquation *e = system_equation(s, id);
    if (e->origin != ORIGIN_START || e->left->kind != EXPR_REF) return e->span;
    VarId flat = system_variable(s, e->left->u.var)->flat;
    if (flat.i < 0) return e->span;
    Span start = s->flat->variables[flat.i].attributes->start_span;
    return span_is_none(start) ? e->span : start;
}

static void make_conditions(Layout *y, Model *m)
{
    const CausalSystem *causal = y->l->causal;
    ConditionInfo *rows = ARENA_ARRAY(y->l->out, ConditionInfo, causal->n_conditions + 1);
    for (int32_t i = 0; i < causal->n_conditions; i++) {
        const InitialCondition *c = &causal->conditions[i];
        Text text = text_make(y->l->out);
        system_equation_text(y->l->system, c->equation, &text);
        rows[i] =
            (ConditionInfo){.left_slot = y->condition + 2 * i,
                            .right_slot = y->condition + 2 * i + 1,
                            .is_surplus = c->is_surplus,
                            .block = c->block < 0 ? NO_BLOCK : y->blocks[c->block].number,
                            .partners = ARENA_COPY(y->l->out, int32_t, c->partners, c->n_partners),
                            .n_partners = c->n_partners,
                            .text = text_cstr(&text),
                            .origin = origin_text(y->l, condition_span(y->l->system, c->equation))};
    }
    m->conditions = rows;
    m->n_conditions = causal->n_conditions;
}

void make_tables(Layout *y, Model *m)
{
    EquationSystem *s = y->l->system;
    *m = (Model){
        .abi_version = MODEL_ABI_VERSION,
        .name = arena_copy_text(y->l->out, s->flat->name->text, s->flat->name->length),
        .n_slots = y->l->n_slots,
        .lambda_slot = s->lambda.i >= 0 ? y->l->slot_of[s->lambda.i] : NO_SLOT,
        .memory_slot = s->event_mode.i >= 0 ? y->l->slot_of[s->event_mode.i] : NO_SLOT,
        .terminate_slot = y->terminate_slot,
        .accepted = NO_ROUTINE,
        .terminal_slot = s->terminal.i >= 0 ? y->l->slot_of[s->terminal.i] : NO_SLOT,
    };
    make_variables(y, m);
    make_addresses(y, m);
    make_states(y, m);
    make_dae_form(y, m);
    make_relations(y, m);
    make_samples(y, m);
    make_pres(y, m);
    make_reinits(y, m);
    make_asserts(y, m);
    make_delays(y, m);
    make_transports(y, m);
    BlockInfo *blocks = make_blocks(y, m);
    StateSetInfo *sets = make_state_sets(y, m);
    make_invariants(y, m);
    make_conditions(y, m);
    InlinedInfo *inlined = make_inlined(y, m, blocks);
    emit_routines(y, m, blocks, sets);
    if (inlined) inlined->routine = emit_step_routine(y);
}
