// Which models can hide no pulse between the points of a step, and which have values wherever their
// states have. What is looked at less often must come out the same.
#include <string.h>
#include <tarn.h>

#include "tarn/api/exported_run.h"
#include "unit/unit.h"

static void show(void *client, const tarn_diagnostic *d)
{
    Unit *u = client;
    if (d->severity == TARN_ERROR) text_printf(&u->failures, "    %s", d->text);
}

static tarn_model *model_of(Unit *u, const char *declarations, const char *equations)
{
    const char *text = arena_printf(u->arena,
                                    "model M\n  Real x(start = 1, fixed = true);\n"
                                    "  Real y(start = 0, fixed = true);\n"
                                    "  parameter Real p = 2;\n  %s\nequation\n  %s\n"
                                    "  annotation(experiment(StopTime = 1));\nend M;\n",
                                    declarations, equations);
    tarn_session *s = NULL;
    tarn_model *m = NULL;
    tarn_session_open(&s, show, u);
    if (tarn_session_load_text(s, "m.mo", text, strlen(text)) == TARN_OK)
        tarn_compile(s, NULL, NULL, &m);
    tarn_session_close(s);
    CHECK_TRUE(u, m != NULL);
    return m;
}

typedef struct Case {
    const char *declarations, *equations;
    bool is_plain, is_finite;
} Case;

static const Case cases[] = {
    {"", "der(x) = y; der(y) = -p*x - y/p;", true, true},
    {"", "der(x) = y; der(y) = (1 - x^2)*y - x;", true, true}, // degree 3
    {"", "der(x) = y; der(y) = (1 - x^2)*y*y - x;", false, true},
    {"", "der(x) = y; der(y) = -sin(x) + y*cos(3*time);", true, true}, // goes on as it began
    {"", "der(x) = y; der(y) = -sin(x*y);", false, true},
    {"", "der(x) = y; der(y) = sin(time)^2*sin(time)^2;", false, true}, // many of them make a pulse
    {"", "der(x) = y; der(y) = exp(-((time - 0.5)/1e-2)^2);", false, false},
    {"", "der(x) = y; der(y) = -x/(1 + y^2);", false, false},
    {"", "der(x) = y; der(y) = if noEvent(x > 0) then 1 else -1;", false, true},
    {"", "der(x) = y; der(y) = if x > 0 then -x else p*x*y;", true, true},
    {"", "der(x) = y; der(y) = if time > 0.5 then sin(p) else sqrt(p);", true, true},
    {"Real z;", "der(x) = y; der(y) = -x; z = sqrt(2 + x);", true, false},
    {"Real z;", "der(x) = y; der(y) = -x; z = if noEvent(x > 0) then tanh(x) else abs(y);", true,
     true},
    {"Real a, b;", "der(x) = a; der(y) = -b; a + p*b = x + y; p*a - b = y*y;", true, true},
    {"Real a, b;", "der(x) = a; der(y) = -b; a + x*b = x + y; p*a - b = y;", false, false},
    {"discrete Real k(start = 1);",
     "der(x) = y; der(y) = -k*x; when time > 0.3 then k = 2; end when;", true, true},
    {"Real z;", "der(x) = y; der(y) = -z; z = delay(x, 0.1);", false, false},
};

static void models_are_plain_or_not(Unit *u)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        tarn_model *m = model_of(u, c->declarations, c->equations);
        if (!m) continue;
        const Model *tables = model_tables(m);
        if (tables->derivatives_are_plain != c->is_plain ||
            tables->values_are_finite != c->is_finite) {
            CHECK_TRUE(u, false);
            text_printf(&u->failures, "    %s %s: plain %d, finite %d\n", c->declarations,
                        c->equations, tables->derivatives_are_plain, tables->values_are_finite);
        }
        tarn_model_close(m);
    }
}

static double end_of(Unit *u, tarn_model *m, int records, long long *steps)
{
    tarn_experiment e = tarn_model_experiment(m);
    tarn_run *run = NULL;
    double x = 0;
    e.records = records;
    e.method = "dopri5";
    CHECK_INT(u, tarn_run_open(m, &e, &run), TARN_OK);
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    tarn_run_get(run, tarn_model_find(m, "x"), &x);
    *steps = tarn_run_statistics(run).steps;
    tarn_run_close(run);
    return x;
}

static void rows_change_nothing(Unit *u)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tarn_model *m = model_of(u, cases[i].declarations, cases[i].equations);
        long long with_rows = 0, without = 0;
        double a = end_of(u, m, 1, &with_rows), b = end_of(u, m, 0, &without);
        CHECK_TRUE(u, memcmp(&a, &b, sizeof a) == 0);
        CHECK_INT(u, without, with_rows);
        tarn_model_close(m);
    }
}

UNIT_SUITE(plain_routines, TEST(models_are_plain_or_not), TEST(rows_change_nothing));
