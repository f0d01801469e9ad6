// repeated_runs [FILE STOP PARAMETER N] -- runs a model N times with other values of a parameter
// through tarn.h, and prints the milliseconds of a run: what bench/python_calls is held against.
#include <stdio.h>
#include <stdlib.h>
#include <tarn.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run_once(tarn_run *run, int parameter, double value)
{
    tarn_trajectory *trajectory;
    if (tarn_run_reset(run, NULL) || tarn_run_set(run, parameter, value)) return 1;
    if (tarn_run_simulate(run) || tarn_run_trajectory(run, &trajectory)) return 1;
    tarn_trajectory_close(trajectory);
    return 0;
}

int main(int argc, char **argv)
{
    const char *file = argc > 4 ? argv[1] : "examples/vanderpol.mo";
    const char *parameter = argc > 4 ? argv[3] : "mu";
    double stop = argc > 4 ? atof(argv[2]) : 20;
    int n = argc > 4 ? atoi(argv[4]) : 200;
    tarn_session *session;
    tarn_model *model;
    tarn_run *run;
    if (tarn_session_open(&session, NULL, NULL) || tarn_session_load_file(session, file)) return 1;
    if (tarn_compile(session, NULL, NULL, &model)) return 1;
    tarn_experiment experiment = tarn_model_experiment_between(model, 0, stop);
    if (tarn_run_open(model, &experiment, &run)) return 1;
    int which = tarn_model_find(model, parameter);
    double begin = 0;
    for (int i = -10; i < n; i++) { // the first ones warm up
        if (i == 0) begin = seconds_now();
        if (run_once(run, which, 1 + 1e-4 * i)) return 1;
    }
    printf("%s, %d runs to %g s: %.4f ms a run\n", file, n, stop,
           1e3 * (seconds_now() - begin) / n);
    tarn_run_close(run);
    tarn_model_close(model);
    tarn_session_close(session);
    return 0;
}
