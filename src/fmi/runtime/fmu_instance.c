#include "fmi/runtime/fmu_instance.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "fmi/runtime/opened.h"
#include "run/exchange.h"

void instance_tell(const Instance *i, FmiStatus status, const char *format, ...)
{
    char message[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    static const char *const categories[] = {"logAll",           "logStatusWarning",
                                             "logStatusDiscard", "logStatusError",
                                             "logStatusFatal",   "logStatusPending"};
    if (i->log && (i->logs || status >= FMI_ERROR)) i->log(i, status, categories[status], message);
}

static void hear(void *client, const tarn_diagnostic *d)
{
    static const FmiStatus status[] = {
        [TARN_NOTE] = FMI_OK, [TARN_WARNING] = FMI_WARNING, [TARN_ERROR] = FMI_ERROR};
    size_t n = strlen(d->text); // notes included: they say what it was
    while (n && d->text[n - 1] == '\n') n--;
    instance_tell(client, status[d->severity], "%.*s", (int)n, d->text);
}

static FmiStatus status_of(tarn_result result)
{
    switch (result) {
    case TARN_OK: return FMI_OK;
    case TARN_NO_MEMORY: return FMI_FATAL;
    default: return FMI_ERROR;
    }
}

// ---- Opening -----------------------------------------------------------------------------------

static bool open_run(Instance *i)
{
    RunKind kind = i->exported.kind;
    kind.is_open_ended = true;
    kind.is_exchanged = i->is_exchanged;
    kind.remakes_objects =
        i->tables->n_object_slots > 0 && program_has_no_foreign_memory(i->exported.program);
    kind.tunable = i->exported.tunable;
    i->experiment = i->exported.experiment;
    i->experiment.records = 0;
    if (run_open_as(i->model, &i->experiment, &kind, &i->run) != TARN_OK) return false;
    tarn_run_on_diagnostic(i->run, hear, i);
    return true;
}

static bool fill(Instance *i, const InstanceRequest *request)
{
    const char *why = opened_model(i->arena, request->resources, &i->exported);
    if (why) {
        instance_tell(i, FMI_ERROR, "the model cannot be read: %s", why);
        return false;
    }
    if (!request->token || strcmp(request->token, i->exported.token)) {
        instance_tell(i, FMI_ERROR, "the token is '%s', not '%s': this is another model",
                      request->token ? request->token : "", i->exported.token);
        return false;
    }
    Arena *arena = arena_open("model");
    i->model = model_of_program(arena, i->exported.program, &i->exported.experiment);
    i->tables = model_tables(i->model);
    i->counts = reference_counts(i->tables, i->arena);
    i->state_variables = reference_state_variables(i->tables, i->arena);
    size_t n = (size_t)i->tables->n_states + 1;
    i->states = ARENA_ARRAY(i->arena, double, n);
    i->derivatives = ARENA_ARRAY(i->arena, double, n);
    i->n_indicators = exchange_indicator_count(i->tables);
    i->indicators = ARENA_ARRAY(i->arena, double, i->n_indicators + 1);
    return open_run(i);
}

Instance *instance_open(const InstanceRequest *request)
{
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) return NULL;
    Arena *arena = arena_open("instance");
    Instance *i = ARENA_NEW(arena, Instance);
    const char *name = request->name ? request->name : "";
    *i = (Instance){.arena = arena,
                    .name = arena_copy_text(arena, name, strlen(name)),
                    .is_exchanged = request->is_exchanged,
                    .logs = request->logs,
                    .log = request->log,
                    .environment = request->environment,
                    .logger = request->logger};
    bool ok = fill(i, request);
    memory_guard_leave(&guard);
    if (ok) return i;
    instance_close(i);
    return NULL;
}

void instance_close(Instance *i)
{
    if (!i) return;
    tarn_run_close(i->run);
    tarn_model_close(i->model);
    arena_close(i->arena);
}

// ---- Life --------------------------------------------------------------------------------------

// Without a stop time that of the experiment is taken for the scale of the run, from the new start.
FmiStatus instance_set_up(Instance *i, const double *tolerance, double start, const double *stop)
{
    const tarn_experiment *usual = &i->exported.experiment;
    double span = usual->stop_time - usual->start_time;
    i->experiment.start_time = start;
    i->experiment.stop_time = stop && *stop > start ? *stop : start + (span > 0 ? span : 1);
    if (tolerance && *tolerance > 0) i->experiment.tolerance = *tolerance;
    return FMI_OK;
}

