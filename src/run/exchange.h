// exchange.h -- a run whose steps are made elsewhere (model exchange): others choose the points and
// look at them, tell which of them the solution goes through, and ask for events.
//
// The point looked at may be a trial; accepting it makes it the present one. Only accepted points
// have a past (delays) and are looked at by asserts and limits.
#ifndef RUN_EXCHANGE_H
#define RUN_EXCHANGE_H
#include "run/simulation.h"

// Behind simulation_initialize, instead of simulation_begin; false after a report.
bool exchange_begin(Simulation *sim);
// The point to look at. Inputs are written into Model.v, and told.
void exchange_move(Simulation *sim, double t);
double exchange_time(const Simulation *sim);
double *exchange_states(Simulation *sim); // of that point: n_states, to read and to write
void exchange_inputs_changed(Simulation *sim);
ModelOutcome exchange_derivatives(Simulation *sim, double *dx);
ModelOutcome exchange_values(Simulation *sim); // all variables, in Model.v
// Of any run that has begun. A change of sign is an event; signs stay as they are behind it, apart
// from steps (floor, ...).
int32_t exchange_indicator_count(const Model *m);
ModelOutcome exchange_indicators(Simulation *sim, double *z);
// The solution goes through the point. *is_new: other states were chosen, an event must follow.
RunOutcome exchange_accept(Simulation *sim, bool *is_new);
RunOutcome exchange_event(Simulation *sim);        // all events of the point
double exchange_next_event(const Simulation *sim); // infinity: none is known
bool exchange_is_terminated(const Simulation *sim);
void exchange_nominals(const Simulation *sim, double *nominals);
// Whether the clock with this VariableInfo.tick_slot ticks at an event at `t`; `has_passed`: did,
// at the one that was handled.
bool exchange_ticks(const Simulation *sim, int32_t tick_slot, double t, bool has_passed);
#endif
