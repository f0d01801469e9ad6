// inputs.h -- inputs that follow a table: straight lines or steps between its rows.
//
// A jump, two rows of one time or another value of an input that is held, is an event: up to it
// the values before it are in force, whatever is evaluated there, and behind it those of the next
// piece. Steps end where lines have a corner, so that none is passed over.
#ifndef RUN_INPUTS_H
#define RUN_INPUTS_H
#include "base/arena.h"
#include "run/simulation.h"

typedef struct InputColumn {
    int32_t slot, start_slot; // in Model.v; NO_SLOT without a start value
    bool is_held;             // the value of a row stays until the next one
    const double *values;     // by row, as they are in the slot
} InputColumn;

typedef struct InputTable { // times do not decrease
    InputColumn *columns;
    int32_t n_columns;
    const double *times;
    size_t n_rows;
} InputTable;

typedef struct Inputs {
    const InputTable *table; // NULL: none
    size_t *corners;         // by row: the next row behind it at which steps end; n_rows: none
    size_t first, last;      // rows of the present piece
    size_t row;              // the last time was found at or behind it
    bool ends_with_jump;     // the piece; else it is the last one
} Inputs;

void inputs_open(Simulation *sim);
void inputs_begin(Simulation *sim); // of the piece in which the present time is
void inputs_write_starts(const Simulation *sim);
void inputs_write(Simulation *sim, double t);   // their values into Model.v
double inputs_next_jump(const Simulation *sim); // infinity: none follows
// Jumps up to time `t` have happened; false: there were none.
bool inputs_jump(Simulation *sim, double t);
double inputs_next_corner(const Simulation *sim, double t); // behind t; infinity: none follows
bool inputs_are_steps(const InputTable *table);             // constant between jumps
#endif
