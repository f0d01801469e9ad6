// profile.h -- where the time of a run goes: a layer between the runtime and its model.
//
// Costs nothing where it is not put in: the calls of the model and of its host go through pointers
// anyway, and the layer takes their places.
#ifndef RUN_PROFILE_H
#define RUN_PROFILE_H
#include "abi/model.h"
#include "base/arena.h"

typedef struct TimeSpent {
    int64_t calls;
    double seconds; // without what is counted elsewhere
} TimeSpent;

typedef struct Profile {
    TimeSpent *blocks;      // by Model.blocks: solving, with residuals and Jacobians of the block
    TimeSpent initial;      // assignments of the initial system and of parameters
    TimeSpent derivatives;  // assignments between states and derivatives
    TimeSpent jacobian;     // of the derivatives by the states
    TimeSpent outputs;      // what is only recorded, crossing functions, asserts
    TimeSpent events;       // the pass over all equations, instants
    int64_t *steps_limited; // by state: the steps whose size it decided
    // ---- private ----
    Model *model;
    void *self;
    ModelOutcome (*call)(void *self, int32_t routine);
    ModelOutcome (*examine)(void *self, const int32_t *routines, int32_t n, int32_t *slot);
    const ModelHost *host;
    ModelHost layer;
    double inside; // seconds counted for calls inside the present one
} Profile;

// From here on the model's routines are measured.
Profile *profile_open(Arena *out, Model *model);
// Once a simulation has been opened: its solution of blocks, too.
void profile_watch_blocks(Profile *p);
void profile_close(Profile *p); // the model is as it was before; the numbers stay
#endif
