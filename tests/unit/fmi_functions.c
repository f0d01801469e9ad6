// Every function of both standards is called once at least, those that are refused included: the
// lists in src/fmi/*.def say which there are. Expectations are sentences of the standards: what a
// model does not have is an error, asking for nothing is none, values are those of the closed form
// x = exp(-2*t).
#include <math.h>

#include "unit/imported.h"

static const char text[] = "model Every\n"
                           "  type Kind = enumeration(slow, fast);\n"
                           "  parameter Kind kind = Kind.fast;\n"
                           "  parameter String word = \"falls\";\n"
                           "  parameter Integer large = 300;\n"
                           "  parameter Boolean is_on = true;\n"
                           "  input Real u(start = 0.25);\n"
                           "  output Real y = 3*u + x;\n"
                           "  Real x(start = 1, fixed = true, nominal = 10);\n"
                           "  discrete Integer n(start = 0, fixed = true);\n"
                           "equation\n"
                           "  der(x) = -2*x;\n"
                           "  when sample(0.5, 0.5) then\n"
                           "    n = pre(n) + 1;\n"
                           "  end when;\n"
                           "  annotation(experiment(StopTime = 2, Tolerance = 1e-9));\n"
                           "end Every;\n";

typedef struct Calls {
    Unit *u;
    Imported f;
    const char *names[300];
    int n;
    int messages; // that were heard
    uint32_t x, y, input, n_var, kind, word, large, is_on, rate;
} Calls;

static void note(Calls *c, const char *name)
{
    if (c->n < 300) c->names[c->n++] = name;
}

static bool was_called(const Calls *c, const char *name)
{
    for (int k = 0; k < c->n; k++)
        if (!strcmp(c->names[k], name)) return true;
    return false;
}

#define CALL(name, ...) (note(c, #name), c->f.code->name(__VA_ARGS__))
#define OK(...) CHECK_INT(c->u, CALL(__VA_ARGS__), FMI_OK)
#define REFUSED(...) CHECK_INT(c->u, CALL(__VA_ARGS__), FMI_ERROR)
#define DISCARDED(...) CHECK_INT(c->u, CALL(__VA_ARGS__), FMI_DISCARD)

static bool load(Calls *c, int version)
{
    c->f = (Imported){.text = text, .name = "Every"};
    if (!imported_load(c->u, &c->f, version)) return false;
    const char *const names[] = {"x", "y", "u", "n", "kind", "word", "large", "is_on", "der(x)"};
    uint32_t *const references[] = {&c->x,    &c->y,     &c->input, &c->n_var, &c->kind,
                                    &c->word, &c->large, &c->is_on, &c->rate};
    for (int k = 0; k < 9; k++) {
        *references[k] = imported_reference(&c->f, names[k]);
        CHECK_TRUE(c->u, *references[k] != 0);
    }
    return true;
}

// ---- FMI 2
// -------------------------------------------------------------------------------------------

static void log_2(void *environment, const char *instance, FmiStatus status, const char *category,
                  const char *message, ...)
{
    (void)instance, (void)category, (void)message;
    ((Calls *)environment)->messages += status == FMI_ERROR;
}

static void begin_2(Calls *c, void *i)
{
    OK(fmi2SetupExperiment, i, 1, 1e-9, 0, 1, 2);
    OK(fmi2EnterInitializationMode, i);
    OK(fmi2ExitInitializationMode, i);
}

static void values_2(Calls *c, void *i)
{
    double value = 0.5;
    int whole = 7, yes = 0;
    const char *said = "drops";
    OK(fmi2SetReal, i, &c->input, 1, &value);
    OK(fmi2SetInteger, i, &c->large, 1, &whole);
    OK(fmi2SetBoolean, i, &c->is_on, 1, &yes);
    OK(fmi2SetString, i, &c->word, 1, &said);
    begin_2(c, i);
    OK(fmi2GetReal, i, &c->y, 1, &value);
    CHECK_REAL(c->u, value, 2.5, 1e-12);
    OK(fmi2GetInteger, i, &c->large, 1, &whole);
    CHECK_INT(c->u, whole, 7);
    OK(fmi2GetBoolean, i, &c->is_on, 1, &yes);
    CHECK_INT(c->u, yes, 0);
    OK(fmi2GetString, i, &c->word, 1, &said);
    CHECK_TEXT(c->u, said, "drops");
    REFUSED(fmi2GetString, i, &c->x, 1, &said);
    REFUSED(fmi2SetString, i, &c->x, 1, &said);
    REFUSED(fmi2SetReal, i, &c->kind, 1, &value);
}

