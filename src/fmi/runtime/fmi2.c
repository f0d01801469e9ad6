// The functions of FMI 2.0.
#include <math.h>
#include <string.h>

#include "fmi/runtime/fmu_instance.h"

#define FMI_FUNCTION(result, name, arguments) FMI_EXPORTED result name arguments;
#include "fmi/fmi2_functions.def"
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
    const Fmi2Callbacks *callbacks = i->logger;
    if (callbacks && callbacks->log)
        callbacks->log(i->environment, i->name, status, category, "%s", message);
}

const char *fmi2GetTypesPlatform(void)
{
    return "default";
}

const char *fmi2GetVersion(void)
{
    return "2.0";
}

FmiStatus fmi2SetDebugLogging(void *instance, int logs, size_t n, const char *const *categories)
{
    (void)n, (void)categories;
    ((Instance *)instance)->logs = logs != 0;
    return FMI_OK;
}

void *fmi2Instantiate(const char *name, int type, const char *token, const char *resources,
                      const Fmi2Callbacks *callbacks, int is_visible, int logs)
{
    (void)is_visible;
    return instance_open(
        &(InstanceRequest){.name = name,
                           .token = token,
                           .resources = resources,
                           .is_exchanged = type == FMI2_MODEL_EXCHANGE,
                           .logs = logs != 0,
                           .log = log_message,
                           .environment = callbacks ? callbacks->environment : NULL,
                           .logger = (void *)(uintptr_t)callbacks});
}

void fmi2FreeInstance(void *instance)
{
    instance_close(instance);
}

FmiStatus fmi2SetupExperiment(void *instance, int has_tolerance, double tolerance, double start,
                              int has_stop, double stop)
{
    return instance_set_up(instance, has_tolerance ? &tolerance : NULL, start,
                           has_stop ? &stop : NULL);
}

FmiStatus fmi2EnterInitializationMode(void *instance)
{
    return instance_begin(instance);
}

FmiStatus fmi2ExitInitializationMode(void *instance)
{
    return instance_end_begin(instance);
}

FmiStatus fmi2Terminate(void *instance)
{
    return instance_terminate(instance);
}

FmiStatus fmi2Reset(void *instance)
{
    return instance_reset(instance);
}

// ---- Values ------------------------------------------------------------------------------------

FmiStatus fmi2GetReal(void *instance, const uint32_t *references, size_t n, double *values)
{
    return n ? instance_get(instance, references, n, REALS, values) : FMI_OK;
}

FmiStatus fmi2SetReal(void *instance, const uint32_t *references, size_t n, const double *values)
{
    return n ? instance_set(instance, references, n, REALS, values) : FMI_OK;
}

static FmiStatus get_whole(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                           int *values)
{
    FmiStatus status = FMI_OK;
    for (size_t k = 0; k < n && status == FMI_OK; k++) {
        double value = 0;
        status = instance_get(i, &references[k], 1, kinds, &value);
        if (status == FMI_OK && fabs(value) > 2147483647) {
            instance_tell(i, FMI_ERROR, "%.17g is no Integer of 32 bits", value);
            return FMI_ERROR;
        }
        values[k] = (int)value;
    }
    return status;
}

static FmiStatus set_whole(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                           const int *values)
{
    FmiStatus status = FMI_OK;
    for (size_t k = 0; k < n && status == FMI_OK; k++) {
        double value = kinds == BOOLEANS ? values[k] != 0 : values[k];
        status = instance_set(i, &references[k], 1, kinds, &value);
    }
    return status;
}

FmiStatus fmi2GetInteger(void *instance, const uint32_t *references, size_t n, int *values)
{
    return get_whole(instance, references, n, INTEGERS, values);
}

FmiStatus fmi2SetInteger(void *instance, const uint32_t *references, size_t n, const int *values)
{
    return set_whole(instance, references, n, INTEGERS, values);
}

FmiStatus fmi2GetBoolean(void *instance, const uint32_t *references, size_t n, int *values)
{
    return get_whole(instance, references, n, BOOLEANS, values);
}

FmiStatus fmi2SetBoolean(void *instance, const uint32_t *references, size_t n, const int *values)
{
    return set_whole(instance, references, n, BOOLEANS, values);
}

FmiStatus fmi2GetString(void *instance, const uint32_t *references, size_t n, const char **values)
{
    return instance_get_texts(instance, references, n, values);
}

FmiStatus fmi2SetString(void *instance, const uint32_t *references, size_t n,
                        const char *const *values)
{
    return instance_set_texts(instance, references, n, values);
}

FmiStatus fmi2GetDirectionalDerivative(void *instance, const uint32_t *unknowns, size_t n_unknowns,
                                       const uint32_t *knowns, size_t n_knowns, const double *seed,
                                       double *answer)
{
    return instance_direction(instance, unknowns, n_unknowns, knowns, n_knowns, seed, answer);
}

// ---- States that the importer keeps ------------------------------------------------------------

FmiStatus fmi2GetFMUstate(void *instance, void **state)
{
    return instance_save(instance, (SavedState **)state);
}

