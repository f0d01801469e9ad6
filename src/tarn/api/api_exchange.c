// exported_run.h: runs whose steps are made elsewhere, and values of states.
#include "run/exchange.h"

#include <math.h>
#include <string.h>

#include "tarn/api/run_handle.h"

static tarn_result of_outcome(tarn_run *run, RunOutcome outcome)
{
    if (outcome == RUN_DONE) return TARN_OK;
    run->phase = RUN_OVER;
    return run->outcome = TARN_STOPPED;
}

// At a trial point nothing has ended: another point may do.
static tarn_result of_point(ModelOutcome outcome)
{
    return outcome == MODEL_OK ? TARN_OK : TARN_STOPPED;
}

static bool is_ready(const tarn_run *run)
{
    return run->kind.is_exchanged && run->phase == RUN_BEGUN;
}

tarn_result run_exchange_move(tarn_run *run, double time)
{
    if (!is_ready(run)) return TARN_WRONG_USE;
    exchange_move(run->simulation, time);
    return TARN_OK;
}

double run_exchange_time(const tarn_run *run)
{
    return is_ready(run) ? exchange_time(run->simulation) : tarn_run_time(run);
}

tarn_result run_exchange_set_states(tarn_run *run, const double *states)
{
    if (!is_ready(run)) return TARN_WRONG_USE;
    size_t bytes = (size_t)run->engine->n_states * sizeof *states;
    if (bytes) memcpy(exchange_states(run->simulation), states, bytes);
    return TARN_OK;
}

static tarn_result indicators(RunCall *call)
{
    if (!call->run->simulation) return TARN_WRONG_USE;
    tarn_result result = run_settle(call->run);
    if (result != TARN_OK) return result;
    return of_point(exchange_indicators(call->run->simulation, call->answers));
}

tarn_result run_exchange_indicators(tarn_run *run, double *answers)
{
    return run_guarded(&(RunCall){.run = run, .answers = answers}, indicators);
}

static tarn_result accept_point(RunCall *call)
{
    if (!is_ready(call->run)) return TARN_WRONG_USE;
    return of_outcome(call->run, exchange_accept(call->run->simulation, &call->stops_at_events));
}

tarn_result run_exchange_accept(tarn_run *run, bool *needs_event)
{
    RunCall call = {.run = run};
    tarn_result result = run_guarded(&call, accept_point);
    *needs_event = call.stops_at_events;
    return result;
}

static tarn_result event(RunCall *call)
{
    if (!is_ready(call->run)) return TARN_WRONG_USE;
    return of_outcome(call->run, exchange_event(call->run->simulation));
}

tarn_result run_exchange_event(tarn_run *run, ExchangeEvent *what)
{
    *what = (ExchangeEvent){.next_time = INFINITY};
    if (!is_ready(run)) return TARN_WRONG_USE;
    tarn_result result = run_guarded(&(RunCall){.run = run}, event);
    if (result != TARN_OK) return result;
    // Also where only derivatives jump: there are importers that begin anew for nothing less.
    what->has_new_states = run->engine->n_states > 0;
    what->is_terminated = exchange_is_terminated(run->simulation);
    what->next_time = exchange_next_event(run->simulation);
    return TARN_OK;
}

tarn_result run_exchange_nominals(tarn_run *run, double *nominals)
{
    if (!is_ready(run)) return TARN_WRONG_USE;
    exchange_nominals(run->simulation, nominals);
    return TARN_OK;
}

typedef struct DirectionCall {
    RunCall call; // first
    const Direction *direction;
} DirectionCall;

static tarn_result direction(RunCall *base)
{
    const DirectionCall *call = (const DirectionCall *)base;
    tarn_run *run = base->run;
    if (run->phase == RUN_OPENED) return TARN_WRONG_USE;
    tarn_result result = run_settle(run);
    if (result != TARN_OK) return result;
    return of_point(simulation_direction(run->simulation, call->direction, base->answers));
}

tarn_result run_direction(tarn_run *run, const Direction *along, double *changes)
{
    DirectionCall call = {{.run = run, .answers = changes}, along};
    return run_guarded(&call.call, direction);
}

double run_next_event(const tarn_run *run)
{
    return run->phase == RUN_BEGUN ? exchange_next_event(run->simulation) : (double)INFINITY;
}

bool run_ticks(const tarn_run *run, int32_t tick_slot, bool has_passed)
{
    return run->phase == RUN_BEGUN &&
           exchange_ticks(run->simulation, tick_slot, run_exchange_time(run), has_passed);
}

// ---- States ------------------------------------------------------------------------------------

typedef struct StatesCall {
    RunCall call; // first
    double *states, *derivatives;
} StatesCall;

static tarn_result get_states(RunCall *base)
{
    StatesCall *call = (StatesCall *)base;
    tarn_run *run = base->run;
    const Model *m = run->engine;
    if (run->phase == RUN_OPENED) return TARN_WRONG_USE;
    tarn_result result = run_settle(run);
    if (result != TARN_OK) return result;
    if (run->kind.is_exchanged && call->states && m->n_states)
        memcpy(call->states, exchange_states(run->simulation),
               (size_t)m->n_states * sizeof *call->states);
    if (run->kind.is_exchanged)
        return call->derivatives
                   ? of_point(exchange_derivatives(run->simulation, call->derivatives))
                   : TARN_OK;
    if (run->simulation) simulation_look(run->simulation);
    for (int32_t i = 0; i < m->n_states; i++) {
        if (call->states) call->states[i] = m->v[m->states[i].slot];
        if (call->derivatives) call->derivatives[i] = m->v[m->states[i].derivative_slot];
    }
    return TARN_OK;
}

tarn_result tarn_run_states(tarn_run *run, double *states, double *derivatives)
{
    StatesCall call = {{.run = run}, states, derivatives};
    return run_guarded(&call.call, get_states);
}
