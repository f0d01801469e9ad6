// history.h -- what the past of a run is needed for: delay() and spatialDistribution().
#ifndef RUN_PAST_HISTORY_H
#define RUN_PAST_HISTORY_H
#include <stdbool.h>

#include "run/past/delay.h"
#include "run/past/transport.h"

struct Simulation;
typedef struct History History;

typedef struct Past {
    DelayLines *delays;
    Transports *transports;
    History *history;
    bool is_kept; // false: nothing is delayed or carried along
} Past;

void history_open(struct Simulation *sim);  // sets sim->past
bool history_begin(struct Simulation *sim); // after the initial system; false after a report
// The present point of the model's vector, which is accepted. True when it changes values that are
// known to the model already: what flows into a line jumps.
bool history_store(struct Simulation *sim);
// Looks at a point between what is stored and `until`, before the model is evaluated there and
// stays there. For the step at hand only; NaN: for none.
void history_prepare(struct Simulation *sim, double until);
// What lies between the last stored point and `until`, on the interpolant of the last step.
void history_extend(struct Simulation *sim, double until);
// Whether what is kept will do for the delay times of the present point; false after a report.
bool history_serves(struct Simulation *sim);
struct Bytes;
void history_pass(struct Simulation *sim, struct Bytes *s); // what is kept; see run/snapshot.h
double history_longest_step(const struct Simulation *sim);
#endif
