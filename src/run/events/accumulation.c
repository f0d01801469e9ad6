// Events that come sooner and sooner, each after the same part of the time before: infinitely many
// of them before an instant that the run cannot pass. A ball without a state of rest bounces so. In
// floating point they end at some size; then nothing stops what the condition should have stopped.
//
// Models that know a state of rest accumulate events, too, and come to rest. So both are asked for:
// a condition that took a value for moments only, sooner and sooner, and that then keeps it while
// its expression leaves zero.
#include <math.h>

#include "run/state.h"

enum { FEWEST = 3 }; // intervals in a row that shrink alike
// Intervals shrink alike when their ratios differ by less; they have to have become this small, and
// the moments a small part of them [M61].
static const double same_ratio = 0.15, small_part = 0.05, moment = 0.02;
// What counts as having left zero, relative to the largest value that was seen.
static const double left_zero = 1e-5;

void accumulation_open(Simulation *sim)
{
    Accumulation *a = &sim->accumulation;
    a->sequences = ARENA_ARRAY(sim->arena, SwitchSequence, 2 * sim->model->n_relations + 1);
    a->suspect = -1;
}

static void note_begin(Simulation *sim, SwitchSequence *s)
{
    double interval = sim->t - s->begin, ratio = interval / s->interval;
    bool was_short = s->end - s->begin < moment * interval;
    bool shrinks = s->interval > 0 && ratio < 1 && was_short;
    bool goes_on = shrinks && s->count && fabs(ratio - s->ratio) < same_ratio;
    s->count = goes_on ? s->count + 1 : shrinks;
    if (s->count <= 1) s->first = interval;
    s->ratio = ratio;
    s->interval = interval;
    s->begin = sim->t;
}

static void take_for_suspect(Accumulation *a, int32_t number)
{
    const SwitchSequence *s = &a->sequences[number];
    if (s->count < FEWEST || s->interval >= small_part * s->first) return;
    a->suspect = number;
    a->ratio = pow(s->interval / s->first, 1 / (double)(s->count - 1));
    a->limit = s->begin + s->interval * a->ratio / (1 - a->ratio);
}

// After each event: which relations took which value in it?
void accumulation_note(Simulation *sim)
{
    const Model *m = sim->model;
    Accumulation *a = &sim->accumulation;
    for (int32_t i = 0; i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        if (r->kind != RELATION_STATE || r->is_step) continue;
        int32_t now = 2 * i + (m->v[r->memory_slot] != 0), other = now ^ 1;
        bool is_new = !a->sequences[now].is_on;
        a->sequences[now].is_on = true;
        a->sequences[other].is_on = false;
        if (!is_new) continue;
        a->sequences[other].end = sim->t;
        note_begin(sim, &a->sequences[now]);
        take_for_suspect(a, now);
    }
}

static void report(Simulation *sim, const RelationInfo *r)
{
    const Accumulation *a = &sim->accumulation;
    report_about(sim, NULL, r->origin);
    report_stop(
        sim, E_ACCUMULATION,
        "the events of '%s'%s accumulate at about time %.3g: each interval is %.1g of the one "
        "before, and what follows would pass the condition without an event; give the model "
        "a state of rest that it takes when the intervals become short",
        r->text, report_place(sim, r->origin), a->limit, a->ratio);
}

bool accumulation_passed(Simulation *sim, double at)
{
    const Accumulation *a = &sim->accumulation;
    const Model *m = sim->model;
    if (a->suspect < 0) return false;
    const SwitchSequence *s = &a->sequences[a->suspect];
    const RelationInfo *r = &m->relations[a->suspect / 2];
    double size = sim->events.relation_size[a->suspect / 2];
    model_interpolate(sim, at, sim->x_trial);
    if (model_crossings(sim, at, sim->x_trial, sim->events.g_trial) != MODEL_OK) return false;
    double beyond = a->suspect % 2 ? m->v[r->crossing_slot] : -m->v[r->crossing_slot];
    if (!s->is_on || at - s->begin <= s->interval || beyond <= left_zero * size) return false;
    report(sim, r);
    return true;
}
