// include/tarn.h as another program uses it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tarn.h>

#include "unit/unit.h"

typedef struct Heard { // diagnostics
    int n_errors, n_warnings;
    char code[16], message[400], text[1000];
    unsigned line, column;
} Heard;

static void hear(void *client, const tarn_diagnostic *d)
{
    Heard *h = client;
    if (d->severity == TARN_ERROR) h->n_errors++;
    if (d->severity == TARN_WARNING) h->n_warnings++;
    snprintf(h->code, sizeof h->code, "%s", d->code);
    snprintf(h->message, sizeof h->message, "%s", d->message);
    snprintf(h->text, sizeof h->text, "%s", d->text);
    h->line = d->line;
    h->column = d->column;
}

// The model of a text; the session is closed already.
static tarn_model *model_of(Unit *u, const char *text, const char *const *modifications)
{
    Heard heard = {0};
    tarn_session *s = NULL;
    tarn_model *m = NULL;
    CHECK_INT(u, tarn_session_open(&s, hear, &heard), TARN_OK);
    CHECK_INT(u, tarn_session_load_text(s, "test.mo", text, strlen(text)), TARN_OK);
    CHECK_INT(u, tarn_compile(s, NULL, modifications, &m), TARN_OK);
    if (heard.n_errors) text_printf(&u->failures, "    %s\n", heard.text);
    tarn_session_close(s);
    return m;
}

static double value_of(tarn_run *run, const tarn_model *m, const char *name)
{
    double value = (double)NAN;
    tarn_run_get(run, tarn_model_find(m, name), &value);
    return value;
}

// x = exp(-k t) from 1, k = 2.
static const char decay[] = "model Decay \"falls\"\n"
                            "  parameter Real k(unit = \"1/s\", min = 0) = 2 \"rate\";\n"
                            "  parameter Integer n = 2;\n"
                            "  output Real x(start = 1, fixed = true, nominal = 3);\n"
                            "  Real y = -x;\n"
                            "  Real a[n] = fill(x, n);\n"
                            "equation\n"
                            "  der(x) = -k*x;\n"
                            "  annotation(experiment(StopTime = 2, Tolerance = 1e-8));\n"
                            "end Decay;\n";

static void model_tells_its_variables(Unit *u)
{
    tarn_model *m = model_of(u, decay, NULL);
    if (!m) return;
    CHECK_TRUE(u, !strcmp(tarn_model_name(m), "Decay"));
    const tarn_variable *k = tarn_model_variable(m, tarn_model_find(m, "k"));
    const tarn_variable *x = tarn_model_variable(m, tarn_model_find(m, "x"));
    const tarn_variable *a = tarn_model_variable(m, tarn_model_find(m, "a[2]"));
    const tarn_variable *y = tarn_model_variable(m, tarn_model_find(m, "y"));
    CHECK_TRUE(u, k && x && a && y);
    CHECK_TRUE(u, !strcmp(k->unit, "1/s") && !strcmp(k->description, "rate"));
    CHECK_TRUE(u, k->variability == TARN_PARAMETER && k->type == TARN_REAL && k->is_settable);
    CHECK_REAL(u, k->start, 2, 0);
    CHECK_REAL(u, k->min, 0, 0);
    CHECK_TRUE(u, isnan(k->max));
    CHECK_TRUE(u, x->causality == TARN_OUTPUT && x->is_state && x->start == 1 && x->nominal == 3);
    CHECK_TRUE(u, a->n_dimensions == 1 && a->dimensions[0] == 2 && a->is_alias);
    CHECK_TRUE(u, y->is_alias && y->start == -1);
    CHECK_INT(u, tarn_model_state_count(m), 1);
    CHECK_INT(u, tarn_model_state(m, 0), tarn_model_find(m, "x"));
    CHECK_INT(u, tarn_model_find(m, "z"), -1);
    CHECK_TRUE(u, !tarn_model_variable(m, tarn_model_variable_count(m)));
    tarn_experiment e = tarn_model_experiment(m);
    CHECK_TRUE(u, e.stop_time == 2 && e.tolerance == 1e-8 && e.intervals == 500);
    tarn_model_close(m);
}

