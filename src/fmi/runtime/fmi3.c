// The functions of FMI 3.0.
#include <math.h>
#include <string.h>

#include "fmi/runtime/fmu_instance.h"

#define FMI_FUNCTION(result, name, arguments) FMI_EXPORTED result name arguments;
#include "fmi/fmi3_functions.def"
#undef FMI_FUNCTION

enum {
    REALS = 1u << VALUE_REAL,
    INTEGERS = 1u << VALUE_INTEGER | 1u << VALUE_ENUMERATION,
    BOOLEANS = 1u << VALUE_BOOLEAN
};

// ---- Life --------------------------------------------------------------------------------------

static void log_message(const Instance *i, FmiStatus status, const char *category,
                        const char *message)
{
    Fmi3Log *log;
    memcpy(&log, &i->logger, sizeof log);
    if (log) log(i->environment, status, category, message);
}

const char *fmi3GetVersion(void)
{
    return "3.0";
}

FmiStatus fmi3SetDebugLogging(void *instance, bool logs, size_t n, const char *const *categories)
{
    (void)n, (void)categories;
    ((Instance *)instance)->logs = logs;
    return FMI_OK;
}

static Instance *open_instance(const char *name, const char *token, const char *resources,
                               bool logs, void *environment, Fmi3Log *log, bool is_exchanged)
{
    InstanceRequest request = {.name = name,
                               .token = token,
                               .resources = resources,
                               .is_exchanged = is_exchanged,
                               .logs = logs,
                               .log = log_message,
                               .environment = environment};
    memcpy(&request.logger, &log, sizeof log);
    return instance_open(&request);
}

void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool is_visible, bool logs, void *environment, Fmi3Log *log)
{
    (void)is_visible;
    return open_instance(name, token, resources, logs, environment, log, true);
}

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool is_visible, bool logs, bool uses_events,
                                  bool may_return_early, const uint32_t *intermediate,
                                  size_t n_intermediate, void *environment, Fmi3Log *log,
                                  Fmi3Update *update)
{
    (void)is_visible, (void)intermediate, (void)n_intermediate;
    Instance *i = open_instance(name, token, resources, logs, environment, log, false);
    if (!i) return NULL;
    i->uses_events = uses_events;
    i->may_return_early = may_return_early;
    i->update = update;
    return i;
}

void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                        bool is_visible, bool logs, void *environment, Fmi3Log *log,
                                        Fmi3Tick *tick, Fmi3Tick *lock, Fmi3Tick *unlock)
{
    (void)name, (void)token, (void)resources, (void)is_visible, (void)logs;
    (void)tick, (void)lock, (void)unlock;
    if (log)
        log(environment, FMI_ERROR, "logStatusError",
            "scheduled execution is not offered by this model");
    return NULL;
}

void fmi3FreeInstance(void *instance)
{
    instance_close(instance);
}

FmiStatus fmi3EnterInitializationMode(void *instance, bool has_tolerance, double tolerance,
                                      double start, bool has_stop, double stop)
{
    FmiStatus status = instance_set_up(instance, has_tolerance ? &tolerance : NULL, start,
                                       has_stop ? &stop : NULL);
    return status == FMI_OK ? instance_begin(instance) : status;
}

FmiStatus fmi3ExitInitializationMode(void *instance)
{
    return instance_end_begin(instance);
}

FmiStatus fmi3Terminate(void *instance)
{
    return instance_terminate(instance);
}

FmiStatus fmi3Reset(void *instance)
{
    return instance_reset(instance);
}

FmiStatus fmi3EnterConfigurationMode(void *instance)
{
    (void)instance; // there are no structural parameters
    return FMI_OK;
}

FmiStatus fmi3ExitConfigurationMode(void *instance)
{
    (void)instance;
    return FMI_OK;
}

// ---- Values ------------------------------------------------------------------------------------

// Of an array: how many elements the reference stands for.
static int32_t count_of(const Instance *i, Reference r)
{
    if (r.kind == REFERS_VARIABLE) return i->counts[r.number];
    int32_t state = r.kind == REFERS_DERIVATIVE ? i->state_variables[r.number] : -1;
    return state >= 0 ? i->counts[state] : 1;
}

// The elements behind the references, in order; false: they are not as many as there are values.
static bool expand(Instance *i, const uint32_t *references, size_t n, size_t n_values,
                   uint32_t **elements)
{
    size_t count = 0;
    *elements = ARENA_RAW(i->scratch, uint32_t, n_values + 1);
    for (size_t k = 0; k < n; k++) {
        Reference r = reference_of(i->tables, references[k]);
        int32_t each = count_of(i, r);
        for (int32_t e = 0; e < each; e++, count++)
            if (count < n_values) (*elements)[count] = references[k] + (uint32_t)e;
    }
    if (count != n_values)
        instance_tell(i, FMI_ERROR, "there are %zu values here, not %zu", count, n_values);
    return count == n_values;
}

