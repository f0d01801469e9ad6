// Model exchange: the calls of both versions.
#include <math.h>

#include "fmi/runtime/fmu_instance.h"

static FmiStatus of_result(tarn_result result)
{
    return result == TARN_OK ? FMI_OK : result == TARN_NO_MEMORY ? FMI_FATAL : FMI_ERROR;
}

static bool has_count(Instance *i, size_t n, size_t right, const char *what)
{
    if (n == right) return true;
    instance_tell(i, FMI_ERROR, "there are %zu %s, not %zu", right, what, n);
    return false;
}

static bool has_states(Instance *i, size_t n)
{
    return has_count(i, n, (size_t)i->tables->n_states, "continuous states");
}

// At a trial point the solver of the importer may try another.
static FmiStatus of_point(Instance *i, tarn_result result)
{
    bool may_try = i->phase == PHASE_RUNNING && run_is_begun(i->run);
    return result == TARN_STOPPED && may_try ? FMI_DISCARD : of_result(result);
}

FmiStatus instance_move(Instance *i, double time)
{
    return of_result(run_exchange_move(i->run, time));
}

FmiStatus instance_set_states(Instance *i, const double *states, size_t n)
{
    return has_states(i, n) ? of_result(run_exchange_set_states(i->run, states)) : FMI_ERROR;
}

FmiStatus instance_get_states(Instance *i, double *states, double *derivatives, size_t n)
{
    if (!has_states(i, n)) return FMI_ERROR;
    if (i->phase == PHASE_INITIALIZING && !run_is_begun(i->run) &&
        tarn_run_initialize(i->run) != TARN_OK)
        return FMI_ERROR;
    return n ? of_point(i, tarn_run_states(i->run, states, derivatives)) : FMI_OK;
}

FmiStatus instance_indicators(Instance *i, double *indicators, size_t n)
{
    if (i->phase == PHASE_INITIALIZING && !run_is_begun(i->run) &&
        tarn_run_initialize(i->run) != TARN_OK)
        return FMI_ERROR;
    if (!has_count(i, n, (size_t)i->n_indicators, "event indicators")) return FMI_ERROR;
    return n ? of_point(i, run_exchange_indicators(i->run, indicators)) : FMI_OK;
}

FmiStatus instance_nominals(Instance *i, double *nominals, size_t n)
{
    if (!has_states(i, n)) return FMI_ERROR;
    return n ? of_result(run_exchange_nominals(i->run, nominals)) : FMI_OK;
}

FmiStatus instance_accept(Instance *i, bool *needs_event)
{
    return of_result(run_exchange_accept(i->run, needs_event));
}

// Events of the start are part of initialization: the first event of a run finds nothing to do
// unless an input was set since.
static FmiStatus handle_events(Instance *i, ExchangeEvent *event)
{
    *event = (ExchangeEvent){.next_time = INFINITY};
    if (!i->is_exchanged) return instance_settle(i, event);
    FmiStatus status = of_result(run_exchange_event(i->run, event));
    i->is_terminated = event->is_terminated;
    i->is_event_pending = false;
    return status;
}

// Input clocks are not active any more behind it; the model is shown that, too, so that they can
// rise again.
FmiStatus instance_event(Instance *i, ExchangeEvent *event)
{
    FmiStatus status = handle_events(i, event);
    i->is_at_start = false;
    if (status != FMI_OK || !i->has_input_tick) return status;
    bool has_new_states = event->has_new_states;
    status = instance_end_ticks(i);
    if (status == FMI_OK && !event->is_terminated) status = handle_events(i, event);
    event->has_new_states |= has_new_states;
    return status;
}

// Of co-simulation: the events of the time, with what was set in front of them.
FmiStatus instance_settle(Instance *i, ExchangeEvent *event)
{
    if (i->phase != PHASE_RUNNING) return FMI_ERROR;
    FmiStatus status = of_result(run_pass_events(i->run, event));
    i->is_terminated = event->is_terminated;
    return status;
}
