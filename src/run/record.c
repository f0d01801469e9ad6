// Rows of the result: an equidistant grid, and two rows at every event.
#include <math.h>

#include "run/state.h"

double output_time(const Simulation *sim, int64_t k)
{
    const SimulationOptions *o = &sim->options;
    if (k >= o->intervals) return o->stop_time;
    return o->start_time + (o->stop_time - o->start_time) * ((double)k / (double)o->intervals);
}

bool record_row(Simulation *sim)
{
    limits_check(sim);
    if (!sim->writer) return true;
    if (result_writer_row(sim->writer, sim->model->v[SLOT_TIME], sim->model->v)) return true;
    report_stop(sim, E_WRITE_RESULT, "%s", result_writer_failure(sim->writer));
    return false;
}

// A grid point at which the model cannot be evaluated is left out rather than recorded wrong.
bool record_grid(Simulation *sim, double until, bool inclusive)
{
    for (; sim->next_output <= sim->options.intervals; sim->next_output++) {
        double t = output_time(sim, sim->next_output);
        if (inclusive ? t > until : t >= until) break;
        model_interpolate(sim, t, sim->x_trial);
        if (model_outputs(sim, t, sim->x_trial) != MODEL_OK) continue;
        if (!asserts_check(sim, t, sim->x_trial) || !record_row(sim)) return false;
    }
    return true;
}
