#include "fmi/import/fmu_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fmi/import/fmu_calls.h"
#include "program/external/guard.h"

enum { // routines
    ROUTINE_INITIAL,
    ROUTINE_DERIVATIVES,
    ROUTINE_OUTPUTS,
    ROUTINE_CROSSINGS,
    ROUTINE_EVENT,
    ROUTINE_ACCEPTED
};

typedef struct FmuModel {
    Model model;
    FmuInstance fmu;
    FmuDescription *d;
    Arena *arena;
    ModelMode mode;
    const ModelHost *host;
    double *v, *original; // slots, and what they were before anything was set
    double *wanted;       // what they were when initialization began first
    int32_t *slots;       // by variable: the first of its elements; NO_SLOT
    FmuValues groups[N_FMU_TYPES];
    int32_t *group_slots[N_FMU_TYPES]; // by value
    int32_t n_states, n_indicators;
    int32_t *state_slots, *derivative_slots, *indicator_slots;
    int32_t next_slot, active_slot, terminate_slot;
    double *x, *z;
    uint32_t *inputs; // numbers of variables
    uint32_t n_inputs;
    double *told;   // by slot: the inputs as the FMU knows them
    double reached; // co-simulation
    bool is_broken;
} FmuModel;

// ---- Failures
// --------------------------------------------------------------------------------------

static ModelOutcome fail(FmuModel *f, const char *what, ModelOutcome outcome)
{
    char text[1500];
    snprintf(text, sizeof text, "the FMU refuses %s%s%s", what, f->fmu.said[0] ? ": " : "",
             f->fmu.said);
    if (f->host) f->host->message(f->host->client, MESSAGE_FAILURE, NULL, text);
    return outcome;
}

static void hear(void *client, FmiStatus status, const char *message)
{
    const FmuModel *f = client;
    if (f->host && status == FMI_WARNING)
        f->host->message(f->host->client, MESSAGE_WARNING, NULL, message);
}

#define DO(call, what)                                                                             \
    do {                                                                                           \
        FmiStatus status_ = (call);                                                                \
        if (status_ > FMI_WARNING)                                                                 \
            return fail(f, what, status_ == FMI_DISCARD ? MODEL_RETRY : MODEL_FATAL);              \
    } while (0)

// ---- Values
// --------------------------------------------------------------------------------------

static ModelOutcome get_all(FmuModel *f)
{
    for (int t = 0; t < N_FMU_TYPES; t++) {
        FmuValues *g = &f->groups[t];
        DO(fmu_get(&f->fmu, g), "to tell its values");
        for (size_t k = 0; k < g->n_values; k++) f->v[f->group_slots[t][k]] = g->values[k];
    }
    return MODEL_OK;
}

// Words of texts are addresses.
static ModelOutcome set_texts(FmuModel *f, uint32_t i)
{
    const FmuVariable *var = &f->d->variables.data[i];
    const char **texts = ARENA_ARRAY(f->arena, const char *, var->count + 1);
    memcpy(texts, &f->wanted[f->slots[i]], (size_t)var->count * sizeof *texts);
    DO(fmu_set_texts(&f->fmu, var->reference, texts, (size_t)var->count), var->name);
    return MODEL_OK;
}

// Elements of one variable, as they are in the vector.
static ModelOutcome set_variable(FmuModel *f, uint32_t i)
{
    if (f->d->variables.data[i].type == FMU_STRING) return set_texts(f, i);
    const FmuVariable *var = &f->d->variables.data[i];
    FmuValues one = {var->type, &var->reference, 1, (size_t)var->count, &f->wanted[f->slots[i]]};
    if (f->slots[i] == NO_SLOT || !var->count) return MODEL_OK;
    DO(fmu_set(&f->fmu, &one), var->name);
    return MODEL_OK;
}

// Inputs that are given over time are written into their slots. Discrete ones change in events
// only.
static ModelOutcome tell_inputs(FmuModel *f)
{
    for (uint32_t k = 0; k < f->n_inputs; k++) {
        uint32_t i = f->inputs[k];
        const FmuVariable *var = &f->d->variables.data[i];
        double *value = &f->v[f->slots[i]], *told = &f->told[f->slots[i]];
        size_t bytes = (size_t)var->count * sizeof *value;
        if (!memcmp(value, told, bytes)) continue;
        FmuValues one = {var->type, &var->reference, 1, (size_t)var->count, value};
        DO(fmu_set(&f->fmu, &one), var->name);
        memcpy(told, value, bytes);
    }
    return MODEL_OK;
}

static bool is_changed(const FmuModel *f, uint32_t i)
{
    int32_t at = f->slots[i];
    int64_t n = f->d->variables.data[i].count;
    return at != NO_SLOT && memcmp(&f->wanted[at], &f->original[at], (size_t)n * sizeof *f->v) != 0;
}