static void run_is_repeated_with_other_parameters(Unit *u)
{
    tarn_model *m = model_of(u, decay, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    tarn_model_close(m); // the run keeps it
    for (int k = 1; k <= 3; k++) {
        CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "k"), k), TARN_OK);
        CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
        CHECK_TRUE(u, tarn_run_is_over(run) && tarn_run_time(run) == 2);
        CHECK_REAL(u, value_of(run, m, "x"), exp(-2.0 * k), 1e-6);
        CHECK_REAL(u, value_of(run, m, "y"), -exp(-2.0 * k), 1e-6);
        CHECK_INT(u, tarn_run_reset(run, NULL), TARN_OK);
    }
    CHECK_REAL(u, value_of(run, m, "k"), 3, 0); // what was set stays
    CHECK_REAL(u, value_of(run, m, "x"), 1, 0); // its start value
    tarn_run_close(run);
}

static void results_are_columns(Unit *u)
{
    tarn_model *m = model_of(u, decay, NULL);
    tarn_run *run = NULL;
    tarn_experiment e = tarn_model_experiment(m);
    e.intervals = 4;
    e.method = "dopri5";
    double t[5], y[5], k[5];
    CHECK_INT(u, tarn_run_open(m, &e, &run), TARN_OK);
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    CHECK_INT(u, (int)tarn_run_row_count(run), 5);
    CHECK_INT(u, tarn_run_times(run, 5, t), TARN_OK);
    CHECK_INT(u, tarn_run_column(run, tarn_model_find(m, "y"), 5, y), TARN_OK);
    CHECK_INT(u, tarn_run_column(run, tarn_model_find(m, "k"), 5, k), TARN_OK);
    for (int i = 0; i < 5; i++) {
        CHECK_REAL(u, t[i], 0.5 * i, 1e-15);
        CHECK_REAL(u, y[i], -exp(-2 * t[i]), 1e-6);
        CHECK_REAL(u, k[i], 2, 0);
    }
    CHECK_INT(u, tarn_run_times(run, 6, t), TARN_WRONG_USE);
    CHECK_TRUE(u, !strcmp(tarn_run_statistics(run).method, "dopri5"));
    CHECK_TRUE(u, tarn_run_statistics(run).steps > 0);
    tarn_run_close(run);
    tarn_model_close(m);
}

// Modifications may change the structure; of a variable they set the start value.
static void modifications_are_expressions(Unit *u)
{
    static const char *const changes[] = {"n = 1 + 2", "k=3", "x = 2*k", NULL};
    tarn_model *m = model_of(u, decay, changes);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    CHECK_TRUE(u, tarn_model_find(m, "a[3]") >= 0);
    CHECK_INT(u, tarn_run_initialize(run), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "a[3]"), 6, 1e-15);
    double start = 0;
    CHECK_INT(u, tarn_run_start(run, tarn_model_find(m, "x"), &start), TARN_OK);
    CHECK_REAL(u, start, 6, 1e-15);
    tarn_run_close(run);
    tarn_model_close(m);
}

static void mistakes_are_told(Unit *u)
{
    static const char wrong[] = "model M\n  Real x = z;\nend M;\n";
    Heard heard = {0};
    tarn_session *s = NULL;
    tarn_model *m = NULL;
    tarn_session_open(&s, hear, &heard);
    CHECK_INT(u, tarn_compile(s, NULL, NULL, &m), TARN_WRONG_USE);
    CHECK_INT(u, heard.n_errors, 1);
    CHECK_INT(u, tarn_session_load_text(s, "wrong.mo", wrong, strlen(wrong)), TARN_OK);
    CHECK_INT(u, tarn_compile(s, "M", NULL, &m), TARN_WRONG_MODEL);
    CHECK_TRUE(u, !m && heard.n_errors == 2 && heard.line == 2 && heard.column == 12);
    CHECK_TRUE(u, strstr(heard.text, "wrong.mo:2:12: error["));
    CHECK_INT(u, tarn_compile(s, "N", NULL, &m), TARN_WRONG_MODEL);
    CHECK_INT(u, tarn_session_add_folder(s, "no/such/folder"), TARN_WRONG_USE);
    CHECK_INT(u, tarn_session_load_file(s, "no/such/file.mo"), TARN_WRONG_MODEL);
    CHECK_INT(u, tarn_session_load_text(s, "b.mo", "model", 5), TARN_WRONG_MODEL);
    tarn_session_close(s);
    CHECK_TRUE(u, !strcmp(tarn_result_text(TARN_NO_MEMORY), "out of memory"));
}

