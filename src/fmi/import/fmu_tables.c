// The tables of an FMU as a Model: its variables, states and events, from the description.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fmi/import/fmu_model_state.h"

static ValueKind kind_of(FmuType type)
{
    switch (type) {
    case FMU_FLOAT64:
    case FMU_FLOAT32: return VALUE_REAL;
    case FMU_CLOCK:
    case FMU_BOOLEAN: return VALUE_BOOLEAN;
    case FMU_ENUMERATION: return VALUE_ENUMERATION;
    case FMU_STRING: return VALUE_STRING;
    default: return VALUE_INTEGER;
    }
}

static bool is_number(const FmuVariable *v)
{
    return v->type < FMU_STRING && v->causality != FMU_INDEPENDENT;
}

static bool has_slots(const FmuVariable *v)
{
    return is_number(v) || v->type == FMU_STRING || v->type == FMU_CLOCK;
}

static bool is_read_at_any_time(const FmuVariable *v)
{
    return is_number(v) && !v->clocks.count;
}

// Others are what the FMU says.
static bool is_clock_of_ours(const FmuVariable *v)
{
    return v->causality == FMU_INPUT && v->intervals == FMU_INTERVAL_TRIGGERED;
}

static const FmuEnumeration *type_of(const FmuDescription *d, const char *name)
{
    for (uint32_t i = 0; name && i < d->types.count; i++)
        if (d->types.data[i].name && !strcmp(d->types.data[i].name, name)) return &d->types.data[i];
    return NULL;
}

static bool can_be_set(const FmuVariable *v)
{
    if (v->type == FMU_CLOCK) return is_clock_of_ours(v);
    bool is_start = v->initial && (!strcmp(v->initial, "exact") || !strcmp(v->initial, "approx"));
    return v->variability != FMU_CONSTANT &&
           (v->causality == FMU_PARAMETER || v->causality == FMU_STRUCTURAL_PARAMETER ||
            v->causality == FMU_INPUT || is_start);
}

static const DeclarationInfo *declaration_of(const FmuModel *f, const FmuVariable *v,
                                             const FmuEnumeration *type)
{
    DeclarationInfo *d = ARENA_NEW(f->arena, DeclarationInfo);
    *d = (DeclarationInfo){
        .unit = v->unit, .display_unit = v->display_unit, .description = v->description};
    if (type) d->literals = type->literals.data;
    if (type) d->n_literals = type->literals.count;
    return d;
}

static VariableInfo describe(const FmuModel *f, const FmuVariable *v, int32_t slot)
{
    const FmuEnumeration *type = v->type == FMU_ENUMERATION ? type_of(f->d, v->type_name) : NULL;
    bool is_clock = v->type == FMU_CLOCK;
    bool is_parameter =
        !is_clock && (v->causality <= FMU_STRUCTURAL_PARAMETER || v->variability <= FMU_TUNABLE);
    bool is_input = is_clock ? is_clock_of_ours(v) : v->causality == FMU_INPUT;
    ValueKind kind = kind_of(v->type);
    if (kind == VALUE_ENUMERATION && (!type || !type->literals.count)) kind = VALUE_INTEGER;
    VariableInfo info = {.name = v->name,
                         .declared = declaration_of(f, v, kind == VALUE_ENUMERATION ? type : NULL),
                         .kind = (uint8_t)kind,
                         .variability = v->variability == FMU_CONSTANT && !is_clock ? IS_CONSTANT
                                        : is_parameter                              ? IS_PARAMETER
                                        : kind == VALUE_REAL && v->variability == FMU_CONTINUOUS
                                            ? IS_CONTINUOUS
                                            : IS_DISCRETE,
                         .causality = is_input                     ? IS_INPUT
                                      : v->causality == FMU_OUTPUT ? IS_OUTPUT
                                                                   : IS_LOCAL,
                         .slot = slot,
                         .sign = 1,
                         .is_parameter = is_parameter,
                         .is_settable = can_be_set(v),
                         .start_slot = NO_SLOT,
                         .min_slot = NO_SLOT,
                         .max_slot = NO_SLOT,
                         .nominal_slot = NO_SLOT,
                         .free_slot = NO_SLOT};
    return info;
}

