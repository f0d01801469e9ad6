// plan.h -- which runs a sweep has: every run is a number, and its values follow from it alone.
//
// An axis is one parameter that varies. Lists and ranges make a grid, in which the last one changes
// fastest; the columns of a file change together; axes that are drawn get a number of samples for
// every point of the grid. Whoever asks for the values of a run gets the same ones in every order,
// on every thread and machine.
#ifndef SWEEP_PLAN_H
#define SWEEP_PLAN_H
#include "base/session.h"
#include "sweep/sweep_options.h"

typedef enum {
    SPREAD_NONE, // a list
    SPREAD_UNIFORM,
    SPREAD_LOG_UNIFORM,
    SPREAD_NORMAL,
    SPREAD_LOG_NORMAL,
    SPREAD_TRIANGULAR
} Spread;

typedef struct Axis {
    const char *name;
    Spread spread;
    double a, b, c;     // of the spread
    const char **texts; // of a list, as they were written
    double *numbers;    // the same; NaN: no number
    uint32_t n;         // values of a list
    uint64_t stride;    // runs between two of its values
    uint32_t *order;    // drawn in strata: of sample i
    uint64_t shift;     // of a drawn one: where its sequence begins
} Axis;

typedef struct Plan {
    Axis *axes;
    uint32_t n_axes, n_samples;
    uint64_t n_runs;
    Sampling sampling;
    uint64_t seed;
} Plan;

// False after an error was reported.
bool plan_make(Session *s, const SweepOptions *options, Plan *out);
// NaN: its text is no number.
double plan_number(const Plan *p, uint64_t run, uint32_t axis);
// As Modelica text.
const char *plan_text(const Plan *p, uint64_t run, uint32_t axis, Arena *a);
uint64_t plan_hash(const Plan *p);
#endif