static FmiStatus get(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                     double *values, size_t n_values)
{
    uint32_t *elements;
    if (!n_values) return FMI_OK;
    if (!expand(i, references, n, n_values, &elements)) return FMI_ERROR;
    return instance_get(i, elements, n_values, kinds, values);
}

static FmiStatus set(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                     const double *values, size_t n_values)
{
    uint32_t *elements;
    if (!n_values) return FMI_OK;
    if (!expand(i, references, n, n_values, &elements)) return FMI_ERROR;
    return instance_set(i, elements, n_values, kinds, values);
}

// Room for calls is given back at the end of each.
static void open_scratch(Instance *i)
{
    i->scratch = arena_open("call");
}

static FmiStatus close_scratch(Instance *i, FmiStatus status)
{
    arena_close(i->scratch);
    i->scratch = NULL;
    return status;
}

FmiStatus fmi3GetFloat64(void *instance, const uint32_t *references, size_t n, double *values,
                         size_t n_values)
{
    open_scratch(instance);
    return close_scratch(instance, get(instance, references, n, REALS, values, n_values));
}

FmiStatus fmi3SetFloat64(void *instance, const uint32_t *references, size_t n, const double *values,
                         size_t n_values)
{
    open_scratch(instance);
    return close_scratch(instance, set(instance, references, n, REALS, values, n_values));
}

// Integers of any size: one that does not fit is an error.
#define WHOLE(name, type, kinds)                                                                   \
    FmiStatus fmi3Get##name(void *instance, const uint32_t *references, size_t n, type *values,    \
                            size_t n_values)                                                       \
    {                                                                                              \
        Instance *i = instance;                                                                    \
        open_scratch(i);                                                                           \
        double *numbers = ARENA_ARRAY(i->scratch, double, n_values + 1);                           \
        FmiStatus status = get(i, references, n, kinds, numbers, n_values);                        \
        for (size_t k = 0; k < n_values && status == FMI_OK; k++) {                                \
            values[k] = (type)numbers[k];                                                          \
            if ((double)values[k] == numbers[k]) continue;                                         \
            instance_tell(i, FMI_ERROR, "%.17g does not fit into " #name, numbers[k]);             \
            status = FMI_ERROR;                                                                    \
        }                                                                                          \
        return close_scratch(i, status);                                                           \
    }                                                                                              \
    FmiStatus fmi3Set##name(void *instance, const uint32_t *references, size_t n,                  \
                            const type *values, size_t n_values)                                   \
    {                                                                                              \
        Instance *i = instance;                                                                    \
        open_scratch(i);                                                                           \
        double *numbers = ARENA_ARRAY(i->scratch, double, n_values + 1);                           \
        for (size_t k = 0; k < n_values; k++) numbers[k] = (double)values[k];                      \
        return close_scratch(i, set(i, references, n, kinds, numbers, n_values));                  \
    }

WHOLE(Int8, int8_t, INTEGERS)
WHOLE(UInt8, uint8_t, INTEGERS)
WHOLE(Int16, int16_t, INTEGERS)
WHOLE(UInt16, uint16_t, INTEGERS)
WHOLE(Int32, int32_t, INTEGERS)
WHOLE(UInt32, uint32_t, INTEGERS)
WHOLE(Int64, int64_t, INTEGERS)
WHOLE(UInt64, uint64_t, INTEGERS)
WHOLE(Boolean, bool, BOOLEANS)
#undef WHOLE

FmiStatus fmi3GetString(void *instance, const uint32_t *references, size_t n, const char **values,
                        size_t n_values)
{
    uint32_t *elements;
    open_scratch(instance);
    bool fits = !n_values || expand(instance, references, n, n_values, &elements);
    FmiStatus status = !fits       ? FMI_ERROR
                       : !n_values ? FMI_OK
                                   : instance_get_texts(instance, elements, n_values, values);
    return close_scratch(instance, status);
}

FmiStatus fmi3SetString(void *instance, const uint32_t *references, size_t n,
                        const char *const *values, size_t n_values)
{
    uint32_t *elements;
    open_scratch(instance);
    bool fits = !n_values || expand(instance, references, n, n_values, &elements);
    FmiStatus status = !fits       ? FMI_ERROR
                       : !n_values ? FMI_OK
                                   : instance_set_texts(instance, elements, n_values, values);
    return close_scratch(instance, status);
}

