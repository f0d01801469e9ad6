// experiment.h -- the run that a model is made for: what was asked for, then what its annotation
// says, then what is usual. Resolved here once, for clocks, inlined steps and the run itself.
#ifndef TARN_EXPERIMENT_H
#define TARN_EXPERIMENT_H
#include "flat/flat_model.h"
#include "run/simulation.h"
#include "tarn/compile/compile_options.h"

// Start and stop time of the flat model become those of the run.
void experiment_resolve(const CompileOptions *options, FlatModel *flat);
double experiment_tolerance(const RunOptions *run, const Experiment *e);
// Between the rows of the result; 0: the interval asks for too many.
int64_t experiment_intervals(const RunOptions *run, const Experiment *e, double duration);
// Intervals of the length asked for between the times of `out`; where the run is no multiple of it,
// the last one is shorter.
void experiment_grid(const RunOptions *run, const Experiment *e, SimulationOptions *out);
// What the driver is to do. False after an error was reported.
bool experiment_run(Session *s, const CompileOptions *compile, const RunOptions *run,
                    const FlatModel *flat, SimulationOptions *out);
// The same for a model that was not compiled here.
bool experiment_options(Session *s, const CompileOptions *compile, const RunOptions *run,
                        const Experiment *e, double start, double stop, SimulationOptions *out);
#endif
