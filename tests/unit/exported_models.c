// Models exported as FMUs, called as an importer calls them.
#include <math.h>
#include <signal.h>
#include <string.h>

#include "tarn/api/exported_run.h"
#include "unit/imported.h"

static const char text[] = FALLING;

// ---- Tests
// -----------------------------------------------------------------------------------------

static void steps_together(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    bool needs_event;
    if (!imported_load(u, &f, 3)) return;
    void *i = imported_start(u, &f, false, false);
    double t = 0, all[4];
    for (int k = 1; i && k <= 20; k++) {
        CHECK_TRUE(u, imported_step(&f, i, &t, 0.1 * k - t, &needs_event));
        CHECK_REAL(u, imported_get(&f, i, "x"), falling_value(2, 0.1 * k), 1e-7);
        CHECK_REAL(u, imported_get(&f, i, "y"), 0.75 + falling_value(2, 0.1 * k), 1e-7);
    }
    uint32_t reference = imported_reference(&f, "a"), n = imported_reference(&f, "n");
    int64_t count = -1;
    CHECK_INT(u, f.code->fmi3GetFloat64(i, &reference, 1, all, 4), FMI_OK);
    for (int k = 0; k < 4; k++) CHECK_REAL(u, all[k], (k + 1) * falling_value(2, 2), 1e-6);
    CHECK_INT(u, f.code->fmi3GetInt64(i, &n, 1, &count, 1), FMI_OK);
    CHECK_INT(u, count, 5);
    CHECK_INT(u, f.code->fmi3GetFloat64(i, &reference, 1, all, 3), FMI_ERROR);
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

static void older_standard(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 2)) return;
    Fmi2Callbacks callbacks = {NULL, calloc, free, NULL, NULL};
    const FmuCode *c = f.code;
    char place[120];
    snprintf(place, sizeof place, "file://%s", f.resources);
    CHECK_TRUE(u, !c->fmi2Instantiate("x", FMI2_CO_SIMULATION, "{other}", place, &callbacks, 0, 0));
    void *i = c->fmi2Instantiate("x", FMI2_CO_SIMULATION, f.token, place, &callbacks, 0, 0);
    if (!CHECK_TRUE(u, i != NULL)) return;
    uint32_t k = imported_reference(&f, "k"), x = imported_reference(&f, "x"),
             word = imported_reference(&f, "word");
    uint32_t kind = imported_reference(&f, "kind"), high = imported_reference(&f, "is_high");
    double rate = 1, value = 0;
    int literal = 0, is_high = 1;
    const char *said = NULL, *other = "drops";
    CHECK_INT(u, c->fmi2SetupExperiment(i, 0, 0, 0, 0, 0), FMI_OK);
    CHECK_INT(u, c->fmi2SetReal(i, &k, 1, &rate), FMI_OK);
    CHECK_INT(u, c->fmi2SetString(i, &word, 1, &other), FMI_OK);
    CHECK_INT(u, c->fmi2EnterInitializationMode(i), FMI_OK);
    CHECK_INT(u, c->fmi2GetReal(i, &x, 1, &value), FMI_OK);
    CHECK_REAL(u, value, 1, 0);
    value = 0.9; // asked for already, and set all the same
    CHECK_INT(u, c->fmi2SetReal(i, &x, 1, &value), FMI_OK);
    CHECK_INT(u, c->fmi2ExitInitializationMode(i), FMI_OK);
    CHECK_INT(u, c->fmi2DoStep(i, 0, 0.5, 1), FMI_OK);
    CHECK_INT(u, c->fmi2GetReal(i, &x, 1, &value), FMI_OK);
    CHECK_REAL(u, value, 0.9 * exp(-0.5), 1e-7);
    CHECK_INT(u, c->fmi2GetInteger(i, &kind, 1, &literal), FMI_OK);
    CHECK_INT(u, literal, 2);
    CHECK_INT(u, c->fmi2GetBoolean(i, &high, 1, &is_high), FMI_OK);
    CHECK_INT(u, is_high, 0);
    CHECK_INT(u, c->fmi2GetString(i, &word, 1, &said), FMI_OK);
    CHECK_TEXT(u, said, "drops");
    CHECK_INT(u, c->fmi2GetReal(i, &kind, 1, &value), FMI_ERROR);
    // As it was instantiated: what was set is forgotten.
    CHECK_INT(u, c->fmi2Reset(i), FMI_OK);
    CHECK_INT(u, c->fmi2SetupExperiment(i, 0, 0, 0, 0, 0), FMI_OK);
    CHECK_INT(u, c->fmi2EnterInitializationMode(i), FMI_OK);
    CHECK_INT(u, c->fmi2ExitInitializationMode(i), FMI_OK);
    CHECK_INT(u, c->fmi2DoStep(i, 0, 0.25, 1), FMI_OK);
    CHECK_INT(u, c->fmi2GetReal(i, &x, 1, &value), FMI_OK);
    CHECK_REAL(u, value, exp(-0.5), 1e-7);
    c->fmi2FreeInstance(i);
    imported_unload(&f);
}