FmiStatus fmi3GetDirectionalDerivative(void *instance, const uint32_t *unknowns, size_t n_unknowns,
                                       const uint32_t *knowns, size_t n_knowns, const double *seed,
                                       size_t n_seed, double *answer, size_t n_answer)
{
    Instance *i = instance;
    uint32_t *u, *k;
    open_scratch(i);
    bool fits =
        expand(i, unknowns, n_unknowns, n_answer, &u) && expand(i, knowns, n_knowns, n_seed, &k);
    FmiStatus status =
        fits ? instance_direction(i, u, n_answer, k, n_seed, seed, answer) : FMI_ERROR;
    return close_scratch(i, status);
}

// The sum over the unknowns, one known at a time.
FmiStatus fmi3GetAdjointDerivative(void *instance, const uint32_t *unknowns, size_t n_unknowns,
                                   const uint32_t *knowns, size_t n_knowns, const double *seed,
                                   size_t n_seed, double *answer, size_t n_answer)
{
    Instance *i = instance;
    uint32_t *u, *k;
    open_scratch(i);
    bool fits =
        expand(i, unknowns, n_unknowns, n_seed, &u) && expand(i, knowns, n_knowns, n_answer, &k);
    FmiStatus status = fits ? FMI_OK : FMI_ERROR;
    double *changes = ARENA_ARRAY(i->scratch, double, n_seed + 1), one = 1;
    for (size_t j = 0; j < n_answer && status == FMI_OK; j++) {
        status = instance_direction(i, u, n_seed, &k[j], 1, &one, changes);
        answer[j] = 0;
        for (size_t r = 0; r < n_seed; r++) answer[j] += seed[r] * changes[r];
    }
    return close_scratch(i, status);
}

// ---- States that the importer keeps ------------------------------------------------------------

FmiStatus fmi3GetFMUState(void *instance, void **state)
{
    return instance_save(instance, (SavedState **)state);
}

FmiStatus fmi3SetFMUState(void *instance, void *state)
{
    return instance_restore(instance, state);
}

FmiStatus fmi3FreeFMUState(void *instance, void **state)
{
    (void)instance;
    if (!state) return FMI_OK;
    instance_forget(*state);
    *state = NULL;
    return FMI_OK;
}

FmiStatus fmi3SerializedFMUStateSize(void *instance, void *state, size_t *size)
{
    return instance_state_size(instance, state, size);
}

FmiStatus fmi3SerializeFMUState(void *instance, void *state, uint8_t *bytes, size_t size)
{
    return instance_state_write(instance, state, bytes, size);
}

FmiStatus fmi3DeserializeFMUState(void *instance, const uint8_t *bytes, size_t size, void **state)
{
    return instance_state_read(instance, bytes, size, (SavedState **)state);
}

// ---- Model exchange and events
// -------------------------------------------------------------------

FmiStatus fmi3EnterEventMode(void *instance)
{
    ((Instance *)instance)->is_event_pending = true;
    return FMI_OK;
}

FmiStatus fmi3GetClock(void *instance, const uint32_t *references, size_t n, bool *values)
{
    return instance_get_clocks(instance, references, n, values);
}

FmiStatus fmi3SetClock(void *instance, const uint32_t *references, size_t n, const bool *values)
{
    return instance_set_clocks(instance, references, n, values);
}

FmiStatus fmi3EvaluateDiscreteStates(void *instance)
{
    (void)instance;
    return FMI_OK;
}

FmiStatus fmi3UpdateDiscreteStates(void *instance, bool *needs_update, bool *is_terminated,
                                   bool *has_new_nominals, bool *has_new_states, bool *has_next,
                                   double *next)
{
    ExchangeEvent event;
    FmiStatus status = instance_event(instance, &event);
    *needs_update = *has_new_nominals = false;
    *is_terminated = event.is_terminated;
    *has_new_states = event.has_new_states;
    *has_next = isfinite(event.next_time);
    *next = *has_next ? event.next_time : 0;
    return status;
}

FmiStatus fmi3EnterContinuousTimeMode(void *instance)
{
    (void)instance;
    return FMI_OK;
}

FmiStatus fmi3CompletedIntegratorStep(void *instance, bool is_final, bool *needs_event,
                                      bool *is_terminated)
{
    (void)is_final;
    *is_terminated = false;
    return instance_accept(instance, needs_event);
}

FmiStatus fmi3SetTime(void *instance, double time)
{
    return instance_move(instance, time);
}

FmiStatus fmi3SetContinuousStates(void *instance, const double *states, size_t n)
{
    return instance_set_states(instance, states, n);
}

FmiStatus fmi3GetContinuousStateDerivatives(void *instance, double *derivatives, size_t n)
{
    return instance_get_states(instance, NULL, derivatives, n);
}

FmiStatus fmi3GetContinuousStates(void *instance, double *states, size_t n)
{
    return instance_get_states(instance, states, NULL, n);
}

FmiStatus fmi3GetEventIndicators(void *instance, double *indicators, size_t n)
{
    return instance_indicators(instance, indicators, n);
}