// ---- Routines
// --------------------------------------------------------------------------------------

static ModelOutcome move(FmuModel *f)
{
    for (int32_t i = 0; i < f->n_states; i++) f->x[i] = f->v[f->state_slots[i]];
    DO(fmu_set_time(&f->fmu, f->v[SLOT_TIME]), "the time");
    DO(fmu_set_states(&f->fmu, f->x, (size_t)f->n_states), "the states");
    return MODEL_OK;
}

static ModelOutcome move_with_inputs(FmuModel *f)
{
    ModelOutcome o = move(f);
    return o == MODEL_OK ? tell_inputs(f) : o;
}

static ModelOutcome look_at_indicators(FmuModel *f, bool keeps_signs)
{
    DO(fmu_get_indicators(&f->fmu, f->z, (size_t)f->n_indicators), "its event indicators");
    for (int32_t i = 0; i < f->n_indicators; i++) {
        f->v[f->indicator_slots[i]] = f->z[i];
        if (keeps_signs) f->v[f->model.relations[i].memory_slot] = f->z[i] > 0;
    }
    return MODEL_OK;
}

// Where there are states, their derivatives were computed before, and the FMU is there.
static ModelOutcome cross(FmuModel *f)
{
    ModelOutcome o = f->n_states ? MODEL_OK : move_with_inputs(f);
    return o == MODEL_OK ? look_at_indicators(f, false) : o;
}

enum { MOST_UPDATES = 1000 };

// Events of the present instant; then the states and everything else are what they are behind them.
static ModelOutcome settle(FmuModel *f)
{
    FmuEvent event = {.needs_update = true};
    for (int k = 0; event.needs_update && k < MOST_UPDATES; k++)
        DO(fmu_update_events(&f->fmu, &event), "an event");
    if (event.needs_update) return fail(f, "to come to an end of its events", MODEL_FATAL);
    DO(fmu_leave_events(&f->fmu), "to leave event mode");
    f->v[f->next_slot] = event.next;
    if (event.is_terminated) f->v[f->terminate_slot] = 1;
    DO(fmu_get_states(&f->fmu, f->x, (size_t)f->n_states), "its states");
    for (int32_t i = 0; i < f->n_states; i++) f->v[f->state_slots[i]] = f->x[i];
    ModelOutcome o = look_at_indicators(f, true);
    return o == MODEL_OK ? get_all(f) : o;
}

static ModelOutcome set_starts(FmuModel *f)
{
    for (uint32_t i = 0; i < f->d->variables.count; i++) {
        if (!is_changed(f, i)) continue;
        ModelOutcome o = set_variable(f, i);
        if (o != MODEL_OK) return o;
    }
    return MODEL_OK;
}

static ModelOutcome initialize(FmuModel *f)
{
    if (!f->wanted) f->wanted = ARENA_COPY(f->arena, double, f->v, f->model.n_slots);
    fmu_free(&f->fmu);
    if (!fmu_instantiate(&f->fmu)) return fail(f, "to be instantiated", MODEL_FATAL);
    double start = f->fmu.setup.start_time = f->v[SLOT_TIME];
    ModelOutcome o = set_starts(f);
    if (o != MODEL_OK) return o;
    DO(fmu_enter_initialization(&f->fmu), "to be initialized");
    DO(fmu_exit_initialization(&f->fmu), "to be initialized");
    memcpy(f->told, f->wanted, (size_t)f->model.n_slots * sizeof *f->told);
    f->reached = start;
    return f->fmu.setup.is_exchanged ? settle(f) : get_all(f);
}

static ModelOutcome derive(FmuModel *f)
{
    ModelOutcome o = move_with_inputs(f);
    if (o != MODEL_OK) return o;
    DO(fmu_get_derivatives(&f->fmu, f->x, (size_t)f->n_states), "its derivatives");
    for (int32_t i = 0; i < f->n_states; i++) f->v[f->derivative_slots[i]] = f->x[i];
    return MODEL_OK;
}

static ModelOutcome step_to(FmuModel *f, double t)
{
    bool is_terminated = false;
    if (f->v[f->terminate_slot] != 0) return MODEL_OK;
    while (f->reached < t && !is_terminated) {
        double before = f->reached, reached; // where a step that is refused leads is not known
        DO(fmu_step(&f->fmu, before, t - before, &reached, &is_terminated), "a step");
        f->reached = reached;
        if (!is_terminated && !(reached > before)) return fail(f, "to go on", MODEL_FATAL);
    }
    if (!is_terminated) return MODEL_OK;
    f->v[f->terminate_slot] = 1;
    f->v[f->next_slot] = t;
    return MODEL_OK;
}