// Heun's method with the events where their indicators change sign.
static void steps_of_others(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    const FmuCode *c = f.code;
    void *i = imported_start(u, &f, true, false);
    size_t n_states = 0, n_indicators = 0;
    double x, before[4], z[4], d, e, next;
    bool asks, ends, more, nominals, values, has_next;
    CHECK_INT(u, c->fmi3GetNumberOfContinuousStates(i, &n_states), FMI_OK);
    CHECK_INT(u, c->fmi3GetNumberOfEventIndicators(i, &n_indicators), FMI_OK);
    CHECK_INT(u, n_states, 1);
    if (!CHECK_TRUE(u, n_indicators >= 1 && n_indicators <= 4)) return;
    CHECK_INT(u, c->fmi3UpdateDiscreteStates(i, &more, &ends, &nominals, &values, &has_next, &next),
              FMI_OK);
    CHECK_INT(u, c->fmi3EnterContinuousTimeMode(i), FMI_OK);
    CHECK_INT(u, c->fmi3GetContinuousStates(i, &x, 1), FMI_OK);
    CHECK_INT(u, c->fmi3GetEventIndicators(i, before, n_indicators), FMI_OK);
    int n_events = 0;
    const double h = 1e-4;
    for (int k = 0; k < 20000; k++) {
        c->fmi3GetContinuousStateDerivatives(i, &d, 1);
        double predicted = x + h * d;
        c->fmi3SetTime(i, h * (k + 1));
        c->fmi3SetContinuousStates(i, &predicted, 1);
        c->fmi3GetContinuousStateDerivatives(i, &e, 1);
        x += h / 2 * (d + e);
        c->fmi3SetContinuousStates(i, &x, 1);
        c->fmi3CompletedIntegratorStep(i, true, &asks, &ends);
        c->fmi3GetEventIndicators(i, z, n_indicators);
        for (size_t j = 0; j < n_indicators; j++) asks |= (z[j] > 0) != (before[j] > 0);
        if (asks) {
            c->fmi3EnterEventMode(i);
            c->fmi3UpdateDiscreteStates(i, &more, &ends, &nominals, &values, &has_next, &next);
            n_events += x < 0.6;
            c->fmi3EnterContinuousTimeMode(i);
            c->fmi3GetContinuousStates(i, &x, 1);
            c->fmi3GetEventIndicators(i, z, n_indicators);
        }
        memcpy(before, z, sizeof z);
    }
    CHECK_INT(u, n_events, 5);
    CHECK_REAL(u, x, falling_value(2, 2), 1e-3); // each event is late by less than a step
    CHECK_REAL(u, imported_get(&f, i, "y"), 0.75 + x, 1e-12);
    c->fmi3FreeInstance(i);
    imported_unload(&f);
}

// d der(x)/dx = -k without differences; y = 3*u + x; the adjoint is the transpose.
static void derivatives_by_direction(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    for (int is_exchanged = 0; is_exchanged < 2; is_exchanged++) {
        void *i = imported_start(u, &f, is_exchanged, false);
        uint32_t unknowns[] = {imported_reference(&f, "der(x)"), imported_reference(&f, "y")};
        uint32_t knowns[] = {imported_reference(&f, "x"), imported_reference(&f, "u")};
        double seed[] = {1, 10}, answer[2] = {0, 0};
        CHECK_INT(
            u, f.code->fmi3GetDirectionalDerivative(i, unknowns, 1, knowns, 1, seed, 1, answer, 1),
            FMI_OK);
        CHECK_REAL(u, answer[0], -2, 0);
        CHECK_INT(
            u, f.code->fmi3GetDirectionalDerivative(i, unknowns, 2, knowns, 2, seed, 2, answer, 2),
            FMI_OK);
        CHECK_REAL(u, answer[0], -2, 1e-9);
        CHECK_REAL(u, answer[1], 31, 1e-9);
        CHECK_INT(u,
                  f.code->fmi3GetAdjointDerivative(i, unknowns, 2, knowns, 2, seed, 2, answer, 2),
                  FMI_OK);
        CHECK_REAL(u, answer[0], -2 + 10, 1e-9);
        CHECK_REAL(u, answer[1], 30, 1e-9);
        CHECK_REAL(u, imported_get(&f, i, "y"), 1.75, 1e-12);
        f.code->fmi3FreeInstance(i);
    }
    imported_unload(&f);
}

