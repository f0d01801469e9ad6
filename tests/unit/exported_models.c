// Models exported as FMUs, called as an importer calls them.
//
// The model falls from 1 to 1/2 again and again: x = exp(-k*s) with s the time since the last
// multiple of log(2)/k, and n is how many of these have passed.
#include <math.h>
#include <signal.h>
#include <string.h>

#include "tarn/exported_run.h"
#include "unit/imported.h"

static const char text[] = "model Falling\n"
                           "  type Kind = enumeration(slow, fast);\n"
                           "  parameter Real k(unit = \"1/s\") = 2;\n"
                           "  parameter Kind kind = Kind.fast;\n"
                           "  parameter String word = \"falls\";\n"
                           "  input Real u(start = 0.25);\n"
                           "  output Real y = 3*u + x;\n"
                           "  Real x(start = 1, fixed = true);\n"
                           "  Real a[2, 2] = [x, 2*x; 3*x, 4*x];\n"
                           "  discrete Integer n(start = 0, fixed = true);\n"
                           "  Boolean is_high = x > 0.75;\n"
                           "equation\n"
                           "  der(x) = -k*x;\n"
                           "  when x < 0.5 then\n"
                           "    n = pre(n) + 1;\n"
                           "    reinit(x, 1);\n"
                           "  end when;\n"
                           "  annotation(experiment(StopTime = 2, Tolerance = 1e-9));\n"
                           "end Falling;\n";

static double closed_form(double k, double t)
{
    double period = log(2) / k;
    return exp(-k * (t - period * floor(t / period)));
}

static void *start_3(Unit *u, const Imported *f, bool is_exchanged, bool uses_events)
{
    const FmuCode *c = f->code;
    void *i =
        is_exchanged
            ? c->fmi3InstantiateModelExchange("x", f->token, f->resources, false, false, NULL, NULL)
            : c->fmi3InstantiateCoSimulation("x", f->token, f->resources, false, false, uses_events,
                                             true, NULL, 0, NULL, NULL, NULL);
    if (!CHECK_TRUE(u, i != NULL)) return NULL;
    CHECK_INT(u, c->fmi3EnterInitializationMode(i, false, 0, 0, true, 2), FMI_OK);
    CHECK_INT(u, c->fmi3ExitInitializationMode(i), FMI_OK);
    return i;
}

static double get_3(const Imported *f, void *i, const char *name)
{
    uint32_t reference = imported_reference(f, name);
    double value = (double)NAN;
    f->code->fmi3GetFloat64(i, &reference, 1, &value, 1);
    return value;
}

static bool step_3(const Imported *f, void *i, double *t, double h, bool *needs_event)
{
    bool is_terminated, is_early;
    return f->code->fmi3DoStep(i, *t, h, true, needs_event, &is_terminated, &is_early, t) == FMI_OK;
}

// ---- Tests
// -----------------------------------------------------------------------------------------

static void steps_together(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    bool needs_event;
    if (!imported_load(u, &f, 3)) return;
    void *i = start_3(u, &f, false, false);
    double t = 0, all[4];
    for (int k = 1; i && k <= 20; k++) {
        CHECK_TRUE(u, step_3(&f, i, &t, 0.1 * k - t, &needs_event));
        CHECK_REAL(u, get_3(&f, i, "x"), closed_form(2, 0.1 * k), 1e-7);
        CHECK_REAL(u, get_3(&f, i, "y"), 0.75 + closed_form(2, 0.1 * k), 1e-7);
    }
    uint32_t reference = imported_reference(&f, "a"), n = imported_reference(&f, "n");
    int64_t count = -1;
    CHECK_INT(u, f.code->fmi3GetFloat64(i, &reference, 1, all, 4), FMI_OK);
    for (int k = 0; k < 4; k++) CHECK_REAL(u, all[k], (k + 1) * closed_form(2, 2), 1e-6);
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
    void *i = start_3(u, &f, true, false);
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
    CHECK_REAL(u, x, closed_form(2, 2), 1e-3); // each event is late by less than a step
    CHECK_REAL(u, get_3(&f, i, "y"), 0.75 + x, 1e-12);
    c->fmi3FreeInstance(i);
    imported_unload(&f);
}

static uint8_t *bytes_of(const Imported *f, void *instance, size_t *size)
{
    void *state = NULL;
    *size = 0;
    f->code->fmi3GetFMUState(instance, &state);
    f->code->fmi3SerializedFMUStateSize(instance, state, size);
    uint8_t *bytes = malloc(*size + 1);
    f->code->fmi3SerializeFMUState(instance, state, bytes, *size);
    f->code->fmi3FreeFMUState(instance, &state);
    return bytes;
}