// A ball that falls from 1 m meets the ground at sqrt(2/g).
static const char ball[] = "model Ball\n"
                           "  parameter Real e = 0.5;\n"
                           "  input Real wind(start = 0);\n"
                           "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                           "  Real s(start = 0, fixed = true) \"way of the wind\";\n"
                           "  Real gust = 2*wind;\n"
                           "  discrete Integer bounces(start = 0, fixed = true);\n"
                           "equation\n"
                           "  der(h) = v;\n"
                           "  der(v) = -9.81;\n"
                           "  der(s) = wind;\n"
                           "  when h < 0 then\n"
                           "    reinit(v, -e*pre(v));\n"
                           "    bounces = pre(bounces) + 1;\n"
                           "  end when;\n"
                           "  annotation(experiment(StopTime = 1));\n"
                           "end Ball;\n";

static void steps_stop_at_events(Unit *u)
{
    tarn_model *m = model_of(u, ball, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    double hit = sqrt(2 / 9.81);
    CHECK_INT(u, tarn_run_advance(run, 0.2, 1), TARN_OK);
    CHECK_TRUE(u, tarn_run_time(run) == 0.2 && !tarn_run_is_at_event(run));
    CHECK_INT(u, tarn_run_step(run, 1), TARN_OK);
    CHECK_TRUE(u, tarn_run_time(run) > 0.2 && tarn_run_time(run) <= 0.5);
    CHECK_INT(u, tarn_run_advance(run, 1, 1), TARN_OK);
    CHECK_TRUE(u, tarn_run_is_at_event(run));
    CHECK_REAL(u, tarn_run_time(run), hit, 1e-6);
    CHECK_REAL(u, value_of(run, m, "v"), 0.5 * 9.81 * hit, 1e-5); // behind the event
    CHECK_REAL(u, value_of(run, m, "bounces"), 1, 0);
    CHECK_INT(u, tarn_run_advance(run, 0.1, 0), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_advance(run, 2, 0), TARN_OK);
    CHECK_TRUE(u, tarn_run_is_over(run) && tarn_run_time(run) == 1);
    tarn_run_close(run);
    tarn_model_close(m);
}

// x = cos(t): what is read belongs to the present time, wherever the method looked last.
static void values_are_those_of_the_present_time(Unit *u)
{
    tarn_model *m = model_of(u,
                             "model Swing\n"
                             "  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                             "  Real square = x*x;\n"
                             "equation\n"
                             "  der(x) = v;\n"
                             "  der(v) = -x;\n"
                             "  annotation(experiment(StopTime = 5, Tolerance = 1e-6));\n"
                             "end Swing;\n",
                             NULL);
    static const char *const methods[] = {NULL, "dopri5", "radau5", "bdf", "cvode", "ida"};
    for (size_t i = 0; m && i < sizeof methods / sizeof *methods; i++) {
        tarn_run *run = NULL;
        tarn_experiment e = tarn_model_experiment(m);
        e.method = methods[i];
        e.intervals = i % 2 ? 1 : 500;
        e.records = i % 2;
        if (!CHECK_INT(u, tarn_run_open(m, &e, &run), TARN_OK)) continue;
        for (double t = 0.6; t < 5; t += 0.7) {
            CHECK_INT(u, tarn_run_advance(run, t, 0), TARN_OK);
            CHECK_REAL(u, value_of(run, m, "x"), cos(t), 1e-3);
            CHECK_REAL(u, value_of(run, m, "square"), cos(t) * cos(t), 1e-3);
        }
        CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
        CHECK_REAL(u, value_of(run, m, "x"), cos(5), 1e-3);
        tarn_run_close(run);
    }
    tarn_model_close(m);
}

// s is the integral of what the input was; a state that is set goes on from there.
static void values_are_written_while_it_runs(Unit *u)
{
    tarn_model *m = model_of(u, ball, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "wind"), 2), TARN_OK);
    CHECK_INT(u, tarn_run_advance(run, 0.25, 0), TARN_OK);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "wind"), -1), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "gust"), -2, 0);
    CHECK_INT(u, tarn_run_advance(run, 0.5, 0), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "s"), 0.5 - 0.25, 1e-9);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "h"), 10), TARN_OK);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "v"), 1), TARN_OK);
    CHECK_INT(u, tarn_run_advance(run, 1, 0), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "h"), 10 + 0.5 - 0.5 * 9.81 * 0.25, 2e-5);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "wind"), 0), TARN_WRONG_USE); // over
    CHECK_INT(u, tarn_run_reset(run, NULL), TARN_OK);
    CHECK_INT(u, tarn_run_initialize(run), TARN_OK);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "e"), 0), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "gust"), 0), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_set(run, -1, 0), TARN_WRONG_USE);
    tarn_run_close(run);
    tarn_model_close(m);
}

