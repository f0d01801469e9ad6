// The past of a run, for delay() and spatialDistribution(): which points of the solution are kept.
//
// What is delayed or carried along need not be in the error control of the integrator: a step may
// be far too long for it. So a step is sampled on its interpolant, halved until the straight line
// between two samples meets the one in the middle to ten tolerances of what the signal has covered
// so far. Samples are stored from left to right. At least one sample inside a step is looked at;
// MOST_LEVELS bounds them to a thousand where a signal has a kink or a jump that no event marks.
// Nothing is dropped before the whole step has its rows.
#include "run/past/history.h"

#include <math.h>

#include "run/snapshot.h"
#include "run/state.h"

enum { MOST_LEVELS = 10, NO_STATE = -1 };

// Of the delay, or of the length of a line: nothing shorter is resolved, apart from jumps [M31].
static const double finest = 1e-4;
// Of the range of a signal: with less than the first the ring would follow rounding, with more than
// the second a picture of it would show the straight lines.
static const double finest_part = 1e-9, coarsest_part = 1e-3;
static const double noise = 1e-3;  // of the size of a signal: a smaller range is taken for that
static const double slack = 1e-12; // relative: a delay this much too long is so by rounding

typedef struct Sample {
    double t;
    int level;
    double *delayed;          // by delay
    TransportSample *carried; // by line
} Sample;

typedef struct Range {
    double low, high;
} Range;

struct History {
    bool is_sampled;                 // something stored is continuous
    Sample samples[MOST_LEVELS + 2]; // the last one stored, then a stack of what is to its right
    Sample middle;
    double prepared_until; // the middle is that before this point; NaN: before none
    bool has_middle;
    Range *ranges;       // of the delayed signals, then of the lines
    int32_t *state_of;   // by delay: the state that is delayed; NO_STATE
    bool follows_states; // what is stored are states, and what changes at events alone
    double tolerance;
};

static Sample make_sample(const Simulation *sim)
{
    return (Sample){.delayed = ARENA_ARRAY(sim->arena, double, sim->model->n_delays + 1),
                    .carried =
                        ARENA_ARRAY(sim->arena, TransportSample, sim->model->n_transports + 1)};
}

// States lie on the interpolant as they are: the model need not be evaluated for them.
static void find_states(const Simulation *sim, History *h)
{
    const Model *m = sim->model;
    h->state_of = ARENA_RAW(sim->arena, int32_t, m->n_delays + 1);
    h->follows_states = m->n_transports == 0;
    for (int32_t i = 0; i < m->n_delays; i++) {
        int32_t k = m->n_states - 1;
        while (k >= 0 && m->states[k].slot != m->delays[i].input_slot) k--;
        h->state_of[i] = k;
        if (m->delays[i].is_varying || (k == NO_STATE && !m->delays[i].is_discrete))
            h->follows_states = false;
    }
}

void history_open(Simulation *sim)
{
    const Model *m = sim->model;
    History *h = sim->past.history = ARENA_NEW(sim->arena, History);
    sim->past.delays = delays_open(sim->arena, m);
    sim->past.transports = transports_open(sim->arena, m);
    sim->past.is_kept = m->n_delays || m->n_transports;
    h->is_sampled = m->n_transports > 0;
    for (int32_t i = 0; i < m->n_delays; i++) h->is_sampled |= !m->delays[i].is_discrete;
    h->tolerance = fmin(fmax(10 * sim->options.tolerance, finest_part), coarsest_part);
    h->ranges = ARENA_ARRAY(sim->arena, Range, m->n_delays + m->n_transports + 1);
    for (int32_t i = 0; i < m->n_delays + m->n_transports; i++)
        h->ranges[i] = (Range){INFINITY, -INFINITY};
    for (int i = 0; i < MOST_LEVELS + 2; i++) h->samples[i] = make_sample(sim);
    h->middle = make_sample(sim);
    h->prepared_until = NAN;
    find_states(sim, h);
}

static void take_sample(const Model *m, Sample *s)
{
    s->t = m->v[SLOT_TIME];
    for (int32_t i = 0; i < m->n_delays; i++) s->delayed[i] = m->v[m->delays[i].input_slot];
    for (int32_t i = 0; i < m->n_transports; i++) {
        const TransportInfo *info = &m->transports[i];
        bool is_positive = m->v[info->direction_slot] != 0;
        s->carried[i] = (TransportSample){m->v[info->position_slot],
                                          m->v[info->input_slot[is_positive ? 0 : 1]], is_positive};
    }
}

static void take_states(const Simulation *sim, double t, Sample *s)
{
    const Model *m = sim->model;
    s->t = t;
    for (int32_t i = 0; i < m->n_delays; i++) {
        int32_t state = sim->past.history->state_of[i];
        s->delayed[i] = state == NO_STATE ? m->v[m->delays[i].input_slot] : sim->x_trial[state];
    }
}

static bool sample_at(Simulation *sim, double t, Sample *s)
{
    model_interpolate(sim, t, sim->x_trial);
    if (sim->past.history->follows_states && sim->form->only_interpolates) {
        take_states(sim, t, s);
        return true;
    }
    if (model_watched(sim, t, sim->x_trial) != MODEL_OK) return false;
    take_sample(sim->model, s);
    return true;
}

// Whether the point at hand looks beyond what was stored before: a delay seldom does, since no step
// is longer than the shortest, or nothing has changed there.
static bool looks_ahead(const Simulation *sim)
{
    const Model *m = sim->model;
    double last = sim->past.history->samples[0].t;
    for (int32_t i = 0; i < m->n_delays; i++) {
        double delay = m->v[m->delays[i].delay_slot];
        bool is_held = delay > 0 && delay_comes_at_events(&m->delays[i]);
        if (!is_held && m->v[SLOT_TIME] - delay >= last) return true;
    }
    return m->n_transports > 0;
}

