// snapshot.h -- the whole state of a run as bytes.
//
// What the model knows is in it, what solvers have learned is not: matrices, step sizes and their
// like are made anew by whoever goes on from the bytes. So two runs that go on from the same bytes
// do the same, bit for bit; the run that was saved is one of them when it goes on from them, too.
#ifndef RUN_SNAPSHOT_H
#define RUN_SNAPSHOT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "run/simulation.h"

// One function for both directions: what it passes is written, or read.
typedef struct Snapshot {
    bool is_reading;
    const unsigned char *from; // reading
    size_t size, at;
    bool is_short; // reading: there was less than asked for
    Arena *arena;  // writing
    VEC(unsigned char) bytes;
} Snapshot;

void snapshot_pass(Snapshot *s, void *piece, size_t size);
void snapshot_pass_count(Snapshot *s, int64_t *count); // of what follows; never negative
// A text in `arena` when it is read.
void snapshot_pass_text(Snapshot *s, const char **text, Arena *arena);

// Of a run that has begun and stands between two steps.
void simulation_save(Simulation *sim, Arena *out, Snapshot *snapshot);
// Instead of initializing: a simulation that was just opened takes its values from the bytes. False
// after an error was reported: they are no state of this model.
bool simulation_resume(Simulation *sim, const void *bytes, size_t size);
// Instead of beginning: goes on where it stands.
RunOutcome simulation_continue(Simulation *sim, ResultWriter *writer);
#endif