static void refusals_are_told(Unit *u)
{
    tarn_model *m = model_of(u, ball, NULL);
    tarn_run *run = NULL;
    Heard heard = {0};
    tarn_experiment wrong = tarn_model_experiment(m);
    wrong.stop_time = -1;
    CHECK_INT(u, tarn_run_open(m, &wrong, &run), TARN_WRONG_USE);
    if (!CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    tarn_run_on_diagnostic(run, hear, &heard);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "gust"), 1),
              TARN_WRONG_USE); // no start value
    CHECK_INT(u, heard.n_errors, 1);
    CHECK_INT(u, tarn_run_set(run, 1000, 1), TARN_WRONG_USE);
    CHECK_INT(u, heard.n_errors, 2);
    CHECK_INT(u, tarn_run_reset(run, &wrong), TARN_WRONG_USE);
    CHECK_INT(u, heard.n_errors, 3);
    wrong = tarn_model_experiment(m);
    wrong.method = "euller";
    CHECK_INT(u, tarn_run_reset(run, &wrong), TARN_OK);
    CHECK_INT(u, tarn_run_simulate(run), TARN_WRONG_USE);
    CHECK_TRUE(u, heard.n_errors == 4 && !strcmp(heard.code, "E0701"));
    CHECK_INT(u, tarn_run_simulate(run), TARN_WRONG_USE); // over until it is reset
    tarn_run_close(run);
    tarn_model_close(m);
}

// What the model says while it runs, and the end when it cannot go on: 1/(1 - t) at t = 1.
static void run_that_stops_tells_why(Unit *u)
{
    static const char text[] = "model Pole Real x(start = 1, fixed = true);\n"
                               "equation der(x) = x^2; assert(x < 2, \"large\", "
                               "AssertionLevel.warning);\n"
                               "annotation(experiment(StopTime = 2)); end Pole;\n";
    tarn_model *m = model_of(u, text, NULL);
    tarn_run *run = NULL;
    Heard heard = {0};
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    tarn_run_on_diagnostic(run, hear, &heard);
    CHECK_INT(u, tarn_run_simulate(run), TARN_STOPPED);
    CHECK_TRUE(u, heard.n_errors == 1 && heard.n_warnings == 1);
    CHECK_REAL(u, tarn_run_time(run), 1, 1e-3);
    CHECK_TRUE(u, tarn_run_is_over(run) && tarn_run_row_count(run) > 200);
    tarn_run_close(run);
    tarn_model_close(m);
}

static int stop_behind(void *client, double time)
{
    return time > *(double *)client;
}

static void progress_cancels_and_the_run_goes_on(Unit *u)
{
    tarn_model *m = model_of(u, ball, NULL);
    tarn_run *run = NULL;
    double latest = 0.3;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    tarn_run_on_progress(run, stop_behind, &latest);
    CHECK_INT(u, tarn_run_simulate(run), TARN_CANCELLED);
    CHECK_TRUE(u, tarn_run_time(run) > 0.3 && tarn_run_time(run) < 1);
    tarn_run_on_progress(run, NULL, NULL);
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    CHECK_TRUE(u, tarn_run_time(run) == 1);
    tarn_run_close(run);
    tarn_model_close(m);
}

