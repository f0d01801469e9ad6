// Sweeps, devices and branches through tarn.h. x = exp(-k t) decides what the numbers are.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tarn.h>
#include <unistd.h>

#include "unit/unit.h"

static const char text[] = "model Decay\n"
                           "  parameter Real k = 1;\n"
                           "  parameter Integer n = 1;\n"
                           "  Real x[n](each start = 1, each fixed = true);\n"
                           "  output Real total = sum(x);\n"
                           "equation\n"
                           "  der(x) = -k*x;\n"
                           "  assert(k < 4, \"k is too large\");\n"
                           "  annotation(experiment(StopTime = 1, Tolerance = 1e-8));\n"
                           "end Decay;\n";

typedef struct Seen {
    Unit *u;
    long n, n_failed, n_asked;
    double varied[10], kept[10];
    bool ends; // at the first progress
    const char *heard;
} Seen;

static void hear(void *client, const tarn_diagnostic *d)
{
    Seen *seen = client;
    if (d->severity == TARN_ERROR)
        seen->heard = arena_copy_text(seen->u->arena, d->message, strlen(d->message));
}

static void take(void *client, long run, const double *varied, const double *kept,
                 const char *failure)
{
    Seen *seen = client;
    CHECK_INT(seen->u, run, seen->n);
    if (run < 10) {
        seen->varied[run] = varied[0];
        seen->kept[run] = kept[0];
    }
    seen->n++;
    seen->n_failed += failure != NULL;
}

static int progress(void *client, long done, long failed, long of)
{
    Seen *seen = client;
    seen->n_asked++;
    CHECK_TRUE(seen->u, done <= of && failed <= done);
    return seen->ends;
}

static tarn_session *session_of(Seen *seen)
{
    tarn_session *s = NULL;
    CHECK_INT(seen->u, tarn_session_open(&s, hear, seen), TARN_OK);
    CHECK_INT(seen->u, tarn_session_load_text(s, "decay.mo", text, strlen(text)), TARN_OK);
    return s;
}

static const char *file(Unit *u, const char *ending)
{
    return arena_printf(u->arena, "/tmp/tarn-sweep-%d%s", (int)getpid(), ending);
}

static void runs_are_handed_over(Unit *u)
{
    Seen seen = {.u = u};
    tarn_session *s = session_of(&seen);
    tarn_sweep w = tarn_sweep_usual();
    w.output = file(u, ".csv");
    w.page = file(u, ".html");
    w.vary = (const char *const[]){"k=1,2,5", NULL};
    w.take = take;
    w.progress = progress;
    w.client = &seen;
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_OK);
    CHECK_TRUE(u, w.n_runs == 3 && w.n_failed == 1 && w.n_varied == 1 && w.n_kept == 1);
    CHECK_TRUE(u, w.is_whole && seen.n == 3 && seen.n_failed == 1);
    CHECK_REAL(u, seen.varied[1], 2, 0);
    CHECK_REAL(u, seen.kept[0], exp(-1), 1e-7);
    CHECK_REAL(u, seen.kept[1], exp(-2), 1e-7);
    CHECK_TRUE(u, isnan(seen.kept[2]));
    CHECK_TRUE(u, access(w.page, R_OK) == 0);
    // What the structure depends on is compiled from the same text.
    seen.n = 0;
    w.page = NULL;
    w.vary = (const char *const[]){"n=1,2,3", NULL};
    CHECK_INT(u, tarn_sweep_run(s, "Decay", (const char *const[]){"k=2", NULL}, &w), TARN_OK);
    for (int i = 0; i < 3; i++) CHECK_REAL(u, seen.kept[i], (i + 1) * exp(-2), 1e-6);
    w.device = "cpu"; // lanes with fixed steps
    w.method = "rk4";
    w.step = 0.01;
    w.sampling = "halton";
    w.samples = 4;
    w.vary = (const char *const[]){"k=uniform(1,2)", NULL};
    seen.n = 0;
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_OK);
    for (int i = 0; i < 4; i++) CHECK_REAL(u, seen.kept[i], exp(-seen.varied[i]), 1e-7);
    unlink(w.output);
    unlink(file(u, ".html"));
    tarn_session_close(s);
}

