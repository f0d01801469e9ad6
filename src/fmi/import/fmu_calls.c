#include "fmi/import/fmu_calls.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_2(const FmuInstance *i)
{
    return i->setup.description->version == 2;
}

#define CODE (i->setup.code)

// ---- Messages
// ------------------------------------------------------------------------------------

static void hear(FmuInstance *i, FmiStatus status, const char *message)
{
    if (status >= FMI_WARNING) snprintf(i->said, sizeof i->said, "%s", message);
    if (i->hear) i->hear(i->client, status, message);
}

static void log_2(void *environment, const char *instance, FmiStatus status, const char *category,
                  const char *format, ...)
{
    char message[1000];
    va_list arguments;
    (void)instance, (void)category;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format ? format : "", arguments);
    va_end(arguments);
    hear(environment, status, message);
}

static void log_3(void *environment, FmiStatus status, const char *category, const char *message)
{
    (void)category;
    hear(environment, status, message ? message : "");
}

// ---- Life
// ------------------------------------------------------------------------------------------

static const char *as_address(char *out, size_t room, const char *path)
{
    size_t n = (size_t)snprintf(out, room, "file://");
    for (const char *c = path; *c && n + 4 < room; c++) {
        bool is_plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
                        (*c >= 'A' && *c <= 'Z') || strchr("/-_.~", *c);
        n += (size_t)snprintf(out + n, room - n, is_plain ? "%c" : "%%%02X", (unsigned char)*c);
    }
    return out;
}

static void note_news(void *environment)
{
    ((FmuInstance *)environment)->has_news = true;
}

// Nothing is interrupted, so that nothing must be locked.
static void pass(void *environment)
{
    (void)environment;
}

static void *instantiate_3(FmuInstance *i)
{
    const FmuSetup *s = &i->setup;
    const char *token = s->description->token;
    char folder[5000]; // ends with a separator
    snprintf(folder, sizeof folder, "%s/", s->resources);
    if (s->is_exchanged)
        return CODE->fmi3InstantiateModelExchange("model", token, folder, false, false, i, log_3);
    if (s->is_scheduled)
        return CODE->fmi3InstantiateScheduledExecution("model", token, folder, false, false, i,
                                                       log_3, note_news, pass, pass);
    return CODE->fmi3InstantiateCoSimulation("model", token, folder, false, false, s->uses_events,
                                             s->uses_events, NULL, 0, i, log_3, NULL);
}

bool fmu_instantiate(FmuInstance *i)
{
    const FmuSetup *s = &i->setup;
    char place[5000];
    i->said[0] = '\0';
    i->callbacks = (Fmi2Callbacks){log_2, calloc, free, NULL, i};
    i->instance = is_2(i) ? CODE->fmi2Instantiate(
                                "model", s->is_exchanged ? FMI2_MODEL_EXCHANGE : FMI2_CO_SIMULATION,
                                s->description->token,
                                as_address(place, sizeof place, s->resources), &i->callbacks, 0, 0)
                          : instantiate_3(i);
    return i->instance != NULL;
}

void fmu_free(FmuInstance *i)
{
    if (!i->instance) return;
    void *instance = i->instance;
    i->instance = NULL;
    if (is_2(i))
        CODE->fmi2FreeInstance(instance);
    else
        CODE->fmi3FreeInstance(instance);
}

FmiStatus fmu_enter_initialization(FmuInstance *i)
{
    const FmuSetup *s = &i->setup;
    bool has_tolerance = s->tolerance > 0;
    if (!is_2(i))
        return CODE->fmi3EnterInitializationMode(i->instance, has_tolerance, s->tolerance,
                                                 s->start_time, true, s->stop_time);
    FmiStatus status = CODE->fmi2SetupExperiment(i->instance, has_tolerance, s->tolerance,
                                                 s->start_time, 1, s->stop_time);
    return status <= FMI_WARNING ? CODE->fmi2EnterInitializationMode(i->instance) : status;
}

