// Locating the first event inside an accepted step, on the integrator's interpolant.
//
// Crossing functions are negative once their relation must switch (point.c). The bracket
// [left, right] always has no negative function at the left end and one at the right end; the
// secant of the function that crosses first says where to look. The event is at the right end, so
// that the literal value of the relation has switched there.
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/state.h"

enum { MOST_BISECTIONS = 200 };
// Of the distance: points of two grids this near to each other are one.
static const double same_point = 1e-9;
// Of the bracket that is left of an event, in roundings of the time.
static const double root_width = 4;

static ModelOutcome crossings_at(Simulation *sim, double t, double *g)
{
    model_interpolate(sim, t, sim->x_trial);
    return model_crossings(sim, t, sim->x_trial, g);
}

static int32_t first_negative(const Simulation *sim, const double *g)
{
    int32_t n = crossing_count(sim);
    for (int32_t i = 0; i < n; i++)
        if (g[i] < 0) return i;
    return -1;
}

// Where the negative functions cross zero by linear interpolation: the earliest of them.
static double earliest_crossing(const Simulation *sim, double left, double right,
                                const double *g_left, const double *g_right)
{
    double earliest = right;
    int32_t n = crossing_count(sim);
    for (int32_t i = 0; i < n; i++) {
        if (g_right[i] >= 0 || g_left[i] < 0) continue;
        double at = left + (right - left) * (g_left[i] / (g_left[i] - g_right[i]));
        earliest = fmin(earliest, at);
    }
    return earliest;
}

// ---- Relations that rest ---------------------------------------------------------------------
//
// Operands that are equal but for rounding change places from one number to the next. A smooth
// function hardly changes over a bracket that has shrunk to rounding, and what jumps there has one
// sign before and another behind; only noise has both on both sides. Its size becomes part of the
// hysteresis of the relation, and nothing has happened.

enum { POINTS_BESIDE = 8, MOST_RESTS = 20 };
static const double smooth_part = 1e-2; // of the largest difference: more within rounding is a jump

static bool may_be_noise(const Simulation *sim, int32_t crossing, const double *g_left,
                         const double *g_right)
{
    int32_t i = crossing / 2;
    if (crossing % 2 || i >= sim->model->n_relations || sim->model->relations[i].is_step)
        return false;
    return g_left[crossing] - g_right[crossing] > smooth_part * sim->events.relation_size[i];
}

typedef struct Beside { // what was seen beside the bracket
    int wrong_sign, n;
    double largest; // difference of the operands
} Beside;

// Points at growing distances from `from`, in the direction of `by`, as far as `end`.
static bool look_beside(Simulation *sim, int32_t crossing, double from, double by, double end,
                        Beside *seen)
{
    double *spare = sim->events.g_trial + crossing_count(sim);
    const RelationInfo *r = &sim->model->relations[crossing / 2];
    for (int k = 0; k < POINTS_BESIDE; k++, by *= 4) {
        double t = from + by;
        if (by > 0 ? t >= end : t <= end) break;
        if (crossings_at(sim, t, spare) != MODEL_OK) return false;
        seen->n++;
        seen->wrong_sign += (spare[crossing] < 0) != (by > 0);
        seen->largest = fmax(seen->largest, fabs(sim->model->v[r->crossing_slot]));
    }
    return true;
}

static bool is_noise(Simulation *sim, int32_t crossing, double left, double right, double begin,
                     double end)
{
    Beside seen = {0};
    double by = fmax(right - left, 4 * DBL_EPSILON * fabs(right));
    if (!look_beside(sim, crossing, right, by, end, &seen)) return false;
    if (!look_beside(sim, crossing, left, -by, begin, &seen)) return false;
    if (seen.wrong_sign < 2) return false;
    relation_rests(sim, crossing / 2, seen.largest);
    return true;
}

// Whether all that was bracketed is noise.
static bool is_all_noise(Simulation *sim, double left, double right, double begin, double end)
{
    const double *g_left = sim->events.g_begin, *g_right = sim->events.g_trial;
    bool any = false;
    for (int32_t i = 0; i < crossing_count(sim); i++) {
        if (g_right[i] >= 0) continue;
        if (!may_be_noise(sim, i, g_left, g_right)) return false;
        if (!is_noise(sim, i, left, right, begin, end)) return false;
        any = true;
    }
    return any;
}

// ---- Brackets --------------------------------------------------------------------------------

// Where to look next. The guesses of a smooth function soon agree, and as far as they still move
// the root may lie beside them: the point is that far from the guess, toward the end that is
// farther away, so that both ends close in. What does not shrink so is halved.
static double next_trial(double left, double right, double guess, double moved, bool halves)
{
    if (halves) return left + (right - left) / 2;
    return guess - left > right - guess ? guess - moved : guess + moved;
}

