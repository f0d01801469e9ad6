// plot_path.h -- curves as SVG path data, thinned out without losing what can be seen.
#ifndef RESULTS_PLOT_PATH_H
#define RESULTS_PLOT_PATH_H
#include "results/plot_axis.h"
#include "results/trajectory.h"

typedef struct PlotRows {
    const Trajectory *result;
    const ResultVariable *x, *y;
    size_t first, end; // rows
    bool x_is_time;    // x does not decrease
    bool steps;        // the value holds until the next row (discrete variables)
} PlotRows;

// Path data of the curve, at most about `most_points` points. A curve over time keeps in each of
// most_points / 4 columns the first, the last, the least and the greatest value, so that no
// extreme is lost; at a repeated time it steps. A curve in the plane drops what is drawn
// already; one that is still too long becomes the set of pixels it touches, as rows of strokes
// of the width that is returned (0: a line like any other). O(rows). Empty when nothing is finite.
double path_add_curve(Text *t, const PlotRows *rows, const Axis *x, const Axis *y,
                      size_t most_points);
#endif
