// fmu_model_state.h -- what an FMU as a Model consists of; private to fmu_model.c and fmu_tables.c.
#ifndef FMI_FMU_MODEL_STATE_H
#define FMI_FMU_MODEL_STATE_H
#include "fmi/import/fmu_ticks.h"

enum { MOST_UPDATES = 1000 }; // at an instant

enum { // routines
    ROUTINE_INITIAL,
    ROUTINE_DERIVATIVES,
    ROUTINE_OUTPUTS,
    ROUTINE_CROSSINGS,
    ROUTINE_EVENT,
    ROUTINE_ACCEPTED
};

typedef struct FmuModel {
    Model model;
    FmuInstance fmu;
    FmuDescription *d;
    Arena *arena;
    ModelMode mode;
    const ModelHost *host;
    double *v, *original; // slots, and what they were before anything was set
    double *wanted;       // what they were when initialization began first
    int32_t *slots;       // by variable: the first of its elements; NO_SLOT
    FmuValues groups[N_FMU_TYPES];
    int32_t *group_slots[N_FMU_TYPES]; // by value
    int32_t n_states, n_indicators;
    int32_t *state_slots, *derivative_slots, *indicator_slots;
    int32_t next_slot, active_slot, terminate_slot;
    double *x, *z;
    uint32_t *inputs; // numbers of variables
    uint32_t n_inputs;
    double *told;    // by slot: the inputs as the FMU knows them
    double reached;  // co-simulation
    bool owes_event; // asked for where the last step ended
    int stays;       // steps that did not get on
    bool is_broken;
    FmuTicks ticks;
} FmuModel;

// Says what the FMU refuses, with its own words.
ModelOutcome fmu_fail(FmuModel *f, const char *what, ModelOutcome outcome);
#define FMU_DO(call, what)                                                                         \
    do {                                                                                           \
        FmiStatus status_ = (call);                                                                \
        if (status_ > FMI_WARNING)                                                                 \
            return fmu_fail(f, what, status_ == FMI_DISCARD ? MODEL_RETRY : MODEL_FATAL);          \
    } while (0)

// Slots and tables from the description: `n` variables, scalars counted one by one, then what
// events need. False with *why.
int64_t fmu_count_scalars(const FmuDescription *d, bool of_nominals);
bool fmu_make_tables(FmuModel *f, int64_t n, const char **why);
#endif
