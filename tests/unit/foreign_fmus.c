// FMUs that no tool of ours wrote: variables of every type there is, arrays and texts among them,
// and functions that refuse. Their code is in this file; the model is x = 2*exp(-t), and each of
// its whole numbers tells what it was set to.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fmi/import/fmu_calls.h"
#include "fmi/import/fmu_model.h"
#include "run/simulation.h"
#include "unit/unit.h"
#include "unit/whole_table.h"

static const char description[] =
    "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"Foreign\" instantiationToken=\"t\">"
    "<ModelExchange modelIdentifier=\"F\" needsCompletedIntegratorStep=\"true\"/>"
    "<CoSimulation modelIdentifier=\"F\"/>"
    "<ModelVariables>"
    "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\"/>"
    "<Float64 name=\"x\" valueReference=\"1\" initial=\"exact\" start=\"2\" nominal=\"2\"/>"
    "<Float64 name=\"slope\" valueReference=\"2\" derivative=\"1\"/>"
    "<Float32 name=\"f\" valueReference=\"3\" causality=\"parameter\" variability=\"fixed\" "
    "start=\"0.5\"/>"
    "<Int8 name=\"a\" valueReference=\"4\" causality=\"input\" start=\"0\"/>"
    "<UInt8 name=\"b\" valueReference=\"5\" causality=\"input\" start=\"0\"/>"
    "<Int16 name=\"c\" valueReference=\"6\" causality=\"input\" start=\"0\"/>"
    "<UInt16 name=\"d\" valueReference=\"7\" causality=\"input\" start=\"0\"/>"
    "<Int32 name=\"e\" valueReference=\"8\" causality=\"input\" start=\"0\"/>"
    "<UInt32 name=\"g\" valueReference=\"9\" causality=\"input\" start=\"0\"/>"
    "<Int64 name=\"h\" valueReference=\"10\" causality=\"input\" start=\"0 0\">"
    "<Dimension start=\"2\"/></Int64>"
    "<UInt64 name=\"i\" valueReference=\"12\" causality=\"input\" start=\"0\"/>"
    "<Boolean name=\"j\" valueReference=\"13\" causality=\"input\" start=\"false\"/>"
    "<String name=\"word\" valueReference=\"14\" causality=\"parameter\" variability=\"fixed\">"
    "<Start value=\"none\"/></String>"
    "</ModelVariables><ModelStructure>"
    "<ContinuousStateDerivative valueReference=\"2\"/>"
    "</ModelStructure></fmiModelDescription>";

typedef struct Foreign { // by reference
    double numbers[16];
    char word[20];
    double t, ends_at;
    const char *refuses; // the name of a function
    FmiStatus with;
    int completed;
    Fmi3Log *log;
    void *environment;
} Foreign;

// The code has no instances of its own: the one there is.
static Foreign *only;

static FmiStatus says(const char *function)
{
    if (!only->refuses || strcmp(only->refuses, function)) return FMI_OK;
    only->log(only->environment, only->with, "logStatus", "as was asked for");
    return only->with;
}

// ---- Its code
// ----------------------------------------------------------------------------------------

static void *instantiate(const char *name, const char *token, const char *resources,
                         bool is_visible, bool logs, void *environment, Fmi3Log *log)
{
    (void)name, (void)token, (void)resources, (void)is_visible, (void)logs;
    only->log = log;
    only->environment = environment;
    only->numbers[1] = 2;
    return says("instantiate") == FMI_OK ? only : NULL;
}

static void *instantiate_stepped(const char *name, const char *token, const char *resources,
                                 bool is_visible, bool logs, bool uses_events, bool returns_early,
                                 const uint32_t *intermediate, size_t n, void *environment,
                                 Fmi3Log *log, Fmi3Update *update)
{
    (void)uses_events, (void)returns_early, (void)intermediate, (void)n, (void)update;
    return instantiate(name, token, resources, is_visible, logs, environment, log);
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
    return says("enter_initialization");
}

static FmiStatus nothing(void *instance)
{
    (void)instance;
    return FMI_OK;
}