// Shrinks [*begin, *end] to the first crossing in it.
static bool bracket(Simulation *sim, double *begin, double *end)
{
    double left = *begin, right = *end, *g_left = sim->events.g_begin;
    double *g_right = sim->events.g_trial, *spare = g_right + crossing_count(sim);
    double width = right - left; // near time zero the bracket must not shrink for ever
    double last = right, widest = width;
    for (int k = 0; k < MOST_BISECTIONS; k++) {
        double least = root_width * DBL_EPSILON * fmax(fabs(right), width);
        if (right - left <= least) break;
        double guess = earliest_crossing(sim, left, right, g_left, g_right);
        double moved = fmin(fmax(2 * fabs(guess - last), least / 2), 0.01 * (right - left));
        last = guess;
        bool halves = k % 3 == 2 && right - left > widest / 8;
        if (k % 3 == 2) widest = right - left;
        double mid = next_trial(left, right, guess, moved, halves);
        mid = fmin(fmax(mid, left + least / 4), right - least / 4);
        if (mid <= left || mid >= right) break;
        if (crossings_at(sim, mid, spare) != MODEL_OK) return false;
        if (first_negative(sim, spare) >= 0) {
            right = mid;
            memcpy(g_right, spare, (size_t)crossing_count(sim) * sizeof *spare);
        } else {
            left = mid;
            memcpy(g_left, spare, (size_t)crossing_count(sim) * sizeof *spare);
        }
    }
    *begin = left;
    *end = right;
    return true;
}

static void note_crossed(Simulation *sim)
{
    EventState *e = &sim->events;
    e->n_crossed = 0;
    for (int32_t k = 0; k < e->n_watched; k++)
        if (e->g_trial[2 * e->watched[k]] < 0) e->crossed[e->n_crossed++] = e->watched[k];
}

// The next point of the last step to look at: of the output grid, of a finer one where that is
// coarse, or the end.
static double next_point(const Simulation *sim, double left, double end)
{
    double at = fmin(end, overlooked_next(sim, left));
    if (sim->record.next_output > sim->options.intervals) return at;
    double output = output_time(sim, sim->record.next_output);
    // The two grids meet up to rounding.
    bool is_next = output > left && output <= at + same_point * (at - left);
    return is_next ? fmin(output, end) : at;
}

// A relation may lose its value by the event that is looked for: sqrt(x) > 1 under `if x > 0`.
// Where another one crosses, it waits for that event, behind which it must have decided nothing.
static bool crossings_until(Simulation *sim, double right)
{
    if (crossings_at(sim, right, sim->events.g_trial) == MODEL_OK) return true;
    sim->events.passes_none = true;
    bool is_found = crossings_at(sim, right, sim->events.g_trial) == MODEL_OK &&
                    first_negative(sim, sim->events.g_trial) >= 0;
    sim->events.passes_none = is_found;
    return is_found;
}

// The output points inside the step are looked at, too: a step may span many of them, and a
// function that dips below zero and comes back, or a pulse of an input, would be missed at its
// ends. Each is recorded while the model is there.
RootOutcome root_locate(Simulation *sim, double begin, double end, double *at)
{
    bool has_crossings = sim->events.is_watched;
    if (sim->past.is_kept) history_prepare(sim, (double)NAN);
    if (!has_crossings && !sim->overlooked) return ROOT_NONE;
    int rests = 0;
    for (double left = begin;;) {
        double right = next_point(sim, left, end);
        *at = left;
        bool is_inside = right < end;
        if (has_crossings) {
            if (sim->past.is_kept) history_prepare(sim, right);
            if (!crossings_until(sim, right)) return ROOT_FAILED;
            if (first_negative(sim, sim->events.g_trial) >= 0) {
                bool is_closed = bracket(sim, &left, &right);
                bool goes_on =
                    is_closed && rests++ < MOST_RESTS && is_all_noise(sim, left, right, begin, end);
                sim->events.passes_none = false;
                if (!is_closed) return ROOT_FAILED;
                if (goes_on)
                    continue; // from the left end of the bracket, where nothing is negative
                *at = right;
                note_crossed(sim);
                return ROOT_FOUND;
            }
            memcpy(sim->events.g_begin, sim->events.g_trial,
                   (size_t)crossing_count(sim) * sizeof *sim->events.g_begin);
            guesses_note(sim);
        }
        if (!is_inside) return ROOT_NONE;
        if (overlooked_at(sim, begin, right, end)) return ROOT_OVERLOOKED;
        left = right;
        if (sim->past.is_kept) history_extend(sim, right);
        if (!record_grid(sim, right, true)) return ROOT_STOPPED;
    }
}
