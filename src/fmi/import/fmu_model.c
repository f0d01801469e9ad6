#include "fmi/import/fmu_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fmi/import/fmu_model_state.h"
#include "program/external/guard.h"

// ---- Failures
// --------------------------------------------------------------------------------------

ModelOutcome fmu_fail(FmuModel *f, const char *what, ModelOutcome outcome)
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

// ---- Values
// --------------------------------------------------------------------------------------

static ModelOutcome get_all(FmuModel *f)
{
    for (int t = 0; t < N_FMU_TYPES; t++) {
        FmuValues *g = &f->groups[t];
        FMU_DO(fmu_get(&f->fmu, g), "to tell its values");
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
    FMU_DO(fmu_set_texts(&f->fmu, var->reference, texts, (size_t)var->count), var->name);
    return MODEL_OK;
}

// Elements of one variable, as they are in the vector.
static ModelOutcome set_variable(FmuModel *f, uint32_t i)
{
    if (f->d->variables.data[i].type == FMU_STRING) return set_texts(f, i);
    if (f->d->variables.data[i].type == FMU_CLOCK) return MODEL_OK;
    const FmuVariable *var = &f->d->variables.data[i];
    FmuValues one = {var->type, &var->reference, 1, (size_t)var->count, &f->wanted[f->slots[i]]};
    if (f->slots[i] == NO_SLOT || !var->count) return MODEL_OK;
    FMU_DO(fmu_set(&f->fmu, &one), var->name);
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
        FMU_DO(fmu_set(&f->fmu, &one), var->name);
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
    FMU_DO(fmu_set_time(&f->fmu, f->v[SLOT_TIME]), "the time");
    FMU_DO(fmu_set_states(&f->fmu, f->x, (size_t)f->n_states), "the states");
    return MODEL_OK;
}

static ModelOutcome move_with_inputs(FmuModel *f)
{
    ModelOutcome o = move(f);
    return o == MODEL_OK ? tell_inputs(f) : o;
}

static ModelOutcome look_at_indicators(FmuModel *f, bool keeps_signs)
{
    FMU_DO(fmu_get_indicators(&f->fmu, f->z, (size_t)f->n_indicators), "its event indicators");
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

// Ticks of clocks at the present instant belong to its events: one may lead to another.
static ModelOutcome update(FmuModel *f, FmuEvent *event)
{
    ModelOutcome o = fmu_ticks_set(f);
    if (o == MODEL_OK) o = fmu_ticks_hear(f);
    if (o != MODEL_OK) return o;
    FMU_DO(fmu_update_events(&f->fmu, event), "an event");
    o = fmu_ticks_plan(f);
    event->needs_update |= fmu_ticks_next(f) <= f->v[SLOT_TIME];
    return o;
}

// Until the instant is over.
static ModelOutcome update_all(FmuModel *f)
{
    FmuEvent event = {.needs_update = true};
    for (int k = 0; event.needs_update && k < MOST_UPDATES; k++) {
        ModelOutcome o = update(f, &event);
        if (o != MODEL_OK) return o;
    }
    if (event.needs_update) return fmu_fail(f, "to come to an end of its events", MODEL_FATAL);
    FMU_DO(fmu_leave_events(&f->fmu), "to leave event mode");
    f->v[f->next_slot] = fmin(event.next, fmu_ticks_next(f));
    if (event.is_terminated) f->v[f->terminate_slot] = 1;
    fmu_ticks_show(f);
    return MODEL_OK;
}

// Events of the present instant; then the states and everything else are what they are behind them.
static ModelOutcome settle(FmuModel *f)
{
    ModelOutcome o = update_all(f);
    if (o != MODEL_OK) return o;
    FMU_DO(fmu_get_states(&f->fmu, f->x, (size_t)f->n_states), "its states");
    for (int32_t i = 0; i < f->n_states; i++) f->v[f->state_slots[i]] = f->x[i];
    o = look_at_indicators(f, true);
    return o == MODEL_OK ? get_all(f) : o;
}

static ModelOutcome run_partitions(FmuModel *f)
{
    ModelOutcome o = tell_inputs(f);
    if (o == MODEL_OK) o = fmu_ticks_run(f);
    if (o != MODEL_OK) return o;
    f->v[f->next_slot] = fmu_ticks_next(f);
    fmu_ticks_show(f);
    return get_all(f);
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
    if (!fmu_instantiate(&f->fmu)) return fmu_fail(f, "to be instantiated", MODEL_FATAL);
    double start = f->fmu.setup.start_time = f->v[SLOT_TIME];
    ModelOutcome o = set_starts(f);
    if (o != MODEL_OK) return o;
    FMU_DO(fmu_enter_initialization(&f->fmu), "to be initialized");
    memcpy(f->told, f->wanted, (size_t)f->model.n_slots * sizeof *f->told);
    o = fmu_ticks_begin(f);
    if (o != MODEL_OK) return o;
    FMU_DO(fmu_exit_initialization(&f->fmu), "to be initialized");
    f->reached = start;
    f->owes_event = false;
    if (f->fmu.setup.is_scheduled) return run_partitions(f);
    return f->fmu.setup.is_exchanged || f->fmu.setup.uses_events ? settle(f) : get_all(f);
}

static ModelOutcome derive(FmuModel *f)
{
    ModelOutcome o = move_with_inputs(f);
    if (o != MODEL_OK) return o;
    FMU_DO(fmu_get_derivatives(&f->fmu, f->x, (size_t)f->n_states), "its derivatives");
    for (int32_t i = 0; i < f->n_states; i++) f->v[f->derivative_slots[i]] = f->x[i];
    return MODEL_OK;
}

// Between communication points: what the FMU asks for, and ticks that nobody knew of.
static ModelOutcome settle_between(FmuModel *f)
{
    double t = f->v[SLOT_TIME];
    f->v[SLOT_TIME] = f->reached;
    f->owes_event = false;
    FMU_DO(fmu_enter_events(&f->fmu), "to enter event mode");
    ModelOutcome o = update_all(f);
    f->v[SLOT_TIME] = t;
    return o;
}

// One step, which may end early; events at its end are owed.
static ModelOutcome step_once(FmuModel *f, double until)
{
    double before = f->reached, reached; // where a step that is refused leads is not known
    bool is_terminated;
    FMU_DO(fmu_step(&f->fmu, before, until - before, &reached, &f->owes_event, &is_terminated),
           "a step");
    f->reached = reached;
    f->stays = reached > before ? 0 : f->stays + 1;
    if (is_terminated) f->v[f->terminate_slot] = 1;
    bool is_stuck = !is_terminated && f->stays > (f->owes_event ? MOST_UPDATES : 0);
    return is_stuck ? fmu_fail(f, "to go on", MODEL_FATAL) : MODEL_OK;
}

// Events at `t` itself are those of our driver, and so is the end.
static ModelOutcome step_to(FmuModel *f, double t)
{
    if (f->v[f->terminate_slot] != 0 || f->fmu.setup.is_scheduled) return MODEL_OK;
    while (f->reached < t && f->v[f->terminate_slot] == 0) {
        bool has_event = f->owes_event || fmu_ticks_next(f) <= f->reached;
        ModelOutcome o = f->fmu.setup.uses_events && has_event
                             ? settle_between(f)
                             : step_once(f, fmin(t, fmax(fmu_ticks_next(f), f->reached)));
        if (o != MODEL_OK) return o;
    }
    bool is_owed = f->fmu.setup.uses_events && f->owes_event;
    if (is_owed || f->v[f->terminate_slot] != 0) f->v[f->next_slot] = t;
    return MODEL_OK;
}

static ModelOutcome tell_outputs(FmuModel *f)
{
    ModelOutcome o = f->fmu.setup.is_exchanged ? move(f) : step_to(f, f->v[SLOT_TIME]);
    if (o == MODEL_OK) o = tell_inputs(f);
    fmu_ticks_show(f);
    return o == MODEL_OK ? get_all(f) : o;
}

static ModelOutcome happen(FmuModel *f)
{
    const FmuSetup *s = &f->fmu.setup;
    if (s->is_scheduled) return run_partitions(f);
    if (!s->is_exchanged && !s->uses_events) {
        f->v[f->next_slot] = INFINITY;
        return tell_outputs(f);
    }
    ModelOutcome o = s->is_exchanged ? move(f) : step_to(f, f->v[SLOT_TIME]);
    if (o != MODEL_OK || (!s->is_exchanged && f->v[f->terminate_slot] != 0)) return o;
    f->owes_event = false;
    FMU_DO(fmu_enter_events(&f->fmu), "to enter event mode");
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
    FMU_DO(fmu_complete_step(&f->fmu, &needs_event, &is_terminated), "the end of a step");
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

static void make_model(FmuModel *f)
{
    Model *m = &f->model;
    m->abi_version = MODEL_ABI_VERSION;
    m->name = f->d->model_name ? f->d->model_name : "FMU";
    m->lambda_slot = m->terminal_slot = NO_SLOT;
    m->parameters = m->initial_simplified = m->initial_actions = NO_ROUTINE;
    m->instants = m->distributions = m->asserts_routine = m->terminal_routine = NO_ROUTINE;
    m->event_actions = m->conditions_routine = m->derivatives_again = NO_ROUTINE;
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

// Others need no event mode to be run.
static bool has_clocks(const FmuDescription *d)
{
    for (uint32_t i = 0; i < d->variables.count; i++)
        if (d->variables.data[i].type == FMU_CLOCK && d->variables.data[i].causality != FMU_LOCAL)
            return true;
    return false;
}

Model *fmu_model_open(Arena *out, FmuDescription *d, const FmuSetup *setup, const char **why)
{
    FmuModel *f = ARENA_NEW(out, FmuModel);
    int64_t n = fmu_count_scalars(d, false), n_nominals = fmu_count_scalars(d, true);
    int64_t extra = setup->is_exchanged ? 2 * d->n_indicators : 0;
    *f = (FmuModel){.arena = out, .d = d, .fmu = {.setup = *setup, .client = f, .hear = hear}};
    f->fmu.setup.uses_events =
        !setup->is_exchanged && !setup->is_scheduled && d->simulation.has_events && has_clocks(d);
    const char *missing = fmu_missing(&f->fmu.setup);
    *why =
        missing ? arena_printf(out, "its code lacks the function %s", missing) : "it is too large";
    if (missing || n + extra > 100000000) return NULL;
    arena_own(out, close_fmu, f);
    f->model.n_slots = (int32_t)(n + extra + n_nominals) + 4;
    f->v = ARENA_ARRAY(out, double, f->model.n_slots + 1);
    if (!fmu_make_tables(f, n, why)) return NULL;
    f->x = ARENA_ARRAY(out, double, f->n_states + 1);
    f->z = ARENA_ARRAY(out, double, f->n_indicators + 1);
    f->original = ARENA_COPY(out, double, f->v, f->model.n_slots);
    make_model(f);
    return &f->model;
}