static const char *element_name(Arena *out, const FmuVariable *v, int64_t k)
{
    if (!v->n_dims) return v->name;
    Text t = text_make(out);
    int64_t left = v->count;
    text_printf(&t, "%s[", v->name);
    for (uint32_t d = 0; d < v->n_dims; d++) {
        left /= v->dims[d] > 0 ? v->dims[d] : 1;
        text_printf(&t, "%s%lld", d ? "," : "", (long long)(k / left % v->dims[d] + 1));
    }
    text_add_char(&t, ']');
    return text_cstr(&t);
}

static double read_start(const char **text)
{
    char *end;
    if (!strncmp(*text, "true", 4)) return *text += 4, 1;
    if (!strncmp(*text, "false", 5)) return *text += 5, 0;
    double value = strtod(*text, &end);
    *text = end;
    while (**text == ' ' || **text == '\n' || **text == '\t') ++*text;
    return value;
}

static double start_value(const VariableInfo *v, const char **start)
{
    double value = 0;
    if (v->kind == VALUE_STRING) {
        const char *text = *start ? *start : "";
        memcpy(&value, &text, sizeof text);
        return value;
    }
    if (*start && **start) value = read_start(start);
    return v->kind == VALUE_ENUMERATION && value == 0 ? 1 : value;
}

static bool has_nominal(const FmuVariable *v)
{
    return v->type == FMU_FLOAT64 && v->nominal > 0 && isfinite(v->nominal);
}

// Nominal values stand behind everything else.
static int32_t nominal_slot(FmuModel *f, const FmuVariable *v, int32_t *next)
{
    if (!has_nominal(v)) return NO_SLOT;
    f->v[*next] = v->nominal;
    return (*next)++;
}

int64_t fmu_count_scalars(const FmuDescription *d, bool of_nominals)
{
    int64_t n = 0;
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        if (of_nominals ? has_slots(v) && has_nominal(v) : has_slots(v)) n += v->count;
    }
    return n;
}

static void make_variables(FmuModel *f, int64_t n_scalars)
{
    const FmuDescription *d = f->d;
    VariableInfo *rows = ARENA_ARRAY(f->arena, VariableInfo, n_scalars + 1);
    int32_t n = 0, slot = 1, nominal = f->model.n_slots - (int32_t)fmu_count_scalars(d, true);
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        const char *start = v->start;
        f->slots[i] = has_slots(v) ? slot : NO_SLOT;
        if (!has_slots(v)) continue;
        for (int64_t k = 0; k < v->count; k++, slot++) {
            rows[n] = describe(f, v, slot);
            rows[n].nominal_slot = nominal_slot(f, v, &nominal);
            rows[n].name = element_name(f->arena, v, k);
            f->v[slot] = start_value(&rows[n++], &start);
        }
    }
    f->model.variables = rows;
    f->model.n_variables = n;
}

static void list_inputs(FmuModel *f)
{
    uint32_t n = f->d->variables.count;
    f->inputs = ARENA_ARRAY(f->arena, uint32_t, n + 1);
    f->told = ARENA_ARRAY(f->arena, double, f->model.n_slots + 1);
    for (uint32_t i = 0; i < n; i++)
        if (f->d->variables.data[i].causality == FMU_INPUT && f->d->variables.data[i].count &&
            is_read_at_any_time(&f->d->variables.data[i]))
            f->inputs[f->n_inputs++] = i;
}

static void make_groups(FmuModel *f)
{
    const FmuDescription *d = f->d;
    size_t n[N_FMU_TYPES] = {0}, values[N_FMU_TYPES] = {0};
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        n[v->type] += is_read_at_any_time(v);
        values[v->type] += is_read_at_any_time(v) ? (size_t)v->count : 0;
    }
    for (int t = 0; t < N_FMU_TYPES; t++) {
        uint32_t *references = ARENA_ARRAY(f->arena, uint32_t, n[t] + 1);
        f->group_slots[t] = ARENA_ARRAY(f->arena, int32_t, values[t] + 1);
        f->groups[t] = (FmuValues){.type = (FmuType)t, .references = references};
        f->groups[t].values = ARENA_ARRAY(f->arena, double, values[t] + 1);
        for (uint32_t i = 0; i < d->variables.count && n[t]; i++) {
            const FmuVariable *v = &d->variables.data[i];
            if ((int)v->type != t || !is_read_at_any_time(v)) continue;
            references[f->groups[t].n++] = v->reference;
            for (int64_t k = 0; k < v->count; k++)
                f->group_slots[t][f->groups[t].n_values++] = f->slots[i] + (int32_t)k;
        }
    }
}