static const char kinds[] = "model Kinds\n"
                            "  type Colour = enumeration(red, green, blue);\n"
                            "  parameter Colour colour = Colour.green;\n"
                            "  parameter Boolean on = false;\n"
                            "  parameter Integer n = 1;\n"
                            "  parameter Real k = 2;\n"
                            "  parameter String name = \"a\" + String(n);\n"
                            "  Real w = 2*k;\n"
                            "  Real x(start = 0, fixed = true, min = -k, max = 3*k);\n"
                            "  Real y = -x;\n"
                            "  discrete Integer i(start = 0, fixed = true);\n"
                            "equation\n"
                            "  der(x) = k/2;\n"
                            "  when sample(0.5, 0.5) then i = pre(i) + Integer(colour); end when;\n"
                            "end Kinds;\n";

// A number that is no value of the type is refused, before the run begins and while it runs.
static void values_have_types(Unit *u)
{
    tarn_model *m = model_of(u, kinds, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    int colour = tarn_model_find(m, "colour"), on = tarn_model_find(m, "on");
    CHECK_INT(u, tarn_model_variable(m, colour)->n_literals, 3);
    CHECK_TEXT(u, tarn_model_variable(m, colour)->literals[2], "blue");
    CHECK_INT(u, tarn_run_set(run, colour, 4), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_set(run, colour, 3), TARN_OK);
    CHECK_INT(u, tarn_run_set(run, on, 0.5), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_set(run, on, 1), TARN_OK);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "n"), 1.5), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "w"), 9), TARN_WRONG_USE); // it is 2 k
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "name"), 1), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_advance(run, 0.75, 0), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "x"), 0.75, 1e-9);
    CHECK_REAL(u, value_of(run, m, "w"), 4, 0);
    CHECK_REAL(u, value_of(run, m, "i"), 3, 0);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "i"), 7.5), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "i"), 7), TARN_OK);
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "i"), 10, 0);
    tarn_run_close(run);
    tarn_model_close(m);
}