static void returns_at_events(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    void *i = imported_start(u, &f, false, true);
    double t = 0, next;
    bool needs_event, more, ends, nominals, values, has_next;
    uint32_t input = imported_reference(&f, "u");
    double two = 2;
    int n = 0;
    while (t < 2 && n < 100 && imported_step(&f, i, &t, 2 - t, &needs_event)) {
        if (!needs_event) continue;
        // x > 0.75 and x < 0.5 switch in turn; behind the second x > 0.75 does at once.
        double first = -log(0.75) / 2, period = log(2) / 2;
        double expected = n % 2 == 0 ? n / 2 * period + first : (n + 1) / 2 * period;
        CHECK_REAL(u, t, expected, 1e-8);
        // In front of the event nothing has changed yet.
        CHECK_REAL(u, imported_get(&f, i, "x"), n % 2 == 0 ? 0.75 : 0.5, 1e-7);
        n++;
        f.code->fmi3EnterEventMode(i);
        f.code->fmi3SetFloat64(i, &input, 1, &two, 1);
        f.code->fmi3UpdateDiscreteStates(i, &more, &ends, &nominals, &values, &has_next, &next);
        CHECK_REAL(u, imported_get(&f, i, "x"), n % 2 == 0 ? 1 : 0.75, 1e-7);
        CHECK_REAL(u, imported_get(&f, i, "y"), 6 + imported_get(&f, i, "x"), 1e-12);
        f.code->fmi3EnterStepMode(i);
    }
    CHECK_REAL(u, t, 2, 0);
    CHECK_INT(u, n, 11);
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

// Whoever allows no early return gets none: events are handled on the way.
static void goes_through_events(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    const FmuCode *c = f.code;
    void *i = c->fmi3InstantiateCoSimulation("x", f.token, f.resources, false, false, true, false,
                                             NULL, 0, NULL, NULL, NULL);
    bool needs_event = true;
    double t = 0;
    CHECK_INT(u, c->fmi3EnterInitializationMode(i, false, 0, 0, true, 2), FMI_OK);
    CHECK_INT(u, c->fmi3ExitInitializationMode(i), FMI_OK);
    CHECK_TRUE(u, imported_step(&f, i, &t, 2, &needs_event));
    CHECK_TRUE(u, !needs_event && t == 2);
    CHECK_REAL(u, imported_get(&f, i, "x"), falling_value(2, 2), 1e-6);
    c->fmi3FreeInstance(i);
    imported_unload(&f);
}

typedef struct Watched {
    const Imported *f;
    void *instance;
    Unit *u;
    int n;
    double last, stops_at;
} Watched;

static void watch(void *environment, double time, bool can_set, bool can_get, bool is_finished,
                  bool can_return, bool *returns, double *return_time)
{
    Watched *w = environment;
    CHECK_TRUE(w->u, !can_set && can_get && is_finished && can_return && time >= w->last);
    if (time < 0.34) CHECK_REAL(w->u, imported_get(w->f, w->instance, "x"), exp(-2 * time), 1e-7);
    w->n++;
    w->last = *return_time = time;
    *returns = time >= w->stops_at;
}

static void tells_its_steps(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    Watched w = {.f = &f, .u = u, .stops_at = 0.5};
    bool needs_event, ends, is_early;
    double t = 0;
    w.instance = f.code->fmi3InstantiateCoSimulation("x", f.token, f.resources, false, false, false,
                                                     true, NULL, 0, &w, NULL, watch);
    if (!CHECK_TRUE(u, w.instance != NULL)) return;
    CHECK_INT(u, f.code->fmi3EnterInitializationMode(w.instance, false, 0, 0, true, 2), FMI_OK);
    CHECK_INT(u, f.code->fmi3ExitInitializationMode(w.instance), FMI_OK);
    CHECK_INT(u, f.code->fmi3DoStep(w.instance, 0, 2, true, &needs_event, &ends, &is_early, &t),
              FMI_OK);
    CHECK_TRUE(u, is_early && !ends && !needs_event && w.n > 5);
    CHECK_REAL(u, t, w.last, 0);
    CHECK_TRUE(u, t >= 0.5 && t < 1);
    CHECK_REAL(u, imported_get(&f, w.instance, "x"), falling_value(2, t), 1e-6);
    f.code->fmi3FreeInstance(w.instance);
    imported_unload(&f);
}

// x' = -k*x; a and b follow from a loop with the matrix [k, 1; 1, -1] and the right sides 3*k and
// 0, so a = b = 3*k/(k + 1). The period of the sample and what the start decides are not tunable.
static const char tuned_text[] = "model Falling\n"
                                 "  parameter Real k = 2, double_k = 2*k, period = 0.3, p = 1;\n"
                                 "  parameter Real found(fixed = false), behind = found + p;\n"
                                 "  output Real x(start = 1, fixed = true), a, b;\n"
                                 "  discrete Real n(start = 0, fixed = true);\n"
                                 "initial equation\n"
                                 "  found = 3;\n"
                                 "equation\n"
                                 "  der(x) = -k*x;\n"
                                 "  k*a + b = 3*k;\n"
                                 "  a - b = 0;\n"
                                 "  when sample(0, period) then\n"
                                 "    n = pre(n) + behind;\n"
                                 "  end when;\n"
                                 "  annotation(experiment(StopTime = 2, Tolerance = 1e-9));\n"
                                 "end Falling;\n";

static void expect_class(Unit *u, const Imported *f, const char *name, const char *words)
{
    const char *at =
        strstr(f->description, arena_printf(u->arena, "name=\"%s\" valueReference", name));
    if (!CHECK_TRUE(u, at != NULL)) return;
    const char *line = arena_copy_text(u->arena, at, strcspn(at, "\n"));
    if (!strstr(line, words)) CHECK_TEXT(u, line, words);
}

static void parameters_are_tuned(Unit *u)
{
    Imported f = {.text = tuned_text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    const FmuCode *c = f.code;
    expect_class(u, &f, "k", "causality=\"parameter\" variability=\"tunable\"");
    expect_class(u, &f, "double_k", "causality=\"parameter\" variability=\"tunable\"");
    expect_class(u, &f, "period", "causality=\"parameter\" variability=\"fixed\"");
    expect_class(u, &f, "p", "causality=\"parameter\" variability=\"fixed\"");
    uint32_t k = imported_reference(&f, "k"), period = imported_reference(&f, "period");
    double one = 1, t = 0, dx = 0;
    bool needs_event, more, ends, nominals, values, has_next;
    void *i = imported_start(u, &f, false, false);
    CHECK_TRUE(u, imported_step(&f, i, &t, 0.5, &needs_event));
    CHECK_REAL(u, imported_get(&f, i, "a"), 2, 1e-9);
    CHECK_INT(u, c->fmi3SetFloat64(i, &k, 1, &one, 1), FMI_OK);
    CHECK_REAL(u, imported_get(&f, i, "double_k"), 2, 0);
    CHECK_REAL(u, imported_get(&f, i, "a"), 1.5, 1e-9);
    CHECK_INT(u, c->fmi3SetFloat64(i, &period, 1, &one, 1), FMI_ERROR);
    CHECK_TRUE(u, imported_step(&f, i, &t, 0.5, &needs_event));
    CHECK_REAL(u, imported_get(&f, i, "x"), exp(-1.5), 1e-7);
    CHECK_REAL(u, imported_get(&f, i, "n"), 16, 1e-9); // at 0, 0.3, 0.6 and 0.9
    c->fmi3FreeInstance(i);
    i = imported_start(u, &f, true, false);
    CHECK_INT(u, c->fmi3UpdateDiscreteStates(i, &more, &ends, &nominals, &values, &has_next, &t),
              FMI_OK);
    CHECK_INT(u, c->fmi3EnterContinuousTimeMode(i), FMI_OK);
    CHECK_INT(u, c->fmi3SetTime(i, 0.1), FMI_OK);
    double x = 0.75;
    CHECK_INT(u, c->fmi3SetContinuousStates(i, &x, 1), FMI_OK);
    CHECK_INT(u, c->fmi3EnterEventMode(i), FMI_OK);
    CHECK_INT(u, c->fmi3SetFloat64(i, &k, 1, &one, 1), FMI_OK);
    CHECK_INT(u, c->fmi3UpdateDiscreteStates(i, &more, &ends, &nominals, &values, &has_next, &t),
              FMI_OK);
    CHECK_INT(u, c->fmi3GetContinuousStateDerivatives(i, &dx, 1), FMI_OK);
    CHECK_REAL(u, dx, -0.75, 0);
    CHECK_REAL(u, t, 0.3, 1e-12);
    c->fmi3FreeInstance(i);
    imported_unload(&f);
}

// What the start must be is known in there, too: 2*x = 3 is one condition too many, and does not
// hold.
static void contradicts_itself(Unit *u)
{
    Imported f = {.name = "Falling",
                  .text = "model Falling\n"
                          "  Real x(start = 1, fixed = true), y = 2*x;\n"
                          "initial equation\n"
                          "  y = 3;\n"
                          "equation\n"
                          "  der(x) = -x;\n"
                          "end Falling;\n"};
    if (!imported_load(u, &f, 3)) return;
    const FmuCode *c = f.code;
    void *i = c->fmi3InstantiateModelExchange("x", f.token, f.resources, false, false, NULL, NULL);
    if (!CHECK_TRUE(u, i != NULL)) return;
    CHECK_INT(u, c->fmi3EnterInitializationMode(i, false, 0, 0, true, 2), FMI_OK);
    CHECK_TRUE(u, c->fmi3ExitInitializationMode(i) != FMI_OK);
    c->fmi3FreeInstance(i);
    imported_unload(&f);
}

// Signals of faults stay those of the importer, also when the model calls foreign code; what that
// code says is an error of the call all the same.
static void leaves_signals_alone(Unit *u)
{
    Imported f = {.name = "Falling",
                  .text = "model Falling\n"
                          "  function twice\n"
                          "    input Real x;\n"
                          "    output Real y;\n"
                          "  external \"C\" annotation(Include = \"#include <ModelicaUtilities.h>\n"
                          "static double twice(double x) { if (x > 1) ModelicaError(\\\"too "
                          "large\\\"); return 2*x; }\");\n"
                          "  end twice;\n"
                          "  Real x = twice(time);\n"
                          "end Falling;\n"};
    if (!imported_load(u, &f, 3)) return;
    struct sigaction before, after;
    sigaction(SIGSEGV, NULL, &before);
    void *i = imported_start(u, &f, false, false);
    if (!i) return;
    bool needs_event;
    double t = 0;
    CHECK_TRUE(u, imported_step(&f, i, &t, 0.5, &needs_event));
    CHECK_REAL(u, imported_get(&f, i, "x"), 1, 1e-12);
    CHECK_TRUE(u, !imported_step(&f, i, &t, 1, &needs_event));
    sigaction(SIGSEGV, NULL, &after);
    CHECK_TRUE(u, before.sa_handler == after.sa_handler);
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

// Points that somebody wants to see cost no steps: they lie on what the integrator has.
static void many_points(Unit *u)
{
    tarn_session *s = NULL;
    tarn_model *m = NULL;
    long long steps[2] = {0, 0};
    CHECK_INT(u, tarn_session_open(&s, NULL, NULL), TARN_OK);
    CHECK_INT(u, tarn_session_load_text(s, "falling.mo", text, strlen(text)), TARN_OK);
    CHECK_INT(u, tarn_compile(s, NULL, NULL, &m), TARN_OK);
    for (int k = 0; k < 2 && m; k++) {
        tarn_experiment e = tarn_model_experiment(m);
        tarn_run *run = NULL;
        int n = k ? 1000 : 1;
        double x = 0;
        CHECK_INT(u, run_open_as(m, &e, &(RunKind){.is_open_ended = true}, &run), TARN_OK);
        for (int i = 1; i <= n; i++) {
            CHECK_INT(u, tarn_run_advance(run, 3.0 * i / n, 0), TARN_OK); // beyond the stop time
            tarn_run_get(run, tarn_model_find(m, "x"), &x);
            CHECK_REAL(u, x, falling_value(2, 3.0 * i / n), 1e-6);
        }
        steps[k] = tarn_run_statistics(run).steps;
        tarn_run_close(run);
    }
    // Behind the stop time, which is a guess, steps end where the run is wanted.
    CHECK_TRUE(u, steps[0] > 0 && steps[1] < 2 * steps[0] + 1000 / 3 + 10);
    tarn_model_close(m);
    tarn_session_close(s);
}

UNIT_SUITE(exported_models, TEST(steps_together), TEST(older_standard), TEST(steps_of_others),

           TEST(derivatives_by_direction), TEST(returns_at_events), TEST(goes_through_events),
           TEST(tells_its_steps), TEST(parameters_are_tuned), TEST(many_points),
           TEST(contradicts_itself), TEST(leaves_signals_alone));
