#include "tarn/compile/experiment.h"

#include <math.h>

static const Span nowhere = {0, 0};

// What the `experiment` annotation leaves open.
static const double default_tolerance = 1e-6;
enum { DEFAULT_INTERVALS = 500 };
static const double most_intervals = 1e12;
static const double nearly_whole = 1e-6; // of a number of intervals, relative

static double first_given(double option, double annotation, double otherwise)
{
    return !isnan(option) ? option : !isnan(annotation) ? annotation : otherwise;
}

void experiment_resolve(const CompileOptions *options, FlatModel *flat)
{
    Experiment *e = &flat->experiment;
    e->start_time = first_given(options->start_time, e->start_time, NAN);
    e->stop_time = first_given(options->stop_time, e->stop_time, NAN);
}

double experiment_tolerance(const RunOptions *run, const Experiment *e)
{
    return first_given(run->tolerance, e->tolerance, default_tolerance);
}

int64_t experiment_intervals(const RunOptions *run, const Experiment *e, double duration)
{
    if (run->intervals) return run->intervals;
    double interval = first_given(run->interval, e->interval, NAN);
    if (isnan(interval) || interval <= 0) return DEFAULT_INTERVALS;
    double n = duration / interval;
    return n > most_intervals ? 0 : n < 1 ? 1 : (int64_t)(n + 0.5);
}

void experiment_grid(const RunOptions *run, const Experiment *e, SimulationOptions *out)
{
    double duration = out->stop_time - out->start_time;
    double interval = run->intervals ? NAN : first_given(run->interval, e->interval, NAN);
    out->intervals = experiment_intervals(run, e, duration);
    out->interval = NAN;
    if (!(interval > 0) || !out->intervals || interval >= duration) return;
    double n = duration / interval;
    if (fabs(n - round(n)) <= nearly_whole * n) return;
    out->intervals = (int64_t)ceil(n);
    out->interval = interval;
}

bool experiment_run(Session *s, const CompileOptions *compile, const RunOptions *run,
                    const FlatModel *flat, SimulationOptions *out)
{
    return experiment_options(s, compile, run, &flat->experiment, flat_start_time(flat),
                              flat_stop_time(flat), out);
}

bool experiment_options(Session *s, const CompileOptions *compile, const RunOptions *run,
                        const Experiment *e, double start, double stop, SimulationOptions *out)
{
    *out = (SimulationOptions){
        .start_time = start,
        .stop_time = stop,
        .tolerance = experiment_tolerance(run, e),
        .step = compile->step,
        .max_step = run->max_step,
        .is_dae = run->is_dae,
        .method = run->method,
        .inline_method = compile->inline_method,
        .measures_steps = run->measures_steps,
        .interrupted = run->watch.interrupted,
        .client = run->watch.client,
        .progress = run->watch.progress,
    };
    if (!(stop >= start)) {
        diag_error(s->diag, nowhere, E_USAGE, "the stop time %g lies before the start time %g",
                   stop, start);
        return false;
    }
    experiment_grid(run, e, out);
    if (!out->intervals)
        diag_error(s->diag, nowhere, E_USAGE, "the interval %g gives too many output points",
                   first_given(run->interval, e->interval, NAN));
    return out->intervals > 0;
}
