// fmu_calls.h -- the functions of both standards as one set of calls; private to fmu_model.c.
#ifndef FMI_FMU_CALLS_H
#define FMI_FMU_CALLS_H
#include "fmi/import/fmu_model.h"

typedef struct FmuInstance {
    FmuSetup setup;
    void *instance; // NULL: none
    Fmi2Callbacks callbacks;
    char said[1000]; // the last message of the FMU
    bool has_news;   // of clocks: the FMU has called while a partition of it ran
    void *client;    // who hears of messages
    void (*hear)(void *client, FmiStatus status, const char *message);
} FmuInstance;

typedef struct FmuValues { // variables of one type, got and set together
    FmuType type;
    const uint32_t *references;
    size_t n, n_values;
    double *values;
} FmuValues;

typedef struct FmuEvent {
    bool needs_update, is_terminated, has_next;
    double next;
} FmuEvent;

bool fmu_instantiate(FmuInstance *i);
void fmu_free(FmuInstance *i);
FmiStatus fmu_enter_initialization(FmuInstance *i);
FmiStatus fmu_exit_initialization(FmuInstance *i);
FmiStatus fmu_get(FmuInstance *i, const FmuValues *values);
FmiStatus fmu_set(FmuInstance *i, const FmuValues *values);
// All texts of a variable.
FmiStatus fmu_set_texts(FmuInstance *i, uint32_t reference, const char *const *texts, size_t n);
FmiStatus fmu_set_time(FmuInstance *i, double time);
FmiStatus fmu_set_states(FmuInstance *i, const double *x, size_t n);
FmiStatus fmu_get_states(FmuInstance *i, double *x, size_t n);
FmiStatus fmu_get_derivatives(FmuInstance *i, double *dx, size_t n);
FmiStatus fmu_get_indicators(FmuInstance *i, double *z, size_t n);
FmiStatus fmu_enter_events(FmuInstance *i);
FmiStatus fmu_update_events(FmuInstance *i, FmuEvent *event);
FmiStatus fmu_leave_events(FmuInstance *i);
FmiStatus fmu_complete_step(FmuInstance *i, bool *needs_event, bool *is_terminated);
// *reached may be earlier.
FmiStatus fmu_step(FmuInstance *i, double time, double step, double *reached, bool *needs_event,
                   bool *is_terminated);
// Clocks, of FMI 3.
FmiStatus fmu_set_clock(FmuInstance *i, uint32_t reference);
FmiStatus fmu_get_clock(FmuInstance *i, uint32_t reference, bool *ticks);
FmiStatus fmu_get_interval(FmuInstance *i, uint32_t reference, double *interval, int *qualifier);
FmiStatus fmu_get_shift(FmuInstance *i, uint32_t reference, double *shift);
FmiStatus fmu_activate(FmuInstance *i, uint32_t reference, double time); // a partition
// Which functions that the interface needs are missing; NULL: none.
const char *fmu_missing(const FmuSetup *setup);
#endif