static void states_2(Calls *c, void *i)
{
    void *state = NULL, *read = NULL;
    size_t size = 0;
    double seed = 2, change = 0;
    OK(fmi2GetFMUstate, i, &state);
    OK(fmi2SerializedFMUstateSize, i, state, &size);
    char *bytes = malloc(size);
    REFUSED(fmi2SerializeFMUstate, i, state, bytes, size - 1);
    OK(fmi2SerializeFMUstate, i, state, bytes, size);
    OK(fmi2DeSerializeFMUstate, i, bytes, size, &read);
    OK(fmi2SetFMUstate, i, read);
    REFUSED(fmi2SetFMUstate, i, NULL);
    OK(fmi2FreeFMUstate, i, &state);
    OK(fmi2FreeFMUstate, i, &read);
    OK(fmi2FreeFMUstate, i, NULL);
    free(bytes);
    OK(fmi2GetDirectionalDerivative, i, &c->rate, 1, &c->x, 1, &seed, &change);
    CHECK_REAL(c->u, change, -4, 1e-12);
}

static void together_2(Calls *c, void *i)
{
    double value = 0;
    int whole = 0, order = 1;
    FmiStatus status;
    const char *said;
    OK(fmi2DoStep, i, 0, 0.25, 1);
    OK(fmi2GetReal, i, &c->x, 1, &value);
    CHECK_REAL(c->u, value, exp(-0.5), 1e-7);
    REFUSED(fmi2DoStep, i, 0.25, -1, 1);
    REFUSED(fmi2CancelStep, i);
    REFUSED(fmi2SetRealInputDerivatives, i, &c->input, 1, &order, &value);
    OK(fmi2SetRealInputDerivatives, i, NULL, 0, NULL, NULL);
    REFUSED(fmi2GetRealOutputDerivatives, i, &c->y, 1, &order, &value);
    DISCARDED(fmi2GetStatus, i, FMI2_STEP_STATUS, &status);
    OK(fmi2GetRealStatus, i, FMI2_LAST_TIME, &value);
    CHECK_REAL(c->u, value, 0.25, 0);
    DISCARDED(fmi2GetRealStatus, i, FMI2_STEP_STATUS, &value);
    DISCARDED(fmi2GetIntegerStatus, i, FMI2_STEP_STATUS, &whole);
    OK(fmi2GetBooleanStatus, i, FMI2_TERMINATED, &whole);
    CHECK_INT(c->u, whole, 0);
    DISCARDED(fmi2GetBooleanStatus, i, FMI2_STEP_STATUS, &whole);
    DISCARDED(fmi2GetStringStatus, i, FMI2_PENDING_STATUS, &said);
}

static void exchanged_2(Calls *c, void *i)
{
    Fmi2EventInfo event = {0};
    double x = 0.5, slope = 0, nominal = 0;
    int asks = 1, ends = 1;
    OK(fmi2NewDiscreteStates, i, &event);
    CHECK_TRUE(c->u, event.has_next && !event.needs_update);
    CHECK_REAL(c->u, event.next, 0.5, 0);
    OK(fmi2EnterContinuousTimeMode, i);
    OK(fmi2SetTime, i, 0.125);
    OK(fmi2SetContinuousStates, i, &x, 1);
    REFUSED(fmi2SetContinuousStates, i, &x, 2);
    OK(fmi2GetDerivatives, i, &slope, 1);
    CHECK_REAL(c->u, slope, -1, 0);
    OK(fmi2GetContinuousStates, i, &x, 1);
    OK(fmi2GetEventIndicators, i, NULL, 0);
    REFUSED(fmi2GetEventIndicators, i, &x, 1);
    OK(fmi2GetNominalsOfContinuousStates, i, &nominal, 1);
    CHECK_REAL(c->u, nominal, 10, 0);
    OK(fmi2CompletedIntegratorStep, i, 1, &asks, &ends);
    CHECK_TRUE(c->u, !asks && !ends);
    OK(fmi2EnterEventMode, i);
    REFUSED(fmi2DoStep, i, 0.125, 0.1, 1);
}

