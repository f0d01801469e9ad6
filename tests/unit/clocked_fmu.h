// clocked_fmu.h -- an FMU of FMI 3 that no tool of ours wrote, with clocks of every kind.
//
// It is strict: clocks are set in event mode alone, and clocked variables are exchanged while
// a clock of theirs is active, as section 2.2 of the standard has it.
//
//   periodic  every 0.25 from 0.1 on: 0.1, 0.35, 0.6, 0.85; it adds the clocked input `w` to `sum`
//   asked     an interval of 0.3 and a shift of 0.05, which are asked for: 0.05, 0.35, 0.65, 0.95
//   changing  the intervals 0.1, 0.2, 0.3, ...: 0.1, 0.3, 0.6, 1
//   countdown 0.07 behind the second tick of `periodic`, at 0.42, and at once when it has ticked
//             there; in co-simulation at 0.82, too, after the FMU has asked for an event at 0.8
//   trigger   where the importer says
//   told      ticks with every second tick of `periodic`: 0.35, 0.85
#ifndef TESTS_CLOCKED_FMU_H
#define TESTS_CLOCKED_FMU_H
#include <string.h>

#include "fmi/fmi.h"

static const char description[] =
    "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"Clocked\" instantiationToken=\"t\">"
    "<ModelExchange modelIdentifier=\"F\"/><CoSimulation modelIdentifier=\"F\" "
    "hasEventMode=\"true\"/><ScheduledExecution modelIdentifier=\"F\"/>"
    "<ModelVariables>"
    "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\"/>"
    "<Clock name=\"countdown\" valueReference=\"4\" causality=\"input\" "
    "intervalVariability=\"countdown\" priority=\"9\"/>"
    "<Clock name=\"periodic\" valueReference=\"1\" causality=\"input\" "
    "intervalVariability=\"constant\" resolution=\"20\" intervalCounter=\"5\" "
    "intervalDecimal=\"0.25\" shiftCounter=\"2\" priority=\"1\"/>"
    "<Clock name=\"asked\" valueReference=\"2\" causality=\"input\" "
    "intervalVariability=\"fixed\"/>"
    "<Clock name=\"changing\" valueReference=\"3\" causality=\"input\" "
    "intervalVariability=\"changing\"/>"
    "<Clock name=\"trigger\" valueReference=\"5\" causality=\"input\" "
    "intervalVariability=\"triggered\"/>"
    "<Clock name=\"told\" valueReference=\"6\" causality=\"output\" "
    "intervalVariability=\"triggered\"/>"
    "<Float64 name=\"w\" valueReference=\"7\" causality=\"input\" start=\"2\" clocks=\"1\"/>"
    "<Float64 name=\"sum\" valueReference=\"8\" causality=\"output\" clocks=\"1 5\" "
    "initial=\"exact\" start=\"0\"/>"
    "</ModelVariables><ModelStructure/></fmiModelDescription>";

enum { PERIODIC = 1, ASKED, CHANGING, COUNTDOWN, TRIGGER, TOLD, W, SUM, N };
typedef enum { OUTSIDE, INITIALIZATION, EVENTS, STEPS, PARTITIONS } Mode;

typedef struct Foreign {
    double t;
    Mode mode;
    bool uses_events, has_stopped, is_active[N], has_interval[N];
    double ticks[N][10], interval[N], w, sum;
    int n[N];
    const char *refuses, *wrong; // a function; what the importer must not do
    void *environment;
    Fmi3Tick *tick;
} Foreign;

static Foreign *only; // the code has no instances of its own

static FmiStatus says(const char *function, bool is_allowed)
{
    if (!is_allowed && !only->wrong) only->wrong = function;
    bool refuses = only->refuses && !strcmp(only->refuses, function);
    return refuses || !is_allowed ? FMI_ERROR : FMI_OK;
}

// ---- The model
// ---------------------------------------------------------------------------------------

static void start_countdown(double interval)
{
    only->interval[COUNTDOWN] = interval;
    only->has_interval[COUNTDOWN] = true;
}

