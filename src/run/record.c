// Rows of the result: an equidistant grid, and two rows at every event.
//
// Events closer together than time can be told apart on the scale of the run are one instant: of
// such a group the left row of the first and the right row of the last are recorded. A friction
// element that passes through a mode because a speed of 1e-22 has the wrong sign is not in it for
// any time. So the right row of an event is kept until the next row tells that it stays.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/state.h"

void record_open(Simulation *sim)
{
    sim->record.kept_row = ARENA_ARRAY(sim->arena, double, sim->model->n_slots + 1);
    sim->record.instant = -INFINITY;
}

double output_time(const Simulation *sim, int64_t k)
{
    const SimulationOptions *o = &sim->options;
    if (k >= o->intervals) return o->stop_time;
    if (isgreater(o->interval, 0)) return o->start_time + o->interval * (double)k;
    return o->start_time + (o->stop_time - o->start_time) * ((double)k / (double)o->intervals);
}

// Where nobody takes rows, points between steps are looked at for what is told of them.
bool record_wants_grid(const Simulation *sim)
{
    const Model *m = sim->model;
    if (sim->options.is_open_ended) return false;
    bool has_steps = m->n_states && sim->method->controls_step;
    bool may_tell = !m->values_are_finite || m->asserts_routine != NO_ROUTINE ||
                    (sim->limits.n_bounds && !sim->options.is_unjudged);
    return sim->record.writer || !has_steps || may_tell;
}

// A run that begins in the middle has the rest of the grid.
void record_skip(Simulation *sim, double until)
{
    const SimulationOptions *o = &sim->options;
    double passed = (until - o->start_time) / (output_time(sim, 1) - o->start_time);
    if (!(passed > 1) || sim->record.next_output > o->intervals) return;
    int64_t next = passed < (double)o->intervals ? (int64_t)passed : o->intervals;
    while (next <= o->intervals && output_time(sim, next) <= until) next++;
    sim->record.next_output = next;
}

static bool write_row(Simulation *sim, const double *v)
{
    if (!sim->record.writer || result_writer_row(sim->record.writer, v[SLOT_TIME], v)) return true;
    report_stop(sim, E_WRITE_RESULT, "%s", result_writer_failure(sim->record.writer));
    return false;
}

bool record_kept(Simulation *sim)
{
    if (!sim->record.has_kept_row) return true;
    sim->record.has_kept_row = false;
    return write_row(sim, sim->record.kept_row);
}

bool record_row(Simulation *sim)
{
    limits_check(sim);
    if (!limits_accept(sim, sim->model->v[SLOT_TIME])) return false;
    return record_kept(sim) && write_row(sim, sim->model->v);
}

static bool is_same_instant(const Simulation *sim)
{
    double span = sim->options.stop_time - sim->options.start_time;
    return sim->t - sim->record.instant <= 4 * DBL_EPSILON * fmax(fabs(sim->t), span);
}

// The branches before the event are evaluated where they have just ceased to hold: an expression
// that has no value there is no mistake of the model, and the row is left out.
bool record_left(Simulation *sim)
{
    if (!limits_are_finite(sim)) return true;
    bool is_in_group = sim->record.has_kept_row && is_same_instant(sim);
    sim->record.has_kept_row = sim->record.has_kept_row && !is_in_group;
    if (is_in_group) return true;
    sim->record.instant = sim->t;
    return record_row(sim);
}

bool record_right(Simulation *sim)
{
    limits_check(sim);
    if (!limits_accept(sim, sim->t) || !record_kept(sim)) return false;
    memcpy(sim->record.kept_row, sim->model->v,
           (size_t)sim->model->n_slots * sizeof *sim->record.kept_row);
    if (is_same_instant(sim)) sim->record.kept_row[SLOT_TIME] = sim->record.instant;
    sim->record.has_kept_row = true;
    return true;
}

static bool stop_at(Simulation *sim, double t)
{
    report_stop(sim, E_STEP, "stopped at time %.17g: the model cannot go on", t);
    return false;
}

// A grid point at which the model cannot be evaluated is left out rather than recorded wrong.
static bool record_point(Simulation *sim, double t, bool is_partial)
{
    if (is_partial && rows_make(sim, t)) return record_kept(sim) && write_row(sim, sim->model->v);
    model_interpolate(sim, t, sim->x_trial);
    ModelOutcome o = model_outputs(sim, t, sim->x_trial);
    if (o == MODEL_FATAL) return stop_at(sim, t);
    if (o != MODEL_OK) {
        if (!sim->record.n_left_out++) sim->record.first_left_out = t;
        return true;
    }
    guesses_note(sim);
    return asserts_check(sim, t, sim->x_trial) && comparisons_accept(sim) && record_row(sim);
}

bool record_grid(Simulation *sim, double until, bool inclusive)
{
    bool is_partial = rows_are_partial(sim);
    for (; sim->record.next_output <= sim->options.intervals; sim->record.next_output++) {
        double t = output_time(sim, sim->record.next_output);
        if (inclusive ? t > until : t >= until) break;
        if (!record_point(sim, t, is_partial)) return false;
    }
    rows_end(sim);
    return true;
}

// ---- Accepted points ---------------------------------------------------------------------------

// A function whose assertion fails makes the evaluation fail: the point was accepted, so it is a
// fact and not a trial.
bool model_accept(Simulation *sim)
{
    ModelOutcome o = model_outputs(sim, sim->t, sim->x);
    if (o != MODEL_OK && guesses_were_there(sim, sim->t)) o = model_outputs(sim, sim->t, sim->x);
    if (o == MODEL_OK && rows_are_partial(sim)) limits_check(sim);
    if (o == MODEL_OK)
        return asserts_check(sim, sim->t, sim->x) && limits_accept(sim, sim->t) &&
               comparisons_accept(sim);
    if (sim->trouble.failed_block < 0) return asserts_stop(sim);
    report_stop(sim, E_STEP, "stopped at time %.17g: equations that feed no state cannot be solved",
                sim->t);
    return false;
}
