// FMUs with clocks, run by all interfaces: see clocked_fmu.h for what ticks when.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fmi/import/fmu_calls.h"
#include "fmi/import/fmu_model.h"
#include "run/inputs.h"
#include "run/simulation.h"
#include "unit/clocked_fmu.h"
#include "unit/unit.h"
#include "unit/whole_table.h"

static FmuCode code_of(void)
{
    FmuCode c = {.fmi3InstantiateModelExchange = instantiate,
                 .fmi3InstantiateCoSimulation = instantiate_stepped,
                 .fmi3InstantiateScheduledExecution = instantiate_scheduled,
                 .fmi3FreeInstance = free_instance,
                 .fmi3EnterInitializationMode = enter_initialization,
                 .fmi3ExitInitializationMode = exit_initialization,
                 .fmi3EnterEventMode = enter_events,
                 .fmi3EnterContinuousTimeMode = leave_events,
                 .fmi3EnterStepMode = leave_events,
                 .fmi3UpdateDiscreteStates = update,
                 .fmi3SetClock = set_clock,
                 .fmi3GetClock = get_clock,
                 .fmi3GetIntervalDecimal = get_interval,
                 .fmi3GetShiftDecimal = get_shift,
                 .fmi3ActivateModelPartition = activate,
                 .fmi3DoStep = step,
                 .fmi3SetTime = set_time,
                 .fmi3SetString = set_string,
                 .fmi3SetContinuousStates = set_states,
                 .fmi3GetContinuousStates = get_states,
                 .fmi3GetContinuousStateDerivatives = get_states,
                 .fmi3GetEventIndicators = get_states,
                 .fmi3CompletedIntegratorStep = completed};
#define TYPE(name) c.fmi3Get##name = get_##name, c.fmi3Set##name = set_##name
    TYPE(Float64), TYPE(Float32), TYPE(Int8), TYPE(UInt8), TYPE(Int16), TYPE(UInt16);
    TYPE(Int32), TYPE(UInt32), TYPE(Int64), TYPE(UInt64), TYPE(Boolean);
#undef TYPE
    return c;
}

// ---- Runs
// ---------------------------------------------------------------------------------------

typedef enum { EXCHANGED, STEPPED, SCHEDULED } Use;

// `w` is 3, and the trigger rises at 0.5.
static RunOutcome run(Unit *u, Foreign *foreign, Use use, const char *text, double *sum)
{
    static const double times[] = {0, 0.5, 0.7}, rises[] = {0, 1, 0};
    FmuDescription *d = ARENA_NEW(u->arena, FmuDescription);
    FmuCode *code = ARENA_NEW(u->arena, FmuCode);
    *code = code_of();
    only = foreign;
    CHECK_TRUE(u, !fmu_description_read(u->arena, text, strlen(text), d));
    FmuSetup setup = {.description = d,
                      .code = code,
                      .resources = "/",
                      .is_exchanged = use == EXCHANGED,
                      .is_scheduled = use == SCHEDULED,
                      .stop_time = 1.05,
                      .tolerance = 1e-6};
    const char *why = NULL;
    Model *m = fmu_model_open(u->arena, d, &setup, &why);
    if (!CHECK_TRUE(u, m != NULL)) return RUN_STOPPED;
    InputColumn column = {.slot = NO_SLOT, .start_slot = NO_SLOT, .is_held = true, .values = rises};
    int32_t sum_slot = 0;
    for (int32_t i = 0; i < m->n_variables; i++) {
        const VariableInfo *v = &m->variables[i];
        if (!strcmp(v->name, "w")) m->v[v->slot] = 3;
        if (!strcmp(v->name, "sum")) sum_slot = v->slot;
        if (v->kind == VALUE_BOOLEAN && v->causality == IS_INPUT) column.slot = v->slot;
    }
    InputTable table = {&column, column.slot != NO_SLOT, times, 3};
    Diag *diag = diag_open(u->arena, sources_open(u->arena));
    SimulationOptions o = {.stop_time = 1.05,
                           .tolerance = 1e-6,
                           .intervals = 3,
                           .step = NAN,
                           .max_step = NAN,
                           .inputs = &table};
    Simulation *sim = simulation_open(u->arena, m, &o, diag);
    RunOutcome outcome = simulation_initialize(sim);
    ResultWriter *rows = result_writer_open_memory(u->arena, whole_table(u->arena, m));
    if (outcome == RUN_DONE) outcome = simulation_run(sim, rows);
    *sum = m->v[sum_slot];
    simulation_close(sim);
    return outcome;
}

