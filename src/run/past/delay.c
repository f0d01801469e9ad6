// delay(expression, T): the history of a signal at accepted points.
//
// Points are kept in a ring per delay, both sides of every event included, never trial points.
// Between two points the value is interpolated linearly; across an event, where two points
// share their time, there is nothing to interpolate. What is older than the longest delay is
// dropped. A jump at time t comes out again at t + T: it is scheduled as a time event.
#include "run/past/delay.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "run/snapshot.h"

enum { FIRST_ROOM = 64 };
// Relative: values closer than this across an event are no jump, a loop was solved to less.
static const double same_value = 1e-9;

typedef struct DelayLine {
    double *time, *value;       // ring
    int64_t first, count, room; // room is a power of two
    double *jumps;              // instants of jumps, a ring of the same room
    int64_t first_jump, n_jumps;
} DelayLine;

struct DelayLines {
    const Model *model;
    Arena *arena;
    DelayLine *lines;
    double settled; // the last event: what comes out at its instant has come
};

static void grow(Arena *arena, DelayLine *l)
{
    int64_t room = l->room ? 2 * l->room : FIRST_ROOM;
    double *time = ARENA_RAW(arena, double, room), *value = ARENA_RAW(arena, double, room);
    double *jumps = ARENA_RAW(arena, double, room);
    for (int64_t i = 0; i < l->count; i++) {
        time[i] = l->time[(l->first + i) & (l->room - 1)];
        value[i] = l->value[(l->first + i) & (l->room - 1)];
    }
    for (int64_t i = 0; i < l->n_jumps; i++)
        jumps[i] = l->jumps[(l->first_jump + i) & (l->room - 1)];
    l->time = time;
    l->value = value;
    l->jumps = jumps;
    l->first = l->first_jump = 0;
    l->room = room;
}

DelayLines *delays_open(Arena *out, const Model *model)
{
    DelayLines *d = ARENA_NEW(out, DelayLines);
    d->model = model;
    d->arena = out;
    d->settled = NAN;
    d->lines = ARENA_ARRAY(out, DelayLine, model->n_delays + 1);
    for (int32_t i = 0; i < model->n_delays; i++) grow(out, &d->lines[i]);
    return d;
}

static double time_at(const DelayLine *l, int64_t i)
{
    return l->time[(l->first + i) & (l->room - 1)];
}

static double value_at(const DelayLine *l, int64_t i)
{
    return l->value[(l->first + i) & (l->room - 1)];
}

static double longest(const DelayLines *d, int32_t i)
{
    const DelayInfo *info = &d->model->delays[i];
    int32_t slot = info->max_slot == NO_SLOT ? info->delay_slot : info->max_slot;
    return d->model->v[slot];
}

static void drop_expired(const DelayLines *d, int32_t i, double now)
{
    DelayLine *l = &d->lines[i];
    double oldest = now - longest(d, i);
    while (l->count > 2 && time_at(l, 1) < oldest && time_at(l, 1) < time_at(l, 2)) {
        l->first++;
        l->count--;
    }
    while (l->n_jumps && l->jumps[l->first_jump & (l->room - 1)] < oldest) {
        l->first_jump++;
        l->n_jumps--;
    }
}

static void note_jump(DelayLine *l, double t, double before, double after, bool is_discrete)
{
    double size = fmax(fabs(before), fabs(after));
    if (before == after || (!is_discrete && fabs(after - before) <= same_value * size)) return;
    l->jumps[(l->first_jump + l->n_jumps++) & (l->room - 1)] = t;
}

void delays_forget(DelayLines *d, double now)
{
    for (int32_t i = 0; i < d->model->n_delays; i++) drop_expired(d, i, now);
}

