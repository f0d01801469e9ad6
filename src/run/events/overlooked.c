// What a step may have jumped over: a narrow pulse of an input that lies between the points at
// which the method evaluated the model.
//
// The points of the output grid inside a step are evaluated anyway, for the result. There the
// derivatives must be the slope of the interpolant; by how much they are not, times the distance
// of the points, is what a pulse seen there would have added to the states. Fast components answer
// an error of interpolation with large derivatives and follow no pulse for long: the matrix of the
// implicit method takes that out, (I - z df/dx)^-1, as in the estimates of its errors [HW96, IV.8].
// Where too much is left, the step ends at the last point that agreed, and the next one at the
// point that did not: the error control sees it then. When the solution comes out as before, the
// alarm was false, and it takes more to raise the next one.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/point/norms.h"
#include "run/state.h"

// Where the output grid is coarse, points between are looked at, and where it is fine not all of
// its points if that costs evaluations: a pulse of about a hundredth of the run is not overlooked
// whatever the output. [M232]
enum { FEWEST_POINTS = 500 };
// In units of the tolerance of a step. Interpolants are as good as the steps, give or take a few.
// [M23]
static const double first_alarm = 30;
// Of the interval: the distance over which the slope of the interpolant is taken, and the least one
// from the ends of a step that leaves room for it.
static const double slope_part = 1e-3, least_part = 1e-4;
static const double next_to = 1e-12; // relative: a point this near to the last is the last

struct Overlooked {
    double interval; // of the points that may be looked at
    double due;      // of those that are looked at where that costs an evaluation
    bool is_damped;  // the defect went through a matrix
    double until;    // a suspicious point ahead, which a step has to end at; NaN: none
    double *alarm;   // by state
    double *defect, *slope, *before, *ahead;
    double *was; // the solution there before it was looked at more closely
};

void overlooked_open(Simulation *sim)
{
    int32_t n = sim->problem.n;
    if (!sim->method->controls_step || isfinite(sim->problem.fixed_step)) return;
    if (sim->model->derivatives_are_plain && !sim->events.is_watched) return;
    Overlooked *o = sim->overlooked = ARENA_NEW(sim->arena, Overlooked);
    double intervals = (double)sim->options.intervals;
    double span = sim->options.stop_time - sim->options.start_time;
    o->interval = span / (intervals * ceil(FEWEST_POINTS / intervals));
    o->due = o->interval * fmax(1, floor(intervals / FEWEST_POINTS));
    o->until = NAN;
    double **vectors[] = {&o->alarm, &o->defect, &o->slope, &o->before, &o->ahead, &o->was};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = ARENA_ARRAY(sim->arena, double, n + 1);
    for (int32_t i = 0; i < n; i++) o->alarm[i] = first_alarm;
}

double overlooked_next(const Simulation *sim, double t)
{
    const Overlooked *o = sim->overlooked;
    if (!o) return INFINITY;
    double start = sim->options.start_time, passed = (t - start) / o->interval;
    // Far from time zero the last digits of t are all that tells points apart.
    double rounding = 4 * DBL_EPSILON * fmax(fabs(t), fabs(start)) / o->interval;
    return start + floor(passed * (1 + next_to) + rounding + 1) * o->interval;
}

double overlooked_limit(const Simulation *sim)
{
    return sim->overlooked && !isnan(sim->overlooked->until) ? sim->overlooked->until : INFINITY;
}

// Of the interpolant, into `ahead`.
static void find_slope(Simulation *sim, double begin, double t, double end)
{
    Overlooked *o = sim->overlooked;
    if (sim->method->slope) {
        sim->method->slope(sim->integrator, t, o->ahead);
        return;
    }
    double by = fmin(slope_part * o->interval, 0.5 * fmin(t - begin, end - t));
    sim->method->interpolate(sim->integrator, t - by, o->before);
    sim->method->interpolate(sim->integrator, t + by, o->ahead);
    for (int32_t i = 0; i < sim->model->n_states; i++)
        o->ahead[i] = (o->ahead[i] - o->before[i]) / (2 * by);
}

// In DAE form a look is an evaluation of its own, unless one for events has led there.
static double distance_of_looks(const Simulation *sim)
{
    const Overlooked *o = sim->overlooked;
    return sim->problem.n_algebraic && !sim->events.is_watched ? o->due : o->interval;
}