static void clocks_of_every_kind(Unit *u)
{
    static const struct {
        int clock, n;
        double at[4];
    } rows[] = {{PERIODIC, 4, {0.1, 0.35, 0.6, 0.85}},
                {ASKED, 4, {0.05, 0.35, 0.65, 0.95}},
                {CHANGING, 4, {0.1, 0.3, 0.6, 1}},
                {COUNTDOWN, 2, {0.42, 0.42, 0.82}},
                {TRIGGER, 1, {0.5}},
                {TOLD, 2, {0.35, 0.85}}};
    for (Use use = EXCHANGED; use <= SCHEDULED; use++) {
        Foreign foreign = {.t = 0};
        double sum = NAN;
        CHECK_INT(u, run(u, &foreign, use, description, &sum), RUN_DONE);
        CHECK_TEXT(u, foreign.wrong ? foreign.wrong : "", "");
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            int n = rows[k].n + (use == STEPPED && rows[k].clock == COUNTDOWN);
            CHECK_INT(u, foreign.n[rows[k].clock], n);
            for (int j = 0; j < n; j++)
                CHECK_REAL(u, foreign.ticks[rows[k].clock][j], rows[k].at[j], 1e-12);
        }
        CHECK_REAL(u, sum, 4 * 3, 0);
    }
}

static void clocks_that_refuse(Unit *u)
{
    static const struct {
        const char *function;
        Use use;
    } rows[] = {{"set_clock", EXCHANGED}, {"get_clock", STEPPED},   {"get_interval", EXCHANGED},
                {"get_shift", SCHEDULED}, {"activate", SCHEDULED},  {"get", EXCHANGED},
                {"set", SCHEDULED},       {"enter_events", STEPPED}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        Foreign foreign = {.refuses = rows[k].function};
        double sum;
        CHECK_INT(u, run(u, &foreign, rows[k].use, description, &sum), RUN_STOPPED);
    }
}

// Without event mode there is no way to tell an FMU of ticks: its steps are made all the same.
static void clocks_without_events(Unit *u)
{
    char text[sizeof description];
    Foreign foreign = {.t = 0};
    double sum;
    snprintf(text, sizeof text, "%s", description);
    memcpy(strstr(text, "hasEventMode"), "hasNothing__", strlen("hasEventMode"));
    CHECK_INT(u, run(u, &foreign, STEPPED, text, &sum), RUN_DONE);
    CHECK_TEXT(u, foreign.wrong ? foreign.wrong : "", "");
    CHECK_INT(u, foreign.n[PERIODIC], 0);
}

// A clock without an interval would tick for ever at one instant.
static void clocks_without_intervals(Unit *u)
{
    static const char *const intervals[] = {"0", "-1", "1e-300", "inf"};
    for (size_t k = 0; k < sizeof intervals / sizeof *intervals; k++) {
        char text[600];
        snprintf(text, sizeof text,
                 "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"C\" "
                 "instantiationToken=\"t\"><ModelExchange modelIdentifier=\"F\"/>"
                 "<ModelVariables><Clock name=\"c\" valueReference=\"1\" causality=\"input\" "
                 "intervalVariability=\"tunable\" intervalDecimal=\"%s\" clocks=\"1 x\"/>"
                 "</ModelVariables><ModelStructure/></fmiModelDescription>",
                 intervals[k]);
        Foreign foreign = {.t = 0};
        double sum;
        CHECK_INT(u, run(u, &foreign, EXCHANGED, text, &sum), RUN_STOPPED);
    }
}

UNIT_SUITE(foreign_clocks, TEST(clocks_of_every_kind), TEST(clocks_that_refuse),
           TEST(clocks_without_events), TEST(clocks_without_intervals));