static void a_sweep_says_what_is_wrong(Unit *u)
{
    Seen seen = {.u = u};
    tarn_session *s = session_of(&seen);
    tarn_sweep w = tarn_sweep_usual();
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_WRONG_USE);
    CHECK_TEXT(u, seen.heard, "the result of a sweep is FILE.csv or FILE.nc");
    w.output = file(u, "-wrong.csv");
    w.sampling = "dice";
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_WRONG_USE);
    CHECK_TEXT(u, seen.heard, "'dice' is no way to draw samples: latin, halton or random");
    w.sampling = NULL;
    w.vary = (const char *const[]){"k=5,6", NULL};
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_STOPPED);
    w.vary = (const char *const[]){"k", NULL};
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_WRONG_MODEL);
    unlink(w.output);
    tarn_session_close(s);
}

static void a_cancelled_sweep_is_kept(Unit *u)
{
    Seen seen = {.u = u, .ends = true};
    tarn_session *s = session_of(&seen);
    tarn_sweep w = tarn_sweep_usual();
    w.output = file(u, "-again.csv");
    w.vary = (const char *const[]){"k=lin(1,3,100000)", NULL};
    w.take = take;
    w.progress = progress;
    w.client = &seen;
    w.jobs = 1;
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_CANCELLED);
    CHECK_TRUE(u, seen.n == 0 && !w.is_whole && seen.n_asked > 0);
    // Another sweep is not mixed in; the same one needs fewer runs than it would have, so it is not
    // waited for here: that nothing is lost, the tests of the command line show.
    w.vary = (const char *const[]){"k=1,2", NULL};
    w.resumes = 1;
    CHECK_INT(u, tarn_sweep_run(s, NULL, NULL, &w), TARN_WRONG_MODEL);
    unlink(arena_printf(u->arena, "%s.runs", w.output));
    tarn_session_close(s);
}

static void take_device(void *client, const tarn_device *device)
{
    Seen *seen = client;
    if (seen->n++ == 0) CHECK_TEXT(seen->u, device->name, "cpu");
    CHECK_TRUE(seen->u, device->description != NULL);
}

static void this_processor_is_a_device(Unit *u)
{
    Seen seen = {.u = u};
    tarn_session *s = session_of(&seen);
    CHECK_INT(u, tarn_devices(s, take_device, &seen), TARN_OK);
    CHECK_TRUE(u, seen.n >= 1);
    tarn_session_close(s);
}

// From half the way of k = 1 on with k = 2: exp(-0.5 - 1).
static void a_branch_has_its_own_parameters(Unit *u)
{
    Seen seen = {.u = u};
    tarn_session *s = session_of(&seen);
    tarn_model *m = NULL;
    tarn_run *run = NULL, *branch = NULL;
    const void *bytes;
    size_t size;
    double x = 0;
    CHECK_INT(u, tarn_compile(s, NULL, NULL, &m), TARN_OK);
    CHECK_INT(u, tarn_run_open(m, NULL, &run), TARN_OK);
    CHECK_INT(u, tarn_run_advance(run, 0.5, 0), TARN_OK);
    CHECK_INT(u, tarn_run_save(run, &bytes, &size), TARN_OK);
    CHECK_INT(u, tarn_run_open(m, NULL, &branch), TARN_OK);
    CHECK_INT(u, tarn_run_set(branch, tarn_model_find(m, "k"), 2), TARN_OK);
    CHECK_INT(u, tarn_run_set(branch, tarn_model_find(m, "x[1]"), 7), TARN_OK); // has passed
    CHECK_INT(u, tarn_run_branch(branch, bytes, size), TARN_OK);
    CHECK_REAL(u, tarn_run_time(branch), 0.5, 0);
    CHECK_INT(u, tarn_run_simulate(branch), TARN_OK);
    tarn_run_get(branch, tarn_model_find(m, "x[1]"), &x);
    CHECK_REAL(u, x, exp(-1.5), 1e-7);
    CHECK_INT(u, tarn_run_branch(branch, bytes, size), TARN_WRONG_USE); // it has begun
    tarn_run_simulate(run);
    tarn_run_get(run, tarn_model_find(m, "x[1]"), &x);
    CHECK_REAL(u, x, exp(-1), 1e-7);
    tarn_run_close(branch);
    tarn_run_close(run);
    tarn_model_close(m);
    tarn_session_close(s);
}

UNIT_SUITE(sweeps, TEST(runs_are_handed_over), TEST(a_sweep_says_what_is_wrong),
           TEST(a_cancelled_sweep_is_kept), TEST(this_processor_is_a_device),
           TEST(a_branch_has_its_own_parameters));
