// fmu_simulate.h -- an FMU run once, as `tarn simulate` does it with models.
#ifndef FMI_FMU_SIMULATE_H
#define FMI_FMU_SIMULATE_H
#include "tarn/runs/simulate_model.h"

typedef enum { FMU_AS_OFFERED, FMU_AS_EXCHANGE, FMU_AS_SIMULATION, FMU_AS_SCHEDULED } FmuUse;

// `sim` must be closed in any case, by simulated_model_close.
SimulateOutcome fmu_simulate(SimulatedModel *sim, Session *session, const char *path, FmuUse use,
                             const CompileOptions *compile, const RunOptions *run);
#endif
