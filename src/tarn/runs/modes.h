// modes.h -- a model whose structure follows discrete variables while it runs.
//
// Variables with annotation(__Tarn(structural = true)) may decide about components, sizes and
// branches of if-equations. For each combination of their values the model is compiled once: a
// mode. When one changes at an event, the run ends behind that event, and one of the new mode takes
// over: values pass by name, states that nobody knows begin as the initial equations say. The
// result has the variables of all modes.
#ifndef TARN_MODES_H
#define TARN_MODES_H
#include "tarn/runs/simulate_model.h"

bool modes_are_wanted(const FlatModel *flat);
// Whether the options of a run can be had; false after a report.
bool modes_allow(Session *s, const RunOptions *run);
// The rest of simulate_model, behind the compilation of the first mode.
SimulateOutcome simulate_modes(SimulatedModel *sim, const char *what,
                               const SimulationOptions *options);
void modes_close(struct Modes *modes); // the engines
#endif
