// The whole state of a run as bytes: whoever goes on from them gets the same bits.
#include <stdlib.h>
#include <string.h>
#include <tarn.h>

#include "unit/unit.h"

static void show(void *client, const tarn_diagnostic *d)
{
    Unit *u = client;
    if (d->severity == TARN_ERROR) text_printf(&u->failures, "    %s", d->text);
}

static tarn_model *model_of_file(Unit *u, const char *path)
{
    tarn_session *s = NULL;
    tarn_model *m = NULL;
    tarn_session_open(&s, show, u);
    if (tarn_session_load_file(s, path) == TARN_OK) tarn_compile(s, NULL, NULL, &m);
    tarn_session_close(s);
    CHECK_TRUE(u, m != NULL);
    return m;
}

static tarn_run *open_run(Unit *u, tarn_model *m)
{
    tarn_run *run = NULL;
    CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK);
    if (run) tarn_run_on_diagnostic(run, show, u);
    return run;
}

// Every number at the stop time, after a stop on the way there.
static double *end_of(Unit *u, tarn_run *run, const tarn_model *m)
{
    tarn_experiment e = tarn_model_experiment(m);
    double near = e.start_time + 0.83 * (e.stop_time - e.start_time);
    int n = tarn_model_variable_count(m);
    double *values = ARENA_ARRAY(u->arena, double, n + 1);
    CHECK_INT(u, tarn_run_advance(run, near, 0), TARN_OK);
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    for (int i = 0; i < n; i++)
        if (tarn_model_variable(m, i)->type != TARN_STRING) tarn_run_get(run, i, &values[i]);
    return values;
}

static void compare_ends(Unit *u, const tarn_model *m, const double *a, const double *b)
{
    for (int i = 0; i < tarn_model_variable_count(m); i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0) {
            CHECK_TRUE(u, false);
            text_printf(&u->failures, "    %s: %s ends with %.17g and %.17g\n", tarn_model_name(m),
                        tarn_model_variable(m, i)->name, a[i], b[i]);
            return;
        }
}

static void goes_on_alike(Unit *u, const char *path, double part)
{
    tarn_model *m = model_of_file(u, path);
    if (!m) return;
    tarn_run *first = open_run(u, m), *second = open_run(u, m);
    tarn_experiment e = tarn_model_experiment(m);
    const void *saved;
    size_t size;
    CHECK_INT(u, tarn_run_advance(first, e.start_time + part * (e.stop_time - e.start_time), 0),
              TARN_OK);
    if (CHECK_INT(u, tarn_run_save(first, &saved, &size), TARN_OK)) {
        void *bytes = arena_copy_bytes(u->arena, saved, size, 16);
        double *end = end_of(u, first, m);
        CHECK_INT(u, tarn_run_restore(second, bytes, size), TARN_OK);
        compare_ends(u, m, end, end_of(u, second, m));
        CHECK_INT(u, tarn_run_restore(first, bytes, size), TARN_OK);
        compare_ends(u, m, end, end_of(u, first, m));
    }
    if (u->failures.length) text_printf(&u->failures, "    %s\n", path);
    tarn_run_close(first);
    tarn_run_close(second);
    tarn_model_close(m);
}

// Events, samples, delays, lines, chosen states, loops, sparse matrices.
static void bytes_hold_all_that_matters(Unit *u)
{
    static const char *const models[] = {
        "examples/bouncing_ball.mo",
        "examples/pendulum.mo",
        "examples/rc_circuit.mo",
        "examples/seeds/S6_algebraic_loop.mo",
        "bench/models/rod.mo",
        "tests/run/stress/pendulum_full_turns.mo",
        "tests/run/clocks/variable_intervals.mo",
        "tests/run/state_machines/traffic_light.mo",
        "tests/run/loops/saturation.mo",
        "tests/run/transport/flow_reversal.mo",
        "tests/run/events/delay_at_the_start.mo",
        "tests/run/events/texts_over_time.mo",
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        goes_on_alike(u, models[i], 0.4);
        goes_on_alike(u, models[i], 0);
    }
}

// An external object is foreign memory: the run that made it may go back, another one may not.
static void objects_stay_with_their_run(Unit *u)
{
    tarn_model *m = model_of_file(u, "tests/run/functions/object_made_at_the_start.mo");
    if (!m) return;
    tarn_run *first = open_run(u, m), *second = open_run(u, m);
    const void *saved;
    size_t size;
    CHECK_INT(u, tarn_run_advance(second, 0.25, 0), TARN_OK);
    CHECK_INT(u, tarn_run_advance(first, 0.5, 0), TARN_OK);
    if (CHECK_INT(u, tarn_run_save(first, &saved, &size), TARN_OK)) {
        void *bytes = arena_copy_bytes(u->arena, saved, size, 16);
        double *end = end_of(u, first, m);
        tarn_run_on_diagnostic(second, NULL, NULL);
        CHECK_INT(u, tarn_run_restore(second, bytes, size), TARN_WRONG_USE);
        CHECK_INT(u, tarn_run_restore(first, bytes, size), TARN_OK);
        compare_ends(u, m, end, end_of(u, first, m));
    }
    tarn_run_close(first);
    tarn_run_close(second);
    tarn_model_close(m);
}

static void other_bytes_are_refused(Unit *u)
{
    tarn_model *ball = model_of_file(u, "examples/bouncing_ball.mo");
    tarn_model *circuit = model_of_file(u, "examples/rc_circuit.mo");
    if (!ball || !circuit) return;
    tarn_run *run = NULL, *other = NULL;
    const void *bytes;
    size_t size;
    tarn_run_open(ball, NULL, &run);
    tarn_run_open(circuit, NULL, &other);
    CHECK_INT(u, tarn_run_save(run, &bytes, &size), TARN_OK);
    CHECK_INT(u, tarn_run_restore(other, bytes, size), TARN_WRONG_USE);
    char *copy = arena_copy_bytes(u->arena, bytes, size, 16);
    for (size_t n = 0; n < size; n += 1 + n / 3)
        CHECK_INT(u, tarn_run_restore(run, copy, n), TARN_WRONG_USE);
    CHECK_INT(u, tarn_run_restore(run, copy, size), TARN_OK);
    CHECK_INT(u, tarn_run_simulate(run), TARN_OK);
    CHECK_INT(u, tarn_run_save(run, &bytes, &size), TARN_WRONG_USE); // over
    tarn_run_close(run);
    tarn_run_close(other);
    tarn_model_close(ball);
    tarn_model_close(circuit);
}

UNIT_SUITE(run_state, TEST(bytes_hold_all_that_matters), TEST(objects_stay_with_their_run),
           TEST(other_bytes_are_refused));