FmiStatus instance_begin(Instance *i)
{
    tarn_result result = tarn_run_reset(i->run, &i->experiment);
    if (result == TARN_OK) i->phase = PHASE_INITIALIZING;
    return status_of(result);
}

FmiStatus instance_end_begin(Instance *i)
{
    tarn_result result = tarn_run_initialize(i->run);
    if (result == TARN_OK) i->phase = PHASE_RUNNING;
    i->is_event_pending = i->is_at_start = true;
    return status_of(result);
}

FmiStatus instance_terminate(Instance *i)
{
    if (i->phase == PHASE_RUNNING && !i->is_exchanged) run_finish(i->run);
    i->phase = PHASE_TERMINATED;
    return FMI_OK;
}

FmiStatus instance_reset(Instance *i)
{
    tarn_run_forget(i->run);
    i->experiment = i->exported.experiment;
    i->experiment.records = 0;
    i->phase = PHASE_INSTANTIATED;
    i->is_terminated = i->is_event_pending = i->has_input_tick = false;
    return status_of(tarn_run_reset(i->run, &i->experiment));
}

// ---- Values ------------------------------------------------------------------------------------

static void make_room(Instance *i, size_t n)
{
    if (n <= i->room) return;
    i->room = 2 * n;
    i->numbers = ARENA_RAW(i->arena, int, i->room);
    i->values = ARENA_RAW(i->arena, double, i->room);
}

static FmiStatus refuse_reference(Instance *i, uint32_t reference, const char *why)
{
    instance_tell(i, FMI_ERROR, "value reference %u: %s", reference, why);
    return FMI_ERROR;
}

static bool is_of_kinds(const Instance *i, Reference r, unsigned kinds)
{
    if (r.kind == REFERS_NOTHING) return false;
    unsigned kind = r.kind == REFERS_VARIABLE ? (unsigned)i->tables->variables[r.number].kind
                                              : (unsigned)VALUE_REAL;
    return (kinds >> kind & 1) != 0;
}

// What a state, a derivative or the time is.
static double special_value(const Instance *i, Reference r)
{
    switch (r.kind) {
    case REFERS_TIME: return run_exchange_time(i->run);
    case REFERS_STATE: return i->states[r.number];
    case REFERS_INDICATOR: return i->indicators[r.number];
    default: return i->derivatives[r.number];
    }
}

static FmiStatus begin_if_asked(Instance *i)
{
    if (i->phase != PHASE_INITIALIZING || run_is_begun(i->run)) return FMI_OK;
    return status_of(tarn_run_initialize(i->run));
}

// What the specials of a call are taken from is computed once for all of them.
static FmiStatus look_up(Instance *i, const uint32_t *references, size_t n)
{
    bool has_states = false, has_indicators = false;
    for (size_t k = 0; k < n; k++) {
        Reference r = reference_of(i->tables, references[k]);
        has_states |= r.kind == REFERS_STATE || r.kind == REFERS_DERIVATIVE;
        has_indicators |= r.kind == REFERS_INDICATOR;
        if (r.kind == REFERS_INDICATOR && r.number >= i->n_indicators)
            return refuse_reference(i, references[k], "there is no such variable of this type");
    }
    if (has_states && tarn_run_states(i->run, i->states, i->derivatives) != TARN_OK)
        return FMI_ERROR;
    if (has_indicators && run_exchange_indicators(i->run, i->indicators) != TARN_OK)
        return FMI_ERROR;
    return FMI_OK;
}

static FmiStatus get_specials(Instance *i, const uint32_t *references, size_t n, double *values)
{
    FmiStatus status = look_up(i, references, n);
    for (size_t k = 0; k < n && status == FMI_OK; k++) {
        Reference r = reference_of(i->tables, references[k]);
        if (r.kind != REFERS_VARIABLE) values[k] = special_value(i, r);
    }
    return status;
}

FmiStatus instance_get(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                       double *values)
{
    make_room(i, n);
    int n_variables = 0;
    FmiStatus status = begin_if_asked(i);
    for (size_t k = 0; k < n && status == FMI_OK; k++) {
        Reference r = reference_of(i->tables, references[k]);
        if (!is_of_kinds(i, r, kinds))
            return refuse_reference(i, references[k], "there is no such variable of this type");
        if (r.kind == REFERS_VARIABLE) i->numbers[n_variables++] = r.number;
    }
    if (status != FMI_OK) return status;
    status = status_of(tarn_run_get_many(i->run, n_variables, i->numbers, i->values));
    if (status != FMI_OK) return status;
    int next = 0;
    for (size_t k = 0; k < n; k++)
        if (reference_of(i->tables, references[k]).kind == REFERS_VARIABLE)
            values[k] = i->values[next++];
    return (size_t)n_variables < n ? get_specials(i, references, n, values) : FMI_OK;
}

