// snapshot.h -- the whole state of a run as bytes.
//
// What the model knows is in it, what solvers have learned is not: matrices, step sizes and their
// like are made anew by whoever goes on from the bytes. So two runs that go on from the same bytes
// do the same, bit for bit; the run that was saved is one of them when it goes on from them, too.
#ifndef RUN_SNAPSHOT_H
#define RUN_SNAPSHOT_H
#include "base/bytes.h"
#include "run/simulation.h"

// Of a run that has begun and stands between two steps. `keeps_objects`: whoever goes on has
// external objects that stand for those of this run; else they must be the same.
void simulation_save(Simulation *sim, Arena *out, Bytes *snapshot, bool keeps_objects);
// Instead of initializing: a simulation that was just opened takes its values from the bytes. False
// after an error was reported: they are no state of this model.
bool simulation_resume(Simulation *sim, const void *bytes, size_t size, bool keeps_objects);
// Instead of beginning: goes on where it stands.
RunOutcome simulation_continue(Simulation *sim, ResultWriter *writer);
#endif