FmiStatus fmi3GetNominalsOfContinuousStates(void *instance, double *nominals, size_t n)
{
    return instance_nominals(instance, nominals, n);
}

FmiStatus fmi3GetNumberOfEventIndicators(void *instance, size_t *n)
{
    *n = (size_t)((Instance *)instance)->n_indicators;
    return FMI_OK;
}

FmiStatus fmi3GetNumberOfContinuousStates(void *instance, size_t *n)
{
    *n = (size_t)((Instance *)instance)->tables->n_states;
    return FMI_OK;
}

// ---- Co-simulation -----------------------------------------------------------------------------

FmiStatus fmi3EnterStepMode(void *instance)
{
    (void)instance;
    return FMI_OK;
}

FmiStatus fmi3DoStep(void *instance, double time, double step, bool is_final, bool *needs_event,
                     bool *is_terminated, bool *is_early, double *reached)
{
    StepResult result;
    (void)is_final;
    FmiStatus status = instance_step(instance, time, step, &result);
    *needs_event = result.needs_event;
    *is_terminated = result.is_terminated;
    *is_early = result.is_early;
    *reached = result.reached;
    return status;
}

// ---- What is not offered -----------------------------------------------------------------------

static FmiStatus refuse(void *instance, size_t n, const char *what)
{
    if (n) instance_tell(instance, FMI_ERROR, "%s", what);
    return n ? FMI_ERROR : FMI_OK;
}

static const char no_floats[] = "there are no variables of type Float32";
static const char no_binaries[] = "there are no variables of type Binary";
static const char no_intervals[] = "clocks of this model are triggered: they have no interval";
static const char no_dependencies[] = "dependencies do not change: they are in the description";
static const char no_derivatives[] = "derivatives of outputs are not offered";

#define REFUSE(name, arguments, sentence)                                                          \
    FmiStatus name arguments                                                                       \
    {                                                                                              \
        return refuse(instance, n, sentence);                                                      \
    }
#pragma GCC diagnostic ignored "-Wunused-parameter"
REFUSE(fmi3GetFloat32,
       (void *instance, const uint32_t *references, size_t n, float *values, size_t n_values),
       no_floats)
REFUSE(fmi3SetFloat32,
       (void *instance, const uint32_t *references, size_t n, const float *values, size_t n_values),
       no_floats)
REFUSE(fmi3GetBinary,
       (void *instance, const uint32_t *references, size_t n, size_t *sizes, const uint8_t **values,
        size_t n_values),
       no_binaries)
REFUSE(fmi3SetBinary,
       (void *instance, const uint32_t *references, size_t n, const size_t *sizes,
        const uint8_t *const *values, size_t n_values),
       no_binaries)
REFUSE(fmi3GetIntervalDecimal,
       (void *instance, const uint32_t *references, size_t n, double *intervals, int *qualifiers),
       no_intervals)
REFUSE(fmi3GetIntervalFraction,
       (void *instance, const uint32_t *references, size_t n, uint64_t *counters,
        uint64_t *resolutions, int *qualifiers),
       no_intervals)
REFUSE(fmi3GetShiftDecimal, (void *instance, const uint32_t *references, size_t n, double *shifts),
       no_intervals)
REFUSE(fmi3GetShiftFraction,
       (void *instance, const uint32_t *references, size_t n, uint64_t *counters,
        uint64_t *resolutions),
       no_intervals)
REFUSE(fmi3SetIntervalDecimal,
       (void *instance, const uint32_t *references, size_t n, const double *intervals),
       no_intervals)
REFUSE(fmi3SetIntervalFraction,
       (void *instance, const uint32_t *references, size_t n, const uint64_t *counters,
        const uint64_t *resolutions),
       no_intervals)
REFUSE(fmi3SetShiftDecimal,
       (void *instance, const uint32_t *references, size_t n, const double *shifts), no_intervals)
REFUSE(fmi3SetShiftFraction,
       (void *instance, const uint32_t *references, size_t n, const uint64_t *counters,
        const uint64_t *resolutions),
       no_intervals)
REFUSE(fmi3GetVariableDependencies,
       (void *instance, uint32_t dependent, size_t *elements, uint32_t *independents,
        size_t *independent_elements, int *kinds, size_t n),
       no_dependencies)
REFUSE(fmi3GetOutputDerivatives,
       (void *instance, const uint32_t *references, size_t n, const int32_t *orders, double *values,
        size_t n_values),
       no_derivatives)

FmiStatus fmi3GetNumberOfVariableDependencies(void *instance, uint32_t reference, size_t *n)
{
    return refuse(instance, 1, no_dependencies);
}

FmiStatus fmi3ActivateModelPartition(void *instance, uint32_t clock, double time)
{
    return refuse(instance, 1, no_intervals);
}