// Initialization that somebody looked at already is not what follows from this value.
static FmiStatus before_setting(Instance *i)
{
    if (i->phase != PHASE_INITIALIZING || !run_is_begun(i->run)) return FMI_OK;
    return status_of(tarn_run_reset(i->run, &i->experiment));
}

FmiStatus instance_set(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                       const double *values)
{
    make_room(i, n);
    if (i->phase == PHASE_TERMINATED) return FMI_ERROR;
    for (size_t k = 0; k < n; k++) {
        Reference r = reference_of(i->tables, references[k]);
        if (!is_of_kinds(i, r, kinds) || r.kind != REFERS_VARIABLE)
            return refuse_reference(i, references[k], "there is no such variable of this type");
        i->numbers[k] = r.number;
    }
    FmiStatus status = before_setting(i);
    if (status != FMI_OK) return status;
    return status_of(tarn_run_set_many(i->run, (int)n, i->numbers, values));
}

static int text_variable(Instance *i, uint32_t reference)
{
    Reference r = reference_of(i->tables, reference);
    if (r.kind == REFERS_VARIABLE && is_of_kinds(i, r, 1u << VALUE_STRING)) return r.number;
    refuse_reference(i, reference, "there is no such String");
    return -1;
}

FmiStatus instance_get_texts(Instance *i, const uint32_t *references, size_t n, const char **values)
{
    FmiStatus status = begin_if_asked(i);
    for (size_t k = 0; k < n && status == FMI_OK; k++) {
        int number = text_variable(i, references[k]);
        if (number < 0) return FMI_ERROR;
        status = status_of(tarn_run_get_text(i->run, number, &values[k]));
    }
    return status;
}

FmiStatus instance_set_texts(Instance *i, const uint32_t *references, size_t n,
                             const char *const *values)
{
    FmiStatus status = before_setting(i);
    for (size_t k = 0; k < n && status == FMI_OK; k++) {
        int number = text_variable(i, references[k]);
        if (number < 0) return FMI_ERROR;
        status = status_of(tarn_run_set_text(i->run, number, values[k] ? values[k] : ""));
    }
    return status;
}

// ---- Steps of co-simulation
// ----------------------------------------------------------------------

static FmiStatus ended(Instance *i, StepResult *result, tarn_result outcome)
{
    result->reached = tarn_run_time(i->run);
    result->is_terminated = i->is_terminated = tarn_run_is_over(i->run) && outcome == TARN_OK;
    return outcome == TARN_OK ? FMI_OK : status_of(outcome);
}

// Called behind every step of the integrator: the importer may look at values, and end the step of
// co-simulation here.
static int tell_update(void *client, double time)
{
    Instance *i = client;
    bool returns = false;
    double at = time;
    i->update(i->environment, time, false, true, true, i->may_return_early, &returns, &at);
    return returns && i->may_return_early;
}

// Sums of step sizes differ from times in their last digits.
static bool is_there(const Instance *i, double target)
{
    double now = tarn_run_time(i->run);
    return target - now <= 1e-13 * fmax(fabs(target), fabs(now));
}

FmiStatus instance_step(Instance *i, double time, double step, StepResult *result)
{
    double target = time + step;
    *result = (StepResult){.reached = tarn_run_time(i->run)};
    if (i->phase != PHASE_RUNNING || i->is_exchanged || !(step >= 0)) {
        instance_tell(i, FMI_ERROR, "a step of %g cannot be made now", step);
        return FMI_ERROR;
    }
    if (i->is_terminated) return ended(i, result, TARN_OK);
    if (is_there(i, target)) return FMI_OK;
    i->is_at_start = false;
    bool awaits = i->uses_events && i->may_return_early;
    tarn_run_on_progress(i->run, i->update ? tell_update : NULL, i);
    tarn_result outcome =
        awaits ? run_advance_to_event(i->run, target) : tarn_run_advance(i->run, target, false);
    if (outcome == TARN_CANCELLED) outcome = TARN_OK; // an early return that was asked for
    if (outcome != TARN_OK || tarn_run_is_over(i->run)) return ended(i, result, outcome);
    result->reached = tarn_run_time(i->run);
    result->needs_event = awaits && tarn_run_is_at_event(i->run);
    result->is_early = !is_there(i, target);
    return FMI_OK;
}