FmiStatus fmu_exit_initialization(FmuInstance *i)
{
    return is_2(i) ? CODE->fmi2ExitInitializationMode(i->instance)
                   : CODE->fmi3ExitInitializationMode(i->instance);
}

// ---- Values
// ----------------------------------------------------------------------------------------

#define GET_WHOLE(type, call)                                                                      \
    do {                                                                                           \
        type *w = malloc((v->n_values + 1) * sizeof *w);                                           \
        status = w ? call : FMI_ERROR;                                                             \
        for (size_t k = 0; k < v->n_values && status <= FMI_WARNING; k++)                          \
            v->values[k] = (double)w[k];                                                           \
        free(w);                                                                                   \
    } while (0)
#define SET_WHOLE(type, call)                                                                      \
    do {                                                                                           \
        type *w = malloc((v->n_values + 1) * sizeof *w);                                           \
        for (size_t k = 0; w && k < v->n_values; k++) w[k] = (type)v->values[k];                   \
        status = w ? call : FMI_ERROR;                                                             \
        free(w);                                                                                   \
    } while (0)

static FmiStatus get_2(FmuInstance *i, const FmuValues *v)
{
    FmiStatus status = FMI_ERROR;
    switch (v->type) {
    case FMU_FLOAT64: return CODE->fmi2GetReal(i->instance, v->references, v->n, v->values);
    case FMU_BOOLEAN:
        GET_WHOLE(int, CODE->fmi2GetBoolean(i->instance, v->references, v->n, w));
        return status;
    default:
        GET_WHOLE(int, CODE->fmi2GetInteger(i->instance, v->references, v->n, w));
        return status;
    }
}

static FmiStatus set_2(FmuInstance *i, const FmuValues *v)
{
    FmiStatus status = FMI_ERROR;
    switch (v->type) {
    case FMU_FLOAT64: return CODE->fmi2SetReal(i->instance, v->references, v->n, v->values);
    case FMU_BOOLEAN:
        SET_WHOLE(int, CODE->fmi2SetBoolean(i->instance, v->references, v->n, w));
        return status;
    default:
        SET_WHOLE(int, CODE->fmi2SetInteger(i->instance, v->references, v->n, w));
        return status;
    }
}