FmiStatus fmi2SetFMUstate(void *instance, void *state)
{
    return instance_restore(instance, state);
}

FmiStatus fmi2FreeFMUstate(void *instance, void **state)
{
    (void)instance;
    if (!state) return FMI_OK;
    instance_forget(*state);
    *state = NULL;
    return FMI_OK;
}

FmiStatus fmi2SerializedFMUstateSize(void *instance, void *state, size_t *size)
{
    return instance_state_size(instance, state, size);
}

FmiStatus fmi2SerializeFMUstate(void *instance, void *state, char *bytes, size_t size)
{
    return instance_state_write(instance, state, bytes, size);
}

FmiStatus fmi2DeSerializeFMUstate(void *instance, const char *bytes, size_t size, void **state)
{
    return instance_state_read(instance, bytes, size, (SavedState **)state);
}

// ---- Model exchange ----------------------------------------------------------------------------

FmiStatus fmi2EnterEventMode(void *instance)
{
    ((Instance *)instance)->is_event_pending = true;
    return FMI_OK;
}

FmiStatus fmi2NewDiscreteStates(void *instance, Fmi2EventInfo *event)
{
    ExchangeEvent what;
    FmiStatus status = instance_event(instance, &what);
    *event = (Fmi2EventInfo){.is_terminated = what.is_terminated,
                             .has_new_states = what.has_new_states,
                             .has_next = isfinite(what.next_time),
                             .next = isfinite(what.next_time) ? what.next_time : 0};
    return status;
}

FmiStatus fmi2EnterContinuousTimeMode(void *instance)
{
    (void)instance;
    return FMI_OK;
}

FmiStatus fmi2CompletedIntegratorStep(void *instance, int is_final, int *needs_event,
                                      int *is_terminated)
{
    bool asks = false;
    (void)is_final;
    FmiStatus status = instance_accept(instance, &asks);
    *needs_event = asks;
    *is_terminated = 0;
    return status;
}

FmiStatus fmi2SetTime(void *instance, double time)
{
    return instance_move(instance, time);
}

FmiStatus fmi2SetContinuousStates(void *instance, const double *states, size_t n)
{
    return instance_set_states(instance, states, n);
}

FmiStatus fmi2GetDerivatives(void *instance, double *derivatives, size_t n)
{
    return instance_get_states(instance, NULL, derivatives, n);
}

FmiStatus fmi2GetContinuousStates(void *instance, double *states, size_t n)
{
    return instance_get_states(instance, states, NULL, n);
}

FmiStatus fmi2GetEventIndicators(void *instance, double *indicators, size_t n)
{
    return instance_indicators(instance, indicators, n);
}

FmiStatus fmi2GetNominalsOfContinuousStates(void *instance, double *nominals, size_t n)
{
    return instance_nominals(instance, nominals, n);
}

// ---- Co-simulation -----------------------------------------------------------------------------

FmiStatus fmi2SetRealInputDerivatives(void *instance, const uint32_t *references, size_t n,
                                      const int *orders, const double *values)
{
    (void)references, (void)orders, (void)values;
    if (n) instance_tell(instance, FMI_ERROR, "inputs are not interpolated");
    return n ? FMI_ERROR : FMI_OK;
}

FmiStatus fmi2GetRealOutputDerivatives(void *instance, const uint32_t *references, size_t n,
                                       const int *orders, double *values)
{
    (void)references, (void)orders, (void)values;
    if (n) instance_tell(instance, FMI_ERROR, "derivatives of outputs are not offered");
    return n ? FMI_ERROR : FMI_OK;
}

FmiStatus fmi2DoStep(void *instance, double time, double step, int is_final)
{
    StepResult result;
    (void)is_final;
    FmiStatus status = instance_step(instance, time, step, &result);
    return status == FMI_OK && result.is_terminated && result.reached < time + step ? FMI_DISCARD
                                                                                    : status;
}

FmiStatus fmi2CancelStep(void *instance)
{
    (void)instance; // steps are done when doStep returns
    return FMI_ERROR;
}

FmiStatus fmi2GetStatus(void *instance, int kind, FmiStatus *value)
{
    (void)instance, (void)kind;
    *value = FMI_OK;
    return FMI_DISCARD;
}

FmiStatus fmi2GetRealStatus(void *instance, int kind, double *value)
{
    if (kind != FMI2_LAST_TIME) return FMI_DISCARD;
    *value = tarn_run_time(((Instance *)instance)->run);
    return FMI_OK;
}

FmiStatus fmi2GetIntegerStatus(void *instance, int kind, int *value)
{
    (void)instance, (void)kind, (void)value;
    return FMI_DISCARD;
}

FmiStatus fmi2GetBooleanStatus(void *instance, int kind, int *value)
{
    if (kind != FMI2_TERMINATED) return FMI_DISCARD;
    *value = ((Instance *)instance)->is_terminated;
    return FMI_OK;
}

FmiStatus fmi2GetStringStatus(void *instance, int kind, const char **value)
{
    (void)instance, (void)kind;
    *value = "";
    return FMI_DISCARD;
}
