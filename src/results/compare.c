// The tube rule of csv-compare, as it judges results of the Modelica Standard Library.
//
// The extremes of the reference within a moving window are kept by two monotone queues of
// points [Lem06], the ends of the window by interpolation. At a repeated time (an event) the
// window reaches the value on its own side.
#include "results/compare.h"

typedef struct {
    const Trajectory *t;
    const ResultVariable *v;
} Signal;

static double value_of(const Signal *s, size_t row)
{
    return trajectory_value(s->t, s->v, row);
}

// The first row whose time is >= t, or > t.
static size_t first_row_from(const Trajectory *trajectory, double t, bool beyond)
{
    size_t low = 0, high = trajectory->n_rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        double at = trajectory->time[middle];
        if (beyond ? at <= t : at < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Constant beyond the ends. At an event `after` chooses between the left and the right value.
static double value_at(const Signal *s, double t, bool after)
{
    const double *time = s->t->time;
    size_t last = s->t->n_rows - 1;
    if (t <= time[0]) return value_of(s, 0);
    if (t >= time[last]) return value_of(s, last);
    size_t i = first_row_from(s->t, t, after);
    double a = time[i - 1], b = time[i], right = value_of(s, i);
    if (a == b) return right;
    double left = value_of(s, i - 1);
    return left + (right - left) * (t - a) / (b - a);
}

// ---- extremes in a window that moves to the right

typedef struct {
    uint32_t *rows; // values fall (of the maximum queue) from the first to the last
    size_t first, end;
} MonotoneQueue;

static void queue_push(MonotoneQueue *q, const Signal *s, size_t row, double sign)
{
    double value = sign * value_of(s, row);
    if (isnan(value)) return; // the variable does not exist there
    while (q->end > q->first && sign * value_of(s, q->rows[q->end - 1]) <= value) q->end--;
    q->rows[q->end++] = (uint32_t)row;
}

static void queue_forget(MonotoneQueue *q, const Trajectory *t, double before)
{
    while (q->end > q->first && t->time[q->rows[q->first]] < before) q->first++;
}

typedef struct {
    Signal reference;
    MonotoneQueue high, low;
    size_t next; // row of the reference that has not entered the window
    double half_width, half_height;
} Tube;

static void tube_borders(Tube *tube, double t, double *low, double *high)
{
    const Signal *s = &tube->reference;
    double begin = t - tube->half_width, end = t + tube->half_width;
    for (; tube->next < s->t->n_rows && s->t->time[tube->next] <= end; tube->next++) {
        queue_push(&tube->high, s, tube->next, 1);
        queue_push(&tube->low, s, tube->next, -1);
    }
    queue_forget(&tube->high, s->t, begin);
    queue_forget(&tube->low, s->t, begin);
    double left = value_at(s, begin, false), right = value_at(s, end, true);
    *high = fmax(left, right); // the one that is a number
    *low = fmin(left, right);
    if (tube->high.end > tube->high.first) {
        double inside = value_of(s, tube->high.rows[tube->high.first]);
        *high = fmax(*high, inside);
    }
    if (tube->low.end > tube->low.first) {
        double inside = value_of(s, tube->low.rows[tube->low.first]);
        *low = fmin(*low, inside);
    }
    *high += tube->half_height;
    *low -= tube->half_height;
}

static double half_height_of(const Signal *reference, double tolerance)
{
    double low = NAN, high = NAN;
    for (size_t i = 0; i < reference->t->n_rows; i++) {
        low = fmin(low, value_of(reference, i));
        high = fmax(high, value_of(reference, i));
    }
    return tolerance * fmax(fmax(high - low, fabs(low)), 1e-3);
}

static void note_outside(SignalComparison *c, double t, double y, double low, double high)
{
    if (!c->n_outside++) {
        c->first_time = t;
        c->first_value = y;
        c->first_low = low;
        c->first_high = high;
    }
    double distance = y > high ? y - high : low - y;
    if (isnan(distance)) distance = INFINITY;
    if (distance > c->worst_distance) {
        c->worst_distance = distance;
        c->worst_time = t;
    }
}

// Both have no value: of a variable that exists in some modes of the model alone.
static bool is_absent(const Tube *tube, double t, double y)
{
    const Signal *s = &tube->reference;
    return isnan(y) && (isnan(value_at(s, t - tube->half_width, false)) ||
                        isnan(value_at(s, t + tube->half_width, true)));
}

static void compare_signal(Arena *scratch, SignalComparison *c, const Trajectory *result,
                           const Trajectory *reference, double half_width, double tolerance)
{
    Tube tube = {.reference = {reference, c->reference}, .half_width = half_width};
    tube.half_height = half_height_of(&tube.reference, tolerance);
    tube.high.rows = ARENA_RAW(scratch, uint32_t, reference->n_rows);
    tube.low.rows = ARENA_RAW(scratch, uint32_t, reference->n_rows);
    c->half_height = tube.half_height;
    double end = reference->time[reference->n_rows - 1];
    for (size_t i = 0; i < result->n_rows && result->time[i] <= end; i++) {
        double t = result->time[i], y = trajectory_value(result, c->result, i), low, high;
        tube_borders(&tube, t, &low, &high);
        c->n_points++;
        bool is_inside = (low <= y && y <= high) || is_absent(&tube, t, y);
        if (!is_inside) note_outside(c, t, y, low, high); // one that is NaN alone is outside
    }
}

const Comparison *compare_results(Arena *out, const Trajectory *result, const Trajectory *reference,
                                  const ResultVariable *const *signals, uint32_t n_signals,
                                  double tolerance)
{
    double begin = reference->time[0], end = reference->time[reference->n_rows - 1];
    Comparison *c = ARENA_NEW(out, Comparison);
    *c = (Comparison){
        .tolerance = tolerance,
        .half_width = tolerance * fmax(fmax(end - begin, fabs(begin)), 1e-12),
        .reference_end = end,
        .result_end = result->time[result->n_rows - 1],
        .signals = ARENA_ARRAY(out, SignalComparison, n_signals + 1),
        .n_signals = n_signals,
    };
    c->ends_early = c->result_end < end - tolerance * (end - begin);
    const ResultNames *names = result_names(out, &result->table);
    for (uint32_t i = 0; i < n_signals; i++) {
        SignalComparison *s = &c->signals[i];
        s->reference = signals[i];
        s->result = result_find(names, signals[i]->name);
        Arena *scratch = arena_open("tube");
        if (s->result) compare_signal(scratch, s, result, reference, c->half_width, tolerance);
        arena_close(scratch);
        c->n_missing += !s->result;
        c->n_differ += s->n_outside > 0;
    }
    return c;
}

bool comparison_holds(const Comparison *c)
{
    return !c->n_differ && !c->n_missing && !c->ends_early;
}
