// profile_json.h -- where the time of a run went, for the page of `tarn explain --html --run`.
#ifndef CLI_PROFILE_JSON_H
#define CLI_PROFILE_JSON_H
#include "tarn/runs/simulate_model.h"

// {"status","method","stop_time","seconds","steps",...,"parts":[[words,calls,seconds]],
// "blocks":[{"unknowns":[names],"solves","seconds"}],"limits":[[state,steps]]}
void profile_json(const SimulatedModel *sim, SimulateOutcome outcome, Text *out);
#endif
