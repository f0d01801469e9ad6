#include "run/exchange.h"

#include <math.h>
#include <string.h>

#include "run/state.h"

struct ExchangedSteps {
    double t, *x, *dx;                // the point looked at
    double from_t, *from_x, *from_dx; // the last accepted one: the step under way begins there
    bool is_new;                      // the states were exchanged for others since the last event
};

// ---- The form: between accepted points lies a cubic ------------------------------------------

// The cubic with the values and slopes of both ends [HNW93, II.6].
static void interpolate_step(Simulation *sim, double t, double *x)
{
    const ExchangedSteps *e = sim->exchanged;
    double h = e->t - e->from_t, s = h > 0 ? (t - e->from_t) / h : 1, r = 1 - s;
    for (int32_t i = 0; i < sim->model->n_states; i++) {
        double rise = e->x[i] - e->from_x[i];
        x[i] = r * e->from_x[i] + s * e->x[i] -
               s * r * (r * (rise - h * e->from_dx[i]) - s * (rise - h * e->dx[i]));
    }
}

// Steps are made elsewhere: whatever would make one is not there.
static const Form exchanged_form = {.name = "exchanged",
                                    .count = state_count,
                                    .limit = any_limit,
                                    .interpolate = interpolate_step,
                                    .shorten = never_shorten,
                                    .solve_block = loop_solve,
                                    .unknown_name = state_name,
                                    .iterations = no_iterations};

// ---- Points ------------------------------------------------------------------------------------

// The present point is the one looked at, and steps begin there.
static bool begin_step(Simulation *sim)
{
    ExchangedSteps *e = sim->exchanged;
    size_t bytes = (size_t)sim->model->n_states * sizeof *e->x;
    e->t = e->from_t = sim->t;
    memcpy(e->x, sim->x, bytes);
    memcpy(e->from_x, sim->x, bytes);
    if (model_slopes(sim, e->t, e->x, e->dx) != MODEL_OK) return false;
    memcpy(e->from_dx, e->dx, bytes);
    return true;
}

bool exchange_begin(Simulation *sim)
{
    size_t n = (size_t)sim->model->n_states + 1;
    ExchangedSteps *e = sim->exchanged = ARENA_NEW(sim->arena, ExchangedSteps);
    double **vectors[] = {&e->x, &e->dx, &e->from_x, &e->from_dx};
    for (int i = 0; i < 4; i++) *vectors[i] = ARENA_ARRAY(sim->arena, double, n);
    sim->form = &exchanged_form;
    sim->record.next_output = sim->options.intervals + 1;
    if (begin_step(sim) && exchange_values(sim) == MODEL_OK) return true;
    report_stop(sim, E_INITIALIZE, "no consistent start values at time %.17g", sim->t);
    return false;
}

void exchange_move(Simulation *sim, double t)
{
    sim->exchanged->t = t;
}

double exchange_time(const Simulation *sim)
{
    return sim->exchanged->t;
}

double *exchange_states(Simulation *sim)
{
    return sim->exchanged->x;
}

void exchange_inputs_changed(Simulation *sim)
{
    model_is_changed(sim);
    sim->point.in_place = NAN;
}

ModelOutcome exchange_derivatives(Simulation *sim, double *dx)
{
    ExchangedSteps *e = sim->exchanged;
    return model_derivatives(sim, e->t, e->x, dx);
}

// Points that are looked at may have the time of an earlier one: nothing is taken from that.
ModelOutcome exchange_values(Simulation *sim)
{
    sim->point.in_place = NAN;
    return model_outputs(sim, sim->exchanged->t, sim->exchanged->x);
}

static bool is_indicated(const RelationInfo *r)
{
    return r->kind == RELATION_STATE && !r->is_quiet;
}

int32_t exchange_indicator_count(const Model *m)
{
    int32_t n = 2 * m->n_transports;
    for (int32_t i = 0; i < m->n_relations; i++)
        if (is_indicated(&m->relations[i])) n += m->relations[i].is_step ? 2 : 1;
    return n;
}

