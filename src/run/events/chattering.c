// Events that follow each other without end: the model slides along a condition, or a timer is set
// to the present instant again and again.
//
// A run with a thousand events in so small a part of its span would need a hundred million of them
// to reach its end; the densest library examples need a hundred thousand. But what drives the model
// along a condition may end: a wind turbine at its limit of power chatters until the wind changes,
// and small models pass that in seconds. So they may have more. Events that the clock asks for may
// be as dense as the user likes: for them only standing still counts.
#include <math.h>
#include <string.h>

#include "run/state.h"

enum { FEWEST_EVENTS = 1000, MOST_EVENTS = 50000 };
static const double most_work = 2e7; // events times values of the model [M230]

// Guesses [M36].
static const double window_of_state_events = 1e-5, window_of_time_events = 1e-12; // of the span

void chattering_open(Simulation *sim)
{
    size_t n = (size_t)sim->model->n_relations;
    sim->chattering.begin = -INFINITY; // the first event opens a window
    sim->chattering.memory = ARENA_ARRAY(sim->arena, double, n + 1);
    sim->chattering.switches = ARENA_ARRAY(sim->arena, int32_t, n + 1);
}

static void open_window(Simulation *sim)
{
    sim->chattering.begin = sim->t;
    sim->chattering.events = 0;
    memset(sim->chattering.switches, 0,
           (size_t)sim->model->n_relations * sizeof *sim->chattering.switches);
}

// Whether a condition has another value than after the event before.
static bool count_switches(Simulation *sim)
{
    Chattering *c = &sim->chattering;
    bool any = false;
    for (int32_t i = 0; i < sim->model->n_relations; i++) {
        double memory = sim->model->v[sim->model->relations[i].memory_slot];
        any |= memory != c->memory[i];
        if (c->events && memory != c->memory[i]) c->switches[i]++;
        c->memory[i] = memory;
    }
    return any;
}

// Where no condition changes in the end: the one that is nearest to its threshold; -1: none.
static int32_t nearest_relation(const Simulation *sim)
{
    const Model *m = sim->model;
    int32_t nearest = -1;
    double least = INFINITY;
    for (int32_t i = 0; i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        if (r->kind != RELATION_STATE || r->is_step || r->is_quiet) continue;
        double distance = fabs(m->v[r->crossing_slot]);
        if (!(distance < least)) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

// Events that switch nothing lead nowhere.
static int64_t most_events(const Simulation *sim, bool is_timed)
{
    bool any = false;
    for (int32_t i = 0; i < sim->model->n_relations && !any; i++)
        any = sim->chattering.switches[i] > 0;
    double many = most_work / (sim->model->n_slots + 1);
    return is_timed || !any ? FEWEST_EVENTS : (int64_t)fmax(FEWEST_EVENTS, fmin(many, MOST_EVENTS));
}

static void report_idle(Simulation *sim)
{
    const Chattering *c = &sim->chattering;
    int32_t nearest = nearest_relation(sim);
    const RelationInfo *r = nearest >= 0 ? &sim->model->relations[nearest] : NULL;
    if (r) report_about(sim, NULL, r->origin);
    if (r)
        report_stop(sim, E_CHATTERING,
                    "%lld events between time %.17g and %.17g that change nothing: the condition "
                    "'%s'%s stays at its threshold; give it a hysteresis, or what it depends on a "
                    "small resistance, stiffness or leak that decides",
                    (long long)c->events - 1, c->begin, sim->t, r->text,
                    report_place(sim, r->origin));
    else
        report_stop(sim, E_CHATTERING,
                    "%lld events between time %.17g and %.17g: the model does not get on; look at "
                    "when-clauses that set the time of their next activation",
                    (long long)c->events - 1, c->begin, sim->t);
}

static void report(Simulation *sim)
{
    const Chattering *c = &sim->chattering;
    const Model *m = sim->model;
    int32_t worst = -1;
    for (int32_t i = 0; i < m->n_relations; i++)
        if (c->switches[i] > (worst < 0 ? 0 : c->switches[worst])) worst = i;
    if (worst < 0) {
        report_idle(sim);
        return;
    }
    const RelationInfo *r = &m->relations[worst];
    report_about(sim, NULL, r->origin);
    report_stop(sim, E_CHATTERING,
                "chattering: '%s'%s switched %d times between time %.17g and %.17g; the "
                "solution slides along this condition: give it a hysteresis, make the jump steep "
                "but continuous, or describe the motion along it",
                r->text, report_place(sim, r->origin), c->switches[worst], c->begin, sim->t);
}

bool chattering_found(Simulation *sim, bool is_timed)
{
    double span = sim->options.stop_time - sim->options.start_time;
    double width = span * (is_timed ? window_of_time_events : window_of_state_events);
    if (sim->t > sim->chattering.begin + width) open_window(sim);
    bool has_switched = count_switches(sim);
    for (int32_t k = 0; k < sim->events.n_crossed && !has_switched && !is_timed; k++)
        relation_idles(sim, sim->events.crossed[k]);
    accumulation_note(sim);
    if (++sim->chattering.events <= FEWEST_EVENTS) return false;
    if (sim->chattering.events <= most_events(sim, is_timed)) return false;
    report(sim);
    return true;
}
