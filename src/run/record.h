// record.h -- rows of the result.
#ifndef RUN_RECORD_H
#define RUN_RECORD_H
#include "run/simulation.h"

typedef struct Recorder {
    ResultWriter *writer;
    int64_t next_output; // number of the next point of the output grid
    double *kept_row;    // n_slots: the right row of the last event
    bool has_kept_row;   // and it is not written yet
    double instant;      // of the last left row
    int64_t n_left_out;  // points of the output grid without a value
    double first_left_out;
} Recorder;

void record_open(Simulation *sim);
double output_time(const Simulation *sim, int64_t k);
bool record_wants_grid(const Simulation *sim);
void record_skip(Simulation *sim, double until); // points of the grid up to there
bool record_row(Simulation *sim);                // Model.v as it is; an accepted point
bool record_left(Simulation *sim), record_right(Simulation *sim); // the same, of an event
bool record_kept(Simulation *sim); // at the end of the run: what waits to be written
bool record_grid(Simulation *sim, double until, bool inclusive); // grid points of the last step
// Everything at the present point, which is accepted; false after a report: an assertion of level
// error fails, or something cannot be computed.
bool model_accept(Simulation *sim);
#endif