// What is discrete holds its value until it has another: only those are stored.
void delays_store(DelayLines *d, double t, const double *inputs)
{
    for (int32_t i = 0; i < d->model->n_delays; i++) {
        DelayLine *l = &d->lines[i];
        bool is_discrete = d->model->delays[i].is_discrete;
        double x = inputs[i];
        if (l->count && (is_discrete || time_at(l, l->count - 1) == t)) {
            if (value_at(l, l->count - 1) == x) continue;
            note_jump(l, t, value_at(l, l->count - 1), x, is_discrete);
        }
        if (l->count == l->room || l->n_jumps == l->room) grow(d->arena, l);
        l->time[(l->first + l->count) & (l->room - 1)] = t;
        l->value[(l->first + l->count++) & (l->room - 1)] = x;
    }
}

// At a jump the left value holds up to its event and the right one from there on; that `at` differs
// from it by rounding does not matter.
double delays_value(const DelayLines *d, int32_t delay, double at, bool is_event)
{
    const DelayLine *l = &d->lines[delay];
    if (!l->count) return d->model->v[d->model->delays[delay].input_slot];
    double now = d->model->v[SLOT_TIME], rounding = 2 * DBL_EPSILON * fabs(now);
    bool is_right = is_event || now == d->settled;
    int64_t low = 0, high = l->count; // last point not after `at` (before it, for left limits)
    while (low < high) {
        int64_t mid = low + (high - low) / 2;
        if (is_right ? time_at(l, mid) <= at + rounding : time_at(l, mid) < at - rounding)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == 0) return value_at(l, 0);
    if (low == l->count || d->model->delays[delay].is_discrete) return value_at(l, low - 1);
    double a = time_at(l, low - 1), b = time_at(l, low), s = fmin(fmax((at - a) / (b - a), 0), 1);
    return value_at(l, low - 1) + s * (value_at(l, low) - value_at(l, low - 1));
}

void delays_settle(DelayLines *d, double t)
{
    d->settled = t;
}

double delays_next_event(const DelayLines *d, double after)
{
    double next = INFINITY;
    for (int32_t i = 0; i < d->model->n_delays; i++) {
        const DelayLine *l = &d->lines[i];
        double shift = d->model->v[d->model->delays[i].delay_slot];
        for (int64_t k = 0; k < l->n_jumps; k++) {
            double at = l->jumps[(l->first_jump + k) & (l->room - 1)] + shift;
            if (at > after) {
                next = fmin(next, at);
                break;
            }
        }
    }
    return next;
}

// What is discrete changes at events alone, and its jumps come out at events, too.
bool delay_comes_at_events(const DelayInfo *d)
{
    return d->is_discrete && !d->is_varying;
}

double delays_longest_step(const DelayLines *d)
{
    double step = INFINITY;
    for (int32_t i = 0; i < d->model->n_delays; i++) {
        double delay = d->model->v[d->model->delays[i].delay_slot];
        if (delay > 0 && !delay_comes_at_events(&d->model->delays[i])) step = fmin(step, delay);
    }
    return step;
}

static void pass_line(DelayLine *l, Arena *arena, Bytes *s)
{
    int64_t count = l->count, n_jumps = l->n_jumps;
    bytes_pass_count(s, &count);
    bytes_pass_count(s, &n_jumps);
    while (l->room < count || l->room < n_jumps) grow(arena, l);
    for (int64_t i = 0; i < count; i++) {
        int64_t at = (l->first + i) & (l->room - 1);
        bytes_pass(s, &l->time[at], sizeof *l->time);
        bytes_pass(s, &l->value[at], sizeof *l->value);
    }
    for (int64_t i = 0; i < n_jumps; i++)
        bytes_pass(s, &l->jumps[(l->first_jump + i) & (l->room - 1)], sizeof *l->jumps);
    l->count = count;
    l->n_jumps = n_jumps;
}

void delays_pass(DelayLines *d, Bytes *s)
{
    bytes_pass(s, &d->settled, sizeof d->settled);
    for (int32_t i = 0; i < d->model->n_delays; i++) pass_line(&d->lines[i], d->arena, s);
}
