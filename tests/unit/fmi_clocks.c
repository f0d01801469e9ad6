// Clocks of exported models in event mode. What ticks by itself is told: fast ticks at multiples of
// 0.1, slow at every second of these [MLS 16.5.2]. What ticks from outside adds the input to a sum.
#include "unit/imported.h"

static const char own[] = "model Own\n"
                          "  output Clock fast = Clock(1, 10);\n"
                          "  Clock slow = subSample(fast, 2);\n"
                          "  output Real n, m;\n"
                          "  Real a(start = 0), b(start = 0);\n"
                          "equation\n"
                          "  when fast then\n"
                          "    a = previous(a) + 1;\n"
                          "  end when;\n"
                          "  when slow then\n"
                          "    b = previous(b) + 1;\n"
                          "  end when;\n"
                          "  n = hold(a);\n"
                          "  m = hold(b);\n"
                          "  annotation(experiment(StopTime = 2));\n"
                          "end Own;\n";
static const char driven[] = "model Driven\n"
                             "  input Clock tick;\n"
                             "  input Real u(start = 1);\n"
                             "  output Real y;\n"
                             "  Real sum(start = 0);\n"
                             "equation\n"
                             "  sum = previous(sum) + sample(u, tick);\n"
                             "  y = hold(sum);\n"
                             "  annotation(experiment(StopTime = 2));\n"
                             "end Driven;\n";

static bool ticks(Unit *u, const Imported *f, void *i, const char *name)
{
    uint32_t reference = imported_reference(f, name);
    bool answer = false;
    CHECK_INT(u, f->code->fmi3GetClock(i, &reference, 1, &answer), FMI_OK);
    return answer;
}

static double update(Unit *u, const Imported *f, void *i)
{
    bool again, ends, nominals, states, has_next;
    double next = INFINITY;
    CHECK_INT(
        u,
        f->code->fmi3UpdateDiscreteStates(i, &again, &ends, &nominals, &states, &has_next, &next),
        FMI_OK);
    CHECK_TRUE(u, !again && !ends);
    return has_next ? next : (double)INFINITY;
}

static void check_own(Unit *u, const Imported *f, void *i, int k)
{
    CHECK_TRUE(u, ticks(u, f, i, "fast"));
    CHECK_TRUE(u, ticks(u, f, i, "slow") == (k % 2 == 0));
    double next = update(u, f, i);
    CHECK_REAL(u, next, 0.1 * (k + 1), 1e-12);
    CHECK_TRUE(u, !ticks(u, f, i, "fast") && !ticks(u, f, i, "slow"));
    CHECK_REAL(u, imported_get(f, i, "n"), k + 1, 0);
    CHECK_REAL(u, imported_get(f, i, "m"), k / 2 + 1, 0);
}

static void test_exchanged(Unit *u)
{
    Imported f = {.text = own, .name = "Own"};
    if (!imported_load(u, &f, 3)) return;
    void *i = imported_start(u, &f, true, false);
    CHECK_TRUE(u, strstr(f.description, "causality=\"output\" intervalVariability=\"triggered\"") !=
                      NULL);
    for (int k = 0; k < 5; k++) {
        if (k) f.code->fmi3EnterEventMode(i);
        check_own(u, &f, i, k);
        f.code->fmi3EnterContinuousTimeMode(i);
        f.code->fmi3SetTime(i, 0.1 * k + 0.05);
        CHECK_TRUE(u, !ticks(u, &f, i, "fast"));
        f.code->fmi3SetTime(i, 0.1 * (k + 1));
    }
    uint32_t fast = imported_reference(&f, "fast"), n = imported_reference(&f, "n");
    bool yes = true;
    CHECK_INT(u, f.code->fmi3SetClock(i, &fast, 1, &yes), FMI_ERROR); // it ticks by itself
    CHECK_INT(u, f.code->fmi3GetClock(i, &n, 1, &yes), FMI_ERROR);    // no clock
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

static void test_stepped(Unit *u)
{
    Imported f = {.text = own, .name = "Own"};
    if (!imported_load(u, &f, 3)) return;
    void *i = imported_start(u, &f, false, true);
    double t = 0;
    bool needs_event = true;
    for (int k = 0; k < 4; k++) {
        if (CHECK_TRUE(u, needs_event)) check_own(u, &f, i, k);
        f.code->fmi3EnterStepMode(i);
        CHECK_TRUE(u, imported_step(&f, i, &t, 1, &needs_event));
        CHECK_REAL(u, t, 0.1 * (k + 1), 1e-12);
    }
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

static void tick(Unit *u, const Imported *f, void *i, double input)
{
    uint32_t clock = imported_reference(f, "tick"), reference = imported_reference(f, "u");
    bool yes = true;
    CHECK_INT(u, f->code->fmi3SetFloat64(i, &reference, 1, &input, 1), FMI_OK);
    update(u, f, i); // sample() reads the left limit
    CHECK_INT(u, f->code->fmi3SetClock(i, &clock, 1, &yes), FMI_OK);
    CHECK_TRUE(u, ticks(u, f, i, "tick"));
    update(u, f, i);
    CHECK_TRUE(u, !ticks(u, f, i, "tick"));
}

static void check_driven(Unit *u, const Imported *f, bool is_exchanged)
{
    void *i = imported_start(u, f, is_exchanged, true);
    double sum = 0, t = 0;
    bool needs_event;
    update(u, f, i);
    for (int k = 1; k < 5; k++) {
        if (is_exchanged) {
            f->code->fmi3EnterContinuousTimeMode(i);
            f->code->fmi3SetTime(i, 0.3 * k);
        } else {
            f->code->fmi3EnterStepMode(i);
            CHECK_TRUE(u, imported_step(f, i, &t, 0.3, &needs_event));
        }
        f->code->fmi3EnterEventMode(i);
        CHECK_REAL(u, imported_get(f, i, "y"), sum, 0);
        for (int times = 0; times < (k == 3 ? 2 : 1); times++) { // twice at one instant
            tick(u, f, i, k);
            sum += k;
            CHECK_REAL(u, imported_get(f, i, "y"), sum, 0);
        }
    }
    f->code->fmi3FreeInstance(i);
}

static void test_driven(Unit *u)
{
    Imported f = {.text = driven, .name = "Driven"};
    if (!imported_load(u, &f, 3)) return;
    CHECK_TRUE(u, strstr(f.description, "<Clock name=\"tick\"") != NULL);
    check_driven(u, &f, true);
    check_driven(u, &f, false);
    void *i = imported_start(u, &f, false, false); // without event mode
    uint32_t clock = imported_reference(&f, "tick");
    bool yes = true;
    CHECK_INT(u, f.code->fmi3SetClock(i, &clock, 1, &yes), FMI_ERROR);
    f.code->fmi3FreeInstance(i);
    imported_unload(&f);
}

UNIT_SUITE(fmi_clocks, TEST(test_exchanged), TEST(test_stepped), TEST(test_driven));