static void all_of_2(Unit *u)
{
    Calls calls = {.u = u}, *c = &calls;
    if (!load(c, 2)) return;
    Fmi2Callbacks callbacks = {log_2, calloc, free, NULL, c};
    CHECK_TEXT(u, CALL(fmi2GetTypesPlatform), "default");
    CHECK_TEXT(u, CALL(fmi2GetVersion), "2.0");
    for (int type = FMI2_MODEL_EXCHANGE; type <= FMI2_CO_SIMULATION; type++) {
        const char *place = arena_printf(u->arena, "file://%s/%%72esources/", c->f.folder);
        CHECK_TRUE(u, !CALL(fmi2Instantiate, "x", type, c->f.token, "/nowhere", &callbacks, 0, 0));
        void *i = CALL(fmi2Instantiate, "x", type, c->f.token, place, &callbacks, 0, 1);
        if (!CHECK_TRUE(u, i != NULL)) return;
        OK(fmi2SetDebugLogging, i, 0, 0, NULL);
        values_2(c, i);
        states_2(c, i);
        if (type == FMI2_CO_SIMULATION)
            together_2(c, i);
        else
            exchanged_2(c, i);
        OK(fmi2Terminate, i);
        OK(fmi2Reset, i);
        CALL(fmi2FreeInstance, i);
    }
    CHECK_TRUE(u, c->messages > 0);
#define FMI_FUNCTION(result, name, arguments) CHECK_TRUE(u, was_called(c, #name));
#include "fmi/fmi2_functions.def"
#undef FMI_FUNCTION
    imported_unload(&c->f);
}

// ---- FMI 3
// -------------------------------------------------------------------------------------------

static void log_3(void *environment, FmiStatus status, const char *category, const char *message)
{
    (void)category, (void)message;
    ((Calls *)environment)->messages += status == FMI_ERROR;
}

static void begin_3(Calls *c, void *i)
{
    OK(fmi3EnterInitializationMode, i, true, 1e-9, 0, true, 2);
    OK(fmi3ExitInitializationMode, i);
}