// Elements of the arrays that are states, in the order of the structure.
static bool make_states(FmuModel *f, const char **why)
{
    int32_t *states, *derivatives;
    *why = "its structure does not say which variables are its states";
    if (!fmu_find_states(f->arena, f->d, &states, &derivatives)) return false;
    uint32_t n = f->d->derivatives.count;
    int64_t total = 0;
    for (uint32_t i = 0; i < n; i++) total += f->d->variables.data[states[i]].count;
    f->state_slots = ARENA_ARRAY(f->arena, int32_t, total + 1);
    f->derivative_slots = ARENA_ARRAY(f->arena, int32_t, total + 1);
    StateInfo *rows = ARENA_ARRAY(f->arena, StateInfo, total + 1);
    for (uint32_t i = 0; i < n; i++) {
        const FmuVariable *x = &f->d->variables.data[states[i]];
        bool fits = f->slots[states[i]] != NO_SLOT && f->slots[derivatives[i]] != NO_SLOT &&
                    x->count == f->d->variables.data[derivatives[i]].count;
        if (!fits) return false;
        for (int64_t k = 0; k < x->count; k++) {
            int32_t slot = f->slots[states[i]] + (int32_t)k;
            f->state_slots[f->n_states] = slot;
            f->derivative_slots[f->n_states] = f->slots[derivatives[i]] + (int32_t)k;
            rows[f->n_states] =
                (StateInfo){.slot = slot,
                            .derivative_slot = f->derivative_slots[f->n_states],
                            .nominal_slot = f->model.variables[slot - 1].nominal_slot,
                            .name = element_name(f->arena, x, k)};
            f->n_states++;
        }
    }
    f->model.states = rows;
    f->model.n_states = f->n_states;
    return true;
}

// Event indicators are relations whose crossing function is the indicator.
static void make_events(FmuModel *f, int32_t slot)
{
    int32_t n = f->n_indicators;
    RelationInfo *relations = ARENA_ARRAY(f->arena, RelationInfo, n + 1);
    SampleInfo *sample = ARENA_NEW(f->arena, SampleInfo);
    f->indicator_slots = ARENA_ARRAY(f->arena, int32_t, n + 1);
    for (int32_t i = 0; i < n; i++) {
        f->indicator_slots[i] = slot + i;
        relations[i] = (RelationInfo){.kind = RELATION_STATE,
                                      .memory_slot = slot + n + i,
                                      .crossing_slot = slot + i,
                                      .instant_slot = NO_SLOT,
                                      .forced_slot = NO_SLOT,
                                      .scale_slot = NO_SLOT,
                                      .text = arena_printf(f->arena, "event indicator %d", i + 1),
                                      .origin = ""};
    }
    slot += 2 * n;
    f->next_slot = slot++;
    f->active_slot = slot++;
    f->terminate_slot = slot++;
    *sample = (SampleInfo){f->next_slot, NO_SLOT, f->active_slot, ""};
    f->v[f->next_slot] = INFINITY;
    f->model.relations = relations;
    f->model.n_relations = n;
    f->model.samples = sample;
    f->model.n_samples = 1;
    f->model.terminate_slot = f->terminate_slot;
}

bool fmu_make_tables(FmuModel *f, int64_t n, const char **why)
{
    f->slots = ARENA_ARRAY(f->arena, int32_t, f->d->variables.count + 1);
    f->n_indicators = f->fmu.setup.is_exchanged ? (int32_t)f->d->n_indicators : 0;
    make_variables(f, n);
    make_groups(f);
    list_inputs(f);
    fmu_ticks_make(f);
    if (f->fmu.setup.is_exchanged && !make_states(f, why)) return false;
    make_events(f, (int32_t)n + 1);
    return true;
}