#define TYPE(name, type)                                                                           \
    static FmiStatus get_##name(void *instance, const uint32_t *r, size_t n, type *v,              \
                                size_t n_values)                                                   \
    {                                                                                              \
        (void)instance;                                                                            \
        only->numbers[2] = -only->numbers[1];                                                      \
        for (size_t k = 0, at = 0; k < n; k++)                                                     \
            for (size_t e = 0; e < (r[k] == 10 ? 2 : 1) && at < n_values; e++)                     \
                v[at++] = (type)only->numbers[r[k] + e];                                           \
        return says("get_" #name);                                                                 \
    }                                                                                              \
    static FmiStatus set_##name(void *instance, const uint32_t *r, size_t n, const type *v,        \
                                size_t n_values)                                                   \
    {                                                                                              \
        (void)instance, (void)n;                                                                   \
        for (size_t k = 0; k < n_values; k++) only->numbers[r[0] + k] = (double)v[k];              \
        return says("set_" #name);                                                                 \
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
    (void)instance, (void)r, (void)n, (void)n_values;
    snprintf(only->word, sizeof only->word, "%s", v[0]);
    return says("set_string");
}

static FmiStatus set_time(void *instance, double t)
{
    (void)instance;
    only->t = t;
    return says("set_time");
}

static FmiStatus set_states(void *instance, const double *x, size_t n)
{
    (void)instance, (void)n;
    only->numbers[1] = x[0];
    return FMI_OK;
}

static FmiStatus get_states(void *instance, double *x, size_t n)
{
    (void)instance, (void)n;
    x[0] = only->numbers[1];
    return FMI_OK;
}

static FmiStatus get_derivatives(void *instance, double *dx, size_t n)
{
    (void)instance, (void)n;
    dx[0] = -only->numbers[1];
    return says("get_derivatives");
}

static FmiStatus get_indicators(void *instance, double *z, size_t n)
{
    (void)instance, (void)z, (void)n;
    return FMI_OK;
}

static FmiStatus update(void *instance, bool *more, bool *ends, bool *nominals, bool *states,
                        bool *has_next, double *next)
{
    (void)instance;
    *more = *ends = *nominals = *states = *has_next = false;
    *next = 0;
    return says("update");
}

static FmiStatus completed(void *instance, bool is_final, bool *asks, bool *ends)
{
    (void)instance, (void)is_final;
    only->completed++;
    *asks = false;
    *ends = only->ends_at > 0 && only->t >= only->ends_at;
    return says("completed");
}

static FmiStatus step(void *instance, double t, double h, bool is_final, bool *asks, bool *ends,
                      bool *is_early, double *reached)
{
    (void)instance, (void)is_final;
    *asks = *is_early = false;
    *ends = only->ends_at > 0 && t + h >= only->ends_at;
    *reached = *ends ? only->ends_at : t + h;
    only->numbers[1] *= exp(t - *reached);
    return says("step");
}

static FmuCode code_of(void)
{
    FmuCode c = {0};
    c.fmi3InstantiateModelExchange = instantiate;
    c.fmi3InstantiateCoSimulation = instantiate_stepped;
    c.fmi3FreeInstance = free_instance;
    c.fmi3EnterInitializationMode = enter_initialization;
    c.fmi3ExitInitializationMode = nothing;
    c.fmi3EnterEventMode = c.fmi3EnterContinuousTimeMode = nothing;
#define TYPE(name) c.fmi3Get##name = get_##name, c.fmi3Set##name = set_##name
    TYPE(Float64), TYPE(Float32), TYPE(Int8), TYPE(UInt8), TYPE(Int16), TYPE(UInt16), TYPE(Int32);
    TYPE(UInt32), TYPE(Int64), TYPE(UInt64), TYPE(Boolean);
#undef TYPE
    c.fmi3SetString = set_string;
    c.fmi3SetTime = set_time;
    c.fmi3SetContinuousStates = set_states;
    c.fmi3GetContinuousStates = get_states;
    c.fmi3GetContinuousStateDerivatives = get_derivatives;
    c.fmi3GetEventIndicators = get_indicators;
    c.fmi3UpdateDiscreteStates = update;
    c.fmi3CompletedIntegratorStep = completed;
    c.fmi3DoStep = step;
    return c;
}

// ---- Runs
// ------------------------------------------------------------------------------------------------

typedef struct Ran {
    RunOutcome outcome;
    double t;
    const char *said; // all messages
} Ran;

// Everything that can be set is: whole numbers become 7, the text another.
static void set_all(Model *m)
{
    const char *text = "other";
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (!v->is_settable) continue;
        if (v->kind == VALUE_STRING)
            memcpy(&m->v[v->slot], &text, sizeof text);
        else if (v->kind == VALUE_INTEGER)
            m->v[v->slot] = 7;
        else if (v->kind == VALUE_BOOLEAN)
            m->v[v->slot] = 1;
        else if (!strcmp(v->name, "f"))
            m->v[v->slot] = 0.25;
    }
}