static void tick(uint32_t clock)
{
    only->is_active[clock] = true;
    if (only->n[clock] < 10) only->ticks[clock][only->n[clock]] = only->t;
    only->n[clock]++;
    if (clock == PERIODIC && only->n[clock] % 2 == 0) tick(TOLD);
    if (clock == PERIODIC && only->n[clock] == 2) start_countdown(0.07);
    if (clock == COUNTDOWN && only->n[clock] == 1) start_countdown(0);
    if (clock == CHANGING) {
        only->interval[CHANGING] = 0.1 * (only->n[clock] + 1);
        only->has_interval[CHANGING] = true;
    }
}

static bool may_exchange(uint32_t reference)
{
    bool is_active = only->is_active[PERIODIC] || (reference == SUM && only->is_active[TRIGGER]);
    bool is_for_partition = only->mode == PARTITIONS && reference == W; // set before it runs
    return only->mode == INITIALIZATION || is_active || is_for_partition;
}

// At a tick its value follows from what is set there; it is kept when the discrete states are.
static double sum_now(void)
{
    return only->sum + (only->mode == EVENTS && only->is_active[PERIODIC] ? only->w : 0);
}

// ---- Its code
// ---------------------------------------------------------------------------------------

static void *begin(void *environment)
{
    only->environment = environment;
    only->w = 2;
    only->mode = OUTSIDE;
    return only;
}

static void *instantiate(const char *name, const char *token, const char *resources,
                         bool is_visible, bool logs, void *environment, Fmi3Log *log)
{
    (void)name, (void)token, (void)resources, (void)is_visible, (void)logs, (void)log;
    only->uses_events = true;
    return begin(environment);
}

static void *instantiate_stepped(const char *name, const char *token, const char *resources,
                                 bool is_visible, bool logs, bool uses_events, bool returns_early,
                                 const uint32_t *intermediate, size_t n, void *environment,
                                 Fmi3Log *log, Fmi3Update *update)
{
    (void)name, (void)token, (void)resources, (void)is_visible, (void)logs, (void)log;
    (void)returns_early, (void)intermediate, (void)n, (void)update;
    only->uses_events = uses_events;
    return begin(environment);
}

static void *instantiate_scheduled(const char *name, const char *token, const char *resources,
                                   bool is_visible, bool logs, void *environment, Fmi3Log *log,
                                   Fmi3Tick *news, Fmi3Tick *lock, Fmi3Tick *unlock)
{
    (void)name, (void)token, (void)resources, (void)is_visible, (void)logs, (void)log;
    only->tick = news;
    lock(environment);
    unlock(environment);
    return begin(environment);
}

static void free_instance(void *instance)
{
    (void)instance;
}