// Whole numbers of every size: 7 fits into each, 300 into those of two bytes at least.
#define WHOLE(name, type, fits)                                                                    \
    do {                                                                                           \
        type seven = 7, got = 0;                                                                   \
        OK(fmi3Set##name, i, &c->large, 1, &seven, 1);                                             \
        OK(fmi3Get##name, i, &c->large, 1, &got, 1);                                               \
        CHECK_INT(c->u, got, 7);                                                                   \
        OK(fmi3SetInt64, i, &c->large, 1, &large, 1);                                              \
        CHECK_INT(c->u, CALL(fmi3Get##name, i, &c->large, 1, &got, 1), fits ? FMI_OK : FMI_ERROR); \
        REFUSED(fmi3Get##name, i, &c->x, 1, &got, 1);                                              \
        REFUSED(fmi3Get##name, i, &c->large, 1, &got, 2);                                          \
        OK(fmi3Set##name, i, NULL, 0, NULL, 0);                                                    \
    } while (0)

static void values_3(Calls *c, void *i)
{
    int64_t large = 300;
    double value = 0.5;
    bool yes = false;
    const char *said = "drops";
    WHOLE(Int8, int8_t, false);
    WHOLE(UInt8, uint8_t, false);
    WHOLE(Int16, int16_t, true);
    WHOLE(UInt16, uint16_t, true);
    WHOLE(Int32, int32_t, true);
    WHOLE(UInt32, uint32_t, true);
    WHOLE(Int64, int64_t, true);
    WHOLE(UInt64, uint64_t, true);
    OK(fmi3SetBoolean, i, &c->is_on, 1, &yes, 1);
    OK(fmi3SetString, i, &c->word, 1, &said, 1);
    OK(fmi3SetFloat64, i, &c->input, 1, &value, 1);
    begin_3(c, i);
    OK(fmi3GetFloat64, i, &c->y, 1, &value, 1);
    CHECK_REAL(c->u, value, 2.5, 1e-12);
    OK(fmi3GetBoolean, i, &c->is_on, 1, &yes, 1);
    CHECK_INT(c->u, yes, 0);
    OK(fmi3GetString, i, &c->word, 1, &said, 1);
    CHECK_TEXT(c->u, said, "drops");
    REFUSED(fmi3GetString, i, &c->word, 1, &said, 2);
    REFUSED(fmi3SetString, i, &c->x, 1, &said, 1);
    OK(fmi3SetString, i, NULL, 0, NULL, 0);
}

static void states_3(Calls *c, void *i)
{
    void *state = NULL, *read = NULL;
    size_t size = 0;
    double seed = 2, change = 0;
    OK(fmi3GetFMUState, i, &state);
    OK(fmi3SerializedFMUStateSize, i, state, &size);
    uint8_t *bytes = malloc(size);
    REFUSED(fmi3SerializeFMUState, i, state, bytes, size - 1);
    OK(fmi3SerializeFMUState, i, state, bytes, size);
    OK(fmi3DeserializeFMUState, i, bytes, size, &read);
    OK(fmi3SetFMUState, i, read);
    OK(fmi3FreeFMUState, i, &state);
    OK(fmi3FreeFMUState, i, &read);
    OK(fmi3FreeFMUState, i, NULL);
    free(bytes);
    OK(fmi3GetDirectionalDerivative, i, &c->rate, 1, &c->x, 1, &seed, 1, &change, 1);
    CHECK_REAL(c->u, change, -4, 1e-12);
    OK(fmi3GetAdjointDerivative, i, &c->rate, 1, &c->x, 1, &seed, 1, &change, 1);
    CHECK_REAL(c->u, change, -4, 1e-12);
    REFUSED(fmi3GetDirectionalDerivative, i, &c->rate, 1, &c->word, 1, &seed, 1, &change, 1);
    REFUSED(fmi3GetAdjointDerivative, i, &c->rate, 1, &c->x, 1, &seed, 2, &change, 1);
}

static void events_3(Calls *c, void *i)
{
    bool more = true, ends = true, nominals = true, states = true, has_next = false;
    double next = 0;
    OK(fmi3EnterEventMode, i);
    OK(fmi3EvaluateDiscreteStates, i);
    OK(fmi3UpdateDiscreteStates, i, &more, &ends, &nominals, &states, &has_next, &next);
    CHECK_TRUE(c->u, !more && !ends && !nominals && has_next);
    CHECK_REAL(c->u, next, 0.5, 0);
}

static void together_3(Calls *c, void *i)
{
    double value = 0, reached = 0;
    bool asks = true, ends = true, is_early = true;
    int32_t order = 1;
    events_3(c, i);
    OK(fmi3EnterStepMode, i);
    OK(fmi3DoStep, i, 0, 0.25, true, &asks, &ends, &is_early, &reached);
    CHECK_TRUE(c->u, !asks && !ends && !is_early);
    OK(fmi3GetFloat64, i, &c->x, 1, &value, 1);
    CHECK_REAL(c->u, value, exp(-0.5), 1e-7);
    REFUSED(fmi3DoStep, i, 0.25, -1, true, &asks, &ends, &is_early, &reached);
    REFUSED(fmi3GetOutputDerivatives, i, &c->y, 1, &order, &value, 1);
}

static void exchanged_3(Calls *c, void *i)
{
    double x = 0.5, slope = 0, nominal = 0;
    bool asks = true, ends = true;
    size_t n = 0;
    events_3(c, i);
    OK(fmi3EnterContinuousTimeMode, i);
    OK(fmi3SetTime, i, 0.125);
    OK(fmi3GetNumberOfContinuousStates, i, &n);
    CHECK_INT(c->u, n, 1);
    OK(fmi3GetNumberOfEventIndicators, i, &n);
    CHECK_INT(c->u, n, 0);
    OK(fmi3SetContinuousStates, i, &x, 1);
    OK(fmi3GetContinuousStateDerivatives, i, &slope, 1);
    CHECK_REAL(c->u, slope, -1, 0);
    OK(fmi3GetContinuousStates, i, &x, 1);
    REFUSED(fmi3GetContinuousStates, i, &x, 2);
    OK(fmi3GetEventIndicators, i, NULL, 0);
    OK(fmi3GetNominalsOfContinuousStates, i, &nominal, 1);
    CHECK_REAL(c->u, nominal, 10, 0);
    OK(fmi3CompletedIntegratorStep, i, true, &asks, &ends);
    CHECK_TRUE(c->u, !asks && !ends);
}

// Types, clocks and the like that no model of ours has; of nothing there may be any number.
static void refused_3(Calls *c, void *i)
{
    uint32_t r = c->x;
    float single = 0;
    double number = 0;
    const uint8_t *bytes = NULL;
    size_t n = 0, element = 0;
    uint64_t count = 0, resolution = 0;
    bool ticks = false;
    int kind = 0;
    REFUSED(fmi3GetFloat32, i, &r, 1, &single, 1);
    REFUSED(fmi3SetFloat32, i, &r, 1, &single, 1);
    OK(fmi3GetFloat32, i, NULL, 0, NULL, 0);
    REFUSED(fmi3GetBinary, i, &r, 1, &n, &bytes, 1);
    REFUSED(fmi3SetBinary, i, &r, 1, &n, &bytes, 1);
    REFUSED(fmi3GetClock, i, &r, 1, &ticks);
    REFUSED(fmi3SetClock, i, &r, 1, &ticks);
    REFUSED(fmi3GetIntervalDecimal, i, &r, 1, &number, &kind);
    REFUSED(fmi3GetIntervalFraction, i, &r, 1, &count, &resolution, &kind);
    REFUSED(fmi3GetShiftDecimal, i, &r, 1, &number);
    REFUSED(fmi3GetShiftFraction, i, &r, 1, &count, &resolution);
    REFUSED(fmi3SetIntervalDecimal, i, &r, 1, &number);
    REFUSED(fmi3SetIntervalFraction, i, &r, 1, &count, &resolution);
    REFUSED(fmi3SetShiftDecimal, i, &r, 1, &number);
    REFUSED(fmi3SetShiftFraction, i, &r, 1, &count, &resolution);
    REFUSED(fmi3GetNumberOfVariableDependencies, i, r, &n);
    REFUSED(fmi3GetVariableDependencies, i, r, &element, &r, &element, &kind, 1);
    REFUSED(fmi3ActivateModelPartition, i, r, 0);
    OK(fmi3EnterConfigurationMode, i);
    OK(fmi3ExitConfigurationMode, i);
}

static void *open_3(Calls *c, bool is_exchanged)
{
    const Imported *f = &c->f;
    CHECK_TRUE(c->u, !CALL(fmi3InstantiateScheduledExecution, "x", f->token, f->resources, false,
                           false, c, log_3, NULL, NULL, NULL));
    if (is_exchanged) // resources are found beside the code
        return CALL(fmi3InstantiateModelExchange, "x", f->token, NULL, false, true, c, log_3);
    return CALL(fmi3InstantiateCoSimulation, "x", f->token, f->resources, false, true, true, true,
                NULL, 0, c, log_3, NULL);
}

static void all_of_3(Unit *u)
{
    Calls calls = {.u = u}, *c = &calls;
    if (!load(c, 3)) return;
    CHECK_TEXT(u, CALL(fmi3GetVersion), "3.0");
    for (int is_exchanged = 0; is_exchanged < 2; is_exchanged++) {
        void *i = open_3(c, is_exchanged);
        if (!CHECK_TRUE(u, i != NULL)) return;
        OK(fmi3SetDebugLogging, i, false, 0, NULL);
        values_3(c, i);
        states_3(c, i);
        refused_3(c, i);
        if (is_exchanged)
            exchanged_3(c, i);
        else
            together_3(c, i);
        OK(fmi3Terminate, i);
        OK(fmi3Reset, i);
        CALL(fmi3FreeInstance, i);
    }
    CHECK_TRUE(u, c->messages > 0);
#define FMI_FUNCTION(result, name, arguments) CHECK_TRUE(u, was_called(c, #name));
#include "fmi/fmi3_functions.def"
#undef FMI_FUNCTION
    imported_unload(&c->f);
}

UNIT_SUITE(fmi_functions, TEST(all_of_2), TEST(all_of_3));
