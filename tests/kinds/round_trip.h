// round_trip.h -- the flat text of a model, read again.
#ifndef TESTS_KINDS_ROUND_TRIP_H
#define TESTS_KINDS_ROUND_TRIP_H
#include "cli/options.h"
#include "tarn/runs/simulate_model.h"
#include "testing.h"

// Writes the flat text of the model that `sim` was made of, simulates it with the same options and
// adds what differs: the status, or a number of the result.
void round_trip_compare(TestCase *t, const Options *options, const SimulatedModel *sim,
                        SimulateOutcome outcome);
// Whether the flat text passes `tarn check` with the same counts; adds what differs.
void round_trip_check(TestCase *t, const Options *options, const Pipeline *p);
#endif