static FmiStatus enter_initialization(void *instance, bool has_tolerance, double tolerance,
                                      double start, bool has_stop, double stop)
{
    (void)instance, (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    only->t = start;
    only->mode = INITIALIZATION;
    only->interval[ASKED] = 0.3;
    only->interval[CHANGING] = 0.1;
    only->has_interval[ASKED] = only->has_interval[CHANGING] = true;
    return FMI_OK;
}

static FmiStatus exit_initialization(void *instance)
{
    (void)instance;
    only->mode = only->tick ? PARTITIONS : only->uses_events ? EVENTS : STEPS;
    return FMI_OK;
}

static FmiStatus enter_events(void *instance)
{
    (void)instance;
    FmiStatus status = says("enter_events", only->mode == STEPS && only->uses_events);
    only->mode = EVENTS;
    return status;
}

static FmiStatus leave_events(void *instance)
{
    (void)instance;
    FmiStatus status = says("leave_events", only->mode == EVENTS);
    only->mode = STEPS;
    return status;
}

static FmiStatus update(void *instance, bool *more, bool *ends, bool *nominals, bool *states,
                        bool *has_next, double *next)
{
    (void)instance;
    *more = *ends = *nominals = *states = *has_next = false;
    *next = 0;
    if (only->is_active[PERIODIC]) only->sum += only->w;
    if (only->has_stopped) start_countdown(0.02);
    only->has_stopped = false;
    memset(only->is_active, 0, sizeof only->is_active);
    return says("update", only->mode == EVENTS);
}

static FmiStatus set_clock(void *instance, const uint32_t *r, size_t n, const bool *ticks)
{
    (void)instance, (void)ticks;
    for (size_t k = 0; k < n; k++) tick(r[k]);
    return says("set_clock", only->mode == EVENTS);
}

static FmiStatus get_clock(void *instance, const uint32_t *r, size_t n, bool *ticks)
{
    (void)instance;
    for (size_t k = 0; k < n; k++) ticks[k] = only->is_active[r[k]];
    return says("get_clock", only->mode == EVENTS || only->mode == PARTITIONS);
}

static FmiStatus get_interval(void *instance, const uint32_t *r, size_t n, double *intervals,
                              int *qualifiers)
{
    (void)instance;
    for (size_t k = 0; k < n; k++) {
        intervals[k] = only->interval[r[k]];
        qualifiers[k] =
            only->has_interval[r[k]] ? FMI3_INTERVAL_CHANGED : FMI3_INTERVAL_NOT_YET_KNOWN;
        only->has_interval[r[k]] = false;
    }
    return says("get_interval", only->mode != STEPS);
}

static FmiStatus get_shift(void *instance, const uint32_t *r, size_t n, double *shifts)
{
    (void)instance, (void)r, (void)n;
    shifts[0] = 0.05;
    return says("get_shift", only->mode == INITIALIZATION);
}

static FmiStatus activate(void *instance, uint32_t clock, double t)
{
    (void)instance;
    memset(only->is_active, 0, sizeof only->is_active);
    only->t = t;
    tick(clock);
    if (clock == PERIODIC) only->sum += only->w;
    only->tick(only->environment);
    return says("activate", only->mode == PARTITIONS);
}

static FmiStatus step(void *instance, double t, double h, bool is_final, bool *asks, bool *ends,
                      bool *is_early, double *reached)
{
    (void)instance, (void)is_final;
    *asks = *is_early = only->has_stopped = t < 0.8 && t + h > 0.8;
    *ends = false;
    *reached = only->t = *asks ? 0.8 : t + h;
    return says("step", only->mode == STEPS);
}

static FmiStatus set_time(void *instance, double t)
{
    (void)instance;
    only->t = t;
    return FMI_OK;
}

#define TYPE(name, type)                                                                           \
    static FmiStatus get_##name(void *instance, const uint32_t *r, size_t n, type *v,              \
                                size_t n_values)                                                   \
    {                                                                                              \
        (void)instance, (void)n_values;                                                            \
        for (size_t k = 0; k < n; k++) v[k] = (type)sum_now();                                     \
        return says("get", !n || may_exchange(r[0]));                                              \
    }                                                                                              \
    static FmiStatus set_##name(void *instance, const uint32_t *r, size_t n, const type *v,        \
                                size_t n_values)                                                   \
    {                                                                                              \
        (void)instance, (void)n_values;                                                            \
        for (size_t k = 0; k < n; k++) only->w = (double)v[k];                                     \
        return says("set", !n || may_exchange(r[0]) || only->mode == OUTSIDE);                     \
    }
TYPE(Float64, double)
TYPE(Float32, float)
TYPE(Int8, int8_t)
TYPE(UInt8, uint8_t)
TYPE(Int16, int16_t)
TYPE(UInt16, uint16_t)
TYPE(Int32, int32_t)
TYPE(UInt32, uint32_t)
TYPE(Int64, int64_t)
TYPE(UInt64, uint64_t)
TYPE(Boolean, bool)
#undef TYPE

static FmiStatus set_string(void *instance, const uint32_t *r, size_t n, const char *const *v,
                            size_t n_values)
{
    (void)instance, (void)r, (void)n, (void)v, (void)n_values;
    return FMI_OK;
}

static FmiStatus set_states(void *instance, const double *x, size_t n)
{
    (void)instance, (void)x, (void)n;
    return FMI_OK;
}

static FmiStatus get_states(void *instance, double *x, size_t n)
{
    (void)instance, (void)x, (void)n;
    return FMI_OK;
}

static FmiStatus completed(void *instance, bool is_final, bool *asks, bool *ends)
{
    (void)instance, (void)is_final;
    *asks = *ends = false;
    return FMI_OK;
}
#endif
