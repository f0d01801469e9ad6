// directions.h -- how variables of a model change when others do, at the present point.
#ifndef RUN_DIRECTIONS_H
#define RUN_DIRECTIONS_H
#include "run/simulation.h"

typedef struct Direction {
    const int32_t *known_slots; // of states and inputs
    const double *seed;         // how they change
    int32_t n_known;
    const int32_t *unknown_slots; // of anything that is computed between events
    int32_t n_unknown;
} Direction;

// From the linearization of the model where that tells it (derivatives by states), else from
// differences of fourth order. MODEL_RETRY: the model has no value nearby.
ModelOutcome simulation_direction(Simulation *sim, const Direction *d, double *changes);
// d der(x) / d x, n_states rows one after the other. False: the model has it not in closed form.
bool simulation_state_matrix(Simulation *sim, double *a);
#endif
