// compare.h -- a result against a reference: does every point lie in the tube around it?
#ifndef RESULTS_COMPARE_H
#define RESULTS_COMPARE_H
#include "results/trajectory.h"

// The tube of a signal Y over the times [t0, t1] of the reference has the half width
// tolerance max(t1 - t0, |t0|) and the half height tolerance max(max Y - min Y, |min Y|, 1e-3):
// a point (t, y) is inside when y differs by no more than the half height from some value
// between the least and the greatest of Y within the half width of t.
#define COMPARE_TOLERANCE 2e-3

typedef struct SignalComparison {
    const ResultVariable *reference;
    const ResultVariable *result; // NULL: the result has no such variable
    size_t n_points, n_outside;   // result points within the times of the reference
    double half_height;
    // The first point outside with the tube there, and the one that is farthest away.
    double first_time, first_value, first_low, first_high;
    double worst_time, worst_distance; // beyond the border
} SignalComparison;

typedef struct Comparison {
    double tolerance, half_width;
    double reference_end, result_end;
    bool ends_early; // the result does not cover the times of the reference
    SignalComparison *signals;
    uint32_t n_signals, n_differ, n_missing;
} Comparison;

// Compares the variables `signals` of the reference (both trajectories must have them loaded)
// with those of the same name. O(points) a signal. Both need a row at least.
const Comparison *compare_results(Arena *out, const Trajectory *result, const Trajectory *reference,
                                  const ResultVariable *const *signals, uint32_t n_signals,
                                  double tolerance);
bool comparison_holds(const Comparison *c); // nothing differs, is missing or ends early
#endif