// The whole state; no addresses are in it.
static bool have_same_bytes(const Imported *f, void *one, void *other)
{
    size_t n, m;
    uint8_t *a = bytes_of(f, one, &n), *b = bytes_of(f, other, &m);
    bool are_same = n && n == m && !memcmp(a, b, n);
    free(a);
    free(b);
    return are_same;
}

// Saved at 0.7, read by another instance, gone on with to 1.8: the same bits.
static void keep_states(Unit *u, const char *model)
{
    Imported f = {.text = model, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    const FmuCode *c = f.code;
    void *i = start_3(u, &f, false, false), *other = start_3(u, &f, false, false), *state = NULL,
         *read = NULL;
    double t = 0, again;
    bool needs_event;
    size_t size = 0;
    CHECK_TRUE(u, strstr(f.description, "canSerializeFMUState") != NULL);
    uint8_t *bytes;
    CHECK_TRUE(u, step_3(&f, i, &t, 0.7, &needs_event));
    CHECK_INT(u, c->fmi3GetFMUState(i, &state), FMI_OK);
    CHECK_INT(u, c->fmi3SerializedFMUStateSize(i, state, &size), FMI_OK);
    bytes = malloc(size);
    CHECK_INT(u, c->fmi3SerializeFMUState(i, state, bytes, size), FMI_OK);
    CHECK_TRUE(u, step_3(&f, i, &t, 1.1, &needs_event));
    double x = get_3(&f, i, "x"), y;
    CHECK_INT(u, c->fmi3DeserializeFMUState(other, bytes, size, &read), FMI_OK);
    CHECK_INT(u, c->fmi3SetFMUState(other, read), FMI_OK);
    again = 0.7;
    CHECK_TRUE(u, step_3(&f, other, &again, 1.1, &needs_event));
    y = get_3(&f, other, "x");
    CHECK_TRUE(u, memcmp(&x, &y, sizeof x) == 0);
    CHECK_TRUE(u, have_same_bytes(&f, i, other));
    CHECK_INT(u, c->fmi3SetFMUState(i, state), FMI_OK);
    again = 0.7;
    CHECK_TRUE(u, step_3(&f, i, &again, 1.1, &needs_event));
    y = get_3(&f, i, "x");
    CHECK_TRUE(u, memcmp(&x, &y, sizeof x) == 0);
    bytes[0] ^= 1;
    CHECK_INT(u, c->fmi3DeserializeFMUState(other, bytes, size, &read), FMI_ERROR);
    CHECK_INT(u, c->fmi3DeserializeFMUState(other, bytes, size / 2, &read), FMI_ERROR);
    free(bytes);
    c->fmi3FreeFMUState(i, &state);
    c->fmi3FreeFMUState(other, &read);
    c->fmi3FreeInstance(i);
    c->fmi3FreeInstance(other);
    imported_unload(&f);
}

static void states_are_kept(Unit *u)
{
    keep_states(u, text);
}

static uint32_t next_random(uint32_t *seed)
{
    return *seed = *seed * 1664525u + 1013904223u;
}

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    fwrite(bytes, 1, size, file);
    fclose(file);
}