// Text and attributes; y = -x lies where the bounds of x say, turned round.
static void text_and_limits_are_read(Unit *u)
{
    tarn_model *m = model_of(u, kinds, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    int name = tarn_model_find(m, "name"), x = tarn_model_find(m, "x");
    const char *text = NULL;
    double low = 0, high = 0;
    CHECK_INT(u, tarn_run_limits(run, x, &low, &high), TARN_WRONG_USE); // not initialized yet
    CHECK_INT(u, tarn_run_set(run, tarn_model_find(m, "n"), 7), TARN_OK);
    CHECK_INT(u, tarn_run_initialize(run), TARN_OK);
    CHECK_INT(u, tarn_run_get_text(run, name, &text), TARN_OK);
    CHECK_TEXT(u, text, "a7");
    CHECK_INT(u, tarn_run_get_text(run, x, &text), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_get(run, name, &low), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_column(run, name, 0, &low), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_limits(run, x, &low, &high), TARN_OK);
    CHECK_TRUE(u, low == -2 && high == 6);
    CHECK_INT(u, tarn_run_limits(run, tarn_model_find(m, "y"), &low, &high), TARN_OK);
    CHECK_TRUE(u, low == -6 && high == 2);
    tarn_run_close(run);
    tarn_model_close(m);
}

static void clocks_keep_their_start_time(Unit *u)
{
    static const char text[] = "model Ticks Integer n(start = 0); equation when Clock(1, 2) then\n"
                               "n = previous(n) + 1; end when; end Ticks;\n";
    tarn_model *m = model_of(u, text, NULL);
    tarn_run *run = NULL;
    tarn_experiment late = tarn_model_experiment(m);
    late.start_time = 0.25;
    CHECK_INT(u, tarn_run_open(m, &late, &run), TARN_WRONG_USE);
    late = tarn_model_experiment(m);
    late.tolerance = 0;
    CHECK_INT(u, tarn_run_open(m, &late, &run), TARN_WRONG_USE);
    late = tarn_model_experiment(m);
    late.intervals = 0;
    CHECK_INT(u, tarn_run_open(m, &late, &run), TARN_WRONG_USE);
    tarn_model_close(m);
}

// Packages in a folder, a cache for compiled code, and the rules that libraries break: a
// conditional component used outside of a connection (4.4.5).
static void sessions_are_furnished(Unit *u)
{
    static const char conditional[] = "model M Real x = 1 if true; Real y = x; end M;\n";
    Heard heard = {0};
    tarn_session *s = NULL;
    tarn_model *m = NULL;
    CHECK_INT(u, tarn_session_open(&s, hear, &heard), TARN_OK);
    CHECK_INT(u, tarn_session_add_folder(s, "tests/libraries"), TARN_OK);
    CHECK_INT(u, tarn_session_set_cache(s, "/nowhere/at/all"), TARN_OK);
    CHECK_INT(u, tarn_compile(s, "Springs.Free", NULL, &m), TARN_OK);
    tarn_model_close(m);
    CHECK_INT(u, tarn_session_load_text(s, "m.mo", conditional, strlen(conditional)), TARN_OK);
    CHECK_INT(u, tarn_compile(s, "M", NULL, &m), TARN_OK);
    tarn_model_close(m);
    CHECK_INT(u, tarn_session_be_strict(s), TARN_OK);
    CHECK_INT(u, tarn_compile(s, "M", NULL, &m), TARN_WRONG_MODEL);
    CHECK_INT(u, heard.n_errors, 1);
    static const char *const wrong[] = {"k", NULL};
    CHECK_INT(u, tarn_compile(s, "Springs.Free", wrong, &m), TARN_WRONG_USE);
    tarn_session_close(s);
    CHECK_TEXT(u, tarn_version(), TARN_VERSION);
    static const char *const texts[] = {"done",
                                        "the model is wrong",
                                        "the call is not possible",
                                        "the simulation stopped early",
                                        "cancelled",
                                        "out of memory",
                                        "unknown result"};
    for (int i = 0; i < 7; i++) CHECK_TEXT(u, tarn_result_text((tarn_result)i), texts[i]);
}

static const char driven[] = "model Driven\n"
                             "  input Real u;\n"
                             "  input Boolean b;\n"
                             "  Real x(start = 0, fixed = true);\n"
                             "  Integer k(start = 0, fixed = true);\n"
                             "equation\n"
                             "  der(x) = u;\n"
                             "  when edge(b) then\n"
                             "    k = pre(k) + 1;\n"
                             "  end when;\n"
                             "  annotation(experiment(StopTime = 2, Tolerance = 1e-8));\n"
                             "end Driven;\n";

// u is 2t up to 1, then 5; b becomes true at 1: x is 1 there and 6 at the end.
static void inputs_follow_a_table(Unit *u)
{
    tarn_model *m = model_of(u, driven, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    int variables[] = {tarn_model_find(m, "u"), tarn_model_find(m, "b")};
    const double times[] = {0, 1, 1, 2}, values[] = {0, 2, 5, 5, 0, 0, 1, 1};
    tarn_inputs inputs = {2, variables, 4, times, values, 0};
    for (int again = 0; again < 2; again++) {
        CHECK_INT(u, tarn_run_set_inputs(run, &inputs), TARN_OK);
        CHECK_INT(u, tarn_run_advance(run, 1, 0), TARN_OK);
        CHECK_REAL(u, value_of(run, m, "x"), 1, 1e-7);
        CHECK_REAL(u, value_of(run, m, "k"), 1, 0);
        CHECK_INT(u, tarn_run_set(run, variables[0], 3), TARN_WRONG_USE);
        CHECK_INT(u, tarn_run_set_inputs(run, NULL), TARN_WRONG_USE);
        const void *bytes;
        size_t size;
        CHECK_INT(u, tarn_run_save(run, &bytes, &size), TARN_OK); // the jump is behind it
        CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
        CHECK_REAL(u, value_of(run, m, "x"), 6, 1e-6);
        CHECK_REAL(u, value_of(run, m, "u"), 5, 0);
        CHECK_REAL(u, value_of(run, m, "k"), 1, 0);
        CHECK_INT(u, tarn_run_reset(run, NULL), TARN_OK);
    }
    CHECK_INT(u, tarn_run_set_inputs(run, NULL), TARN_OK);
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "x"), 0, 1e-12);
    tarn_run_close(run);
    tarn_model_close(m);
}