static bool store(Simulation *sim, const Sample *s)
{
    if (looks_ahead(sim)) model_has_new_past(sim);
    delays_store(sim->past.delays, s->t, s->delayed);
    return transports_store(sim->past.transports, s->t, s->carried);
}

static void swap(Sample *a, Sample *b)
{
    Sample kept = *a;
    *a = *b;
    *b = kept;
}

bool history_serves(Simulation *sim)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_delays; i++) {
        const DelayInfo *d = &m->delays[i];
        double delay = m->v[d->delay_slot], longest = m->v[d->max_slot];
        if (delay >= 0 && delay <= longest * (1 + slack)) continue;
        if (delay < 0 || longest < 0)
            report_stop(sim, E_HISTORY, "%s: the delay time is %.9g at time %.17g: it is negative",
                        d->origin, fmin(delay, longest), m->v[SLOT_TIME]);
        else
            report_stop(sim, E_HISTORY,
                        "%s: the delay time is %.9g at time %.17g, not between 0 and %.9g",
                        d->origin, delay, m->v[SLOT_TIME], longest);
        return false;
    }
    return true;
}

bool history_begin(Simulation *sim)
{
    const Model *m = sim->model;
    int32_t row = 0;
    if (model_call(sim, m->distributions) != MODEL_OK) return false;
    const char *complaint = transports_begin(sim->past.transports, &row);
    if (complaint)
        report_stop(sim, E_HISTORY, "%s: spatialDistribution: %s", m->transports[row].origin,
                    complaint);
    return !complaint && history_serves(sim);
}

bool history_store(Simulation *sim)
{
    Sample *s = &sim->past.history->samples[0];
    take_sample(sim->model, s);
    bool jumps = store(sim, s);
    delays_forget(sim->past.delays, s->t);
    transports_forget(sim->past.transports, s->carried);
    return jumps;
}

// ---- Between two points ----------------------------------------------------------------------

static bool is_near(Range *range, double tolerance, double value, double guess)
{
    if (!isfinite(value)) return true; // no sampling will make it better
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
    // Of a constant with noise only the noise would be resolved.
    double size = fmax(range->high - range->low, noise * fmax(fabs(range->low), fabs(range->high)));
    return fabs(value - guess) <= tolerance * size;
}

static double on_line(double a, double b, double fraction)
{
    return a + fraction * (b - a);
}

static bool is_straight(const Simulation *sim, const Sample *a, const Sample *m, const Sample *b)
{
    History *h = sim->past.history;
    bool yes = true;
    double fraction = (m->t - a->t) / (b->t - a->t);
    for (int32_t i = 0; i < sim->model->n_delays; i++) {
        const DelayInfo *info = &sim->model->delays[i];
        double least = finest * sim->model->v[info->delay_slot];
        if (info->is_discrete || b->t - a->t < least) continue;
        yes &= is_near(&h->ranges[i], h->tolerance, m->delayed[i],
                       on_line(a->delayed[i], b->delayed[i], fraction));
    }
    for (int32_t i = 0; i < sim->model->n_transports; i++) {
        const TransportSample *p = &a->carried[i], *q = &m->carried[i], *r = &b->carried[i];
        double way = r->position - p->position;
        if (fabs(way) < finest) continue;
        fraction = (q->position - p->position) / way;
        yes &= is_near(&h->ranges[sim->model->n_delays + i], h->tolerance, q->inflow,
                       on_line(p->inflow, r->inflow, fmin(fmax(fraction, 0), 1)));
    }
    return yes;
}

// Not quite the middle: a signal may repeat itself there.
static bool sample_middle(Simulation *sim, double left, double right)
{
    return sample_at(sim, on_line(left, right, 0.45), &sim->past.history->middle);
}

void history_prepare(Simulation *sim, double until)
{
    History *h = sim->past.history;
    double from = h->samples[0].t;
    h->prepared_until = NAN;
    if (!h->is_sampled || !(until > from)) return;
    h->has_middle = sample_middle(sim, from, until);
    h->prepared_until = until;
}

void history_extend(Simulation *sim, double until)
{
    History *h = sim->past.history;
    Sample *left = &h->samples[0];
    if (!h->is_sampled || until <= left->t) return;
    if (h->prepared_until != until) history_prepare(sim, until);
    h->prepared_until = NAN;
    bool has_middle = h->has_middle;
    if (!sample_at(sim, until, &h->samples[1])) return;
    h->samples[1].level = 0;
    for (int top = 1; top > 0;) {
        Sample *right = &h->samples[top];
        if (right->level) has_middle = sample_middle(sim, left->t, right->t);
        if (has_middle && right->level < MOST_LEVELS &&
            !is_straight(sim, left, &h->middle, right)) {
            h->middle.level = ++right->level;
            swap(&h->samples[++top], &h->middle);
            continue;
        }
        if (has_middle) store(sim, &h->middle);
        store(sim, right);
        swap(left, right);
        top--;
    }
}

double history_longest_step(const Simulation *sim)
{
    return fmin(delays_longest_step(sim->past.delays),
                transports_longest_step(sim->past.transports));
}

void history_pass(Simulation *sim, Bytes *s)
{
    const Model *m = sim->model;
    Sample *last = &sim->past.history->samples[0];
    bytes_pass(s, &last->t, sizeof last->t);
    bytes_pass(s, last->delayed, (size_t)m->n_delays * sizeof *last->delayed);
    bytes_pass(s, last->carried, (size_t)m->n_transports * sizeof *last->carried);
    bytes_pass(s, sim->past.history->ranges,
               (size_t)(m->n_delays + m->n_transports) * sizeof *sim->past.history->ranges);
}
