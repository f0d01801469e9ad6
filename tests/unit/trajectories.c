// Trajectories of tarn.h: rows without a copy that outlive their run, and what becomes of them.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tarn.h>
#include <unistd.h>

#include "unit/unit.h"

// x = exp(-t); a mass of 2 that a force pushes.
static const char falling[] =
    "model Falling\n"
    "  input Real u; parameter Real m = 2; Real x(start = 1, fixed = true), y = -x;\n"
    "  Real v(start = 0, fixed = true); output Real w = 3*v + u;\n"
    "equation der(x) = -x; m*der(v) = u;\n"
    "annotation(experiment(Tolerance = 1e-9));\n"
    "end Falling;\n";

static tarn_run *run_of(Unit *u, tarn_model **model)
{
    tarn_session *s = NULL;
    tarn_run *run = NULL;
    tarn_session_open(&s, NULL, NULL);
    CHECK_INT(u, tarn_session_load_text(s, "test.mo", falling, strlen(falling)), TARN_OK);
    CHECK_INT(u, tarn_compile(s, NULL, NULL, model), TARN_OK);
    tarn_session_close(s);
    if (*model) CHECK_INT(u, tarn_run_open(*model, NULL, &run), TARN_OK);
    return run;
}

static tarn_column column_of(tarn_trajectory *t, const char *name)
{
    tarn_column column = {.values = NULL};
    tarn_trajectory_column(t, tarn_trajectory_find(t, name), &column);
    return column;
}

static void rows_outlive_their_run(Unit *u)
{
    tarn_model *model = NULL;
    tarn_run *run = run_of(u, &model);
    tarn_trajectory *half = NULL, *whole = NULL;
    if (!run) return;
    CHECK_INT(u, tarn_run_trajectory(run, &half), TARN_WRONG_USE); // nothing yet
    tarn_run_advance(run, 0.5, 0);
    CHECK_INT(u, tarn_run_trajectory(run, &half), TARN_OK);
    size_t rows = tarn_trajectory_row_count(half);
    tarn_run_simulate(run);
    CHECK_INT(u, tarn_run_trajectory(run, &whole), TARN_OK);
    tarn_run_reset(run, NULL);
    tarn_run_close(run);
    tarn_model_close(model);
    CHECK_INT(u, tarn_trajectory_row_count(half), rows);
    CHECK_INT(u, tarn_trajectory_row_count(whole), 501);
    tarn_column x = column_of(whole, "x"), y = column_of(whole, "y"), m = column_of(whole, "m");
    CHECK_REAL(u, x.values[500], exp(-1), 1e-7);
    CHECK_REAL(u, column_of(half, "x").values[rows - 1], exp(-0.5), 1e-7);
    CHECK_TRUE(u, y.values == x.values && y.is_negated); // nothing is copied
    CHECK_TRUE(u, m.is_constant && m.values[0] == 2);
    CHECK_INT(u, tarn_trajectory_find(whole, "z"), -1);
    tarn_trajectory_close(half);
    tarn_trajectory_close(whole);
}

static void count_signal(void *client, const tarn_signal *signal)
{
    *(int *)client += signal->n_outside == 0 && !signal->is_missing;
}

static void files_give_the_same_rows(Unit *u)
{
    char path[] = "/tmp/tarn-rows-XXXXXX.csv";
    tarn_model *model = NULL;
    tarn_run *run = run_of(u, &model);
    tarn_trajectory *rows = NULL, *again = NULL;
    int file = mkstemps(path, 4), n_inside = 0;
    if (!run || file < 0) return;
    tarn_run_simulate(run);
    tarn_run_trajectory(run, &rows);
    CHECK_INT(u, tarn_trajectory_write(rows, path, "^(x|v)$"), TARN_OK);
    CHECK_INT(u, tarn_trajectory_read(path, NULL, NULL, &again), TARN_OK);
    CHECK_INT(u, tarn_trajectory_column_count(again), 3);
    CHECK_TRUE(u, !memcmp(column_of(again, "x").values, column_of(rows, "x").values,
                          501 * sizeof(double)));
    tarn_comparison c = {.take = count_signal, .client = &n_inside};
    CHECK_INT(u, tarn_trajectory_compare(rows, again, &c), TARN_OK);
    CHECK_TRUE(u, c.holds && n_inside == 2);
    CHECK_INT(u, tarn_trajectory_write(rows, "/tmp/rows.xls", NULL), TARN_WRONG_USE);
    CHECK_INT(u, tarn_trajectory_write(rows, path, "("), TARN_WRONG_USE);
    unlink(path);
    close(file);
    tarn_trajectory_close(again);
    tarn_trajectory_close(rows);
    tarn_run_close(run);
    tarn_model_close(model);
}

static void a_run_is_a_linear_system(Unit *u)
{
    tarn_model *model = NULL;
    tarn_run *run = run_of(u, &model);
    if (!run) return;
    int input = tarn_model_find(model, "u"), output = tarn_model_find(model, "w");
    double a[4], b[2], c[2], d[1];
    tarn_linearization l = {1, 1, &input, &output, a, b, c, d};
    CHECK_INT(u, tarn_run_linearize(run, &l), TARN_WRONG_USE); // not initialized
    CHECK_INT(u, tarn_run_set(run, input, 5), TARN_OK);
    CHECK_INT(u, tarn_run_initialize(run), TARN_OK);
    CHECK_INT(u, tarn_run_linearize(run, &l), TARN_OK);
    CHECK_INT(u, tarn_model_state(model, 0), tarn_model_find(model, "x"));
    CHECK_TRUE(u, a[0] == -1 && a[1] == 0 && a[2] == 0 && a[3] == 0);
    CHECK_REAL(u, b[0], 0, 1e-11);
    CHECK_REAL(u, b[1], 0.5, 1e-11);
    CHECK_REAL(u, c[1], 3, 1e-11);
    CHECK_REAL(u, d[0], 1, 1e-11);
    double value;
    tarn_run_get(run, input, &value);
    CHECK_REAL(u, value, 5, 0); // the point is as it was
    CHECK_INT(u, tarn_run_linearize(run, &(tarn_linearization){.n_inputs = 1, .inputs = &output}),
              TARN_WRONG_USE);
    tarn_run_close(run);
    tarn_model_close(model);
}

UNIT_SUITE(trajectories, TEST(rows_outlive_their_run), TEST(files_give_the_same_rows),
           TEST(a_run_is_a_linear_system));