static void tables_of_inputs_are_refused(Unit *u)
{
    tarn_model *m = model_of(u, driven, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    int x = tarn_model_find(m, "x"), b = tarn_model_find(m, "b"), none = -1;
    const double times[] = {0, 1}, back[] = {1, 0}, values[] = {0, 0.5};
    tarn_inputs of_state = {1, &x, 2, times, values, 0}, of_half = {1, &b, 2, times, values, 0},
                of_none = {1, &none, 2, times, values, 0}, backwards = {1, &b, 2, back, times, 0},
                empty = {1, &b, 0, times, values, 0};
    const tarn_inputs *wrong[] = {&of_state, &of_half, &of_none, &backwards, &empty};
    for (int i = 0; i < 5; i++) CHECK_INT(u, tarn_run_set_inputs(run, wrong[i]), TARN_WRONG_USE);
    tarn_run_close(run);
    tarn_model_close(m);
}

static void keep_begin(void *client, const char *text, size_t length)
{
    snprintf(client, 60, "%.*s", (int)length, text);
}

static void broken_models_are_explained(Unit *u)
{
    static const char text[] = "model W\n  Real x, y;\nequation\n  x + y = 1;\nend W;\n";
    tarn_session *s = NULL;
    CHECK_INT(u, tarn_session_open(&s, NULL, NULL), TARN_OK);
    CHECK_INT(u, tarn_session_load_text(s, "w.mo", text, strlen(text)), TARN_OK);
    static const char *const begins[] = {"", "W cannot be sorted",
                                         "{\"model\":\"W\",\"messages\":", "<!doctype html>"};
    for (int form = TARN_FLAT; form <= TARN_EXPLAIN_PAGE; form++) {
        char begin[60] = "";
        tarn_result r = tarn_show(s, "W", NULL, (tarn_form)form, keep_begin, begin);
        CHECK_INT(u, r, form == TARN_FLAT ? TARN_OK : TARN_WRONG_MODEL);
        CHECK_TRUE(u, !strncmp(begin, begins[form], strlen(begins[form])));
    }
    tarn_session_close(s);
}

// Set between steps, a discrete input has changed: edge(b) is true at 1.
static void discrete_inputs_have_edges(Unit *u)
{
    tarn_model *m = model_of(u, driven, NULL);
    tarn_run *run = NULL;
    if (!m || !CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK)) return;
    int b = tarn_model_find(m, "b");
    for (int i = 1; i <= 4; i++) {
        CHECK_INT(u, tarn_run_advance(run, 0.25 * i, 0), TARN_OK);
        CHECK_INT(u, tarn_run_set(run, b, i % 2), TARN_OK);
    }
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    CHECK_REAL(u, value_of(run, m, "k"), 2, 0);
    tarn_run_close(run);
    tarn_model_close(m);
}

UNIT_SUITE(library_interface, TEST(model_tells_its_variables),
           TEST(run_is_repeated_with_other_parameters), TEST(results_are_columns),
           TEST(modifications_are_expressions), TEST(mistakes_are_told), TEST(steps_stop_at_events),
           TEST(values_are_those_of_the_present_time), TEST(values_are_written_while_it_runs),
           TEST(refusals_are_told), TEST(run_that_stops_tells_why),
           TEST(progress_cancels_and_the_run_goes_on), TEST(values_have_types),
           TEST(text_and_limits_are_read), TEST(clocks_keep_their_start_time),
           TEST(sessions_are_furnished), TEST(inputs_follow_a_table),
           TEST(tables_of_inputs_are_refused), TEST(discrete_inputs_have_edges),
           TEST(broken_models_are_explained));