static ModelOutcome tell_outputs(FmuModel *f)
{
    ModelOutcome o = f->fmu.setup.is_exchanged ? move(f) : step_to(f, f->v[SLOT_TIME]);
    if (o == MODEL_OK) o = tell_inputs(f);
    return o == MODEL_OK ? get_all(f) : o;
}

static ModelOutcome happen(FmuModel *f)
{
    if (!f->fmu.setup.is_exchanged) {
        f->v[f->next_slot] = INFINITY;
        return tell_outputs(f);
    }
    ModelOutcome o = move(f);
    if (o != MODEL_OK) return o;
    DO(fmu_enter_events(&f->fmu), "to enter event mode");
    o = tell_inputs(f);
    return o == MODEL_OK ? settle(f) : o;
}

// An event that the FMU asks for now is a time event of this instant.
static ModelOutcome accept(FmuModel *f)
{
    bool needs_event = false, is_terminated = false;
    if (!f->fmu.setup.is_exchanged || !f->d->exchange.needs_completed_steps) return MODEL_OK;
    ModelOutcome o = move_with_inputs(f);
    if (o != MODEL_OK) return o;
    DO(fmu_complete_step(&f->fmu, &needs_event, &is_terminated), "the end of a step");
    if (needs_event || is_terminated) f->v[f->next_slot] = f->v[SLOT_TIME];
    if (is_terminated) f->v[f->terminate_slot] = 1;
    return MODEL_OK;
}

static ModelOutcome run_routine(FmuModel *f, int32_t routine)
{
    switch (routine) {
    case ROUTINE_INITIAL: return initialize(f);
    case ROUTINE_DERIVATIVES: return derive(f);
    case ROUTINE_OUTPUTS: return tell_outputs(f);
    case ROUTINE_CROSSINGS: return cross(f);
    case ROUTINE_EVENT: return happen(f);
    default: return accept(f);
    }
}

// ---- Guarded calls
// -----------------------------------------------------------------------------------

typedef struct Call {
    FmuModel *f;
    int32_t routine;
    ModelOutcome outcome;
} Call;

static void run_call(void *client)
{
    Call *c = client;
    c->outcome = run_routine(c->f, c->routine);
}

// Foreign code: what crashes is a failure with words, and is not entered again.
static ModelOutcome call_fmu(void *self, int32_t routine)
{
    FmuModel *f = self;
    Call call = {f, routine, MODEL_FATAL};
    GuardedCall guarded = {.call = run_call, .client = &call};
    if (f->is_broken) return MODEL_FATAL;
    if (guard_run(&guarded) == GUARD_DONE) return call.outcome;
    f->is_broken = true;
    f->fmu.instance = NULL;
    if (f->host)
        f->host->message(f->host->client, MESSAGE_FAILURE, NULL,
                         arena_printf(f->arena, "the FMU failed: %s", guarded.error));
    return MODEL_FATAL;
}

static void free_instance(void *client)
{
    fmu_free(client);
}

static void close_fmu(void *self)
{
    FmuModel *f = self;
    GuardedCall guarded = {.call = free_instance, .client = &f->fmu};
    if (!f->is_broken) guard_run(&guarded);
    f->is_broken = true;
}

// ---- Tables
// --------------------------------------------------------------------------------------------