// Crossing functions are positive until a relation must switch. Turned by what the relation is,
// they are left - right with a hysteresis, and keep their sign when it has switched.
ModelOutcome exchange_indicators(Simulation *sim, double *z)
{
    const Model *m = sim->model;
    const ExchangedSteps *e = sim->exchanged;
    double *g = sim->events.g_trial;
    sim->point.in_place = NAN;
    ModelOutcome o = model_crossings(sim, e ? e->t : sim->t, e ? e->x : sim->x, g);
    for (int32_t i = 0; o == MODEL_OK && i < m->n_relations; i++) {
        const RelationInfo *r = &m->relations[i];
        if (!is_indicated(r)) continue;
        bool is_turned = !r->is_step && m->v[r->memory_slot] == 0;
        *z++ = is_turned ? -g[2 * i] : g[2 * i];
        if (r->is_step) *z++ = g[2 * i + 1];
    }
    for (int32_t i = 0; o == MODEL_OK && i < 2 * m->n_transports; i++)
        *z++ = g[2 * m->n_relations + i];
    return o;
}

// ---- Accepted points and events ----------------------------------------------------------------

static void move_to_point(Simulation *sim)
{
    ExchangedSteps *e = sim->exchanged;
    if (e->t > sim->t && model_slopes(sim, e->t, e->x, e->dx) == MODEL_OK)
        history_extend(sim, e->t);
    sim->t = e->t;
    memcpy(sim->x, e->x, (size_t)sim->model->n_states * sizeof *e->x);
    sim->point.in_place = NAN;
}

RunOutcome exchange_accept(Simulation *sim, bool *is_new)
{
    *is_new = false;
    move_to_point(sim);
    if (!model_accept(sim)) return RUN_STOPPED;
    limits_check(sim);
    guesses_keep(sim);
    history_store(sim);
    if (!history_serves(sim)) return RUN_STOPPED;
    *is_new = states_select(sim);
    return begin_step(sim) ? RUN_DONE : RUN_STOPPED;
}

enum { MOST_AT_ONCE = 1000 };

// Until nothing is due at this instant any more: importers take an event that is told for the
// present time for one in the past.
static RunOutcome handle_all(Simulation *sim)
{
    RunOutcome outcome = events_handle(sim, false);
    for (int k = 0; k < MOST_AT_ONCE && outcome == RUN_DONE && !sim->terminated &&
                    sim->events.next_time_event <= sim->t;
         k++)
        outcome = events_handle(sim, false);
    return outcome;
}

// The point before the event need not have values: what ceases to hold is evaluated beyond it.
RunOutcome exchange_event(Simulation *sim)
{
    move_to_point(sim);
    if (model_outputs(sim, sim->t, sim->x) == MODEL_OK) history_store(sim);
    RunOutcome outcome = handle_all(sim);
    if (outcome != RUN_DONE) return outcome;
    limits_check(sim);
    return begin_step(sim) ? RUN_DONE : RUN_STOPPED;
}

double exchange_next_event(const Simulation *sim)
{
    return sim->events.next_time_event;
}

bool exchange_is_terminated(const Simulation *sim)
{
    return sim->terminated;
}

void exchange_nominals(const Simulation *sim, double *nominals)
{
    const Model *m = sim->model;
    for (int32_t i = 0; i < m->n_states; i++) {
        int32_t slot = m->states[i].nominal_slot;
        nominals[i] = slot == NO_SLOT ? 1 : fabs(m->v[slot]);
        if (!(nominals[i] > 0) || !isfinite(nominals[i])) nominals[i] = 1;
    }
}

bool exchange_ticks(const Simulation *sim, int32_t tick_slot, double t, bool has_passed)
{
    return sample_ticks_at(sim, tick_slot, t, has_passed);
}
