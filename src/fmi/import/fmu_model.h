// fmu_model.h -- an FMU as a Model of our runtime: whatever runs models runs it.
//
// Model exchange: states, derivatives, event indicators (relations) and time events (a sample that
// says its next instant itself) are those of the FMU; steps are ours. Co-simulation: there are no
// states; looking at a later time makes a step of the FMU. Scheduled execution: ticks of its clocks
// are time events, which run its partitions.
#ifndef FMI_FMU_MODEL_H
#define FMI_FMU_MODEL_H
#include "fmi/import/fmu_code.h"
#include "fmi/import/fmu_description.h"

typedef struct FmuSetup {
    const FmuDescription *description;
    const FmuCode *code;
    const char *resources;           // the folder, a path
    bool is_exchanged, is_scheduled; // neither: co-simulation
    bool uses_events;                // in co-simulation: events are handled between steps
    double start_time, stop_time, tolerance;
} FmuSetup;

// NULL with *why. The instance is freed with the arena.
Model *fmu_model_open(Arena *out, FmuDescription *d, const FmuSetup *setup, const char **why);
#endif