// Their distance times (f - slope of the interpolant) at x_trial, without what dies out in a step.
// With open loops their residuals go through the matrix with it, which is a step of Newton's method
// from the interpolated unknowns.
static bool find_defect(Simulation *sim, double begin, double t, double end, bool has_open_loops)
{
    Overlooked *o = sim->overlooked;
    const InitialValueProblem *p = &sim->problem;
    memset(o->slope, 0, (size_t)p->n * sizeof *o->slope);
    ModelOutcome found = has_open_loops ? p->derivatives(p->client, t, sim->x_trial, o->slope)
                                        : model_slopes(sim, t, sim->x_trial, o->slope);
    if (found != MODEL_OK) return false;
    find_slope(sim, begin, t, end);
    memset(o->ahead + sim->model->n_states, 0,
           (size_t)(p->n - sim->model->n_states) * sizeof *o->ahead);
    double width = fmin(distance_of_looks(sim), end - begin); // a longer pulse is there at the ends
    for (int32_t i = 0; i < p->n; i++) o->defect[i] = width * (o->slope[i] - o->ahead[i]);
    o->is_damped = sim->method->resolve && sim->method->resolve(sim->integrator, o->defect) > 0;
    return true;
}

static double unit(const Simulation *sim, int32_t i, double x)
{
    return sim->problem.tolerance * (fabs(x) + error_sizes(&sim->problem)[i]);
}

// Over what raises an alarm; NaN: a state has none.
static double largest_defect(const Simulation *sim)
{
    const Overlooked *o = sim->overlooked;
    double largest = 0;
    for (int32_t i = 0; i < sim->model->n_states; i++) {
        double part = fabs(o->defect[i]) / (o->alarm[i] * unit(sim, i, sim->x_trial[i]));
        if (isnan(part)) return part;
        if (part > largest) largest = part;
    }
    return largest;
}

// In DAE form a look at the open loops is enough where their residuals tell that nothing happens.
static bool is_quiet(Simulation *sim, double begin, double t, double end)
{
    if (!sim->problem.n_algebraic || model_is_evaluated_at(sim, t, sim->x_trial)) return false;
    if (!find_defect(sim, begin, t, end, true) || !sim->overlooked->is_damped) return false;
    return largest_defect(sim) <= 1;
}

static bool is_due(const Simulation *sim, double t)
{
    const Overlooked *o = sim->overlooked;
    double passed = (t - sim->options.start_time) / o->due;
    return distance_of_looks(sim) < o->due ||
           fabs(passed - round(passed)) * o->due < 0.5 * o->interval;
}

bool overlooked_at(Simulation *sim, double begin, double t, double end)
{
    Overlooked *o = sim->overlooked;
    if (!o || sim->model->derivatives_are_plain || !is_due(sim, t)) return false;
    // The end of a step sees what is beside it; a slope over less would be rounding.
    if (fmin(t - begin, end - t) < least_part * o->interval) return false;
    model_interpolate(sim, t, sim->x_trial);
    if (is_quiet(sim, begin, t, end)) return false;
    if (!find_defect(sim, begin, t, end, false) || !(largest_defect(sim) > 1)) return false;
    o->until = t;
    memcpy(o->was, sim->x_trial, (size_t)sim->problem.n * sizeof *o->was);
    return true;
}

double overlooked_first_step(const Simulation *sim)
{
    return sim->overlooked->until - sim->t;
}

// From a false alarm. Without a matrix what is fast in one state today is in another tomorrow.
static void learn(Simulation *sim)
{
    Overlooked *o = sim->overlooked;
    double most = 0;
    for (int32_t i = 0; i < sim->model->n_states; i++) {
        double size = 2 * fabs(o->defect[i]) / unit(sim, i, o->was[i]);
        o->alarm[i] = fmax(o->alarm[i], size);
        most = fmax(most, 2 * size);
    }
    for (int32_t i = 0; !o->is_damped && i < sim->model->n_states; i++)
        o->alarm[i] = fmax(o->alarm[i], most);
}

void overlooked_reached(Simulation *sim)
{
    Overlooked *o = sim->overlooked;
    if (!o || !isgreaterequal(sim->t, o->until)) return; // not so when there is none
    bool is_new = false;
    for (int32_t i = 0; sim->t == o->until && i < sim->model->n_states; i++)
        is_new |= fabs(sim->x[i] - o->was[i]) > first_alarm * unit(sim, i, sim->x[i]);
    if (!is_new) learn(sim);
    o->until = NAN;
}