#define CALL_3(name) CODE->name(i->instance, v->references, v->n, w, v->n_values)
#define CASES_3(WAY, direction)                                                                    \
    case FMU_FLOAT32: WAY(float, CALL_3(fmi3##direction##Float32)); break;                         \
    case FMU_INT8: WAY(int8_t, CALL_3(fmi3##direction##Int8)); break;                              \
    case FMU_UINT8: WAY(uint8_t, CALL_3(fmi3##direction##UInt8)); break;                           \
    case FMU_INT16: WAY(int16_t, CALL_3(fmi3##direction##Int16)); break;                           \
    case FMU_UINT16: WAY(uint16_t, CALL_3(fmi3##direction##UInt16)); break;                        \
    case FMU_INT32: WAY(int32_t, CALL_3(fmi3##direction##Int32)); break;                           \
    case FMU_UINT32: WAY(uint32_t, CALL_3(fmi3##direction##UInt32)); break;                        \
    case FMU_ENUMERATION:                                                                          \
    case FMU_INT64: WAY(int64_t, CALL_3(fmi3##direction##Int64)); break;                           \
    case FMU_UINT64: WAY(uint64_t, CALL_3(fmi3##direction##UInt64)); break;                        \
    case FMU_BOOLEAN: WAY(bool, CALL_3(fmi3##direction##Boolean)); break;                          \
    default: break

static FmiStatus get_3(FmuInstance *i, const FmuValues *v)
{
    FmiStatus status = FMI_ERROR;
    if (v->type == FMU_FLOAT64)
        return CODE->fmi3GetFloat64(i->instance, v->references, v->n, v->values, v->n_values);
    switch (v->type) {
        CASES_3(GET_WHOLE, Get);
    }
    return status;
}

static FmiStatus set_3(FmuInstance *i, const FmuValues *v)
{
    FmiStatus status = FMI_ERROR;
    if (v->type == FMU_FLOAT64)
        return CODE->fmi3SetFloat64(i->instance, v->references, v->n, v->values, v->n_values);
    switch (v->type) {
        CASES_3(SET_WHOLE, Set);
    }
    return status;
}

FmiStatus fmu_get(FmuInstance *i, const FmuValues *v)
{
    if (!v->n) return FMI_OK;
    return is_2(i) ? get_2(i, v) : get_3(i, v);
}

FmiStatus fmu_set(FmuInstance *i, const FmuValues *v)
{
    if (!v->n) return FMI_OK;
    return is_2(i) ? set_2(i, v) : set_3(i, v);
}

FmiStatus fmu_set_texts(FmuInstance *i, uint32_t reference, const char *const *texts, size_t n)
{
    return is_2(i) ? CODE->fmi2SetString(i->instance, &reference, 1, texts)
                   : CODE->fmi3SetString(i->instance, &reference, 1, texts, n);
}

// ---- Model exchange
// ----------------------------------------------------------------------------------

FmiStatus fmu_set_time(FmuInstance *i, double time)
{
    return is_2(i) ? CODE->fmi2SetTime(i->instance, time) : CODE->fmi3SetTime(i->instance, time);
}

FmiStatus fmu_set_states(FmuInstance *i, const double *x, size_t n)
{
    if (!n) return FMI_OK;
    return is_2(i) ? CODE->fmi2SetContinuousStates(i->instance, x, n)
                   : CODE->fmi3SetContinuousStates(i->instance, x, n);
}

FmiStatus fmu_get_states(FmuInstance *i, double *x, size_t n)
{
    if (!n) return FMI_OK;
    return is_2(i) ? CODE->fmi2GetContinuousStates(i->instance, x, n)
                   : CODE->fmi3GetContinuousStates(i->instance, x, n);
}

FmiStatus fmu_get_derivatives(FmuInstance *i, double *dx, size_t n)
{
    if (!n) return FMI_OK;
    return is_2(i) ? CODE->fmi2GetDerivatives(i->instance, dx, n)
                   : CODE->fmi3GetContinuousStateDerivatives(i->instance, dx, n);
}

FmiStatus fmu_get_indicators(FmuInstance *i, double *z, size_t n)
{
    if (!n) return FMI_OK;
    return is_2(i) ? CODE->fmi2GetEventIndicators(i->instance, z, n)
                   : CODE->fmi3GetEventIndicators(i->instance, z, n);
}

FmiStatus fmu_enter_events(FmuInstance *i)
{
    return is_2(i) ? CODE->fmi2EnterEventMode(i->instance) : CODE->fmi3EnterEventMode(i->instance);
}

FmiStatus fmu_update_events(FmuInstance *i, FmuEvent *e)
{
    FmiStatus status;
    *e = (FmuEvent){.next = INFINITY};
    if (is_2(i)) {
        Fmi2EventInfo info = {0};
        status = CODE->fmi2NewDiscreteStates(i->instance, &info);
        *e = (FmuEvent){info.needs_update != 0, info.is_terminated != 0, info.has_next != 0,
                        info.next};
    } else {
        bool nominals, states;
        status = CODE->fmi3UpdateDiscreteStates(i->instance, &e->needs_update, &e->is_terminated,
                                                &nominals, &states, &e->has_next, &e->next);
    }
    if (!e->has_next) e->next = INFINITY;
    return status;
}

FmiStatus fmu_leave_events(FmuInstance *i)
{
    if (i->setup.uses_events) return CODE->fmi3EnterStepMode(i->instance);
    return is_2(i) ? CODE->fmi2EnterContinuousTimeMode(i->instance)
                   : CODE->fmi3EnterContinuousTimeMode(i->instance);
}

FmiStatus fmu_complete_step(FmuInstance *i, bool *needs_event, bool *is_terminated)
{
    if (!is_2(i))
        return CODE->fmi3CompletedIntegratorStep(i->instance, true, needs_event, is_terminated);
    int asks = 0, ends = 0;
    FmiStatus status = CODE->fmi2CompletedIntegratorStep(i->instance, 1, &asks, &ends);
    *needs_event = asks != 0;
    *is_terminated = ends != 0;
    return status;
}

// ---- Co-simulation
// -----------------------------------------------------------------------------------

FmiStatus fmu_step(FmuInstance *i, double time, double step, double *reached, bool *needs_event,
                   bool *is_terminated)
{
    *reached = time + step;
    *is_terminated = *needs_event = false;
    if (!is_2(i)) {
        bool is_early = false;
        FmiStatus status = CODE->fmi3DoStep(i->instance, time, step, true, needs_event,
                                            is_terminated, &is_early, reached);
        if (!is_early && !*is_terminated) *reached = time + step;
        return status;
    }
    FmiStatus status = CODE->fmi2DoStep(i->instance, time, step, 1);
    int ends = 0;
    if (status != FMI_DISCARD || !CODE->fmi2GetBooleanStatus) return status;
    if (CODE->fmi2GetBooleanStatus(i->instance, FMI2_TERMINATED, &ends) != FMI_OK || !ends)
        return status;
    *is_terminated = true;
    CODE->fmi2GetRealStatus(i->instance, FMI2_LAST_TIME, reached);
    return FMI_OK;
}

// ---- Clocks
// -----------------------------------------------------------------------------------

FmiStatus fmu_set_clock(FmuInstance *i, uint32_t reference)
{
    bool ticks = true;
    return CODE->fmi3SetClock(i->instance, &reference, 1, &ticks);
}

FmiStatus fmu_get_clock(FmuInstance *i, uint32_t reference, bool *ticks)
{
    return CODE->fmi3GetClock(i->instance, &reference, 1, ticks);
}

FmiStatus fmu_get_interval(FmuInstance *i, uint32_t reference, double *interval, int *qualifier)
{
    return CODE->fmi3GetIntervalDecimal(i->instance, &reference, 1, interval, qualifier);
}

FmiStatus fmu_get_shift(FmuInstance *i, uint32_t reference, double *shift)
{
    return CODE->fmi3GetShiftDecimal(i->instance, &reference, 1, shift);
}

FmiStatus fmu_activate(FmuInstance *i, uint32_t reference, double time)
{
    return CODE->fmi3ActivateModelPartition(i->instance, reference, time);
}

// ---- What there must be
// ----------------------------------------------------------------------------

typedef struct Needed {
    size_t at; // in FmuCode
    const char *name;
    char of; // 'a': always, 'm': model exchange, 'c': co-simulation, 's': scheduled execution,
             // 'e': event mode of co-simulation, 'k': clocks
} Needed;

#define NEED(of, name)                                                                             \
    {                                                                                              \
        offsetof(FmuCode, name), #name, of                                                         \
    }
static const Needed needed_2[] = {NEED('a', fmi2Instantiate),
                                  NEED('a', fmi2FreeInstance),
                                  NEED('a', fmi2SetupExperiment),
                                  NEED('a', fmi2EnterInitializationMode),
                                  NEED('a', fmi2ExitInitializationMode),
                                  NEED('a', fmi2GetReal),
                                  NEED('a', fmi2SetReal),
                                  NEED('a', fmi2GetInteger),
                                  NEED('a', fmi2SetInteger),
                                  NEED('a', fmi2GetBoolean),
                                  NEED('a', fmi2SetBoolean),
                                  NEED('a', fmi2SetString),
                                  NEED('m', fmi2SetTime),
                                  NEED('m', fmi2SetContinuousStates),
                                  NEED('m', fmi2GetContinuousStates),
                                  NEED('m', fmi2GetDerivatives),
                                  NEED('m', fmi2GetEventIndicators),
                                  NEED('m', fmi2EnterEventMode),
                                  NEED('m', fmi2NewDiscreteStates),
                                  NEED('m', fmi2EnterContinuousTimeMode),
                                  NEED('m', fmi2CompletedIntegratorStep),
                                  NEED('c', fmi2DoStep),
                                  NEED('c', fmi2GetRealStatus)};
static const Needed needed_3[] = {NEED('m', fmi3InstantiateModelExchange),
                                  NEED('c', fmi3InstantiateCoSimulation),
                                  NEED('a', fmi3FreeInstance),
                                  NEED('a', fmi3EnterInitializationMode),
                                  NEED('a', fmi3ExitInitializationMode),
                                  NEED('a', fmi3GetFloat64),
                                  NEED('a', fmi3SetFloat64),
                                  NEED('a', fmi3GetFloat32),
                                  NEED('a', fmi3SetFloat32),
                                  NEED('a', fmi3GetInt8),
                                  NEED('a', fmi3SetInt8),
                                  NEED('a', fmi3GetUInt8),
                                  NEED('a', fmi3SetUInt8),
                                  NEED('a', fmi3GetInt16),
                                  NEED('a', fmi3SetInt16),
                                  NEED('a', fmi3GetUInt16),
                                  NEED('a', fmi3SetUInt16),
                                  NEED('a', fmi3GetInt32),
                                  NEED('a', fmi3SetInt32),
                                  NEED('a', fmi3GetUInt32),
                                  NEED('a', fmi3SetUInt32),
                                  NEED('a', fmi3GetInt64),
                                  NEED('a', fmi3SetInt64),
                                  NEED('a', fmi3GetUInt64),
                                  NEED('a', fmi3SetUInt64),
                                  NEED('a', fmi3GetBoolean),
                                  NEED('a', fmi3SetBoolean),
                                  NEED('a', fmi3SetString),
                                  NEED('m', fmi3SetTime),
                                  NEED('m', fmi3SetContinuousStates),
                                  NEED('m', fmi3GetContinuousStates),
                                  NEED('m', fmi3GetContinuousStateDerivatives),
                                  NEED('m', fmi3GetEventIndicators),
                                  NEED('m', fmi3EnterEventMode),
                                  NEED('m', fmi3UpdateDiscreteStates),
                                  NEED('m', fmi3EnterContinuousTimeMode),
                                  NEED('m', fmi3CompletedIntegratorStep),
                                  NEED('c', fmi3DoStep),
                                  NEED('e', fmi3EnterEventMode),
                                  NEED('e', fmi3UpdateDiscreteStates),
                                  NEED('e', fmi3EnterStepMode),
                                  NEED('s', fmi3InstantiateScheduledExecution),
                                  NEED('s', fmi3ActivateModelPartition),
                                  NEED('k', fmi3SetClock),
                                  NEED('k', fmi3GetClock),
                                  NEED('k', fmi3GetIntervalDecimal),
                                  NEED('k', fmi3GetShiftDecimal)};
#undef NEED

static bool has_clocks(const FmuDescription *d)
{
    for (uint32_t i = 0; i < d->variables.count; i++)
        if (d->variables.data[i].type == FMU_CLOCK) return true;
    return false;
}

static bool is_there(const FmuCode *code, const Needed *n)
{
    void *found;
    memcpy(&found, (const char *)code + n->at, sizeof found);
    return found != NULL;
}

const char *fmu_missing(const FmuSetup *s)
{
    bool has_version_2 = s->description->version == 2;
    const Needed *needed = has_version_2 ? needed_2 : needed_3;
    size_t n =
        has_version_2 ? sizeof needed_2 / sizeof *needed_2 : sizeof needed_3 / sizeof *needed_3;
    char all[8];
    snprintf(all, sizeof all, "a%c%s%s",
             s->is_exchanged   ? 'm'
             : s->is_scheduled ? 's'
                               : 'c',
             s->uses_events ? "e" : "", has_clocks(s->description) ? "k" : "");
    for (size_t k = 0; k < n; k++)
        if (strchr(all, needed[k].of) && !is_there(s->code, &needed[k])) return needed[k].name;
    return NULL;
}