static ValueKind kind_of(FmuType type)
{
    switch (type) {
    case FMU_FLOAT64:
    case FMU_FLOAT32: return VALUE_REAL;
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
    return is_number(v) || v->type == FMU_STRING;
}

static const FmuEnumeration *type_of(const FmuDescription *d, const char *name)
{
    for (uint32_t i = 0; name && i < d->types.count; i++)
        if (d->types.data[i].name && !strcmp(d->types.data[i].name, name)) return &d->types.data[i];
    return NULL;
}

static bool can_be_set(const FmuVariable *v)
{
    bool is_start = v->initial && (!strcmp(v->initial, "exact") || !strcmp(v->initial, "approx"));
    return v->variability != FMU_CONSTANT &&
           (v->causality == FMU_PARAMETER || v->causality == FMU_STRUCTURAL_PARAMETER ||
            v->causality == FMU_INPUT || is_start);
}

static VariableInfo describe(const FmuModel *f, const FmuVariable *v, int32_t slot)
{
    const FmuEnumeration *type = v->type == FMU_ENUMERATION ? type_of(f->d, v->type_name) : NULL;
    bool is_parameter = v->causality <= FMU_STRUCTURAL_PARAMETER || v->variability <= FMU_TUNABLE;
    ValueKind kind = kind_of(v->type);
    if (kind == VALUE_ENUMERATION && (!type || !type->literals.count)) kind = VALUE_INTEGER;
    VariableInfo info = {.name = v->name,
                         .unit = v->unit,
                         .display_unit = v->display_unit,
                         .description = v->description,
                         .kind = kind,
                         .variability = v->variability == FMU_CONSTANT ? IS_CONSTANT
                                        : is_parameter                 ? IS_PARAMETER
                                        : kind == VALUE_REAL && v->variability == FMU_CONTINUOUS
                                            ? IS_CONTINUOUS
                                            : IS_DISCRETE,
                         .causality = v->causality == FMU_INPUT    ? IS_INPUT
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
    if (kind == VALUE_ENUMERATION) {
        info.literals = type->literals.data;
        info.n_literals = type->literals.count;
    }
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

static int64_t count_scalars(const FmuDescription *d, bool of_nominals)
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
    int32_t n = 0, slot = 1, nominal = f->model.n_slots - (int32_t)count_scalars(d, true);
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
        if (f->d->variables.data[i].causality == FMU_INPUT && f->slots[i] != NO_SLOT &&
            f->d->variables.data[i].count)
            f->inputs[f->n_inputs++] = i;
}

static void make_groups(FmuModel *f)
{
    const FmuDescription *d = f->d;
    size_t n[N_FMU_TYPES] = {0}, values[N_FMU_TYPES] = {0};
    for (uint32_t i = 0; i < d->variables.count; i++) {
        const FmuVariable *v = &d->variables.data[i];
        n[v->type] += is_number(v);
        values[v->type] += is_number(v) ? (size_t)v->count : 0;
    }
    for (int t = 0; t < N_FMU_TYPES; t++) {
        uint32_t *references = ARENA_ARRAY(f->arena, uint32_t, n[t] + 1);
        f->group_slots[t] = ARENA_ARRAY(f->arena, int32_t, values[t] + 1);
        f->groups[t] = (FmuValues){.type = (FmuType)t, .references = references};
        f->groups[t].values = ARENA_ARRAY(f->arena, double, values[t] + 1);
        for (uint32_t i = 0; i < d->variables.count && n[t]; i++) {
            const FmuVariable *v = &d->variables.data[i];
            if ((int)v->type != t || !is_number(v)) continue;
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

static void make_model(FmuModel *f)
{
    Model *m = &f->model;
    m->abi_version = MODEL_ABI_VERSION;
    m->name = f->d->model_name ? f->d->model_name : "FMU";
    m->lambda_slot = m->terminal_slot = NO_SLOT;
    m->parameters = m->initial_simplified = m->initial_actions = NO_ROUTINE;
    m->instants = m->distributions = m->asserts_routine = m->terminal_routine = NO_ROUTINE;
    m->event_actions = m->conditions_routine = NO_ROUTINE;
    m->initial = ROUTINE_INITIAL;
    m->derivatives = f->fmu.setup.is_exchanged && f->n_states ? ROUTINE_DERIVATIVES : NO_ROUTINE;
    m->outputs = ROUTINE_OUTPUTS;
    m->crossings = f->n_indicators ? ROUTINE_CROSSINGS : NO_ROUTINE;
    m->event = ROUTINE_EVENT;
    m->accepted = ROUTINE_ACCEPTED;
    m->dae = (DaeInfo){.n_unknowns = m->n_states};
    m->self = f;
    m->call = call_fmu;
    m->v = f->v;
    m->mode = &f->mode;
    m->host = &f->host;
    m->close = close_fmu;
}

Model *fmu_model_open(Arena *out, FmuDescription *d, const FmuSetup *setup, const char **why)
{
    FmuModel *f = ARENA_NEW(out, FmuModel);
    int64_t n = count_scalars(d, false), n_nominals = count_scalars(d, true);
    int64_t extra = setup->is_exchanged ? 2 * d->n_indicators : 0;
    const char *missing = fmu_missing(setup);
    *f = (FmuModel){.arena = out, .d = d, .fmu = {.setup = *setup, .client = f, .hear = hear}};
    *why =
        missing ? arena_printf(out, "its code lacks the function %s", missing) : "it is too large";
    if (missing || n + extra > 100000000) return NULL;
    arena_own(out, close_fmu, f);
    f->model.n_slots = (int32_t)(n + extra + n_nominals) + 4;
    f->v = ARENA_ARRAY(out, double, f->model.n_slots + 1);
    f->slots = ARENA_ARRAY(out, int32_t, d->variables.count + 1);
    f->n_indicators = setup->is_exchanged ? (int32_t)d->n_indicators : 0;
    make_variables(f, n);
    make_groups(f);
    list_inputs(f);
    if (setup->is_exchanged && !make_states(f, why)) return NULL;
    make_events(f, (int32_t)n + 1);
    f->x = ARENA_ARRAY(out, double, f->n_states + 1);
    f->z = ARENA_ARRAY(out, double, f->n_indicators + 1);
    f->original = ARENA_COPY(out, double, f->v, f->model.n_slots);
    make_model(f);
    return &f->model;
}
