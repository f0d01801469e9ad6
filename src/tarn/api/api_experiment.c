// tarn.h: the experiment of a model between other times.
#include "tarn/api/run_handle.h"
#include "tarn/compile/experiment.h"

tarn_experiment tarn_model_experiment_between(const tarn_model *model, double start, double stop)
{
    tarn_experiment e = model->experiment;
    RunOptions usual;
    SimulationOptions grid = {.start_time = start, .stop_time = stop};
    run_options_defaults(&usual);
    experiment_grid(&usual, &(Experiment){.interval = model->interval}, &grid);
    e.start_time = start;
    e.stop_time = stop;
    e.intervals = (long)grid.intervals;
    e.interval = grid.interval;
    return e;
}
