// fmu_ticks.h -- clocks of an FMU (FMI 3): when its input clocks tick, which of its clocks do, and
// what has values at ticks only; private to fmu_model.c.
//
// Time-based input clocks are time events of ours. Triggered input clocks are Boolean inputs, which
// tick where they rise, and at the start where they are true. A clock is shown as a Boolean that is
// true in the rows of its ticks.
#ifndef FMI_FMU_TICKS_H
#define FMI_FMU_TICKS_H
#include "fmi/import/fmu_calls.h"

struct FmuModel;

typedef struct FmuTick { // a clock
    const FmuVariable *v;
    int32_t slot;
    double first, interval, next; // next: infinity when it is not known
    double count;                 // of ticks since the first
    bool is_active;               // in this event mode, until the discrete states are updated
    double ticked_at;             // NAN: it never did
} FmuTick;

typedef struct FmuTicks {
    FmuTick *all; // the most urgent first
    uint32_t n;
    uint32_t *clocked; // numbers of variables
    uint32_t n_clocked;
} FmuTicks;

void fmu_ticks_make(struct FmuModel *f);
// In initialization mode: asks for intervals, and for values of what is clocked.
ModelOutcome fmu_ticks_begin(struct FmuModel *f);
// In event mode: activates what is due, or has risen.
ModelOutcome fmu_ticks_set(struct FmuModel *f);
// In event mode, in front of an update of discrete states: what ticks, and its values.
ModelOutcome fmu_ticks_hear(struct FmuModel *f);
// Behind the update: nothing ticks any more, and the next ticks are known.
ModelOutcome fmu_ticks_plan(struct FmuModel *f);
// Scheduled execution: runs the partitions that are due, one after the other.
ModelOutcome fmu_ticks_run(struct FmuModel *f);
double fmu_ticks_next(const struct FmuModel *f);
// Into the slots of the clocks: who ticked at the present time.
void fmu_ticks_show(struct FmuModel *f);
#endif