static Ran run(Unit *u, Foreign *foreign, bool is_exchanged)
{
    FmuDescription *d = ARENA_NEW(u->arena, FmuDescription);
    FmuCode *code = ARENA_NEW(u->arena, FmuCode);
    *code = code_of();
    only = foreign;
    CHECK_TRUE(u, !fmu_description_read(u->arena, description, sizeof description - 1, d));
    FmuSetup setup = {.description = d,
                      .code = code,
                      .resources = "/",
                      .is_exchanged = is_exchanged,
                      .stop_time = 1,
                      .tolerance = 1e-8};
    const char *why = NULL;
    Model *m = fmu_model_open(u->arena, d, &setup, &why);
    if (!CHECK_TRUE(u, m != NULL)) return (Ran){.said = why};
    set_all(m);
    Diag *diag = diag_open(u->arena, sources_open(u->arena));
    SimulationOptions o = {
        .stop_time = 1, .tolerance = 1e-8, .intervals = 10, .step = NAN, .max_step = NAN};
    Simulation *sim = simulation_open(u->arena, m, &o, diag);
    Ran ran = {.outcome = simulation_initialize(sim)};
    ResultWriter *rows = result_writer_open_memory(u->arena, whole_table(u->arena, m));
    if (ran.outcome == RUN_DONE) ran.outcome = simulation_run(sim, rows);
    ran.t = simulation_time(sim);
    Text said = text_make(u->arena);
    diag_render_text(diag, 0, false, &said);
    ran.said = text_cstr(&said);
    simulation_close(sim);
    return ran;
}

static void values_of_every_type(Unit *u)
{
    for (int is_exchanged = 0; is_exchanged < 2; is_exchanged++) {
        Foreign foreign = {.refuses = NULL};
        Ran ran = run(u, &foreign, is_exchanged);
        CHECK_INT(u, ran.outcome, RUN_DONE);
        CHECK_REAL(u, foreign.numbers[1], 2 * exp(-1), 1e-6);
        CHECK_REAL(u, foreign.numbers[3], 0.25, 0);
        for (int k = 4; k <= 12; k++) CHECK_REAL(u, foreign.numbers[k], 7, 0);
        CHECK_REAL(u, foreign.numbers[13], 1, 0);
        CHECK_TEXT(u, foreign.word, "other");
        CHECK_TRUE(u, (foreign.completed > 0) == is_exchanged);
    }
}

static void ends_when_it_says(Unit *u)
{
    for (int is_exchanged = 0; is_exchanged < 2; is_exchanged++) {
        Foreign foreign = {.ends_at = 0.5};
        Ran ran = run(u, &foreign, is_exchanged);
        CHECK_INT(u, ran.outcome, RUN_DONE);
        CHECK_TRUE(u, ran.t >= 0.5 && ran.t < 1);
    }
}

static void refusals_have_words(Unit *u)
{
    static const struct {
        const char *function;
        bool is_exchanged;
    } rows[] = {{"instantiate", true}, {"set_Int8", true},    {"enter_initialization", true},
                {"get_Float64", true}, {"update", true},      {"get_derivatives", true},
                {"set_time", true},    {"step", false},       {"completed", true},
                {"set_string", false}, {"get_Boolean", false}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        Foreign foreign = {.refuses = rows[k].function, .with = FMI_ERROR};
        Ran ran = run(u, &foreign, rows[k].is_exchanged);
        CHECK_INT(u, ran.outcome, RUN_STOPPED);
        CHECK_TRUE(u, strstr(ran.said, "as was asked for") != NULL);
    }
    // A warning is heard, and the run goes on.
    Foreign foreign = {.refuses = "step", .with = FMI_WARNING};
    CHECK_INT(u, run(u, &foreign, false).outcome, RUN_DONE);
}

static void missing_functions(Unit *u)
{
    FmuDescription d;
    FmuCode code = code_of();
    code.fmi3DoStep = NULL;
    CHECK_TRUE(u, !fmu_description_read(u->arena, description, sizeof description - 1, &d));
    FmuSetup setup = {.description = &d, .code = &code, .is_exchanged = true};
    CHECK_TRUE(u, !fmu_missing(&setup));
    setup.is_exchanged = false;
    CHECK_TEXT(u, fmu_missing(&setup), "fmi3DoStep");
}

UNIT_SUITE(foreign_fmus, TEST(values_of_every_type), TEST(ends_when_it_says),
           TEST(refusals_have_words), TEST(missing_functions));
