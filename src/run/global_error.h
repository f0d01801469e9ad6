// global_error.h -- how far the solution may have gone astray.
#ifndef RUN_GLOBAL_ERROR_H
#define RUN_GLOBAL_ERROR_H
#include "run/simulation.h"

typedef struct GlobalError GlobalError;

void global_error_open(Simulation *sim);           // once the method is known
void global_error_open_again(Simulation *sim);     // for another form, with what is known so far
void global_error_step(Simulation *sim, double h); // the last step, over h, led to sim->t, sim->x
void global_error_after_event(Simulation *sim);    // states may have been set
void global_error_event(Simulation *sim);          // other equations than before
void global_error_close(Simulation *sim);
void global_error_exchange(Simulation *sim); // other states than before
// Whether it has been larger so far than exp(level) tolerances.
bool global_error_passed(const Simulation *sim, double level);
void global_error_report(Simulation *sim); // at the end: a warning where it is large

#endif