// One byte changed, or the end missing: neither a state nor the data of a model.
static void changed_bytes_are_refused(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    const char *path = arena_printf(u->arena, "%s/model.tarn", f.resources);
    char *model = malloc(1 << 20);
    FILE *file = fopen(path, "rb");
    size_t n_model = fread(model, 1, 1 << 20, file), size = 0;
    fclose(file);
    void *i = start_3(u, &f, false, false), *state = NULL, *read = NULL;
    CHECK_INT(u, f.code->fmi3GetFMUState(i, &state), FMI_OK);
    CHECK_INT(u, f.code->fmi3SerializedFMUStateSize(i, state, &size), FMI_OK);
    uint8_t *bytes = malloc(size);
    CHECK_INT(u, f.code->fmi3SerializeFMUState(i, state, bytes, size), FMI_OK);
    uint32_t seed = 1;
    for (int k = 0; k < 100; k++) {
        size_t at = next_random(&seed) % size, in_model = next_random(&seed) % n_model;
        uint8_t change = (uint8_t)(1u << next_random(&seed) % 8);
        bytes[at] ^= change;
        model[in_model] ^= (char)change;
        CHECK_INT(u, f.code->fmi3DeserializeFMUState(i, bytes, size, &read), FMI_ERROR);
        bytes[at] ^= change;
        CHECK_INT(u, f.code->fmi3DeserializeFMUState(i, bytes, at, &read), FMI_ERROR);
        write_bytes(path, model, k % 2 ? n_model : in_model);
        CHECK_TRUE(u, !f.code->fmi3InstantiateModelExchange("x", f.token, f.resources, false, false,
                                                            NULL, NULL));
        model[in_model] ^= (char)change;
    }
    free(bytes);
    free(model);
    f.code->fmi3FreeFMUState(i, &state);
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

// The object is the exponent: x = exp(-exponent*t). It is made again where the state is read.
#define CODE                                                                                       \
    " annotation(Include = \"#include <stdlib.h>\n"                                                \
    "static void *keep(double k) { double *p = malloc(sizeof k); *p = k; return p; }\n"            \
    "static void drop(void *p) { free(p); }\n"                                                     \
    "static double told(void *p, double x) { return *(double *)p*x; }\n"                           \
    "static double count(void *p) { return *(double *)p += 1; }\");\n"
#define OBJECT                                                                                     \
    "model Falling\n"                                                                              \
    "  class Kept\n"                                                                               \
    "    extends ExternalObject;\n"                                                                \
    "    function constructor\n"                                                                   \
    "      input Real k;\n"                                                                        \
    "      output Kept o;\n"                                                                       \
    "    external \"C\" o = keep(k)" CODE "    end constructor;\n"                                 \
    "    function destructor\n"                                                                    \
    "      input Kept o;\n"                                                                        \
    "    external \"C\" drop(o)" CODE "    end destructor;\n"                                      \
    "  end Kept;\n"                                                                                \
    "  function told\n"                                                                            \
    "    input Kept o;\n"                                                                          \
    "    input Real x;\n"                                                                          \
    "    output Real y;\n"                                                                         \
    "  external \"C\" y = told(o, x)" CODE "  end told;\n"                                         \
    "  impure function count\n"                                                                    \
    "    input Kept o;\n"                                                                          \
    "    output Real y;\n"                                                                         \
    "  external \"C\" y = count(o)" CODE "  end count;\n"                                          \
    "  Kept o = Kept(2);\n"                                                                        \
    "  Real x(start = 1, fixed = true);\n"                                                         \
    "  discrete Real n(start = 0, fixed = true);\n"                                                \
    "equation\n"                                                                                   \
    "  der(x) = -told(o, x);\n"

static void objects_are_made_again(Unit *u)
{
    keep_states(u, OBJECT "  when x < 0.5 then\n    n = 1;\n  end when;\nend Falling;\n");
    // What an impure function remembers cannot be saved, nor can an object that is told something
    // at events.
    Imported g = {.text =
                      "model Falling\n"
                      "  impure function count\n"
                      "    output Real y;\n"
                      "  external \"C\" annotation(Include = \"static double count(void) { static "
                      "double n; return n += 1; }\");\n"
                      "  end count;\n"
                      "  discrete Real n(start = 0, fixed = true);\n"
                      "equation\n"
                      "  when sample(0, 0.1) then\n"
                      "    n = count();\n"
                      "  end when;\n"
                      "end Falling;\n",
                  .name = "Falling"};
    if (!imported_load(u, &g, 3)) return;
    CHECK_TRUE(u, strstr(g.description, "canSerializeFMUState") == NULL);
    imported_unload(&g);
    Imported f = {.text =
                      OBJECT "  when x < 0.5 then\n    n = count(o);\n  end when;\nend Falling;\n",
                  .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    CHECK_TRUE(u, strstr(f.description, "canSerializeFMUState") == NULL);
    imported_unload(&f);
}

// d der(x)/dx = -k without differences; y = 3*u + x; the adjoint is the transpose.
static void derivatives_by_direction(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    for (int is_exchanged = 0; is_exchanged < 2; is_exchanged++) {
        void *i = start_3(u, &f, is_exchanged, false);
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
        CHECK_REAL(u, get_3(&f, i, "y"), 1.75, 1e-12);
        f.code->fmi3FreeInstance(i);
    }
    imported_unload(&f);
}

static void returns_at_events(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    void *i = start_3(u, &f, false, true);
    double t = 0, next;
    bool needs_event, more, ends, nominals, values, has_next;
    uint32_t input = imported_reference(&f, "u");
    double two = 2;
    int n = 0;
    while (t < 2 && n < 100 && step_3(&f, i, &t, 2 - t, &needs_event)) {
        if (!needs_event) continue;
        // x > 0.75 and x < 0.5 switch in turn; behind the second x > 0.75 does at once.
        double first = -log(0.75) / 2, period = log(2) / 2;
        double expected = n % 2 == 0 ? n / 2 * period + first : (n + 1) / 2 * period;
        CHECK_REAL(u, t, expected, 1e-8);
        // In front of the event nothing has changed yet.
        CHECK_REAL(u, get_3(&f, i, "x"), n % 2 == 0 ? 0.75 : 0.5, 1e-7);
        n++;
        f.code->fmi3EnterEventMode(i);
        f.code->fmi3SetFloat64(i, &input, 1, &two, 1);
        f.code->fmi3UpdateDiscreteStates(i, &more, &ends, &nominals, &values, &has_next, &next);
        CHECK_REAL(u, get_3(&f, i, "x"), n % 2 == 0 ? 1 : 0.75, 1e-7);
        CHECK_REAL(u, get_3(&f, i, "y"), 6 + get_3(&f, i, "x"), 1e-12);
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
    CHECK_TRUE(u, step_3(&f, i, &t, 2, &needs_event));
    CHECK_TRUE(u, !needs_event && t == 2);
    CHECK_REAL(u, get_3(&f, i, "x"), closed_form(2, 2), 1e-6);
    c->fmi3FreeInstance(i);
    imported_unload(&f);
}

// An event that waits is part of the state.
static void waits_in_other_instances(Unit *u)
{
    Imported f = {.text = text, .name = "Falling"};
    if (!imported_load(u, &f, 3)) return;
    void *i = start_3(u, &f, false, true), *other = start_3(u, &f, false, true), *state = NULL;
    bool needs_event;
    double t = 0, again;
    while (t < 0.3 && step_3(&f, i, &t, 2 - t, &needs_event)) continue;
    CHECK_REAL(u, t, log(2) / 2, 1e-8);
    CHECK_INT(u, f.code->fmi3GetFMUState(i, &state), FMI_OK);
    CHECK_INT(u, f.code->fmi3SetFMUState(other, state), FMI_OK);
    again = t;
    CHECK_REAL(u, get_3(&f, other, "x"), 0.5, 1e-7);
    CHECK_TRUE(u, step_3(&f, i, &t, 0.1, &needs_event));
    CHECK_TRUE(u, step_3(&f, other, &again, 0.1, &needs_event));
    double x = get_3(&f, i, "x"), y = get_3(&f, other, "x");
    CHECK_REAL(u, x, exp(-0.2), 1e-7);
    CHECK_TRUE(u, memcmp(&x, &y, sizeof x) == 0);
    f.code->fmi3FreeFMUState(i, &state);
    f.code->fmi3FreeInstance(i);
    f.code->fmi3FreeInstance(other);
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
    if (time < 0.34) CHECK_REAL(w->u, get_3(w->f, w->instance, "x"), exp(-2 * time), 1e-7);
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
    CHECK_REAL(u, get_3(&f, w.instance, "x"), closed_form(2, t), 1e-6);
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
    void *i = start_3(u, &f, false, false);
    CHECK_TRUE(u, step_3(&f, i, &t, 0.5, &needs_event));
    CHECK_REAL(u, get_3(&f, i, "a"), 2, 1e-9);
    CHECK_INT(u, c->fmi3SetFloat64(i, &k, 1, &one, 1), FMI_OK);
    CHECK_REAL(u, get_3(&f, i, "double_k"), 2, 0);
    CHECK_REAL(u, get_3(&f, i, "a"), 1.5, 1e-9);
    CHECK_INT(u, c->fmi3SetFloat64(i, &period, 1, &one, 1), FMI_ERROR);
    CHECK_TRUE(u, step_3(&f, i, &t, 0.5, &needs_event));
    CHECK_REAL(u, get_3(&f, i, "x"), exp(-1.5), 1e-7);
    CHECK_REAL(u, get_3(&f, i, "n"), 16, 1e-9); // at 0, 0.3, 0.6 and 0.9
    c->fmi3FreeInstance(i);
    i = start_3(u, &f, true, false);
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
    void *i = start_3(u, &f, false, false);
    if (!i) return;
    bool needs_event;
    double t = 0;
    CHECK_TRUE(u, step_3(&f, i, &t, 0.5, &needs_event));
    CHECK_REAL(u, get_3(&f, i, "x"), 1, 1e-12);
    CHECK_TRUE(u, !step_3(&f, i, &t, 1, &needs_event));
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
            CHECK_REAL(u, x, closed_form(2, 3.0 * i / n), 1e-6);
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
           TEST(states_are_kept), TEST(objects_are_made_again), TEST(changed_bytes_are_refused),
           TEST(derivatives_by_direction), TEST(returns_at_events), TEST(goes_through_events),
           TEST(waits_in_other_instances), TEST(tells_its_steps), TEST(parameters_are_tuned),
           TEST(many_points), TEST(contradicts_itself), TEST(leaves_signals_alone));
