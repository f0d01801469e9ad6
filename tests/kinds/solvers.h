// solvers.h -- `explain` names the solver that the run then uses.
#ifndef KINDS_SOLVERS_H
#define KINDS_SOLVERS_H
#include "tarn/runs/simulate_model.h"
#include "testing.h"

// Compares the file of --stats with `explain --json`, loop by loop: the same tearing variables, the
// same solver. The stages must have been kept.
void solvers_compare(TestCase *t, const SimulatedModel *sim);
#endif
